"""The absent hero in danger: what he drinks, blows, sings, strikes and shoots at, and from what
figures on."""

from __future__ import annotations

from typing import Any

import pytest

from engine.contract.action import Offer
from engine.sil.autoplay import dangers, second_choices
from engine.sil.autoplay.seat_facts import Foe, facts_of
from engine.sil.game.context import SilContext
from engine.sil.game.state import Slot
from engine.sil.items import item_classes
from engine.sil.items.item_values import Thing
from tests.engine.sil.arena import look
from tests.engine.sil.autoplay.situations import HALL as HALL_OF_SITUATIONS
from tests.engine.sil.autoplay.test_dangers import HALL, armed, on_stairs, player
from tests.engine.sil.autoplay.test_errands import offer, steps
from tests.engine.sil.autoplay.test_moves import LONG, with_foe
from tests.engine.sil.autoplay.test_thoughts import thoughts
from tests.engine.sil.stage import foe

CURES = {
    "a": Thing(item_classes.POTION, purposes=frozenset({"heal"})),
    "b": Thing(item_classes.POTION, purposes=frozenset({"hasten"})),
    "c": Thing(item_classes.POTION, aware=False),
    "d": Thing(item_classes.FOOD, aware=False),
    "e": Thing(item_classes.POTION, purposes=frozenset({"cure blind"})),
    "f": Thing(item_classes.POTION, purposes=frozenset({"cure poison"})),
    "g": Thing(item_classes.POTION, purposes=frozenset({"shield"})),
}
DRINKS = [offer(f"{'eat' if key == 'd' else 'quaff'} {key}") for key in "dgfecba"]


def beset(*places: tuple[int, int], rows: tuple[str, ...] = HALL_OF_SITUATIONS) -> SilContext:
    """Return a hero in the middle of a hall with alert orcs on some squares about him."""
    game = armed(*rows)
    for dy, dx in places:
        foe(game, "Orc scout", dy, dx)
    look(game)
    return game


# ------------------------------------------------------------------ supplies


@pytest.mark.parametrize(("health", "drinks"), [(39, True), (40, False)])
def test_badly_hurt_he_drinks_what_heals_then_what_hastens_then_the_unknown(
    health: int, drinks: bool
) -> None:
    moves = player(beset((0, 5)), *DRINKS, things=CURES, health=health, most_health=100)
    expected = [
        "quaff a: it heals, and you are badly hurt",
        "quaff b: faster, you can get away",
        "quaff c: you are badly hurt, and it may help",
    ]
    assert thoughts(dangers.drink, moves) == expected * drinks


def test_with_nobody_awake_nothing_is_drunk_for_wounds() -> None:
    moves = player(armed(*LONG), *DRINKS, things=CURES, health=1, most_health=100)
    assert thoughts(dangers.drink, moves) == []


@pytest.mark.parametrize("fights", [True, False])
def test_in_a_fight_only_what_keeps_him_from_fighting_is_cured(fights: bool) -> None:
    game = beset((0, 5)) if fights else armed(*LONG)
    ills = frozenset(("cure blind", "cure poison"))
    moves = player(game, *DRINKS, things=CURES, cures=ills)
    expected = ["quaff e: it cures you"] if fights else [
        "quaff f: it cures you", "quaff e: it cures you",
    ]  # fmt: skip
    assert thoughts(dangers.cure, moves) == expected


HORNS = [offer("play a"), offer("activate b"), offer("play c"), offer("quaff d"), offer("quaff e")]
DEVICES = {
    "a": Thing(item_classes.HORN, purposes=frozenset({"repel"})),
    "b": Thing(item_classes.STAFF, purposes=frozenset({"harm"})),
    "c": Thing(item_classes.HORN, purposes=frozenset({"heal"})),
    "d": Thing(item_classes.POTION, purposes=frozenset({"shield"})),
    "e": Thing(item_classes.POTION, purposes=frozenset({"heal"})),
}
BLOWS = ["play a: it stops those who come at you", "activate b: it stops those who come at you"]


@pytest.mark.parametrize(
    ("places", "health", "expected"),
    [
        (((0, 1), (0, -1), (1, 0)), 100, [*BLOWS, "quaff d: it helps against so many"]),
        (((0, 1), (0, -1), (3, 0)), 100, []),
        (((0, 1),), 39, BLOWS),
        (((0, 1),), 40, []),
        (((0, 2),), 39, []),
    ],
)
def test_a_horn_is_blown_at_three_beside_him_or_when_badly_hurt(
    places: tuple[tuple[int, int], ...], health: int, expected: list[str]
) -> None:
    weak = {f"orc-scout-{n}": Foe(0.1) for n in range(1, 4)} | {"orc-scout-0": Foe(0.1)}
    moves = player(
        beset(*places), *HORNS, things=DEVICES, health=health, most_health=100, foes=weak
    )
    assert thoughts(dangers.repel, moves) == expected


def test_a_horn_is_blown_at_one_who_is_too_much() -> None:
    game = beset((0, 5))
    foes = {name: Foe(900.0) for name in facts_of(game).foes}
    assert thoughts(dangers.repel, player(game, *HORNS, things=DEVICES, foes=foes)) == BLOWS


def test_only_a_light_with_fuel_is_put_on_in_the_dark() -> None:
    offers = [offer("wear a"), offer("wear b")]
    things = {"a": Thing(item_classes.LIGHT), "b": Thing(item_classes.LIGHT, fuelled=True)}
    game = armed(*LONG)
    dark = player(game, *offers, things=things, dark=True)
    assert thoughts(dangers.light, dark) == ["wear b: you have no light"]
    assert thoughts(dangers.light, player(game, *offers, things=things, dark=False)) == []


def test_the_unarmed_take_up_the_two_best_weapons_and_no_other_thing() -> None:
    game = armed(*LONG)
    del game.hero.worn[Slot.WEAPON]
    look(game)
    things = {
        "a": Thing(item_classes.SWORD, 1, figures=3.0),
        "b": Thing(item_classes.SWORD, 1, figures=9.0),
        "c": Thing(item_classes.SWORD, 1, figures=5.0),
        "d": Thing(item_classes.HELM, 1, figures=99.0),
    }
    offers = [*(offer(f"wear {key}") for key in "abcd"), offer("travel F1", at=(1, 6))]
    lying = {(1, 6): Thing(item_classes.SWORD, 1), (1, 3): Thing(item_classes.HELM, 1)}
    moves = player(game, *offers, things=things, lying=lying)
    assert thoughts(dangers.arm, moves) == [
        "wear b: you have no weapon in hand", "wear c: you have no weapon in hand",
        "wear a: you wear nothing there", "wear b: you wear nothing there",
        "wear c: you wear nothing there", "wear d: you wear nothing there",
        "travel F1: a weapon lies there",
    ]  # fmt: skip
    worn = {"weapon": Thing(item_classes.SWORD, 1)}
    assert thoughts(dangers.arm, player(game, *offers, things=things, worn=worn)) == []
    foe(game, "Wolf", 0, 1)
    look(game)
    beside = player(game, *offers, things=things, lying=lying)
    assert len(thoughts(dangers.arm, beside)) == 2


def test_why_a_thing_is_put_on() -> None:
    things = {"a": Thing(item_classes.HELM, 1, figures=2.0), "b": Thing(item_classes.BOOTS, 1)}
    worn = {"head": Thing(item_classes.HELM, 1, figures=1.0)}
    moves = player(armed(*LONG), offer("wear a"), offer("wear b"), things=things, worn=worn)
    assert thoughts(dangers.put_on, moves) == [
        "wear a: it is better than what you wear",
        "wear b: you wear nothing there",
    ]


# ------------------------------------------------------------------ getting away


@pytest.mark.parametrize(
    ("cost", "said"),
    [
        (0.20, None),
        (0.23, "a fight could cost 25 % of your health"),
        (0.96, "a fight could cost 95 % of your health"),
        (1.0, "a fight could kill you"),
    ],
)
def test_from_a_fight_that_costs_more_than_a_fifth_of_his_health_he_leaves(
    cost: float, said: str | None
) -> None:
    game = on_stairs()
    foe(game, "Orc scout", 0, 2)
    look(game)
    [name] = facts_of(game).foes
    facts: dict[str, Any] = {
        "health": 100, "most_health": 100, "foes": {name: Foe(100 * cost)},
        "melee": 9, "evasion": 9, "melee_dice": (4, 4), "guard": (0, 0), "arrivals": (1,),
    }  # fmt: skip
    found = thoughts(dangers.retreat, player(game, offer("stairs up"), **facts))
    assert found == ([f"stairs up: {said}"] if said else [])


def test_down_comes_before_up_and_stealth_is_left_only_before_hunters() -> None:
    game = on_stairs()
    foe(game, "Mountain troll", 0, 2)
    look(game)
    offers = [offer("stealth on"), offer("stealth off"), offer("stairs up"), offer("stairs down")]
    assert thoughts(dangers.retreat, player(game, *offers, arrivals=(1,))) == [
        "stairs down: a fight could kill you",
        "stealth off: they know of you, and it slows you",
    ]


@pytest.mark.parametrize(
    ("turn", "stuck"), [(2 * 16 + 48 * 13, True), (2 * 16 + 48 * 12, True), (16 + 48 * 13, False)]
)
def test_who_has_been_long_on_a_level_dares_in_bold_moods_what_he_would_run_from(
    turn: int, stuck: bool
) -> None:
    game = on_stairs()
    foe(game, "Mountain troll", 0, 2)
    look(game)
    at = {"turn": turn, "arrivals": (turn - 601,)}
    assert (thoughts(dangers.retreat, player(game, offer("stairs up"), **at)) == []) is stuck
    at["arrivals"] = (turn - 600,)
    assert thoughts(dangers.retreat, player(game, offer("stairs up"), **at)) != []


def test_shy_before_the_wakeful_he_goes_down_but_up_only_from_those_who_cost_him_dear() -> None:
    for name, expected in (
        ("Spider hatchling", ["stairs down: down you leave them behind"]),
        ("Mountain troll", ["stairs down: down you leave them behind",
                            "stairs down: a fight could kill you"]),
    ):  # fmt: skip
        game = on_stairs()
        foe(game, name, 0, 2, alertness=-5)
        look(game)
        found = thoughts(dangers.shy, player(game, offer("stairs down")))
        assert found == expected
    asleep = on_stairs()
    foe(asleep, "Mountain troll", 0, 2, alertness=-20)
    look(asleep)
    assert thoughts(dangers.shy, player(asleep, offer("stairs down"))) == []


@pytest.mark.parametrize(
    ("far", "turn", "lines", "goes"),
    [
        (3, 0, (), True), (4, 0, (), False), (3, 32, (), False), (3, 0, ("search walls",), False),
    ],
)  # fmt: skip
def test_unarmed_he_goes_farther_from_sleepers_who_are_too_much(
    far: int, turn: int, lines: tuple[str, ...], goes: bool
) -> None:
    game = armed(*LONG)
    del game.hero.worn[Slot.WEAPON]
    game.hero.x = 9
    foe(game, "Mountain troll", 0, far, alertness=-20)
    look(game)
    ways = [offer("step e", at=(1, 10), intent="move"), offer("step w", at=(1, 8), intent="move")]
    moves = player(game, *ways, *map(offer, lines), turn=turn)
    why = "unarmed, you had better not wake anybody"
    assert thoughts(dangers.tiptoe, moves) == [f"step w: {why}"] * goes
    sword = {"weapon": Thing(item_classes.SWORD)}
    assert thoughts(dangers.tiptoe, player(game, *ways, turn=turn, worn=sword)) == []


def test_hunted_by_several_he_goes_down_and_to_where_few_can_come() -> None:
    game = beset((0, 4), (0, -4))
    offers = [offer("stairs down"), offer("fall-back"), offer("fall-back careful")]
    bold, narrow = {"turn": 32}, "there only few can come at you"
    down = ["stairs down: down you leave them behind"]
    assert thoughts(dangers.stand, player(game, *offers, turn=0)) == [
        *down, f"fall-back: {narrow}", f"fall-back careful: {narrow}",
    ]  # fmt: skip
    assert thoughts(dangers.stand, player(game, *offers, **bold)) == down
    one = beset((0, 4))
    assert thoughts(dangers.stand, player(one, *offers, turn=0)) == []
    close = beset((0, 4), (0, 1))
    assert thoughts(dangers.stand, player(close, *offers, turn=0)) == []


@pytest.mark.parametrize(("news", "expected"), [
    (("shot",), ["stairs up", "flee"]), (("struck",), ["stairs up", "flee", "fall-back"]),
    (("stuck",), []), (("shot", "struck"), ["stairs up", "flee"]),
])  # fmt: skip
def test_shot_at_by_somebody_unseen_he_does_not_stand_in_a_nook(
    news: tuple[str, ...], expected: list[str]
) -> None:
    offers = [offer("fall-back"), offer("flee"), offer("stairs up"), offer("quaff c")]
    moves = player(armed(*LONG), *offers, news=frozenset(news))
    assert thoughts(dangers.grope, moves) == [f"{x}: something unseen is at you" for x in expected]
    blind = player(armed(*LONG), *offers, news=frozenset(news), states=frozenset(("blind",)))
    assert ("quaff c: blind, you need a cure" in thoughts(dangers.grope, blind)) is bool(expected)


def test_he_steps_about_when_nothing_else_helps_against_the_unseen() -> None:
    game = armed(*LONG)
    found = [
        thoughts(dangers.grope, player(game, *steps(game), news=frozenset(("struck",)), turn=turn))
        for turn in range(3)
    ]
    assert all(lines == ["step 4: something unseen is at you"] for lines in found)


# ------------------------------------------------------------------ fighting


@pytest.mark.parametrize(
    ("alertness", "health", "stance", "beside", "said"),
    [
        (5, 4, "confident", 1, "it is nearly dead"),
        (5, 12, "confident", 2, "it is the weakest of them"),
        (5, 12, "confident", 1, "it is at your throat"),
        (5, 20, "fleeing", 1, "it turns to flee"),
        (5, 20, "confident", 1, "it is at your throat"),
        (-5, 20, "confident", 1, "it has not noticed you"),
        (-20, 20, "confident", 1, "asleep, it cannot defend itself"),
    ],
)
def test_why_one_is_struck(
    alertness: int, health: int, stance: str, beside: int, said: str
) -> None:
    game = armed(*HALL_OF_SITUATIONS, stats=(6, 6, 6, 6))
    foe(game, "Spider hatchling", 0, 1, alertness=alertness, stance=stance).health = health
    for _ in range(beside - 1):
        foe(game, "Spider hatchling", 0, -1)
    look(game)
    [first, *_] = thoughts(dangers.strike, player(game))
    assert first.endswith(f": {said}")


def test_the_afraid_strike_nobody_and_the_awake_are_struck_before_sleepers() -> None:
    game = armed(*HALL_OF_SITUATIONS, stats=(6, 6, 6, 6))
    foe(game, "Spider hatchling", 0, 1, alertness=-20).health = 2
    foe(game, "Spider hatchling", 0, -1)
    foe(game, "Spider hatchling", 2, 0)
    look(game)
    found = thoughts(dangers.strike, player(game))
    assert [line.rpartition(": ")[2] for line in found] == [
        "it is at your throat",
        "asleep, it cannot defend itself",
    ]
    assert thoughts(dangers.strike, player(game, states=frozenset(("afraid",)))) == []


@pytest.mark.parametrize(("far", "shoots"), [(1, False), (2, True)])
def test_nobody_is_shot_at_beside_him(far: int, shoots: bool) -> None:
    game = armed(*LONG)
    wolf = foe(game, "Wolf", 0, far)
    look(game)
    at = (wolf.y, wolf.x)
    offers = [
        offer("fire nearest", at=at), offer("fire wolf-1", at=at), offer("fire x", at=(1, 9)),
        offer("throw a wolf-1", at=at), offer("throw b wolf-1", at=at), offer("volley", at=None),
    ]  # fmt: skip
    things = {"a": Thing(item_classes.POLEARM, 1), "b": Thing(item_classes.POTION)}
    expected = ["fire wolf-1: it comes on", "throw a wolf-1: it comes on"]
    assert thoughts(dangers.shoot, player(game, *offers, things=things)) == expected * shoots


@pytest.mark.parametrize(
    ("turns", "turn", "far", "expected"),
    [
        (100, 0, 3, ["fight wolf-0: who has to come loses the first blow",
                     "wait: who has to come loses the first blow"]),
        (101, 0, 3, ["charge wolf-0: it does not come"]),
        (100, 32, 3, ["charge wolf-0: it does not come"]),
        (100, 0, 2, ["charge wolf-0: it is near, and you are fit"]),
    ],
)  # fmt: skip
def test_how_long_the_wakeful_are_let_come(
    turns: int, turn: int, far: int, expected: list[str]
) -> None:
    game = armed(*LONG, stats=(6, 6, 6, 6))
    foe(game, "Wolf", 0, far)
    look(game)
    [name] = facts_of(game).foes
    offers = [
        offer(f"fight {name}", target=name), offer("wait"), offer(f"charge {name}", target=name),
    ]  # fmt: skip
    moves = player(game, *offers, turn=turn, arrivals=(turn - turns,), foes={name: Foe(0.1)})
    assert thoughts(dangers.meet, moves) == [line.replace("wolf-0", name) for line in expected]


@pytest.mark.parametrize(("health", "waits"), [(40, True), (39, False)])
def test_badly_hurt_he_waits_for_nobody(health: int, waits: bool) -> None:
    game = armed(*LONG)
    foe(game, "Wolf", 0, 5)
    look(game)
    moves = player(game, offer("wait"), health=health, most_health=100, turn=0, arrivals=(0,))
    assert bool(thoughts(dangers.meet, moves)) is waits


@pytest.mark.parametrize(
    ("far", "turn", "health", "goes"),
    [(3, 0, 60, True), (4, 0, 60, False), (3, 48, 60, False), (3, 0, 59, False)],
)
def test_to_the_unwary_he_goes_when_they_are_near_and_he_is_fit(
    far: int, turn: int, health: int, goes: bool
) -> None:
    game = armed(*LONG)
    foe(game, "Wolf", 0, far, alertness=-5)
    look(game)
    [name] = facts_of(game).foes
    moves = player(
        game, offer(f"charge {name}", target=name), turn=turn, health=health, most_health=100,
        foes={name: Foe(0.1)},
    )  # fmt: skip
    assert thoughts(dangers.meet, moves) == [f"charge {name}: it has not noticed you"] * goes


@pytest.mark.parametrize(("danger", "passes"), [(9.0, True), (11.0, False)])
@pytest.mark.parametrize("far", [2, 1])
def test_those_who_cost_a_tenth_of_his_health_are_not_worth_a_thought(
    danger: float, passes: bool, far: int
) -> None:
    game = armed(*LONG)
    foe(game, "Orc scout", 0, far)
    look(game)
    [name] = facts_of(game).foes
    facts: dict[str, Any] = {
        "health": 100, "most_health": 100, "foes": {name: Foe(danger)},
        "melee": 9, "evasion": 9, "melee_dice": (4, 4), "guard": (0, 0),
    }  # fmt: skip
    found = thoughts(dangers.pass_by, player(game, offer("explore"), **facts))
    assert found == ["explore: it is not worth a fight"] * (passes and far > 1)


@pytest.mark.parametrize("is_armed", [True, False])
@pytest.mark.parametrize("pace", [1.0, 1.5])
@pytest.mark.parametrize(("danger", "most"), [(0.1, 4), (900.0, 15)])
def test_only_before_the_swift_an_armed_hero_goes_down_no_farther_than_a_dash(
    is_armed: bool, pace: float, danger: float, most: int
) -> None:
    facts: dict[str, Any] = {} if is_armed else {"worn": {}}
    for far in (most, most + 1):
        row = "#>" + "." * (far - 1) + "@" + "." * 16 + "#"
        game = armed("#" * len(row), row, "#" * len(row))
        foe(game, "Orc scout", 0, 10)
        look(game)
        facts["foes"] = {name: Foe(danger, pace) for name in facts_of(game).foes}
        moves = player(game, offer("step w", at=(1, far)), **facts)
        stays = is_armed and pace > 1 and far > most
        found = thoughts(dangers.pass_by, moves)
        assert found == ["step w: down before they come"] * (not stays)


# ------------------------------------------------------------------ second choices


@pytest.mark.parametrize(("health", "heals"), [(59, True), (60, False)])
def test_what_else_he_might_do_in_a_fight(health: int, heals: bool) -> None:
    game = beset((0, 1))
    offers = [
        *DRINKS, *HORNS[:3], offer("wait"), offer("fall-back"), offer("hide"), offer("stairs up"),
        offer("drink-fight a x"), offer("step w", at=(4, 6)), offer("step sw", at=(5, 6)),
        offer("step n", at=(3, 7)),
    ]  # fmt: skip
    things = {**CURES, "a": CURES["a"], "b": DEVICES["b"], "c": DEVICES["c"]}
    moves = player(game, *offers, things=things, health=health, most_health=100)
    assert thoughts(second_choices.any_time, moves) == [
        "drink-fight a x: it helps in this fight",
        *["quaff c: it heals", "quaff a: it heals",
          "stairs up: it takes you out of the fight", "step w: it leads away from them"] * heals,
        "hide: it keeps them off you", "fall-back: it keeps them off you",
        "activate b: it stops those who come at you",
        "stairs up: it takes you out of the fight",
    ]  # fmt: skip


@pytest.mark.parametrize("archer", [False, True])
def test_before_an_archer_nobody_waits_for_the_first_blow(archer: bool) -> None:
    game = beset((0, 5))
    [name] = facts_of(game).foes
    moves = player(game, offer("wait"), offer("fight x"), foes={name: Foe(1.0, 1.0, archer)})
    why = "who has to come loses the first blow"
    assert thoughts(second_choices.any_time, moves) == [f"fight x: {why}"] * (not archer)


def test_what_else_he_might_do_in_peace() -> None:
    game = armed(*HALL)
    offers: list[Offer] = [
        offer("sing elbereth"), offer("sing stop"), offer("rest", irreversible=True),
        offer("rest 9"), offer("travel B1", at=(1, 5)), offer("travel N3", at=(3, 13)),
        offer("explore"), offer("open e", intent="open"), offer("get x"),
        offer("smith", group="growth"), offer("smith 1"), offer("wait"), offer("search"),
    ]  # fmt: skip
    assert thoughts(second_choices.any_time, player(game, *offers)) == [
        "smith 1: you stand at a forge", "get x: it lies here",
        "open e: there may be a way behind it", "explore: there is more to see",
        "travel N3: stairs are a refuge", "rest 9: you are not whole yet",
        "sing stop: a song costs voice",
    ]  # fmt: skip
    assert thoughts(second_choices.any_time, player(game, *offers[-2:])) == [
        "search: there may be hidden doors",
        "wait: things may change",
    ]


def test_beside_nobody_no_blow_is_planned_at_one_who_flees() -> None:
    moves = with_foe(3, stance="fleeing")
    assert thoughts(dangers.strike, moves) == []
    assert thoughts(dangers.meet, moves) == []
