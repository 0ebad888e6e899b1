"""Creatures: what they declare, by Sil's minds or as the Game Master says, and what comes of it
(rules: silg 2)."""

from __future__ import annotations

import pytest

from engine.common import compass
from engine.contract.action import GM, IllegalAction
from engine.sil.hero import abilities as ab
from engine.silg.clock import creature_ai
from engine.silg.combat import standing_defence
from engine.silg.context import SilGContext
from engine.silg.state import DeclaredAction, RolledBlow
from tests.engine.silg.stage import foe, load, skills, table, texts

pytestmark = pytest.mark.covers("spec-silg-table: 2. The clock")


def declared(game: SilGContext, creature, deed: DeclaredAction | None):
    """Let a creature do what it has declared."""
    fighter = standing_defence.entered(game, f"c{creature.slot}")
    fighter.deed = deed
    game.events.clear()
    creature_ai.execute(game, creature, fighter)
    assert fighter.deed is None


# ---------------------------------------------------------------- whom it is about


def test_a_creature_has_to_do_with_its_target_else_with_the_nearest_in_sight():
    game = table("Ann", "Bob")
    game.hero(1).x = 10
    orc = foe(game, "Orc scout", 4, 12)
    assert creature_ai.concern(game, orc) == 1
    fighter = standing_defence.entered(game, f"c{orc.slot}")
    fighter.deed = DeclaredAction("attack", "attack 0", "h0")
    assert creature_ai.concern(game, orc) == 0
    game.player(0).ending = "lost"
    assert creature_ai.concern(game, orc) == 1
    game.player(1).ending = "lost"
    assert creature_ai.concern(game, orc) is None


def test_who_is_heard_nearest_is_the_one_where_nobody_is_seen():
    rows = ("#########", "#.......#", "###.#####", "#.......#", "#########")
    game = table("Ann", "Bob", rows=rows)
    orc = foe(game, "Orc scout", 1, 7)
    for seat, (y, x), loss in ((0, (3, 7), 30), (1, (3, 1), 20)):
        hero = game.hero(seat)
        hero.y, hero.x = y, x
        hero.knowledge.noise[game.state.sil.level.at(1, 7)] = loss
        for layer in (hero.knowledge.view, hero.knowledge.seen, hero.knowledge.fire):
            layer[:] = bytes(len(layer))
    assert creature_ai.concern(game, orc) == 1


# ---------------------------------------------------------------- its turn


@pytest.mark.parametrize(
    ("mood", "later"), [(25, 15), (10, 0), (5, 0), (0, 0), (-5, 0), (-10, 0), (-25, -15)]
)
def test_temporary_morale_wears_off_by_one_a_turn(mood, later):
    assert creature_ai.decayed(mood) == later


def test_what_ails_a_creature_wears_off_by_its_turns():
    game = table("Ann")
    orc = foe(game, "Orc scout", 4, 12)
    orc.stun, orc.confused, orc.hasted, orc.slowed = 2, 3, 0, 1
    orc.temporary_morale = 30
    creature_ai.start_turn(game, orc)
    assert (orc.stun, orc.confused, orc.hasted, orc.slowed) == (1, 2, 0, 0)
    assert orc.temporary_morale == 20
    assert orc.speed == game.data.monsters[orc.race].speed
    orc.stun, orc.confused, orc.hasted = 0, 0, 2
    creature_ai.start_turn(game, orc)
    assert (orc.stun, orc.confused, orc.hasted) == (0, 0, 1)
    assert orc.speed == game.data.monsters[orc.race].speed + 1
    assert not game.state.sil.events, "the next hero would hear it"


# ---------------------------------------------------------------- choosing


@pytest.mark.parametrize("reason", ["asleep", "just woken", "nobody"])
def test_who_has_no_mind_to_act_waits(reason):
    game = table("Ann")
    orc = foe(game, "Orc scout", 4, 5, alertness=-15 if reason == "asleep" else 5)
    orc.skip_turn = reason == "just woken"
    if reason == "nobody":
        game.player(0).ending = "lost"
    assert creature_ai.suggest(game, orc) == "wait"
    if reason == "just woken":
        assert not orc.skip_turn
        assert creature_ai.suggest(game, orc) == "attack 0"


def test_of_heroes_beside_it_a_creature_attacks_the_one_it_has_to_do_with():
    game = table("Ann", "Bob")
    orc = foe(game, "Orc scout", 4, 5)
    assert creature_ai._beside(game, orc, 1) == 1
    assert creature_ai._beside(game, orc, 0) == 0
    game.hero(1).x = 10
    assert creature_ai._beside(game, orc, 1) == 0
    game.hero(0).x = 1
    assert creature_ai._beside(game, orc, 1) is None


@pytest.mark.parametrize(("x", "line"), [(5, "attack 0"), (7, f"step {compass.square(4, 6)}")])
def test_who_is_after_a_hero_strikes_or_comes_nearer(x, line):
    game = table("Ann")
    orc = foe(game, "Orc scout", 4, x)
    assert creature_ai.pursue(game, orc, 0) == line


def test_no_creature_steps_onto_a_hero():
    game = table("Ann", "Bob", rows=("#" * 14, "#............#", "#" * 14))
    game.hero(0).y = game.hero(1).y = 1
    game.hero(0).x, game.hero(1).x = 1, 2
    orc = foe(game, "Orc scout", 1, 3)
    assert creature_ai.pursue(game, orc, 0) != f"step {compass.square(1, 2)}"


# ---------------------------------------------------------------- declaring


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("attack 7", "That hero is not in play"),
        ("attack 1", "It has to stand beside the hero"),
        ("power ARROW1 7", "That hero is not in play"),
        ("power ARROW1 0", "It has no such power"),
        ("step A1", "A creature steps onto a square beside it"),
    ],
)
def test_what_a_creature_cannot_do_is_refused(line, why):
    game = table("Ann", "Bob")
    game.hero(1).x = 12
    orc = foe(game, "Orc scout", 4, 5)
    with pytest.raises(IllegalAction, match=why):
        creature_ai.declare(game, orc, line)
    possible = line.startswith("power") and line.endswith("0")
    assert creature_ai.is_possible(game, orc, line) == possible


def test_who_has_no_attacks_declares_none():
    game = table("Ann")
    thrall = foe(game, "Dejected human thrall", 4, 5)
    assert not creature_ai.is_possible(game, thrall, "attack 0")
    with pytest.raises(IllegalAction, match="It has no attacks"):
        creature_ai.declare(game, thrall, "attack 0")


@pytest.mark.parametrize(
    ("line", "possible"),
    [("wait", True), ("", False), ("dance", False), ("step nowhere", False), ("attack 0", True)],
)
def test_what_a_creature_can_do_is_known(line, possible):
    game = table("Ann")
    orc = foe(game, "Orc scout", 4, 5)
    assert creature_ai.is_possible(game, orc, line) == possible


@pytest.mark.parametrize(("confused", "square"), [(0, (4, 6)), (5, (5, 5))])
def test_a_d8_leads_a_confused_creature(confused, square):
    game = table("Ann")
    orc = foe(game, "Orc scout", 4, 5)
    orc.confused = confused
    load(game, 5)
    deed = creature_ai.declare(game, orc, f"step {compass.square(4, 6)}")
    assert [game.state.sil.level.place(at) for at in deed.squares] == [square]
    assert deed.kind == "step"


def test_an_archers_shot_takes_its_strength_and_is_told_as_an_aim():
    game = table("Ann")
    archer = foe(game, "Orc archer", 4, 9)
    before = archer.mana
    standing_defence.entered(game, "h0").die = 1
    load(game, 20, otherwise=5)
    deed = creature_ai.declare(game, archer, "power ARROW1 0")
    assert (deed.kind, deed.power, deed.target) == ("power", "ARROW1", "h0")
    assert str(deed.told) == "The orc archer takes aim."
    [blow] = deed.blows
    assert (blow.name, blow.die, blow.hit) == ("arrow", 20, True)
    assert (blow.crit, blow.dice, blow.damage) == (2, 3, 15)
    assert archer.mana <= before


def test_a_giants_boulder_is_no_arrow():
    game = table("Ann")
    giant = foe(game, "Giant", 4, 9)
    [blow] = creature_ai.declare(game, giant, "power BOULDER 0").blows
    assert blow.name == "boulder"


@pytest.mark.parametrize(("perception", "crit"), [(0, 2), (50, 0)])
def test_who_outwits_an_archer_is_spared_the_critical_dice(perception, crit):
    game = table("Ann")
    archer = foe(game, "Orc archer", 4, 9)
    standing_defence.entered(game, "h0").die = 1
    game.hero(0).bought.append(ab.OUTWIT)
    skills(game, 0, perception=perception)
    load(game, 20, otherwise=5)
    [blow] = creature_ai.declare(game, archer, "power ARROW1 0").blows
    assert (blow.crit, blow.dice) == (crit, 1 + crit)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("attack 1", "attack Bob"),
        ("power ARROW1 0", "power ARROW1 Ann"),
        ("breathe fire", "breathe fire"),
        ("step C3", "step C3"),
        ("wait", "wait"),
    ],
)
def test_the_game_master_reads_a_creatures_line_with_names(line, words):
    assert str(creature_ai.in_words(table("Ann", "Bob"), line)) == words


# ---------------------------------------------------------------- doing it


def test_who_has_fallen_asleep_does_nothing():
    game = table("Ann")
    orc = foe(game, "Orc scout", 4, 5, alertness=-15)
    before = game.hero(0).health
    blow = RolledBlow("hit", 30, 10, 5, damage=5, method="HIT")
    declared(game, orc, DeclaredAction("attack", "attack 0", "h0", blows=[blow]))
    declared(game, orc, None)
    assert game.hero(0).health == before
    assert texts(game) == []


@pytest.mark.parametrize(("square", "moves"), [((4, 8), True), ((4, 11), False)])
def test_a_step_is_taken_unless_the_square_is_not_beside_it_any_more(square, moves):
    game = table("Ann")
    orc = foe(game, "Orc scout", 4, 9)
    at = game.state.sil.level.at(*square)
    declared(game, orc, DeclaredAction("step", "step", squares=[at]))
    assert ((orc.y, orc.x) == square) == moves


@pytest.mark.parametrize(("protection", "lost"), [(0, 9), (4, 5), (12, 0)])
def test_an_arrow_meets_what_protects_as_it_lands(protection, lost):
    game = table("Ann", "Bob")
    archer = foe(game, "Orc archer", 4, 9)
    standing_defence.entered(game, "h0").armour = [("mail", protection)]
    before = game.hero(0).health
    blow = RolledBlow("arrow", 30, 10, 5, damage=9)
    deed = DeclaredAction("power", "power ARROW1 0", "h0", blows=[blow], power="ARROW1")
    declared(game, archer, deed)
    assert before - game.hero(0).health == lost
    assert game.hero(0).was_attacked
    assert not game.state.sil.events


def test_a_power_at_who_is_gone_is_lost():
    game = table("Ann", "Bob")
    archer = foe(game, "Orc archer", 4, 9)
    deed = DeclaredAction("power", "power ARROW1 7", "h7", power="ARROW1")
    declared(game, archer, deed)
    assert texts(game) == []


@pytest.mark.parametrize("seen", [True, False])
def test_who_uses_a_power_is_told_of_to_who_sees_it(seen):
    game = table("Ann", "Bob")
    caller = foe(game, "Wolf", 4, 9)
    for seat in game.heroes:
        game.hero_game(seat).learn(caller).visible = seen
    deed = DeclaredAction("power", "power SHRIEK 0", "h0", power="SHRIEK")
    declared(game, caller, deed)
    told = [e.audience for e in game.events if str(e.text) == "The wolf uses a power."]
    assert told == [None if seen else (GM,)]
