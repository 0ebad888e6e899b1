"""Log entries in words, as players read them. The only place that renders typed entries."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from cogs.ui.formatting import count, escape, join_and
from cogs.ui.game_settings import setting_title, value_text
from cogs.ui.languages import mention, say, translate
from engine.contract.texts import Words
from engine.contract.uploads import without_uploads
from table.history import entries as e
from table.history.entries import LogEntry, LogRecord
from table.voting.motions import GameMasterMotion, Motion, UndoMotion

SHAPES = dict(zip("ABCDE", "●◆■▲✚", strict=True))  # of proposals, on the map and in words


def proposal_sign(letter: str) -> str:
    """Return a proposal's letter and shape."""
    return f"{letter} {SHAPES[letter]}"


def motion_text(motion: Motion, turns: Collection[int] = ()) -> str:
    """Return what a motion would do. `turns`: the log entries of the actions that still stand, so
    that it can say how many would be undone."""
    if isinstance(motion, UndoMotion):
        undone = sum(number > motion.to for number in turns)
        back = (
            translate("undo {moves}", moves=count(undone, "move"))
            if undone
            else translate("go back to line {to}", to=motion.to)
        )
        if motion.kept_turns:
            kept = count(motion.kept_turns, "turn")
            return translate("{undo}, but for the first {turns}", undo=back, turns=kept)
        return back
    if isinstance(motion, GameMasterMotion):
        return translate("name {name} Game Master", name=escape(motion.name))
    value = value_text(motion.name, motion.value)
    return translate(
        "set “{name}” to {value}", name=escape(setting_title(motion.name)), value=escape(value)
    )


ActionWords = Callable[[str], Words]  # an action line in words: `Ruleset.action_text`


def result_text(entry: LogEntry, words: ActionWords = str) -> str:
    """Return the result of a vote; empty for an entry that is none."""
    match entry:
        case e.Decided():
            return _decided_text(entry, words)
        case e.Undecided():
            return translate(
                "Undecided: {undecided}", undecided=translate(e.UNDECIDED_WORDS[entry.reason])
            )
        case e.DecisionVoid():
            sign = proposal_sign(entry.letter)
            return translate(
                "Proposal {sign} cannot be done any more: {reason}",
                sign=sign,
                reason=escape(translate(entry.reason)),
            )
        case e.MotionPassed():
            return translate(
                "Passed: {motion} ({entry})",
                motion=motion_text(entry.motion),
                entry=_for_and_against(entry),
            )
        case e.MotionLost():
            return translate(
                "Rejected: {motion} ({entry})",
                motion=motion_text(entry.motion),
                entry=_for_and_against(entry),
            )
    return ""


def _decided_text(entry: e.Decided, words: ActionWords) -> str:
    """Return what a vote decided, with the votes and what decided a tie."""
    text = "Decided: {letter} **{label}** ({counts}; {took_part} of {voters} took part){tie}"
    if entry.second:
        text = (
            "Decided in the second vote: {letter} **{label}**"
            " ({counts}; {took_part} of {voters} took part){tie}"
        )
    return translate(
        text,
        letter=proposal_sign(entry.letter),
        label=escape(entry.label or words(entry.action)),
        counts=", ".join(f"{letter} {votes}" for letter, votes in entry.counts.items()),
        took_part=entry.took_part,
        voters=entry.voters,
        tie=_tie_text(entry),
    )


def _tie_text(entry: e.Decided) -> str:
    """Return what decided between the proposals with the most votes; empty without a tie."""
    tied = join_and(entry.tied)
    if entry.tie_break == "leader" and entry.person is not None:
        text = ". {tied} were equal: the vote of <@{leader}> decides, who leads"
        return translate(text, tied=tied, leader=entry.person)
    if entry.tie_break == "draw":
        return translate(". {tied} were equal: it was decided by lot", tied=tied)
    if entry.tied:
        return translate(". {tied} were equal: the earlier proposal wins", tied=tied)
    return ""


def _for_and_against(entry: e.MotionPassed | e.MotionLost) -> str:
    return translate(
        "{votes_for} for, {votes_against} against",
        votes_for=entry.votes_for,
        votes_against=entry.votes_against,
    )


def action_text(entry: LogEntry, words: ActionWords = str) -> str:
    """Return an action in words, if the reader may know it."""
    line = entry.action if isinstance(entry, e.Acted) else ""
    return say(words(without_uploads(line))) if line else translate("an action")


def autoplay_text(entry: e.Acted, character: str, words: ActionWords = str) -> str:
    """Return what a character did by itself, and why, as a card tells it."""
    return translate(
        "-# {name}, by itself: **{action}**: {why}",
        name=escape(character),
        action=escape(action_text(entry, words)),
        why=escape(entry.why),
    )


def record_text(record: LogRecord, characters: Mapping[int, str], words: ActionWords = str) -> str:
    """Return a line of the log in words. `characters`: the character of each seat."""
    who = mention(record.person) if record.person else translate("The bot")
    entry = record.entry
    return (
        result_text(entry, words)
        or _play_text(entry, who, words)
        or _vote_text(entry, who, words)
        or _people_text(entry, who, characters)
        or _game_text(entry, who)
    )


def _play_text(entry: LogEntry, who: str, words: ActionWords) -> str:
    match entry:
        case e.Acted() if entry.why:
            return translate(
                "{action}, by itself: {why}",
                action=escape(action_text(entry, words)),
                why=escape(entry.why),
            )
        case e.Acted():
            return escape(action_text(entry, words))
        case e.TurnsUndone():
            return translate("{who} undid the moves after line {to}.", who=who, to=entry.to)
        case e.DeadlineMissed():
            return translate("The turn is late.")
        case e.Reminded():
            return translate("A reminder was sent.")
        case e.RotaPassed():
            return (
                translate("It is <@{person}>'s turn.", person=entry.person)
                if entry.person
                else translate("The turn passes on.")
            )
        case e.Removed():
            text = "{who} banned <@{person}>." if entry.banned else "{who} removed <@{person}>."
            return translate(text, who=who, person=entry.person)
        case e.Invited():
            return translate("{who} invited <@{person}>.", who=who, person=entry.person)
        case e.EntryChanged():
            if entry.by_invitation:
                return translate("{who} lets only invited people join.", who=who)
            return translate("{who} lets everybody join.", who=who)
        case e.StateRecovered():
            return translate("The newest state could not be read, so the game was replayed.")
        case e.BotAway():
            return translate(
                "The bot was away for {minutes}.",
                minutes=count(round(entry.seconds / 60), "minute"),
            )
        case e.RulesChanged():
            return translate("The rules changed to version {version}.", version=entry.version)
    return ""


def _vote_text(entry: LogEntry, who: str, words: ActionWords) -> str:
    match entry:
        case e.Proposed():
            told = entry.label or words(entry.action)
            return (
                translate("{who} proposed **{told}**.", who=who, told=escape(told)) if told else ""
            )
        case e.Voted():
            letters = (
                ""
                if entry.motion or not entry.letters
                else translate(" for {letters}", letters=" ".join(entry.letters))
            )
            return translate("{who} voted{letters}.", who=who, letters=letters)
        case e.Abstained():
            return translate("{who} abstained.", who=who)
        case e.Withdrawn():
            return translate("{who} withdrew their vote.", who=who)
        case e.Vetoed():
            return translate(
                "{who} vetoed proposal {letter}.", who=who, letter=proposal_sign(entry.letter)
            )
        case e.MotionMade():
            return translate(
                "{who} asks everybody to {motion}.", who=who, motion=motion_text(entry.motion)
            )
        case e.LeaderNamed():
            return translate("<@{person}> leads.", person=entry.person)
        case e.Delegated():
            if entry.person is None:
                return translate("{who} votes for themselves again.", who=who)
            return translate("<@{person}> votes for {who}.", person=entry.person, who=who)
    return ""


def _people_text(entry: LogEntry, who: str, characters: Mapping[int, str]) -> str:
    def names(*seats: int) -> str:
        return join_and(
            [
                escape(characters.get(seat, translate("seat {seat}", seat=seat + 1)))
                for seat in seats
            ]
        )

    match entry:
        case e.Joined():
            return translate("{who} joined as {name}.", who=who, name=escape(entry.name))
        case e.Left():
            return translate("{who} left.", who=who)
        case e.SeatGiven() if who == mention(entry.person):
            return translate("{who} took {seat}.", who=who, seat=names(entry.seat))
        case e.SeatOffered():
            return translate(
                "{who} offered {seat} to <@{person}>.",
                who=who,
                seat=names(entry.seat),
                person=entry.person,
            )
        case e.SeatGiven():
            return translate(
                "{who} gave {seat} to <@{person}>.",
                who=who,
                seat=names(entry.seat),
                person=entry.person,
            )
        case e.SeatLent():
            until = f"<t:{int(entry.until)}:f>"
            return translate(
                "{who} lent {seat} to <@{person}> until {until}.",
                who=who,
                seat=names(entry.seat),
                person=entry.person,
                until=until,
            )
        case e.SeatReturned():
            return translate("{value} came back.", value=names(*entry.seats))
        case e.AutoplaySet():
            text = "{seat} plays by itself." if entry.on else "{seat} no longer plays by itself."
            return translate(text, seat=names(entry.seat))
        case e.GameMasterNamed():
            return translate("<@{person}> is the Game Master.", person=entry.person)
    return ""


def _game_text(entry: LogEntry, who: str) -> str:
    match entry:
        case e.Founded():
            return translate("{who} opened the game.", who=who)
        case e.Begun():
            return translate("The game began.")
        case e.SettingChanged():
            title, value = escape(setting_title(entry.name)), value_text(entry.name, entry.value)
            return translate(
                "{who} set “{title}” to {value}.", who=who, title=title, value=escape(value)
            )
        case e.Paused():
            if not entry.reason:
                return translate("{who} paused the game.", who=who)
            reason = escape(entry.reason)
            return translate("{who} paused the game: {reason}", who=who, reason=reason)
        case e.Resumed():
            return translate("{who} resumed the game.", who=who)
        case e.Suspended():
            return translate(
                "The game was paused: {reason}", reason=escape(translate(entry.reason))
            )
        case e.Ended() | e.LobbyExpired() | e.ContestEnded():
            return translate("The game ended.")
        case e.ContestEntered():
            return translate("{who} entered the contest.", who=who)
        case e.Forked() | e.ForkMade():
            return translate("{who} made a fork.", who=who)
        case e.Imported():
            return translate("{who} imported the game.", who=who)
    return type(entry).__name__
