"""The pace of a game: how many cards a group sees, and whether each asks something."""
