"""The measure of levels at the size of the original's own sample, and what it measures."""

import os
import shutil

import pytest

from engine.sil.data import bundle
from engine.sil.level import terrain
from tests.engine.sil.dungeon.generation.rock import site
from tests.oracle import OracleFiles, run
from tests.oracle.levels import Making, fresh, measure


@pytest.mark.soak(part="levels")
def test_six_hundred_levels_a_depth_have_the_measured_means(monkeypatch):
    monkeypatch.setenv("LEITHIAN_LEVELS", os.environ.get("LEITHIAN_LEVELS", "600"))
    outcome = run("levels", OracleFiles.from_environment())
    assert not outcome.wrong


def test_levels_are_made_with_the_edit_files_that_are_asked_for(monkeypatch, tmp_path):
    folder = tmp_path / "edit"
    shutil.copytree(bundle.SHIPPED, folder)
    monkeypatch.setenv("LEITHIAN_SIL_DATA", str(folder))
    game, _ = fresh(5, 0)
    assert game.data is bundle.load(folder)
    assert game.data is not bundle.load()


def test_every_measure_of_the_file_is_taken():
    game, making = fresh(7, 1)
    taken = measure(game, making)
    for mode in ("mode_fresh", "mode_descent"):
        for entry in OracleFiles.from_environment().read("levels")[mode]:
            assert taken.keys() == entry["measures"].keys()
    assert taken["rooms"] == sum(count for name, count in taken.items() if "rooms_" in name)
    assert taken["attempts"] >= 1
    assert taken["reachable_fraction"] == 1


def test_what_is_measured_on_a_drawn_level():
    made = site(["#######", "#V.,+,#", "#d#s#:#", "#V7<>.#", "#######"])
    game = made.game
    game.hero.y, game.hero.x = 3, 3  # he came by the way up, which is not counted
    made.level.feature[made.level.at(1, 2)] = terrain.FORGE + 3
    taken = measure(game, Making())
    wanted = {
        "open_grids": 9, "room_grids": 9, "corridor_grids": 2, "vault_grids": 3, "doors_closed": 2,
        "doors_secret": 1, "rubble": 1, "chasm": 1, "stairs_up": 0, "stairs_down": 1, "forges": 1,
        "forge_uses": 3, "passable_grids": 13,
    }  # fmt: skip
    assert {name: taken[name] for name in wanted} == wanted
    assert taken["reachable_fraction"] == 1
    assert taken["reachable_without_rubble_or_chasm_fraction"] == 11 / 13
