"""The page's words can be read in the light and in the dark: WCAG AA."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sandbox

CSS = (Path(sandbox.__file__).parent / "static" / "style.css").read_text("utf-8")
AA = 4.5  # the least contrast of words
TEXTS = ("text", "bright", "dim", "link", "red-text")
GROUNDS = ("back", "side", "field", "over", "foot")
PAIRS = [
    *((text, ground) for text in TEXTS for ground in GROUNDS),
    *(("text", ground) for ground in ("active", "hover", "mentioned", "private", "edge", "chip")),
    ("accent-text", "mention"),
    ("bot", "back"),
    ("dim", "deep"),  # what stands in empty fields
]


def colours(css: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", css))


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


DARK = colours(CSS.partition("@media")[0])
LIGHT = DARK | colours(CSS.partition("prefers-color-scheme: light")[2].partition("* {")[0])


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_words_stand_out_from_their_ground(theme: str) -> None:
    known = {"dark": DARK, "light": LIGHT}[theme]
    poor = [
        (text, ground, round(contrast(known[text], known[ground]), 2))
        for text, ground in PAIRS
        if contrast(known[text], known[ground]) < AA
    ]
    assert not poor
    white = "#ffffff"
    assert all(contrast(white, known[each]) >= AA for each in ("accent", "green", "red"))


def test_empty_fields_and_marks_have_colours_of_the_theme() -> None:
    assert "::placeholder { color: var(--dim); opacity: 1; }" in CSS
    mark = CSS.partition(".channel.unread::before {")[2].partition("}")[0]
    assert "background: var(--bright);" in mark


def test_both_themes_are_different_and_no_ground_is_left_out() -> None:
    assert all(DARK[name] != LIGHT[name] for name in (*TEXTS, *GROUNDS))
