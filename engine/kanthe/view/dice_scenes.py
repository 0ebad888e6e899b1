"""Scenes of the sheet: both sides' dice before a throw and after it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

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


def last_throws(play: KantheContext) -> Iterator[SheetSection]:
    """Yield what was thrown last: a throw of both sides act by act, others row by row."""
    game = play.game
    if not game.throws:
        return
    if game.scene:
        thrown = _thrown(game)
        title = next(iter(thrown.values())).purpose
        yield SheetSection(alone(title), (), tuple(_acts(game, thrown)))
        return
    rows = []
    for throw in game.throws[-MOST_THROWS:]:
        sides = MAP_SIDES if throw.side == "map" else SIDES
        side, called = _SIDES[throw.side], _called(play, throw)
        rows.append(DiceRow(alone(throw.purpose), throw.faces, side, sides, called))
    yield SheetSection(text("Dice"), (), tuple(rows))


def _called(play: KantheContext, throw: Throw) -> Words:
    """Return what the matches of a call stand for, with their degrees; "" for other throws."""
    if throw.kind in _OCCUPANTS:
        names = [row.name for row in play.content.occupants]
    elif throw.kind in _STATIONARY:
        names = [row.name for row in play.content.stationary]
    elif throw.kind in _MOBILE:
        names = [row.name for row in play.content.mobile]
    elif throw.kind == "features":
        names = play.game.domain.words["features"]
    else:
        return ""
    matches = find_matches(throw.faces)
    found = [text("{what} {degree}", what=Name(names[m.value]), degree=m.degree) for m in matches]
    return listed(found) if found else text("nothing")


_OCCUPANTS = ("occupants",)
_STATIONARY = ("corridor", "pit", "secret-door", "feature")
_MOBILE = ("mobile", "noise")


def _thrown(game: KantheState) -> dict[Side, Throw]:
    """Return the throws of both sides that the scene is of."""
    found: dict[Side, Throw] = {}
    for throw in game.throws:
        if throw.side == "challenge":
            found = {"challenge": throw}
        elif "challenge" not in found or "opposition" not in found:
            found["opposition"] = throw
    return found


def _acts(game: KantheState, thrown: dict[Side, Throw]) -> Iterator[DiceRow]:
    """Yield the matches that acted, in their order, then what is left of both sides' dice."""
    left = {side: Counter(throw.faces) for side, throw in thrown.items()}
    for act in game.scene:
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


def next_throw(play: KantheContext) -> Iterator[SheetSection]:
    """Yield both pools of the throw that the hero is before, and what may come of it."""
    game, question = play.game, play.game.question
    if game.conflict is not None and question is None:
        yield _before_a_fight(play, game.conflict)
    elif isinstance(question, Approach):
        yield _before_a_fight(play, conflict_at(game, question.node))
    elif isinstance(question, FaceHazard):
        yield _before_a_hazard(play, question)


def _before_a_fight(play: KantheContext, conflict: Conflict) -> SheetSection:
    own, against = hero_pool(play, "fight", conflict), opposition_pool(play, "fight", conflict)
    opponents = opponents_of(play, conflict)
    odds = throw_odds(play, conflict, "fight", opponents[0] if len(opponents) == 1 else None)
    need = sum(need_of(play, who, "fight") for who in opponents)
    first, last = first_to_act(odds.own, odds.against)
    more = chance_to_deal_more(odds.own, odds.against, one=play.game.variant.one_wound)
    lines = [
        text(
            "You act first {first} %, they {last} %.",
            first=as_percent(first),
            last=as_percent(last),
        ),
        text(
            "You deal about {dealt}, they {taken}; you deal more {more} %.",
            dealt=round(min(odds.dealt, need), 1),
            taken=round(min(odds.taken, health_of(play.game)), 1),
            more=as_percent(more),
        ),
        *_wounds_so_far(play, conflict),
    ]
    return SheetSection(text("A throw of a fight"), tuple(lines), _pools(play, own, against))


def _wounds_so_far(play: KantheContext, conflict: Conflict) -> Iterator[Text]:
    limit = play.game.difficulty + 1
    for who in opponents_of(play, conflict):
        if who.wounds or who.social:
            known: list[Value] = [
                text("{number} of {limit}", number=wounds(who.wounds), limit=limit)
            ]
            if who.social:
                known.append(text("persuaded {number} of {limit}", number=who.social, limit=limit))
            name = alone(creature_name(who))
            yield text("{who:The}: {known}", who=name, known=listed(known))
    if conflict.social:
        doubts, most = conflict.social, play.game.hero.challenge + 1
        yield text("Your doubts: {number} of {limit}", number=doubts, limit=most)
    for tool in tools(play):
        if tool.ref == conflict.tool:
            yield text("In use: {thing}", thing=tool.name)
        elif tool.ref == conflict.barred:
            yield text("Turned against you: {thing}", thing=tool.name)


def _before_a_hazard(play: KantheContext, question: FaceHazard) -> SheetSection:
    hazard = play.hazard(question.hazard)
    title = text("{hazard:The}", hazard=describe_hazard(play, hazard))
    if play.hazard_kind(hazard).has("bars"):
        own = force_pool(play)
        chance = as_percent(chance_to_force(total(own), hazard.strength))
        line = text(
            "{number} equal dice open it: {percent} %.", number=hazard.strength + 1, percent=chance
        )
        return SheetSection(title, (line,), _pools(play, own, []))
    own, against = hero_pool(play, "evade"), opposition_pool(play, "evade", hazard=hazard)
    landed = landings(total(own), total(against), one=play.game.variant.one_wound)
    mean = sum(number * chance for number, chance in enumerate(landed))
    avoided = text("You avoid it {percent} %.", percent=as_percent(landed[0]))
    lines = [avoided]
    if taken := round(mean, 1):
        lines.append(text("It takes about {taken} of your health.", taken=taken))
    return SheetSection(title, tuple(lines), _pools(play, own, against))


def _pools(
    play: KantheContext, own: Sequence[PoolSource], against: Sequence[PoolSource]
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
            faces = () if play.game.scene else (UNTHROWN,) * total(pool)
            rows.append(DiceRow(Text(template, facts), faces, side))
    return tuple(rows)
