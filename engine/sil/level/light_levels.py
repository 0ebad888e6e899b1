"""Light levels and SEEN: who lights what, who darkens it, and what the hero makes out."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.common.field_of_view import los
from engine.common.grid import disc


class Viewer(NamedTuple):
    """The viewer: where, own light (signed, rules: dungeon 8.5), and the bonus within its radius.

    The bonus is 2 with Inner Light and 3 on sunlight, together 5 (rules: dungeon 8.6).
    """

    y: int
    x: int
    light: int
    bonus: int = 0


class Source(NamedTuple):
    """A creature, or the Iron Crown on the floor, with its light (signed).

    `glows`: of a race whose own grid is lit whatever its light.
    """

    y: int
    x: int
    light: int
    glows: bool = False


class Lighting(NamedTuple):
    """The light level of each grid in VIEW, and the grids that are SEEN if theirs is above 0.

    `revealed` are the hero's grid, those in the hero's light, and those on which a source shines.
    A grid outside VIEW has level 1 if it glows, else 0.
    """

    levels: dict[int, int]
    revealed: set[int]


def _same_side(
    opaque: Sequence[int], width: int, wall: tuple[int, int], hero: Viewer, source: Source
) -> bool:
    """Return whether hero and source see the same face of a wall (rules: dungeon 8.7)."""
    y, x = wall
    i = y * width + x
    if min(hero.y, source.y) <= y <= max(hero.y, source.y):
        left = hero.x < x and source.x < x and not opaque[i - 1]
        right = hero.x > x and source.x > x and not opaque[i + 1]
        if not left and not right:
            return False
    if min(hero.x, source.x) <= x <= max(hero.x, source.x):
        above = hero.y < y and source.y < y and not opaque[i - width]
        below = hero.y > y and source.y > y and not opaque[i + width]
        return above or below
    return True


def _shine(
    opaque: Sequence[int], width: int, lighting: Lighting, hero: Viewer, source: Source
) -> None:
    """Add one source's light to the levels (rules: dungeon 8.6 step 3)."""
    levels, revealed = lighting
    radius = abs(source.light)
    for i, away in disc(width, len(opaque) // width, source.y, source.x, radius):
        if i not in levels:
            continue
        y, x = divmod(i, width)
        if opaque[i] and not _same_side(opaque, width, (y, x), hero, source):
            continue
        if not los(opaque, width, source.y, source.x, y, x2=x):
            continue
        if source.glows and not away:
            levels[i] += 1
        elif source.light < 0:
            levels[i] -= radius + 1 - away
            continue
        else:
            levels[i] += radius + 1 - away
        revealed.add(i)


def levels(
    opaque: Sequence[int],
    glow: Sequence[int],
    width: int,
    view: Sequence[int],
    hero: Viewer,
    sources: Iterable[Source] = (),
) -> Lighting:
    """Return the light of every grid in VIEW: glow, the hero's own, the sources' (rules: dungeon
    8.6).

    `opaque` and `glow` are layers of 0s and 1s.
    """
    level = {i: glow[i] for i in view}
    revealed = {hero.y * width + hero.x}
    radius, brightens = abs(hero.light), hero.light > 0
    if radius:
        strength = radius + 1 + hero.bonus
        for i, away in disc(width, len(opaque) // width, hero.y, hero.x, radius):
            if i in level:
                level[i] += strength - away if brightens else away - strength
                if brightens:
                    revealed.add(i)
    lighting = Lighting(level, revealed)
    for source in sources:
        if source.light:
            _shine(opaque, width, lighting, hero, source)
    return lighting


def seen(
    opaque: Sequence[int], glow: Sequence[int], width: int, lighting: Lighting, hero: Viewer
) -> list[int]:
    """Return the grids in VIEW that are SEEN by somebody who is not blind (rules: dungeon 8.8).

    A glowing wall needs an open glowing grid beside it, on the hero's side.
    """
    first = hero.y * width  # of the hero's row
    behind = first + width
    revealed = lighting.revealed
    grids = []
    for i, level in lighting.levels.items():
        if level <= 0:
            continue
        if i in revealed:
            grids.append(i)
        elif glow[i]:
            if opaque[i]:
                column = i % width
                side = i + 1 if column < hero.x else i - 1 if column > hero.x else i
                step = width if i < first else -width if i >= behind else 0
                if not (
                    (glow[side] and not opaque[side])
                    or (glow[side + step] and not opaque[side + step])
                    or (glow[i + step] and not opaque[i + step])
                ):
                    continue
            grids.append(i)
    return grids
