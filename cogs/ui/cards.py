"""What cards look like: from plain facts to Components V2. Nothing here asks or knows a table.

A card is one coloured container: title, picture, what changed, whom we wait for, buttons. Discord
allows 40 components and 4,000 letters in a message; a turn card takes about 33 and 1,500.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence

import discord
from discord import ButtonStyle
from discord.ui import ActionRow, Container, LayoutView, MediaGallery, Separator, TextDisplay

from cogs.ui.buttons import Choose, Press
from cogs.ui.codec import Ref, fit
from cogs.ui.words import cut, joined, plain
from engine.game import Grid, Offer, Setting, View
from table.records import Status

PAGE = 25  # lines of a menu
ROW = 5  # buttons of a row
COMPASS = ("nw", "n", "ne", "w", "", "e", "sw", "s", "se")
TITLE, STORY, ASIDE = 101, 102, 103  # component ids; an old card loses its aside and its buttons

LOBBY, PLAY, ASKING, STILL, VICTORY = 0x4474CC, 0xA97A40, 0xF2922C, 0x5D6274, 0xFAD44C


class Card:
    """A message in the making: send `view` with `files`."""

    def __init__(self, view: LayoutView, files: Sequence[discord.File] = ()) -> None:
        self.view = view
        self.files = list(files)


def _card(
    accent: int,
    heading: str,
    story: str,
    aside: str = "",
    rows: Iterable[Sequence[Press | Choose]] = (),
    png: bytes | None = None,
    alt: str = "",
    name: str = "picture.png",
) -> Card:
    box: Container[LayoutView] = Container(accent_colour=accent)
    box.add_item(TextDisplay(f"## {cut(heading, 200)}", id=TITLE))
    files = []
    if png is not None:
        alt = cut(alt, 1024)
        files.append(discord.File(io.BytesIO(png), filename=name, description=alt))
        gallery: MediaGallery[LayoutView] = MediaGallery()
        gallery.add_item(media=f"attachment://{name}", description=alt)
        box.add_item(gallery)
    if story:
        box.add_item(TextDisplay(cut(story, 2000), id=STORY))
    if aside:
        box.add_item(Separator())
        box.add_item(TextDisplay(cut(aside, 1000), id=ASIDE))
    for row in rows:
        if row:
            box.add_item(ActionRow(*row))
    view = LayoutView(timeout=None)
    view.add_item(box)
    return Card(view, files)


# ---------------------------------------------------------------- the turn


def turn(status: Status, card: int, view: View, offers: Sequence[Offer] | None, png: bytes) -> Card:
    """The public card of a turn. `offers`: what whoever is to move may do; None when that is not
    for everybody to know."""
    game = status.game.id
    buttons = Buttons(game, card)
    story = [plain(line) for line in view.lines[-6:]]
    if view.headline and view.headline in view.lines[:-6]:
        story.insert(0, f"**{plain(view.headline)}**")
    asking = bool(view.question)
    if asking:
        story.append(f"**{plain(view.question)}**")
    accent = ASKING if asking else PLAY
    if status.game.phase == "paused":
        accent = STILL
        aside = f"Paused: {plain(status.game.reason) or 'no reason given'}. `/game resume` goes on."
        rows = [[buttons.tell()]]
    else:
        aside = waiting(status)
        has_map = isinstance(view.board, Grid)
        if offers is None:
            rows = buttons.blind(has_map)
        elif asking:
            rows = [*buttons.answers(offers), [buttons.mine(), buttons.tell()]]
        else:
            rows = buttons.play(offers, has_map)
    return _card(
        accent,
        title(view),
        joined(story, 1500),
        aside,
        rows,
        png,
        view.alt,
        f"t{view.turn:04d}-{card}.png",
    )


def title(view: View) -> str:
    """The title of a turn's card."""
    return cut(f"{plain(view.title)} · turn {view.turn}", 200)


def over(status: Status, card: int, view: View | None, png: bytes | None) -> Card:
    """The last card: how it ended, and the seed, so that anybody can replay the dice."""
    buttons = Buttons(status.game.id, card)
    outcome = status.outcome
    story = [plain(line) for line in (view.lines[-3:] if view else ())]
    if outcome:
        story += [plain(line) for line in outcome.story]
        story += [f"{plain(name)}: **{value}**" for name, value in outcome.figures]
    aside = f"Seed: `{status.seed}`" if status.seed else "The game is over."
    heading = outcome.title if outcome else f"{status.title}: ended"
    return _card(
        VICTORY if outcome and outcome.won else STILL,
        plain(heading),
        joined(story, 2000),
        aside,
        [[buttons.tell()]] if view else [],
        png,
        view.alt if view else "",
        f"end-{card}.png",
    )


def waiting(status: Status) -> str:
    """Whom the table waits for, and until when."""
    names = {seat.seat: plain(seat.hero) for seat in status.seats}
    heroes = " and ".join(names[seat] for seat in status.to_move if seat in names)
    if not status.to_move:
        return "Nobody is to move."
    people = ", ".join(f"<@{person}>" for person in status.waiting_for) or "anybody"
    due = [d.due for d in status.deadlines if d.kind == "turn"]
    until = f" — until <t:{int(due[0])}:R>" if due else ""
    return f"To move: **{heroes}** ({people}){until}"


class Buttons:
    """The buttons of one card."""

    def __init__(self, game: int, card: int) -> None:
        self.game = game
        self.card = card

    def ref(self, verb: str, arg: str = "") -> Ref:
        return Ref(self.game, self.card, verb, arg)

    def act(self, offer: Offer, style: ButtonStyle = ButtonStyle.secondary) -> Press:
        """A button that does what is offered."""
        grave = ButtonStyle.danger if offer.grave else style
        return Press(self.ref("do", fit(str(offer.action))), offer.label, grave)

    def mine(self) -> Press:
        return Press(self.ref("mine"), "My view")

    def tell(self) -> Press:
        return Press(self.ref("tell"), "Describe")

    def more(self) -> Press:
        return Press(self.ref("more", "0"), "More…", ButtonStyle.primary)

    def beside(self) -> list[list[Press]]:
        """The everyday buttons at the pad's three rows."""
        return [[self.more()], [Press(self.ref("look"), "Look"), self.mine()], [self.tell()]]

    def answers(self, offers: Sequence[Offer]) -> list[list[Press]]:
        """The answers to a question: up to fifteen as buttons, the rest behind More…"""
        room = 3 * ROW
        shown = [self.act(offer, ButtonStyle.primary) for offer in offers[:room]]
        if len(offers) > room:
            shown[-1] = self.more()
        return in_rows(shown)

    def play(self, offers: Sequence[Offer], has_map: bool) -> list[list[Press]]:
        """The nine-way pad with the everyday buttons beside it, and the best of the other offers;
        a board without a map has offers alone."""
        aside = self.beside()
        best = [
            self.act(o, ButtonStyle.success) for o in offers if o.group not in ("move", "other")
        ]
        if not has_map:
            return [*in_rows(best), [button for row in aside for button in row]]
        pad = self.pad(offers)
        return [*(left + right for left, right in zip(pad, aside, strict=True)), best[:ROW]]

    def pad(self, offers: Sequence[Offer]) -> list[list[Press]]:
        """Three rows of three: a way that no offer goes cannot be pressed."""
        ways = directions(offers)
        buttons = []
        for way in COMPASS:
            offer = ways.get(way)
            if offer is None:
                shown = Press(self.ref("off", way), way.upper() or "·", disabled=True)
            else:
                line, name = fit(str(offer.action)), way.upper() or offer.action.verb.capitalize()
                shown = Press(self.ref("do", line), name, ButtonStyle.primary)
            buttons.append(shown)
        return [buttons[i : i + 3] for i in (0, 3, 6)]

    def blind(self, has_map: bool) -> list[list[Press]]:
        """The buttons where whoever is to move knows more than everybody: the same ones whatever
        their offers are, so that none tells of a wall or a question."""
        aside = self.beside()
        if not has_map:
            return [[button for row in aside for button in row]]
        pad = [Press(self.ref("way", way), way.upper() or "·") for way in COMPASS]
        return [pad[3 * i : 3 * i + 3] + row for i, row in enumerate(aside)]


def directions(offers: Sequence[Offer]) -> dict[str, Offer]:
    """The best move a way: its only argument is the direction, or there is none (standing)."""
    ways: dict[str, Offer] = {}
    for offer in offers:
        args = offer.action.args
        if offer.group == "move" and len(args) <= 1 and (not args or args[0] in COMPASS):
            ways.setdefault(args[0] if args else "", offer)
    return ways


def in_rows(buttons: Sequence[Press]) -> list[list[Press]]:
    return [list(buttons[i : i + ROW]) for i in range(0, len(buttons), ROW)]


# ---------------------------------------------------------------- before it begins


def lobby(status: Status, card: int, summary: str, settings: Sequence[Setting]) -> Card:
    """The card of a game that gathers its people: Join, Leave, Begin."""
    game = status.game
    who = [f"- **{plain(member.name)}** (<@{member.person}>)" for member in status.members]
    chosen = [
        f"{plain(setting.name)}: **{plain(game.options.get(setting.name, setting.values[0]))}**"
        for setting in settings
    ]
    story = [plain(summary), "", f"Way to play: **{plain(game.mode)}**", *chosen, "", *who]
    aside = f"<@{game.founder}> begins when everybody is here."
    buttons = Buttons(game.id, card)
    row = [
        Press(buttons.ref("join"), "Join", ButtonStyle.success),
        Press(buttons.ref("leave"), "Leave"),
        Press(buttons.ref("begin"), "Begin", ButtonStyle.primary),
        Press(buttons.ref("setup", "0"), "Settings…"),
    ]
    return _card(LOBBY, f"{plain(status.title)}: a new game", joined(story, 2000), aside, [row])
