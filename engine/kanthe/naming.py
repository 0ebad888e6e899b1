"""Names of things and places, as sentences and actions use them."""

from __future__ import annotations

from engine.common.slugs import slug
from engine.kanthe.geometry import SIDE_NAMES
from engine.kanthe.play import Play
from engine.kanthe.state import Door, KantheGame, KantheItem, KantheLevel, Modified, Node

_VOWELS = "aeiou"


def with_article(name: str) -> str:
    """Return a noun with "a" or "an" before it."""
    return f"{'an' if name[:1].casefold() in _VOWELS else 'a'} {name}"


def plural(count: int, noun: str) -> str:
    """Return a count with its noun: "1 coin", "3 coins"."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def join_words(words: list[str]) -> str:
    """Return words as a list in a sentence: "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def capitalise(text: str) -> str:
    """Return a text whose first letter is a capital."""
    return text[:1].upper() + text[1:]


# ------------------------------------------------------------------------- items


def essence_word(game: KantheGame, item: KantheItem) -> str:
    """Return the word of an arcane thing (no scroll) that stands for its essence."""
    words = game.domain.words["changes" if item.by_change else "colours"]
    return words[item.essence_row]


def action_word(game: KantheGame, item: KantheItem) -> str:
    """Return the word of an arcane thing that stands for its action; "" for boots."""
    if item.action_row < 0:
        return ""
    return game.domain.words["qualities" if item.arcane == "potion" else "motifs"][item.action_row]


def phrase(game: KantheGame, item: KantheItem) -> str:
    """Return the descriptive phrase of an arcane thing, without its noun: "red snakes"."""
    return f"{essence_word(game, item)} {action_word(game, item)}".strip().casefold()


def scroll_words(play: Play, item: KantheItem) -> tuple[str, str]:
    """Return the two words on a scroll: "Jalya", "Denvo"."""
    stems = play.content.essence_stems, play.content.action_stems
    rows = item.essence_row, item.action_row
    first, second = (
        (letter + column[row]).capitalize()
        for letter, column, row in zip(item.letters, stems, rows, strict=True)
    )
    return first, second


def item_name(play: Play, item: KantheItem) -> str:
    """Return what an item is called: "Sword 2", "scroll of Jalya Dulvo", "red snakes wand"."""
    if not item.arcane:
        return item.name + (f" {item.rating}" if item.rating > 1 else "")
    if item.arcane == "scroll":
        kind = "spell" if item.spell else "scroll"
        return f"{kind} of {' '.join(scroll_words(play, item))}"
    return f"{phrase(play.game, item)} {item.arcane}"


def gear(game: KantheGame) -> list[KantheItem]:
    """Return what the hero can use: of mundane items of one name only the best."""
    best: dict[str, KantheItem] = {}
    kept: list[KantheItem] = []
    for item in game.hero.items:
        if item.arcane:
            kept.append(item)
        elif item.name not in best or best[item.name].rating < item.rating:
            best[item.name] = item
    return [*best.values(), *kept]


def item_refs(play: Play) -> dict[str, KantheItem]:
    """Return the hero's gear by the words that actions name it by; equal names get a number."""
    refs: dict[str, KantheItem] = {}
    for item in gear(play.game):
        own = ref = slug(item_name(play, item).replace("'", ""))
        number = 1
        while ref in refs:
            number += 1
            ref = f"{own}-no{number}"
        refs[ref] = item
    return refs


# ------------------------------------------------------------------------- places and beasts


def beast_name(game: KantheGame, beast: Modified) -> str:
    """Return the name of a modified beast: "wolf with horns"."""
    words = game.domain.words
    base = words["beasts"][beast.beast].casefold() if words["beasts"] else f"beast {beast.beast}"
    change = f"change {beast.change}"
    if words["changes"]:
        change = words["changes"][beast.change].casefold()
    return f"{base} {'with' if beast.added else 'without'} {change}"


def feature_name(game: KantheGame, row: int) -> str:
    """Return the name of a stationary feature, in lower case."""
    return game.domain.words["features"][row].casefold()


def level_name(number: int) -> str:
    """Return what a level is called."""
    return "the ruins" if number == 0 else f"level {number}"


def place_name(level: KantheLevel, node: Node) -> str:
    """Return what a place is called: "room 3", "a fork in the corridor"."""
    if node.kind == "room":
        return f"room {node.number}"
    if node.kind == "start":
        return "the starting room"
    if node.kind == "junction":
        return "a fork in the corridor"
    if node.kind == "end":
        return "a dead end"
    return "an unknown area" if node.waiting else "between two areas"


def node_ref(node: Node) -> str:
    """Return the word that actions name a room by: "room-3", "start"."""
    return f"room-{node.number}" if node.kind == "room" else node.kind


def door_name(door: Door) -> str:
    """Return what a door is called: "the north door"."""
    return f"the {SIDE_NAMES[door.wall]} door"
