"""Nuisance and its remedies: people are removed and banned, games are closed to strangers, offers
end, rights are one table, and nobody can do too much in a while."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from table.commands.lobby import LOBBY_SECONDS, Join
from table.commands.remedies import (
    OFFER_SECONDS,
    Invite,
    OfferSeat,
    RemovePerson,
    SetEntry,
    TakeOfferedSeat,
)
from table.contests import NewContest
from table.errors import Refusal
from table.limits import LIMITS, PersonLimits
from table.rights import RIGHTS, ROLE_TEXTS, roles_in
from table.state import Person
from tests.table.driver import TableDriver
from tests.table.test_history import THREAD, loaded, walked
from tests.table.test_votes import ring
from tests.table.world import ANN, BOB, CHANNEL, EVE, GUILD, TableWorld

MAX = Person(9, "Max", manager=True)
DOCS = Path(__file__).parents[2] / "docs"


async def run(table: TableDriver, who: Person, command: object) -> None:
    """Run a command."""
    await table.actor.run(who, command)  # type: ignore[arg-type]


async def test_whoever_is_in_charge_removes_and_bans_people(world: TableWorld) -> None:
    table = await world.begun()
    with pytest.raises(Refusal, match="founder or a manager"):
        await run(table, BOB, RemovePerson(ANN.id))
    with pytest.raises(Refusal, match="game leave"):
        await run(table, ANN, RemovePerson(ANN.id))
    await run(table, ANN, RemovePerson(BOB.id))
    assert table.state.people == (ANN.id,)
    assert [seat.person for seat in table.state.seats] == [ANN.id, None]
    await run(table, BOB, Join())
    await run(table, ANN, RemovePerson(BOB.id, ban=True))
    with pytest.raises(Refusal, match="banned"):
        await run(table, BOB, Join())
    await world.tables.privacy.forget(BOB)
    await world.restart()
    table = await world.table()
    with pytest.raises(Refusal, match="banned"):
        await run(table, BOB, Join())
    await run(table, ANN, Invite(BOB.id))
    await run(table, BOB, Join())
    await run(table, MAX, RemovePerson(ANN.id))
    assert table.game.founder == BOB.id


async def test_a_game_can_be_by_invitation(world: TableWorld) -> None:
    table = await world.found(CHANNEL, ANN)
    await run(table, ANN, SetEntry(by_invitation=True))
    with pytest.raises(Refusal, match="invitation"):
        await run(table, BOB, Join())
    with pytest.raises(Refusal):
        await run(table, BOB, Invite(BOB.id))
    await run(table, ANN, Invite(BOB.id))
    await run(table, BOB, Join())
    await run(table, ANN, SetEntry(by_invitation=False))
    await run(table, ANN, RemovePerson(BOB.id))
    await run(table, EVE, Join())


async def test_a_lobby_in_which_nobody_begins_frees_its_channel(world: TableWorld) -> None:
    await world.found(CHANNEL, ANN)
    world.time.pass_(LOBBY_SECONDS)
    await ring(world, 1)
    await world.found(CHANNEL, BOB)
    assert LOBBY_SECONDS <= 3 * 86400


async def test_an_offer_holds_for_a_day_and_for_its_player_alone(world: TableWorld) -> None:
    table = await world.begun()
    with pytest.raises(Refusal, match="is gone"):
        await run(table, EVE, TakeOfferedSeat(1))  # nobody has offered anything
    with pytest.raises(Refusal, match="Only the player"):
        await run(table, ANN, OfferSeat(1, EVE.id))
    await run(table, BOB, OfferSeat(1, EVE.id))
    with pytest.raises(Refusal, match="somebody else"):
        await run(table, ANN, TakeOfferedSeat(1))
    world.time.pass_(OFFER_SECONDS)
    with pytest.raises(Refusal, match="too old"):
        await run(table, EVE, TakeOfferedSeat(1))
    await run(table, BOB, OfferSeat(1, EVE.id))
    await run(table, EVE, TakeOfferedSeat(1))
    assert table.state.seats[1].person == EVE.id
    with pytest.raises(Refusal, match="is gone"):
        await run(table, EVE, TakeOfferedSeat(1))


async def test_an_offer_ends_when_the_character_goes_to_another(world: TableWorld) -> None:
    table = await world.begun()
    await run(table, BOB, OfferSeat(1, EVE.id))
    await table.give_seat(BOB, 1, ANN.id)
    with pytest.raises(Refusal, match="is gone"):
        await run(table, EVE, TakeOfferedSeat(1))


async def test_the_founder_alone_has_a_founders_rights(world: TableWorld) -> None:
    table = await world.found(CHANNEL, BOB)
    for person in (ANN, EVE):
        await table.join(person)
    found = {who.name: roles_in(table.state, who) for who in (ANN, BOB, EVE, MAX)}
    assert found == {
        "Ann": ("member",),
        "Bob": ("founder", "member"),
        "Eve": ("member",),
        "Max": (),
    }


async def test_a_role_may_be_needed_to_open_games(world: TableWorld) -> None:
    tables, keeper = world.tables, Person(5, "Kit", roles=(77,))
    with pytest.raises(Refusal, match="manager"):
        await tables.servers.set_opener_role(ANN, GUILD, 77)
    file_of = await walked(world)
    data = await tables.transfer.export(ANN, file_of.game.id)
    await tables.servers.set_opener_role(MAX, GUILD, 77)
    for attempt in (
        world.found(300, ANN),
        tables.contests.open(ANN, NewContest(300, GUILD, "toy", "Spring")),
        loaded(world, ANN, data, 300, GUILD),
    ):
        with pytest.raises(Refusal, match="role"):
            await attempt
    await world.found(301, keeper)
    await world.found(302, MAX)
    await world.found(303, ANN, guild=GUILD + 1)
    await tables.servers.set_opener_role(MAX, GUILD, None)
    await world.found(THREAD, ANN)


def test_the_docs_show_the_table_of_rights() -> None:
    rows = [
        f"| {right.action} | {', '.join(ROLE_TEXTS[role] for role in right.roles)} |"
        for right in RIGHTS.values()
    ]
    table = "\n".join(["| To | may |", "| --- | --- |", *rows]) + "\n"
    assert table in (DOCS / "rights.md").read_text("utf-8")
    assert all(right.roles for right in RIGHTS.values())


def test_each_line_of_the_page_on_security_names_tests_and_they_exist() -> None:
    page = (DOCS / "security.md").read_text("utf-8")
    lines = [line for line in page.splitlines() if line.startswith("| ")]
    claims = [line for line in lines if not line.startswith(("| They cannot |", "| ---"))]
    assert all("`test_" in line.rsplit(" | ", 1)[1] for line in claims)
    named = set(re.findall(r"`(test_\w+)`", page))
    files = [p for name in ("tests", "kit") for p in (DOCS.parent / name).rglob("*.py")]
    there = set(re.findall(r"def (test_\w+)", "".join(p.read_text() for p in files)))
    assert len(named) > 30
    assert not named - there


def test_nobody_can_do_too_much_in_a_while() -> None:
    now = [1000.0]
    limits = PersonLimits(lambda: now[0])
    for name, limit in LIMITS.items():
        for _ in range(limit.person):
            limits.spend(name, 1, 10)
        with pytest.raises(Refusal, match=r"You have .* too often; try again in \d+ minutes?\."):
            limits.spend(name, 1, 11)
        for person in range(2, limit.server - limit.person + 2):
            limits.spend(name, person, 10)
        with pytest.raises(Refusal, match="People here have"):
            limits.spend(name, 10_000, 10)
    now[0] += 3600
    for name in LIMITS:
        limits.spend(name, 1, 10)


def test_what_did_not_succeed_holds_up_nobody_else() -> None:
    limits, most = PersonLimits(lambda: 1000.0), LIMITS["file"]
    for person in range(10 * most.server):
        with pytest.raises(Refusal, match="No"), limits.spending("file", person, 10):
            raise Refusal("No.")
    for person in range(most.server):
        limits.spend("file", 10_000 + person, 10)
    with pytest.raises(Refusal, match="People here have"):
        limits.spend("file", 1, 10)


async def everything_shown(world: TableWorld, letter: str) -> str:
    """Return all that Eve can see of a secret ballot in which Bob votes so."""
    settings = {"constitution": "secret", "undo": "vote"}
    table = await world.found(CHANNEL, ANN, "toy", mode="vote", settings=settings)
    for who in (BOB, EVE, Person(6, "Six"), Person(7, "Seven")):
        await table.join(who)
    await table.begin(ANN)
    await table.act(ANN, "step s", request="r")
    await table.act(EVE, "step e", request="e")
    await table.vote(BOB, [letter])
    await table.change_setting(ANN, "constitution", "majority")
    await table.change_setting(ANN, "counts", "hidden")
    await table.change_setting(ANN, "counts", "open")
    history = table.history
    shown = [
        *await history.records(),
        str(await history.whole_log(None)),
        *(await history.story(EVE.id)).records,
        (await history.proof()).text,
    ]
    await table.end(ANN)
    shown += [str(await history.whole_log(None)), *await history.records()]
    data = await world.tables.transfer.export(EVE, table.game.id)
    copy = await loaded(world, EVE, data, THREAD, GUILD)
    shown += [*await copy.history.records(), str(await copy.history.whole_log(None))]
    return "\n".join(map(str, shown))


async def test_a_secret_ballot_shows_nowhere_in_whatever_way_it_went(tmp_path: Path) -> None:
    found = []
    for letter in "AB":
        world = await TableWorld(tmp_path / f"{letter}.db").open()
        found.append(await everything_shown(world, letter))
        await world.close()
    heads = re.compile("[0-9a-f]{64}")  # the log's salted hashes, which tell nothing
    assert heads.sub("", found[0]) == heads.sub("", found[1])
