"""A second weapon, when nothing lets the hero fight with two any longer."""

import pytest

from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.item_use import item_upkeep
from tests.engine.sil.arena import said
from tests.engine.sil.stage import refresh, stage, wear


@pytest.mark.parametrize(
    ("cursed", "owns", "stays"), [(False, False, False), (True, False, True), (False, True, True)]
)
def test_it_is_put_away_unless_it_is_cursed(cursed, owns, stays):
    game = stage(abilities=(ab.TWO_WEAPON_FIGHTING,))
    wear(game, Slot.WEAPON, "Longsword")
    dagger = wear(game, Slot.ARM, "Dagger", cursed=cursed)
    assert game.hero.worn[Slot.ARM] is dagger
    if not owns:
        game.hero.bought.clear()
    refresh(game)
    item_upkeep.after_action(game)
    assert (game.hero.worn.get(Slot.ARM) is dagger) is stays
    assert game.hero.pack == ([] if stays else [dagger])
    put_away = "You can no longer fight with two weapons, and put away the dagger."
    assert (put_away in said(game)) is not stays
