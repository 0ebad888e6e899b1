"""Games of all kinds: each way to play with and without a pace, in every phase, with and without a
vote, a motion and a Game Master."""

from __future__ import annotations

from itertools import product
from typing import Literal, NamedTuple

from tests.table.driver import TableDriver
from tests.table.world import ANN, BOB, CHANNEL, EVE, TableWorld

Phase = Literal["lobby", "play", "paused", "over"]
Open = Literal["", "vote", "motion", "vote and motion"]


class GameKind(NamedTuple):
    """The kind of a game. `open`: what is put to the vote; `gm`: Eve is Game Master."""

    mode: str
    pace: str
    phase: Phase
    open: Open = ""
    gm: bool = False


def _exists(kind: GameKind) -> bool:
    """Return whether there is such a game: votes are on what is played, in games by votes."""
    begun = kind.phase in ("play", "paused")
    return (not kind.open or begun) and ("vote" not in kind.open or kind.mode == "vote")


PHASES: tuple[Phase, ...] = ("lobby", "play", "paused", "over")
OPEN: tuple[Open, ...] = ("", "vote", "motion", "vote and motion")
PACES = ("none", "hourly", "daily")
KINDS = tuple(
    kind
    for mode, pace, phase, what in product(("solo", "first", "vote", "rota"), PACES, PHASES, OPEN)
    if _exists(kind := GameKind(mode, pace, phase, what))
) + tuple(GameKind("table", pace, phase, gm=True) for pace, phase in product(PACES, PHASES))


async def game_of(world: TableWorld, kind: GameKind, **settings: str) -> TableDriver:
    """Return a game of a kind that Ann has founded and Bob has joined, and where there is room for
    her, Eve. `settings`: those that differ from the usual ones beside the pace."""
    ruleset = "mastered" if kind.gm else "toy"
    settings["pace"] = kind.pace
    table = await world.found(CHANNEL, ANN, ruleset, mode=kind.mode, settings=settings)
    for person in (BOB,) if kind.mode == "solo" else (BOB, EVE):
        await table.join(person)
    assert table.game.mode == kind.mode
    if kind.gm:
        await table.name_game_master(ANN, EVE.id)
    if kind.phase == "lobby":
        return table
    await table.begin(ANN)
    if not kind.gm and ("vote" in kind.open or kind.mode != "vote"):
        await table.act(ANN, "step s")
    world.time.pass_(1)  # nobody else was active at that moment
    if "motion" in kind.open:
        await table.move_to_set(BOB, "late", "wait")
    if kind.phase == "paused":
        await table.pause(ANN)
    if kind.phase == "over":
        await table.end(ANN)
    return table
