"""Searching for treasure, and sharing out what the dice found (rules: kanthe 5)."""

from __future__ import annotations

import msgspec

from engine.common.slugs import slug
from engine.kanthe.arcana import make_arcane
from engine.kanthe.dice import find_matches
from engine.kanthe.generation import describe_hazard
from engine.kanthe.naming import capitalise, feature_name, item_name, plural, with_article
from engine.kanthe.plan import passages_at
from engine.kanthe.play import Play
from engine.kanthe.state import Feature, Hazard, KantheItem, NameItem, Opponent, ShareTreasure

_LASTING = ("pit", "covered-pit", "trap", "trap-blocked", "blocked")
PURPOSE_PAIRS = (
    "fight-persuade", "fight-evade", "fight-force", "persuade-evade", "persuade-force",
    "evade-force",
)  # fmt: skip
ITEM_KINDS = ("weapon", "armour", *PURPOSE_PAIRS)


class TreasureSource(msgspec.Struct, frozen=True):
    """Something that can be searched for treasure."""

    ref: str
    name: str
    thing: Opponent | Feature | Hazard


def sources(play: Play) -> list[TreasureSource]:
    """Return what can be searched here, or in the corridors that begin here."""
    game = play.game
    around = {passage.id for passage in passages_at(game.here, game.node)}
    found = []
    for who in game.here.opponents:
        near = who.node == game.node or who.passage in around
        open_to = who.status in ("dead", "befriended") or (who.status == "" and game.unnoticed)
        if near and open_to and not who.searched and not who.mindless:
            found.append(TreasureSource(who.name, f"the {who.creature}", who))
    for feature in game.place.features:
        if not feature.searched:
            name = feature_name(game, feature.row)
            found.append(TreasureSource(slug(name), f"the {name}", feature))
    for hazard in game.here.hazards:
        near = hazard.node == game.node or hazard.passage in around
        if near and hazard.state != "active" and hazard.kind in _LASTING and not hazard.searched:
            name = describe_hazard(play, hazard).partition(" ")[2]
            found.append(TreasureSource(hazard.name, f"the {name}", hazard))
    return found


def search_source(play: Play, source: TreasureSource) -> None:
    """Throw Challenge dice for the treasure of a body, a feature or a hazard."""
    source.thing.searched = True
    hero = play.game.hero
    faces = play.throw_challenge(hero.challenge, f"Searching {source.name}")
    matches = find_matches(faces)
    if not matches:
        play.say("There is nothing of value.")
        return
    change = source.thing.change_row if isinstance(source.thing, Opponent) else -1
    play.game.question = ShareTreasure(
        [match.value for match in matches], [match.degree for match in matches], change
    )


def take_coins(play: Play, question: ShareTreasure, value: int) -> None:
    """Take a match as coins."""
    degree = _take_match(question, value)
    play.game.hero.coins += degree
    play.say(f"You pocket {plural(degree, 'coin')}.", "found")
    _go_on(play, question)


def take_item(play: Play, question: ShareTreasure, value: int) -> None:
    """Take a match as a mundane item, which the player names."""
    degree = _take_match(question, value)
    _go_on(play, question)
    if play.game.question is not None:
        play.game.shares.append(question)
    play.game.question = NameItem(degree)


def take_arcane(play: Play, question: ShareTreasure, essence: int, action: int) -> None:
    """Take two matches as an arcane thing: its essence's word and its action's."""
    game = play.game
    _take_match(question, essence)
    _take_match(question, action)
    kind = play.content.arcane_kinds[play.one_die("Kind of arcane thing")]
    by_change = question.change_row >= 0 and kind != "scroll"
    row = question.change_row if by_change else essence
    item = make_arcane(play, kind, row, action, by_change=by_change)
    game.hero.items.append(item)
    play.say(f"You find {with_article(item_name(play, item))}.", "found")
    play.record(f"Found {with_article(item_name(play, item))}.")
    _go_on(play, question)


def _take_match(question: ShareTreasure, value: int) -> int:
    at = question.values.index(value)
    question.values.pop(at)
    return question.degrees.pop(at)


def _go_on(play: Play, question: ShareTreasure) -> None:
    play.game.question = question if question.values else None


def name_item(play: Play, question: NameItem, kind: str, name: str) -> None:
    """Add a found item under the name that the player gave it."""
    purposes = {"weapon": ("fight", "force"), "armour": ("fight", "evade")}.get(kind)
    item = KantheItem(play.new_id(), name, question.rating, purposes or tuple(kind.split("-")))
    play.game.hero.items.append(item)
    play.say(f"{capitalise(with_article(item_name(play, item)))} is yours.", "found")
    play.game.question = play.game.shares.pop() if play.game.shares else None
