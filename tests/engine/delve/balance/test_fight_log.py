"""Fights of a game that plays itself, as the balance counts them."""

from __future__ import annotations

from engine.contract.action import Event
from engine.contract.facts import Arrived, Attacked, CreatureRef, Died, SeatRef, Who
from engine.contract.texts import Text
from engine.delve.balance.fight_log import FightLog, acting_traits
from engine.delve.monsters.powers import SPELLS
from tests.engine.delve.stage import Stage, content
from tests.rows import for_each

HERO = SeatRef(0)


def fought(kind: str, **figures: int) -> FightLog:
    """Return the log of a fight against somebody whom the hero saw before it, a plan or more."""
    made = Stage()
    made.toughen()
    made.hero.power = 60
    log = FightLog(content())
    made.put(kind, 0, 1, **figures)
    log.look(made.state, [])
    made.rig(rest="real")
    while made.level.monsters:
        advice = made.rules.advise(made.state, 0)
        assert advice is not None
        log.look(made.state, made.rules.apply(made.state, 0, advice.action, made.dice))
    return log


def test_who_falls_in_the_action_that_began_the_fight_is_counted() -> None:
    log = fought("rust beetle", health=1)
    assert log.fights == {1: 1}
    assert log.powers == {"rust beetle: rusts": (1, 0)}


def test_parts_of_what_has_split_are_no_fights_of_their_own_for_splitting() -> None:
    log = fought("slime")
    assert log.fights.total() == 2
    assert log.powers == {"slime: splits": (1, 1)}


# ------------------------------------------------------------------ single facts


def struck(uid: int, *, by_hero: bool = True) -> Event:
    foe = CreatureRef("delve:monster/rat", uid)
    by, target = (HERO, foe) if by_hero else (foe, HERO)
    return Event("hit", Text(""), None, fact=Attacked(by, target, True, 1))


def died(uid: int, by: Who | None = HERO) -> Event:
    return Event("death", Text(""), None, fact=Died(CreatureRef("delve:monster/rat", uid), by))


class Fights:
    """A log, and a hall with beetles that rust, whose uids come in the order of their making."""

    def __init__(self, count: int = 1) -> None:
        self.made = Stage()
        self.log = FightLog(content())
        self.foes = [self.made.put("rust beetle", 0, 1 + n) for n in range(count)]
        self.uids = [foe.uid for foe in self.foes]

    def look(self, *events: Event) -> None:
        self.log.look(self.made.state, events)

    @property
    def of_rust(self) -> tuple[int, int]:
        """The fights, and in how many of them rust acted."""
        return self.log.powers.get("rust beetle: rusts", (0, 0))


def test_attacks_of_the_hero_are_counted_until_each_enemy_falls() -> None:
    fights = Fights(2)
    one, two = fights.uids
    fights.look(struck(one), struck(one))
    fights.look(struck(one), struck(two), struck(one, by_hero=False))
    fights.look(died(one))
    assert fights.log.fights == {3: 1}
    fights.look(died(two))
    assert fights.log.fights == {3: 1, 1: 1}
    fights.look(died(two))  # by what he did without an attack: that counts as one
    assert fights.log.fights == {3: 1, 1: 2}


def test_who_falls_by_another_hand_is_no_fight_won() -> None:
    fights = Fights()
    (uid,) = fights.uids
    fights.look(struck(uid))
    fights.look(died(uid, None), struck(999))
    assert fights.log.fights == {}
    assert fights.of_rust == (1, 0)


@for_each("by_hero", [True, False])
def test_a_fight_begins_with_an_attack_of_either_and_lasts_while_there_are_any(
    by_hero: bool,
) -> None:
    fights = Fights()
    (uid,) = fights.uids
    fights.look(struck(uid, by_hero=by_hero))
    fights.look(struck(uid, by_hero=by_hero))
    assert fights.of_rust == (0, 0)
    fights.look()
    assert fights.of_rust == (1, 0)
    fights.look()
    assert fights.of_rust == (1, 0)
    fights.foes[0].mark("rusts")
    fights.look(struck(uid, by_hero=by_hero))
    fights.look()
    assert fights.of_rust == (2, 1)


def test_who_leaves_the_level_breaks_all_fights_off() -> None:
    fights = Fights(2)
    one, two = fights.uids
    fights.foes[1].mark("rusts")
    fights.look(struck(one), struck(two))
    fights.look(struck(one), Event("level", Text(""), None, fact=Arrived(HERO, 2)), struck(two))
    assert fights.of_rust == (2, 1)
    fights.look()
    assert fights.of_rust == (3, 2)  # it was struck again after


def test_nobody_unknown_is_fought_and_the_level_before_is_known() -> None:
    fights = Fights()
    (uid,) = fights.uids
    fights.look(struck(999))
    fights.look()
    assert fights.log.powers == {}
    fights.made.level.monsters.clear()
    fights.look(struck(uid))
    fights.look()
    assert fights.of_rust == (1, 0)
    fights.look(struck(uid))  # two actions after it was gone
    fights.look()
    assert fights.of_rust == (1, 0)


def test_a_level_that_is_not_made_has_nobody_on_it() -> None:
    fights = Fights()
    fights.made.hero.depth = 5
    fights.look(struck(fights.uids[0]))
    fights.look()
    assert fights.log.powers == {}


@for_each("row", [("rust beetle", "rusts"), ("web spider", "touch")])
def test_whoever_was_called_counts_for_all_but_splitting(row: tuple[str, str]) -> None:
    kind, trait = row
    fights = Fights(0)
    foe = fights.made.put(kind, 0, 1, summoned=True)
    fights.look(struck(foe.uid))
    fights.look()
    assert fights.log.powers[f"{kind}: {trait}"] == (1, 0)


@for_each("row", [("rust beetle", False), ("goblin shaman", True), ("mist wraith", False)])
def test_spells_are_a_power_of_who_knows_some(row: tuple[str, bool]) -> None:
    kind, casts = row
    assert (SPELLS in acting_traits(content().monsters[kind])) is casts


def test_a_spell_in_place_of_blows_is_a_power_too() -> None:
    kinds = content().monsters.values()
    attackers = [kind for kind in kinds if kind.spell_attack and not kind.spells]
    assert attackers
    assert all(SPELLS in acting_traits(kind) for kind in attackers)
