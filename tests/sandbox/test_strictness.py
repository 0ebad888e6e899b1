"""The loopback is as strict as Discord: rate limits, signed addresses, referenced files."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from sandbox.payloads import Signer
from sandbox.rate_limits import RateLimitVerdict, RequestLimits
from tests.sandbox.set_clock import SetClock

MESSAGES = "/channels/5/messages"


def spend(
    limits: RequestLimits, times: int, method: str, path: str, **more: float
) -> RateLimitVerdict:
    """Make requests that are all let through; return the verdict on one more."""
    for _ in range(times):
        assert limits.check(method, path, **more).retry_after is None
    return limits.check(method, path, **more)


def test_a_channel_takes_five_messages_in_five_seconds_and_says_when_the_next():
    clock = SetClock()
    limits = RequestLimits(clock=clock)
    first = limits.check("POST", MESSAGES)
    assert first.headers["X-RateLimit-Remaining"] == "4"
    clock.now += 2
    refused = spend(limits, 4, "POST", MESSAGES)
    assert refused.retry_after == 3.0
    assert refused.headers["X-RateLimit-Scope"] == "user"
    assert limits.check("POST", "/channels/6/messages").retry_after is None
    clock.now += 3
    assert limits.check("POST", MESSAGES).retry_after is None
    assert [each["limit"] for each in limits.report()["refusals"]] == ["messages"]


def test_edits_of_old_messages_have_a_limit_and_a_code_of_their_own():
    limits = RequestLimits(clock=SetClock())
    refused = spend(limits, 3, "PATCH", f"{MESSAGES}/7", message_age=3601)
    assert (refused.code, refused.retry_after) == (30046, 20.0)
    assert limits.check("PATCH", f"{MESSAGES}/8", message_age=10).retry_after is None


def test_fifty_requests_a_second_are_all_that_a_bot_may_make_but_for_answers():
    clock = SetClock()
    limits = RequestLimits(clock=clock)
    for channel in range(50):
        assert limits.check("POST", f"/channels/{channel}/messages").retry_after is None
    refused = limits.check("POST", "/channels/99/messages")
    assert refused.is_global
    assert refused.headers["X-RateLimit-Global"] == "true"
    assert limits.check("POST", "/interactions/1/token/callback").retry_after is None
    assert limits.check("PATCH", "/webhooks/1/token/messages/@original").retry_after is None
    clock.now += 1
    assert limits.check("POST", "/channels/99/messages").retry_after is None


def test_ten_thousand_invalid_requests_in_ten_minutes_end_all():
    clock = SetClock()
    limits = RequestLimits(clock=clock)
    for number in range(9_999):
        limits.note_answer((401, 403, 429)[number % 3])
        limits.note_answer((200, 404, 400)[number % 3])
    assert (limits.report()["invalid"], limits.is_banned()) == (9_999, False)
    limits.note_answer(403)
    assert limits.is_banned()
    clock.now += 600
    assert (limits.report()["invalid"], limits.is_banned()) == (0, False)


def test_unlimited_it_counts_and_refuses_nothing():
    limits = RequestLimits(is_strict=False, clock=SetClock())
    for _ in range(80):
        assert limits.check("POST", MESSAGES).retry_after is None
    assert limits.report()["peaks"]["messages"]["seen"] == 80


def test_the_address_of_a_file_ends_and_cannot_be_forged():
    signer = Signer("http://here/cdn/attachments/", 60)
    bare = "http://here/cdn/attachments/1/2/map.png"
    query = dict(
        pair.split("=") for pair in signer.sign(bare, 1000).partition("?")[2].strip("&").split("&")
    )
    assert signer.is_valid(bare, query, 1059)
    assert not signer.is_valid(bare, query, 1061)
    assert not signer.is_valid(bare + "x", query, 1000)
    assert not signer.is_valid(bare, {**query, "ex": "ffffffff"}, 1000)
    assert not signer.is_valid(bare, {}, 1000)


def test_a_file_is_not_served_without_its_signature(client):
    result = client.slash("Beren", "barrow-downs", "game card")
    card = next(m for m in result["messages"] if m["components"])
    url = card["components"][0]["components"][1]["items"][0]["media"]["url"]
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(url.partition("?")[0])
    assert refused.value.code == 404
    with urllib.request.urlopen(url) as response:
        assert response.read().startswith(b"\x89PNG")
