"""Places: what is claimed, bargained for and freed there."""

from __future__ import annotations

import pytest

from engine.contract.action import IllegalAction, Offer
from engine.delve import terrain
from engine.delve.autoplay import expert, place_choices
from engine.delve.autoplay.errands import STRONGER
from engine.delve.data.place_plans import FIXTURES
from engine.delve.levels import stairs
from engine.delve.levels.level_generation import make_level
from engine.delve.places import bargains, claims
from engine.delve.rules import inventory
from engine.delve.state import HEROES, DelvePlace
from tests.engine.delve.stage import Stage, content

FOOD = "meat pie"


def place_at(name: str, *, on_it: bool = True) -> Stage:
    """Return a stage whose hero stands on the fixture of a place, or beside it, with its stock."""
    made = Stage()
    made.toughen()
    kind = content().places[name]
    at = made.at(0, 0 if on_it else 1)
    place = DelvePlace(name, at, [at])
    things = [
        next(each.name for each in content().items.values() if each.category == category)
        for category in kind.stock
    ]
    stock = [inventory.fresh(content(), each, made.game.new_uid()) for each in things]
    if kind.rule.name in ("gives-one", "sells"):
        for dx, item in enumerate(stock):
            made.ground(-1, dx - 1, terrain.NICHE)
            place.niches.append(made.at(-1, dx - 1))
            made.level.items[place.niches[-1]] = [item]
    else:
        place.stock = stock
    place.captive = "cave bear" if kind.rule.name == "frees" else ""
    made.level.place = place
    made.ground(0, 0 if on_it else 1, FIXTURES[kind.rule.name])
    made.look()
    return made


VERBS = ("claim", "bargain", "free")
ONE_OF_EACH = sorted({kind.rule.name: kind.name for kind in content().places.values()}.values())


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_a_place_has_offers_for_whoever_stands_on_its_fixture_alone(name: str) -> None:
    made = _equipped(name)
    found = [each for each in made.rules.legal(made.state, 0) if each.action.verb in VERBS]
    assert [each for each in found if each.intent != "ask"]
    aside = place_at(name, on_it=False)
    assert not [each for each in aside.offers() if each.split()[0] in VERBS]
    assert any(each.startswith("travel") for each in aside.offers())


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_every_offer_of_a_place_can_be_taken_and_changes_the_game(name: str) -> None:
    lines = [str(each.action) for each in _whole(_equipped(name))]
    assert lines
    for line in (lines[0], lines[-1]):
        made = _equipped(name)
        before = made.rules.dump(made.state)
        made.do(line)
        assert made.rules.dump(made.state) != before
        assert made.hero.used[f"place {name}"] == 1


def _equipped(name: str) -> Stage:
    made = place_at(name)
    made.give(FOOD)
    made.give("short sword", worn=True)
    made.give("leather jerkin", worn=True)
    made.know("spark")
    return made


def _whole(made: Stage) -> list[Offer]:
    offers = made.rules.legal(made.state, 0)
    return [each for each in offers if each.action.verb in VERBS and each.intent != "ask"]


def test_of_three_things_one_is_taken_and_the_others_are_lost() -> None:
    made = place_at("treasury")
    [first, *_] = claims.shown(made.game, made.hero)
    made.do(f"claim {first}")
    assert first in inventory.tokens(made.hero.pack)
    assert not claims.shown(made.game, made.hero)
    assert made.game.ground(made.hero) == terrain.BARE_PEDESTAL
    assert made.level.ground.count(terrain.EMPTY_NICHE) == 3
    assert not [each for each in made.offers() if each.startswith("claim")]


def test_a_pedlar_takes_food_that_fills_and_nothing_else() -> None:
    made = place_at("stall of a pedlar")
    made.give("short sword")
    assert not [each for each in made.offers() if each.startswith("claim")]
    made.give(FOOD)
    ware = next(iter(claims.shown(made.game, made.hero)))
    made.do(f"claim {ware} meat-pie")
    assert ware in inventory.tokens(made.hero.pack)
    assert "meat-pie" not in inventory.tokens(made.hero.pack)
    assert len(claims.shown(made.game, made.hero)) == 3


def test_a_rival_may_wake_by_the_chance_that_is_told_and_wakes_once() -> None:
    made = place_at("camp of a rival")
    rival = made.put("pickpocket", 0, 2, asleep=True)
    assert made.level.place is not None
    made.level.place.rival = rival.uid
    [offer] = [each for each in made.rules.legal(made.state, 0) if each.action.verb == "claim"]
    [chance] = offer.chances
    percent = content().places["camp of a rival"].rule.number()
    assert chance.percent == percent
    assert str(chance.words) == f"{percent} % to wake the owner"
    made.rig(rest="low")
    made.do("claim")
    assert not rival.asleep
    assert made.said("The pickpocket wakes up.")
    assert claims.waking_percent(made.game, made.level.place, made.hero) == 0
    assert made.state.deeds == {"robbed": 1}
    for _ in made.level.place.stock[:]:
        made.do("claim")
    assert made.game.ground(made.hero) == terrain.COLD_CAMP


def test_a_captive_follows_fights_and_thanks_whoever_leads_it_away() -> None:
    made = place_at("kennel")
    made.do("free")
    [friend] = [each for each in made.level.monsters if each.captive]
    assert (friend.kind, friend.side) == ("cave bear", HEROES)
    assert made.game.ground(made.hero) == terrain.OPEN_CAGE
    make_level(made.game, 2)
    before = made.hero.experience
    stairs.arrive(made.game, made.hero, 2, terrain.STAIRS_UP)
    assert made.hero.experience >= before + 2 * stairs.LED_EXPERIENCE
    assert friend in made.state.levels[2].monsters
    assert made.state.deeds == {"freed": 1}


def test_who_is_freed_is_told_as_sitting_in_the_cage_no_longer() -> None:
    made = place_at("kennel")

    def told() -> list[str]:
        facts = made.rules.view(made.state, 0).facts
        return [str(value) for name, value in facts if str(name) == "Place"]

    [title] = told()
    assert title.endswith(", with a cave bear")
    made.do("free")
    assert told() == [title.removesuffix(", with a cave bear")]


def test_each_bargain_takes_its_price_and_gives_what_it_says() -> None:
    for name, kind in content().bargains.items():
        shrine = next(
            place.name
            for place in content().places.values()
            if place.rule.name == "bargains" and name in place.rule.args
        )
        made = _equipped(shrine)
        hero = made.hero
        figures = hero.full_health, hero.full_energy, hero.power, hero.defence, hero.nourishment
        worn = [(item.power, item.defence, item.cursed) for item in hero.pack]
        known, maps = len(hero.spells), bytes(made.game.memory(hero).ground)
        bargains.bargain(made.game, hero, name)
        assert (
            (hero.full_health, hero.full_energy, hero.power, hero.defence, hero.nourishment)
            != figures
            or worn != [(item.power, item.defence, item.cursed) for item in hero.pack]
            or (len(hero.spells), bytes(made.game.memory(hero).ground)) != (known, maps)
        ), name
        assert made.game.ground(hero) == terrain.SILENT_SHRINE
        numbers = [int(word) for word in kind.text.replace(",", "").split() if word.isdigit()]
        said = [each.number() for each in (kind.takes,) if each.args]
        assert all(number in numbers for number in said), name


@pytest.mark.parametrize(
    "shrine", [each.name for each in content().places.values() if each.rule.name == "bargains"]
)
def test_the_hint_of_a_bargain_is_its_own_text(shrine: str) -> None:
    bargained = [each for each in _whole(_equipped(shrine)) if each.action.verb == "bargain"]
    texts = {inventory.token(each.name): each.text for each in content().bargains.values()}
    assert bargained
    assert all(str(each.hint) == texts[each.action.args[0]] for each in bargained)


def bargains_advised(shrine: str, class_name: str, *spells: str) -> list[str]:
    made = place_at(shrine)
    made.hero.class_name, made.hero.spells = class_name, [*spells]
    found = place_choices.at_fixture(made.game, made.hero)
    return [each.action.args[0] for each in found]


def test_who_lives_by_blows_gives_a_spell_that_does_not_heal() -> None:
    shield = "a-spell-for-a-shield"
    shrine = next(n for n, k in content().places.items() if "a spell for a shield" in k.rule.args)
    assert shield in bargains_advised(shrine, "fighter", "heal wounds", "spark")
    assert shield not in bargains_advised(shrine, "fighter", "spark", "heal wounds")
    assert shield not in bargains_advised(shrine, "fighter")
    assert shield not in bargains_advised(shrine, "mage", "heal wounds", "spark")


def test_light_is_bought_after_strength_and_only_where_something_is_left_to_see() -> None:
    shrine = next(n for n, k in content().places.items() if "memory for light" in k.rule.args)
    light, strength = "memory-for-light", "blood-for-strength"
    made = place_at(shrine)
    assert [e.action.args[0] for e in place_choices.at_fixture(made.game, made.hero)][-1] == light
    assert strength in bargains_advised(shrine, "fighter")
    memory = made.game.memory(made.hero)
    memory.ground = bytearray(code or terrain.WALL for code in memory.ground)
    memory.items.clear()
    found = [e.action.args[0] for e in place_choices.at_fixture(made.game, made.hero)]
    assert strength in found
    assert light not in found


def test_nobody_can_pay_with_what_he_has_not() -> None:
    made = place_at("shrine of the scales")
    made.hero.full_health = made.hero.health = bargains.LEAST_LEFT + 7
    assert "bargain blood-for-strength" not in made.offers()
    with pytest.raises(IllegalAction):
        made.do("bargain blood-for-strength")


def test_a_place_is_told_once_to_each_who_sees_it_and_ends_plans() -> None:
    made = place_at("treasury", on_it=False)
    assert made.said(content().places["treasury"].sight)
    made.hero.lines = []
    made.look()
    assert not made.hero.lines


@pytest.mark.parametrize(("level", "goes"), [(1, True), (1 + STRONGER, False)])
def test_a_place_is_gone_to_by_those_alone_whom_the_level_still_teaches(
    level: int, goes: bool
) -> None:
    made = place_at("treasury", on_it=False)
    made.hero.level = level
    made.hero.health, made.hero.energy = made.hero.full_health, made.hero.full_energy
    ranked = [str(each.action) for each in expert.ranked(made.game, made.hero)]
    assert ("travel pedestal" in ranked) is goes
