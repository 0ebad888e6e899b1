"""Discord's limits that neither SimCord nor the OpenAPI description enforces by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import discord
from simcord.backend.errors import BackendError
from simcord.backend.models import Interaction
from simcord.components import walk_components
from simcord.enums import InteractionType

from .uploads import Upload
from .world import ATTACHMENT_SIZE_LIMIT

COMPONENTS_V2 = 1 << 15  # the flag of messages that are made of components alone
MAX_UPLOADS = 10
MAX_NONCE = 25
MAX_CHOICES = 25
MAX_COMMANDS = {1: 100, 2: 15, 3: 15}
MAX_COMMAND_TEXT = 8000
ARCHIVE_MINUTES = (60, 1440, 4320, 10080)
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")
SUBCOMMANDS = (1, 2)
LOCALES = frozenset(locale.value for locale in discord.Locale)
MEDIA = ("http://", "https://", "attachment://")
LINKS = ("http://", "https://", "discord://")
MAX_COMPONENT_ID = 2**31 - 1
MAX_ANSWER = 55  # letters of a poll's answer
MAX_SLOWMODE = 21_600  # seconds


def too_large() -> BackendError:
    return BackendError(413, 40005, "Request entity too large")


def invalid(where: str, why: str) -> BackendError:
    """Return error 50035 in Discord's shape, with the reason at the path of the field."""
    detail: dict[str, Any] = {"_errors": [{"code": "BASE_TYPE_BAD", "message": why}]}
    for piece in reversed(where.split(".")):
        detail = {piece: detail}
    return BackendError(400, 50035, "Invalid Form Body", errors=detail)


def check_message(body: dict[str, Any], files: list[Upload], where: str = "") -> None:
    """Check a message's body and uploads.

    Raises:
        BackendError: 50035 or 40005, as Discord does.
    """
    declared = body.get("attachments") or []
    if max(len(files), len(declared)) > MAX_UPLOADS:
        raise invalid(where + "attachments", f"Must be {MAX_UPLOADS} or fewer in length.")
    if any(len(upload.data) > ATTACHMENT_SIZE_LIMIT for upload in files):
        raise too_large()
    for number, upload in enumerate(files):
        if upload.description and len(upload.description) > 1024:
            place = f"{where}attachments.{number}.description"
            raise invalid(place, "Must be 1024 or fewer in length.")
    if len(str(body.get("nonce") or "")) > MAX_NONCE:
        raise invalid(where + "nonce", f"Must be {MAX_NONCE} or fewer in length.")
    if int(body.get("flags") or 0) & COMPONENTS_V2 and body.get("sticker_ids"):
        raise invalid(where + "sticker_ids", "Not in a message of components alone.")
    for embed in body.get("embeds") or []:
        _check_time(embed.get("timestamp"), where + "embeds")
    for answer in (body.get("poll") or {}).get("answers") or []:
        if len(answer["poll_media"].get("text") or "") > MAX_ANSWER:
            raise invalid(where + "poll.answers", f"Must be {MAX_ANSWER} or fewer in length.")
    _check_components(body, where)


def _check_time(timestamp: Any, where: str) -> None:
    try:
        datetime.fromisoformat(timestamp or "2026-01-01")
    except (TypeError, ValueError):
        raise invalid(where, f"{timestamp} is no time of ISO 8601.") from None


def _check_components(body: dict[str, Any], where: str) -> None:
    for component in walk_components(body.get("components") or []):
        if not str(component.get("url") or LINKS[0]).startswith(LINKS):
            raise invalid(where + "components", f"Scheme must be one of {LINKS}.")
        labelled = component.get("label") or component.get("emoji")
        if component.get("type") == 2 and component.get("style") != 6 and not labelled:
            raise invalid(where + "components", "A button must have a label or emoji.")
        if not 0 <= int(component.get("id") or 0) <= MAX_COMPONENT_ID:
            raise invalid(where + "components", f"An id is 0 to {MAX_COMPONENT_ID}.")
        pictures = [component.get("media"), *(i.get("media") for i in component.get("items") or [])]
        for url in (picture["url"] for picture in pictures if picture):
            if not url.startswith(MEDIA):
                raise invalid(where + "components", f"Scheme must be one of {MEDIA}.")


def check_callback(record: Interaction, kind: Any) -> None:
    """Check that this kind of callback is allowed for this kind of interaction."""
    on_message = record.source_message_id is not None
    fitting = {
        InteractionType.APPLICATION_COMMAND: {4, 5, 9},
        InteractionType.MESSAGE_COMPONENT: {4, 5, 6, 7, 9},
        InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE: {8},
        InteractionType.MODAL_SUBMIT: {4, 5, 6, 7} if on_message else {4, 5},
    }[InteractionType(record.type)]
    if kind not in fitting:
        raise invalid("type", f"Value must be one of {sorted(fitting)}.")


def check_choices(choices: Any) -> None:
    """Check autocomplete choices: at most 25, names and texts of 1 to 100 characters."""
    if not isinstance(choices, list) or len(choices) > MAX_CHOICES:
        raise invalid("data.choices", f"Must be {MAX_CHOICES} or fewer in length.")
    for number, choice in enumerate(choices):
        name, value = choice.get("name"), choice.get("value")
        if not isinstance(name, str) or not 1 <= len(name) <= 100:
            raise invalid(f"data.choices.{number}.name", "Must be between 1 and 100 in length.")
        if isinstance(value, str) and not 1 <= len(value) <= 100:
            raise invalid(f"data.choices.{number}.value", "Must be between 1 and 100 in length.")
        if not isinstance(value, str | int | float):
            raise invalid(f"data.choices.{number}.value", "Must be a text or a number.")


def check_thread(body: dict[str, Any]) -> None:
    """Check a thread's name and its time until archival."""
    if "name" in body and not 1 <= len(str(body["name"])) <= 100:
        raise invalid("name", "Must be between 1 and 100 in length.")
    minutes = body.get("auto_archive_duration")
    if minutes is not None and minutes not in ARCHIVE_MINUTES:
        raise invalid("auto_archive_duration", f"Must be one of {ARCHIVE_MINUTES}.")
    for field in ("archived", "locked", "invitable"):
        if not isinstance(body.get(field, False), bool):
            raise invalid(field, "Must be true or false.")
    if not 0 <= int(body.get("rate_limit_per_user") or 0) <= MAX_SLOWMODE:
        raise invalid("rate_limit_per_user", f"Must be between 0 and {MAX_SLOWMODE}.")


def check_commands(commands: Any) -> None:
    """Check a bulk overwrite of application commands."""
    if not isinstance(commands, list):
        raise invalid("commands", "Must be an array.")
    seen: set[tuple[int, str]] = set()
    for number, command in enumerate(commands):
        kind, name = command.get("type", 1), command.get("name")
        if (kind, name) in seen:
            raise invalid(f"{number}.name", "Application command names must be unique.")
        seen.add((kind, name))
        if kind == 1:
            _check_node(command, str(number), depth=0)
            if _count_characters(command) > MAX_COMMAND_TEXT:
                raise invalid(str(number), f"Command exceeds {MAX_COMMAND_TEXT} characters.")
        elif not isinstance(name, str) or not 1 <= len(name) <= 32:
            raise invalid(f"{number}.name", "Must be between 1 and 32 in length.")
    for kind, most in MAX_COMMANDS.items():
        if sum(1 for k, _ in seen if k == kind) > most:
            raise BackendError(
                400, 30032, f"Maximum number of application commands reached ({most})"
            )


def _check_node(node: dict[str, Any], where: str, depth: int) -> None:
    """Check a command, a group or an option, and the options below it."""
    name, description = node.get("name"), node.get("description")
    if not isinstance(name, str) or not COMMAND_NAME.fullmatch(name) or name != name.lower():
        raise invalid(f"{where}.name", "Must be 1 to 32 lower-case letters, digits, - or _.")
    if not isinstance(description, str) or not 1 <= len(description) <= 100:
        raise invalid(f"{where}.description", "Must be between 1 and 100 in length.")
    _check_localizations(node, f"{where}")
    options, choices = node.get("options") or [], node.get("choices") or []
    if len(options) > 25 or len(choices) > 25:
        raise invalid(f"{where}.options", "Must be 25 or fewer in length.")
    if choices and node.get("autocomplete"):
        raise invalid(f"{where}.autocomplete", "Cannot be combined with choices.")
    for number, choice in enumerate(choices):
        named = (choice.get("name", ""), *(choice.get("name_localizations") or {}).values())
        if not all(1 <= len(str(name)) <= 100 for name in named):
            raise invalid(f"{where}.choices.{number}.name", "Must be between 1 and 100 in length.")
        if len(str(choice.get("value"))) > 100:
            raise invalid(f"{where}.choices.{number}.value", "Must be 100 or fewer in length.")
    kinds = [option.get("type") in SUBCOMMANDS for option in options]
    if any(kinds) and not all(kinds):
        raise invalid(f"{where}.options", "Subcommands and options cannot be mixed.")
    if any(kinds) and depth > 1:
        raise invalid(f"{where}.options", "Subcommands cannot nest deeper than a group.")
    names = [option.get("name") for option in options]
    if len(set(names)) < len(names):
        raise invalid(f"{where}.options", "Option names must be unique.")
    optional = False
    for number, option in enumerate(options):
        if option.get("required") and optional:
            raise invalid(f"{where}.options.{number}", "Required options must stand first.")
        optional = optional or not option.get("required")
        _check_node(option, f"{where}.options.{number}", depth + 1)


def _check_localizations(node: dict[str, Any], where: str) -> None:
    """Check what a command or an option is called in other languages."""
    for field in ("name", "description"):
        for locale, text in (node.get(f"{field}_localizations") or {}).items():
            place = f"{where}.{field}_localizations.{locale}"
            if locale not in LOCALES:
                raise invalid(place, "Unknown locale.")
            if field == "description" and not 1 <= len(text) <= 100:
                raise invalid(place, "Must be between 1 and 100 in length.")
            if field == "name" and (not COMMAND_NAME.fullmatch(text) or text != text.lower()):
                raise invalid(place, "Must be 1 to 32 lower-case letters, digits, - or _.")


def _count_characters(node: dict[str, Any]) -> int:
    """Count the characters of names, descriptions and choices, in the longest locale."""

    def longest(key: str) -> int:
        localised = (node.get(f"{key}_localizations") or {}).values()
        return max(len(text) for text in (str(node.get(key) or ""), *localised))

    below: Iterator[int] = (_count_characters(option) for option in node.get("options") or [])
    choices = sum(
        len(str(c.get("name", ""))) + len(str(c.get("value", "")))
        for c in node.get("choices") or []
    )
    return longest("name") + longest("description") + choices + sum(below)
