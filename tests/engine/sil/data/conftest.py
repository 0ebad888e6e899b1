"""Data that a test may spoil."""

import shutil

import pytest

from engine.sil.data import bundle
from engine.sil.data.rule_files import FOLDER


@pytest.fixture
def copy(tmp_path):
    """Return a copy of the folder of rules, to be spoilt."""
    return shutil.copytree(bundle.SHIPPED / FOLDER, tmp_path / FOLDER)
