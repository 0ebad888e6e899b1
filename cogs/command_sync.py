"""Slash commands as Discord stores them, and whether ours are there already."""

from __future__ import annotations

import logging
from typing import Any

from discord import HTTPException, RateLimited, app_commands
from discord.http import HTTPClient

log = logging.getLogger(__name__)

# What Discord takes where a field is left out. Anything else that it sends (ids, versions) is its
# own.
_DEFAULTS: dict[str, Any] = {
    "name": "",
    "description": "",
    "type": 1,
    "required": False,
    "autocomplete": False,
    "nsfw": False,
    "min_length": None,
    "max_length": None,
    "min_value": None,
    "max_value": None,
    "default_member_permissions": None,
    "value": None,
}
_LISTS = ("options", "choices")  # in order
_SETS = ("channel_types", "contexts", "integration_types")
_LOCALISED = ("name_localizations", "description_localizations")
GUILD_INSTALL = 0
TOO_MANY_CREATED = 30034  # of Discord's error codes: no more new commands today


async def command_payloads(tree: app_commands.CommandTree[Any]) -> list[Any]:
    """Return all commands as they are sent to Discord, in every language."""
    commands = tree.get_commands()
    if tree.translator is None:
        return [command.to_dict(tree) for command in commands]
    return [await command.get_translated_payload(tree, tree.translator) for command in commands]


def comparable(commands: list[Any]) -> list[Any]:
    """Return commands without what Discord adds, so that ours equal those that it has stored."""
    return sorted((_comparable(command) for command in commands), key=_identity)


def _identity(command: dict[str, Any]) -> tuple[int, str]:
    return command["type"], command["name"]


def _comparable(node: dict[str, Any]) -> dict[str, Any]:
    """Return a command, an option or a choice with every default filled in."""
    kept: dict[str, Any] = {  # 0 is a value: as permissions it hides a command
        key: usual if node.get(key) is None else node[key] for key, usual in _DEFAULTS.items()
    }
    if kept["default_member_permissions"] is not None:
        kept["default_member_permissions"] = str(kept["default_member_permissions"])
    for key in _LISTS:
        kept[key] = [_comparable(inner) for inner in node.get(key) or ()]
    for key in _SETS:
        kept[key] = sorted(int(each) for each in node.get(key) or ())
    kept["integration_types"] = kept["integration_types"] or [GUILD_INSTALL]
    for key in _LOCALISED:
        kept[key] = dict(node.get(key) or {})
    return kept


async def send_everywhere(http: HTTPClient, application: int, payload: list[Any]) -> None:
    """Send Discord the commands of all servers; on a day that takes no more new ones, do without.

    Raises HTTPException when it is for something else that Discord does not take them.
    """
    try:
        await http.bulk_upsert_global_commands(application, payload=payload)
    except (HTTPException, RateLimited) as error:
        if isinstance(error, HTTPException) and error.code != TOO_MANY_CREATED:
            raise
        log.warning("Discord keeps the bot's older commands until the next start (%s)", error)
    else:
        log.info("sent %d commands to Discord", len(payload))
