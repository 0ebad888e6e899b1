"""Laws of games of all kinds: reading, time, a restart, and every command by everybody."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from table.change import Change
from table.commands.command import TableCommand
from table.commands.deadlines import deadline_command
from table.commands.gm import NameGameMaster
from table.commands.lobby import Begin, ChangeSetting, ChooseMode, End, Join, Leave, Pause, Resume
from table.commands.play import Act
from table.commands.remedies import Invite, OfferSeat, RemovePerson, SetEntry, TakeOfferedSeat
from table.commands.seats import GiveSeat, LendSeat, SetAutoplay, TakeBackSeat
from table.commands.undo import Undo
from table.commands.upkeep import CatchUp, Repost, RescheduleTurn, ResumeSuspended, Suspend
from table.commands.votes import (
    Delegate,
    MoveToSet,
    MoveToUndo,
    NameLeader,
    Veto,
    Vote,
    WithdrawVote,
)
from table.context import CommandContext
from table.errors import Refusal
from table.receipt import Receipt
from table.state import Deadline, DeadlineKind, Person
from tests.sampled import sampled
from tests.table.driver import TableDriver
from tests.table.kinds_of_games import KINDS, GameKind, game_of
from tests.table.world import ANN, BOB, EVE, TableWorld

ZOE = Person(4, "Zoe")  # is in no game
EVERYBODY = (ANN, BOB, EVE, ZOE, Person(5, "Max", manager=True))
SOAK = pytest.mark.soak(part="votes")
COMMANDS: tuple[TableCommand, ...] = (
    Join(),
    ChooseMode("vote"),
    ChooseMode("solo"),
    Leave(),
    Begin(),
    ChangeSetting("pace", "hourly"),
    ChangeSetting("mode", "first"),
    Pause(),
    Resume(),
    End(),
    NameGameMaster(BOB.id),
    NameGameMaster(ZOE.id),
    Act("step s"),
    Act("step s", seat=1),
    Act("nonsense"),
    Invite(ZOE.id),
    OfferSeat(0, EVE.id),
    TakeOfferedSeat(0),
    RemovePerson(BOB.id),
    RemovePerson(ZOE.id, ban=True),
    SetEntry(True),
    GiveSeat(0, EVE.id),
    LendSeat(0, EVE.id, 2e6),
    TakeBackSeat(0),
    SetAutoplay(0, True),
    SetAutoplay(9, True),
    Undo(),
    Undo(3),
    Delegate(BOB.id),
    Delegate(None),
    MoveToSet("pace", "hourly"),
    MoveToUndo(1),
    NameLeader(BOB.id),
    Veto("A"),
    Vote(("A",)),
    Vote(("yes",), motion=True),
    WithdrawVote(),
    WithdrawVote(motion=True),
)
OF_THE_BOT: tuple[TableCommand, ...] = (
    CatchUp(),
    Repost(),
    RescheduleTurn(EVE.id),
    Suspend("I may not post here."),
    ResumeSuspended(),
)
DEADLINES: tuple[DeadlineKind, ...] = (
    "turn",
    "reminder",
    "autoplay",
    "rota",
    "decided",
    "motion",
    "motion_reminder",
    "loan",
)


async def attempt(table: TableDriver, who: Person | None, command: TableCommand) -> Change | str:
    """Return what a command would change, which is not saved, or why it is refused."""
    found: list[Change] = []

    async def keep(change: Change, _context: CommandContext, _request: str) -> Receipt:
        found.append(change)
        raise Refusal("It is not saved.")

    with patch.object(table.actor, "_commit", keep):
        try:
            await table.actor.run(who, command)
        except Refusal as refusal:
            said = str(refusal)
    table.actor.memory.running = None
    return found[0] if found else said


@pytest.mark.parametrize("kind", sampled(KINDS, 6, SOAK), ids=str)
async def test_time_runs_where_somebody_has_to_act_and_a_restart_changes_nothing(
    world: TableWorld, kind: GameKind
) -> None:
    table = await game_of(world, kind)
    status = await table.status()
    plays = kind.phase == "play"
    paced = kind.pace != "none" or kind.mode == "vote"
    assert ("turn" in table.state.deadlines) is (plays and paced and kind.mode != "first")
    assert bool(status.turn.waiting) is plays
    assert (kind.mode != "first" and plays) is bool(status.waiting_for)
    for person in status.waiting_for:
        assert table.reader.may_act(person)
    for each in EVERYBODY:
        assert table.reader.may_act(each.id) or str(table.reader.why_not(each.id))
    assert (table.reader.poll() is not None) is ("vote" in kind.open and plays)
    assert (table.reader.motion() is not None) is ("motion" in kind.open and plays)
    assert table.reader.game_master() == (EVE.id if kind.gm else None)
    before = table.state
    await world.restart()
    again = await world.table()
    assert await again.status() == status
    assert again.state == before


@pytest.mark.parametrize("kind", sampled(KINDS, 4, SOAK), ids=str)
async def test_each_command_changes_something_or_is_refused_in_a_sentence(
    world: TableWorld, kind: GameKind
) -> None:
    table = await game_of(world, kind)
    before = table.state
    tries: list[tuple[Person | None, TableCommand]] = [
        *((who, command) for who in EVERYBODY for command in COMMANDS),
        *((None, command) for command in OF_THE_BOT),
        *((None, deadline_command(Deadline(1, each, 0.0, 1))) for each in DEADLINES),
    ]
    done = 0
    for who, command in tries:
        found = await attempt(table, who, command)
        assert table.state == before
        if isinstance(command, MoveToSet | MoveToUndo):  # so none is offered that is refused
            (taken,) = await table.actor.would_take(who, [command])
            assert taken is not isinstance(found, str), (who, command, found)
        if isinstance(found, str):
            assert found[:1].isupper(), (who, command, found)
            assert found.endswith((".", "?")), (who, command, found)
        else:
            done += 1
            assert found.state != before or found.outbox or found.card, (who, command)
    assert 0 < done < len(tries)
