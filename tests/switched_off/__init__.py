"""A game's rules with one thing switched off, and how the tests that show it are told."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest


@dataclass(frozen=True)
class SwitchedOff:
    """One thing that can be switched off."""

    name: str
    off: Callable[[], AbstractContextManager[None]]
    shows: Callable[[pytest.Item], bool]  # whether a test shows the thing at work


def names_it(*words: str) -> Callable[[pytest.Item], bool]:
    """Return the test for tests that name a thing: in their parameters or in their text."""

    def shows(item: pytest.Item) -> bool:
        return any(word in _text(item) for word in words)

    return shows


def _text(item: pytest.Item) -> str:
    if not isinstance(item, pytest.Function):
        return ""
    parameters = getattr(item, "callspec", None)
    shown = " ".join(map(repr, parameters.params.values())) if parameters else ""
    return f"{shown} {inspect.getsource(item.function)}"


@contextmanager
def replaced(*changes: tuple[Any, str, Any]) -> Iterator[None]:
    """Replace entries of dictionaries, or attributes of anything else, for a while."""
    before = []
    for owner, name, new in changes:
        before.append((owner, name, _get(owner, name)))
        _set(owner, name, new)
    try:
        yield
    finally:
        for owner, name, old in reversed(before):
            _set(owner, name, old)


def _get(owner: Any, name: str) -> Any:
    return owner[name] if isinstance(owner, dict) else getattr(owner, name)


def _set(owner: Any, name: str, value: Any) -> None:
    if isinstance(owner, dict):
        owner[name] = value
    else:
        setattr(owner, name, value)
