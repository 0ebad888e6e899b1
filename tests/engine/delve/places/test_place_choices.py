"""Prices of places at their limits, and the places that the expert goes to."""

from __future__ import annotations

import pytest

from engine.delve import terrain
from engine.delve.autoplay import place_choices
from engine.delve.places import bargains, captives, claims
from engine.delve.rules import inventory
from engine.delve.state import HEROES
from tests.engine.delve.places.test_places import place_at
from tests.engine.delve.stage import Stage, content
from tests.rows import for_each


def shrine_of(bargain: str) -> Stage:
    """Return a stage whose hero stands on a shrine that makes a bargain."""
    places = content().places.values()
    return place_at(
        next(e.name for e in places if e.rule.name == "bargains" and bargain in e.rule.args)
    )


def can_pay(made: Stage, bargain: str) -> bool:
    return content().bargains[bargain] in bargains.bargains_here(made.game, made.hero)


def advised(made: Stage) -> list[str]:
    return [str(each.action) for each in place_choices.at_fixture(made.game, made.hero)]


# ------------------------------------------------------------------ bargains


@for_each(
    "row",
    [
        ("blood for strength", "full_health", 18),  # ten of health are left
        ("breath for flesh", "full_energy", 18),
        ("strength for shelter", "power", 2),
        ("food for an edge", "nourishment", 121),
    ],
)
def test_a_price_is_paid_by_those_who_have_something_left_after_it(
    row: tuple[str, str, int],
) -> None:
    bargain, field, least = row
    for figure, able in ((least - 1, False), (least, True)):
        made = shrine_of(bargain)
        made.give("short sword", worn=True)
        setattr(made.hero, field, figure)
        assert can_pay(made, bargain) is able


@for_each(
    "row",
    [
        ("blood for strength", {"full_health": -8, "power": 1}),
        ("flesh for breath", {"full_health": -8, "full_energy": 8}),
        ("breath for flesh", {"full_energy": -8, "full_health": 8}),
        ("strength for shelter", {"power": -1, "defence": 2}),
        ("food for an edge", {"nourishment": -120}),
        ("food for a shell", {"nourishment": -120}),
        ("a spell for a shield", {"defence": 3}),
        ("a curse for power", {"power": 3}),
    ],
)
def test_a_bargain_changes_just_the_figures_that_it_names(row: tuple[str, dict[str, int]]) -> None:
    bargain, figures = row
    fields = ("full_health", "full_energy", "power", "defence", "nourishment")
    made = shrine_of(bargain)
    made.hero.spells = ["spark", "freeze"]
    made.hero.upgraded = ["spark", "freeze"]
    sword = made.give("short sword", worn=True, power=3)
    cap = made.give("leather cap", worn=True, defence=1)
    made.hero.health, made.hero.energy = made.hero.full_health, made.hero.full_energy
    before = {name: getattr(made.hero, name) for name in fields}
    bargains.bargain(made.game, made.hero, bargain)
    after = {name: getattr(made.hero, name) for name in fields}
    changed = {name: after[name] - before[name] for name in fields if after[name] != before[name]}
    assert changed == figures
    assert made.hero.health <= made.hero.full_health
    assert made.hero.energy <= made.hero.full_energy
    assert (sword.power, cap.defence) == (
        3 + (bargain == "food for an edge"), 1 + (bargain == "food for a shell"),
    ) or bargain == "a curse for power"  # fmt: skip
    assert (sword.cursed or cap.cursed) is (bargain == "a curse for power")
    spells = ["spark"] if bargain == "a spell for a shield" else ["spark", "freeze"]
    assert made.hero.spells == made.hero.upgraded == spells
    assert made.hero.used[f"bargain {bargain}"] == made.state.deeds["bargains"] == 1
    assert made.said(f"Ann gives {bargain}.")


def test_who_has_less_health_than_before_a_bargain_keeps_what_he_has() -> None:
    made = shrine_of("blood for strength")
    made.hero.full_health, made.hero.health = 40, 20
    bargains.bargain(made.game, made.hero, "blood for strength")
    assert (made.hero.health, made.hero.full_health) == (20, 32)


@for_each("row", [
    ("food for an edge", "short sword", "leather cap"),
    ("food for a shell", "leather cap", "short sword"),
    ("food for a shell", "leather jerkin", "short sword"),
])  # fmt: skip
def test_an_edge_is_for_who_holds_a_weapon_and_a_shell_for_who_wears_something(
    row: tuple[str, str, str],
) -> None:
    bargain, worn, other = row
    made = shrine_of(bargain)
    assert not can_pay(made, bargain)
    made.give(other, worn=True)
    made.give(worn)
    assert not can_pay(made, bargain)
    made.give(worn, worn=True)
    assert can_pay(made, bargain)


def test_a_curse_needs_something_worn_that_is_not_cursed_and_a_spell_one_that_is_known() -> None:
    made = shrine_of("a curse for power")
    made.give("dagger")
    assert not can_pay(made, "a curse for power")
    cap = made.give("leather cap", worn=True, cursed=True)
    assert not can_pay(made, "a curse for power")
    cap.cursed = False
    assert can_pay(made, "a curse for power")
    made = shrine_of("a spell for a shield")
    made.hero.spells = []
    assert not can_pay(made, "a spell for a shield")


def test_memory_for_light_forgets_the_maps_of_all_levels_and_shows_this_one() -> None:
    made = shrine_of("memory for light")
    made.hero.memory[2] = made.game.memory(made.hero)
    made.level.lit = bytearray(len(made.level.lit))
    made.ground(0, 9, terrain.ALTAR)
    bargains.bargain(made.game, made.hero, "memory for light")
    assert not any(made.hero.memory[2].ground)
    assert made.game.memory(made.hero).ground[made.at(0, 9)] == terrain.ALTAR
    assert set(made.level.lit) == {1}


# ------------------------------------------------------------------ where the expert goes


@for_each("row", [(2, 1, True), (1, 1, False), (3, 0, False), (2, 0, False)])
def test_who_has_three_foods_buys_for_one_that_is_dear_enough(row: tuple[int, int, bool]) -> None:
    foods, pie, buys = row
    made = place_at("stall of a pedlar")
    made.give("apple", foods)
    if pie:
        made.give("meat pie")
    made.give("dagger", 5)
    assert bool(advised(made)) is buys
    assert all(each.endswith(" meat-pie") for each in advised(made))


@for_each("row", [(0, False), (1, True), (2, True)])
def test_a_sleeper_is_robbed_by_those_alone_who_could_beat_him(row: tuple[int, bool]) -> None:
    level, robs = row
    made = place_at("camp of a rival")
    made.hero.level = level
    assert advised(made) == (["claim"] if robs else [])


@pytest.mark.parametrize(("full", "gives"), [(59, False), (60, True)])
def test_health_is_given_by_those_who_have_sixty(full: int, gives: bool) -> None:
    made = shrine_of("blood for strength")
    made.hero.full_health = made.hero.health = full
    assert ("bargain blood-for-strength" in advised(made)) is gives


def test_food_is_given_for_an_edge_where_there_is_more_in_the_pack() -> None:
    made = shrine_of("food for an edge")
    made.give("short sword", worn=True)
    assert "bargain food-for-an-edge" not in advised(made)
    made.give("apple")
    assert "bargain food-for-an-edge" in advised(made)


def test_a_bargain_makes_a_hero_stronger_by_figures_that_grow_and_not_by_light() -> None:
    made = shrine_of("flesh for breath")
    made.hero.full_health = made.hero.health = 100
    for name in ("flesh for breath", "breath for flesh"):
        kind = content().bargains[name]
        assert place_choices._strengthens(kind)
    assert not place_choices._strengthens(content().bargains["memory for light"])


def test_of_three_things_the_best_is_taken_and_of_unwanted_ones_any() -> None:
    made = place_at("treasury")
    things = claims.shown(made.game, made.hero)
    [weapon, armour, ring] = things.values()
    weapon.power, armour.defence, ring.resist = 3, 9, {}
    made.look()
    assert advised(made)[0] == f"claim {next(t for t, i in things.items() if i is armour)}"
    for item in things.values():
        item.cursed = item.known = True
    assert len(advised(made)) == 3


@for_each("name", ["treasury", "kennel", "camp of a rival"])
def test_a_place_is_gone_to_that_the_hero_knows_and_that_has_something_for_him(name: str) -> None:
    made = place_at(name, on_it=False)
    made.hero.level = 3
    place = made.level.place
    assert place is not None
    found = place_choices.worth_going_to(made.game, made.hero)
    assert found is not None
    assert f"travel {found[0]}" in made.offers()
    place.seen = []
    assert place_choices.worth_going_to(made.game, made.hero) is None
    place.seen = [0]
    made.game.memory(made.hero).ground[place.at] = terrain.FLOOR
    assert place_choices.worth_going_to(made.game, made.hero) is None
    beside = place_at(name)
    assert place_choices.worth_going_to(beside.game, beside.hero) is None


# ------------------------------------------------------------------ captives


def test_opening_a_cage_wakes_all_within_eight_squares() -> None:
    made = place_at("kennel")
    near, far = made.put("rat", 0, 8, asleep=True), made.put("rat", 0, 9, asleep=True)
    assert captives.captive_here(made.game, made.hero) == "cave bear"
    captives.free(made.game, made.hero)
    assert (near.asleep, far.asleep) == (False, True)
    [friend] = [each for each in made.level.monsters if each.side == HEROES]
    assert (friend.kind, friend.captive, friend.summoned) == ("cave bear", True, True)
    assert made.said("Ann frees a cave bear, who will follow.")
    assert captives.captive_here(made.game, made.hero) == ""
    assert made.hero.used == {"place kennel": 1}


def test_a_sold_thing_leaves_its_niche_alone_and_a_gift_empties_all() -> None:
    made = place_at("stall of a pedlar")
    made.give("meat pie", 2)
    ware = next(iter(claims.shown(made.game, made.hero)))
    made.do(f"claim {ware} meat-pie")
    assert made.level.ground.count(terrain.EMPTY_NICHE) == 1
    assert made.said("Ann pays with a meat pie.", "Ann takes")
    assert not made.said("The other niches close")
    assert [item.count for item in made.hero.pack if item.kind == "meat pie"] == [1]
    gift = place_at("treasury")
    first = next(iter(claims.shown(gift.game, gift.hero)))
    assert gift.level.place is not None
    memory, niche = gift.game.memory(gift.hero), gift.at(0, 12)  # one is out of sight
    gift.level.items[niche] = gift.level.items.pop(gift.level.place.niches[-1])
    gift.level.place.niches[-1] = niche
    gift.look()
    assert niche in memory.items
    for dy in range(-9, 10):
        gift.ground(dy, 10, terrain.WALL)
    gift.do(f"claim {first}")
    assert gift.said("The other niches close for good.")
    assert niche not in memory.items
    assert len(inventory.tokens(gift.hero.pack)) == 1
