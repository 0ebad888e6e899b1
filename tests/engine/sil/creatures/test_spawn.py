"""Choosing, placing, arriving, stocking, loot (rules: monsters 3, 4, 14.6)."""

from collections import Counter

import msgspec
import pytest

from engine.common.grid import neighbours
from engine.sil.creatures import loot, spawning
from engine.sil.data import bundle
from engine.sil.dungeon import creature_arrivals
from engine.sil.dungeon.generation import creature_stocking
from engine.sil.effects import creature_upkeep, summoning
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import Creature, RaceLore
from engine.sil.level import terrain
from tests.engine.sil.creatures.hall import drawn
from tests.engine.sil.stage import Loaded, race, stage
from tests.oracle.spawns import chances
from tests.rolled import dice_for

monsters = bundle.load().monsters


def hall(depth=5, *, seed=1, size=41, rulings=GAME):
    game = stage(seed=seed, size=size, rulings=rulings)
    game.level.depth = depth
    return game


def spot(game, dy=-8):
    return game.hero.y + dy, game.hero.x


@pytest.mark.covers("spec-monsters: 3.2")
@pytest.mark.covers("sil-q-manual: The Dungeon")
def test_the_level_drawn_varies_by_two_at_creation():
    game = hall(5)
    drawn_ = Counter(spawning.effective_level(game, 5, game.streams.level)[0] for _ in range(3200))
    assert set(drawn_) == {3, 4, 5, 6, 7}
    assert abs(drawn_[5] - 1200) < 120
    assert abs(drawn_[3] - 200) < 60


@pytest.mark.covers("spec-monsters: 3.2")
def test_danger_vaults_clamps_and_the_hunt():
    game = hall(6)
    stream = game.streams.level
    assert spawning.effective_level(game, 8, stream, vault=True) == (8, False)
    game.hero.derived.counts["danger"] = 3
    assert spawning.effective_level(game, 8, stream, vault=True) == (11, False)
    game.hero.derived.counts["danger"] = 0
    assert spawning.effective_level(game, 24, stream, vault=True)[0] == 24
    assert spawning.effective_level(game, 30, stream, vault=True)[0] == 23
    game.hero.on_the_run = True
    levels = {spawning.effective_level(game, 6, stream, smart=True) for _ in range(200)}
    assert {pursuing for _, pursuing in levels} == {True}
    assert {level for level, _ in levels} == set(range(17, 24))


@pytest.mark.covers("spec-monsters: 3.3", "spec-monsters: Appendix A")
@pytest.mark.parametrize(
    ("depth", "name", "chance"),
    [
        (5, "Orc soldier", 0.0883),
        (5, "White wolf", 0.1943),
        (5, "Orc archer", 0.0641),
        (5, "Mountain troll", 0.0154),
        (1, "Wolf", 0.34375),
        (1, "Orc skirmisher", 0.10),
        (1, "Orc scout", 0.03125),
    ],
)
@pytest.mark.covers("spec-monsters: 3.1")
def test_chances_of_one_draw(depth, name, chance):
    assert chances(hall(depth), smart=False)[name] == pytest.approx(chance, abs=5e-5)


@pytest.mark.covers("spec-monsters: 3.3")
@pytest.mark.covers("sil-q-codebase: Unique Monster Placement")
def test_the_dead_and_the_present_uniques_are_not_drawn():
    game = hall(5)
    gorgol = next(r for r in monsters.values() if r.name.startswith("Gorgol"))
    assert gorgol.name in chances(game, smart=False)
    spawning.place_one(game, gorgol.serial, *spot(game), game.streams.level)
    assert gorgol.name not in chances(game, smart=False)
    game = hall(5)
    game.world.dead_uniques.append(gorgol.serial)
    assert gorgol.name not in chances(game, smart=False)


def test_uniques_that_are_never_apart_come_side_by_side():
    pairs = 0
    for kind in monsters.values():
        if "UNIQUE_FRIEND" in kind.flags:
            game = hall(kind.level)
            leader = spawning.place(game, kind.serial, *spot(game, -3), game.streams.level)
            [friend] = [c for c in game.level.creatures if c not in (None, leader)]
            other = monsters[friend.race]
            assert "UNIQUE_FRIEND" in other.flags
            assert (other.glyph.char, other is not kind) == (kind.glyph.char, True)
            assert max(abs(friend.y - leader.y), abs(friend.x - leader.x)) == 1
            pairs += 1
    assert pairs > 3


@pytest.mark.covers("spec-monsters: 4.1", "spec-monsters: 2. Flags that matter")
@pytest.mark.covers(
    "sil-q-codebase: Monster Index Constants", "sil-q-codebase: Unique Monster Placement"
)
def test_the_barrow_wight_never_comes_of_itself():
    game = hall(11)
    wight = race("Barrow wight")
    assert spawning.place_one(game, wight, *spot(game), game.streams.level) is None
    assert spawning.place_one(game, wight, *spot(game), game.streams.level, any_depth=True)


@pytest.mark.covers("spec-monsters: 4.1")
def test_no_place_in_walls_chasms_or_on_others():
    game, found = drawn("@.~#;a.", {"a": "Wolf"})
    width = game.level.width + 1
    for x, allowed in ((2, True), (3, False), (4, False), (5, False), (6, False), (1, False)):
        assert spawning.can_stand(game, 1, x) is allowed, (x, width, found)


@pytest.mark.covers("spec-monsters: 4.1")
@pytest.mark.parametrize(
    ("name", "asleep", "least", "share"),
    [
        ("Wolf", True, -20, 50),
        ("Orc soldier", True, None, None),
        ("Tanglethorn", True, 0, 0),
        ("Wolf", False, -1, 0),
    ],
)
@pytest.mark.covers(
    "sil-q-codebase: Initial Alertness Calculation", "sil-q-codebase: Configuring Monster Alertness"
)
def test_how_aware_newcomers_are(name, asleep, least, share):
    found = []
    for seed in range(200):
        game = hall(4, seed=seed)
        creature = spawning.place_one(
            game, race(name), *spot(game), dice_for(seed.to_bytes(16, "big")).level, asleep=asleep
        )
        found.append(creature.alertness)
    sleepiness = monsters[race(name)].sleepiness
    if least is None:
        least, share = -sleepiness, 100 * max(0, sleepiness - 10) // max(1, sleepiness)
    assert min(found) >= least
    assert abs(100 * sum(a < -10 for a in found) / len(found) - share) < 13


@pytest.mark.covers("spec-monsters: 18. Where the documents and the game differ")
def test_the_sleepless_start_unwary_by_the_manual():
    starts = {}
    for rulings in (GAME, MANUAL):
        game = hall(1, rulings=rulings)
        thorn = spawning.place_one(game, race("Tanglethorn"), *spot(game), game.streams.level)
        starts[rulings] = thorn.alertness
    assert (starts[GAME], starts[MANUAL]) == (0, -1)


@pytest.mark.covers("spec-monsters: 4.1", "spec-monsters: 15.2")
def test_health_is_fixed_for_uniques():
    game = hall(20)
    for word, health in (("Morgoth", 400), ("Gorgol", 30)):
        serial = next(r.serial for r in monsters.values() if r.name.startswith(word))
        y, x = spot(game, -8 if word[0] == "M" else -5)
        creature = spawning.place_one(game, serial, y, x, game.streams.level, any_depth=True)
        assert creature.health == health
    soldier, place = race("Orc soldier"), spot(game)
    halls = [(hall(seed=n), hall(seed=n).streams.level) for n in range(60)]
    rolled = {spawning.place_one(hall, soldier, *place, dice).health for hall, dice in halls}
    assert min(rolled) >= 8
    assert max(rolled) <= 32


@pytest.mark.covers("spec-monsters: 4.2")
@pytest.mark.parametrize(
    ("name", "asked", "sizes"),
    [
        ("Orc soldier", 4, {3}),
        ("Orc soldier", 5, {3, 4}),
        ("Orc soldier", 6, {4}),
        ("Orc soldier", 2, {2}),
        ("Orc warrior", 6, {1, 2}),
        ("Orc warrior", 8, {2}),
        ("Orc warrior", 4, {1}),
    ],
)
def test_sizes_of_groups(name, asked, sizes):
    stream = dice_for(bytes(16)).level
    kind = monsters[race(name)]
    assert {spawning.group_size(kind, asked, stream) for _ in range(100)} == sizes


@pytest.mark.covers("spec-monsters: 4.2", "spec-monsters: 19")
def test_escorts_are_kin_and_repeat_the_first_band():
    for seed in range(12):
        game = hall(17, seed=seed)
        draugluin = next(r for r in monsters.values() if r.name.startswith("Draugluin"))
        spawning.place(game, draugluin.serial, *spot(game), dice_for(bytes([seed] * 16)).level)
        names = Counter(monsters[c.race].name for c in game.level.creatures if c)
        assert names.pop(draugluin.name) == 1
        assert len(names) == 1
        assert set(names) <= {"Werewolf", "Greater werewolf"}


@pytest.mark.covers("spec-monsters: 4.2")
def test_companions_come_together_and_groups_share_their_mood():
    game = hall(8)
    lug = next(r for r in monsters.values() if r.name.startswith("Lug"))
    spawning.place(game, lug.serial, *spot(game), game.streams.level)
    placed = [c for c in game.level.creatures if c]
    assert {"Lug", "Balcmeg"} <= {monsters[c.race].name.split(",")[0] for c in placed}
    assert len({(c.alertness, c.group) for c in placed}) == 1


def test_companions_come_together_at_any_depth_though_alone_they_would_not(monkeypatch):
    lug, balcmeg = (
        next(r for r in monsters.values() if r.name.startswith(name)) for name in ("Lug", "Balcmeg")
    )
    hidden = msgspec.structs.replace(balcmeg, flags=balcmeg.flags | {"SPECIAL_GEN"})
    monkeypatch.setitem(monsters, balcmeg.serial, hidden)
    game = hall(8)
    assert spawning.place_one(game, balcmeg.serial, *spot(game), game.streams.level) is None
    spawning.place(game, lug.serial, *spot(game), game.streams.level)
    assert balcmeg.serial in {c.race for c in game.level.creatures if c}


@pytest.mark.covers("spec-monsters: 3.4", "spec-dungeon: 1.6")
@pytest.mark.parametrize(
    ("letter", "flag"), [("M", "SPIDER"), ("c", "WOLF"), ("r", "RAUKO"), ("d", "DRAGON")]
)
def test_letters_of_vaults_ask_for_kinds(letter, flag):
    game = hall(18)
    for n in range(6):
        i = game.level.at(game.hero.y - 6, game.hero.x + 2 * n)
        creature_stocking.symbol(game, i, letter)
        creature = game.level.creature_at(*game.level.place(i))
        assert creature is None or flag in monsters[creature.race].flags
    assert any(game.level.creatures)


@pytest.mark.covers("spec-dungeon: 1.6")
def test_letters_of_vaults_name_races_whatever_the_depth():
    game = hall(3)
    for n, letter in enumerate("WADRUGC"):
        i = game.level.at(game.hero.y - 6, game.hero.x + 2 * n)
        creature_stocking.symbol(game, i, letter)
        creature = game.level.creature_at(*game.level.place(i))
        assert creature.race == bundle.load().rules.vault_letters[letter].serial


@pytest.mark.covers("spec-monsters: 3.4", "spec-monsters: 15.3", "spec-world: 10")
@pytest.mark.covers(
    "sil-q-codebase: Monster Index Constants", "sil-q-codebase: Quest System (Thralls)"
)
def test_a_thrall_is_dejected_or_one_asks_for_something():
    moods = Counter()
    for seed in range(80):
        game = hall(5, seed=seed)
        i = game.level.at(*spot(game))
        creature_stocking.symbol(game, i, "z")
        creature = game.level.creature_at(*spot(game))
        moods[monsters[creature.race].name.split()[0]] += 1
        assert bool(game.world.thrall_quest) == (creature.quest == "giver")
    assert moods["Dejected"] > moods["Alert"] > 0


@pytest.mark.covers("spec-monsters: 3.4", "spec-monsters: 19")
def test_the_vampire_letter_gives_vampires_but_in_the_game():
    game = hall(18, rulings=MANUAL)
    for n in range(5):
        i = game.level.at(game.hero.y - 6, game.hero.x + 2 * n)
        creature_stocking.symbol(game, i, "v")
    assert {monsters[c.race].glyph.char for c in game.level.creatures if c} == {"v"}


@pytest.mark.covers("spec-monsters: 4.3")
def test_a_stocked_level_lies_out_of_the_heros_sight():
    game, _ = drawn("@.#......\n..#......\n..#......\n###......")
    creature_stocking.stock(game, 4)
    placed = [c for c in game.level.creatures if c]
    assert placed
    assert all(c.x > 3 for c in placed)


@pytest.mark.covers("spec-monsters: 4.4", "spec-dungeon: 7.4", "spec-world: 1.6")
def test_arrivals_come_awake_by_the_stairs():
    came = None
    for seed in range(12):
        game, _ = drawn("@......>", seed=seed)
        came = creature_arrivals.arrive(game)
        if came is not None:
            assert "SMART" in monsters[came.race].flags
            assert came.alertness == -1
            assert terrain.STAIR[game.level.feature[game.level.at(came.y, came.x)]]
            break
    assert came is not None
    game.level.arrivals_on = False
    assert creature_arrivals.arrive(game) is None


@pytest.mark.covers("spec-monsters: 4.4")
def test_who_stands_on_the_stairs_is_shoved_aside():
    game, found = drawn("@.....\n.....>\n......", {})
    game.hero.y, game.hero.x = 2, 6
    creature_arrivals.arrive(game)
    assert (game.hero.y, game.hero.x) != (2, 6)
    game, found = drawn("@..a", {"a": "Silent watcher"})
    i = game.level.at(found["a"].y, found["a"].x)
    game.level.feature[i] = terrain.DOWN_STAIR
    assert creature_arrivals.arrive(game) is None


@pytest.mark.covers("spec-monsters: 4.4")
def test_hauntings_are_undead():
    game, _ = drawn("@......>")
    came = creature_arrivals.arrive(game, haunting=True)
    assert came is not None
    assert "UNDEAD" in monsters[came.race].flags


@pytest.mark.covers("spec-monsters: 4.3", "spec-monsters: 15.2")
def test_morgoth_follows_a_hero_on_the_run_out_of_sight():
    hunted = None
    for seed in range(10):
        game, _ = drawn("@.#" + "." * 20 + "\n..#" + "." * 20 + "\n###" + "." * 20, seed=seed)
        game.hero.on_the_run = True
        hunted = creature_arrivals.hunt(game, game.streams.level)
        if hunted is not None:
            break
    assert hunted is not None
    assert (hunted.alertness, hunted.x > 3) == (-1, True)


def walled_in(*drawn_at, otherwise=1):
    """Return a game whose hero, with rock all about him, is hunted, and the dice of these squares,
    counted from his."""
    game = hall(size=61)
    here = game.level.at(game.hero.y, game.hero.x)
    for step in neighbours(game.level.width):
        game.level.feature[here + step] = terrain.GRANITE
    faces = [n + 1 for dy, dx in drawn_at for n in (game.hero.y + dy, game.hero.x + dx)]
    return game, Loaded(faces, otherwise)


def place(game, creature):
    return creature.y - game.hero.y, creature.x - game.hero.x


@pytest.mark.covers("spec-monsters: 4.3")
@pytest.mark.parametrize(
    ("silmarils", "drawn_at", "comes_to"),
    [
        (0, (12, 18), (8, 12)),
        (0, (13, -17), (9, -13)),
        (1, (14, 20), (10, 12)),
        (2, (-14, 20), (-8, 10)),
        (3, (-14, -20), (-6, -8)),
    ],
)
def test_morgoth_comes_the_nearer_the_more_silmarils_are_carried(silmarils, drawn_at, comes_to):
    game, dice = walled_in(drawn_at)
    game.hero.silmarils = silmarils
    assert place(game, creature_arrivals.hunt(game, dice)) == comes_to


@pytest.mark.covers("spec-monsters: 4.3")
@pytest.mark.parametrize("barred", ["rock", "vault", "edge", "in sight"])
def test_morgoth_comes_to_bare_floor_out_of_sight_outside_vaults(barred):
    game, dice = walled_in((12, 18), (-12, -18))
    level, hero = game.level, game.hero
    first = level.at(hero.y + 8, hero.x + 12)
    if barred == "rock":
        level.feature[first] = terrain.GRANITE
    elif barred == "vault":
        level.icky[first] = 1
    elif barred == "edge":
        hero.silmarils = 5
        dice.faces[:2] = [1, 1]  # as far beyond him on the other side
    else:
        for step in neighbours(level.width):
            level.feature[level.at(hero.y, hero.x) + step] = terrain.FLOOR
        for step in neighbours(level.width):
            level.feature[level.at(hero.y - 8, hero.x - 12) + step] = terrain.GRANITE
    comes_to = (12, 18) if barred == "edge" else (-8, -12)
    assert place(game, creature_arrivals.hunt(game, dice)) == comes_to


def test_morgoth_does_not_come_when_he_is_dead_or_finds_no_place():
    game, dice = walled_in((12, 18))
    game.world.dead_uniques.append(game.data.rules.creature_roles["morgoth"])
    assert creature_arrivals.hunt(game, dice) is None
    game, dice = walled_in(otherwise=31)  # where the hero is
    assert creature_arrivals.hunt(game, dice) is None
    assert not any(game.level.creatures)


@pytest.mark.covers("spec-dungeon: 4. Traps", "spec-monsters: 3.4")
def test_roosts_and_webs_call_their_dwellers():
    game = hall(6)
    assert summoning.roost(game, 2) == 2
    assert {monsters[c.race].glyph.char for c in game.level.creatures if c} == {"b"}
    game = hall(6)
    assert summoning.web(game) == 1
    assert {monsters[c.race].glyph.char for c in game.level.creatures if c} == {"M"}


@pytest.mark.covers("spec-monsters: 8")
def test_health_comes_back_by_the_spread_rule():
    ticks = [t for t in range(1, 151) if creature_upkeep.recovery_share(20, 150, t)]
    assert ticks[:6] == [8, 15, 23, 30, 38, 45]
    assert sum(creature_upkeep.recovery_share(20, 150, t) for t in range(1, 151)) == 20
    assert sum(creature_upkeep.recovery_share(35, 30, t) for t in range(1, 31)) == 35


@pytest.mark.covers("spec-monsters: 8")
def test_mana_comes_back_but_not_to_a_singer():
    game, found = drawn("@...a.b", {"a": "Orc soldier", "b": "Orc soldier"})
    found["a"].mana = found["b"].mana = 3
    found["b"].song = "SNG_OATHS"
    creature_upkeep.regenerate(game)
    assert (found["a"].mana, found["b"].mana) == (4, 3)


@pytest.mark.covers("spec-monsters: 14.6")
def test_what_the_dead_leave():
    stream = dice_for(bytes(16)).play
    numbers = {}
    for name, least, most in (("Giant", 1, 1), ("Wolf", 0, 0), ("Orc captain", 0, 3)):
        found = [len(loot.hoard(hall(9), monsters[race(name)], stream)) for _ in range(40)]
        numbers[name] = found
        assert least <= min(found), name
        assert max(found) <= most, name
    assert any(numbers["Giant"])


def test_arrows_and_torches_of_the_dead_count_among_what_they_leave():
    game, stream, left = hall(9), dice_for(bytes(16)).play, set()
    for kind in monsters.values():
        most = sum(2 * dice for flag, dice in loot.ROLLS.items() if flag in kind.flags)
        most += len({"DROP_33", "DROP_100"} & kind.flags)
        for _ in range(4):
            found = loot.hoard(game, kind, stream)
            assert len(found) <= most, kind.name
            left |= {game.data.kinds[each.kind].name for each in found}
    assert {"& Arrow~", "& Wooden Torch~"} <= left


@pytest.mark.covers("spec-monsters: 14.6", "spec-monsters: 15.1")
def test_guardians_strew_their_hoards_and_leave_nothing_more():
    strewn = 0
    for seed in range(10):
        game = hall(19, seed=seed)
        smaug = next(r for r in monsters.values() if r.name.startswith("Smaug"))
        creature = spawning.place_one(game, smaug.serial, *spot(game), game.streams.level)
        lying = sum(map(len, game.level.floor.values()))
        strewn += lying
        loot.drop_loot(game, creature)
        assert sum(map(len, game.level.floor.values())) == lying
    assert strewn > 10


@pytest.mark.covers("spec-monsters: 14.6")
def test_chosen_bearers_leave_their_artefact_once():
    game = hall(7)
    boldog = next(r for r in monsters.values() if r.name.startswith("Boldog"))
    game.lore.races[boldog.serial] = RaceLore()
    names = []
    for n in range(2):
        creature = spawning.place_one(
            game, boldog.serial, *spot(game, -8 + 4 * n), game.streams.level
        )
        loot.drop_loot(game, creature)
        game.level.creatures[creature.slot] = None
        names.append([i.artefact for heap in game.level.floor.values() for i in heap].count(86))
    assert names == [1, 1]


@pytest.mark.covers("spec-monsters: 5. Time and turn order")
def test_a_crowded_level_lets_the_least_go():
    game = hall(5, size=61)
    wolf = race("Wolf")
    for n in range(spawning.CROWD + 2):
        y, x = divmod(n, 40)
        spawning._enter(game, Creature(wolf, 2 + y, 2 + x, 5, 5))
    living = sum(c is not None for c in game.level.creatures)
    assert spawning.CROWD + 2 - spawning.DISMISSED <= living <= spawning.CROWD


def test_on_a_full_level_a_newcomer_takes_the_first_slot_left_by_another():
    game = hall(5, size=61)
    wolf = race("Wolf")
    game.level.creatures.extend([None] * (spawning.MOST_CREATURES - 1))
    for slot in (1, 2, 5, spawning.MOST_CREATURES - 1):
        game.level.creatures[slot] = Creature(wolf, 2, 2 + slot % 50, 5, 5, slot=slot)
    newcomer = Creature(wolf, 4, 4, 5, 5)
    spawning._enter(game, newcomer)
    assert newcomer.slot == 3
    assert game.level.creatures[3] is newcomer
    assert game.level.creature_at(4, 4) is newcomer


def test_a_newcomer_comes_after_the_last_who_lives():
    game = hall(5)
    first = Creature(race("Wolf"), 2, 2, 5, 5, slot=2)
    game.level.creatures[:] = [None, None, first, None, None]
    newcomer = Creature(race("Wolf"), 4, 4, 5, 5)
    spawning._enter(game, newcomer)
    assert newcomer.slot == 3
    assert game.level.creatures == [None, None, first, newcomer]
