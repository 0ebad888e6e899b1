"""Plans by the minute, off the clock: exploring, walking, searching, resting, waiting (rules: silg
2, T2).

Time is the Game Master's: a plan spends what is left of the minute, and the next minutes as they
pass, until it reaches its aim or something happens.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from engine.common import compass
from engine.common.plans import Stop, Terms
from engine.contract.action import Action, IllegalAction, InvalidAction
from engine.contract.texts import listed
from engine.contract.view import Caution
from engine.sil.items import item_handles
from engine.sil.level import terrain
from engine.silg.clock import kept_plans, stealth_contest, walking
from engine.silg.context import SilGContext
from engine.silg.levels import squares
from engine.silg.state import KeptPlan
from engine.silg.wording import text

MOST_MINUTES = 60
ROOM = 12  # steps: how far a search of the room goes
APART = 2  # squares between two places that are searched
GATHERED = 2  # squares: companions within them are together
STILL = ("rest", "ready")
_NAMED = 3  # things that a stop names
_DOORWAY = terrain.table((terrain.OPEN_DOOR, terrain.BROKEN_DOOR))


def begin(game: SilGContext, seat: int, action: Action) -> None:
    """Let a hero begin a plan, and do what it has for this minute. Raises ActionError."""
    player = game.player(seat)
    if player.left <= 0 and action.verb not in (*STILL, "follow"):
        raise IllegalAction(text("Your minute is spent."))
    if action.verb not in STILL and (reason := walking.hindrance(game, seat)):
        raise IllegalAction(reason)
    _check(game, seat, action)
    plan = kept_plans.begin(game, seat, action)
    plan.minutes = 1
    _go_on(game, seat, plan)


def _check(game: SilGContext, seat: int, action: Action) -> None:
    """Refuse a plan that cannot begin. Raises ActionError."""
    _, args, _ = kept_plans.read_line(str(action))
    if action.verb == "go":
        goal = squares.read_square(game, args[0])
        squares.way(game, seat, goal, game.player(seat).left)
    elif action.verb == "follow":
        if len(args) != 1 or kept_plans.leader_of(game, args[0]) in (None, seat):
            raise InvalidAction(text("Say which of the party you follow."))
    elif action.verb == "explore" and args:
        raise InvalidAction(text("Say explore, and careful, usual or bold if you like."))
    else:
        _minutes(args)
    caution = kept_plans.read_line(str(action)).terms.caution
    if action.verb == "explore" and next_frontier(game, seat, caution) is None:
        raise IllegalAction(text("Nothing that you know of is left to explore."))
    if action.verb == "rest" and is_rested(game, seat):
        raise IllegalAction(text("You need no rest."))


def _minutes(args: tuple[str, ...]) -> int:
    """Return the most minutes that a plan's arguments name. Raises InvalidAction."""
    if not args:
        return MOST_MINUTES
    if len(args) > 1 or not args[0].isdecimal() or not 1 <= int(args[0]) <= MOST_MINUTES:
        raise InvalidAction(text("Say 1 to {number} minutes.", number=MOST_MINUTES))
    return int(args[0])


def be_ready(game: SilGContext, seat: int, *, again: bool = False) -> None:
    """Spend what is left of the minute; when all have, the Game Master is asked to go on. `again`:
    all know it already."""
    game.player(seat).ready = True
    if not again:
        told = text("{hero} is ready for the next minute.", hero=game.hero_name(seat))
        game.tell(told, None, "ready")
    if all(game.player(n).ready for n in game.heroes):
        game.state.turn += 1


def go_on(game: SilGContext) -> bool:
    """Let all plans go on in the minute that has begun; return whether one has ended."""
    ended = False
    for seat in game.heroes:
        plan = game.player(seat).plan
        if plan is None or seat not in game.heroes:
            continue
        plan.minutes += 1
        limits = kept_plans.read_line(plan.line).terms.limits
        kept_plans.count_health(game, seat, plan, plan.health)
        stop = kept_plans.news(game, seat, plan, limits, minds=True)
        kept_plans.remember(game, seat, plan, limits)
        if stop is not None:
            kept_plans.end(game, seat, stop)
        else:
            _go_on(game, seat, plan)
        ended = ended or game.player(seat).plan is None
    return ended


def _go_on(game: SilGContext, seat: int, plan: KeptPlan) -> None:
    verb, args, terms = kept_plans.read_line(plan.line)
    here = walking.where(game, seat)
    stop = _DO[verb](game, seat, plan, args, terms)
    if seat not in game.heroes:
        return
    if walking.where(game, seat) != here:
        game.tell(text("{hero} moves.", hero=game.hero_name(seat)), None, "step")
        _bring_followers(game, seat)
    if stop is not None:
        kept_plans.end(game, seat, stop)
    else:
        be_ready(game, seat, again=plan.minutes > 1)


# ---------------------------------------------------------------- walking


def _go(
    game: SilGContext, seat: int, plan: KeptPlan, args: tuple[str, ...], terms: Terms
) -> Stop | None:
    goal = squares.read_square(game, args[0])
    while game.player(seat).left > 0:
        if (stop := _walk(game, seat, plan, terms, goal)) is not None:
            return stop
        if game.state.sil.level.at(*walking.where(game, seat)) == goal:
            return Stop("done")
    return None


def _follow(
    game: SilGContext, seat: int, plan: KeptPlan, args: tuple[str, ...], terms: Terms
) -> Stop | None:
    leader = kept_plans.leader_of(game, args[0])
    if leader is None:
        return Stop("other", text("they are gone"))
    while game.player(seat).left > 0 and not _together(game, seat, leader):
        goal = _towards(game, seat, leader)
        if goal is None:
            return None  # where they have gone is not known yet
        if (stop := _walk(game, seat, plan, terms, goal)) is not None:
            return None if stop.reason == "blocked" else stop
        if seat not in game.heroes:
            return None
    return None


def _together(game: SilGContext, seat: int, other: int) -> bool:
    return _gap(walking.where(game, seat), walking.where(game, other)) <= GATHERED


def _towards(game: SilGContext, seat: int, leader: int) -> int | None:
    """Return the square nearest to a companion, of those that a hero can walk to and that are
    nearer than their own; None if there is none."""
    level, there = game.state.sil.level, walking.where(game, leader)
    best, least = None, _gap(walking.where(game, seat), there)
    for square in squares.ways(game, seat, squares.FARTHEST):
        gap = _gap(level.place(square), there)
        if gap < least and game.seat_at(level.place(square)) is None:
            best, least = square, gap
    return best


def _gap(one: tuple[int, int], other: tuple[int, int]) -> int:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def _bring_followers(game: SilGContext, leader: int) -> None:
    """Let those who follow a hero come along in what is left of their minute."""
    for seat in game.heroes:
        plan = game.player(seat).plan
        if seat == leader or plan is None or seat not in game.heroes:
            continue
        verb, args, terms = kept_plans.read_line(plan.line)
        if verb != "follow" or kept_plans.leader_of(game, args[0]) != leader:
            continue
        stop = _follow(game, seat, plan, args, terms)
        if stop is not None and seat in game.heroes:
            kept_plans.end(game, seat, stop)


def _explore(
    game: SilGContext, seat: int, plan: KeptPlan, args: tuple[str, ...], terms: Terms
) -> Stop | None:
    del args
    explored = game.player(seat).explored
    while game.player(seat).left > 0:
        goal = next_frontier(game, seat, terms.caution)
        if goal is None:
            return Stop("done")
        if (stop := _walk(game, seat, plan, terms, goal)) is not None:
            if stop.reason != "blocked":
                return stop
            explored.append(goal)
        elif game.state.sil.level.at(*walking.where(game, seat)) == goal:
            explored.append(goal)
    return None


def next_frontier(game: SilGContext, seat: int, caution: Caution) -> int | None:
    """Return the nearest square that a hero can walk to and beyond which they know nothing; None if
    there is none. Unless bold they keep clear of all enemies that they know of."""
    level, known = game.state.sil.level, game.hero(seat).knowledge
    shunned, done = _shunned(game, seat, caution), game.player(seat).explored
    for square in squares.ways(game, seat, squares.FARTHEST, shunned=shunned):
        if square in done or not squares.borders_on_unknown(level, known, square):
            continue
        if game.seat_at(level.place(square)) is None:
            return square
    return None


def _shunned(game: SilGContext, seat: int, caution: Caution) -> set[int]:
    """Return the squares beside the enemies that a hero knows of: in sight, or seen before."""
    if caution == "bold":
        return set()
    level, found = game.state.sil.level, set()
    places = {level.at(c.y, c.x) for c in kept_plans.enemies(game, seat)}
    for square in {*places, *game.player(seat).met.values()}:
        found |= {square + dy * level.width + dx for dy, dx in compass.OFFSETS.values()}
    return found


def _walk(game: SilGContext, seat: int, plan: KeptPlan, terms: Terms, goal: int) -> Stop | None:
    """Take the next stride towards a square; return what ends the plan then."""
    if plan.turns >= terms.turns:
        return Stop("at most", text("that was as far as you said"))
    explores = plan.line.startswith("explore")
    player, known = game.player(seat), _landmarks(game, seat)
    try:
        shunned = _shunned(game, seat, terms.caution) if explores else ()
        path = squares.way(game, seat, goal, player.left, shunned)
    except IllegalAction:
        return Stop("blocked", text("there is no way on"))
    left, health = player.left, game.hero(seat).health
    door = _doors_ahead(game, seat, path)
    rest = walking.stride(game, seat, path)
    if seat not in game.heroes:
        return None
    plan.turns += left - player.left
    kept_plans.count_health(game, seat, plan, health)
    stop = kept_plans.news(game, seat, plan, terms.limits, minds=True)
    kept_plans.remember(game, seat, plan, terms.limits)
    if stop is not None:
        return stop
    if rest is None:
        return Stop("blocked", text("the way is barred"))
    if door and len(rest) == len(path):
        plan.counts["doors"] = plan.counts.get("doors", 0) + 1
    return _finds(game, seat, plan, terms.caution, known)


def _doors_ahead(game: SilGContext, seat: int, path: list[str]) -> bool:
    y, x = walking.where(game, seat)
    dy, dx = compass.DIRECTIONS[path[0]]
    return walking.is_shut(game, game.state.sil.level.at(y + dy, x + dx))


class Landmarks(NamedTuple):
    """The squares of the stairs and forges that a hero knows, and of things that lie about."""

    places: frozenset[int]
    things: frozenset[int]


def _landmarks(game: SilGContext, seat: int) -> Landmarks:
    level, hero_game = game.state.sil.level, game.hero_game(seat)
    features = level.feature.translate(terrain.LANDMARK)
    mark = game.hero(seat).knowledge.mark
    both = int.from_bytes(features, "little") & int.from_bytes(mark, "little")
    places = set()
    while both:
        low = both & -both
        places.add((low.bit_length() - 1) // 8)
        both ^= low
    heaps = level.floor.items()
    lying = {square for square, heap in heaps if any(hero_game.knows_of(item) for item in heap)}
    return Landmarks(frozenset(places), frozenset(lying))


def _finds(
    game: SilGContext, seat: int, plan: KeptPlan, caution: Caution, known: Landmarks
) -> Stop | None:
    """Return the end that places and things newly seen call for: the bold go on past things."""
    level, now = game.state.sil.level, _landmarks(game, seat)
    for square in sorted(now.places - known.places):
        at = level.place(square)
        what = terrain.words_of(game.data, level.feature[square])
        where = compass.square(*at)
        return Stop("choice", text("{what:a} at {square}", what=what, square=where), at)
    new = sorted(now.things - known.things)
    plan.counts["things"] = plan.counts.get("things", 0) + len(new)
    if new and caution != "bold":
        hero_game, at = game.hero_game(seat), level.place(new[0])
        heap = [item for item in level.floor[new[0]] if hero_game.knows_of(item)]
        named = listed(item_handles.item_words(hero_game, item) for item in heap[:_NAMED])
        where = compass.square(*at)
        return Stop("lying", text("{things} at {square}", things=named, square=where), at)
    return None


# ---------------------------------------------------------------- searching


def _search_room(
    game: SilGContext, seat: int, plan: KeptPlan, args: tuple[str, ...], terms: Terms
) -> Stop | None:
    player, level = game.player(seat), game.state.sil.level
    if plan.minutes > _minutes(args):
        return Stop("done")
    while player.left > 0:
        goal = next_spot(game, seat, plan.done)
        if goal is None:
            return Stop("done")
        if plan.turns >= terms.turns:
            return Stop("at most", text("that was as much as you said"))
        if level.at(*walking.where(game, seat)) != goal:
            searched = plan.turns
            stop = _walk(game, seat, plan, terms, goal)
            plan.turns = searched  # only what is searched counts
            if stop is None:
                continue
            if stop.reason != "blocked":
                return stop
        plan.done.append(goal)
        plan.turns += 1
        player.spend()
        stealth_contest.notice(game, seat, searching=True)
        stop = kept_plans.news(game, seat, plan, terms.limits, minds=True)
        if stop is not None:
            return stop
    return None


def next_spot(game: SilGContext, seat: int, done: Collection[int] = ()) -> int | None:
    """Return the nearest place beside a wall of the room that a hero has still to search, the own
    square first; None if there is none."""
    level, known = game.state.sil.level, game.hero(seat).knowledge
    here = level.at(*walking.where(game, seat))
    searched = [level.place(square) for square in done]
    found = squares.ways(game, seat, ROOM)
    inside = {here: True}
    for square, way in found.items():
        feature = terrain.known_feature(level, known, square)
        inside[square] = inside[way.before] and not _is_doorway(feature)
    for square in (here, *found):
        if not inside[square] or not squares.is_by_a_wall(level, known, square):
            continue
        y, x = level.place(square)
        taken = square != here and game.seat_at((y, x)) is not None
        if not taken and all(max(abs(y - a), abs(x - b)) > APART for a, b in searched):
            return square
    return None


def _is_doorway(feature: int) -> bool:
    return bool(_DOORWAY[feature] or terrain.KNOWN_DOOR[feature])


# ---------------------------------------------------------------- keeping still


def is_rested(game: SilGContext, seat: int) -> bool:
    """Return whether rest would bring a hero nothing: health and voice are full, nothing ails."""
    hero = game.hero(seat)
    full = hero.health >= hero.derived.max_health and hero.voice >= hero.derived.max_voice
    return full and not kept_plans.ailments(game, seat)


def _rest(
    game: SilGContext, seat: int, plan: KeptPlan, args: tuple[str, ...], terms: Terms
) -> Stop | None:
    if plan.turns and is_rested(game, seat):
        return Stop("done")
    return _keep_still(plan, args, terms)


def _wait(
    game: SilGContext, seat: int, plan: KeptPlan, args: tuple[str, ...], terms: Terms
) -> Stop | None:
    if plan.turns and are_gathered(game, seat):
        return Stop("done")
    return _keep_still(plan, args, terms)


def _keep_still(plan: KeptPlan, args: tuple[str, ...], terms: Terms) -> Stop | None:
    if plan.turns >= min(_minutes(args), terms.turns):
        return Stop("done")
    plan.turns += 1
    return None


def are_gathered(game: SilGContext, seat: int) -> bool:
    """Return whether all companions are near a hero."""
    return all(_together(game, seat, n) for n in game.heroes if n != seat)


_Deed = Callable[[SilGContext, int, KeptPlan, tuple[str, ...], Terms], Stop | None]
_DO: dict[str, _Deed] = {
    "explore": _explore,
    "go": _go,
    "follow": _follow,
    "search-room": _search_room,
    "rest": _rest,
    "ready": _wait,
}
