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
    session = table(*(names or ("Ann",)), **changes)  # type: ignore[arg-type]
    off_clock_time.begin(session)
    return session


def do(session, seat: int, line: str) -> None:
    """Do a player's line, with all that is checked then."""
    actions.do_player(session, seat, read_player(session, seat, line))
    actions.settle(session)


# ---------------------------------------------------------------- still and loud


def busy_hero():
    """Return a hero with much to do: goods, a door, a thing on the floor."""
    session = in_minutes("Ann", "Bob")
    hero, level = session.hero(0), session.state.sil.level
    hero.pack += [item("Healing"), item("Dagger", known=True), item("Wooden Torch")]
    hero.stat_base[2] = 6
    level.floor[level.at(hero.y, hero.x)] = [item("Longsword")]
    level.feature[level.at(hero.y, hero.x - 1)] = terrain.CLOSED_DOOR
    actions.settle(session)
    return session


def test_a_minute_is_still_unless_something_is_done_in_it():
    offered = [o for o in RULES.legal(busy_hero().state, 0) if not o.free]
    verbs = {offer.action.verb for offer in offered}
    assert {"quaff", "step", "bash", "get", "wear", "search", "drop"} <= verbs
    for offer in offered:
        session = busy_hero()
        do(session, 0, str(offer.action))
        still = offer.action.verb in STILL or session.player(0).left == WALKING[2]
        assert session.player(0).passed == still, offer.action


@pytest.mark.parametrize(("line", "passes"), [("wait", True), ("search", False), ("step n", False)])
def test_on_the_clock_the_last_action_says_whether_a_hero_passes(line, passes):
    session = in_minutes()
    for before in ("wait", "search"):
        encounter_clock.start(session)
        for each in (before, line):  # one who is alone sees at once what comes of it
            encounter_clock.declare_in_secret(session, 0, each)
        assert session.player(0).passed == passes
        encounter_clock.stop(session)


def shot_by_an_archer(session) -> None:
    archer = foe(session, "Orc archer", 4, 9)
    fighter = on_the_clock(session, archer)
    fighter.deed = creature_ai.declare(session, archer, "power ARROW1 0")
    creature_ai.execute(session, archer, fighter)


@pytest.mark.parametrize("feature", [terrain.FLOOR, terrain.RUBBLE, terrain.CHASM])
def test_only_traps_and_chasms_are_set_off_by_who_comes_there(feature):
    session = in_minutes()
    hero, level = session.hero(0), session.state.sil.level
    level.feature[level.at(hero.y, hero.x)] = feature
    texts(session)
    steps.arrive(session, 0)
    sets_off = any("has set off a trap" in told for told in texts(session))
    assert sets_off == (feature == terrain.CHASM)


def on_the_clock(session, creature):
    encounter_clock.start(session)
    return session.fighter(f"c{creature.slot}")


def struck_by_an_orc(session) -> None:
    orc = foe(session, "Orc scout", 4, 5)
    fighter = on_the_clock(session, orc)
    fighter.deed = creature_ai.declare(session, orc, "attack 0")
    creature_ai.execute(session, orc, fighter)


@pytest.mark.parametrize("attack", [shot_by_an_archer, struck_by_an_orc])
def test_being_attacked_costs_two_and_leaves_a_hero_passing(attack):
    session = in_minutes()
    session.hero(0).stat_base[2] = 10
    wolf = foe(session, "Wolf", 1, 1, alertness=-15)
    attack(session)
    session.player(0).passed = True
    keen = stealth_contest.keenness(session, wolf, 0, 0)
    session.hero(0).was_attacked = False
    assert keen.total - stealth_contest.keenness(session, wolf, 0, 0).total == 2
    assert session.player(0).passed


@pytest.mark.parametrize(
    ("feature", "louder"), [(terrain.PIT, 5), (terrain.SPIKED_PIT, 10), (terrain.CALTROPS, 10)]
)
def test_what_is_loud_for_a_minute_is_forgotten_with_it(feature, louder):
    session = in_minutes()
    session.hero(0).stat_base[2] = 10
    derived.update(session.game(0))
    session.hero(0).health = 60
    quiet = stealth_contest.quietness(session, 0, 0).total - stealth_contest.PASSING
    level = session.state.sil.level
    level.feature[level.at(4, 5)] = feature
    steps.step_hero(session, 0, "e")
    session.player(0).passed = False
    assert stealth_contest.quietness(session, 0, 0).total == quiet - louder
    stealth_contest.minute(session)
    assert stealth_contest.quietness(session, 0, 0).total == quiet


def leaper(beyond: int = terrain.FLOOR):
    session = in_minutes()
    hero, level = session.hero(0), session.state.sil.level
    hero.bought.append(ab.LEAPING)
    level.feature[level.at(4, 6)], level.feature[level.at(4, 7)] = terrain.CHASM, beyond
    actions.settle(session)
    return session, hero


def test_a_leap_with_a_run_up_lands_beyond_the_chasm_and_is_heard():
    session, hero = leaper()
    do(session, 0, "step e")
    do(session, 0, "step e")
    assert (hero.y, hero.x) == (4, 7)
    assert hero.stealth_score == -5


def test_without_a_place_to_land_nobody_leaps():
    session, hero = leaper(terrain.GRANITE)
    do(session, 0, "step e")
    session.state.sil.level.feature[session.state.sil.level.at(4, 6)] = terrain.PIT
    do(session, 0, "step e")
    assert (hero.y, hero.x) == (4, 6)


@pytest.mark.parametrize("verb", ["bash", "dig"])
def test_a_noise_is_contested_once(verb, monkeypatch):
    session = in_minutes()
    hero, level = session.hero(0), session.state.sil.level
    at = level.at(4, 5)
    level.feature[at] = terrain.LOCKED_DOOR + 1 if verb == "bash" else terrain.RUBBLE
    hero.pack.append(item("Shovel", known=True, pval=1))
    hero.stat_base[0] = 5
    actions.settle(session)
    heard: list[object] = []
    monkeypatch.setattr(noise, "_check", lambda *args, **_: heard.append(args))
    monkeypatch.setattr(stealth_contest, "sounds", lambda *args: heard.append(args))
    do(session, 0, f"{verb} e")
    assert len(heard) == 1


# ---------------------------------------------------------------- states of heroes


def test_whoever_has_speed_one_is_slow_whatever_lowered_it():
    session = in_minutes()
    hero, game = session.hero(0), session.game(0)
    for change in ({"stealth_mode": True}, {"slow": True}, {"load": True}):
        hero.stealth_mode = change.get("stealth_mode", False)
        hero.timers.slow = 10 if change.get("slow") else 0
        hero.pack = [item("Great Axe", weight=4000)] if change.get("load") else []
        derived.update(game)
        assert hero.derived.speed == 1
        assert morale.is_slow(game)
    hero.pack, hero.timers.slow, hero.timers.fast = [], 10, 10
    derived.update(game)
    assert not morale.is_slow(game)


def test_only_its_player_ends_stealth_mode_and_at_once():
    session = in_minutes()
    hero = session.hero(0)
    do(session, 0, "stealth on")
    foe(session, "Wolf", 4, 8)
    actions.settle(session)
    assert hero.stealth_mode
    assert hero.derived.speed == 1
    do(session, 0, "stealth off")
    assert not hero.stealth_mode
    assert hero.derived.speed == 2
    assert hero.stealth_score == 0


@pytest.mark.covers("sil-g-rulebook: Temporary Status Effects / Other negative effects")
@pytest.mark.parametrize("face", range(1, 9))
def test_a_d8_chooses_every_direction_of_the_confused(face):
    names = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
    for line in ("step e", "fire wolf-1", "fire nearest", "throw a wolf-1", "throw a e"):
        session = in_minutes()
        wear(session, 0, Slot.BOW, "Shortbow")
        wear(session, 0, Slot.QUIVER1, "Arrow", count=5)
        session.hero(0).pack.append(item("Dagger", known=True))
        foe(session, "Wolf", 4, 8)
        session.hero(0).timers.confused = 5
        load(session, face)
        led = declared_actions.astray(session, 0, line).split()
        at = {"fire": 1, "throw": 2}.get(led[0], 1)
        assert led[at] == names[(face - 1) % 8]
        assert led[:at] == line.split()[:at]
        load(session, face)
        assert declared_actions.declare(session, 0, line).line == " ".join(led)


def test_nobody_sets_out_by_a_plan_while_confused():
    session = in_minutes("Ann", "Bob")
    session.hero(0).timers.confused = 5
    offered = {o.action.verb for o in RULES.legal(session.state, 0)}
    assert not offered & {"explore", "go", "follow", "search-room"}
    with pytest.raises(ValueError, match="confused"):
        do(session, 0, "follow bob")
    assert {"rest", "ready", "step"} <= offered


# ---------------------------------------------------------------- at a forge


def smith():
    session = in_minutes()
    hero, level = session.hero(0), session.state.sil.level
    level.feature[level.at(hero.y, hero.x)] = terrain.FORGE + 3
    hero.skill_base[6] = 20
    names = {a.name: a.ref for a in session.data.abilities.values()}
    hero.bought.append(names["Weaponsmith"])
    derived.update(session.game(0))
    do(session, 0, "smith")
    return session, hero


def test_the_workbench_sets_to_work_by_the_tables_time():
    session, hero = smith()
    for _ in range(12):
        words = [answer for answer, _ in session.player(0).question.answers]
        if "make" in words:
            break
        do(session, 0, f"answer {words[0]}")
    do(session, 0, "answer make")
    turns = 0 if hero.work is None else hero.work.turns
    assert session.player(0).question is None
    assert session.player(0).left == 0 or hero.work is None
    assert turns + 30 - session.player(0).left >= 10
    assert not session.player(0).passed
    assert session.state.minutes == 0


def test_work_that_is_broken_off_is_taken_up_again():
    session, hero = smith()
    do(session, 0, "answer leave")
    hero.work = Work(make_item(session, "dagger"), 40)
    do(session, 0, "forge")
    assert hero.work.turns == 10
    off_clock_time.minute(session, 1)
    do(session, 0, "forge")
    assert hero.work is None


# ---------------------------------------------------------------- a crowd


@pytest.mark.parametrize("number", [1, 2, 5, MOST_PLAYERS])
def test_everybody_can_leave_a_crowd_or_is_told_who_bars_the_way(number):
    names = tuple(f"Hero {chr(65 + n)}" for n in range(number))
    session = table(*names, rows=CORRIDOR)
    for seat in session.heroes:  # one behind another, in a blind alley
        session.hero(seat).y, session.hero(seat).x = 1, 1 + seat
    off_clock_time.begin(session)
    actions.settle(session)
    goal = 23
    for seat in session.heroes:
        do(session, seat, f"go {chr(65 + goal - seat)}1")
        assert walking.where(session, seat) == (1, goal - seat)
