"""Growth of heroes: which abilities a fifth level offers (rules: delve 2)."""

from __future__ import annotations

import pytest

from engine.delve.rules import growth
from tests.engine.delve.stage import Stage, content


@pytest.mark.parametrize("class_name", ["fighter", "mage", "monk"])
def test_abilities_of_ones_own_class_are_drawn_each_once_and_none_that_one_has(
    class_name: str,
) -> None:
    open_to = {kind.name for kind in content().abilities.values() if class_name in kind.classes}
    made = Stage(class_name)
    made.hero.abilities = sorted(open_to)[:2]
    growth.gain(made.game, made.hero, content().experience_for(10))
    drawn = [name for choice in made.hero.choices for name in choice]
    assert len(drawn) == len(set(drawn)) == 6
    assert set(drawn) <= open_to - set(made.hero.abilities)
    made.hero.abilities = sorted(open_to)
    growth.gain(made.game, made.hero, content().experience_for(15))
    assert made.hero.choices[2] == []
