"""Situations in which the order of offers is known: fights, ambushes, loot, doors, hunger,
darkness. `python -m tests.engine.sil.autoplay.situations` prints what is advised in each."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.sil.creatures import creature_names
from engine.sil.data.records import AbilityRef
from engine.sil.game.context import SilContext
from engine.sil.game.state import Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.items import flavours, item_classes
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, look
from tests.engine.sil.items.things import thing
from tests.engine.sil.stage import foe, item, wear

HALL = (
    "###############",
    "#.............#",
    "#.............#",
    "#.............#",
    "#......@......#",
    "#.............#",
    "#.............#",
    "#.............#",
    "###############",
)
CORRIDOR = ("###############", "#......@......#", "###############")
DOORS = (
    "###############",
    "#......#......#",
    "#......#......#",
    "#.....@+......#",
    "#......#......#",
    "###############",
)
DOORWAY = (
    "###############",
    "#......#......#",
    "#......#......#",
    "#......@......#",
    "#......#......#",
    "###############",
)
STAIRS = (
    "###############",
    "#.<...........#",
    "#......@......#",
    "#...........>.#",
    "###############",
)
CHASM = ("#########", "#..xxx..#", "#..@xx..#", "#..xxx..#", "#########")
RUBBLE = ("#########", "#...:...#", "#...@...#", "#...:...#", "#########")
TRAPS = ("#########", "#...p...#", "#...@w..#", "#.......#", "#########")


class RecordedSituation(msgspec.Struct, frozen=True):
    """A hero's situation. `foes`: race, dy, dx, alertness, health in percent. `pack` and `floor`:
    plain kinds by name, known flavoured ones as (class, name)."""

    foes: tuple[tuple[Any, ...], ...] = ()
    rows: tuple[str, ...] = HALL
    health: int = 100
    food: int = 4000
    unspent: int = 0  # experience
    weapon: str = "Longsword"
    bow: bool = False
    torch: int = 3000  # turns of its fuel; 0: none carried
    pack: tuple[Any, ...] = ()
    floor: tuple[Any, ...] = ()
    feature: int = 0  # underfoot
    around: tuple[tuple[int, int, int], ...] = ()  # dy, dx, feature
    timers: dict[str, int] = {}
    lit: bool = True
    creeping: bool = False
    known: bool = True
    songs: tuple[AbilityRef, ...] = ()  # known ones
    sings: int = -1  # the number of the one that is sung

    def game(self) -> SilContext:
        """Return a game in this situation."""
        game = arena(*self.rows, lit=self.lit, known=self.known)
        hero, level = game.hero, game.level
        flavours.deal(game)
        if self.weapon:
            wear(game, Slot.WEAPON, self.weapon)
        if self.bow:
            wear(game, Slot.BOW, "Longbow")
            wear(game, Slot.QUIVER1, "Arrow", count=20)
        if self.torch:
            wear(game, Slot.LIGHT, "Wooden Torch", timeout=self.torch)
        hero.pack += [_made(game, each) for each in self.pack]
        here = level.at(hero.y, hero.x)
        if self.floor:
            level.floor[here] = [_made(game, each) for each in self.floor]
            for lying in level.floor[here]:
                game.notice(lying)
        if self.feature:
            level.feature[here] = self.feature
        for dy, dx, feature in self.around:
            level.feature[level.at(hero.y + dy, hero.x + dx)] = feature
        for race, dy, dx, *more in self.foes:
            alertness, percent = (*more, *(10, 100)[len(more) :])
            one = foe(game, race, dy, dx, health=20, alertness=alertness)
            one.health = max(1, 20 * percent // 100)
        hero.food, hero.unspent = self.food, self.unspent
        hero.stealth_mode = self.creeping
        hero.bought += self.songs
        hero.skill_base[Skill.SONG] = 10 if self.songs else 0
        hero.song = self.sings
        for name, amount in self.timers.items():
            setattr(hero.timers, name, amount)
        look(game)
        for creature in level.creatures:
            if creature is not None and game.known(creature).visible:
                creature_names.meet(game, creature)
        hero.health = max(1, hero.derived.max_health * self.health // 100)
        return game

    def advised(self) -> list[str]:
        """Return the action lines that are advised, each with its reason, in their order."""
        offers = SIL.legal(self.game().state, 0)
        return [f"{offer.action}: {offer.why}" for offer in offers if offer.advised]


SIL = SilQ()
SOME = (ab.SONG_OF_ELBERETH, ab.SONG_OF_SILENCE, ab.SONG_OF_STAYING)


def _made(game: SilContext, name: Any) -> Any:
    if isinstance(name, str):
        return item(name, timeout=3000) if name == "Wooden Torch" else item(name)
    tval, plain = name
    made = thing(tval, plain)
    game.lore.aware.append(made.kind)
    return made


POTION, FOOD, HORN = item_classes.POTION, item_classes.FOOD, item_classes.HORN
HEALING, BREAD = (POTION, "Healing"), (FOOD, "Piece of Dark Bread")
WOLF_E, WOLF_W, WOLF_N = ("Wolf", 0, 1), ("Wolf", 0, -1), ("Wolf", -1, 0)
ORC = "Orc scout"

SITUATIONS: dict[str, RecordedSituation] = {
    # fights
    "one wolf beside": RecordedSituation((WOLF_E,)),
    "two wolves beside": RecordedSituation((WOLF_E, WOLF_W)),
    "the nearly dead wolf first": RecordedSituation((WOLF_E, ("Wolf", 0, -1, 10, 20))),
    "three wolves beside": RecordedSituation((WOLF_E, WOLF_W, WOLF_N)),
    "three wolves, supplies": RecordedSituation(
        (WOLF_E, WOLF_W, WOLF_N), pack=("Wooden Torch",), food=900
    ),
    "three wolves, badly hurt, potion": RecordedSituation(
        (WOLF_E, WOLF_W, WOLF_N), health=20, pack=(HEALING,)
    ),
    "three wolves on stairs": RecordedSituation(
        (WOLF_E, WOLF_W, WOLF_N), feature=terrain.DOWN_STAIR
    ),
    "three wolves coming, stairs near": RecordedSituation(
        tuple(("Wolf", dy, 6) for dy in (-1, 0, 1)), rows=STAIRS
    ),
    "badly hurt on stairs": RecordedSituation((WOLF_E,), health=20, feature=terrain.UP_STAIR),
    "a wolf beside, potion, unhurt": RecordedSituation((WOLF_E,), pack=(HEALING,)),
    "a wolf beside, badly hurt": RecordedSituation((WOLF_E,), health=20),
    "a wolf far, sword": RecordedSituation((("Wolf", 0, 5),)),
    "a wolf far, bow": RecordedSituation((("Wolf", 0, 5),), bow=True),
    "a wolf beside, bow": RecordedSituation((WOLF_E,), bow=True),
    "two wolves far, bow, one hurt": RecordedSituation(
        (("Wolf", 0, 4), ("Wolf", 0, -4, 10, 20)), bow=True
    ),
    "a wolf far, spear to throw": RecordedSituation((("Wolf", 0, 4),), pack=("Spear",)),
    "a wolf beside, spear to throw": RecordedSituation((WOLF_E,), pack=("Spear",)),
    "bare hands, wolf beside, sword in the pack": RecordedSituation(
        (WOLF_E,), weapon="", pack=("Shortsword",)
    ),
    "bare hands, wolf far, sword in the pack": RecordedSituation(
        (("Wolf", 0, 5),), weapon="", pack=("Shortsword",)
    ),
    "in a corridor, wolves on both sides": RecordedSituation((WOLF_E, WOLF_W), rows=CORRIDOR),
    "a wolf beside, loot underfoot": RecordedSituation((WOLF_E,), floor=("Dagger",)),
    "a wolf beside, hungry": RecordedSituation((WOLF_E,), food=900, pack=(BREAD,)),
    "a wolf beside, torch burning low": RecordedSituation(
        (WOLF_E,), torch=50, pack=("Wooden Torch",)
    ),
    "afraid, wolf beside": RecordedSituation((WOLF_E,), timers={"afraid": 5}),
    "poisoned, wolf beside": RecordedSituation((WOLF_E,), timers={"poison": 10}),
    "confused, wolf beside": RecordedSituation((WOLF_E,), timers={"confused": 5}),
    "four wolves, quickness": RecordedSituation(
        (WOLF_E, WOLF_W, WOLF_N, ("Wolf", 1, 0)), pack=((POTION, "Quickness"),)
    ),
    "three wolves, horn of terror": RecordedSituation(
        (WOLF_E, WOLF_W, WOLF_N), pack=((HORN, "Terror"),)
    ),
    "orcs far and near": RecordedSituation(((ORC, 0, 1), (ORC, 0, 4))),
    "an orc beside, another sleeping beside": RecordedSituation(((ORC, 0, 1), (ORC, 0, -1, -20))),
    # ambushes
    "a sleeping wolf beside": RecordedSituation((("Wolf", 0, 1, -20),)),
    "a sleeping wolf far": RecordedSituation((("Wolf", 0, 6, -20),)),
    "a sleeping wolf far, creeping": RecordedSituation((("Wolf", 0, 6, -20),), creeping=True),
    "a sleeping wolf far, bow": RecordedSituation((("Wolf", 0, 5, -20),), bow=True),
    "an unwary orc": RecordedSituation(((ORC, 0, 5, -5),)),
    "a pack asleep": RecordedSituation(
        (("Wolf", 0, 5, -20), ("Wolf", 1, 5, -20), ("Wolf", 2, 5, -20))
    ),
    "a sleeping wolf, hurt": RecordedSituation((("Wolf", 0, 6, -20),), health=30),
    "two orcs beside in the dark": RecordedSituation(
        ((ORC, 0, 1), (ORC, 0, -1)), rows=CORRIDOR, lit=False
    ),
    "an archer in the open hall": RecordedSituation((("Orc archer", 0, 5),)),
    "a wolf unseen beside, no light, torch in the pack": RecordedSituation(
        (WOLF_E,), torch=0, lit=False, pack=("Wooden Torch",)
    ),
    "an archer beyond the light, cover at the door": RecordedSituation(
        (("Orc archer", 0, 5),), rows=DOORWAY
    ),
    "three orcs before an open doorway": RecordedSituation(
        ((ORC, 0, 1), (ORC, -1, 2), (ORC, 1, 2)), rows=DOORWAY, feature=terrain.OPEN_DOOR
    ),
    # loot
    "a dagger underfoot": RecordedSituation(floor=("Dagger",)),
    "two things underfoot": RecordedSituation(floor=("Dagger", "Robe")),
    "arrows underfoot, bow": RecordedSituation(bow=True, floor=("Arrow",)),
    "bare hands, sword underfoot": RecordedSituation(weapon="", floor=("Shortsword",)),
    "bare hands, sword in the pack": RecordedSituation(weapon="", pack=("Shortsword",)),
    "a helm in the pack": RecordedSituation(pack=("Helm",)),
    "a better light of use": RecordedSituation(torch=50, pack=("Wooden Torch",)),
    # doors and ways
    "a shut door": RecordedSituation(rows=DOORS),
    "a locked door": RecordedSituation(rows=DOORS, around=((0, 1, terrain.LOCKED_DOOR + 3),)),
    "a jammed door": RecordedSituation(rows=DOORS, around=((0, 1, terrain.JAMMED_DOOR + 3),)),
    "an open door, three wolves coming": RecordedSituation(
        (("Wolf", 0, 4), ("Wolf", -1, 4), ("Wolf", 1, 4)),
        rows=DOORS,
        around=((0, 1, terrain.OPEN_DOOR),),
    ),
    "stairs in sight": RecordedSituation(rows=STAIRS),
    "on stairs down": RecordedSituation(feature=terrain.DOWN_STAIR),
    "on stairs down, hurt": RecordedSituation(feature=terrain.DOWN_STAIR, health=30),
    "on stairs up": RecordedSituation(feature=terrain.UP_STAIR),
    "a chasm": RecordedSituation(rows=CHASM),
    "rubble": RecordedSituation(rows=RUBBLE),
    "a pit and a web": RecordedSituation(rows=TRAPS),
    "a hall half seen": RecordedSituation(lit=False, known=False),
    # hunger
    "hungry with bread": RecordedSituation(food=1500, pack=(BREAD,)),
    "weak with bread": RecordedSituation(food=900, pack=(BREAD,)),
    "weak without food": RecordedSituation(food=900),
    "not hungry with bread": RecordedSituation(pack=(BREAD,)),
    # darkness
    "no light, torch in the pack": RecordedSituation(torch=0, lit=False, pack=("Wooden Torch",)),
    "torch burning low": RecordedSituation(torch=50, lit=False, pack=("Wooden Torch",)),
    "no light at all": RecordedSituation(torch=0, lit=False, known=False),
    # more fights
    "an orc coming, spear and arrows": RecordedSituation(((ORC, 0, 5),), bow=True, pack=("Spear",)),
    "two wolves and an orc, a corridor near": RecordedSituation(
        (WOLF_E, ("Wolf", 0, 2), (ORC, 1, 1)), rows=DOORWAY
    ),
    "a troll coming, unarmed": RecordedSituation((("Cave troll", 0, 5),), weapon=""),
    "a troll beside, badly hurt, stairs near": RecordedSituation(
        (("Cave troll", 0, 1),), rows=STAIRS, health=20
    ),
    "a troll beside, badly hurt, a chasm near": RecordedSituation(
        (("Cave troll", 0, -1),), rows=CHASM, health=20
    ),
    "a troll asleep near, unarmed": RecordedSituation((("Cave troll", 0, 3, -15),), weapon=""),
    "an orc unwary near, hurt": RecordedSituation(((ORC, 0, 3, -5),), health=40),
    "two archers, a wall near": RecordedSituation(
        (("Orc archer", 0, 5), ("Orc archer", 1, 5)), rows=DOORWAY
    ),
    "an archer beside": RecordedSituation((("Orc archer", 0, 1),)),
    "an orc near, on stairs": RecordedSituation(((ORC, 0, 2),), feature=terrain.UP_STAIR),
    "an orc near, badly hurt, a wall near": RecordedSituation(
        ((ORC, 0, 3),), rows=DOORWAY, health=20
    ),
    # ways on
    "rubble about, a shovel": RecordedSituation(rows=RUBBLE, pack=("Shovel",)),
    "stairs of both kinds near, hurt": RecordedSituation(rows=STAIRS, health=60),
    # wounds and ails
    "hurt, alone": RecordedSituation(health=30),
    "scratched, alone": RecordedSituation(health=80),
    "poisoned with antidote": RecordedSituation(
        timers={"poison": 20}, pack=((POTION, "Antidote"),)
    ),
    "blind": RecordedSituation(timers={"blind": 5}),
    "confused, alone": RecordedSituation(timers={"confused": 5}),
    "whole and alone": RecordedSituation(),
    # songs
    "an orc beside, Staying": RecordedSituation(((ORC, 0, 1),), songs=SOME),
    "an orc far, Staying": RecordedSituation(((ORC, 0, 4),), songs=SOME),
    "an orc far, singing Staying": RecordedSituation(
        ((ORC, 0, 4),), songs=SOME, sings=ab.SONG_OF_STAYING.number
    ),
    "alone, still singing Staying": RecordedSituation(songs=SOME, sings=ab.SONG_OF_STAYING.number),
    "three orcs, badly hurt, Elbereth": RecordedSituation(
        ((ORC, 0, 1), (ORC, 0, -1), (ORC, 1, 0)), health=20, songs=SOME
    ),
    "three wolves, badly hurt, songs": RecordedSituation(
        (WOLF_E, WOLF_W, WOLF_N), health=20, songs=SOME
    ),
    "an orc asleep, Silence": RecordedSituation(((ORC, 0, 5, -20),), songs=SOME),
    "bleeding, Staunching": RecordedSituation(
        health=50, timers={"cut": 20}, songs=(*SOME, ab.SONG_OF_STAUNCHING)
    ),
    "no light at all, Trees": RecordedSituation(
        torch=0, lit=False, known=False, songs=(ab.SONG_OF_THE_TREES,)
    ),
    "slow, Freedom": RecordedSituation(timers={"slow": 9}, songs=(ab.SONG_OF_FREEDOM,)),
    "nothing left to explore, Delvings": RecordedSituation(songs=(ab.SONG_OF_DELVINGS,)),
}

if __name__ == "__main__":
    for title, situation in SITUATIONS.items():
        print("\n    ".join([title, *situation.advised()]))
