"""Standing orders of monsters that the Game Master runs: they declare by them until something
changes, and the Game Master is asked again.

"attack 0" goes for the hero of a seat and strikes; "wait" stands still until a hero is beside it.
"""

from __future__ import annotations

from engine.contract.texts import Text, Words
from engine.sil.creatures import creature_stats
from engine.sil.game.state import Creature
from engine.silg.clock import creature_ai
from engine.silg.context import SilGContext
from engine.silg.wording import text


def declaration(game: SilGContext, creature: Creature) -> str:
    """Return what a creature's standing order declares now; "" when there is none, or it is over:
    then it is dropped, and the Game Master is told why."""
    orders, key = game.state.desk.orders, f"c{creature.slot}"
    order = orders.get(key, "")
    if not order:
        return ""
    line = _next_line(game, creature, order)
    if why := _why_over(game, creature, order, line):
        del orders[key]
        game.tell_gm(text("{who:The}: {why}. You decide again.", who=game.name(key), why=why))
        return ""
    return line


def leads_on(game: SilGContext, creature: Creature, order: str) -> bool:
    """Return whether a creature would declare by a standing order now."""
    return _why_over(game, creature, order, _next_line(game, creature, order)) is None


def in_words(game: SilGContext, order: str) -> Words:
    """Return a standing order: "attack Hador until something changes"."""
    what = creature_ai.in_words(game, order)
    return text("{order} until something changes", order=what)


def _next_line(game: SilGContext, creature: Creature, order: str) -> str:
    verb, *args = order.split()
    seat = int(args[0]) if args else -1
    if verb == "attack" and seat in game.heroes:
        return creature_ai.pursue(game, creature, seat)
    return creature_ai.WAIT


def _why_over(game: SilGContext, creature: Creature, order: str, line: str) -> Text | None:
    """Return what ends a standing order before it declares again."""
    if order == creature_ai.WAIT:
        near = any(creature_stats.adjacent(game.hero(n), creature) for n in game.heroes)
        return text("a hero is beside it") if near else None
    if creature.stance == "fleeing":
        return text("it has lost courage")
    if line == creature_ai.WAIT:
        return text("it does not get there")
    return None
