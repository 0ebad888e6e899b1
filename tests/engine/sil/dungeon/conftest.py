"""The noises that things of the dungeon make."""

import pytest

from engine.sil.perception import noise


@pytest.fixture
def heard(monkeypatch):
    """Return the list in which the noises that are made from now on are noted."""
    found = []
    monkeypatch.setattr(noise, "noise", lambda game, value, origin=None: found.append(value))
    return found
