"""Fights and finds in large numbers, beside the measured ones."""

import pytest

from tests.oracle import OracleFiles, duels, run


@pytest.mark.soak(part="duels")
@pytest.mark.parametrize("name", ["combat", "spawns", "volleys", "walks"])
def test_large_samples_are_distributed_as_measured(name):
    assert not run(name, OracleFiles.from_environment()).wrong


@pytest.mark.soak(part="duels")
def test_fights_by_the_thousand_go_as_measured(monkeypatch):
    monkeypatch.setattr(duels, "SCENARIOS_WHEN_SPARING", 24)
    monkeypatch.setattr(duels, "FIGHTS_WHEN_SPARING", 60)
    outcome = run("duels", OracleFiles.from_environment(sparing=True))
    assert not outcome.wrong
