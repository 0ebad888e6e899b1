"""Values that autocomplete offers the Game Master for an option: all that the data and the table
have of that kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine.common import slugs
from engine.silg.context import SilGContext
from engine.silg.gm import corrections, world_commands
from engine.silg.gm.gm_commands import fighters, races
from engine.silg.gm.preparation import has_level

WHOLE_PARTY = "all"


def completions(game: SilGContext, verb: str, option: str) -> list[str]:
    """Return the values for an option of one of the Game Master's commands."""
    find = _BY_COMMAND.get((verb, option)) or _BY_OPTION.get(option)
    return list(dict.fromkeys(find(game))) if find else []


def _everybody(game: SilGContext) -> Iterable[str]:
    """Yield heroes, then the creatures in their sight, then others."""
    yield from map(game.handle, sorted(fighters(game), key=lambda key: not game.seers(key)))


def _heroes(game: SilGContext) -> Iterable[str]:
    yield from map(game.hero_handle, range(len(game.state.players)))
    yield WHOLE_PARTY


def _items(game: SilGContext) -> Iterable[str]:
    for kind in game.data.kinds.values():
        if kind.name and kind.tval:
            yield kind.name.replace("& ", "").replace("~", "").lower()
    for artefact in game.data.artefacts.values():
        yield artefact.name.lower()


def _spawns(game: SilGContext) -> Iterable[str]:
    if not has_level(game):
        return
    where = "party" if game.heroes else "start"
    for race in races(game):
        yield f"{slugs.slug(race.name)} near {where}"


def _vaults(game: SilGContext) -> Iterable[str]:
    return (slugs.slug(vault.name) for vault in game.data.vaults.values() if vault.name)


_Finder = Callable[[SilGContext], Iterable[str]]
_BY_OPTION: Mapping[str, _Finder] = {
    "who": _everybody,
    "one": _everybody,
    "other": _everybody,
    "hero": _heroes,
    "item": _items,
    "vault": _vaults,
    "figure": lambda _: corrections.FIGURES,
    "state": lambda _: corrections.STATES,
}
_BY_COMMAND: Mapping[tuple[str, str], _Finder] = {
    ("spawn", "what"): _spawns,
    ("alertness", "state"): lambda _: ("asleep", "unwary", "alert"),
    ("terrain", "kind"): lambda _: world_commands.TERRAIN,
    ("use-macro", "name"): lambda game: game.state.desk.macros,
    ("macro", "name"): lambda game: game.state.desk.macros,
    ("usemap", "name"): lambda game: game.state.desk.maps,
    ("putgroup", "name"): lambda game: game.state.desk.groups,
    ("table", "name"): lambda game: game.state.desk.tables,
    ("rolltable", "name"): lambda game: game.state.desk.tables,
}
