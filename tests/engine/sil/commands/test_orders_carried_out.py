"""Orders as they are carried out: steps that mean something else, learning, plans, their ends."""

from __future__ import annotations

import pytest

from engine.contract.action import AmbiguousAction, IllegalAction, InvalidAction
from engine.contract.facts import Blocked, Learned, SeatRef
from engine.sil.commands import (
    action_words,
    doors,
    fight_plans,
    getting_free,
    labels,
    movement,
    opponents,
    registry,
    resting,
)
from engine.sil.commands.base import Argument, offer, read
from engine.sil.commands.opponents import Adversary
from engine.sil.commands.travelling import Journey, passes
from engine.sil.game.context import SilContext
from engine.sil.game.state import Question, RaceLore, Slot
from engine.sil.hero import abilities as ab
from engine.sil.items import item_classes
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, look, put, said
from tests.engine.sil.commands.test_fight_plans import fighter, lurking, wolf
from tests.engine.sil.items.things import given, thing
from tests.engine.sil.stage import foe, item, load_dice, race, wear

CLOSED = ("#######", "#.....#", "#..@..#", "#.....#", "#######")


def hall(**how: object) -> SilContext:
    return arena(*CLOSED, known=True, **how)


# ------------------------------------------------------------------ steps


@pytest.mark.parametrize(
    ("feature", "name"),
    [(terrain.RUBBLE, "a heap of rubble"), (terrain.QUARTZ, "a vein of quartz"),
     (terrain.GRANITE, "a wall"), (terrain.PERMANENT, "a wall")],
)  # fmt: skip
def test_what_bars_the_way_is_felt_once_and_then_refused(feature: int, name: str) -> None:
    game = hall()
    wall = put(game, 2, 4, feature)
    game.knowledge.mark[wall] = 0
    movement.walk(game, ("e",))
    assert said(game) == [f"You feel {name} blocking your way."]
    assert [(stop.reason, str(stop.why)) for stop in game.state.disturbances] == [
        ("blocked", f"{name} bars the way")
    ]
    assert (game.state.energy_used, game.knowledge.mark[wall]) == (100, 1)
    game.state.energy_used = 0
    with pytest.raises(IllegalAction) as refused:
        movement.walk(game, ("e",))
    assert str(refused.value) == f"There is {name} in the way."
    game.hero.timers.confused = 3
    load_dice(game, otherwise=1)
    movement.walk(game, ("e",))
    assert said(game)[-1] == f"You walk into {name}."
    assert game.state.energy_used == 100


def test_fear_before_what_is_unseen_is_told_with_its_fact() -> None:
    game = hall()
    foe(game, "Wolf", visible=False)
    game.hero.timers.afraid = 3
    movement.walk(game, ("e",))
    [event] = game.state.events
    assert str(event.text) == "Something is in the way, and fear keeps you from attacking it."
    assert event.fact == Blocked(SeatRef(0), "somebody")
    assert (game.hero.x, game.state.energy_used) == (3, 100)


@pytest.mark.parametrize(
    ("feature", "asked", "risk"),
    [
        (terrain.CHASM, "Step into the chasm?", "chasm"),
        (terrain.PIT, "Step into the pit?", "trap"),
        (terrain.FALSE_FLOOR, "Step into the false floor?", "false floor"),
        (terrain.FLOOR, None, ""),
    ],
)
def test_known_hazards_ask_before_a_step(feature: int, asked: str | None, risk: str) -> None:
    game = hall()
    i = put(game, 2, 4, feature)
    movement.walk(game, ("e",))
    question = game.state.question
    assert (None if question is None else str(question.text)) == asked
    if question is not None:
        assert (question.risk, question.data) == (risk, {"action": "step e"})
        assert game.state.energy_used == 0
        game.level.hidden[i] = 1
        assert movement._hazard(game, i) == 0
        game.level.hidden[i] = game.knowledge.mark[i] = 0
        assert movement._hazard(game, i) == 0


def test_an_unseen_creature_is_struck_and_a_seen_friend_is_met() -> None:
    game = hall()
    unseen = foe(game, "Wolf", visible=False)
    movement.walk(game, ("e",))
    assert game.hero.x == 3
    assert game.state.combat_rolls
    assert unseen.health <= 20


def test_a_leap_tells_of_its_doubts() -> None:
    for change, words, risk in (
        ("unknown", "Leap into the unknown?", ""),
        ("foe", "Somebody stands where you would land. Leap?", ""),
        ("chasm", "You would land in the chasm. Leap?", "leap"),
    ):
        game = hall()
        i = game.level.at(2, 5)
        if change == "unknown":
            game.knowledge.mark[i] = game.knowledge.seen[i] = 0
        elif change == "foe":
            foe(game, "Wolf", 0, 2)
        else:
            put(game, 2, 5, terrain.CHASM)
        movement._leap(game, 6, "e")
        question = game.state.question
        assert question is not None
        assert (str(question.text), question.risk) == (words, risk)
        assert question.data == {"action": "step e"}
        assert game.hero.x == 3


def test_a_wait_is_watchful_and_takes_a_turn() -> None:
    game = hall()
    movement.hold(game)
    assert game.hero.focused
    assert (game.state.energy_used, game.hero.actions[0]) == (100, 5)


# ------------------------------------------------------------------ hands


@pytest.mark.parametrize(("mode", "stops", "args", "told"), [
    (False, False, ("on",), "You creep on quiet feet."), (False, False, (), "You creep on quiet"),
    (True, False, ("off",), "You stop creeping."), (True, False, (), "You stop creeping."),
    (True, True, ("on",), "You creep on quiet feet."), (True, True, (), "You creep on quiet feet."),
])  # fmt: skip
def test_creeping_begins_and_ends(
    mode: bool, stops: bool, args: tuple[str, ...], told: str
) -> None:
    game = hall()
    game.hero.stealth_mode, game.hero.stop_stealth = mode, stops
    doors._stealth(game, args)
    assert said(game)[0].startswith(told)
    assert game.hero.stealth_mode
    assert game.hero.stop_stealth is ("stop" in told)
    assert game.state.energy_used == 0


def test_between_two_doors_the_way_is_asked_for() -> None:
    game = arena("#######", "#..+..#", "#..@+.#", "#.....#", "#######", known=True)
    with pytest.raises(IllegalAction) as refused:
        doors._bash(game, ())
    assert str(refused.value) == "Say which way: n, e."
    assert [place[0] for place in doors.places(game, doors.anything, own=True)][:2] == ["", "n"]
    assert len(doors.places(game, doors.anything)) == 8


def test_where_nothing_suits_the_hands_strike_the_air_or_close_the_door() -> None:
    game = hall()
    doors._interact(game, ("e",))
    assert said(game) == ["You strike, but there is nothing there."]
    assert game.state.energy_used == 100
    put(game, 2, 4, terrain.OPEN_DOOR)
    doors._interact(game, ("e",))
    assert terrain.KNOWN_DOOR[game.level.feature[game.level.at(2, 4)]]


# ------------------------------------------------------------------ learning


def test_what_is_asked_before_an_ability_is_learned_and_told_after() -> None:
    game = fighter()
    game.hero.unspent = 9000
    registry.do(game, read(registry.COMMANDS["learn"], ["dodging"], game))
    question = game.state.question
    assert question is not None
    price = ab.price(game.data, game.hero, ab.DODGING)
    assert str(question.text).startswith(f"Learn Dodging for {price:,} of 9,000 experience?")
    assert question.data == {"action": "learn dodging"}
    registry.do(game, read(registry.COMMANDS["answer"], ["yes"], game))
    assert said(game)[-1] == "You have learned Dodging."
    assert game.state.said[-1].fact == Learned(SeatRef(0), "dodging")
    assert game.hero.unspent == 9000 - price
    assert not game.state.sure


def test_an_oath_and_a_bane_are_chosen_or_left() -> None:
    game = fighter(abilities=())
    game.hero.skill_base = [10] * 8
    game.hero.unspent = 20_000
    for ref in (ab.BANE, ab.OATH):
        game.hero.bought += [ab.AbilityRef(*p) for p in ab.record(game.data, ref).prerequisites]
    game.lore.races[race("Wolf")] = RaceLore(kills=4)
    for line, asked, wanted, told in (
        ("learn bane", "Against which kind of enemy? It costs", "wolf",
         "You have learned Bane: Wolf."),
        ("learn oath", "Which oath do you swear? It costs", "mercy",
         "You have learned Oath: Mercy."),
    ):  # fmt: skip
        for word in ("no", wanted):
            command, rest = registry.find(line.split())
            registry.do(game, read(command, rest, game))
            question = game.state.question
            assert question is not None
            assert str(question.text).startswith(asked)
            assert str(question.answers[-1][1]) == "None"
            registry.do(game, read(registry.COMMANDS["answer"], [word], game))
        assert said(game)[-1] == told
    assert (game.hero.bane, game.hero.oath) == (2, 1)


def test_switching_is_told() -> None:
    game = fighter(abilities=(ab.DODGING,))
    for told in ("Dodging is off.", "Dodging is on."):
        registry.do(game, read(registry.COMMANDS["switch"], ["dodging"], game))
        assert said(game)[-1] == told


# ------------------------------------------------------------------ opponents


def test_when_a_fight_is_over_and_why() -> None:
    game = fighter()
    enemy = wolf(game)
    opponent = Adversary.of(game, enemy)
    assert opponent.turned(game) is None
    enemy.stance = "fleeing"
    assert opponent.turned(game) is None
    game.level.occupant.pop(game.level.at(enemy.y, enemy.x))
    enemy.x += 2
    game.level.occupant[game.level.at(enemy.y, enemy.x)] = enemy.slot
    assert opponent.turned(game) == opponents.FLEES
    assert not opponent.is_beside(game)
    game.learn(enemy).visible = False
    assert opponent.turned(game) == opponents.GONE
    assert opponent.is_unseen(game)
    enemy.health = 0
    assert opponent.turned(game) == opponents.DONE
    assert not opponent.is_unseen(game)


@pytest.mark.parametrize(("name", "far", "worth"), [("Wolf", 2, True), ("Wolf", 3, False)])
def test_who_is_within_two_squares_may_cost_health_in_a_turn(
    name: str, far: int, worth: bool
) -> None:
    game = fighter()
    wolf(game, dx=far)
    assert opponents._foreseen_loss(game) == 0  # nothing is known of its blows
    game.lore.races[race("Wolf")] = RaceLore(kills=99, blows={0: 99})
    assert (opponents._foreseen_loss(game) > 0) is worth


@pytest.mark.parametrize(("unseen", "waits"), [(3, True), (4, False)])
def test_one_who_goes_out_of_sight_is_waited_for_three_turns(unseen: int, waits: bool) -> None:
    game = fighter()
    enemy = wolf(game, dx=3, health=90)
    acts: list[int] = []
    turn = opponents.patient(game, Adversary.of(game, enemy), lambda: acts.append(1))
    game.learn(enemy).visible = False
    for _ in range(unseen):
        turn()
    assert (acts == []) is waits


def test_a_fight_with_one_who_does_not_come_nearer_ends_after_six_turns() -> None:
    game = fighter()
    enemy = wolf(game, dx=3, health=90)
    act = fight_plans._blows(game, Adversary.of(game, enemy))
    stops = [act() for _ in range(8)]
    assert stops.index(fight_plans.KEEPS_OFF) == 6
    assert stops[:6] == [None] * 6


def test_who_comes_out_of_hiding_is_fought_only_if_it_comes() -> None:
    game = fighter()
    enemy = lurking(game)
    look(game)
    shooter = foe(game, "Orc archer", 0, 4)
    look(game)
    stop = fight_plans._no_fight(game, shooter)
    assert stop is not None
    assert (stop.reason, stop.at) == ("near", (shooter.y, shooter.x))
    near = foe(game, "Wolf", 0, 2)
    look(game)
    assert fight_plans._no_fight(game, near) is None
    assert enemy is not near


# ------------------------------------------------------------------ ways


def test_a_way_is_clear_while_its_next_square_is_beside_the_hero_and_free() -> None:
    game = hall()
    journey = Journey(game)
    journey.way = [game.level.at(2, 4)]
    assert journey.is_clear
    journey.way = [game.level.at(2, 5)]
    assert not journey.is_clear
    put(game, 2, 4, terrain.PIT)
    journey.way = [game.level.at(2, 4)]
    assert not journey.is_clear
    put(game, 2, 4, terrain.CLOSED_DOOR)
    assert journey.is_clear


@pytest.mark.parametrize(
    ("feature", "can"),
    [(terrain.FLOOR, True), (terrain.PIT, False), (terrain.CHASM, False), (terrain.GRANITE, False),
     (terrain.OPEN_DOOR, True), (terrain.RUBBLE, False)],
)  # fmt: skip
def test_onto_what_a_run_goes(feature: int, can: bool) -> None:
    game = hall()
    square = put(game, 2, 4, feature)
    assert passes(game, square) is can
    game.knowledge.mark[square] = game.knowledge.seen[square] = 0
    assert passes(game, square)
    game.knowledge.mark[square] = game.level.hidden[square] = 1
    assert passes(game, square)


def test_out_of_a_pit_he_goes_to_where_he_has_stood_then_to_known_ground() -> None:
    game = hall()
    put(game, 2, 3, terrain.PIT)
    game.knowledge.walked[game.level.at(3, 3)] = 1
    assert getting_free._way(game) == "s"
    game.knowledge.walked[game.level.at(3, 3)] = 0
    assert getting_free._rank(game, "s") == 1
    square = game.level.at(3, 3)
    game.knowledge.mark[square] = game.knowledge.seen[square] = 0
    assert getting_free._rank(game, "s") == 2
    game.knowledge.mark[square] = 1
    for feature in (terrain.GRANITE, terrain.CHASM, terrain.WEB):
        put(game, 3, 3, feature)
        assert getting_free._rank(game, "s") is None
    foe(game, "Wolf", -1, 0)
    assert getting_free._rank(game, "n") is None


def test_a_rest_through_poison_goes_as_far_as_the_poison_does() -> None:
    game = hall()
    game.hero.derived.max_health, game.hero.health = 100, 60
    terms = registry.Terms("usual")
    plain = resting._limits(game, terms)
    assert plain == terms.limits
    game.hero.timers.poison = 30
    limits = resting._limits(game, terms)
    assert (limits.least_health, limits.most_loss) == (30, 100)
    game.hero.timers.poison = 5
    assert resting._limits(game, terms).least_health == min(terms.limits.least_health, 55)
    game.hero.timers.poison = 100
    assert resting._limits(game, terms) == terms.limits


def test_a_rest_ends_creeping_and_singing_unless_rests_sing() -> None:
    for option, song in (("no", -1), ("yes", 0)):
        game = hall()
        game.state.options["rest_sings"] = option
        game.hero.song, game.hero.stealth_mode, game.hero.stop_stealth = 0, True, True
        resting._settle_down(game)
        assert game.hero.song == song
        assert (game.hero.stealth_mode, game.hero.stop_stealth) == (False, False)


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("answer yes", "Yes"), ("answer no", "No"), ("answer str+", "Str +1"),
        ("answer str-", "Str −1"), ("answer long_sword", "Long sword"),
        ("stealth on", "Creep"), ("stealth", "Creep or stop creeping"),
        ("sing exchange", "Exchange the themes"), ("throw a", "Throw item a"),
        ("drink-fight a wolf-1", "Drink and fight item a wolf 1"), ("travel BK27", "Go to BK27"),
        ("fall-back", "Fall back"), ("descend", "Go down by stairs"), ("await", "Lie in wait"),
    ],
)  # fmt: skip
def test_action_lines_in_words(line: str, words: str) -> None:
    assert str(action_words.in_words(line)) == words


def test_labels_that_are_alike_are_told_apart_by_their_arguments() -> None:
    alike = [offer("drop", "a", label="Put down Torch"), offer("drop", "b", label="Put down Torch")]
    other = offer("wait", label="Wait")
    found = labels.distinct([*alike, other])
    assert [str(each.label) for each in found] == [
        "Put down Torch (a)", "Put down Torch (b)", "Wait",
    ]  # fmt: skip
    long = [offer("drop", x, label="x" * 38) for x in ("light", "weapon")]
    assert [len(str(each.label)) for each in labels.distinct(long)] == [38, 38]
    assert labels.distinct([other]) == [other]


def test_the_beginning_of_an_answer_is_enough_if_it_is_of_one_alone() -> None:
    question = Question("Which?", [("north", "N"), ("never", "N"), ("south", "S")], "x", {})
    replies = {
        said: registry.reply(question, said.split()) for said in ("s", "n", "NORTH", "wait", "up")
    }
    assert {said: reply and reply.args for said, reply in replies.items()} == {
        "s": ("south",), "n": None, "NORTH": ("north",), "wait": None, "up": None,
    }  # fmt: skip
    free = Question("Which?", [("no", "No")], "x", {"free": "yes"})
    assert registry.reply(free, ["Some", "words"]).args == ("Some words",)  # type: ignore[union-attr]
    assert registry.reply(free, ["wait"]) is None


@pytest.mark.parametrize(
    ("line", "verb", "rest"),
    [
        ("pick up a", "get", ["a"]), ("Put on helm", "wear", ["helm"]), ("<", "stairs", ["up"]),
        ("5", "wait", []), ("ne", "step", ["ne"]), ("goto BK27", "travel", ["BK27"]),
        ("stop singing", "sing", ["stop"]), ("take off x", "remove", ["x"]),
    ],
)  # fmt: skip
def test_orders_are_found_by_phrases_aliases_and_beginnings(
    line: str, verb: str, rest: list[str]
) -> None:
    command, words = registry.find(line.split())
    assert (command.name, list(words)) == (verb, rest)


def test_what_could_be_several_orders_or_none_is_told() -> None:
    with pytest.raises(AmbiguousAction) as several:
        registry.find(["des", "a"])
    assert several.value.choices == ("descend a", "destroy a", "examine a")
    with pytest.raises(InvalidAction) as none:
        registry.find(["Xyzzy"])
    assert str(none.value) == "“Xyzzy” is no order that a hero knows."
    with pytest.raises(InvalidAction, match="“xyzzy” is no order that a hero knows"):
        registry.do(fighter(), registry.Action("xyzzy"))


def test_numbers_of_turns_have_five_figures_at_most() -> None:
    game = hall()
    command = registry.COMMANDS["fight"]
    number = Argument("n", "number", "n")
    assert command.arguments[1].kind == number.kind
    wolf_there = wolf(game)
    name = "wolf-1"
    assert wolf_there.slot == 1
    assert str(read(command, [name, "0030"], game)) == f"fight {name} 30"
    with pytest.raises(InvalidAction, match="“123456” is no number of turns"):
        read(command, [name, "123456"], game)


def test_an_inscription_asks_and_the_last_action_is_kept() -> None:
    game = fighter()
    given(game, item("Dagger", inscription="!d"))
    drop = registry.Action("drop", ("a",))
    registry.do(game, drop)
    question = game.state.question
    assert question is not None
    assert str(question.text) == "Put down item a? An inscription asks."
    assert question.data == {"action": "drop a"}
    assert game.hero.last_action == ""
    game.state.question = None
    game.state.sure = True
    registry.do(game, drop)
    assert game.hero.last_action == "drop a"
    registry.do(game, registry.Action("caution", ("bold",)))
    assert said(game)[-1] == "Plans: bold."


def test_shots_ask_for_what_is_inscribed_on_the_bow() -> None:
    game = fighter()
    bow = wear(game, Slot.BOW, "Longbow", inscription="!f")
    command = registry.COMMANDS["fire"]
    fired = registry._items_of(game, command, registry.Action("fire", ("n",)))
    assert fired == [bow]
    thrown = registry._items_of(game, registry.COMMANDS["throw"], registry.Action("throw", ("n",)))
    assert thrown == []


def test_only_plans_are_shortened() -> None:
    assert str(registry.shorten_plan(registry.Action("explore"), 5)).startswith("explore ")
    assert registry.shorten_plan(registry.Action("wait"), 5) is None
    assert registry.shorten_plan(registry.Action("xyzzy"), 5) is None


def test_answers_that_count_up_and_down_share_a_stepper() -> None:
    game = hall()
    game.state.question = Question("Stats", [("str+", "+"), ("str-", "-"), ("done", "Done")], "x",
                                   {}, "trap")  # fmt: skip
    found = [(o.stepper, o.lowers, o.target, o.group) for o in registry.offers(game)]
    assert found == [
        ("str", False, "trap", "answer"), ("str", True, "trap", "answer"),
        ("", False, "trap", "answer"),
    ]  # fmt: skip


def test_a_drink_that_heals_is_known_for_one() -> None:
    game = fighter()
    healing, herb = thing(item_classes.POTION, "Healing"), thing(item_classes.FOOD, "Rage")
    speed = thing(item_classes.POTION, "Quickness")
    assert not fight_plans._heals(game, healing)
    game.lore.aware += [healing.kind, herb.kind, speed.kind]
    found = [fight_plans._heals(game, each) for each in (healing, herb, speed, item("Dagger"))]
    assert found == [True, False, False, False]
