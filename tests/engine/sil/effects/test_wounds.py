"""Wounds and deaths of heroes and creatures, jewels, hunger, oaths and remedies: what is told."""

from __future__ import annotations

import pytest

from engine.contract.facts import Died, Hurt, Lost, SeatRef
from engine.sil.effects import (
    cursed_jewels,
    falling_creatures,
    hunger,
    injury,
    magic_mapping,
    oaths,
    remedies,
    statuses,
)
from engine.sil.game.context import SilContext
from engine.sil.game.state import Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, put, said
from tests.engine.sil.stage import foe, item, load_dice, refresh, wear


def test_a_wound_is_told_marked_and_disturbs() -> None:
    game = arena()
    game.hero.derived.max_health, game.hero.health = 40, 30
    injury.hurt_hero(game, 4, "a stone", "2d4: 4.")
    [event] = game.state.events
    assert str(event.text) == "You lose 4 health to a stone."
    assert (str(event.detail), event.kind) == ("2d4: 4.", "hurt")
    assert [(m.kind, m.y, m.x, m.amount, m.seat) for m in game.state.marks] == [
        ("hurt", game.hero.y, game.hero.x, 4, 0)
    ]
    assert [(stop.reason, str(stop.why)) for stop in game.state.disturbances] == [
        ("hurt", "you were hurt")
    ]
    assert game.hero.nearest_escape[0] == 0


@pytest.mark.parametrize("amount", [0, -2])
def test_no_harm_disturbs_and_takes_nothing(amount: int) -> None:
    game = arena()
    game.hero.stealth_mode = True
    before = game.hero.health
    injury.hurt_hero(game, amount, "a stone", "nothing")
    assert (game.hero.health, game.state.events, game.state.marks) == (before, [], [])
    assert len(game.state.disturbances) == 1
    assert game.hero.stop_stealth


def test_what_wears_him_down_breaks_no_plan_off() -> None:
    game = arena()
    injury.hurt_hero(game, 1, "starvation", "", "status")
    assert game.state.disturbances == []


def test_the_nearest_escape_is_below_half_and_below_the_one_before() -> None:
    game = arena()
    game.hero.derived.max_health, game.hero.health = 40, 21
    injury.hurt_hero(game, 1, "a stone")
    assert game.hero.nearest_escape[0] == 0
    injury.hurt_hero(game, 1, "a stone")
    assert game.hero.nearest_escape == (19, game.hero.turns, 5)
    game.hero.health = 30
    injury.hurt_hero(game, 11, "a stone")
    assert game.hero.nearest_escape[0] == 19
    injury.hurt_hero(game, 1, "a stone")
    assert game.hero.nearest_escape[0] == 18


@pytest.mark.parametrize("dreams", [False, True])
def test_a_death_is_told_noted_and_owed_to_its_doer(dreams: bool) -> None:
    game = arena()
    wolf = foe(game, "Wolf")
    game.hero.timers.hallucinating = 3 * dreams
    game.hero.health = 4
    injury.hurt_hero(game, 4, "a wolf", means="blow", killer=wolf)
    by = "a wolf (while hallucinating)" if dreams else "a wolf"
    assert said(game)[-1] == f"You are slain by {by}."
    assert str(game.hero.notes[-1].text) == f"Slain by {by}"
    assert game.state.ended == "dead"
    fact = game.state.events[-1].fact
    assert isinstance(fact, Died)
    assert (fact.who, fact.means) == (SeatRef(0), "blow")
    assert fact.by is not None
    injury.hurt_hero(game, 4, "another")
    assert str(game.hero.killed_by) == by


def test_a_thing_that_cheats_death_breaks_in_the_heros_stead() -> None:
    game = arena()
    wear(game, Slot.NECK, "Protection", flags=["CHEAT_DEATH"])
    game.hero.health, game.hero.timers.poison, game.hero.energy = 3, 9, 10
    injury.hurt_hero(game, 30, "a wolf")
    assert (game.hero.health, game.hero.timers.poison, game.hero.energy) == (1, 0, 110)
    assert Slot.NECK not in game.hero.worn
    assert any("shatters, and death passes by." in line for line in said(game))
    assert any(isinstance(e.fact, Lost) for e in game.state.events)
    assert str(game.hero.notes[-1].text) == "Cheated death"
    assert game.state.ended == ""


def test_dice_that_nothing_stops_are_told_with_their_remark() -> None:
    game = arena()
    load_dice(game, 3, 4)
    injury.hurt_by_dice(game, 2, 4, "a fall", injury.UNARMOURED)
    [event] = game.state.events
    assert str(event.detail) == "2d4: 7. Armour is no help."
    load_dice(game, 1, 2)
    injury.hurt_by_dice(game, 2, 4, "a fall")
    assert str(game.state.events[-1].detail) == "2d4: 3."
    assert not any(isinstance(e.fact, Hurt) for e in game.state.events)


# ------------------------------------------------------------------ harm to creatures


def test_the_hardest_blow_is_the_heros_own_on_somebody_seen() -> None:
    game = arena()
    wolf, unseen = foe(game, "Wolf", health=90), foe(game, "Wolf", 0, 2, health=90, visible=False)
    injury.hurt_creature(game, wolf, 5)
    assert game.hero.hardest_blow[:2] == (5, game.hero.turns)
    assert "wolf" in str(game.hero.hardest_blow[2]).lower()
    for creature, amount, by_hero in ((wolf, 5, True), (unseen, 9, True), (wolf, 9, False)):
        injury.hurt_creature(game, creature, amount, by_hero)
        assert game.hero.hardest_blow[0] == 5
    injury.hurt_creature(game, wolf, 6)
    assert game.hero.hardest_blow[0] == 6


def test_a_survivor_is_alert_by_what_it_suffered_and_marked() -> None:
    game = arena()
    wolf = foe(game, "Wolf", health=90, alertness=-20)
    wolf.range_min = 5
    load_dice(game, 3)
    assert injury.hurt_creature(game, wolf, 4) is False
    assert wolf.alertness == 6  # the die of six less one, and the harm
    assert wolf.range_min == 0
    assert "active" in wolf.flags
    assert [(m.kind, m.amount) for m in game.state.marks] == [("hurt", 4)]
    wolf.alertness, wolf.range_min = -20, 5
    assert injury.hurt_creature(game, wolf, 0) is False
    assert injury.hurt_creature(game, wolf, -7) is False
    assert (wolf.health, wolf.alertness, wolf.range_min) == (86, -20, 5)
    injury.hurt_creature(game, wolf, 4, by_hero=False)
    assert wolf.alertness == -20


@pytest.mark.parametrize(
    ("name", "by_hero", "seen", "told"),
    [
        ("Wolf", True, True, "The wolf is slain."),
        ("Wolf", False, True, "The wolf is killed."),
        ("Grave wight", True, True, "The grave wight is destroyed."),
        ("Wolf", True, False, ""),
    ],
)
def test_a_creatures_death_is_told_to_who_sees_it(
    name: str, by_hero: bool, seen: bool, told: str
) -> None:
    game = arena()
    enemy = foe(game, name, 0, 2, visible=seen)
    assert injury.hurt_creature(game, enemy, 20, by_hero) is True
    deaths = [e for e in game.state.events if e.kind == "kill"]
    assert [str(e.text) for e in deaths][:1] == ([told] if told else [])
    if deaths:
        fact = deaths[0].fact
        assert isinstance(fact, Died)
        assert fact.by == (SeatRef(0) if by_hero else None)
    assert game.lore.races[enemy.race].kills == 1
    assert enemy not in game.level.creatures


@pytest.mark.parametrize(
    ("depth", "health", "dies"), [(17, 12, True), (17, 13, False), (18, 6, True), (18, 7, False)]
)
def test_a_fall_kills_who_has_no_more_health_than_its_dice(
    depth: int, health: int, dies: bool
) -> None:
    """Six dice where two levels lie below, three above the last: each shows a two."""
    game = arena(depth=depth)
    wolf = foe(game, "Wolf", 0, 2, health=health)
    wolf.carried = [item("Dagger")]
    load_dice(game, otherwise=2)
    falling_creatures.fall(game, wolf)
    expected = ["The wolf falls into the darkness below."]
    assert said(game)[: 1 + dies] == expected + ["The wolf falls to its death."] * dies
    assert wolf not in game.level.creatures
    assert bool(game.lore.races.get(wolf.race) and game.lore.races[wolf.race].kills) is dies
    assert not any(game.level.floor.values())


# ------------------------------------------------------------------ jewels, food, oaths, remedies


@pytest.mark.parametrize(
    ("foes", "far", "seen", "truce", "slips"),
    [
        (5, 4, True, False, True), (4, 4, True, False, False), (5, 5, True, False, False),
        (5, 4, False, False, False), (5, 4, True, True, False),
    ],
)  # fmt: skip
def test_a_traitor_slips_off_amid_five_visible_foes_within_four_squares(
    foes: int, far: int, seen: bool, truce: bool, slips: bool
) -> None:
    row = "#" + "." * 13 + "#"
    game = arena("#" * 15, row, row, "#.@" + row[3:], row, row, "#" * 15)
    wear(game, Slot.LEFT_RING, "Protection", flags=["TRAITOR"])
    game.world.truce = truce
    crowd = [(-1, far - 1), (1, far - 1), (0, far - 1), (-1, far - 2)]
    for dy, dx in [*crowd[: foes - 1], (0, far)]:
        foe(game, "Wolf", dy, dx, alertness=-20, visible=seen)
    load_dice(game, otherwise=1)
    cursed_jewels.slip_off(game)
    assert (Slot.LEFT_RING not in game.hero.worn) is slips
    if slips:
        assert said(game)[0].endswith("slips off, and betrays you!")
        assert [str(stop.why) for stop in game.state.disturbances] == ["a ring slipped off"]
        assert all(c.alertness == 10 for c in game.level.creatures if c is not None)


def test_a_traitor_beside_a_chasm_is_lost() -> None:
    game = arena()
    wear(game, Slot.NECK, "Protection", flags=["TRAITOR"])
    for dx in (1, 2, 3, -1, -2):
        foe(game, "Wolf", 0, dx)
    put(game, game.hero.y + 1, game.hero.x + 1, terrain.CHASM)
    load_dice(game, otherwise=1)
    cursed_jewels.slip_off(game)
    assert said(game)[-1] == "It is lost in the dark."
    assert not any(game.level.floor.values())


@pytest.mark.parametrize(
    ("before", "taken", "told"),
    [
        (2000, 1, "You are getting hungry."),
        (2001, 1, None),
        (1000, 1, "You are weak with hunger!"),
        (1001, 1, None),
        (1, 1, "You are starving!"),
        (2500, 1600, "You are weak with hunger!"),
        (0, 1, None),
    ],
)
def test_hunger_is_told_where_a_level_is_passed(before: int, taken: int, told: str | None) -> None:
    game = arena()
    game.hero.food = before
    hunger.lose(game, taken)
    assert said(game) == ([told] if told else [])
    assert game.hero.food == max(0, before - taken)
    assert [str(s.why) for s in game.state.disturbances] == ["you are hungrier"] * bool(told)


@pytest.mark.parametrize(
    ("before", "added", "told"),
    [
        (4999, 1, "You are full."),
        (999, 1, "You are still hungry."),
        (0, 1, "You are still weak with hunger."),
        (1999, 1, "You are no longer hungry."),
        (1000, 1, None),
    ],
)
def test_food_is_told_where_a_level_is_reached(before: int, added: int, told: str | None) -> None:
    game = arena()
    game.hero.food = before
    hunger.feed(game, added)
    assert said(game) == ([told] if told else [])


@pytest.mark.parametrize(
    ("name", "visible", "broken"),
    [
        ("Alert human thrall", True, [1]),
        ("Alert elven thrall", True, [1]),
        ("Alert human thrall", False, []),
        ("Wolf", True, []),
        ("Wolf", False, []),
    ],
)
def test_harm_to_a_visible_man_or_elf_breaks_the_oath_of_mercy(
    name: str, visible: bool, broken: list[int]
) -> None:
    game = arena()
    victim = foe(game, name)
    game.learn(victim).visible = visible
    oaths.break_mercy(game, victim)
    assert game.hero.oaths_broken == broken


def test_an_oath_is_broken_once_and_told_only_if_it_was_sworn() -> None:
    game = arena(abilities=(ab.OATH,))
    oaths.break_oath(game, 2)
    assert (game.hero.oaths_broken, said(game)) == ([2], [])
    game.hero.oath = 1
    assert [oaths.is_kept(game.hero, oath) for oath in (1, 2)] == [True, False]
    oaths.break_oath(game, 1)
    oaths.break_oath(game, 1)
    assert said(game) == ["You have broken your oath of Mercy."]
    assert str(game.hero.notes[-1].text) == "Broke the oath of Mercy"
    assert game.hero.oaths_broken == [2, 1]
    assert not oaths.is_kept(game.hero, 1)
    assert oaths.has_sworn(game.hero)
    game.hero.bought.clear()
    assert not oaths.has_sworn(game.hero)


@pytest.mark.parametrize(
    ("health", "percent", "worn", "after", "told"),
    [
        (50, 49, 0, 99, "You feel better."),
        (50, 50, 0, 100, "You feel much better."),
        (10, 30, 1, 50, "You feel better."),
        (10, 45, 1, 70, "You feel much better."),
        (100, 50, 0, 100, None),
        (50, 0, 0, 50, None),
    ],
)
def test_what_healing_gives_back_and_says(
    health: int, percent: int, worn: int, after: int, told: str | None
) -> None:
    game = arena()
    if worn:
        wear(game, Slot.NECK, "Protection", flags=["MEDIC"])
    game.hero.derived.max_health, game.hero.health = 100, health
    assert remedies.heal(game, percent) is bool(told)
    assert game.hero.health == after
    assert said(game) == ([told] if told else [])


def test_voice_comes_back_as_far_as_it_is_missing() -> None:
    game = arena()
    game.hero.derived.max_voice, game.hero.voice = 20, 5
    assert remedies.refresh_voice(game, 7) is True
    assert game.hero.voice == 12
    assert remedies.refresh_voice(game, 90) is True
    assert game.hero.voice == 20
    assert remedies.refresh_voice(game, 5) is False
    assert said(game) == ["Your voice is clear and strong again."] * 2


def test_poison_and_wounds_kill_after_as_many_turns_as_they_take_all_health() -> None:
    game = arena()
    game.hero.timers.poison = 10
    for health, turns in ((11, 0), (10, 7), (9, 6), (7, 4), (6, 3), (4, 2), (2, 1)):
        game.hero.health = health
        assert statuses.turns_to_death(game) == turns, health
    assert statuses.wound_points(game) == 10
    game.hero.timers.cut = 5
    assert statuses.wound_points(game) == 15
    game.hero.health = 3
    assert statuses.turns_to_death(game) == 1
    assert str(statuses.wound_words(game)).lower() == "poisoned, bleeding"


def test_a_hero_is_held_by_pits_and_webs_that_he_is_in() -> None:
    game: SilContext = arena()
    held = []
    for feature in (terrain.FLOOR, terrain.PIT, terrain.SPIKED_PIT, terrain.WEB, terrain.CALTROPS):
        put(game, game.hero.y, game.hero.x, feature)
        held.append(statuses.trapped_in(game))
    assert held == ["", "pit", "pit", "web", ""]
    here = put(game, game.hero.y, game.hero.x, terrain.PIT)
    game.level.hidden[here] = 1
    assert statuses.trapped_in(game) == ""
    game.level.hidden[here], game.hero.leaping = 0, True
    assert statuses.trapped_in(game) == ""


def test_a_drained_stat_is_told_and_given_back_no_farther_than_it_was() -> None:
    game = arena()
    load_dice(game, otherwise=1)
    game.hero.stat_drain[Stat.GRA] = -2
    assert statuses.restore(game, Stat.GRA, 3) is True
    assert game.hero.stat_drain[Stat.GRA] == 0
    assert statuses.restore(game, Stat.GRA, 3) is False
    assert said(game) == ["You feel your grace return."]
    refresh(game)


def test_magic_shows_what_is_not_floor_and_the_rock_about_it_so_far_each_way() -> None:
    game = arena("#########", "#.......#", "#..@.+..#", "#....p..#", "#########")
    game.knowledge.mark[:] = bytes(len(game.knowledge.mark))
    magic_mapping.reveal_around(game, 1, 2)
    marked = {game.level.place(i) for i, known in enumerate(game.knowledge.mark) if known}
    assert (2, 5) in marked
    assert not {(2, 4), (3, 5), (2, 3)} & marked
    assert {(0, x) for x in range(7)} <= marked
    assert (0, 7) not in marked
    assert (4, 7) not in marked
    magic_mapping.reveal_level(game)
    marked = {game.level.place(i) for i, known in enumerate(game.knowledge.mark) if known}
    assert {(y, 8) for y in range(5)} | {(0, x) for x in range(9)} <= marked
