"""Doors, digging, chests: work with the hands (rules: dungeon 2.4, 2.5, 11; objects 8)."""

import pytest

from engine.contract.action import IllegalAction
from engine.sil.clock import turn_order
from engine.sil.commands import doors as commands
from engine.sil.dungeon import chests, doors
from engine.sil.effects import statuses
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.movement import digging, exploring, travel
from engine.sil.perception import noise
from engine.sil.ruleset import SilQ
from tests.engine.sil.arena import arena, look, odds, put, said
from tests.engine.sil.stage import foe, item, load_dice, wear

pytestmark = pytest.mark.covers(
    "spec-world: 11.1", "spec-world: 11.5", "spec-objects-smithing: 8.1"
)

SIL = SilQ()
PRESETS = pytest.mark.parametrize("rulings", [GAME, MANUAL], ids=["game", "manual"])
CELL = ("#####", "#...#", "#.@+#", "#...#", "#####")


def cell(feature=terrain.CLOSED_DOOR, **how):
    game = arena("######", "#....#", "#.@+.#", "#....#", "######", known=True, **how)
    game.level.feature[game.level.at(2, 3)] = feature
    look(game)
    game.hero.health, game.hero.unspent = 1000, 0
    return game


def door(game):
    return game.level.feature[game.level.at(2, 3)]


def noises(monkeypatch):
    heard = []
    monkeypatch.setattr(noise, "noise", lambda game, value, origin=None: heard.append(value))
    return heard


def _skilled(game, skill, value):
    game.hero.derived.skills[skill] = value


def _opens(game, feature):
    def act():
        game.level.feature[game.level.at(2, 3)] = feature
        doors.open_door(game, 2, 3)
        return door(game) == terrain.OPEN_DOOR

    return act


# ----------------------------------------------------------------------------------- doors


@pytest.mark.covers("spec-dungeon: Terrain / Opening, picking, closing, bashing")
@pytest.mark.parametrize(
    "feature", [terrain.CLOSED_DOOR, *range(terrain.WARD_1, terrain.WARD_3 + 1)]
)
@pytest.mark.covers("sil-q-codebase: Warded Features")
def test_plain_and_warded_doors_open(feature):
    game = cell(feature)
    doors.open_door(game, 2, 3)
    assert door(game) == terrain.OPEN_DOOR
    assert game.state.energy_used == 100
    assert (game.hero.y, game.hero.x) == (2, 2)


@pytest.mark.parametrize(
    ("handicap", "percent"), [("", 28), ("dark", 3), ("confused", 3), ("blind", 3)]
)
def test_locks_are_picked_by_perception(handicap, percent):
    game = cell()
    _skilled(game, Skill.PERCEPTION, 7)
    if handicap == "dark":
        game.knowledge.light[game.level.at(2, 2)] = 0

    def act():
        if handicap in ("confused", "blind"):
            setattr(game.hero.timers, handicap, 5)
        game.level.feature[game.level.at(2, 3)] = terrain.LOCKED_DOOR + 4
        game.knowledge.light[game.level.at(2, 2)] = 0 if handicap == "dark" else 1
        doors.open_door(game, 2, 3)
        return door(game) == terrain.OPEN_DOOR

    assert odds(game, act) == percent


def test_a_jammed_door_does_not_open_and_that_is_remembered():
    game = cell(terrain.JAMMED_DOOR + 2)
    doors.open_door(game, 2, 3)
    assert door(game) == terrain.JAMMED_DOOR + 2
    assert game.state.energy_used == 100
    assert game.knowledge.stuck == [game.level.at(2, 3)]


def test_a_door_known_to_be_stuck_is_offered_to_be_forced_and_not_to_be_opened():
    game = cell(terrain.JAMMED_DOOR + 2)
    before = {offer.intent for offer in SIL.legal(game.state, 0)}
    doors.open_door(game, 2, 3)
    after = {offer.intent for offer in SIL.legal(game.state, 0)}
    assert ("open" in before, "open" in after, "force" in after) == (True, False, True)


@pytest.mark.parametrize("feature", [terrain.FLOOR, terrain.OPEN_DOOR, terrain.SECRET_DOOR])
def test_only_known_closed_doors_open(feature):
    game = cell(feature)
    with pytest.raises(IllegalAction):
        doors.open_door(game, 2, 3)
    game = cell()
    game.knowledge.mark[game.level.at(2, 3)] = 0
    with pytest.raises(IllegalAction):
        doors.open_door(game, 2, 3)
    assert not game.state.energy_used


def test_doors_close_unless_broken_or_barred():
    game = cell(terrain.OPEN_DOOR)
    doors.close_door(game, 2, 3)
    assert door(game) == terrain.CLOSED_DOOR
    with pytest.raises(IllegalAction, match="broken"):
        doors.close_door(cell(terrain.BROKEN_DOOR), 2, 3)
    game = cell(terrain.OPEN_DOOR)
    foe(game, "Wolf")
    with pytest.raises(IllegalAction, match="doorway"):
        doors.close_door(game, 2, 3)


@pytest.mark.parametrize(
    ("margin", "ward"),
    [(0, terrain.WARD_1), (1, terrain.WARD_2), (9, terrain.WARD_2), (10, terrain.WARD_3)],
)
@pytest.mark.covers("spec-dungeon: 2.8")
def test_the_song_of_thresholds_wards_what_is_closed(margin, ward):
    game = cell(terrain.OPEN_DOOR)
    game.hero.song = ab.SONG_OF_THRESHOLDS[1]
    _skilled(game, Skill.SONG, 15 + margin)
    load_dice(game, 5, 5)
    doors.close_door(game, 2, 3)
    assert door(game) == ward


@pytest.mark.parametrize(
    ("feature", "strength", "percent"),
    [(terrain.LOCKED_DOOR + 3, 2, 55), (terrain.JAMMED_DOOR + 3, 2, 55), (terrain.WARD_1, 2, 28),
     (terrain.WARD_3, 2, 79), (terrain.CLOSED_DOOR, 0, 45)],
)  # fmt: skip
@pytest.mark.covers("sil-q-manual: Stats / Strength")
def test_bashing_pits_strength_against_the_door(feature, strength, percent):
    game = cell()
    game.hero.derived.stats[Stat.STR] = strength

    def act():
        game.level.feature[game.level.at(2, 3)] = feature
        return doors.bash_door(game, 2, 3)

    assert odds(game, act) == percent


def test_a_bashed_door_breaks_half_the_time_and_lets_the_hero_in(monkeypatch):
    for face, left in ((1, terrain.BROKEN_DOOR), (2, terrain.OPEN_DOOR)):
        heard = noises(monkeypatch)
        game = cell()
        load_dice(game, 10, 1, face)
        commands.bash(game, 2, 3)
        assert door(game) == left
        assert (game.hero.y, game.hero.x) == (2, 3)
        assert heard == [-10]


@pytest.mark.covers("sil-q-manual: One-off effects that are not modified by stealth:")
def test_a_failed_bash_stuns_and_is_heard(monkeypatch):
    heard = noises(monkeypatch)
    game = cell()
    load_dice(game, 1, 10, 10, 1)
    commands.bash(game, 2, 3)
    assert game.hero.timers.stun == 10
    assert (game.hero.y, game.hero.x) == (2, 2)
    assert heard == [-5]


def test_hands_find_the_only_door_but_ask_between_two():
    game = cell()
    commands._open(game, ())
    assert door(game) == terrain.OPEN_DOOR
    game = cell()
    put(game, 1, 1, terrain.CLOSED_DOOR)
    with pytest.raises(IllegalAction, match="which way: e, nw"):
        commands._open(game, ())
    with pytest.raises(IllegalAction, match="nothing to open"):
        commands._open(game, ("s",))


def test_a_creature_in_the_way_is_struck_instead():
    game = cell()
    wolf = foe(game, "Wolf", health=500, visible=False)
    game.level.feature[game.level.at(2, 3)] = terrain.CLOSED_DOOR
    commands._open(game, ("e",))
    assert game.hero.attacked
    assert wolf.health <= 500


# -------------------------------------------------------------------------- no chance at all

TUNNELLER = {"pval": 3, "flags": ["TUNNEL"]}


def labels(game):
    """Return the labels of all offers, the best first, and how many of them are advised."""
    offers = SIL.legal(game.state, 0)
    return [str(offer.label) for offer in offers], sum(offer.advised for offer in offers)


def shut(feature, *, perception=-20, strength=0, rulings=GAME):
    """Return a hero before a shut door, with walls to its left and right."""
    game = arena("######", "#..#.#", "#.@+.#", "#..#.#", "######", known=True, rulings=rulings)
    put(game, 2, 3, feature)
    look(game)
    _skilled(game, Skill.PERCEPTION, perception)
    game.hero.derived.stats[Stat.STR] = strength
    game.hero.health, game.hero.unspent = 1000, 0
    return game


def test_a_chance_is_nil_exactly_where_no_dice_open_a_door():
    for power in range(1, 8):
        for skill in range(-8, 8):
            game = shut(terrain.LOCKED_DOOR + power, perception=skill)
            wins = odds(game, _opens(game, terrain.LOCKED_DOOR + power))
            game = shut(terrain.LOCKED_DOOR + power, perception=skill)
            assert doors.can_pick(game, game.level.at(2, 3)) is (wins > 0)
    for strength in range(-4, 4):
        game = shut(terrain.JAMMED_DOOR + 7, strength=strength)
        bashes = doors.can_bash(game, game.level.at(2, 3))
        load_dice(game, 10, 1, 1)
        assert doors.bash_door(game, 2, 3) is bashes


def test_a_lock_beyond_the_hero_is_told_and_bashing_is_offered_first():
    game = shut(terrain.LOCKED_DOOR + 3)
    assert labels(game)[0].index("Open the door east") < labels(game)[0].index("Bash the door east")
    doors.open_door(game, 2, 3)
    assert said(game)[-1] == (
        "You fail to pick the lock. It is beyond your Perception, you have no chance; "
        "but bashing the door may work."
    )
    assert str(game.state.disturbances[0].why) == "you have no chance to pick the lock"
    offered, advised = labels(game)
    assert offered.index("Bash the door east") < advised
    assert "Open the door east" not in offered


def test_a_lock_that_luck_can_pick_is_not_called_hopeless():
    game = shut(terrain.LOCKED_DOOR + 3, perception=0)
    load_dice(game, 1, 10)
    doors.open_door(game, 2, 3)
    assert said(game)[-1] == "You fail to pick the lock."
    assert not game.knowledge.stuck
    assert "Bash the door east" in labels(game)[0]


def test_darkness_alone_is_told_and_not_remembered():
    game = shut(terrain.LOCKED_DOOR + 3, perception=0)
    game.hero.timers.confused = 5
    load_dice(game, 10, 1)
    doors.open_door(game, 2, 3)
    assert "until you can see and think clearly" in said(game)[-1]
    assert not game.knowledge.stuck


@pytest.mark.parametrize("tool", [False, True])
def test_who_can_neither_pick_nor_bash_is_offered_to_dig_round(tool):
    game = shut(terrain.LOCKED_DOOR + 7, strength=-2)
    if tool:
        game.hero.pack = [item("Shovel", **TUNNELLER)]
    doors.open_door(game, 2, 3)
    assert said(game)[-1].endswith("look for another way, or dig round it.")
    assert "Bash the door east" not in labels(game)[0]
    assert not any(label.startswith("Dig") for label in labels(game)[0])  # too weak for rock
    game.hero.derived.stats[Stat.STR] = 3
    offered, advised = labels(game)
    assert "Bash the door east" in offered
    for way in ("north-east", "south-east"):
        assert (f"Dig {way}, till it works" in offered[:advised]) is tool


def test_a_door_too_strong_for_the_hero_is_told():
    game = shut(terrain.JAMMED_DOOR + 7, strength=-2)
    doors.open_door(game, 2, 3)
    assert "Bash the door east" in labels(game)[0]
    doors.bash_door(game, 2, 3)
    told = "It is beyond your Strength, you have no chance: look for another way, or dig round it."
    assert f"The door holds firm. {told}" in said(game)
    assert "Bash the door east" not in labels(game)[0]
    game.hero.derived.stats[Stat.STR] = 0
    assert "Bash the door east" in labels(game)[0]


def test_who_is_too_weak_to_bash_is_told_that_the_lock_may_yield():
    game = shut(terrain.LOCKED_DOOR + 7, perception=9, strength=-2)
    doors.bash_door(game, 2, 3)
    assert any(line.endswith("but opening it may work.") for line in said(game))
    offered, advised = labels(game)
    assert offered.index("Open the door east") < advised


def test_exploring_leaves_a_hopeless_door_until_the_hero_is_better():
    game = shut(terrain.LOCKED_DOOR + 3)
    square = game.level.at(2, 3)
    doors.open_door(game, 2, 3)
    assert exploring.next_way(game) is None
    assert travel.way_to(game, square) is None
    _skilled(game, Skill.PERCEPTION, 9)
    assert travel.way_to(game, square) == [square]
    load_dice(game, 10, 1)
    doors.open_door(game, 2, 3)
    assert not game.knowledge.stuck


def test_exploring_leaves_a_lock_beyond_the_hero_after_the_first_try():
    game = shut(terrain.LOCKED_DOOR + 3)
    game.knowledge.walked[:] = b"\x01" * len(game.knowledge.walked)
    game.hero.skill_base[Skill.PERCEPTION] = -20
    turns = game.hero.turns
    action = SIL.parse("explore", game.state, 0)
    told = " ".join(str(event.text) for event in SIL.apply(game.state, 0, action, game.streams))
    assert "you have no chance" in told
    assert game.hero.turns <= turns + 1


@PRESETS
def test_a_chest_beyond_the_hero_is_told(rulings):
    game = cell(terrain.FLOOR, rulings=rulings)
    chest = item("Small wooden chest", pval=20)
    game.level.floor[game.level.at(2, 3)] = [chest]
    for skill, hopeless in ((2, True), (3, False)):
        _skilled(game, Skill.PERCEPTION, skill)
        load_dice(game, 1, 10)
        chests.open_chest(game, chest, 2, 3)
        assert said(game)[-1].endswith("you have no chance.") is hopeless


# --------------------------------------------------------------------------------- digging

ROCK = [
    (terrain.RUBBLE, 1, terrain.FLOOR),
    (terrain.QUARTZ, 2, terrain.RUBBLE),
    *((f, 3, terrain.RUBBLE) for f in range(terrain.GRANITE, terrain.SOLID_WALL + 1)),
]


def miner(feature, rating, strength, rulings=GAME):
    game = cell(feature, rulings=rulings)
    game.hero.pack = [item("Shovel", pval=rating, flags=["TUNNEL"])]
    game.hero.derived.stats[Stat.STR] = strength
    return game


@pytest.mark.covers("spec-dungeon: Terrain / Tunnelling")
@pytest.mark.parametrize(("feature", "hard", "into"), ROCK)
@pytest.mark.covers("sil-q-manual: System changes")
@pytest.mark.covers("spec-objects-smithing: 10. Arrows, digging, squelch")
def test_rock_gives_way_to_a_good_tool_in_strong_hands(feature, hard, into, monkeypatch):
    heard = noises(monkeypatch)
    game = miner(feature, hard, hard)
    digging.tunnel(game, 2, 3)
    assert door(game) == into
    assert game.state.energy_used == 100
    assert heard == [-10]
    for rating, strength in ((hard - 1, hard), (hard, hard - 1)):
        game = miner(feature, rating, strength)
        with pytest.raises(IllegalAction):
            digging.tunnel(game, 2, 3)
        assert door(game) == feature
        assert not game.state.energy_used


def test_a_secret_door_is_laid_bare():
    game = miner(terrain.SECRET_DOOR, 3, 3)
    digging.tunnel(game, 2, 3)
    assert terrain.KNOWN_DOOR[door(game)]


@pytest.mark.parametrize("feature", [terrain.PERMANENT, terrain.CLOSED_DOOR, terrain.FLOOR])
def test_what_cannot_be_dug(feature):
    game = miner(feature, 9, 9)
    with pytest.raises(IllegalAction):
        digging.tunnel(game, 2, 3)


def test_the_weapon_in_hand_digs_before_the_one_in_the_pack():
    game = miner(terrain.GRANITE, 3, 3)
    wear(game, Slot.WEAPON, "Shovel", pval=1, flags=["TUNNEL"])
    assert digging.digger(game).pval == 1
    del game.hero.worn[Slot.WEAPON]
    assert digging.digger(game).pval == 3
    game.hero.pack = []
    with pytest.raises(IllegalAction, match="nothing to dig with"):
        digging.tunnel(game, 2, 3)


def test_a_confused_miner_loses_his_turn():
    game = miner(terrain.GRANITE, 1, 1)
    game.hero.timers.confused = 5
    digging.tunnel(game, 2, 3)
    assert game.state.energy_used == 100


def test_digging_provokes_whoever_stands_by(monkeypatch):
    game = miner(terrain.RUBBLE, 1, 1)
    orc = foe(game, "Orc scout", dx=-1)
    struck = []
    monkeypatch.setattr(digging.attacks, "attack_hero", lambda game, c: struck.append(c))
    digging.tunnel(game, 2, 3)
    assert struck == [orc]


@PRESETS
def test_a_vain_blow_is_neither_struck_nor_heard(rulings, monkeypatch):
    heard = noises(monkeypatch)
    game = miner(terrain.GRANITE, 1, 1, rulings=rulings)
    with pytest.raises(IllegalAction):
        digging.tunnel(game, 2, 3)
    assert heard == []
    assert not game.state.energy_used


# ---------------------------------------------------------------------------------- chests


def chest_room(pval=9, name="Small wooden chest", known=True, **how):
    game = arena(**how)
    chest = item(name, pval=pval, extra=7, known=known, seen_by=1)
    game.level.floor[game.level.at(game.hero.y, game.hero.x + 1)] = [chest]
    look(game)
    game.hero.health = 1000
    return game, chest


@pytest.mark.covers("spec-objects-smithing: Chests, skeletons / Operations")
def test_opening_and_disarming_a_chest(monkeypatch):
    game, chest = chest_room(pval=9)
    spilt = []
    monkeypatch.setattr(chests, "_spill", lambda *args: spilt.append(args))
    _skilled(game, Skill.PERCEPTION, 8)
    y, x = game.hero.y, game.hero.x + 1

    def opens():
        chest.pval = 9
        game.hero.timers.entranced = 0
        spilt.clear()
        chests.open_chest(game, chest, y, x)
        return bool(spilt)

    assert chests.difficulty(game, chest) == 3
    fails = 0
    wins = fires = 0
    for one in range(1, 11):
        for other in range(1, 11):
            chest.pval, chest.known = 9, True
            game.hero.timers.entranced = 0
            load_dice(game, one, other)
            before = len(game.state.said)
            worth = chests.disarm_chest(game, chest)
            wins += chest.pval == -9
            fails += worth
            fires += any("set off" in str(line.text) for line in game.state.said[before:])
            game.state.said.clear()
    assert (wins, fires, fails) == (85, 3, 12)
    assert odds(game, opens) == 45


TRAPS = SilQ().data.rules.chest_traps


@pytest.mark.parametrize("level", sorted({level for trap in TRAPS for level in trap.levels}))
def test_the_traps_of_chests(level):
    game, chest = chest_room(pval=level)
    load_dice(game, otherwise=1)
    game.hero.derived.skills[Skill.WILL] = -99
    game.hero.derived.stats[Stat.DEX] = -9
    chests._spring(game, chest)
    timers = game.hero.timers
    befell = {
        "bewildering gas": timers.confused,
        "acrid smoke": timers.stun,
        "foul vapour": timers.poison,
        "vision needle": timers.hallucinating,
        "trance needle": timers.entranced,
        "strength needle": -game.hero.stat_drain[Stat.STR],
    }
    springing = {trap.name for trap in TRAPS if level in trap.levels}
    assert {name for name, amount in befell.items() if amount} == springing
    gas = "A bewildering gas rises from the chest!"
    assert (gas in said(game)) is ("bewildering gas" in springing)


@pytest.mark.parametrize("level", [4, 8, 12, 16, 20, 24])
def test_every_fourth_level_is_only_locked(level):
    game, chest = chest_room(pval=level)
    assert not chests.is_trapped(game.data, chest)
    with pytest.raises(IllegalAction):
        chests.disarm_chest(game, chest)


@pytest.mark.covers("sil-q-manual: Stats / Dexterity")
def test_a_nimble_hand_avoids_a_needle():
    game, chest = chest_room(pval=9)
    game.hero.derived.stats[Stat.DEX] = 6
    load_dice(game, 10, 1)
    chests._spring(game, chest)
    assert not game.hero.timers.entranced


@pytest.mark.parametrize(
    ("name", "number"), [("Large wooden chest", 4), ("Finely wrapped present", 1)]
)
def test_a_chest_spills_what_it_holds_and_stays(name, number):
    game, chest = chest_room(pval=-5, name=name)
    chests.open_chest(game, chest, game.hero.y, game.hero.x + 1)
    heap = [i for heap in game.level.floor.values() for i in heap]
    assert chest in heap
    assert chest.pval == 0
    assert len(heap) == 1 + number
    with pytest.raises(IllegalAction, match="empty"):
        chests.open_chest(game, chest, game.hero.y, game.hero.x + 1)


def test_a_chest_is_disarmed_only_when_its_trap_is_known():
    game, chest = chest_room(known=False)
    with pytest.raises(IllegalAction):
        chests.disarm_chest(game, chest)


# ------------------------------------------------------------------- interacting, creeping


def test_interacting_does_what_suits_a_square():
    game = cell()
    load_dice(game, 10, 1, 1)
    commands._interact(game, ("e",))
    assert door(game) == terrain.BROKEN_DOOR
    game = miner(terrain.RUBBLE, 1, 1)
    commands._interact(game, ("e",))
    assert door(game) == terrain.FLOOR
    game = cell(terrain.OPEN_DOOR)
    commands._interact(game, ("e",))
    assert door(game) == terrain.CLOSED_DOOR
    game = cell(terrain.FLOOR)
    commands._interact(game, ("e",))
    assert game.state.energy_used == 100
    with pytest.raises(IllegalAction, match="nothing here to use"):
        commands._interact(cell(), ())


def test_groping_in_the_dark_finds_walls():
    game = arena("#####", "##@.#", "#####", lit=False)
    commands._interact(game, ("n",))
    game = arena("#####", "#####", "##@.#", "#####", lit=False)
    commands._interact(game, ("n",))
    assert game.knowledge.mark[game.level.at(1, 2)]
    assert "You hit something hard." in said(game)


def test_creeping_is_free_slower_and_quieter_until_the_next_turn():
    game = arena()
    quiet = game.hero.skill(Skill.STEALTH)
    commands._stealth(game, ())
    assert not game.state.energy_used
    assert game.hero.stealth_mode
    assert game.hero.skill(Skill.STEALTH) == quiet + 5
    assert game.hero.derived.speed == 1
    commands._stealth(game, ("off",))
    commands.action_costs.spend(game)
    turn_order.finish_action(game)
    assert not game.hero.stealth_mode
    with pytest.raises(IllegalAction):
        commands._stealth(game, ("off",))
    assert statuses.trapped_in(game) == ""


def test_interacting_with_ones_own_square_takes_what_lies_there():
    game = arena()
    robe = item("Robe", seen_by=1)
    game.level.floor[game.level.at(game.hero.y, game.hero.x)] = [robe]
    commands._interact(game, ())
    assert game.hero.pack
    game = arena()
    remains = item("Human Skeleton", seen_by=1, pval=1)
    game.level.floor[game.level.at(game.hero.y, game.hero.x + 1)] = [remains]
    commands._interact(game, ("e",))
    assert not remains.pval
