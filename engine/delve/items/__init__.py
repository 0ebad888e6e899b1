"""Using and throwing things."""
