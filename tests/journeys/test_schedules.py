"""Whole games on a Discord that fails by chance: no press is lost, no card is dead, nothing is
English in a German server, and no card is deleted."""

from __future__ import annotations

import functools
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cogs.ui.catalogues import DATA, Catalogue
from tests.journeys.conftest import lawful_sandbox, started_bot
from tests.journeys.parts import Bot, Hall, Message, buttons, card_number, text
from tests.journeys.together import log_and_card, log_of
from tests.sandbox_process import ROOT, SandboxError

OWN_BOT = "its Discord fails by chance"
RESPONSE_SECONDS = 4  # of presses that are answered too late
TRIES, PATIENCE = 30, 5.0  # how often a press is tried that was not answered; seconds between
TURNS = 6
SOAK = pytest.mark.soak(part="journeys")
SEEDS = [1, *(pytest.param(seed, marks=SOAK) for seed in range(2, 21))]
LEAST = 12  # letters beside its facts by which a sentence is recognised
MASTER, *HEROES = "Thingol", "Beren", "Luthien"
Press = Callable[[], dict[str, Any]]


@pytest.fixture(scope="module", params=SEEDS)
def bot(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    """A bot in a German server whose Discord fails as the seed wants it."""
    seed = ("--fault-seed", str(request.param), "--locale", "de")
    with (
        lawful_sandbox(40, RESPONSE_SECONDS, *seed) as sandbox,
        started_bot(sandbox, tmp_path_factory.mktemp("bot"), RESPONSE_SECONDS) as process,
    ):
        yield process


class TroubledGame:
    """A game in a hall. Whatever is done is done again until Discord lets it through."""

    def __init__(self, bot: Bot, hall: Hall, ruleset: str) -> None:
        self.bot, self.hall, self.ruleset = bot, hall, ruleset
        self.cards: dict[int, str] = {}  # what was read on each, by message
        self.told: list[str] = []

    def _entries(self) -> int:
        return log_and_card(self.hall, self.bot)[0]

    def do(self, press: Press) -> None:
        """Press until it is answered or done: then the log has grown."""
        before = self._entries()
        for _ in range(TRIES):
            try:
                done = press()
            except SandboxError as error:
                if "There is no" not in str(error) and "no such" not in str(error):
                    raise
                time.sleep(1)  # a command or a card that is not there yet
                continue
            self.told += map(text, done["messages"])
            patience = 60 if done["answered"] else PATIENCE
            end = time.monotonic() + patience
            while self._entries() == before and time.monotonic() < end:
                time.sleep(0.05)
            if self._entries() > before:
                return
            assert not done["answered"], f"a press was answered and is lost: {self.told[-3:]}"
        raise AssertionError(f"nothing was done: {self.told[-3:]}")

    def slash(self, person: str, command: str, **options: Any) -> None:
        """Type a command until it is done."""
        self.do(lambda: self.hall.client.slash(person, self.hall.name, command, **options))

    def card(self) -> Message:
        """Return the newest card once it alone can be pressed and is the one of the game."""

        def found() -> Message | None:
            live = self.hall.live()
            self.cards |= {int(each["id"]): text(each) for each in live}
            right = len(live) == 1 and card_number(live[0]) == log_and_card(self.hall, self.bot)[1]
            return live[0] if right else None

        return self.hall.client.until(found)

    def press(self, person: str, handler: str, argument: str = "") -> None:
        """Press the first button of the newest card with a handler and an argument."""

        def once() -> dict[str, Any]:
            wanted = f":{handler}:{argument}"
            ids = [each for each in buttons(self.card()).values() if wanted in each]
            return self.hall.client.press(person, self.card(), ids[0])

        self.do(once)

    def end(self, actions: int, *, keeps_cards: bool = True) -> None:
        """Check that each action was done once, that no card is dead, none was deleted, and all
        spoke German. `keeps_cards`: posts do not tell what they told."""
        self.card()
        assert len(log_of(self.hall, self.bot, "acted")) == actions
        there = {int(each["id"]): text(each) for each in self.hall.messages()}
        assert not keeps_cards or self.cards.keys() <= there.keys(), "a card was deleted"
        for said in (*self.told, *self.cards.values(), *there.values()):
            for line in said.splitlines():
                assert not is_english(line, self.ruleset), line


@functools.cache
def english(ruleset: str) -> re.Pattern[str]:
    """Return a pattern of a ruleset's and the table's sentences that are other ones in German."""
    files = [DATA / place / "locale" / "de.po" for place in (".", ruleset)]
    found = []
    for template, german in Catalogue(tuple(filter(Path.exists, files))).texts.items():
        words = re.split(r"\{[^}]*\}", template)
        if template != german and sum(map(len, words)) >= LEAST and "\n" not in template:
            found.append(".+".join(map(re.escape, words)))
    return re.compile("|".join(found))


def is_english(line: str, ruleset: str) -> bool:
    """Return whether a line is a sentence in English."""
    return english(ruleset).fullmatch(line.strip("#>-* ")) is not None


def begun(
    bot: Bot, hall: Hall, ruleset: str, people: tuple[str, ...], **fields: str
) -> TroubledGame:
    """Return a game that has begun."""
    evening = TroubledGame(bot, hall, ruleset)
    evening.slash(people[0], "game new", ruleset=ruleset, **fields)
    for person in people[1:]:
        evening.press(person, "join")
    evening.press(people[0], "begin")
    return evening


def test_english_is_recognised() -> None:
    assert is_english("### You have joined already.", "toy")
    assert is_english("The rat opens a door.", "delve")
    assert not is_english("The rat opens a door.", "toy")
    assert not is_english("Du bist schon dabei.", "delve")


def test_a_game_alone(bot: Bot) -> None:
    evening = begun(bot, next(bot.halls), "delve", ("Beren",), mode="solo")
    for _ in range(TURNS):
        evening.press("Beren", "act")
    evening.end(TURNS)


@SOAK
def test_a_vote(bot: Bot) -> None:
    evening = begun(bot, next(bot.halls), "toy", ("Beren", "Luthien"), mode="vote")
    for turn in range(TURNS):
        for person in ("Beren", "Luthien"):
            evening.slash(person, "do", action=f"step {'ew'[turn % 2]}")
    evening.end(TURNS)


@SOAK
def test_an_evening_with_a_game_master(bot: Bot) -> None:
    evening = begun(bot, next(bot.halls), "silg", (MASTER, *HEROES))
    for hero in HEROES:
        evening.slash(hero, "do", action="quick")
    for line in ("level 150", "begin"):
        evening.slash(MASTER, "do", action=line)
    for _ in range(TURNS // 2):
        for hero in HEROES:
            evening.slash(hero, "do", action="ready")
        evening.slash(MASTER, "do", action="minute")
    evening.end(len(HEROES) + 2 + TURNS // 2 * (len(HEROES) + 1), keeps_cards=False)


@SOAK
def test_a_contest(bot: Bot) -> None:
    hall = next(bot.halls)
    until_answered(
        lambda: hall.slash("Thingol", "contest", ruleset="toy", new="Das Rennen", lasts="1 week")
    )
    assert bot.rows("SELECT name FROM contests") == [("Das Rennen",)]
    for person in HEROES:
        until_answered(lambda who=person: hall.slash(who, "contest", join=who))
        [(thread,)] = bot.rows("SELECT max(channel) FROM games WHERE contest = 1")
        race = TroubledGame(bot, Hall(hall.client, str(thread), person), "toy")
        for turn in range(TURNS):
            race.slash(person, "do", action=f"step {'ew'[turn % 2]}")
        race.end(TURNS)


def until_answered(act: Press) -> None:
    """Do something until it is answered."""
    assert any(act()["answered"] for _ in range(TRIES))


@SOAK
@pytest.mark.parametrize("seed", range(1, 6))
def test_all_other_journeys_pass_where_discord_is_slow_and_fails_in_what_is_tried_again(
    seed: int,
) -> None:
    command = (sys.executable, "-m", "pytest", "-q", "-m", "not soak", "tests/journeys")
    played = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "JOURNEYS_FAULT_SEED": str(seed)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert played.returncode == 0, played.stdout
