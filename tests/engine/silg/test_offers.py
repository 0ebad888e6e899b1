"""Offers that do something: growth and goods ask, walks move, shots find whom they are at."""

from __future__ import annotations

import pytest

from engine.common.compass import square
from engine.sil.game.state import RaceLore, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived
from engine.sil.level import terrain
from engine.silg import actions
from engine.silg.clock import clock_lengths, encounter_clock
from engine.silg.verbs import read_player
from tests.engine.sil.stage import item
from tests.engine.silg.stage import RULES, Evening, foe, skills, table, wear

pytestmark = pytest.mark.covers("spec-silg-table: 2. The clock")
CORRIDOR = "############/#..........#/############"
HALL = "###########/#.........#/#.........#/#.........#/#.........#/###########"


def evening(plan: str = HALL, *names: str) -> Evening:
    """Return a session that has begun on a drawn map."""
    game = Evening(*names)
    for seat in range(len(game.state.players)):
        game.say("quick", seat)
    game.say(f"draw {plan}")
    game.say("begin")
    return game


def offered(game: Evening, seat: int, verb: str) -> list[str]:
    """Return the action lines of a verb that a seat is offered."""
    actions = [offer.action for offer in RULES.legal(game.state, seat)]
    return [str(action) for action in actions if action.verb == verb]


def declare(game, seat: int, line: str) -> None:
    """Declare as a player does, with all that is checked then."""
    actions.do_player(game, seat, read_player(game, seat, line))


# ---------------------------------------------------------------- what the rules ask


def test_a_skill_is_raised_by_one_line_without_a_question():
    game = evening()
    hero = game.state.sil.heroes[0]
    game.say("experience ann 2000")
    before, had = list(hero.skill_base), hero.unspent
    game.say("raise stealth", 0)
    hero = game.state.sil.heroes[0]
    assert sum(hero.skill_base) == sum(before) + 1
    assert hero.unspent < had
    assert not RULES.view(game.state, 0).question


@pytest.mark.parametrize(("ability", "choice"), [("bane", "orc"), ("oath", "mercy")])
def test_bane_and_oath_ask_for_their_choice(ability, choice):
    game = evening()
    game.say("experience ann 20000")
    game.say("set ann will 20")
    game.say("set ann perception 20")
    orc = next(m for m in RULES.data.monsters.values() if "ORC" in m.flags)
    game.game.hero_game(0).lore.races[orc.serial] = RaceLore(kills=10)
    game.say(f"learn {ability}", 0)
    question = game.state.players[0].question
    assert choice in [word for word, _ in question.answers]
    game.say(f"answer {choice}", 0)
    learned = ab.BANE if ability == "bane" else ab.OATH
    assert learned in game.state.sil.heroes[0].bought


def test_a_horn_that_falls_due_asks_its_way():
    game = table("Hador")
    foe(game, "Wolf", 1, 14)
    skills(game, 0, will=40)
    game.hero(0).pack.append(item("Terror"))
    encounter_clock.start(game)
    handle = next(o.action.args[0] for o in RULES.legal(game.state, 0) if o.action.verb == "play")
    declare(game, 0, f"play {handle}")
    for _ in range(20):
        if game.player(0).question is not None:
            break
        if encounter_clock.due_players(game):
            encounter_clock.declare_in_secret(game, 0, "wait")
    assert game.player(0).question is not None
    answers = [offer.action for offer in RULES.legal(game.state, 0)]
    before = game.hero(0).voice
    actions.do_player(game, 0, next(each for each in answers if each.args == ("e",)))
    assert game.hero(0).voice < before
    assert game.player(0).question is None


def test_a_question_that_nobody_answers_goes_with_the_next_action():
    game = table("Hador")
    foe(game, "Wolf", 1, 14)
    game.hero(0).pack.append(item("Terror"))
    encounter_clock.start(game)
    handle = next(o.action.args[0] for o in RULES.legal(game.state, 0) if o.action.verb == "play")
    declare(game, 0, f"play {handle}")
    assert game.player(0).question is not None
    encounter_clock.declare_in_secret(game, 0, "wait")
    assert game.player(0).question is None


# ---------------------------------------------------------------- walking


def test_companions_let_each_other_by_off_the_clock():
    game = evening(CORRIDOR, "Ann", "Bob", "Eve")
    inner = min(game.game.heroes, key=lambda seat: game.game.hero(seat).x)
    hero, left = game.state.sil.heroes[inner], game.state.players[inner].left
    start = hero.x
    assert f"go {square(hero.y, start + 5)}" not in offered(game, inner, "step")
    game.say(f"go {square(hero.y, start + 5)}", inner)
    hero = game.state.sil.heroes[inner]
    assert hero.x == start + 5
    assert game.state.players[inner].left == left - 5


def test_whoever_bars_a_way_is_named():
    game = evening(CORRIDOR)
    first, second = sorted(game.game.heroes, key=lambda seat: game.game.hero(seat).x)
    inner, outer = game.state.sil.heroes[first], game.state.sil.heroes[second]
    name = game.state.players[second].name
    assert game.refused(f"go {square(outer.y, outer.x)}", first) == f"{name} bars the way."
    assert game.refused("step e", first) == f"{name} bars the way."
    game.say(f"spawn orc-scout at {square(inner.y, outer.x + 1)} asleep")
    told = game.refused(f"go {square(inner.y, outer.x + 3)}", first)
    assert told == "The orc scout bars the way."


def test_no_walk_is_offered_to_a_companions_square_or_past_a_creature():
    game = evening(CORRIDOR)
    outer = max(game.state.sil.heroes, key=lambda hero: hero.x)
    game.say(f"loot {square(outer.y, outer.x)} wooden torch")
    game.say(f"loot {square(outer.y, outer.x + 3)} wooden torch")
    walks = {line for seat in (0, 1) for line in offered(game, seat, "go")}
    assert f"go {square(outer.y, outer.x + 3)}" in walks
    assert f"go {square(outer.y, outer.x)}" not in walks
    game.say(f"spawn orc-scout at {square(outer.y, outer.x + 1)} asleep")
    assert not offered(game, 0, "go")


def test_a_walk_goes_on_through_the_door_that_it_opens():
    game = evening(CORRIDOR, "Ann")
    hero = game.state.sil.heroes[0]
    y, x = hero.y, hero.x
    goal = square(y, x + 6)
    game.say(f"terrain {square(y, x + 3)} door")
    game.say(f"reveal {square(y, x)}:{goal}")
    level = game.state.sil.level
    for i in (level.at(y, x + n) for n in range(7) if n != 3):  # a trap would end the walk
        level.feature[i], level.hidden[i] = terrain.FLOOR, 0
    game.say(f"go {goal}", 0)
    assert (game.state.sil.heroes[0].y, game.state.sil.heroes[0].x) == (y, x + 6)
    assert game.state.players[0].left == 30 - 7


# ---------------------------------------------------------------- shots and blows


def archer():
    game = table("Hador")
    wear(game, 0, Slot.BOW, "Shortbow")
    wear(game, 0, Slot.QUIVER1, "Arrow", count=5)
    creature = foe(game, "Wolf", 4, 8)
    game.state.desk.run_by_gm = [f"c{creature.slot}"]
    encounter_clock.start(game)
    return game, creature


def test_a_shot_at_the_nearest_is_at_whoever_stands_nearest():
    game, creature = archer()
    declare(game, 0, "fire nearest")
    deed = game.fighter("h0").deed
    assert deed.kind == "shot"
    assert deed.target == f"c{creature.slot}"


def test_a_shot_that_is_taken_back_returns_the_arrow_and_the_time():
    game, _ = archer()
    before = game.state.clock
    declare(game, 0, "fire nearest")
    assert game.hero(0).worn[Slot.QUIVER1].count == 4
    actions.do_gm(game, RULES.parse("undeclare hador", game.state, -1))
    assert game.hero(0).worn[Slot.QUIVER1].count == 5
    assert game.state.clock == before
    assert encounter_clock.due_players(game) == [0]
    declare(game, 0, "wait")
    assert game.fighter("h0").due == before + clock_lengths.length(2)


def test_the_last_arrow_returns_to_a_quiver():
    game, _ = archer()
    game.hero(0).worn[Slot.QUIVER1].count = 1
    declare(game, 0, "fire nearest")
    assert Slot.QUIVER1 not in game.hero(0).worn
    actions.do_gm(game, RULES.parse("undeclare hador", game.state, -1))
    assert game.hero(0).worn[Slot.QUIVER1].count == 1


def test_a_monster_that_may_think_again_is_asked_again():
    game, creature = archer()
    declare(game, 0, "wait")
    key = f"c{creature.slot}"
    encounter_clock.declare_for(game, creature, "wait")
    game.state.waits_to_go_on = True
    actions.do_gm(game, RULES.parse("undeclare wolf-1", game.state, -1))
    assert encounter_clock.pending(game) is creature
    assert game.fighter(key).deed is None


def test_who_is_afraid_declares_no_attack():
    game, creature = archer()
    game.hero(0).timers.afraid = 10
    game.hero(0).y, game.hero(0).x = creature.y, creature.x - 1
    level = game.state.sil.level
    level.floor[level.at(creature.y, creature.x - 1)] = [item("Dagger", known=True)]
    for line, reason in (
        ("step e", "Fear keeps you"),
        ("fire e", "too afraid to shoot"),
        ("throw floor-1 e", "too afraid to throw"),
    ):
        with pytest.raises(ValueError, match=reason):
            declare(game, 0, line)
    assert not game.player(0).secret


def test_a_step_that_can_be_seen_to_lead_nowhere_is_refused():
    game = table("Hador")
    foe(game, "Wolf", 1, 14)
    game.hero(0).y, game.hero(0).x = 1, 1
    derived.update(game.hero_game(0))
    encounter_clock.start(game)
    game.hero_game(0).knowledge.mark[game.state.sil.level.at(0, 1)] = 1
    with pytest.raises(ValueError, match="Something solid"):
        declare(game, 0, "step n")


# ---------------------------------------------------------------- the Game Master's


def test_a_hero_whose_name_makes_no_word_can_be_named_by_commands():
    game = evening(HALL, "†", "All", "Ann")
    given = offered(game, -1, "experience")
    assert given == ["experience hero-1 100", "experience hero-2 100", "experience ann 100"]
    for line in given:
        game.say(line)


def test_commands_that_would_change_nothing_are_not_offered():
    game = evening()
    game.say("spawn wolf at G7 asleep")
    lines = [str(offer.action) for offer in RULES.legal(game.state, -1)]
    absent = (
        "heal ",
        "cure ",
        "run monsters bot",
        f"depth {50 * game.state.sil.level.depth} ",
        "side wolf.1 enemies",
    )
    assert not [line for line in lines if line.startswith(absent)]
    assert not [line for line in lines if line.startswith("alertness") and "asleep" in line]
    game.say("hurt ann 1")
    game.say("afflict bob poison 5")
    game.say("run monsters gm")
    lines = [str(offer.action) for offer in RULES.legal(game.state, -1)]
    assert {"heal ann", "cure bob", "run monsters bot"} <= set(lines)
