"""Whatever can be looked up is explained, and nothing else."""

from __future__ import annotations

import pytest

from engine.contract.action import InvalidAction
from engine.contract.view import Topic
from engine.sil.game.context import SilContext
from engine.sil.hero import abilities as ab
from engine.sil.hero import purchases
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, look
from tests.engine.sil.stage import foe
from tests.rolled import dice_for

SIL = SilQ()


def known(game: SilContext) -> dict[tuple[str, str, str], Topic]:
    found = SIL.topics(game.state, 0)
    named = {(topic.kind, topic.page, topic.name): topic for topic in found}
    assert len(named) == len(found)
    return named


def told(game: SilContext, kind: str, name: str, page: str = "") -> str:
    return str(SIL.explain(game.state, 0, known(game)[kind, page, name]))


@pytest.mark.parametrize("hero", ["create", "quick"])
def test_every_topic_is_short_and_explained(hero: str):
    game = SIL.game(
        SIL.new({"hero": hero}, ["Beren"], dice_for(b"seed of sixteen.")),
        dice_for(b"seed of sixteen."),
    )
    pages = {page.name for page in SIL.pages(game.state, 0)}
    for topic in SIL.topics(game.state, 0):
        assert len(topic.name) <= 60
        assert len(str(topic.title)) <= 100
        assert topic.page in pages or not topic.page or hero == "create"
        assert SIL.explain(game.state, 0, topic)


def test_every_skill_tells_its_terms_its_price_and_its_gain():
    game = arena(skills=(3, 0, 2, 0, 0, 0, 0, 0))
    game.hero.unspent = 10_000
    for word, skill in purchases.SKILL_WORDS.items():
        text = told(game, "page", word, "Skills")
        assert f"{game.hero.skill_base[skill]} learned" in text
        assert "The next point costs" in text
        assert "→" in text


def test_an_ability_tells_what_it_does_asks_and_costs():
    game = arena(skills=(1, 0, 0, 0, 0, 0, 0, 0))
    game.hero.unspent = 0
    text = told(game, "page", "power", "Abilities")
    assert "1 points of Melee (met)" in text
    assert f"It costs {ab.price(game.data, game.hero, ab.POWER):,}; 0 experience is left." in text
    assert "(missing)" in told(game, "page", "charge", "Abilities")


def test_looking_changes_nothing():
    game = arena()
    foe(game, "Wolf", 0, 2)
    look(game)
    before = SIL.dump(game.state)
    for topic in SIL.topics(game.state, 0):
        SIL.explain(game.state, 0, topic)
    assert SIL.dump(game.state) == before


@pytest.mark.covers("spec-world: 11.7")
def test_only_what_is_seen_or_met_can_be_looked_up():
    game = arena()
    wolf = foe(game, "Wolf", 0, 2)
    look(game)
    assert ("sight", "", "wolf-1") in known(game)
    seen = known(game)["sight", "", "wolf-1"]
    game.learn(wolf).visible = False
    assert ("sight", "", "wolf-1") not in known(game)
    with pytest.raises(InvalidAction):
        SIL.explain(game.state, 0, seen)
    with pytest.raises(InvalidAction):
        SIL.explain(game.state, 0, Topic("lore", "morgoth", "Morgoth"))
