"""Heroes who come into play while others play: called back, made anew, at any moment."""

from __future__ import annotations

import pytest

from engine.contract.action import GM
from engine.silg.clock import encounter_clock
from engine.silg.clock.minute_start import WALKING
from engine.silg.levels import squares
from tests.engine.silg.stage import RULES, Evening
from tests.engine.silg.test_dead_offers import bare, dead

HALL = "###########/#.........#/#.........#/#.........#/#.........#/###########"
HARMS = ("poison", "cut", "stun", "blind", "afraid", "slow", "confused", "entranced")
MOMENTS = ("minutes", "declare", "monsters")


def evening(moment: str, *names: str, **options: str) -> Evening:
    """Return a session at a moment of play, with a wolf far away."""
    game = Evening(*(names or ("Ann", "Bob")), **options)
    for seat in range(len(game.state.players)):
        game.say("quick", seat)
    game.say(f"draw {HALL}")
    for seat in range(len(game.state.players)):
        if not game.state.players[seat].approved:
            game.say(f"approve {game.state.players[seat].name}")
    game.say("begin")
    game.say("spawn wolf at J4 alert")
    if moment != "minutes":
        game.say("run monsters gm")
        game.say("clock start")
    while moment == "monsters" and game.state.stage != "monsters":
        for seat in encounter_clock.due_players(game.game):
            game.say("wait", seat)
    assert game.state.stage == moment
    return game


def is_asked(game: Evening, seat: int) -> bool:
    """Return whether a hero decides now, or at the next moment at which any hero does."""
    if game.state.stage == "monsters":
        game.say("next")
    return seat in RULES.turn(game.state).waiting


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("lost", ["hurt bob 999", "leave bob"])
def test_who_is_called_back_is_due_and_well_enough_to_live(moment, lost):
    game = evening(moment)
    for harm in HARMS:
        game.say(f"afflict bob {harm} 90")
    game.say(lost)
    assert game.game.heroes == [0]
    game.say("callback bob")
    hero = game.state.sil.heroes[1]
    assert not any(hero.timers.left(harm) for harm in HARMS)
    assert 2 * hero.health + 1 >= hero.derived.max_health
    assert game.state.sil.level.feature[game.state.sil.level.at(hero.y, hero.x)] == 1
    assert is_asked(game, 1)
    game.say("wait", 1)
    assert game.refused("callback bob") == "That hero is not out of play."


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_new_hero_is_made_while_the_others_play_and_enters_at_once(moment):
    game = evening(moment)
    assert game.refused("new-hero", 1) == "Your hero is in play."
    game.say("hurt bob 999")
    waiting = RULES.turn(game.state).waiting
    assert [str(o.action) for o in RULES.legal(game.state, 1)] == ["new-hero"]
    game.say("new-hero", 1)
    assert RULES.turn(game.state).waiting == waiting
    assert RULES.view(game.state, 1).phase == "setup"
    assert RULES.view(game.state, 0).phase == "play"
    for word in ("noldor", "back", "quick"):  # any way through the steps
        offered = {o.action.args[0] for o in RULES.legal(game.state, 1)}
        if word in offered:
            game.say(f"answer {word}", 1)
    hero = game.state.sil.heroes[1]
    assert game.game.heroes == [0, 1]
    assert hero.health == hero.derived.max_health
    assert game.state.players[1].left == WALKING[2]
    assert is_asked(game, 1)
    game.say("wait", 1)


def test_who_comes_back_goes_on_with_no_plan_of_before():
    game = evening("declare")
    game.say("plan search", 1)
    assert game.state.players[1].plan is not None
    game.say("leave bob")
    game.say("clock stop")
    game.say("callback bob")
    assert game.state.players[1].plan is None
    game.say("minute 3")


def test_time_goes_on_while_a_hero_is_made():
    game = evening("minutes")
    game.say("leave bob")
    game.say("new-hero", 1)
    question = game.state.players[1].question
    for line in ("minute 5", "clock start", "clock stop"):
        game.say(line)
        assert game.state.players[1].question == question
    assert "still being made" in game.refused("callback bob")
    game.say("answer quick", 1)
    assert game.game.heroes == [0, 1]


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_last_hero_may_fall_while_another_is_made(moment):
    game = evening(moment)
    told = game.say("hurt bob 999")
    assert "Bob is out of play. Make another hero in My view." in told
    game.say("new-hero", 1)
    game.say("hurt ann 999")
    assert RULES.outcome(game.state) is None
    assert RULES.turn(game.state).waiting == (1,)
    assert game.refused("minute") == game.refused("clock start") == "No hero is in play."
    assert all(RULES.view(game.state, seat) for seat in (None, GM, 0, 1))
    have_pages = [bool(RULES.pages(game.state, seat)) for seat in (None, GM, 0, 1)]
    assert have_pages == [True, True, True, False]
    if moment == "declare":
        before = bare(game.state)
        offers = {each.action.verb: each for each in RULES.legal(game.state, GM)}
        tried = [(GM, each) for each in offers.values()]
        tried += [(1, each) for each in RULES.legal(game.state, 1)]
        assert not [*filter(None, (dead(game.state, *each, before) for each in tried))]
    game.say("answer quick", 1)
    assert game.game.heroes == [1]
    assert game.state.stage == "minutes"
    game.say("hurt bob 999")
    assert RULES.outcome(game.state) is not None


def test_a_new_hero_waits_for_approval_where_the_table_wants_it():
    game = evening("declare", approval="asked")
    game.say("hurt bob 999")
    game.say("new-hero", 1)
    game.say("answer quick", 1)
    assert game.game.heroes == [0]
    assert not RULES.legal(game.state, 1)
    assert "approve bob" in [str(o.action) for o in RULES.legal(game.state, GM)]
    game.say("approve bob")
    assert game.game.heroes == [0, 1]
    assert is_asked(game, 1)


def test_what_a_fallen_hero_carried_lies_where_they_fell():
    game = evening("minutes")
    hero = game.state.sil.heroes[1]
    square, carried = game.state.sil.level.at(hero.y, hero.x), len(hero.pack) + len(hero.worn)
    game.say("hurt bob 999")
    game.say("new-hero", 1)
    game.say("answer quick", 1)
    assert len(game.state.sil.level.floor[square]) >= carried > 0


def test_a_hero_who_comes_back_sees_the_level_and_plays_on():
    game = evening("declare", "Ann", "Bob", "Eve")
    for line in ("leave eve", "hurt bob 999", "callback eve", "callback bob"):
        game.say(line)
        for seat in game.game.heroes:
            assert sum(game.state.sil.heroes[seat].knowledge.seen) > 9
    for _ in range(6):
        for seat in RULES.turn(game.state).waiting:
            if seat != GM:
                game.say("wait", seat)
        if game.state.stage == "monsters":
            game.say("next")
    assert game.state.clock > 0


def test_a_hero_made_while_all_is_full_is_called_back_when_there_is_room(monkeypatch):
    game = evening("minutes")
    game.say("hurt bob 999")
    game.say("new-hero", 1)
    with monkeypatch.context() as full:
        full.setattr(squares, "is_free", lambda *_: False)
        game.say("quick", 1)
        assert game.game.heroes == [0]
        assert "callback bob" not in {str(each.action) for each in RULES.legal(game.state, GM)}
    game.say("callback bob")
    assert game.game.heroes == [0, 1]
