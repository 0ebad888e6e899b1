"""A game's history as people see it: the story so far, lines of the log, moves to undo."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from discord import ButtonStyle, SelectOption
from discord.app_commands import Choice
from discord.ui import ActionRow, TextDisplay

from cogs.ui.command_mapper import MAX_CHOICES
from cogs.ui.components import MENU_LINES, IdButton, IdSelect, StaticLayout
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import count, escape, join_last_lines, join_lines, ordinal, truncate
from cogs.ui.languages import say, translate
from cogs.ui.log_text import ActionWords, action_text
from cogs.ui.replies import Reply
from engine.contract.action import Event, Post
from table.actor import GameActor
from table.history.entries import (
    STARTS,
    STATE_CHANGES,
    Acted,
    LogRecord,
    RulesChanged,
    StateRecovered,
)
from table.history.history import UndoPreview, spread
from table.history.roll_stats import luckiest, roll_stats

RECENT_ENTRIES = 200  # of the log, among which autocomplete looks
RECENT_STATES = 20  # entries of the log, among which the last move is looked for
STORY_LETTERS = 1600
RECAP_AFTER = 86400.0  # seconds without an action, after which somebody is told what they missed
RECAP_LINES = 5
RECAP_PICTURES = 3  # of the last of its moments
_OF_THE_STATE = (*STATE_CHANGES, *STARTS, RulesChanged, StateRecovered)


def undo_panel(
    actor: GameActor, preview: UndoPreview, *, by_vote: bool, update: bool = False
) -> Reply:
    """Return what would be undone, with a button that does it or (`by_vote`) puts it to the vote,
    and a menu of the points within a plan to go back to.

    The button carries the log's length as its person knows it: if the game has moved on meanwhile,
    it shows a new panel.
    """
    game = actor.game
    view = StaticLayout()
    lines = [f"- {truncate(escape(line), 200)}" for line in preview.lines[:12]]
    view.add_item(TextDisplay(join_lines([escape(translate(preview.text)), *lines], 1900)))
    label = "Put it to the vote" if by_vote else "Undo"
    arg = f"{preview.turns} {preview.length}"
    if preview.plan_turns > 1:
        select_id = CustomId(game.id, game.card, "undo_within", arg)
        points = reversed(spread(preview.plan_turns - 1, MENU_LINES - 1))
        options = [_undo_point(preview, each) for each in (*points, 0)]
        placeholder = "Go back to within the plan…"
        view.add_item(ActionRow(IdSelect(select_id, options, placeholder)))
    custom_id = CustomId(game.id, game.card, "undo", f"{arg} {preview.kept_turns}")
    view.add_item(ActionRow(IdButton(custom_id, label, ButtonStyle.danger)))
    return Reply(view=view, update=update)


async def can_undo(actor: GameActor) -> bool:
    """Return whether everybody may see the last move undone, or ask for it: it is the newest thing
    that happened to the game's state."""
    state = actor.state
    if state.screened or state.game.settings.undo_rule == "off":
        return False
    records = await actor.history.latest(None, RECENT_STATES)
    newest = (r.entry for r in reversed(records) if isinstance(r.entry, _OF_THE_STATE))
    return isinstance(next(newest, None), Acted)


def _undo_point(preview: UndoPreview, kept: int) -> SelectOption:
    """Return a line of the menu of points within a plan: after so many of its turns."""
    label = translate("Before it")
    if kept:
        label = translate("After turn {turn} of {turns}", turn=kept, turns=preview.plan_turns)
    return SelectOption(label=label, value=str(kept), default=kept == preview.kept_turns)


async def complete_entry(actor: GameActor, seat: int | None, typed: str) -> list[Choice[int]]:
    """Return lines of the log to choose from: actions that still stand, newest first, with what
    happened at each."""
    numbers = await actor.history.numbers(seat)
    moves = set(await actor.history.moves(numbers))
    first = max(1, len(numbers) - RECENT_ENTRIES + 1)
    if typed.strip().isdecimal() and len(typed) < 10:
        first = max(1, min(int(typed) - 1, len(numbers)))
    if first > len(numbers):
        return []
    shown = numbers[first - 1 : first - 1 + RECENT_ENTRIES]
    lines = {number: line for line, number in enumerate(shown, first)}
    limit = shown[-1] - shown[0] + 1
    records = await actor.history.records(seat, after=shown[0] - 1, limit=limit)
    wanted = typed.strip().lower()
    words = actor.ruleset.action_text
    names = {
        lines[r.number]: f"{lines[r.number]}: {what_happened(r, words)}" for r in reversed(records)
    }
    return [
        Choice(name=truncate(name, 100), value=line)
        for line, name in names.items()
        if line in moves and wanted in name.lower()
    ][:MAX_CHOICES]


def what_happened(record: LogRecord, words: ActionWords) -> str:
    """Return an entry in a line: the action, if the reader may know it, and what came of it."""
    acted = isinstance(record.entry, Acted) and record.entry.action
    events = " ".join(say(event.text) for event in record.events)
    parts = [action_text(record.entry, words)] if acted or not events else []
    return " — ".join([*parts, *([events] if events else [])])


async def story(actor: GameActor, person: int) -> str:
    """Return what happened since somebody last did something, as a story: as much of its end as
    fits. What was undone is left out."""
    if actor.game.header is None:
        return ""
    records = (await actor.history.story(person)).records
    standing = await actor.history.turns()
    last = max((n for n, each in enumerate(records, 1) if _posts(each)), default=0)
    sentences = told_in_posts(records[:last], standing)
    sentences += [escape(each) for each in story_sentences(records[last:], standing)]
    dice = dice_lines([e for r in records if r.number in standing for e in r.events if e.rolls])
    return "\n".join([join_last_lines(sentences, STORY_LETTERS), *dice]).strip()


def dice_lines(events: Sequence[Event]) -> list[str]:
    """Return what the dice did, in lines: how the two kinds that were rolled most fell on average,
    and where they helped most."""
    most = sorted(roll_stats(events), key=lambda each: -each.rolls)[:2]
    told = [
        translate(
            "{purpose} averaged {mean:.1f} in {rolls} (expected {expected:.1f})",
            purpose=escape(each.purpose),
            mean=each.mean,
            rolls=count(each.rolls, "roll"),
            expected=each.expected,
        )
        for each in most
    ]
    lines = [translate("-# Dice: {told}.", told="; ".join(told))] if told else []
    if (best := luckiest(events)) is not None:
        lines.append(roll_line("-# Luckiest roll: {text} ({faces})", best))
    return lines


def roll_line(template: str, event: Event) -> str:
    """Return a template with an event's words as {text} and its rolls as {faces}."""
    faces = ", ".join(f"{say(roll.purpose)} {sum(roll.faces)}" for roll in event.rolls)
    return translate(template, text=escape(event.text), faces=escape(faces))


def told_in_posts(records: Sequence[LogRecord], standing: Collection[int]) -> list[str]:
    """Return what posts have told of the actions that still stand, in lines: moment by moment."""
    played = (r for r in records if isinstance(r.entry, Acted) and r.number in set(standing))
    lines = []
    for post in (post for record in played for post in _posts(record)):
        if post.title:
            lines.append(f"**{escape(say(post.title))}**")
        lines += [escape(say(words)) for words, _ in post.lines]
    return lines


def _posts(record: LogRecord) -> list[Post]:
    return [event.post for event in record.events if event.post is not None]


def story_sentences(records: Sequence[LogRecord], standing: Collection[int]) -> list[str]:
    """Return the notable events of the actions that still stand; all events where none is notable.

    Of an action that was repeated until something notable came of it, the story tells at which try.
    """
    return [sentence for _, sentence in story_moments(records, standing)]


def story_moments(records: Sequence[LogRecord], standing: Collection[int]) -> list[tuple[int, str]]:
    """Return the sentences of a story, each with the number of the entry that it is of."""
    played = [r for r in records if isinstance(r.entry, Acted) and r.number in set(standing)]
    if not any(event.notable for record in played for event in record.events):
        return [(r.number, say(event.text)) for r in played for event in r.events]
    moments: list[tuple[int, str]] = []
    tries, before = 0, ""
    for record in played:
        action = record.entry.action if isinstance(record.entry, Acted) else ""
        tries = tries + 1 if action and action == before else 1
        before = action
        told = [say(event.text) for event in record.events if event.notable]
        if told and tries > 2:
            told[0] = translate(
                "{sentence}, at the {ordinal} try.",
                sentence=told[0].rstrip("."),
                ordinal=ordinal(tries),
                number=tries,  # languages without ordinals in words
            )
        moments += [(record.number, sentence) for sentence in told]
        tries = 0 if told else tries
    return [moment for n, moment in enumerate(moments) if not n or moments[n - 1][1] != moment[1]]


class Recap(NamedTuple):
    """Events that somebody missed: in words, and the numbers of the last entries they tell of."""

    words: str
    entries: tuple[int, ...]


async def recap(
    actor: GameActor, person: int, since: float, length: int, now: float
) -> Recap | None:
    """Return what somebody missed in a day or more, in a few lines; None where they were here, or
    nothing happened. `since`, `now`: Unix times; `length`: of the log when they came back."""
    if now - since < RECAP_AFTER or actor.game.phase != "play":
        return None
    story = await actor.history.story(person, since)
    records = [each for each in story.records if each.number <= length]
    moments = story_moments(records, await actor.history.turns())[-RECAP_LINES:]
    if not moments:
        return None
    told = [f"- {truncate(escape(sentence), 200)}" for _, sentence in moments]
    lines = [translate("**Since you were here**"), *told]
    lines.append(translate("-# `/story` tells all of it, `/replay` shows it."))
    entries = tuple(dict.fromkeys(number for number, _ in moments))
    return Recap("\n".join(lines), entries[-RECAP_PICTURES:])


async def welcome(actor: GameActor, person: int) -> str:
    """Return the reply to somebody who has joined: in the middle of a game, the story so far."""
    so_far = await story(actor, person)
    if not so_far:
        return translate("You are in.")
    return translate("You are in. The story so far:\n{so_far}", so_far=so_far)
