"""Attack and evasion totals of hero and monsters, term by term (rules: combat 6)."""

from __future__ import annotations

from collections.abc import Callable

from engine.common import compass
from engine.common.grid import distance
from engine.contract.dice import trunc_div
from engine.contract.texts import Text, Value, listed, text
from engine.sil.creatures import creature_stats
from engine.sil.data.records import Monster
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs
from engine.sil.level import terrain

HELPLESS_EVASION = -5
LIGHT_BEARERS = "@G"  # letters of those who may carry a light to see by
STUCK = terrain.table((terrain.PIT, terrain.SPIKED_PIT, terrain.WEB))


class Tally:
    """A total that remembers how it came about."""

    def __init__(self, why: Value, amount: int) -> None:
        self.total = amount
        self.terms = [text("{why} {amount}", why=why, amount=amount)]

    def add(self, why: Value, amount: int) -> None:
        """Add a term; nothing is said of a term of 0."""
        if amount:
            self.total += amount
            self.terms.append(text("{why} {amount:+d}", why=why, amount=amount))

    def halve(self, why: Value, *, even_below_zero: bool = False) -> None:
        """Halve what is above 0; or anything, cutting towards 0."""
        if self.total > 0 or even_below_zero:
            self.total = trunc_div(self.total, 2)
            self.terms.append(text("halved ({why})", why=why))

    def fix(self, why: Value, amount: int) -> None:
        """Set the total, whatever it was."""
        self.total = amount
        self.terms.append(text("{why}: {amount}", why=why, amount=amount))

    def words(self) -> Text:
        """Return the terms and what they come to."""
        return text("{terms} = {total}", terms=listed(self.terms), total=self.total)

    def __str__(self) -> str:
        return str(self.words())


def concentration(game: SilContext, creature: Creature) -> int:
    """Return the bonus that Concentration gives against a target (rules: combat 6.1)."""
    hero = game.hero
    if hero.concentration_on != creature.slot or not hero.active(ab.CONCENTRATION):
        return 0
    return min(hero.concentration, trunc_div(hero.skill(Skill.PERCEPTION), 2))


def focus(game: SilContext) -> int:
    """Return the bonus that Focused Attack gives."""
    hero = game.hero
    if not hero.focused or not hero.active(ab.FOCUSED_ATTACK):
        return 0
    return trunc_div(hero.skill(Skill.PERCEPTION), 2)


def attend(game: SilContext, creature: Creature) -> None:
    """Keep the mind on a target, or turn it to a new one, and use up the hero's focus.

    Happens on every attack roll, with the abilities or without.
    """
    hero = game.hero
    if hero.concentration_on != creature.slot:
        hero.concentration, hero.concentration_on = 0, creature.slot
    hero.focused = False


def hunter(game: SilContext, creature: Creature) -> int:
    """Return what Master Hunter adds against a race slain before."""
    hero = game.hero
    if not hero.active(ab.MASTER_HUNTER):
        return 0
    lore = game.lore.races.get(creature.race)
    cap = trunc_div(hero.skill(Skill.PERCEPTION), game.rulings.master_hunter_cap_divisor)
    return min(lore.kills if lore else 0, cap)


def is_stuck(game: SilContext) -> bool:
    """Return whether the hero stands in a pit or a web."""
    level, hero = game.level, game.hero
    square = level.at(hero.y, hero.x)
    return bool(STUCK[level.feature[square]]) and not level.hidden[square]


def away(game: SilContext, creature: Creature) -> int:
    """Return its distance from the hero."""
    return distance(game.hero.y, game.hero.x, creature.y, creature.x)


def hero_attack(game: SilContext, creature: Creature, base: Tally) -> Tally:
    """Return the hero's attack total, added to `base` (rules: combat 6.1). Spends focus."""
    total = hero_attack_total(game, creature, base)
    attend(game, creature)
    return total


def hero_attack_total(game: SilContext, creature: Creature, base: Tally) -> Tally:
    """Return the hero's attack total if he attacked now, added to `base`."""
    base.add(text("Concentration"), concentration(game, creature))
    base.add(text("Focused Attack"), focus(game))
    base.add(text("Bane"), creature_stats.bane(game, creature))
    base.add(text("Master Hunter"), hunter(game, creature))
    base.add(text("distance"), -(away(game, creature) // 5))
    if not game.known(creature).visible:
        base.halve(text("unseen target"))
    if is_stuck(game):
        base.halve(text("held by a pit or web"))
    return base


def _light_penalty(game: SilContext, creature: Creature, kind: Monster) -> int:
    if "HURT_LITE" not in kind.flags:
        return 0
    level = game.level
    return max(0, game.knowledge.light[level.at(creature.y, creature.x)] - 2)


def cannot_see_hero(game: SilContext, kind: Monster) -> bool:
    """Light-bearing people and giants cannot see a hero who stands in the dark."""
    return kind.glyph.char in LIGHT_BEARERS and kind.light > 0 and is_in_dark(game)


def is_in_dark(game: SilContext) -> bool:
    """Return whether the hero stands in the dark."""
    return game.knowledge.light[game.level.at(game.hero.y, game.hero.x)] <= 0


def monster_evasion(
    game: SilContext, creature: Creature, *, shot: bool = False, kind: Monster | None = None
) -> Tally:
    """Return a monster's evasion against the hero (rules: combat 6.2). `shot`: against an arrow;
    `kind`: its race, if not as it truly is."""
    kind = kind or creature_stats.race(game, creature)
    out = Tally(text("Evasion"), kind.evasion)
    out.add(text("stunned"), -2 if creature.stun else 0)
    out.add(text("light"), -_light_penalty(game, creature, kind))
    out.add(text("elf-bane"), creature_stats.elf_bane(game, creature))
    if creature_stats.unwary(creature):
        out.halve(text("unwary"))
    elif cannot_see_hero(game, kind):
        out.halve(text("cannot see you"))
    if shot:
        out.halve(text("arrow"))
    if creature_stats.asleep(creature):
        out.fix(text("asleep"), HELPLESS_EVASION)
    return out


def overwhelm(
    game: SilContext, creature: Creature, counts: Callable[[Creature], bool] | None = None
) -> int:
    """Return how much being surrounded helps this attacker (rules: combat 6.3, "Overwhelm").
    `counts`: who does, if not all who are there."""
    hero, level = game.hero, game.level
    toward = compass.KEYPAD[compass.toward(hero.y, hero.x, creature.y, creature.x)]
    total = 0
    for eighths in range(1, 8):
        dy, dx = compass.OFFSETS[compass.turned(toward, eighths)]
        other = level.creature_at(hero.y + dy, hero.x + dx)
        if other is None or "PEACEFUL" in game.data.monsters[other.race].flags:
            continue
        if counts is not None and not counts(other):
            continue
        total += 2 if eighths in (3, 4, 5) else 1
    total = min(total, 10)
    return total // 2 if hero.active(ab.CROWD_FIGHTING) else total


def monster_attack(
    game: SilContext, creature: Creature, score: int, seen: Monster | None = None
) -> Tally:
    """Return a monster's attack total with a blow or shot of this score (rules: combat 6.3).
    `seen`: its race as the hero knows it, for odds: then only those in sight surround him."""
    kind = seen or creature_stats.race(game, creature)
    out = Tally(text("Attack"), score)
    out.add(text("stunned"), -2 if creature.stun else 0)
    out.add(text("light"), -_light_penalty(game, creature, kind))
    if game.rulings.overwhelm_acts_on == "attack":
        out.add(text("you are surrounded"), overwhelm(game, creature, _seen(game, seen)))
    out.add(text("distance"), -(away(game, creature) // 5))
    out.add(text("elf-bane"), creature_stats.elf_bane(game, creature))
    if cannot_see_hero(game, kind):
        out.halve(text("cannot see you"))
    return out


def _seen(game: SilContext, seen: Monster | None) -> Callable[[Creature], bool] | None:
    """Return who surrounds the hero, as far as he knows, where only that matters."""
    return (lambda other: game.known(other).visible) if seen else None


def is_helpless(game: SilContext) -> bool:
    """Return whether the hero cannot move at all: entranced or knocked out."""
    timers = game.hero.timers
    return timers.entranced > 0 or timers.stun > 100


def hero_evasion(
    game: SilContext,
    creature: Creature | None = None,
    *,
    shot: bool = False,
    off_guard: bool = False,
    seen: Monster | None = None,
) -> Tally:
    """Return the hero's evasion against a creature, or a trap (None): rules: combat 6.4, 8.3, 11.2.

    `shot`: an arrow comes; `off_guard`: the hero has just used a bow; `seen`: its race as he knows
    it, for odds.
    """
    hero = game.hero
    out = Tally(text("Evasion"), hero.skill(Skill.EVASION))
    if off_guard:
        out.halve(text("after your shot"), even_below_zero=True)
    if hero.active(ab.DODGING) and action_costs.is_step(hero.actions[0]):
        out.add(text("Dodging"), 3)
    if creature is not None:
        out.add(text("Bane"), creature_stats.bane(game, creature))
        if game.rulings.overwhelm_acts_on == "evasion" and not is_helpless(game):
            out.add(text("surrounded"), -overwhelm(game, creature, _seen(game, seen)))
        if not game.known(creature).visible:
            out.halve(text("unseen attacker"))
        if is_stuck(game):
            out.halve(text("held by a pit or web"))
    if shot:
        if is_helpless(game):
            out.fix(text("unable to move"), game.rulings.immobile_hero_evasion_vs_shots)
        else:
            out.halve(text("arrow"), even_below_zero=True)
    return out
