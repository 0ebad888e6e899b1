"""Scripted users: what people do, sent to the bot as Discord would, and what comes of it."""

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
from .modals import picked, submitted
from .options import SUBCOMMANDS, Resolver, command_data
from .world import ATTACHMENT_SIZE_LIMIT, World, without_nulls

FIRST_ANSWER = 3.0  # seconds until "the application did not respond"
DEFERRED_ANSWER = 15.0  # seconds that a deferral is waited for
LATE = 3.2  # when a late interaction reaches the bot
ANSWERS = {"deferred_update": "deferred"}  # SimCord tells the two deferrals apart


class Waiting:
    """One interaction on its way: the bot's answer and the messages that changed meanwhile."""

    def __init__(self, record: Interaction, person: User) -> None:
        loop = asyncio.get_running_loop()
        self.record, self.person = record, person
        self.started = loop.time()
        self.first: asyncio.Future[float] = loop.create_future()
        self.complete: asyncio.Future[None] = loop.create_future()
        self.changed: dict[int, Message] = {}

    def acknowledged(self) -> None:
        if not self.first.done():
            self.first.set_result(asyncio.get_running_loop().time())

    def completed(self) -> None:
        if self.first.done() and not self.complete.done():
            self.complete.set_result(None)

    def saw(self, message: Message, bot_id: int) -> None:
        self.changed[message.id] = message
        # After "deferred update" a bot may answer by an ordinary edit or message as well.
        record = self.record
        quiet = record.responded and record.response_kind == "deferred_update"
        if quiet and message.channel_id == record.channel_id and message.author_id == bot_id:
            self.completed()


class People:
    """What the people of the world can do; every method answers as POST /user does."""

    def __init__(self, world: World, faults: Faults) -> None:
        self.world, self.faults = world, faults
        self.waiting: dict[int, Waiting] = {}
        self.by_place: dict[int, set[Waiting]] = {}
        self.modals: dict[tuple[int, str], Interaction] = {}
        world.watchers.append(self.hear)

    # ------------------------------------------------------------- listening

    def hear(self, what: str, subject: Any) -> None:
        if what == "acknowledged" and subject.id in self.waiting:
            self.waiting[subject.id].acknowledged()
        elif what == "completed" and subject.id in self.waiting:
            self.waiting[subject.id].completed()
        elif what == "message":
            for waiting in tuple(self.by_place.get(self._place(subject.channel_id), ())):
                waiting.saw(subject, self.world.bot_user.id)

    def _place(self, channel_id: int) -> int:
        """Where a message is looked for: a channel with its threads, or a person's DM."""
        channel = self.world.channels[channel_id]
        if channel.recipient_ids:
            return channel.recipient_ids[0]
        return self.world.root_of(channel)

    # ----------------------------------------------------------- what is done

    async def do(self, wish: dict[str, Any]) -> dict[str, Any]:
        """One order in the shape of POST /user. Errors: UserError with a sentence."""
        person = self.person(wish.get("as"))
        action = ACTIONS.get(wish.get("do"))
        if action is None:
            raise UserError(f'"do" is one of: {", ".join(ACTIONS)}.')
        try:
            return await action(self, person, wish)
        except BackendError as refused:
            raise UserError(f"{person.name} cannot do that: {refused.message}.") from None

    def person(self, name: Any) -> User:
        """A person by name or id."""
        text = str(name or "").casefold()
        if text in self.world.people:
            return self.world.people[text]
        for user in self.world.people.values():
            if text == str(user.id):
                return user
        raise UserError(f"There is no person called {name}.")

    def channel(self, person: User, wanted: Any) -> Channel:
        """A channel by id or name, if this person can read it."""
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

    async def say(self, person: User, wish: dict[str, Any]) -> dict[str, Any]:
        channel = self.channel(person, wish.get("channel"))
        text = wish.get("text")
        if not isinstance(text, str) or not text.strip() or len(text) > 2000:
            raise UserError('"text" has 1 to 2000 characters.')
        needed = "send_messages_in_threads" if channel.is_thread else "send_messages"
        self.world.require_permissions(channel.guild_id, person.id, channel.id, needed)
        said = self.world.create_message(channel.id, person.id, text)
        return _result(messages=[self.world.message_for(said, person.id)])

    async def slash(self, person: User, wish: dict[str, Any]) -> dict[str, Any]:
        channel = self.channel(person, wish.get("channel"))
        command, values = str(wish.get("command") or ""), _object(wish, "options")
        data = command_data(self.world, person, channel.id, command, values)
        return await self._send(InteractionType.APPLICATION_COMMAND, person, channel, data)

    async def autocomplete(self, person: User, wish: dict[str, Any]) -> dict[str, Any]:
        channel = self.channel(person, wish.get("channel"))
        command, values = str(wish.get("command") or ""), _object(wish, "options")
        focused = str(wish.get("focused") or "")
        data = command_data(self.world, person, channel.id, command, values, focused)
        kind = InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE
        return await self._send(kind, person, channel, data)

    async def press(self, person: User, wish: dict[str, Any]) -> dict[str, Any]:
        channel = self.channel(person, wish.get("channel"))
        message = self.message(person, channel, wish.get("message"))
        button = _component(message, (ComponentType.BUTTON,), wish)
        if "custom_id" not in button:
            raise UserError("That button is a link; pressing it tells the bot nothing.")
        data = {"custom_id": button["custom_id"], "component_type": 2, "id": button.get("id", 0)}
        return await self._component(person, channel, message, data)

    async def choose(self, person: User, wish: dict[str, Any]) -> dict[str, Any]:
        channel = self.channel(person, wish.get("channel"))
        message = self.message(person, channel, wish.get("message"))
        select = _component(message, SELECT_TYPES, wish)
        values = wish.get("values")
        if not isinstance(values, list):
            raise UserError('"values" is a list.')
        resolver = Resolver(self.world, person, channel.id)
        least, most = select.get("min_values", 1), select.get("max_values", 1)
        data = {
            "custom_id": select["custom_id"],
            "component_type": select["type"],
            "id": select.get("id", 0),
            "values": picked(select, values, resolver, least, most),
        }
        if resolver.resolved:
            data["resolved"] = resolver.resolved
        return await self._component(person, channel, message, data)

    async def submit(self, person: User, wish: dict[str, Any]) -> dict[str, Any]:
        custom_id, fields = str(wish.get("custom_id") or ""), _object(wish, "fields")
        shown = self.modals.get((person.id, custom_id))
        if shown is None:
            raise UserError(f"{person.name} has no form {custom_id} open.")
        channel = self.channel(person, shown.channel_id)
        resolver = Resolver(self.world, person, channel.id)
        data = {
            "custom_id": custom_id,
            "components": submitted(shown.modal, fields, resolver),
        }
        if resolver.resolved:
            data["resolved"] = resolver.resolved
        del self.modals[(person.id, custom_id)]
        source = self.world.messages[channel.id].get(shown.source_message_id or 0)
        return await self._send(InteractionType.MODAL_SUBMIT, person, channel, data, source)

    async def _component(
        self, person: User, channel: Channel, message: Message, data: dict[str, Any]
    ) -> dict[str, Any]:
        kind = InteractionType.MESSAGE_COMPONENT
        return await self._send(kind, person, channel, data, message)

    # ------------------------------------------------------ asking and waiting

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
        if source is not None:
            record.source_message_id = source.id
            payload["message"] = self.world.message_for(source, None)
        waiting = Waiting(record, person)
        places = {self._place(channel.id), person.id}
        self.waiting[record.id] = waiting
        for place in places:
            self.by_place.setdefault(place, set()).add(waiting)
        try:
            self._deliver(payload)
            return await self._answer(waiting)
        finally:
            del self.waiting[record.id]
            for place in places:
                self.by_place[place].discard(waiting)

    def _deliver(self, payload: dict[str, Any]) -> None:
        fault = self.faults.next_interaction()
        if fault == "late":
            later = asyncio.get_running_loop().call_later
            later(LATE, self.world.emit, "INTERACTION_CREATE", payload)
            return
        self.world.emit("INTERACTION_CREATE", payload)
        if fault == "repeat":
            self.world.emit("INTERACTION_CREATE", payload)

    async def _answer(self, waiting: Waiting) -> dict[str, Any]:
        record, person = waiting.record, waiting.person
        await asyncio.wait((waiting.first,), timeout=FIRST_ANSWER)
        if not waiting.first.done():
            return _result(messages=self._seen(waiting))
        answered = ANSWERS.get(record.response_kind, str(record.response_kind))
        in_ms = round((waiting.first.result() - waiting.started) * 1000, 1)
        if record.deferred:
            await asyncio.wait((waiting.complete,), timeout=DEFERRED_ANSWER)
            answered = "deferred"
        if record.modal is not None:
            record.modal = without_nulls(record.modal)
            self.modals[(person.id, record.modal["custom_id"])] = record
        return _result(
            answered, in_ms, record.modal, record.autocomplete_choices, self._seen(waiting)
        )

    def _seen(self, waiting: Waiting) -> list[dict[str, Any]]:
        """The changed messages that still stand and that this person can see, oldest first."""
        person_id = waiting.person.id
        standing = [
            message
            for _, message in sorted(waiting.changed.items())
            if message.id in self.world.messages.get(message.channel_id, {})
        ]
        return [
            self.world.message_for(message, person_id)
            for message in standing
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
    """ "game new" from a command's data: its name and those of its subcommands."""
    names, options = [data["name"]], data.get("options") or []
    while options and options[0]["type"] in SUBCOMMANDS:
        names.append(options[0]["name"])
        options = options[0].get("options") or []
    return " ".join(names)


def _object(wish: dict[str, Any], key: str) -> dict[str, Any]:
    value = wish.get(key) or {}
    if not isinstance(value, dict):
        raise UserError(f'"{key}" is an object.')
    return value


def _component(message: Message, kinds: tuple[int, ...], wish: dict[str, Any]) -> dict[str, Any]:
    """The one component of these kinds with the wished custom_id or label, if it is enabled."""
    key = "custom_id" if "custom_id" in wish else "label"
    wanted = wish.get(key)
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
