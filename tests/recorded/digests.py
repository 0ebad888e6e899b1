"""Recordings of games and sessions: a digest of each step, in a file with a line for each."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

LETTERS = 4

Steps = list[tuple[str, str]]
"""For each step: in words, what was done, and a digest of all that came of it."""


class RecordedPlay(NamedTuple):
    """A game or a session, with the digests of its steps when it was recorded."""

    kind: str
    seed: int
    steps: int
    digests: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Return what tells it from others; its choices are made by it."""
        return f"{self.kind} {self.seed}"

    def of(self, steps: Steps) -> RecordedPlay:
        """Return it as recorded by these steps."""
        return self._replace(digests=tuple(digest for _, digest in steps))

    def difference(self, steps: Steps) -> str:
        """Return from where on it goes another way, in a sentence; "" when it goes as it went."""
        for number, (line, digest) in enumerate(steps):
            if self.digests[number : number + 1] != (digest,):
                return (
                    f"From “{line}” (step {number}) on it goes another way. "
                    "If that is meant, `python -m tests.recorded` records it anew."
                )
        return "" if len(steps) == len(self.digests) else "It ends sooner."


def digest_of(*parts: bytes) -> str:
    """Return a few letters that tell other bytes apart."""
    hashed = blake2b(digest_size=8)
    for part in parts:
        hashed.update(len(part).to_bytes(8, "big") + part)
    return hashed.hexdigest()[:LETTERS]


def read(file: Path) -> list[RecordedPlay]:
    """Return what a file holds."""
    found = []
    for line in file.read_text("utf-8").splitlines():
        head, _, digests = line.partition(": ")
        kind, seed, steps = head.split(", ")
        found.append(RecordedPlay(kind, int(seed), int(steps), tuple(digests.split())))
    return found


def write(file: Path, records: list[RecordedPlay]) -> None:
    """Write a file anew."""
    lines = (f"{r.kind}, {r.seed}, {r.steps}: {' '.join(r.digests)}\n" for r in records)
    file.write_text("".join(lines), "utf-8")
