"""Odds that are shown, as far as the hero knows both sides, and their words."""

import msgspec
import pytest

from engine.contract.action import Action
from engine.sil.game.presets import GAME
from engine.sil.game.state import RaceLore, Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.odds import chances, deeds, fight_lines, powers, strikes
from engine.sil.odds.strikes import StrikeOdds
from tests.engine.sil.stage import foe, item, stage, wear

SOLDIER = "Orc soldier"


def fight(name=SOLDIER, dx=1, *, learned=True, abilities=(), rulings=GAME, **changes):
    """Return a hero before one of whose race he knows all, or nothing."""
    game = stage(abilities=abilities, rulings=rulings)
    creature = foe(game, name, 0, dx)
    for field, value in changes.items():
        setattr(creature, field, value)
    kind = game.data.monsters[creature.race]
    if learned:
        game.lore.races[creature.race] = RaceLore(
            kills=3, encountered=20, flags=sorted(kind.flags), spells=sorted(kind.spells),
            blows=dict.fromkeys(range(len(kind.blows)), 3),
        )  # fmt: skip
    game.hero.turns = 1
    game.knowledge.noise = bytearray(len(game.level.feature))
    return game, creature


def words(found):
    return [str(chance.words) for chance in found]


# ------------------------------------------------------------------------ the words


@pytest.mark.parametrize(
    ("odds", "left", "line"),
    [
        (StrikeOdds(0.5), None, "hit 50 %"),
        (StrikeOdds(0.5, 3.6), None, "hit 50 %, about 4"),
        (StrikeOdds(0.5, 3.4), 14, "hit 50 %, about 3 of some 14"),
    ],
)
def test_odds_of_a_blow_in_words(odds, left, line):
    assert str(fight_lines.hit_words(odds, left)) == line


@pytest.mark.parametrize(
    ("odds", "line"),
    [(StrikeOdds(0.25), "it hits you 25 %"), (StrikeOdds(0.25, 5.0), "it hits you 25 %, about 5")],
)
def test_odds_of_an_enemy_in_words(odds, line):
    assert str(fight_lines.hurt_words(odds)) == line


def test_death_in_one_turn_is_singular():
    assert str(fight_lines.death_words(1)) == "kills in 1 turn"
    assert str(fight_lines.death_words(2)) == "kills in 2 turns"


def test_the_page_of_a_fight_names_what_is_unknown():
    game, _ = fight(learned=False)
    page = str(fight_lines.fight_page(game))
    assert page.startswith("Opponents\nThe orc soldier: odds unknown")
    game, _ = fight()
    assert "hit " in str(fight_lines.fight_page(game))
    assert "it is confident" in str(fight_lines.fight_page(game))
    assert fight_lines.fight_page(stage()) is None


@pytest.mark.parametrize(
    ("ours", "theirs", "lines"),
    [
        (StrikeOdds(0.5), StrikeOdds(0.25, 5.0), ["hit 50 %; it hits you 25 %, about 5"]),
        (StrikeOdds(0.5), None, ["hit 50 %; how it hits you: unknown"]),
        (None, StrikeOdds(0.25), ["how you hit it: unknown; it hits you 25 %"]),
        (None, None, []),
    ],
)
def test_a_line_tells_both_sides_odds_or_which_of_them_are_unknown(
    monkeypatch, ours, theirs, lines
):
    game, _ = fight()
    monkeypatch.setattr(strikes, "melee_odds", lambda *_: ours)
    monkeypatch.setattr(strikes, "hurt_odds", lambda *_: theirs)
    told = [str(line) for line in fight_lines.odds_lines(game)]
    assert told == [f"The orc soldier: {line}" for line in lines]


def test_the_mindless_have_no_confidence_and_a_dreamer_sees_none():
    game, thorn = fight("Tanglethorn")
    assert str(fight_lines.confidence(game, thorn)) == "it is mindless"
    game.hero.timers.hallucinating = 1
    assert fight_lines.confidence(game, thorn) is None


@pytest.mark.parametrize(
    ("dx", "changes", "near"), [(7, {}, True), (8, {}, False), (3, {"alertness": -1}, False)]
)
def test_opponents_are_alert_and_within_seven_squares(dx, changes, near):
    game, creature = fight(dx=dx, **changes)
    assert (creature in fight_lines.opponents(game)) == near


# ------------------------------------------------------------------------ together


@pytest.mark.parametrize(
    ("first", "second", "hit", "damage"),
    [
        (StrikeOdds(0.5, 4.0), StrikeOdds(0.5, 2.0), 0.75, 4.0),
        (StrikeOdds(0.5, 4.0), StrikeOdds(0.0, 0.0), 0.5, 4.0),
        (StrikeOdds(0.5), StrikeOdds(0.5, 2.0), 0.75, None),
        (StrikeOdds(0.5, 2.0), StrikeOdds(0.5), 0.75, None),
        (StrikeOdds(0.0, 0.0), StrikeOdds(0.0, 0.0), 0.0, None),
    ],
)
def test_two_blows_together(first, second, hit, damage):
    found = strikes.together(first, second)
    assert found.hit == pytest.approx(hit)
    assert found.damage == (None if damage is None else pytest.approx(damage))


# ------------------------------------------------------------------------ what is known


def test_without_lore_only_a_sleeper_shows_odds_and_no_damage():
    game, orc = fight(learned=False)
    assert strikes.melee_odds(game, orc) is None
    assert strikes.hurt_odds(game, orc) is None
    assert strikes.health_left(game, orc) is None
    game, orc = fight(learned=False, alertness=-15)
    odds = strikes.melee_odds(game, orc)
    assert odds.damage is None
    assert odds.hit > 0.5
    game.hero.bane = 2
    game, orc = fight(learned=False, alertness=-15)
    game.hero.bane = 2
    assert strikes.melee_odds(game, orc) is None


@pytest.mark.parametrize(
    ("health", "left"), [(40, 1.0), (39, 0.75), (21, 0.75), (20, 0.375), (10, 0.125), (1, 0.125)]
)
def test_what_is_left_of_its_health_is_guessed_by_its_band(health, left):
    game, orc = fight(health=health, max_health=40)
    kind = game.data.monsters[orc.race]
    mean = kind.health.number * (kind.health.sides + 1) / 2
    assert strikes.health_left(game, orc) == max(1, round(mean * left))


def test_in_the_dark_it_is_not_known_whether_bearers_of_lights_see_the_hero():
    for name, known in (("Easterling warrior", False), ("Giant", False), (SOLDIER, True)):
        game, creature = fight(name)
        assert strikes.melee_odds(game, creature) is not None
        game, creature = fight(name)
        game.knowledge.light[game.level.at(game.hero.y, game.hero.x)] = 0
        assert (strikes.melee_odds(game, creature) is not None) == known
        assert (strikes.hurt_odds(game, creature) is not None) == known


def test_of_two_blows_only_those_felt_count_the_first_twice():
    game, drake = fight("Young cold-drake")
    kind = game.data.monsters[drake.race]
    each = []
    for blows in ({0: 1}, {1: 1}, {0: 1, 1: 1}):
        game, drake = fight("Young cold-drake")
        game.lore.races[drake.race].blows = blows
        each.append(strikes.hurt_odds(game, drake))
    assert len(kind.blows) == 2
    assert each[2].hit == pytest.approx((2 * each[0].hit + each[1].hit) / 3)
    game.lore.races[drake.race].blows = {}
    game, drake = fight("Young cold-drake", learned=False)
    assert strikes.hurt_odds(game, drake) is None


def test_a_bowman_is_struck_more_easily():
    game, orc = fight()
    game.hero.derived.skills[Skill.EVASION] = 12
    assert strikes.answer_odds(game, orc).hit > strikes.hurt_odds(game, orc).hit


@pytest.mark.parametrize(
    ("abilities", "stance", "likelier"),
    [((ab.ROUT,), "fleeing", True), ((ab.ROUT,), "confident", False), ((), "fleeing", False)],
)
def test_rout_makes_a_shot_at_one_who_flees_likelier_to_hit(abilities, stance, likelier):
    plain, shown = (_shot(abilities=own, stance=stance).contest.chance() for own in ((), abilities))
    assert shown > plain if likelier else shown == plain


@pytest.mark.parametrize(
    ("abilities", "changes", "vengeance", "more"),
    [
        ((), {}, 0, 0),
        ((ab.AMBUSH,), {"alertness": -15}, 0, 1),
        ((ab.AMBUSH,), {}, 0, 0),
        ((ab.VENGEANCE,), {}, 1, 1),
        ((), {}, 1, 0),
        ((ab.AMBUSH, ab.VENGEANCE), {"alertness": -15}, 1, 2),
        ((ab.AMBUSH, ab.VENGEANCE), {}, 1, 1),
    ],
)
def test_odds_of_a_shot_count_the_dice_of_ambush_and_of_vengeance(
    abilities, changes, vengeance, more
):
    rulings = msgspec.structs.replace(GAME, vengeance_spent_by="any attack")
    plain = _shot(rulings=rulings, **changes).harm(0).dice
    shown = _shot(abilities=abilities, rulings=rulings, vengeance=vengeance, **changes)
    assert shown.harm(0).dice == plain + more


def _shot(*, vengeance=0, **changes):
    """Return a shot with a longbow at one who stands three squares off."""
    game, orc = fight(dx=3, **changes)
    game.hero.vengeance = vengeance
    wear(game, Slot.BOW, "Longbow")
    wear(game, Slot.QUIVER1, "Arrow", count=3)
    return strikes.shot(game, orc, Slot.QUIVER1)


@pytest.mark.parametrize("name", ["Grave wight", "Barrow wight"])
def test_a_touch_without_dice_is_expected_to_do_no_harm(name):
    game, wight = fight(name)
    blows = game.data.monsters[wight.race].blows
    [touch] = [number for number, blow in enumerate(blows) if not blow.damage.number]
    game.lore.races[wight.race].blows = {touch: 3}
    odds = strikes.hurt_odds(game, wight)
    assert odds.hit > 0
    assert odds.damage == 0


def test_shots_and_throws_with_unknown_things_show_no_odds():
    game, orc = fight(dx=3)
    wear(game, Slot.BOW, "Longbow")
    arrows = wear(game, Slot.QUIVER1, "Arrow", count=3)
    assert strikes.shot(game, orc, Slot.QUIVER1) is not None
    assert strikes.shot(game, orc, Slot.QUIVER2) is None
    arrows.known = False
    assert strikes.shot(game, orc, Slot.QUIVER1) is None
    assert strikes.throw(game, orc, item("Dagger")) is not None
    assert strikes.throw(game, orc, item("Dagger", known=False)) is None
    assert strikes.throw(game, orc, item("Slowness")) is None
    dagger = wear(game, Slot.WEAPON, "Dagger")
    assert strikes.throw(game, orc, dagger) is None


def test_an_unknown_property_of_a_weapon_does_not_count():
    plain, shown, hidden = (
        _odds_with(flags, known)
        for flags, known in (((), True), (("ACCURATE",), True), (("ACCURATE",), False))
    )
    assert shown > plain
    assert hidden == plain


def _odds_with(flags, known):
    game, orc = fight()
    wear(game, Slot.WEAPON, "Longsword", flags=[*flags], known=known)
    return strikes.melee_odds(game, orc).hit


@pytest.mark.parametrize(("margin", "more"), [(9, 1), (10, 2), (20, 3)])
@pytest.mark.covers("spec-character-combat: 7.6")
def test_odds_count_the_die_of_a_slay_beside_those_of_a_critical_hit(margin, more):
    game, orc = fight()
    wear(game, Slot.WEAPON, "Longsword", flags=["SLAY_ORC"])
    [blow] = strikes.melee_strikes(game, orc)
    assert blow.harm(margin)[:2] == (2 + more, 5)
    spear = item("Spear", flags=["SLAY_ORC"])
    assert strikes.throw(game, orc, spear).harm(margin)[:2] == (1 + more, 9)
    wear(game, Slot.BOW, "Longbow")
    wear(game, Slot.QUIVER1, "Arrow", flags=["SLAY_ORC"])
    shot = strikes.shot(game, orc, Slot.QUIVER1)
    assert shot.harm(margin)[:2] == (2 + more, 4)


@pytest.mark.parametrize(
    ("flags", "known", "percent"),
    [
        ([], True, 100), (["SHARPNESS"], True, 50), (["SHARPNESS2"], True, 0),
        (["SHARPNESS"], False, 100),
    ],
)  # fmt: skip
def test_odds_count_how_much_protection_keeps_off_a_weapon_known_to_be_sharp(flags, known, percent):
    game, orc = fight()
    wear(game, Slot.WEAPON, "Longsword", flags=flags, known=known)
    [blow] = strikes.melee_strikes(game, orc)
    assert blow.harm(1).percent == percent
    if known:
        assert strikes.throw(game, orc, item("Spear", flags=flags)).harm(1).percent == percent
        wear(game, Slot.BOW, "Longbow")
        wear(game, Slot.QUIVER1, "Arrow", flags=flags)
        assert strikes.shot(game, orc, Slot.QUIVER1).harm(1).percent == percent


# ------------------------------------------------------------------------ deeds


@pytest.mark.parametrize(
    ("name", "changes", "known"),
    [
        (SOLDIER, {"alertness": -5}, True),
        (SOLDIER, {"alertness": 0}, False),
        ("Tanglethorn", {"alertness": -5}, False),
    ],
)
def test_whether_one_notices_is_told_of_who_is_not_alert_and_has_a_mind(name, changes, known):
    game, creature = fight(name, 4, **changes)
    assert (deeds.notice_odds(game, creature) is not None) == known
    game.knowledge.view[game.level.at(creature.y, creature.x)] = 0
    assert deeds.notice_odds(game, creature) is None


def test_nobody_with_a_bane_knows_how_he_is_noticed_and_nobody_of_the_unfamiliar():
    game, orc = fight(dx=4, alertness=-5)
    game.hero.bane = 1
    assert deeds.notice_odds(game, orc) is None
    game, orc = fight(dx=4, alertness=-5, learned=False)
    assert deeds.notice_odds(game, orc) is None


@pytest.mark.parametrize(("dx", "chance"), [(3, 0.0), (2, None)])
def test_the_short_sighted_notice_nothing_beyond_two_squares(dx, chance):
    game, horror = fight("Lurking horror", dx, alertness=-5)
    game.hero.derived.skills[Skill.PERCEPTION] = 30
    found = deeds.notice_odds(game, horror)
    assert found > 0 if chance is None else found == chance


def test_the_likeliest_to_notice_is_named_and_a_sleeper_stirs():
    game, near = fight(dx=2, alertness=-5)
    foe(game, SOLDIER, 0, -9, alertness=-15)
    creature, chance = deeds.noticed_first(game)
    assert creature is near
    assert chance > 0
    (found,) = chances.of(game, Action("explore", ()))
    assert found.percent == round(100 * chance)
    near.alertness = -15
    game, sleeper = fight(dx=2, alertness=-15)
    (found,) = chances.of(game, Action("explore", ()))
    assert "stirs" in words([found])[0]
    moving, waiting = (deeds.notice_odds(game, sleeper, waiting=still) for still in (False, True))
    assert waiting < moving


@pytest.mark.parametrize(
    ("feature", "tried", "lock", "bash"),
    [
        (terrain.LOCKED_DOOR + 3, True, True, True), (terrain.LOCKED_DOOR + 3, False, False, False),
        (terrain.JAMMED_DOOR + 3, True, False, True), (terrain.FLOOR, True, False, False),
    ],
)  # fmt: skip
def test_a_lock_shows_its_odds_once_it_was_tried(feature, tried, lock, bash):
    game = stage()
    i = deeds.square_of(game, "e")
    game.level.feature[i] = feature
    if tried:
        game.knowledge.tried.append(i)
    assert (deeds.door_percent(game, i, bash=False) is not None) == lock
    assert (deeds.door_percent(game, i, bash=True) is not None) == bash
    found = chances.of(game, Action("open", ("e",)))
    assert bool(found) == lock
    assert bool(chances.of(game, Action("bash", ()))) == bash


@pytest.mark.parametrize(
    ("feature", "mark", "hidden", "known"),
    [(terrain.DART_TRAP, 1, 0, True), (terrain.DART_TRAP, 0, 0, False),
     (terrain.DART_TRAP, 1, 1, False), (terrain.FLOOR, 1, 0, False)],
)  # fmt: skip
def test_a_known_trap_shows_the_odds_of_disarming_it(feature, mark, hidden, known):
    game = stage()
    i = deeds.square_of(game, "n")
    game.level.feature[i], game.level.hidden[i] = feature, hidden
    game.knowledge.mark = bytearray(len(game.knowledge.mark))
    game.knowledge.mark[i] = mark
    assert (deeds.disarm_percent(game, i) is not None) == known
    assert bool(chances.of(game, Action("disarm", ("n",)))) == known


@pytest.mark.parametrize(
    ("feature", "held"), [(terrain.PIT, True), (terrain.WEB, True), (terrain.FLOOR, False)]
)
def test_who_is_held_sees_the_odds_to_get_free(feature, held):
    game = stage()
    game.level.feature[deeds.square_of(game, "")] = feature
    percent = deeds.escape_percent(game)
    assert (percent is not None) == held
    assert words(chances.of(game, Action("struggle", ()))) == (
        [f"Get free {percent} %"] if held else []
    )


@pytest.mark.parametrize(
    ("states", "line"),
    [
        ({"poison": 99}, "Poison kills in"),
        ({"cut": 99}, "The wound kills in"),
        ({"poison": 1}, None),
    ],
)
def test_a_wait_that_kills_says_so(states, line):
    game = stage()
    for name, value in states.items():
        setattr(game.hero.timers, name, value)
    game.hero.health = 5
    found = words(chances.of(game, Action("wait", ())))
    assert bool(found) == (line is not None)
    if line:
        assert found[0].startswith(line)


def test_the_confused_see_no_odds():
    game, _ = fight()
    step = Action("step", ("e",))
    assert [chance.of for chance in chances.of(game, step)] == ["hit", "hurt"]
    game.hero.timers.confused = 1
    assert chances.of(game, step) == ()


def test_a_shot_beside_an_enemy_shows_its_answer():
    game, orc = fight(dx=1)
    wear(game, Slot.BOW, "Longbow")
    wear(game, Slot.QUIVER1, "Arrow", count=3)
    game.hero.derived.skills[Skill.EVASION] = 12
    found = chances.of(game, Action("shoot", ("x",)), (orc.y, orc.x))
    assert [chance.of for chance in found] == ["hit", "hurt"]
    blow = chances.of(game, Action("step", ("e",)))[1]
    game, orc = fight(dx=1)
    game.hero.derived.skills[Skill.EVASION] = 6  # half of it: he is off his guard
    answer = chances.of(game, Action("step", ("e",)))[1]
    assert found[1].percent == answer.percent > blow.percent
    game, far = fight(dx=3)
    wear(game, Slot.BOW, "Longbow")
    wear(game, Slot.QUIVER1, "Arrow", count=3)
    found = chances.of(game, Action("shoot", ("x",)), (far.y, far.x))
    assert [chance.of for chance in found] == ["hit"]
    assert chances.of(game, Action("shoot", ("x",)), (1, 1)) == ()


def test_songs_show_odds_on_whom_they_sway():
    for name, word, sways in (
        (SOLDIER, "elbereth", True), ("Wolf", "elbereth", False), ("Wolf", "lorien", True),
        (SOLDIER, "silence", False), (SOLDIER, "nonsense", False),
    ):  # fmt: skip
        game, _ = fight(name, 3)
        assert (powers.song(game, word) is not None) == sways, (name, word)
    game, _ = fight(SOLDIER, 3, abilities=(ab.WOVEN_THEMES,))
    assert powers.song(game, "elbereth") is None
    game, _ = fight(SOLDIER, 3, learned=False)
    assert powers.song(game, "elbereth") is None


@pytest.mark.parametrize(("abilities", "more"), [((ab.OUTWIT,), False), ((), True)])
def test_who_surely_outwits_an_enemy_expects_no_critical_blow(abilities, more):
    game, orc = fight(abilities=abilities)
    game.hero.derived.skills[Skill.PERCEPTION] = 99
    game.hero.derived.skills[Skill.EVASION] = -20
    [blow] = game.data.monsters[orc.race].blows
    plain = blow.damage.number * (blow.damage.sides + 1) / 2
    damage = strikes.hurt_odds(game, orc).damage
    assert damage > plain if more else damage == pytest.approx(plain)


def test_outwitting_needs_known_senses():
    game, orc = fight(abilities=(ab.OUTWIT,))
    assert strikes.hurt_odds(game, orc).damage is not None
    game, orc = fight(abilities=(ab.OUTWIT,))
    game.lore.races[orc.race].encountered = 1
    assert strikes.hurt_odds(game, orc).damage is None
