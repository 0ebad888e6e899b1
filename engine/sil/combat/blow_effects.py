"""Effects of a monster's blow on the hero besides the wound (rules: monsters 13.1; combat 11.1;
world 4.4)."""

from __future__ import annotations

from engine.common import compass
from engine.contract.facts import Lost, SeatRef
from engine.contract.texts import text
from engine.sil.creatures import creature_names, creature_stats, skill_rolls
from engine.sil.creatures.morale import band
from engine.sil.data.records import Blow
from engine.sil.dungeon import traps
from engine.sil.effects import elements, hunger, injury, statuses
from engine.sil.effects.blow_rolls import Incoming
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Creature, Skill, Slot, Stat
from engine.sil.hero import gear
from engine.sil.items import floor_items, identification, item_names
from engine.sil.level import terrain
from engine.sil.perception import race_lore, vision

_ELEMENTS: dict[str, elements.ElementKind] = {
    "FIRE": "fire",
    "COLD": "cold",
    "ACID": "acid",
    "ELEC": "lightning",
    "POISON": "poison",
}
_STATES = {  # effect -> the state and its dice
    "BLIND": ("blind", 5),
    "CONFUSE": ("confused", 2),
    "SLOW": ("slow", 2),
    "TERRIFY": ("afraid", 2),
    "ENTRANCE": ("entranced", 4),
    "HALLU": ("hallucinating", 10),
}
_DRAINS = {
    "LOSE_STR": (Stat.STR,),
    "LOSE_DEX": (Stat.DEX,),
    "LOSE_CON": (Stat.CON,),
    "LOSE_GRA": (Stat.GRA,),
    "LOSE_STR_CON": (Stat.STR, Stat.CON),
    "LOSE_ALL": (Stat.STR, Stat.DEX, Stat.CON, Stat.GRA),
}
_CUTTING = frozenset(("HIT", "CLAW", "BITE", "PECK"))
_STUNNING = frozenset(("HIT", "CRUSH"))
_HEAVY = frozenset(("BATTER", "SHATTER"))
DISARM, DISARM_TWO_HANDED = 2, -2
BETRAYALS = 20  # one hit in so many
LANDING_NOISE = 5


def apply(
    game: SilContext, creature: Creature, blow: Blow, incoming: Incoming, *, first: bool = True
) -> None:
    """Let a blow that hit do all it does. May end the game."""
    by, net = creature_names.one_of(creature_stats.race(game, creature)), incoming.net
    if blow.effect == "DISARM":
        _disarm(game, creature)
        return
    kind = _ELEMENTS.get(blow.effect)
    if kind is not None:
        elements.settle(game, kind, net, by, means="blow", killer=creature)
    elif blow.effect:
        injury.hurt_hero(game, net, by, means="blow", killer=creature)
    if game.state.ended:
        return
    if net:
        injury.avenge(game)
    hurts = net > 0 or (incoming.damage == 0 and bool(blow.effect))
    _afflict(game, creature, blow.effect, hurts, net)
    _wound(game, blow, incoming)
    _be_cruel(game, creature, incoming)
    if first and "KNOCK_BACK" in creature_stats.race(game, creature).flags:
        _knock_back(game, creature)
    if not game.state.ended:
        _daunt(game, creature, net)


def _afflict(game: SilContext, creature: Creature, effect: str, hurts: bool, net: int) -> None:
    """States, drained stats, hunger, sickness."""
    play = game.streams.play
    if effect in _STATES and (hurts or effect == "TERRIFY"):
        name, dice = _STATES[effect]
        statuses.inflict(game, name, play.roll(dice, 4), creature)
    elif effect in _DRAINS and hurts:
        for stat in _DRAINS[effect]:
            statuses.drain(game, stat, creature)
    elif effect == "HUNGER" and hurts and not skill_rolls.will_save(game, creature):
        taken = hunger.touch_loss(game.hero.derived.hunger)
        game.hero.food = max(0, game.hero.food - taken)
        tell(game, text("You feel hungry."), "status")
    elif effect == "DISEASE" and hurts:
        elements.disease(game, net, creature)


def _wound(game: SilContext, blow: Blow, incoming: Incoming) -> None:
    """Cut or stun by a telling hit (rules: combat 11.1)."""
    play, effect = game.streams.play, blow.effect
    cuts, stuns = blow.method in _CUTTING, blow.method in _STUNNING
    if effect == "WOUND":
        cuts, stuns = True, stuns and play.one_in(5)
    elif effect in _HEAVY:
        cuts, stuns = cuts and play.one_in(5), True
    if cuts and stuns:
        cuts = play.one_in(2)
        stuns = not cuts
    if incoming.net <= 0 or incoming.crit <= 0 or not (cuts or stuns):
        return
    if effect not in ("WOUND", "BATTER") and not play.one_in(10):
        return
    if incoming.crit < play.die(2):
        return
    if cuts:
        statuses.inflict(game, "cut", incoming.net // 2, save=False)
    else:
        statuses.inflict(game, "stun", incoming.net)


def _be_cruel(game: SilContext, creature: Creature, incoming: Incoming) -> None:
    if "CRUEL_BLOW" not in creature_stats.race(game, creature).flags or not incoming.crit:
        return
    if not incoming.net:
        return
    hero = game.hero
    withstood = hero.skill(Skill.WILL) + 10 * hero.derived.counts["resist_confusion"]
    if skill_rolls.foe_check(game, creature, 4 * incoming.crit, withstood) > 0:
        race_lore.learn(game, creature, "CRUEL_BLOW")
        statuses.inflict(game, "confused", incoming.crit, creature, save=False)


def _knock_back(game: SilContext, creature: Creature) -> None:
    """Trolls throw the hero a square back, off his feet."""
    hero, level = game.hero, game.level
    if hero.derived.counts["stand_fast"]:
        identification.show(game, "STAND_FAST", text("You stand like a rock."))
        return
    strength = 2 * creature_stats.strength(creature_stats.race(game, creature))
    if skill_rolls.foe_check(game, creature, strength, 2 * hero.stat(Stat.CON)) <= 0:
        return
    back = compass.keypad_of(
        _sign(hero.y - creature.y), _sign(hero.x - creature.x)
    )  # straight away from it
    side = 1 if game.streams.play.one_in(2) else -1
    for eighths in (0, side, -side):
        dy, dx = compass.OFFSETS[compass.turned(back, eighths)]
        i = level.at(hero.y + dy, hero.x + dx)
        if terrain.PASSABLE[level.feature[i]] and i not in level.occupant:
            tell(game, text("You are knocked back!"), "wound")
            race_lore.learn(game, creature, "KNOCK_BACK")
            hero.y, hero.x = hero.y + dy, hero.x + dx
            hero.skip_turn = True
            hero.stealth_score -= LANDING_NOISE
            vision.update(game)
            traps.enter(game)
            return


def _sign(n: int) -> int:
    return (n > 0) - (n < 0)


def _disarm(game: SilContext, creature: Creature) -> None:
    """Take the weapon out of the hero's hand with a whip, perhaps; it does no harm."""
    hero = game.hero
    weapon = gear.weapon(hero)
    if weapon is None:
        return
    skill = DISARM_TWO_HANDED if gear.two_handed(game.data, hero) else DISARM
    if skill_rolls.foe_check(game, creature, skill, 2 * hero.stat(Stat.STR)) <= 0:
        tell(game, text("You keep hold of your weapon."))
        return
    del hero.worn[Slot.WEAPON]
    tell(
        game,
        text("{who:The} wrests your weapon from you!", who=creature_names.name(game, creature)),
        "lost",
        fact=Lost(SeatRef(hero.number), item_names.reference(game, weapon)),
    )
    if not floor_items.drop(game, weapon, hero.y, hero.x):
        hero.pack.append(weapon)


def _daunt(game: SilContext, creature: Creature, net: int) -> None:
    """Apply the effects of cowardly and treacherous gear to its wearer, who was hit."""
    hero, play = game.hero, game.streams.play
    cowardice = hero.derived.counts["cowardice"]
    shaken = cowardice and net >= 10 // cowardice and not hero.timers.afraid
    if shaken and statuses.inflict(game, "afraid", play.roll(10, 4), creature):
        statuses.inflict(game, "fast", play.roll(5, 4), save=False)
        identification.show(game, "FEAR", text("The terror comes from what you wear."))
    helm = hero.worn.get(Slot.HEAD)
    hurt = band(hero.health, hero.derived.max_health) <= 2
    if gear.has(game.data, helm, "TRAITOR") and hurt and play.one_in(BETRAYALS):
        tell(game, text("Your helm slips down over your eyes!"), "status")
        statuses.inflict(game, "blind", play.roll(3, 2), save=False)
        identification.show(game, "TRAITOR", text("You know now what you wear."))


def betray(game: SilContext, incoming: Incoming) -> None:
    """Leave a wide opening for a mighty blow, when a weapon or shield is a traitor."""
    hero = game.hero
    traitor = any(
        gear.has(game.data, hero.worn.get(slot), "TRAITOR") for slot in (Slot.WEAPON, Slot.ARM)
    )
    if not traitor or band(hero.health, hero.derived.max_health) <= 1:
        return
    worst = incoming.dice * incoming.sides
    if worst > hero.health - 3 and game.streams.play.one_in(BETRAYALS):
        incoming.net = max(0, hero.health - game.streams.play.die(4))
        tell(game, text("Your own gear betrays you!"), "wound")
        identification.show(game, "TRAITOR", text("You know now what you hold."))
