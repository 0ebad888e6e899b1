"""Recorded games go as they went: whatever the rules do, tell or show otherwise is noticed."""

from __future__ import annotations

import pytest

from tests.recorded import games, levels, pictures, situations, trials
from tests.recorded.beginnings import BEGINNINGS
from tests.recorded.digests import RecordedPlay, read

RECORDS, LEVELS, TRIALS, SITUATIONS, PICTURES = (
    read(each.FILE) for each in (games, levels, trials, situations, pictures)
)


@pytest.mark.parametrize("record", RECORDS, ids=[each.name for each in RECORDS])
def test_a_recorded_game_goes_as_it_went(record: RecordedPlay) -> None:
    difference = record.difference(games.play(record))
    assert not difference, difference


@pytest.mark.parametrize("record", LEVELS, ids=[each.name for each in LEVELS])
def test_recorded_levels_are_made_as_they_were(record: RecordedPlay) -> None:
    difference = record.difference(levels.play(record))
    assert not difference, difference


@pytest.mark.parametrize("record", TRIALS, ids=[each.kind for each in TRIALS])
def test_all_that_was_tried_comes_to_the_same(record: RecordedPlay) -> None:
    difference = record.difference(trials.play(record))
    assert not difference, difference


@pytest.mark.parametrize("record", SITUATIONS, ids=[each.name for each in SITUATIONS])
def test_what_is_done_in_a_situation_comes_to_the_same(record: RecordedPlay) -> None:
    difference = record.difference(situations.play(record))
    assert not difference, difference


@pytest.mark.parametrize("record", PICTURES, ids=[each.name for each in PICTURES])
def test_a_situation_looks_as_it_looked(record: RecordedPlay) -> None:
    difference = record.difference(pictures.play(record))
    assert not difference, difference


def test_games_of_every_beginning_are_recorded() -> None:
    assert {each.kind for each in RECORDS} == BEGINNINGS.keys()
    assert {each.kind for each in LEVELS} == levels.MAKERS.keys()
    assert {each.kind for each in TRIALS} == trials.TRIALS.keys()
    assert {each.kind for each in SITUATIONS} == situations.CHANGES.keys()
    assert {each.kind for each in PICTURES} == set(pictures.KINDS)
