"""Heroes made by their players."""
