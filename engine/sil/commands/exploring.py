"""Exploring: what it takes, what it stops for, and what is left when there is nothing to explore
(rules: world 11.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common import compass
from engine.common.plans import Stop, split_terms
from engine.contract.action import IllegalAction, Offer
from engine.contract.texts import Text, text
from engine.sil.clock import plan_runs
from engine.sil.commands import labels, plan_terms
from engine.sil.commands.base import Command, offer
from engine.sil.commands.travelling import Journey
from engine.sil.dungeon import doors
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item
from engine.sil.item_use import pickup
from engine.sil.items import item_classes, item_handles, item_names, item_values
from engine.sil.level import terrain
from engine.sil.movement import digging, exploring

DONE = Stop("done", text("Nothing is left to explore that you can reach."))


def _explore(game: SilContext, args: tuple[str, ...]) -> None:
    _, terms = split_terms(args)
    plan_terms.clear_head(game)
    plan_terms.refuse_in_danger(game, terms)
    if game.hero.timers.blind:
        raise IllegalAction(text("You cannot explore blind."))
    began = game.hero.turns
    journey, news = Journey(game), _News(game)

    def act() -> Stop | None:
        item = exploring.underfoot(game)
        if item is not None:
            pickup.pick_up(game, item)
            return None
        way = journey.way
        if not way or not journey.is_clear or not exploring.still_worth(game, way[-1]):
            journey.way = exploring.next_way(game) or []
        if not journey.way:
            if game.hero.turns > began:
                return DONE
            raise IllegalAction(text("There is nothing left to explore that you can reach."))
        journey.go_on()
        return None

    plan_runs.carry_out(
        game, "explore", act, terms, bears=("found", "blocked", "lying"), look=news.look
    )


class _News:
    """The discoveries that end an exploration: the first stairs of their kind, a forge, something
    to open, and what is taken without being known or to be worn."""

    def __init__(self, game: SilContext) -> None:
        self._game = game
        self._level = game.level
        self._landmarks = terrain.squares(game.level, terrain.LANDMARK)
        self._known = {i for i in self._landmarks if game.knowledge.mark[i]}
        self._finds = _finds(game)
        self._pack = list(game.hero.pack)

    def look(self) -> Iterator[Stop]:
        """Yield what has come to light since the last look."""
        game = self._game
        if game.level is not self._level:
            return
        level, mark = game.level, game.knowledge.mark
        for i in self._landmarks:
            if mark[i] and i not in self._known:
                self._known.add(i)
                if self._is_first(i):
                    place = terrain.words_of(game.data, level.feature[i])
                    yield Stop("choice", text("{place:a}", place=place), level.place(i))
        for i, item in _finds(game).items():
            if i not in self._finds:
                self._finds[i] = item
                yield Stop("found", item_handles.item_words(game, item), level.place(i))
        for item in game.hero.pack:
            if not any(item is held for held in self._pack):
                self._pack.append(item)
                if not item_names.is_aware(game, item.kind):
                    yield Stop("choice", text("something unknown"))
                elif _is_better(game, item):
                    yield Stop("choice", text("something better to wear"))

    def _is_first(self, square: int) -> bool:
        """Return whether the hero knows of no other landmark of its kind."""
        feature, mark = self._game.level.feature, self._game.knowledge.mark
        kind = next(each for each in _KINDS if each[feature[square]])
        return not any(mark[i] and kind[feature[i]] for i in self._landmarks if i != square)


_KINDS = (terrain.UPWARD, terrain.DOWNWARD, terrain.FORGES)


def _finds(game: SilContext) -> dict[int, Item]:
    """Return what the hero knows of that is not taken, but opened or searched, by its square."""
    found = {}
    for i, heap in sorted(game.level.floor.items()):
        for item in heap:
            kind = item_classes.kind_of(game.data, item)
            if game.knows_of(item) and kind.tval in (item_classes.CHEST, item_classes.SKELETON):
                found[i] = item
    return found


def _is_better(game: SilContext, item: Item) -> bool:
    """Return whether a thing just taken is one to wear."""
    thing = item_values.thing(game, item)
    return item_values.better(thing, item_values.worn(game))


# ------------------------------------------------------------------------------------ offers


def _explore_offers(game: SilContext) -> Iterator[Offer]:
    if not plan_terms.can_walk(game) or game.hero.timers.blind or plan_terms.in_danger(game):
        return
    if exploring.next_way(game) or exploring.underfoot(game):
        yield offer(
            "explore",
            label=text("Explore"),
            hint=text("Until something comes up that matters"),
            group="plan",
        )
        return
    yield from _obstacle_offers(game)
    yield offer(
        "search",
        "walls",
        label=text("Search for hidden doors"),
        hint=text("Dead ends first: nothing else is left to explore"),
        group="plan",
    )


def _obstacle_offers(game: SilContext) -> Iterator[Offer]:
    """Yield the ways to what bars others: the nearest where each can be done; and to a chasm, which
    is a way down."""
    level, hero = game.level, game.hero
    barred = exploring.ways_beside(game, lambda i: _obstacle(game, i) is not None)
    shown: set[Text] = set()
    for way in barred:
        hint = _obstacle(game, way[-1])
        if hint is None or hint in shown or len(way) < 2:
            continue
        shown.add(hint)
        at = level.place(way[-1])
        name = terrain.words_of(game.data, level.feature[way[-1]])
        yield offer(
            "travel",
            compass.square(*level.place(way[-2])),
            label=labels.bearing_label(name, len(way) - 1, at[0] - hero.y, at[1] - hero.x),
            hint=hint,
            group="plan",
            at=at,
            path=tuple(level.place(i) for i in way[:-1]),
        )


def _obstacle(game: SilContext, i: int) -> Text | None:
    """Return what can be done about something that bars a way; None where there is nothing, or
    nothing can be done."""
    level, known = game.level, game.knowledge
    feature = level.feature[i]
    if not known.mark[i] or level.hidden[i]:
        return None
    if feature == terrain.CHASM:
        return text("Leap down: you fall two levels, and it hurts")
    if not _BARS[feature] or not (feature == terrain.FALSE_FLOOR or exploring.leads_on(game, i)):
        return None
    if terrain.KNOWN_DOOR[feature]:
        return _door_obstacle(game, i)
    if feature == terrain.RUBBLE:
        return text("You can dig through it") if digging.can_dig(game, i) else None
    return text("Disarm it, or step into it")


_BARS = terrain.table(
    n for n in range(256) if terrain.KNOWN_DOOR[n] or terrain.TRAP[n] or n == terrain.RUBBLE
)


def _door_obstacle(game: SilContext, i: int) -> Text | None:
    """Return what may open a door that has held so far, as far as the hero knows."""
    bash = doors.is_worth_bashing(game, i)
    if not doors.stays_shut(game, i):
        return (
            text("The lock held ten times: go on, or bash it")
            if bash
            else text("The lock held ten times, and bashing has no chance: go on")
        )
    if bash:
        return text("No chance to open it: bash it")
    if digging.digger(game) is not None:
        return text("No chance to open or bash it: dig round it")
    return None


COMMANDS = (
    Command(
        "explore", "Explore until something new turns up", _explore, _explore_offers, (),
        aliases=("auto-explore",), plan=True,
    ),
)  # fmt: skip
