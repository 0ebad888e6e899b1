"""Groups that vote, on a clock of their own: no vote stays open, none ends otherwise than its card
said, and nobody waits for those who are away."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from engine.contract.dice import GameSecret
from table.change import Change
from table.commands.command import TableCommand, decide
from table.commands.deadlines import deadline_command
from table.commands.lobby import Begin, ChangeSetting, Join, NewGame, found_game
from table.commands.play import Act
from table.commands.votes import Delegate, Veto, Vote, WithdrawVote
from table.context import CommandContext
from table.errors import Refusal
from table.game_settings import DAY, HOUR, PACES
from table.history.entries import Decided, Undecided
from table.loaded_game import LoadedGame, load
from table.schedule.deadlines import MAX_MISSED_TURNS, pace_of, waits_for
from table.schedule.quiet_hours import Preferences
from table.state import Deadline, Person, TableState
from table.voting.constitution import PRESETS
from table.voting.poll import Poll, poll_of
from tests.table.world import SEED
from tests.toys.guessing import Toy

RULES = Toy()
HABITS = ("prompt", "prompt", "slow", "silent", "away", "delegating", "asleep", "quarrelsome")
SILENT = ("silent", "away", "delegating")  # habits of people who never press anything
START = 1_767_225_600.0  # seconds since 1970: midnight in UTC
MAX_STEPS = 400  # of one game
ACTIONS = ("step n", "step e", "step s", "step w", "look", "guess AEIA", "yes", "no")


class SimulatedGroup:
    """People of some habits at a table, and a clock that turns to whatever comes next."""

    def __init__(self, habits: list[str], preset: str, pace: str, chance: random.Random) -> None:
        self.chance = chance
        self.now = START + chance.randrange(86400)
        self.people = [Person(n + 1, f"P{n + 1}") for n in range(len(habits))]
        self.habits = dict(zip((p.id for p in self.people), habits, strict=True))
        self.preferences = {p.id: self._preferences(p.id) for p in self.people}
        self.counts = {"votes": 0, "decided": 0, "undecided": 0, "turns": 0}
        self.card: Poll | None = None
        self.longest = 0.0
        self.only_steps = False
        founder = self.people[0]
        settings = {"constitution": preset, "pace": pace}
        new = NewGame(100, 10, "toy", {}, "vote", settings)
        state = found_game(new, founder, RULES, self.now, entropy=SEED, seed=SEED).state
        self.state = replace(state, game=replace(state.game, id=1, card=1))
        for person in self.people[1:]:
            self.run(person, Join())
        self.run(founder, Begin())
        for person in self.people:
            if self.habits[person.id] == "delegating":
                self.attempt(person, Delegate(chance.choice(self.people).id))

    def _preferences(self, person: int) -> Preferences:
        habit = self.habits[person]
        if habit in ("away", "delegating") and self.chance.random() < 0.8:
            return Preferences(away_until=self.now + 300 * DAY)
        if habit == "asleep":
            start = self.chance.randrange(1440)
            return Preferences(quiet_hours=(start, (start + 480) % 1440))
        return Preferences()

    # ------------------------------------------------------------ commands

    def context(self, who: Person | None) -> CommandContext:
        """Return the context of a command now."""
        summary = self.state.summary
        loaded = LoadedGame(load(RULES, summary.packed)) if summary else None
        return CommandContext(
            who, self.now, self.preferences, RULES, GameSecret(SEED), SEED, loaded=loaded
        )

    def run(self, who: Person | None, command: TableCommand) -> Change:
        """Run a command; note what the card shows then."""
        context = self.context(who)
        before = self.state
        change = decide(before, command, context)
        self.state = change.state
        self._check(before, change, by_clock=who is None)
        ballot = self.state.ballot
        self.card = None if ballot is None else poll_of(context.at(self.state), ballot)
        if self.card is not None:
            assert self.card.closes is not None, "an open vote says when it closes"
        return change

    def attempt(self, who: Person, command: TableCommand) -> None:
        """Run a command that may be refused."""
        with contextlib.suppress(Refusal):
            self.run(who, command)

    def _check(self, before: TableState, change: Change, *, by_clock: bool) -> None:
        entries = [new.entry for new in change.entries]
        ended = [e for e in entries if isinstance(e, Decided | Undecided)]
        ballot = before.ballot
        if ballot is None or not ended:
            return
        context = self.context(None).at(before)
        pace = pace_of(context)
        assert pace is not None, "votes have a pace"
        open_for = self.now - ballot.began
        self.longest = max(self.longest, open_for)
        assert open_for <= pace.most, "no vote is open beyond its longest time"
        self.counts["votes"] += 1
        self.counts["decided"] += isinstance(ended[0], Decided)
        self.counts["undecided"] += isinstance(ended[0], Undecided)
        card = self.card
        if by_clock and card is not None and card.reason is not None:
            assert card.closes == self.now, "it closes when the card said"
            self._check_result(ended[0], card)

    def _check_result(self, ended: Decided | Undecided, card: Poll) -> None:
        if isinstance(ended, Undecided):
            assert card.winner is None
        elif card.winner is not None:
            assert ended.letter == card.winner
        else:
            assert ended.letter in card.tied, "a lot chooses among those that the card named"

    # ------------------------------------------------------------ time

    def play(self, votes: int) -> None:
        """Play until so many votes have ended, or nobody does anything any more."""
        for _ in range(MAX_STEPS):
            if self.counts["votes"] >= votes or self.state.game.phase != "play":
                return
            due = self._next_deadline()
            acts = [(at, person) for at, person in self._acts() if due is None or at < due.due]
            if acts:
                self.now, person = min(acts, key=lambda act: act[0])
                self._act(person)
            elif due is None:
                assert self.state.ballot is None, "a vote without a deadline"
                assert self.state.missed_turns >= MAX_MISSED_TURNS
                return
            else:
                self.now = max(self.now, due.due)
                self.meet(due)

    def meet(self, due: Deadline) -> None:
        """Have a deadline met, as the clock does: it is removed even when it means nothing."""
        try:
            self.run(None, deadline_command(due))
        except Refusal:
            left = {k: d for k, d in self.state.deadlines.items() if d != due}
            self.state = replace(self.state, deadlines=left)

    def _next_deadline(self) -> Deadline | None:
        return min(self.state.deadlines.values(), key=lambda each: each.due, default=None)

    def _acts(self) -> Iterator[tuple[float, Person]]:
        waited = waits_for(self.context(None).at(self.state))
        pace = pace_of(self.context(None).at(self.state))
        least = pace.least if pace else HOUR
        for person in self.people:
            habit = self.habits[person.id]
            if habit in SILENT or (habit != "quarrelsome" and person.id not in waited):
                continue
            share = {"prompt": 0.05, "quarrelsome": 0.1, "asleep": 0.2, "slow": 0.9}[habit]
            if habit != "quarrelsome" or self.chance.random() < 0.5:
                yield self.now + least * share * self.chance.uniform(0.5, 1.0), person

    def _actions(self) -> list[str]:
        """Return the steps that can be taken, or anything at all."""
        summary = self.state.summary
        offers = summary.offers if summary else None
        steps = [str(offer.action) for offer in offers or () if offer.action.verb == "step"]
        return steps if steps and self.only_steps else [*ACTIONS]

    def _act(self, person: Person) -> None:
        chance, ballot = self.chance, self.state.ballot
        letters = [p.letter for p in ballot.proposals] if ballot else []
        habit = self.habits[person.id]
        if not letters or (habit == "quarrelsome" and chance.random() < 0.5):
            self.attempt(person, Act(chance.choice(self._actions())))
        elif habit == "quarrelsome" and chance.random() < 0.3:
            self.attempt(person, chance.choice([WithdrawVote(), Veto(chance.choice(letters))]))
        elif chance.random() < 0.1:
            self.attempt(person, Vote(()))
        else:
            self.attempt(person, Vote((chance.choice(letters),)))
        if chance.random() < 0.02:
            setting = ChangeSetting("constitution", chance.choice([*PRESETS]))
            self.attempt(self.people[0], setting)


def groups(seed: int, count: int) -> Iterator[SimulatedGroup]:
    """Return groups of 2 to 12 people of all habits, under every preset and pace in turn."""
    chance = random.Random(seed)
    terms = [(preset, pace) for preset in PRESETS for pace in PACES]
    for n in range(count):
        size = 2 + n % 11
        preset, pace = terms[n % len(terms)]
        yield SimulatedGroup([chance.choice(HABITS) for _ in range(size)], preset, pace, chance)


def simulate(seed: int, votes: int) -> dict[str, int]:
    """Play groups until so many votes have ended; return how many ended how."""
    total = {"votes": 0, "decided": 0, "undecided": 0}
    for group in groups(seed, votes):
        group.play(20)
        for name in total:
            total[name] += group.counts[name]
        if total["votes"] >= votes:
            break
    return total


def test_no_vote_stays_open_and_none_ends_otherwise_than_its_card_said() -> None:
    total = simulate(1, 300)
    assert total["votes"] >= 300
    assert total["decided"] > total["votes"] / 2


@pytest.mark.soak(part="votes")
def test_ten_thousand_votes_end_as_their_cards_said() -> None:
    total = simulate(2, 10_000)
    assert total["votes"] >= 10_000


@pytest.mark.parametrize("preset", PRESETS)
def test_nobody_waits_for_those_who_are_away(preset: str) -> None:
    chance = random.Random(3)
    group = SimulatedGroup(["prompt", "prompt", "away", "away", "away"], preset, "daily", chance)
    group.preferences |= {n: Preferences(away_until=START + 300 * DAY) for n in (3, 4, 5)}
    began = group.now
    for person in group.people[:2]:
        group.run(person, Act("step s"))
    if preset == "consensus":  # somebody may still veto it
        due = group.state.deadlines["turn"]
        assert due.due <= began + DAY
    else:
        assert group.state.ballot is None
    group.play(10)
    assert group.longest <= DAY


def test_five_people_of_whom_two_vanish_play_thirty_turns_in_thirty_hours() -> None:
    chance = random.Random(4)
    habits = ["slow", "prompt", "slow", "silent", "silent"]
    group = SimulatedGroup(habits, "majority", "hourly", chance)
    group.only_steps = True
    began, turns = group.now, 0
    while turns < 30:
        before = group.state.summary
        group.play(group.counts["votes"] + 1)
        if "decided" in group.state.deadlines:
            group.meet(group.state.deadlines["decided"])
        assert group.state.summary is not before
        turns += 1
    assert group.now - began <= 30 * HOUR
