"""The story of what somebody missed, the lines of the log, and what can be undone of it."""

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.ui import history
from cogs.ui.formatting import ordinal
from cogs.ui.history import dice_lines, story_moments, story_sentences, told_in_posts
from engine.contract.action import Event, Post, Roll
from engine.contract.texts import text
from table.history.entries import Acted, LogRecord, Paused
from table.history.history import UndoPreview
from table.history.roll_stats import luckiest
from tests.cogs.test_cards import parts
from tests.table.driver import TableDriver
from tests.table.world import ANN, BOB, EVE, TableWorld

DAY = 86400.0  # seconds


def record(number: int, action: str, *events: Event) -> LogRecord:
    return LogRecord(number, Acted(0, action), 5, 0.0, events)


FAIL = Event("door", "You fail to pick the lock.")
OPEN = Event("found", "You pick the lock.", notable=True)
KILL = Event("kill", "The wolf is slain.", notable=True)


def test_a_story_tells_what_matters_and_at_which_try_it_came_about():
    records = [record(n, "open e", FAIL) for n in range(1, 7)]
    records += [record(7, "open e", OPEN), record(8, "step e", Event("move", "You step."), KILL)]
    assert story_sentences(records, range(1, 9)) == [
        "You pick the lock, at the seventh try.",
        "The wolf is slain.",
    ]


def test_what_was_undone_is_no_part_of_it():
    records = [record(1, "step e", KILL), record(2, "open e", OPEN)]
    assert story_sentences(records, [2]) == ["You pick the lock."]


def test_where_nothing_is_notable_all_is_told():
    records = [record(1, "open e", FAIL), record(2, "step n", Event("move", "You step."))]
    assert story_sentences(records, [1, 2]) == ["You fail to pick the lock.", "You step."]


def blow(text: str, own: int, others: int) -> Event:
    dice = (Roll("your attack", 20, (own,), own=True), Roll("enemies' evasion", 20, (others,)))
    return Event("blow", text, rolls=dice)


def test_the_luckiest_roll_is_high_against_a_low_one():
    events = [blow("You miss.", 3, 17), blow("You hit.", 18, 12), blow("You graze it.", 15, 2)]
    assert luckiest(events) == events[2]
    assert luckiest(events[:1]) is None
    assert luckiest([Event("note", "Nothing.")]) is None


def test_the_dice_are_told_in_two_lines():
    told = dice_lines([blow("You hit.", 18, 2), blow("You miss.", 5, 9)])
    assert told == [
        "-# Dice: enemies' evasion averaged 5.5 in 2 rolls (expected 10.5); "
        "your attack averaged 11.5 in 2 rolls (expected 10.5).",
        "-# Luckiest roll: You hit. (your attack 18, enemies' evasion 2)",
    ]
    assert dice_lines([]) == []


@pytest.mark.parametrize(
    ("number", "word"), [(3, "third"), (12, "twelfth"), (13, "13th"), (21, "21st"), (112, "112th")]
)
def test_a_try_is_counted_in_words(number: int, word: str):
    assert ordinal(number) == word


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        (["open e"] * 2, "You pick the lock."),
        (["open e"] * 3, "You pick the lock, at the third try."),
        (["open e", "rest", "open e", "open e"], "You pick the lock."),
        ([""] * 3, "You pick the lock."),
    ],
)
def test_only_three_tries_of_the_same_in_a_row_are_counted(actions: list[str], told: str):
    *before, last = actions
    records = [record(n, action, FAIL) for n, action in enumerate(before, 1)]
    assert story_sentences([*records, record(9, last, OPEN)], range(1, 10)) == [told]


def test_of_what_a_try_brought_about_the_first_is_told_with_its_number():
    records = [record(1, "open e", FAIL), record(2, "open e", FAIL)]
    records.append(record(3, "open e", OPEN, KILL))
    assert story_sentences(records, range(1, 4)) == [
        "You pick the lock, at the third try.",
        "The wolf is slain.",
    ]


def test_tries_are_counted_anew_after_a_success():
    records = [record(n, "open e", OPEN if n in (3, 5) else FAIL) for n in range(1, 6)]
    assert story_moments(records, range(1, 6)) == [
        (3, "You pick the lock, at the third try."),
        (5, "You pick the lock."),
    ]


def test_what_is_told_twice_in_a_row_is_told_once():
    records = [
        record(1, "a", KILL),
        record(2, "b", KILL),
        record(3, "c", OPEN),
        record(4, "d", KILL),
    ]
    assert [number for number, _ in story_moments(records, range(1, 5))] == [1, 3, 4]


def test_posts_that_stand_are_told_with_their_titles():
    first = Post((("The *door* opens.", "5 of 6"), ("It is dark.", "")), "Hall")
    events = (Event("post", "", post=first), Event("post", "", post=Post((("A bat.", ""),))))
    records = [record(1, "open e", *events), record(2, "open w", events[1])]
    paused = LogRecord(3, Paused(""), 5, 0.0, events)
    assert told_in_posts([*records, paused], [1, 3]) == [
        "**Hall**",
        "The \\*door\\* opens.",
        "It is dark.",
        "A bat.",
    ]


@pytest.mark.parametrize(
    ("action", "events", "line"),
    [
        ("open e", (OPEN, KILL), "open e — You pick the lock. The wolf is slain."),
        ("open e", (), "open e"),
        ("", (OPEN,), "You pick the lock."),
        ("", (), "an action"),
    ],
)
def test_an_entry_is_a_line_of_the_action_and_what_came_of_it(
    action: str, events: tuple[Event, ...], line: str
):
    assert history.what_happened(record(1, action, *events), str) == line


# ---------------------------------------------------------------- undo


def undo_menu(by_vote: bool = False, **facts: Any) -> list[dict[str, Any]]:
    """Return the parts of the panel of undoing two turns."""
    preview = UndoPreview(
        2, 4, 9, tuple(f"Line *{n}*" for n in range(14)), text("Undo 2."), **facts
    )
    game: Any = SimpleNamespace(game=SimpleNamespace(id=7, card=9))
    return parts(history.undo_panel(game, preview, by_vote=by_vote).view)


@pytest.mark.parametrize(("by_vote", "label"), [(False, "Undo"), (True, "Put it to the vote")])
def test_undoing_is_asked_about_with_what_it_would_undo(by_vote: bool, label: str):
    words, row, button = undo_menu(by_vote)
    told = words["content"].split("\n")
    assert told[:2] == ["Undo 2.", "- Line \\*0\\*"]
    assert told[-1] == "- Line \\*11\\*"
    assert (button["label"], button["custom_id"]) == (label, "v1:7:9:undo:2 9 0")
    assert (row["type"], button["style"]) == (1, 4)
    assert len(undo_menu(plan_turns=1)) == 3


def test_of_a_long_line_that_would_be_undone_200_letters_are_shown():
    preview = UndoPreview(1, 4, 9, ("x" * 200, "x" * 201), text("Undo 1."))
    game: Any = SimpleNamespace(game=SimpleNamespace(id=7, card=9))
    shown = parts(history.undo_panel(game, preview, by_vote=False).view)[0]["content"]
    assert shown.split("\n")[1:] == [f"- {'x' * 200}", f"- {'x' * 199}…"]


def test_a_plan_can_be_gone_back_into():
    _, _, menu, _, button = undo_menu(plan_turns=4, kept_turns=2)
    assert menu["custom_id"] == "v1:7:9:undo_within:2 9"
    assert [(each["label"], each["value"], each["default"]) for each in menu["options"]] == [
        ("After turn 3 of 4", "3", False),
        ("After turn 2 of 4", "2", True),
        ("After turn 1 of 4", "1", False),
        ("Before it", "0", False),
    ]
    assert button["custom_id"] == "v1:7:9:undo:2 9 2"
    options = undo_menu(plan_turns=99)[2]["options"]
    assert len(options) == 25
    assert (options[0]["value"], options[-1]["value"]) == ("98", "0")


# ---------------------------------------------------------------- a game


@pytest.fixture
async def game(tmp_path: Path) -> AsyncIterator[TableDriver]:
    """A game in which Ann went east, Bob's character west and Ann's east again: entries 4 to 6 of
    its log."""
    world = await TableWorld(tmp_path / "world.sqlite").open()
    table = await world.begun("first")
    for way in "ewe":
        await table.act(ANN, f"step {way}")
    yield table
    await world.close()


MOVES = {4: "4: step e — Ann walks e.", 5: "5: Bob walks w.", 6: "6: step e — Ann walks e."}


async def test_moves_of_the_log_are_offered_by_number_and_by_words(game: TableDriver):
    for typed, found in {
        "": [6, 5, 4],
        " STEP e ": [6, 4],
        "bob": [5],
        "5": [5],
        "6": [6],
        "1": [],
        "99": [],
        "1234567890": [],
        "slay": [],
    }.items():
        offered = await history.complete_entry(game.actor, 0, typed)
        assert [(each.name, each.value) for each in offered] == [(MOVES[n], n) for n in found]


async def test_a_move_that_was_undone_is_told_and_offered_no_more(game: TableDriver):
    assert await history.can_undo(game.actor)
    await game.undo(ANN)
    assert not await history.can_undo(game.actor), "it is not the newest thing"
    assert [each.value for each in await history.complete_entry(game.actor, 0, "")] == [5, 4]
    assert await history.story(game.actor, BOB.id) == "Ann walks e.\nBob walks w."


async def test_where_undo_is_off_nobody_is_offered_it(tmp_path: Path):
    world = await TableWorld(tmp_path / "world.sqlite").open()
    table = await world.found(settings={"undo": "off"}, channel=9, who=ANN)
    await table.begin(ANN)
    await table.act(ANN, "step e")
    assert not await history.can_undo(table.actor)
    await world.close()


async def test_whoever_was_away_gets_the_story_and_whoever_acted_does_not(game: TableDriver):
    told = "Ann walks e.\nBob walks w.\nAnn walks e."
    assert await history.story(game.actor, BOB.id) == told
    assert await history.story(game.actor, ANN.id) == ""
    assert await history.welcome(game.actor, EVE.id) == f"You are in. The story so far:\n{told}"
    assert await history.welcome(game.actor, ANN.id) == "You are in."


async def test_a_lobby_has_no_story(tmp_path: Path):
    world = await TableWorld(tmp_path / "world.sqlite").open()
    table = await world.found(9, ANN)
    assert await history.welcome(table.actor, BOB.id) == "You are in."
    await world.close()


async def test_after_a_day_somebody_is_told_what_they_missed(game: TableDriver):
    [newest] = await game.history.latest(None, 1)
    at = newest.at
    missed = await history.recap(game.actor, BOB.id, at - DAY, 5, at)
    assert missed is not None
    assert missed.words.split("\n") == [
        "**Since you were here**",
        "- Ann walks e.",
        "- Bob walks w.",
        "-# `/story` tells all of it, `/replay` shows it.",
    ]
    assert missed.entries == (4, 5)
    assert await history.recap(game.actor, BOB.id, at - DAY + 1, 5, at) is None
    assert await history.recap(game.actor, BOB.id, at - DAY, 3, at) is None
    await game.pause(ANN)
    assert await history.recap(game.actor, BOB.id, at - DAY, 5, at) is None


async def test_a_recap_has_the_last_five_lines_and_the_last_three_moments(game: TableDriver):
    for way in "wew":
        await game.act(ANN, f"step {way}")
    [newest] = await game.history.latest(None, 1)
    missed = await history.recap(game.actor, BOB.id, newest.at - DAY, 99, newest.at)
    assert missed is not None
    assert len(missed.words.split("\n")) == 1 + history.RECAP_LINES + 1
    assert missed.words.split("\n")[1] == "- Bob walks w."
    assert missed.entries == (7, 8, 9)
