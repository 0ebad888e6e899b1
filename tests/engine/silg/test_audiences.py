"""Audiences of notes, whispers, and of what a hero learns from their own actions."""

from __future__ import annotations

import pytest

from engine.contract.action import GM, Event
from engine.sil.game.state import Slot, Work
from engine.sil.hero import abilities
from engine.sil.level import terrain
from engine.silg.clock import declared_actions, encounter_clock, end_of_round
from engine.silg.gm.hero_commands import make_item
from engine.silg.state import DeclaredAction, Fighter
from tests.engine.silg.situations import armed, carrying, facing
from tests.engine.silg.stage import RULES, Evening, skills, table
from tests.rolled import dice_for

ANN, BOB, EVE = range(3)


def events_of(evening: Evening, line: str, seat: int) -> tuple[Event, ...]:
    """Return the events of a line, with their audiences."""
    action = RULES.parse(line, evening.state, seat)
    return tuple(RULES.apply(evening.state, seat, action, dice_for(RULES.dump(evening.state))))


@pytest.fixture(scope="module")
def evening() -> Evening:
    """Return a session of three that has begun."""
    game = Evening("Ann", "Bob", "Eve")
    for seat in (ANN, BOB, EVE):
        game.say("quick", seat)
    game.say("level 50")
    game.say("begin")
    return game


@pytest.mark.parametrize(
    ("line", "seat", "heard_by"),
    [
        ("pass-note bob the door is false", ANN, {ANN, BOB, GM}),
        ("pass-note ann the door is false", EVE, {EVE, ANN, GM}),
        ("whisper the door is false", BOB, {BOB, GM}),
        ("say the door is false", EVE, {None}),
    ],
)
def test_words_reach_those_they_are_for_and_nobody_else(
    evening: Evening, line: str, seat: int, heard_by: set[int | None]
) -> None:
    told = [each for each in events_of(evening, line, seat) if "door is false" in str(each.text)]
    assert {reader for each in told for reader in each.audience or (None,)} == heard_by
    posts = {reader for each in told if each.post for reader in each.audience or (None,)}
    assert posts == {"pass-note bob": {BOB}, "pass-note ann": {ANN}, "whisper the": {GM}}.get(
        " ".join(line.split()[:2]), set()
    )


@pytest.mark.parametrize("seat", [ANN, BOB])
def test_what_a_hero_learns_by_drinking_is_told_to_their_seat_alone(seat: int) -> None:
    game = facing(carrying(armed(), "Clarity", seat), (1, 14))
    game.events.clear()
    encounter_clock.declare_in_secret(game, seat, "quaff a")
    encounter_clock.declare_in_secret(game, 1 - seat, "wait")
    for _ in range(3):
        for due in encounter_clock.due_players(game):
            encounter_clock.declare_in_secret(game, due, "wait")
    told = [each.audience for each in game.events if "You drink" in str(each.text)]
    assert told == [(seat,)]


def test_what_a_smith_has_made_is_told_to_their_seat_alone() -> None:
    game = table("Ann", "Bob")
    level, smith = game.state.sil.level, game.hero(BOB)
    level.feature[level.at(smith.y, smith.x)] = terrain.FORGE + 3
    skills(game, BOB, smithing=20)
    smith.bought.append(abilities.WEAPONSMITH)
    smith.work = Work(make_item(game, "dagger"), 1)
    game.state.clock = end_of_round.ROUND
    deed = DeclaredAction("do", "forge")
    declared_actions.execute(game, BOB, Fighter("h1", deed=deed))
    told = [each.audience for each in game.events if "You have made" in str(each.text)]
    assert told == [(BOB,)]


def test_the_game_master_hears_whose_light_grows_faint() -> None:
    game = Evening("Ann", "Bob")
    for seat in (ANN, BOB):
        game.say("quick", seat)
    game.say("level 50")
    game.say("begin")
    game.state.sil.heroes[BOB].worn[Slot.LIGHT].timeout = 110
    game.say("minute")
    faint = "Your light is growing faint."
    assert f"Bob: {faint}" in map(str, game.state.desk.lines)
    assert faint in map(str, game.state.players[BOB].lines)
    assert not any(faint in str(each) for each in game.state.players[ANN].lines)
