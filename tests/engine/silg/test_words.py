"""No code of Sil-G's reads a sentence, and nothing that it says is a plain string."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import get_args

import pytest

from engine.contract.action import GM, ActionError, Event
from engine.contract.texts import Text, Words
from engine.silg.event_kinds import EventKind
from engine.silg.ruleset import SilG
from engine.silg.state import SilGState
from tests.engine.contract.plain_words import plain_words
from tests.engine.sil.test_words import said_in_nonsense
from tests.rolled import dice_for

RULES = SilG()
NAMES = ("Ann", "Bob")
TABLE_PAGES = (
    "Party",
    "Table",
    "Chronicle",
    "Rulings",
    "Clock",
    "Monsters",
    "Heroes",
    "Desk",
    "Inbox",
)
MOST_OFFERED = 60  # of the Game Master's, who has hundreds
LINES = (
    "spawn 2 wolf near party alert", "clock start", "check all perception 12", "hurt ann 3",
    "heal ann", "afflict bob poison 5", "award ann 3 torches", "experience all 100", "eyes ann",
    "stealth-terms", "measure ann bob", "morale monsters", "run monsters gm", "run monsters bot",
    "standing luck 1d6", "note C5 Here", "handout all A letter", "chronicle They came.",
    "rename wolf-1 Grey", "secret 1d20+5 vs 1d20+8", "minute 3", "sheet-out ann", "meet", "clock",
    "encounter spawn 1 wolf near party", "monster Guard; health 6d4; attack hit +6 2d7", "nosuch",
    "side monsters heroes", "level 100", "travel down", "use-macro m", "macro m tell Ho", "finish",
)  # fmt: skip
BEGINNING = (
    (0, "quick"), (1, "quick"), (GM, "level 150"), (GM, "begin"),
    (GM, "spawn 3 wolf near party alert"), (GM, "clock start"),
)  # fmt: skip
Record = list[tuple[object, ...]]


def game(seed: int, steps: int) -> Iterator[tuple[SilGState, int, str]]:
    """Yield a session's states, each with the seat and line that are next: those that play by
    itself gives, and now and then one of `LINES`."""
    dice = random.Random(seed)
    state = RULES.new({}, NAMES, dice_for(f"words {seed}"), gm=True)
    for seat, line in BEGINNING:
        yield state, seat, line
    for _ in range(steps):
        waiting = RULES.turn(state).waiting
        if not waiting:
            return
        seat = dice.choice(waiting)
        chosen = RULES.advise(state, seat).action
        if dice.random() < 0.3 or chosen is None:
            seat, line = GM, dice.choice(LINES)
        else:
            line = str(chosen)
        yield state, seat, line


def told_events(seed: int, steps: int) -> Iterator[tuple[SilGState, Event]]:
    """Yield what a session tells, with the state that it led to."""
    for state, seat, line in game(seed, steps):
        with suppress(ActionError):
            for event in RULES.apply(state, seat, RULES.parse(line, state, seat), dice_for(line)):
                yield state, event


def played(seed: int, steps: int) -> Record:
    """Return what code may know of each step of a session."""
    record: Record = []
    for state, seat, line in game(seed, steps):
        offers = [
            (o.action, o.group, o.at, o.advised, o.intent, o.target)
            for each in (GM, 0, 1)
            for o in RULES.legal(state, each)[:MOST_OFFERED]
        ]
        try:
            told = RULES.apply(state, seat, RULES.parse(line, state, seat), dice_for(line))
        except ActionError as error:
            record.append((seat, line, type(error), offers))
            continue
        heard = [(e.kind, e.audience, e.at, e.notable, e.fact) for e in told]
        pictures = [h.name for h in RULES.view(state, 0).handouts]
        record.append((seat, line, heard, offers, pictures, RULES.dump(state)))
    return record


SESSIONS = [
    (1, 14),
    *(pytest.param(seed, 300, marks=pytest.mark.soak(part="random")) for seed in range(10, 40)),
]


@pytest.mark.parametrize(("seed", "steps"), SESSIONS)
def test_random_letters_for_words_change_nothing_of_a_session(
    seed: int, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = played(seed, steps)
    monkeypatch.setattr(Text, "__str__", said_in_nonsense)
    assert str(Text("The clock starts.")) != "The clock starts."
    assert played(seed, steps) == plain


def said(state: SilGState, seat: int, line: str) -> Iterator[Words]:
    """Do a line, and yield all that the table says then in words of its own."""
    try:
        told = RULES.apply(state, seat, RULES.parse(line, state, seat), dice_for(line))
    except ActionError as error:
        yield error.text
        told = ()
    for event in told:
        yield from (event.text, event.detail, *(roll.purpose for roll in event.rolls))
    for offer in RULES.legal(state, GM)[:MOST_OFFERED]:
        yield from (offer.label, offer.hint)
    view = RULES.view(state, GM)
    yield from (*view.lines, *view.details, view.headline)
    for page in RULES.pages(state, GM):
        assert page.name in TABLE_PAGES
        yield from (page.title, page.text)
    outcome = RULES.outcome(state)
    if outcome is not None:
        yield from (outcome.title, *outcome.story)


@pytest.mark.parametrize(("seed", "steps"), SESSIONS)
def test_nothing_that_the_table_says_is_a_plain_string(seed: int, steps: int) -> None:
    found = {
        plain
        for state, seat, line in game(seed, steps)
        for words in said(state, seat, line)
        for plain in plain_words(words, ())
    }
    assert not found


def test_every_event_is_of_a_kind_of_the_closed_list() -> None:
    kinds = {event.kind for _, event in told_events(3, 30)}
    assert {"declared", "blow", "defence"} <= kinds
    assert kinds <= {kind for table in get_args(EventKind) for kind in get_args(table)}
