"""Running plans: each turn the terms are held against what has happened, then the plan's own step
is taken; what ends it is told in one line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from engine.common.plans import (
    LIMITS,
    PlanLimits,
    Sighting,
    Stop,
    Terms,
    Watch,
    account,
    split_terms,
    weightiest,
    with_terms,
)
from engine.contract.action import Action
from engine.contract.facts import CreatureRef, PlanEnded
from engine.contract.texts import Name, Text, Words, listed, text
from engine.delve import terrain
from engine.delve.actions import bars, fight_plans, hunting, last_ways, plans
from engine.delve.hero.hunger import carries_heart
from engine.delve.rules import threats
from engine.delve.rules.context import DelveContext
from engine.delve.rules.words import signed
from engine.delve.state import WIDTH, DelveHero, Plan

Step = Callable[[DelveContext, DelveHero, Plan], Stop | None]


class PlanKind(NamedTuple):
    """A kind of plan: what it does in a turn, and how it is told."""

    step: Step  # returns why it is over before a turn has passed; None when one passes
    told: Text  # with its turns as {number}
    aim: str = ""  # told at the end when the aim is reached: "nothing left to explore"
    manner: Literal["calm", "hunt", "fight", "retreat"] = "calm"


_EXPLORED = Text("Explored {number} turn", {}, "Explored {number} turns")
_WALKED = Text("Walked {number} turn", {}, "Walked {number} turns")
_SEARCHED = Text("Searched {number} turn", {}, "Searched {number} turns")
_WORKED = Text("Worked {number} turn", {}, "Worked {number} turns")
_FOUGHT = Text("Fought {number} turn", {}, "Fought {number} turns")
KINDS: Mapping[str, PlanKind] = {
    "explore": PlanKind(plans.explore, _EXPLORED, "nothing left to explore"),
    "hunt": PlanKind(hunting.hunt, _EXPLORED, "nothing left to explore", "hunt"),
    "travel": PlanKind(plans.travel, _WALKED),
    "descend": PlanKind(plans.descend, _WALKED),
    "rest": PlanKind(plans.rest, Text("Rested {number} turn", {}, "Rested {number} turns")),
    "search": PlanKind(plans.search, _SEARCHED),
    "wait": PlanKind(plans.wait, Text("Waited {number} turn", {}, "Waited {number} turns")),
    "force": PlanKind(last_ways.force, _WORKED, "the door is open"),
    "unbar": PlanKind(bars.unbar, _WORKED, "the bars are up"),
    "cross": PlanKind(last_ways.cross, _WALKED, "on the other side"),
    "search-walls": PlanKind(last_ways.search_walls, _SEARCHED, "the walls are searched"),
    "fight": PlanKind(fight_plans.fight, _FOUGHT, manner="fight"),
    "drink-then-fight": PlanKind(fight_plans.drink_then_fight, _FOUGHT, manner="fight"),
    "cast-then-fight": PlanKind(fight_plans.cast_then_fight, _FOUGHT, manner="fight"),
    "volley": PlanKind(
        fight_plans.volley,
        Text("Threw for {number} turn", {}, "Threw for {number} turns"),
        manner="fight",
    ),
    "cast-at": PlanKind(
        fight_plans.casting,
        Text("Cast for {number} turn", {}, "Cast for {number} turns"),
        manner="fight",
    ),
    "fall-back": PlanKind(
        fight_plans.retreat,
        Text("Fell back for {number} turn", {}, "Fell back for {number} turns"),
        "in a narrow place",
        "retreat",
    ),
    "hide": PlanKind(
        fight_plans.retreat,
        Text("Withdrew for {number} turn", {}, "Withdrew for {number} turns"),
        "out of their sight",
        "retreat",
    ),
    "flee": PlanKind(
        fight_plans.flee,
        Text("Fled for {number} turn", {}, "Fled for {number} turns"),
        manner="retreat",
    ),
}
_LEAVING = ("descend", "flee")  # plans that end on another level
_PLACE_CODES = tuple(plans.PLACES.values())


def begin(
    game: DelveContext, hero: DelveHero, verb: str, args: Sequence[str], terms: Terms
) -> None:
    """Begin a plan on its terms; `step` carries it on."""
    hero.plan = Plan(
        verb,
        _goal(game, hero, verb, args),
        target=_target(game, hero, verb, args),
        args=tuple(args),
        caution=terms.caution,
        most_turns=terms.turns,
        noticed=len(hero.noticed),
        health=hero.health,
        places=_places(game, hero),
        begun_with={**_figures(hero), "depth": hero.depth},
    )
    seen = threats.sightings(game, hero, len(hero.noticed))
    _weigh(hero, hero.plan, seen)
    hero.plan.kinds = [each.who.kind for each in seen if isinstance(each.who, CreatureRef)]


def _goal(game: DelveContext, hero: DelveHero, verb: str, args: Sequence[str]) -> int:
    """Return the square that a plan leads to; -1: none."""
    if verb == "travel":
        return plans.known_places(game, hero)[args[0]]
    if verb == "descend":
        return plans.known_places(game, hero).get(plans.STAIRS, -1)
    if verb == "force":
        return last_ways.door_named(game, hero, args[0])
    if verb == "cross":
        return last_ways.far_side(game, hero, args[0])
    if verb == "fall-back":
        return fight_plans.narrow_place(game, hero)
    if verb == "flee":
        return fight_plans.stairs_place(game, hero)
    return fight_plans.hidden_place(game, hero) if verb == "hide" else -1


def _target(game: DelveContext, hero: DelveHero, verb: str, args: Sequence[str]) -> int:
    """Return the uid of the enemy that a plan is about; -1: none."""
    if KINDS[verb].manner != "fight":
        return -1
    enemy = fight_plans.enemy_named(game, hero, args[fight_plans.TARGET_PLACES.get(verb, 0)])
    return enemy.uid if enemy is not None else -1


def step(game: DelveContext, hero: DelveHero) -> bool:
    """Do the next turn of a hero's plan; return whether time passes. The plan is gone when it has
    come to its end."""
    plan = hero.plan
    if plan is None:
        return False
    if plan.verb in _LEAVING and hero.depth != plan.begun_with["depth"]:
        end(game, hero, Stop("done"))
        return False
    stop = weightiest(_stops(game, hero, plan))
    if stop is None:
        stop = KINDS[plan.verb].step(game, hero, plan)
    if stop is None:
        plan.turns += 1
        return True
    end(game, hero, stop)
    return False


def shorten(action: Action, turns: int) -> Action | None:
    """Return the same plan for at most so many turns; None for what is no plan."""
    if action.verb not in KINDS:
        return None
    plain, terms = split_terms(action.args)
    if action.verb == "travel" and not plain:  # it asks where to
        return None
    shorter = Terms(terms.caution, max(1, min(turns, terms.turns)))
    return Action(action.verb, with_terms(plain, shorter))


# ------------------------------------------------------------------ what ends a plan


def _stops(game: DelveContext, hero: DelveHero, plan: Plan) -> Iterator[Stop]:
    """Yield all that ends the plan before its next turn, and note what has been weighed."""
    manner, sightings = KINDS[plan.verb].manner, threats.sightings(game, hero, plan.noticed)
    seen = [each for each in sightings if each.key != plan.target]
    if manner == "hunt":
        seen = _not_hunted(game, hero, plan, sightings)
    yield from (stop for stop in plan.stops if not _is_expected(hero, plan, stop))
    plan.stops = []
    known = [
        Sighting(uid, None, "", (0, 0), alert, turns=0 if uid in plan.near else _FAR)
        for uid, alert in hero.weighed.items()
    ]
    if manner == "fight":
        seen = [each for each in seen if _matters_in_fight(hero, plan, each)]
    watch = Watch(_limits(hero, plan), known, plan.health, hero.full_health)
    yield from watch.look(seen, hero.health)
    _weigh(hero, plan, seen)
    plan.health = hero.health
    if manner in _EXPLORING:
        yield from _new_places(game, hero, plan)
    if plan.turns >= plan.most_turns:
        yield Stop("at most", text("as long as was meant"))


# Places the sight of which does not end a hunt.
_SIGHTS = (terrain.STAIRS_DOWN, terrain.FOUNTAIN, terrain.ALTAR, terrain.GRAVE)
_FAR = 1000.0  # turns
_EXPLORING = ("calm", "hunt")
FIGHT_LOSS = 2  # times the loss in one turn that peaceful plans bear
RETREAT_UNTIL = 25  # per cent of health below which a retreat asks again


def _limits(hero: DelveHero, plan: Plan) -> PlanLimits:
    """Return the limits of a plan. One that is begun below its limit of health goes on until half
    of that is lost."""
    limits, manner = LIMITS[plan.caution], KINDS[plan.verb].manner
    least = limits.least_health
    if manner == "fight":
        said = plan.args[-1] if plan.args[-1] in fight_plans.PERCENTS else ""
        least = int(said) if said else limits.fight_until
    elif manner == "retreat":
        least = min(RETREAT_UNTIL, least)
    if manner not in _EXPLORING:
        limits = limits._replace(near=0)  # those weighed may come
    if manner in ("hunt", "fight"):
        limits = limits._replace(most_loss=FIGHT_LOSS * limits.most_loss)
    begun = 100 * plan.begun_with["health"] // max(1, hero.full_health)
    return limits._replace(least_health=least if begun >= least else begun // 2)


def _not_hunted(
    game: DelveContext, hero: DelveHero, plan: Plan, sightings: Sequence[Sighting]
) -> list[Sighting]:
    """Return the enemies in sight whom the plan does not fight, and note those whom it does.
    Whose like the hero has killed before matters only when it is alert."""
    hunted = {each.uid for each in hunting.easy(game, hero, plan.caution)}
    plan.prey = sorted({*plan.prey, *hunted})
    _weigh(hero, plan, [each for each in sightings if each.key in hunted])
    return [
        each
        for each in sightings
        if each.key not in hunted and (each.alert or _kind(each) not in hero.kills)
    ]


def _matters_in_fight(hero: DelveHero, plan: Plan, each: Sighting) -> bool:
    """Return whether a fight looks at an enemy: one weighed as alert, or one that is near and
    alert, unless its like was there from the beginning."""
    if hero.weighed.get(_uid(each)):
        return True
    return each.alert and each.turns < LIMITS[plan.caution].near and _kind(each) not in plan.kinds


def _kind(each: Sighting) -> str:
    return each.who.kind if isinstance(each.who, CreatureRef) else ""


def _uid(each: Sighting) -> int:
    assert isinstance(each.key, int)
    return each.key


def _is_expected(hero: DelveHero, plan: Plan, stop: Stop) -> bool:
    """Return whether a plan bears something: blows of those whom a fight or retreat has weighed,
    in a fight or hunt ailments that do not hinder it, the web that it leads across, the door that
    it has searched for."""
    if stop.reason == "found":
        return plan.verb == "search-walls"
    if stop.reason == "status":
        fights = KINDS[plan.verb].manner in ("fight", "hunt")
        return plan.args == ("web",) or (fights and hero.statuses.keys().isdisjoint(_HINDERING))
    if stop.reason != "attacked" or KINDS[plan.verb].manner == "calm":
        return False
    if KINDS[plan.verb].manner == "hunt":
        return isinstance(stop.by, CreatureRef) and stop.by.id in plan.prey
    return isinstance(stop.by, CreatureRef) and (
        stop.by.id in hero.weighed or stop.by.id == plan.target or stop.by.kind in plan.kinds
    )


_HINDERING = frozenset({"asleep", "confused", "frozen", "raging", "terrified", "webbed"})


def _weigh(hero: DelveHero, plan: Plan, seen: Sequence[Sighting]) -> None:
    near = LIMITS[plan.caution].near
    for each in seen:
        uid = _uid(each)
        hero.weighed[uid] = each.alert
        if each.alert and each.turns < near and uid not in plan.near:
            plan.near.append(uid)


def _places(game: DelveContext, hero: DelveHero) -> list[int]:
    """Return the kinds of places that a hero knows here and may want to go to."""
    ground = game.memory(hero).ground
    wants_up = carries_heart(game, hero)
    wanted = (code for code in _PLACE_CODES if wants_up or code != terrain.STAIRS_UP)
    return [code for code in wanted if code in ground]


def _new_places(game: DelveContext, hero: DelveHero, plan: Plan) -> Iterator[Stop]:
    """Yield the places that came to be known since the last turn."""
    known = _places(game, hero)
    for code in known:
        if code not in plan.places and not (KINDS[plan.verb].manner == "hunt" and code in _SIGHTS):
            at = game.memory(hero).ground.find(code)
            name = terrain.NAMES[code]
            plan.gained[name] = 1
            yield Stop("choice", _place(name), divmod(at, WIDTH))
    plan.places = known


def _place(name: str) -> Text:
    """Return a place of a level with its article."""
    if terrain.CODES[name] in terrain.STAIRS:
        return text("{place:the}", place=Name(name))
    return text("{place:a}", place=Name(name))


# ------------------------------------------------------------------ the end of a plan


def end(game: DelveContext, hero: DelveHero, stop: Stop) -> None:
    """End a hero's plan, if there is one, and tell how it went."""
    plan = hero.plan
    if plan is None:
        return
    hero.plan = None
    hero.broken_at = -1 if stop.at is None else stop.at[0] * WIDTH + stop.at[1]
    kind = KINDS[plan.verb]
    counts = _counts(hero, plan)
    slain = list(_slain(game, plan))
    told = [*slain, *_told(counts, stop)]
    if kind.aim and stop.reason == "done":
        told.append(text(kind.aim))
    done = Text(kind.told.template, {"number": plan.turns}, kind.told.plural)
    fact = PlanEnded(plan.verb, stop.reason, plan.turns, stop.by, counts)
    game.tell_hero(hero, account(done, told, stop), "hunted" if slain else "plan", fact)


def end_of_the_lost(game: DelveContext) -> None:
    """End the plans of those who are dead or gone, and all when the game is over."""
    for hero in game.state.heroes:
        if hero.fallen or hero.escaped or game.state.ended:
            end(game, hero, Stop("over"))


def _figures(hero: DelveHero) -> dict[str, int]:
    return {"health": hero.health, "energy": hero.energy, "experience": hero.experience}


def _counts(hero: DelveHero, plan: Plan) -> dict[str, int]:
    """Return what a plan has brought and taken, without what is 0."""
    changed = {name: now - plan.begun_with[name] for name, now in _figures(hero).items()}
    return {name: number for name, number in (plan.gained | changed).items() if number}


_COUNTED = {
    "things": Text("found {number} thing", {}, "found {number} things"),
    "took": Text("took {number} thing", {}, "took {number} things"),
}
_SIGNED = {
    "health": "{number} health",
    "energy": "{number} energy",
    "experience": "{number} experience",
}


def _slain(game: DelveContext, plan: Plan) -> Iterator[Text]:
    """Yield whom a plan that hunts has killed."""
    if KINDS[plan.verb].manner == "hunt" and plan.slain:
        each = [_so_many(game, kind, number) for kind, number in plan.slain.items()]
        yield text("slew {those}", those=listed(each))


def _so_many(game: DelveContext, kind: str, number: int) -> Text:
    named = Name(kind, proper=game.content.monsters[kind].unique)
    return (
        text("{monster:a}", monster=named)
        if number == 1
        else text("{number} × {monster}", number=number, monster=named)
    )


def _told(counts: Mapping[str, int], stop: Stop) -> Iterator[Words]:
    for name, told in _COUNTED.items():
        if number := counts.get(name, 0):
            yield Text(told.template, {"number": number}, told.plural)
    places = [_place(name) for name in terrain.NAMES if name in counts]
    if found := [place for place in places if place != stop.why]:  # that one is told as the reason
        yield text("found {places}", places=listed(found))
    for name, template in _SIGNED.items():
        if number := counts.get(name, 0):
            yield text(template, number=signed(number))
