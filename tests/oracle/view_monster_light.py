"""view_monster_light.json: SEEN and light levels with creatures that shine or darken."""

from engine.common import field_of_view
from engine.sil.level import light_levels
from tests.oracle import OracleFiles, Result, result
from tests.oracle.maps import GLOW, SIGHT, flat


def check(data: OracleFiles) -> Result:
    """Return every grid in view of every case: whether it is seen, and its light level."""
    answers = []
    for number, case in enumerate(data.read("view_monster_light")):
        width = len(case["sight"][0])
        opaque, glow = flat(case["sight"], SIGHT), flat(case["glow"], GLOW)
        hero = light_levels.Viewer(
            case["py"], case["px"], case["light"], bonus=3 * case["player_on_sunlight"]
        )
        sources = [
            light_levels.Source(m["y"], m["x"], m["light"], m["glow"]) for m in case["monsters"]
        ]
        view = field_of_view.view(opaque, width, hero.y, hero.x)
        lit = light_levels.light(opaque, width, view, hero, sources)
        seen = set(light_levels.seen(opaque, glow, width, lit, hero))
        got = [[*divmod(i, width), int(i in seen), value] for i, value in lit.levels(glow).items()]
        line = f"view_monster_light {number}: from {(hero.y, hero.x)}"
        answers.append((line, sorted(got) == sorted(case["view_seen_light"])))
    return result(answers)
