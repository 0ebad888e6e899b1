"""Powers of monsters: when they have something to do, and what they cost."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.delve.combat.damage import harm
from engine.delve.monsters import monster_turn, powers
from engine.delve.turns import end_of_turn
from tests.engine.delve.stage import Stage, content

REACH, COST = map(content().monsters["gravewright"].traits["raises"].number, (0, 1))


@pytest.mark.parametrize(
    ("energy", "away", "raised"),
    [(COST, REACH, True), (COST - 1, 2, False), (COST, REACH + 1, False)],
)
def test_the_dead_rise_for_energy_near_the_monster(energy: int, away: int, raised: bool) -> None:
    made = Stage()
    wright = made.put("gravewright", 0, 3, energy=energy)
    made.level.dead.append(("rat", made.at(0, 3 + away)))
    assert powers.use_power(made.game, wright, made.hero) is raised
    risen = [each for each in made.level.monsters if each is not wright]
    assert [(each.kind, each.summoned, each.side) for each in risen] == (
        [("rat", True, wright.side)] if raised else []
    )
    assert wright.energy == (0 if raised else energy)
    assert len(made.level.dead) == (0 if raised else 1)


@pytest.mark.parametrize(("full", "left"), [(1, 1), (3, 1), (5, 2)])
def test_who_rises_has_half_of_the_health_and_one_at_least(
    full: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Stage()
    wright = made.put("gravewright", 0, 3, energy=COST)
    made.level.dead.append(("rat", made.at(0, 4)))
    monsters = made.game.content.monsters
    monkeypatch.setitem(monsters, "rat", replace(monsters["rat"], health=full))  # type: ignore[arg-type]
    assert powers.use_power(made.game, wright, made.hero)
    [risen] = [each for each in made.level.monsters if each is not wright]
    assert (risen.full_health, risen.health) == (full, left)


def test_nothing_rises_without_an_enemy_and_each_of_the_dead_once() -> None:
    made = Stage()
    wright = made.put("gravewright", 0, 3, energy=2 * COST)
    made.level.dead.append(("rat", made.at(0, 4)))
    assert not powers.use_power(made.game, wright, None)
    assert powers.use_power(made.game, wright, made.hero)
    assert not powers.use_power(made.game, wright, made.hero)


def test_mirror_imps_know_the_last_aimed_spell_that_a_hero_learned() -> None:
    made = Stage("mage")
    made.toughen()
    made.hero.spells = ["spark", "freeze", "heal wounds"]
    imp = made.put("mirror imp", 0, 4)
    made.rig(rest="low")
    monster_turn.take_turn(made.game, imp, [made.hero], [])
    assert made.said("freeze")
    assert "mirrors" in imp.used
    made.hero.spells = []
    unlearned = made.put("mirror imp", 0, -4)
    monster_turn.take_turn(made.game, unlearned, [made.hero], [])
    assert "mirrors" not in unlearned.used


@pytest.mark.parametrize(("kind", "known"), [("troll", True), ("cave bear", False)])
def test_who_regrows_is_known_for_it_once_it_does(kind: str, known: bool) -> None:
    made = Stage()
    monster = made.put(kind, 0, 5, health=1)
    for _ in range(60):
        end_of_turn.regenerate(made.game, monster)
        assert ("regrows" in monster.used) is (known and monster.health > 1)
    assert monster.health > 1


def test_trolls_regrow_until_burned() -> None:
    made = Stage()
    troll = made.put("troll", 0, 5, health=10)
    for element, fast in (("", True), ("fire", False)):
        harm(made.game, troll, 1, element)
        before = troll.health
        for _ in range(10):
            end_of_turn.regenerate(made.game, troll)
        assert (troll.health - before > 15) is fast
        troll.attacked, before = True, troll.health
        for _ in range(10):
            end_of_turn.regenerate(made.game, troll)
        assert (troll.health > before) is fast
        troll.attacked = False
