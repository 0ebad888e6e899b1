"""The last moments of a hero, as the story of a death tells them, each by itself."""

import pytest

from engine.contract.texts import text
from engine.sil import death_story
from engine.sil.effects import injury
from engine.sil.game.state import Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, look, put
from tests.engine.sil.stage import foe, item, wear

ORC = "Orc soldier"


def armed(**how):
    """Return a hero in a lit room with a sword in hand and nothing left to regret."""
    game = arena(**how)
    game.level.room[:] = b"\x01" * len(game.level.room)
    wear(game, Slot.WEAPON, "Longsword")
    game.hero.unspent = 0
    return game


def slain(game, *, health=20, dx=1, means="blow", unseen=False):
    """Let an orc with so much of 20 health kill the hero; the sentences of what was else."""
    orc = foe(game, ORC, 0, dx, visible=not unseen)
    orc.health = health
    look(game)
    if unseen:
        game.learn(orc).visible = False
    injury.hurt_hero(game, 999, text("an orc soldier"), means=means, killer=orc)
    return told(game)


def told(game):
    return [str(sentence) for sentence in death_story.particulars(game)]


UNHURT = "You had not even scratched the orc soldier."


def test_an_armed_hero_in_a_room_leaves_nothing_to_tell_but_his_killer():
    assert slain(armed()) == [UNHURT]


def test_a_killer_is_almost_dead_with_a_third_of_its_health():
    for health, words in [
        (20, UNHURT),
        (19, "You had wounded the orc soldier."),
        (7, "You had wounded the orc soldier."),
        (6, "The orc soldier was almost dead as well."),
    ]:
        assert slain(armed(), health=health) == [words]


@pytest.mark.parametrize(("dx", "words"), [(1, []), (2, ["2"]), (4, ["4"])])
def test_a_killer_from_afar_is_told_with_its_distance(dx, words):
    expected = [f"The orc soldier stood {number} squares away." for number in words]
    assert slain(armed(), dx=dx, means="shot") == [*expected, UNHURT]


@pytest.mark.parametrize(("means", "hidden"), [("blow", True), ("shot", True), ("power", False)])
def test_only_of_blows_and_shots_it_is_told_that_nobody_was_seen(means, hidden):
    found = slain(armed(), means=means, unseen=True)
    assert ("You never saw who it was." in found) == hidden
    assert found[-1] == "Nobody else was there to see it."


def test_those_beside_the_hero_are_counted_and_sleepers_are_not():
    game = armed()
    foe(game, "Wolf", -1, 0)
    foe(game, "Wolf", 0, -3)
    foe(game, "Wolf", 1, 0, alertness=-1)
    assert slain(game)[1:] == ["1 more stood beside you."]


@pytest.mark.parametrize(
    ("wolves", "words"), [(1, "1 more was coming."), (2, "2 more were coming.")]
)
def test_those_who_were_not_there_yet_were_coming(wolves, words):
    game = armed()
    for number in range(wolves):
        foe(game, "Wolf", -2 + number, -3, alertness=0)
    assert slain(game)[1:] == [words]


@pytest.mark.parametrize("alertness", [-1, -20])
def test_who_had_not_noticed_the_hero_was_not_coming(alertness):
    game = armed()
    foe(game, "Wolf", 0, -3, alertness=alertness)
    assert slain(game)[1:] == []


def at_the_end(prepare):
    """Return the states that are told of a hero who dies after some preparation."""
    game = armed()
    prepare(game)
    look(game)
    injury.hurt_hero(game, 999, text("poison"), means="status")
    found = [line for line in told(game) if line.startswith("At the end: ")]
    return found[0].removeprefix("At the end: ") if found else ""


def _in_a_corridor(game):
    game.level.room[game.level.at(game.hero.y, game.hero.x)] = 0


def _on(feature):
    return lambda game: put(game, game.hero.y, game.hero.x, feature)


def _unarmed(game):
    del game.hero.worn[Slot.WEAPON]


def _creeping(game):
    game.hero.stealth_mode = True


def _singing(game):
    game.hero.bought.append(ab.SONG_OF_ELBERETH)
    game.hero.skill_base[Skill.SONG] = 5
    game.hero.song = ab.SONG_OF_ELBERETH.number


def _poisoned(game):
    game.hero.timers.poison = 5


def _well(game):
    game.hero.timers.fast = 5


def test_each_state_is_told_when_the_hero_is_in_it():
    for prepare, states in [
        (lambda _: None, ""),
        (_in_a_corridor, "in a corridor."),
        (_on(terrain.UP_STAIR), "on the stairs."),
        (_on(terrain.PIT), "in a pit."),
        (_on(terrain.SPIKED_PIT), "in a pit."),
        (_on(terrain.WEB), "in a web."),
        (_unarmed, "with bare hands."),
        (_creeping, "creeping."),
        (_singing, "still singing."),
        (_well, ""),
    ]:
        assert at_the_end(prepare) == states


def test_only_what_harms_is_told_of_the_statuses():
    assert "oison" in at_the_end(_poisoned)


@pytest.mark.parametrize(
    ("number", "words"), [(1, "1 potion was left."), (3, "3 potions were left.")]
)
def test_potions_are_counted_one_by_one(number, words):
    game = armed()
    game.hero.pack = [item("Healing", count=number), item("Longsword")]
    assert words in slain(game)


def test_nothing_else_in_the_pack_is_regretted():
    game = armed()
    game.hero.pack = [item("Piece of Dark Bread", count=3)]
    assert slain(game) == [UNHURT]


WIDE = ("#" * 32, "#" + "." * 30 + "#", "#" + "." * 14 + "@" + "." * 15 + "#", "#" * 32)


def test_known_stairs_within_twelve_squares_are_told():
    for away, known, words in [
        (1, True, ["The stairs were 1 step away."]),
        (12, True, ["The stairs were 12 steps away."]),
        (13, True, []),
        (12, False, []),
    ]:
        game = arena(*WIDE)
        game.level.room[:] = b"\x01" * len(game.level.room)
        wear(game, Slot.WEAPON, "Longsword")
        game.hero.unspent = 0
        i = game.level.at(game.hero.y, game.hero.x - away)
        game.level.feature[i] = terrain.DOWN_STAIR
        game.knowledge.mark[:] = bytes(len(game.knowledge.mark))
        game.knowledge.mark[i] = known
        injury.hurt_hero(game, 999, text("poison"), means="status")
        game.knowledge.mark[i] = known
        assert told(game) == ["Nobody else was there to see it.", *words]


def test_the_nearest_of_several_stairs_is_meant():
    game = armed()
    for dy, dx in ((0, -3), (2, 1)):
        put(game, game.hero.y + dy, game.hero.x + dx, terrain.UP_STAIR)
    assert slain(game)[1:] == ["The stairs were 2 steps away."]


@pytest.mark.parametrize(
    ("unspent", "words"), [(999, []), (1000, ["1,000 experience was never spent."])]
)
def test_a_thousand_experience_unspent_is_worth_a_word(unspent, words):
    game = armed()
    game.hero.unspent = unspent
    injury.hurt_hero(game, 999, text("poison"), means="status")
    assert told(game)[1:] == words


@pytest.mark.parametrize(("voice", "breath"), [(10, False), (11, True)])
def test_breath_for_a_song_is_more_than_half_the_voice(voice, breath):
    game = armed()
    game.hero.bought.append(ab.SONG_OF_ELBERETH)
    look(game)
    assert game.hero.derived.max_voice == 20
    game.hero.voice = voice
    assert ("There was breath left for a song." in slain(game)) == breath


def test_who_knows_no_song_had_no_breath_for_one():
    assert "There was breath left for a song." not in slain(armed())


def test_the_last_action_is_told_by_its_verb():
    for action, words in [
        ("rest needed", "You had lain down to rest."),
        ("flee", "You were running away."),
        ("fire wolf-1", "You had just shot."),
        ("wait", "You were standing still."),
        ("step n", UNHURT),
        ("", UNHURT),
    ]:
        game = armed()
        game.hero.last_action = action
        assert slain(game)[0] == words


def test_the_latest_death_of_the_hero_is_the_one_that_counts():
    game = armed()
    injury.hurt_hero(game, 999, text("poison"), means="status")
    assert str(death_story.fate(game, text("here"))) == "Died of poison at here, on turn 10."


def test_a_hero_of_whose_death_nothing_was_told_was_slain():
    game = armed()
    game.hero.killed_by = text("a wolf")
    assert str(death_story.fate(game, text("here"))) == "Slain by a wolf at here, on turn 10."
