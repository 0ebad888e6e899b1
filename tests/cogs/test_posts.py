"""Posts with pictures: which handouts they show, and where the pictures stand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.delivery import DiscordSender
from cogs.shown_cards import ShownCards
from cogs.ui.cards import Card, CardPicture
from cogs.ui.posts import post_card
from engine.contract.action import GM, Post
from engine.contract.view import Handout
from table.outbox.rows import Content, OutboxRow

LINE, MAP, KEY = ("Ann falls.", ""), Handout("map", "A map", b"m"), Handout("key", "A key", b"k")


def parts(card: Card) -> list[str]:
    """Return what stands in the box of a post, from top to bottom."""
    box = card.view.to_components()[-1]
    return [
        str(part.get("content") or [each["media"]["url"] for each in part.get("items", ())])
        for part in box["components"]
    ]


def test_pictures_of_a_post_stand_below_its_lines_and_above_what_follows() -> None:
    pictures = [CardPicture(b"a", "a.webp", "A"), CardPicture(b"b", "b.webp", "B")]
    card = post_card(Post((LINE,), "Title", "Below."), pictures)
    assert parts(card) == [
        "### Title",
        "Ann falls.",
        "['attachment://a.webp', 'attachment://b.webp']",
        "[]",
        "-# Below.",
    ]
    assert [file.filename for file in card.files] == ["a.webp", "b.webp"]
    assert parts(post_card(Post((LINE,)))) == ["Ann falls."]


@pytest.mark.parametrize(
    ("picture", "mention", "shown"),
    [
        ("", None, []),
        ("map", None, []),  # the public was given only the key
        ("key", None, ["key-4.webp"]),
        ("map", 5, ["map-4.webp"]),
        ("key", 5, ["key-4.webp"]),
        ("coin", 5, []),
    ],
)
async def test_a_post_shows_the_handout_that_it_names_as_far_as_its_reader_may_see_it(
    picture: str, mention: int | None, shown: list[str]
) -> None:
    views = {None: SimpleNamespace(handouts=(KEY,)), GM: SimpleNamespace(handouts=(MAP, KEY))}

    async def view(seat: int | None) -> Any:
        return views[seat]

    async def get(game: int) -> Any:
        assert game == 7
        return SimpleNamespace(reader=SimpleNamespace(view=view))

    client: Any = SimpleNamespace(user=None)
    tables: Any = SimpleNamespace(get=get)
    sender = DiscordSender(client, tables, SimpleNamespace(), ShownCards(client))  # type: ignore[arg-type]
    row = OutboxRow(1, 7, 1, "post", card=4, content=Content(post=Post((LINE,), picture=picture)))
    card = await sender._post_card(row, mention)
    assert [file.filename for file in card.files] == shown
    titles = {"map-4.webp": "A map", "key-4.webp": "A key"}
    assert [file.description for file in card.files] == [titles[name] for name in shown]
    told = [part.get("content") for part in card.view.to_components()]
    assert told[:-1] == ([] if mention is None else ["<@5>"])
