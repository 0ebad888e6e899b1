"""Topics to look up: who is in sight, own things, the printed lists, the odds of matches."""

from __future__ import annotations

import pytest

from engine.contract.view import Topic
from engine.kanthe.state import KantheState
from engine.kanthe.view import lookup
from tests.engine.kanthe.stage import (
    CONTENT,
    add_hazard,
    add_opponent,
    begun,
    game_of,
    give,
    new_game,
)


def entries(state: KantheState) -> dict[str, tuple[str, str, str]]:
    """Return by its name each topic's kind, title, and what is told of it."""
    game = game_of(state)
    return {
        topic.name: (topic.kind, str(topic.title), str(lookup.explain_topic(game, topic)))
        for topic in lookup.list_topics(game)
    }


def test_an_opponent_in_sight_is_told_with_the_notes_on_its_kind() -> None:
    state = begun()
    notes = {row.key: row.text for row in CONTENT.occupants}
    kind = next(iter(notes))
    who = add_opponent(state, kind)
    other = add_opponent(state, "beast")
    found = entries(state)
    sort, title, told = found[who.name]
    assert sort == "sight"
    assert title.startswith("The ")
    assert told.endswith(f"\n{notes[kind]}")
    assert "\n" not in found[other.name][2].strip()


def test_nobody_is_in_sight_before_a_game_has_begun() -> None:
    kinds = {kind for kind, _, _ in entries(new_game()).values()}
    assert kinds == {"lore"}


def test_arcane_things_are_told_with_their_method_and_others_without() -> None:
    state = begun()
    item = give(state, "wand", 0, 7)
    told = {name: said for name, (_, _, said) in entries(state).items()}
    method = CONTENT.methods["wand"]
    assert item.arcane
    line = f"Method: {method.method}. Form: {method.form}. Reaches {method.whom}; {method.lasts}."
    with_method = [name for name, said in told.items() if said.endswith(f"\n{line}")]
    assert len(with_method) == 1
    assert sum("Method: " in said for said in told.values()) == 1


def test_each_row_of_the_printed_lists_is_a_topic_once() -> None:
    found = entries(begun())
    for prefix, rows in (("hazard", CONTENT.stationary), ("mobile", CONTENT.mobile)):
        of_list = {title: told for name, (_, title, told) in found.items()
                   if name.startswith(f"{prefix}-")}  # fmt: skip
        assert of_list.keys() == {f"The {row.name}" for row in rows}
        first = {row.name: row.text for row in reversed(rows)}
        assert sorted(of_list.values()) == sorted(f"{n}: {t}." for n, t in first.items())
    notes = {row.name: row.text for row in reversed(CONTENT.occupants)}
    told = [said for name, (_, _, said) in found.items() if name.startswith("occupant-")]
    assert sorted(told) == sorted(f"{name}: {note}" for name, note in notes.items())


@pytest.mark.parametrize(("dice", "percent"), [(2, 10), (3, 28), (4, 50), (5, 70), (11, 100)])
def test_the_odds_of_a_match_are_told_for_two_to_eleven_dice(dice: int, percent: int) -> None:
    found = entries(begun())
    kind, title, told = found[f"odds-{dice}"]
    assert (kind, title) == ("lore", f"The chance of a match with {dice} dice")
    assert told == f"{dice} dice show a match {percent} times in a hundred."
    assert {name for name in found if name.startswith("odds-")} == {
        f"odds-{number}" for number in range(2, 12)
    }


def test_of_what_is_no_topic_there_is_nothing_to_say() -> None:
    assert lookup.explain_topic(game_of(begun()), Topic("lore", "nothing", "Nothing")) == ""


def test_what_serves_as_a_weapon_here_is_told_until_it_is_gone() -> None:
    state = begun()
    pit = add_hazard(state, "pit", 2)
    flood = add_hazard(state, "flood", 3)
    flood.state = "gone"
    found = entries(state)
    assert found[pit.name] == ("sight", "The pit", "The pit: 2 dice more in a fight, at a risk.")
    assert flood.name not in found
