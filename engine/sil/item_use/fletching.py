"""Fletchery: plain arrows made good, one a turn (rules: character 12.2; objects 10)."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.contract.texts import text
from engine.sil.data.bundle import Data
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item
from engine.sil.hero import abilities as ab
from engine.sil.hero import action_costs, derived, gear
from engine.sil.items import pack, stacking

BETTER = 3  # the attack number of a well-made arrow


def plain_arrows(game: SilContext) -> list[Item]:
    """Return the stacks that can be worked on: arrows without a bonus, in the quivers and the
    pack."""
    hero = game.hero
    held = [*(hero.worn[slot] for slot in sorted(hero.worn)), *hero.pack]
    return [item for item in held if _is_plain(game.data, item)]


def _is_plain(data: Data, item: Item) -> bool:
    arrow = gear.traits(data, item).tval == gear.ARROW
    return arrow and item.attack <= 0 and not item.special and not item.artefact


def fletch(game: SilContext, arrows: Item) -> None:
    """Make one arrow of a stack good: takes a turn.

    Raises IllegalAction, and nothing changes, when it cannot be done.
    """
    if not game.hero.active(ab.FLETCHERY):
        raise IllegalAction(text("That needs the ability Fletchery."))
    if not any(arrows is held for held in plain_arrows(game)):
        raise IllegalAction(text("Only plain arrows that you carry can be made better."))
    made: Item = pack.take_out(game, arrows, 1)
    made.attack = BETTER
    made.known = True
    action_costs.spend(game)
    _put_away(game, made)


def _put_away(game: SilContext, made: Item) -> None:
    """Put a made arrow to those like it, else into an empty quiver, else into the pack."""
    worn = game.hero.worn
    alike = any(stacking.are_alike(game, held, made) for held in (*worn.values(), *game.hero.pack))
    empty = next((quiver for quiver in pack.QUIVERS if quiver not in worn), None)
    if alike or empty is None:
        pack.carry(game, made)
    else:
        worn[empty] = made
        derived.update(game)
