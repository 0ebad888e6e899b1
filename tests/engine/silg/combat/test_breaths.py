"""Breaths: rolled when they are declared, harming whoever is inside when due (rules: silg K7)."""

from __future__ import annotations

import pytest

from engine.contract.facts import CreatureRef, Hurt, SeatRef
from engine.sil.game.state import Creature, Slot
from engine.silg.combat import breaths
from engine.silg.context import SilGContext
from engine.silg.state import DeclaredAction, Fighter, RolledBlow
from tests.engine.sil.stage import Loaded
from tests.engine.silg.stage import LoadedDice, foe, load, table, texts, wear

DRAKE = "Fire-drake hatchling"  # of six dice
KINDS = {"fire": "BRTH_FIRE", "cold": "BRTH_COLD", "poison": "BRTH_POIS", "dark": "BRTH_DARK"}
SLEEPER = (1, 1)


def before_a_drake(*names: str, steps: int = 2) -> tuple[SilGContext, Creature]:
    """Return heroes so many squares east of a drake, the second one below the first."""
    game = table(*(names or ("Ann",)))
    for seat in game.heroes:
        game.hero(seat).y, game.hero(seat).x = 4 + seat, 3 + steps
    drake = foe(game, DRAKE, 4, 3)
    for seat in game.heroes:
        game.hero(seat).health = game.hero(seat).derived.max_health = 90
    texts(game)
    return game, drake


def breath(game: SilGContext, kind: str, *rolled: tuple[int, int, int]) -> DeclaredAction:
    """Return a breath that has been declared: seats, the dice that are left, their damage."""
    deed = DeclaredAction("power", f"breathe {kind}", "h0", power=KINDS[kind])
    level = game.state.sil.level
    for seat, dice, damage in rolled:
        deed.squares.append(level.at(game.hero(seat).y, game.hero(seat).x))
        deed.blows.append(RolledBlow(kind, dice=dice, damage=damage, sides=4))
    return deed


def test_a_breath_loses_the_dice_that_were_rolled_last_two_a_square() -> None:
    game, drake = before_a_drake("Ann", "Bob")
    load(game, 4, 1, 3, 2, 1, 2, otherwise=4)
    deed = breaths.declare(game, drake, 1, "BRTH_FIRE")
    assert (deed.kind, deed.line, deed.target) == ("power", "breathe fire", "h1")
    assert deed.power == "BRTH_FIRE"
    assert str(deed.told) == "The fire-drake hatchling draws breath."
    level = game.state.sil.level
    at = dict(zip(deed.squares, deed.blows, strict=True))
    found = [at[level.at(4 + away // 2, 3 + away)] for away in range(5)]
    assert [(blow.dice, blow.damage) for blow in found] == [
        (6, 13),
        (4, 10),
        (2, 5),
        (0, 0),
        (0, 0),
    ]
    assert {(blow.name, blow.sides) for blow in deed.blows} == {("fire", 4)}
    assert game.streams.play.die(4) == 4  # no more dice than the six were rolled


@pytest.mark.parametrize(
    ("kind", "degrees"), [("fire", 60), ("cold", 60), ("dark", 60), ("poison", 90)]
)
def test_a_breath_of_poison_is_wider_than_others(kind: str, degrees: int) -> None:
    game, drake = before_a_drake()
    deed = breaths.declare(game, drake, 0, KINDS[kind])
    level = game.state.sil.level
    inside = {level.place(i) for i in deed.squares}
    assert (4, 3) in inside
    assert {(4 + off, 7) in inside for off in (-2, -1, 0, 1, 2)} == {True}  # within 30 degrees
    wide = degrees == 90
    assert [(4 + off, 6) in inside for off in (-3, -2, 2, 3)] == [wide] * 4  # within 45
    assert not [place for place in inside if place[1] < 3]


@pytest.mark.parametrize(
    ("kind", "breathed", "harm"),
    [
        ("fire", "The fire-drake hatchling breathes fire.", "Ann takes 9 of fire."),
        ("cold", "The fire-drake hatchling breathes frost.", "Ann takes 9 of frost."),
        ("poison", "The fire-drake hatchling breathes poison.", "Ann takes 9 of poison."),
        ("dark", "The fire-drake hatchling breathes darkness.", "Ann takes 9 of darkness."),
    ],
)
def test_everybody_hears_of_a_breath_and_whom_it_harms(kind: str, breathed: str, harm: str) -> None:
    game, drake = before_a_drake()
    game.hero(0).knowledge.light[game.state.sil.level.at(4, 5)] = 2
    load(game, otherwise=2)
    breaths.deal(game, drake, breath(game, kind, (0, 3, 9)))
    told = [(str(e.text), e.audience, e.kind) for e in game.events if e.audience is None]
    assert told == [(breathed, None, "power"), (harm, None, "hurt")]
    lost = 0 if kind == "poison" else 9
    assert (game.hero(0).health, game.hero(0).timers.poison) == (90 - lost, 9 - lost)
    [fact] = [event.fact for event in game.events if isinstance(event.fact, Hurt)]
    assert fact == Hurt(SeatRef(0), 9, "power", by=CreatureRef("fire-drake-hatchling", 1))
    assert game.hero(0).was_attacked


def test_a_breath_harms_all_who_stand_in_it_as_far_as_dice_are_left() -> None:
    game, drake = before_a_drake("Ann", "Bob", "Eve", "Dor")
    deed = breath(game, "fire", (0, 1, 4), (2, 0, 0), (3, 2, 7))
    breaths.deal(game, drake, deed)
    assert [game.hero(seat).health for seat in range(4)] == [86, 90, 90, 83]
    assert [str(e.text) for e in game.events if e.kind == "hurt" and e.audience is None] == [
        "Ann takes 4 of fire.",
        "Dor takes 7 of fire.",
    ]
    assert [hero.was_attacked for hero in game.state.sil.heroes] == [True, False, False, True]


@pytest.mark.parametrize(
    ("kind", "resists", "lost"),
    [("fire", 0, 20), ("fire", 1, 10), ("fire", 2, 6), ("fire", -1, 40), ("dark", 0, 24)],
)
def test_what_stands_against_an_element_comes_off_before_resistance(
    kind: str, resists: int, lost: int
) -> None:
    game, drake = before_a_drake()
    wear(game, 0, Slot.ARM, "Round Shield")
    wear(game, 0, Slot.BODY, "Mail Corslet")
    game.hero(0).health = game.hero(0).derived.max_health = 90
    # Resistance counts one for the fire that nothing resists, so a vulnerable hero has -1.
    game.hero(0).derived.counts[f"resist_{kind}"] = {-1: 0}.get(resists, resists + 1)
    game.hero(0).knowledge.light[game.state.sil.level.at(4, 5)] = 2
    game.state.fighters = [Fighter("h0", armour=[("arm", 4), ("body", 9)])]
    breaths.strike(game, 0, kind, 24, drake)
    assert 90 - game.hero(0).health == lost


def test_protection_leaves_nothing_of_a_weak_breath_and_no_less() -> None:
    game, drake = before_a_drake()
    wear(game, 0, Slot.ARM, "Round Shield")
    game.hero(0).health = 50
    game.state.fighters = [Fighter("h0", armour=[("arm", 4)])]
    breaths.strike(game, 0, "fire", 3, drake)
    assert game.hero(0).health == 50
    assert texts(game)[0] == "Ann takes 0 of fire."


def test_who_dies_in_a_breath_is_slain_by_whose_it_was() -> None:
    game, drake = before_a_drake("Ann", "Bob")
    game.hero(0).health = 5
    breaths.deal(game, drake, breath(game, "fire", (0, 3, 9)))
    told = [str(event.text) for event in game.events if event.kind == "death"]
    assert told == ["Ann is slain by the fire-drake hatchling."]
    assert game.heroes == [1]


@pytest.mark.parametrize(("there", "loud"), [(True, True), (False, False)])
def test_a_breath_is_heard_from_where_it_came(
    monkeypatch: pytest.MonkeyPatch, there: bool, loud: bool
) -> None:
    game, drake = before_a_drake()
    orc = foe(game, "Orc scout", *SLEEPER, alertness=-20)
    game.hero(0).turns = 10
    texts(game)
    monkeypatch.setattr(game, "_hidden_streams", LoadedDice(game.streams, Loaded([], 1)))
    deed = breath(game, "fire")
    if not there:
        game.state.sil.level.creatures[drake.slot] = None
    breaths.deal(game, drake, deed)
    away = 3  # from (4, 3) to (1, 1)
    assert orc.alertness == -20 + loud * (4 - away + 1 - (-10 + 1))
    assert game.state.sil.events == []
