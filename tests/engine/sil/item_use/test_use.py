"""Herbs, potions, staffs and horns."""

from collections import Counter

import pytest

from engine.sil import view
from engine.sil.data import declarations
from engine.sil.effects import statuses
from engine.sil.game.presets import MANUAL
from engine.sil.game.state import Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.item_use import activation, item_descriptions
from engine.sil.items import item_classes, item_creation, item_names, pack
from engine.sil.level import terrain
from engine.sil.perception import vision
from tests.engine.sil.item_use.test_carrying import refused
from tests.engine.sil.items.things import (
    FOOD,
    HORN,
    POTION,
    STAFF,
    bearer,
    effect,
    given,
    lying,
    names,
    thing,
)
from tests.engine.sil.stage import foe, refresh


def drink(game, name):
    """Drink a potion; whether its kind is understood now."""
    (potion,) = given(game, thing(POTION, name))
    activation.quaff(game, potion)
    return item_names.is_aware(game, potion.kind)


def eat(game, name):
    """Eat a herb; whether its kind is understood now."""
    (herb,) = given(game, thing(FOOD, name))
    activation.eat(game, herb)
    return item_names.is_aware(game, herb.kind)


def of_health(most, now, **how):
    """Return a hero with so much health."""
    game = bearer(**how)
    game.hero.derived.max_health = most
    game.hero.health = now
    return game


# ------------------------------------------------------------------------------- drinking


@pytest.mark.covers("spec-objects-smithing: Item use", "spec-objects-smithing: 7.1")
@pytest.mark.parametrize(("medicine", "healing", "liquor"), [(0, 25, 15), (1, 32, 18)])
def test_healing_gives_back_half_and_more_with_medicine(medicine, healing, liquor):
    for name, wanted in (("Healing", healing), ("Orcish Liquor", liquor)):
        game = of_health(41, 5)
        game.hero.timers.cut = 15
        if medicine:
            game.hero.worn[Slot.HANDS] = thing(
                item_classes.GLOVES, "Set of Gloves", flags=["MEDIC"]
            )
        effect(game, POTION, name)
        assert game.hero.health == wanted
        assert game.hero.timers.cut == (7 if name == "Healing" else 15)


@pytest.mark.covers("spec-objects-smithing: Item use")
@pytest.mark.covers("sil-q-codebase: Potions (TV_POTION)")
def test_esgalduin_gives_a_quarter_of_the_voice_and_voice_all_of_it():
    game = bearer()
    game.hero.derived.max_voice, game.hero.voice = 33, 3
    effect(game, POTION, "Esgalduin")
    assert game.hero.voice == 11
    assert game.hero.timers.perception
    assert effect(game, POTION, "Voice")
    assert game.hero.voice == 33
    assert not effect(game, POTION, "Voice")


@pytest.mark.covers("spec-objects-smithing: Item use")
@pytest.mark.covers("spec-objects-smithing: 14. Hard-to-get-right list")
def test_a_stat_potion_restores_or_raises():
    game = bearer()
    game.hero.stat_drain[0] = -3
    assert effect(game, POTION, "Strength")
    assert game.hero.stat_drain[0] == 0
    assert not game.hero.timers.strength
    game.hero.stat_drain[0] = -2
    assert effect(game, POTION, "Strength")
    assert game.hero.stat_drain[0] == -2
    assert 20 <= game.hero.timers.strength <= 80
    assert not effect(game, POTION, "Strength")
    game.hero.timers.strength = 1
    statuses.tick(game)
    assert game.hero.stat_drain[0] == 0


@pytest.mark.covers("spec-objects-smithing: Item use")
def test_what_changes_nothing_is_not_noticed():
    game = bearer()
    assert not effect(game, POTION, "Antidote")
    assert not effect(game, POTION, "Clarity")
    assert effect(game, POTION, "Quickness")
    before = game.hero.timers.fast
    assert not effect(game, POTION, "Quickness")
    assert game.hero.timers.fast > before
    game.hero.timers.poison = 5
    assert effect(game, POTION, "Antidote")
    assert not game.hero.timers.poison


def test_a_potion_teaches_its_kind_when_noticed_and_is_tried_in_any_case():
    game = bearer()
    game.hero.food = 3000
    won = game.hero.experience
    assert not drink(game, "Antidote")
    assert not game.hero.pack
    assert game.hero.food == 3100
    assert game.hero.experience == won
    assert "tried" in item_names.name(game, thing(POTION, "Antidote"))
    game.hero.timers.poison = 3
    assert drink(game, "Antidote")
    assert game.hero.experience == won + 100


@pytest.mark.parametrize("name", names(POTION))
@pytest.mark.covers("sil-q-codebase: Potions (TV_POTION)")
@pytest.mark.covers("spec-objects-smithing: 7.3")
def test_every_potion_can_be_drunk(name):
    game = of_health(60, 40)
    (stack,) = given(game, thing(POTION, name, 2))
    activation.quaff(game, stack)
    assert sum(item.count for item in game.hero.pack) == 1
    assert game.state.energy_used == 100
    assert stack.kind in game.lore.tried
    assert str(view.view(game).lines[0]).startswith("You drink ")


@pytest.mark.parametrize("name", names(FOOD))
@pytest.mark.parametrize("food", [0, 1000, 1999, 4000, 4999, 5000])
def test_what_is_eaten_is_told_before_what_it_does(name, food):
    game = of_health(60, 40)
    game.hero.food = food
    plain = name.replace("& ", "").replace("~", "")
    (stack,) = given(game, thing(FOOD, plain, 2))
    activation.eat(game, stack)
    assert str(view.view(game).lines[0]).startswith("You eat ")


def test_what_is_no_drink_is_refused():
    game = bearer()
    (torch,) = given(game, thing(item_classes.LIGHT, "Wooden Torch"))
    assert refused(game, activation.quaff, torch)
    assert refused(game, activation.eat, torch)
    assert refused(game, activation.use_staff, torch)
    assert refused(game, activation.play, torch, "a")


def test_drinking_from_the_floor_is_allowed():
    game = bearer()
    potion = thing(POTION, "Quickness")
    lying(game, potion)
    activation.quaff(game, potion)
    assert not game.level.floor


# ---------------------------------------------------------------------------------- herbs


@pytest.mark.covers("spec-objects-smithing: Item use", "spec-objects-smithing: 7.2")
@pytest.mark.parametrize(
    ("name", "before", "after", "noticed"),
    [
        ("Sustenance", 5000, 7000, False),
        ("Sustenance", 7000, 9000, True),
        ("Emptiness", 7500, 6500, False),
        ("Emptiness", 2500, 1500, True),
    ],
)
def test_food_is_noticed_when_hunger_is_of_another_degree(name, before, after, noticed):
    game = bearer()
    game.hero.food = before
    assert eat(game, name) == noticed
    assert game.hero.food == after


@pytest.mark.covers("sil-q-codebase: Herbs (TV_FOOD)", "sil-q-codebase: Food Sources")
def test_herbs_and_bread_nourish():
    game = bearer()
    for tval, name, amount in (
        (FOOD, "Rage", 250),
        (FOOD, "Piece of Dark Bread", 1500),
        (FOOD, "Fragment of Lembas", 3000),
    ):
        game.hero.food = 3000
        (item,) = given(game, thing(tval, name))
        activation.eat(game, item)
        assert game.hero.food == 3000 + amount


@pytest.mark.covers("spec-objects-smithing: Item use")
def test_terror_is_noticed_even_by_who_cannot_fear():
    game = bearer()
    game.hero.timers.rage = 10
    assert effect(game, FOOD, "Terror")
    assert not game.hero.timers.afraid
    assert not game.hero.timers.fast


@pytest.mark.covers("sil-q-codebase: Herbs (TV_FOOD)")
def test_terror_gives_fear_and_haste_together():
    game = bearer(skills=(0, 0, 0, 0, 0, 6, 0, 0))
    seen = Counter()
    for _ in range(80):
        game.hero.timers.afraid = game.hero.timers.fast = 0
        effect(game, FOOD, "Terror")
        seen[bool(game.hero.timers.afraid), bool(game.hero.timers.fast)] += 1
    assert set(seen) == {(True, True), (False, False)}


@pytest.mark.covers("spec-objects-smithing: Item use")
@pytest.mark.covers("sil-q-codebase: Herbs (TV_FOOD)")
def test_restoration_gives_back_three_points_of_each():
    game = bearer()
    assert not effect(game, FOOD, "Restoration")
    game.hero.stat_drain = [-5, 0, 0, -1]
    assert effect(game, FOOD, "Restoration")
    assert game.hero.stat_drain == [-2, 0, 0, 0]


@pytest.mark.covers("spec-objects-smithing: Item use")
def test_a_threat_without_a_source_is_withstood_as_measured():
    game = bearer(skills=(0, 0, 0, 0, 0, 4, 0, 0))
    befell = 0
    for _ in range(2000):
        game.hero.timers.entranced = 0
        effect(game, FOOD, "Entrancement")
        befell += bool(game.hero.timers.entranced)
    assert befell / 2000 == pytest.approx(0.90, abs=0.03)


# --------------------------------------------------------------------------------- staffs


def staff(game, name, units=10):
    (item,) = given(game, thing(STAFF, name, pval=units))
    return item


@pytest.mark.covers("spec-objects-smithing: 7.4")
class TestStaffs:
    @pytest.mark.covers("sil-q-codebase: Channeling System")
    def test_a_use_costs_two_units_or_one_of_who_channels(self):
        game = bearer()
        light = staff(game, "Light")
        activation.use_staff(game, light)
        assert (light.pval, light.extra, game.state.energy_used) == (8, 1, 100)
        game.hero.bought.append(ab.CHANNELING)
        activation.use_staff(game, light)
        assert light.pval == 7

    def test_an_empty_staff_costs_a_turn_once_and_is_marked(self):
        game = bearer()
        light = staff(game, "Light", 1)
        activation.use_staff(game, light)
        assert light.empty
        assert game.state.energy_used == 100
        game.state.energy_used = 0
        assert refused(game, activation.use_staff, light)

    def test_understanding_asks_which_thing_and_identifies_it(self):
        game = bearer()
        wand = staff(game, "Understanding")
        (ring,) = given(game, thing(item_classes.RING, "Evasion", evasion=1))
        activation.use_staff(game, wand)
        assert not game.state.energy_used
        words = [word for word, _ in game.state.question.answers]
        assert words[-1] == "no"
        game.state.question = None
        activation.chosen(game, wand, ring)
        assert ring.known
        assert wand.pval == 8
        assert game.state.energy_used == 100

    def test_thinking_better_of_it_costs_the_turn_but_no_charge(self):
        game = bearer()
        wand = staff(game, "Understanding")
        activation.use_staff(game, wand)
        activation.chosen(game, wand, None)
        assert wand.pval == 10
        assert game.state.energy_used == 100
        assert item_names.is_aware(game, wand.kind)

    def test_recharging_adds_a_use_and_forgets_that_a_staff_was_empty(self):
        game = bearer()
        wand, light = staff(game, "Recharging"), staff(game, "Light", 0)
        light.empty = True
        game.lore.aware.append(light.kind)
        activation.chosen(game, wand, light)
        assert (light.pval, light.empty, light.known) == (2, False, True)

    def test_what_is_understood_joins_those_of_its_kind(self):
        game = bearer()
        wand = staff(game, "Understanding")
        known, unknown = (
            thing(item_classes.SWORD, "Dagger", known=known) for known in (True, False)
        )
        game.hero.pack += (known, unknown)
        activation.chosen(game, wand, unknown)
        daggers = [held.count for held in game.hero.pack if held.kind == known.kind]
        assert daggers == [2]

    def test_sanctity_lifts_curses_from_what_is_worn(self):
        game = bearer()
        helm = game.hero.worn[Slot.HEAD] = thing(item_classes.HELM, "Helm", cursed=True)
        assert effect(game, STAFF, "Sanctity")
        assert not helm.cursed
        assert not effect(game, STAFF, "Sanctity")

    @pytest.mark.covers("sil-q-codebase: Staff of Treasures")
    def test_treasures_shows_what_lies_about_but_not_its_like(self):
        game = bearer()
        other = thing(STAFF, "Treasures")
        game.level.floor[30] = [thing(item_classes.SWORD, "Dagger")]
        game.level.floor[31] = [other]
        assert effect(game, STAFF, "Treasures")
        assert game.level.floor[30][0].seen_by
        assert not other.seen_by

    @pytest.mark.covers("sil-q-manual: Modifiers to Stealth")
    def test_slumber_lulls_who_stands_in_the_line_of_fire(self):
        game = bearer(skills=(0, 0, 0, 0, 0, 30, 0, 0))
        near, behind = foe(game, "Wolf", 0, 3), foe(game, "Wolf", 0, -3)
        game.knowledge.fire[game.level.at(behind.y, behind.x)] = 0
        assert effect(game, STAFF, "Slumber")
        assert near.alertness < 0
        assert behind.alertness > 0

    @pytest.mark.covers("spec-dungeon: 2.8")
    def test_warding_needs_a_clean_floor(self):
        game = bearer()
        glyph = staff(game, "Warding")
        lying(game, thing(item_classes.SWORD, "Dagger"))
        activation.use_staff(game, glyph)
        assert glyph.pval == 10
        game.level.floor.clear()
        activation.use_staff(game, glyph)
        assert glyph.pval == 8
        here = game.level.at(game.hero.y, game.hero.x)
        assert game.level.feature[here] == terrain.GLYPH

    def test_freedom_clears_what_bars_the_way(self):
        game = bearer(skills=(0, 0, 0, 0, 0, 30, 0, 0))
        level, hero = game.level, game.hero
        door = level.at(hero.y, hero.x + 3)
        rubble = level.at(hero.y + 3, hero.x)
        pit = level.at(hero.y, hero.x - 3)
        level.feature[door], game.knowledge.mark[door] = terrain.LOCKED_DOOR + 3, 1
        level.feature[rubble] = terrain.RUBBLE
        level.feature[pit], level.hidden[pit] = terrain.PIT, 1
        vision.update(game)
        chest = thing(item_classes.CHEST, "Small wooden chest", pval=5)
        lying(game, chest, dx=2)
        assert effect(game, STAFF, "Freedom")
        assert not terrain.LOCKED[level.feature[door]]
        assert level.feature[rubble] == terrain.FLOOR
        assert level.feature[pit] == terrain.FLOOR
        assert (chest.pval, chest.known) == (-5, True)

    def test_imprisonment_shuts_the_doors_in_sight(self):
        game = bearer(skills=(0, 0, 0, 0, 0, 30, 0, 0))
        door = game.level.at(game.hero.y, game.hero.x + 3)
        game.level.feature[door] = terrain.OPEN_DOOR
        assert effect(game, STAFF, "Imprisonment")
        assert terrain.LOCKED[game.level.feature[door]]

    @pytest.mark.covers("sil-q-codebase: Staves (TV_STAFF)")
    def test_foes_shows_everybody(self):
        game = bearer()
        wolf = foe(game, "Wolf", 0, 5, visible=False)
        assert effect(game, STAFF, "Foes")
        assert game.known(wolf).visible

    def test_revelations_maps_walls_but_not_floor(self):
        game = bearer()
        level = game.level
        assert effect(game, STAFF, "Revelations")
        assert game.knowledge.mark[level.at(0, 5)]
        game.knowledge.mark[:] = bytes(len(game.knowledge.mark))
        level.feature[level.at(4, 4)] = terrain.DOWN_STAIR
        effect(game, STAFF, "Revelations")
        assert game.knowledge.mark[level.at(4, 4)]
        assert not game.knowledge.mark[level.at(4, 6)]

    def test_freedom_shows_secret_doors_in_view(self):
        game = bearer()
        level, hero = game.level, game.hero
        door = level.at(hero.y, hero.x + 2)
        level.feature[door] = terrain.SECRET_DOOR
        vision.update(game)
        effect(game, STAFF, "Freedom")
        assert level.feature[door] != terrain.SECRET_DOOR
        assert not level.hidden[door]

    @pytest.mark.parametrize("name", names(STAFF))
    @pytest.mark.covers("sil-q-codebase: Staves (TV_STAFF)")
    def test_every_staff_can_be_used(self, name):
        game = bearer(skills=(0, 0, 0, 0, 0, 8, 0, 0))
        foe(game, "Wolf", 0, 3)
        activation.use_staff(game, staff(game, name))
        assert game.state.energy_used == 100 or game.state.question is not None

    @pytest.mark.parametrize("seen", [True, False])
    def test_using_one_where_an_alert_creature_sees_it_ends_the_truce(self, seen):
        game = bearer()
        game.world.truce = True
        foe(game, "Orc soldier", 0, 4, alertness=3 if seen else -3)
        activation.use_staff(game, staff(game, "Light"))
        assert game.world.truce != seen


@pytest.mark.covers("sil-q-manual: Will")
@pytest.mark.covers("spec-objects-smithing: 11. Documents versus game")
def test_by_the_manual_a_device_must_be_mastered_and_failure_costs_only_the_turn():
    game = bearer(rulings=MANUAL, skills=(0, 0, 0, 0, 0, 30, 0, 0))
    light = staff(game, "Light")
    activation.use_staff(game, light)
    assert light.pval == 8
    game.hero.skill_base[Skill.WILL] = -30
    refresh(game)
    game.state.energy_used = 0
    activation.use_staff(game, light)
    assert light.pval == 8
    assert game.state.energy_used == 100


def test_every_effect_that_the_data_may_name_works():
    assert activation.EFFECTS.keys() | activation.TARGETS.keys() == declarations.USES.keys()
    targeted = {name for name, declared in declarations.USES.items() if declared.target}
    assert targeted == activation.TARGETS.keys()


def test_a_potion_that_becomes_known_takes_its_place_in_the_pack():
    game = bearer()
    healing, quickness = thing(POTION, "Healing", 2), thing(POTION, "Quickness")
    game.lore.aware.append(quickness.kind)
    given(game, healing, quickness)
    assert [held.kind for held in game.hero.pack] == [quickness.kind, healing.kind]
    activation.quaff(game, game.hero.pack[1])
    assert [held.kind for held in game.hero.pack] == [healing.kind, quickness.kind]


def test_a_full_hero_may_still_eat():
    game = bearer(rulings=MANUAL)
    game.hero.food = 9000
    (bread,) = given(game, thing(FOOD, "Piece of Dark Bread"))
    activation.eat(game, bread)
    assert game.hero.food > 9000


def test_a_made_stack_of_potions_is_drunk_one_by_one():
    game = bearer()
    (stack,) = given(game, item_creation.of_kind(game.data, thing(POTION, "Voice").kind, 3))
    for left in (2, 1, 0):
        activation.quaff(game, game.hero.pack[0])
        assert sum(item.count for item in game.hero.pack) == left
    assert not pack.underfoot(game)
    assert stack.kind in game.lore.tried


@pytest.mark.parametrize(
    ("tval", "name", "told"),
    [
        (POTION, "Healing", "It halves bleeding; gives back 50 % of your health."),
        (POTION, "Quickness", "It gives speed for 10d4 turns; hastens whom it drenches."),
        (POTION, "Poison", "It poisons for 5d4."),
        (POTION, "Slowness", "It brings slowness for 10d4 turns, unless your Will withstands it; "
         "may slow whom it drenches."),
        (POTION, "Grace", "It raises Grace for 20d4 turns, or restores it where it is badly "
         "drained."),
        (FOOD, "Sustenance", "It feeds for 2000 turns."),
        (FOOD, "Emptiness", "It makes hungry."),
        (FOOD, "Terror", "It brings fear for 10d4 turns, and speed for 5d4."),
        (FOOD, "Weakness", "It drains Strength."),
        (STAFF, "Majesty", "It frightens those in sight."),
        (STAFF, "Dismay", "It confuses those in sight."),
        (STAFF, "Light", "It lights up 7 squares about you."),
        (HORN, "Thunder", "It stuns those before you."),
        (HORN, "Blasting", "It blasts rock and those before you; may bring down the ceiling, blown "
         "upwards; may break the floor, blown downwards."),
    ],
)  # fmt: skip
def test_the_page_of_a_thing_tells_what_it_does_once_that_is_known(tval, name, told):
    game = bearer()
    (item,) = given(game, thing(tval, name))
    assert told not in [str(line) for line in item_descriptions.lines(game, item)]
    game.lore.aware.append(item.kind)
    assert told in [str(line) for line in item_descriptions.lines(game, item)]


def test_a_staff_of_self_knowledge_shows_the_sheet():
    game = bearer()
    (staff,) = given(game, thing(STAFF, "Self Knowledge", pval=4))
    activation.use_staff(game, staff)
    [event] = [each for each in game.state.events if "as you are" in str(each.text)]
    assert event.detail
