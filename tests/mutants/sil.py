"""Sil-Q's abilities, switched off one by one.

Tests name the abilities they show: `@pytest.mark.ability("Charge")`. The abilities that share a
name are told apart as on the sheet, `Dexterity (Evasion)`. The songs need the command `sing`, the
crafts `smith`, and until a hero has those they are not built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest

from engine.sil.commands.registry import COMMANDS
from engine.sil.data import bundle
from engine.sil.data.records import AbilityRef
from engine.sil.hero import abilities, derived
from engine.sil.state import Hero, Skill
from tests.mutants import Mutant, replaced

TESTS = "tests/engine/sil"
STATS = ("Strength", "Dexterity", "Constitution", "Grace")
COMMANDS_OF_SKILLS = {Skill.SONG: "sing", Skill.SMITHING: "smith"}
"""The command that a hero needs before the abilities of a skill have an effect."""


def mutants() -> Iterator[Mutant]:
    """Yield a mutant without each ability."""
    for ability in bundle.load().abilities.values():
        name = abilities.name(bundle.load(), ability.ref)
        off = partial(disabled, ability.ref)
        yield Mutant(name, off, _is_marked(name), built=is_built(ability.ref))


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


def is_built(ref: AbilityRef) -> bool:
    """Return True if a hero can use an ability: always for the stats that a skill trains."""
    trains = abilities.name(bundle.load(), ref).startswith(STATS)
    return trains or COMMANDS_OF_SKILLS.get(Skill(ref.skill), "step") in COMMANDS
