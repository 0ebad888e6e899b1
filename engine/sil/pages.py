"""Pages of the view: titled texts about the hero (pack, equipment, notes)."""

from __future__ import annotations

from string import ascii_lowercase

from msgspec.structs import replace

from engine.contract.texts import text
from engine.contract.view import Page
from engine.sil.dungeon import stairs
from engine.sil.game.context import Game
from engine.sil.game.state import Item, Slot
from engine.sil.hero import sheet
from engine.sil.item_use import item_descriptions
from engine.sil.items import item_classes, item_creation, item_handles, item_names, pack
from engine.sil.smithing import costs, designs, workbench


def pages(game: Game) -> tuple[Page, ...]:
    """Return the pages in the order they are shown."""
    character, *others = sheet.pages(game)
    return (
        replace(character, text=f"{character.text}\n\n{_least_depth(game)}"),
        *others,
        Page("Equipment", text("Equipment"), _equipment(game)),
        Page("Pack", text("Pack"), _pack(game)),
        Page("Smithing", text("Smithing"), _smithing(game)),
        Page("Known objects", text("Known objects"), _known_objects(game)),
        Page("Notes", text("Notes"), _notes(game)),
    )


def _least_depth(game: Game) -> str:
    """Return the shallowest level that stairs still lead to, and why."""
    least = stairs.min_depth(game)
    if not least:
        return "Least depth: none. All ways up are open to you."
    return (
        f"Least depth {least * 50} ft: stairs lead to nothing shallower. It grows with the time "
        "that you spend in Angband."
    )


def _line(game: Game, place: str, item: Item) -> str:
    weight = item_descriptions.pounds(item.weight * item.count)
    return f"{place} {item_handles.item_name(game, item)}, {weight}"


def _equipment(game: Game) -> str:
    worn = game.hero.worn
    lines = [
        _line(game, f"{item_handles.WORN[slot]}:", worn[slot]) for slot in Slot if slot in worn
    ]
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


def _known_objects(game: Game) -> str:
    """Return the kinds that the hero has learned to tell, class by class, and those that he has
    tried in vain."""
    lore, kinds = game.lore, game.data.kinds
    lines: list[str] = []
    for title, tval in _CLASSES:
        known = sorted(
            _kind_name(game, serial) for serial in lore.aware if kinds[serial].tval == tval
        )
        tried = [
            _kind_name(game, serial)
            for serial in lore.tried
            if kinds[serial].tval == tval and serial not in lore.aware
        ]
        if known or tried:
            lines.append(f"{title}: {', '.join(known) or 'none yet'}")
        if tried:
            lines.append(f"  tried, and not understood: {', '.join(sorted(tried))}")
    return "\n".join(lines) or "You have yet to learn what the things of Angband do."


_CLASSES = (
    ("Herbs and food", item_classes.FOOD),
    ("Potions", item_classes.POTION),
    ("Staffs", item_classes.STAFF),
    ("Horns", item_classes.HORN),
    ("Rings", item_classes.RING),
    ("Amulets", item_classes.AMULET),
)


def _kind_name(game: Game, serial: int) -> str:
    one = item_creation.of_kind(game.data, serial)
    return item_names.name(game, one, article=False, mode=item_names.NAMED)


def _notes(game: Game) -> str:
    lines = [
        f"Turn {note.turn:,}, {note.depth * 50} ft: {note.text}{'' if note.kind == 'own' else '.'}"
        for note in game.hero.notes[-30:]
    ]
    if game.hero.last_action:
        lines += ["", f"Your last action: {game.hero.last_action}"]
    return "\n".join(lines) or "Nothing worth a note has happened."
