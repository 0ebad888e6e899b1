"""Names as words of an action line."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import combining, normalize


@lru_cache(maxsize=1024)
def slug(name: str) -> str:
    """A name as a word of an order: small letters, digits and hyphens."""
    plain = "".join(c for c in normalize("NFD", name) if not combining(c))
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
