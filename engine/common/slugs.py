"""Names as single words of lower-case letters, digits and hyphens."""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import combining, normalize


@lru_cache(maxsize=1024)
def slug(name: str) -> str:
    """Return a name as one word: "Gorgol, the Butcher" is "gorgol-the-butcher"."""
    plain = "".join(c for c in normalize("NFD", name) if not combining(c))
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
