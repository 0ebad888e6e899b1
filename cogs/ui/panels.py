"""What one person alone gets to see: menus of offers, their own view, pages of text. Panels are
ephemeral messages whose buttons carry the card's number like those of the public card."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import discord
from discord import ButtonStyle
from discord.ui import ActionRow, Container, LayoutView, MediaGallery, TextDisplay

from cogs.ui.cards import ASKING, PAGE, PLAY, Buttons, in_rows, option, title
from cogs.ui.components import IdButton, IdSelect, StaticLayout
from cogs.ui.formatting import code_block, escape, join_lines, truncate
from cogs.ui.replies import Reply
from engine.game import SEEN, UNKNOWN, Grid, Offer, Setting, View
from render import Picture, square_name

MENUS = 4  # menus of one panel
OTHER = "Other"
HEADINGS = {  # of a menu of offers: the groups that stand under each
    "Answer": ("answer",),
    "Fight": ("target",),
    "Move on": ("plan",),
    "Things": ("item",),
    "Hero": ("hero",),
    OTHER: ("act", "other"),
    "Steps": ("move",),  # last: the pad has them
}
TEXT = 3500  # letters of text in one panel; Discord allows 4000 in all


def menu(
    game: int,
    card: int,
    offers: Sequence[Offer],
    heading: str = "",
    page: int = 0,
    *,
    update: bool = False,
) -> Reply:
    """The offers under their headings, 25 of one at a time; without a heading the first."""
    under = _by_heading(offers)
    heading = heading if heading in under else next(iter(under))
    chosen = under[heading]
    pages = -(-len(chosen) // PAGE)
    page %= pages
    buttons = Buttons(game, card)
    place = f" ({page + 1} of {pages})" if pages > 1 else ""
    options = [option(offer) for offer in chosen[page * PAGE : (page + 1) * PAGE]]
    heads = [
        IdButton(
            buttons.ref("page", f"{name}/0"),
            f"{name} ({len(some)})",
            ButtonStyle.primary if name == heading else ButtonStyle.secondary,
        )
        for name, some in under.items()
    ]
    view = StaticLayout()
    view.add_item(TextDisplay(f"What do you do? **{heading}**{place}"))
    view.add_item(ActionRow(IdSelect(buttons.ref("menu", heading), options, "IdSelect an action")))
    for row in in_rows(heads):
        view.add_item(ActionRow(*row))
    if pages > 1:
        more = IdButton(buttons.ref("page", f"{heading}/{page + 1}"), "more…")
        view.add_item(ActionRow(more))
    return Reply(view=view, update=update)


def _by_heading(offers: Sequence[Offer]) -> dict[str, list[Offer]]:
    """The offers under the headings that they have, in the order of HEADINGS."""
    under: dict[str, list[Offer]] = {heading: [] for heading in HEADINGS}
    for offer in offers:
        heading = next((h for h, groups in HEADINGS.items() if offer.group in groups), OTHER)
        under[heading].append(offer)
    return {heading: some for heading, some in under.items() if some}


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
    view = StaticLayout()
    for setting in settings[page % pages * MENUS :][:MENUS]:
        now = chosen.get(setting.name, setting.values[0])
        options = [
            discord.SelectOption(label=truncate(value, 100), value=value, default=value == now)
            for value in setting.values[:PAGE]
        ]
        view.add_item(TextDisplay(f"**{escape(setting.name)}**: {escape(setting.summary)}"))
        view.add_item(ActionRow(IdSelect(buttons.ref("set", setting.name), options)))
    if pages > 1:
        view.add_item(ActionRow(IdButton(buttons.ref("setup", str(page + 1)), "more…")))
    return Reply(view=view, update=update)


def own(game: int, card: int, view: View, offers: Sequence[Offer], board: Picture | str) -> Reply:
    """Somebody's own view of the table, as picture or in letters, with what they may do."""
    buttons = Buttons(game, card, own=True)
    box: Container[LayoutView] = Container(accent_colour=ASKING if view.question else PLAY)
    box.add_item(TextDisplay(f"## {title(view)} · your view"))
    files = []
    if isinstance(board, str):
        box.add_item(TextDisplay(code_block(board, TEXT - 1500)))
    else:
        name, alt = f"own-{view.turn:04d}-{card}.png", truncate(view.alt, 1024)
        files.append(discord.File(io.BytesIO(board.png), filename=name, description=alt))
        gallery: MediaGallery[LayoutView] = MediaGallery()
        gallery.add_item(media=f"attachment://{name}", description=alt)
        box.add_item(gallery)
    told = [escape(line) for line in view.lines[-8:]]
    told += [f"{escape(name)}: **{escape(value)}**" for name, value in view.facts]
    if view.question:
        told.append(f"**{escape(view.question)}**")
    if told:
        box.add_item(TextDisplay(join_lines(told, 1400)))
    rows = buttons.answers(offers, view.blank) if view.question and offers else []
    for row in rows or ([[buttons.more(), buttons.sheet()]] if offers else []):
        box.add_item(ActionRow(*row))
    layout = StaticLayout()
    layout.add_item(box)
    return Reply(view=layout, files=files)


def look(view: View, target: str = "") -> str:
    """What is in sight; or one thing of it, or what is known of a square such as K12."""
    board = view.board
    beings, things = getattr(board, "beings", ()), getattr(board, "things", ())
    told = [_at(b.y, b.x, f"**{escape(b.name)}**") for b in beings if b.seat is not None]
    told += [_at(b.y, b.x, escape(b.words or b.name)) for b in beings if b.seat is None]
    told += [_at(t.y, t.x, escape(t.name)) for t in things]
    for part in getattr(board, "parts", ()):
        told += [f"**{escape(part.title)}**", *(f"- {escape(line)}" for line in part.lines)]
    if not target:
        return join_lines([escape(view.alt), *told], 1900)
    named = {_at(b.y, b.x, "").lower(): b.name for b in beings if b.seat is None}
    square = _square(board, target) if isinstance(board, Grid) else ""
    if square:
        told = [square, *(line for line in told if line.startswith(f"- {target.upper()}:"))]
    else:
        wanted = escape(target).lower()
        told = [
            line
            for line in told
            if wanted in line.lower() or wanted == named.get(line[: line.find(":") + 2].lower())
        ]
    return join_lines(told, 1900) or f"You see nothing called {escape(target)}."


def _square(grid: Grid, name: str) -> str:
    """What is known of a square by its name; nothing if it is no name of one in the box."""
    for n, (feature, state) in enumerate(zip(grid.ground, grid.state, strict=True)):
        y, x = grid.top + n // grid.width, grid.left + n % grid.width
        if square_name(y, x) == name.upper():
            if state == UNKNOWN:
                return _at(y, x, "you do not know what is there")
            seen = "in sight" if state == SEEN else "as you remember it"
            return _at(y, x, f"{escape(grid.legend[feature].name)}, {seen}")
    return ""


def _at(y: int, x: int, what: str) -> str:
    return f"- {square_name(y, x)}: {what}"


def text(heading: str, lines: Sequence[str]) -> Reply:
    """A longer text than a plain message holds."""
    view = StaticLayout()
    view.add_item(TextDisplay(join_lines([f"**{escape(heading)}**", *lines], TEXT)))
    return Reply(view=view)


def done(text: str) -> Reply:
    """A menu that has been used: what came of it stands in its place."""
    view = StaticLayout()
    view.add_item(TextDisplay(truncate(text, TEXT)))
    return Reply(view=view, update=True)
