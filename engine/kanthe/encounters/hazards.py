"""Hazards that are not alive: meeting, evading, forcing and clearing them."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.facts import Blocked, Own, SeatRef
from engine.contract.texts import Name, Text, text
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


def meet_hazard(game: KantheContext, number: int) -> None:
    """Ask what to do about a hazard that is still there."""
    hazard = game.hazard(number)
    kind = game.hazard_kind(hazard)
    if hazard.state != "active" or kind.has("footing"):
        return
    seen = kind.has("bars") or (kind.has("open") and hazard.passage >= 0)
    game.state.question = FaceHazard(number, may_turn=seen)


def evade_hazard(game: KantheContext, hazard: Hazard) -> None:
    """Throw to avoid a hazard; what beats the hero's best degree lands."""
    own, against = hero_pool(game, "evade"), opposition_pool(game, "evade", hazard=hazard)
    mine, theirs = throw_pools(game, "evade", own, against)
    game.state.hero.boost = 0
    best = best_degree(mine)
    show_evasion(game, mine, theirs)
    landed = [match.degree for match in find_matches(theirs) if match.degree > best]
    for match in find_matches(theirs):
        if match.degree > best:
            taken = text("{wounds} to you", wounds=wounds(game.wounds_of(match.degree)))
            game.show("opposition", match.value, match.degree, taken)
    if not landed:
        words = text("You avoid {hazard}.", hazard=describe_hazard(game, hazard))
        game.tell(words, "end", Own("avoided", SeatRef(0), hazard.kind))
    _after_contact(game, hazard, landed)


def take_hazard(game: KantheContext, hazard: Hazard) -> None:
    """Let a hazard deal its strength."""
    _after_contact(game, hazard, [hazard.strength])


def _after_contact(game: KantheContext, hazard: Hazard, landed: list[int]) -> None:
    """Let wounds land, and go on with what the hazard does then."""
    tasks: list[Task] = []
    cause = cause_of_wounds(game, hazard)
    tasks += [TakeWound(degree, cause) for degree in landed]
    kind = game.hazard_kind(hazard)
    if kind.has("repeats") and landed:
        tasks.append(MeetHazard(hazard.id))
    else:
        hazard.state = "passed" if kind.has("stays") else "gone"
    if kind.has("pit") and landed:
        for found in inside_pit(game, hazard):
            tasks += meetings_of(game, found)
    game.state.tasks += reversed(tasks)


def cause_of_wounds(game: KantheContext, hazard: Hazard) -> Text:
    """Return what wounds whom a hazard catches: "a fall in the dark", "a gust of fire"."""
    if game.hazard_kind(hazard).has("pit"):
        return text("{fall:a}", fall=Name("fall in the dark"))
    return describe_hazard(game, hazard)


def inside_pit(game: KantheContext, pit: Hazard) -> Iterator[Hazard | Opponent | None]:
    """Throw for what waits in a pit, and yield it; pits in a pit do not count."""
    for match in find_matches(game.throw_opposition(pit.strength, "pit")):
        row = game.content.stationary[match.value]
        hazard = game.content.hazards.get(row.kind) if row.effect == "hazard" else None
        if hazard is None or not hazard.has("pit"):
            yield find_hazard(game, row, match.degree, node=pit.node, passage=pit.passage)


def meetings_of(game: KantheContext, found: Hazard | Opponent | None) -> list[Task]:
    """Return the meetings that something just found leads to."""
    if isinstance(found, Opponent):
        return [MeetOpponents([found.id])] if found.attacks else []
    if found is None or game.hazard_kind(found).has("footing"):
        return []
    if game.hazard_kind(found).has("bars"):
        bar_way(game, found)
        return []
    return [MeetHazard(found.id)]


def bar_way(game: KantheContext, hazard: Hazard) -> None:
    """Put a flood or a blockage on the way ahead: the next passage of the walk, else one that does
    not lead back."""
    state = game.state
    hazard.node = -1
    ahead = [t.passages[0] for t in state.tasks if isinstance(t, Walk) and t.passages]
    if ahead:
        hazard.passage = ahead[-1]
        return
    around = passages_at(state.here, state.node)
    onward = [p for p in around if other_end(p, state.node) != state.previous] or around
    if onward:
        hazard.passage = onward[-1].id
    else:
        hazard.state = "gone"


# ------------------------------------------------------------------------- forcing


def force_pool(game: KantheContext) -> list[PoolSource]:
    """Return the hero's dice for forcing something."""
    return hero_pool(game, "force")


def throw_force(game: KantheContext, degree: int, kind: ThrowKind) -> int:
    """Throw to force something open, and return the best degree: it gives way if that is higher
    than its own. Failing is noise."""
    pool = force_pool(game)
    faces = game.throw_challenge(total(pool), kind, describe_sources(pool))
    game.state.hero.boost = 0
    best = best_degree(faces)
    for match in find_matches(faces):
        result = text("opens it") if match.degree > degree else text("too few")
        game.show("challenge", match.value, match.degree, result)
    if best > degree:
        return best
    words = text("It holds: you need {number} equal dice.", number=degree + 1)
    game.tell(words, "fight", Blocked(SeatRef(0), kind))
    game.state.tasks.append(CallMobile(noise=True))
    return best


def force_hazard(game: KantheContext, hazard: Hazard) -> None:
    """Try to force a barred way; a match that is too low for it takes one from its strength, so
    that no way is barred for good."""
    game.state.tasks.append(MeetHazard(hazard.id))
    best = throw_force(game, hazard.strength, "way")
    if best > hazard.strength:
        hazard.state = "gone"
        game.tell(text("The way is free."), "end", Own("cleared", SeatRef(0), hazard.kind))
    elif best:
        hazard.strength -= 1
        words = text(
            "A part of it gives way: its strength is {number} now.", number=hazard.strength
        )
        game.tell(words, "fight", Own("weakened", SeatRef(0), hazard.kind))


def clears(game: KantheContext, effect: ArcaneEffect, hazard: Hazard) -> bool:
    """Return whether an effect overcomes a hazard without a throw."""
    return not game.heals(effect) and effect.essence == hazard.essence
