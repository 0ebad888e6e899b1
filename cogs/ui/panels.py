"""What one person alone gets to see: menus of offers, their own view, pages of text. Panels are
ephemeral messages whose buttons carry the card's number like those of the public card."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import discord
from discord.ui import ActionRow, Container, LayoutView, MediaGallery, TextDisplay

from cogs.ui.answer import Reply
from cogs.ui.buttons import Choose, Press
from cogs.ui.cards import ASKING, PAGE, PLAY, Buttons, title
from cogs.ui.codec import fit
from cogs.ui.words import block, cut, joined, plain
from engine.game import Offer, Setting, View
from render import Picture, square_name

MENUS = 4  # menus of one panel
TEXT = 3500  # letters of text in one panel; Discord allows 4000 in all


def menu(
    game: int, card: int, offers: Sequence[Offer], page: int = 0, *, update: bool = False
) -> Reply:
    """A select of the offers, 25 at a time; a move that the pad shows already comes last."""
    ordered = sorted(offers, key=lambda offer: offer.group == "move")
    pages = max(1, -(-len(ordered) // PAGE))
    page %= pages
    buttons = Buttons(game, card)
    view = LayoutView(timeout=None)
    shown = ordered[page * PAGE : (page + 1) * PAGE]
    place = f" ({page + 1} of {pages})" if pages > 1 else ""
    view.add_item(TextDisplay(f"What do you do?{place}"))
    options = [_option(offer) for offer in shown]
    view.add_item(ActionRow(Choose(buttons.ref("menu", str(page)), options, "Choose an action")))
    if pages > 1:
        view.add_item(ActionRow(Press(buttons.ref("page", str(page + 1)), "more…")))
    return Reply(view=view, update=update)


def _option(offer: Offer) -> discord.SelectOption:
    hint = offer.hint or str(offer.action)
    if offer.grave:
        hint = f"Cannot be undone. {hint}"
    return discord.SelectOption(
        label=cut(offer.label, 100), value=fit(str(offer.action), 100), description=cut(hint, 100)
    )


def setup(
    game: int,
    card: int,
    settings: Sequence[Setting],
    chosen: Mapping[str, str],
    page: int = 0,
    *,
    update: bool = False,
) -> Reply:
    """A select for each setting of a new game, four at a time."""
    pages = max(1, -(-len(settings) // MENUS))
    buttons = Buttons(game, card)
    view = LayoutView(timeout=None)
    for setting in settings[page % pages * MENUS :][:MENUS]:
        now = chosen.get(setting.name, setting.values[0])
        options = [
            discord.SelectOption(label=cut(value, 100), value=value, default=value == now)
            for value in setting.values[:PAGE]
        ]
        view.add_item(TextDisplay(f"**{plain(setting.name)}**: {plain(setting.summary)}"))
        view.add_item(ActionRow(Choose(buttons.ref("set", setting.name), options)))
    if pages > 1:
        view.add_item(ActionRow(Press(buttons.ref("setup", str(page + 1)), "more…")))
    return Reply(view=view, update=update)


def own(game: int, card: int, view: View, offers: Sequence[Offer], board: Picture | str) -> Reply:
    """Somebody's own view of the table, as picture or in letters, with what they may do."""
    buttons = Buttons(game, card)
    box: Container[LayoutView] = Container(accent_colour=ASKING if view.question else PLAY)
    box.add_item(TextDisplay(f"## {title(view)} · your view"))
    files = []
    if isinstance(board, str):
        box.add_item(TextDisplay(block(board, TEXT - 1500)))
    else:
        name, alt = f"own-{view.turn:04d}.png", cut(view.alt, 1024)
        files.append(discord.File(io.BytesIO(board.png), filename=name, description=alt))
        gallery: MediaGallery[LayoutView] = MediaGallery()
        gallery.add_item(media=f"attachment://{name}", description=alt)
        box.add_item(gallery)
    told = [plain(line) for line in view.lines[-8:]]
    told += [f"{plain(name)}: **{plain(value)}**" for name, value in view.facts]
    if view.question:
        told.append(f"**{plain(view.question)}**")
    if told:
        box.add_item(TextDisplay(joined(told, 1400)))
    rows = buttons.answers(offers) if view.question else []
    for row in rows or ([[buttons.more()]] if offers else []):
        box.add_item(ActionRow(*row))
    layout = LayoutView(timeout=None)
    layout.add_item(box)
    return Reply(view=layout, files=files)


def look(view: View, target: str = "") -> str:
    """What is in sight, or one thing of it, with the square that it stands on."""
    board = view.board
    beings, things = getattr(board, "beings", ()), getattr(board, "things", ())
    told = [_at(b.y, b.x, f"**{plain(b.name)}**") for b in beings if b.seat is not None]
    told += [_at(b.y, b.x, plain(b.words or b.name)) for b in beings if b.seat is None]
    told += [_at(t.y, t.x, plain(t.name)) for t in things]
    for part in getattr(board, "parts", ()):
        told += [f"**{plain(part.title)}**", *(f"- {plain(line)}" for line in part.lines)]
    if target:
        told = [line for line in told if plain(target).lower() in line.lower()]
        if not told:
            return f"You see nothing called {plain(target)}."
    return joined([plain(view.alt), *told] if not target else told, 1900)


def _at(y: int, x: int, what: str) -> str:
    return f"- {square_name(y, x)}: {what}"


def page(heading: str, text: str) -> Reply:
    """A page of text whose columns must stand under each other."""
    return Reply(f"**{plain(heading)}**\n{block(text, 1800)}")


def done(text: str) -> Reply:
    """A menu that has been used: what came of it stands in its place."""
    view = LayoutView(timeout=None)
    view.add_item(TextDisplay(cut(text, TEXT)))
    return Reply(view=view, update=True)
