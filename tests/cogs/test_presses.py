"""Buttons that no recorded session presses: ways by the compass, and making a hero by what is
advised, on the card or in private."""

from __future__ import annotations

import json
from typing import Any

from table.commands.lobby import Begin, Join, NewGame
from table.commands.votes import MoveToSet
from tests.table.world import ANN, BOB, CHANNEL, EVE, GUILD
from tests.twins.onlooker_bot import OnlookerBot
from tests.twins.strokes import founded


def content(answers: list[bytes]) -> str:
    return "".join(str(json.loads(each)["content"]) for each in answers)


async def test_a_way_of_the_compass_is_gone_by_whose_turn_it_is_and_only_where_there_is_one(
    onlooker: OnlookerBot,
) -> None:
    await founded(onlooker, "delve", mode="solo", options={"class": "fighter"})
    reader = (await onlooker.actor()).reader
    assert content(await onlooker.press(BOB, "direction", "e")) == "It is not your turn."
    for handler, way in (("direction", "up"), ("blocked", "e")):
        assert content(await onlooker.press(ANN, handler, way)) == "You cannot go that way now."
    assert (await reader.turn()).waiting == (0,)
    before: Any = (await reader.view(0)).map
    assert content(await onlooker.press(ANN, "direction", "e")) == ""
    after: Any = (await reader.view(0)).map
    assert after.focus == (before.focus[0], before.focus[1] + 1)


async def test_a_hero_is_made_by_pressing_what_is_advised(onlooker: OnlookerBot) -> None:
    await onlooker.tables.found(ANN, NewGame(CHANNEL, GUILD, "silg", mode="table"))
    for person in (BOB, EVE):
        await onlooker.run(person, Join())
    await onlooker.run(ANN, Begin())
    reader = (await onlooker.actor()).reader
    for _ in range(30):
        if not await reader.offers(0):
            break
        await onlooker.press(BOB, "suggested")
    assert {0, 1} & {*(await reader.turn()).waiting} == {1}
    assert content(await onlooker.press(BOB, "suggested")) == "It is not your turn."
    assert len((await reader.view(0)).characters[0].bars) > 1


async def test_setup_goes_on_in_private_and_on_the_card_again(onlooker: OnlookerBot) -> None:
    await onlooker.tables.found(ANN, NewGame(CHANNEL, GUILD, "sil", mode="solo"))
    await onlooker.run(ANN, Begin())
    builder = onlooker.client._services.card_builder
    actor = await onlooker.actor()
    for place, answers in (("in private", 2), ("on the card", 1)):
        assert len(await onlooker.press(ANN, "setup_place", place)) == answers
        assert (await builder.preferences(ANN.id))["setup"] == place
        card = json.dumps((await builder.card(actor, actor.game.card)).view.to_components())
        assert ("Create your character" in card) is (place == "in private")


async def test_a_card_shows_the_motion_that_is_open_and_no_result_before_the_first_vote(
    onlooker: OnlookerBot,
) -> None:
    await founded(onlooker, "delve", mode="vote", options={"class": "fighter"})
    actor = await onlooker.actor()
    builder = onlooker.client._services.card_builder

    async def card() -> str:
        return json.dumps((await builder.card(actor, actor.game.card)).view.to_components())

    before = await card()
    assert "asks:" not in before
    assert '"-# "' not in before
    assert "\\n-# \\n" not in before
    await onlooker.run(ANN, MoveToSet("mode", "rota"))
    assert f"**<@{ANN.id}> asks:" in await card()
