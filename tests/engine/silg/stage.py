"""A table with heroes and creatures on a drawn map, and dice that fall as told."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import pytest

from engine.common import compass
from engine.contract.action import GM, ActionError, Offer
from engine.contract.dice import ActionDice, Stream
from engine.sil.data import bundle
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Hero, Item, Level, SilState, Slot
from engine.sil.hero import derived
from engine.sil.level import terrain
from engine.sil.perception import vision
from engine.silg.clock import encounter_clock
from engine.silg.context import SilGContext
from engine.silg.party_sight import refresh
from engine.silg.ruleset import SilG
from engine.silg.rulings import SIL_G
from engine.silg.state import SeatedPlayer, SilGState
from engine.silg.verbs import GM_COMMANDS
from tests.engine.sil.arena import GLYPHS
from tests.engine.sil.stage import Loaded, item, race
from tests.rolled import dice_for

DATA = bundle.load()
EDAIN, NOLDOR = 3, 0
HALL = (
    "#################",
    "#...............#",
    "#...............#",
    "#...............#",
    "#...............#",
    "#...............#",
    "#...............#",
    "#...............#",
    "#################",
)
MAP = "###########/#.........#/#.........#/#.........+/#....^....#/###########"  # as it is typed
RULES = SilG()
OPTIONS = {"averaging": "off", "armour": "off", "clock": "bot"}


def drawn_level(rows: Sequence[str], depth: int = 5) -> Level:
    """Return a lit level of these rows."""
    level = Level.blank(depth, len(rows), len(rows[0]), terrain.FLOOR)
    for y, row in enumerate(rows):
        for x, glyph in enumerate(row):
            edge = y in (0, len(rows) - 1) or x in (0, len(row) - 1)
            feature = GLYPHS.get(glyph, terrain.FLOOR)
            level.feature[level.at(y, x)] = terrain.PERMANENT if edge else feature
    n = len(level.feature)
    level.glow, level.room = bytearray(b"\x01" * n), bytearray(b"\x01" * n)
    return level


def table(*names: str, rows: Sequence[str] = HALL, depth: int = 5, **options: str) -> SilGContext:
    """Return a table in play by minutes; heroes stand side by side from (4, 4) on."""
    level = drawn_level(rows, depth)
    heroes = [
        Hero(name, EDAIN, 9, y=min(4, len(rows) - 2), x=4 + 2 * n, skill_base=[0] * 8, number=n)
        for n, name in enumerate(names)
    ]
    sil = SilState(SIL_G, {}, heroes, level)
    sil.begin_level(level)
    state = SilGState(sil, OPTIONS | options, [SeatedPlayer(name, ready=True) for name in names])
    state.stage = "minutes"
    game = SilGContext(state, DATA, dice_for(bytes(16)))
    for seat, hero in enumerate(heroes):
        hero_game = game.hero_game(seat)
        derived.update(hero_game)
        hero.health, hero.voice = hero.derived.max_health, hero.derived.max_voice
    refresh(game)
    return game


def skills(game: SilGContext, seat: int, **points: int) -> None:
    """Give a hero skills, by name."""
    names = ("melee", "archery", "evasion", "stealth", "perception", "will", "smithing", "song")
    hero = game.hero(seat)
    for name, value in points.items():
        hero.skill_base[names.index(name)] = value
    derived.update(game.hero_game(seat))


def wear(game: SilGContext, seat: int, slot: Slot, name: str, **changes: object) -> Item:
    """Put an object on a hero."""
    worn = item(name, **changes)
    game.hero(seat).worn[slot] = worn
    derived.update(game.hero_game(seat))
    return worn


def foe(
    game: SilGContext,
    name: str,
    y: int,
    x: int,
    *,
    health: int = 40,
    alertness: int = 5,
    speed: int | None = None,
) -> Creature:
    """Put a creature on a square."""
    level = game.state.sil.level
    serial = race(name)
    creature = Creature(serial, y, x, health, health, slot=len(level.creatures))
    creature.alertness, creature.stance = alertness, "confident"
    creature.speed = DATA.monsters[serial].speed if speed is None else speed
    level.creatures.append(creature)
    level.occupant[level.at(y, x)] = creature.slot
    for seat in game.heroes:
        vision.update(game.hero_game(seat))
    refresh(game)
    return creature


class LoadedDice(ActionDice):
    """Dice of which public and hidden ones fall as they are told to."""

    __slots__ = ()

    def __init__(self, dice: ActionDice, faces: Loaded) -> None:
        self.level, self.flavour, self.begun = dice.level, dice.flavour, dice.begun
        self.play = self.hidden = faces  # type: ignore[assignment]

    def apart(self, name: str) -> Stream:
        return self.hidden


def load(game: SilGContext, *faces: int, otherwise: int = 1) -> None:
    """Let the next dice fall so, public and hidden ones."""
    game.streams = LoadedDice(game.streams, Loaded(list(faces), otherwise))


def texts(game: SilGContext) -> list[str]:
    """Return all that was told, and forget it."""
    told = [str(event.text) for event in game.events]
    game.events.clear()
    return told


def heard(game: SilGContext) -> list[tuple[str, object]]:
    """Return all that was told with its audience, and forget it."""
    told = [(str(event.text), event.audience) for event in game.events]
    game.events.clear()
    return told


def square(game: SilGContext, y: int, x: int) -> str:
    """Return the name of a square."""
    del game
    return compass.square(y, x)


def game_of(game: SilGContext, seat: int = 0) -> SilContext:
    """Return the game as a hero plays it."""
    return game.hero_game(seat)


def dues(game: SilGContext) -> dict[str, str]:
    """Return when each fighter is due, by key."""
    due = [fighter for fighter in game.state.fighters if fighter.due >= 0]
    return {fighter.key: str(encounter_clock.seconds(fighter.due)) for fighter in due}


class Evening:
    """A session in play that commands are tried on."""

    def __init__(self, *names: str, **options: str) -> None:
        self.state = RULES.new(options, names or ("Ann", "Bob"), dice_for("table"), gm=True)

    def say(self, line: str, seat: int = GM) -> list[str]:
        """Do a line; return what was told, to whomever."""
        events = RULES.apply(
            self.state, seat, RULES.parse(line, self.state, seat), dice_for(RULES.dump(self.state))
        )
        return [str(event.text) for event in events]

    def refused(self, line: str, seat: int = GM) -> str:
        """Return why a line is refused; nothing has changed then."""
        before = RULES.dump(self.state)
        with pytest.raises(ActionError) as caught:
            RULES.apply(
                self.state,
                seat,
                RULES.parse(line, self.state, seat),
                dice_for(RULES.dump(self.state)),
            )
        assert RULES.dump(self.state) == before
        return str(caught.value)

    def offers(self, command: str) -> list[Offer]:
        """Return the offers of one of the Game Master's commands: all of theirs take longer."""
        found = GM_COMMANDS[command].offers
        return [] if found is None else list(found(self.game))

    def offered(self, command: str) -> list[str]:
        """Return the action lines of these offers."""
        return [str(offer.action) for offer in self.offers(command)]

    @property
    def game(self) -> SilGContext:
        """Return the context of the rules."""
        return RULES.game(self.state)

    def creature(self, handle: str):
        """Return a creature by its handle."""
        game = self.game
        return next(c for c in game.creatures if game.handle(f"c{c.slot}") == handle)


def evening_on_a_map(**options: str) -> Evening:
    """Return a session that has begun, of Ann and Bob on a drawn map, off the clock."""
    game = Evening()
    game.state = RULES.load(_begun_on_a_map(tuple(options.items())))
    return game


@cache
def _begun_on_a_map(options: tuple[tuple[str, str], ...]) -> bytes:
    """Return such a session as it is saved: to load it takes less time than to play it."""
    game = Evening(**dict(options))
    for seat in (0, 1):
        game.say("quick", seat)
    game.say(f"draw {MAP}")
    game.say("start D4")
    game.say("begin")
    return RULES.dump(game.state)
