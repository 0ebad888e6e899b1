"""monster_flow.json: path-finding fields of monsters that differ in doors, walls and wings."""

from typing import Any

from engine.common.noise_map import UNREACHED
from engine.sil.data import bundle as content
from engine.sil.data.records import Monster
from engine.sil.level import pathing
from tests.oracle import OracleFiles, Result, result


def walker(race: Monster, alert: bool) -> pathing.Walker:
    """Return a confident monster of a race."""
    first = race.blows[0].damage.number if race.blows else 0
    strength = 2 * first + race.health.number // 10 - 4
    return pathing.Walker.of(race.flags, race.perception, race.will, strength, alert=alert)


def check(data: OracleFiles) -> Result:
    """Return the whole field of every monster of every level."""
    races = content.load().monsters
    answers = []
    for number, level in enumerate(data.read("monster_flow")):
        width = len(level["vault"][0])
        feature = bytes.fromhex("".join(level["feat"]))
        icky = bytes(glyph == "*" for row in level["vault"] for glyph in row)
        for monster in level["monsters"]:
            field = pathing.field(
                walker(content.named(races, monster["race"]), monster["alert"]),
                feature,
                icky,
                width,
                level["py"],
                level["px"],
            )
            answers.append((_line(number, monster), list(field) == _measured(monster)))
    return result(answers)


def _line(number: int, monster: dict[str, Any]) -> str:
    state = "alert" if monster["alert"] else "unwary"
    return f"monster_flow {number}: {monster['race']}, {state}"


def _measured(monster: dict[str, Any]) -> list[int]:
    return [UNREACHED if d < 0 else d for row in monster["dist"] for d in row]
