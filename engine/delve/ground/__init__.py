"""Terrain that acts by itself: fire, gas, water that conducts, floors that give way."""
