"""One attack by hand: its blows, each rolled, told and carried out (spec: character 7.2, 7.4)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engine.common import compass
from engine.sil import data
from engine.sil.combat import crown, foes, harm, rolls, slays, told, totals, wounds
from engine.sil.hero import abilities as ab
from engine.sil.hero import acts, derived, gear, singing
from engine.sil.monsters import alertness
from engine.sil.records import AbilityRef
from engine.sil.state import Creature, Game, Hero, Item, Skill, Slot, Stat
from engine.sil.tell import disturb, note, say

Kind = Literal[
    "main",
    "flanking",
    "controlled retreat",
    "impale",
    "whirlwind",
    "follow-through",
    "riposte",
    "zone of control",
    "opportunist",
    "set polearm",
    "rage",
]
NORMAL = frozenset(("main", "flanking", "controlled retreat", "impale"))
FISTS = 40  # tenths of a pound, for criticals
RAPID = -3
CHARGE = 3
_NAMES: dict[Kind, str] = {
    "flanking": "Flanking",
    "controlled retreat": "Controlled Retreat",
    "impale": "Impale",
    "whirlwind": "Whirlwind Attack",
    "follow-through": "Follow-Through",
    "riposte": "Riposte",
    "zone of control": "Zone of Control",
    "opportunist": "Opportunist",
    "set polearm": "Polearm Mastery",
    "rage": "Rage",
}


class Attack(Struct):
    """An attack in progress."""

    creature: Creature
    kind: Kind
    direction: int  # keypad, from the hero to the victim
    rapid: bool
    blows: int
    offhand: bool
    riposted: bool = False  # by the victim
    killed: bool = False


class Blow(Struct):
    """One blow of an attack: with what, how, and what it adds."""

    weapon: Item | None
    offhand: bool
    charge: bool
    smite: bool
    adjustment: int  # to Strength
    attack: totals.Tally


def strike(game: Game, creature: Creature, kind: Kind, direction: int) -> bool:
    """Make one attack of this kind on a creature next to the hero; whether it was killed."""
    hero = game.hero
    hero.attacked = True
    disturb(game, "your own attack")
    _break_mercy(game, creature, "attack")
    attack = _planned(game, creature, kind, direction)
    for number in range(attack.blows):
        blow = _blow(game, attack, number)
        pushed = _carry_out(game, attack, blow)
        if attack.killed or pushed or game.ended or creature.health <= 0:
            break
    return attack.killed


def _planned(game: Game, creature: Creature, kind: Kind, direction: int) -> Attack:
    """How many blows, and whether Rapid Attack has its part in them (spec: character 7.2)."""
    hero, rulings = game.hero, game.rulings
    many = kind in NORMAL or kind == "whirlwind"
    rapid = hero.active(ab.RAPID_ATTACK) and many
    if kind == "impale":
        rapid = rapid and "Rapid Attack" in rulings.impale_keeps
    elif kind == "whirlwind":
        rapid = rapid and "Rapid Attack" in rulings.whirlwind_keeps
    offhand = many and kind != "impale" and hero.derived.offhand_dice[1] > 0
    return Attack(creature, kind, direction, rapid, 1 + rapid + offhand, offhand)


def charges(game: Game, kind: Kind, direction: int) -> bool:
    """Whether an attack this way is a charge (spec: character 7.4, 2)."""
    hero = game.hero
    return (
        hero.active(ab.CHARGE)
        and hero.derived.speed > 1
        and kind in NORMAL
        and (kind != "impale" or "Charge" in game.rulings.impale_keeps)
        and acts.within_45(hero.actions[1], direction)
    )


def smites(game: Game, kind: Kind) -> bool:
    """Whether a first blow of this kind is a smite, which costs the next turn."""
    hero, rulings = game.hero, game.rulings
    if not hero.active(ab.SMITE) or kind not in rulings.smite_on or not gear.two_handed(hero):
        return False
    once = "follow-through" not in rulings.smite_on  # only the first attack of a turn
    return not (once and hero.skip_turn)


def _assassinates(game: Game, attack: Attack, charging: bool) -> bool:
    hero, creature = game.hero, attack.creature
    return (
        hero.active(ab.ASSASSINATION)
        and attack.kind in NORMAL
        and (attack.kind != "impale" or "Assassination" in game.rulings.impale_keeps)
        and not charging
        and foes.unwary(creature)
        and creature.visible
        and not hero.timers.confused
    )


def _blow(game: Game, attack: Attack, number: int) -> Blow:
    hero = game.hero
    offhand = attack.offhand and number == attack.blows - 1 and attack.blows > 1
    charge = number == 0 and charges(game, attack.kind, attack.direction)
    smite = number == 0 and smites(game, attack.kind)
    base = totals.Tally("Melee", hero.skill(Skill.MELEE))
    if offhand:
        base.add("off hand", hero.derived.offhand_attack)
    elif hero.active(ab.RAPID_ATTACK) and not attack.rapid:
        base.add("a single blow", -RAPID)
    if charge:
        base.add("Charge", CHARGE)
    if _assassinates(game, attack, charge):
        base.add("Assassination", hero.skill(Skill.STEALTH))
    adjustment = RAPID if offhand else (RAPID if attack.rapid else 0) + (CHARGE if charge else 0)
    weapon = gear.offhand(hero) if offhand else gear.weapon(hero)
    return Blow(weapon, offhand, charge, smite, adjustment, base)


def blow_dice(
    game: Game, weapon: Item | None, adjustment: int, *, offhand: bool
) -> tuple[int, int]:
    """Dice and sides of a blow with this adjustment to Strength (spec: character 4.8)."""
    hero = game.hero
    terms = derived.blow_sides(
        game,
        weapon,
        hero.stat(Stat.STR),
        (("gear", hero.derived.counts["damage_sides"]),),
        power=hero.active(ab.POWER),
        adjustment=("", adjustment),
        both_hands=not offhand and gear.hand_and_a_half(hero),
    )
    dice = hero.derived.offhand_dice[0] if offhand else hero.derived.melee_dice[0]
    return dice, max(0, derived.sum_of(terms))


def crit_adjustment(hero: Hero, *, thrown: bool = False) -> int:
    """What abilities add to the step of melee criticals, in tenths (spec: character 7.5)."""
    subtle = not thrown and Slot.ARM not in hero.worn and not gear.two_handed(hero)
    return (
        (-20 if hero.active(ab.FINESSE) else 0)
        + (10 if hero.active(ab.POWER) else 0)
        + (-20 if subtle and hero.active(ab.SUBTLETY) else 0)
    )


def roll_to_hit(
    game: Game, attack: totals.Tally, evasion: totals.Tally, *, shot: bool, accurate: bool
) -> rolls.Roll:
    """The hero's hit roll; an accurate weapon gets a second try."""

    def once() -> rolls.Roll:
        return rolls.hit_roll(
            game.streams.play,
            attack.total,
            evasion.total,
            cursed="actor" if game.hero.cursed else "",
            halve_result=shot and game.rulings.archery_halves == "result",
            averaging=game.rulings.evasion_averaging,
        )

    roll = once()
    return once() if accurate and roll.margin <= 0 else roll


def natural_crit(game: Game, roll: rolls.Roll) -> int:
    """The die a natural 20 adds while evasion is averaged."""
    return int(game.rulings.evasion_averaging and roll.die == 20)


def _carry_out(game: Game, attack: Attack, blow: Blow) -> bool:
    """Roll a blow and let it work; whether the victim was knocked back."""
    hero, creature = game.hero, attack.creature
    if blow.smite:
        hero.skip_turn = True
    tally = totals.hero_attack(game, creature, blow.attack)
    evasion = totals.monster_evasion(game, creature)
    accurate = gear.has(blow.weapon, "ACCURATE")
    roll = roll_to_hit(game, tally, evasion, shot=False, accurate=accurate)
    account = told.Account(_title(attack, blow), tally, evasion, roll)
    pushed = False
    if account.hit:
        pushed = _hit(game, attack, blow, account)
    else:
        told.tell(game, creature, account)
        _let_riposte(game, attack, roll)
    if not attack.killed and creature.health > 0:
        alertness.make_alert(game, creature)
    return pushed


def _title(attack: Attack, blow: Blow) -> str:
    name = "Fists" if blow.weapon is None else gear.traits(blow.weapon).name
    how = [_NAMES[attack.kind]] if attack.kind in _NAMES else []
    how += ["Charge"] * blow.charge + ["Smite"] * blow.smite
    return f"{', '.join(how)} with {name}" if how else name


def _hit(game: Game, attack: Attack, blow: Blow, account: told.Account) -> bool:
    """A blow that hits: damage, death and what follows; whether the victim was knocked back."""
    hero, creature = game.hero, attack.creature
    crit = _crit(game, blow, account.roll, creature)
    slaying = slays.against(game, creature, blow.weapon)
    _damage(game, attack, blow, account, crit, slaying)
    told.tell(game, creature, account, "You smite" if blow.smite else "You hit")
    slays.awe(game, creature, slaying)
    if account.net:
        _break_mercy(game, creature, "damage")
    shoved = attack.kind != "opportunist" and wounds.knocks_back(
        game, creature, blow.weapon, blow.adjustment, offhand=blow.offhand
    )
    if crit > 0 and _slays_by_song(game, creature):
        attack.killed = True
        harm.kill(game, creature)
    else:
        hero.vengeance = 0
        attack.killed = harm.hurt_creature(game, creature, account.net)
    if attack.killed:
        _drink(game, creature, blow.weapon)
        return False
    foes.mark(creature, "hit by melee")
    pushed = shoved and wounds.push(game, creature, attack.direction)
    crown.struck(game, creature, account.net)
    if account.net:
        wounds.cruel_blow(game, creature, crit)
    return pushed


def _crit(game: Game, blow: Blow, roll: rolls.Roll, creature: Creature) -> int:
    if gear.has(blow.weapon, "CUMBERSOME"):
        return 0
    weight = FISTS if blow.weapon is None else blow.weapon.weight
    dice = rolls.crit_dice(game.rulings, roll.margin, weight, crit_adjustment(game.hero))
    dice = rolls.crit_against(dice, data.current().monsters[creature.race].flags)
    return dice + natural_crit(game, roll)


def _damage(
    game: Game,
    attack: Attack,
    blow: Blow,
    account: told.Account,
    crit: int,
    slaying: slays.Slaying,
) -> None:
    """Roll damage and protection into the account."""
    dice, account.sides = blow_dice(game, blow.weapon, blow.adjustment, offhand=blow.offhand)
    account.dice = dice + crit + slaying.dice
    account.extra = extra_words(crit, slaying)
    if blow.smite:
        account.damage = account.dice * account.sides
    else:
        account.damage = game.streams.play.roll(account.dice, account.sides)
    roll_protection(game, attack.creature, account, slays.sharpness(game, blow.weapon))


def extra_words(crit: int, slaying: slays.Slaying) -> tuple[str, ...]:
    """Where a blow's further dice come from, in words."""
    parts = ((crit, "critical"), (slaying.slays, "slaying"), (slaying.brands, "brand"))
    return tuple(f"{n} {word}" for n, word in parts if n)


def roll_protection(game: Game, creature: Creature, account: told.Account, percent: int) -> None:
    """Roll the victim's protection, cut by sharpness, and work out what gets through."""
    dice = foes.race(game, creature).protection
    account.protection_dice = str(dice) if percent == 100 else f"{percent}% of {dice}"
    account.protection = game.streams.play.roll(dice.number, dice.sides) * percent // 100
    account.net = max(0, account.damage - account.protection)


def _slays_by_song(game: Game, creature: Creature) -> bool:
    """Whether the Song of Slaying ends a creature that a critical blow hit."""
    song = game.hero.skill(Skill.SONG)
    if game.rulings.slaying_threshold == "below Song":
        score = singing.score(game.hero, ab.SONG_OF_SLAYING, song)
        return creature.health < score
    limit = singing.strength(game.hero, ab.SONG_OF_SLAYING, song)
    return singing.is_singing(game.hero, ab.SONG_OF_SLAYING) and creature.health <= limit


def _drink(game: Game, creature: Creature, weapon: Item | None) -> None:
    """A vampiric weapon heals its wielder when it kills what lived."""
    hero = game.hero
    if gear.has(weapon, "VAMPIRIC") and not harm.is_lifeless(
        data.current().monsters[creature.race].flags
    ):
        hero.health = min(hero.derived.max_health, hero.health + 7)
        say(game, "Your weapon drinks deep, and you feel stronger.", "heal")


def _break_mercy(game: Game, creature: Creature, deed: str) -> None:
    if game.rulings.oath_mercy_broken_by == deed:
        break_mercy(game, creature)


def break_mercy(game: Game, creature: Creature) -> None:
    """Harm to a visible Man or Elf breaks the oath of Mercy, sworn or not (spec: 12.7a)."""
    if creature.visible and foes.people_of(game, creature):
        break_oath(game, derived.MERCY)


def break_oath(game: Game, oath: int) -> None:
    """Record a deed that an oath forbids; a sworn one is lost for good."""
    hero = game.hero
    if oath in hero.oaths_broken:
        return
    hero.oaths_broken.append(oath)
    if hero.oath == oath and has_sworn(hero):
        say(game, f"You have broken your oath of {derived.OATHS[oath]}.", "oath")
        note(game, f"Broke the oath of {derived.OATHS[oath]}.")


def has_sworn(hero: Hero) -> bool:
    """Whether the hero has chosen an oath."""
    return hero.oath > 0 and AbilityRef(*ab.OATH) in (*hero.bought, *hero.granted)


def _let_riposte(game: Game, attack: Attack, roll: rolls.Roll) -> None:
    """A bad miss lets a creature that ripostes strike back, once (spec: character 7.4, 6)."""
    from engine.sil.monsters import blows  # here, for blows call on the hero's own ripostes

    creature = attack.creature
    kind = foes.race(game, creature)
    if attack.riposted or "RIPOSTE" not in kind.flags or not kind.blows:
        return
    if foes.ready(game, creature) and roll.margin <= -10 - 2 * kind.blows[0].damage.number:
        attack.riposted = True
        say(game, f"{kind.name} ripostes.", "blow")
        blows.attack_hero(game, creature)


def direction_to(hero: Hero, creature: Creature) -> int:
    """The keypad direction to a creature beside the hero."""
    return compass.keypad_of(creature.y - hero.y, creature.x - hero.x)
