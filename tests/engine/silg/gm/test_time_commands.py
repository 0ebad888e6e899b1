"""Time is the Game Master's: the clock, minutes, delays, declarations for others, standing orders
of monsters, and answers to shots (rules: silg 2, 3)."""

from __future__ import annotations

import pytest

from engine.contract.action import GM
from engine.silg.gm.time_commands import creature_line
from engine.silg.state import DeclaredAction, RolledBlow
from tests.engine.silg.stage import RULES, Evening, evening_on_a_map
from tests.rolled import dice_for

pytestmark = pytest.mark.covers("spec-silg-table: 3. What the GM can do")


def on_the_clock(evening: Evening, *, run_by: str = "gm", place: str = "J5") -> str:
    """Start the clock with a wolf; return its key."""
    evening.say(f"spawn wolf at {place} alert")
    evening.say(f"run monsters {run_by}")
    evening.say("clock start")
    [wolf] = evening.game.creatures
    return f"c{wolf.slot}"


def offered(evening: Evening, verb: str) -> dict[str, bool]:
    """Return the Game Master's offers of a command, and whether each is advised."""
    found = sorted(evening.offers(verb), key=lambda offer: not offer.advised)
    return {str(offer.action): offer.advised for offer in found}


# ---------------------------------------------------------------- clock and minutes


def test_the_clock_is_started_once_and_stopped_once(evening):
    assert evening.refused("clock stop") == "The clock stands already."
    evening.say("spawn wolf at J5 alert")
    evening.say("clock start")
    assert evening.refused("clock start") == "The clock runs already."
    assert evening.refused("minute") == "The clock runs; stop it first."
    evening.say("clock stop")
    assert evening.state.stage == "minutes"


@pytest.mark.parametrize(("alertness", "advised"), [("alert", True), ("asleep", False)])
def test_to_start_the_clock_is_advised_where_somebody_is_alert(evening, alertness, advised):
    assert offered(evening, "clock") == {"clock start": False}
    evening.say(f"spawn wolf at J5 {alertness}")
    assert offered(evening, "clock") == {"clock start": advised}
    evening.say("clock start")
    assert offered(evening, "clock") == {"clock stop": not advised}


def test_minutes_are_offered_by_what_all_are_up_to(evening):
    assert offered(evening, "minute") == {"minute 10": False, "minute": False}
    for seat in (0, 1):
        evening.say("ready", seat)
    assert offered(evening, "minute") == {"minute 10": False, "minute": True}
    evening.say("minute")
    assert evening.state.minutes == 1
    evening.say("minute 5")
    assert evening.state.minutes == 6
    for wrong in ("0", "61", "many"):
        evening.refused(f"minute {wrong}")
    assert offered(evening, "clock")
    assert evening.state.minutes == 6


def test_nothing_of_the_clock_stands_open_while_it_stands(evening):
    evening.say("spawn wolf at J5 alert")
    for line in ("delay wolf 1", "insert wolf", "undeclare ann", "declare ann wait"):
        assert evening.refused(line) == "The clock stands."
    assert evening.refused("next") == "The clock stands; say clock start, or minute."
    assert evening.refused("accept") == "Nothing is suggested now."


# ---------------------------------------------------------------- delays


@pytest.mark.parametrize(
    ("by", "due"), [("1", 6), ("-1", 2), ("-2", 1), ("-20", 1), ("20", 44), ("0.5", 5)]
)
def test_whoever_has_declared_is_due_sooner_or_later(evening, by, due):
    on_the_clock(evening)
    evening.say("wait", 0)
    evening.say("wait", 1)
    told = evening.say(f"delay ann {by}")
    assert evening.game.fighter("h0").due == due
    whole, half = divmod(due, 2)
    assert told == [f"Ann is due at {whole}{'.5' if half else ''} s."]


def test_delays_have_their_limits(evening):
    key = on_the_clock(evening)
    assert evening.refused("delay ann 1") == "They have to declare first."
    assert evening.refused("delay ann 20.5") == "At most 20 seconds sooner or later."
    assert evening.refused("delay ann -20.5") == "At most 20 seconds sooner or later."
    assert "are no seconds" in evening.refused("delay ann soon")
    for seat in (0, 1):
        evening.say("wait", seat)
    wolf = evening.game.handle(key)
    assert list(offered(evening, "delay")) == [f"delay {wolf} 0.5"]
    evening.say(f"delay {wolf} 0.5")
    assert evening.game.fighter(key).due == 1 == evening.state.clock
    assert evening.refused(f"delay {wolf} -1") == "They have to declare first."


def test_who_is_hurried_is_due_no_sooner_than_the_next_moment(evening):
    on_the_clock(evening)
    for seat in (0, 1):
        evening.say("wait", seat)
    evening.state.clock = 1
    evening.say("delay ann -20")
    assert evening.game.fighter("h0").due == 2


@pytest.mark.parametrize(("clock", "time"), [(0, "0.5 s"), (1, "1 s"), (4, "2.5 s")])
def test_who_is_put_on_the_clock_is_due_at_the_next_moment(evening, clock, time):
    evening.say("spawn wolf at J5 unwary")
    evening.say("clock start")
    [wolf] = evening.game.creatures
    evening.state.clock = clock
    assert evening.say("insert wolf") == [f"On the clock, due at {time}: the wolf."]
    fighter = evening.game.fighter(f"c{wolf.slot}")
    assert (fighter.due, fighter.done) == (clock + 1, False)


# ---------------------------------------------------------------- declarations


def test_a_declaration_that_is_withdrawn_is_asked_for_again(evening):
    key = on_the_clock(evening)
    assert evening.refused("undeclare ann") == "They have declared nothing."
    evening.say("wait", 0)
    turn = evening.state.turn
    assert evening.say("undeclare ann") == ["Ann may think again."]
    assert evening.state.players[0].secret == ""
    assert evening.state.turn == turn + 1
    assert 0 in RULES.turn(evening.state).waiting
    assert evening.refused(f"undeclare {evening.game.handle(key)}") == "They have declared nothing."


def test_who_may_think_again_hears_no_more_and_no_plan_declares_for_them(evening):
    on_the_clock(evening)
    evening.say("plan wait", 0)
    assert evening.say("undeclare ann") == ["Ann may think again."]
    assert evening.state.players[0].plan is None
    evening.say("wait", 1)
    assert RULES.turn(evening.state).waiting == (0,)


def test_a_monster_has_something_new_suggested_each_time_it_is_due(evening):
    wolf = evening.game.creature(on_the_clock(evening))
    for seat in (0, 1):
        evening.say("wait", seat)
    for _ in range(2):
        place = wolf.y, wolf.x
        assert offered(evening, "accept") == {"accept": True}
        evening.say("accept")
        for seat in set(RULES.turn(evening.state).waiting) - {GM}:
            evening.say("wait", seat)
        assert (wolf.y, wolf.x) != place
    assert offered(evening, "accept") == {"accept": True}


def test_the_game_master_declares_for_who_is_due(evening):
    key = on_the_clock(evening, place="E5")
    wolf = evening.game.handle(key)
    assert evening.refused(f"declare {wolf} wait") == "That one is not due now."
    evening.say("declare ann wait")
    assert evening.refused("declare ann wait") == "That hero is not asked to declare now."
    evening.say("wait", 1)
    assert offered(evening, "accept") == {"accept": True}
    assert "The wolf turns on Ann." in evening.say(f"declare {wolf} attack ann")
    assert evening.state.clock > 0


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("wait", "wait"),
        ("attack bob", "attack 1"),
        ("step i5", "step I5"),
        ("power arrow1 ann", "power ARROW1 0"),
    ],
)
def test_a_monsters_line_names_heroes_and_squares(evening, written, line):
    assert creature_line(evening.game, written) == line


@pytest.mark.parametrize(
    "written",
    ["wait now", "attack", "attack ann bob", "step", "step A1 A2", "power arrow1", "dance"],
)
def test_a_monsters_line_that_makes_no_sense_is_refused(evening, written):
    key = on_the_clock(evening)
    for seat in (0, 1):
        evening.say("wait", seat)
    why = evening.refused(f"declare {evening.game.handle(key)} {written}")
    assert why == "A monster's deed is attack HERO, step SQUARE, power NAME HERO or wait."


# ---------------------------------------------------------------- standing orders of monsters


def test_standing_orders_of_monsters_are_told_kept_and_taken_back(evening):
    key = on_the_clock(evening, run_by="bot")
    wolf = evening.game.handle(key)
    assert evening.refused(f"orders {wolf}") == "They have no standing order."
    assert evening.refused(f"orders {wolf} step I5") == "A standing order is attack HERO, or wait."
    assert any(told.startswith("The wolf: ") for told in evening.say(f"orders {wolf} attack ann"))
    desk = evening.state.desk
    assert desk.orders == {key: "attack 0"}
    assert desk.run_by_gm == [key]
    assert f"orders {wolf}" in offered(evening, "orders")
    evening.say(f"orders {wolf} wait")
    assert desk.run_by_gm == [key]
    assert evening.say(f"orders {wolf}") == [f"You decide again for {wolf}."]
    assert evening.state.desk.orders == {}


# ---------------------------------------------------------------- answers to shots


def shot_beside(evening: Evening, target: str) -> str:
    """Let Ann have shot beside a wolf that attacks somebody; return the wolf's handle."""
    key = on_the_clock(evening, place="E5")
    for seat in (0, 1):
        evening.say("wait", seat)
    fighter = evening.game.fighter(key)
    blow = RolledBlow("bite", 1, 1, 30, method="BITE")
    fighter.deed = DeclaredAction("attack", "attack", target, blows=[blow])
    fighter.due, fighter.done = 9, True
    evening.state.provoked = [(key, 0)]
    return evening.game.handle(key)


@pytest.mark.parametrize(
    ("target", "allowed"), [("h0", ["halve", "resolve", "leave"]), ("h1", ["leave", "switch"])]
)
def test_an_enemy_beside_an_archer_has_its_choice_by_whom_it_attacks(evening, target, allowed):
    wolf = shot_beside(evening, target)
    answers = offered(evening, "answer-shot")
    assert [line.split()[-1] for line in answers] == allowed
    assert [*answers.values()] == [True] + [False] * (len(allowed) - 1)
    for word in {"resolve", "halve", "switch"} - {*allowed}:
        assert "if it targets the archer" in evening.refused(f"answer-shot {wolf} {word}")
    why = "An enemy beside an archer may resolve, halve, switch or leave it."
    assert evening.refused(f"answer-shot {wolf} flee") == why
    evening.say(f"answer-shot {wolf} leave")
    assert evening.state.provoked == []
    assert evening.refused(f"answer-shot {wolf} leave") == "Nobody shoots beside that one."


def test_next_lets_all_answer_as_they_would_by_themselves(evening):
    shot_beside(evening, "h0")
    [next_offer] = evening.offers("next")
    assert str(next_offer.label) == "All answer as suggested"
    evening.say("next")
    assert evening.state.provoked == []


def test_next_lets_heroes_wait_who_have_not_declared(evening):
    on_the_clock(evening)
    evening.say("search", 0)
    [next_offer] = evening.offers("next")
    assert str(next_offer.label) == "Go on without waiting"
    assert str(next_offer.hint) == "Not declared: Bob"
    evening.say("next")
    lines = {f.key: f.deed.line for f in evening.state.fighters if f.deed is not None}
    assert (lines["h0"], lines["h1"]) == ("search", "wait")
    [next_offer] = evening.offers("next")
    assert (str(next_offer.label), next_offer.advised) == ("All monsters as suggested", True)


def test_next_lets_the_clock_run_on_where_the_game_master_has_it_so():
    evening = evening_on_a_map(clock="gm")
    on_the_clock(evening)
    for seat in (0, 1):
        evening.say("search", seat)
    labels = []
    for _ in range(2):
        labels += [str(offer.label) for offer in evening.offers("next")]
        evening.say("next")
    assert labels == ["All monsters as suggested", "Next"]


@pytest.mark.parametrize(
    ("by", "asked", "told"),
    [
        ("gm", True, "You say how enemies answer shots."),
        ("bot", False, "I say how enemies answer shots."),
    ],
)
def test_the_game_master_says_who_answers_shots(evening, by, asked, told):
    evening.state.desk.asked_of_shots = not asked
    assert evening.say(f"shots {by}") == [told]
    assert evening.state.desk.asked_of_shots is asked


def test_a_secret_roll_is_told_to_the_game_master_alone(evening):
    said = RULES.apply(
        evening.state, GM, RULES.parse("secret 1d1+4", evening.state, GM), dice_for("secret")
    )
    assert [(str(each.text), each.audience) for each in said] == [
        ("You roll 1d1+4 in secret: 1d1 (1) + 4 = 5.", (GM,))
    ]
