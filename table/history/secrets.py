"""The secrets that a game's dice come from, and the keys of what was rolled already."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from engine.contract.dice import ActionKey, DiceKeys, GameSecret
from table.history.entries import Acted, LogRecord

MAX_ID = 1 << 63


class SecretFrom(msgspec.Struct, frozen=True):
    """A secret, and the first entry of the log whose dice come from it: a game that goes on from a
    file has the secrets of both."""

    first: int
    secret: GameSecret


def secret_at(secrets: Sequence[SecretFrom], number: int) -> GameSecret | None:
    """Return the secret that entry `number` of the log is keyed by; None when it is lost."""
    until = [each for each in secrets if each.first <= number]
    return max(until, key=lambda each: each.first).secret if until else None


def past_keys(
    secrets: Sequence[SecretFrom], records: Iterable[LogRecord]
) -> Mapping[int, DiceKeys]:
    """Return the keys of actions that were done, by the number of the entry: they tell nothing of
    dice to come. An action of before there were keys has none."""
    found: dict[int, DiceKeys] = {}
    for record in records:
        entry, secret = record.entry, secret_at(secrets, record.number)
        if isinstance(entry, Acted) and entry.key is not None and secret is not None:
            found[record.number] = secret.past_keys(entry.key)
    return found


def start_keys(secrets: Sequence[SecretFrom]) -> DiceKeys | None:
    """Return the keys that the game has started with; None when its secret is lost."""
    secret = secret_at(secrets, 0)
    return None if secret is None else secret.past_keys(ActionKey(0))


def interaction_of(request: str) -> int:
    """Return the id of the interaction that a request names; 0 when it is none."""
    if not (request.isascii() and request.isdecimal() and len(request) < 20):
        return 0
    number = int(request)
    return number if number < MAX_ID else 0
