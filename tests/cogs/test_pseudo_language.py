"""Cards, panels, pages, alt texts and refusals are in the reader's language: in a pseudo-language
nothing is left in English but names and what is typed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cogs.ui.catalogues import catalogue
from cogs.ui.languages import language_of
from engine.contract.texts import typed
from table.commands.lobby import Begin, Join, NewGame
from tests.catalogues.sources import FACT, LETTERS
from tests.cogs.pseudo_language import (
    GREEK,
    LANGUAGE,
    LOCALE,
    in_pseudo,
    is_left_in_english,
    speak,
    strings,
)
from tests.rulesets import RULESETS
from tests.table.world import ANN, BOB, CHANNEL, EVE, GUILD
from tests.twins.onlooker_bot import OnlookerBot
from tests.twins.readings import COMMANDS, PANELS
from tests.twins.strokes import SHARED, founded, offered

pytestmark = pytest.mark.asyncio
TYPED = ("xyzzy", "go nowhere", "use", "take the moon", "answer 9", "step e", "cast", "rest")
FIELDS = {"silg": {"mode": "table"}, "sil": {"mode": "solo", "options": {"hero": "quick"}}}
NAMES = ("Ann", "of Ann", "Bob", "Eve", "Dan", "Leithian", "“game”", "“manual”")
CARDS, FEW = 100, 1
READ_EVERY = 10  # strokes


@pytest.fixture(autouse=True)
def forget_the_language() -> Iterator[None]:
    """Let later tests know nothing of the pseudo-language."""
    yield
    language_of.cache_clear()


class PseudoBot(OnlookerBot):
    """A bot whose people and server speak the pseudo-language."""

    def _interaction(self, *args: Any) -> Any:
        asked = super()._interaction(*args)
        asked.locale = LOCALE
        return asked


class Reader:
    """Reads all that a game shows: `found` is what is left in English of it."""

    def __init__(self, bot: OnlookerBot, given: set[str]) -> None:
        """`given`: the names that are the same in every language, as they are said."""
        self.bot = bot
        self.found: set[str] = set()
        self._given = given
        self._given |= {*NAMES, *TYPED, *(rules.title for rules in RULESETS.values())}
        self._lines: set[str] = set()  # that may be typed

    async def know_lines(self) -> None:
        """Learn what may be typed now."""
        reader = (await self.bot.actor()).reader
        turn = await reader.turn()
        for seat in {*turn.waiting, *turn.also}:
            self._lines |= {str(offer.action) for offer in await reader.offers(seat)}

    def read(self, noted: Iterable[bytes]) -> None:
        """Read messages, line by line."""
        handles = {word for line in self._lines for word in line.split() if "-" in word}
        names = self._given | self._lines | handles
        for said in (
            line for message in noted for words in strings(message) for line in words.split("\n")
        ):
            if said not in self._lines and is_left_in_english(said, names):
                self.found.add(said)


async def play(folder: Path, name: str, seed: int, cards: int, given: set[str]) -> set[str]:
    """Return what is left in English of so many cards of a game, and of all that is read between
    them."""
    chance, shown, stroke = random.Random(seed), 0, 0
    bot = await PseudoBot.open(folder / f"{name}{seed}.db")
    await bot.client._services.card_builder.set_server_language(GUILD, LANGUAGE)
    await founded(bot, name, **FIELDS.get(name, {"mode": "solo"}))
    reader = Reader(bot, given)
    while shown < cards and (now := await offered(await bot.actor(), chance)) is not None:
        who, offer = now
        await reader.know_lines()
        refused = f"{offer.action.verb} {chance.choice(TYPED)}"
        answers = [
            await bot.type(who, "do", SHARED + 3 * stroke + place, action=line)
            for place, line in enumerate((chance.choice(TYPED), refused, str(offer.action)))
        ]
        if stroke % READ_EVERY == 1:
            answers += [await bot.press(who, panel) for panel in PANELS]
            answers += [await bot.type(who, asked, **options) for asked, options in COMMANDS]
        await reader.know_lines()
        for noted in (*answers, bot.said):
            reader.read(noted)
        shown, stroke = shown + len(bot.said), stroke + 1
        bot.said.clear()
    await bot.close()
    return reader.found


async def test_nothing_is_left_in_english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await play(tmp_path, "kanthe", 1, FEW, speak(monkeypatch).given) == set()


@pytest.mark.soak(part="laws")
@pytest.mark.parametrize("seed", range(2, 6))
@pytest.mark.parametrize("name", RULESETS)
async def test_nothing_is_left_in_english_in_a_hundred_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, seed: int
) -> None:
    assert await play(tmp_path, name, seed, CARDS, speak(monkeypatch).given) == set()


HALL = "/".join(["#" * 18, *["#" + "." * 16 + "#"] * 6, "#" * 10 + "+" + "#" * 7])
EVENING = (
    (BOB, "quick"),
    (EVE, "rest"),
    (EVE, "quick"),
    (ANN, "begin"),
    (ANN, "level"),
    (ANN, "level 1"),
    (ANN, f"draw {HALL}"),
    (ANN, "start E6"),
    (ANN, "spawn 3 orc soldier at nowhere"),
    (ANN, "spawn 1 orc soldier near start asleep"),
    (ANN, "note C7 the key"),
    (ANN, "macro rain tell it rains"),
    (ANN, "monster Barrow guard; health 6d4; attack hit +6 2d7; evasion 4; letter W"),
    (ANN, "begin"),
    (BOB, "explore"),
    (EVE, "step e"),
    (EVE, "search"),
    (EVE, "ready"),
    (ANN, "minute"),
    (BOB, "whisper I do not trust them"),
    (ANN, "secret 3d6"),
    (ANN, "blind bob 1d20"),
    (ANN, "check all perception 12 secret"),
    (ANN, "ask bob stealth 10"),
    (BOB, "check-roll"),
    (ANN, "handout bob the key"),
    (ANN, "note-to eve wait for the horn"),
    (BOB, "pass-note eve the key"),
    (ANN, "spawn 2 wolf near party alert"),
    (ANN, "run monsters gm"),
    (ANN, "clock start"),
    (BOB, "step nowhere"),
    (BOB, "plan wait"),
    (EVE, "stealth"),
    (EVE, "wait"),
    (ANN, "stealth-terms"),
    (ANN, "eyes bob"),
    (ANN, "morale wolf"),
    (ANN, "accept"),
    (ANN, "next"),
    (EVE, "wait"),
    (ANN, "next"),
    (ANN, "set bob stun 5, health 1"),
    (ANN, "hurt eve 999"),
    (ANN, "clock stop"),
    (ANN, "loot C7 torch"),
    (ANN, "finish"),
)
NOT_IN_CATALOGUES = ("craft", "descend", "unequip", "unlock")  # but typed
READINGS = ("describe", "sheet", "story", "dice", "log", "map", "game status", "game settings")


def is_english(said: str) -> bool:
    """Return whether a text that was said needs a translation: what is put together of translated
    ones needs none, nor what a Game Master has named."""
    made = said in NOT_IN_CATALOGUES or bool(GREEK.search(said))
    return not made and bool(LETTERS.search(FACT.sub("", said)))


async def test_an_evening_of_sil_g_is_said_in_german(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that all that is shown comes from catalogues, and that the German ones have it."""
    pseudo, german = speak(monkeypatch), catalogue("de")
    bot = await PseudoBot.open(tmp_path / "evening.db")
    await bot.client._services.card_builder.set_server_language(GUILD, LANGUAGE)
    await bot.tables.found(ANN, NewGame(CHANNEL, GUILD, "silg", mode="table"))
    await bot.run(BOB, Join())
    await bot.run(EVE, Join())
    await bot.run(ANN, Begin())
    reader = Reader(bot, pseudo.given)
    for number, (who, line) in enumerate(EVENING, 1):
        answers = await bot.type(who, "do", number, action=line)
        if number % (2 * READ_EVERY) == 0:
            await reader.know_lines()
            for each in (ANN, BOB):
                answers += [said for panel in PANELS for said in await bot.press(each, panel)]
                answers += [said for asked in READINGS for said in await bot.type(each, asked)]
        reader.read([*answers, *bot.said])
        bot.said.clear()
    await bot.close()
    assert reader.found == set()
    lacking = {
        (context, said)
        for context, said, plural in pseudo.said
        if not german.holds(said, context, plural) and is_english(said)
    }
    assert lacking == set()


async def test_a_text_that_is_not_translated_is_found() -> None:
    said = in_pseudo("{who:The} hits the wolf at E3 with `/do`.").format_map({"who": typed("Ann")})
    assert not is_left_in_english(said, {"Ann"})
    assert is_left_in_english(f"{said} The wolf falls.", {"Ann"})
    assert not is_left_in_english(f"{said} An…", {"Ann"})
    assert is_left_in_english(f"{said} The wo…", {"Ann"})
