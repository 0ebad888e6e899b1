"""Content of the domain: what the files of `data/kanthe/` hold."""
