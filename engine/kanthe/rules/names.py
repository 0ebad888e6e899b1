"""Names of things and places, as sentences and actions use them."""

from __future__ import annotations

from engine.common.slugs import slug
from engine.contract.texts import Name, Text, Value, text, typed
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.state import Door, KantheItem, KantheState, Modified, Node, Opponent
from engine.kanthe.words import DOORS, alone

# ------------------------------------------------------------------------- items


def essence_word(state: KantheState, item: KantheItem) -> str:
    """Return the word of an arcane thing (no scroll) that stands for its essence."""
    words = state.domain.words["changes" if item.by_change else "colours"]
    return words[item.essence_row]


def action_word(game: KantheContext, item: KantheItem) -> str:
    """Return the word of an arcane thing that stands for its action; "" where that is fixed."""
    if item.action_row < 0:
        return ""
    words = "qualities" if game.method_of(item).has("qualities") else "motifs"
    return game.state.domain.words[words][item.action_row]


def phrase(game: KantheContext, item: KantheItem) -> str:
    """Return the descriptive phrase of an arcane thing, without its noun: "red snakes"."""
    return f"{essence_word(game.state, item)} {action_word(game, item)}".strip().casefold()


def phrase_name(state: KantheState, words: str) -> Name:
    """Return a phrase of arcane things as a name of the words that it is made of, where they stand
    on the Domain sheet."""
    lists = {key: [word.casefold() for word in each] for key, each in state.domain.words.items()}
    for essence in (*lists["colours"], *lists["changes"]):
        if words == essence:
            return Name(essence)
        for action in (*lists["motifs"], *lists["qualities"]):
            if words == f"{essence} {action}":
                return looks_of(essence, action)
    return typed(words)


def looks_of(essence: str, action: str) -> Name:
    """Return a phrase of two words as a name: "red snakes"."""
    facts: dict[str, Value] = {
        "essence": Name(essence.casefold()),
        "action": Name(action.casefold()),
    }
    return Name("{essence} {action}", proper=True, facts=facts)


def scroll_words(game: KantheContext, item: KantheItem) -> tuple[Name, Name]:
    """Return the two words on a scroll, made of letters: "Jalya", "Denvo"."""
    stems = game.content.essence_stems, game.content.action_stems
    rows = item.essence_row, item.action_row
    first, second = (
        typed((letter + column[row]).capitalize())
        for letter, column, row in zip(item.letters, stems, rows, strict=True)
    )
    return first, second


def item_name(game: KantheContext, item: KantheItem) -> Name:
    """Return what an item is called: "Sword 2", "scroll of Jalya Dulvo", "red snakes wand"."""
    if not item.arcane:
        if item.rating < 2:
            return Name(item.name)
        return Name("{item} {rating}", facts={"item": Name(item.name), "rating": item.rating})
    method, facts = game.method_of(item), words_of(game, item)
    if item.by_change:
        facts["change"] = facts.pop("essence")
        return Name(method.change_word, facts=facts)
    return Name(method.spell_word if item.spell else method.word, facts=facts)


def words_of(game: KantheContext, item: KantheItem) -> dict[str, Value]:
    """Return the words of an arcane thing that stand for its essence and, where it is not fixed,
    its action."""
    if game.method_of(item).has("letters"):
        essence, action = scroll_words(game, item)
        return {"essence": essence, "action": action}
    found = {"essence": essence_word(game.state, item), "action": action_word(game, item)}
    return {half: Name(word.casefold()) for half, word in found.items() if word}


def item_ref(game: KantheContext, item: KantheItem) -> str:
    """Return the word that actions name an item by: "sword-2", "red-snakes-wand"."""
    if not item.arcane:
        words = item.name if item.rating < 2 else f"{item.name} {item.rating}"
    else:
        words = str(item_name(game, item))
    return slug(words.replace("'", ""))


def gear(state: KantheState) -> list[KantheItem]:
    """Return what the hero can use: of mundane items of one name only the best."""
    best: dict[str, KantheItem] = {}
    kept: list[KantheItem] = []
    for item in state.hero.items:
        if item.arcane:
            kept.append(item)
        elif item.name not in best or best[item.name].rating < item.rating:
            best[item.name] = item
    return [*best.values(), *kept]


def item_refs(game: KantheContext) -> dict[str, KantheItem]:
    """Return the hero's gear by the words that actions name it by; equal names get a number."""
    refs: dict[str, KantheItem] = {}
    for item in gear(game.state):
        own = ref = item_ref(game, item)
        number = 1
        while ref in refs:
            number += 1
            ref = f"{own}-no{number}"
        refs[ref] = item
    return refs


# ------------------------------------------------------------------------- places and beasts


def domain_name(state: KantheState) -> Name:
    """Return the domain's name; those that are suggested have one in each language."""
    return Name(state.domain.name, proper=True)


def people_name(state: KantheState, written: str) -> Name:
    """Return the name of a creature of a Level sheet, which may be a modified beast."""
    word = written.casefold()
    beasts = (beast_name(state, beast) for beast in state.domain.modified)
    return next((beast for beast in beasts if str(beast) == word), Name(word))


def people_title(state: KantheState, written: str) -> Value:
    """Return a creature of a Level sheet as it is written there."""
    name = people_name(state, written)
    return text("{name:The}", name=alone(name)) if name.facts else Name(written)


def creature_name(who: Opponent) -> Name:
    """Return what an opponent is called: "goblin warrior"."""
    return Name(who.creature) if isinstance(who.creature, str) else who.creature


def beast_name(state: KantheState, beast: Modified) -> Name:
    """Return the name of a modified beast: "wolf with horns"."""
    words = state.domain.words
    base = Name("beast {row}", facts={"row": beast.beast})
    if words["beasts"]:
        base = Name(words["beasts"][beast.beast].casefold())
    change = Name("change {row}", facts={"row": beast.change})
    if words["changes"]:
        change = Name(words["changes"][beast.change].casefold())
    facts: dict[str, Value] = {"beast": base, "change": change}
    if beast.added:
        return Name("{beast} with {change}", facts=facts)
    return Name("{beast} without {change}", facts=facts)


def feature_name(state: KantheState, row: int) -> Name:
    """Return the name of a stationary feature, in lower case."""
    return Name(feature_word(state, row))


def feature_word(state: KantheState, row: int) -> str:
    """Return the word of a stationary feature, in lower case."""
    return state.domain.words["features"][row].casefold()


def feature_ref(state: KantheState, row: int) -> str:
    """Return the word that actions name a feature by: "trapdoor-above"."""
    return slug(feature_word(state, row))


def level_name(number: int) -> Text:
    """Return what a level is called."""
    if number:
        return text("level {number}", number=number)
    return text("{place:the}", place=Name("ruins"))


def place_name(node: Node) -> Text:
    """Return what a place is called: "room 3", "a fork in the corridor"."""
    if node.kind == "room":
        return text("room {number}", number=node.number)
    if node.kind == "start":
        return text("{place:the}", place=Name("starting room"))
    if node.kind == "junction":
        return text("{place:a}", place=Name("fork in the corridor"))
    if node.kind == "end":
        return text("{place:a}", place=Name("dead end"))
    if node.waiting:
        return text("{place:a}", place=Name("unknown area"))
    return text("between two areas")


def node_ref(node: Node) -> str:
    """Return the word that actions name a room by: "room-3", "start"."""
    return f"room-{node.number}" if node.kind == "room" else node.kind


def door_name(door: Door) -> Text:
    """Return what a door is called: "the north door"."""
    return DOORS[door.wall]
