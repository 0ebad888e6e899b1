"""Kanthe: a solitaire dungeon crawl with pools of ten-sided dice."""
