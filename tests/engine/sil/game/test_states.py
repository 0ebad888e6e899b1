"""States of games: lines that are kept, what a hero knows of things and creatures, old saves."""

from __future__ import annotations

import msgspec
import pytest

from engine.common.plans import Stop
from engine.contract.facts import Blocked, SeatRef
from engine.sil.game import old_states, questions
from engine.sil.game.messages import KEPT, disturb, note, tell
from engine.sil.game.state import (
    REMEMBERED_PLACES,
    Knowledge,
    Level,
    LogNote,
    Message,
    Question,
    Work,
)
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, said
from tests.engine.sil.stage import foe, item, load_dice, stage


def test_a_line_is_told_with_all_that_belongs_to_it() -> None:
    game = stage()
    game.state.acts = 7
    fact = Blocked(SeatRef(0), "wall")
    tell(game, "A wall.", "item", "Its account.", (3, 4), fact)
    [event] = game.state.events
    assert (event.kind, event.text, event.detail, event.at) == (
        "item", "A wall.", "Its account.", (3, 4),
    )  # fmt: skip
    assert (event.fact, event.audience, event.notable) == (fact, None, True)
    assert game.state.said == [Message(7, "item", "A wall.", "Its account.", fact)]
    tell(game, "A note.")
    assert (game.state.events[1].kind, game.state.events[1].notable) == ("note", False)


def test_the_last_sixty_lines_are_kept() -> None:
    game = stage()
    for number in range(KEPT + 2):
        tell(game, str(number))
    assert said(game) == [str(number) for number in range(2, 62)]


@pytest.mark.parametrize("flagged", [True, False])
@pytest.mark.parametrize("creeps", [True, False])
@pytest.mark.parametrize("reason", ["hurt", None])
def test_a_disturbance_ends_plans_by_its_reason_and_creeping_if_it_is_flagged(
    flagged: bool, creeps: bool, reason: str | None
) -> None:
    game = stage()
    game.hero.stealth_mode = creeps
    disturb(game, "why", reason, flagged=flagged, at=(1, 2))  # type: ignore[arg-type]
    expected = [Stop("hurt", "why", (1, 2))] if reason else []
    assert game.state.disturbances == expected
    assert game.hero.stop_stealth is (flagged and creeps)


def test_a_note_keeps_turn_depth_and_kind() -> None:
    game = arena(depth=4)
    game.hero.turns = 99
    note(game, "found", "Found a thing")
    assert game.hero.notes == [LogNote(99, 4, "Found a thing", "found")]


# ------------------------------------------------------------------ levels and heroes


def test_squares_are_numbered_row_by_row() -> None:
    level = Level.blank(3, 4, 7, terrain.FLOOR)
    assert (level.at(2, 3), level.place(17)) == (17, (2, 3))
    assert (level.depth, level.height, level.width) == (3, 4, 7)
    assert set(level.feature) == {terrain.FLOOR}
    for layer in (level.glow, level.room, level.icky, level.vault, level.hidden):
        assert layer == bytearray(28)
    assert level.creatures == [None]
    assert level.creature_at(2, 3) is None


def test_the_last_places_are_remembered() -> None:
    known = Knowledge()
    for square in range(REMEMBERED_PLACES + 3):
        known.remember_place(square)
    assert known.trail == [*range(3, REMEMBERED_PLACES + 3)]


def test_a_new_level_is_unknown_and_work_is_left_behind() -> None:
    game = arena()
    known = game.knowledge
    known.mark[:] = b"\1" * len(known.mark)
    known.stuck, known.firm, known.held, known.tried = [1], [2], [3], [4]
    known.trail, known.searched, known.ambushed = [5], {6: 1}, 7
    known.last_seen = {1: (2, 3)}
    foe(game, "Wolf")
    game.hero.work = Work(item("Dagger"), 3)
    level = Level.blank(6, 5, 5, terrain.FLOOR)
    game.state.begin_level(level)
    assert game.level is level
    assert known.mark == known.walked == known.glimpsed == bytearray(25)
    assert known.view == known.seen == known.fire == bytearray(25)
    assert known.light == known.scent == [0] * 25
    assert min(known.noise) > 100
    lists = (known.stuck, known.firm, known.held, known.tried, known.trail)
    assert all(found == [] for found in lists)
    assert (known.searched, known.creatures, known.last_seen, known.ambushed) == ({}, {}, {}, None)
    assert game.hero.work is None


def test_abilities_are_owned_by_purchase_or_loan_and_active_unless_switched_off() -> None:
    hero = stage(abilities=(ab.DODGING,)).hero
    hero.granted = [ab.PARRY]
    assert [hero.owns(ref) for ref in (ab.DODGING, ab.PARRY, ab.POWER)] == [True, True, False]
    hero.switched_off = [ab.DODGING, ab.POWER]
    assert [hero.active(ref) for ref in (ab.DODGING, ab.PARRY, ab.POWER)] == [False, True, False]


def test_each_hero_knows_of_things_by_himself() -> None:
    game = stage()
    other = msgspec.structs.replace(game.hero, number=1, knowledge=Knowledge(), y=3, x=3)
    game.state.heroes.append(other)
    second = game.acting(other)
    dagger = item("Dagger")
    second.notice(dagger)
    assert (game.knows_of(dagger), second.knows_of(dagger)) == (False, True)
    game.notice(dagger)
    second.forget(dagger)
    assert (game.knows_of(dagger), second.knows_of(dagger)) == (True, False)
    second.leave(dagger)
    assert dagger.left_by == 0b10
    assert game.squares_of_others() == (game.level.at(3, 3),)
    assert game.hero_at(game.level.at(3, 3)) is other
    assert game.hero_at(game.level.at(4, 3)) is None
    game.state.heroes.pop()
    assert game.squares_of_others() == ()


def test_nothing_is_learned_of_a_creature_that_is_gone() -> None:
    game = arena()
    wolf = foe(game, "Wolf")
    game.level.creatures[wolf.slot] = None
    game.knowledge.creatures.clear()
    game.learn(wolf).visible = True
    assert not game.known(wolf).visible
    wolf.slot = 99
    game.learn(wolf).visible = True
    assert game.knowledge.creatures == {}


def test_a_hero_listens_once_in_each_of_his_turns() -> None:
    game = stage()
    load_dice(game, otherwise=5)
    game.hero.turns = 3
    assert game.listening_word() == 5
    load_dice(game, otherwise=6)
    assert game.listening_word() == 5
    game.hero.turns = 4
    assert game.listening_word() == 6


def test_noise_is_taken_once() -> None:
    game = arena()
    known = game.learn(foe(game, "Wolf"))
    known.noise = 4
    assert (game.take_noise(known), game.take_noise(known)) == (4, 0)


def test_the_ground_is_the_same_object_until_it_changes() -> None:
    game = arena()
    ground = game.ground
    assert game.ground is ground
    assert (ground.feature, ground.width) == (bytes(game.level.feature), game.level.width)
    game.level.feature[game.level.at(2, 2)] = terrain.RUBBLE
    assert game.ground is not ground
    changed = game.ground
    game.level.icky[game.level.at(2, 2)] = 1
    assert game.ground is not changed


def test_states_that_are_under_way() -> None:
    game = stage()
    assert game.under_way() == []
    game.hero.timers.poison = game.hero.timers.blind = 2
    assert {kind.key for kind in game.under_way()} == {"poison", "blind"}


# ------------------------------------------------------------------ questions, old saves


def test_a_question_is_read_with_the_lines_under_it() -> None:
    game = stage()
    assert questions.asked(None) == ""
    questions.sure(game, "Really?", "step e", "trap")
    question = game.state.question
    assert question is not None
    assert (question.kind, question.data, question.risk) == ("sure", {"action": "step e"}, "trap")
    assert [word for word, _ in question.answers] == ["yes", "no"]
    assert questions.asked(question) == "Really?"
    questions.ask(game, "own", questions.Asked("Which?", [("a", "A")], ("One.", "Two.")), item="x")
    question = game.state.question
    assert isinstance(question, Question)
    assert (question.kind, question.data) == ("own", {"item": "x"})
    assert str(questions.asked(question)) == "Which?\nOne.\nTwo."


@pytest.mark.parametrize(
    ("line", "words", "kind"),
    [
        ("Freed a Silmaril.", "Freed a Silmaril", "silmaril"),
        ("Broke the oath of Mercy.", "Broke the oath of Mercy", "broke oath"),
        ("Broke the Dagger.", "Broke the Dagger", "broke weapon"),
        ("Fell through the floor.", "Fell through the floor", "fell through"),
        ("Came to 50 ft", "Came to 50 ft", "arrived"),
        ("Something else.", "Something else", "other"),
        ("“My own.”", "“My own.”", "own"),
    ],
)
def test_notes_of_old_saves_are_given_their_kinds(line: str, words: str, kind: str) -> None:
    found = old_states._note(LogNote(1, 2, line))
    assert (found.turn, found.depth, found.text, found.kind) == (1, 2, words, kind)


@pytest.mark.parametrize(
    ("line", "before", "after"),
    [
        ("You hit the wolf.", "blow", "strike"),
        ("The wolf misses you.", "blow", "miss"),
        ("The wolf bites you.", "blow", "blow"),
        ("You eat.", "item", "item"),
    ],
)
def test_lines_of_old_saves_are_given_their_kinds(line: str, before: str, after: str) -> None:
    message = Message(1, before, line)  # type: ignore[arg-type]
    assert old_states._message(message).kind == after


def test_an_old_save_gets_its_rulings_in_lower_case() -> None:
    game = stage()
    rulings = game.state.rulings
    game.state.rulings = msgspec.structs.replace(
        rulings,
        starting_weapon=rulings.starting_weapon.upper(),
        throwing_kinds=tuple(name.upper() for name in rulings.throwing_kinds),
    )
    game.hero.notes = [LogNote(1, 1, "Slew a troll.")]
    game.state.said = [Message(1, "blow", "You hit it.")]
    old_states.upgrade(game.state)
    assert game.state.rulings == rulings
    assert game.hero.notes[0].kind == "slew"
    assert game.state.said[0].kind == "strike"


def test_the_knowledge_of_an_old_save_comes_to_the_hero() -> None:
    layers = {name: name for name in old_states._KNOWN_OF_LEVEL}
    creatures = [None, {"slot": 1, "visible": True, "health": 3}]
    saved = {
        "hero": {"name": "Ann"}, "lore": {"aware": [1]},
        "level": {**layers, "creatures": creatures},
    }  # fmt: skip
    found = old_states.from_format_2(saved)
    [hero] = found["heroes"]
    assert hero["name"] == "Ann"
    assert hero["knowledge"] == {
        **layers, "creatures": {1: {"visible": True}}, "lore": {"aware": [1]},
    }  # fmt: skip
    assert found["world"] == {"aware": [1]}
