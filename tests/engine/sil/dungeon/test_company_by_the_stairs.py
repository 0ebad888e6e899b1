"""Company by the stairs: of which level, where it makes room, and the hunter of who runs."""

import pytest

from engine.sil.dungeon import creature_arrivals
from engine.sil.game.state import Group
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, look, put, said
from tests.engine.sil.stage import foe, load_dice, race
from tests.rolled import dice_for

NARROW = ("#####", "#.>@#", "#####")


def stairs_at(dy, dx, feature=terrain.DOWN_STAIR, **how):
    """Return a game with one staircase, so far from the hero, and dice of its own."""
    game = arena(**how)
    put(game, game.hero.y + dy, game.hero.x + dx, feature)
    game.level.arrivals_on = True
    return game


def asked(monkeypatch, game, *, haunting=False):
    """Return the level that whoever comes is drawn for."""
    levels = []

    def draw(game, level, stream, **how):
        levels.append(level)

    def place(game, level, wanted, y, x, stream):
        levels.append(level)
        assert [kind.name for kind in game.data.monsters.values() if wanted(kind)] == [
            kind.name for kind in game.data.monsters.values() if "UNDEAD" in kind.flags
        ]

    monkeypatch.setattr(creature_arrivals.spawning, "draw_race", draw)
    monkeypatch.setattr(creature_arrivals.spawning, "place_flagged", place)
    assert creature_arrivals.arrive(game, haunting=haunting) is None
    return levels


@pytest.mark.parametrize(
    ("depth", "feature", "level"),
    [
        (5, terrain.UP_STAIR, 4),
        (5, terrain.UP_SHAFT, 3),
        (5, terrain.DOWN_STAIR, 6),
        (5, terrain.DOWN_SHAFT, 7),
        (1, terrain.UP_STAIR, 1),
        (1, terrain.UP_SHAFT, 1),
    ],
)
def test_who_comes_is_of_the_level_that_the_stairs_lead_to(monkeypatch, depth, feature, level):
    levels = asked(monkeypatch, stairs_at(0, 2, feature, depth=depth))
    assert levels == [level] * 50


@pytest.mark.parametrize(
    ("depth", "feature", "level"),
    [(5, terrain.DOWN_STAIR, 13), (9, terrain.DOWN_STAIR, 13), (10, terrain.DOWN_STAIR, 14),
     (12, terrain.UP_STAIR, 14)],
)  # fmt: skip
def test_a_haunting_wraith_is_three_levels_deeper_and_thirteen_at_least(
    monkeypatch, depth, feature, level
):
    assert asked(monkeypatch, stairs_at(0, 2, feature, depth=depth), haunting=True) == [level]


def test_nobody_comes_where_there_are_no_stairs_or_nobody_may():
    game = arena()
    game.level.arrivals_on = True
    assert creature_arrivals.arrive(game) is None
    game = stairs_at(0, 2)
    game.level.arrivals_on = False
    assert creature_arrivals.arrive(game) is None


# ---------------------------------------------------------------- room on the stairs


@pytest.fixture
def nobody(monkeypatch):
    """Let no race be fit to come: only the way is cleared."""
    monkeypatch.setattr(creature_arrivals.spawning, "draw_race", lambda *args, **how: None)


@pytest.mark.parametrize(
    ("start", "dy", "dx"), [(1, 1, 0), (2, -1, 0), (3, 0, 1), (5, 1, 1), (8, -1, -1)]
)
@pytest.mark.usefixtures("nobody")
def test_a_hero_on_the_stairs_is_pushed_to_the_first_free_square_from_a_random_one(start, dy, dx):
    game = stairs_at(0, 0)
    y, x = game.hero.y, game.hero.x
    load_dice(game, start)
    creature_arrivals.arrive(game)
    assert (game.hero.y, game.hero.x) == (y + dy, x + dx)
    assert "Somebody pushes past you from the stairs." in said(game)
    assert game.streams.play.sides[0] == 8


@pytest.mark.usefixtures("nobody")
def test_who_is_pushed_off_the_stairs_sees_at_once_what_is_in_view_from_there():
    game = arena("#######", "##@####", "##.####", "#.....#", "#######")
    put(game, 1, 2, terrain.DOWN_STAIR)
    game.level.arrivals_on = True
    before = bytes(game.knowledge.view)
    creature_arrivals.arrive(game)
    assert (game.hero.y, game.hero.x) == (2, 2)
    after = bytes(game.knowledge.view)
    look(game)
    assert before != after == bytes(game.knowledge.view)


@pytest.mark.usefixtures("nobody")
def test_a_creature_on_the_stairs_is_moved_aside_in_silence():
    game = stairs_at(0, 2)
    wolf = foe(game, "Wolf", 0, 2)
    look(game)
    y, x = game.hero.y, game.hero.x
    load_dice(game, 1)
    creature_arrivals.arrive(game)
    assert (wolf.y, wolf.x) == (y + 1, x + 2)
    assert "Somebody pushes past you from the stairs." not in said(game)
    assert (game.hero.y, game.hero.x) == (y, x)


@pytest.mark.parametrize("start", [3, 4, 5, 8])
@pytest.mark.usefixtures("nobody")
def test_all_eight_squares_are_tried(start):
    game = arena(*NARROW)
    wolf = foe(game, "Wolf", 0, -1)
    game.level.arrivals_on = True
    load_dice(game, start)
    creature_arrivals.arrive(game)
    assert (wolf.y, wolf.x) == (1, 1)


def test_without_a_free_square_nobody_comes():
    game = arena(*NARROW)
    wolf = foe(game, "Wolf", 0, -1)
    foe(game, "Wolf", 0, -2)
    game.level.arrivals_on = True
    assert creature_arrivals.arrive(game) is None
    assert (wolf.y, wolf.x) == (1, 2)


# ---------------------------------------------------------------- what is told


def came(game, *, band=False, seen=True, feature=terrain.DOWN_STAIR):
    """Tell of a wolf that has come by the stairs beside the hero; every line."""
    wolf = foe(game, "Wolf", 0, 2)
    other = foe(game, "Wolf", 1, 2)
    other.group = 7 if band else 0
    wolf.group = 7
    game.level.groups[7] = Group()
    i = game.level.at(wolf.y, wolf.x)
    game.level.feature[i] = feature
    if not seen:
        game.hero.timers.blind = 9
        look(game)
    game.state.said.clear()
    creature_arrivals._tell(game, wolf, i)
    return [line for line in said(game) if "stairs" in line]


def test_an_arrival_in_sight_is_told_by_its_way():
    for feature, band, words in [
        (terrain.DOWN_STAIR, False, "A wolf comes up the stairs."),
        (terrain.UP_STAIR, False, "A wolf comes down the stairs."),
        (terrain.DOWN_SHAFT, True, "A wolf and its band come up the stairs."),
        (terrain.UP_SHAFT, True, "A wolf and its band come down the stairs."),
    ]:
        game = arena()
        assert came(game, band=band, feature=feature) == [words]
        assert [stop.reason for stop in game.state.disturbances if stop.reason == "saw"]


def test_an_arrival_out_of_sight_is_not_told():
    game = arena()
    game.state.disturbances = []
    assert came(game, seen=False) == []
    assert game.state.disturbances == []


# ---------------------------------------------------------------- the hunter


HALLS = ("#" * 40, *["#" + "." * 18 + "#" + "." * 19 + "#"] * 14, "#" * 40)


def hunted(seed, jewels):
    """Return how far Morgoth comes from a hero with so many Silmarils; None: not at all."""
    game = arena(*HALLS)
    game.hero.y, game.hero.x = 7, 9
    look(game)
    game.hero.silmarils = jewels
    stream = dice_for(seed.to_bytes(16, "big")).level
    hunter = creature_arrivals.hunt(game, stream)
    if hunter is None:
        return None
    assert game.data.monsters[hunter.race].name.startswith("Morgoth")
    assert hunter.alertness >= -10
    assert hunter.x > 18
    return hunter.x - 9


def test_morgoth_comes_out_of_sight_and_the_nearer_the_more_jewels_are_carried():
    far = [away for seed in range(12) if (away := hunted(seed, 0))]
    near = [away for seed in range(12) if (away := hunted(seed, 3))]
    assert len(far) >= 9
    assert len(near) >= 6
    assert sum(near) / len(near) < sum(far) / len(far)


def test_who_is_dead_hunts_nobody():
    game = arena(*HALLS)
    game.world.dead_uniques.append(race("Morgoth, Lord of Darkness"))
    assert creature_arrivals.hunt(game, game.streams.level) is None
