"""Odds of fights and other deeds, as far as the hero knows both sides, from the code that rolls."""
