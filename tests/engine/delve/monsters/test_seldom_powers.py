"""Powers of monsters where there is no room, no line or no strength for them; and steps that a
monster seldom takes."""

from __future__ import annotations

import pytest

from engine.delve import terrain
from engine.delve.combat.damage import harm
from engine.delve.items.throwing import shoot
from engine.delve.magic import spellcasting
from engine.delve.monsters import monster_steps, monster_turn, powers
from engine.delve.rules.context import gap
from engine.delve.state import HEROES, WIDTH, DelveMonster
from engine.delve.turns.consequences import settle
from tests.engine.delve.stage import Stage, content


def who(trait: str) -> str:
    """Return a kind of monster with a trait."""
    return next(name for name, kind in content().monsters.items() if kind.has(trait))


def used(made: Stage, monster: DelveMonster, name: str) -> bool:
    """Let a monster try one of its powers on the hero, the dice falling low."""
    made.rig(rest="low")
    power = powers.POWERS.get(name)
    assert power is not None
    return power(made.game, monster, content().monsters[monster.kind].traits[name], made.hero)


def wall_round(made: Stage, at: int) -> None:
    """Wall in a square."""
    for step in (-WIDTH - 1, -WIDTH, 1 - WIDTH, -1, 1, WIDTH - 1, WIDTH, WIDTH + 1):
        made.game.set_ground(made.level, at + step, terrain.WALL)
    made.look()


# ---------------------------------------------------------------- powers


@pytest.mark.parametrize(("there", "breeds"), [(7, True), (8, False)])
def test_a_mother_breeds_up_to_so_many(there: int, breeds: bool) -> None:
    made = Stage()
    mother = made.put(who("breeds"), 0, 6, timer=0)
    name, every, most = content().monsters[mother.kind].traits["breeds"].args
    assert (every, most) == ("30", "8")
    for n in range(there):
        made.put(name, -4, n - 4, asleep=True)
    assert used(made, mother, "breeds") is breeds
    assert made.said("breeds a") is breeds
    young = [each for each in made.level.monsters if each.summoned]
    assert [(each.kind, each.side, gap(each.at, mother.at)) for each in young] == (
        [(name, mother.side, 1)] if breeds else []
    )
    assert mother.timer == 30


def test_a_mother_without_room_breeds_nobody() -> None:
    made = Stage()
    mother = made.put(who("breeds"), 0, 6, timer=0)
    wall_round(made, mother.at)
    assert not used(made, mother, "breeds")
    assert made.level.monsters == [mother]


@pytest.mark.parametrize("room", [True, False])
def test_who_leaps_lands_beside_an_enemy_where_there_is_room(room: bool) -> None:
    made = Stage()
    made.toughen()
    leaper = made.put(who("leaps"), 0, 3)
    if not room:
        wall_round(made, made.hero.at)
    assert used(made, leaper, "leaps") is room
    assert leaper.at == (made.at(-1, 1) if room else made.at(0, 3))


@pytest.mark.parametrize(("energy", "mends"), [(4, True), (3, False)])
def test_mending_takes_all_of_its_energy(energy: int, mends: bool) -> None:
    made = Stage()
    healer = made.put(who("mends"), 0, 3, energy=energy)
    friend = made.dummy(0, 5, health=100)
    assert used(made, healer, "mends") is mends
    assert (friend.health, healer.energy) == ((112, 0) if mends else (100, energy))


@pytest.mark.parametrize("free", [True, False])
def test_who_cannot_be_moved_is_not_drawn_nearer(free: bool) -> None:
    made = Stage()
    puller = made.put(who("pulls"), 0, 5, timer=0)
    if not free:
        wall_round(made, made.hero.at)
    made.hero.in_view = [puller.uid]
    here = made.hero.at
    assert used(made, puller, "pulls") is free
    assert (made.hero.at != here) is free
    assert (puller.timer > 0) is free


@pytest.mark.parametrize("wall", [False, True])
def test_a_breath_ends_at_a_wall(wall: bool) -> None:
    made = Stage()
    made.toughen()
    breather = made.put(who("breathes"), 0, 4)
    if wall:
        made.game.set_ground(made.level, made.at(0, 2), terrain.WALL)
    made.rig(rest="high")
    trait = content().monsters[breather.kind].traits["breathes"]
    powers.breathe(made.game, breather, trait, "w")
    assert made.is_hurt() is not wall


@pytest.mark.parametrize("wall", [False, True])
def test_a_long_arm_reaches_in_a_free_line_alone(wall: bool) -> None:
    made = Stage()
    made.toughen()
    arm = made.put(who("reach"), 0, 2)
    if wall:
        made.ground(0, 1, terrain.WALL)
    assert used(made, arm, "reach") is not wall
    far = made.put(who("reach"), 1, 2)
    assert not used(made, far, "reach")


@pytest.mark.parametrize("wall", [False, True])
def test_what_a_monster_shoots_ends_at_a_wall(wall: bool) -> None:
    made = Stage()
    made.toughen()
    archer = made.put(who("shoots"), 0, 4)
    if wall:
        made.game.set_ground(made.level, made.at(0, 2), terrain.WALL)
    made.rig(rest="high")
    trait = content().monsters[archer.kind].traits["shoots"]
    hit = shoot(made.game, archer, "w", powers.missile(trait))
    assert hit is (None if wall else made.hero)


# ---------------------------------------------------------------- whom a monster minds


def test_who_is_hidden_among_its_enemies_is_not_seen() -> None:
    made = Stage()
    guard, other = made.put("rat", 0, 3), made.put("cave bear", 0, 5, side=HEROES)
    assert monster_turn.sees(made.game, guard, other)
    other.disguised = True
    assert not monster_turn.sees(made.game, guard, other)


def test_who_has_fallen_in_a_round_has_no_turn_in_it() -> None:
    made = Stage()
    made.toughen()
    rat = made.put("rat", 0, 1)
    rat.fallen = True
    made.rig(rest="high")
    monster_turn.act_all(made.game, made.level)
    assert not made.is_hurt()
    rat.fallen = False
    for _ in range(6):
        monster_turn.act_all(made.game, made.level)
    assert made.is_hurt()


@pytest.mark.parametrize(("away", "comes"), [(2, False), (3, True), (5, True)])
def test_a_friend_stays_within_two_squares_of_its_hero(away: int, comes: bool) -> None:
    made = Stage()
    bear = made.put("cave bear", 0, away, side=HEROES)
    made.rig(rest="low")
    monster_turn.take_turn(made.game, bear, [], [])
    assert gap(bear.at, made.hero.at) == away - comes


# ---------------------------------------------------------------- steps


def test_a_monster_in_a_web_cuts_itself_free_before_it_comes_nearer() -> None:
    made = Stage()
    rat = made.put("rat", 0, 4)
    rat.statuses["webbed"] = 5
    assert monster_steps.approach(made.game, rat, made.hero.at)
    assert rat.at == made.at(0, 4)
    assert rat.statuses.get("webbed", 0) < 5


def test_gas_is_entered_by_who_floats_or_does_not_breathe_it() -> None:
    made = Stage()
    dead = next(
        name
        for name, kind in content().monsters.items()
        if kind.family == "undead" and not kind.has("flies") and not kind.has("unique")
    )
    rat, bones = made.put("rat", 0, 4), made.put(dead, 3, 4)
    for monster in (rat, bones):
        made.game.set_ground(made.level, monster.at + 1, terrain.GAS)
    enters = [monster_steps.can_enter(made.game, each, each.at + 1) for each in (rat, bones)]
    assert enters == [False, True]
    rat.statuses["levitating"] = 5
    assert monster_steps.can_enter(made.game, rat, rat.at + 1)


def test_no_monster_casts_what_is_cast_on_things() -> None:
    spells = {name for kind in content().monsters.values() for name in kind.spells}
    assert spells
    assert not [name for name in spells if content().spells[name].target == "item"]
    made = Stage()
    named = next(n for n, s in content().spells.items() if s.target == "item")
    rat = made.put("rat", 0, 2, energy=99, learnt=named)
    assert not powers.use_spell(made.game, rat, made.hero)
    assert rat.energy == 99
    assert spellcasting.cost(made.game, rat, content().spells[named]) < 99


def test_a_bombard_beetle_bursts_with_the_power_of_its_kind() -> None:
    made = Stage()
    made.toughen()
    beetle = made.put("bombard beetle", 0, 1)
    made.rig(rest="high")
    harm(made.game, beetle, 999)
    settle(made.game)
    assert made.hero.health == 900 - 12  # 2d8 at their highest, a fifth less beside it
