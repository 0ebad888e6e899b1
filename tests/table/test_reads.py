"""Reads of a game: what all see, copies while a command has the state, lines that name people."""

from __future__ import annotations

import pickle
from collections import OrderedDict
from types import SimpleNamespace
from typing import Any

import pytest

from engine.contract.action import Action, ActionError, InvalidAction, Offer
from engine.contract.dice import GameSecret
from engine.contract.placeholders import is_placeholder, placeholder
from engine.contract.running_game import RunningGame, resume
from engine.contract.view import Page, View
from table.actor import GameActor
from table.errors import Refusal, TableFault
from table.loaded_game import LoadedGame
from table.store.elsewhere import do
from tests.table.test_heavy import double, fail, refuse
from tests.table.world import ANN, BOB, CHANNEL, SEED, TableWorld, change
from tests.toys.guessing import GuessingState, Toy

pytestmark = pytest.mark.sqlite_only


class Alike(Toy):
    """The guessing game in which a seat has no word of its own to see; the second has a page."""

    name = "alike"

    def view(self, state: GuessingState, seat: int | None) -> View:
        """Return the public's view."""
        return super().view(state, None)

    def pages(self, state: GuessingState, seat: int | None) -> tuple[Page, ...]:
        """Return a page of the second seat."""
        return (Page("pack", "Pack", "A word."),) if seat == 1 else ()


class ShownAlike(Toy):
    """The guessing game whose seats are all shown the public's view."""

    name = "shown alike"
    same_view_for_all = True


@pytest.mark.parametrize(
    ("rules", "alike"),
    [(Toy(), (False, False)), (Alike(), (True, False)), (ShownAlike(), (True, True))],
)
async def test_a_seat_sees_what_all_see_where_view_and_pages_are_the_same(
    world: TableWorld, rules: Toy, alike: tuple[bool, bool]
) -> None:
    world.rulesets[rules.name] = rules
    table = await world.found(CHANNEL, ANN, rules.name)
    await table.join(BOB)
    await table.begin(ANN)
    assert tuple([await table.reader.sees_what_all_see(seat) for seat in (0, 1)]) == alike


async def test_a_game_that_is_not_played_waits_for_nobody(world: TableWorld) -> None:
    table = await world.begun()
    await table.act(ANN, "step s")
    turn = await table.reader.turn()
    assert (turn.id, turn.waiting) == (1, (1,))
    await table.pause(ANN)
    turn = await table.reader.turn()
    assert (turn.id, turn.waiting) == (0, ())
    assert await table.reader.offers(1) == ()


async def test_whom_a_game_waits_for_follows_from_what_they_have_set(world: TableWorld) -> None:
    """Also after a start, before anything else has asked for it."""
    table = await world.begun("vote")
    await world.tables.preferences.set(BOB.id, "away", str(world.time() + 86400))
    await world.restart()
    table = await world.table()
    assert (await table.reader.status()).waiting_for == (ANN.id,)


async def test_a_state_that_cannot_be_read_nor_replayed_is_a_fault(world: TableWorld) -> None:
    table = await world.begun()
    await change(world.tables.store, "UPDATE snapshots SET state = x'00'")
    await world.restart()
    table = await world.table()
    with pytest.raises(TableFault):
        await table.view(None)
    assert not table.actor.memory.recovered


async def test_while_a_command_has_the_state_a_copy_is_read_and_remembered(
    world: TableWorld,
) -> None:
    memory = (await world.begun()).actor.memory
    lent: list[RunningGame] = []

    def read(game: RunningGame) -> int:
        lent.append(game)
        return game.turn().id

    def refuse_to_tell(_: RunningGame) -> int:
        raise InvalidAction("That is secret.")

    def break_down(_: RunningGame) -> int:
        raise ZeroDivisionError

    async with memory._lock:
        assert [await memory.read("turn", read) for _ in range(2)] == [0, 0]
        with pytest.raises(Refusal) as refusal:
            await memory.read("secret", refuse_to_tell)
        assert str(refusal.value) == "That is secret."
        with pytest.raises(TableFault):
            await memory.read("broken", break_down)
    assert len(lent) == 1
    assert lent[0] is not memory.running
    assert memory.running is not None  # the command goes on with it


def test_of_refused_requests_the_newest_sixty_four_are_remembered() -> None:
    actor: Any = SimpleNamespace(_refused=OrderedDict[str, Refusal]())
    GameActor._remember(actor, "", Refusal("No."))
    for number in range(66):
        GameActor._remember(actor, f"r{number}", Refusal(f"No {number}."))
    assert [*actor._refused] == [f"r{number}" for number in range(2, 66)]
    assert str(actor._refused["r9"]) == "No 9."


# ---------------------------------------------------------------- action lines


class Calling(Toy):
    """The guessing game in which one calls people, by their placeholders, and says words."""

    name = "calling"

    def legal(self, state: GuessingState, seat: int) -> list[Offer]:
        """Return an offer in which a name is a word."""
        return [Offer(Action("call", ("ann",)), "Call the bird ann")]

    def parse(self, text: str, state: GuessingState, seat: int) -> Action:
        """Read `call WHO`, or `say WORDS` without placeholders."""
        verb, _, rest = text.partition(" ")
        if verb == "call" and (is_placeholder(rest) or rest.lower() == "ann"):
            return Action(verb, (rest,))
        if verb == "say" and not any(map(is_placeholder, rest)):
            return Action(verb, (rest,))
        raise InvalidAction("Say call or say.")


RULES = Calling()
BOBS, EVES, OLGAS = placeholder(2), placeholder(3), placeholder(4)
NAMES = {placeholder(1): "Ann", BOBS: "Bob", EVES: "Eve Gray", OLGAS: "Ольга"}


def parsed(text: str, names: dict[str, str]) -> Action:
    """Return what a line means in a game of these people."""
    state = RULES.new({}, ["Ann", "Bob"], GameSecret(SEED).start_dice())
    return LoadedGame(resume(RULES, RULES.dump(state)), names).parse(text, 0)


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("call Bob", (BOBS,)),
        ("call bob", (BOBS,)),
        ("call Eve Gray", (EVES,)),
        ("call eve-gray", (EVES,)),
        ("call Böb", (BOBS,)),
        ("call Ольга", (OLGAS,)),
        ("call Ann", ("Ann",)),  # which means something else here
        ("say Bob", ("Bob",)),  # as no placeholder can stand there
        ("say Bobcat", ("Bobcat",)),
        ("say " + "x" * 496, ("x" * 496,)),
    ],
)
def test_a_line_names_people_by_placeholders_where_it_means_something_then(
    text: str, args: tuple[str, ...]
) -> None:
    assert parsed(text, NAMES) == Action(text.partition(" ")[0], args)


@pytest.mark.parametrize(
    ("text", "names", "said"),
    [
        ("call Bob", {}, "Say call or say."),
        ("call Bobcat", NAMES, "Say call or say."),
        ("call Ольг", NAMES, "Say call or say."),
        ("call Zoe", NAMES, "Say call or say."),
        ("say " + "x" * 497, NAMES, "That is too long for an action."),
    ],
)
def test_a_line_that_means_nothing_or_is_too_long_is_refused(
    text: str, names: dict[str, str], said: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        parsed(text, names)
    assert str(refusal.value) == said


# ---------------------------------------------------------------- work that is done elsewhere


def test_work_done_elsewhere_comes_back_with_its_result_or_its_refusal() -> None:
    assert pickle.loads(do(pickle.dumps((double, (21,))))) == (True, 42)
    done, refused = pickle.loads(do(pickle.dumps((refuse, ()))))
    assert (done, type(refused), str(refused)) == (False, Refusal, "No.")
    with pytest.raises(ActionError):
        do(pickle.dumps((fail, (ActionError("x"),))))
