"""Uploaded files inside action lines.

An action is one line of words, and the log of actions is the game, so a file is a word of its line,
in base64: replays, undo, copies and exports have it without more ado. Such a word may be typed as
well, so whatever reads one checks it here, not only where files are uploaded.
"""

from __future__ import annotations

import base64
import binascii
import re

from engine.contract.action import InvalidAction

MAX_TEXT = 16_000  # bytes of an uploaded text
MAX_PICTURE = 40_000  # bytes of a picture as it is kept

_MARK = "file:"
_PIXELS = frozenset({b"VP8 ", b"VP8L", b"VP8X", b"ALPH"})  # chunks of WebP that are no metadata
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
        found = read_upload(word).decode()
    except UnicodeDecodeError:
        raise InvalidAction("That file holds no text.") from None
    if not found.replace("\n", "").isprintable():
        raise InvalidAction("That file holds more than text.")
    return found


def read_picture(word: str) -> bytes:
    """Return the picture of a word: WebP of at most `MAX_PICTURE` bytes, without metadata.

    Source: the WebP container specification. Raises InvalidAction.
    """
    data = read_upload(word)
    if len(data) > MAX_PICTURE or not _is_picture(data):
        raise InvalidAction("That takes a picture: upload it with the slash command.")
    return data


def _is_picture(data: bytes) -> bool:
    """Return whether bytes are one WebP file and nothing else, whose chunks are pixels."""
    size = int.from_bytes(data[4:8], "little")
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP" or size + 8 != len(data):
        return False
    at = 12
    while at < len(data):
        if data[at : at + 4] not in _PIXELS:
            return False
        length = int.from_bytes(data[at + 4 : at + 8], "little")
        at += 8 + length + length % 2
    return at == len(data) > 12


def without_uploads(line: str) -> str:
    """Return an action line for people to read: with "(file)" for each file."""
    return _WORD.sub("(file)", line)
