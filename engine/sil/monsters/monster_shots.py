"""Arrows, boulders and webs that fly at the hero (rules: monsters 13.5; combat 11.2)."""

from __future__ import annotations

from engine.sil.creatures import combat_totals, creature_names, senses, skill_rolls
from engine.sil.creatures.situation import Situation
from engine.sil.effects import blow_rolls, injury
from engine.sil.effects.blow_rolls import Incoming
from engine.sil.effects.statuses import inflict
from engine.sil.hero import protection
from engine.sil.level import terrain
from engine.sil.messages import disturb, say
from engine.sil.perception import noise, vision
from engine.sil.state import Skill

ARROW_SIDES = 7
ARROW_CRIT, BOULDER_CRIT = 20, 100  # weights for critical dice, in tenths of a pound
BOULDER = (6, 4)
ARROW_NOISE, BOULDER_NOISE = -5, -10


def reaches(s: Situation) -> bool:
    """Return whether what it sends gets to the hero at all."""
    return senses.reaches_hero(s.game, s.creature)


def _roll(s: Situation, *, shot: bool) -> Incoming:
    attack = combat_totals.monster_attack(s.game, s.creature, s.race.spell_power)
    return blow_rolls.roll_hit(s.game, s.creature, attack, shot=shot)


def _damage(s: Situation, incoming: Incoming, dice: int, sides: int, weight: int) -> None:
    """Fill in the dice of a missile that hit."""
    incoming.crit = blow_rolls.crit(s.game, s.creature, incoming, weight)
    incoming.dice, incoming.sides = dice + incoming.crit, sides
    incoming.damage = s.play.roll(incoming.dice, sides)
    incoming.protection = protection.roll(s.game, "hurt")
    incoming.net = max(0, incoming.damage - incoming.protection)


def _tell(s: Situation, incoming: Incoming, what: str) -> None:
    c, game = s.creature, s.game
    who = (
        f"{creature_names.The(game, c)} {what}"
        if game.known(c).visible
        else "A missile flies at you"
    )
    how = f"and hits you for {incoming.net}" if incoming.hit else "but misses"
    at = (c.y, c.x) if game.known(c).visible else None
    dice = incoming.shown(game, game.known(c).visible)
    say(game, f"{who}, {how}.", "shot", incoming.full(game.known(c).visible), at, dice=dice)
    disturb(game, "you were shot at", flagged=True, at=at)


def _strike(s: Situation, incoming: Incoming, what: str) -> bool:
    """Tell of a missile and deal its damage; whether it hit a hero who lives on."""
    _tell(s, incoming, what)
    if not incoming.hit:
        return False
    injury.hurt_hero(s.game, incoming.net, creature_names.one_of(s.race))
    if s.game.state.ended:
        return False
    if incoming.net:
        injury.avenge(s.game)
    return True


def arrow(s: Situation, dice: int) -> None:
    """Shoot one arrow from a short bow (1 die) or a long one (2)."""
    game = s.game
    incoming = _roll(s, shot=True)
    if incoming.hit:
        _damage(s, incoming, dice, ARROW_SIDES, ARROW_CRIT)
    if not _strike(s, incoming, "fires an arrow"):
        return
    if "CRIPPLING" in s.flags and incoming.crit and incoming.net:
        _cripple(s, incoming.crit)
    noise.noise(game, ARROW_NOISE)


def _cripple(s: Situation, crit: int) -> None:
    hero = s.game.hero
    withstood = hero.skill(Skill.WILL) + 10 * hero.derived.counts.get("free_action", 0)
    if skill_rolls.foe_check(s.game, s.creature, 4 * crit, withstood) > 0:
        inflict(s.game, "slow", crit, s.creature, save=False)


def boulder(s: Situation) -> None:
    """Throw a boulder: heavy, and heard far."""
    game = s.game
    incoming = _roll(s, shot=False)
    if incoming.hit:
        _damage(s, incoming, *BOULDER, BOULDER_CRIT)
    if _strike(s, incoming, "hurls a boulder"):
        noise.noise(game, BOULDER_NOISE)


def web(s: Situation) -> None:
    """Wrap the hero in a web where he stands, by a hit."""
    game, level = s.game, s.level
    incoming = _roll(s, shot=False)
    c = s.creature
    who, account = (
        creature_names.The(game, c) if game.known(c).visible else "Something",
        incoming.full(game.known(c).visible),
    )
    dice = incoming.shown(game, game.known(c).visible)
    if not incoming.hit:
        say(game, f"{who} spins a web at you, but misses.", "shot", account, dice=dice)
    elif level.feature[s.hero] in (terrain.FLOOR, terrain.SUNLIGHT) or level.hidden[s.hero]:
        say(game, f"{who} wraps you in a web!", "shot", account, dice=dice)
        vision.change_terrain(game, s.hero, terrain.WEB)
        vision.update(game)
    else:
        say(game, f"{who} throws a web at you, but it finds no hold.", "shot")
    disturb(game, "a web was cast", flagged=True)
