"""Places on levels: which level has which, where it is fitted in, and what is in it.

A place is fitted where all open ground outside of it still hangs together, so that it never stands
between a hero and the way down.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.common import flood
from engine.contract.dice import Stream
from engine.delve import terrain
from engine.delve.combat.melee_effects import add_monster
from engine.delve.data.kinds import MonsterKind, PlaceKind
from engine.delve.data.place_plans import (
    FIXTURE_SIGN,
    FIXTURES,
    KEPT_SIGN,
    PLAN_SIGNS,
    RIVAL_SIGN,
    SHOWING,
    SLEEPER_SIGN,
)
from engine.delve.levels.canvas import LevelDraft, RoomPlan
from engine.delve.levels.level_population import choose_item, choose_kind
from engine.delve.rules import inventory
from engine.delve.rules.context import NEIGHBOURS, DelveContext
from engine.delve.state import DEEPEST, HEIGHT, WIDTH, DelveItem, DelveLevel, DelvePlace

TRIES = 150  # of positions and directions
LEAST_GROUND = 150  # open squares left outside of a place
DEEPER = 1  # levels from which the stock comes at most
RIVAL_ABOVE = 2  # levels by which a rival may surpass the level's own monsters
OTHERS_A_THEME = 1  # places that are at home anywhere
_LIES_ON = terrain.BARE | terrain.WATER | {terrain.ICE, terrain.OIL}


@dataclass
class FittedPlace:
    """A place fitted into a level: squares by sign of its plan."""

    kind: PlaceKind
    room: RoomPlan
    signs: dict[int, str]

    def squares_of(self, sign: str) -> list[int]:
        """Return the squares of a sign, in order."""
        return sorted(at for at, each in self.signs.items() if each == sign)


def scatter_places(game: DelveContext) -> dict[int, str]:
    """Return which levels have a place, and which: every theme its own, and one more."""
    game.streams.begin_level("places")
    dice = game.streams.level
    anywhere = [kind.name for kind in game.content.places.values() if not kind.themes]
    dice.shuffle(anywhere)
    found: dict[int, str] = {}
    for theme in game.content.themes.values():
        names = [kind.name for kind in game.content.places.values() if theme.name in kind.themes]
        if names:
            names += [anywhere.pop() for _ in range(min(OTHERS_A_THEME, len(anywhere)))]
        levels = list(range(theme.first, theme.last + 1))
        dice.shuffle(levels)
        found |= dict(zip(levels, names, strict=False))
    return found


# ------------------------------------------------------------------ fitting in


def fit_in(game: DelveContext, canvas: LevelDraft) -> FittedPlace | None:
    """Build the place of a level into its ground; None when there is none, or no room for it."""
    kind = game.content.places.get(game.state.places.get(canvas.depth, ""))
    if kind is None:
        return None
    before = bytes(canvas.ground)
    for _ in range(TRIES):
        plan = _turned(kind.plan, canvas.dice)
        height, width = len(plan), len(plan[0])
        top, left = (
            canvas.dice.between(1, HEIGHT - 1 - height),
            canvas.dice.between(1, WIDTH - 1 - width),
        )
        room = RoomPlan(top, left, height, width)
        squares = room.squares()
        if canvas.reserved.isdisjoint(squares):
            signs = dict(zip(squares, "".join(plan), strict=True))
            _build(canvas, kind, signs)
            if _hangs_together(canvas, signs):
                canvas.reserved.update(squares)
                canvas.light(room)
                return FittedPlace(kind, room, signs)
            canvas.ground[:] = before
    return None


def _turned(plan: tuple[str, ...], dice: Stream) -> list[str]:
    """Return a plan turned and mirrored by chance."""
    rows = list(plan)
    if dice.one_in(2):
        rows = ["".join(column) for column in zip(*rows, strict=True)]
    if dice.one_in(2):
        rows = [row[::-1] for row in rows]
    return rows[::-1] if dice.one_in(2) else rows


def _build(canvas: LevelDraft, kind: PlaceKind, signs: dict[int, str]) -> None:
    for at, sign in signs.items():
        if sign == FIXTURE_SIGN:
            canvas.ground[at] = FIXTURES[kind.rule.name]
        elif sign != KEPT_SIGN:
            canvas.ground[at] = PLAN_SIGNS[sign]
    for at, sign in signs.items():
        if sign in (SLEEPER_SIGN, RIVAL_SIGN):
            around = (canvas.ground[at + step] for step in NEIGHBOURS)
            canvas.ground[at] = next((code for code in around if code in _LIES_ON), terrain.FLOOR)


def _hangs_together(canvas: LevelDraft, signs: dict[int, str]) -> bool:
    """Return whether the ground outside is still one, and leads to closets and the fixture."""
    inside = sum(1 << at for at in signs)
    outside = canvas.passable() & ~inside & ~canvas.closed()
    if outside.bit_count() < LEAST_GROUND:
        return False
    first = (outside & -outside).bit_length() - 1
    if flood.region(outside, WIDTH, first) != outside:
        return False
    beside = flood.spread(outside, WIDTH)
    if not all(beside >> door & 1 for door in canvas.closets.values()):
        return False
    within = sum(1 << at for at in signs if canvas.ground[at] not in terrain.SOLID)
    doors = sum(1 << at for at in signs if canvas.ground[at] == terrain.DOOR)
    ways = doors or within
    if not beside & ways:
        return False
    fixture = next(at for at, sign in signs.items() if sign == FIXTURE_SIGN)
    safe = within & canvas.passable() | 1 << fixture
    return bool(flood.region(safe | outside, WIDTH, fixture) & outside)


# ------------------------------------------------------------------ what is in it


def furnish(game: DelveContext, level: DelveLevel, site: FittedPlace) -> DelvePlace:
    """Put stock, captive, rival and sleepers into a place."""
    kind = site.kind
    [fixture] = site.squares_of(FIXTURE_SIGN)
    place = DelvePlace(kind.name, fixture, sorted(site.signs))
    stock = _stock(game, level.depth, kind)
    if kind.rule.name in SHOWING:
        place.niches = [at for at in place.squares if level.ground[at] == terrain.NICHE]
        for at, item in zip(place.niches, stock, strict=True):
            level.items[at] = [item]
    else:
        place.stock = stock
    if kind.rule.name == "frees":
        place.captive = _one_of(game, level.depth, kind.rule.args[0], 0).name
    for at in site.squares_of(SLEEPER_SIGN):
        theme = game.content.theme_of(level.depth).name
        chosen = choose_kind(game, level.depth, theme)
        if not (chosen.has("rooted") or chosen.has("aquatic")):
            add_monster(game, level.depth, chosen.name, at).asleep = True
    for at in site.squares_of(RIVAL_SIGN):
        rival = add_monster(
            game, level.depth, _one_of(game, level.depth, "person", RIVAL_ABOVE).name, at
        )
        rival.asleep, place.rival = True, rival.uid
    return place


def _stock(game: DelveContext, depth: int, kind: PlaceKind) -> list[DelveItem]:
    """Return a thing of each category of a place's stock, all of them known and different."""
    found: list[DelveItem] = []
    for category in kind.stock:
        taken = [item.kind for item in found]
        name = choose_item(game, min(DEEPEST, depth + DEEPER), category, taken).name
        item = inventory.found(game.content, name, game.new_uid(), game.streams.level)
        if item.cursed:
            inventory.uncurse(item)
        item.known = True
        found.append(item)
    return found


def _one_of(game: DelveContext, depth: int, family: str, above: int) -> MonsterKind:
    """Return a kind of a family, of the highest level up to so much above a depth; of several one
    by chance."""
    kinds = [
        kind
        for kind in game.content.monsters.values()
        if kind.family == family and not kind.unique and kind.courage is not None and kind.weight
    ]
    lowest = min(kind.level for kind in kinds)
    best = max((kind.level for kind in kinds if kind.level <= depth + above), default=lowest)
    return game.streams.level.choose([kind for kind in kinds if kind.level == best])
