"""Costs and refusals of commands (rules: world 11.1)."""

import pytest

from engine.contract.action import ActionError, IllegalAction
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, look, put
from tests.engine.sil.stage import foe, item

pytestmark = pytest.mark.covers("spec-world: 11.1", "spec-world: 11.8", "spec-dungeon: 7.7")

SIL = SilQ()
PRESETS = pytest.mark.parametrize("rulings", [GAME, MANUAL], ids=["game", "manual"])


def place(feature=terrain.FLOOR, rulings=GAME, under=terrain.FLOOR, **how):
    """Return a hero with a terrain to the east of him and another underfoot."""
    game = arena("######", "#....#", "#.@..#", "#....#", "######", rulings=rulings, **how)
    i = put(game, 2, 3, feature)
    put(game, 2, 2, under)
    look(game)
    game.knowledge.mark[i] = 1
    game.hero.health = 1000
    game.hero.food = 3000
    return game


def apply(game, line):
    SIL.apply(game.state, 0, SIL.parse(line, game.state, 0), game.streams)


COSTS = [
    ("step e", terrain.FLOOR, 1),
    ("step e", terrain.CLOSED_DOOR, 1),
    ("wait", terrain.FLOOR, 1),
    ("open e", terrain.CLOSED_DOOR, 1),
    ("open", terrain.JAMMED_DOOR, 1),
    ("close e", terrain.OPEN_DOOR, 1),
    ("bash e", terrain.CLOSED_DOOR, 1),
    ("disarm e", terrain.FLASH_TRAP, 1),
    ("interact e", terrain.FLOOR, 1),
    ("stealth on", terrain.FLOOR, 0),
    ("search 3", terrain.FLOOR, 3),
    ("rest 6", terrain.FLOOR, 6),
    ("repeat 2 wait", terrain.FLOOR, 2),
]


@PRESETS
@pytest.mark.parametrize(("line", "feature", "turns"), COSTS)
def test_what_an_order_costs(rulings, line, feature, turns):
    game = place(feature, rulings)
    began = game.hero.turns
    apply(game, line)
    assert game.hero.turns - began == turns
    assert game.hero.energy >= 100


def test_digging_and_stairs_cost_a_turn():
    game = place(terrain.RUBBLE, stats=(3, 0, 0, 0))
    game.hero.pack = [item("Shovel", pval=1, flags=["TUNNEL"])]
    apply(game, "dig e")
    assert game.hero.turns == 11
    game = place(under=terrain.DOWN_STAIR)
    apply(game, "stairs down")
    assert game.hero.turns == 11
    assert game.level.depth == 6


REFUSALS = [
    ("step e", terrain.GRANITE, "There is a wall in the way."),
    ("step e", terrain.RUBBLE, "There is a heap of rubble in the way."),
    ("step e", terrain.QUARTZ, "There is a vein of quartz in the way."),
    ("open e", terrain.FLOOR, "There is nothing to open."),
    ("close e", terrain.FLOOR, "There is no open door beside you."),
    ("close e", terrain.BROKEN_DOOR, "The door appears to be broken."),
    ("bash e", terrain.OPEN_DOOR, "There is no closed door to bash."),
    ("disarm e", terrain.FLOOR, "You know of no trap beside you."),
    ("disarm e", terrain.ROOST, "There is no disarming a"),
    ("disarm e", terrain.WEB, "There is no disarming a"),
    ("dig e", terrain.FLOOR, "There is nothing to dig through there."),
    ("dig e", terrain.GRANITE, "You have nothing to dig with."),
    ("interact", terrain.FLOOR, "There is nothing here to use."),
    ("stairs up", terrain.FLOOR, "There is no up staircase here."),
    ("stairs down", terrain.FLOOR, "There is no down staircase here."),
    ("stealth off", terrain.FLOOR, "You are not creeping."),
    ("run e", terrain.GRANITE, "The way is barred."),
    ("run e", terrain.CHASM, "That is no way to run."),
    ("travel A1", terrain.FLOOR, "You know of no safe way there."),
    ("rest", terrain.FLOOR, "You need no rest."),
    ("tunnel e", terrain.FLOOR, "There is nothing to dig through there."),
    ("repeat 3 stealth on", terrain.FLOOR, "“stealth” is not to be repeated."),
]


@pytest.mark.parametrize(("line", "feature", "words"), REFUSALS)
def test_a_refused_order_says_why_and_changes_nothing(line, feature, words):
    game = place(feature)
    game.hero.health = game.hero.derived.max_health
    before = SIL.dump(game.state)
    with pytest.raises(IllegalAction) as refusal:
        apply(game, line)
    assert str(refusal.value).startswith(words)
    assert SIL.dump(game.state) == before


@pytest.mark.parametrize(
    "line",
    ["step", "step up-ish", "open x", "rest forever", "repeat", "repeat 3", "repeat x wait",
     "travel", "search soon", "stealth perhaps", "run", "tunnel", "stairs sideways", "xyzzy", ""],
)  # fmt: skip
def test_an_order_that_cannot_be_read_is_refused_in_one_sentence(line):
    game = place()
    before = SIL.dump(game.state)
    with pytest.raises(ActionError) as refusal:
        apply(game, line)
    text = str(refusal.value)
    assert text
    assert "\n" not in text
    assert SIL.dump(game.state) == before


@pytest.mark.parametrize(("visible", "turns"), [(True, 0), (False, 1)])
def test_a_door_that_somebody_keeps_open_costs_a_turn_only_if_he_is_not_seen(visible, turns):
    game = place(terrain.OPEN_DOOR)
    keeper = foe(game, "Wolf" if visible else "Phantom", health=500, visible=visible)
    look(game)
    game.learn(keeper).visible = visible
    began = game.hero.turns
    if visible:
        with pytest.raises(IllegalAction, match="stands in the doorway"):
            apply(game, "close e")
    else:
        assert "close e" in {str(offer.action) for offer in SIL.legal(game.state, 0)}
        apply(game, "close e")
    assert game.hero.turns == began + turns


def test_changing_places_costs_a_turn_and_needs_the_skill():
    game = place()
    foe(game, "Wolf", alertness=-15)
    look(game)
    with pytest.raises(IllegalAction, match="Exchange Places"):
        apply(game, "exchange wolf-1")
    game.hero.bought.append(ab.EXCHANGE_PLACES)
    look(game)
    apply(game, "exchange wolf-1")
    assert (game.hero.y, game.hero.x) == (2, 3)


@pytest.mark.covers("spec-character-combat: 14. Interruption")
def test_a_creature_that_comes_into_view_breaks_a_rest_off():
    game = place()
    foe(game, "Wolf", dx=2, visible=False, alertness=-20)
    text = [
        str(e.text)
        for e in SIL.apply(game.state, 0, SIL.parse("rest 9", game.state, 0), game.streams)
        if e.kind == "plan"
    ]
    assert text == ["Rested 1 turn; stopped: a wolf, asleep, 2 east."]
