"""Throws and shots square by square: what stops them, whom they pass, what they cost."""

from __future__ import annotations

from engine.delve import terrain
from engine.delve.items import throwing
from engine.delve.state import HEROES, DelveItem
from tests.engine.delve.stage import Stage
from tests.rows import for_each

HIT, MISS = 1000, 0  # draws of the throw of chance, at level 2 or 0


def shot(made: Stage, reach: int = 6) -> tuple[object, int]:
    """Let a slinger four squares east shoot west; return whom it hits, and what that costs."""
    slinger = made.put("kobold slinger", 0, 4)
    before = slinger.energy
    hit = throwing.shoot(made.game, slinger, "w", DelveItem(0, "stone", power=3, range=reach))
    return hit, before - slinger.energy


# ------------------------------------------------------------------ shots


def test_a_shot_that_hits_costs_its_range_less_two_and_is_told() -> None:
    made = Stage()
    made.toughen()
    made.rig(HIT, 2)
    assert shot(made) == (made.hero, 4)
    assert made.is_hurt()
    assert made.said("The kobold slinger shoots a stone.")
    assert made.hero.lines[-2].kind == "throw"


@for_each("row", [(None, 6), (-1, 6), (-2, 6)])
def test_a_shot_that_misses_costs_as_much_wherever_it_ends(row: tuple[int | None, int]) -> None:
    wall, reach = row
    made = Stage()
    if wall is not None:
        made.ground(0, wall, terrain.WALL)
    made.rig(MISS)
    assert shot(made, reach) == (None, 4)
    assert not made.is_hurt()


@for_each("row", [(4, True), (3, False)])
def test_a_shot_reaches_as_far_as_its_range(row: tuple[int, bool]) -> None:
    reach, hits = row
    made = Stage()
    made.toughen()
    made.rig(HIT)
    hit, cost = shot(made, reach)
    assert (hit is made.hero) is hits
    assert cost == reach - 2


@for_each("row", [(terrain.WALL, False), (terrain.NICHE, False), (terrain.BARS, True)])
def test_walls_stop_a_shot_and_bars_do_not(row: tuple[int, bool]) -> None:
    code, hits = row
    made = Stage()
    made.toughen()
    made.ground(0, 2, code)
    made.rig(HIT)
    assert (shot(made)[0] is made.hero) is hits


def test_a_shot_passes_its_own_side_and_flies_on_from_whom_it_misses() -> None:
    made = Stage()
    made.toughen()
    other = made.dummy(0, 3)
    missed = made.dummy(0, 1, side=HEROES)
    made.rig(MISS, HIT)
    assert shot(made)[0] is made.hero
    assert other.health == missed.health == 500


# ------------------------------------------------------------------ throws


def test_who_throws_and_hits_is_seen_and_has_attacked_and_who_misses_is_not() -> None:
    made = Stage()
    made.hero.statuses["invisible"] = 9
    made.dummy(0, 2)
    for draw, hits in ((MISS, False), (HIT, True)):
        made.rig(draw)
        throwing.throw(made.game, made.hero, made.give("dart"), "e")
        assert ("invisible" not in made.hero.statuses) is hits
        assert made.hero.attacked is hits


@for_each("row", [(MISS, "The dart misses the blind worm."), (HIT, "The dart hits")])
def test_a_throw_at_somebody_hidden_shows_it_and_is_told(row: tuple[int, str]) -> None:
    draw, told = row
    made = Stage()
    worm = made.dummy(0, 2, disguised=True)
    made.rig(draw)
    throwing.throw(made.game, made.hero, made.give("dart"), "e")
    assert not worm.disguised
    assert made.said(told)


@for_each("row", [(0, 0, 1), (1, 0, None), (0, 15, 16), (0, 16, 16)])
def test_a_throw_without_energy_tires_up_to_sixteen(row: tuple[int, int, int | None]) -> None:
    energy, before, after = row
    made = Stage()
    made.hero.energy = energy
    if before:
        made.hero.statuses["fatigued"] = before
    throwing.throw(made.game, made.hero, made.give("dart"), "e")
    assert made.hero.statuses.get("fatigued") == after


@for_each("row", [(terrain.WALL, 2), (terrain.BARS, 4), (terrain.FLOOR, 4)])
def test_what_hits_nobody_lies_on_the_last_square_that_is_free(row: tuple[int, int]) -> None:
    code, lies = row
    made = Stage()
    made.ground(0, 3, code)
    throwing.throw(made.game, made.hero, made.give("dart", range=4), "e")
    assert [(at, [item.kind for item in things]) for at, things in made.level.items.items()] == [
        (made.at(0, lies), ["dart"])
    ]


def test_what_flies_as_far_as_bars_lies_before_them() -> None:
    made = Stage()
    made.ground(0, 4, terrain.BARS)
    throwing.throw(made.game, made.hero, made.give("dart", range=4), "e")
    assert list(made.level.items) == [made.at(0, 3)]


@for_each(
    "row",
    [
        ("dart", {}, True),
        ("dart", {"worn": True}, False),
        ("dart", {"cursed": True, "known": True}, False),
        ("dart", {"cursed": True, "known": False}, True),
        ("potion of bile", {}, False),
    ],
)
def test_what_is_at_hand_and_stays_whole_can_be_thrown_again(
    row: tuple[str, dict[str, bool], bool],
) -> None:
    kind, figures, again = row
    made = Stage()
    item = made.give(kind)
    for name, value in figures.items():
        setattr(item, name, value)
    assert throwing.can_be_thrown_again(made.game, item) is again


@for_each("row", [("potion of bile", True), ("net", True), ("dagger", False)])
def test_what_breaks_or_is_made_for_throwing_acts_on_whom_it_hits(row: tuple[str, bool]) -> None:
    kind, acts = row
    for fallen in (False, True):
        made = Stage()
        worm = made.dummy(0, 2, health=1 if fallen else 500)
        made.rig(HIT, rest="high")
        throwing.throw(made.game, made.hero, made.give(kind), "e")
        noted = [(kind, made.hero.uid, worm.uid)] if acts and not fallen else []
        assert made.game.thrown_at == noted


@for_each(
    "row", [(MISS, False), (999, False), (HIT, True), (1999, True)]
)  # at level 0 half of the throws miss
def test_a_throw_that_hits_a_plate_opens_its_bars(row: tuple[int, bool]) -> None:
    draw, opens = row
    made = Stage()
    made.ground(0, 3, terrain.PLATE)
    made.ground(3, 3, terrain.BARS)
    made.rig(draw)
    throwing.throw(made.game, made.hero, made.give("dart", range=4), "e")
    assert made.level.ground[made.at(3, 3)] == (terrain.FLOOR if opens else terrain.BARS)
    assert made.said("The plate gives, and the bars go up.") is opens
    assert made.said("It strikes the wall beside the plate.") is not opens
    assert list(made.level.items) == [made.at(0, 2)]


def test_a_throw_passes_friends_and_is_told() -> None:
    made = Stage()
    friend, foe = made.dummy(0, 1, side=HEROES), made.dummy(0, 3)
    made.rig(HIT)
    assert throwing.throw(made.game, made.hero, made.give("dart"), "e") is foe
    assert (friend.health, foe.health < 500) == (500, True)
    assert made.said("Ann throws a dart (power +4).")


def test_a_thrown_thing_that_heals_whom_it_hits_is_told() -> None:
    made = Stage()
    worm = made.dummy(0, 2, health=100)
    made.rig(HIT)
    throwing.throw(made.game, made.hero, made.give("dart", power=-4, cursed=True), "e")
    assert worm.health > 100
    assert made.said(f"The dart heals the blind worm for {worm.health - 100}.")
