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
    """The light on the grids in VIEW, and those that are SEEN if their level is above 0.

    The level of a grid is 1 if it glows, and what the hero and sources add to that. `revealed` are
    the hero's grid, those in the hero's light, and those on which a source shines.
    """

    view: Sequence[int]
    added: dict[int, int]
    revealed: set[int]

    def levels(self, glow: Sequence[int]) -> dict[int, int]:
        """Return the light level of every grid in VIEW."""
        return {i: glow[i] for i in self.view} | {
            i: glow[i] + light for i, light in self.added.items()
        }


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
    opaque: Sequence[int],
    width: int,
    lighting: Lighting,
    in_view: set[int],
    *,
    hero: Viewer,
    source: Source,
) -> None:
    """Add one source's light (rules: dungeon 8.6 step 3)."""
    _, added, revealed = lighting
    radius = abs(source.light)
    for i, away in disc(width, len(opaque) // width, source.y, source.x, radius):
        if i not in in_view:
            continue
        y, x = divmod(i, width)
        if opaque[i] and not _same_side(opaque, width, (y, x), hero, source):
            continue
        if not los(opaque, width, source.y, source.x, y, x2=x):
            continue
        if source.glows and not away:
            light = 1
        else:
            light = radius + 1 - away if source.light > 0 else away - radius - 1
        added[i] = added.get(i, 0) + light
        if light > 0:
            revealed.add(i)


def light(
    opaque: Sequence[int],
    width: int,
    view: Sequence[int],
    hero: Viewer,
    sources: Iterable[Source] = (),
) -> Lighting:
    """Return the light that falls on the grids in VIEW: the hero's own, the sources' (rules:
    dungeon 8.6).

    `opaque` is a layer of 0s and 1s.
    """
    in_view = set(view)
    here = hero.y * width + hero.x
    added = {here: 0}
    revealed = {here}
    if radius := abs(hero.light):
        near = disc(width, len(opaque) // width, hero.y, hero.x, radius)
        strength = radius + 1 + hero.bonus
        if hero.light > 0:
            added = {i: strength - away for i, away in near if i in in_view}
            revealed.update(added)
        else:
            added = {i: away - strength for i, away in near if i in in_view}
    lighting = Lighting(view, added, revealed)
    for source in sources:
        if source.light:
            _shine(opaque, width, lighting, in_view, hero=hero, source=source)
    return lighting


def seen(
    opaque: Sequence[int], glow: Sequence[int], width: int, lighting: Lighting, hero: Viewer
) -> list[int]:
    """Return the grids in VIEW that are SEEN by somebody who is not blind (rules: dungeon 8.8).

    `opaque` and `glow` are layers of 0s and 1s. A glowing wall needs an open glowing grid beside
    it, on the hero's side.
    """
    first = hero.y * width  # of the hero's row
    behind = first + width
    middle = hero.x
    view, added, revealed = lighting
    grids = [i for i in revealed if glow[i] + added[i] > 0]
    for i in view:
        if glow[i] and i not in revealed and (i not in added or added[i] >= 0):
            if opaque[i]:
                column = i % width
                side = i + 1 if column < middle else i - 1 if column > middle else i
                step = width if i < first else -width if i >= behind else 0
                if not (
                    (glow[side] and not opaque[side])
                    or (glow[side + step] and not opaque[side + step])
                    or (glow[i + step] and not opaque[i + step])
                ):
                    continue
            grids.append(i)
    return grids
