"""A small discord.py bot for the sandbox's tests; runs as a process of its own."""

from __future__ import annotations

import asyncio
import io
import os
import struct
import zlib

import discord
import yarl
from discord import app_commands

discord.http.Route.BASE = os.environ["DISCORD_API_BASE"]
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY"])
discord.asset.Asset.BASE = os.environ["DISCORD_API_BASE"].removesuffix("/api/v10")

client = discord.Client(
    intents=discord.Intents(guilds=True, guild_messages=True),
    allowed_mentions=discord.AllowedMentions.none(),
)
tree = app_commands.CommandTree(client)
game = app_commands.Group(name="game", description="Games and their tables")
resumes = 0
readies = 0


def picture(width: int = 40, height: int = 20) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        checksum = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + checksum

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = (b"\0" + b"\x20\x60\x40" * width) * height
    pieces = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(kind, data) for kind, data in pieces)


class Counter(discord.ui.DynamicItem[discord.ui.Button], template=r"count:(?P<n>\d+)"):
    def __init__(self, n: int) -> None:
        self.n = n
        super().__init__(discord.ui.Button(label=f"Count {n}", custom_id=f"count:{n}"))

    @classmethod
    async def from_custom_id(cls, interaction, item, match):
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        view = discord.ui.View(timeout=None).add_item(Counter(self.n + 1))
        await interaction.response.edit_message(content=f"counted {self.n + 1}", view=view)


class StoryModal(discord.ui.Modal, title="A story"):
    name = discord.ui.TextInput(label="Name", custom_id="name", max_length=20)
    length = discord.ui.Label(
        text="Length",
        component=discord.ui.RadioGroup(
            custom_id="length",
            options=[
                discord.RadioGroupOption(label="Short", value="short"),
                discord.RadioGroupOption(label="Long", value="long"),
            ],
        ),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        chosen = self.length.component.value
        await interaction.response.send_message(f"{self.name.value}: {chosen}", ephemeral=True)


class Everything(discord.ui.Modal, title="Everything"):
    """One field of each kind that a form can have."""

    def __init__(self) -> None:
        super().__init__(custom_id="everything")
        long = discord.ui.TextInput(
            style=discord.TextStyle.paragraph, custom_id="long", min_length=3
        )
        way = discord.ui.Select(
            custom_id="way", options=[discord.SelectOption(label=w) for w in ("north", "south")]
        )
        marks = [discord.CheckboxGroupOption(label=m, value=m) for m in ("light", "food", "rope")]
        self.fields = {
            "Story": long,
            "Way": way,
            "Friends": discord.ui.UserSelect(custom_id="friends", max_values=2, required=True),
            "Pack": discord.ui.CheckboxGroup(custom_id="pack", options=marks, required=False),
            "File": discord.ui.FileUpload(custom_id="file", required=False),
        }
        for text, field in self.fields.items():
            self.add_item(discord.ui.Label(text=text, description="As you like", component=field))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        story, way, friends, pack, file = self.fields.values()
        names = " ".join(friend.name for friend in friends.values)
        files = " ".join(attachment.filename for attachment in file.values)
        told = f"{story.value}|{way.values[0]}|{names}|{' '.join(pack.values)}|{files}"
        await interaction.response.send_message(told)


class Panel(discord.ui.View):
    """Static, for the buttons and the menu that the tests press."""

    @discord.ui.button(label="Tell", custom_id="tell", style=discord.ButtonStyle.primary)
    async def tell(self, interaction: discord.Interaction, button) -> None:
        await interaction.response.send_modal(StoryModal())

    @discord.ui.button(label="Whisper", custom_id="whisper")
    async def whisper(self, interaction: discord.Interaction, button) -> None:
        await interaction.response.send_message("only for you", ephemeral=True)

    @discord.ui.button(label="Closed", custom_id="closed", disabled=True)
    async def closed(self, interaction: discord.Interaction, button) -> None:
        await interaction.response.send_message("never")

    @discord.ui.button(label="Quiet", custom_id="quiet")
    async def quiet(self, interaction: discord.Interaction, button) -> None:
        await interaction.response.defer()
        await interaction.channel.get_partial_message(interaction.message.id).edit(content="shh")

    @discord.ui.select(
        custom_id="way",
        placeholder="Where to?",
        row=1,
        options=[discord.SelectOption(label=w) for w in ("north", "south")],
    )
    async def way(self, interaction: discord.Interaction, select: discord.ui.Select) -> None:
        await interaction.response.edit_message(content=f"went {select.values[0]}")

    @discord.ui.select(cls=discord.ui.UserSelect, custom_id="friend", row=2)
    async def friend(self, interaction: discord.Interaction, select) -> None:
        await interaction.response.send_message(f"friend {select.values[0].name}")


def card(number: int) -> tuple[discord.ui.LayoutView, discord.File]:
    view = discord.ui.LayoutView(timeout=None)
    gallery = discord.ui.MediaGallery()
    gallery.add_item(media=f"attachment://t{number}.png", description=f"map {number}")
    row = discord.ui.ActionRow(Counter(number))
    text = discord.ui.TextDisplay(f"## Turn {number}")
    view.add_item(discord.ui.Container(text, gallery, row, accent_colour=0x336699))
    file = discord.File(io.BytesIO(picture()), f"t{number}.png", description=f"map {number}")
    return view, file


@game.command(name="new", description="Start a game")
async def new(
    interaction: discord.Interaction,
    ruleset: str,
    level: app_commands.Range[int, 1, 9] = 1,
    hard: bool = False,
    friend: discord.Member | None = None,
) -> None:
    who = friend.name if friend else "nobody"
    await interaction.response.send_message(f"{ruleset} at {level} hard={hard} with {who}")


@new.autocomplete("ruleset")
async def rulesets(interaction: discord.Interaction, current: str):
    names = [f"{current}-{n}" for n in range(26 if current == "many" else 3)]
    return [app_commands.Choice(name=n, value=n) for n in names]


@game.command(name="slow", description="Defer, then answer")
async def slow(interaction: discord.Interaction, hidden: bool = False) -> None:
    await interaction.response.defer(ephemeral=hidden)
    await asyncio.sleep(0.2)
    await interaction.followup.send("done at last")


@game.command(name="panel", description="Buttons and a menu")
async def panel(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("a panel", view=Panel(timeout=None))


@game.command(name="count", description="A dynamic button")
async def count(interaction: discord.Interaction) -> None:
    view = discord.ui.View(timeout=None).add_item(Counter(0))
    await interaction.response.send_message("counted 0", view=view)


@game.command(name="card", description="A picture in a V2 gallery, edited to another")
async def show_card(interaction: discord.Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    view, file = card(1)
    message = await interaction.channel.send(view=view, file=file, silent=True)
    view, file = card(2)
    await message.edit(view=view, attachments=[file])
    await interaction.followup.send("card sent")


@game.command(name="attach", description="Read a file")
async def attach(interaction: discord.Interaction, file: discord.Attachment) -> None:
    content = await file.read()
    await interaction.response.send_message(f"{file.filename}: {content.decode()}")


@game.command(name="form", description="A form with a field of each kind")
async def form(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Everything())


@game.command(name="mute", description="Never answer")
async def mute(interaction: discord.Interaction) -> None:
    await asyncio.sleep(0)


@game.command(name="try", description="Try one thing against Discord and say what came of it")
async def attempt(interaction: discord.Interaction, what: str, target: str = "") -> None:
    await interaction.response.defer()
    try:
        outcome = await ATTEMPTS[what](interaction, target)
    except discord.HTTPException as refused:
        outcome = f"{refused.status}/{refused.code}"
    await interaction.followup.send(str(outcome))


async def send_to(interaction, target):
    return f"sent {(await client.get_channel(int(target)).send('by permission')).id}"


async def edit_message(interaction, target):
    message = interaction.channel.get_partial_message(int(target))
    return f"edited {(await message.edit(content='x')).id}"


async def same_nonce(interaction, target):
    first = await interaction.channel.send("once only", nonce=target)
    second = await interaction.channel.send("once only", nonce=target)
    return f"same={first.id == second.id}"


async def start_thread(interaction, target):
    thread = await interaction.channel.create_thread(
        name=target, type=discord.ChannelType.public_thread
    )
    await thread.send("inside")
    await thread.edit(archived=True)
    await (await client.fetch_channel(thread.id)).send("opened again")
    return f"thread {thread.id}"


async def pin_message(interaction, target):
    message = interaction.channel.get_partial_message(int(target))
    await message.pin()
    pinned = [m.id async for m in interaction.channel.pins()]
    await message.unpin()
    return f"pinned={int(target) in pinned}"


async def direct_message(interaction, target):
    return f"dm {(await interaction.user.send('a letter')).channel.id}"


async def react_and_type(interaction, target):
    message = interaction.channel.get_partial_message(int(target))
    await message.add_reaction("🗡")
    async with interaction.channel.typing():
        return "reacted"


async def long_text(interaction, target):
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.TextDisplay("x" * 2500)).add_item(discord.ui.TextDisplay("y" * 1501))
    await interaction.channel.send(view=view)
    return "accepted"


async def big_file(interaction, target):
    await interaction.channel.send(file=discord.File(io.BytesIO(b"0" * (10 * 2**20 + 1)), "a.bin"))
    return "accepted"


async def ping(interaction, target):
    text = f"{interaction.user.mention} and <@{target}>"
    allowed = discord.AllowedMentions(users=[interaction.user])
    sent = await interaction.channel.send(text, allowed_mentions=allowed)
    return f"pinged {sent.id}"


async def secret_thread(interaction, target):
    thread = await interaction.channel.create_thread(name=target)
    allowed = discord.AllowedMentions(users=True)
    await thread.send(f"a whisper for {interaction.user.mention}", allowed_mentions=allowed)
    return f"thread {thread.id}"


async def thread_members(interaction, target):
    thread = await interaction.guild.fetch_channel(int(target))
    return f"members {len(await thread.fetch_members())}"


async def thread_member(interaction, target):
    thread = await interaction.guild.fetch_channel(int(target))
    return f"member {(await thread.fetch_member(interaction.user.id)).id}"


async def reply_to_nothing(interaction, target):
    reference = discord.MessageReference(message_id=1, channel_id=interaction.channel.id)
    await interaction.channel.send("what?", reference=reference)
    return "accepted"


async def counts(interaction, target):
    return f"readies={readies} resumes={resumes}"


async def history(interaction, target):
    found = [m async for m in interaction.channel.history(limit=3)]
    return f"history {len(found)} newest first={found[0].id > found[-1].id}"


ATTEMPTS = {
    f.__name__: f
    for f in (
        send_to, edit_message, same_nonce, start_thread, pin_message, direct_message,
        react_and_type, long_text, big_file, ping, counts, history, secret_thread,
        reply_to_nothing, thread_members, thread_member,
    )
}  # fmt: skip


tree.add_command(game)


@tree.error
async def on_error(interaction: discord.Interaction, error: app_commands.AppCommandError) -> None:
    print("error:", error, flush=True)


@client.event
async def setup_hook() -> None:
    client.add_dynamic_items(Counter)
    client.add_view(Panel(timeout=None))
    await tree.sync()


@client.event
async def on_ready() -> None:
    global readies
    readies += 1


@client.event
async def on_resumed() -> None:
    global resumes
    resumes += 1


if __name__ == "__main__":
    client.run(os.environ["DISCORD_TOKEN"], log_level=30)
