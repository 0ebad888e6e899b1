"""Food, day by day (rules: world 6)."""

from __future__ import annotations

from typing import Literal

from engine.contract.texts import Text, text
from engine.sil.effects import injury
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.items import identification

FULL, NOT_HUNGRY, WEAK, MOST = 8000, 2000, 1000, 20_000
FAST_DIGESTION = 50
TOUCH = 500

_LEVELS = ((0, text("You are starving!")), (WEAK - 1, text("You are weak with hunger!")),
           (NOT_HUNGRY - 1, text("You are getting hungry.")))  # fmt: skip


HungerLevel = Literal["", "full", "hungry", "weak", "starving"]
WORDS: dict[HungerLevel, Text] = {
    "full": text("Full"),
    "hungry": text("Hungry"),
    "weak": text("Weak"),
    "starving": text("Starving"),
}


def level(game: SilContext) -> HungerLevel:
    """Return how hungry the hero is; "" when there is nothing to say."""
    food = game.hero.food
    if food >= 5000:
        return "full"
    if food >= NOT_HUNGRY:
        return ""
    return "starving" if food <= 0 else "weak" if food < WEAK else "hungry"


def digested_amount(game: SilContext) -> int:
    """Return units of food that this turn uses up."""
    hero = game.hero
    hunger = hero.derived.hunger
    if hunger >= 0:
        amount = int(3**hunger)
    else:
        amount = 1 if game.streams.play.one_in(int(3**-hunger)) else 0
    if hero.food >= FULL and game.rulings.gorged_state != "none":
        amount *= FAST_DIGESTION
    return amount


def digest(game: SilContext) -> None:
    """Digest a turn's food, say when a level is passed, and take starvation's toll."""
    hero = game.hero
    lose(game, digested_amount(game))
    if hero.food == 0:
        injury.hurt_hero(
            game,
            1,
            text("starvation"),
            text("Each turn without food costs 1."),
            "status",
            means="hunger",
        )


def lose(game: SilContext, amount: int) -> None:
    """Take food away; the words when a level is passed, where a hungry or a sparing thing worn
    may show itself."""
    hero = game.hero
    before = hero.food
    hero.food = max(0, before - amount)
    for most, words in _LEVELS:
        if before > most >= hero.food:
            tell(game, words, "status")
            disturb(game, text("you are hungrier"), "status")
            _know_worn(game)
            break


def _know_worn(game: SilContext) -> None:
    identification.show(game, "HUNGER", text("It is not food alone that you lack."))
    identification.show(game, "SLOW_DIGEST", text("Your food has lasted long."))


def feed(game: SilContext, amount: int) -> None:
    """Add food; never beyond the bounds."""
    before = level(game)
    game.hero.food = max(0, min(MOST, game.hero.food + amount))
    if level(game) != before:
        tell(game, _FED.get(level(game), text("You are no longer hungry.")), "status")


_FED = {
    "full": text("You are full."),
    "hungry": text("You are still hungry."),
    "weak": text("You are still weak with hunger."),
}


def touch_loss(hunger: int) -> int:
    """Return what a starving touch takes: 500, half as much again for each step of hunger, a third
    less for each step of thrift."""
    taken = TOUCH
    for _ in range(abs(hunger)):
        taken = taken * 3 // 2 if hunger > 0 else taken * 2 // 3
    return taken
