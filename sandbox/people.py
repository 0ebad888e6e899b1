"""Simulated users: send the bot the interactions that people cause, and collect its answers."""

from __future__ import annotations

import asyncio
from typing import Any

from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Interaction, Message, User
from simcord.components import walk_components
from simcord.enums import SELECT_TYPES, ComponentType, InteractionType
from simcord.interactions import base_payload

from .errors import UserError
from .faults import Faults
from .modals import fill_in, select_values
from .options import SUBCOMMANDS, Resolver, command_data
from .world import ATTACHMENT_SIZE_LIMIT, DiscordWorld, drop_nulls

DEFERRED_PATIENCE = 5  # times the time to respond, until waiting for what was deferred ends
GUILD_INSTALL, USER_INSTALL = "0", "1"
RESPONSE_KINDS = {"deferred_update": "deferred"}  # SimCord tells the two deferrals apart


class PendingInteraction:
    """An interaction without a complete answer, and the messages that changed since it was sent."""

    def __init__(self, record: Interaction, person: User) -> None:
        loop = asyncio.get_running_loop()
        self.record, self.person = record, person
        self.started = loop.time()
        self.first: asyncio.Future[float] = loop.create_future()
        self.complete: asyncio.Future[None] = loop.create_future()
        self.changed: dict[int, Message] = {}
        self.shown = False  # something of the bot's in the channel

    def acknowledged(self) -> None:
        if not self.first.done():
            self.first.set_result(asyncio.get_running_loop().time())
        self._complete_quietly()

    def completed(self) -> None:
        if self.first.done() and not self.complete.done():
            self.complete.set_result(None)

    def record_message(self, message: Message, bot_id: int) -> None:
        self.changed[message.id] = message
        if message.channel_id == self.record.channel_id and message.author_id == bot_id:
            self.shown = True
        self._complete_quietly()

    def _complete_quietly(self) -> None:
        """Take an ordinary edit or message as the answer, where the bot deferred its update before
        or after it."""
        if self.shown and self.record.response_kind == "deferred_update":
            self.completed()


class People:
    """The actions of the simulated users; each returns the body of the answer to POST /user."""

    def __init__(self, world: DiscordWorld, faults: Faults) -> None:
        self.world, self.faults = world, faults
        self.pending: dict[int, PendingInteraction] = {}
        self.pending_by_scope: dict[int, set[PendingInteraction]] = {}
        self.modals: dict[tuple[int, str], Interaction] = {}
        self.locales: dict[int, str] = {}  # people's languages, where they chose one
        world.watchers.append(self.on_change)

    # --------------------------------------------------- changes of the world

    def on_change(self, change: str, subject: Any) -> None:
        if change == "acknowledged" and subject.id in self.pending:
            self.pending[subject.id].acknowledged()
        elif change == "completed" and subject.id in self.pending:
            self.pending[subject.id].completed()
        elif change == "message":
            for pending in tuple(self.pending_by_scope.get(self._scope_of(subject.channel_id), ())):
                pending.record_message(subject, self.world.bot_user.id)

    def _scope_of(self, channel_id: int) -> int:
        """Return the id of a channel with its threads, or of the person for a DM."""
        channel = self.world.channels[channel_id]
        if channel.recipient_ids:
            return channel.recipient_ids[0]
        return self.world.root_of(channel)

    # ------------------------------------------------------------- actions

    async def perform(self, request: dict[str, Any]) -> dict[str, Any]:
        """Carry out a request in the shape of POST /user.

        Raises:
            UserError: with one sentence for the person.
        """
        person = self.person(request.get("as"))
        if isinstance(locale := request.get("locale"), str):
            self.locales[person.id] = locale
        action = ACTIONS.get(request.get("do"))
        if action is None:
            raise UserError(f'"do" is one of: {", ".join(ACTIONS)}.')
        try:
            return await action(self, person, request)
        except BackendError as refused:
            raise UserError(f"{person.name} cannot do that: {refused.message}.") from None

    def person(self, name: Any) -> User:
        """Return a person by name or id."""
        text = str(name or "").casefold()
        if text in self.world.people:
            return self.world.people[text]
        for user in self.world.people.values():
            if text == str(user.id):
                return user
        raise UserError(f"There is no person called {name}.")

    def channel(self, person: User, wanted: Any) -> Channel:
        """Return a channel by id or name, if this person can read it."""
        text = str(wanted if wanted is not None else "")
        channel = self.world.channels.get(int(text)) if text.isdecimal() else None
        if channel is None:
            named = (
                c for c in self.world.visible_channels(person.id) if c.name == text.lstrip("#")
            )
            channel = next(named, None)
        if channel is None:
            raise UserError(f"There is no channel {wanted}.")
        if not self.world.can_read(person.id, channel.id):
            raise UserError(f"{person.name} cannot see the channel {wanted}.")
        return channel

    def message(self, person: User, channel: Channel, wanted: Any) -> Message:
        text = str(wanted)
        message = self.world.messages[channel.id].get(int(text)) if text.isdecimal() else None
        if message is None or not message.visible_to(person.id):
            raise UserError(f"There is no message {wanted} that {person.name} can see here.")
        return message

    async def say(self, person: User, request: dict[str, Any]) -> dict[str, Any]:
        channel = self.channel(person, request.get("channel"))
        text = request.get("text")
        if not isinstance(text, str) or not text.strip() or len(text) > 2000:
            raise UserError('"text" has 1 to 2000 characters.')
        needed = "send_messages_in_threads" if channel.is_thread else "send_messages"
        self.world.require_permissions(channel.guild_id, person.id, channel.id, needed)
        if channel.guild_id is not None:
            wait = self.world.seconds_of_slowmode(person.id, channel)
            if wait > 0:
                raise UserError(f"Slowmode: {person.name} may write again in {wait:.0f} s.")
        said = self.world.create_message(channel.id, person.id, text)
        return _result(messages=[self.world.message_for(said, person.id)])

    async def slash(self, person: User, request: dict[str, Any]) -> dict[str, Any]:
        channel = self.channel(person, request.get("channel"))
        command, values = str(request.get("command") or ""), _dict_field(request, "options")
        data = command_data(self.world, person, channel.id, command, values)
        return await self._send(InteractionType.APPLICATION_COMMAND, person, channel, data)

    async def autocomplete(self, person: User, request: dict[str, Any]) -> dict[str, Any]:
        channel = self.channel(person, request.get("channel"))
        command, values = str(request.get("command") or ""), _dict_field(request, "options")
        focused = str(request.get("focused") or "")
        data = command_data(
            self.world,
            person,
            channel_id=channel.id,
            command=command,
            values=values,
            focused=focused,
        )
        kind = InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
        return await self._send(kind, person, channel, data)

    async def press(self, person: User, request: dict[str, Any]) -> dict[str, Any]:
        channel = self.channel(person, request.get("channel"))
        message = self.message(person, channel, request.get("message"))
        button = _find_component(message, (ComponentType.BUTTON,), request)
        if "custom_id" not in button:
            raise UserError("That button is a link; pressing it tells the bot nothing.")
        data = {"custom_id": button["custom_id"], "component_type": 2, "id": button.get("id", 0)}
        return await self._send_component(person, channel, message, data)

    async def choose(self, person: User, request: dict[str, Any]) -> dict[str, Any]:
        channel = self.channel(person, request.get("channel"))
        message = self.message(person, channel, request.get("message"))
        select = _find_component(message, SELECT_TYPES, request)
        values = request.get("values")
        if not isinstance(values, list):
            raise UserError('"values" is a list.')
        resolver = Resolver(self.world, person, channel.id)
        least, most = select.get("min_values", 1), select.get("max_values", 1)
        data = {
            "custom_id": select["custom_id"],
            "component_type": select["type"],
            "id": select.get("id", 0),
            "values": select_values(select, values, resolver, least, most),
        }
        if resolver.resolved:
            data["resolved"] = resolver.resolved
        return await self._send_component(person, channel, message, data)

    async def submit(self, person: User, request: dict[str, Any]) -> dict[str, Any]:
        custom_id, fields = str(request.get("custom_id") or ""), _dict_field(request, "fields")
        shown = self.modals.get((person.id, custom_id))
        if shown is None:
            raise UserError(f"{person.name} has no form {custom_id} open.")
        channel = self.channel(person, shown.channel_id)
        resolver = Resolver(self.world, person, channel.id)
        data = {"custom_id": custom_id, "components": fill_in(shown.modal, fields, resolver)}
        if resolver.resolved:
            data["resolved"] = resolver.resolved
        del self.modals[(person.id, custom_id)]
        source = self.world.messages[channel.id].get(shown.source_message_id or 0)
        return await self._send(InteractionType.MODAL_SUBMIT, person, channel, data, source)

    async def _send_component(
        self, person: User, channel: Channel, message: Message, data: dict[str, Any]
    ) -> dict[str, Any]:
        kind = InteractionType.MESSAGE_COMPONENT
        return await self._send(kind, person, channel, data, message)

    # ------------------------------------------------- sending and waiting

    async def _send(
        self,
        kind: InteractionType,
        person: User,
        channel: Channel,
        data: dict[str, Any],
        source: Message | None = None,
    ) -> dict[str, Any]:
        record, payload = base_payload(
            self.world,
            type=int(kind),
            channel_id=channel.id,
            guild_id=channel.guild_id,
            user_id=person.id,
            data=data,
        )
        if kind == InteractionType.APPLICATION_COMMAND:
            record.command_name = _full_name(data)
        payload["attachment_size_limit"] = ATTACHMENT_SIZE_LIMIT
        owners = payload["authorizing_integration_owners"]
        if not self.world.is_installed(channel.guild_id):
            owners[USER_INSTALL] = str(person.id)
            self.world.external.add(record.id)
        elif channel.guild_id is not None:
            owners[GUILD_INSTALL] = str(channel.guild_id)
        payload["locale"] = self.locales.get(person.id, self.world.locale)
        if "guild_locale" in payload:
            payload["guild_locale"] = self.world.locale
        if source is not None:
            record.source_message_id = source.id
            payload["message"] = self.world.message_for(source, None)
        pending = PendingInteraction(record, person)
        scopes = {self._scope_of(channel.id), person.id}
        self.pending[record.id] = pending
        for scope in scopes:
            self.pending_by_scope.setdefault(scope, set()).add(pending)
        try:
            if (broken := self.faults.schedule.gateway_fault()) is not None:
                self.faults.gateway.break_connections(broken)
            fault = self.faults.take_interaction_fault()
            if fault == "late":
                record.initial_response_deadline = self.world.now_iso()
            self.world.emit("INTERACTION_CREATE", payload)
            if fault == "repeat":
                self.world.emit("INTERACTION_CREATE", payload)
            return await self._wait_for_response(pending)
        finally:
            del self.pending[record.id]
            for scope in scopes:
                self.pending_by_scope[scope].discard(pending)

    async def _wait_for_response(self, pending: PendingInteraction) -> dict[str, Any]:
        record, person = pending.record, pending.person
        await asyncio.wait((pending.first,), timeout=self.world.seconds_to_respond(record))
        if not pending.first.done():
            return _result(messages=self._visible_changes(pending))
        answered = RESPONSE_KINDS.get(record.response_kind, str(record.response_kind))
        in_ms = round((pending.first.result() - pending.started) * 1000, 1)
        if record.deferred:
            patience = DEFERRED_PATIENCE * self.world.response_seconds
            await asyncio.wait((pending.complete,), timeout=patience)
            answered = "deferred" if pending.complete.done() else "pending"
        if record.modal is not None:
            record.modal = drop_nulls(record.modal)
            self.modals[(person.id, record.modal["custom_id"])] = record
        return _result(
            answered,
            in_ms,
            record.modal,
            record.autocomplete_choices,
            self._visible_changes(pending),
        )

    def _visible_changes(self, pending: PendingInteraction) -> list[dict[str, Any]]:
        """Return the changed messages that exist and that this person can see, oldest first."""
        person_id = pending.person.id
        existing = [
            message
            for _, message in sorted(pending.changed.items())
            if message.id in self.world.messages.get(message.channel_id, {})
        ]
        return [
            self.world.message_for(message, person_id)
            for message in existing
            if self.world.can_see(person_id, message)
        ]


ACTIONS = {
    "say": People.say,
    "slash": People.slash,
    "autocomplete": People.autocomplete,
    "press": People.press,
    "choose": People.choose,
    "submit": People.submit,
}


def _result(
    answered: str | None = None,
    in_ms: float | None = None,
    modal: dict[str, Any] | None = None,
    choices: list[dict[str, Any]] | None = None,
    messages: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    return {
        "answered": answered,
        "in_ms": in_ms,
        "modal": modal,
        "choices": choices,
        "messages": messages or [],
    }


def _full_name(data: dict[str, Any]) -> str:
    """Return a command's full name, such as "game new", from an interaction's data."""
    names, options = [data["name"]], data.get("options") or []
    while options and options[0]["type"] in SUBCOMMANDS:
        names.append(options[0]["name"])
        options = options[0].get("options") or []
    return " ".join(names)


def _dict_field(request: dict[str, Any], key: str) -> dict[str, Any]:
    value = request.get(key) or {}
    if not isinstance(value, dict):
        raise UserError(f'"{key}" is an object.')
    return value


def _find_component(
    message: Message, kinds: tuple[int, ...], request: dict[str, Any]
) -> dict[str, Any]:
    """Return the enabled component of these kinds with the requested custom_id or label."""
    key = "custom_id" if "custom_id" in request else "label"
    wanted = request.get(key)
    if wanted is None:
        raise UserError('A component is named by "custom_id" or by "label".')
    every = (c for c in walk_components(message.components) if c.get("type") in kinds)
    found = [c for c in every if c.get(key) == wanted]
    if not found:
        raise UserError(f"The message has no such component: {wanted}.")
    if len(found) > 1:
        raise UserError(f"The message has {len(found)} components like that: {wanted}.")
    if found[0].get("disabled"):
        raise UserError(f"The component {wanted} is disabled.")
    return found[0]
