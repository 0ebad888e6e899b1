"""Public cards as Components V2, made from plain facts. Nothing here asks or knows a table.

A card is one coloured container: title, picture, what changed, advice and who has to act, buttons.
`budget` shares out what Discord allows in a message; a turn card takes about 33 components and
2,000 letters.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import NamedTuple

import discord
from discord import ButtonStyle
from discord.ui import ActionRow, Container, LayoutView, MediaGallery, Separator, TextDisplay
from msgspec.structs import replace

from cogs.ui import budget, game_settings, phone
from cogs.ui.advice import advice_lines
from cogs.ui.card_buttons import CardButtons
from cogs.ui.components import IdButton, Rows, StaticLayout
from cogs.ui.formatting import escape, join_and, join_lines, moment_text, truncate
from cogs.ui.languages import mention, say, say_number, translate
from cogs.ui.phone import CardLine, Rank
from engine.contract.action import GM, Offer
from engine.contract.ruleset import AnyRuleset
from engine.contract.view import View
from table.receipt import Status
from table.voting.modes import SoloMode, shown_mode

# Component ids: an old card loses its footer, its questions and its buttons.
STORY_LINES = 6  # of what happened that a card tells
MIN_ROWS = 4  # of buttons for which a phone has room beside most texts
FEWEST_ROWS = 2  # beside any
TITLE_ID, STORY_ID, FOOTER_ID, MOTION_ID, MODES_ID = 101, 102, 103, 104, 105
MAX_HANDOUTS = 4  # beside one board
LOBBY_COLOUR, PLAY_COLOUR, QUESTION_COLOUR = 0x4474CC, 0xA97A40, 0xF2922C
INACTIVE_COLOUR, VICTORY_COLOUR = 0x5D6274, 0xFAD44C


class Card:
    """A message to send: `view` with `files`."""

    def __init__(self, view: LayoutView, files: Sequence[discord.File] = ()) -> None:
        self.view = view
        self.files = list(files)


class CardPicture:
    """A picture with its file name and its description for screen readers."""

    def __init__(self, png: bytes, name: str, alt: str) -> None:
        self.png = png
        self.name = name
        self.alt = truncate(alt, 1024)

    def file(self) -> discord.File:
        """Return the picture as an attachment."""
        return discord.File(io.BytesIO(self.png), filename=self.name, description=self.alt)

    def gallery(self) -> MediaGallery[LayoutView]:
        """Return the component that shows the attachment."""
        return gallery([self])


def gallery(pictures: Sequence[CardPicture]) -> MediaGallery[LayoutView]:
    """Return the component that shows some attachments."""
    shown: MediaGallery[LayoutView] = MediaGallery()
    for picture in pictures:
        shown.add_item(media=f"attachment://{picture.name}", description=picture.alt)
    return shown


def picture_name(view: View, card: int, png: bytes) -> str:
    """Return a name that no other picture of the game has: apps show an old one by its name."""
    return f"t{view.turn:04d}-{card}-{blake2b(png, digest_size=4).hexdigest()}.png"


def board_picture(view: View, card: int, png: bytes | None) -> CardPicture | None:
    """Return the picture of a game's board; None where cards are text alone."""
    return CardPicture(png, picture_name(view, card, png), say(view.alt)) if png else None


def handout_pictures(view: View, card: int) -> list[CardPicture]:
    """Return the newest pictures that a view's seat was given."""
    shown = view.handouts[-MAX_HANDOUTS:]
    return [CardPicture(each.image, f"{each.name}-{card}.webp", say(each.title)) for each in shown]


def layout(
    colour: int,
    heading: str,
    story: str,
    *,
    footer: str = "",
    rows: Rows = (),
    picture: CardPicture | None = None,
    low: bool = False,
) -> Card:
    """Return a card of these parts; what is empty is left out. `low`: with a small title, and no
    line between its texts."""
    box: Container[LayoutView] = Container(accent_colour=colour)
    title = f"{'###' if low else '##'} {truncate(heading, budget.HEADING_LETTERS)}"
    footer = truncate(footer, budget.FOOTER_LETTERS)
    box.add_item(TextDisplay(title, id=TITLE_ID))
    if picture is not None:
        box.add_item(picture.gallery())
    if story:
        letters = budget.story_letters(title, footer)
        box.add_item(TextDisplay(truncate(story, letters), id=STORY_ID))
    if footer:
        if not low:
            box.add_item(Separator())
        box.add_item(TextDisplay(footer, id=FOOTER_ID))
    for row in rows:
        if row:
            box.add_item(ActionRow(*row))
    view = StaticLayout()
    view.add_item(box)
    return Card(view, [picture.file()] if picture is not None else [])


# ---------------------------------------------------------------- the turn


class CardExtras(NamedTuple):
    """The parts of a turn's card besides the view and the offers."""

    autoplayed: Sequence[str] = ()  # what was done for characters that play by themselves
    is_advised: bool = False  # there is advice for everybody who makes their character
    can_undo: bool = False  # the last move can be undone
    reserved: int = 0  # points for what will be added below


NO_EXTRAS = CardExtras()


def turn_card(
    status: Status,
    card: int,
    view: View,
    offers: Sequence[Offer] | None,
    png: bytes | None,
    more: CardExtras = NO_EXTRAS,
) -> Card:
    """Return the public card of a turn, with its picture or, without `png`, that told in words.

    `offers`: what the seat that has to act may do; None when not everybody may know that.
    """
    buttons = CardButtons(status.game.id, card)
    picture = board_picture(view, card, png)
    if status.game.phase == "paused":
        reason = escape(translate(status.game.pause_reason)) or translate("no reason given")
        return layout(
            INACTIVE_COLOUR,
            turn_title(view),
            join_lines(
                [line.text for line in (*_described(view, picture), *story_lines(view))], 1500
            ),
            footer=translate("Paused: {pause_reason}", pause_reason=reason),
            rows=[[resume_button(buttons), buttons.describe()]],
            picture=picture,
        )

    choosing = view.phase == "setup" and offers is None and {*status.turn.waiting} - {GM}
    if choosing:  # the question and the advice are each person's own
        view = replace(view, question=_call_to_choose(status), coach="")

    def rows(why: bool, most: int) -> Rows:
        if choosing:
            return [buttons.choosing_row(is_advised=more.is_advised)]
        last = [buttons.undo()] if more.can_undo else []
        return _turn_rows(status, buttons, view, offers, why=why, most=most, last=last)

    footer = [
        *advice_lines(view),
        *(CardLine(line, Rank.RESULT, n) for n, line in enumerate(more.autoplayed)),
        _waiting_line(status),
        *(CardLine(line, Rank.RESULT, n) for n, line in enumerate(_order_lines(status))),
        CardLine(_master_line(status), Rank.RESULT, 9),
    ]
    colour = QUESTION_COLOUR if view.question else PLAY_COLOUR
    why = has_reasons(view, offers or ())
    return play_layout(colour, view, footer, rows, picture, why=why, reserved=more.reserved)


def play_layout(
    colour: int,
    view: View,
    footer: Sequence[CardLine],
    rows: Callable[[bool, int], Rows],
    picture: CardPicture | None,
    *,
    why: bool,
    reserved: int = 0,
) -> Card:
    """Return a card of a running game that a phone shows whole; without a picture, what that would
    show is told in words.

    `rows`: makes the buttons, with Why? or without, in at most so many rows of a phone. `why`:
    there is more to tell than the card does; also where not all of the story has room. `reserved`:
    points for what will be added below.
    """
    story, title = story_lines(view), turn_title(view)
    points = phone.CARD_POINTS - phone.FRAME_POINTS - phone.PICTURE_POINTS
    points -= phone.title_points(title) + reserved
    first = [line.text for line in (*story, *footer) if line.rank <= Rank.NEWEST]
    most = phone.points_left(points, first, picture=True) // phone.ROW_POINTS
    least = phone.least_points(story, footer) + MIN_ROWS * phone.ROW_POINTS + phone.WIDER_PICTURE
    most = max(most, MIN_ROWS if least <= points else FEWEST_ROWS)
    made = rows(why, most)
    described = _described(view, picture)
    room = points - phone.rows_points(made) + phone.PICTURE_POINTS * bool(described)
    told, below, seen = phone.fit(room, story, footer, described, picture=not described)
    if len(told) < len(story) and not why:
        made = rows(True, most)
    return layout(
        colour,
        title,
        join_lines([*seen, *told], 1500),
        footer="\n".join(below),
        rows=made,
        picture=picture,
        low=True,
    )


def _described(view: View, picture: CardPicture | None) -> list[CardLine]:
    """Return what a picture would show, in words, where there is none."""
    words = escape(view.alt).removesuffix(escape(view.headline)).rstrip()  # the story tells it
    return [CardLine(words, least=phone.PICTURE_LINES)] if words and picture is None else []


def story_lines(view: View) -> list[CardLine]:
    """Return what happened: the last lines, the headline, and the question."""
    recent = [say(line) for line in view.lines[-STORY_LINES:]]
    headline = say(view.headline)
    if headline and headline not in recent and headline in map(say, view.lines):
        recent.insert(0, headline)
    needed = headline if headline in recent else recent[-1] if recent else ""
    lines = [
        CardLine(escape(line), least=0)
        if line == needed
        else CardLine(escape(line), _rank_of(len(recent) - n), len(recent) - n)
        for n, line in enumerate(recent)
    ]
    if view.question:
        lines.append(CardLine(f"**{escape(view.question)}**"))
    return lines


def _rank_of(age: int) -> Rank:
    """Return the weight of the last line of a story (1), the one before (2), and so on."""
    return Rank.NEWEST if age == 1 else Rank.STORY


def _turn_rows(
    status: Status,
    buttons: CardButtons,
    view: View,
    offers: Sequence[Offer] | None,
    *,
    why: bool,
    most: int,
    last: Sequence[IdButton],
) -> Rows:
    if offers is None:
        return buttons.neutral_rows(view, most)
    if view.question:
        last = [buttons.own_view(), buttons.describe(), *last]
        if view.phase == "setup" and only_person(status):
            last.insert(0, buttons.continue_in_private())
        return buttons.question_rows(offers, view, most_rows=most, last=last)
    return buttons.play_rows(offers, view, why=why, most_rows=most, last=last)


def resume_button(buttons: CardButtons) -> IdButton:
    """Return the button that lets a paused game go on."""
    return IdButton(buttons.custom_id("resume"), "Resume", ButtonStyle.success)


def turn_title(view: View) -> str:
    """Return the title of a turn's card."""
    title = escape(say(view.title))
    if view.phase == "setup":
        return truncate(title, 200)
    return truncate(translate("{title} · turn {turn}", title=title, turn=view.turn), 200)


def has_details(view: View) -> bool:
    """Return whether there is a fuller account of what happened than the card shows."""
    return any(detail not in view.lines for detail in view.details)


def has_reasons(view: View, offers: Sequence[Offer]) -> bool:
    """Return whether Why? has something to tell: of what happened, or of what is advised."""
    return has_details(view) or any(offer.why for offer in offers)


def only_person(status: Status) -> int | None:
    """Return the one person who has to act, if the seat is theirs alone."""
    people = status.waiting_for
    return people[0] if len(people) == 1 and status.game.mode == "solo" else None


def private_setup_card(status: Status, card: int) -> Card:
    """Return the public card while somebody creates their character in private."""
    buttons = CardButtons(status.game.id, card)
    private = IdButton(buttons.custom_id("own_view"), "Create your character", ButtonStyle.primary)
    public = IdButton(buttons.custom_id("setup_place", "on the card"), "Continue here")
    story = translate(
        "**{status}** is being created.", status=escape(_names_to_act(status, status.turn.waiting))
    )
    return layout(
        PLAY_COLOUR, status.title, story, footer=waiting_text(status), rows=[[private, public]]
    )


def end_card(
    status: Status, card: int, view: View | None, png: bytes | None, dice: Sequence[str] = ()
) -> Card:
    """Return the last card: how the game ended, told once, as far as a phone shows it whole, and
    the seed, so that anybody can replay it."""
    buttons = CardButtons(status.game.id, card)
    outcome = status.outcome
    first, *more = (outcome.story if outcome else view.lines[-3:] if view else ()) or ("",)
    story = [
        CardLine(escape(first), least=2),
        *(CardLine(escape(line), Rank.NEWEST, n) for n, line in enumerate(more)),
    ]
    if outcome:
        figures = [f"{escape(name)} **{say_number(value)}**" for name, value in outcome.figures]
        story.append(CardLine(" · ".join(figures), least=2))
    story += [CardLine(line, Rank.STORY, n) for n, line in enumerate(dice)]
    footer = []
    if status.seed:
        seed = translate("Seed: `{seed}`", seed=status.seed)
        footer.append(CardLine(f"-# {seed}"))
    if status.head:
        log_hash = translate("Hash of the log: `{log_hash}`", log_hash=status.head)
        footer.append(CardLine(f"-# {log_hash}", Rank.HELP))
    title = escape(outcome.title if outcome else translate("{title}: ended", title=status.title))
    rows = buttons.ending_rows(again=status.game.contest is None) if view else []
    points = phone.CARD_POINTS - phone.FRAME_POINTS - phone.PICTURE_POINTS
    points -= phone.title_points(title) + phone.rows_points(rows)
    told, below = phone.fit(points, story, footer, picture=True)
    return layout(
        VICTORY_COLOUR if outcome and outcome.won else INACTIVE_COLOUR,
        title,
        join_lines(told, 2000),
        footer="\n".join(below) or translate("The game is over."),
        rows=rows,
        picture=CardPicture(png, f"end-{card}.png", say(view.alt)) if view and png else None,
        low=True,
    )


def waiting_text(status: Status) -> str:
    """Return whom the table waits for, until when, and where people act by turns, who is next;
    empty where one person plays alone, without a deadline."""
    return "\n".join(filter(None, [_waiting_line(status).text, *_order_lines(status)]))


def _waiting_line(status: Status) -> CardLine:
    """Return whom the table waits for, and until when, which a low card keeps longest; empty as in
    `waiting_text`."""
    if not status.turn.waiting:
        return CardLine(f"-# {translate('Nobody has to act.')}")
    due = due_time(status, "turn")
    if _plays_alone(status):
        alone = translate("Your move, {moment}", moment=moment_text(due))
        return CardLine(f"-# {alone}" if due else "")
    people = join_and(list(map(mention, status.waiting_for)))
    who = translate("{people} to move", people=people) if people else translate("Anybody may move")
    named = [who]
    if status.rota and status.waiting_for == status.rota[:1]:
        named = _rota_texts(status)
    seats = f" (**{escape(_names_to_act(status, status.turn.waiting))}**)"
    by, soon = (f", {moment_text(due)}", f", <t:{due}:R>") if due else ("", "")
    texts = [*(f"{each}{seats}{by}" for each in named), f"{named[-1]}{by}", f"{named[-1]}{soon}"]
    first, *shorter = (f"-# {text}" for text in texts)
    return CardLine(first, shorter=tuple(shorter))


def _plays_alone(status: Status) -> bool:
    """Return whether one person plays the only character, and nobody else is meant."""
    alone = status.game.mode == SoloMode.name and len(status.seats) == 1
    return alone and status.waiting_for == (status.seats[0].person,)


def _rota_texts(status: Status) -> list[str]:
    """Return whose turn it is by rota, first with who has moved before."""
    now, before = mention(status.rota[0]), status.moved
    texts = [translate("{who}'s turn", who=now)]
    if before is not None and before != status.rota[0]:
        texts.insert(0, translate("{who}'s turn, after {before}", who=now, before=mention(before)))
    return texts


def due_time(status: Status, kind: str) -> int:
    """Return when something of a game is due at the latest, as a Unix time; 0 where nothing is."""
    return next((int(d.due) for d in status.deadlines if d.kind == kind), 0)


def _order_lines(status: Status) -> list[str]:
    """Return who is next and who moved last, where people act by turns."""
    lines = []
    if len(status.rota) > 1:
        lines.append(translate("-# Next: {rota}", rota=", ".join(map(mention, status.rota[1:6]))))
    elif status.moved is not None:
        lines.append(translate("-# Moved last: <@{moved}>", moved=status.moved))
    return lines


def _master_line(status: Status) -> str:
    """Return who the Game Master is; empty where there is none."""
    master = status.game_master
    return "" if master is None else translate("-# Game Master: {person}", person=mention(master))


def _call_to_choose(status: Status) -> str:
    """Return what asks everybody by name who still has to make their character."""
    waiting = [seat for seat in status.turn.waiting if seat != GM]
    return translate("{names}: who will you be?", names=_names_to_act(status, waiting))


def _names_to_act(status: Status, waiting: Sequence[int]) -> str:
    """Return the names of seats that have to act, not escaped."""
    names = {
        GM: translate("the Game Master"),
        **{seat.seat: seat.character for seat in status.seats},
    }
    return join_and([names[seat] for seat in waiting if seat in names])


# ---------------------------------------------------------------- the lobby


def lobby_card(status: Status, card: int, ruleset: AnyRuleset, modes: Sequence[str] = ()) -> Card:
    """Return the card of a game that waits for its players. Of the ruleset's own settings it shows
    those that somebody has changed; there is a button for what this game plays differently, and
    where there are several `modes`, for each way to play."""
    game = status.game
    buttons = CardButtons(game.id, card)
    row = [
        IdButton(buttons.custom_id("join"), "Join", ButtonStyle.success),
        IdButton(buttons.custom_id("leave"), "Leave"),
        IdButton(buttons.custom_id("begin"), "Begin", ButtonStyle.primary),
        IdButton(buttons.custom_id("settings", "0"), "Settings…"),
    ]
    if ruleset.describe_rules(game.options):
        row.append(IdButton(buttons.custom_id("rules"), "Differences"))
    roles = ruleset.roles(game.options)
    ways = [
        IdButton(
            buttons.custom_id("mode", mode),
            shown_mode(mode, roles).label,
            ButtonStyle.primary if mode == game.mode else ButtonStyle.secondary,
        )
        for mode in modes
    ]
    rows, asked = [row], f"-# {translate('How do you want to play?')}"
    footer = (
        f"-# {translate('<@{founder}> presses Begin when all are here.', founder=game.founder)}"
    )
    points = phone.CARD_POINTS - phone.FRAME_POINTS - phone.text_points(footer)
    if len(ways) > 1:
        rows.append(ways)
        points -= phone.text_points(asked) + phone.GAP_POINTS
    heading, lines = _lobby_texts(status, ruleset)
    [told] = phone.fit(points - phone.rows_points(rows), lines)
    made = layout(
        LOBBY_COLOUR, heading, join_lines(told, 2000), footer=footer, rows=[row], low=True
    )
    if len(ways) > 1:
        box = next(part for part in made.view.children if isinstance(part, Container))
        box.add_item(TextDisplay(asked, id=MODES_ID))
        box.add_item(ActionRow(*ways))
    return made


def closed_lobby_card(status: Status, ruleset: AnyRuleset) -> Card:
    """Return the card of a lobby whose game has begun."""
    heading, lines = _lobby_texts(status, ruleset)
    story = join_lines([line.text for line in lines], 2000)
    return layout(INACTIVE_COLOUR, heading, story, low=True)


def _lobby_texts(status: Status, ruleset: AnyRuleset) -> tuple[str, list[CardLine]]:
    """Return a lobby's heading, and what is to be played by whom."""
    game = status.game
    members = [f"**{escape(member.name)}** ({mention(member.person)})" for member in status.members]
    chosen = [
        game_settings.describe(setting, game.options[setting.name])
        for setting in ruleset.settings
        if game.options.get(setting.name, setting.values[0]) != setting.values[0]
    ]
    played = game_settings.summary(game, ruleset.roles(game.options))
    lines = [
        CardLine(escape(translate(ruleset.summary))),
        CardLine(translate("Here: {members}", members=join_and(members))),
        *(CardLine(line.full, shorter=(line.short,)) for line in played),
        *(CardLine(line, Rank.RESULT, n) for n, line in enumerate(chosen)),
    ]
    return translate("{title}: a new game", title=escape(status.title)), lines
