"""Drafts of characters as private panels, whose buttons carry all answers so far."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.ui import drafts
from cogs.ui.drafts import MAX_ANSWERS, chosen_offers
from engine.contract.action import Action, Offer
from table.loaded_game import Draft
from tests.cogs.offline_bot import BOB, EVE, OfflineBot
from tests.cogs.samples import view
from tests.cogs.test_cards import parts
from tests.rulesets import RULESETS
from tests.table.world import CHANNEL

ACTOR: Any = SimpleNamespace(game=SimpleNamespace(id=7, card=9))


def panel(
    path: str, answers: int, phase: str = "setup", line: str = "A *Noldo*."
) -> list[dict[str, Any]]:
    """Return the parts of the panel of a draft after some answers, with so many to choose from."""
    shown = view((line,), "*Who?*", phase=phase, alt="Race: *Noldo*")
    offers = [Offer(Action("take", (str(n),)), f"Take {n}", group="answer") for n in range(answers)]
    draft = Draft(shown, tuple(offers), (), "A *Noldo* of Ered Luin.")
    reply = drafts.draft_panel(ACTOR, draft, path, update=True)
    assert reply.update
    return parts(reply.view)


def buttons(every: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return labels and custom ids."""
    return [(p["label"], p["custom_id"].removeprefix("v1:7:9:")) for p in every if p["type"] == 2]


def test_a_draft_asks_with_its_answers_behind_those_so_far() -> None:
    every = panel("", 2)
    assert every[0]["content"].split("\n") == [
        "**Sil-Q · 150 ft** (a draft that only you see)",
        "A \\*Noldo\\*.",
        "-# Race: \\*Noldo\\*",
        "**\\*Who?\\***",
    ]
    assert buttons(every) == [("Take 0", "draft:0"), ("Take 1", "draft:1")]
    assert buttons(panel("3a", 2)) == [
        ("Take 0", "draft:3a0"),
        ("Take 1", "draft:3a1"),
        ("Start again", "draft:"),
    ]


def test_the_question_of_a_draft_is_shown_while_all_lines_fit_into_1900_letters() -> None:
    without = len(panel("", 2, line="")[0]["content"])
    for letters, last in ((1898, "**\\*Who?\\***"), (1899, "…")):
        content = panel("", 2, line="x" * (letters - without))[0]["content"]
        assert content.split("\n")[-1] == last


def test_of_many_answers_of_a_draft_most_are_in_a_menu() -> None:
    every = panel("3a", 30)
    [menu] = [part for part in every if part["type"] == 3]
    *first, again = buttons(every)
    assert again == ("Start again", "draft:")
    shown = [label for label, _ in first] + [each["label"] for each in menu["options"]]
    assert shown == [f"Take {n}" for n in range(25)]
    assert (menu["custom_id"], menu["options"][-1]["value"]) == ("v1:7:9:draft_pick:3a", "o")


def test_a_complete_draft_can_be_proposed_or_begun_again() -> None:
    every = panel("3a", 0, phase="play")
    assert every[0]["content"] == "**Your draft is complete.**\nA \\*Noldo\\* of Ered Luin."
    assert buttons(every) == [("Propose this draft", "draft_propose:3a"), ("Start again", "draft:")]
    assert [part["style"] for part in every if part["type"] == 2] == [3, 2]


@pytest.mark.parametrize(("path", "numbers"), [("", []), ("09aZ", [0, 9, 10, 61]), ("0-1", [0, 1])])
def test_answers_are_read_as_they_were_written(path: str, numbers: list[int]) -> None:
    assert chosen_offers(path) == numbers


def test_the_longest_draft_fits_a_button() -> None:
    assert len(buttons(panel("Z" * (MAX_ANSWERS - 1), 2))) == 3


# ------------------------------------------------------------ a draft from its first answer on


@pytest.fixture
async def setup(tmp_path: Path) -> AsyncIterator[OfflineBot]:
    """A game of Sil that is set up by votes."""
    bot = await OfflineBot.open(tmp_path, RULESETS["sil"])
    await bot.found(BOB, ruleset="sil", mode="vote")
    yield bot
    await bot.tables.close()


async def test_a_draft_is_answered_in_private_and_proposed_as_a_whole(setup: OfflineBot) -> None:
    first = await setup.press(BOB, "draft:", private=False)
    assert first.private
    assert not first.updates  # the card that was pressed stays
    assert "(a draft that only you see)" in first.words
    assert "Start again" not in first.buttons
    shown = await setup.press(BOB, "draft:")
    assert shown.updates
    for _ in range(20):
        wanted = ("Sindar", "Of Doriath", "Done", "The usual skills", "Keep", "Begin")
        press = next((b for label, b in shown.buttons.items() if label.startswith(wanted)), "")
        if not press:
            press = next(b for label, b in shown.buttons.items() if label != "Start again")
        shown = await setup.press(BOB, press)
        assert shown.updates
        if "Propose this draft" in shown.buttons:
            break
    assert shown.words.startswith("**Your draft is complete.**")
    actor = await setup.tables.at(CHANNEL)
    assert actor.reader.poll() is None  # so far nobody knows of it
    proposed = await setup.press(BOB, shown.buttons["Propose this draft"])
    assert proposed.updates
    poll = actor.reader.poll()
    assert poll is not None
    assert [(each.label, each.votes) for each in poll.proposals] == [("Draft by Bob", 1)]


async def test_an_answer_from_the_menu_of_a_draft_goes_on_as_a_button_does(
    setup: OfflineBot,
) -> None:
    first = await setup.press(BOB, "draft:")
    pressed = next(b for label, b in first.buttons.items() if b.endswith(":draft:0"))
    by_button = await setup.press(BOB, pressed)
    by_menu = await setup.press(BOB, "draft_pick:", "0")
    assert by_menu.updates
    assert (by_menu.words, by_menu.buttons) == (by_button.words, by_button.buttons)
    assert "Start again" in by_menu.buttons
    assert "(a draft" not in (await setup.press(EVE, "draft:")).words  # she does not play
