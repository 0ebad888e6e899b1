"""The clock: energy, regeneration, the world's step, a turn's order (rules: world 1, 18; endgame
13.1)."""

import pytest

from engine.sil.clock import turn_order, world_clock
from engine.sil.commands import movement
from engine.sil.dungeon import level_arrival, stairs
from engine.sil.effects import creature_upkeep
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Level, Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs
from tests.engine.sil.arena import arena, look, said
from tests.engine.sil.stage import foe, load_dice, wear

pytestmark = pytest.mark.covers(
    "spec-world: 1.2",
    "spec-world: 1.3",
    "spec-dungeon: 7.1",
    "spec-dungeon: 7.2",
    "spec-dungeon: 5.2",
)

PRESETS = pytest.mark.parametrize("rulings", [GAME, MANUAL], ids=["game", "manual"])


@pytest.mark.covers("spec-world: Time / Two clocks")
@pytest.mark.parametrize(("speed", "actions"), [(1, 3), (2, 6), (3, 9)])
@pytest.mark.covers("sil-q-codebase: Speed and Energy System", "sil-q-manual: System changes")
def test_a_hero_acts_as_often_as_his_speed_lets_him(speed, actions):
    energy = taken = 0
    for _ in range(60):
        if energy >= action_costs.COST:
            energy -= action_costs.COST
            taken += 1
        energy += turn_order.ENERGY[speed]
    assert taken + (energy >= action_costs.COST) == actions


@pytest.mark.covers("sil-q-codebase: Speed and Energy System")
def test_a_normal_turn_lasts_ten_game_turns_and_energy_is_conserved():
    game = arena()
    before = game.state.game_turn
    for _ in range(6):
        action_costs.spend(game)
        turn_order.finish_action(game)
    assert game.state.game_turn - before == 60
    assert game.hero.energy == 100


@pytest.mark.covers("spec-world: Time / Regeneration")
def test_health_comes_back_spread_evenly():
    gains = {t: creature_upkeep.recovery_share(20, 150, t) for t in range(151)}
    assert [t for t in range(1, 17) if gains[t]] == [8, 15]
    assert sum(gains.values()) == 20
    assert gains[0] == 0
    assert [t for t in range(1, 20) if creature_upkeep.recovery_share(20, 75, t)] == [
        4,
        8,
        12,
        15,
        19,
    ]


@pytest.mark.parametrize("maximum", [1, 13, 20, 59, 400])
@pytest.mark.parametrize("period", [30, 50, 75, 150])
def test_any_maximum_comes_back_in_exactly_one_period(maximum, period):
    for start in (0, 1, 37):
        ticks = range(start + 1, start + period + 1)
        assert sum(creature_upkeep.recovery_share(maximum, period, t) for t in ticks) == maximum


@PRESETS
def test_a_regenerating_thing_quickens_health_and_voice_as_the_ruling_says(rulings):
    game = arena(rulings=rulings)
    hero = game.hero
    hero.derived.counts["regeneration"] = 1
    hero.health = hero.voice = 1
    gains = []
    for hero.turns in range(1, 151):
        hero.health = hero.voice = 1
        world_clock.regenerate(game)
        gains.append((hero.health - 1, hero.voice - 1))
    effect = rulings.regeneration_item_effect
    health, voice = effect.health or 2, effect.voice or 2
    assert sum(h for h, _ in gains) == health * hero.derived.max_health
    assert sum(v for _, v in gains) == voice * hero.derived.max_voice


@pytest.mark.parametrize("ailment", ["poison", "cut"])
def test_poison_and_wounds_keep_health_from_coming_back_but_not_voice(ailment):
    game = arena()
    hero = game.hero
    hero.health, hero.voice, hero.turns = 1, 1, 150
    setattr(hero.timers, ailment, 1)
    world_clock.regenerate(game)
    assert hero.health == 1
    assert hero.voice > 1


def test_starving_stops_health_and_singing_stops_voice():
    game = arena()
    hero = game.hero
    hero.health, hero.voice, hero.turns = 1, 1, 150
    hero.food, hero.song = 0, 0
    world_clock.regenerate(game)
    assert (hero.health, hero.voice) == (1, 1)


def _turns_until(least: int, depth: int) -> int:
    game = arena(depth=depth)
    game.hero.turns = 0
    while stairs.min_depth(game) < least:
        world_clock.close_the_door(game)
    return game.hero.turns


@pytest.mark.covers("spec-world: Depth, stairs and the endgame / The closing door: minimum depth")
@pytest.mark.parametrize(
    ("depth", "least", "turns"),
    [
        (1, 2, 1181),
        (1, 3, 2424),
        (1, 4, 3743),
        (5, 2, 1033),
        (5, 6, 5693),
        (5, 10, 11614),
        (10, 10, 9580),
    ],
)
@pytest.mark.covers(
    "sil-q-codebase: The min_depth() Function",
    "sil-q-codebase: Min Depth System (Anti-Scumming) / Mechanics",
    "sil-q-manual: Staircases",
)
def test_the_shallows_recede_as_time_goes_by(depth, least, turns):
    assert _turns_until(least, depth) == turns


@pytest.mark.covers(
    "sil-q-codebase: Min Depth System (Anti-Scumming) / Mechanics", "sil-q-codebase: Special Cases"
)
def test_on_the_run_every_depth_is_open_and_from_the_throne_none_above():
    game = arena()
    game.hero.min_depth_counter = 900_000
    assert stairs.min_depth(game) == 10
    game.hero.on_the_run = True
    assert stairs.min_depth(game) == 0
    game.hero.on_the_run = False
    game.level.depth = 20
    assert stairs.min_depth(game) == 20


def test_stairs_recover_slowly():
    game = arena()
    game.hero.stair_weariness = 3000
    for _ in range(334):
        world_clock.rest_stairs(game)
    assert game.hero.stair_weariness == 1998


# ---------------------------------------------------------------------- the world's step


def _lamp(game, name="Wooden Torch", fuel=500):
    return wear(game, Slot.LIGHT, name, timeout=fuel)


@pytest.mark.covers("sil-q-codebase: Special Items / Light Sources")
def test_a_light_burns_one_turn_of_fuel_each_world_step():
    game = arena()
    lamp = _lamp(game)
    for _ in range(3):
        action_costs.spend(game)
        turn_order.finish_action(game)
    assert lamp.timeout == 497


def test_a_light_warns_and_goes_out():
    game = arena()
    lamp = _lamp(game, fuel=101)
    look(game)
    world_clock.tick(game)
    assert "Your light is growing faint." in said(game)
    assert game.state.disturbances
    lamp.timeout = 81
    look(game)
    world_clock.tick(game)
    assert said(game) == ["Your light is growing faint."]
    assert not game.state.disturbances
    lamp.timeout = 1
    look(game)
    world_clock.tick(game)
    assert lamp.timeout == 0
    assert "Your light has gone out!" in said(game)
    assert game.state.disturbances


def test_a_blind_hero_keeps_the_last_of_his_fuel():
    game = arena()
    lamp = _lamp(game, fuel=1)
    game.hero.timers.blind = 5
    world_clock.tick(game)
    assert lamp.timeout == 1


def test_a_mallorn_torch_burns_without_warning():
    game = arena()
    lamp = _lamp(game, "Mallorn Torch", fuel=101)
    look(game)
    world_clock.tick(game)
    assert lamp.timeout == 100
    assert said(game) == []


@pytest.mark.covers("sil-q-codebase: Special Items / Light Sources")
def test_an_everlasting_light_burns_no_fuel():
    game = arena()
    lamp = _lamp(game, "Lesser Jewel", fuel=7)
    world_clock.tick(game)
    assert lamp.timeout == 7


def test_two_silmarils_bring_pursuers_as_often_as_the_level_is_large(monkeypatch):
    game = arena()
    game.state.begin_level(Level.blank(5, 33, 66, 1))
    game.hero.y = game.hero.x = 5
    game.hero.silmarils = 2
    came = []
    monkeypatch.setattr(
        world_clock.creature_arrivals, "arrive", lambda game, haunting=False: came.append(1)
    )
    for face, comes in ((6, True), (7, False)):  # 2178 div 363 = 6 in a hundred
        came.clear()
        load_dice(game, face, otherwise=100)
        world_clock.tick(game)
        assert bool(came) == comes


def test_somebody_comes_once_in_a_hundred_and_sixty_steps_of_the_world(monkeypatch):
    game = arena()
    asked = []
    load_dice(game)
    monkeypatch.setattr(game.streams.play, "one_in", lambda n: asked.append(n) and False)
    world_clock.tick(game)
    assert asked[0] == 160


def test_haunted_things_call_a_wraith_and_the_gates_are_busy(monkeypatch):
    game = arena(depth=0)
    game.hero.derived.counts["haunted"] = 2
    came = []
    monkeypatch.setattr(
        world_clock.creature_arrivals, "arrive", lambda game, haunting=False: came.append(haunting)
    )
    load_dice(game, 10, 5, 2)
    world_clock.tick(game)
    assert came == [False, True]
    game.hero.derived.counts["haunted"] = 0
    load_dice(game, otherwise=1)
    world_clock.tick(game)
    assert True not in came[2:]


# -------------------------------------------------------------------------- a hero's turn


@pytest.mark.covers("spec-world: Time / One player turn")
@pytest.mark.covers("spec-character-combat: 0. Conventions")
def test_the_memory_of_actions_shifts_by_one_each_turn():
    game = arena()
    game.hero.actions = [0, 8, 8, 0, 0, 0]
    action_costs.spend(game, action_costs.PASS)
    turn_order.finish_action(game)
    assert game.hero.actions == [0, action_costs.PASS, 8, 8, 0, 0]


def test_creatures_with_more_energy_act_before_the_hero(monkeypatch):
    game = arena()
    order = []
    quick, slow = foe(game, "Wolf", dx=3), foe(game, "Wolf", dx=-3)
    quick.energy, slow.energy = 101, 100
    monkeypatch.setattr(
        turn_order.creature_turn,
        "act_all",
        lambda game, least: order.append(
            [c.slot for c in game.level.creatures if c is not None and c.energy >= least]
        ),
    )
    turn_order.run(game)
    assert order == [[quick.slot]]


def test_a_lost_turn_is_remembered_as_any_other_action():
    game = arena()
    game.hero.timers.entranced = 3
    game.hero.turns = 20
    turn_order.run(game)
    assert game.hero.turns == 23
    assert game.hero.actions[:4] == [0, action_costs.OTHER, action_costs.OTHER, action_costs.OTHER]
    assert not game.hero.timers.entranced


def test_stealth_mode_that_was_disturbed_ends_with_the_next_turn():
    game = arena()
    game.hero.stealth_mode = game.hero.stop_stealth = True
    action_costs.spend(game)
    turn_order.finish_action(game)
    assert not game.hero.stealth_mode
    assert not game.hero.stop_stealth


def test_focus_outlasts_only_a_wait():
    game = arena()
    for memory, kept in ((action_costs.PASS, True), (action_costs.OTHER, False)):
        game.hero.focused = True
        game.hero.actions[0] = memory
        turn_order._end_turn(game)
        assert game.hero.focused is kept


def test_poison_hurts_before_it_wears_off_and_keeps_that_turns_healing_away():
    game = arena()
    hero = game.hero
    hero.health, hero.turns = 10, 15  # a turn in which health comes back
    hero.timers.poison = 1
    action_costs.spend(game)
    turn_order.finish_action(game)
    assert hero.health == 9
    assert hero.timers.poison == 0


@pytest.mark.parametrize(("food", "left", "lost"), [(3000, 2999, 0), (2, 1, 0), (1, 0, 1)])
def test_each_turn_takes_food_and_health_once_there_is_none(food, left, lost):
    game = arena()
    game.hero.food, before = food, game.hero.health
    action_costs.spend(game)
    turn_order.finish_action(game)
    assert (game.hero.food, game.hero.health) == (left, before - lost)


def test_a_turn_begins_with_a_new_look_own_stealth_and_no_trance():
    game = arena()
    hero, beside = game.hero, game.level.at(game.hero.y, game.hero.x + 1)
    hero.was_entranced, hero.stealth_score, game.knowledge.seen[beside] = True, 99, 0
    turn_order._start_turn(game)
    assert not hero.was_entranced
    assert hero.stealth_score == hero.skill(Skill.STEALTH)
    assert game.knowledge.seen[beside]


def test_a_turn_ends_with_rested_stairs_and_its_share_of_health():
    game = arena()
    hero = game.hero
    period = world_clock.REGENERATION
    shares = (creature_upkeep.recovery_share(hero.health, period, turn) for turn in range(period))
    hero.turns = next(turn for turn, share in enumerate(shares) if share == 1)
    hero.health -= 5
    hero.stair_weariness, before = 5, hero.health
    action_costs.spend(game)
    turn_order._end_turn(game)
    assert (hero.health, hero.stair_weariness) == (before + 1, 4)
    assert game.state.energy_used == 0


def test_the_forgotten_kill_of_an_archer():
    game = arena()
    for memory, kept in ((action_costs.ARCHERY, True), (action_costs.OTHER, False)):
        game.hero.last_archery_kill = True
        action_costs.spend(game, memory)
        turn_order.finish_action(game)
        assert game.hero.last_archery_kill is kept


def test_challenges_are_noted_once():
    game = arena()
    game.state.options["experience"] = "fixed"
    game.hero.turns = 0
    for _ in range(3):
        action_costs.spend(game)
        turn_order.finish_action(game)
    notes = [str(note.text) for note in game.hero.notes]
    assert notes == ["Lives on a fixed measure of experience"]


def test_boots_of_radiance_light_the_way():
    game = arena(lit=False)
    wear(game, Slot.FEET, "Pair of Boots", flags=["RADIANCE"])
    here = game.level.at(game.hero.y, game.hero.x)
    action_costs.spend(game)
    turn_order.finish_action(game)
    assert game.level.glow[here]


def test_things_worn_are_understood_by_and_by():
    game = arena()
    ring = wear(game, Slot.LEFT_RING, "Protection", flags=["AGGRAVATE"], known=False)
    load_dice(game, 2)
    world_clock.know_worn(game)
    assert not ring.known
    load_dice(game, 1)
    world_clock.know_worn(game)
    assert ring.known


@pytest.mark.parametrize(("face", "understood"), [(1, True), (2, False)])
def test_a_turn_may_end_with_the_understanding_of_a_thing_worn(face, understood):
    game = arena()
    helm = wear(game, Slot.HEAD, "Great Helm", flags=["AGGRAVATE"], known=False)
    load_dice(game, otherwise=face)
    turn_order._end_turn(game)
    assert helm.known == understood


def test_regeneration_is_understood_only_while_it_heals():
    game = arena()
    ring = wear(game, Slot.LEFT_RING, "Protection", flags=["REGEN"], known=False)
    load_dice(game, 1, 1)
    world_clock.know_worn(game)
    assert not ring.known
    game.hero.health -= 1
    world_clock.know_worn(game)
    assert ring.known


@pytest.mark.covers("spec-objects-smithing: 6.7")
def test_a_traitor_slips_off_amid_five_foes():
    game = arena()
    jewel = wear(game, Slot.LEFT_RING, "Protection", flags=["TRAITOR"], known=False)
    wolves = [foe(game, "Wolf", dy, dx, alertness=-5) for dy, dx in
              ((0, 1), (0, -1), (1, 0), (-1, 0))]  # fmt: skip
    look(game)
    load_dice(game, 1)
    turn_order.cursed_jewels.slip_off(game)
    assert game.hero.worn[Slot.LEFT_RING] is jewel
    wolves.append(foe(game, "Wolf", 1, 1, alertness=-5))
    look(game)
    load_dice(game, 1)
    turn_order.cursed_jewels.slip_off(game)
    assert Slot.LEFT_RING not in game.hero.worn
    assert jewel.known
    assert all(wolf.alertness == 10 for wolf in wolves)
    assert any(jewel in heap for heap in game.level.floor.values())


def test_morgoth_within_reach_ends_the_truce():
    game = arena(depth=20)
    game.world.truce = True
    vala = foe(game, "Morgoth, Lord of Darkness", dx=2, alertness=5)
    turn_order._start_turn(game)
    assert game.world.truce
    vala.x -= 1
    turn_order._start_turn(game)
    assert not game.world.truce


# ------------------------------------------------------------------------------- arrival


@pytest.mark.covers("spec-world: Time / First arrival on a level")
@pytest.mark.covers("sil-q-codebase: Down Stair Logic", "sil-q-manual: Experience / Descending")
def test_a_first_arrival_pays_and_disturbs():
    game = arena()
    game.hero.deepest = 1
    before = game.hero.experience
    level_arrival.enter(game, 3, 0)
    assert game.hero.experience == before + 100 + 150 + sum(
        won for why, won in game.hero.experience_from.items() if why != "New depths"
    )
    assert game.state.disturbances
    assert game.level.depth == 3


@pytest.mark.covers("sil-q-codebase: Down Stair Logic")
def test_the_hero_stands_on_the_stairs_that_he_was_promised():
    game = arena()
    level_arrival.enter(game, 2, stairs.terrain.UP_STAIR)
    level = game.level
    assert level.feature[level.at(game.hero.y, game.hero.x)] == stairs.terrain.UP_STAIR


def test_a_vault_that_was_seen_and_left_is_noted():
    game = arena()
    game.level.vault_name = "the Tomb"
    game.level.vault[30] = game.knowledge.mark[30] = 1
    game.state.leaving, game.state.destination = "stairs", 4
    level_arrival.change_level(game)
    assert "Left without entering the Tomb" in [str(note.text) for note in game.hero.notes]


def test_a_hero_who_brings_the_roof_down_falls_with_it(monkeypatch):
    shaken = []
    monkeypatch.setattr(
        level_arrival.earthquake,
        "earthquake",
        lambda game, y, x, radius: shaken.append((y, x, radius)),
    )
    game = arena()
    game.state.leaving, game.state.destination = "collapse", 6
    level_arrival.change_level(game)
    assert shaken == [(game.hero.y, game.hero.x, 5)]


@pytest.mark.parametrize(("perception", "lines"), [(15, 2), (14, 1)])
def test_the_truce_is_felt_and_perhaps_understood(perception, lines):
    game = arena(skills=(0, 0, 0, 0, perception, 0, 0, 0))
    bonus = game.hero.skill(Skill.PERCEPTION) - perception
    game.hero.skill_base[Skill.PERCEPTION] -= bonus
    level_arrival.enter(game, 20, 0)
    assert game.world.truce
    told = [line for line in said(game) if "throne" in line or "strike first" in line]
    assert len(told) == lines


@pytest.mark.parametrize("pushed", [False, True])
def test_who_leaves_a_level_or_is_pushed_off_it_goes_on_with_his_turns_on_the_next(
    monkeypatch, pushed
):
    game = arena()
    game.hero.energy, game.state.leaving = 0, "" if pushed else "stairs"
    left = []

    def act_all(game, energy):
        if pushed and not left:
            game.state.leaving = "fall"

    def change_level(game):
        left.append(game.state.leaving)
        game.state.leaving = ""

    monkeypatch.setattr(turn_order.creature_turn, "act_all", act_all)
    monkeypatch.setattr(turn_order.level_arrival, "change_level", change_level)
    turn_order.run(game)
    assert left == ["fall" if pushed else "stairs"]
    assert game.hero.energy == 100


def test_a_leap_ends_by_itself_the_turn_after():
    game = arena(
        "#######", "#.....#", "#.@x..#", "#.....#", "#######", abilities=(ab.LEAPING,), known=True
    )
    game.hero.actions = [0, 6, 0, 0, 0, 0]
    movement.walk(game, ("e",))
    assert game.hero.leaping
    assert (game.hero.y, game.hero.x) == (2, 3)
    before = game.hero.turns
    turn_order.finish_action(game)
    assert (game.hero.y, game.hero.x) == (2, 4)
    assert not game.hero.leaping
    assert game.hero.turns == before + 2
    assert not game.state.leaving
