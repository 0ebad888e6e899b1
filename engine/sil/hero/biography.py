"""The biography of a hero: a tale of his birth, age and build, a name (rules: character 1.7, 1.8).

None of it has a part in the rules; everything draws from the flavour stream it is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from math import erf, sqrt
from typing import TypeVar

from engine.contract.dice import Stream
from engine.sil.data.bundle import Data
from engine.sil.data.records import Race

T = TypeVar("T")
LONGEST_TALE = 249  # letters
LONGEST_NAME = 13
_LETTERS = range(5, 10)  # of a made-up name
_TRIES = 9
_MOST_DRAWS = 50
_VOWELS = frozenset("aeiouy")
_FINE = 64  # steps of the bell curve to one deviation
# A half of the bell curve: how many of 32,768 draws fall within each step, up to four deviations.
_BELL = [round(32768 * erf(k / _FINE / sqrt(2))) for k in range(4 * _FINE + 1)]


def other_than(present: T, draw: Callable[[], T]) -> T:
    """Return the first draw that differs from what there is, of some dozens."""
    draws = (draw() for _ in range(_MOST_DRAWS))
    return next((drawn for drawn in draws if drawn != present), present)


def tale(data: Data, stream: Stream, race: int, house: int) -> str:
    """Return a tale of birth, put together from the race's charts."""
    rows = list(data.history.values())
    chart, words = data.races[race].history_chart, ""
    while chart:
        draw = stream.die(100)
        here = [row for row in rows if row.chart == chart]
        if here[0].house:
            mine = [n for n, row in enumerate(here) if row.house in (house, 0)]
            here = here[mine[0] :] if mine else here
        row = next(row for row in here if draw <= row.roll)
        words += f"{row.text} "
        chart = row.next_chart
    return " ".join(words.split())[:LONGEST_TALE]


def normal(stream: Stream, mean: int, deviation: int) -> int:
    """Return a draw from the bell curve, in steps of a 64th of the deviation, at most four of
    it."""
    draw = stream.below(32768)
    step = next((k for k, within in enumerate(_BELL) if draw < within), len(_BELL) - 1)
    offset = deviation * step // _FINE
    return mean + offset if stream.one_in(2) else mean - offset


def body(data: Data, stream: Stream, race: int) -> tuple[int, int, int]:
    """Age in years, height in inches, weight in pounds."""
    people = data.races[race]
    age = stream.between(people.youngest, people.oldest)
    height = normal(stream, people.height, people.height_deviation)
    weight = normal(stream, people.weight, people.weight_deviation) + height // 5
    return age, height, weight


def limits(people: Race) -> dict[str, tuple[int, int]]:
    """Return what may be chosen for each figure of the body, both ends included."""
    return {
        "age": (people.youngest, people.oldest),
        "height": (
            people.height - 5 * people.height_deviation,
            people.height + 5 * people.height_deviation,
        ),
        "weight": (people.weight // 2, people.weight * 2),
    }


@lru_cache(maxsize=4)
def _followers(data: Data) -> dict[str, tuple[str, tuple[int, ...]]]:
    """Return what follows each pair of letters in the known names, and how often; "" ends a
    name."""
    counts: dict[str, Counter[str]] = {}
    for known in data.names:
        letters = f"  {known.lower()}"
        for place in range(2, len(letters) + 1):
            pair = letters[place - 2 : place]
            counts.setdefault(pair, Counter())[letters[place : place + 1]] += 1
    return {
        pair: ("".join(c or "." for c in sorted(found)), tuple(found[c] for c in sorted(found)))
        for pair, found in counts.items()
    }


def name(data: Data, stream: Stream) -> str:
    """Return a name that sounds like those in the list: five to nine letters, with a vowel."""
    followers = _followers(data)
    while True:
        word = _word(stream, followers)
        if len(word) in _LETTERS and _VOWELS & set(word):
            return word.capitalize()


def _word(stream: Stream, followers: dict[str, tuple[str, tuple[int, ...]]]) -> str:
    """Return a word, or a broken beginning of one."""
    word, tries = "", 0
    while len(word) <= _LETTERS[-1]:
        letters, weights = followers[f"  {word}"[-2:]]
        letter = letters[stream.weighted(weights)]
        if letter != ".":
            word += letter
        elif len(word) >= _LETTERS[0]:
            break
        else:
            tries += 1
            if tries > _TRIES:
                break
    return word
