"""The absent hero whom nobody hunts: when he grows, eats, dresses, rests, goes down."""

from __future__ import annotations

from typing import Any

import pytest

from engine.contract.action import Action, Chance, Offer, OfferGroup
from engine.sil.autoplay import errands, moods
from engine.sil.game.context import SilContext
from engine.sil.game.state import Slot
from engine.sil.items import item_classes
from engine.sil.items.item_values import Thing
from engine.sil.level import terrain
from tests.engine.sil.arena import look, put
from tests.engine.sil.autoplay.test_dangers import HALL, armed, on_stairs, player
from tests.engine.sil.autoplay.test_long_moves import forget
from tests.engine.sil.autoplay.test_pursuers import hunted
from tests.engine.sil.autoplay.test_stairs import arrived
from tests.engine.sil.autoplay.test_thoughts import thoughts
from tests.engine.sil.stage import foe, item

NO_STAIRS = tuple(row.replace("<", ".") for row in HALL)
REST, SPENDS = Offer(Action("rest"), "Rest"), "you have experience to spend"


def offer(line: str, **more: Any) -> Offer:
    """Return the offer of an action line."""
    verb, *args = line.split()
    return Offer(Action(verb, tuple(args)), line, **more)


def raises(*skills: str) -> list[Offer]:
    return [offer(f"raise {skill}") for skill in skills]


ALL_SKILLS = raises("melee", "archery", "evasion", "stealth", "perception", "will", "song")
PRICES = {"melee": 300, "archery": 1, "evasion": 200, "stealth": 400, "will": 1, "song": 100}


# ------------------------------------------------------------------ growing


@pytest.mark.parametrize(
    ("arms", "sings", "raised"),
    [(True, False, "evasion"), (True, True, "song"), (False, False, "evasion")],
)
def test_he_raises_the_cheapest_of_the_skills_that_keep_him_alive(
    arms: bool, sings: bool, raised: str
) -> None:
    moves = player(
        armed(*HALL),
        *ALL_SKILLS,
        prices=PRICES,
        sings_elbereth=sings,
        worn={"weapon": Thing(item_classes.SWORD)} if arms else {},
    )
    assert thoughts(errands.grow, moves) == [f"raise {raised}: {SPENDS}"]


@pytest.mark.parametrize(("arms", "raised"), [(True, "melee"), (False, "stealth")])
def test_melee_is_raised_by_the_armed_alone(arms: bool, raised: str) -> None:
    prices = {**PRICES, "melee": 1, "evasion": 900}
    worn = {"weapon": Thing(item_classes.SWORD)} if arms else {}
    moves = player(armed(*HALL), *ALL_SKILLS, prices=prices, worn=worn)
    assert thoughts(errands.grow, moves) == [f"raise {raised}: {SPENDS}"]


def test_lessons_come_before_skills_and_others_than_his_are_left() -> None:
    offers = [*ALL_SKILLS, offer("learn power"), offer("learn dodging")]
    moves = player(
        armed(*HALL), *offers, prices=PRICES, may_have_elbereth=True, elbereth="song-of-elbereth"
    )
    assert thoughts(errands.grow, moves) == [
        f"learn dodging: {SPENDS}",
        f"raise song: {SPENDS}",
        f"raise evasion: {SPENDS}",
    ]


@pytest.mark.parametrize("who", ["beside and fleeing", "far and alert", "lurking"])
def test_nobody_learns_while_somebody_is_awake_or_hunts_him(who: str) -> None:
    game = hunted("Wolf") if who == "lurking" else armed(*HALL)
    if who == "beside and fleeing":
        foe(game, "Wolf", 0, 1, stance="fleeing")
    elif who == "far and alert":
        foe(game, "Wolf", 0, 10)
    look(game)
    assert thoughts(errands.grow, player(game, *ALL_SKILLS, prices=PRICES)) == []


@pytest.mark.parametrize(("group", "learns"), [("act", False), ("growth", True)])
def test_nobody_learns_at_a_forge_for_which_experience_may_be_needed(
    group: OfferGroup, learns: bool
) -> None:
    smith = offer("smith", group=group)  # growth: that is planning for a forge elsewhere
    moves = player(armed(*HALL), *ALL_SKILLS, smith, prices=PRICES)
    assert bool(thoughts(errands.grow, moves)) == learns


# ------------------------------------------------------------------ food, light, gear

BREAD = Thing(item_classes.FOOD, item_classes.FIRST_FOOD)
HERB = Thing(item_classes.FOOD, item_classes.FIRST_FOOD - 1)
STRANGE = Thing(item_classes.FOOD, item_classes.FIRST_FOOD, aware=False)


@pytest.mark.parametrize(
    ("hunger", "thing", "eats"),
    [
        ("hungry", BREAD, True),
        ("hungry", HERB, False),
        ("hungry", STRANGE, False),
        ("", BREAD, False),
    ],
)
def test_the_hungry_eat_food_and_no_herbs(hunger: str, thing: Thing, eats: bool) -> None:
    moves = player(armed(*HALL), offer("eat a"), hunger=hunger, things={"a": thing})
    assert thoughts(errands.eat, moves) == ["eat a: you are hungry"] * eats


@pytest.mark.parametrize(
    ("dark", "fading", "feeds"), [(True, False, True), (False, True, True), (False, False, False)]
)
def test_a_light_is_fed_when_it_is_out_or_soon_will_be(
    dark: bool, fading: bool, feeds: bool
) -> None:
    moves = player(armed(*HALL), offer("refuel a"), dark=dark, fading=fading)
    assert thoughts(errands.eat, moves) == ["refuel a: your light burns low"] * feeds


def test_bones_are_searched_then_gear_put_on_then_things_taken_and_too_much_dropped() -> None:
    helm = Thing(item_classes.HELM, 1)
    offers = [
        offer("drop a 3"), offer("drop a"), offer("get bones"), offer("get b"), offer("wear a"),
        offer("rummage"),
    ]  # fmt: skip
    things = {"a": helm, "b": Thing(item_classes.POTION), "bones": Thing(item_classes.SKELETON)}
    game = armed(*HALL)
    assert thoughts(errands.dress, player(game, *offers, things=things, burdened=True)) == [
        "rummage: there may be something on them",
        "wear a: you wear nothing there",
        "get b: it is of use",
        "drop a: you carry too much",
    ]
    assert "drop a: you carry too much" not in thoughts(
        errands.dress, player(game, *offers, things=things, burdened=False)
    )
    foe(game, "Wolf", 0, 1)
    look(game)
    assert thoughts(errands.dress, player(game, *offers, things=things, burdened=True)) == []


@pytest.mark.parametrize(
    ("health", "ails", "thing", "tries"),
    [
        (95, False, Thing(item_classes.POTION, aware=False), True),
        (94, False, Thing(item_classes.POTION, aware=False), False),
        (95, True, Thing(item_classes.POTION, aware=False), False),
        (95, False, Thing(item_classes.POTION, aware=True), False),
        (95, False, Thing(item_classes.POTION, aware=False, tried=True), False),
    ],
)
def test_the_whole_try_what_they_do_not_know(
    health: int, ails: bool, thing: Thing, tries: bool
) -> None:
    offers = (offer("activate a"), offer("quaff a"), offer("eat a"))
    moves = player(
        armed(*HALL), *offers, health=health, most_health=100, ails=ails, things={"a": thing}
    )
    why = "nobody is near: learn what it does"
    assert thoughts(errands.taste, moves) == [f"quaff a: {why}", f"activate a: {why}"] * tries


@pytest.mark.parametrize("lurks", [False, True])
def test_nothing_is_tried_in_sight_of_sleepers_or_while_somebody_lurks(lurks: bool) -> None:
    game = hunted("Wolf") if lurks else armed(*HALL)
    if not lurks:
        foe(game, "Wolf", 0, 6, alertness=-20)
    look(game)
    unknown = {"a": Thing(item_classes.POTION, aware=False)}
    assert thoughts(errands.taste, player(game, offer("quaff a"), things=unknown)) == []


# ------------------------------------------------------------------ resting


def resting(game: SilContext, **facts: Any) -> list[str]:
    """Return what speaks for a rest that is offered."""
    return thoughts(errands.rest, player(game, REST, **{"most_health": 100, **facts}))


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"health": 95}, []),
        ({"health": 94}, ["rest: health is at 94 %"]),
        ({"health": 95, "ails": True}, ["rest: it passes with rest"]),
        ({"health": 94, "ails": True}, ["rest: health is at 94 %"]),
        ({"health": 59, "hunger": "hungry"}, ["rest: health is at 59 %"]),
        ({"health": 60, "hunger": "hungry"}, []),
        ({"health": 59, "hunger": "starving"}, []),
        ({"health": 95, "voice": 7, "most_voice": 10, "sings_elbereth": True}, []),
        (
            {"health": 95, "voice": 6, "most_voice": 10, "sings_elbereth": True},
            ["rest: it passes with rest"],
        ),
        ({"health": 95, "voice": 6, "most_voice": 10}, []),
    ],
)
def test_when_a_rest_is_due(facts: dict[str, Any], expected: list[str]) -> None:
    assert resting(armed(*NO_STAIRS), **facts) == expected


def test_a_rest_that_cannot_be_taken_back_is_not_advised() -> None:
    moves = player(armed(*NO_STAIRS), offer("rest", irreversible=True), health=1, most_health=9)
    assert thoughts(errands.rest, moves) == []


@pytest.mark.parametrize(("far", "rests"), [(3, False), (4, True)])
def test_he_rests_before_one_who_flees_only_at_a_distance(far: int, rests: bool) -> None:
    game = armed(*NO_STAIRS)
    foe(game, "Wolf", 0, far, stance="fleeing")
    look(game)
    assert ("rest: health is at 50 %" in resting(game, health=50)) is rests


def test_he_does_not_rest_beside_one_who_hunts_him() -> None:
    game = armed(*NO_STAIRS)
    foe(game, "Wolf", 0, 6)
    look(game)
    assert resting(game, health=50) == []


@pytest.mark.parametrize(
    ("steps", "states", "goes"), [(20, (), True), (21, (), False), (20, ("confused",), False)]
)
def test_to_stairs_that_are_near_he_goes_to_rest(
    steps: int, states: tuple[str, ...], goes: bool
) -> None:
    game = armed("#" * 27, "#@" + "." * (steps - 1) + "<" + "." * (24 - steps) + "#", "#" * 27)
    moves = player(
        game,
        REST,
        offer("travel B1", at=(1, 1 + steps)),
        health=50,
        most_health=100,
        states=frozenset(states),
    )
    found = thoughts(errands.rest, moves)
    assert found[-1] == "rest: health is at 50 %"
    assert found[:-1] == ["travel B1: stairs are the place to rest"] * goes


def test_upon_stairs_he_goes_to_no_others() -> None:
    game = on_stairs()
    put(game, 2, 1, terrain.UP_STAIR)
    assert resting(game, health=50) == ["rest: health is at 50 %"]


# ------------------------------------------------------------------ going down


@pytest.mark.parametrize(("health", "goes"), [(60, True), (59, False)])
def test_only_the_fit_go_down(health: int, goes: bool) -> None:
    game = on_stairs()
    moves = player(game, offer("stairs down"), health=health, most_health=100)
    assert ("stairs down: you are fit to go deeper" in thoughts(errands.descend, moves)) is goes


@pytest.mark.parametrize(
    ("width", "turns", "goes"),
    [(39, 5, False), (40, 5, False), (41, 5, True), (40, 101, True), (40, 100, False)],
)
def test_he_goes_to_stairs_down_when_he_has_seen_or_waited_enough(
    width: int, turns: int, goes: bool
) -> None:
    """The corridor's rock is known too; its end is not, so something is left to explore."""
    row = "#@>" + "." * 40 + "#"
    game = arrived(armed("#" * 44, row, "#" * 44), turns)
    for square in range(len(game.knowledge.mark)):
        y, x = divmod(square, 44)
        if y != 1 or x > width:
            for layer in (game.knowledge.mark, game.knowledge.seen, game.knowledge.glimpsed):
                layer[square] = 0
    moves = player(game, offer("travel C1", at=(1, 2)))
    assert moves.around.known_squares() == width
    assert moves.has_unknown
    found = thoughts(errands.descend, moves)
    assert ("travel C1: you are fit to go deeper" in found) is goes


def test_unarmed_he_goes_to_stairs_down_at_once() -> None:
    game = arrived(armed("#" * 44, "#@>" + "." * 40 + "#", "#" * 44), 5)
    del game.hero.worn[Slot.WEAPON]
    forget(game, range(10, 44))
    look(game)
    moves = player(game, offer("travel C1", at=(1, 2)))
    assert thoughts(errands.descend, moves)[0] == "travel C1: you are fit to go deeper"


@pytest.mark.parametrize(("turns", "leaves"), [(250, False), (251, True)])
def test_he_takes_stairs_up_after_long_when_something_is_left_to_explore(
    turns: int, leaves: bool
) -> None:
    game = arrived(armed("#" * 60, "#" + "." * 57 + "@#", "#" * 60), turns)
    put(game, 1, 57, terrain.UP_STAIR)
    forget(game, range(9))
    way = offer("travel BF1", at=(1, 57))
    moves = player(game, way, offer("explore"), depth=1)
    assert moves.has_unknown
    found = thoughts(errands.descend, moves)
    assert found == ["travel BF1: other stairs may lead down"] * leaves


# ------------------------------------------------------------------ walking


@pytest.mark.parametrize(("far", "goes"), [(14, True), (15, False)])
def test_he_goes_a_few_steps_for_a_thing(far: int, goes: bool) -> None:
    game = arrived(armed("#" * 20, "#@" + "." * 17 + "#", "#" * 20), 5)
    things = {(1, 1 + far): Thing(item_classes.POTION)}
    moves = player(game, offer("travel X1", at=(1, 1 + far)), lying=things)
    assert thoughts(errands.walk, moves) == ["travel X1: it may be worth having"] * goes


@pytest.mark.parametrize(
    ("tval", "takes", "explores", "goes"),
    [
        (item_classes.POTION, True, True, False),
        (item_classes.SKELETON, True, True, True),
        (item_classes.POTION, False, True, True),
        (item_classes.POTION, True, False, True),
        (item_classes.CHEST, False, False, False),
    ],
)
def test_what_exploring_takes_he_does_not_go_for_himself(
    tval: int, takes: bool, explores: bool, goes: bool
) -> None:
    game = arrived(armed(*HALL), 5)
    offers = [offer("travel F1", at=(1, 6)), *[offer("explore")] * explores]
    moves = player(game, *offers, lying={(1, 6): Thing(tval)}, picks_up=takes, depth=1)
    expected = ["travel F1: it may be worth having"] * goes
    expected += ["explore: there is more to see"] * explores
    assert thoughts(errands.walk, moves) == expected


def test_for_no_thing_he_goes_past_one_who_is_awake() -> None:
    game = arrived(armed(*HALL), 5)
    foe(game, "Wolf", 0, 6)
    look(game)
    lying = {(1, 3): Thing(item_classes.POTION)}
    moves = player(game, offer("travel C1", at=(1, 3)), lying=lying)
    assert thoughts(errands.walk, moves) == []


# ------------------------------------------------------------------ whims

WHIM = moods.SPELL * (moods.WHIMS - 1)  # the first turn of the first whim
LEAVING = WHIM + moods.SPELL * moods.WHIMS  # of the second: then he leaves by stairs


@pytest.mark.parametrize(
    ("turn", "arrival", "strays"),
    [
        (LEAVING - 1, LEAVING - 252, False),
        (LEAVING, LEAVING - 251, True),
        (LEAVING, LEAVING - 250, False),
        (LEAVING + moods.SPELL - 1, -900, True),
        (LEAVING + moods.SPELL, -900, False),
    ],
)
def test_a_whim_lasts_a_spell_and_comes_to_those_who_are_long_on_a_level(
    turn: int, arrival: int, strays: bool
) -> None:
    game = on_stairs()
    put(game, 2, 1, terrain.UP_STAIR)
    moves = player(game, offer("stairs up"), *steps(game), turn=turn, arrivals=(arrival,))
    assert bool(thoughts(errands.stray, moves)) is strays


def steps(game: SilContext) -> list[Offer]:
    """Return the steps to all squares beside the hero."""
    y, x = game.hero.y, game.hero.x
    near = [(dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dy or dx]
    return [
        offer(f"step {n}", at=(y + dy, x + dx), intent="move") for n, (dy, dx) in enumerate(near)
    ]


@pytest.mark.parametrize(("turn", "leaves"), [(WHIM, False), (LEAVING, True)])
@pytest.mark.parametrize("large", [True, False])
def test_every_second_whim_leads_off_a_level_of_which_he_has_seen_enough(
    turn: int, leaves: bool, large: bool
) -> None:
    rows = ("#" * 17, *("#" + "." * 15 + "#",) * (3 if large else 1), "#" * 17)
    game = armed(*(row.replace("#..", "#@.") if n == 1 else row for n, row in enumerate(rows)))
    put(game, 1, 1, terrain.UP_STAIR)
    moves = player(game, offer("stairs up"), turn=turn, arrivals=(-900,))
    why = "you have been long on this level"
    assert (f"stairs up: {why}" in thoughts(errands.stray, moves)) is (leaves and large)


def test_on_a_whim_he_stays_beside_one_who_is_awake() -> None:
    game = armed(*HALL)
    foe(game, "Wolf", 0, 5)
    look(game)
    assert thoughts(errands.stray, player(game, turn=WHIM, arrivals=(-900,))) == []


# ------------------------------------------------------------------ when nothing is left

LEFT = "nothing else is left here"


def test_what_he_does_at_last_in_its_order() -> None:
    game = armed(*NO_STAIRS)
    offers = [
        offer("wait"), offer("search"), offer("travel B1", at=(1, 9)), offer("search walls"),
        offer("travel C1", at=(1, 8), path=((1, 8), (1, 9))), offer("stairs up"), *steps(game)[:5],
    ]  # fmt: skip
    assert thoughts(errands.seek, player(game, *offers, turn=0)) == [
        f"stairs up: {LEFT}",
        "travel C1: there may be a way behind it",
        f"search walls: {LEFT}",
        f"travel B1: {LEFT}",
        f"travel C1: {LEFT}",
        f"search: {LEFT}",
        f"step 4: {LEFT}",
    ]


@pytest.mark.parametrize(("waited", "searches"), [(2, True), (3, False)])
def test_who_has_waited_three_times_where_he_is_does_something_else(
    waited: int, searches: bool
) -> None:
    game = armed(*NO_STAIRS)
    trail = ((1, 2), *[(1, 1)] * waited)
    moves = player(game, offer("search"), offer("wait"), trail=trail)
    assert thoughts(errands.seek, moves) == [f"search: {LEFT}"] * searches


def test_to_places_where_he_came_again_and_again_he_does_not_travel() -> None:
    game = armed(*NO_STAIRS)
    trail = ((1, 9), *((1, 8), (1, 9)) * 4)
    offers = [
        offer("travel A1", at=(1, 9)),
        offer("travel B1", at=(1, 7), path=((1, 8),)),
        offer("travel C1", at=(1, 6), path=((1, 5),)),
    ]
    assert thoughts(errands.seek, player(game, *offers, trail=trail)) == [
        "travel C1: there may be a way behind it",
        f"travel B1: {LEFT}",
        f"travel C1: {LEFT}",
    ]


def test_nothing_is_sought_while_somebody_hunts_him() -> None:
    assert thoughts(errands.seek, player(hunted("Wolf"), offer("search walls"))) == []


@pytest.mark.parametrize(("health", "goes"), [(60, True), (59, False)])
def test_past_thorns_goes_who_is_fit(health: int, goes: bool) -> None:
    game = armed("##############", "#@...........#", "##############")
    foe(game, "Tanglethorn", 0, 4)
    forget(game, range(10, 14))
    moves = player(game, *steps(game), health=health, most_health=100)
    why = "the way on leads past the thorns"
    assert any(why in line for line in thoughts(errands.seek, moves)) is goes


def test_the_likeliest_way_through_comes_first_and_a_hopeless_one_not_at_all() -> None:
    def chance(percent: int) -> tuple[Chance, ...]:
        return (Chance("open", percent, ""),)

    game, why = armed(*NO_STAIRS), "there may be a way behind it"
    offers = [
        offer("bash n", intent="force", chances=chance(1)),
        offer("open n", intent="open", chances=chance(0)),
        offer("step s", intent="open", at=(2, 1)),
        offer("open s", intent="look"),
        offer("disarm e", at=(1, 2), chances=chance(70)),
        offer("disarm w", at=(2, 2), chances=(*chance(90), *chance(5))),
        offer("repeat 9 open e", intent="open", chances=chance(60)),
        offer("tunnel w"),
        offer("dig w"),
        offer("step e", at=(1, 2)),
    ]
    expected = [
        f"step s: {why}", f"disarm e: {why}", f"repeat 9 open e: {why}", f"bash n: {why}",
        "tunnel w: there is a way round", "dig w: there is a way round", f"step e: {why}",
    ]  # fmt: skip
    trapped = frozenset(((1, 2),))
    facts = {"most_health": 100, "trapped_ways": trapped}
    assert thoughts(errands.barred_ways, player(game, *offers, health=60, **facts)) == expected
    hurt = player(game, *offers, health=59, **facts)
    assert thoughts(errands.barred_ways, hurt) == expected[:-1]


def test_a_found_thing_is_known_by_its_place() -> None:
    game = arrived(armed(*HALL), 5)
    game.hero.picks_up = False
    game.level.floor[game.level.at(1, 5)] = [item("Leather Armour"), item("Dagger")]
    look(game)
    for lying in game.level.floor[game.level.at(1, 5)]:
        game.notice(lying)
    look(game)
    assert player(game).facts.lying[1, 5].tval == item_classes.SOFT_ARMOUR
