"""Attacks by hand: blows, forms, what a hit and a kill lead to."""

import msgspec
import pytest

from engine.contract.action import IllegalAction, Roll
from engine.contract.texts import text
from engine.sil.combat import attacks, critical_effects, melee, step_attacks, strikes
from engine.sil.creatures import slays
from engine.sil.data.records import Blow, Dice
from engine.sil.effects import attack_report, blow_rolls, injury
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import RaceLore, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, derived
from engine.sil.level import terrain
from engine.sil.perception import noise, truce
from tests.engine.sil.stage import foe, item, kind, load_dice, race, refresh, stage, wear

pytestmark = pytest.mark.covers("spec-character-combat: 7. Resolving a player melee attack")

EAST = 6
TOUGH = 1000


def armed(weapon="Longsword", **changes):
    game = stage(**changes)
    if weapon:
        wear(game, Slot.WEAPON, weapon)
    return game


def dealt(creature):
    return creature.max_health - creature.health


def blows_of(game):
    """Return how many attacks were rolled."""
    return len(game.state.combat_rolls)


def swing(game, creature, kind="main", *faces, otherwise=1):
    load_dice(game, *faces, otherwise=otherwise)
    return attacks.single(game, creature, kind, strikes.direction_to(game.hero, creature))


# ------------------------------------------------------------------------ before the first blow


@pytest.mark.covers("spec-character-combat: 7.1")
def test_the_afraid_do_not_attack_and_nothing_changes():
    game = armed()
    wolf = foe(game, "Wolf")
    game.hero.timers.afraid = 3
    before = msgspec.msgpack.encode(game.state)
    with pytest.raises(IllegalAction):
        melee.attack(game, wolf)
    assert msgspec.msgpack.encode(game.state) == before


def test_an_attack_takes_the_turn_and_is_remembered_as_an_action():
    game = armed()
    melee.attack(game, foe(game, "Wolf", health=TOUGH))
    assert game.state.energy_used == 100
    assert game.hero.actions[0] == 10
    assert game.hero.attacked


@pytest.mark.covers("spec-character-combat: 7.1")
def test_breaking_the_truce_is_asked_first_and_done_after_a_yes():
    game = armed()
    orc = foe(game, "Orc soldier", health=TOUGH)
    game.world.truce = True
    melee.attack(game, orc)
    assert str(game.state.question.text) == "Break the truce?"
    assert game.state.question.data["action"] == "step e"
    assert not game.state.energy_used
    game.state.sure = True
    melee.attack(game, orc)
    assert game.state.energy_used
    assert not game.world.truce


@pytest.mark.covers("spec-character-combat: 7.1")
def test_bare_hands_are_asked_about_only_when_a_weapon_is_at_hand():
    game = armed(None)
    wolf = foe(game, "Wolf", health=TOUGH)
    game.hero.pack.append(item("Dagger"))
    melee.attack(game, wolf)
    assert str(game.state.question.text) == "Attack with bare hands?"
    game.hero.pack.clear()
    game.state.question = None
    melee.attack(game, wolf)
    assert game.state.question is None


# ------------------------------------------------------------------------ blows (worked 18, 59)


@pytest.mark.covers("sil-q-manual: Doing Damage")
@pytest.mark.covers("spec-character-combat: 7.4")
@pytest.mark.covers("spec-monsters: 14.3")
def test_a_hit_deals_dice_less_protection_and_wakes():
    game = armed()
    wolf = foe(game, "Wolf", health=TOUGH, alertness=-15)
    swing(game, wolf, "main", 20, 20, 4, 3, 2)
    assert dealt(wolf) == 7 - 2
    assert wolf.alertness >= 0
    assert wolf.skip_turn


def test_a_miss_deals_nothing_and_makes_alert():
    game = armed()
    wolf = foe(game, "Wolf", health=TOUGH, alertness=-5)
    swing(game, wolf, "main", 1, 20)
    assert dealt(wolf) == 0
    assert wolf.alertness >= 0


@pytest.mark.covers("sil-q-manual: Combat UI")
@pytest.mark.covers("spec-world: 15.5")
def test_the_account_tells_both_rolls_and_all_terms():
    game = armed()
    wolf = foe(game, "Wolf", health=TOUGH)
    swing(game, wolf, "main", 15, 5, 4, 3, 2)
    line = game.state.events[0]
    assert str(line.text) == "You hit the wolf for 8."
    assert str(line.detail) == (
        "Longsword. Melee 1 = 1; rolled 15. Against Evasion 1 = 1; rolled 5. Hits by 10. "
        "Damage 3d5 (1 critical): 9. Protection 1d4: 1. 8 gets through."
    )


@pytest.mark.covers("spec-world: 15.5")
def test_an_unseen_creature_keeps_its_figures():
    game = armed()
    swing(game, foe(game, "Wolf", health=TOUGH, visible=False), "main", 20, 1)
    assert "Against ?" in str(game.state.events[0].detail)
    assert "something" in str(game.state.events[0].text)
    assert game.state.events[0].rolls == (Roll(text("your attack"), 20, (20,), own=True),)


def test_the_dice_that_an_account_shows_are_counted():
    game = armed()
    swing(game, foe(game, "Wolf", health=TOUGH), "main", 15, 5, 4, 3, 2)
    mine, its = (
        Roll(text("your attack"), 20, (15,), own=True),
        Roll(text("enemies' evasion"), 20, (5,)),
    )
    assert game.state.events[0].rolls == (mine, its)


def test_dice_that_were_not_cast_or_picked_by_a_curse_are_not_counted():
    game = armed()
    assert attack_report.shown_dice(game, 7, 0, seen=True, attacks=True) == (
        Roll(text("your attack"), 20, (7,), own=True),
    )
    assert attack_report.shown_dice(game, 7, 0, seen=True, attacks=False) == (
        Roll(text("enemies' attack"), 20, (7,)),
    )
    game.hero.cursed = True
    assert attack_report.shown_dice(game, 7, 0, seen=True, attacks=True) == ()


@pytest.mark.ability("Rapid Attack")
@pytest.mark.covers("spec-character-combat: 7.4", "spec-character-combat: 12.1")
def test_rapid_attack_strikes_twice_with_less_strength_and_free_attacks_once_with_all():
    game = armed(abilities=(ab.RAPID_ATTACK,), stats=(3, 0, 0, 0), skills=(13, 0, 0, 0, 0, 0, 0, 0))
    wolf = foe(game, "Wolf", health=TOUGH)
    swing(game, wolf, "main", 1, 2)
    assert blows_of(game) == 2
    assert "2d5" in str(game.state.combat_rolls[0])
    swing(game, wolf, "opportunist", 1, 8)
    assert blows_of(game) == 3
    assert "a single blow +3" in str(game.state.combat_rolls[2])
    assert "2d8" in str(game.state.combat_rolls[2])


def test_whom_the_first_blow_kills_is_not_struck_again():
    game = armed(abilities=(ab.RAPID_ATTACK,))
    assert swing(game, foe(game, "Wolf", health=1), "main", 20, 1, otherwise=5)
    assert blows_of(game) == 1


def test_whom_the_first_blow_pushes_away_is_not_struck_again():
    game = armed(abilities=(ab.RAPID_ATTACK, ab.KNOCK_BACK), stats=(9, 0, 0, 0))
    wolf = foe(game, "Wolf", health=TOUGH)
    wolf.max_health = 24  # a push is against Constitution, which goes by it
    assert not swing(game, wolf, "main", 20, 1, otherwise=5)
    assert wolf.x == game.hero.x + 2
    assert blows_of(game) == 1


@pytest.mark.ability("Two Weapon Fighting")
@pytest.mark.covers("sil-q-codebase: Two-Weapon Combat")
def test_the_last_blow_is_the_off_hands():
    game = armed(abilities=(ab.TWO_WEAPON_FIGHTING,), skills=(13, 0, 0, 0, 0, 0, 0, 0))
    wear(game, Slot.ARM, "Dagger")
    wolf = foe(game, "Wolf", health=TOUGH)
    swing(game, wolf)
    assert [line.split(".")[0] for line in map(str, game.state.combat_rolls)] == [
        "Longsword",
        "Dagger",
    ]
    swing(game, wolf, "impale")
    assert blows_of(game) == 3


@pytest.mark.ability("Charge")
def test_a_charge_adds_three_to_attack_and_strength():
    game = armed("Great Axe", abilities=(ab.CHARGE,), stats=(3, 0, 0, 0))
    wolf = foe(game, "Wolf", health=TOUGH)
    game.hero.actions = [0, EAST, 0, 0, 0, 0]
    swing(game, wolf, "main", 5, 1)
    assert "Charge +3" in str(game.state.combat_rolls[0])
    assert "4d10" in str(game.state.combat_rolls[0])
    game.hero.actions[1] = 4
    swing(game, wolf)
    assert "Charge" not in str(game.state.combat_rolls[1])


def test_a_rapid_charge_gives_back_the_strength_of_the_first_blow_alone():
    both = (ab.CHARGE, ab.RAPID_ATTACK)
    game = armed("Great Axe", abilities=both, stats=(3, 0, 0, 0), skills=(13, 0, 0, 0, 0, 0, 0, 0))
    game.hero.actions = [0, EAST, 0, 0, 0, 0]
    swing(game, foe(game, "Wolf", health=TOUGH))
    assert "4d7" in str(game.state.combat_rolls[0])
    assert "4d4" in str(game.state.combat_rolls[1])


@pytest.mark.ability("Assassination")
@pytest.mark.covers("spec-character-combat: 12.4")
def test_assassination_adds_stealth_against_the_unwary():
    game = armed(abilities=(ab.ASSASSINATION,), skills=(0, 0, 0, 7, 0, 0, 0, 0))
    wolf = foe(game, "Wolf", health=TOUGH, alertness=-5)
    swing(game, wolf)
    assert "Assassination +7" in str(game.state.combat_rolls[0])
    swing(game, wolf)
    assert "Assassination" not in str(game.state.combat_rolls[1])


@pytest.mark.ability("Smite")
def test_a_smite_does_the_most_it_can_and_costs_the_next_turn_even_on_a_miss():
    game = armed("Greatsword", abilities=(ab.SMITE,))
    wolf = foe(game, "Wolf", health=TOUGH)
    swing(game, wolf, "main", 12, 5)
    assert "3d5: 15" in str(game.state.combat_rolls[0])
    assert game.hero.skip_turn
    game.hero.skip_turn = False
    swing(game, wolf, "main", 1, 20)
    assert game.hero.skip_turn


@pytest.mark.covers("spec-character-combat: 7.2", "spec-character-combat: 7.3")
def test_a_smite_needs_both_hands_and_an_attack_of_its_kind():
    game = armed("Longsword", abilities=(ab.SMITE,))
    assert not strikes.smites(game, "main")
    wear(game, Slot.WEAPON, "Greatsword")
    for rulings, retreat, follow in ((GAME, False, True), (MANUAL, True, False)):
        game.state.rulings = rulings
        assert strikes.smites(game, "controlled retreat") == retreat
        assert strikes.smites(game, "follow-through") == follow
        assert not strikes.smites(game, "riposte")


@pytest.mark.ability("Outwit")
def test_who_outwits_an_enemy_takes_no_critical():
    blow = Blow("BITE", "HURT", 20, Dice(2, 3))
    for abilities, crit in (((), 2), ((ab.OUTWIT,), 0)):
        game = stage(abilities=abilities, skills=(0, 0, 0, 0, 20, 0, 0, 0))
        load_dice(game, 10, 5)
        assert blow_rolls.roll_blow(game, foe(game, "Wolf"), blow).crit == crit


# ------------------------------------------------------------------------ slays, sharpness


@pytest.mark.covers("sil-q-manual: Combat / Doing Damage")
@pytest.mark.covers("spec-character-combat: 7.6")
def test_the_manuals_axe_of_slaying_in_both_hands_does_4d9():
    game = armed(None, rulings=MANUAL, stats=(3, 0, 0, 0))
    axe = wear(game, Slot.WEAPON, "Battle Axe", flags=["SLAY_WOLF"], known=False)
    wolf = foe(game, "Wolf", health=TOUGH)
    swing(game, wolf, "main", 10, 5)
    assert "4d9 (1 slaying)" in str(game.state.combat_rolls[0])
    assert axe.known


@pytest.mark.covers("sil-q-manual: Special Items", "sil-q-manual: Elemental damage")
@pytest.mark.covers("spec-character-combat: 7.6")
def test_brands_spare_the_resistant_and_burn_the_vulnerable():
    game = stage()
    brand = item("Longsword", flags=["BRAND_FIRE"])
    by_flag = {"": 1, "RES_FIRE": 0, "HURT_FIRE": 2}
    for flag, dice in by_flag.items():
        for monster in game.data.monsters.values():
            flags = monster.flags & {"RES_FIRE", "HURT_FIRE"}
            if flags == ({flag} if flag else set()) and monster.level:
                assert slays.against(game, foe(game, monster.name), brand).brands == dice
                break


@pytest.mark.covers("spec-character-combat: 7.6", "spec-character-combat: 7.7")
def test_a_slay_shakes_the_kin_that_see_it():
    game = armed(None)
    wear(game, Slot.WEAPON, "Longsword", flags=["SLAY_WOLF"])
    wolf = foe(game, "Wolf", health=TOUGH)
    kin, stranger = foe(game, "Warg", 0, 3), foe(game, "Orc scout", 0, 4)
    asleep = foe(game, "Wolf", 0, 5, alertness=-15)
    swing(game, wolf, "main", 15, 8)
    assert [c.temporary_morale for c in (wolf, kin, stranger, asleep)] == [-20, -20, 0, 0]


def test_sharpness_cuts_protection():
    for flags, taken in ((["SHARPNESS"], 1), (["SHARPNESS2"], 0), ([], 3)):
        game = armed(None)
        wear(game, Slot.WEAPON, "Longsword", flags=flags)
        wolf = foe(game, "Wolf", health=TOUGH)
        swing(game, wolf, "main", 10, 5, 4, 4, 3)
        assert dealt(wolf) == 8 - taken


@pytest.mark.covers("sil-q-codebase: Critical Hit Modifiers", "sil-q-manual: Special Items")
def test_accurate_weapons_try_a_miss_again_and_cumbersome_ones_never_crit():
    game = armed(None)
    wear(game, Slot.WEAPON, "Dagger", flags=["ACCURATE", "CUMBERSOME"])
    wolf = foe(game, "Wolf", health=TOUGH)
    swing(game, wolf, "main", 1, 20, 20, 1, 3, 1)
    assert "critical" not in str(game.state.combat_rolls[0])
    assert dealt(wolf) == 2


def test_a_vampiric_kill_heals():
    game = armed(None, stats=(0, 0, 3, 0))
    wear(game, Slot.WEAPON, "Longsword", flags=["VAMPIRIC"])
    game.hero.health = 10
    assert swing(game, foe(game, "Wolf", health=1), "main", 20, 1, 5, 5)
    assert game.hero.health == 17


# ------------------------------------------------------------------------ wounds


@pytest.mark.ability("Cruel Blow")
@pytest.mark.covers("spec-monsters: 14.3")
def test_a_cruel_blow_confuses_and_dismays():
    game = armed("Dagger", abilities=(ab.CRUEL_BLOW,))
    wolf, kin = foe(game, "Wolf", health=TOUGH), foe(game, "Wolf", 0, 3)
    swing(game, wolf, "main", 20, 1, 5, 5, 5, 1, 10, 1)
    assert wolf.confused == 3
    assert (wolf.temporary_morale, kin.temporary_morale) == (-20, -20)


@pytest.mark.ability("Knock Back")
@pytest.mark.covers("sil-q-codebase: Knockback System")
def test_a_strong_blow_knocks_back_and_costs_the_victims_turn():
    game = armed("Longsword", abilities=(ab.KNOCK_BACK,), stats=(5, 0, 0, 0))
    wolf = foe(game, "Wolf", health=20)
    wolf.last_moves = [4, 4, 4, 7, 7, 7]
    x = wolf.x
    swing(game, wolf, "main", 12, 5, 1, 1, 1, 10, 1)
    assert (wolf.y, wolf.x) == (game.hero.y, x + 1)
    assert wolf.skip_turn
    assert wolf.last_moves == [action_costs.OTHER, 4, 4, 7, 7, 7]  # no charge out of a fall


@pytest.mark.covers("sil-q-codebase: Knockback System")
def test_the_force_of_a_knock_is_bounded_by_weight():
    game = armed("Longsword", stats=(5, 0, 0, 0))
    weapon = game.hero.worn[Slot.WEAPON]
    assert critical_effects.knock_force(game, weapon, 5, both_hands=False) == 3
    great = item("Greatsword")
    assert critical_effects.knock_force(game, great, 3 + 3, both_hands=True) == 8
    assert critical_effects.knock_force(game, None, 9, both_hands=False) == 4


def test_without_room_nobody_is_knocked_back():
    game = armed()
    wolf = foe(game, "Wolf")
    for dy in (-1, 0, 1):
        game.level.feature[game.level.at(wolf.y + dy, wolf.x + 1)] = terrain.GRANITE
    assert not critical_effects.push(game, wolf, EAST)
    game.level.feature[game.level.at(wolf.y - 1, wolf.x + 1)] = terrain.FLOOR
    assert critical_effects.push(game, wolf, EAST)
    assert wolf.y == game.hero.y - 1


# ------------------------------------------------------------------------ forms of attack


def pair(game, health=TOUGH):
    return foe(game, "Wolf", 0, 1, health=health), foe(game, "Wolf", 0, -1, health=health)


@pytest.mark.ability("Whirlwind Attack")
@pytest.mark.covers(
    "spec-character-combat: 7.2", "spec-character-combat: 7.3", "spec-character-combat: 12.1"
)
def test_a_whirlwind_strikes_all_around_but_spares_the_unwary():
    game = armed(abilities=(ab.WHIRLWIND_ATTACK,))
    first, _ = pair(game)
    sleeper = foe(game, "Wolf", 1, 0, alertness=-15)
    melee.choose_form(game, first, "main")
    assert blows_of(game) == 2
    assert sleeper.alertness == -15
    game.state.options["forgo_unwary"] = "off"
    melee.choose_form(game, first, "main")
    assert blows_of(game) == 5


def test_a_whirlwind_needs_an_open_area_by_the_manual():
    for rulings, blows in ((GAME, 2), (MANUAL, 1)):
        game = armed(rulings=rulings, abilities=(ab.WHIRLWIND_ATTACK,))
        first, _ = pair(game)
        game.level.feature[game.level.at(game.hero.y - 1, game.hero.x)] = terrain.GRANITE
        melee.choose_form(game, first, "main")
        assert blows_of(game) == blows


def test_rapid_attack_and_follow_through_go_with_a_whirlwind_or_not():
    both = (ab.WHIRLWIND_ATTACK, ab.RAPID_ATTACK)
    for rulings, blows in ((GAME, 4), (MANUAL, 2)):
        game = armed(rulings=rulings, abilities=both)
        first, _ = pair(game)
        melee.choose_form(game, first, "main")
        assert blows_of(game) == blows
    for rulings, follows in ((GAME, True), (MANUAL, False)):
        game = armed(rulings=rulings, abilities=(ab.FOLLOW_THROUGH,))
        assert attacks._follows_through(game, "whirlwind") == follows
        assert attacks._follows_through(game, "impale") == follows
        assert attacks._follows_through(game, "main")


def test_the_raging_strike_everything_once():
    game = armed(abilities=(ab.RAPID_ATTACK,))
    first, _ = pair(game)
    game.hero.timers.rage = 5
    refresh(game)
    melee.choose_form(game, first, "main")
    assert blows_of(game) == 2


@pytest.mark.ability("Impale")
def test_a_polearm_impales_two_in_a_line():
    game = armed("Spear", abilities=(ab.IMPALE,))
    near, far = foe(game, "Wolf", health=TOUGH), foe(game, "Wolf", 0, 2, health=TOUGH)
    load_dice(game, 20, 1, otherwise=5)
    melee.choose_form(game, near, "main")
    assert blows_of(game) == 2
    assert all(line.startswith("Impale") for line in map(str, game.state.combat_rolls))
    assert far.health <= TOUGH
    wear(game, Slot.WEAPON, "Longsword")
    melee.choose_form(game, near, "main")
    assert blows_of(game) == 3


def test_what_an_impaling_attack_keeps():
    for rulings, keeps in ((GAME, True), (MANUAL, False)):
        game = armed(
            "Great Spear",
            rulings=rulings,
            abilities=(ab.CHARGE, ab.ASSASSINATION, ab.RAPID_ATTACK),
            skills=(0, 0, 0, 5, 0, 0, 0, 0),
        )
        game.hero.actions[1] = EAST
        assert strikes.charges(game, "impale", EAST) == keeps
        game.hero.actions[1] = 0
        wolf = foe(game, "Wolf", health=TOUGH, alertness=-5)
        swing(game, wolf, "impale")
        assert ("Assassination" in str(game.state.combat_rolls[0])) == keeps
        assert blows_of(game) == 2


@pytest.mark.ability("Follow-Through")
def test_a_kill_carries_the_blow_on_to_the_next_in_the_ring():
    game = armed(abilities=(ab.FOLLOW_THROUGH,), skills=(9, 0, 0, 0, 0, 0, 0, 0))
    first = foe(game, "Wolf", 0, 1, health=1)
    later, sooner = foe(game, "Wolf", 0, -1, health=TOUGH), foe(game, "Wolf", -1, 1, health=TOUGH)
    assert swing(game, first, "main", 20, 1, 5, 5, otherwise=5)
    assert blows_of(game) == 2
    assert str(game.state.combat_rolls[1]).startswith("Follow-Through")
    assert sooner.health < TOUGH or later.health == TOUGH


@pytest.mark.ability("Formidable")
def test_a_kill_by_the_formidable_dismays_those_who_see_it():
    game = armed(abilities=(ab.FORMIDABLE,), skills=(9, 0, 0, 0, 0, 9, 0, 0))
    watcher = foe(game, "Orc scout", 0, 4)
    swing(game, foe(game, "Wolf", health=1), "main", 20, 1, 5, 5, otherwise=5)
    assert watcher.temporary_morale < 0


def test_the_song_of_slaying_ends_the_weak_by_the_rules_in_force():
    for rulings, health, dies in (
        (GAME, 26, True),
        (GAME, 27, False),
        (MANUAL, 12, True),
        (MANUAL, 13, False),
    ):
        game = armed(rulings=rulings, skills=(0, 0, 0, 0, 0, 0, 0, 13))
        game.hero.song = ab.SONG_OF_SLAYING.number
        wolf = foe(game, "Wolf", health=health)
        assert swing(game, wolf, "main", 20, 1, 1, 1, otherwise=1) == dies


# ------------------------------------------------------------------------ vengeance, mercy


@pytest.mark.ability("Vengeance")
@pytest.mark.covers("spec-character-combat: 12.6")
def test_vengeance_adds_a_die_to_the_next_hit_and_is_spent():
    game = armed(abilities=(ab.VENGEANCE,))
    injury.avenge(game)
    refresh(game)
    wolf = foe(game, "Wolf", health=TOUGH)
    swing(game, wolf, "main", 1, 20)
    assert game.hero.vengeance == 1
    swing(game, wolf, "main", 10, 5)
    assert "3d5" in str(game.state.combat_rolls[1])
    assert game.hero.vengeance == 0


def test_the_oath_of_mercy_is_broken_by_harm_or_by_the_attempt():
    for rulings, on_a_miss in ((GAME, False), (MANUAL, True)):
        game = armed(rulings=rulings)
        man = foe(game, "Easterling warrior", health=TOUGH)
        swing(game, man, "main", 1, 20)
        assert (derived.MERCY in game.hero.oaths_broken) == on_a_miss
        swing(game, man, "main", 20, 1, 5, 5, 5, 5)
        assert derived.MERCY in game.hero.oaths_broken


def test_the_merciful_are_asked_and_strike_no_free_blow():
    game = armed(abilities=(ab.OATH, ab.OPPORTUNIST))
    game.hero.oath = derived.MERCY
    man = foe(game, "Easterling warrior", health=TOUGH)
    melee.attack(game, man)
    assert "oath of Mercy" in str(game.state.question.text)
    assert step_attacks.foe_leaves(game, man, man.y, man.x + 1)
    assert blows_of(game) == 0


def test_hits_of_ten_loosen_and_then_drop_the_crown():
    game = armed()
    morgoth = foe(game, "Morgoth, Lord of Darkness", health=TOUGH)
    for _ in range(2):
        swing(game, morgoth, "main", 20, 1, otherwise=5)
        morgoth.health = TOUGH
    game.hero.derived.melee_dice = (9, 5)
    for _ in range(2):
        load_dice(game, 20, 1, otherwise=5)
        game.hero.derived.skills[0] = 60
        attacks.single(game, morgoth, "main", EAST)
    assert game.world.crown_fallen
    assert game.world.morgoth_stage == 1
    crowns = [thing for heap in game.level.floor.values() for thing in heap]
    assert [thing.kind for thing in crowns] == [kind("Massive Iron Crown")]


@pytest.mark.covers("spec-character-combat: 13.1")
def test_a_kill_pays_shakes_kin_and_empties_the_square():
    game = armed()
    wolf, kin = foe(game, "Wolf", health=1), foe(game, "Warg", 0, 3)
    before = game.hero.experience
    assert swing(game, wolf, "main", 20, 1, 5, 5)
    assert game.hero.experience == before + 10 + 10
    assert game.lore.races[race("Wolf")] == RaceLore(encountered=1, kills=1)
    assert kin.temporary_morale == -40
    assert game.level.creature_at(wolf.y, wolf.x) is None


def test_who_falls_to_the_hero_is_slain_to_others_killed_and_the_lifeless_destroyed():
    races = armed().data.monsters.values()
    lifeless = next(each.name for each in races if injury.is_lifeless(each.flags))
    for name, by_hero, end in (
        ("Wolf", True, "slain"),
        ("Wolf", False, "killed"),
        (lifeless, True, "destroyed"),
    ):
        game = armed()
        injury.kill(game, foe(game, name), by_hero)
        assert any(str(event.text).endswith(f" is {end}.") for event in game.state.events), name


def test_the_outcry_that_ends_the_truce_comes_from_who_cried_or_from_the_oldest(monkeypatch):
    for rulings, heard in ((MANUAL, 2), (GAME, 1)):
        game = armed(rulings=rulings)
        game.world.truce = True
        foe(game, "Orc scout", 0, 5, alertness=-15)
        crier = foe(game, "Orc soldier", health=TOUGH)
        sources = []
        monkeypatch.setattr(noise, "noise", lambda *heard, into=sources: into.append(heard[2]))
        truce.hostile_deed(game)
        assert not game.world.truce
        assert [source.slot for source in sources] == [heard]
        assert crier.slot == 2
