"""The settings panel of a game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from cogs.ui import game_settings
from engine.contract.action import Setting
from engine.contract.ruleset import AnyRuleset
from table.actor import GameActor
from table.commands.lobby import ChangeSetting, NewGame
from table.errors import Refusal
from table.game_settings import SETTINGS, change_setting
from table.voting.modes import MODES
from tests.cogs import samples
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


async def test_pages_of_the_rules_of_votes_begin_with_all_rules_that_hold(lobby: GameActor) -> None:
    await lobby.run(ANN, ChangeSetting("tie", "draw"))
    told: dict[str, list[str]] = {}
    for page in range(game_settings.MAX_PAGES):
        every = parts(game_settings.settings_panel(lobby, page).view)
        [title] = [part["label"] for part in every if part.get("style") == 1]
        first, *more = [part["content"] for part in every if part["type"] == 10]
        told[title] = [first] if first.startswith("-# ") else []
        assert all(text.startswith("**") for text in more)
    rules = game_settings.constitution_text(lobby.game.settings.clauses)
    assert "a tie is decided by lot" in rules
    assert told == {
        "Playing": [],
        "Votes": [f"-# {rules}"],
        "Ties and silence": [f"-# {rules}"],
        f"{Toy.title} 1": [],
        f"{Toy.title} 2": [],
    }


async def test_a_page_that_is_not_there_any_more_is_the_last_one(lobby: GameActor) -> None:
    def shown(page: int) -> list[str]:
        return [str(part) for part in parts(game_settings.settings_panel(lobby, page).view)]

    pages = [shown(page) for page in range(game_settings.MAX_PAGES)]
    assert len({*map(tuple, pages)}) == game_settings.MAX_PAGES
    assert shown(game_settings.MAX_PAGES) == pages[-1]


async def test_settings_of_one_way_to_play_are_shown_with_it(lobby: GameActor):
    assert not {"rota", "cooldown"} & shown_values(lobby).keys()
    for mode, own, other in (("first", "cooldown", "rota"), ("rota", "rota", "cooldown")):
        await lobby.run(ANN, ChangeSetting("mode", mode))
        assert own in shown_values(lobby)
        assert other not in shown_values(lobby)
    assert shown_values(lobby)["rota"] == "1 turn"


def test_a_setting_reads_as_its_effect():
    assert game_settings.setting_title("undo") == "Who may undo turns"
    assert game_settings.setting_title("mode") == "How you play"
    assert game_settings.describe(OWN[0], "*b*") == "Which 0: **\\*b\\***"
    assert game_settings.value_text("mode", "vote") == MODES["vote"].label != "vote"
    assert game_settings.value_text("mode", "else") == "else"
    assert game_settings.value_text("s0", "vote") == "vote"  # of a ruleset's own


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_no_setting_of_a_ruleset_hides_behind_one_of_the_table(ruleset: AnyRuleset):
    taken = {setting.name for setting in SETTINGS} | {game_settings.MODE.name}
    assert not taken & {setting.name for setting in ruleset.settings}


PACED = "Pace: **hourly**, 60 minutes a turn. When a turn is late: "
SINGLE = "How you play: **One character each**. Everyone plays their own character."
VOTED = "Votes: **majority**. The most votes win; two thirds for what cannot be undone."


def summary(mode: str, **settings: str) -> list[tuple[str, str]]:
    """Return how a game is played, each line in full and short. `settings`: other than usual."""
    game = samples.status().game
    chosen = game.settings
    for name, value in settings.items():
        chosen = change_setting(chosen, name, value)
    lines = game_settings.summary(replace(game, mode=mode, settings=chosen))
    return [(line.full, line.short) for line in lines]


@pytest.mark.parametrize(
    ("mode", "settings", "full", "short"),
    [
        ("solo", {"pace": "hourly"}, f"{PACED}only a reminder.", "Pace: **hourly**"),
        (
            "solo",
            {"pace": "hourly", "late": "pass"},
            f"{PACED}the next player takes over.",
            "Pace: **hourly**",
        ),
        (
            "vote",
            {},
            "Pace: **hourly**. A vote takes 60 minutes at most, or 3 hours when somebody sleeps.",
            "Pace: **hourly**",
        ),
        (
            "vote",
            {"pace": "none"},
            "Pace: **none**. A vote takes 72 hours at most, or 96 hours when somebody sleeps.",
            "Pace: **none**",
        ),
        (
            "rota",
            {},
            "Pace: **daily**, 24 hours a turn. When a turn is late: the next player takes over.",
            "Pace: **daily**",
        ),
        ("vote", {}, VOTED, "Votes: **majority**"),
        (
            "vote",
            {"constitution": "secret"},
            "Votes: **secret**. Votes are shown at the end; ties are drawn by lot.",
            "Votes: **secret**",
        ),
    ],
)
def test_a_game_says_how_long_a_turn_takes_and_how_votes_work(
    mode: str, settings: dict[str, str], full: str, short: str
):
    assert (full, short) in summary(mode, **settings)


def test_votes_with_changed_rules_tell_all_of_them():
    [_, _, (full, short)] = summary("vote", tie="draw")
    assert full.startswith("Votes: **majority**. Changed: Everyone who joined may vote for one")
    assert "a tie is decided by lot" in full
    assert short == "Votes: **majority**"


@pytest.mark.parametrize(
    ("mode", "settings", "told"),
    [
        ("solo", {}, None),
        ("solo", {"cooldown": "30", "rota": "3 turns"}, None),
        ("first", {}, None),
        ("first", {"cooldown": "30"}, "Everybody waits 30 seconds between two of their actions."),
        ("rota", {"rota": "3 turns"}, "Each player acts for 3 turns, then the next."),
        ("solo", {"ladder": "on"}, "It counts for the ladder: no undo and no forks."),
    ],
)
def test_a_game_tells_what_only_its_way_to_play_has(
    mode: str, settings: dict[str, str], told: str | None
):
    first, *more = summary(mode, **settings)
    assert first[1].startswith("How you play: **")
    assert (first[0] == SINGLE) is (mode == "solo")
    lines = [line for line in more if not line[0].startswith("Pace")]
    assert lines == ([] if told is None else [(told, told)])


async def test_who_may_not_change_a_setting_can_have_it_voted_on(lobby: GameActor):
    asked = parts(game_settings.ask_everybody(lobby, OWN[0], "b").view)
    assert asked[0]["content"].endswith("You can ask everybody to vote on it. Which 0: **b**.")
    assert (asked[2]["label"], asked[2]["custom_id"]) == (
        "Put it to the vote",
        f"v1:{lobby.game.id}:{lobby.game.card}:ask_setting:s0 b",
    )
    with pytest.raises(Refusal):
        game_settings.ask_everybody(lobby, OWN[0], "c")


def test_a_menu_of_values_shows_the_first_ones_up_to_a_hundred_letters_each():
    values = ("v" * 100, *map(str, range(30)))
    options = game_settings._options(Setting("s", "Which", values), "3")
    assert [option.label for option in options] == [*values[:25]]
    assert [option.value for option in options if option.default] == ["3"]
