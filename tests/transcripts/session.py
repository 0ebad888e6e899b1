"""Play the lines of a written session and write what comes of each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from engine.contract import running_game
from engine.contract.action import GM, ActionError, Event
from engine.contract.view import MapBoard, Page, View
from tests.rolled import dice_for
from tests.rulesets import RULESETS
from tests.staged_views import Seat, facts_of

FOLDER = Path(__file__).parent
SAYS = "> "
OF_A_VERB = 3  # offers of one verb that are shown


class Session:
    """A game that a written session plays."""

    def __init__(self, header: dict[str, str]) -> None:
        names = header["names"].split(", ")
        options = dict(each.split(" ", 1) for each in header.get("options", "").split(", ") if each)
        self.with_gm = "gm" in header
        ruleset = RULESETS[header["ruleset"]]
        self._seed, self._acts = header["seed"], 0
        dice = dice_for(self._seed)
        self.game = running_game.start(ruleset, options, names, dice, gm=self.with_gm)
        self.seats: dict[str, Seat] = {name.lower(): seat for seat, name in enumerate(names)}
        self.seats["all"] = None
        if self.with_gm:
            self.seats["gm"] = GM
        self._seen = {seat: self._facts(seat) for seat in self.seats.values()}

    def do(self, line: str) -> Iterator[str]:
        """Yield what comes of a line."""
        first, *words = line.split(" ")
        if first == "look":
            seat = self.seats[words[0]]
            pages = [page for page in self.game.pages(seat) if page.name in words[1:]]
            yield from looked(self.game.view(seat), pages)
        elif first == "offers":
            yield from self._offers(self.seats[words[0]])
        elif words[0] == "offer":
            yield from self._take(self.seats[first], int(words[1]))
        else:
            yield from self._act(self.seats[first], " ".join(words))

    def _offers(self, seat: Seat) -> Iterator[str]:
        """Yield what a seat may do: of each verb the first."""
        assert seat is not None
        verbs = Counter[str]()
        for offer in self.game.legal(seat):
            verbs[offer.action.verb] += 1
            if verbs[offer.action.verb] <= OF_A_VERB:
                marks = [offer.group, *(["advised"] if offer.advised else ())]
                why = f" because {offer.why}" if offer.why else ""
                yield f"{offer.action}: {offer.label} ({', '.join(marks)}){why}"
        yield " ".join(f"{verb} {count}" for verb, count in verbs.items())

    def _take(self, seat: Seat, number: int) -> Iterator[str]:
        """Let a seat take the offer of a number, counted round; yield what comes of it."""
        assert seat is not None
        offers = self.game.legal(seat)
        if not offers:
            yield "has nothing to do"
            return
        line = str(offers[number % len(offers)].action)
        yield f"does {line}"
        yield from self._act(seat, line)

    def _act(self, seat: Seat, line: str) -> Iterator[str]:
        assert seat is not None
        self._acts += 1
        try:
            action = self.game.parse(line, seat)
            events = self.game.apply(seat, action, dice_for(f"{self._seed} {self._acts}"))
        except ActionError as refusal:
            yield f"refused: {refusal}"
            return
        yield from map(self._told, events)
        yield from self._changes()

    def _told(self, event: Event) -> str:
        names = {seat: name for name, seat in self.seats.items()}
        heard = " ".join(names[each] for each in event.audience or (None,))
        detail = f" / {event.detail}" if event.detail else ""
        return f"{heard}: {event.text}{detail}"

    def _facts(self, seat: Seat) -> frozenset[str]:
        """Return what a seat sees, without the ground and what it was told."""
        view = self.game.view(seat)
        if view.map is not None:
            view = replace(view, map=replace(view.map, ground=b"", state=b"", overlay=b""))
        return facts_of(replace(view, lines=()), self.game.pages(seat))

    def _changes(self) -> Iterator[str]:
        """Yield which facts are new, and which hold no more, to which seats."""
        found: dict[str, list[str]] = defaultdict(list)
        for name, seat in self.seats.items():
            before, self._seen[seat] = self._seen[seat], self._facts(seat)
            for fact in before - self._seen[seat]:
                found[f"- {fact}"].append(name)
            for fact in self._seen[seat] - before:
                found[f"+ {fact}"].append(name)
        for change, names in sorted(found.items()):
            yield change if len(names) == len(self.seats) else f"{change} ({', '.join(names)})"


def looked(view: View, pages: Sequence[Page]) -> Iterator[str]:
    """Yield what stands in a view beside its facts, and in pages."""
    yield f"title: {view.title}"
    yield f"coach: {view.coach}"
    yield from (f"coach: {line}" for line in view.coach_shorter)
    yield f"alt: {view.alt}"
    for page in pages:
        yield from (f"{page.name}: {line}" for line in str(page.text).splitlines() if line)
    if view.map is not None:
        yield from _drawn(view.map)


def _drawn(board: MapBoard) -> Iterator[str]:
    """Yield the rows of a map: who and what is there, else the letter of the ground."""
    letters = {(each.y, each.x): each.letter for each in (*board.items, *board.entities)}
    for y in range(board.top, board.top + board.height):
        row = (y - board.top) * board.width - board.left
        columns = range(board.left, board.left + board.width)
        yield (
            "|"
            + "".join(
                letters.get((y, x)) or board.legend[board.ground[row + x]].letter for x in columns
            )
            + "|"
        )
    for each in board.entities:
        yield f"{each.letter} {each.name}: {each.title}, {each.description}"


def played(written: str) -> str:
    """Return a written session with what the rules say now."""
    lines = written.splitlines()
    start = next(i for i, line in enumerate(lines) if not line)
    session = Session(dict(line.split(": ", 1) for line in lines[:start]))
    found = lines[: start + 1]
    for line in lines[start + 1 :]:
        if line.startswith(SAYS):
            found += [line, *(f"  {told}" for told in session.do(line.removeprefix(SAYS)))]
    return "\n".join(found) + "\n"


def files() -> list[Path]:
    """Return all written sessions."""
    return sorted(FOLDER.glob("*.txt"))
