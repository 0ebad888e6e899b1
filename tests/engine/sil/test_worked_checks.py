"""The rules' worked checks that no other test plays (rules: character 16; combat 16; world 18;
songs 18; endgame 18), by their numbers."""

from collections import Counter
from itertools import product

import pytest

from engine.contract.action import IllegalAction
from engine.sil.clock import world_clock
from engine.sil.combat.strikes import hit_contest
from engine.sil.commands import movement
from engine.sil.creatures import combat_totals, slays
from engine.sil.creatures.harm_dice import HarmDice
from engine.sil.data import bundle
from engine.sil.effects import elements
from engine.sil.game.state import Hero, Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived, peoples, singing
from engine.sil.item_use import activation
from engine.sil.setup import hero_creation
from tests.engine.sil.arena import arena
from tests.engine.sil.stage import DATA, NAUGRIM, NOLDOR, SINDAR, foe, item, load_dice, stage, wear
from tests.oracle.combat import Faces

pytestmark = pytest.mark.covers("spec-character-combat: 16", "spec-world: 18")

OTHER = ab.SONG_OF_ELBERETH.number


# ------------------------------------------------------------------------------ character 16


@pytest.mark.parametrize(
    ("race", "house", "stats", "affinities"),
    [
        (NOLDOR, "feanor", [0, 2, 2, 2], None),
        (SINDAR, "doriath", [-1, 1, 2, 2], (0, 0, 0, 0, 0, 0, 0, 2)),
        (NAUGRIM, "belegost", [1, -1, 3, 1], (0, -1, 0, 0, 0, 1, 1, 0)),
    ],
)
@pytest.mark.covers(
    "spec-character-combat: 1.2", "spec-character-combat: 1.3", "spec-character-combat: 1.5"
)
def test_2_to_4_what_birth_gives(race, house, stats, affinities):
    game = hero_creation.new_game(
        DATA, {"hero": "create"}, "Beren", stage().rulings, stage().streams
    )
    name = ("noldor", "sindar", "naugrim", "edain")[race]
    for word in (name, house):
        hero_creation.take(game, game.state.question, word)
    assert hero_creation.points_of(game.data, game.hero) == [0, 0, 0, 0]
    assert game.hero.stat_base == stats
    if affinities is not None:
        own = peoples.affinities(game.data, game.hero.race, game.hero.house)
        assert [max(own[i], affinities[i]) for i in range(8)] == list(own)


def test_10_what_is_too_heavy_to_move_under():
    for burden, moves in ((2160, True), (2161, False)):
        game = arena(stats=(2, 0, 0, 0))
        game.hero.pack = [item("Wooden Torch", weight=burden)]
        derived.update(game)
        assert game.hero.derived.speed == 1
        if moves:
            movement.walk(game, ("e",))
            continue
        with pytest.raises(IllegalAction, match="too heavy"):
            movement.walk(game, ("e",))


def test_29_a_second_try_at_what_was_missed():
    game = stage()
    attack, evasion = combat_totals.Tally("Melee", 0), combat_totals.Tally("Evasion", 0)
    pairs = list(product(range(1, 21), repeat=2))
    hits = tries = 0
    for first in pairs:
        if first[0] - first[1] > 0:  # the second try is not rolled
            hits, tries = hits + 400, tries + 400
            continue
        for second in pairs:
            contest = hit_contest(game, attack, evasion, accurate=True)
            roll = contest.roll(Faces((*first, *second)))
            hits, tries = hits + (roll.margin > 0), tries + 1
    assert hits / tries == 0.724375


def test_31_a_negative_score_is_not_halved():
    score = combat_totals.Tally("Evasion", -2)
    score.halve("unwary")
    assert score.total == -2
    score = combat_totals.Tally("Evasion", 13)
    score.halve("unwary")
    score.halve("arrow")
    assert score.total == 3


def test_35_a_long_shot():
    game = stage(size=31)
    wolf = foe(game, "Wolf", dx=11)
    base = combat_totals.Tally("Archery", 12)
    base.add("arrow", 3)
    assert combat_totals.hero_attack(game, wolf, base).total == 13


class Dealt:
    """A stream in which rolls of dice have set totals, one after the other."""

    def __init__(self, *totals):
        self.totals = list(totals)

    def roll(self, dice, sides):
        return self.totals.pop(0)


def spread(dice, sides):
    """Return how often each total of the dice falls."""
    return Counter(map(sum, product(range(1, sides + 1), repeat=dice)))


@pytest.mark.parametrize(
    ("blow", "armour", "flags", "mean", "through"),
    [
        ((2, 7), (1, 4), [], 5.52551, 1 - 5 / 98),
        ((3, 8), (2, 4), [], 8.525390625, 1 - 15 / 512),
        ((2, 5), (3, 4), [], None, 0.241875),
        ((2, 5), (3, 4), ["SHARPNESS"], None, 0.805),
        ((2, 5), (3, 4), ["SHARPNESS2"], None, 1.0),
    ],
)
def test_36_to_38_what_gets_through(blow, armour, flags, mean, through):
    game = stage()
    harm = HarmDice(*blow, (armour,), slays.sharpness(game, item("Longsword", flags=flags)))
    nets = Counter()
    for (damage, often), (kept, as_often) in product(
        spread(*blow).items(), spread(*armour).items()
    ):
        nets[harm.roll(Dealt(damage, kept)).net] += often * as_often
    total = nets.total()
    assert harm.net() == pytest.approx({net: often / total for net, often in nets.items()})
    assert 1 - nets[0] / total == pytest.approx(through, abs=1e-9)
    if mean is not None:
        assert sum(net * often for net, often in nets.items()) / total == pytest.approx(mean, 1e-5)


@pytest.mark.parametrize(
    ("song", "major", "minor"),
    [
        (ab.SONG_OF_SLAYING, 26, 12),
        (ab.SONG_OF_THE_TREES, 2, 1),
        (ab.SONG_OF_SILENCE, 6, 3),
        (ab.SONG_OF_STAYING, 13, 6),
    ],
)
@pytest.mark.covers("sil-q-manual: Song")
def test_47_the_strength_of_a_song(song, major, minor):
    hero = Hero("Luthien", SINDAR, 4)
    hero.song = song.number
    assert singing.strength(bundle.load(), hero, song, 13) == major
    hero.song, hero.theme = OTHER, song.number
    assert singing.strength(bundle.load(), hero, song, 13) == minor
    hero.song = hero.theme = -1
    assert singing.strength(bundle.load(), hero, song, 13) == 0


def test_52_concentration_up_to_half_of_perception():
    game = stage(skills=(0, 0, 0, 0, 10, 0, 0, 0), abilities=(ab.CONCENTRATION,))
    wolf = foe(game, "Wolf")
    for turns, bonus in ((3, 3), (5, 5), (9, 5)):
        game.hero.concentration, game.hero.concentration_on = turns, wolf.slot
        assert combat_totals.concentration(game, wolf) == bonus


def test_57a_armour_weighs_on_stealth_and_the_senseless_have_minus_5():
    game = stage(skills=(0, 0, 6, 0, 0, 0, 0, 0), stats=(0, 2, 0, 0))
    wear(game, Slot.BODY, "Mail Corslet", weight=370, evasion=-3)
    for slot, name, weight in ((Slot.ARM, "Round Shield", 60), (Slot.HEAD, "Helm", 40),
                               (Slot.HANDS, "Set of Gauntlets", 30)):  # fmt: skip
        wear(game, slot, name, weight=weight, evasion=0)
    own = derived.account(game)
    assert derived.sum_of(own.skill_equipment[Skill.STEALTH]) == -5
    assert not own.skill_misc[Skill.STEALTH]
    game.hero.timers.stun = 105
    derived.update(game)
    own = derived.account(game)
    assert derived.sum_of(own.skill_misc[Skill.EVASION]) == -10
    assert own.skills[Skill.EVASION] == -5


# ---------------------------------------------------------------------------------- world 18


def test_5_the_mana_of_singers_comes_back_in_150_game_turns():
    game = arena()
    wolf = foe(game, "Wolf", dx=4, alertness=-20)
    wolf.mana, gained = 0, []
    for game.state.game_turn in range(1, 151):
        before = wolf.mana
        if game.state.game_turn % 10 == 0:
            world_clock.tick(game)
        gained.append(wolf.mana - before)
    assert wolf.mana == 15
    assert [turn for turn, mana in enumerate(gained, 1) if mana] == list(range(10, 151, 10))


@pytest.mark.covers(
    "sil-q-manual: Stats / Grace",
    "sil-q-manual: Stats / Dexterity",
    "sil-q-manual: Stats / Constitution",
)
def test_18_to_20_what_stats_bring():
    assert [derived.maximum(con) for con in (-2, 0, 3, 6)] == [13, 20, 34, 59]
    assert [derived.maximum(grace) for grace in (4, 8)] == [41, 85]
    assert [derived.capacity(strength) for strength in (0, 1, 3, -1)] == [1000, 1200, 1728, 833]
    assert derived.rescale(10, 20, 24) == 12


def test_21_bands_of_health():
    bands = {now: derived.health_band(now, 20) for now in (19, 16, 15, 11, 10, 6, 5, 1)}
    assert bands == {19: 4, 16: 4, 15: 3, 11: 3, 10: 2, 6: 2, 5: 1, 1: 1}


def test_26_and_27_a_breath_of_fire_and_what_it_burns():
    for level, kept, net, rolls_of_arrow in ((3, 4, 6, (3, 1)), (-2, 0, 60, (3,))):
        game = arena()
        game.hero.derived.counts["resist_fire"] = level if level > 0 else 0
        if kept:
            game.hero.worn[Slot.LEFT_RING] = item(
                "Protection", protection_dice=1, protection_sides=4
            )
        load_dice(game, otherwise=kept or 1)
        assert elements.mitigate(game, "fire", 30) == net
        assert elements.chance(30) == 3
        for faces, lost in ((rolls_of_arrow, 1), ((4,), 0)):
            game.hero.pack = [item("Arrow")]
            load_dice(game, *faces)
            assert elements.destroy_pack(game, "fire", 30) == lost


@pytest.mark.parametrize(("withstands", "stun"), [(False, 45), (True, 0)])
def test_33_a_fall_by_ones_own_horn_stuns(withstands, stun):
    game = arena(depth=3)
    game.hero.health, game.hero.voice = 100, 99
    game.hero.derived.skills[Skill.WILL] = 12
    horn = item("Blasting")
    game.hero.pack = [horn]
    load_dice(game, 1, 9, 1, 3, 3, 3, *((5, 10) if withstands else (10, 1)))
    activation.play(game, horn, "a", "down")
    assert (game.hero.health, game.hero.timers.stun) == (91, stun)
    assert (game.state.leaving, game.state.destination) == ("collapse", 4)
