"""Doing an action of the rules: its dice, and its entry in the log."""

from __future__ import annotations

from msgspec.structs import replace

from engine.contract.action import Action
from engine.contract.dice import ActionKey
from engine.contract.ruleset import AnyRuleset
from engine.contract.texts import Words
from table.change import Change
from table.context import CommandContext
from table.errors import Refusal
from table.history.entries import Acted
from table.state import TableState


def do_action(
    change: Change, context: CommandContext, seat: int, action: Action, why: Words = ""
) -> Change:
    """Return the change after a seat has done an action with dice of its own, in place. It counts
    as done in public. Raises Refusal, and then nothing has changed.

    `why`: the reason of a character that plays by itself.
    """
    assert context.secret is not None, "a game that is played has a secret"
    state = change.state
    check_fair(state, context.ruleset, action)
    asked = context.interaction
    # An interaction tells its dice from all others; a count would move what is shown later on.
    key = ActionKey(state.actions + 1, asked, 0 if asked else state.hidden_actions)
    dice = context.secret.dice(key)
    running = context.rules.running
    is_open = bool(why) and running.sees_what_all_see(seat)
    events = context.rules.apply(seat, action, dice)
    key = replace(key, levels=tuple(dice.begun))
    entry = Acted(seat, str(action), key, why=why, open_to_all=is_open)
    return change.log(entry, events).with_state(actions=key.number)


def check_fair(state: TableState, ruleset: AnyRuleset, action: Action) -> None:
    """Raise Refusal for an action that would bring something into a game for the ladder."""
    if state.game.settings.ladder != "on":
        return
    if any(verb.from_elsewhere for verb in ruleset.verbs if verb.name == action.verb):
        raise Refusal("Nothing of other games comes into one that counts for the ladder.")


def count_as_hidden(change: Change) -> Change:
    """Return the change with its one action counted among those that nobody may know of."""
    state = change.state
    return change.with_state(actions=state.actions - 1, hidden_actions=state.hidden_actions + 1)
