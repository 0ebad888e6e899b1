"""Files that people upload: what is taken, and what each refusal says."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import pytest

import render
from cogs.ui.uploads import MAX_UPLOADED_PICTURE, NO_PICTURE, pasted_text, read_attachment
from engine.contract.action import Option
from engine.contract.uploads import MAX_PICTURE, MAX_TEXT, read_picture, read_uploaded_text
from table.errors import Refusal
from tests.cogs.test_threads import refusal
from tests.render.test_uploaded_picture import gradient, packed

TEXT, PICTURE = (Option("file", "A file", upload=kind) for kind in ("text", "picture"))
PHOTO = packed(gradient(60, 40), "PNG")
POOL: Any = SimpleNamespace()


async def _run(work: Any, *args: Any) -> Any:
    return work(*args)


POOL.run = _run


def attached(data: bytes, size: int | None = None, fault: Exception | None = None) -> Any:
    """A file as Discord has it; `size`: that it tells beforehand; `fault`: of reading it."""

    async def read() -> bytes:
        if fault is not None:
            raise fault
        return data

    return SimpleNamespace(size=len(data) if size is None else size, read=read)


async def test_an_uploaded_text_is_kept_without_what_editors_add() -> None:
    written = "\ufeffA key  \r\nand a door\t\n".encode()
    word = await read_attachment(POOL, TEXT, attached(written))
    assert read_uploaded_text(word) == "A key\nand a door"


async def test_an_uploaded_picture_is_kept_as_it_is_drawn_anew() -> None:
    word = await read_attachment(POOL, PICTURE, attached(PHOTO))
    assert read_picture(word) == render.clean_picture(PHOTO, MAX_PICTURE)


@pytest.mark.parametrize(
    ("option", "most"), [(TEXT, MAX_TEXT), (PICTURE, MAX_UPLOADED_PICTURE)], ids=("text", "picture")
)
async def test_a_file_above_the_limit_is_refused_before_it_is_read(
    option: Option, most: int
) -> None:
    data = PHOTO if option is PICTURE else b"A key"
    assert await read_attachment(POOL, option, attached(data, most))
    unread = attached(data, most + 1, AssertionError("It was read."))
    with pytest.raises(Refusal) as refused:
        await read_attachment(POOL, option, unread)
    assert str(refused.value) == f"That file is too large: at most {most // 1000} kB."


@pytest.mark.parametrize("fault", [refusal(discord.NotFound, 404), OSError("reset")])
async def test_a_file_that_discord_does_not_give_is_asked_for_again(fault: Exception) -> None:
    with pytest.raises(Refusal, match=r"Discord did not give me the file\. Please try again\."):
        await read_attachment(POOL, TEXT, attached(b"A key", fault=fault))


async def test_what_is_no_picture_is_refused_with_the_kinds_that_are() -> None:
    with pytest.raises(Refusal) as refused:
        await read_attachment(POOL, PICTURE, attached(b"A key"))
    assert str(refused.value) == NO_PICTURE


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\xff\xfe", "That is no text file in UTF-8."),
        (b"A key\nand\x07 a bell", "That file holds more than text."),
        (b"", "That file is empty."),
        (b" \n\t\n", "That file is empty."),
        (b"k" * (MAX_TEXT + 1), "That file is too large: at most 16 kB."),
    ],
)
def test_what_is_no_text_is_refused_in_a_sentence(data: bytes, told: str) -> None:
    with pytest.raises(Refusal) as refused:
        pasted_text(data)
    assert str(refused.value) == told


def test_a_text_of_the_greatest_size_is_taken_and_keeps_its_empty_lines() -> None:
    assert read_uploaded_text(pasted_text(b"k" * MAX_TEXT)) == "k" * MAX_TEXT
    assert read_uploaded_text(pasted_text(b"A key\n\nand a door")) == "A key\n\nand a door"
