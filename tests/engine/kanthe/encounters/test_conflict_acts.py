"""Matches of a throw: what they bring to opponents, to the hero and to allies."""

from __future__ import annotations

import pytest

from engine.contract.facts import Died, Hurt, Own, SeatRef
from engine.contract.texts import text
from engine.kanthe.encounters import conflict as conflicts
from engine.kanthe.state import (
    CallMobile,
    ChooseTarget,
    ChooseVictim,
    Fallen,
    JudgeDoor,
    KantheItem,
    KantheState,
    MatchAct,
    Opponent,
    Walk,
)
from tests.engine.kanthe.stage import (
    act,
    add_opponent,
    begun,
    game_of,
    in_room,
    script,
    start_conflict,
)

pytestmark = pytest.mark.covers("kanthe-rulebook: Encounter", "spec-kanthe: Encounter")


def fighting(*strengths: int, kind: str = "warrior", **fields: object):
    """Return a game on level 1 whose hero is in a conflict with opponents of these strengths."""
    state = begun()
    state.here.number = state.level = 1
    in_room(state)
    foes = [add_opponent(state, kind, strength, **fields) for strength in strengths]
    start_conflict(state, *foes)
    return state, foes


def acted(state: KantheState, target: Opponent | None, **act: int) -> list[str]:
    """Do one act; return what was told."""
    game = game_of(state)
    conflicts.do_act(game, MatchAct(value=4, **act), target)
    return [str(event.text) for event in game.events]


# ------------------------------------------------------------------------- a round that is lost


def test_who_is_busy_with_a_thing_is_attacked_alone():
    state, _ = fighting(5)
    assert state.conflict is not None
    state.conflict.purpose, state.conflict.manner = "evade", "flee"
    state.conflict.turned, state.conflict.barred = 2, "x"
    script(state, (4, 4, 4, 1, 2, 0, 3, 5, 6, 7, 8, 9))
    conflicts.lose_round(game_of(state))
    now = state.conflict
    assert (now.purpose, now.manner, now.turned, now.barred) == ("fight", "", 0, "")
    assert now.rounds == 1
    assert state.hero.wounds == 3
    assert state.node != state.previous, "they have not got away"


def test_nobody_loses_a_round_to_those_who_do_not_attack():
    state, _ = fighting(5, attacks=False)
    script(state, (4, 4, 4, 1, 2))
    conflicts.lose_round(game_of(state))
    assert (state.hero.wounds, state.conflict.rounds) == (0, 0)
    state.conflict = None
    conflicts.lose_round(game_of(state))
    assert state.hero.wounds == 0


# ------------------------------------------------------------------------- opponents


@pytest.mark.parametrize(("purpose", "asked"), [("fight", True), ("persuade", False)])
def test_words_reach_only_who_has_a_mind_and_blows_everybody(purpose, asked):
    state, (slave,) = fighting(3, kind="slave", attacks=False)
    vermin = add_opponent(state, "vermin", 3)
    conflict = start_conflict(state, vermin, slave)
    conflict.purpose, conflict.acts = purpose, [MatchAct(hero=2, value=4)]
    conflicts.continue_conflict(game_of(state))
    assert isinstance(state.question, ChooseTarget) == asked
    assert (vermin.social, slave.social) == ((0, 0) if asked else (0, 2))


def test_whom_a_match_hits_is_asked_for_each_match_of_the_hero_in_turn():
    state, (first, second) = fighting(3, 3)
    state.conflict.acts = [
        MatchAct(hero=2, value=3),
        MatchAct(opposition=2, value=4),
        MatchAct(hero=3, value=5),
    ]
    conflicts.continue_conflict(game_of(state))
    act(state, f"hit {second.name}")
    assert (first.wounds, second.wounds, state.hero.wounds) == (0, 2, 2)
    assert isinstance(state.question, ChooseTarget)
    assert state.question.act.value == 5
    act(state, f"hit {first.name}")
    assert (first.wounds, second.wounds, state.question) == (3, 2, None)


def test_words_are_lost_where_nobody_has_a_mind():
    state, (vermin,) = fighting(3, kind="vermin")
    state.conflict.purpose, state.conflict.acts = "persuade", [MatchAct(hero=2, value=4)]
    conflicts.continue_conflict(game_of(state))
    assert (vermin.social, vermin.wounds, state.question) == (0, 0, None)


@pytest.mark.parametrize(("wounds", "falls"), [(3, False), (4, True)])
def test_more_wounds_than_the_difficulty_fell_an_opponent_and_fewer_do_not(wounds, falls):
    state, (foe,) = fighting(3)
    foe.wounds = wounds
    assert state.difficulty == 6
    told = acted(state, foe, hero=3)
    assert told[0] == f"Your 4s: 3 wounds to the warrior, {wounds + 3} of 7."
    assert (foe.status == "dead") == falls
    assert ("The warrior is overcome." in told) == falls


@pytest.mark.parametrize(("social", "wins"), [(3, False), (4, True)])
def test_who_is_talked_round_is_a_friend(social, wins):
    state, (foe,) = fighting(3)
    state.conflict.purpose = "persuade"
    foe.social = social
    told = acted(state, foe, hero=3)
    assert told[0] == f"Your 4s: the warrior wavers, {social + 3} of 7."
    assert (foe.status, foe.attacks) == (("befriended", False) if wins else (foe.status, True))
    assert foe.wounds == 0
    assert state.hero.befriended == int(wins)
    assert ("The warrior is your friend now." in told) == wins
    assert [str(each.result) for each in state.scene] == ["The warrior wavers by 3"]


@pytest.mark.parametrize(("arcane", "wounds"), [(0, 0), (1, 0), (2, 2), (3, 3)])
def test_only_arcane_dice_harm_a_ghost(arcane, wounds):
    state, (ghost,) = fighting(3, kind="ghost")
    told = acted(state, ghost, hero=3, hero_arcane=arcane)
    assert ghost.wounds == wounds
    assert ("Your 4s pass through the ghost." in told) == (not wounds)
    [shown] = state.scene
    harm = f"{wounds} wounds to the ghost" if wounds else "no harm to a ghost"
    assert (shown.side, shown.value, shown.degree, str(shown.result)) == ("challenge", 4, 3, harm)


def test_what_the_fallen_carried_is_the_heros_without_their_spells():
    state, (foe,) = fighting(3)
    foe.follows = True
    sword, axe = KantheItem(90, "Sword", 3), KantheItem(91, "Axe", 1)
    foe.things, foe.wares = [sword, KantheItem(92, "Spell", spell=True)], [axe]
    carried, overcome = list(state.hero.items), state.hero.overcome
    game = game_of(state)
    conflicts.overcome(game, foe)
    assert state.hero.items == [*carried, sword, axe]
    assert (foe.things, foe.wares, foe.follows) == ([], [], False)
    assert state.hero.overcome == overcome + 1
    assert any(str(event.text).startswith("You take: ") for event in game.events)


# ------------------------------------------------------------------------- the hero


def test_a_match_of_theirs_wounds_the_hero_only_while_somebody_stood():
    state, (foe,) = fighting(3)
    told = acted(state, None, opposition=2)
    assert state.hero.wounds == 2
    assert told[-1] == f"Their 4s: 2 wounds to you, 2 of {state.hero.challenge + 1}."
    [shown] = state.scene
    assert (shown.side, shown.degree, str(shown.result)) == ("opposition", 2, "2 wounds to you")
    foe.status = "dead"
    acted(state, None, opposition=2)
    assert state.hero.wounds == 2


def test_who_falls_in_the_same_moment_still_wounds():
    state, (foe,) = fighting(3)
    foe.wounds = 6
    acted(state, foe, hero=2, opposition=2)
    assert foe.status == "dead"
    assert state.hero.wounds == 2


@pytest.mark.parametrize(("social", "ends"), [(2, False), (3, True)])
def test_who_is_out_of_arguments_stops_talking(social, ends):
    state, (foe,) = fighting(3, attacks=False)
    state.conflict.purpose = "persuade"
    state.conflict.social = social
    limit = state.hero.challenge
    assert limit == 5
    told = acted(state, foe, opposition=3)
    assert told[0] == f"Their 4s talk you round: {social + 3} of {limit + 1}."
    assert ("You have no arguments left." in told) == ends
    assert [str(each.result) for each in state.scene] == ["you waver by 3"]
    assert (state.conflict is None) == ends
    assert state.hero.wounds == 0


def test_talking_does_not_keep_attackers_from_wounding():
    state, (foe,) = fighting(3)
    state.conflict.purpose = "persuade"
    acted(state, foe, opposition=3)
    assert state.hero.wounds == 3
    assert state.conflict.social == 0


@pytest.mark.parametrize(("wounds", "dies"), [(3, False), (4, True)])
def test_more_wounds_than_the_challenge_kill_a_hero(wounds, dies):
    state, _ = fighting(3)
    state.hero.wounds, state.hero.coins = wounds, 7
    carried, place = list(state.hero.items), state.place
    game = game_of(state)
    conflicts.wound_hero(game, 2, text("their {value}s", value=4))
    hurt = [event.fact for event in game.events if isinstance(event.fact, Hurt)]
    assert [(fact.damage, fact.means) for fact in hurt] == [(2, "blow")]
    assert (state.result == "dead") == dies
    if dies:
        assert str(state.hero.fate).startswith("Slain by a warrior: ")
        assert isinstance(state.question, Fallen)
        assert (place.remains, place.remains_coins) == (carried, 7)
        assert state.conflict is None
        [died] = [event.fact for event in game.events if isinstance(event.fact, Died)]
        assert (died.who, died.means) == (SeatRef(0), "blow")


def test_who_is_killed_by_no_creature_is_told_by_what():
    state, _ = fighting()
    state.conflict = None
    conflicts.wound_hero(game_of(state), 9, text("their {value}s", value=4))
    assert str(state.hero.fate).startswith("Killed by their 4s: ")
    assert state.fallen[-1].result == "dead"


# ------------------------------------------------------------------------- allies


def test_who_has_allies_is_asked_who_takes_a_wound():
    state, _ = fighting(3)
    state.hero.allies = [add_opponent(state, "warrior", 2, status="ally")]
    conflicts.suffer(game_of(state), 2, text("their {value}s", value=4))
    assert isinstance(state.question, ChooseVictim)
    assert (state.question.degree, state.hero.wounds) == (2, 0)


@pytest.mark.parametrize(("wounds", "lost"), [(4, False), (5, True)])
def test_an_ally_bears_wounds_up_to_the_difficulty(wounds, lost):
    state, _ = fighting(3)
    ally = add_opponent(state, "warrior", 2, status="ally")
    ally.wounds = wounds
    state.hero.allies = [ally]
    assert conflicts.bears(game_of(state), ally, ChooseVictim(2, "x")) != lost
    game = game_of(state)
    conflicts.wound_ally(game, ally, 2)
    told = [str(event.text) for event in game.events]
    assert told[0] == f"Your ally takes 2 wounds: {wounds + 2} in all."
    assert (state.hero.allies == [], ally.status == "dead") == (lost, lost)
    assert ("The warrior who went with you falls." in told) == lost
    assert (str(state.chronicle[-1]) == "Lost an ally, a warrior.") == lost


@pytest.mark.parametrize("who", ["me", "ally"])
def test_once_a_wound_is_given_to_somebody_the_other_matches_of_the_throw_act(who):
    state, (foe,) = fighting(3)
    ally = add_opponent(state, "slave", 2, status="befriended", node=-1)
    state.here.opponents.remove(ally)
    state.hero.allies = [ally]
    state.conflict.acts = [MatchAct(opposition=2, value=3), MatchAct(hero=2, value=4)]
    conflicts.continue_conflict(game_of(state))
    assert (isinstance(state.question, ChooseVictim), foe.wounds) == (True, 0)
    act(state, f"wound {'me' if who == 'me' else ally.name}")
    assert (state.hero.wounds, ally.wounds) == ((2, 0) if who == "me" else (0, 2))
    assert (foe.wounds, state.conflict.acts, state.question) == (2, [], None)


# ------------------------------------------------------------------------- how it ends


@pytest.mark.parametrize("fought", [True, False])
def test_a_fight_was_noise_and_talk_was_none(fought):
    state, _ = fighting(3)
    state.conflict.fought = fought
    conflicts.end_conflict(game_of(state))
    assert state.conflict is None
    assert [task.noise for task in state.tasks if isinstance(task, CallMobile)] == [True] * fought


@pytest.mark.parametrize("waiting", [True, False])
def test_who_flees_is_back_where_they_came_from_and_forgets_the_way(waiting):
    state, _ = fighting(3)
    before = state.previous
    if waiting:
        add_opponent(state, "warrior", 3, node=before)
    state.tasks = [JudgeDoor(state.node, 0), Walk([1])]
    game = game_of(state)
    conflicts._get_away(game, "flee")
    assert [str(event.text) for event in game.events] == ["You get away."]
    assert (state.node, state.unnoticed, state.conflict) == (before, waiting, None)
    assert not any(isinstance(task, (JudgeDoor, Walk)) for task in state.tasks)


def test_who_goes_by_unnoticed_stays():
    state, _ = fighting(3)
    here = state.node
    game = game_of(state)
    conflicts._get_away(game, "hide")
    assert [str(event.text) for event in game.events] == ["You go unnoticed."]
    assert (state.node, state.unnoticed) == (here, True)


# ------------------------------------------------------------------------- what a throw uses up


def test_who_is_attacked_fights_back_and_what_lasts_for_one_throw_is_used_up():
    state, (foe,) = fighting(3, attacks=False, peaceful=True)
    state.hero.boost = 2
    script(state, (0, 1, 2, 3, 4, 5, 6, 7, 8, 9), (0, 1, 2, 3, 4, 5))
    conflicts.throw_conflict(game_of(state), "fight")
    assert (foe.attacks, foe.peaceful) == (True, False)
    assert state.hero.boost == 0
    assert state.conflict.fought


def test_a_friend_is_written_into_the_chronicle():
    state, (foe,) = fighting(3)
    game = game_of(state)
    before = len(state.chronicle)
    conflicts.befriend(game, foe)
    assert [str(each) for each in state.chronicle[before:]] == ["Befriended a warrior."]


@pytest.mark.parametrize("number", [1, 2])
def test_a_wound_by_one_opponent_names_it_and_by_several_none(number):
    state, foes = fighting(*[3] * number)
    game = game_of(state)
    conflicts.wound_hero(game, 1, text("their {value}s", value=4))
    [hurt] = [event.fact for event in game.events if isinstance(event.fact, Hurt)]
    assert (hurt.by is not None) == (number == 1)
    assert hurt.by is None or hurt.by.kind == foes[0].kind


@pytest.mark.parametrize(("theirs", "noticed"), [((3, 3, 0, 1, 2), False), ((3, 3, 3, 1, 2), True)])
def test_only_matches_that_beat_the_heros_best_notice_them(theirs, noticed):
    state, _ = fighting(3)
    conflict = state.conflict
    game = game_of(state)
    conflicts._evade(game, conflict, (5, 5, 0, 1), theirs)
    assert [(act.opposition, act.value) for act in conflict.acts] == [(3, 3)] * noticed
    told = [(str(event.text), event.fact) for event in game.events]
    assert told == [("You are noticed.", Own("noticed", SeatRef(0)))] * noticed
    shown = [f"{each.value}: {each.result}" for each in state.scene]
    assert shown == ["5: it takes 3 to beat"] + ["3: avoided"] * (not noticed)


@pytest.mark.parametrize(("mine", "gained"), [((0, 1, 2, 3, 4, 5, 6), False), ((3,) * 7, True)])
def test_a_round_without_a_match_of_either_side_is_told_as_such(mine, gained):
    state, _ = fighting(2)
    script(state, mine, (8, 9))
    game = game_of(state)
    conflicts.throw_conflict(game, "fight")
    nobody = "Nobody gains an advantage." in [str(event.text) for event in game.events]
    assert nobody is not gained


@pytest.mark.parametrize(
    ("result", "written"),
    [
        ("dead", "Odda died with 3 coins."),
        ("left", "Odda came out alive with 3 coins."),
        ("abandoned", "Odda gave up with 3 coins."),
    ],
)
def test_the_chronicle_tells_how_a_hero_ended_and_with_what(result, written):
    state, _ = fighting(3)
    state.hero.coins = 3
    conflicts.end_delve(game_of(state), result)
    assert str(state.chronicle[-1]) == written
