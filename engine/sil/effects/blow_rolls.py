"""Blows that fall on the hero: the roll, the dice, what armour leaves (rules: combat 11.1).

What a blow does besides damage is the monsters' side (`engine.sil.combat.attacks`).
"""

from __future__ import annotations

from msgspec import Struct

from engine.contract.action import Roll
from engine.contract.texts import Text, Words, joined, text
from engine.sil.creatures import combat_totals, creature_stats, skill_rolls
from engine.sil.creatures.harm_dice import HarmDice
from engine.sil.data.records import Blow
from engine.sil.effects import attack_report, injury
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, protection

UNARMOURED = frozenset(("TOUCH", "SPORE"))  # methods that pass armour by, and never crit
_ELEMENTS: dict[str, protection.Element] = {
    "FIRE": "fire",
    "COLD": "cold",
    "POISON": "poison",
    "DARK": "dark",
}
DIE_WEIGHT = 20  # tenths of a pound for each die of a monster's blow, for criticals
CHARGE = 3


class Incoming(Struct):
    """An attack on the hero as it came out."""

    attack: combat_totals.Tally
    evasion: combat_totals.Tally
    margin: int
    die: int = 0
    against: int = 0
    crit: int = 0
    outwitted: bool = False
    dice: int = 0
    sides: int = 0
    damage: int = 0
    protection: int = 0
    net: int = 0

    @property
    def hit(self) -> bool:
        return self.margin > 0

    def hurt(self, game: SilContext, harm: HarmDice) -> None:
        """Roll what a hit does."""
        self.dice, self.sides = harm.dice, harm.sides
        self.damage, self.protection, self.net, _ = harm.roll(game.streams.play)

    def full(self, seen: bool) -> Text:
        """Return the whole account in sentences; what is unseen keeps its figures."""
        against = text(
            "Against {evasion}; rolled {against}.",
            evasion=self.evasion.words(),
            against=self.against,
        )
        lines: list[Words] = ["?.", against]
        if seen:
            lines[0] = text("{attack}; rolled {die}.", attack=self.attack.words(), die=self.die)
        lines.append(attack_report.margin_words(self.margin, seen=seen))
        if self.outwitted:
            lines.append(text("You outwit it: no critical dice."))
        if self.hit:
            damage = text(
                "Damage {dice}: {damage}, protection {protection}.",
                dice=f"{self.dice}d{self.sides}" if seen else "?",
                damage=self.damage,
                protection=self.protection,
            )
            lines.append(damage)
        return joined(lines)

    def shown(self, game: SilContext, seen: bool) -> tuple[Roll, ...]:
        """Return the dice that the account shows."""
        return attack_report.shown_dice(game, self.die, self.against, seen, attacks=False)


def roll_hit(
    game: SilContext,
    creature: Creature,
    attack: combat_totals.Tally,
    *,
    shot: bool = False,
    off_guard: bool = False,
    certain: bool = False,
) -> Incoming:
    """Return whether an attack on the hero hits. `shot`: an arrow; `certain`: it cannot miss."""
    injury.under_attack(game)
    evasion = combat_totals.hero_evasion(game, creature, shot=shot, off_guard=off_guard)
    if certain:
        return Incoming(attack, evasion, 1)
    roll = hit_contest(game, attack, evasion).roll(game.streams.play)
    return Incoming(attack, evasion, roll.margin, roll.die, roll.against)


def hit_contest(
    game: SilContext, attack: combat_totals.Tally, evasion: combat_totals.Tally
) -> skill_rolls.SkillContest:
    """Return an enemy's hit roll against the hero."""
    cursed: skill_rolls.Cursed = "opposer" if game.hero.cursed else ""
    return skill_rolls.hit_contest(attack.total, evasion.total, cursed=cursed)


def outwit_contest(game: SilContext, creature: Creature) -> skill_rolls.SkillContest:
    """Return the roll of a hero who outwits his enemies against one of them."""
    against = creature_stats.perception(game, creature)
    perception = game.hero.skill(Skill.PERCEPTION)
    return skill_rolls.hero_contest(game, perception, against, creature)


def crit(game: SilContext, creature: Creature, incoming: Incoming, weight: int) -> int:
    """Critical dice against the hero, unless he outwits his enemy (rules: combat 7.5)."""
    dice = skill_rolls.crit_dice(game.rulings, incoming.margin, weight)
    outwits = game.hero.active(ab.OUTWIT)
    if outwits and outwit_contest(game, creature).roll(game.streams.play).margin > 0:
        incoming.outwitted = dice > 0
        return 0
    return dice


def elemental_dice(game: SilContext, effect: str) -> int:
    """Return dice an element adds to a blow: one unless resisted, more for the vulnerable."""
    if effect not in _ELEMENTS:
        return 0
    level = protection.resistance(game, _ELEMENTS[effect])
    return 1 if level == 1 else max(0, -level)


def charges(game: SilContext, creature: Creature) -> bool:
    """Return whether a charging creature comes straight at the hero with speed (rules: combat
    11.1)."""
    if not creature_stats.has(game, creature, "CHARGE"):
        return False
    speed = creature_stats.race(game, creature).speed - (1 if creature.slowed else 0)
    dy, dx = game.hero.y - creature.y, game.hero.x - creature.x
    if speed < 2 or max(abs(dy), abs(dx)) != 1:
        return False
    return action_costs.within_45(creature.last_moves[1], 5 - 3 * dy + dx)


def roll_blow(
    game: SilContext, creature: Creature, blow: Blow, *, off_guard: bool = False
) -> Incoming:
    """Roll a melee blow against the hero, damage and all; nothing is dealt yet.

    A blow without effect connects and does nothing. `off_guard`: the hero has just used a bow.
    """
    charging = charges(game, creature)
    attack = combat_totals.monster_attack(game, creature, blow.attack)
    attack.add(text("charge"), CHARGE if charging else 0)
    incoming = roll_hit(game, creature, attack, off_guard=off_guard, certain=is_certain(blow))
    if not incoming.hit or not blow.effect:
        return incoming
    if blow.method not in UNARMOURED:
        incoming.crit = crit(game, creature, incoming, DIE_WEIGHT * blow.damage.number)
    incoming.hurt(game, harm_dice(game, blow, incoming.crit, charging=charging))
    return incoming


def is_certain(blow: Blow) -> bool:
    """Return whether a blow cannot miss."""
    return blow.method == "SPORE" or not blow.effect


def harm_dice(game: SilContext, blow: Blow, crit: int, *, charging: bool = False) -> HarmDice:
    """Return the dice of a blow that hits the hero, with so many critical ones."""
    armoured = blow.method not in UNARMOURED
    return HarmDice(
        blow.damage.number + crit + elemental_dice(game, blow.effect),
        blow.damage.sides + (CHARGE if charging else 0),
        protection.dice(game, "hurt") if armoured else (),
    )
