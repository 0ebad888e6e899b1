"""Figures of games that play themselves by several policies."""
