"""Facts and sentences of things tried, wounds healed, friends, goods and treasure."""

from __future__ import annotations

import pytest

from engine.contract.action import ActionError, Event
from engine.contract.facts import (
    CreatureRef,
    Found,
    Healed,
    Learned,
    Own,
    SeatRef,
    Seen,
    ThingRef,
    Took,
)
from engine.kanthe.dice import Match
from engine.kanthe.encounters import finds, followers, treasure
from engine.kanthe.encounters.conflict import arcane_degrees, order_acts
from engine.kanthe.encounters.pools import PoolSource
from engine.kanthe.magic import arcane_things
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.state import (
    ArcaneEffect,
    Feature,
    KantheItem,
    KantheState,
    MatchAct,
    Nature,
    Opponent,
    ShareTreasure,
)
from tests.engine.kanthe.stage import (
    CONTENT,
    act,
    add_hazard,
    add_opponent,
    begun,
    game_of,
    give,
    in_room,
    script,
    script_map,
)

RED, SNAKES, FIRE, FLESH = 0, 7, 3, 6


def fact_of(events: list[Event], words: str) -> object:
    """Return the fact that was told in these words."""
    return next(event.fact for event in events if str(event.text) == words)


def told(events: list[Event]) -> list[str]:
    """Return what was told."""
    return [str(event.text) for event in events]


def befriended(state: KantheState, kind: str, strength: int = 2) -> Opponent:
    """Put a friend where the hero is."""
    return add_opponent(state, kind, strength, status="befriended", searched=True)


# ---------------------------------------------------------------- words of things


@pytest.mark.parametrize(
    ("dice", "faces"), [(3, "Challenge: 4 0 4."), (1, "Challenge: 4."), (0, "Challenge: no dice.")]
)
def test_a_throw_is_told_with_its_faces_and_what_it_is_made_of(dice, faces):
    state = begun()
    game = game_of(state)
    script(state, (4, 0, 4)[:dice])
    game.throw_challenge(dice, "fight")
    game.throw_challenge(0, "fight", ["Sword"])
    assert told(game.events)[0].endswith(f". {faces}")
    assert told(game.events)[1].endswith(" (Sword). Challenge: no dice.")


def test_rows_that_are_taken_teach_nothing_and_that_is_told():
    state = begun()
    state.arcane.essences.firsts[1] = "Blue"
    give(state, "boots", RED, -1)
    script(state, (1, 1, 5, 6, 8))
    events = act(state, "use red-boots wear")
    assert "You try the red boots." in told(events)
    assert "The dice point at rows that are taken. You learn nothing." in told(events)
    assert state.arcane.essences.firsts[1] == "Blue"


def test_a_word_that_is_learned_is_told_with_its_meaning():
    state = begun()
    give(state, "boots", RED, -1)
    script(state, (1, 1, 5, 6, 8))
    events = act(state, "use red-boots wear")
    essence = state.domain.words["essences"][1]
    assert fact_of(events, f"Red means {essence}.") == Learned(SeatRef(0), "Red")


def test_a_phrase_that_does_nothing_is_struck_in_any_kind_of_thing():
    state = begun()
    give(state, "boots", RED, -1)
    script(state, (0, 2, 4, 6, 8))
    events = act(state, "use red-boots wear")
    assert fact_of(events, "“Red” does nothing, in any kind of thing.") == Learned(
        SeatRef(0), "red"
    )
    assert "Nothing happens." in told(events)


@pytest.mark.parametrize(
    ("known", "checked", "found"),
    [("B", "", RED), ("D", "", arcane_things.FALSE), ("", "B", arcane_things.FALSE),
     ("", "DJ", arcane_things.UNKNOWN), ("", "DJKPTVZ", RED), ("", "DJKPTV", -1)],
)  # fmt: skip
def test_a_scrolls_word_is_known_by_its_letter_or_by_all_others(known, checked, found):
    state = begun()
    rows = state.arcane.essences
    rows.letters[RED], rows.checked[RED] = known, checked
    assert arcane_things._word_of_scroll(game_of(state), rows, RED, "B") == found


def test_a_letter_is_drawn_from_those_that_are_not_checked_off():
    state = begun()
    rows = state.arcane.actions
    rows.checked[4] = "BDJKPT"
    for draw, letter in ((0, "V"), (1, "Z")):
        script_map(state, draw)
        assert arcane_things._draw_letter(game_of(state), rows, 4) == letter
    rows.letters[4] = "D"
    assert arcane_things._draw_letter(game_of(state), rows, 4) == "D"


def test_a_phrase_is_discovered_once_and_each_thing_counts():
    state = begun()
    game = game_of(state)
    for _ in range(2):
        arcane_things.make_arcane(game, "wand", RED, SNAKES)
    assert state.arcane.discovered == ["red snakes"]
    assert state.hero.arcane_found == 2
    boots = arcane_things.make_arcane(game, "boots", RED, SNAKES, by_change=True)
    assert (boots.action_row, boots.by_change) == (-1, True)


@pytest.mark.parametrize(
    ("how", "reach"), [("", "one"), ("whisper", "one"), ("speak", "near"), ("shout", "room")]
)
def test_a_scroll_reaches_whom_it_is_spoken_to(how, reach):
    state = begun()
    item = give(state, "scroll", RED, SNAKES, ("B", "B"))
    assert arcane_things.reach_of(game_of(state), item, how) == reach
    ring = give(state, "ring", RED, SNAKES)
    assert arcane_things.reach_of(game_of(state), ring) == "foes"


def test_a_thing_of_one_die_serves_for_what_it_is_made():
    state = begun()
    game = game_of(state)
    axe = KantheItem(90, "Axe", 2, ("fight", "force"))
    assert arcane_things.item_dice(game, axe, "fight") == 2
    assert arcane_things.item_dice(game, axe, "evade") == 0


# ---------------------------------------------------------------- healing


@pytest.mark.parametrize(
    ("faces", "wounds", "left", "words"),
    [
        ((1, 1, 2, 3, 4), 3, 1, "2 of your wounds close."),
        ((1, 1, 1, 3, 4), 1, 0, "One wound closes."),
    ],
)
def test_healing_tells_how_many_wounds_close(faces, wounds, left, words):
    state = begun()
    state.hero.wounds = wounds
    other = add_opponent(state, "slave", 2, wounds=3)
    whole = add_opponent(state, "slave", 2)
    game = game_of(state)
    script(state, faces)
    arcane_things.heal(game, FLESH, hero=True, others=[other, whole])
    assert state.hero.wounds == left
    degree = 2 if faces[2] != 1 else 3
    assert other.wounds == 3 - degree
    assert fact_of(game.events, words) == Healed(SeatRef(0), wounds - left)
    healed = [e.fact for e in game.events if isinstance(e.fact, Healed)]
    assert healed[1:] == [Healed(CreatureRef("slave", other.id), degree)]
    assert fact_of(game.events, "The slave is healed too.") == healed[1]


def test_healing_without_a_match_heals_nothing():
    state = begun()
    state.hero.wounds = 2
    game = game_of(state)
    script(state, (0, 1, 2, 3, 4))
    arcane_things.heal(game, FLESH, hero=True)
    assert state.hero.wounds == 2
    assert told(game.events)[-1].endswith(" flickers about you and heals nothing.")


def test_others_alone_are_healed_where_the_hero_is_not_reached():
    state = begun()
    state.hero.wounds = 2
    game = game_of(state)
    script(state, (1, 1, 2, 3, 4))
    arcane_things.heal(game, FLESH, hero=False)
    assert state.hero.wounds == 2


# ---------------------------------------------------------------- friends and goods


def test_a_friend_who_comes_along_is_no_longer_of_the_place():
    state = begun()
    in_room(state)
    friend = befriended(state, "slave")
    events = act(state, "recruit slave-1")
    assert state.hero.allies == [friend]
    assert state.here.opponents == []
    assert (friend.node, friend.passage) == (-1, -1)
    joined = Own("joined", CreatureRef("slave", friend.id))
    assert fact_of(events, "The slave comes with you.") == joined
    assert str(state.chronicle[-1]) == "Was joined by a slave."


def test_of_each_rating_one_ware_is_for_sale_the_best_first():
    state = begun()
    in_room(state)
    artisan = befriended(state, "artisan")
    wares = [KantheItem(90 + n, f"Axe {n}", rating) for n, rating in enumerate((1, 2, 1, 2))]
    artisan.wares, artisan.things = wares, [KantheItem(99, "Bow", 3)]
    state.hero.coins = 4
    found = followers.wares_for_sale(game_of(state))
    assert [(ware.name, ware.rating) for _, ware in found] == [
        ("Bow", 3), ("Axe 1", 2), ("Axe 0", 1),
    ]  # fmt: skip
    events = act(state, "buy artisan-1 3")
    assert (state.hero.coins, artisan.things) == (1, [])
    assert state.hero.items[-1].name == "Bow"
    took = Took(SeatRef(0), ThingRef("Bow"))
    assert fact_of(events, "You buy the Bow 3 for 3 coins.") == took
    assert [ware.rating for _, ware in followers.wares_for_sale(game_of(state))] == [2, 1]
    act(state, "buy artisan-1 1")
    assert [ware.name for ware in artisan.wares] == ["Axe 1", "Axe 2", "Axe 3"]
    assert (state.hero.coins, state.hero.items[-1].name) == (0, "Axe 0")


@pytest.mark.parametrize(("wounds", "left"), [(1, 0), (2, 0), (4, 2)])
def test_a_priest_heals_up_to_their_strength_once(wounds, left):
    state = begun()
    in_room(state)
    priest = befriended(state, "priest")
    state.hero.wounds = wounds
    events = act(state, "pray priest-1")
    assert (state.hero.wounds, priest.prayed) == (left, True)
    number = "1 wound" if wounds == 1 else "2 wounds"
    healed = Healed(SeatRef(0), wounds - left)
    assert fact_of(events, f"The priest prays: {number} healed.") == healed
    state.hero.wounds = 3
    with pytest.raises(ActionError):
        act(state, "pray priest-1")


def test_what_a_dead_hero_left_is_taken_with_their_coins():
    state = begun()
    room = in_room(state)
    room.remains, room.remains_coins = [KantheItem(90, "Axe", 2)], 5
    events = act(state, "remains")
    taken = "You take what the dead one left: Axe 2 and 5 coins."
    assert fact_of(events, taken) == Took(SeatRef(0), ThingRef("remains"))
    assert (state.hero.coins, state.hero.items[-1].name) == (5, "Axe")
    assert (room.remains, room.remains_coins) == ([], 0)


# ---------------------------------------------------------------- treasure


def test_treasure_is_shared_out_match_by_match():
    state = begun()
    in_room(state)
    state.question = ShareTreasure([3, 7, 8], [2, 3, 2])
    events = act(state, "coins 7")
    assert state.hero.coins == 3
    assert fact_of(events, "You pocket 3 coins.") == Took(SeatRef(0), ThingRef("coins", 3))
    assert state.question == ShareTreasure([3, 8], [2, 2])
    with pytest.raises(ActionError, match="The matches left are: "):
        act(state, "item 7 evade-force Rope")
    events = act(state, "item 3 evade-force Rope")
    item = state.hero.items[-1]
    assert (item.name, item.rating, item.purposes) == ("Rope", 2, ("evade", "force"))
    assert fact_of(events, "A Rope 2 is yours.") == Took(SeatRef(0), ThingRef("Rope"))
    act(state, "coins 8")
    assert (state.hero.coins, state.question) == (5, None)
    with pytest.raises(ActionError, match="no treasure"):
        act(state, "item 3 evade-force Rope")


@pytest.mark.parametrize(
    ("faces", "shown", "told_of"),
    [
        ((3, 3, 7, 7, 7), ["3: 2 coins or an item of 2", "7: 3 coins or an item of 3"], False),
        ((3, 4, 5, 6, 7), [], True),
    ],
)
def test_a_search_shows_what_each_match_may_be_or_tells_that_there_is_nothing(
    faces, shown, told_of
):
    state = begun()
    in_room(state)
    add_opponent(state, "warrior", status="dead")
    script(state, faces)
    game = game_of(state)
    treasure.search_source(game, treasure.sources(game)[0])
    assert [f"{each.value}: {each.result}" for each in state.scene] == shown
    assert ("There is nothing of value." in told(game.events)) is told_of


def test_coins_now_and_always_are_taken_without_a_question_later():
    state = begun()
    in_room(state)
    state.question = ShareTreasure([3, 7], [2, 3])
    act(state, "coins always")
    assert (state.hero.coins, state.hero.takes_coins) == (5, True)
    act(state, "treasure ask")
    assert not state.hero.takes_coins


def test_what_can_be_searched_is_dead_friendly_or_unaware():
    state = begun()
    in_room(state)
    game = game_of(state)
    add_opponent(state, "warrior", status="dead")
    befriended(state, "slave").searched = False
    add_opponent(state, "warrior", status="dead", searched=True)
    alert = add_opponent(state, "warrior")
    add_opponent(state, "vermin", status="dead")
    state.place.features = [Feature(2, 3), Feature(4, 2, searched=True)]
    found = [source.ref for source in treasure.sources(game)]
    assert found[:2] == ["warrior-1", "slave-1"]
    assert len(found) == 3
    state.unnoticed = True
    again = treasure.sources(game)
    assert alert.name in [source.ref for source in again]
    assert all(source.watched for source in again)


@pytest.mark.parametrize("held", ["active", "passed", "searched"])
def test_a_hazard_that_is_past_may_hold_treasure(held):
    state = begun()
    in_room(state)
    game = game_of(state)
    kind = next(key for key, each in CONTENT.hazards.items() if each.has("treasure"))
    hazard = add_hazard(state, kind, 2)
    hazard.state = "active" if held == "active" else "passed"
    hazard.searched = held == "searched"
    found = [source.ref for source in treasure.sources(game)]
    assert found == ([hazard.name] if held == "passed" else [])


# ---------------------------------------------------------------- who is met


@pytest.mark.parametrize(
    ("faces", "words", "fact"),
    [
        ((2, 2, 2, 5, 6), "In it: a statue, strength 3.", Found("feature")),
        ((2, 3, 4, 5, 6), "There is nothing special in this room.", None),
    ],
)
def test_what_is_special_in_a_room_that_a_5_made_is_told_or_that_nothing_is(faces, words, fact):
    state = begun()
    room = in_room(state, die=5)
    game = game_of(state)
    script(state, range(state.difficulty), faces)
    finds.call_room(game, room)
    assert fact_of(game.events, words) == fact


def test_who_is_met_is_told_with_kind_and_strength():
    state = begun()
    in_room(state)
    game = game_of(state)
    row = next(n for n, each in enumerate(CONTENT.occupants) if each.key == "slave")
    slave = finds.make_occupant(game, row, 3, node=state.node)
    assert not slave.attacks
    assert (slave.strength, slave.node, slave.kind) == (3, state.node, "slave")
    seen = [event.fact for event in game.events if isinstance(event.fact, Seen)]
    assert seen == [Seen(CreatureRef("slave", slave.id), new=True)]


def test_a_people_is_weak_and_strong_as_two_dice_say_for_all_of_it():
    state = begun()
    in_room(state)
    game = game_of(state)
    state.sheets[0].natures.clear()
    script(state, (3, 4))
    first = add_opponent(state, "warrior")
    finds.find_nature(game, first)
    second = add_opponent(state, "warrior")
    finds.find_nature(game, second)
    assert first.nature == second.nature == Nature(3, 4)
    nature = finds.describe_nature(game, Nature(3, 4))
    fact = Own("nature", CreatureRef("warrior", first.id))
    assert fact_of(game.events, f"The warrior and its kind: {nature}.") == fact
    people = next(iter(state.sheets[0].natures))
    state.sheets[0].natures.pop(people)
    script(state, (3, 3))
    finds.find_nature(game, second)
    assert second.nature == Nature(3, -1)  # nobody is both
    weak, both = (str(finds.describe_nature(game, each)) for each in (Nature(3), Nature(3, 4)))
    assert weak.startswith("weak against ")
    assert both.startswith(f"{weak}, strong against ")


@pytest.mark.parametrize(("faces", "poison"), [((1, 1, 1), 3), ((1, 1, 2), 2), ((1, 2, 3), 0)])
def test_vermin_are_as_strong_as_their_poison(faces, poison):
    state = begun()
    in_room(state)
    game = game_of(state)
    script(state, faces)
    vermin = finds._find_vermin(game, "vermin", finds._Found(3, node=state.node))
    if not poison:
        assert vermin is None
        assert told(game.events)[-1] == "The vermin are harmless and scatter."
        return
    assert vermin is not None
    assert (vermin.strength, vermin.node) == (poison, state.node)
    assert vermin.follows == CONTENT.creatures["vermin"].has("follows")
    assert state.here.opponents == [vermin]
    seen = Seen(CreatureRef("vermin", vermin.id), new=True)
    assert fact_of(game.events, f"Poisonous vermin, poison {poison}.") == seen


def test_a_hazard_that_is_found_is_told_with_its_strength():
    state = begun()
    in_room(state)
    game = game_of(state)
    pit = finds._find_lifeless(game, "pit", finds._Found(2, passage=1))
    assert (pit.kind, pit.strength, pit.node, pit.passage, pit.essence) == ("pit", 2, -1, 1, -1)
    assert fact_of(game.events, "A pit, strength 2.") == Found("pit")
    assert str(finds.describe_hazard(game, pit, known=True)) == "the pit"
    kind = next(key for key, each in CONTENT.hazards.items() if each.has("essence"))
    script(state, (5,))
    assert finds._find_lifeless(game, kind, finds._Found(2)).essence == 5


def test_travelers_and_main_creatures_fight_each_other_alone():
    state = begun()
    room = in_room(state)
    game = game_of(state)
    guest = next(key for key, each in CONTENT.creatures.items() if each.has("guest"))
    dweller = next(key for key, each in CONTENT.creatures.items() if each.has("dweller"))
    guests = add_opponent(state, guest)
    finds._set_at_odds(game, room)
    assert not guests.peaceful
    others, dead = add_opponent(state, dweller), add_opponent(state, dweller, status="dead")
    finds._set_at_odds(game, room)
    assert (guests.peaceful, others.peaceful, dead.peaceful) == (True, True, False)
    assert [event.fact for event in game.events] == [Own("at-odds")]


def test_matches_go_in_pairs_and_one_may_be_left():
    one, two, three = Match(1, 2), Match(4, 2), Match(7, 3)
    assert finds._pairs([one, two]) == ([(one, two)], None)
    assert finds._pairs([one, two, three]) == ([(one, two)], three)
    assert finds._pairs([]) == ([], None)


# ---------------------------------------------------------------- the order of acts


def test_acts_come_in_the_order_of_their_values_and_tell_arcane_dice():
    mine = [Match(1, 2), Match(4, 3), Match(8, 2)]
    theirs = [Match(3, 2), Match(4, 2)]
    acts = order_acts(mine, theirs, {1: 2, 4: 1})
    assert acts == [
        MatchAct(2, 2, value=1),
        MatchAct(opposition=2, value=3),
        MatchAct(3, 1, 2, value=4),
        MatchAct(2, 0, value=8),
    ]
    assert order_acts(mine[:1], [], {}) == [MatchAct(2, 0, value=1)]


def test_dice_of_mundane_items_are_not_counted_as_arcane():
    own = [PoolSource("Challenge", 2), PoolSource("Sword", 2, mundane=True), PoolSource("ring", 1)]
    assert arcane_degrees(own, (3, 5, 3, 5, 3)) == {3: 2, 5: 1}


def test_a_carving_is_read_but_by_the_book_there_is_none():
    for rules, known in (("extended", True), ("book", False)):
        state = begun(rules=rules)
        game: KantheContext = game_of(state)
        arcane_things.read_carving(game, ArcaneEffect(1, FIRE))
        assert bool(state.arcane.essences.letters[FIRE]) == known
        assert bool(state.arcane.actions.letters[1]) == known
        assert any(words.startswith("Carved in it: ") for words in told(game.events)) == known
