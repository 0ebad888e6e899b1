"""Faults on demand: refused requests, a failing gateway, late or repeated interactions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .errors import UserError
from .world import World

GATEWAY_FAULTS = ("drop", "reconnect", "invalid-session")
INTERACTION_FAULTS = ("repeat", "late")


@dataclass
class RestFault:
    """One refusal: the next `times` requests that match get `status`."""

    method: str
    path: re.Pattern[str]
    status: int
    times: int
    retry_after: float
    everywhere: bool

    def response(self) -> tuple[dict[str, Any], dict[str, str]]:
        """Discord's body and headers for this status; a 429 says how long to wait."""
        if self.status != 429:
            return {"message": "A fault of the sandbox", "code": 0}, {}
        body = {
            "message": "You are being rate limited.",
            "retry_after": self.retry_after,
            "global": self.everywhere,
        }
        headers = {
            "Retry-After": str(self.retry_after),
            "X-RateLimit-Scope": "global" if self.everywhere else "user",
        }
        if self.everywhere:
            headers["X-RateLimit-Global"] = "true"
        else:
            headers |= {"X-RateLimit-Remaining": "0"}
            headers |= {"X-RateLimit-Reset-After": str(self.retry_after)}
        return body, headers


def glob(pattern: str) -> re.Pattern[str]:
    """`*` is anything within one part of a path, `**` anything at all."""
    pieces = re.split(r"(\*\*|\*)", pattern)
    translated = {"**": ".*", "*": "[^/]*"}
    return re.compile("".join(translated.get(piece) or re.escape(piece) for piece in pieces))


class Faults:
    """What shall go wrong next; filled by POST /faults, read by the REST side and by people."""

    def __init__(self, world: World, gateway: Any) -> None:
        self.world = world
        self.gateway = gateway
        self.rest: list[RestFault] = []
        self.interaction: str | None = None

    def order(self, wish: dict[str, Any]) -> None:
        """Take one order in the shape of POST /faults. Errors: UserError, nothing changed."""
        if "match" in wish:
            self.rest.append(self._rest_fault(wish))
        elif "gateway" in wish:
            self.gateway.fail(_one_of("gateway", wish["gateway"], GATEWAY_FAULTS))
        elif "interaction" in wish:
            self.interaction = _one_of("interaction", wish["interaction"], INTERACTION_FAULTS)
        elif "remove" in wish:
            self._remove(_one_of("remove", wish["remove"], ("message", "channel")), wish.get("id"))
        else:
            raise UserError('A fault needs one of "match", "gateway", "interaction", "remove".')

    def _rest_fault(self, wish: dict[str, Any]) -> RestFault:
        method, _, path = str(wish["match"]).partition(" ")
        status, times = wish.get("status", 500), wish.get("times", 1)
        retry_after = wish.get("retry_after", 0.3)
        if not path.startswith("/"):
            raise UserError('"match" is a method and a path, such as "POST /channels/*/messages".')
        if type(status) is not int or not 400 <= status <= 599:
            raise UserError('"status" is an error status between 400 and 599.')
        if type(times) is not int or times < 1:
            raise UserError('"times" is a whole number of at least 1.')
        if not isinstance(retry_after, int | float) or retry_after <= 0:
            raise UserError('"retry_after" is a number of seconds above 0.')
        path = re.sub(r"^/api/v\d+", "", path)
        everywhere = bool(wish.get("global", False))
        return RestFault(method.upper(), glob(path), status, times, float(retry_after), everywhere)

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

    def refuses(self, method: str, path: str) -> RestFault | None:
        """The fault that this request meets, counted down."""
        for fault in self.rest:
            if fault.method in (method, "*") and fault.path.fullmatch(path):
                fault.times -= 1
                if fault.times == 0:
                    self.rest.remove(fault)
                return fault
        return None

    def next_interaction(self) -> str | None:
        fault, self.interaction = self.interaction, None
        return fault


def _one_of(key: str, value: Any, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise UserError(f'"{key}" is one of: {", ".join(allowed)}.')
    return value
