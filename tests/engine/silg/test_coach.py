"""The coach line of a card, and what can be looked up: states, threats, whom the table waits for,
and the creatures in sight."""

from __future__ import annotations

import pytest

from engine.contract.action import GM, Action, Offer
from engine.silg.context import SilGContext
from engine.silg.gm.gm_commands import LONGEST_NAME
from engine.silg.state import KeptPlan
from engine.silg.view import coach, lookup
from tests.engine.silg.situations import ROOMS, ailing, armed, by_minutes, carrying, facing, placed
from tests.engine.silg.stage import DATA, evening_on_a_map, foe, table


def line(
    game: SilGContext, seat: int | None = 0, waiting: tuple[int, ...] = (0,), *offers: Offer
) -> str:
    """Return the fullest coach line of a seat."""
    return str(coach.lines(game, seat, waiting, offers)[0])


def offer(verb: str, *args: str, why: str = "", advised: bool = True) -> Offer:
    """Return an offer that is called as its verb."""
    return Offer(Action(verb, args), verb.capitalize(), advised=advised, why=why)


# ---------------------------------------------------------------- what threatens


@pytest.mark.parametrize(
    ("places", "told"),
    [
        ((), "no enemy in sight"),
        (((4, 8),), "an orc scout, 4 east"),
        (((4, 5),), "an orc scout beside you, east"),
        (((3, 3),), "an orc scout beside you, north-west"),
        (((4, 5), (1, 14)), "an orc scout beside you, east, 1 more in sight"),
        (((4, 8), (1, 14), (7, 14)), "an orc scout, 4 east, 2 more in sight"),
        (((4, 5), (3, 4)), "2 enemies beside you"),
        (((4, 5), (3, 4), (1, 14)), "2 enemies beside you, 1 more in sight"),
    ],
)
def test_the_nearest_enemies_are_told_and_how_many_more_there_are(places, told):
    assert line(facing(armed(), *places)).endswith(f"; {told}.")


# ---------------------------------------------------------------- what one is


def test_a_hero_reads_their_health_and_what_they_lack():
    game = by_minutes(table("Ann", "Bob"))
    game.hero(0).derived.max_health, game.hero(0).health = 30, 21
    told = line(game)
    assert told.startswith("21 of 30")
    assert "unarmed" in told
    assert "unarmed" not in line(armed())
    dark = armed()
    level = dark.state.sil.level
    dark.hero(0).knowledge.light[level.at(4, 4)] = 0
    assert "without light" in line(dark)
    dark.hero(0).knowledge.light[level.at(4, 4)] = 1
    assert "without light" not in line(dark)


def test_two_of_the_states_that_ail_a_hero_are_told():
    game = ailing(armed(), poison=9, slow=9, confused=9)
    told = line(game).split("; ")[0].split(", ")
    assert len({"poison", "confusion", "slowness"}.intersection(told)) == 2


@pytest.mark.parametrize(("unspent", "told"), [(99, False), (100, True)])
def test_experience_is_to_spend_when_it_buys_a_point(unspent, told):
    game = by_minutes(table("Ann", "Bob"))
    game.hero(0).unspent = unspent
    assert (f"{unspent} experience to spend" in line(game)) == told
    game.state.stage = "declare"
    assert "experience to spend" not in line(game)


# ---------------------------------------------------------------- what is sensible


def test_what_is_advised_ends_the_line_with_its_reason():
    game = facing(armed(), (4, 5))
    assert line(game, 0, (0,), offer("wait", why="it is late")).endswith(". Wait: it is late.")
    assert line(game, 0, (0,), offer("wait")).endswith(". Wait.")
    idle = offer("search", advised=False)
    assert line(game, 0, (0,), idle, offer("wait")).endswith(". Wait.")
    assert not line(game, 0, (0,), idle).endswith("Search.")


def test_who_is_not_asked_reads_of_their_plan_or_of_whom_all_wait_for():
    game = by_minutes(armed())
    game.player(0).plan = KeptPlan("follow bob", turns=3)
    assert line(game, 0, (1,)).endswith("; your plan goes on: Follow Bob, 3 so far.")
    assert "your plan" not in line(game, 0, (0,))
    game.player(0).plan = None
    assert line(game, 0, (1,)).endswith("; the table waits for Bob.")
    assert line(game, 0, ()).endswith("; nobody is waited for.")


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (3, "The table waits for H1, H2, H3."),
        (4, "The table waits for H1, H2, H3 and 1 more."),
        (5, "The table waits for H1, H2, H3 and 2 more."),
    ],
)
def test_three_are_named_of_those_who_are_waited_for(names, told):
    game = table(*(f"H{n}" for n in range(1, 6)))
    found = line(game, None, tuple(range(names)))
    assert found.replace(" and H3.", ", H3.") == told


def test_the_table_waits_for_the_game_master_or_for_oneself():
    game = by_minutes(armed())
    assert line(game, GM, (GM,)) == "The table waits for you."
    assert line(game, None, (GM,)) == "The table waits for the Game Master."
    assert line(game, None, ()) == "Nobody is waited for."


def test_who_has_declared_is_named_but_not_what():
    game = facing(armed(), (4, 5))
    game.player(1).secret = "search"
    assert line(game, None, (0,)) == "Declared: Bob; the table waits for Ann."
    assert "Bob" in line(game, GM, (0,))
    assert "earch" not in line(game, GM, (0,))
    assert [str(name) for name in coach.declared_names(game)] == ["Bob"]


def test_the_game_master_may_go_on_without_those_who_are_waited_for():
    game = by_minutes(armed())
    offers = [offer("tell", "x", advised=False), offer("minute", "10", advised=False)]
    offers.append(Offer(Action("minute"), "A minute passes"))
    told = line(game, GM, (0,), *offers)
    assert told == "The table waits for Ann; or press “A minute passes”."
    assert line(game, GM, (0,), offers[0]) == "The table waits for Ann."
    assert line(game, None, (0,), *offers) == "The table waits for Ann."


def test_who_is_out_of_play_reads_what_the_table_waits_for():
    game = facing(armed(), (4, 5))
    game.player(0).ending = "lost"
    assert line(game, 0, (1,), offer("new-hero")) == "The table waits for Bob. New-hero."
    game.state.stage = "over"
    assert [str(each) for each in coach.lines(game, 1, (), ())] == [""]


def test_the_shorter_lines_leave_out_states_first_and_keep_what_is_sensible():
    game = ailing(facing(table("Ann"), (4, 5)), poison=9)
    found = [str(each) for each in coach.lines(game, 0, (0,), [offer("wait")])]
    assert found == sorted(found, key=len, reverse=True)
    assert all(each.endswith("ait.") for each in found)
    assert found[-2].startswith("An orc scout beside you")
    assert found[-1] == "Wait."


# ---------------------------------------------------------------- looked up


def explained(game: SilGContext, seat: int, name: str) -> str:
    """Return what a seat is told of somebody in sight."""
    topics = lookup.topics(game, seat)
    topic = next(each for each in topics if each.kind == "sight" and each.name == name)
    return str(lookup.explain(game, seat, topic))


@pytest.mark.parametrize(
    ("health", "told"),
    [
        (40, "An orc scout, unhurt."),
        (39, "An orc scout, somewhat wounded."),
        (31, "An orc scout, somewhat wounded."),
        (30, "An orc scout, wounded."),
        (21, "An orc scout, wounded."),
        (20, "An orc scout, badly wounded."),
        (11, "An orc scout, badly wounded."),
        (10, "An orc scout, almost dead."),
    ],
)
def test_players_are_told_the_health_of_who_is_in_sight_in_a_word(health, told):
    game = facing(armed(), (4, 5))
    game.creatures[0].health = health
    assert explained(game, 0, "orc-scout-1") == told


def test_who_hallucinates_is_told_what_seems():
    game = facing(armed(), (4, 5))
    game.hero(0).timers.hallucinating = 9
    [topic] = [each for each in lookup.topics(game, 0) if each.kind == "sight"]
    assert str(lookup.explain(game, 0, topic)).endswith(", or so it seems.")


def test_the_game_master_is_told_all_of_everybody_on_the_level():
    game = placed(table("Ann", rows=ROOMS), 0, 2, 3)
    hidden = foe(game, "Orc archer", 2, 12, alertness=-12)
    hidden.health = 13
    names = [each.name for each in lookup.topics(game, GM)]
    assert names == [game.handle(f"c{hidden.slot}")]
    told = explained(game, GM, names[0]).split("\n")
    race = DATA.monsters[hidden.race]
    assert told[0].startswith("Orc archer: health ")
    assert told[1].startswith("Flags: ")
    assert all(flag in told[1] for flag in race.flags)
    assert told[2].startswith("Powers: ")
    assert f", one turn in {100 // race.spell_percent}." in told[2]
    assert told[3] == "Health 13 of 40, alertness -12."


def test_the_game_master_looks_up_who_has_the_longest_name_that_can_be():
    evening, longest = evening_on_a_map(), "a" * LONGEST_NAME
    evening.say(f"monster N:1:{longest}|G:C:s|I:3:5d4:0|W:3:1")
    evening.say(f"spawn {longest} at J5 alert")
    [name] = [each.name for each in lookup.topics(evening.game, GM)]
    assert len(name) <= 60
    assert explained(evening.game, GM, name).startswith(f"{longest}: health")


def test_whom_a_monster_has_to_do_with_is_the_game_masters():
    game = facing(armed(), (4, 5), name="Wolf")
    told = explained(game, GM, "wolf-1").split("\n")
    assert told[-1] == "It has to do with Ann."
    assert not any(each.startswith("Powers") for each in told)


def test_the_public_and_who_is_out_of_play_look_nothing_up():
    game = facing(carrying(armed(), "Healing"), (4, 5))
    assert list(lookup.topics(game, 0))
    assert list(lookup.topics(game, None)) == []
    game.player(1).ending = "lost"
    assert list(lookup.topics(game, 1)) == []
    game.state.stage = "setup"
    assert list(lookup.topics(game, GM)) == []
