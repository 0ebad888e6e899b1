"""What a process that draws does: `python -m render [TILES]`, TILES a folder of foreign tiles.

It reads calls from its standard input, each a pickled `Call`, and answers on its standard output,
in their order: 4 bytes of length (big endian), then a pickled `Answer`. It ends when its input
does, so that it never outlives who started it. Both ends are one program: nobody else's bytes are
read.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from render import foreign
from render.tileset import TileSet

LENGTH = 4  # bytes before an answer


class Call(NamedTuple):
    """A function of `render` and what to call it with; `tiled`: with the painter's tiles, too."""

    work: Callable[..., Any]
    args: tuple[Any, ...]
    also: dict[str, Any]
    tiled: bool


class Answer(NamedTuple):
    """What the call gave, or raised."""

    result: Any
    fault: Exception | None


def main(folders: list[str]) -> None:
    """Serve until the input ends."""
    tiles = foreign.load(Path(folders[0])) if folders else TileSet.own()
    calls, answers = sys.stdin.buffer, sys.stdout.buffer
    while True:
        try:
            call = pickle.load(calls)
        except EOFError:
            return
        packed = pickle.dumps(answer(call, tiles), pickle.HIGHEST_PROTOCOL)
        answers.write(len(packed).to_bytes(LENGTH, "big") + packed)
        answers.flush()


def answer(call: Call, tiles: TileSet) -> Answer:
    """Do what is asked."""
    also = {**call.also, "tiles": tiles} if call.tiled else call.also
    try:
        return Answer(call.work(*call.args, **also), None)
    except Exception as fault:
        return Answer(None, fault)
