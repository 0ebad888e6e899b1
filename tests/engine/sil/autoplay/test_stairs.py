"""The absent hero and ways down: stairs as a refuge, chasms, how far he goes from stairs."""

from __future__ import annotations

import msgspec
import pytest

from engine.common import compass
from engine.sil.autoplay import dangers, errands, moods, moves
from engine.sil.autoplay.seat_facts import News, facts_of
from engine.sil.autoplay.surroundings import NO_FLOOR, Floor
from engine.sil.game.context import SilContext
from engine.sil.game.messages import note
from engine.sil.level import terrain
from tests.engine.sil.arena import look, put
from tests.engine.sil.autoplay.test_dangers import (
    BRINK,
    HALL,
    SIL,
    armed,
    chosen,
    first,
    on_stairs,
    player,
)
from tests.engine.sil.stage import foe, item

CORRIDOR = ("#" * 40, "#@" + "." * 37 + "#", "#" * 40)


def arrived(game: SilContext, turns: int) -> SilContext:
    """Return a game in which the hero came to his level so many turns ago."""
    note(game, "arrived", "Came to 250 ft")
    game.hero.turns += turns
    return game


def after(game: SilContext, *news: News) -> moves.Moves:
    """Return the decision of a hero to whom this has just happened."""
    return player(game, news=frozenset(news))


def test_shot_at_out_of_the_dark_he_leaves_by_the_stairs_underfoot():
    game = on_stairs()
    game.hero.health //= 2
    assert first(dangers.grope, after(game, "shot")) == "stairs up"
    assert first(errands.rest, after(game)) == "rest"


def test_shot_at_out_of_the_dark_he_goes_to_known_stairs():
    game = armed(*HALL)
    game.hero.health //= 2
    assert first(dangers.grope, after(game, "shot")) is not None
    assert first(dangers.grope, after(game)) is None


@pytest.mark.parametrize("steps", [3, 6])
def test_from_under_blows_he_goes_to_stairs_when_nobody_bars_the_way(steps):
    rows = ["#" * 12, "#" + "." * 10 + "#", "#" + "." * 10 + "#", "#" * 12]
    rows[1] = "#" + ".@" + "." * (steps - 1) + "<" + "." * (8 - steps) + "#"
    game = armed(*rows)
    for dy, dx in ((0, -1), (1, -1), (1, 0), (1, 1)):
        foe(game, "Orc soldier", dy, dx)
    assert first(dangers.retreat, player(game)) == f"flee {compass.square(1, 2 + steps)}"


@pytest.mark.parametrize(("health", "jumps"), [(41, True), (29, False)])
def test_whole_and_alone_he_takes_a_chasm_for_a_way_down(health, jumps):
    game = armed(*BRINK)
    game.hero.health = health
    assert (first(errands.descend, player(game)) == "step e") is jumps


def test_he_goes_back_to_stairs_from_the_wakeful_who_know_nothing_of_him():
    rows = [row.replace("@", ".") for row in HALL]
    rows[3] = "#.........@..<#"
    for alertness, leaves in ((-5, True), (-15, False)):
        game = armed(*rows)
        for dy in (0, -1):
            foe(game, "Orc soldier", dy, -8, alertness=alertness)
        assert (first(dangers.shy, player(game)) is not None) is leaves


def test_on_the_way_down_he_waits_for_nobody():
    game = armed("#######", "#..@..#", "#######")
    put(game, game.hero.y, game.hero.x, terrain.DOWN_STAIR)
    foe(game, "Grimhawk", 0, 2, alertness=-5)
    assert chosen(game) == "stairs down"


def test_bound_for_a_fight_he_stays_upon_stairs():
    game = on_stairs()
    foe(game, "Spider hatchling", 0, 2)
    assert first(dangers.meet, player(game)) == "wait"


def test_he_rouses_nobody_beside_him_who_would_be_too_much():
    game = armed(*HALL)
    foe(game, "Mountain troll", 0, 1, alertness=-15)
    assert first(dangers.strike, player(game)) is None
    game = armed(*HALL)
    foe(game, "Spider hatchling", 0, 1, alertness=-15)
    assert first(dangers.strike, player(game)) == "fight spider-hatchling-0"


def _explorer(column: int, depth: int = 5, tired: bool = False) -> moves.Moves:
    """Return the moves of a hero in a corridor with stairs at its west end, who has seen it as
    far as a column."""
    game = armed(*(row.replace("#@.", "#@<") for row in CORRIDOR))
    for n in range(6 if tired else 1):
        game.hero.turns += n
        note(game, "arrived", "Came to 250 ft")
    for row in range(game.level.height):
        for x in range(column + 1, game.level.width):
            for layer in (game.knowledge.mark, game.knowledge.seen, game.knowledge.glimpsed):
                layer[game.level.at(row, x)] = 0
    return player(game, depth=depth)


def test_deeper_down_he_explores_near_stairs_and_farther_while_they_recover():
    assert _explorer(10).frontier is not None
    assert _explorer(2 + moves.ON_GUARD + 3).frontier is None
    assert _explorer(2 + moves.ON_GUARD + 3, depth=1).frontier is not None
    assert _explorer(2 + moves.ON_GUARD + 3, tired=True).frontier is not None


def test_stairs_tire_by_many_arrivals_of_late():
    game = armed(*HALL)
    for _ in range(moods.TOLERABLE + 1):
        note(game, "arrived", "Came to 250 ft")
    assert moods.are_stairs_tired(facts_of(game))
    game.hero.turns += moods.OF_LATE
    assert not moods.are_stairs_tired(facts_of(game))


@pytest.mark.parametrize(("turns", "leaves"), [(5, False), (errands.RETURN + 1, True)])
def test_back_upon_stairs_he_takes_them(turns, leaves):
    game = arrived(on_stairs(), turns)
    assert errands.is_back(player(game)) is leaves
    for _ in range(moods.TOLERABLE):
        note(game, "arrived", "Came to 250 ft")
    game.hero.turns += turns
    assert not errands.is_back(player(game))


def test_he_remembers_dark_floor_that_he_has_seen():
    game = armed(*HALL)
    view = SIL.view(game.state, 0)
    assert view.map is not None
    board = msgspec.structs.replace(view.map, state=bytes(len(view.map.state)))
    offers = SIL.legal(game.state, 0)
    layer = bytearray(len(game.level.feature))
    layer[game.level.at(1, 2)] = layer[game.level.at(1, 3)] = 1
    seen = Floor(glimpsed=bytes(layer))
    assert moves.Moves(facts_of(game), board, offers, floor=seen).is_open(1, 3)
    assert not moves.Moves(facts_of(game), board, offers, floor=NO_FLOOR).is_open(1, 3)


@pytest.mark.parametrize(("turns", "shuns"), [(5, True), (moves.DARING + 1, False)])
def test_after_a_while_he_goes_past_those_who_know_nothing_of_him(turns, shuns):
    game = arrived(armed(*HALL), turns)
    for dy in (0, 1):
        foe(game, "Orc soldier", dy, 6, alertness=-5)
    assert not moods.is_bold(facts_of(game))
    assert ((1, 4) in player(game).shunned) is shuns


@pytest.mark.parametrize(("turns", "goes"), [(5, True), (errands.KEEN + 1, False)])
def test_after_a_while_he_goes_for_no_more_things(turns, goes):
    game = arrived(armed(*HALL), turns)
    game.level.floor[game.level.at(1, 5)] = [item("Leather Armour")]
    game.hero.picks_up = False
    look(game)
    found = first(errands.walk, player(game))
    assert (found is not None and found.startswith("travel")) is goes


def test_on_a_whim_he_leaves_the_way_down_only_when_it_is_not_underfoot():
    for feature, strays in ((terrain.UP_STAIR, True), (terrain.DOWN_STAIR, False)):
        game = arrived(on_stairs(), errands.PATIENCE + 1)
        game.hero.turns += -game.hero.turns % (moods.SPELL * moods.WHIMS) - 1
        put(game, game.hero.y, game.hero.x, feature)
        put(game, game.hero.y, game.hero.x - 2, terrain.UP_STAIR)
        assert (first(errands.stray, player(game)) is not None) is strays
