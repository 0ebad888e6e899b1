"""Heroes go from creation to the crown and home with one, two and three Silmarils.

The games are recorded: every action is one that the rules offer to everybody, and replaying them
from their seeds comes to the same ends. `python -m tests.engine.sil.quest` makes them anew.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import pytest

from app import headless
from engine.common import game_log
from engine.common.game_log import ActionLine, SeededGame
from engine.contract import running_game
from engine.contract.dice import GameSecret, seed_from
from engine.contract.running_game import RunningGame
from engine.contract.view import Outcome
from tests.engine.sil.quest import recording
from tests.pages import page_texts
from tests.rulesets import RULESETS

pytestmark = pytest.mark.soak(part="autoplay")  # tests/engine/sil/test_end.py has each rule alone

DEEPEST = 1000  # feet


class PlayedQuest(NamedTuple):
    """A recorded game that was played again: what was told, and on which level (in feet)."""

    game: RunningGame
    told: list[tuple[int, str]]
    outcome: Outcome

    def heard(self, words: str) -> list[int]:
        """Return the depths at which something was told, in order."""
        return [depth for depth, text in self.told if words in text]


@lru_cache(maxsize=3)
def played(jewels: int) -> PlayedQuest:
    """Return the recorded game with so many Silmarils, played again action by action."""
    seed, options, lines = recording.load(jewels)
    rules = RULESETS["sil"]
    secret = GameSecret(seed_from(seed))
    game = running_game.start(rules, options, ["Hero 1"], secret.start_dice())
    seeded = SeededGame(game, secret)
    told: list[tuple[int, str]] = []
    depth = 0
    for line in lines:
        for event in seeded.play(ActionLine(0, line)):
            if str(event.text).startswith("You have come to "):
                place = str(event.text).removeprefix("You have come to ").removesuffix(".")
                depth = 0 if "Gates" in place else int(place.removesuffix(" ft").replace(",", ""))
            told.append((depth, str(event.text)))
    outcome = game.outcome()
    assert outcome is not None
    return PlayedQuest(game, told, outcome)


each_quest = pytest.mark.parametrize("jewels", [1, 2, 3])


@pytest.mark.covers("spec-world: 13.3", "spec-world: 13.6")
@each_quest
def test_a_hero_brings_silmarils_home(jewels):
    found = played(jewels)
    assert found.outcome.won
    assert dict(found.outcome.facts)["silmarils"] == jewels
    assert 50 * dict(found.outcome.facts)["depth"] == DEEPEST
    assert dict(found.outcome.facts)["fate"] == "escaped"
    assert str(found.outcome.story[0]).startswith(f"With {'a' if jewels == 1 else jewels} Silmaril")
    notes = page_texts(found.game.pages(0))["Notes"]
    assert "Came out of Angband." in notes


@pytest.mark.covers("spec-world: 13.3", "spec-world: 13.4")
@each_quest
def test_the_truce_is_seen_and_the_crown_falls_once(jewels):
    found = played(jewels)
    assert found.heard("every eye is turned on the throne") == [DEEPEST]
    assert found.heard("The Iron Crown of Morgoth falls from his brow!") == [DEEPEST]
    assert found.heard("You have freed a Silmaril") == [DEEPEST] * jewels


@pytest.mark.covers("spec-world: 13.4", "spec-world: 13.7")
def test_the_third_jewel_shatters_a_weapon_wakes_wrath_and_curses():
    found = played(3)
    assert found.heard("shatters on the iron!") == [DEEPEST]
    assert found.heard("A shard strikes Morgoth upon the brow.") == [DEEPEST]
    assert found.heard("A doom has fallen upon you.") == [DEEPEST]


@pytest.mark.parametrize("jewels", [1, 2])
def test_fewer_jewels_curse_nobody(jewels):
    assert not played(jewels).heard("A doom has fallen upon you.")


@pytest.mark.covers("spec-world: 13.5")
@each_quest
def test_the_hunt_goes_up_to_the_gates(jewels):
    found = played(jewels)
    freed = max(n for n, (_, text) in enumerate(found.told) if "You have freed" in text)
    levels = list(dict.fromkeys(depth for depth, _ in found.told[freed:]))
    assert levels[-1] == 0
    assert max(levels) == DEEPEST


@pytest.mark.covers("spec-world: 13.5")
def test_morgoth_himself_hunts_a_thief():
    after = []
    for jewels in (1, 2, 3):
        found = played(jewels)
        freed = max(n for n, (_, text) in enumerate(found.told) if "You have freed" in text)
        after += [text for depth, text in found.told[freed:] if depth < DEEPEST]
    assert any("Morgoth, Lord of Darkness" in text for text in after)


def test_headless_play_takes_the_recorded_script():
    seed, options, lines = recording.load(1)
    printed = list(headless.play(RULESETS["sil"], seed, lines, 0, None, options))
    assert not any(line.startswith("! ") for line in printed)
    assert printed[-1] == f"digest {game_log.digest(played(1).game)}"
