"""The checks that need no bot: Discord's OpenAPI description, its limits, the page's origin."""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from simcord.backend.errors import BackendError

from sandbox import limits
from sandbox.openapi import OpenApi
from tests.sandbox.rest_side import FORM, PRESS, RestSide
from tests.sandbox_process import ROOT, SandboxClient, SandboxError, running_sandbox, stop

BUTTON = {
    "type": "object",
    "properties": {"type": {"const": 2}, "label": {"type": "string", "maxLength": 80}},
    "required": ["type", "label"],
}
TEXT = {"type": "object", "properties": {"type": {"const": 10}}, "required": ["content"]}
DESCRIPTION = {
    "components": {"schemas": {"SnowflakeType": {"type": "string"}}},
    "paths": {
        "/channels/{channel_id}/messages": {
            "post": {
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {
                            "schema": {
                                "type": "object",
                                "properties": {
                                    "content": {"type": ["string", "null"]},
                                    "id": {"$ref": "#/components/schemas/SnowflakeType"},
                                    "components": {"items": {"oneOf": [BUTTON, TEXT]}},
                                },
                            }
                        }
                    },
                }
            }
        },
        "/users/@me": {"get": {}},
    },
}


@pytest.fixture
def description(tmp_path: Path) -> Path:
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(DESCRIPTION))
    return path


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"content": "hello", "id": 5}, None),
        ({"content": 5}, "content: 5 is not of type"),
        ({"components": [{"type": 2}]}, 'components/0: "label" is a required property'),
        ({"components": [{"type": 10}]}, 'components/0: "content" is a required property'),
        (None, "a body is required"),
    ],
)
def test_the_description_names_what_is_wrong(description: Path, body: Any, problem: str | None):
    found = OpenApi(description).find_problem("POST", "/channels/1/messages", body)
    assert found == problem if problem is None else problem in found


def test_paths_and_methods_must_be_described(description: Path):
    openapi = OpenApi(description)
    assert openapi.find_problem("GET", "/users/@me", None) is None
    assert "no DELETE" in openapi.find_problem("DELETE", "/users/@me", None)
    assert "no such path" in openapi.find_problem("GET", "/dragons", None)


def test_a_request_without_a_user_agent_is_refused(quiet_sandbox):
    request = urllib.request.Request(quiet_sandbox.api_base + "/gateway")
    request.add_header("User-Agent", "")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert (refused.value.code, json.loads(refused.value.read())["code"]) == (403, 40333)


def test_a_violation_is_refused_and_kept(description: Path):
    with running_sandbox("--openapi", str(description)) as sandbox:
        tavern = sandbox.client.channel("tavern")
        path = f"/channels/{tavern}/messages"
        assert rest(sandbox.api_base, "POST", path, {"content": ["no"]})[0] == 400
        assert rest(sandbox.api_base, "POST", path, {"content": "yes"})[0] == 200
        [violation] = sandbox.client.violations()
        assert violation["request"] == f"POST {path}"
        assert violation["problem"].startswith("content")


def rest(api_base: str, method: str, path: str, body: Any) -> tuple[int, Any]:
    request = urllib.request.Request(api_base + path, json.dumps(body).encode(), method=method)
    request.add_header("Authorization", "Bot sandbox")
    request.add_header("Content-Type", "application/json")
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, json.loads(response.read() or b"null")
    except urllib.error.HTTPError as refused:
        return refused.code, json.loads(refused.read())


def command(**more: Any) -> dict[str, Any]:
    return {"name": "look", "description": "Look around", **more}


def option(name: str = "where", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "Where to", "type": 3, **more}


@pytest.mark.parametrize(
    "commands",
    [
        [command(), command()],
        [command(options=[option("a"), option("b", required=True)])],
        [command(options=[option("a", type=1), option("b")])],
        [
            command(
                options=[
                    option(
                        f"o{n}",
                        choices=[{"name": f"{i}" * 60, "value": "y" * 90} for i in range(9)],
                    )
                    for n in range(6)
                ]
            )
        ],
        [command(name=f"c{n}") for n in range(101)],
        [command(name_localizations={"de": "x" * 33})],
        [command(name_localizations={"xx": "schau"})],
        [command(description_localizations={"german": "Schau"})],
        [command(options=[option(name_localizations={"de": "zwei worte"})])],
        [
            command(
                options=[
                    option(
                        choices=[
                            {"name": "x", "value": "x", "name_localizations": {"de": "x" * 101}}
                        ]
                    )
                ]
            )
        ],
    ],
)
def test_commands_beyond_discords_limits_are_refused(commands: list[dict[str, Any]]):
    with pytest.raises(BackendError):
        limits.check_commands(commands)


def test_an_ordinary_command_is_taken():
    limits.check_commands([command(name_localizations={"de": "schau"})])
    limits.check_commands([command(options=[option("a", required=True), option("b")])])


@pytest.fixture(scope="module")
def quiet_sandbox():
    with running_sandbox("--people", "2", "--channels", "3", "--unlimited") as sandbox:
        yield sandbox


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/channels/1/messages", 404, 10003),
        ("GET", "/channels/TAVERN/messages/1", 404, 10008),
        ("DELETE", "/channels/TAVERN", 403, 50013),
        ("POST", "/interactions/1/nothing/callback", 404, 10062),
        ("PATCH", "/webhooks/1/nothing/messages/@original", 401, 50027),
        ("GET", "/dragons", 404, 0),
    ],
)
def test_what_is_not_there_has_discords_code(quiet_sandbox, method, path, status, code):
    path = path.replace("TAVERN", quiet_sandbox.client.channel("tavern"))
    body = {"type": 4, "data": {"content": "x"}} if method in ("POST", "PATCH") else None
    got, answer = rest(quiet_sandbox.api_base, method, path, body)
    assert (got, answer["code"]) == (status, code)


def test_more_people_and_channels_can_be_asked_for(quiet_sandbox):
    world = quiet_sandbox.client.world()
    assert len(world["people"]) == 7
    assert len(world["channels"]) == 7
    quiet_sandbox.client.say("Walker-2", "hall-3", "hello")


def test_other_sites_pages_are_kept_out(quiet_sandbox):
    for header, value in (("Origin", "http://evil.example"), ("Host", "evil.example")):
        request = urllib.request.Request(quiet_sandbox.base + "/world", headers={header: value})
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(request)
        assert refused.value.code == 403


def test_orders_that_are_not_json_get_a_sentence(quiet_sandbox):
    client: SandboxClient = quiet_sandbox.client
    for path in ("/user", "/faults"):
        with pytest.raises(SandboxError, match="JSON object"):
            client.request("POST", path, ["say"])


def test_the_sandbox_stops_when_its_standard_input_closes():
    process = subprocess.Popen(
        [sys.executable, "-m", "sandbox", "--port", "0", "--stop-on-eof"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        assert process.stdout.readline().startswith(b"Sandbox: http://127.0.0.1:")
        process.stdin.close()
        assert process.wait(60) == 0
    finally:
        stop(process)


def test_a_port_in_use_is_told_in_one_line(quiet_sandbox):
    port = quiet_sandbox.base.rsplit(":", 1)[1]
    second = subprocess.run(
        [sys.executable, "-m", "sandbox", "--port", port], cwd=ROOT, capture_output=True, text=True
    )
    assert second.returncode == 1
    assert second.stderr.startswith(f"The sandbox cannot be served on port {port}: ")
    assert second.stderr.count("\n") == 1


CALLBACK = "/interactions/{id}/{token}/callback"
FOLLOWUP = "/webhooks/{app}/{token}"
ANSWER = {"type": 4, "data": {"content": "x"}}


def test_an_interaction_is_answered_once():
    served = RestSide()
    assert served.rest("POST", CALLBACK, ANSWER) == (200, 0)
    assert served.rest("POST", CALLBACK, ANSWER) == (400, 40060)


def test_an_interaction_is_unknown_after_three_seconds():
    served = RestSide()
    served.later(seconds=3)
    assert served.rest("POST", CALLBACK, ANSWER) == (404, 10062)


def test_a_follow_up_needs_an_answer_first_and_ends_after_fifteen_minutes():
    served = RestSide()
    assert served.rest("POST", FOLLOWUP, {"content": "y"}) == (404, 10015)
    assert served.rest("POST", CALLBACK, {"type": 5}) == (200, 0)
    assert served.rest("POST", FOLLOWUP, {"content": "y"})[0] == 200
    assert served.rest("PATCH", FOLLOWUP + "/messages/@original", {"content": "z"})[0] == 200
    served.later(minutes=15)
    edit = served.rest("PATCH", FOLLOWUP + "/messages/@original", {"content": "late"})
    assert edit == (401, 50027)


@pytest.mark.parametrize("kind", [1, 6, 7, 8, 10])
def test_a_command_takes_only_the_answers_to_a_command(kind: int):
    assert RestSide().rest("POST", CALLBACK, {"type": kind, "data": {}}) == (400, 50035)


@pytest.mark.parametrize("kind", [6, 7])
def test_a_form_that_no_message_opened_changes_none(kind: int):
    served = RestSide(FORM)
    body = {"type": kind, "data": {"content": "x"}}
    assert served.rest("POST", CALLBACK, body) == (400, 50035)
    assert served.rest("POST", CALLBACK, {"type": 5}) == (200, 0)


@pytest.mark.parametrize("kind", [PRESS, FORM])
def test_after_a_quiet_deferral_the_original_response_is_the_message_pressed_on(kind: int):
    served = RestSide(kind)
    card = served.press_on_a_message()
    original = FOLLOWUP + "/messages/@original"
    assert served.rest("POST", CALLBACK, {"type": 6}) == (200, 0)
    assert served.rest("POST", FOLLOWUP, {"content": "y"}) == (200, 0)
    assert sorted(served.messages().values()) == ["a card", "y"]
    assert served.rest("PATCH", original, {"content": "z"}) == (200, 0)
    assert served.messages()[card] == "z"
    assert served.rest("DELETE", original, None) == (200, 0)
    assert list(served.messages().values()) == ["y"]


def test_a_refused_answer_does_not_use_up_the_interaction():
    served = RestSide()
    too_long = {"type": 4, "data": {"content": "x" * 2001}}
    assert served.rest("POST", CALLBACK, too_long) == (400, 50035)
    assert served.rest("POST", CALLBACK, ANSWER) == (200, 0)
