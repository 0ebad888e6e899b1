"""Harm by the ground and by statuses has the figures of the data, whatever they are."""

import shutil

import pytest

from engine.delve import terrain
from engine.delve.movement import movement
from engine.delve.rules import sheet_values
from engine.delve.rules.context import DelveContext
from engine.delve.ruleset import DATA, Delve
from engine.delve.turns import end_of_turn
from tests.engine.delve.stage import Stage


def staged(folder, file, old, new):
    """Return a stage whose data have another text in one place."""
    copy = shutil.copytree(DATA, folder / "delve")
    changed = (copy / file).read_text("utf-8")
    assert changed.count(old) == 1
    (copy / file).write_text(changed.replace(old, new), "utf-8")
    made = Stage()
    made.rules = Delve(copy)
    made.game = DelveContext(made.state, made.rules.content, made.dice)
    made.hero.health = made.hero.full_health = 100
    return made


@pytest.mark.parametrize(
    ("old", "new", "code", "lost", "status"),
    [
        ("each-turn: strike fire 3 6", "each-turn: strike ice 1 2", terrain.LAVA, 2, {}),
        ("each-turn: strike fire 2 8\n  every: 10", "every: 7", terrain.VENT, 0, {}),
        ("every: 10", "every: 7", terrain.VENT, 16, {}),
        ("each-turn: status on fire 2", "each-turn: status confused 5", terrain.FLAMES, 0,
         {"confused": 5}),
        ("title: spilled oil\n", "title: spilled oil\n  each-turn: strike acid 2 3\n  cause: oil\n",
         terrain.OIL, 6, {}),
    ],
)  # fmt: skip
def test_ground_does_what_the_data_say(tmp_path, old, new, code, lost, status):
    made = staged(tmp_path, "terrain.txt", old, new)
    made.ground(0, 0, code)
    made.level.turns = 7
    made.rig(rest="high")
    movement.ground_turn(made.game, made.hero, made.level)
    assert made.hero.health == 100 - lost
    assert made.hero.statuses == status


def test_a_status_hurts_its_bearer_as_the_data_say(tmp_path):
    made = staged(tmp_path, "statuses.txt", "strike fire 1 4", "strike acid 2 9")
    made.hero.statuses["on fire"] = 3
    made.rig(rest="high")
    end_of_turn.end_turn(made.game, made.hero)
    assert made.hero.health == 100 - 18


def test_statuses_and_abilities_add_what_the_data_say():
    made = Stage()
    plain = made.hero.statuses, made.hero.abilities
    content = made.game.content
    values = (
        lambda: sheet_values.power(made.game, made.hero),
        lambda: sheet_values.defence(made.game, made.hero),
        *(lambda e=e: sheet_values.resistance(made.game, made.hero, e) for e in ("ice", "shock")),
    )
    without = [value() for value in values]
    adding = 0
    for name, kind in (content.statuses | content.abilities).items():
        if name == "diseased":
            continue
        is_status = name in content.statuses
        made.hero.statuses = {name: 3} if is_status else {}
        made.hero.abilities = [] if is_status else [name]
        more = [value() - before for value, before in zip(values, without, strict=True)]
        power = kind.power if is_status else 0
        assert more == [power, kind.defence, kind.resist.get("ice", 0), kind.resist.get("shock", 0)]
        adding += any(more)
    made.hero.statuses, made.hero.abilities = plain
    assert adding == 5


@pytest.mark.parametrize(("chance", "frozen"), [(1, False), (100, True)])
def test_spells_have_their_chances_in_the_data(tmp_path, chance, frozen):
    made = staged(tmp_path, "spells.txt", "chance: 40", f"chance: {chance}")
    victim = made.dummy(0, 2)
    made.know("freeze")
    made.rig(rest="high")
    made.do("cast freeze e")
    assert ("frozen" in victim.statuses) == frozen
