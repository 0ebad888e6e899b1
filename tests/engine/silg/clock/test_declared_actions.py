"""Declared actions of heroes: how they are announced, and what is done when they fall due (rules:
silg 2)."""

from __future__ import annotations

import pytest

from engine.contract.action import GM, IllegalAction
from engine.sil.game.state import Slot, Work
from engine.sil.hero import abilities, action_costs, derived
from engine.sil.level import terrain
from engine.sil.smithing import costs
from engine.silg.clock import declared_actions, end_of_round, forge_work
from engine.silg.combat import standing_defence
from engine.silg.context import SilGContext
from engine.silg.state import DeclaredAction, RolledBlow
from tests.engine.sil.stage import item
from tests.engine.silg.situations import archers, armed, carrying
from tests.engine.silg.stage import foe, heard, load, skills, table, wear

pytestmark = pytest.mark.covers("spec-silg-table: 2. The clock")


def done(game: SilGContext, deed: DeclaredAction, seat: int = 0) -> list[tuple[str, object]]:
    """Let a declared action fall due; return what was told."""
    game.events.clear()
    fighter = standing_defence.entered(game, f"h{seat}")
    fighter.deed = deed
    declared_actions.execute(game, seat, fighter)
    assert fighter.deed is None
    return heard(game)


# ---------------------------------------------------------------- declaring


@pytest.mark.parametrize(
    ("line", "kind"), [("wait", "wait"), ("search", "do"), ("step n", "step"), ("fire e", "shot")]
)
def test_a_declared_action_is_of_a_kind_and_keeps_its_line(line, kind):
    deed = declared_actions.declare(archers(), 0, line)
    assert (deed.kind, deed.line) == (kind, line)


def test_a_thing_that_is_declared_thrown_has_left_the_pack():
    game = carrying(archers(), "Dagger")
    assert declared_actions.declare(game, 0, "throw a e").kind == "throw"
    assert game.hero(0).pack == []


@pytest.mark.parametrize("verb", ["quaff", "eat", "use"])
def test_who_is_full_neither_eats_nor_drinks(verb):
    game = carrying(armed(), "Healing")
    declared_actions.declare(game, 0, f"{verb} a")
    game.hero(0).food = end_of_round.GORGED
    with pytest.raises(IllegalAction, match="You are too full to eat or drink"):
        declared_actions.declare(game, 0, f"{verb} a")
    declared_actions.declare(game, 0, "wear a")


@pytest.mark.parametrize(
    ("name", "visible", "kind"),
    [
        ("Orc scout", True, "attack"),
        ("Orc scout", False, "step"),
        ("Dejected human thrall", True, "step"),
        (None, True, "step"),
    ],
)
def test_a_step_at_an_enemy_in_sight_is_an_attack(name, visible, kind):
    game = armed()
    if name:
        creature = foe(game, name, 4, 5)
        game.hero_game(0).learn(creature).visible = visible
    deed = declared_actions.declare(game, 0, "step e")
    assert deed.kind == kind
    if kind == "attack":
        assert deed.target == f"c{creature.slot}"
        assert str(deed.told) == "Ann swings at the orc scout."
        assert len(deed.blows) == 1
    else:
        level = game.state.sil.level
        assert [level.place(square) for square in deed.squares] == [(4, 5)]
        assert deed.blows == []


def test_the_afraid_strike_nobody():
    game = armed()
    foe(game, "Orc scout", 4, 5)
    game.hero(0).timers.afraid = 5
    with pytest.raises(IllegalAction, match="Fear keeps you"):
        declared_actions.declare(game, 0, "step e")


@pytest.mark.parametrize(
    ("line", "confused", "led"),
    [
        ("step n", 0, "step n"),
        ("step n", 5, "step e"),
        ("bash w", 5, "bash e"),
        ("fire orc-1 2", 5, "fire e 2"),
        ("throw a orc-1", 5, "throw a e"),
        ("search", 5, "search"),
        ("quaff a", 5, "quaff a"),
    ],
)
def test_a_d8_leads_astray_what_a_confused_hero_aims(line, confused, led):
    game = armed()
    game.hero(0).timers.confused = confused
    game.events.clear()
    load(game, 3)
    assert declared_actions.astray(game, 0, line) == led
    told = [("Confused, you cannot aim.", (0,))]
    assert heard(game) == (told if line != led else [])


# ---------------------------------------------------------------- announcing


@pytest.mark.parametrize(
    ("kind", "seen", "told"),
    [
        ("shot", True, "Ann shoots at the orc scout."),
        ("shot", False, "Ann shoots."),
        ("throw", True, "Ann throws something at the orc scout."),
        ("throw", False, "Ann throws something."),
        ("attack", True, "Ann swings."),
        ("attack", False, "Ann swings."),
    ],
)
def test_only_who_sees_the_target_is_told_it_and_only_its_player_the_rolls(kind, seen, told):
    game = armed()
    orc = foe(game, "Orc scout", 4, 9)
    for seat in game.heroes:
        game.hero_game(seat).learn(orc).visible = seen
    blow = RolledBlow(kind, 5, 12, 10, damage=7)
    deed = DeclaredAction(kind, "", f"c{orc.slot}", blows=[blow])
    if kind == "attack":
        deed.told = "Ann swings."
    game.events.clear()
    declared_actions.tell_declared(game, 0, deed)
    own = f"{told} 5 + 12 = 17 against 10: a hit, damage 7."
    assert heard(game) == ([(own, (0,)), (told, None)] if seen else [(told, None)])


def test_who_does_not_see_whom_they_attack_is_told_no_rolls():
    game = armed()
    orc = foe(game, "Orc scout", 4, 9)
    game.hero_game(0).learn(orc).visible = False
    deed = DeclaredAction("shot", "", f"c{orc.slot}", blows=[RolledBlow("shot", 5, 12, 10)])
    game.events.clear()
    declared_actions.tell_declared(game, 0, deed)
    assert heard(game) == [("Ann shoots at the orc scout.", None)]


@pytest.mark.parametrize(
    ("against", "words"), [(16, "a hit, damage 7."), (17, "a miss."), (18, "a miss.")]
)
def test_a_roll_is_told_with_its_sum(against, words):
    game = armed()
    orc = foe(game, "Orc scout", 4, 9)
    blow = RolledBlow("blow", 5, 12, against, damage=7)
    game.events.clear()
    declared_actions.tell_declared(
        game, 0, DeclaredAction("attack", "", f"c{orc.slot}", blows=[blow])
    )
    assert heard(game) == [
        (f"Ann makes ready. 5 + 12 = 17 against {against}: {words}", (0,)),
        ("Ann makes ready.", None),
    ]


def test_what_needs_no_roll_is_not_announced():
    game = armed()
    game.events.clear()
    declared_actions.tell_declared(game, 0, DeclaredAction("shot", "fire e"))
    declared_actions.tell_declared(game, 0, DeclaredAction("wait", "wait"))
    assert heard(game) == []


# ---------------------------------------------------------------- what falls due


@pytest.mark.parametrize(
    ("kind", "line", "cost"),
    [
        ("wait", "wait", action_costs.PASS),
        ("attack", "step e", action_costs.OTHER),
        ("shot", "fire e", action_costs.ARCHERY),
        ("throw", "throw a e", action_costs.OTHER),
    ],
)
def test_what_a_hero_has_done_is_remembered(kind, line, cost):
    game = armed()
    game.player(0).passed = kind != "wait"
    game.hero(0).actions = [1, 2, 3, 4, 6, 7]
    done(game, DeclaredAction(kind, line))
    assert game.hero(0).actions == [cost, 1, 2, 3, 4, 6]
    assert game.player(0).passed == (kind == "wait")
    assert game.hero(0).focused == (kind == "wait")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("quaff a", "Ann drinks a potion."),
        ("drop a", "Ann puts something down."),
        ("dig e", "Ann digs."),
    ],
)
def test_all_hear_what_a_hero_does_and_only_its_player_what_came_of_it(line, told):
    game = carrying(armed(), "Healing")
    level = game.state.sil.level
    level.feature[level.at(4, 5)] = terrain.RUBBLE
    known = game.hero(0).knowledge
    known.mark[level.at(4, 5)] = 1
    events = done(game, DeclaredAction("do", line))
    assert events[-1] == (told, None)
    assert {audience for _, audience in events[:-1]} == {(0,)}
    assert not game.state.sil.events


def test_what_cannot_be_done_any_more_fails_for_its_player_and_costs_the_time():
    game = armed()
    events = done(game, DeclaredAction("do", "quaff c"))
    fails = [told for told, audience in events if audience == (0,)]
    assert fails[0].startswith("That fails: ")
    assert not game.state.sil.sure


def test_nobody_is_asked_again_about_what_they_have_declared():
    game = armed()
    torch = wear(game, 0, Slot.LIGHT, "Wooden Torch", timeout=1_900)
    game.hero(0).pack.append(item("Wooden Torch", timeout=2_000))
    done(game, DeclaredAction("do", "refuel a"))
    assert game.player(0).question is None
    assert torch.timeout > 1_900


def test_a_name_of_several_words_is_one_argument():
    game = armed()
    game.hero(0).pack.append(item("Dagger", known=True))
    derived.update(game.hero_game(0))
    done(game, DeclaredAction("do", "inscribe a two sharp words"))
    assert "two sharp words" in str(game.hero(0).pack[0])


def test_singing_does_not_wipe_out_what_was_loud_before():
    game = armed()
    song = next(a for a in game.data.abilities.values() if a.skill == 7)
    game.hero(0).bought.append(song.ref)
    derived.update(game.hero_game(0))
    game.hero(0).stealth_score = -12
    line = next(
        str(offer.action)
        for offer in declared_actions.registry.COMMANDS["sing"].offers(game.hero_game(0))
    )
    assert ("Ann begins to sing.", None) in done(game, DeclaredAction("do", line))
    assert game.hero(0).stealth_score == -12
    done(game, DeclaredAction("do", "sing stop"))
    assert game.hero(0).song < 0
    assert game.hero(0).stealth_score == -12


def test_a_question_of_the_action_before_is_dropped_and_nothing_is_done_twice():
    game = armed()
    game.player(0).question = object()
    done(game, DeclaredAction("wait", "wait"))
    assert game.player(0).question is None
    assert done(game, None) == []


def test_nobody_who_is_out_of_play_does_anything():
    game = armed()
    game.player(0).ending = "lost"
    game.player(0).passed = False
    assert done(game, DeclaredAction("wait", "wait")) == []
    assert not game.player(0).passed


def test_who_leaves_the_level_is_for_the_game_master_to_follow():
    game = armed()
    game.state.sil.leaving = "down"
    game.events.clear()
    declared_actions._conclude(game, 0, "")
    assert heard(game) == [("Ann leaves the level: make the next one, or hold them back.", (GM,))]
    assert not game.state.sil.leaving


def test_there_is_nothing_to_answer_without_a_question():
    with pytest.raises(IllegalAction, match="There is nothing to answer"):
        declared_actions.answer(armed(), 0, "yes")


@pytest.mark.parametrize(
    ("timer", "lost"), [("entranced", True), ("stun", True), ("afraid", False)]
)
def test_who_cannot_act_loses_the_turn_and_hears_of_it_alone(timer, lost):
    game = armed()
    setattr(game.hero(0).timers, timer, 105)
    game.events.clear()
    assert declared_actions.cannot_act(game, 0) == lost
    assert {audience for _, audience in heard(game)} <= {(0,)}
    assert not game.state.sil.events


def test_without_a_forge_nobody_sets_to_work():
    game = armed()
    with pytest.raises(IllegalAction, match="You need a forge"):
        declared_actions.set_to_work(game, 0, ())
    events = done(game, DeclaredAction("do", "forge"))
    assert [told for told, audience in events if audience == (0,)] == [
        "That fails: You need a forge."
    ]
    assert game.player(0).worked == 0


def at_work(turns: int) -> SilGContext:
    """Return Ann at a forge, with a dagger that still takes so many turns."""
    game = table("Ann", "Bob")
    level, hero = game.state.sil.level, game.hero(0)
    level.feature[level.at(4, 4)] = terrain.FORGE + 3
    skills(game, 0, smithing=20)
    hero.bought.append(abilities.WEAPONSMITH)
    hero.work = Work(item("Dagger"), turns)
    return game


WORKS = ("Ann works at the forge.", None)
IS_DONE = ("Ann is done at the forge.", None)


@pytest.mark.parametrize(
    ("turns", "lasted", "kept", "left", "over", "told"),
    [
        (9, 3, 0, 9, 3, [WORKS]),
        (9, 4, 0, 8, 0, [WORKS]),
        (9, 4, 3, 8, 3, [WORKS]),
        (9, 1, 3, 8, 0, [WORKS]),
        (9, 8, 1, 7, 1, [WORKS]),
        (2, 8, 0, None, 0, [WORKS, IS_DONE]),
        (1, 11, 0, None, 0, [WORKS, IS_DONE]),
    ],
)
def test_work_at_a_forge_takes_a_turn_for_each_whole_round(
    turns: int, lasted: int, kept: int, left: int | None, over: int, told: list[tuple[str, None]]
) -> None:
    game = at_work(turns)
    game.player(0).worked, game.state.clock = kept, 20 + lasted
    events = done(game, DeclaredAction("do", "forge", declared=20))
    work = game.hero(0).work
    assert (None if work is None else work.turns) == left
    assert game.player(0).worked == over
    assert [(words, audience) for words, audience in events if audience is None] == told


@pytest.mark.parametrize(("lasted", "alertness"), [(3, -20), (4, -9), (8, 2)])
def test_each_round_at_a_forge_is_heard(lasted: int, alertness: int) -> None:
    game = at_work(9)
    orc = foe(game, "Orc scout", 1, 1, alertness=-20)
    load(game, otherwise=1)  # perception 4 + 1, three squares off, against 1 - 10
    game.state.clock = lasted
    done(game, DeclaredAction("do", "forge"))
    assert orc.alertness == alertness


def test_who_is_refused_at_a_forge_alone_learns_of_it_and_makes_no_noise() -> None:
    game = at_work(9)
    game.hero(0).work = None
    game.hero(0).skill_base[6] = 0
    orc = foe(game, "Orc scout", 1, 1, alertness=-20)
    game.state.clock, game.player(0).worked = 8, 3
    [(told, audience)] = done(game, DeclaredAction("do", "forge nothing"))
    assert told.startswith("That fails: ")
    assert audience == (0,)
    assert (game.player(0).worked, orc.alertness) == (3, -20)


def test_work_that_lacks_something_stops_and_all_hear_why() -> None:
    game = at_work(9)
    game.hero(0).bought.clear()
    assert not declared_actions.work_a_round(game, 0)
    [(told, audience)] = heard(game)
    assert told.startswith("Ann stops work: you lack ")
    assert audience is None


@pytest.mark.parametrize(
    ("begun", "args", "made", "turns"),
    [
        (True, (), "Dagger", 9),
        (True, ("spear",), "Spear", None),
        (False, (), "Spear", None),
        (False, ("dagger",), "Dagger", None),
    ],
)
def test_work_that_was_begun_goes_on_unless_another_plan_is_named(
    begun: bool, args: tuple[str, ...], made: str, turns: int | None
) -> None:
    game = at_work(9)
    hero = game.hero(0)
    hero.design = item("Spear")
    hero.knowledge.designs = {"Spear": item("Spear"), "Dagger": item("Dagger")}
    if not begun:
        hero.work = None
    declared_actions.set_to_work(game, 0, args)
    assert hero.work is not None
    assert hero.work.item.kind == item(made).kind
    anew = costs.of_design(game.hero_game(0), item(made)).turns
    assert hero.work.turns == (anew if turns is None else turns)


def test_who_cannot_make_it_any_more_does_not_go_on() -> None:
    game = at_work(9)
    game.hero(0).bought.clear()
    with pytest.raises(IllegalAction, match="You lack "):
        declared_actions.set_to_work(game, 0, ())


def test_who_works_for_a_minute_alone_hears_what_comes_of_it() -> None:
    game = at_work(2)
    game.player(0).left = 10
    game.events.clear()
    forge_work.work(game, 0, ())
    assert game.player(0).left == 8
    assert heard(game) == [WORKS, IS_DONE, ("You have made a Dagger (+0,1d5).", (0,))]
