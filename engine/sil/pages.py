"""Pages of the view: titled texts about the hero (pack, equipment, notes)."""

from __future__ import annotations

from string import ascii_lowercase

from engine.sil.actions import item_descriptions
from engine.sil.game import Game
from engine.sil.hero import sheet
from engine.sil.items import item_names, pack
from engine.sil.smithing import costs, designs, workbench
from engine.sil.state import Item, Slot


def pages(game: Game) -> tuple[tuple[str, str], ...]:
    """Return the pages in the order they are shown."""
    return (
        *sheet.pages(game),
        ("Equipment", _equipment(game)),
        ("Pack", _pack(game)),
        ("Smithing", _smithing(game)),
        ("Notes", _notes(game)),
    )


def _line(game: Game, place: str, item: Item) -> str:
    weight = item_descriptions.pounds(item.weight * item.count)
    return f"{place} {item_names.item_name(game, item)}, {weight}"


def _equipment(game: Game) -> str:
    worn = game.hero.worn
    lines = [_line(game, f"{item_names.WORN[slot]}:", worn[slot]) for slot in Slot if slot in worn]
    return "\n".join(lines) or "Nothing is worn."


def _pack(game: Game) -> str:
    """Return the pack by its letters, what lies underfoot, and how heavy it all is to carry."""
    hero = game.hero
    lines = [
        _line(game, f"{letter})", item)
        for letter, item in zip(ascii_lowercase, hero.pack, strict=False)
    ] or ["The pack is empty."]
    if here := pack.underfoot(game):
        lines += ["", "Here lies:"]
        lines += [_line(game, f"floor-{n})", item) for n, item in enumerate(here, 1)]
    load, most = map(item_descriptions.pounds, (hero.derived.burden, hero.derived.capacity))
    lines += ["", f"You carry {load}; more than {most} slows."]
    return "\n".join(lines)


def _smithing(game: Game) -> str:
    """Return the hero as a smith, the design at hand term by term, the work and the plans."""
    hero, lines = game.hero, [workbench.smith_line(game)]
    if hero.design is not None:
        lines += ["", "On the workbench:", workbench.describe(game, hero.design)]
        lines.append(f"Difficulty: {workbench.explain(game, hero.design)}.")
    if hero.work is not None:
        name = designs.name(game, hero.work.item)
        lines += ["", f"You have begun to make {name}: {hero.work.turns} turns are left."]
    if game.knowledge.designs:
        lines += ["", "Saved plans:"]
    for plan, item in game.knowledge.designs.items():
        price = workbench.costs_in_words(costs.of_design(game, item))
        lines.append(f"{plan}: {designs.name(game, item)}. Costs {price}.")
    return "\n".join(lines)


def _notes(game: Game) -> str:
    lines = [
        f"Turn {turn:,}, {depth * 50} ft: {text}" for turn, depth, text in game.hero.notes[-30:]
    ]
    return "\n".join(lines) or "Nothing worth a note has happened."
