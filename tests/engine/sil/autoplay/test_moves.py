"""The absent hero's moves: whom he counts as near, the ways that he takes, and where he runs."""

from __future__ import annotations

import pytest

from engine.contract.action import Offer
from engine.contract.view import Bar
from engine.sil.autoplay import foe_values, moods
from engine.sil.autoplay.chases import Hunter
from engine.sil.autoplay.moves import Moves, by_stairs
from engine.sil.autoplay.own_plans import no_plan
from engine.sil.autoplay.seat_facts import Foe, SeatFacts
from engine.sil.autoplay.surroundings import health_of
from engine.sil.autoplay.ways import Place, SquareSet, Ways, apart
from engine.sil.items import item_classes
from engine.sil.items.item_values import Thing
from engine.sil.level import terrain
from tests.engine.sil.arena import look, put
from tests.engine.sil.autoplay.test_dangers import HALL, armed, corridor, ground, on_stairs, player
from tests.engine.sil.autoplay.test_errands import offer
from tests.engine.sil.autoplay.test_long_moves import forget
from tests.engine.sil.autoplay.test_pursuers import hunted
from tests.engine.sil.stage import foe

LONG = ("#" * 30, "#@" + "." * 27 + "#", "#" * 30)


def with_foe(far: int, name: str = "Wolf", *, rows: tuple[str, ...] = LONG, **how: object) -> Moves:
    """Return the moves of a hero before one creature."""
    game = armed(*rows)
    foe(game, name, 0, far, **how)
    look(game)
    return player(game)


def steps_to(*places: Place) -> list[Offer]:
    return [offer(f"step {n}", at=at, intent="move") for n, at in enumerate(places)]


# ------------------------------------------------------------------ who is near


@pytest.mark.parametrize(("far", "awake"), [(7, True), (8, False)])
def test_who_knows_of_him_is_awake_within_seven_squares(far: int, awake: bool) -> None:
    assert bool(with_foe(far).around.awake) is awake


@pytest.mark.parametrize(("far", "hunts"), [(14, True), (15, False)])
def test_who_knows_of_him_hunts_him_within_fourteen_squares(far: int, hunts: bool) -> None:
    assert bool(with_foe(far).around.hunters) is hunts
    assert not with_foe(far, stance="fleeing").around.hunters


@pytest.mark.parametrize(
    ("far", "alertness", "roused", "dozes"),
    [(10, -5, True, True), (11, -5, False, True), (4, -20, False, True), (4, 5, True, False)],
)
def test_the_wakeful_are_roused_and_the_unwary_doze(
    far: int, alertness: int, roused: bool, dozes: bool
) -> None:
    around = with_foe(far, alertness=alertness).around
    assert (bool(around.roused), bool(around.dozing)) == (roused, dozes)


def test_the_nearest_come_first_and_of_those_as_near_the_less_hurt() -> None:
    game = armed(*HALL)
    foe(game, "Wolf", 0, 4)
    foe(game, "Orc scout", 2, 3).health = 5
    foe(game, "Orc scout", 1, 3)
    look(game)
    foes = player(game).around.foes
    assert [(b.y, b.x) for b in foes] == [(2, 4), (3, 4), (1, 5)]
    assert [health_of(b) for b in foes[:2]] == [4, 1]


@pytest.mark.parametrize(("far", "beset"), [(1, True), (2, False)])
def test_he_is_beset_by_who_stands_beside_him(far: int, beset: bool) -> None:
    assert with_foe(far).around.beset is beset


@pytest.mark.parametrize(("far", "joins"), [(5, True), (6, False)])
def test_sleepers_within_five_squares_wake_each_other(far: int, joins: bool) -> None:
    game = armed(*LONG)
    foe(game, "Wolf", 0, 6, alertness=-20)
    foe(game, "Wolf", 0, 6 + far, alertness=-20)
    look(game)
    around = player(game).around
    assert len(around.company(around.foes[0])) == (2 if joins else 1)


def test_a_lurker_hunts_him_from_where_it_was_last() -> None:
    around = player(hunted("Wolf")).around
    assert not around.foes
    assert [(b.letter, b.name) for b in around.pursuers] == [("C", "wolf-1")]
    assert around.pursuers[0].bars == ()


@pytest.mark.parametrize(
    ("letter", "known", "swift"),
    [("C", None, 1.5), ("b", None, 2.0), ("o", None, 1.0), ("C", 1.0, 1.0), ("o", 3.0, 3.0)],
)
def test_how_swift_one_is_follows_from_its_kind_or_its_letter(
    letter: str, known: float | None, swift: float
) -> None:
    assert foe_values.pace(letter, Foe(pace=known)) == swift


def test_a_fight_with_a_hurt_creature_costs_its_share() -> None:
    around = with_foe(3, "Orc scout").around
    [scout] = around.foes
    whole = around.cost([scout], at_once=False)
    hurt = scout.__class__(
        scout.y, scout.x, "", scout.letter, "", scout.name, bars=(Bar("", 1, 4),)
    )
    assert around.cost([hurt], at_once=True) == pytest.approx(whole / 4)
    together = around.cost([scout, hurt], at_once=True)
    assert together == pytest.approx(whole + 2 * whole / 4)


def test_a_beginner_pays_the_plain_cost_and_each_point_takes_seven_percent_off() -> None:
    plain = SeatFacts(melee=9, evasion=9, melee_dice=(4, 4))
    assert foe_values.frailty(plain) == pytest.approx(1.0)
    more = SeatFacts(melee=10, evasion=9, melee_dice=(4, 4))
    assert foe_values.frailty(more) == pytest.approx(0.93)
    guarded = SeatFacts(melee=9, evasion=9, melee_dice=(4, 4), guard=(0, 2))
    assert foe_values.frailty(guarded) == pytest.approx(0.93)
    harmless = SeatFacts(melee=9, evasion=9, melee_dice=(1, 1))
    assert foe_values.frailty(harmless) == pytest.approx(14.0)
    assert foe_values.reach(Foe(archer=True)) == 7
    assert foe_values.reach(Foe()) == 1


# ------------------------------------------------------------------ the ground


def test_no_chasm_trap_rubble_glyph_or_ward_is_firm_and_doors_are() -> None:
    firm = {"+": True, "'": True, ":": False, "x": False, ";": False, "p": False, "<": True}
    for glyph, holds in firm.items():
        game = armed("#####", f"#@{glyph}.#", "#####")
        around = player(game).around
        assert around.firm.holds(1, 2) is holds, glyph
        assert around.shut.holds(1, 2) is (glyph == "+")
    game = armed("#####", "#@..#", "#####")
    put(game, 1, 2, terrain.WARD_1)
    assert not player(game).around.firm.holds(1, 2)


@pytest.mark.parametrize(("health", "left", "found"), [(25, 1, True), (24, 1, False)])
def test_a_brink_is_beside_a_fall_that_he_survives(health: int, left: int, found: bool) -> None:
    game = armed("#######", "#@.x..#", "#.....#", "#######")
    around = player(game, health=health).around
    brink = {(1, 2), (2, 2), (2, 3), (2, 4), (1, 4)}
    assert brink <= around.brinks(left) if found else not around.brinks(left)


@pytest.mark.parametrize(
    ("feature", "points", "falls"),
    [
        (terrain.CHASM, 30, True),
        (terrain.CHASM, 29, False),
        (terrain.FALSE_FLOOR, 18, True),
        (terrain.FALSE_FLOOR, 17, False),
    ],
)
@pytest.mark.parametrize("target", ["chasm", ""])
def test_a_fall_must_leave_him_health_and_be_the_offered_step(
    feature: int, points: int, falls: bool, target: str
) -> None:
    game = armed("#######", "#@....#", "#######")
    put(game, 1, 2, feature)
    moves = player(game, offer("step e", at=(1, 2), target=target), health=points)
    assert (moves.fall(6) is not None) is (falls and bool(target))


def test_a_fall_two_squares_away_is_none() -> None:
    game = armed("#######", "#@.x..#", "#######")
    assert player(game, offer("step e", at=(1, 3), target="chasm"), health=99).fall(1) is None


def test_the_edge_is_beside_the_unknown() -> None:
    game = armed(*LONG)
    forget(game, range(12, 30))
    edge = player(game).around.edge
    assert edge.holds(1, 11)
    assert not edge.holds(1, 10)


# ------------------------------------------------------------------ ways


def test_squares_beyond_the_sides_and_the_ends_are_in_no_set() -> None:
    every = SquareSet(b"\1" * 6, 3)
    assert [every.holds(*at) for at in ((0, 0), (1, 2), (0, 3), (0, -1), (2, 0), (-1, 2))] == [
        True, True, False, False, False, False,
    ]  # fmt: skip
    assert [every.without([(1, 1), (5, 5)]).holds(1, x) for x in range(3)] == [True, False, True]


def test_no_way_is_longer_than_it_may_be() -> None:
    row = ground((1, x) for x in range(9))
    assert set(Ways([(1, 1)], row, most=2).steps) == {(1, 0), (1, 1), (1, 2), (1, 3)}
    assert len(Ways([(1, 1)], row).steps) == 9
    assert apart((1, 5), (4, 3)) == 3


@pytest.mark.parametrize(("times", "worn"), [(3, False), (4, True)])
def test_where_he_came_four_times_he_steps_no_more(times: int, worn: bool) -> None:
    trail = ((1, 1), *[(1, 2), (1, 2), (1, 1)] * times)
    moves = player(armed(*LONG), *steps_to((1, 2)), trail=trail)
    assert ((1, 2) in moves.worn_out) is worn
    assert (moves.step(1, 2) is None) is worn
    attack = player(armed(*LONG), offer("step e", at=(1, 2), intent="attack"), trail=trail)
    assert attack.step(1, 2) is not None


def test_a_way_is_a_plan_where_one_is_offered_or_known_else_its_first_step() -> None:
    game = armed(*LONG)
    step = offer("step e", at=(1, 2), intent="move")
    asked = []

    def planner(place: Place) -> Offer | None:
        asked.append(place)
        return offer("travel plan", at=place) if place[1] <= 4 else None

    def way(*offers: Offer, goal: Place = (1, 9), how: object = no_plan) -> str:
        found = player(game, *offers)
        moves = Moves(found.facts, found.board, offers, planner=how)  # type: ignore[arg-type]
        return str(moves.travel({goal}).action)  # type: ignore[union-attr]

    assert way(step, offer("travel J1", at=(1, 9))) == "travel J1"
    assert way(step) == "step e"
    assert way(step, how=planner) == "travel plan"
    assert asked == [(1, 9), (1, 8), (1, 5), (1, 3)]
    asked.clear()
    assert way(step, goal=(1, 2), how=planner) == "step e"
    assert asked == []


def test_a_part_of_a_way_ends_before_briars() -> None:
    game = armed(*LONG)
    foe(game, "Tanglethorn", 0, 6)
    look(game)
    moves = player(game, offer("step e", at=(1, 2), intent="move"))
    asked: list[Place] = []

    def planner(place: Place) -> None:
        asked.append(place)

    reckless = Moves(moves.facts, moves.board, moves.offers, planner=planner, around=moves.around)
    assert reckless.travel({(1, 7)}) is not None
    assert asked == [(1, 5), (1, 4), (1, 3)]


def test_where_he_stands_is_no_goal() -> None:
    moves = player(armed(*LONG), *steps_to((1, 2)))
    assert moves.travel({(1, 1)}) is None
    assert moves.path({(1, 1)}) is None
    assert moves.path({(1, 5)}) is not None


def test_by_stairs_he_goes_on_down_where_that_is_a_plan() -> None:
    moves = player(
        armed(*HALL),
        offer("ascend", at=(3, 13)),
        offer("travel N3", at=(3, 13)),
        offer("descend", at=(1, 9)),
    )
    assert str(by_stairs(moves, {(3, 13)}).action) == "ascend"  # type: ignore[union-attr]
    assert by_stairs(moves, set()) is None


def test_gaps_about_a_place_are_open_squares() -> None:
    moves = player(armed(*HALL))
    assert (moves.gaps(1, 1), moves.gaps(1, 5), moves.gaps(2, 5)) == (3, 5, 8)
    assert player(armed(*LONG)).gaps(1, 5) == 2


def test_in_a_corridor_several_come_one_after_another() -> None:
    wide = ("#" * 30, "#" + "." * 28 + "#", "#@" + "." * 27 + "#", "#" + "." * 28 + "#", "#" * 30)
    too_much = []
    for rows in (LONG, wide):
        game = armed(*rows)
        for dx in (4, 5):
            foe(game, "Wolf", 0, dx)
        look(game)
        moves = player(game)
        beings = moves.around.hunters
        between = moves.around.cost(beings, at_once=False) + 0.1
        too_much.append(moves.is_too_much(beings, between / moves.points))
        assert moves.is_too_much(beings[:1], 0.0)
    assert too_much == [False, True]


def test_nobody_is_left_alone_who_costs_a_fifth_of_his_health() -> None:
    moves = with_foe(5, alertness=-20)
    [wolf] = moves.around.dozing
    cost = moves.around.cost([wolf], at_once=False)
    game = armed(*LONG)
    foe(game, "Wolf", 0, 5, alertness=-20)
    look(game)
    assert player(game, health=int(cost / 0.2) + 1).is_left_alone(wolf) is False
    assert player(game, health=int(cost / 0.2)).is_left_alone(wolf) is True


@pytest.mark.parametrize(
    ("alertness", "turn", "weapon", "far"),
    [
        (-20, 0, True, 1), (-5, 0, True, 3), (-20, 0, False, 3),
        (-5, 2 * moods.SPELL, True, 1), (-20, 2 * moods.SPELL, False, 1),
    ],
)  # fmt: skip
def test_how_far_he_keeps_from_those_whom_he_had_better_not_rouse(
    alertness: int, turn: int, weapon: bool, far: int
) -> None:
    game = armed(*LONG)
    foe(game, "Mountain troll", 0, 10, alertness=alertness)
    look(game)
    worn = {"weapon": Thing(item_classes.SWORD)} if weapon else {}
    shunned = player(game, turn=turn, arrivals=(turn,), worn=worn).shunned
    assert sorted(x for y, x in shunned if y == 1) == list(range(11 - far, 12 + far))


# ------------------------------------------------------------------ stairs, exploring


@pytest.mark.parametrize(
    ("depth", "weapon", "anchored"), [(1, True, False), (2, True, True), (1, False, True)]
)
def test_the_armed_leave_stairs_behind_on_the_first_level_alone(
    depth: int, weapon: bool, anchored: bool
) -> None:
    worn = {"weapon": Thing(item_classes.SWORD)} if weapon else {}
    assert bool(player(armed(*HALL), depth=depth, worn=worn).anchors) is anchored


@pytest.mark.parametrize(("steps", "near"), [(14, True), (15, False)])
@pytest.mark.parametrize("tired", [False, True])
def test_he_explores_fourteen_steps_from_stairs(steps: int, near: bool, tired: bool) -> None:
    game = armed(*LONG)
    put(game, 1, 1, terrain.UP_STAIR)
    forget(game, range(steps + 2, 30))
    arrivals = (100,) * (moods.TOLERABLE + tired)
    moves = player(game, offer("explore"), turn=100, arrivals=arrivals)
    assert moves.has_unknown is (near or tired)
    assert (moves.exploring is not None) is (near or tired)


def test_near_stairs_he_explores_for_forty_turns_and_elsewhere_to_the_end() -> None:
    game = armed(*LONG)
    put(game, 1, 1, terrain.UP_STAIR)
    forget(game, range(9, 30))
    plan = player(game, offer("explore")).exploring
    assert plan is not None
    assert "40" in str(plan.action)
    assert str(plan.label) == "explore, 40 turns"
    elsewhere = player(game, offer("explore"), depth=1).exploring
    assert str(elsewhere.action) == "explore"  # type: ignore[union-attr]


def test_when_hidden_doors_are_to_be_searched_for_all_is_explored() -> None:
    game = armed(*LONG)
    forget(game, range(9, 30))
    step = steps_to((1, 2))
    moves = player(game, offer("search walls"), offer("explore"), *step, depth=1)
    assert moves.is_explored
    assert (moves.exploring, moves.has_unknown) == (None, False)
    for line in ("search", "search found"):
        moves = player(game, offer(line), *step, depth=1)
        assert not moves.is_explored
        assert moves.has_unknown
        assert moves.exploring is step[0]


# ------------------------------------------------------------------ running


def fleeing(*offers: Offer, **facts: object) -> Moves:
    """Return the moves of a hero in a corridor with stairs at its end, a wolf behind him."""
    game = armed("#" * 20, "#.@" + "." * 15 + "<#", "#" * 20)
    foe(game, "Orc scout", 0, -1)
    look(game)
    return player(game, *offers, **facts)


def test_a_flight_is_the_plan_as_far_as_there_is_one_else_into_the_unknown_else_a_step() -> None:
    step = offer("step e", at=(1, 3), intent="move")
    way = [(1, x) for x in range(3, 19)]
    to_end = offer("flee", at=(1, 18), path=tuple(way))
    to_half = offer("flee K1", at=(1, 10), path=tuple(way[:8]))
    onward = offer("flee onward", at=(1, 18), path=tuple(way))
    elsewhere = offer("flee onward", at=(1, 1), path=((1, 1),))
    assert fleeing(step, to_half, to_end).flight(way) is to_end
    assert fleeing(step, onward, to_half).flight(way) is to_half
    assert fleeing(step, elsewhere, onward).flight(way) is onward
    assert fleeing(step, elsewhere).flight(way) is step
    assert fleeing(to_end).flight(way) is None


def test_a_haven_on_which_somebody_stands_is_none() -> None:
    moves = fleeing(offer("step e", at=(1, 3), intent="move"))
    assert moves.run({(1, 1)}, 1000) is None
    assert moves.run(set(), 1000) is None
    assert moves.run({(1, 18)}, 1000) is not None


def test_who_is_as_swift_strikes_once_when_a_door_takes_a_turn_and_a_way_may_cost_no_more() -> None:
    chase = corridor(Hunter((1, 2), 1.0, 5.0), doors={(1, 6)})
    assert chase.pain([(1, x) for x in range(4, 10)]) == 5
    assert chase.pain([(1, x) for x in range(4, 6)]) == 0
    run = chase.run({(1, 9)})
    assert run is not None
    assert (list(run.way), run.pain) == ([(1, x) for x in range(4, 10)], 5)


@pytest.mark.parametrize(("far", "strikes"), [(7, 1), (8, 0)])
def test_an_archer_strikes_as_far_as_his_shot(far: int, strikes: int) -> None:
    chase = corridor(Hunter((1, 11 - far), 1.0, 4.0, reach=7))
    assert chase.pain([(1, 11)]) == 4 * strikes


def test_a_haven_is_reached_within_forty_steps_or_not_at_all() -> None:
    for steps, found in ((40, True), (41, False)):
        rows = ("#" * 50, "#@" + "." * 47 + "#", "#" * 50)
        game = armed(*rows)
        step = offer("step e", at=(1, 2), intent="move")
        assert (player(game, step).run({(1, 1 + steps)}, 1.0) is not None) is found


def test_stairs_within_twenty_steps_are_near() -> None:
    game = armed("#" * 30, "#@" + "." * 18 + "<>" + "." * 7 + "#", "#" * 30)
    put(game, 1, 22, terrain.UP_STAIR)
    assert player(game).near_stairs == {(1, 20), (1, 21)}


def test_down_means_stairs_that_lead_down() -> None:
    game = on_stairs()
    up, down = offer("stairs up"), offer("stairs down")
    moves = player(game, up, down)
    assert moves.stairs is up
    assert moves.down is down
    assert player(game, up).down is None


# ------------------------------------------------------------------ moods


@pytest.mark.parametrize(
    ("turn", "bold", "whimsical"),
    [
        (31, False, False),
        (32, True, False),
        (47, True, False),
        (48, False, True),
        (64, False, False),
    ],
)
def test_moods_change_every_sixteen_turns(turn: int, bold: bool, whimsical: bool) -> None:
    facts = SeatFacts(turn=turn)
    assert (moods.is_bold(facts), moods.is_whimsical(facts)) == (bold, whimsical)


def test_he_has_lingered_after_more_turns_than_so_many_or_if_he_never_came() -> None:
    facts = SeatFacts(turn=300, arrivals=(10, 200))
    assert moods.has_lingered(facts, 99)
    assert not moods.has_lingered(facts, 100)
    assert moods.has_lingered(SeatFacts(turn=0), 100)


@pytest.mark.parametrize(("turn", "tired"), [(300, True), (301, False)])
def test_stairs_bear_four_arrivals_in_three_hundred_turns(turn: int, tired: bool) -> None:
    facts = SeatFacts(turn=turn, arrivals=(1, 10, 10, 10, 10))
    assert moods.are_stairs_tired(facts) is tired
