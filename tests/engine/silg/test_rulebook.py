"""The checklist of the rulebook's rules, and tests of those that no other test shows at this
table."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.contract.dice import STILL_DICE
from engine.sil.creature_ai import allies, creature_shots, powers
from engine.sil.creatures import morale, slays
from engine.sil.creatures.creature_stats import asleep
from engine.sil.dungeon import doors
from engine.sil.effects import earthquake, hunger
from engine.sil.game.state import Slot, Stat, Work
from engine.sil.hero import derived
from engine.sil.level import terrain
from engine.sil.movement import digging
from engine.silg import actions
from engine.silg.clock import (
    creature_ai,
    declared_actions,
    dice_rolls,
    encounter_clock,
    end_of_round,
    off_clock_time,
    stealth_contest,
)
from engine.silg.combat import blows, breaths, standing_defence
from engine.silg.rulings import SIL_G
from engine.silg.state import RolledBlow
from engine.silg.verbs import read_player
from tests import checklists
from tests.covers import read_headings
from tests.engine.sil.stage import item
from tests.engine.silg.stage import RULES, foe, load, skills, table, wear

CHECKLIST = Path(__file__).with_name("rulebook.txt")
PAGE = checklists.ROOT / "docs/rules/silg.md"


def test_every_rule_of_the_rulebook_has_a_number_and_a_test_or_a_reason() -> None:
    assert not list(checklists.faults(CHECKLIST, PAGE))


def test_every_section_of_the_rulebook_is_on_the_checklist() -> None:
    listed = checklists.sections(CHECKLIST)
    headings = set(read_headings()["sil-g-rulebook"])
    assert listed <= headings
    parents = {each for each in headings if any(one.startswith(f"{each} / ") for one in listed)}
    assert headings - listed - parents == {"Stealth / Modifiers to Stealth"}  # a mere title


# ---------------------------------------------------------------- skills


@pytest.mark.parametrize("mine", range(1, 11))
def test_a_check_succeeds_by_more_alone(mine):
    game = table("Elu")
    skills(game, 0, will=3)
    for theirs in range(1, 11):
        load(game, mine, theirs)
        done = dice_rolls.check(game, 0, 5, 3)
        assert (done.margin > 0) == (mine > theirs)


def test_stealth_mode_changes_only_when_a_hero_is_due():
    game = table("Elu", "Nar")
    encounter_clock.start(game)
    encounter_clock.declare_in_secret(game, 0, "search")
    with pytest.raises(ValueError, match="start of your turn"):
        actions.do_player(game, 0, read_player(game, 0, "stealth on"))
    actions.do_player(game, 1, read_player(game, 1, "stealth on"))
    assert [game.hero(seat).stealth_mode for seat in (0, 1)] == [False, True]


def test_blindness_and_confusion_make_noticing_harder_by_five_each():
    game = table("Elu", rows=("######", "#....#", "#s####", "######"))
    level, timers = game.state.sil.level, game.hero(0).timers
    game.hero(0).y, game.hero(0).x = 1, 1
    game.hero(0).knowledge.light[level.at(1, 1)] = 2
    door = level.at(2, 1)
    level.feature[door] = terrain.SECRET_DOOR

    def hard() -> int:
        return stealth_contest.notice_difficulty(game, 0, door, 1, searching=False)

    plain = hard()
    timers.blind = 5
    assert hard() == plain + 5
    timers.confused = 5
    assert hard() == plain + 10
    timers.blind = 0
    assert hard() == plain + 5


def test_what_a_hero_notices_is_rolled_behind_the_screen():
    game = table("Elu", rows=("######", "#....#", "#s####", "######"))
    level = game.state.sil.level
    game.hero(0).y, game.hero(0).x = 1, 1
    level.feature[level.at(2, 1)] = terrain.SECRET_DOOR
    for face in range(1, 11):
        load(game, face, 10)
        stealth_contest.notice(game, 0, searching=True)
    rolls = [event for event in game.events if event.kind == "roll"]
    assert len(rolls) == 10
    assert all(event.audience == (-1,) for event in rolls)


def test_smithing_rolls_no_dice():
    game = table("Elu")
    hero, level = game.hero(0), game.state.sil.level
    level.feature[level.at(hero.y, hero.x)] = terrain.FORGE + 3
    names = {a.name: a.ref for a in game.data.abilities.values()}
    hero.bought, hero.work = [names["Weaponsmith"]], Work(item("Dagger"), 3)
    skills(game, 0, smithing=20)
    game.streams = STILL_DICE
    while declared_actions.work_a_round(game, 0):
        assert hero.work is not None
    assert hero.work is None
    assert [thing.kind for thing in hero.pack] == [item("Dagger").kind]


# ---------------------------------------------------------------- the clock, and attacks


def test_evasion_and_armour_are_rolled_at_every_turn(monkeypatch):
    game = table("Hador")
    renewed = []
    renew = standing_defence.renew
    monkeypatch.setattr(
        standing_defence, "renew", lambda s, f: renewed.append(s.state.clock) or renew(s, f)
    )
    encounter_clock.start(game)
    for line in ("wait", "search", "step n", "wait"):
        encounter_clock.declare_in_secret(game, 0, line)
    assert renewed == [0, 0, 4, 8, 12, 16]  # on entering, then once a turn


def test_a_breath_harms_who_stands_in_it_when_it_falls_due():
    for steps in range(1, 5):
        game = table("Hador")
        dragon = foe(game, "Fire-drake hatchling", 4, 3)
        game.hero(0).x = 3 + steps
        load(game, otherwise=4)
        deed = breaths.declare(game, dragon, 0, "BRTH_FIRE")
        strength = game.data.monsters[dragon.race].spell_power
        at = dict(zip(deed.squares, deed.blows, strict=True))
        blow = at[game.state.sil.level.at(4, 3 + steps)]
        assert blow.dice == max(0, strength - 2 * steps)
        hero = game.hero(0)
        before, hero.y, hero.x = hero.health, 1, 15
        breaths.deal(game, dragon, deed)
        assert hero.health == before


def test_who_is_attacked_notices_at_once():
    for margin in (-5, 5):
        for alertness in (-15, -5):
            game = table("Hador")
            orc = foe(game, "Orc scout", 4, 5, alertness=alertness, health=90)
            blow = RolledBlow("blow", 10 + margin, 1, 11, damage=3)
            blows.deal_to_creature(game, 0, orc, blow)
            assert orc.alertness >= 0


def test_every_noise_is_as_loud_as_the_rulebook_says():
    assert earthquake.QUAKE_NOISE == -30
    assert (creature_shots.ARROW_NOISE, creature_shots.BOULDER_NOISE) == (-5, -10)
    assert (allies.SHOUT, powers.LOUD, powers.SCREECHING) == (-10, -10, -20)
    assert {doors.BASH_NOISE, doors.FAILED_BASH_NOISE} == {-10, -5}
    assert digging.NOISE in (-5, -10)
    assert declared_actions.FORGE_NOISE == 10
    game = table("Elu")
    horns = {rules.noise for rules in game.data.rules.items.values() if rules.noise}
    assert (min(horns), max(horns)) == (10, 40)
    effects = [each for trap in game.data.rules.traps.values() for each in trap.effects]
    noises = {each.args[0] for each in effects if each.name == "noise"}
    assert (min(noises), max(noises)) == (-20, 10)


# ---------------------------------------------------------------- morale


def test_haste_and_stun_move_a_creatures_morale():
    game = table("Elu")
    orc = foe(game, "Orc scout", 4, 8)
    plain = morale.compute(game.hero_game(0), orc)
    orc.hasted = 5
    assert morale.compute(game.hero_game(0), orc) == plain + 40
    orc.stun = 5
    assert morale.compute(game.hero_game(0), orc) == plain + 20


def test_flight_costs_six_of_morale_and_its_end_brings_them_back():
    game = table("Elu")
    orc = foe(game, "Orc scout", 4, 8)
    morale.change_stance(game.hero_game(0), orc, "fleeing")
    assert orc.temporary_morale == -60
    morale.change_stance(game.hero_game(0), orc, "confident")
    assert orc.temporary_morale == 0


@pytest.mark.parametrize(
    ("slaying", "lost"), [((1, 0), 20), ((0, 2), 20), ((0, 1), 0), ((0, 0), 0)]
)
def test_what_awes_a_creature_costs_two_of_morale(slaying, lost):
    game = table("Elu")
    orc = foe(game, "Orc scout", 4, 8)
    slays.awe(game.hero_game(0), orc, slays.Slaying(*slaying))
    assert orc.temporary_morale == -lost


def test_things_of_wrath_make_the_confident_aggressive():
    game = table("Elu")
    orc, hero_game = foe(game, "Orc scout", 4, 8), game.hero_game(0)
    assert morale.stance(hero_game, orc, 100) == "confident"
    game.hero(0).derived.counts["aggravation"] = 1
    assert morale.stance(hero_game, orc, 100) == "aggressive"


@pytest.mark.parametrize("alertness", range(-20, -10))
def test_sleepers_do_nothing(alertness):
    game = table("Elu")
    orc = foe(game, "Orc scout", 4, 5, alertness=alertness)
    assert asleep(orc)
    assert creature_ai.suggest(game, orc) == "wait"


# ---------------------------------------------------------------- smithing, states


def test_robes_sceptres_and_crowns_are_the_easiest_to_enchant():
    assert SIL_G.cheapest_to_enchant == ("robe", "sceptre", "crown")


@pytest.mark.parametrize("food", [hunger.FULL - 1, hunger.FULL])
def test_the_gorged_neither_eat_nor_drink(food):
    game = table("Elu")
    hero = game.hero(0)
    hero.food = food
    hero.pack += [item("Healing"), item("Sustenance")]
    off_clock_time.begin(game)
    gorged = food >= hunger.FULL
    offered = {o.action.verb for o in RULES.legal(game.state, 0)}
    assert bool(offered & {"quaff", "eat"}) != gorged
    if gorged:
        with pytest.raises(ValueError, match="too full"):
            off_clock_time.act(game, 0, "quaff a")
        with pytest.raises(ValueError, match="too full"):
            declared_actions.declare(game, 0, "eat b")


def test_the_weak_have_a_point_of_strength_less():
    game = table("Elu")
    hero = game.hero(0)
    found = []
    for food in (hunger.WEAK, hunger.WEAK - 1):
        hero.food = food
        derived.update(game.hero_game(0))
        found.append(hero.stat(Stat.STR))
    assert found[0] - found[1] == 1


def test_regeneration_is_threefold_for_health_voice_and_hunger():
    gained = []
    for rate in (0, 1):
        game = table("Elu")
        hero = game.hero(0)
        hero.stat_base[2], hero.stat_base[3] = 8, 8
        if rate:
            wear(game, 0, Slot.NECK, "Regeneration")
        derived.update(game.hero_game(0))
        assert bool(hero.derived.counts.get("regeneration")) == bool(rate)
        hero.health = hero.voice = 1
        food = hero.food
        for _ in range(30):
            end_of_round.round_passes(game)
        gained.append((hero.health - 1, hero.voice - 1, food - hero.food))
    plain, quick = gained
    for once, thrice in zip(plain, quick, strict=True):
        assert abs(thrice - 3 * once) <= 3
