"""Secrets that the files of running games are sealed with."""

from __future__ import annotations

from datetime import UTC, date, datetime
from hashlib import sha256

import msgspec


class OldSecret(msgspec.Struct, frozen=True):
    """A secret that files were sealed with before: they can be read until the end of a day."""

    secret: str
    until: date  # in UTC


class FileSecrets(msgspec.Struct, frozen=True):
    """Secrets that files are sealed with: the current one (None: a key of the store's own), and
    older ones whose files can still be read."""

    current: str | None = None
    old: tuple[OldSecret, ...] = ()

    def keys(self, now: float) -> list[bytes]:
        """Return the keys made from the secrets that are in force, the current one's first."""
        texts = [] if self.current is None else [self.current]
        today = datetime.fromtimestamp(now, UTC).date()
        texts += [old.secret for old in self.old if today <= old.until]
        return [sha256(b"leithian export " + each.encode()).digest() for each in texts]


OWN_KEY = FileSecrets()
