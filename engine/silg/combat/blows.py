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
from engine.silg.combat.attack_reports import announce, announce_miss, announce_wound
from engine.silg.combat.skill_totals import AttackContest, AttackRoll
from engine.silg.context import SilGContext
from engine.silg.state import DeclaredAction, RolledBlow
from engine.silg.wording import text

UNARMOURED = blow_rolls.UNARMOURED
FREE: frozenset[AttackForm] = frozenset(
    ("follow-through", "riposte", "zone of control", "opportunist")
)


# ---------------------------------------------------------------- heroes


def roll_hero_blows(
    session: SilGContext, seat: int, creature: Creature, kind: AttackForm = "main"
) -> list[RolledBlow]:
    """Roll all blows of a hero's attack on a creature beside them (K9)."""
    game = session.game(seat)
    game.hero.attacked = True
    attack = strikes.plan_attack(game, creature, kind, strikes.direction_to(game.hero, creature))
    return [
        _roll_hero_blow(session, seat, attack, strikes.plan_blow(game, attack, number))
        for number in range(attack.blows)
    ]


def _roll_hero_blow(
    session: SilGContext, seat: int, attack: strikes.Attack, blow: strikes.PlannedBlow
) -> RolledBlow:
    game, creature = session.game(seat), attack.creature
    if blow.smite:
        game.hero.skip_turn = True
    tally = combat_totals.hero_attack(game, creature, blow.attack)
    evasion = skill_totals.creature_evasion(session, creature, (game.hero.y, game.hero.x))
    standing = standing_defence.entered(session, f"c{creature.slot}")
    against = skill_totals.number_to_beat(evasion.total, standing.die)
    accurate = gear.has(game.data, blow.weapon, "ACCURATE")
    rolled = AttackContest(tally.total, against, accurate).roll(game.streams.play)
    out = RolledBlow("blow", tally.total, rolled.die, against)
    out.account = text(
        "{what}. {attack}; rolled {rolled}. Against {evasion}, die {die}",
        what=strikes.blow_title(game.data, attack, blow),
        attack=tally.words(),
        rolled=rolled.die,
        evasion=evasion.words(),
        die=standing.die,
    )
    if out.hit:
        _roll_hero_damage(session, seat, attack, blow, out=out, rolled=rolled)
    return out


def _roll_hero_damage(
    session: SilGContext,
    seat: int,
    attack: strikes.Attack,
    blow: strikes.PlannedBlow,
    out: RolledBlow,
    rolled: AttackRoll,
) -> None:
    game, creature, weapon = session.game(seat), attack.creature, blow.weapon
    slaying = slays.against(game, creature, weapon)
    out.slays, out.brands = slaying
    if not gear.has(game.data, weapon, "CUMBERSOME"):
        weight = strikes.FISTS if weapon is None else weapon.weight
        dice = skill_totals.critical_dice(
            game.rulings,
            rolled,
            weight,
            natural=session.option("averaging"),
            adjustment=strikes.crit_adjustment(game.data, game.hero),
        )
        out.crit = skill_rolls.crit_against(dice, game.data.monsters[creature.race].flags)
    dice, out.sides = strikes.blow_dice(game, weapon, blow.adjustment, offhand=blow.offhand)
    out.dice = dice + out.crit + slaying.dice
    whole = out.dice * out.sides
    out.damage = whole if blow.smite else game.streams.play.roll(out.dice, out.sides)
    out.percent = slays.sharpness(game, weapon)


def deal_hero_blows(session: SilGContext, seat: int, deed: DeclaredAction) -> None:
    """Report a hero's blows that fall due: what the standing protection leaves of them (K2)."""
    for blow in deed.blows:
        creature = session.creature(deed.target)
        if creature is None or seat not in session.heroes:
            return
        if deal_to_creature(session, seat, creature, blow):
            follow_through(session, seat, deed.target, creature)
        elif not blow.hit and session.creature(deed.target):
            _let_creature_riposte(session, seat, creature, blow)


def deal_to_creature(
    session: SilGContext, seat: int, creature: Creature, blow: RolledBlow, *, ranged: bool = False
) -> bool:
    """Report one attack of a hero's on a creature; whether it died."""
    game, key = session.game(seat), f"c{creature.slot}"
    who = session.ref(key)
    name, attacker, witnesses = session.name(key), f"h{seat}", session.audience_of(key)
    oaths.break_mercy_by(game, creature, "attack")
    if not blow.hit:
        announce_miss(session, attacker, key, blow)
        alertness.make_alert(game, creature)
        session.overhear(seat, ("noticed",))
        return False
    kept = (
        standing_defence.standing(session, standing_defence.entered(session, key))
        * blow.percent
        // 100
    )
    net = max(0, blow.damage - kept)
    announce(session, attacker, key, blow, kept, net)
    slays.awe(game, creature, slays.Slaying(blow.slays, blow.brands))
    if net:
        oaths.break_mercy_by(game, creature, "damage")
    game.hero.vengeance = 0
    if injury.hurt_creature(game, creature, net):
        session.overhear(seat, ("kill", "noticed"))
        fact = Died(who, SeatRef(seat)) if who else None
        session.tell(text("{who:The} is slain.", who=name), witnesses, "kill", fact=fact)
        return True
    creature_stats.mark(creature, "hit by ranged" if ranged else "hit by melee")
    iron_crown.struck(game, creature, net)
    _deal_critical(session, seat, creature, blow, net, ranged=ranged)
    alertness.make_alert(game, creature)
    session.overhear(seat, ("noticed",))
    return False


def _deal_critical(
    session: SilGContext, seat: int, creature: Creature, blow: RolledBlow, net: int, *, ranged: bool
) -> None:
    game = session.game(seat)
    if not net or not blow.crit:
        return
    if ranged:
        critical_effects.crippling_shot(game, creature, blow.crit)
    else:
        critical_effects.cruel_blow(game, creature, blow.crit)


def follow_through(session: SilGContext, seat: int, fallen: str, creature: Creature) -> None:
    """After a kill, a free attack on the next enemy in sight round the ring."""
    game = session.game(seat)
    if seat not in session.heroes or not game.hero.active(ab.FOLLOW_THROUGH):
        return
    del fallen
    keypad = compass.keypad_of(_sign(creature.y - game.hero.y), _sign(creature.x - game.hero.x))
    for eighths in range(1, 8):
        dy, dx = compass.OFFSETS[compass.turned(keypad, eighths)]
        other = attacks.creature_at(game, game.hero.y + dy, game.hero.x + dx)
        if other is not None and attacks.may_strike_freely(game, other):
            strike_freely(session, seat, other, "follow-through")
            return


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)


def strike_freely(session: SilGContext, seat: int, creature: Creature, kind: AttackForm) -> None:
    """Make a free attack: it resolves at once against what stands (rules: silg 2)."""
    blows = roll_hero_blows(session, seat, creature, kind)
    deal_hero_blows(session, seat, DeclaredAction("attack", kind, f"c{creature.slot}", blows=blows))


# ---------------------------------------------------------------- creatures


def roll_creature_blow(
    session: SilGContext, creature: Creature, seat: int, blow: Blow | None = None
) -> RolledBlow | None:
    """Roll a creature's blow at a hero beside it; None for one that has no blows."""
    game = session.game(seat)
    blow = blow or attacks.choose_blow(game, creature)
    if blow is None:
        return None
    charging = blow_rolls.charges(game, creature)
    tally = skill_totals.creature_attack(session, seat, creature, blow.attack)
    tally.add("charge", blow_rolls.CHARGE if charging else 0)
    evasion = skill_totals.hero_evasion(session, seat, creature)
    standing = standing_defence.entered(session, f"h{seat}")
    against = skill_totals.number_to_beat(evasion.total, standing.die)
    out = RolledBlow(blow.method.lower(), tally.total, against=against)
    out.effect, out.method = blow.effect, blow.method
    out.armoured = blow.method not in UNARMOURED
    out.second = blow is not creature_stats.race(game, creature).blows[0]
    out.die = AttackContest(tally.total, against).roll(game.streams.play).die
    out.account = creature_account(tally, out.die, evasion, standing.die)
    if blow.method == "SPORE" or not blow.effect:
        out.against = min(out.against, out.score + out.die - 1)
    if out.hit and blow.effect:
        roll_creature_damage(session, creature, seat, blow, out, charging=charging)
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
    session: SilGContext,
    creature: Creature,
    seat: int,
    blow: Blow,
    out: RolledBlow,
    *,
    charging: bool,
) -> None:
    game = session.game(seat)
    if out.armoured:
        dice = skill_totals.critical_dice(
            game.rulings,
            AttackRoll(out.die, out.margin),
            blow_rolls.DIE_WEIGHT * blow.damage.number,
            natural=session.option("averaging"),
        )
        out.crit = outwitted(session, seat, creature, dice)
    out.dice = blow.damage.number + out.crit + blow_rolls.elemental_dice(game, blow.effect)
    out.sides = blow.damage.sides + (blow_rolls.CHARGE if charging else 0)
    out.damage = game.streams.play.roll(out.dice, out.sides)


def outwitted(session: SilGContext, seat: int, creature: Creature, dice: int) -> int:
    """Return the critical dice that are left against a hero who may outwit the attacker."""
    game = session.game(seat)
    if not game.hero.active(ab.OUTWIT):
        return dice
    against = creature_stats.perception(game, creature)
    skill = game.hero.skill(Skill.PERCEPTION)
    return 0 if skill_rolls.hero_check(game, skill, against, creature) > 0 else dice


def deal_creature_blows(session: SilGContext, creature: Creature, deed: DeclaredAction) -> None:
    """Report a creature's blows that fall due."""
    for blow in deed.blows:
        seat = session.seat_of(deed.target)
        if seat is None or session.creature(f"c{creature.slot}") is not creature:
            return
        deal_to_hero(session, creature, seat, blow)


def deal_to_hero(session: SilGContext, creature: Creature, seat: int, blow: RolledBlow) -> None:
    """Report one blow of a creature's on a hero."""
    game, key = session.game(seat), f"c{creature.slot}"
    injury.under_attack(game)
    if not blow.hit:
        announce_miss(session, key, f"h{seat}", blow)
        session.overhear(seat)
        _let_hero_riposte(session, seat, creature, blow)
        return
    kept = (
        standing_defence.standing(session, standing_defence.entered(session, f"h{seat}"))
        if blow.armoured
        else 0
    )
    net = max(0, blow.damage - kept)
    announce(session, key, f"h{seat}", blow, kept, net)
    race = creature_stats.race(game, creature)
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
    blow_effects.apply(game, creature, strikes_with, incoming, first=not blow.second)
    session.overhear(seat, ("death",))
    announce_wound(session, seat)


def report_missile(
    session: SilGContext, creature: Creature, seat: int, blow: RolledBlow, kept: int, net: int
) -> None:
    """Report an arrow or a boulder of a creature's that falls due."""
    game, key = session.game(seat), f"c{creature.slot}"
    if not blow.hit:
        announce_miss(session, key, f"h{seat}", blow)
        session.overhear(seat)
        return
    announce(session, key, f"h{seat}", blow, kept, net)
    race = creature_stats.race(game, creature)
    by = creature_names.one_of(race)
    injury.hurt_hero(game, net, by, means="blow", killer=creature)
    if net and seat in session.heroes:
        injury.avenge(game)
    session.overhear(seat, ("death",))
    announce_wound(session, seat)


def _let_hero_riposte(
    session: SilGContext, seat: int, creature: Creature, blow: RolledBlow
) -> None:
    game, weapon = session.game(seat), gear.weapon(session.hero(seat))
    hero = game.hero
    pounds = 0 if weapon is None else -(-weapon.weight // 10)
    able = hero.active(ab.RIPOSTE) and not hero.ripostes and not combat_totals.is_helpless(game)
    if (
        able
        and attacks.may_strike_freely(game, creature)
        and creature_stats.adjacent(hero, creature)
        and blow.method in attacks.RIPOSTABLE
        and blow.margin <= -10 - pounds
    ):
        hero.ripostes += 1
        strike_freely(session, seat, creature, "riposte")


def _let_creature_riposte(
    session: SilGContext, seat: int, creature: Creature, blow: RolledBlow
) -> None:
    race = creature_stats.race(session.game(seat), creature)
    if "RIPOSTE" not in race.flags or not race.blows:
        return
    near = creature_stats.adjacent(session.hero(seat), creature)
    if near and blow.margin <= -10 - 2 * race.blows[0].damage.number:
        strike_hero_freely(session, creature, seat)


def strike_hero_freely(session: SilGContext, creature: Creature, seat: int) -> None:
    """Let a creature make a free attack on a hero: it resolves at once."""
    blow = roll_creature_blow(session, creature, seat)
    if blow is not None:
        deal_to_hero(session, creature, seat, blow)


def hindrance(session: SilGContext, seat: int, creature: Creature) -> Words:
    """Return why a hero cannot attack a creature beside them; "" when they can."""
    return melee.hindrance(session.game(seat), creature)
