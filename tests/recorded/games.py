"""Games of the rules alone that are recorded: their kinds are beginnings."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import msgspec

from engine.contract import running_game
from engine.contract.action import GM, Action, Event, Offer
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame
from tests.recorded.beginnings import BEGINNINGS
from tests.recorded.digests import RecordedPlay, Steps, digest_of
from tests.rolled import dice_for
from tests.rulesets import RULESETS

FILE = Path(__file__).with_name("games.txt")
LOOKED = 6  # actions after which all views and offers are looked at, and actions tried


def play(record: RecordedPlay) -> Steps:
    """Play a game."""
    dice = random.Random(record.name)
    game = BEGINNINGS[record.kind](dice)
    sense = dice.choice((0.2, 0.5, 0.9))
    steps = []
    for number in range(record.steps):
        if not game.turn().waiting:
            break
        line, told = act(game, dice, sense)
        looked = b""
        if number % LOOKED == LOOKED - 1:
            looked = seen(game) + each_tried(RULESETS[record.kind.split()[-1]], game, dice)
        steps.append((line, digest_of(line.encode(), told, game.dump(), looked)))
    return [*steps, ("the end", digest_of(seen(game), explained(game)))]


def act(game: RunningGame, dice: random.Random, sense: float) -> tuple[str, bytes]:
    """Let somebody act, as autoplay would with the probability `sense`, else at random; return the
    action and what came of it."""
    turn = game.turn()
    seat = dice.choice((*turn.waiting, *turn.also))
    rolled = dice_for(dice.randbytes(8))
    advice = game.autoplay(seat, irreversible=True) if dice.random() < sense else None
    action = advice.action if advice else None
    if action is None and (offers := game.legal(seat)):
        action = dice.choice(_of_any_verb(offers, dice)).action
    if action is None:
        return f"{seat} nothing", b""
    events = game.apply(seat, action, rolled)
    why = str(advice.why) if advice else ""
    return f"{seat} {action}", why.encode() + told(events)


def _of_any_verb(offers: Sequence[Offer], dice: random.Random) -> Sequence[Offer]:
    return dice.choice(_by_verb(offers))


def _by_verb(offers: Sequence[Offer]) -> list[list[Offer]]:
    """Return the offers of each verb, by its name."""
    verbs = sorted({offer.action.verb for offer in offers})
    return [[offer for offer in offers if offer.action.verb == verb] for verb in verbs]


def each_tried(ruleset: AnyRuleset, game: RunningGame, dice: random.Random) -> bytes:
    """Return what would come of an action of each verb that somebody is offered, and how others
    would see it."""
    now, came = game.dump(), []
    for seat in seats(game):
        for offers in _by_verb(game.legal(seat)):
            events, other = acted_in_copy(ruleset, now, seat, dice.choice(offers).action)
            came += [
                told(events),
                other.dump(),
                msgspec.msgpack.encode((other.view(None), other.pages(None)), enc_hook=repr),
            ]
    return b"".join(came)


def acted_in_copy(
    ruleset: AnyRuleset, state: bytes, seat: int, action: Action
) -> tuple[Sequence[Event], RunningGame]:
    """Return what comes of an action in a copy of a game, and that copy."""
    copy = running_game.resume(ruleset, state)
    return copy.apply(seat, action, dice_for(str(action))), copy


def told(events: Sequence[Event]) -> bytes:
    """Return events as bytes, with their words."""
    return msgspec.msgpack.encode([(each, str(each.text)) for each in events], enc_hook=repr)


def seats(game: RunningGame) -> list[int]:
    """Return the seats that may act now."""
    turn = game.turn()
    return sorted({*turn.waiting, *turn.also})


def seen(game: RunningGame) -> bytes:
    """Return all that the public and each seat sees and may do now."""
    acting = seats(game)
    watchers = (None, 0, *([GM] if GM in acting else []))
    views = [(game.view(seat), game.pages(seat)) for seat in watchers]
    offers = [(seat, game.legal(seat)) for seat in acting]
    return msgspec.msgpack.encode((views, offers), enc_hook=repr)


def explained(game: RunningGame) -> bytes:
    """Return what the first seat can look up, and how the game ended."""
    looked_up = [str(game.explain(0, topic)) for topic in game.topics(0)]
    return msgspec.msgpack.encode((looked_up, game.outcome()), enc_hook=repr)
