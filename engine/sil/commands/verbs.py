"""The verbs that the contract declares: commands in their groups of slash commands."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.contract.action import Verb
from engine.sil.commands.base import Command

# Discord allows 25 names under /sil and in each group; what is used most stays directly there.
_GROUPS = {
    "doors": (
        "Doors, chests, traps and rock",
        ("tunnel", "open", "close", "bash", "disarm", "dig", "interact", "struggle"),
    ),
    "battle": (
        "Plans for a fight, of many turns, and a quick throw",
        ("fight", "charge", "shoot", "volley", "hurl", "drink-fight", "fall-back", "hide"),
    ),
    "item": (
        "More to do with items",
        (
            *("prise", "fletch", "give", "rummage", "activate", "play", "refuel"),
            *("drop", "destroy", "inscribe", "examine", "swap"),
            *("smith", "forge", "melt"),
        ),
    ),
    "character": (
        "Spend experience, switch abilities, set how daring plans are",
        ("raise", "learn", "switch", "caution", "collect", "note"),
    ),
}
_GROUP_OF = {name: group for group, (_, names) in _GROUPS.items() for name in names}


def verbs_of(commands: Iterable[Command]) -> tuple[Verb, ...]:
    """Return the verbs of commands, each with its group."""
    return tuple(_verb(command) for command in commands)


def _verb(command: Command) -> Verb:
    group = _GROUP_OF.get(command.name, "")
    summary = _GROUPS[group][0] if group else ""
    return replace(command.verb(), group=group, group_summary=summary)
