"""Steps of creatures in unusual circumstances: wards, shoves, digging, thieves, free blows."""

import pytest

from engine.sil.creature_ai import creature_moves
from engine.sil.creatures.situation import Situation, can_exist
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from tests.engine.sil.arena import said
from tests.engine.sil.combat.test_blows_seldom_struck import blows_at_hero
from tests.engine.sil.creatures.hall import drawn
from tests.engine.sil.stage import item, load_dice, wear


def enter(game, creature, dy=0, dx=-1):
    """Let a creature go to a neighbouring square, the western one if none is named."""
    s = Situation(game, creature)
    creature_moves.enter(s, game.level.at(creature.y + dy, creature.x + dx))


def place(creature):
    return creature.y, creature.x


# ------------------------------------------------------------------------ onto the hero


@pytest.mark.parametrize(("seen", "moves"), [(1, False), (0, True)])
def test_a_statue_does_not_step_where_the_hero_looks(seen, moves):
    game, found = drawn("@....a", {"a": "Grotesque"})
    statue = found["a"]
    before = place(statue)
    game.knowledge.seen[game.level.at(statue.y, statue.x - 1)] = seen
    enter(game, statue)
    assert (place(statue) != before) is moves
    assert ("HIDDEN_MOVE" in game.lore.races[statue.race].flags) is not moves


@pytest.mark.parametrize(
    ("name", "truce", "struck"),
    [("Orc soldier", False, 1), ("Orc soldier", True, 0), ("Dejected human thrall", False, 0)],
)
def test_in_the_truce_nobody_strikes_and_thralls_never_do(name, truce, struck):
    game, found = drawn("@a...", {"a": name})
    game.world.truce = truce
    load_dice(game)
    enter(game, found["a"])
    assert blows_at_hero(game) == struck


@pytest.mark.parametrize("visible", [True, False])
def test_an_exchange_of_places_is_told_of_who_is_seen(visible):
    game, found = drawn("@abc.\n.d...", dict.fromkeys("abcd", "Cat warrior"))
    cat, hero = found["a"], game.hero
    before = place(cat)
    hero.timers.afraid, game.learn(cat).visible = 9, visible
    vanishes = said(game)
    load_dice(game)
    enter(game, cat)
    assert (hero.y, hero.x) == before
    told = [line for line in said(game) if line not in vanishes]
    assert any("exchanges places with you." in line for line in told) is visible


# ------------------------------------------------------------------------ doors and rock


@pytest.mark.parametrize(
    ("feature", "visible", "seen", "told"),
    [
        (terrain.WARD_1, True, False, True),
        (terrain.WARD_1, False, True, True),
        (terrain.WARD_1, False, False, False),
        (terrain.CLOSED_DOOR, True, True, False),
    ],
)
def test_the_end_of_a_ward_is_told_when_the_door_or_the_creature_is_seen(
    feature, visible, seen, told
):
    game, found = drawn("@..+a.", {"a": "Orc soldier"})
    orc = found["a"]
    door = game.level.at(orc.y, orc.x - 1)
    game.level.feature[door] = feature
    game.learn(orc).visible, game.knowledge.seen[door] = visible, seen
    load_dice(game)
    enter(game, orc)
    assert game.level.feature[door] != feature
    assert ("A ward of power flares and breaks." in said(game)) is told


@pytest.mark.parametrize(
    ("noise", "seen", "heard"), [(20, 0, True), (21, 0, False), (20, 1, False)]
)
def test_digging_out_of_sight_is_heard_from_twenty_squares(noise, seen, heard):
    game, found = drawn("@....%a.", {"a": "Nameless thing"})
    digger = found["a"]
    rock = game.level.at(digger.y, digger.x - 1)
    game.knowledge.noise[game.level.at(digger.y, digger.x)] = noise
    game.knowledge.seen[rock] = seen
    game.state.disturbances = []
    enter(game, digger)
    assert game.level.feature[rock] == terrain.RUBBLE
    assert ("You hear stone grinding." in said(game)) is heard
    reasons = [str(stop.why) for stop in game.state.disturbances]
    assert ("something digs nearby" in reasons) is heard


# ------------------------------------------------------------------------ others in the way


@pytest.mark.parametrize(
    ("name", "feature", "can"),
    [
        ("Grimhawk", terrain.CHASM, True),
        ("Wolf", terrain.CHASM, False),
        ("Shadow", terrain.CLOSED_DOOR, True),
        ("Orc soldier", terrain.CLOSED_DOOR, False),
        ("Wolf", terrain.FLOOR, True),
        ("Grimhawk", terrain.GLYPH, False),
        ("Shadow", terrain.PERMANENT, False),
        ("Shadow", terrain.GRANITE, False),
        ("Wolf", terrain.GRANITE, False),
    ],
)
def test_where_whom_can_be_at_all(name, feature, can):
    game, found = drawn("@...a.", {"a": name})
    square = game.level.at(found["a"].y, found["a"].x + 1)
    game.level.feature[square] = feature
    assert can_exist(game, found["a"], square) is can


def shoved(rows, *faces):
    """Return where a soldier `o` is, counted from where he was, and whether the hawk `b` took his
    place, out of the chasm to the east of him where he cannot be."""
    game, found = drawn(rows, {"b": "Grimhawk", "o": "Orc soldier"})
    hawk, orc = found["b"], found["o"]
    game.level.feature[game.level.at(hawk.y, hawk.x)] = terrain.CHASM
    y, x = place(orc)
    load_dice(game, *faces)
    enter(game, hawk)
    assert game.level.occupant[game.level.at(*place(orc))] == orc.slot
    return (orc.y - y, orc.x - x), place(hawk) == (y, x), orc


def test_who_cannot_change_places_is_shoved_straight_on():
    step, passed, orc = shoved(".....\n@.ob.\n.....")
    assert (step, passed) == ((0, -1), True)
    assert "pushed" in orc.flags


@pytest.mark.parametrize(("die", "dy"), [(1, 1), (2, -1)])
def test_who_cannot_be_shoved_straight_on_goes_to_the_side_that_chance_says(die, dy):
    step, passed, _ = shoved("@....\n.#ob.\n.....", die)
    assert (step, passed) == ((dy, -1), True)


@pytest.mark.parametrize("free", [(-1, 0), (1, 1)])
def test_the_last_free_square_about_him_is_found_but_not_the_way_back(free):
    rows = [list("#####"), list("##ob#"), list("#####"), list("@....")]
    rows[1 + free[0]][2 + free[1]] = "."
    step, passed, _ = shoved("\n".join("".join(row) for row in rows))
    assert (step, passed) == (free, True)


def test_without_room_nobody_is_shoved_and_nobody_passes():
    assert shoved("#####\n##ob#\n#####\n@....")[:2] == ((0, 0), False)


# ------------------------------------------------------------------------ blows on the way


def test_whom_an_opportunist_kills_does_not_leave():
    game, found = drawn("@a...", {"a": "Wolf"})
    wolf = found["a"]
    wolf.health = 1
    game.hero.bought = [ab.OPPORTUNIST]
    wear(game, Slot.WEAPON, "Longsword")
    game.learn(wolf).visible = True
    load_dice(game, 20, 1, otherwise=8)
    start = place(wolf)
    enter(game, wolf, dx=1)
    assert game.level.creatures[wolf.slot] is not wolf
    assert game.level.at(*start) not in game.level.occupant
    assert place(wolf) == start


@pytest.mark.parametrize(("health", "taken"), [(1, False), (1000, True)])
def test_a_thief_whom_a_set_spear_kills_takes_nothing(health, taken):
    game, found = drawn("@.a..", {"a": "Uldor, the Accursed"})
    thief = found["a"]
    thief.health = health
    game.hero.bought, game.hero.focused = [ab.POLEARM_MASTERY], True
    game.hero.skill_base = [20] * 8
    wear(game, Slot.WEAPON, "Spear")
    game.learn(thief).visible = True
    square = game.level.at(thief.y, thief.x - 1)
    game.level.floor[square] = [item("Longsword")]
    load_dice(game, 20, 1, otherwise=9)
    game.level.floor[square] = [loot := item("Longsword")]
    enter(game, thief)
    assert (loot in thief.carried) is taken
    assert (square in game.level.floor) is not taken


def test_who_kills_the_hero_in_passing_goes_no_farther():
    game, found = drawn(".....\n@a...", {"a": "Easterling warrior"})
    warrior, game.hero.health = found["a"], 1
    start = place(warrior)
    load_dice(game, 20, 1, otherwise=9)
    enter(game, warrior, dy=-1, dx=0)
    assert game.state.ended == "dead"
    assert place(warrior) == start


@pytest.mark.parametrize(
    ("fields", "taken"), [({}, True), ({"cursed": True}, False), ({"broken": True}, False)]
)
def test_thieves_leave_cursed_and_worthless_things_lying(fields, taken):
    game, found = drawn("@....a.", {"a": "Ulfang the Black"})
    thief = found["a"]
    square = game.level.at(thief.y, thief.x - 1)
    game.level.floor[square] = [item("Longsword", **fields)]
    enter(game, thief)
    assert (square in game.level.floor) is not taken
    assert len(thief.carried) == taken
