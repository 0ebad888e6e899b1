"""Things that lie about: where they fall, what is precious; and what wearing a thing tells."""

import pytest

from engine.sil.game.state import Slot
from engine.sil.items import (
    floor_items,
    identification,
    item_creation,
    item_handles,
    item_names,
    pack,
)
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, find, look, said
from tests.engine.sil.items.things import artefact, bearer, special
from tests.engine.sil.stage import foe, item, load_dice

ROWS = (
    "###########",
    "#.........#",
    "#.........#",
    "#....@....#",
    "#.........#",
    "#.........#",
    "###########",
)


def fallen(game, thing):
    """Return where a thing lies; None: nowhere."""
    for square, heap in game.level.floor.items():
        if any(each is thing for each in heap):
            return game.level.place(square)
    return None


def test_a_thing_falls_onto_the_nearest_empty_square_a_tie_is_broken_by_dice():
    for face, place in ((1, (2, 5)), (2, (3, 4)), (3, (3, 6)), (4, (4, 5))):
        game = arena(*ROWS)
        game.level.floor[game.level.at(3, 5)] = [item("Spear")]
        load_dice(game, face)
        dagger = item("Dagger")
        assert floor_items.drop(game, dagger, 3, 5)
        assert fallen(game, dagger) == place


def test_a_stream_of_its_own_breaks_ties_without_those_of_play():
    game = arena(*ROWS)
    game.level.floor[game.level.at(3, 5)] = [item("Spear")]
    load_dice(game, 1)
    dagger = item("Dagger")
    floor_items.drop(game, dagger, 3, 5, game.streams.level)
    assert game.streams.play.faces == [1]


def test_things_roll_four_squares_at_most():
    for dy, dx, near in [(0, 4, True), (1, 4, True), (2, 4, False), (0, 5, False), (3, 3, False)]:
        rows = ["#" * 15, *["#" + "." * 13 + "#"] * 9, "#" * 15]
        rows[4] = "#.@" + "." * 11 + "#"
        game = arena(*rows)
        y, x = game.hero.y, game.hero.x
        for i in range(len(game.level.feature)):
            if i not in (game.level.at(y, x), game.level.at(y + dy, x + dx)):
                game.level.floor[i] = [item("Spear")]
        game.level.floor[game.level.at(y, x)] = [item("Spear")]
        dagger = item("Dagger")
        assert floor_items.drop(game, dagger, y, x) == near
        assert (fallen(game, dagger) is not None) == near


def test_nothing_rolls_through_a_wall_onto_stairs_or_under_a_rooted_creature():
    rows = ("#####", "#@#.#", "#####")
    game = arena(*rows)
    game.level.floor[game.level.at(1, 1)] = [item("Spear")]
    dagger = item("Dagger")
    assert not floor_items.drop(game, dagger, 1, 1)
    rows = ("#####", "#@.##", "#####")
    game = arena(*rows)
    game.level.floor[game.level.at(1, 1)] = [item("Spear")]
    game.level.feature[game.level.at(1, 2)] = terrain.DOWN_STAIR
    assert not floor_items.drop(game, dagger, 1, 1)
    game.level.feature[game.level.at(1, 2)] = terrain.FLOOR
    rooted = next(m for m in game.data.monsters.values() if "NEVER_BLOW" in m.flags)
    foe(game, rooted.name)
    assert not floor_items.drop(game, dagger, 1, 1)


def test_a_heap_takes_what_makes_its_only_stack_no_higher_than_99():
    game = arena(*ROWS)
    here = game.level.at(3, 5)
    for lying, count, together in ((90, 9, True), (90, 10, False)):
        game.level.floor = {here: [item("Arrow", count=lying)]}
        arrows = item("Arrow", count=count)
        load_dice(game, 1)
        floor_items.drop(game, arrows, 3, 5)
        assert (len(game.level.floor) == 1) == together
    game.level.floor = {here: [item("Arrow", count=5), item("Spear")]}
    load_dice(game, 1)
    floor_items.drop(game, item("Arrow", count=5), 3, 5)
    assert len(game.level.floor) == 2


def test_what_falls_in_sight_is_known_and_what_falls_elsewhere_is_not():
    game = arena(*ROWS)
    dagger = item("Dagger", seen_by=7)
    floor_items.drop(game, dagger, 3, 5)
    assert game.knows_of(dagger)
    assert dagger.image
    game.knowledge.seen[:] = bytes(len(game.knowledge.seen))
    hidden = item("Dagger", seen_by=7)
    floor_items.drop(game, hidden, 1, 1)
    assert not game.knows_of(hidden)


def test_a_lost_artefact_may_come_again():
    game = arena("###", "#@#", "###")
    game.level.floor[game.level.at(1, 1)] = [item("Spear")]
    ringil = artefact("'Ringil'")
    game.world.artefacts_made = [ringil, 99]
    assert not floor_items.drop(game, item("Longsword", artefact=ringil), 1, 1)
    assert game.world.artefacts_made == [99]
    assert not floor_items.drop(game, item("Dagger"), 1, 1)
    assert game.world.artefacts_made == [99]


def test_a_silmaril_pushes_away_what_lies_in_the_nearest_square():
    rows = ("#########", "#.......#", "#.##@##.#", "#########")
    game = arena(*rows)
    at = game.level.at
    for i in range(len(game.level.feature)):
        game.level.floor[i] = [item("Spear")]
    jewel = item("Silmaril")
    assert floor_items.drop(game, jewel, 2, 4)
    assert game.level.floor[at(2, 4)] == [jewel]
    other = item("Silmaril", inscription="mine")  # it does not stack
    assert floor_items.drop(game, other, 2, 4)
    assert fallen(game, other) == (1, 4)
    assert fallen(game, jewel) == (2, 4)


@pytest.mark.parametrize(("jewels", "precious"), [(0, False), (1, True)])
def test_the_crown_is_precious_while_it_bears_a_jewel(jewels, precious):
    game = bearer()
    crown = item_creation.of_kind(game.data, game.data.rules.item_roles["iron crown"])
    crown.pval = jewels
    assert floor_items._precious(game.data, crown) == precious
    assert not floor_items._precious(game.data, item("Longsword", pval=jewels))


def test_what_is_taken_leaves_no_empty_heap():
    game = arena(*ROWS)
    one, other = item("Dagger"), item("Dagger")
    game.level.floor = {7: [item("Spear")], 9: [one, other]}
    floor_items.take(game, other)
    assert game.level.floor[9] == [one]
    floor_items.take(game, one)
    assert list(game.level.floor) == [7]


# ---------------------------------------------------------------- handles


def test_things_have_letters_places_and_numbers():
    game = bearer()
    game.hero.pack = [item("Dagger"), item("Spear")]
    game.hero.worn = {Slot.FEET: item("Pair of Boots"), Slot.WEAPON: item("Longsword")}
    game.level.floor[game.level.at(game.hero.y, game.hero.x)] = [item("Helm"), item("Cloak")]
    assert list(item_handles.items(game)) == ["a", "b", "weapon", "feet", "floor-1", "floor-2"]
    assert [item_handles.page_of(each) for each in ("a", "feet", "floor-1")] == [
        "Pack", "Equipment", "Pack",
    ]  # fmt: skip


def heap(number):
    return [item("Dagger"), item("Spear"), item("Helm"), item("Cloak"), item("Robe")][:number]


def test_a_heap_is_told_by_its_first_three_things():
    for number, begins, ends in [
        (1, "Here lies a Dagger", "."),
        (2, "Here lie a Dagger", "."),
        (3, "Here lie ", "Helm [-1,1d2]."),
        (4, "Here lie ", "Helm [-1,1d2] and 1 more."),
        (5, "Here lie ", " and 2 more."),
    ]:
        told = str(item_handles.heap_words(bearer(), heap(number)))
        assert told.startswith(begins)
        assert told.endswith(ends)
        assert "Cloak" not in told


def test_several_of_one_kind_lie_there():
    assert str(item_handles.heap_words(bearer(), [item("Arrow", count=3)])) == "Here lie 3 Arrows."


def test_what_lies_in_sight_is_the_first_known_of_each_heap():
    game = arena(*ROWS)
    at = game.level.at
    known, below = item("Dagger", seen_by=1), item("Spear", seen_by=1)
    game.level.floor = {
        at(3, 5): [item("Helm", seen_by=1)], at(1, 1): [item("Robe"), known, below],
        at(1, 2): [item("Cloak", seen_by=1)],
    }  # fmt: skip
    game.knowledge.seen[at(1, 2)] = 0
    assert list(item_handles.lying_in_sight(game)) == [(1, 1, known)]
    assert item_handles.lying_at(game, 1, 1) is known
    for empty in ((1, 2), (1, 0), (2, 1), (3, 5)):
        assert item_handles.lying_at(game, *empty) is None
    assert find(ROWS, "@") == (3, 5)


def test_to_a_dreaming_hero_things_on_the_floor_look_like_others():
    game = bearer()
    dagger, held = item("Dagger", count=2), item("Spear")
    dagger.image = held.image = item("Helm").kind
    game.hero.pack = [held]
    assert item_handles.looks(game, dagger) is dagger
    game.hero.timers.hallucinating = 5
    dreamt = item_handles.looks(game, dagger)
    assert (dreamt.kind, dreamt.count) == (dagger.image, 2)
    assert item_handles.looks(game, held) is held
    dagger.image = 0
    assert item_handles.looks(game, dagger) is dagger


# ---------------------------------------------------------------- what wearing tells


def put_on(made, **how):
    game = bearer(**how)
    game.hero.worn[Slot.LEFT_RING] = made
    identification.on_wearing(game, made)
    return [line for line in said(game) if not line.startswith("You recognise")], made.known


BOOTS = {"special": 1, "known": False}


def test_the_first_quality_that_is_felt_tells_what_it_is():
    for flags, pval, words in [
        (["TUNNEL"], 0, "You understand its making as you take it up."),
        (["DARKNESS"], 0, "A darkness falls about you."),
        (["LIGHT"], 0, "It shines about you."),
        (["SPEED"], 0, "You feel yourself speed up."),
        (["SLOWNESS"], 0, "You feel yourself slow down."),
        (["STR"], 1, "You feel stronger."),
        (["STR"], -1, "You feel a lack that was not there before."),
        (["NEG_DEX"], 1, "You feel clumsier."),
        (["SONG"], 2, "You feel more in tune."),
        (["STR", "SPEED"], 1, "You feel yourself speed up."),
        (["STR"], 0, None),
        (["FREE_ACT"], 0, None),
    ]:
        made = item("Longsword", artefact=250, known=False, flags=flags, pval=pval)
        assert put_on(made) == ([] if words is None else [words], words is not None)


def test_a_known_thing_tells_nothing_new():
    assert put_on(item("Longsword", flags=["SPEED"]))[0] == []


def test_the_blind_learn_of_sight_by_seeing():
    made = item("Longsword", artefact=250, known=False, flags=["SEE_INVIS"])
    game = bearer()
    game.hero.timers.blind = 5
    identification.on_wearing(game, made)
    assert "Your sight comes back!" in said(game)
    other = item("Longsword", artefact=250, known=False, flags=["SEE_INVIS"])
    assert put_on(other) == ([], False)


def test_what_is_recognised_is_named_once():
    game = bearer()
    made = item("Longsword", special=special("of Gondolin"), known=False)
    identification.reveal(game, made, "It hums.")
    assert said(game) == [
        "It hums.", "You recognise it: a Longsword of Gondolin (+0,2d5) [+1].",
    ]  # fmt: skip
    identification.reveal(game, made, "It hums.")
    assert len(said(game)) == 2


def test_of_several_things_the_first_worn_that_did_it_is_recognised():
    game = bearer()
    helm, boots, cloak = (
        item(name, artefact=250 + n, known=False, flags=["FREE_ACT"])
        for n, name in enumerate(("Helm", "Pair of Boots", "Cloak"))
    )
    cloak.flags = []
    game.hero.worn = {Slot.FEET: boots, Slot.HEAD: helm, Slot.OUTER: cloak}
    identification.resisting(game, "free_action")
    assert [helm.known, boots.known, cloak.known] == [True, False, False]
    identification.resisting(game, "free_action")
    assert [helm.known, boots.known, cloak.known] == [True, True, False]
    assert "Nothing can bind you." in said(game)
    identification.resisting(game, "luck")


def test_an_element_that_hurts_tells_what_resists_or_draws_it():
    for element, flag, words in [
        ("fire", "RES_FIRE", "The fire burns less than it should."),
        ("fire", "VUL_FIRE", "The fire burns more than it should."),
        ("cold", "VUL_COLD", "The cold bites more than it should."),
        ("poison", "RES_POIS", "The poison is weaker than it should be."),
        ("fire", "RES_COLD", None),
        ("acid", "RES_FIRE", None),
    ]:
        game = bearer()
        helm = item("Helm", artefact=250, known=False, flags=[flag])
        game.hero.worn = {Slot.HEAD: helm}
        identification.suffering(game, element)
        assert helm.known == (words is not None)
        assert words is None or words in said(game)
        assert item_names.is_known(game, helm) == helm.known
        look(game)
        assert pack.slot_of(game, helm) == Slot.HEAD
