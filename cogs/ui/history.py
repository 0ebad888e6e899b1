"""A game's past as people see it: the story so far, lines of the log, moves to take back."""

from __future__ import annotations

from discord import ButtonStyle
from discord.app_commands import Choice
from discord.ui import ActionRow, TextDisplay

from cogs.ui.components import IdButton, StaticLayout
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import escape, join_lines, truncate
from cogs.ui.replies import Reply
from table.past import Undone
from table.records import Entry
from table.table import Table

LINES = 25  # answers of one autocomplete
RECENT = 200  # lines of the log that autocomplete looks through


def confirm(table: Table, preview: Undone, *, update: bool = False) -> Reply:
    """What would be taken back, with a button that does it or puts it to the vote. The button
    carries the log's length: when the game has moved on meanwhile, one looks again."""
    game = table.game
    by_vote = game.terms.undoing == "vote" and game.mode != "table"
    view = StaticLayout()
    lines = [f"- {truncate(escape(line), 200)}" for line in preview.lines[:12]]
    view.add_item(TextDisplay(join_lines([escape(preview.text), *lines], 1900)))
    word = "Put it to the vote" if by_vote else "Take back"
    ref = CustomId(game.id, game.card, "undo", f"{preview.moves} {game.number}")
    view.add_item(ActionRow(IdButton(ref, word, ButtonStyle.danger)))
    return Reply(view=view, update=update)


async def lines(table: Table, seat: int | None, typed: str) -> list[Choice[int]]:
    """Lines of the log to choose from: orders that still stand, newest first."""
    after = max(0, table.game.number - RECENT)
    if typed.strip().isdecimal():
        after = max(0, min(int(typed) - 2, table.game.number - 1))
    standing = set(await table.turns())
    found = await table.history(seat, after=after, limit=RECENT)
    shown = [entry for entry in found if entry.number in standing]
    wanted = typed.strip().lower()
    return [
        Choice(name=truncate(line(entry), 100), value=entry.number)
        for entry in reversed(shown)
        if wanted in line(entry).lower()
    ][:LINES]


def line(entry: Entry) -> str:
    """A line of the log in a menu."""
    return f"{entry.number}: {entry.text or 'an order'}"


async def story(table: Table, person: int) -> str:
    """What happened since somebody last did something, as much of it as fits, the end first."""
    if table.game.header is None:
        return ""
    told = (await table.story(person)).text.splitlines()
    kept: list[str] = []
    room = 1600
    for sentence in reversed([escape(each) for each in told]):
        room -= len(sentence) + 1
        if room < 0:
            kept.append("…")
            break
        kept.append(sentence)
    return "\n".join(reversed(kept))


async def welcome(table: Table, person: int) -> str:
    """What somebody hears who has joined: in the middle of a game, the story so far."""
    told = await story(table, person)
    return f"You are in. The story so far:\n{told}" if told else "You are in."
