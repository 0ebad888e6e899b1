"""Commands as pure functions: a state, a command and a context in; a change or a refusal out."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.contract.action import GM
from engine.contract.dice import ActionKey, GameSecret
from table.change import Change
from table.commands.command import TableCommand, decide
from table.commands.deadlines import AutoplaySeats, CloseLobby, EndTurn, Remind, deadline_command
from table.commands.gm import NameGameMaster
from table.commands.lobby import (
    Begin,
    ChangeSetting,
    ChooseMode,
    End,
    EndAbandoned,
    Join,
    Leave,
    NewGame,
    Pause,
    Resume,
    found_game,
    open_modes,
)
from table.commands.play import Act, ProposeDraft
from table.commands.remedies import Invite, OfferSeat, RemovePerson, SetEntry, TakeOfferedSeat
from table.commands.seats import GiveSeat, LendSeat, SetAutoplay, TakeBackSeat
from table.commands.undo import Undo, undoes_by_vote
from table.commands.upkeep import EndContestGame, Repost, RescheduleTurn, ResumeSuspended, Suspend
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
from table.errors import Refusal, StaleCard
from table.game_settings import GameSettings
from table.history.entries import (
    Acted,
    AnyEntry,
    Begun,
    Decided,
    Joined,
    Left,
    MotionMade,
    Paused,
    Proposed,
    SeatLent,
    SettingChanged,
    Voted,
    without_key,
)
from table.loaded_game import LoadedGame, load
from table.outbox.delivery import Press
from table.references import name_for
from table.schedule.quiet_hours import Preferences
from table.state import Person, TableState
from table.voting.constitution import Constitution
from table.voting.motions import SettingMotion
from tests.table.world import ANN, BOB, EVE, SEED
from tests.toys.guessing import Toy

NOW = 1_000_000.0
RULES = Toy()
ZOE = Person(9, "Zoe")  # in no game
IN_CHARGE = "Only the game's founder or a manager of the server may {}"


def context(state: TableState, who: Person | None = ANN, **fields: Any) -> CommandContext:
    """Return a context in which the rules are loaded, if the game has begun."""
    summary = state.summary
    loaded = LoadedGame(load(RULES, summary.packed)) if summary else None
    made = CommandContext(who, NOW, {}, RULES, GameSecret(SEED), SEED, loaded=loaded)
    return replace(made, **fields)


def lobby(*people: Person, **settings: Any) -> TableState:
    """Return a lobby that these people have joined."""
    new = NewGame(100, 10, "toy", {}, settings.pop("mode", ""))
    state = found_game(new, people[0], RULES, NOW, entropy=SEED, seed=SEED).state
    game = replace(state.game, id=1, card=1, settings=GameSettings(**settings))
    state = replace(state, game=game)
    for person in people[1:]:
        state = decide(state, Join(), context(state, person)).state
    return state


def begun(*people: Person, **settings: Any) -> TableState:
    """Return a game that has begun."""
    state = lobby(*(people or (ANN, BOB)), **settings)
    return decide(state, Begin(), context(state)).state


def logged(change: Change) -> list[AnyEntry]:
    """Return the entries that a change appends to the log."""
    return [without_key(new.entry) for new in change.entries]


def after(state: str, who: Person | None, command: TableCommand) -> TableState:
    """Return one of `STATES` after a command."""
    return decide(STATES[state], command, context(STATES[state], who)).state


BEGUN = begun()
STATES = {
    "lobby": lobby(ANN),
    "full lobby": lobby(ANN, BOB),
    "play": BEGUN,
    "vote": begun(ANN, BOB, EVE, mode="vote"),
}
STATES["paused"] = decide(STATES["play"], Pause("Tea."), context(STATES["play"])).state
STATES["over"] = decide(STATES["play"], End(), context(STATES["play"])).state
STATES["crowd"] = lobby(ANN, BOB, EVE, mode="vote")
STATES["ladder"] = begun(ladder="on")
STATES["proposed"] = after("vote", ANN, Act("step s"))
STATES["motion"] = after("vote", ANN, MoveToSet("pace", "daily"))
STATES["halfway"] = after("play", BOB, SetAutoplay(1, True))
STATES["offered"] = after("play", ANN, OfferSeat(0, EVE.id))
STATES["lent"] = after("play", ANN, LendSeat(0, BOB.id, NOW + 9))
STATES["banned"] = after("play", ANN, RemovePerson(EVE.id, ban=True))
STATES["suspended"] = after("play", None, Suspend("I may not post here."))
STATES["vote in a pause"] = after("proposed", ANN, Pause("Tea."))
STATES["motion in a pause"] = after("motion", ANN, Pause("Tea."))
STATES["ended while suspended"] = after("suspended", ANN, End())
STATES["by invitation"] = after("lobby", ANN, SetEntry(True))


@pytest.mark.parametrize(
    ("state", "who", "command", "sentence"),
    [
        ("lobby", ANN, Join(), "You have joined already."),
        ("play", EVE, Join(), "All characters of this game are taken."),
        ("over", EVE, Join(), "The game is over."),
        ("lobby", EVE, Leave(), "You are not in this game."),
        ("play", ANN, Begin(), "The game has begun already."),
        (
            "full lobby",
            BOB,
            Begin(),
            "Only the game's founder or a manager of the server may begin it.",
        ),
        ("lobby", ANN, Act("step s"), "The game has not begun yet."),
        ("paused", ANN, Act("step s"), "The game is paused. Tea."),
        ("play", BOB, Act("step n"), "It is not your turn."),
        ("play", EVE, Act("step n"), "You have no character in this game."),
        ("play", ANN, Act("step s", seat=1), "That character is not yours to play."),
        ("play", ANN, ChangeSetting("letters", "6"), "That was settled when the game began."),
        ("play", ANN, ChangeSetting("mode", "table"), "Toy has no place for a Game Master."),
        ("play", ANN, NameGameMaster(BOB.id), "Toy has no place for a Game Master."),
        ("play", ANN, GiveSeat(0, EVE.id), "They are not in this game."),
        ("play", ANN, GiveSeat(7, BOB.id), "There is no such character."),
        ("play", ANN, LendSeat(0, BOB.id, NOW), "That time has passed already."),
        ("play", ANN, TakeBackSeat(0), "That character is not lent to anybody."),
        ("play", ANN, Vote(("A",)), "There is nothing to vote on now."),
        ("vote", ANN, Veto("A"), "There is nothing to vote on now."),
        ("vote", ANN, Delegate(ANN.id), "You vote for yourself already."),
        (
            "vote",
            ANN,
            MoveToSet("pace", "soon"),
            "The setting pace can be: auto, none, blitz, brisk,",
        ),
        ("over", ANN, End(), "The game is over."),
        ("over", ANN, Leave(), "The game is over."),
        ("over", ANN, Pause(), "The game is over."),
        ("over", ANN, Resume(), "The game is over."),
        ("over", ANN, ChangeSetting("pace", "daily"), "The game is over."),
        ("over", ANN, GiveSeat(0, BOB.id), "The game is over."),
        ("over", ANN, NameLeader(BOB.id), "The game is over."),
        ("over", ANN, NameGameMaster(BOB.id), "The game is over."),
        ("over", ANN, RemovePerson(BOB.id), "The game is over."),
        ("over", ANN, Invite(EVE.id), "The game is over."),
        ("over", ANN, SetEntry(True), "The game is over."),
        ("over", ANN, OfferSeat(0, EVE.id), "The game is over."),
        ("over", EVE, TakeOfferedSeat(0), "The game is over."),
        ("over", ANN, Begin(), "The game is over."),
        ("over", None, EndAbandoned(), "The game is over."),
        ("over", ANN, Delegate(BOB.id), "The game is over."),
        ("over", ANN, MoveToSet("pace", "daily"), "The game is over."),
        ("over", ANN, ProposeDraft(("step s",)), "The game is over."),
        ("over", None, CloseLobby(1), "The game has begun."),
        ("lobby", ANN, Pause(), "The game has not begun yet."),
        ("play", BOB, Pause(), IN_CHARGE.format("pause it")),
        ("play", BOB, End(), IN_CHARGE.format("end it")),
        ("paused", BOB, Resume(), IN_CHARGE.format("resume it")),
        ("play", BOB, ChangeSetting("pace", "daily"), IN_CHARGE.format("change the settings")),
        ("play", BOB, NameLeader(BOB.id), IN_CHARGE.format("name the leader of it")),
        ("play", BOB, NameGameMaster(BOB.id), IN_CHARGE.format("name the Game Master of it")),
        ("play", BOB, GiveSeat(0, BOB.id), IN_CHARGE.format("dispose of another's character")),
        ("play", BOB, RemovePerson(ANN.id), IN_CHARGE.format("remove people from it")),
        ("play", BOB, Invite(EVE.id), IN_CHARGE.format("invite people to it")),
        ("play", BOB, SetEntry(True), IN_CHARGE.format("invite people to it")),
        ("play", ANN, Resume(), "The game is not paused."),
        ("play", None, ResumeSuspended(), "The game is not paused."),
        ("paused", None, ResumeSuspended(), "The game is not paused."),
        ("ended while suspended", None, ResumeSuspended(), "The game is not paused."),
        ("paused", None, RescheduleTurn(BOB.id), "The game is paused. Tea."),
        ("play", None, RescheduleTurn(BOB.id), "No time is running."),
        ("play", None, EndAbandoned(), "Somebody is still in this game."),
        ("play", ANN, ChooseMode("vote"), "The game has begun. `/game settings` can still change"),
        ("full lobby", EVE, ChooseMode("vote"), "Join the game first."),
        ("crowd", BOB, ChooseMode("solo"), "You are too many for that."),
        ("play", ANN, ChangeSetting("ladder", "on"), "That was settled when the game began."),
        (
            "ladder",
            ANN,
            ChangeSetting("undo", "vote"),
            "There is no undo in a game that counts for the ladder.",
        ),
        ("play", ANN, ChangeSetting("mode", "chess"), "The way to play can be: solo, vote, rota"),
        ("by invitation", EVE, Join(), "This game is by invitation; its founder can use"),
        ("banned", EVE, Join(), "Whoever is banned from a game cannot join it."),
        (
            "banned",
            ANN,
            GiveSeat(0, EVE.id, "Eve"),
            "Whoever is banned from a game cannot join it.",
        ),
        ("banned", ANN, OfferSeat(0, EVE.id), "Whoever is banned from a game cannot join it."),
        ("play", ANN, LendSeat(0, EVE.id, NOW + 9), "They are not in this game."),
        ("play", ANN, LendSeat(7, BOB.id, NOW + 9), "There is no such character."),
        ("lent", BOB, TakeBackSeat(0), IN_CHARGE.format("dispose of another's character")),
        ("halfway", ANN, SetAutoplay(0, True), "Then nobody would play any more."),
        ("play", ANN, RemovePerson(ANN.id), "To go yourself, use /game leave."),
        ("play", ANN, RemovePerson(EVE.id), "They are not in this game."),
        ("play", ANN, OfferSeat(7, EVE.id), "There is no such character."),
        ("play", BOB, OfferSeat(0, EVE.id), "Only the player of a character can offer it."),
        ("play", EVE, TakeOfferedSeat(0), "That offer is gone."),
        ("offered", EVE, TakeOfferedSeat(1), "That offer is gone."),
        ("offered", BOB, TakeOfferedSeat(0), "That character was offered to somebody else."),
        ("vote", ANN, NameLeader(ZOE.id), "They are not in this game."),
        ("vote", ANN, Delegate(ZOE.id), "They are not in this game."),
        ("vote", ZOE, Delegate(ANN.id), "You are not in this game."),
        ("vote", ANN, ProposeDraft(()), "There is nothing to vote on now."),
        ("play", ANN, ProposeDraft(("step s",)), "There is nothing to vote on now."),
        ("vote", ZOE, Act("step s"), "You are not in this game yet: `/game join` lets you take"),
        ("vote", ANN, Act("x" * 401), "That is too long for an action."),
        ("vote", ANN, Act("x" * 400), "Say step, guess, look, yes or no."),
        ("vote", ANN, Vote(("yes",), motion=True), "There is nothing to vote on now."),
        ("proposed", ZOE, Vote(("A",)), "You have no vote in this game."),
        ("proposed", BOB, Vote(("A", "B")), "There is no proposal B to vote for."),
        ("proposed", BOB, WithdrawVote(), "You have not voted."),
        ("proposed", BOB, Veto("A"), "You have no veto in this game."),
        ("motion", ZOE, Vote(("yes",), motion=True), "You have no vote in this game."),
        ("motion", BOB, Vote(("yes", "no"), motion=True), "Vote yes or no."),
        ("motion", BOB, MoveToSet("late", "wait"), "First vote on the motion that is open."),
        ("vote in a pause", BOB, Vote(("A",)), "The game is paused. Tea."),
        ("vote in a pause", ANN, WithdrawVote(), "The game is paused. Tea."),
        ("motion in a pause", BOB, Vote(("yes",), motion=True), "The game is paused. Tea."),
        ("ladder", ANN, Undo(), "There is no undo in this game."),
        ("paused", ANN, Undo(), "The game is paused. Tea."),
        ("lobby", None, Remind(1), "The game has not begun yet."),
        ("paused", None, Remind(1), "The game is paused. Tea."),
        ("suspended", ANN, Act("step s"), "The game is paused. I may not post here."),
        ("play", None, Join(), "Only people can do that."),
        ("play", None, EndTurn(3), "That deadline has been met already."),
        ("play", None, CloseLobby(1), "The game has begun."),
    ],
)
def test_refusals(state: str, who: Person | None, command: TableCommand, sentence: str) -> None:
    before = STATES[state]
    with pytest.raises(Refusal) as refusal:
        decide(before, command, context(before, who))
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize(
    ("state", "who", "command", "sentence"),
    [
        ("motion", BOB, MoveToUndo(1), "First vote on the motion that is open."),
        ("motion", BOB, Undo(), "First vote on the motion that is open."),
        ("vote", ZOE, MoveToUndo(1), "You have no vote in this game."),
        ("vote", ZOE, Undo(), "You have no vote in this game."),
        ("paused", ANN, MoveToUndo(1), "The game is paused. Tea."),
        ("ladder", ANN, MoveToUndo(1), "There is no undo in this game."),
        ("ladder", ANN, Undo(), "There is no undo in this game."),
        ("over", ANN, Undo(), "The game is over."),
        ("play", BOB, Begin(), "The game has begun already."),
        ("full lobby", BOB, Begin(), IN_CHARGE.format("begin it")),
        ("paused", ANN, ProposeDraft(("step s",)), "The game is paused. Tea."),
        ("play", BOB, Act("step n"), "It is not your turn."),
        ("play", None, AutoplaySeats(3), "That deadline has been met already."),
        ("play", None, EndTurn(3), "That deadline has been met already."),
        ("vote", ANN, Vote(("A",)), "There is nothing to vote on now."),
        ("vote", ZOE, Delegate(ANN.id), "You are not in this game."),
    ],
)
def test_what_is_refused_loads_nothing(
    state: str, who: Person | None, command: TableCommand, sentence: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        command.needs(STATES[state], context(STATES[state], who))
    assert str(refusal.value).startswith(sentence)


@pytest.mark.parametrize(
    ("state", "who", "command", "entries"),
    [
        ("lobby", BOB, Join(), [Joined(name_for(BEGUN, BOB.id))]),
        ("full lobby", BOB, Leave(), [Left()]),
        ("full lobby", ANN, Begin(), [Begun(BEGUN.game.header)]),
        ("play", ANN, Act("step s"), [Acted(0, "step s")]),
        ("play", ANN, Pause(" a   b "), [Paused("a b")]),
        ("play", ANN, LendSeat(0, BOB.id, NOW + 9), [SeatLent(0, BOB.id, NOW + 9)]),
        ("vote", BOB, Act("step s"), [Proposed("step s")]),
        ("vote", BOB, MoveToSet("pace", "daily"), [MotionMade(SettingMotion("pace", "daily"))]),
    ],
)
def test_entries(state: str, who: Person, command: TableCommand, entries: list[AnyEntry]) -> None:
    before = STATES[state]
    change = decide(before, command, context(before, who))
    assert logged(change) == entries
    assert change.state.game.number == before.game.number + len(entries)


def test_a_command_leaves_the_state_that_it_was_given() -> None:
    before = STATES["play"]
    first = decide(before, Act("step s"), context(before))
    again = decide(before, Act("step s"), context(before))
    assert before.summary
    assert before.summary.turn.waiting == (0,)
    assert first.state == again.state
    assert first.outbox == again.outbox


def test_a_button_of_an_earlier_card_is_stale() -> None:
    before = STATES["play"]
    with pytest.raises(StaleCard):
        decide(before, Act("step s", press=Press(before.game.card - 1)), context(before))


@pytest.mark.parametrize(
    ("action", "press", "how", "by"),
    [
        ("step s", None, "post", "outbox"),
        ("step s", Press(2), "post", "outbox"),
        ("step s", Press(2, 77), "answer", "presser"),
        ("step s", Press(2, 77, private=True), "post", "outbox"),
        ("guess AAAA", None, "post", "outbox"),
        ("guess AAAA", Press(2, 77), "edit", "presser"),
        ("guess AAAA", Press(2, 77, private=True), "edit", "outbox"),
    ],
)
def test_one_delivery_says_who_shows_the_card_and_how(
    action: str, press: Press | None, how: str, by: str
) -> None:
    before = begun()
    silent = {BOB.id: Preferences(pings=False)}
    change = decide(before, Act(action, press=press), context(before, preferences=silent))
    assert change.delivery
    assert (change.delivery.how, change.delivery.by) == (how, by)
    assert (change.delivery.card, change.state.game.card) == (3, 3)


def test_a_card_that_a_ping_follows_does_not_answer_the_press() -> None:
    before = begun()
    change = decide(before, Act("step s", press=Press(2, 77)), context(before))
    assert change.delivery
    assert (change.delivery.how, change.delivery.by) == ("post", "outbox")
    assert [draft.kind for draft in change.outbox] == ["card", "ping"]
    assert change.outbox[1].content.people == (BOB.id,)


def test_an_action_that_changes_nothing_shows_no_card() -> None:
    before = STATES["play"]
    change = decide(before, Act("look"), context(before))
    assert (change.delivery, change.outbox, change.state.game.card) == (None, (), before.game.card)


def test_the_last_vote_brings_the_action() -> None:
    state = STATES["vote"]
    state = decide(state, Act("step s"), context(state, ANN)).state
    state = decide(state, Vote(()), context(state, BOB)).state
    change = decide(state, Vote(("A",)), context(state, EVE))
    counts = {"A": 2}
    assert logged(change) == [
        Voted(("A",)),
        Decided("A", "step s", counts, 3, 3, (), "Step s", card=state.game.card),
        Acted(0, "step s"),
    ]
    assert change.state.ballot is None
    assert change.turn == "played"


def test_a_vote_needs_the_rules_only_when_it_settles_something() -> None:
    state = STATES["vote"]
    assert Act("step s").needs(state, context(state, ANN)).rules == "short"
    state = decide(state, Act("step s"), context(state, ANN)).state
    assert Vote(()).needs(state, context(state, BOB)).rules == ""
    assert Vote(("A",)).needs(state, context(state, BOB)).rules == "long"
    assert Act("step s").needs(state, context(state, BOB)).rules == "long"


def test_deadlines_are_met_by_the_commands_of_their_kinds() -> None:
    state = begun(pace="daily")
    commands = [deadline_command(deadline) for deadline in state.deadlines.values()]
    assert [type(command) for command in commands] == [EndTurn, Remind]
    for command in commands:
        change = decide(state, command, context(state, None))
        assert command.kind in change.cancelled
        assert command.kind not in change.state.deadlines


def test_a_pause_cancels_the_deadlines_of_play() -> None:
    state = begun(pace="daily")
    change = decide(state, Pause(), context(state))
    assert change.state.deadlines == {}
    assert {"turn", "reminder"} <= set(change.cancelled)


def test_a_game_that_cannot_be_shown_owes_nothing() -> None:
    state = begun(pace="daily")
    change = decide(state, Suspend("I may not post here."), context(state, None))
    assert (change.outbox, change.silent, change.state.deadlines) == ((), True, {})
    assert change.state.game.pause_reason == "I may not post here."


def test_a_lost_card_is_posted_under_a_new_number() -> None:
    state = STATES["play"]
    change = decide(state, Repost(), context(state, None))
    assert logged(change) == []
    assert [draft.kind for draft in change.outbox] == ["card"]
    assert change.state.game.card == state.game.card + 1


def test_a_seat_that_plays_by_itself_does_so_at_once() -> None:
    state = STATES["play"]
    change = decide(state, SetAutoplay(0, True), context(state))
    assert change.state.deadlines["autoplay"].due == NOW
    assert GM not in change.state.autoplaying


@pytest.mark.parametrize(
    ("state", "seat", "on", "kinds"),
    [("play", 1, True, ["autoplay"]), ("halfway", 1, False, []), ("paused", 1, True, [])],
)
def test_only_in_play_and_where_it_begins_does_a_seat_that_plays_by_itself_set_a_deadline(
    state: str, seat: int, on: bool, kinds: list[str]
) -> None:
    change = decide(STATES[state], SetAutoplay(seat, on), context(STATES[state]))
    assert [deadline.kind for deadline in change.deadlines] == kinds


@pytest.mark.parametrize(
    ("mode", "rule", "who", "asks"),
    [
        ("solo", "founder", ANN, False),
        ("solo", "founder", BOB, True),
        ("solo", "vote", ANN, True),
        ("vote", "auto", ANN, False),
        ("vote", "vote", BOB, True),
        ("table", "vote", ANN, False),  # the Game Master
        ("table", "vote", BOB, True),
        ("table", "founder", BOB, True),
        ("solo", "founder", Person(BOB.id, BOB.name, manager=True), False),
    ],
)
def test_undoing_is_put_to_the_vote_by_whom_the_settings_do_not_let_do_it_alone(
    mode: str, rule: str, who: Person, asks: bool
) -> None:
    state = STATES["play"]
    settings = replace(state.game.settings, undo=rule)
    state = replace(state, game=replace(state.game, mode=mode, settings=settings))
    assert undoes_by_vote(context(state).at(state), who) is asks


@pytest.mark.parametrize(
    ("interaction", "key"), [(0, ActionKey(5, 0, hidden=3)), (77, ActionKey(5, 77, hidden=0))]
)
def test_what_was_hidden_moves_no_dice_of_what_is_asked_for_by_an_interaction(
    interaction: int, key: ActionKey
) -> None:
    state = replace(STATES["play"], actions=4, hidden_actions=3)
    change = decide(state, Act("step s"), context(state, interaction=interaction))
    [done] = [new.entry for new in change.entries]
    assert isinstance(done, Acted)
    assert done.key is not None
    assert replace(done.key, levels=()) == key


@pytest.mark.parametrize(
    ("people", "modes"),
    [
        ((ANN,), ("solo", "vote", "rota", "first")),
        ((ANN, BOB), ("solo", "vote", "rota", "first")),
        ((ANN, BOB, EVE), ("vote", "rota", "first")),
    ],
)
def test_a_way_to_play_is_open_while_there_is_a_place_for_everybody(
    people: tuple[Person, ...], modes: tuple[str, ...]
) -> None:
    state = lobby(*people, mode="vote")
    assert open_modes(state, RULES) == modes
    for mode in modes:
        change = decide(state, ChooseMode(mode), context(state, people[-1]))
        assert change.state.game.mode == mode


def test_one_too_many_makes_a_lobby_a_group_that_votes() -> None:
    state = STATES["full lobby"]
    change = decide(state, Join(), context(state, EVE))
    assert change.state.game.mode == "vote"
    assert logged(change)[1:] == [SettingChanged("mode", "vote")]


def test_a_game_that_has_begun_is_read_before_it_goes_on() -> None:
    assert Resume().needs(STATES["paused"], context(STATES["paused"])).rules == "short"
    assert Resume().needs(STATES["lobby"], context(STATES["lobby"])).rules == ""
    assert ResumeSuspended().needs(STATES["paused"], context(STATES["paused"])).rules == "short"


@pytest.mark.parametrize(
    ("state", "name", "value", "restarts"),
    [
        ("play", "pace", "hourly", True),
        ("play", "late", "autoplay", True),
        ("play", "undo", "vote", False),
        ("proposed", "pace", "daily", False),
        ("proposed", "mode", "solo", True),
        ("paused", "pace", "hourly", False),
        ("lobby", "mode", "vote", False),
    ],
)
def test_a_setting_of_time_begins_the_turn_anew_unless_a_vote_is_open(
    state: str, name: str, value: str, restarts: bool
) -> None:
    change = decide(STATES[state], ChangeSetting(name, value), context(STATES[state]))
    assert change.turn == ("begun" if restarts else "")
    assert (change.state.ballot is not None) == (state == "proposed" and name == "pace")


@pytest.mark.parametrize(
    ("alone", "action", "kinds"),
    [
        ((0,), "guess AAAA", ["autoplay"]),
        ((1,), "guess AAAA", []),
        ((0,), "look", []),
        ((1,), "step s", ["autoplay"]),
    ],
)
def test_whoever_plays_by_themselves_does_so_whenever_the_game_went_on_and_waits_for_them(
    alone: tuple[int, ...], action: str, kinds: list[str]
) -> None:
    state = replace(STATES["play"], autoplaying=alone)
    change = decide(state, Act(action), context(state))
    assert [deadline.kind for deadline in change.deadlines] == kinds


def test_the_secret_of_a_game_is_made_once() -> None:
    state = STATES["full lobby"]
    assert decide(state, Begin(), context(state)).secrets == ()
    old = context(state, secret=None)
    (made,) = decide(state, Begin(), old).secrets
    assert (made.first, made.secret) == (0, GameSecret(old.entropy))


def test_votes_that_were_secret_stay_so_when_counts_are_shown() -> None:
    state = begun(ANN, BOB, EVE, mode="vote", clauses=Constitution(counts="hidden"))
    shown = decide(state, ChangeSetting("counts", "open"), context(state)).state
    assert shown.votes_hidden_to == shown.game.number
    assert decide(shown, ChangeSetting("tie", "draw"), context(shown)).state.votes_hidden_to == (
        shown.votes_hidden_to
    )


@pytest.mark.parametrize("state", ["lobby", "play"])
def test_a_game_that_cannot_be_shown_is_paused_and_one_that_is_over_is_not(state: str) -> None:
    change = decide(STATES[state], Suspend("Gone."), context(STATES[state], None))
    assert (change.state.game.phase, change.state.suspended) == ("paused", True)
    over = decide(STATES["over"], Suspend("Gone."), context(STATES["over"], None))
    assert (over.state.game.phase, over.state.suspended, over.entries) == ("over", False, ())


def test_the_end_of_a_contest_ends_its_games_and_lets_their_seeds_be_known() -> None:
    for name, ended in (("play", NOW + 5), ("over", NOW)):
        state = replace(STATES[name], seed_sealed=True)
        after_it = decide(state, EndContestGame(), context(state, None, now=NOW + 5)).state
        assert (after_it.game.phase, after_it.game.ended) == ("over", ended)
        assert not after_it.seed_sealed
