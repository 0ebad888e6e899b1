"""The demonstration: a scripted minute of each game, in the sandbox's page or as a film.

The script acts as people do, by slash commands, typed actions and presses, in a channel for each
game. `app.film` records it; the documents have turns of the built-in player instead, drawn without
a page.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import aiohttp

import render
from app.headless import start
from engine.common.game_log import ActionLine
from engine.contract.ruleset import AnyRuleset
from engine.contract.view import View

EPHEMERAL = 64  # a message's flag: of one person alone
ADVISED_BUTTON = 3  # Discord's green style: what an expert would do
ACTION, MENU = ":act:", ":pick:"  # in the custom ids of buttons and menus that act
PATIENCE = 10.0  # seconds for a card with a button


@dataclass(frozen=True)
class DemoScene:
    """A minute of one game.

    `lines`: actions and slash commands that are typed first, by person; `presses`: how often
    the best button is pressed then, by people in turn. `seed`, `skipped`, `frames`: of the turns
    without a page.
    """

    ruleset: str
    channel: str
    people: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[tuple[str, str], ...] = ()
    presses: int = 18
    seed: str = "7"
    skipped: int = 0  # turns before the first frame
    frames: int = 9


SCENES = (
    DemoScene("sil", "dungeon-gate", ("Beren",), {"hero": "quick"}, skipped=12),
    DemoScene("delve", "barrow-downs", ("Luthien",), skipped=10),
    DemoScene("kanthe", "tavern", ("Finrod",), presses=12, skipped=3),
    DemoScene(
        "silg",
        "hall-1",
        ("Thingol", "Beren", "Luthien"),
        lines=(
            ("Beren", "quick"),
            ("Luthien", "quick"),
            ("Thingol", "level 50"),
            ("Thingol", "begin"),
            *(("Beren", "explore"), ("Luthien", "explore"), ("Thingol", "minute 10")) * 3,
            ("Luthien", "/map"),
        ),
        presses=0,  # heroes are played from views of their own
        skipped=3,
    ),
)


Watch = Callable[[DemoScene, str], Awaitable[None]]  # of a scene, in the channel of this id

# ---------------------------------------------------------------- in the page


async def play_in_page(base: str, watch: Watch) -> None:
    """Play all scenes in the sandbox at an address, one after the other; `watch` is awaited after
    each act."""
    async with aiohttp.ClientSession(base) as session:
        visitor = _Visitor(session, watch)
        ids = await visitor.channels()
        for scene in SCENES:
            print(f"#{scene.channel}: {scene.ruleset}", flush=True)
            await visitor.play(scene, ids[scene.channel])
    print("The demonstration has ended; the page stays.", flush=True)


class _Visitor:
    """Whoever acts in the page, as any of its people."""

    def __init__(self, session: aiohttp.ClientSession, watch: Watch) -> None:
        self._session = session
        self._watch = watch

    async def channels(self) -> dict[str, str]:
        """Return the ids of the page's channels by their names."""
        async with self._session.get("/world") as answer:
            return {each["name"]: each["id"] for each in (await answer.json())["channels"]}

    async def play(self, scene: DemoScene, channel: str) -> None:
        """Open a game, type the lines of its scene, then press what is best."""
        self._scene = scene
        first, *others = scene.people
        await self._slash(first, channel, "game new", ruleset=scene.ruleset)
        for person in others:
            await self._slash(person, channel, "game join")
        for name, value in scene.options.items():
            await self._slash(first, channel, "game settings", name=name, value=value)
        await self._slash(first, channel, "game begin")
        for person, line in scene.lines:
            if line.startswith("/"):
                await self._slash(person, channel, line.removeprefix("/"))
            else:
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
        await self._watch(self._scene, channel)

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
        if message.get("flags", 0) & EPHEMERAL or not any("custom_id" in part for part in parts):
            continue
        buttons = [part for part in parts if ACTION in part.get("custom_id", "")]
        menus = [part for part in parts if MENU in part.get("custom_id", "")]
        if buttons:
            best = min(buttons, key=lambda part: part.get("style") != ADVISED_BUTTON)
            return {"do": "press", "message": message["id"], "custom_id": best["custom_id"]}
        if menus:
            first, values = menus[0], [menus[0]["options"][0]["value"]]
            chosen = {"custom_id": first["custom_id"], "values": values}
            return {"do": "choose", "message": message["id"], **chosen}
        break
    return None


def _parts(message: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for part in message.get("components") or ():
        yield part
        yield from _parts(part)


# ---------------------------------------------------------------- without a page


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
