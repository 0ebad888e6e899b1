"""The log as plain text, for exports."""

from __future__ import annotations

from collections.abc import Iterable

from engine.contract.dice import GameSecret
from engine.contract.ruleset import AnyRuleset
from engine.contract.uploads import without_uploads
from table.history import entries as log
from table.history.entries import AnyEntry, LogRecord
from table.state import GameRecord
from table.voting.motions import GameMasterMotion, Motion, UndoMotion


def text_header(
    ruleset: AnyRuleset, game: GameRecord, secret: GameSecret | None, head: str
) -> list[str]:
    """Return the lines above the log; `head`: its hash, if it may be told."""
    lines = [f"{ruleset.title}, game {game.id}"]
    if game.header:
        header = game.header
        lines.append(f"Rules {header.ruleset} version {header.version}, data {header.data}")
        lines += [f"Setting {name}: {value}" for name, value in header.options.items()]
        lines.append(f"Characters: {', '.join(header.seats)}")
        lines.append(f"Hash of the seed: {header.seed_hash}")
        if header.shared_hash:
            lines.append(f"Hash of the contest's seed: {header.shared_hash}")
    if head:
        lines.append(f"Hash of the log: {head}")
    if secret is not None:
        lines.append(f"Seed: {secret.seed.hex()}")
        if secret.shared is not None:
            lines.append(f"Seed of the contest: {secret.shared.hex()}")
    return lines


def text_lines(records: Iterable[LogRecord], first: int) -> list[str]:
    """Return a line for each record, numbered from `first`."""
    return [_line(record, number) for number, record in enumerate(records, first)]


def _line(record: LogRecord, number: int) -> str:
    entry = record.entry
    seat = f" [{entry.seat}]" if isinstance(entry, log.Acted) else ""
    events = " ".join(str(event.text) for event in record.events)
    return f"{number}.{seat} {describe(entry)} {events}".rstrip()


def describe(entry: AnyEntry) -> str:
    """Return an entry of the log in words."""
    return _describe_vote(entry) or _describe_seat(entry) or _describe_game(entry)


def _describe_vote(entry: AnyEntry) -> str:
    match entry:
        case log.Acted(action=action, why=why):
            line = without_uploads(action) or "an action"
            return f"{line} (by itself: {why})" if why else line
        case log.Proposed(action=action):
            return f"proposed: {action}"
        case log.Voted(letters=letters, motion=motion):
            return f"voted {' '.join(letters)}{_on_motion(motion)}"
        case log.Abstained(motion=motion):
            return f"abstained{_on_motion(motion)}"
        case log.Withdrawn(motion=motion):
            return f"withdrew their vote{_on_motion(motion)}"
        case log.Vetoed(letter=letter):
            return f"struck proposal {letter}"
        case log.Decided():
            return _describe_decision(entry)
        case log.Undecided(reason=reason):
            return f"no decision: {log.UNDECIDED_WORDS[reason]}"
        case log.DecisionVoid(letter=letter, reason=reason):
            return f"decision {letter} was void: {reason}"
        case log.MotionMade(motion=motion):
            return f"motion: {describe_motion(motion)}"
        case log.MotionPassed(motion=motion, votes_for=yes, votes_against=no):
            return f"motion carried ({yes} for, {no} against): {describe_motion(motion)}"
        case log.MotionLost(motion=motion, votes_for=yes, votes_against=no):
            return f"motion lost ({yes} for, {no} against): {describe_motion(motion)}"
    return ""


def _on_motion(motion: bool) -> str:
    return " on the motion" if motion else ""


def _describe_decision(entry: log.Decided) -> str:
    counts = ", ".join(f"{letter} {votes}" for letter, votes in entry.counts.items())
    tie = f", a tie of {' and '.join(entry.tied)}" if entry.tied else ""
    took_part = f"{entry.took_part} of {entry.voters} voted"
    return f"decided {entry.letter}: {entry.action} ({counts}; {took_part}{tie})"


def describe_motion(motion: Motion) -> str:
    """Return a motion in words."""
    if isinstance(motion, UndoMotion):
        if motion.kept_turns:
            return f"go back to entry {motion.to} and {motion.kept_turns} turns of what followed"
        return f"go back to entry {motion.to}"
    if isinstance(motion, GameMasterMotion):
        return f"name {motion.name} Game Master"
    return f"set {motion.name} to {motion.value}"


def _describe_seat(entry: AnyEntry) -> str:
    match entry:
        case log.SeatGiven(seat=seat, person=person):
            return f"gave seat {seat} to {person}"
        case log.SeatLent(seat=seat, person=person, until=until):
            return f"lent seat {seat} to {person} until {until:.0f}"
        case log.SeatReturned(seats=seats):
            return f"seats came back: {', '.join(map(str, seats))}"
        case log.AutoplaySet(seat=seat, on=on):
            return f"seat {seat} plays by itself: {'on' if on else 'off'}"
        case log.LeaderNamed(person=person):
            return f"named {person} leader"
        case log.GameMasterNamed(person=person):
            return f"named {person} Game Master"
        case log.Delegated(person=None):
            return "votes for themselves again"
        case log.Delegated(person=person, until=until):
            end = "" if until is None else f" until {until:.0f}"
            return f"let {person} vote for them{end}"
        case log.RotaPassed(person=person):
            return f"the turn passed to {person}"
    return ""


def _describe_game(entry: AnyEntry) -> str:
    match entry:
        case log.Joined(name=name):
            return f"joined as {name}"
        case log.TurnsUndone(to=to):
            return f"went back to entry {to}"
        case log.SettingChanged(name=name, value=value):
            return f"set {name} to {value}"
        case log.Paused(reason=reason) | log.Suspended(reason=reason):
            return f"paused: {reason}" if reason else "paused"
        case log.ContestEntered(contest=contest):
            return f"began in contest {contest}"
        case log.Forked(game=game):
            return f"forked from game {game}"
        case log.ForkMade(number=number):
            return f"made a fork at entry {number}"
        case log.Imported(digest=digest):
            return f"went on from a file ({digest})"
        case log.RulesChanged(version=version):
            return f"rules version {version}"
        case log.SeatOffered(seat=seat, person=person):
            return f"offered seat {seat} to {person}"
        case log.Removed(person=person, banned=banned):
            return f"{'banned' if banned else 'removed'} {person}"
        case log.Invited(person=person):
            return f"invited {person}"
        case log.EntryChanged(by_invitation=closed):
            return "closed the game to all but invited people" if closed else "let everybody join"
        case log.StateRecovered():
            return "the newest state could not be read and was replayed"
        case log.BotAway(seconds=seconds):
            return f"the bot was away for {seconds:.0f} seconds"
    return _PLAIN[type(entry)]


_PLAIN: dict[type[object], str] = {
    log.Founded: "opened the lobby",
    log.Left: "left",
    log.Begun: "began the game",
    log.Resumed: "resumed",
    log.Ended: "ended the game",
    log.LobbyExpired: "the lobby was closed",
    log.ContestEnded: "the contest ended",
    log.DeadlineMissed: "the turn was late",
    log.Reminded: "a reminder was sent",
}
