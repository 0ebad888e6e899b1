"""Pages of views, as tests read them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.contract.view import Page


def page_texts(pages: Iterable[Page]) -> dict[str, str]:
    """Return the texts of pages in English, by their names."""
    return {page.name: str(page.text) for page in pages}
