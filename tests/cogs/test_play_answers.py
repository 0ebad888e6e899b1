"""The answers of actions that are typed, pressed, chosen, written and pasted."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, MagicMock

import discord
import pytest
from msgspec.structs import replace

from cogs.play import receipt_text, secret_reply
from cogs.ui.command_mapper import MAX_CHOICES
from cogs.ui.custom_ids import shorten
from engine.contract.action import Event
from table.commands.play import Act
from table.commands.votes import MoveToUndo
from table.history.entries import Acted
from table.limits import LIMITS
from tests.cogs.offline_bot import ANN, BOB, EVE, OfflineBot, Said
from tests.interactions import PRIVATE
from tests.rulesets import RULESETS
from tests.table.world import CHANNEL, PostOffice
from tests.toys.guessing import Toy
from tests.toys.writing import LONG, Writing

GONE_ON = "That was an earlier turn; the game has moved on."


@pytest.fixture
async def bot(tmp_path: Path) -> AsyncIterator[OfflineBot]:
    """A bot with a ruleset in which people write."""
    bot = await OfflineBot.open(tmp_path, Writing())
    bot.tables.send_by(PostOffice())
    for person in (ANN, BOB, EVE):
        await bot.tables.preferences.set(person.id, "view", "words")
    yield bot
    await bot.tables.close()


@pytest.fixture
async def writing(bot: OfflineBot) -> OfflineBot:
    """A game in which Ann is to move, and can write."""
    await bot.found(BOB, ruleset="writing", mode="solo", settings={"cards": "text"})
    return bot


async def last(bot: OfflineBot) -> str:
    """Return what everybody saw last."""
    return str((await (await bot.tables.at(CHANNEL)).reader.view(None)).lines[0])


async def test_an_action_that_is_typed_is_told_with_what_only_its_person_learns(
    writing: OfflineBot,
) -> None:
    told = await writing.type(ANN, "do", action="note hello")
    assert told.words.splitlines()[1:] == ["It is written: hello", "Your ink is dry."]
    assert told.private
    told = await writing.type(ANN, "writing note", text="again")
    assert "It is written: again" in told.words
    told = await writing.type(ANN, "use", what="Hm")
    assert "It is written: Hm." in told.words
    told = await writing.type(BOB, "use", what="Hm")
    assert told.words == "It is not your turn."


async def test_commands_are_for_the_game_that_is_played(writing: OfflineBot) -> None:
    told = await writing.type(ANN, "toy step", way="e")
    assert told.words == "This channel plays Writing, not Toy."
    told = await writing.type(ANN, "gm tell", text="hello")
    assert told.words == "Only the Game Master can do that."
    assert await writing.completions(ANN, "wandering wander", "terms", "") == []
    assert await writing.completions(ANN, "writing guess", "word", "")
    assert await writing.completions(ANN, "toy guess", "word", "") == []
    found = await writing.completions(ANN, "writing note", "text", "")
    assert "Hm." in [each.value for each in found]
    assert await writing.completions(EVE, "writing note", "text", "") == []


async def test_what_is_completed_is_what_somebodys_part_in_the_game_can_do(bot: OfflineBot) -> None:
    await bot.found(BOB, EVE, ruleset="writing", mode="table")

    async def verbs(who: Any) -> set[str]:
        found = await bot.completions(who, "do", "action", "")
        return {each.value.split()[0] for each in found}

    assert await verbs(ANN) == {"tell"}
    assert "step" in await verbs(BOB)
    assert "tell" not in await verbs(BOB)
    assert await bot.completions(ANN, "gm tell", "text", "")
    assert await bot.completions(BOB, "gm tell", "text", "") == []
    told = await bot.type(ANN, "gm tell", text="hello")
    assert "It is written: hello" in told.words
    told = await bot.type(BOB, "gm tell", text="hello")
    assert told.words == "Only the Game Master can do that."


@pytest.mark.parametrize(("ruleset", "is_its_own"), [("writing", True), ("mastered", False)])
async def test_what_may_be_named_beside_what_is_offered_is_completed_in_the_game_of_the_command(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch, ruleset: str, is_its_own: bool
) -> None:
    monkeypatch.setattr(Toy, "completions", lambda *_: ["hello there"])
    await bot.found(BOB, EVE, ruleset=ruleset, mode="table")
    found = await bot.completions(ANN, "gm tell", "text", "hello")
    assert [each.value for each in found] == (["hello", "hello there"] if is_its_own else [])
    own = await bot.completions(BOB, f"{ruleset} guess", "word", "hello")
    assert [each.value for each in own] == ["hello there"]


@pytest.mark.parametrize("ruleset", ["sil", "delve", "kanthe", "silg"])
@pytest.mark.parametrize("command", ["do", "{ruleset} do"])
async def test_whatever_is_offered_before_the_first_turn_can_be_completed(
    tmp_path: Path, ruleset: str, command: str
) -> None:
    bot, name = await OfflineBot.open(tmp_path, RULESETS[ruleset]), command.format(ruleset=ruleset)
    bot.tables.send_by(PostOffice())
    await bot.found(BOB, ruleset=ruleset, mode="table" if ruleset == "silg" else "first")
    lines = [str(each.action) for each in await bot.offered(BOB)]
    assert lines
    for line in lines:
        assert line in [each.value for each in await bot.completions(BOB, name, "action", line)]
    begun = [each.value for each in await bot.completions(BOB, name, "action", "")]
    assert set(begun) <= set(lines)
    assert len(begun) == min(len(lines), MAX_CHOICES)
    await bot.tables.close()


async def test_a_verb_of_other_rules_for_game_masters_is_none_of_this_game(bot: OfflineBot) -> None:
    await bot.found(BOB, mode="first")
    told = await bot.type(ANN, "gm tell", text="hello")
    assert told.words == "Toy has no “tell”."


async def test_a_text_is_uploaded_or_pasted_into_a_form(writing: OfflineBot) -> None:
    file = MagicMock(spec=discord.Attachment, size=5)
    file.read = AsyncMock(return_value=b"hello")
    told = await writing.type(ANN, "writing pin", text=file)
    assert "It is written: hello" in told.words
    form = await writing.type(ANN, "writing pin", text=None)
    assert form.words.splitlines() == ["Pin up a text.", "A text."]
    told = await writing.fill_in(ANN, form.form, "good news", private=False)
    assert "It is written: good news" in told.words
    assert await last(writing) == "It is written: good news"


async def test_files_and_texts_are_uploaded_only_so_often(
    writing: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(LIMITS, "upload", replace(LIMITS["upload"], person=1))
    form = await writing.type(ANN, "writing pin", text=None)
    await writing.fill_in(ANN, form.form, "one")
    told = [await writing.fill_in(ANN, form.form, "two")]
    told += [await writing.type(ANN, "writing pin", text=MagicMock(spec=discord.Attachment))]
    assert {each.words for each in told} == {
        "You have uploaded files too often; try again in 10 minutes."
    }
    assert await last(writing) == "It is written: one"


async def test_what_is_asked_for_in_writing_is_written_into_a_form(writing: OfflineBot) -> None:
    form = await writing.press(ANN, "type:")
    assert form.words.splitlines() == ["Write Your note", "Your note"]
    told = await writing.fill_in(ANN, form.form, "Dear\n  all,  hello", private=True)
    assert told.updates
    assert await last(writing) == "It is written: Dear all, hello"
    assert (await writing.press(BOB, "type:")).words == "It is not your turn."
    await writing.type(ANN, "do", action="guess AAAA")
    for told in (await writing.press(ANN, "type:"), await writing.fill_in(ANN, "typed:", "x")):
        assert told.words == "There is nothing to write now."
    old = form.form
    assert (await writing.fill_in(ANN, old, "late")).words == GONE_ON


async def test_an_action_in_the_own_view_shows_that_view_and_on_the_card_the_card(
    writing: OfflineBot,
) -> None:
    for pressed, private in (("own_act:note one", False), ("act:note two", True)):
        told = await writing.press(ANN, pressed, private=private)
        assert told.updates
        assert f"It is written: {pressed[-3:]}" in told.words
        assert "Your word" in told.words  # only Ann sees it
    card, secret = await writing.answers_to(ANN, "act:note three", private=False)
    assert "It is written: three" in card.words
    assert "Your word" not in card.words
    assert (secret.words, secret.private) == ("Your ink is dry.", True)


async def test_an_action_too_long_for_a_button_is_found_again(writing: OfflineBot) -> None:
    assert shorten(LONG).startswith("#")
    told = await writing.press(ANN, "own_pick:", shorten(LONG))
    assert told.updates
    assert await last(writing) == "It is written: very very very very very very "
    told = await writing.press(BOB, "own_pick:", shorten(LONG))
    assert told.words == "It is not your turn."


async def test_the_menu_of_all_actions_acts_in_its_own_place(writing: OfflineBot) -> None:
    menu = await writing.press(ANN, "actions:", private=False)
    assert not menu.updates
    assert [*menu.buttons][-1:] != ["Undo…"]
    [[custom_id, values]] = menu.menus.items()
    assert "look" in values
    done = await writing.press(ANN, custom_id, "step e")
    assert done.updates
    assert done.words.splitlines()[-1] == "Ann walks e."
    menu = await writing.press(BOB, "actions:/x")
    assert any("ndo" in label for label in menu.buttons)
    page = await writing.press(BOB, "actions_page:Act/0")
    assert page.updates
    assert (await writing.press(ANN, "actions:")).words == "It is not your turn."
    assert (await writing.press(BOB, custom_id, "step n")).words == GONE_ON


async def test_where_there_are_plans_their_caution_is_shown(writing: OfflineBot) -> None:
    shown = await writing.press(ANN, "caution:")
    assert shown.words.startswith("**")
    assert not shown.updates
    await writing.type(ANN, "do", action="guess AAAA")
    assert (await writing.press(ANN, "caution:")).words == "There are no plans in this game."


async def test_what_is_advised_is_taken_by_one_press(writing: OfflineBot) -> None:
    told = await writing.press(ANN, "suggested:")
    assert told.updates
    assert await last(writing) == "It is written: Hm."
    await writing.type(ANN, "do", action="guess AAAA")
    told = await writing.press(ANN, "suggested:")
    assert told.words == "There is nothing left for you to choose."


async def test_nobody_acts_in_a_game_that_stands_still(writing: OfflineBot) -> None:
    await writing.type(ANN, "game pause")
    for pressed in ("actions:", "caution:", "suggested:"):
        told = await writing.press(ANN, pressed)
        assert told.words == "The game is not running; /game status says why."
    told = await writing.press(EVE, "actions:")
    assert told.words != "The game is not running; /game status says why."


async def test_a_proposal_is_answered_where_it_was_made(bot: OfflineBot) -> None:
    await bot.found(BOB, EVE, ruleset="writing", mode="vote", settings={"early": "off"})
    told = await bot.press(ANN, "act:note one")
    assert told.words.startswith("You voted for **A")
    told = await bot.press(BOB, "actions_pick:", "note two")
    assert told.words.startswith("You voted for **B")
    assert told.updates
    told = await bot.type(EVE, "do", action="note three")
    assert told.words.startswith("You voted for **C")
    told = await bot.press(ANN, "sheet_act:0:note four", "note four")
    assert told.words.startswith("You voted for **D")


async def test_a_usage_is_told_only_where_something_is_missing(writing: OfflineBot) -> None:
    told = await writing.type(ANN, "do", action=" STEP ")
    assert told.words.splitlines()[1].startswith("**step** — Walk.")
    told = await writing.type(ANN, "do", action="guess")
    assert "**guess** —" not in told.words  # the choices say it
    await writing.type(ANN, "do", action="guess AAAA")
    told = await writing.type(ANN, "do", action="look")
    assert told.words == "You cannot do that now."


def test_a_receipt_tells_the_action_and_what_came_of_it_and_secrets_stand_alone() -> None:
    open_, secret = Event("news", "You *fall*."), Event("news", "It is _deep_.", (1,))
    receipt: Any = SimpleNamespace(entry=Acted(0, "step e", 1), events=(open_, secret))
    assert receipt_text(receipt, lambda line: f"to {line}").splitlines() == [
        "**to step e**",
        "You \\*fall\\*.",
        "It is \\_deep\\_.",
    ]
    reply = secret_reply(receipt)
    assert reply is not None
    assert reply.text == "It is \\_deep\\_."
    receipt.events = (open_,)
    assert secret_reply(receipt) is None


async def test_the_card_is_not_sent_twice_when_the_game_has_gone_on(
    writing: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder = writing.client._services.card_builder
    drawn = builder.card
    actor = await writing.tables.at(CHANNEL)
    delivered: list[int | None] = []

    async def overtaken(*asked: Any) -> Any:
        card = await drawn(*asked)
        await actor.run(ANN, Act("note meanwhile"))
        return card

    async def note(_: object, message: int | None) -> None:
        delivered.append(message)

    monkeypatch.setattr(writing.tables, "delivered", note)
    monkeypatch.setattr(builder, "card", overtaken)
    told: list[Said] = await writing.answers_to(ANN, "act:note one", private=False)
    assert [each.words for each in told] == ["Your ink is dry."]
    assert delivered == []
    monkeypatch.setattr(builder, "card", AsyncMock(side_effect=ZeroDivisionError))
    told = await writing.answers_to(ANN, "act:note two", private=False)
    assert told[0].words.startswith("Something went wrong on our side.")
    assert delivered == [None]


async def test_the_message_of_a_card_is_kept_though_it_is_to_be_drawn_again(
    writing: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder = writing.client._services.card_builder
    drawn, delivered = builder.card, AsyncMock()
    actor = await writing.tables.at(CHANNEL)

    async def card(*asked: Any) -> Any:
        found = await drawn(*asked)
        await actor.run(BOB, MoveToUndo(1))
        return found

    monkeypatch.setattr(builder, "card", card)
    monkeypatch.setattr(writing.tables, "delivered", delivered)
    told = await writing.answers_to(ANN, "act:note one", private=False)
    assert "It is written: one" in told[0].words
    assert [each.args[1] for each in delivered.await_args_list] == [PRIVATE]
