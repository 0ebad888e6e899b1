"""Whatever people do in whatever order, the table keeps its promises."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine.common.game_log import digest
from table.errors import Refusal
from table.loaded_game import load
from table.receipt import Receipt
from table.state import Person
from tests.table.driver import TableDriver
from tests.table.world import ANN, BOB, CHANNEL, EVE, TableWorld, meet_due
from tests.toys.guessing import Toy

PEOPLE = st.sampled_from([ANN, BOB, EVE])


class TableMachine(RuleBasedStateMachine):
    """Three people, one channel."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp())
        self.world = TableWorld(self.folder / "games.db")
        self.run(self.world.open())
        self.table: TableDriver
        self.requests = 0
        self.receipts: dict[str, tuple[Person, str, Receipt]] = {}
        self.card = 0

    def run(self, task: Coroutine[Any, Any, Any]) -> Any:
        """Wait for it."""
        return self.loop.run_until_complete(task)

    def ask(self, request: Coroutine[Any, Any, Any]) -> Any:
        """Its receipt, or None when it was refused; then nothing may have changed."""
        before = self.table.game
        with suppress(Refusal):
            return self.run(request)
        assert self.table.game == before
        return None

    @initialize(mode=st.sampled_from(["solo", "first", "vote", "rota"]))
    def found(self, mode: str) -> None:
        self.table = self.run(
            self.world.found(CHANNEL, ANN, "toy", mode=mode, settings={"pace": "blitz"})
        )

    @rule(who=PEOPLE)
    def join(self, who: Person) -> None:
        joined = {member.person for member in self.table.members}
        assert not (self.ask(self.table.join(who)) and who.id in joined)

    @rule(who=PEOPLE)
    def leave(self, who: Person) -> None:
        if self.ask(self.table.leave(who)):
            assert self.table.reader.may_act(who.id) == ()

    @rule(who=PEOPLE)
    def begin(self, who: Person) -> None:
        if self.ask(self.table.begin(who)):
            assert self.table.game.phase == "play"

    @rule(who=PEOPLE, what=st.sampled_from(["pause", "resume", "end"]), rarely=st.integers(0, 3))
    def manage(self, who: Person, what: str, rarely: int) -> None:
        if what == "end" and rarely:
            return
        in_charge = who.id == self.table.game.founder
        assert not self.ask(getattr(self.table, what)(who)) or in_charge

    @rule(
        who=PEOPLE,
        pick=st.integers(0, 20),
        late=st.integers(0, 2),
        text=st.one_of(st.none(), st.text(max_size=20)),
    )
    def act(self, who: Person, pick: int, late: int, text: str | None) -> None:
        to_move = self.run(self.table.status()).turn.waiting
        offers = self.run(self.table.reader.offers(to_move[0])) if to_move else ()
        what = str(offers[pick % len(offers)].action) if offers and text is None else text or "no"
        before = self.table.game
        self.requests += 1
        name = f"r{self.requests}"
        receipt = self.ask(self.table.act(who, what, card=before.card - late // 2, request=name))
        if receipt:
            assert late < 2
            assert before.phase == "play"
            assert (
                to_move[0] in self.table.reader.may_act(who.id) or self.table.game.phase == "over"
            )
            assert receipt.number == before.number + 1
            self.receipts[name] = (who, what, receipt)

    @precondition(lambda self: self.receipts)
    @rule(pick=st.integers(0, 1000))
    def again(self, pick: int) -> None:
        name = list(self.receipts)[pick % len(self.receipts)]
        who, what, receipt = self.receipts[name]
        before = self.table.game
        repeated = self.ask(self.table.act(who, what, request=name))
        seats = self.table.reader.may_see(who.id)
        assert self.table.game == before
        assert (repeated.number, repeated.entry) == (receipt.number, receipt.entry)
        if receipt.seat in seats:
            assert repeated.events == receipt.events

    @rule(who=PEOPLE, moves=st.integers(0, 4))
    def undo(self, who: Person, moves: int) -> None:
        before = self.table.game
        if self.ask(self.table.undo(who, moves)):
            assert who.id == before.founder
            assert self.table.game.card == before.card + 1

    @rule(who=PEOPLE, letters=st.sets(st.sampled_from("ABC"), max_size=1))
    def vote(self, who: Person, letters: set[str]) -> None:
        before, poll = self.table.game, self.table.reader.poll()
        if self.ask(self.table.vote(who, sorted(letters))):
            assert poll
            assert before.mode == "vote"
            assert letters <= {line.letter for line in poll.proposals}

    @rule(seconds=st.sampled_from([1, 100, 300]))
    def wait(self, seconds: int) -> None:
        self.world.time.pass_(seconds)
        self.run(meet_due(self.world.tables.clock))

    @rule(seconds=st.sampled_from([1, 10, 4000]))
    def send(self, seconds: int) -> None:
        self.world.time.pass_(seconds)
        self.run(self.world.outbox.flush())

    @rule()
    def lose_replies(self) -> None:
        self.world.office.losses = 2

    @rule()
    def lose_messages(self) -> None:
        self.world.office.messages.clear()

    @rule()
    def restart(self) -> None:
        before = self.table.game
        self.run(self.world.restart())
        self.table = self.run(self.world.table())
        assert self.table.game == before

    @invariant()
    def cards_only_grow_and_each_is_posted_once(self) -> None:
        posted = [owed.card for owed in self.world.office.shown("card")]
        assert posted == sorted(set(posted))
        if hasattr(self, "table"):
            assert self.table.game.card >= max([self.card, *filter(None, posted)])
            self.card = self.table.game.card

    def teardown(self) -> None:
        for _ in range(4):
            self.send(4000)
        game = self.table.game
        store = self.world.tables.store
        if self.world.office.messages and game.phase == "play":
            assert self.world.office.shown("card")[-1].card == game.card
        if game.header:
            entries = self.run(store.games.records(game.id, 0, 10_000))
            assert [entry.number for entry in entries] == list(range(1, game.number + 1))
            assert self.run(self.table.history.proof()).ok
            newest = self.run(store.games.snapshot(game.id))
            live = self.run(self.table.running())
            assert digest(live) == digest(load(Toy(), newest.state))
        self.run(self.world.close())
        self.loop.close()
        shutil.rmtree(self.folder)


TestTableMachine = TableMachine.TestCase
TestTableMachine.settings = settings(max_examples=12, stateful_step_count=30, deadline=None)
