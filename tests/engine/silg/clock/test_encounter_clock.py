"""The clock of half-seconds: who is due when, and what happens in which order (rules: silg 2, 7
items 1 to 10)."""

from __future__ import annotations

import pytest

from engine.contract import running_game
from engine.contract.action import GM
from engine.sil.hero import abilities as ab
from engine.silg import party_sight
from engine.silg.clock import clock_lengths, creature_ai, encounter_clock, end_of_round
from engine.silg.combat import standing_defence
from engine.silg.ruleset import SilG
from engine.silg.state import DeclaredAction, RolledBlow
from tests.engine.silg.stage import dues, foe, load, skills, table, texts
from tests.rolled import dice_for

pytestmark = pytest.mark.covers("spec-silg-table: 2. The clock", "sil-g-rulebook: Movement")


def wait_for_all(session, order="wait"):
    """Let everybody who is due declare the same."""
    for seat in encounter_clock.due_players(session):
        encounter_clock.declare_in_secret(session, seat, order)


@pytest.mark.covers("sil-g-rulebook: Movement")
@pytest.mark.parametrize(("speed", "halves"), [(0, 8), (1, 8), (2, 4), (3, 3), (4, 2), (7, 2)])
def test_an_action_is_as_long_as_its_speed_and_bonuses_end_at_one_and_four(speed, halves):
    assert clock_lengths.length(speed) == halves


def three_heroes_and_three_enemies():
    session = table("Hador", "Elu", "Nar")
    session.hero(1).timers.fast = 10_000
    session.hero(2).stealth_mode = True
    party_sight.refresh(session)
    bat = foe(session, "Wolf", 1, 14, speed=4)
    wolf = foe(session, "Wolf", 2, 14, speed=3)
    orc = foe(session, "Orc scout", 3, 14, speed=2)
    session.state.desk.run_by_gm = []
    names = {"h0": "Hador", "h1": "Elu", "h2": "Nar"}
    names |= {f"c{c.slot}": n for c, n in ((bat, "bat"), (wolf, "wolf"), (orc, "orc"))}
    return session, names


def test_six_fighters_of_four_speeds_are_due_when_the_rulebook_says(monkeypatch):
    session, names = three_heroes_and_three_enemies()
    monkeypatch.setattr(encounter_clock.creature_ai, "suggest", lambda *_: "wait")
    happened: dict[float, set[str]] = {}
    declare, take = encounter_clock.declare_for, encounter_clock._take

    def watch_creature(session, creature, line):
        happened.setdefault(session.state.clock / 2, set()).add(names[f"c{creature.slot}"])
        declare(session, creature, line)

    def watch_hero(session, seat, fighter, line):
        happened.setdefault(session.state.clock / 2, set()).add(names[f"h{seat}"])
        take(session, seat, fighter, line)

    monkeypatch.setattr(encounter_clock, "declare_for", watch_creature)
    monkeypatch.setattr(encounter_clock, "_take", watch_hero)
    encounter_clock.start(session)
    while session.state.clock <= 12:
        # Nar sneaks and does not pass, so that the mode slows him.
        for seat in encounter_clock.due_players(session):
            encounter_clock.declare_in_secret(session, seat, "search")
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


def start_with(session, *faces):
    """Start the clock with dice that fall so, and forget what was told."""
    load(session, *faces)
    encounter_clock.start(session)
    texts(session)


def test_damage_waits_and_meets_the_newest_protection():
    session = table("Hador")
    skills(session, 0, melee=5)  # +1 from Hador's bare hands is not there: 5 and no stat
    orc = foe(session, "Orc scout", 4, 5, health=60)
    key = f"c{orc.slot}"
    start_with(session)
    fighter = session.fighter(key)
    fighter.die, fighter.armour = 9, [("hide", 3)]
    hero = session.fighter("h0")
    hero.deed = DeclaredAction(
        "attack", "step e", key, blows=[RolledBlow("sword", 6, 12, 12, damage=8)]
    )
    hero.due = 4
    assert hero.deed.blows[0].hit
    assert hero.deed.blows[0].margin == 6
    fighter.die, fighter.armour = 15, [("hide", 5)]  # renewed at 0, after the declaration
    before = orc.health
    session.state.clock = 4
    encounter_clock._finish_turn_of(session, 0, hero)
    assert before - orc.health == 3
    assert "Hador hits the orc scout for 3." in texts(session)


@pytest.mark.covers("sil-g-rulebook: Combat / Doing Damage")
def test_a_hit_lands_though_its_target_has_stepped_away():
    session = table("Hador")
    orc = foe(session, "Orc scout", 4, 5, health=60)
    start_with(session)
    fighter = session.fighter(f"c{orc.slot}")
    fighter.deed = DeclaredAction("attack", "attack 0", "h0", blows=[RolledBlow("hit", 9, 10, 12)])
    fighter.deed.blows[0].damage = 7
    fighter.deed.blows[0].method, fighter.deed.blows[0].effect = "HIT", "HURT"
    hero = session.hero(0)
    hero.x = 2
    session.fighter("h0").armour = [("mail", 4)]
    before = hero.health
    encounter_clock.creature_ai.execute(session, orc, fighter)
    assert before - hero.health == 3


def test_the_blow_of_one_who_is_slain_first_is_lost():
    session = table("Hador")
    orc = foe(session, "Orc scout", 4, 5, health=4)
    start_with(session)
    key = f"c{orc.slot}"
    foe_side, hero_side = session.fighter(key), session.fighter("h0")
    foe_side.deed = DeclaredAction("attack", "attack 0", "h0", blows=[RolledBlow("hit", 30, 10, 2)])
    foe_side.deed.blows[0].damage = 50
    foe_side.due = hero_side.due = 4
    hero_side.deed = DeclaredAction("attack", "step e", key, blows=[RolledBlow("sword", 30, 9, 2)])
    hero_side.deed.blows[0].damage = 30
    foe_side.armour = []
    before = session.hero(0).health
    session.state.stage, session.state.clock = "monsters", 3
    encounter_clock.next_moment(session)
    assert session.creature(key) is None
    assert session.hero(0).health == before
    assert session.hero(0).hardest_blow[0] == 30


@pytest.mark.covers("sil-g-rulebook: Skills / Stealth")
def test_stealth_mode_counts_from_the_next_declaration_on():
    session = table("Nar")
    start_with(session)
    wait_for_all(session, "search")
    nar = session.fighter("h0")
    assert (session.state.clock, nar.due) == (4, 4)
    session.hero(0).stealth_mode = True
    party_sight.refresh(session)
    wait_for_all(session, "search")
    assert nar.due == 12
    session.hero(0).stealth_mode = False
    party_sight.refresh(session)
    wait_for_all(session, "search")
    assert nar.due == 16


def test_haste_counts_from_the_next_declaration_on():
    session = table("Hador", "Elu")
    session.hero(1).timers.fast = 10_000
    party_sight.refresh(session)
    start_with(session)
    wait_for_all(session)
    assert dues(session)["h0"] == "2 s"
    session.hero(0).timers.fast = 10_000
    wait_for_all(session)  # Elu at 1.5
    assert session.state.clock == 4
    wait_for_all(session)
    assert dues(session)["h0"] == "3.5 s"


@pytest.mark.covers("sil-g-rulebook: Stealth / Mechanics")
def test_who_wakes_is_due_one_action_later_and_who_walks_into_a_hero_at_once():
    session = table("Elu")
    orc = foe(session, "Orc scout", 1, 14, alertness=-15, speed=2)
    wolf = foe(session, "Wolf", 2, 14, alertness=-5, speed=3)
    start_with(session)
    assert set(dues(session)) <= {"h0"}
    session.state.clock = 5
    orc.alertness, orc.skip_turn = 3, True
    encounter_clock.join(session)
    assert dues(session)[f"c{orc.slot}"] == "4.5 s"
    session.state.clock = 6
    wolf.alertness, wolf.skip_turn = 3, False
    encounter_clock.join(session)
    assert dues(session)[f"c{wolf.slot}"] == "3 s"


@pytest.mark.covers("sil-g-rulebook: Elements and Resistances / Poison")
@pytest.mark.parametrize(
    ("poison", "losses"), [(10, [2, 2, 2, 1, 1, 1, 1]), (23, [5, 4, 3, 3, 2, 2, 1, 1, 1, 1])]
)
@pytest.mark.parametrize("wound", ["poison", "cut"])
def test_poison_and_wounds_take_a_fifth_each_round(poison, losses, wound):
    session = table("Elu")
    hero = session.hero(0)
    hero.stat_base[2] = 6
    party_sight.refresh(session)
    hero.health = hero.derived.max_health
    setattr(hero.timers, wound, poison)
    taken = []
    while getattr(hero.timers, wound):
        before = hero.health
        end_of_round.round_passes(session)
        taken.append(before - hero.health)
    assert taken == losses
    assert sum(taken) == poison


@pytest.mark.covers("sil-g-rulebook: Temporary Status Effects / Other negative effects")
def test_the_entranced_renew_and_lose_their_turn_until_an_attack_is_reported():
    session = table("Elu")
    orc = foe(session, "Orc scout", 4, 5, health=60)
    session.hero(0).timers.fast = 10_000
    party_sight.refresh(session)
    start_with(session)
    session.hero(0).timers.entranced = 20
    elu = session.fighter("h0")
    elu.due, session.state.clock = 6, 6
    encounter_clock._finish_turn_of(session, 0, elu)
    assert elu.due == 9
    assert elu.deed is None
    blow = RolledBlow("hit", 1, 1, 30, method="HIT", effect="HURT")
    encounter_clock.creature_ai.blows.deal_to_hero(session, orc, 0, blow)
    assert not session.hero(0).timers.entranced


@pytest.mark.covers("sil-g-rulebook: Combat / Attacking")
def test_with_averaging_on_every_evasion_die_is_ten():
    session = table("Hador", averaging="on")
    fighter = standing_defence.entered(session, "h0")
    for _ in range(5):
        standing_defence.renew(session, fighter)
        assert fighter.die == 10


def test_who_can_no_longer_act_loses_the_declared_action():
    session = table("Hador")
    orc = foe(session, "Orc scout", 4, 5, health=60)
    start_with(session)
    hero, key = session.fighter("h0"), f"c{orc.slot}"
    hero.deed = DeclaredAction(
        "attack", "step e", key, blows=[RolledBlow("sword", 6, 12, 12, damage=30)]
    )
    session.hero(0).timers.stun = 105
    before = orc.health
    encounter_clock._finish_turn_of(session, 0, hero)
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
    session = table("Hador")
    if name:
        foe(session, name, 1, 14, alertness=alertness)
    start_with(session)
    while session.state.stage != "minutes":
        assert session.state.clock < 2 * encounter_clock.MINUTE
        wait_for_all(session)
    assert session.state.clock >= encounter_clock.MINUTE
    assert session.player(0).left


def test_the_end_of_a_fight_does_not_tell_of_an_enemy_that_nobody_knows_of():
    ends = []
    for hidden in (False, True):
        session = table("Hador", rows=("#######", "#...#.#", "#######"))
        session.hero(0).y, session.hero(0).x = 1, 1
        party_sight.refresh(session)
        if hidden:
            foe(session, "Orc scout", 1, 5)
        start_with(session)
        while session.state.stage != "minutes":
            wait_for_all(session)
        ends.append((session.state.clock, [str(e.text) for e in session.events if not e.audience]))
    assert ends[0] == ends[1]


def test_a_foe_that_lost_to_the_song_of_challenge_declares_no_shot():
    declared = {}
    for song in (-1, ab.SONG_OF_CHALLENGE.number):
        session = table("Hador")
        skills(session, 0, song=60)
        session.hero(0).song = song
        archer = foe(session, "Orc archer", 4, 9)
        archer.stance = "aggressive"
        lines = [creature_ai.suggest(session, archer) for _ in range(40)]
        declared[song] = {line.split()[0] for line in lines}
    assert list(declared.values()) == [{"power", "wait"}, {"step"}]
