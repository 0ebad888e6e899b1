"""The hero who plays by himself: by offers and view alone, and well enough."""

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from statistics import median

import msgspec
import pytest

from engine.contract.action import Action, Offer
from engine.sil.autoplay import dangers, errands, expert, moods, seat_facts
from engine.sil.autoplay.moves import Moves
from engine.sil.autoplay.seat_facts import Foe
from engine.sil.game.state import Item
from engine.sil.items import item_classes, item_values
from engine.sil.items.item_values import Thing
from engine.sil.ruleset import SilQ
from tests.engine.sil.creature_ai.test_every_race import check, check_hero
from tests.rolled import dice_for
from tests.sampled import sampled

RULESET = SilQ()
MOST_TURNS = 8000  # of one game
PACING = 400  # so often on one spot of a level he walks in circles


def played(seed, actions, rules="manual", every_turn=lambda game: None):
    """Return a game as the absent hero plays it: its state, and the lines of its log."""
    game = RULESET.game(
        RULESET.new(
            {"hero": "quick", "rules": rules}, ["Absent"], dice_for(seed.to_bytes(16, "big"))
        ),
        dice_for(seed.to_bytes(16, "big")),
    )
    lines = []
    while not game.state.ended and len(lines) < actions and game.hero.turns < MOST_TURNS:
        action = RULESET.advise(game.state, 0).action
        RULESET.apply(game.state, 0, action, game.streams)
        lines.append(str(action))
        every_turn(game)
    return game, lines


def sound(game):
    """Return what holds at every turn."""
    check(game)
    check_hero(game)


def replayed(seed, lines, rules="manual"):
    """Return the game that a log makes."""
    game = RULESET.game(
        RULESET.new(
            {"hero": "quick", "rules": rules}, ["Absent"], dice_for(seed.to_bytes(16, "big"))
        ),
        dice_for(seed.to_bytes(16, "big")),
    )
    for line in lines:
        RULESET.apply(game.state, 0, RULESET.parse(line, game.state, 0), game.streams)
    return game


@pytest.mark.parametrize("seed", sampled(range(1, 3), 1, pytest.mark.soak(part="autoplay")))
def test_he_plays_and_his_log_plays_the_same_game_again(seed):
    game, lines = played(seed, 15, "game" if seed % 2 else "manual", sound)
    assert len(lines) == 15 or game.state.ended
    again = replayed(seed, lines, "game" if seed % 2 else "manual")
    assert RULESET.dump(again.state) == RULESET.dump(game.state)


def test_a_saved_and_loaded_game_goes_on_alike():
    game, _ = played(6, 8)
    game.streams = dice_for("on")
    copy = RULESET.game(RULESET.load(RULESET.dump(game.state)), dice_for("on"))
    for _ in range(6):
        if game.state.ended:
            break
        action = RULESET.advise(game.state, 0).action
        assert action == RULESET.advise(copy.state, 0).action
        RULESET.apply(game.state, 0, action, game.streams)
        RULESET.apply(copy.state, 0, action, copy.streams)
        assert RULESET.dump(copy.state) == RULESET.dump(game.state)


def test_he_answers_by_the_view_alone():
    """Two states that look alike to their seat bring the same choice."""
    game, _ = played(3, 10)
    hidden = RULESET.game(RULESET.load(RULESET.dump(game.state)))
    for creature in hidden.level.creatures:
        if creature is not None and not game.known(creature).visible:
            creature.health, creature.alertness = 1, -20
    assert RULESET.view(hidden.state, 0) == RULESET.view(game.state, 0)
    assert RULESET.pages(hidden.state, 0) == RULESET.pages(game.state, 0)
    assert RULESET.advise(hidden.state, 0).action == RULESET.advise(game.state, 0).action


def test_he_makes_himself_when_asked():
    game = RULESET.game(
        RULESET.new({"hero": "create"}, ["Absent"], dice_for(bytes(16))), dice_for(bytes(16))
    )
    for _ in range(12):
        if game.state.question is None:
            break
        RULESET.apply(game.state, 0, RULESET.advise(game.state, 0).action, game.streams)
    assert RULESET.view(game.state, 0).map is not None
    assert not game.state.birth


def kind(tval, sval, figures=0.0, **more):
    """Return a thing of a kind as the hero knows it."""
    return Thing(tval, sval, figures=figures, **more)


SHIELD = kind(item_classes.SHIELD, 3, 2.0)
QUARTERSTAFF = kind(item_classes.BLUNT, 3, 8.0, two_handed=True)
LONGSWORD = kind(item_classes.SWORD, 17, 6.0)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"damage_dice": 2, "damage_sides": 5}, {"damage_dice": 1, "damage_sides": 5}),
        (
            {"evasion": -2, "protection_dice": 2, "protection_sides": 4},
            {"protection_dice": 1, "protection_sides": 4},
        ),
        ({"evasion": 1}, {}),
    ],
)
def test_he_knows_better_gear_by_its_figures(better, worse):
    game, _ = played(3, 0)
    sword = game.data.kind(item_classes.SWORD, 17).serial
    first, second = (item_values.thing(game, Item(sword, **each)) for each in (better, worse))
    assert first.figures > second.figures


def _player(turn=0, offers=(), **facts):
    """Return the absent hero on his first level, at another turn, with other gear and news."""
    game, _ = played(4, 0)
    plain = {"worn": {}, "arrivals": (), "may_have_elbereth": False, **facts}
    known = msgspec.structs.replace(seat_facts.facts_of(game), turn=turn, **plain)
    view = RULESET.view(game.state, 0)
    return Moves(known, view.map, [*RULESET.legal(game.state, 0), *offers])


@pytest.mark.parametrize(("weapon", "wears"), [(QUARTERSTAFF, False), (LONGSWORD, True)])
def test_he_puts_no_shield_beside_what_fills_both_hands(weapon, wears):
    assert item_values.better(SHIELD, {"weapon": weapon}) is wears


def chosen(moves):
    """Return the action that the expert recommends first."""
    return expert.recommendations(moves)[0].offer.action


def test_he_breaks_down_the_door_that_he_found_stuck():
    bash = Offer(Action("bash", ("n",)), "Bash the door")
    stuck = _player(news=frozenset(("stuck",)), offers=(bash,))
    assert chosen(stuck) == bash.action
    assert chosen(_player(offers=(bash,))) != bash.action


def test_he_goes_to_bones_until_they_are_searched():
    assert item_values.worth_a_way(kind(item_classes.SKELETON, 0), {})
    assert not item_values.worth_a_way(kind(item_classes.SKELETON, 0, searched=True), {})


def test_now_and_then_he_follows_a_whim():
    turns = range(0, 40 * moods.SPELL, moods.SPELL)
    whims = [next(errands.stray(_player(turn=turn)), None) for turn in turns]
    followed = [whim.offer.action for whim in whims if whim is not None]
    assert len(followed) == len(whims) // moods.WHIMS
    assert len(set(followed)) > 1


def test_bare_hands_wake_nobody():
    game, _ = played(3, 0)
    view, offers = RULESET.view(game.state, 0), RULESET.legal(game.state, 0)
    step = next(o for o in offers if o.action.verb == "step" and o.at is not None)
    wolf = view.map.entities[0]
    for alertness, worn, struck in (
        ("asleep", {}, False), ("asleep", {"weapon": LONGSWORD}, True), ("alert", {}, True),
    ):  # fmt: skip
        entity = msgspec.structs.replace(
            wolf, y=step.at[0], x=step.at[1], seat=None, name="wolf-1", badges=(alertness,)
        )
        board = msgspec.structs.replace(view.map, entities=(*view.map.entities, entity))
        facts = msgspec.structs.replace(
            seat_facts.facts_of(game), worn=worn, arrivals=(), foes={"wolf-1": Foe(2)},
            melee=9, evasion=9, melee_dice=(4, 4), guard=(0, 0),
        )  # fmt: skip
        found = next(dangers.strike(Moves(facts, board, offers)), None)
        assert (found is not None and found.offer.action == step.action) is struck


def _outcome(game_number):
    seed, rules = game_number
    paces = Counter()

    def watch(game):
        sound(game)
        paces[game.level.depth, game.hero.y, game.hero.x, game.hero.health] += 1

    game, lines = played(seed, 6 * MOST_TURNS, rules, watch)
    same = RULESET.dump(replayed(seed, lines, rules).state) == RULESET.dump(game.state)
    kills = sum(page.kills for page in game.lore.races.values())
    return game.hero.deepest, kills, same, max(paces.values()) > PACING


@pytest.mark.soak(part="autoplay")
@pytest.mark.parametrize(
    ("rules", "share", "levels"),
    [
        ("game", 1 / 2, 6),  # the kit has a sword in it
        ("manual", 1 / 3, 3),  # the first task is to find a weapon, and not all do
    ],
)
def test_so_many_games_go_deep_and_bring_five_kills(rules, share, levels):
    """A part of the games is played with SIL_GAMES, as "51-100"."""
    first, last = map(int, os.environ.get("SIL_GAMES", "1-200").split("-"))
    games = last - first + 1
    with ProcessPoolExecutor(2) as pool:
        found = list(pool.map(_outcome, [(seed, rules) for seed in range(first, last + 1)]))
    depths = sorted(deepest for deepest, _, _, _ in found)
    print(rules, "deepest levels", depths)
    assert all(same for _, _, same, _ in found)
    assert sum(deepest >= 3 for deepest in depths) >= share * games
    assert sum(kills >= 5 for _, kills, _, _ in found) >= share * games
    assert sum(paced for _, _, _, paced in found) <= games / 20
    assert median(depths) >= levels


def test_there_is_no_advice_when_nothing_can_be_done():
    game, _ = played(2, 3)
    game.state.ended = "dead"
    assert RULESET.advise(game.state, 0) is None
