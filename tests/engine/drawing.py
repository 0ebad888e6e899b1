"""Levels drawn as text, for tests: `#` rock, `:` rubble, `+` door, `S` secret door, `@` the viewer.

Every other character is open, and `find` tells where it stands.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from hypothesis import strategies as st

from engine.common import noise_map

NOISE = {"#": noise_map.SOLID, ":": noise_map.SOLID, "+": noise_map.SHUT, "S": noise_map.SHUT}


@dataclass(frozen=True)
class Drawing:
    """A drawn level and its flat layers."""

    rows: tuple[str, ...]

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def opaque(self) -> bytes:
        return bytes(glyph in NOISE for row in self.rows for glyph in row)

    @property
    def noise(self) -> bytes:
        return bytes(NOISE.get(glyph, noise_map.CARRIES) for row in self.rows for glyph in row)

    def find(self, glyph: str) -> tuple[int, int]:
        """(y, x) of the first such glyph."""
        return divmod("".join(self.rows).index(glyph), self.width)

    def at(self, y: int, x: int) -> int:
        """The index of a grid."""
        return y * self.width + x

    def places(self, grids: Iterable[int]) -> list[tuple[int, int]]:
        """(y, x) of indices, in their order."""
        return [divmod(i, self.width) for i in grids]

    def show(self, grids: Iterable[int]) -> list[str]:
        """The rows with every other grid blank, without trailing blanks and rows."""
        shown = set(grids)
        text = [
            "".join(c if self.at(y, x) in shown else " " for x, c in enumerate(row)).rstrip()
            for y, row in enumerate(self.rows)
        ]
        while text and not text[-1]:
            text.pop()
        return text


def draw(text: str) -> Drawing:
    """A drawing of the lines of a text."""
    rows = text.strip("\n").split("\n")
    width = max(map(len, rows))
    return Drawing(tuple(row.ljust(width) for row in rows))


@st.composite
def caves(draw: st.DrawFn, glyphs: str = "..#", most: int = 14) -> Drawing:
    """Small closed levels of these glyphs, with a viewer on an open grid."""
    width = draw(st.integers(1, most))
    height = draw(st.integers(1, most))
    cells = draw(
        st.lists(st.sampled_from(glyphs), min_size=width * height, max_size=width * height)
    )
    cells[draw(st.integers(0, width * height - 1))] = "@"
    inner = ["#" + "".join(cells[y * width : (y + 1) * width]) + "#" for y in range(height)]
    return Drawing(("#" * (width + 2), *inner, "#" * (width + 2)))
