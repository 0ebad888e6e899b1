"""Captives, chests, bones, stairs and vaults in unusual circumstances."""

import pytest

from engine.sil.creatures import spawning, wandering
from engine.sil.dungeon import captives, chests, creature_arrivals, search, skeletons, traps
from engine.sil.dungeon.generation import creature_stocking, item_stocking
from engine.sil.game.state import Skill
from engine.sil.items import item_classes
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, put, said
from tests.engine.sil.dungeon.test_captives import begged
from tests.engine.sil.dungeon.test_doors_and_chests import chest_room
from tests.engine.sil.dungeon.test_traps import on
from tests.engine.sil.items.things import given, thing
from tests.engine.sil.stage import foe, item, load_dice, stage

# ------------------------------------------------------------------------ captives


def test_a_captive_who_was_helped_thanks_again_and_one_who_begs_not_is_silent():
    for quest, words in (("helped", "thanks you once more."), ("", "and says nothing.")):
        game, captive = begged()
        captive.quest = quest
        captives.meet(game, captive)
        assert said(game)[-1].endswith(words)
        assert game.state.question is None
        assert not game.state.energy_used


def test_nothing_is_given_to_nobody():
    game = stage()
    torch = given(game, thing(item_classes.LIGHT, "Wooden Torch"))[0]
    captives.give(game, torch)
    assert game.hero.pack == [torch]
    assert not game.state.energy_used


# ------------------------------------------------------------------------ chests and bones


def test_a_search_beside_a_trapped_chest_finds_its_trap():
    game, chest = chest_room(known=False)
    i = game.level.at(game.hero.y, game.hero.x + 1)
    game.state.disturbances = []
    search.reveal(game, i)
    assert chest.known
    assert said(game)[-1] == "You have found a trap on the chest."
    assert [(str(stop.why), stop.at) for stop in game.state.disturbances] == [
        ("something was found", game.level.place(i))
    ]


@pytest.mark.parametrize(("health", "lives"), [(1, False), (1000, True)])
def test_a_chest_whose_first_trap_kills_does_nothing_more(monkeypatch, health, lives):
    """On chests of that level smoke comes first, and then a needle."""
    spilt = []
    monkeypatch.setattr(chests, "_spill", lambda *args: spilt.append(args))
    game, chest = chest_room(pval=21)
    game.hero.derived.skills = [50] * len(game.hero.derived.skills)
    game.hero.health = health
    game.hero.derived.skills[Skill.WILL] = 0
    load_dice(game, 10, 1, 10, 1, otherwise=4)
    chests.open_chest(game, chest, game.hero.y, game.hero.x + 1)
    assert "Acrid smoke pours out of the chest!" in said(game)
    assert (game.state.ended == "dead") is not lives
    assert any("needle" in line for line in said(game)) is lives
    assert bool(spilt) is lives


def test_bones_are_known_within_reach_underfoot_first_and_until_they_are_searched():
    game = arena()
    hero, level = game.hero, game.level
    places = ((0, 0), (1, 1), (0, 2))
    bones = [item("Orc Skeleton", pval=1, seen_by=1) for _ in places]
    for (dy, dx), each in zip(places, bones, strict=True):
        level.floor[level.at(hero.y + dy, hero.x + dx)] = [each]
    level.floor[level.at(hero.y, hero.x + 1)] = [item("Orc Skeleton", pval=1, seen_by=0)]
    level.floor[level.at(hero.y, hero.x - 1)] = [item("Spear", seen_by=1)]
    assert [found[0] for found in skeletons.near(game)] == bones[:2]
    assert skeletons.near(game)[1][1:] == (hero.y + 1, hero.x + 1)
    bones[0].pval = 0
    assert [found[0] for found in skeletons.near(game)] == bones[1:2]


# ------------------------------------------------------------------------ traps


@pytest.mark.parametrize(("faces", "free"), [((20, 1), True), ((1, 20), False)])
def test_the_web_that_holds_the_hero_is_torn_rather_than_disarmed(faces, free):
    game = on(terrain.WEB)
    i = game.level.at(game.hero.y, game.hero.x)
    game.knowledge.mark[i] = 1
    load_dice(game, *faces)
    assert traps.disarm(game, game.hero.y, game.hero.x) is not free
    assert (game.level.feature[i] == terrain.FLOOR) is free
    assert game.state.energy_used == 100


# ------------------------------------------------------------------------ arrivals


def test_nobody_on_stairs_without_room_about_them_makes_way():
    for free in (False, True):
        game = arena("#####", "#####", "##@##", "###.#" if free else "#####", "#####")
        i = game.level.at(game.hero.y, game.hero.x)
        before = game.hero.y, game.hero.x
        assert creature_arrivals._make_way(game, i) is free
        assert ((game.hero.y, game.hero.x) != before) is free
        assert ("Somebody pushes past you from the stairs." in said(game)) is free


def test_who_stands_on_a_square_that_is_wanted_is_sent_away():
    game = arena()
    wolf = foe(game, "Wolf", 0, 2)
    i = game.level.at(wolf.y, wolf.x)
    creature_stocking.clear(game, i + 1)
    assert game.level.creatures[wolf.slot] is wolf
    creature_stocking.clear(game, i)
    assert i not in game.level.occupant
    assert game.level.creature_at(wolf.y, wolf.x) is None


@pytest.mark.parametrize(("y", "x"), [(-1, 3), (3, -1), (99, 3), (3, 99)])
def test_nobody_can_stand_outside_the_level(y, x):
    assert not spawning.can_stand(arena(), y, x)
    assert spawning.can_stand(arena(), 3, 3)


@pytest.mark.parametrize(("taken", "group"), [(1, 0), (2, 1)])
def test_a_newcomer_to_a_level_full_of_bands_belongs_to_none(monkeypatch, taken, group):
    monkeypatch.setattr(wandering, "MOST_GROUPS", 1)
    game = arena()
    foe(game, "Orc soldier", 0, 2).group = taken
    newcomer = foe(game, "Orc soldier", 0, 3)
    wandering.join(game, newcomer, None, game.streams.play)
    assert newcomer.group == group
    assert list(game.level.groups) == ([group] if group else [])


def test_bones_are_laid_only_on_clean_floor():
    for feature, laid in ((terrain.FLOOR, True), (terrain.RUBBLE, False)):
        game = arena()
        i = put(game, game.hero.y, game.hero.x + 2, feature)
        item_stocking._skeleton(game, i, "elf skeleton")
        assert (i in game.level.floor) is laid
