"""Pursuers out of a hero's sight, lost or never seen (no rule of Sil's: for plans and advice).

He knows no more of them than what he saw last: who dies or turns back unseen lurks as long as any
other.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.contract.facts import CreatureRef, Who
from engine.contract.texts import Name
from engine.sil.creatures import creature_names
from engine.sil.game.context import SilContext, kept
from engine.sil.game.state import Creature, Pursuer

LURKING = 10  # player turns for which one who is out of sight counts as near


def note(game: SilContext, creature: Creature) -> None:
    """Remember a creature in sight, if it is after the hero: alert, and able to come."""
    seems, slot = creature_names.seems, creature.slot
    waits = seems(game, creature, "PEACEFUL") or seems(game, creature, "NEVER_MOVE")
    fleeing = creature.stance == "fleeing"
    if waits or fleeing or creature.alertness < 0 or game.hero.timers.hallucinating:
        game.knowledge.pursuers.pop(slot, None)
        return
    game.knowledge.pursuers[slot] = Pursuer(
        game.level.at(creature.y, creature.x),
        creature_names.appears(game, creature),
        creature_names.number(game, creature),
        game.hero.turns,
    )


def lose(game: SilContext, creature: Creature) -> None:
    """Remember it no more, if it went out of sight as it fled."""
    if creature.stance == "fleeing":
        game.knowledge.pursuers.pop(creature.slot, None)


def note_attack(game: SilContext, by: Who | None) -> None:
    """Remember an attack on the hero by somebody, None: by one whom he does not see."""
    if by is None:
        game.knowledge.ambushed = game.hero.turns


def is_ambushed(game: SilContext) -> bool:
    """Return whether somebody unseen attacked the hero not long ago."""
    ambushed = game.knowledge.ambushed
    return ambushed is not None and game.hero.turns - ambushed <= LURKING


@kept
def lurking(game: SilContext) -> Mapping[int, Pursuer]:
    """Return those who went out of sight not long ago, by slot, the latest first."""
    known, now = game.knowledge, game.hero.turns
    found = {
        slot: pursuer
        for slot, pursuer in known.pursuers.items()
        if now - pursuer.turn <= LURKING
        and not (slot in known.creatures and known.creatures[slot].visible)
    }
    return dict(sorted(found.items(), key=lambda each: (-each[1].turn, each[0])))


def handle(game: SilContext, pursuer: Pursuer) -> str:
    """Return what action lines call it when it is in sight."""
    return creature_names.handle_of(game.data, pursuer.race, pursuer.number)


def ref(game: SilContext, pursuer: Pursuer) -> CreatureRef:
    """Return it in facts, as `creature_names.ref` does when it is in sight."""
    return creature_names.ref_of(game.data, pursuer.race, pursuer.number)


def name(game: SilContext, pursuer: Pursuer) -> Name:
    """Return what it looked like: "wolf 2" where several were met."""
    several = game.lore.tags.get(pursuer.race, 0) > 1
    return creature_names.look_of(game.data, pursuer.race, pursuer.number if several else 0)
