"""The settings panel of a game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from cogs.ui import game_settings
from engine.contract.action import Setting
from engine.contract.ruleset import AnyRuleset
from table.actor import GameActor
from table.commands.lobby import ChangeSetting, NewGame
from table.game_settings import SETTINGS
from tests.cogs.test_cards import fits, parts
from tests.rulesets import RULESETS
from tests.table.world import ANN, CHANNEL, GUILD, TableWorld
from tests.toys.guessing import Toy

OWN = tuple(Setting(f"s{n}", f"Which {n}", ("a", "b")) for n in range(8))


class ManySettings(Toy):
    """A game with more settings than fit on a page."""

    name = "many"
    settings = (*Toy.settings, *OWN)


@pytest.fixture
async def lobby(tmp_path: Path) -> AsyncIterator[GameActor]:
    world = TableWorld(tmp_path / "world.sqlite")
    world.rulesets["many"] = ManySettings()
    await world.open()
    yield await world.tables.found(ANN, NewGame(CHANNEL, GUILD, "many"))
    await world.close()


def shown_values(actor: GameActor) -> dict[str, str]:
    """The chosen value of each setting, over all pages of the panel."""
    values: dict[str, str] = {}
    for page in range(game_settings.MAX_PAGES):
        view = game_settings.settings_panel(actor, page).view
        fits(view)
        for part in parts(view):
            if part["type"] == 3:
                [value] = [o["value"] for o in part["options"] if o.get("default")]
                values[part["custom_id"].split(":")[4].split(" ", 1)[1]] = value
    return values


async def test_every_setting_can_be_reached_and_shows_what_is_chosen(lobby: GameActor):
    await lobby.run(ANN, ChangeSetting("s1", "b"))
    await lobby.run(ANN, ChangeSetting("pace", "daily"))
    values = shown_values(lobby)
    of_other_modes = {"rota", "cooldown"}
    expected = {s.name for s in (*SETTINGS, *ManySettings.settings)} - of_other_modes
    assert values.keys() == {"mode", *expected}
    assert {name: value for name, value in values.items() if name in ("s0", "s1", "pace")} == {
        "s0": "a",
        "s1": "b",
        "pace": "daily",
    }


async def test_settings_of_one_way_to_play_are_shown_with_it(lobby: GameActor):
    await lobby.run(ANN, ChangeSetting("mode", "rota"))
    assert shown_values(lobby)["rota"] == "1 turn"


def test_a_setting_reads_as_its_effect():
    assert game_settings.setting_title("undo") == "Who may undo turns"
    assert game_settings.setting_title("mode") == "How you play"
    assert game_settings.describe(OWN[0], "*b*") == "Which 0: **\\*b\\***"


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_no_setting_of_a_ruleset_hides_behind_one_of_the_table(ruleset: AnyRuleset):
    taken = {setting.name for setting in SETTINGS} | {game_settings.MODE.name}
    assert not taken & {setting.name for setting in ruleset.settings}
