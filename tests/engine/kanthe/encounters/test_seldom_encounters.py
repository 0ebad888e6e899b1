"""Encounters that seldom come about: behind secret doors, on stairs, in corridors."""

from __future__ import annotations

import pytest

from engine.contract.action import Action, ActionError
from engine.contract.texts import text
from engine.contract.view import Topic
from engine.kanthe.commands.conflict_plans import _end_of
from engine.kanthe.encounters import doors, finds
from engine.kanthe.encounters.conflict import end_delve
from engine.kanthe.encounters.pools import tools
from engine.kanthe.exploring import arcane_use, movement
from engine.kanthe.map import level_plan
from engine.kanthe.state import (
    ArcaneEffect,
    ChooseStairs,
    ChooseVictim,
    Feature,
    MeetOpponents,
    ShareTreasure,
    TakeWound,
)
from engine.kanthe.view.dice_scenes import next_throw
from tests.engine.kanthe.stage import (
    CONTENT,
    RULES,
    act,
    add_hazard,
    add_opponent,
    begun,
    dice_of,
    game_of,
    in_room,
    script,
    start_conflict,
)


def stationary(wanted: str) -> int:
    """Return the face whose match is something of that kind in a place."""
    rows = enumerate(CONTENT.stationary)
    return next(face for face, row in rows if wanted in (row.kind, row.effect))


# ---------------------------------------------------------------- what waits in a pit


@pytest.mark.parametrize("wanted", ["guard", "blocked"])
def test_what_waits_in_a_pit_behind_a_secret_door_fights_or_bars_the_way(wanted: str) -> None:
    state = begun()
    in_room(state)
    pit = add_hazard(state, "pit", 4)
    face = stationary(wanted)
    others = [each for each in range(10) if each != face]
    script(state, (face, face, *others[:2]))
    game = game_of(state)
    tasks = doors._spring(game, pit, 3)
    assert isinstance(tasks[0], TakeWound)
    assert (tasks[0].degree, pit.state) == (4, "passed")
    if wanted == "guard":
        [guard] = state.here.opponents
        assert tasks[1:] == [MeetOpponents([guard.id])]
    else:
        assert tasks[1:] == []
        assert [hazard.kind for hazard in state.here.hazards] == ["pit", "blocked"]


def test_a_pit_that_the_hero_s_throw_beats_holds_nothing() -> None:
    state = begun()
    in_room(state)
    pit = add_hazard(state, "pit", 3)
    assert doors._spring(game_of(state), pit, 3) == []
    assert pit.state == "gone"


# ---------------------------------------------------------------- swarms on stairs


def test_a_swarm_follows_over_the_stairs_and_is_met_there() -> None:
    state = begun()
    state.here.number = state.level = 1
    swarm = add_opponent(state, "swarm", 2)
    swarm.follows = True
    other = add_opponent(state, "warrior")
    above = state.here
    game = game_of(state)
    movement.enter_level(game, 2)
    assert (above.opponents, state.here.opponents) == ([other], [swarm])
    assert (swarm.node, swarm.passage) == (state.node, -1)
    assert "The swarm is still behind you." in [str(event.text) for event in game.events]
    assert MeetOpponents([swarm.id]) in state.tasks


# ---------------------------------------------------------------- corridors that fork


@pytest.mark.parametrize(("share", "moves"), [(0.25, True), (0.75, False)])
def test_what_is_in_a_corridor_stays_beyond_a_fork_near_its_beginning(
    share: float, moves: bool
) -> None:
    state = begun()
    room = in_room(state)
    level = state.here
    passage = level.passages[-1]
    passage.hazard = passage.called = True
    hazard, enemy = add_hazard(state, "trap", 2), add_opponent(state)
    elsewhere = add_hazard(state, "trap", 2)
    hazard.passage = enemy.passage = passage.id
    start, end = level_plan.ends(level, passage)
    at = tuple(round(a + share * (b - a)) for a, b in zip(start, end, strict=True))
    fork = level_plan._divide(level, passage, at)
    rest = level.passages[-1]
    assert (passage.b, rest.a, rest.b) == (fork.id, fork.id, room.id)
    there = rest.id if moves else passage.id
    assert (hazard.passage, enemy.passage) == (there, there)
    assert elsewhere.passage == -1
    assert (rest.hazard, rest.called, passage.hazard) == (moves, moves, not moves)


# ---------------------------------------------------------------- features


def test_a_feature_overcomes_what_is_of_its_essence_else_its_power_stays() -> None:
    for essence, gone in ((3, True), (4, False)):
        state = begun()
        in_room(state)
        action = next(row for row, each in enumerate(CONTENT.actions)
                      if "overcomes" in each.traits)  # fmt: skip
        state.domain.arcane_features[0] = ArcaneEffect(action, 3)
        hazard = add_hazard(state, "blocked", 2)
        hazard.essence = essence
        feature = Feature(0, 2)
        state.here.nodes[state.node].features = [feature]
        boost = state.hero.boost
        arcane_use.use_feature(game_of(state), feature)
        assert feature.used
        assert (hazard.state == "gone") is gone
        assert state.hero.boost == (boost if gone else boost + CONTENT.effect_dice)


# ---------------------------------------------------------------- refusals and questions


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("9", "weapon", "Axe"), "The matches left are: 3 and 5."),
        (("3", "hat", "Axe"), "An item is one of: "),
    ],
)
def test_an_item_is_of_a_match_that_is_left_and_of_a_kind(args: tuple[str, ...], why: str) -> None:
    state = begun()
    state.question = ShareTreasure([3, 5], [2, 2])
    with pytest.raises(ActionError) as refused:
        RULES.apply(state, 0, Action("item", args), dice_of(state))
    assert str(refused.value).startswith(why.removesuffix("."))


def test_what_no_verb_is_called_is_refused() -> None:
    state = begun()
    with pytest.raises(ActionError) as refused:
        RULES.apply(state, 0, Action("dance"), dice_of(state))
    assert "dance" in str(refused.value)


def test_nothing_is_told_of_what_is_unknown() -> None:
    with pytest.raises(ActionError, match="Nothing is known of that"):
        RULES.explain(begun(), 0, Topic("sight", "nobody", "nobody"))


def test_who_takes_a_wound_is_asked_with_its_cause() -> None:
    state = begun()
    state.question = ChooseVictim(2, "pit")
    view = RULES.view(state, 0)
    assert "2 wounds. Who takes it?" in str(view.question)
    state.question = ChooseStairs()
    question = str(RULES.view(state, 0).question)
    assert question == "All is explored. Which room has the stairs down?"


# ---------------------------------------------------------------- cards of fights


@pytest.mark.parametrize(("status", "there"), [("active", 1), ("passed", 1), ("gone", 0)])
def test_a_hazard_is_of_use_as_a_weapon_until_it_is_gone(status: str, there: int) -> None:
    state = begun()
    in_room(state)
    state.place.features = []
    hazard = add_hazard(state, "footing", 2, essence=1)
    hazard.state = status  # type: ignore[assignment]
    assert [tool.strength for tool in tools(game_of(state))] == [2] * there


def test_the_hero_takes_the_wounds_that_he_gives_to_no_ally() -> None:
    state = begun()
    in_room(state)
    ally = add_opponent(state, "slave", 2, status="befriended", node=-1)
    state.here.opponents.remove(ally)
    state.hero.allies.append(ally)
    state.question = ChooseVictim(2, text("a trap"))
    act(state, "wound me")
    assert (state.hero.wounds, ally.wounds, state.question) == (2, 0, None)


def test_with_a_delve_its_fight_ends() -> None:
    state = begun()
    in_room(state)
    start_conflict(state, add_opponent(state))
    end_delve(game_of(state), "abandoned")
    assert (state.conflict, state.tasks, state.passage) == (None, [], -1)


def test_doubts_and_what_is_turned_against_the_hero_stand_on_the_card_of_a_throw() -> None:
    state = begun()
    in_room(state)
    enemy = add_opponent(state)
    conflict = start_conflict(state, enemy)
    state.place.features = [Feature(0, 2)]

    def lines() -> list[str]:
        return [str(line) for section in next_throw(game_of(state)) for line in section.lines]

    assert not any(line.startswith(("Your doubts", "Turned")) for line in lines())
    conflict.social = 2
    conflict.barred = next(iter(tools(game_of(state)))).ref
    assert f"Your doubts: 2 of {state.hero.challenge + 1}" in lines()
    assert any(line.startswith("Turned against you: ") for line in lines())
    conflict.tool, conflict.barred = conflict.barred, ""
    assert any(line.startswith("In use: ") for line in lines())


@pytest.mark.parametrize(("purpose", "reason"), [("persuade", "refused"), ("fight", "done")])
def test_a_plan_ends_for_the_reason_that_its_aim_gives(purpose: str, reason: str) -> None:
    state = begun()
    enemy = add_opponent(state)
    game = game_of(state)
    assert _end_of(game, enemy, purpose).reason == reason  # type: ignore[arg-type]
    enemy.status = "gone"
    assert _end_of(game, enemy, purpose).reason == "done"  # type: ignore[arg-type]
    state.result = "dead"
    assert _end_of(game, enemy, purpose).reason == "over"  # type: ignore[arg-type]


def test_rooms_of_a_level_of_its_own_stand_on_the_page_of_levels() -> None:
    state = begun()
    pages = {str(page.name): str(page.text) for page in RULES.pages(state, 0)}
    assert "map di" not in pages["Level sheets"]
    state.sheets[state.domain.levels].rooms = 1
    pages = {str(page.name): str(page.text) for page in RULES.pages(state, 0)}
    assert "1 map die an area" in pages["Level sheets"]
    state.sheets[state.domain.levels].rooms = 4
    pages = {str(page.name): str(page.text) for page in RULES.pages(state, 0)}
    assert "4 map dice an area" in pages["Level sheets"]


@pytest.mark.parametrize(
    ("ruins", "named"),
    [(True, ["The ruins", "Level 1", "Level 2"]), (False, ["Level 1", "Level 2"])],
)
def test_the_page_of_levels_has_a_row_for_each_level_of_the_domain(
    ruins: bool, named: list[str]
) -> None:
    state = begun()
    state.domain.ruins, state.domain.levels = ruins, 2
    page = next(each for each in RULES.pages(state, 0) if str(each.name) == "Level sheets")
    rows = page.drawn[0].tables[0].rows
    assert [str(row[0].words) for row in rows] == named


# ------------------------------------------------------------------ corridors


@pytest.mark.parametrize(
    ("faces", "found"),
    [
        ((2, 2, 2, 0, 1), [("pit", 3)]),
        ((4, 3, 4, 3, 1), [("covered-pit", 2), ("footing", 2)]),
        ((0, 1, 2, 3, 4), []),
    ],
)
def test_each_match_in_a_corridor_that_a_3_made_is_a_hazard_there(
    faces: tuple[int, ...], found: list[tuple[str, int]]
) -> None:
    state = begun()
    game = game_of(state)
    passage = state.here.passages[2]
    said = [text(line) for line in CONTENT.prose["corridor-hazard"]]
    script(state, faces)
    finds.call_passage(game, passage)
    assert [each.called for each in state.here.passages[:4]] == [False, False, True, False]
    assert [(each.kind, each.strength) for each in state.here.hazards] == found
    assert all((each.passage, each.node) == (passage.id, -1) for each in state.here.hazards)
    told = [event.text for event in game.events]
    assert sum(words in said for words in told) == 1
    assert (text("Whatever stood here once is gone.") in told) is (not found)
    assert [each.faces for each in state.throws if each.kind == "corridor"] == [faces]
