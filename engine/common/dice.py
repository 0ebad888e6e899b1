"""Chance that can be checked: counter-based streams of random numbers kept inside a game's state.

Word n of a stream is a 32-bit slice of BLAKE2b(key, block n // 16). The key is derived from the
game's seed, the epoch and the stream's name, so anybody who knows the seed can recompute every
draw, nobody can foresee one without it, and a draw in one stream never moves another.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, MutableSequence, Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import TypeVar

import msgspec

T = TypeVar("T")

_WORDS = struct.Struct("<16I")
_WIDTH = "32 bits wide"
SEED_BYTES = 16


@lru_cache(maxsize=4096)
def _block(key: bytes, number: int) -> tuple[int, ...]:
    return _WORDS.unpack(blake2b(number.to_bytes(8, "little"), key=key).digest())


def trunc_div(a: int, b: int) -> int:
    """a / b rounded towards zero, as the rules' integer divisions are (b may not be 0)."""
    q = abs(a) // abs(b)
    return q if (a >= 0) == (b >= 0) else -q


class Stream(msgspec.Struct):
    """One stream of draws: `key` (32 bytes) and how many words were drawn so far."""

    key: bytes
    drawn: int = 0

    def word(self) -> int:
        """Return the next word, 0 to 2**32 - 1."""
        n = self.drawn
        self.drawn = n + 1
        return _block(self.key, n >> 4)[n & 15]

    def below(self, n: int) -> int:
        """Return a whole number from 0 to n - 1, each equally likely (0 when n is 1 or less)."""
        if n <= 1:
            return 0
        if n > 1 << 32:
            raise ValueError(f"below({n}): a draw is {_WIDTH}")
        while True:
            number = self.drawn  # as `word`, but this runs a thousand times a turn
            self.drawn = number + 1
            low = _block(self.key, number >> 4)[number & 15]
            if low >= n or low >= (1 << 32) % n:  # the bias, less than n, is seldom worked out
                return low % n

    def draws(self, n: int) -> Iterator[int]:
        """Yield draws of `below(n)`, for n from 2 to 2**32, without end: twice as quick where many
        are wanted. Others may be drawn in between."""
        if not 1 < n <= 1 << 32:
            raise ValueError(f"draws({n}): a draw is {_WIDTH}, and 1 takes none")
        bias = (1 << 32) % n
        while True:
            number = self.drawn
            for low in _block(self.key, number >> 4)[number & 15 :]:
                number += 1
                self.drawn = number
                if low >= bias:
                    yield low % n
                    if self.drawn != number:
                        break

    def skip(self, draws: int, n: int) -> None:
        """Pass over as many draws of `below(n)`, for n from 2 to 2**32."""
        bias = (1 << 32) % n
        while draws > 0:
            word = self.drawn
            left = _block(self.key, word >> 4)[word & 15 :][:draws]
            self.drawn = word + len(left)
            draws -= len(left) if not bias or min(left) >= bias else sum(w >= bias for w in left)

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


class RandomStreams(msgspec.Struct):
    """A game's three streams: what levels are made of, what play decides, and mere flavour."""

    seed: bytes
    epoch: int
    level: Stream
    play: Stream
    flavour: Stream

    @classmethod
    def of(cls, seed: bytes, epoch: int = 0) -> RandomStreams:
        """Streams of a seed (16 bytes). Undo and fork ask for the next epoch: fresh dice."""
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed is {SEED_BYTES} bytes, not {len(seed)}")
        keys = (
            blake2b(name, key=seed, salt=epoch.to_bytes(16, "little"), digest_size=32).digest()
            for name in (b"level", b"play", b"flavour")
        )
        return cls(seed, epoch, *(Stream(key) for key in keys))

    def renew(self, seed: bytes | None = None) -> None:
        """Start the next epoch, so that nobody plays again with dice already seen; with a seed,
        the first epoch of that."""
        fresh = (
            RandomStreams.of(self.seed, self.epoch + 1) if seed is None else RandomStreams.of(seed)
        )
        self.seed, self.epoch = fresh.seed, fresh.epoch
        self.level, self.play, self.flavour = fresh.level, fresh.play, fresh.flavour


def seed_from(text: str) -> bytes:
    """Return the seed that a number or word typed by a person stands for."""
    return blake2b(text.encode(), digest_size=SEED_BYTES).digest()


def commitment(seed: bytes) -> str:
    """Return the hash of a seed that is published when a game starts (hex, 64 letters)."""
    return blake2b(seed, digest_size=32, person=b"leithian-seed").hexdigest()
