"""What cards look like: from plain facts to Components V2. Nothing here asks or knows a table.

A card is one coloured container: title, picture, what changed, whom we wait for, buttons. Discord
allows 40 components and 4,000 letters in a message; a turn card takes about 33 and 1,500.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

import discord
from discord import ButtonStyle
from discord.ui import ActionRow, Container, LayoutView, MediaGallery, Separator, TextDisplay

from cogs.ui import game_settings
from cogs.ui.components import IdButton, IdSelect, StaticLayout
from cogs.ui.custom_ids import CustomId, shorten
from cogs.ui.formatting import escape, join_lines, truncate
from engine.game import Blank, Grid, Offer, Setting, Sheet, View
from table.records import Status

PAGE = 25  # lines of a menu
ROW = 5  # buttons of a row
OF_A_KIND = 2  # offers of one verb beside the pad
FEW = 8  # answers that are buttons; more of them are a menu
ROOM = 30  # components that answers may take on a card
COMPASS = ("nw", "n", "ne", "w", "", "e", "sw", "s", "se")
TITLE, STORY, ASIDE = 101, 102, 103  # component ids; an old card loses its aside and its buttons

LOBBY, PLAY, ASKING, STILL, VICTORY = 0x4474CC, 0xA97A40, 0xF2922C, 0x5D6274, 0xFAD44C


Rows = Sequence[Sequence[IdButton | IdSelect]]


class Card:
    """A message in the making: send `view` with `files`."""

    def __init__(self, view: LayoutView, files: Sequence[discord.File] = ()) -> None:
        self.view = view
        self.files = list(files)


def layout(
    accent: int,
    heading: str,
    story: str,
    aside: str = "",
    rows: Iterable[Sequence[IdButton | IdSelect]] = (),
    png: bytes | None = None,
    alt: str = "",
    name: str = "picture.png",
) -> Card:
    """A card of these parts; what is empty is left out."""
    box: Container[LayoutView] = Container(accent_colour=accent)
    box.add_item(TextDisplay(f"## {truncate(heading, 200)}", id=TITLE))
    files = []
    if png is not None:
        alt = truncate(alt, 1024)
        files.append(discord.File(io.BytesIO(png), filename=name, description=alt))
        gallery: MediaGallery[LayoutView] = MediaGallery()
        gallery.add_item(media=f"attachment://{name}", description=alt)
        box.add_item(gallery)
    if story:
        box.add_item(TextDisplay(truncate(story, 2000), id=STORY))
    if aside:
        box.add_item(Separator())
        box.add_item(TextDisplay(truncate(aside, 1750), id=ASIDE))
    for row in rows:
        if row:
            box.add_item(ActionRow(*row))
    view = StaticLayout()
    view.add_item(box)
    return Card(view, files)


# ---------------------------------------------------------------- the turn


def turn(status: Status, card: int, view: View, offers: Sequence[Offer] | None, png: bytes) -> Card:
    """The public card of a turn. `offers`: what whoever is to move may do; None when that is not
    for everybody to know."""
    game = status.game.id
    buttons = Buttons(game, card)
    story = [escape(line) for line in view.lines[-6:]]
    if view.headline and view.headline in view.lines[:-6]:
        story.insert(0, f"**{escape(view.headline)}**")
    asking = bool(view.question)
    if asking:
        story.append(f"**{escape(view.question)}**")
    accent = ASKING if asking else PLAY
    if status.game.phase == "paused":
        accent = STILL
        aside = (
            f"Paused: {escape(status.game.reason) or 'no reason given'}. `/game resume` goes on."
        )
        rows: Rows = [[buttons.tell()]]
    else:
        aside = waiting(status)
        has_map = isinstance(view.board, Grid)
        if offers is None:
            rows = buttons.blind(has_map)
        elif asking:
            own = [buttons.making()] if view.phase == "making" and one_alone(status) else []
            rows = [*buttons.answers(offers, view.blank), [*own, buttons.mine(), buttons.tell()]]
        else:
            rows = buttons.play(offers, view.board, why=told_more(view))
    return layout(
        accent,
        title(view),
        join_lines(story, 1500),
        aside,
        rows,
        png,
        view.alt,
        f"t{view.turn:04d}-{card}.png",
    )


def title(view: View) -> str:
    """The title of a turn's card."""
    if view.phase == "making":
        return truncate(escape(view.title), 200)
    return truncate(f"{escape(view.title)} · turn {view.turn}", 200)


def told_more(view: View) -> bool:
    """Whether there is a fuller account of what happened than the card gives."""
    return any(detail not in view.lines for detail in view.details)


def one_alone(status: Status) -> int | None:
    """The one person whose move it is, if it is one person's alone."""
    people = status.waiting_for
    return people[0] if len(people) == 1 and status.game.mode == "solo" else None


def making(status: Status, card: int) -> Card:
    """The public card while somebody makes a hero in private."""
    buttons = Buttons(status.game.id, card)
    names = {seat.seat: escape(seat.hero) for seat in status.seats}
    heroes = " and ".join(names[seat] for seat in status.to_move if seat in names)
    mine = IdButton(buttons.ref("mine"), "Make your hero", ButtonStyle.primary)
    here = IdButton(buttons.ref("making", "on the card"), "Make it here")
    story = f"**{heroes}** is in the making."
    return layout(PLAY, status.title, story, waiting(status), [[mine, here]])


def over(status: Status, card: int, view: View | None, png: bytes | None) -> Card:
    """The last card: how it ended, and the seed, so that anybody can replay the dice."""
    buttons = Buttons(status.game.id, card)
    outcome = status.outcome
    story = [escape(line) for line in (view.lines[-3:] if view else ())]
    if outcome:
        story += [escape(line) for line in outcome.story]
        story += [f"{escape(name)}: **{value}**" for name, value in outcome.figures]
    aside = f"Seed: `{status.seed}`" if status.seed else "The game is over."
    heading = outcome.title if outcome else f"{status.title}: ended"
    return layout(
        VICTORY if outcome and outcome.won else STILL,
        escape(heading),
        join_lines(story, 2000),
        aside,
        [[buttons.sheet(), buttons.tell()]] if view else [],
        png,
        view.alt if view else "",
        f"end-{card}.png",
    )


def waiting(status: Status) -> str:
    """Whom the table waits for, and until when."""
    names = {seat.seat: escape(seat.hero) for seat in status.seats}
    heroes = " and ".join(names[seat] for seat in status.to_move if seat in names)
    if not status.to_move:
        return "Nobody is to move."
    people = ", ".join(f"<@{person}>" for person in status.waiting_for) or "anybody"
    due = [d.due for d in status.deadlines if d.kind == "turn"]
    until = f" — until <t:{int(due[0])}:R>" if due else ""
    return f"To move: **{heroes}** ({people}){until}"


class Buttons:
    """The buttons of one card; `own`: of one person's own view of it."""

    def __init__(self, game: int, card: int, *, own: bool = False) -> None:
        self.game = game
        self.card = card
        self.own = own

    def ref(self, verb: str, arg: str = "") -> CustomId:
        return CustomId(self.game, self.card, verb, arg)

    def act(self, offer: Offer, style: ButtonStyle = ButtonStyle.secondary) -> Press:
        """A button that does what is offered."""
        grave = ButtonStyle.danger if offer.grave else style
        verb = "mydo" if self.own else "do"
        return IdButton(self.ref(verb, shorten(str(offer.action))), offer.label, grave)

    def pick(self, offers: Sequence[Offer], number: int = 0) -> Choose:
        """A menu of at most 25 offers, which does what is chosen."""
        verb = "mypick" if self.own else "pick"
        return IdSelect(self.ref(verb, str(number)), [option(o) for o in offers[:PAGE]], "Choose…")

    def off(self, name: str, label: str) -> Press:
        """A button that cannot be pressed now; `name` tells it from the others of its card."""
        return IdButton(self.ref("off", shorten(name)), label, disabled=True)

    def type(self, blank: Blank) -> Press:
        """A button that opens a form for what may be typed."""
        verb = "mydo" if self.own else "do"
        return IdButton(self.ref("type", verb), f"Write {blank.label}")

    def making(self) -> Press:
        """A button to go on in private with the making of a hero."""
        return IdButton(self.ref("making", "in private"), "Make it in private")

    def mine(self) -> Press:
        return IdButton(self.ref("mine"), "My view")

    def tell(self) -> Press:
        return IdButton(self.ref("tell"), "Describe")

    def more(self) -> Press:
        return IdButton(self.ref("more", "0"), "More…", ButtonStyle.primary)

    def sheet(self) -> Press:
        return IdButton(self.ref("sheet"), "Sheet")

    def beside(self, *, why: bool) -> list[list[IdButton]]:
        """The everyday buttons at the pad's three rows."""
        first = [self.more(), IdButton(self.ref("why"), "Why?")] if why else [self.more()]
        return [
            first,
            [IdButton(self.ref("look"), "Look"), self.mine()],
            [self.tell(), self.sheet()],
        ]

    def answers(
        self, offers: Sequence[Offer], blank: Blank | None = None, *, room: int = ROOM
    ) -> Rows:
        """The answers to a question, in at most `room` components. What counts up and down
        stands in rows of its own, few others are buttons; many are a menu, and what that does
        not hold is behind More…"""
        paired: dict[str, list[Offer]] = {}
        for offer in offers:
            if offer.row:
                paired.setdefault(offer.row, []).append(offer)
        others = [offer for offer in offers if not offer.row]
        written = [self.type(blank)] if blank else []
        ends = [*(self.act(offer, ButtonStyle.primary) for offer in others), *written]
        rows = [*(self.pair(row, both) for row, both in paired.items()), *in_rows(ends)]
        if len(others) <= FEW and sum(1 + len(row) for row in rows) <= room:
            return rows
        more = [self.more()] if len(offers) > PAGE else []
        return [[self.pick(offers)], *in_rows([*more, *written])]

    def pair(self, row: str, offers: Sequence[Offer]) -> list[IdButton]:
        """Less and more of one thing; the side that is not offered is dark."""
        shown = [self.off(f"{row}-", "−"), self.off(f"{row}+", "+")]
        for offer in offers:
            shown[not offer.less] = self.act(offer)
        return shown

    def play(self, offers: Sequence[Offer], board: Grid | Sheet, *, why: bool = False) -> Rows:
        """The nine-way pad with the everyday buttons beside it, and the best of the other offers;
        a board without a map has offers alone. `why`: with a button for the full account."""
        aside = self.beside(why=why)
        best = [self.act(offer, ButtonStyle.success) for offer in _best(offers)]
        if not isinstance(board, Grid):
            return [
                *in_rows(best[: 3 * ROW]),
                *in_rows([button for row in aside for button in row]),
            ]
        pad = self.pad(offers, {(being.y, being.x) for being in board.beings})
        return [*(left + right for left, right in zip(pad, aside, strict=True)), best[:ROW]]

    def pad(
        self, offers: Sequence[Offer], taken: Collection[tuple[int, int]]
    ) -> list[list[IdButton]]:
        """Three rows of three: a way that no offer goes cannot be pressed; one to where somebody
        stands (`taken`) is a blow."""
        ways = directions(offers)
        buttons = []
        for way in COMPASS:
            offer = ways.get(way)
            if offer is None:
                shown = self.off(way, way.upper() or "·")
            else:
                line, name = (
                    shorten(str(offer.action)),
                    way.upper() or offer.action.verb.capitalize(),
                )
                shown = IdButton(self.ref("do", line), name, ButtonStyle.primary)
                if offer.at in taken:
                    shown = IdButton(self.ref("do", line), f"Hit {name}", ButtonStyle.danger)
            buttons.append(shown)
        return [buttons[i : i + 3] for i in (0, 3, 6)]

    def blind(self, has_map: bool) -> Rows:
        """The buttons where whoever is to move knows more than everybody: the same ones whatever
        their offers are, so that none tells of a wall or a question."""
        aside = self.beside(why=True)
        if not has_map:
            return in_rows([button for row in aside for button in row])
        pad = [IdButton(self.ref("way", way), way.upper() or "·") for way in COMPASS]
        return [pad[3 * i : 3 * i + 3] + row for i, row in enumerate(aside)]


def _best(offers: Sequence[Offer]) -> list[Offer]:
    """What is worth a button beside the pad: the first offers, few of a kind, of those that are
    neither moves nor growth nor odds and ends."""
    kinds = Counter[str]()
    best = []
    for offer in offers:
        verb = offer.action.verb
        if offer.group not in ("move", "other", "hero") and kinds[verb] < OF_A_KIND:
            kinds[verb] += 1
            best.append(offer)
    return best


def option(offer: Offer) -> discord.SelectOption:
    """A line of a menu."""
    hint = offer.hint or str(offer.action)
    if offer.grave:
        hint = f"Cannot be undone. {hint}"
    return discord.SelectOption(
        label=truncate(offer.label, 100),
        value=shorten(str(offer.action), 100),
        description=truncate(hint, 100),
    )


def directions(offers: Sequence[Offer]) -> dict[str, Offer]:
    """The best move a way: its only argument is the direction, or there is none (standing)."""
    ways: dict[str, Offer] = {}
    for offer in offers:
        args = offer.action.args
        if offer.group == "move" and len(args) <= 1 and (not args or args[0] in COMPASS):
            ways.setdefault(args[0] if args else "", offer)
    return ways


def in_rows(buttons: Sequence[IdButton]) -> list[list[IdButton]]:
    return [list(buttons[i : i + ROW]) for i in range(0, len(buttons), ROW)]


# ---------------------------------------------------------------- before it begins


def lobby(
    status: Status, card: int, summary: str, settings: Sequence[Setting], *, about: bool = False
) -> Card:
    """The card of a game that gathers its people: Join, Leave, Begin. `about`: with a button for
    what this game has of its own."""
    game = status.game
    who = [f"- **{escape(member.name)}** (<@{member.person}>)" for member in status.members]
    chosen = [
        f"{escape(setting.name)}: **{escape(game.options.get(setting.name, setting.values[0]))}**"
        for setting in settings
    ]
    story = [escape(summary), "", *game_settings.summary(game), *chosen, "", *who]
    aside = f"<@{game.founder}> begins when everybody is here."
    buttons = Buttons(game.id, card)
    row = [
        IdButton(buttons.ref("join"), "Join", ButtonStyle.success),
        IdButton(buttons.ref("leave"), "Leave"),
        IdButton(buttons.ref("begin"), "Begin", ButtonStyle.primary),
        IdButton(buttons.ref("setup", "0"), "Settings…"),
    ]
    if about:
        row.append(IdButton(buttons.ref("about"), "Differences"))
    return layout(
        LOBBY, f"{escape(status.title)}: a new game", join_lines(story, 2000), aside, [row]
    )
