"""Situations of heroes that seldom come about: no room, nothing to do, nobody to do it to."""

from __future__ import annotations

import pytest

from engine.contract.action import Action, IllegalAction, InvalidAction
from engine.contract.view import Topic
from engine.delve import terrain
from engine.delve.combat import damage, melee, melee_effects, statuses
from engine.delve.ground import conduction, fire
from engine.delve.hero import abilities, hunger, secret_class
from engine.delve.magic import helpful_effects, spellcasting
from engine.delve.movement import movement
from engine.delve.places import bargains, captives, claims
from engine.delve.rules import inventory
from engine.delve.rules.context import DelveContext
from engine.delve.state import HEROES, WIDTH, DelvePlace
from tests.engine.delve.stage import Stage, content, ruleset
from tests.rolled import dice_for

ROUND = (-WIDTH - 1, -WIDTH, 1 - WIDTH, -1, 1, WIDTH - 1, WIDTH, WIDTH + 1)


def wall_in(made: Stage) -> None:
    """Wall the hero in."""
    for step in ROUND:
        made.game.set_ground(made.level, made.hero.at + step, terrain.WALL)
    made.look()


def cast(made: Stage, spell: str, direction: str = "") -> None:
    """Let the hero cast a spell that costs nothing, the dice falling high."""
    made.rig(rest="high")
    spellcasting.cast_spell(made.game, made.hero, spell, direction, free=True)


def spell_of(effect: str) -> str:
    """Return a spell with an effect."""
    return next(name for name, spell in content().spells.items() if spell.effect == effect)


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("names", "gm", "why"),
    [
        (["Ann"], True, "Delve has no Game Master"),
        ([], False, "Delve is played with 1 to 4 heroes"),
        ([f"Hero {n}" for n in range(5)], False, "Delve is played with 1 to 4 heroes"),
        (["Ann", "  "], False, "A name has 1 to"),
        (["A" * 99], False, "A name has 1 to"),
    ],
)
def test_a_game_begins_with_named_heroes_and_no_game_master(
    names: list[str], gm: bool, why: str
) -> None:
    with pytest.raises(InvalidAction, match=why):
        ruleset().new({}, names, dice_for("new"), gm=gm)


@pytest.mark.parametrize("seat", [-1, 1])
def test_who_has_no_hero_does_nothing(seat: int) -> None:
    made = Stage()
    with pytest.raises(IllegalAction, match="You have no hero in this game"):
        ruleset().apply(made.state, seat, Action("pause"), made.dice)


def test_one_hero_acts_at_a_time_and_is_advised_alone() -> None:
    state = ruleset().new({"class": "fighter"}, ["Ann", "Bob"], dice_for("two"))
    [acting] = ruleset().turn(state).waiting
    other = 1 - acting
    with pytest.raises(IllegalAction, match="It is not your turn"):
        ruleset().apply(state, other, Action("pause"), dice_for("two"))
    assert ruleset().advise(state, other) is None
    assert ruleset().advise(state, acting) is not None


def test_what_no_verb_is_called_is_refused() -> None:
    made = Stage()
    with pytest.raises(InvalidAction, match="dance"):
        ruleset().apply(made.state, 0, Action("dance"), made.dice)


def test_nothing_is_told_of_what_a_hero_cannot_look_up() -> None:
    made = Stage()
    rat = made.put("rat", 0, 3)
    assert ruleset().explain(made.state, 0, Topic("sight", "rat", "rat"))
    made.level.monsters.remove(rat)
    for topic in (Topic("sight", "rat", "rat"), Topic("page", "dagger", "dagger", "Pack")):
        with pytest.raises(InvalidAction, match="Nothing is known of that"):
            ruleset().explain(made.state, 0, topic)


# ---------------------------------------------------------------- steps


@pytest.mark.parametrize("held", ["frozen", "webbed"])
def test_who_is_held_changes_places_with_no_friend(held: str) -> None:
    made = Stage()
    bear = made.put("cave bear", 0, 1, side=HEROES)
    made.hero.statuses[held] = 3
    movement.walk(made.game, made.hero, "e")
    assert (made.hero.at, bear.at) == (made.at(0, 0), made.at(0, 1))
    assert made.said("cannot move")
    made.hero.statuses.clear()
    movement.walk(made.game, made.hero, "e")
    assert bear.at + 1 == made.hero.at


def test_who_is_frozen_takes_no_step() -> None:
    made = Stage()
    here = made.hero.at
    made.hero.statuses["frozen"] = 3
    movement.walk(made.game, made.hero, "e")
    assert made.hero.at == here
    assert made.said("cannot move")


def test_who_is_killed_by_what_was_only_hiding_strikes_no_blow() -> None:
    made = Stage()
    hidden = made.dummy(0, 1, disguised=True)
    made.hero.health = 1
    made.rig(rest="high")
    movement.walk(made.game, made.hero, "e")
    assert made.said("only hiding")
    assert made.hero.fallen
    assert hidden.health == 500


@pytest.mark.parametrize("code", [terrain.DOOR, terrain.SECRET_DOOR])
def test_nobody_slides_through_a_door(code: int) -> None:
    made = Stage()
    made.ground(0, 1, terrain.ICE)
    made.ground(0, 2, code)
    movement.walk(made.game, made.hero, "e")
    assert made.hero.at == made.at(0, 1)


def test_heroes_slide_to_the_end_of_the_ice_and_what_swims_does_not() -> None:
    made = Stage()
    swimmer = next(name for name, kind in content().monsters.items() if kind.has("aquatic"))
    for dy in (0, 2):
        for dx in (1, 2, 3):
            made.ground(dy, dx, terrain.ICE)
    fish = made.put(swimmer, 2, 0)
    movement.enter(made.game, fish, made.at(2, 1))
    assert fish.at == made.at(2, 1)
    movement.walk(made.game, made.hero, "e")
    assert made.hero.at == made.at(0, 4)


# ---------------------------------------------------------------- abilities


@pytest.mark.parametrize(("friend", "charges"), [(False, True), (True, False)])
def test_nobody_charges_through_another_hero(friend: bool, charges: bool) -> None:
    state = ruleset().new({"class": "fighter"}, ["Ann", "Bob"], dice_for("two"))
    made = Stage()
    made.dummy(0, 3)
    if friend:
        bob = state.heroes[1]
        bob.at, bob.depth = made.at(0, 1), 1
        made.state.heroes.append(bob)
        made.game = DelveContext(made.state, content(), made.dice)
    assert bool(abilities.charge_target(made.game, made.hero, "e")) is charges


def test_a_charge_ends_before_what_nobody_saw() -> None:
    made = Stage()
    target = made.dummy(0, 4)
    hidden = made.put("rat", 0, 2)
    hidden.disguised = True
    made.look()
    assert abilities.charge_target(made.game, made.hero, "e") is target
    abilities.ABILITIES["charge"](made.game, made.hero, "e")
    assert made.hero.at == made.at(0, 1)
    assert target.health == 500


# ---------------------------------------------------------------- fire, water, statuses


@pytest.mark.parametrize("code", [terrain.ICE, terrain.ICE_WALL])
def test_fire_melts_ice_to_shallow_water_for_good(code: int) -> None:
    made = Stage()
    made.ground(0, 2, code)
    made.level.timed[made.at(0, 2)] = (3, terrain.FLOOR)
    fire.ignite(made.game, made.level, made.at(0, 2))
    assert made.level.ground[made.at(0, 2)] == terrain.SHALLOW
    assert made.at(0, 2) not in made.level.timed


def test_who_stands_in_water_does_not_catch_fire_but_who_floats_there_does() -> None:
    made = Stage()
    made.ground(0, 0, terrain.SHALLOW)
    assert not statuses.burn(made.game, made.hero, 5)
    assert "on fire" not in made.hero.statuses
    made.hero.statuses["levitating"] = 9
    assert statuses.burn(made.game, made.hero, 5)
    assert made.hero.statuses["on fire"] == 5


@pytest.mark.parametrize(("name", "element"), [("on fire", "fire"), ("frozen", "ice")])
@pytest.mark.parametrize(("resists", "immune"), [(19, False), (20, True)])
def test_a_kind_that_resists_wholly_neither_burns_nor_freezes(
    name: str, element: str, resists: int, immune: bool
) -> None:
    made = Stage()
    by_resistance = {
        kind.resist.get(element, 0): kind.name
        for kind in content().monsters.values()
        if not kind.unique
    }
    fitting = [kind for value, kind in by_resistance.items()
               if (value >= 20 if immune else value <= resists)]  # fmt: skip
    monster = made.put(fitting[0], 0, 3)
    assert statuses.is_immune(made.game, monster, name) is immune


def test_who_has_fallen_is_hurt_by_no_current_and_no_enchantment() -> None:
    made = Stage()
    first, second = made.dummy(0, 2), made.dummy(0, 3)
    first.fallen = True
    conduction.conduct(made.game, [first, second], 40, None)
    assert (first.health, second.health < 500) == (500, True)
    sword = made.give("dagger", bonus="fire", power=8)
    assert melee.enchantment(made.game, made.hero, first, sword) == 0
    assert first.health == 500


def test_rust_takes_nothing_from_what_has_nothing_left() -> None:
    made = Stage()
    held = made.give("dagger", worn=True, rust_proof=False)
    held.defence = 0
    held.power = 5
    assert melee_effects.rust(made.game, made.hero)
    assert held.power == 4
    held.power = inventory.LOWEST_FIGURE
    assert not melee_effects.rust(made.game, made.hero)
    assert held.power == inventory.LOWEST_FIGURE
    held.rust_proof, held.power = True, 5
    assert not melee_effects.rust(made.game, made.hero)
    assert held.power == 5


# ---------------------------------------------------------------- spells without room


def test_who_is_walled_in_neither_blinks_nor_leaps() -> None:
    made = Stage("mage")
    wall_in(made)
    here = made.hero.at
    cast(made, spell_of("blink"))
    assert made.said("Nothing happens.")
    cast(made, spell_of("leap"), "e")
    assert made.said("There is no room to leap.")
    assert made.hero.at == here


def test_no_fire_burns_where_the_caster_stands_against_a_wall() -> None:
    made = Stage("mage")
    wall_in(made)
    cast(made, spell_of("flame-wall"), "e")
    assert terrain.FLAMES not in made.level.ground
    assert not made.is_hurt()


@pytest.mark.parametrize("wall", [False, True])
def test_a_tongue_licks_nobody_behind_a_wall(wall: bool) -> None:
    made = Stage("mage")
    behind = made.dummy(0, 2)
    if wall:
        made.ground(0, 1, terrain.WALL)
    cast(made, spell_of("tongue"), "e")
    assert (behind.health == 500) is wall


def test_monsters_learn_nothing_from_spells_that_tell_of_things_and_doors() -> None:
    made = Stage()
    rat = made.put("rat", 0, 3)
    made.level.items[made.at(3, 3)] = [made.give("dagger")]
    made.level.hidden.append(made.at(2, 2))
    before = made.rules.dump(made.state)
    for effect in ("detect-items", "detect-doors"):
        found = spellcasting.make_cast(made.game, rat, content().spells[spell_of(effect)])
        helpful_effects.EFFECTS[effect](found)
    assert made.rules.dump(made.state) == before


# ---------------------------------------------------------------- room


def test_things_and_friends_stay_where_there_is_room() -> None:
    made = Stage()
    wall_in(made)
    here = made.hero.at
    assert damage.nearest_free(made.game, made.level, here) is None
    assert damage.nearest_free(made.game, made.level, here, made.hero) == here
    made.game.set_ground(made.level, here, terrain.LAVA)
    assert damage.nearest_ground(made.level, here) == here
    assert damage.nearest_free(made.game, made.level, here, made.hero) is None


def test_a_captive_without_room_stays_behind() -> None:
    made = Stage()
    cage = next(k for k in content().places.values() if k.rule.name == "frees")
    made.level.place = DelvePlace(cage.name, made.hero.at, [])
    made.level.place.captive = "cave bear"
    made.game.set_ground(made.level, made.hero.at, terrain.CAGE)
    wall_in(made)
    captives.free(made.game, made.hero)
    assert made.level.monsters == []


def test_no_place_shows_nothing() -> None:
    made = Stage()
    assert made.level.place is None
    assert claims.shown(made.game, made.hero) == {}


# ---------------------------------------------------------------- what heroes are and forget


def test_a_spell_that_is_given_away_is_no_longer_upgraded() -> None:
    made = Stage("mage")
    made.hero.spells, made.hero.upgraded = ["spark", "freeze"], ["freeze", "spark"]
    price = next(each.takes for each in content().bargains.values() if each.takes.name == "spell")
    bargains.PRICES[price.name].pay(made.game, made.hero, price)
    assert (made.hero.spells, made.hero.upgraded) == (["spark"], ["spark"])


def test_who_has_eaten_enough_is_warned_of_hunger_anew() -> None:
    made = Stage()
    limits = {word: limit for limit, word, _ in hunger.THRESHOLDS}
    made.hero.warned = list(limits)
    kind = content().items["bread"]
    low = min(limits.values())
    made.hero.nourishment = low - kind.nutrition
    hunger.eat_figures(made.game, made.hero, kind)
    assert made.hero.nourishment == low
    assert made.hero.warned == [word for word, limit in limits.items() if limit > low]


def test_who_refuses_the_secret_class_stays_what_they_are() -> None:
    made = Stage()
    question = str(secret_class.question(made.game))
    assert question.startswith("Somebody has to look after the graves. Will you be the ")
    secret_class.answer(made.game, made.hero, False)
    assert (made.hero.class_name, made.hero.refused_secret) == ("fighter", True)


def test_a_death_by_a_companion_is_laid_to_them_by_name() -> None:
    made = Stage()
    assert str(damage.name_of_killer(made.game, made.hero)) == "Ann"
    assert str(damage.name_of_killer(made.game, made.put("rat", 0, 3))) == "a rat"
