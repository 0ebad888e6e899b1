"""A spell being cast: its figures, and whom it meets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from engine.common import distributions
from engine.common.distributions import Distribution, mapped
from engine.contract.facts import Attacked
from engine.contract.texts import text
from engine.delve import terrain
from engine.delve.combat.damage import harm
from engine.delve.data.kinds import SpellKind
from engine.delve.ground.conduction import conduct, in_same_water
from engine.delve.ground.fire import scorch
from engine.delve.rules import formulas, words
from engine.delve.rules.context import DelveContext, gap, ray
from engine.delve.rules.formulas import reduce
from engine.delve.rules.sheet_values import defence, has_ability, resistance
from engine.delve.state import DelveCreature, DelveHero, DelveItem, DelveLevel, DelveMonster

SPELL_RANGE = 8  # squares, where a spell has no range of its own
SPELL_DICE = 2
_BURSTS = frozenset({"burst", "storm"})


@dataclass
class Cast:
    """A spell, who casts it, and where to."""

    game: DelveContext
    caster: DelveCreature
    spell: SpellKind
    direction: str = ""
    item: DelveItem | None = None
    upgraded: bool = False
    focused: bool = False
    own_power: int = 0  # a monster's power for this spell; 0: the player's

    def figure(self, name: str, default: int = 0) -> int:
        """Return a figure of the spell as it is cast now."""
        base = self.spell.figures.get(name, default)
        if name == "power" and self.own_power:
            base = self.own_power
        if self.upgraded and name in self.spell.figures:
            base *= 2
        focused = name == "power" and self.focused
        return base + self.game.content.figure("focus") if focused else base

    @property
    def power(self) -> int:
        """Return the spell's power."""
        return self.figure("power")

    @property
    def attenuation(self) -> Fraction:
        """Return what each ring of a burst keeps of the one before."""
        return self.spell.attenuation * (2 if self.upgraded else 1)

    @property
    def reach(self) -> int:
        """Return how many squares ahead the spell can find a target."""
        return self.figure("range", SPELL_RANGE)

    @property
    def level(self) -> DelveLevel:
        """Return the level of the dungeon it is cast on."""
        return self.game.level(self.caster)

    def squares(self, reach: int | None = None) -> Iterator[int]:
        """Yield the squares ahead up to the first wall."""
        for at in ray(self.caster.at, self.direction, self.reach if reach is None else reach):
            code = self.level.ground[at]
            if code in terrain.STOPS_FLIGHT:
                return
            yield at

    def first_target(self) -> DelveCreature | None:
        """Return the first enemy ahead."""
        for at in self.squares():
            who = self.game.at(self.level.depth, at)
            if who is not None and self.game.are_enemies(self.caster, who):
                return who
        return None

    def centre(self) -> int:
        """Return the first enemy's square, or the last one before the wall."""
        last = self.caster.at
        for at in self.squares():
            last = at
            who = self.game.at(self.level.depth, at)
            if who is not None and self.game.are_enemies(self.caster, who):
                break
        return last

    def around(self, centre: int, radius: int) -> list[tuple[int, DelveCreature]]:
        """Return (distance, creature) of all but the caster in sight of a centre."""
        game, depth = self.game, self.level.depth
        found = []
        for at, who in sorted(game.occupants(depth).items()):
            distance = gap(centre, at)
            if who is self.caster or distance > radius:
                continue
            if distance == 0 or game.in_line_of_sight(depth, centre, at):
                found.append((distance, who))
        return sorted(found, key=lambda pair: pair[0])

    def dice(self) -> tuple[int, int]:
        """Return how many dice the spell rolls for its damage, and their sides."""
        if self.spell.effect == "force":
            return formulas.melee_dice(self.caster.level), self.power
        if self.spell.effect == "overload":
            return SPELL_DICE, self.caster.level + 2
        if self.spell.effect == "chain":
            return self.figure("chain"), self.power
        return SPELL_DICE, self.power

    def roll(self) -> int:
        """Roll the spell's damage, before any protection."""
        return self.game.dice.roll(*self.dice())

    @property
    def element(self) -> str:
        """Return the element of the spell's damage; "": none."""
        return "shock" if self.spell.effect == "overload" else self.spell.element

    def protection(self, victim: DelveCreature) -> int:
        """Return what a victim takes off the spell's damage: its resistance to the element, or
        against plain force its defence."""
        if self.element:
            return resistance(self.game, victim, self.element)
        by_force = self.spell.effect in ("force", "burst")
        return defence(self.game, victim) if by_force else 0

    def damages(self, victim: DelveCreature) -> Distribution:
        """Return the distribution of the damage to the first victim of the spell."""
        rolled = distributions.dice(*self.dice())
        return mapped(rolled, lambda each: self.left_of(each, victim))

    def left_of(self, rolled: int, victim: DelveCreature) -> int:
        """Return what is left of a roll for a victim behind cover and protection."""
        covered = self.spell.effect in _BURSTS and has_ability(self.game, victim, "cover")
        share = self.game.content.figure("cover") if covered else 1
        return reduce(rolled // share, self.protection(victim))

    def hit(self, victim: DelveCreature, rolled: int) -> int:
        """Do damage less the victim's protection; return what was done."""
        self.touch(victim)
        game = self.game
        name = game.the(victim)
        cause = text("a spell of {spell}", spell=words.spell(self.spell.name))
        left = self.left_of(rolled, victim)
        wet = in_same_water(game, victim) if self.element == "shock" else []
        if self.element == "fire":
            scorch(game, self.level, victim.at)
        done = 0 if victim.fallen else left
        by, target = words.reference(self.caster), words.reference(victim)
        fact = Attacked(by, target, bool(done), done, "spell")
        if not done:
            game.tell(
                text(
                    "{victim:The} shrugs off {spell}.",
                    victim=name,
                    spell=words.spell(self.spell.name),
                ),
                victim,
                "hit",
                fact,
            )
        else:
            game.tell(
                text(
                    "{spell:The} hits {victim:the} for {done}.",
                    spell=words.spell(self.spell.name),
                    victim=name,
                    done=done,
                ),
                victim,
                "hit",
                fact,
            )
        harm(game, victim, done, self.element, self.caster, cause=cause)
        conduct(game, wet, rolled, self.caster)
        return done

    def touch(self, victim: DelveCreature) -> None:
        """Note that the spell touched somebody."""
        if self.game.are_enemies(self.caster, victim):
            self.caster.attacked = True
            if isinstance(self.caster, DelveHero):
                self.caster.fought = True
        if isinstance(victim, DelveMonster):
            victim.disguised = False
            if self.game.kind(victim).has("mirrors") and not victim.learnt:
                victim.learnt = self.spell.name

    def no_target(self) -> None:
        """Tell that nothing was met."""
        self.game.tell(
            text("The {spell} meets nothing.", spell=words.spell(self.spell.name)), self.caster
        )


SpellEffect = Callable[[Cast], None]
