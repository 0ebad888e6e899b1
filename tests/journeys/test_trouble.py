"""Trouble between the bot and Discord, and what people notice of it."""

from __future__ import annotations

import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.health import ALIVE_FOR
from tests.journeys.parts import Bot, Hall, buttons, card_number, pictures, said, text
from tests.journeys.together import game_of

OWN_BOT = "faults are answered by errors in its log"
RESPONSE_SECONDS = 10  # presses that a fault leaves unanswered take this long
LONG = pytest.mark.soak(part="journeys")


@pytest.fixture(autouse=True)
def untroubled(bot: Bot):
    yield
    assert [line for line in bot.errors() if " was refused: " not in line] == []


@pytest.mark.soak(part="journeys")
def test_killed_and_started_again_the_game_goes_on(hall: Hall, bot: Bot):
    hall.begin()
    hall.press("Beren", "E")
    hall.card(3)
    before = said(hall.slash("Beren", "log", count=50))
    bot.kill()
    bot.start()
    assert said(hall.slash("Beren", "log", count=50)) == before
    assert card_number(hall.card()) == 3
    hall.press("Luthien", "N")
    assert "Luthien walks n." in text(hall.card(4))
    hall.client.until(lambda: len(hall.live()) == 1)


@pytest.mark.soak(part="journeys")
def test_asked_to_stop_it_says_goodbye_in_time(bot: Bot):
    assert bot.stop() == 0
    bot.start()


def test_a_card_deleted_in_play_comes_back_by_itself(hall: Hall):
    hall.begin()
    hall.press("Beren", "E")
    card = hall.card(3)
    hall.client.until(lambda: len(hall.live()) == 1)
    hall.client.faults(remove="message", id=card["id"])
    assert "Beren walks e." in text(hall.card(4))
    hall.slash("Luthien", "toy step", way="n")
    assert "Luthien walks n." in text(hall.card(5))


@pytest.mark.soak(part="journeys")
def test_a_card_deleted_while_the_bot_was_away_is_posted_anew(hall: Hall, bot: Bot):
    hall.begin()
    card = hall.card(2)
    hall.client.until(lambda: len(hall.live()) == 1)
    bot.kill()
    hall.client.faults(remove="message", id=card["id"])
    bot.start()
    again = hall.card(3)
    hall.press("Beren", "E", again)
    assert "Beren walks e." in text(hall.card(4))


def test_without_permission_the_game_pauses_and_says_why(hall: Hall):
    hall.begin()
    channel = hall.client.channel(hall.name)
    hall.client.faults(match=f"POST /channels/{channel}/messages", status=403, code=50013)
    with ThreadPoolExecutor(1) as pool:  # the press is not answered by a card
        pool.submit(hall.press, "Beren", "E")
        hall.client.until(lambda: "Paused" in said(hall.slash("Beren", "game status")))
    assert said(hall.slash("Luthien", "do", action="step n")).startswith("The game is paused.")
    assert said(hall.slash("Beren", "game resume")) == "The game continues."
    assert "Beren walks e." in text(hall.card(4))
    hall.press("Luthien", "N")
    assert "Luthien walks n." in text(hall.card(5))


@pytest.mark.parametrize(
    "fault",
    ["drop", pytest.param("reconnect", marks=LONG), pytest.param("invalid-session", marks=LONG)],
)
def test_the_gateway_falls_and_the_game_goes_on(hall: Hall, bot: Bot, fault: str):
    hall.begin()
    hall.client.faults(gateway=fault)
    bot.until_it_answers()
    hall.press("Beren", "E")
    assert "Beren walks e." in text(hall.card(3))


@pytest.mark.parametrize(
    ("status", "times"),
    [
        (429, 2),
        pytest.param(500, 2, marks=LONG),
        pytest.param(502, 2, marks=LONG),
        pytest.param(500, 6, marks=LONG),
    ],
)
def test_a_message_refused_for_now_comes_later(
    hall: Hall, status: int, times: int, capsys: pytest.CaptureFixture[str]
):
    hall.begin()
    channel = hall.client.channel(hall.name)
    hall.client.faults(match=f"POST /channels/{channel}/messages", status=status, times=times)
    began = time.monotonic()
    hall.press("Beren", "E")
    assert "Beren walks e." in text(hall.card(3))
    if times > 2:
        with capsys.disabled():
            print(f"\n{times} answers {status}: a card after {time.monotonic() - began:.1f} s")
    hall.client.until(lambda: len(hall.live()) == 1)


def test_a_press_that_arrives_twice_happens_once(hall: Hall):
    hall.begin()
    hall.client.faults(interaction="repeat")
    hall.press("Beren", "E")
    assert "Beren walks e." in text(hall.card(3))
    assert "turn 1" in text(hall.card())


def test_a_press_that_arrives_too_late_counts(hall: Hall):
    hall.begin()
    hall.client.faults(interaction="late")
    assert hall.press("Beren", "E")["answered"] is None
    assert "Beren walks e." in text(hall.card(3))


def test_an_answer_that_is_refused_leaves_the_move_standing(hall: Hall):
    hall.begin()
    hall.client.faults(match="POST /interactions/*/*/callback", status=404, times=1)
    hall.press("Beren", "E")
    card = hall.card(3)
    assert "Beren walks e." in text(card)
    assert "E" in buttons(card)


@pytest.mark.parametrize("status", [404, pytest.param(500, marks=LONG)])
def test_a_lone_players_press_that_cannot_be_answered_with_the_card_has_it_posted(
    hall: Hall, status: int
):
    hall.begin(people=("Beren",))
    hall.client.faults(match="POST /interactions/*/*/callback", status=status, times=1)
    hall.press("Beren", "E")
    assert "Beren walks e." in text(hall.card(3))
    hall.press("Beren", "W")
    assert "Beren 2 walks w." in text(hall.card(4))
    hall.client.until(lambda: len(hall.live()) == 1)


def test_a_lone_players_press_is_answered_with_the_next_card(hall: Hall):
    hall.begin(people=("Beren",))
    pressed = hall.press("Beren", "E")
    assert pressed["answered"] == "message"
    assert "Beren walks e." in text(pressed["messages"][-1])
    hall.client.until(lambda: len(hall.live()) == 1)


def test_twelve_presses_leave_one_card_that_can_be_pressed(hall: Hall, bot: Bot):
    hall.begin(people=("Beren",))
    for number in range(12):
        hall.press("Beren", "EW"[number % 2], hall.card(2 + number))
    hall.card(14)
    hall.client.until(lambda: len(hall.live()) == 1)
    troubles = "SELECT kind FROM outbox WHERE game = ? AND (fault != '' OR state = 'failed')"
    assert bot.rows(troubles, game_of(hall, bot)) == []
    assert all(len(pictures(message)) == 1 for message in hall.public()[1:] if buttons(message))


def test_a_card_that_may_not_get_a_new_picture_is_posted_anew(hall: Hall):
    hall.begin()
    old = hall.card()
    channel = hall.client.channel(hall.name)
    path = f"PATCH /channels/{channel}/messages/{old['id']}"
    hall.client.faults(match=path, status=400, times=1)
    hall.slash("Beren", "game pause")
    hall.client.until(lambda: "Paused" in text(hall.card()))
    assert hall.card()["id"] != old["id"]
    hall.slash("Beren", "game resume")


@pytest.mark.parametrize("people", [("Beren",), ("Beren", "Luthien")])
def test_a_card_that_is_refused_comes_in_words_and_the_host_is_told(
    hall: Hall, bot: Bot, people: tuple[str, ...]
):
    hall.begin(people=people)
    channel = hall.client.channel(hall.name)
    hall.client.faults(match=f"POST /channels/{channel}/messages", status=400, code=50035)
    hall.client.faults(match="POST /interactions/*/*/callback", status=400, code=50035)
    hall.press("Beren", "E")
    told = hall.client.until(
        lambda: [m["content"] for m in hall.public() if "type commands" in m["content"]]
    )
    assert "Beren walks e." in told[0]
    hall.client.until(lambda: "50035" in said(hall.slash("Beren", "game status")))
    assert [line for line in bot.errors() if "was refused: 400, error code 50035" in line]
    hall.slash(people[-1], "do", action="step n" if people[1:] else "step w")
    card = hall.card(4)
    hall.client.until(lambda: len(hall.live()) == 1)
    assert buttons(card)
    hall.client.until(lambda: "50035" not in said(hall.slash("Beren", "game status")))


@pytest.mark.parametrize(
    "status", [404, pytest.param(403, marks=LONG), pytest.param(410, marks=LONG)]
)
def test_only_an_unknown_channel_is_gone(hall: Hall, status: int):
    hall.begin()
    channel = hall.client.channel(hall.name)
    hall.client.faults(match=f"POST /channels/{channel}/messages", status=status, code=0)
    hall.press("Beren", "E")
    hall.client.until(lambda: "Beren walks e." in str(hall.public()[-1]))
    assert "Paused" not in said(hall.slash("Beren", "game status"))


@LONG
def test_a_network_that_goes_silent_is_told_and_back_it_goes_on(hall: Hall, bot: Bot):
    hall.begin()
    alive = bot.alive
    hall.client.until(alive.exists)
    bot.sandbox.process.send_signal(signal.SIGSTOP)
    silent = time.monotonic()
    try:
        while time.time() - alive.stat().st_mtime < ALIVE_FOR:
            assert time.monotonic() < silent + 600, "nobody is told"
            time.sleep(1)
        print(f"told after {time.monotonic() - silent:.0f} s")
    finally:
        bot.sandbox.process.send_signal(signal.SIGCONT)
    hall.client.until(lambda: time.time() - alive.stat().st_mtime < ALIVE_FOR)
    hall.press("Beren", "E")
    assert "Beren walks e." in text(hall.card(3))
