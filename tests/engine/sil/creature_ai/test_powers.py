"""Powers from afar: which suit the moment, what they cost, do and sound like (rules: monsters
13.4, 13.5)."""

import pytest

from engine.sil.creature_ai import creature_shots, powers
from engine.sil.creatures.situation import Situation
from engine.sil.data.rulings import Rulings
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.perception import noise, vision
from tests.engine.sil.creatures.hall import drawn, told
from tests.engine.sil.stage import foe, load_dice, wear

HARDY = 10_000
MORGOTH = "Morgoth, Lord of Darkness"


def caster(
    name: str, away: int = 3, *faces: int, otherwise: int = 1, rulings: Rulings = GAME
) -> Situation:
    """Return one so many squares east of a hardy hero of weak Will, whose dice fall so."""
    rows = "\n".join(("." * (away + 4), ".@" + "." * (away - 1) + "a..", "." * (away + 4)))
    game, found = drawn(rows, {"a": name}, rulings=rulings)
    game.hero.health = game.hero.derived.max_health = HARDY
    game.hero.derived.skills[Skill.WILL] = -99
    game.world.crown_fallen = True
    game.learn(found["a"]).visible = True
    load_dice(game, *faces, otherwise=otherwise)
    game.state.events.clear()
    game.state.disturbances.clear()
    return Situation(game, found["a"])


@pytest.fixture
def heard(monkeypatch):
    """The difficulties and origins of the noises that are made."""
    noises = []
    monkeypatch.setattr(
        noise, "noise", lambda _game, loud, origin=None: noises.append((loud, origin))
    )
    return noises


# ------------------------------------------------------------------------ what suits the moment


@pytest.mark.parametrize(
    ("power", "reach"),
    [("ARROW1", 10), ("ARROW2", 16), ("BOULDER", 5), ("EARTHQUAKE", 3), ("SCREECH", 2)],
)
def test_a_power_reaches_so_far_and_no_farther(power, reach):
    assert powers._fits(caster(MORGOTH, reach), power)
    assert not powers._fits(caster(MORGOTH, reach + 1), power)
    assert powers._fits(caster(MORGOTH, 18), "HOLD")


@pytest.mark.parametrize(
    ("power", "beside", "in_flight"),
    [
        ("ARROW1", False, False),
        ("ARROW2", False, False),
        ("BOULDER", False, False),
        ("EARTHQUAKE", False, False),
        ("BRTH_FIRE", True, False),
        ("BRTH_DARK", True, False),
        ("SCREECH", True, True),
        ("HOLD", True, True),
    ],
)
def test_which_powers_suit_one_beside_the_hero_or_in_flight(power, beside, in_flight):
    assert powers._fits(caster(MORGOTH, 1), power) == beside
    s = caster(MORGOTH, 2)
    assert powers._fits(s, power)
    s.creature.stance = "fleeing"
    assert powers._fits(s, power) == in_flight


def test_morgoth_sings_uncrowned_and_searches_only_while_unaware():
    s = caster(MORGOTH)
    for alertness, searches in ((-1, True), (0, False), (5, False)):
        s.creature.alertness = alertness
        assert powers._fits(s, "SNG_PIERCING") == searches
        assert powers._fits(s, "SNG_BINDING")
    s.game.world.crown_fallen = False
    s.creature.alertness = -1
    assert not powers._fits(s, "SNG_PIERCING")
    assert not powers._fits(s, "SNG_BINDING")


@pytest.mark.parametrize(("there", "quakes"), [((0, 2), False), ((0, 4), True), ((1, 2), True)])
def test_nobody_is_in_the_way_of_an_earthquake(there, quakes):
    s = caster(MORGOTH, 3)
    foe(s.game, "Wolf", *there)
    assert powers._fits(s, "EARTHQUAKE") == quakes


def test_darkness_is_conjured_only_where_the_hero_stands_in_the_light():
    s = caster("Grave wight")
    assert powers._fits(s, "DARKNESS")
    s.level.glow[s.hero] = 0
    assert not powers._fits(s, "DARKNESS")
    assert powers.fit(s) == ["SLOW"]


@pytest.mark.parametrize(
    ("name", "power", "mana", "can"),
    [
        ("Grave wight", "SLOW", 10, True),
        ("Grave wight", "SLOW", 9, False),
        ("Orc archer", "ARROW1", 0, True),
        ("Silent watcher", "SCREECH", 0, True),
        ("Attercop", "THROW_WEB", 9, False),
    ],
)
def test_powers_but_missiles_and_screeches_need_ten_mana(name, power, mana, can):
    s = caster(name, 2)
    s.creature.mana = mana
    assert powers._can(s, power) == can
    assert (power in powers.fit(s)) == can


def test_somebody_between_spoils_a_shot_but_not_a_spell():
    for name, fit in (("Orc archer", []), ("Wraith", ["HOLD", "SLOW"])):
        s = caster(name, 4)
        foe(s.game, "Wolf", 0, 2)
        assert powers.fit(s) == fit


# ------------------------------------------------------------------------ choosing among several


@pytest.mark.parametrize(
    ("power", "away", "rating"),
    [
        ("BRTH_FIRE", 1, 100), ("BRTH_FIRE", 2, 100), ("BRTH_FIRE", 3, 50), ("BRTH_FIRE", 4, 25),
        ("BRTH_FIRE", 5, 12), ("ARROW1", 9, 100), ("ARROW2", 9, 100), ("BOULDER", 3, 50),
        ("EARTHQUAKE", 2, 50), ("EARTHQUAKE", 3, 0), ("SNG_PIERCING", 3, 0),
        ("SNG_BINDING", 3, 50), ("HOLD", 9, 50),
    ],
)  # fmt: skip
def test_how_powers_rate(power, away, rating):
    assert powers._rating(caster(MORGOTH, away), power) == rating


@pytest.mark.parametrize(
    ("faces", "chosen"),
    [
        ((1, 1, 1), "CONF"),  # equal: the dice keep the first only if they say so
        ((1, 1, 2), "BRTH_FIRE"),
    ],
)
def test_equal_ratings_are_decided_by_a_die(faces, chosen):
    s = caster("Wraith", 3, *faces)
    assert powers._best(s, ["BRTH_FIRE", "CONF"]) == chosen


def test_planners_hardly_err_and_others_often_in_what_rates_best():
    for name, chosen in (("Great fire-drake", "BRTH_FIRE"), ("Adamant serpent", "HOLD")):
        s = caster(name, 2, 1, 50)
        s.creature.stance = "confident"
        assert powers._best(s, ["BRTH_FIRE", "HOLD"]) == "BRTH_FIRE"
        s = caster(name, 3, 1, 12, 2)  # 50 and 0 against 50 and 9, or 11
        assert powers._best(s, ["BRTH_FIRE", "HOLD"]) == "HOLD"
        s = caster(name, 2, 1, 50, 50, 2)
        assert powers._best(s, ["BRTH_FIRE", "SNG_PIERCING"]) == "BRTH_FIRE"
        s = caster(name, 4, 1, 50)  # 25 against 50
        assert powers._best(s, ["BRTH_FIRE", "SNG_PIERCING"]) == (
            "BRTH_FIRE" if chosen == "BRTH_FIRE" else "SNG_PIERCING"
        )


def test_others_than_planners_choose_blindly_one_time_in_five():
    for name, blindly in (("Adamant serpent", True), ("Great fire-drake", False)):
        s = caster(name, 2, 1, 4, otherwise=1)
        usable = powers.fit(s)
        chosen = powers.choose(s)
        assert chosen == (usable[3] if blindly else powers._best(caster(name, 2, 1, 4), usable))
    s = caster("Adamant serpent", 4, 2, otherwise=1)
    assert powers.choose(s) is not None


def test_nobody_chooses_a_power_that_does_not_get_to_the_hero():
    s = caster("Wraith", 4)
    assert powers.choose(s)
    for dy in (-1, 0, 1):
        s.level.feature[s.level.at(s.game.hero.y + dy, s.game.hero.x + 2)] = terrain.GRANITE
    vision.update(s.game)
    assert powers.choose(Situation(s.game, s.creature)) is None


# ------------------------------------------------------------------------ whether one is tried


@pytest.mark.parametrize(
    ("changes", "face", "tries"),
    [
        ({}, 20, True),  # a wraith's twenty in a hundred are 10
        ({}, 10, True),
        ({}, 11, False),
        ({"stun": 1}, 5, True),
        ({"stun": 1}, 6, False),
        ({"confused": 1}, 1, False),
        ({"flags": ["always cast"]}, 100, True),
        ({"flags": ["always cast"], "stun": 1}, 50, True),
        ({"flags": ["always cast"], "stun": 1}, 51, False),
    ],
)
def test_a_power_is_tried_by_its_frequency(changes, face, tries):
    s = caster("Wraith", 3, 10 if face == 20 else face)
    for field, value in changes.items():
        setattr(s.creature, field, value)
    assert powers.attempt(s) == tries
    assert ("always cast" in s.creature.flags) == ("flags" in changes and not tries)


def test_no_power_is_tried_in_the_truce_out_of_fire_or_by_the_powerless():
    s = caster("Wraith")
    s.game.world.truce = True
    assert not powers.attempt(s)
    s.game.world.truce = False
    s.game.knowledge.fire[s.here] = 0
    assert not powers.attempt(s)
    assert not powers.attempt(caster("Wolf"))
    s = caster("Wraith")
    s.creature.mana = 0
    assert not powers.attempt(s)


@pytest.mark.parametrize(
    ("name", "power", "left"),
    [
        ("Wraith", "SLOW", 5),
        ("Orc archer", "ARROW1", 15),
        ("Giant", "BOULDER", 15),
        ("Silent watcher", "SCREECH", 15),
        ("Orc captain", "RALLY", 15),
        ("Attercop", "THROW_WEB", 15),
    ],
)
def test_what_a_power_takes_of_fifteen_mana(name, power, left):
    s = caster(name, 2)
    s.creature.range_min = 7
    powers.use(s, power)
    assert s.creature.mana == left
    assert s.creature.range_min == 0  # it chooses its distance anew


# ------------------------------------------------------------------------ what is told


def test_a_power_is_told_by_who_uses_it_or_by_its_sound():
    for visible, line in (
        (True, "The wraith tries to make you move slowly."),
        (False, "Something mutters."),
    ):
        s = caster("Wraith")
        s.game.learn(s.creature).visible = visible
        s.game.hero.stealth_mode = True
        powers.use(s, "SLOW")
        event = s.game.state.events[0]
        assert str(event.text) == line
        assert (event.kind, event.at) == (
            "power",
            (s.creature.y, s.creature.x) if visible else None,
        )
        assert s.game.hero.stop_stealth
        assert (s.game.knowledge.ambushed is None) == visible


@pytest.mark.parametrize(
    ("name", "power", "line", "attack"),
    [
        ("Lurking horror", "SCARE", "You hear a scream of terror.", False),
        ("Silent watcher", "SCREECH", "You hear a terrible screech!", False),
        ("Orc captain", "RALLY", "You hear a rallying cry.", False),
        (MORGOTH, "EARTHQUAKE", "The ground shakes.", False),
        ("Brood spider", "HATCH_SPIDER", "Something scuttles.", True),
        ("Red serpent", "BRTH_FIRE", "Something breathes.", True),
        ("Phantom", "DIM", "Something mutters.", True),
    ],
)
def test_what_is_only_heard_from_afar_is_no_attack_on_the_hero(name, power, line, attack):
    s = caster(name, 3)
    s.game.learn(s.creature).visible = False
    powers.use(s, power)
    assert line in told(s.game)
    assert (s.game.knowledge.ambushed is not None) == attack


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Blue serpent", "The blue serpent breathes frost."),
        ("Red serpent", "The red serpent breathes fire."),
        ("Green serpent", "The green serpent breathes poison."),
        ("Dark serpent", "The dark serpent breathes darkness."),
    ],
)
def test_a_breath_is_told_by_its_element_and_heard(name, line, heard):
    s = caster(name, 2)
    (power,) = s.race.spells
    powers.use(s, power)
    assert told(s.game)[0] == line
    assert s.game.hero.was_attacked
    assert heard == [(-10, s.creature)]


@pytest.mark.parametrize(("away", "dice"), [(1, 6), (2, 4), (3, 2)])
def test_a_breath_is_of_dice_of_four_sides(away, dice):
    s = caster("Fire-drake hatchling", away, otherwise=99)
    powers.use(s, "BRTH_FIRE")
    assert HARDY - s.game.hero.health == 4 * dice


# ------------------------------------------------------------------------ what powers do


@pytest.mark.parametrize(("stun", "after"), [(0, 20), (99, 105), (100, 100)])
def test_a_screech_stuns_who_is_not_knocked_out_and_frightens(stun, after, heard):
    s = caster("Silent watcher", 2)
    s.game.hero.timers.stun = stun
    powers.use(s, "SCREECH")
    assert s.game.hero.timers.stun == after
    assert s.game.hero.timers.afraid == 2
    assert heard == [(-20, s.creature)]
    assert s.game.known(s.creature).noise == 10


def test_will_withstands_a_screech():
    s = caster("Silent watcher", 2)
    s.game.hero.derived.skills[Skill.WILL] = 99
    powers.use(s, "SCREECH")
    assert (s.game.hero.timers.stun, s.game.hero.timers.afraid) == (0, 0)


@pytest.mark.parametrize(
    ("visible", "face", "loud", "line"),
    [
        (True, 50, True, "The lurking horror howls."),
        (True, 51, False, "The lurking horror glares at you."),
        (False, 51, True, "You hear a scream of terror."),
    ],
)
def test_a_scare_is_loud_half_the_time_or_from_the_unseen(visible, face, loud, line, heard):
    faces = (face, 2, 3, 4) if visible else (2, 3, 4)
    s = caster("Lurking horror", 2, *faces)
    s.game.learn(s.creature).visible = visible
    powers.use(s, "SCARE")
    assert line in told(s.game)
    assert heard == ([(-10, s.creature)] if loud else [])
    assert s.game.hero.timers.afraid == 9


@pytest.mark.parametrize(("rulings", "afraid"), [(GAME, 8), (MANUAL, 5)])
def test_the_fearless_withstand_a_scare_and_the_frightened_not_in_the_game(rulings, afraid):
    s = caster("Lurking horror", 2, rulings=rulings)
    s.game.hero.derived.skills[Skill.WILL] = 99
    powers.use(s, "SCARE")
    assert not s.game.hero.timers.afraid
    s.game.hero.timers.afraid = 5
    powers.use(s, "SCARE")
    assert s.game.hero.timers.afraid == afraid


@pytest.mark.parametrize(
    ("fuel", "left", "dims"), [(2000, 1980, True), (15, 1, True), (0, 0, False)]
)
def test_a_burning_light_is_dimmed_to_its_last_turn_at_most(fuel, left, dims):
    s = caster("Phantom", 2)
    torch = wear(s.game, Slot.LIGHT, "Wooden Torch", timeout=fuel)
    load_dice(s.game, otherwise=1)
    powers.use(s, "DIM")
    assert torch.timeout == left
    assert ("Your light dims." in told(s.game)) == dims
    del s.game.hero.worn[Slot.LIGHT]
    powers.use(s, "DIM")  # nothing burns


@pytest.mark.parametrize(
    ("power", "state", "turns"),
    [("CONF", "confused", 2), ("SLOW", "slow", 2), ("HOLD", "entranced", 4)],
)
def test_a_spell_lasts_its_dice_of_four_unless_will_withstands(power, state, turns):
    for face in (1, 4):
        s = caster(MORGOTH, 3, *[face] * turns)
        powers.use(s, power)
        assert getattr(s.game.hero.timers, state) == turns * face
    s = caster(MORGOTH)
    s.game.hero.derived.skills[Skill.WILL] = 99
    powers.use(s, power)
    assert getattr(s.game.hero.timers, state) == 0


def test_a_brood_spider_hatches_a_spider_beside_it_and_is_quick_again():
    s = caster("Brood spider", 3)
    before = s.creature.energy
    powers.use(s, "HATCH_SPIDER")
    born = s.level.creatures[-1]
    assert s.game.data.monsters[born.race].name == "Spider hatchling"
    assert max(abs(born.y - s.creature.y), abs(born.x - s.creature.x)) == 1
    assert s.creature.energy == before + 50


@pytest.mark.parametrize(
    ("name", "dx", "gain"),
    [
        ("Orc soldier", 1, 10 * (100 // 5)),  # a captain's ten, at distance 1
        ("Orc soldier", 2, 10 * (100 // 6)),
        ("Easterling warrior", 2, 10 * (100 // 6)),
        ("Sulrauko", 2, 10 * (100 // 6)),
        ("Wolf", 2, 0),
    ],
)
def test_a_rally_heartens_orcs_men_and_raukar_the_less_the_farther(name, dx, gain):
    s = caster("Orc captain", 3)
    other = foe(s.game, name, 0, 3 + dx)
    powers.use(s, "RALLY")
    assert other.temporary_morale == gain
    assert s.creature.temporary_morale == 0


def test_the_mist_of_forgetting_takes_the_map_unless_will_withstands():
    for will, known in ((-99, False), (99, True)):
        s = caster(MORGOTH, 3)
        s.game.hero.derived.skills[Skill.WILL] = will
        far = s.level.at(1, s.level.width - 3)
        s.game.knowledge.walked[far] = 1
        powers._forget(s)
        assert told(s.game)[0] == "Morgoth, Lord of Darkness tries to make you forget."
        assert bool(s.game.knowledge.walked[far]) == known


def test_morgoths_earthquake_opens_a_pit_before_him():
    s = caster(MORGOTH, 2)
    powers.use(s, "EARTHQUAKE")
    assert s.level.feature[s.here - 1] == terrain.PIT


def test_darkness_falls_about_the_hero_and_is_seen_at_once():
    s = caster("Grave wight", 2)
    powers.use(s, "DARKNESS")
    assert not s.level.glow[s.hero]
    assert not s.game.knowledge.light[s.hero]


# ------------------------------------------------------------------------ missiles


def shot(s, power):
    """Shoot at the hero, who cannot evade; return what he lost."""
    s.game.hero.derived.skills[Skill.EVASION] = -99
    powers.use(s, power)
    return HARDY - s.game.hero.health


@pytest.mark.parametrize(
    ("name", "power", "dice", "sides"),
    [
        ("Orc archer", "ARROW1", 1, 7),
        ("Easterling archer", "ARROW2", 2, 7),
        ("Giant", "BOULDER", 6, 4),
    ],
)
def test_a_missile_does_its_dice_and_those_of_a_critical_hit(name, power, dice, sides):
    s = caster(name, 3, 10, 10, otherwise=99)
    s.game.hero.derived.skills[Skill.EVASION] = 0
    incoming = creature_shots._roll(s, shot=power != "BOULDER")
    weight = 100 if power == "BOULDER" else 20
    critical = (10 * incoming.margin + 4) // (70 + weight)
    s = caster(name, 3, 10, 10, otherwise=99)
    powers.use(s, power)
    assert HARDY - s.game.hero.health == (dice + critical) * sides


def test_a_missile_is_told_and_heard_and_a_miss_only_told(heard):
    for name, power, deed, loud in (
        ("Orc archer", "ARROW1", "The orc archer fires an arrow", -5),
        ("Giant", "BOULDER", "The giant hurls a boulder", -10),
    ):
        heard.clear()
        s = caster(name, 3, 20, 1)
        lost = shot(s, power)
        assert told(s.game) == [f"{deed}, and hits you for {lost}."]
        assert heard == [(loud, None)]
        heard.clear()
        s = caster(name, 3, 1, 20)
        s.game.hero.derived.skills[Skill.EVASION] = 99
        powers.use(s, power)
        assert told(s.game) == [f"{deed}, but misses."]
        assert heard == []


def test_an_unseen_archer_betrays_neither_name_nor_place():
    s = caster("Orc archer", 3, 20, 1)
    s.game.learn(s.creature).visible = False
    shot(s, "ARROW1")
    (event,) = s.game.state.events
    assert str(event.text).startswith("A missile flies at you, and hits you")
    assert event.at is None
    assert s.game.state.disturbances[0].at is None
    assert s.game.knowledge.ambushed == s.game.hero.turns
    s = caster("Orc archer", 3, 20, 1)
    shot(s, "ARROW1")
    assert s.game.state.events[0].at == (s.creature.y, s.creature.x)
    assert s.game.state.disturbances[0].at == (s.creature.y, s.creature.x)


def test_an_arrow_that_hurts_calls_for_vengeance():
    s = caster("Orc archer", 3, 20, 1)
    s.game.hero.bought.append(ab.VENGEANCE)
    shot(s, "ARROW1")
    assert s.game.hero.vengeance == s.game.hero.active(ab.VENGEANCE)


def test_a_deadly_arrow_makes_no_more_noise(heard):
    s = caster("Orc archer", 3, 20, 1)
    s.game.hero.health = 1
    shot(s, "ARROW1")
    assert s.game.state.ended
    assert heard == []


@pytest.mark.parametrize(
    ("name", "will", "resistance", "slow"),
    [
        ("Uldor, the Accursed", -99, 0, True),
        ("Uldor, the Accursed", -99, 20, False),
        ("Uldor, the Accursed", 99, 0, False),
        ("Cat assassin", -99, 0, False),
    ],
)
def test_uldors_critical_arrows_cripple_the_weak_of_will(name, will, resistance, slow):
    s = caster(name, 3, 20, 1)
    s.game.hero.derived.skills[Skill.WILL] = will
    s.game.hero.derived.counts["free_action"] = resistance
    shot(s, "ARROW1")
    assert bool(s.game.hero.timers.slow) == slow


@pytest.mark.parametrize(("crit", "will", "slow"), [(1, 3, 1), (1, 4, 0), (2, 7, 2), (2, 8, 0)])
def test_a_crippling_arrow_slows_by_four_a_critical_die_against_will(crit, will, slow):
    s = caster("Uldor, the Accursed", 3)
    s.game.hero.derived.skills[Skill.WILL] = will
    creature_shots._cripple(s, crit)
    assert s.game.hero.timers.slow == slow


@pytest.mark.parametrize(
    ("feature", "hidden", "holds"),
    [
        (terrain.FLOOR, False, True),
        (terrain.SUNLIGHT, False, True),
        (terrain.PIT, True, True),
        (terrain.PIT, False, False),
        (terrain.OPEN_DOOR, False, False),
    ],
)
def test_a_web_holds_on_open_ground(feature, hidden, holds):
    s = caster("Attercop", 3, 20, 1)
    s.level.feature[s.hero], s.level.hidden[s.hero] = feature, hidden
    shot(s, "THROW_WEB")
    assert (s.level.feature[s.hero] == terrain.WEB) == holds
    line = "wraps you in a web!" if holds else "throws a web at you, but it finds no hold."
    assert told(s.game)[-1] == f"The attercop {line}"


def test_the_sun_adds_nothing_to_the_light_of_one_wrapped_in_a_web():
    s = caster("Attercop", 3, 20, 1)
    level, known = s.level, s.game.knowledge
    level.feature[s.hero], s.game.hero.derived.light = terrain.SUNLIGHT, 1
    vision.update(s.game)
    sunny = known.light[s.hero]
    shot(s, "THROW_WEB")
    assert level.feature[s.hero] == terrain.WEB
    assert known.light[s.hero] < sunny


def test_a_web_that_misses_is_told_and_an_unseen_one_is_an_ambush():
    s = caster("Attercop", 3, 1, 20)
    s.game.hero.derived.skills[Skill.EVASION] = 99
    s.game.learn(s.creature).visible = False
    powers.use(s, "THROW_WEB")
    assert told(s.game) == ["Something spins a web at you, but misses."]
    assert s.level.feature[s.hero] == terrain.FLOOR
    assert s.game.knowledge.ambushed == s.game.hero.turns
