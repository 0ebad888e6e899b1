"""The absent hero and those who hunt him out of his sight; where he rests, whom he lets go."""

from __future__ import annotations

import pytest

from engine.sil.autoplay import dangers, errands, songs
from engine.sil.autoplay.surroundings import Floor, Surroundings
from engine.sil.creatures import placement
from engine.sil.game.context import SilContext
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from tests.engine.sil.arena import look
from tests.engine.sil.autoplay.test_dangers import SIL, armed, chosen, first, player
from tests.engine.sil.stage import foe, item, wear

CORNER = ("###############", "#.............#", "#.....@.......#", "######.########",
          "######........#", "###############")  # fmt: skip
ROUND_THE_CORNER = 4, 13


def hunted(*races: str, **how: object) -> SilContext:
    """Return a hero from whom hunters have gone round a corner."""
    game = armed(*CORNER)
    game.level.creatures.append(None)  # the creatures' numbers begin at 1
    enemies = [foe(game, race, -1, 3 + n, **how) for n, race in enumerate(races)]
    look(game)
    for n, enemy in enumerate(enemies):
        placement.relocate(game, enemy, ROUND_THE_CORNER[0], ROUND_THE_CORNER[1] - n)
    look(game)
    return game


def test_one_who_lurks_is_awaited_and_nobody_rests_or_explores_meanwhile():
    game = hunted("Wolf")
    game.hero.health -= 2
    assert first(dangers.meet, player(game)) == "await"
    assert first(errands.rest, player(game)) is None
    assert chosen(game) == "await"


@pytest.mark.parametrize("hurt", [False, True])
def test_from_lurkers_who_are_too_much_he_runs(hurt):
    game = hunted("Wolf") if hurt else hunted(*["Cave troll"] * 3)
    if hurt:
        game.hero.health = game.hero.derived.max_health // 5
    put_stairs(game, 1, 1)
    assert chosen(game).startswith("flee")


def put_stairs(game: SilContext, y: int, x: int) -> None:
    game.level.feature[game.level.at(y, x)] = next(n for n in range(256) if terrain.UPWARD[n])
    look(game)


def test_he_rests_beside_sleepers_and_not_beside_the_wakeful():
    for alertness, rests in ((-20, True), (-5, False)):
        game = armed(*CORNER)
        game.hero.health //= 2
        foe(game, "Orc archer", -1, 2, alertness=alertness)
        look(game)
        assert ("rest" in {str(o.offer.action) for o in errands.rest(player(game))}) is rests


def test_he_goes_out_of_the_sight_of_the_wakeful_to_rest():
    game = armed(*CORNER)
    game.hero.health //= 2
    foe(game, "Orc archer", -1, 7, alertness=-5)
    look(game)
    for square in range(game.level.width * 4, game.level.width * 5):
        game.knowledge.seen[square] = 0
    moves = player(game)
    found = next(errands.withdraw(moves)).offer
    assert found.at is not None
    assert not moves.around.is_seen(*found.at)


def test_who_flees_is_not_followed():
    game = armed(*CORNER)
    foe(game, "Wolf", -1, 2, stance="fleeing")
    look(game)
    assert first(dangers.meet, player(game)) is None


@pytest.mark.parametrize(("lost", "best"), [(0, "sing stop"), (0.3, "rest")])
def test_a_song_that_helps_no_more_ends_by_a_rest_where_one_is_due(lost, best):
    game = armed(*CORNER)
    game.hero.bought.append(ab.SONG_OF_ELBERETH)
    game.hero.song, game.hero.song_turns = ab.SONG_OF_ELBERETH.number, songs.LINGERS + 1
    game.hero.voice = game.hero.derived.max_voice
    game.hero.health -= round(lost * game.hero.health)
    look(game)
    assert first(songs.hush, player(game)) == "sing stop"
    assert chosen(game) == best


def test_where_he_has_been_nothing_new_is_to_be_seen():
    game = armed(*CORNER)
    around = player(game).around
    edge = {i for i, new in enumerate(around.edge.layer) if new}
    visited = bytes(i in edge for i in range(len(game.level.feature)))
    seen = Surroundings(around.facts, around.board, Floor(visited=visited))
    assert not any(seen.edge.layer[: len(visited)])
    assert edge


@pytest.mark.parametrize("left", [0, 500])
def test_in_the_dark_only_a_light_with_fuel_left_is_put_on(left):
    game = armed(*CORNER)
    game.hero.pack.append(item("Wooden Torch", timeout=left))
    wear(game, Slot.LIGHT, "Wooden Torch", timeout=0)
    look(game)
    assert (first(dangers.light, player(game)) is not None) is bool(left)


def test_a_device_that_cannot_work_here_is_not_advised():
    for room in (True, False):
        game = armed(*CORNER)
        game.hero.pack.append(item("Warding", pval=5))
        game.lore.aware.append(game.hero.pack[-1].kind)
        for place in ((-1, 0), (0, 1), (0, -1)):
            foe(game, "Cave troll", *place)
        if not room:
            here = game.level.at(game.hero.y, game.hero.x)
            game.level.feature[here] = terrain.GLYPH
        look(game)
        advised = {o.action.verb for o in SIL.legal(game.state, 0) if o.advised}
        assert ("activate" in advised) is room
