"""/vote and the vote's buttons: propose, vote, change one's vote, delegate it."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, card_reply, matching, parse_end, press_of, takeable
from cogs.interactions import autocomplete_callback, handles, slash_callback
from cogs.ui import command_mapper, durations, vote_cards
from cogs.ui.cards import due_time
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import join_lines
from cogs.ui.languages import translate
from cogs.ui.replies import Answer, Reply
from table.actor import GameActor
from table.commands.command import TableCommand
from table.commands.play import Act
from table.commands.votes import (
    Delegate,
    MoveToSet,
    MoveToUndo,
    NameLeader,
    Veto,
    Vote,
    WithdrawVote,
)
from table.errors import Refusal
from table.game_settings import SETTINGS
from table.receipt import Status
from table.voting.ballot import LETTERS
from table.voting.motions import NO, YES


class VoteCog(LeithianCog):
    """Votes on what happens, and on settings and undo."""

    group = app_commands.Group(
        name="vote", description="Decide together what happens", guild_only=True
    )

    @group.command(name="propose", description="Propose what your character does next")
    @app_commands.describe(action="What; the list shows what can be done")
    @slash_callback
    async def propose(self, interaction: discord.Interaction, action: str) -> Answer:
        actor = await self._voting_actor(interaction)
        await self.run(interaction, actor, Act(action))
        return await vote_cards.vote_reply(actor, interaction.user.id)

    @propose.autocomplete("action")
    @autocomplete_callback
    async def _complete_action(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        actor = await self._voting_actor(interaction)
        return command_mapper.complete_action(await self._offers(interaction, actor), typed)

    @group.command(name="cast", description="Vote for proposals by their letters")
    @app_commands.describe(letters="A, or A C if you may vote for several; none: abstain")
    @slash_callback
    async def cast(self, interaction: discord.Interaction, letters: str = "") -> Answer:
        actor = await self._voting_actor(interaction)
        chosen = letters.upper().replace(",", "").replace(" ", "")
        if unknown := [letter for letter in chosen if letter not in LETTERS]:
            raise Refusal("Proposals have the letters A to E, not {unknown}.", unknown=unknown[0])
        await self.run(interaction, actor, Vote(tuple(chosen)))
        return await vote_cards.vote_reply(actor, interaction.user.id)

    @group.command(name="withdraw", description="Withdraw your vote")
    @slash_callback
    async def withdraw(self, interaction: discord.Interaction) -> Answer:
        await self.run(interaction, await self._voting_actor(interaction), WithdrawVote())
        return "Your vote is withdrawn."

    @group.command(name="veto", description="Veto a proposal, if the rules of the vote let you")
    @app_commands.describe(letter="Which proposal")
    @app_commands.choices(letter=[Choice(name=each, value=each) for each in LETTERS])
    @slash_callback
    async def veto(self, interaction: discord.Interaction, letter: str) -> Answer:
        await self.run(interaction, await self._voting_actor(interaction), Veto(letter))
        return translate("You vetoed proposal {letter}.", letter=letter)

    @group.command(name="delegate", description="Let somebody vote for you while you do not")
    @app_commands.describe(
        member="Who votes for you; nobody: you vote yourself",
        until="How long or until when, as in 3 days or Friday evening",
    )
    @slash_callback
    async def delegate(
        self,
        interaction: discord.Interaction,
        member: discord.Member | None = None,
        until: str | None = None,
    ) -> Answer:
        actor = await self.actor(interaction)
        end = await parse_end(self.services, interaction, until) if until is not None else None
        delegate = Delegate(member.id if member else None, end)
        await self.run(interaction, actor, delegate)
        if member is None:
            return "You vote for yourself again."
        shown = translate(" until <t:{end}:f>", end=int(end)) if end is not None else ""
        return translate(
            "<@{id}> votes for you{shown}, whenever you have not voted yourself.",
            id=member.id,
            shown=shown,
        )

    @delegate.autocomplete("until")
    @autocomplete_callback
    async def _complete_until(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        actor = await self.actor(interaction)
        own = await takeable(interaction, actor, {"": Delegate(None)})
        return matching(durations.EXAMPLES, typed) if own else []

    @group.command(name="leader", description="Name the leader, who breaks ties")
    @app_commands.describe(member="Who leads")
    @slash_callback
    async def leader(self, interaction: discord.Interaction, member: discord.Member) -> Answer:
        await self.run(interaction, await self.actor(interaction), NameLeader(member.id))
        return translate("<@{id}> leads now.", id=member.id)

    @group.command(name="move", description="Ask everybody to change a setting or undo moves")
    @app_commands.describe(what="As in `undo 2` or `set pace daily`")
    @slash_callback
    async def move(self, interaction: discord.Interaction, what: str) -> Answer:
        actor = await self.actor(interaction)
        await self.run(interaction, actor, parse_motion(what))
        return await motion_reply(actor)

    @move.autocomplete("what")
    @autocomplete_callback
    async def _complete_motion(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        actor = await self._voting_actor(interaction)
        settings = [" ".join(("set", s.name, value)) for s in SETTINGS for value in s.values]
        found = matching(["undo 1", "undo 2", "undo 3", *settings], typed)
        motions = {each.value: parse_motion(each.value) for each in found}
        taken = await takeable(interaction, actor, motions)
        return [each for each in found if each.value in taken]

    @group.command(name="status", description="How the vote stands, and how you voted")
    @slash_callback
    async def status(self, interaction: discord.Interaction) -> Answer:
        actor = await self._voting_actor(interaction)
        return vote_status_text(actor, await actor.reader.status(), interaction.user.id)

    async def _voting_actor(self, interaction: discord.Interaction) -> GameActor:
        """Return the channel's table, if it is played by votes. Raises Refusal."""
        actor = await self.actor(interaction)
        if not actor.mode.votes:
            raise Refusal("This game is not played by votes. /game settings can change that.")
        return actor

    # ------------------------------------------------------------ buttons

    @handles("vote")
    async def _vote_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        actor, person = await self.current_actor_of(pressed), interaction.user.id
        letters = {vote_cards.find_proposal(actor.reader.poll(), pressed.arg)}
        poll = actor.reader.poll()
        if poll is not None and poll.constitution.method == "approval":
            letters ^= set(actor.reader.vote_of(person) or ())
        press = press_of(interaction, pressed)
        receipt = await self.run(interaction, actor, Vote(tuple(sorted(letters)), press=press))
        if press.private:
            return await vote_cards.vote_reply(actor, person, update=True)
        return await card_reply(self.services, actor, receipt.delivery)

    @handles("my_vote")
    async def _my_vote_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Show how somebody has voted, and what else they may do about it."""
        actor = await self.current_actor_of(pressed)
        return vote_cards.own_vote(actor, interaction.user.id)

    @handles("abstain")
    async def _abstain_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        actor = await self.actor_of(pressed)
        await self.run(interaction, actor, Vote((), press=press_of(interaction, pressed)))
        return await vote_cards.vote_reply(actor, interaction.user.id, update=True)

    @handles("withdraw")
    async def _withdraw_pressed(
        self, interaction: discord.Interaction, pressed: CustomId
    ) -> Answer:
        actor = await self.actor_of(pressed)
        await self.run(interaction, actor, WithdrawVote(press=press_of(interaction, pressed)))
        return vote_cards.own_vote(actor, interaction.user.id, update=True)

    @handles("veto")
    async def _veto_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        actor = await self.current_actor_of(pressed)
        letter = vote_cards.find_proposal(actor.reader.poll(), pressed.arg)
        await self.run(interaction, actor, Veto(letter, press=press_of(interaction, pressed)))
        return vote_cards.own_vote(actor, interaction.user.id, update=True)

    @handles("motion")
    async def _motion_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Vote yes or no to a motion; the same answer again withdraws it."""
        actor = await self.current_actor_of(pressed)
        person, reader = interaction.user.id, actor.reader
        same = {"yes": (YES,), "no": (NO,)}.get(pressed.arg)
        press = press_of(interaction, pressed)
        vote: TableCommand = Vote((pressed.arg,), motion=True, press=press)
        if reader.motion() is not None and reader.vote_of(person, motion=True) == same:
            vote = WithdrawVote(motion=True, press=press)
        receipt = await self.run(interaction, actor, vote)
        decided = reader.motion() is None
        then = Reply(await vote_cards.last_result(actor)) if decided else None
        return await card_reply(self.services, actor, receipt.delivery, then)


def parse_motion(text: str) -> TableCommand:
    """Read a motion: `undo 2` or `set pace daily`. Raises Refusal."""
    verb, *rest = text.split(maxsplit=2) or [""]
    if verb == "undo" and len(rest) == 1 and rest[0].isdecimal():
        return MoveToUndo(int(rest[0]))
    if verb == "set" and len(rest) == 2:
        return MoveToSet(rest[0], rest[1])
    raise Refusal("You can ask for `undo 2` or `set pace daily`.")


def vote_status_text(actor: GameActor, status: Status, person: int) -> str:
    """Return how a vote stands, in words."""
    poll, due = actor.reader.poll(), due_time(status, "turn")
    if poll is None:
        rules = actor.game.settings.clauses
        lines = vote_cards.empty_poll_lines(rules, actor.reader.leader(), due)
        return "\n".join(each.text for each in lines)
    names = vote_cards.voter_names(actor, vote_cards.voters_by_letter(actor, poll))
    vote = actor.reader.vote_of(person)
    own = (
        translate("You have not voted.")
        if vote is None
        else translate("You voted {vote}.", vote=" ".join(vote) or translate("for none"))
    )
    leader = translate("<@{leader}> leads.", leader=poll.leader)
    return join_lines([vote_cards.poll_text(poll, names, due), own, leader], 1900)


async def motion_reply(actor: GameActor) -> str:
    """Return the reply to whoever has made a motion."""
    if actor.reader.motion() is not None:
        return "It is put to the vote: the card has the buttons."
    return await vote_cards.last_result(actor)
