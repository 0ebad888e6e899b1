"""Each fault of Discord's, on each route, in each mode: a game's channel is never left
without a card that shows what was done."""

from __future__ import annotations

import time

import pytest

from tests.journeys.parts import Bot, Hall, Message, buttons, said, text
from tests.journeys.together import game_of, gather

OWN_BOT = "faults are answered by errors in its log"
RESPONSE_SECONDS = 3  # as Discord's; what a fault leaves unanswered takes this long

MODES = ("solo", "vote", "rota", "first")
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
    "PATCH /channels/{channel}/messages/*",
    "DELETE /channels/{channel}/messages/*",
    "GET /channels/{channel}/messages/*",
    "POST /interactions/*/*/callback",
    "POST /channels/{channel}/messages",  # the last: it may leave a card in words alone
)
PAIRS = [("Beren", "Luthien"), ("Finrod", "Curufin")]  # one person may not open all the games


def resume(hall: Hall, bot: Bot, founder: str) -> None:
    """Resume the game if it was paused, as somebody would who has been told why."""
    if bot.rows("SELECT 1 FROM games WHERE id = ? AND phase = 'paused'", game_of(hall, bot)):
        assert said(hall.slash(founder, "game resume")) == "The game continues."


def walk(hall: Hall, bot: Bot, founder: str, person: str, card: Message) -> None:
    """Let somebody walk east, also where a fault has paused the game before their press."""
    if said(hall.press(person, "E", card)).startswith("The game is paused."):
        resume(hall, bot, founder)
        hall.slash(person, "do", action="step e")


def shown(hall: Hall, bot: Bot, founder: str, news: str) -> Message:
    """Return the message that tells the news, once it is the last card: with its buttons, or in
    words where Discord takes no more."""

    def found() -> Message | None:
        resume(hall, bot, founder)
        cards = [m for m in hall.public() if buttons(m) or "type commands" in m["content"]]
        return cards[-1] if cards and news in text(cards[-1]) else None

    return hall.client.until(found)


@pytest.mark.soak(part="kills")
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: "-".join(map(str, fault.values())))
@pytest.mark.parametrize("mode", MODES)
def test_no_fault_leaves_a_channel_without_a_card(
    hall: Hall, bot: Bot, mode: str, fault: dict[str, int], capsys: pytest.CaptureFixture[str]
):
    first, second = people = PAIRS[MODES.index(mode) % 2]
    gather(hall, people, mode=mode)
    channel = hall.client.channel(hall.name)
    waits: dict[str, float] = {}
    for route in ROUTES:
        card = hall.card()
        hall.client.faults(match=route.format(channel=channel), **fault)
        began = time.monotonic()
        for person in people if mode == "vote" else [first]:
            walk(hall, bot, first, person, card)
        shown(hall, bot, first, "walks e.")
        waits[route] = time.monotonic() - began
        for person in people if mode == "vote" else [second]:
            hall.slash(person, "do", action="step w")
        shown(hall, bot, first, "walks w.")
    owed = "SELECT fault FROM outbox WHERE kind = 'card' AND state NOT IN ('sent', 'dropped')"
    hall.client.until(lambda: bot.rows(owed) == [])
    slowest = max(waits, key=lambda route: waits[route])
    with capsys.disabled():
        print(f"\n{mode}, {fault}: a card after {waits[slowest]:.1f} s at most ({slowest})")
