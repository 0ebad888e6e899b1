"""The expert: advice, and playing for a seat that nobody plays."""
