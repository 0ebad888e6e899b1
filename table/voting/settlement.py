"""Verdicts on a table's ballots, under the constitution of the game."""

from __future__ import annotations

from hashlib import blake2b

from msgspec.structs import replace

from table.voting.ballot import Ballot, Verdict, count, settled
from table.voting.constitution import Constitution
from table.voting.game_context import GameContext
from table.voting.modes import MODES


def constitution_of(context: GameContext, ballot: Ballot) -> Constitution:
    """Return the rules of a vote: of a motion, simpler ones."""
    clauses = context.game.settings.clauses
    if ballot.motion is None:
        return clauses
    return replace(clauses, method="single", veto="none", tie="first")


def lot(seed: bytes, opened: int) -> int:
    """Return the number that ties of the vote opened by entry `opened` are broken with.

    It comes from the seed, so that it can be checked after the game.
    """
    salt = opened.to_bytes(16, "little")
    return int.from_bytes(blake2b(b"lot", key=seed, salt=salt).digest(), "little")


def settled_verdict(context: GameContext, ballot: Ballot, seed: bytes | None) -> Verdict | None:
    """Return the result of a vote once the missing votes cannot change it; else None."""
    constitution = constitution_of(context, ballot)
    draw = lot(seed or b"", ballot.opened)
    return settled(ballot, constitution, context.electorate(), draw)


def closing_verdict(context: GameContext, ballot: Ballot, seed: bytes | None) -> Verdict:
    """Return the result of a vote that closes now."""
    constitution = constitution_of(context, ballot)
    return count(ballot, constitution, context.electorate(), lot(seed or b"", ballot.opened))


def settles(context: GameContext, seed: bytes | None) -> bool:
    """Return whether the vote on the next action is settled as things are."""
    ballot = context.state.ballot
    if ballot is None or not context.state.members or not MODES[context.game.mode].votes:
        return False
    return settled_verdict(context, ballot, seed) is not None
