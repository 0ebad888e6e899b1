"""The demonstration: a scripted minute of each game, in the sandbox's page or as a film.

In the page the script acts as people do, by slash commands, typed actions and presses, in a channel
for each game. The film has the same games, played by the built-in player and drawn as cards draw
them; the README opens with it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp

import render
from app.headless import start
from engine.common.game_log import ActionLine
from engine.contract.ruleset import AnyRuleset
from engine.contract.view import View

ADVISED_BUTTON = 3  # Discord's green style: what an expert would do
ACTION, MENU = ":act:", ":pick:"  # in the custom ids of buttons and menus that act
PATIENCE = 10.0  # seconds for a card with a button
FRAME_MS = 1100
FILM, PICTURES = "demo.gif", "{}.png"


@dataclass(frozen=True)
class DemoScene:
    """A minute of one game.

    `lines`: what is typed before the game is played by buttons, by person; `presses`: how often
    the best button is pressed then, by people in turn. `seed`, `skipped`, `frames`: of the film.
    """

    ruleset: str
    channel: str
    people: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[tuple[str, str], ...] = ()
    presses: int = 18
    seed: str = "7"
    skipped: int = 0  # turns of the built-in player before the first frame
    frames: int = 9


SCENES = (
    DemoScene("sil", "dungeon-gate", ("Beren",), {"hero": "quick"}, skipped=12),
    DemoScene("delve", "barrow-downs", ("Luthien",), skipped=10),
    DemoScene("kanthe", "tavern", ("Finrod",), skipped=3),
    DemoScene(
        "silg",
        "hall-1",
        ("Thingol", "Beren", "Luthien"),
        lines=(
            ("Beren", "quick"),
            ("Luthien", "quick"),
            ("Thingol", "level 50"),
            ("Thingol", "begin"),
            *(("Beren", "explore"), ("Luthien", "explore"), ("Thingol", "minute 10")) * 4,
        ),
        presses=0,  # heroes are played from views of their own
        skipped=3,
    ),
)


# ---------------------------------------------------------------- in the page


async def play_in_page(base: str, pause: float) -> None:
    """Play all scenes in the sandbox at an address, one after the other, with so many seconds
    between two acts."""
    async with aiohttp.ClientSession(base) as session:
        visitor = _Visitor(session, pause)
        ids = await visitor.channels()
        for scene in SCENES:
            print(f"#{scene.channel}: {scene.ruleset}", flush=True)
            await visitor.play(scene, ids[scene.channel])
    print("The demonstration has ended; the page stays.", flush=True)


class _Visitor:
    """Whoever acts in the page, as any of its people."""

    def __init__(self, session: aiohttp.ClientSession, pause: float) -> None:
        self._session = session
        self._pause = pause

    async def channels(self) -> dict[str, str]:
        """Return the ids of the page's channels by their names."""
        async with self._session.get("/world") as answer:
            return {each["name"]: each["id"] for each in (await answer.json())["channels"]}

    async def play(self, scene: DemoScene, channel: str) -> None:
        """Open a game, type the lines of its scene, then press what is best."""
        first, *others = scene.people
        await self._slash(first, channel, "game new", ruleset=scene.ruleset)
        for person in others:
            await self._slash(person, channel, "game join")
        for name, value in scene.options.items():
            await self._slash(first, channel, "game settings", name=name, value=value)
        await self._slash(first, channel, "game begin")
        for person, line in scene.lines:
            await self._slash(person, channel, "do", action=line)
        for _ in range(scene.presses):
            if not await self._press_best(scene.people, channel):
                return

    async def _slash(self, person: str, channel: str, command: str, **options: str) -> None:
        await self._act(person, channel, do="slash", command=command, options=options)

    async def _act(self, person: str, channel: str, **what: Any) -> None:
        body = {"as": person, "channel": channel, **what}
        async with self._session.post("/user", json=body) as answer:
            await answer.read()
        await asyncio.sleep(self._pause)

    async def _press_best(self, people: Sequence[str], channel: str) -> bool:
        """Do what is best by the newest card, as whoever may; return whether there was something
        to press in time."""
        act, end = None, time.monotonic() + PATIENCE
        while act is None:
            if time.monotonic() > end:
                return False
            query = {"as": people[0], "after": "0"}
            async with self._session.get(f"/channels/{channel}/messages", params=query) as told:
                act = _best_act(await told.json())
            await asyncio.sleep(0.2)
        for person in people:
            await self._act(person, channel, **act)
        return True


def _best_act(messages: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return the press of the newest card's advised button, of its first one, or the first choice
    of its menu; None when it has none of these."""
    for message in reversed(messages):
        parts = [part for part in _parts(message) if not part.get("disabled")]
        buttons = [part for part in parts if ACTION in part.get("custom_id", "")]
        menus = [part for part in parts if MENU in part.get("custom_id", "")]
        if buttons:
            best = min(buttons, key=lambda part: part.get("style") != ADVISED_BUTTON)
            return {"do": "press", "message": message["id"], "custom_id": best["custom_id"]}
        if menus:
            first, values = menus[0], [menus[0]["options"][0]["value"]]
            chosen = {"custom_id": first["custom_id"], "values": values}
            return {"do": "choose", "message": message["id"], **chosen}
    return None


def _parts(message: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for part in message.get("components") or ():
        yield part
        yield from _parts(part)


# ---------------------------------------------------------------- as a film


def write_film(rulesets: Mapping[str, AnyRuleset], folder: Path) -> None:
    """Write the film and a picture of each game into a folder."""
    stills: list[render.Picture] = []
    for scene in SCENES:
        stills += [picture for _, picture in still_turns(rulesets[scene.ruleset], scene)]
        (folder / PICTURES.format(scene.ruleset)).write_bytes(stills[-1].png)
    (folder / FILM).write_bytes(render.reel(stills, frame_ms=FRAME_MS, repeats=True))


def still_turns(ruleset: AnyRuleset, scene: DemoScene) -> Iterator[tuple[View, render.Picture]]:
    """Yield what the first player sees after each turn of the built-in player, and its picture."""
    seeded = start(ruleset, scene.seed, None, dict(scene.options))
    game, window = seeded.running, None
    for number in range(scene.skipped + scene.frames):
        waiting = game.turn().waiting
        advice = game.autoplay(waiting[0], irreversible=True) if waiting else None
        if advice is None:
            return
        seeded.play(ActionLine(waiting[0], str(advice.action)))
        if number >= scene.skipped:
            view = game.view(0)
            picture = render.picture(view, window=window)
            window = picture.window
            yield view, picture
