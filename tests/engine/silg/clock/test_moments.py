"""The moments of the clock one by one: who is on it, what each is told, and when it stops (rules:
silg 2)."""

from __future__ import annotations

import msgspec
import pytest

from engine.contract.action import GM, IllegalAction
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived
from engine.silg.clock import encounter_clock, kept_plans, standing_orders
from engine.silg.context import SilGContext
from engine.silg.state import DeclaredAction, Fighter, RolledBlow
from engine.silg.verbs import read_player
from tests.engine.sil.stage import item
from tests.engine.silg.stage import dues, foe, heard, table

pytestmark = pytest.mark.covers("spec-silg-table: 2. The clock")


def started(*places: tuple[int, int], **options: str) -> SilGContext:
    """Return Ann and Bob as the clock has started, with orcs on these squares."""
    game = table("Ann", "Bob", **options)
    for place in places:
        foe(game, "Orc scout", *place)
    encounter_clock.start(game)
    game.events.clear()
    return game


def everybody(game: SilGContext, line: str = "wait") -> None:
    """Let all who are due declare the same."""
    for seat in encounter_clock.due_players(game):
        encounter_clock.declare_in_secret(game, seat, line)


# ---------------------------------------------------------------- who is on it


@pytest.mark.parametrize(("halves", "told"), [(0, "0 s"), (1, "0.5 s"), (7, "3.5 s"), (8, "4 s")])
def test_times_are_told_in_seconds(halves, told):
    assert str(encounter_clock.seconds(halves)) == told


def test_speed_is_of_heroes_and_creatures_and_ordinary_for_who_is_gone():
    game = started((1, 14))
    game.hero(0).derived.speed, game.creatures[0].speed = 4, 3
    key = f"c{game.creatures[0].slot}"
    assert [encounter_clock.speed_of(game, k) for k in ("h0", key, "c99")] == [4, 3, 2]


def test_the_clock_starts_anew_for_all_who_are_aware():
    game = table("Ann", "Bob")
    awake, asleep = foe(game, "Wolf", 1, 14), foe(game, "Wolf", 2, 14, alertness=-15)
    awake.skip_turn = True
    game.state.clock, game.state.fighters = 99, [Fighter("c77")]
    game.state.enemy_known, game.state.enemies_at = 95, {77: (1, 1)}
    kept_plans.begin(game, 0, read_player(game, 0, "ready 9"))
    game.events.clear()
    encounter_clock.start(game)
    assert ("The clock starts: declare what you do.", None) in heard(game)
    due = {fighter.key: fighter.due for fighter in game.state.fighters}
    assert due == {"h0": 0, "h1": 0, f"c{awake.slot}": 0, f"c{asleep.slot}": -1}
    assert not awake.skip_turn
    assert (game.state.enemy_known, game.state.enemies_at) == (0, {})
    assert game.player(0).plan is None
    assert (game.state.stage, game.state.clock) == ("declare", 0)


def test_the_clock_stops_and_minutes_begin():
    game = started((1, 14))
    standing_orders.begin(game, 0, read_player(game, 0, "plan wait"))
    game.state.provoked = [("c1", 0)]
    shown = game.state.shown_turn
    game.events.clear()
    encounter_clock.stop(game)
    assert heard(game)[-1] == ("The clock stops.", None)
    assert (game.state.stage, game.state.fighters, game.state.provoked) == ("minutes", [], [])
    assert game.player(0).plan is None
    assert game.state.shown_turn == shown + 1


def test_allies_act_first_then_enemies_as_the_game_master_orders_them():
    game = table("Ann")
    first, second, third, ally = (foe(game, "Wolf", 1, x) for x in (11, 12, 13, 14))
    game.state.desk.allies = [f"c{ally.slot}"]
    game.state.desk.order = [f"c{third.slot}", f"c{second.slot}"]
    assert encounter_clock.in_order(game) == [ally, third, second, first]


def test_who_falls_asleep_is_off_the_clock_and_loses_what_they_declared():
    game = started((1, 14))
    orc = game.creatures[0]
    fighter = game.fighter(f"c{orc.slot}")
    fighter.deed = DeclaredAction("wait", "wait")
    orc.alertness = -15
    encounter_clock.join(game)
    assert (fighter.due, fighter.deed) == (-1, None)
    orc.alertness = -5
    fighter.due = 4
    encounter_clock.join(game)
    assert fighter.due == 4, "the unwary stay on it"


@pytest.mark.parametrize(("stage", "late"), [("declare", 0), ("monsters", 1), ("minutes", None)])
def test_a_hero_who_comes_into_play_is_due_at_once_or_after_this_moment(stage, late):
    game = started((1, 14))
    game.state.fighters = [f for f in game.state.fighters if f.key != "h1"]
    game.state.stage, game.state.clock = stage, 6
    encounter_clock.enter(game, 1)
    assert dues(game).get("h1") == (
        None if late is None else str(encounter_clock.seconds(6 + late))
    )


# ---------------------------------------------------------------- what is told


def test_a_declaration_is_secret_until_all_have_declared():
    game = started((1, 14))
    encounter_clock.declare_in_secret(game, 0, "step n")
    assert heard(game) == [
        ("Ann declares: Step north.", (GM,)),
        ("You declare: Step north.", (0,)),
        ("Ann has declared.", None),
    ]
    assert encounter_clock.due_players(game) == [1]
    assert game.hero(0).y == 4
    assert game.fighter("h0").deed is None
    encounter_clock.declare_in_secret(game, 1, "wait")
    assert game.state.clock == 4
    assert game.hero(0).y == 3


def test_what_cannot_be_declared_any_more_is_a_wait_and_its_player_is_told_why():
    game = started((1, 14))
    game.player(0).secret = "fire e"
    game.player(1).secret = "wait"
    encounter_clock.take_declarations(game)
    told = heard(game)
    assert ("That cannot be done any more: You have no bow.", (0,)) in told
    fighter = game.fighter("h0")
    assert (fighter.deed.kind, fighter.deed.declared, fighter.due, fighter.done) == (
        "wait", 0, 4, True,
    )  # fmt: skip
    assert game.player(0).secret == ""
    assert game.state.players_declared


def test_all_hear_of_a_heros_new_dice_and_the_game_master_alone_of_an_enemys():
    game = started((1, 14))
    for key in ("h0", f"c{game.creatures[0].slot}"):
        encounter_clock._renew(game, game.fighter(key))
    (hero, to_all), (orc, to_gm) = heard(game)
    die = game.fighter("h0").die
    assert (hero, to_all) == (f"Ann: evasion die {die}, protection 0.", None)
    assert orc.startswith("The orc scout: evasion die ")
    assert to_gm == (GM,)


def test_who_cannot_act_is_told_of_and_due_later():
    game = started((1, 14))
    game.hero(0).timers.entranced = 20
    fighter = game.fighter("h0")
    encounter_clock._finish_turn_of(game, 0, fighter)
    assert ("Ann cannot act.", None) in heard(game)
    assert (fighter.due, fighter.done) == (4, True)
    fighter = game.fighter("h1")
    encounter_clock._finish_turn_of(game, 1, fighter)
    assert (fighter.due, fighter.done) == (0, False)


# ---------------------------------------------------------------- going on


def test_the_game_master_lets_the_clock_run_where_the_table_wants_it_so():
    game = started((1, 14), clock="gm")
    everybody(game)
    assert (game.state.clock, game.state.stage, game.state.waits_to_go_on) == (0, "monsters", True)
    encounter_clock.next_moment(game)
    assert not game.state.waits_to_go_on
    assert game.state.clock == 4
    assert game.state.stage == "declare"


def test_without_anybody_due_the_clock_stops():
    game = started((1, 14), clock="gm")
    for fighter in game.state.fighters:
        fighter.due = -1
    encounter_clock.next_moment(game)
    assert game.state.stage == "minutes"


def test_the_clock_stands_at_every_round_and_goes_no_further_than_the_next_due_time():
    game = started((1, 14), clock="gm")
    for fighter in game.state.fighters:
        fighter.due = 11
    clocks = []
    for _ in range(3):
        encounter_clock._advance(game)
        clocks.append(game.state.clock)
    assert clocks == [4, 8, 11]


def test_where_nobody_is_due_any_more_the_clock_stands():
    game = started((1, 14), clock="gm")
    for fighter in game.state.fighters:
        fighter.due = game.state.clock = 7
    assert not encounter_clock._advance(game)
    assert game.state.clock == 7


def test_a_minute_on_the_clock_is_a_minute_of_the_game():
    game = started((1, 14), clock="gm")
    for fighter in game.state.fighters:
        fighter.due = 500
    minutes = game.state.minutes
    game.state.clock = encounter_clock.MINUTE - 4
    encounter_clock._advance(game)
    assert (game.state.clock, game.state.minutes) == (encounter_clock.MINUTE, minutes + 1)


@pytest.mark.parametrize("sign", ["moves", "attacks", ""])
def test_a_sign_of_an_enemy_keeps_an_encounter_going(sign):
    game = started((1, 14))
    encounter_clock._note_enemies(game)
    game.state.clock = 50
    if sign == "moves":
        game.creatures[0].x = 13
    game.hero(1).was_attacked = sign == "attacks"
    encounter_clock._note_enemies(game)
    assert game.state.enemy_known == (50 if sign else 0)


def test_standing_orders_that_nothing_ends_end_after_a_long_time():
    game = started((1, 14))
    standing_orders.begin(game, 0, read_player(game, 0, "plan wait"))
    game.events.clear()
    assert encounter_clock._end_plans(game)
    [(told, audience)] = heard(game)
    assert "the clock has run for long" in told
    assert audience == (0,)
    assert not encounter_clock._end_plans(game)


def test_standing_orders_are_for_encounters():
    game = table("Ann")
    with pytest.raises(IllegalAction, match="The clock stands"):
        encounter_clock.keep_standing_order(game, 0, read_player(game, 0, "plan wait"))


# ---------------------------------------------------------------- taken back


def test_who_may_think_again_is_due_again_and_has_their_arrow_back():
    game = started((4, 5), clock="gm")
    everybody(game)
    fighter = game.fighter("h0")
    game.state.clock = 2
    fighter.deed = DeclaredAction("shot", "fire e", item=item("Arrow"))
    game.state.provoked = [("c1", 0), ("c1", 1)]
    turn = game.state.turn
    encounter_clock.take_back(game, "h0")
    assert (fighter.deed, fighter.due, fighter.done) == (None, 2, False)
    assert [thing.count for thing in game.hero(0).worn.values()] == [1]
    assert game.state.provoked == [("c1", 1)]
    assert (game.state.stage, game.state.turn) == ("declare", turn + 1)
    assert not game.state.waits_to_go_on
    encounter_clock.take_back(game, "h0")
    assert game.state.turn == turn + 1, "nothing was declared"


def test_a_creature_that_may_think_again_rolls_nothing_anew():
    game = started((4, 5), clock="gm")
    key = f"c{game.creatures[0].slot}"
    game.state.desk.run_by_gm = [key]
    everybody(game)
    encounter_clock.declare_for(game, game.creatures[0], "wait")
    fighter = game.fighter(key)
    assert (fighter.due, fighter.ready) == (4, False)
    die = fighter.die
    encounter_clock.take_back(game, key)
    assert (fighter.deed, fighter.due, fighter.done, fighter.ready) == (None, 0, False, True)
    assert fighter.die == die
    assert encounter_clock.pending(game) is game.creatures[0]


# ---------------------------------------------------------------- creatures


def test_a_creature_that_the_game_master_runs_waits_for_a_word_and_is_advised():
    game = started((4, 5))
    orc = game.creatures[0]
    key = f"c{orc.slot}"
    game.state.desk.run_by_gm = [key]
    everybody(game)
    assert encounter_clock.pending(game) is orc
    assert game.state.waits_for_gm
    assert encounter_clock.suggestion(game, orc) == "attack 0"
    turn = game.state.turn
    encounter_clock.put_off(game, orc, 3)
    assert game.fighter(key).due == 3
    assert game.state.clock == 3
    assert encounter_clock.pending(game) is orc
    assert game.state.turn == turn


def test_a_declared_attack_is_told_to_who_sees_it_and_its_account_to_the_game_master():
    game = started((4, 5), clock="gm")
    orc = game.creatures[0]
    game.events.clear()
    encounter_clock.declare_for(game, orc, "attack 0")
    fighter = game.fighter(f"c{orc.slot}")
    assert (fighter.deed.announced, fighter.done, fighter.suggested) == (True, True, "")
    to_all, to_gm = game.events
    assert (str(to_all.text), to_all.audience) == ("The orc scout turns on Ann.", None)
    assert (str(to_gm.text), to_gm.audience) == ("The orc scout declares: attack Ann.", (GM,))
    assert "rolled" in str(to_gm.detail)


def test_a_declared_attack_of_one_unseen_is_for_the_game_master_alone():
    game = started((4, 5), clock="gm")
    orc = game.creatures[0]
    for seat in game.heroes:
        game.hero_game(seat).learn(orc).visible = False
    game.events.clear()
    encounter_clock.declare_for(game, orc, "attack 0")
    assert {event.audience for event in game.events} == {(GM,)}
    assert not game.fighter(f"c{orc.slot}").deed.announced


def test_one_that_falls_as_it_acts_is_taken_off_and_the_next_acts(monkeypatch):
    game = started((1, 13), (1, 14))
    first, second = game.creatures

    def fall(game, creature, _):
        if creature is first:
            game.state.sil.level.creatures[first.slot] = None

    monkeypatch.setattr(encounter_clock.creature_ai, "execute", fall)
    game.state.stage = "monsters"
    assert encounter_clock.creatures_act(game)
    assert game.fighter(f"c{first.slot}") is None
    assert game.fighter(f"c{second.slot}").done


def test_one_that_comes_where_another_fell_at_that_moment_has_nothing_of_it(monkeypatch):
    game = started((1, 13), (1, 14))
    first, second = game.creatures
    key = f"c{first.slot}"
    game.state.desk.names = {key: "Grim"}

    def replace_first(game, creature, _):
        level = game.state.sil.level
        if creature is first:
            level.creatures[first.slot] = None
        elif creature is second:
            level.creatures[first.slot] = msgspec.structs.replace(first, y=2)

    monkeypatch.setattr(encounter_clock.creature_ai, "execute", replace_first)
    game.state.stage = "monsters"
    assert encounter_clock.creatures_act(game)
    assert game.creature(key) is not None
    assert game.state.desk.names == {}


# ---------------------------------------------------------------- shots beside enemies


def provoked(answer: str) -> tuple[SilGContext, Fighter]:
    """Let an orc that strikes at Ann answer her shot; return it on the clock."""
    game = started((4, 5), clock="gm")
    orc = game.creatures[0]
    fighter = game.fighter(f"c{orc.slot}")
    blow = RolledBlow("hit", 20, 10, 12, damage=3, method="HIT")
    fighter.deed = DeclaredAction("attack", "attack 1", "h1", blows=[blow])
    fighter.due, fighter.done = 4, True
    game.events.clear()
    encounter_clock.answer_shot(game, fighter.key, 0, answer)
    return game, fighter


@pytest.mark.parametrize(
    ("answer", "told", "target", "against"),
    [
        ("halve", "The orc scout has an easier mark in Ann.", "h1", 6),
        ("switch", "The orc scout turns on Ann.", "h0", None),
        ("leave", "", "h1", 12),
    ],
)
def test_the_game_master_is_told_how_an_enemy_answers_a_shot(answer, told, target, against):
    game, fighter = provoked(answer)
    assert heard(game) == ([(told, (GM,))] if told else [])
    assert fighter.deed.target == target
    assert against in (None, fighter.deed.blows[0].against)
    assert (fighter.due, fighter.done) == (4, True)


def test_an_enemy_that_strikes_at_once_declares_anew():
    game, fighter = provoked("resolve")
    assert any("hits Bob" in told for told, _ in heard(game))
    assert (fighter.deed, fighter.due, fighter.done) == (None, 0, False)


@pytest.mark.ability("Point Blank Archery")
@pytest.mark.parametrize(("able", "answers"), [(True, []), (False, ["h0"])])
def test_point_blank_archery_spares_an_archer_the_answer_of_its_target(able, answers):
    game = started((4, 5), clock="gm")
    game.state.desk.asked_of_shots = True
    fighter = game.fighter(f"c{game.creatures[0].slot}")
    fighter.deed = DeclaredAction("attack", "attack 0", "h0", blows=[RolledBlow("hit")])
    if able:
        game.hero(0).bought.append(ab.POINT_BLANK_ARCHERY)
        derived.update(game.hero_game(0))
    encounter_clock.provoke(game, 0, DeclaredAction("shot", "fire e", fighter.key))
    assert game.state.provoked == [(fighter.key, 0) for _ in answers]


@pytest.mark.parametrize(
    ("target", "score", "answer"),
    [("h0", 20, "resolve"), ("h0", -20, "halve"), ("h1", 20, "leave")],
)
def test_an_enemy_beside_an_archer_answers_by_what_it_has_rolled(target, score, answer):
    blow = RolledBlow("hit", score, 5, 10)
    fighter = Fighter("c1", deed=DeclaredAction("attack", "", target, blows=[blow]))
    assert encounter_clock.suggested_answer(fighter, 0) == answer
    fighter.deed = None
    assert encounter_clock.suggested_answer(fighter, 0) == "leave"


# ---------------------------------------------------------------- the end


def test_when_no_hero_is_left_the_game_is_lost_once():
    game = started((1, 14))
    for player in game.state.players:
        player.ending = "lost"
    game.events.clear()
    encounter_clock.lose(game)
    encounter_clock.lose(game)
    assert heard(game) == [("No hero is left. The tale ends here.", None)]
    assert (game.state.stage, game.state.ended, game.state.fighters) == ("over", "lost", [])


def test_while_another_hero_is_being_made_the_clock_only_stops():
    game = started((1, 14))
    for player in game.state.players:
        player.ending = "lost"
    game.state.players[1].birth = "race"
    game.events.clear()
    encounter_clock.lose(game)
    assert heard(game)[-1] == ("No hero is in play until another is made.", None)
    assert (game.state.stage, game.state.ended) == ("minutes", "")
