"""Words and odds on cards that are seldom shown."""

from __future__ import annotations

import pytest

from engine.contract.action import Chance
from engine.delve import terrain
from engine.delve.state import DelvePlace
from engine.delve.view import coach
from engine.delve.view.action_words import action_text
from tests.engine.delve.expert_situations import ExpertSituation
from tests.engine.delve.stage import Stage, content


def chances(made: Stage, line: str) -> tuple[Chance, ...]:
    """Return the odds on the button of an action."""
    [offer] = [each for each in made.rules.legal(made.state, 0) if str(each.action) == line]
    return offer.chances


def told(made: Stage, line: str) -> list[str]:
    """Return the odds on the button of an action, in words."""
    return [str(each.words) for each in chances(made, line)]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("explore bold", "Explore (bold)"),
        ("explore usual:1", "Explore (usual, at most 1 turn)"),
        ("explore careful:12", "Explore (careful, at most 12 turns)"),
        ("force bk27", "Break the locked door at BK27"),
        ("move ne", "Step north-east"),
        ("drink potion-of-healing", "Drink potion of healing"),
    ],
)
def test_an_action_is_told_in_words_with_its_terms(line: str, words: str) -> None:
    assert words == str(action_text(content(), line))


@pytest.mark.parametrize("key", [True, False])
def test_a_key_opens_a_locked_door_for_sure(key: bool) -> None:
    made = Stage()
    made.ground(0, 1, terrain.LOCKED_DOOR)
    if key:
        made.give(next(n for n, k in content().items.items() if "key" in n))
    line = next(each for each in made.offers() if each in ("move e", "open e"))
    [found] = chances(made, line)
    assert ("The key opens it" in str(found.words)) is key
    assert (found.percent == 100) is key


def test_lightning_in_the_same_water_is_told_to_come_back() -> None:
    for wet in (False, True):
        made = Stage("mage")
        made.know("spark")
        foe = made.dummy(0, 2)
        if wet:
            for dx in (0, 1, 2):
                made.ground(0, dx, terrain.SHALLOW)
        foe.asleep = False
        shocks = next(n for n, s in content().spells.items()
                      if s.element == "shock" and s.target == "direction")  # fmt: skip
        made.know(shocks)
        line = next(each for each in made.offers()
                    if each.startswith(f"cast {shocks.replace(' ', '-')} e"))  # fmt: skip
        words = told(made, line)
        assert any("the water carries half of it to you" in each for each in words) is wet


def test_a_cage_is_told_with_who_sits_in_it() -> None:
    made = Stage()
    kind = next(each for each in content().places.values() if each.rule.name == "frees")
    made.level.place = DelvePlace(kind.name, made.at(0, 1), [made.at(0, 1)])

    def facts() -> dict[str, str]:
        view = made.rules.view(made.state, 0)
        return {str(name): str(value) for name, value in view.facts}

    assert "Place" not in facts()
    made.level.place.seen = [0]
    alone = facts()["Place"]
    made.level.place.captive = "cave bear"
    assert facts()["Place"] == f"{alone}, with a cave bear"


def test_who_is_asked_to_look_after_the_graves_reads_the_question() -> None:
    made = ExpertSituation("fighter", "asked")
    made.ask()
    view = made.rules.view(made.state, 0)
    assert "look after the graves" in str(view.question)


def test_who_only_grows_at_a_fifth_level_is_told_of_no_abilities() -> None:
    made = Stage()
    made.hero.choices = [[]]
    view = made.rules.view(made.state, 0)
    assert str(view.question) == "Ann has reached a fifth level. Choose what improves."
    made.hero.choices = [["marksman"]]
    assert "Abilities: " in str(made.rules.view(made.state, 0).question)


def test_while_nobody_acts_the_coach_tells_how_one_stands() -> None:
    made = Stage()
    made.hero.fallen = True
    lines = [str(each) for each in coach.lines(made.game, made.hero)]
    assert not any("is to act" in each for each in lines)
