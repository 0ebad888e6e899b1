"""Rules on which manual and game part, played under both: the results differ as the table says.

Most stand with their subjects; here are those that no other test tells apart.
"""

import pytest

from engine.sil.creatures import morale
from engine.sil.dungeon import search, traps
from engine.sil.effects import elements, hunger
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill, Slot
from engine.sil.level import terrain
from engine.sil.perception import visibility
from tests.engine.sil.arena import arena, odds, put
from tests.engine.sil.stage import foe, item, load_dice


def presets(manual, game):
    """Return the two presets, each with what it comes to."""
    cases = [(MANUAL, manual), (GAME, game)]
    return pytest.mark.parametrize(("rulings", "expected"), cases, ids=["manual", "game"])


def _is_held(game):
    game.hero.failed_climbs = 0
    return not traps.break_free(game)


@pytest.mark.covers("spec-dungeon: 7.3")
@presets(manual=(345, 385), game=(280, 345))
@pytest.mark.covers("spec-dungeon: 10. Documents versus the game")
def test_how_often_a_pit_holds(rulings, expected):
    held = []
    for feature in (terrain.PIT, terrain.SPIKED_PIT):
        game = arena(rulings=rulings)
        put(game, game.hero.y, game.hero.x, feature)
        game.hero.derived.skills[Skill.EVASION] = 5
        game.hero.actions = [0] * 6
        held.append(odds(game, lambda game=game: _is_held(game), sides=20))
    assert tuple(held) == expected


@pytest.mark.covers("spec-dungeon: 3")
@presets(manual=15, game=10)
@pytest.mark.covers("spec-dungeon: 10. Documents versus the game")
def test_how_hard_a_trap_in_the_floor_is_to_notice(rulings, expected):
    game = arena(rulings=rulings, depth=10)
    i = put(game, game.hero.y, game.hero.x + 1, terrain.PIT, hidden=True)
    assert search.difficulty(game, i, 1) == expected


@pytest.mark.covers("spec-dungeon: 3")
@presets(manual=5 + 15, game=9 + 15)
def test_how_hard_the_trap_of_a_chest_is_to_notice(rulings, expected):
    game = arena(rulings=rulings, depth=10)
    i = game.level.at(game.hero.y, game.hero.x + 1)
    game.level.floor[i] = [item("Small wooden chest", pval=18, known=False)]
    assert search.difficulty(game, i, 1) == expected


@pytest.mark.covers("sil-q-manual: Temporary Status Effects / Other negative effects")
@presets(manual=(True, True, False), game=(True, False, False))
@pytest.mark.covers("spec-rulings: Checks")
def test_who_counts_as_slow(rulings, expected):
    slowed, laden, creeping = (arena(rulings=rulings) for _ in range(3))
    slowed.hero.timers.slow = 5
    laden.hero.derived.burden, laden.hero.derived.speed = 9999, 1
    creeping.hero.derived.speed = 1
    assert tuple(morale.is_slow(game) for game in (slowed, laden, creeping)) == expected


@pytest.mark.covers("sil-q-manual: Temporary Status Effects / Hunger")
@presets(manual=(1, "full"), game=(50, "full"))
@pytest.mark.covers("spec-rulings: Checks")
def test_what_a_full_stomach_brings(rulings, expected):
    game = arena(rulings=rulings)
    game.hero.food = 8000
    assert (hunger.digested_amount(game), hunger.level(game)) == expected
    game.hero.food = 7999
    assert hunger.digested_amount(game) == 1


@pytest.mark.covers("sil-q-manual: Elements and Resistances / Elemental damage")
@presets(manual=(30 - 4) // 3, game=30 // 3 - 4)
def test_what_is_left_of_a_breath(rulings, expected):
    game = arena(rulings=rulings)
    game.hero.derived.counts["resist_fire"] = 3
    game.hero.worn[Slot.LEFT_RING] = item("Protection", protection_dice=1, protection_sides=4)
    load_dice(game, otherwise=4)
    assert elements.mitigate(game, "fire", 30) == expected


@pytest.mark.covers("spec-monsters: 9.3")
@presets(manual=True, game=False)
def test_by_how_much_a_listener_must_win_to_tell_who_it_is(rulings, expected, monkeypatch):
    game = arena(rulings=rulings)
    wolf = foe(game, "Wolf", dx=3, visible=False)
    game.hero.timers.blind = 9
    game.hero.bought = [visibility.ab.LISTEN]
    game.learn(wolf).noise = 5
    monkeypatch.setattr(visibility.skill_rolls, "skill_check", lambda *args: 10)
    visibility.update(game, wolf)
    assert game.known(wolf).heard == game.hero.turns + 1
    assert game.known(wolf).visible is expected
