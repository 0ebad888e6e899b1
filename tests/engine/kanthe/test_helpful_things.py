"""Things that the expert uses up for a fight: only those that help in it, where it is not safe."""

from __future__ import annotations

import pytest

from engine.kanthe.expert.ranking import recommendations
from engine.kanthe.state import ArcaneEffect, KantheState, SpokenEffect
from tests.engine.kanthe.stage import (
    CONTENT,
    add_opponent,
    begun,
    game_of,
    give,
    in_room,
    start_conflict,
)


def fighting(strength: int) -> KantheState:
    """Return a fight with a warrior."""
    state = begun()
    in_room(state).walls = ["way"] * 4
    start_conflict(state, add_opponent(state, "warrior", strength))
    return state


def potion(state: KantheState, action: str) -> None:
    """Give the hero a potion whose effect is known: the row of an action."""
    row = next(n for n, each in enumerate(CONTENT.actions) if each.name == action)
    give(state, "potion", 0, 0)
    state.arcane.essences.firsts[4] = state.domain.words["colours"][0]
    state.arcane.actions.firsts[row] = state.domain.words["qualities"][0]


def advised(state: KantheState) -> dict[str, str]:
    """Return the uses of things that are advised, and why."""
    found = recommendations(game_of(state))
    return {
        str(each.offer.action): str(each.why) for each in found if each.offer.action.verb == "use"
    }


@pytest.mark.parametrize(
    ("action", "strength", "why"),
    [("Create", 4, ["2 dice more"]), ("Move", 4, []), ("Create", 3, [])],
)
def test_a_potion_is_drunk_for_an_unsafe_fight_if_it_helps_in_it(
    action: str, strength: int, why: list[str]
) -> None:
    state = fighting(strength)
    potion(state, action)
    assert list(advised(state).values()) == why


@pytest.mark.parametrize("action", ["Create", "Control"])  # for fighting, for talking
def test_nothing_is_drunk_for_a_fight_that_is_fled_from(action: str) -> None:
    state = fighting(4)
    potion(state, action)
    state.hero.wounds = 4
    found = recommendations(game_of(state))
    assert found[0].offer.action.verb == "flee"
    assert advised(state) == {}


def test_one_scroll_is_read_aloud_in_a_fight_and_no_second() -> None:
    state = fighting(4)
    row = next(n for n, each in enumerate(CONTENT.actions) if each.name == "Create")
    give(state, "scroll", 4, row, ("B", "D"))
    state.arcane.essences.letters[4], state.arcane.actions.letters[row] = "B", "D"
    assert list(advised(state).values()) == ["2 dice more"] * 3
    assert state.conflict is not None
    state.conflict.spoken.append(SpokenEffect(ArcaneEffect(row, 9), "self"))
    assert advised(state) == {}
