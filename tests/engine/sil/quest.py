"""A player of the quest, who knows only what views and offers tell.

He makes a hero, goes down to the throne room, sings Morgoth to sleep so that the Iron Crown falls,
cuts a Silmaril from it, and leaves the throne room, hunted. What he did is a script, an action a
line, that `headless.play` plays again.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator

from engine.common import compass
from engine.common.dice import seed_from
from engine.contract import running_game
from engine.contract.action import Action, ActionError, Offer
from engine.contract.running_game import RunningGame
from engine.contract.view import UNKNOWN, Entity, View
from engine.rulesets import RULESETS
from engine.sil.autoplay.surroundings import Surroundings

OPTIONS = {"hero": "create", "experience": "practice", "rules": "game", "begin": "950 ft"}
BIRTH = (
    *("naugrim", "belegost"),
    *("gra+", "gra+", "con+", "con+", "con+", "con+", "done"),
    *("done", "keep", "keep", "keep", "begin"),
)
ABILITIES = ("power", "dodging", "disguise", "song-of-silence", "song-of-lorien")
SKILLS = {"song": 60, "evasion": 78, "stealth": 60, "melee": 55, "will": 30}
MOST_ACTIONS = 6000
FLEE_BELOW = 35  # percent of health
REST_BELOW = 60  # percent of health
SINGS_FROM = 20  # row of the throne room; farther south he trusts to his stealth
LOST_AFTER = 250  # actions on a level after which any stairs will do
PACES = 10  # actions of pacing after which he thinks again
PATIENCE = 40  # tries to get onto a square
THRONE = 20

_WEAPON = re.compile(r"\([-+]\d+,(\d+)d(\d+)\)")

Square = tuple[int, int]
_WAYS = {offset: way for way, offset in compass.DIRECTIONS.items()}


class Lost(Exception):
    """The hero died, or got nowhere."""


def _trace(came: dict[Square, Square], goal: Square) -> list[Square]:
    """Return the way to a square from the squares before it."""
    way = [goal]
    while came[way[-1]] in came:
        way.append(came[way[-1]])
    return way[::-1]


def _force(names: str) -> int:
    """Return the dice times the sides of the strongest melee weapon that some text names."""
    found = _WEAPON.findall(names)
    return max((int(dice) * int(sides) for dice, sides in found), default=0)


class Quester:
    """One hero on his quest: `lines` are his actions in order, `told` is what he heard."""

    def __init__(self, seed: str) -> None:
        self.game: RunningGame = running_game.start(
            RULESETS["sil"], OPTIONS, ["Hero 1"], seed_from(seed)
        )
        self.lines: list[str] = []
        self.told: list[str] = []
        self.view: View = self.game.view(0)
        self.offers: tuple[Offer, ...] = self.game.legal(0)
        self._tired_until = 0  # he does not rest before so many actions
        self._came = 0  # actions before he came to this level
        self._barred: set[Square] = set()  # squares of this level that he has given up
        self._tries: dict[Square, int] = {}
        self._explored = False  # nothing is left that a plan would explore
        self._stood: set[Square] = set()  # where he has stood on this level

    # ------------------------------------------------------------ acting

    def do(self, line: str | Action) -> None:
        """Take an action, and a yes if it is asked for."""
        if len(self.lines) >= MOST_ACTIONS:
            raise Lost(f"after {MOST_ACTIONS} actions at {self.depth * 50} ft")
        if self.view.phase == "play" and self.view.map is not None:
            self._stood.add(self.around.here)
        heard = len(self.told)
        self.lines.append(str(line))
        self.told += [event.text for event in self.game.apply(0, self.game.parse(str(line), 0))]
        self.view, self.offers = self.game.view(0), self.game.legal(0)
        if "You have come to" in " ".join(self.told[heard:]):
            self._arrive()
        if self.view.phase == "over":
            return
        if self.view.question and any(o.action.args == ("yes",) for o in self.offers):
            self.do("answer yes")

    def offered(self, *verbs: str) -> Iterator[Offer]:
        """Yield what is offered of these verbs."""
        return (offer for offer in self.offers if offer.action.verb in verbs)

    # ------------------------------------------------------------ what he knows

    @property
    def depth(self) -> int:
        """Return the depth of his level: 0 at the Gates."""
        words = dict(self.view.facts)["Depth"].split()
        return int(words[0].replace(",", "")) // 50 if words[-1] == "ft" else 0

    @property
    def around(self) -> Surroundings:
        """Return what he sees and remembers."""
        assert self.view.map is not None
        return Surroundings(self.view, self.view.map, frozenset(self._stood), reckless=True)

    @property
    def health(self) -> int:
        """Return his health in percent."""
        bar = next(bar for bar in self.view.characters[0].bars if bar.name == "Health")
        return 100 * bar.value // bar.maximum

    @property
    def truce(self) -> bool:
        """Return whether the truce of the throne room holds, as far as he was told."""
        if self.depth != THRONE:
            return False
        ended = ("truce is broken", "truce is over", "freed a Silmaril")
        return not any(word in line for line in self.told for word in ended)

    def seen(self, name: str) -> Entity | None:
        """Return a creature in sight whose name begins so."""
        assert self.view.map is not None
        found = (e for e in self.view.map.entities if e.seat is None and e.name.startswith(name))
        return next(found, None)

    # ------------------------------------------------------------ going

    def _way(self, goals: set[Square]) -> list[Square]:
        """Return a shortest way over ground that he knows to one of some squares, past the
        creatures in sight if there is such a way; none: []."""
        assert self.view.map is not None
        stand = {(e.y, e.x) for e in self.view.map.entities if e.seat is None} - goals
        return self._shortest(goals, stand) or self._shortest(goals, set())

    def _shortest(self, goals: set[Square], taken: set[Square]) -> list[Square]:
        came = self._reach(taken)
        return next((_trace(came, here) for here in came if here in goals), [])

    def _reach(self, taken: set[Square]) -> dict[Square, Square]:
        """Return the squares that he can walk to but through `taken`, the nearest first, each with
        the square before it."""
        around, barred = self.around, self._barred | taken
        start = around.here
        came: dict[Square, Square] = {}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for dy, dx in compass.SCAN:
                there = here[0] + dy, here[1] + dx
                if there in came or there == start or there in barred:
                    continue
                dark = (
                    self.depth == THRONE
                    and here in self._stood
                    and around.state_of(*there) == UNKNOWN
                )
                if dark or there in self._stood or around.is_safe(*there):
                    came[there] = here
                    queue.append(there)
        return came

    def _step_to(self, square: Square) -> None:
        """Step onto a neighbouring square, or strike whoever stands there."""
        here = self.around.here
        way = _WAYS[square[0] - here[0], square[1] - here[1]]
        number, turn = len(self.lines), self.view.turn
        try:
            self.do(f"step {way}")
        except ActionError:
            del self.lines[number:]
            self._barred.add(square)
            return
        if self.view.phase == "play" and self.around.here == here:
            self._tries[square] = self._tries.get(square, 0) + 1
            if self._tries[square] > PATIENCE or self.view.turn == turn:
                self._barred.add(square)

    def go(self, goals: set[Square]) -> bool:
        """Go towards the nearest of some squares; false if no way is known."""
        plan = next((offer for offer in self.offered("travel") if offer.at in goals), None)
        if plan is not None and self._tries.get(plan.at or (0, 0), 0) < PATIENCE:
            self._tries[plan.at or (0, 0)] = self._tries.get(plan.at or (0, 0), 0) + 1
            self.do(plan.action)
            return True
        way = self._way(goals)
        if way:
            self._step_to(way[0])
        return bool(way)

    def wander(self, *, north: bool = False) -> None:
        """Do something that may show more of the level; `north`: of the north first."""
        explore = next(self.offered("explore"), None)
        assert self.view.map is not None
        if explore is not None and not self._explored and not north:
            self.explore(explore)
            return
        around = self.around
        self._stood.add(around.here)
        came = self._reach({(e.y, e.x) for e in self.view.map.entities if e.seat is None})
        edge = [
            here
            for here in came
            if here not in self._stood
            and (around.borders_unknown(*here) or around.state_of(*here) == UNKNOWN)
        ]
        if edge:
            self._step_to(_trace(came, min(edge) if north else edge[0])[0])
        elif explore is not None and not self._explored:
            self.explore(explore)
        else:
            self.flounder()

    def explore(self, plan: Offer) -> None:
        """Let the plan for it find new ground, until it finds no more."""
        self.do(plan.action)
        self._explored = any("nothing left to explore" in line for line in self.told[-3:])

    def flounder(self) -> None:
        """Do what the rules' own player would, but for songs."""
        action = self.game.autoplay(0, irreversible=True)
        if action is not None and action.verb in ("sing", "raise", "learn"):
            steps = [offer.action for offer in self.offered("step", "wait")]
            action = steps[self.view.turn * 7919 % len(steps)] if steps else None
        if action is None:
            raise Lost("nothing is left to do")
        self.do(action)

    def live(self) -> bool:
        """Look after himself; true if that took the turn."""
        if self.view.phase == "over":
            raise Lost(self.told[-1])
        if self.view.question:
            self.do(self.offers[0].action)
            return True
        if len(set(self.lines[-PACES:])) <= 2 and "prise" not in self.lines[-2:]:
            return self._break_off()
        self.lull()
        words = {each.word.lower() for each in self.view.characters[0].conditions}
        if words & {"hungry", "weak", "starving"}:
            food = next(self.offered("eat"), None)
            if food is not None:
                self.do(food.action)
                return True
        if self.arm():
            return True
        beside = [
            e
            for e in self.around.awake
            if self.around.away(e.y, e.x) == 1 and not e.name.startswith("morgoth")
        ]
        if self.health < FLEE_BELOW and beside and self.around.here in self.around.stairs():
            self.do(next(self.offered("stairs")).action)
            return True
        if beside and not self.truce and self.armed:
            self._step_to((beside[0].y, beside[0].x))
            return True
        if self.around.awake:
            return False
        shot_at = any("missile" in line or "hits you" in line for line in self.told[-3:])
        if self.told[-1:] and self.told[-1].startswith("Rested") and "something" in self.told[-1]:
            self._tired_until = len(self.lines) + 4 * PACES
        rested = len(self.lines) > self._tired_until
        if (
            self.health < REST_BELOW
            and rested
            and not shot_at
            and (rest := next(self.offered("rest"), None)) is not None
        ):
            self.do(rest.action)
            return True
        return False

    def _break_off(self) -> bool:
        """Leave the pacing to and fro between two plans: do for a while what the rules' own player
        would."""
        for _ in range(PACES):
            if self.view.phase == "over":
                break
            self.flounder()
        return True

    # ------------------------------------------------------------ the quest

    def train(self) -> None:
        """Make the hero, and spend what he has on skills and abilities."""
        for word in BIRTH:
            self.do(f"answer {word}")
        for skill, points in SKILLS.items():
            self.do(f"raise {skill} {points}")
        for ability in ABILITIES:
            self.do(f"learn {ability}")

    def _arrive(self) -> None:
        """Forget the level before."""
        self._came = len(self.lines)
        self._barred.clear()
        self._tries.clear()
        self._stood.clear()
        self._explored = False

    @property
    def armed(self) -> bool:
        """Return whether he holds a weapon that is worth the name."""
        return _force(dict(self.view.pages).get("Equipment", "")) > 4

    def find_weapon(self) -> None:
        """Look over this level and those above it until he has a weapon."""
        while not self.armed:
            if self.live():
                continue
            assert self.view.map is not None
            lying = {(i.y, i.x) for i in self.view.map.items if _force(i.name) > 4}
            if self._explored:
                self.take_stairs("up" if self.depth == THRONE - 1 else "down")
            elif not self.go(lying - self._stood):
                self.wander()

    def take_stairs(self, way: str) -> None:
        """Leave the level by stairs "up" or "down"."""
        level = self.depth
        while self.depth == level and self.view.phase == "play":
            if self.live():
                continue
            lost = self.depth < THRONE and len(self.lines) - self._came > LOST_AFTER
            ways = {"up", "down"} if lost else {way}
            here = next((o for o in self.offered("stairs") if o.action.args[0] in ways), None)
            if here is not None:
                self.do(here.action)
            elif not self.go(set().union(*(self.around.ground_of(word) for word in ways))):
                self.wander()
        if self.view.phase == "over":
            raise Lost(self.told[-1])

    def knock_off_the_crown(self) -> None:
        """Go north through the hall, singing, until Morgoth sleeps and the crown falls."""
        while not any("falls from his brow" in line for line in self.told):
            if not self.live():
                self.wander(north=True)

    def arm(self) -> bool:
        """Wield a better weapon that lies here."""
        best = _force(dict(self.view.pages).get("Equipment", ""))
        for offer in self.offered("wear"):
            if offer.action.args[0].startswith("floor-") and _force(offer.label) > best:
                self.do(offer.action)
                return True
        return False

    def lull(self) -> None:
        """Sing everybody in the throne room to sleep, while there is voice for it."""
        inside = self.depth == THRONE and self.around.here[0] <= SINGS_FROM
        if inside and any(offer.action.args == ("lorien",) for offer in self.offered("sing")):
            self.do("sing lorien")

    def cut_a_jewel(self) -> None:
        """Stand on the crown and cut a jewel from it."""
        while not self.won:
            if self.live():
                continue
            if (prise := next(self.offered("prise"), None)) is not None:
                self.do(prise.action)
                continue
            assert self.view.map is not None
            crown = {(i.y, i.x) for i in self.view.map.items if "Iron Crown" in i.name}
            if not self.go(crown):
                self.wander(north=True)

    @property
    def won(self) -> bool:
        """Return whether he has cut a Silmaril free."""
        return any("freed a Silmaril" in line for line in self.told)

    def play(self) -> None:
        """Take a Silmaril from the throne room to the level above it. Raises Lost."""
        self.train()
        self.find_weapon()
        while self.depth < THRONE:
            self.take_stairs("down")
        self.knock_off_the_crown()
        self.cut_a_jewel()
        while self.depth == THRONE:
            self.take_stairs("up")
