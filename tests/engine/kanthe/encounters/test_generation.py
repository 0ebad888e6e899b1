"""Finds of calls: occupants and their things, beasts, hazards, features."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from engine.kanthe.data.content import FoundRow
from engine.kanthe.dice import find_matches
from engine.kanthe.encounters.finds import call_room, find_hazard, make_occupant
from engine.kanthe.rules.names import beast_name, item_name
from engine.kanthe.state import Hazard, KantheState, Modified, Opponent, difficulty_of
from tests.engine.kanthe.stage import CONTENT, act, begun, game_of, in_room, lines, script


def row_of(kind: str) -> FoundRow:
    """Return the row of the stationary hazards that finds something."""
    return next(row for row in CONTENT.stationary if kind in (row.kind, row.effect))


ROWS = {row.key: number for number, row in enumerate(CONTENT.occupants)}


def on_level(number: int) -> KantheState:
    """Return a game whose hero is in the starting room of level 1, Difficulty 6."""
    state = begun()
    state.here.number = number
    state.level = number
    return state


def occupant(state: KantheState, kind: str, strength: int, *throws: tuple[int, ...]) -> Opponent:
    """Return an occupant whose throws fall as given."""
    script(state, *throws)
    return make_occupant(game_of(state), ROWS[kind], strength, node=state.node)


@pytest.mark.covers("spec-kanthe: Dice", "kanthe-rulebook: Generation")
def test_difficulty_is_five_and_half_the_level_rounded_up() -> None:
    assert [difficulty_of(level) for level in range(10)] == [5, 6, 6, 7, 7, 8, 8, 9, 9, 10]


@pytest.mark.covers("kanthe-rulebook: Encounter", "kanthe-rulebook: Domain Design Sheet")
def test_each_match_before_a_room_calls_somebody_of_its_degree() -> None:
    state = on_level(1)
    room = in_room(state)
    script(state, (7, 7, 2, 5, 5, 5), (0, 1, 2))
    call_room(game_of(state), room)
    found = [(o.kind, o.strength) for o in state.here.opponents]
    assert found == [("warrior", 3), ("ghost", 2)]


def test_a_throw_without_a_match_leaves_the_room_empty() -> None:
    state = on_level(1)
    room = in_room(state)
    script(state, (0, 1, 3, 4, 8, 9))
    call_room(game_of(state), room)
    assert not state.here.opponents
    assert room.called


@pytest.mark.covers("kanthe-rulebook: Domain Design Sheet / Descriptors")
def test_a_room_of_a_five_is_called_twice_the_second_time_for_features() -> None:
    state = on_level(1)
    room = in_room(state, die=5)
    script(state, (0, 1, 3, 4, 8, 9), (2, 2, 2, 5, 5, 0))
    call_room(game_of(state), room)
    assert [(f.row, f.strength) for f in room.features] == [(2, 3), (5, 2)]


@pytest.mark.covers("kanthe-rulebook: Domain Design Sheet / Beasts and Hazards")
def test_the_printed_lists_are_the_book_s() -> None:
    names = [row.kind or row.effect for row in CONTENT.stationary]
    assert names == [
        "vermin", "blocked", "pit", "covered-pit", "footing", "gust", "trap", "trap-blocked",
        "guard", "beast",
    ]  # fmt: skip
    names = [row.kind or row.effect for row in CONTENT.mobile]
    assert names == [
        "swarm", "flood", "beast", "beast", "minor-flood", "vortex", "modified", "modified",
        "guard", "guard",
    ]  # fmt: skip
    assert [row.key for row in CONTENT.occupants] == [
        "traveler", "barbarian", "artisan", "slave", "pet", "warrior", "chieftain", "ghost",
        "priest", "sorcerer",
    ]  # fmt: skip


def test_an_artisan_has_plain_wares_as_many_as_the_difficulty_and_good_ones() -> None:
    artisan = occupant(on_level(1), "artisan", 3, (0,), (1, 1, 4, 4, 4, 6, 7, 8, 9))
    ratings = sorted(item.rating for item in (*artisan.wares, *artisan.things))
    assert ratings == [1, 1, 1, 1, 1, 1, 2, 3]
    assert [item.rating for item in artisan.things] == [3]
    assert len({item.name for item in artisan.wares}) == 1


def test_a_chieftain_carries_arcane_arms_and_the_odd_match_is_mundane() -> None:
    state = on_level(1)
    chief = occupant(state, "chieftain", 3, (0, 0, 2, 2, 4, 4, 4, 7, 9))
    names = [str(item_name(game_of(state), thing)) for thing in chief.things]
    assert names[0] == "red boar's head weapon"
    assert (chief.things[1].arcane, chief.things[1].rating) == ("", 3)


def test_a_priest_carries_scrolls_and_potions_in_turn() -> None:
    priest = occupant(on_level(1), "priest", 4, (0, 0, 1, 1, 2, 2, 3, 3, 8, 9))
    assert [thing.arcane for thing in priest.things] == ["scroll", "potion"]


def test_a_sorcerer_carries_a_staff_then_rings_and_knows_spells() -> None:
    throws = (0, 0, 1, 1, 2, 2, 3, 3, 4, 4), (5, 5, 6, 6)
    sorcerer = occupant(on_level(1), "sorcerer", 4, *throws)
    kinds = [thing.arcane for thing in sorcerer.things]
    assert kinds[:2] == ["staff", "ring"]
    assert sorcerer.things[-1].spell


def test_a_barbarian_and_a_warrior_have_an_item_for_each_match() -> None:
    for kind in ("barbarian", "warrior"):
        found = occupant(on_level(1), kind, 5, (1, 1, 6, 6, 6))
        assert [thing.rating for thing in found.things] == [2, 3]


def test_a_pet_is_the_lowest_match_and_further_ones_change_it() -> None:
    state = on_level(1)
    script(state, (6, 6, 8, 8))
    game = game_of(state)
    assert str(make_occupant(game, ROWS["pet"], 4, node=state.node).creature) == "spider with horns"
    assert "It is a spider with horns." in [str(event.text) for event in game.events]
    assert str(occupant(on_level(1), "pet", 3, (9, 2, 5)).creature) == "boar"


@pytest.mark.parametrize(("faces", "poison"), [((4, 4, 7), 2), ((1, 4, 7), 0)])
def test_vermin_harm_by_their_poison_alone(faces: tuple[int, ...], poison: int) -> None:
    state = on_level(1)
    script(state, faces)
    found = find_hazard(game_of(state), row_of("vermin"), 3, node=state.node)
    if poison:
        assert isinstance(found, Opponent)
        assert found.strength == poison
    else:
        assert found is None


def test_a_blockage_is_of_the_essence_that_one_die_names() -> None:
    state = on_level(1)
    script(state, (3,))
    found = find_hazard(game_of(state), row_of("blocked"), 2, node=state.node)
    assert isinstance(found, Hazard)
    assert str(game_of(state).essence(found.essence)) == "Fire"


def test_a_guard_is_an_occupant_by_one_die() -> None:
    state = on_level(1)
    script(state, (3,))
    found = find_hazard(game_of(state), row_of("guard"), 2, node=state.node)
    assert isinstance(found, Opponent)
    assert (found.kind, found.attacks) == ("slave", False)


def test_a_modified_beast_is_a_beast_with_a_change() -> None:
    state = begun()
    assert str(beast_name(state, Modified(4, 8))) == "wolf with horns"
    assert str(beast_name(state, Modified(4, 8, added=False))) == "wolf without horns"


def test_travelers_and_main_creatures_fight_each_other() -> None:
    state = on_level(1)
    room = in_room(state)
    script(state, (0, 0, 0, 5, 5, 9), (1, 2))
    call_room(game_of(state), room)
    assert [o.kind for o in state.here.opponents] == ["traveler", "warrior"]
    assert all(o.peaceful for o in state.here.opponents)


@pytest.mark.covers("kanthe-rulebook: Domain Design Sheet")
def test_strengths_of_ten_thousand_occupants_are_as_likely_as_enumeration_says() -> None:
    """The strengths that five dice call, by chi-square against all 100,000 throws (the one
    hundredth of the distribution with five degrees of freedom is 15.09)."""
    expected: Counter[int] = Counter()
    for faces in product(range(10), repeat=5):
        expected.update(match.degree for match in find_matches(faces))
    state = begun()
    game = game_of(state)
    found: Counter[int] = Counter()
    while found.total() < 10_000:
        state.throws.clear()
        state.lines.clear()
        game.events.clear()
        found.update(match.degree for match in game.call("features"))
    whole = expected.total()
    shares = {degree: count / whole for degree, count in expected.items()}
    rare = [degree for degree, share in shares.items() if share * found.total() < 5]
    chi = sum(
        (found[degree] - share * found.total()) ** 2 / (share * found.total())
        for degree, share in shares.items()
        if degree not in rare
    )
    assert chi < 15.09


def test_what_a_mobile_hazard_calls_is_crossed_off_when_dealt_with() -> None:
    state = begun()
    state.here.number = 1
    state.level = 1
    room = in_room(state)
    room.walls = ["way"] * 4
    area = state.here.areas[0]
    area.circles = 1
    state.area = (-1, -1)
    state.node = 0
    script(state, (2, 2, 6, 6, 0, 9), (1,), (1,))
    act(state, "walk se")
    assert [(o.kind, o.strength) for o in state.here.opponents] == [("beast", 2), ("modified", 2)]
    for _ in range(40):
        if state.conflict is None:
            break
        script(state, (1,) * 12)
        act(state, "fight")
        while state.question is not None and state.conflict is not None:
            act(state, str(next(iter(_targets(state)))))
    assert area.circles == 0


def _targets(state: KantheState) -> list[str]:
    return [line for line in lines(state) if line.startswith("hit")]
