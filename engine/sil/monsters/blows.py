"""Monsters' blows on the hero (spec: character 11.1; monsters 13.1, 13.2)."""

from __future__ import annotations

from engine.sil import naming, quaking
from engine.sil.combat import defence, foes, movement
from engine.sil.combat.defence import Incoming
from engine.sil.monsters import afflictions, lore
from engine.sil.records import Blow
from engine.sil.state import Creature, Game
from engine.sil.tell import disturb, say

NEAR_MISS = -3  # a shatter blow that misses by less shakes the earth
ROUSED = (20, 50)  # or one by a creature that has lost more health than this roll
QUAKE, MORGOTH_QUAKE = 4, 5

_VERBS = {
    "HIT": "hits you",
    "TOUCH": "touches you",
    "CLAW": "claws you",
    "BITE": "bites you",
    "PECK": "pecks you",
    "STING": "stings you",
    "WHIP": "whips you",
    "CRUSH": "crushes you",
    "ENGULF": "engulfs you",
    "CRAWL": "crawls on you",
    "THORN": "tears at you",
    "SPORE": "wraps you in spores",
}


def choose(game: Game, creature: Creature) -> Blow | None:
    """The blow it strikes: of two, the second once in three."""
    blows = foes.race(game, creature).blows
    if len(blows) > 1 and game.streams.play.one_in(3):
        return blows[1]
    return blows[0] if blows else None


def attack_hero(game: Game, creature: Creature, *, off_guard: bool = False) -> None:
    """One ordinary attack on the hero beside it. `off_guard`: he has just used a bow."""
    blow = choose(game, creature)
    if blow is None:
        return
    first = blow is foes.race(game, creature).blows[0]
    incoming = defence.roll_blow(game, creature, blow, off_guard=off_guard)
    detail, at = incoming.full(creature.visible), (creature.y, creature.x)
    dice = incoming.shown(game, creature.visible)
    if not incoming.hit:
        say(game, f"{naming.The(creature)} misses you.", "blow", detail, at, dice=dice)
        disturb(game, f"{naming.the(creature)} attacks", flagged=creature.visible)
        movement.riposte(game, creature, blow, incoming.margin)
        if blow.effect == "SHATTER" and game.level.creatures[creature.slot] is creature:
            _shake_the_earth(game, creature, incoming)
        return
    disturb(game, f"{naming.the(creature)} attacks", flagged=True)
    lore.learn_blow(game, creature, 0 if first else 1)
    afflictions.betray(game, incoming)
    how = f" for {incoming.net}" if incoming.net and blow.effect != "DISARM" else ""
    text = f"{naming.The(creature)} {_VERBS[blow.method]}{how}."
    say(game, text, "blow", detail, at, dice=dice)
    afflictions.apply(game, creature, blow, incoming, first=first)


def _shake_the_earth(game: Game, creature: Creature, incoming: Incoming) -> None:
    """A shattering blow that falls beside the hero (spec: monsters 13.2)."""
    race, hero = foes.race(game, creature), game.hero
    if not creature.visible or hero.timers.confused or "FEMALE" in race.flags or game.ended:
        return
    lost = creature.max_health - creature.health
    if incoming.margin <= NEAR_MISS and lost <= game.streams.play.roll(*ROUSED):
        return
    morgoth = "QUESTOR" in race.flags
    quaking.earthquake(
        game,
        creature.y,
        creature.x,
        MORGOTH_QUAKE if morgoth else QUAKE,
        pit=(hero.y, hero.x) if morgoth else None,
        by=naming.one_of(race),
    )
