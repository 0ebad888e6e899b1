"""Verdicts on a table's ballots, under the constitution of the game."""

from __future__ import annotations

from hashlib import blake2b

from table.voting.ballot import Ballot, Electorate, Verdict, count, settled
from table.voting.constitution import Constitution, motion_rules, second_vote
from table.voting.game_context import GameContext


def constitution_of(context: GameContext, ballot: Ballot) -> Constitution:
    """Return the rules of a vote, which are those that it began with."""
    rules = ballot.rules or context.game.settings.clauses
    if ballot.motion is not None:
        return motion_rules(rules)
    return second_vote(rules) if ballot.second else rules


def electorate_of(context: GameContext, ballot: Ballot) -> Electorate:
    """Return who may vote on a ballot now."""
    return context.electorate(constitution_of(context, ballot).voters)


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
    return settled(ballot, constitution, electorate_of(context, ballot), draw)


def closing_verdict(context: GameContext, ballot: Ballot, seed: bytes | None) -> Verdict:
    """Return the result of a vote that closes now."""
    constitution = constitution_of(context, ballot)
    draw = lot(seed or b"", ballot.opened)
    return count(ballot, constitution, electorate_of(context, ballot), draw)


def settles(context: GameContext, seed: bytes | None) -> bool:
    """Return whether the vote on the next action is settled as things are."""
    ballot = context.state.ballot  # none in a way to play without votes
    return ballot is not None and settled_verdict(context, ballot, seed) is not None
