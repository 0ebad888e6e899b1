"""The clock of half-seconds: who is due when, and what happens in which order (rules: silg 2, 7
items 1 to 10)."""

from __future__ import annotations

import pytest

from engine.contract import running_game
from engine.contract.action import GM
from engine.sil.creatures import placement
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs
from engine.sil.level import terrain
from engine.silg import party_sight
from engine.silg.clock import (
    clock_lengths,
    creature_ai,
    declared_actions,
    encounter_clock,
    end_of_round,
    steps,
)
from engine.silg.combat import standing_defence
from engine.silg.ruleset import SilG
from engine.silg.state import DeclaredAction, RolledBlow
from tests.engine.silg.stage import dues, foe, load, skills, table, texts
from tests.rolled import dice_for

pytestmark = pytest.mark.covers("spec-silg-table: 2. The clock", "sil-g-rulebook: Movement")


def wait_for_all(game, order="wait"):
    """Let everybody who is due declare the same."""
    for seat in encounter_clock.due_players(game):
        encounter_clock.declare_in_secret(game, seat, order)


@pytest.mark.covers("sil-g-rulebook: Movement")
@pytest.mark.parametrize(("speed", "halves"), [(0, 8), (1, 8), (2, 4), (3, 3), (4, 2), (7, 2)])
def test_an_action_is_as_long_as_its_speed_and_bonuses_end_at_one_and_four(speed, halves):
    assert clock_lengths.length(speed) == halves


def three_heroes_and_three_enemies():
    game = table("Hador", "Elu", "Nar")
    game.hero(1).timers.fast = 10_000
    game.hero(2).stealth_mode = True
    party_sight.refresh(game)
    bat = foe(game, "Wolf", 1, 14, speed=4)
    wolf = foe(game, "Wolf", 2, 14, speed=3)
    orc = foe(game, "Orc scout", 3, 14, speed=2)
    game.state.desk.run_by_gm = []
    names = {"h0": "Hador", "h1": "Elu", "h2": "Nar"}
    names |= {f"c{c.slot}": n for c, n in ((bat, "bat"), (wolf, "wolf"), (orc, "orc"))}
    return game, names


def test_six_fighters_of_four_speeds_are_due_when_the_rulebook_says(monkeypatch):
    game, names = three_heroes_and_three_enemies()
    monkeypatch.setattr(encounter_clock.creature_ai, "suggest", lambda *_: "wait")
    happened: dict[float, set[str]] = {}
    declare, take = encounter_clock.declare_for, encounter_clock._take

    def watch_creature(game, creature, line):
        happened.setdefault(game.state.clock / 2, set()).add(names[f"c{creature.slot}"])
        declare(game, creature, line)

    def watch_hero(game, seat, fighter, line):
        happened.setdefault(game.state.clock / 2, set()).add(names[f"h{seat}"])
        take(game, seat, fighter, line)

    monkeypatch.setattr(encounter_clock, "declare_for", watch_creature)
    monkeypatch.setattr(encounter_clock, "_take", watch_hero)
    encounter_clock.start(game)
    while game.state.clock <= 12:
        # Nar sneaks and does not pass, so that the mode slows him.
        for seat in encounter_clock.due_players(game):
            encounter_clock.declare_in_secret(game, seat, "search")
    shown = {at: who for at, who in happened.items() if at <= 6}
    assert shown == {
        0: {"Hador", "Elu", "Nar", "bat", "wolf", "orc"},
        1: {"bat"},
        1.5: {"Elu", "wolf"},
        2: {"Hador", "bat", "orc"},
        3: {"Elu", "bat", "wolf"},
        4: {"Hador", "Nar", "bat", "orc"},
        4.5: {"Elu", "wolf"},
        5: {"bat"},
        6: {"Hador", "Elu", "bat", "wolf", "orc"},
    }


def test_heroes_on_the_clock_are_heard_from_where_they_stand_now():
    game = table("Hador", "Elu")
    encounter_clock.start(game)
    for way in ("w", "s", "s", "e"):
        wait_for_all(game, f"step {way}")
        for seat in game.heroes:
            hero = game.hero(seat)
            here = game.state.sil.level.at(hero.y, hero.x)
            assert hero.knowledge.noise[here] == 0
            assert hero.knowledge.scent[here] == max(hero.knowledge.scent)
    assert game.place("h0") == (6, 4)


def start_with(game, *faces):
    """Start the clock with dice that fall so, and forget what was told."""
    load(game, *faces)
    encounter_clock.start(game)
    texts(game)


def test_damage_waits_and_meets_the_newest_protection():
    game = table("Hador")
    skills(game, 0, melee=5)  # +1 from Hador's bare hands is not there: 5 and no stat
    orc = foe(game, "Orc scout", 4, 5, health=60)
    key = f"c{orc.slot}"
    start_with(game)
    fighter = game.fighter(key)
    fighter.die, fighter.armour = 9, [("hide", 3)]
    hero = game.fighter("h0")
    hero.deed = DeclaredAction(
        "attack", "step e", key, blows=[RolledBlow("sword", 6, 12, 12, damage=8)]
    )
    hero.due = 4
    assert hero.deed.blows[0].hit
    assert hero.deed.blows[0].margin == 6
    fighter.die, fighter.armour = 15, [("hide", 5)]  # renewed at 0, after the declaration
    before = orc.health
    game.state.clock = 4
    encounter_clock._finish_turn_of(game, 0, hero)
    assert before - orc.health == 3
    assert "Hador hits the orc scout for 3." in texts(game)


@pytest.mark.covers("sil-g-rulebook: Combat / Doing Damage")
def test_a_hit_lands_though_its_target_has_stepped_away():
    game = table("Hador")
    orc = foe(game, "Orc scout", 4, 5, health=60)
    start_with(game)
    fighter = game.fighter(f"c{orc.slot}")
    fighter.deed = DeclaredAction("attack", "attack 0", "h0", blows=[RolledBlow("hit", 9, 10, 12)])
    fighter.deed.blows[0].damage = 7
    fighter.deed.blows[0].method = "HIT"
    hero = game.hero(0)
    hero.x = 2
    game.fighter("h0").armour = [("mail", 4)]
    before = hero.health
    encounter_clock.creature_ai.execute(game, orc, fighter)
    assert before - hero.health == 3


def test_the_blow_of_one_who_is_slain_first_is_lost():
    game = table("Hador")
    orc = foe(game, "Orc scout", 4, 5, health=4)
    start_with(game)
    key = f"c{orc.slot}"
    foe_side, hero_side = game.fighter(key), game.fighter("h0")
    foe_side.deed = DeclaredAction("attack", "attack 0", "h0", blows=[RolledBlow("hit", 30, 10, 2)])
    foe_side.deed.blows[0].damage = 50
    foe_side.due = hero_side.due = 4
    hero_side.deed = DeclaredAction("attack", "step e", key, blows=[RolledBlow("sword", 30, 9, 2)])
    hero_side.deed.blows[0].damage = 30
    foe_side.armour = []
    before = game.hero(0).health
    game.state.stage, game.state.clock = "monsters", 3
    encounter_clock.next_moment(game)
    assert game.creature(key) is None
    assert game.hero(0).health == before
    assert game.hero(0).hardest_blow[0] == 30


@pytest.mark.covers("sil-g-rulebook: Skills / Stealth")
def test_stealth_mode_counts_from_the_next_declaration_on():
    game = table("Nar")
    start_with(game)
    wait_for_all(game, "search")
    nar = game.fighter("h0")
    assert (game.state.clock, nar.due) == (4, 4)
    game.hero(0).stealth_mode = True
    party_sight.refresh(game)
    wait_for_all(game, "search")
    assert nar.due == 12
    game.hero(0).stealth_mode = False
    party_sight.refresh(game)
    wait_for_all(game, "search")
    assert nar.due == 16


def test_haste_counts_from_the_next_declaration_on():
    game = table("Hador", "Elu")
    game.hero(1).timers.fast = 10_000
    party_sight.refresh(game)
    start_with(game)
    wait_for_all(game)
    assert dues(game)["h0"] == "2 s"
    game.hero(0).timers.fast = 10_000
    wait_for_all(game)  # Elu at 1.5
    assert game.state.clock == 4
    wait_for_all(game)
    assert dues(game)["h0"] == "3.5 s"


@pytest.mark.covers("sil-g-rulebook: Stealth / Mechanics")
def test_who_wakes_is_due_one_action_later_and_who_walks_into_a_hero_at_once():
    game = table("Elu")
    orc = foe(game, "Orc scout", 1, 14, alertness=-15, speed=2)
    wolf = foe(game, "Wolf", 2, 14, alertness=-5, speed=3)
    start_with(game)
    assert set(dues(game)) <= {"h0"}
    game.state.clock = 5
    orc.alertness, orc.skip_turn = 3, True
    encounter_clock.join(game)
    assert dues(game)[f"c{orc.slot}"] == "4.5 s"
    game.state.clock = 6
    wolf.alertness, wolf.skip_turn = 3, False
    encounter_clock.join(game)
    assert dues(game)[f"c{wolf.slot}"] == "3 s"


@pytest.mark.covers("sil-g-rulebook: Elements and Resistances / Poison")
@pytest.mark.parametrize(
    ("poison", "losses"), [(10, [2, 2, 2, 1, 1, 1, 1]), (23, [5, 4, 3, 3, 2, 2, 1, 1, 1, 1])]
)
@pytest.mark.parametrize("wound", ["poison", "cut"])
def test_poison_and_wounds_take_a_fifth_each_round(poison, losses, wound):
    game = table("Elu")
    hero = game.hero(0)
    hero.stat_base[2] = 6
    party_sight.refresh(game)
    hero.health = hero.derived.max_health
    setattr(hero.timers, wound, poison)
    taken = []
    while getattr(hero.timers, wound):
        before = hero.health
        end_of_round.round_passes(game)
        taken.append(before - hero.health)
    assert taken == losses
    assert sum(taken) == poison


@pytest.mark.covers("sil-g-rulebook: Temporary Status Effects / Other negative effects")
def test_the_entranced_renew_and_lose_their_turn_until_an_attack_is_reported():
    game = table("Elu")
    orc = foe(game, "Orc scout", 4, 5, health=60)
    game.hero(0).timers.fast = 10_000
    party_sight.refresh(game)
    start_with(game)
    game.hero(0).timers.entranced = 20
    elu = game.fighter("h0")
    elu.due, game.state.clock = 6, 6
    encounter_clock._finish_turn_of(game, 0, elu)
    assert elu.due == 9
    assert elu.deed is None
    blow = RolledBlow("hit", 1, 1, 30, method="HIT")
    encounter_clock.creature_ai.blows.deal_to_hero(game, orc, 0, blow)
    assert not game.hero(0).timers.entranced


@pytest.mark.covers("sil-g-rulebook: Combat / Attacking")
def test_with_averaging_on_every_evasion_die_is_ten():
    game = table("Hador", averaging="on")
    fighter = standing_defence.entered(game, "h0")
    for _ in range(5):
        standing_defence.renew(game, fighter)
        assert fighter.die == 10


def test_who_can_no_longer_act_loses_the_declared_action():
    game = table("Hador")
    orc = foe(game, "Orc scout", 4, 5, health=60)
    start_with(game)
    hero, key = game.fighter("h0"), f"c{orc.slot}"
    hero.deed = DeclaredAction(
        "attack", "step e", key, blows=[RolledBlow("sword", 6, 12, 12, damage=30)]
    )
    game.hero(0).timers.stun = 105
    before = orc.health
    encounter_clock._finish_turn_of(game, 0, hero)
    assert orc.health == before
    assert hero.deed is None


def test_the_headline_tells_what_happened_rather_than_the_dice_that_stand():
    game = running_game.start(SilG(), {}, ("Ann", "Bob"), dice_for(bytes(16)), gm=True)
    game.apply(0, game.parse("quick", 0), dice_for(game.dump()))
    game.apply(1, game.parse("quick", 1), dice_for(game.dump()))
    for line in ("level 150", "begin", "clock start"):
        game.apply(GM, game.parse(line, GM), dice_for(game.dump()))
    for seat in range(2):
        game.apply(seat, game.parse("search", seat), dice_for(game.dump()))
    assert "Bob: evasion die" in str(game.view(0).lines[-1])
    assert str(game.view(0).headline) == "You find nothing."


@pytest.mark.parametrize(("name", "alertness"), [("Tanglethorn", 5), ("Wolf", -15), ("", 0)])
def test_a_fight_ends_by_itself_a_minute_after_the_last_sign_of_an_enemy(name, alertness):
    game = table("Hador")
    if name:
        foe(game, name, 1, 14, alertness=alertness)
    start_with(game)
    while game.state.stage != "minutes":
        assert game.state.clock < 2 * encounter_clock.MINUTE
        wait_for_all(game)
    assert game.state.clock >= encounter_clock.MINUTE
    assert game.player(0).left


def test_the_end_of_a_fight_does_not_tell_of_an_enemy_that_nobody_knows_of():
    ends = []
    for hidden in (False, True):
        game = table("Hador", rows=("#######", "#...#.#", "#######"))
        game.hero(0).y, game.hero(0).x = 1, 1
        party_sight.refresh(game)
        if hidden:
            foe(game, "Orc scout", 1, 5)
        start_with(game)
        while game.state.stage != "minutes":
            wait_for_all(game)
        ends.append((game.state.clock, [str(e.text) for e in game.events if not e.audience]))
    assert ends[0] == ends[1]


def test_a_foe_that_lost_to_the_song_of_challenge_declares_no_shot():
    declared = {}
    for song in (-1, ab.SONG_OF_CHALLENGE.number):
        game = table("Hador")
        skills(game, 0, song=60)
        game.hero(0).song = song
        archer = foe(game, "Orc archer", 4, 9)
        archer.stance = "aggressive"
        lines = [creature_ai.suggest(game, archer) for _ in range(40)]
        declared[song] = {line.split()[0] for line in lines}
    assert list(declared.values()) == [{"power", "wait"}, {"step"}]


def test_a_step_is_not_suggested_any_more_to_a_creature_that_was_moved_away():
    game = table("Ann", clock="gm")
    orc = foe(game, "Orc scout", 2, 10)
    standing_defence.entered(game, f"c{orc.slot}").suggested = "step K3"
    assert encounter_clock.suggestion(game, orc) == "step K3"
    placement.relocate(game.level_game, orc, 7, 14)
    assert encounter_clock.suggestion(game, orc) == ""


@pytest.mark.parametrize("flies", [False, True])
def test_a_creature_that_steps_over_a_chasm_falls_unless_it_flies(flies):
    game = table("Ann")
    level = game.state.sil.level
    level.feature[level.at(2, 11)] = terrain.CHASM
    kinds = game.data.monsters.values()
    name = next(kind.name for kind in kinds if "FLYING" in kind.flags) if flies else "Orc scout"
    creature = foe(game, name, 2, 10)
    assert steps.step_creature(game, creature, 0, level.at(2, 11))
    assert (creature in game.creatures) == flies


def test_an_attack_is_no_step_of_a_run_up():
    game = table("Hador")
    orc = foe(game, "Orc scout", 4, 5)
    hero, fighter = game.hero(0), standing_defence.entered(game, "h0")
    hero.actions = [6] * 6
    fighter.deed = DeclaredAction("attack", "step e", target=f"c{orc.slot}")
    declared_actions.execute(game, 0, fighter)
    assert hero.actions == [action_costs.OTHER, 6, 6, 6, 6, 6]


def test_an_encounter_begins_with_the_enemies_where_no_hero_can_act():
    game = table("Ann")
    game.hero(0).timers.entranced = 9
    foe(game, "Orc scout", 1, 14)
    encounter_clock.start(game)
    assert game.state.clock > 0
    assert (game.state.stage, encounter_clock.due_players(game)) == ("declare", [0])
    assert not game.hero(0).timers.entranced
