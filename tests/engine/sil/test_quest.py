"""A hero goes from creation to the crown and away from the throne, by ordinary actions alone.

What he did is a script: headless play takes it and comes to the same state.
"""

from __future__ import annotations

import pytest

import headless
from engine.common import game_log
from engine.rulesets import RULESETS
from tests.engine.sil.quest import OPTIONS, THRONE, Lost, Quester

SEEDS = ("301", "12", "103", "332", "333", "334", "321", "322")  # the way is dangerous


@pytest.mark.soak
@pytest.mark.covers("spec-world: 13.3", "spec-world: 13.4", "spec-world: 13.5")
def test_a_hero_takes_a_silmaril_out_of_the_throne_room():
    for seed in SEEDS:
        quest = Quester(seed)
        try:
            quest.play()
        except Lost:
            continue
        break
    else:
        raise AssertionError("no hero came out of the throne room with a Silmaril")
    told = " ".join(quest.told)
    assert "every eye is turned on the throne" in told  # the truce
    assert "The Iron Crown of Morgoth falls from his brow!" in told
    assert "You have freed a Silmaril" in told
    assert quest.depth == THRONE - 1
    assert "Freed a Silmaril." in dict(quest.view.pages)["Notes"]
    lines = list(headless.play(RULESETS["sil"], seed, quest.lines, 0, None, OPTIONS))
    assert not any(line.startswith("! ") for line in lines)
    assert lines[-1] == f"digest {game_log.digest(quest.game)}"
