"""A film for the channel is as large as the bot may send, not as its person may."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from cogs.replay import most_bytes

MIB = 1 << 20


@pytest.mark.parametrize(
    ("theirs", "server", "public", "most"),
    [
        (500, 10, False, 500),  # a person who pays, for themselves
        (500, 10, True, 10),
        (500, 50, True, 50),
        (10, 50, True, 10),
        (500, None, True, 10),
    ],
)
def test_a_film_for_the_channel_is_bounded_by_what_the_bot_may_send(theirs, server, public, most):
    guild = None if server is None else SimpleNamespace(filesize_limit=server * MIB)
    interaction = SimpleNamespace(filesize_limit=theirs * MIB, guild=guild)
    assert most_bytes(interaction, public=public) == most * MIB
