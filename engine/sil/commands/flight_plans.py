"""Fleeing as a plan, to stairs to which nobody bars the way or to a place that is said (no rule of
Sil's: made for play by post)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.common import compass
from engine.common.plans import Terms, split_terms
from engine.contract.action import IllegalAction, InvalidAction, Offer
from engine.contract.texts import Name, text, typed
from engine.sil.commands import labels, retreat_plans
from engine.sil.commands.base import Argument, Command, offer
from engine.sil.commands.opponents import alert_enemies, is_held, is_hunted
from engine.sil.game.context import SilContext
from engine.sil.hero import derived
from engine.sil.level import terrain
from engine.sil.movement import travel
from engine.sil.perception import pursuit

ONWARD = "onward"  # into the unknown


def _way(game: SilContext) -> list[int] | None:
    """Return the way to the nearest known stairs to which no alert enemy in sight is nearer than
    the hero; None when nobody hunts him."""
    level, mark, enemies = game.level, game.knowledge.mark, _enemies(game)
    ways = _ways(game, lambda i: bool(terrain.STAIR[level.feature[i]] and mark[i]))
    return next((way for way in ways if not _is_barred(game, way, enemies)), None)


def way_to(game: SilContext, goal: int) -> list[int] | None:
    """Return the way of a flight to a square, past all who are in sight; None when nobody hunts the
    hero, or there is none."""
    return next(iter(_ways(game, lambda i: i == goal)), None)


def _ways(game: SilContext, wanted: Callable[[int], bool]) -> Iterable[list[int]]:
    """Return the ways to some squares, the nearest first, of a hero who is hunted and can run."""
    level, hero = game.level, game.hero
    barred = hero.timers.confused or is_held(game) or derived.is_overburdened(hero)
    if barred or not is_hunted(game):
        return ()
    free = retreat_plans.free_ground(game)
    here = level.at(hero.y, hero.x)
    return travel.ways_to(free, level.width, here, lambda i: bool(free[i] and wanted(i)))


def _enemies(game: SilContext) -> list[tuple[int, int]]:
    """Return where those are who hunt the hero, or were when he saw them last."""
    lurking = (game.level.place(each.square) for each in pursuit.lurking(game).values())
    return [*((c.y, c.x) for c in alert_enemies(game)), *lurking]


def _is_barred(game: SilContext, way: Sequence[int], enemies: Sequence[tuple[int, int]]) -> bool:
    """Return whether an enemy is nearer to the end of a way than the hero."""
    end = game.level.place(way[-1])
    return any(max(abs(y - end[0]), abs(x - end[1])) < len(way) for y, x in enemies)


def _way_onward(game: SilContext) -> list[int]:
    """Return the way to the nearest edge of the known to which no hunter is nearer; none when
    nobody hunts the hero."""
    edge, walked, enemies = travel.edge_of_known(game), game.knowledge.walked, _enemies(game)
    ways = _ways(game, lambda i: bool(edge[i] and not walked[i]))
    return next((way for way in ways if not _is_barred(game, way, enemies)), [])


def _stairs(game: SilContext) -> int:
    """Return how many stairs the hero knows."""
    level, mark = game.level, game.knowledge.mark
    return sum(mark[i] for i in terrain.squares(level, terrain.STAIR))


def _flee_onward(game: SilContext, terms: Terms) -> None:
    way, known = _way_onward(game), _stairs(game)
    if not way:
        raise IllegalAction(text("Nobody hunts you, or no way leads on."))

    def onward() -> list[int]:
        return _way_onward(game) if _stairs(game) == known else []

    retreat_plans.go(game, "flee", way, terms, onward)


def _flee(game: SilContext, args: tuple[str, ...]) -> None:
    plain, terms = split_terms(args)
    if plain == (ONWARD,):
        _flee_onward(game, terms)
        return
    way = way_to(game, _square(game, plain[0])) if plain else _way(game)
    if not way:
        raise IllegalAction(
            text("Nobody hunts you, or you know of no way there.")
            if plain
            else text("Nobody hunts you, or the way to stairs is barred.")
        )
    retreat_plans.go(game, "flee", way, terms)


def _square(game: SilContext, word: str) -> int:
    """Return the square of the level that is called so. Raises InvalidAction."""
    place = compass.read_square(word)
    if place is None or not (place[0] < game.level.height and place[1] < game.level.width):
        raise InvalidAction(
            text("“{word}” is no square: squares are called like BK27.", word=typed(word))
        )
    return game.level.at(*place)


def _flee_offers(game: SilContext) -> Iterator[Offer]:
    way = _way(game)
    if way is not None:
        yield flight(game, way, terrain.words_of(game.data, game.level.feature[way[-1]]))
    if onward := _way_onward(game):
        level = game.level
        yield offer(
            "flee",
            ONWARD,
            label=text("Flee into the unknown"),
            hint=text(
                "On while they hunt you, till you see stairs, or are below {percent} % of health",
                percent=retreat_plans.least_health(game, Terms(game.hero.caution)),
            ),
            group="plan",
            at=level.place(onward[-1]),
            path=tuple(level.place(i) for i in onward),
        )


def flight(game: SilContext, way: Sequence[int], place: Name, *args: str) -> Offer:
    """Return the offer of a flight on a way to a place that is called so, or by it where it is
    stairs; `args`: its square, if it is not the nearest stairs."""
    level, hero = game.level, game.hero
    y, x = level.place(way[-1])
    leaves = terrain.STAIR[level.feature[way[-1]]]
    label = labels.stairs_label if leaves else labels.bearing_label
    return offer(
        "flee",
        *args,
        label=label(place, len(way), y - hero.y, x - hero.x, flees=True),
        hint=retreat_plans.ends(game, len(way)),
        group="plan",
        at=(y, x),
        path=tuple(level.place(i) for i in way),
    )


COMMANDS = (
    Command(
        "flee", "Run to the nearest stairs and take them, or to a place", _flee, _flee_offers,
        (Argument("to", "place", "a square such as BK27, or onward", required=False),),
        slash=False, plan=True,
    ),
)  # fmt: skip
