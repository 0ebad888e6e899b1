"""The world's clock: what happens every ten game turns, and after each of the hero's
(rules: world 1.3 to 1.6)."""

from __future__ import annotations

from engine.contract.texts import Name, text
from engine.sil.dungeon import creature_arrivals, stairs
from engine.sil.effects import creature_upkeep
from engine.sil.effects.statuses import health_regenerates
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Item, Slot
from engine.sil.hero import gear
from engine.sil.items import identification

REGENERATION = 150  # turns in which the whole maximum comes back
TORCH, LANTERN, MALLORN = 0, 1, 3  # svals of what burns
FAINT = 100
_PANEL = 363  # squares in one of a level's panels


def tick(game: SilContext) -> None:
    """Do what happens every tenth game turn: arrivals, creatures mend, light burns down."""
    play, level, hero = game.streams.play, game.level, game.hero
    if level.depth == 0 and play.percent(10):
        creature_arrivals.arrive(game)
    if hero.silmarils >= 2:
        if play.percent(level.height * level.width // _PANEL):
            creature_arrivals.arrive(game)
    elif play.one_in(160):
        creature_arrivals.arrive(game)
    if play.percent(hero.derived.counts["haunted"]):
        creature_arrivals.arrive(game, haunting=True)
    creature_upkeep.regenerate(game)
    wear_gear(game)


def wear_gear(game: SilContext) -> None:
    """Burn a turn's fuel of the hero's light, and recharge what the hero wears."""
    for slot, item in sorted(game.hero.worn.items()):
        if slot == Slot.LIGHT:
            _burn(game, item)
        elif item.timeout and slot not in (Slot.QUIVER1, Slot.QUIVER2):
            item.timeout -= 1
            if not item.timeout and "!!" in item.inscription:
                tell(
                    game,
                    text(
                        "Your {thing} has recharged.", thing=Name(gear.traits(game.data, item).name)
                    ),
                )


def _burn(game: SilContext, item: Item) -> None:
    kind = game.data.kinds[item.kind]
    if kind.sval not in (TORCH, LANTERN, MALLORN) or item.timeout <= 0:
        return
    if game.hero.timers.blind and item.timeout == 1:
        return
    item.timeout -= 1
    if item.timeout == 0:
        tell(game, text("Your light has gone out!"), "status")
        disturb(game, text("the light has gone out"), "status")
    elif item.timeout <= FAINT and item.timeout % 20 == 0 and kind.sval != MALLORN:
        tell(game, text("Your light is growing faint."), "status")
        if item.timeout == FAINT:
            disturb(game, text("the light grows faint"), "status")


def regenerate(game: SilContext) -> None:
    """Voice, then health, come back a little (rules: world 1.5)."""
    hero = game.hero
    items = hero.derived.counts["regeneration"]
    effect = game.rulings.regeneration_item_effect
    fast = (1 + items, 1 + items)
    if items:
        fast = (effect.health or 1 + items, effect.voice or 1 + items)
    if hero.song < 0:
        gain = creature_upkeep.recovery_share(
            hero.derived.max_voice, REGENERATION // fast[1], hero.turns
        )
        hero.voice = min(hero.derived.max_voice, hero.voice + gain)
    if health_regenerates(game):
        gain = creature_upkeep.recovery_share(
            hero.derived.max_health, REGENERATION // fast[0], hero.turns
        )
        hero.health = min(hero.derived.max_health, hero.health + gain)


def know_worn(game: SilContext) -> None:
    """Now and then the hero understands what a thing he wears does to him all the time."""
    if not game.streams.play.one_in(100):
        return
    hero = game.hero
    wounded = hero.health < hero.derived.max_health
    for _, item in sorted(hero.worn.items()):
        telling = gear.traits(game.data, item).flags & {"AGGRAVATE", "DANGER"}
        if not item.known and (telling or (wounded and gear.has(game.data, item, "REGEN"))):
            identification.reveal(game, item, text("By and by you understand what you wear."))
            return


def light_the_way(game: SilContext) -> None:
    """Boots of radiance light every square that they leave behind (rules: world 1.4 step 13)."""
    hero, level = game.hero, game.level
    boots = hero.worn.get(Slot.FEET)
    if boots is None or not gear.has(game.data, boots, "RADIANCE"):
        return
    level.glow[level.at(hero.y, hero.x)] = 1
    if not boots.known and game.streams.play.one_in(10):
        identification.reveal(game, boots, text("Light stays behind in your footprints."))


def rest_stairs(game: SilContext) -> None:
    """Overused stairs recover (rules: dungeon 5.5)."""
    hero = game.hero
    hero.stair_weariness -= -(-hero.stair_weariness // (100 if hero.on_the_run else 1000))


def close_the_door(game: SilContext) -> None:
    """Let the shallows recede at the end of a turn (rules: endgame 13.1)."""
    hero = game.hero
    hero.turns += 1
    deeper = game.level.depth - stairs.min_depth(game)
    hero.min_depth_counter += max(0, 85 - hero.turns // 850 + 3 * deeper)
