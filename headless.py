"""A game without Discord: `python bot.py play`. One line of text an action in, events out, the
digest of the last state at the end. The same ruleset, seed and script print the same lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine import log
from engine.dice import Stream, seed_from
from engine.game import Action, ActionError, Offer, Ruleset


def play(
    ruleset: Ruleset, seed: str, script: Iterable[str], autoplay: int, seats: int | None = None
) -> Iterator[str]:
    """Play the script's lines, then up to `autoplay` actions of the built-in player, and yield
    what there is to print. In a script, `#` starts a comment line and `1: step ne` names the seat
    (otherwise the first seat whose move it is acts). A line that is refused is told and passed
    over: it changes nothing. Raises ActionError when the game cannot be started."""
    names = [f"Hero {n + 1}" for n in range(seats or ruleset.seats[0])]
    state = ruleset.new({}, names, seed_from(seed))
    for line in script:
        text = line.strip()
        if text and not text.startswith("#"):
            seat, order = _addressed(text, ruleset.to_act(state))
            yield from _told(ruleset, state, seat, order)
    yield from _by_itself(ruleset, state, autoplay, Stream(seed_from(f"autoplay {seed}")))
    if ended := ruleset.outcome(state):
        yield f"* {ended.title}"
    yield f"digest {log.digest(ruleset, state)}"


def _addressed(text: str, to_act: tuple[int, ...]) -> tuple[int, str]:
    head, colon, rest = text.partition(":")
    if colon and head.strip().removeprefix("-").isdigit():
        return int(head), rest.strip()
    return (to_act[0] if to_act else 0), text


def _told(ruleset: Ruleset, state: Any, seat: int, order: str) -> Iterator[str]:
    yield f"> {seat}: {order}"
    try:
        events = log.play(ruleset, state, log.Line(seat, order))
    except ActionError as error:
        yield f"! {error}"
        return
    for event in events:
        to = "" if event.audience is None else f" (to {', '.join(map(str, event.audience))})"
        yield f"  {event.text}{to}"


def _by_itself(ruleset: Ruleset, state: Any, turns: int, chance: Stream) -> Iterator[str]:
    taken: Counter[Action] = Counter()  # since the game's turn last moved on
    turn = -1
    for _ in range(turns):
        seats = ruleset.to_act(state)
        offers = ruleset.legal(state, seats[0]) if seats else ()
        if not offers:
            return
        if (now := ruleset.view(state, None).turn) != turn:
            turn = now
            taken.clear()
        offer = chosen(offers, taken, chance)
        taken[offer.action] += 1
        yield from _told(ruleset, state, seats[0], str(offer.action))


def chosen(offers: Sequence[Offer], taken: Counter[Action], chance: Stream) -> Offer:
    """What the built-in player does: mostly the best offer, sometimes the next ones, and first of
    all what it has not tried in this turn, so that it never circles for good. What is grave or
    free it takes only when it has tried all else three times. Raises ValueError without offers."""

    def tired(offer: Offer) -> int:
        return taken[offer.action] + (3 if offer.grave or offer.free else 0)

    least = min(map(tired, offers))
    fresh = [offer for offer in offers if tired(offer) == least]
    return next((offer for offer in fresh if chance.percent(60)), fresh[0])
