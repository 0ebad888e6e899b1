"""Hazards that are not alive: meeting, evading, forcing and clearing them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.facts import Blocked, Own, SeatRef
from engine.contract.texts import Text, text
from engine.kanthe.dice import best_degree, find_matches
from engine.kanthe.encounters.conflict import show_evasion, throw_pools
from engine.kanthe.encounters.finds import describe_hazard, find_hazard
from engine.kanthe.encounters.pools import (
    PoolSource,
    describe_sources,
    hero_pool,
    opposition_pool,
    total,
)
from engine.kanthe.map.level_plan import other_end, passages_at
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.state import (
    ArcaneEffect,
    CallMobile,
    FaceHazard,
    Hazard,
    MeetHazard,
    MeetOpponents,
    Opponent,
    TakeWound,
    Task,
    Walk,
)
from engine.kanthe.words import ThrowKind, wounds


def meet_hazard(play: KantheContext, number: int) -> None:
    """Ask what to do about a hazard that is still there."""
    hazard = play.hazard(number)
    kind = play.hazard_kind(hazard)
    if hazard.state != "active" or kind.has("footing"):
        return
    seen = kind.has("bars") or (kind.has("open") and hazard.passage >= 0)
    play.game.question = FaceHazard(number, may_turn=seen)


def evade_hazard(play: KantheContext, hazard: Hazard) -> None:
    """Throw to avoid a hazard; what beats the hero's best degree lands."""
    own, against = hero_pool(play, "evade"), opposition_pool(play, "evade", hazard=hazard)
    mine, theirs = throw_pools(play, "evade", own, against)
    play.game.hero.boost = 0
    best = best_degree(mine)
    show_evasion(play, mine, theirs)
    landed = [match.degree for match in find_matches(theirs) if match.degree > best]
    for match in find_matches(theirs):
        if match.degree > best:
            taken = text("{wounds} to you", wounds=wounds(play.wounds_of(match.degree)))
            play.show("opposition", match.value, match.degree, taken)
    if not landed:
        words = text("You avoid {hazard}.", hazard=describe_hazard(play, hazard))
        play.tell(words, "end", Own("avoided", SeatRef(0), hazard.kind))
    _after_contact(play, hazard, landed)


def take_hazard(play: KantheContext, hazard: Hazard) -> None:
    """Let a hazard deal its strength."""
    _after_contact(play, hazard, [hazard.strength])


def _after_contact(play: KantheContext, hazard: Hazard, landed: list[int]) -> None:
    """Let wounds land, and go on with what the hazard does then."""
    tasks: list[Task] = []
    cause = cause_of_wounds(play, hazard)
    tasks += [TakeWound(degree, cause) for degree in landed]
    kind = play.hazard_kind(hazard)
    if kind.has("repeats") and landed:
        tasks.append(MeetHazard(hazard.id))
    else:
        hazard.state = "passed" if kind.has("stays") else "gone"
    if kind.has("pit") and landed:
        for found in inside_pit(play, hazard):
            tasks += meetings_of(play, found)
    play.game.tasks += reversed(tasks)


def cause_of_wounds(play: KantheContext, hazard: Hazard) -> Text:
    """Return what wounds whom a hazard catches: "a fall in the dark", "a gust of fire"."""
    if play.hazard_kind(hazard).has("pit"):
        return text("a fall in the dark")
    return describe_hazard(play, hazard)


def inside_pit(play: KantheContext, pit: Hazard) -> Iterator[Hazard | Opponent | None]:
    """Throw for what waits in a pit, and yield it; pits in a pit do not count."""
    for match in find_matches(play.throw_opposition(pit.strength, "pit")):
        row = play.content.stationary[match.value]
        hazard = play.content.hazards.get(row.kind) if row.effect == "hazard" else None
        if hazard is None or not hazard.has("pit"):
            yield find_hazard(play, row, match.degree, node=pit.node, passage=pit.passage)


def meetings_of(play: KantheContext, found: Hazard | Opponent | None) -> list[Task]:
    """Return the meetings that something just found leads to."""
    if isinstance(found, Opponent):
        return [MeetOpponents([found.id])] if found.attacks else []
    if found is None or play.hazard_kind(found).has("footing"):
        return []
    if play.hazard_kind(found).has("bars"):
        bar_way(play, found)
        return []
    return [MeetHazard(found.id)]


def bar_way(play: KantheContext, hazard: Hazard) -> None:
    """Put a flood or a blockage on the way ahead: the next passage of the walk, else one that does
    not lead back."""
    game = play.game
    hazard.node = -1
    ahead = [t.passages[0] for t in game.tasks if isinstance(t, Walk) and t.passages]
    if ahead:
        hazard.passage = ahead[-1]
        return
    around = passages_at(game.here, game.node)
    onward = [p for p in around if other_end(p, game.node) != game.previous] or around
    if onward:
        hazard.passage = onward[-1].id
    else:
        hazard.state = "gone"


# ------------------------------------------------------------------------- forcing


def force_pool(play: KantheContext) -> list[PoolSource]:
    """Return the hero's dice for forcing something."""
    return hero_pool(play, "force")


def throw_force(play: KantheContext, degree: int, kind: ThrowKind) -> int:
    """Throw to force something open, and return the best degree: it gives way if that is higher
    than its own. Failing is noise."""
    pool = force_pool(play)
    faces = play.throw_challenge(total(pool), kind, describe_sources(pool))
    play.game.hero.boost = 0
    best = best_degree(faces)
    for match in find_matches(faces):
        result = text("opens it") if match.degree > degree else text("too few")
        play.show("challenge", match.value, match.degree, result)
    if best > degree:
        return best
    words = text("It holds: you need {number} equal dice.", number=degree + 1)
    play.tell(words, "fight", Blocked(SeatRef(0), kind))
    play.game.tasks.append(CallMobile(noise=True))
    return best


def force_hazard(play: KantheContext, hazard: Hazard) -> None:
    """Try to force a barred way; a match that is too low for it takes one from its strength, so
    that no way is barred for good."""
    play.game.tasks.append(MeetHazard(hazard.id))
    best = throw_force(play, hazard.strength, "way")
    if best > hazard.strength:
        hazard.state = "gone"
        play.tell(text("The way is free."), "end", Own("cleared", SeatRef(0), hazard.kind))
    elif best:
        hazard.strength -= 1
        words = text(
            "A part of it gives way: its strength is {number} now.", number=hazard.strength
        )
        play.tell(words, "fight", Own("weakened", SeatRef(0), hazard.kind))


def clears(play: KantheContext, effect: ArcaneEffect, hazard: Hazard) -> bool:
    """Return whether an effect overcomes a hazard without a throw."""
    return not play.heals(effect) and effect.essence == hazard.essence
