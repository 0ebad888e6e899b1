"""Secrets that the files of running games are sealed with."""

from __future__ import annotations

from datetime import date

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


OWN_KEY = FileSecrets()
