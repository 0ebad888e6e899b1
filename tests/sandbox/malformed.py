"""Requests that Discord refuses, each with the page of its documentation that has the rule."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

DOCS = "https://discord.com/developers/docs/"
V2 = 1 << 15  # the flag of messages that are made of components alone
GONE = object()  # as a value: the field is left out

MESSAGE = "resources/message#create-message-jsonform-params"
EMBED = "resources/message#embed-object-embed-limits"
MENTIONS = "resources/message#allowed-mentions-object"
POLL = "resources/poll#poll-create-request-object"
FILES = "reference#uploading-files"
LEGACY = "components/reference#legacy-message-component-behavior"
COMPONENT = "components/reference#anatomy-of-a-component"
COMPONENTS = "components/reference#component-object"
ROW = "components/reference#action-row"
BUTTON = "components/reference#button"
SELECT = "components/reference#string-select"
SECTION = "components/reference#section"
TEXT = "components/reference#text-display"
GALLERY = "components/reference#media-gallery"
MEDIA = "components/reference#unfurled-media-item"
SEPARATOR = "components/reference#separator"
CONTAINER = "components/reference#container"
INPUT = "components/reference#text-input"
LABEL = "components/reference#label"
RADIO = "components/reference#radio-group"
CHECKBOXES = "components/reference#checkbox-group"
UPLOAD = "components/reference#file-upload"
CALLBACK = "interactions/receiving-and-responding#interaction-response-object"
CHOICES = "interactions/receiving-and-responding#interaction-response-object-autocomplete"
FORM = "interactions/receiving-and-responding#interaction-response-object-modal"
COMMAND = "interactions/application-commands#application-command-object"
NAMING = "interactions/application-commands#application-command-object-application-command-naming"
OPTION = "interactions/application-commands#application-command-object-application-command-option"
CHOICE = (
    "interactions/application-commands#application-command-object-application-command-option-choice"
)
LOCALE = "reference#locales"
THREAD = "resources/channel#start-thread-without-message"
MESSAGE_THREAD = "resources/channel#start-thread-from-message"
CHANNEL = "resources/channel#modify-channel-json-params-thread"

_BUTTON = {"type": 2, "style": 1, "custom_id": "b", "label": "B"}
_LINK = {"type": 2, "style": 5, "url": "https://example.org", "label": "L"}
_SELECT = {"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}]}
_TEXT = {"type": 10, "content": "words"}
_PICTURE = {"media": {"url": "https://example.org/map.png"}}
_FIELD = {"type": 4, "custom_id": "f", "style": 1}
_POLL = {"question": {"text": "When?"}, "answers": [{"poll_media": {"text": "Now"}}]}
_LINES = [{"label": str(n), "value": str(n)} for n in range(26)]

BASES: dict[str, tuple[str, str, Any]] = {  # what is taken: method, path, body
    "text": ("POST", "/channels/{channel}/messages", {"content": "words"}),
    "edit": ("PATCH", "/channels/{channel}/messages/{message}", {"content": "words"}),
    "embed": (
        "POST",
        "/channels/{channel}/messages",
        {
            "embeds": [
                {
                    "title": "t",
                    "description": "d",
                    "fields": [{"name": "n", "value": "v"}],
                    "footer": {"text": "f"},
                    "author": {"name": "a"},
                }
            ]
        },
    ),
    "poll": ("POST", "/channels/{channel}/messages", {"poll": {**_POLL, "duration": 24}}),
    "rows": (
        "POST",
        "/channels/{channel}/messages",
        {
            "content": "words",
            "components": [
                {"type": 1, "components": [_BUTTON, _LINK]},
                {"type": 1, "components": [_SELECT]},
            ],
        },
    ),
    "card": (
        "POST",
        "/channels/{channel}/messages",
        {
            "flags": V2,
            "components": [
                {
                    "type": 17,
                    "accent_color": 255,
                    "components": [
                        _TEXT,
                        {"type": 12, "items": [_PICTURE]},
                        {"type": 14, "spacing": 1},
                        {"type": 1, "components": [_BUTTON]},
                    ],
                },
                {"type": 9, "components": [_TEXT], "accessory": {**_BUTTON, "custom_id": "c"}},
            ],
        },
    ),
    "answer": (
        "POST",
        "/interactions/{id}/{token}/callback",
        {"type": 4, "data": {"content": "x"}},
    ),
    "form": (
        "POST",
        "/interactions/{id}/{token}/callback",
        {
            "type": 9,
            "data": {
                "custom_id": "m",
                "title": "Form",
                "components": [
                    {"type": 18, "label": "Words", "component": _FIELD},
                    {
                        "type": 18,
                        "label": "One",
                        "component": {"type": 21, "custom_id": "r", "options": _LINES[:2]},
                    },
                    {
                        "type": 18,
                        "label": "Some",
                        "component": {"type": 22, "custom_id": "k", "options": _LINES[:2]},
                    },
                    {"type": 18, "label": "File", "component": {"type": 19, "custom_id": "u"}},
                ],
            },
        },
    ),
    "choices": (
        "POST",
        "/interactions/{typed}/{typed_token}/callback",
        {"type": 8, "data": {"choices": [{"name": "n", "value": "v"}]}},
    ),
    "commands": (
        "PUT",
        "/applications/{app}/commands",
        [
            {
                "name": "look",
                "description": "Look around",
                "options": [
                    {
                        "name": "where",
                        "description": "Where to",
                        "type": 3,
                        "choices": [{"name": "n", "value": "v"}],
                    },
                    {"name": "number", "description": "How many", "type": 4},
                ],
            }
        ],
    ),
    "thread": ("POST", "/channels/{channel}/threads", {"name": "t", "type": 11}),
    "message thread": ("POST", "/channels/{channel}/messages/{other}/threads", {"name": "t"}),
    "channel": ("PATCH", "/channels/{thread}", {"name": "t"}),
}


class Malformed(NamedTuple):
    """A request that is taken but for one field."""

    base: str
    field: str  # its place: "components.0.label"
    value: Any
    page: str


def _of(base: str, *cases: tuple[str, Any, str]) -> list[Malformed]:
    return [Malformed(base, *case) for case in cases]


_C, _O = "components.0.components", "0.options.0"
_F = "data.components"
CASES = [
    *_of(
        "text",
        ("content", "x" * 2001, MESSAGE),
        ("content", "", MESSAGE),
        ("content", " \n", MESSAGE),
        ("content", GONE, MESSAGE),
        ("content", ["words"], MESSAGE),
        ("nonce", "n" * 26, MESSAGE),
        ("tts", "loud", MESSAGE),
        ("flags", "silent", MESSAGE),
        ("flags", V2, MESSAGE),
        ("sticker_ids", ["1", "2", "3", "4"], MESSAGE),
        ("message_reference", {"message_id": "1"}, MESSAGE),
        ("message_reference", {"message_id": "words"}, MESSAGE),
        ("embeds", [{"title": "t"}] * 11, MESSAGE),
        ("attachments", [{"id": str(n), "filename": "a.png"} for n in range(11)], FILES),
        ("attachments", [{"id": "0", "filename": "a.png", "description": "x" * 1025}], FILES),
        ("allowed_mentions", {"parse": ["everybody"]}, MENTIONS),
        ("allowed_mentions", {"users": [str(n) for n in range(101)]}, MENTIONS),
        ("allowed_mentions", {"roles": [str(n) for n in range(101)]}, MENTIONS),
        ("allowed_mentions", {"parse": ["users"], "users": ["1"]}, MENTIONS),
        ("allowed_mentions", {"parse": ["roles"], "roles": ["1"]}, MENTIONS),
        ("allowed_mentions", {"users": ["Beren"]}, MENTIONS),
    ),
    *_of(
        "edit",
        ("content", "x" * 2001, "resources/message#edit-message"),
        ("content", "", "resources/message#edit-message"),
        ("flags", "none", "resources/message#edit-message"),
        ("embeds", [{"title": "t"}] * 11, "resources/message#edit-message"),
        ("attachments", [{"id": "12345"}], "reference#editing-message-attachments"),
        ("components", [{"type": 10, "content": "x"}], LEGACY),
    ),
    *_of(
        "embed",
        ("embeds.0.title", "x" * 257, EMBED),
        ("embeds.0.description", "x" * 4097, EMBED),
        ("embeds.0.fields", [{"name": "n", "value": "v"}] * 26, EMBED),
        ("embeds.0.fields.0.name", "x" * 257, EMBED),
        ("embeds.0.fields.0.value", "x" * 1025, EMBED),
        ("embeds.0.fields.0.name", GONE, EMBED),
        ("embeds.0.fields.0.value", GONE, EMBED),
        ("embeds.0.footer.text", "x" * 2049, EMBED),
        ("embeds.0.author.name", "x" * 257, EMBED),
        ("embeds.0.color", 2**24, "resources/message#embed-object"),
        ("embeds.0.timestamp", "yesterday", "resources/message#embed-object"),
        ("embeds", [{"description": "x" * 3001}] * 2, EMBED),
    ),
    *_of(
        "poll",
        ("poll.question.text", "x" * 301, POLL),
        ("poll.question", GONE, POLL),
        ("poll.answers", [], POLL),
        ("poll.answers", [{"poll_media": {"text": "a"}}] * 11, POLL),
        ("poll.answers.0.poll_media.text", "x" * 56, POLL),
        ("poll.duration", 769, POLL),
        ("poll.duration", 0, POLL),
    ),
    *_of(
        "rows",
        ("components", [{"type": 1, "components": [_BUTTON]}] * 6, LEGACY),
        ("components.0.type", 99, COMPONENTS),
        ("components.0", _BUTTON, LEGACY),
        ("components.0", {**_TEXT}, LEGACY),
        ("components.0.components", [], ROW),
        ("components.0.components", [{**_BUTTON, "custom_id": f"{n}"} for n in range(6)], ROW),
        ("components.0.components.1", _SELECT, ROW),
        ("components.1.components", [_SELECT, {**_SELECT, "custom_id": "z"}], ROW),
        ("components.0.components.0", {**_FIELD, "label": "no form"}, INPUT),
        ("components.0.components.0.label", "x" * 81, BUTTON),
        ("components.0.components.0.label", GONE, BUTTON),
        ("components.0.components.0.style", 7, BUTTON),
        ("components.0.components.0.style", GONE, BUTTON),
        ("components.0.components.0.custom_id", "x" * 101, BUTTON),
        ("components.0.components.0.custom_id", "", BUTTON),
        ("components.0.components.0.custom_id", GONE, BUTTON),
        ("components.0.components.0.custom_id", "s", COMPONENT),
        ("components.0.components.0.url", "https://example.org", BUTTON),
        ("components.0.components.1.url", GONE, BUTTON),
        ("components.0.components.1.url", "x" * 513, BUTTON),
        ("components.0.components.1.url", "ftp://example.org", BUTTON),
        ("components.0.components.1.custom_id", "l", BUTTON),
        ("components.0.components.0.id", 2**31, COMPONENT),
        ("components.0.components.0.id", -1, COMPONENT),
        ("components.1.components.0.options", [], SELECT),
        ("components.1.components.0.options", _LINES, SELECT),
        ("components.1.components.0.options", [_LINES[0], _LINES[0]], SELECT),
        ("components.1.components.0.options.0.label", "x" * 101, SELECT),
        ("components.1.components.0.options.0.label", "", SELECT),
        ("components.1.components.0.options.0.value", "x" * 101, SELECT),
        ("components.1.components.0.options.0.value", GONE, SELECT),
        ("components.1.components.0.options.0.description", "x" * 101, SELECT),
        ("components.1.components.0.placeholder", "x" * 151, SELECT),
        ("components.1.components.0.min_values", 26, SELECT),
        ("components.1.components.0.max_values", 26, SELECT),
        ("components.1.components.0.min_values", -1, SELECT),
        ("components.1.components.0.custom_id", GONE, SELECT),
        ("components.1.components.0.options.0.default", "yes", SELECT),
    ),
    *_of(
        "card",
        ("content", "words beside components", COMPONENTS),
        ("embeds", [{"title": "t"}], COMPONENTS),
        ("sticker_ids", ["1"], COMPONENTS),
        (
            "poll",
            {"question": {"text": "q"}, "answers": [{"poll_media": {"text": "a"}}]},
            COMPONENTS,
        ),
        ("components", [], COMPONENTS),
        ("components", [_TEXT] * 41, COMPONENTS),
        ("components", [{"type": 10, "content": "x" * 4001}], TEXT),
        ("components", [{"type": 10, "content": "x" * 2001}] * 2, TEXT),
        (f"{_C}.0.content", "", TEXT),
        (f"{_C}.0.content", GONE, TEXT),
        (f"{_C}.0", {"type": 17, "components": [_TEXT]}, CONTAINER),
        (f"{_C}", [], CONTAINER),
        (f"{_C}", GONE, CONTAINER),
        ("components.0.accent_color", 2**24, CONTAINER),
        ("components.0.accent_color", "red", CONTAINER),
        (f"{_C}.1.items", [], GALLERY),
        (f"{_C}.1.items", [_PICTURE] * 11, GALLERY),
        (f"{_C}.1.items.0.description", "x" * 1025, GALLERY),
        (f"{_C}.1.items.0.media", GONE, GALLERY),
        (f"{_C}.1.items.0.media.url", "ftp://example.org/map.png", MEDIA),
        (f"{_C}.1.items.0.media.url", "data:image/png;base64,AA", MEDIA),
        (f"{_C}.1.items.0.media.url", "attachment://not-there.png", MEDIA),
        (f"{_C}.1.items.0.spoiler", "yes", GALLERY),
        (f"{_C}.2.spacing", 3, SEPARATOR),
        (f"{_C}.2.divider", "yes", SEPARATOR),
        (f"{_C}.3.components.0.custom_id", "c", COMPONENT),
        (f"{_C}.3", _BUTTON, CONTAINER),
        ("components.1.components", [], SECTION),
        ("components.1.components", [_TEXT] * 4, SECTION),
        ("components.1.accessory", GONE, SECTION),
        ("components.1.accessory", _TEXT, SECTION),
        ("components.1.components.0", _BUTTON, SECTION),
        ("components.1.id", 2**31, COMPONENT),
    ),
    *_of(
        "answer",
        ("type", 8, CALLBACK),
        ("type", 6, CALLBACK),
        ("type", 7, CALLBACK),
        ("type", 3, CALLBACK),
        ("type", GONE, CALLBACK),
        ("data.content", "x" * 2001, CALLBACK),
        ("data.content", "", CALLBACK),
        ("data.components", [{"type": 1, "components": []}], ROW),
    ),
    *_of(
        "form",
        ("data.title", "x" * 46, FORM),
        ("data.title", "", FORM),
        ("data.title", GONE, FORM),
        ("data.custom_id", "x" * 101, FORM),
        ("data.custom_id", "", FORM),
        ("data.custom_id", GONE, FORM),
        (_F, [], FORM),
        (
            _F,
            [
                {"type": 18, "label": "L", "component": {**_FIELD, "custom_id": f"{n}"}}
                for n in range(6)
            ],
            FORM,
        ),
        (f"{_F}.0", {"type": 1, "components": [_BUTTON]}, FORM),
        (f"{_F}.0.label", "x" * 46, LABEL),
        (f"{_F}.0.label", GONE, LABEL),
        (f"{_F}.0.description", "x" * 101, LABEL),
        (f"{_F}.0.component", GONE, LABEL),
        (f"{_F}.0.component.custom_id", "x" * 101, INPUT),
        (f"{_F}.0.component.custom_id", "r", COMPONENT),
        (f"{_F}.0.component.style", 3, INPUT),
        (f"{_F}.0.component.min_length", 4001, INPUT),
        (f"{_F}.0.component.max_length", 4001, INPUT),
        (f"{_F}.0.component.max_length", 0, INPUT),
        (f"{_F}.0.component.placeholder", "x" * 101, INPUT),
        (f"{_F}.0.component.value", "x" * 4001, INPUT),
        (f"{_F}.1.component.options", _LINES[:1], RADIO),
        (f"{_F}.1.component.options", _LINES[:11], RADIO),
        (f"{_F}.2.component.options", [], CHECKBOXES),
        (f"{_F}.2.component.options", _LINES[:11], CHECKBOXES),
        (f"{_F}.3.component.max_values", 11, UPLOAD),
    ),
    *_of(
        "choices",
        ("data.choices", [{"name": str(n), "value": str(n)} for n in range(26)], CHOICES),
        ("data.choices", GONE, CHOICES),
        ("data.choices.0.name", "", CHOICES),
        ("data.choices.0.name", "x" * 101, CHOICES),
        ("data.choices.0.value", "x" * 101, CHOICES),
        ("data.choices.0.value", None, CHOICES),
        ("data.choices.0.value", GONE, CHOICES),
        ("type", 4, CALLBACK),
    ),
    *_of(
        "commands",
        ("0.name", "Look", NAMING),
        ("0.name", "x" * 33, NAMING),
        ("0.name", "look up", NAMING),
        ("0.name", "", NAMING),
        ("0.name", GONE, COMMAND),
        ("0.type", 9, COMMAND),
        ("0.description", "", COMMAND),
        ("0.description", "x" * 101, COMMAND),
        ("0.description", GONE, COMMAND),
        ("0.name_localizations", {"german": "schau"}, LOCALE),
        ("0.name_localizations", {"de": "Schau"}, NAMING),
        ("0.description_localizations", {"de": "x" * 101}, COMMAND),
        ("0.default_member_permissions", "many", COMMAND),
        ("0.contexts", [9], COMMAND),
        ("0.integration_types", [9], COMMAND),
        (
            "0.options",
            [{"name": f"o{n}", "description": "d", "type": 3} for n in range(26)],
            COMMAND,
        ),
        (f"{_O}.name", "Where", NAMING),
        (f"{_O}.name", "number", OPTION),
        (f"{_O}.type", 12, OPTION),
        (f"{_O}.type", GONE, OPTION),
        (f"{_O}.description", "x" * 101, OPTION),
        (f"{_O}.description", GONE, OPTION),
        (f"{_O}.choices", [{"name": str(n), "value": str(n)} for n in range(26)], OPTION),
        (f"{_O}.choices.0.name", "x" * 101, CHOICE),
        (f"{_O}.choices.0.value", "x" * 101, CHOICE),
        (f"{_O}.choices.0.value", 5, CHOICE),
        (f"{_O}.autocomplete", True, OPTION),
        (f"{_O}.max_length", 6001, OPTION),
        (f"{_O}.min_length", -1, OPTION),
        ("0.options.1.required", True, OPTION),
        ("0.options.1.type", 1, OPTION),
        ("0.options.1.choices", [{"name": "n", "value": "five"}], CHOICE),
    ),
    *_of(
        "thread",
        ("name", "x" * 101, THREAD),
        ("name", "", THREAD),
        ("name", GONE, THREAD),
        ("type", 4, THREAD),
        ("auto_archive_duration", 61, THREAD),
        ("rate_limit_per_user", 21601, THREAD),
        ("invitable", "no", THREAD),
    ),
    *_of(
        "message thread",
        ("name", "x" * 101, MESSAGE_THREAD),
        ("name", "", MESSAGE_THREAD),
        ("name", GONE, MESSAGE_THREAD),
        ("auto_archive_duration", 5, MESSAGE_THREAD),
        ("rate_limit_per_user", -1, MESSAGE_THREAD),
    ),
    *_of(
        "channel",
        ("name", "x" * 101, CHANNEL),
        ("name", "", CHANNEL),
        ("auto_archive_duration", 7, CHANNEL),
        ("rate_limit_per_user", 21601, CHANNEL),
        ("archived", "yes", CHANNEL),
        ("locked", 3, CHANNEL),
    ),
]


def taken(base: str) -> tuple[str, str, Any]:
    """Return method, path and body of a request that is taken; no two parts are one object."""
    method, path, body = BASES[base]
    return method, path, json.loads(json.dumps(body))


def malformed(case: Malformed) -> tuple[str, str, Any]:
    """Return method, path and body of a malformed request."""
    method, path, body = taken(case.base)
    *places, last = [int(part) if part.isdecimal() else part for part in case.field.split(".")]
    node = body
    for place in places:
        node = node[place]
    if case.value is GONE:
        del node[last]
    else:
        node[last] = json.loads(json.dumps(case.value))
    return method, path, body
