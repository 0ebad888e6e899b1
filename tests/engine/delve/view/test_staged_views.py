"""Views of staged situations in Delve: what each seat must see of them, and must not."""

from __future__ import annotations

import pytest

from engine.contract.action import GM
from engine.delve import terrain
from engine.delve.arena import open_hall
from engine.delve.combat.melee_effects import add_monster
from engine.delve.rules import vision
from engine.delve.rules.context import DelveContext
from tests.engine.delve.stage import HERE, Stage
from tests.staged_views import StagedView, check

ANN, BEA = 0, 1
HEIGHT = range(-10, 19)  # rows of the hall, from the hero's


class PairStage(Stage):
    """A hall with Ann and, two squares to the east, Bea."""

    def __init__(self) -> None:
        super().__init__()
        self.state = self.rules.new({"class": "fighter"}, ["Ann", "Bea"], self.dice)
        self.state.levels = {1: open_hall(), 2: open_hall()}
        self.game = DelveContext(self.state, self.rules.content, self.dice)
        self.level = self.state.levels[1]
        self.hero, self.other = self.state.heroes
        for number, hero in enumerate(self.state.heroes):
            hero.at, hero.depth, hero.pack = HERE + 2 * number, 1, []

    def look(self) -> None:
        """Let all see anew what is there, and remember nothing else."""
        for hero in self.state.heroes:
            hero.memory = {}
            vision.look_around(self.game, hero)


def _wall(made: Stage, dx: int) -> None:
    for dy in HEIGHT:
        made.game.set_ground(made.level, made.at(dy, dx), terrain.WALL)
    made.look()


def _lay(made: Stage, name: str, dy: int, dx: int) -> None:
    made.give(name)
    made.level.items[made.at(dy, dx)] = [made.hero.pack.pop()]
    made.look()


def _behind_a_wall() -> Stage:
    made = Stage()
    made.hero.memory = {}
    _wall(made, 3)
    made.hero.memory = {}
    made.put("rat", 1, 6)
    _lay(made, "cheese", 0, 6)
    return made


def _remembered() -> Stage:
    made = Stage()
    _lay(made, "cheese", 0, 6)
    made.put("rat", 1, 6)
    _wall(made, 3)
    return made


def _taken_unseen() -> Stage:
    made = _remembered()
    del made.level.items[made.at(0, 6)]
    return made


def _in_sight() -> Stage:
    made = Stage()
    made.put("rat", 0, 5, asleep=True)
    made.put("pickpocket", 3, 3, fled=True)
    _lay(made, "cheese", 0, 2)
    return made


def _wounded() -> Stage:
    made = Stage()
    made.hero.health = 5
    made.hero.statuses["poisoned"] = 3
    bear = made.put("cave bear", 0, 1)
    bear.health = -(-bear.full_health // 2)
    return made


def _secret_door() -> Stage:
    made = Stage()
    made.ground(0, 3, terrain.SECRET_DOOR)
    made.ground(2, 3, terrain.DOOR)
    return made


def _on_two_levels() -> Stage:
    made = PairStage()
    made.other.at, made.other.depth = HERE, 2
    add_monster(made.game, 2, "rat", HERE + 3)
    made.look()
    return made


def _wall_between() -> Stage:
    made = PairStage()
    _wall(made, 1)
    add_monster(made.game, 1, "rat", made.at(0, 4))
    made.look()
    return made


def _together() -> Stage:
    made = PairStage()
    made.other.health = 3
    made.look()
    return made


def _bea_fallen() -> Stage:
    made = _together()
    made.put("rat", 0, 4)
    made.other.fallen = True
    return made


FAR_SIGHTS = ("rat at 11 26", "cheese at 10 26")
SITUATIONS = (
    StagedView(
        "two monsters and a thing in sight",
        _in_sight,
        dict.fromkeys(
            (ANN, None, GM),
            (
                "rat at 10 25",
                "rat asleep",
                "pickpocket at 13 23",
                "pickpocket fleeing",
                "cheese at 10 22",
            ),
        ),
        {},
    ),
    StagedView(
        "what is behind a wall",
        _behind_a_wall,
        {GM: (*FAR_SIGHTS, "rat hidden", "cheese hidden")},
        dict.fromkeys((ANN, None), FAR_SIGHTS),
    ),
    StagedView(
        "a thing is remembered, a monster is not",
        _remembered,
        {**dict.fromkeys((ANN, None), ("cheese at 10 26",)), GM: FAR_SIGHTS},
        dict.fromkeys((ANN, None), ("rat at 11 26",)),
    ),
    StagedView(
        "a thing that was taken out of sight is remembered where it lay",
        _taken_unseen,
        dict.fromkeys((ANN, None), ("cheese at 10 26",)),
        {},
    ),
    StagedView(
        "a wounded hero and a wounded bear",
        _wounded,
        dict.fromkeys(
            (ANN, None, GM),
            (
                "Ann has health 5/20",
                "Ann is poisoned",
                "ann has health 2/8",
                "cave-bear has health 4/8",
            ),
        ),
        {},
    ),
    StagedView(
        "a secret door looks like the wall",
        _secret_door,
        {
            **dict.fromkeys((ANN, None), ("a closed door at 12 23", "wall at 10 23")),
            GM: ("secret door at 10 23",),
        },
        dict.fromkeys((ANN, None), ("secret door at 10 23",)),
    ),
    StagedView(
        "heroes on two levels",
        _on_two_levels,
        {
            ANN: ("Depth: level 1", "ann at 10 20"),
            BEA: ("Depth: level 2", "bea at 10 20", "rat at 10 23"),
        },
        {ANN: ("rat at 10 23", "bea at 10 20"), BEA: ("ann at 10 20", "Depth: level 1")},
    ),
    StagedView(
        "a wall between the heroes",
        _wall_between,
        {
            ANN: ("ann at 10 20", "Bea has health 20/20"),
            BEA: ("bea at 10 22", "rat at 10 24", "told: Bea sees a rat."),
            GM: ("ann at 10 20", "bea at 10 22", "rat at 10 24"),
        },
        {ANN: ("bea at 10 22", "rat at 10 24", "told: Bea sees a rat."), BEA: ("ann at 10 20",)},
    ),
    StagedView(
        "heroes side by side",
        _together,
        dict.fromkeys(
            (ANN, BEA, None, GM), ("ann at 10 20", "bea at 10 22", "Bea has health 3/20")
        ),
        {},
    ),
    StagedView(
        "whoever has fallen sees no more",
        _bea_fallen,
        {ANN: ("ann at 10 20", "rat at 10 24")},
        {BEA: ("rat at 10 24",)},
    ),
)


@pytest.mark.parametrize("staged", SITUATIONS, ids=[each.name for each in SITUATIONS])
def test_each_seat_sees_what_it_must_and_nothing_else(staged: StagedView) -> None:
    check(staged, lambda made, seat: made.rules.view(made.state, seat))
