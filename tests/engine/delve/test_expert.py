"""The expert's advice: laws over random states, and what it does in situations of one idea each."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.delve import terrain
from engine.delve.autoplay import attempts, errands, item_choices
from engine.delve.state import DelveState
from tests.engine.delve.card_laws import check_card
from tests.engine.delve.expert_situations import Scene, Situation, each_of, first_offers
from tests.engine.delve.stage import Stage, ruleset
from tests.rolled import dice_for


def random_states(seed: str, cards: int, seats: int = 1) -> Iterator[tuple[DelveState, int]]:
    """Yield the decisions of a game that is played partly by chance, partly by advice."""
    rules, chance = ruleset(), Random(seed)
    state = rules.new({}, ["Ann", "Bea"][:seats], dice_for(seed))
    for number in range(cards):
        waiting = rules.turn(state).waiting
        if not waiting:
            return
        seat = waiting[0]
        yield state, seat
        advice = rules.advise(state, seat)
        assert advice is not None
        action = advice.action
        if number % 3 == 2:
            action = chance.choice(rules.legal(state, seat)).action
        rules.apply(state, seat, action, dice_for(f"{seed} {number}"))
    if seats == 1 and state.heroes[0].class_name:
        state.heroes[0].choices = [["marksman", "thick hide"]]
        yield state, 0


@pytest.mark.parametrize(("seed", "seats"), [("one", 1), ("two", 2)])
def test_every_card_has_advice_with_reasons_and_a_coach_line(seed: str, seats: int) -> None:
    for state, seat in random_states(seed, 12, seats):
        check_card(state, seat)


@pytest.mark.soak(part="pace")
def test_every_card_of_long_games_has_advice_with_reasons_and_a_coach_line() -> None:
    for number in range(40):
        for state, seat in random_states(f"long {number}", 400, 1 + number % 2):
            check_card(state, seat)


@pytest.mark.parametrize("known", [True, False])
def test_an_ailment_is_ended_by_the_spell_against_it(known: bool) -> None:
    made = Stage("mage")
    made.know(*(["purge poison"] if known else []))
    made.hero.statuses["poisoned"] = 20
    advised = [str(each.action) for each in item_choices.cures(made.game, made.hero)]
    assert advised == (["cast purge-poison"] if known else [])


def test_what_brings_nothing_is_not_tried_for_ever() -> None:
    made = Stage()
    made.level.ground = bytearray(bytes(made.level.ground).replace(b"\x09", b"\x03"))
    tried = []
    for number in range(48):
        if made.state.ended:
            break
        advice = made.rules.advise(made.state, 0)
        assert advice is not None
        tried.append(str(advice.action))
        made.rules.apply(made.state, 0, advice.action, dice_for(f"for ever {number}"))
    windows = [set(tried[start : start + 40]) for start in range(len(tried) - 39)]
    assert all(len(window) > 3 for window in windows)


def test_a_gain_lets_everything_be_tried_again() -> None:
    made = Stage()
    made.hero.attempts = {"search": attempts.MOST_TRIES}
    made.put("rat", 0, 1, health=1, full_health=1)
    made.rig(500, rest="high")
    made.do("move e")
    assert made.hero.attempts == {}


def test_before_an_enemy_nobody_steps_to_and_fro() -> None:
    made = Stage()
    made.ground(0, 4, terrain.STAIRS_DOWN)
    made.put("jackal", 0, -6, asleep=False)
    made.look()

    def steps() -> list[str]:
        found = errands.next_step(made.game, made.hero)
        return [str(each.action) for each in found if each.action.verb == "move"]

    assert steps()
    made.hero.attempts = {"move 999": 2}
    assert not steps()


# ------------------------------------------------------------------ situations

SITUATIONS: tuple[Situation, ...] = (
    ("a rat beside", "fighter", lambda made: (made.put("rat", 0, 1),), ["fight rat 40", "move e"]),
    (
        "two beside, the weaker first",
        "fighter",
        lambda made: (made.put("jackal", 0, -1), made.put("rat", 0, 1)),
        ["fight jackal 70", "move w", "fight rat 70"],
    ),
    (
        "one who comes",
        "fighter",
        lambda made: (made.put("jackal", 0, 5),),
        ["fight jackal 40", "move ne", "move sw"],
    ),
    (
        "one who comes, and darts",
        "fighter",
        lambda made: (made.put("jackal", 0, 5), made.give("dart", 4)),
        ["volley jackal", "throw dart e", "fight jackal 40"],
    ),
    (
        "food is not thrown",
        "fighter",
        lambda made: (made.put("jackal", 0, 5), made.give("apple", 4)),
        ["fight jackal 40", "move ne", "move sw"],
    ),
    (
        "what is worn is not thrown",
        "fighter",
        lambda made: (made.put("jackal", 0, 3), made.give("hatchet", worn=True)),
        ["fight jackal 40", "move ne", "move sw"],
    ),
    (
        "a dart falls short",
        "fighter",
        lambda made: (made.put("jackal", 0, 7), made.give("dart", 4)),
        ["fight jackal 40", "move ne", "move sw"],
    ),
    (
        "a spark reaches",
        "mage",
        lambda made: (made.know("spark"), made.put("rat", 0, 5)),
        ["cast-at spark rat", "cast spark e", "fight rat 30"],
    ),
    (
        "a spark does not reach",
        "mage",
        lambda made: (made.know("spark"), made.put("kobold", 0, 9)),
        ["fight kobold 60", "move ne", "move sw"],
    ),
    (
        "no line for a spark",
        "mage",
        lambda made: (made.know("spark"), made.put("kobold", 1, 4)),
        ["move sw", "fight kobold 60", "move e"],
    ),
    (
        "no energy for a spark",
        "mage",
        lambda made: (made.know("spark"), made.tire(2), made.put("kobold", 0, 1)),
        ["fight kobold 60", "move e"],
    ),
    (
        "somebody stops all spells",
        "mage",
        lambda made: (made.know("spark"), made.grow(), made.put("null", 0, 3)),
        ["move sw", "move ne", "hide"],
    ),
    (
        "a potion before a hard fight",
        "fighter",
        lambda made: (made.give("potion of stone"), made.put("larder ogre", 0, 2)),
        ["drink-then-fight potion-of-stone larder-ogre", "drink potion-of-stone", "move sw"],
    ),
    (
        "healing in a fight that may be lost",
        "fighter",
        lambda made: (
            made.grow(40),
            made.hurt(20),
            made.give("potion of healing"),
            made.put("cave bear", 0, 1),
        ),
        [
            "drink-then-fight potion-of-healing cave-bear",
            "drink potion-of-healing",
            "fight cave-bear 10",
        ],
    ),
    (
        "the healing spell",
        "mage",
        lambda made: (
            made.grow(60),
            made.know("heal wounds"),
            made.hurt(20),
            made.put("cave bear", 0, 1),
        ),
        ["cast heal-wounds", "cast confusion e", "fight cave-bear 10"],
    ),
    (
        "escape by scroll",
        "fighter",
        lambda made: (made.hurt(40), made.give("scroll of escape"), made.put("cave bear", 0, 1)),
        ["read scroll-of-escape", "fight cave-bear 30", "move e"],
    ),
    (
        "escape by stairs",
        "fighter",
        lambda made: (
            made.hurt(40),
            made.ground(0, 0, terrain.STAIRS_DOWN),
            made.put("cave bear", 0, 1),
        ),
        ["descend", "fight cave-bear 30", "move e"],
    ),
    (
        "escape by blinking",
        "mage",
        lambda made: (made.know("blink"), made.hurt(40), made.put("cave bear", 0, 1)),
        ["cast blink", "cast confusion e", "cast spark e"],
    ),
    (
        "rest before rice",
        "fighter",
        lambda made: (made.hurt(25), made.hunger(300), made.give("bowl of rice", 2)),
        ["rest", "eat bowl-of-rice", "explore"],
    ),
    (
        "the cure before rice",
        "fighter",
        lambda made: (
            made.hurt(25),
            made.hunger(300),
            made.give("bowl of rice", 2),
            made.give("potion of purging"),
            made.ill("poisoned", 9),
        ),
        ["drink potion-of-purging", "eat bowl-of-rice", "wait"],
    ),
    (
        "a cure of disease",
        "fighter",
        lambda made: (made.ill("diseased", 9), made.give("potion of health")),
        ["drink potion-of-health", "hunt", "explore"],
    ),
    (
        "rice when only hungry",
        "fighter",
        lambda made: (made.hunger(300), made.give("bowl of rice", 2)),
        ["eat bowl-of-rice", "hunt", "explore"],
    ),
    (
        "starving, with bread",
        "fighter",
        lambda made: (made.hunger(20), made.give("bread", 2)),
        ["eat bread", "hunt", "explore"],
    ),
    (
        "water beside one who burns",
        "fighter",
        lambda made: (made.ill("on fire", 9), made.ground(0, 1, terrain.SHALLOW)),
        ["move e", "explore"],
    ),
    (
        "water beside one who burns in a fight",
        "fighter",
        lambda made: (
            made.ill("on fire", 9),
            made.ground(0, 1, terrain.SHALLOW),
            made.put("jackal", 0, -1),
        ),
        ["move e", "fight jackal 40", "move w"],
    ),
    (
        "a friend is not attacked",
        "fighter",
        lambda made: (made.put("jackal", 0, 1, side=1),),
        ["hunt", "explore"],
    ),
    ("a tired hero", "fighter", lambda made: (made.tire(2),), ["rest", "explore"]),
    ("a hurt hero", "fighter", lambda made: (made.hurt(50),), ["rest", "explore"]),
    (
        "a sleeper who is easy",
        "fighter",
        lambda made: (made.grow(), made.put("jackal", 0, 4, asleep=True)),
        ["hunt", "explore"],
    ),
    (
        "a sleeper who is dangerous",
        "fighter",
        lambda made: (made.put("cave bear", 0, 4, asleep=True),),
        ["hunt", "explore"],
    ),
    (
        "something rooted strikes",
        "fighter",
        lambda made: (made.hurt(40), made.put("mould", 0, 1)),
        ["move sw", "fight mould 30", "move e"],
    ),
    ("caught in a web", "fighter", lambda made: (made.ill("webbed", 1), made.web(20)), ["move n"]),
    (
        "caught in a web, and an enemy comes",
        "fighter",
        lambda made: (made.ill("webbed", 1), made.web(20), made.put("jackal", 0, 3)),
        ["move n"],
    ),
    (
        "frozen beside a rat",
        "fighter",
        lambda made: (made.ill("frozen", 4), made.put("rat", 0, 1)),
        ["fight rat 40", "move e"],
    ),
    ("frozen and alone", "fighter", lambda made: (made.ill("frozen", 4),), ["pause"]),
    (
        "confused beside a rat",
        "fighter",
        lambda made: (
            made.ill("confused", 8),
            made.give("potion of neutrality"),
            made.put("rat", 0, 1),
        ),
        ["fight rat", "move e"],
    ),
    (
        "an altar underfoot",
        "mage",
        lambda made: (made.forget_but("spark"), made.ground(0, 0, terrain.ALTAR)),
        ["upgrade spark", "hunt", "explore"],
    ),
    (
        "stairs before all is seen",
        "fighter",
        lambda made: (made.ground(0, 0, terrain.STAIRS_DOWN),),
        ["hunt", "explore", "descend"],
    ),
    (
        "armour in the pack",
        "fighter",
        lambda made: (made.give("leather jerkin"),),
        ["equip leather-jerkin", "hunt", "explore"],
    ),
    (
        "armour that is known to be cursed",
        "fighter",
        lambda made: (made.give("leather jerkin", cursed=True, defence=-2),),
        ["hunt", "explore"],
    ),
    (
        "a scroll that teaches",
        "mage",
        lambda made: (made.give("apprentice's book", worn=True), made.give("scroll of shock")),
        ["read scroll-of-shock n", "hunt", "explore"],
    ),
    (
        "a potion that teaches, and asks for a direction",
        "mage",
        lambda made: (made.give("apprentice's book", worn=True), made.give("potion of leaping")),
        ["drink potion-of-leaping n", "hunt", "explore"],
    ),
    (
        "a potion of strength",
        "fighter",
        lambda made: (made.give("potion of strength"),),
        ["drink potion-of-strength", "hunt", "explore"],
    ),
    ("things underfoot", "fighter", lambda made: (made.lay("dart", 2),), ["hunt", "explore"]),
    (
        "a fifth level",
        "fighter",
        lambda made: (made.choose("marksman", "thick hide"),),
        ["choose ability thick-hide", "choose ability marksman", "choose health"],
    ),
    (
        "a fifth level of a mage",
        "mage",
        lambda made: (made.choose(),),
        ["choose power", "choose health", "choose defence"],
    ),
    ("the question of the graves", "fighter", lambda made: (made.ask(),), ["answer yes"]),
    (
        "a menu with a use",
        "fighter",
        lambda made: (made.give("dart", 3), made.put("jackal", 0, 3), made.open_menu("throw")),
        ["throw dart", "cancel"],
    ),
    (
        "a menu without a use",
        "fighter",
        lambda made: (made.give("dart", 3), made.open_menu("drop")),
        ["cancel"],
    ),
    (
        "a slinger at a distance",
        "fighter",
        lambda made: (made.grow(), made.put("kobold slinger", 0, 4)),
        ["hunt", "fight kobold-slinger 30", "move ne"],
    ),
    (
        "holy water and a skeleton",
        "fighter",
        lambda made: (made.grow(), made.put("skeleton knight", 0, 3), made.give("holy water", 2)),
        ["throw holy-water e", "move sw", "move ne"],
    ),
    (
        "one who flees",
        "fighter",
        lambda made: (made.put("jackal", 0, 3, fled=True, health=1),),
        ["hunt", "explore"],
    ),
    (
        "one who flees no farther than he reaches",
        "fighter",
        lambda made: (
            made.grow(),
            made.hurt(50),
            made.put("pike guard", 0, 2, fled=True, health=6, power=1),
        ),
        ["move ne", "move sw"],
    ),
    (
        "away from one who would win in any case, before healing",
        "fighter",
        lambda made: (
            made.grow(),
            made.hurt(60),
            made.put("troll", 0, 1),
            made.give("scroll of escape"),
            made.give("potion of healing", 2),
        ),
        [
            "read scroll-of-escape",
            "drink-then-fight potion-of-healing troll",
            "drink potion-of-healing",
        ],
    ),
    (
        "healing first, where health is all that lacks",
        "fighter",
        lambda made: (
            made.grow(),
            made.hurt(30),
            made.put("cave wolf", 0, 1),
            made.give("scroll of escape"),
            made.give("potion of healing", 2),
        ),
        [
            "drink-then-fight potion-of-healing cave-wolf",
            "drink potion-of-healing",
            "read scroll-of-escape",
        ],
    ),
    (
        "no spell beside one who stops them",
        "fighter",
        lambda made: (made.grow(), made.hurt(60), made.know("blink"), made.put("null", 0, 1)),
        ["fight null 50", "move e"],
    ),
    (
        "no flight from one who leaps",
        "fighter",
        lambda made: (
            made.grow(),
            made.hurt(40),
            made.ground(0, -3, terrain.STAIRS_DOWN),
            made.put("goat of the warrens", 0, 1),
        ),
        ["fight goat-of-the-warrens 30", "move e"],
    ),
    (
        "whirl among two",
        "fighter",
        lambda made: (made.able("whirl"), made.put("rat", 0, 1), made.put("rat", 1, 1)),
        ["use whirl", "fight rat 70", "move e"],
    ),
    (
        "a charge",
        "fighter",
        lambda made: (made.able("charge"), made.put("kobold", 0, 4)),
        ["use charge e", "move sw", "fight kobold 70"],
    ),
)


@each_of(SITUATIONS)
def test_the_first_three_offers_of_a_situation_are_sensible(
    class_name: str, scene: Scene, expected: list[str]
) -> None:
    assert first_offers(class_name, scene) == expected
