"""Monsters against monsters: how often each side wins."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.contract.action import InvalidAction
from engine.contract.dice import GameSecret, seed_from
from engine.delve import terrain
from engine.delve.combat.melee_effects import add_monster
from engine.delve.data import content
from engine.delve.data.kinds import DelveData
from engine.delve.monsters import monster_turn
from engine.delve.rules.context import DelveContext
from engine.delve.state import DUNGEON, HEIGHT, HEROES, SIZE, WIDTH, DelveLevel, DelveState
from engine.delve.turns import end_of_turn

DATA = Path(__file__).parents[2] / "data" / "delve"
MOST_ROUNDS = 300
_GROUP = re.compile(r"(?:(\d+)\s+)?(\S.*)")
_MOST_IN_GROUP = 20


@dataclass(frozen=True)
class ArenaResult:
    """The results of some fights."""

    red_wins: int
    blue_wins: int
    draws: int
    mean_rounds: int

    def __str__(self) -> str:
        return (
            f"red {self.red_wins}, blue {self.blue_wins}, draws {self.draws}; "
            f"{self.mean_rounds} rounds on average"
        )


def read_group(data: DelveData, text: str) -> list[str]:
    """Return the kinds that a text such as `3 rat` names. Raises InvalidAction."""
    match = _GROUP.fullmatch(text.strip())
    name = match[2].strip().replace("-", " ") if match else ""
    count = int(match[1] or 1) if match else 0
    if name not in data.monsters:
        raise InvalidAction(f"There is no monster called “{name or text}”.")
    if not 1 <= count <= _MOST_IN_GROUP:
        raise InvalidAction(f"A group has 1 to {_MOST_IN_GROUP} monsters.")
    return [name] * count


def report(sides: Sequence[str], hero: str, fights: int, seed: int) -> Iterator[str]:
    """Yield the lines of a report on fights of two sides, such as "3 rat" and "1 kobold".

    There is no hero in it. Raises InvalidAction when a side is not known.
    """
    if len(sides) != 2:
        raise InvalidAction('Name two sides, such as "3 rat" "1 kobold".')
    red, blue = sides
    result = arena(content.load(DATA), [red], [blue], fights, str(seed))
    yield f"{red} against {blue}, {fights} fights"
    yield f"  {result}"


def arena(
    content: DelveData, red: Sequence[str], blue: Sequence[str], fights: int, seed: str
) -> ArenaResult:
    """Let two sides (texts such as `3 rat`) fight in an open hall."""
    sides = [[name for text in side for name in read_group(content, text)] for side in (red, blue)]
    wins = {DUNGEON: 0, HEROES: 0, None: 0}
    rounds = 0
    for number in range(fights):
        winner, lasted = _fight(content, sides[0], sides[1], f"{seed}-{number}")
        wins[winner] += 1
        rounds += lasted
    return ArenaResult(wins[DUNGEON], wins[HEROES], wins[None], rounds // max(1, fights))


def open_hall() -> DelveLevel:
    """Return a level that is one lit hall."""
    ground = bytearray([terrain.ROCK]) * SIZE
    for y in range(1, HEIGHT - 1):
        ground[y * WIDTH + 1 : y * WIDTH + WIDTH - 1] = bytes([terrain.FLOOR]) * (WIDTH - 2)
    opaque = bytearray(bytes(ground).translate(terrain.OPAQUE_TABLE))
    return DelveLevel(1, ground, opaque, bytearray([1]) * SIZE, arrival=WIDTH + 1)


def _fight(
    content: DelveData, red: Sequence[str], blue: Sequence[str], seed: str
) -> tuple[int | None, int]:
    state = DelveState({}, [], {1: open_hall()})
    game = DelveContext(state, content, GameSecret(seed_from(seed)).start_dice())
    level = state.levels[1]
    for side, names, x in ((DUNGEON, red, 26), (HEROES, blue, 33)):
        for place, name in enumerate(names):
            at = (8 + place % 12) * WIDTH + x + (place // 12 if side == HEROES else -place // 12)
            monster = add_monster(game, 1, name, at)
            monster.side, monster.disguised = side, False
            monster.goal, monster.hunting = 8 * WIDTH + 30, 100
    for lasted in range(1, MOST_ROUNDS + 1):
        monster_turn.act_all(game, level)
        end_of_turn.end_level_round(game, level)
        standing = {monster.side for monster in level.monsters}
        if len(standing) < 2:
            return (standing.pop() if standing else None), lasted
    return None, MOST_ROUNDS
