"""The context that rules work in, and names of things."""
