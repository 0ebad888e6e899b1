"""Monsters' blows on the hero (rules: combat 11.1; monsters 13.1, 13.2)."""

from __future__ import annotations

from engine.common import compass
from engine.common.grid import distance
from engine.contract.facts import Attacked, SeatRef
from engine.contract.texts import Name, Text, text
from engine.sil.combat import blow_effects, strikes
from engine.sil.combat.strikes import NORMAL, AttackForm, direction_to
from engine.sil.creatures import (
    alertness,
    combat_totals,
    creature_names,
    creature_stats,
    skill_rolls,
)
from engine.sil.data.records import Blow
from engine.sil.effects import attack_report, blow_rolls, earthquake, oaths
from engine.sil.effects.blow_rolls import Incoming
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Creature, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import gear
from engine.sil.perception import pursuit, race_lore

RIPOSTABLE = frozenset(("HIT", "TOUCH", "CLAW", "BITE", "PECK", "STING", "WHIP", "CRUSH"))


NEAR_MISS = -3  # a shatter blow that misses by less shakes the earth
ROUSED = (20, 50)  # or one by a creature that has lost more health than this roll
QUAKE, MORGOTH_QUAKE = 4, 5

_DEEDS = {
    "HIT": "{who:the} hits you",
    "TOUCH": "{who:the} touches you",
    "CLAW": "{who:the} claws you",
    "BITE": "{who:the} bites you",
    "PECK": "{who:the} pecks you",
    "STING": "{who:the} stings you",
    "WHIP": "{who:the} whips you",
    "CRUSH": "{who:the} crushes you",
    "ENGULF": "{who:the} engulfs you",
    "CRAWL": "{who:the} crawls on you",
    "THORN": "{who:the} tears at you",
    "SPORE": "{who:the} wraps you in spores",
}


def choose_blow(game: SilContext, creature: Creature) -> Blow | None:
    """Return the blow it strikes: of two, the second once in three."""
    blows = creature_stats.race(game, creature).blows
    if len(blows) > 1 and game.streams.play.one_in(3):
        return blows[1]
    return blows[0] if blows else None


def attack_hero(game: SilContext, creature: Creature, *, off_guard: bool = False) -> None:
    """Make one ordinary attack on the hero beside it. `off_guard`: he has just used a bow."""
    blow = choose_blow(game, creature)
    if blow is None:
        return
    first = blow is creature_stats.race(game, creature).blows[0]
    incoming = blow_rolls.roll_blow(game, creature, blow, off_guard=off_guard)
    who, by = creature_names.name(game, creature), creature_names.ref(game, creature)
    pursuit.note_attack(game, by)
    fact = Attacked(by, SeatRef(game.hero.number), incoming.hit, incoming.net)
    detail, at = incoming.full(game.known(creature).visible), (creature.y, creature.x)
    dice = incoming.shown(game, game.known(creature).visible)
    if not incoming.hit:
        missed = text("{who:The} misses you.", who=who)
        tell(game, missed, "miss", detail, at, fact=fact, dice=dice)
        disturb(
            game,
            text("{who:the} attacks", who=who),
            "attacked",
            flagged=game.known(creature).visible,
            at=(creature.y, creature.x) if game.known(creature).visible else None,
            by=by,
        )
        riposte(game, creature, blow, incoming.margin)
        if blow.effect == "SHATTER" and game.level.creatures[creature.slot] is creature:
            _shake_the_earth(game, creature, incoming)
        return
    disturb(game, text("{who:the} attacks", who=who), "attacked", flagged=True, by=by)
    race_lore.learn_blow(game, creature, 0 if first else 1)
    blow_effects.betray(game, incoming)
    words = _told(blow, incoming, text(_DEEDS[blow.method], who=who))
    tell(game, words, "blow", detail, at, fact=fact, dice=dice)
    blow_effects.apply(game, creature, blow, incoming, first=first)


def _told(blow: Blow, incoming: Incoming, deed: Text) -> Text:
    """Tell a blow, and how much it did: poison works later."""
    if not incoming.net or blow.effect == "DISARM":
        return text("{deed:The}.", deed=deed)
    template = "{deed:The} for {damage}."
    if blow.effect == "POISON":
        template = "{deed:The} for {damage} of poison."
    return text(template, deed=deed, damage=incoming.net)


def _shake_the_earth(game: SilContext, creature: Creature, incoming: Incoming) -> None:
    """Shake the earth by a shattering blow that falls beside the hero (rules: monsters 13.2)."""
    race, hero = creature_stats.race(game, creature), game.hero
    if (
        not game.known(creature).visible
        or hero.timers.confused
        or "FEMALE" in race.flags
        or game.state.ended
    ):
        return
    lost = creature.max_health - creature.health
    if incoming.margin <= NEAR_MISS and lost <= game.streams.play.roll(*ROUSED):
        return
    morgoth = "QUESTOR" in race.flags
    earthquake.earthquake(
        game,
        creature.y,
        creature.x,
        MORGOTH_QUAKE if morgoth else QUAKE,
        pit=(hero.y, hero.x) if morgoth else None,
        by=creature_names.one_of(race),
    )


def may_strike_freely(game: SilContext, creature: Creature) -> bool:
    """Return whether an attack out of turn on it is possible at all: a clear and fearless head, no
    truce, no oath, no peace, and, while attacks on the unwary are forgone, a victim on guard."""
    timers = game.hero.timers
    return not (
        timers.confused
        or timers.afraid
        or timers.entranced
        or timers.stun > 100
        or game.world.truce
        or not game.known(creature).visible
        or creature_stats.has(game, creature, "PEACEFUL")
        or oaths.is_protected(game, creature)
        or (forgoes(game) and creature_stats.unwary(creature))
    )


def forgoes(game: SilContext) -> bool:
    """Return whether bonus attacks spare the unwary (an option, on unless switched off)."""
    return game.state.options.get("forgo_unwary", "on") == "on"


def single(game: SilContext, creature: Creature, kind: AttackForm, direction: int) -> bool:
    """Make one attack on one creature, with what its death leads to; whether it died."""
    if not strike(game, creature, kind, direction):
        return False
    _formidable(game)
    if not game.state.ended and _follows_through(game, kind):
        follow_through(game, direction)
    return True


def _follows_through(game: SilContext, kind: AttackForm) -> bool:
    hero = game.hero
    if not hero.active(ab.FOLLOW_THROUGH):
        return False
    if kind == "impale":
        return "follow-through" in game.rulings.impale_keeps
    if kind == "whirlwind":
        return "follow-through" in game.rulings.whirlwind_keeps
    return kind in NORMAL or kind == "follow-through"


def follow_through(game: SilContext, direction: int) -> None:
    """After a kill, a blow at the next visible creature round the ring."""
    hero = game.hero
    for eighths in range(1, 8):
        keypad = compass.turned(direction, eighths)
        dy, dx = compass.OFFSETS[keypad]
        creature = game.level.creature_at(hero.y + dy, hero.x + dx)
        if creature is not None and may_strike_freely(game, creature):
            single(game, creature, "follow-through", keypad)
            return


def _formidable(game: SilContext) -> None:
    """Dismay all who see a kill (rules: character 12.6, "Formidable")."""
    hero, level = game.hero, game.level
    if not hero.active(ab.FORMIDABLE):
        return
    for creature in level.creatures:
        if creature is None:
            continue
        square = level.at(creature.y, creature.x)
        if not (game.knowledge.fire[square] and game.knowledge.view[square]):
            continue
        away = distance(hero.y, hero.x, creature.y, creature.x)
        fearless = "NO_FEAR" in game.data.monsters[creature.race].flags
        difficulty = creature_stats.will(game, creature) + (100 if fearless else 0)
        result = skill_rolls.hero_check(
            game, hero.skill(Skill.WILL) + 10 - away, difficulty, creature
        )
        if result > 0:
            creature.temporary_morale -= 20 * result
            alertness.make_alert(game, creature)


def riposte(game: SilContext, creature: Creature, blow: Blow, margin: int) -> None:
    """Strike back after an enemy's bad miss, once a turn (rules: combat 8.2)."""
    hero, weapon = game.hero, gear.weapon(game.hero)
    pounds = 0 if weapon is None else -(-weapon.weight // 10)
    timers = hero.timers
    if (
        not hero.active(ab.RIPOSTE)
        or hero.ripostes
        or timers.afraid
        or timers.confused
        or combat_totals.is_helpless(game)
        or not game.known(creature).visible
        or not creature_stats.adjacent(hero, creature)
        or blow.method not in RIPOSTABLE
        or margin > -10 - pounds
    ):
        return
    hero.ripostes += 1
    tell(game, text("You riposte."), "strike")
    single(game, creature, "riposte", direction_to(hero, creature))


def strike(game: SilContext, creature: Creature, kind: strikes.AttackForm, direction: int) -> bool:
    """Make one attack of this kind on a creature next to the hero; whether it was killed."""
    hero = game.hero
    hero.attacked = True
    disturb(game, text("your own attack"), "own deed")
    oaths.break_mercy_by(game, creature, "attack")
    attack = strikes.plan_attack(game, creature, kind, direction)
    for number in range(attack.blows):
        blow = strikes.plan_blow(game, attack, number)
        pushed = _carry_out(game, attack, blow)
        if attack.killed or pushed or game.state.ended or creature.health <= 0:
            break
    return attack.killed


def _carry_out(game: SilContext, attack: strikes.Attack, blow: strikes.PlannedBlow) -> bool:
    """Roll a blow and let it work; whether the victim was knocked back."""
    hero, creature = game.hero, attack.creature
    if blow.smite:
        hero.skip_turn = True
    tally = combat_totals.hero_attack(game, creature, blow.attack)
    evasion = combat_totals.monster_evasion(game, creature)
    accurate = gear.has(game.data, blow.weapon, "ACCURATE")
    contest = strikes.hit_contest(game, tally, evasion, accurate=accurate)
    roll = contest.roll(game.streams.play)
    account = attack_report.AttackReport(
        strikes.blow_title(game.data, attack, blow), tally, evasion, roll
    )
    pushed = False
    if account.hit:
        pushed = strikes.carry_hit(game, attack, blow, account)
    else:
        attack_report.tell_attack(game, creature, account)
        _let_riposte(game, attack, roll)
    if not attack.killed and creature.health > 0:
        alertness.make_alert(game, creature)
    return pushed


def _let_riposte(game: SilContext, attack: strikes.Attack, roll: skill_rolls.OpposedRoll) -> None:
    """Let a creature that ripostes strike back after a bad miss, once (rules: combat 7.4 step
    6)."""
    creature = attack.creature
    kind = creature_stats.race(game, creature)
    if attack.riposted or "RIPOSTE" not in kind.flags or not kind.blows:
        return
    if (
        creature_stats.ready(game, creature)
        and roll.margin <= -10 - 2 * kind.blows[0].damage.number
    ):
        attack.riposted = True
        tell(game, text("{who} ripostes.", who=Name(kind.name, proper=True)), "blow")
        attack_hero(game, creature)
