"""Noticing, by the hero and by creatures: noise, scent, sight, listening, lore, and the truce
(rules: monsters 7, 9, 17; dungeon 6, 8)."""

import pytest

from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import RaceLore, Skill
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.perception import noise, race_lore, truce, visibility, vision
from tests.engine.sil.creatures.hall import drawn, told
from tests.engine.sil.stage import NOLDOR, foe, load_dice, stage

MORGOTH, SOLDIER, WOLF = "Morgoth, Lord of Darkness", "Orc soldier", "Wolf"


def listened(name=SOLDIER, alertness=-5, *, seen=False, cost=0, rulings=GAME, **hero):
    """Return a hero who was heard this turn, and one who listens three squares away."""
    game = stage(rulings=rulings, **hero)
    game.hero.turns = 1
    creature = foe(game, name, 0, 3, alertness=alertness)
    game.knowledge.noise = bytearray([cost]) * len(game.level.feature)
    if not seen:
        for dy in (-1, 0, 1):
            game.level.feature[game.level.at(creature.y + dy, creature.x - 1)] = terrain.GRANITE
    load_dice(game, otherwise=5)
    return game, creature


def gain(game, creature, difficulty=0):
    """Return what one gains in the check of a turn, when all dice fall alike."""
    game.hero.stealth_score = difficulty
    before = creature.alertness
    noise.main_check(game)
    return creature.alertness - before


def perception(name):
    return next(m for m in stage().data.monsters.values() if m.name == name).perception


# ------------------------------------------------------------------------ the check


@pytest.mark.parametrize("lead", [0, 1, 4])
def test_perception_less_the_way_of_the_noise_is_measured_against_stealth(lead):
    game, creature = listened(cost=2)
    assert gain(game, creature, perception(SOLDIER) - 2 - lead) == lead


@pytest.mark.parametrize("cursed", [False, True])
def test_both_sides_roll_ten_at_most(cursed):
    game, creature = listened()
    game.hero.cursed = cursed
    load_dice(game, otherwise=100)
    assert gain(game, creature, perception(SOLDIER) - 4) == 4


@pytest.mark.parametrize(
    ("attacked", "was_attacked", "more"),
    [(False, False, 0), (True, False, 2), (False, True, 2), (True, True, 4)],
)
def test_a_fight_adds_two_for_each_side_once(attacked, was_attacked, more):
    game, creature = listened()
    game.hero.attacked, game.hero.was_attacked = attacked, was_attacked
    assert gain(game, creature, perception(SOLDIER) - 1) == 1 + more
    assert (game.hero.attacked, game.hero.was_attacked) == (False, False)


@pytest.mark.parametrize(
    ("alertness", "aggravation", "more"),
    [(-5, 0, 0), (-5, 1, 10), (-10, 1, 10), (-11, 1, 0), (0, 0, 0), (3, 0, -3), (3, 1, 7)],
)
def test_the_alert_learn_less_and_the_aggravated_more(alertness, aggravation, more):
    game, creature = listened(alertness=alertness)
    game.hero.derived.counts["aggravation"] = aggravation
    assert gain(game, creature, perception(SOLDIER) - 4) == max(0, 4 + more)


def test_aggravation_and_the_hunt():
    game, creature = listened()
    game.hero.on_the_run = True
    assert gain(game, creature, perception(SOLDIER) - 1) == 1 + 5
    game, thorn = listened("Tanglethorn")
    game.hero.derived.counts["aggravation"] = 1
    assert gain(game, thorn, perception("Tanglethorn") - 1) == 1


def test_a_stunned_one_perceives_less_and_elf_bane_more():
    game, creature = listened()
    creature.stun = 1
    assert gain(game, creature, perception(SOLDIER) - 4) == 4 - 2
    name = "Dagorhir, the Elfbane"
    game, bane = listened(name, race=NOLDOR, house=1)
    assert gain(game, bane, perception(name) - 1) == 1 + 5


@pytest.mark.parametrize(
    ("alertness", "rulings", "sees"),
    [
        (-10, GAME, True), (-11, GAME, False), (0, GAME, True), (-1, MANUAL, True),
        (0, MANUAL, False), (-11, MANUAL, False),
    ],
)  # fmt: skip
def test_the_awake_gain_by_sight_of_the_hero_as_the_rules_in_force_say(alertness, rulings, sees):
    game, creature = listened(alertness=alertness, seen=True, rulings=rulings)
    assert gain(game, creature, perception(SOLDIER) - 1) == 1 + 8 * sees


@pytest.mark.parametrize(
    ("feature", "squares"),
    [
        (terrain.GRANITE, 7), (terrain.CLOSED_DOOR, 7), (terrain.RUBBLE, 7),
        (terrain.CHASM, 8), (terrain.PIT, 8), (terrain.OPEN_DOOR, 8),
    ],
)  # fmt: skip
def test_what_stands_open_about_the_hero(feature, squares):
    game, creature = listened(seen=True)
    game.level.feature[game.level.at(game.hero.y - 1, game.hero.x - 1)] = feature
    assert noise.open_squares(game) == squares
    assert gain(game, creature, perception(SOLDIER) - 1) == 1 + squares


def test_a_fight_in_sight_is_heard_and_seen():
    game, creature = listened(seen=True)
    game.hero.attacked = True
    assert gain(game, creature, perception(SOLDIER) - 1) == 1 + 2 + 8 + 2
    game, creature = listened(seen=True, abilities=(ab.DISGUISE,))
    game.hero.attacked = True
    assert gain(game, creature, perception(SOLDIER) - 1) == 1 + 2 + (8 + 2) // 2


@pytest.mark.parametrize(("away", "hears"), [(2, True), (3, False)])
def test_the_short_sighted_perceive_within_two_squares(away, hears):
    game = stage()
    game.hero.turns = 1
    game.knowledge.noise = bytearray(len(game.level.feature))
    horror = foe(game, "Lurking horror", 0, away, alertness=-3)
    load_dice(game, otherwise=5)
    assert (gain(game, horror, -20) > 0) == hears


def test_the_cursed_are_heard_by_the_lower_of_two_dice_and_others_are_not():
    game, creature = listened()
    game.hero.cursed = True
    load_dice(game, 9, 2, 5)
    assert gain(game, creature, perception(SOLDIER)) == 5 - 2
    game, creature = listened()
    game.hero.cursed = True
    load_dice(game, 9, 5)
    game.hero.stealth_score = 0
    origin = (creature.y, creature.x)
    before = creature.alertness
    noise.noise(game, perception(SOLDIER) - 8, origin)
    assert creature.alertness - before == 8 + 5 - 9


def test_a_sudden_noise_is_heard_from_where_it_was_made():
    for origin, cost in ((None, 7), ("creature", 0)):
        game, creature = listened(cost=7)
        place = creature if origin else None
        noise.noise(game, perception(SOLDIER) - 9, place)
        assert creature.alertness == -5 + 9 - cost


def test_how_often_one_was_noticed_is_counted_for_those_in_sight():
    for visible in (True, False):
        game, creature = listened()
        game.learn(creature).visible = visible
        gain(game, creature, -5)
        gain(game, creature, 90)
        page = game.lore.races.get(creature.race, RaceLore())
        assert (page.noticed, page.ignored) == ((1, 1) if visible else (0, 0))


def test_standing_still_hides_the_more_without_stealth_mode():
    game, creature = listened()
    assert noise.stillness(game) == 7
    game.hero.stealth_mode = True
    assert noise.stillness(game) == 2
    kind = game.data.monsters[creature.race]
    moving = noise.contest(game, creature, kind)
    waiting = noise.contest(game, creature, kind, waiting=True)
    assert waiting.difficulty == moving.difficulty + 2
    assert moving.cursed == ""
    game.hero.cursed = True
    assert noise.contest(game, creature, kind).cursed == "opposer"


@pytest.mark.parametrize(("song", "difficulty"), [(-1, 4), (ab.SONG_OF_SILENCE.number, 4 + 5)])
def test_half_the_song_of_silence_counts_against_being_noticed(song, difficulty):
    game, creature = listened(abilities=(ab.SONG_OF_SILENCE,))
    game.hero.song, game.hero.stealth_score = song, 4
    game.hero.derived.skills[Skill.SONG] = 11
    kind = game.data.monsters[creature.race]
    assert noise.contest(game, creature, kind).difficulty == difficulty


# ------------------------------------------------------------------------ scent, and own noises


def test_scent_lies_about_the_hero_but_not_at_the_corners_or_behind_walls():
    game, _ = drawn(".....\n.....\n..@..\n...#.\n.....")
    game.hero.turns = 5
    noise.rebuild(game)
    level, hero = game.level, game.hero
    marks = {
        (dy, dx): game.knowledge.scent[level.at(hero.y + dy, hero.x + dx)]
        for dy in range(-2, 3)
        for dx in range(-2, 3)
    }
    assert marks[0, 0] == 5 + 1 + 2
    assert marks[0, 1] == marks[-1, -1] == 7
    assert marks[0, 2] == marks[-2, 1] == marks[2, 0] == 6
    assert marks[-2, -2] == marks[-2, 2] == marks[2, -2] == 0
    assert marks[1, 1] == 0  # rock


def test_a_step_is_drowned_by_a_louder_noise_and_others_add_up():
    game, creature = listened()
    noise.make_step_noise(game, creature, 5)
    assert game.known(creature).noise == 5
    noise.make_step_noise(game, creature, 7)
    assert game.known(creature).noise == 5
    noise.make_noise(game, creature, 10)
    assert game.known(creature).noise == 15


# ------------------------------------------------------------------------ what the hero sees

CAT = "Cat assassin"


def watching(name=SOLDIER, rows="@....a", **hero):
    game, found = drawn(rows, {"a": name})
    for field, value in hero.items():
        setattr(game.hero, field, value)
    game.state.events.clear()
    return game, found["a"]


@pytest.mark.parametrize(("away", "seen"), [(20, True), (21, False)])
def test_nobody_is_seen_beyond_twenty_squares(away, seen):
    game, creature = watching(rows="@" + "." * (away - 1) + "a")
    assert game.known(creature).visible == seen


def test_the_blind_see_nobody_and_forget_who_was_there():
    game, creature = watching()
    assert game.known(creature).visible
    game.hero.timers.blind = 3
    vision.update(game)
    assert not game.known(creature).visible
    assert not game.known(creature).easily_visible
    assert creature.slot in game.knowledge.last_seen


def test_who_left_a_place_in_sight_is_not_remembered_there():
    game, creature = watching()
    assert creature.slot in game.knowledge.last_seen
    level = game.level
    level.occupant.pop(level.at(creature.y, creature.x))
    level.creatures[creature.slot] = None
    visibility.update_all(game)
    assert creature.slot not in game.knowledge.last_seen


def test_one_whose_place_among_the_living_is_gone_is_not_remembered_in_sight():
    game, creature = watching()
    game.level.occupant.clear()
    game.level.creatures.pop()
    assert creature.slot == len(game.level.creatures)
    visibility.update_all(game)
    assert creature.slot not in game.knowledge.last_seen


def test_one_that_is_still_there_or_out_of_view_is_remembered():
    game, creature = watching()
    visibility.update_all(game)
    assert creature.slot in game.knowledge.last_seen
    game.knowledge.seen[game.level.at(creature.y, creature.x)] = 0
    game.knowledge.view[game.level.at(creature.y, creature.x)] = 0
    visibility.update_all(game)
    assert not game.known(creature).visible
    assert creature.slot in game.knowledge.last_seen


def test_what_was_detected_is_known_for_its_turns():
    game, creature = watching(rows="@.#..a")
    game.learn(creature).detected = 2
    visibility.update(game, creature)
    assert game.known(creature).visible
    assert not game.known(creature).easily_visible
    visibility.fade(game)
    visibility.update(game, creature)
    assert game.known(creature).visible
    visibility.fade(game)
    visibility.update(game, creature)
    assert not game.known(creature).visible
    assert game.known(creature).detected == 0


def test_a_rooted_mindless_thing_met_before_is_known_to_be_there():
    for name, known in (("Tanglethorn", True), (SOLDIER, False), ("Silent watcher", False)):
        game, creature = watching(name, rows="@.#..a")
        game.lore.races[creature.race] = RaceLore(encountered=1)
        game.learn(creature).encountered = True
        creature_race = game.data.monsters[creature.race]
        assert ({"NEVER_MOVE", "MINDLESS"} <= creature_race.flags) == known
        visibility.update(game, creature)
        assert game.known(creature).visible == known


def test_a_first_sight_is_told_with_its_place_and_a_second_is_not():
    game, found = drawn("@....a", {"a": SOLDIER})
    assert told(game) == ["An orc soldier comes into view."]
    assert game.state.events[0].at == (found["a"].y, found["a"].x)
    game.state.events.clear()
    visibility.update(game, found["a"])
    assert told(game) == []
    assert game.lore.races[found["a"].race].seen == 1


@pytest.mark.parametrize(
    ("keen", "sight", "away", "needed"),
    [
        (False, 0, 3, 6 + 1),
        (True, 0, 3, 6 + 1 - 5),
        (False, 1, 3, 6 + 1 - 10),
        (False, 0, 5, 10 + 1),
    ],
)
def test_the_invisible_are_seen_by_perception_against_will_and_distance(keen, sight, away, needed):
    game, cat = watching(CAT, rows="@..a....")
    cat.x = game.hero.x + away
    will = game.data.monsters[cat.race].will
    game.hero.derived.counts["see_invisible"] = sight
    for skill, sees in ((will + needed, True), (will + needed - 1, False)):
        load_dice(game, otherwise=5)
        game.hero.derived.skills[Skill.PERCEPTION] = skill
        assert visibility._sees_invisible(game, cat, keen) == sees


# ------------------------------------------------------------------------ listening


def hearing(name=SOLDIER, *, skill=0, made=0, cost=0, alertness=5, rulings=GAME):
    """Return a hero who listens, and whether he hears one as well as if he saw it."""
    game, found = drawn("@.#..a", {"a": name}, rulings=rulings)
    creature = found["a"]
    game.hero.turns, creature.alertness = 9, alertness
    game.hero.derived.skills[Skill.PERCEPTION] = skill
    game.knowledge.noise[game.level.at(creature.y, creature.x)] = cost
    game.learn(creature).noise = made
    stealth = game.data.monsters[creature.race].stealth
    game.hero.derived.skills[Skill.PERCEPTION] += stealth
    return game, creature, visibility._listen(game, creature)


def test_listening_gets_better_with_skill_and_noise_and_worse_with_distance():
    assert not hearing(skill=-20)[2]
    assert hearing(skill=60)[2]
    assert hearing(skill=0, made=60)[2]
    assert not hearing(skill=60, cost=80)[2]


def test_the_rooted_are_never_heard():
    assert not hearing("Tanglethorn", skill=90)[2]


def test_a_noise_just_heard_marks_the_place_and_one_unheard_wipes_it():
    game, creature, _ = hearing(skill=60)
    assert game.known(creature).heard == 10
    game, creature, _ = hearing(skill=-60, made=5)
    assert game.known(creature).heard == 0
    game.learn(creature).heard = 4
    game.learn(creature).noise = 0
    visibility._listen(game, creature)
    assert game.known(creature).heard == 4


def margins(**changes):
    """Return the least skill at which one is heard as if seen."""
    return next(skill for skill in range(-40, 80) if hearing(skill=skill, **changes)[2])


def test_the_unwary_are_heard_three_points_more_easily():
    alert, unwary, least, asleep = (margins(alertness=value) for value in (0, -1, -10, -11))
    assert alert - unwary == alert - least == 3
    assert asleep == alert


# ------------------------------------------------------------------------ light


def test_light_that_changes_out_of_the_heros_reach_breaks_off_what_he_does():
    for away, disturbs in ((6, True), (1, False)):
        game, _ = drawn("@.........")
        i = game.level.at(game.hero.y, game.hero.x + away)
        game.state.disturbances.clear()
        game.level.glow[i] = 0
        game.level.glow = bytearray(
            0 if square == i else 1 for square in range(len(game.level.glow))
        )
        vision.update(game)
        reasons = [stop.at for stop in game.state.disturbances]
        assert reasons == ([(game.hero.y, game.hero.x + away)] if disturbs else [])


def test_one_look_is_enough_for_lights_that_have_moved():
    game, _ = drawn("@..")
    game.state.view_due = True
    vision.update(game)
    assert not game.state.view_due


def test_floor_is_remembered_only_where_it_glows_and_walls_always():
    game, _ = drawn("@....")
    level, known = game.level, game.knowledge
    floor, wall = level.at(1, 3), level.at(0, 3)
    assert known.mark[floor]
    assert known.mark[wall]
    assert known.glimpsed[floor]
    level.glow = bytearray(len(level.glow))
    vision.update(game)
    assert not known.mark[floor]
    assert known.mark[wall]


def test_a_changed_square_is_remembered_by_who_sees_it_but_for_floor():
    game, _ = drawn("@....")
    i = game.level.at(1, 3)
    game.knowledge.mark[i] = 0
    for feature, seen, marked in (
        (terrain.RUBBLE, 1, 1), (terrain.RUBBLE, 0, 0), (terrain.FLOOR, 1, 0)
    ):  # fmt: skip
        game.knowledge.mark[i], game.knowledge.seen[i], game.level.hidden[i] = 0, seen, 1
        vision.change_terrain(game, i, feature)
        assert game.level.feature[i] == feature
        assert not game.level.hidden[i]
        assert game.knowledge.mark[i] == marked


# ------------------------------------------------------------------------ lore


def test_what_shows_itself_is_learned_once_and_only_if_seen():
    game, creature = watching()
    for _ in range(2):
        race_lore.learn(game, creature, "OPEN_DOOR")
        race_lore.learn_power(game, creature, "SHRIEK")
        race_lore.learn_blow(game, creature, 1)
    page = game.lore.races[creature.race]
    assert (page.flags, page.spells, page.blows) == (["OPEN_DOOR"], ["SHRIEK"], {1: 2})
    game.hero.timers.blind = 1
    race_lore.learn_power(game, creature, "ARROW1")
    game.learn(creature).visible = False
    race_lore.learn(game, creature, "SMART")
    race_lore.learn_blow(game, creature, 0)
    race_lore.learn_power(game, creature, "ARROW2")
    assert (page.flags, page.spells, page.blows) == (["OPEN_DOOR"], ["SHRIEK"], {1: 2})


def test_counts_of_lore_end_at_255():
    game, creature = watching()
    page = game.lore.races[creature.race]
    page.noticed = page.ignored = page.seen = 254
    page.blows[0] = 254
    for _ in range(3):
        race_lore.count_notice(game, creature, True)
        race_lore.count_notice(game, creature, False)
        race_lore.learn_blow(game, creature, 0)
        race_lore.note_sighting(game, creature)
    assert (page.noticed, page.ignored, page.seen, page.blows[0]) == (255, 255, 255, 255)


@pytest.mark.parametrize(
    ("name", "rows", "faces", "learned"),
    [
        ("Tanglethorn", "@..a", (1,), ["NEVER_MOVE"]),
        ("Tanglethorn", "@..a", (2,), []),
        ("Grotesque", "@..a", (1,), ["HIDDEN_MOVE"]),
        ("Alert human thrall", "@a", (2, 1), ["NEVER_BLOW"]),
        ("Alert human thrall", "@a", (2, 2), []),
        ("Alert human thrall", "@.a", (2, 1), []),
        (SOLDIER, "@a", (1, 1), []),
    ],
)
def test_what_one_never_does_becomes_plain_in_time(name, rows, faces, learned):
    game, creature = watching(name, rows)
    load_dice(game, *faces)
    race_lore.watch(game, creature)
    assert game.lore.races[creature.race].flags == learned
    load_dice(game, otherwise=1)
    race_lore.watch(game, creature)
    race_lore.watch(game, creature)
    flags = game.lore.races[creature.race].flags
    assert len(flags) == len(set(flags))


# ------------------------------------------------------------------------ the truce


def throne(*places, alertness=5):
    game = stage()
    game.world.truce = True
    return game, [foe(game, SOLDIER, *place, alertness=alertness) for place in places]


@pytest.mark.parametrize(
    ("alertness", "in_view", "ends"), [(0, True, True), (-1, True, False), (5, False, False)]
)
def test_a_hostile_deed_ends_the_truce_before_an_alert_witness(alertness, in_view, ends):
    game, (orc,) = throne((0, 3), alertness=alertness)
    game.knowledge.view[game.level.at(orc.y, orc.x)] = in_view
    game.hero.stealth_mode = True
    truce.hostile_deed(game)
    assert game.world.truce != ends
    line = "The orc soldier cries out: the truce is broken!"
    assert (line in told(game)) == ends
    assert game.hero.stop_stealth == ends
    assert ("danger" in [stop.reason for stop in game.state.disturbances]) == ends
    game.state.events.clear()
    truce.hostile_deed(game)
    assert told(game) == []


@pytest.mark.parametrize(
    ("name", "dx", "alertness", "ends"),
    [
        (MORGOTH, 1, 0, True),
        (MORGOTH, 1, -1, False),
        (MORGOTH, 2, 5, False),
        (SOLDIER, 1, 5, False),
    ],
)
def test_morgoth_beside_the_hero_ends_the_truce_himself(name, dx, alertness, ends):
    game = stage()
    game.world.truce = True
    foe(game, name, 0, dx, alertness=alertness)
    truce.watch(game)
    assert game.world.truce != ends
    assert told(game) == (["Morgoth rises and challenges you: the truce is over!"] if ends else [])
    assert bool(game.state.disturbances) == ends
    game.world.truce = False
    game.state.events.clear()
    truce.watch(game)
    assert told(game) == []
