"""Creatures as plans see them: their minds, how soon they do harm, and which are news."""

from __future__ import annotations

import pytest

from engine.common.plans import LIMITS
from engine.sil.clock import sightings, turn_order
from engine.sil.clock.sightings import HeroWatch
from engine.sil.creatures import creature_names
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, RaceLore
from engine.sil.items import item_classes
from engine.sil.level import terrain
from engine.sil.movement import exploring
from tests.engine.sil.arena import arena, put
from tests.engine.sil.items.things import bearer, lying, thing
from tests.engine.sil.stage import foe, race

LIMIT = LIMITS["usual"]


@pytest.mark.parametrize(
    ("name", "how", "told", "alert"),
    [
        ("Wolf", {}, "the wolf, alert, 3 east", True),
        ("Wolf", {"alertness": -5}, "the wolf, unwary, 3 east", False),
        ("Wolf", {"alertness": -15}, "the wolf, asleep, 3 east", False),
        ("Wolf", {"stance": "fleeing"}, "the wolf, fleeing, 3 east", False),
        ("Wolf", {"stance": "fleeing", "alertness": -5}, "the wolf, unwary, 3 east", False),
        ("Tanglethorn", {}, "the tanglethorn, 3 east", False),
        ("Alert human thrall", {}, "the alert human thrall, 3 east", False),
    ],
)
def test_a_creature_is_told_with_its_mind_and_place(
    name: str, how: dict[str, object], told: str, alert: bool
) -> None:
    game = arena()
    creature = foe(game, name, 0, 3, **how)  # type: ignore[arg-type]
    assert str(sightings.in_words(game, creature)) == told
    assert sightings.is_alert(game, creature) is alert


def test_who_is_new_is_one_of_its_kind_and_who_was_met_is_the_one() -> None:
    game = arena()
    wolf = foe(game, "Wolf", 0, 3)
    assert str(sightings.in_words(game, wolf, new=True)) == "a wolf, alert, 3 east"


def test_a_dazed_hero_cannot_tell_what_anybody_is_about() -> None:
    game = arena()
    wolf = foe(game, "Wolf", 0, 3, alertness=-15)
    game.hero.timers.hallucinating = 5
    assert sightings.mind(game, wolf) == ""
    assert sightings.is_alert(game, wolf)


@pytest.mark.parametrize(("away", "alert"), [(1, True), (2, False)])
def test_what_is_rooted_is_dangerous_to_those_beside_it_alone(away: int, alert: bool) -> None:
    game = arena()
    assert sightings.is_alert(game, foe(game, "Tanglethorn", 0, away)) is alert


@pytest.mark.parametrize(
    ("name", "away", "turns"),
    [("Wolf", 1, 0), ("Wolf", 2, 2 / 3), ("Orc scout", 4, 3), ("Orc archer", 4, 0)],
)
def test_how_many_turns_a_creature_needs_to_do_harm(name: str, away: int, turns: float) -> None:
    game = arena()
    creature = foe(game, name, 0, away)
    assert sightings.turns_to_harm(game, creature) == pytest.approx(turns, abs=0.01)


def test_to_the_raging_everybody_is_an_enemy_of_normal_speed_who_does_not_shoot() -> None:
    game = arena()
    game.hero.timers.rage = 5
    for name in ("Orc archer", "Wolf"):
        creature = foe(game, name, 0, 4)
        creature_names.meet(game, creature)
        assert sightings.turns_to_harm(game, creature) == 3


@pytest.mark.parametrize(
    ("away", "alertness", "dangerous"), [(8, 5, False), (7, 5, True), (7, -5, False)]
)
def test_no_way_is_gone_by_plan_while_an_alert_enemy_is_within_the_limit(
    away: int, alertness: int, dangerous: bool
) -> None:
    rows = "#" * 15, "#@" + "." * 12 + "#", "#" * 15
    game = arena(*rows)
    scout = foe(game, "Orc scout", 0, away, alertness=alertness)
    assert LIMIT.near == 7
    assert (sightings.nearest_danger(game, LIMIT) is scout) is dangerous


def looks(game: SilContext, watch: HeroWatch) -> list[str]:
    return [stop.reason for stop in watch.look(game)]


def come(game: SilContext, name: str, dx: int, **how: object) -> Creature:
    creature = foe(game, name, 0, dx, **how)  # type: ignore[arg-type]
    game.learn(creature).tag = 1
    return creature


FAR = ("#" * 30, "#@" + "." * 27 + "#", "#" * 30)


@pytest.mark.parametrize(
    ("encountered", "away", "reasons"), [(False, 20, ["saw"]), (True, 20, []), (True, 3, ["saw"])]
)
def test_one_of_a_known_kind_ends_a_plan_only_when_it_is_near(
    encountered: bool, away: int, reasons: list[str]
) -> None:
    game = arena(*FAR)
    game.lore.races[race("Orc scout")] = RaceLore(encountered=int(encountered))
    watch = HeroWatch(game, LIMIT)
    come(game, "Orc scout", away)
    assert looks(game, watch) == reasons
    assert looks(game, watch) == []


def test_who_becomes_alert_in_sight_ends_a_plan_however_far() -> None:
    game = arena(*FAR)
    scout = come(game, "Orc scout", 20, alertness=-5)
    watch = HeroWatch(game, LIMIT)
    assert looks(game, watch) == []
    scout.alertness = 5
    assert looks(game, watch) == ["noticed"]


@pytest.mark.parametrize(("name", "reasons"), [("Orc scout", []), ("Wolf", ["saw"])])
def test_a_busy_hero_heeds_only_those_of_another_kind_who_are_near(
    name: str, reasons: list[str]
) -> None:
    game = arena(*FAR)
    come(game, "Orc scout", 1)
    watch = HeroWatch(game, LIMIT, busy=True)
    come(game, name, 4)
    assert looks(game, watch) == reasons


def test_health_beyond_the_full_is_not_missed() -> None:
    game = arena()
    full = game.hero.derived.max_health
    game.hero.health = 3 * full
    watch = HeroWatch(game, LIMIT)
    game.hero.health = full
    assert looks(game, watch) == []
    game.hero.health = full // 3
    assert looks(game, watch) == ["health", "loss"]


def test_what_was_detected_is_forgotten_turn_by_turn() -> None:
    game = arena()
    creature = foe(game, "Wolf", 0, 3)
    game.learn(creature).detected = 3
    turn_order._start_turn(game)
    assert game.known(creature).detected == 2


# ------------------------------------------------------------------ what is left to explore


@pytest.mark.parametrize(
    ("marked", "held", "worth"), [(1, False, True), (0, False, False), (1, True, False)]
)
def test_a_closed_door_is_worth_going_to_until_it_was_tried_in_vain(
    marked: int, held: bool, worth: bool
) -> None:
    game = arena()
    door = put(game, game.hero.y, game.hero.x + 2, terrain.CLOSED_DOOR)
    game.knowledge.mark[door] = marked
    if held:
        game.knowledge.held.append(door)
    assert exploring.still_worth(game, door) is worth


@pytest.mark.parametrize(("seen", "left", "worth"), [(1, 0, True), (0, 0, False), (1, 1, False)])
def test_a_thing_is_worth_going_to_when_it_is_known_and_was_not_left(
    seen: int, left: int, worth: bool
) -> None:
    game = bearer()
    potion = thing(item_classes.POTION, "Healing")
    lying(game, potion)
    potion.seen_by, potion.left_by = seen, left
    here = game.level.at(game.hero.y, game.hero.x)
    game.knowledge.walked[here] = 1
    assert exploring.still_worth(game, here) is worth


def test_ground_beside_the_unknown_is_worth_going_to_once() -> None:
    game = arena(known=True)
    here = game.level.at(game.hero.y, game.hero.x + 2)
    assert not exploring.still_worth(game, here)
    beside = here + 1
    game.knowledge.mark[beside] = game.knowledge.seen[beside] = 0
    game.knowledge.glimpsed[beside] = 0
    assert exploring.still_worth(game, here)
    game.knowledge.walked[here] = 1
    assert not exploring.still_worth(game, here)


def test_only_known_walls_distance_and_the_unknown_hide_from_enemies() -> None:
    rows = "#" * 30, "#" + "." * 28 + "#", "#.@#" + "." * 25 + "#", "#" * 30
    game = arena(*rows, known=True)
    at = game.level.at
    is_hidden = exploring._out_of_sight(game, [at(2, 4)])
    assert [is_hidden(at(2, x)) for x in (1, 2, 5, 24, 25)] == [True, True, False, False, True]
    game.knowledge.mark[at(2, 6)] = game.knowledge.glimpsed[at(2, 6)] = 0
    assert exploring._out_of_sight(game, [at(2, 4)])(at(2, 9))
    two = exploring._out_of_sight(game, [at(2, 4), at(2, 12)])
    assert not two(at(2, 9))


def test_of_a_creature_that_is_gone_nothing_is_learned_any_more() -> None:
    game = arena()
    wolf = foe(game, "Wolf", 0, 3)
    game.learn(wolf).visible = True
    game.level.creatures[wolf.slot] = None
    game.learn(wolf).visible = False
    assert game.known(wolf).visible
    game.level.creatures.pop()
    assert game.learn(wolf) is not game.known(wolf)
