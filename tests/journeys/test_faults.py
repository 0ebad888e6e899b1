"""Each fault of Discord's, on each route, in each way of playing: a game's channel is never left
without a card that shows what was done."""

from __future__ import annotations

import contextlib
import itertools
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.journeys.parts import Bot, Hall, buttons, said, text
from tests.journeys.together import gather
from tests.sandbox_process import SandboxError

OWN_BOT = "faults are answered by errors in its log"
RESPONSE_SECONDS = 10  # presses that a fault leaves unanswered take this long

MODES = ("solo", "first", "rota", "vote")
FAULTS = (
    {"status": 400, "code": 50035},
    {"status": 403, "code": 50013},
    {"status": 403},
    {"status": 404, "code": 10008},
    {"status": 404},
    {"status": 413, "code": 40005},
    {"status": 429},
    {"status": 500, "times": 3},
    {"status": 502},
)
ROUTES = (
    "POST /channels/{channel}/messages",
    "PATCH /channels/{channel}/messages/*",
    "DELETE /channels/{channel}/messages/*",
    "GET /channels/{channel}/messages/*",
    "POST /interactions/*/*/callback",
)
PEOPLE = ("Beren", "Luthien")


def play_on(hall: Hall) -> None:
    """Let everybody press until a turn is played; what a fault leaves unanswered counts, too."""
    card = hall.card()
    for person in PEOPLE:
        label = next(iter(label for label in buttons(card) if label in "NSEW"), "")
        with contextlib.suppress(SandboxError, StopIteration):
            hall.press(person, label, card)


def goes_on(hall: Hall, before: str) -> bool:
    """Return whether there is a card that shows what was done, in words alone where Discord takes
    no other; resume the game if it was paused."""
    if "Paused" in said(hall.slash(PEOPLE[0], "game status")):
        hall.slash(PEOPLE[0], "game resume")
    live = [text(message) for message in hall.live()]
    in_words = any("type commands" in text(message) for message in hall.public())
    return in_words or (bool(live) and live[-1] != before)


@pytest.mark.soak(part="journeys")
@pytest.mark.parametrize("mode", MODES)
def test_no_fault_leaves_a_channel_without_a_card(
    halls, bot: Bot, mode: str, capsys: pytest.CaptureFixture[str]
):
    slowest, tried = 0.0, 0
    for fault, route in itertools.product(FAULTS, ROUTES):
        hall = next(halls)
        gather(hall, PEOPLE, mode=mode)
        before = text(hall.card())
        channel = hall.client.channel(hall.name)
        hall.client.faults(match=route.format(channel=channel), **fault)
        began = time.monotonic()
        with ThreadPoolExecutor(1) as pool:
            pool.submit(play_on, hall)
            hall.client.until(lambda hall=hall, before=before: goes_on(hall, before))
        slowest, tried = max(slowest, time.monotonic() - began), tried + 1
        hall.slash(PEOPLE[0], "game end")
    assert bot.rows("SELECT fault FROM outbox WHERE kind = 'card' AND state != 'sent'") == []
    with capsys.disabled():
        print(f"\n{mode}: {tried} faults, the slowest card came after {slowest:.1f} s")
