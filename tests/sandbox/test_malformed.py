"""The loopback refuses what Discord's documentation does not allow."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sandbox.malformed import BASES, CASES, DOCS, Malformed, malformed, taken
from tests.sandbox.rest_side import RestSide


@pytest.fixture(scope="module")
def side() -> RestSide:
    return RestSide()


def serve(side: RestSide, method: str, path: str, body: Any) -> int:
    """Return the status of a request."""
    return side.sandbox.rest.serve(method, path.format(**side.places()), body, [], {})[0]


@pytest.mark.parametrize("base", BASES)
def test_what_is_well_formed_is_taken(side: RestSide, base: str) -> None:
    assert serve(side, *taken(base)) == 200


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.base}: {case.field}")
def test_what_is_malformed_is_refused(side: RestSide, case: Malformed) -> None:
    status = serve(side, *malformed(case))
    assert status == 400, f"against {DOCS}{case.page}"
