"""The manual's formulas: whole numbers and exact fractions, rounded down where nothing is said.

Functions that roll take a stream; the others are arithmetic. The rules are in
docs/rules/delve.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from engine.contract.dice import Stream

Verdict = Literal["miss", "hit", "critical"]

MISS = 100  # thousandths
CRITICAL = 100  # thousandths
BASIC_RANGE = 4  # squares that an item flies unless it says otherwise
FULL_NOURISHMENT = 500
HUNGRY, STARVING = 100, 25
MOST_POINTS = 99
MOST_FATIGUE = 16
ENERGY_PERIOD, HEALTH_PERIOD = 40, 240
FREEZE_STEPS = 10_000  # the values of the uniform draw behind freeze's rounds
LOWEST_FIGURE = -3  # rust and acid stop here
CURSE_SIDES = 6  # of the dice that are rolled against a curse


# ------------------------------------------------------------------ melee (rules: delve 4)


def melee_dice(level: int) -> int:
    """Return how many dice a blow rolls: half the level, rounded down, plus one."""
    return level // 2 + 1


def scale_by_energy(damage: int, energy: int, full: int) -> int:
    """Return damage adjusted for the attacker's energy: multiplied by 0.6 + 0.8 e/E where that
    raises it; by 0.9, rounded up, at no energy."""
    if energy <= 0 or full <= 0:
        return (damage * 9 + 9) // 10
    return max(damage, damage * (3 * full + 4 * energy) // (5 * full))


def verdict(stream: Stream, miss: int, critical: int = CRITICAL) -> Verdict:
    """Return how a blow turns out; both shares are thousandths of one throw of chance."""
    drawn = stream.below(1000)
    if drawn < miss:
        return "miss"
    return "critical" if drawn >= 1000 - critical else "hit"


def blow_cost(attacker_level: int, victim_level: int, *, lucky: bool = False) -> int:
    """Return the energy that a miss, critical hit or lucky hit takes from the attacker."""
    cost = abs(attacker_level - victim_level) + 1
    if lucky:
        cost *= 3
    return cost // 2 if victim_level < attacker_level else cost


def enchantment_sides(weapon_power: int | None) -> int:
    """Return the sides of an enchantment's die: half the weapon's power, rounded up; 0: none."""
    return (weapon_power + 1) // 2 if weapon_power is not None and weapon_power > 0 else 0


def reduce(damage: int, protection: int) -> int:
    """Return damage less defence or resistance, never below 0; negative protection adds."""
    return max(0, damage - protection)


# ------------------------------------------------------------------ throwing (rules: delve 6)


def throw_chances(miss: int, level: int, *, marksman: bool = False) -> Fraction:
    """Return the chance that a throw misses: (M + 40 %) / (1 + half the level, rounded down)."""
    chance = Fraction(miss + 400, 1000 * (1 + level // 2))
    return chance / 2 if marksman else chance


def throw_verdict(stream: Stream, chance: Fraction, critical: int = CRITICAL) -> Verdict:
    """Return how a throw at one monster turns out."""
    whole = chance.denominator * 1000
    drawn = stream.below(whole)
    if drawn < chance.numerator * 1000:
        return "miss"
    return "critical" if drawn >= whole - critical * chance.denominator else "hit"


def throw_cost(reach: int, *, cursed: bool) -> int:
    """Return the energy that a throw takes."""
    return 8 if cursed else max(0, reach - 2)


def throw_dice(power: int | None, level: int, *, cursed: bool) -> tuple[int, int, int]:
    """Return dice, sides and sign of a throw's damage."""
    dice = max(1, level // 2)
    if cursed:
        if power is None:
            return dice, 2, 1
        return (dice, -power, -1) if power < 0 else (dice, max(1, power), 1)
    if power is None or power == 0:
        return 1, 3, 1
    return dice, power if power > 0 else 2, 1


def throw_damage(
    rolled: int, sign: int, energy: tuple[int, int], defence: int, *, critical: bool
) -> int:
    """Return a throw's damage; negative damage heals and is changed by nothing."""
    if sign < 0:
        return -rolled
    damage = reduce(scale_by_energy(rolled, *energy), defence)
    if critical:
        return damage * 2 if damage else 1
    return damage


# ------------------------------------------------------------------ spells (rules: delve 7)


def restore_points(power: int, level: int, *, whole: bool = False) -> int:
    """Return the points that a healing or protecting spell adds: p + L // ceil(p / 2), or with
    the whole power (scrying) p + L // p."""
    return power + level // (power if whole else (power + 1) // 2)


def freeze_rounds(drawn: int) -> int:
    """Return how long freeze holds, of a draw from 1 to `FREEZE_STEPS`: a quartic curve to 6."""
    return -(-6 * drawn**4 // FREEZE_STEPS**4)


def burst_rings(rolled: int, attenuation: Fraction, radius: int) -> list[int]:
    """Return a burst's damage in the centre and the rings around it, before any protection."""
    rings = [rolled]
    while len(rings) < radius:
        rings.append(rings[-1] * attenuation.numerator // attenuation.denominator)
    return rings


def tongue(y: int, x: int, dy: int, dx: int, reach: int, spread: int) -> list[tuple[int, int]]:
    """Return the squares of a T: straight ahead, and a bar across its end."""
    ahead = [(y + dy * n, x + dx * n) for n in range(1, reach + 1)]
    ey, ex = ahead[-1]
    bar = [
        (ey + side * dx * n, ex - side * dy * n) for n in range(1, spread + 1) for side in (-1, 1)
    ]
    return ahead + bar


def curse_difficulty(figures: Sequence[int], reach: int) -> int:
    """Return how hard a curse is to remove: power, defence and resistances, and the range beyond
    the basic one."""
    return sum(figures) + reach - BASIC_RANGE


def uncurse(faces: Sequence[int], difficulty: int, *, upgraded: bool) -> tuple[bool, int]:
    """Return whether a roll removes a curse, and by how much it falls short."""
    rolled = sum(faces) * (2 if upgraded else 1)
    if rolled > difficulty or sum(faces) == len(faces):
        return True, 0
    return False, difficulty - rolled


def backlash(stream: Stream, shortfall: int) -> int:
    """Return the damage of a curse's backlash: the sum of two dice, a third of it."""
    return stream.roll(2, shortfall) // 3


def poison_damage(points: int) -> int:
    """Return the damage of a round of so many points of poison."""
    return 1 + points // 10


# ------------------------------------------------------------------ hunger (rules: delve 9)


def hunger_loss(
    health: tuple[int, int], energy: tuple[int, int], *, ailing: bool, fatigue: int
) -> int:
    """Return a loss of nourishment before items change it: 1, doubled below half health, below
    half energy, and by any of the five statuses; then fatigue."""
    loss = 1
    for doubled in (2 * health[0] < health[1], 2 * energy[0] < energy[1], ailing):
        loss <<= doubled
    return loss + fatigue


def adjust_loss(loss: int, *, kept: bool, warmth: bool, draining: bool) -> tuple[int, bool]:
    """Return the loss after vibrant warmth and hunger-draining weapons, and whether an odd half
    is kept for the next one."""
    if warmth:
        loss, kept = divmod(loss + kept, 2)[0], bool((loss + kept) % 2)
    return (loss * 3 if draining else loss), kept


# ------------------------------------------------------------------ courage (rules: delve 10)


def flees(health: int, full: int, courage: int) -> bool:
    """Return whether health is below the share (a percentage) at which a monster flees."""
    return health * 100 < full * courage
