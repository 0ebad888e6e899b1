"""Going to known places, and running (rules: dungeon 7.6; world 11.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from engine.common import compass
from engine.common.plans import Stop, StopReason, split_terms
from engine.contract.action import IllegalAction, InvalidAction, Offer
from engine.contract.texts import Name, Text, counted, text, typed
from engine.sil.clock import plan_runs
from engine.sil.clock.plan_runs import DONE, LEFT
from engine.sil.commands import labels, movement, plan_terms
from engine.sil.commands.base import Argument, Command, offer
from engine.sil.creatures import senses
from engine.sil.dungeon import stairs
from engine.sil.game.context import SilContext
from engine.sil.items import item_handles
from engine.sil.level import terrain
from engine.sil.movement import running, travel

MOST_TARGETS = 8  # places to travel to that are offered
_BORNE = frozenset[StopReason](("found",))  # what searching shows on the way
PATIENCE = 10  # vain turns at a locked door before a plan gives up


class Journey:
    """A way that is gone step by step: doors are opened on it, and with locks that do not yield the
    hero has patience for a while."""

    def __init__(self, game: SilContext) -> None:
        self._game = game
        self._patience = PATIENCE
        self.way: list[int] = []

    @property
    def is_clear(self) -> bool:
        """Return whether the next step is beside the hero, and knows of no danger."""
        game, square = self._game, self.way[0]
        if not senses.adjacent(game, *game.level.place(square)):
            return False
        return _is_shut(game, square) or bool(travel.ways(game, glimpsed=True)[square])

    def go_on(self) -> Stop | None:
        """Take the next step of the way, or try the door that bars it; return why the way is over,
        or None."""
        game, square = self._game, self.way[0]
        hero, (y, x) = game.hero, game.level.place(square)
        shut = _is_shut(game, square)
        movement.walk(game, (plan_runs.direction_to(game, square),))
        if (hero.y, hero.x) == (y, x):
            del self.way[0]
        elif shut and _is_shut(game, square):
            self._patience -= 1
            if not self._patience:
                self._patience = PATIENCE
                game.knowledge.held.append(square)
                return Stop("blocked", text("the door stays shut"), (y, x))
        return None


def _is_shut(game: SilContext, square: int) -> bool:
    """Return whether the hero knows of a closed door there."""
    feature = game.level.feature[square]
    return bool(terrain.KNOWN_DOOR[feature] and game.knowledge.mark[square])


# ---------------------------------------------------------------------------------- travel


def _travel(game: SilContext, args: tuple[str, ...]) -> None:
    args, terms = split_terms(args)
    plan_terms.clear_head(game)
    plan_terms.refuse_in_danger(game, terms)
    level, hero = game.level, game.hero
    goal = _goal(game, args[0])
    if goal == level.at(hero.y, hero.x):
        raise IllegalAction(text("You are there already."))
    plan_runs.carry_out(game, "travel", _walk_to(game, goal), terms, bears=_BORNE)


def _walk_to(game: SilContext, goal: int) -> plan_runs.PlanStep:
    """Return what goes on to a square, a step a turn, round what comes in the way."""
    journey = Journey(game)
    journey.way = travel.way_to(game, goal) or []

    def go_on() -> Stop | None:
        if journey.way and not journey.is_clear:
            if goal == game.level.at(game.hero.y, game.hero.x):  # something moved the hero there
                return DONE
            journey.way = travel.way_to(game, goal) or []
        if not journey.way:
            raise IllegalAction(text("You know of no safe way there."))
        return journey.go_on() or (None if journey.way else DONE)

    return go_on


def _goal(game: SilContext, word: str) -> int:
    """Return the square that is meant: BK27, or the nearest known place of a kind.

    Raises InvalidAction or IllegalAction.
    """
    level, hero = game.level, game.hero
    here = level.at(hero.y, hero.x)
    if word.lower() in _PLACES:
        unknown, kind = _PLACES[word.lower()]
        if kind[level.feature[here]]:
            return here
        free, mark = travel.with_doors(game, travel.ways(game)), game.knowledge.mark
        way = travel.nearest(
            free, level.width, here, lambda i: bool(free[i] and mark[i] and kind[level.feature[i]])
        )
        if way is None:
            raise IllegalAction(unknown)
        return way[-1]
    place = compass.read_square(word)
    if place is None:
        raise InvalidAction(
            text("“{word}” is no square: squares are called like BK27.", word=typed(word))
        )
    y, x = place
    if not (0 <= y < level.height and 0 <= x < level.width):
        raise IllegalAction(text("You know of no safe way there."))
    return level.at(y, x)


_PLACES = {
    "stairs": (text("You know of no stairs that you can reach."), terrain.STAIR),
    "up": (text("You know of no way up that you can reach."), terrain.UPWARD),
    "down": (text("You know of no way down that you can reach."), terrain.DOWNWARD),
    "forge": (text("You know of no forge that you can reach."), terrain.FORGES),
}


def _travel_offers(game: SilContext) -> Iterable[Offer]:
    """Yield the known stairs, forges and things, nearest first, with the way there."""
    hero, level = game.hero, game.level
    if not plan_terms.can_walk(game) or plan_terms.in_danger(game):
        return
    here = level.at(hero.y, hero.x)
    marks: dict[int, Name | Text] = {
        i: terrain.words_of(game.data, level.feature[i])
        for i in terrain.squares(level, terrain.LANDMARK)
        if game.knowledge.mark[i]
    }
    for i, heap in level.floor.items():
        thing = next((t for t in heap if game.knows_of(t)), None)
        if thing is not None:
            marks.setdefault(i, item_handles.item_words(game, thing))
    marks.pop(here, None)
    if not marks:
        return
    free = travel.with_doors(game, travel.ways(game))
    goals = frozenset(i for i in marks if free[i])
    found = travel.ways_to(free, level.width, here, goals.__contains__)
    for way in islice(found, min(len(goals), MOST_TARGETS)):
        goal = way[-1]
        at = level.place(goal)
        label = labels.bearing_label(marks[goal], len(way), at[0] - hero.y, at[1] - hero.x)
        yield offer(
            "travel",
            compass.square(*at),
            label=label,
            hint=counted(len(way), "{number} step", "{number} steps"),
            group="plan",
            at=at,
            path=tuple(level.place(i) for i in way),
        )


# ------------------------------------------------------------------------------------ stairs


def _go_by_stairs(way: str) -> Callable[[SilContext, tuple[str, ...]], None]:
    """Return what goes to the nearest known stairs "up" or "down", and takes them."""

    def go(game: SilContext, args: tuple[str, ...]) -> None:
        if not stairs.hindrance(game, way):
            movement.take_stairs(game, (way,))
            return
        _, terms = split_terms(args)
        plan_terms.clear_head(game)
        plan_terms.refuse_in_danger(game, terms)
        if refusal := stairs.prohibition(game, way):
            raise IllegalAction(refusal)
        goal = _goal(game, way)
        go_on = _walk_to(game, goal)

        def act() -> Stop | None:
            if game.level.at(game.hero.y, game.hero.x) != goal:
                stop = go_on()
                arrived = game.level.at(game.hero.y, game.hero.x) == goal
                return None if stop is DONE and arrived else stop
            movement.take_stairs(game, (way,))
            return LEFT if game.state.leaving else None

        plan_runs.carry_out(game, "travel", act, terms, bears=_BORNE)

    return go


def _stairs_offers(way: str) -> Callable[[SilContext], Iterable[Offer]]:
    """Return what offers the nearest known stairs "up" or "down" on which the hero does not
    stand."""
    _, kind = _PLACES[way]

    def offers(game: SilContext) -> Iterable[Offer]:
        level, here = game.level, game.level.at(game.hero.y, game.hero.x)
        if kind[level.feature[here]] or stairs.prohibition(game, way):
            return
        for going in _travel_offers(game):
            assert going.at is not None
            goal = level.at(*going.at)
            if kind[level.feature[goal]] and game.knowledge.mark[goal]:
                y, x = going.at
                yield offer(
                    _LEAVES[way],
                    label=labels.stairs_label(
                        terrain.words_of(game.data, level.feature[goal]),
                        len(going.path),
                        y - game.hero.y,
                        x - game.hero.x,
                    ),
                    hint=going.hint,
                    group="plan",
                    at=going.at,
                    path=going.path,
                    irreversible=True,
                )
                return

    return offers


_LEAVES = {"up": "ascend", "down": "descend"}


# ------------------------------------------------------------------------------------- run


def _run(game: SilContext, args: tuple[str, ...]) -> None:
    args, terms = split_terms(args)
    plan_terms.clear_head(game)
    plan_terms.refuse_in_danger(game, terms)
    level, hero = game.level, game.hero
    dy, dx = compass.DIRECTIONS[args[0]]
    first = level.at(hero.y + dy, hero.x + dx)
    if game.knowledge.mark[first] and terrain.OPAQUE[level.feature[first]]:
        raise IllegalAction(text("The way is barred."))
    if not passes(game, first):
        raise IllegalAction(text("That is no way to run."))
    run: running.RunState | None = None

    def act() -> Stop | None:
        nonlocal run
        if run is None:
            run = running.start(game, compass.KEYPAD[args[0]])
        elif not running.go_on(game, run):
            return DONE
        dy, dx = compass.OFFSETS[run.direction]
        square = level.at(hero.y + dy, hero.x + dx)
        if not passes(game, square):
            return DONE
        movement.walk(game, (compass.BY_KEYPAD[run.direction],))
        return None

    plan_runs.carry_out(game, "run", act, terms)


def passes(game: SilContext, square: int) -> bool:
    """Return whether nothing that the hero knows of speaks against running onto a square."""
    level = game.level
    creature = level.creatures[level.occupant.get(square, 0)]
    if creature is not None and game.known(creature).visible:
        return False
    feature = level.feature[square]
    if not game.knowledge.mark[square] and not game.knowledge.seen[square]:
        return True
    if level.hidden[square]:
        return True
    return not terrain.OPAQUE[feature] and not terrain.TRAP[feature] and feature != terrain.CHASM


def _run_offers(game: SilContext) -> Iterable[Offer]:
    hero, level = game.hero, game.level
    if not plan_terms.can_walk(game) or plan_terms.in_danger(game):
        return
    for direction, (dy, dx) in compass.DIRECTIONS.items():
        y, x = hero.y + 2 * dy, hero.x + 2 * dx
        if not (0 <= y < level.height and 0 <= x < level.width):
            continue
        squares = (level.at(hero.y + dy, hero.x + dx), level.at(y, x))
        if all(
            (game.knowledge.mark[i] or game.knowledge.seen[i] or game.knowledge.walked[i])
            and passes(game, i)
            for i in squares
        ):
            yield offer(
                "run",
                direction,
                label=text("Run {way}", way=compass.WORDS[direction]),
                group="plan",
                at=(y, x),
            )


COMMANDS = (
    Command(
        "travel", "Go to a place you know", _travel, _travel_offers,
        (Argument("to", "place", "a square such as BK27, or stairs, up, down, forge"),),
        aliases=("goto",), plan=True,
    ),
    Command(
        "descend", "Go to the nearest stairs down and take them", _go_by_stairs("down"),
        _stairs_offers("down"), slash=False, plan=True,
    ),
    Command(
        "ascend", "Go to the nearest stairs up and take them", _go_by_stairs("up"),
        _stairs_offers("up"), slash=False, plan=True,
    ),
    Command(
        "run", "Run that way, as far as nothing stops you", _run, _run_offers,
        (movement.DIRECTION,), plan=True,
    ),
)  # fmt: skip
