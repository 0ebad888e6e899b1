"""Steps of monsters: onto the hero, through doors and rock, past others (rules: monsters 12.3)."""

import pytest

from engine.contract.view import Mark
from engine.sil.creature_ai import creature_moves
from engine.sil.creatures.situation import Situation
from engine.sil.game.state import Skill
from engine.sil.level import terrain
from tests.engine.sil.creatures.hall import meeting, told
from tests.engine.sil.stage import foe, item

HARDY = 10_000
SOLDIER, WOLF, MORGOTH = "Orc soldier", "Wolf", "Morgoth, Lord of Darkness"
WARRIOR = "Easterling warrior"


# ------------------------------------------------------------------------ a step onto the hero


@pytest.mark.parametrize("visible", [True, False])
def test_who_bumps_into_the_hero_unaware_notices_him(visible):
    game, found, s = meeting("@a", 4, visible=visible)
    found["a"].alertness = -1
    game.hero.stealth_mode = True
    creature_moves.enter(s, s.hero)
    assert found["a"].alertness == 3
    assert told(game) == (["The wolf notices you."] if visible else [])
    assert game.hero.stop_stealth == visible
    assert not game.hero.was_attacked
    creature_moves.enter(s, s.hero)
    assert game.hero.was_attacked


@pytest.mark.parametrize(("face", "swaps"), [(1, True), (2, False)])
def test_a_cat_warrior_slips_past_one_time_in_four(face, swaps):
    game, found, s = meeting("....\n.@ab\n....", face, a="Cat warrior", b="Cat warrior")
    hero, cat = game.hero, found["a"]
    here, there = (hero.y, hero.x), (cat.y, cat.x)
    creature_moves.enter(s, s.hero)
    assert ((hero.y, hero.x), (cat.y, cat.x)) == ((there, here) if swaps else (here, there))
    assert game.hero.was_attacked != swaps
    if swaps:
        assert told(game)[0].endswith("exchanges places with you.")
        assert game.level.creature_at(*here) is cat
        assert game.level.creature_at(*there) is None
        assert game.known(cat).noise == 5
        assert hero.attacked  # his free blow at it
        assert "EXCHANGE_PLACES" in game.lore.races[cat.race].flags


@pytest.mark.parametrize(
    ("timer", "turns", "strikes"),
    [("afraid", 1, False), ("entranced", 1, False), ("stun", 101, False), ("stun", 100, True),
     ("confused", 1, True)],
)  # fmt: skip
def test_who_can_strikes_at_the_cat_in_his_place(timer, turns, strikes):
    game, _, s = meeting("....\n.@ab\n....", 1, a="Cat warrior", b="Cat warrior")
    setattr(game.hero.timers, timer, turns)
    creature_moves.enter(s, s.hero)
    assert game.hero.attacked == strikes


def test_an_exchange_with_an_unseen_cat_is_not_told_but_breaks_off_what_he_does():
    game, _, s = meeting("....\n.@ab\n....", 1, a="Cat warrior", b="Cat warrior", visible=False)
    creature_moves._exchange(s)
    assert not any("exchanges" in line for line in told(game))
    assert "attacked" in [stop.reason for stop in game.state.disturbances]


def test_who_is_brought_onto_a_trap_sets_it_off():
    game, _, s = meeting("....\n.@ab\n....", 1, a="Cat warrior", b="Cat warrior")
    game.level.feature[s.here] = terrain.PIT
    game.hero.derived.skills[Skill.EVASION] = -99
    creature_moves._exchange(s)
    assert game.hero.health < HARDY


# ------------------------------------------------------------------------ doors and rock


@pytest.mark.parametrize(
    ("name", "door", "faces", "after", "goes", "line"),
    [
        (SOLDIER, terrain.CLOSED_DOOR, (1,), terrain.OPEN_DOOR, True, "A door opens."),
        (SOLDIER, terrain.CLOSED_DOOR, (2,), terrain.OPEN_DOOR, False, "A door opens."),
        ("Orc scout", terrain.LOCKED_DOOR + 3, (), terrain.CLOSED_DOOR, False, "A door unlocks."),
        ("Mountain troll", terrain.JAMMED_DOOR, (1,), terrain.BROKEN_DOOR, True,
         "A door bursts open."),
        ("Mountain troll", terrain.JAMMED_DOOR, (2,), terrain.OPEN_DOOR, True,
         "A door bursts open."),
    ],
)  # fmt: skip
def test_how_a_door_gives_way(name, door, faces, after, goes, line):
    game, found, s = meeting("@..+a", *faces, a=name)
    i = s.here - 1
    game.level.feature[i] = door
    game.knowledge.seen[i] = 1
    s = Situation(game, found["a"])
    assert creature_moves._door(s, i, door) == goes
    assert game.level.feature[i] == after
    assert told(game)[0] == line
    assert [stop.reason for stop in game.state.disturbances] == ["heard"]
    skills = {"opens": "OPEN_DOOR", "unlocks": "UNLOCK_DOOR", "bursts": "BASH_DOOR"}
    learned = skills[line.removesuffix(".").split()[2]]
    assert game.lore.races[found["a"].race].flags == [learned]


@pytest.mark.parametrize(("cost", "heard"), [(20, True), (21, False)])
def test_a_door_that_bursts_out_of_sight_is_heard_within_twenty(cost, heard):
    game, found, _ = meeting("@..+a", a="Mountain troll")
    i = game.level.at(found["a"].y, found["a"].x - 1)
    game.level.feature[i] = terrain.JAMMED_DOOR
    game.knowledge.seen[i], game.knowledge.noise[i] = 0, cost
    s = Situation(game, found["a"])
    creature_moves._door(s, i, terrain.JAMMED_DOOR)
    assert ("You hear a door burst open!" in told(game)) == heard
    assert bool(game.state.disturbances) == heard
    assert game.known(found["a"]).noise == 10


@pytest.mark.parametrize("in_view", [0, 1])
def test_a_door_that_opens_in_view_is_marked_on_the_map(in_view):
    game, _, s = meeting("@..+a", a=SOLDIER)
    i = s.here - 1
    game.knowledge.view[i] = in_view
    game.state.marks.clear()
    creature_moves._door(s, i, terrain.CLOSED_DOOR)
    assert game.state.marks == [Mark("changed", *game.level.place(i))] * in_view


def test_a_door_opened_quietly_out_of_sight_is_not_heard():
    game, found, s = meeting("@..+a", a=SOLDIER)
    i = s.here - 1
    game.knowledge.seen[i] = 0
    creature_moves._door(s, i, terrain.CLOSED_DOOR)
    assert "A door opens." not in told(game)
    assert "heard" not in [stop.reason for stop in game.state.disturbances]
    assert game.known(found["a"]).noise == 0


@pytest.mark.parametrize(("creature_seen", "door_seen", "told_of"), [
    (True, False, True), (False, True, True), (False, False, False),
])  # fmt: skip
def test_a_ward_is_seen_to_break_by_who_sees_the_door_or_the_creature(
    creature_seen, door_seen, told_of
):
    game, found, _ = meeting("@..+a", a=MORGOTH, visible=creature_seen)
    i = game.level.at(found["a"].y, found["a"].x - 1)
    game.level.feature[i] = terrain.WARD_1
    game.knowledge.seen[i] = door_seen
    creature_moves._door(Situation(game, found["a"]), i, terrain.WARD_1)
    assert ("A ward of power flares and breaks." in told(game)) == told_of


@pytest.mark.parametrize(
    ("rock", "after"),
    [(terrain.RUBBLE, terrain.FLOOR), (terrain.GRANITE, terrain.RUBBLE),
     (terrain.QUARTZ, terrain.RUBBLE)],
)  # fmt: skip
@pytest.mark.parametrize(("cost", "seen", "heard"), [(20, 0, True), (21, 0, False), (5, 1, False)])
def test_digging_turns_rock_to_rubble_and_rubble_to_floor_and_is_heard(
    rock, after, cost, seen, heard
):
    game, found, s = meeting("@..:a", a="Kemenrauko")
    i = s.here - 1
    game.level.feature[i] = rock
    game.knowledge.seen[i] = seen
    game.knowledge.noise[s.here] = cost
    creature_moves._dig(s, i, rock)
    assert game.level.feature[i] == after
    assert ("You hear stone grinding." in told(game)) == heard
    assert bool(game.state.disturbances) == heard
    assert game.known(found["a"]).noise == 15
    assert game.lore.races[found["a"].race].flags == ["TUNNEL_WALL"]
    assert game.level.creature_at(found["a"].y, found["a"].x) is found["a"]


# ------------------------------------------------------------------------ a step on open ground


def test_a_step_is_remembered_and_heard_and_an_exchange_is_no_charge():
    game, found, s = meeting("@...a", a=SOLDIER)
    creature_moves.enter(s, s.here - 1)
    assert found["a"].last_moves[0] == 4
    assert game.known(found["a"]).noise == 5
    game, found, s = meeting("@..ba", a="Orc captain", b=SOLDIER)
    found["a"].last_moves[0] = found["b"].last_moves[0] = 4
    here, there = (found["a"].y, found["a"].x), (found["b"].y, found["b"].x)
    creature_moves.enter(s, s.here - 1)
    assert (found["a"].y, found["a"].x) == there
    assert (found["b"].y, found["b"].x) == here
    assert game.level.creature_at(*there) is found["a"]
    assert game.level.creature_at(*here) is found["b"]
    assert found["a"].last_moves[0] == found["b"].last_moves[0] == 0
    assert found["b"].flags == ["pushed"]


@pytest.mark.parametrize(("alertness", "howls"), [(0, True), (-1, False)])
def test_only_the_alert_howl_over_a_scent_onto_which_they_step(alertness, howls):
    game, found, s = meeting("@.#....a")
    found["a"].alertness = alertness
    game.knowledge.scent[s.here - 1], game.knowledge.noise[s.here - 1] = game.hero.turns + 2, 20
    creature_moves.enter(s, s.here - 1)
    assert ("You hear a long howl of pursuit." in told(game)) == howls


@pytest.mark.parametrize(
    ("walls", "side", "lands"),
    [((), 1, (0, -1)), (((0, -1),), 1, (1, -1)), (((0, -1),), 2, (-1, -1))],
)
def test_who_cannot_be_where_the_other_comes_from_is_shoved_on(walls, side, lands):
    game, found, _ = meeting(".......\n@.....a\n.......", side, a="Spectre")
    spectre = found["a"]
    wolf = foe(game, WOLF, 0, spectre.x - 1 - game.hero.x)
    wolf.last_moves[0] = 4
    here = game.level.at(spectre.y, spectre.x)
    game.level.feature[here] = terrain.GRANITE
    y, x = wolf.y, wolf.x
    for dy, dx in walls:
        game.level.feature[game.level.at(y + dy, x + dx)] = terrain.GRANITE
    creature_moves._move(Situation(game, spectre), here - 1)
    assert (spectre.y, spectre.x) == (y, x)
    assert (wolf.y - y, wolf.x - x) == lands
    assert wolf.flags == ["pushed"]
    assert wolf.last_moves[0] == 0
    assert spectre.last_moves[0] == 0


def test_nobody_is_shoved_where_there_is_no_room():
    game, found, _ = meeting("###\n@.a\n###", a="Spectre")
    spectre = found["a"]
    wolf = foe(game, WOLF, 0, 1)
    here = game.level.at(spectre.y, spectre.x)
    game.level.feature[here] = terrain.GRANITE
    creature_moves._move(Situation(game, spectre), here - 1)
    assert (spectre.y, spectre.x) == game.level.place(here)
    assert game.level.creature_at(spectre.y, spectre.x) is spectre
    assert wolf.flags == []


def test_the_confused_do_not_change_places():
    _, found, s = meeting("@..ba", a="Orc captain", b=SOLDIER)
    found["a"].confused = 3
    before = found["a"].x
    creature_moves.enter(s, s.here - 1)
    assert found["a"].x == before


def test_a_glyph_is_broken_by_who_enters_it_and_seen_to_be():
    for seen in (1, 0):
        game, _, s = meeting("@..;a", a=SOLDIER)
        i = s.here - 1
        game.knowledge.seen[i] = game.knowledge.view[i] = seen
        creature_moves._move(s, i)
        assert game.level.feature[i] == terrain.FLOOR
        assert ("The orc soldier breaks the glyph of warding." in told(game)) == bool(seen)


@pytest.mark.parametrize(
    ("changes", "to", "strikes"),
    [
        ({}, (-1, 0), True),
        ({}, (0, 1), False),  # out of the hero's reach
        ({"stance": "fleeing"}, (-1, 0), False),
        ({"confused": 2}, (-1, 0), False),
        ({"alertness": -3}, (-1, 0), False),
    ],
)
def test_easterling_warriors_strike_as_they_go_round_the_hero(changes, to, strikes):
    game, found, _ = meeting("....\n.@a.\n....", a=WARRIOR)
    creature = found["a"]
    for field, value in changes.items():
        setattr(creature, field, value)
    s = Situation(game, creature)
    creature_moves._move(s, s.here + to[0] * game.level.width + to[1])
    assert game.hero.was_attacked == strikes
    page = game.lore.races.get(creature.race)
    assert (page is not None and "FLANKING" in page.flags) == strikes


def test_others_pass_the_hero_without_a_blow():
    game, _, s = meeting("....\n.@a.\n....", a=SOLDIER)
    creature_moves._move(s, s.here - game.level.width)
    assert not game.hero.was_attacked


@pytest.mark.parametrize(
    ("name", "thing", "changes", "takes"),
    [
        ("Ulfang the Black", "Dagger", {}, True),
        ("Ulfang the Black", "Dagger", {"cursed": True}, False),
        ("Ulfang the Black", "Dagger", {"broken": True}, False),
        (WOLF, "Dagger", {}, False),
    ],
)
def test_what_thieves_of_the_floor_take(name, thing, changes, takes):
    for visible in (True, False):
        game, found, s = meeting("@..a", a=name, visible=visible)
        lying = item(thing, **changes)
        game.level.floor[s.here] = [lying]
        creature_moves._take_items(s, s.here)
        assert found["a"].carried == ([lying] if takes else [])
        assert (s.here in game.level.floor) != takes
        assert any("picks something up" in line for line in told(game)) == (takes and visible)


@pytest.mark.parametrize(
    ("name", "seen", "moves"), [("Grotesque", 1, False), ("Grotesque", 0, True), (SOLDIER, 1, True)]
)
def test_a_statue_does_not_step_where_it_would_be_seen(name, seen, moves):
    game, found, s = meeting("@..a", a=name)
    game.knowledge.seen[s.here - 1] = seen
    before = found["a"].x
    creature_moves.enter(s, s.here - 1)
    assert (found["a"].x != before) == moves
