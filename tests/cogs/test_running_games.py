"""Games that run are told of to those who may see their channel."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import discord
import pytest

from cogs.game import _may_see_channel

HERE, THERE = 7, 8


def channel(*, seen: bool) -> Any:
    """Return a channel that a person may see, or not."""
    found = Mock(spec=discord.TextChannel)
    found.permissions_for.return_value = discord.Permissions(view_channel=seen)
    return found


def thread(parent: Any, *, private: bool = False) -> Any:
    """Return a thread of a channel."""
    found = Mock(spec=discord.Thread)
    found.parent = parent
    found.is_private.return_value = private
    return found


def may_see(found: Any, where: int = THERE, kind: type = discord.Member) -> bool:
    """Return whether somebody who asks in a channel is told of a game in that one or another."""
    guild = Mock(spec=discord.Guild)
    guild.get_channel_or_thread.return_value = found
    asked = Mock(spec=discord.Interaction, channel_id=HERE, guild=guild, user=Mock(spec=kind))
    return _may_see_channel(asked, where)


SEEN, HIDDEN = channel(seen=True), channel(seen=False)


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (SEEN, True),
        (HIDDEN, False),
        (thread(SEEN), True),
        (thread(HIDDEN), False),
        (thread(SEEN, private=True), False),
        (thread(None), False),
        (None, False),
    ],
)
def test_games_are_told_of_to_those_who_may_see_where_they_are_played(
    found: Any, told: bool
) -> None:
    assert may_see(found) == told


def test_the_game_of_the_own_channel_is_told_of_and_strangers_see_no_other() -> None:
    assert may_see(None, HERE)
    assert not may_see(SEEN, THERE, discord.User)
