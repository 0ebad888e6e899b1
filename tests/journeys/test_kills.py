"""SIGKILL at random moments of scripted play: no acknowledged move is lost, none is played twice,
the database stays sound, and the card is right again after every start."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import Any

import msgspec
import pytest
from sqlalchemy import create_engine

from engine.common import game_log
from engine.common.game_log import ActionLine
from engine.contract import running_game
from engine.contract.dice import ActionKey, GameSecret
from table.store.packed_games import log_rows
from table.store.packing import LogRow
from tests.journeys.parts import Bot, Hall, card_number, text
from tests.toys.guessing import Toy

OWN_BOT = "it is killed all the time"

MANY = int(os.environ.get("KILLS", "500"))
SEED = int(os.environ.get("KILLS_SEED", str(MANY)))
RESPONSE_SECONDS = 1  # presses that a kill leaves unanswered take this long
LATEST = 0.12  # seconds from the press to the kill, at most; a whole turn takes about half of it
NEAR = 0.05  # seconds from a commit or a post to the kill, at most
WATCHED = 1.0  # seconds for which a commit or a post is waited for
START = 0.5  # seconds that a start takes, more or less
TWICE = 0.2  # share of the kills that hit the next process too, while it starts


class FatalMoments:
    """Moments to kill at, counted by kind: by the clock, or close behind a commit or a post."""

    def __init__(self, chance: random.Random, hall: Hall, bot: Bot) -> None:
        self._chance = chance
        self._hall = hall
        self._bot = bot
        self.met: Counter[str] = Counter()

    def wait(self, pressing: Callable[[], object]) -> None:
        """Press, and return at the moment; `pressing` does not wait for the answer."""
        kind = self._chance.choice(("clock", "clock", "commit", "post"))
        with closing(sqlite3.connect(f"file:{self._bot.database}?mode=ro", uri=True)) as database:
            watch = {
                "clock": lambda: None,
                "commit": lambda: database.execute("pragma data_version").fetchone(),
                "post": lambda: [m["id"] for m in self._hall.public()],
            }[kind]
            before, until = watch(), time.monotonic() + WATCHED
            pressing()
            while kind != "clock" and watch() == before and time.monotonic() < until:
                time.sleep(0.001)
        self.met[kind] += 1
        time.sleep(self._chance.uniform(0, LATEST if kind == "clock" else NEAR))


# A lone player has both characters: each press is answered with the next card. Of two people the
# next one is pinged after it.
@pytest.mark.sqlite_only
@pytest.mark.parametrize(
    ("kills", "people"),
    [
        (2, ("Beren",)),
        pytest.param(MANY, ("Beren",), marks=pytest.mark.soak(part="kills")),
        pytest.param(MANY, ("Beren", "Luthien"), marks=pytest.mark.soak(part="kills")),
    ],
)
def test_moves_survive_kills(
    hall: Hall, bot: Bot, kills: int, people: tuple[str, ...], capsys: pytest.CaptureFixture[str]
):
    chance = random.Random(SEED)
    moments = FatalMoments(chance, hall, bot)
    hall.begin(people=people)
    played = done = 0
    began = time.monotonic()
    while done < kills:
        for _ in range(chance.randrange(3)):
            played = _unharmed(hall, bot, people, played)
        again = chance.uniform(0, START) if chance.random() < TWICE else None
        played = _killed(hall, bot, people, played, moments, again)
        done += 1 if again is None else 2
        _repaired(hall, bot, played)
    assert _replays(hall, bot, people) == played
    with capsys.disabled():
        print(f"\n{done} kills amid {played} moves in {time.monotonic() - began:.0f} s, ", end="")
        print(", ".join(f"{n} by {kind}" for kind, n in sorted(moments.met.items())))
    assert kills < 100 or moments.met["commit"] + moments.met["post"] > 0.4 * moments.met.total()


def _next_move(people: tuple[str, ...], played: int) -> tuple[str, str]:
    """Return who moves next and which way: both characters walk to and fro in their corners."""
    mover = played % 2
    return people[mover % len(people)], ("EW", "WE")[mover][played // 2 % 2]


def _unharmed(hall: Hall, bot: Bot, people: tuple[str, ...], played: int) -> int:
    person, way = _next_move(people, played)
    card = hall.card(_card(hall, bot))
    hall.press(person, way, card)
    hall.client.until(lambda: _moves(hall, bot) == played + 1)
    return played + 1


def _killed(
    hall: Hall,
    bot: Bot,
    people: tuple[str, ...],
    played: int,
    moments: FatalMoments,
    again: float | None,
) -> int:
    """Press, kill and start; the number of moves that are in the log then.

    The next process is killed too `again` seconds after its launch.
    """
    person, way = _next_move(people, played)
    card = hall.card(_card(hall, bot))
    with ThreadPoolExecutor(1) as pool:
        pressed: list[Future[dict[str, Any]]] = []
        moments.wait(lambda: pressed.append(pool.submit(hall.press, person, way, card)))
        bot.kill()
        if again is not None:
            bot.launch()
            time.sleep(again)
            bot.kill()
        bot.start()
        acknowledged = pressed[0].result()["answered"] is not None
    now = _moves(hall, bot)
    assert now in ((played + 1,) if acknowledged else (played, played + 1))
    return now


def _repaired(hall: Hall, bot: Bot, played: int) -> None:
    """One card can be pressed, it is the newest, and it shows the game as it stands."""
    assert bot.rows("pragma integrity_check") == [("ok",)]
    number = _card(hall, bot)

    def right() -> bool:
        live = hall.live()
        return (
            len(live) == 1 and card_number(live[0]) == number and f"turn {played}" in text(live[0])
        )

    hall.client.until(right)


def _game(hall: Hall, bot: Bot) -> int:
    channel = int(hall.client.channel(hall.name))
    [(game,)] = bot.rows("select id from games where channel = ?", channel)
    return game


def _card(hall: Hall, bot: Bot) -> int:
    [(card,)] = bot.rows("select card from games where id = ?", _game(hall, bot))
    return card


def _acted(hall: Hall, bot: Bot) -> list[LogRow]:
    """The entries of the actions, packed or not."""
    with create_engine(f"sqlite:///{bot.database}").connect() as db:
        return list(log_rows(db, _game(hall, bot), kinds=("acted",), events=False))


def _moves(hall: Hall, bot: Bot) -> int:
    return len(_acted(hall, bot))


def _replays(hall: Hall, bot: Bot, people: tuple[str, ...]) -> int:
    """Replay the log from the seed: its lines must lead to the newest snapshot's turn."""
    [(seed,)] = bot.rows("select seed from seeds where game = ?", _game(hall, bot))
    characters = people if len(people) == 2 else (*people, f"{people[0]} 2")
    secret = GameSecret(seed)
    running = running_game.start(Toy(), {}, characters, secret.start_dice())
    for row in _acted(hall, bot):
        each = json.loads(row.entry)
        key = msgspec.convert(each["key"], ActionKey)
        game_log.play(running, ActionLine(each["seat"], each["action"]), secret.dice(key))
    return running.view(None).turn
