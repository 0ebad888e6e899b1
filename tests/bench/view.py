"""Our field of view against tcod's compiled one, on the levels of the oracle.

Viewers stand on the squares of the oracle's cases and on others spread over all open squares, so
that corridors and halls are represented. tcod runs its default algorithm to the same range, on
transparency arrays that were made before, as our layers were.
"""

from collections.abc import Iterator

import numpy as np
import tcod.map

from engine.common import field_of_view
from engine.common.grid import SIGHT
from engine.sil.level import light_levels
from tests.bench import Measure, compare
from tests.oracle import OURS, OracleFiles
from tests.oracle.maps import Map, load

_EVERY = 97  # every 97th open square has a viewer
_LIGHT = 2

Viewer = tuple[int, int, int]  # map, y, x


def viewers(data: OracleFiles, levels: dict[int, Map]) -> list[Viewer]:
    """Return the viewers of the oracle's cases and the spread ones."""
    places = [(case["map"], case["py"], case["px"]) for case in data.read("view")]
    for number, level in levels.items():
        open_grids = [i for i, wall in enumerate(level.opaque) if not wall]
        places += [(number, *divmod(i, level.width)) for i in open_grids[::_EVERY]]
    return places


def measure() -> Iterator[Measure]:
    """Measure `view` alone, and with line of fire, light levels and seen squares."""
    data = OracleFiles(OURS)
    levels = load(data)
    places = viewers(data, levels)
    clear = {
        number: np.frombuffer(level.opaque, np.uint8).reshape(level.height, level.width) == 0
        for number, level in levels.items()
    }

    def compiled() -> None:
        for number, y, x in places:
            tcod.map.compute_fov(clear[number], (y, x), SIGHT)

    def view() -> None:
        for number, y, x in places:
            level = levels[number]
            field_of_view.view(level.opaque, level.width, y, x)

    def everything() -> None:
        for number, y, x in places:
            level = levels[number]
            opaque, glow, width = level.opaque, level.glow, level.width
            in_view, _ = field_of_view.view_and_fire(opaque, width, y, x)
            hero = light_levels.Viewer(y, x, _LIGHT)
            lighting = light_levels.light(opaque, width, in_view, hero)
            light_levels.seen(opaque, glow, width, lighting, hero)

    baseline = "tcod compute_fov"
    yield compare("view", view, baseline, compiled, len(places))
    yield compare("view_fire_light_seen", everything, baseline, compiled, len(places))
