"""SIGKILL at random moments of scripted play: no acknowledged move is lost, none is played twice,
the database stays sound, and the card is right again after every start."""

from __future__ import annotations

import json
import random
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.common import game_log
from engine.common.game_log import ActionLine
from engine.contract import running_game
from tests.journeys.parts import Bot, Hall, card_number, text
from tests.toys.guessing import Toy

RESPONSE_SECONDS = 3  # presses that a kill leaves unanswered take this long
LATEST = 0.12  # seconds from the press to the kill, at most; a whole turn takes about half of it


# A lone player has both characters: each press is answered with the next card. Of two people the
# next one is pinged after it.
@pytest.mark.parametrize("people", [("Beren",), ("Beren", "Luthien")])
@pytest.mark.parametrize("kills", [6, pytest.param(100, marks=pytest.mark.soak)])
def test_moves_survive_kills(hall: Hall, bot: Bot, people: tuple[str, ...], kills: int):
    chance = random.Random(kills)
    hall.begin(people=people)
    played = 0
    for _ in range(kills):
        for _ in range(chance.randrange(3)):
            played = _unharmed(hall, bot, people, played)
        played = _killed(hall, bot, people, played, chance.uniform(0, LATEST))
        _repaired(hall, bot, played)
    assert _replays(hall, bot, people) == played


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


def _killed(hall: Hall, bot: Bot, people: tuple[str, ...], played: int, after: float) -> int:
    """Press and kill; the number of moves that are in the log then."""
    person, way = _next_move(people, played)
    card = hall.card(_card(hall, bot))
    with ThreadPoolExecutor(1) as pool:
        pressed = pool.submit(hall.press, person, way, card)
        time.sleep(after)
        bot.kill()
        bot.start()
        acknowledged = pressed.result()["answered"] is not None
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


def _moves(hall: Hall, bot: Bot) -> int:
    query = "select count(*) from log where game = ? and kind = 'acted'"
    [(moves,)] = bot.rows(query, _game(hall, bot))
    return moves


def _replays(hall: Hall, bot: Bot, people: tuple[str, ...]) -> int:
    """Replay the log from the seed: its lines must lead to the newest snapshot's turn."""
    game = _game(hall, bot)
    [(seed,)] = bot.rows("select seed from seeds where game = ?", game)
    query = "select entry from log where game = ? and kind = 'acted' order by number"
    entries = [json.loads(entry) for (entry,) in bot.rows(query, game)]
    characters = people if len(people) == 2 else (*people, f"{people[0]} 2")
    running = running_game.start(Toy(), {}, characters, seed)
    game_log.replay(running, [ActionLine(each["seat"], each["action"]) for each in entries])
    return running.view(None).turn
