"""Exact chances of throws: of matches, of degrees, of whole conflicts (rules: kanthe 5).

The dice of a throw fall on the faces one after the other: of so many dice that are left, and so
many faces, the number on the next face is binomial. Chances are from 0 to 1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from math import comb
from typing import NamedTuple

from engine.kanthe.dice import SIDES

_NEVER = 1e-9  # the chance of a throw that changes anything, below which none ever will


@lru_cache(maxsize=1024)
def _on_a_face(dice: int, faces: int) -> tuple[float, ...]:
    """Return the chances that 0, 1, ... of these dice show the next of so many faces."""
    miss = faces - 1
    ways: float = float(faces) ** dice
    return tuple(comb(dice, n) * float(miss) ** (dice - n) / ways for n in range(dice + 1))


_Sums = dict[tuple[int, int], float]  # chances by the dice left and the sum so far


def _with_next_face(chances: _Sums, faces: int, above: int) -> _Sums:
    """Return chances after the next of so many faces: a match counts with its degree, if that is
    higher than `above`."""
    after: _Sums = defaultdict(float)
    for (dice, total), chance in chances.items():
        for count, share in enumerate(_on_a_face(dice, faces)):
            after[dice - count, total + (count if count > above else 0)] += chance * share
    return after


def _totals(chances: _Sums, most: int) -> tuple[float, ...]:
    """Return the chances of the sums 0 to `most`, whatever dice are left."""
    sums = [0.0] * (most + 1)
    for (_, total), chance in chances.items():
        sums[total] += chance
    return tuple(sums)


@lru_cache(maxsize=4096)
def degree_sums(dice: int, above: int = 1) -> tuple[float, ...]:
    """Return the chances that the degrees of a throw's matches add up to 0, 1, ...: of those that
    are higher than `above`."""
    chances: _Sums = {(dice, 0): 1.0}
    for left in range(SIDES, 0, -1):
        chances = _with_next_face(chances, left, max(1, above))
    return _totals(chances, dice)


@lru_cache(maxsize=256)
def match_counts(dice: int) -> tuple[float, ...]:
    """Return the chances that a throw has 0, 1, ... matches."""
    chances = {(dice, 0): 1.0}
    for left in range(SIDES, 0, -1):
        after: dict[tuple[int, int], float] = defaultdict(float)
        for (rest, matches), chance in chances.items():
            for count, share in enumerate(_on_a_face(rest, left)):
                after[rest - count, matches + (count > 1)] += chance * share
        chances = after
    counts = [0.0] * (dice // 2 + 1)
    for (_, matches), chance in chances.items():
        counts[matches] += chance
    return tuple(counts)


def chance_of_faces(dice: int, matches: int) -> float:
    """Return the chance that just these faces are matches, so many of them, and no others."""
    counts = match_counts(dice)
    return counts[matches] / comb(SIDES, matches) if matches < len(counts) else 0.0


@lru_cache(maxsize=256)
def best_degrees(dice: int) -> tuple[float, ...]:
    """Return the chances that the best degree of a throw is 0, 1, ...; never 1."""
    below = [1.0 - sum(degree_sums(dice, degree)[1:]) for degree in range(dice + 1)]
    best = [0.0] * (dice + 1)
    for degree in range(2, dice + 1):
        best[degree] = below[degree] - below[degree - 1]
    best[0] = 1.0 - sum(best)
    return tuple(best)


def chance_to_force(dice: int, degree: int) -> float:
    """Return the chance that the best degree of a throw is higher than a degree."""
    return sum(chance for best, chance in enumerate(best_degrees(dice)) if best > max(1, degree))


def expected_degrees(dice: int) -> float:
    """Return how much the degrees of a throw's matches add up to on average."""
    return sum(total * chance for total, chance in enumerate(degree_sums(dice)))


@lru_cache(maxsize=4096)
def landings(own: int, against: int) -> tuple[float, ...]:
    """Return the chances that the opposition's matches above the best degree of one's own add up
    to 0, 1, ...: of being avoided, and of so many wounds."""
    landed = [0.0] * (against + 1)
    for best, chance in enumerate(best_degrees(own)):
        for total, share in enumerate(degree_sums(against, best) if chance > 0.0 else ()):
            landed[total] += chance * share
    return tuple(landed)


# ------------------------------------------------------------------ conflicts


class Outlook(NamedTuple):
    """The ends of a plan: with its aim, with the hero's death, or broken off; and the wounds it
    costs on average, and its throws."""

    success: float
    death: float
    broken_off: float
    wounds: float
    throws: float


@lru_cache(maxsize=4096)
def _degrees_on_faces(dice: int, faces: int) -> tuple[float, ...]:
    """Return the chances that the degrees of the matches on so many faces, of a throw's ten, add up
    to 0, 1, ..."""
    chances = {(dice, 0): 1.0}
    for left in range(SIDES, SIDES - faces, -1):
        chances = _with_next_face(chances, left, 1)
    return _totals(chances, dice)


@lru_cache(maxsize=1024)
def _faces_in_time(against: int, health: int) -> tuple[float, ...]:
    """Return the chances that 0, 1, ... faces are in time, of throws whose matches add up to
    `health`: on them the hero's matches act before those of the opposition do.

    In time are the faces below the opposition's lowest match, and those of its matches before the
    one that fells the hero.
    """
    felled = [0.0] * SIDES
    at: dict[tuple[int, int, bool, int], float] = {(against, health, False, 0): 1.0}
    for left in range(SIDES, 0, -1):
        after: dict[tuple[int, int, bool, int], float] = defaultdict(float)
        for (rest, health_left, opened, in_time), chance in at.items():
            for count, share in enumerate(_on_a_face(rest, left)):
                if count > 1 and count >= health_left:
                    felled[in_time] += chance * share
                elif count > 1:
                    state = rest - count, health_left - count, True, in_time + 1
                    after[state] += chance * share
                else:
                    state = rest - count, health_left, opened, in_time + (not opened)
                    after[state] += chance * share
        at = after
    return tuple(felled)


@lru_cache(maxsize=8192)
def _first_to_fell(own: int, against: int, need: int, health: int) -> float:
    """Return the chance that a throw's matches of both sides would add up to `need` and to
    `health`, and that the hero's do so first."""
    return sum(
        chance * sum(_degrees_on_faces(own, faces)[need:])
        for faces, chance in enumerate(_faces_in_time(against, health))
        if chance > 0.0
    )


def _throw_ends(own: int, against: int, need: int, health: int) -> Iterator[tuple[int, int, float]]:
    """Yield how a throw of both sides can end: wounds dealt and taken, and the chance.

    Who falls counts as taking no more than it takes; of both only the one who falls first does.
    """
    deals, takes = _capped(degree_sums(own), need), _capped(degree_sums(against), health)
    for dealt, chance in enumerate(deals):
        for taken, share in enumerate(takes):
            if dealt < need or taken < health:
                yield dealt, taken, chance * share
    if len(deals) > need and len(takes) > health:
        both = deals[need] * takes[health]
        first = _first_to_fell(own, against, need, health)
        yield need, 0, first
        yield 0, health, both - first


def _capped(chances: tuple[float, ...], most: int) -> tuple[float, ...]:
    """Return chances of 0, 1, ... with all from `most` on in one."""
    return (*chances[:most], sum(chances[most:])) if len(chances) > most else chances


@lru_cache(maxsize=4096)
def conflict_outlook(
    own: int, against: int, need: int, health: int, least: int = 1, once: int = 0
) -> Outlook:
    """Return how a conflict with one opponent ends that goes on throw by throw.

    own, against: dice, with those for wounds. need: wounds that overcome it. health: wounds that
    kill. least: health below which it is broken off. once: dice of the first throw alone.
    """
    at: dict[tuple[int, int], float] = {(0, 0): 1.0}
    throws = 0.0
    if once:
        throws, at = 1.0, defaultdict(float)
        for dealt, taken, chance in _throw_ends(own + once, against, need, health):
            at[dealt, taken] += chance
    success = death = broken = wounds = 0.0
    for dealt in range(need + 1):
        for taken in range(health + 1):
            chance = at.pop((dealt, taken), 0.0)
            left = health - taken
            if taken >= health:
                death += chance
            elif dealt >= need:
                success += chance
                wounds += taken * chance
            elif left < least and (taken or once):
                broken += chance
            elif chance > 0.0:
                ends = list(_throw_ends(own + dealt, against + taken, need - dealt, left))
                still = sum(share for more, lost, share in ends if not more and not lost)
                if still > 1.0 - _NEVER:
                    broken += chance
                    continue
                throws += chance / (1.0 - still)
                for more, lost, share in ends:
                    if more or lost:
                        after = dealt + more, taken + lost
                        at[after] = at.get(after, 0.0) + chance * share / (1.0 - still)
    return Outlook(success, death, broken, wounds, throws)


@lru_cache(maxsize=4096)
def evasion_outlook(own: int, against: int, health: int, least: int = 1, once: int = 0) -> Outlook:
    """Return how evading ends that goes on throw by throw until it succeeds.

    own, against: dice, with those for wounds. health: wounds that kill. least: health below which
    it is broken off. once: dice of the first throw alone.
    """
    at = [1.0] + [0.0] * health
    success = death = broken = wounds = throws = 0.0
    for taken in range(health):
        chance = at[taken]
        if taken and health - taken < least:
            broken += chance
            continue
        throws += chance
        extra = 0 if taken else once
        for lost, share in enumerate(landings(own + extra, against + taken)):
            if not lost:
                success += chance * share
                wounds += taken * chance * share
            elif taken + lost >= health:
                death += chance * share
            else:
                at[taken + lost] += chance * share
    return Outlook(success, death, broken, wounds, throws)
