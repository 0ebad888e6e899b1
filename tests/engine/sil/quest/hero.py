"""A hero on the quest for the Silmarils, who knows only what views and offers tell.

He decides with some chance, so that many tries from one place come to different ends; `search`
keeps the good ones.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Collection, Iterator
from random import Random
from typing import NamedTuple

from engine.common import compass
from engine.contract import running_game
from engine.contract.action import Action, ActionError, Offer
from engine.contract.dice import ActionKey, GameSecret
from engine.contract.running_game import RunningGame
from engine.contract.view import UNKNOWN, Entity, View
from tests.pages import page_texts
from tests.rulesets import RULESETS

OPTIONS = {"hero": "create", "experience": "practice", "rules": "game", "begin": "950 ft"}
THRONE = 20
FAR = 30  # steps: stairs beyond are not worth the walk
LOW = 45  # percent of health
CALM = 8  # turns without an enemy awake in sight, after which a plan may explore again
EDGE = 30  # row of the Gates from which a step south leads out
SPARE = 8  # force of a second weapon, which is worth carrying
FORCE = 9  # dice times sides of a weapon that may cut the crown
LOST, WON = "lost", "won"

_WEAPON = re.compile(r"\([-+]\d+,(\d+)d(\d+)\)")
_WAYS = {offset: way for way, offset in compass.DIRECTIONS.items()}
_CLOSED = frozenset(
    ("wall", "unused", "unknown", "chasm", "glyph of warding", "pile of rubble", "warded door")
)
_HAZARDS = ("trap", "pit", "false floor", "caltrop", "roost", "web", "discoloured")

Square = tuple[int, int]


class QuestFailed(Exception):
    """The try has failed: the hero died, or got nowhere."""


class Position(NamedTuple):
    """A point of a game: its state, and what the hero did and heard until then."""

    state: bytes
    lines: tuple[str, ...]
    told: tuple[str, ...]
    stood: frozenset[Square]  # where he has stood on this level
    secret: GameSecret


def force(names: str) -> int:
    """Return the dice times the sides of the strongest weapon that some text names."""
    return max((int(dice) * int(sides) for dice, sides in _WEAPON.findall(names)), default=0)


class Quester:
    """One try from a position."""

    def __init__(self, start: Position, random: Random, most: int) -> None:
        self.game: RunningGame = running_game.resume(RULESETS["sil"], start.state)
        self.secret = start.secret
        self.lines = list(start.lines)
        self.told = list(start.told)
        self.stood = set(start.stood)
        self.random = random
        self.ends_at = len(self.lines) + most
        self.bold = random.random()  # how readily he fights
        self.brisk = random.random()  # how readily he takes stairs to find a better level
        self.musical = random.random()  # how readily he sings on the way
        self.rerolls = random.choice((0, 0, 1, 2, 3))  # levels that he leaves at once
        self.barred: set[Square] = set()  # squares that he has given up
        self.explored = False
        self.calm = CALM  # turns of wandering with nobody awake in sight
        self.errand: Square | None = None  # where he wanders to
        self._look()

    @property
    def position(self) -> Position:
        return Position(
            self.game.dump(),
            tuple(self.lines),
            tuple(self.told),
            frozenset(self.stood),
            self.secret,
        )

    def _look(self) -> None:
        self.view: View = self.game.view(0)
        self.offers: tuple[Offer, ...] = self.game.legal(0)
        if self.view.map is not None and self.view.phase == "play":
            me = next(e for e in self.view.map.entities if e.seat is not None)
            self.here = me.y, me.x
            self.stood.add(self.here)
            self.others = [e for e in self.view.map.entities if e.seat is None]
            self.taken = {(e.y, e.x) for e in self.others}
            self.awake = [
                e for e in self.others if not {"asleep", "unwary"} & set(e.badges) and _is_foe(e)
            ]

    # ------------------------------------------------------------ acting

    def do(self, line: str | Action) -> None:
        """Take an action, and a yes if it is asked for. Raises QuestFailed when it is the last."""
        if len(self.lines) >= self.ends_at:
            raise QuestFailed("got nowhere")
        action = self.game.parse(str(line), 0)
        dice = self.secret.dice(ActionKey(len(self.lines) + 1))
        heard = [str(event.text) for event in self.game.apply(0, action, dice)]
        self.lines.append(str(line))
        self.told += heard
        if any("You have come to" in each for each in heard):
            self.stood.clear()
            self.barred.clear()
            self.explored, self.calm, self.errand = False, CALM, None
        self._look()
        if self.view.phase == "over":
            if self.view.ending != WON:
                raise QuestFailed(self.told[-1])
        elif self.view.question and any(o.action.args == ("yes",) for o in self.offers):
            self.do("answer yes")

    def offered(self, *verbs: str) -> Iterator[Offer]:
        return (offer for offer in self.offers if offer.action.verb in verbs)

    def heard(self, words: str) -> int:
        """Return how often he was told something."""
        return sum(words in line for line in self.told)

    # ------------------------------------------------------------ what he knows

    @property
    def depth(self) -> int:
        facts = {str(name): str(value) for name, value in self.view.facts}
        words = facts.get("Depth", "").split()
        return int(words[0].replace(",", "")) // 50 if words and words[-1] == "ft" else 0

    def bar(self, name: str) -> int:
        """Return a bar of his, in percent."""
        bar = next(bar for bar in self.view.characters[0].bars if str(bar.name) == name)
        return 100 * bar.value // bar.maximum

    @property
    def wielded(self) -> int:
        """Return the force of the weapon in his hand."""
        page = page_texts(self.game.pages(0)).get("Equipment", "")
        return max(
            (force(line) for line in page.splitlines() if "bow" not in line.lower()), default=0
        )

    @property
    def spare(self) -> int:
        """Return the force of the best weapon in his pack."""
        page = page_texts(self.game.pages(0)).get("Pack", "").partition("Here lies")[0]
        return max((force(line) for line in page.splitlines()), default=0)

    @property
    def beside(self) -> list[Entity]:
        return [e for e in self.awake if self.away((e.y, e.x)) == 1]

    def away(self, square: Square) -> int:
        return max(abs(self.here[0] - square[0]), abs(self.here[1] - square[1]))

    def ground(self, *words: str) -> set[Square]:
        """Return the known squares whose ground begins with one of some words."""
        board = self.view.map
        assert board is not None
        kinds = {n for n, g in enumerate(board.legend) if str(g.name).startswith(words)}
        return {
            (board.top + i // board.width, board.left + i % board.width)
            for i, kind in enumerate(board.ground)
            if kind in kinds and board.state[i] != UNKNOWN
        }

    # ------------------------------------------------------------ going

    def _costs(self) -> dict[Square, float]:
        """Return what a step onto each square costs that he might walk on."""
        board = self.view.map
        assert board is not None
        open_kind = [
            0.0 if str(g.name) in _CLOSED or (g.solid and not g.door)
            else 9.0 if any(word in str(g.name) for word in _HAZARDS)
            else 2.0 if g.door and "open" not in str(g.name) and "broken" not in str(g.name)
            else 1.0
            for g in board.legend
        ]  # fmt: skip
        costs = {}
        for i, kind in enumerate(board.ground):
            if board.state[i] != UNKNOWN and open_kind[kind]:
                costs[board.top + i // board.width, board.left + i % board.width] = open_kind[kind]
        if self.depth == THRONE:
            for y, x in self.stood:
                for dy, dx in compass.SCAN:
                    if self._unknown(y + dy, x + dx):
                        costs.setdefault((y + dy, x + dx), 1.5)
        for each in self.awake:
            for dy, dx in compass.SCAN:
                square = each.y + dy, each.x + dx
                if square in costs:
                    costs[square] += 3 * (1.2 - self.bold)
        for square in self.taken & costs.keys():
            costs[square] += 8 * (1.5 - self.bold)
        for square in self.barred | (self.taken if self.depth == THRONE else set()):
            costs.pop(square, None)
        return costs

    def _unknown(self, y: int, x: int) -> bool:
        board = self.view.map
        assert board is not None
        row, column = y - board.top, x - board.left
        if not (0 <= row < board.height and 0 <= column < board.width):
            return True
        i = row * board.width + column
        return board.state[i] == UNKNOWN or not board.ground[i]

    def reach(self, goals: Collection[Square] = ()) -> tuple[dict[Square, Square], Square | None]:
        """Return the squares that he can walk to, each with the one before it, the cheapest way
        first, as far as the first goal; and that."""
        costs = self._costs()
        came: dict[Square, Square] = {self.here: self.here}
        queue: list[tuple[float, Square, Square]] = [(0.0, self.here, self.here)]
        done: set[Square] = set()
        while queue:
            cost, here, before = heapq.heappop(queue)
            if here in done:
                continue
            done.add(here)
            came[here] = before
            if here in goals and here != self.here:
                return came, here
            for dy, dx in compass.SCAN:
                there = here[0] + dy, here[1] + dx
                if there not in done and there in costs:
                    extra = costs[there] + 0.3 * self.random.random()
                    heapq.heappush(queue, (cost + extra, there, here))
        return came, None

    def way(self, goals: Collection[Square]) -> list[Square]:
        """Return a cheap way to the nearest of some squares; none: []."""
        came, goal = self.reach(goals)
        return _trace(came, goal) if goal else []

    def step(self, square: Square) -> None:
        """Step onto a neighbouring square, open it, or strike whoever stands there."""
        way = _WAYS[square[0] - self.here[0], square[1] - self.here[1]]
        before, turn = self.here, self.view.turn
        try:
            self.do(f"step {way}")
        except ActionError:
            self.barred.add(square)
            raise QuestFailed("a step was refused") from None
        if self.view.phase == "play" and self.here == before and self.view.turn == turn:
            self.barred.add(square)

    def go(self, goals: Collection[Square]) -> bool:
        """Go towards the nearest of some squares; false if no way is known."""
        way = self.way(goals)
        if not way:
            return False
        plan = next((offer for offer in self.offered("travel") if offer.at == way[-1]), None)
        if plan is not None and not self.awake and len(way) > 2:
            before = self.here
            self.do(plan.action)
            if self.view.phase == "over" or self.here != before:
                return True
            way = self.way(goals) or way
        self.step(way[0])
        return True

    def wander(self, toward: str = "") -> None:
        """Do something that may show more of the level, "north" or "south" first."""
        plan = next(self.offered("explore"), None)
        self.calm = 0 if self.others else self.calm + 1
        if self.errand in self.stood or not self.errand:
            self.errand = None
        elif way := self.way({self.errand}):
            self.step(way[0])
            return
        if plan is not None and not self.explored and not toward and self.calm > CALM:
            self.explore(plan)
            return
        came, _ = self.reach()
        edge = [
            here
            for here in came
            if here not in self.stood
            and any(self._unknown(here[0] + dy, here[1] + dx) for dy, dx in compass.SCAN)
        ]
        if not edge:
            self.drift(plan)
            return
        sign = {"north": 1, "south": -1, "": 0}[toward]
        goal = min(edge, key=lambda e: sign * e[0] + 2 * self.random.random()) if sign else edge[0]
        self.errand = goal
        self.step(_trace(came, goal)[0])

    def drift(self, plan: Offer | None) -> None:
        """Do what may open a way when none is known."""
        sleepers = self.way(self.taken) if self.bold > 0.4 and not self.truce else []
        if plan is not None and not self.explored:
            self.explore(plan)
        elif sleepers:
            self.step(sleepers[0])
        elif self.depth == THRONE:
            self.do("wait")
        elif not self.go(self.ground("up ", "down ")):
            steps = [offer.action for offer in self.offered("step", "stairs")]
            self.do(self.random.choice(steps))

    def explore(self, plan: Offer) -> None:
        """Let the plan for it find new ground, until it finds no more."""
        self.do(plan.action)
        self.explored = any("left to explore" in line for line in self.told[-3:])

    # ------------------------------------------------------------ looking after himself

    def live(self) -> bool:
        """Answer, eat, arm, fight; true if that took the turn."""
        if self.view.question:
            self.do(self.offers[0].action)
            return True
        words = {str(each.word).lower() for each in self.view.characters[0].conditions}
        if words & {"hungry", "weak", "starving"}:
            food = next(self.offered("eat"), None)
            if food is not None:
                self.do(food.action)
                return True
        if self.arm():
            return True
        if self.random.random() < 0.03:  # another turn of the dice
            self.do("wait")
            return True
        if self.depth < THRONE and self.charm():
            return True
        beside = self.beside
        if (
            beside
            and self.random.random() < self.bold - self.depth / 30
            and not self.truce
            and self.bar("Health") > LOW
        ):
            self.step((beside[0].y, beside[0].x))
            return True
        if (
            not self.awake
            and self.depth < THRONE
            and self.depth
            and self.bar("Health") < 70
            and (rest := next(self.offered("rest"), None)) is not None
            and self.random.random() < 0.7
        ):
            self.do(rest.action)
            return True
        return False

    @property
    def truce(self) -> bool:
        """Return whether the truce of the throne room holds, as far as he was told."""
        ended = ("truce is broken", "truce is over", "freed a Silmaril")
        return self.depth == THRONE and not any(self.heard(word) for word in ended)

    def charm(self) -> bool:
        """Sing to whoever is awake, and fall silent when nobody is; true if that took the turn."""
        if self.awake and self.musical > 0.3 and self.bar("Voice") > 10:
            return self.sing()
        if not self.awake and self.sings:
            self.do("sing stop")
            return True
        return False

    def arm(self) -> bool:
        """Wield a better weapon that lies here or is in the pack; or take up a spare one."""
        best, spare = self.wielded, self.spare
        lines = page_texts(self.game.pages(0)).get("Pack", "").splitlines()
        names = dict(line.split(") ", 1) for line in lines if ") " in line)
        for offer in self.offered("wear", "get"):
            name = names.get(offer.action.args[0] if offer.action.args else "floor-1", "")
            wanted = (
                spare < SPARE <= force(name) if offer.action.verb == "get" else force(name) > best
            )
            if wanted and "bow" not in name.lower():
                self.do(offer.action)
                return True
        return False

    # ------------------------------------------------------------ the parts of the quest

    def descend(self) -> None:
        """Go down to the throne room."""
        while self.depth < THRONE:
            self._stairs("down", "up")

    def ascend(self) -> None:
        """Go up a level, or two."""
        self.brisk /= 4
        self._stairs("up", "down")

    def _stairs(self, way: str, back: str) -> None:
        """Take stairs one way; some that lead back, when none are near or he is in trouble."""
        level = self.depth
        while True:
            here = {o.action.args[0]: o for o in self.offered("stairs")}
            if way in here:
                self.do(here[way].action)
            elif back in here and (self.explored or self._gives_up(way)):
                self.do(here[back].action)
            elif self.live():
                pass
            else:
                lying = self.weapons() if way == "down" else set()
                if not (lying and self.go(lying)) and not self.go(self.ground(f"{way} ")):
                    flees = back not in here and (self.explored or self.awake)
                    if not flees or not self.go(self.ground(f"{back} ")):
                        self.wander()
            if self.view.phase == "over" or (
                self.depth > level if way == "down" else self.depth < level
            ):
                return

    def _gives_up(self, way: str) -> bool:
        """Return whether he leaves this level by the stairs under his feet."""
        if self.depth <= 1 and way == "down":
            return False
        if self.rerolls and self.here in self.stood and len(self.stood) < 3:
            self.rerolls -= 1
            return True
        known = self.way(self.ground(f"{way} "))
        trouble = 3 * len(self.beside) + len(self.awake)
        if known and len(known) + 3 * trouble < FAR * self.random.random() + 5:
            return False
        return bool(trouble) or self.random.random() < self.brisk

    def weapons(self) -> set[Square]:
        """Return where better weapons lie than his own."""
        best = self.wielded if self.spare >= SPARE else min(self.wielded, SPARE - 1)
        board = self.view.map
        assert board is not None
        found = {
            (i.y, i.x)
            for i in board.items
            if force(str(i.name)) > best and "bow" not in str(i.name).lower()
        }
        near = {square for square in found if self.away(square) < FAR}
        return near - self.stood - self.barred - self.taken

    @property
    def sings(self) -> bool:
        return any(str(c.word) == "Song of Lorien" for c in self.view.characters[0].conditions)

    def sing(self) -> bool:
        """Begin the song of Lorien, if he can and is not singing; true if that took the turn."""
        if self.sings:
            return False
        if not any(offer.action.args == ("lorien",) for offer in self.offered("sing")):
            return False
        self.do("sing lorien")
        return True

    def lull(self, sings_from: int) -> None:
        """Go north through the hall to the throne, singing from some row on, until the crown
        falls."""
        while not self.heard("falls from his brow"):
            if self.here[0] <= sings_from and self.sing():
                continue
            if self.live():
                continue
            if self.spare < SPARE and self.go(self.weapons()):
                continue
            throne = [e for e in self.others if e.name.startswith("morgoth")]
            if throne and self.away((throne[0].y, throne[0].x)) <= 3:
                self.do("wait")
            elif throne and self.go(
                {(throne[0].y + dy, throne[0].x + dx) for dy in (-2, 2) for dx in (-2, -1, 0, 1, 2)}
            ):
                pass
            else:
                self.wander("north")

    def cut(self, jewels: int) -> None:
        """Stand on the crown and cut jewels from it until he has so many."""
        while self.heard("freed a Silmaril") < jewels:
            if self.sing():
                continue
            if self.live():
                continue
            if (prise := next(self.offered("prise"), None)) is not None and self.wielded:
                self.do(prise.action)
                continue
            board = self.view.map
            assert board is not None
            crown = {(i.y, i.x) for i in board.items if "Iron Crown" in str(i.name)}
            if not self.wielded:
                crown = {(i.y, i.x) for i in board.items if force(str(i.name)) >= FORCE}
            if not self.go(crown):
                self.wander("north")

    def leave(self) -> None:
        """Leave the throne room."""
        while self.depth == THRONE:
            here = {o.action.args[0]: o for o in self.offered("stairs")}
            if "up" in here:
                self.do(here["up"].action)
            elif self.bold > 0.5 and self.sing():
                pass
            elif not self.live() and not self.go(self.ground("up ")):
                self.wander("south")

    def escape(self) -> None:
        """Go south, out of the Gates."""
        while self.view.phase != "over":
            if (
                self.awake
                and self.bar("Voice") > 3
                and self.random.random() < self.brisk
                and self.sing()
            ):
                continue
            beside = self.beside
            if beside and self.random.random() < self.bold / 3:
                self.step((beside[0].y, beside[0].x))
                continue
            came, _ = self.reach()
            far = max(came, key=lambda s: (s[0], self.random.random()))
            south = self.here[0] + 1, self.here[1]
            if self.here[0] >= EDGE and any(o.at == south for o in self.offered("step")):
                self.do("step s")
            elif far != self.here:
                self.step(_trace(came, far)[0])
            elif beside:
                self.step((beside[0].y, beside[0].x))
            else:
                self.do("wait")


def _trace(came: dict[Square, Square], goal: Square) -> list[Square]:
    """Return the way to a square from the squares before it, the first step first."""
    way = [goal]
    while came[way[-1]] != came[came[way[-1]]]:
        way.append(came[way[-1]])
    return way[::-1]


def _is_foe(entity: Entity) -> bool:
    captive = "thrall" in entity.name and "thrallmaster" not in entity.name
    return not captive
