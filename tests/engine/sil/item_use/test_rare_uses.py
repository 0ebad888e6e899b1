"""Things used in unusual circumstances: horns, staffs, light, quivers, what is put on blindly."""

import pytest

from engine.common import compass
from engine.contract.action import IllegalAction
from engine.sil.clock import world_clock
from engine.sil.dungeon import skeletons
from engine.sil.game.state import Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.item_use import activation, pickup, refuelling, wearing
from engine.sil.items import identification, item_classes, item_names
from engine.sil.level import terrain
from engine.sil.movement import digging
from engine.sil.perception import vision
from tests.engine.sil.arena import put, said
from tests.engine.sil.item_use.test_carrying import refused
from tests.engine.sil.item_use.test_use import staff
from tests.engine.sil.items.things import HORN, POTION, STAFF, bearer, given, lying, special, thing
from tests.engine.sil.stage import foe, item, load_dice, wear

STRONG = (0, 0, 0, 0, 0, 40, 0, 0)


def blow(name, way="e", *, game=None, faces=(), otherwise=1, **how):
    """Let a hero blow a horn that he knows, and return the game."""
    game = game or bearer(**how)
    (horn,) = given(game, thing(HORN, name))
    game.hero.voice = game.hero.derived.max_voice
    load_dice(game, *faces, otherwise=otherwise)
    activation.play(game, horn, "a", way)
    return game


# ------------------------------------------------------------------------ horns


def test_a_horn_that_is_known_to_blow_level_is_not_blown_up():
    game = bearer()
    (horn,) = given(game, thing(HORN, "Terror"))
    game.lore.aware.append(horn.kind)
    game.hero.voice = game.hero.derived.max_voice
    assert "up" not in activation.ways(game, horn)
    with pytest.raises(IllegalAction) as refusal:
        activation.play(game, horn, "a", "up")
    ways = "n, ne, e, se, s, sw, w, nw"
    assert str(refusal.value.text) == f"Say which way to blow it: {ways}."
    assert refused(game, activation.play, horn, "a", "up")


def test_the_confused_blow_a_horn_whither_chance_will():
    for confused, struck in ((0, "east"), (5, "west")):
        game = bearer(skills=STRONG)
        game.hero.timers.confused = confused
        east, west = foe(game, "Wolf", 0, 2, health=500), foe(game, "Wolf", 0, -2, health=500)
        words = tuple(compass.DIRECTIONS)
        blow("Thunder", game=game, faces=(words.index("w") + 1,) if confused else (), otherwise=4)
        stunned = {"east": east.stun > 0, "west": west.stun > 0}
        assert stunned == {"east": struck == "east", "west": struck == "west"}


def test_force_reaches_no_farther_than_the_edge_of_the_level():
    game = bearer(skills=STRONG)
    game.hero.x = game.level.width - 3
    vision.update(game)
    near = foe(game, "Wolf", 0, 1)
    assert blow("Force", game=game, otherwise=9).state.energy_used == 100
    assert near.stun > 0


def test_who_withstands_the_horn_of_force_keeps_his_place_and_his_turn():
    game = bearer()
    near = foe(game, "Mountain troll", 0, 1, health=500)
    near.energy = 80
    blow("Force", game=game)
    assert (near.x - game.hero.x, near.stun, near.energy) == (1, 0, 80)


@pytest.mark.parametrize(
    ("depth", "feature", "strong"),
    [
        (18, terrain.FLOOR, False),
        (19, terrain.FLOOR, True),
        (0, terrain.FLOOR, True),
        (5, terrain.DOWN_STAIR, True),
    ],
)
def test_where_no_floor_can_be_broken(depth, feature, strong):
    game = bearer(skills=STRONG)
    game.hero.health = 1000
    game.level.depth = depth
    game.level.feature[game.level.at(game.hero.y, game.hero.x)] = feature
    blow("Blasting", "down", game=game, otherwise=9)
    assert ("The floor is too strong." in said(game)) is strong
    assert (game.state.leaving == "collapse") is not strong


def test_a_ceiling_that_kills_the_hero_shakes_the_earth_no_more():
    for health, shaken in ((1, False), (1000, True)):
        game = bearer(skills=STRONG)
        game.hero.health = health
        before = bytes(game.level.feature)
        blow("Blasting", "up", game=game, otherwise=9)
        assert "The ceiling comes down!" in said(game)
        assert (game.state.ended == "dead") is not shaken
        assert (bytes(game.level.feature) != before) is shaken


def test_a_horn_of_warning_lets_planners_rouse_their_kin():
    for name, roused in (("Orc captain", True), ("Wolf", False)):
        game = bearer()
        hears, far = foe(game, name, 0, 3), foe(game, name, 0, 6)
        level = game.level
        game.knowledge.noise[level.at(hears.y, hears.x)] = 1
        game.knowledge.noise[level.at(far.y, far.x)] = 200
        blow("Warning", game=game)
        assert hears.stance == "aggressive"
        assert ("active" in far.flags) is roused


# ------------------------------------------------------------------------ staffs, herbs and lights


def test_the_staff_of_freedom_closes_the_edge_of_a_chasm_but_not_its_middle():
    game = bearer(skills=(0, 0, 0, 0, 0, 20, 0, 0))
    level, hero = game.level, game.hero
    chasm = [level.at(hero.y + dy, hero.x + dx) for dy in (-1, 0, 1) for dx in (2, 3, 4)]
    for square in chasm:
        level.feature[square] = terrain.CHASM
    load_dice(game, *(1, 10) * 4, *(10, 1) * 4)  # the four before the middle fail
    activation.use_staff(game, staff(game, "Freedom"))
    assert [level.feature[square] == terrain.CHASM for square in chasm] == [True] * 5 + [False] * 4
    assert "What barred your way gives way." in said(game)


def test_no_floor_closes_under_who_flies_over_a_chasm():
    game = bearer(skills=STRONG)
    bat = foe(game, "Grimhawk", 0, 2)
    here = game.level.at(bat.y, bat.x)
    game.level.feature[here] = game.level.feature[here + 1] = terrain.CHASM
    load_dice(game, otherwise=5)
    activation.use_staff(game, staff(game, "Freedom"))
    assert list(game.level.feature[here : here + 2]) == [terrain.CHASM, terrain.FLOOR]


def test_a_weak_will_closes_no_chasm():
    game = bearer()
    level, hero = game.level, game.hero
    edge = level.at(hero.y, hero.x + 2)
    level.feature[edge] = terrain.CHASM
    load_dice(game, 1, 10)
    activation.use_staff(game, staff(game, "Freedom"))
    assert level.feature[edge] == terrain.CHASM
    assert "What barred your way gives way." not in said(game)


def test_a_full_light_is_not_refuelled():
    game = bearer()
    flasks = given(game, thing(item_classes.FLASK, "Flask of oil"))[0]
    lantern = wear(game, Slot.LIGHT, "Brass Lantern")
    most = game.data.rules.item(lantern.kind).most_fuel
    lantern.timeout = most
    assert refused(game, refuelling.refuel, flasks, "a")
    lantern.timeout = most - 1
    game.state.sure = True
    refuelling.refuel(game, flasks, "a")
    assert lantern.timeout == most


# ------------------------------------------------------------------------ putting on


def test_arrows_join_their_like_in_the_quiver_as_far_as_they_fit():
    for held, more, quiver, packed in ((90, 9, 99, []), (90, 20, 99, [11])):
        game = bearer()
        worn = wear(game, Slot.QUIVER1, "Arrow", count=held)
        arrows = item("Arrow", count=more)
        lying(game, arrows)
        wearing.wear(game, arrows, "a")
        assert game.hero.worn[Slot.QUIVER1] is worn
        assert worn.count == quiver
        in_second = game.hero.worn.get(Slot.QUIVER2)
        loose = [in_second] if in_second else game.hero.pack
        assert [stack.count for stack in loose] == packed


def test_where_to_put_a_weapon_says_which_hand_is_empty():
    game = bearer(abilities=(ab.TWO_WEAPON_FIGHTING,))
    wear(game, Slot.WEAPON, "Longsword")
    dagger = given(game, item("Dagger"))[0]
    wearing.wear(game, dagger, "a")
    labels = [str(label) for _, label in game.state.question.answers]
    assert ["Longsword" in label for label in labels] == [True, False, False]
    assert ":" not in labels[1]


def test_sight_that_comes_back_tells_what_shows_the_invisible():
    for blind, told in ((5, True), (0, False)):
        game = bearer()
        game.hero.timers.blind = blind
        helm = given(game, thing(item_classes.HELM, "Helm", known=False))[0]
        helm.special = special("of True Sight")
        identification.on_wearing(game, helm)
        assert ("Your sight comes back!" in " ".join(said(game))) is told


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "You feel stronger."), (-1, "You feel a lack that was not there before.")],
)
def test_a_ring_of_strength_is_felt_by_its_number(number, words):
    game = bearer()
    ring = given(game, thing(item_classes.RING, "Strength", pval=number))[0]
    wearing.wear(game, ring, "a")
    assert any(words in line for line in said(game))


# ------------------------------------------------------------------------ time


@pytest.mark.parametrize(
    ("left", "note", "told"), [(1, "!!", True), (1, "", False), (2, "!!", False)]
)
def test_what_recharges_says_so_when_it_is_inscribed_to(left, note, told):
    game = bearer()
    ring = wear(game, Slot.LEFT_RING, "Ring", timeout=left, inscription=note)
    assert "(recharging)" in item_names.name(game, ring)
    world_clock.wear_gear(game)
    assert ring.timeout == left - 1
    assert ("(recharging)" in item_names.name(game, ring)) is bool(ring.timeout)
    assert any(line.endswith("has recharged.") for line in said(game)) is told


# ------------------------------------------------------------------------ the truce


def take_up(game):
    dagger = item("Dagger")
    lying(game, dagger)
    pickup.pick_up(game, dagger)


def put_on_from_the_floor(game):
    dagger = item("Dagger")
    lying(game, dagger)
    wearing.wear(game, dagger, "a")


def put_on_from_the_pack(game):
    (dagger,) = given(game, item("Dagger"))
    wearing.wear(game, dagger, "a")


def drink(game):
    (potion,) = given(game, thing(POTION, "Clarity"))
    activation.quaff(game, potion)


def use_a_staff(game):
    (light,) = given(game, thing(STAFF, "Light", pval=8))
    activation.use_staff(game, light)


def use_an_empty_staff(game):
    (light,) = given(game, thing(STAFF, "Light", pval=0))
    activation.use_staff(game, light)


def choose_what_a_staff_works_on(game):
    held, potion = given(game, thing(STAFF, "Understanding", pval=8), thing(POTION, "Clarity"))
    activation.use_staff(game, held)
    assert game.world.truce  # the choice takes no time
    activation.chosen(game, held, potion)


def search_bones(game):
    bones = thing(item_classes.SKELETON, "Orc Skeleton", pval=1)
    lying(game, bones)
    load_dice(game, otherwise=1)
    skeletons.search_skeleton(game, bones)


def dig(game):
    game.hero.stat_base[Stat.STR] = 1
    wear(game, Slot.WEAPON, "Shovel", pval=1)
    put(game, game.hero.y, game.hero.x - 1, terrain.RUBBLE)
    digging.tunnel(game, game.hero.y, game.hero.x - 1)


@pytest.mark.parametrize(
    ("deed", "breaks"),
    [
        (search_bones, True), (dig, True),
        (take_up, True), (put_on_from_the_floor, True), (put_on_from_the_pack, False),
        (drink, False), (use_a_staff, True), (use_an_empty_staff, True),
        (choose_what_a_staff_works_on, True), (lambda game: blow("Terror", game=game), True),
    ],
)  # fmt: skip
def test_what_is_taken_used_blown_or_dug_before_an_alert_foe_breaks_the_truce(deed, breaks):
    game = bearer()
    game.world.truce = True
    foe(game, "Orc soldier", 0, 4, health=90)
    deed(game)
    assert game.world.truce != breaks
