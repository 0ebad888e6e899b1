"""The database: one SQLite file that holds all games."""
