"""Blows by hand: rolled when they are declared, dealt when they fall due (rules: silg 2, 5)."""

from __future__ import annotations

from engine.common import compass
from engine.contract.facts import Died, SeatRef
from engine.contract.texts import Text, Words
from engine.sil.combat import attacks, blow_effects, critical_effects, melee, strikes
from engine.sil.combat.strikes import AttackForm
from engine.sil.creatures import (
    alertness,
    combat_totals,
    creature_names,
    creature_stats,
    iron_crown,
    skill_rolls,
    slays,
)
from engine.sil.creatures.combat_totals import Tally
from engine.sil.data.records import Blow
from engine.sil.effects import blow_rolls, injury, oaths
from engine.sil.effects.blow_rolls import Incoming
from engine.sil.game.state import Creature, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import gear
from engine.silg.combat import skill_totals, standing_defence
from engine.silg.combat.attack_reports import tell_death, tell_hit, tell_miss
from engine.silg.combat.skill_totals import AttackContest, AttackRoll
from engine.silg.context import SilGContext
from engine.silg.state import DeclaredAction, RolledBlow
from engine.silg.wording import text

# ---------------------------------------------------------------- heroes


def roll_hero_blows(
    game: SilGContext, seat: int, creature: Creature, kind: AttackForm = "main"
) -> list[RolledBlow]:
    """Roll all blows of a hero's attack on a creature beside them (K9)."""
    hero_game = game.hero_game(seat)
    hero_game.hero.attacked = True
    attack = strikes.plan_attack(
        hero_game, creature, kind, strikes.direction_to(hero_game.hero, creature)
    )
    return [
        _roll_hero_blow(game, seat, attack, strikes.plan_blow(hero_game, attack, number))
        for number in range(attack.blows)
    ]


def _roll_hero_blow(
    game: SilGContext, seat: int, attack: strikes.Attack, blow: strikes.PlannedBlow
) -> RolledBlow:
    hero_game, creature = game.hero_game(seat), attack.creature
    if blow.smite:
        hero_game.hero.skip_turn = True
    tally = combat_totals.hero_attack(hero_game, creature, blow.attack)
    evasion = skill_totals.creature_evasion(game, creature, (hero_game.hero.y, hero_game.hero.x))
    standing = standing_defence.entered(game, f"c{creature.slot}")
    against = skill_totals.number_to_beat(evasion.total, standing.die)
    accurate = gear.has(hero_game.data, blow.weapon, "ACCURATE")
    rolled = AttackContest(tally.total, against, accurate).roll(hero_game.streams.play)
    out = RolledBlow("blow", tally.total, rolled.die, against)
    out.account = text(
        "{what}. {attack}; rolled {rolled}. Against {evasion}, die {die}",
        what=strikes.blow_title(hero_game.data, attack, blow),
        attack=tally.words(),
        rolled=rolled.die,
        evasion=evasion.words(),
        die=standing.die,
    )
    if out.hit:
        _roll_hero_damage(game, seat, attack, blow, out=out, rolled=rolled)
    return out


def _roll_hero_damage(
    game: SilGContext,
    seat: int,
    attack: strikes.Attack,
    blow: strikes.PlannedBlow,
    out: RolledBlow,
    rolled: AttackRoll,
) -> None:
    hero_game, creature, weapon = game.hero_game(seat), attack.creature, blow.weapon
    slaying = slays.against(hero_game, creature, weapon)
    out.slays, out.brands = slaying
    if not gear.has(hero_game.data, weapon, "CUMBERSOME"):
        weight = strikes.FISTS if weapon is None else weapon.weight
        dice = skill_totals.critical_dice(
            hero_game.rulings,
            rolled,
            weight,
            natural=game.option("averaging"),
            adjustment=strikes.crit_adjustment(hero_game.data, hero_game.hero),
        )
        out.crit = skill_rolls.crit_against(dice, hero_game.data.monsters[creature.race].flags)
    dice, out.sides = strikes.blow_dice(hero_game, weapon, blow.adjustment, offhand=blow.offhand)
    out.dice = dice + out.crit + slaying.dice
    whole = out.dice * out.sides
    out.damage = whole if blow.smite else hero_game.streams.play.roll(out.dice, out.sides)
    out.percent = slays.sharpness(hero_game, weapon)


def deal_hero_blows(game: SilGContext, seat: int, deed: DeclaredAction) -> None:
    """Report a hero's blows that fall due: what the standing protection leaves of them (K2)."""
    for blow in deed.blows:
        creature = game.creature(deed.target)
        if creature is None or seat not in game.heroes:
            return
        if deal_to_creature(game, seat, creature, blow):
            follow_through(game, seat, creature)
        elif not blow.hit and game.creature(deed.target):
            _let_creature_riposte(game, seat, creature, blow)


def deal_to_creature(
    game: SilGContext, seat: int, creature: Creature, blow: RolledBlow, *, ranged: bool = False
) -> bool:
    """Report one attack of a hero's on a creature; whether it died."""
    hero_game, key = game.hero_game(seat), f"c{creature.slot}"
    who = game.ref(key)
    name, attacker, witnesses = game.name(key), f"h{seat}", game.audience_of(key)
    oaths.break_mercy_by(hero_game, creature, "attack")
    if not blow.hit:
        tell_miss(game, attacker, key, blow)
        alertness.make_alert(hero_game, creature)
        game.overhear(seat, ("noticed",))
        return False
    kept = (
        standing_defence.standing(game, standing_defence.entered(game, key)) * blow.percent // 100
    )
    net = max(0, blow.damage - kept)
    tell_hit(game, attacker, key, blow, kept=kept, net=net)
    slays.awe(hero_game, creature, slays.Slaying(blow.slays, blow.brands))
    if net:
        oaths.break_mercy_by(hero_game, creature, "damage")
    hero_game.hero.vengeance = 0
    if injury.hurt_creature(hero_game, creature, net):
        game.overhear(seat, ("kill", "noticed"))
        fact = Died(who, SeatRef(seat)) if who else None
        game.tell(text("{who:The} is slain.", who=name), witnesses, "kill", fact=fact)
        return True
    creature_stats.mark(creature, "hit by ranged" if ranged else "hit by melee")
    iron_crown.struck(hero_game, creature, net)
    _deal_critical(game, seat, creature, blow, net, ranged=ranged)
    alertness.make_alert(hero_game, creature)
    game.overhear(seat, ("noticed",))
    return False


def _deal_critical(
    game: SilGContext, seat: int, creature: Creature, blow: RolledBlow, net: int, *, ranged: bool
) -> None:
    hero_game = game.hero_game(seat)
    if not net or not blow.crit:
        return
    if ranged:
        critical_effects.crippling_shot(hero_game, creature, blow.crit)
    else:
        critical_effects.cruel_blow(hero_game, creature, blow.crit)


def follow_through(game: SilGContext, seat: int, fallen: Creature) -> None:
    """After a kill, a free attack on the next enemy in sight round the ring."""
    hero_game = game.hero_game(seat)
    if seat not in game.heroes or not hero_game.hero.active(ab.FOLLOW_THROUGH):
        return
    keypad = compass.keypad_of(
        _sign(fallen.y - hero_game.hero.y), _sign(fallen.x - hero_game.hero.x)
    )
    for eighths in range(1, 8):
        dy, dx = compass.OFFSETS[compass.turned(keypad, eighths)]
        other = hero_game.level.creature_at(hero_game.hero.y + dy, hero_game.hero.x + dx)
        if other is not None and attacks.may_strike_freely(hero_game, other):
            strike_freely(game, seat, other, "follow-through")
            return


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)


def strike_freely(game: SilGContext, seat: int, creature: Creature, kind: AttackForm) -> None:
    """Make a free attack: it resolves at once against what stands (rules: silg 2)."""
    blows = roll_hero_blows(game, seat, creature, kind)
    deal_hero_blows(game, seat, DeclaredAction("attack", kind, f"c{creature.slot}", blows=blows))


# ---------------------------------------------------------------- creatures


def roll_creature_blow(
    game: SilGContext, creature: Creature, seat: int, blow: Blow | None = None
) -> RolledBlow | None:
    """Roll a creature's blow at a hero beside it; None for one that has no blows."""
    hero_game = game.hero_game(seat)
    blow = blow or attacks.choose_blow(hero_game, creature)
    if blow is None:
        return None
    charging = blow_rolls.charges(hero_game, creature)
    tally = skill_totals.creature_attack(game, seat, creature, blow.attack)
    tally.add("charge", blow_rolls.CHARGE if charging else 0)
    evasion = skill_totals.hero_evasion(game, seat, creature)
    standing = standing_defence.entered(game, f"h{seat}")
    against = skill_totals.number_to_beat(evasion.total, standing.die)
    out = RolledBlow(blow.method.lower(), tally.total, against=against)
    out.method = blow.method
    out.armoured = blow.method not in blow_rolls.UNARMOURED
    out.second = blow is not creature_stats.race(hero_game, creature).blows[0]
    out.die = AttackContest(tally.total, against).roll(hero_game.streams.play).die
    out.account = creature_account(tally, out.die, evasion, standing.die)
    if blow.method == "SPORE" or not blow.effect:
        out.against = min(out.against, out.score + out.die - 1)
    if out.hit and blow.effect:
        roll_creature_damage(game, creature, seat, blow, out, charging=charging)
    return out


def creature_account(attack: Tally, rolled: int, evasion: Tally, die: int) -> Text:
    """Return the terms of a creature's attack on a hero, and the dice of both."""
    return text(
        "{attack}; rolled {rolled}. Against {evasion}, die {die}",
        attack=attack.words(),
        rolled=rolled,
        evasion=evasion.words(),
        die=die,
    )


def roll_creature_damage(
    game: SilGContext, creature: Creature, seat: int, blow: Blow, out: RolledBlow, *, charging: bool
) -> None:
    hero_game = game.hero_game(seat)
    if out.armoured:
        dice = skill_totals.critical_dice(
            hero_game.rulings,
            AttackRoll(out.die, out.margin),
            blow_rolls.DIE_WEIGHT * blow.damage.number,
            natural=game.option("averaging"),
        )
        out.crit = outwitted(game, seat, creature, dice)
    out.dice = blow.damage.number + out.crit + blow_rolls.elemental_dice(hero_game, blow.effect)
    out.sides = blow.damage.sides + (blow_rolls.CHARGE if charging else 0)
    out.damage = hero_game.streams.play.roll(out.dice, out.sides)


def outwitted(game: SilGContext, seat: int, creature: Creature, dice: int) -> int:
    """Return the critical dice that are left against a hero who may outwit the attacker."""
    hero_game = game.hero_game(seat)
    if not hero_game.hero.active(ab.OUTWIT):
        return dice
    against = creature_stats.perception(hero_game, creature)
    skill = hero_game.hero.skill(Skill.PERCEPTION)
    return 0 if skill_rolls.hero_check(hero_game, skill, against, creature) > 0 else dice


def deal_creature_blows(game: SilGContext, creature: Creature, deed: DeclaredAction) -> None:
    """Report a creature's blows that fall due."""
    for blow in deed.blows:
        seat = game.seat_of(deed.target)
        if seat is None or game.creature(f"c{creature.slot}") is not creature:
            return
        deal_to_hero(game, creature, seat, blow)


def deal_to_hero(game: SilGContext, creature: Creature, seat: int, blow: RolledBlow) -> None:
    """Report one blow of a creature's on a hero."""
    hero_game, key = game.hero_game(seat), f"c{creature.slot}"
    injury.under_attack(hero_game)
    if not blow.hit:
        tell_miss(game, key, f"h{seat}", blow)
        game.overhear(seat)
        _let_hero_riposte(game, seat, creature, blow)
        return
    kept = (
        standing_defence.standing(game, standing_defence.entered(game, f"h{seat}"))
        if blow.armoured
        else 0
    )
    net = max(0, blow.damage - kept)
    tell_hit(game, key, f"h{seat}", blow, kept=kept, net=net)
    race = creature_stats.race(hero_game, creature)
    strikes_with = race.blows[1 if blow.second and len(race.blows) > 1 else 0]
    incoming = Incoming(
        Tally(text("Attack"), blow.score),
        Tally(text("Evasion"), blow.against),
        blow.margin,
        crit=blow.crit,
        dice=blow.dice,
        sides=blow.sides,
        damage=blow.damage,
        protection=kept,
        net=net,
    )
    blow_effects.apply(hero_game, creature, strikes_with, incoming, first=not blow.second)
    game.overhear(seat, ("death",))
    tell_death(game, seat)


def land_missile(
    game: SilGContext, creature: Creature, seat: int, blow: RolledBlow, kept: int, net: int
) -> None:
    """Report an arrow or a boulder of a creature's that falls due."""
    hero_game, key = game.hero_game(seat), f"c{creature.slot}"
    if not blow.hit:
        tell_miss(game, key, f"h{seat}", blow)
        game.overhear(seat)
        return
    tell_hit(game, key, f"h{seat}", blow, kept=kept, net=net)
    race = creature_stats.race(hero_game, creature)
    by = creature_names.one_of(race)
    injury.hurt_hero(hero_game, net, by, means="blow", killer=creature)
    if net and seat in game.heroes:
        injury.avenge(hero_game)
    game.overhear(seat, ("death",))
    tell_death(game, seat)


def _let_hero_riposte(game: SilGContext, seat: int, creature: Creature, blow: RolledBlow) -> None:
    hero_game, weapon = game.hero_game(seat), gear.weapon(game.hero(seat))
    hero = hero_game.hero
    pounds = 0 if weapon is None else -(-weapon.weight // 10)
    able = (
        hero.active(ab.RIPOSTE) and not hero.ripostes and not combat_totals.is_helpless(hero_game)
    )
    if (
        able
        and attacks.may_strike_freely(hero_game, creature)
        and creature_stats.adjacent(hero, creature)
        and blow.method in attacks.RIPOSTABLE
        and blow.margin <= -10 - pounds
    ):
        hero.ripostes += 1
        strike_freely(game, seat, creature, "riposte")


def _let_creature_riposte(
    game: SilGContext, seat: int, creature: Creature, blow: RolledBlow
) -> None:
    race = creature_stats.race(game.hero_game(seat), creature)
    if "RIPOSTE" not in race.flags or not race.blows:
        return
    near = creature_stats.adjacent(game.hero(seat), creature)
    if near and blow.margin <= -10 - 2 * race.blows[0].damage.number:
        strike_hero_freely(game, creature, seat)


def strike_hero_freely(game: SilGContext, creature: Creature, seat: int) -> None:
    """Let a creature make a free attack on a hero: it resolves at once."""
    blow = roll_creature_blow(game, creature, seat)
    if blow is not None:
        deal_to_hero(game, creature, seat, blow)


def hindrance(game: SilGContext, seat: int, creature: Creature) -> Words:
    """Return why a hero cannot attack a creature beside them; "" when they can."""
    return melee.hindrance(game.hero_game(seat), creature)
