"""Changes of a table, and their consequences: turns, deadlines, messages, the snapshot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, Protocol

import msgspec
from msgspec.structs import replace

from engine.contract.action import Event
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame
from table.history.chain import Link
from table.history.entries import Acted, AnyEntry
from table.history.secrets import SecretFrom
from table.history.snapshot import KEPT_EVERY, Snapshot
from table.outbox.delivery import PRESSER_SECONDS, Delivery, Press
from table.outbox.rows import (
    OutboxDraft,
    card_draft,
    desk_draft,
    ping_drafts,
    post_drafts,
    private_drafts,
    redraw_draft,
)
from table.references import people_in, refer
from table.schedule.deadlines import (
    OF_PLAY,
    OF_TURNS,
    autoplay_deadlines,
    new_turn,
    turn_deadlines,
    waits_for,
)
from table.state import Deadline, DeadlineKind, GameRecord, Person, StateSummary, TableState
from table.voting.game_context import GameContext
from table.voting.modes import MODES, next_in_rota


class NewEntry(msgspec.Struct, frozen=True):
    """An entry to append to the log, with its events."""

    entry: AnyEntry
    events: tuple[Event, ...] = ()


class ImportedPast(msgspec.Struct, frozen=True):
    """The log and the kept snapshots that an imported game brings with it."""

    links: tuple[Link, ...]
    snapshots: tuple[Snapshot, ...]


class Change(msgspec.Struct, frozen=True):
    """All that a command changes.

    Commands build it by its methods, each of which returns another change; `complete` adds what
    follows. `card`: a new card, the newest one drawn again, or neither. `turn`: a new turn begins,
    because an action was `played` or otherwise. `running`: the game in memory from now on, when it
    is another one than the command was given.
    """

    state: TableState
    before: TableState | None = None  # None: a new game
    entries: tuple[NewEntry, ...] = ()
    card: Literal["new", "redrawn", "same"] = "redrawn"
    turn: Literal["", "played", "begun"] = ""
    press: Press | None = None
    delivery: Delivery | None = None
    pings: bool = True  # ping those who are waited for from now on
    silent: bool = False  # owe no messages, and drop those that are owed
    keep_snapshot: bool = False
    snapshot: Snapshot | None = None
    passed: Snapshot | None = None  # of a state between two of its entries
    outbox: tuple[OutboxDraft, ...] = ()
    delete_pings: bool = False
    deadlines: tuple[Deadline, ...] = ()
    cancelled: tuple[DeadlineKind, ...] = ()
    secrets: tuple[SecretFrom, ...] = ()  # that its dice come from, when they are drawn
    running: RunningGame | None = None
    past: ImportedPast | None = None
    undone_after: int | None = None  # the turns after this entry of the log were undone
    contest_mark: bytes | None = None  # of the person who enters the game's contest

    def log(self, entry: AnyEntry, events: tuple[Event, ...] = ()) -> Change:
        """Append an entry to the log."""
        number = self.state.game.number + 1
        logged = replace(self, entries=(*self.entries, NewEntry(entry, events)))
        return logged.with_game(number=number)

    def with_state(self, **fields: Any) -> Change:
        """Change fields of the state."""
        return replace(self, state=replace(self.state, **fields))

    def with_game(self, **fields: Any) -> Change:
        """Change facts of the game."""
        return self.with_state(game=replace(self.state.game, **fields))

    def with_summary(self, summary: StateSummary) -> Change:
        """Go on from another state of the rules."""
        return self.with_state(summary=summary)

    def with_card(self, card: Literal["new", "redrawn", "same"]) -> Change:
        """Choose which card is shown."""
        return replace(self, card=card)

    def begin_turn(self, why: Literal["played", "begun"]) -> Change:
        """Let a new turn begin."""
        return replace(self, turn=why)

    def owe(self, *drafts: OutboxDraft) -> Change:
        """Owe messages."""
        return replace(self, outbox=(*self.outbox, *drafts))

    def set_deadlines(self, *deadlines: Deadline) -> Change:
        """Set deadlines; one of a kind that there is takes its place."""
        return replace(self, deadlines=(*self.deadlines, *deadlines))

    def cancel_deadlines(self, *kinds: DeadlineKind) -> Change:
        """Cancel deadlines."""
        return replace(self, cancelled=(*self.cancelled, *kinds))

    @property
    def first_number(self) -> int:
        """Return the number of the first new entry, or of the newest when there is none."""
        return self.state.game.number - max(0, len(self.entries) - 1)


def change_of(state: TableState, entry: AnyEntry, events: tuple[Event, ...] = ()) -> Change:
    """Return a change of the state that begins with this entry of the log."""
    return Change(state, state).log(entry, events)


class Moment(Protocol):
    """A command's context, as far as `complete` reads it."""

    @property
    def who(self) -> Person | None:
        """Return who asks."""
        ...

    @property
    def ruleset(self) -> AnyRuleset:
        """Return the rules."""
        ...

    @property
    def entropy(self) -> bytes:
        """Return fresh random bytes."""
        ...

    def at(self, state: TableState) -> GameContext:
        """Return the table at this moment."""
        ...


def complete(change: Change, moment: Moment) -> Change:
    """Return the change with all that follows from it."""
    if change.card == "new":
        change = change.with_game(card=change.state.game.card + 1)
    change = _begin_turn(change, moment)
    change = _set_deadlines(change, moment)
    change = _take_snapshot(change, moment.ruleset.version)
    change = _refer_to_people(change, moment)
    if change.silent:
        return change
    return _owe_messages(_choose_delivery(change, moment), moment)


def _refer_to_people(change: Change, moment: Moment) -> Change:
    """Give references to people who are named for the first time."""
    named = people_in(change.state, [each.entry for each in change.entries])
    people = [Person(person, "") for person in named]
    return replace(change, state=refer(change.state, people, moment.entropy))


def _begin_turn(change: Change, moment: Moment) -> Change:
    if not change.turn:
        return change
    old = change.state.rota_person
    state = new_turn(moment.at(change.state), played=change.turn == "played")
    passed = state.rota_person != old or change.turn == "begun"
    change = replace(change, state=state)
    change = change.set_deadlines(*turn_deadlines(moment.at(state), rota_passed=passed))
    return change.cancel_deadlines(*OF_TURNS, *(("rota",) if passed else ()))


def _set_deadlines(change: Change, moment: Moment) -> Change:
    """Cancel what play alone needs when it stops; put the deadlines into the state."""
    due = change.deadlines
    if change.state.game.phase != "play":
        due = tuple(each for each in due if each.kind == "lobby")
        change = change.cancel_deadlines(*OF_PLAY)
    elif change.card != "same" and not change.turn and _goes_on(change):
        due += autoplay_deadlines(moment.at(change.state))
    left = {k: d for k, d in change.state.deadlines.items() if k not in change.cancelled}
    deadlines = left | {each.kind: each for each in due}
    return replace(change, deadlines=due).with_state(deadlines=deadlines)


def _goes_on(change: Change) -> bool:
    """Return whether the state of the rules is another one."""
    return change.before is not None and change.state.summary is not change.before.summary


def _take_snapshot(change: Change, version: int) -> Change:
    state, before = change.state, change.before
    if state.summary is None or (before is not None and state.summary is before.summary):
        return change
    number = state.game.number
    kept = change.keep_snapshot or number // KEPT_EVERY > state.snapshot_number // KEPT_EVERY
    snapshot = Snapshot(number, version, state.summary.packed, kept)
    return replace(change.with_state(snapshot_number=number), snapshot=snapshot)


def _choose_delivery(change: Change, moment: Moment) -> Change:
    """Decide once who shows a new card, and how."""
    game, press = change.state.game, change.press
    until = moment.at(change.state).now + PRESSER_SECONDS
    if change.card == "redrawn" and press is not None and press.public:
        return replace(change, delivery=_edit_by_presser(game, game.card, press, until))
    if change.card != "new":
        return change
    delivery = Delivery(game.id, game.card, "post")
    if press is not None and not change.turn and _same_turn(change):
        replaces = game.card - 1
        if press.private:
            delivery = Delivery(game.id, game.card, "edit", replaces=replaces)
        elif press.message is not None:
            delivery = _edit_by_presser(game, replaces, press, until)
    elif press is not None and press.public:
        delivery = Delivery(game.id, game.card, "answer", "presser", until=until)
    return replace(change, delivery=delivery)


def _edit_by_presser(game: GameRecord, replaces: int, press: Press, until: float) -> Delivery:
    return Delivery(
        game=game.id,
        card=game.card,
        how="edit",
        by="presser",
        replaces=replaces,
        message=press.message,
        until=until,
    )


def _same_turn(change: Change) -> bool:
    summary = change.state.summary
    return summary is not None and summary.outcome is None


def _owe_messages(change: Change, moment: Moment) -> Change:
    before = waits_for(moment.at(change.before)) if change.before else []
    at = moment.at(change.state)
    now = waits_for(at)
    asked = set(now) - set(before)
    desk = _desk(change, at, asked, moment)
    if desk:
        asked -= {at.game_master}
    drafts = _pings(change, at, asked, moment) if change.pings else []
    last = _last_of_turn(change, at, before, now, moment)
    drafts += [*last, *change.outbox]
    pinged = any(draft.kind == "ping" and draft.decision is None for draft in change.outbox)
    # Nobody is waited for as before; pings of a vote go with its turn.
    over = bool(change.turn) and MODES[at.game.mode].votes
    settled = change.pings and (over or bool(last) or not set(before) & set(now))
    change = replace(change, delete_pings=pinged or settled)
    game, delivery = change.state.game, change.delivery
    posts = post_drafts(game, [event for each in change.entries for event in each.events])
    if delivery is not None and delivery.how == "answer" and (drafts or posts):
        delivery = Delivery(game.id, game.card, "post")  # or other messages would come before it
    if change.card == "redrawn":
        drafts.insert(0, redraw_draft(game))
    elif delivery is not None:
        drafts.insert(0, card_draft(game, delivery))
    private = [
        draft
        for each in change.entries
        if isinstance(each.entry, Acted)
        for draft in private_drafts(at, each.entry.seat, each.events)
    ]
    change = replace(change, delivery=delivery, outbox=(*posts, *drafts, *private, *desk))
    return _note_pings(change, drafts)


def _note_pings(change: Change, drafts: Iterable[OutboxDraft]) -> Change:
    """Note who is pinged to vote: nobody is twice for one decision."""
    pinged = dict(change.state.pinged)
    for draft in drafts:
        if draft.decision is not None:
            pinged[draft.decision] = (*pinged.get(draft.decision, ()), *draft.content.people)
    return change.with_state(pinged=pinged) if pinged != change.state.pinged else change


def _desk(
    change: Change, at: GameContext, asked: set[int], moment: Moment
) -> tuple[OutboxDraft, ...]:
    """Return what shows the Game Master's desk as it is now, with a mention if they are asked."""
    state, before = change.state, change.before
    master = at.game_master
    if not moment.ruleset.tells_in_posts or state.game.phase != "play" or before is None:
        return ()
    if master is None:
        return ()
    newly_waited = master in asked and (moment.who is None or moment.who.id != master)
    moved = before.game_master != state.game_master or before.game.phase != "play"
    if state.summary is before.summary and not moved:
        return ()
    return (desk_draft(state.game, (master,) if newly_waited or moved else ()),)


def _last_of_turn(
    change: Change, at: GameContext, before: list[int], now: list[int], moment: Moment
) -> list[OutboxDraft]:
    """Return the call for the one person whom a turn still waits for, when there were several."""
    if change.turn or not change.pings or len(now) != 1 or not set(now) < set(before):
        return []
    turn = change.state.deadlines.get("turn")
    called = set(now) - {moment.who.id if moment.who else 0}
    return ping_drafts(at, called, moment.ruleset.title, "last", turn.due if turn else None)


def _pings(change: Change, at: GameContext, people: set[int], moment: Moment) -> list[OutboxDraft]:
    game = change.state.game
    if MODES[game.mode].votes:
        return []
    until = next((each.due for each in change.deadlines if each.kind == "turn"), None)
    others = people - {moment.who.id if moment.who else 0}
    drafts = ping_drafts(at, others, moment.ruleset.title, "turn", until)
    if change.turn and game.mode == "rota" and game.phase == "play":
        person = at.state.rota_person
        after = next_in_rota(at, person)
        if after is not None and after != person and at.preferences_of(after).pings_when_next:
            drafts += ping_drafts(at, [after], moment.ruleset.title, "next", None)
    return drafts
