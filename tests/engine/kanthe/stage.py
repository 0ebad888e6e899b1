"""Helpers of the tests of Kanthe: games at hand, and dice that fall as a test wants."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.contract.action import Event
from engine.contract.dice import ActionDice, DiceKeys, Stream
from engine.kanthe.data.content import load_content
from engine.kanthe.map.geometry import AREA
from engine.kanthe.map.level_plan import add_node, connect
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.ruleset import Kanthe
from engine.kanthe.state import Area, Conflict, Hazard, KantheItem, KantheState, Node, Opponent
from tests.rolled import dice_for

RULES = Kanthe()
CONTENT = load_content()


class ScriptedStream(Stream):
    """A stream whose first draws are given; after them it goes on by chance."""

    script: list[int] = msgspec.field(default_factory=list)

    @classmethod
    def before(cls, stream: Stream, script: list[int]) -> ScriptedStream:
        """Return the given draws, and after them those of a stream from where it stands."""
        scripted = cls(stream.key, script=script)
        scripted.skip(stream.drawn, 1 << 32)
        return scripted

    def below(self, n: int) -> int:
        return self.script.pop(0) if self.script else super().below(n)


class StageDice(ActionDice):
    """Dice that last as long as their game, maps' dice too."""

    def begin_level(self, name: str) -> None:
        self.begun.append(name)


_dice: dict[int, tuple[KantheState, StageDice]] = {}  # by the game's id, which holds as it is kept


def dice_of(state: KantheState) -> StageDice:
    """Return the dice that a game rolls in these tests."""
    fresh = state, StageDice(DiceKeys(b"play", b"hidden"))
    return _dice.setdefault(id(state), fresh)[1]


def new_game(seed: str = "1", **options: str) -> KantheState:
    """Return a game before its set-up."""
    return RULES.new(options, ["Odda"], dice_for(seed))


def begun(seed: str = "1", **options: str) -> KantheState:
    """Return a game whose hero stands in the starting room, with a sword and armour."""
    state = new_game(seed, **options)
    act(state, "begin")
    state.hero.items = state.hero.items[:2]
    return state


def act(state: KantheState, line: str) -> list[Event]:
    """Do an action given as its line."""
    return list(RULES.apply(state, 0, RULES.parse(line, state, 0), dice_of(state)))


def lines(state: KantheState) -> list[str]:
    """Return the action lines that are offered."""
    return [str(offer.action) for offer in RULES.legal(state, 0)]


def game_of(state: KantheState) -> KantheContext:
    """Return the context that the rules work in."""
    return KantheContext(state, CONTENT, dice_of(state))


def script(state: KantheState, *throws: Sequence[int]) -> None:
    """Let the next ten-sided dice fall like this."""
    dice = dice_of(state)
    faces = [face for throw in throws for face in throw]
    dice.play = ScriptedStream.before(dice.play, faces)


def script_map(state: KantheState, *draws: int) -> None:
    """Let the next draws of the stream of maps be these (a die's face less one)."""
    dice = dice_of(state)
    dice.level = ScriptedStream.before(dice.level, list(draws))


def add_opponent(
    state: KantheState, kind: str = "warrior", strength: int = 3, **fields: object
) -> Opponent:
    """Put an opponent where the hero is."""
    game = game_of(state)
    who = Opponent(game.new_id(), game.new_name(kind), kind, kind, strength, node=state.node)
    for name, value in fields.items():
        setattr(who, name, value)
    state.here.opponents.append(who)
    return who


def start_conflict(state: KantheState, *who: Opponent) -> Conflict:
    """Begin a conflict with opponents."""
    state.conflict = Conflict([each.id for each in who])
    return state.conflict


def add_hazard(state: KantheState, kind: str, strength: int, **fields: object) -> Hazard:
    """Put a hazard where the hero is."""
    game = game_of(state)
    hazard = Hazard(game.new_id(), game.new_name(kind), kind, strength, node=state.node)
    for name, value in fields.items():
        setattr(hazard, name, value)
    state.here.hazards.append(hazard)
    return hazard


def give(
    state: KantheState, kind: str, essence: int, action: int, letters: tuple[str, str] = ("", "")
) -> KantheItem:
    """Give the hero an arcane thing of two rows of the word lists."""
    game = game_of(state)
    if kind == "boots":
        action = -1
    item = KantheItem(game.new_id(), kind, 1, (), kind, essence, action, letters=letters)
    state.hero.items.append(item)
    return item


def in_room(state: KantheState, die: int = 4) -> Node:
    """Put the hero into a new room south-east of the start, in an area that is drawn."""
    level = state.here
    border = level.nodes[4]
    cell = border.leads
    border.waiting = False
    level.areas.append(Area(cell))
    room = add_node(level, "room", (cell[0] * AREA + 50, cell[1] * AREA + 50), cell)
    room.die, room.called, room.entered = die, True, True
    connect(level, border, room).area = cell
    state.node, state.previous, state.area = room.id, 0, cell
    return room
