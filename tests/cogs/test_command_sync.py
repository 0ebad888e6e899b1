"""Commands are told to Discord anew when, and only when, something about them has changed."""

from __future__ import annotations

import copy
from typing import Any

import discord
import pytest

from cogs.command_sync import TOO_MANY_CREATED, comparable, send_everywhere

OURS: dict[str, Any] = {
    "name": "go",
    "description": "Walk",
    "type": 1,
    "nsfw": False,
    "dm_permission": False,
    "default_member_permissions": None,
    "contexts": [0],
    "integration_types": [0],
    "options": [
        {"name": "way", "description": "Where", "type": 3, "required": True},
        {"name": "far", "description": "How far", "type": 4, "required": False, "min_value": 0},
    ],
}


def stored() -> dict[str, Any]:
    """The command as Discord gives it back."""
    command = copy.deepcopy(OURS)
    command |= {"id": "1", "application_id": "2", "version": "3", "name_localizations": None}
    command["description_localizations"] = None
    del command["dm_permission"]
    for option in command["options"]:
        if not option["required"]:
            del option["required"]
    return command


def test_a_command_that_is_stored_as_it_is_needs_no_sync():
    assert comparable([OURS]) == comparable([stored()])


@pytest.mark.parametrize(
    "change",
    [
        {"contexts": [0, 1]},
        {"contexts": None},
        {"integration_types": [0, 1]},
        {"nsfw": True},
        {"description": "Run"},
        {"default_member_permissions": "32"},
        {"description_localizations": {"de": "Gehen"}},
        {"name_localizations": {"de": "geh"}},
        {"options": OURS["options"][::-1]},
        {"options": [OURS["options"][0]]},
        {"options": [OURS["options"][0], {**OURS["options"][1], "min_value": 1}]},
        {"options": [OURS["options"][0], {**OURS["options"][1], "max_value": 9}]},
        {"options": [{**OURS["options"][0], "min_length": 2}, OURS["options"][1]]},
        {"options": [{**OURS["options"][0], "autocomplete": True}, OURS["options"][1]]},
        {"options": [{**OURS["options"][0], "channel_types": [0]}, OURS["options"][1]]},
        {
            "options": [
                {**OURS["options"][0], "choices": [{"name": "N", "value": "n"}]},
                OURS["options"][1],
            ]
        },
    ],
)
def test_every_change_is_seen(change: dict[str, Any]):
    assert comparable([{**OURS, **change}]) != comparable([stored()])


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        # Discord keeps permissions as text, and installs a command in servers alone if not told.
        ({"default_member_permissions": 32}, {"default_member_permissions": "32"}),
        ({"default_member_permissions": 0}, {"default_member_permissions": "0"}),
        ({"integration_types": None}, {"integration_types": [0]}),
        ({"integration_types": [0]}, {"integration_types": None}),
        ({"integration_types": [1, 0]}, {"integration_types": [0, 1]}),
        ({"contexts": [1, 0]}, {"contexts": [0, 1]}),
        ({"nsfw": None}, {"nsfw": False}),
        ({"options": None}, {"options": []}),
        ({"name_localizations": {}}, {"name_localizations": None}),
    ],
)
def test_what_discord_writes_in_another_way_is_no_change(
    ours: dict[str, Any], theirs: dict[str, Any]
) -> None:
    for mine, stored_one in ((ours, theirs), (theirs, ours)):
        assert comparable([{**OURS, **mine}]) == comparable([{**stored(), **stored_one}])
    left_out = {key: value for key, value in {**OURS, **ours}.items() if value is not None}
    assert comparable([left_out]) == comparable([{**stored(), **theirs}])


def test_commands_may_come_in_any_order_and_differ_by_their_kind() -> None:
    other = {**OURS, "name": "stay"}
    menu = {**OURS, "type": 2, "description": ""}
    assert comparable([OURS, other, menu]) == comparable([menu, other, stored()])
    assert comparable([OURS, other]) != comparable([OURS, menu])
    assert comparable([OURS, other]) != comparable([OURS])


@pytest.mark.parametrize("given", [{"default_member_permissions": 0}, {"integration_types": [1]}])
def test_a_command_for_nobody_or_for_people_is_not_one_for_every_server(
    given: dict[str, Any],
) -> None:
    assert comparable([{**OURS, **given}]) != comparable([stored()])


class BadRequest:
    """The answer that an error is made of."""

    status, reason = 400, "Bad Request"


def refusal(code: int) -> discord.HTTPException:
    """Return the error of a request that was refused with one of Discord's codes."""
    return discord.HTTPException(BadRequest(), {"code": code, "message": "No"})


NO_MORE_TODAY = [discord.RateLimited(36_000), refusal(TOO_MANY_CREATED)]


class ClosedDiscord:
    """Requests to a Discord that takes no commands."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def bulk_upsert_global_commands(self, application: int, payload: list[Any]) -> None:
        raise self.error


@pytest.mark.parametrize("error", NO_MORE_TODAY)
async def test_a_day_that_takes_no_more_new_commands_does_not_stop_the_start(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    await send_everywhere(ClosedDiscord(error), 1, [OURS])
    [told] = caplog.records
    assert "keeps the bot's older commands" in told.getMessage()
    assert told.exc_info is None


async def test_commands_that_are_malformed_stop_the_start() -> None:
    with pytest.raises(discord.HTTPException):
        await send_everywhere(ClosedDiscord(refusal(50035)), 1, [OURS])
