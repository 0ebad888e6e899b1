"""Reports of blows and shots: a short line, and the full account of both rolls.

The account shows what Sil's window of combat rolls shows; of unseen creatures it shows `?`.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engine.contract.action import Roll as Shown
from engine.contract.facts import Attacked, Means, SeatRef
from engine.contract.texts import Name, Text, Value, Words, joined, listed, text
from engine.sil.creatures import creature_names
from engine.sil.creatures.combat_totals import Tally
from engine.sil.creatures.harm_dice import HarmDice
from engine.sil.creatures.skill_rolls import OpposedRoll
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Creature

KEPT = 12  # accounts of the last attacks kept in the state


class AttackReport(Struct):
    """One attack by the hero, as it went."""

    what: Words  # "Curved Sword", "Charge with Curved Sword"
    attack: Tally
    evasion: Tally
    roll: OpposedRoll
    dice: int = 0
    sides: int = 0
    extra: tuple[Words, ...] = ()  # where dice beyond the weapon's come from
    damage: int = 0
    protection: int = 0
    protection_dice: str = ""
    net: int = 0
    punctured: bool = False

    @property
    def hit(self) -> bool:
        return self.roll.margin > 0

    def hurt(self, game: SilContext, harm: HarmDice) -> None:
        """Roll what a hit does into the account."""
        self.dice, self.sides = harm.dice, harm.sides
        self.damage, self.protection, self.net, self.punctured = harm.roll(game.streams.play)
        guard = ", ".join(f"{dice}d{sides}" for dice, sides in harm.guard)
        self.protection_dice = guard if harm.percent == 100 else f"{harm.percent}% of {guard}"

    def full(self, seen: bool) -> Text:
        """Return the whole account in sentences."""
        roll = self.roll
        sentences = [
            text("{what}. {attack}; rolled {die}.", what=self.what, attack=self.attack.words(),
                 die=roll.die),
            text("Against {evasion}; rolled {against}.", evasion=self.evasion.words(),
                 against=roll.against) if seen else text("Against ?."),
            margin_words(roll.margin, seen=seen),
        ]  # fmt: skip
        if self.hit:
            dice, damage = f"{self.dice}d{self.sides}", self.damage
            if self.extra:
                why = listed(self.extra)
                sentences.append(
                    text("Damage {dice} ({why}): {damage}.", dice=dice, why=why, damage=damage)
                )
            else:
                sentences.append(text("Damage {dice}: {damage}.", dice=dice, damage=damage))
            against = f"{self.protection_dice}: {self.protection}" if seen else "?"
            sentences.append(
                text("Protection {against}. {net} gets through.", against=against, net=self.net)
            )
        return joined(sentences)


def margin_words(margin: int, *, seen: bool) -> Text:
    """Return by how much an attack has hit or missed, as far as that is known."""
    if not seen:
        return text("Hits.") if margin > 0 else text("Misses.")
    if margin > 0:
        return text("Hits by {margin}.", margin=margin)
    return text("Misses by {margin}.", margin=abs(margin))


Manner = Literal["blow", "smite", "shot", "throw"]
_TOLD: dict[Manner, tuple[str, str, str]] = {
    "blow": (
        "You hit {target:the} for {damage}.",
        "You hit {target:the}, but do no harm.",
        "You miss {target:the}.",
    ),
    "smite": (
        "You smite {target:the} for {damage}.",
        "You smite {target:the}, but do no harm.",
        "You miss {target:the}.",
    ),
    "shot": (
        "The arrow hits {target:the} for {damage}.",
        "The arrow hits {target:the}, but does no harm.",
        "The arrow misses {target:the}.",
    ),
    "throw": (
        "{thing:The} hits {target:the} for {damage}.",
        "{thing:The} hits {target:the}, but does no harm.",
        "{thing:The} misses {target:the}.",
    ),
}
_MEANS: dict[Manner, Means] = {"smite": "blow", "shot": "shot", "throw": "throw"}


def tell_attack(
    game: SilContext,
    creature: Creature,
    account: AttackReport,
    manner: Manner = "blow",
    thing: Name | None = None,
) -> None:
    """Say how an attack went, before what it leads to. `thing`: what was thrown."""
    facts: dict[str, Value] = {"target": creature_names.name(game, creature)}
    if thing is not None:
        facts["thing"] = thing
    hits, harmless, misses = _TOLD[manner]
    template = misses
    if account.hit:
        template = hits if account.net else harmless
        facts["damage"] = account.net
    seen = game.known(creature).visible
    detail = account.full(seen)
    dice = shown_dice(game, account.roll.die, account.roll.against, seen, attacks=True)
    attacked = Attacked(
        SeatRef(game.hero.number),
        creature_names.ref(game, creature),
        account.hit,
        account.net,
        _MEANS.get(manner, "blow"),
    )
    at = creature.y, creature.x
    tell(game, Text(template, facts), "strike", detail, at, fact=attacked, dice=dice)
    game.state.combat_rolls = [*game.state.combat_rolls[-(KEPT - 1) :], detail]


def shown_dice(
    game: SilContext, die: int, against: int, seen: bool, *, attacks: bool
) -> tuple[Shown, ...]:
    """Return the dice of a hit roll for `/dice`: the hero's own, and those of an enemy who is
    `seen`. `attacks`: the hero does. A die that was not cast is none, nor is the lower of two that
    a curse picks (rules: combat 5.2)."""
    attack, evasion = (
        (text("your attack"), text("enemies' evasion"))
        if attacks
        else (text("enemies' attack"), text("your evasion"))
    )
    cast = (Shown(attack, 20, (die,), attacks), Shown(evasion, 20, (against,), not attacks))
    return tuple(
        roll for roll in cast if roll.faces[0] and (not game.hero.cursed if roll.own else seen)
    )
