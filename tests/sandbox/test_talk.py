"""People, commands, buttons, forms and pictures over real sockets."""

from __future__ import annotations

import base64
import urllib.request

import pytest

from tests.sandbox_process import SandboxClient, SandboxError


def content(result: dict) -> str:
    return result["messages"][-1]["content"]


def test_a_slash_command_takes_typed_options(client: SandboxClient):
    result = client.slash(
        "Beren", "tavern", "game new", ruleset="silq", level=3, hard=True, friend="Finrod"
    )
    assert result["answered"] == "message"
    assert 0 < result["in_ms"] < 3000
    assert content(result) == "silq at 3 hard=True with Finrod"


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        ({"as": "Sauron", "do": "say", "text": "x"}, "no person"),
        ({"channel": "1", "do": "say", "text": "x"}, "no channel"),
        ({"do": "dance"}, "one of"),
        ({"do": "slash", "command": "fly"}, "no command"),
        ({"do": "slash", "command": "game"}, "subcommand"),
        ({"do": "slash", "command": "game new"}, "needs the option ruleset"),
        ({"do": "slash", "command": "game new", "options": {"ruleset": "a", "x": 1}}, "no option"),
        ({"do": "slash", "command": "game new", "options": {"ruleset": "a", "level": 10}}, "level"),
        ({"do": "press", "message": "5", "label": "Go"}, "no message"),
        ({"do": "submit", "custom_id": "none", "fields": {}}, "no form"),
        ({"do": "say", "text": ""}, "characters"),
    ],
)
def test_bad_orders_get_one_sentence(client: SandboxClient, order: dict, sentence: str):
    whole = {"as": "Beren", "channel": client.channel("tavern"), **order}
    with pytest.raises(SandboxError, match=sentence):
        client.request("POST", "/user", whole)


def test_autocomplete_gives_the_bots_choices(client: SandboxClient):
    result = client.autocomplete("Beren", "tavern", "game new", "ruleset", ruleset="si")
    assert result["answered"] == "autocomplete"
    assert [c["value"] for c in result["choices"]] == ["si-0", "si-1", "si-2"]


def test_more_than_25_choices_are_refused(client: SandboxClient):
    result = client.autocomplete("Beren", "tavern", "game new", "ruleset", ruleset="many")
    assert result["answered"] is None


def test_a_deferral_is_waited_for(client: SandboxClient):
    result = client.slash("Luthien", "tavern", "game slow")
    assert result["answered"] == "deferred"
    assert content(result) == "done at last"
    assert len(result["messages"]) == 1


def test_an_ephemeral_answer_is_for_its_person_only(client: SandboxClient):
    result = client.slash("Luthien", "tavern", "game slow", hidden=True)
    [message] = result["messages"]
    assert message["flags"] & 64
    assert message["id"] in [m["id"] for m in client.messages("Luthien", "tavern")]
    assert message["id"] not in [m["id"] for m in client.messages("Beren", "tavern")]


def test_no_answer_is_told_after_three_seconds(client: SandboxClient):
    result = client.slash("Beren", "tavern", "game mute")
    assert result["answered"] is None
    assert result["in_ms"] is None


def test_a_dynamic_button_updates_its_message(client: SandboxClient):
    [message] = client.slash("Beren", "tavern", "game count")["messages"]
    result = client.press("Finrod", message, label="Count 0")
    assert result["answered"] == "update"
    assert result["messages"][0]["id"] == message["id"]
    assert content(client.press("Finrod", message, custom_id="count:1")) == "counted 2"
    with pytest.raises(SandboxError, match="no such component"):
        client.press("Finrod", message, custom_id="count:1")


def test_a_form_is_shown_and_sent(client: SandboxClient):
    [message] = client.slash("Beren", "tavern", "game panel")["messages"]
    shown = client.press("Beren", message, custom_id="tell")
    assert shown["answered"] == "modal"
    modal = shown["modal"]["custom_id"]
    with pytest.raises(SandboxError, match="name is required"):
        client.submit("Beren", "tavern", modal, {"length": "long"})
    with pytest.raises(SandboxError, match="to 20 characters"):
        client.submit("Beren", "tavern", modal, {"name": "x" * 21, "length": "long"})
    with pytest.raises(SandboxError, match="does not offer"):
        client.submit("Beren", "tavern", modal, {"name": "Leithian", "length": "epic"})
    with pytest.raises(SandboxError, match="no form"):
        client.submit("Finrod", "tavern", modal, {"name": "Leithian", "length": "long"})
    sent = client.submit("Beren", "tavern", modal, {"name": "Leithian", "length": "long"})
    assert content(sent) == "Leithian: long"


def test_every_kind_of_field_is_sent(client: SandboxClient):
    shown = client.slash("Beren", "tavern", "game form")
    assert shown["answered"] == "modal"
    fields = {"long": "Once upon", "way": "south", "friends": ["Finrod", "Thingol"]}
    for wrong, sentence in (
        ({"long": "no"}, "3 to 4000"),
        ({"friends": []}, "1 to 2 values"),
        ({"friends": ["Sauron"]}, "no user Sauron"),
        ({"pack": ["sword"]}, "does not offer"),
        ({"cheat": "x"}, "no field cheat"),
    ):
        with pytest.raises(SandboxError, match=sentence):
            client.submit("Beren", "tavern", "everything", {**fields, **wrong})
    fields["pack"] = ["light", "rope"]
    fields["file"] = {"filename": "map.txt", "text": "here be wolves"}
    sent = client.submit("Beren", "tavern", "everything", fields)
    assert content(sent) == "Once upon|south|Finrod Thingol|light rope|map.txt"


def test_disabled_buttons_cannot_be_pressed(client: SandboxClient):
    [message] = client.slash("Beren", "tavern", "game panel")["messages"]
    with pytest.raises(SandboxError, match="disabled"):
        client.press("Beren", message, label="Closed")


def test_menus_offer_values_and_people(client: SandboxClient):
    [message] = client.slash("Beren", "tavern", "game panel")["messages"]
    assert content(client.choose("Beren", message, "friend", ["Curufin"])) == "friend Curufin"
    assert content(client.choose("Beren", message, "way", ["south"])) == "went south"
    with pytest.raises(SandboxError, match="does not offer"):
        client.choose("Beren", message, "way", ["up"])


def test_a_quiet_deferral_ends_with_the_edit_of_the_card(client: SandboxClient):
    [message] = client.slash("Beren", "tavern", "game panel")["messages"]
    result = client.press("Beren", message, label="Quiet")
    assert result["answered"] == "deferred"
    assert content(result) == "shh"


def test_a_picture_travels_into_a_gallery_and_is_replaced(client: SandboxClient):
    result = client.slash("Beren", "barrow-downs", "game card")
    card = next(m for m in result["messages"] if m["components"])
    assert card["attachments"] == []  # Discord lists no file that a component shows
    [item] = card["components"][0]["components"][1]["items"]
    media = item["media"]
    assert item["description"] == "map 2"
    assert "/t2.png?ex=" in media["url"]
    assert (media["width"], media["height"]) == (40, 20)
    with urllib.request.urlopen(media["url"]) as response:
        assert response.read().startswith(b"\x89PNG")
        assert response.headers["Content-Type"] == "image/png"


def test_a_file_reaches_the_bot(client: SandboxClient):
    file = {"filename": "save.txt", "base64": base64.b64encode(b"a saved game").decode()}
    assert content(client.slash("Beren", "tavern", "game attach", file=file)) == (
        "save.txt: a saved game"
    )


def test_messages_come_oldest_first_and_after_an_id(client: SandboxClient):
    first = client.say("Thingol", "dungeon-gate", "one")["messages"][0]
    client.say("Beren", "dungeon-gate", "two")
    found = client.messages("Luthien", "dungeon-gate", after=first["id"])
    assert [m["content"] for m in found] == ["two"]
    assert [m["content"] for m in client.messages("Luthien", "dungeon-gate")] == ["one", "two"]
