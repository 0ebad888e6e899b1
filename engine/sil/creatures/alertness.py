"""Alertness of a creature to the hero, and the effects of its changes (rules: monsters 6)."""

from __future__ import annotations

from engine.contract.facts import Noticed
from engine.contract.texts import text
from engine.sil.creatures import bands, creature_names, iron_crown
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Creature

LEAST, MOST = -20, 20
UNWARY_FROM = -10  # below: asleep
DEJECTED = "dejected"  # in a race's name: thralls who never rise above -10


def set_alertness(game: SilContext, creature: Creature, value: int) -> None:
    """Give a creature a new alertness, with all that follows (rules: monsters 6 steps 1 to 4)."""
    old = creature.alertness
    if value == old:
        return
    value = max(LEAST, min(MOST, value))
    race = game.data.monsters[creature.race]
    if value >= UNWARY_FROM and DEJECTED in race.name.lower():
        value = UNWARY_FROM
    creature.alertness = value
    if old < 0 <= value:
        creature.skip_turn = True
    if game.known(creature).visible:
        _tell(game, creature, old, value)
    lost = UNWARY_FROM <= value < 0 <= old and game.known(creature).visible
    if lost and bands.of(game, creature) is not None and "TERRITORIAL" not in race.flags:
        bands.send(game, creature, game.level.at(game.hero.y, game.hero.x))
    if value < UNWARY_FROM <= old:
        iron_crown.drop(game, creature)


def _tell(game: SilContext, creature: Creature, old: int, value: int) -> None:
    """Say what a visible change looks like; what wakes or notices ends stealth mode."""
    template = _change(old, value)
    if not template:
        return
    change = text(template, who=creature_names.name(game, creature))
    by, at = creature_names.ref(game, creature), (creature.y, creature.x)
    noticed = Noticed(by) if by and old < 0 <= value else None
    tell(game, text("{change:The}.", change=change), "noticed", at=at, fact=noticed)
    if value > old and value >= UNWARY_FROM and (old < UNWARY_FROM or value >= 0):
        disturb(game, change, "noticed", flagged=True, at=at, by=by)


def _change(old: int, value: int) -> str:
    """Return what a change of alertness looks like, as a template of a clause; "" for nothing."""
    if old < 0 <= value:
        if old < UNWARY_FROM:
            return "{who:the} wakes up and notices you"
        return "{who:the} notices you"
    if old < UNWARY_FROM <= value:
        return "{who:the} wakes up"
    if value < UNWARY_FROM <= old:
        return "{who:the} falls asleep"
    if value < 0 <= old:
        return "{who:the} becomes unwary"
    if old < value and value in (-12, -11):
        return "{who:the} stirs"
    return "{who:the} looks around" if old < value and value in (-2, -1) else ""


def make_alert(game: SilContext, creature: Creature) -> None:
    """Wake a creature to the hero: at least 0 to 5 (rules: monsters 6 step 5)."""
    set_alertness(game, creature, max(creature.alertness, game.streams.play.below(6)))
