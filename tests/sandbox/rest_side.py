"""The loopback's REST interface without a server."""

from __future__ import annotations

import datetime
from typing import Any

from sandbox.app import Sandbox
from sandbox.world import DiscordWorld

COMMAND, PRESS, TYPING, FORM = 2, 3, 4, 5  # kinds of interactions


class RestSide:
    """A sandbox's REST side in this process, with one interaction of Beren's on its way: a
    command, or another kind."""

    def __init__(self, kind: int = COMMAND) -> None:
        self.sandbox = Sandbox(DiscordWorld("http://127.0.0.1:1"))
        self.world = self.sandbox.world
        self.channel = self.world.guild.channel_ids[0]
        self.record = self.interaction(kind)

    def interaction(self, kind: int) -> Any:
        """Let Beren cause an interaction."""
        beren = self.world.people["beren"]
        return self.world.new_interaction(kind, self.channel, beren.id, self.world.guild.id)

    def places(self) -> dict[str, object]:
        """Return the ids that paths may name, all of them new."""
        command, typing = self.interaction(COMMAND), self.interaction(TYPING)
        card, other = (self.post("a card") for _ in range(2))
        thread = {"name": "thread", "type": 11}
        path = f"/channels/{self.channel}/threads"
        _, opened = self.sandbox.rest.serve("POST", path, thread, [], {})
        return {
            "id": command.id,
            "token": command.token,
            "app": self.world.application_id,
            "typed": typing.id,
            "typed_token": typing.token,
            "channel": self.channel,
            "message": card,
            "other": other,
            "thread": opened["id"],
        }

    def post(self, content: str) -> int:
        """Post a message of the bot's; return its id."""
        return int(self.world.create_message(self.channel, self.world.bot_user.id, content).id)

    def rest(self, method: str, path: str, body: Any) -> tuple[int, int]:
        path = path.format(
            id=self.record.id, token=self.record.token, app=self.world.application_id
        )
        status, answer = self.sandbox.rest.serve(method, path, body, [], {})
        return status, answer.get("code", 0) if isinstance(answer, dict) else 0

    def press_on_a_message(self) -> int:
        """Let the interaction come from a message of the bot's; return its id."""
        self.record.source_message_id = self.post("a card")
        return self.record.source_message_id

    def messages(self) -> dict[int, str]:
        """Return what the channel shows."""
        return {n: each.content for n, each in self.world.messages[self.channel].items()}

    def later(self, **passed: float) -> None:
        """Move the interaction's deadlines back by this long."""
        past = datetime.timedelta(**passed)
        for name in ("expires_at", "initial_response_deadline"):
            moved = datetime.datetime.fromisoformat(getattr(self.record, name)) - past
            setattr(self.record, name, moved.isoformat())
