"""Webs, pits, doors, trances and oaths let go of a hero, by the manual and in Sil-G (rules:
dungeon 2.4, 7.3; world 4.1)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.common.compass import DIRECTIONS
from engine.contract.action import Action, IllegalAction
from engine.sil.commands import getting_free
from engine.sil.dungeon import doors, traps
from engine.sil.effects import statuses
from engine.sil.effects.statuses import KNOCKED_OUT
from engine.sil.game.presets import MANUAL
from engine.sil.game.state import Skill, Stat
from engine.sil.hero import abilities, derived
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from engine.silg.rulings import SIL_G
from tests.engine.sil.arena import arena, look, put, said
from tests.engine.sil.stage import DATA, foe, load_dice

RULINGS = pytest.mark.parametrize("rulings", [MANUAL, SIL_G], ids=["manual", "silg"])
FREE = (terrain.CLOSED_DOOR, terrain.OPEN_DOOR, terrain.BROKEN_DOOR)
BARRED = (*range(terrain.LOCKED_DOOR + 1, terrain.JAMMED_DOOR + 8),)


def before(feature, strength, rulings):
    """Return a hero of this Strength who has a shut door to the east."""
    game = arena("######", "#..#.#", "#.@+.#", "#..#.#", "######", known=True, rulings=rulings)
    put(game, 2, 3, feature)
    look(game)
    game.hero.derived.stats[Stat.STR] = strength
    game.hero.health = 1000
    return game


@RULINGS
@pytest.mark.covers("spec-dungeon: 2.4")
def test_no_door_is_too_strong_for_ever(rulings):
    for feature in BARRED:
        for strength in range(-12, 3, 2):
            game, bashes = before(feature, strength, rulings), 0
            square = game.level.at(2, 3)
            while game.level.feature[square] not in FREE:
                load_dice(game, 10, 1, otherwise=1)
                assert doors.is_worth_bashing(game, square)
                doors.bash_door(game, 2, 3)
                bashes += 1
            assert bashes <= 8
            assert bashes == 1 or any("the next try will be easier" in line for line in said(game))


# ------------------------------------------------------------------------------ pits and webs

SIL = SilQ()
FIGURES = st.integers(-12, 12)
HOLDING = st.tuples(
    st.sampled_from((terrain.PIT, terrain.SPIKED_PIT, terrain.WEB)),
    st.sampled_from((MANUAL, SIL_G)),
    st.integers(1, 20),  # the depth
    FIGURES,  # Strength
    FIGURES,  # Evasion
    st.booleans(),  # cursed by the third Silmaril
)


def held(state):
    """Return a hero of this Strength and Evasion who is caught, at some depth."""
    feature, rulings, depth, strength, evasion, cursed = state
    game = arena("#####", "#...#", "#.@.#", "#...#", "#####", depth=depth, rulings=rulings)
    put(game, game.hero.y, game.hero.x, feature)
    look(game)
    hero = game.hero
    hero.derived.stats[Stat.STR], hero.derived.skills[Skill.EVASION] = strength, evasion
    hero.health, hero.cursed, hero.energy = 1000, cursed, 100
    return game


def may_get_out(game):
    """Return whether some number of tries gets the hero out, each with the dice at their best."""
    for _ in range(80):
        if statuses.trapped_in(game) == "web":
            return traps.tear_contest(game).chance() > 0
        if traps.climb_contest(game).chance() < 1:
            return True
        game.hero.failed_climbs += 1
    return False


@given(HOLDING)
@settings(max_examples=40)
def test_no_pit_and_no_web_holds_for_ever(state):
    assert may_get_out(held(state))


@pytest.mark.soak(part="laws")
@given(HOLDING)
@settings(max_examples=100_000)
def test_no_pit_and_no_web_holds_for_ever_of_very_many(state):
    assert may_get_out(held(state))


@pytest.mark.parametrize("feature", [terrain.PIT, terrain.SPIKED_PIT, terrain.WEB])
def test_getting_out_is_a_plan_with_its_chance(feature):
    game = held((feature, MANUAL, 8, 1, 0, False))
    (plan,) = [o for o in SIL.legal(game.state, 0) if o.action.verb == "struggle"]
    assert plan.group == "plan"
    (chance,) = plan.chances
    assert chance.of == "escape"
    for _ in range(20):
        if not statuses.trapped_in(game):
            break
        SIL.apply(game.state, 0, plan.action, game.streams)
    assert not statuses.trapped_in(game)
    assert not any(o.action.verb == "struggle" for o in SIL.legal(game.state, 0))


def test_who_is_held_gets_out_to_where_he_has_stood_else_onto_ground_that_he_knows():
    game = held((terrain.PIT, MANUAL, 8, 1, 0, False))
    hero, known = game.hero, game.knowledge
    beside = {way: game.level.at(hero.y + dy, hero.x + dx) for way, (dy, dx) in DIRECTIONS.items()}
    for i in beside.values():
        known.mark[i] = known.seen[i] = known.walked[i] = 0
    assert getting_free._way(game) == next(iter(beside))
    known.mark[beside["se"]] = 1
    assert getting_free._way(game) == "se"
    known.walked[beside["w"]] = 1
    assert getting_free._way(game) == "w"
    for way in ("w", "se"):
        put(game, hero.y + DIRECTIONS[way][0], hero.x + DIRECTIONS[way][1], terrain.CHASM)
    look(game)
    assert getting_free._way(game) not in ("w", "se")


def test_who_is_free_has_nothing_to_struggle_with():
    game = held((terrain.FLOOR, MANUAL, 8, 1, 0, False))
    with pytest.raises(IllegalAction, match="Nothing holds you"):
        SIL.apply(game.state, 0, Action("struggle"), game.streams)


# -------------------------------------------------------------------- trances, blows on the head

LONGEST_STROKE = 20  # turns of what holds him once more before he acts
HOLDERS = [
    kind.name
    for kind in DATA.monsters.values()
    if "HOLD" in kind.spells or any(blow.effect == "ENTRANCE" for blow in kind.blows)
]
HELPLESS = st.tuples(
    st.sampled_from((terrain.FLOOR, terrain.PIT, terrain.WEB)),
    st.sampled_from((MANUAL, SIL_G)),
    st.fixed_dictionaries({
        name: st.integers(0, 60) for name in ("entranced", "confused", "afraid", "blind", "slow")
    }),
    st.integers(0, 160),  # stun: more than 100 knocks out
    st.sampled_from(sorted({0, *derived.OATHS})),
    st.sampled_from(["", *HOLDERS]),  # beside him
    st.integers(0, 2**16),
)  # fmt: skip


def turns_until_free_to_act(state):
    """Return how many turns a helpless hero waits until he can act again, and the turns of his
    states when he began; none if he is slain meanwhile."""
    feature, rulings, timers, stun, oath, holder, seed = state
    game = arena("#####", "#...#", "#.@.#", "#...#", "#####", depth=5, rulings=rulings, seed=seed)
    put(game, game.hero.y, game.hero.x, feature)
    hero = game.hero
    for name, turns in timers.items():
        hero.timers.set_left(name, turns)
    hero.timers.stun, hero.health, hero.energy = stun, 1000, 100
    if oath:
        hero.bought.append(abilities.OATH)
        hero.oath = oath
    if holder:
        foe(game, holder)
    look(game)
    before = hero.turns
    SIL.apply(game.state, 0, Action("wait"), game.streams)
    if game.state.ended:
        return 0, 0
    offers = {offer.action.verb for offer in SIL.legal(game.state, 0)}
    assert offers & {"step", "struggle"}, offers
    return hero.turns - before, max(timers["entranced"], stun - KNOCKED_OUT, 0)


@given(HELPLESS)
@settings(max_examples=15)
def test_nobody_is_helpless_for_longer_than_his_states_last(state):
    waited, lasting = turns_until_free_to_act(state)
    assert waited <= lasting + LONGEST_STROKE


@pytest.mark.soak(part="laws")
@given(HELPLESS)
@settings(max_examples=5_000)
def test_nobody_is_helpless_for_longer_than_his_states_last_of_very_many(state):
    waited, lasting = turns_until_free_to_act(state)
    assert waited <= lasting + LONGEST_STROKE


@pytest.mark.parametrize("rulings", [MANUAL, SIL_G], ids=["manual", "silg"])
def test_an_oath_of_iron_asks_and_lets_go(rulings):
    game = arena("#####", "#...#", "#.@.#", "#...#", "#####", depth=5, rulings=rulings)
    put(game, game.hero.y, game.hero.x, terrain.UP_STAIR)
    game.hero.bought.append(abilities.OATH)
    game.hero.oath, game.hero.energy = derived.IRON, 100
    look(game)
    SIL.apply(game.state, 0, Action("stairs", ("up",)), game.streams)
    assert game.level.depth == 5
    SIL.apply(game.state, 0, Action("answer", ("yes",)), game.streams)
    assert game.level.depth == 4
