"""Steps of the world at their boundaries: arrivals, light, regeneration, things worn, accounts of
plans (rules: world 1)."""

import pytest

from engine.common import plans
from engine.contract.facts import Died, SeatRef
from engine.sil.clock import auto_pickup, plan_accounts, sightings, turn_order, world_clock
from engine.sil.dungeon import creature_arrivals
from engine.sil.game.messages import tell
from engine.sil.game.state import Room, Skill, Slot
from engine.sil.hero import action_costs
from engine.sil.item_use import pickup
from engine.sil.level import terrain
from engine.sil.perception import noise
from tests.engine.sil.arena import arena, look, put, said
from tests.engine.sil.stage import foe, item, load_dice, refresh, wear

# ------------------------------------------------------------------------ arrivals


@pytest.fixture
def arrivals(monkeypatch):
    """The arrivals that are called for, and whether each is a haunting."""
    called = []
    monkeypatch.setattr(
        creature_arrivals, "arrive", lambda _game, *, haunting=False: called.append(haunting)
    )
    return called


@pytest.mark.parametrize(
    ("depth", "silmarils", "faces", "come"),
    [
        (5, 0, (1,), 1), (5, 0, (2,), 0), (5, 1, (1,), 1),
        (0, 0, (10, 2), 1), (0, 0, (11, 2), 0), (0, 0, (10, 1), 2), (1, 0, (1, 2), 1),
    ],
)  # fmt: skip
def test_newcomers_arrive_once_in_160_world_steps_and_oftener_at_the_gates(
    depth, silmarils, faces, come, arrivals
):
    game = arena(depth=depth)
    game.hero.silmarils = silmarils
    load_dice(game, *faces, otherwise=99)
    world_clock.tick(game)
    assert arrivals == [False] * come


@pytest.mark.parametrize(
    ("silmarils", "face", "come"), [(2, 3, 1), (2, 4, 0), (3, 3, 1), (1, 2, 0)]
)
def test_two_silmarils_call_newcomers_by_the_size_of_the_level(silmarils, face, come, arrivals):
    game = arena(*["#" * 33, *["#" + "." * 31 + "#"] * 15, "#" + "@" + "." * 30 + "#",
                   *["#" + "." * 31 + "#"] * 15, "#" * 33])  # fmt: skip
    assert game.level.height * game.level.width // 363 == 3
    game.hero.silmarils = silmarils
    load_dice(game, face, otherwise=99)
    world_clock.tick(game)
    assert len(arrivals) == come


@pytest.mark.parametrize(("haunted", "face", "come"), [(10, 10, 1), (10, 11, 0), (0, 1, 0)])
def test_haunted_things_call_the_undead_by_their_percent(haunted, face, come, arrivals):
    game = arena()
    game.hero.derived.counts["haunted"] = haunted
    load_dice(game, 2, face, otherwise=99)
    world_clock.tick(game)
    assert arrivals == [True] * come


# ------------------------------------------------------------------------ light and things worn


@pytest.mark.parametrize(
    ("name", "fuel", "lines", "breaks_off"),
    [
        ("Wooden Torch", 101, ["Your light is growing faint."], True),
        ("Wooden Torch", 100, [], False),
        ("Wooden Torch", 81, ["Your light is growing faint."], False),
        ("Wooden Torch", 121, [], False),
        ("Wooden Torch", 21, ["Your light is growing faint."], False),
        ("Wooden Torch", 1, ["Your light has gone out!"], True),
        ("Wooden Torch", 0, [], False),
        ("Brass Lantern", 101, ["Your light is growing faint."], True),
    ],
)
def test_a_light_grows_faint_from_a_hundred_turns_on(name, fuel, lines, breaks_off):
    game = arena()
    light = wear(game, Slot.LIGHT, name, timeout=fuel)
    world_clock.wear_gear(game)
    assert light.timeout == max(0, fuel - 1)
    assert said(game) == lines
    assert bool(game.state.disturbances) == breaks_off


def test_a_blind_hero_keeps_only_the_last_turn_of_fuel():
    for fuel, left in ((1, 1), (2, 1)):
        game = arena()
        light = wear(game, Slot.LIGHT, "Wooden Torch", timeout=fuel)
        game.hero.timers.blind = 3
        world_clock.wear_gear(game)
        assert light.timeout == left


@pytest.mark.parametrize(("inscription", "told"), [("!!", True), ("", False)])
def test_what_is_worn_recharges_and_says_so_if_it_is_asked_to(inscription, told):
    game = arena()
    ring = wear(game, Slot.RIGHT_RING, "Accuracy", timeout=2, inscription=inscription)
    arrows = wear(game, Slot.QUIVER1, "Arrow", timeout=2)
    world_clock.wear_gear(game)
    assert said(game) == []
    world_clock.wear_gear(game)
    assert ring.timeout == 0
    assert (said(game) != []) == told
    world_clock.wear_gear(game)
    assert ring.timeout == 0
    assert arrows.timeout == 2


@pytest.mark.parametrize(
    ("flags", "known", "wounded", "face", "learned"),
    [
        (["AGGRAVATE"], False, False, 1, True), (["AGGRAVATE"], False, False, 2, False),
        (["DANGER"], False, False, 1, True), (["REGEN"], False, True, 1, True),
        (["REGEN"], False, False, 1, False), ([], False, True, 1, False),
    ],
)  # fmt: skip
def test_what_a_thing_does_all_the_time_is_understood_once_in_a_hundred_turns(
    flags, known, wounded, face, learned
):
    game = arena()
    helm = wear(game, Slot.HEAD, "Great Helm", flags=flags, known=known)
    game.hero.health = game.hero.derived.max_health - wounded
    load_dice(game, face)
    world_clock.know_worn(game)
    assert helm.known == learned


def test_one_thing_worn_is_understood_at_a_time():
    game = arena()
    worn = [
        wear(game, slot, name, flags=["DANGER"], known=False)
        for slot, name in ((Slot.HEAD, "Great Helm"), (Slot.HANDS, "Set of Gauntlets"))
    ]
    for count in (1, 2):
        load_dice(game, 1)
        world_clock.know_worn(game)
        assert sum(thing.known for thing in worn) == count


@pytest.mark.parametrize(
    ("radiant", "face", "known"), [(True, 1, True), (True, 2, False), (False, 1, False)]
)
def test_boots_of_radiance_light_the_square_and_show_themselves_in_time(radiant, face, known):
    game = arena(lit=False)
    flags = ["RADIANCE"] if radiant else []
    boots = wear(game, Slot.FEET, "Pair of Greaves", flags=flags, known=False)
    load_dice(game, face)
    world_clock.light_the_way(game)
    assert bool(game.level.glow[game.level.at(game.hero.y, game.hero.x)]) == radiant
    assert boots.known == known


# ------------------------------------------------------------------------ what comes back


def test_health_and_voice_come_back_and_no_more_than_all():
    game = arena()
    hero = game.hero
    hero.derived.max_health = hero.derived.max_voice = 300
    hero.turns, hero.health, hero.voice = 10, 100, 100
    world_clock.regenerate(game)
    assert (hero.health, hero.voice) == (102, 102)
    hero.song = 1
    world_clock.regenerate(game)
    assert (hero.health, hero.voice) == (104, 102)
    hero.song, hero.health, hero.voice = -1, 299, 299
    world_clock.regenerate(game)
    assert (hero.health, hero.voice) == (300, 300)
    hero.health, hero.timers.poison = 100, 3
    world_clock.regenerate(game)
    assert hero.health == 100


@pytest.mark.parametrize(
    ("weariness", "on_the_run", "after"),
    [(1000, False, 999), (1001, False, 999), (0, False, 0), (100, True, 99), (101, True, 99)],
)
def test_tired_stairs_recover_by_a_thousandth_or_a_hundredth(weariness, on_the_run, after):
    game = arena()
    game.hero.stair_weariness, game.hero.on_the_run = weariness, on_the_run
    world_clock.rest_stairs(game)
    assert game.hero.stair_weariness == after


@pytest.mark.parametrize(("turns", "gain"), [(0, 85), (848, 85), (849, 84), (850, 84)])
def test_the_shallows_recede_slower_as_turns_pass(turns, gain):
    game = arena(depth=1)
    game.hero.turns, game.hero.min_depth_counter = turns, 0
    world_clock.close_the_door(game)
    assert game.hero.turns == turns + 1
    assert game.hero.min_depth_counter == gain


# ------------------------------------------------------------------------ the order of turns


@pytest.mark.parametrize(
    ("speed", "gain"), [(0, 5), (1, 5), (2, 10), (3, 15), (7, 35), (9, 35), (-1, 5)]
)
def test_energy_comes_by_speed_between_the_slowest_and_the_fastest(speed, gain):
    game = arena()
    wolf = foe(game, "Wolf", 0, 3)
    wolf.speed, wolf.energy, game.hero.energy = speed, 1, 2
    turn_order._gain_energy(game)
    assert wolf.energy == 1 + gain
    assert game.hero.energy == 2 + turn_order.ENERGY[game.hero.derived.speed]


def test_the_forge_is_heard_each_turn_of_work(monkeypatch):
    loud = []
    monkeypatch.setattr(noise, "noise", lambda _game, difficulty: loud.append(difficulty))
    for forge, heard in ((-1, []), (0, [-10])):
        loud.clear()
        game = arena()
        game.state.forge = forge
        turn_order._end_turn(game)
        assert loud == heard


def test_an_archers_kill_is_forgotten_after_another_turn():
    for action, kept in ((action_costs.ARCHERY, True), (action_costs.PASS, False)):
        game = arena()
        game.hero.actions[0], game.hero.last_archery_kill = action, True
        turn_order._start_turn(game)
        assert game.hero.last_archery_kill == kept
        assert game.hero.actions[:2] == [0, action]


def test_stealth_mode_ends_at_the_next_turn_only_if_it_was_disturbed():
    for stopped in (True, False):
        game = arena()
        game.hero.stealth_mode, game.hero.stop_stealth = True, stopped
        turn_order._start_turn(game)
        assert game.hero.stealth_mode != stopped
        assert not game.hero.stop_stealth
        assert game.hero.stealth_score == game.hero.skill(Skill.STEALTH)


def test_the_turn_in_which_the_hero_dies_counts():
    game = arena()
    game.hero.timers.poison, game.hero.health = 50, 1
    before = game.hero.turns
    turn_order._end_turn(game)
    assert game.state.ended
    assert game.hero.turns == before + 1


# ------------------------------------------------------------------------ gathering


@pytest.mark.parametrize(
    ("setting", "seen", "gathers"),
    [("yes", None, True), ("no", None, False), ("yes", "Wolf", False),
     ("yes", "Alert human thrall", True)],
)  # fmt: skip
def test_things_are_gathered_by_the_option_while_no_enemy_is_in_sight(setting, seen, gathers):
    game = arena()
    game.state.options["pickup"] = setting
    if seen:
        foe(game, seen, 0, 3)
    here = game.level.at(game.hero.y, game.hero.x)
    dagger = item("Dagger")
    game.level.floor[here] = [dagger]
    turns = game.hero.turns
    auto_pickup.gather(game)
    assert (here not in game.level.floor) == gathers
    assert (game.hero.turns > turns) == gathers


def test_nothing_is_gathered_while_a_question_is_open():
    game = arena()
    game.state.options["pickup"] = "yes"
    game.level.floor[game.level.at(game.hero.y, game.hero.x)] = [item("Dagger")]
    game.state.question = object()
    auto_pickup.gather(game)
    assert game.hero.pack == []


# ------------------------------------------------------------------------ a plan's account


def account(game):
    return plan_accounts.PlanAccount(game)


def test_a_plans_account_tells_what_it_found_killed_and_cost():
    game = arena("#######", "#@....#", "#######")
    game.level.rooms = [Room(0, 0, 2, 6)]
    game.knowledge.mark = bytearray(len(game.knowledge.mark))
    game.knowledge.seen = bytearray(len(game.knowledge.mark))
    game.knowledge.glimpsed = bytearray(len(game.knowledge.mark))
    game.knowledge.walked = bytearray(len(game.knowledge.mark))
    game.hero.health = game.hero.derived.max_health
    told = account(game)
    assert dict(told.counts()) == {}
    stairs = put(game, 1, 4, terrain.DOWN_STAIR)
    look(game)
    game.knowledge.mark[stairs] = 1
    game.hero.health -= 3
    game.hero.experience += 5
    told._events = 0
    tell(game, "", fact=Died(None, SeatRef(game.hero.number)))
    tell(game, "", fact=Died(None, SeatRef(7)))
    counts = dict(told.counts())
    assert counts == {"rooms": 1, "landmarks": 1, "killed": 1, "health": -3, "experience": 5}
    lines = [str(line) for line in told.words(None)]
    assert (lines[0], *lines[2:]) == ("1 room", "killed 1", "lost 3 health")
    assert len([*told.words(game.level.place(stairs))]) == len(lines) - 1


def test_a_plans_account_tells_nothing_that_was_taken_or_killed_before_the_plan():
    game = arena()
    here = game.level.at(game.hero.y, game.hero.x)

    def take_and_kill(thing):
        game.level.floor[here] = [thing]
        pickup.pick_up(game, thing)
        tell(game, "", fact=Died(None, SeatRef(game.hero.number)))

    take_and_kill(item("Dagger"))
    told = account(game)
    assert dict(told.counts()) == {}
    assert [*told.words(None)] == []
    take_and_kill(item("Spear"))
    assert dict(told.counts()) == {"taken": 1, "killed": 1}
    took, killed = (str(line) for line in told.words(None))
    assert took.startswith("took a Spear")
    assert killed == "killed 1"


def test_health_beyond_the_full_is_no_gain():
    game = arena()
    game.hero.health = game.hero.derived.max_health - 2
    told = account(game)
    game.hero.health += 9
    assert dict(told.counts()) == {"health": 2}
    assert [str(line) for line in told.words(None)] == ["got back 2 health"]


# ------------------------------------------------------------------------ sightings


@pytest.mark.parametrize(
    ("name", "changes", "mind"),
    [
        ("Wolf", {}, "alert"), ("Wolf", {"alertness": -1}, "unwary"),
        ("Wolf", {"alertness": -11}, "asleep"), ("Wolf", {"stance": "fleeing"}, "fleeing"),
        ("Wolf", {"stance": "fleeing", "alertness": -1}, "unwary"), ("Tanglethorn", {}, ""),
        ("Alert human thrall", {}, ""),
    ],
)  # fmt: skip
def test_what_a_creature_is_about(name, changes, mind):
    game = arena()
    creature = foe(game, name, 0, 3)
    for field, value in changes.items():
        setattr(creature, field, value)
    assert sightings.mind(game, creature) == mind
    game.hero.timers.hallucinating = 1
    assert sightings.mind(game, creature) == ""


@pytest.mark.parametrize(
    ("name", "dx", "alert"),
    [("Tanglethorn", 1, True), ("Tanglethorn", 2, False), ("Wolf", 4, True),
     ("Alert human thrall", 1, False)],
)  # fmt: skip
def test_the_rooted_are_a_danger_only_beside_the_hero(name, dx, alert):
    game = arena()
    assert sightings.is_alert(game, foe(game, name, 0, dx)) == alert


@pytest.mark.parametrize(
    ("name", "dx", "speed", "turns"),
    [
        ("Orc soldier", 1, 2, 0), ("Orc soldier", 4, 2, 3), ("Orc soldier", 4, 3, 4.5),
        ("Wolf", 4, 2, 2), ("Orc archer", 4, 2, 0), ("Giant", 5, 2, 0), ("Red serpent", 5, 2, 0),
    ],
)  # fmt: skip
def test_how_soon_one_could_do_harm(name, dx, speed, turns):
    game = arena("#############", "#@..........#", "#############")
    creature = foe(game, name, 0, dx)
    game.hero.derived.speed = speed
    expected = turns
    if name == "Wolf":
        expected = 3 * 10 / turn_order.ENERGY[game.data.monsters[creature.race].speed]
    assert sightings.turns_to_harm(game, creature) == pytest.approx(expected)


@pytest.mark.parametrize(("name", "reach"), [("Orc archer", 10), ("Giant", 5), ("Red serpent", 8)])
def test_from_how_far_one_could_shoot_hurl_or_breathe(name, reach):
    for dx, shoots in ((reach, True), (reach + 1, False)):
        game = arena("###############", "#@............#", "###############")
        creature = foe(game, name, 0, dx)
        assert sightings._shoots_from_there(game, creature) == shoots
        game.knowledge.fire[game.level.at(creature.y, creature.x)] = 0
        assert not sightings._shoots_from_there(game, creature)


def test_a_danger_is_within_the_limits_turns_and_no_later():
    game = arena("###############", "#@............#", "###############")
    orc = foe(game, "Orc soldier", 0, 4)
    for near, danger in ((3, None), (4, orc)):
        limits = plans.LIMITS["usual"]._replace(near=near)
        assert sightings.nearest_danger(game, limits) is danger


def test_derived_figures_are_worked_out_at_the_end_of_a_turn():
    game = arena()
    refresh(game)
    game.hero.derived.speed = 7
    turn_order._end_turn(game)
    assert game.hero.derived.speed == 2
