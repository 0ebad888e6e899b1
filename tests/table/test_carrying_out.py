"""Decisions are carried out as far as they can be; a vote is known to be about to end."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.contract.action import Action
from engine.contract.ruleset import Advice
from table.change import Change
from table.commands.deadlines import autoplay_seats
from table.commands.play import Act
from table.commands.resolution import proposal_may_settle
from table.commands.votes import Veto, Vote
from table.errors import Refusal
from table.history.entries import Acted, DecisionVoid
from table.loaded_game import LoadedGame, load
from table.state import Person, TableState
from tests.table.test_commands import NOW, STATES, after, context, logged
from tests.table.test_meeting_deadlines import HOUR, STEP, met, voting
from tests.table.world import ANN, BOB, EVE
from tests.toys.guessing import GuessingState, Toy

PLAY, MOVED = STATES["play"], after("play", ANN, Act("step s"))
IMPOSSIBLE = "You cannot do that now."


def carried_out(*lines: str) -> Change:
    """Return the change after a vote has decided on these action lines."""
    state = met(voting(STEP)).state
    assert state.decided is not None
    decided = replace(state.decided, action=lines[0], more=lines[1:])
    return met(replace(state, decided=decided), "decided")


def test_what_cannot_be_done_any_more_is_void_and_a_new_vote_begins() -> None:
    change = carried_out("step n", "step s")
    assert logged(change) == [DecisionVoid("A", IMPOSSIBLE)]
    state = change.state
    assert (state.decided, state.ballot, change.turn) == (None, None, "begun")
    assert state.turn_began == NOW + HOUR


@pytest.mark.parametrize(
    ("lines", "done"),
    [
        (("guess AEIO", "step s", "no"), ["guess AEIO"]),
        (("guess AEIO", "no", "step e"), ["guess AEIO", "no"]),
        (("guess AEIO", "no"), ["guess AEIO", "no"]),
        (("step s", "step n"), ["step s"]),
    ],
)
def test_of_several_actions_those_before_one_that_cannot_be_done_stand(
    lines: tuple[str, ...], done: list[str]
) -> None:
    change = carried_out(*lines)
    assert logged(change) == [Acted(0, line) for line in done]
    assert change.state.missed_turns == 0


TWO = (STEP, (BOB, Act("step e")))
STRUCK = (*TWO, (EVE, Veto("A")))


@pytest.mark.parametrize(
    ("veto", "acts", "who", "settles"),
    [
        ("none", (), ANN, False),
        ("none", (STEP,), ANN, False),
        ("none", (STEP,), BOB, True),
        ("none", TWO, EVE, True),
        ("none", TWO, ANN, True),  # by going over to the other
        ("all", (STEP,), BOB, False),  # the third may strike it
        ("all", TWO, EVE, True),
        ("all", STRUCK, EVE, False),
        ("all", (*STRUCK, (ANN, Vote(("B",)))), EVE, True),
    ],
)
def test_a_vote_may_be_settled_by_one_more_for_what_stands(
    veto: str, acts: tuple[tuple[Person, Act | Vote | Veto], ...], who: Person, settles: bool
) -> None:
    state = voting(*acts, veto=veto)
    assert proposal_may_settle(state, context(state, who)) is settles


class Hesitant(Toy):
    """The guessing game whose characters guess by themselves, and then do not know what to say."""

    def autoplay(
        self, state: GuessingState, seat: int, *, irreversible: bool = False
    ) -> Advice | None:
        """Return a guess, at most."""
        if state.doubt or state.turn:
            return None
        return Advice(Action("guess", ("A" * state.length,)), "")


def played_by_itself(state: TableState, seats: tuple[int, ...]) -> Change:
    """Return the change after hesitant characters have played by themselves."""
    assert state.summary is not None
    loaded = LoadedGame(load(Hesitant(), state.summary.packed))
    return autoplay_seats(Change(state, state), context(state, None, loaded=loaded), seats)


def test_a_character_that_knows_no_further_stays_in_its_turn() -> None:
    change = played_by_itself(PLAY, (0, 1))
    assert logged(change) == [Acted(0, "guess AAAA")]
    assert (change.card, change.turn) == ("new", "")


@pytest.mark.parametrize(("state", "seats"), [(PLAY, (1,)), (PLAY, ()), (MOVED, (0, 1))])
def test_where_no_character_can_do_anything_that_is_said(
    state: TableState, seats: tuple[int, ...]
) -> None:
    with pytest.raises(Refusal) as refusal:
        played_by_itself(state, seats)
    assert str(refusal.value) == "There is nothing that the character could do."
