"""Offers on the pages of the wizard."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.action import Offer
from engine.contract.texts import Name, Text, Words, counted, text
from engine.kanthe.data.content import SLOTS, WORD_LISTS, KantheContent
from engine.kanthe.dice import SIDES
from engine.kanthe.map.level_plan import MOST_SECTIONS
from engine.kanthe.rules.names import beast_name
from engine.kanthe.rules.offer_making import make_offer, text_offer
from engine.kanthe.setup.design_sheets import MOST_LEVELS, MOST_ROOMS
from engine.kanthe.setup.wizard import (
    LENGTH_WORDS,
    LENGTHS,
    SLOT_WORDS,
    SetupPage,
    current_page,
    is_filled,
    pages,
    replacements,
    starting_kit,
)
from engine.kanthe.state import KantheState
from engine.kanthe.words import purposes

_LESS = {
    "levels": "- levels: {number}",
    "sections": "- sections a level: {number}",
    "rooms": "- rooms an area: {number}",
    "level-rooms": "- rooms an area here: {number}",
}
_MORE = {
    "levels": "+ levels: {number}",
    "sections": "+ sections a level: {number}",
    "rooms": "+ rooms an area: {number}",
    "level-rooms": "+ rooms an area here: {number}",
}


def setup_offers(state: KantheState, content: KantheContent) -> list[Offer]:
    """Return what may be done on the open page, best first."""
    page = current_page(state)
    listed = pages(state)
    place = listed.index(page)
    blank = sum(not is_filled(state, each) for each in listed)
    hint = text("Enter the domain.")
    if blank:
        hint = text("Fill in what is blank and enter the domain.")
    offers = [make_offer("begin", text("Begin"), hint, "answer")]
    if place + 1 < len(listed):
        offers.append(_step("next", text("Next"), _sentence(listed[place + 1].title)))
    if place:
        offers.append(_step("previous", text("Back"), _sentence(listed[place - 1].title)))
    if page.key == "domain":
        hint = text("Another name and theme.")
        offers.append(_step("fill", text("Suggest another domain"), hint))
    elif page.key != "modified" and not is_filled(state, page):
        hint = text("This page only.")
        offers.append(_step("fill", text("Fill in the suggestions"), hint))
    elif page.key == "hero" and state.kit != starting_kit(content):
        offers.append(_step("fill", text("Take the suggested items"), text("As at the start.")))
    offers += _page_offers(state, content, page)
    return offers


def _step(line: str, label: Text, hint: Words = "") -> Offer:
    return make_offer(line, label, hint, "answer", free=True)


def _sentence(title: Text) -> Text:
    return text("{title}.", title=title)


def _page_offers(state: KantheState, content: KantheContent, page: SetupPage) -> Iterator[Offer]:
    if page.key == "domain":
        yield from _domain_offers(state)
    elif page.key == "modified":
        again = text("Throw the dice again")
        yield _step("roll", again if state.domain.modified else text("Throw the dice"))
        for row, beast in enumerate(state.domain.modified):
            template = "{row}: Take away: {beast}" if beast.added else "{row}: Add: {beast}"
            label = Text(template, {"row": row, "beast": beast_name(state, beast)})
            yield _step(f"toggle {row}", label)
    elif page.key == "level":
        yield from _level_offers(state, content, page)
    elif page.key == "hero":
        yield from _hero_offers(state, content)
    elif page.key in WORD_LISTS and is_filled(state, page):
        words = state.domain.words[page.key]
        for word in replacements(state, content, page):
            label = _instead(word, words[SIDES - 1])
            yield text_offer("word", ("9", word), label, text("Row 9."))


def _instead(new: str, old: str) -> Text:
    return text("{new} instead of {old}", new=Name(new), old=Name(old))


def _domain_offers(state: KantheState) -> Iterator[Offer]:
    domain = state.domain
    for length, size in LENGTHS.items():
        if (domain.levels, domain.sections, domain.rooms) != size:
            levels, sections, rooms = size
            hint = text(
                "{levels}, {sections} each, {rooms} an area.",
                levels=counted(levels, "{number} level", "{number} levels"),
                sections=counted(sections, "{number} section", "{number} sections"),
                rooms=counted(rooms, "{number} room", "{number} rooms"),
            )
            label = text("Size: {length}", length=LENGTH_WORDS[length])
            yield _step(f"size {length}", label, hint)
    yield from _less_and_more("levels", domain.levels, 1, MOST_LEVELS)
    yield from _less_and_more("sections", domain.sections, 1, MOST_SECTIONS)
    yield from _less_and_more("rooms", domain.rooms, 1, MOST_ROOMS)
    if domain.ruins:
        yield _step("set ruins no", text("Skip the ruins"), text("Start on level 1."))
    else:
        yield _step("set ruins yes", text("Start in the ruins"), text("Level 0, Difficulty 5."))


def _less_and_more(field: str, value: int, least: int, most: int) -> Iterator[Offer]:
    shorter, longer = text("A shorter game."), text("A longer game.")
    for number, words, hint in ((value - 1, _LESS, shorter), (value + 1, _MORE, longer)):
        if least <= number <= most:
            yield _step(f"set {field} {number}", Text(words[field], {"number": number}), hint)


def _level_offers(state: KantheState, content: KantheContent, page: SetupPage) -> Iterator[Offer]:
    sheet = state.sheets[page.level]
    yield from _less_and_more("level-rooms", sheet.rooms, 0, MOST_ROOMS)
    if state.domain.modified:
        hint = text("A row of the modified beasts.")
        yield _step("roll", text("Main creature: one die"), hint)
    for creature in content.words["creatures"]:
        if creature != sheet.main:
            label = text("Main creature: {creature}", creature=Name(creature))
            yield text_offer("write", ("main", creature), label)
    for creature in content.words["creatures"]:
        if creature not in (sheet.main, sheet.alternate):
            label = text("Alternate creature: {creature}", creature=Name(creature))
            yield text_offer("write", ("alternate", creature), label)


def _hero_offers(state: KantheState, content: KantheContent) -> Iterator[Offer]:
    carried = [item.name for item in state.kit]
    for place, slot in enumerate(SLOTS):
        wanted = content.wares[content.kit[place]].kind
        for ware in content.wares.values():
            if ware.kind != wanted or ware.name in carried:
                continue
            uses = "-".join(ware.purposes)
            label = _instead(ware.name, state.kit[place].name)
            hint = text(
                "{slot:The}: {purposes}.", slot=SLOT_WORDS[slot], purposes=purposes(ware.purposes)
            )
            yield text_offer("equip", (slot, uses, ware.name), label, hint)
