"""Reasons of the expert's advice, as a player reads them, and the figures at which it changes."""

from __future__ import annotations

import pytest

from engine.kanthe.commands.offers import list_offers
from engine.kanthe.encounters.odds import health_of
from engine.kanthe.expert import judgement, places
from engine.kanthe.expert.answers import _wanted_dice
from engine.kanthe.expert.coach import coach_lines
from engine.kanthe.expert.ranking import advise, ranked_offers, recommendations
from engine.kanthe.expert.recommendation import OfferTable
from engine.kanthe.map.level_plan import add_node, connect, ways_from
from engine.kanthe.state import (
    Approach,
    ChooseVictim,
    ChooseWord,
    Conflict,
    Door,
    FaceHazard,
    KantheItem,
    KantheState,
    Node,
    ShareTreasure,
)
from tests.engine.kanthe.situations import SITUATIONS
from tests.engine.kanthe.stage import (
    act,
    add_hazard,
    add_opponent,
    begun,
    game_of,
    give,
    in_room,
    start_conflict,
)

REASONS = {  # of the offers that are advised, the best first
    "the starting room": ["there is more to find here"],
    "a weak warrior in the next room": [
        "it is overcome 99 %", "words win about 95 %", "you get past them 99 %",
    ],
    "a chieftain far too strong in the next room": ["they are too strong for you now"],
    "a fight that goes badly": ["you get away 59 %"],
    "a fight against two, one nearly overcome": ["this is enough for it", "it has the most wounds"],
    "a fight with wounds, and a wand that heals": ["you are wounded"],
    "a wound for the hero or a sound ally": [
        "your wounds would help the others", "you can bear it",
    ],
    "a wound for the hero or an ally who would die": [
        "you can bear it", "it dies instead of you",
    ],
    "a covered pit": ["you avoid it 98 %", "it cannot kill you, and a throw might"],
    "a pit that one may walk away from, the hero badly hurt": [
        "it is too dangerous now", "you avoid it 59 %",
    ],
    "a way that can be forced": ["it gives 16 % a try", "another way is better"],
    "a way that nobody can force at once": [
        "another way is better", "each match takes something from it",
    ],
    "treasure while the pool is small": [
        "its words may heal or overcome", "dice for every fight to come",
        "dice for every fight to come", "coins are the score", "coins are the score",
    ],
    "treasure when the pool is large": [
        "its words may heal or overcome", "you have dice enough", "coins are the score",
        "coins are the score", "coins are the score",
    ],
    "a priest who is a friend, the hero wounded": [
        "it heals you, once", "there is more to find here",
    ],
    "an artisan who is a friend, with an axe to sell": [
        "it adds dice to every fight", "there is more to find here",
        "it is the way home, with all you carry",
    ],
    "a slave who is a friend": [
        "an ally fights beside you and takes wounds for you", "there is more to find here",
    ],
    "a body, the hero badly hurt and rich": [
        "it costs nothing", "you are badly hurt, and have coins to keep",
        "there is more to find here",
    ],
    "a door with a lock": [
        "there is more to find here", "something is behind it", "something is behind it",
    ],
    "an unknown wand": ["its words are worth knowing", "there is more to find here"],
    "stairs down, and all explored": [
        "this level is explored", "nothing here is worth its danger any more",
    ],
    "after death": ["nobody has won yet, and what is known stays", "this hero's story is told"],
}  # fmt: skip


@pytest.mark.parametrize("name", REASONS)
def test_each_advice_has_its_reason(name):
    game = game_of(SITUATIONS[name]())
    found = [offer for offer in ranked_offers(game) if offer.advised]
    assert [str(offer.why) for offer in found] == REASONS[name]
    advice = advise(game)
    assert advice is not None
    assert (advice.action, str(advice.why)) == (found[0].action, REASONS[name][0])


def reasons(state: KantheState, verb: str) -> list[str]:
    """Return the reasons of all recommendations of a verb."""
    found = recommendations(game_of(state))
    return [str(each.why) for each in found if each.offer.action.verb == verb]


@pytest.mark.parametrize("hurt", [False, True])
def test_one_turns_back_for_wounds_if_one_is_badly_hurt_and_else_for_their_strength(hurt):
    state = begun()
    in_room(state)
    if hurt:
        state.hero.coins, state.hero.wounds = 99, state.hero.challenge
    assert judgement.is_hurt(state) == hurt
    add_opponent(state, "chieftain", 9, node=4)
    state.question = Approach(4)
    [first, *_] = ranked_offers(game_of(state))
    why = "you are hurt" if hurt else "they are too strong for you now"
    assert (str(first.action), str(first.why)) == ("turn-back", why)


# ---------------------------------------------------------------- healing


def healing(kind: str, wounds: int) -> KantheState:
    """Return a game of a wounded hero with a thing that heals as he knows."""
    state = begun()
    in_room(state).walls = ["way"] * 4
    state.hero.wounds = wounds
    sheet = state.arcane
    colour, quality, motif = (state.domain.words[key] for key in ("colours", "qualities", "motifs"))
    sheet.essences.firsts[4] = colour[0]
    sheet.actions.firsts[9], sheet.actions.seconds[9] = quality[7], motif[7]
    give(state, kind, 0, 7)
    return state


@pytest.mark.parametrize(
    ("kind", "wounds", "advised"),
    [("wand", 0, False), ("wand", 1, True), ("potion", 1, False), ("potion", 2, True)],
)
def test_what_is_used_up_is_for_two_wounds_and_other_things_for_one(kind, wounds, advised):
    assert ("you are wounded" in reasons(healing(kind, wounds), "use")) == advised


def test_what_is_not_used_up_heals_first():
    state = healing("potion", 3)
    give(state, "wand", 0, 7)
    found = [e for e in recommendations(game_of(state)) if str(e.why) == "you are wounded"]
    assert len(found) >= 2
    assert "wand" in found[0].offer.action.args[0]


# ---------------------------------------------------------------- wounds and hazards


@pytest.mark.parametrize(
    ("degree", "hurt", "first"), [(2, 0, "me"), (5, 0, "me"), (6, 0, "slave-1"), (2, 4, "slave-1")]
)
def test_an_ally_dies_only_instead_of_the_hero(degree, hurt, first):
    state = begun()
    in_room(state)
    ally = add_opponent(state, "slave", 2, status="befriended", node=-1, wounds=5)
    state.here.opponents.remove(ally)
    state.hero.allies.append(ally)
    state.hero.wounds = hurt
    start_conflict(state, add_opponent(state, "warrior"))
    state.question = ChooseVictim(degree, "a blow")
    assert recommendations(game_of(state))[0].offer.action.args == (first,)


@pytest.mark.parametrize(("strength", "deadly"), [(5, False), (6, True)])
def test_no_hazard_is_let_come_that_kills(strength, deadly):
    state = begun()
    in_room(state)
    state.question = FaceHazard(add_hazard(state, "pit", strength).id)
    assert health_of(state) == 6
    assert (reasons(state, "endure") == []) == deadly


# ---------------------------------------------------------------- what things are worth


def test_gains_are_coins_and_five_for_a_section():
    state = begun()
    assert not judgement.has_gains(state)
    state.hero.sections = 1
    assert judgement.has_gains(state)
    state.hero.sections, state.hero.coins = 0, 1
    assert judgement.has_gains(state)
    assert judgement.life_value(state) == judgement.LIFE + 1


def test_the_dice_of_a_moment_are_none_of_ones_own():
    state = begun()
    game = game_of(state)
    own = judgement.fight_dice(game)
    state.hero.boost = 3
    assert judgement.fight_dice(game) == own == 7  # Challenge 5, a sword, armour


@pytest.mark.parametrize(
    ("kind", "things", "fight", "talk"),
    [("warrior", 0, 4.0, 4.0), ("warrior", 2, 7.0, 4.0), ("vermin", 0, 1.0, 1.0),
     ("priest", 0, 4.0, 10.0), ("artisan", 0, 4.0, 10.0), ("slave", 0, 4.0, 10.0)],
)  # fmt: skip
def test_who_is_overcome_leaves_spoils_and_friends_serve(kind, things, fight, talk):
    state = begun()
    who = add_opponent(state, kind)
    who.things = [KantheItem(9, "Axe", 1, ("fight", "force"))] * things
    game = game_of(state)
    assert judgement._spoils(game, [who], "fight") == fight
    assert judgement._spoils(game, [who], "persuade") == talk


def test_the_weakest_is_who_needs_the_fewest_wounds_and_then_the_strongest():
    state = begun()
    hurt = add_opponent(state, "warrior", 2, wounds=2)
    strong, weak = add_opponent(state, "warrior", 4), add_opponent(state, "warrior", 3)
    equal = add_opponent(state, "warrior", 4)
    found = judgement.weakest(game_of(state), [weak, equal, strong, hurt])
    assert found == [hurt, strong, equal, weak]


def test_each_deed_is_advised_against_the_weakest_first_and_then_against_the_others():
    state = begun()
    in_room(state)
    start_conflict(state, *(add_opponent(state, "warrior", 2, wounds=each) for each in (1, 3, 2)))
    found = [each.offer.action for each in recommendations(game_of(state))]
    assert {action.verb for action in found[:3]} == {"fight", "persuade", "flee"}
    for verb in ("fight", "persuade"):
        aims = [action.args[0] for action in found if action.verb == verb]
        assert aims == ["warrior-2", "warrior-3", "warrior-1"]


@pytest.mark.parametrize(("wounds", "spares"), [(3, True), (4, False)])
def test_who_has_more_than_two_health_looks_for_more(wounds, spares):
    state = begun()
    state.hero.wounds = wounds  # of 6 that kill; without gains nobody is hurt
    assert judgement.can_spare(state) == spares


@pytest.mark.parametrize(("levels", "dice"), [(1, 12), (3, 16), (8, 16)])
def test_deeper_domains_want_more_dice(levels, dice):
    state = begun()
    state.domain.levels = levels
    assert _wanted_dice(game_of(state)) == dice


@pytest.mark.parametrize(
    ("wares", "bought"),
    [
        ([("Rope", 3, "evade"), ("Axe", 2, "fight")], ["2"]),
        ([("Sword", 2, "fight"), ("Axe", 3, "fight")], ["3"]),  # three more dice, not one
        ([("Axe", 3, "fight"), ("Sword", 2, "fight")], ["3"]),
        ([("Sword", 3, "fight"), ("Axe", 1, "fight")], ["1"]),  # two dice for three, one for one
        ([("Sword", 1, "fight")], []),  # he has one as good
        ([("Rope", 1, "evade")], []),
    ],
)
def test_that_ware_is_bought_which_adds_most_dice_to_fights_for_its_price(wares, bought):
    state = SITUATIONS["an artisan who is a friend, with an axe to sell"]()
    [artisan] = state.here.opponents
    artisan.wares = [
        KantheItem(90 + n, name, rating, (purpose,))
        for n, (name, rating, purpose) in enumerate(wares)
    ]
    found = [each.offer.action for each in recommendations(game_of(state))]
    assert [action.args[1] for action in found if action.verb == "buy"] == bought


# ---------------------------------------------------------------- ways


def lead_on(state: KantheState, dx: int) -> Node:
    """Return a room beside the hero's, which was entered, on a straight way from it."""
    here = state.place
    room = add_node(state.here, "room", (here.x + dx, here.y), here.area)
    room.die, room.called, room.entered, room.walls = 4, True, True, ["way"] * 4
    connect(state.here, here, room).area = here.area
    return room


@pytest.mark.parametrize("wall", ["", "way"])
@pytest.mark.parametrize("stairs", [False, True])
def test_where_every_way_home_is_barred_bare_walls_and_stairs_are_gone_to(wall, stairs):
    state = begun()
    home = in_room(state)
    home.walls = ["way"] * 4
    add_hazard(state, "blocked", 99, node=-1, passage=state.here.passages[-1].id)
    room = lead_on(state, 30)
    room.walls[0], room.stairs = wall, stairs
    found = reasons(state, "walk")
    assert ("every way home is barred" in found) == (stairs or not wall)


@pytest.mark.parametrize(
    ("door", "gone_to"),
    [
        (Door(0, judged=True), True),
        (Door(0, 2, judged=True), True),
        (Door(0, 9, judged=True), False),
        (Door(0, 9, [2], judged=True), True),  # its lock is picked
        (Door(0, 2, [9], judged=True), False),
        (Door(0, 2), False),
        (Door(0, 2, judged=True, opened=True), False),
    ],
)
def test_a_shut_door_is_gone_back_to_that_may_give_way(door, gone_to):
    state = begun()
    room = in_room(state)
    room.walls = ["way"] * 4
    room.doors.append(door)
    state.node, state.previous = 0, room.id
    assert ("a door there can be opened" in reasons(state, "walk")) == gone_to


def test_a_door_that_hardly_gives_is_not_gone_back_to_where_they_would_hear_it():
    found = []
    for held in (False, True):
        state = begun()
        room = in_room(state)
        room.walls = ["way"] * 4
        room.doors.append(Door(0, 2, judged=True))
        if held:
            add_opponent(state, "warrior", 2, attacks=True)
        state.node, state.previous = 0, room.id
        found.append("a door there can be opened" in reasons(state, "walk"))
    assert found == [True, False]


@pytest.mark.parametrize("dangerous", [0, 1])
def test_of_two_ways_to_a_room_the_step_goes_by_the_one_without_an_unknown_hazard(dangerous):
    state = begun()
    in_room(state)
    room = lead_on(state, 30)
    connect(state.here, state.place, room).area = room.area
    ways = [w for w in ways_from(state.here, state.place) if w.node == room.id]
    state.here.passages[ways[dangerous].passages[0]].hazard = True
    routes = places._Routes(game_of(state), OfferTable(list_offers(game_of(state))))
    steps = [
        each.offer.action.args
        for each in routes.to(lambda node: node is room, "")
        if each.offer.action.verb == "walk"
    ]
    assert steps == [(ways[1 - dangerous].name,)]


# ---------------------------------------------------------------- treasure and words


@pytest.mark.parametrize(("known", "first"), [(7, "arcane"), (8, "item")])
def test_an_arcane_thing_is_worth_most_until_eight_words_are_known(known, first):
    state = begun()
    in_room(state)
    state.arcane.essences.firsts[:known] = [f"w{n}" for n in range(known)]
    state.question = ShareTreasure([3, 7], [2, 3])
    assert recommendations(game_of(state))[0].offer.action.verb == first


def test_the_higher_match_is_taken_first():
    state = begun()
    in_room(state)
    state.arcane.essences.firsts[:] = [f"w{n}" for n in range(10)]
    state.question = ShareTreasure([3, 7], [2, 3])
    found = [each.offer.action for each in recommendations(game_of(state))]
    assert [a.args[0] for a in found if a.verb == "item"][:2] == ["7", "3"]
    assert [a.args[0] for a in found if a.verb == "coins"][:3] == ["all", "7", "3"]


def test_a_word_that_heals_is_chosen_before_one_for_fights_and_others():
    state = begun()
    item = give(state, "wand", 0, 7)
    actions = game_of(state).content.actions
    heals = next(n for n, each in enumerate(actions) if each.has("heals"))
    fights = next(n for n, each in enumerate(actions) if "fight" in each.purposes)
    plain = next(n for n, e in enumerate(actions) if "fight" not in e.purposes and n != heals)
    options = [(-1, plain), (-1, fights), (-1, heals), (3, -1)]
    state.question = ChooseWord(item.id, "aim", options)
    found = recommendations(game_of(state))
    assert [each.offer.action.args[1] for each in found[:2]] == [str(heals), str(fights)]
    assert [str(each.why) for each in found] == [
        "healing is worth the most",
        "it helps in fights",
        "one word is known then",
        "one word is known then",
    ]


def test_an_unknown_scroll_is_to_be_read_in_one_manner_the_quietest():
    state = begun()
    in_room(state)
    give(state, "scroll", 0, 1, ("B", "D"))
    found = [each.offer.action for each in recommendations(game_of(state))]
    assert [str(action) for action in found if action.verb == "use"] == [
        "use scroll-of-balya-domvo whisper"
    ]


# ---------------------------------------------------------------- the coach


def coached(state: KantheState) -> str:
    """Return the fullest coach line."""
    return str(coach_lines(game_of(state))[0])


def test_the_coach_tells_health_dice_and_what_threatens():
    state = begun()
    in_room(state)
    state.hero.wounds, state.hero.boost = 2, 3
    assert coached(state).startswith("4 of 6 health, 7 dice in fights. ")
    assert "roams" not in coached(state)
    state.here.areas[-1].circles = 1
    assert "Something roams here: noise brings it." in coached(state)
    state.unnoticed = True
    assert "They have not noticed you." in coached(state)
    who = add_opponent(state, "warrior", 3)
    state.conflict = Conflict([who.id])
    assert "They throw 5." in coached(state)  # three, and the hero's two wounds


def test_the_coach_says_what_comes_after_and_nothing_at_the_end():
    state = begun()
    act(state, "abandon")
    assert coached(state).startswith("This delve is over: end the game, or send another hero")
    act(state, "finish")
    assert [str(line) for line in coach_lines(game_of(state))] == [""]


def test_shorter_lines_of_the_coach_keep_what_is_best():
    lines = [str(line) for line in coach_lines(game_of(SITUATIONS["a fight that goes badly"]()))]
    assert lines[0].endswith("Flee: you get away 59 %.")
    assert [line.endswith("Best: Flee.") for line in lines[1:]] == [True] * (len(lines) - 1)
    assert lines[-1] == "Best: Flee."
    assert lines[-2] == "They throw 8. Best: Flee."
