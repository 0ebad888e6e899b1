"""Hunger, eating, resting, starving."""

from __future__ import annotations

import pytest

from engine.delve.combat.damage import harm
from engine.delve.hero import hunger
from engine.delve.turns.end_of_turn import regenerate
from tests.engine.delve.stage import Stage


@pytest.mark.covers("delve-manual: 45")
def test_a_loss_comes_off_the_rating_first_and_the_rest_off_nourishment() -> None:
    made = Stage()
    hero = made.hero
    hero.nourishment, hero.rating = 100, 3
    hero.health, hero.energy = 1, 1
    hero.statuses["poisoned"] = 4
    hunger.lose(made.game, hero)
    assert (hero.rating, hero.nourishment) == (0, 95)


@pytest.mark.covers("delve-manual: 45")
def test_losses_come_every_5_to_15_turns_and_stand_still_while_frozen() -> None:
    made = Stage()
    hero = made.hero
    seen = set()
    for drawn in range(11):
        made.rig(drawn)
        hero.hunger_in = 1
        hunger.pass_turn(made.game, hero)
        seen.add(hero.hunger_in)
    assert seen == set(range(5, 16))
    hero.hunger_in, hero.statuses["frozen"] = 3, 5
    hunger.pass_turn(made.game, hero)
    assert hero.hunger_in == 3


@pytest.mark.covers("delve-manual: 45")
@pytest.mark.parametrize("source", ["status", "item", "ability"])
def test_vibrant_warmth_halves_and_hungry_blades_triple(source: str) -> None:
    made = Stage()
    hero = made.hero
    if source == "status":
        hero.statuses["warm"] = 9
    elif source == "item":
        made.give("fur hood", worn=True)
    else:
        hero.abilities.append("vibrant warmth")
    hero.rating, hero.statuses["fatigued"] = 50, 3
    hunger.lose(made.game, hero)
    assert hero.rating == 48
    made.give("hungry blade", worn=True)
    hunger.lose(made.game, hero)
    assert hero.rating == 48 - 6


@pytest.mark.covers("delve-manual: 44", "delve-manual: 46")
def test_eating_sets_the_rating_and_adds_without_a_cap_and_then_one_is_full() -> None:
    made = Stage()
    made.give("cheese", 2, worn=False)
    made.hero.nourishment, made.hero.rating = 499, 150
    made.do("eat cheese")
    assert made.hero.nourishment == 559
    assert made.hero.rating in (59, 60)
    with pytest.raises(ValueError, match="too full"):
        made.do("eat cheese")
    assert not any(offer.startswith("eat") for offer in made.offers())


@pytest.mark.covers("delve-manual: 47")
@pytest.mark.parametrize(
    ("class_name", "food", "drawn", "rating"),
    [("monk", "bowl of rice", 94, 90), ("monk", "bowl of rice", 95, 60),
     ("fighter", "bowl of rice", 4, 90), ("fighter", "bowl of rice", 5, 60),
     ("monk", "meat pie", 0, 45), ("monk", "cheese", 0, 60)],
)  # fmt: skip
def test_plants_and_meat_change_the_rating(
    class_name: str, food: str, drawn: int, rating: int
) -> None:
    made = Stage(class_name)
    made.rig(drawn, 6)
    hunger.eat_figures(made.game, made.hero, made.game.content.items[food])
    assert made.hero.rating == rating
    assert made.hero.statuses.get("diseased", 0) == (6 if food == "meat pie" else 0)


def test_an_iron_stomach_keeps_meat_from_making_ill() -> None:
    made = Stage("monk")
    made.hero.abilities.append("iron stomach")
    made.rig(0, 6)
    hunger.eat_figures(made.game, made.hero, made.game.content.items["meat pie"])
    assert "diseased" not in made.hero.statuses


@pytest.mark.covers("delve-manual: 48")
def test_starving_drains_energy_and_health_to_death() -> None:
    made = Stage()
    hero = made.hero
    hero.nourishment = hero.rating = 0
    hero.energy = 3
    health = hero.health
    for _ in range(6):
        hunger.pass_turn(made.game, hero)
    assert (hero.energy, hero.health) == (0, health - 2)
    hero.health, hero.starving = 1, 2
    hunger.pass_turn(made.game, hero)
    assert hero.fallen
    assert str(hero.killer) == "hunger"


def test_turns_of_starving_are_counted_anew_after_a_meal() -> None:
    made = Stage()
    hero = made.hero
    health = hero.health
    for _ in range(3):
        hero.nourishment = hero.rating = 0
        for _ in range(hunger.STARVING_PERIOD - 1):
            hunger.pass_turn(made.game, hero)
        hero.nourishment, hero.rating = 60, 60
        hunger.pass_turn(made.game, hero)
    assert hero.health == health


@pytest.mark.covers("delve-manual: 48")
def test_below_25_nothing_regenerates() -> None:
    made = Stage()
    made.hero.energy, made.hero.energy_counter = 3, 39
    made.hero.nourishment = 24
    regenerate(made.game, made.hero)
    assert made.hero.energy == 3
    made.hero.nourishment = 25
    regenerate(made.game, made.hero)
    assert made.hero.energy == 4


@pytest.mark.covers("delve-manual: 48")
def test_an_avatar_comes_back_hungrier_but_as_nourished() -> None:
    made = Stage()
    hero = made.hero
    hero.statuses["avatar"] = 9
    hero.nourishment, hero.rating = 7, 20
    made.level.arrival = made.at(5, 5)
    harm(made.game, hero, 500)
    assert not hero.fallen
    assert (hero.health, hero.energy) == (hero.full_health // 2, hero.full_energy)
    assert (hero.nourishment, hero.rating, hero.at) == (7, 70, made.at(5, 5))
    assert "avatar" not in hero.statuses


@pytest.mark.covers("delve-manual: 46")
def test_undisturbed_rest_raises_a_low_rating_to_fifteen_at_most() -> None:
    made = Stage()
    for before, after in ((3, 8), (12, 15), (20, 20)):
        made.hero.rating = before
        hunger.rested(made.hero)
        assert made.hero.rating == after
    made.hero.rating, made.hero.energy, made.hero.hunger_in = 3, 1, 900
    made.do("rest")
    assert made.hero.energy == made.hero.full_energy
    assert made.hero.rating == 8
