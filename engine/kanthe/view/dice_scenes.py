"""Scenes of the sheet: both sides' dice before a throw and after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import fsum

from engine.common.distributions import as_percent
from engine.contract.texts import Name, Text, Value, Words, cut_words, listed, text
from engine.contract.view import UNTHROWN, DiceRow, DiceSide, SheetSection
from engine.kanthe.dice import MAP_SIDES, SIDES, find_matches
from engine.kanthe.encounters.finds import describe_hazard
from engine.kanthe.encounters.hazards import force_pool
from engine.kanthe.encounters.odds import health_of, need_of, throw_odds
from engine.kanthe.encounters.pools import (
    PoolSource,
    describe_sources,
    hero_pool,
    opponents_of,
    opposition_pool,
    tools,
    total,
)
from engine.kanthe.encounters.presence import conflict_at
from engine.kanthe.pool_odds import chance_to_deal_more, chance_to_force, first_to_act, landings
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import creature_name
from engine.kanthe.state import Approach, Conflict, FaceHazard, KantheState, Throw
from engine.kanthe.words import Side, alone, wounds

MOST_THROWS = 4  # that the sheet shows
_WIDTH = 60  # letters a line
_SIDES: dict[Side, DiceSide] = {"challenge": "own", "opposition": "other", "map": "neutral"}


def describe_throw(throw: Throw) -> Words:
    """Return what a throw was for, and its matches."""
    if throw.side == "map" or len(throw.faces) < 2:
        return cut_words(alone(throw.purpose), _WIDTH)
    found = ", ".join(str(match) for match in find_matches(throw.faces)) or text("no match")
    return cut_words(text("{purpose}: {told}", purpose=throw.purpose, told=found), _WIDTH)


def last_throws(game: KantheContext) -> Iterator[SheetSection]:
    """Yield what was thrown last: a throw of both sides act by act, others row by row."""
    state = game.state
    if not state.throws:
        return
    if state.scene:
        thrown = _thrown(state)
        title = next(iter(thrown.values())).purpose
        yield SheetSection(alone(title), (), tuple(_acts(state, thrown)))
        return
    rows = []
    for throw in state.throws[-MOST_THROWS:]:
        sides = MAP_SIDES if throw.side == "map" else SIDES
        side, called = _SIDES[throw.side], _called(game, throw)
        rows.append(DiceRow(alone(throw.purpose), throw.faces, side, sides, called))
    yield SheetSection(text("Dice"), (), tuple(rows))


def _called(game: KantheContext, throw: Throw) -> Words:
    """Return what the matches of a call stand for, with their degrees; "" for other throws."""
    if throw.kind in _OCCUPANTS:
        names = [row.name for row in game.content.occupants]
    elif throw.kind in _STATIONARY:
        names = [row.name for row in game.content.stationary]
    elif throw.kind in _MOBILE:
        names = [row.name for row in game.content.mobile]
    elif throw.kind == "features":
        names = game.state.domain.words["features"]
    else:
        return ""
    matches = find_matches(throw.faces)
    found = [text("{what} {degree}", what=Name(names[m.value]), degree=m.degree) for m in matches]
    return listed(found) if found else text("nothing")


_OCCUPANTS = ("occupants",)
_STATIONARY = ("corridor", "pit", "secret-door", "feature")
_MOBILE = ("mobile", "noise")


def _thrown(state: KantheState) -> dict[Side, Throw]:
    """Return the throws of both sides that the scene is of."""
    found: dict[Side, Throw] = {}
    for throw in state.throws:
        if throw.side == "challenge":
            found = {"challenge": throw}
        elif "challenge" not in found or "opposition" not in found:
            found["opposition"] = throw
    return found


def _acts(state: KantheState, thrown: dict[Side, Throw]) -> Iterator[DiceRow]:
    """Yield the matches that acted, in their order, then what is left of both sides' dice."""
    left = {side: Counter(throw.faces) for side, throw in thrown.items()}
    for act in state.scene:
        if act.side in left:
            left[act.side] -= Counter({act.value: act.degree})
        yield DiceRow("", (act.value,) * act.degree, _SIDES[act.side], result=act.result)
    for side, counts in left.items():
        if rest := tuple(sorted(counts.elements())):
            yield DiceRow(_LEFT[side], rest, _SIDES[side])


_LEFT: dict[Side, Text] = {
    "challenge": text("Yours, without effect"),
    "opposition": text("Theirs, without effect"),
}


# ------------------------------------------------------------------ before a throw


def next_throw(game: KantheContext) -> Iterator[SheetSection]:
    """Yield both pools of the throw that the hero is before, and what may come of it."""
    state, question = game.state, game.state.question
    if state.conflict is not None and question is None:
        yield _before_a_fight(game, state.conflict)
    elif isinstance(question, Approach):
        yield _before_a_fight(game, conflict_at(state, question.node))
    elif isinstance(question, FaceHazard):
        yield _before_a_hazard(game, question)


def _before_a_fight(game: KantheContext, conflict: Conflict) -> SheetSection:
    own, against = hero_pool(game, "fight", conflict), opposition_pool(game, "fight", conflict)
    opponents = opponents_of(game, conflict)
    odds = throw_odds(game, conflict, "fight", opponents[0] if len(opponents) == 1 else None)
    need = sum(need_of(game, who, "fight") for who in opponents)
    first, last = first_to_act(odds.own, odds.against)
    more = chance_to_deal_more(odds.own, odds.against, one=game.state.variant.one_wound)
    lines = [
        text(
            "You act first {first} %, they {last} %.",
            first=as_percent(first),
            last=as_percent(last),
        ),
        text(
            "You deal about {dealt}, they {taken}; you deal more {more} %.",
            dealt=round(min(odds.dealt, need), 1),
            taken=round(min(odds.taken, health_of(game.state)), 1),
            more=as_percent(more),
        ),
        *_wounds_so_far(game, conflict),
    ]
    return SheetSection(text("A throw of a fight"), tuple(lines), _pools(game, own, against))


def _wounds_so_far(game: KantheContext, conflict: Conflict) -> Iterator[Text]:
    limit = game.state.difficulty + 1
    for who in opponents_of(game, conflict):
        if who.wounds or who.social:
            known: list[Value] = [
                text("{number} of {limit}", number=wounds(who.wounds), limit=limit)
            ]
            if who.social:
                known.append(text("persuaded {number} of {limit}", number=who.social, limit=limit))
            name = alone(creature_name(who))
            yield text("{who:The}: {known}", who=name, known=listed(known))
    if conflict.social:
        doubts, most = conflict.social, game.state.hero.challenge + 1
        yield text("Your doubts: {number} of {limit}", number=doubts, limit=most)
    for tool in tools(game):
        if tool.ref == conflict.tool:
            yield text("In use: {thing}", thing=tool.name)
        elif tool.ref == conflict.barred:
            yield text("Turned against you: {thing}", thing=tool.name)


def _before_a_hazard(game: KantheContext, question: FaceHazard) -> SheetSection:
    hazard = game.hazard(question.hazard)
    title = text("{hazard:The}", hazard=describe_hazard(game, hazard))
    if game.hazard_kind(hazard).has("bars"):
        own = force_pool(game)
        chance = as_percent(chance_to_force(total(own), hazard.strength))
        line = text(
            "{number} equal dice open it: {percent} %.", number=hazard.strength + 1, percent=chance
        )
        return SheetSection(title, (line,), _pools(game, own, []))
    own, against = hero_pool(game, "evade"), opposition_pool(game, "evade", hazard=hazard)
    landed = landings(total(own), total(against), one=game.state.variant.one_wound)
    mean = fsum(number * chance for number, chance in enumerate(landed))
    avoided = text("You avoid it {percent} %.", percent=as_percent(landed[0]))
    lines = [avoided]
    if taken := round(mean, 1):
        lines.append(text("It takes about {taken} of your health.", taken=taken))
    return SheetSection(title, tuple(lines), _pools(game, own, against))


def _pools(
    game: KantheContext, own: Sequence[PoolSource], against: Sequence[PoolSource]
) -> tuple[DiceRow, ...]:
    """Return both pools; without their dice while the last throw is shown act by act."""
    rows = []
    sides: tuple[tuple[Sequence[PoolSource], str, DiceSide], ...] = (
        (own, "You {dice}: {sources}", "own"),
        (against, "They {dice}: {sources}", "other"),
    )
    for pool, template, side in sides:
        if pool:
            facts: dict[str, Value] = {
                "dice": total(pool),
                "sources": listed(describe_sources(pool)),
            }
            faces = () if game.state.scene else (UNTHROWN,) * total(pool)
            rows.append(DiceRow(Text(template, facts), faces, side))
    return tuple(rows)
