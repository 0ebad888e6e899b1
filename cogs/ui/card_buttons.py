"""The buttons and menus of cards and panels, made from a seat's offers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

import discord
from discord import ButtonStyle
from msgspec.structs import replace

from cogs.ui import phone
from cogs.ui.advice import CAUTION_LABELS, chance_mark, label_with_chance, offer_hint
from cogs.ui.budget import ANSWER_COMPONENTS
from cogs.ui.components import MENU_LINES, ROW_LENGTH, IdButton, IdSelect, Rows, in_rows
from cogs.ui.custom_ids import CustomId, shorten
from cogs.ui.formatting import truncate
from cogs.ui.languages import say, translate
from engine.common.coach_lines import first_advised
from engine.contract.action import GM, Offer
from engine.contract.view import TextPrompt, View
from table.receipt import Status

MAX_OF_A_VERB = 2  # offers of one verb beside the direction pad
_STYLES = {True: ButtonStyle.success, False: ButtonStyle.primary}  # by whether it is advised
MAX_ANSWER_BUTTONS = 10  # answers that are buttons; more of them are a menu
PAD_ROWS = 3  # of the direction pad
DIRECTIONS = ("nw", "n", "ne", "w", "", "e", "sw", "s", "se")  # "": stay where you are


class CardButtons:
    """The buttons of one card; with `own`, of one person's own view of it."""

    def __init__(self, game: int, card: int, *, own: bool = False) -> None:
        self.game = game
        self.card = card
        self._act, self._pick = ("own_act", "own_pick") if own else ("act", "pick")

    def custom_id(self, handler: str, arg: str = "") -> CustomId:
        """Return a custom id of this card."""
        return CustomId(self.game, self.card, handler, arg)

    # ------------------------------------------------------------ single buttons

    def offer(self, offer: Offer, style: ButtonStyle = ButtonStyle.secondary) -> IdButton:
        """Return a button that takes an offer: red for what cannot be undone and is not advised."""
        style = ButtonStyle.danger if offer.irreversible and not offer.advised else style
        custom_id = self.custom_id(self._act, shorten(str(offer.action)))
        return IdButton(custom_id, label_with_chance(offer), style)

    def offer_menu(self, offers: Sequence[Offer], number: int = 0) -> IdSelect:
        """Return a menu of at most 25 offers, which takes the chosen one."""
        options = [offer_option(offer) for offer in offers[:MENU_LINES]]
        return IdSelect(self.custom_id(self._pick, str(number)), options, "Choose…")

    def blocked(self, name: str, label: str) -> IdButton:
        """Return a disabled button; `name` tells it from the others of its card."""
        return IdButton(self.custom_id("blocked", shorten(name)), label, disabled=True)

    def write(self, prompt: TextPrompt) -> IdButton:
        """Return a button that opens a form for free text."""
        return IdButton(
            self.custom_id("type", self._act), translate("Write {label}", label=prompt.label)
        )

    def continue_in_private(self) -> IdButton:
        """Return a button that goes on with setup in private."""
        return IdButton(self.custom_id("setup_place", "in private"), "Continue in private")

    def draft(self) -> IdButton:
        """Return the button that begins a draft of one's own, to propose as a whole."""
        return IdButton(self.custom_id("draft"), "Draft in private")

    def choosing_row(self, *, is_advised: bool) -> list[IdButton]:
        """Return the buttons of people who make their characters, each in private; `is_advised`:
        with one that takes what is advised to whoever presses it."""
        row = [IdButton(self.custom_id("own_view"), "Choose…", ButtonStyle.primary)]
        if is_advised:
            advised = self.custom_id("suggested")
            row.append(IdButton(advised, "Take what is suggested", ButtonStyle.success))
        return [*row, self.describe()]

    def undo(self) -> IdButton:
        """Return the button that shows what would be undone, and asks."""
        return IdButton(self.custom_id("undo"), "Undo…")

    def own_view(self) -> IdButton:
        """Return the button for one's own view."""
        return IdButton(self.custom_id("own_view"), "My view")

    def describe(self) -> IdButton:
        """Return the button for the picture in words."""
        return IdButton(self.custom_id("describe"), "Describe")

    def more(self) -> IdButton:
        """Return the button for the menu of all offers."""
        return IdButton(self.custom_id("actions", "0"), "More…", ButtonStyle.primary)

    def sheet(self) -> IdButton:
        """Return the button for the sheet."""
        return IdButton(self.custom_id("sheet"), "Sheet")

    def caution(self, view: View) -> list[IdButton]:
        """Return the button that says how daring plans are, and opens what can be changed of it;
        none where the seat has no plans."""
        if not view.caution:
            return []
        return [IdButton(self.custom_id("caution"), CAUTION_LABELS[view.caution])]

    # ------------------------------------------------------------ rows

    def ending_rows(self, *, again: bool) -> list[list[IdButton]]:
        """Return the buttons of a game that is over; `again`: with one for a new game."""
        look = [IdButton(self.custom_id("film"), "Film"), self.sheet(), self.describe()]
        look.append(IdButton(self.custom_id("proof"), "Check the dice"))
        keep = [IdButton(self.custom_id("morgue"), "Character as a file")]
        if again:
            keep.append(IdButton(self.custom_id("again"), "New game", ButtonStyle.success))
        return [look, keep]

    def everyday(self, *, why: bool, own: bool = False) -> list[IdButton]:
        """Return the everyday buttons, the weightiest first: two and two fit beside a direction
        pad. `why`: with that for reasons. `own`: all that one does is in one's own view."""
        first, other = self.more(), self.own_view()
        if own:
            first, other = other, first
        first.style, other.style = ButtonStyle.primary, ButtonStyle.secondary
        reasons = [IdButton(self.custom_id("why"), "Why?")] if why else []
        look = IdButton(self.custom_id("look"), "Look")
        return [first, *reasons, look, other, self.describe(), self.sheet()]

    def answer_rows(
        self,
        offers: Sequence[Offer],
        view: View,
        *,
        limit: int = ANSWER_COMPONENTS,
        most_rows: int = MAX_ANSWER_BUTTONS,
    ) -> Rows:
        """Return the answers to a question, in at most `limit` components, and in `most_rows` rows
        of a phone.

        Steppers have rows of their own, or share one by two where room is short, or are all in a
        menu; a few other answers are buttons, else a menu is below one or two rows of the first,
        what is advised before others. What a menu does not hold is behind More….
        """
        if view.phase == "setup":  # nobody is hurt by who they are: no choice of it is red
            offers = [replace(offer, irreversible=False) for offer in offers]
        steppers: dict[str, list[Offer]] = {}
        for offer in offers:
            if offer.stepper:
                steppers.setdefault(offer.stepper, []).append(offer)
        others = [offer for offer in offers if not offer.stepper]
        written = [self.write(view.prompt)] if view.prompt else []
        single = [self.stepper_row(name, pair) for name, pair in steppers.items()]
        double = [[*chain(*single[i : i + 2])] for i in range(0, len(single), 2)]
        steps = [offer for pair in steppers.values() for offer in pair]
        in_menu: Rows = [[self.offer_menu(steps, 1)]] if 0 < len(steps) <= MENU_LINES else single
        ways: tuple[Rows, ...] = (single, double, in_menu)
        few = len(others) <= MAX_ANSWER_BUTTONS
        arranged: list[Rows] = [in_rows([*self._offer_buttons(others), *written])] if few else []
        best_first = sorted(others, key=lambda offer: not offer.advised)
        for count in (2, 1):
            first = phone.packed(self._offer_buttons(best_first), count)
            rest = best_first[sum(map(len, first)) :]
            if rest:
                arranged.append([*first, *self._menu_rows(rest, written)])
        for stepper_rows in ways:
            for answers in arranged:
                rows = [*stepper_rows, *answers]
                low = phone.rows_points(rows) <= most_rows * phone.ROW_POINTS
                if low and sum(1 + len(row) for row in rows) <= limit:
                    return rows
        return self._menu_rows(offers, written)

    def question_rows(
        self, offers: Sequence[Offer], view: View, *, most_rows: int, last: Sequence[IdButton]
    ) -> Rows:
        """Return the answers to a question above the `last` buttons, in `most_rows` rows of a
        phone. Where all answers would be in a menu, but are buttons above the first row of the
        last ones, only that is left of these."""
        below, least = phone.packed(last, most_rows), [phone.one_row(last)]
        rows = self.answer_rows(offers, view, most_rows=most_rows - len(below))
        answers = {self.offer(offer).custom_id for offer in offers if not offer.stepper}
        if answers and not answers & _ids(rows):
            buttons = self.answer_rows(offers, view, most_rows=most_rows - len(least))
            if answers <= _ids(buttons):
                return [*buttons, *least]
        return [*rows, *below]

    def _menu_rows(self, offers: Sequence[Offer], written: Sequence[IdButton]) -> Rows:
        """Return a menu of the first offers, and below it More… if it does not hold all."""
        more = [self.more()] if len(offers) > MENU_LINES else []
        return [[self.offer_menu(offers)], *in_rows([*more, *written])]

    def stepper_row(self, name: str, offers: Sequence[Offer]) -> list[IdButton]:
        """Return the buttons that lower and raise a value; what is not offered is disabled."""
        row = [self.blocked(f"{name}-", "−"), self.blocked(f"{name}+", "+")]
        for offer in offers:
            row[0 if offer.lowers else 1] = self.offer(offer)
        return row

    def play_rows(
        self,
        offers: Sequence[Offer],
        view: View,
        *,
        why: bool = False,
        most_rows: int = 4,
        last: Sequence[IdButton] = (),
    ) -> Rows:
        """Return the direction pad with the everyday buttons beside it, and the best other offers
        as many as fit before the `last` buttons, in `most_rows` rows of a phone.

        Without a map, or room for a pad, there are offers alone, and the everyday buttons, or the
        first of them. `why`: with a button for the full account, in the place of the caution of
        plans, which then stands below.
        """
        everyday = self.everyday(why=why)
        best = self._offer_buttons(_best(offers))
        last = [*self.caution(view), *last]
        if view.map is None:
            below = phone.packed([*everyday, *last], most_rows)
            left = max(1, most_rows - len(below))
            return [*phone.packed(best, left), *below]
        if most_rows < PAD_ROWS:
            return [*phone.packed(best, most_rows - 1), phone.one_row(everyday)]
        rows, left_over = _beside(self.direction_pad(offers, chance=False), everyday)
        for n, chances in enumerate(self.direction_pad(offers)):
            row = [*chances, *rows[n][len(chances) :]]
            rows[n] = row if _fit_row(row) else rows[n]
        last = [*left_over, *last]
        above: list[list[IdButton]] = []
        best = best[:ROW_LENGTH]
        if not _fit_row((*best, *last)):
            above = phone.packed(best, most_rows - len(rows) - 1)
            best = best[sum(map(len, above)) :]
        fitting = phone.one_row([*best[:2], *last, *best[2:]])[:ROW_LENGTH]
        return [*rows, *above, [each for each in (*best, *last) if each in fitting]]

    def best_row(self, offers: Sequence[Offer], *, moves: bool = False) -> list[IdButton]:
        """Return a row of the offers that deserve a button; `moves`: there is no direction pad, so
        advised moves are among them."""
        best = [self.offer(offer, ButtonStyle.success) for offer in _best(offers, moves=moves)]
        return best[:ROW_LENGTH]

    def first_of_verbs(self, offers: Sequence[Offer]) -> list[IdButton]:
        """Return a row of the first offers, one of a verb."""
        first: dict[str, Offer] = {}
        for offer in offers:
            first.setdefault(offer.action.verb, offer)
        return self._offer_buttons([*first.values()][:ROW_LENGTH])

    def _offer_buttons(self, offers: Sequence[Offer]) -> list[IdButton]:
        """Return buttons that take offers, green for what is advised."""
        return [self.offer(offer, _STYLES[offer.advised]) for offer in offers]

    def desk_row(self) -> list[IdButton]:
        """Return what else a Game Master's desk has: other offers, and a form for corrections."""
        return [
            IdButton(self.custom_id("actions", "0"), "Other…", ButtonStyle.primary),
            IdButton(self.custom_id("find"), "Find…"),
            IdButton(self.custom_id("correct", "set"), "Set…"),
            self.sheet(),
        ]

    def seat_row(self, seats: Sequence[int], shown: int | None, status: Status) -> list[IdButton]:
        """Return the switch of a Game Master who plays characters, too: green where somebody is
        waited for; nothing for anybody else."""
        if GM not in seats or len(seats) < 2:
            return []
        names = {each.seat: each.character for each in status.seats}
        return [
            IdButton(
                self.custom_id("own_view", str(seat)),
                translate("Screen") if seat == GM else names[seat],
                ButtonStyle.success if seat in status.turn.waiting else ButtonStyle.secondary,
                disabled=seat == shown,
            )
            for seat in seats[-ROW_LENGTH:]
        ]

    def direction_pad(
        self, offers: Sequence[Offer], *, chance: bool = True
    ) -> list[list[IdButton]]:
        """Return three rows of three directions: disabled where no move is legal, red where it is
        an attack, green where no deed is advised more. `chance`: with those of moves."""
        moves = moves_by_direction(offers)
        best = first_advised(offer for offer in offers if offer.group != "growth")
        moves = {way: replace(offer, advised=offer is best) for way, offer in moves.items()}
        pad = [self._direction(way, moves.get(way), chance=chance) for way in DIRECTIONS]
        return [pad[3 * row : 3 * row + 3] for row in range(PAD_ROWS)]

    def _direction(self, way: str, offer: Offer | None, *, chance: bool) -> IdButton:
        """Return the button of a direction; `chance`: with that of its move."""
        if offer is None:
            return self.blocked(way, way.upper() or "·")
        stay = translate("Wait") if offer.intent == "wait" else offer.action.verb.capitalize()
        label = way.upper() or stay
        style = ButtonStyle.success if offer.advised else ButtonStyle.primary
        if offer.intent == "attack":
            label, style = translate("Hit {name}", name=translate(label)), ButtonStyle.danger
        elif offer.intent == "swap":
            label = translate("Swap {name}", name=translate(label))
        if chance and offer.chances:
            label = f"{label} {chance_mark(offer.chances)}"
        return IdButton(self.custom_id("act", shorten(str(offer.action))), label, style)

    def neutral_rows(self, view: View, most_rows: int) -> Rows:
        """Return the buttons for a seat that knows more than everybody: always the same ones, so
        that none tells of a wall or a question; in `most_rows` rows of a phone."""
        if view.map is None or most_rows < PAD_ROWS:
            return phone.packed(self.everyday(why=True, own=True), most_rows)
        pad = [
            IdButton(self.custom_id("direction", direction), direction.upper() or "·")
            for direction in DIRECTIONS
        ]
        threes = [pad[3 * row : 3 * row + 3] for row in range(PAD_ROWS)]
        rows, left_over = _beside(threes, self.everyday(why=True, own=True))
        return [*rows, *phone.packed(left_over, most_rows - PAD_ROWS)]


def offer_option(offer: Offer, *, limits: bool = False) -> discord.SelectOption:
    """Return an offer as a line of a menu. `limits`: those of plans are told."""
    return discord.SelectOption(
        label=truncate(offer.label, 100),
        value=shorten(str(offer.action), 100),
        description=offer_hint(offer, limits=limits),
    )


def moves_by_direction(offers: Sequence[Offer]) -> dict[str, Offer]:
    """Return the best move in each direction: its only argument is the direction; a move without
    arguments stays in place ("")."""
    moves: dict[str, Offer] = {}
    for offer in offers:
        args = offer.action.args
        if offer.group == "move" and len(args) <= 1 and (not args or args[0] in DIRECTIONS):
            moves.setdefault(args[0] if args else "", offer)
    return moves


def _ids(rows: Rows) -> set[str | None]:
    return {each.custom_id for row in rows for each in row}


def _fit_row(row: Sequence[IdButton]) -> bool:
    """Return whether buttons stand in one row on a phone."""
    return phone.fit_row([str(button.label) for button in row])


def _beside(
    pad: Sequence[Sequence[IdButton]], buttons: Sequence[IdButton]
) -> tuple[list[list[IdButton]], list[IdButton]]:
    """Return the rows of a pad, each with the first of the buttons that fit beside it on a phone,
    and the buttons that fit nowhere."""
    rows = [[*row] for row in pad]
    left_over: list[IdButton] = []
    for button in buttons:
        fitting = (row for row in rows if len(row) < ROW_LENGTH and _fit_row([*row, button]))
        row = next(fitting, left_over)
        row.append(button)
    return rows, left_over


def _best(offers: Sequence[Offer], *, moves: bool = False) -> list[Offer]:
    """Return the offers that deserve a button: the advised ones, which are green, or the first ones
    where nothing is advised; few of a verb, no two alike, without moves; growth, of which one offer
    comes before the second deed, and what else a sheet has only if it is advised."""
    advised = [offer for offer in offers if offer.advised]
    per_verb, labels = Counter[str](), set[str]()
    best = []
    for offer in advised or offers:
        verb, label = offer.action.verb, say(offer.label)
        if label in labels or (offer.group in ("other", "growth") and not offer.advised):
            continue
        if offer.group == "move" and not (moves and offer.advised):
            continue
        if offer.topic and not offer.advised:  # the sheet has it, beside its topic
            continue
        if per_verb[verb] < MAX_OF_A_VERB:
            per_verb[verb] += 1
            labels.add(label)
            best.append(offer)
    deeds = [offer for offer in best if offer.group != "growth"]
    growth = [offer for offer in best if offer.group == "growth"]
    # A phone may have room for two.
    return [*sorted([*deeds[:1], *growth[:1]], key=best.index), *deeds[1:], *growth[1:]]
