"""The hero's books: titled texts that the view carries (pack, equipment, notes)."""

from __future__ import annotations

from string import ascii_lowercase

from engine.sil import naming
from engine.sil.hero import sheet
from engine.sil.state import Game, Slot


def pages(game: Game) -> tuple[tuple[str, str], ...]:
    """The texts a hero's people may leaf through, in the order they are shown."""
    return (
        *sheet.pages(game),
        ("Equipment", _equipment(game)),
        ("Pack", _pack(game)),
        ("Notes", _notes(game)),
    )


def _equipment(game: Game) -> str:
    worn = game.hero.worn
    lines = [
        f"{naming.WORN[slot]}: {naming.item_name(game, worn[slot])}"
        for slot in Slot
        if slot in worn
    ]
    return "\n".join(lines) or "Nothing is worn."


def _pack(game: Game) -> str:
    lines = [
        f"{letter}) {naming.item_name(game, item)}"
        for letter, item in zip(ascii_lowercase, game.hero.pack, strict=False)
    ]
    return "\n".join(lines) or "The pack is empty."


def _notes(game: Game) -> str:
    lines = [
        f"Turn {turn:,}, {depth * 50} ft: {text}" for turn, depth, text in game.hero.notes[-30:]
    ]
    return "\n".join(lines) or "Nothing worth a note has happened."
