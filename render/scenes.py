"""`scenes.txt` of a tile set: the pictures of endings, as layers that `endings` draws."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from pathlib import Path

from render.tile_files import SourceError, lines

# The words of a layer's line: c a colour, C several colours of one letter each, n a number,
# t a tile, w a word.
_LAYERS = {
    "sky": "C",  # bands from top to bottom
    "stars": "nC",  # how many, their colours
    "peak": "ccnnnn",  # colour, rim, top (x, y), left and right foot: quarter pixels
    "disc": "cnnn",  # colour, middle (x, y), radius: quarter pixels
    "rain": "ncn",  # how many drops, their colour, from which row on: quarter pixels
    "smoke": "nnC",  # where it begins (x, y): quarter pixels
    "tokens": "twn",  # tile, for each of which figure, at most
    "shore": "cnnn",  # colour, y, left, right: pixels
    "character": "nn",  # where the feet stand (y, x): pixels
    "last_place": "t",  # what lies where the character fell
}


@dataclass(frozen=True)
class Layer:
    """A layer of a scene: its kind and its words, numbers read."""

    kind: str
    words: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Scene:
    """A picture of an ending. Colours are names of the palette."""

    frame: str = "t"
    split: int = 576  # where the picture ends and the words begin, pixels
    words: str = "w"  # the colour of the story's first line
    ground: str = "0"
    layers: tuple[Layer, ...] = ()

    @property
    def tiles(self) -> set[str]:
        """Return the names of the tiles that it draws."""
        return {
            layer.words[0] for layer in self.layers if _LAYERS[layer.kind].startswith("t")
        }  # fmt: skip


def read_scenes(path: Path, tiles: Collection[str], colours: Collection[str]) -> dict[str, Scene]:
    """Read scenes: `scene <name>`, then `frame <colour> <y>`, `words <colour>`, `ground <colour>`
    and a line a layer, the lowest first. Raises SourceError for anything else."""
    scenes: dict[str, Scene] = {}
    name = ""
    reader = _LineReader(tiles, colours)
    for number, line in lines(path):
        word, *rest = line.split() or [""]
        if not word:
            continue
        try:
            if word == "scene" and len(rest) == 1:
                name = rest[0]
                if name in scenes:
                    raise ValueError(f"scene {name} stands here a second time")
                scenes[name] = Scene()
            elif not name:
                raise ValueError("expected 'scene <name>'")
            else:
                scenes[name] = reader.add(scenes[name], word, rest)
        except ValueError as error:
            raise SourceError(path, number, str(error)) from None
    return scenes


class _LineReader:
    """Reads the lines of a scene."""

    def __init__(self, tiles: Collection[str], colours: Collection[str]) -> None:
        self._checks: dict[str, Callable[[str], bool]] = {
            "c": lambda word: word in colours,
            "C": lambda word: all(letter in colours for letter in word),
            "n": lambda word: word.isdigit(),
            "t": lambda word: word in tiles,
            "w": bool,
        }

    def add(self, scene: Scene, word: str, rest: list[str]) -> Scene:
        """Return the scene with what a line says."""
        match word:
            case "frame":
                self._check(word, "cn", rest)
                return replace(scene, frame=rest[0], split=int(rest[1]))
            case "words":
                self._check(word, "c", rest)
                return replace(scene, words=rest[0])
            case "ground":
                self._check(word, "c", rest)
                return replace(scene, ground=rest[0])
        if word not in _LAYERS:
            raise ValueError(f"unknown word {word!r}")
        pattern = _LAYERS[word]
        self._check(word, pattern, rest)
        numbers = tuple(int(each) for kind, each in zip(pattern, rest, strict=True) if kind == "n")
        words = tuple(each for kind, each in zip(pattern, rest, strict=True) if kind != "n")
        return replace(scene, layers=(*scene.layers, Layer(word, words, numbers)))

    def _check(self, word: str, pattern: str, rest: list[str]) -> None:
        if len(rest) != len(pattern):
            raise ValueError(f"{word} takes {len(pattern)} words, not {len(rest)}")
        for kind, each in zip(pattern, rest, strict=True):
            if not self._checks[kind](each):
                raise ValueError(f"{word} cannot take {each!r}")
