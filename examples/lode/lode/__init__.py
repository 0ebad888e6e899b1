"""Lode, a game of luck and nerve: a ruleset of Leithian's from outside."""

from lode.ruleset import Lode

__all__ = ["Lode"]
