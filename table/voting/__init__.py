"""Votes and ways to play: pure functions of plain data."""
