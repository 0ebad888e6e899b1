"""A small level, a hero and creatures on it, for tests that play the rules of combat."""

from engine.sil.data import bundle
from engine.sil.data.records import AbilityRef
from engine.sil.data.rulings import Rulings
from engine.sil.game.context import SilContext
from engine.sil.game.presets import GAME
from engine.sil.game.state import Creature, Hero, Item, Level, SilState, Slot
from engine.sil.hero import derived
from engine.sil.items import item_creation
from engine.sil.level import terrain
from tests.rolled import dice_for

DATA = bundle.load()
NOLDOR, SINDAR, NAUGRIM, EDAIN = range(4)


def stage(
    *,
    rulings: Rulings = GAME,
    race: int = EDAIN,
    house: int = 9,
    skills: tuple[int, ...] = (0,) * 8,
    stats: tuple[int, ...] = (0,) * 4,
    abilities: tuple[AbilityRef, ...] = (),
    seed: int = 1,
    size: int = 21,
) -> SilContext:
    """Return a hero in the middle of an open hall, lit and in full view, walled in permanent
    rock."""
    level = Level.blank(5, size, size, terrain.FLOOR)
    for i in range(size):
        for square in (i, size * (size - 1) + i, size * i, size * i + size - 1):
            level.feature[square] = terrain.PERMANENT
    n = size * size
    hero = Hero(
        "Hero",
        race,
        house,
        y=size // 2,
        x=size // 2,
        stat_base=list(stats),
        skill_base=list(skills),
        bought=list(abilities),
    )
    streams = dice_for(seed.to_bytes(16, "big"))
    game = SilContext(SilState(rulings, {}, [hero], level), DATA, streams=streams)
    game.state.begin_level(level)
    known = game.knowledge
    known.view, known.seen, known.fire = (bytearray(b"\x01" * n) for _ in range(3))
    known.light = [1] * n
    refresh(game)
    hero.health, hero.voice = hero.derived.max_health, hero.derived.max_voice
    return game


def refresh(game: SilContext) -> None:
    """Work out the hero anew, as the turn does."""
    derived.update(game)


def kind(name: str) -> int:
    """Return the serial of the kind of this plain name."""
    for record in DATA.kinds.values():
        if record.name.replace("& ", "").replace("~", "") == name:
            return record.serial
    raise KeyError(name)


def item(name: str, **changes: object) -> Item:
    """Return an ordinary object of a kind; single fields can be set."""
    made = item_creation.ordinary(DATA.kinds[kind(name)], known=True)
    for field, value in changes.items():
        setattr(made, field, value)
    return made


def wear(game: SilContext, slot: Slot, name: str, **changes: object) -> Item:
    """Put an object on the hero."""
    worn = item(name, **changes)
    game.hero.worn[slot] = worn
    refresh(game)
    return worn


def race(name: str) -> int:
    """Return the serial of the monster race of this name."""
    for record in DATA.monsters.values():
        if record.name == name:
            return record.serial
    raise KeyError(name)


def foe(
    game: SilContext,
    name: str,
    dy: int = 0,
    dx: int = 1,
    *,
    health: int = 20,
    alertness: int = 5,
    visible: bool = True,
    stance: str = "confident",
) -> Creature:
    """Put a creature beside the hero, or so far from him."""
    level, hero = game.level, game.hero
    creature = Creature(
        race(name),
        hero.y + dy,
        hero.x + dx,
        health,
        health,
        slot=len(level.creatures),
        alertness=alertness,
        stance=stance,
    )
    level.creatures.append(creature)
    level.occupant[level.at(creature.y, creature.x)] = creature.slot
    if visible:
        game.learn(creature).visible = True
    return creature


def load_dice(game: SilContext, *faces: int, otherwise: int = 1) -> None:
    """Let the next dice of play fall so; later ones show `otherwise`, cut to their sides."""
    game.streams.play = Loaded(list(faces), otherwise)  # type: ignore[assignment]


class Loaded:
    """A stream of dice that fall as told."""

    def __init__(self, faces: list[int], otherwise: int):
        self.faces, self.otherwise = faces, otherwise
        self.sides: list[int] = []  # of the dice that were cast

    def die(self, sides: int) -> int:
        if sides <= 0:
            return 0
        self.sides.append(sides)
        face = self.faces.pop(0) if self.faces else self.otherwise
        return max(1, min(sides, face))

    def roll(self, dice: int, sides: int) -> int:
        return sum(self.die(sides) for _ in range(dice))

    def below(self, n: int) -> int:
        return 0 if n <= 1 else self.die(n) - 1

    def between(self, low: int, high: int) -> int:
        return low + self.below(high - low + 1)

    def one_in(self, n: int) -> bool:
        return self.below(n) == 0

    def percent(self, chance: int) -> bool:
        return self.below(100) < chance

    def word(self) -> int:
        return self.otherwise

    def choose(self, options):
        return options[self.below(len(options))]
