"""Spending experience: what a purchase would change, and making it (rules: character 2.2, 3,
12)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from engine.contract.action import IllegalAction
from engine.contract.texts import Name, text
from engine.sil.data.records import AbilityRef
from engine.sil.game.context import Game
from engine.sil.game.messages import note
from engine.sil.game.state import Hero, Skill
from engine.sil.hero import abilities as ab
from engine.sil.hero import banes, derived, experience, protection

BANE_KILLS = 4  # of a category, before it can be chosen
SKILL_WORDS = {skill.name.lower(): skill for skill in Skill}
STAT_WORDS = ("strength", "dexterity", "constitution", "grace")


def figures(game: Game) -> dict[str, str]:
    """Return the hero's main figures by name, as they stand with what he has now."""
    own = derived.account(game)
    shown = {name.title(): str(value) for name, value in zip(STAT_WORDS, own.stats, strict=True)}
    shown |= {skill.name.title(): str(own.skills[skill]) for skill in Skill}
    shown |= {
        "Health": str(own.max_health),
        "Voice": str(own.max_voice),
        "Speed": str(own.speed_total),
        "Melee dice": _dice(own.melee_dice),
        "Off-hand dice": _dice(own.offhand_dice),
        "Bow dice": _dice(own.archery_dice),
        "Bow range": str(own.archery_range),
        "Carries": f"{own.capacity // 10} lb",
        "Hunger": f"{derived.sum_of(own.proven('hunger')):+d}",
    }
    low, high = protection.span(game, "hurt")
    shown["Protection"] = f"{low}-{high}"
    for name in own.counts:
        known = own.proven(name)
        if known and name not in ("hunger", "speed", "damage_sides"):
            total = derived.neutral(name) + derived.sum_of(known)
            shown[name.replace("_", " ").capitalize()] = str(total)
    return shown


def _dice(dice: tuple[int, int]) -> str:
    return f"{dice[0]}d{dice[1]}" if dice[0] else "none"


def what_if(game: Game, change: Callable[[Hero], None]) -> list[tuple[str, str, str]]:
    """(figure, now, then) for every figure that a change of the hero would move. The game stays
    as it is. Raises what `change` raises."""
    copy = msgspec.structs.replace(
        game.hero,
        skill_base=list(game.hero.skill_base),
        bought=list(game.hero.bought),
        switched_off=list(game.hero.switched_off),
        stat_base=list(game.hero.stat_base),
    )
    change(copy)
    before, after = figures(game), figures(game.acting(copy))
    names = [*before, *(name for name in after if name not in before)]
    return [
        (name, before.get(name, "0"), after.get(name, "0"))
        for name in names
        if before.get(name, "0") != after.get(name, "0")
    ]


def in_words(changes: list[tuple[str, str, str]]) -> str:
    """Return changes as one line of a page: "Melee 5 → 6, Health 20 → 24"."""
    return ", ".join(f"{name} {now} → {then}" for name, now, then in changes)


def raise_skill(game: Game, skill: int, points: int = 1) -> None:
    """Buy points of a skill for good. Raises IllegalAction when they cannot be paid."""
    experience.buy_skill(game.hero, skill, points)
    derived.update(game)


def learn(game: Game, ref: AbilityRef, choice: int = 0) -> None:
    """Buy an ability. Bane wants a category of `banes`, Oath one of `oaths`, as `choice`.

    Raises IllegalAction, and changes nothing, when it cannot be bought.
    """
    hero = game.hero
    if reason := ab.can_buy(game.data, hero, ref):
        raise IllegalAction(reason)
    if ref == ab.BANE:
        if choice not in bane_choices(game):
            raise IllegalAction(
                f"Bane wants a kind of enemy of which you have slain {BANE_KILLS} or more."
            )
        hero.bane = choice
    elif ref == ab.OATH:
        if choice not in oaths(game):
            raise IllegalAction("That oath cannot be sworn: its word is already broken.")
        hero.oath = choice
        oath = Name(derived.OATHS[choice], proper=True)
        note(game, "swore oath", text("Swore the oath of {oath}", oath=oath))
    ab.buy(game.data, hero, ref)
    note(game, "learned", text("Learned {ability:the}", ability=ab.words(game.data, ref)))
    derived.update(game)


def switch(game: Game, ref: AbilityRef) -> bool:
    """Switch an ability off or on; true if it is on now. Raises IllegalAction without it."""
    on = ab.toggle(game.data, game.hero, ref)
    derived.update(game)
    return on


def bane_choices(game: Game) -> dict[int, str]:
    """Return the categories that Bane may be turned against, by number."""
    return {
        number: name
        for number, (name, _) in banes.BANES.items()
        if banes.kills_of(game, number) >= BANE_KILLS
    }


def oaths(game: Game) -> dict[int, str]:
    """Return the oaths that can still be sworn, by number."""
    return {n: name for n, name in derived.OATHS.items() if n not in game.hero.oaths_broken}
