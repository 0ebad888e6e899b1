"""Food, day by day (spec: world 6; Sil-Q manual, "Hunger")."""

from __future__ import annotations

from engine.sil.combat import harm
from engine.sil.state import Game
from engine.sil.tell import disturb, say

FULL, NOT_HUNGRY, WEAK, MOST = 8000, 2000, 1000, 20_000
FAST_DIGESTION = 50

_LEVELS = ((0, "You are starving!"), (WEAK - 1, "You are weak with hunger!"),
           (NOT_HUNGRY - 1, "You are getting hungry."))  # fmt: skip


def word(game: Game) -> str:
    """The word for the hero's hunger; "" when there is nothing to say."""
    food = game.hero.food
    if food >= FULL and game.rulings.gorged_state == "gorged":
        return "Gorged"
    if food >= 5000:
        return "Full"
    if food >= NOT_HUNGRY:
        return ""
    return "Starving" if food <= 0 else "Weak" if food < WEAK else "Hungry"


def eaten(game: Game) -> int:
    """Units of food that this turn uses up."""
    hero = game.hero
    hunger = hero.derived.hunger
    if hunger >= 0:
        amount = int(3**hunger)
    else:
        amount = 1 if game.fate.play.one_in(int(3**-hunger)) else 0
    if hero.food >= FULL and game.rulings.gorged_state != "none":
        amount *= FAST_DIGESTION
    return amount


def digest(game: Game) -> None:
    """A turn's digestion, the words when a level is passed, and starvation's toll."""
    hero = game.hero
    before = hero.food
    hero.food = max(0, min(MOST, before - eaten(game)))
    for most, words in _LEVELS:
        if before > most >= hero.food:
            say(game, words, "status")
            disturb(game, "hunger")
            break
    if hero.food == 0:
        harm.hurt_hero(game, 1, "starvation")


def feed(game: Game, amount: int) -> None:
    """Add food, or take it away; never beyond the bounds."""
    game.hero.food = max(0, min(MOST, game.hero.food + amount))
