"""Fights as plans: blow after blow at one enemy (no rule of Sil's: made for play by post).

Each has one aim, after which it is named and with which it ends. It ends too when the odds turn: a
second enemy beside the hero, his health below the percent that was said. None begins with what
would ask a question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.common import compass
from engine.common.plans import LIMITS, Stop, Terms, split_terms
from engine.contract.action import IllegalAction, InvalidAction, Offer
from engine.contract.texts import Text, text
from engine.sil.clock import plan_runs, sightings
from engine.sil.clock.plan_runs import DONE
from engine.sil.combat import melee
from engine.sil.commands import movement
from engine.sil.commands.base import Argument, Command, item, offer
from engine.sil.commands.opponents import (
    ENEMY,
    GONE,
    OUT_OF_REACH,
    Adversary,
    alert_enemies,
    beside_hero,
    clouded,
    gap,
    is_held,
    patient,
    run_fight,
)
from engine.sil.creatures import creature_names, creature_stats
from engine.sil.data import declarations
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Item
from engine.sil.item_use import activation
from engine.sil.items import inscriptions, item_classes, item_handles
from engine.sil.movement import shelter
from engine.sil.perception import pursuit

LEVELS = (75, 50, 30, 10, 1)  # percent of health down to which fights are offered
A_BLOW = (
    10  # percent of health that he has above a level but the last: else one blow ends the fight
)
PURSUIT = 2  # squares that a fight follows who steps back
PATIENCE = 6  # turns that one waits for an enemy who does not come nearer
AWAITED = 14  # squares within which an enemy is waited for
FAR = 10  # steps to an enemy whom one goes up to, at most
WORTH_A_DRINK = 60  # percent of health below which a healing drink goes before a fight
KEEPS_OFF = Stop("other", text("it does not come nearer"))
NOBODY = Stop("done", text("Nobody comes."))
UNTIL = Argument("percent", "number", "of health, to fight down to", required=False)

# ------------------------------------------------------------------------------- health


def _percent(game: SilContext) -> int:
    """Return the hero's health in percent, rounded down."""
    return 100 * game.hero.health // max(1, game.hero.derived.max_health)


def _limit(game: SilContext, words: Sequence[str], terms: Terms) -> int:
    """Return the percent of health down to which to fight. Raises InvalidAction, or IllegalAction
    when there is no more than that."""
    percent = int(words[0]) if words else terms.limits.fight_until
    if not 1 <= percent <= 99:
        raise InvalidAction(text("Say a percent of health from 1 to 99."))
    if _percent(game) < percent:
        raise IllegalAction(text("Your health is below {percent} %.", percent=percent))
    return percent


def _levels(game: SilContext) -> list[int]:
    """Return the limits that can be offered: that of the hero's caution, or the next below it that
    he is not under yet, first; then one lower and one higher."""
    health, usual = _percent(game), LIMITS[game.hero.caution].fight_until
    possible = [level for level in LEVELS[:-1] if level + A_BLOW <= health]
    possible += [level for level in LEVELS[-1:] if level <= health]
    first = next((level for level in possible if level <= usual), None)
    if first is None:
        return []
    at = possible.index(first)
    return [first, *possible[at + 1 : at + 2], *possible[max(0, at - 1) : at]]


def _level_word(game: SilContext, level: int) -> tuple[str, ...]:
    """Return the limit as an argument; nothing for that of the hero's caution."""
    return () if level == LIMITS[game.hero.caution].fight_until else (str(level),)


def _down_to(level: int) -> Text:
    """Return a limit in words: "to 50 %"."""
    if level == LEVELS[-1]:
        return text("to the end")
    return text("to {percent} %", percent=level)


# -------------------------------------------------------------------------------- blows


def _hindrance(game: SilContext, enemy: Creature) -> Text | None:
    """Return why the hero cannot go on striking at an enemy, or would be asked first; None when he
    can."""
    if out_of_mind := clouded(game):
        return out_of_mind
    if reason := melee.hindrance(game, enemy):
        return text("{reason}", reason=reason)
    if question := melee.doubt(game, enemy):
        return text("A single blow asks first: {question}", question=question)
    return None


def _ready(game: SilContext, handle: str) -> Adversary:
    """Return the fight with an enemy whom the hero may strike at. Raises IllegalAction."""
    opponent = Adversary.called(game, handle)
    if reason := _hindrance(game, opponent.creature):
        raise IllegalAction(reason)
    return opponent


def _strike(game: SilContext, enemy: Creature) -> Stop | None:
    """Strike once at an enemy beside the hero; return that the aim is reached, or None."""
    _blow(game, enemy)
    return DONE if enemy.health <= 0 else None


def _blow(game: SilContext, enemy: Creature) -> None:
    """Strike once at an enemy beside the hero."""
    movement.walk(game, (compass.toward(game.hero.y, game.hero.x, enemy.y, enemy.x),))


def _fight(game: SilContext, args: tuple[str, ...]) -> None:
    plain, terms = split_terms(args)
    opponent = _ready(game, plain[0])
    percent = _limit(game, plain[1:], terms)
    run_fight(game, "fight", _blows(game, opponent), terms, [opponent.ref], percent=percent)


def _blows(game: SilContext, opponent: Adversary) -> plan_runs.PlanStep:
    """Return the turns of a fight: wait for an enemy who comes, strike it, or another while it is
    out of reach, follow it a little."""
    met, steps, waited = opponent.is_beside(game), 0, 0
    nearest = gap(game, opponent.creature)

    def act() -> Stop | None:
        nonlocal met, steps, waited, nearest
        if over := opponent.turned(game):
            return over
        if opponent.is_beside(game):
            met = True
            return _strike(game, opponent.creature)
        other = next((c for c in beside_hero(game) if _hindrance(game, c) is None), None)
        if other is not None:
            _blow(game, other)
            return None
        if met:
            steps += 1
            return OUT_OF_REACH if steps > PURSUIT else _follow(game, opponent.creature)
        away = gap(game, opponent.creature)
        waited = 0 if away < nearest else waited + 1
        nearest = min(nearest, away)
        if waited > PATIENCE:
            return KEEPS_OFF
        movement.hold(game)
        return None

    return patient(game, opponent, act)


def _follow(game: SilContext, enemy: Creature) -> Stop | None:
    """Take a step towards an enemy."""
    way = None if is_held(game) else shelter.way_beside(game, enemy, FAR)
    if way is None:
        return OUT_OF_REACH
    movement.walk(game, (plan_runs.direction_to(game, way[0]),))
    return None


def _go_onto(game: SilContext, i: int) -> Stop | None:
    """Take a step towards the square where an enemy was seen last."""
    way = None if is_held(game) else shelter.way_onto(game, i, FAR)
    if way is None:
        return GONE
    movement.walk(game, (plan_runs.direction_to(game, way[0]),))
    return None


def _charge(game: SilContext, args: tuple[str, ...]) -> None:
    plain, terms = split_terms(args)
    opponent = _ready(game, plain[0])
    percent = _limit(game, plain[1:], terms)
    if not opponent.is_beside(game) and shelter.way_beside(game, opponent.creature, FAR) is None:
        raise IllegalAction(text("You know of no short way to it."))
    enemy, steps, seen_at = opponent.creature, 0, 0

    def act() -> Stop | None:
        nonlocal steps, seen_at
        if opponent.is_unseen(game):
            return opponent.joined_by(game) or _go_onto(game, seen_at)
        if over := opponent.turned(game):
            return over
        seen_at = game.level.at(enemy.y, enemy.x)
        if opponent.is_beside(game):
            return _strike(game, enemy)
        steps += 1
        return OUT_OF_REACH if steps > FAR + PURSUIT else _follow(game, enemy)

    run_fight(game, "charge", act, terms, [opponent.ref], percent=percent)


def _lie_in_wait(game: SilContext, args: tuple[str, ...]) -> None:
    plain, terms = split_terms(args)
    if out_of_mind := clouded(game):
        raise IllegalAction(out_of_mind)
    lurking = pursuit.lurking(game)
    if not lurking or alert_enemies(game):
        raise IllegalAction(text("You know of nobody who lurks out of your sight."))
    percent = _limit(game, plain, terms)
    blows: plan_runs.PlanStep | None = None

    def act() -> Stop | None:
        nonlocal blows
        if blows is None:
            comer = next(iter(alert_enemies(game)), None)
            if comer is None and not pursuit.lurking(game):
                return NOBODY
            if comer is None or gap(game, comer) > AWAITED:
                movement.hold(game)
                return None
            if stop := _no_fight(game, comer):
                return stop
            blows = _blows(game, Adversary.of(game, comer))
        return blows()

    refs = (pursuit.ref(game, pursuer) for pursuer in lurking.values())
    run_fight(game, "await", act, terms, refs, percent=percent)


def _no_fight(game: SilContext, comer: Creature) -> Stop | None:
    """Return why one who has come in sight is not fought where the hero stands; None when it is."""
    if reason := _hindrance(game, comer):
        return Stop("other", reason)
    if gap(game, comer) > 1 and not _comes(game, comer):
        return Stop("near", sightings.in_words(game, comer), (comer.y, comer.x))
    return None


def _await_offers(game: SilContext) -> Iterator[Offer]:
    """Yield an ambush for those who lurk, while nobody who is after the hero is in sight."""
    lurking = pursuit.lurking(game)
    if not lurking or alert_enemies(game) or clouded(game):
        return
    for level in _levels(game)[:1]:
        name = pursuit.name(game, next(iter(lurking.values())))
        yield offer(
            "await",
            *_level_word(game, level),
            label=text("Lie in wait for {who:the.18}", who=name),
            hint=text(
                "Stand till anybody comes, and fight it to {percent} %; ends if nobody does",
                percent=level,
            ),
            group="plan",
        )


def _fight_offers(game: SilContext) -> Iterator[Offer]:
    """Yield fights with those beside the hero and with those who come, down to a limit of health;
    with the first of them to other limits too."""
    levels = _levels(game)
    enemies = [
        c
        for c in creature_names.visible(game)
        if not creature_names.seems(game, c, "PEACEFUL")
        and (creature_stats.adjacent(game.hero, c) or _comes(game, c))
        and _hindrance(game, c) is None
    ]
    for number, enemy in enumerate(enemies):
        for level in levels if not number else levels[:1]:
            yield _fight_offer(game, enemy, level)


def _comes(game: SilContext, enemy: Creature) -> bool:
    """Return whether an enemy is likely to come beside the hero: alert, near, able to move, and no
    shooter."""
    return (
        sightings.is_alert(game, enemy)
        and gap(game, enemy) <= AWAITED
        and not creature_names.seems(game, enemy, "NEVER_MOVE")
        and sightings.turns_to_harm(game, enemy) > 0
    )


def _fight_offer(game: SilContext, enemy: Creature, level: int) -> Offer:
    handle, name = creature_names.handle(game, enemy), creature_names.name(game, enemy)
    label = text("Fight {who:the.20} {limit}", who=name, limit=_down_to(level))
    hint = text(
        "Blow after blow, until it is dead, flees, or you are below {percent} % of health",
        percent=level,
    )
    if not creature_stats.adjacent(game.hero, enemy):
        label = text("Await {who:the.14}, fight {limit}", who=name, limit=_down_to(level))
        hint = text(
            "Stand till it comes, then strike till it is dead, flees, or you are below {percent} %",
            percent=level,
        )
    return offer(
        "fight",
        handle,
        *_level_word(game, level),
        label=label,
        hint=hint,
        group="plan",
        at=(enemy.y, enemy.x),
        target=handle,
    )


def _charge_offers(game: SilContext) -> Iterator[Offer]:
    """Yield attacks on the nearest enemies who are not beside the hero: one at most on who comes by
    himself, and one on who does not."""
    levels = _levels(game)
    if not levels or is_held(game):
        return
    shown = set[bool]()
    for enemy in creature_names.visible(game):
        if (
            gap(game, enemy) <= 1
            or _comes(game, enemy) in shown
            or creature_names.seems(game, enemy, "PEACEFUL")
            or _hindrance(game, enemy) is not None
        ):
            continue
        way = shelter.way_beside(game, enemy, FAR)
        if way is None:
            continue
        shown.add(_comes(game, enemy))
        handle = creature_names.handle(game, enemy)
        yield offer(
            "charge",
            handle,
            *_level_word(game, levels[0]),
            label=text(
                "Charge {who:the.20} {limit}",
                who=creature_names.name(game, enemy), limit=_down_to(levels[0]),
            ),
            hint=text(
                "Go up to it and strike, until it is dead, flees, or you are below {percent} %",
                percent=levels[0],
            ),
            group="plan",
            at=(enemy.y, enemy.x),
            path=tuple(game.level.place(i) for i in way),
            target=handle,
        )  # fmt: skip


# --------------------------------------------------------------------------- drink, fight


def _heals(game: SilContext, thing: Item) -> bool:
    """Return whether the hero knows a thing for a drink that heals."""
    record = item_classes.kind_of(game.data, thing)
    if record.tval != item_classes.POTION or thing.kind not in game.lore.aware:
        return False
    return "heal" in declarations.purposes(game.data.rules.item(thing.kind).effects)


def _drink_fight(game: SilContext, args: tuple[str, ...]) -> None:
    plain, terms = split_terms(args)
    drink, opponent = item(game, plain[0]), _ready(game, plain[1])
    if not _heals(game, drink):
        raise IllegalAction(text("You do not know that for a drink that heals."))
    if not opponent.is_beside(game):
        raise IllegalAction(text("It is not beside you."))
    percent = int(plain[2]) if plain[2:] else terms.limits.fight_until
    if not 1 <= percent <= 99:
        raise InvalidAction(text("Say a percent of health from 1 to 99."))
    blows, drunk = _blows(game, opponent), False

    def act() -> Stop | None:
        nonlocal drunk
        if drunk:
            return blows()
        drunk = True
        activation.quaff(game, drink)
        return None

    run_fight(game, "drink-fight", act, terms, [opponent.ref], percent=percent)


def _drink_fight_offers(game: SilContext) -> Iterator[Offer]:
    if _percent(game) >= WORTH_A_DRINK:
        return
    level = LIMITS[game.hero.caution].fight_until
    drinks = [
        (handle, thing)
        for handle, thing in item_handles.items(game).items()
        if _heals(game, thing) and not inscriptions.asks_first(game.hero, "quaff", (thing,))
    ]
    enemies = [c for c in beside_hero(game) if _hindrance(game, c) is None]
    for handle, thing in drinks[:1]:
        for enemy in enemies[:1]:
            name = creature_names.handle(game, enemy)
            yield offer(
                "drink-fight",
                handle,
                name,
                label=text("Drink, then fight {who:the.19}", who=creature_names.name(game, enemy)),
                hint=text(
                    "{drink:.30}, then blows, until it is dead, flees, or you are below {level} %",
                    drink=item_handles.item_words(game, thing), level=level,
                ),
                group="plan",
                at=(enemy.y, enemy.x),
                target=name,
            )  # fmt: skip


COMMANDS = (
    Command(
        "fight", "Strike at an enemy blow after blow", _fight, _fight_offers, (ENEMY, UNTIL),
        plan=True,
    ),
    Command(
        "charge", "Go up to an enemy and strike blow after blow", _charge, _charge_offers,
        (ENEMY, UNTIL), plan=True,
    ),
    Command(
        "await", "Lie in wait for who lurks, and fight it", _lie_in_wait, _await_offers, (UNTIL,),
        slash=False, plan=True,
    ),
    Command(
        "drink-fight", "Drink what heals, then fight on", _drink_fight, _drink_fight_offers,
        (Argument("drink", "item", "what to drink", fits=_heals), ENEMY, UNTIL), plan=True,
    ),
)  # fmt: skip
