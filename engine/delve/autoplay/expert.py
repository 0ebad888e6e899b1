"""The expert: what a sensible player would do now, ranked, and why.

It fights, flees, eats, casts, reads, prays and goes down. It knows what the hero's player could
know, and draws no dice: equal views, equal advice. It advises people, and plays for seats that
nobody plays.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.action import Action, Advice
from engine.contract.texts import Name, Text, text
from engine.delve.actions import legal_actions, plans
from engine.delve.actions.turn_order import wants_answer
from engine.delve.autoplay import (
    ability_choices,
    attempts,
    errands,
    estimates,
    fighting,
    item_choices,
    place_choices,
)
from engine.delve.data.kinds import advised
from engine.delve.movement import paths
from engine.delve.odds import ailments
from engine.delve.rules import formulas, inventory, threats
from engine.delve.rules.context import STEPS, DelveContext, gap
from engine.delve.rules.vision import visible_enemies
from engine.delve.state import DelveHero

RESTED = 65  # per cent of health at which it goes on
RESTED_ENERGY = 40
MOST_ADVICE = 5
BROKEN_RESTS = 2  # after which somebody who keeps waking the hero is waited for
Found = Iterator[Advice]


def advise(game: DelveContext, hero: DelveHero) -> Advice:
    """Return what a sensible player would do next, on the terms that the hero keeps."""
    best = ranked(game, hero, 1)[0]
    return Advice(legal_actions.with_kept_terms(hero, best.action), best.why)


def ranked(game: DelveContext, hero: DelveHero, most: int = MOST_ADVICE) -> list[Advice]:
    """Return so many actions at most, the best first, each once: at least one. Plans are without
    their terms.

    What has been tried many times without gain comes after the rest.
    """
    if not hero.class_name:
        return [_class(game, hero)]
    allowed: dict[str, list[legal_actions.Args]] = {}
    found: dict[Action, Advice] = {}
    stale: dict[Action, Advice] = {}
    for advice in _recommend(game, hero):
        action = advice.action
        if action.verb not in allowed:
            allowed[action.verb] = legal_actions.CHOICES[action.verb](game, hero)
        if not _is_allowed(hero, action, allowed[action.verb]):
            continue
        pile = stale if attempts.is_stale(hero, action) else found
        pile.setdefault(action, advice)
        if len(found) >= most:
            break
    late = list(stale.values())
    if not found:
        late += _last_resorts(game, hero)
    late.sort(key=lambda each: attempts.tries(hero, each.action))
    return [*found.values(), *late][:most]


def _is_allowed(hero: DelveHero, action: Action, allowed: list[legal_actions.Args]) -> bool:
    """Return whether an action is one of the whole ones, or in a menu leads to one of them."""
    if not hero.menu:
        return action.args in allowed
    return any(each[: len(action.args)] == action.args for each in allowed)


def _class(game: DelveContext, hero: DelveHero) -> Advice:
    classes = game.content.open_classes
    name = classes[hero.seat % len(classes)]
    return Advice(Action("class", (name,)), text(game.content.classes[name].text))


def _recommend(game: DelveContext, hero: DelveHero) -> Found:
    if hero.choices:
        yield from _growth(game, hero)
    elif wants_answer(game, hero):
        why = text("few are asked")
        yield Advice(Action("answer", ("yes",)), why)
    elif hero.menu:
        yield from _menu(game, hero)
    else:
        yield from _deeds(game, hero)


def _growth(game: DelveContext, hero: DelveHero) -> Found:
    order = game.content.classes[hero.class_name].growth
    first = (hero.level // 5 - 1) % len(order)
    drawn = [
        Advice(
            Action("choose", ("ability", inventory.token(kind.name))),
            text("few abilities are better"),
        )
        for kind in advised(game.content.abilities.values(), "choose")
        if kind.name in hero.choices[0]
    ]
    why = text("{role:a} needs it now", role=Name(hero.class_name))
    for wanted in dict.fromkeys((*order[first:], *order[:first])):
        yield from drawn if wanted == "ability" else [Advice(Action("choose", (wanted,)), why)]


def _menu(game: DelveContext, hero: DelveHero) -> Found:
    """Yield what completes the open menu, of what is sensible anyway; else closing it."""
    verb, given = hero.menu[0], tuple(hero.menu[1:])
    depth = len(given)
    for advice in _deeds(game, hero):
        action = advice.action
        if action.verb == verb and action.args[:depth] == given and len(action.args) > depth:
            yield Advice(Action(verb, action.args[: depth + 1]), advice.why)
    yield Advice(Action("cancel"), text("nothing of this is needed now"))


def _deeds(game: DelveContext, hero: DelveHero) -> Found:
    enemies = [e for e in visible_enemies(game, hero) if threats.is_alert(game, hero, e)]
    if enemies or plans.is_stuck(hero):
        yield from fighting.recommend(game, hero, enemies)
    else:
        yield from _at_peace(game, hero)


# ------------------------------------------------------------------ at peace


def _at_peace(game: DelveContext, hero: DelveHero) -> Found:
    yield from fighting.put_out_fire(game, hero)
    course = ailments.course(game, hero)
    ambushed = threats.is_ambushed(hero) and not visible_enemies(game, hero)
    rests = not ambushed and not plans.why_not_rest(game, hero)
    low = 3 * hero.health < hero.full_health
    if low or (course is not None and course.kills > 0):
        yield from item_choices.cures(game, hero)
        if low and rests and hero.nourishment >= formulas.HUNGRY:
            yield Advice(Action("rest"), _why_rest(hero))
        elif not rests:
            yield from fighting.heal(game, hero)
    if ambushed:
        yield Advice(Action("flee"), text("somebody unseen attacks you here"))
    yield from item_choices.housekeeping(game, hero)
    yield from place_choices.at_fixture(game, hero)
    if _is_tired(hero) and rests and not _is_bad_bed(game, hero):
        if attempts.tries(hero, Action("rest")) >= BROKEN_RESTS:
            yield Advice(Action("wait"), text("something is near; let it come"))
        if hero.health * 100 >= hero.full_health * RESTED:
            yield from ability_choices.meditation(game, hero)
        yield Advice(Action("rest"), _why_rest(hero))
    yield from item_choices.cures(game, hero)
    yield from ability_choices.openings(game, hero)
    if course is not None and 2 * hero.health < hero.full_health:
        yield Advice(Action("wait"), text("let it run out before going on"))
    yield from fighting.throw_at_sleeper(game, hero)
    ways_on = [Advice(each.action, each.why) for each in errands.recommend(game, hero)]
    yield from ways_on
    if all(attempts.is_stale(hero, each.action) for each in ways_on):
        yield from _when_lost(game, hero)


def _why_rest(hero: DelveHero) -> Text:
    if hero.health * 100 < hero.full_health * RESTED:
        return text("{health} of {full} health", health=hero.health, full=hero.full_health)
    return text("{energy} of {full} energy", energy=hero.energy, full=hero.full_energy)


def _is_bad_bed(game: DelveContext, hero: DelveHero) -> bool:
    """Return whether somebody dangerous sleeps near by, and there is somewhere else to go."""
    near = any(
        each.asleep and gap(each.at, hero.at) <= 8 and not estimates.is_easy(game, hero, each)
        for each in visible_enemies(game, hero)
    )
    return near and bool(paths.way_to_explore(game, hero)) and hero.health * 2 > hero.full_health


def _is_tired(hero: DelveHero) -> bool:
    return (
        hero.health * 100 < hero.full_health * RESTED
        or hero.energy * 100 < hero.full_energy * RESTED_ENERGY
    )


def _clear_way(game: DelveContext, hero: DelveHero) -> Found:
    """Yield a blow at, or a step toward, something rooted that may bar the way."""
    rooted = game.memory(hero).rooted
    why = text("it bars the only way left")
    for (name,) in legal_actions.moves(game, hero):
        if hero.at + STEPS[name] in rooted:
            yield Advice(Action("move", (name,)), why)
    goals = sum(1 << at for at in rooted)
    way = paths.first_steps(paths.known_ways(game, hero), hero.at, goals)
    action = errands.step(game, hero, way)
    if action is not None:
        yield Advice(action, why)


def _when_lost(game: DelveContext, hero: DelveHero) -> Found:
    """Yield what to try when nothing is left to explore: doors, what harms, searching."""
    yield from _clear_way(game, hero)
    scroll = item_choices.wayfinding(game, hero)
    if scroll:
        yield Advice(Action("read", scroll), text("it may show a way"))
    for verb in ("force", "cross", "search-walls"):
        for args in legal_actions.CHOICES[verb](game, hero):
            yield Advice(Action(verb, args), _WHEN_LOST[verb])
    yield Advice(Action("search"), _WHEN_LOST["search-walls"])


def _last_resorts(game: DelveContext, hero: DelveHero) -> Found:
    """Yield what can always be done: waiting, and steps into the open or into what harms."""
    yield Advice(Action("pause"), text("there is nothing better to do"))
    moves = legal_actions.moves(game, hero)
    start = hero.turns % len(moves) if moves else 0
    for args in (*moves[start:], *moves[:start]):
        yield Advice(Action("move", args), text("no way on is known; look elsewhere"))


_WHEN_LOST = {
    "force": text("it is the only way left"),
    "cross": text("it is the only way left"),
    "search-walls": text("a way may be hidden here"),
}
