"""Offers on the pages of the wizard."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from engine.contract.action import Offer
from engine.kanthe.content import WORD_LISTS, KantheContent
from engine.kanthe.dice import SIDES
from engine.kanthe.naming import beast_name, capitalise
from engine.kanthe.offer import make_offer, text_offer
from engine.kanthe.plan import MOST_SECTIONS
from engine.kanthe.setup import (
    LENGTHS,
    SLOTS,
    Page,
    current_page,
    is_filled,
    pages,
    replacements,
)
from engine.kanthe.sheets import MOST_LEVELS, MOST_ROOMS
from engine.kanthe.state import KantheGame

_FIELD_NAMES = {
    "levels": "levels", "sections": "sections a level", "rooms": "rooms an area",
    "level-rooms": "rooms an area here",
}  # fmt: skip


def setup_offers(game: KantheGame, content: KantheContent) -> list[Offer]:
    """Return what may be done on the open page, best first."""
    page = current_page(game)
    listed = pages(game)
    place = listed.index(page)
    blank = sum(not is_filled(game, each) for each in listed)
    hint = "Fill in what is blank and enter the domain." if blank else "Enter the domain."
    offers = [make_offer("begin", "Begin", hint, "answer")]
    if not is_filled(game, page) or page.key in ("domain", "hero"):
        offers.append(_step("fill", "Fill in the suggestions", "This page only."))
    if place + 1 < len(listed):
        offers.append(_step("next", f"Next: {listed[place + 1].title}"))
    if place:
        offers.append(_step("previous", f"Back: {listed[place - 1].title}"))
    offers += _page_offers(game, content, page)
    return offers


def _step(line: str, label: str, hint: str = "") -> Offer:
    return make_offer(line, label, hint, "answer", free=True)


def _page_offers(game: KantheGame, content: KantheContent, page: Page) -> Iterator[Offer]:
    if page.key == "domain":
        yield from _domain_offers(game)
    elif page.key == "modified":
        yield _step("roll", "Throw the dice again" if game.domain.modified else "Throw the dice")
        for row, beast in enumerate(game.domain.modified):
            verb = "Take away" if beast.added else "Add"
            yield _step(f"toggle {row}", f"{row}: {verb}: {beast_name(game, beast)}")
    elif page.key == "level":
        yield from _level_offers(game, content, page)
    elif page.key == "hero":
        yield from _hero_offers(game, content)
    elif page.key in WORD_LISTS and is_filled(game, page):
        words = game.domain.words[page.key]
        for word in replacements(game, content, page):
            last = words[SIDES - 1]
            yield text_offer("word", ("9", word), f"{word} instead of {last}", "Row 9.", free=True)


def _domain_offers(game: KantheGame) -> Iterator[Offer]:
    domain = game.domain
    for length, size in LENGTHS.items():
        if (domain.levels, domain.sections, domain.rooms) != size:
            words = f"{size[0]} levels, {size[1]} sections each, {size[2]} rooms an area."
            yield _step(f"size {length}", f"Size: {length.replace('-', ' ')}", words)
    yield from _stepper("levels", domain.levels, 1, MOST_LEVELS)
    yield from _stepper("sections", domain.sections, 1, MOST_SECTIONS)
    yield from _stepper("rooms", domain.rooms, 1, MOST_ROOMS)
    if domain.ruins:
        yield _step("set ruins no", "Skip the ruins", "Start on level 1.")
    else:
        yield _step("set ruins yes", "Start in the ruins", "Level 0, Difficulty 5.")


def _stepper(field: str, value: int, least: int, most: int) -> Iterator[Offer]:
    for number, sign in ((value - 1, "-"), (value + 1, "+")):
        if least <= number <= most:
            offer = _step(f"set {field} {number}", f"{sign} {_FIELD_NAMES[field]}: {number}")
            yield msgspec.structs.replace(offer, stepper=field, lowers=sign == "-")


def _level_offers(game: KantheGame, content: KantheContent, page: Page) -> Iterator[Offer]:
    sheet = game.sheets[page.level]
    yield from _stepper("level-rooms", sheet.rooms, 0, MOST_ROOMS)
    if game.domain.modified:
        yield _step("roll", "Main creature: one die", "A row of the modified beasts.")
    for creature in content.words["creatures"]:
        if creature != sheet.main:
            line = ("main", creature)
            yield text_offer("write", line, f"Main creature: {creature}", free=True)
    for creature in content.words["creatures"]:
        if creature not in (sheet.main, sheet.alternate):
            line = ("alternate", creature)
            yield text_offer("write", line, f"Alternate creature: {creature}", free=True)


def _hero_offers(game: KantheGame, content: KantheContent) -> Iterator[Offer]:
    carried = [item.name for item in game.kit]
    for place, slot in enumerate(SLOTS):
        wanted = slot if slot in ("weapon", "armour") else "other"
        for ware in content.wares.values():
            if ware.kind != wanted or ware.name in carried:
                continue
            uses = "-".join(ware.purposes)
            label = f"{ware.name} instead of {game.kit[place].name}"
            yield text_offer(
                "equip", (slot, uses, ware.name), label, f"{capitalise(slot)}: {uses}.", free=True
            )
