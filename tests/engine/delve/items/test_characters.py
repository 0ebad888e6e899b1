"""No weapon and no armour is only a number: each has a reason to be chosen, and it works."""

from __future__ import annotations

import pytest

from engine.contract.action import Offer
from engine.delve import terrain
from engine.delve.combat import statuses
from engine.delve.combat.melee import cut_web, strike
from engine.delve.combat.melee_effects import pull, shove
from engine.delve.magic.spellcasting import cast_spell, make_cast
from engine.delve.monsters import monster_steps, monster_turn
from engine.delve.movement import movement
from engine.delve.rules import inventory
from engine.delve.rules.sheet_values import critical_chance, has_ability, miss_chance, throw_at
from engine.delve.state import SLOTS, DelveItem
from tests.engine.delve.stage import HERE, Stage, content
from tests.rolled import dice_for

ORDINARY = {"iron", "acid-proof", "rust-proof", "paper"}


@pytest.mark.parametrize("slot", [slot for slot in SLOTS if slot not in ("ring", "spellbook")])
def test_nothing_worn_is_only_a_number(slot: str) -> None:
    for kind in content().items.values():
        if inventory.slot_of(kind) == slot:
            reasons = (kind.grants, kind.bonus, kind.resist, kind.effects, kind.text)
            assert any(reasons) or set(kind.properties) - ORDINARY, kind.name


def wearing(ability: str) -> Stage:
    """Return a stage whose tough hero wears a thing that gives an ability."""
    made = Stage()
    made.toughen()
    kind = next(kind for kind in content().items.values() if ability in kind.grants)
    made.give(kind.name, worn=True)
    assert has_ability(made.game, made.hero, ability)
    return made


def test_what_is_worn_changes_the_chances_of_blows() -> None:
    made = wearing("backstabbing")
    sleeper = made.dummy(0, 1, asleep=True)
    assert critical_chance(made.game, made.hero, sleeper) == 1000
    sleeper.asleep = False
    usual = critical_chance(made.game, made.hero, sleeper)
    keen = wearing("keen")
    assert critical_chance(keen.game, keen.hero, keen.dummy(0, 1)) == 2 * usual
    safe = wearing("deflecting")
    assert critical_chance(safe.game, safe.dummy(0, 1), safe.hero) == 0
    plain = Stage()
    guarded = wearing("guarding")
    assert miss_chance(guarded.game, guarded.dummy(0, 1), guarded.hero) == (
        miss_chance(plain.game, plain.dummy(0, 1), plain.hero) + 100
    )


def test_blows_do_more_than_damage() -> None:
    made = wearing("sundering")
    struck = made.dummy(0, 1, defence=3)
    made.rig(500, rest="high")
    strike(made.game, made.hero, struck)
    assert struck.defence == 2
    stunning = wearing("stunning")
    stunned = stunning.dummy(0, 1)
    stunning.rig(950, rest="high")
    strike(stunning.game, stunning.hero, stunned)
    assert "confused" in stunned.statuses
    finishing = wearing("finishing")
    weak = finishing.dummy(0, 1, health=60)
    finishing.rig(500, rest="low")
    strike(finishing.game, finishing.hero, weak)
    assert weak.fallen
    sweeping = wearing("sweeping")
    one, other = sweeping.dummy(0, 1), sweeping.dummy(1, 0)
    sweeping.rig(rest="high")
    movement.blows(sweeping.game, sweeping.hero, one)
    assert one.health < 500 > other.health


def test_those_who_come_or_strike_pay_for_it() -> None:
    made = wearing("reach")
    comer = made.dummy(0, 2)
    made.rig(500, rest="high")
    assert monster_steps.go(made.game, comer, made.at(0, 1))
    assert comer.health < 500
    left = comer.health
    monster_steps.go(made.game, comer, made.at(1, 1))
    assert comer.health == left  # he was beside the hero already
    thorns = wearing("thorns")
    attacker = thorns.dummy(0, 1)
    thorns.rig(500, rest="high")
    strike(thorns.game, attacker, thorns.hero)
    assert attacker.health == 496
    bashing = wearing("bashing")
    attacker = bashing.dummy(0, 1)
    bashing.rig(0)
    assert not strike(bashing.game, attacker, bashing.hero)
    assert attacker.at == bashing.at(0, 2)


def test_what_comes_from_afar_is_stopped_in_part() -> None:
    made, plain = wearing("bulwark"), Stage()
    stone = DelveItem(0, "stone", power=6)
    caught = throw_at(made.game, made.dummy(0, 3), made.hero, stone)
    assert caught.share == 2
    assert throw_at(plain.game, plain.dummy(0, 3), plain.hero, stone).share == 1
    covered = wearing("cover")
    caster = covered.dummy(0, 3)
    burst = make_cast(covered.game, caster, content().spells["fireball"])
    bolt = make_cast(covered.game, caster, content().spells["shock"])
    assert (burst.left_of(20, covered.hero), bolt.left_of(20, covered.hero)) == (10, 20)


def test_minds_feet_and_doors_hold_or_do_not() -> None:
    clear, willed = wearing("clear head"), wearing("iron will")
    assert not statuses.add(clear.game, clear.hero, "confused", 5)
    for name in ("asleep", "terrified", "enervated"):
        assert not statuses.add(willed.game, willed.hero, name, 5)
        assert statuses.add(clear.game, clear.hero, name, 5)
    firm = wearing("rooted stance")
    assert shove(firm.game, firm.hero, firm.at(0, 1), 2) == 2
    assert not pull(firm.game, firm.hero, firm.at(0, 5))
    assert firm.hero.at == HERE
    cutter = wearing("woodcutting")
    cutter.ground(0, 1, terrain.LOCKED_DOOR)
    cutter.level.doors[cutter.at(0, 1)] = 200
    movement.bash_door(cutter.game, cutter.hero, cutter.at(0, 1))
    assert cutter.level.ground[cutter.at(0, 1)] == terrain.OPEN_DOOR
    statuses.catch_in_web(cutter.game, cutter.hero, 200)
    cut_web(cutter.game, cutter.hero)
    assert "webbed" not in cutter.hero.statuses


def test_soft_steps_and_runes_help_those_who_plan() -> None:
    made, plain = wearing("quiet"), Stage()
    chances = [
        monster_turn.waking_chance(each.game, each.dummy(0, 4), each.hero, fights=False)
        for each in (made, plain)
    ]
    assert 2 * chances[0] == chances[1]
    runed = wearing("spellblade")
    runed.know("spark")
    cast_spell(runed.game, runed.hero, "spark", "e")
    assert miss_chance(runed.game, runed.hero, runed.dummy(0, 1)) == 0


def test_curses_are_strong_and_have_one_negative_figure() -> None:
    difficulties = []
    for kind in content().items.values():
        for seed in range(4) if kind.varies else ():
            item = inventory.fresh(content(), kind.name, 1)
            bonus = inventory.CURSE_BONUS + kind.first // inventory.CURSE_BONUS_EVERY
            inventory.tempt(item, dice_for(f"{kind.name}{seed}").play, bonus)
            figures = [item.power or 0, item.defence, *item.resist.values()]
            assert item.cursed
            assert sum(figure < 0 for figure in figures) == 1, kind.name
            assert max(figures) >= bonus
            difficulties.append(inventory.difficulty(item))
    assert sum(each > 0 for each in difficulties) > 0.95 * len(difficulties)


def test_inspecting_what_is_unknown_costs_a_turn_and_energy_and_then_nothing() -> None:
    made = Stage()
    sword = made.give("long sword", known=False, cursed=True, power=9, range=2)
    [offer] = [each for each in _inspections(made) if not each.free]
    assert "9" not in str(offer.label)
    energy, turns = made.hero.energy, made.hero.turns
    made.do("inspect long-sword")
    assert sword.known
    assert made.hero.turns == turns + 1
    assert made.hero.energy < energy
    assert made.said("cursed", "power +9")
    turns = made.hero.turns
    made.do("inspect long-sword")
    assert made.hero.turns == turns


def _inspections(made: Stage) -> list[Offer]:
    made.do("inspect")
    offers = [each for each in made.rules.legal(made.state, 0) if each.action.verb == "inspect"]
    made.do("cancel")
    return [each for each in offers if each.action.args]
