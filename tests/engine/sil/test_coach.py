"""The coach line of Sil: what it names first, what it leaves out, and where its limits lie."""

import pytest

from engine.contract.action import Action, Offer
from engine.sil import coach
from engine.sil.game.state import Pursuer, Slot
from tests.engine.sil.arena import arena, look
from tests.engine.sil.stage import foe, race, wear

LONG = ("#" * 44, "#@" + "." * 41 + "#", "#" * 44)
TALL = tuple("###" if row in (0, 29) else "#@#" if row == 1 else "#.#" for row in range(30))
STRIKE = Offer(Action("attack", ("wolf-1",)), "Attack", advised=True, why="it is hurt")


def armed(*rows):
    """Return a hero with a sword and a full torch, and no experience left."""
    game = arena(*rows)
    wear(game, Slot.WEAPON, "Longsword")
    wear(game, Slot.LIGHT, "Wooden Torch", timeout=2000)
    game.hero.unspent = 0
    return game


def line(game, *offers):
    """Return the fullest line."""
    look(game)
    return str(coach.lines(game, offers)[0])


YOU = "20 of 20, Longsword"


def test_alone_and_well_the_line_says_so_and_no_more():
    assert line(armed()) == f"{YOU}. Nobody in sight."


def test_bare_hands_are_told_and_so_is_the_aim_to_find_a_weapon():
    game = armed()
    del game.hero.worn[Slot.WEAPON]
    assert line(game) == "20 of 20, unarmed. Nobody in sight."
    plan = Offer(Action("explore"), "Explore", advised=True, why="more to see")
    assert line(game, plan) == "20 of 20, unarmed. Nobody in sight. Explore to find a weapon."
    assert line(game, STRIKE, plan).endswith(" Nobody in sight. Attack: it is hurt.")
    idle = Offer(Action("explore"), "Explore")
    assert "to find a weapon" not in line(game, idle)
    assert line(armed(), plan).endswith(" Nobody in sight. Explore: more to see.")


def test_a_dead_hero_has_no_less_than_no_health():
    game = armed()
    game.hero.health = -7
    assert line(game).startswith("0 of 20, ")


def test_the_advice_stands_last_with_its_reason_and_in_ever_fewer_words():
    game = armed()
    look(game)
    other = Offer(Action("wait"), "Wait", advised=True, why="later")
    told = [str(each) for each in coach.lines(game, (Offer(Action("rest"), "Rest"), STRIKE, other))]
    assert told == [
        f"{YOU}. Nobody in sight. Attack: it is hurt.",
        f"{YOU}. Nobody in sight. Attack.",
        "Nobody in sight. Attack: it is hurt.",
        "Nobody in sight. Attack.",
        "Attack: it is hurt.",
        "Attack.",
    ]


def test_without_advice_the_shortest_line_still_names_the_threat():
    game = armed()
    look(game)
    assert str(coach.lines(game, ())[-1]) == "Nobody in sight."


def test_of_growth_the_reason_is_not_told_twice():
    game = armed()
    game.hero.unspent = 120
    grow = Offer(
        Action("buy", ("melee",)), "Melee +1", group="growth", advised=True, why="120 to spend"
    )
    assert line(game, grow) == f"{YOU}. Nobody in sight. 120 experience to spend. Melee +1."


def test_what_is_advised_first_is_told_be_it_to_act_or_to_learn():
    game = armed()
    game.hero.unspent = 120
    grow = Offer(Action("buy", ("melee",)), "Melee +1", group="growth", advised=True)
    assert line(game, STRIKE, grow).endswith(" 120 experience to spend. Attack: it is hurt.")
    assert line(game, grow, STRIKE).endswith(" 120 experience to spend. Melee +1.")


@pytest.mark.parametrize(("unspent", "told"), [(499, False), (500, True)])
def test_five_hundred_experience_are_worth_a_word_without_advice(unspent, told):
    game = armed()
    game.hero.unspent = unspent
    assert (f"{unspent} experience to spend" in line(game)) == told
    unadvised = Offer(Action("buy", ("melee",)), "Melee +1", group="growth")
    assert (f"{unspent} experience to spend" in line(game, unadvised)) == told


@pytest.mark.parametrize(
    ("rows", "dy", "dx", "first"),
    [
        (LONG, 0, 13, "wolf"),
        (LONG, 0, 14, "orc archer"),
        (TALL, 7, 0, "wolf"),
        (TALL, 8, 0, "orc archer"),
    ],
)
def test_an_archer_comes_first_beyond_seven_rows_or_thirteen_columns(rows, dy, dx, first):
    game = armed(*rows)
    foe(game, "Wolf", min(dy, 2), min(dx, 2))
    foe(game, "Orc archer", dy, dx)
    assert f"{first}, alert" in line(game).lower()


def test_an_archer_far_away_that_knows_nothing_does_not_come_first():
    game = armed(*LONG)
    foe(game, "Wolf", 0, 2)
    foe(game, "Orc archer", 0, 20, alertness=-3)
    assert "A wolf, alert, 2 east and 1 more" in line(game)


def test_the_alert_come_before_nearer_sleepers_and_the_nearer_before_the_farther():
    game = armed(*LONG)
    foe(game, "Orc scout", 0, 2, alertness=-20)
    foe(game, "Wolf", 0, 6)
    foe(game, "Warg", 0, 4)
    assert "A warg, alert, 4 east and 2 more" in line(game)


def test_friends_are_no_threat():
    game = armed()
    foe(game, "Alert human thrall", 0, 2)
    assert "Nobody in sight" in line(game)


def lurk(game, turn):
    """Let a wolf have gone out of sight in a turn."""
    game.knowledge.pursuers[9] = Pursuer(game.level.at(1, 1), race("Wolf"), 1, turn)


def test_who_lurks_is_named_before_who_knows_nothing_and_behind_who_is_alert():
    game = armed()
    lurk(game, game.hero.turns)
    assert "The wolf lurks out of sight" in line(game)
    sleeper = foe(game, "Orc scout", 0, 2, alertness=-20)
    assert "The wolf lurks out of sight" in line(game)
    sleeper.alertness = 0
    assert "An orc scout, alert, 2 east" in line(game)


@pytest.mark.parametrize(
    ("turns", "told"),
    [(99, "Light for 99 turns"), (1, "Light for 1 turn."), (100, None), (0, "No light")],
)
def test_a_light_that_burns_out_soon_is_told(turns, told):
    game = armed()
    game.hero.worn[Slot.LIGHT].timeout = turns
    assert told is None or told in line(game)
    assert ("ight" in line(game).removesuffix("Nobody in sight.")) == (told is not None)


def test_the_statuses_that_the_strip_has_no_room_for_are_told():
    game = armed()
    for status in ("blind", "confused", "afraid", "slow"):
        setattr(game.hero.timers, status, 9)
    assert line(game) == f"{YOU}. Nobody in sight."
    game.hero.timers.stun = 9
    assert line(game) == f"{YOU}. Nobody in sight. Slow."
