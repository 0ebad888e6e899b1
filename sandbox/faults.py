"""Injected faults: refused requests, lost connections, late or repeated interactions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .errors import UserError
from .limits import MAX_SLOWMODE
from .schedule import FailedRequest, FaultSchedule
from .world import DiscordWorld

GATEWAY_FAULTS = ("drop", "reconnect", "invalid-session", "reset-token")
SERVER_FAULTS = ("outage", "back", "remove the bot", "invite the bot")
INTERACTION_FAULTS = ("repeat", "late")


@dataclass(kw_only=True)
class RestFault(FailedRequest):
    """A refusal of the next `times` requests that match."""

    method: str
    path: re.Pattern[str]
    times: int


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """Compile a path pattern: `*` matches within one part of a path, `**` anything."""
    pieces = re.split(r"(\*\*|\*)", pattern)
    translated = {"**": ".*", "*": "[^/]*"}
    return re.compile("".join(translated.get(piece) or re.escape(piece) for piece in pieces))


class Faults:
    """The faults still to be injected: added by POST /faults, taken by `Rest` and `People`."""

    def __init__(self, world: DiscordWorld, gateway: Any, schedule: FaultSchedule) -> None:
        self.world = world
        self.gateway = gateway
        self.schedule = schedule
        self.rest: list[RestFault] = []
        self.interaction: str | None = None

    def add(self, request: dict[str, Any]) -> None:
        """Add a fault in the shape of POST /faults.

        Raises:
            UserError: nothing has changed then.
        """
        if "match" in request:
            self.rest.append(self._rest_fault(request))
        elif "gateway" in request:
            self.gateway.break_connections(
                _require_one_of("gateway", request["gateway"], GATEWAY_FAULTS)
            )
        elif "interaction" in request:
            self.interaction = _require_one_of(
                "interaction", request["interaction"], INTERACTION_FAULTS
            )
        elif "server" in request:
            self._change_server(request)
        elif "deny" in request:
            self.world.deny(self._channel(request.get("channel")), list(request["deny"]))
        elif "slowmode" in request:
            seconds = request["slowmode"]
            if type(seconds) is not int or not 0 <= seconds <= MAX_SLOWMODE:
                raise UserError(f'"slowmode" is a number of seconds up to {MAX_SLOWMODE}.')
            self.world.set_slowmode(self._channel(request.get("channel")), seconds)
        elif "archive" in request:
            self.world.archive(self._channel(request["archive"]))
        elif "private_thread" in request:
            self._open_private_thread(request)
        elif "remove" in request:
            self._remove(
                _require_one_of("remove", request["remove"], ("message", "channel")),
                request.get("id"),
            )
        else:
            raise UserError(
                'A fault needs one of "match", "gateway", "interaction", "server", "deny",'
                ' "slowmode", "archive", "private_thread", "remove".'
            )

    def _rest_fault(self, request: dict[str, Any]) -> RestFault:
        method, _, path = str(request["match"]).partition(" ")
        status, times = request.get("status", 500), request.get("times", 1)
        retry_after = request.get("retry_after", 0.3)
        code = request.get("code", 0)
        if type(code) is not int or code < 0:
            raise UserError('"code" is one of Discord\'s error codes, a whole number.')
        if not path.startswith("/"):
            raise UserError('"match" is a method and a path, such as "POST /channels/*/messages".')
        if type(status) is not int or not 400 <= status <= 599:
            raise UserError('"status" is an error status between 400 and 599.')
        if type(times) is not int or times < 1:
            raise UserError('"times" is a whole number of at least 1.')
        if not isinstance(retry_after, int | float) or retry_after <= 0:
            raise UserError('"retry_after" is a number of seconds above 0.')
        path = re.sub(r"^/api/v\d+", "", path)
        is_global = bool(request.get("global", False))
        return RestFault(
            method=method.upper(),
            path=compile_pattern(path),
            status=status,
            times=times,
            retry_after=float(retry_after),
            is_global=is_global,
            code=code,
        )

    def _change_server(self, request: dict[str, Any]) -> None:
        """Let a server have an outage or come back, or remove the bot from it or invite it."""
        change = _require_one_of("server", request["server"], SERVER_FAULTS)
        server = request.get("id")
        if not str(server).isdecimal() or int(server) not in self.world.guilds:
            raise UserError(f"There is no server {server}.")
        if change == "remove the bot":
            self.world.remove_bot(int(server))
        elif change == "invite the bot":
            self.world.invite_bot(int(server))
        else:
            self.world.set_available(int(server), change == "back")

    def _open_private_thread(self, request: dict[str, Any]) -> None:
        """Let the first of the people open a private thread for the others and the bot."""
        named = [self.world.people.get(str(each).casefold()) for each in request["private_thread"]]
        people = [person.id for person in named if person is not None]
        if not people or len(people) < len(named):
            raise UserError('"private_thread" is a list of people.')
        name = str(request.get("name") or "private thread")
        self.world.open_private_thread(self._channel(request.get("channel")), name, people)

    def _channel(self, wanted: Any) -> int:
        if not str(wanted).isdecimal() or int(wanted) not in self.world.channels:
            raise UserError(f"There is no channel {wanted}.")
        return int(wanted)

    def _remove(self, kind: str, wanted: Any) -> None:
        if not str(wanted).isdecimal():
            raise UserError('"id" is the id of what to remove.')
        target = int(wanted)
        if kind == "channel":
            if target not in self.world.channels:
                raise UserError(f"There is no channel {target}.")
            self.world.delete_channel(target)
            return
        for channel_id, messages in self.world.messages.items():
            if target in messages:
                self.world.delete_message(channel_id, target)
                return
        raise UserError(f"There is no message {target}.")

    def take_rest_fault(self, method: str, path: str) -> RestFault | None:
        """Return the fault for this request, if any, and count it down."""
        for fault in self.rest:
            if fault.method in (method, "*") and fault.path.fullmatch(path):
                fault.times -= 1
                if fault.times == 0:
                    self.rest.remove(fault)
                return fault
        return None

    def take_interaction_fault(self) -> str | None:
        fault, self.interaction = self.interaction, None
        return fault or self.schedule.interaction_fault()


def _require_one_of(key: str, value: Any, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise UserError(f'"{key}" is one of: {", ".join(allowed)}.')
    return value
