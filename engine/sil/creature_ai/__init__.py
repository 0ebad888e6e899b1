"""The turns of creatures: goals, steps, powers, shots."""
