"""The simulated Discord: one guild with its people and channels, kept in memory.

State and its checks are SimCord's (internals of the pinned version). This module runs them on the
real clock, limits their memory for long runs, and notifies watchers of changes.
"""

from __future__ import annotations

import datetime
import secrets
import struct
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from typing import Any

import discord
from simcord._clock import Clock
from simcord.backend import Backend, serializers
from simcord.backend.access import channel_accessible
from simcord.backend.cdn import CdnStore
from simcord.backend.errors import BackendError, unknown_webhook
from simcord.backend.models import Channel, Interaction, Message, Overwrite, User
from simcord.enums import ChannelType, OverwriteType

from .daily_limit import DAY, DailyLimit
from .payloads import Signer

PEOPLE = ("Thingol", "Beren", "Luthien", "Finrod", "Curufin")
MANAGER = "Thingol"
CHANNELS = ("tavern", "barrow-downs", "dungeon-gate")
READ_ONLY_CHANNEL = "sealed-hall"
OTHER_CHANNELS = {  # with the option `kinds`
    "heralds": ChannelType.NEWS,
    "council": ChannelType.VOICE,
    "chronicles": ChannelType.FORUM,
}
ATTACHMENT_SIZE_LIMIT = 10 * 2**20
CDN_BYTES = 512 * 2**20
SIGNED_SECONDS = DAY  # that the address of a file is good for
TOKEN = "sandbox"  # of the bot, as long as it is not reset
SESSIONS_A_DAY = 1000  # of the gateway; Discord resets the token of a bot that starts more
MAX_REACTIONS = 20  # different ones on a message
CREATIONS_A_DAY = 200  # of commands in a server, and beside these of global ones
LOADING_FLAG = 1 << 7

BOT_PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
    add_reactions=True,
    external_emojis=True,
    pin_messages=True,
    use_application_commands=True,
)
MANAGER_PERMISSIONS = discord.Permissions(
    manage_guild=True,
    manage_channels=True,
    manage_messages=True,
    manage_threads=True,
    pin_messages=True,
)

PRESENTED = ("MESSAGE_CREATE", "MESSAGE_UPDATE", "INTERACTION_CREATE")

# The changes that a watcher is called with: "message" and "gone" (Message), "acknowledged" and
# "completed" (Interaction), "channels" (None), "typing" (channel id).
Watcher = Callable[[str, Any], None]

EPOCH = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)


class RealClock(Clock):
    """The wall clock in UTC, stopped at `EPOCH` while the world is being set up.

    The same people and channels have the same ids in every run, so a bot that is started again
    finds its channels.
    """

    is_running = False

    def now(self) -> datetime.datetime:
        return datetime.datetime.now(datetime.UTC) if self.is_running else EPOCH


class Cdn(CdnStore):
    """Uploaded files; the oldest are dropped beyond `CDN_BYTES`."""

    def __init__(self, base: str) -> None:
        super().__init__()
        self.base = base
        self._blobs: OrderedDict[str, bytes] = OrderedDict()
        self._bytes = 0

    def store_attachment(
        self,
        attachment_id: int,
        channel_id: int,
        filename: str,
        data: bytes,
        description: str | None,
    ) -> dict[str, Any]:
        stored = super().store_attachment(attachment_id, channel_id, filename, data, description)
        blob = self._blobs.pop(stored["url"])
        url = f"{self.base}/attachments/{channel_id}/{attachment_id}/{filename}"
        self._blobs[url] = blob
        self._bytes += len(blob)
        while self._bytes > CDN_BYTES and len(self._blobs) > 1:
            self._bytes -= len(self._blobs.popitem(last=False)[1])
        stored["url"] = stored["proxy_url"] = url
        if size := read_image_size(data):
            stored["width"], stored["height"] = size
        if description is None:
            del stored["description"]
        return stored


def read_image_size(data: bytes) -> tuple[int, int] | None:
    """Read width and height in pixels from the header of a PNG or GIF; None for other files."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        return struct.unpack(">II", data[16:24])
    if data[:6] in (b"GIF87a", b"GIF89a") and len(data) >= 10:
        return struct.unpack("<HH", data[6:10])
    return None


def drop_nulls(value: Any) -> Any:
    """Return components as Discord does, without the fields that are null."""
    if isinstance(value, dict):
        return {key: drop_nulls(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [drop_nulls(inner) for inner in value]
    return value


class DiscordWorld(Backend):
    """One guild with its people; `base` is the sandbox's own address (http://127.0.0.1:8100)."""

    def __init__(
        self,
        base: str,
        *,
        people: int = 0,
        channels: int = 0,
        servers: int = 1,
        shards: int = 1,
        kinds: bool = False,
        response_seconds: float = 3.0,
    ) -> None:
        clock = RealClock()
        super().__init__(clock=clock)
        self.base = base
        self.locale = "en-US"  # the language of servers, and of people who chose none
        self.response_seconds = response_seconds
        self.shards = shards
        self.concurrency = 1  # sessions that may be begun at a time
        self.unavailable: set[int] = set()  # servers
        self._slowmode: dict[int, int] = {}  # seconds, by channel
        self.external: set[int] = set()  # interactions in servers that the bot is not in
        self.to_invite: set[int] = set()  # servers that the bot is about to be invited to
        self.token = TOKEN
        self.sessions = DailyLimit(SESSIONS_A_DAY)
        self.creations_a_day = CREATIONS_A_DAY
        self.creations: dict[int | None, DailyLimit] = {}  # of commands, by server; None: global
        self.cdn = Cdn(f"{base}/cdn")
        self.signer = Signer(f"{base}/cdn/attachments/", SIGNED_SECONDS)
        # SimCord keeps every event and request for its assertions; a server would run out
        # of memory.
        self.transcript = deque(maxlen=0)
        self.http_requests = deque(maxlen=0)
        self.watchers: list[Watcher] = []
        self._nonces: OrderedDict[tuple[int, str], tuple[int, float]] = OrderedDict()
        self.bot_user.name = "Leithian"
        self.application_id = self.bot_user.id
        owner = self.make_user("Melian")
        self.guild = self.create_guild("Leithian", owner_id=owner.id)
        bot_role = self.guild.roles[self.guild.members[self.bot_user.id].role_ids[0]]
        bot_role.name = self.bot_user.name
        bot_role.permissions = BOT_PERMISSIONS.value
        self._populate(people, channels)
        if kinds:
            for name, kind in OTHER_CHANNELS.items():
                self.create_channel(self.guild.id, name, type=kind, announce=False)
        for number in range(2, servers + 1):
            self._add_server(number, owner)
        clock.is_running = True

    def register_commands(
        self, guild_id: int | None, payloads: list[dict[str, Any]]
    ) -> list[dict[str, Any]]:
        """Put commands in the place of a server's, or of the global ones.

        Raises:
            BackendError: 30034, when too many were created in a day; nothing has changed then.
        """
        there = self.commands.get(guild_id, {}).keys()
        new = {(each["name"], each.get("type", 1)) for each in payloads} - there
        limit = self.creations.setdefault(guild_id, DailyLimit(self.creations_a_day))
        if not limit.spend(len(new)):
            most = (
                f"Max number of daily application command creates has been reached ({limit.most})"
            )
            raise BackendError(400, 30034, most)
        registered: list[dict[str, Any]] = super().register_commands(guild_id, payloads)
        return registered

    def set_reaction(
        self, channel_id: int, message_id: int, emoji: str, user_id: int, reacted: bool
    ) -> None:
        """Add or remove a person's reaction to a message.

        Raises:
            BackendError: 30010 for one that is one too many.
        """
        message = self.get_message(channel_id, message_id)
        is_new = reacted and message.reaction_for(emoji) is None
        if is_new and len(message.reactions) >= MAX_REACTIONS:
            reached = f"Maximum number of reactions reached ({MAX_REACTIONS})"
            raise BackendError(403, 30010, reached)
        super().set_reaction(channel_id, message_id, emoji, user_id, reacted)

    def _populate(self, people: int, channels: int) -> None:
        managers = self.create_role(
            self.guild.id, "Managers", permissions=MANAGER_PERMISSIONS.value, position=2
        )
        self.people: dict[str, User] = {}
        names = [*PEOPLE, *(f"Walker-{n}" for n in range(1, people + 1))]
        for name in names:
            user = self.make_user(name)
            self.people[name.casefold()] = user
            roles = [managers.id] if name == MANAGER else []
            self.add_member(self.guild.id, user.id, roles=roles)
        for name in (*CHANNELS, *(f"hall-{n}" for n in range(1, channels + 1))):
            self.create_channel(self.guild.id, name, announce=False)
        no_post = discord.Permissions(send_messages=True, send_messages_in_threads=True).value
        self.create_channel(
            self.guild.id,
            READ_ONLY_CHANNEL,
            overwrites=[Overwrite(self.bot_user.id, OverwriteType.MEMBER, deny=no_post)],
            announce=False,
        )

    def _add_server(self, number: int, owner: User) -> None:
        """Add a server beside the first; everybody is a member, and it has one channel."""
        # Ids tell shards apart: every server has a millisecond of its own, before the first's.
        milliseconds = (self.guild.id >> 22) - number
        guild = self.create_guild(f"Server {number}", id=milliseconds << 22, owner_id=owner.id)
        bot_role = guild.roles[guild.members[self.bot_user.id].role_ids[0]]
        bot_role.permissions = BOT_PERMISSIONS.value
        for user in self.people.values():
            self.add_member(guild.id, user.id)
        self.create_channel(guild.id, f"server-{number}", announce=False)

    # ------------------------------------------------------------------ servers and rights

    def set_available(self, guild_id: int, available: bool) -> None:
        """Let a server have an outage, or end it."""
        guild = self.guilds[guild_id]
        if not available:
            self.unavailable.add(guild_id)
            self.emit("GUILD_DELETE", {"id": str(guild_id), "unavailable": True})
        elif guild_id in self.unavailable:
            self.unavailable.discard(guild_id)
            self.emit("GUILD_CREATE", dict(serializers.guild_create_payload(self, guild)))

    def remove_bot(self, guild_id: int) -> None:
        """Remove the bot from a server."""
        del self.guilds[guild_id].members[self.bot_user.id]
        self.emit("GUILD_DELETE", {"id": str(guild_id)})

    def invite_bot(self, guild_id: int) -> None:
        """Let somebody invite the bot to a server."""
        guild = self.guilds[guild_id]
        self.to_invite.discard(guild_id)
        if self.bot_user.id not in guild.members:
            self.add_member(guild_id, self.bot_user.id)
        created = dict(serializers.guild_create_payload(self, guild))
        del created["unavailable"]  # this tells an invitation from the end of an outage
        self.emit("GUILD_CREATE", created)

    def deny(self, channel_id: int, names: list[str]) -> None:
        """Take these permissions from the bot in a channel; no names give all of them back."""
        denied = discord.Permissions(**dict.fromkeys(names, True)).value
        overwrites = [Overwrite(self.bot_user.id, OverwriteType.MEMBER, deny=denied)]
        self.edit_channel(channel_id, {}, overwrites=overwrites)

    def is_installed(self, guild_id: int | None) -> bool:
        """Return whether the bot is in a server; elsewhere it is there for whoever has installed it
        for themselves."""
        return guild_id is None or self.bot_user.id in self.guilds[guild_id].members

    def compute_permissions(
        self, guild_id: int, user_id: int, channel_id: int | None = None
    ) -> int:
        """Return a member's permissions; of a bot that is not in the server those of everybody."""
        if user_id == self.bot_user.id and not self.is_installed(guild_id):
            return int(self.guilds[guild_id].roles[guild_id].permissions)
        return int(super().compute_permissions(guild_id, user_id, channel_id))

    def set_slowmode(self, channel_id: int, seconds: int) -> None:
        """Let people who may not manage a channel write in it only so often; 0: as they like."""
        self.edit_channel(channel_id, {"rate_limit_per_user": seconds})
        self._slowmode[channel_id] = seconds

    def seconds_of_slowmode(self, person_id: int, channel: Channel) -> float:
        """Return how long somebody still has to wait before they may write."""
        root = self.root_of(channel)
        allowed = discord.Permissions(self.compute_permissions(channel.guild_id, person_id, root))
        if channel.id not in self._slowmode or allowed.manage_messages or allowed.manage_channels:
            return 0.0
        said = (m for m in reversed(self.messages[channel.id].values()) if m.author_id == person_id)
        last = next(said, None)
        age = self.age_of(channel.id, last.id) if last else float("inf")
        return max(0.0, self._slowmode[channel.id] - age)

    def archive(self, thread_id: int) -> None:
        """Archive a thread, as Discord does when nobody has written in it for long."""
        metadata = {"archived": True, "archive_timestamp": self.now_iso()}
        self.edit_channel(thread_id, {}, thread_metadata=metadata)

    def open_private_thread(self, parent_id: int, name: str, people: Sequence[int]) -> None:
        """Let a person open a private thread, with other people and the bot in it."""
        kind = ChannelType.PRIVATE_THREAD
        thread = self.create_thread(parent_id, name, people[0], type=kind)
        for person_id in (*people[1:], self.bot_user.id):
            self.add_thread_member(thread.id, person_id)

    # ------------------------------------------------------------------ ids

    def _allocate_at(self, milliseconds: int) -> int:
        # Real time does not go back, so the counter of the last millisecond is enough.
        last, sequence = next(iter(self._sequences.items()), (0, 0))
        if milliseconds > last:
            last, sequence = milliseconds, 0
        self._sequences = {last: sequence + 1}
        return (last << 22) | sequence

    # -------------------------------------------------------------- changes

    def notify(self, change: str, subject: Any = None) -> None:
        for watcher in self.watchers:
            watcher(change, subject)

    def emit(self, event: str, payload: Any) -> None:
        super().emit(event, self.present(payload) if event in PRESENTED else payload)
        if event.startswith(("CHANNEL_", "THREAD_")):
            self.notify("channels")
        elif event == "TYPING_START":
            self.notify("typing", payload)
        elif event.startswith(("MESSAGE_REACTION", "MESSAGE_POLL")):
            message = self.messages.get(int(payload["channel_id"]), {})
            if found := message.get(int(payload["message_id"])):
                self.notify("message", found)

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        channel = self.get_channel(message.channel_id)
        archived = channel.is_thread and channel.thread_metadata.archived
        if archived and not message.is_ephemeral:
            self.edit_channel(channel.id, {}, thread_metadata={"archived": False})
        message.components = drop_nulls(message.components)
        if channel.type == ChannelType.PRIVATE_THREAD:
            # A mention in a private thread adds the person to it, if they can see its parent.
            for user_id in message.ping_user_ids:
                if channel_accessible(self, channel.parent_id, user_id):
                    self.add_thread_member(channel.id, user_id)
        committed = super().commit_message(message, broadcast=broadcast)
        self.notify("message", committed)
        return committed

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        if fields.get("components"):
            fields = {**fields, "components": drop_nulls(fields["components"])}
        was_loading = self.get_message(channel_id, message_id).flags & LOADING_FLAG
        message = super().edit_message(channel_id, message_id, fields)
        if was_loading:
            message.edited_timestamp = None
        self.notify("message", message)
        return message

    def delete_message(self, channel_id: int, message_id: int) -> None:
        message = self.get_message(channel_id, message_id)
        super().delete_message(channel_id, message_id)
        self.notify("gone", message)

    def bulk_delete_messages(self, channel_id: int, message_ids: Any) -> list[int]:
        existing = {mid: self.messages[channel_id].get(mid) for mid in message_ids}
        deleted = super().bulk_delete_messages(channel_id, list(existing))
        for mid in deleted:
            self.notify("gone", existing[mid])
        return deleted

    def delete_channel(self, channel_id: int) -> None:
        for thread in [c for c in self.channels.values() if c.parent_id == channel_id]:
            super().delete_channel(thread.id)
        super().delete_channel(channel_id)

    def create_thread(self, parent_id: int, name: str, owner_id: int, **more: Any) -> Channel:
        # Only a public thread without a starter message is announced in its parent.
        quiet = more.get("type") == ChannelType.PRIVATE_THREAD or more.get("message_id")
        if not quiet or not more.get("broadcast", True):
            return super().create_thread(parent_id, name, owner_id, **more)
        thread = super().create_thread(parent_id, name, owner_id, **more | {"broadcast": False})
        self.announce_thread_create(thread)
        return thread

    def get_dm_channel(self, user_id: int) -> Channel:
        is_new = user_id not in self.dm_channels
        channel = super().get_dm_channel(user_id)
        if is_new:
            self.notify("channels")
        return channel

    def _mention_state(self, *args: Any) -> tuple[Any, ...]:
        # A message's `mentions` are the people it pings, not everybody whom its text names.
        _, _, users, roles, everyone = super()._mention_state(*args)
        return users, roles, users, roles, everyone

    # --------------------------------------------------------- interactions

    def new_interaction(self, *args: Any, **kwargs: Any) -> Interaction:
        now = self.now_iso()
        while self.interactions:
            oldest = next(iter(self.interactions.values()))
            if oldest.expires_at > now:
                break
            del self.interactions[oldest.id], self.interaction_tokens[oldest.token]
        record = super().new_interaction(*args, **kwargs)
        del self.interaction_tokens[record.token]
        record.token = secrets.token_urlsafe(64)
        record.initial_response_deadline = self.iso_after(self.response_seconds)
        self.interaction_tokens[record.token] = record.id
        return record

    def seconds_to_respond(self, record: Interaction) -> float:
        """Return the time until an interaction's first response would be too late."""
        deadline = datetime.datetime.fromisoformat(record.initial_response_deadline)
        return max(0.0, (deadline - self.clock.now()).total_seconds())

    def interaction_by_token(self, token: str) -> Interaction:
        """Return the interaction of a follow-up.

        Raises:
            BackendError: 50027 after 15 minutes.
        """
        record = self.interactions.get(self.interaction_tokens.get(token, 0))
        if record is None or self.now_iso() >= record.expires_at:
            raise BackendError(401, 50027, "Invalid Webhook Token")
        if not record.responded:
            raise unknown_webhook()
        return record

    # ---------------------------------------------------------------- nonces

    def find_by_nonce(self, channel_id: int, nonce: str | int) -> Message | None:
        """Return the message sent with this nonce in the last five minutes, if it still exists."""
        message_id, sent = self._nonces.get((channel_id, str(nonce)), (0, 0.0))
        if self.clock.now().timestamp() - sent > 300:
            return None
        return self.messages.get(channel_id, {}).get(message_id)

    def store_nonce(self, message_id: int, channel_id: int, nonce: str | int) -> None:
        self._nonces[(channel_id, str(nonce))] = (message_id, self.clock.now().timestamp())
        while len(self._nonces) > 5000:
            self._nonces.popitem(last=False)

    # ----------------------------------------------------------------- views

    def can_see(self, person_id: int, message: Message) -> bool:
        return message.visible_to(person_id) and self.can_read(person_id, message.channel_id)

    def can_read(self, person_id: int, channel_id: int) -> bool:
        return channel_accessible(self, channel_id, person_id, history=True)

    def message_for(self, message: Message, person_id: int | None) -> dict[str, Any]:
        """Return Discord's message object as this person's client gets it."""
        payload = serializers.message_payload(self, message, for_user=person_id)
        return dict(self.present(payload))

    def present(self, payload: Any) -> Any:
        """Return a payload as Discord sends it."""
        return self.signer.present(payload, self.clock.now().timestamp())

    def is_signed(self, url: str, query: Any) -> bool:
        """Return True if the address of a file carries a signature that is still good."""
        return self.signer.is_valid(url, query, self.clock.now().timestamp())

    def age_of(self, channel_id: int, message_id: int) -> float:
        """Return a message's age in seconds; 0 when there is none."""
        message = self.messages.get(channel_id, {}).get(message_id)
        if message is None:
            return 0.0
        sent = datetime.datetime.fromisoformat(message.timestamp)
        return (self.clock.now() - sent).total_seconds()

    def root_of(self, channel: Channel) -> int:
        """Return the id of a thread's parent; of any other channel, its own."""
        return channel.parent_id if channel.is_thread else channel.id

    def visible_channels(self, person_id: int) -> list[Channel]:
        """Return text channels in order, each followed by its threads, then the person's DM."""
        threads: dict[int, list[Channel]] = {}
        for thread_id in self.guild.thread_ids:
            thread = self.channels[thread_id]
            threads.setdefault(thread.parent_id, []).append(thread)
        found = []
        for channel_id in self.guild.channel_ids:
            found += [self.channels[channel_id], *threads.get(channel_id, ())]
        found = [c for c in found if self.can_read(person_id, c.id)]
        if (dm := self.dm_channels.get(person_id)) is not None:
            found.append(self.channels[dm])
        return found

    def channel_name(self, channel: Channel) -> str:
        if channel.type == ChannelType.DM:
            return "@" + self.users[channel.recipient_ids[0]].name
        return channel.name or ""
