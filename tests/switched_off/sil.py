"""Sil-Q's abilities, switched off one by one.

Tests name the abilities they show: `@pytest.mark.ability("Charge")`. The abilities that share a
name are told apart as on the sheet, `Dexterity (Evasion)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from engine.sil.data import bundle
from engine.sil.data.records import AbilityRef
from engine.sil.game.state import Hero
from engine.sil.hero import abilities, derived
from tests.switched_off import SwitchedOff, replaced

TESTS = "tests/engine/sil"


def mutants() -> Iterator[SwitchedOff]:
    """Yield a mutant without each ability."""
    for ability in bundle.load().abilities.values():
        name = abilities.name(bundle.load(), ability.ref)
        off = partial(disabled, ability.ref)
        yield SwitchedOff(name, off, _is_marked(name))


def _is_marked(name: str) -> Callable[[pytest.Item], bool]:
    return lambda item: any(name in mark.args for mark in item.iter_markers("ability"))


@contextmanager
def disabled(ref: AbilityRef) -> Iterator[None]:
    """Disable an ability: it can be bought and owned, but is never active."""
    active, add_all = Hero.active, derived._own_abilities

    def is_active(hero: Hero, ability: AbilityRef) -> bool:
        return ability != ref and active(hero, ability)

    def add_own_abilities(hero: Hero, out: derived.Breakdown) -> None:
        add_all(hero, out)
        out.active -= {ref}

    with replaced((Hero, "active", is_active), (derived, "_own_abilities", add_own_abilities)):
        yield
