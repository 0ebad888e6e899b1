"""Cries that rouse and gather a creature's kin (rules: monsters 11.6, 11.4)."""

from __future__ import annotations

from engine.common import field_of_view
from engine.common.grid import distance
from engine.contract.facts import Heard
from engine.contract.texts import text
from engine.sil.creatures import creature_names, creature_stats, senses
from engine.sil.creatures.alertness import make_alert
from engine.sil.data.records import Monster
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Creature
from engine.sil.level import terrain
from engine.sil.perception import noise

EARSHOT = 15
SHOUT = -10  # the difficulty of not hearing it
LOUD = 10  # what it adds to what Listen hears
HEARD_WITHIN = 20
_GROUPS = frozenset(("FRIEND", "FRIENDS", "UNIQUE_FRIEND", "ESCORT", "ESCORTS"))


def is_sociable(race: Monster) -> bool:
    """Return whether a race lives with others, or cries for them (rules: monsters 0)."""
    return bool(race.flags & _GROUPS) or "SHRIEK" in race.spells


def warn(game: SilContext, caller: Creature, mark: creature_stats.CreatureMark) -> None:
    """A creature warns its kind: those who are then alert are roused ("active"), or enraged as
    well ("angered")."""
    letter = game.data.monsters[caller.race].glyph.char
    shouted = False
    for other in game.level.creatures:
        if other is None or other is caller:
            continue
        if game.data.monsters[other.race].glyph.char != letter:
            continue
        if other.alertness >= 0 and {"active", mark} <= set(other.flags):
            continue
        away = distance(caller.y, caller.x, other.y, other.x)
        if away * (1 if _hear(game, caller, other) else 2) > EARSHOT:
            continue
        if not shouted:
            shouted = True
            shout(game, caller, "{who:the} shouts a warning")
        if other.alertness >= 0:
            creature_stats.mark(other, "active")
            if mark != "active":
                creature_stats.mark(other, mark)


def _hear(game: SilContext, caller: Creature, other: Creature) -> bool:
    level = game.level
    layer = terrain.opaque(game)
    return field_of_view.los(layer, level.width, caller.y, caller.x, other.y, x2=other.x)


def call_for_help(game: SilContext, caller: Creature) -> None:
    """Cry for help, heard by all."""
    shout(game, caller, "{who:the} calls for help")


def shout(game: SilContext, caller: Creature, deed: str) -> None:
    """Shout, so that everybody may notice the hero. `deed`: the template of a clause."""
    race = game.data.monsters[caller.race]
    wordless = not race.flags & {"ORC", "MAN", "ELF", "TROLL", "RAUKO"} and race.glyph.char != "@"
    if game.known(caller).visible:
        who, by = creature_names.name(game, caller), creature_names.ref(game, caller)
        cry = text("{who:the} gives a shrill cry" if wordless else deed, who=who)
        tell(game, text("{cry:The}!", cry=cry), "shout", at=(caller.y, caller.x), fact=Heard(by))
        disturb(game, cry, "heard", flagged=True, by=by)
    elif senses.noise_cost(game, caller) <= HEARD_WITHIN:
        tell(
            game, text("You hear a shrill cry.") if wordless else text("You hear a shout."), "shout"
        )
        disturb(game, text("somebody shouted"), "heard", flagged=True)
    noise.make_noise(game, caller, LOUD)
    noise.noise(game, SHOUT, caller)


def find_trail(game: SilContext, creature: Creature, before: int) -> None:
    """Let one of a pack that comes upon the hero's scent cry out: all take up the hunt.

    The places it sends them to are forgotten as soon as they think for themselves (rules: monsters
    19 item 3), so that what remains is the cry.
    """
    race = game.data.monsters[creature.race]
    here = senses.square(game, creature)
    if "FRIENDS" not in race.flags or senses.in_view(game, creature):
        return
    if senses.smells(game, race, here) and not senses.smells(game, race, before):
        make_alert(game, creature)
        if senses.noise_cost(game, creature) <= HEARD_WITHIN:
            tell(game, text("You hear a long howl of pursuit."), "shout")
            disturb(game, text("something howled in pursuit"), "heard", flagged=True)
