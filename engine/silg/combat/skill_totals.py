"""The numbers of an attack: evasion with its halvings, the number to beat, critical dice."""

from __future__ import annotations

from typing import NamedTuple

from engine.common import compass, distributions
from engine.common.distributions import Distribution
from engine.contract.dice import Stream
from engine.sil.creatures import combat_totals, creature_stats, skill_rolls
from engine.sil.creatures.combat_totals import STUCK, Tally
from engine.sil.data.records import Monster
from engine.sil.data.rulings import Rulings
from engine.sil.game.state import Creature
from engine.silg.context import SilGContext
from engine.silg.wording import text

EVERY_DIE = 10  # with Evasion Averaging
NATURAL = 20
BRIGHT = 2  # light above this hinders what light hurts
FAR_SIDES = (3, 4, 5)  # eighths of a turn away from the attacker
HELPLESS = combat_totals.HELPLESS_EVASION


class AttackRoll(NamedTuple):
    """An attack roll as it fell."""

    die: int
    margin: int


def number_to_beat(score: int, die: int, *, shot: bool = False) -> int:
    """Return a defender's evasion result; against an arrow half of it (rules: silg 1, A1)."""
    result = score + die
    return result // 2 if shot and result > 0 else result


class AttackContest(NamedTuple):
    """An attack before it is rolled: a score and a d20 against a number; an accurate weapon gets a
    second try."""

    score: int
    against: int
    accurate: bool = False

    def roll(self, stream: Stream) -> AttackRoll:
        """Roll it."""
        rolled = self._with(stream.die(NATURAL))
        again = self.accurate and rolled.margin <= 0
        return self._with(stream.die(NATURAL)) if again else rolled

    def _with(self, die: int) -> AttackRoll:
        return AttackRoll(die, self.score + die - self.against)

    def margins(self) -> Distribution:
        """Return the distribution of its margin; it hits by more than 0."""
        once = distributions.mapped(distributions.die(NATURAL), lambda die: self._with(die).margin)
        if not self.accurate:
            return once
        return distributions.mix(
            (once if margin <= 0 else {margin: 1.0}, chance) for margin, chance in once.items()
        )


def critical_dice(
    rulings: Rulings, rolled: AttackRoll, weight: int, *, natural: bool, adjustment: int = 0
) -> int:
    """Return the critical dice of a hit; `natural`: a natural 20 adds one (rules: silg A5, A6).

    `weight` in tenths of a pound.
    """
    if rolled.margin <= 0:
        return 0
    dice = skill_rolls.crit_dice(rulings, rolled.margin, weight, adjustment)
    return dice + (natural and rolled.die == NATURAL)


def overwhelmed(
    game: SilGContext, y: int, x: int, by: tuple[int, int], *, heroes: bool, known: bool = False
) -> int:
    """Return what being surrounded costs somebody on (y, x) against an attacker at `by`; `heroes`:
    the party's side surrounds them; `known`: only heroes are known to be on it (rules: silg 4,
    "Hit", A3)."""
    toward = compass.toward(y, x, *by)
    if not toward:
        return 0
    total = 0
    for eighths in range(8):
        dy, dx = compass.OFFSETS[compass.turned(compass.KEYPAD[toward], eighths)]
        there = y + dy, x + dx
        if there == by or (known and game.seat_at(there) is None):
            continue
        if not _hostile(game, *there, heroes=heroes):
            continue
        total += 2 if eighths in FAR_SIDES else 1
    return total


def _hostile(game: SilGContext, y: int, x: int, *, heroes: bool) -> bool:
    for seat in game.heroes:
        if (game.hero(seat).y, game.hero(seat).x) == (y, x):
            return heroes
    creature = game.state.sil.level.creature_at(y, x)
    if creature is None or "PEACEFUL" in game.data.monsters[creature.race].flags:
        return False
    return game.is_ally(f"c{creature.slot}") == heroes


def creature_evasion(
    game: SilGContext, creature: Creature, by: tuple[int, int], known: Monster | None = None
) -> Tally:
    """Return a creature's evasion score against an attacker at `by`, arrows not yet halved.
    `known`: its race as the attacker knows it, for odds."""
    hero_game, key = game.level_game, f"c{creature.slot}"
    kind = known or creature_stats.race(hero_game, creature)
    out = Tally(text("Evasion"), kind.evasion)
    if creature_stats.asleep(creature):
        out.fix(text("asleep"), HELPLESS)
        return out
    out.add(text("stunned"), -2 if creature.stun else 0)
    out.add(text("as the Game Master says"), game.state.desk.evasion.get(key, 0))
    seat, foes = game.seat_at(by), known is not None or not game.is_ally(key)
    place, aware = (creature.y, creature.x), known is not None
    surrounded = overwhelmed(game, *place, by, heroes=foes, known=aware)
    out.add(text("overwhelmed"), -surrounded)
    if seat is not None:
        hero_game = game.hero_game(seat)
        light = hero_game.knowledge.light[hero_game.level.at(creature.y, creature.x)]
        dazzled = "HURT_LITE" in kind.flags
        out.add(text("light"), -max(0, light - BRIGHT) if dazzled else 0)
        out.add(text("elf-bane"), creature_stats.elf_bane(hero_game, creature))
    if creature_stats.unwary(creature):
        out.halve(text("unwary"))
    elif seat is not None and combat_totals.cannot_see_hero(game.hero_game(seat), kind):
        out.halve(text("unseen attacker"))
    if is_stuck(game, creature.y, creature.x) and "FLYING" not in kind.flags:
        out.halve(text("held by a pit or web"))
    return out


def _flags(game: SilGContext, creature: Creature) -> frozenset[str]:
    return game.data.monsters[creature.race].flags


def is_stuck(game: SilGContext, y: int, x: int) -> bool:
    """Return whether whoever stands on a square is held there by an open pit or a web."""
    level = game.state.sil.level
    square = level.at(y, x)
    return bool(STUCK[level.feature[square]]) and not level.hidden[square]


def hero_evasion(
    game: SilGContext, seat: int, creature: Creature, known: Monster | None = None
) -> Tally:
    """Return a hero's evasion score against a creature, arrows not yet halved. `known`: its race as
    the hero knows it, for odds."""
    hero_game = game.hero_game(seat)
    if combat_totals.is_helpless(hero_game):
        out = Tally(text("Evasion"), hero_game.hero.derived.skills[2])
        out.fix(text("unable to move"), HELPLESS)
        return out
    return combat_totals.hero_evasion(hero_game, creature, seen=known)


def creature_attack(
    game: SilGContext, seat: int, creature: Creature, score: int, known: Monster | None = None
) -> Tally:
    """Return a creature's attack total against a hero. `known`: its race as the hero knows it, for
    odds."""
    out = combat_totals.monster_attack(game.hero_game(seat), creature, score, known)
    flags = known.flags if known else _flags(game, creature)
    if is_stuck(game, creature.y, creature.x) and "FLYING" not in flags:
        out.halve(text("held by a pit or web"))
    return out


def light_at(game: SilGContext, seat: int) -> int:
    """Return the light on a hero's square."""
    hero, level = game.hero(seat), game.state.sil.level
    return hero.knowledge.light[level.at(hero.y, hero.x)]
