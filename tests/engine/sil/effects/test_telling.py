"""Blows and effects as they are told: to who sees them, and to who does not; upkeep."""

from __future__ import annotations

import pytest

from engine.contract.facts import Attacked, SeatRef
from engine.sil.creatures.combat_totals import Tally
from engine.sil.creatures.harm_dice import HarmDice
from engine.sil.creatures.skill_rolls import OpposedRoll
from engine.sil.data.records import Blow, Dice
from engine.sil.effects import (
    attack_report,
    blow_rolls,
    creature_effects,
    creature_upkeep,
    effect_areas,
)
from engine.sil.effects.attack_report import AttackReport
from engine.sil.effects.effect_areas import AreaEffect
from engine.sil.game.state import Slot
from tests.engine.sil.arena import arena, said
from tests.engine.sil.stage import foe, load_dice, stage, wear


def account(margin: int, *, net: int = 5, percent: int = 100) -> AttackReport:
    """Return an attack that came out by so much, as it was rolled."""
    report = AttackReport(
        "Sword", Tally("Melee", 7), Tally("evasion", 4), OpposedRoll(margin, 12, 9)
    )
    report.dice, report.sides, report.damage, report.protection, report.net = 2, 5, 7, 2, net
    report.protection_dice = "1d4" if percent == 100 else f"{percent}% of 1d4"
    return report


def test_the_account_of_a_hit_shows_both_rolls_and_what_gets_through() -> None:
    report = account(6)
    assert str(report.full(seen=True)) == (
        "Sword. Melee 7 = 7; rolled 12. Against evasion 4 = 4; rolled 9. Hits by 6."
        " Damage 2d5: 7. Protection 1d4: 2. 5 gets through."
    )
    report.extra = ("critical +1",)
    assert str(report.full(seen=False)) == (
        "Sword. Melee 7 = 7; rolled 12. Against ?. Hits. Damage 2d5 (critical +1): 7."
        " Protection ?. 5 gets through."
    )


def test_the_account_of_a_miss_ends_with_by_how_much() -> None:
    assert str(account(-3).full(seen=True)).endswith("rolled 9. Misses by 3.")
    assert str(account(0).full(seen=True)).endswith("Misses by 0.")
    assert str(account(0).full(seen=False)).endswith("Against ?. Misses.")
    assert [account(margin).hit for margin in (1, 0, -1)] == [True, False, False]


def test_a_part_of_the_protection_is_told_in_percent() -> None:
    game = stage()
    report = account(1)
    load_dice(game, 5, 5, 3, 2)
    report.hurt(game, HarmDice(2, 5, ((1, 4), (1, 6))))
    assert (report.damage, report.protection, report.net) == (10, 5, 5)
    assert report.protection_dice == "1d4, 1d6"
    report.hurt(game, HarmDice(1, 5, ((1, 4),), percent=50))
    assert report.protection_dice == "50% of 1d4"


@pytest.mark.parametrize(
    ("manner", "margin", "net", "told", "means"),
    [
        ("blow", 1, 5, "You hit the wolf for 5.", "blow"),
        ("blow", 1, 0, "You hit the wolf, but do no harm.", "blow"),
        ("blow", 0, 5, "You miss the wolf.", "blow"),
        ("smite", 1, 5, "You smite the wolf for 5.", "blow"),
        ("shot", 1, 5, "The arrow hits the wolf for 5.", "shot"),
        ("shot", 0, 0, "The arrow misses the wolf.", "shot"),
        ("throw", 1, 0, "The spear hits the wolf, but does no harm.", "throw"),
    ],
)
def test_an_attack_is_told_with_its_square_fact_and_dice(
    manner: str, margin: int, net: int, told: str, means: str
) -> None:
    game = arena()
    wolf = foe(game, "Wolf")
    thing = attack_report.Name("spear") if manner == "throw" else None
    attack_report.tell_attack(game, wolf, account(margin, net=net), manner, thing)  # type: ignore[arg-type]
    [event] = game.state.events
    assert (str(event.text), event.kind, event.at) == (told, "strike", (wolf.y, wolf.x))
    assert isinstance(event.fact, Attacked)
    assert (event.fact.by, event.fact.hit) == (SeatRef(0), margin > 0)
    assert (event.fact.damage, event.fact.means) == (net, means)
    assert [(str(r.purpose), r.sides, r.faces, r.own) for r in event.rolls] == [
        ("your attack", 20, (12,), True), ("enemies' evasion", 20, (9,), False),
    ]  # fmt: skip


def test_the_last_twelve_accounts_are_kept() -> None:
    game = arena()
    wolf = foe(game, "Wolf")
    for number in range(14):
        attack_report.tell_attack(game, wolf, account(number))
    assert len(game.state.combat_rolls) == 12
    assert "Misses by 0" not in str(game.state.combat_rolls[0])
    assert "Hits by 2." in str(game.state.combat_rolls[0])
    assert "Hits by 13." in str(game.state.combat_rolls[-1])


@pytest.mark.parametrize(
    ("seen", "cursed", "die", "attacks", "shown"),
    [
        (True, False, 12, True, ["your attack", "enemies' evasion"]),
        (False, False, 12, True, ["your attack"]),
        (True, True, 12, True, ["enemies' evasion"]),
        (True, False, 0, True, ["enemies' evasion"]),
        (False, False, 12, False, ["your evasion"]),
        (True, True, 12, False, ["enemies' attack"]),
    ],
)
def test_which_dice_are_shown(
    seen: bool, cursed: bool, die: int, attacks: bool, shown: list[str]
) -> None:
    game = stage()
    game.hero.cursed = cursed
    found = attack_report.shown_dice(game, die, 9, seen, attacks=attacks)
    assert [str(roll.purpose) for roll in found] == shown


# ------------------------------------------------------------------ blows on the hero


def test_a_blow_on_the_hero_hides_what_he_does_not_see() -> None:
    blow = blow_rolls.Incoming(
        Tally("attack", 6), Tally("evasion", 5), 4, 13, 10, dice=2, sides=7, damage=9, protection=3
    )
    assert str(blow.full(seen=True)) == (
        "attack 6 = 6; rolled 13. Against evasion 5 = 5; rolled 10. Hits by 4."
        " Damage 2d7: 9, protection 3."
    )
    blow.outwitted = True
    assert str(blow.full(seen=False)) == (
        "?. Against evasion 5 = 5; rolled 10. Hits. You outwit it: no critical dice."
        " Damage ?: 9, protection 3."
    )
    blow.margin = 0
    assert str(blow.full(seen=False)).endswith("Misses. You outwit it: no critical dice.")


def test_spores_and_blows_without_effect_cannot_miss_and_touches_pass_armour() -> None:
    game = stage()
    wear(game, Slot.BODY, "Leather Armour")
    made = {
        method: Blow(method, effect, 3, Dice(2, 5))
        for method, effect in (("SPORE", "HURT"), ("TOUCH", "HURT"), ("HIT", "HURT"), ("GAZE", ""))
    }
    assert [blow_rolls.is_certain(blow) for blow in made.values()] == [True, False, False, True]
    assert blow_rolls.harm_dice(game, made["TOUCH"], 1) == HarmDice(3, 5, ())
    armoured = blow_rolls.harm_dice(game, made["HIT"], 0, charging=True)
    assert (armoured.dice, armoured.sides) == (2, 8)
    assert armoured.guard


@pytest.mark.parametrize(
    ("came", "slowed", "far", "charges"),
    [(4, 0, 1, True), (7, 0, 1, True), (1, 0, 1, True), (8, 0, 1, False), (6, 0, 1, False),
     (4, 3, 1, False), (4, 0, 2, False)],
)  # fmt: skip
def test_a_charge_comes_straight_at_the_hero_with_speed(
    came: int, slowed: int, far: int, charges: bool
) -> None:
    game = arena()
    charger = next(r for r in game.data.monsters.values() if "CHARGE" in r.flags and r.speed == 2)
    enemy = foe(game, charger.name, 0, far)
    enemy.last_moves[1], enemy.slowed = came, slowed
    assert blow_rolls.charges(game, enemy) is charges
    wolf = foe(game, "Wolf", 0, -1)
    wolf.last_moves[1] = 6
    assert blow_rolls.charges(game, wolf) is False


# ------------------------------------------------------------------ effects on creatures


@pytest.mark.parametrize(
    ("kind", "amount", "told"),
    [
        ("fire", 1, "The wolf burns."),
        ("cold", 1, "The wolf is seared by the cold."),
        ("poison", 1, "The wolf chokes."),
        ("dark", 1, "The wolf is wrapped in darkness."),
        ("acid", 1, "The wolf is scalded."),
        ("lightning", 1, "The wolf jerks in the lightning."),
        ("fire", 0, "The wolf is unharmed."),
    ],
)
@pytest.mark.parametrize("seen", [True, False])
def test_harm_is_told_of_who_is_seen(kind: str, amount: int, told: str, seen: bool) -> None:
    game = arena()
    wolf = foe(game, "Wolf", 0, 2, visible=seen)
    creature_effects.strike_creature(game, wolf, kind, amount)  # type: ignore[arg-type]
    assert said(game) == ([told] if seen else [])
    assert wolf.health == 20 - amount
    if seen:
        assert (game.state.events[0].kind, game.state.events[0].at) == ("hit", (wolf.y, wolf.x))


@pytest.mark.parametrize(
    ("amount", "by_hero", "seen", "cries"),
    [(20, False, False, True), (19, False, False, False), (20, True, False, False),
     (20, False, True, False)],
)  # fmt: skip
def test_an_unseen_death_by_others_is_heard(
    amount: int, by_hero: bool, seen: bool, cries: bool
) -> None:
    game = arena()
    wolf = foe(game, "Wolf", 0, 2, visible=seen)
    creature_effects.strike_creature(game, wolf, "acid", amount, by_hero=by_hero)
    heard = [str(e.text) for e in game.state.events if e.kind == "heard"]
    assert bool(heard) is cries
    assert all(words.startswith("You hear a s") for words in heard)


@pytest.mark.parametrize(("by_hero", "amount", "wakes"), [(False, 3, True), (False, 0, False)])
def test_harm_by_others_wakes_a_sleeper(by_hero: bool, amount: int, wakes: bool) -> None:
    game = arena()
    wolf = foe(game, "Wolf", 0, 2, alertness=-20)
    creature_effects.strike_creature(game, wolf, "acid", amount, by_hero=by_hero)
    assert (wolf.alertness >= 0) is wakes


@pytest.mark.parametrize(
    ("kind", "told"), [("slow", "starts moving slower."), ("confusion", "is confused.")]
)
def test_moods_are_told_of_who_is_seen(kind: str, told: str) -> None:
    for seen in (True, False):
        game = arena()
        wolf = foe(game, "Wolf", 0, 2, visible=seen)
        load_dice(game, 10, otherwise=1)
        creature_effects.strike_creature(game, wolf, kind, power=40)  # type: ignore[arg-type]
        assert any(told in line for line in said(game)) is seen
    assert max(wolf.slowed, wolf.confused) >= 10


def test_noise_stuns_and_is_told_only_where_it_stuns() -> None:
    for amount, lines in ((3, ["The wolf is stunned by the noise."]), (0, [])):
        game = arena()
        wolf = foe(game, "Wolf", 0, 2)
        creature_effects.strike_creature(game, wolf, "sound", amount)
        assert [line for line in said(game) if "stunned" in line] == lines
        assert wolf.stun == amount
    wolf.stun = 250
    creature_effects.strike_creature(game, wolf, "sound", 30)
    assert wolf.stun == 255


def test_an_effect_on_terrain_alone_strikes_nobody_and_a_spent_one_neither() -> None:
    for kind, dice, hurt in (("kill_door", 2, 0), ("darkness", 2, 0), ("fire", 2, 2),
                             ("fire", 4, 4)):  # fmt: skip
        game = arena()
        wolf = foe(game, "Wolf", 0, 2)
        cells = [(game.level.at(wolf.y, wolf.x), 0)]
        load_dice(game, otherwise=1)
        effect_areas.work(game, AreaEffect(kind, dice, 4), cells, None)
        assert wolf.health == 20 - hurt
        effect_areas.work(game, AreaEffect(kind, dice, 4), [(cells[0][0], 2)], None)
        assert wolf.health == 20 - hurt


def test_what_reaches_the_hero_without_harm_disturbs_him() -> None:
    game = arena()
    dragon = foe(game, "Wolf", 0, 2)
    here = game.level.at(game.hero.y, game.hero.x)
    before = game.hero.health
    effect_areas.work(game, AreaEffect("sound", 2, 4), [(here, 0)], dragon)
    [stop] = game.state.disturbances
    assert (str(stop.why), stop.reason) == ("something reached you", "attacked")
    assert game.hero.health == before
    game.state.disturbances = []
    effect_areas.work(game, AreaEffect("fire", 2, 4, by="a breath"), [(here, 1)], dragon)
    assert [str(stop.why) for stop in game.state.disturbances] == ["a breath reached you"]
    game.state.disturbances = []
    effect_areas.work(game, AreaEffect("sound", 2, 4), [(here, 0)], None)
    effect_areas.work(game, AreaEffect("sound", 2, 4), [(here + 1, 0)], dragon)
    assert game.state.disturbances == []


# ------------------------------------------------------------------ upkeep


def test_a_creatures_states_wear_off_turn_by_turn() -> None:
    game = arena()
    wolf = foe(game, "Wolf", 0, 2)
    wolf.stun, wolf.confused, wolf.hasted, wolf.slowed = 2, 1, 1, 3
    assert creature_upkeep.start_turn(game, wolf) is True
    assert (wolf.stun, wolf.confused, wolf.hasted, wolf.slowed) == (1, 0, 0, 2)
    assert [creature_upkeep.decay_morale(morale) for morale in (-25, 25, 1)] == [-22, 22, 0]
    own = game.data.monsters[wolf.race].speed
    assert wolf.speed == own - 1
    creature_upkeep.start_turn(game, wolf)
    creature_upkeep.start_turn(game, wolf)
    assert (wolf.stun, wolf.slowed, wolf.speed) == (0, 0, own)


@pytest.mark.parametrize(("face", "stays"), [(50, False), (51, True)])
def test_the_summoned_vanish_half_the_time_unless_oaths_are_sung(face: int, stays: bool) -> None:
    game = arena()
    wolf = foe(game, "Wolf", 0, 2)
    wolf.flags.append("summoned")
    load_dice(game, face)
    assert creature_upkeep.start_turn(game, wolf) is stays
    assert (wolf in game.level.creatures) is stays
    singer, called = foe(game, "Orc scout", 0, 3), foe(game, "Wolf", 0, 4)
    called.flags.append("summoned")
    singer.song = "SNG_OATHS"
    load_dice(game, otherwise=1)
    assert creature_upkeep.start_turn(game, called) is True


@pytest.mark.parametrize(("period", "most"), [(150, 40), (30, 40), (150, 500)])
def test_all_that_comes_back_in_a_period_is_the_whole(period: int, most: int) -> None:
    shares = [creature_upkeep.recovery_share(most, period, tick) for tick in range(1, period + 1)]
    assert sum(shares) == most
    assert max(shares) - min(shares) <= 1
    assert creature_upkeep.recovery_share(most, period, 0) == 0
    assert creature_upkeep.recovery_share(most, period, period + 1) == shares[0]


def test_health_and_mana_come_back_up_to_their_most_and_then_ranges_are_chosen_anew() -> None:
    game = arena()
    wolf = foe(game, "Wolf", 0, 2, health=150)
    wolf.health, wolf.mana, wolf.range_min = 148, 13, 4
    game.state.game_turn = 1500
    creature_upkeep.regenerate(game)
    assert (wolf.health, wolf.mana, wolf.range_min) == (149, 14, 4)
    creature_upkeep.regenerate(game)
    assert (wolf.health, wolf.mana, wolf.range_min) == (150, 15, 0)
    wolf.song, wolf.mana = "SNG_OATHS", 3
    creature_upkeep.regenerate(game)
    assert wolf.mana == 3


def test_speed_is_one_more_or_less_and_never_none() -> None:
    game = arena()
    slow = next(r for r in game.data.monsters.values() if r.speed == 1)
    crawler = foe(game, slow.name, 0, 2)
    crawler.slowed = 3
    creature_upkeep.set_speed(game.data, crawler)
    assert crawler.speed == 1
    crawler.slowed, crawler.hasted = 0, 2
    creature_upkeep.set_speed(game.data, crawler)
    assert crawler.speed == 2
