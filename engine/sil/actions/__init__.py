"""Actions of the hero that take a turn: using and wearing things, digging, chests, arrival on levels."""
