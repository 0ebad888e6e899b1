"""Two folders of edit files played side by side in one process."""

import shutil

import pytest

from engine.contract.dice import seed_from
from engine.sil.creatures import creature_stats
from engine.sil.data import bundle
from engine.sil.game.context import SilContext
from engine.sil.hero import abilities, gear
from engine.sil.items import item_names
from engine.sil.ruleset import SilQ
from tests.engine.sil.stage import foe, item, stage
from tests.pages import page_texts
from tests.rolled import dice_for

SEED = seed_from("two bundles")


@pytest.fixture(scope="module")
def other(tmp_path_factory):
    """Return the shipped data with another wolf, another torch and another ability's name."""
    folder = tmp_path_factory.mktemp("content") / "sil"
    shutil.copytree(bundle.SHIPPED, folder)
    for file, before, after in (
        ("monster.txt", ":Wolf\n", ":Werewolf cub\n"),
        ("object.txt", ":& Wooden Torch~\n", ":& Brand~\n"),
        ("ability.txt", ":Charge\n", ":Onrush\n"),
    ):
        text = (folder / file).read_text("utf-8")
        assert before in text
        (folder / file).write_text(text.replace(before, after), "utf-8")
    return bundle.load(folder)


def test_each_game_goes_by_its_own_data(other):
    game = stage()
    wolf, torch = foe(game, "Wolf"), item("Wooden Torch")
    charge = game.data.ability(0, 4).ref
    elsewhere = SilContext(game.state, other)
    for _ in range(2):  # the second time from the caches
        assert creature_stats.race(game, wolf).name == "Wolf"
        assert creature_stats.race(elsewhere, wolf).name == "Werewolf cub"
        assert gear.traits(game.data, torch).name == "Wooden Torch"
        assert gear.traits(other, torch).name == "Brand"
        assert "Brand" in item_names.name(elsewhere, torch)
        assert abilities.name(game.data, charge) == "Charge"
        assert abilities.name(other, charge) == "Onrush"


def test_two_rulesets_stand_side_by_side(other):
    ours, theirs = SilQ(), SilQ(other)
    assert ours.data_digest() != theirs.data_digest()
    games = [
        (rules, rules.new({"hero": "quick", "rules": "game"}, ["Beren"], dice_for(SEED)))
        for rules in (ours, theirs)
    ]
    pages = [page_texts(rules.pages(state, 0))["Equipment"] for rules, state in games]
    assert "Wooden Torch" in pages[0]
    assert "Wooden Torch" not in pages[1]
    assert pages[1] == pages[0].replace("Wooden Torch", "Brand")
