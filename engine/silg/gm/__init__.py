"""The Game Master's commands."""
