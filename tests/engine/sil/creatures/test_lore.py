"""Pages of lore, names of creatures, slays, and what the dead leave (rules: monsters 14.6, 17;
combat 7.6)."""

import pytest

from engine.sil.creatures import (
    creature_names,
    creature_stats,
    iron_crown,
    known_race,
    loot,
    recall,
    slays,
    spawning,
)
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.game.state import RaceLore, Skill
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from tests.engine.sil.stage import NOLDOR, foe, item, load_dice, stage

MORGOTH, SOLDIER, WOLF = "Morgoth, Lord of Darkness", "Orc soldier", "Wolf"


def page(name=SOLDIER, *, perception=0, abilities=(), race=3, **lore):
    """Return the page of a race of which the hero knows this."""
    game = stage(abilities=abilities, race=race, house=1 if race == NOLDOR else 9)
    game.hero.derived.skills[Skill.PERCEPTION] = perception
    serial = next(m.serial for m in game.data.monsters.values() if m.name == name)
    game.lore.races[serial] = RaceLore(**lore)
    return str(recall.page(game, serial))


# ------------------------------------------------------------------------ pages


@pytest.mark.parametrize(
    ("name", "lore", "line"),
    [
        (SOLDIER, {}, "Nothing is known of Orc soldier but the name."),
        (SOLDIER, {"encountered": 3}, "You have met 3 and slain none."),
        (SOLDIER, {"encountered": 3, "kills": 2}, "You have met 3 and slain 2."),
        (SOLDIER, {"encountered": 1, "kills": 2}, "You have met 2 and slain 2."),
        ("Gorgol, the Butcher", {"encountered": 1}, "He lives."),
        ("Gorgol, the Butcher", {"kills": 1}, "You have slain Gorgol, the Butcher."),
        (SOLDIER, {"encountered": 1}, "comes at normal speed"),
    ],
)
def test_what_is_known_of_a_race_at_each_step(name, lore, line):
    assert line in page(name, **lore)


def test_the_worth_of_the_next_is_told_but_not_of_a_slain_unique():
    assert "The next is worth" in page(encountered=1)
    assert "The next is worth" in page("Gorgol, the Butcher", encountered=1)
    assert "The next is worth" not in page("Gorgol, the Butcher", kills=1)


def test_a_guard_is_known_once_one_was_slain():
    assert "health, and the guard" not in page(encountered=5)
    gorgol = next(m for m in stage().data.monsters.values() if m.name.startswith("Gorgol"))
    mean = gorgol.health.number * (gorgol.health.sides + 1) // 2
    assert f"has {mean} health, and the guard [+" in page(gorgol.name, kills=1)
    assert "[+1, 1d4]" in page(WOLF, kills=1)
    assert "[+5]" in page("Whispering shadow", kills=1)  # without armour


@pytest.mark.parametrize(
    ("seen", "perception", "known"), [(9, 2, True), (9, 1, False), (1, 99, False)]
)
def test_senses_are_known_of_a_race_seen_often_enough(seen, perception, known):
    found = page(encountered=seen, perception=perception)
    assert ("Will 2" in found and "Perception" in found) == known
    assert ("Stealth" in page(encountered=seen, perception=perception, abilities=(ab.LISTEN,))) == (
        known
    )


def test_a_unique_need_be_seen_but_once():
    assert "Will 5" in page("Gorgol, the Butcher", encountered=1, perception=10)


@pytest.mark.parametrize(
    ("sleepiness", "words"),
    [
        (21, "usually found asleep"), (20, "often found asleep"), (16, "often found asleep"),
        (15, "sometimes found asleep"), (11, "sometimes found asleep"),
        (10, "never found asleep"), (6, "never found asleep"),
        (5, "quick to notice intruders"), (2, "quick to notice intruders"),
        (1, "very quick to notice intruders"), (0, "ever vigilant"),
    ],
)  # fmt: skip
def test_how_soundly_a_race_sleeps(sleepiness, words):
    assert str(recall._sleep(sleepiness)) == words


@pytest.mark.parametrize(
    ("drops", "flags", "words"),
    [
        (1, [], "up to 1 thing."), (3, [], "up to 3 things."),
        (2, ["DROP_GOOD"], "up to 2 good things."), (1, ["DROP_GREAT"], "up to 1 great thing."),
        (2, ["DROP_GOOD", "DROP_GREAT"], "up to 2 great things."),
    ],
)  # fmt: skip
def test_what_a_race_was_seen_to_leave(drops, flags, words):
    assert words in page(encountered=1, drops=drops, flags=flags)
    assert "been seen to leave" not in page(encountered=1, drops=0, flags=flags)


def test_only_blows_that_were_felt_are_told():
    assert "blows" not in page("Snow troll", encountered=1)
    first = page("Snow troll", encountered=1, blows={0: 1})
    both = page("Snow troll", encountered=1, blows={0: 1, 1: 4})
    assert "4d6" in first
    assert "2d9" not in first
    assert "2d9" in both


@pytest.mark.parametrize(
    ("race", "felt", "line"),
    [
        ("Orc archer", {0: 1}, "His blows: hit (+5, 2d5)."),
        ("Wolf", {0: 1}, "Its blows: bite to leave you bleeding (+3, 2d3)."),
        ("Snow troll", {1: 1}, "His blows: bite to freeze you (+8, 2d9)."),
        (
            "Snow troll",
            {0: 1, 1: 1},
            "His blows: hit to batter you (+9, 4d6), bite to freeze you (+8, 2d9).",
        ),
    ],
)
def test_a_blow_is_told_with_its_effect_if_it_has_one(race, felt, line):
    assert line in page(race, encountered=1, blows=felt)


def test_powers_are_told_with_how_often_they_are_used():
    assert "about 75 turns in a hundred" in page("Orc archer", encountered=1, spells=["ARROW1"])
    assert "turns in a hundred" not in page("Orc archer", encountered=1)


@pytest.mark.parametrize(
    ("race", "line"),
    [(NOLDOR, "He is the bane of the Eldar, and so of you."), (3, "He is the bane of the Eldar.")],
)
def test_the_bane_of_the_eldar_is_told_to_all(race, line):
    assert page("Dagorhir, the Elfbane", race=race, encountered=1).endswith(line)
    assert "bane of the Eldar" not in page(encountered=1)


def test_only_races_met_or_slain_have_a_page_by_name():
    game = stage()
    serials = [m.serial for m in game.data.monsters.values() if m.name in (WOLF, SOLDIER, "Wraith")]
    game.lore.races[serials[0]] = RaceLore(encountered=1)
    game.lore.races[serials[1]] = RaceLore(kills=1)
    game.lore.races[serials[2]] = RaceLore(seen=1)
    names = [game.data.monsters[serial].name for serial in recall.met(game)]
    assert names == sorted(names)
    assert len(names) == 2


# ------------------------------------------------------------------------ a look


@pytest.mark.parametrize(
    ("name", "changes", "words"),
    [
        (SOLDIER, {"health": 16}, "somewhat wounded"),
        (SOLDIER, {"health": 15}, "wounded"),
        (SOLDIER, {"confused": 1}, "confused"),
        (SOLDIER, {"hasted": 1}, "hasted"),
        (SOLDIER, {"slowed": 1}, "slowed"),
        (SOLDIER, {"song": "SNG_OATHS"}, "singing"),
        (SOLDIER, {"skip_turn": True}, "startled"),
        (SOLDIER, {"stance": "aggressive"}, "full of rage"),
        (SOLDIER, {"range_min": 3}, "keeping its distance"),
        (SOLDIER, {"range_min": 4}, "intent on you"),
        (SOLDIER, {"range_min": 1}, "intent on you"),
        (SOLDIER, {"alertness": -11}, "asleep"),
        (SOLDIER, {"alertness": -10}, "unwary"),
        (SOLDIER, {"stance": "fleeing", "skip_turn": True}, "fleeing in terror"),
        ("Alert human thrall", {"stance": "aggressive"}, "watching you"),
    ],
)
def test_what_a_look_tells(name, changes, words):
    game = stage()
    creature = foe(game, name, 0, 3)
    for field, value in changes.items():
        setattr(creature, field, value)
    parts = str(recall.look(game, creature)).removesuffix(".").split(", ")
    assert words in parts


def test_the_mindless_show_no_mind_and_a_dreamer_believes_nothing():
    game = stage()
    thorn = foe(game, "Tanglethorn", 0, 1)
    assert str(recall.look(game, thorn)) == "A tanglethorn, 1 square east, unhurt."
    game.hero.timers.hallucinating = 1
    assert str(recall.look(game, thorn)).endswith("or so it seems.")


# ------------------------------------------------------------------------ races as known


def known(name=SOLDIER, *, perception=0, abilities=(), **lore):
    game = stage(abilities=abilities)
    game.hero.derived.skills[Skill.PERCEPTION] = perception
    creature = foe(game, name, 0, 3)
    game.lore.races[creature.race] = RaceLore(**lore)
    return known_race.of(game, creature), game.data.monsters[creature.race]


def test_of_a_race_never_slain_neither_guard_nor_class_is_known():
    found, _ = known(encountered=1)
    assert not found.defence
    assert found.mean_health is None
    assert (found.kind.evasion, found.kind.will, found.kind.perception) == (0, 0, 0)
    assert "ORC" not in found.kind.flags
    slain, race = known(kills=1)
    assert slain.defence
    assert slain.mean_health == race.health.number * (race.health.sides + 1) / 2
    assert (slain.kind.evasion, slain.kind.protection) == (race.evasion, race.protection)
    assert "ORC" in slain.kind.flags
    assert "OPEN_DOOR" not in slain.kind.flags
    assert "OPEN_DOOR" in known(kills=1, flags=["OPEN_DOOR"])[0].kind.flags


def test_senses_blows_and_powers_count_as_they_were_learned():
    found, race = known("Orc archer", encountered=9, perception=2, blows={0: 1}, spells=["ARROW1"])
    assert found.senses
    assert (found.kind.will, found.kind.perception) == (race.will, race.perception)
    assert found.blows == (0,)
    assert found.kind.spells == {"ARROW1"}
    found, _ = known("Orc archer", encountered=9, perception=1, blows={2: 1})
    assert not found.senses
    assert found.blows == ()
    assert found.kind.spells == frozenset()


def test_nothing_is_known_of_the_unseen_or_to_one_out_of_his_mind():
    for timer in ("hallucinating", "rage"):
        game = stage()
        creature = foe(game, SOLDIER, 0, 3)
        assert known_race.of(game, creature) is not None
        setattr(game.hero.timers, timer, 1)
        assert known_race.of(game, creature) is None
    game = stage()
    assert known_race.of(game, foe(game, SOLDIER, 0, 3, visible=False)) is None
    creature = foe(game, SOLDIER, 0, 4)
    game.learn(creature).guise = 11
    assert known_race.of(game, creature) is None


# ------------------------------------------------------------------------ names


def test_the_second_of_a_kind_is_numbered_and_so_is_then_the_first():
    game = stage()
    first, second = foe(game, WOLF, 0, 3, visible=False), foe(game, WOLF, 0, 4, visible=False)
    game.learn(first).visible = True
    creature_names.meet(game, first)
    assert creature_names.tag(game, first) == 0
    assert str(creature_names.a(game, first)) == "a wolf"
    assert creature_names.handle(game, first) == "wolf-1"
    creature_names.meet(game, second)
    creature_names.meet(game, second)
    game.learn(second).visible = True
    assert (creature_names.tag(game, first), creature_names.tag(game, second)) == (1, 2)
    assert creature_names.handle(game, second) == "wolf-2"
    assert creature_names.ref(game, second).id == 2


def test_uniques_go_by_their_name_alone():
    game = stage()
    gorgol = foe(game, "Gorgol, the Butcher", 0, 3)
    creature_names.meet(game, gorgol)
    game.lore.tags[gorgol.race] = 2
    assert creature_names.tag(game, gorgol) == 0
    assert creature_names.handle(game, gorgol) == "gorgol-the-butcher"
    assert creature_names.is_unique(game, gorgol)


def test_those_in_sight_are_told_nearest_first_then_by_row():
    game = stage()
    for dy, dx in ((0, 3), (1, -2), (-2, 1), (0, 1)):
        foe(game, WOLF, dy, dx)
    foe(game, WOLF, 5, 5, visible=False)
    seen = [(c.y - game.hero.y, c.x - game.hero.x) for c in creature_names.visible(game)]
    assert seen == [(0, 1), (-2, 1), (1, -2), (0, 3)]


def test_the_raging_see_only_who_stands_in_the_light():
    game = stage()
    near, far = foe(game, WOLF, 0, 2), foe(game, WOLF, 0, 4)
    game.hero.timers.rage = 1
    game.knowledge.seen[game.level.at(far.y, far.x)] = 0
    assert list(creature_names.visible(game)) == [near]


# ------------------------------------------------------------------------ slays and the crown


@pytest.mark.parametrize(
    ("own", "flags", "dice"),
    [
        (("SLAY_ORC",), ("ORC",), (1, 0)),
        (("SLAY_ORC",), ("TROLL",), (0, 0)),
        (("SLAY_MAN_OR_ELF",), ("MAN",), (1, 0)),
        (("SLAY_MAN_OR_ELF",), ("ELF",), (1, 0)),
        (("SLAY_ORC", "SLAY_TROLL"), ("ORC", "TROLL"), (2, 0)),
        (("BRAND_FIRE",), (), (0, 1)),
        (("BRAND_FIRE",), ("HURT_FIRE",), (0, 2)),
        (("BRAND_FIRE",), ("RES_FIRE",), (0, 0)),
        (("BRAND_COLD",), ("HURT_COLD",), (0, 2)),
        (("BRAND_ELEC", "BRAND_POIS"), ("RES_POIS",), (0, 1)),
        (("SLAY_UNDEAD", "BRAND_FIRE"), ("UNDEAD", "HURT_FIRE"), (1, 2)),
    ],
)
def test_slays_and_brands_add_dice(own, flags, dice):
    found = slays.slaying(own, flags)
    assert tuple(found) == dice
    assert found.dice == sum(dice)


@pytest.mark.parametrize(("dice", "loss"), [((1, 0), 20), ((0, 1), 0), ((0, 2), 20), ((0, 0), 0)])
def test_a_slay_or_a_telling_brand_shakes_those_who_see_it(dice, loss):
    game = stage()
    wolf = foe(game, WOLF, 0, 3)
    slays.awe(game, wolf, slays.Slaying(*dice))
    assert wolf.temporary_morale == -loss


def test_a_brand_teaches_what_its_victim_is_made_of_if_it_is_seen():
    for visible, learned in ((True, ["RES_COLD"]), (False, [])):
        game = stage()
        names = (m.name for m in game.data.monsters.values() if "RES_COLD" in m.flags)
        creature = foe(game, next(names), 0, 3, visible=visible)
        for _ in range(2):
            slays.against(game, creature, item("Longsword", flags=["BRAND_COLD"]), None)
        assert game.lore.races[creature.race].flags == learned


@pytest.mark.parametrize(
    ("flags", "percent"), [((), 100), (("SHARPNESS",), 50), (("SHARPNESS2",), 0)]
)
def test_what_counts_against_a_sharp_weapon_and_shows_what_it_is(flags, percent):
    game = stage()
    sword = item("Longsword", flags=[*flags], known=False)
    assert slays.sharpness(game, sword) == percent
    assert sword.known == (percent < 100)
    assert slays.sharpness(game, None) == 100


@pytest.mark.parametrize(("net", "loosened"), [(9, False), (10, True)])
def test_a_blow_of_ten_loosens_the_crown_and_the_second_knocks_it_off(net, loosened):
    game = stage()
    morgoth = foe(game, MORGOTH, 0, 2)
    iron_crown.struck(game, morgoth, net)
    assert ("crown loosened" in morgoth.flags) == loosened
    assert not game.world.crown_fallen
    iron_crown.struck(game, morgoth, net)
    assert game.world.crown_fallen == loosened
    wolf = foe(game, WOLF, 0, 4)
    iron_crown.struck(game, wolf, 99)
    assert wolf.flags == []


def test_the_crown_falls_beside_morgoth_or_under_him_in_a_walled_place():
    game = stage()
    morgoth = foe(game, MORGOTH, 0, 2)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            if dy or dx:
                i = game.level.at(morgoth.y + dy, morgoth.x + dx)
                game.level.feature[i] = terrain.GRANITE
    iron_crown.drop(game, morgoth)
    assert list(game.level.floor) == [game.level.at(morgoth.y, morgoth.x)]
    assert game.world.morgoth_stage == 1
    game = stage()
    morgoth = foe(game, MORGOTH, 0, 2)
    iron_crown.drop(game, morgoth)
    (square,) = game.level.floor
    y, x = game.level.place(square)
    assert max(abs(y - morgoth.y), abs(x - morgoth.x)) == 1
    iron_crown.drop(game, morgoth)
    assert len(game.level.floor[square]) == 1


# ------------------------------------------------------------------------ figures


@pytest.mark.parametrize(
    ("changes", "truce", "ready"),
    [
        ({}, False, True), ({"alertness": 0}, False, True), ({"alertness": -1}, False, False),
        ({"confused": 1}, False, False), ({"stance": "fleeing"}, False, False),
        ({"skip_turn": True}, False, False), ({"flags": ["mastered"]}, False, False),
        ({}, True, False),
    ],
)  # fmt: skip
def test_who_may_strike_out_of_turn(changes, truce, ready):
    game = stage()
    game.world.truce = truce
    wolf = foe(game, WOLF)
    for field, value in changes.items():
        setattr(wolf, field, value)
    assert creature_stats.ready(game, wolf) == ready


def test_a_stunned_one_has_two_points_less_of_every_sense():
    game = stage()
    wolf = foe(game, WOLF)
    figures = creature_stats.will, creature_stats.perception, creature_stats.stealth
    sound = [figure(game, wolf) for figure in figures]
    wolf.stun = 1
    assert [figure(game, wolf) for figure in figures] == [value - 2 for value in sound]


def test_those_at_the_edge_of_sight_see_each_other():
    game = stage(size=51)
    wolf = foe(game, WOLF, 0, -10)
    for dx, sees in ((10, True), (11, False)):
        assert creature_stats.in_sight(game, wolf, foe(game, WOLF, 0, dx)) == sees


def test_grief_spares_the_fearless_the_unwary_and_strangers():
    game = stage()
    victim = foe(game, "Mountain troll", 0, 2)
    fearless, unwary = foe(game, "Snow troll", 0, 4), foe(game, "Cave troll", 1, 4, alertness=-1)
    assert "NO_FEAR" in game.data.monsters[fearless.race].flags
    wolf, kin = foe(game, WOLF, 0, 3), foe(game, WOLF, 1, 3)
    stranger = foe(game, SOLDIER, 2, 3)
    creature_stats.shake(game, victim, 20)
    creature_stats.shake(game, wolf, 20)
    losses = [c.temporary_morale for c in (fearless, unwary, wolf, kin, stranger)]
    assert losses == [0, 0, -20, -20, 0]


def test_grief_passes_over_the_fearless_to_those_behind_them():
    game = stage()
    victim = foe(game, SOLDIER, 0, 2)
    fearless, kin = foe(game, "Boldog, the Merciless", 0, 3), foe(game, SOLDIER, 1, 3)
    assert "NO_FEAR" in game.data.monsters[fearless.race].flags
    creature_stats.shake(game, victim, 20)
    assert [c.temporary_morale for c in (victim, fearless, kin)] == [-20, 0, -20]


@pytest.mark.parametrize(
    ("rulings", "stage_before", "dark"), [(GAME, 0, True), (GAME, 1, False), (MANUAL, 2, True)]
)
def test_the_loss_of_his_crown_darkens_morgoth(rulings, stage_before, dark):
    game = stage(rulings=rulings)
    game.world.morgoth_stage = stage_before
    creature_stats.anger(game, 1)
    assert game.world.morgoth_dark == dark
    assert game.world.morgoth_stage == max(1, stage_before)
    game.world.morgoth_dark = False
    creature_stats.anger(game, 3)
    assert not game.world.morgoth_dark


# ------------------------------------------------------------------------ groups and hoards


@pytest.mark.parametrize(
    ("name", "asked", "faces", "size"),
    [
        (SOLDIER, 4, (1,), 3), (SOLDIER, 4, (2,), 3), (SOLDIER, 1, (1,), 2), (SOLDIER, 6, (1,), 4),
        (SOLDIER, 9, (2,), 4), (SOLDIER, -9, (1,), 2), ("Orc scout", 9, (1,), 1),
    ],
)  # fmt: skip
def test_a_pack_is_of_two_to_four_by_the_level_asked_for(name, asked, faces, size):
    game = stage()
    kind = next(m for m in game.data.monsters.values() if m.name == name)
    load_dice(game, *faces)
    assert spawning.group_size(kind, asked, game.streams.play) == size


@pytest.mark.parametrize(
    ("over", "face", "size"), [(0, 2, 2), (0, 3, 1), (2, 4, 2), (-2, 1, 1), (-1, 1, 2)]
)
def test_a_friend_comes_along_the_likelier_the_deeper(over, face, size):
    game = stage()
    kind = next(m for m in game.data.monsters.values() if m.name == "Orc warrior")
    load_dice(game, face)
    assert spawning.group_size(kind, kind.level + over, game.streams.play) == size


def test_archers_leave_arrows_and_light_bearers_torches_among_their_things():
    game = stage()
    races = game.data.monsters.values()
    archer = next(m for m in races if "ARROW1" in m.spells and "DROP_33" in m.flags)
    for face, arrows in ((archer.spell_percent // 2, True), (archer.spell_percent // 2 + 1, False)):
        load_dice(game, 1, face, 4, 4, otherwise=50)
        kinds = [game.data.kinds[i.kind].name for i in loot.hoard(game, archer, game.streams.play)]
        assert ("& Arrow~" in kinds) == arrows
    load_dice(game, 34)
    assert loot.hoard(game, archer, game.streams.play) == []


def test_loot_seen_to_fall_is_remembered_and_unseen_is_not():
    for seen in (1, 0):
        game = stage()
        giant = foe(game, "Giant", 0, 3)
        game.lore.races[giant.race] = RaceLore()
        carried = item("Dagger")
        giant.carried = [carried]
        here = game.level.at(giant.y, giant.x)
        game.knowledge.seen[here] = seen
        loot.drop_loot(game, giant)
        assert giant.carried == []
        lying = [thing for heap in game.level.floor.values() for thing in heap]
        assert carried in lying
        assert game.lore.races[giant.race].drops == (len(lying) - 1 if seen else 0)
