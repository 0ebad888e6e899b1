"""Steps that fall due: what bars them, who strikes at who goes, and what lies where one comes
(rules: silg 2)."""

from __future__ import annotations

import pytest

from engine.contract.action import GM
from engine.sil.data.records import AbilityRef
from engine.sil.game.state import Creature, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived
from engine.sil.level import terrain
from engine.silg.clock import steps
from engine.silg.combat import standing_defence
from engine.silg.context import SilGContext
from engine.silg.party_sight import refresh
from tests.engine.sil.stage import item
from tests.engine.silg.stage import foe, heard, load, skills, table, texts, wear

pytestmark = pytest.mark.covers("spec-silg-table: 2. The clock")

CELLS = ("#######", "#..#..#", "#..+..#", "#..#..#", "#######")


def put(game: SilGContext, y: int, x: int, feature: int) -> int:
    """Set a square's terrain; return its number."""
    level = game.state.sil.level
    level.feature[level.at(y, x)] = feature
    return level.at(y, x)


def able(game: SilGContext, ability: AbilityRef, seat: int = 0) -> None:
    """Let a hero have an ability."""
    game.hero(seat).bought.append(ability)
    derived.update(game.hero_game(seat))


def easy_mark(game: SilGContext, y: int, x: int) -> Creature:
    """Put an orc on a square whom any blow hits and harms."""
    orc = foe(game, "Orc scout", y, x, health=100)
    standing = standing_defence.entered(game, f"c{orc.slot}")
    standing.die, standing.armour = -20, []
    load(game, otherwise=15)
    return orc


def at(game: SilGContext, seat: int = 0) -> tuple[int, int]:
    """Return where a hero stands."""
    return game.hero(seat).y, game.hero(seat).x


# ---------------------------------------------------------------- what bars a hero


def test_who_carries_too_much_is_told_so_alone_and_stays():
    game = table("Ann", "Bob")
    game.hero(0).pack.append(item("Great Axe", weight=9000))
    derived.update(game.hero_game(0))
    texts(game)
    assert not steps.step_hero(game, 0, "n")
    assert heard(game) == [("The burden is too heavy to take a step.", (0,))]
    assert at(game) == (4, 4)


def test_nobody_walks_through_a_companion():
    game = table("Ann", "Bob")
    game.hero(1).x = 5
    texts(game)
    assert not steps.step_hero(game, 0, "e")
    assert heard(game) == [("Ann cannot pass: Bob is in the way.", None)]
    assert (at(game), at(game, 1)) == ((4, 4), (4, 5))


@pytest.mark.parametrize(("seen_by", "called"), [(1, "the orc scout"), (None, "somebody")])
def test_who_walks_into_somebody_unseen_finds_them_and_is_noticed(seen_by, called):
    game = table("Ann", "Bob")
    orc = foe(game, "Orc scout", 4, 5, alertness=-5)
    for seat in game.heroes:
        game.hero_game(seat).learn(orc).visible = seat == seen_by
    texts(game)
    assert not steps.step_hero(game, 0, "e")
    assert (f"Ann finds {called} in the way.", None) in heard(game)
    assert game.hero_game(0).known(orc).detected == 2
    assert not game.state.sil.events, "the next hero would hear it"
    assert orc.alertness >= 0
    assert at(game) == (4, 4)


def test_a_door_that_a_hero_knows_of_is_opened_instead_of_walked_into():
    game = table("Ann")
    door = put(game, 4, 5, terrain.CLOSED_DOOR)
    game.hero(0).knowledge.mark[door] = 1
    texts(game)
    assert not steps.step_hero(game, 0, "e")
    assert heard(game)[-1] == ("Ann is busy with a door.", None)
    assert game.state.sil.level.feature[door] == terrain.OPEN_DOOR
    assert at(game) == (4, 4)


@pytest.mark.parametrize("feature", [terrain.CLOSED_DOOR, terrain.GRANITE, terrain.RUBBLE])
def test_what_a_hero_runs_into_in_the_dark_is_known_then_and_nobody_else_hears_of_it(feature):
    game = table("Ann")
    square = put(game, 4, 5, feature)
    game.hero(0).knowledge.mark[square] = 0
    texts(game)
    assert not steps.step_hero(game, 0, "e")
    assert heard(game) == [("Something solid is in the way.", (0,))]
    assert game.hero(0).knowledge.mark[square]
    assert game.state.sil.level.feature[square] == feature
    assert at(game) == (4, 4)


@pytest.mark.parametrize(("die", "free"), [(1, False), (20, True)])
def test_a_web_holds_a_hero_until_it_is_torn(die, free):
    game = table("Ann")
    put(game, 4, 4, terrain.WEB)
    load(game, *([die, 21 - die] * 5), otherwise=die)
    texts(game)
    assert steps.step_hero(game, 0, "e") == free
    struggles = ("Ann struggles and stays where they are.", None) in heard(game)
    assert struggles != free
    assert at(game) == ((4, 5) if free else (4, 4))


def test_who_steps_sees_from_there():
    game = table("Ann")
    seen = game.hero(0).knowledge.seen
    seen[:] = bytes(len(seen))
    assert steps.step_hero(game, 0, "e")
    assert game.hero(0).knowledge.seen[game.state.sil.level.at(4, 6)]


def test_a_step_leads_a_hero_to_a_square_that_they_know_they_have_walked():
    game = table("Ann")
    assert steps.step_hero(game, 0, "ne")
    assert at(game) == (3, 5)
    level = game.state.sil.level
    walked = game.hero(0).knowledge.walked
    assert [level.place(n) for n, stepped in enumerate(walked) if stepped] == [(3, 5)]


# ---------------------------------------------------------------- leaping


def leaper(*names: str) -> SilGContext:
    """Return a hero before a chasm who has taken a run-up."""
    game = table(*(names or ("Ann",)))
    for seat in game.heroes[1:]:
        game.hero(seat).y = 1
    able(game, ab.LEAPING)
    put(game, 4, 6, terrain.CHASM)
    assert steps.step_hero(game, 0, "e")
    game.hero(0).actions[:2] = [0, 6]  # as at the next declaration
    refresh(game)
    texts(game)
    return game


def test_a_leap_is_told_to_all_and_leads_over_the_hazard():
    game = leaper()
    quiet = game.hero(0).stealth_score
    assert steps.step_hero(game, 0, "e")
    assert ("Ann leaps.", None) in heard(game)
    assert at(game) == (4, 7)
    assert game.hero(0).stealth_score == quiet - 5


def test_who_lands_sees_from_there_and_finds_what_lies_there():
    game = leaper()
    level, seen = game.state.sil.level, game.hero(0).knowledge.seen
    level.floor[level.at(4, 7)] = [item("Longsword")]
    seen[:] = bytes(len(seen))
    assert steps.step_hero(game, 0, "e")
    assert any("Longsword" in told for told, _ in heard(game))
    assert game.hero(0).knowledge.seen[level.at(4, 8)]


def test_who_is_slain_at_their_run_up_does_not_leap():
    game = leaper("Ann", "Bob")
    slayer_beside(game, 3, 4)
    assert not steps.step_hero(game, 0, "e")
    told = texts(game)
    assert any(each.startswith("Ann is slain by") for each in told)
    assert "Ann leaps." not in told


@pytest.mark.parametrize("barrier", ["companion", "unseen enemy"])
def test_a_leap_at_somebody_ends_in_the_hazard(barrier):
    game = leaper("Ann", "Bob")
    game.hero(1).y, game.hero(1).x = 4, 7
    if barrier == "unseen enemy":
        game.hero(1).y = 1
        orc = foe(game, "Orc scout", 4, 7)
        for seat in game.heroes:
            game.hero_game(seat).learn(orc).visible = False
    assert steps.step_hero(game, 0, "e")
    assert at(game) == (4, 6)


# ---------------------------------------------------------------- who strikes at who goes


def slayer_beside(game: SilGContext, y: int, x: int) -> None:
    """Put an enemy on a square whose free attack slays the first hero."""
    foe(game, "Ulfang the Black", y, x)
    game.hero(0).health = 1
    standing_defence.entered(game, "h0").die = 1
    load(game, otherwise=20)
    texts(game)


@pytest.mark.parametrize(
    ("direction", "changes", "struck"),
    [
        ("w", {}, True),
        ("ne", {}, False),
        ("w", {"alertness": -5}, False),
        ("w", {"stance": "fleeing"}, False),
        ("w", {"skip_turn": True}, False),
        ("w", {"ally": True}, False),
        ("w", {"x": 6}, False),
    ],
)
def test_an_opportunist_strikes_at_who_leaves_its_reach(direction, changes, struck):
    game = table("Ann")
    enemy = foe(game, "Ulfang the Black", 4, 5)
    if changes.pop("ally", False):
        game.state.desk.allies.append(f"c{enemy.slot}")
    for name, value in changes.items():
        setattr(enemy, name, value)
    texts(game)
    assert steps.step_hero(game, 0, direction)
    assert any("Ulfang" in told for told in texts(game)) == struck


def test_all_who_can_strike_do_whoever_else_stands_about():
    game = table("Ann")
    foe(game, "Ulfang the Black", 1, 1)
    ally = foe(game, "Ulfang the Black", 5, 5)
    game.state.desk.allies.append(f"c{ally.slot}")
    foe(game, "Orc scout", 3, 4)
    for y in (3, 4):
        foe(game, "Ulfang the Black", y, 5)
    standing_defence.entered(game, "h0").die = 99
    texts(game)
    assert steps.step_hero(game, 0, "w")
    assert sum("misses Ann" in told for told in texts(game)) == 2


def test_who_is_slain_as_they_go_goes_nowhere_and_is_struck_no_more():
    game = table("Ann", "Bob")
    slayer_beside(game, 4, 5)
    foe(game, "Ulfang the Black", 3, 5)
    texts(game)
    assert not steps.step_hero(game, 0, "w")
    told = texts(game)
    assert sum("hits Ann" in each for each in told) == 1
    assert any(each.startswith("Ann is slain by") for each in told)
    assert game.heroes == [1]


def test_who_is_thrown_elsewhere_as_they_go_stays_there(monkeypatch):
    game = table("Ann")
    foe(game, "Ulfang the Black", 4, 5)

    def throw(game, _, seat):
        game.hero(seat).y = 6

    monkeypatch.setattr(steps.blows, "strike_hero_freely", throw)
    assert not steps.step_hero(game, 0, "w")
    assert at(game) == (6, 4)


@pytest.mark.parametrize(
    ("ability", "square", "struck"),
    [
        (ab.OPPORTUNIST, (4, 6), True),
        (ab.OPPORTUNIST, (3, 5), False),
        (ab.ZONE_OF_CONTROL, (3, 5), True),
        (ab.ZONE_OF_CONTROL, (4, 6), False),
    ],
)
def test_heroes_strike_at_who_leaves_or_stays_beside_them_by_ability(ability, square, struck):
    game = table("Ann")
    wear(game, 0, Slot.WEAPON, "Longsword")
    skills(game, 0, melee=10)
    able(game, ability)
    orc = easy_mark(game, 4, 5)
    assert steps.step_creature(game, orc, 0, game.state.sil.level.at(*square))
    assert (orc.health < 100) == struck
    assert (orc.y, orc.x) == square


@pytest.mark.parametrize("spared", ["far", "ally", "afraid"])
def test_heroes_let_pass_whom_they_cannot_or_will_not_strike(spared):
    game = table("Ann")
    wear(game, 0, Slot.WEAPON, "Longsword")
    able(game, ab.OPPORTUNIST)
    orc = easy_mark(game, 4, 6 if spared == "far" else 5)
    if spared == "ally":
        game.state.desk.allies.append(f"c{orc.slot}")
    if spared == "afraid":
        game.hero(0).timers.afraid = 5
    assert steps.step_creature(game, orc, 0, game.state.sil.level.at(4, orc.x + 1))
    assert orc.health == 100


def test_who_is_slain_as_it_goes_goes_nowhere():
    game = table("Ann", "Bob")
    for seat in game.heroes:
        wear(game, seat, Slot.WEAPON, "Longsword")
        able(game, ab.OPPORTUNIST, seat)
    orc = easy_mark(game, 4, 5)
    orc.health = 1
    square = game.state.sil.level.at(3, 6)
    assert not steps.step_creature(game, orc, 0, square)
    assert not game.creatures
    assert square not in game.state.sil.level.occupant


# ---------------------------------------------------------------- what lies there


@pytest.mark.parametrize("feature", [terrain.DOWN_STAIR, terrain.UP_STAIR, terrain.FORGE + 3])
def test_stairs_and_forges_are_known_to_who_stands_on_them(feature):
    game = table("Ann")
    square = put(game, 4, 4, feature)
    known = game.hero(0).knowledge.mark
    known[square] = 0
    steps.arrive(game, 0)
    assert known[square] == 1


def test_what_lies_on_a_square_is_told_to_who_comes_there_alone():
    game = table("Ann", "Bob")
    level = game.state.sil.level
    sword = item("Longsword")
    level.floor[level.at(4, 4)] = [sword]
    texts(game)
    steps.arrive(game, 0)
    [(told, audience)] = heard(game)
    assert "Longsword" in told
    assert audience == (0,)
    assert game.hero_game(0).knows_of(sword)


def test_who_falls_is_for_the_game_master_to_put_on_the_next_level():
    game = table("Ann")
    put(game, 4, 4, terrain.CHASM)
    texts(game)
    steps.arrive(game, 0)
    told = heard(game)
    assert ("Ann has set off a trap.", None) in told
    fall = "Ann falls to the level below: make it, or lift them out."
    assert (fall, (GM,)) in told
    assert not game.state.sil.leaving
    assert not game.state.sil.events, "the next hero would hear it"


def test_who_dies_of_the_fall_is_out_of_play_and_lifted_by_nobody():
    game = table("Ann", "Bob")
    game.hero(0).health = 1
    put(game, 4, 4, terrain.CHASM)
    texts(game)
    steps.arrive(game, 0)
    told = texts(game)
    assert any(each.startswith("Ann is slain by") for each in told)
    assert not any("falls to the level below" in each for each in told)


# ---------------------------------------------------------------- what bars a creature


@pytest.mark.parametrize("alertness", [-5, 5])
def test_an_unwary_creature_that_walks_into_a_hero_notices_them(alertness):
    game = table("Ann", "Bob")
    orc = foe(game, "Orc scout", 4, 7, alertness=alertness)
    orc.skip_turn = True
    texts(game)
    assert not steps.step_creature(game, orc, 0, game.state.sil.level.at(4, 6))
    walks = ("The orc scout walks into Bob.", None)
    assert (walks in heard(game)) == (alertness < 0)
    assert orc.alertness >= 0
    assert orc.skip_turn == (alertness > 0)
    assert not game.state.sil.events, "the next hero would hear it"
    assert orc.x == 7


@pytest.mark.parametrize(
    ("confused", "die", "changed"), [(0, 1, True), (0, 100, False), (5, 1, False)]
)
def test_a_stronger_creature_changes_places_with_a_weaker_one(confused, die, changed):
    game = table("Ann")
    level = game.state.sil.level
    captain, scout = foe(game, "Orc captain", 2, 10), foe(game, "Orc scout", 2, 9)
    captain.confused = confused
    load(game, otherwise=die)
    assert steps.step_creature(game, captain, 0, level.at(2, 9)) == changed
    places = [(2, 9), (2, 10)] if changed else [(2, 10), (2, 9)]
    assert [(c.y, c.x) for c in (captain, scout)] == places
    assert [level.occupant[level.at(*place)] for place in places] == [captain.slot, scout.slot]


def behind_a_door(name: str, *, seen: bool = False, noise: int = 50):
    """Return a creature beside a door, and the door's square; the hero sees it, or hears so far."""
    game = table("Ann", rows=CELLS)
    game.hero(0).y, game.hero(0).x = 2, 1
    door = game.state.sil.level.at(2, 3)
    creature = foe(game, name, 2, 4)
    refresh(game)
    known = game.hero(0).knowledge
    known.seen[door], known.noise[door] = int(seen), noise
    texts(game)
    return game, creature, door


@pytest.mark.parametrize(
    ("seen", "noise", "told"),
    [
        (True, 50, ("A door opens.", None)),
        (False, 50, ("The orc scout opens a door.", (GM,))),
        (False, 20, ("The orc scout opens a door.", (GM,))),
    ],
)
def test_a_door_that_opens_is_told_to_who_sees_it(seen, noise, told):
    game, orc, door = behind_a_door("Orc scout", seen=seen, noise=noise)
    assert not steps.step_creature(game, orc, 0, door)
    assert heard(game) == [told]
    assert game.state.sil.level.feature[door] == terrain.OPEN_DOOR
    assert (orc.y, orc.x) == (2, 4)


def test_a_lock_is_opened_before_its_door():
    game, orc, door = behind_a_door("Orc scout")
    game.state.sil.level.feature[door] = terrain.LOCKED_DOOR + 1
    load(game, otherwise=1)
    steps.step_creature(game, orc, 0, door)
    assert game.state.sil.level.feature[door] == terrain.CLOSED_DOOR


@pytest.mark.parametrize(
    ("seen", "noise", "told"),
    [
        (True, 50, ("A door bursts open!", None)),
        (False, 20, ("A door bursts open somewhere!", None)),
        (False, 21, ("The warg opens a door.", (GM,))),
    ],
)
def test_who_breaks_a_door_goes_through_it_and_is_heard_from_afar(seen, noise, told):
    game, warg, door = behind_a_door("Warg", seen=seen, noise=noise)
    load(game, otherwise=1)
    assert steps.step_creature(game, warg, 0, door)
    assert told in heard(game)
    assert game.state.sil.level.feature[door] == terrain.BROKEN_DOOR
    assert (warg.y, warg.x) == (2, 3)


def test_a_door_may_hold():
    game, warg, door = behind_a_door("Warg")
    load(game, otherwise=100)
    assert not steps.step_creature(game, warg, 0, door)
    assert heard(game) == []
    assert game.state.sil.level.feature[door] == terrain.CLOSED_DOOR


@pytest.mark.parametrize(
    ("name", "feature", "becomes", "moves"),
    [
        ("Shadow", terrain.CLOSED_DOOR, terrain.CLOSED_DOOR, True),
        ("Spectre", terrain.CLOSED_DOOR, terrain.CLOSED_DOOR, True),
        ("Spectre", terrain.GRANITE, terrain.GRANITE, True),
        ("Shadow", terrain.GRANITE, terrain.GRANITE, False),
        ("Nameless thing", terrain.GRANITE, terrain.RUBBLE, False),
        ("Nameless thing", terrain.RUBBLE, terrain.FLOOR, False),
        ("Nameless thing", terrain.PERMANENT, terrain.PERMANENT, False),
        ("Wolf", terrain.RUBBLE, terrain.RUBBLE, False),
    ],
)
def test_what_is_in_the_way_gives_way_to_who_can_pass_or_dig(name, feature, becomes, moves):
    game = table("Ann")
    creature = foe(game, name, 2, 10)
    square = put(game, 2, 9, feature)
    texts(game)
    assert steps.step_creature(game, creature, 0, square) == moves
    assert game.state.sil.level.feature[square] == becomes
    assert (creature.x == 9) == moves
    digs = [("The nameless thing digs.", (GM,))]
    assert heard(game) == (digs if feature != becomes else [])


def test_a_creature_remembers_its_last_six_moves():
    game = table("Ann")
    level = game.state.sil.level
    orc = foe(game, "Orc scout", 2, 10)
    orc.last_moves = [2, 2, 2, 8, 8, 1]
    assert steps.step_creature(game, orc, 0, level.at(1, 11))
    assert orc.last_moves == [9, 2, 2, 2, 8, 8]


def test_a_creature_that_falls_is_told_of_to_who_sees_it():
    game = table("Ann")
    orc = foe(game, "Orc scout", 2, 10)
    texts(game)
    assert steps.step_creature(game, orc, 0, put(game, 2, 9, terrain.CHASM))
    assert heard(game)
    assert not game.creatures
    assert not game.state.sil.events, "the next hero would hear it"
