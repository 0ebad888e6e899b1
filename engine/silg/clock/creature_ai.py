"""Declarations of creatures, by Sil's minds or as the Game Master says, and their execution.

A creature's line is "attack HERO", "power NAME HERO", "step SQUARE" or "wait".
"""

from __future__ import annotations

from engine.common import compass
from engine.common.grid import distance
from engine.contract.action import IllegalAction
from engine.contract.texts import Text, Words
from engine.sil.creature_ai import creature_shots, goals, powers, step_choice
from engine.sil.creatures import creature_stats, morale, senses, wandering
from engine.sil.creatures.alertness import UNWARY_FROM
from engine.sil.creatures.situation import Situation
from engine.sil.effects import creature_upkeep, injury
from engine.sil.game.state import Creature
from engine.sil.perception import noise
from engine.sil.songs import challenge
from engine.silg.clock import steps
from engine.silg.combat import blows, breaths, skill_totals, standing_defence
from engine.silg.combat.attack_reports import announce_wound
from engine.silg.context import SilGContext
from engine.silg.state import DeclaredAction, Fighter, RolledBlow
from engine.silg.wording import text

WAIT = "wait"
MOOD = 10  # stored temporary morale is ten times what the table reckons with
_DICE = {"ARROW1": (1, creature_shots.ARROW_SIDES), "ARROW2": (2, creature_shots.ARROW_SIDES),
         "BOULDER": creature_shots.BOULDER}  # fmt: skip


def concern(session: SilGContext, creature: Creature) -> int | None:
    """Return the hero whom a creature has to do with: the target of its declared action, else the
    nearest in sight, else the nearest by sound (S5)."""
    fighter = session.fighter(f"c{creature.slot}")
    if fighter and fighter.deed and fighter.deed.target[:1] == "h":
        seat = session.seat_of(fighter.deed.target)
        if seat is not None:
            return seat
    ranked = []
    for seat in session.heroes:
        game = session.game(seat)
        hero = session.hero(seat)
        away = distance(hero.y, hero.x, creature.y, creature.x)
        seen = senses.sees_hero(game, creature)
        loud = senses.noise_cost(game, creature)
        ranked.append((not seen, away if seen else loud, away, seat))
    return min(ranked)[3] if ranked else None


def start_turn(session: SilGContext, creature: Creature) -> None:
    """Wear a creature's own counters, and renew its morale and stance (S6)."""
    seat = concern(session, creature)
    creature.stun = max(0, creature.stun - 1)
    creature.confused = max(0, creature.confused - 1)
    creature.temporary_morale = decayed(creature.temporary_morale)
    if creature.hasted or creature.slowed:
        creature.hasted = max(0, creature.hasted - 1)
        creature.slowed = max(0, creature.slowed - 1)
        creature_upkeep.set_speed(session.data, creature)
    if seat is not None:
        morale.update(session.game(seat), creature)
        told = [event for event in session.state.sil.events if event.kind == "morale"]
        session.overhear(seat, ("morale",))
        audience = session.audience_of(f"c{creature.slot}")
        for event in told:
            session.tell(event.text, audience, "morale", fact=event.fact)


def decayed(mood: int) -> int:
    """Return temporary morale a turn later: one nearer to zero, stored times ten."""
    return max(0, mood - MOOD) if mood > 0 else min(0, mood + MOOD)


def in_words(session: SilGContext, line: str) -> Words:
    """Return a creature's line with its hero by name: "attack Hador"."""
    verb, *args = line.split()
    if verb == "attack":
        return text("attack {hero}", hero=session.hero_name(int(args[0])))
    if verb == "power":
        return text("power {power} {hero}", power=args[0], hero=session.hero_name(int(args[1])))
    if verb == "breathe":
        return text("breathe {element}", element=Text(args[0]))
    if verb == "step":
        return text("step {square}", square=args[0])
    return text("wait")


# ---------------------------------------------------------------- choosing


def suggest(session: SilGContext, creature: Creature) -> str:
    """Return what Sil's mind would have a creature do now, as a line."""
    seat = concern(session, creature)
    if seat is None or creature.alertness < UNWARY_FROM:
        return WAIT
    if creature.skip_turn:
        creature.skip_turn = False
        return WAIT
    s = Situation(session.hidden_game(seat, creature), creature)
    if creature.alertness < 0:
        place = wandering.step_for(s)
        if "leaving" in creature.flags:
            creature.flags.remove("leaving")
            return WAIT
        return _step_line(session, s, place)
    goals.keep_ranges(s)
    target = _beside(session, creature, seat)
    if target is not None and not s.fleeing and "NEVER_BLOW" not in s.flags and s.race.blows:
        return f"attack {target}"
    power = _power(s)
    if power is not None:
        return f"power {power} {seat}"
    goal, _ = goals.choose(s)
    line = _step_line(session, s, goal)
    cornered = line == WAIT and target is not None and s.fleeing and bool(s.race.blows)
    return f"attack {target}" if cornered else line


def pursue(session: SilGContext, creature: Creature, seat: int) -> str:
    """Return the line of a creature that is after one hero: a blow at who is beside it, else a step
    nearer, else waiting."""
    line = f"attack {seat}"
    if is_possible(session, creature, line):
        return line
    s = Situation(session.hidden_game(seat, creature), creature)
    return _step_line(session, s, _place(session, seat))


def _beside(session: SilGContext, creature: Creature, preferred: int) -> int | None:
    """Return a hero beside a creature, the one it has to do with before others."""
    near = [n for n in session.heroes if creature_stats.adjacent(session.hero(n), creature)]
    if preferred in near:
        return preferred
    return near[0] if near else None


def _power(s: Situation) -> str | None:
    c = s.creature
    if not s.frequency or c.confused or s.game.world.truce or not s.in_fire:
        return None
    if challenge.forbids_powers(s):
        return None
    chance = s.frequency // 2 if c.stun else s.frequency
    return powers.choose(s) if s.play.percent(chance) else None


def _step_line(session: SilGContext, s: Situation, goal: tuple[int, int] | None) -> str:
    if goal is None or goal == (s.creature.y, s.creature.x) or s.rooted:
        return WAIT
    taken = {session.state.sil.level.at(*_place(session, n)) for n in session.heroes}
    for keypad in step_choice.fan(s, goal):
        dy, dx = compass.OFFSETS[keypad]
        square = s.here + dy * s.level.width + dx
        if s.chance(square) >= step_choice.FAIR and square not in taken:
            return f"step {compass.square(*s.place(square))}"
    return WAIT


def _place(session: SilGContext, seat: int) -> tuple[int, int]:
    return session.hero(seat).y, session.hero(seat).x


# ---------------------------------------------------------------- declaring


def declare(session: SilGContext, creature: Creature, line: str) -> DeclaredAction:
    """Return a creature's declared action with its rolls. Raises IllegalAction."""
    words = line.split()
    if words[0] == "attack":
        return _declare_attack(session, creature, int(words[1]))
    if words[0] == "power":
        return _declare_power(session, creature, words[1], int(words[2]))
    if words[0] == "step":
        place = compass.read_square(words[1])
        assert place is not None, "a creature's line names a square"
        if not steps.beside(creature.y, creature.x, *place):
            raise IllegalAction(text("A creature steps onto a square beside it."))
        level = session.state.sil.level
        return DeclaredAction("step", line, squares=[level.at(*_astray(session, creature, place))])
    return DeclaredAction("wait", line)


def is_possible(session: SilGContext, creature: Creature, line: str) -> bool:
    """Return whether a creature can declare a line as things are."""
    verb, *args = line.split() or [""]
    if verb == "attack":
        seat = int(args[0])
        beside = seat in session.heroes and creature_stats.adjacent(session.hero(seat), creature)
        return beside and bool(session.data.monsters[creature.race].blows)
    if verb == "power":
        return int(args[1]) in session.heroes
    if verb == "step":
        place = compass.read_square(args[0])
        return place is not None and steps.beside(creature.y, creature.x, *place)
    return verb == WAIT


def _astray(session: SilGContext, creature: Creature, place: tuple[int, int]) -> tuple[int, int]:
    """Return where a step leads: a confused creature's direction is a d8 (A9)."""
    if not creature.confused:
        return place
    names = tuple(compass.DIRECTIONS)
    dy, dx = compass.DIRECTIONS[names[session.streams.play.die(8) - 1]]
    return creature.y + dy, creature.x + dx


def _declare_attack(session: SilGContext, creature: Creature, seat: int) -> DeclaredAction:
    if seat not in session.heroes:
        raise IllegalAction(text("That hero is not in play."))
    if not creature_stats.adjacent(session.hero(seat), creature):
        raise IllegalAction(text("It has to stand beside the hero whom it attacks."))
    key, name = f"c{creature.slot}", session.player(seat).name
    blow = blows.roll_creature_blow(session, creature, seat)
    if blow is None:
        raise IllegalAction(text("It has no attacks."))
    deed = DeclaredAction("attack", f"attack {seat}", f"h{seat}", blows=[blow])
    deed.told = text("{who:The} turns on {hero}.", who=session.name(key), hero=name)
    return deed


def _declare_power(
    session: SilGContext, creature: Creature, power: str, seat: int
) -> DeclaredAction:
    if seat not in session.heroes:
        raise IllegalAction(text("That hero is not in play."))
    race = creature_stats.race(session.game(seat), creature)
    if power not in race.spells:
        raise IllegalAction(text("It has no such power."))
    if power not in powers.FREE and power not in powers.NEEDS_ONLY:
        creature.mana = max(0, creature.mana - powers.COST)
    if power in powers.BREATHS:
        return breaths.declare(session, creature, seat, power)
    deed = DeclaredAction("power", f"power {power} {seat}", f"h{seat}", power=power)
    if power in _DICE:
        deed.blows.append(_roll_missile(session, creature, seat, power))
        deed.told = text("{who:The} takes aim.", who=session.name(f"c{creature.slot}"))
    return deed


def _roll_missile(session: SilGContext, creature: Creature, seat: int, power: str) -> RolledBlow:
    game = session.game(seat)
    arrow = power != "BOULDER"
    race = creature_stats.race(game, creature)
    tally = skill_totals.creature_attack(session, seat, creature, race.spell_power)
    evasion = skill_totals.hero_evasion(session, seat, creature)
    standing = standing_defence.entered(session, f"h{seat}")
    against = skill_totals.number_to_beat(evasion.total, standing.die, shot=arrow)
    rolled = skill_totals.AttackContest(tally.total, against).roll(game.streams.play)
    out = RolledBlow("arrow" if arrow else "boulder", tally.total, rolled.die, against)
    out.account = blows.creature_account(tally, rolled.die, evasion, standing.die)
    if out.hit:
        dice, out.sides = _DICE[power]
        weight = creature_shots.ARROW_CRIT if arrow else creature_shots.BOULDER_CRIT
        crit = skill_totals.critical_dice(
            game.rulings, rolled, weight, natural=session.option("averaging")
        )
        out.crit = blows.outwitted(session, seat, creature, crit)
        out.dice = dice + out.crit
        out.damage = game.streams.play.roll(out.dice, out.sides)
    return out


# ---------------------------------------------------------------- doing what was declared


def execute(session: SilGContext, creature: Creature, fighter: Fighter) -> None:
    """Do what a creature has declared: its time has come."""
    deed, fighter.deed = fighter.deed, None
    if deed is None or creature_stats.asleep(creature):
        return
    if deed.kind == "attack":
        blows.deal_creature_blows(session, creature, deed)
    elif deed.kind == "step":
        seat = concern(session, creature)
        if seat is not None and steps.beside(
            creature.y, creature.x, *session.state.sil.level.place(deed.squares[0])
        ):
            steps.step_creature(session, creature, seat, deed.squares[0])
    elif deed.kind == "power":
        _use_power(session, creature, deed)


def _use_power(session: SilGContext, creature: Creature, deed: DeclaredAction) -> None:
    if deed.power in powers.BREATHS:
        breaths.deal(session, creature, deed)
        return
    seat = session.seat_of(deed.target)
    if seat is None:
        return
    if deed.blows:
        _land_missile(session, creature, seat, deed)
        return
    key, game = f"c{creature.slot}", session.game(seat)
    powers.use(Situation(game, creature), deed.power)
    if deed.power not in powers.FREE and deed.power not in powers.NEEDS_ONLY:
        creature.mana = min(creature_upkeep.MOST_MANA, creature.mana + powers.COST)
    session.overhear(seat, ("death",))
    session.tell(
        text("{who:The} uses a power.", who=session.name(key)), session.audience_of(key), "power"
    )
    announce_wound(session, seat)


def _land_missile(
    session: SilGContext, creature: Creature, seat: int, deed: DeclaredAction
) -> None:
    game = session.game(seat)
    for blow in deed.blows:
        if seat not in session.heroes:
            return
        injury.under_attack(game)
        blow.effect = ""
        kept = standing_defence.standing(session, standing_defence.entered(session, f"h{seat}"))
        net = max(0, blow.damage - kept) if blow.hit else 0
        blows.report_missile(session, creature, seat, blow, kept=kept, net=net)
    loud = creature_shots.BOULDER_NOISE if deed.power == "BOULDER" else creature_shots.ARROW_NOISE
    noise.noise(game, loud)
    session.overhear(seat, ("noticed",))
