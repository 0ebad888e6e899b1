"""flow.json: how far the hero's noise goes."""

from engine.common import noise_map
from tests.oracle import OracleFiles, Result, result
from tests.oracle.maps import load


def check(data: OracleFiles) -> Result:
    """Return the whole field of every case."""
    maps = load(data)
    answers = []
    for number, case in enumerate(data.read("flow")):
        level = maps[case["map"]]
        field = noise_map.noise_flow(level.noise, level.width, case["py"], case["px"])
        measured = [noise_map.UNREACHED if d < 0 else d for row in case["dist"] for d in row]
        line = f"flow {number}: from {(case['py'], case['px'])} on map {case['map']}"
        answers.append((line, list(field) == measured))
    return result(answers)
