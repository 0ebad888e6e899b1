"""Private panels: menus of offers, somebody's own view, longer texts.

Panels are ephemeral messages whose buttons carry the card's number like those of the public card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from discord import ButtonStyle
from discord.ui import ActionRow, Container, LayoutView, TextDisplay
from msgspec.structs import replace

from cogs.ui import phone
from cogs.ui.advice import CAUTION_LABELS, advice_lines, coach_line, limits_text, odds_lines
from cogs.ui.card_buttons import CardButtons, offer_option
from cogs.ui.cards import (
    PLAY_COLOUR,
    QUESTION_COLOUR,
    CardPicture,
    gallery,
    handout_pictures,
    turn_title,
)
from cogs.ui.components import MENU_LINES, IdButton, IdSelect, Rows, StaticLayout, in_rows
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import code_block, escape, join_lines, moment_text, truncate
from cogs.ui.languages import say, translate
from cogs.ui.matching import best_matches
from cogs.ui.phone import CardLine, Rank
from cogs.ui.replies import Reply
from engine.contract.action import Offer
from engine.contract.texts import Text
from engine.contract.view import SEEN, UNKNOWN, Caution, Entity, MapBoard, MapItem, View
from render import Picture, square_name
from table.errors import Refusal

OTHER = "Other"
HEADINGS = {  # of a menu of offers: the groups under each
    "Answers": ("answer",),
    "Fight": ("target",),
    "Plans": ("plan",),
    "Items": ("item",),
    "Character": ("growth",),
    OTHER: ("act", "other"),
    "Steps": ("move",),  # last: the direction pad has them
}
MAX_LETTERS = 3500  # of text in one panel; Discord allows 4000 in all
PAGE_LETTERS = 1900  # of a page of a longer text
CAUTION_VERB = "caution"  # of every ruleset whose plans have limits


def actions_menu(
    game: int,
    card: int,
    offers: Sequence[Offer],
    heading: str = "",
    page: int = 0,
    *,
    limits: bool = False,
    update: bool = False,
    groups: Mapping[str, str] = {},
) -> Reply:
    """Return the offers under their headings, 25 of one at a time; without a heading the first.

    `limits`: those of plans are told. `groups`: headings of their own, by verb.
    """
    by_heading = _by_heading(offers, groups)
    heading = heading if heading in by_heading else next(iter(by_heading))
    chosen = by_heading[heading]
    pages = -(-len(chosen) // MENU_LINES)
    page %= pages
    buttons = CardButtons(game, card)
    position = translate(" ({page} of {pages})", page=page + 1, pages=pages) if pages > 1 else ""
    shown = chosen[page * MENU_LINES : (page + 1) * MENU_LINES]
    tabs = [
        IdButton(
            buttons.custom_id("actions_page", f"{name}/0"),
            f"{_said(name)} ({len(under)})",
            ButtonStyle.primary if name == heading else ButtonStyle.secondary,
        )
        for name, under in by_heading.items()
    ]
    view = StaticLayout()
    view.add_item(
        TextDisplay(
            translate(
                "What do you do? **{heading}**{position}", heading=_said(heading), position=position
            )
        )
    )
    menu_id = buttons.custom_id("actions_pick", heading)
    options = [offer_option(offer, limits=limits) for offer in shown]
    view.add_item(ActionRow(IdSelect(menu_id, options, "Choose an action")))
    for row in in_rows(tabs):
        view.add_item(ActionRow(*row))
    if pages > 1:
        next_page = buttons.custom_id("actions_page", f"{heading}/{page + 1}")
        find = IdButton(buttons.custom_id("find"), "Find…")
        view.add_item(ActionRow(IdButton(next_page, "Next page"), find))
    return Reply(view=view, update=update)


def add_undo(menu: Reply, pressed: CustomId) -> None:
    """Add the button that asks about undoing the last move to a menu."""
    assert menu.view is not None, "a menu is a view"
    menu.view.add_item(ActionRow(CardButtons(pressed.game, pressed.card).undo()))


def found_menu(game: int, card: int, offers: Sequence[Offer], typed: str) -> Reply:
    """Return the offers that have some words, the likeliest first. Raises Refusal."""
    by_name = {f"{say(offer.label)} {offer.action}": offer for offer in offers}
    found = [by_name[name] for name in best_matches(by_name, typed)[:MENU_LINES]]
    if not found:
        raise Refusal("Nothing that you can do now has these words.")
    view = StaticLayout()
    view.add_item(TextDisplay(translate("Found: **{typed}**", typed=escape(typed))))
    menu_id = CardButtons(game, card).custom_id("actions_pick", "")
    options = [offer_option(offer) for offer in found]
    view.add_item(ActionRow(IdSelect(menu_id, options, "Choose an action")))
    return Reply(view=view)


def _said(heading: str) -> str:
    """Return a heading in words; a group of verbs has its ruleset's."""
    return translate(heading if heading in HEADINGS else Text(heading, context="verb"))


def _by_heading(
    offers: Sequence[Offer], verb_groups: Mapping[str, str] = {}
) -> dict[str, list[Offer]]:
    """Group the offers by heading, in the order of HEADINGS, without empty ones; then those of
    verbs with groups of their own. A verb with more offers than a menu has lines is a group."""
    groups: dict[str, list[Offer]] = {heading: [] for heading in HEADINGS}
    counts = Counter(offer.action.verb for offer in offers)
    for offer in offers:
        verb = offer.action.verb
        if verb in verb_groups:
            group = verb if counts[verb] > MENU_LINES else verb_groups[verb]
            groups.setdefault(group.capitalize(), []).append(offer)
            continue
        heading = next((h for h, under in HEADINGS.items() if offer.group in under), OTHER)
        groups[heading].append(offer)
    return {heading: under for heading, under in groups.items() if under}


def own_view(
    buttons: CardButtons,
    view: View,
    offers: Sequence[Offer],
    board: Picture | str,
    *,
    desk: bool = False,
    until: float | None = None,
    seats: Sequence[IdButton] = (),
) -> Reply:
    """Return somebody's own view, as a picture or in letters, with what they may do.

    `desk`: a Game Master's, who has hundreds of offers. `until`: when the turn ends. `seats`:
    buttons for the other seats of the same person.
    """
    box: Container[LayoutView] = Container(
        accent_colour=QUESTION_COLOUR if view.question else PLAY_COLOUR
    )
    title = translate("{view} · your view", view=turn_title(view))
    box.add_item(TextDisplay(f"### {title}"))
    files, pictured = [], not isinstance(board, str)
    if isinstance(board, str):
        box.add_item(TextDisplay(code_block(board, MAX_LETTERS - 1500)))
    else:
        name = f"own-{view.turn:04d}-{buttons.card}.png"
        picture = CardPicture(board.png, name, say(view.alt))
        files.append(picture.file())
        box.add_item(picture.gallery())
    lines = _own_lines(view, until)
    points = phone.CARD_POINTS - phone.FRAME_POINTS - phone.PRIVATE_POINTS
    points -= phone.PICTURE_POINTS + phone.title_points(title)
    needed = [line.text for line in lines if line.rank <= Rank.NEWEST]
    most = max(3, phone.points_left(points, needed, picture=True) // phone.ROW_POINTS)
    below = phone.packed(seats, most)
    rows: Rows = []
    if view.question and offers:
        rows = buttons.answer_rows(offers, view, most_rows=most - len(below))
    elif offers:
        first = buttons.best_row(offers, moves=True)
        last = [buttons.more(), buttons.sheet(), *buttons.caution(view)]
        if desk:
            first, last = buttons.first_of_verbs(offers), buttons.desk_row()
        below = [*phone.packed(last, most), *below]
        rows = phone.packed(first, most - len(below))
    rows = [*rows, *below]
    room = points - phone.rows_points(rows)
    [told] = phone.fit(room if pictured else MAX_LETTERS, lines, picture=pictured)
    if told:
        box.add_item(TextDisplay(join_lines(told, 1400)))
    if handouts := handout_pictures(view, buttons.card):
        files += [each.file() for each in handouts]
        box.add_item(gallery(handouts))
    for row in rows:
        box.add_item(ActionRow(*row))
    layout = StaticLayout()
    layout.add_item(box)
    return Reply(view=layout, files=files)


def _own_lines(view: View, until: float | None) -> list[CardLine]:
    """Return what an own view tells below its picture. `until`: when the turn ends."""
    recent = [escape(line) for line in view.lines[-8:]]
    ranks = [*[Rank.STORY] * (len(recent) - 1), Rank.NEWEST][-len(recent) :]
    facts = [f"{escape(name)}: **{escape(value)}**" for name, value in view.facts]
    time = "" if until is None else translate("Time to decide: {moment}", moment=moment_text(until))
    return [
        *(
            CardLine(line, rank, len(recent) - n)
            for n, (line, rank) in enumerate(zip(recent, ranks, strict=False))
        ),
        *advice_lines(view),
        CardLine(" · ".join(facts), Rank.RESULT),
        *(CardLine(note, Rank.RESULT, n) for n, note in enumerate(condition_notes(view), 1)),
        CardLine(time, order=2, least=1),
        CardLine(f"**{escape(view.question)}**" if view.question else ""),
    ]


# ---------------------------------------------------------------- looking


def look_text(view: View, target: str = "") -> str:
    """Return what is in sight; with a target, what is known of that name or square ("K12")."""
    lines = _map_lines(view.map) if view.map else []
    for section in view.sheet.sections if view.sheet else ():
        lines.append(f"**{escape(section.title)}**")
        rows = [line for table in section.tables for line in table.lines]
        lines += [f"- {escape(line)}" for line in (*rows, *section.lines)]
    if not target:
        return join_lines([escape(view.alt), *lines], 1900)
    square = _square_line(view.map, target) if view.map else ""
    if square:
        found = [square, *(line for line in lines if line.startswith(f"- {target.upper()}:"))]
    else:
        found = _lines_about(view.map, lines, escape(target).lower())
    return join_lines(found, 1900) or translate(
        "You see nothing called {target}.", target=escape(target)
    )


def _map_lines(board: MapBoard) -> list[str]:
    """Return a line for each entity and item: characters first, then who is near; with how far and
    which way they are, and what they are doing."""
    characters = [e for e in board.entities if e.seat is not None]
    others = sorted(
        (e for e in board.entities if e.seat is None),
        key=lambda each: min((_away(each, own) for own in characters), default=0),
    )
    return [
        *(_line_at(e.y, e.x, f"**{escape(e.name)}**") for e in characters),
        *(_line_at(e.y, e.x, _entity_words(e, characters)) for e in others),
        *(_line_at(i.y, i.x, f"{escape(i.name)}{_bearing(i, characters)}") for i in board.items),
    ]


def _entity_words(entity: Entity, characters: Sequence[Entity]) -> str:
    """Return "**wolf 3**, 2 north-east: asleep"."""
    said = f"**{escape(say(entity.title) or entity.name)}**{_bearing(entity, characters)}"
    return f"{said}: {escape(entity.description)}" if entity.description else said


def _away(place: Entity | MapItem, other: Entity) -> int:
    return max(abs(place.y - other.y), abs(place.x - other.x))


def _bearing(place: Entity | MapItem, characters: Sequence[Entity]) -> str:
    """Return how far a place is from the nearest character, and which way: ", 2 north-east"; of
    several characters with the name of that one. Empty where one stands on it."""
    own = min(characters, key=lambda each: _away(place, each), default=None)
    if own is None or not _away(place, own):
        return ""
    down, right = place.y - own.y, place.x - own.x
    row = "" if 2 * abs(down) < abs(right) else "north" if down < 0 else "south"
    column = "" if 2 * abs(right) < abs(down) else "west" if right < 0 else "east"
    way = translate("-".join(filter(None, (row, column))))
    facts = {"away": _away(place, own), "way": way}
    if len(characters) > 1:
        return translate(", {away} {way} of {name}", name=escape(own.name), **facts)
    return translate(", {away} {way}", **facts)


def _lines_about(board: MapBoard | None, lines: Sequence[str], wanted: str) -> list[str]:
    """Return the lines that hold a name, or that stand for the entity of that name."""
    squares = {
        _line_at(entity.y, entity.x, "").lower()
        for entity in (board.entities if board else ())
        if entity.seat is None and entity.name.lower() == wanted
    }
    return [
        line
        for line in lines
        if wanted in line.lower() or line[: line.find(":") + 2].lower() in squares
    ]


def _square_line(board: MapBoard, name: str) -> str:
    """Return what is known of a square of that name; nothing if the map has none."""
    for n, (ground, state) in enumerate(zip(board.ground, board.state, strict=True)):
        y, x = board.top + n // board.width, board.left + n % board.width
        if square_name(y, x) == name.upper():
            if state == UNKNOWN:
                return _line_at(y, x, translate("you do not know what is there"))
            seen = translate("in sight" if state == SEEN else "as you remember it")
            return _line_at(y, x, f"{escape(board.legend[ground].name)}, {seen}")
    return ""


def _line_at(y: int, x: int, text: str) -> str:
    return f"- {square_name(y, x)}: {text}"


def description(view: View) -> str:
    """Return a view in words: the picture, advice and odds, the account of what happened, the
    facts."""
    advice = [*filter(None, [coach_line(view)]), *odds_lines(view, len(view.odds))]
    account = [escape(line) for line in view.details or view.lines]
    facts = [f"{escape(name)}: {escape(value)}" for name, value in view.facts]
    shown = [escape(view.alt), *advice, *condition_notes(view), *account, *facts]
    return join_lines(shown, 1900)


def condition_notes(view: View) -> list[str]:
    """Return what the conditions of characters will do, a line each."""
    several = len(view.characters) > 1
    return [
        f"{escape(status.name)}: " * several + f"{escape(each.word)}: {escape(each.note)}"
        for status in view.characters
        for each in status.conditions
        if each.note
    ]


# ---------------------------------------------------------------- texts


def text_panel(heading: str, lines: Iterable[str]) -> Reply:
    """Return a longer text than a plain message holds."""
    view = StaticLayout()
    view.add_item(TextDisplay(join_lines([f"**{escape(heading)}**", *lines], MAX_LETTERS)))
    return Reply(view=view)


def paged_panel(
    shown_by: CustomId, lines: Sequence[str], last: Sequence[str] = (), *, update: bool = False
) -> Reply:
    """Return as many lines as fit a message, with a button to the following ones; the `last` ones
    stand on every page.

    `shown_by`: the button that was pressed; its argument is the number of the page, from 0. Beyond
    the last page it begins anew.
    """
    pages = _split_into_pages(lines, PAGE_LETTERS - sum(len(line) + 1 for line in last))
    page = int(shown_by.arg) % len(pages) if shown_by.arg.isdecimal() else 0
    view = StaticLayout()
    view.add_item(TextDisplay("\n".join([*pages[page], *last])))
    if len(pages) > 1:
        following = replace(shown_by, arg=str((page + 1) % len(pages)))
        label = translate("Page {page} of {pages}: next", page=page + 1, pages=len(pages))
        view.add_item(ActionRow(IdButton(following, label)))
    return Reply(view=view, update=update)


def _split_into_pages(lines: Sequence[str], letters: int) -> list[list[str]]:
    pages: list[list[str]] = [[]]
    room = letters
    for line in lines:
        shown = truncate(line, letters)
        if len(shown) + 1 > room and pages[-1]:
            pages.append([])
            room = letters
        pages[-1].append(shown)
        room -= len(shown) + 1
    return pages


def caution_panel(game: int, card: int, caution: Caution, offers: Sequence[Offer]) -> Reply:
    """Return how daring a seat's plans are, with buttons that change it."""
    buttons = CardButtons(game, card)
    view = StaticLayout()
    lines = [f"**{translate(CAUTION_LABELS[caution])}**", limits_text(caution)]
    choices = [
        IdButton(buttons.custom_id("panel_act", str(offer.action)), offer.label)
        for offer in offers
        if offer.action.verb == CAUTION_VERB
    ]
    others = [each for each in CAUTION_LABELS if each != caution]
    lines += [f"-# {translate(CAUTION_LABELS[each])}: {limits_text(each)}" for each in others]
    view.add_item(TextDisplay("\n".join(lines)))
    for row in in_rows(choices):
        view.add_item(ActionRow(*row))
    return Reply(view=view)


def result_panel(text: str) -> Reply:
    """Return a text that replaces the panel that was used."""
    view = StaticLayout()
    view.add_item(TextDisplay(truncate(text, MAX_LETTERS)))
    return Reply(view=view, update=True)
