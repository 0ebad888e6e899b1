"""The tutorial is played to its end by who only reads the picture in words."""

from __future__ import annotations

import re

import msgspec
import pytest

from cogs.ui.panels import description
from engine.contract import running_game
from engine.contract.action import ActionError, InvalidAction
from engine.contract.running_game import RunningGame
from engine.sil.data.tutorial_rooms import read_rooms
from engine.sil.ruleset import SilQ
from tests.rolled import dice_for
from tests.rulesets import RULESETS
from tests.sampled import sampled

MOST_ACTIONS = 500
_QUOTED = re.compile(r"“([^”]+)”")
_TASK = re.compile(r"Task: ([^\n]*)")

SIL = SilQ()


def begun(seed: bytes) -> RunningGame:
    return running_game.start(RULESETS["sil"], {"hero": "tutorial"}, ["Ann"], dice_for(seed))


def task_in(words: str) -> str:
    """Return the task that a description tells, as a fact in its last lines."""
    return _TASK.findall(words)[-1]


@pytest.mark.covers("spec-world: 16")
# With these seeds nobody disturbs the work at the forge.
@pytest.mark.parametrize("seed", sampled([0, 2, 3], 1, pytest.mark.soak(part="autoplay")))
def test_a_reader_of_the_description_finishes_it(seed):
    game = begun(bytes([seed]) * 16)
    tasks: list[str] = []
    actions = 0
    while game.outcome() is None:
        task = task_in(description(game.view(0)))
        if task not in tasks:
            tasks.append(task)
        for line in _QUOTED.findall(task):
            if game.outcome() is not None or task_in(description(game.view(0))) != task:
                break
            actions += 1
            assert actions < MOST_ACTIONS, task
            try:
                game.apply(0, game.parse(line, 0), dice_for(game.dump()))
            except ActionError:
                continue  # not yet: the reader tries the next words
    assert len(tasks) == len(read_rooms()) == 12
    ended = game.outcome()
    assert ended is not None
    assert (str(ended.title), ended.ending) == ("Ann knows how to play", "won")
    assert dict(ended.figures)["score"] == 0


def test_every_task_is_one_sentence_in_the_alt_text():
    for room in read_rooms():
        assert room.task.endswith(".")
        assert room.task.count(". ") == 0
        assert _QUOTED.search(room.task)
    view = begun(bytes(16)).view(0)
    assert f"Task: {read_rooms()[0].task}" in str(view.alt)


def test_it_is_offered_where_a_hero_is_made():
    game = running_game.start(RULESETS["sil"], {}, ["Ann"], dice_for(bytes(16)))
    offer = next(o for o in game.legal(0) if o.action.args == ("tutorial",))
    game.apply(0, offer.action, dice_for(game.dump()))
    assert "Task" in [str(name) for name, _ in game.view(0).facts]


def test_a_gate_stays_shut_until_its_task_is_done():
    game = begun(bytes(16))
    for _ in range(6):
        game.apply(0, game.parse("step e", 0), dice_for(game.dump()))
    board = game.view(0).map
    assert not any(ground.door for ground in (board.legend[g] for g in board.ground))
    game.apply(0, game.parse("step e", 0), dice_for(game.dump()))
    board = game.view(0).map
    assert any(ground.door for ground in (board.legend[g] for g in board.ground))
    assert "Well done!" in " ".join(map(str, game.view(0).lines))


def test_data_without_its_things_do_not_offer_it():
    kinds = {n: kind for n, kind in SIL.data.kinds.items() if "Curved Sword" not in kind.name}
    poor = SilQ(msgspec.structs.replace(SIL.data, kinds=kinds))
    with pytest.raises(InvalidAction, match="Curved Sword"):
        poor.new({"hero": "tutorial"}, ["Ann"], dice_for(bytes(16)))
    state = poor.new({}, ["Ann"], dice_for(bytes(16)))
    assert all(offer.action.args != ("tutorial",) for offer in poor.legal(state, 0))


def test_who_falls_climbs_back_into_the_room():
    state = SIL.new({"hero": "tutorial"}, ["Ann"], dice_for(bytes(16)))
    game = SIL.game(state)
    state.leaving, game.hero.health = "fall", 1
    SIL.apply(state, 0, SIL.parse("wait", state, 0), dice_for(SIL.dump(state)))
    assert (game.hero.x, game.hero.health) == (1, game.hero.derived.max_health)
    assert game.level.depth == 1


def test_a_room_that_is_not_whole_is_refused(tmp_path):
    for text, fault in (
        ("N:1:A\nX:b", "rooms.txt:2"),
        ("T:first", "rooms.txt:1"),
        ("N:1:A\nT:Do.\nG:fly\nD:..", "the room A is not whole"),
        ("N:1:A\nT:Do.\nG:reach\nD:..\nD:.", "the room A is not whole"),
    ):
        path = tmp_path / "rooms.txt"
        path.write_text(text)
        read_rooms.cache_clear()
        with pytest.raises(ValueError, match=fault):
            read_rooms(path)
    read_rooms.cache_clear()
