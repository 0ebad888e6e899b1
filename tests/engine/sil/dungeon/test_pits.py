"""Climbing out of pits (rules: dungeon 7.3)."""

from collections import Counter

import msgspec
import pytest

from engine.sil.dungeon import traps
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from engine.silg.rulings import SIL_G
from tests.chance import upper_tail
from tests.engine.sil.arena import arena, put, said
from tests.engine.sil.stage import load_dice

pytestmark = pytest.mark.covers("spec-dungeon: 7.3")

PRESETS = pytest.mark.parametrize("rulings", [GAME, MANUAL], ids=["game", "manual"])


def climber(rulings, feature, evasion):
    """Return a hero of this Evasion in a pit."""
    game = arena(rulings=rulings)
    put(game, game.hero.y, game.hero.x, feature)
    game.hero.derived.skills[Skill.EVASION] = evasion
    game.hero.actions = [0] * 6
    game.hero.health = 1000
    return game


def failed_climbs(game, most):
    """Return how many climbs fail before one succeeds, at most so many."""
    return next((n for n in range(most) if traps.break_free(game)), most)


def chances_of_failures(rulings, feature, evasion, most):
    """Return the exact chance of 0, 1, 2 ... failed climbs before one that succeeds, and at last
    of at least `most`."""
    pit, spiked, less_per_failure = rulings.pit_climb_difficulty
    difficulty, dice, left, chances = pit if feature == terrain.PIT else spiked, range(1, 21), 1, []
    for n in range(most):
        against = difficulty - n * less_per_failure
        out = sum(against + one <= evasion + other for one in dice for other in dice) / 400
        chances.append(left * out)
        left *= 1 - out
    return [*chances, left]


@PRESETS
@pytest.mark.parametrize("feature", [terrain.PIT, terrain.SPIKED_PIT])
@pytest.mark.parametrize("evasion", [-12, -5, -2, 0, 1, 5, 9])
@pytest.mark.covers("sil-q-manual: Skills / Evasion")
def test_pits_hold_as_long_as_the_exact_chances_say(rulings, feature, evasion):
    most, heroes, game = 60, 150, climber(rulings, feature, evasion)
    counts = Counter()
    for _ in range(heroes):
        game.hero.failed_climbs = 0
        counts[failed_climbs(game, most)] += 1
    chances = chances_of_failures(rulings, feature, evasion, most)
    assert set(counts) <= {n for n, chance in enumerate(chances) if chance}
    columns, found, due = [], 0, 0.0
    for n, chance in enumerate(chances):
        found, due = found + counts[n], due + heroes * chance
        if due >= 10:
            columns.append((found, due))
            found, due = 0, 0.0
    columns[-1] = columns[-1][0] + found, columns[-1][1] + due
    chi_square = sum((found - due) ** 2 / due for found, due in columns)
    assert upper_tail(chi_square, len(columns) - 1) > 0.0001


@pytest.mark.parametrize(("feature", "hopeless"), [(terrain.PIT, -10), (terrain.SPIKED_PIT, -5)])
def test_in_the_game_a_pit_that_never_lets_go_is_told(feature, hopeless):
    told = f"With an Evasion of {hopeless} you have no chance: it takes at least {hopeless + 1}."
    game = climber(GAME, feature, hopeless)
    assert failed_climbs(game, 3000) == 3000
    assert told in said(game)[-1]
    assert game.state.disturbances
    game = climber(GAME, feature, hopeless + 1)
    assert 0 < failed_climbs(game, 3000) < 3000
    assert not any("no chance" in line for line in said(game))


@pytest.mark.parametrize("rulings", [MANUAL, SIL_G], ids=["manual", "silg"])
def test_by_the_manual_whoever_climbs_on_gets_out(rulings):
    for evasion in range(-20, 3):
        game = climber(rulings, terrain.SPIKED_PIT, evasion)
        assert failed_climbs(game, 3000) <= 20 - evasion + 19
    assert "The next try will be easier." in said(game)[-1]


def test_each_pit_is_climbed_afresh():
    def first_failures(game):
        load_dice(game, *(20, 1) * 3)
        return [traps.break_free(game) for _ in range(3)]

    game = climber(MANUAL, terrain.PIT, 5)
    assert first_failures(game) == [False] * 3
    assert game.hero.failed_climbs == 3
    load_dice(game, 1, 1)
    traps.enter(game)
    assert game.hero.failed_climbs == 0
    assert first_failures(game) == [False] * 3
    load_dice(game, 1, 20)
    assert traps.break_free(game)
    assert game.hero.failed_climbs == 0


def test_a_game_saved_in_a_pit_is_read_again():
    game = climber(MANUAL, terrain.PIT, -5)
    failed_climbs(game, 3)
    rules = SilQ()
    assert rules.load(rules.dump(game.state)).heroes[0].failed_climbs == game.hero.failed_climbs
    dumped = rules.dump(game.state)
    old = msgspec.msgpack.decode(dumped[1:])
    del old["heroes"][0]["failed_climbs"]
    old["rulings"]["pit_climb_difficulty"] = [15, 20]
    loaded = rules.load(dumped[:1] + msgspec.msgpack.encode(old))
    assert loaded.heroes[0].failed_climbs == 0
    assert loaded.rulings == MANUAL
