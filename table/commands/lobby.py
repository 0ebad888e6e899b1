"""Commands about the game as a whole: found, join, leave, begin, settings, pause, end."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from engine.common.game_log import header_of
from engine.contract.dice import GameSecret, commitment
from engine.contract.ruleset import AnyRuleset
from engine.contract.texts import Text
from table import game_settings
from table.admission import check_may_join
from table.change import Change, change_of
from table.commands.command import (
    TableCommand,
    announce,
    check_in_charge,
    check_not_over,
    check_playing,
    end_game,
    pause_game,
    without_key,
)
from table.context import CommandContext, Needs
from table.errors import Refusal
from table.game_settings import GameSettings, change_setting, check_options
from table.history.entries import (
    Begun,
    Ended,
    Founded,
    GameMasterNamed,
    Joined,
    Left,
    Paused,
    Resumed,
    SettingChanged,
)
from table.history.secrets import SecretFrom
from table.loaded_game import new_game, summarise
from table.outbox.rows import notice_draft
from table.references import member_of, refer
from table.schedule.deadlines import autoplay_deadlines, deadline, resumed_deadlines, turn_deadlines
from table.state import GameRecord, Person, TableState
from table.voting.modes import MODES, allowed_modes, check_mode
from table.voting.settlement import settles

LOBBY_SECONDS = 3 * 86400.0  # until a lobby in which nobody begins is closed
GROUP_MODE = "vote"  # how a group plays unless it chooses otherwise
GAME_MASTER_LEFT = Text(
    "The Game Master has left. /seat master puts another to the vote; until one is chosen, time"
    " and monsters go on by the rules."
)
VOTE_DROPPED = "The open vote ends without a result."
MAX_REASON = 200  # letters


class NewGame(msgspec.Struct, frozen=True):
    """A game to found. No `mode`: the usual way to play of its ruleset. `settings`: values of
    `game_settings.SETTINGS`. `members`: people who have joined it from the beginning."""

    channel: int
    guild: int
    ruleset: str
    options: dict[str, str] = {}
    mode: str = ""
    settings: dict[str, str] = {}
    members: tuple[Person, ...] = ()


def found_game(
    new: NewGame, who: Person, ruleset: AnyRuleset, now: float, entropy: bytes, seed: bytes
) -> Change:
    """Return the change that opens a lobby, which `who` joins. The hash of the seed is published
    with it. Raises Refusal."""
    options = check_options(ruleset, new.options)
    mode = new.mode or allowed_modes(ruleset, options)[0]
    check_mode(ruleset, options, mode)
    settings = GameSettings()
    for name, value in new.settings.items():
        if name not in game_settings.NAMES:
            raise Refusal("There is no setting {name}.", name=name)
        settings = change_setting(settings, name, value)
    game = GameRecord(
        id=0,
        channel=new.channel,
        guild=new.guild,
        ruleset=ruleset.name,
        founder=who.id,
        mode=mode,
        options=options,
        settings=settings,
        seed_hash=commitment(seed),
        created=now,
    )
    people = [who, *(each for each in new.members if each.id != who.id)]
    state = refer(TableState(game), people, entropy)
    for each in people:
        state = replace(state, members=(*state.members, member_of(state, each)))
    secrets = (SecretFrom(0, GameSecret(seed)),)
    change = Change(state, secrets=secrets).log(Founded()).with_card("new")
    return change.set_deadlines(deadline(change.state, "lobby", now + LOBBY_SECONDS))


class Join(TableCommand, frozen=True):
    """Join the lobby, or take a free seat of a running game: under the name that was typed for the
    character, else one's own. `mark`: the person's in a contest, whose games are entered by it."""

    mark: bytes = b""

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_not_over(state)
        who, game = context.person, state.game
        if who.id in state.people:
            raise Refusal("You have joined already.")
        check_may_join(state, who.id)
        if game.contest is not None and not self.mark:
            raise Refusal("A game of a contest is entered by way of the contest.")
        mode = self._mode(state, context)
        member = member_of(state, who)
        free = next((seat for seat in state.seats if seat.person is None), None)
        change = change_of(state, Joined(member.name))
        change = replace(change, contest_mark=self.mark or None)
        if mode != game.mode:
            change = change.log(SettingChanged("mode", mode)).with_game(mode=mode)
        if not state.members:
            change = change.with_game(founder=who.id)
        return change.with_state(
            members=(*state.members, member),
            seats=tuple(replace(s, person=who.id) if s is free else s for s in state.seats),
        )

    def _mode(self, state: TableState, context: CommandContext) -> str:
        """Return the way to play in which there is room: in a lobby for one person, the one of
        groups. Raises Refusal when the game has begun and is full."""
        game = state.game
        if MODES[game.mode].has_room(context.at(state), context.ruleset.roles(game.options)):
            return game.mode
        allowed = allowed_modes(context.ruleset, game.options)
        if game.phase == "lobby" and GROUP_MODE in allowed:
            return GROUP_MODE
        raise Refusal(
            "All characters of this game are taken. Somebody can lend you theirs, or whoever "
            "started the game can let everybody vote on the moves."
        )


class ChooseMode(TableCommand, frozen=True):
    """Choose in the lobby how to play together; everybody who has joined may."""

    mode: str

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        if state.game.phase != "lobby" or state.game.header is not None:
            raise Refusal("The game has begun. `/game settings` can still change how you play.")
        if context.person.id not in state.people:
            raise Refusal("Join the game first.")
        trial = state.game.mode == self.mode or self.mode in open_modes(state, context.ruleset)
        if not trial:
            raise Refusal("You are too many for that.")
        change = change_of(state, SettingChanged("mode", self.mode))
        return apply_setting(change, context, "mode", self.mode)


def open_modes(state: TableState, ruleset: AnyRuleset) -> tuple[str, ...]:
    """Return the ways to play that have a place for everybody who has joined."""
    most = ruleset.roles(state.game.options).most_players
    places = {"solo": most, "table": most + 1}
    people = len(state.members)
    allowed = allowed_modes(ruleset, state.game.options)
    return tuple(mode for mode in allowed if people <= places.get(mode, people))


class Leave(TableCommand, frozen=True):
    """Leave the game; the character stays as a free seat.

    The founder's place goes to the next member; a lobby that all have left is over.
    """

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_not_over(state)
        who = context.person
        if who.id not in state.people:
            raise Refusal("You are not in this game.")
        if state.copied_while_running and context.at(state).is_game_master(who.id):
            raise Refusal(
                "Name another Game Master first, or end this copy: whoever came after you would see"
                " all that is hidden in the other game."
            )
        return leave_game(change_of(state, Left()), context, who.id)


def leave_game(change: Change, context: CommandContext, person: int) -> Change:
    """Let a person be no member any more; nobody holds their seats."""
    game, ran_the_world = change.state.game, context.at(change.state).is_game_master(person)
    left = without_member(change.state, person)
    change = replace(change, state=left)
    if not left.members and game.phase == "lobby":
        return end_game(change, context.now)
    if not left.members:
        return pause_game(change, "Nobody is left.")
    if game.founder == person:
        change = change.with_game(founder=left.members[0].person)
    if ran_the_world and game.header is not None:
        change = change.with_state(game_master_left=True)
        change = change.owe(notice_draft(change.state.game, GAME_MASTER_LEFT))
        change = change.set_deadlines(*autoplay_deadlines(context.at(change.state)))
    if settles(context.at(change.state), context.seed):
        due = deadline(change.state, "turn", context.now)
        change = change.set_deadlines(due)
    return change


def name_game_master(change: Change, person: int) -> Change:
    """Let somebody who has joined be the Game Master."""
    change = change.log(GameMasterNamed(person))
    return change.with_state(game_master=person, game_master_left=False)


def without_member(state: TableState, person: int) -> TableState:
    """Return the state after somebody has left."""
    return replace(
        state,
        members=tuple(member for member in state.members if member.person != person),
        seats=tuple(replace(s, person=None) if s.person == person else s for s in state.seats),
        leader=None if state.leader == person else state.leader,
        moved=None if state.moved == person else state.moved,
        game_master=None if state.game_master == person else state.game_master,
        rota_person=None if state.rota_person == person else state.rota_person,
        loans={seat: loan for seat, loan in state.loans.items() if loan.person != person},
        delegations=without_key(state.delegations, person),
        last_active=without_key(state.last_active, person),
        unanswered=without_key(state.unanswered, person),
    )


class Begin(TableCommand, frozen=True):
    """Begin the game: seats, first state, first card."""

    def needs(self, state: TableState, context: CommandContext) -> Needs:
        """Return that the rules work, once it is known that the game may begin."""
        self._check(state, context)
        return Needs(rules="long")

    def _check(self, state: TableState, context: CommandContext) -> None:
        check_not_over(state)
        if state.game.header is not None:
            raise Refusal("The game has begun already.")
        check_in_charge(state, context.person, "begin")

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        self._check(state, context)
        game, ruleset = state.game, context.ruleset
        # A lobby of an earlier version has no secret yet.
        secret = context.secret or GameSecret(context.entropy)
        roles = ruleset.roles(game.options)
        seats = MODES[game.mode].deal_seats(context.at(state), roles)
        names = [seat.character for seat in seats]
        header = header_of(ruleset, game.options, names, secret, gm=game.mode == "table")
        running = new_game(ruleset, header, secret)
        change = change_of(state, Begun(header))
        change = change.with_game(
            phase="play", pause_reason="", header=header, seed_hash=header.seed_hash
        )
        change = change.with_state(seats=seats).with_summary(summarise(running))
        change = change.with_card("new").begin_turn("begun").cancel_deadlines("lobby")
        secrets = () if context.secret is not None else (SecretFrom(0, secret),)
        return replace(change, secrets=secrets, running=running, keep_snapshot=True)


class ChangeSetting(TableCommand, frozen=True):
    """Change how the game is played: `mode` and `game_settings.SETTINGS` at any time, the
    ruleset's own options in the lobby."""

    name: str
    value: str

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_not_over(state)
        check_in_charge(state, context.person, "change the settings of")
        change = change_of(state, SettingChanged(self.name, self.value))
        change = apply_setting(change, context, self.name, self.value)
        if state.game.phase == "lobby":
            return change  # its card shows all settings
        effects = [Text("The vote that is open keeps its rules.")] if change.state.ballot else []
        effects = [Text(VOTE_DROPPED)] if drops_vote(state, change) else effects
        value = MODES[self.value].label if self.name == "mode" else self.value
        facts = {"title": Text(game_settings.title(self.name)), "value": Text(value)}
        return announce(
            change, context, "{who} changed a setting: {title}: {value}.", *effects, **facts
        )


def drops_vote(before: TableState, change: Change) -> bool:
    """Return whether a change of the settings ends an open vote, whatever it was to decide."""
    if before.ballot is None and before.decided is None:
        return False
    return bool(change.turn) or (change.state.ballot is None and change.state.decided is None)


def apply_setting(change: Change, context: CommandContext, name: str, value: str) -> Change:
    """Give a setting another value. Raises Refusal."""
    game, ruleset = change.state.game, context.ruleset
    turn: Literal["", "begun"] = ""
    if name == "mode":
        check_mode(ruleset, game.options, value)
        if value == "table" and game.header is not None and not game.header.gm:
            raise Refusal("The game has begun without a Game Master.")
        change, turn = change.with_game(mode=value), "begun"
        change = change.with_state(ballot=None, decided=None)
    elif name in game_settings.NAMES:
        if name in game_settings.FIXED_AT_START and game.header is not None:
            raise Refusal("That was settled when the game began.")
        if name == "undo" and game.settings.ladder == "on":
            raise Refusal("There is no undo in a game that counts for the ladder.")
        if game.settings.clauses.counts == "hidden":
            change = change.with_state(votes_hidden_to=game.number)
        change = change.with_game(settings=change_setting(game.settings, name, value))
        restarts = name in game_settings.RESTARTS_TURN and change.state.ballot is None
        turn = "begun" if restarts else ""
    elif game.header is not None:
        raise Refusal("That was settled when the game began.")
    else:
        options = {**game.options, **check_options(ruleset, {name: value})}
        allowed = allowed_modes(ruleset, options)
        mode = game.mode if game.mode in allowed else allowed[0]
        change = change.with_game(options=options, mode=mode)
    return change.begin_turn(turn) if turn and game.phase == "play" else change


class Pause(TableCommand, frozen=True):
    """Pause the game."""

    reason: str = ""

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_playing(state)
        check_in_charge(state, context.person, "pause")
        reason = " ".join(self.reason.split())[:MAX_REASON]
        change = pause_game(change_of(state, Paused(reason)), reason)
        if reason:
            return announce(change, context, "{who} paused the game: {reason}", reason=reason)
        return announce(change, context, "{who} paused the game.")


class Resume(TableCommand, frozen=True):
    """Resume a paused game; a new card is posted."""

    def needs(self, state: TableState, context: CommandContext) -> Needs:
        """Return that the state of a game that has begun must be readable."""
        return Needs(rules="short") if state.game.header is not None else Needs()

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_not_over(state)
        if state.game.phase != "paused":
            raise Refusal("The game is not paused.")
        check_in_charge(state, context.person, "resume")
        change = resume_game(state, context)
        if state.game.header is None:
            return change
        if state.ballot is None:
            return announce(change, context, "{who} resumed the game.")
        return announce(change, context, "{who} resumed the game. The open vote goes on.")


def resume_game(state: TableState, context: CommandContext) -> Change:
    """Return the change that lets a paused game go on."""
    change = change_of(state, Resumed()).with_card("new")
    change = change.with_state(missed_turns=0, suspended=False)
    if state.game.header is None:
        return change.with_game(phase="lobby", pause_reason="")
    change = change.with_game(phase="play", pause_reason="")
    if state.ballot is None and state.decided is None:
        change = change.begin_turn("begun")
        return change.set_deadlines(*resumed_deadlines(context.at(change.state)))
    return _resume_vote(change, context)


def _resume_vote(change: Change, context: CommandContext) -> Change:
    """Go on with the vote that was open, or is to be done, when the game was paused: what people
    have proposed and voted for stands, and the vote has all of its time again."""
    ballot = change.state.ballot
    if ballot is None:
        due = deadline(change.state, "decided", context.now)
        return change.set_deadlines(*resumed_deadlines(context.at(change.state)), due)
    change = change.with_state(ballot=replace(ballot, began=context.now), turn_began=context.now)
    at = context.at(change.state)
    change = change.set_deadlines(*resumed_deadlines(at), *turn_deadlines(at))
    if settles(at, context.seed):
        change = change.set_deadlines(deadline(change.state, "turn", context.now))
    return change


class End(TableCommand, frozen=True):
    """End the game for good; its seed is published."""

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_not_over(state)
        check_in_charge(state, context.person, "end")
        change = end_game(change_of(state, Ended()), context.now)
        return announce(change, context, "{who} ended the game.")


class EndAbandoned(TableCommand, frozen=True):
    """End a game that everybody has left, so that its channel is free."""

    def decide(self, state: TableState, context: CommandContext) -> Change:
        """Return the change."""
        check_not_over(state)
        if state.members:
            raise Refusal("Somebody is still in this game.")
        return end_game(change_of(state, Ended()), context.now)
