"""Dice by action: chance that can be checked, and of which no state of a game holds anything.

Word n of a stream is a 32-bit slice of BLAKE2b(key, block n // 16). The key is derived from the
game's secret, the number of the action, the id of the interaction that asked for it and the
stream's name. So whoever knows the secret can recompute every draw, nobody can foresee one without
it, and a draw in one stream never moves another.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, MutableSequence, Sequence
from copy import copy
from functools import lru_cache
from hashlib import blake2b
from typing import TypeVar

import msgspec

T = TypeVar("T")

_LAST_FIRST = struct.Struct(">16I")  # the words of a block whose bytes are turned round
_ASKED, _HIDDEN = struct.Struct("<QQ"), struct.Struct("<QQQ")
_WIDTH = "32 bits wide"
SEED_BYTES = 16


def trunc_div(a: int, b: int) -> int:
    """a / b rounded towards zero, as the rules' integer divisions are (b may not be 0)."""
    q = abs(a) // abs(b)
    return q if (a >= 0) == (b >= 0) else -q


@lru_cache(maxsize=64)
def _keyed(key: bytes) -> blake2b:
    """Return the hash of nothing with a key, to begin each block with."""
    return blake2b(key=key)


class Stream(msgspec.Struct):
    """One stream of draws: `key` (32 bytes), how many blocks were hashed, and what is left of the
    last one, the next word at the end."""

    key: bytes
    _blocks: int = 0
    _words: list[int] = []

    @property
    def drawn(self) -> int:
        """Return how many words were drawn so far."""
        return 16 * self._blocks - len(self._words)

    def _next_block(self) -> list[int]:
        hashed = _keyed(self.key).copy()
        hashed.update(self._blocks.to_bytes(8, "little"))
        self._blocks += 1
        self._words += _LAST_FIRST.unpack(hashed.digest()[::-1])
        return self._words

    def word(self) -> int:
        """Return the next word, 0 to 2**32 - 1."""
        return (self._words or self._next_block()).pop()

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1, each equally likely (0 when n is 1 or less)."""
        if n <= 1:
            return 0
        if n > 1 << 32:
            raise ValueError(f"below({n}): a draw is {_WIDTH}")
        while True:
            low = (self._words or self._next_block()).pop()
            if low >= n or low >= (1 << 32) % n:  # the bias, less than n, is seldom worked out
                return low % n

    def draws(self, n: int) -> Iterator[int]:
        """Yield draws of `below(n)`, for n from 2 to 2**32, without end: quicker where many are
        wanted. Others may be drawn in between."""
        if not 1 < n <= 1 << 32:
            raise ValueError(f"draws({n}): a draw is {_WIDTH}, and 1 takes none")
        bias = (1 << 32) % n
        words = self._words
        while True:
            low = (words or self._next_block()).pop()
            if low >= bias:
                yield low % n

    def skip(self, draws: int, n: int) -> None:
        """Pass over as many draws of `below(n)`, for n from 2 to 2**32."""
        bias = (1 << 32) % n
        while draws > 0:
            words = self._words or self._next_block()
            passed = words[-draws:]
            del words[-draws:]
            draws -= len(passed) if min(passed) >= bias else sum(w >= bias for w in passed)

    def between(self, low: int, high: int) -> int:
        """Return a whole number from low to high, both included."""
        return low + self.below(high - low + 1)

    def die(self, sides: int) -> int:
        """1 to sides; 0 when there are no sides."""
        return self.below(sides) + 1 if sides > 0 else 0

    def roll(self, dice: int, sides: int) -> int:
        """Return the sum of `dice` dice of `sides` sides (0 when either is 0 or less)."""
        if sides <= 0:
            return 0
        return sum(self.below(sides) + 1 for _ in range(dice))

    def one_in(self, n: int) -> bool:
        """True once in n draws; always when n is 1 or less."""
        return self.below(n) == 0

    def percent(self, chance: int) -> bool:
        """True in `chance` of a hundred draws."""
        return self.below(100) < chance

    def choose(self, options: Sequence[T]) -> T:
        """Return one of the options, each equally likely. Raises IndexError when there is none."""
        return options[self.below(len(options))]

    def weighted(self, weights: Sequence[int]) -> int:
        """Return an index, each as likely as its weight; weights are whole, 0 or more, not all
        0."""
        at = self.below(sum(weights))
        for index, weight in enumerate(weights):
            at -= weight
            if at < 0:
                return index
        raise ValueError("weighted: every weight is 0")

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items in a random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


class ActionKey(msgspec.Struct, frozen=True, omit_defaults=True):
    """The source of an action's dice beside the game's secret; it is kept in the log.

    `number`: of the action, among those that count in public; 0 is the game's start. `asked`: the
    id of the interaction that asked for it, 0 for a game without a table and for what happens at a
    deadline. `hidden`: how many hidden actions there were before it, where no
    interaction tells it from them. `levels`: the names of the
    levels that it has begun.
    """

    number: int
    asked: int = 0
    hidden: int = 0
    levels: tuple[str, ...] = ()


class DiceKeys(msgspec.Struct, frozen=True):
    """The keys of one action's dice, 32 bytes each, by which nobody can tell another action's.

    `levels`: of the levels that games share, by name; None: levels are made of the action's dice.
    """

    action: bytes
    hidden: bytes
    levels: dict[str, bytes] | None = None


class ActionDice:
    """The dice of one action, in four streams.

    `level`: what levels are made of; `play`: what play decides; `flavour`: what changes no chance;
    `hidden`: what only a Game Master knows of, which never moves the others. `begun`: the names of
    the levels that were begun.
    """

    __slots__ = ("_apart", "_keys", "_shared", "begun", "flavour", "hidden", "level", "play")

    def __init__(self, keys: DiceKeys, shared: bytes | None = None) -> None:
        """Make the streams. `shared`: what the levels of several games come from."""
        self._keys, self._shared = keys, shared
        self.level = Stream(_derive(keys.action, b"level"))
        self.play = Stream(_derive(keys.action, b"play"))
        self.flavour = Stream(_derive(keys.action, b"flavour"))
        self.hidden = Stream(_derive(keys.hidden, b"hidden"))
        self._apart: dict[str, Stream] = {}
        self.begun: list[str] = []

    def begin_level(self, name: str) -> None:
        """Let `level` begin anew, for a level of a game or a part of it; in games that share their
        levels it is the same for equal names. A name is used once in a game.

        Raises KeyError when a replay begins a level that the game has not begun.
        """
        if self._shared is not None:
            key = _derive(self._shared, b"level " + name.encode())
        elif self._keys.levels is not None:
            key = self._keys.levels[name]
        else:
            key = _derive(self._keys.action, b"level " + name.encode())
        self.level = Stream(key)
        self.begun.append(name)

    def apart(self, name: str) -> Stream:
        """Return the hidden stream of that name: one for each whose dice may move nobody else's."""
        if name not in self._apart:
            self._apart[name] = Stream(_derive(self._keys.hidden, b"apart " + name.encode()))
        return self._apart[name]

    def all_hidden(self, name: str = "") -> ActionDice:
        """Return these dice for whoever rolls behind the screen: each stream is the hidden one, or
        the one of that name."""
        screened = copy(self)
        screened.hidden = self.apart(name) if name else self.hidden
        screened.level = screened.play = screened.flavour = screened.hidden
        return screened


class NotRolled(RuntimeError):
    """Something was to be rolled while no action is done."""


class _StillStream(Stream):
    """A stream between actions: drawing from it is a mistake of the program."""

    def _next_block(self) -> list[int]:
        raise NotRolled


class _StillDice(ActionDice):
    """The dice between actions. Raises NotRolled for every draw."""

    __slots__ = ()

    def __init__(self) -> None:
        self.level = self.play = self.flavour = self.hidden = _StillStream(b"")
        self.begun = []

    def begin_level(self, name: str) -> None:
        raise NotRolled

    def apart(self, name: str) -> Stream:
        return self.hidden


STILL_DICE: ActionDice = _StillDice()


class GameSecret(msgspec.Struct, frozen=True):
    """The source of all dice of a game (16 bytes each).

    `shared`: what the start and the levels come from in games that share them.
    """

    seed: bytes
    shared: bytes | None = None

    def dice(self, key: ActionKey) -> ActionDice:
        """Return the dice of an action."""
        return ActionDice(self._keys(key), self.shared if key.number else None)

    def start_dice(self) -> ActionDice:
        """Return the dice that the game starts with."""
        return self.dice(ActionKey(0))

    def past_keys(self, key: ActionKey) -> DiceKeys:
        """Return the keys of an action that was done, by which it can be done again."""
        keys = self._keys(key)
        if self.shared is None or not key.number:
            return keys
        names = {name: _derive(self.shared, b"level " + name.encode()) for name in key.levels}
        return msgspec.structs.replace(keys, levels=names)

    def _keys(self, key: ActionKey) -> DiceKeys:
        seed = self.seed if key.number or self.shared is None else self.shared
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed is {SEED_BYTES} bytes, not {len(seed)}")
        asked = _ASKED.pack(key.number, key.asked)
        counted = _HIDDEN.pack(key.number, key.asked, key.hidden)
        return DiceKeys(_derive(seed, b"action " + asked), _derive(seed, b"hidden " + counted))


def public_dice(facts: str) -> ActionDice:
    """Return dice made of what everybody may know: for trials that decide nothing."""
    return GameSecret(seed_from(facts)).start_dice()


def _derive(key: bytes, name: bytes) -> bytes:
    """Return the key of that name which comes from another."""
    return blake2b(name, key=key, digest_size=32).digest()


def seed_from(text: str) -> bytes:
    """Return the seed that a number or word typed by a person stands for."""
    return blake2b(text.encode(), digest_size=SEED_BYTES).digest()


def commitment(seed: bytes) -> str:
    """Return the hash of a seed that is published when a game starts (hex, 64 letters)."""
    return blake2b(seed, digest_size=32, person=b"leithian-seed").hexdigest()
