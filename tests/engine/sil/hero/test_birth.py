"""The making of a hero: steps in the state, back and forth, and the quick start."""

import msgspec
import pytest
from msgspec.structs import replace

from engine.contract.action import ActionError, InvalidAction
from engine.sil.commands import answers, registry
from engine.sil.data import bundle
from engine.sil.data.records import StartingItem
from engine.sil.game.context import SilContext
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import SilState, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import biography
from engine.sil.items.item_classes import FOOD, LIGHT
from engine.sil.setup import hero_creation
from tests.engine.sil.stage import DATA, EDAIN, kind
from tests.rolled import dice_for

pytestmark = pytest.mark.covers("spec-character-combat: 1. Character creation")


def new(hero="create", rulings=GAME, name="Beren", seed=b"s" * 16, **options):
    return hero_creation.new_game(DATA, {"hero": hero, **options}, name, rulings, dice_for(seed))


def say(game, *words):
    for word in words:
        answers.COMMANDS[0].do(game, (word,))


def words(game):
    return [word for word, _ in game.state.question.answers]


WAY = ("noldor", "feanor", "suggested", "done", "suggested", "done", "keep", "keep", "keep")


@pytest.mark.covers("sil-q-manual: The Basics", "sil-q-manual: Race and House")
@pytest.mark.covers("spec-character-combat: 1.1")
def test_a_hero_is_made_in_few_answers():
    game = new()
    say(game, *WAY)
    assert game.state.birth == "confirm"
    assert len(WAY) + 1 <= 25
    say(game, "begin")
    assert (game.state.birth, game.state.question) == ("", None)
    assert game.hero.health == game.hero.derived.max_health
    assert game.level.depth == 1


def test_the_line_of_the_chosen_house_is_the_last_and_so_has_room():
    game = new()
    say(game, "noldor", "fingolfin", "back")
    assert str(game.state.question.details[-1]).startswith("House of Fingolfin: ")
    say(game, "feanor", "back")
    assert str(game.state.question.details[-1]).startswith("House of Feanor: ")


@pytest.mark.covers("spec-character-combat: 1.1")
def test_every_step_survives_saving_and_goes_back():
    game = new()
    steps = []
    for word in WAY:
        saved = msgspec.msgpack.encode(game.state)
        state = msgspec.msgpack.decode(saved, type=SilState)
        game = SilContext(state, DATA, streams=game.streams)
        assert msgspec.msgpack.encode(game.state) == saved
        steps.append(game.state.birth)
        say(game, word)
    order = list(dict.fromkeys(steps))
    while game.state.birth != "race":
        at = game.state.birth
        say(game, "back")
        assert game.state.birth == [*order, "confirm"][[*order, "confirm"].index(at) - 1]


def test_going_back_loses_no_points():
    game = new()
    say(game, "noldor", "feanor", "str+", "str+", "dex+", "back", "fingolfin")
    assert hero_creation.points_of(game.data, game.hero) == [2, 1, 0, 0]
    assert game.hero.stat_base == [2, 2, 3, 2]
    say(game, "back", "back", "naugrim", "nogrod")
    assert hero_creation.points_of(game.data, game.hero) == [2, 1, 0, 0]


@pytest.mark.covers("sil-q-manual: Race and House")
@pytest.mark.covers("spec-character-combat: 1.3")
def test_only_the_houses_of_the_people_are_offered():
    game = new()
    say(game, "edain")
    assert words(game) == ["beor", "haleth", "hador", "back"]


@pytest.mark.parametrize(
    ("points", "cost"),
    [((4, 1, 1, 1), 13), ((3, 3, 1, 0), 13), ((4, 2, 0, 0), 13), ((4, 2, 1, 0), 14)],
)
@pytest.mark.covers("sil-q-manual: Stats")
@pytest.mark.covers("spec-character-combat: 1.4")
def test_what_points_cost(points, cost):
    assert hero_creation.points_cost(points) == cost


@pytest.mark.covers("spec-character-combat: 1.4")
def test_points_beyond_the_budget_are_not_offered():
    game = new()
    say(game, "noldor", "feanor", *["str+"] * 4, *["dex+"] * 2)
    assert hero_creation.points_of(game.data, game.hero) == [4, 2, 0, 0]
    assert not any(word.endswith("+") for word in words(game))
    with pytest.raises(InvalidAction):
        say(game, "con+")
    say(game, "dex-", "con+")
    assert hero_creation.points_of(game.data, game.hero) == [4, 1, 1, 0]


def test_skills_can_be_given_back_while_the_hero_is_made():
    game = new()
    say(game, "noldor", "feanor", "done", "melee+", "melee+", "song+", "melee-")
    assert game.hero.skill_base == [1, 0, 0, 0, 0, 0, 0, 1]
    assert game.hero.unspent == 5000 - 200


def test_names_bodies_and_tales_may_be_typed():
    game = new()
    say(game, "noldor", "feanor", "done", "done", "A wanderer out of the west.")
    assert game.hero.history == "A wanderer out of the west."
    say(game, "keep", "age 30")
    assert game.hero.age == 30
    with pytest.raises(ActionError):
        say(game, "age 12")
    assert game.state.birth == "body"
    assert game.state.question is not None
    say(game, "keep")
    with pytest.raises(ActionError):
        say(game, "Beren Erchamion")
    say(game, "Beren Camlost")
    assert game.hero.name == "Beren Camlost"


@pytest.mark.covers("sil-q-manual: The Basics")
@pytest.mark.covers("spec-character-combat: 1.6")
def test_the_kit_is_worn_and_packed():
    game = new("quick")
    hero = game.hero
    assert hero.worn[Slot.WEAPON].kind == kind("Curved Sword")
    assert hero.worn[Slot.LIGHT].timeout == 2000
    torches = [thing for thing in hero.pack if thing.kind == kind("Wooden Torch")]
    assert [thing.count for thing in torches] == [2]
    assert sum(thing.count for thing in hero.pack) in (5, 7)
    assert all(thing.known for thing in (*hero.pack, *hero.worn.values()))
    assert Slot.WEAPON not in new("quick", MANUAL).hero.worn


@pytest.mark.covers("spec-character-combat: 1.6")
def test_of_a_kit_in_any_order_one_of_the_first_lights_is_lit_and_the_rest_is_packed(monkeypatch):
    sword = DATA.kinds[kind("Curved Sword")]
    kit = ((sword.tval, sword.sval, 1, 1), *((FOOD, 35, 2, 2), (LIGHT, 0, 3, 3), (LIGHT, 1, 1, 1)))
    game = new()
    edain = game.data.races[EDAIN]
    items = tuple(StartingItem(*line) for line in kit)
    monkeypatch.setitem(game.data.races, EDAIN, replace(edain, starting_items=items))
    hero_creation.quick_start(game, race=EDAIN)
    torch, lantern = kind("Wooden Torch"), kind("Brass Lantern")
    bread = game.data.kind(FOOD, 35).serial
    worn = {slot: (thing.kind, thing.count) for slot, thing in game.hero.worn.items()}
    assert worn == {Slot.WEAPON: (sword.serial, 1), Slot.LIGHT: (torch, 1)}
    packed = [(thing.kind, thing.count) for thing in game.hero.pack]
    assert packed == [(bread, 2), (torch, 2), (lantern, 1)]


def test_of_the_weapons_of_a_kit_only_that_which_the_rules_give_is_taken(monkeypatch):
    weapons = [DATA.kinds[kind(name)] for name in ("Dagger", "Curved Sword", "Spear", "Longsword")]
    items = tuple(StartingItem(each.tval, each.sval, 1, 1) for each in weapons)
    game = new()
    edain = replace(game.data.races[EDAIN], starting_items=items)
    monkeypatch.setitem(game.data.races, EDAIN, edain)
    hero_creation.quick_start(game, race=EDAIN)
    worn = {slot: thing.kind for slot, thing in game.hero.worn.items()}
    assert worn == {Slot.WEAPON: kind("Curved Sword")}
    assert game.hero.pack == []


@pytest.mark.parametrize("people", bundle.load().races)
@pytest.mark.covers("spec-character-combat: 1.2")
def test_a_quick_start_makes_a_legal_hero_of_every_people(people):
    game = new()
    hero_creation.quick_start(game, "Hador", people)
    hero = game.hero
    race = game.data.races[hero.race]
    assert (race.serial, hero.name) == (people, "Hador")
    assert hero.house in race.houses
    points = hero_creation.points_of(game.data, hero)
    assert hero_creation.points_cost(points) == 13
    assert all(0 <= stat <= 4 for stat in points)
    assert 0 <= hero.unspent < 1200
    assert all(not ab.lacking(game.data, hero)[ref] for ref in hero.bought)
    assert hero.history


@pytest.mark.parametrize("hero", ["quick", "tutorial"])
def test_who_sets_out_has_the_energy_of_an_action(hero):
    assert new(hero).hero.energy == 100


@pytest.mark.parametrize("hero", ["create", "quick", "tutorial"])
def test_potions_and_rings_look_otherwise_in_another_game(hero):
    one, other = (new(hero, seed=seed).world.flavours for seed in (b"a" * 16, b"b" * 16))
    for name in ("Healing", "Protection"):
        assert one[kind(name)] != other[kind(name)]


def test_the_quick_start_is_an_answer():
    game = new()
    say(game, "quick")
    assert not game.state.birth


@pytest.mark.covers("sil-q-codebase: Experience System / Constants")
@pytest.mark.covers("spec-character-combat: 1.5")
def test_fixed_experience_starts_with_fifty_thousand():
    for option, begins_with in (("fixed", 50_000), ("earned", 5_000)):
        hero = new(experience=option).hero
        assert (hero.experience, hero.unspent) == (begins_with, begins_with)


def test_a_name_is_wanted():
    with pytest.raises(InvalidAction):
        new(name="  ")


def test_the_answers_are_the_offers():
    game = new()
    offered = [str(offer.action) for offer in registry.offers(game)]
    assert offered == [f"answer {word}" for word in words(game)]


@pytest.mark.covers("spec-character-combat: 1.8")
def test_names_sound_like_names_and_are_of_middling_length():
    stream = dice_for(b"n" * 16).flavour
    names = [biography.name(bundle.load(), stream) for _ in range(300)]
    assert all(5 <= len(name) <= 9 and name[0].isupper() and name.isalpha() for name in names)
    assert len(set(names)) > 200


def test_a_name_that_ends_too_soon_is_begun_anew_at_the_tenth_end():
    class First:
        draws = 0

        def weighted(self, weights):
            self.draws += 1
            return 0

    stream = First()
    assert biography._word(stream, {"  ": ("a", (1,)), " a": (".", (1,))}) == "a"
    assert stream.draws == 1 + 10


@pytest.mark.covers("spec-character-combat: 1.8")
def test_the_body_stays_within_four_deviations():
    stream = dice_for(b"b" * 16).flavour
    for serial, race in bundle.load().races.items():
        for _ in range(200):
            age, height, weight = biography.body(bundle.load(), stream, serial)
            assert race.youngest <= age <= race.oldest
            assert abs(height - race.height) <= 4 * race.height_deviation
            assert abs(weight - height // 5 - race.weight) <= 4 * race.weight_deviation
    heights = [biography.normal(stream, 0, 64) for _ in range(3000)]
    assert abs(sum(heights) / 3000) < 5
    assert 0.62 < sum(abs(h) <= 64 for h in heights) / 3000 < 0.75


@pytest.mark.covers("spec-character-combat: 1.7")
def test_tales_follow_race_and_house():
    stream = dice_for(b"t" * 16).flavour
    for race in bundle.load().races.values():
        for house in race.houses:
            tale = biography.tale(bundle.load(), stream, race.serial, house)
            assert 20 < len(tale) <= biography.LONGEST_TALE
    finarfin = [biography.tale(bundle.load(), stream, 0, 3) for _ in range(200)]
    assert sum("golden" in tale for tale in finarfin) > 120


@pytest.mark.parametrize("people", ["Noldor", "Sindar", "Naugrim", "Edain"])
def test_a_whole_hero_of_a_people_is_one_answer(people):
    game = new()
    say(game, f"{hero_creation.WHOLE}{people.lower()}")
    assert game.data.races[game.hero.race].name == people
    assert not game.state.birth


def test_a_step_tells_how_many_there_are():
    game = new()
    say(game, "noldor")
    assert str(game.state.question.text).startswith("Step 2 of 8: ")


@pytest.mark.parametrize("kept", [0, 1, 2])
def test_another_tale_build_or_name_is_never_the_same(kept):
    game = new(seed=b"a" * 16)
    say(game, *WAY[: 6 + kept])
    hero = game.hero
    for number in range(120):
        game.streams = dice_for(f"another {number}")
        before = hero.history, hero.age, hero.height, hero.weight, hero.name
        say(game, "another")
        assert (hero.history, hero.age, hero.height, hero.weight, hero.name) != before
