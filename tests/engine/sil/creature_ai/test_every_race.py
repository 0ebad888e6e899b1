"""Every race fights the hero, and every word of the race file means something to the rules."""

import re
from pathlib import Path

import pytest

from engine.sil.clock import turn_order
from engine.sil.creature_ai import allies, powers
from engine.sil.creatures import spawning
from engine.sil.data import bundle, flag_words
from engine.sil.game.presets import GAME, MANUAL
from engine.sil.level import terrain
from engine.sil.songs import monster_songs
from tests.engine.sil.stage import stage

ENGINE = Path(__file__).parents[4] / "engine" / "sil"
RACES = {
    serial: race
    for serial, race in bundle.load().monsters.items()
    if spawning.FIRST_RACE <= serial < 300
}

THROUGH_ROCK = {"PASS_WALL", "KILL_WALL", "TUNNEL_WALL"}

# Words that the rules know of and that change nothing in play, and why (rules: monsters 2, 13.1).
UNUSED_FLAGS = {
    "MALE": "pronouns only",
    "ATTR_MULTI": "a shimmering picture only",
    "ATTR_CLEAR": "a picture without colour; no race has it",
    "CHAR_CLEAR": "a picture without letter; no race has it",
    "CLOUD_SURROUND": "unused: no race has a cloud about it",
    "KILL_BODY": "unused: no race tramples others",
    "KILL_ITEM": "unused: no race destroys what lies about",
    "LOW_MANA_RUN": "unused: no race flees for want of mana",
    "RES_DISEN": "unused: nothing disenchants",
    "RES_NETHR": "unused: there is no such element",
    "RES_NEXUS": "unused: there is no such element",
    "RES_PLAS": "unused: there is no such element",
    "RES_WATER": "unused: there is no such element",
}
UNUSED_EFFECTS = {
    "EAT_FOOD": "unused: no race eats food",
    "EAT_ITEM": "unused: no race steals",
    "LOSE_MANA": "unused: no race drains the voice",
    "UN_BONUS": "unused: no race disenchants",
    "UN_POWER": "unused: no race drains staffs",
}


def _sources():
    return "\n".join(
        file.read_text() for file in ENGINE.rglob("*.py") if file.name != "flagwords.py"
    )


def _spoken(words, sources):
    """Return those words that stand in quotes in the rules, alone or as the start of a built
    word."""
    return {word for word in words if re.search(rf'"{word}"', sources)}


@pytest.mark.covers("spec-monsters: 2. Flags that matter")
def test_every_flag_is_acted_on_or_known_to_be_unused():
    flags = set(flag_words.MONSTER_FLAGS)
    composites = {w for w, parts in flag_words.MONSTER_FLAGS.items() if parts != {w}}
    sources = _sources()
    silent = flags - composites - _spoken(flags, sources) - UNUSED_FLAGS.keys()
    assert not silent
    carried = {flag for race in RACES.values() for flag in race.flags}
    unused = {flag for flag, why in UNUSED_FLAGS.items() if why.startswith("unused")}
    assert not unused & carried


@pytest.mark.covers("spec-monsters: 13.1", "spec-monsters: 13.5")
def test_every_blow_and_power_is_acted_on_or_known_to_be_unused():
    sources = _sources()
    effects = flag_words.BLOW_EFFECTS - {""}
    plain = {"HURT"}  # nothing but the damage
    assert not effects - _spoken(effects, sources) - UNUSED_EFFECTS.keys() - plain
    assert not flag_words.BLOW_METHODS - _spoken(flag_words.BLOW_METHODS, sources)
    spells = set(flag_words.MONSTER_SPELLS)
    assert not spells - _spoken(spells, sources)
    carried = {blow.effect for race in RACES.values() for blow in race.blows}
    assert not UNUSED_EFFECTS.keys() & carried


def duel(serial, seed, turns, rulings):
    """Return a race and its band against a hero who stands still and cannot die."""
    game = stage(rulings=rulings, seed=seed + 1, size=25, skills=(5, 5, 5, 5, 5, 5, 0, 0))
    game.level.depth = max(1, min(19, RACES[serial].level))
    game.hero.turns = 1
    game.level.glow = bytearray(b"\x01" * len(game.level.feature))
    close = RACES[serial].flags & {"NEVER_MOVE", "SHORT_SIGHTED"}
    leader = spawning.place(
        game,
        serial,
        game.hero.y - (2 if close else 3 + seed % 4),
        game.hero.x + (0 if close else seed % 3),
        game.streams.play,
        asleep=False,
        any_depth=True,
    )
    assert leader is not None
    game.world.crown_fallen = True  # or Morgoth would not sing
    for creature in game.level.creatures:
        if creature is not None:
            creature.alertness = 5 if seed % 3 else -5
    for _ in range(turns):
        game.hero.health = game.hero.derived.max_health
        turn_order.spend(game)
        turn_order.finish_action(game)
        game.state.ended = game.state.leaving = ""
        check(game)
    return game


def check(game):
    """Return what holds at every turn (rules: monsters 1, 6, 12)."""
    level = game.level
    taken = {}
    for creature in level.creatures:
        if creature is None:
            continue
        i = level.at(creature.y, creature.x)
        assert level.occupant[i] == creature.slot
        assert i not in taken
        assert i != level.at(game.hero.y, game.hero.x)
        assert -60 <= creature.alertness <= 20
        assert 0 <= creature.energy < 256
        assert 0 <= creature.mana <= 15
        assert 0 < creature.health <= creature.max_health
        feature, flags = level.feature[i], RACES[creature.race].flags
        assert not terrain.KNOWN_DOOR[feature] or flags & {"PASS_DOOR", *THROUGH_ROCK}
        assert not terrain.ROCK[feature] or flags & THROUGH_ROCK
        assert feature != terrain.CHASM or "FLYING" in flags
        taken[i] = creature
    assert len(taken) == len(level.occupant)


def check_hero(game):
    """Return what holds of a mortal hero at every turn: a roof may fall on him, else he stands
    free."""
    hero, level = game.hero, game.level
    feature = level.feature[level.at(hero.y, hero.x)]
    assert not terrain.OPAQUE[feature] or feature == terrain.RUBBLE or game.state.ended
    assert 0 <= hero.health <= hero.derived.max_health or game.state.ended
    assert 0 <= hero.voice <= hero.derived.max_voice


@pytest.mark.parametrize("serial", sorted(RACES))
def test_every_race_fights(serial):
    duel(serial, serial % 7, 12, MANUAL if serial % 2 else GAME)


@pytest.mark.soak(part="duels")
@pytest.mark.parametrize("serial", sorted(RACES))
def test_every_race_fights_ten_duels_and_uses_its_powers(serial, monkeypatch):
    used = set()
    use, begin, call = powers.use, monster_songs.begin, allies.call_for_help
    monkeypatch.setattr(powers, "use", lambda s, p: (used.add((s.race.serial, p)), use(s, p)))
    monkeypatch.setattr(
        monster_songs, "begin", lambda s, p: (used.add((s.race.serial, p)), begin(s, p))
    )
    # Who can do better than to call for help as a power still calls when retreating.
    monkeypatch.setattr(
        allies, "call_for_help", lambda g, c: (used.add((c.race, "SHRIEK")), call(g, c))
    )
    for seed in range(10):
        duel(serial, seed, 60, MANUAL if seed % 2 else GAME)
    more = 10
    while RACES[serial].spells - {p for r, p in used if r == serial} and more < 60:
        duel(serial, more, 60, GAME)
        more += 1
    assert not RACES[serial].spells - {p for r, p in used if r == serial}
