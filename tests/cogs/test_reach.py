"""From the card to every verb of Sil-Q by presses alone: buttons, menus, panels, nothing typed."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from discord.ui import LayoutView

from cogs.ui import panels, sheets
from cogs.ui.card_buttons import CardButtons
from cogs.ui.custom_ids import CustomId, restore
from cogs.ui.sheets import SheetPage, SheetPosition
from engine.sil.commands import registry
from engine.sil.game.context import SilContext
from engine.sil.ruleset import SilQ
from tests.cogs.samples import turn_card
from tests.cogs.test_cards import parts
from tests.engine.sil.commands.test_offers import situations

SIL = SilQ()
GAME, CARD = 7, 9
MOST_PRESSES = 4  # More…, a heading, a page, a line; or Sheet, a page, a thing, a button
DONE = ("act", "own_act", "pick", "own_pick", "actions_pick", "sheet_act", "sheet_pick")


class Panels:
    """The card and the panels of one seat as they are pressed, without a bot behind them."""

    def __init__(self, game: SilContext) -> None:
        self.view, self.pages = SIL.view(game.state, 0), SIL.pages(game.state, 0)
        self.offers = list(SIL.legal(game.state, 0))
        self.lines = [str(offer.action) for offer in self.offers]
        self.topics = SIL.topics(game.state, 0)

    def card(self) -> LayoutView:
        return turn_card(self.offers, self.view).view

    def follow(self, handler: str, argument: str) -> LayoutView | None:
        """Return the panel that a press opens, as its handler in the cogs does."""
        if handler in ("actions", "actions_page"):
            heading, _, page = argument.rpartition("/")
            number = int(page) if page.isdigit() else 0
            return panels.actions_menu(GAME, CARD, self.offers, heading, number).view
        if handler == "sheet":
            return self._sheet(SheetPosition.parse(argument), "")
        if handler == "topic":
            position, _, chosen = argument.partition("=")
            topic = sheets.find_topic(self.topics, chosen)
            return self._sheet(SheetPosition.parse(position), topic.name if topic else "")
        return None

    def _sheet(self, position: SheetPosition, topic: str) -> LayoutView | None:
        buttons, page = CardButtons(GAME, CARD), SheetPage(self.pages, position)
        return sheets.sheet_panel(
            buttons, self.view, page, self.topics, self.offers, None, topic=topic
        ).view

    def ways(self) -> dict[str, int]:
        """Return the action lines that presses lead to from the card, with how many it takes."""
        found: dict[str, int] = {}
        waiting: deque[tuple[LayoutView, int]] = deque([(self.card(), 0)])
        opened: set[tuple[str, str]] = set()
        while waiting:
            layout, presses = waiting.popleft()
            for handler, argument in _presses(layout):
                if handler in DONE:
                    line = argument.partition(":")[2] if handler == "sheet_act" else argument
                    found.setdefault(restore(line, self.lines), presses + 1)
                elif (handler, argument) not in opened and presses < MOST_PRESSES:
                    opened.add((handler, argument))
                    if (panel := self.follow(handler, argument)) is not None:
                        waiting.append((panel, presses + 1))
        return found


def _presses(layout: LayoutView) -> Iterator[tuple[str, str]]:
    """Yield the handler and the argument of everything that can be pressed or chosen."""
    for part in parts(layout):
        if part["type"] not in (2, 3) or part.get("disabled"):
            continue
        pressed = CustomId.parse(part["custom_id"])
        assert pressed is not None, part["custom_id"]
        for value in _values(part, pressed):
            yield pressed.handler, value


def _values(part: dict[str, Any], pressed: CustomId) -> list[str]:
    if part["type"] == 2:
        return [pressed.arg]
    values = [option["value"] for option in part["options"]]
    return [f"{pressed.arg}={v}" for v in values] if pressed.handler == "topic" else values


@cache
def _shortest() -> dict[str, tuple[int, int, str]]:
    """Return for each verb the fewest presses to it, in which situation, and the action line."""
    best: dict[str, tuple[int, int, str]] = {}
    for number, game in enumerate(situations()):
        for line, presses in Panels(game).ways().items():
            verb = line.split()[0]
            best[verb] = min(best.get(verb, (99, 0, "")), (presses, number, line))
    return best


@pytest.mark.covers("sil-q-manual: User Interface")
@pytest.mark.parametrize("verb", sorted(set(registry.COMMANDS) - {"answer"}))
def test_every_verb_is_some_presses_from_the_card_and_works(verb: str) -> None:
    assert verb in _shortest(), f"no press leads to {verb}"
    presses, number, line = _shortest()[verb]
    assert presses <= MOST_PRESSES
    game = situations()[number]
    before = SIL.dump(game.state)
    SIL.apply(game.state, 0, SIL.parse(line, game.state, 0), game.streams)
    assert SIL.dump(game.state) != before


def test_every_offer_of_every_situation_can_be_pressed() -> None:
    for game in situations():
        pressed = Panels(game)
        missing = set(pressed.lines) - pressed.ways().keys()
        assert not missing, sorted(missing)[:5]


def test_a_question_is_answered_on_the_card() -> None:
    game = situations()[0]
    ways = Panels(game).ways()
    destroy = next(line for line in ways if line.startswith("destroy"))
    SIL.apply(game.state, 0, SIL.parse(destroy, game.state, 0), game.streams)
    assert game.state.question is not None
    answers = Panels(game).ways()
    assert {line: answers[line] for line in ("answer yes", "answer no")} == {
        "answer yes": 1, "answer no": 1,
    }  # fmt: skip


def test_a_panel_that_is_not_opened_leads_nowhere() -> None:
    """The walk itself can fail: without More… and Sheet most verbs are out of reach."""
    card = Panels(situations()[0]).card()
    verbs = {a.split()[0] for h, a in _presses(card) if h in DONE}
    assert len(verbs) < len(registry.COMMANDS) / 2
