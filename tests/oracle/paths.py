"""paths.json: projection paths, projectable, point-to-point sight and distance."""

from engine.common import field_of_view
from engine.common.grid import distance
from engine.sil.level import projection
from tests.oracle import OracleFiles, Result, result
from tests.oracle.maps import load

OPTIONS = {
    "none": projection.PLAIN,
    "THRU": projection.Passing(through=True),
    "PASS": projection.Passing(pass_walls=True),
}


def check(data: OracleFiles) -> Result:
    """Return all four answers of every case."""
    maps = load(data)
    answers = []
    for number, case in enumerate(data.read("paths")):
        level = maps[case["map"]]
        ends = case["y1"], case["x1"], case["y2"], case["x2"]
        hero = case["py"] * level.width + case["px"]
        fire = frozenset(
            field_of_view.view_and_fire(level.opaque, level.width, case["py"], case["px"])[1]
        )
        field = projection.Field(level.opaque, level.width, level.height, hero, fire)
        path = projection.path(field, *ends, case["range"], OPTIONS[case["flag"]])
        right = (
            path.grids == level.indices(case["grids"])
            and projection.projectable(field, *ends) == case["projectable"]
            and field_of_view.los(level.opaque, level.width, *ends) == case["los"]
            and distance(*ends) == case["distance"]
        )
        answers.append((f"paths {number}: {ends} {case['flag']} on map {case['map']}", right))
    return result(answers)
