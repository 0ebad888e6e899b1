"""`python -m tests.limits`: play for a while on the strict loopback, and write docs/limits.md.

It tells the most that was seen of each thing that Discord limits. It fails when something was
refused.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.journeys.parts import Bot, Hall, Message, buttons, is_private
from tests.sandbox_process import ROOT, SandboxClient, SandboxError, running_sandbox

PEOPLE = ("Thingol", "Beren", "Luthien", "Finrod", "Curufin")
PLAYED_SECONDS = 25.0  # in each way to play
GAMES = (
    ("sil", "solo", 1),
    ("sil", "vote", 5),
    ("toy", "rota", 3),
    ("kanthe", "solo", 2),
    ("delve", "solo", 1),
)
COMMANDS = (
    "sheet",
    "log",
    "help",
    "options",
    "game status",
    "describe",
    "map",
    "look",
    "dice",
    "game settings",
    "vote status",
    "game list",
)
FILE = ROOT / "docs" / "limits.md"
HEAD = """# Discord's limits, and what was seen

Written by `python -m tests.limits`: the bot plays on the sandbox, which counts and refuses what is
over a limit. Nothing was refused.
"""


def play(client: SandboxClient, name: str, game: tuple[str, str, int]) -> int:
    """Play a game with whatever buttons there are; return the number of presses."""
    ruleset, mode, count = game
    people, hall, chance = PEOPLE[:count], Hall(client, name), random.Random(7)
    hall.slash(people[0], "game new", ruleset=ruleset, mode=mode)
    lobby = hall.card(1)
    for person in people[1:]:
        hall.press(person, "Join", lobby)
    hall.slash(people[0], "game begin")
    hall.card(2)
    presses, end = 0, time.monotonic() + PLAYED_SECONDS
    while time.monotonic() < end:
        person = chance.choice(people)
        presses += _press_something(hall, person, chance)
        if presses % 5 == 0:
            hall.slash(person, chance.choice(COMMANDS))
    return presses


def _press_something(hall: Hall, person: str, chance: random.Random) -> int:
    live = hall.live()
    if not live:
        return 0
    try:
        answer = hall.press(person, chance.choice(sorted(buttons(live[-1]))), live[-1])
        panels: list[Message] = [m for m in answer["messages"] if buttons(m)]
        if panels and is_private(panels[-1]):
            hall.press(person, chance.choice(sorted(buttons(panels[-1]))), panels[-1])
    except SandboxError:  # the card has just changed, or two of its buttons are alike
        return 0
    return 1


def report(found: dict[str, Any], presses: int) -> str:
    """Return docs/limits.md."""
    rows = [
        *("## Messages", "", "| | seen | allowed |", "| --- | ---: | ---: |"),
        *(f"| {name} | {n['seen']:,} | {n['allowed']:,} |" for name, n in found["sizes"].items()),
        *("", "## Requests", ""),
        "The most in one window for a channel, a server or an answer's token.",
        *("", "| | seen | allowed | in seconds |", "| --- | ---: | ---: | ---: |"),
        *(
            f"| {name} | {n['seen']} | {n['allowed']} | {n['per']:g} |"
            for name, n in found["peaks"].items()
        ),
    ]
    requests = found["totals"]["all"] / max(1, presses)
    rows += ["", f"{presses} presses took {requests:.1f} requests each, beside their answers."]
    return "\n".join([HEAD, *rows, ""])


def main() -> int:
    """Play, write the file; return 1 when something was refused."""
    with tempfile.TemporaryDirectory() as name, running_sandbox("--channels", "9") as sandbox:
        bot, client = Bot(sandbox, Path(name)), sandbox.client
        bot.start()
        try:
            presses = sum(
                play(client, f"hall-{number}", game) for number, game in enumerate(GAMES, 1)
            )
        finally:
            bot.stop()
        found, violations = client.request("GET", "/limits"), client.violations()
    if violations or found["refusals"]:
        print(violations, found["refusals"])
        return 1
    FILE.write_text(report(found, presses), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
