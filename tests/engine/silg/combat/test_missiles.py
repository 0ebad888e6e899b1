"""Arrows and things thrown: when they fly, what is rolled for them, and where they come to lie
(rules: silg 1, 4, A2, A4)."""

from __future__ import annotations

import pytest

from engine.contract.action import IllegalAction
from engine.sil.game.state import Creature, Item, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived
from engine.sil.level import terrain
from engine.silg.combat import missiles, standing_defence
from engine.silg.context import SilGContext
from engine.silg.state import DeclaredAction, RolledBlow
from tests.engine.sil.stage import item
from tests.engine.silg.stage import foe, load, skills, table, texts, wear

pytestmark = pytest.mark.covers("sil-g-rulebook: Combat / Archery")


def archer(*names: str, arrows: int = 5) -> SilGContext:
    """Return heroes of whom the first has a bow and a filled quiver."""
    game = table(*(names or ("Hador",)))
    skills(game, 0, archery=10, melee=10)
    wear(game, 0, Slot.BOW, "Shortbow")
    wear(game, 0, Slot.QUIVER1, "Arrow", count=arrows)
    return game


def mark(game: SilGContext, y: int, x: int, *, die: int = -50, name: str = "Orc scout") -> Creature:
    """Put a creature on a square; whether it is hit depends on its evasion die."""
    creature = foe(game, name, y, x, health=100)
    standing = standing_defence.entered(game, f"c{creature.slot}")
    standing.die, standing.armour = die, []
    return creature


# ---------------------------------------------------------------- shots


@pytest.mark.parametrize(
    ("lacks", "why"),
    [
        ("courage", "You are too afraid to shoot."),
        ("bow", "You have no bow."),
        ("arrows", "That quiver is empty."),
    ],
)
def test_nobody_shoots_in_fear_or_without_bow_or_arrows(lacks, why):
    game = archer()
    hero = game.hero(0)
    mark(game, 4, 8)
    if lacks == "courage":
        hero.timers.afraid = 5
    else:
        del hero.worn[Slot.BOW if lacks == "bow" else Slot.QUIVER1]
    with pytest.raises(IllegalAction, match=why):
        missiles.declare_shot(game, 0, "fire nearest")


@pytest.mark.parametrize(
    ("line", "quiver"), [("fire nearest", 2), ("fire nearest 2", 2), ("fire nearest 1", 1)]
)
def test_the_quiver_that_is_named_or_the_first_filled_one_gives_the_arrow(line, quiver):
    game = archer()
    worn = game.hero(0).worn
    worn[Slot.QUIVER2] = item("Arrow", count=3)
    if line == "fire nearest":
        del worn[Slot.QUIVER1]
    mark(game, 4, 8)
    missiles.declare_shot(game, 0, line)
    counts = {slot: worn[slot].count for slot in (Slot.QUIVER1, Slot.QUIVER2) if slot in worn}
    full = {Slot.QUIVER1: 5, Slot.QUIVER2: 3} if len(counts) == 2 else {Slot.QUIVER2: 3}
    used = Slot.QUIVER1 if quiver == 1 else Slot.QUIVER2
    assert counts == full | {used: full[used] - 1}


def test_a_shot_is_rolled_against_half_of_evasion_and_says_so():
    game = archer()
    orc = mark(game, 4, 8, die=12)
    load(game, 11, otherwise=3)
    deed = missiles.declare_shot(game, 0, "fire nearest")
    (blow,) = deed.blows
    assert (deed.kind, deed.target) == ("shot", f"c{orc.slot}")
    assert (blow.name, blow.die, blow.against) == ("shot", 11, (4 + 12) // 2)
    told = str(blow.account)
    assert told.startswith("Shortbow")
    assert told.endswith("die 12, halved for the arrow")
    assert game.hero(0).attacked


@pytest.mark.parametrize("die", [60, -50])
def test_a_shot_that_misses_has_no_damage(die):
    game = archer()
    mark(game, 4, 8, die=die)
    load(game, 5, otherwise=3)
    (blow,) = missiles.declare_shot(game, 0, "fire nearest").blows
    assert blow.hit == (die < 0)
    assert (blow.damage > 0) == blow.hit
    assert blow.damage == 3 * blow.dice


@pytest.mark.parametrize(
    ("ability", "changes", "factor", "more"),
    [
        (ab.AMBUSH, {"alertness": -5}, 1, 1),
        (ab.AMBUSH, {}, 1, 0),
        (ab.ROUT, {"alertness": -5}, 1, 0),
        (ab.DEADLY_HAIL, {"last_archery_kill": True}, 2, 0),
        (ab.DEADLY_HAIL, {}, 1, 0),
        (ab.ROUT, {"last_archery_kill": True}, 1, 0),
        (ab.VENGEANCE, {"vengeance": 1}, 1, 1),
    ],
)
def test_abilities_add_dice_to_a_shot_or_double_them(ability, changes, factor, more):
    game = archer()
    orc = mark(game, 4, 8)
    orc.alertness = changes.get("alertness", 5)
    hero = game.hero(0)
    hero.bought.append(ability)
    hero.last_archery_kill = changes.get("last_archery_kill", False)
    hero.vengeance = changes.get("vengeance", 0)
    derived.update(game.hero_game(0))
    load(game, 5, otherwise=1)
    (blow,) = missiles.declare_shot(game, 0, "fire nearest").blows
    dice = hero.derived.archery_dice[0] + blow.crit + more
    assert (blow.dice, blow.damage) == (factor * dice, factor * dice)
    assert hero.vengeance == 0


@pytest.mark.parametrize(
    ("ability", "stance", "more"),
    [(ab.ROUT, "fleeing", 3), (ab.ROUT, "confident", 0), (ab.AMBUSH, "fleeing", 0)],
)
def test_rout_is_for_shots_at_who_flees(ability, stance, more):
    game = archer()
    mark(game, 4, 8).stance = stance
    game.hero(0).bought.append(ability)
    derived.update(game.hero_game(0))
    (blow,) = missiles.declare_shot(game, 0, "fire nearest").blows
    assert blow.score == game.hero(0).derived.skills[1] + more


def test_arrows_and_bows_that_slay_give_dice_and_sharp_arrows_go_deep():
    game = archer()
    game.hero(0).worn[Slot.QUIVER1].flags = ["SLAY_ORC", "SHARPNESS"]
    mark(game, 4, 8)
    load(game, 5, otherwise=1)
    (blow,) = missiles.declare_shot(game, 0, "fire nearest").blows
    assert (blow.slays, blow.percent) == (1, 50)
    assert blow.dice == game.hero(0).derived.archery_dice[0] + blow.crit + 1


@pytest.mark.parametrize(("flags", "faces", "die"), [(["ACCURATE"], (1, 20), 20), ([], (1, 20), 1)])
def test_an_accurate_bow_tries_twice(flags, faces, die):
    game = archer()
    game.hero(0).worn[Slot.BOW].flags = flags
    mark(game, 4, 8, die=30)
    load(game, *faces, otherwise=1)
    (blow,) = missiles.declare_shot(game, 0, "fire nearest").blows
    assert blow.die == die


@pytest.mark.parametrize("cumbersome", [True, False])
def test_a_cumbersome_bow_gives_no_critical_hits(cumbersome):
    game = archer()
    game.hero(0).worn[Slot.BOW].flags = ["CUMBERSOME"] if cumbersome else []
    mark(game, 4, 8)
    load(game, 15, otherwise=1)
    (blow,) = missiles.declare_shot(game, 0, "fire nearest").blows
    assert (blow.crit == 0) == cumbersome


def test_an_arrow_shot_in_a_direction_meets_the_first_on_its_way_who_is_no_friend():
    game = archer()
    mark(game, 4, 6, name="Dejected human thrall")
    near, far = mark(game, 4, 7), mark(game, 4, 9)
    deed = missiles.declare_shot(game, 0, "fire e")
    assert deed.target == f"c{near.slot}"
    assert missiles.declare_shot(game, 0, "fire orc-scout-2").target == f"c{far.slot}"


def test_a_wall_on_its_way_keeps_an_arrow_from_all_behind():
    game = archer()
    level = game.state.sil.level
    level.feature[level.at(4, 6)] = terrain.GRANITE
    mark(game, 4, 7)
    deed = missiles.declare_shot(game, 0, "fire e")
    assert (deed.target, deed.blows) == ("", [])


# ---------------------------------------------------------------- throws


def thrower(name: str = "Dagger", **changes: object) -> tuple[SilGContext, Item]:
    """Return a hero with a thing in the pack to throw."""
    game = table("Hador")
    skills(game, 0, melee=10)
    held = item(name, **changes)
    game.hero(0).pack.append(held)
    derived.update(game.hero_game(0))
    return game, held


def test_nobody_throws_in_fear():
    game, _ = thrower()
    game.hero(0).timers.afraid = 5
    with pytest.raises(IllegalAction, match="You are too afraid to throw anything"):
        missiles.declare_throw(game, 0, "throw a e")


@pytest.mark.parametrize(("cursed", "breaks", "held"), [(1, False, True), (1, True, False)])
def test_a_cursed_thing_that_is_held_is_not_let_go_of(cursed, breaks, held):
    game = table("Hador")
    wear(game, 0, Slot.WEAPON, "Dagger", cursed=bool(cursed))
    if breaks:
        game.hero(0).bought.append(ab.CURSE_BREAKING)
        derived.update(game.hero_game(0))
    if held:
        with pytest.raises(IllegalAction, match="cursed"):
            missiles.declare_throw(game, 0, "throw weapon e")
    else:
        missiles.declare_throw(game, 0, "throw weapon e")
    assert (Slot.WEAPON in game.hero(0).worn) == held


def test_a_cursed_thing_in_the_pack_is_thrown_like_any_other():
    game, _ = thrower(cursed=True)
    assert missiles.declare_throw(game, 0, "throw a e").kind == "throw"
    assert game.hero(0).pack == []


@pytest.mark.parametrize(("die", "hits"), [(60, False), (-50, True)])
def test_a_throw_is_rolled_against_the_whole_evasion(die, hits):
    game, _ = thrower(flags=["SLAY_ORC", "SHARPNESS"])
    orc = mark(game, 4, 6, die=die)
    load(game, 5, otherwise=2)
    deed = missiles.declare_throw(game, 0, "throw a orc-scout-1")
    (blow,) = deed.blows
    assert (deed.kind, deed.target, blow.name) == ("throw", f"c{orc.slot}", "throw")
    assert (blow.against, blow.hit) == (4 + die, hits)
    assert str(blow.account).endswith(f"die {die}")
    assert (blow.slays, blow.percent) == ((1, 50) if hits else (0, 100))
    dice, sides = missiles.throwing.damage_dice(game.hero_game(0), deed.item)
    assert (blow.dice, blow.sides) == ((dice + blow.crit + 1, sides) if hits else (0, 0))
    assert blow.damage == 2 * blow.dice
    assert game.hero(0).attacked


def test_vengeance_is_taken_by_a_throw():
    game, _ = thrower()
    game.hero(0).bought.append(ab.VENGEANCE)
    game.hero(0).vengeance = 1
    derived.update(game.hero_game(0))
    mark(game, 4, 6)
    load(game, 5, otherwise=2)
    (blow,) = missiles.declare_throw(game, 0, "throw a orc-scout-1").blows
    axe = missiles.throwing.damage_dice(game.hero_game(0), item("Dagger"))
    assert blow.dice == axe[0] + blow.crit + 1


# ---------------------------------------------------------------- withdrawn, and landed


@pytest.mark.parametrize(
    ("quivers", "expected"),
    [
        ({Slot.QUIVER1: "Arrow"}, {Slot.QUIVER1: 3}),
        ({Slot.QUIVER2: "Arrow"}, {Slot.QUIVER2: 3}),
        ({}, {Slot.QUIVER1: 1}),
    ],
)
def test_an_arrow_that_is_withdrawn_goes_back_to_its_like_or_into_an_empty_quiver(
    quivers, expected
):
    game = table("Hador")
    hero = game.hero(0)
    for slot, name in quivers.items():
        wear(game, 0, slot, name, count=2)
    deed = DeclaredAction("shot", "fire e", item=item("Arrow", count=1))
    missiles.take_back(game, 0, deed)
    assert {slot: thing.count for slot, thing in hero.worn.items()} == expected
    assert hero.pack == []


def test_a_thing_that_is_not_thrown_goes_back_into_the_pack():
    game = table("Hador")
    axe = item("Dagger")
    missiles.take_back(game, 0, DeclaredAction("throw", "throw a e", item=axe))
    missiles.take_back(game, 0, DeclaredAction("wait", "wait"))
    assert game.hero(0).pack == [axe]
    assert game.hero(0).worn == {}


def flown(game: SilGContext, kind: str, thing: Item | None, *xs: int, **changes: object):
    """Let something land that has flown over squares of the hero's line."""
    level = game.state.sil.level
    squares = [level.at(4, x) for x in xs]
    deed = DeclaredAction(kind, "", squares=squares, item=thing, **changes)  # type: ignore[arg-type]
    load(game, otherwise=100)  # nothing breaks
    missiles.land(game, 0, deed)
    return {level.place(square) for square, heap in level.floor.items() if heap}


@pytest.mark.parametrize(
    ("kind", "told"), [("shot", "Hador shoots an arrow."), ("throw", "Hador throws something.")]
)
def test_what_flies_at_nobody_is_seen_and_lies_at_the_end_of_its_way(kind, told):
    game = archer()
    texts(game)
    assert flown(game, kind, item("Arrow"), 5, 6, 7) == {(4, 7)}
    assert told in texts(game)


def test_what_meets_a_wall_falls_before_it():
    game = archer()
    level = game.state.sil.level
    level.feature[level.at(4, 7)] = terrain.GRANITE
    assert flown(game, "shot", item("Arrow"), 5, 6, 7, 8) == {(4, 6)}
    assert flown(game, "shot", None, 5, 6) == {(4, 6)}


@pytest.mark.parametrize(("score", "rests"), [(30, (4, 6)), (-30, (4, 8))])
def test_what_hits_falls_where_it_hits_and_what_misses_flies_on(score, rests):
    game = archer()
    orc = mark(game, 4, 6)
    blow = RolledBlow("shot", score, 10, 5, damage=1)
    key = f"c{orc.slot}"
    assert flown(game, "shot", item("Arrow"), 5, 6, 7, 8, target=key, blows=[blow]) == {rests}
    assert (orc.health < 100) == (score > 0)
    assert "hit by ranged" in orc.flags or score < 0


@pytest.mark.parametrize(
    ("kind", "health", "kill"), [("shot", 1, True), ("throw", 1, False), ("shot", 100, False)]
)
def test_a_kill_with_an_arrow_makes_the_next_one_deadly(kind, health, kill):
    game = archer()
    orc = mark(game, 4, 6)
    orc.health = health
    blow = RolledBlow("shot", 30, 10, 5, damage=5)
    flown(game, kind, item("Arrow"), 5, 6, target=f"c{orc.slot}", blows=[blow])
    assert game.hero(0).last_archery_kill == kill
    assert (f"c{orc.slot}" in {f"c{c.slot}" for c in game.creatures}) == (health > 1)


def test_an_arrow_at_one_who_is_gone_hits_nobody_and_flies_on():
    game = archer()
    blow = RolledBlow("shot", 30, 10, 5, damage=5)
    texts(game)
    assert flown(game, "shot", item("Arrow"), 5, 6, target="c99", blows=[blow]) == {(4, 6)}
    assert texts(game) == []


@pytest.mark.parametrize(
    ("thing", "walled", "chance"),
    [("Longsword", False, 5), ("Longsword", True, 10), ("Healing", False, 100)],
)
def test_what_is_thrown_breaks_by_its_kind(thing, walled, chance, monkeypatch):
    game, broken = archer(), []
    monkeypatch.setattr(
        missiles.missile_flight, "come_down", lambda *landed: broken.append(landed[-1])
    )
    level = game.state.sil.level
    if walled:
        level.feature[level.at(4, 6)] = terrain.GRANITE
    flown(game, "throw", item(thing), 5, 6)
    assert broken == [chance]


# ---------------------------------------------------------------- enemies beside an archer


def attacking(game: SilGContext, orc: Creature, target: str, **changes: object):
    """Let a creature have declared an attack; return it on the clock."""
    blow = RolledBlow("hit", method="HIT", **changes)  # type: ignore[arg-type]
    fighter = standing_defence.entered(game, f"c{orc.slot}")
    fighter.deed = DeclaredAction("attack", "attack", target, blows=[blow])
    return fighter


def test_only_who_attacks_beside_an_archer_is_provoked_those_at_the_archer_first():
    game = archer("Hador", "Elu")
    standing_defence.entered(game, "h0")
    stepping = standing_defence.entered(game, f"c{mark(game, 5, 5).slot}")
    stepping.deed = DeclaredAction("step", "step A1")
    attacking(game, mark(game, 4, 7), "h1")
    mark(game, 3, 5)
    other = attacking(game, mark(game, 3, 4), "h1")
    own = attacking(game, mark(game, 5, 4), "h0")
    assert missiles.attackers_beside(game, 0) == [own, other]


@pytest.mark.parametrize(
    ("before", "score", "after", "hits"),
    [(15, 10, 7, True), (0, -20, 0, False), (-3, -20, -3, False), (60, 5, 30, False)],
)
def test_an_easier_mark_is_half_as_hard_to_hit_and_a_new_hit_does_damage(
    before, score, after, hits
):
    game = archer()
    orc = mark(game, 3, 4)
    fighter = attacking(game, orc, "h0", score=score, die=1, against=before)
    load(game, otherwise=99)
    missiles.halve_for(game, fighter, 0)
    (blow,) = fighter.deed.blows
    assert (blow.against, blow.hit) == (after, hits)
    assert (blow.dice, blow.damage) == ((1, 10) if hits else (0, 0))


@pytest.mark.parametrize(("armoured", "crit"), [(True, 1), (False, 0)])
def test_a_wider_margin_brings_critical_dice_on_top(armoured, crit):
    game = archer()
    orc = mark(game, 3, 4)
    fighter = attacking(
        game, orc, "h0", score=15, die=9, against=16, dice=1, sides=10, damage=6, armoured=armoured
    )
    load(game, otherwise=4)
    missiles.halve_for(game, fighter, 0)
    (blow,) = fighter.deed.blows
    assert (blow.against, blow.margin) == (8, 16)
    assert (blow.crit, blow.dice, blow.damage) == (crit, 1 + crit, 6 + 4 * crit)


def test_critical_dice_that_were_there_already_come_once():
    game = archer()
    fighter = attacking(
        game, mark(game, 3, 4), "h0", score=15, die=9, against=16, dice=3, sides=10, damage=9,
        crit=2,
    )  # fmt: skip
    load(game, otherwise=4)
    missiles.halve_for(game, fighter, 0)
    (blow,) = fighter.deed.blows
    assert (blow.crit, blow.dice, blow.damage) == (2, 3, 9)


@pytest.mark.parametrize(("die", "hits"), [(20, True), (-60, False)])
def test_who_turns_on_an_archer_keeps_its_die_against_their_evasion(die, hits):
    game = archer("Hador", "Elu")
    orc = mark(game, 4, 5)
    standing_defence.entered(game, "h0").die = 3
    fighter = attacking(game, orc, "h1", score=99, die=die, against=99, dice=9, damage=9, crit=1)
    load(game, otherwise=4)
    missiles.switch_to(game, fighter, 0)
    (blow,) = fighter.deed.blows
    evasion = game.hero(0).derived.skills[2]
    assert (fighter.deed.target, blow.score, blow.die) == ("h0", 3, die)
    assert blow.against == evasion + 3
    assert (blow.damage > 0, blow.dice > 0) == (hits, hits)
    assert blow.dice == (1 + blow.crit if hits else 0)


def test_nothing_is_made_of_an_attack_that_is_not_declared():
    game = archer()
    fighter = standing_defence.entered(game, f"c{mark(game, 4, 5).slot}")
    missiles.halve_for(game, fighter, 0)
    missiles.switch_to(game, fighter, 0)
    assert fighter.deed is None
