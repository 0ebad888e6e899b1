"""A proof tells what agrees, what differs and at which entry, and what could not be compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
import pytest_asyncio
from msgspec.structs import replace

from engine.contract.dice import ActionKey, GameSecret, commitment
from engine.contract.ruleset import AnyRuleset
from table.history.entries import STATE_CHANGES, Acted, Forked, Imported, LogRecord, TurnsUndone
from table.history.file_parts import FileContent, FileHead
from table.history.game_file import open_file
from table.history.proof import Played, Proof, check
from table.history.secrets import SecretFrom, start_keys
from tests.table.test_history import walked
from tests.table.world import ANN, BOB, SEED, TableWorld
from tests.toys.guessing import Toy

OTHER_RULES = "It began under other rules or data; it is checked from where they are ours."
FORK = "This game is a fork of game 3: its first state is taken as given."
COPY = "This game is a copy from a file (abc): its first state is taken as given."


class Newer(Toy):
    """The toy under other rules."""

    version = 3


class OtherData(Toy):
    """The toy with other data, of a given digest."""

    def __init__(self, digest: str) -> None:
        self._digest = digest

    def data_digest(self) -> str:
        """Return the given one."""
        return self._digest


class Given(NamedTuple):
    """A game to be proved, and the rules."""

    head: FileHead
    content: FileContent
    ruleset: AnyRuleset = Toy()

    def proof(self, **fields: Any) -> Proof:
        """Return its proof; `fields`: of `Played`."""
        head, content, ruleset = self
        assert head.game.header is not None
        records = tuple(each for each in content.records if isinstance(each.entry, STATE_CHANGES))
        played = Played.of(
            head.game.header, head.origin, content.secrets, content.snapshots, records
        )
        return check(ruleset, replace(played, **{"with_events": True, **fields}))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def over(tmp_path_factory: pytest.TempPathFactory) -> Given:
    """A finished game of six actions (entries 4 to 7, 9, 10), of which one was undone (8)."""
    world = await TableWorld(tmp_path_factory.mktemp("over") / "games.db").open()
    table = await walked(world)
    await table.undo(ANN, 1)
    await table.act(BOB, "step w")
    await table.act(ANN, "step s")
    await table.end(ANN)
    data = await world.tables.transfer.export(ANN, table.game.id)
    await world.close()
    head, content, _ = open_file(data, [], bytes(16))
    return Given(head, content)


Change = Callable[[Given], Given]


def origin(of: Forked | Imported) -> Change:
    """Return a change of where the game comes from."""
    return lambda game: game._replace(head=replace(game.head, origin=of))


def secrets(*found: SecretFrom) -> Change:
    """Return a change of what the dice come from."""
    return lambda game: game._replace(content=replace(game.content, secrets=found))


def rules(ruleset: AnyRuleset) -> Change:
    """Return a change of the rules that prove it."""
    return lambda game: game._replace(ruleset=ruleset)


def record(number: int, change: Callable[[LogRecord], LogRecord]) -> Change:
    """Return a change of an entry of the log."""

    def changed(game: Given) -> Given:
        records = tuple(change(e) if e.number == number else e for e in game.content.records)
        return game._replace(content=replace(game.content, records=records))

    return changed


def action(number: int, **fields: Any) -> Change:
    """Return a change of what an entry says was done."""
    return record(number, lambda each: replace(each, entry=replace(each.entry, **fields)))


def states(place: int, **fields: Any) -> Change:
    """Return a change of a stored state: the first or the last."""

    def changed(game: Given) -> Given:
        snapshots = list(game.content.snapshots)
        snapshots[place] = replace(snapshots[place], **fields)
        return game._replace(content=replace(game.content, snapshots=tuple(snapshots)))

    return changed


def together(*changes: Change) -> Change:
    """Return all these changes."""

    def changed(game: Given) -> Given:
        for each in changes:
            game = each(game)
        return game

    return changed


def given(entry: int) -> str:
    """Return what is said of a state that nothing leads to."""
    return f"The state at entry {entry} of the log is taken as given."


def alike(actions: int = 6) -> str:
    """Return what is said where everything could be compared."""
    return f"The log replays: {actions} actions, 3 saved states, all alike."


def partly(actions: int = 6) -> str:
    """Return what is said where something could not."""
    return (
        f"The log replays: {actions} actions, 3 saved states, alike where they could be compared."
    )


def test_a_game_has_started_with_the_first_of_its_secrets() -> None:
    first, second = (GameSecret(bytes([n] * 16)) for n in (1, 2))
    for other in (1, 2, 9):
        keys = start_keys((SecretFrom(0, first), SecretFrom(other, second)))
        assert keys == first.past_keys(ActionKey(0))
    assert start_keys((SecretFrom(1, second),)) is None


AGREEING: dict[str, tuple[Change, list[str], int]] = {  # what is told, how many were not readable
    "nothing": (together(), [alike()], 0),
    "a fork": (origin(Forked(3, 5)), [partly(), FORK], 0),
    "a copy": (origin(Imported("abc")), [partly(), COPY], 0),
    "a copy of other rules": (
        together(origin(Imported("abc")), rules(Newer())),
        *([partly(0), COPY, "6 actions could not be replayed."], 0),
    ),
    "a state that cannot be read": (
        states(0, state=b"no"),
        *([partly(), "Stored states that cannot be read: 1."], 1),
    ),
    "two states that cannot be read": (
        together(states(0, state=b"no"), states(-1, state=b"no")),
        *([partly(), "Stored states that cannot be read: 2."], 2),
    ),
    "other rules": (
        rules(Newer()),
        *([partly(0), OTHER_RULES, "6 actions could not be replayed.", given(3)], 0),
    ),
    "data of a greater digest": (
        rules(OtherData("1" * 64)),
        *([partly(), OTHER_RULES, given(3)], 0),
    ),
    "data of a smaller digest": (rules(OtherData("0")), [partly(), OTHER_RULES, given(3)], 0),
    "older rules at the beginning": (
        states(0, rules=1),
        *([partly(2), "4 actions could not be replayed.", given(3)], 0),
    ),
    "turns undone to a state that is not known": (
        record(8, lambda each: replace(each, entry=TurnsUndone(99))),
        *([partly(), given(8)], 0),
    ),
}


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", AGREEING)
async def test_a_proof_says_what_was_compared_and_what_was_not(over: Given, name: str) -> None:
    change, told, unreadable = AGREEING[name]
    proof = change(over).proof()
    assert proof.ok
    assert list(map(str, proof.notes)) == [*told, f"The seed's hash is {commitment(SEED)}."]
    assert proof.complete == (name == "nothing")
    assert proof.unreadable == unreadable
    assert f" {proof.actions} actions" in told[0]


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", AGREEING)
async def test_where_nobody_may_know_the_log_s_length_no_number_of_it_is_told(
    over: Given, name: str
) -> None:
    proof = AGREEING[name][0](over).proof(counted=False)
    first, *others = map(str, proof.notes)
    whole = name == "nothing"
    alike_or_not = "and all saved states are alike" if whole else "as far as it could be compared"
    assert first == f"The log replays, {alike_or_not}."
    assert (proof.ok, proof.complete) == (True, whole)
    assert not [note for note in others if "actions" in note or "entry" in note or "states" in note]


def same_dice(number: int, as_in: int) -> Change:
    """Return a change by which an action has the dice of an earlier one."""

    def changed(game: Given) -> Given:
        entry = next(each.entry for each in game.content.records if each.number == as_in)
        assert isinstance(entry, Acted)
        return action(number, key=entry.key)(game)

    return changed


DIFFERING: dict[str, tuple[Change, int, int]] = {  # at which entry, how many agreed before
    "another first action": (action(4, action="step e"), 4, 0),
    "another action": (action(7, action="step n"), 7, 3),
    "an action that there is not": (action(6, action="dance"), 6, 2),
    "an action of another seat": (action(5, seat=0), 5, 1),
    "an action that was told otherwise": (record(5, lambda each: replace(each, events=())), 5, 1),
    "an action whose dice are not told": (action(5, key=None), 5, 1),
    "an action with the dice of the one before": (same_dice(5, 4), 5, 1),
    "an action with the dice of one that was undone": (same_dice(9, 7), 9, 4),
    "turns undone to another entry": (
        record(8, lambda each: replace(each, entry=TurnsUndone(5))),
        *(8, 4),
    ),
    "a state of another moment": (states(0, number=4), 4, 1),
}


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("name", DIFFERING)
async def test_a_log_that_was_not_played_like_that_is_told_by_its_entry(
    over: Given, name: str
) -> None:
    change, entry, agreed = DIFFERING[name]
    proof = change(over).proof()
    told = f"The replay differs from the game at entry {entry} of the log."
    assert (proof.ok, proof.complete, proof.text) == (False, False, told)
    assert proof.actions == agreed
    hidden = change(over).proof(counted=False)
    assert (hidden.ok, hidden.text) == (False, "The replay differs from the game.")


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("found", "said"),
    [
        ((), "The seed of this game is lost."),
        (
            (SecretFrom(0, GameSecret(bytes(16))),),
            "The seed is not the one whose hash was published.",
        ),
    ],
)
async def test_without_its_own_seed_nothing_of_a_game_is_proved(
    over: Given, found: tuple[SecretFrom, ...], said: str
) -> None:
    proof = secrets(*found)(over).proof()
    assert (proof.ok, proof.complete, proof.actions, proof.text) == (False, False, 0, said)


@pytest.mark.asyncio(loop_scope="module")
async def test_what_was_told_is_compared_only_where_a_file_holds_it(over: Given) -> None:
    untold = record(5, lambda each: replace(each, events=()))(over)
    assert untold.proof(with_events=False).complete
