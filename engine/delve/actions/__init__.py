"""Legal actions, reading and doing actions, plans, the order of turns."""
