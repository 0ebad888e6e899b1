"""The pytest plugin that gives the laws their rulesets, and the run of them for one ruleset."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from engine.contract.action import InvalidAction
from engine.contract.ruleset import AnyRuleset, Ruleset
from kit.cases import cases

LAWS = Path(__file__).with_name("laws.py")


@dataclass(frozen=True)
class Scale:
    """The number of tries of the laws."""

    steps: int  # of a game
    states: int  # whose offers are looked at for an effect
    tried: int  # offers of one verb in a state
    lines: int  # that somebody hostile might send

    def __str__(self) -> str:
        return f"{self.steps} steps"


THIN = Scale(steps=6, states=4, tried=2, lines=300)
THOROUGH = Scale(steps=100, states=600, tried=8, lines=20_000)


class Laws:
    """Gives tests that ask for `ruleset`, `whole_ruleset`, `case`, `beginning` or `scale` each of
    these in turn."""

    def __init__(
        self,
        rulesets: Iterable[AnyRuleset],
        scales: Iterable[Any] = (THIN,),
        sketches: Iterable[AnyRuleset] = (),
    ) -> None:
        """`scales`: scales, or parameters of pytest; `sketches`: rulesets that need not keep the
        laws about each offer's effect and about hostile lines."""
        whole = list(rulesets)
        everything = [*sketches, *whole]
        self._values: dict[str, Sequence[Any]] = {
            "ruleset": everything,
            "whole_ruleset": whole,
            "case": cases(everything),
            "beginning": ["fresh", "opened"],
            "scale": list(scales),
        }

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run a test once for each value of what it asks for."""
        for name, values in self._values.items():
            if name in metafunc.fixturenames:
                metafunc.parametrize(name, values, ids=_label)


def _label(value: Any) -> str:
    return value.name if isinstance(value, Ruleset) else str(value)


def find_rulesets(module: str) -> tuple[list[AnyRuleset], Path]:
    """Return the rulesets of a module, `nim` or `nim.rules:Nim`, and the file of the module.

    Modules of the working folder are found too. Raises InvalidAction.
    """
    name, _, wanted = module.partition(":")
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    try:
        found = import_module(name)
    except ImportError as error:
        raise InvalidAction(f"{name} cannot be imported: {error}.") from error
    kinds = [
        kind
        for word, kind in vars(found).items()
        if isinstance(kind, type)
        and issubclass(kind, Ruleset)
        and not inspect.isabstract(kind)
        and word == (wanted or word)
    ]
    if not kinds or found.__file__ is None:
        raise InvalidAction(
            f"There is no ruleset {wanted or 'class'} in {name}. Run this in the folder that holds "
            "the package, or install it."
        )
    return [kind() for kind in kinds], Path(found.__file__)


def run_laws(module: str, *, thorough: bool = False) -> int:
    """Play the laws, and the tests that stand beside a module's package, with its rulesets; return
    pytest's exit status. Raises InvalidAction when there is no ruleset."""
    settings.register_profile("laws", deadline=None, derandomize=not thorough, max_examples=40)
    settings.load_profile("laws")
    rulesets, file = find_rulesets(module)
    own = next((folder / "tests" for folder in file.parents if (folder / "tests").is_dir()), None)
    print("The laws with", ", ".join(ruleset.title for ruleset in rulesets))
    options = (  # simcord, which the sandbox has, imports all of Discord and warns of it
        *("-q", "-p", "no:cacheprovider", "-p", "no:asyncio", "-p", "no:simcord"),
        *("-c", os.devnull),
        *("--rootdir", str(file.parent), "-W", "ignore::pytest.PytestAssertRewriteWarning"),
    )
    tests = (LAWS, own) if own is not None else (LAWS,)
    laws = Laws(rulesets, [THOROUGH if thorough else THIN])
    return int(pytest.main([*options, *map(str, tests)], plugins=[laws]))
