"""Files that people upload with a command or paste into a form, as words of action lines."""

from __future__ import annotations

import discord

import render
from cogs.ui.render_pool import RenderPool
from engine.contract.action import Option
from engine.contract.uploads import MAX_PICTURE, MAX_TEXT, write_upload
from table.errors import Refusal

NO_PICTURE = "That is no picture that I can show: use PNG, JPEG, WebP or GIF."
MAX_UPLOADED_PICTURE = 8 << 20  # bytes, before it is made small


async def read_attachment(pool: RenderPool, option: Option, file: discord.Attachment) -> str:
    """Return an uploaded file as a word of an action line. Raises Refusal."""
    most = MAX_TEXT if option.upload == "text" else MAX_UPLOADED_PICTURE
    if file.size > most:
        raise Refusal("That file is too large: at most {size} kB.", size=most // 1000)
    try:
        data = await file.read()
    except (discord.HTTPException, OSError) as error:
        raise Refusal("Discord did not give me the file. Please try again.") from error
    if option.upload == "text":
        return pasted_text(data)
    try:
        return write_upload(await pool.run(render.clean_picture, data, MAX_PICTURE))
    except ValueError as error:
        raise Refusal(NO_PICTURE) from error


def pasted_text(data: bytes) -> str:
    """Return a text as a word of an action line. Raises Refusal."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal("That is no text file in UTF-8.") from None
    lines = [line.rstrip() for line in text.splitlines()]
    if any(not letter.isprintable() for line in lines for letter in line):
        raise Refusal("That file holds more than text.")
    if not any(lines):
        raise Refusal("That file is empty.")
    if len(data) > MAX_TEXT:
        raise Refusal("That file is too large: at most {size} kB.", size=MAX_TEXT // 1000)
    return write_upload("\n".join(lines).encode())
