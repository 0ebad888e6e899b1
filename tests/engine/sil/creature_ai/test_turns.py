"""Turns of monsters step by step: who acts, hunts, resents, warns, breeds and strays (rules:
monsters 11)."""

import pytest

from engine.sil.creature_ai import allies, creature_turn
from engine.sil.creatures.situation import Situation
from engine.sil.game.state import Group, Skill
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.perception import vision
from tests.engine.sil.creatures.hall import meeting, told
from tests.engine.sil.stage import foe, load_dice, refresh

MORGOTH = "Morgoth, Lord of Darkness"
CAPTAIN, SOLDIER, WOLF = "Orc captain", "Orc soldier", "Wolf"


# ------------------------------------------------------------------------ who acts


@pytest.mark.parametrize(("energy", "acts"), [(100, True), (99, False)])
def test_who_has_the_energy_acts_and_pays_for_it(energy, acts):
    game, found, _ = meeting("@..a")
    found["a"].energy = energy
    creature_turn.act_all(game, 100)
    assert (found["a"].energy < energy) == acts


def test_the_newest_acts_first_and_nobody_after_the_heros_death():
    game, found, _ = meeting("b@a", b=WOLF, otherwise=20)
    for creature in found.values():
        creature.energy = 100
    game.hero.health = 1
    game.hero.derived.skills[Skill.EVASION] = -99
    creature_turn.act_all(game, 100)
    newest, oldest = sorted(found.values(), key=lambda c: -c.slot)
    assert game.state.ended
    assert (newest.energy, oldest.energy) == (0, 100)


@pytest.mark.parametrize(
    ("changes", "moves"), [({}, True), ({"skip_turn": True}, False), ({"alertness": -11}, False)]
)
def test_sleepers_and_those_out_of_step_lose_their_turn(changes, moves):
    game, found, _ = meeting("@....a", a=SOLDIER)
    wolf = found["a"]
    wolf.energy, wolf.last_moves = 100, [4, 0, 0, 0, 0, 0]
    for field, value in changes.items():
        setattr(wolf, field, value)
    before = wolf.x
    creature_turn.act(game, wolf)
    assert (wolf.x < before) == moves
    assert not wolf.skip_turn
    assert wolf.energy < 100
    if "skip_turn" in changes:
        assert wolf.last_moves[0] == 0


def test_a_visible_one_is_watched_and_its_habits_become_plain():
    for visible, known in ((True, ["NEVER_MOVE"]), (False, [])):
        game, found, _ = meeting("@..a", a="Tanglethorn", visible=visible)
        game.knowledge.creatures[found["a"].slot].visible = visible
        creature_turn.act(game, found["a"])
        assert game.lore.races.get(found["a"].race, None) is not None or not known
        flags = game.lore.races[found["a"].race].flags if known else []
        assert flags == known


# ------------------------------------------------------------------------ who hunts

APART = "@.#....a"


def hunts(rows="@......a", *, name=WOLF, unheard=False, unseen=False, **changes):
    """Return whether one is after the hero this turn."""
    game, found, _ = meeting(rows, a=name)
    creature = found["a"]
    for field, value in changes.items():
        if field == "depth":
            game.level.depth = value
        else:
            setattr(creature, field, value)
    if unheard is not False:
        game.knowledge.noise[game.level.at(creature.y, creature.x)] = unheard
    if unseen:
        game.knowledge.view[game.level.at(creature.y, creature.x)] = 0
    return creature_turn._is_active(Situation(game, creature))


def test_who_is_in_the_heros_view_or_in_line_with_him_hunts():
    assert hunts(unheard=250)
    assert hunts(unheard=250, unseen=True)  # it sees the hero farther than he sees it
    assert not hunts(APART, name=SOLDIER, unheard=250)


@pytest.mark.parametrize(("cost", "active"), [(19, True), (20, False)])
def test_who_hears_the_hero_near_by_hunts(cost, active):
    assert hunts(APART, name=SOLDIER, unheard=cost) == active


def test_those_in_flight_and_those_called_hunt_the_call_once():
    assert hunts(APART, name=SOLDIER, unheard=250, stance="fleeing")
    game, found, _ = meeting(APART, a=SOLDIER)
    game.knowledge.noise[game.level.at(found["a"].y, found["a"].x)] = 250
    found["a"].flags.append("active")
    s = Situation(game, found["a"])
    assert creature_turn._is_active(s)
    assert not creature_turn._is_active(s)


def test_who_smells_the_hero_hunts():
    game, found, _ = meeting(APART)
    wolf = found["a"]
    here = game.level.at(wolf.y, wolf.x)
    game.knowledge.noise[here] = 250
    assert not creature_turn._is_active(Situation(game, wolf))
    game.knowledge.scent[here] = game.hero.turns + 2
    assert creature_turn._is_active(Situation(game, wolf))


@pytest.mark.parametrize(
    ("name", "depth", "active"),
    [("Great cold-drake", 0, True), ("Great cold-drake", 5, False), (SOLDIER, 0, False)],
)
def test_at_the_gates_nobody_of_the_deep_is_idle(name, depth, active):
    assert hunts(APART, name=name, unheard=250, depth=depth) == active


def test_level_seventeen_is_not_yet_deep_at_the_gates():
    game, _, _ = meeting(APART)
    by_level = {m.level: m.name for m in game.data.monsters.values() if m.serial < 300}
    for level, active in ((17, False), (18, True)):
        short_sighted = "SHORT_SIGHTED"
        names = [
            m.name
            for m in game.data.monsters.values()
            if m.level == level and 11 <= m.serial < 300 and short_sighted not in m.flags
        ]
        assert hunts(APART, name=names[0], unheard=250, depth=0) == active, by_level[level]


@pytest.mark.parametrize(("rows", "active"), [("@.a", True), ("@..a", False)])
def test_the_short_sighted_hunt_within_two_squares(rows, active):
    assert hunts(rows, name="Lurking horror") == active


# ------------------------------------------------------------------------ resentment and warnings


def resents(rows, marks, name="Orc archer", **changes):
    """Return the marks of one that was hit, after it has thought about it."""
    game, found, _ = meeting(rows, a=name)
    creature = found["a"]
    creature.flags = [*marks]
    for field, value in changes.items():
        if field == "room":
            game.level.room[game.level.at(creature.y, creature.x)] = value
        else:
            setattr(creature, field, value)
    creature_turn._resent(Situation(game, creature))
    return creature.flags


ANGRY = ["angered", "always cast"]


@pytest.mark.parametrize(
    ("rows", "marks", "changes", "after"),
    [
        (APART, ["hit by ranged"], {}, ANGRY),  # by one whom it does not see
        ("@...a", ["hit by ranged"], {"range_best": 1, "room": 0}, ANGRY),
        ("@...a", ["hit by ranged"], {"range_best": 1, "room": 1}, []),
        ("@...a", ["hit by ranged"], {"range_best": 2, "room": 0}, []),
        ("@.a", ["hit by melee"], {}, ANGRY),
        ("@a", ["hit by melee"], {}, []),
        ("@.a", ["hit by melee", "pushed"], {}, []),
        ("@.a", [], {}, []),
    ],
)
def test_who_is_hurt_and_cannot_strike_back_grows_reckless(rows, marks, changes, after):
    assert resents(rows, marks, **changes) == after


def test_without_powers_the_reckless_only_rage():
    assert resents("@.a", ["hit by melee"], WOLF) == ["angered"]


@pytest.mark.parametrize(
    ("rows", "names", "warns"),
    [
        ("@..a.b", (CAPTAIN, SOLDIER), True),
        ("@..a.b", (CAPTAIN, WOLF), False),
        ("@..a.b", (WOLF, WOLF), False),
        ("@..a#b", (CAPTAIN, SOLDIER), False),
        ("@#.a.b", (CAPTAIN, SOLDIER), False),  # the hero does not see who would warn
    ],
)
def test_a_planner_in_view_warns_an_unwary_fellow_that_it_sees(rows, names, warns):
    game, found, _ = meeting(rows, a=names[0], b=names[1])
    found["b"].alertness = -20
    creature_turn._warn(Situation(game, found["a"]))
    assert any("warning" in line for line in told(game)) == warns
    game.state.events.clear()
    found["b"].alertness = 5
    creature_turn._warn(Situation(game, found["a"]))
    assert told(game) == []


@pytest.mark.parametrize(
    ("rows", "reached"),
    [
        ("@" + "." * 3 + "a" + "." * 14 + "b", True),  # fifteen squares in sight
        ("@" + "." * 3 + "a" + "." * 15 + "b", False),
        ("@" + "." * 3 + "a" + "#" + "." * 5 + "b", True),  # seven squares behind a wall
        ("@" + "." * 3 + "a" + "#" + "." * 6 + "b", True),
        ("@" + "." * 3 + "a" + "#" + "." * 7 + "b", False),
    ],
)
def test_how_far_a_warning_carries(rows, reached):
    rows = f"{'.' * len(rows)}\n{rows}\n{'.' * len(rows)}" if "#" not in rows else rows
    game, found, _ = meeting(rows, a=CAPTAIN, b=SOLDIER)
    distance = found["b"].x - found["a"].x
    allies.warn(game, found["a"], "angered")
    carries = distance * (2 if "#" in rows else 1) <= 15
    assert (found["b"].flags == ["active", "angered"]) == carries
    assert any("warning" in line for line in told(game)) == carries


def test_a_warning_rouses_only_the_alert_of_the_same_letter():
    game, found, _ = meeting("@..abc", a=CAPTAIN, b=SOLDIER, c=WOLF)
    asleep = foe(game, SOLDIER, 0, 6, alertness=-20)
    game.learn(asleep).visible = True
    allies.warn(game, found["a"], "active")
    assert found["b"].flags == ["active"]
    assert found["c"].flags == []
    assert found["a"].flags == []
    assert [line for line in told(game) if "warning" in line] == [
        "The orc captain shouts a warning!"
    ]


def test_those_who_are_passed_over_do_not_keep_a_warning_from_the_next():
    rows = "@" + "b" + "." * 3 + "acd" + "." * 14 + "e"
    who = {"b": SOLDIER, "a": CAPTAIN, "c": SOLDIER, "d": WOLF, "e": SOLDIER}
    game, found, _ = meeting(rows, **who)
    found["c"].flags = ["active", "angered"]
    late = foe(game, SOLDIER, 0, found["a"].x - 1 - game.hero.x, alertness=5)
    game.level.creatures.insert(1, None)
    allies.warn(game, found["a"], "angered")
    assert late.flags == ["active", "angered"]
    assert found["b"].flags == ["active", "angered"]
    assert found["e"].flags == found["d"].flags == []


def test_who_has_the_mark_already_is_not_warned_again():
    game, found, _ = meeting("@..ab", a=CAPTAIN, b=SOLDIER)
    found["b"].flags = ["active"]
    allies.warn(game, found["a"], "active")
    assert told(game) == []
    allies.warn(game, found["a"], "angered")
    assert told(game) == ["The orc captain shouts a warning!"]
    assert found["b"].flags == ["active", "angered"]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (SOLDIER, "The orc soldier calls for help!"),
        ("Easterling spy", "The Easterling spy calls for help!"),
        ("Mountain troll", "The mountain troll calls for help!"),
        ("Sulrauko", "The sulrauko calls for help!"),
        ("Crebain", "The crebain gives a shrill cry!"),
    ],
)
def test_those_who_have_speech_call_and_others_cry(name, line):
    game, found, _ = meeting("@..a", a=name)
    game.hero.stealth_mode = True
    allies.call_for_help(game, found["a"])
    assert told(game)[0].lower() == line.lower()
    assert game.state.events[0].at == (found["a"].y, found["a"].x)
    assert game.known(found["a"]).noise == 10
    assert game.hero.stop_stealth


@pytest.mark.parametrize(
    ("name", "cost", "line"),
    [
        (SOLDIER, 20, "You hear a shout."),
        (SOLDIER, 21, None),
        ("Crebain", 20, "You hear a shrill cry."),
    ],
)
def test_an_unseen_shout_is_heard_within_twenty(name, cost, line):
    game, found, _ = meeting("@..a", a=name, visible=False)
    game.knowledge.noise[game.level.at(found["a"].y, found["a"].x)] = cost
    allies.call_for_help(game, found["a"])
    assert told(game) == ([line] if line else [])
    assert [stop.reason for stop in game.state.disturbances] == (["heard"] if line else [])


def test_a_shout_may_wake_those_near_the_shouter():
    game, found, _ = meeting("@..a.b", a=CAPTAIN, b=WOLF, otherwise=5)
    found["b"].alertness = -12
    allies.call_for_help(game, found["a"])
    assert found["b"].alertness > -12


@pytest.mark.parametrize(
    ("name", "laid", "before", "cost", "howls"),
    [
        (WOLF, 2, 0, 20, True),
        (WOLF, 2, 0, 21, False),  # too far to be heard, but it is roused
        (WOLF, 2, 2, 20, False),  # it smelled him before
        (WOLF, 0, 0, 20, False),
        ("Orc soldier", 2, 0, 20, False),  # these do not smell
        ("Werewolf", 2, 0, 20, False),  # hunts alone
    ],
)
def test_a_pack_howls_when_one_comes_upon_the_scent(name, laid, before, cost, howls):
    game, found, _ = meeting(APART, a=name)
    creature = found["a"]
    creature.alertness = -3
    here = game.level.at(creature.y, creature.x)
    game.knowledge.scent[here] = laid and game.hero.turns + laid
    game.knowledge.scent[here + 1] = before and game.hero.turns + before
    game.knowledge.noise[here] = cost
    allies.find_trail(game, creature, here + 1)
    assert ("You hear a long howl of pursuit." in told(game)) == howls
    roused = name == WOLF and bool(laid) and not before
    assert (creature.alertness >= 0) == roused


def test_nobody_howls_over_a_scent_in_the_heros_sight():
    game, found, _ = meeting("@..a")
    here = game.level.at(found["a"].y, found["a"].x)
    game.knowledge.scent[here] = game.hero.turns + 2
    allies.find_trail(game, found["a"], here + 1)
    assert told(game) == []


# ------------------------------------------------------------------------ breeding and straying

SHADOW = "Whispering shadow"


@pytest.mark.parametrize(
    ("near", "face", "breeds"),
    [
        ((), 1, True),
        ((), 2, False),
        (((0, 1), (1, 0)), 1, True),
        (((0, 1), (1, 0), (-1, 0)), 1, False),
    ],
)
def test_a_shadow_breeds_where_no_more_than_three_stand_together(near, face, breeds):
    game, found, _ = meeting("@......\n.......\n...a...\n.......\n.......", face, a=SHADOW)
    creature = found["a"]
    for dy, dx in near:
        foe(game, WOLF, creature.y + dy - game.hero.y, creature.x + dx - game.hero.x)
    before = len([c for c in game.level.creatures if c])
    assert creature_turn._breeds(Situation(game, creature)) == breeds
    assert len([c for c in game.level.creatures if c]) == before + breeds
    game, _, s = meeting("@..a", 1)
    assert not creature_turn._breeds(s)


def test_a_birth_before_the_heros_eyes_is_learned():
    for visible in (True, False):
        game, _, s = meeting("......\n@..a..\n......", 1, a=SHADOW, visible=visible)
        game.knowledge.seen = bytearray(b"\x01" * len(game.knowledge.seen))  # shadows darken
        assert creature_turn._breeds(s)
        born = game.level.creatures[-1]
        page = game.lore.races.get(born.race)
        assert game.known(born).visible
        assert ("MULTIPLY" in page.flags) == visible


def test_a_birth_out_of_sight_or_that_fails_teaches_nothing():
    game, found, s = meeting("......\n@..a..\n......", 1, a=SHADOW)
    game.knowledge.seen = bytearray(len(game.knowledge.seen))
    assert creature_turn._breeds(s)
    assert "MULTIPLY" not in _flags(game, found["a"])
    game, found, s = meeting("@a", 1, a=SHADOW)
    assert not creature_turn._breeds(s)
    assert "MULTIPLY" not in _flags(game, found["a"])


def _flags(game, creature):
    page = game.lore.races.get(creature.race)
    return page.flags if page else []


@pytest.mark.parametrize(
    ("name", "rows", "face", "strays"),
    [
        (WOLF, "..@a..", 25, True),
        (WOLF, "..@a..", 26, False),
        (WOLF, "..@..a", 12, True),
        (WOLF, "..@..a", 13, False),
        ("Hummerhorn", "..@a..", 75, True),
        ("Hummerhorn", "..@a..", 76, False),
        (SOLDIER, "..@a..", 1, False),
    ],
)
def test_the_erratic_stray_by_their_points_and_half_of_them_at_a_distance(name, rows, face, strays):
    wide = f"......\n{rows}\n......"
    game, found, s = meeting(wide, face, a=name)
    assert creature_turn._strays(s) == strays
    learned = game.lore.races[found["a"].race].flags if name != SOLDIER else []
    assert bool(learned) == (name != SOLDIER)


# ------------------------------------------------------------------------ Morgoth, stairs, mastery


@pytest.mark.parametrize(
    ("health", "stage", "after"),
    [
        (400, 0, 0), (301, 0, 0), (300, 0, 2), (300, 2, 2), (200, 0, 2), (200, 2, 3), (201, 2, 2),
        (100, 3, 4), (101, 3, 3), (100, 4, 4),
    ],
)  # fmt: skip
def test_morgoths_wrath_rises_a_stage_a_turn_with_his_wounds(health, stage, after):
    for visible in (True, False):
        game, found, _ = meeting("@.......a", a=MORGOTH, visible=visible)
        found["a"].max_health, found["a"].health = 400, health
        game.world.morgoth_stage = stage
        creature_turn._grow_angry(Situation(game, found["a"]))
        assert game.world.morgoth_stage == after
        raged = any("wrath" in line for line in told(game))
        assert raged == (visible and after != stage)


def test_nobody_else_grows_so_angry():
    game, found, _ = meeting("@..a")
    found["a"].max_health, found["a"].health = 400, 1
    creature_turn._grow_angry(Situation(game, found["a"]))
    assert game.world.morgoth_stage == 0


@pytest.mark.parametrize(("stair", "way"), [(terrain.UP_STAIR, "up"), (terrain.DOWN_STAIR, "down")])
def test_who_leaves_by_the_stairs_is_seen_to_and_its_band_goes_on(stair, way):
    for visible in (True, False):
        game, found, s = meeting("@..a", a=SOLDIER, visible=visible)
        creature = found["a"]
        game.level.feature[s.here] = stair
        game.level.groups[3] = Group(pause=7)
        creature.group = 3
        creature_turn.leave(s)
        assert game.level.creatures[creature.slot] is None
        assert game.level.groups[3].pause == 0
        line = f"The orc soldier goes {way} the stairs."
        assert told(game) == ([line] if visible else [])


@pytest.mark.parametrize(
    ("name", "stance", "on_stairs", "leaves"),
    [
        (SOLDIER, "fleeing", True, True),
        (SOLDIER, "confident", True, False),
        (SOLDIER, "fleeing", False, False),
        (WOLF, "fleeing", True, False),  # no planner
        ("Attercop", "fleeing", True, False),  # bound to its home
    ],
)
def test_a_planner_in_flight_takes_the_stairs_it_stands_on(name, stance, on_stairs, leaves):
    game, found, s = meeting("@...a", 100, a=name, otherwise=100)
    found["a"].stance = stance
    if on_stairs:
        game.level.feature[s.here] = terrain.UP_STAIR
    creature_turn._stay(s)
    assert (game.level.creatures[found["a"].slot] is None) == leaves


@pytest.mark.parametrize(("rows", "tries"), [("@.a", True), ("@a", False)])
def test_whoever_stays_tries_a_power_once_more_unless_beside_the_hero(rows, tries):
    game, _, s = meeting(rows, 1, a="Wraith")
    creature_turn._stay(s)
    assert bool(told(game)) == tries


@pytest.mark.parametrize(
    ("own", "against", "mastered"),
    [((8, 8, 10), (10, 10, 1), True), ((1, 1, 1), (10, 10, 10), False)],
)
def test_the_song_of_mastery_is_a_contest_of_dice_and_will(own, against, mastered):
    game, found, _ = meeting("@.a", a=SOLDIER)
    game.hero.bought.append(ab.SONG_OF_MASTERY)
    game.hero.skill_base[Skill.SONG] = 12
    refresh(game)
    game.hero.song = ab.SONG_OF_MASTERY.number
    load_dice(game, own[0], own[1], against[0], against[1], own[2], against[2])
    s = Situation(game, found["a"])
    assert creature_turn.is_mastered(s) == mastered
    game.hero.song = -1
    assert not creature_turn.is_mastered(s)


def test_a_mastered_one_does_nothing_but_keeps_the_mark():
    game, found, _ = meeting("@a", a=SOLDIER)
    game.hero.bought.append(ab.SONG_OF_MASTERY)
    refresh(game)
    game.hero.derived.skills[Skill.SONG] = 60
    game.hero.song = ab.SONG_OF_MASTERY.number
    creature_turn.take_turn(game, found["a"])
    assert found["a"].flags == ["mastered"]
    assert not game.hero.was_attacked
    game.hero.song = -1
    creature_turn.take_turn(game, found["a"])
    assert "mastered" not in found["a"].flags


def test_a_whole_turn_remembers_the_way_gone_before():
    game, found, _ = meeting("@......a", a=SOLDIER, otherwise=100)
    found["a"].last_moves = [1, 2, 3, 4, 6, 7]
    creature_turn.take_turn(game, found["a"])
    assert found["a"].last_moves == [4, 1, 2, 3, 4, 6]


def test_the_view_is_drawn_anew_when_somebody_with_a_light_has_moved(monkeypatch):
    drawn_anew = []
    update = vision.update
    monkeypatch.setattr(vision, "update", lambda game: (drawn_anew.append(1), update(game)))
    for name, times in (("Easterling warrior", 1), (SOLDIER, 0)):
        drawn_anew.clear()
        game, found, _ = meeting("@......a", a=name, otherwise=100)
        found["a"].energy = 100
        drawn_anew.clear()
        creature_turn.act_all(game, 100)
        light = game.data.monsters[found["a"].race].light
        assert bool(light) == bool(times)
        assert len(drawn_anew) == times
