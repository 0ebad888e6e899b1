"""Off the clock: what a minute costs, what makes it still or loud, and who can leave a crowd."""

from __future__ import annotations

import pytest

from engine.sil.creatures import morale
from engine.sil.game.state import Slot, Work
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived
from engine.sil.level import terrain
from engine.sil.perception import noise
from engine.silg import actions
from engine.silg.clock import (
    creature_ai,
    declared_actions,
    encounter_clock,
    off_clock_time,
    stealth_contest,
    steps,
    walking,
)
from engine.silg.clock.minute_start import WALKING
from engine.silg.gm.hero_commands import make_item
from engine.silg.ruleset import MOST_PLAYERS
from engine.silg.verbs import read_player
from tests.engine.sil.stage import item
from tests.engine.silg.stage import RULES, foe, load, table, texts, wear

CORRIDOR = ("#" * 26, "#" + "." * 24 + "#", "#" * 26)
STILL = ("wait", "ready", "rest")  # they leave a minute a still one


def in_minutes(*names: str, **changes: object):
    """Return a table whose first minute has begun."""
    game = table(*(names or ("Ann",)), **changes)  # type: ignore[arg-type]
    off_clock_time.begin(game)
    return game


def do(game, seat: int, line: str) -> None:
    """Do a player's line, with all that is checked then."""
    actions.do_player(game, seat, read_player(game, seat, line))
    actions.settle(game)


# ---------------------------------------------------------------- still and loud


def busy_hero():
    """Return a hero with much to do: goods, a door, a thing on the floor."""
    game = in_minutes("Ann", "Bob")
    hero, level = game.hero(0), game.state.sil.level
    hero.pack += [item("Healing"), item("Dagger", known=True), item("Wooden Torch")]
    hero.stat_base[2] = 6
    level.floor[level.at(hero.y, hero.x)] = [item("Longsword")]
    level.feature[level.at(hero.y, hero.x - 1)] = terrain.CLOSED_DOOR
    actions.settle(game)
    return game


def test_a_minute_is_still_unless_something_is_done_in_it():
    offered = [o for o in RULES.legal(busy_hero().state, 0) if not o.free]
    verbs = {offer.action.verb for offer in offered}
    assert {"quaff", "step", "bash", "get", "wear", "search", "drop"} <= verbs
    for offer in offered:
        game = busy_hero()
        do(game, 0, str(offer.action))
        still = offer.action.verb in STILL or game.player(0).left == WALKING[2]
        assert game.player(0).passed == still, offer.action


@pytest.mark.parametrize(("line", "passes"), [("wait", True), ("search", False), ("step n", False)])
def test_on_the_clock_the_last_action_says_whether_a_hero_passes(line, passes):
    game = in_minutes()
    for before in ("wait", "search"):
        encounter_clock.start(game)
        for each in (before, line):  # one who is alone sees at once what comes of it
            encounter_clock.declare_in_secret(game, 0, each)
        assert game.player(0).passed == passes
        encounter_clock.stop(game)


def shot_by_an_archer(game) -> None:
    archer = foe(game, "Orc archer", 4, 9)
    fighter = on_the_clock(game, archer)
    fighter.deed = creature_ai.declare(game, archer, "power ARROW1 0")
    creature_ai.execute(game, archer, fighter)


@pytest.mark.parametrize("feature", [terrain.FLOOR, terrain.RUBBLE, terrain.CHASM])
def test_only_traps_and_chasms_are_set_off_by_who_comes_there(feature):
    game = in_minutes()
    hero, level = game.hero(0), game.state.sil.level
    level.feature[level.at(hero.y, hero.x)] = feature
    texts(game)
    steps.arrive(game, 0)
    sets_off = any("has set off a trap" in told for told in texts(game))
    assert sets_off == (feature == terrain.CHASM)


def on_the_clock(game, creature):
    encounter_clock.start(game)
    return game.fighter(f"c{creature.slot}")


def struck_by_an_orc(game) -> None:
    orc = foe(game, "Orc scout", 4, 5)
    fighter = on_the_clock(game, orc)
    fighter.deed = creature_ai.declare(game, orc, "attack 0")
    creature_ai.execute(game, orc, fighter)


@pytest.mark.parametrize("attack", [shot_by_an_archer, struck_by_an_orc])
def test_being_attacked_costs_two_and_leaves_a_hero_passing(attack):
    game = in_minutes()
    game.hero(0).stat_base[2] = 10
    wolf = foe(game, "Wolf", 1, 1, alertness=-15)
    attack(game)
    game.player(0).passed = True
    keen = stealth_contest.keenness(game, wolf, 0, 0)
    game.hero(0).was_attacked = False
    assert keen.total - stealth_contest.keenness(game, wolf, 0, 0).total == 2
    assert game.player(0).passed


@pytest.mark.parametrize(
    ("feature", "louder"), [(terrain.PIT, 5), (terrain.SPIKED_PIT, 10), (terrain.CALTROPS, 10)]
)
def test_what_is_loud_for_a_minute_is_forgotten_with_it(feature, louder):
    game = in_minutes()
    game.hero(0).stat_base[2] = 10
    derived.update(game.hero_game(0))
    game.hero(0).health = 60
    quiet = stealth_contest.quietness(game, 0, 0).total - stealth_contest.PASSING
    level = game.state.sil.level
    level.feature[level.at(4, 5)] = feature
    steps.step_hero(game, 0, "e")
    game.player(0).passed = False
    assert stealth_contest.quietness(game, 0, 0).total == quiet - louder
    stealth_contest.minute(game)
    assert stealth_contest.quietness(game, 0, 0).total == quiet


def leaper(beyond: int = terrain.FLOOR):
    game = in_minutes()
    hero, level = game.hero(0), game.state.sil.level
    hero.bought.append(ab.LEAPING)
    level.feature[level.at(4, 6)], level.feature[level.at(4, 7)] = terrain.CHASM, beyond
    actions.settle(game)
    return game, hero


def test_a_leap_with_a_run_up_lands_beyond_the_chasm_and_is_heard():
    game, hero = leaper()
    do(game, 0, "step e")
    do(game, 0, "step e")
    assert (hero.y, hero.x) == (4, 7)
    assert hero.stealth_score == -5


def test_without_a_place_to_land_nobody_leaps():
    game, hero = leaper(terrain.GRANITE)
    do(game, 0, "step e")
    game.state.sil.level.feature[game.state.sil.level.at(4, 6)] = terrain.PIT
    do(game, 0, "step e")
    assert (hero.y, hero.x) == (4, 6)


@pytest.mark.parametrize("verb", ["bash", "dig"])
def test_a_noise_is_contested_once(verb, monkeypatch):
    game = in_minutes()
    hero, level = game.hero(0), game.state.sil.level
    at = level.at(4, 5)
    level.feature[at] = terrain.LOCKED_DOOR + 1 if verb == "bash" else terrain.RUBBLE
    hero.pack.append(item("Shovel", known=True, pval=1))
    hero.stat_base[0] = 5
    actions.settle(game)
    heard: list[object] = []
    monkeypatch.setattr(noise, "_check", lambda *args, **_: heard.append(args))
    monkeypatch.setattr(stealth_contest, "sounds", lambda *args: heard.append(args))
    do(game, 0, f"{verb} e")
    assert len(heard) == 1


# ---------------------------------------------------------------- states of heroes


def test_whoever_has_speed_one_is_slow_whatever_lowered_it():
    game = in_minutes()
    hero, hero_game = game.hero(0), game.hero_game(0)
    for change in ({"stealth_mode": True}, {"slow": True}, {"load": True}):
        hero.stealth_mode = change.get("stealth_mode", False)
        hero.timers.slow = 10 if change.get("slow") else 0
        hero.pack = [item("Great Axe", weight=4000)] if change.get("load") else []
        derived.update(hero_game)
        assert hero.derived.speed == 1
        assert morale.is_slow(hero_game)
    hero.pack, hero.timers.slow, hero.timers.fast = [], 10, 10
    derived.update(hero_game)
    assert not morale.is_slow(hero_game)


def test_only_its_player_ends_stealth_mode_and_at_once():
    game = in_minutes()
    hero = game.hero(0)
    do(game, 0, "stealth on")
    foe(game, "Wolf", 4, 8)
    actions.settle(game)
    assert hero.stealth_mode
    assert hero.derived.speed == 1
    do(game, 0, "stealth off")
    assert not hero.stealth_mode
    assert hero.derived.speed == 2
    assert hero.stealth_score == 0


@pytest.mark.covers("sil-g-rulebook: Temporary Status Effects / Other negative effects")
@pytest.mark.parametrize("face", range(1, 9))
def test_a_d8_chooses_every_direction_of_the_confused(face):
    names = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
    for line in ("step e", "fire wolf-1", "fire nearest", "throw a wolf-1", "throw a e"):
        game = in_minutes()
        wear(game, 0, Slot.BOW, "Shortbow")
        wear(game, 0, Slot.QUIVER1, "Arrow", count=5)
        game.hero(0).pack.append(item("Dagger", known=True))
        foe(game, "Wolf", 4, 8)
        game.hero(0).timers.confused = 5
        load(game, face)
        led = declared_actions.astray(game, 0, line).split()
        at = {"fire": 1, "throw": 2}.get(led[0], 1)
        assert led[at] == names[(face - 1) % 8]
        assert led[:at] == line.split()[:at]
        load(game, face)
        assert declared_actions.declare(game, 0, line).line == " ".join(led)


def test_nobody_sets_out_by_a_plan_while_confused():
    game = in_minutes("Ann", "Bob")
    game.hero(0).timers.confused = 5
    offered = {o.action.verb for o in RULES.legal(game.state, 0)}
    assert not offered & {"explore", "go", "follow", "search-room"}
    with pytest.raises(ValueError, match="confused"):
        do(game, 0, "follow bob")
    assert {"rest", "ready", "step"} <= offered


# ---------------------------------------------------------------- at a forge


def smith():
    game = in_minutes()
    hero, level = game.hero(0), game.state.sil.level
    level.feature[level.at(hero.y, hero.x)] = terrain.FORGE + 3
    hero.skill_base[6] = 20
    names = {a.name: a.ref for a in game.data.abilities.values()}
    hero.bought.append(names["Weaponsmith"])
    derived.update(game.hero_game(0))
    do(game, 0, "smith")
    return game, hero


def test_the_workbench_sets_to_work_by_the_tables_time():
    game, hero = smith()
    for _ in range(12):
        words = [answer for answer, _ in game.player(0).question.answers]
        if "make" in words:
            break
        do(game, 0, f"answer {words[0]}")
    do(game, 0, "answer make")
    turns = 0 if hero.work is None else hero.work.turns
    assert game.player(0).question is None
    assert game.player(0).left == 0 or hero.work is None
    assert turns + 30 - game.player(0).left >= 10
    assert not game.player(0).passed
    assert game.state.minutes == 0


def test_work_that_is_broken_off_is_taken_up_again():
    game, hero = smith()
    do(game, 0, "answer leave")
    hero.work = Work(make_item(game, "dagger"), 40)
    do(game, 0, "forge")
    assert hero.work.turns == 10
    off_clock_time.minute(game, 1)
    do(game, 0, "forge")
    assert hero.work is None


# ---------------------------------------------------------------- a crowd


@pytest.mark.parametrize("number", [1, 2, 5, MOST_PLAYERS])
def test_everybody_can_leave_a_crowd_or_is_told_who_bars_the_way(number):
    names = tuple(f"Hero {chr(65 + n)}" for n in range(number))
    game = table(*names, rows=CORRIDOR)
    for seat in game.heroes:  # one behind another, in a blind alley
        game.hero(seat).y, game.hero(seat).x = 1, 1 + seat
    off_clock_time.begin(game)
    actions.settle(game)
    goal = 23
    for seat in game.heroes:
        do(game, seat, f"go {chr(65 + goal - seat)}1")
        assert walking.where(game, seat) == (1, goal - seat)


@pytest.mark.parametrize(("thrown", "end"), [(False, (4, 4)), (True, (7, 5))])
def test_who_cannot_get_past_a_companion_stays_unless_thrown_elsewhere(thrown, end, monkeypatch):
    game = table("Ann", "Bob")
    game.hero(1).x = 5
    game.player(0).left = 9
    foe(game, "Ulfang the Black", 3, 4)  # strikes at who leaves its reach

    def throw(game, _, seat):
        game.hero(seat).y = 7

    monkeypatch.setattr(steps.blows, "strike_hero_freely", throw)
    if not thrown:  # a wall is in the way, of which Ann does not know
        level = game.state.sil.level
        level.feature[level.at(4, 6)] = terrain.GRANITE
    walking.stride(game, 0, ["e", "e"])
    assert walking.where(game, 0) == end
