"""Settings for all tests."""

import gc
import os

import pytest
from hypothesis import settings

from tests.cpu_meter import CpuMeter

# A slow machine must not fail a test: examples take the time they need. `make test` tries the same
# examples each time, so that a change fails for what it does; `make soak` draws new ones.
settings.register_profile("test", deadline=None, derandomize=True)
settings.register_profile("soak", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "test"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cpu-budgets", action="store_true", help="fail over a folder's budget")


# Imports and collection make what stays: collecting garbage meanwhile takes a quarter of them.
gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(CpuMeter(config))
