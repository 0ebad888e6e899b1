"""Effects of spells that hurt or hinder."""

from __future__ import annotations

from collections.abc import Callable

from engine.common.effects import EffectFunctions
from engine.contract.dice import Stream
from engine.delve import terrain
from engine.delve.combat import statuses
from engine.delve.combat.damage import drain_energy, harm, heal
from engine.delve.combat.melee_effects import curse_worn, shove
from engine.delve.combat.statuses import burn
from engine.delve.ground import fire
from engine.delve.magic.cast_context import Cast, SpellEffect
from engine.delve.rules import formulas
from engine.delve.rules.context import gap, ray
from engine.delve.state import WIDTH, DelveCreature, DelveHero, DelveMonster

NEAR = 1

EFFECTS = EffectFunctions[SpellEffect]()
VictimEffect = Callable[[Cast, DelveCreature], None]


def _at_victim(name: str) -> Callable[[VictimEffect], VictimEffect]:
    """Register the function of an effect on the first enemy ahead; it needs one."""

    def register(strike: VictimEffect) -> VictimEffect:
        @EFFECTS.effect(name)
        def find_and_strike(cast: Cast) -> None:
            victim = cast.first_target()
            if victim is None:
                cast.no_target()
            else:
                strike(cast, victim)

        return strike

    return register


@_at_victim("damage")
def damage(cast: Cast, victim: DelveCreature) -> None:
    """Roll two dice against the first enemy ahead.

    Who was frozen is thawed by a spark and not set on fire, who burned is doused and not frozen.
    """
    frozen, burning = "frozen" in victim.statuses, "on fire" in victim.statuses
    done = cast.hit(victim, cast.roll())
    if victim.fallen:
        return
    if "on fire" in cast.spell.statuses and done > cast.spell.above and not frozen:
        burn(cast.game, victim, done // 6)
    if "frozen" in cast.spell.statuses and cast.game.dice.percent(cast.spell.chance):
        drawn = cast.game.dice.between(1, formulas.FREEZE_STEPS)
        if burning:
            statuses.remove(cast.game, victim, "on fire")
        else:
            statuses.add(cast.game, victim, "frozen", formulas.freeze_rounds(drawn))


@EFFECTS.effect("beam")
def beam(cast: Cast) -> None:
    """Roll two dice against every enemy in line."""
    met = False
    for at in cast.squares():
        who = cast.game.at(cast.level.depth, at)
        if who is not None and cast.game.are_enemies(cast.caster, who):
            cast.hit(who, cast.roll())
            met = True
    if not met:
        cast.no_target()


@EFFECTS.effect("burst")
def burst(cast: Cast) -> None:
    """Roll two dice once; each ring around the centre takes its share."""
    explode(cast, cast.centre())


def explode(cast: Cast, centre: int) -> None:
    """Burst on a square."""
    rings = formulas.burst_rings(cast.roll(), cast.attenuation, cast.figure("radius"))
    for distance, who in cast.around(centre, len(rings) - 1):
        cast.hit(who, rings[distance])
    if cast.spell.element == "fire":
        for at in sorted(cast.game.line_of_sight(cast.level.depth, centre)):
            if gap(at, centre) <= NEAR:
                fire.scorch(cast.game, cast.level, at)


@EFFECTS.effect("tongue")
def tongue(cast: Cast) -> None:
    """Strike all who stand in a T ahead of the caster."""
    y, x = divmod(cast.caster.at, WIDTH)
    step = next(ray(cast.caster.at, cast.direction, 1), None)
    if step is None:
        return
    sy, sx = divmod(step, WIDTH)
    shape = formulas.tongue(y, x, sy - y, sx - x, cast.reach, spread=cast.figure("spread"))
    met = False
    for ty, tx in shape:
        who = cast.game.at(cast.level.depth, ty * WIDTH + tx) if 0 < tx < WIDTH else None
        if who is None or not cast.game.are_enemies(cast.caster, who):
            continue
        if not cast.game.in_line_of_sight(cast.level.depth, cast.caster.at, who.at):
            continue
        met = True
        _lick(cast, who)
    if not met:
        cast.no_target()


def _lick(cast: Cast, who: DelveCreature) -> None:
    rolled = cast.roll()
    if "enervated" in cast.spell.statuses:
        cast.touch(who)
        taken = drain_energy(who, rolled)
        cast.game.tell_of("{who:The} loses {taken} energy.", "hit", who=who, taken=taken)
        statuses.add(cast.game, who, "enervated", rolled // 4)
        return
    cast.hit(who, rolled)
    if not who.fallen and cast.game.dice.percent(cast.spell.chance):
        curse_worn(cast.game, who)


@_at_victim("afflict")
def afflict(cast: Cast, victim: DelveCreature) -> None:
    """Give the first enemy ahead a status for a roll of rounds."""
    cast.touch(victim)
    rounds = cast.game.dice.roll(cast.spell.dice, cast.power)
    for name in cast.spell.statuses:
        if not statuses.add(cast.game, victim, name, rounds):
            cast.game.tell_of("{victim:The} is not affected.", victim=victim)


@EFFECTS.effect("cloud")
def cloud(cast: Cast) -> None:
    """Give all in 3 x 3 squares a status for half the power to the power."""
    rounds = cast.game.dice.between(cast.power // 2, cast.power)
    for _, who in cast.around(cast.centre(), NEAR):
        cast.touch(who)
        for name in cast.spell.statuses:
            statuses.add(cast.game, who, name, rounds)


@EFFECTS.effect("storm")
def storm(cast: Cast) -> None:
    """Roll two dice once against all within the radius of a target; a status may come of it."""
    rolled = cast.roll()
    for _, who in cast.around(cast.centre(), cast.figure("radius")):
        if cast.hit(who, rolled):
            for name in cast.spell.statuses:
                statuses.add(cast.game, who, name, 2)


@_at_victim("chain")
def chain(cast: Cast, victim: DelveCreature) -> None:
    """Strike a target, then the nearest one not struck yet, with a die less each time."""
    struck: list[DelveCreature] = []
    most, sides = cast.dice()
    for dice in range(most, 0, -1):
        struck.append(victim)
        place = victim.at
        cast.hit(victim, cast.game.dice.roll(dice, sides))
        following = _next_in_chain(cast, place, struck)
        if following is None:
            return
        victim = following


def _next_in_chain(cast: Cast, place: int, struck: list[DelveCreature]) -> DelveCreature | None:
    """Return the nearest unstruck enemy in sight; of equal ones the first clockwise from north."""
    near = [
        (distance, _clockwise(place, who.at), who.uid, who)
        for distance, who in cast.around(place, cast.spell.jump)
        if all(who is not each for each in struck) and cast.game.are_enemies(cast.caster, who)
    ]
    return min(near, key=lambda each: each[:3])[3] if near else None


def _clockwise(origin: int, at: int) -> tuple[int, float]:
    """Return a key that orders squares clockwise from north."""
    (oy, ox), (y, x) = divmod(origin, WIDTH), divmod(at, WIDTH)
    dy, dx = y - oy, x - ox
    if dx >= 0 and dy < 0:
        return 0, dx / -dy
    if dx > 0:
        return 1, dy / dx
    return (2, -dx / dy) if dy > 0 else (3, -dy / -dx)


@_at_victim("force")
def force(cast: Cast, victim: DelveCreature) -> None:
    """Strike the first enemy with as many dice as a blow, less defence."""
    cast.hit(victim, cast.roll())


@_at_victim("overload")
def overload(cast: Cast, victim: DelveCreature) -> None:
    """Take 2d(L + 2) energy from the first enemy, and do as much shock damage."""
    rolled = cast.roll()
    drain_energy(victim, rolled)
    cast.hit(victim, rolled)


@_at_victim("drain")
def drain(cast: Cast, victim: DelveCreature) -> None:
    """Take health from the living; half of it heals the caster."""
    family = cast.game.kind(victim).family if isinstance(victim, DelveMonster) else "person"
    if family in ("undead", "construct"):
        cast.touch(victim)
        cast.game.tell_of("There is no life in {victim:the} to drain.", victim=victim)
        return
    done = cast.hit(victim, cast.roll())
    heal(cast.caster, done // 2)


@_at_victim("push")
def push(cast: Cast, victim: DelveCreature) -> None:
    """Push the first enemy away; each square short does 1d6."""
    cast.touch(victim)
    short = shove(cast.game, victim, cast.caster.at, cast.power)
    told = "{victim:The} is pushed back." if short < cast.power else "{victim:The} stands firm."
    cast.game.tell_of(told, victim=victim)
    harm(cast.game, victim, cast.game.dice.roll(short, 6), "", cast.caster)


@_at_victim("calm")
def calm(cast: Cast, victim: DelveCreature) -> None:
    """Let the first enemy lose interest until it is hurt."""
    cast.touch(victim)
    statuses.remove(cast.game, victim, "raging")
    if statuses.add(cast.game, victim, "calm", cast.spell.dice) and isinstance(
        victim, DelveMonster
    ):
        victim.hunting = 0


@EFFECTS.effect("terrify")
def terrify(cast: Cast) -> None:
    """Let every enemy in sight and range flee."""
    for _, who in cast.around(cast.caster.at, cast.reach):
        if cast.game.are_enemies(cast.caster, who):
            cast.touch(who)
            statuses.add(cast.game, who, "terrified", cast.power)


@EFFECTS.effect("charm")
def charm(cast: Cast) -> None:
    """Win the first beast ahead, when it is of no higher level than the caster."""
    victim = cast.first_target()
    if not isinstance(victim, DelveMonster):
        cast.no_target()
        return
    cast.touch(victim)
    kind = cast.game.kind(victim)
    if kind.family != "beast" or kind.unique or victim.level > cast.caster.level:
        cast.game.tell_of("{victim:The} will not be charmed.", victim=victim)
        return
    victim.side = 1 if isinstance(cast.caster, DelveHero) else 0
    victim.asleep, victim.summoned = False, True
    cast.game.tell_of("{victim:The} is tame now.", victim=victim)


def web_points(stream: Stream, power: int) -> int:
    """Return the hit points of a spun web."""
    return stream.roll(5, 6) + stream.die(power)


@EFFECTS.effect("web")
def web(cast: Cast) -> None:
    """Spin webs over 3 x 3 squares; they hold whoever is there."""
    spin(cast, cast.centre())


def spin(cast: Cast, centre: int) -> None:
    """Spin webs around a square."""
    level, game = cast.level, cast.game
    for at in sorted(game.line_of_sight(level.depth, centre)):
        if gap(at, centre) > NEAR or at == cast.caster.at:
            continue
        if level.ground[at] not in terrain.BARE and level.ground[at] != terrain.WEB:
            continue
        points = web_points(game.dice, cast.power)
        game.set_ground(level, at, terrain.WEB)
        level.webs[at] = points
        who = game.at(level.depth, at)
        if who is not None:
            cast.touch(who)
            statuses.catch_in_web(cast.game, who, points)
