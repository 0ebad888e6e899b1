"""Shooting, throwing, prising, fletching (rules: world 11.2; combat 8, 9, 10, 11; character 12)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.common import compass
from engine.common.grid import distance
from engine.common.plans import Stop, split_terms
from engine.contract.action import IllegalAction, InvalidAction, Offer
from engine.contract.texts import text
from engine.sil.clock import plan_runs
from engine.sil.clock.plan_runs import DONE
from engine.sil.combat import archery, missile_flight, prising, throwing
from engine.sil.combat.missile_flight import Target
from engine.sil.commands.base import NEAREST, Argument, Command, creature, item, offer
from engine.sil.creatures import creature_names, senses
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Hero, Item, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import gear
from engine.sil.item_use import fletching
from engine.sil.items import item_handles


def _read_target(game: SilContext, word: str) -> Target:
    """Return a creature in sight by its name, a direction, or a square."""
    direction = compass.read(word)
    if direction is not None:
        return compass.KEYPAD[direction]
    place = compass.read_square(word)
    if place is not None:
        return place
    return creature(game, word.lower())


def aim(game: SilContext, word: str, reach: int) -> Target:
    """Return the target of a word, or the nearest creature within reach for "nearest". Raises
    IllegalAction."""
    if word != NEAREST:
        return _read_target(game, word)
    found = _targets(game, reach)
    if not found:
        raise IllegalAction(text("Nobody whom you could aim at is near enough."))
    return found[0]


def _quiver(game: SilContext, words: tuple[str, ...]) -> Slot:
    if words:
        if words[0] not in archery.QUIVERS:
            raise InvalidAction(text("There are quivers 1 and 2."))
        return archery.QUIVERS[words[0]]
    return next((slot for slot in archery.QUIVERS.values() if slot in game.hero.worn), Slot.QUIVER1)


def _fire(game: SilContext, args: tuple[str, ...]) -> None:
    target = aim(game, args[0], archery.reach(game))
    archery.fire(game, _quiver(game, args[1:]), target, " ".join(("fire", *args)))


def _throw(game: SilContext, args: tuple[str, ...]) -> None:
    thing = item(game, args[0])
    target = aim(game, args[1], throwing.reach(game, thing))
    throwing.throw(game, thing, target, " ".join(("throw", *args)))


def _hurl(game: SilContext, args: tuple[str, ...]) -> None:
    del args
    best = throwing.best(game)
    if best is None:
        raise IllegalAction(text("You carry nothing that is made for throwing."))
    _throw(game, (best[0], NEAREST))


def _fletch(game: SilContext, args: tuple[str, ...]) -> None:
    args, terms = split_terms(args)
    arrows = item(game, args[0]) if args else next(iter(fletching.plain_arrows(game)), None)
    if arrows is None:
        raise IllegalAction(text("There are no plain arrows to work on."))
    stack = arrows

    def act() -> Stop | None:
        fletching.fletch(game, stack)
        return None if any(stack is left for left in fletching.plain_arrows(game)) else DONE

    plan_runs.carry_out(game, "fletch", act, terms)


def _prise(game: SilContext, args: tuple[str, ...]) -> None:
    del args
    prising.prise(game)


def _prise_offers(game: SilContext) -> Iterable[Offer]:
    if prising.crown_here(game) is not None and gear.weapon(game.hero) is not None:
        yield offer("prise", label=text("Prise a Silmaril from the crown"), irreversible=True)


def _targets(game: SilContext, reach: int) -> list[Creature]:
    """Return the creatures in sight and in the line of fire that can be aimed at, nearest first
    (rules: dungeon 9.5)."""
    hero = game.hero
    if hero.timers.afraid or hero.timers.hallucinating:
        return []
    targets = [
        c
        for c in creature_names.visible(game)
        if distance(hero.y, hero.x, c.y, c.x) <= reach
        and senses.in_fire(game, c)
        and not creature_names.seems(game, c, "PEACEFUL")
    ]
    return sorted(targets, key=lambda c: _gap(hero, c))


def _gap(hero: Hero, creature: Creature) -> int:
    """Return twice the longer of the distances along the axes, and the shorter."""
    shorter, longer = sorted((abs(creature.y - hero.y), abs(creature.x - hero.x)))
    return 2 * longer + shorter


def _fire_offers(game: SilContext) -> Iterable[Offer]:
    hero = game.hero
    if Slot.BOW not in hero.worn:
        return
    filled = [(word, slot) for word, slot in archery.QUIVERS.items() if slot in hero.worn]
    targets = _targets(game, archery.reach(game)) if filled else []
    for target in targets[:1]:
        hint = text("{who:the}", who=creature_names.name(game, target))
        at, path = (target.y, target.x), _flight(game, target, archery.reach(game))
        label = text("Shoot at the nearest")
        yield offer("fire", NEAREST, label=label, hint=hint, group="target", at=at, path=path)
    for target in targets:
        name = creature_names.handle(game, target)
        for word, slot in filled:
            words = (name,) if len(filled) == 1 else (name, word)
            label = text("Shoot {who:the}", who=creature_names.name(game, target))
            if len(filled) > 1:
                label = text("{label:.23} from quiver {quiver}", label=label, quiver=word)
            hint = item_handles.item_words(game, hero.worn[slot])
            yield offer(
                "fire",
                *words,
                label=label,
                hint=hint,
                group="target",
                at=(target.y, target.x),
                path=_flight(game, target, archery.reach(game)),
            )


def _flight(game: SilContext, target: Creature, reach: int) -> tuple[tuple[int, int], ...]:
    """Return the squares that an arrow or a thrown thing would pass on its way to a creature."""
    squares = missile_flight.path(game, target, reach)
    return tuple(game.level.place(square) for square in squares)


def _throw_offers(game: SilContext) -> Iterable[Offer]:
    """Return offers to throw what is made for it at everybody in reach, and anything else at the
    nearest."""
    made = throwing.at_hand(game)
    for handle, held in made:
        for target in _targets(game, throwing.reach(game, held)):
            yield _throw_offer(game, handle, held, target)
    for handle, held in item_handles.items(game).items():
        if item_handles.is_worn(handle) or any(held is thrown for _, thrown in made):
            continue
        if not throwing.does_something(game, held):
            continue
        for target in _targets(game, throwing.reach(game, held))[:1]:
            yield _throw_offer(game, handle, held, target)


def _hurl_offers(game: SilContext) -> Iterable[Offer]:
    best = throwing.best(game)
    if best is None:
        return
    _, held = best
    for target in _targets(game, throwing.reach(game, held))[:1]:
        hint = text(
            "{held}, at {who:the}",
            held=gear.called(game, held),
            who=creature_names.name(game, target),
        )
        at = target.y, target.x
        label = text("Throw your best at the nearest")
        yield offer("hurl", label=label, hint=hint, group="target", at=at)


def _throw_offer(game: SilContext, handle: str, held: Item, target: Creature) -> Offer:
    name = creature_names.handle(game, target)
    thing, who = gear.called(game, held), creature_names.name(game, target)
    deed = text("Throw {thing:a} at {who:the}", thing=thing, who=who)
    dice, sides = throwing.damage_dice(game, held)
    return offer(
        "throw",
        handle,
        name,
        label=text("{deed:.38}", deed=deed),
        hint=text(
            "{item}; for {dice}d{sides}",
            item=item_handles.item_words(game, held),
            dice=dice,
            sides=sides,
        ),
        group="target",
        at=(target.y, target.x),
        path=_flight(game, target, throwing.reach(game, held)),
        page=item_handles.page_of(handle),
        topic=handle,
    )


def _fletch_offers(game: SilContext) -> Iterable[Offer]:
    if game.hero.active(ab.FLETCHERY):
        plain = fletching.plain_arrows(game)
        for handle, held in item_handles.items(game).items():
            if any(held is arrows for arrows in plain):
                hint = text("An arrow a turn, until all are done or something interrupts")
                label = text("Fletch the arrows ({handle})", handle=handle)
                yield offer("fletch", handle, label=label, hint=hint, group="plan")


_AIM = "a creature in sight, nearest, a direction or a square"

COMMANDS = (
    Command(
        "fire", "Shoot an arrow", _fire, _fire_offers,
        (Argument("target", "target", _AIM),
         Argument("quiver", "word", "1 or 2", ("1", "2"), required=False)),
        aliases=(),
    ),
    Command(
        "throw", "Throw something", _throw, _throw_offers,
        (Argument("item", "item", "what to throw"), Argument("target", "target", _AIM)),
    ),
    Command("hurl", "Throw your best throwing weapon at the nearest enemy", _hurl, _hurl_offers),
    Command("prise", "Prise a Silmaril from the Iron Crown underfoot", _prise, _prise_offers),
    Command(
        "fletch", "Make plain arrows fly true: one a turn", _fletch, _fletch_offers,
        (Argument("arrows", "item", "the arrows to work on", required=False),), plan=True,
    ),
)  # fmt: skip
