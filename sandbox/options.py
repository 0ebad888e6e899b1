"""Turn a slash command and its typed values into the data of an interaction."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any

from simcord.backend import serializers
from simcord.backend.errors import SetupError
from simcord.backend.models import User
from simcord.enums import OptionType
from simcord.interactions import (
    nest_options,
    store_interaction_attachment,
    validate_option_value,
    walk_to_subcommand,
)

from .errors import UserError
from .uploads import clean_filename
from .world import ATTACHMENT_SIZE_LIMIT, DiscordWorld

SUBCOMMANDS = (OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP)
USER_INSTALL = 1
USER_KINDS = (OptionType.USER, OptionType.MENTIONABLE)


def command_data(
    world: DiscordWorld,
    person: User,
    channel_id: int,
    command: str,
    values: dict[str, Any],
    focused: str | None = None,
) -> dict[str, Any]:
    """Return the `data` of an APPLICATION_COMMAND interaction, or of an autocomplete on `focused`.

    `command` is the full name ("game new").

    Raises:
        UserError: names the command, option or value.
    """
    root, leaf, nesting = find_command(world, person, channel_id, command)
    declared = {option["name"]: option for option in leaf.get("options") or []}
    if unknown := values.keys() - declared.keys():
        raise UserError(f"/{command} has no option {min(unknown)}.")
    if focused is not None and not declared.get(focused, {}).get("autocomplete"):
        raise UserError(f"/{command} has no option {focused} with autocomplete.")
    missing = [n for n, o in declared.items() if o.get("required") and n not in values]
    if missing and focused is None:
        raise UserError(f"/{command} needs the option {missing[0]}.")
    resolver = Resolver(world, person, channel_id)
    built = []
    for name, value in values.items():
        option = declared[name]
        if name == focused:
            # Discord sends unfinished input as text, whatever the option's type.
            entry = {"name": name, "type": option["type"], "value": str(value), "focused": True}
            built.append(entry)
        else:
            wire = resolver.option(command, option, value)
            built.append({"name": name, "type": option["type"], "value": wire})
    if focused is not None and focused not in values:
        built.append(
            {"name": focused, "type": declared[focused]["type"], "value": "", "focused": True}
        )
    data = {
        "id": root["id"],
        "name": root["name"],
        "type": root.get("type", 1),
        "options": nest_options(root, nesting, built),
    }
    if root.get("guild_id"):
        data["guild_id"] = root["guild_id"]
    if resolver.resolved:
        data["resolved"] = resolver.resolved
    return data


def find_command(
    world: DiscordWorld, person: User, channel_id: int, command: str
) -> tuple[dict[str, Any], dict[str, Any], list[str]]:
    """Return the registered command, its leaf and the names between, if the person sees it."""
    words = command.removeprefix("/").split()
    visible = world.visible_commands(user_id=person.id, channel_id=channel_id)
    if not world.is_installed(world.channels[channel_id].guild_id):
        visible = [c for c in visible if USER_INSTALL in (c.get("integration_types") or ())]
    root = next((c for c in visible if words and c["name"] == words[0]), None)
    if root is None:
        raise UserError(f"There is no command /{words[0] if words else ''} for {person.name} here.")
    try:
        leaf, nesting = walk_to_subcommand(root, words[1:])
    except SetupError:
        raise UserError(f"There is no command /{' '.join(words)}.") from None
    if any(option.get("type") in SUBCOMMANDS for option in leaf.get("options") or []):
        names = ", ".join(option["name"] for option in leaf["options"])
        raise UserError(f"/{' '.join(words)} needs a subcommand: {names}.")
    return root, leaf, nesting


class Resolver:
    """A converter of typed values that collects the `resolved` objects they refer to."""

    def __init__(self, world: DiscordWorld, person: User, channel_id: int) -> None:
        self.world, self.person, self.channel_id = world, person, channel_id
        self.resolved: dict[str, Any] = {}

    def option(self, command: str, option: dict[str, Any], value: Any) -> Any:
        """Return an option's value as it is sent.

        Raises:
            UserError: when the value is of the wrong kind.
        """
        kind = option["type"]
        if kind in (OptionType.USER, OptionType.MENTIONABLE, OptionType.ROLE, OptionType.CHANNEL):
            wire = self.entity(kind, value)
            allowed = option.get("channel_types")
            if allowed and self.world.channels[int(wire)].type not in allowed:
                raise UserError(f"Option {option['name']} does not take that kind of channel.")
            return wire
        if kind == OptionType.ATTACHMENT:
            return self.attachment(option["name"], value)
        try:
            return validate_option_value(command, option, _convert(kind, value))
        except SetupError as wrong:
            raise UserError(f"{wrong}.") from None

    def entity(self, kind: int, value: Any) -> str:
        """Return the id of a person, role or channel given by id, mention or name."""
        text = re.sub(r"^<(?:@!?|@&|#)(\d+)>$", r"\1", str(value)).lstrip("@#")
        if kind in USER_KINDS and (user := self._user(text)) is not None:
            return self._resolve_user(user)
        if kind in (OptionType.ROLE, OptionType.MENTIONABLE):
            for role in self.world.guild.roles.values():
                if text in (str(role.id), role.name):
                    payload = dict(serializers.role_payload(role))
                    self.resolved.setdefault("roles", {})[str(role.id)] = payload
                    return str(role.id)
        if kind == OptionType.CHANNEL:
            for channel in self.world.visible_channels(self.person.id):
                if text in (str(channel.id), channel.name):
                    return self._resolve_channel(channel)
        raise UserError(f"There is no {OptionType(kind).name.lower()} {value}.")

    def _user(self, text: str) -> User | None:
        if text.isdecimal():
            return self.world.users.get(int(text))
        by_name = {**self.world.people, self.world.bot_user.name.casefold(): self.world.bot_user}
        return by_name.get(text.casefold())

    def _resolve_user(self, user: User) -> str:
        guild, wire = self.world.guild, str(user.id)
        self.resolved.setdefault("users", {})[wire] = dict(serializers.user_payload(user))
        if (member := guild.members.get(user.id)) is not None:
            payload = dict(serializers.member_payload(self.world, guild, member, with_user=False))
            payload["permissions"] = str(self.world.compute_permissions(guild.id, user.id))
            self.resolved.setdefault("members", {})[wire] = payload
        return wire

    def _resolve_channel(self, channel: Any) -> str:
        payload = dict(serializers.channel_payload(self.world, channel))
        if channel.guild_id is not None:
            mask = self.world.compute_permissions(channel.guild_id, self.person.id, channel.id)
            payload["permissions"] = str(mask)
        self.resolved.setdefault("channels", {})[str(channel.id)] = payload
        return str(channel.id)

    def attachment(self, name: str, value: Any) -> str:
        """Store a file given as {"filename", "text"} or {"filename", "base64"}; return its id."""
        if not isinstance(value, dict) or not isinstance(value.get("filename"), str):
            raise UserError(
                f'{name} is a file: {{"filename", "text"}} or {{"filename", "base64"}}.'
            )
        try:
            data = base64.b64decode(value["base64"], validate=True) if "base64" in value else None
        except (binascii.Error, TypeError, ValueError):
            raise UserError(f"The file for {name} is not base64.") from None
        if data is None:
            data = str(value.get("text", "")).encode()
        if len(data) > ATTACHMENT_SIZE_LIMIT:
            raise UserError(f"The file for {name} is larger than 10 MiB.")
        return store_interaction_attachment(
            self.world, self.channel_id, clean_filename(value["filename"]), data, self.resolved
        )


def _convert(kind: int, value: Any) -> Any:
    """Convert a number or boolean that was typed as text; return other values unchanged."""
    if not isinstance(value, str):
        return value
    text = value.strip().lower()
    if kind == OptionType.INTEGER and re.fullmatch(r"-?\d{1,16}", text):
        return int(text)
    if kind == OptionType.NUMBER and re.fullmatch(r"-?\d+(\.\d+)?", text):
        return float(text)
    if kind == OptionType.BOOLEAN and text in ("true", "false"):
        return text == "true"
    return value
