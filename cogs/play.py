"""Playing: /do, the rulesets' own commands, buttons, menus and forms. All of them end in `act`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.base import LeithianCog, card_reply, is_private, require_game_master
from cogs.help import verb_help
from cogs.interactions import answer, autocomplete_callback, handles, slash_callback
from cogs.ui import command_mapper, common_verbs, history, panels, uploads, vote_cards
from cogs.ui.card_buttons import moves_by_direction
from cogs.ui.command_mapper import Value
from cogs.ui.common_verbs import CommonVerb, find_offer
from cogs.ui.components import TextModal
from cogs.ui.custom_ids import CustomId, restore
from cogs.ui.formatting import escape, join_lines
from cogs.ui.languages import say, say_all, translate
from cogs.ui.log_text import ActionWords, action_text
from cogs.ui.replies import Answer, Reply, error_message
from cogs.ui.typed_words import line_meant
from engine.common.coach_lines import first_advised
from engine.contract.action import GM, Offer, Option, Verb, role_of
from engine.contract.ruleset import AnyRuleset
from engine.contract.view import TextPrompt
from table.actor import GameActor
from table.errors import Refusal
from table.history.entries import Acted
from table.receipt import Receipt

MAX_PASTED = 4000  # Discord: letters of a form's field


class PlayCog(LeithianCog):
    """Actions, in words, by slash command, by button or from a menu."""

    @app_commands.command(name="do", description="Do anything the rules allow, in words")
    @app_commands.describe(action="What you do; the list shows what you can")
    @app_commands.guild_only()
    @slash_callback
    async def do(self, interaction: discord.Interaction, action: str) -> Answer:
        return await self._act_typed(interaction, action)

    @do.autocomplete("action")
    @autocomplete_callback
    async def _complete_action(
        self, interaction: discord.Interaction, typed: str
    ) -> list[Choice[str]]:
        actor = await self.actor(interaction)
        roles = {role_of(seat) for seat in actor.reader.may_act(interaction.user.id)}
        verbs = [verb for verb in actor.ruleset.verbs if roles.intersection(verb.roles)]
        sources = command_mapper.Sources(self.offers, self._completions)
        return await command_mapper.complete_line(interaction, verbs, typed, sources)

    def _sources(self, ruleset: AnyRuleset | None) -> command_mapper.Sources:
        """Return what the commands of a ruleset complete; those of `/gm` without one."""

        async def offers(interaction: discord.Interaction) -> Sequence[Offer]:
            actor = await self.actor(interaction)
            _check_line(interaction, actor, ruleset)
            if ruleset is None:
                return await actor.reader.offers(GM)
            return await self._offers(interaction, actor)

        return command_mapper.Sources(offers, self._completions)

    async def _completions(
        self, interaction: discord.Interaction, verb: Verb, option: Option
    ) -> Sequence[str]:
        """Return values that the person may name for an option beside those of their offers; for
        a command of another ruleset none."""
        actor = await self.actor(interaction)
        found: list[str] = []
        if verb not in actor.ruleset.verbs:
            return found
        for seat in actor.reader.may_act(interaction.user.id):
            found += await actor.reader.completions(seat, verb.name, option.name)
        return found

    def common_commands(self) -> list[app_commands.Command[Any, ..., None]]:
        """Return the slash commands of the verbs that every game has."""

        async def take(interaction: discord.Interaction, verb: CommonVerb, typed: str) -> None:
            await answer(interaction, self._act_by_common(interaction, verb, typed))

        return common_verbs.common_commands(take, self.offers)

    async def _act_by_common(
        self, interaction: discord.Interaction, verb: CommonVerb, typed: str
    ) -> Answer:
        actor = await self.actor(interaction)
        offer = find_offer(verb, await self.required_offers(interaction, actor), typed)
        return await self._act_typed(interaction, str(offer.action))

    def game_commands(self) -> list[app_commands.Group]:
        """Return the slash commands of the rulesets, and of Game Masters. Raises
        CommandLimitError."""
        rulesets = self.services.rulesets.values()
        own = [
            command_mapper.command_group(each, self._runs(each), self._sources(each))
            for each in rulesets
        ]
        gm = command_mapper.gm_command(rulesets, self._runs(None), self._sources(None))
        return own if gm is None else [*own, gm]

    def _runs(self, ruleset: AnyRuleset | None) -> command_mapper.Runs:
        """Return what the commands of a ruleset do; those of `/gm` without one."""

        async def verb(
            interaction: discord.Interaction, verb: Verb, values: Sequence[Value]
        ) -> None:
            await answer(interaction, self._act_by_command(interaction, verb, values, ruleset))

        async def line(interaction: discord.Interaction, line: str) -> None:
            await answer(interaction, self._act_by_line(interaction, line, ruleset))

        return command_mapper.Runs(verb, line)

    async def _act_by_line(
        self, interaction: discord.Interaction, line: str, ruleset: AnyRuleset | None
    ) -> Answer:
        """Take a whole line of a ruleset's `do`, or of `/gm do` (without a ruleset)."""
        _check_line(interaction, await self.actor(interaction), ruleset)
        return await self._act_typed(interaction, line)

    async def _act_by_command(
        self,
        interaction: discord.Interaction,
        verb: Verb,
        values: Sequence[Value],
        ruleset: AnyRuleset | None,
    ) -> Answer:
        """Act by a ruleset's slash command, or by `/gm` (without a ruleset)."""
        actor = await self.actor(interaction)
        if ruleset is None:
            _check_gm_verb(interaction, actor, verb)
        else:
            _check_played(actor, ruleset)
        words: list[str | None] = []
        for option, value in zip(verb.options, values, strict=True):
            if isinstance(value, discord.Attachment):
                self.spend(interaction, "upload")
                words.append(await self.services.card_builder.upload(option, value))
            elif value is None and option.upload == "text":
                return _paste_form(actor, verb, option)
            else:
                words.append(value)
        return await self._act_typed(interaction, command_mapper.action_line(verb.name, words))

    async def _act_typed(self, interaction: discord.Interaction, line: str) -> Answer:
        actor = await self.actor(interaction)
        verbs = [verb.name for verb in actor.ruleset.verbs]
        line = line_meant(await self.offers(interaction), line, verbs)
        try:
            receipt = await self.act(interaction, actor, line)
        except Refusal as refusal:
            verb = next((v for v in actor.ruleset.verbs if v.name == line.strip().lower()), None)
            needs = verb is not None and any(option.required for option in verb.options)
            if verb is None or not needs or refusal.choices:
                raise
            usage = [error_message(refusal), *verb_help(actor.ruleset, verb)]
            return join_lines(usage, 1900)
        proposed = await vote_cards.proposal_reply(actor, interaction.user.id, receipt)
        return proposed or receipt_text(receipt, actor.ruleset.action_text)

    # ------------------------------------------------------------ buttons and menus

    @handles("act", "own_act", "pick", "own_pick")
    async def _act_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Take the action of a button or a menu, on the card or in somebody's own view."""
        actor = await self.actor_of(pressed)
        line = await self._action_line(interaction, actor, pressed.chosen)
        return await self._act_and_show(interaction, actor, pressed, line)

    @handles("direction")
    async def _direction_pressed(
        self, interaction: discord.Interaction, pressed: CustomId
    ) -> Answer:
        actor = await self.current_actor_of(pressed)
        moves = moves_by_direction(await self.required_offers(interaction, actor))
        if pressed.arg not in moves:
            raise Refusal("You cannot go that way now.")
        line = str(moves[pressed.arg].action)
        return await self._act_and_show(interaction, actor, pressed, line)

    @handles("blocked")
    async def _blocked_pressed(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        raise Refusal("You cannot go that way now.")

    @handles("actions", "actions_page")
    async def _show_menu(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Show the menu of all offers, or another page of it: "Fight/1"."""
        actor = await self.current_actor_of(pressed)
        heading, _, page = pressed.arg.rpartition("/")
        offers = await self.required_offers(interaction, actor)
        view = await actor.reader.view(await self.seat(actor, interaction.user.id))
        menu = panels.actions_menu(
            pressed.game,
            pressed.card,
            offers,
            heading,
            int(page) if page.isdigit() else 0,
            limits=bool(view.caution),
            update=pressed.handler == "actions_page",
            groups=gm_groups(actor.ruleset),
        )
        if await history.can_undo(actor):
            panels.add_undo(menu, pressed)
        return menu

    @handles("caution")
    async def _show_caution(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Show how daring plans are, and what can be changed of it."""
        actor = await self.current_actor_of(pressed)
        offers = await self.required_offers(interaction, actor)
        view = await actor.reader.view(await self.seat(actor, interaction.user.id))
        if not view.caution:
            raise Refusal("There are no plans in this game.")
        return panels.caution_panel(pressed.game, pressed.card, view.caution, offers)

    @handles("actions_pick", "panel_act")
    async def _menu_chosen(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Take an action of a private panel, and answer in its place."""
        actor = await self.current_actor_of(pressed)
        line = await self._action_line(interaction, actor, pressed.chosen)
        receipt = await self.act(interaction, actor, line, pressed.card)
        person = interaction.user.id
        proposed = await vote_cards.proposal_reply(actor, person, receipt, update=True)
        return proposed or panels.result_panel(receipt_text(receipt, actor.ruleset.action_text))

    async def _action_line(
        self, interaction: discord.Interaction, actor: GameActor, arg: str
    ) -> str:
        """Return the action line that a button or a menu's value stands for."""
        if not arg.startswith("#"):
            return arg
        offers = await self.required_offers(interaction, actor)
        return restore(arg, [str(offer.action) for offer in offers])

    async def _act_and_show(
        self, interaction: discord.Interaction, actor: GameActor, pressed: CustomId, line: str
    ) -> Answer:
        """Act, then show the result where it was pressed: in somebody's own view, or on the card
        as the table's delivery says."""
        person = interaction.user.id
        own_view = is_private(interaction) or pressed.handler in ("own_act", "own_pick")
        receipt = await self.act(interaction, actor, line, pressed.card, private=own_view)
        if own_view:
            proposed = await vote_cards.proposal_reply(actor, person, receipt)
            if proposed is not None:
                return proposed
            seat = receipt.seat if receipt.seat is not None else await self.seat(actor, person)
            own = await self.services.card_builder.own_view(actor, seat, person)
            own.update = True
            return own
        return await card_reply(self.services, actor, receipt.delivery, secret_reply(receipt))

    # ------------------------------------------------------------ forms

    @handles("type")
    async def _show_form(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        actor = await self.current_actor_of(pressed)
        prompt = await self._prompt(interaction, actor)
        custom_id = CustomId(pressed.game, pressed.card, "typed", pressed.arg)
        label = say(prompt.label)
        title = translate("Write {label}", label=label)
        form = TextModal(custom_id, title, label, prompt.value, prompt.max_length)
        return Reply(form=form)

    @handles("typed")
    async def _form_sent(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        actor = await self.current_actor_of(pressed)
        prompt = await self._prompt(interaction, actor)
        text = " ".join(" ".join(pressed.values).split())
        line = f"{prompt.verb} {text}"
        return await self._act_and_show(interaction, actor, pressed, line)

    @handles("pasted")
    async def _text_pasted(self, interaction: discord.Interaction, pressed: CustomId) -> Answer:
        """Act with a text that was pasted instead of uploaded; its verb is the argument."""
        self.spend(interaction, "upload")
        word = uploads.pasted_text("".join(pressed.values[:1]).encode())
        actor = await self.actor_of(pressed)
        receipt = await self.act(interaction, actor, f"{pressed.arg} {word}")
        return receipt_text(receipt, actor.ruleset.action_text)

    async def _prompt(self, interaction: discord.Interaction, actor: GameActor) -> TextPrompt:
        await self.required_offers(interaction, actor)
        view = say_all(await actor.reader.view(await self.seat(actor, interaction.user.id)))
        if view.prompt is None:
            raise Refusal("There is nothing to write now.")
        return view.prompt

    # ------------------------------------------------------------ setup

    @handles("setup_place")
    async def _setup_place_chosen(
        self, interaction: discord.Interaction, pressed: CustomId
    ) -> Answer:
        """Continue setup in private, or on the card again."""
        actor, person = await self.current_actor_of(pressed), interaction.user.id
        await self.required_offers(interaction, actor)
        builder = self.services.card_builder
        await builder.set_preference(person, "setup", pressed.arg)
        card = await builder.card(actor, pressed.card)
        own = None
        if pressed.arg == "in private":
            own = await builder.own_view(actor, await self.seat(actor, person), person)
        return Reply(view=card.view, files=card.files, update=True, then=own)

    @handles("suggested")
    async def _suggestion_taken(
        self, interaction: discord.Interaction, pressed: CustomId
    ) -> Answer:
        """Take what is advised to the person while several make their characters."""
        actor = await self.current_actor_of(pressed)
        offers = await self.required_offers(interaction, actor)
        best = first_advised(offers)
        if best is None:
            raise Refusal("There is nothing left for you to choose.")
        return await self._act_and_show(interaction, actor, pressed, str(best.action))


def gm_groups(ruleset: AnyRuleset) -> dict[str, str]:
    """Return the groups of the Game Master's verbs, by verb."""
    return {verb.name: verb.group for verb in ruleset.verbs if command_mapper.is_gm_verb(verb)}


def _check_gm_verb(interaction: discord.Interaction, actor: GameActor, verb: Verb) -> None:
    """Raise Refusal for all but Game Masters of a game that has the verb."""
    own = [v.name for v in actor.ruleset.verbs if command_mapper.is_gm_verb(v)]
    if verb.name not in own:
        raise Refusal("{title} has no “{name}”.", title=actor.ruleset.title, name=verb.name)
    require_game_master(interaction, actor)


def _check_line(
    interaction: discord.Interaction, actor: GameActor, ruleset: AnyRuleset | None
) -> None:
    """Raise Refusal where a line of a ruleset's `do`, or of `/gm do` (without a ruleset), is not
    for this game or this person."""
    if ruleset is None:
        require_game_master(interaction, actor)
    else:
        _check_played(actor, ruleset)


def _check_played(actor: GameActor, ruleset: AnyRuleset) -> None:
    """Raise Refusal where another game is played."""
    if actor.ruleset is not ruleset:
        raise Refusal(
            "This channel plays {title}, not {title2}.",
            title=actor.ruleset.title,
            title2=ruleset.title,
        )


def _paste_form(actor: GameActor, verb: Verb, option: Option) -> Reply:
    """Return the form for a text that was not uploaded."""
    custom_id = CustomId(actor.game.id, actor.game.card, "pasted", verb.name)
    return Reply(form=TextModal(custom_id, verb.summary, option.summary, "", MAX_PASTED))


def receipt_text(receipt: Receipt, words: ActionWords) -> str:
    """Return what an action did, for the person who took it. `words`: `Ruleset.action_text`."""
    entry, lines = receipt.entry, list[str]()
    if isinstance(entry, Acted) and entry.action:
        lines.append(f"**{escape(action_text(entry, words))}**")
    lines += [escape(event.text) for event in receipt.events]
    return join_lines(lines, 1900)


def secret_reply(receipt: Receipt) -> Reply | None:
    """Return the secret events of an action; the card tells the rest."""
    secret = [escape(event.text) for event in receipt.events if event.audience is not None]
    return Reply(join_lines(secret, 1900)) if secret else None
