"""The records of `data/delve/`, read and checked."""
