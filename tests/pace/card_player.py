"""A player who sees nothing but the card: labels, intents, what is advised, and the view.

It presses the first advised offer, else the first plan, else the first that takes time. What its
games were like is counted: cards, levels, plans, cards without a plan or without advice.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from engine.contract import running_game
from engine.contract.action import GM, Event, Offer
from engine.contract.dice import ActionKey, GameSecret, seed_from
from engine.contract.facts import (
    Arrived,
    Died,
    Found,
    Grew,
    Healed,
    Learned,
    PlanEnded,
    SeatRef,
    Took,
)
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame
from engine.contract.view import SEEN, UNKNOWN, View

SHORT = 2  # turns: a plan that is broken off within them was hardly a decision
WINDOW, FEW = 40, 3  # presses, and so many different ones: with nothing gained a game is stuck
NOT_PLANNED = ("wait", "pause")  # plans whose aim may be a moment


@dataclass
class PaceFigures:
    """Counts of one or several games."""

    games: int = 0
    cards: int = 0  # presses while the game was in play
    levels: int = 0  # reached deeper than ever before, the first one aside
    plans: int = 0
    short_plans: int = 0  # of at most `SHORT` turns, their aim not reached
    done_at_once: int = 0  # of at most `SHORT` turns, their aim reached
    watched: int = 0  # cards with somebody in sight
    watched_without_plan: int = 0
    without_advice: int = 0
    stuck: int = 0  # windows of `WINDOW` presses of at most `FEW` kinds with nothing gained
    seats: int = 0
    presses: Counter[str] = field(default_factory=Counter)  # by verb
    short_reasons: Counter[str] = field(default_factory=Counter)  # of short plans: "explore saw"
    depths: list[int] = field(default_factory=list)
    stuck_at: list[str] = field(default_factory=list)  # the game and the number of the press

    def add(self, other: PaceFigures) -> None:
        """Add the counts of another game."""
        for name, value in vars(other).items():
            if isinstance(value, Counter):
                getattr(self, name).update(value)
            elif isinstance(value, list):
                getattr(self, name).extend(value)
            else:
                setattr(self, name, getattr(self, name) + value)

    def lines(self) -> Iterator[str]:
        """Yield the counts for people."""
        yield f"{self.games} games, {self.cards} cards, {self.levels} new levels"
        yield f"deepest levels: {sorted(self.depths)}"
        yield f"cards a new level: {self.cards / max(1, self.levels):.0f}"
        share = _percent(self.short_plans, self.plans)
        at_once = _percent(self.done_at_once, self.plans)
        yield f"plans: {self.plans}; broken off within {SHORT} turns {share}, done {at_once}"
        yield f"  short: {dict(self.short_reasons.most_common(12))}"
        share = _percent(self.watched_without_plan, self.watched)
        yield f"cards with somebody in sight: {self.watched}, without a plan {share}"
        yield f"cards without advice: {_percent(self.without_advice, self.cards)}"
        yield f"stuck: {self.stuck} {self.stuck_at[:8]}"
        yield f"presses: {dict(self.presses.most_common(16))}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / max(1, whole):.1f} %"


def press(offers: Sequence[Offer]) -> Offer:
    """Return what the card makes one press."""
    advised = [offer for offer in offers if offer.advised]
    plans = [offer for offer in offers if offer.group == "plan" and not offer.irreversible]
    timely = [offer for offer in offers if not offer.free and not offer.irreversible]
    return (advised or plans or timely or [*offers])[0]


def play(
    ruleset: AnyRuleset,
    seed: str,
    presses: int,
    options: Mapping[str, str] | None = None,
    names: Sequence[str] = ("Ann",),
) -> PaceFigures:
    """Return the figures of a game that is played by its cards, to its end or for so many
    presses."""
    secret = GameSecret(seed_from(seed))
    roles = ruleset.roles(options or {})
    names = [*names, *("Bob", "Eve", "Dan")][: max(len(names), roles.least_players)]
    gm = roles.gm == "required"
    game = running_game.start(ruleset, options or {}, names, secret.start_dice(), gm=gm)
    counted = _Counted(seed)
    for number in range(1, presses + 1):
        waiting = game.turn().waiting
        if not waiting:
            break
        seat = waiting[0]
        offers, view = game.legal(seat), game.view(seat)
        if not offers:
            break
        chosen = press(offers)
        if view.phase == "play" and seat != GM:
            counted.card(offers, view, chosen)
        events = game.apply(seat, chosen.action, secret.dice(ActionKey(number)))
        counted.happened(events, game, seat)
    figures = counted.figures
    figures.games, figures.seats = 1, len(names)
    figures.depths.append(counted.deepest)
    return figures


class _Counted:
    """The figures of one game as it goes on."""

    def __init__(self, seed: str) -> None:
        self.figures = PaceFigures()
        self.deepest = 0
        self._seed = seed
        self._recent: deque[str] = deque(maxlen=WINDOW)
        self._known = 0

    def card(self, offers: Sequence[Offer], view: View, chosen: Offer) -> None:
        """Count a card and what was pressed on it."""
        found = self.figures
        found.cards += 1
        found.presses[chosen.action.verb] += 1
        if _somebody_in_sight(view) and not view.question:
            found.watched += 1
            found.watched_without_plan += all(offer.group != "plan" for offer in offers)
        found.without_advice += not any(offer.advised for offer in offers)
        self._recent.append(str(chosen.action))
        if len(self._recent) == WINDOW and len(set(self._recent)) <= FEW:
            found.stuck += 1
            found.stuck_at.append(f"{self._seed} card {found.cards}: {chosen.action}")
            self._recent.clear()

    def happened(self, events: Sequence[Event], game: RunningGame, seat: int) -> None:
        """Count what an action brought."""
        figures = self.figures
        for event in events:
            match event.fact:
                case Arrived(who=SeatRef(), level=level) if level > self.deepest:
                    figures.levels += self.deepest > 0
                    self.deepest = level
                    self._recent.clear()
                case PlanEnded(plan=plan, reason=reason, turns=turns) if plan not in NOT_PLANNED:
                    figures.plans += 1
                    if turns <= SHORT and reason in ("done", "own deed"):
                        figures.done_at_once += 1
                    elif turns <= SHORT:
                        figures.short_plans += 1
                        figures.short_reasons[f"{plan} {reason}"] += 1
                case Found() | Took() | Learned() | Grew() | Healed():
                    self._recent.clear()
                case Died(who=who) if who != SeatRef(seat):
                    self._recent.clear()
                case _:
                    pass
        known = _known_squares(game.view(seat))
        if known > self._known:
            self._recent.clear()
        self._known = known


def _known_squares(view: View) -> int:
    return len(view.map.state) - view.map.state.count(UNKNOWN) if view.map else 0


def _somebody_in_sight(view: View) -> bool:
    board = view.map
    if board is None:
        return False
    for each in board.entities:
        y, x = each.y - board.top, each.x - board.left
        inside = 0 <= y < board.height and 0 <= x < board.width
        seen = inside and board.state[y * board.width + x] == SEEN
        if each.seat is None and seen and not each.hidden:
            return True
    return False
