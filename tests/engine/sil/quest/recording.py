"""Recorded games of the quest: a seed, the options of a new game, and every action line.

A file has a line "seed: ...", a line "options: name=value ...", and then an action a line.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent
NAMES = {1: "one_silmaril", 2: "two_silmarils", 3: "three_silmarils"}


class Recording(NamedTuple):
    """A game from its creation to its end."""

    seed: str
    options: dict[str, str]
    lines: tuple[str, ...]


def path_of(jewels: int) -> Path:
    """Return where the game with so many Silmarils is kept."""
    return FOLDER / f"{NAMES[jewels]}.txt"


def load(jewels: int) -> Recording:
    """Return the recorded game with so many Silmarils."""
    seed, options, *lines = path_of(jewels).read_text("utf-8").splitlines()
    pairs = (pair.partition("=") for pair in options.removeprefix("options: ").split("; "))
    chosen = {name: value for name, _, value in pairs}
    return Recording(seed.removeprefix("seed: "), chosen, tuple(lines))


def save(jewels: int, recording: Recording) -> None:
    """Keep a game with so many Silmarils."""
    options = "; ".join(f"{name}={value}" for name, value in recording.options.items())
    lines = [f"seed: {recording.seed}", f"options: {options}", *recording.lines]
    path_of(jewels).write_text("\n".join(lines) + "\n", "utf-8")
