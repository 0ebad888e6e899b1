"""Blows that drain or sicken, that throw nobody back, and that shake the earth (monsters 13)."""

import pytest

from engine.sil.combat import attacks
from engine.sil.game.state import Slot, Stat
from tests.engine.sil.combat.test_blow_effects import (
    STRONG_WILL,
    WEAK_WILL,
    hit,
    shatterer,
    suffer,
    sufferer,
)
from tests.engine.sil.creatures.hall import told
from tests.engine.sil.stage import foe, load_dice, refresh, wear


@pytest.mark.parametrize(
    ("effect", "drained"),
    [
        ("LOSE_STR", [-1, 0, 0, 0]), ("LOSE_DEX", [0, -1, 0, 0]), ("LOSE_CON", [0, 0, -1, 0]),
        ("LOSE_GRA", [0, 0, 0, -1]), ("LOSE_STR_CON", [-1, 0, -1, 0]),
        ("LOSE_ALL", [-1, -1, -1, -1]),
    ],
)  # fmt: skip
def test_a_draining_blow_takes_a_point_of_each_of_its_stats_from_who_is_weak_of_will(
    effect, drained
):
    for will, lost in ((WEAK_WILL, drained), (STRONG_WILL, [0, 0, 0, 0])):
        game = sufferer(will=will)
        suffer(game, effect, hit(5), method="TOUCH")
        assert game.hero.stat_drain == lost


@pytest.mark.parametrize(("net", "poison"), [(1, 1), (6, 5), (9, 7)])
def test_a_sickening_blow_poisons_by_two_thirds_of_what_it_took_and_one(net, poison):
    game = sufferer()
    suffer(game, "DISEASE", hit(net), method="TOUCH", otherwise=10)
    assert game.hero.timers.poison == poison
    assert game.hero.stat_drain == [0, 0, 0, 0]


def test_who_stands_fast_is_not_thrown_back_and_learns_why():
    game = sufferer()
    boots = wear(game, Slot.FEET, "Pair of Boots")
    boots.special = next(s.serial for s in game.data.specials.values() if "STAND_FAST" in s.flags)
    boots.known = False
    refresh(game)
    game.hero.derived.stats[Stat.CON] = -9
    here = game.hero.x
    suffer(game, "HURT", hit(5), 9, 1, method="TOUCH", name="Snow troll")
    assert (game.hero.x, game.hero.skip_turn) == (here, False)
    assert "You stand like a rock." in told(game)
    assert boots.known


@pytest.mark.parametrize(("name", "shakes"), [("shatterer", True), ("Orc soldier", False)])
def test_only_a_shattering_blow_that_just_misses_shakes_the_earth(name, shakes):
    game = sufferer(size=31)
    creature = shatterer(game) if name == "shatterer" else foe(game, name, health=3000)
    creature.health -= 2000
    load_dice(game, 1, 20, otherwise=1)
    attacks.attack_hero(game, creature)
    assert str(game.state.events[0].text).endswith(" misses you.")
    assert any("earth" in line for line in told(game)) is shakes
