"""SQL that all stores of a test process compile once: for the few statements of a test, compiling
them takes longer than the rest."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

Key = tuple[Any, ...]


class SharedStatements(dict[Key, Any]):
    """Compiled statements by what SQLAlchemy keeps them by, but by the kind of a dialect: each
    engine has one of its own, and those of a kind are alike."""

    def get(self, key: Key, default: Any = None) -> Any:
        """Return what a statement was compiled to."""
        return super().get((type(key[0]), *key[1:]), default)

    def __setitem__(self, key: Key, compiled: Any) -> None:
        super().__setitem__((type(key[0]), *key[1:]), compiled)


def share() -> None:
    """Let all engines that are made from now on share their statements, where tests have imported
    what makes them."""
    options = {"compiled_cache": SharedStatements()}
    modules = (sys.modules.get(f"table.store.{name}") for name in ("sqlite", "postgresql"))
    for module in filter(None, modules):
        for name in ("create_engine", "create_async_engine"):
            made = partial(getattr(module, name), execution_options=options)
            setattr(module, name, made)
