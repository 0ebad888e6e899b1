"""Levels that hang together, and such that do not: `<` is where the hero stands."""

import pytest

from engine.sil.dungeon.generation import connectivity
from tests.engine.sil.dungeon.generation.rock import site

pytestmark = pytest.mark.covers("spec-dungeon: 1.13 Connectivity acceptance")


def whole(*rows, need_way_down=True):
    width = len(rows[0]) + 2
    drawn = ["#" * width, *(f"#{row}#" for row in rows), "#" * width]
    return connectivity.is_connected(site(drawn).level, "".join(drawn).index("<"), need_way_down)


def test_doors_open_or_secret_are_ways():
    assert whole("<.+..s.>")
    assert whole("<...", "###+", ">..s")


def test_ways_may_run_aslant():
    assert whole("<.#", "##.", ".>#")


def test_a_place_that_cannot_be_reached_spoils_the_level():
    assert not whole("<.>#.")
    assert not whole("<.>I.")


@pytest.mark.parametrize("bar", [":", "7"])
def test_rubble_and_chasms_may_bar_places_but_not_every_way_down(bar):
    assert whole(f"<.>.{bar}..")
    assert not whole(f"<..{bar}.>")
    assert whole(f"<..{bar}.>", need_way_down=False)


def test_the_inside_of_a_vault_counts_as_reached_whatever_its_walls():
    entered = ("<#wwwww", ".#wWWWw", "..VWVWw", "##wWWWw", "##wwwww")
    sealed = [row.replace("..V", "..w") for row in entered]
    assert whole(*entered, need_way_down=False)
    assert not whole(*sealed, need_way_down=False)
