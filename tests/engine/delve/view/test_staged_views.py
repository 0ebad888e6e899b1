"""Views of staged situations in Delve: what each seat must see of them, and must not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.contract.action import GM
from engine.delve import terrain
from engine.delve.arena import open_hall
from engine.delve.combat.melee_effects import add_monster
from engine.delve.rules import vision
from engine.delve.rules.context import DelveContext
from tests.engine.delve.stage import HERE, Stage, ruleset
from tests.staged_views import StagedView, check, seen_alike

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


def _stage(*steps: Callable[[Stage], Any]) -> Callable[[], Stage]:
    """Return a way to build a hall: after these steps the hero looks about."""

    def build() -> Stage:
        made = Stage()
        for step in steps:
            step(made)
        made.look()
        return made

    return build


def _hero(**fields: Any) -> Callable[[Stage], None]:
    def step(made: Stage) -> None:
        for name, value in fields.items():
            setattr(made.hero, name, value)

    return step


def _rat(dx: int = 3, **fields: Any) -> Callable[[Stage], Any]:
    return lambda made: made.put("rat", 0, dx, **fields)


def _ground(dx: int, code: int) -> Callable[[Stage], None]:
    return lambda made: made.ground(0, dx, code)


def _unseen(kind: str, dx: int, *, disguised: bool) -> Callable[[], Stage]:
    """Return a way to build a hall with a monster that the hero has not made out so far."""

    def build() -> Stage:
        made = Stage()
        add_monster(made.game, 1, kind, made.at(0, dx)).disguised = disguised
        made.look()
        return made

    return build


def _mould_behind_a_wall() -> Stage:
    made = Stage()
    made.put("mould", 0, 6)
    _wall(made, 3)
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
    seen_alike(
        "a friend and an enemy",
        _stage(_rat(side=1), lambda made: made.put("cave bear", 0, -3)),
        "rat: friendly",
        "cave-bear at 10 17",
        hidden=("cave-bear: friendly",),
        gm=(),
        revealed=_stage(lambda made: made.put("cave bear", 0, -3, side=1)),
    ),
    seen_alike(
        "only one of two rats is in flight and hurt",
        _stage(_rat(3, fled=True, health=5), _rat(-3)),
        "rat at 10 23",
        "rat fleeing",
        "rat: fleeing, hurt",
        "rat-2 at 10 17",
        hidden=("rat-2 fleeing", "rat-2: fleeing, hurt"),
        gm=(),
        revealed=_stage(_rat(3), _rat(-3, fled=True, health=5)),
    ),
    seen_alike(
        "an invisible monster some way off",
        _stage(_rat(statuses={"invisible": 5})),
        gm=("rat at 10 23", "rat hidden", "rat: invisible"),
    ),
    seen_alike(
        "an invisible monster at one's side",
        _stage(_rat(1, statuses={"invisible": 5})),
        "rat at 10 21",
        "rat: invisible",
        gm=(),
    ),
    seen_alike(
        "a wraith that is seen only from beside it",
        _unseen("mist wraith", 3, disguised=False),
        hidden=("told: Ann sees a mist wraith.",),
        gm=("mist-wraith at 10 23", "mist-wraith hidden"),
        revealed=_unseen("mist wraith", 1, disguised=False),
    ),
    seen_alike(
        "a wraith beside the hero",
        _unseen("mist wraith", 1, disguised=False),
        "mist-wraith at 10 21",
        "told: Ann sees a mist wraith.",
        gm=(),
    ),
    seen_alike(
        "a monster that lurks",
        _unseen("trapdoor spider", 3, disguised=True),
        hidden=("told: Ann sees a trapdoor spider.",),
        gm=("trapdoor-spider at 10 23", "trapdoor-spider hidden"),
        revealed=_unseen("trapdoor spider", 3, disguised=False),
    ),
    seen_alike(
        "a mimic looks like a thing",
        _unseen("mimic", 3, disguised=True),
        "potion of enlightenment at 10 23",
        hidden=("told: Ann sees a mimic.",),
        gm=("mimic at 10 23", "mimic hidden"),
        revealed=_unseen("mimic", 3, disguised=False),
    ),
    seen_alike(
        "somebody of whom there is only one",
        _stage(lambda made: made.put("the Butler", 0, 3)),
        "the-butler at 10 23",
        "the-butler unique",
        "told: Ann sees the Butler.",
        gm=(),
    ),
    seen_alike(
        "a monster's states",
        _stage(_rat(statuses={"on fire": 2, "webbed": 3})),
        "rat: on fire, webbed",
        gm=(),
    ),
    seen_alike(
        "a hero's states and energy",
        _stage(_hero(statuses={"on fire": 2, "hasted": 4}, energy=2)),
        "Ann is on fire 2",
        "Ann is hasted 4",
        "Ann has energy 2/18",
        hidden=("Ann has energy 18/18",),
        gm=(),
        revealed=Stage,
    ),
    seen_alike(
        "a starving hero",
        _stage(_hero(nourishment=10)),
        "Ann is starving",
        "Ann has food 10 (40)",
        "Food: 10 (40)",
        hidden=("Ann has food 400 (40)",),
        gm=(),
        revealed=Stage,
    ),
    seen_alike(
        "traps that were found",
        _stage(_ground(2, terrain.PIT), _ground(-2, terrain.DART_TRAP)),
        "a pit at 10 22",
        "a dart trap at 10 18",
        gm=(),
    ),
    seen_alike(
        "fire, gas and water",
        _stage(_ground(2, terrain.FLAMES), _ground(-2, terrain.GAS), _ground(-4, terrain.DEEP)),
        "flames at 10 22",
        "gas at 10 18",
        "deep water at 10 16",
        gm=(),
    ),
    seen_alike(
        "stairs, an altar, a fountain and a strongbox",
        _stage(
            _ground(2, terrain.STAIRS_DOWN),
            _ground(-2, terrain.ALTAR),
            _ground(4, terrain.FOUNTAIN),
            _ground(-4, terrain.STRONGBOX),
        ),
        "stairs going down at 10 22",
        "an altar at 10 18",
        "a fountain at 10 24",
        "a strongbox at 10 16",
        gm=(),
    ),
    seen_alike(
        "a closed door hides who is behind it",
        _stage(lambda made: _wall(made, 3), _ground(3, terrain.DOOR), _rat(5)),
        "a closed door at 10 23",
        hidden=("told: Ann sees a rat.", "sees 10 25"),
        gm=("rat at 10 25", "rat hidden"),
        revealed=_stage(_rat(5)),
    ),
    seen_alike(
        "what cannot move is remembered where it stood",
        _mould_behind_a_wall,
        "mould at 10 26",
        gm=("mould hidden",),
    ),
    seen_alike(
        "whoever has escaped is on the map no more",
        _stage(_hero(escaped=True)),
        "phase over",
        "ended left",
        hidden=("ann at 10 20", "Ann is to act"),
        gm=(),
        revealed=Stage,
    ),
    seen_alike(
        "a game whose only hero has fallen",
        _stage(_hero(fallen=True), _rat()),
        "phase over",
        "ended lost",
        hidden=("ended left",),
        gm=("rat at 10 23",),
        revealed=_stage(_hero(escaped=True)),
    ),
    seen_alike(
        "what has hurt the hero and what broke off a plan",
        _stage(
            _hero(hurt=4),
            lambda made: setattr(made.hero, "broken_at", made.at(0, 3)),
            lambda made: setattr(made.hero, "last_at", made.at(0, -1)),
        ),
        "hurt  at 10 20",
        "notice  at 10 23",
        "step  at 10 19",
        gm=(),
    ),
)


@pytest.mark.parametrize("staged", SITUATIONS, ids=[each.name for each in SITUATIONS])
def test_each_seat_sees_what_it_must_and_nothing_else(staged: StagedView) -> None:
    rules = ruleset()
    check(staged, lambda made, seat: (rules.view(made.state, seat), rules.pages(made.state, seat)))
