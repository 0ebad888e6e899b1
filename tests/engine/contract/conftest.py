"""The rulesets that the laws of the contract are tried with: the project's own and the toys."""

import pytest

from kit.plugin import THIN, THOROUGH, Laws
from tests.rulesets import RULESETS
from tests.toys.council.ruleset import Council
from tests.toys.guessing import Toy
from tests.toys.mastered import Mastered

SCALES = [THIN, pytest.param(THOROUGH, marks=pytest.mark.soak(part="laws"))]
LAWS = Laws(RULESETS.values(), SCALES, sketches=[Toy(), Mastered(), Council()])

pytest.register_assert_rewrite("kit.laws", "kit.offered")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give each law its games."""
    LAWS.pytest_generate_tests(metafunc)
