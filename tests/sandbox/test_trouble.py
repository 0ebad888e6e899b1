"""Refusals, faults, reconnections: what a bot must live with."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from tests.sandbox_process import ROOT, SandboxClient, SandboxError, SandboxProcess


def attempt(client: SandboxClient, what: str, target: str = "", channel: str = "tavern") -> str:
    result = client.slash("Beren", channel, "game try", what=what, target=str(target))
    assert result["answered"] == "deferred", result
    own = [m for m in result["messages"] if m["type"] == 20]
    return own[-1]["content"]


def test_a_message_removed_under_the_bot_is_unknown(client: SandboxClient):
    [message] = client.slash("Beren", "tavern", "game count")["messages"]
    assert attempt(client, "edit_message", message["id"]) == f"edited {message['id']}"
    client.faults(remove="message", id=message["id"])
    assert attempt(client, "edit_message", message["id"]) == "404/10008"


def test_a_channel_removed_under_the_bot_is_unknown(client: SandboxClient):
    thread = attempt(client, "start_thread", "doomed").split()[1]
    before = client.world()["channels"]
    client.faults(remove="channel", id=thread)
    assert len(client.world()["channels"]) == len(before) - 1
    with pytest.raises(SandboxError, match="no channel"):
        client.say("Beren", thread, "anybody here?")


def test_the_sealed_hall_refuses_the_bot(client: SandboxClient):
    assert attempt(client, "send_to", client.channel("sealed-hall")) == "403/50013"


def test_a_nonce_sends_once(client: SandboxClient):
    assert attempt(client, "same_nonce", "t1-42-card") == "same=True"
    said = [m for m in client.messages("Beren", "tavern") if m["content"] == "once only"]
    assert len(said) == 1


@pytest.mark.parametrize(("what", "code"), [("long_text", "400/50035"), ("big_file", "413/40005")])
def test_limits_are_kept(client: SandboxClient, what: str, code: str):
    assert attempt(client, what) == code


def test_only_allowed_mentions_ping(client: SandboxClient):
    finrod = next(p["id"] for p in client.world()["people"] if p["name"] == "Finrod")
    message_id = attempt(client, "ping", finrod).split()[1]
    [message] = [m for m in client.messages("Beren", "tavern") if m["id"] == message_id]
    assert [m["username"] for m in message["mentions"]] == ["Beren"]


def test_threads_are_opened_archived_and_reopened(client: SandboxClient):
    thread = attempt(client, "start_thread", "the barrow", channel="barrow-downs").split()[1]
    assert [m["content"] for m in client.messages("Finrod", thread)] == ["inside", "opened again"]
    parent = next(c["parent"] for c in client.world()["channels"] if c["id"] == thread)
    assert parent == client.channel("barrow-downs")


def test_a_private_thread_is_for_those_who_are_mentioned_in_it(client: SandboxClient):
    thread = attempt(client, "secret_thread", "whispers").split()[1]
    assert client.messages("Beren", thread)[0]["content"].startswith("a whisper")
    assert "whispers" not in [m["content"] for m in client.messages("Finrod", "tavern")]
    assert client.messages("Thingol", thread)  # who manages threads sees them all
    with pytest.raises(SandboxError, match="cannot see"):
        client.messages("Finrod", thread)


def test_members_of_a_private_thread_are_told_one_by_one(client: SandboxClient):
    """Discord lists them only for bots with the privileged intent for members."""
    beren = next(p["id"] for p in client.world()["people"] if p["name"] == "Beren")
    for people, answer in ((["Beren", "Finrod"], f"member {beren}"), (["Finrod"], "404/10007")):
        name = f"of {len(people)}"
        client.faults(private_thread=people, channel=client.channel("tavern"), name=name)
        thread = client.channel(name)
        assert attempt(client, "thread_member", thread) == answer
        assert attempt(client, "thread_members", thread) == "403/50001"


def test_a_private_thread_needs_its_permission(client: SandboxClient):
    tavern = client.channel("tavern")
    client.faults(deny=["create_private_threads"], channel=tavern)
    assert attempt(client, "secret_thread", "unheard") == "403/50013"
    client.faults(deny=[], channel=tavern)
    assert attempt(client, "secret_thread", "heard").startswith("thread")


def test_a_reply_to_nothing_is_refused(client: SandboxClient):
    assert attempt(client, "reply_to_nothing") == "400/50035"


def test_pins_reactions_letters_and_history(client: SandboxClient):
    [message] = client.say("Beren", "tavern", "look here")["messages"]
    assert attempt(client, "pin_message", message["id"]) == "pinned=True"
    assert attempt(client, "react_and_type", message["id"]) == "reacted"
    [seen] = [m for m in client.messages("Beren", "tavern") if m["id"] == message["id"]]
    assert seen["reactions"][0]["emoji"]["name"] == "🗡"
    letters = attempt(client, "direct_message").split()[1]
    assert client.messages("Beren", letters)[0]["content"] == "a letter"
    with pytest.raises(SandboxError, match="cannot see"):
        client.messages("Finrod", letters)
    assert attempt(client, "history") == "history 3 newest first=True"


def test_a_rate_limit_and_a_server_error_are_retried(client: SandboxClient):
    tavern = client.channel("tavern")
    client.faults(match="POST /channels/*/messages", status=429, times=1)
    assert attempt(client, "send_to", tavern).startswith("sent")
    client.faults(match="POST /channels/*/messages", status=502, times=1)
    assert attempt(client, "send_to", tavern).startswith("sent")


def test_a_refusal_is_told_to_the_bot(client: SandboxClient):
    client.faults(match="POST /channels/*/messages", status=403, times=1)
    assert attempt(client, "send_to", client.channel("tavern")) == "403/0"


@pytest.mark.parametrize(
    "fault",
    [
        {"match": "channels"},
        {"match": "POST /x", "status": 200},
        {"match": "POST /x", "times": 0},
        {"gateway": "explode"},
        {"interaction": "never"},
        {"remove": "message", "id": "1"},
        {"remove": "guild", "id": "1"},
        {},
    ],
)
def test_bad_faults_get_one_sentence(client: SandboxClient, fault: dict):
    with pytest.raises(SandboxError, match=r"\.$"):
        client.faults(**fault)


def resumed(client: SandboxClient) -> int:
    return int(attempt(client, "counts").rsplit("=", 1)[1])


def answered(client: SandboxClient) -> bool:
    return client.slash("Beren", "tavern", "game new", ruleset="x")["answered"] == "message"


@pytest.mark.parametrize("how", ["drop", "reconnect"])
def test_a_lost_gateway_is_resumed_with_what_was_missed(client: SandboxClient, how: str):
    before = resumed(client)
    client.faults(gateway=how)
    # Sent into the gap: the answer proves that the event was replayed.
    assert client.until(lambda: answered(client))
    assert client.until(lambda: resumed(client) == before + 1)


def test_an_invalid_session_is_identified_anew(client: SandboxClient):
    client.faults(gateway="invalid-session")
    time.sleep(0.2)
    assert client.until(lambda: answered(client))


def test_a_late_interaction_is_unknown_to_discord(client: SandboxClient):
    client.faults(interaction="late")
    result = client.slash("Beren", "tavern", "game new", ruleset="late")
    assert result["answered"] is None
    time.sleep(0.6)
    assert not [m for m in client.messages("Beren", "tavern") if m["content"].startswith("late at")]


def test_a_repeated_interaction_is_answered_once(client: SandboxClient):
    client.faults(interaction="repeat")
    result = client.slash("Beren", "tavern", "game new", ruleset="twice")
    assert result["answered"] == "message"
    time.sleep(0.3)
    said = [m for m in client.messages("Beren", "tavern") if m["content"].startswith("twice at")]
    assert len(said) == 1


def test_a_wrong_token_is_refused(sandbox: SandboxProcess):
    request = urllib.request.Request(sandbox.api_base + "/users/@me")
    request.add_header("Authorization", "Bot wrong")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert refused.value.code == 401


def test_nothing_went_against_discords_description(client: SandboxClient):
    assert client.violations() == []


def test_without_simcord_the_sandbox_says_what_to_install():
    code = "import runpy, sys; sys.modules['simcord'] = None; runpy.run_module('sandbox')"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr == (
        "The sandbox needs the package simcord: pip install -r requirements-sandbox.txt\n"
    )
