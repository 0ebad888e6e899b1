"""One attack by hand: its blows, each rolled, told and carried out (rules: combat 7.2, 7.4)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engine.common import compass
from engine.contract.texts import Name, Text, Value, listed, text
from engine.sil.combat import critical_effects
from engine.sil.creatures import combat_totals, creature_stats, iron_crown, skill_rolls, slays
from engine.sil.creatures import harm_dice as harm
from engine.sil.data.bundle import Data
from engine.sil.data.records import Monster
from engine.sil.data.rulings import AttackKind
from engine.sil.effects import attack_report, injury, oaths
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Creature, Hero, Item, Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, derived, gear, singing

AttackForm = Literal[AttackKind, "riposte", "zone of control", "opportunist", "set polearm", "rage"]
NORMAL = frozenset(("main", "flanking", "controlled retreat", "impale"))
FISTS = 40  # tenths of a pound, for criticals
_NAMES: dict[AttackForm, Text] = {
    "flanking": text("Flanking"),
    "controlled retreat": text("Controlled Retreat"),
    "impale": text("Impale"),
    "whirlwind": text("Whirlwind Attack"),
    "follow-through": text("Follow-Through"),
    "riposte": text("Riposte"),
    "zone of control": text("Zone of Control"),
    "opportunist": text("Opportunist"),
    "set polearm": text("Polearm Mastery"),
    "rage": text("Rage"),
}


class Attack(Struct):
    """An attack in progress."""

    creature: Creature
    kind: AttackForm
    direction: int  # keypad, from the hero to the victim
    rapid: bool
    blows: int
    offhand: bool
    riposted: bool = False  # by the victim
    killed: bool = False


class PlannedBlow(Struct):
    """One blow of an attack: with what, how, and what it adds."""

    weapon: Item | None
    offhand: bool
    charge: bool
    smite: bool
    adjustment: int  # to Strength
    attack: combat_totals.Tally


def plan_attack(game: SilContext, creature: Creature, kind: AttackForm, direction: int) -> Attack:
    """Return how many blows, and whether Rapid Attack has its part in them (rules: combat 7.2)."""
    hero, rulings = game.hero, game.rulings
    many = kind in NORMAL or kind == "whirlwind"
    rapid = hero.active(ab.RAPID_ATTACK) and many
    if kind == "impale":
        rapid = rapid and "rapid attack" in rulings.impale_keeps
    elif kind == "whirlwind":
        rapid = rapid and "rapid attack" in rulings.whirlwind_keeps
    offhand = many and kind != "impale" and hero.derived.offhand_dice[1] > 0
    return Attack(creature, kind, direction, rapid, 1 + rapid + offhand, offhand=offhand)


def charges(game: SilContext, kind: AttackForm, direction: int) -> bool:
    """Return whether an attack this way is a charge (rules: combat 7.4 step 2)."""
    hero = game.hero
    return (
        hero.active(ab.CHARGE)
        and hero.derived.speed > 1
        and kind in NORMAL
        and (kind != "impale" or "charge" in game.rulings.impale_keeps)
        and action_costs.within_45(hero.actions[1], direction)
    )


def smites(game: SilContext, kind: AttackForm) -> bool:
    """Return whether a first blow of this kind is a smite, which costs the next turn."""
    hero, rulings = game.hero, game.rulings
    if (
        not hero.active(ab.SMITE)
        or kind not in rulings.smite_on
        or not gear.two_handed(game.data, hero)
    ):
        return False
    once = "follow-through" not in rulings.smite_on  # only the first attack of a turn
    return not (once and hero.skip_turn)


def _assassinates(game: SilContext, attack: Attack, charging: bool) -> bool:
    hero, creature = game.hero, attack.creature
    return (
        hero.active(ab.ASSASSINATION)
        and attack.kind in NORMAL
        and (attack.kind != "impale" or "assassination" in game.rulings.impale_keeps)
        and not charging
        and creature_stats.unwary(creature)
        and game.known(creature).visible
        and not hero.timers.confused
    )


def plan_blow(game: SilContext, attack: Attack, number: int) -> PlannedBlow:
    hero = game.hero
    offhand = attack.offhand and number == attack.blows - 1 and attack.blows > 1
    charge = number == 0 and charges(game, attack.kind, attack.direction)
    smite = number == 0 and smites(game, attack.kind)
    base = combat_totals.Tally(text("Melee"), hero.skill(Skill.MELEE))
    if offhand:
        base.add(text("off hand"), hero.derived.offhand_attack)
    elif hero.active(ab.RAPID_ATTACK) and not attack.rapid:
        base.add(text("a single blow"), -ab.figure(game.data, ab.RAPID_ATTACK, "blow"))
    charging = ab.figure(game.data, ab.CHARGE, "blow") if charge else 0
    if charge:
        base.add(text("Charge"), charging)
    if _assassinates(game, attack, charge):
        base.add(text("Assassination"), hero.skill(Skill.STEALTH))
    rapid = ab.figure(game.data, ab.RAPID_ATTACK, "blow") if attack.rapid else 0
    off_hand = ab.figure(game.data, ab.TWO_WEAPON_FIGHTING, "blow")
    adjustment = off_hand if offhand else rapid + charging
    weapon = gear.offhand(game.data, hero) if offhand else gear.weapon(hero)
    return PlannedBlow(weapon, offhand, charge, smite, adjustment, attack=base)


def blow_dice(
    game: SilContext, weapon: Item | None, adjustment: int, *, offhand: bool
) -> tuple[int, int]:
    """Return dice and sides of a blow with this adjustment to Strength (rules: character 4.8)."""
    hero = game.hero
    terms = derived.blow_sides(
        game,
        weapon,
        hero.stat(Stat.STR),
        ((text("gear"), hero.derived.counts["damage_sides"]),),
        power=hero.active(ab.POWER),
        adjustment=(text("adjusted"), adjustment),
        both_hands=not offhand and gear.hand_and_a_half(game.data, hero),
    )
    dice = hero.derived.offhand_dice[0] if offhand else hero.derived.melee_dice[0]
    return dice, max(0, derived.sum_of(terms))


def crit_adjustment(data: Data, hero: Hero, *, thrown: bool = False) -> int:
    """Return what abilities add to the step of melee criticals, in tenths (rules: combat 7.5)."""
    subtle = not thrown and Slot.ARM not in hero.worn and not gear.two_handed(data, hero)
    return sum(
        ab.figure(data, ref, "critical")
        for ref in (ab.FINESSE, ab.POWER, *((ab.SUBTLETY,) if subtle else ()))
        if hero.active(ref)
    )


def hit_contest(
    game: SilContext, attack: combat_totals.Tally, evasion: combat_totals.Tally, *, accurate: bool
) -> skill_rolls.SkillContest:
    """Return the hero's hit roll; an accurate weapon gets a second try."""
    cursed: skill_rolls.Cursed = "actor" if game.hero.cursed else ""
    return skill_rolls.hit_contest(attack.total, evasion.total, cursed=cursed, second_try=accurate)


def blow_title(data: Data, attack: Attack, blow: PlannedBlow) -> Text:
    weapon: Value = text("Fists")
    if blow.weapon is not None:
        weapon = Name(gear.traits(data, blow.weapon).name)
    how = [_NAMES[attack.kind]] if attack.kind in _NAMES else []
    how += [text("Charge")] * blow.charge + [text("Smite")] * blow.smite
    if how:
        return text("{how} with {weapon}", how=listed(how), weapon=weapon)
    return text("{weapon}", weapon=weapon)


def carry_hit(
    game: SilContext, attack: Attack, blow: PlannedBlow, account: attack_report.AttackReport
) -> bool:
    """Carry out a hit: damage, death and what follows; whether the victim was knocked back."""
    hero, creature = game.hero, attack.creature
    kind = creature_stats.race(game, creature)
    crit = crit_dice(game, blow, account.roll.margin, kind)
    slaying = slays.against(game, creature, blow.weapon)
    account.extra = extra_words(crit, slaying)
    sharpness = slays.sharpness(game, blow.weapon)
    account.hurt(game, harm_dice(game, blow, kind, crit + slaying.dice, sharpness))
    attack_report.tell_attack(game, creature, account, "smite" if blow.smite else "blow")
    slays.awe(game, creature, slaying)
    if account.net:
        oaths.break_mercy_by(game, creature, "damage")
    shoved = attack.kind != "opportunist" and critical_effects.knocks_back(
        game, creature, blow.weapon, blow.adjustment, offhand=blow.offhand
    )
    if crit > 0 and _slays_by_song(game, creature):
        attack.killed = True
        injury.kill(game, creature)
    else:
        hero.vengeance = 0
        attack.killed = injury.hurt_creature(game, creature, account.net)
    if attack.killed:
        _drink(game, creature, blow.weapon)
        return False
    creature_stats.mark(creature, "hit by melee")
    pushed = shoved and critical_effects.push(game, creature, attack.direction)
    iron_crown.struck(game, creature, account.net)
    if account.net:
        critical_effects.cruel_blow(game, creature, crit)
    return pushed


def crit_dice(game: SilContext, blow: PlannedBlow, margin: int, kind: Monster) -> int:
    """Return the critical dice of a blow that hits this kind by a margin."""
    if gear.has(game.data, blow.weapon, "CUMBERSOME"):
        return 0
    weight = FISTS if blow.weapon is None else blow.weapon.weight
    adjustment = crit_adjustment(game.data, game.hero)
    dice = skill_rolls.crit_dice(game.rulings, margin, weight, adjustment)
    return skill_rolls.crit_against(dice, kind.flags)


def harm_dice(
    game: SilContext, blow: PlannedBlow, kind: Monster, more: int, sharpness: int
) -> harm.HarmDice:
    """Return the dice of a blow that hits, `more` than the weapon's, against such a kind."""
    dice, sides = blow_dice(game, blow.weapon, blow.adjustment, offhand=blow.offhand)
    return harm.HarmDice(dice + more, sides, (kind.protection,), sharpness, most=blow.smite)


def extra_words(crit: int, slaying: slays.Slaying) -> tuple[Text, ...]:
    """Return where a blow's further dice come from, in words."""
    parts = (
        (crit, "{number} critical"),
        (slaying.slays, "{number} slaying"),
        (slaying.brands, "{number} brand"),
    )
    return tuple(text(template, number=n) for n, template in parts if n)


def _slays_by_song(game: SilContext, creature: Creature) -> bool:
    """Return whether the Song of Slaying ends a creature that a critical blow hit."""
    hero = game.hero
    if game.rulings.slaying_threshold == "below Song":
        return creature.health < singing.score(hero, ab.SONG_OF_SLAYING)
    limit = singing.strength(game.data, hero, ab.SONG_OF_SLAYING)
    return singing.is_singing(hero, ab.SONG_OF_SLAYING) and creature.health <= limit


def _drink(game: SilContext, creature: Creature, weapon: Item | None) -> None:
    """Heal the wielder of a vampiric weapon when it kills what lived."""
    hero = game.hero
    if gear.has(game.data, weapon, "VAMPIRIC") and not injury.is_lifeless(
        game.data.monsters[creature.race].flags
    ):
        hero.health = min(hero.derived.max_health, hero.health + 7)
        tell(game, text("Your weapon drinks deep, and you feel stronger."), "heal")


def direction_to(hero: Hero, creature: Creature) -> int:
    """Return the keypad direction to a creature beside the hero."""
    return compass.keypad_of(creature.y - hero.y, creature.x - hero.x)
