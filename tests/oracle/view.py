"""view.json: VIEW, FIRE, SEEN and light levels for the hero alone."""

from engine.common import field_of_view
from engine.sil.level import light_levels
from tests.oracle import OracleFiles, Result, result
from tests.oracle.maps import load


def check(data: OracleFiles) -> Result:
    """Return all four sets of every case, grid by grid."""
    maps = load(data)
    answers = []
    for number, case in enumerate(data.read("view")):
        level = maps[case["map"]]
        y, x = case["py"], case["px"]
        view, fire = field_of_view.view_and_fire(level.opaque, level.width, y, x)
        hero = light_levels.Viewer(y, x, case["light"])
        lit = light_levels.light(level.opaque, level.width, view, hero)
        seen = light_levels.seen(level.opaque, level.glow, level.width, lit, hero)
        lights = lit.levels(level.glow)
        levels = [[*divmod(i, level.width), value] for i, value in lights.items() if value]
        right = (
            sorted(view) == sorted(level.indices(case["view"]))
            and sorted(field_of_view.view(level.opaque, level.width, y, x)) == sorted(view)
            and sorted(fire) == sorted(level.indices(case["fire"]))
            and sorted(seen) == sorted(level.indices(case["seen"]))
            and sorted(levels) == sorted(case["light_level"])
        )
        answers.append((f"view {number}: from {(y, x)} on map {case['map']}", right))
    return result(answers)
