"""The letters of vault maps: whom and what they ask for; and how rooms are filled."""

import pytest

from engine.sil.dungeon.generation import creature_stocking, item_stocking, population
from engine.sil.dungeon.generation.construction import Site
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.items import item_creation
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, put
from tests.engine.sil.stage import Loaded, foe, item, kind, race

DEPTH = 6


def loaded(game, *faces, otherwise=1):
    """Let the dice that levels are made of fall so."""
    game.streams.level = Loaded(list(faces), otherwise)
    return game


@pytest.fixture
def asked(monkeypatch):
    """Return what is asked of the spawning of creatures, which places nobody."""
    found = []
    spawning = creature_stocking.spawning
    monkeypatch.setattr(
        spawning,
        "place_one",
        lambda game, race, y, x, stream, **how: found.append(("one", race, y, x, how)),
    )

    def flagged(game, most, wanted, y, x, stream):
        kinds = frozenset(r.serial for r in game.data.monsters.values() if wanted(r))
        found.append(("flagged", most, kinds, y, x))

    monkeypatch.setattr(spawning, "place_flagged", flagged)

    def draw(game, level, stream, **how):
        found.append(("draw", level, how))
        return 7

    monkeypatch.setattr(spawning, "draw_race", draw)
    monkeypatch.setattr(
        spawning,
        "place",
        lambda game, race, y, x, stream, **how: found.append(("place", race, y, x, how)),
    )
    return found


def stocked(letter, *faces, rulings=GAME):
    game = loaded(arena(depth=DEPTH, rulings=rulings), *faces)
    creature_stocking.symbol(game, game.level.at(2, 3), letter)
    return game


@pytest.mark.parametrize(
    ("letter", "faces", "most", "flag"),
    [
        ("d", (), 10, "DRAGON"), ("b", (), 7, "FLYING"),
        ("M", (1,), 7, "SPIDER"), ("M", (4,), 10, "SPIDER"),
        ("c", (3,), 9, "WOLF"), ("r", (2,), 8, "RAUKO"),
    ],
)  # fmt: skip
def test_a_letter_of_a_kind_asks_for_it_so_much_deeper(asked, letter, faces, most, flag):
    game = stocked(letter, *faces)
    kinds = frozenset(r.serial for r in game.data.monsters.values() if flag in r.flags)
    assert asked == [("flagged", most, kinds, 2, 3)]


def test_archers_are_those_who_shoot_arrows(asked):
    game = stocked("a")
    [(_, most, kinds, _, _)] = asked
    assert most == 7
    assert race("Orc archer") in kinds
    assert race("Wolf") not in kinds
    for serial in kinds:
        assert {"ARROW1", "ARROW2"} & game.data.monsters[serial].spells


@pytest.mark.parametrize(("letter", "deeper"), [("1", 1), ("2", 2), ("3", 3), ("4", 4), ("?", 1)])
def test_figures_ask_for_anybody_so_much_deeper(asked, letter, deeper):
    stocked(letter)
    level = DEPTH + deeper
    assert asked == [("draw", level, {"vault": True}), ("place", 7, 2, 3, {"level": level})]


def test_vampires_are_drawn_by_a_slip_in_the_game_and_as_meant_by_the_manual(asked):
    stocked("v", 3, rulings=GAME)
    assert asked == [("draw", 9, {"vault": True}), ("one", 7, 2, 3, {})]
    asked.clear()
    game = stocked("v", 3, rulings=MANUAL)
    vampires = frozenset(r.serial for r in game.data.monsters.values() if r.glyph.char == "v")
    assert asked == [("flagged", 9, vampires, 2, 3)]


def test_named_letters_bring_whom_the_rules_name(asked):
    game = arena(depth=DEPTH)
    for letter, named in game.data.rules.vault_letters.items():
        asked.clear()
        creature_stocking.symbol(game, game.level.at(2, 3), letter)
        assert asked == [("one", named.serial, 2, 3, {"any_depth": named.any_depth})]


@pytest.mark.parametrize("letter", ["*", "S", "~", "5", "0", "x"])
def test_letters_of_things_ask_for_nobody(asked, letter):
    stocked(letter)
    assert asked == []


def test_one_captive_in_eight_begs_and_only_one_at_a_time():
    for faces, quest, role, after in [
        ((1, 1), "", "alert human", "giver"),
        ((1, 2), "", "alert elf", "giver"),
        ((2, 1), "", "dejected human", ""),
        ((8, 2), "", "dejected elf", ""),
        ((1, 1), "done", "dejected human", "done"),
        ((2, 1), "giver", "dejected elf", "giver"),
    ]:
        game = loaded(arena(depth=DEPTH), *faces)
        game.world.thrall_quest = quest
        creature_stocking.symbol(game, game.level.at(2, 3), "z")
        captive = game.level.creature_at(2, 3)
        assert (
            captive.race
            == game.data.rules.creature_roles[
                role if not quest or faces[0] == 1 else "dejected elf"
            ]
        )
        assert game.world.thrall_quest == after
        assert captive.quest == ("giver" if role.startswith("alert") else "")


def test_whoever_stands_where_the_hero_comes_in_is_sent_away():
    game = arena()
    wolf = foe(game, "Wolf", 0, 2)
    creature_stocking.clear(game, game.level.at(game.hero.y, game.hero.x + 1))
    assert game.level.creatures[wolf.slot] is wolf
    creature_stocking.clear(game, game.level.at(wolf.y, wolf.x))
    assert game.level.creatures[wolf.slot] is None
    assert game.level.at(wolf.y, wolf.x) not in game.level.occupant


WALLED = ("##########", "#..@#....#", "#...#....#", "##########")


def test_bands_are_placed_on_free_floor_out_of_sight(asked):
    game = arena(*WALLED, depth=DEPTH)
    at = game.level.at
    put(game, 1, 7, terrain.RUBBLE)
    game.level.floor[at(1, 8)] = [item("Dagger")]
    for square in (at(1, 1), at(1, 7), at(1, 8), at(2, 6)):
        asked.clear()
        loaded(game, square + 1, at(2, 6) + 1)
        creature_stocking.stock(game, 1)
        assert asked == [("draw", DEPTH, {}), ("place", 7, 2, 6, {})]


def test_as_many_bands_as_are_wanted_and_the_hunter_of_who_runs(asked, monkeypatch):
    hunted = []
    monkeypatch.setattr(
        creature_stocking.creature_arrivals, "hunt", lambda game, stream: hunted.append(stream)
    )
    game = arena(*WALLED, depth=DEPTH)
    loaded(game, otherwise=game.level.at(2, 6) + 1)
    creature_stocking.stock(game, 3)
    assert len([each for each in asked if each[0] == "place"]) == 3
    assert hunted == []
    game.hero.on_the_run = True
    creature_stocking.stock(game, 0)
    assert hunted == [game.streams.level]


# ---------------------------------------------------------------- things


@pytest.fixture
def made(monkeypatch):
    """Return what is asked of the making of things; a dagger is made."""
    found = []

    def make(game, stream, level, *, good=False, theme=""):
        found.append((level, theme, good))
        return item("Dagger")

    monkeypatch.setattr(item_creation, "make_object", make)
    return found


@pytest.mark.parametrize(
    ("letter", "depth", "faces", "expected"),
    [
        ("*", 6, (1,), (7, "not damaged", False)), ("*", 6, (4,), (10, "not damaged", False)),
        ("&", 6, (2,), (8, "not damaged", True)), ("?", 6, (), (7, "not damaged", False)),
        ("~", 6, (), (10, "chests", False)), ("~", 0, (), (20, "chests", False)),
        ("~", 1, (), (5, "chests", False)),
    ],
)  # fmt: skip
def test_a_letter_of_a_thing_asks_for_it_so_much_deeper(made, letter, depth, faces, expected):
    game = loaded(arena(depth=depth), *faces)
    i = game.level.at(2, 3)
    item_stocking.symbol(game, i, letter)
    assert made == [expected]
    [thing] = game.level.floor[i]
    assert thing.kind == kind("Dagger")
    assert thing.image


def test_bones_lie_half_the_time_two_times_in_three_an_elfs():
    for faces, name in [
        ((1, 1), "Human Skeleton"),
        ((1, 2), "Elf Skeleton"),
        ((1, 3), "Elf Skeleton"),
        ((2, 1), None),
    ]:
        game = loaded(arena(), *faces)
        i = game.level.at(2, 3)
        item_stocking.symbol(game, i, "S")
        found = [(each.kind, each.pval) for each in game.level.floor.get(i, [])]
        assert found == ([] if name is None else [(kind(name), 1)])


def test_nothing_is_laid_onto_something(made):
    for letter in "*&~?S":
        game = loaded(arena(), 1, 1)
        i = game.level.at(2, 3)
        before = item("Spear")
        game.level.floor[i] = [before]
        item_stocking.symbol(game, i, letter)
        assert game.level.floor[i] == [before]
    assert made == []


def test_things_lie_on_free_floor_of_rooms(made):
    game = arena(*WALLED, depth=DEPTH)
    level = game.level
    level.room[level.at(2, 6)] = level.room[level.at(1, 7)] = level.room[level.at(1, 3)] = 1
    put(game, 1, 7, terrain.RUBBLE)
    for square in (level.at(1, 1), level.at(1, 7), level.at(1, 3)):  # no room, rubble, the hero
        level.floor.clear()
        loaded(game, square + 1, level.at(2, 6) + 1)
        item_stocking.stock(game, 1)
        assert list(level.floor) == [level.at(2, 6)]
    assert made == [(DEPTH, "", False)] * 3


# ---------------------------------------------------------------- both


@pytest.mark.parametrize(
    ("face", "somebody", "something"), [(1, True, False), (2, True, True), (3, False, True)]
)
def test_a_question_mark_is_somebody_or_something_or_both(monkeypatch, face, somebody, something):
    found = []
    monkeypatch.setattr(
        creature_stocking, "symbol", lambda game, i, letter: found.append("creature")
    )
    monkeypatch.setattr(item_stocking, "symbol", lambda game, i, letter: found.append("thing"))
    game = loaded(arena(), face)
    population.symbol(Site(game, game.level), 25, "?")
    assert found == ["creature"] * somebody + ["thing"] * something
    found.clear()
    population.symbol(Site(game, game.level), 25, "*")
    assert found == ["creature", "thing"]
