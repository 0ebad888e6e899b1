"""The answers of /seat and of the menu on a person: characters given, lent, offered, alone."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cogs.seat import DAY, MENU_DURATIONS, seats_of
from table.actor import GameActor
from table.commands.seats import GiveSeat
from table.limits import LIMITS
from tests.cogs.offline_bot import ANN, BOB, BOT, EVE, OfflineBot, member
from tests.table.world import CHANNEL

OFTEN = "You have handed over characters too often; try again in 10 minutes."


@pytest.fixture
async def actor(bot: OfflineBot) -> GameActor:
    """A game of Ann and Bob, who play a character each."""
    await bot.found(BOB, mode="first")
    return await bot.tables.at(CHANNEL)


async def test_before_a_game_begins_there_is_no_character_to_give(bot: OfflineBot) -> None:
    await bot.found(BOB, begins=False)
    for name, options in {
        "seat back": {},
        "seat give": {"member": member(ANN)},
        "seat autoplay": {"on": True},
    }.items():
        assert (await bot.type(BOB, name, **options)).words == "The game has not begun yet."


async def test_a_character_is_named_where_it_is_not_clear_which(
    bot: OfflineBot, actor: GameActor
) -> None:
    told = await bot.type(EVE, "seat back")
    assert told.words == "You have no character in this game."
    told = await bot.type(ANN, "seat autoplay", on=True, character="Finrod")
    assert told.words == "There is no character of that name."
    told = await bot.type(ANN, "seat autoplay", on=True, character=" bOB ")
    assert told.words == "Bob plays by itself until you say otherwise."
    told = await bot.type(BOB, "seat give", member=member(ANN))
    assert told.words == "<@1> plays Bob now."
    assert [each.person for each in actor.state.seats] == [ANN.id, ANN.id]
    assert (await bot.type(ANN, "seat back")).words == "Say which character."
    found = await bot.completions(ANN, "seat give", "character", "o")
    assert [each.value for each in found] == ["Bob"]


async def test_the_last_character_that_somebody_plays_can_be_given_too(
    bot: OfflineBot, actor: GameActor
) -> None:
    await bot.type(ANN, "seat autoplay", on=True)
    found = await bot.completions(BOB, "seat give", "character")
    assert [each.value for each in found] == ["Bob"]


async def test_who_is_in_the_game_gets_a_character_and_others_are_asked(
    bot: OfflineBot, actor: GameActor
) -> None:
    told = await bot.type(BOB, "seat give", member=member(EVE))
    assert told.words == "<@3>, <@2> offers you **Bob** in this game."
    assert (told.private, told.mentioned) == (False, [EVE.id])
    assert actor.state.seats[1].person == BOB.id
    taken, welcome = await bot.answers_to(EVE, told.buttons["Play Bob"], private=False)
    assert (taken.words, taken.updates) == ("<@3> plays **Bob** now.", True)
    assert welcome.words.startswith("You are in.")
    assert welcome.private
    assert actor.state.seats[1].person == EVE.id


@pytest.mark.parametrize("command", ["give", "lend"])
async def test_no_bot_gets_a_character(bot: OfflineBot, actor: GameActor, command: str) -> None:
    told = await bot.type(BOB, f"seat {command}", member=member(BOT, bot=True))
    assert told.words == "Bots cannot play. /seat autoplay lets a character play by itself."
    assert actor.state.loans == {}


async def test_a_character_is_lent_until_a_time_also_to_somebody_new(
    bot: OfflineBot, actor: GameActor
) -> None:
    end = bot.tables.services.now() + 7 * DAY
    told = await bot.type(BOB, "seat lend", member=member(EVE))
    assert told.words == f"<@3> plays Bob until <t:{int(end)}:f>."
    assert actor.state.loans[1].person == EVE.id
    assert actor.state.loans[1].until == end
    assert actor.state.seats[1].person == BOB.id
    assert "Eve" in [each.name for each in actor.state.members]
    found = await bot.completions(BOB, "seat lend", "until", "week")
    assert found
    assert all("week" in each.value for each in found)


async def test_the_menu_on_a_person_gives_or_lends_each_of_somebodys_characters(
    bot: OfflineBot, actor: GameActor
) -> None:
    await actor.run(BOB, GiveSeat(1, ANN.id))
    seats: Any = bot.client.cogs["SeatCog"]
    panel = await seats._give_panel(bot._interaction(ANN, {}), member(BOB))
    told = panel.view.to_components()
    texts = [each["content"] for each in told if each["type"] == 10]
    assert texts == ["Give **Ann** to <@2>:", "Give **Bob** to <@2>:"]
    week, now = DAY * MENU_DURATIONS[2][1], bot.tables.services.now()
    said = await bot.press(ANN, f"give_seat:1 {BOB.id} {MENU_DURATIONS[2][1]}")
    assert (said.words, said.updates) == ("It is lent to <@2>.", True)
    assert actor.state.loans[1].until == now + week
    said = await bot.press(ANN, f"give_seat:1 {BOB.id} 0")
    assert (said.words, said.updates) == ("<@2> plays it now.", True)
    assert [each.character for each in seats_of(actor, BOB.id)] == ["Bob"]


async def test_the_menu_on_somebody_new_says_how_to_offer_one_of_several(
    bot: OfflineBot, actor: GameActor
) -> None:
    await actor.run(BOB, GiveSeat(1, ANN.id))
    seats: Any = bot.client.cogs["SeatCog"]
    asked = bot._interaction(ANN, {})
    await seats._give_menu(asked, member(EVE))
    [said] = asked.response.said
    assert said.words == "Eve is not in this game. Use /seat give to offer a character."


async def test_the_menu_on_a_person_comes_and_goes_with_its_commands(bot: OfflineBot) -> None:
    def menus() -> list[str]:
        commands = bot.client.tree.get_commands()
        return [each.name for each in commands if each.name.startswith("Give seat")]

    assert menus() == ["Give seat to…"]
    await bot.client.remove_cog("SeatCog")
    assert menus() == []


@pytest.mark.parametrize("mode", ["table", "first"])
async def test_the_game_master_is_named_where_the_rules_have_one(
    bot: OfflineBot, mode: str
) -> None:
    await bot.found(BOB, ruleset="mastered", mode=mode, begins=False)
    told = await bot.type(ANN, "seat master", member=member(BOB))
    assert told.words == "<@2> is the Game Master."
    actor = await bot.tables.at(CHANNEL)
    assert actor.state.game_master == BOB.id
    told = await bot.type(BOB, "seat master", member=member(EVE))
    assert "is the Game Master" not in told.words
    assert actor.state.game_master == BOB.id


async def test_who_follows_a_game_master_who_has_left_is_put_to_the_vote(bot: OfflineBot) -> None:
    await bot.found(BOB, EVE, ruleset="mastered", mode="table")
    actor = await bot.tables.at(CHANNEL)
    assert actor.reader.game_master() == ANN.id
    await bot.type(ANN, "game leave")
    told = await bot.type(BOB, "seat master", member=member(EVE))
    assert told.words == "It is put to the vote: the card has the buttons."
    assert actor.reader.motion() is not None
    assert actor.reader.game_master() is None


async def test_characters_are_handed_over_and_offered_only_so_often(
    bot: OfflineBot, actor: GameActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("seat", "ping"):
        monkeypatch.setitem(LIMITS, name, replace(LIMITS[name], person=1))
    assert (await bot.type(BOB, "seat lend", member=member(ANN))).words.startswith("<@1> plays")
    for told in (
        await bot.type(BOB, "seat lend", member=member(ANN)),
        await bot.type(BOB, "seat give", member=member(ANN)),
        await bot.press(BOB, f"give_seat:1 {ANN.id} 0"),
    ):
        assert told.words == OFTEN
    assert actor.state.seats[1].person == BOB.id
    assert (await bot.type(BOB, "seat give", member=member(EVE))).buttons
    told = await bot.type(BOB, "seat give", member=member(EVE))
    assert told.words.startswith("You have pinged people too often")
