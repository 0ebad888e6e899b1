"""Discord's REST interface: authorisation, checks, and dispatch to SimCord."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import Counter
from typing import Any

import discord
import msgspec
from aiohttp import web
from simcord.backend.errors import BackendError, SetupError
from simcord.http import router

from . import limits
from .faults import Faults
from .json_codec import json_response
from .openapi import NO_SUCH_PATH, OpenApi
from .rate_limits import RequestLimits
from .routes import OWN_ROUTES
from .schedule import FailedRequest
from .sizes import Sizes
from .uploads import Upload, read_body
from .world import DiscordWorld

log = logging.getLogger(__name__)

PREFIX = re.compile(r"^/api/v\d+")
TOKEN_PATH = re.compile(r"/webhooks/\d+/([^/]+)(/messages/[^/]+)?")
CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback")
MESSAGE = re.compile(r"/channels/(\d+)/messages(?:/(\d+))?")
COMMANDS = re.compile(r"/applications/\d+/(guilds/\d+/)?commands")
THREAD = re.compile(r"/channels/\d+(/messages/\d+)?/threads")
AUTOCOMPLETE_RESULT = 8
MAX_REQUEST = 25 * 2**20
MAX_VIOLATIONS = 1000
MAX_EXTERNAL_FOLLOW_UPS = 5
EPHEMERAL = 1 << 6


class Rest:
    """The handler of everything below /api/v10."""

    def __init__(
        self, world: DiscordWorld, faults: Faults, openapi: OpenApi, rate_limits: RequestLimits
    ) -> None:
        self.world, self.faults, self.openapi = world, faults, openapi
        self.rate_limits = rate_limits
        self.sizes = Sizes()
        self.violations: list[dict[str, str]] = []
        self.follow_ups: Counter[int] = Counter()  # by interaction, where the bot is not in

    async def handle(self, request: web.Request) -> web.Response:
        if self.rate_limits.is_banned():  # by Cloudflare, which speaks no JSON
            return web.Response(status=429, text="error code: 1015")
        answer = await self._handle(request, PREFIX.sub("", request.path))
        self.rate_limits.note_answer(answer.status)
        return answer

    async def _handle(self, request: web.Request, path: str) -> web.Response:
        verdict = self.rate_limits.check(request.method, path, self._message_age(path))
        headers = {"Via": "1.1 sandbox", **verdict.headers}  # discord.py ignores a 429 without Via
        if verdict.retry_after is not None:
            return json_response(verdict.body(), 429, headers)
        if not request.headers.get("User-Agent"):
            return json_response({"message": "internal network error", "code": 40333}, 403, headers)
        if not _authorised(request, path, self.world.token):
            return json_response({"message": "401: Unauthorized", "code": 0}, 401, headers)
        if (request.content_length or 0) > MAX_REQUEST:
            return json_response(limits.too_large().to_json(), 413, headers)
        try:
            body, files = await read_body(request)
        except (ValueError, msgspec.DecodeError) as broken:
            return json_response({"message": f"Not JSON: {broken}", "code": 50109}, 400, headers)
        if (fault := self.faults.take_rest_fault(request.method, path)) is not None:
            return _refused(fault, headers)
        return await self._answer(request, path, body, files, headers)

    async def _answer(
        self,
        request: web.Request,
        path: str,
        body: Any,
        files: list[Upload],
        headers: dict[str, str],
    ) -> web.Response:
        """Serve a request as the schedule of faults wants it."""
        schedule, method = self.faults.schedule, request.method
        if delay := schedule.delay():
            await asyncio.sleep(delay)
        refusal = schedule.refusal(method, path)
        if refusal is not None and not refusal.is_done:
            return _refused(refusal, headers)
        if files and schedule.refuses_picture(method, path, body):
            wrong = limits.invalid("components", "The picture cannot be taken.")
            return json_response(wrong.to_json(), wrong.status, headers)
        reason = request.headers.get("X-Audit-Log-Reason")
        status, result = self.serve(method, path, body, files, dict(request.query), reason=reason)
        if refusal is not None:
            return _refused(refusal, headers)
        if result is None:
            return web.Response(status=204, headers=headers)
        return json_response(result, status, headers)

    def serve(
        self,
        method: str,
        path: str,
        body: Any,
        files: list[Upload],
        query: dict[str, str],
        reason: str | None = None,
    ) -> tuple[int, Any]:
        """Return status and body for a request; a body of None is a 204."""
        try:
            self._check_openapi(method, path, body)
            self._check_limits(method, path, body, files)
            self._restrict_external(method, path, body)
            result = self._dispatch(
                method, path, body=body, files=files, query=query, reason=reason
            )
        except BackendError as refused:
            return refused.status, refused.to_json()
        except (KeyError, TypeError, ValueError, AttributeError, SetupError) as bad:
            # SimCord reads known fields without checking them: such a body is the client's error.
            log.info("%s %s: %r", method, path, bad)
            wrong = BackendError(400, 50035, f"Invalid Form Body: {type(bad).__name__}: {bad}")
            return 400, wrong.to_json()
        except Exception as broken:
            log.exception("%s %s", method, path)
            return 500, {"message": f"The sandbox failed: {broken!r}", "code": 0}
        self._notify_pending(method, path)
        return 200, self.world.present(result)

    def _message_age(self, path: str) -> float:
        """Return the age in seconds of the message that a path names; 0 when it names none."""
        match = MESSAGE.fullmatch(path)
        if match is None or match.group(2) is None:
            return 0.0
        return self.world.age_of(int(match.group(1)), int(match.group(2)))

    def _check_openapi(self, method: str, path: str, body: Any) -> None:
        problem = self.openapi.find_problem(method, path, body)
        if problem is None:
            return
        shown = _redact_token(f"{method} {path}")
        if len(self.violations) < MAX_VIOLATIONS:
            self.violations.append({"request": shown, "problem": problem})
        log.warning("Against Discord's description: %s: %s", shown, problem)
        if problem == NO_SUCH_PATH:
            raise BackendError(404, 0, "404: Not Found")
        raise BackendError(400, 50035, f"Invalid Form Body: {problem}")

    def _check_limits(self, method: str, path: str, body: Any, files: list[Upload]) -> None:
        if method == "PUT" and COMMANDS.fullmatch(path):
            limits.check_commands(body)
        if not isinstance(body, dict):
            return
        if match := CALLBACK.fullmatch(path):
            if record := self.world.interactions.get(int(match.group(1))):
                limits.check_callback(record, body.get("type"))
            data = body.get("data") or {}
            if body.get("type") == AUTOCOMPLETE_RESULT:
                limits.check_choices(data.get("choices"))
            else:
                limits.check_message(data, files, "data.")
                self.sizes.record(data, files)
        elif MESSAGE.fullmatch(path) or TOKEN_PATH.fullmatch(path):
            limits.check_message(body, files)
            self.sizes.record(body, files)
        elif THREAD.fullmatch(path) or method == "PATCH":
            limits.check_thread(body)

    def _restrict_external(self, method: str, path: str, body: Any) -> None:
        """Hold the limits of an answer in a server that the bot is not in: few follow-ups, and
        private ones where the person may not use external apps."""
        match = CALLBACK.fullmatch(path) or TOKEN_PATH.fullmatch(path)
        if match is None or method != "POST" or not isinstance(body, dict):
            return
        key = match.group(1)
        record_id = int(key) if CALLBACK.fullmatch(path) else self.world.interaction_tokens.get(key)
        if record_id not in self.world.external:
            return
        record = self.world.interactions[record_id]
        if TOKEN_PATH.fullmatch(path):
            self.follow_ups[record_id] += 1
            if self.follow_ups[record_id] > MAX_EXTERNAL_FOLLOW_UPS:
                raise BackendError(400, 40094, "Maximum number of follow-up messages reached")
        allowed = self.world.compute_permissions(record.guild_id, record.user_id, record.channel_id)
        if not discord.Permissions(allowed).use_external_apps:
            message = body.setdefault("data", {}) if CALLBACK.fullmatch(path) else body
            message["flags"] = int(message.get("flags") or 0) | EPHEMERAL

    def _dispatch(
        self,
        method: str,
        path: str,
        body: Any,
        files: list[Upload],
        query: dict[str, str],
        reason: str | None,
    ) -> Any:
        for own_method, pattern, handler in OWN_ROUTES:
            if own_method == method and (match := pattern.fullmatch(path)):
                ids = [int(piece) for piece in match.groups()]
                return handler(self.world, *ids, body=body or {}, files=files, query=query)
        return router.dispatch(
            self.world, method, path, json=body, params=query, files=files, reason=reason
        )

    def _notify_pending(self, method: str, path: str) -> None:
        """Notify the watchers that an interaction was answered."""
        if match := CALLBACK.fullmatch(path):
            self.world.notify("acknowledged", self.world.interactions[int(match.group(1))])
        elif method != "GET" and (match := TOKEN_PATH.fullmatch(path)):
            interaction_id = self.world.interaction_tokens.get(match.group(1))
            if interaction_id is not None:
                self.world.notify("completed", self.world.interactions[interaction_id])


def _refused(refusal: FailedRequest, headers: dict[str, str]) -> web.Response:
    body, extra = refusal.response()
    return json_response(body, refusal.status, headers | extra)


def _authorised(request: web.Request, path: str, token: str) -> bool:
    """Accept callbacks and follow-ups, which have a token of their own, and the bot's token."""
    if CALLBACK.fullmatch(path) or TOKEN_PATH.fullmatch(path):
        return True
    return request.headers.get("Authorization") == f"Bot {token}"


def _redact_token(request: str) -> str:
    return re.sub(r"(/(?:webhooks|interactions)/\d+)/[^/]+", r"\1/TOKEN", request)
