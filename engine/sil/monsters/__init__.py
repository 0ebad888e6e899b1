"""The turns of creatures: goals, steps, powers, songs, arrivals."""
