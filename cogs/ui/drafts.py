"""Drafts of characters as private panels. A button carries all answers so far: each a letter that
stands for the number of the offer that was chosen, so that nothing is kept in memory."""

from __future__ import annotations

import string
from collections.abc import Sequence

import discord
from discord import ButtonStyle
from discord.ui import ActionRow, TextDisplay
from msgspec.structs import replace

from cogs.ui.card_buttons import CardButtons, offer_option
from cogs.ui.components import MENU_LINES, IdButton, IdSelect, StaticLayout
from cogs.ui.formatting import escape, join_lines
from cogs.ui.languages import translate
from cogs.ui.replies import Reply
from engine.contract.action import Offer
from table.actor import GameActor
from table.loaded_game import Draft

MAX_ANSWERS = 60  # that fit into a button's id
_LETTERS = string.digits + string.ascii_letters


def chosen_offers(path: str) -> list[int]:
    """Return the numbers of the offers that a button's answers stand for."""
    return [_LETTERS.index(letter) for letter in path if letter in _LETTERS]


class DraftButtons(CardButtons):
    """Buttons that answer in a draft instead of in the game."""

    def __init__(self, game: int, card: int, path: str, offers: Sequence[Offer]) -> None:
        super().__init__(game, card)
        self._path = path
        self._letters = {
            offer.action: letter for offer, letter in zip(offers, _LETTERS, strict=False)
        }

    def offer(self, offer: Offer, style: ButtonStyle = ButtonStyle.secondary) -> IdButton:
        """Return a button that goes on with the draft."""
        custom_id = self.custom_id("draft", self._path + self._letters[offer.action])
        return IdButton(custom_id, offer.label, style)

    def offer_menu(self, offers: Sequence[Offer], number: int = 0) -> IdSelect:
        """Return a menu of answers."""
        options = []
        for offer in offers[:MENU_LINES]:
            shown = offer_option(offer)
            letter = self._letters[offer.action]
            options.append(discord.SelectOption(label=shown.label, value=letter))
        return IdSelect(self.custom_id("draft_pick", self._path), options, "Choose…")


def draft_panel(actor: GameActor, draft: Draft, path: str, *, update: bool) -> Reply:
    """Return a draft's question with its answers, or the whole draft with a button that proposes
    it."""
    view, game = draft.view, actor.game
    buttons = DraftButtons(game.id, game.card, path, draft.offers)
    panel = StaticLayout()
    again = IdButton(buttons.custom_id("draft"), "Start again")
    if view.phase != "setup":
        text = ["**Your draft is complete.**", escape(draft.note)]
        propose = IdButton(
            buttons.custom_id("draft_propose", path), "Propose this draft", ButtonStyle.success
        )
        panel.add_item(TextDisplay(join_lines(text, 1900)))
        panel.add_item(ActionRow(propose, again))
        return Reply(view=panel, update=update)
    lines = [translate("**{title}** (a draft that only you see)", title=escape(view.title))]
    lines += [*map(escape, view.lines), f"-# {escape(view.alt)}"]
    lines.append(f"**{escape(view.question)}**")
    panel.add_item(TextDisplay(join_lines(lines, 1900)))
    for row in buttons.answer_rows(draft.offers[:MENU_LINES], replace(view, prompt=None)):
        panel.add_item(ActionRow(*row))
    if path:
        panel.add_item(ActionRow(again))
    return Reply(view=panel, update=update)
