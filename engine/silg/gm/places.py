"""Words on places: pins for all, and lines that heroes read when they enter a room."""

from __future__ import annotations

from collections.abc import Iterable

from engine.contract.action import Offer
from engine.contract.texts import typed
from engine.silg.context import SilGContext
from engine.silg.gm.gm_commands import Args, GmCommand, Shelf, offer, option
from engine.silg.gm.preparation import check_level
from engine.silg.levels import squares
from engine.silg.wording import text

MOST_PINS, MOST_ROOMS = 9, 40


def _pin(game: SilGContext, words: Args) -> None:
    check_level(game)
    name = squares.square_name(game, squares.read_square(game, words[0]))
    Shelf(game.state.desk.pins, "pin at {name}", MOST_PINS).keep(game, name, words[1:])
    if words[1:]:
        told = text("On the map, {square}: {words}", square=name, words=words[1])
        game.tell(told, None, "reveal")


def _pin_offers(game: SilGContext) -> Iterable[Offer]:
    for name in game.state.desk.pins:
        yield offer("pin", name, label=text("Take away the pin at {name}", name=name))


def _ambience(game: SilGContext, words: Args) -> None:
    check_level(game)
    name = squares.square_name(game, squares.read_square(game, words[0]))
    desk = game.state.desk
    Shelf(desk.ambience, "line of the room at {name}", MOST_ROOMS).keep(game, name, words[1:])
    desk.entered = [pair for pair in desk.entered if pair[1] != name]


def _ambience_offers(game: SilGContext) -> Iterable[Offer]:
    for name in game.state.desk.ambience:
        label = text("No line of the room at {name} any more", name=name)
        yield offer("ambience", name, label=label)


def tell_entering(game: SilGContext) -> None:
    """Tell heroes the lines of the rooms that they have entered, each once."""
    desk, level = game.state.desk, game.state.sil.level
    for name, line in desk.ambience.items():
        room = set(squares.room_of(game, squares.read_square(game, name)))
        entering = [
            seat
            for seat in game.heroes
            if level.at(*game.place(f"h{seat}")) in room and (seat, name) not in desk.entered
        ]
        if entering:
            desk.entered += [(seat, name) for seat in entering]
            game.tell(typed(line), tuple(entering), "story")


_SQUARE = option("square", "A square, such as C7")
COMMANDS = (
    GmCommand("pin", "Pin a word on the map for all, or take it off", _pin,
           (_SQUARE, option("text", "What", required=False)), _pin_offers),
    GmCommand("ambience", "Say what heroes read who enter a room", _ambience,
           (_SQUARE, option("text", "What", required=False)), _ambience_offers),
)  # fmt: skip
