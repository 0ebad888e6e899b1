"""Actions of the hero that take a turn: using things, digging, chests, arrival on levels."""
