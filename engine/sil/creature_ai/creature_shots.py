"""Arrows, boulders and webs that fly at the hero (rules: monsters 13.5; combat 11.2)."""

from __future__ import annotations

from engine.contract.facts import Attacked, SeatRef
from engine.contract.texts import text
from engine.sil.creatures import combat_totals, creature_names, senses, skill_rolls
from engine.sil.creatures.harm_dice import HarmDice
from engine.sil.creatures.situation import Situation
from engine.sil.effects import blow_rolls, injury
from engine.sil.effects.blow_rolls import Incoming
from engine.sil.effects.statuses import inflict
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Skill
from engine.sil.hero import protection
from engine.sil.level import terrain
from engine.sil.perception import noise, pursuit, vision

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
    guard = protection.dice(s.game, "hurt")
    incoming.hurt(s.game, HarmDice(dice + incoming.crit, sides, guard))


def _tell(s: Situation, incoming: Incoming, what: str) -> None:
    """Tell of a missile; `what` is the template of a clause."""
    c, game = s.creature, s.game
    seen = game.known(c).visible
    deed = text("A missile flies at you")
    if seen:
        deed = text(what, who=creature_names.name(game, c))
    words = text("{deed:The}, but misses.", deed=deed)
    if incoming.hit:
        words = text("{deed:The}, and hits you for {damage}.", deed=deed, damage=incoming.net)
    by, at = creature_names.ref(game, c), (c.y, c.x) if seen else None
    pursuit.note_attack(game, by)
    fact = Attacked(by, SeatRef(game.hero.number), incoming.hit, incoming.net, "shot")
    tell(game, words, "shot", incoming.full(seen), at, fact=fact, dice=incoming.shown(game, seen))
    disturb(game, text("you were shot at"), "attacked", flagged=True, at=at, by=by)


def _strike(s: Situation, incoming: Incoming, what: str) -> bool:
    """Tell of a missile and deal its damage; whether it hit a hero who lives on."""
    _tell(s, incoming, what)
    if not incoming.hit:
        return False
    by = creature_names.one_of(s.race)
    injury.hurt_hero(s.game, incoming.net, by, means="shot", killer=s.creature)
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
    if not _strike(s, incoming, "{who:the} fires an arrow"):
        return
    if "CRIPPLING" in s.flags and incoming.crit and incoming.net:
        _cripple(s, incoming.crit)
    noise.noise(game, ARROW_NOISE)


def _cripple(s: Situation, crit: int) -> None:
    hero = s.game.hero
    withstood = hero.skill(Skill.WILL) + 10 * hero.derived.counts["free_action"]
    if skill_rolls.foe_check(s.game, s.creature, 4 * crit, withstood) > 0:
        inflict(s.game, "slow", crit, s.creature, save=False)


def boulder(s: Situation) -> None:
    """Throw a boulder: heavy, and heard far."""
    game = s.game
    incoming = _roll(s, shot=False)
    if incoming.hit:
        _damage(s, incoming, *BOULDER, BOULDER_CRIT)
    if _strike(s, incoming, "{who:the} hurls a boulder"):
        noise.noise(game, BOULDER_NOISE)


def web(s: Situation) -> None:
    """Wrap the hero in a web where he stands, by a hit."""
    game, level = s.game, s.level
    incoming = _roll(s, shot=False)
    c = s.creature
    who, account = creature_names.name(game, c), incoming.full(game.known(c).visible)
    dice = incoming.shown(game, game.known(c).visible)
    by = creature_names.ref(game, c)
    pursuit.note_attack(game, by)
    fact = Attacked(by, SeatRef(game.hero.number), incoming.hit, means="power")
    if not incoming.hit:
        words = text("{who:The} spins a web at you, but misses.", who=who)
        tell(game, words, "shot", account, fact=fact, dice=dice)
    elif level.feature[s.hero] in (terrain.FLOOR, terrain.SUNLIGHT) or level.hidden[s.hero]:
        words = text("{who:The} wraps you in a web!", who=who)
        tell(game, words, "shot", account, fact=fact, dice=dice)
        vision.change_terrain(game, s.hero, terrain.WEB)
        vision.update(game)
    else:
        words = text("{who:The} throws a web at you, but it finds no hold.", who=who)
        tell(game, words, "shot", fact=fact)
    disturb(game, text("a web was cast"), "attacked", flagged=True)
