"""Totals and odds of fights in situations that seldom come about: pits, webs, the dark."""

from __future__ import annotations

import pytest

from engine.contract.action import Action
from engine.sil.game.state import Slot
from engine.sil.level import terrain
from engine.silg.clock import encounter_clock
from engine.silg.combat import odds, skill_totals, standing_defence
from engine.silg.context import SilGContext
from engine.silg.wording import text
from tests.engine.silg.situations import archers, facing
from tests.engine.silg.stage import DATA, foe, skills, table


def halved(game: SilGContext, why: str) -> list[bool]:
    """Return whether an orc's evasion and its attack are halved for a reason."""
    orc = game.creatures[0]
    hero = game.hero(0)
    evasion = skill_totals.creature_evasion(game, orc, (hero.y, hero.x))
    attack = skill_totals.creature_attack(game, 0, orc, 10)
    return [why in str(each.words()) for each in (evasion, attack)]


@pytest.mark.parametrize(
    ("feature", "hidden", "held"),
    [
        (terrain.PIT, 0, True),
        (terrain.SPIKED_PIT, 0, True),
        (terrain.WEB, 0, True),
        (terrain.PIT, 1, False),
        (terrain.FLOOR, 0, False),
        (terrain.DART_TRAP, 0, False),
    ],
)
def test_who_is_in_an_open_pit_or_a_web_strikes_and_dodges_at_half(
    feature: int, hidden: int, held: bool
) -> None:
    game = table("Ann")
    foe(game, "Orc scout", 4, 5)
    level = game.state.sil.level
    level.feature[level.at(4, 5)], level.hidden[level.at(4, 5)] = feature, hidden
    assert halved(game, "held by a pit or web") == [held, held]


def test_what_flies_is_held_by_no_pit() -> None:
    game = table("Ann")
    bat = next(m.name for m in DATA.monsters.values() if "FLYING" in m.flags and m.health.number)
    foe(game, bat, 4, 5)
    level = game.state.sil.level
    level.feature[level.at(4, 5)] = terrain.PIT
    assert halved(game, "held by a pit or web") == [False, False]


@pytest.mark.parametrize(("light", "unseen"), [(0, True), (1, False)])
def test_a_light_bearer_dodges_at_half_what_comes_out_of_the_dark(light: int, unseen: bool) -> None:
    game = table("Ann")
    bearer = next(m for m in DATA.monsters.values()
                  if m.glyph.char in "@G" and m.light > 0 and m.health.number)  # fmt: skip
    foe(game, bearer.name, 4, 5)
    hero = game.hero(0)
    hero.knowledge.light[game.state.sil.level.at(hero.y, hero.x)] = light
    assert halved(game, "unseen attacker")[0] is unseen


def test_a_hero_s_guard_is_told_with_its_die_once_the_clock_runs() -> None:
    game = table("Ann")
    foe(game, "Orc scout", 4, 10)
    score = game.hero(0).derived.skills[2]
    assert str(odds.own_guard(game, 0)) == f"your evasion {score:+d} and a d20"
    encounter_clock.start(game)
    fighter = game.fighter("h0")
    assert fighter is not None
    assert str(odds.own_guard(game, 0)) == f"it has to beat your {score + fighter.die}"


def test_the_game_master_reads_chances_of_who_stands_beside_a_hero_alone() -> None:
    game = facing(table("Ann"), (4, 5), (4, 9))
    beside, away = (f"c{each.slot}" for each in game.creatures)
    [chance] = odds.gm_chances(game, beside, 0)
    assert str(chance.words).startswith("Hits Ann ")
    assert odds.gm_chances(game, away, 0) == ()
    assert odds.gm_chances(game, "c99", 0) == ()


@pytest.mark.parametrize(
    ("args", "slot"),
    [(("e",), Slot.QUIVER1), (("e", "q1"), Slot.QUIVER1), (("e", "q2"), Slot.QUIVER2),
     (("e", "q3"), Slot.QUIVER1)],
)  # fmt: skip
def test_a_shot_is_reckoned_with_the_quiver_that_it_names(
    args: tuple[str, ...], slot: Slot
) -> None:
    game = archers()
    words = {"q1": 0, "q2": 1}
    named = list(odds.archery.QUIVERS)
    given = tuple(named[words[each]] if each in words else each for each in args)
    assert odds.quiver_of(game, 0, Action("fire", given)) is slot


def test_who_is_gone_is_somebody_whom_nobody_sees() -> None:
    game = table("Ann")
    orc = foe(game, "Orc scout", 4, 5)
    key = f"c{orc.slot}"
    assert (str(game.name(key)), game.seers(key)) == ("orc scout", (0,))
    game.state.sil.level.creatures[orc.slot] = None
    assert (str(game.name(key)), game.seers(key)) == ("somebody", ())


def test_of_one_happening_each_reader_hears_the_first_version_alone() -> None:
    game = table("Ann", "Bob")
    game.events.clear()
    game.tell_versions(
        [(text("one"), (0,)), (text("two"), (0, 1)), (text("three"), (0, 1))], "note"
    )
    assert [str(event.text) for event in game.events] == ["one", "two"]
    assert len({event.occurrence for event in game.events}) == 1


# ---------------------------------------------------------------- surrounded, helpless, armoured


@pytest.mark.parametrize(
    ("heroes", "ally", "known", "total"),
    [
        (True, True, False, 3),  # Bob on the far side, an ally of the heroes' beside him
        (True, False, False, 2),
        (True, True, True, 2),
        (False, True, False, 0),
        (False, False, False, 1),
    ],
)
def test_those_of_the_other_side_surround_who_stands_among_them(
    heroes: bool, ally: bool, known: bool, total: int
) -> None:
    game = table("Ann", "Bob")
    for seat, x in ((0, 6), (1, 8)):
        game.hero(seat).y, game.hero(seat).x = 4, x
    other = foe(game, "Wolf", 3, 7)
    if ally:
        game.state.desk.allies.append(f"c{other.slot}")
    found = skill_totals.overwhelmed(game, 4, 7, (4, 6), heroes=heroes, known=known)
    assert found == total


@pytest.mark.parametrize(("entranced", "evasion"), [(5, -5), (0, 7)])
def test_who_cannot_move_has_the_evasion_of_the_helpless(entranced: int, evasion: int) -> None:
    game = table("Ann")
    skills(game, 0, evasion=7)
    orc = foe(game, "Orc scout", 4, 5)
    game.hero(0).timers.entranced = entranced
    found = skill_totals.hero_evasion(game, 0, orc)
    assert found.total == evasion
    assert ("unable to move" in str(found.words())) == bool(entranced)


@pytest.mark.parametrize(
    ("averaged", "dice", "expected"),
    [
        ("on", [(1, 4), (1, 2), (1, 2)], {6: 1.0}),
        ("on", [(2, 4), (1, 0)], {5: 1.0}),
        ("on", [(1, 1)], {1: 1.0}),
        ("on", [], {0: 1.0}),
        ("off", [(1, 2), (1, 2)], {2: 0.25, 3: 0.5, 4: 0.25}),
    ],
)
def test_protection_to_come_is_an_average_or_as_likely_as_the_dice_say(
    averaged: str, dice: list[tuple[int, int]], expected: dict[int, float]
) -> None:
    assert standing_defence.to_come(table("Ann", armour=averaged), dice) == expected
