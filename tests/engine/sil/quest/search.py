"""A search for games in which the quest succeeds: many tries of each stage, the best are kept.

A try goes on from a kept position and plays one stage with its own chances. A stage that does not
succeed gets more tries, from other positions of the stages before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from engine.common.game_log import ActionLine, SeededGame, replay
from engine.contract import running_game
from engine.contract.dice import GameSecret, seed_from
from tests.engine.sil.quest.hero import OPTIONS, Position, Quester, QuestFailed
from tests.rulesets import RULESETS

KEPT = 4  # positions of each stage
ALIKE = 2  # of them on the same level
ENOUGH = 2  # tries that succeeded
TRIES = 20  # of a stage, before one before it is tried again
MOST_EFFORT = 3  # times as many, at last
SINGS_FROM = 14  # row of the throne room
JEWELS = (1, 2, 3)

BIRTH = (
    *("noldor", "finarfin"),
    *("str+", "str+", "dex+", "con+", "con+", "gra+", "gra+", "gra+", "done"),
    *("done", "keep", "keep", "keep", "begin"),
)
SKILLS = {"song": 60, "evasion": 76, "stealth": 60, "melee": 55, "will": 30}
ABILITIES = ("song-of-silence", "song-of-lorien")


class QuestStage(NamedTuple):
    """A part of the quest: what the hero does, in at most so many actions."""

    name: str
    play: Callable[[Quester], None]
    most: int


class Kept(NamedTuple):
    """A position that is worth going on from."""

    worth: float
    place: bytes  # the same for all on one level
    position: Position


NextStage = Callable[[int, Position], QuestStage | None]
Report = Callable[[str], None]


def to_the_crown() -> list[QuestStage]:
    """Return the stages from the first level until the crown has fallen."""
    return [
        QuestStage("down to the throne room", Quester.descend, 300),
        QuestStage("to the crown", lambda hero: hero.lull(SINGS_FROM), 150),
    ]


def from_the_crown(jewels: int) -> NextStage:
    """Return the stages that cut so many jewels and bring them home, one after the other."""
    numbers = range(1, jewels + 1)
    hall = [QuestStage(f"jewel {n}", lambda hero, n=n: hero.cut(n), 90) for n in numbers]
    hall.append(QuestStage("out of the hall", Quester.leave, 150))

    def stage(at: int, position: Position) -> QuestStage | None:
        if at < len(hall):
            return hall[at]
        hero = Quester(position, Random(0), 0)
        if hero.view.phase == "over":
            return None
        if hero.depth:
            return QuestStage(f"up from {50 * hero.depth} ft", Quester.ascend, 240)
        return QuestStage("out of the Gates", Quester.escape, 150)

    return stage


def create(seed: str) -> Position:
    """Return the position of a new hero, trained for the quest."""
    secret = GameSecret(seed_from(seed))
    start = running_game.start(RULESETS["sil"], OPTIONS, ["Hero 1"], secret.start_dice())
    game = SeededGame(start, secret)
    lines = [f"answer {word}" for word in BIRTH]
    for skill, points in SKILLS.items():
        lines += [f"raise {skill} {points}"]
    for ability in ABILITIES:
        lines += [f"learn {ability}", "answer yes"]
    replay(game, [ActionLine(0, line) for line in lines])
    return Position(start.dump(), tuple(lines), (), frozenset(), secret)


def worth(hero: Quester) -> float:
    """Return how good a place is to go on from."""
    return (
        2 * hero.bar("Health")
        + hero.bar("Voice")
        + 4 * min(hero.wielded, 30)
        + 20 * any(hero.offered("stairs"))
        - 12 * len(hero.awake)
        - 0.15 * len(hero.lines)
    )


def place(hero: Quester) -> bytes:
    """Return the same bytes for all who have just come to the same level."""
    board = hero.view.map
    assert board is not None
    return board.ground if len(hero.stood) == 1 else hero.position.state


class Beam:
    """The positions that were kept of each stage."""

    def __init__(
        self, first: Sequence[Kept], stage: NextStage, random: Random, report: Report
    ) -> None:
        self.pools = [list(first)]
        self.stage, self.random, self.report = stage, random, report
        self._setbacks: Counter[int] = Counter()

    def run(self) -> list[Kept]:
        """Search to the end of the last stage; return what was kept of it."""
        while True:
            at = len(self.pools) - 1
            stage = self.stage(at, self.pools[-1][0].position)
            if stage is None:
                return self.pools[-1]
            effort = min(MOST_EFFORT, 2 ** self._setbacks[at])
            found = self._tries(stage, TRIES * effort)
            if found:
                self.pools.append(found)
            else:
                self._setbacks[at] += 1
                del self.pools[max(1, len(self.pools) - self._setbacks[at]) :]

    def _tries(self, stage: QuestStage, most: int) -> list[Kept]:
        """Play a stage many times; return the best positions that it came to."""
        found: list[Kept] = []
        ends: Counter[str] = Counter()
        for _ in range(most):
            start = self.random.choice(self.pools[-1]).position
            hero = Quester(start, self.random, stage.most)
            try:
                stage.play(hero)
            except QuestFailed as lost:
                ends[str(lost)] += 1
                continue
            found.append(Kept(worth(hero), place(hero), hero.position))
            if len(found) == ENOUGH:
                break
        found.sort(key=lambda kept: -kept.worth)
        self.report(
            f"{stage.name}: {len(found)} of {len(found) + ends.total()}; {ends.most_common(3)}"
        )
        number: Counter[bytes] = Counter()
        best = []
        for kept in found:
            number[kept.place] += 1
            if number[kept.place] <= ALIKE:
                best.append(kept)
        return best[:KEPT]


def search(seed: str, report: Report) -> Iterator[tuple[int, Position]]:
    """Yield won games of a seed, each with its number of Silmarils. They begin alike: only from
    the crown on they differ."""
    random = Random(seed)
    way = to_the_crown()
    first = [Kept(0.0, b"", create(seed))]

    def stage(at: int, _: Position) -> QuestStage | None:
        return way[at] if at < len(way) else None

    crown = Beam(first, stage, random, report).run()
    for jewels in JEWELS:
        ends = Beam(crown, from_the_crown(jewels), random, report).run()
        yield jewels, min((kept.position for kept in ends), key=lambda end: len(end.lines))
