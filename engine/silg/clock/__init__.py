"""Time: the clock of encounters, minutes outside of them, and what falls due."""
