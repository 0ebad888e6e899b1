"""Spending experience: what a purchase would change, and making it (rules: character 2.2, 3,
12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec

from engine.contract.action import IllegalAction
from engine.contract.texts import Name, Text, Value, listed, text
from engine.sil.data.records import AbilityRef
from engine.sil.game.context import SilContext
from engine.sil.game.messages import note
from engine.sil.game.state import Hero, Skill, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import banes, derived, experience, gear, protection
from engine.sil.hero.stat_names import SKILL_NAMES, STAT_NAMES

BANE_KILLS = 4  # of a category, before it can be chosen
SKILL_WORDS = {skill.name.lower(): skill for skill in Skill}
STAT_WORDS = ("strength", "dexterity", "constitution", "grace")


class FigureChange(NamedTuple):
    """A figure that a purchase moves: its name, and what it is now and then."""

    name: Value
    now: Value
    then: Value


def figures(game: SilContext) -> list[tuple[Value, Value]]:
    """Return the hero's main figures with their names, as they stand with what he has now."""
    own = derived.account(game)
    low, high = protection.span(game, "hurt")
    shown: list[tuple[Value, Value]] = [
        *((STAT_NAMES[stat], own.stats[stat]) for stat in Stat),
        *((SKILL_NAMES[skill], own.skills[skill]) for skill in Skill),
        (text("Health"), own.max_health),
        (text("Voice"), own.max_voice),
        (text("Speed"), own.speed_total),
        (text("Melee dice"), _dice(own.melee_dice)),
        (text("Off-hand dice"), _dice(own.offhand_dice)),
        (text("Bow dice"), _dice(own.archery_dice)),
        (text("Bow range"), own.archery_range),
        (text("Carries"), text("{pounds} lb", pounds=own.capacity // 10)),
        (text("Hunger"), f"{derived.sum_of(own.proven('hunger')):+d}"),
        (text("Protection"), f"{low}-{high}"),
    ]
    for name in own.counts:
        known = own.proven(name)
        if known and name not in ("hunger", "speed", "damage_sides"):
            total = derived.neutral(name) + derived.sum_of(known)
            shown.append((text("{property:The}", property=gear.COUNT_NAMES[name]), total))
    return shown


def _dice(dice: tuple[int, int]) -> Value:
    return f"{dice[0]}d{dice[1]}" if dice[0] else text("none")


def what_if(game: SilContext, change: Callable[[Hero], None]) -> list[FigureChange]:
    """Return every figure that a change of the hero would move. The game stays as it is. Raises
    what `change` raises."""
    copy = msgspec.structs.replace(
        game.hero,
        skill_base=list(game.hero.skill_base),
        bought=list(game.hero.bought),
        switched_off=list(game.hero.switched_off),
        stat_base=list(game.hero.stat_base),
    )
    change(copy)
    before, after = figures(game), figures(game.acting(copy))
    names = [name for name, _ in before]
    names += [name for name, _ in after if name not in names]
    return [
        FigureChange(name, _value(before, name), _value(after, name))
        for name in names
        if _value(before, name) != _value(after, name)
    ]


def _value(shown: list[tuple[Value, Value]], name: Value) -> Value:
    return next((value for each, value in shown if each == name), 0)


def in_words(changes: list[FigureChange]) -> Text:
    """Return changes as one line of a page: "Melee 5 → 6, Health 20 → 24"."""
    told = [text("{name} {now} → {then}", **each._asdict()) for each in changes]
    return listed(told)


def raise_skill(game: SilContext, skill: int, points: int = 1) -> None:
    """Buy points of a skill for good. Raises IllegalAction when they cannot be paid."""
    experience.buy_skill(game.hero, skill, points)
    derived.update(game)


def learn(game: SilContext, ref: AbilityRef, choice: int = 0) -> None:
    """Buy an ability. Bane wants a category of `banes`, Oath one of `oaths`, as `choice`.

    Raises IllegalAction, and changes nothing, when it cannot be bought.
    """
    hero = game.hero
    if reason := ab.can_buy(game.data, hero, ref):
        raise IllegalAction(reason)
    if ref == ab.BANE:
        if choice not in bane_choices(game):
            raise IllegalAction(
                text(
                    "Bane wants a kind of enemy of which you have slain {kills} or more.",
                    kills=BANE_KILLS,
                )
            )
        hero.bane = choice
    elif ref == ab.OATH:
        if choice not in oaths(game):
            raise IllegalAction(text("That oath cannot be sworn: its word is already broken."))
        hero.oath = choice
        oath = derived.OATHS[choice]
        note(game, "swore oath", text("Swore the oath of {oath}", oath=oath))
    ab.buy(game.data, hero, ref)
    note(game, "learned", text("Learned {ability:the}", ability=ab.words(game.data, ref)))
    derived.update(game)


def switch(game: SilContext, ref: AbilityRef) -> bool:
    """Switch an ability off or on; true if it is on now. Raises IllegalAction without it."""
    on = ab.toggle(game.data, game.hero, ref)
    derived.update(game)
    return on


def bane_choices(game: SilContext) -> dict[int, Name]:
    """Return the categories that Bane may be turned against, by number."""
    return {
        number: name
        for number, (name, _) in banes.BANES.items()
        if banes.kills_of(game, number) >= BANE_KILLS
    }


def oaths(game: SilContext) -> dict[int, Name]:
    """Return the oaths that can still be sworn, by number."""
    return {n: name for n, name in derived.OATHS.items() if n not in game.hero.oaths_broken}
