"""Contests and results, as plain data."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.contract.texts import Words


class Contest(msgspec.Struct, frozen=True):
    """Everybody the same start and the same levels, each a game of their own. The seed of these is
    told at its end: None until then."""

    id: int
    guild: int
    channel: int
    founder: int
    name: str
    ruleset: str
    options: dict[str, str]
    seed: bytes | None
    seed_hash: str
    created: float
    ends: float | None = None
    ended: float | None = None

    @property
    def published(self) -> str | None:
        """Return the seed (hex), once the contest has ended."""
        return None if self.seed is None else self.seed.hex()


class GameResult(msgspec.Struct, frozen=True):
    """The place of a game in a contest or on the ladder; equal results share a place.

    `title`: how the game ended, empty while it goes on.
    """

    place: int
    game: int
    channel: int
    person: int
    name: str
    title: Words
    won: bool
    turn: int
    figures: tuple[tuple[Words, int], ...]
    facts: tuple[tuple[str, int | str], ...] = ()
    head: str = ""  # hash of the game's log, short


class Standings(msgspec.Struct, frozen=True):
    """The results of a contest: the finished before those who play on."""

    contest: Contest
    rows: tuple[GameResult, ...]


def ranked(results: list[GameResult]) -> tuple[GameResult, ...]:
    """Return the results, the best first, with their places: finished and won ones first, then by
    their figures in the outcome's order, the greater the better."""
    ordered = sorted(results, key=_rank, reverse=True)
    return placed(ordered, [_rank(result) for result in ordered])


def placed(results: Sequence[GameResult], keys: Sequence[object]) -> tuple[GameResult, ...]:
    """Return results in their order with their places; equal keys, one after another, share
    one."""
    found, place = [], 0
    for number, (result, key) in enumerate(zip(results, keys, strict=True)):
        if not number or key != keys[number - 1]:
            place = number + 1
        found.append(msgspec.structs.replace(result, place=place))
    return tuple(found)


def _rank(result: GameResult) -> tuple[bool, bool, tuple[int, ...]]:
    return bool(result.title), result.won, tuple(value for _, value in result.figures)
