"""Searching, chests, bones and captives: exact limits, and what is told of them."""

import pytest

from engine.contract.action import IllegalAction
from engine.sil.dungeon import captives, chests, search, skeletons
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill
from engine.sil.items import item_classes, item_creation, item_handles
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, look, put, said
from tests.engine.sil.items.things import bearer, given, lying, thing
from tests.engine.sil.stage import foe, item, kind, load_dice, refresh

CHEST = "Small wooden chest"


# ---------------------------------------------------------------- searching


def test_only_what_is_still_to_be_found_is_hidden():
    game = arena()
    here = game.level.at(game.hero.y, game.hero.x)
    assert not search.hides(game, here)
    for pval, known, hides in (
        (9, False, True),
        (9, True, False),
        (0, False, False),
        (-9, False, False),
    ):
        game.level.floor[here] = [item(CHEST, pval=pval, known=known)]
        assert search.hides(game, here) == hides
    game.level.floor[here] = [item("Longsword", known=False, pval=1)]
    assert not search.hides(game, here)
    assert search.hides(game, put(game, 2, 2, terrain.SECRET_DOOR))
    assert search.hides(game, put(game, 2, 3, terrain.PIT, hidden=True))
    assert not search.hides(game, put(game, 2, 4, terrain.PIT))


def test_a_secret_door_is_harder_to_find_deeper_and_farther_away():
    for depth, away, blind, hard in [
        (10, 1, False, 15),
        (11, 1, False, 15),
        (10, 2, False, 17),
        (10, 3, False, 19),
        (10, 4, False, 21),
        (0, 1, False, 20),
        (10, 1, True, 20),
    ]:
        game = arena(depth=depth)
        i = put(game, 2, 2, terrain.SECRET_DOOR)
        game.hero.timers.blind = 5 * blind
        assert search.difficulty(game, i, away) == hard


@pytest.mark.parametrize("rulings", [GAME, MANUAL])
def test_a_chest_is_as_hard_as_its_level_or_the_depth(rulings):
    game = arena(depth=10, rulings=rulings)
    i = game.level.at(2, 2)
    game.level.floor[i] = [item(CHEST, pval=24, known=False)]
    base = 12 if rulings.chest_trap_notice_base == "chest level" else 5
    assert search.difficulty(game, i, 1) == base + 15


def test_light_and_care_help_to_find():
    for perception, light, searched, found in [
        (9, 1, False, False),
        (10, 1, False, True),
        (9, 2, False, True),
        (4, 1, True, False),
        (5, 1, True, True),
    ]:
        game = arena(depth=4)  # a secret door beside him: 12
        i = put(game, game.hero.y, game.hero.x + 1, terrain.SECRET_DOOR)
        game.hero.derived.skills[Skill.PERCEPTION] = perception
        game.knowledge.light[i] = light
        load_dice(game, 5, 3, otherwise=1)  # two better for the hero
        search._examine(game, i, 1, search.SEARCHING if searched else 0)
        assert (game.level.feature[i] != terrain.SECRET_DOOR) == found


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (terrain.SECRET_DOOR, "You have found a secret door."),
        (terrain.PIT, "You have found a trap: pit."),
        (None, "You have found a trap on the chest."),
    ],
)
def test_a_find_is_told_marked_and_breaks_off_plans(what, words):
    game = arena()
    i = game.level.at(2, 2)
    if what is None:
        game.level.floor[i] = [chest := item(CHEST, pval=9, known=False)]
    else:
        put(game, 2, 2, what, hidden=what == terrain.PIT)
    game.state.marks = []
    search.reveal(game, i)
    assert said(game) == [words]
    assert [(mark.kind, mark.y, mark.x) for mark in game.state.marks] == [("new", 2, 2)]
    assert [(stop.reason, stop.at) for stop in game.state.disturbances] == [("found", (2, 2))]
    assert game.state.said[-1].fact.at == (2, 2)
    assert not search.hides(game, i)
    if what is None:
        assert chest.known


def seen_by_himself(dy, dx, *, lit=True, light=0, perception=99):
    """Return whether a hero notices a hidden pit so far away, by himself."""
    rows = ("#" * 21, *["#" + "." * 19 + "#"] * 19, "#" * 21)
    game = arena(*rows, lit=lit)
    game.hero.y = game.hero.x = 10
    i = put(game, 10 + dy, 10 + dx, terrain.PIT, hidden=True)
    look(game)
    game.hero.derived.light = light
    game.hero.derived.skills[Skill.PERCEPTION] = perception
    search.notice(game)
    return not game.level.hidden[i]


def test_who_goes_by_notices_what_is_lit_within_four_squares():
    for dy, dx, how, found in [
        (0, 4, {}, True),
        (0, 5, {}, False),
        (3, 3, {}, True),
        (4, 4, {}, False),
        (0, 1, {"lit": False}, True),
        (0, 2, {"lit": False}, False),
    ]:
        assert seen_by_himself(dy, dx, **how) == found


def test_what_lies_in_the_dark_keeps_nobody_from_noticing_what_is_lit():
    game = arena(lit=False)
    dark, lit = (
        put(game, game.hero.y + dy, game.hero.x, terrain.PIT, hidden=True) for dy in (-2, 2)
    )
    game.level.glow[lit] = 1
    look(game)
    game.hero.derived.light = 0
    game.hero.derived.skills[Skill.PERCEPTION] = 99
    search.notice(game)
    assert (game.level.hidden[dark], game.level.hidden[lit]) == (1, 0)


# ---------------------------------------------------------------- chests


def chest_beside(**changes):
    game = arena()
    chest = item(CHEST, seen_by=1, **changes)
    game.level.floor[game.level.at(game.hero.y, game.hero.x + 1)] = [chest]
    look(game)
    return game, chest


def opened(game, chest):
    chests.open_chest(game, chest, game.hero.y, game.hero.x + 1)


def test_a_chest_on_a_square_is_one_that_the_hero_knows_of():
    game, chest = chest_beside(pval=4)
    i = game.level.at(game.hero.y, game.hero.x + 1)
    assert chests.at(game, i) is chest
    game.level.floor[i] = [item("Dagger", seen_by=1), chest]
    assert chests.at(game, i) is chest
    chest.seen_by = 0
    assert chests.at(game, i) is None


def test_a_trap_is_the_harder_the_higher_its_level():
    for pval, hard in [(3, 1), (4, 2), (-4, 2), (8, 3), (25, 7)]:
        game, chest = chest_beside(pval=pval)
        assert chests.difficulty(game, chest) == hard
        game.hero.timers.confused = 3
        assert chests.difficulty(game, chest) == hard + 5


@pytest.mark.parametrize("pval", [1, 4])
def test_a_locked_chest_that_is_picked_tells_so(pval):
    game, chest = chest_beside(pval=pval)
    game.hero.health = 1000
    game.hero.derived.skills[Skill.PERCEPTION] = 30
    opened(game, chest)
    assert said(game)[0] == "You pick the lock of the chest."
    assert (chest.pval, chest.known, game.state.energy_used) == (0, True, 100)


@pytest.mark.parametrize(("perception", "hopeless"), [(-2, True), (-1, False)])
def test_a_lock_out_of_reach_is_told_and_breaks_off_plans(perception, hopeless):
    game, chest = chest_beside(pval=4)
    game.hero.derived.skills[Skill.PERCEPTION] = perception
    load_dice(game, 1, 10)
    opened(game, chest)
    beyond = " It is beyond your Perception, you have no chance."
    assert said(game) == [f"You fail to pick the lock of the chest.{beyond if hopeless else ''}"]
    assert [stop.reason for stop in game.state.disturbances] == ["blocked"] * hopeless
    assert chest.pval == 4


def test_what_a_chest_holds_is_told_and_known_to_lie_there():
    game, chest = chest_beside(pval=-5, extra=11)
    opened(game, chest)
    things = [i for heap in game.level.floor.values() for i in heap if i is not chest]
    assert 2 <= len(things) <= 3
    assert all(game.knows_of(each) for each in things)
    [line] = said(game)
    assert line.startswith("The chest holds ")
    assert all(item_handles.item_name(game, each) in line for each in things)


def test_a_trap_that_kills_leaves_the_chest_shut():
    game, chest = chest_beside()
    traps = game.data.rules.chest_traps
    chest.pval = next(min(trap.levels) for trap in traps if trap.name == "acrid smoke")
    game.hero.health = 1
    game.hero.derived.skills[Skill.PERCEPTION] = 30
    game.hero.derived.skills[Skill.WILL] = -99
    opened(game, chest)
    assert game.state.ended == "dead"
    assert chest.pval > 0


@pytest.mark.parametrize(
    ("name", "rolled", "good", "great"),
    [
        ("Small wooden chest", 10, False, False), ("Small wooden chest", 11, True, False),
        ("Small wooden chest", 15, True, False), ("Small wooden chest", 16, False, True),
        ("Small wooden chest", 20, False, True), ("Small wooden chest", 21, True, True),
        ("Small steel chest", 5, False, False), ("Large steel chest", 6, True, False),
        ("Small jewelled chest", 1, True, False), ("Large jewelled chest", 11, True, True),
    ],
)  # fmt: skip
@pytest.mark.covers("spec-objects-smithing: 8.2")
def test_what_a_chest_holds_is_better_the_higher_its_roll(name, rolled, good, great, monkeypatch):
    made = []

    def make_object(*_args, **how):
        made.append((how["good"], how["great"]))
        return item("Hand Axe")

    monkeypatch.setattr(item_creation, "make_object", make_object)
    game = arena()
    load_dice(game, rolled)
    chests._contained(game, 21, game.data.kinds[kind(name)].sval, "")
    assert made == [(good, great)]


# ---------------------------------------------------------------- bones


def test_bones_within_reach_are_listed_underfoot_first_and_searched_ones_not():
    game = bearer()
    names = ("Orc Skeleton", "Elf Skeleton", "Human Skeleton", "Orc Skeleton")
    first, second, third, far = (thing(item_classes.SKELETON, name, pval=1) for name in names)
    for bones, dx in ((first, 0), (second, 1), (third, -1), (far, 2)):
        lying(game, bones, dx=dx)
    third.pval = 0
    found = skeletons.near(game)
    assert [each for each, _, _ in found] == [first, second]
    assert found[1][1:] == (game.hero.y, game.hero.x + 1)
    second.seen_by = 0
    assert [each for each, _, _ in skeletons.near(game)] == [first]


def test_the_scraps_of_an_orc():
    for faces, name, number in [
        ((1, 1), "Arrow", 3),
        ((1, 4), "Arrow", 6),
        ((3,), "Cloak", 1),
        ((4,), "Strip of Dried Meat", 1),
    ]:
        game = bearer()
        bones = thing(item_classes.SKELETON, "Orc Skeleton", pval=1)
        lying(game, bones)
        load_dice(game, *faces)
        skeletons.search_skeleton(game, bones)
        [found] = game.hero.pack
        assert (found.kind, found.count, found.known) == (kind(name), number, True)
        assert said(game)[0].startswith("Among the bones you find ")
        assert game.state.energy_used == 100


def test_a_stump_of_a_torch_burns_for_four_to_eight_hundred_turns():
    for face, turns in ((1, 400), (401, 800)):
        game = bearer()
        bones = thing(item_classes.SKELETON, "Orc Skeleton", pval=1)
        lying(game, bones)
        load_dice(game, 2, face)
        skeletons.search_skeleton(game, bones)
        assert [torch.timeout for torch in game.hero.pack] == [turns]


def test_the_torch_of_an_elf_is_nearly_burnt_down():
    for luck, face, turns in ((1, 1, 20), (3, 2, 21), (4, 31, 50)):
        game = bearer()
        bones = thing(item_classes.SKELETON, "Elf Skeleton", pval=1)
        lying(game, bones)
        load_dice(game, luck, face)
        skeletons.search_skeleton(game, bones)
        [torch] = game.hero.pack
        assert (torch.kind, torch.timeout) == (kind("Mallorn Torch"), turns)


def test_what_men_and_elves_leave_goes_by_the_luck_of_the_search(monkeypatch):
    themes = []

    def make(game, stream, level, theme, reference=None):
        themes.append((level, theme))

    monkeypatch.setattr(skeletons.item_creation, "make_of_theme", make)
    for name, faces in (("Elf Skeleton", (5, 6, 7, 8, 9)), ("Human Skeleton", (1, 2, 3, 4))):
        for face in faces:
            game = bearer()
            bones = thing(item_classes.SKELETON, name, pval=1)
            lying(game, bones)
            load_dice(game, face)
            skeletons.search_skeleton(game, bones)
            assert said(game) == ["There is nothing among the bones."]
    levels, found = zip(*themes, strict=True)
    assert set(levels) == {5}
    five = ("bows", "cloaks", "boots", "weapons", "gloves")
    assert found == (*five, "cloaks", "boots", "weapons", "gloves")


def test_among_bones_lies_one_of_a_kind_though_elsewhere_there_would_be_many(monkeypatch):
    """Other data may put arrows among what bows are drawn from."""
    arrows = thing(item_classes.ARROW, "Arrow", 25)
    monkeypatch.setattr(skeletons.item_creation, "make_of_theme", lambda *_: arrows)
    game = bearer()
    bones = thing(item_classes.SKELETON, "Elf Skeleton", pval=1)
    lying(game, bones)
    load_dice(game, 5)
    skeletons.search_skeleton(game, bones)
    assert [held.count for held in game.hero.pack] == [1]


# ---------------------------------------------------------------- captives


def begged(people="human", quest="giver", **how):
    game = bearer(**how)
    captive = foe(game, f"Alert {people} thrall")
    captive.quest = quest
    return game, captive


@pytest.mark.parametrize(
    ("quest", "words"),
    [
        ("helped", "The alert human thrall thanks you once more."),
        ("", "The alert human thrall looks through you, and says nothing."),
    ],
)
def test_a_captive_who_wants_nothing_says_so(quest, words):
    game, captive = begged(quest=quest)
    captives.meet(game, captive)
    assert [line.lower() for line in said(game)] == [words.lower()]
    assert (game.state.question, game.state.energy_used) == (None, 0)


@pytest.mark.parametrize(
    ("people", "wish", "none"),
    [
        ("human", "something to lighten the darkness.", "You have no light to spare."),
        ("elven", "something to eat.", "You have no food to spare."),
    ],
)
def test_a_captive_begs_and_is_told_that_there_is_nothing(people, wish, none):
    game, captive = begged(people)
    captives.meet(game, captive)
    assert said(game)[0].lower() == f"the alert {people} thrall begs you for {wish}".lower()
    assert said(game)[1:] == [none]


def test_a_captive_is_offered_what_suits_and_nothing():
    game, captive = begged("elven")
    given(game, thing(item_classes.FOOD, "Piece of Dark Bread"), item("Dagger"))
    captives.meet(game, captive)
    question = game.state.question
    assert str(question.text).lower() == "what will you give to the alert elven thrall?"
    assert [(word, str(label)) for word, label in question.answers] == [
        ("a", "a Piece of Dark Bread"), ("no", "Nothing"),
    ]  # fmt: skip


def test_a_light_that_burns_or_shines_by_itself_suits_a_man():
    for name, timeout, suits in [
        ("Wooden Torch", 1, True),
        ("Wooden Torch", 0, False),
        ("Lesser Jewel", 0, True),
        ("Feanorian Lamp", 0, True),
    ]:
        light = thing(item_classes.LIGHT, name, timeout=timeout)
        assert captives.suits(bearer().data, light, human=True) == suits
        assert not captives.suits(bearer().data, light, human=False)


def test_a_captive_out_of_sight_or_reach_begs_for_nothing():
    game, captive = begged()
    assert captives.near(game) is captive
    game.learn(captive).visible = False
    assert captives.near(game) is None
    game, captive = begged()
    game.hero.x -= 1
    assert captives.near(game) is None
    game, captive = begged(quest="helped")
    assert captives.near(game) is None


def gave(people, gift, *faces, health=None):
    game, captive = begged(people)
    given(game, gift)
    if health is not None:
        assert game.hero.derived.max_health == 20
        game.hero.health = health
    load_dice(game, *faces)
    game.state.said.clear()
    captives.give(game, game.hero.pack[0])
    return game, captive


def test_a_gift_is_one_of_a_stack_and_is_told_and_noted():
    torches = thing(item_classes.LIGHT, "Wooden Torch", 3)
    game, captive = gave("human", torches, 3)
    assert [torch.count for torch in game.hero.pack] == [2]
    first, last = said(game)
    assert first.lower() == "you give a wooden torch (2000 turns) to the alert human thrall."
    assert last == "You are told how the passages run on the next level."
    assert (game.hero.notes[-1].kind, str(game.hero.notes[-1].text).lower()) == (
        "helped", "helped an alert human thrall",
    )  # fmt: skip
    assert (captive.quest, game.hero.skip_turn, game.state.energy_used) == ("helped", True, 100)


def test_an_elf_heals_who_has_less_than_half_his_health():
    for people, health, after in [
        ("elven", 9, 19),
        ("elven", 10, 10),
        ("elven", 5, 15),
        ("human", 9, 9),
    ]:
        gift = (
            thing(item_classes.FOOD, "Piece of Dark Bread")
            if people == "elven"
            else thing(item_classes.LIGHT, "Wooden Torch")
        )
        game, _ = gave(people, gift, 1, health=health)
        assert game.hero.health == after
        healed = "A healing song is breathed over your wounds."
        assert (healed in said(game)) == (health != after)
        assert any(
            line.startswith("You are given something in return: ") for line in said(game)
        ) == (health == after)


@pytest.mark.parametrize(("quest", "known"), [("passages", True), ("done", False), ("", False)])
def test_who_was_told_of_the_passages_knows_the_next_level(quest, known):
    game = arena(lit=False)
    game.world.thrall_quest = quest
    before = sum(game.knowledge.mark)
    captives.recall_passages(game)
    assert (sum(game.knowledge.mark) > before) == known
    assert game.world.thrall_quest == ("done" if quest else "")
    assert ("The passages run as you were told." in said(game)) == known


def test_an_empty_chest_is_not_opened():
    game, chest = chest_beside(pval=0)
    with pytest.raises(IllegalAction, match="The chest is empty"):
        opened(game, chest)
    refresh(game)
    assert game.state.energy_used == 0
