"""Songs begun, changed, woven, paid for and ended (rules: songs 8.1; character 12.8)."""

import random

import pytest

from cogs.ui.card_buttons import CardButtons
from engine.contract.action import IllegalAction, InvalidAction
from engine.sil.autoplay.songs import LINGERS
from engine.sil.dungeon import level_arrival
from engine.sil.effects import statuses
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived, singing
from engine.sil.songs import song_turn
from tests.engine.sil.arena import look
from tests.engine.sil.creature_ai.test_every_race import check, check_hero
from tests.engine.sil.smithing.smithy import of_kind, smithy
from tests.engine.sil.songs.choir import ALL, SIL, do, offers, singer, sung
from tests.engine.sil.stage import foe, item, wear
from tests.pages import page_texts
from tests.rolled import dice_for
from tests.sampled import sampled

ELBERETH, CHALLENGE, DELVINGS, FREEDOM, SILENCE, STAUNCHING, THRESHOLDS, TREES = range(8)
SLAYING, STAYING, LORIEN, MASTERY = range(8, 12)

pytestmark = pytest.mark.covers("spec-world: 8.1", "spec-character-combat: 12.8")


# ------------------------------------------------------------------- begin, change, stop


def test_a_song_is_begun_with_a_turn_and_ended_without_one():
    game = singer(ab.SONG_OF_THE_TREES)
    turns = game.hero.turns
    assert "You begin to sing the Song of the Trees." in do(game, "sing song of the trees")
    assert sung(game) == (TREES, -1)
    assert game.hero.turns == turns + 1
    assert do(game, "stop singing") == ["You stop singing."]
    assert sung(game) == (-1, -1)
    assert game.hero.turns == turns + 1


@pytest.mark.parametrize("first", ["silence", "elbereth"])
def test_another_song_takes_the_place_of_the_first(first):
    game = singer(ab.SONG_OF_ELBERETH, ab.SONG_OF_SILENCE, ab.SONG_OF_STAYING)
    do(game, f"sing {first}")
    do(game, "wait")
    assert game.hero.song_turns == 2
    assert "You change to the Song of Staying." in do(game, "sing staying")
    assert sung(game) == (STAYING, -1)
    assert game.hero.song_turns == 1


def refused(game, line):
    """Return why a line is refused; the game is as before."""
    before = SIL.dump(game.state)
    with pytest.raises((IllegalAction, InvalidAction)) as refusal:
        do(game, line)
    assert SIL.dump(game.state) == before
    return str(refusal.value)


def test_what_cannot_be_sung_is_refused():
    silent = singer()
    assert refused(silent, "sing elbereth") == "You know no songs."
    assert refused(silent, "sing stop") == "You are not singing."
    assert "no song is called so" in refused(silent, "sing of arms")
    game = singer(ab.SONG_OF_SILENCE, ab.SONG_OF_STAYING)
    assert refused(game, "sing elbereth") == "You do not know the Song of Elbereth."
    assert refused(game, "sing exchange") == "You are not singing two themes."
    do(game, "switch song-of-staying")
    assert "switched off" in refused(game, "sing staying")
    do(game, "sing silence")
    assert refused(game, "sing silence") == "You are singing the Song of Silence already."
    with pytest.raises(InvalidAction):
        do(game, "sing")


def test_songs_are_called_by_any_part_of_their_name():
    game = singer(*ALL)
    for typed, song in (
        ("the song of the trees", "trees"), ("Song of Elbereth", "elbereth"), ("thr", "thresholds"),
        ("lórien", "lorien"), ("of mastery", "mastery"), ("exch", "exchange"), ("stop", "stop"),
    ):  # fmt: skip
        assert str(SIL.parse(f"sing {typed}", game.state, 0)) == f"sing {song}"
    assert str(SIL.parse("song slaying", game.state, 0)) == "sing slaying"
    assert str(SIL.action_text("sing stop")) == "Stop singing"
    assert str(SIL.action_text("sing exchange")) == "Exchange the themes"
    assert str(SIL.action_text("sing trees")) == "Sing trees"


@pytest.mark.covers("sil-q-manual: Song", "spec-character-combat: 3.2")
def test_songs_are_learned_one_upon_another_and_sung_in_a_game_from_its_start():
    game = SIL.game(
        SIL.new({"hero": "quick", "experience": "fixed"}, ["Lúthien"], dice_for("songs")),
        dice_for("songs"),
    )
    refused(game, "learn song-of-mastery")
    do(game, "raise song 11")
    for song in ("silence", "mastery"):
        do(game, f"learn song-of-{song}")
        do(game, "yes")
    do(game, "learn woven-themes")
    do(game, "yes")
    assert "You begin to sing the Song of Mastery." in do(game, "sing mastery")
    assert str(SIL.view(game.state, 0).headline) == "You begin to sing the Song of Mastery."
    do(game, "sing silence")
    assert sung(game) == (MASTERY, SILENCE)
    assert "Song of Mastery, Song of Silence (minor theme)." in str(SIL.view(game.state, 0).alt)


# ------------------------------------------------------------------------- woven themes


def test_a_theme_is_woven_into_elbereth_too():
    game = singer(ab.SONG_OF_ELBERETH, ab.SONG_OF_STAYING, ab.WOVEN_THEMES)
    do(game, "sing elbereth")
    do(game, "sing staying")
    assert sung(game) == (ELBERETH, STAYING)


@pytest.mark.covers("sil-q-manual: Woven Themes")
@pytest.mark.ability("Woven Themes")
def test_woven_themes_add_a_second_song_of_half_the_strength():
    game = singer(ab.SONG_OF_THE_TREES, ab.SONG_OF_STAYING, ab.SONG_OF_SILENCE, ab.WOVEN_THEMES)
    do(game, "sing trees")
    turns = game.hero.turns
    assert "You weave the Song of Staying into your song." in do(game, "sing staying")
    assert sung(game) == (TREES, STAYING)
    assert game.hero.turns == turns + 1
    assert game.hero.song_turns == 2  # the minor theme does not begin the count anew
    assert singing.strength(game.data, game.hero, ab.SONG_OF_STAYING) == 7
    do(game, "sing silence")
    assert sung(game) == (TREES, SILENCE)
    assert refused(game, "sing silence") == "You are singing the Song of Silence already."
    assert do(game, "sing exchange") == ["You exchange the themes of your song."]
    assert sung(game) == (SILENCE, TREES)
    assert game.hero.turns == turns + 3
    assert game.hero.song_turns == 4
    assert do(game, "sing silence") == ["You go on with the Song of Silence alone."]
    assert sung(game) == (SILENCE, -1)
    assert game.hero.turns == turns + 3
    do(game, "sing trees")
    do(game, "sing stop")
    assert sung(game) == (-1, -1)


def test_both_themes_stand_on_the_strip():
    game = singer(ab.SONG_OF_THE_TREES, ab.SONG_OF_STAYING, ab.WOVEN_THEMES)
    do(game, "sing trees")
    do(game, "sing staying")
    (status,) = SIL.view(game.state, 0).characters
    words = [str(c.word) for c in status.conditions if c.icon == "song"]
    assert words == ["Song of the Trees", "Song of Staying (minor theme)"]


@pytest.mark.covers("spec-world: 15.6")
def test_the_sheet_tells_what_is_sung():
    game = singer(ab.SONG_OF_THE_TREES, ab.SONG_OF_STAYING, ab.WOVEN_THEMES)
    sheet = page_texts(SIL.pages(game.state, 0))["Character"]
    assert "Song of" not in sheet
    do(game, "sing trees")
    do(game, "sing staying")
    sheet = page_texts(SIL.pages(game.state, 0))["Character"]
    assert "Singing: Song of the Trees, strength 3, 1 voice every third turn, noise 4" in sheet
    assert "Minor theme: Song of Staying, strength 7, 1 voice a turn, noise 8" in sheet


def test_a_lost_ability_ends_the_song():
    for lost in (ab.SONG_OF_THE_TREES, ab.SONG_OF_STAYING, ab.WOVEN_THEMES):
        game = singer(ab.SONG_OF_THE_TREES, ab.SONG_OF_STAYING, ab.WOVEN_THEMES)
        do(game, "sing trees")
        do(game, "sing staying")
        voice = game.hero.voice
        game.hero.bought.remove(lost)
        assert "Your song falls silent." in do(game, "wait")
        assert sung(game) == (-1, -1)
        assert game.hero.voice == voice
        assert game.state.disturbances


def test_a_song_that_a_worn_thing_lends_ends_when_it_is_taken_off():
    game = singer()
    game.hero.worn[Slot.BODY] = item("Robe", abilities=[ab.SONG_OF_SILENCE])
    look(game)
    do(game, "sing silence")
    assert sung(game) == (SILENCE, -1)
    do(game, "remove robe")
    assert sung(game) == (-1, -1)


# -------------------------------------------------------------------------------- voice

OFTEN = {  # how much 12 turns cost, as the major theme and the minor one
    "every turn": 12,
    "every second turn": 6,
    "every third turn": 4,
    "twice": 24,
}


@pytest.mark.covers("spec-world: 8.2", "spec-world: 17")
@pytest.mark.parametrize("rulings", [GAME, MANUAL], ids=["game", "manual"])
@pytest.mark.parametrize("number", range(12))
def test_what_a_song_costs(number, rulings):
    costs = dict.fromkeys(range(12), "every third turn")
    costs |= dict.fromkeys((STAUNCHING, SLAYING, STAYING, LORIEN), "every turn")
    if rulings is GAME:
        costs |= {ELBERETH: "every turn", MASTERY: "twice"}
    else:
        costs |= dict.fromkeys((ELBERETH, CHALLENGE, DELVINGS), "every second turn")
        costs[MASTERY] = "every turn"
    game = singer(*ALL, ab.WOVEN_THEMES, rulings=rulings)
    hero = game.hero
    for themes in ((number, -1), (SILENCE if number != SILENCE else FREEDOM, number)):
        hero.song, hero.theme = themes
        paid = 0
        for hero.song_turns in range(1, 13):
            paid += singing.voice_cost(game.data, hero, rulings)
        other = OFTEN["every third turn"] if hero.theme >= 0 else 0
        assert paid == OFTEN[costs[number]] + other


@pytest.mark.covers("spec-world: 18")
def test_37_a_third_falls_due_on_other_turns_for_the_minor_theme():
    game = singer(ab.SONG_OF_SILENCE, ab.SONG_OF_FREEDOM, ab.WOVEN_THEMES)
    hero = game.hero
    hero.song, hero.theme, hero.song_turns = SILENCE, FREEDOM, 0
    paid = []
    for _ in range(6):
        before = hero.voice
        song_turn.go_on(game)
        paid.append(before - hero.voice)
    assert paid == [1, 0, 1, 1, 0, 1]


@pytest.mark.covers("spec-world: 8.2")
def test_half_a_point_falls_due_on_even_turns_or_odd_ones():
    game = singer(*ALL, ab.WOVEN_THEMES, rulings=MANUAL)
    hero = game.hero
    for themes, due in (((DELVINGS, -1), [0, 1, 0, 1]), ((THRESHOLDS, DELVINGS), [1, 0, 2, 0])):
        hero.song, hero.theme, hero.song_turns = *themes, 0
        paid = []
        for _ in range(4):
            before = hero.voice
            song_turn.go_on(game)
            paid.append(before - hero.voice)
        assert paid == due


def test_the_turn_in_which_a_song_begins_pays_and_voice_does_not_come_back():
    game = singer(ab.SONG_OF_STAYING)
    game.hero.voice = 10
    game.hero.turns = 7  # a turn in which voice comes back to the silent
    do(game, "sing staying")
    assert game.hero.voice == 9
    game.hero.turns = 7
    do(game, "wait")
    assert game.hero.voice == 8
    do(game, "sing stop")
    game.hero.turns = 8
    do(game, "wait")
    assert game.hero.voice == 9


def test_a_song_runs_on_its_last_voice_and_then_falls_silent():
    game = singer(ab.SONG_OF_STAUNCHING)
    game.hero.voice = 2
    game.hero.health = 1
    do(game, "sing staunching")
    do(game, "wait")
    assert game.hero.voice == 0
    assert sung(game) == (STAUNCHING, -1)
    healed = game.hero.health
    game.hero.turns = 10  # none comes back by itself
    assert "Your song falls silent." in do(game, "wait")
    assert sung(game) == (-1, -1)
    assert game.hero.health == healed
    assert str(game.state.disturbances[0].why) == "your song has ended"


# ---------------------------------------------------------------------- what ends a song


@pytest.mark.parametrize(
    ("timer", "turns", "song", "goes_on"),
    [("entranced", 2, SILENCE, False), ("stun", 105, SILENCE, False),
     ("afraid", 5, CHALLENGE, False), ("afraid", 5, SILENCE, True), ("confused", 5, SILENCE, True)],
)  # fmt: skip
def test_states_that_end_a_song(timer, turns, song, goes_on):
    game = singer(ab.SONG_OF_SILENCE, ab.SONG_OF_CHALLENGE)
    do(game, f"sing {'silence' if song == SILENCE else 'challenge'}")
    statuses.inflict(game, timer, turns, save=False)
    do(game, "wait")
    assert (game.hero.song == song) is goes_on


def test_a_horn_ends_all_songs():
    game = singer(ab.SONG_OF_SILENCE, ab.CHANNELING)
    game.hero.pack.append(item("Terror"))
    game.lore.aware.append(game.hero.pack[-1].kind)
    do(game, "sing silence")
    told = do(game, "play a n")
    assert "Your song falls silent." in told
    assert sung(game) == (-1, -1)


@pytest.mark.covers("spec-world: 11.9", "spec-world: 11.4")
def test_a_rest_ends_the_song_unless_the_option_says_otherwise():
    for option, goes_on in (("no", False), ("yes", True)):
        game = singer(ab.SONG_OF_SILENCE)
        game.state.options["rest_sings"] = option
        do(game, "sing silence")
        game.hero.health -= 3
        do(game, "rest 2")
        assert (game.hero.song == SILENCE) is goes_on


def test_a_singer_rests_only_until_his_health_is_back():
    game = singer(ab.SONG_OF_SILENCE)
    game.state.options["rest_sings"] = "yes"
    do(game, "sing silence")
    game.hero.voice, game.hero.health = 12, game.hero.derived.max_health - 1
    do(game, "rest")
    assert game.hero.health == game.hero.derived.max_health
    assert game.hero.voice < game.hero.derived.max_voice


def test_smithing_does_not_end_a_song():
    game = smithy(ab.WEAPONSMITH, ab.SONG_OF_SILENCE, skill=10)
    do(game, "sing silence")
    voice, turns = game.hero.voice, game.hero.turns
    game.knowledge.designs["blade"] = of_kind(game, "Longsword")
    do(game, "forge blade")
    while game.hero.work is not None:
        do(game, "forge")
    assert game.hero.turns == turns + 20
    assert game.hero.song == SILENCE
    assert game.hero.voice == voice - 7  # on the turns 3, 6 ... 21 of the song


def test_a_plan_goes_on_with_a_song_and_breaks_off_when_it_ends():
    game = singer(ab.SONG_OF_SILENCE)
    do(game, "sing silence")
    game.hero.voice = 2
    told = do(game, "search 40")
    assert told[-1].startswith("Searched ")
    assert told[-1].endswith(" turns; stopped: your song has ended.")
    assert game.hero.voice == 0


# --------------------------------------------------------------------------------- noise


@pytest.mark.covers("spec-world: 18", "spec-world: 2.1", "sil-q-manual: Hindrances:")
@pytest.mark.parametrize(
    ("themes", "noise"),
    [((ELBERETH, CHALLENGE), 10), ((STAUNCHING, DELVINGS), 4), ((STAYING, SILENCE), 4),
     ((ELBERETH, -1), 8), ((CHALLENGE, -1), 12), ((SILENCE, -1), 0), ((TREES, -1), 4),
     ((FREEDOM, -1), 4), ((THRESHOLDS, -1), 4), ((SLAYING, -1), 8), ((LORIEN, -1), 4),
     ((MASTERY, -1), 8)],
)  # fmt: skip
def test_38_singing_is_heard(themes, noise):
    game = singer(*ALL, ab.WOVEN_THEMES)
    quiet = game.hero.skill(Skill.STEALTH)
    game.hero.song, game.hero.theme = themes
    derived.update(game)
    assert quiet - game.hero.skill(Skill.STEALTH) == noise


def test_noise_counts_from_the_turn_after_and_ends_at_once():
    game = singer(ab.SONG_OF_STAYING)
    quiet = game.hero.skill(Skill.STEALTH)
    do(game, "sing staying")
    assert game.hero.stealth_score == quiet - 8
    do(game, "sing stop")
    assert game.hero.stealth_score == quiet


# --------------------------------------------------------------------- the oath of Silence


@pytest.mark.covers("spec-world: 9", "spec-character-combat: 12.6")
@pytest.mark.ability("Oath")
def test_the_oath_of_silence_asks_before_it_is_broken():
    game = singer(ab.SONG_OF_SILENCE, ab.OATH)
    hero = game.hero
    strength = hero.stat(0)
    hero.oath = derived.SILENCE
    derived.update(game)
    assert hero.stat(0) == strength + 1
    do(game, "sing silence")
    assert "oath of Silence" in str(game.state.question.text)
    assert sung(game) == (-1, -1)
    do(game, "no")
    assert hero.oaths_broken == []
    assert sung(game) == (-1, -1)
    do(game, "sing silence")
    told = do(game, "yes")
    assert "You have broken your oath of Silence." in told
    assert hero.oaths_broken == [derived.SILENCE]
    assert str(hero.notes[-1].text) == "Broke the oath of Silence"
    assert sung(game) == (SILENCE, -1)
    assert hero.stat(0) == strength
    do(game, "sing stop")
    do(game, "sing silence")
    assert game.state.question is None


@pytest.mark.covers("spec-world: 9")
def test_a_song_sung_before_the_oath_makes_it_unkeepable():
    game = singer(ab.SONG_OF_SILENCE, ab.OATH)
    told = do(game, "sing silence")
    assert not any("oath" in line for line in told)
    assert game.hero.oaths_broken == [derived.SILENCE]


# -------------------------------------------------------------------------------- offers


def test_every_known_song_is_offered_with_what_it_does_and_costs():
    game = singer(*ALL)
    found = offers(game)
    assert set(found) == set(singing.words(game.data))
    assert len(found) == 12
    assert str(found["mastery"].hint) == "Makes enemies lose their turns: 2 voice a turn, noise 8"
    assert str(found["silence"].hint) == "Hushes all noise: 1 voice every third turn, no noise"
    game.hero.voice = 0
    assert not offers(game)


def test_offers_follow_what_is_sung():
    game = singer(ab.SONG_OF_SILENCE, ab.SONG_OF_STAYING, ab.WOVEN_THEMES)
    assert set(offers(game)) == {"silence", "staying"}
    do(game, "sing silence")
    assert str(offers(game)["staying"].label) == "Weave in the Song of Staying"
    assert offers(game)["stop"].free
    do(game, "sing staying")
    found = offers(game)
    assert set(found) == {"stop", "exchange", "silence"}
    assert str(found["silence"].label) == "Only the Song of Silence"
    assert found["silence"].free


@pytest.mark.parametrize(
    ("song", "situation"),
    [("elbereth", "hurt"), ("staying", "fight"), ("mastery", "fight"), ("staunching", "bleeding"),
     ("silence", "sleeper"), ("lorien", "unwary"), ("freedom", "slow"), ("trees", "dark")],
)  # fmt: skip
def test_a_song_is_advised_when_there_is_a_reason(song, situation):
    game = singer(singing.words(singer().data)[song], lit=situation != "dark", known=True)
    if situation in ("hurt", "fight"):
        foe(game, "Orc soldier", 0, 1)
    if situation == "hurt":
        game.hero.health = 5
    if situation == "bleeding":
        game.hero.timers.cut = 10
    if situation == "slow":
        game.hero.timers.slow = 9
    if situation in ("sleeper", "unwary"):
        foe(game, "Orc soldier", 0, 3, alertness=-15 if situation == "sleeper" else -5)
    if situation != "dark":
        wear(game, Slot.LIGHT, "Brass Lantern", timeout=5000)
    look(game)
    assert offers(game)[song].advised


def test_a_song_that_helps_has_a_button_on_the_card():
    game = singer(ab.SONG_OF_STAYING, ab.SONG_OF_DELVINGS)
    foe(game, "Orc soldier", 0, 1)
    look(game)
    rows = CardButtons(1, 1).play_rows(SIL.legal(game.state, 0), SIL.view(game.state, 0))
    labels = {str(button.label) for row in rows for button in row}
    assert any("Sing the Song of Staying" in label for label in labels)
    assert not any("Delvings" in label for label in labels)


def test_a_song_can_be_looked_up_with_its_strength_and_price():
    game = singer(ab.SONG_OF_SLAYING, song=18)
    (topic,) = (t for t in SIL.topics(game.state, 0) if t.name == "song-of-slaying")
    told = str(SIL.explain(game.state, 0, topic))
    assert "1 voice a turn, noise 8. Strength 36, as a minor theme 18." in told


def test_no_song_is_advised_to_who_would_break_an_oath_or_has_little_voice():
    for change in ("oath", "voice"):
        game = singer(ab.SONG_OF_STAYING, ab.OATH)
        foe(game, "Orc soldier", 0, 1)
        look(game)
        assert offers(game)["staying"].advised
        if change == "oath":
            game.hero.oath = derived.SILENCE
        else:
            game.hero.voice = 2
        assert not offers(game)["staying"].advised


def test_a_song_that_helps_no_more_is_ended_with_one_press():
    game = singer(ab.SONG_OF_STAYING)
    creature = foe(game, "Orc soldier", 0, 1)
    look(game)
    game.hero.song = STAYING
    assert not offers(game)["stop"].advised
    game.level.creatures[creature.slot] = None
    del game.level.occupant[game.level.at(creature.y, creature.x)]
    look(game)
    assert offers(game)["stop"].advised


def test_left_alone_a_hero_sings_in_need_and_stops_after_it():
    game = singer(ab.SONG_OF_STAYING)
    creature = foe(game, "Orc soldier", 0, 3)
    game.hero.unspent = 0
    wear(game, Slot.WEAPON, "Longsword")
    look(game)
    assert str(SIL.advise(game.state, 0).action) == "sing staying"
    do(game, "sing staying")
    assert SIL.advise(game.state, 0).action.verb != "sing"
    game.level.creatures[creature.slot] = None
    game.level.occupant.clear()
    look(game)
    game.hero.song_turns = LINGERS
    assert str(SIL.advise(game.state, 0).action) != "sing stop"
    game.hero.song_turns = LINGERS + 1
    assert str(SIL.advise(game.state, 0).action) == "sing stop"


# -------------------------------------------------------------------------------- at random


@pytest.mark.parametrize("rulings", ["game", "manual"])
@pytest.mark.parametrize("depth", sampled([14, 1, 7, 20], 1, pytest.mark.soak(part="random")))
def test_random_singing_is_never_refused_and_survives_saving(depth, rulings):
    dice = random.Random(depth)
    game = SIL.game(
        SIL.new({"hero": "quick", "rules": rulings}, ["Daeron"], dice_for(f"choir {depth}")),
        dice_for(f"choir {depth}"),
    )
    hero = game.hero
    hero.stat_base[:] = [9, 0, 20, 9]
    hero.skill_base[Skill.SONG] = 12
    hero.bought += [*ALL, ab.WOVEN_THEMES]
    level_arrival.enter(game, depth, 0)
    kinds = set()
    for number in range(90):
        if game.state.ended:
            break
        hero.health = hero.derived.max_health
        found = [o for o in SIL.legal(game.state, 0) if o.group != "growth"]
        songs = [o for o in found if o.action.verb == "sing"]
        action = dice.choice(songs if songs and number % 2 else found).action
        kinds.add(str(action) if action.verb == "sing" else action.verb)
        assert SIL.parse(str(action), game.state, 0) == action
        SIL.apply(game.state, 0, action, game.streams)
        check(game)
        check_hero(game)
        assert 0 <= hero.voice <= hero.derived.max_voice
        assert (hero.theme < 0) or (hero.song >= 0 and hero.song != hero.theme)
        if number % 10 == 0:
            saved = SIL.dump(game.state)
            assert SIL.dump(SIL.load(saved)) == saved
    assert len([kind for kind in kinds if kind.startswith("sing")]) >= 10


def alone(seed):
    """Let a hero with all songs play by himself; return the songs he took up."""
    state = SIL.new({"hero": "quick", "rules": "manual"}, ["Maglor"], dice_for(f"alone {seed}"))
    hero = state.heroes[0]
    hero.skill_base[Skill.SONG] = 8
    hero.bought += [*ALL, *((ab.WOVEN_THEMES,) if seed % 2 else ())]
    songs, idle = set(), 0
    for _ in range(400):
        if state.ended:
            break
        action = SIL.advise(state, 0).action
        if action.verb == "sing":
            songs.add(str(action))
        before = hero.turns
        SIL.apply(state, 0, action, dice_for(SIL.dump(state)))
        idle = 0 if hero.turns > before else idle + 1
        assert idle <= 8, str(action)
    return songs


@pytest.mark.soak(part="autoplay")
def test_left_alone_a_singer_uses_his_songs_and_never_dithers():
    assert len(set().union(*map(alone, range(6)))) >= 6
