"""Fights of a game that plays itself, as the balance counts them."""

from __future__ import annotations

from engine.delve.balance.fight_log import FightLog
from tests.engine.delve.stage import Stage, content


def fought(kind: str, **figures: int) -> FightLog:
    """Return the log of a fight against somebody whom the hero saw before it, a plan or more."""
    made = Stage()
    made.toughen()
    made.hero.power = 60
    log = FightLog(content())
    made.put(kind, 0, 1, **figures)
    log.look(made.state, [])
    made.rig(rest="real")
    while made.level.monsters:
        advice = made.rules.advise(made.state, 0)
        assert advice is not None
        log.look(made.state, made.rules.apply(made.state, 0, advice.action, made.dice))
    return log


def test_who_falls_in_the_action_that_began_the_fight_is_counted() -> None:
    log = fought("rust beetle", health=1)
    assert log.fights == {1: 1}
    assert log.powers == {"rust beetle: rusts": (1, 0)}


def test_parts_of_what_has_split_are_no_fights_of_their_own_for_splitting() -> None:
    log = fought("slime")
    assert log.fights.total() == 2
    assert log.powers == {"slime: splits": (1, 1)}
