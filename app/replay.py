"""The replay of a game's file in a browser, for `docs/verify.html`; `docs/replay` packs it."""

from __future__ import annotations

import functools
from collections.abc import Mapping

import msgspec

from engine import rulesets
from engine.contract.ruleset import AnyRuleset
from table.errors import Refusal
from table.history.verification import verify


def replay(data: bytes | memoryview) -> str:
    """Return as JSON what a file proves and what it only claims (`ok`, `proved`, `claimed`), or why
    it cannot be checked (`refused`)."""
    try:
        found = verify(bytes(data), [], _known())
    except Refusal as refusal:
        return msgspec.json.encode({"refused": str(refusal)}).decode()
    told = {name: [str(each) for each in getattr(found, name)] for name in ("proved", "claimed")}
    return msgspec.json.encode({"ok": found.ok, **told}).decode()


@functools.cache
def _known() -> Mapping[str, AnyRuleset]:
    return rulesets.build()
