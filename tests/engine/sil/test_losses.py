"""Losses of health with their amounts and accounts, names of creatures, notes, sleepers."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from engine.sil.creatures import creature_names
from engine.sil.dungeon import traps
from engine.sil.effects import elements, hunger, statuses
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.level import terrain
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, put
from tests.engine.sil.commands.test_offers import _laden
from tests.engine.sil.items.things import lying, thing
from tests.engine.sil.stage import foe, load_dice, stage
from tests.sampled import sampled

SIL = SilQ()
EVERYDAY = ("step", "wait", "answer")
AMOUNT = re.compile(r" you for (\d+)\b(?! of poison)|^You lose (\d+) health to ")


def _losses(game: SilContext) -> list[tuple[int, str]]:
    """Return the amounts that were told since the last look, with their accounts."""
    found = [(AMOUNT.search(str(e.text)), str(e.detail)) for e in game.state.events]
    game.state.events.clear()
    return [(int(m[1] or m[2]), detail) for m, detail in found if m]


def _poison(game: SilContext) -> None:
    game.hero.timers.poison = 13
    statuses.wounds(game)


def _bleed(game: SilContext) -> None:
    game.hero.timers.cut = 7
    statuses.wounds(game)


def _starve(game: SilContext) -> None:
    game.hero.food = 0
    hunger.digest(game)


def _trap(feature: int) -> Callable[[SilContext], None]:
    def spring(game: SilContext) -> None:
        load_dice(game, otherwise=6)
        put(game, game.hero.y, game.hero.x, feature)
        traps.enter(game)

    return spring


CAUSES: dict[str, Callable[[SilContext], object]] = {
    "poison": _poison,
    "bleeding": _bleed,
    "hunger": _starve,
    "a chasm": _trap(terrain.CHASM),
    "a false floor": _trap(terrain.FALSE_FLOOR),
    "a pit": _trap(terrain.PIT),
    "a spiked pit": _trap(terrain.SPIKED_PIT),
    "a dart": _trap(terrain.DART_TRAP),
    "a deadfall": _trap(terrain.DEADFALL),
    "acid": _trap(terrain.ACID_TRAP),
    "fire": lambda game: elements.strike_hero(game, "fire", 4, 4, "a fire-drake"),
    "a burning arrow": lambda game: elements.strike_hero(
        game, "fire", 4, 4, "a fire-drake", pure=False
    ),
}


@pytest.mark.parametrize("cause", CAUSES)
def test_what_costs_health_says_how_much_and_why(cause: str) -> None:
    game = stage(stats=(0, 0, 8, 0))
    before = game.hero.health
    CAUSES[cause](game)
    told = _losses(game)
    assert told
    assert sum(amount for amount, _ in told) == before - game.hero.health
    assert all(re.search(r"\d", account) for _, account in told)


@pytest.mark.parametrize("seed", sampled(range(40), 2, pytest.mark.soak(part="random")))
def test_no_health_is_lost_in_silence(seed: int) -> None:
    """Random play at any depth: the losses shown on the map are those that the lines tell."""
    dice = random.Random(seed)
    game = _laden(dice.randrange(1, 20), seed, dice)
    for _ in range(40):
        if game.state.ended:
            break
        game.hero.food, game.hero.health = 4000, game.hero.derived.max_health
        place = game.level
        offers = [
            o for o in SIL.legal(game.state, 0) if o.action.verb in ("step", "wait", "answer")
        ]
        events = SIL.apply(game.state, 0, dice.choice(offers).action, game.streams)
        lost = sum(m.amount for m in game.state.marks if m.kind == "hurt" and m.seat == 0)
        told = [m for e in events if (m := AMOUNT.search(str(e.text)))]
        if game.level is place:
            assert sum(int(m[1] or m[2]) for m in told) == lost, [str(e.text) for e in events]
        assert all(str(e.detail) for e in events if AMOUNT.search(str(e.text)))


def test_a_creature_among_several_of_its_kind_is_called_as_the_orders_call_it() -> None:
    game = arena("#########", "#.......#", "#...@...#", "#.......#", "#########", lit=True)
    first = foe(game, "Wolf", 0, 1)
    creature_names.meet(game, first)
    assert format(creature_names.name(game, first), "the") == "the wolf"
    second = foe(game, "Wolf", 0, 2)
    creature_names.meet(game, second)
    assert f"{creature_names.name(game, first):The}" == "Wolf 1"
    assert creature_names.handle(game, second) == "wolf-2"
    attack = next(o for o in SIL.legal(game.state, 0) if str(o.label).startswith("Attack"))
    assert str(attack.label) == "Attack wolf 1"
    events = SIL.apply(game.state, 0, attack.action, game.streams)
    assert any("wolf 1" in str(e.text) for e in events if str(e.text).startswith("You "))


@pytest.mark.parametrize(
    ("lines", "headline"),
    [
        ((("wolf", "Wolf 2 bites you for 9."), ("found", "You pick the lock.")), "Wolf 2"),
        ((("blow", "Wolf 2 bites you for 9."), ("sight", "A wolf comes into view.")), "Wolf 2"),
        ((("sight", "A wolf comes into view."), ("strike", "You hit the wolf for 3.")), "A wolf"),
        ((("hurt", "You lose 4 health to a pit."), ("item", "You have 3 Arrows.")), "You lose 4"),
        ((("blow", "Wolf 2 bites you for 9."), ("status", "You lose 1 health.")), "Wolf 2"),
        ((("miss", "Wolf 2 misses you."), ("status", "You lose 1 health.")), "You lose 1"),
    ],
)
def test_the_headline_is_the_most_dangerous_line(
    lines: tuple[tuple[str, str], ...], headline: str
) -> None:
    game = arena("#####", "#.@.#", "#####", lit=True)
    for kind, text in lines:
        tell(game, text, "blow" if kind == "wolf" else kind)
    assert str(SIL.view(game.state, 0).headline).startswith(headline)


def test_a_note_on_the_floor_is_read_where_it_lies() -> None:
    game = arena("#######", "#.@...#", "#######", lit=True)
    lying(game, thing(2, "Note"), dx=1)
    SIL.apply(game.state, 0, SIL.parse("step e", game.state, 0), game.streams)
    read = [str(m.text) for m in game.state.said if str(m.text).startswith("It reads:")]
    assert len(read) == 1
    assert "iron mountain" in read[0]
    offers = SIL.legal(game.state, 0)
    assert not any(o.action.verb == "get" for o in offers)
    examine = next(o for o in offers if o.action.verb == "examine" and "Note" in str(o.label))
    events = SIL.apply(game.state, 0, examine.action, game.streams)
    assert any("iron mountain" in str(e.text) + str(e.detail) for e in events)


HALL = ("##################", "#.@..............#", "#................#", "#.################",
        "#.......##########", "##################")  # fmt: skip


def test_he_explores_past_the_sleeping_and_keeps_away_from_them() -> None:
    game = arena(*HALL)
    sleeper = foe(game, "Wolf", 0, 8, alertness=-15)
    sleeper.energy = -10_000
    plain = [o for o in SIL.legal(game.state, 0) if o.action.verb == "explore"]
    assert [str(o.action) for o in plain] == ["explore"]
    SIL.apply(game.state, 0, plain[0].action, game.streams)
    hero = game.hero
    assert hero.turns > 0
    assert max(abs(hero.y - sleeper.y), abs(hero.x - sleeper.x)) > 3
    sleeper.alertness = 5
    assert not [o for o in SIL.legal(game.state, 0) if o.action.verb == "explore"]
