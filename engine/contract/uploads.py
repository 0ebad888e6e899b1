"""Uploaded files inside action lines.

An action is one line of words, and the log of actions is the game, so a file is a word of its line,
in base64: replays, undo, copies and exports have it without more ado.
"""

from __future__ import annotations

import base64
import binascii
import re

from engine.contract.action import InvalidAction

MAX_TEXT = 16_000  # bytes of an uploaded text
MAX_PICTURE = 40_000  # bytes of a picture as it is kept

_MARK = "file:"
_WORD = re.compile(rf"{_MARK}[\w=-]*", re.ASCII)


def write_upload(data: bytes) -> str:
    """Return a file as one word."""
    return _MARK + base64.urlsafe_b64encode(data).decode()


def read_upload(word: str) -> bytes:
    """Return the file of a word. Raises InvalidAction."""
    try:
        if not word.startswith(_MARK):
            raise ValueError(word)
        return base64.b64decode(word.removeprefix(_MARK), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        raise InvalidAction("That takes a file: upload it with the slash command.") from None


def read_uploaded_text(word: str) -> str:
    """Return the text of a word. Raises InvalidAction."""
    try:
        return read_upload(word).decode()
    except UnicodeDecodeError:
        raise InvalidAction("That file holds no text.") from None


def without_uploads(line: str) -> str:
    """Return an action line for people to read: with "(file)" for each file."""
    return _WORD.sub("(file)", line)
