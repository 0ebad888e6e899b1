"""Names as single words of lower-case letters, digits and hyphens."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import combining, normalize

from engine.contract.placeholders import PLACEHOLDERS

_OTHER = re.compile(f"[^a-z0-9{PLACEHOLDERS}]+")


@lru_cache(maxsize=1024)
def slug(name: str) -> str:
    """Return a name as one word: "Gorgol, the Butcher" is "gorgol-the-butcher". A placeholder of
    somebody's name stays."""
    plain = "".join(c for c in normalize("NFD", name) if not combining(c))
    return _OTHER.sub("-", plain.lower()).strip("-")
