"""The Song of Challenge: who is roused, who is provoked to come to blows (rules: songs 8.2;
monsters 11.2)."""

from collections import Counter
from math import sqrt
from typing import NamedTuple

import pytest

from engine.sil.creature_ai import creature_turn, powers
from engine.sil.creatures import creature_stats
from engine.sil.creatures.situation import Situation
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.hero import abilities as ab
from engine.sil.hero import singing
from engine.sil.songs import challenge, song_turn
from tests.engine.sil.arena import look
from tests.engine.sil.songs.choir import singer
from tests.engine.sil.stage import DATA, foe, load_dice, race

pytestmark = pytest.mark.covers("spec-world: 8.2", "spec-character-combat: 12.8")

STRONG = 99
"""A Song that no creature here withstands."""


@pytest.mark.covers("sil-q-manual: Song of Challenge", "sil-q-manual: Morale / Aggressive")
@pytest.mark.ability("Song of Challenge")
def test_challenge_rouses_and_emboldens():
    game = singer(ab.SONG_OF_CHALLENGE, song=40)
    orc = foe(game, "Orc soldier", 0, 3, alertness=-5, stance="")
    brave = foe(game, "Orc soldier", 0, -3, alertness=0)
    orc.temporary_morale, brave.temporary_morale = -10, 70
    load_dice(game, otherwise=5)
    game.hero.song = ab.SONG_OF_CHALLENGE.number
    song_turn.go_on(game)
    will = creature_stats.will(game, orc)
    assert orc.alertness == min(20, -5 + 40 - will * will // 10 - 3)
    assert orc.temporary_morale == 30
    assert brave.temporary_morale == 70
    assert brave.morale > 50
    assert brave.stance == orc.stance == "aggressive"


def test_challenge_does_not_anger_those_who_cannot_be_confused():
    stances = {}
    for name in ("Orc soldier", "Phantom"):
        game = singer(ab.SONG_OF_CHALLENGE, song=60)
        creature = foe(game, name, 0, 2)
        creature.temporary_morale = 60
        game.hero.song = ab.SONG_OF_CHALLENGE.number
        song_turn.go_on(game)
        stances[name] = creature.stance
    assert stances == {"Orc soldier": "aggressive", "Phantom": "confident"}


HALL = ("#" * 24, "#" + "." * 22 + "#", "#.@" + "." * 20 + "#", "#" + "." * 22 + "#", "#" * 24)
MIDDLING = 12
"""A Song that about two foes in three lose to, some squares away."""


def challenged(rulings, seed, *, song, away=8, race="Orc archer"):
    """Return a hero who sings the Song of Challenge, and an aggressive foe in the same hall."""
    game = singer(ab.SONG_OF_CHALLENGE, song=song, rows=HALL, rulings=rulings, seed=seed)
    creature = foe(game, race, 0, away, stance="aggressive")
    look(game)
    game.hero.song = ab.SONG_OF_CHALLENGE.number
    return game, creature


def chance_to_lose(game, creature):
    """Return the exact chance that a foe loses the second check."""
    will = creature_stats.will(game, creature)
    against = will * will // 10 + game.knowledge.noise[game.level.at(creature.y, creature.x)]
    song = singing.strength(game.data, game.hero, ab.SONG_OF_CHALLENGE)
    dice = [(one, other) for one in range(1, 11) for other in range(1, 11)]
    return sum(song + one > against + other for one, other in dice) / len(dice)


class CreatureTurn(NamedTuple):
    """One turn of a foe: its chance to lose, whether it lost, what it did."""

    chance: float
    lost: bool
    before: int
    after: int
    told: list[str]


def foes_turn(game, creature):
    """Let a foe take its turn."""
    hero = game.hero
    hero.health = hero.derived.max_health
    chance, before = chance_to_lose(game, creature), abs(creature.x - hero.x)
    game.state.events.clear()
    creature_turn.take_turn(game, creature)
    lost = challenge.PROVOKED in creature.flags
    told = [event.kind for event in game.state.events]
    return CreatureTurn(chance, lost, before, abs(creature.x - hero.x), told)


def excess_of_losers(turns):
    """Return how many standard deviations the number of lost checks is above the exact one."""
    due = sum(turn.chance for turn in turns)
    return (sum(turn.lost for turn in turns) - due) / sqrt(
        sum(turn.chance * (1 - turn.chance) for turn in turns)
    )


@pytest.mark.covers("spec-monsters: 11.2", "sil-q-manual: Song of Challenge")
def test_the_share_of_those_who_lose_the_second_check_is_the_exact_chance():
    for rulings in (MANUAL, GAME):
        for away in (2, 8, 12):
            games = [challenged(rulings, n, song=away + 4, away=away) for n in range(300)]
            assert abs(excess_of_losers([foes_turn(*game) for game in games])) < 4.5


def test_by_the_manual_each_turn_of_the_song_checks_anew():
    turns = []
    for seed in range(300):
        game, archer = challenged(MANUAL, seed, song=MIDDLING)
        archer.range_min, archer.range_best = 7, 8  # chosen before the song began
        turns += [foes_turn(game, archer) for _ in range(5)]
    assert abs(excess_of_losers(turns)) < 4.5


def test_in_the_game_a_check_comes_with_the_choice_of_distances():
    game, archer = challenged(GAME, 1, song=STRONG)
    archer.range_min, archer.range_best = 7, 8
    assert not foes_turn(game, archer).lost
    archer.range_min = 0
    assert foes_turn(game, archer).lost


@pytest.mark.covers("sil-q-manual: Song of Challenge")
@pytest.mark.ability("Song of Challenge")
def test_by_the_manual_losers_charge_without_a_shot_and_others_act_as_ever():
    turns = []
    for seed in range(60):
        game, archer = challenged(MANUAL, seed, song=MIDDLING)
        turns += [foes_turn(game, archer) for _ in range(12)]
    losers = [turn for turn in turns if turn.lost]
    assert not any("shot" in turn.told for turn in losers)
    assert all(turn.after == max(1, turn.before - 1) for turn in losers)
    near = [turn for turn in losers if turn.before == 1]
    assert len(near) > 50
    assert all({"blow", "miss"} & set(turn.told) for turn in near)
    firsts = [foes_turn(*challenged(MANUAL, seed, song=MIDDLING)) for seed in range(300)]
    others = [turn for turn in firsts if not turn.lost]
    frequency = DATA.monsters[race("Orc archer")].spell_percent / 100
    shots = sum("shot" in turn.told for turn in others)
    spread = sqrt(len(others) * frequency * (1 - frequency))
    assert abs(shots - len(others) * frequency) < 4.5 * spread
    assert all(turn.after >= 7 for turn in others)


def test_who_lost_the_check_does_nothing_from_afar_until_the_next():
    game, archer = challenged(MANUAL, 1, song=STRONG)
    assert foes_turn(game, archer).lost
    load_dice(game, otherwise=1)
    assert not powers.attempt(Situation(game, archer))
    creature_stats.mark(archer, "always cast")
    assert not powers.attempt(Situation(game, archer))
    game.hero.song = -1
    assert powers.attempt(Situation(game, archer))


@pytest.mark.parametrize("rulings", [MANUAL, GAME])
def test_a_song_that_wins_brings_archers_to_blows(rulings):
    kinds = {}
    for song in (-1, ab.SONG_OF_CHALLENGE.number):
        kinds[song] = Counter()
        for seed in range(20):
            game, archer = challenged(rulings, seed, song=STRONG)
            game.hero.song = song
            for _ in range(20):
                kinds[song].update(foes_turn(game, archer).told)
    silent, sung = kinds.values()
    assert silent["shot"] > 50
    assert not silent["blow"]
    assert not sung["shot"]
    assert sung["blow"] > 100


def test_in_the_game_no_aggressive_foe_shoots_whatever_the_check():
    games = [challenged(GAME, seed, song=-STRONG) for seed in range(100)]
    turns = [foes_turn(*game) for game in games]
    assert sum(turn.lost for turn in turns) < 10
    assert not any("shot" in turn.told for turn in turns)
