"""Everything that somebody can get of a game without changing it."""

from __future__ import annotations

import re

from table.state import Person
from tests.twins.onlooker_bot import OnlookerBot

PANELS = (
    "own_view",
    "describe",
    "why",
    "sheet",
    "rules",
    "look",
    "actions",
    "vote_rules",
    "morgue",
)
COMMANDS: tuple[tuple[str, dict[str, object]], ...] = (
    ("game status", {}),
    ("game list", {}),
    ("undo", {}),
    ("dice", {}),
    ("dice", {"stats": True}),
    ("log", {"count": 50}),
    ("log", {"whole": True}),
    ("map", {}),
    ("describe", {}),
    ("sheet", {}),
    ("sheet", {"file": True}),
    ("story", {}),
    ("vote status", {}),
    ("replay", {}),
    ("replay", {"line": 5}),
    ("replay", {"line": 10_000}),
    ("game fork", {"line": 10_000}),
    ("ladder", {}),
    ("admin", {}),
    ("look", {"at": "e1"}),
    ("lore", {"creature": "wolf"}),
    ("inventory", {}),
    ("hall", {}),
    ("options", {}),
    ("people", {}),
    ("library", {}),
    ("game settings", {}),
    ("privacy", {}),
    ("privacy", {"what": "export"}),
)
FILE = re.compile(rb"(.*?\nleithian game 3\n)[0-9a-f]{64}(\n\{.*?\}\n[0-9a-f]+\n)(.*)", re.DOTALL)
HEAD = re.compile(rb'"head":"[0-9a-f]*"')  # salted: it tells nothing of what is hidden


async def panel(bot: OnlookerBot, who: Person) -> list[bytes]:
    """Return a person's own view of the game."""
    return await bot.press(who, "own_view")


async def readings(bot: OnlookerBot, who: Person) -> list[bytes]:
    """Return everything that a person can read."""
    found: list[bytes] = []
    for handler in PANELS:
        found += [handler.encode(), *await bot.press(who, handler)]
    for name, options in COMMANDS:
        found += [name.encode(), *await bot.type(who, name, **options)]
    for name, command in sorted(bot.commands.items()):
        for option, parameter in command._params.items():
            if parameter.autocomplete:
                found += [f"{name} {option}".encode(), *await bot.suggest(who, name, option)]
    return found


async def exported(bot: OnlookerBot, who: Person) -> list[bytes]:
    """Return what a person who asks for the game's file gets: of what is sealed the size."""
    return [FILE.sub(_unsealed, each) for each in await bot.type(who, "game export")]


def _unsealed(file: re.Match[bytes]) -> bytes:
    return HEAD.sub(b"", file[1] + file[2]) + b"%d sealed bytes" % len(file[3])
