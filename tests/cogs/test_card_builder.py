"""Cards as they are built for a game: whose view, and what characters did by themselves."""

from __future__ import annotations

import itertools
from concurrent.futures import BrokenExecutor, Future
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from cogs.ui import card_builder
from cogs.ui.card_builder import MAX_AUTOPLAYED, CardBuilder
from engine.contract.view import Turn
from table.commands.lobby import End
from table.history.entries import Acted
from table.state import Seat
from tests.cogs.offline_bot import ANN as FOUNDER
from tests.cogs.offline_bot import OfflineBot
from tests.render import scenes
from tests.table.world import CHANNEL

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


# ------------------------------------------------------------ pictures


class Pool:
    """A pool that notes what it is to draw. `kills`: its next worker is killed."""

    def __init__(self) -> None:
        self.drawn: list[tuple[str, Any]] = []
        self.kills = False
        self._numbers = itertools.count(1)

    def _picture(self, work: Any, **also: Any) -> Any:
        number = next(self._numbers)
        self.drawn.append((work.__name__, also.get("window")))
        return SimpleNamespace(png=b"%d" % number, window=f"window {number}")

    async def draw(self, work: Any, *_args: Any, theme: str, **also: Any) -> Any:
        """Draw at once."""
        assert theme == "standard"
        return self._picture(work, **also)

    def start(self, work: Any, *_args: Any, **also: Any) -> Future[Any]:
        """Draw at once, unless the worker is killed."""
        done: Future[Any] = Future()
        if self.kills:
            done.set_exception(BrokenExecutor())
        else:
            done.set_result(self._picture(work, **also))
        return done

    async def run(self, work: Any, *args: Any) -> Any:
        """Return what was to be done."""
        return work.__name__, args


class Stored:
    """Preferences of nobody; those of a server are known."""

    async def of(self, _person: int) -> dict[str, str]:
        """Return none."""
        return {}

    def read_so_far(self, _server: int) -> dict[str, str]:
        """Return none."""
        return {}


def builder_with(pool: Pool) -> CardBuilder:
    stored: Any = Stored()
    drawing: Any = pool
    return CardBuilder(stored, drawing, lambda _server: discord.Locale.british_english)


def played(*, pictures: bool = True, votes: bool = False) -> Any:
    """A game of number 7."""
    settings = SimpleNamespace(cards="pictures" if pictures else "words")
    game = SimpleNamespace(id=7, guild=10, settings=settings)
    return SimpleNamespace(game=game, mode=SimpleNamespace(votes=votes))


async def test_a_map_stays_still_from_picture_to_picture_of_the_same_seat() -> None:
    pool = Pool()
    builder = builder_with(pool)
    for seat in (0, 0, 1, None, 0):
        await builder.picture(7, seat, scenes.exploring(), ANN)
    assert [window for _, window in pool.drawn] == [None, "window 1", None, None, "window 2"]
    builder._forget_game(7)
    await builder.picture(7, 0, scenes.exploring(), ANN)
    assert pool.drawn[-1] == ("picture", None)


async def test_a_film_begins_with_a_window_of_its_own_and_keeps_it_while_it_can() -> None:
    pool = Pool()
    builder = builder_with(pool)
    await builder.picture(7, None, scenes.exploring(), ANN)
    film = await builder.film([scenes.exploring()] * 3, ANN)
    assert [window for _, window in pool.drawn[1:]] == [None, "window 2", "window 3"]
    assert film == ("reel", ([b"2", b"3", b"4"],))


async def test_a_card_takes_the_picture_that_was_drawn_while_the_turn_was_saved() -> None:
    pool, view, game = Pool(), scenes.exploring(), played()
    builder = builder_with(pool)
    builder.prerender(game, view)
    shown = builder._prerendered[7].shown
    assert await builder._turn_picture(game, shown) == b"1"
    assert len(pool.drawn) == 1
    assert await builder._turn_picture(game, shown) == b"2"  # it is used once
    assert pool.drawn[1] == ("picture", "window 1")
    builder.prerender(game, view)
    other = replace(shown, turn=99)
    assert await builder._turn_picture(game, other) == b"4"  # of another turn


@pytest.mark.parametrize("early", [True, False])
async def test_a_picture_whose_worker_was_killed_is_drawn_with_the_card(early: bool) -> None:
    pool, game = Pool(), played()
    builder = builder_with(pool)
    pool.kills = True
    if early:
        pool.start = refuse  # type: ignore[method-assign, assignment]
    builder.prerender(game, scenes.exploring())
    assert (7 in builder._prerendered) is not early
    assert await builder._turn_picture(game, scenes.exploring()) == b"1"


def refuse(*_args: Any, **_also: Any) -> None:
    """Fail as a broken pool does."""
    raise BrokenExecutor


async def test_nothing_is_drawn_beforehand_of_votes_setups_and_cards_of_words() -> None:
    view = scenes.exploring()
    for game, shown in (
        (played(pictures=False), view),
        (played(votes=True), view),
        (played(), replace(view, phase="setup")),
        (played(), replace(view, phase="over")),
    ):
        builder = builder_with(Pool())
        builder.prerender(game, shown)
        assert builder._prerendered == {}
    assert await builder._turn_picture(played(pictures=False), view) is None


async def test_what_is_remembered_of_a_game_is_forgotten_with_it_alone() -> None:
    builder = builder_with(Pool())
    for game in (7, 8):
        builder.chosen_seats[game, ANN] = 1
        builder.recaps_told[game, ANN] = 2.0
        await builder.picture(game, None, scenes.exploring(), ANN)
    builder._forget_game(7)
    assert [*builder.chosen_seats] == [*builder.recaps_told] == [(8, ANN)]
    assert [*builder._windows] == [(8, None)]


async def test_the_card_of_its_end_forgets_what_is_remembered_of_a_game(tmp_path: Path) -> None:
    bot = await OfflineBot.open(tmp_path)
    await bot.found(settings={"cards": "text"})
    actor, builder = await bot.tables.at(CHANNEL), bot.client._services.card_builder
    here, elsewhere = (actor.game.id, ANN), (actor.game.id + 1, ANN)
    builder.chosen_seats.update({here: 0, elsewhere: 1})
    await builder.card(actor, actor.game.card)
    assert [*builder.chosen_seats] == [here, elsewhere]
    await actor.run(FOUNDER, End())
    await builder.card(actor, actor.game.card)
    assert [*builder.chosen_seats] == [elsewhere]
    await bot.tables.close()
