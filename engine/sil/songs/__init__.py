"""Singing: themes begun and ended, their price, and what songs do each turn (spec: world 8)."""
