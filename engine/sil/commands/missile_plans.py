"""Shots and throws as plans: at one enemy, until it has come (no rule of Sil's: made for play by
post)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.common.grid import distance
from engine.common.plans import Stop, split_terms
from engine.contract.action import IllegalAction, InvalidAction, Offer
from engine.contract.texts import Text, text
from engine.sil.clock.plan_runs import DONE
from engine.sil.combat import archery, missile_flight, throwing
from engine.sil.commands.base import Argument, Command, offer
from engine.sil.commands.opponents import (
    ENEMY,
    OUT_OF_REACH,
    Adversary,
    beside_hero,
    clouded,
    patient,
    run_fight,
)
from engine.sil.creatures import creature_names, creature_stats, senses
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Item, Slot
from engine.sil.items import inscriptions

HAS_COME = Stop("done", text("It has come."))


def _aim_hindrance(game: SilContext, enemy: Creature, reach: int) -> Text | None:
    """Return why the hero cannot shoot or throw at an enemy, or would be asked first."""
    if out_of_mind := clouded(game):
        return out_of_mind
    if game.hero.timers.afraid:
        return text("You are too afraid to aim.")
    try:
        squares = missile_flight.path(game, enemy, reach, through=True)
    except IllegalAction as refusal:
        return text("{reason}", reason=refusal.text)
    if game.world.truce or missile_flight.spares_somebody(game, squares):
        return text("A single one asks first.")
    if creature_stats.adjacent(game.hero, enemy) or beside_hero(game):
        return text("An enemy is beside you.")
    return None


def _quiver(game: SilContext, words: Sequence[str]) -> Slot | None:
    """Return the quiver that is meant, or the first that is filled; None when it is empty."""
    slots = [archery.QUIVERS[word] for word in words] or list(archery.QUIVERS.values())
    return next((slot for slot in slots if slot in game.hero.worn), None)


def _shot_hindrance(game: SilContext, enemy: Creature, words: Sequence[str]) -> Text | None:
    hero, slot = game.hero, _quiver(game, words)
    bow = hero.worn.get(Slot.BOW)
    if bow is None:
        return text("You have no bow.")
    if slot is None:
        return text("That quiver is empty.")
    if inscriptions.asks_first(hero, "fire", (bow, hero.worn[slot])):
        return text("A single shot asks first.")
    return _aim_hindrance(game, enemy, archery.reach(game))


def _shoot(game: SilContext, args: tuple[str, ...]) -> None:
    plain, terms = split_terms(args)
    opponent = Adversary.called(game, plain[0])
    if any(word not in archery.QUIVERS for word in plain[1:]):
        raise InvalidAction(text("There are quivers 1 and 2."))
    if reason := _shot_hindrance(game, opponent.creature, plain[1:]):
        raise IllegalAction(reason)

    def act() -> Stop | None:
        if over := opponent.turned(game):
            return over
        if opponent.is_beside(game):
            return HAS_COME
        if _shot_hindrance(game, opponent.creature, plain[1:]):
            return _missile_end(game, opponent)
        slot = _quiver(game, plain[1:])
        assert slot is not None
        archery.fire(game, slot, opponent.creature)
        return DONE if opponent.is_over(game) else None

    run_fight(game, "shoot", patient(game, opponent, act), terms, [opponent.ref])


def _missile_end(game: SilContext, opponent: Adversary) -> Stop:
    """Return why no more missiles fly: none is left, or the enemy is out of reach."""
    if not senses.in_fire(game, opponent.creature):
        return OUT_OF_REACH
    return Stop("other", text("nothing more can be sent at it"))


def _plan_against(game: SilContext, verb: str, enemy: Creature, label: Text, hint: Text) -> Offer:
    handle, at = creature_names.handle(game, enemy), (enemy.y, enemy.x)
    return offer(verb, handle, label=label, hint=hint, group="plan", at=at, target=handle)


def _arrows(game: SilContext) -> int:
    """Return how many arrows the first filled quiver holds."""
    slot = _quiver(game, ())
    return 0 if slot is None else game.hero.worn[slot].count


def _shoot_offers(game: SilContext) -> Iterator[Offer]:
    if _arrows(game) < 2:
        return
    for enemy in creature_names.visible(game):
        if creature_names.seems(game, enemy, "PEACEFUL") or _shot_hindrance(game, enemy, ()):
            continue
        label = text("Shoot {who:the.18} while it comes", who=creature_names.name(game, enemy))
        hint = text("Arrow after arrow, until it is dead, flees, is beside you, or none is left")
        yield _plan_against(game, "shoot", enemy, label, hint)


def _best_throw(game: SilContext, enemy: Creature) -> tuple[str, Item] | None:
    """Return the best of what is made for throwing that reaches an enemy; no inscription asks."""
    fit = [
        (handle, thing)
        for handle, thing in throwing.at_hand(game)
        if not inscriptions.asks_first(game.hero, "throw", (thing,))
        and distance(game.hero.y, game.hero.x, enemy.y, enemy.x) <= throwing.reach(game, thing)
    ]
    return max(fit, key=lambda pair: throwing.mean_damage(game, pair[1]), default=None)


def _volley_hindrance(game: SilContext, enemy: Creature) -> Text | None:
    best = _best_throw(game, enemy)
    if best is None:
        return text("You have nothing made for throwing that gets there.")
    return _aim_hindrance(game, enemy, throwing.reach(game, best[1]))


def _volley(game: SilContext, args: tuple[str, ...]) -> None:
    plain, terms = split_terms(args)
    opponent = Adversary.called(game, plain[0])
    if reason := _volley_hindrance(game, opponent.creature):
        raise IllegalAction(reason)

    def act() -> Stop | None:
        if over := opponent.turned(game):
            return over
        if opponent.is_beside(game):
            return HAS_COME
        best = _best_throw(game, opponent.creature)
        if best is None or _volley_hindrance(game, opponent.creature):
            return _missile_end(game, opponent)
        throwing.throw(game, best[1], opponent.creature)
        return DONE if opponent.is_over(game) else None

    run_fight(game, "volley", patient(game, opponent, act), terms, [opponent.ref])


def _volley_offers(game: SilContext) -> Iterator[Offer]:
    if sum(thing.count for _, thing in throwing.at_hand(game)) < 2:
        return
    for enemy in creature_names.visible(game):
        if creature_names.seems(game, enemy, "PEACEFUL") or _volley_hindrance(game, enemy):
            continue
        label = text("Throw all at {who:the.22}", who=creature_names.name(game, enemy))
        hint = text("All that is made for throwing, until it is dead, flees or is beside you")
        yield _plan_against(game, "volley", enemy, label, hint)


COMMANDS = (
    Command(
        "shoot", "Shoot at an enemy until it is beside you", _shoot, _shoot_offers,
        (ENEMY, Argument("quiver", "word", "1 or 2", ("1", "2"), required=False)), plan=True,
    ),
    Command(
        "volley", "Throw all you have for it at an enemy", _volley, _volley_offers, (ENEMY,),
        plan=True,
    ),
)  # fmt: skip
