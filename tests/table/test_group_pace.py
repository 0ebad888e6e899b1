"""A group of four that presses its cards: how many cards and votes a level costs it.

The figures are printed: `python -m pytest -s -m soak tests/table/test_group_pace.py`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.contract.action import Offer
from engine.contract.dice import seed_from
from engine.contract.facts import Arrived, Died, SeatRef
from table.state import Person
from tests.table.driver import TableDriver
from tests.table.world import ANN, BOB, EVE, TableWorld

FOUR = (ANN, BOB, EVE, Person(4, "Dan"))
GAMES = 4
MOST_CARDS = 700  # of a game


class GroupFigures:
    """Cards and votes of a group's games, while the game was in play."""

    def __init__(self) -> None:
        self.cards = self.votes = self.levels = self.deaths = 0
        self.verbs = Counter[str]()

    def __str__(self) -> str:
        levels = max(1, self.levels)
        return (
            f"{self.cards} cards and {self.votes} votes for {self.levels} new levels:"
            f" {self.cards / levels:.0f} and {self.votes / levels:.0f} a level;"
            f" {self.deaths} deaths; {dict(self.verbs.most_common(10))}"
        )


def pressed(offers: Sequence[Offer]) -> Offer:
    """Return what the card makes one press: what is advised, else a plan, else what takes time."""
    advised = [offer for offer in offers if offer.advised]
    plans = [offer for offer in offers if offer.group == "plan" and not offer.irreversible]
    timely = [offer for offer in offers if not offer.free and not offer.irreversible]
    return (advised or plans or timely or [*offers])[0]


async def play(world: TableWorld, table: TableDriver, found: GroupFigures, levels: int) -> None:
    """Let the group press its cards until it has come down so many levels, or died."""
    deepest, number, cards = 1, 0, 0
    while table.game.phase == "play" and deepest <= levels and cards < MOST_CARDS:
        [seat] = (await table.reader.turn()).waiting
        offers, view = await table.reader.offers(seat), await table.view(None)
        chosen, shown = pressed(offers), table.game.card
        before = table.game.number
        for person in (*FOUR[number % 4 :], *FOUR[: number % 4]):
            await table.act(person, chosen.action, card=shown, request=str(10**6 + before))
            before += 1
            if view.phase == "play":
                found.votes += 1
            if table.state.ballot is None:
                break
        number += 1
        if view.phase == "play":
            cards += 1
            found.verbs[chosen.action.verb] += 1
        for record in await table.history.latest(None, 3):
            for event in record.events:
                match event.fact:
                    case Arrived(who=SeatRef(), level=level) if level > deepest:
                        found.levels += level - deepest
                        deepest = level
                    case Died(who=SeatRef()) if table.game.phase == "over":
                        found.deaths += 1
                    case _:
                        pass
        world.time.pass_(60)
    found.cards += cards


@pytest.mark.soak(part="journeys")
@pytest.mark.parametrize(("ruleset", "levels"), [("sil", 1), ("delve", 2)])
async def test_a_group_of_four_comes_down_by_its_cards(
    tmp_path: Path, ruleset: str, levels: int
) -> None:
    found, began = GroupFigures(), time.process_time()
    for game in range(GAMES):
        world = TableWorld(tmp_path / f"{game}.db")
        world.draw = lambda size, game=game: seed_from(f"group {game}").ljust(size, b"x")[:size]
        await world.open()
        table = await world.found(100, ANN, ruleset, mode="vote")
        for person in FOUR[1:]:
            await table.join(person)
        await table.begin(ANN)
        await play(world, table, found, levels)
        await world.close()
    print(f"\n{ruleset}, {GAMES} games: {found}; {time.process_time() - began:.0f} s")
    assert found.levels > 0
