"""The answers of /vote and of the buttons of a vote, in private and on the card."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock

import pytest

from cogs.game import PUT_TO_THE_VOTE
from cogs.ui.cards import Card
from cogs.vote import parse_motion
from table.actor import GameActor
from table.commands.command import TableCommand
from table.commands.votes import MoveToSet, MoveToUndo, Vote
from table.errors import Refusal
from table.voting.motions import NO, YES
from tests.cogs.offline_bot import ANN, BOB, EVE, OfflineBot, member
from tests.table.world import CHANNEL, PostOffice

NO_VOTES = "This game is not played by votes. /game settings can change that."


async def voting(bot: OfflineBot, **settings: str) -> GameActor:
    """Begin a game of three people that is played by votes, in which Bob has proposed a step."""
    bot.tables.send_by(PostOffice())
    settings = {"early": "off", **settings}
    await bot.found(BOB, EVE, mode="vote", settings=settings)
    await bot.type(BOB, "vote propose", action="step e")
    return await bot.tables.at(CHANNEL)


async def choices(bot: OfflineBot, person: object) -> dict[str, str]:
    """Return the buttons of somebody's own vote."""
    shown = await bot.press(person, "my_vote:")  # type: ignore[arg-type]
    return shown.buttons


async def test_where_nobody_votes_the_commands_of_votes_say_so(bot: OfflineBot) -> None:
    await bot.found(BOB, mode="first")
    asked = [
        await bot.type(BOB, "vote propose", action="step e"),
        await bot.type(BOB, "vote cast", letters="A"),
        await bot.type(BOB, "vote withdraw"),
        await bot.type(BOB, "vote veto", letter="A"),
        await bot.type(BOB, "vote status"),
    ]
    assert [told.words for told in asked] == [NO_VOTES] * 5
    assert await bot.completions(BOB, "vote move", "what", "undo") == []


async def test_what_can_be_proposed_and_for_how_long_a_vote_is_delegated_is_suggested(
    bot: OfflineBot,
) -> None:
    await bot.found(BOB, mode="vote")
    found = await bot.completions(BOB, "vote propose", "action", "step")
    assert {each.value for each in found} == {"step e", "step s"}
    found = await bot.completions(BOB, "vote delegate", "until", "week")
    assert found
    assert all("week" in each.value for each in found)


async def test_a_vote_pressed_in_private_takes_the_place_of_the_one_before(bot: OfflineBot) -> None:
    actor = await voting(bot)
    await bot.type(EVE, "vote propose", action="step s")
    mine = await choices(bot, EVE)
    [other] = [custom_id for label, custom_id in mine.items() if label.startswith("A ")]
    told = await bot.press(EVE, other)
    assert told.words.startswith("You voted for **A")
    assert told.updates
    assert actor.reader.vote_of(EVE.id) == ("A",)
    told = await bot.press(EVE, (await choices(bot, EVE))["Abstain"])
    assert (told.words, told.updates) == ("You abstain. Change:", True)
    told = await bot.press(EVE, (await choices(bot, EVE))["Withdraw"])
    assert (told.words, told.updates) == ("You have not voted. Vote:", True)


async def test_where_people_vote_for_several_a_press_adds_one_or_takes_it_back(
    bot: OfflineBot,
) -> None:
    actor = await voting(bot, constitution="approval")
    await bot.type(EVE, "vote propose", action="step s")
    mine = await choices(bot, EVE)
    [first] = [custom_id for label, custom_id in mine.items() if label.startswith("A ")]
    await bot.press(EVE, first)
    assert actor.reader.vote_of(EVE.id) == ("A", "B")
    await bot.press(EVE, first)
    assert actor.reader.vote_of(EVE.id) == ("B",)
    told = await bot.type(EVE, "vote cast", letters="b, a")
    assert actor.reader.vote_of(EVE.id) == ("A", "B")
    assert "**A" in told.words
    assert "**B" in told.words
    assert "You voted A B." in (await bot.type(EVE, "vote status")).words
    await bot.type(EVE, "vote cast")
    assert actor.reader.vote_of(EVE.id) == ()
    assert "You voted for none." in (await bot.type(EVE, "vote status")).words


@pytest.mark.parametrize("is_overtaken", [False, True])
async def test_a_vote_on_the_card_changes_the_card_and_tells_its_person_nothing_else(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch, is_overtaken: bool
) -> None:
    actor, office = await voting(bot), PostOffice()
    await bot.tables.send_by(office).flush()
    [shown] = [number for number, row in office.messages.items() if row.kind == "card"]
    mine = await choices(bot, EVE)
    [pressed] = [each for label, each in mine.items() if label.startswith("A ")]
    builder, delivered = bot.client._services.card_builder, AsyncMock()
    drawn = builder.card

    async def card(*asked: Any) -> Card:
        found = await drawn(*asked)
        if is_overtaken:
            await actor.run(ANN, Vote(("A",)))
        return found

    monkeypatch.setattr(builder, "card", card)
    monkeypatch.setattr(bot.tables, "delivered", delivered)
    [told] = await bot.answers_to(EVE, pressed, private=False, message=shown)
    assert "A" in (actor.reader.vote_of(EVE.id) or ())
    assert told.updates
    assert "**Vote**: 2 of 3" in told.words
    assert "You voted" not in told.words
    [(delivery, message)] = [each.args for each in delivered.await_args_list]
    assert (delivery.how, delivery.message) == ("edit", shown)
    assert message == (None if is_overtaken else shown)  # None: the outbox draws it again


async def test_a_vote_on_what_is_gone_or_of_an_earlier_turn_is_refused(bot: OfflineBot) -> None:
    actor = await voting(bot)
    for handler in ("vote", "veto"):
        assert (await bot.press(EVE, f"{handler}:B:123")).words == "That proposal is gone."
    old = f"v1:{actor.game.id}:{actor.game.card - 1}"
    for pressed in ("vote:A:123", "veto:A:123", "my_vote:", "motion:yes"):
        told = await bot.press(EVE, f"{old}:{pressed}")
        assert told.words == "That was an earlier turn; the game has moved on."
    assert actor.reader.vote_of(EVE.id) is None


async def test_the_last_vote_that_is_missing_decides(bot: OfflineBot) -> None:
    actor = await voting(bot, early="on", quorum="100")
    await bot.type(EVE, "vote cast", letters="A")
    told = await bot.type(ANN, "vote cast", letters="A")
    assert told.words == "Decided: A ● **Step e** (A 3; 3 of 3 took part)"
    assert (await actor.reader.view(None)).turn == 1


async def test_a_proposal_is_vetoed_by_a_button_that_only_the_leader_has(bot: OfflineBot) -> None:
    actor = await voting(bot, veto="leader")
    assert not [label for label in await choices(bot, BOB) if label.startswith("Veto")]
    [veto] = [each for label, each in (await choices(bot, ANN)).items() if label[:4] == "Veto"]
    told = await bot.press(ANN, veto)
    assert told.updates
    assert "Veto" not in "".join(told.buttons)
    poll = actor.reader.poll()
    assert poll is not None
    assert poll.proposals[0].struck_by == ANN.id


async def test_a_motion_is_voted_on_by_the_buttons_of_the_card(bot: OfflineBot) -> None:
    bot.tables.send_by(PostOffice())
    await bot.found(BOB, EVE, mode="first")
    actor = await bot.tables.at(CHANNEL)
    told = await bot.type(BOB, "vote move", what="set pace daily")
    assert told.words == PUT_TO_THE_VOTE
    assert actor.reader.vote_of(BOB.id, motion=True) == (YES,)
    await bot.answers_to(EVE, "motion:no", private=False)
    assert actor.reader.vote_of(EVE.id, motion=True) == (NO,)
    await bot.answers_to(EVE, "motion:no", private=False)
    assert actor.reader.vote_of(EVE.id, motion=True) is None
    await bot.answers_to(BOB, "motion:yes", private=False)
    assert actor.reader.vote_of(BOB.id, motion=True) is None
    await bot.answers_to(BOB, "motion:yes", private=False)
    assert actor.reader.vote_of(BOB.id, motion=True) == (YES,)
    assert actor.game.settings.pace == "auto"
    told = (await bot.answers_to(ANN, "motion:yes", private=False))[-1]
    assert actor.reader.motion() is None
    assert actor.game.settings.pace == "daily"
    assert told.private
    assert told.words.startswith("Passed: set “How long a turn may take” to daily")


async def test_a_motion_that_the_other_one_refuses_changes_nothing(bot: OfflineBot) -> None:
    await bot.found(BOB, mode="first")
    await bot.type(ANN, "vote move", what="set pace daily")
    await bot.answers_to(BOB, "motion:no", private=False)
    actor = await bot.tables.at(CHANNEL)
    assert actor.reader.motion() is None
    assert actor.game.settings.pace == "auto"


@pytest.mark.parametrize(
    ("typed", "motion"),
    [
        ("undo 2", MoveToUndo(2)),
        ("set pace daily", MoveToSet("pace", "daily")),
        ("set rota 3 turns", MoveToSet("rota", "3 turns")),
        ("  undo   1 ", MoveToUndo(1)),
    ],
)
def test_a_motion_is_read_as_it_was_typed(typed: str, motion: TableCommand) -> None:
    assert parse_motion(typed) == motion


@pytest.mark.parametrize(
    "typed", ["", "undo", "undo two", "undo 1 2", "set", "set pace", "get pace daily", "redo 1"]
)
def test_what_is_no_motion_is_refused_with_what_one_is(typed: str) -> None:
    with pytest.raises(Refusal, match="You can ask for `undo 2` or `set pace daily`"):
        parse_motion(typed)


async def test_a_vote_is_handed_on_until_a_time_and_the_leader_is_named_in_the_status(
    bot: OfflineBot,
) -> None:
    await voting(bot)
    end = int(bot.tables.services.now() + 3 * 86400)
    told = await bot.type(EVE, "vote delegate", member=member(ANN), until="3 days")
    assert told.words == (
        f"<@1> votes for you until <t:{end}:f>, whenever you have not voted yourself."
    )
    told = await bot.type(EVE, "vote delegate", member=member(ANN), until="yesterday")
    assert "votes for you" not in told.words
    shown = (await bot.type(BOB, "vote status")).words.splitlines()
    assert shown[0].startswith("**Vote**")
    assert shown[-2:] == ["You voted A.", "<@1> leads."]


async def test_a_draft_with_too_many_answers_is_refused(bot: OfflineBot) -> None:
    await bot.found(BOB, mode="vote")
    told = await bot.press(BOB, "draft:" + "a" * 200)
    assert told.words == "That draft has too many answers; please start again."
