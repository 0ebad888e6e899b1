"""The absent hero in danger: whom he fights, where he runs, what he lets lie."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from engine.contract.action import Offer
from engine.sil import view
from engine.sil.autoplay import dangers, foe_values
from engine.sil.autoplay.chases import Chase, Hunter
from engine.sil.autoplay.expert import Thought
from engine.sil.autoplay.moves import Moves
from engine.sil.autoplay.seat_facts import SeatFacts, facts_of
from engine.sil.autoplay.ways import SquareSet, Ways
from engine.sil.game.context import SilContext
from engine.sil.game.messages import note
from engine.sil.game.state import Slot
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, look
from tests.engine.sil.stage import foe, refresh, wear

SIL = SilQ()
HALL = ("###############", "#@............#", "#.............#", "#............<#",
        "###############")  # fmt: skip
ON_STAIRS = ("#######", "#..<..#", "#.....#", "#######")
BRINK = ("#########", "#@x.....#", "#########")


def armed(*rows: str, stats: tuple[int, ...] = (0, 3, 4, 0)) -> SilContext:
    """Return a hero with a sword on a map that he knows, of some skill."""
    game = arena(*rows, known=True, stats=stats, skills=(5, 0, 5, 2, 3, 2, 0, 0))
    wear(game, Slot.WEAPON, "Curved Sword")
    game.hero.unspent = 0
    refresh(game)
    game.hero.health = game.hero.derived.max_health
    return game


def on_stairs() -> SilContext:
    game = armed(*(row.replace("..<", ".@<") for row in ON_STAIRS))
    game.hero.x += 1
    return game


def chosen(game: SilContext) -> str:
    return str(SIL.advise(game.state, 0).action)


def player(game: SilContext, *offers: Offer, **facts: Any) -> Moves:
    """Return the moves of a hero as the expert sees them: with these offers alone, if there are
    any, and with some facts otherwise than in the game."""
    known = replace(facts_of(game), **facts)
    return Moves(known, view.known_map(game), offers or SIL.legal(game.state, 0))


def first(thought: Thought, moves: Moves) -> str | None:
    """Return the action that a thought recommends before others."""
    return next((str(found.offer.action) for found in thought(moves)), None)


@pytest.mark.parametrize("tried", [False, True])
def test_with_enemies_near_no_door_is_a_way_that_has_held(tried: bool) -> None:
    game = armed("#######", "#.@+..#", "#.....#", "#######")
    door = game.level.at(1, 3)
    game.level.feature[door] = terrain.LOCKED_DOOR + 1
    game.knowledge.tried = [door] * tried
    look(game)
    assert player(game).around.is_safe(1, 3)
    foe(game, "Orc soldier", 1, 0)
    look(game)
    moves = player(game)
    assert moves.around.is_safe(1, 3) is not tried
    assert moves.around.open.holds(1, 3) is not tried


@pytest.mark.parametrize(("race", "stands"), [("Orc soldier", False), ("Wolf", True)])
def test_an_armed_hero_does_not_run_into_the_unknown_before_the_swift(race, stands):
    game = armed(*HALL)
    game.hero.health = 3
    foe(game, race, 0, 4)
    look(game)
    game.knowledge.mark[:] = bytes(len(game.knowledge.mark))
    look(game)
    found = [str(each.offer.action) for each in dangers.escape(player(game))]
    assert any(line.startswith(("step", "flee")) for line in found) is not stands


def test_a_fight_costs_more_with_worse_arms_and_worse_guard():
    hero = SeatFacts(melee=10, evasion=10, melee_dice=(2, 5))
    plain = foe_values.frailty(hero)
    assert foe_values.frailty(replace(hero, evasion=5)) > plain
    assert foe_values.frailty(replace(hero, melee=5)) > plain
    assert foe_values.frailty(replace(hero, melee_dice=(1, 1))) > 3 * plain
    assert foe_values.frailty(replace(hero, guard=(4, 12))) < plain


def test_he_knows_foes_by_their_kinds_and_dreads_the_unheard_of():
    game = armed(*HALL)
    for dx, name in ((3, "Orc soldier"), (4, "Orc scout"), (5, "Glaurung, the Deceiver")):
        foe(game, name, 0, dx)
    known = facts_of(game).foes.items()
    costs = {name.rstrip("-0123456789"): foe_values.cost(each) for name, each in known}
    assert costs["orc-soldier"] > costs["orc-scout"]
    assert costs["glaurung-the-deceiver"] == foe_values.UNHEARD_OF


def test_many_at_once_cost_more_than_one_after_another():
    game = armed(*HALL)
    for dx in (4, 5, 6):
        foe(game, "Wolf", 0, dx)
    around = player(game).around
    assert len(around.hunters) == 3
    assert around.cost(around.hunters, at_once=True) > around.cost(around.hunters, at_once=False)


@pytest.mark.parametrize(("names", "leaves"), [(("Wolf",) * 4, True), (("Grimhawk",), False)])
def test_from_stairs_he_leaves_those_who_are_too_many(names, leaves):
    game = on_stairs()
    for n, name in enumerate(names):
        foe(game, name, 1, n - 2)
    assert (chosen(game) == "stairs up") is leaves


@pytest.mark.parametrize("distance", [3, 12])
def test_he_runs_to_stairs_before_his_hunters_and_not_past_them(distance):
    game = armed(*HALL)
    game.hero.health = 15
    for dy in (0, 1, 2):
        foe(game, "Orc warrior", dy, 11)
    assert first(dangers.retreat, player(game)) is None
    game = armed(*(row.replace("@.", "..").replace("..<", "@.<") for row in HALL))
    for dy in (-1, -2):
        foe(game, "Orc warrior", dy, -distance)
    assert first(dangers.retreat, player(game)) == "flee"


def test_who_is_no_swifter_never_strikes_a_hero_who_runs_and_who_is_swifter_does():
    def pain(pace):
        return corridor(Hunter((1, 2), pace, 5.0)).run({(1, 9)}).pain

    assert pain(1.0) == 0
    assert pain(0.5) == 0
    assert 0 < pain(1.5) < pain(2.0)


def test_an_archer_strikes_from_afar_and_a_door_takes_a_turn():
    assert corridor(Hunter((1, 2), 1.0, 5.0, reach=7)).run({(1, 9)}).pain > 5
    shut = corridor(Hunter((1, 2), 1.0, 5.0), doors={(1, 6)})
    assert shut.run({(1, 9)}).pain == 5


def test_nobody_runs_through_a_hunter_or_to_where_no_way_leads():
    assert corridor(Hunter((1, 5), 1.0, 5.0)).run({(1, 9)}) is None
    assert corridor(Hunter((1, 2), 1.0, 5.0)).run({(5, 9)}) is None


def test_the_longer_way_is_better_when_it_is_struck_less():
    """Two ways round a pillar: an archer commands the short one, and stands still."""
    open_squares = {(y, x) for y in range(5) for x in range(7)} - {
        (y, x) for y in (1, 2, 3) for x in (1, 2, 3, 4, 5)
    }

    near_short = Hunter((1, 4), 1.0, 9.0)
    free = ground({(y + 1, x + 1) for y, x in open_squares})
    chase = Chase((2, 1), [near_short], free=free, firm=ground({(1, 4)}), shut=ground(()))
    run = chase.run({(2, 7)})
    assert run.way[0] == (3, 1)
    assert run.pain == 0


def corridor(*hunters: Hunter, doors: Iterable[tuple[int, int]] = ()) -> Chase:
    """Return a chase of a hero who stands at (1, 3) in a corridor from (1, 0) to (1, 9)."""

    floor = ground((1, x) for x in range(10))
    return Chase((1, 3), hunters, free=floor, firm=floor, shut=ground(doors))


def ground(places: Iterable[tuple[int, int]]) -> SquareSet:
    """Return the ground of a small level that holds some places."""
    layer = bytearray(12 * 12)
    for y, x in places:
        layer[y * 12 + x] = 1
    return SquareSet(layer, 12)


@pytest.mark.parametrize(
    ("people", "house", "sings"),
    [("Noldor", "House of Fingolfin", True), ("Naugrim", "House of Belegost", False)],
)
def test_those_whom_it_costs_nothing_learn_to_sing_and_sing_to_orcs(people, house, sings):
    game = armed(*(row.replace("<", ".") for row in HALL))
    game.hero.race = next(r.serial for r in game.data.races.values() if r.name == people)
    game.hero.house = next(h.serial for h in game.data.houses.values() if h.name == house)
    game.hero.unspent = 100
    refresh(game)
    for _ in range(4):
        if chosen(game) in ("raise song", "learn song-of-elbereth", "answer yes"):
            SIL.apply(game.state, 0, SIL.parse(chosen(game), game.state, 0), game.streams)
    assert facts_of(game).sings_elbereth is sings
    game.hero.unspent = 0
    game.hero.voice = game.hero.derived.max_voice
    for dy in (0, 1):
        foe(game, "Orc soldier", dy, 4)
    refresh(game)
    assert (chosen(game) == "sing elbereth") is sings
    if sings:
        SIL.apply(game.state, 0, SIL.parse("sing elbereth", game.state, 0), game.streams)
        assert chosen(game) != "sing stop"


@pytest.mark.parametrize(("health", "falls"), [(40, True), (24, False)])
def test_hunted_he_takes_a_chasm_that_he_survives(health, falls):
    game = armed(*BRINK, stats=(0, 3, 8, 0))
    game.hero.health = health
    for dx in (4, 5, 6):
        foe(game, "Orc soldier", 0, dx)
    assert (chosen(game) == "step e") is falls
    SIL.apply(game.state, 0, SIL.parse("step e", game.state, 0), game.streams)
    assert game.state.question is not None
    assert chosen(game) == ("answer yes" if falls else "answer no")


def test_he_keeps_away_from_sleepers_who_are_more_than_he_dares_to_rouse():
    game = armed(*HALL)
    note(game, "arrived", "Came to 250 ft")
    for dy in (0, 1):
        foe(game, "Orc soldier", dy, 6, alertness=-15)
    assert {(1, 6), (2, 8)} <= player(game).shunned
    game = armed(*HALL)
    foe(game, "Spider hatchling", 0, 6, alertness=-15)
    assert not player(game).shunned


def test_ways_end_at_those_who_bar_them():
    ways = Ways([(1, 0)], ground((1, x) for x in range(6)), {(1, 3)})
    assert ways.steps == {(1, 0): 0, (1, 1): 1, (1, 2): 2, (1, 3): 3}
    assert ways.first[1, 3] == (1, 1)
    assert ways.way_to((1, 3)) == [(1, 1), (1, 2), (1, 3)]
    assert ways.way_to((1, 0)) == []


def test_a_hunter_who_is_barred_goes_round_by_whatever_leads_nearer() -> None:
    """A wall stands between goal and hunter, with ways round both its ends."""
    room = {(y, x) for y in range(1, 6) for x in range(1, 8)}
    wall = {(y, 4) for y in (2, 3, 4)}
    firm = ground(room - wall)
    chase = Chase((3, 3), [], free=firm, firm=firm, shut=ground(()))
    assert chase._nearer((3, 3), (3, 5)) == [(4, 5), (2, 5)]
    assert chase._way_round((3, 3), (3, 5)) == [(4, 5), (2, 5)]
    assert chase._way_round((3, 3), (9, 9)) == []
    assert chase._step_towards((3, 3), (3, 6), ()) == (3, 5)


def test_he_runs_into_the_unknown_four_squares_away_or_farther_if_he_can(monkeypatch):
    asked = []
    unknown = {(1, 4), (1, 5), (1, 9)}
    monkeypatch.setattr(Moves, "unseen", property(lambda _: unknown))
    monkeypatch.setattr(Moves, "run", lambda _self, havens, _most: asked.append(havens))
    game = armed(*HALL)
    foe(game, "Orc soldier", 2, 0)
    game.hero.health = game.hero.derived.max_health // 4
    list(dangers.escape(player(game)))
    assert asked[-2:] == [{(1, 5), (1, 9)}, unknown]
