"""Reports of blows and shots: a short line, and the full account of both rolls.

The account shows what Sil's window of combat rolls shows; of unseen creatures it shows `?`.
"""

from __future__ import annotations

from msgspec import Struct

from engine.contract.action import Roll as Shown
from engine.sil.creatures import creature_names
from engine.sil.creatures.combat_totals import Tally
from engine.sil.creatures.skill_rolls import OpposedRoll
from engine.sil.game import Game
from engine.sil.messages import say
from engine.sil.state import Creature

KEPT = 12  # accounts of the last attacks kept in the state


class AttackReport(Struct):
    """One attack by the hero, as it went."""

    what: str  # "Curved Sword", "Charge with Curved Sword"
    attack: Tally
    evasion: Tally
    roll: OpposedRoll
    dice: int = 0
    sides: int = 0
    extra: tuple[str, ...] = ()  # where dice beyond the weapon's come from
    damage: int = 0
    protection: int = 0
    protection_dice: str = ""
    net: int = 0

    @property
    def hit(self) -> bool:
        return self.roll.margin > 0

    def full(self, seen: bool) -> str:
        """Return the whole account in sentences."""
        roll = self.roll
        evasion = f"{self.evasion}; rolled {roll.against}" if seen else "?"
        lines = [
            f"{self.what}. {self.attack}; rolled {roll.die}.",
            f"Against {evasion}.",
            f"{'Hits' if self.hit else 'Misses'} by {abs(roll.margin)}."
            if seen
            else ("Hits." if self.hit else "Misses."),
        ]
        if self.hit:
            why = f" ({', '.join(self.extra)})" if self.extra else ""
            lines.append(f"Damage {self.dice}d{self.sides}{why}: {self.damage}.")
            against = f"{self.protection_dice}: {self.protection}" if seen else "?"
            lines.append(f"Protection {against}. {self.net} gets through.")
        return " ".join(lines)


def tell(
    game: Game,
    creature: Creature,
    account: AttackReport,
    hits: str = "You hit",
    misses: str = "You miss",
) -> None:
    """Say how an attack went, before what it leads to."""
    name = creature_names.the(game, creature)
    detail = account.full(game.known(creature).visible)
    if not account.hit:
        text = f"{misses} {name}."
    elif account.net:
        text = f"{hits} {name} for {account.net}."
    else:
        text = f"{hits} {name}, but do{'' if hits.startswith('You') else 'es'} no harm."
    dice = shown_dice(
        game, account.roll.die, account.roll.against, game.known(creature).visible, attacks=True
    )
    say(game, text, "blow", detail, (creature.y, creature.x), dice=dice)
    game.state.combat_rolls = [*game.state.combat_rolls[-(KEPT - 1) :], detail]


def shown_dice(
    game: Game, die: int, against: int, seen: bool, *, attacks: bool
) -> tuple[Shown, ...]:
    """Return the dice of a hit roll for `/dice stats`: the hero's own, and those of an enemy who is
    `seen`. `attacks`: the hero does. A die that was not cast is none, nor is the lower of two that
    a curse picks (rules: combat 5.2)."""
    cast = [("attack", die), ("evasion", against)]
    return tuple(
        Shown(f"your {what}" if own else f"enemies' {what}", 20, (face,))
        for (what, face), own in zip(cast, (attacks, not attacks), strict=True)
        if face and (not game.hero.cursed if own else seen)
    )
