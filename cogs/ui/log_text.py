"""Log entries in words, as players read them. The only place that renders typed entries."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from cogs.ui.formatting import count, escape, join_and
from cogs.ui.game_settings import setting_title, value_text
from table.history import entries as e
from table.history.entries import LogEntry, LogRecord
from table.voting.motions import Motion, UndoMotion

SHAPES = dict(zip("ABCDE", "●◆■▲✚", strict=True))  # of proposals, on the map and in words
_UNDECIDED = {
    "no_proposal": "nobody has proposed anything",
    "votes": "nobody has voted",
    "quorum": "too few have voted",
    "threshold": "no proposal has enough votes",
}


def proposal_sign(letter: str) -> str:
    """Return a proposal's letter and shape."""
    return f"{letter} {SHAPES[letter]}"


def motion_text(motion: Motion, turns: Collection[int] = ()) -> str:
    """Return what a motion would do. `turns`: the log entries of the actions that still stand, so
    that it can say how many would be undone."""
    if isinstance(motion, UndoMotion):
        undone = sum(number > motion.to for number in turns)
        return f"undo {count(undone, 'move')}" if undone else f"go back to line {motion.to}"
    value = value_text(motion.name, motion.value)
    return f"set “{escape(setting_title(motion.name))}” to {escape(value)}"


Words = Callable[[str], str]  # an action line in words: `Ruleset.action_text`


def result_text(entry: LogEntry, words: Words = str) -> str:
    """Return the result of a vote; empty for an entry that is none."""
    match entry:
        case e.Decided():
            counts = ", ".join(f"{letter} {votes}" for letter, votes in entry.counts.items())
            tie = f"; a tie of {join_and(entry.tied)}" if entry.tied else ""
            return (
                f"Decided: {proposal_sign(entry.letter)} "
                f"**{escape(entry.label or words(entry.action))}** "
                f"({counts}; {entry.took_part} of {entry.voters} took part{tie})"
            )
        case e.Undecided():
            return f"Undecided: {_UNDECIDED[entry.reason]}"
        case e.DecisionVoid():
            sign = proposal_sign(entry.letter)
            return f"Proposal {sign} cannot be done any more: {escape(entry.reason)}"
        case e.MotionPassed():
            return f"Passed: {motion_text(entry.motion)} ({_for_and_against(entry)})"
        case e.MotionLost():
            return f"Rejected: {motion_text(entry.motion)} ({_for_and_against(entry)})"
    return ""


def _for_and_against(entry: e.MotionPassed | e.MotionLost) -> str:
    return f"{entry.votes_for} for, {entry.votes_against} against"


def action_text(entry: LogEntry, words: Words = str) -> str:
    """Return an action in words, if the reader may know it."""
    line = entry.action if isinstance(entry, e.Acted) else ""
    return words(line) if line else "an action"


def record_text(record: LogRecord, characters: Mapping[int, str], words: Words = str) -> str:
    """Return a line of the log in words. `characters`: the character of each seat."""
    who = f"<@{record.person}>" if record.person else "The bot"
    entry = record.entry
    return (
        result_text(entry, words)
        or _play_text(entry, who, words)
        or _vote_text(entry, who, words)
        or _people_text(entry, who, characters)
        or _game_text(entry, who)
    )


def _play_text(entry: LogEntry, who: str, words: Words) -> str:
    match entry:
        case e.Acted():
            return escape(action_text(entry, words))
        case e.TurnsUndone():
            return f"{who} undid the moves after line {entry.to}."
        case e.DeadlineMissed():
            return "The turn is late."
        case e.Reminded():
            return "A reminder was sent."
        case e.RotaPassed():
            return f"It is <@{entry.person}>'s turn." if entry.person else "The turn passes on."
        case e.Removed():
            return f"{who} {'banned' if entry.banned else 'removed'} <@{entry.person}>."
        case e.Invited():
            return f"{who} invited <@{entry.person}>."
        case e.EntryChanged():
            if entry.by_invitation:
                return f"{who} lets only invited people join."
            return f"{who} lets everybody join."
        case e.StateRecovered():
            return "The newest state could not be read, so the game was replayed."
        case e.BotAway():
            return f"The bot was away for {count(round(entry.seconds / 60), 'minute')}."
        case e.RulesChanged():
            return f"The rules changed to version {entry.version}."
    return ""


def _vote_text(entry: LogEntry, who: str, words: Words) -> str:
    match entry:
        case e.Proposed():
            told = entry.label or words(entry.action)
            return f"{who} proposed **{escape(told)}**." if told else ""
        case e.Voted():
            letters = "" if entry.motion or not entry.letters else f" for {' '.join(entry.letters)}"
            return f"{who} voted{letters}."
        case e.Abstained():
            return f"{who} abstained."
        case e.Withdrawn():
            return f"{who} withdrew their vote."
        case e.Vetoed():
            return f"{who} vetoed proposal {proposal_sign(entry.letter)}."
        case e.MotionMade():
            return f"{who} asks everybody to {motion_text(entry.motion)}."
        case e.LeaderNamed():
            return f"<@{entry.person}> leads."
        case e.Delegated():
            if entry.person is None:
                return f"{who} votes for themselves again."
            return f"<@{entry.person}> votes for {who}."
    return ""


def _people_text(entry: LogEntry, who: str, characters: Mapping[int, str]) -> str:
    def names(*seats: int) -> str:
        return join_and([escape(characters.get(seat, f"seat {seat + 1}")) for seat in seats])

    match entry:
        case e.Joined():
            return f"{who} joined as {escape(entry.name)}."
        case e.Left():
            return f"{who} left."
        case e.SeatGiven() if who == f"<@{entry.person}>":
            return f"{who} took {names(entry.seat)}."
        case e.SeatOffered():
            return f"{who} offered {names(entry.seat)} to <@{entry.person}>."
        case e.SeatGiven():
            return f"{who} gave {names(entry.seat)} to <@{entry.person}>."
        case e.SeatLent():
            until = f"<t:{int(entry.until)}:f>"
            return f"{who} lent {names(entry.seat)} to <@{entry.person}> until {until}."
        case e.SeatReturned():
            return f"{names(*entry.seats)} came back."
        case e.AutoplaySet():
            return f"{names(entry.seat)} {'plays' if entry.on else 'no longer plays'} by itself."
        case e.GameMasterNamed():
            return f"<@{entry.person}> is the Game Master."
    return ""


def _game_text(entry: LogEntry, who: str) -> str:
    match entry:
        case e.Founded():
            return f"{who} opened the game."
        case e.Begun():
            return "The game began."
        case e.SettingChanged():
            title, value = escape(setting_title(entry.name)), value_text(entry.name, entry.value)
            return f"{who} set “{title}” to {escape(value)}."
        case e.Paused():
            reason = f": {escape(entry.reason)}" if entry.reason else "."
            return f"{who} paused the game{reason}"
        case e.Resumed():
            return f"{who} resumed the game."
        case e.Suspended():
            return f"The game was paused: {escape(entry.reason)}"
        case e.Ended() | e.LobbyExpired() | e.ContestEnded():
            return "The game ended."
        case e.ContestEntered():
            return f"{who} entered the contest."
        case e.Forked() | e.ForkMade():
            return f"{who} made a fork."
        case e.Imported():
            return f"{who} imported the game."
    return type(entry).__name__
