"""Pages of the view: titled texts about the hero (pack, equipment, notes)."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase

from msgspec.structs import replace

from engine.contract.texts import Name, Text, Value, Words, joined, listed, text
from engine.contract.view import Page
from engine.sil.dungeon import stairs
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item, Slot
from engine.sil.hero import sheet
from engine.sil.items import item_classes, item_creation, item_handles, item_names, pack
from engine.sil.odds import fight_lines
from engine.sil.smithing import costs, designs, workbench


def pages(game: SilContext) -> tuple[Page, ...]:
    """Return the pages in the order they are shown."""
    character, combat, *others = sheet.pages(game)
    fight = fight_lines.fight_page(game)
    return (
        replace(character, text=joined([character.text, _least_depth(game)], "\n\n")),
        replace(combat, text=joined([combat.text, fight], "\n\n")) if fight else combat,
        *others,
        Page("Equipment", text("Equipment"), _equipment(game)),
        Page("Pack", text("Pack"), _pack(game)),
        Page("Smithing", text("Smithing"), _smithing(game)),
        Page("Known objects", text("Known objects"), _known_objects(game)),
        Page("Notes", text("Notes"), _notes(game)),
    )


def _least_depth(game: SilContext) -> Text:
    """Return the shallowest level that stairs still lead to, and why."""
    least = stairs.min_depth(game)
    if not least:
        return text("Least depth: none. All ways up are open to you.")
    return text(
        "Least depth {feet} ft: stairs lead to nothing shallower. It grows with the time that you "
        "spend in Angband.",
        feet=least * 50,
    )


def _line(game: SilContext, place: Value, item: Item) -> Text:
    return text(
        "{place} {item}, {weight}",
        place=place,
        item=item_handles.item_words(game, item),
        weight=sheet.pounds(item.weight * item.count),
    )


def _equipment(game: SilContext) -> Text:
    lines = [
        _line(game, text("{place}:", place=item_handles.WORN_NAMES[slot]), game.hero.worn[slot])
        for slot in Slot
        if slot in game.hero.worn
    ]
    return joined(lines, "\n") if lines else text("Nothing is worn.")


def _pack(game: SilContext) -> Text:
    """Return the pack by its letters, what lies underfoot, and how heavy it all is to carry."""
    hero = game.hero
    lines: list[Words] = [
        _line(game, f"{letter})", item)
        for letter, item in zip(ascii_lowercase, hero.pack, strict=False)
    ] or [text("The pack is empty.")]
    if here := pack.underfoot(game):
        lines += ["", text("Here lies:")]
        for number, item in enumerate(here, 1):
            lines.append(_line(game, Name(f"floor-{number})", given=True), item))
    load, most = map(sheet.pounds, (hero.derived.burden, hero.derived.capacity))
    lines += ["", text("You carry {load}; more than {most} slows.", load=load, most=most)]
    return joined(lines, "\n")


def _smithing(game: SilContext) -> Text:
    """Return the hero as a smith, the design at hand term by term, the work and the plans."""
    hero = game.hero
    lines: list[Words] = [workbench.smith_line(game)]
    if hero.design is not None:
        lines += ["", text("On the workbench:"), *workbench.describe(game, hero.design)]
        lines.append(text("Difficulty: {terms}.", terms=workbench.explain(game, hero.design)))
    if hero.work is not None:
        work = text(
            "You have begun to make {item}: {turns} turns are left.",
            item=designs.words(game, hero.work.item),
            turns=hero.work.turns,
        )
        lines += ["", work]
    if game.knowledge.designs:
        lines += ["", text("Saved plans:")]
    for plan, item in game.knowledge.designs.items():
        lines.append(
            text(
                "{plan}: {item}. Costs {price}.",
                plan=Name(plan, given=True),
                item=designs.words(game, item),
                price=workbench.costs_in_words(costs.of_design(game, item)),
            )
        )
    return joined(lines, "\n")


def _known_objects(game: SilContext) -> Text:
    """Return the kinds that the hero has learned to tell, class by class, and those that he has
    tried in vain."""
    lore = game.lore
    lines = []
    for title, tval in _CLASSES:
        known = _kinds(game, lore.aware, tval)
        tried = _kinds(game, [kind for kind in lore.tried if kind not in lore.aware], tval)
        if known or tried:
            kinds = listed(known) if known else text("none yet")
            lines.append(text("{class}: {kinds}", **{"class": title, "kinds": kinds}))
        if tried:
            lines.append(text("  tried, and not understood: {kinds}", kinds=listed(tried)))
    if not lines:
        return text("You have yet to learn what the things of Angband do.")
    return joined(lines, "\n")


_CLASSES = (
    (text("Herbs and food"), item_classes.FOOD),
    (text("Potions"), item_classes.POTION),
    (text("Staffs"), item_classes.STAFF),
    (text("Horns"), item_classes.HORN),
    (text("Rings"), item_classes.RING),
    (text("Amulets"), item_classes.AMULET),
)


def _kinds(game: SilContext, serials: Iterable[int], tval: int) -> list[Text]:
    """Return the names of the kinds of a class among some, by name."""
    kinds = game.data.kinds
    found = [serial for serial in serials if kinds[serial].tval == tval]
    return [
        item_names.words(
            game, item_creation.of_kind(game.data, serial), article=False, mode=item_names.NAMED
        )
        for serial in sorted(found, key=lambda serial: kinds[serial].name.removeprefix("& "))
    ]


def _notes(game: SilContext) -> Text:
    lines: list[Words] = [
        text(
            "Turn {turn:,}, {depth} ft: {note}"
            if note.kind == "own"
            else "Turn {turn:,}, {depth} ft: {note}.",
            turn=note.turn,
            depth=note.depth * 50,
            note=note.text,
        )
        for note in game.hero.notes[-30:]
    ]
    if game.hero.last_action:
        action = Name(game.hero.last_action, given=True)
        lines += ["", text("Your last action: {action}", action=action)]
    return joined(lines, "\n") if lines else text("Nothing worth a note has happened.")
