"""Exact chances of throws: of matches, of degrees, of whole conflicts (rules: kanthe 5).

The dice of a throw fall on the faces one after the other: of so many dice that are left, and so
many faces, the number on the next face is binomial. Chances are from 0 to 1.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from math import comb, fsum, perm
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


@lru_cache(maxsize=4096)
def _sums_on_faces(dice: int, faces: int, above: int, one: bool) -> tuple[float, ...]:
    """Return the chances of the sums of 0, 1, ... of a throw on so many faces: each match that is
    higher than `above` counts with its degree, or as 1 if `one`."""
    chances: _Sums = {(dice, 0): 1.0}
    for left in range(faces, 0, -1):
        after: _Sums = defaultdict(float)
        for (rest, total), chance in chances.items():
            for count, share in enumerate(_on_a_face(rest, left)):
                worth = min(count, 1) if one else count
                after[rest - count, total + (worth if count > above else 0)] += chance * share
        chances = after
    sums = [0.0] * (dice + 1)
    for (_, total), chance in chances.items():
        sums[total] += chance
    return tuple(sums)


@lru_cache(maxsize=4096)
def _lone_dice(dice: int, faces: int) -> tuple[float, ...]:
    """Return the chances that 0, 1, ... faces of so many show just one of these dice, by inclusion
    and exclusion."""
    chances = []
    for lone in range(min(dice, faces) + 1):
        ways = 0
        for more in range(min(dice, faces) - lone + 1):
            out = lone + more
            rest = (faces - out) ** (dice - out)
            ways += (-1) ** more * comb(faces - lone, more) * perm(dice, out) * rest
        chances.append(comb(faces, lone) * ways / faces**dice)
    return tuple(chances)


@lru_cache(maxsize=4096)
def wound_sums(dice: int, above: int = 1, *, one: bool = False) -> tuple[float, ...]:
    """Return the chances that the wounds of a throw's matches add up to 0, 1, ...: of those whose
    degree is higher than `above`. A match deals its degree, or `one` wound."""
    if above >= max(2, dice):
        return (1.0, *[0.0] * dice)
    if above > 1 or one:
        return _sums_on_faces(dice, SIDES, max(1, above), one)
    sums = [0.0] * (dice + 1)
    for lone, chance in enumerate(_lone_dice(dice, SIDES)):
        sums[dice - lone] += chance
    return tuple(sums)


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
    within = [_chance_of_at_most(dice, degree) for degree in range(dice + 1)]
    best = [0.0] * (dice + 1)
    best[0] = within[min(1, dice)]
    for degree in range(2, dice + 1):
        best[degree] = within[degree] - within[degree - 1]
    return tuple(best)


def _chance_of_at_most(dice: int, degree: int) -> float:
    """Return the chance that no face shows more dice than a degree."""
    chances = {dice: 1.0}
    for left in range(SIDES, 0, -1):
        after: dict[int, float] = defaultdict(float)
        for rest, chance in chances.items():
            for count, share in enumerate(_on_a_face(rest, left)[: degree + 1]):
                after[rest - count] += chance * share
        chances = after
    return chances.get(0, 0.0)


def chance_to_force(dice: int, degree: int) -> float:
    """Return the chance that the best degree of a throw is higher than a degree."""
    return fsum(chance for best, chance in enumerate(best_degrees(dice)) if best > max(1, degree))


def expected_wounds(dice: int, *, one: bool = False) -> float:
    """Return how much the wounds of a throw's matches add up to on average."""
    return fsum(total * chance for total, chance in enumerate(wound_sums(dice, one=one)))


@lru_cache(maxsize=4096)
def landings(own: int, against: int, *, one: bool = False) -> tuple[float, ...]:
    """Return the chances that the opposition's matches above the best degree of one's own deal 0,
    1, ... wounds: 0 is being avoided."""
    landed = [0.0] * (against + 1)
    for best, chance in enumerate(best_degrees(own)):
        for total, share in enumerate(wound_sums(against, best, one=one) if chance > 0.0 else ()):
            landed[total] += chance * share
    return tuple(landed)


# ------------------------------------------------------------------ conflicts


class Outlook(NamedTuple):
    """The chances of a plan's ends: with its aim, the hero's death, or broken off; the wounds of a
    success on average, and its throws."""

    success: float
    death: float
    broken_off: float
    wounds: float
    throws: float


@lru_cache(maxsize=4096)
def _wounds_on_faces(dice: int, faces: int, one: bool) -> tuple[float, ...]:
    """Return the chances that the wounds of the matches on so many faces, of a throw's ten, add up
    to 0, 1, ..."""
    sums = [0.0] * (dice + 1)
    for there in range(dice + 1):
        share = comb(dice, there) * faces**there * (SIDES - faces) ** (dice - there) / SIDES**dice
        if share and one:
            for wounds, chance in enumerate(_sums_on_faces(there, faces, 1, one)):
                sums[wounds] += chance * share
        elif share:
            for lone, chance in enumerate(_lone_dice(there, faces)):
                sums[there - lone] += chance * share
    return tuple(sums)


@lru_cache(maxsize=1024)
def _faces_in_time(against: int, health: int, one: bool) -> tuple[float, ...]:
    """Return the chances that 0, 1, ... faces are in time, of throws whose wounds add up to
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
                wounds = 1 if one else count
                if count > 1 and wounds >= health_left:
                    felled[in_time] += chance * share
                elif count > 1:
                    state = rest - count, health_left - wounds, True, in_time + 1
                    after[state] += chance * share
                else:
                    state = rest - count, health_left, opened, in_time + (not opened)
                    after[state] += chance * share
        at = after
    return tuple(felled)


@lru_cache(maxsize=8192)
def _first_to_fell(own: int, against: int, need: int, health: int, one: bool) -> float:
    """Return the chance that a throw's wounds of both sides would add up to `need` and to
    `health`, and that the hero's do so first."""
    return fsum(
        chance * fsum(_wounds_on_faces(own, faces, one)[need:])
        for faces, chance in enumerate(_faces_in_time(against, health, one))
        if chance > 0.0
    )


def _throw_ends(
    own: int, against: int, need: int, health: int, one: bool
) -> Iterator[tuple[int, int, float]]:
    """Yield how a throw of both sides can end: wounds dealt and taken, and the chance.

    Who falls counts as taking no more than it takes; of both only the one who falls first does.
    """
    deals = _capped(wound_sums(own, one=one), need)
    takes = _capped(wound_sums(against, one=one), health)
    for dealt, chance in enumerate(deals):
        for taken, share in enumerate(takes):
            if dealt < need or taken < health:
                yield dealt, taken, chance * share
    if len(deals) > need and len(takes) > health:
        both = deals[need] * takes[health]
        first = _first_to_fell(own, against, need, health, one)
        yield need, 0, first
        yield 0, health, both - first


def _capped(chances: tuple[float, ...], most: int) -> tuple[float, ...]:
    """Return chances of 0, 1, ... with all from `most` on in one."""
    return (*chances[:most], sum(chances[most:])) if len(chances) > most else chances


@lru_cache(maxsize=4096)
def conflict_outlook(
    own: int,
    against: int,
    need: int,
    health: int,
    least: int = 1,
    once: int = 0,
    *,
    one: bool = False,
) -> Outlook:
    """Return how a conflict with one opponent ends that goes on throw by throw.

    own, against: dice, with those for wounds. need: wounds that overcome it. health: wounds that
    kill. least: health below which it is broken off. once: dice of the first throw alone. one: a
    match deals one wound, not its degree.
    """
    at: dict[tuple[int, int], float] = {(0, 0): 1.0}
    throws = 0.0
    if once:
        throws, at = 1.0, defaultdict(float)
        for dealt, taken, chance in _throw_ends(own + once, against, need, health, one):
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
            elif left < least and taken:
                broken += chance
            elif chance > 0.0:
                ends = list(_throw_ends(own + dealt, against + taken, need - dealt, left, one))
                still = fsum(share for more, lost, share in ends if not more and not lost)
                if still > 1.0 - _NEVER:
                    broken += chance
                else:
                    throws += chance / (1.0 - still)
                    for more, lost, share in ends:
                        if more or lost:
                            after = dealt + more, taken + lost
                            at[after] = at.get(after, 0.0) + chance * share / (1.0 - still)
    return Outlook(success, death, broken, wounds, throws)


@lru_cache(maxsize=4096)
def evasion_outlook(
    own: int, against: int, health: int, least: int = 1, once: int = 0, *, one: bool = False
) -> Outlook:
    """Return how evading ends that goes on throw by throw until it succeeds.

    own, against: dice, with those for wounds. health: wounds that kill. least: health below which
    it is broken off. once: dice of the first throw alone. one: a match deals one wound.
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
        for lost, share in enumerate(landings(own + extra, against + taken, one=one)):
            if not lost:
                success += chance * share
                wounds += taken * chance * share
            elif taken + lost >= health:
                death += chance * share
            else:
                at[taken + lost] += chance * share
    return Outlook(success, death, broken, wounds, throws)


# ------------------------------------------------------------------ one throw of both sides


@lru_cache(maxsize=1024)
def _lowest_match_above(dice: int) -> tuple[float, ...]:
    """Return the chances that no match of a throw is on the faces below 0, 1, ... 10."""
    return tuple(_wounds_on_faces(dice, faces, False)[0] for faces in range(SIDES + 1))


@lru_cache(maxsize=4096)
def first_to_act(own: int, against: int) -> tuple[float, float]:
    """Return the chances that a throw's first act is the hero's alone, or the opposition's."""
    mine, theirs = _lowest_match_above(own), _lowest_match_above(against)
    hero = fsum((mine[face] - mine[face + 1]) * theirs[face + 1] for face in range(SIDES))
    others = fsum((theirs[face] - theirs[face + 1]) * mine[face + 1] for face in range(SIDES))
    return hero, others


@lru_cache(maxsize=4096)
def chance_to_deal_more(own: int, against: int, *, one: bool = False) -> float:
    """Return the chance that a throw's matches deal more wounds than those of the opposition."""
    theirs = wound_sums(against, one=one)
    return fsum(
        chance * fsum(theirs[:dealt]) for dealt, chance in enumerate(wound_sums(own, one=one))
    )
