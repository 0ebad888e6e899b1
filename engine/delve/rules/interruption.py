"""Reports to plans: the rules say what happened to a hero, and his plan's terms decide."""

from __future__ import annotations

from engine.common.plans import Stop
from engine.delve.state import DelveCreature, DelveHero, DelveMonster


def interrupt(hero: DelveHero, stop: Stop) -> None:
    """Report what may end a hero's plan; nothing when he has none."""
    if hero.plan is not None:
        hero.plan.stops.append(stop)


def note_kill(victim: DelveMonster, by: DelveCreature | None) -> None:
    """Report to the plan of a hero, if it was one, that he has killed a monster."""
    if isinstance(by, DelveHero) and by.plan is not None:
        by.plan.slain[victim.kind] = by.plan.slain.get(victim.kind, 0) + 1
