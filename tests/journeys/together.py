"""Five people at one table."""

from __future__ import annotations

import json
import time
from typing import Any

from tests.journeys.parts import Bot, Hall, Message, buttons, is_private, parts, said, text

FIVE = ("Beren", "Luthien", "Finrod", "Curufin", "Thingol")


def gather(
    hall: Hall, people: tuple[str, ...] = FIVE, *, ruleset: str = "toy", **settings: str
) -> None:
    """A game that has begun, with these settings; the first founds it."""
    at_once = {name: settings.pop(name) for name in ("mode", "pace") if name in settings}
    opened = hall.slash(people[0], "game new", ruleset=ruleset, **at_once)
    assert "The game is open" in said(opened)
    for name, value in settings.items():
        assert "Changed." in said(hall.slash(people[0], "game settings", name=name, value=value))
    for person in people[1:]:
        assert said(hall.slash(person, "game join")) == "You are in."
    hall.slash(people[0], "game begin")
    hall.settled(2)


def press_first(hall: Hall, person: str, beginning: str) -> dict[str, Any]:
    """Press the live card's button whose label begins so, once it has one."""

    def there() -> tuple[str, Message] | None:
        card = hall.card()
        label = next((each for each in buttons(card) if each.startswith(beginning)), None)
        return label and (label, card)

    return hall.press(person, *hall.client.until(there))


def cast(hall: Hall, person: str, letter: str) -> None:
    """Press a proposal's button on the live card, which answers: nothing else is said."""
    assert said(press_first(hall, person, f"{letter} ")) == ""


def shows(hall: Hall, *texts: str) -> str:
    """Return the words of the live card once they have these texts."""
    return hall.client.until(
        lambda: all(each in text(hall.card()) for each in texts) and text(hall.card())
    )


def private(result: dict[str, Any]) -> Message:
    """The message that the person alone sees."""
    return [m for m in result["messages"] if is_private(m)][-1]


def choose_in_menu(hall: Hall, card: Message, wanted: str) -> int:
    """Choose an action in the page of “More…” that has it; return how many presses."""
    if "More…" not in buttons(card):
        return 0
    more = private(hall.press("Beren", "More…", card))
    for page in buttons(more):
        shown = private(hall.press("Beren", page, more))
        for menu in (part for part in parts(shown) if part["type"] == 3):
            for option in menu["options"]:
                if option["label"].startswith(wanted):
                    hall.client.choose("Beren", shown, menu["custom_id"], [option["value"]])
                    return 3
    return 0


def person_id(hall: Hall, name: str) -> int:
    world = hall.client.world()
    return next(int(each["id"]) for each in world["people"] if each["name"] == name)


def while_down(bot: Bot, *statements: str, away: float = 0.0) -> None:
    """Kill the bot, change its database, start it again. `away`: so many seconds without it."""
    bot.kill()
    for statement in statements:
        bot.write(statement)
    if away:
        bot.write("update heartbeat set at = ?", time.time() - away)
    bot.start()


def game_of(hall: Hall, bot: Bot) -> int:
    channel = int(hall.client.channel(hall.name))
    [(game,)] = bot.rows("select max(id) from games where channel = ?", channel)
    return int(game)


def log_and_card(hall: Hall, bot: Bot) -> tuple[int, int]:
    """Return how many entries the log of the channel's game has, and the number of its newest card:
    zeros where there is no game."""
    channel = int(hall.client.channel(hall.name))
    query = "SELECT number, card FROM games WHERE channel = ? ORDER BY id DESC LIMIT 1"
    found = bot.rows(query, channel)
    return found[0] if found else (0, 0)


def log_of(hall: Hall, bot: Bot, kind: str) -> list[dict[str, Any]]:
    """The entries of a kind in the log, as they are stored."""
    query = "select entry from log where game = ? and kind = ? order by number"
    return [json.loads(entry) for (entry,) in bot.rows(query, game_of(hall, bot), kind)]
