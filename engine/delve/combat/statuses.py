"""Statuses: beginning, ending, and what they do at the end of their bearer's turn."""

from __future__ import annotations

from typing import NamedTuple

from engine.common.plans import Stop
from engine.contract.facts import AnyFact, StatusBegan, StatusEnded
from engine.contract.texts import text
from engine.delve import terrain
from engine.delve.data.kinds import Trait
from engine.delve.rules import formulas, words
from engine.delve.rules.context import DelveContext
from engine.delve.rules.interruption import interrupt
from engine.delve.rules.sheet_values import has_ability
from engine.delve.state import DelveCreature, DelveHero, DelveMonster

AILMENTS = ("diseased", "poisoned", "raging", "enervated", "acid-burned")  # hunger doubles
SHIELDS = ("fire shield", "ice shield", "shock shield", "acid shield")
UNTIMED = frozenset({"webbed", "fatigued"})  # do not run down by themselves
_UNLIVING = ("undead", "construct")


class Suffering(NamedTuple):
    """The damage that a status does at the end of a turn: dice and points, of an element."""

    dice: int
    sides: int
    points: int = 0
    element: str = ""


def suffering(effect: Trait, points: int) -> Suffering:
    """Return what a status of so many points does to its bearer in a turn."""
    if effect.name == "poison":
        return Suffering(0, 0, formulas.poison_damage(points))
    element, dice, sides = effect.args
    return Suffering(int(dice), int(sides), element=element)


def is_immune(game: DelveContext, who: DelveCreature, name: str) -> bool:
    """Return whether a status cannot take hold of a creature."""
    if isinstance(who, DelveMonster):
        kind = game.kind(who)
        if kind.has("steadfast") and name in ("asleep", "confused", "terrified", "calm"):
            return True
        if kind.family in _UNLIVING and name in ("diseased", "poisoned", "asleep"):
            return True
        if kind.family == "construct" and name in ("terrified", "confused", "enervated", "calm"):
            return True
        if kind.resist.get("fire", 0) >= 20 and name == "on fire":
            return True
        if kind.resist.get("ice", 0) >= 20 and name == "frozen":
            return True
    return any(has_ability(game, who, each) for each in _PROOF_AGAINST.get(name, ()))


# What keeps statuses off whoever wears it.
_PROOF_AGAINST = {
    "confused": ("clear head",),
    "asleep": ("iron will",),
    "terrified": ("iron will",),
    "enervated": ("iron will",),
}


def add(game: DelveContext, who: DelveCreature, name: str, points: int) -> bool:
    """Add points of a status, up to the most there may be; return whether it took hold.

    Freezing ends fire and fire ends freezing; neither is added then.
    """
    if points <= 0 or who.fallen or is_immune(game, who, name):
        return False
    for one, other in (("frozen", "on fire"), ("on fire", "frozen")):
        if name == one and other in who.statuses:
            remove(game, who, other)
            return False
    if name in SHIELDS:
        _drop_other_shields(game, who, name)
    begun = name not in who.statuses
    most = formulas.MOST_FATIGUE if name == "fatigued" else formulas.MOST_POINTS
    who.statuses[name] = min(most, who.statuses.get(name, 0) + points)
    if begun:
        _tell_change(
            game,
            who,
            game.content.statuses[name].begins,
            StatusBegan(words.reference(who), name, points),
        )
        status = game.content.statuses[name]
        if isinstance(who, DelveHero) and status.harmful and name != "fatigued":
            interrupt(who, Stop("status", words.status(game.content, name)))
    return True


def _drop_other_shields(game: DelveContext, who: DelveCreature, name: str) -> None:
    held = [each for each in SHIELDS if each in who.statuses and each != name]
    dual = has_ability(game, who, "dual element")
    for each in held[: len(held) - 1 if dual else len(held)]:
        remove(game, who, each)


def catch_in_web(game: DelveContext, who: DelveCreature, points: int) -> None:
    """Hold a creature in a web of so many hit points, unless webs do not hold it."""
    if isinstance(who, DelveMonster) and game.kind(who).has("web-walker"):
        return
    if has_ability(game, who, "web-walker"):
        return
    who.web = points
    add(game, who, "webbed", 1)


def remove(game: DelveContext, who: DelveCreature, name: str, points: int | None = None) -> bool:
    """Take points off a status (all of them when none are given); return whether there was one."""
    if name not in who.statuses:
        return False
    left = 0 if points is None else who.statuses[name] - points
    if left > 0:
        who.statuses[name] = left
        return True
    del who.statuses[name]
    if name == "webbed":
        who.web = 0
    _tell_change(
        game, who, game.content.statuses[name].ends, StatusEnded(words.reference(who), name)
    )
    return True


def _tell_change(game: DelveContext, who: DelveCreature, template: str, fact: AnyFact) -> None:
    if template:
        game.tell(text(template, who=game.the(who)), who, "status", fact)


def burn(game: DelveContext, who: DelveCreature, rounds: int) -> bool:
    """Set a creature on fire."""
    code = game.level(who).ground[who.at]
    if code in terrain.WATER and "levitating" not in who.statuses:
        return False
    return add(game, who, "on fire", rounds)


def run_down(game: DelveContext, who: DelveCreature) -> None:
    """Take a round off each status, at the end of the bearer's turn."""
    for name in list(who.statuses):
        if name not in UNTIMED and name in who.statuses and not _is_permanent(game, who, name):
            remove(game, who, name, 1)


def _is_permanent(game: DelveContext, who: DelveCreature, name: str) -> bool:
    """Return whether a status is one of the shields that a monster has by nature."""
    trait = game.kind(who).traits.get("shielded") if isinstance(who, DelveMonster) else None
    return trait is not None and any(name == f"{element} shield" for element in trait.args)


def is_ailing(who: DelveCreature) -> bool:
    """Return whether a creature has any of the five statuses that double hunger."""
    return any(name in who.statuses for name in AILMENTS)
