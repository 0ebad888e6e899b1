"""The effect of each song (rules: songs 8.2; character 12.8)."""

import pytest

from engine.contract.action import IllegalAction
from engine.contract.view import Mark
from engine.sil.creature_ai import creature_turn
from engine.sil.creatures import creature_stats, iron_crown, placement
from engine.sil.creatures.situation import Situation
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import protection, singing
from engine.sil.level import pathing, terrain
from engine.sil.perception import noise, visibility
from engine.sil.songs import delvings, freedom, monster_songs, song_turn, songs_on_creatures, themes
from tests.engine.sil.arena import arena, find, look, odds, put, said
from tests.engine.sil.songs.choir import ALL, do, singer
from tests.engine.sil.stage import foe, item, load_dice, wear

pytestmark = pytest.mark.covers("spec-world: 8.2", "spec-character-combat: 12.8")

STRONG = 99
"""A Song that no creature here withstands."""


# ------------------------------------------------------------------------------- Elbereth


@pytest.mark.covers("sil-q-manual: Song of Elbereth", "sil-q-manual: Penalties:")
@pytest.mark.ability("Song of Elbereth")
def test_elbereth_frightens_those_who_think():
    game = singer(ab.SONG_OF_ELBERETH, song=STRONG)
    orc, wolf = foe(game, "Orc soldier", 0, 3), foe(game, "Wolf", 0, -3)
    look(game)
    load_dice(game, otherwise=5)
    do(game, "sing elbereth")
    will = creature_stats.will(game, orc)
    assert orc.temporary_morale == -10 * (STRONG - will - 3) or orc.stance == "fleeing"
    assert orc.temporary_morale < 0
    assert wolf.temporary_morale == 0


def test_elbereth_is_measured_by_will_and_the_way_of_sound():
    rows = ("###########", "#..@.+....#", "###########")
    game = singer(rows=rows)
    near, behind = foe(game, "Orc soldier", 0, 1), foe(game, "Orc soldier", 0, 4)
    will = creature_stats.will(game, near)
    load_dice(game, otherwise=5)
    songs_on_creatures.frighten(game, 30, 10)
    assert near.temporary_morale == -10 * (30 - will - 1)
    assert behind.temporary_morale == -10 * (30 - will - 4 - 5)
    songs_on_creatures.frighten(game, 30, 10)
    assert near.temporary_morale == -20 * (30 - will - 1)


def test_elbereth_does_not_sway_morgoth_or_whom_it_does_not_reach():
    rows = ("#########", "#..@....#", "#########", "#.......#", "#########")
    game = singer(rows=rows)
    walled = foe(game, "Orc soldier", 2, 0)
    morgoth = foe(game, "Morgoth, Lord of Darkness", 0, 3)
    load_dice(game, *(10, 1) * 4)
    songs_on_creatures.frighten(game, STRONG, 10)
    assert walled.temporary_morale == morgoth.temporary_morale == 0
    load_dice(game, *(10, 1) * 4)
    songs_on_creatures.frighten(game, 250, 10)
    assert morgoth.temporary_morale < 0


def test_39_a_minor_theme_has_half_the_song():
    game = singer(*ALL, ab.WOVEN_THEMES, song=21)
    game.hero.song, game.hero.theme = ab.SONG_OF_STAYING.number, ab.SONG_OF_ELBERETH.number
    assert singing.strength(game.data, game.hero, ab.SONG_OF_ELBERETH) == 10
    game.hero.theme = ab.SONG_OF_SILENCE.number
    assert singing.strength(game.data, game.hero, ab.SONG_OF_SILENCE) == 5


# ------------------------------------------------------------------------------- Delvings

HALLS = (
    "##################",
    "#......#.........#",
    "#......#.........#",
    "#..@...S....>....#",
    "#......#.........#",
    "#......#####.##p##",
    "#......#.........#",
    "##################",
)


def marked(game, y, x):
    """Return whether the hero remembers a square."""
    return bool(game.knowledge.mark[game.level.at(y, x)])


@pytest.mark.covers("sil-q-manual: Song of Delvings")
@pytest.mark.ability("Song of Delvings")
def test_delvings_shows_what_borders_on_the_known():
    game = singer(ab.SONG_OF_DELVINGS, song=14, rows=HALLS)
    assert not marked(game, 3, 8)
    do(game, "sing delvings")
    assert game.level.feature[game.level.at(3, 7)] != terrain.SECRET_DOOR  # found
    assert terrain.KNOWN_DOOR[game.level.feature[game.level.at(3, 7)]]
    assert marked(game, 3, 8)  # a square beyond the wall, at distance 5
    assert not marked(game, 3, 9)  # nothing that bordered on it was known
    assert marked(game, 3, 12)  # stairs in the row of a square that was shown
    assert Mark("new", 3, 12) in game.state.marks
    assert set(game.knowledge.mark) == {0, 1}  # what was shown helps once in the next turn
    assert not marked(game, 6, 16)


def test_42_each_known_neighbour_has_its_own_chance():
    rows = ("############", "#..@.......#", "############")
    shown = []
    for faces, neighbours in (((6, 6, 6), 3), ((6, 6, 5), 3), ((6, 5), 2), ((6, 6), 2)):
        game = arena(*rows, lit=False)
        game.knowledge.mark[:] = bytes(len(game.knowledge.mark))
        game.knowledge.seen[:] = bytes(len(game.knowledge.seen))
        square = game.level.at(1, 6)
        for i in (square - 1, square - 12 - 1, square + 12 - 1)[:neighbours]:
            game.knowledge.mark[i] = 1
        before = bytes(game.knowledge.mark)
        load_dice(game, *faces)
        shown.append(delvings.is_reached(game, before, square, 9 - 3))
    assert shown == [False, True, True, False]


def test_delvings_finds_what_is_of_note_five_before_to_four_after():
    row = "#" * 24
    rows = (row, "#.@" + "." * 20 + "#", row)
    found = set()
    for x in range(3, 23):
        game = arena(*rows, lit=False)
        known = game.knowledge
        put(game, 1, x, terrain.PIT, hidden=True)
        known.mark[:], known.seen[:] = bytes(len(known.mark)), bytes(len(known.seen))
        known.mark[game.level.at(1, 10)] = 1
        load_dice(game, otherwise=6)
        delvings.reveal(game, 14, 10)  # reaches squares up to distance 7: as far as x = 9, not 10
        if not game.level.hidden[game.level.at(1, x)]:
            found.add(x)
    assert found == set(range(9 - 4, 9 + 5 + 1))


# -------------------------------------------------------------------------------- Freedom


@pytest.mark.covers("sil-q-manual: Song of Freedom")
@pytest.mark.ability("Song of Freedom")
def test_freedom_clears_the_way():
    rows = ("############", "#..@.:.p.+.#", "#....S.x...#", "############")
    game = singer(ab.SONG_OF_FREEDOM, song=STRONG, rows=rows, known=True)
    locked = put(game, *find(rows, "+"), terrain.LOCKED_DOOR + 6)
    hidden = put(game, 1, 2, terrain.DART_TRAP, hidden=True)
    chest = item("Small wooden chest", pval=6, known=False)
    game.level.floor[game.level.at(1, 4)] = [chest]
    told = do(game, "sing freedom")
    feature = game.level.feature
    assert feature[game.level.at(*find(rows, ":"))] == terrain.FLOOR
    assert feature[game.level.at(*find(rows, "p"))] == terrain.FLOOR
    assert feature[game.level.at(*find(rows, "x"))] == terrain.FLOOR
    assert feature[hidden] == terrain.FLOOR
    assert not game.level.hidden[hidden]
    assert feature[locked] == terrain.CLOSED_DOOR
    assert terrain.KNOWN_DOOR[feature[game.level.at(*find(rows, "S"))]]
    assert (chest.pval, chest.known) == (-6, True)
    assert {"The trap falls apart.", "The rubble crumbles away.", "The lock clicks open.",
            "The chasm draws together.", "You have found a secret door."} <= set(told)  # fmt: skip
    assert told.count("The trap falls apart.") == 1  # nothing tells of the hidden one


def test_44_rubble_is_as_hard_as_its_nearest_neighbour_is_far():
    rows = ("###########", "#@...:....#", "###########")
    game = singer(rows=rows, depth=12)
    rubble = game.level.at(*find(rows, ":"))
    assert game.knowledge.noise[rubble - 1] == 3
    assert freedom.rubble_distance(game, rubble) == 4
    game.knowledge.noise[rubble - 1] = 4
    assert freedom.rubble_distance(game, rubble) == 5
    difficulty = 12 // 2 + freedom.HARDER + freedom.rubble_distance(game, rubble)
    assert difficulty == 16

    def cleared(song):
        game.level.feature[rubble] = terrain.RUBBLE
        game.knowledge.noise[rubble - 1] = 4
        freedom.clear_the_way(game, song)
        return game.level.feature[rubble] == terrain.FLOOR

    assert odds(game, lambda: cleared(16)) == 45
    game.knowledge.noise[:] = bytes([250]) * len(game.knowledge.noise)
    assert freedom.rubble_distance(game, rubble) == freedom.FARTHEST


def test_what_stood_behind_rubble_is_seen_once_freedom_has_cleared_it():
    game = singer(rows=("########", "#@.:...#", "########"))
    wolf = foe(game, "Wolf", 0, 4, visible=False)
    look(game)
    assert not game.known(wolf).visible
    freedom.clear_the_way(game, STRONG)
    assert game.known(wolf).visible


@pytest.mark.parametrize(("rulings", "harder"), [(GAME, 0), (MANUAL, 5)], ids=["game", "manual"])
def test_freedom_loosens_doors_by_the_margin(rulings, harder):
    for base in (terrain.LOCKED_DOOR, terrain.JAMMED_DOOR):
        rows = ("########", "#.@.+..#", "########")
        game = singer(rows=rows, rulings=rulings, depth=6)
        door = put(game, 1, 4, base + 7)
        look(game)
        game.knowledge.stuck.append(door)
        assert game.knowledge.noise[door] == 2 + 5
        load_dice(game, 5, 5)
        freedom.clear_the_way(game, 3 + harder + 7 + 3)
        assert game.level.feature[door] == base + 4
        load_dice(game, 5, 5)
        freedom.clear_the_way(game, 3 + harder + 7 + 3)
        assert game.level.feature[door] == base + 1
        assert door in game.knowledge.stuck
        load_dice(game, 5, 5)
        freedom.clear_the_way(game, 3 + harder + 7 + 3)
        assert game.level.feature[door] == terrain.CLOSED_DOOR
        assert game.knowledge.stuck == []


def test_only_the_edge_of_a_chasm_closes_all_at_once():
    rows = ("###########", "#..@.xxx..#", "#....xxx..#", "#....xxx..#", "###########")
    game = singer(rows=rows)
    load_dice(game, otherwise=5)
    freedom.clear_the_way(game, STRONG)
    left = terrain.squares(game.level, terrain.table((terrain.CHASM,)))
    assert left == [game.level.at(2, 6)]
    game.level.feature[left[0] - 1] = terrain.CHASM
    noise.rebuild(game)
    song = 20 + 1 + 5 + game.knowledge.noise[left[0]]
    load_dice(game, *(1, 1) * 4)
    freedom.clear_the_way(game, song)
    assert game.level.feature[left[0]] == terrain.CHASM
    load_dice(game, *(2, 1) * 4)
    freedom.clear_the_way(game, song)
    assert game.level.feature[left[0]] == terrain.FLOOR


def test_at_the_gates_freedom_finds_it_as_hard_as_at_1000_feet():
    for depth, held in ((0, 45), (20, 45), (10, 78)):
        game = singer(rows=("#######", "#.@.p.#", "#######"), depth=depth)

        def act(game=game):
            game.level.feature[game.level.at(1, 4)] = terrain.PIT
            freedom.clear_the_way(game, 10 + 5 + 2)
            return game.level.feature[game.level.at(1, 4)] == terrain.FLOOR

        assert odds(game, act) >= held
        assert (odds(game, act) == 45) == (depth != 10)


def test_freedom_keeps_free_and_lifts_slowness():
    game = singer(ab.SONG_OF_FREEDOM, song=8)
    game.hero.timers.slow = 30
    do(game, "sing freedom")
    assert game.hero.timers.slow == 30 - 8
    assert game.hero.derived.counts["free_action"] == 1


# -------------------------------------------------------------------------------- Silence


@pytest.mark.covers("sil-q-manual: Song of Silence", "sil-q-manual: Stealth / Mechanics")
@pytest.mark.ability("Song of Silence")
def test_silence_hides_the_hero_and_muffles_others():
    woken = []
    for song in ("", "silence"):
        game = singer(ab.SONG_OF_SILENCE, song=20)
        sleeper = foe(game, "Orc soldier", 0, 3, alertness=-10)
        if song:
            do(game, f"sing {song}")
        sleeper.alertness = -10
        game.hero.turns = 10
        load_dice(game, otherwise=5)
        noise.noise(game, -5)
        mine = sleeper.alertness
        sleeper.alertness = -10
        noise.noise(game, -5, sleeper)
        woken.append((mine, sleeper.alertness))
    assert woken[1][0] == woken[0][0] - 10
    assert woken[1][1] == woken[0][1] - 10


def test_silence_takes_a_quarter_of_song_from_the_songs_of_enemies():
    for song, slowed in ((False, 45), (True, 10)):
        game = singer(song=20)
        morgoth = foe(game, "Morgoth, Lord of Darkness", 0, 1)
        game.hero.song = ab.SONG_OF_SILENCE.number if song else -1
        game.hero.derived.skills[Skill.WILL] = creature_stats.will(game, morgoth) - 1
        morgoth.song = "SNG_BINDING"

        def act(game=game, morgoth=morgoth):
            game.hero.timers.slow = 0
            monster_songs.begin(Situation(game, morgoth), "SNG_BINDING")
            return game.hero.timers.slow == monster_songs.BOUND_TURNS

        assert odds(game, act) == slowed


def test_silence_makes_listening_as_much_harder():
    heard = {}
    for major in (-1, ab.SONG_OF_SILENCE.number):
        game = singer(ab.LISTEN, song=20, rows=("#########", "#.@.#...#", "#...+...#", "#########"))
        orc = foe(game, "Orc soldier", 0, 4, visible=False)
        stealth, way = creature_stats.stealth(game, orc), game.knowledge.noise[game.level.at(1, 6)]
        game.hero.song = major
        least = 99
        for perception in range(60, -30, -1):
            game.hero.derived.skills[Skill.PERCEPTION] = perception
            game.knowledge.creatures.clear()
            visibility.update(game, orc)
            if game.known(orc).heard:
                least = perception
        heard[major] = least - stealth - way
    assert heard[ab.SONG_OF_SILENCE.number] == heard[-1] + 10


@pytest.mark.covers("spec-world: 8.3")
def test_silence_hides_from_the_song_of_piercing_and_weakens_that_of_oaths():
    found = []
    for silent in (False, True):
        game = singer(song=20)
        morgoth = foe(game, "Morgoth, Lord of Darkness", 0, 1, alertness=-5)
        game.hero.song = ab.SONG_OF_SILENCE.number if silent else -1
        game.hero.derived.skills[Skill.WILL] = creature_stats.will(game, morgoth) - 1 - 5
        gorthaur = foe(game, "Gorthaur, Servant of Morgoth", 0, 3)

        def pierced(game=game, morgoth=morgoth):
            morgoth.alertness = -5
            monster_songs.begin(Situation(game, morgoth), "SNG_PIERCING")
            return morgoth.alertness > 0

        def called(game=game, gorthaur=gorthaur):
            before = len(game.level.occupant)
            faces = list(game.streams.play.faces)
            load_dice(game, *faces, game.level.at(gorthaur.y, gorthaur.x + 1) + 1)
            monster_songs.begin(Situation(game, gorthaur), "SNG_OATHS")
            more = len(game.level.occupant) > before
            if more:
                placement.remove(game, game.level.creatures[max(game.level.occupant.values())])
            return more

        found.append((odds(game, pierced), odds(game, called)))
    # Half of the song's strength of 10 is taken off: Will 0 better than the hero's, then 5 worse;
    # 21 against 15, then 16 against 15.
    assert found == [(45, 90), (10, 55)]


# ----------------------------------------------------------------------------- Staunching


@pytest.mark.covers("spec-world: 18")
def test_36_staunching_heals_its_strength_in_twelve_turns():
    assert [turn for turn in range(12) if song_turn.healing(5, turn, 12)] == [0, 3, 5, 8, 10]
    assert [turn for turn in range(12) if song_turn.healing(15, turn, 12) == 2] == [0, 4, 8]
    assert all(song_turn.healing(15, turn, 12) >= 1 for turn in range(12))
    for strength in range(60):
        for first in range(12):
            turns = range(first, first + 12)
            assert sum(song_turn.healing(strength, turn, 12) for turn in turns) == strength


@pytest.mark.covers("sil-q-manual: Song of Staunching")
@pytest.mark.ability("Song of Staunching")
def test_staunching_stops_blood_and_heals_even_the_poisoned():
    game = singer(ab.SONG_OF_STAUNCHING, song=24, rulings=MANUAL)
    game.hero.health, game.hero.timers.cut, game.hero.timers.poison = 10, 20, 5
    told = do(game, "sing staunching")
    assert "The bleeding has stopped." in told
    assert game.hero.timers.cut == 0
    assert game.hero.health == 10 + 24 // 12 - 1  # the poison took one
    game.hero.health = game.hero.derived.max_health
    do(game, "wait")
    assert game.hero.health == game.hero.derived.max_health - 1


# ----------------------------------------------------------------------------- Thresholds

DOORWAY = ("#########", "#...@'..#", "#########")


@pytest.mark.covers("sil-q-manual: Song of Thresholds")
@pytest.mark.ability("Song of Thresholds")
def test_thresholds_wards_the_doors_that_the_hero_closes():
    game = singer(ab.SONG_OF_THRESHOLDS, song=STRONG, rows=DOORWAY)
    do(game, "sing thresholds")
    assert "You close the door, and your song wards it." in do(game, "close e")
    assert game.level.feature[game.level.at(1, 5)] == terrain.WARD_3


@pytest.mark.covers("spec-world: 18")
@pytest.mark.parametrize(
    ("will", "shares"), [(20, [45, 10, 0]), (25, [85, 45, 10]), (15, [10, 0, 0])]
)
def test_41_will_passes_wards(will, shares):
    opener = pathing.Walker.of(frozenset(("OPEN_DOOR",)), 5, will, 5)
    ghost = pathing.Walker.of(frozenset(("PASS_DOOR",)), 5, will, 5)
    wards = (terrain.WARD_1, terrain.WARD_2, terrain.WARD_3)
    assert [pathing.entry(opener, ward, False).percent for ward in wards] == shares
    assert [pathing.entry(ghost, ward, False).percent for ward in wards] == [0, 0, 0]
    assert pathing.entry(ghost, terrain.CLOSED_DOOR, False).percent == 100


# ------------------------------------------------------------------------------ the Trees


@pytest.mark.covers("sil-q-manual: Song of the Trees", "spec-character-combat: 4.11")
@pytest.mark.ability("Song of the Trees")
def test_35_the_trees_give_light():
    game = singer(ab.SONG_OF_THE_TREES, ab.SONG_OF_SILENCE, ab.WOVEN_THEMES, lit=False)
    assert game.hero.derived.light == 0
    do(game, "sing trees")
    assert game.hero.derived.light == 3
    assert game.knowledge.seen[game.level.at(game.hero.y, game.hero.x + 3)]
    do(game, "sing silence")
    do(game, "sing exchange")
    assert game.hero.derived.light == 1
    do(game, "sing stop")
    assert game.hero.derived.light == 0
    assert not game.knowledge.seen[game.level.at(game.hero.y, game.hero.x + 3)]


def test_light_follows_each_change_of_what_is_sung_at_once():
    game = singer(ab.SONG_OF_THE_TREES, ab.SONG_OF_SILENCE, ab.WOVEN_THEMES, lit=False)
    lights = []
    for deed in (
        lambda: themes.sing(game, ab.SONG_OF_THE_TREES),
        lambda: themes.sing(game, ab.SONG_OF_SILENCE),
        lambda: themes.exchange(game),
        lambda: themes.sing(game, ab.SONG_OF_SILENCE),  # alone
        lambda: themes.sing(game, ab.SONG_OF_THE_TREES),
        lambda: themes.stop(game),
    ):
        deed()
        lights.append(game.hero.derived.light)
    assert lights == [3, 3, 1, 0, 1, 0]


# -------------------------------------------------------------------------------- Slaying


@pytest.mark.covers("sil-q-manual: Song of Slaying", "spec-character-combat: 7.4")
@pytest.mark.ability("Song of Slaying")
@pytest.mark.parametrize(
    ("rulings", "minor", "most"),
    [(GAME, False, 36), (GAME, True, 18), (MANUAL, False, 17), (MANUAL, True, 8)],
)
def test_40_slaying_kills_on_a_critical_hit(rulings, minor, most):
    for health, crit, dies in ((most, True, True), (most + 1, True, False), (most, False, False)):
        game = singer(
            ab.SONG_OF_SLAYING, ab.SONG_OF_STAYING, ab.WOVEN_THEMES, song=18, rulings=rulings
        )
        wear(game, Slot.WEAPON, "Longsword")
        wolf = foe(game, "Wolf", 0, 1, health=health)
        wolf.max_health = 100
        look(game)
        if minor:
            do(game, "sing staying")
        do(game, "sing slaying")
        wolf.health, wolf.alertness = health, -15
        load_dice(game, 12, 1 if crit else 14, otherwise=1)
        do(game, "step e")
        assert (game.level.creatures[wolf.slot] is not wolf) is dies, (health, crit)


# -------------------------------------------------------------------------------- Staying


@pytest.mark.covers(
    "sil-q-manual: Song of Staying", "spec-character-combat: 4.10", "spec-character-combat: 4.7"
)
@pytest.mark.ability("Song of Staying")
def test_staying_gives_will_and_protection_from_everything():
    game = singer(ab.SONG_OF_STAYING, song=13)
    will = game.hero.skill(Skill.WILL)
    do(game, "sing staying")
    assert game.hero.skill(Skill.WILL) == will + 6
    for kind in ("hurt", "fire", "cold", "poison", "dark", "other"):
        assert protection.span(game, kind) == (2, 4)


# --------------------------------------------------------------------------------- Lorien


@pytest.mark.covers("sil-q-manual: Song of Lorien", "sil-q-manual: Asleep")
@pytest.mark.ability("Song of Lorien")
def test_lorien_lulls_the_alert_until_they_sleep():
    game = singer(ab.SONG_OF_LORIEN, song=20)
    orc = foe(game, "Orc soldier", 0, 3, alertness=5)
    will = creature_stats.will(game, orc)
    assert will < 12
    game.hero.song = ab.SONG_OF_LORIEN.number
    load_dice(game, otherwise=5)
    song_turn.go_on(game)
    assert orc.alertness == 5 - (20 - will - 5 - 3)
    for _ in range(3):
        load_dice(game, otherwise=5)
        song_turn.go_on(game)
    assert orc.alertness == -20
    assert "The orc soldier falls asleep." in said(game)
    game.hero.bought.remove(ab.SONG_OF_LORIEN)
    with pytest.raises(IllegalAction):
        do(game, "sing lorien")


def test_the_sleepless_are_hardly_lulled_and_morgoth_loses_his_crown_in_sleep():
    game = singer()
    sleepless = foe(game, "Phantom", 0, 3)
    assert creature_stats.has(game, sleepless, "NO_SLEEP")
    load_dice(game, 10, 1)
    songs_on_creatures.lull(game, 100, 5)
    assert sleepless.alertness == 5
    game = singer()
    morgoth = foe(game, "Morgoth, Lord of Darkness", 0, 2, alertness=0)
    assert iron_crown.is_crowned(game, morgoth)
    songs_on_creatures.lull(game, 300, 5)
    assert not iron_crown.is_crowned(game, morgoth)


# -------------------------------------------------------------------------------- Mastery


@pytest.mark.covers("sil-q-manual: Song of Mastery")
@pytest.mark.ability("Song of Mastery")
def test_mastery_takes_the_turns_of_enemies():
    places = []
    for song in ("mastery", ""):
        game = singer(ab.SONG_OF_MASTERY, song=STRONG)
        orc = foe(game, "Orc soldier", 0, 4)
        look(game)
        if song:
            do(game, f"sing {song}")
        else:
            do(game, "wait")
        orc.energy = 100
        do(game, "wait")
        places.append(orc.x - game.hero.x)
    assert places[0] == 4
    assert places[1] < 4


@pytest.mark.parametrize("rulings", [GAME, MANUAL])
def test_the_contest_of_mastery_is_as_the_rules_in_force_have_it(rulings):
    game = singer(song=17, rulings=rulings)
    orc = foe(game, "Orc soldier", 0, 3)
    will = creature_stats.will(game, orc)
    game.hero.song = ab.SONG_OF_MASTERY.number
    game.hero.derived.skills[Skill.SONG] = will + 3 + 5
    if rulings is MANUAL:
        assert odds(game, lambda: creature_turn.is_mastered(Situation(game, orc))) == 45
        return
    # 2d8 for the singer against 2d10: even when the sums are as far apart as the score asks.
    load_dice(game, 4, 4, 5, 9, 5, 5)
    assert not creature_turn.is_mastered(Situation(game, orc))
    load_dice(game, 4, 4, 5, 7, 5, 5)
    assert creature_turn.is_mastered(Situation(game, orc))
