"""Oaths kept and broken, that of Mercy above all (rules: character 12.7a; world 9)."""

from __future__ import annotations

from engine.contract.texts import text
from engine.sil.creatures import creature_stats
from engine.sil.game.context import SilContext
from engine.sil.game.messages import note, tell
from engine.sil.game.state import Creature, Hero
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived


def is_protected(game: SilContext, creature: Creature) -> bool:
    """Return whether an unbroken oath of Mercy protects it."""
    return is_kept(game.hero, derived.MERCY) and creature_stats.people_of(game, creature)


def break_mercy_by(game: SilContext, creature: Creature, deed: str) -> None:
    if game.rulings.oath_mercy_broken_by == deed:
        break_mercy(game, creature)


def break_mercy(game: SilContext, creature: Creature) -> None:
    """Harm to a visible Man or Elf breaks the oath of Mercy, sworn or not (rules: character
    12.7a)."""
    if game.known(creature).visible and creature_stats.people_of(game, creature):
        break_oath(game, derived.MERCY)


def break_oath(game: SilContext, oath: int) -> None:
    """Record a deed that an oath forbids; a sworn one is lost for good."""
    hero = game.hero
    if oath in hero.oaths_broken:
        return
    kept = is_kept(hero, oath)
    hero.oaths_broken.append(oath)
    if kept:
        word = derived.OATHS[oath]
        tell(game, text("You have broken your oath of {oath}.", oath=word), "oath")
        note(game, "broke oath", text("Broke the oath of {oath}", oath=word))


def has_sworn(hero: Hero) -> bool:
    """Return whether the hero has chosen an oath."""
    return hero.oath > 0 and hero.owns(ab.OATH)


def is_kept(hero: Hero, oath: int) -> bool:
    """Return whether the hero has sworn this oath and not broken it."""
    return has_sworn(hero) and hero.oath == oath and oath not in hero.oaths_broken
