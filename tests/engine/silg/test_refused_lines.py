"""Lines of players' that mean nothing, come too late, or come from nobody at the table."""

from __future__ import annotations

import pytest

from engine.contract.action import GM, Action, ActionError, InvalidAction
from engine.contract.view import Topic
from tests.engine.silg.stage import RULES, Evening, evening_on_a_map
from tests.rolled import dice_for


def refused(evening: Evening, action: Action, seat: int) -> str:
    """Return why an action is refused that no line means; nothing has changed then."""
    before = RULES.dump(evening.state)
    with pytest.raises(ActionError) as caught:
        RULES.apply(evening.state, seat, action, dice_for("refused"))
    assert RULES.dump(evening.state) == before
    return str(caught.value)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("answer", "Say what you answer."),
        ("plan stealth", "A standing order is something that takes time, such as wait."),
        ("plan careful", "Say what you do, for example “step ne” or “wait”."),
        ("  ", "Say what to do."),
    ],
)
def test_a_player_s_line_that_means_nothing_is_refused_in_a_sentence(line: str, why: str) -> None:
    assert evening_on_a_map().refused(line, 0) == why


@pytest.mark.parametrize(
    ("action", "seat", "why"),
    [
        (Action("wait"), 2, "You have no hero in this game."),
        (Action("wait"), -2, "You have no hero in this game."),
        (Action("dance"), 0, "That cannot be done now."),
        (Action("dance"), GM, "“dance” is no command of the Game Master's."),
        (Action("step", ("up",)), 0, "“up” is no direction."),
        (Action("step"), 0, "Step n, ne, e, se, s, sw, w or nw."),
    ],
)
def test_an_action_that_nobody_can_take_is_refused(action: Action, seat: int, why: str) -> None:
    assert refused(evening_on_a_map(), action, seat) == why


@pytest.mark.parametrize("line", ["wait", "caution bold"])
def test_who_is_out_of_play_does_nothing_but_talk(line: str) -> None:
    evening = evening_on_a_map()
    evening.say("leave bob")
    assert evening.refused(line, 1) == "Your hero is out of play."
    assert evening.say("say Farewell.", 1) == ["Bob: “Farewell.”"]


def test_who_is_out_of_play_has_nothing_to_answer() -> None:
    evening = evening_on_a_map()
    evening.say("leave bob")
    assert refused(evening, Action("answer", ("yes",)), 1) == "Your hero is out of play."


@pytest.mark.parametrize(
    ("names", "gm", "why"),
    [
        ([], True, "Sil-G takes 1 to 10 heroes."),
        ([f"Hero {n}" for n in range(11)], True, "Sil-G takes 1 to 10 heroes."),
        (["Ann"], False, "Sil-G needs a Game Master."),
        (["Ann", " "], True, "A hero needs a name."),
        (["Ann", "B\x07b"], True, "A hero needs a name."),
    ],
)
def test_a_game_begins_with_named_heroes_and_a_game_master(
    names: list[str], gm: bool, why: str
) -> None:
    with pytest.raises(InvalidAction, match=why):
        RULES.new({}, names, dice_for("new"), gm=gm)


def test_heroes_of_one_name_are_told_apart() -> None:
    evening = Evening("Ann", "Bob", "Cid")
    for hero in evening.state.sil.heroes:
        hero.name = "Ann"
    for seat in (1, 2, 0):
        evening.say("quick", seat)
    assert [player.name for player in evening.state.players] == ["Ann", "Ann 2", "Ann 3"]
    assert [hero.name for hero in evening.state.sil.heroes] == ["Ann", "Ann 2", "Ann 3"]


def test_nothing_is_told_of_what_a_player_cannot_look_up() -> None:
    evening = evening_on_a_map()
    with pytest.raises(InvalidAction, match="Nothing is known"):
        RULES.explain(evening.state, 0, Topic("sight", "wolf-1", "wolf"))
