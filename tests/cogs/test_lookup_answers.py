"""The answers of what people look up: sights, lore, pages, earlier turns, films, the library."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from cogs import replay
from engine.contract.view import View
from table.actor import GameActor
from table.commands.lobby import End
from table.commands.play import Act
from table.errors import Refusal
from table.history.history import GameHistory
from table.limits import LIMITS
from tests.cogs.offline_bot import ANN, BOB, EVE, OfflineBot
from tests.table.world import CHANNEL
from tests.toys.writing import Writing

FILM = b"GIF"


class DrawnPicture(NamedTuple):
    """A picture of an earlier turn or of a map."""

    png: bytes


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[OfflineBot]:
    """A bot with a ruleset that has something to look up, whose pictures are named after turns."""
    bot = await OfflineBot.open(tmp_path, Writing())
    builder: Any = bot.client._services.card_builder

    async def film(views: Sequence[View], _person: int) -> bytes:
        return FILM + " ".join(str(view.turn) for view in views).encode()

    async def picture(view: View, _person: int) -> DrawnPicture:
        return DrawnPicture(f"turn {view.turn}".encode())

    async def overview(_actor: object, seat: int | None, view: View, _: int) -> DrawnPicture:
        return DrawnPicture(f"seat {seat} turn {view.turn}".encode())

    builder.film, builder.earlier_picture, builder.overview = film, picture, overview
    for person in (ANN, BOB, EVE):
        await bot.tables.preferences.set(person.id, "view", "words")
    yield bot
    await bot.tables.close()


@pytest.fixture
async def actor(bot: OfflineBot) -> GameActor:
    """A game of Ann and Bob, in which Ann has written two notes."""
    await bot.found(BOB, ruleset="writing", mode="solo", settings={"cards": "text"})
    actor = await bot.tables.at(CHANNEL)
    await actor.run(ANN, Act("note one"))
    await actor.run(ANN, Act("note two"))
    return actor


# ------------------------------------------------------------ sights and lore


async def test_what_is_in_sight_is_found_by_its_name(bot: OfflineBot, actor: GameActor) -> None:
    for at, name in {
        "pawn-2": "pawn-2",
        "PAWN 2": "pawn-2",
        "Pawn 2, far": "pawn-2",
        "pawn 7": "pawn-1",  # without its number
        "paw": "pawn-1",
    }.items():
        told = (await bot.type(ANN, "look", at=at)).words.splitlines()
        assert told[:2] == [f"About {name}.", "It is \\*known\\*."], at


async def test_what_is_not_in_sight_or_known_is_told_as_such(
    bot: OfflineBot, actor: GameActor
) -> None:
    assert "About" not in (await bot.type(ANN, "look", at="wolf")).words
    assert "About" not in (await bot.type(ANN, "look")).words
    assert "About" not in (await bot.type(EVE, "look", at="pawn")).words
    told = await bot.type(ANN, "lore", creature="pawn")
    assert told.words == "You know nothing about pawn."
    told = await bot.type(ANN, "lore", creature="x" * 100)
    assert told.words == f"You know nothing about {'x' * 59}…"


async def test_what_is_known_of_a_kind_is_told_under_its_title(
    bot: OfflineBot, actor: GameActor
) -> None:
    told = await bot.type(ANN, "lore", creature=" Wolf ")
    assert told.words.splitlines() == ["**The wolf**", "About wolf.", "It is \\*known\\*."]
    found = await bot.completions(ANN, "lore", "creature", "hound")
    assert [each.value for each in found] == ["The wolfhound"]
    found = await bot.completions(ANN, "lore", "creature", "")
    assert [each.value for each in found] == ["The wolf", "The wolfhound"]
    found = await bot.completions(ANN, "look", "at", "o")
    assert [each.value for each in found] == ["Bob"]


async def test_the_buttons_of_a_card_look_for_one_person(bot: OfflineBot, actor: GameActor) -> None:
    looked = await bot.press(BOB, "look:", private=False)
    assert looked.words.splitlines()[0].startswith("A board with Ann and Bob.")
    assert looked.private
    described = await bot.press(BOB, "describe:", private=False)
    assert "Your word" in described.words
    assert described.words == (await bot.type(BOB, "describe")).words
    assert "Your word" not in (await bot.press(EVE, "describe:", private=False)).words
    shown = await bot.type(BOB, "map")
    assert shown.files == {"map-0002.png": b"seat 1 turn 2"}
    assert shown.words == "Toy"


async def test_the_own_view_is_of_the_seat_that_is_chosen(
    bot: OfflineBot, actor: GameActor
) -> None:
    mine = await bot.press(ANN, "own_view:", private=False)
    assert "Your word" in mine.words
    assert not mine.updates
    await bot.type(BOB, "seat give", member=SimpleNamespace(id=1, bot=False, display_name="Ann"))
    words = {}
    for seat in ("1", "0"):
        shown = await bot.press(ANN, f"own_view:{seat}")
        assert shown.updates
        words[seat] = shown.words
    assert words["0"] != words["1"]
    again = await bot.press(ANN, "own_view:", private=False)
    assert again.words == words["0"]
    await bot.press(ANN, "own_view:7")  # not hers
    assert (await bot.press(ANN, "own_view:", private=False)).words == words["0"]
    assert not (await bot.press(ANN, "own_view:1", private=False)).updates


async def test_why_tells_what_happened_and_what_is_advised(
    bot: OfflineBot, actor: GameActor
) -> None:
    told = await bot.press(ANN, "why:", private=False)
    assert told.words.splitlines()[0] == "- It is written: two"
    assert "ink is dear" in told.words
    assert not told.updates
    assert (await bot.press(ANN, "why:0")).updates
    assert "ink is dear" not in (await bot.press(EVE, "why:", private=False)).words


async def test_where_nothing_has_happened_there_is_nothing_more_to_say(bot: OfflineBot) -> None:
    await bot.found(BOB, mode="solo")
    told = await bot.press(BOB, "why:")
    assert told.words == "There is nothing more to say about it."
    told = await bot.press(BOB, "vote_rules:")
    title, *rules = told.words.splitlines()
    assert title == "**How this vote works**"
    assert rules
    assert all(line.startswith("- ") and line.endswith(".") for line in rules)
    assert rules[0][2].isupper()
    told = await bot.press(BOB, "rules:")
    assert told.words.splitlines()[0] == "**What this game plays differently**"
    assert not told.updates
    assert (await bot.press(BOB, "rules:0")).updates


async def test_the_log_is_numbered_to_its_end_and_sent_whole_if_it_is_small(
    bot: OfflineBot, actor: GameActor
) -> None:
    told = (await bot.type(ANN, "log", count=2)).words.splitlines()
    assert [line.split(".")[0] for line in told] == ["4", "5"]
    assert told[1].endswith("It is written: two Your ink is dry.")
    assert told[0].endswith("It is written: one Your ink is dry.")
    theirs = (await bot.type(BOB, "log", count=2)).words.splitlines()
    assert theirs[1].endswith("It is written: two")
    now = int(bot.tables.services.now())
    assert f"5. <t:{now}:t> " in told[1]
    whole = await bot.type(ANN, "log", whole=True)
    [(name, text)] = whole.files.items()
    assert name == f"log-{actor.game.id}-{actor.game.card}.txt"
    assert whole.words == "The log."
    bot.filesize_limit = len(text)
    assert (await bot.type(ANN, "log", whole=True)).files
    bot.filesize_limit -= 1
    told_ = await bot.type(ANN, "log", whole=True)
    assert told_.words == "The log is too large for a file here. /game export is smaller."


# ------------------------------------------------------------ pages


async def test_a_page_is_opened_by_the_beginning_of_its_title(
    bot: OfflineBot, actor: GameActor
) -> None:
    assert "Ann is wise." in (await bot.type(ANN, "sheet")).words
    opened = await bot.type(ANN, "sheet", page=" the P")
    assert "A pen." in opened.words
    assert not opened.updates
    assert "A pen." in (await bot.type(ANN, "inventory")).words
    told = await bot.type(ANN, "sheet", page="spells")
    assert told.words == "There is no such page. There are: The hero, The pack."
    found = await bot.completions(ANN, "sheet", "page", "pack")
    assert [each.value for each in found] == ["The pack"]
    assert "Ann is wise." not in (await bot.type(EVE, "sheet", page="spells")).words


async def test_pages_turn_in_their_panel_and_a_topic_is_explained_there(
    bot: OfflineBot, actor: GameActor
) -> None:
    fresh = await bot.press(ANN, "sheet:", private=False)
    assert not fresh.updates
    assert "Ann is wise." in fresh.words
    turned = await bot.press(ANN, "sheet:1.0")
    assert turned.updates
    assert "A pen." in turned.words
    assert not (await bot.press(ANN, "sheet:1.0", private=False)).updates
    [(menu, values)] = [(m, v) for m, v in turned.menus.items() if "topic:" in m]
    told = await bot.press(ANN, menu, values[0])
    assert "About pen.\nIt is \\*known\\*." in told.words
    assert told.updates
    told = await bot.press(ANN, menu, "sword")
    assert told.words == "Nothing is known about that any more."


async def test_what_is_done_in_a_panel_is_told_there(bot: OfflineBot, actor: GameActor) -> None:
    told = await bot.press(ANN, "sheet_act:1.0:note Hm.")
    assert "It is written: Hm.\nYour ink is dry." in told.words
    assert "A pen." in told.words
    assert told.updates
    told = await bot.press(ANN, "sheet_pick:1.0", "note Hm.")
    assert "It is written: Hm." in told.words
    told = await bot.press(BOB, "sheet_pick:1.0", "note Hm.")
    assert told.words == "It is not your turn."


async def test_the_character_is_sent_as_a_file(bot: OfflineBot, actor: GameActor) -> None:
    name = f"character-{actor.game.id}-{actor.game.card}.txt"
    for told in (await bot.type(ANN, "sheet", file=True), await bot.press(ANN, "morgue:")):
        assert told.words == "The character."
        assert b"Ann is wise." in told.files[name]


# ------------------------------------------------------------ earlier turns


async def test_an_earlier_turn_is_shown_as_its_person_saw_it(
    bot: OfflineBot, actor: GameActor
) -> None:
    told = await bot.type(ANN, "replay", line=4)
    assert told.files == {"line-0004.png": b"turn 1"}
    assert told.words.splitlines() == ["**Toy · turn 1** · line 4", "It is written: one"]
    found = await bot.completions(ANN, "replay", "line", "one")
    assert [each.value for each in found] == [4]


async def test_a_film_shows_the_lines_that_were_asked_for(
    bot: OfflineBot, actor: GameActor
) -> None:
    await actor.run(ANN, Act("note three"))
    await actor.run(ANN, Act("note four"))
    for first, last, name, turns, moves in (
        (None, None, "film-4-7.gif", "1 2 3 4", "4 moves"),
        (None, 5, "film-4-5.gif", "1 2", "2 moves"),
        (5, 5, "film-5-5.gif", "2", "1 move"),
        (6, None, "film-6-7.gif", "3 4", "2 moves"),
    ):
        told = await bot.type(BOB, "replay", first=first, last=last)
        assert told.files == {name: FILM + turns.encode()}
        assert told.words == f"Toy, {moves}"
        assert told.private


async def test_a_film_without_a_beginning_is_of_the_last_moves_alone(
    bot: OfflineBot, actor: GameActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "FILM_LENGTH", 1)
    assert [*(await bot.type(ANN, "replay")).files] == ["film-5-5.gif"]
    told = await bot.type(ANN, "replay", first=5, last=4)
    assert told.words == "The first line must come before the last."


async def test_a_film_is_posted_for_all_so_often_and_so_large_as_it_may_be(
    bot: OfflineBot, actor: GameActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "film", replace(LIMITS["film"], person=2))
    bot.filesize_limit = len(FILM + b"1 2")
    told = await bot.type(ANN, "replay", public=True)
    assert not told.private
    assert told.files == {"film-4-5.gif": FILM + b"1 2"}
    await actor.run(ANN, End())
    told = await bot.press(ANN, "film:", private=False)
    assert not told.private
    assert told.files
    told = await bot.press(ANN, "film:", private=False)
    assert told.words.startswith("You have posted films too often")
    assert (await bot.type(ANN, "replay")).files
    bot.filesize_limit -= 1
    told = await bot.type(ANN, "replay")
    assert told.words == "That film is too large to send; choose fewer lines."


async def test_who_missed_what_cannot_be_replayed_reads_it_in_words(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bot.found(BOB, mode="first")
    actor = await bot.tables.at(CHANNEL)
    await bot.tables.preferences.set(BOB.id, "view", "pictures")
    await actor.run(BOB, Act("step e"))
    bot.tables.services.now.pass_(100_000)  # type: ignore[attr-defined]
    await actor.run(ANN, Act("step n"))

    async def refuse(*_: object) -> None:
        raise Refusal("Other rules.")

    monkeypatch.setattr(GameHistory, "views_at", refuse)
    _, recap = await bot.answers_to(BOB, "look:")
    assert recap.words.startswith("**Since you were here**")
    assert recap.files == {}


# ------------------------------------------------------------ the library


async def test_the_game_master_keeps_things_for_other_games(bot: OfflineBot) -> None:
    await bot.found(BOB, EVE, ruleset="writing", mode="table")
    told = await bot.type(ANN, "library", keep="letter", name="  A  *long*   name " + "x" * 60)
    assert told.words.startswith("The library has **A \\*long\\* name x")
    listed = (await bot.type(ANN, "library")).words
    assert listed.startswith("- A \\*long\\* name x")
    [kept] = [each.value for each in await bot.completions(ANN, "library", "use", "long")]
    assert len(kept) == 60
    told = await bot.type(ANN, "library", keep="crown")
    assert told.words == "This game has no “crown” to keep."
    found = await bot.completions(ANN, "library", "keep", "")
    assert [each.value for each in found] == ["letter", "book"]
    await bot.type(ANN, "library", keep="book")
    assert (await bot.type(ANN, "library", use="book")).words == "**book** is in this game now."
    actor = await bot.tables.at(CHANNEL)
    view = await actor.reader.view(None)
    assert (view.turn, view.lines) == (3, ("It is written: third",))
    told = await bot.type(ANN, "library", drop="book")
    assert told.words == "The library has no **book** any more."
    assert [each.value for each in await bot.completions(ANN, "library", "drop", "book")] == []
    for option in ("use", "drop", "keep"):
        told = await bot.type(BOB, "library", **{option: "letter"})
        assert told.words == "Only the Game Master can do that."
        assert await bot.completions(BOB, "library", option, "") == []


async def test_where_the_rules_know_no_game_master_the_players_have_the_library(
    bot: OfflineBot,
) -> None:
    await bot.found(BOB, mode="first")
    assert (await bot.type(BOB, "library")).words == "The library is empty."
    told = await bot.type(EVE, "library")
    assert told.words == "Only players of this game can do that."


async def test_a_game_without_moves_has_no_film(bot: OfflineBot) -> None:
    await bot.found(BOB, ruleset="writing", mode="solo", settings={"cards": "text"})
    told = await bot.type(ANN, "replay")
    assert (told.words, told.files) == ("Nothing was played then.", {})
