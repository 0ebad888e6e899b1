"""Standing defence between two turns: the die of evasion, and the rolls of every piece of armour
(rules: silg 2, A7)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.common import distributions
from engine.common.distributions import Distribution
from engine.contract.dice import Stream
from engine.sil.creatures import creature_stats
from engine.sil.hero import protection
from engine.sil.hero.protection import DamageKind
from engine.silg.combat.skill_totals import EVERY_DIE, NATURAL
from engine.silg.context import SilGContext
from engine.silg.state import Fighter

Armour = list[tuple[str, int]]


def dies(game: SilGContext) -> tuple[int, ...]:
    """Return the faces that an evasion die that nobody has seen may show, each as likely."""
    return (EVERY_DIE,) if game.option("averaging") else tuple(range(1, NATURAL + 1))


def renew(game: SilGContext, fighter: Fighter) -> None:
    """Roll a fighter's evasion and protection anew."""
    play = game.streams.play
    fighter.die = EVERY_DIE if game.option("averaging") else play.die(NATURAL)
    fighter.armour = _rolled(game, fighter.key, play)


def _pieces(game: SilGContext, key: str) -> list[tuple[str, int, int]]:
    seat = game.seat_of(key)
    if seat is not None:
        found = protection.pieces(game.hero_game(seat), "hurt")
        return [(piece.key, piece.dice, piece.sides) for piece in found]
    creature = game.creature(key)
    if creature is None:
        return []
    dice = creature_stats.race(game.level_game, creature).protection
    return [("hide", dice.number, dice.sides)]


def _rolled(game: SilGContext, key: str, play: Stream) -> Armour:
    """Return a roll of each piece; with Armour Averaging twice its average, summed and rounded
    up only when it is used."""
    pieces = _pieces(game, key)
    if game.option("armour"):
        return [(name, n * (sides + 1) if sides > 0 else 0) for name, n, sides in pieces]
    return [(name, play.roll(n, sides)) for name, n, sides in pieces]


def to_come(game: SilGContext, dice: Iterable[tuple[int, int]]) -> Distribution:
    """Return the distribution of the standing protection of pieces: number and sides of each."""
    if game.option("armour"):
        twice = sum(number * (sides + 1) for number, sides in dice if sides > 0)
        return {_halved(twice): 1.0}
    total = distributions.CERTAIN
    for piece in dice:
        total = distributions.added(total, distributions.dice(*piece))
    return total


def _halved(twice: int) -> int:
    """Return half of an average that was kept twofold, rounded up."""
    return -(-twice // 2)


def standing(game: SilGContext, fighter: Fighter, kind: DamageKind = "hurt") -> int:
    """Return the standing protection against a kind of damage: of what counts, as last rolled."""
    armour: Iterable[tuple[str, int]] = fighter.armour
    seat = game.seat_of(fighter.key)
    if kind != "hurt" and seat is not None:
        names = {piece.key for piece in protection.pieces(game.hero_game(seat), kind)}
        armour = [(name, rolled) for name, rolled in armour if name in names]
    total = sum(rolled for _, rolled in armour)
    return _halved(total) if game.option("armour") else total


def entered(game: SilGContext, key: str) -> Fighter:
    """Return a fighter, with first rolls if it had none: on entering an encounter everybody rolls
    both, sleepers and the unwary too."""
    fighter = game.fighter(key)
    if fighter is None:
        fighter = Fighter(key, due=-1)
        game.state.fighters.append(fighter)
        renew(game, fighter)
    return fighter
