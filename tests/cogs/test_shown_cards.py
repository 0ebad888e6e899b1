"""The bot keeps what its messages show, as Discord tells it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.components import _component_factory

from cogs import shown_cards
from cogs.shown_cards import (
    ShownCards,
    button_ids,
    card_texts,
    cards_shown,
    shown_files,
    without_buttons,
)
from tests.cogs.samples import moves, turn_card

US, OTHER = SimpleNamespace(id=5), SimpleNamespace(id=6)


def message(number: int, words: str, *, file: int | None = 7, private: bool = False) -> Any:
    """A card as Discord shows it; `file`: the number of its picture's file."""
    media = {"url": "https://cdn/1/2/turn.png", **({"attachment_id": file} if file else {})}
    gallery = {"type": 12, "items": [{"media": media}]}
    box = {"type": 17, "components": [{"type": 10, "content": words}, gallery]}
    part = _component_factory(box, None)  # type: ignore[arg-type]
    flags = discord.MessageFlags(ephemeral=private)
    return SimpleNamespace(id=number, components=[part], flags=flags, author=US)


@pytest.fixture
def known() -> ShownCards:
    return ShownCards(SimpleNamespace(user=US))  # type: ignore[arg-type]


def shown(known: ShownCards, number: int) -> list[str]:
    return card_texts(known.of(number) or ())


async def test_an_edit_keeps_the_files_of_a_message_by_id_and_name(known: ShownCards) -> None:
    await known.on_message(message(1, "Turn 1"))
    await known.on_message(message(2, "Turn 2", file=None))
    kept = [[each.to_dict() for each in shown_files(known.of(n) or ())] for n in (1, 2)]
    assert kept == [[{"id": 7, "filename": "turn.png"}], []]


async def test_posts_edits_and_presses_tell_what_our_messages_show(known: ShownCards) -> None:
    assert known.of(1) is None
    await known.on_message(message(1, "Turn 1"))
    await known.on_message(message(2, "Turn 2"))
    edited: Any = SimpleNamespace(message=message(1, "Turn 1, two votes"))
    await known.on_raw_message_edit(edited)
    assert [shown(known, number) for number in (1, 2)] == [["Turn 1, two votes"], ["Turn 2"]]
    pressed: Any = SimpleNamespace(message=message(3, "Older than we are"))
    await known.on_interaction(pressed)
    assert shown(known, 3) == ["Older than we are"]
    deleted: Any = SimpleNamespace(message_id=2)
    await known.on_raw_message_delete(deleted)
    assert known.of(2) is None
    assert known.of(1)


async def test_messages_of_others_and_commands_are_not_kept(known: ShownCards) -> None:
    theirs = message(1, "Hello")
    theirs.author = OTHER
    await known.on_message(theirs)
    command: Any = SimpleNamespace(message=None)
    await known.on_interaction(command)
    assert known.of(1) is None


@pytest.mark.parametrize(
    "unknown",
    [
        message(1, "It names no file", file=None),
        message(1, "Only one person sees it", private=True),
        SimpleNamespace(id=1, components=[], flags=discord.MessageFlags()),
    ],
)
def test_a_message_that_cannot_be_edited_by_what_it_shows_is_asked_for(
    known: ShownCards, unknown: Any
) -> None:
    known.note(message(1, "Turn 1"))
    known.note(unknown)
    assert known.of(1) is None


def test_all_can_be_forgotten(known: ShownCards) -> None:
    known.note(message(1, "Turn"))
    known.clear()
    assert known.of(1) is None


def test_the_oldest_go_when_there_are_too_many(
    known: ShownCards, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown_cards, "MOST_KEPT", 2)
    for number in (1, 2, 1, 3):
        known.note(message(number, "Turn"))
    assert known.of(2) is None
    assert known.of(1)
    assert known.of(3)


def old_card(*, file: int | None = 7) -> list[Any]:
    """Return a card as Discord shows it, with all parts that it can have."""
    card = turn_card(moves("n", "e"), due=5)
    box: dict[str, Any] = card.view.to_components()[0]
    for part in box["components"]:
        for item in part.get("items", ()):
            item["media"] = {"url": "https://cdn/1/turn.png?ex=1"}
            item["media"] |= {"attachment_id": file} if file else {}
    return [_component_factory(box, None)]  # type: ignore[arg-type]


def told(view: Any) -> list[dict[str, Any]]:
    [box] = view.to_components()
    parts: list[dict[str, Any]] = box["components"]
    return parts


@pytest.mark.parametrize(
    ("file", "url"), [(7, "attachment://turn.png"), (None, "https://cdn/1/turn.png?ex=1")]
)
def test_an_old_card_keeps_its_picture_and_texts_and_tells_how_the_vote_went(
    file: int | None, url: str
) -> None:
    card = old_card(file=file)
    texts = card_texts(card)
    parts = told(without_buttons(card, result="Decided: A."))
    assert [each["type"] for each in parts] == [10, 12, 10, 10]
    assert parts[0]["content"] == texts[0]
    assert parts[1]["items"][0]["media"]["url"] == url
    assert parts[1]["items"][0]["description"] == "A dark room."
    assert parts[2]["content"] == texts[1]
    assert parts[3]["content"] == "Decided: A."
    assert "Decided" not in str(told(without_buttons(card)))


def test_a_mark_stands_once_after_the_signs_of_the_title() -> None:
    card = old_card()
    title = card_texts(card)[0]
    assert title.startswith("### ")
    view = without_buttons(card, mark="Undone: ")
    assert told(view)[0]["content"] == f"### Undone: {title[4:]}"
    again = [_component_factory(part, None) for part in view.to_components()]
    assert told(without_buttons(again, mark="Undone: "))[0]["content"] == (
        f"### Undone: {title[4:]}"
    )
    assert "Undone" not in told(view)[2]["content"]


def test_the_buttons_of_a_card_say_of_which_game_and_card_they_are() -> None:
    card = old_card()
    assert cards_shown(card) == {(7, 9)}
    assert {"act", "direction"} & {each.handler for each in button_ids(card)}
    theirs = {"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "x", "label": "X"}]}
    other = [_component_factory(theirs, None)]  # type: ignore[arg-type]
    assert button_ids(other) == []
    assert cards_shown(()) == set()


async def test_nothing_is_kept_before_the_bot_knows_itself() -> None:
    unknown = ShownCards(SimpleNamespace(user=None))  # type: ignore[arg-type]
    await unknown.on_message(message(1, "Turn 1"))
    assert unknown.of(1) is None
