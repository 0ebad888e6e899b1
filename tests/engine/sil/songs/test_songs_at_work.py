"""Songs of monsters and of the hero at their boundaries (rules: monsters 13.6; songs 8)."""

import pytest
from msgspec.structs import replace

from engine.contract.action import IllegalAction
from engine.contract.view import Mark
from engine.sil.creatures.situation import Situation
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.perception import noise
from engine.sil.songs import (
    challenge,
    delvings,
    freedom,
    monster_songs,
    song_turn,
    songs_on_creatures,
    themes,
)
from tests.engine.sil.arena import look, put, said
from tests.engine.sil.creatures.hall import meeting, told
from tests.engine.sil.songs.choir import singer
from tests.engine.sil.stage import foe, item, load_dice, refresh

MORGOTH, GORTHAUR = "Morgoth, Lord of Darkness", "Gorthaur, Servant of Morgoth"


def choir(rows="@......a", *faces, name=MORGOTH, will=0, visible=True, otherwise=5, **more):
    """Return Morgoth without his crown, before a hero of this Will."""
    game, found, _ = meeting(rows, *faces, a=name, visible=visible, otherwise=otherwise, **more)
    game.world.crown_fallen = True
    game.hero.derived.skills[Skill.WILL] = will
    return game, found["a"], Situation(game, found["a"])


# ------------------------------------------------------------------------ going on


def test_a_song_costs_a_point_of_mana_a_turn_and_ends_without():
    game, morgoth, s = choir()
    morgoth.song, morgoth.mana = "SNG_BINDING", 1
    monster_songs.go_on(s)
    assert (morgoth.song, morgoth.mana) == ("SNG_BINDING", 0)
    game.state.events.clear()
    monster_songs.go_on(s)
    assert (morgoth.song, morgoth.mana) == ("", 0)
    assert told(game) == []
    monster_songs.go_on(s)
    assert told(game) == []


@pytest.mark.parametrize(
    ("song", "alertness", "goes_on"),
    [("SNG_PIERCING", -1, True), ("SNG_PIERCING", 0, False), ("SNG_BINDING", 0, True)],
)
def test_he_searches_no_longer_for_whom_he_has_found(song, alertness, goes_on):
    _, morgoth, s = choir(will=90)
    morgoth.song, morgoth.alertness = song, alertness
    monster_songs.go_on(s)
    assert (morgoth.song == song) == goes_on


@pytest.mark.parametrize(
    ("changes", "searches"),
    [
        ({}, True), ({"mana": 10}, True), ({"mana": 9}, False), ({"song": "SNG_BINDING"}, False),
        ({"crowned": True}, False), ({"truce": True}, False),
    ],
)  # fmt: skip
def test_when_morgoth_begins_to_search(changes, searches):
    game, morgoth, s = choir(will=90)
    morgoth.alertness = -5
    for field, value in changes.items():
        if field == "crowned":
            game.world.crown_fallen = False
        elif field == "truce":
            game.world.truce = True
        else:
            setattr(morgoth, field, value)
    monster_songs.search(s)
    assert ("Morgoth, Lord of Darkness sings of piercing sight." in told(game)) == searches


@pytest.mark.parametrize(
    ("visible", "cost", "line"),
    [
        (True, 0, "Morgoth, Lord of Darkness sings of binding."),
        (True, 99, "Morgoth, Lord of Darkness sings of binding."),
        (False, 20, "You hear a voice raised in song."),
        (False, 21, "You hear distant singing."),
        (False, 30, "You hear distant singing."),
        (False, 31, None),
    ],
)
def test_how_far_a_song_is_heard(visible, cost, line):
    game, morgoth, s = choir(visible=visible)
    game.knowledge.noise[s.here] = cost
    morgoth.song = "SNG_BINDING"
    game.hero.stealth_mode = True
    monster_songs._tell(s)
    assert told(game) == ([line] if line else [])
    assert bool(game.state.disturbances) == game.hero.stop_stealth == (line is not None)


# ------------------------------------------------------------------------ what they do


@pytest.mark.parametrize(
    ("will", "cost", "silenced", "alertness", "line"),
    [
        (25 - 5 - 1, 0, 0, 1, "A dark mind has found you."),
        (25 - 5 - 10, 0, 0, 10, "A dark mind has found you."),
        (25 - 5 - 30, 0, 0, 10, "A dark mind has found you."),
        (25 - 5, 0, 0, -5, "You feel a dark mind searching for you."),
        (25 - 5 + 4, 0, 0, -5, "You feel a dark mind searching for you."),
        (25 - 5 + 5, 0, 0, -5, None),
        (25 - 5 - 1 - 7, 7, 0, 1, "A dark mind has found you."),
    ],
)
def test_piercing_measures_will_against_will_and_distance(will, cost, silenced, alertness, line):
    game, morgoth, s = choir(will=will, visible=False)
    assert s.race.will == 25
    morgoth.alertness = -5
    game.knowledge.noise[s.here] = cost
    monster_songs._pierce(s)
    assert morgoth.alertness == alertness
    assert told(game) == ([line] if line else [])


@pytest.mark.parametrize(
    ("lead", "slow", "free", "after"),
    [(1, 0, 0, 2), (0, 0, 0, 0), (1, 1, 0, 2), (1, 2, 0, 2), (1, 9, 0, 9), (1, 0, 1, 0)],
)
def test_binding_slows_for_two_turns_at_least_by_will_and_freedom(lead, slow, free, after):
    game, morgoth, s = choir()
    way = noise.flow(game.level, morgoth.y, morgoth.x)[s.hero]
    game.hero.derived.skills[Skill.WILL] = s.race.will - way - lead
    game.hero.derived.counts["free_action"] = free
    game.hero.timers.slow = slow
    monster_songs._bind(s)
    assert game.hero.timers.slow == after


@pytest.mark.parametrize(
    ("rows", "locks"),
    [
        ("@..'.a", False),  # between them
        ("@....a.'", True),
        ("'.@..a", True),
        ("@....a\n.......\n...'...", True),
    ],
)
def test_binding_slams_the_doors_that_are_not_between_them(rows, locks):
    game, _, s = choir(rows, will=90)
    doors = [i for i, f in enumerate(game.level.feature) if f == terrain.OPEN_DOOR]
    assert len(doors) == 1
    monster_songs._bind(s)
    assert bool(terrain.LOCKED[game.level.feature[doors[0]]]) == locks


@pytest.mark.parametrize(
    ("rows", "feature"),
    [
        ("@a.'", terrain.LOCKED_DOOR + 4),
        ("@a......'", terrain.LOCKED_DOOR + 1),
        ("@a.........'", terrain.OPEN_DOOR),
    ],
)
def test_binding_locks_doors_less_the_farther_they_are_from_the_singer(rows, feature):
    game, _, s = choir(rows)
    monster_songs._bind(s)
    assert game.level.feature[game.level.at(1, len(rows))] == feature


def test_binding_leaves_a_door_in_which_somebody_stands():
    game, _, s = choir("@....a.b", b="Wolf", will=90)
    door = game.level.at(1, 8)
    game.level.feature[door] = terrain.OPEN_DOOR
    monster_songs._bind(s)
    assert game.level.feature[door] == terrain.OPEN_DOOR


@pytest.mark.parametrize(("faces", "comes"), [((5, 5), True), ((1, 7), False), ((1, 6), True)])
def test_the_song_of_oaths_needs_a_roll_of_twenty_one_against_fifteen(faces, comes):
    game, gorthaur, s = choir("......\n@....a\n......", *faces, name=GORTHAUR)
    free = game.level.at(1, 4)
    load_dice(game, *faces, free + 1, otherwise=1)
    gorthaur.song = "SNG_OATHS"
    s = Situation(game, gorthaur)
    monster_songs._call_oaths(s)
    wraiths = [c for c in game.level.creatures if c and "summoned" in c.flags]
    assert len(wraiths) == comes
    if comes:
        assert (wraiths[0].y, wraiths[0].x) == (1, 4)
        assert wraiths[0].alertness == 5
        assert wraiths[0].skip_turn
        assert game.known(wraiths[0]).visible


@pytest.mark.parametrize(("x", "comes"), [(3, 1), (2, 0)])
def test_by_the_surest_song_of_oaths_wraiths_come_as_far_as_three_squares_away(x, comes):
    game, gorthaur, _ = choir("......\n@....a\n......", name=GORTHAUR)
    load_dice(game, 10, 1, game.level.at(1, x) + 1, otherwise=1)
    monster_songs._call_oaths(Situation(game, gorthaur))
    wraiths = [(c.y, c.x) for c in game.level.creatures if c and "summoned" in c.flags]
    assert wraiths == [(1, x)] * comes


def test_wraiths_are_called_at_any_depth_even_if_they_come_by_no_other_way(monkeypatch):
    game, gorthaur, _ = choir("......\n@....a\n......", name=GORTHAUR)
    serial = game.data.rules.creature_roles["oathwraith"]
    wraith = game.data.monsters[serial]
    rare = replace(wraith, flags=wraith.flags | {"SPECIAL_GEN", "FORCE_DEPTH"}, level=25)
    monkeypatch.setitem(game.data.monsters, serial, rare)
    load_dice(game, 5, 5, game.level.at(1, 4) + 1, otherwise=1)
    monster_songs._call_oaths(Situation(game, gorthaur))
    assert [(c.y, c.x) for c in game.level.creatures if c and "summoned" in c.flags] == [(1, 4)]


@pytest.mark.parametrize(("barred", "comes"), [(0, 1), (1, 1), (9, 1), (10, 0)])
def test_a_wraith_is_tried_for_on_ten_squares(barred, comes):
    for bar in ("wall", "hero"):
        game, gorthaur, _ = choir("......\n@....a\n......", name=GORTHAUR)
        hero, free = game.hero, game.level.at(1, 4)
        square = 0 if bar == "wall" else game.level.at(hero.y, hero.x)
        load_dice(game, 5, 5, *[square + 1] * barred, free + 1, otherwise=1)
        monster_songs._call_oaths(Situation(game, gorthaur))
        wraiths = [(c.y, c.x) for c in game.level.creatures if c and "summoned" in c.flags]
        assert wraiths == [(1, 4)] * comes


@pytest.mark.parametrize(
    ("rulings", "visible", "keeps"),
    [(GAME, True, True), (GAME, False, False), (MANUAL, True, True), (MANUAL, False, True)],
)
def test_a_search_begun_out_of_sight_is_not_kept_in_the_game(rulings, visible, keeps):
    game, morgoth, s = choir(will=90, visible=visible)
    game.state.rulings = rulings
    morgoth.song, morgoth.mana = "", monster_songs.NEEDED_MANA
    monster_songs.search(s)
    assert morgoth.song == ("SNG_PIERCING" if keeps else "")
    morgoth.song, morgoth.mana = "", monster_songs.NEEDED_MANA - 1
    monster_songs.search(s)
    assert morgoth.song == ""
    morgoth.mana = monster_songs.NEEDED_MANA
    for crowned, truce in ((True, False), (False, True)):
        game.world.crown_fallen, game.world.truce = not crowned, truce
        monster_songs.search(s)
        assert morgoth.song == ""


# ------------------------------------------------------------------------ the hero's turn of song


def test_a_song_ends_for_want_of_voice_or_of_its_ability():
    for voice, owned, goes_on in ((1, True, True), (0, True, False), (5, False, False)):
        game = singer(ab.SONG_OF_SILENCE)
        song = game.hero.bought[0]
        game.hero.song, game.hero.voice = song.number, voice
        if not owned:
            game.hero.bought.clear()
            refresh(game)
            game.hero.voice = voice
        song_turn.go_on(game)
        assert (game.hero.song >= 0) == goes_on
        assert bool(game.state.disturbances) != goes_on


def test_nothing_is_sung_by_the_silent_or_after_the_end():
    game = singer(ab.SONG_OF_SILENCE)
    song_turn.go_on(game)
    assert game.hero.song_turns == 0
    game.hero.song, game.state.ended = ab.SONG_OF_SILENCE.number, "dead"
    song_turn.go_on(game)
    assert game.hero.song_turns == 0


@pytest.mark.parametrize("strength", [0, 1, 7, 12, 13, 30])
def test_staunching_gives_back_exactly_its_strength_in_any_twelve_turns(strength):
    for start in (0, 1, 5, 11):
        given = [song_turn.healing(strength, turn, 12) for turn in range(start, start + 12)]
        assert sum(given) == strength
        assert max(given) - min(given) <= 1


def test_the_second_theme_ends_with_woven_themes():
    game = singer(ab.SONG_OF_SILENCE, ab.SONG_OF_DELVINGS, ab.WOVEN_THEMES)
    game.hero.song, game.hero.theme = ab.SONG_OF_SILENCE.number, ab.SONG_OF_DELVINGS.number
    game.hero.voice = 20
    song_turn.go_on(game)
    assert game.hero.theme >= 0
    game.hero.bought.remove(ab.WOVEN_THEMES)
    refresh(game)
    song_turn.go_on(game)
    assert (game.hero.song, game.hero.theme) == (-1, -1)


def test_naming_the_major_theme_ends_the_minor_one_at_once():
    game = singer(ab.SONG_OF_SILENCE, ab.SONG_OF_DELVINGS, ab.WOVEN_THEMES)
    themes.sing(game, ab.SONG_OF_SILENCE)
    themes.sing(game, ab.SONG_OF_DELVINGS)
    assert said(game)[-1] == "You weave the Song of Delvings into your song."
    game.state.energy_used = 0
    themes.exchange(game)
    assert (game.hero.song, game.hero.theme) == (
        ab.SONG_OF_DELVINGS.number, ab.SONG_OF_SILENCE.number
    )  # fmt: skip
    assert game.state.energy_used == 100
    game.state.energy_used = 0
    themes.sing(game, ab.SONG_OF_DELVINGS)
    assert game.hero.theme == -1
    assert game.state.energy_used == 0
    assert said(game)[-1] == "You go on with the Song of Delvings alone."
    with pytest.raises(IllegalAction, match="already"):
        themes.sing(game, ab.SONG_OF_DELVINGS)
    with pytest.raises(IllegalAction, match="two themes"):
        themes.exchange(game)
    themes.stop(game)
    with pytest.raises(IllegalAction, match="not singing"):
        themes.stop(game)


# ------------------------------------------------------------------------ songs on minds


@pytest.mark.parametrize(
    ("name", "flags", "hard"),
    [("Orc soldier", {"SMART"}, 0), ("Wolf", set(), 100), (MORGOTH, {"SMART", "QUESTOR"}, 100)],
)
def test_how_hard_minds_are_to_frighten(name, flags, hard):
    game = singer()
    creature = foe(game, name, 0, 2)
    game.knowledge.noise[game.level.at(creature.y, creature.x)] = 2
    will = game.data.monsters[creature.race].will
    race_flags = game.data.monsters[creature.race].flags
    assert flags <= race_flags
    found = songs_on_creatures.fright_difficulty(game, creature, race_flags)
    assert found == will + 2 + hard
    lull = songs_on_creatures.lull_difficulty(game, creature, race_flags)
    assert lull == will + 2 + 100 * ("NO_SLEEP" in race_flags)


@pytest.mark.parametrize(("before", "after"), [(0, 30), (-50, 30), (40, 40)])
def test_a_challenge_gives_heart_of_thirty_at_least_and_rouses(before, after):
    game = singer()
    orc = foe(game, "Orc soldier", 0, 2, alertness=-3)
    orc.temporary_morale = before
    load_dice(game, otherwise=5)
    songs_on_creatures.embolden(game, 10, 30)
    assert orc.temporary_morale == after
    assert orc.alertness > -3


def test_the_second_check_of_a_challenge_takes_mana_and_distance():
    game = singer(ab.SONG_OF_CHALLENGE, song=90)
    game.hero.song = ab.SONG_OF_CHALLENGE.number
    orc = foe(game, "Orc archer", 0, 3)
    orc.stance, orc.range_min, orc.range_best = "aggressive", 7, 8
    load_dice(game, otherwise=5)
    s = Situation(game, orc)
    assert challenge.check(s)
    assert (orc.mana, orc.range_min, orc.range_best) == (0, 0, 0)
    assert orc.flags == ["provoked"]
    assert challenge.forbids_powers(s)
    orc.stance = "confident"
    assert not challenge.forbids_powers(s)
    assert not challenge.check(s)
    assert orc.flags == []


@pytest.mark.parametrize(
    ("rulings", "provoked", "forbids", "each_turn"),
    [(GAME, False, True, False), (GAME, True, True, False), (MANUAL, False, False, True),
     (MANUAL, True, True, True)],
)  # fmt: skip
def test_whom_a_challenge_keeps_from_shooting(rulings, provoked, forbids, each_turn):
    game = singer(ab.SONG_OF_CHALLENGE, rulings=rulings)
    game.hero.song = ab.SONG_OF_CHALLENGE.number
    orc = foe(game, "Orc archer", 0, 3)
    orc.stance = "aggressive"
    orc.flags = ["provoked"] * provoked
    s = Situation(game, orc)
    assert challenge.forbids_powers(s) == forbids
    assert challenge.is_checked_each_turn(s) == each_turn
    game.hero.song = -1
    assert not challenge.forbids_powers(s)
    assert not challenge.is_checked_each_turn(s)


# ------------------------------------------------------------------------ delvings and freedom


@pytest.mark.parametrize(
    ("left", "faces", "reached"),
    [(1, (1,), False), (2, (1,), True), (2, (2,), False), (6, (5,), True), (6, (6,), False),
     (7, (6,), True)],
)  # fmt: skip
def test_a_known_square_helps_to_show_the_next_by_what_strength_is_left(left, faces, reached):
    game = singer(rows=("#####", "#@..#", "#####"))
    before = bytearray(len(game.level.feature))
    before[game.level.at(1, 1)] = 1
    load_dice(game, *faces, otherwise=6)
    assert delvings.is_reached(game, bytes(before), game.level.at(1, 2), left) == reached
    assert not delvings.is_reached(game, bytes(len(before)), game.level.at(1, 2), left)


@pytest.mark.parametrize(("step", "beside"), [(-5, True), (-6, False), (4, True), (5, False)])
def test_things_of_note_are_found_in_the_row_or_column_of_what_was_shown(step, beside):
    game = singer(rows=("#" * 15, *["#" + "." * 13 + "#"] * 6, "#......@......#",
                        *["#" + "." * 13 + "#"] * 6, "#" * 15))  # fmt: skip
    here = game.level.at(7, 7)
    for shown in (here + step, here + step * game.level.width):
        assert delvings._is_beside(game, {shown}, here, 9) == beside
    assert not delvings._is_beside(game, {here + 1 + game.level.width}, here, 9)
    far = game.level.at(7, 13)
    assert delvings._is_beside(game, {far}, far, 6)
    assert not delvings._is_beside(game, {far}, far, 5)


def test_a_hidden_trap_cleared_by_freedom_is_not_told_and_a_known_one_is():
    for hidden, lines in ((True, []), (False, ["The trap falls apart."])):
        game = singer(rows=("######", "#@.p.#", "######"), known=True)
        i = put(game, 1, 3, terrain.PIT, hidden=hidden)
        look(game)
        load_dice(game, otherwise=5)
        freedom.clear_the_way(game, 60)
        assert game.level.feature[i] == terrain.FLOOR
        assert said(game) == lines


@pytest.mark.parametrize(("lead", "opens"), [(1, True), (0, False)])
def test_a_chest_is_freed_by_depth_distance_and_five(lead, opens):
    game = singer(rows=("######", "#@...#", "######"), depth=6)
    chest = item("Small wooden chest", pval=1)
    square = game.level.at(1, 3)
    game.level.floor[square] = [chest]
    look(game)
    load_dice(game, otherwise=5)
    freedom.clear_the_way(game, 3 + 5 + game.knowledge.noise[square] + lead)
    assert (chest.pval < 0) == opens
    assert ("The chest clicks open." in said(game)) == opens
    assert [str(stop.why) for stop in game.state.disturbances] == ["a chest is open"] * opens


def test_an_unknown_door_is_freed_without_a_word():
    for marked, lines in ((1, ["The lock clicks open."]), (0, [])):
        game = singer(rows=("######", "#@.+.#", "######"), depth=2)
        door = put(game, 1, 3, terrain.LOCKED_DOOR + 2)
        look(game)
        game.knowledge.mark[door] = game.knowledge.seen[door] = marked
        load_dice(game, otherwise=5)
        freedom._free_door(game, door, 90, 0)
        assert game.level.feature[door] == terrain.CLOSED_DOOR
        assert said(game) == lines
        assert game.state.marks == [Mark("changed", 1, 3)] * marked


def test_the_light_of_a_song_is_gone_as_soon_as_it_is_stopped():
    game = singer(ab.SONG_OF_THE_TREES, lit=False)
    beside = game.level.at(game.hero.y, game.hero.x + 1)
    themes.sing(game, ab.SONG_OF_THE_TREES)
    look(game)
    assert game.knowledge.seen[beside]
    themes.stop(game)
    assert not game.knowledge.seen[beside]
