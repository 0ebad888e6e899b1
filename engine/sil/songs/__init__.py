"""Singing: themes begun and ended, their price, and what songs do each turn (rules: songs 8)."""
