"""Declarations of creatures, by Sil's minds or as the Game Master says, and their execution.

A creature's line is "attack HERO", "power NAME HERO", "step SQUARE" or "wait".
"""

from __future__ import annotations

from engine.common import compass
from engine.common.grid import distance
from engine.contract.action import IllegalAction
from engine.contract.texts import Name, Words
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
from engine.silg.combat.attack_reports import tell_death
from engine.silg.context import SilGContext
from engine.silg.state import DeclaredAction, Fighter, RolledBlow
from engine.silg.wording import text

WAIT = "wait"
MOOD = 10  # stored temporary morale is ten times what the table reckons with
_DICE = {"ARROW1": (1, creature_shots.ARROW_SIDES), "ARROW2": (2, creature_shots.ARROW_SIDES),
         "BOULDER": creature_shots.BOULDER}  # fmt: skip


def concern(game: SilGContext, creature: Creature) -> int | None:
    """Return the hero whom a creature has to do with: the target of its declared action, else the
    nearest in sight, else the nearest by sound (S5)."""
    fighter = game.fighter(f"c{creature.slot}")
    if fighter and fighter.deed and fighter.deed.target[:1] == "h":
        seat = game.seat_of(fighter.deed.target)
        if seat is not None:
            return seat
    ranked = []
    for seat in game.heroes:
        hero_game = game.hero_game(seat)
        hero = game.hero(seat)
        away = distance(hero.y, hero.x, creature.y, creature.x)
        seen = senses.sees_hero(hero_game, creature)
        loud = senses.noise_cost(hero_game, creature)
        ranked.append((not seen, away if seen else loud, away, seat))
    return min(ranked)[3] if ranked else None


def start_turn(game: SilGContext, creature: Creature) -> None:
    """Wear a creature's own counters, and renew its morale and stance (S6)."""
    seat = concern(game, creature)
    creature.stun = max(0, creature.stun - 1)
    creature.confused = max(0, creature.confused - 1)
    creature.temporary_morale = decayed(creature.temporary_morale)
    if creature.hasted or creature.slowed:
        creature.hasted = max(0, creature.hasted - 1)
        creature.slowed = max(0, creature.slowed - 1)
        creature_upkeep.set_speed(game.data, creature)
    if seat is not None:
        morale.update(game.hero_game(seat), creature)
        told = [event for event in game.state.sil.events if event.kind == "morale"]
        game.overhear(seat, ("morale",))
        audience = game.audience_of(f"c{creature.slot}")
        for event in told:
            game.tell(event.text, audience, "morale", fact=event.fact)


def decayed(mood: int) -> int:
    """Return temporary morale a turn later: one nearer to zero, stored times ten."""
    return max(0, mood - MOOD) if mood > 0 else min(0, mood + MOOD)


def in_words(game: SilGContext, line: str) -> Words:
    """Return a creature's line with its hero by name: "attack Hador"."""
    verb, *args = line.split()
    if verb == "attack":
        return text("attack {hero}", hero=game.hero_name(int(args[0])))
    if verb == "power":
        return text("power {power} {hero}", power=args[0], hero=game.hero_name(int(args[1])))
    if verb == "breathe":
        return text("breathe {element}", element=Name(args[0]))
    if verb == "step":
        return text("step {square}", square=args[0])
    return text("wait")


# ---------------------------------------------------------------- choosing


def suggest(game: SilGContext, creature: Creature) -> str:
    """Return what Sil's mind would have a creature do now, as a line."""
    seat = concern(game, creature)
    if seat is None or creature.alertness < UNWARY_FROM:
        return WAIT
    if creature.skip_turn:
        creature.skip_turn = False
        return WAIT
    s = Situation(game.hidden_game(seat, creature), creature)
    if creature.alertness < 0:
        place = wandering.step_for(s)
        if "leaving" in creature.flags:
            creature.flags.remove("leaving")
            return WAIT
        return _step_line(game, s, place)
    goals.keep_ranges(s)
    target = _beside(game, creature, seat)
    if target is not None and not s.fleeing and "NEVER_BLOW" not in s.flags and s.race.blows:
        return f"attack {target}"
    power = _power(s)
    if power is not None:
        return f"power {power} {seat}"
    goal, _ = goals.choose(s)
    line = _step_line(game, s, goal)
    cornered = line == WAIT and target is not None and s.fleeing and bool(s.race.blows)
    return f"attack {target}" if cornered else line


def pursue(game: SilGContext, creature: Creature, seat: int) -> str:
    """Return the line of a creature that is after one hero: a blow at who is beside it, else a step
    nearer, else waiting."""
    line = f"attack {seat}"
    if is_possible(game, creature, line):
        return line
    s = Situation(game.hidden_game(seat, creature), creature)
    return _step_line(game, s, _place(game, seat))


def _beside(game: SilGContext, creature: Creature, preferred: int) -> int | None:
    """Return a hero beside a creature, the one it has to do with before others."""
    near = [n for n in game.heroes if creature_stats.adjacent(game.hero(n), creature)]
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


def _step_line(game: SilGContext, s: Situation, goal: tuple[int, int] | None) -> str:
    if goal is None or goal == (s.creature.y, s.creature.x) or s.rooted:
        return WAIT
    taken = {game.state.sil.level.at(*_place(game, n)) for n in game.heroes}
    for keypad in step_choice.fan(s, goal):
        dy, dx = compass.OFFSETS[keypad]
        square = s.here + dy * s.level.width + dx
        if s.chance(square) >= step_choice.FAIR and square not in taken:
            return f"step {compass.square(*s.place(square))}"
    return WAIT


def _place(game: SilGContext, seat: int) -> tuple[int, int]:
    return game.hero(seat).y, game.hero(seat).x


# ---------------------------------------------------------------- declaring


def declare(game: SilGContext, creature: Creature, line: str) -> DeclaredAction:
    """Return a creature's declared action with its rolls. Raises IllegalAction."""
    words = line.split()
    if words[0] == "attack":
        return _declare_attack(game, creature, int(words[1]))
    if words[0] == "power":
        return _declare_power(game, creature, words[1], int(words[2]))
    if words[0] == "step":
        place = compass.read_square(words[1])
        assert place is not None, "a creature's line names a square"
        if not steps.beside(creature.y, creature.x, *place):
            raise IllegalAction(text("A creature steps onto a square beside it."))
        level = game.state.sil.level
        return DeclaredAction("step", line, squares=[level.at(*_astray(game, creature, place))])
    return DeclaredAction("wait", line)


def is_possible(game: SilGContext, creature: Creature, line: str) -> bool:
    """Return whether a creature can declare a line as things are."""
    verb, *args = line.split() or [""]
    if verb == "attack":
        seat = int(args[0])
        beside = seat in game.heroes and creature_stats.adjacent(game.hero(seat), creature)
        return beside and bool(game.data.monsters[creature.race].blows)
    if verb == "power":
        return int(args[1]) in game.heroes
    if verb == "step":
        place = compass.read_square(args[0])
        return place is not None and steps.beside(creature.y, creature.x, *place)
    return verb == WAIT


def _astray(game: SilGContext, creature: Creature, place: tuple[int, int]) -> tuple[int, int]:
    """Return where a step leads: a confused creature's direction is a d8 (A9)."""
    if not creature.confused:
        return place
    names = tuple(compass.DIRECTIONS)
    dy, dx = compass.DIRECTIONS[names[game.streams.play.die(8) - 1]]
    return creature.y + dy, creature.x + dx


def _declare_attack(game: SilGContext, creature: Creature, seat: int) -> DeclaredAction:
    if seat not in game.heroes:
        raise IllegalAction(text("That hero is not in play."))
    if not creature_stats.adjacent(game.hero(seat), creature):
        raise IllegalAction(text("It has to stand beside the hero whom it attacks."))
    key, name = f"c{creature.slot}", game.player(seat).name
    blow = blows.roll_creature_blow(game, creature, seat)
    if blow is None:
        raise IllegalAction(text("It has no attacks."))
    deed = DeclaredAction("attack", f"attack {seat}", f"h{seat}", blows=[blow])
    deed.told = text("{who:The} turns on {hero}.", who=game.name(key), hero=name)
    return deed


def _declare_power(game: SilGContext, creature: Creature, power: str, seat: int) -> DeclaredAction:
    if seat not in game.heroes:
        raise IllegalAction(text("That hero is not in play."))
    race = creature_stats.race(game.hero_game(seat), creature)
    if power not in race.spells:
        raise IllegalAction(text("It has no such power."))
    if power not in powers.FREE and power not in powers.NEEDS_ONLY:
        creature.mana = max(0, creature.mana - powers.COST)
    if power in powers.BREATHS:
        return breaths.declare(game, creature, seat, power)
    deed = DeclaredAction("power", f"power {power} {seat}", f"h{seat}", power=power)
    if power in _DICE:
        deed.blows.append(_roll_missile(game, creature, seat, power))
        deed.told = text("{who:The} takes aim.", who=game.name(f"c{creature.slot}"))
    return deed


def _roll_missile(game: SilGContext, creature: Creature, seat: int, power: str) -> RolledBlow:
    hero_game = game.hero_game(seat)
    arrow = power != "BOULDER"
    race = creature_stats.race(hero_game, creature)
    tally = skill_totals.creature_attack(game, seat, creature, race.spell_power)
    evasion = skill_totals.hero_evasion(game, seat, creature)
    standing = standing_defence.entered(game, f"h{seat}")
    against = skill_totals.number_to_beat(evasion.total, standing.die, shot=arrow)
    rolled = skill_totals.AttackContest(tally.total, against).roll(hero_game.streams.play)
    out = RolledBlow("arrow" if arrow else "boulder", tally.total, rolled.die, against)
    out.account = blows.creature_account(tally, rolled.die, evasion, standing.die)
    if out.hit:
        dice, out.sides = _DICE[power]
        weight = creature_shots.ARROW_CRIT if arrow else creature_shots.BOULDER_CRIT
        crit = skill_totals.critical_dice(
            hero_game.rulings, rolled, weight, natural=game.option("averaging")
        )
        out.crit = blows.outwitted(game, seat, creature, crit)
        out.dice = dice + out.crit
        out.damage = hero_game.streams.play.roll(out.dice, out.sides)
    return out


# ---------------------------------------------------------------- doing what was declared


def execute(game: SilGContext, creature: Creature, fighter: Fighter) -> None:
    """Do what a creature has declared: its time has come."""
    deed, fighter.deed = fighter.deed, None
    if deed is None or creature_stats.asleep(creature):
        return
    if deed.kind == "attack":
        blows.deal_creature_blows(game, creature, deed)
    elif deed.kind == "step":
        seat = concern(game, creature)
        if seat is not None and steps.beside(
            creature.y, creature.x, *game.state.sil.level.place(deed.squares[0])
        ):
            steps.step_creature(game, creature, seat, deed.squares[0])
    elif deed.kind == "power":
        _use_power(game, creature, deed)


def _use_power(game: SilGContext, creature: Creature, deed: DeclaredAction) -> None:
    if deed.power in powers.BREATHS:
        breaths.deal(game, creature, deed)
        return
    seat = game.seat_of(deed.target)
    if seat is None:
        return
    if deed.blows:
        _land_missile(game, creature, seat, deed)
        return
    key, hero_game = f"c{creature.slot}", game.hero_game(seat)
    powers.use(Situation(hero_game, creature), deed.power)
    if deed.power not in powers.FREE and deed.power not in powers.NEEDS_ONLY:
        creature.mana = min(creature_upkeep.MOST_MANA, creature.mana + powers.COST)
    game.overhear(seat, ("death",))
    game.tell(text("{who:The} uses a power.", who=game.name(key)), game.audience_of(key), "power")
    tell_death(game, seat)


def _land_missile(game: SilGContext, creature: Creature, seat: int, deed: DeclaredAction) -> None:
    hero_game = game.hero_game(seat)
    for blow in deed.blows:
        if seat not in game.heroes:
            return
        injury.under_attack(hero_game)
        kept = standing_defence.standing(game, standing_defence.entered(game, f"h{seat}"))
        net = max(0, blow.damage - kept) if blow.hit else 0
        blows.land_missile(game, creature, seat, blow, kept=kept, net=net)
    loud = creature_shots.BOULDER_NOISE if deed.power == "BOULDER" else creature_shots.ARROW_NOISE
    noise.noise(hero_game, loud)
    game.overhear(seat, ("noticed",))
