"""Cards as they are built for a game: whose view, and what characters did by themselves."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.ui import card_builder
from cogs.ui.card_builder import MAX_AUTOPLAYED, CardBuilder
from engine.contract.view import Turn
from table.history.entries import Acted
from table.state import Seat

NOBODY: Any = None
ANN = 5


def actor_of(seats: tuple[int, ...] = (), waiting: tuple[int, ...] = ()) -> Any:
    """A game whose seats Ann may see, and in which seats are waited for."""

    async def status() -> SimpleNamespace:
        return SimpleNamespace(turn=Turn(1, waiting))

    reader = SimpleNamespace(may_see=lambda person: seats, status=status)
    return SimpleNamespace(game=SimpleNamespace(id=7), reader=reader)


@pytest.mark.parametrize(
    ("seats", "waiting", "chosen", "shown"),
    [
        ((), (0,), None, None),
        ((1,), (0,), None, 1),
        ((0, 1, 2), (3, 2, 1), None, 2),
        ((1, 2), (3,), None, 1),
        ((0, 1, 2), (2,), 1, 1),
        ((0, 1), (1,), 2, 1),
    ],
)
async def test_somebody_sees_the_seat_they_chose_else_one_to_act_else_their_first(
    seats: tuple[int, ...], waiting: tuple[int, ...], chosen: int | None, shown: int | None
) -> None:
    builder = CardBuilder(NOBODY, NOBODY, NOBODY)
    if chosen is not None:
        builder.chosen_seats[7, ANN] = chosen
    assert await builder.seat(actor_of(seats, waiting), ANN) == shown


async def test_a_card_tells_the_last_that_characters_did_by_themselves() -> None:
    async def autoplayed() -> list[Acted]:
        done = [Acted(n % 2, f"rest {n}", why="Hm.") for n in range(MAX_AUTOPLAYED + 1)]
        return [*done, Acted(2, "leave", why="Gone.")]

    actor: Any = SimpleNamespace(
        state=SimpleNamespace(seats=(Seat(0, "Beren", 5), Seat(1, "Luthien", 6))),
        ruleset=SimpleNamespace(action_text=str.upper),
        history=SimpleNamespace(autoplayed=autoplayed),
    )
    assert await card_builder._autoplayed(actor) == [
        "-# Luthien, by itself: **REST 1**: Hm.",
        "-# Beren, by itself: **REST 2**: Hm.",
        "-# Luthien, by itself: **REST 3**: Hm.",
    ]
