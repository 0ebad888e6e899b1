"""The base class of commands, and the checks that many of them begin with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from engine.contract.texts import Text, Value, joined
from table.change import Change, complete
from table.context import CommandContext, Needs
from table.errors import Refusal, StaleCard
from table.outbox.rows import notice_draft
from table.references import name_for, refer
from table.rights import check_right, roles_in
from table.state import Person, TableState

K = TypeVar("K")
V = TypeVar("V")


class TableCommand(msgspec.Struct, frozen=True):
    """A request to change a table."""

    def needs(self, state: TableState, context: CommandContext) -> Needs:
        """Return what must be loaded before this is decided. Raises Refusal."""
        return Needs()

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return what changes. Raises Refusal, and then nothing has changed."""
        raise NotImplementedError


def decide(state: TableState, command: TableCommand, context: CommandContext) -> Change:
    """Return what a command changes, with all that follows from it. Raises Refusal."""
    if context.who is not None:
        state = refer(state, [context.who], context.entropy)
    return complete(command.decide(state, context), context)


def check_not_over(state: TableState) -> None:
    """Raise Refusal when the game is over."""
    if state.game.phase == "over":
        raise Refusal("The game is over.")


def check_playing(state: TableState) -> None:
    """Raise Refusal unless the game is being played."""
    check_not_over(state)
    if state.game.phase == "lobby":
        raise Refusal("The game has not begun yet.")
    if state.game.phase == "paused":
        reason = state.game.pause_reason
        if reason:
            raise Refusal("The game is paused. {reason}", reason=Text(reason))
        raise Refusal("The game is paused.")


def check_in_charge(state: TableState, who: Person, verb: str) -> None:
    """Raise Refusal unless the person has the right of that name (`table.rights`)."""
    check_right(verb, who, roles_in(state, who))


def check_joined(state: TableState, person: int) -> None:
    """Raise Refusal unless the person has joined."""
    if person not in state.people:
        raise Refusal("They are not in this game.")


def check_card(state: TableState, card: int | None) -> None:
    """Raise StaleCard when a button's card is not the newest.

    In a simultaneous turn every card of the turn will do: what one seat declares takes nothing
    from the others.
    """
    if card is None or card == state.game.card:
        return
    simultaneous = state.summary is not None and state.summary.turn.simultaneous
    if not (simultaneous and state.turn_card <= card < state.game.card):
        raise StaleCard


def end_game(change: Change, now: float) -> Change:
    """Let the game be over."""
    return change.with_game(phase="over", pause_reason="", ended=now)


def pause_game(change: Change, reason: str) -> Change:
    """Let the game be paused."""
    return change.with_game(phase="paused", pause_reason=reason)


def announce(
    change: Change, context: CommandContext, text: str, /, *more: Text, **facts: Value
) -> Change:
    """Return the change that also tells the channel what somebody in charge did.

    `text` has their name as {who}, and other facts in braces; `more` follows it. In a game of one
    person there is nobody to tell.
    """
    if len(change.state.people) < 2:
        return change
    said = joined([Text(text, {"who": name_for(change.state, context.person.id), **facts}), *more])
    return change.owe(notice_draft(change.state.game, said, "act"))


def mark_active(state: TableState, context: CommandContext) -> TableState:
    """Return the state, noting that the person who asks has done something."""
    if context.who is None:
        return state
    who = context.who.id
    return replace(
        state,
        last_active={**state.last_active, who: context.now},
        unanswered=without_key(state.unanswered, who),
    )


def without_key(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    """Return the mapping without a key."""
    return {each: value for each, value in mapping.items() if each != key}
