"""The expert's moves last: flights, rests and searches are whole plans, and nobody goes to and
fro."""

from __future__ import annotations

import pytest

from engine.contract.facts import PlanEnded
from engine.sil.autoplay import dangers, errands, own_plans
from engine.sil.commands import registry
from engine.sil.game.context import SilContext
from engine.sil.items import flavours
from engine.sil.level import terrain
from engine.sil.movement import travel
from tests.engine.sil.arena import arena, look, put
from tests.engine.sil.autoplay.test_dangers import HALL, SIL, armed, chosen, first, player
from tests.engine.sil.stage import foe, item
from tests.rolled import dice_for

TO_A_DOOR = ("###################", "#...@...........+.#", "###################")
TWO_SIDES = (
    "##############",
    "#.....@......#",
    "######..######",
    "#............#",
    "##############",
)
ROUND_A_CORNER = ("###########", "#......@..#", "#########.#", "#########.#", "###########")
BEFORE_A_PACK = (
    "####################",
    "#..................#",
    "#..................#",
    "#########.##########",
    "#########.##########",
    "#..@...............#",
    "#..................#",
    "#..................#",
    "####################",
)


def forget(game: SilContext, columns: range) -> None:
    """Make some columns of the map unknown."""
    for square in range(len(game.knowledge.mark)):
        if square % game.level.width in columns:
            for layer in (game.knowledge.mark, game.knowledge.seen, game.knowledge.glimpsed):
                layer[square] = 0


def came(game: SilContext, *places: tuple[int, int]) -> None:
    """Note where the hero stood after his last actions."""
    for place in places:
        game.knowledge.remember_place(game.level.at(*place))


def test_a_flight_to_a_shut_door_is_a_plan_up_to_it() -> None:
    game = armed(*TO_A_DOOR)
    forget(game, range(17, 19))
    for dx in (-1, -2, -3):
        foe(game, "Orc warrior", 0, dx)
    look(game)
    forget(game, range(17, 19))
    advised = SIL.advise(game.state, 0)
    assert advised is not None
    assert advised.action.verb == "flee"
    saved = game.hero.x
    SIL.apply(game.state, 0, advised.action, dice_for("flight"))
    assert game.hero.x > saved + 2


def test_nobody_walks_to_stairs_confused() -> None:
    game = armed(*HALL)
    assert first(errands.rest, player(game)) is None
    game.hero.timers.confused = 20
    look(game)
    assert first(errands.rest, player(game)) == "rest"


def test_nearly_dead_a_fight_is_still_one_plan_to_its_end() -> None:
    game = armed(*HALL)
    game.hero.health = 2
    foe(game, "Wolf", 0, 1, health=20)
    look(game)
    [offer, *_] = [each for each in registry.offers(game) if each.action.verb == "fight"]
    assert str(offer.label) == "Fight the wolf to the end"
    events = SIL.apply(game.state, 0, offer.action, dice_for("to the end"))
    ends = [each.fact.reason for each in events if isinstance(each.fact, PlanEnded)]
    assert game.state.ended or ends == ["done"]


def test_a_search_for_hidden_doors_leaves_known_enemies_for_the_last() -> None:
    game = armed(*BEFORE_A_PACK)
    pack = [foe(game, "Wolf", dy, dx, alertness=-60) for dy, dx in ((-4, 4), (-4, 8), (-3, 6))]
    game.hero.y, game.hero.x = 5, 9
    look(game)
    assert travel.known_enemies(game)
    game.hero.y, game.hero.x = 6, 3
    look(game)
    for wolf in pack:
        wolf.energy = -100_000
    SIL.apply(game.state, 0, SIL.parse("search walls", game.state, 0), dice_for("walls"))
    assert game.knowledge.searched
    searched = [game.level.place(square) for square in game.knowledge.searched]
    assert all(max(abs(w.y - y), abs(w.x - x)) > 3 for w in pack for y, x in searched)


@pytest.mark.parametrize(("before", "goes_on"), [((1, 7), True), ((3, 2), False)])
def test_who_stepped_within_reach_of_thorns_goes_on(before: tuple[int, int], goes_on: bool) -> None:
    game = armed(*TWO_SIDES)
    foe(game, "Tanglethorn", 0, -1)
    came(game, before, (1, 6))
    forget(game, range(1))
    look(game)
    forget(game, range(1))
    moves = player(game)
    assert (game.hero.y, game.hero.x) in moves.around.briars
    found = next(dangers.flinch(moves), None)
    assert found is not None
    assert (str(found.why) == "the way on leads past the thorns") is goes_on


def test_what_showed_nothing_is_not_tried_again() -> None:
    game = armed(*HALL)
    flavours.deal(game)
    game.hero.pack.append(item("Healing"))
    look(game)
    assert first(errands.taste, player(game)) == "quaff a"
    game.lore.tried.append(game.hero.pack[0].kind)
    assert first(errands.taste, player(game)) is None


def test_against_many_he_drinks_what_helps_in_a_fight_and_nothing_else() -> None:
    game = armed(*BEFORE_A_PACK)
    flavours.deal(game)
    for dy, dx in ((0, 1), (0, -1), (1, 0)):
        foe(game, "Wolf", dy, dx)
    game.hero.pack.append(item("True Sight"))
    game.lore.aware.append(game.hero.pack[0].kind)
    look(game)
    assert first(dangers.repel, player(game)) is None
    game.hero.pack.append(item("Quickness"))
    game.lore.aware.append(game.hero.pack[1].kind)
    look(game)
    assert first(dangers.repel, player(game)) == "quaff b"


def test_where_he_was_seen_he_does_not_hide_again() -> None:
    game = armed(*ROUND_A_CORNER)
    game.hero.health = 10
    foe(game, "Wolf", 0, -4, alertness=-3)
    look(game)
    hides = next(errands.withdraw(player(game)), None)
    assert hides is not None
    assert hides.offer.at is not None
    came(game, hides.offer.at, (1, 7))
    again = next(errands.withdraw(player(game)), None)
    assert again is None or again.offer.at != hides.offer.at
    assert chosen(game)


@pytest.mark.parametrize(("steps", "is_plan"), [(1, False), (2, True), (3, True)])
def test_a_flight_of_one_step_is_no_plan(steps: int, is_plan: bool) -> None:
    rows = ("############", "#...@......#", "############")
    game = arena(*rows, known=True)
    foe(game, "Wolf", 0, -3)
    put(game, 1, 4 + steps, terrain.DOWN_STAIR)
    look(game)
    flight = own_plans.flights_of(game)((1, 4 + steps))
    assert (flight is not None) is is_plan
