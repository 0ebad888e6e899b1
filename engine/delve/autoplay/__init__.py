"""Playing for a seat that nobody plays, and advice."""
