"""Sentences about creatures that are there only once, and about the regions of Angband."""

from itertools import pairwise

import pytest

from engine.contract.texts import text
from engine.sil import outcome
from engine.sil.creatures import recall
from engine.sil.dungeon import level_arrival
from engine.sil.dungeon.generation import level_creation
from engine.sil.effects import injury
from engine.sil.hero.experience import lore_of
from engine.sil.perception import vision
from tests.engine.sil.arena import arena
from tests.engine.sil.stage import DATA, foe, item

DEEPEST = 25  # level of what lives in Angband; beyond are visions
THRONE = 20
ONCE = [
    kind for kind in DATA.monsters.values() if "UNIQUE" in kind.flags and 1 <= kind.level <= DEEPEST
]


def rules(kind):
    return DATA.rules.creature(kind.serial)


def told(game):
    return [str(event.text) for event in game.state.events]


def test_each_that_is_there_once_has_sentences_that_no_other_has():
    said = [line for kind in ONCE for line in (rules(kind).seen, rules(kind).dies)]
    said += [rules(kind).slays for kind in ONCE]
    assert len(set(said)) == 3 * len(ONCE)
    assert all(line.endswith(".") and 10 < len(line) <= 110 for line in said)


@pytest.mark.parametrize("kind", ONCE, ids=lambda kind: kind.name)
def test_it_is_told_at_its_first_sight_and_at_its_death_and_at_yours(kind):
    game = arena(depth=5)
    creature = foe(game, kind.name, 0, 2, visible=False)
    game.learn(creature).detected = 9  # some bring their own darkness
    vision.update(game)
    vision.update(game)
    assert told(game).count(rules(kind).seen) == 1
    injury.kill(game, creature)
    assert told(game).count(rules(kind).dies) == 1

    fallen = arena(depth=5)
    injury.hurt_hero(fallen, 99, text("it"), means="blow", killer=foe(fallen, kind.name, 0, 2))
    story = [str(line) for line in outcome.outcome(fallen).story]
    assert story.count(rules(kind).slays) == 1


def test_nothing_is_told_of_one_that_is_not_seen_for_what_it_is():
    kind = ONCE[0]
    blind, raging = arena(depth=5), arena(depth=5)
    blind.hero.timers.blind, raging.hero.timers.rage = 5, 5
    for game in (blind, raging):
        creature = foe(game, kind.name, 0, 2, visible=False)
        vision.update(game)
        injury.kill(game, creature)
        assert not {rules(kind).seen, rules(kind).dies} & {*told(game)}


def arrivals(game, depth):
    """Return what is told of a level, beyond how deep it is."""
    game.state.events.clear()
    level_arrival.enter(game, depth, 0)
    said = [str(event.text) for event in game.state.events if event.kind == "arrive"]
    return said[1:]


def test_each_level_is_told_of_once_and_the_way_home_in_other_words(monkeypatch):
    def make_empty(game, depth, _):
        game.state.begin_level(arena(depth=depth).level)

    monkeypatch.setattr(level_creation, "make_level", make_empty)
    game = arena(depth=1)
    game.hero.turns = 0
    down = [arrivals(game, depth) for depth in range(1, THRONE)]
    assert [len(lines) for lines in down] == [1] * (THRONE - 1)
    assert len({line for lines in down for line in lines}) == THRONE - 1
    game.hero.turns = 500
    assert not any(arrivals(game, depth) for depth in range(1, THRONE))
    game.hero.pack = [item("Silmaril")]
    home = [arrivals(game, depth) for depth in range(THRONE - 1, 0, -1)]
    assert all(len(lines) == 1 for lines in home)
    assert all(one != other for one, other in pairwise(home))
    assert not any(lines in down for lines in home)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Gorgol, the Butcher", "He lives.\nHis home is 250 ft deep, in the orc-holds."),
        ("Shelob, Spider of Darkness", "She lives.\nHer home is 1100 ft deep"),
        ("Wolf", "Its home is 50 ft deep, in the upper mines. It comes fast, in packs."),
    ],
)
def test_lore_speaks_of_each_by_its_sex_and_says_where_it_lives(name, words):
    game = arena(depth=5)
    creature = foe(game, name, 0, 2)
    lore_of(game, creature.race).encountered = 1
    assert words in str(recall.page(game, creature.race))
