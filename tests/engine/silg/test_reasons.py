"""Reasons of the expert who orders a hero's offers: at which health, distance and state each is
advised, and which comes first."""

from __future__ import annotations

import pytest

from engine.contract.action import Action, Intent, Offer
from engine.silg import expert
from engine.silg.context import SilGContext
from tests.engine.silg.situations import (
    ailing,
    archers,
    armed,
    by_minutes,
    carrying,
    facing,
    lying,
    placed,
)
from tests.engine.silg.stage import foe, table


def fight(y: int, x: int, intent: Intent = "attack", name: str = "orc-scout-1") -> Offer:
    """Return the offer to fight somebody on."""
    return Offer(Action("fight", (name,)), "Fight", group="plan", at=(y, x), intent=intent)


def step(y: int, x: int, intent: Intent = "move") -> Offer:
    """Return the offer of a step."""
    return Offer(Action("step", ("e",)), "Step", group="move", at=(y, x), intent=intent)


def plain(verb: str, *args: str, **fields: object) -> Offer:
    """Return an offer of a verb."""
    return Offer(Action(verb, args), verb, **fields)  # type: ignore[arg-type]


def at_health(game: SilGContext, percent: int) -> SilGContext:
    """Let the first hero have so much of 100 health."""
    hero = game.hero(0)
    hero.derived.max_health, hero.health = 100, percent
    return game


def reason(game: SilGContext, offer: Offer, seat: int = 0) -> str | None:
    """Return why an offer is advised; None when it is not."""
    [judged] = expert.ranked(game, seat, [offer])
    assert judged.advised == bool(judged.why)
    return str(judged.why) if judged.advised else None


def order(game: SilGContext, *offers: Offer, seat: int = 0) -> list[str]:
    """Return the lines of offers, best first."""
    return [str(each.action) for each in expert.ranked(game, seat, offers)]


# ---------------------------------------------------------------- fighting


@pytest.mark.parametrize(("health", "told"), [(10, "it is nearly dead"), (11, "it is beside you")])
def test_who_has_a_quarter_of_their_health_is_nearly_dead(health, told):
    game = facing(armed(), (4, 5))
    game.creatures[0].health = health
    assert reason(game, fight(4, 5)) == told
    assert reason(game, step(4, 5, "attack")) == told
    game.hero(0).timers.hallucinating = 5
    assert reason(game, fight(4, 5)) == "it is beside you"


def test_a_fight_that_goes_on_by_itself_comes_before_one_blow():
    game = facing(armed(), (4, 5))
    assert order(game, step(4, 5, "attack"), fight(4, 5)) == ["fight orc-scout-1", "step e"]


def test_of_two_beside_one_the_weaker_is_struck_first():
    game = facing(armed(), (4, 5), (3, 4))
    strong, weak = game.creatures
    strong.health, weak.health = 31, 30  # of 40: more than three quarters, and just these
    first = fight(4, 5), fight(3, 4, name="orc-scout-2")
    assert order(game, *first)[0] == "fight orc-scout-2"
    strong.health = 30
    assert order(game, *first)[0] == "fight orc-scout-1"  # as they were offered
    strong.health, game.hero(0).timers.hallucinating = 40, 9
    assert order(game, *first)[0] == "fight orc-scout-1"


@pytest.mark.parametrize(("x", "told"), [(8, "it is near"), (9, None)])
def test_an_enemy_within_four_squares_is_gone_for(x, told):
    game = placed(armed(), 1, 7, 15)  # nobody of the party is beside it
    assert reason(facing(game, (4, x)), fight(4, x)) == told


@pytest.mark.parametrize(("health", "told"), [(60, "it is near"), (59, None)])
def test_who_is_hurt_goes_for_nobody(health, told):
    game = at_health(facing(placed(armed(), 1, 7, 15), (4, 7)), health)
    assert reason(game, fight(4, 7)) == told


def test_who_has_no_weapon_goes_for_nobody():
    game = facing(placed(table("Ann", "Bob"), 1, 7, 15), (4, 7))
    assert reason(game, fight(4, 7)) is None


@pytest.mark.parametrize(
    ("health", "told"), [(100, "it is on one of yours"), (35, "it is on one of yours"), (34, None)]
)
def test_a_companion_is_helped_by_who_is_not_badly_hurt(health, told):
    game = at_health(facing(armed(), (4, 7)), health)
    assert reason(game, fight(4, 7)) == told


def test_shots_are_for_those_who_are_not_beside_one():
    afar = "it is in sight and not yet beside you"
    game = facing(archers(), (4, 10))
    shot = plain("fire", "orc-scout-1", at=(4, 10), intent="shoot")
    assert reason(game, shot) == reason(game, fight(4, 10, "shoot")) == afar
    assert reason(game, plain("fire", "nearest", at=(4, 10), intent="shoot")) is None
    assert reason(game, plain("fire", "n", intent="shoot")) is None
    foe(game, "Orc scout", 4, 5)
    assert reason(game, shot) is None


@pytest.mark.parametrize(
    ("name", "at", "told"),
    [
        ("Spear", (4, 8), "it is in sight and not yet beside you"),
        ("Spear", (4, 5), None),
        ("Longsword", (4, 8), None),
    ],
)
def test_what_is_made_to_be_thrown_is_thrown_at_who_is_not_beside_one(name, at, told):
    game = facing(carrying(armed(), name), at)
    assert reason(game, plain("throw", "a", "orc-scout-1", at=at, intent="throw")) == told


def test_what_is_worn_is_not_thrown():
    game = facing(carrying(armed(), "Spear"), (4, 8))
    assert reason(game, plain("throw", "weapon", "orc-scout-1", intent="throw")) is None


# ---------------------------------------------------------------- drawing back


@pytest.mark.parametrize(("health", "told"), [(34, "you are badly hurt"), (35, "you are hurt")])
def test_who_is_badly_hurt_draws_back_from_all_in_sight(health, told):
    game = at_health(facing(armed(), (4, 5)), health)
    assert reason(game, step(4, 3)) == told


@pytest.mark.parametrize(
    ("health", "to", "told"), [(59, (4, 3), "you are hurt"), (60, (4, 3), None), (59, (3, 4), None)]
)
def test_who_is_hurt_steps_away_from_who_is_beside_them(health, to, told):
    game = at_health(facing(armed(), (4, 5)), health)
    assert reason(game, step(*to)) == told


def test_nobody_runs_from_who_is_faster_but_in_fear():
    game = at_health(facing(armed(), (4, 5), name="Wolf"), 20)
    assert reason(game, step(4, 3)) is None
    assert reason(ailing(game, afraid=9), step(4, 3)) == "you are afraid"


def test_who_draws_back_goes_where_it_is_farthest_from_enemies():
    game = at_health(facing(armed(), (4, 6)), 20)
    near, far = step(3, 4), step(4, 3)
    assert reason(game, near) is None  # as near as before
    assert reason(game, far) == "you are badly hurt"
    assert order(game, near, fight(4, 6), far)[0] == "step e"


def test_who_sees_nobody_goes_to_the_party_that_is_away():
    game = placed(armed(), 1, 4, 7)
    game.state.stage = "declare"
    assert reason(game, step(4, 5)) == "the party is that way"
    assert reason(game, step(3, 4)) is None
    placed(game, 1, 4, 6)
    assert reason(game, step(4, 5)) is None
    placed(game, 1, 4, 7).state.stage = "minutes"
    assert reason(game, step(4, 5)) is None


# ---------------------------------------------------------------- waiting


def test_one_waits_for_those_who_could_come_and_plans_to_when_none_is_there():
    game = facing(armed(), (1, 14))
    wait, keep = plain("wait"), plain("plan", "wait")
    assert reason(game, wait) == reason(game, keep) == "let them come to you"
    assert order(game, keep, wait)[0] == "wait"
    assert reason(game, plain("plan")) is None
    calm = armed()
    calm.state.stage = "declare"
    assert reason(calm, wait) == "no enemy is in sight"
    assert order(calm, wait, keep)[0] == "plan wait"
    beside = facing(armed(), (4, 5))
    assert reason(beside, wait) is None
    assert reason(by_minutes(armed()), wait) is None


def test_who_cannot_move_does_not_come():
    game = facing(armed(), (1, 14), name="Tanglethorn")
    game.state.stage = "declare"
    wait, keep = plain("wait"), plain("plan", "wait")
    assert reason(game, wait) == "they cannot come to you"
    assert order(game, wait, keep)[0] == "plan wait"


# ---------------------------------------------------------------- goods


@pytest.mark.parametrize(("health", "told"), [(34, "you are badly hurt"), (35, None)])
def test_a_potion_of_healing_is_for_who_is_badly_hurt(health, told):
    game = at_health(carrying(armed(), "Healing"), health)
    assert reason(game, plain("quaff", "a")) == told


def test_a_roll_that_is_asked_for_comes_before_even_healing():
    game = at_health(carrying(armed(), "Healing"), 10)
    heal, roll = plain("quaff", "a"), plain("check-roll")
    assert order(game, heal, roll)[0] == "check-roll"
    assert reason(game, roll) == "the Game Master asks for it"


def test_a_cure_is_taken_before_all_but_blows_and_then_after_them():
    game = ailing(carrying(armed(), "Antidote"), poison=9)
    cure = plain("quaff", "a")
    assert reason(game, cure) == "it cures what ails you"
    assert reason(game, plain("quaff", "b")) is None
    assert order(game, fight(4, 5), cure)[0] == "quaff a"
    facing(game, (4, 5))
    assert order(game, cure, fight(4, 5))[0] == "fight orc-scout-1"


def test_a_meal_is_for_who_is_hungry_and_sees_no_enemy():
    game = carrying(armed(), "Fragment of Lembas")
    meal = plain("eat", "a")
    game.hero(0).food = 5000
    assert reason(game, meal) is None
    game.hero(0).food = 500
    assert reason(game, meal) == "you are hungry"
    assert reason(facing(game, (1, 14)), meal) is None


def test_empty_hands_take_a_weapon_even_before_an_enemy():
    game = facing(carrying(table("Ann", "Bob"), "Longsword"), (4, 5))
    assert reason(game, plain("wear", "a")) == "your hands are empty"


def test_better_armour_is_put_on_when_no_enemy_is_in_sight():
    game = carrying(armed(), "Leather Armour")
    assert reason(game, plain("wear", "a")) == "it is better than what you wear"
    assert reason(facing(game, (1, 14)), plain("wear", "a")) is None


def test_what_is_of_use_is_picked_up_when_no_enemy_is_in_sight():
    game = lying(table("Ann", "Bob"), "Longsword")
    for take in (plain("get"), plain("get", "floor-1")):
        assert reason(game, take) == "it is of use to you"
    assert reason(game, plain("get", "floor-2")) is None
    assert reason(facing(game, (1, 14)), plain("get")) is None


def test_a_light_is_made_by_who_has_none_and_nobody_beside_them():
    game = armed()
    assert game.hero(0).derived.light == 0
    assert reason(game, plain("refuel", "a")) == "you have no light"
    game.hero(0).derived.light = 1
    assert reason(game, plain("refuel", "a")) is None
    game.hero(0).derived.light = 0
    assert reason(facing(game, (4, 5)), plain("refuel", "a")) is None


# ---------------------------------------------------------------- minutes


@pytest.mark.parametrize(("health", "told"), [(59, "you are hurt"), (60, None)])
def test_who_is_hurt_rests(health, told):
    assert reason(at_health(by_minutes(armed()), health), plain("rest")) == told


def test_who_suffers_what_passes_rests_but_not_to_death():
    game = ailing(at_health(by_minutes(armed()), 100), poison=9)
    assert reason(game, plain("rest")) == "it passes with rest"
    game.hero(0).health = 3
    assert reason(game, plain("rest")) is None


@pytest.mark.parametrize(
    ("x", "told"), [(9, "the party stays together"), (10, "the party is there")]
)
def test_the_first_of_the_party_is_followed_sooner_when_they_are_away(x, told):
    game = placed(by_minutes(armed("Ann", "Bob", "Eve")), 0, 4, x)
    placed(game, 1, 7, 15)
    placed(game, 2, 4, 4)
    follow, to_bob = plain("follow", "ann", target="ann"), plain("follow", "bob", target="bob")
    assert reason(game, follow, 2) == told
    assert reason(game, to_bob, 2) is None
    assert reason(game, plain("follow", "eve", target="eve")) is None, "the first follows nobody"
    away = told == "the party is there"
    assert reason(game, plain("go", "J4", target="party"), 2) == (told if away else None)
    assert reason(game, plain("go", "J4", target="door"), 2) is None
    both = plain("go", "J4", target="party"), follow
    assert order(game, *both, seat=2)[0] == "follow ann"
    foe(game, "Orc scout", 1, 14)
    assert reason(game, follow, 2) is None


def test_who_leads_or_is_alone_explores_before_anything_is_put_off():
    explore, ready = plain("explore"), plain("ready")
    alone, party = by_minutes(armed("Ann")), by_minutes(armed())
    assert reason(alone, explore) == reason(party, explore, 1) == "there is more to see here"
    assert order(alone, ready, explore)[0] == order(party, ready, explore)[0] == "explore"
    assert order(party, explore, ready, seat=1)[0] == "ready"
    walk = plain("go", "J4", target="stairs")
    assert order(party, ready, walk, explore)[:2] == ["explore", "go J4"]
    assert reason(party, walk) == "they lead on"
    assert reason(party, walk, 1) is None
    foe(party, "Orc scout", 1, 14)
    assert reason(party, walk) is None
    assert reason(alone, ready) == "nothing else is to be done now"
    assert reason(alone, plain("ready", "10")) == "the party is apart"


@pytest.mark.parametrize(("kind", "goes_on"), [("Tanglethorn", True), ("Orc scout", False)])
def test_an_enemy_that_never_moves_keeps_nobody_from_following(kind: str, goes_on: bool):
    game = by_minutes(armed())
    foe(game, kind, 1, 14)
    follow, ready = plain("follow", "ann", target="ann"), plain("ready")
    assert (order(game, ready, follow, seat=1)[0] == "follow ann") is goes_on


def test_stairs_are_for_who_is_waited_for_there_first():
    game = by_minutes(armed())
    assert reason(game, plain("stairs")) == "they lead on"
    assert order(game, plain("stairs"), plain("ready"))[0] == "stairs"
    assert order(game, plain("stairs"), plain("ready"), seat=1)[0] == "ready"
    game.player(1).stairs = "down"
    assert reason(game, plain("stairs")) == "the party waits at the stairs"
    assert order(game, plain("ready"), plain("stairs"))[0] == "stairs"


def test_other_offers_come_by_their_kind():
    groups = ("plan", "act", "move", "target", "item", "growth", "other")
    offers = [plain("sing", group, group=group) for group in reversed(groups)]
    assert [line.split()[1] for line in order(armed(), *offers)] == list(groups)
    assert not any(each.advised for each in expert.ranked(armed(), 0, offers))
    last = [plain("sing", group, group=group) for group in ("answer", "other")]
    for several in (last, last[::-1]):  # as they were offered
        assert order(armed(), *several) == [str(each.action) for each in several]


def test_of_answers_the_first_that_declines_is_advised_alone():
    answers = [plain("answer", word, advised=True) for word in ("yes", "back", "leave")]
    found = expert.choices(answers, ("no", "leave", "back"), "nothing is lost")
    assert [(each.action.args[0], each.advised) for each in found] == [
        ("leave", True), ("yes", False), ("back", False),
    ]  # fmt: skip
    assert expert.choices(answers, ("no",), "nothing is lost") == answers
