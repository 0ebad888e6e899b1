"""Recorded sessions go as they went: whatever the table or the bot does otherwise is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.recorded import sessions
from tests.recorded.digests import RecordedPlay, read

RECORDS = read(sessions.FILE)


@pytest.mark.parametrize("record", RECORDS, ids=[each.name for each in RECORDS])
async def test_a_recorded_session_goes_as_it_went(record: RecordedPlay, tmp_path: Path) -> None:
    difference = record.difference(await sessions.play(record, tmp_path))
    assert not difference, difference


def test_sessions_of_every_kind_are_recorded() -> None:
    assert {each.kind for each in RECORDS} == set(sessions.KINDS)
