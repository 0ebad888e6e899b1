"""The view of Sil piece by piece: map, lights, things, creatures, the strip, the words for it."""

import pytest

from engine.contract.texts import text
from engine.contract.view import GM_ONLY, REMEMBERED, SEEN, UNKNOWN, Bar, Mark
from engine.sil import message_order, view
from engine.sil.data.records import Glyph
from engine.sil.game.messages import tell
from engine.sil.game.state import Message, Slot
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, look, put
from tests.engine.sil.stage import foe, item, race, wear

HALL = ("###########", "#.........#", "#....@....#", "#.........#", "###########")


def board(game, *, everything=False):
    return view.view(game, everything=everything).map


def layer(seen, name):
    """Return a layer of a map by (y, x), without its zeros."""
    cells = enumerate(getattr(seen, name))
    return {
        (seen.top + n // seen.width, seen.left + n % seen.width): value
        for n, value in cells
        if value
    }


def test_a_colour_is_a_letter_with_its_shade():
    for number, letter in [(0, "d"), (4, "r"), (15, "U"), (16, "d1"), (36, "r2")]:
        assert view.colour(Glyph("x", number)) == letter


@pytest.mark.parametrize(("depth", "words"), [(0, "the Gates"), (1, "50 ft"), (20, "1000 ft")])
def test_a_level_is_said_in_feet(depth, words):
    assert str(view.feet(depth)) == words


# ---------------------------------------------------------------- the map


def test_the_map_is_the_smallest_box_of_what_is_known():
    hall = ["#" + "." * 28 + "#"] * 8
    hall[3] = "#.....@" + "." * 22 + "#"
    game = arena("#" * 30, *hall, "#" * 30, lit=False)
    wear(game, Slot.LIGHT, "Brass Lantern", timeout=900)
    look(game)
    seen = board(game)
    assert (seen.top, seen.left, seen.height, seen.width) == (2, 4, 5, 5)
    assert seen.focus == (4, 6)
    foe(game, "Wolf", 0, 12)
    seen = board(game)
    assert (seen.left, seen.width) == (4, 15)
    game.state.marks = [Mark("heard", 8, 2)]
    game = type(game)(game.state, game.data)
    seen = board(game)
    assert (seen.top, seen.left, seen.height, seen.width) == (2, 2, 7, 17)


def test_squares_are_seen_remembered_or_unknown():
    game = arena(*HALL, lit=False)
    for name in ("seen", "mark", "walked"):
        setattr(game.knowledge, name, bytearray(len(game.knowledge.mark)))
    at = game.level.at
    game.knowledge.seen[at(1, 1)] = game.knowledge.mark[at(1, 1)] = 1
    game.knowledge.mark[at(1, 3)] = 1
    game.knowledge.walked[at(1, 4)] = 1
    states = layer(board(game), "state")
    assert states == {(1, 1): SEEN, (1, 3): REMEMBERED, (1, 4): REMEMBERED}
    assert UNKNOWN == 0
    whole = board(type(game)(game.state, game.data), everything=True)
    assert set(whole.state) == {SEEN, REMEMBERED, GM_ONLY}
    assert (whole.height, whole.width) == (5, 11)


def test_beyond_the_edge_of_the_gates_there_is_nothing():
    game = arena(*HALL, depth=0)
    assert max(y for y, _ in layer(board(game), "state")) == 3
    game = arena(*HALL, depth=1)
    assert max(y for y, _ in layer(board(game), "state")) == 4


def test_in_his_rage_the_hero_forgets_what_he_does_not_see():
    game = arena(*HALL, known=True)
    game.knowledge.seen[game.level.at(1, 1)] = 0
    game.hero.timers.rage = 5
    assert (1, 1) not in layer(board(game), "state")
    assert layer(board(game), "state")[1, 2] == SEEN


def test_light_is_shown_from_0_to_15_where_the_hero_sees():
    game = arena(*HALL)
    at = game.level.at
    for x, light in ((1, -3), (2, 0), (3, 7), (4, 15), (6, 99)):
        game.knowledge.light[at(1, x)] = light
    game.knowledge.light[at(1, 7)] = 5
    game.knowledge.seen[at(1, 7)] = 0
    found = layer(board(game), "light")
    assert [found.get((1, x), 0) for x in (1, 2, 3, 4, 6, 7)] == [0, 0, 7, 15, 15, 0]


def test_squares_are_lit_by_themselves_or_by_the_sun():
    game = arena(*HALL)
    put(game, 1, 2, terrain.SUNLIGHT)
    game.level.glow[game.level.at(1, 3)] = 0
    game.knowledge.seen[game.level.at(1, 4)] = 0
    seen = board(game)
    found = layer(seen, "lighting")
    names = {place: seen.lightings[value] for place, value in found.items()}
    assert (names[1, 1], names[1, 2]) == ("lit", "sun")
    assert (1, 3) not in names
    assert (1, 4) not in names


def named(seen, y, x):
    """Return what the ground of a square is called."""
    place = (y - seen.top) * seen.width + x - seen.left
    return str(seen.legend[seen.ground[place]].name)


def test_what_was_only_walked_on_is_floor_until_it_is_seen_again():
    game = arena(*HALL)
    i = put(game, 1, 1, terrain.RUBBLE)
    known = game.knowledge
    known.walked[i], known.mark[i], known.seen[i] = 1, 0, 0
    assert "floor" in named(board(game), 1, 1)
    known.mark[i] = 1
    assert named(board(type(game)(game.state, game.data)), 1, 1) != named(board(arena(*HALL)), 1, 1)


def test_a_hidden_trap_is_floor_to_the_hero_alone():
    game = arena(*HALL)
    put(game, 1, 1, terrain.PIT, hidden=True)
    assert "floor" in named(board(game), 1, 1)
    assert named(board(game, everything=True), 1, 1) == "pit"


def test_walls_are_solid_and_doors_are_doors():
    seen = board(arena(*HALL))
    legend = seen.legend
    assert legend[terrain.GRANITE].solid
    assert not legend[terrain.RUBBLE].solid
    assert not legend[terrain.FLOOR].solid
    assert legend[terrain.CLOSED_DOOR].door
    assert legend[terrain.OPEN_DOOR].door
    assert not legend[terrain.SECRET_DOOR].door
    assert not legend[terrain.FLOOR].door


def test_a_noise_is_marked_in_its_turn_unless_its_maker_is_seen():
    game = arena(*HALL)
    one, other, past = (foe(game, "Wolf", 0, dx, visible=False) for dx in (2, 3, 4))
    for wolf, turn in ((one, 11), (other, 11), (past, 10)):
        game.learn(wolf).heard = turn
    game.learn(other).visible = True
    heard = [(m.y, m.x) for m in board(game).marks if m.kind == "heard"]
    assert heard == [(one.y, one.x)]


# ---------------------------------------------------------------- things and creatures


def test_things_are_shown_by_the_one_on_top_that_is_known():
    game = arena(*HALL)
    i = game.level.at(1, 2)
    game.level.floor[i] = [item("Dagger"), item("Longsword", seen_by=1), item("Spear", seen_by=1)]
    [thing] = board(game).items
    assert (thing.y, thing.x, thing.more, thing.remembered, thing.hidden) == (
        1, 2, True, False, False,
    )  # fmt: skip
    assert str(thing.name).startswith("a Longsword")
    [whole] = board(game, everything=True).items
    assert (whole.hidden, str(whole.name)[:8]) == (True, "a Dagger")
    game.level.floor[i] = [item("Longsword", seen_by=1)]
    game.knowledge.seen[i] = 0
    [thing] = board(type(game)(game.state, game.data)).items
    assert (thing.more, thing.remembered) == (False, True)


def entity(game, *, everything=False):
    """Return the one creature that is shown."""
    [found] = board(game, everything=everything).entities[1:]
    return found


def test_wounds_are_shown_in_quarters():
    for health, bars in [(20, ()), (19, (3,)), (11, (3,)), (10, (2,)), (5, (1,)), (1, (1,))]:
        game = arena(*HALL)
        foe(game, "Wolf", 0, 2).health = health
        assert [(bar.value, bar.maximum) for bar in entity(game).bars] == [(n, 4) for n in bars]


def test_badges_tell_mind_and_rank():
    for name, changes, badges in [
        ("Wolf", {"alertness": -11}, ("asleep",)),
        ("Wolf", {"alertness": -10}, ("unwary",)),
        ("Wolf", {"alertness": 0}, ("alert",)),
        ("Wolf", {"stance": "fleeing", "alertness": 0}, ("alert", "fleeing")),
        ("Wolf", {"stance": "fleeing", "alertness": -1}, ("unwary",)),
        ("Wolf", {"stance": "confident"}, ("alert",)),
        ("Boldog, the Merciless", {}, ("alert", "unique")),
    ]:
        game = arena(*HALL)
        creature = foe(game, name, 0, 2)
        for field, value in changes.items():
            setattr(creature, field, value)
        assert entity(game).badges == badges


def test_the_mindless_have_no_mind_to_show():
    game = arena(*HALL)
    mindless = next(
        m for m in game.data.monsters.values() if "MINDLESS" in m.flags and m.level < 15
    )
    foe(game, mindless.name, 0, 2)
    assert not {"alert", "unwary", "asleep"} & set(entity(game).badges)


def test_a_dream_shows_another_race_and_no_wounds():
    game = arena(*HALL)
    wolf = foe(game, "Wolf", 0, 2)
    wolf.health, wolf.image = 5, race("Orc scout")
    game.hero.timers.hallucinating = 9
    dreamt, real = entity(game), entity(game, everything=True)
    assert dreamt.letter == game.data.monsters[race("Orc scout")].glyph.char
    assert (dreamt.bars, dreamt.badges) == ((), ())
    assert real.letter == game.data.monsters[race("Wolf")].glyph.char
    assert real.bars
    assert real.badges == ("alert",)


def test_in_his_rage_the_hero_sees_red():
    game = arena(*HALL)
    foe(game, "Wolf", 0, 2)
    plain = entity(game).colour
    game.hero.timers.rage = 9
    game = type(game)(game.state, game.data)
    assert (entity(game).colour, entity(game, everything=True).colour) == ("r", plain)


def test_the_game_master_reads_alertness_exactly():
    for alertness, note, tone in [
        (-20, "-20", "calm"),
        (-11, "-11", "calm"),
        (-10, "-10", "plain"),
        (-1, "-1", "plain"),
        (0, "0", "alarm"),
        (9, "+9", "alarm"),
    ]:
        game = arena(*HALL)
        foe(game, "Wolf", 0, 2, alertness=alertness)
        [found] = entity(game, everything=True).notes
        assert (found.text, found.tone) == (note, tone)
        assert entity(game).notes == ()


def test_the_hero_is_drawn_with_what_he_holds():
    for slot, name, arms in [
        (None, "", ""),
        (Slot.BOW, "Shortbow", "bow"),
        (Slot.WEAPON, "Longsword", "sword"),
        (Slot.WEAPON, "Battle Axe", "axe"),
        (Slot.WEAPON, "Spear", "spear"),
        (Slot.WEAPON, "Quarterstaff", "staff"),
        (Slot.WEAPON, "War Hammer", "hammer"),
        (Slot.WEAPON, "Shovel", "hammer"),
    ]:
        game = arena(*HALL)
        bare = board(game).entities[0].sprite
        if slot is not None:
            wear(game, slot, name)
        assert view._arms(game) == arms
        assert (board(type(game)(game.state, game.data)).entities[0].sprite == bare) == (not arms)


# ---------------------------------------------------------------- the strip


def test_the_strip_has_health_voice_and_who_is_to_act():
    game = arena(*HALL)
    game.hero.health, game.hero.voice, game.hero.unspent = 7, 3, 0
    status = view.character_status(game)
    assert [(str(b.name), b.value, b.maximum, b.colour) for b in status.bars] == [
        ("Health", 7, 20, "red"), ("Voice", 3, 20, "blue"),
    ]  # fmt: skip
    assert isinstance(status.bars[0], Bar)
    assert status.to_act
    assert status.figures == ()
    game.state.ended = "dead"
    assert not view.character_status(game).to_act


def test_light_and_experience_are_figures_where_there_are_any():
    game = arena(*HALL)
    game.hero.unspent = 1
    wear(game, Slot.LIGHT, "Wooden Torch", timeout=9)
    figures = view.character_status(game).figures
    assert [(f.icon, f.amount) for f in figures] == [("torch", 9), ("experience", 1)]
    wear(game, Slot.LIGHT, "Lesser Jewel")
    assert [f.icon for f in view.character_status(game).figures] == ["experience"]


def test_two_themes_are_told_apart():
    game = arena(*HALL, abilities=(ab.SONG_OF_ELBERETH, ab.SONG_OF_CHALLENGE, ab.WOVEN_THEMES))
    game.hero.song = ab.SONG_OF_ELBERETH.number
    game.hero.theme = ab.SONG_OF_CHALLENGE.number
    words = [str(each.word) for each in view.character_status(game).conditions]
    assert [word for word in words if word.startswith("Song")] == [
        "Song of Elbereth", "Song of Challenge (minor theme)",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("feature", "word"),
    [(terrain.PIT, "In a pit"), (terrain.SPIKED_PIT, "In a pit"), (terrain.WEB, "In a web")],
)
def test_what_holds_the_hero_is_a_condition(feature, word):
    game = arena(*HALL)
    put(game, game.hero.y, game.hero.x, feature)
    game.hero.stealth_mode = True
    found = [(each.icon, str(each.word)) for each in view.character_status(game).conditions]
    assert found[-2:] == [
        ("web" if feature == terrain.WEB else "pit", word),
        ("stealth", "Stealth"),
    ]


# ---------------------------------------------------------------- in words


def test_the_alt_text_tells_who_dangers_things_ways_and_news():
    game = arena(
        "###########", "#.........#", "#....@....+", "#>........#", "###########", known=True
    )
    game.hero.health, game.hero.timers.slow = -2, 5
    foe(game, "Wolf", 0, 2, alertness=-20)
    for x, heap in ((1, [item("Dagger", seen_by=1)]), (3, [item("Spear", seen_by=1)] * 2)):
        game.level.floor[game.level.at(1, x)] = heap
    tell(game, "Something happens.")
    told = str(view.view(game).alt)
    assert told.startswith("Hero at F2, 250 ft. Health 0 of 20, voice 20 of 20. Slow. ")
    assert "In sight: a wolf (asleep) 2 east." in told
    things = told.partition("Lying about: ")[2].partition(". Ways")[0]
    assert things.endswith(" 4 west; a Spear (+0,1d9) and more 2 west")
    assert "Ways: down staircase 4 west." in told
    assert told.endswith(" Something happens.")


def test_the_alt_text_leaves_out_what_there_is_not():
    told = str(view.view(arena(*HALL)).alt)
    assert told == ("Hero at F2, 250 ft. Health 20 of 20, voice 20 of 20. In sight: no creature.")


def test_the_alt_text_lists_six_things_and_eight_ways():
    rows = ("###########", "#.........#", "#....@....#", "#.........#", "###########")
    game = arena(*rows, known=True)
    for x in range(1, 10):
        game.level.floor[game.level.at(1, x)] = [item("Dagger", seen_by=1)]
        put(game, 3, x, terrain.UP_STAIR)
    told = str(view.view(game).alt)
    assert told.count("a Dagger") == 6
    assert told.count("up staircase") == 8
    assert "up staircase 4 west" in told
    assert "up staircase 4 east" not in told
    assert told.index("up staircase 1 south") < told.index("up staircase 3 west")


def test_a_thing_underfoot_lies_here():
    game = arena(*HALL)
    game.level.floor[game.level.at(2, 5)] = [item("Dagger", seen_by=1)]
    assert "Lying about: a Dagger (+0,1d5) here." in str(view.view(game).alt)


def test_a_second_of_a_kind_goes_by_its_number():
    game = arena(*HALL)
    foe(game, "Wolf", 0, 2)
    foe(game, "Wolf", 0, -2)
    look(game)
    told = [str(view.described(game, c)) for c in game.level.creatures if c]
    assert sorted(told) == ["wolf 1, alert, 2 east", "wolf 2, alert, 2 west"]


# ---------------------------------------------------------------- lines


def told_of(*kinds):
    return [Message(1, kind, text(kind)) for kind in kinds]


def test_the_headline_is_the_most_dangerous_line_the_last_of_equals():
    said = told_of("note", "death", "hit")
    assert message_order.headline(said) == text("death")
    first, second = Message(1, "blow", text("one")), Message(1, "hurt", text("two"))
    assert message_order.headline([first, second]) == text("two")
    assert message_order.headline([second, first]) == text("one")
    assert message_order.headline([]) == ""


def test_own_deeds_come_first_then_wounds_then_dangers():
    game = arena(*HALL)
    game.state.acts = 7
    for kind in ("note", "sight", "hurt", "strike", "miss"):
        tell(game, kind.capitalize() + ".", kind)
    assert list(map(str, view.view(game).lines)) == ["Strike.", "Hurt.", "Sight.", "Note.", "Miss."]
    game.state.ended = "dead"
    assert list(map(str, view.view(game).lines)) == ["Note.", "Sight.", "Hurt.", "Strike.", "Miss."]


def test_six_lines_are_told_the_first_in_play_and_the_last_at_the_end():
    game = arena(*HALL)
    for number in range(8):
        tell(game, f"Line {number}.")
    assert list(map(str, view.view(game).lines)) == [f"Line {n}." for n in range(6)]
    assert len(view.view(game).details) == 8
    game.state.ended = "escaped"
    assert list(map(str, view.view(game).lines)) == [f"Line {n}." for n in range(2, 8)]


def test_what_an_earlier_action_told_is_not_told_again():
    game = arena(*HALL)
    tell(game, "Before.")
    game.state.acts += 1
    tell(game, "Now.", detail="Now, by a roll of 5.")
    shown = view.view(game)
    assert (list(map(str, shown.lines)), list(map(str, shown.details))) == (
        ["Now."], ["Now, by a roll of 5."],
    )  # fmt: skip


def test_a_game_is_won_with_a_jewel_or_a_lesson():
    for end, jewels, tutorial, ending in [
        ("", 1, 0, ""),
        ("dead", 3, 0, "lost"),
        ("escaped", 0, 0, "left"),
        ("escaped", 1, 0, "won"),
        ("escaped", 0, 12, "won"),
    ]:
        game = arena(*HALL)
        game.state.ended, game.hero.silmarils, game.state.tutorial = end, jewels, tutorial
        assert view.ending(game) == ending
