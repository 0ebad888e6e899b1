"""Losses to elements, states that wear off, and what is called up: words, facts and squares."""

from __future__ import annotations

import pytest

from engine.contract.facts import Lost, SeatRef, StatusBegan, StatusEnded
from engine.sil.creatures import creature_stats
from engine.sil.effects import earthquake, elements, statuses, summoning
from engine.sil.game.context import SilContext
from engine.sil.game.state import Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.items import item_classes, item_names
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, put, said
from tests.engine.sil.items.things import bearer, thing
from tests.engine.sil.stage import foe, item, load_dice, race, wear


@pytest.mark.parametrize(
    ("count", "faces", "left", "told"),
    [
        (1, (1,), 0, "Your Potion of Healing is shattered."),
        (3, (1, 1, 1), 0, "All 3 of your Potions of Healing are shattered."),
        (3, (1, 99, 99), 2, "1 of your Potions of Healing is shattered."),
        (3, (1, 1, 99), 1, "2 of your Potions of Healing are shattered."),
        (3, (99, 99, 99), 3, None),
    ],
)
def test_what_the_cold_shatters_in_the_pack(
    count: int, faces: tuple[int, ...], left: int, told: str | None
) -> None:
    game = arena()
    potions = thing(item_classes.POTION, "Healing", count)
    game.hero.pack[:] = [potions, item("Dagger")]
    load_dice(game, *faces)
    assert elements.destroy_pack(game, "cold", 5) == count - left
    assert said(game) == ([told] if told else [])
    assert potions.count == left
    assert any(held is potions for held in game.hero.pack) is bool(left)
    if told:
        fact = game.state.events[0].fact
        assert isinstance(fact, Lost)
        assert (fact.who, fact.thing.count) == (SeatRef(0), count - left)


def test_a_loss_does_not_tell_what_an_unknown_thing_was() -> None:
    game = bearer()
    potions = thing(item_classes.POTION, "Healing", 2)
    game.hero.pack[:] = [potions]
    load_dice(game, 1, 99)
    elements.destroy_pack(game, "cold", 5)
    i = game.level.at(1, 1)
    game.level.floor[i] = [thing(item_classes.POTION, "Healing", 3)]
    elements.destroy_floor(game, i, "cold")
    flavour = item_names.name(game, potions, article=False, mode=item_names.NAMED)
    assert "Healing" not in flavour
    assert said(game) == [f"1 of your {flavour}s is shattered.", f"The {flavour} is shattered."]


@pytest.mark.parametrize(
    ("evasion", "sides", "left", "told"),
    [
        (1, 4, (0, 4), "is eaten by acid."),
        (0, 4, (-1, 4), "is eaten by acid."),
        (-1, 4, (-1, 3), "is eaten by acid."),
        (-1, 0, None, "is destroyed by acid!"),
        (0, 0, None, "is destroyed by acid!"),
    ],
)
def test_acid_takes_evasion_first_then_protection_then_the_piece(
    evasion: int, sides: int, left: tuple[int, int] | None, told: str
) -> None:
    game = arena()
    armour = wear(game, Slot.BODY, "Leather Armour", evasion=evasion, protection_sides=sides)
    load_dice(game, 1)
    elements._erode(game)
    assert said(game) == [f"Your Leather Armour {told}"]
    if left is None:
        assert Slot.BODY not in game.hero.worn
        assert isinstance(game.state.events[0].fact, Lost)
    else:
        assert (armour.evasion, armour.protection_sides) == left


def test_what_burns_on_a_square_is_told_only_where_he_sees_it() -> None:
    for seen in (1, 0):
        game = arena()
        i = game.level.at(1, 1)
        game.knowledge.seen[i] = seen
        game.level.floor[i] = [item("Wooden Torch"), item("Dagger")]
        elements.destroy_floor(game, i, "fire")
        assert said(game) == ["The Wooden Torch is burnt."] * seen
        assert len(game.level.floor[i]) == 1
        elements.destroy_floor(game, i, "acid")
        assert i not in game.level.floor


def test_a_pure_element_is_told_with_resistance_and_what_gets_through() -> None:
    game = arena()
    load_dice(game, 3, 4)
    assert elements.strike_hero(game, "fire", 2, 4, "a breath") == 7
    [event] = [e for e in game.state.events if e.kind == "hurt"]
    assert str(event.text) == "You lose 7 health to a breath."
    assert str(event.detail) == "2d4: 7. Resistance to fire 1; 7 gets through."
    assert str(game.state.disturbances[0].why) == "a breath has struck"
    game.state.ended = "dead"
    assert elements.strike_hero(game, "fire", 2, 4, "a breath") == 0


@pytest.mark.parametrize(
    ("con", "amount", "poison"),
    [(-3, 6, 13), (-2, 6, 7), (-1, 6, 7), (0, 6, 5), (1, 6, 5), (2, 6, 4), (4, 6, 4), (5, 6, 3),
     (6, 6, 3), (7, 8, 3)],
)  # fmt: skip
def test_disease_poisons_by_constitution(con: int, amount: int, poison: int) -> None:
    game = arena(stats=(0, 0, con, 0))
    load_dice(game, otherwise=2)
    elements.disease(game, amount)
    assert game.hero.timers.poison == poison


@pytest.mark.parametrize(("amount", "tries"), [(0, 1), (4, 1), (5, 2), (9, 2), (10, 3)])
def test_each_five_points_of_a_disease_may_drain(amount: int, tries: int) -> None:
    game = arena(stats=(0, 0, -1, 0))
    load_dice(game, otherwise=1)
    game.hero.derived.skills[5] = -50
    elements.disease(game, amount)
    assert sum(game.hero.stat_drain) == -tries


# ------------------------------------------------------------------ states


def test_a_state_is_told_as_it_begins_and_as_it_ends_with_its_facts() -> None:
    game = arena()
    assert statuses.inflict(game, "slow", 2, save=False)
    began = game.state.events[0]
    assert (began.kind, began.fact) == ("status", StatusBegan(SeatRef(0), "slow", 2))
    assert [stop.reason for stop in game.state.disturbances] == ["status"]
    assert statuses.inflict(game, "slow", 1, save=False)
    assert len(game.state.events) == 1
    assert game.hero.timers.slow == 3
    game.state.events.clear()
    game.state.disturbances = []
    for left in (2, 1, 0):
        statuses.tick(game)
        assert game.hero.timers.slow == left
    assert [e.fact for e in game.state.events] == [StatusEnded(SeatRef(0), "slow")]
    assert game.state.disturbances == []
    assert statuses.cure(game, "slow") is False


def test_the_end_of_a_good_state_disturbs() -> None:
    game = arena()
    game.hero.timers.fast = 1
    statuses.tick(game)
    assert game.hero.timers.fast == 0
    [stop] = game.state.disturbances
    assert stop.reason == "status"
    assert str(stop.why).endswith(" is over")


@pytest.mark.parametrize(
    ("name", "turns", "changes"),
    [("slow", 0, {}), ("slow", -3, {}), ("afraid", 3, {"rage": 2}), ("entranced", 3,
      {"entranced": 1}), ("stun", 3, {"stun": 101})],
)  # fmt: skip
def test_what_befalls_nobody(name: str, turns: int, changes: dict[str, int]) -> None:
    game = arena()
    for other, amount in changes.items():
        setattr(game.hero.timers, other, amount)
    before = game.hero.timers.left(name)
    assert statuses.inflict(game, name, turns, save=False) is False
    assert game.hero.timers.left(name) == before
    game.hero.was_entranced = True
    assert statuses.inflict(game, "entranced", 2, save=False) is False


def test_a_blow_that_knocks_him_out_blinds_and_coming_to_is_told() -> None:
    game = arena()
    statuses.inflict(game, "stun", 101, save=False)
    assert game.hero.timers.blind == 2
    game.state.said.clear()
    statuses.tick(game)
    assert "You come to." in said(game)
    assert (game.hero.timers.stun, game.hero.timers.blind) == (100, 0)


@pytest.mark.parametrize(
    ("amount", "left", "told"), [(2, 8, False), (3, 7, True), (10, 0, True), (99, 0, True)]
)
def test_easing_poison_is_told_when_it_is_more_than_a_turn_would_take(
    amount: int, left: int, told: bool
) -> None:
    game = arena()
    game.hero.timers.poison = 10
    statuses.soothe(game, "poison", amount)
    assert game.hero.timers.poison == left
    assert bool(said(game)) is told


@pytest.mark.parametrize(
    ("changes", "lost", "sings"),
    [({"entranced": 1}, True, False), ({"stun": 101}, True, False), ({"stun": 100}, False, True),
     ({}, False, True)],
)  # fmt: skip
def test_the_senseless_lose_their_turn_and_their_song(
    changes: dict[str, int], lost: bool, sings: bool
) -> None:
    game = arena(abilities=(ab.SONG_OF_ELBERETH,))
    game.hero.song = 0
    for name, amount in changes.items():
        setattr(game.hero.timers, name, amount)
    assert statuses.helpless(game) is lost
    assert (game.hero.song == 0) is sings


@pytest.mark.parametrize(
    ("song", "told"), [(ab.SONG_OF_ELBERETH.number, ["Your song falls silent."]), (-1, [])]
)
def test_only_a_singer_in_a_trance_is_told_that_the_song_falls_silent(
    song: int, told: list[str]
) -> None:
    game = arena(abilities=(ab.SONG_OF_ELBERETH,))
    game.hero.song, game.hero.timers.entranced = song, 1
    assert statuses.helpless(game)
    assert said(game) == told


def test_who_lost_his_footing_loses_one_turn() -> None:
    game = arena()
    game.hero.skip_turn = True
    assert [statuses.helpless(game), statuses.helpless(game)] == [True, False]


@pytest.mark.parametrize(
    ("light", "blind", "dreams", "cannot"),
    [(1, 0, 0, False), (0, 0, 0, True), (1, 1, 0, True), (1, 0, 1, True)],
)
def test_who_cannot_see_what_his_hands_do(
    light: int, blind: int, dreams: int, cannot: bool
) -> None:
    game = arena()
    game.knowledge.light[game.level.at(game.hero.y, game.hero.x)] = light
    game.hero.timers.blind, game.hero.timers.hallucinating = blind, dreams
    assert statuses.cannot_see(game) is cannot


def test_a_drain_is_withstood_by_will_or_told() -> None:
    game = arena()
    load_dice(game, otherwise=1)
    game.hero.derived.skills[5] = -30
    assert statuses.drain(game, Stat.STR) is True
    assert game.hero.stat_drain[Stat.STR] == -1
    assert said(game) == ["Your strength ebbs away."]
    assert [(s.reason, str(s.why)) for s in game.state.disturbances] == [
        ("status", "you were drained")
    ]
    game.hero.derived.skills[5] = 60
    assert statuses.drain(game, Stat.STR) is False
    assert game.hero.stat_drain[Stat.STR] == -1


def test_health_comes_back_to_the_fed_who_neither_bleed_nor_are_poisoned() -> None:
    found = []
    for food, poison, cut in ((1, 0, 0), (0, 0, 0), (9, 1, 0), (9, 0, 1)):
        game = arena()
        game.hero.food, game.hero.timers.poison, game.hero.timers.cut = food, poison, cut
        found.append(statuses.health_regenerates(game))
    assert found == [True, False, False, False]


# ------------------------------------------------------------------ who is called up, shaken earth


def test_spiders_and_birds_without_names_are_called() -> None:
    races = arena().data.monsters.values()
    assert {r.glyph.char for r in races if summoning.is_spider(r)} == {"M"}
    assert {r.glyph.char for r in races if summoning.is_winged(r)} == {"b"}
    named = [r for r in races if "UNIQUE" in r.flags]
    assert not any(summoning.is_spider(r) or summoning.is_winged(r) for r in named)


def near(game: SilContext, *faces: int) -> tuple[int, int] | None:
    load_dice(game, *faces, otherwise=1)
    return summoning._spot(game, game.hero.y, game.hero.x)


def test_the_called_come_beside_the_hero_or_two_squares_away_never_on_glyphs() -> None:
    game = arena()
    y, x = game.hero.y, game.hero.x
    assert near(game, 1, 3) == (y - 1, x + 1)
    put(game, y - 1, x + 1, terrain.GLYPH)
    foe(game, "Wolf", 0, 1)
    assert near(game, 1, 3, 2, 3, 3, 2) == (y + 1, x)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            put(game, y + dy, x + dx, terrain.GLYPH if dy or dx else terrain.FLOOR)
    assert near(game, *[1] * 30, 1, 5) == (y - 2, x + 2)


def test_a_brood_hatches_on_a_free_square_beside_and_awake() -> None:
    game = arena()
    load_dice(game, otherwise=1)
    born = summoning.hatch(game, race("Wolf"), 2, 2)
    assert born is not None
    assert max(abs(born.y - 2), abs(born.x - 2)) == 1
    assert not creature_stats.asleep(born)
    closed = arena("#####", "##@##", "#####")
    assert summoning.hatch(closed, race("Wolf"), 1, 1) is None


def test_a_brood_hatches_on_any_of_the_eight_squares_beside_with_the_same_chance() -> None:
    born_on = set()
    for face in range(1, 9):
        game = arena()
        load_dice(game, face)
        born = summoning.hatch(game, race("Wolf"), 2, 2)
        assert born is not None
        assert game.streams.play.sides[0] == 8  # type: ignore[attr-defined]
        born_on.add((born.y, born.x))
    assert len(born_on) == 8


def test_darkness_takes_the_light_of_squares_and_plain_floor_is_forgotten() -> None:
    game = arena(known=True)
    floor, door = game.level.at(1, 1), put(game, 1, 2, terrain.CLOSED_DOOR)
    for i in (floor, door):
        earthquake.darken(game, i)
        assert game.level.glow[i] == 0
    assert (game.knowledge.mark[floor], game.knowledge.mark[door]) == (0, 1)


def test_the_trembling_of_the_surface_is_only_heard() -> None:
    game = arena(depth=0)
    earthquake.earthquake(game, game.hero.y, game.hero.x, 4)
    assert said(game) == ["The earth trembles a little, and is still."]
    assert game.state.events[0].kind == "heard"
