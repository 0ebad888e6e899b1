"""Damage dealt: to the hero, who may die of it, and to creatures, who may.

Rules: combat 7.4, 11.1, 13.1; monsters 14.3, 14.4; objects 6.6.
"""

from __future__ import annotations

from engine.contract.facts import Died, Lost, Means, SeatRef
from engine.contract.texts import Name, Text, Words, joined, text
from engine.contract.view import Mark
from engine.sil.creatures import alertness, creature_names, creature_stats, loot, placement
from engine.sil.effects import game_over
from engine.sil.game.context import SilContext
from engine.sil.game.event_kinds import EventKind
from engine.sil.game.messages import disturb, note, tell
from engine.sil.game.state import Creature
from engine.sil.hero import abilities as ab
from engine.sil.hero import experience, gear
from engine.sil.items import identification, item_names
from engine.sil.level import terrain

UNARMOURED = text("Armour is no help.")  # after an account
GRIEF, LEADER_GRIEF = 40, 160  # stored morale lost at the death of one's kin
_LEADERS = frozenset(("ESCORT", "ESCORTS"))


def under_attack(game: SilContext) -> None:
    """Note that an enemy aims at the hero: call before the roll (ruling `trance_broken_by`)."""
    game.hero.was_attacked = True
    if game.rulings.trance_broken_by == "attack":
        break_trance(game)


def avenge(game: SilContext) -> None:
    """Let a blow that has hurt the hero add a die to his next one, with Vengeance."""
    if game.hero.active(ab.VENGEANCE):
        game.hero.vengeance = 1


def break_trance(game: SilContext) -> None:
    """End an entrancement, if there is one."""
    timers = game.hero.timers
    if timers.entranced:
        timers.entranced = 0
        game.hero.was_entranced = True
        tell(game, game.data.rules.statuses["entranced"].ends, "status")


def hurt_by_dice(
    game: SilContext,
    dice: int,
    sides: int,
    by: Words,
    remark: Text | None = None,
    *,
    means: Means = "trap",
) -> None:
    """Roll what the hero loses, whatever he wears; the account says so."""
    rolled = game.streams.play.roll(dice, sides)
    account = text("{dice}d{sides}: {rolled}.", dice=dice, sides=sides, rolled=rolled)
    hurt_hero(game, rolled, by, joined([account, remark]) if remark else account, means=means)


def hurt_hero(
    game: SilContext,
    amount: int,
    by: Words,
    account: Words | None = None,
    kind: EventKind = "hurt",
    *,
    means: Means = "trap",
    killer: Creature | None = None,
) -> None:
    """Take health from the hero; `by` names what did it, `killer` is whose deed it was. May end the
    game.

    `account` says how the amount came about, in a line of that `kind` that tells what he loses;
    None where another line has told it, as for blows and shots. An amount of 0 or less disturbs,
    and breaks a trance where any damage does, as any other.
    """
    if game.state.ended:
        return
    hero = game.hero
    # What wears him down turn after turn is no news: plans bear it as far as their limits go.
    disturb(game, text("you were hurt"), None if kind == "status" else "hurt", flagged=True)
    if game.rulings.trance_broken_by == "damage":
        break_trance(game)
    if amount <= 0:
        return
    hero.health -= amount
    game.state.marks.append(Mark("hurt", hero.y, hero.x, seat=0, amount=amount))
    if account is not None:
        tell(game, text("You lose {amount} health to {by}.", amount=amount, by=by), kind, account)
    if hero.health > 0:
        least = hero.nearest_escape[0] or hero.derived.max_health // 2
        if hero.health < least:
            hero.nearest_escape = hero.health, hero.turns, game.level.depth
        return
    if _cheats_death(game):
        return
    hero.killed_by = by
    if hero.timers.hallucinating:
        hero.killed_by = text("{by} (while hallucinating)", by=by)
    words = text("You are slain by {by}.", by=hero.killed_by)
    ref = creature_names.ref(game, killer) if killer is not None else None
    tell(game, words, "death", fact=Died(SeatRef(hero.number), ref, means))
    note(game, "slain", text("Slain by {by}", by=hero.killed_by))
    game_over.end(game, "dead")


def _cheats_death(game: SilContext) -> bool:
    """Break the first worn thing that cheats death in its wearer's stead; whether one did."""
    hero = game.hero
    for slot in sorted(hero.worn):
        item = hero.worn[slot]
        if not gear.has(game.data, item, "CHEAT_DEATH"):
            continue
        identification.identify(game, item)
        del hero.worn[slot]
        hero.health = 1
        hero.energy += 100
        hero.timers.end_harmful(game.data.rules.statuses)
        tell(
            game,
            text(
                "Your {thing} shatters, and death passes by.",
                thing=Name(gear.called(game, item).word.lower()),
            ),
            "saved",
            fact=Lost(SeatRef(hero.number), item_names.reference(game, item)),
        )
        note(game, "cheated death", text("Cheated death"))
        return True
    return False


def hurt_creature(
    game: SilContext, creature: Creature, amount: int, by_hero: bool = True, note: Words = ""
) -> bool:
    """Take health from a creature; whether it died. `note` replaces the words of its death.

    A survivor of real damage by the hero's side grows alert (rules: combat 7.4).
    """
    creature.health -= max(0, amount)
    if by_hero and game.known(creature).visible and amount > game.hero.hardest_blow[0]:
        name = creature_names.one(creature_names.kind_name(game, creature))
        game.hero.hardest_blow = amount, game.hero.turns, name
    if amount > 0:
        game.state.marks.append(Mark("hurt", creature.y, creature.x, amount=amount))
    if creature.health <= 0:
        kill(game, creature, by_hero, note)
        return True
    if amount > 0:
        creature_stats.mark(creature, "active")
        creature.range_min = 0
    if amount > 0 and by_hero:
        startled = game.streams.play.below(6) + amount
        alertness.set_alertness(game, creature, max(creature.alertness + amount, startled))
    return False


def kill(game: SilContext, creature: Creature, by_hero: bool = True, note: Words = "") -> None:
    """Kill a creature: award to the hero, grief among its kin, loot, an empty square.

    Whoever struck, the hero gets the credit (rules: combat 13.1).
    """
    level, race = game.level, game.data.monsters[creature.race]
    if game.known(creature).visible:
        template = "{who:The} is slain." if by_hero else "{who:The} is killed."
        if is_lifeless(race.flags):
            template = "{who:The} is destroyed."
        words = note or text(template, who=creature_names.name(game, creature))
        ref = creature_names.ref(game, creature)
        by = SeatRef(game.hero.number) if by_hero else None
        at = (creature.y, creature.x)
        tell(game, words, "kill", at=at, fact=Died(ref, by) if ref else None)
        if told := creature_names.rules_of(game, creature).dies:
            tell(game, Text(told), "kill", at=at)
    experience.slay(game, creature)
    if "QUESTOR" in race.flags:
        _tell_of_morgoths_fall(game)
    loss = LEADER_GRIEF if race.flags & _LEADERS else GRIEF
    creature_stats.shake(game, creature, loss)
    placement.remove(game, creature)
    square = level.at(creature.y, creature.x)
    if "STONE" in race.flags and not terrain.STAIR[level.feature[square]]:
        level.feature[square] = terrain.RUBBLE
    loot.drop_loot(game, creature)


def _tell_of_morgoths_fall(game: SilContext) -> None:
    """Tell what no song foretold (rules: endgame 13.5): from now on nobody hunts the hero."""
    for line in (
        text(
            "No prophecy spoke of this, and no host stood beside you: one hero has done what the "
            "kings of the Elves could not."
        ),
        text(
            "The way out lies before you, and whoever is left in the dark will not dare to follow."
        ),
    ):
        tell(game, line, "won")
    note(game, "overthrew", text("Overthrew Morgoth himself"))


def is_lifeless(flags: frozenset[str]) -> bool:
    """Return whether what bears these flags never lived: undead and stone."""
    return "UNDEAD" in flags or "STONE" in flags
