"""/vote and the vote's buttons: propose, vote, change one's mind, let somebody vote for one."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, matching, person, private
from cogs.ui import command_mapper, durations, vote_cards
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import join_lines
from cogs.ui.replies import Answer, autocomplete_callback, slash_callback
from table import terms
from table.ballot import LETTERS, sentence
from table.errors import Refusal
from table.records import Status
from table.table import Table
from table.voting import NO, YES

if TYPE_CHECKING:
    from cogs.client import Leithian


class Ballots(LeithianCog):
    """What people do with votes."""

    group = app_commands.Group(
        name="vote", description="Decide together what happens", guild_only=True
    )

    def __init__(self, client: Leithian) -> None:
        super().__init__(client)
        self.handlers = {
            "vote": self._voted,
            "abstain": self._abstained,
            "retract": self._retracted,
            "strike": self._struck,
            "rule": self._ruled,
        }

    @group.command(name="propose", description="Propose what the hero does next")
    @app_commands.describe(action="What; the list shows what can be done")
    @slash_callback
    async def propose(self, interaction: discord.Interaction, action: str) -> Answer:
        table = await self._voting(interaction)
        await table.act(person(interaction), action, request=str(interaction.id))
        return await vote_cards.voted(table, interaction.user.id)

    @propose.autocomplete("action")
    @autocomplete_callback
    async def _actions(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return command_mapper.lines(await self.offers(interaction), typed)

    @group.command(name="cast", description="Vote for proposals by their letters")
    @app_commands.describe(letters="A, or A C where one may approve of several; none: abstain")
    @slash_callback
    async def cast(self, interaction: discord.Interaction, letters: str = "") -> Answer:
        table = await self._voting(interaction)
        chosen = list(letters.upper().replace(",", "").replace(" ", ""))
        if strange := [letter for letter in chosen if letter not in LETTERS]:
            raise Refusal(f"Proposals have the letters A to E, not {strange[0]}.")
        await table.vote(person(interaction), chosen, request=str(interaction.id))
        return await vote_cards.voted(table, interaction.user.id)

    @group.command(name="withdraw", description="Take your vote back")
    @slash_callback
    async def withdraw(self, interaction: discord.Interaction) -> Answer:
        table = await self._voting(interaction)
        await table.withdraw(person(interaction), request=str(interaction.id))
        return "Your vote is taken back."

    @group.command(name="veto", description="Strike a proposal, where the rules of votes let you")
    @app_commands.describe(letter="Which proposal")
    @app_commands.choices(letter=[Choice(name=each, value=each) for each in LETTERS])
    @slash_callback
    async def veto(self, interaction: discord.Interaction, letter: str) -> Answer:
        table = await self._voting(interaction)
        await table.veto(person(interaction), letter, request=str(interaction.id))
        return f"You have struck proposal {letter}."

    @group.command(name="delegate", description="Let somebody vote for you while you do not")
    @app_commands.describe(
        member="Who votes for you; nobody: take it back", until="For how long, as in 3 days"
    )
    @slash_callback
    async def delegate(
        self,
        interaction: discord.Interaction,
        member: discord.Member | None = None,
        until: str | None = None,
    ) -> Answer:
        table = await self.table(interaction)
        end = time.time() + durations.seconds(until) if until is not None else None
        to = member.id if member else None
        await table.delegate(person(interaction), to, end, request=str(interaction.id))
        if member is None:
            return "You vote for yourself again."
        till = f" until <t:{int(end)}:f>" if end is not None else ""
        return f"<@{member.id}> votes for you{till}, whenever you have not voted yourself."

    @delegate.autocomplete("until")
    @autocomplete_callback
    async def _spans(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return matching(durations.USUAL, typed)

    @group.command(name="leader", description="Name the leader, who breaks ties")
    @app_commands.describe(member="Who leads")
    @slash_callback
    async def leader(self, interaction: discord.Interaction, member: discord.Member) -> Answer:
        table = await self.table(interaction)
        await table.lead(person(interaction), member.id, request=str(interaction.id))
        return f"<@{member.id}> leads now."

    @group.command(name="move", description="Ask all to change a setting or take moves back")
    @app_commands.describe(what="As in `undo 2` or `set pace daily`")
    @slash_callback
    async def move(self, interaction: discord.Interaction, what: str) -> Answer:
        table = await self.table(interaction)
        await table.move_to(person(interaction), what, request=str(interaction.id))
        return await moved(table)

    @move.autocomplete("what")
    @autocomplete_callback
    async def _motions(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        settings = [f"set {s.name} {value}" for s in terms.SETTINGS for value in s.values]
        return matching(["undo 1", "undo 2", "undo 3", *settings], typed)

    @group.command(name="status", description="How the vote stands, and how you voted")
    @slash_callback
    async def status(self, interaction: discord.Interaction) -> Answer:
        table = await self._voting(interaction)
        return told(table, await table.status(), interaction.user.id)

    async def _voting(self, interaction: discord.Interaction) -> Table:
        """The channel's table, if votes are how it is played."""
        table = await self.table(interaction)
        if not table.mode.votes:
            raise Refusal("This game is not played by votes; `/game settings` can change that.")
        return table

    # ------------------------------------------------------------ buttons

    async def _voted(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table = await self.on(ref)
        letter = vote_cards.found(table.poll(), pressed.arg)
        who = interaction.user.id
        letters = {letter}
        if table.game.terms.clauses.method == "approval":
            letters ^= set(table.my_vote(who) or ())
        await table.vote(
            person(interaction), sorted(letters), card=pressed.card, request=str(interaction.id)
        )
        return await vote_cards.voted(table, who, update=private(interaction))

    async def _abstained(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table = await self.client.tables.get(pressed.game)
        await table.vote(person(interaction), (), card=pressed.card, request=str(interaction.id))
        return await vote_cards.voted(table, interaction.user.id, update=private(interaction))

    async def _retracted(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table = await self.client.tables.get(pressed.game)
        await table.withdraw(person(interaction), card=pressed.card, request=str(interaction.id))
        return vote_cards.slip(table, interaction.user.id, update=private(interaction))

    async def _struck(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        table = await self.on(ref)
        letter = vote_cards.found(table.poll(), pressed.arg)
        who = person(interaction)
        await table.veto(who, letter, card=pressed.card, request=str(interaction.id))
        return vote_cards.slip(table, who.id, update=private(interaction))

    async def _ruled(
        self, interaction: discord.Interaction, pressed: CustomId, _: Sequence[str]
    ) -> Answer:
        """Yes or no to what was moved; the same answer again takes it back."""
        table = await self.on(ref)
        who, request = person(interaction), str(interaction.id)
        mine = {"yes": (YES,), "no": (NO,)}.get(pressed.arg)
        if table.motion() is not None and table.my_vote(who.id, motion=True) == mine:
            await table.withdraw(who, motion=True, card=pressed.card, request=request)
            return "Your vote is taken back."
        await table.vote(who, [pressed.arg], motion=True, card=pressed.card, request=request)
        if table.motion() is not None:
            return f"You voted **{pressed.arg}**; press it again to take that back."
        return await vote_cards.decision(table)


def told(table: Table, status: Status, who: int) -> str:
    """How a vote stands, in words."""
    poll, closing = table.poll(), vote_cards.closing(status)
    clauses = table.game.terms.clauses
    if poll is None:
        return vote_cards.unopened(sentence(clauses), closing)
    by = {
        letter: [table.members[place].name for place in places]
        for letter, places in vote_cards.backers(table, poll).items()
    }
    mine = table.my_vote(who)
    own = "You have not voted." if mine is None else f"You voted {' '.join(mine) or 'for none'}."
    leads = f"<@{poll.leader}> leads."
    return join_lines([vote_cards.tally(poll, clauses, by, closing), own, leads], 1900)


async def moved(table: Table) -> str:
    """The answer to whoever has moved something."""
    if table.motion() is not None:
        return "It is put to the vote: the card has the buttons."
    return await vote_cards.decision(table)
