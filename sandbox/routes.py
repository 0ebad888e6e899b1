"""The routes in which Discord differs from SimCord; SimCord serves all others."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from simcord.backend import errors, permissions, serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Message
from simcord.enums import ChannelType
from simcord.http import (
    router,
    routes,  # noqa: F401 - importing it registers SimCord's handlers
)

from .limits import invalid
from .uploads import Upload
from .world import DiscordWorld

MAX_PINS = 250
NEWS_THREAD = 10
ARCHIVED = BackendError(400, 50083, "Thread is archived")

Handler = Callable[..., Any]
OWN_ROUTES: list[tuple[str, re.Pattern[str], Handler]] = []


def route(method: str, template: str) -> Callable[[Handler], Handler]:
    """Register a handler; each `#` in `template` is an id and becomes one of its arguments."""
    pattern = re.compile(template.replace("#", r"(\d+)"))

    def register(handler: Handler) -> Handler:
        OWN_ROUTES.append((method, pattern, handler))
        return handler

    return register


def require_channel(world: DiscordWorld, channel_id: int, *names: str) -> Channel:
    """Return the channel if the bot has these permissions in it.

    Raises:
        BackendError: 10003, 50001 or 50013.
    """
    channel = world.get_channel(channel_id)
    world.require_permissions(channel.guild_id, world.bot_user.id, channel_id, *names)
    return channel


def get_addressable_message(world: DiscordWorld, channel_id: int, message_id: int) -> Message:
    """Return a message that bots can address.

    Raises:
        BackendError: 10008, also for an ephemeral message.
    """
    message = world.get_message(channel_id, message_id)
    if message.is_ephemeral:
        raise errors.unknown_message()
    return message


def dispatch_to_simcord(
    world: DiscordWorld, method: str, path: str, body: Any, files: list[Upload]
) -> Any:
    return router.dispatch(world, method, path, json=body, files=files)


@route("POST", "/channels/#/messages")
def send(
    world: DiscordWorld, channel_id: int, *, body: Any, files: list[Upload], query: Any
) -> Any:
    """Send a message; with enforce_nonce and a known nonce, return the first one again."""
    nonce = body.get("nonce")
    if nonce is not None and body.get("enforce_nonce"):
        first = world.find_by_nonce(channel_id, nonce)
        if first is not None:
            return {**world.message_for(first, world.bot_user.id), "nonce": nonce}
    _check_reply(world, channel_id, body.get("message_reference") or {})
    channel = world.get_channel(channel_id)
    if channel.is_thread and channel.thread_metadata.locked:
        require_channel(world, channel_id, "manage_threads")
    if files:
        require_channel(world, channel_id, "attach_files")
    sent = dispatch_to_simcord(world, "POST", f"/channels/{channel_id}/messages", body, files)
    if nonce is not None:
        world.store_nonce(int(sent["id"]), channel_id, nonce)
        sent["nonce"] = nonce
    return sent


def _check_reply(world: DiscordWorld, channel_id: int, reference: dict[str, Any]) -> None:
    """Refuse a reply to an unknown message, unless fail_if_not_exists is false."""
    if not reference or not reference.get("fail_if_not_exists", True):
        return
    messages = world.messages.get(int(reference.get("channel_id", channel_id)), {})
    if int(reference.get("message_id", 0)) not in messages:
        raise invalid("message_reference", "Unknown message")


@route("PATCH", "/channels/#/messages/#")
def edit(
    world: DiscordWorld,
    channel_id: int,
    message_id: int,
    *,
    body: Any,
    files: list[Upload],
    query: Any,
) -> Any:
    channel = require_channel(world, channel_id)
    if channel.is_thread and channel.thread_metadata.archived:
        raise ARCHIVED
    if files:
        require_channel(world, channel_id, "attach_files")
    _refuse_emptying(get_addressable_message(world, channel_id, message_id), body, files)
    return dispatch_to_simcord(
        world, "PATCH", f"/channels/{channel_id}/messages/{message_id}", body, files
    )


def _refuse_emptying(message: Message, body: dict[str, Any], files: list[Upload]) -> None:
    """Refuse an edit that leaves nothing of a message."""
    parts = ("content", "embeds", "attachments", "components")
    if not files and not any(body.get(part, getattr(message, part)) for part in parts):
        raise BackendError(400, 50006, "Cannot send an empty message")


@route("DELETE", "/channels/#/messages/#")
def delete(
    world: DiscordWorld, channel_id: int, message_id: int, *, body: Any, files: Any, query: Any
) -> Any:
    channel = require_channel(world, channel_id)
    if channel.is_thread and channel.thread_metadata.archived:
        raise ARCHIVED
    return dispatch_to_simcord(
        world, "DELETE", f"/channels/{channel_id}/messages/{message_id}", None, files
    )


@route("GET", "/channels/#/messages")
def history(
    world: DiscordWorld, channel_id: int, *, body: Any, files: Any, query: dict[str, str]
) -> Any:
    """Return at most 100 messages, newest first."""
    limit = int(query.get("limit", 50))
    if not 1 <= limit <= 100:
        raise invalid("limit", "Must be between 1 and 100.")
    if "around" in query:
        return router.dispatch(world, "GET", f"/channels/{channel_id}/messages", params=query)
    require_channel(world, channel_id)
    if not world.can_read(world.bot_user.id, channel_id):
        return []
    before, after = int(query.get("before", 2**63)), int(query.get("after", 0))
    found = []
    for message in reversed(world.messages[channel_id].values()):
        if message.id <= after:
            break
        if message.id < before and not message.is_ephemeral:
            found.append(message)
            if len(found) == limit and "after" not in query:
                break
    chosen = found[-limit:] if "after" in query else found
    return [world.message_for(message, world.bot_user.id) for message in chosen]


@route("PUT", "/channels/#/messages/pins/#")
def pin(
    world: DiscordWorld, channel_id: int, message_id: int, *, body: Any, files: Any, query: Any
) -> None:
    """Pin a message. Needs PIN_MESSAGES; MANAGE_MESSAGES is no longer enough."""
    require_channel(world, channel_id, "pin_messages")
    message = get_addressable_message(world, channel_id, message_id)
    pinned = sum(m.pinned for m in world.messages[channel_id].values())
    if not message.pinned and pinned >= MAX_PINS:
        raise BackendError(400, 30003, f"Maximum number of pins reached ({MAX_PINS})")
    world.set_pinned(channel_id, message_id, True)
    world.notify("message", message)


@route("DELETE", "/channels/#/messages/pins/#")
def unpin(
    world: DiscordWorld, channel_id: int, message_id: int, *, body: Any, files: Any, query: Any
) -> None:
    require_channel(world, channel_id, "pin_messages")
    message = get_addressable_message(world, channel_id, message_id)
    world.set_pinned(channel_id, message_id, False)
    world.notify("message", message)


@route("PUT", "/channels/#/pins/#")
def pin_by_old_path(world: DiscordWorld, *ids: int, **request: Any) -> None:
    pin(world, *ids, **request)


@route("DELETE", "/channels/#/pins/#")
def unpin_by_old_path(world: DiscordWorld, *ids: int, **request: Any) -> None:
    unpin(world, *ids, **request)


@route("POST", "/channels/#/threads")
def start_thread(world: DiscordWorld, channel_id: int, *, body: Any, files: Any, query: Any) -> Any:
    """Start a thread without a starter message; the default type is private, as in Discord."""
    if world.get_channel(channel_id).type == ChannelType.FORUM:
        return dispatch_to_simcord(world, "POST", f"/channels/{channel_id}/threads", body, files)
    _check_thread_parent(world, channel_id)
    body = {"type": int(ChannelType.PRIVATE_THREAD), **body}
    if world.get_channel(channel_id).type == ChannelType.NEWS:
        if body["type"] != NEWS_THREAD:
            raise invalid("type", "Must be an announcement thread.")
        body["type"] = int(ChannelType.PUBLIC_THREAD)  # SimCord knows no other
    return dispatch_to_simcord(world, "POST", f"/channels/{channel_id}/threads", body, files)


@route("POST", "/channels/#/messages/#/threads")
def start_thread_from(
    world: DiscordWorld, channel_id: int, message_id: int, *, body: Any, files: Any, query: Any
) -> Any:
    _check_thread_parent(world, channel_id)
    if message_id in world.channels:
        raise BackendError(400, 160004, "A thread has already been created for this message")
    return dispatch_to_simcord(
        world, "POST", f"/channels/{channel_id}/messages/{message_id}/threads", body, files
    )


def _check_thread_parent(world: DiscordWorld, channel_id: int) -> None:
    if world.get_channel(channel_id).type not in (ChannelType.TEXT, ChannelType.NEWS):
        raise errors.cannot_execute_on_channel_type()


def _may_manage(world: DiscordWorld, thread: Channel) -> bool:
    perms = world.compute_permissions(thread.guild_id, world.bot_user.id, thread.id)
    return bool(perms & permissions.flag("manage_threads"))


@route("PATCH", "/channels/#")
def edit_channel(
    world: DiscordWorld, channel_id: int, *, body: dict[str, Any], files: Any, query: Any
) -> Any:
    """Edit a channel. A thread's owner may rename, archive and reopen it without MANAGE_THREADS."""
    channel = require_channel(world, channel_id)
    if not channel.is_thread:
        return dispatch_to_simcord(world, "PATCH", f"/channels/{channel_id}", body, files)
    owner_fields = {"name", "archived", "auto_archive_duration"}
    is_owner = channel.owner_id == world.bot_user.id and not channel.thread_metadata.locked
    if not (is_owner and body.keys() <= owner_fields) and not _may_manage(world, channel):
        raise errors.missing_permissions()
    if channel.thread_metadata.archived and body.get("archived") is not False:
        raise ARCHIVED
    changes = {key: body[key] for key in ("name", "rate_limit_per_user") if key in body}
    metadata_keys = ("archived", "locked", "auto_archive_duration", "invitable")
    metadata = {key: body[key] for key in metadata_keys if key in body}
    if unknown := body.keys() - changes.keys() - metadata.keys():
        raise invalid(min(unknown), "Not a field of a thread that the sandbox knows.")
    if "archived" in metadata:
        metadata["archive_timestamp"] = world.now_iso()
    edited = world.edit_channel(channel_id, changes, thread_metadata=metadata)
    return dict(serializers.channel_payload(world, edited))


@route("DELETE", "/channels/#")
def delete_channel(
    world: DiscordWorld, channel_id: int, *, body: Any, files: Any, query: Any
) -> Any:
    channel = require_channel(world, channel_id)
    if not channel.is_thread:
        return dispatch_to_simcord(world, "DELETE", f"/channels/{channel_id}", body or None, files)
    if not _may_manage(world, channel):
        raise errors.missing_permissions()
    payload = dict(serializers.channel_payload(world, channel))
    world.delete_channel(channel_id)
    return payload


@route("GET", "/channels/#/thread-members")
def thread_members(
    world: DiscordWorld, channel_id: int, *, body: Any, files: Any, query: Any
) -> Any:
    """Refuse the list of a thread's members: it needs the intent GUILD_MEMBERS."""
    require_channel(world, channel_id)
    raise errors.missing_access()


@route("DELETE", "/channels/#/thread-members/#")
def remove_from_thread(
    world: DiscordWorld, channel_id: int, user_id: int, *, body: Any, files: Any, query: Any
) -> None:
    """Remove a member. The creator of a private thread may do so without MANAGE_THREADS."""
    thread = require_channel(world, channel_id)
    owns = thread.type == ChannelType.PRIVATE_THREAD and thread.owner_id == world.bot_user.id
    if not owns and not _may_manage(world, thread):
        raise errors.missing_permissions()
    world.remove_thread_member(channel_id, user_id)


@route("GET", "/applications/#/commands")
def commands(
    world: DiscordWorld, application: int, *, body: Any, files: Any, query: dict[str, str]
) -> Any:
    """Return the global commands, with all languages only when they are asked for."""
    found = [dict(command) for command in world.commands.get(None, {}).values()]
    if query.get("with_localizations") == "true":
        return found
    return [_without_localizations(command) for command in found]


def _without_localizations(node: Any) -> Any:
    if isinstance(node, list):
        return [_without_localizations(inner) for inner in node]
    if not isinstance(node, dict):
        return node
    kept = {key: value for key, value in node.items() if not key.endswith("_localizations")}
    return {key: _without_localizations(value) for key, value in kept.items()}


@route("GET", "/gateway")
def gateway(world: DiscordWorld, *, body: Any, files: Any, query: Any) -> Any:
    return {"url": gateway_url(world)}


@route("GET", "/gateway/bot")
def gateway_bot(world: DiscordWorld, *, body: Any, files: Any, query: Any) -> Any:
    return {
        "url": gateway_url(world),
        "shards": world.shards,
        "session_start_limit": session_start_limit(world),
    }


def session_start_limit(world: DiscordWorld) -> dict[str, int]:
    """Return what Discord tells of the sessions that a bot may start."""
    return {
        "total": world.sessions.most,
        "remaining": world.sessions.left(),
        "reset_after": round(world.sessions.reset_after() * 1000),
        "max_concurrency": world.concurrency,
    }


def gateway_url(world: DiscordWorld) -> str:
    return world.base.replace("http", "ws", 1) + "/gateway"
