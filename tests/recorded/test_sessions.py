"""Recorded sessions go as they went: whatever the table or the bot does otherwise is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.ui import progress
from tests.recorded import sessions
from tests.recorded.digests import RecordedPlay, read

RECORDS = read(sessions.FILE)


@pytest.mark.parametrize("record", RECORDS, ids=[each.name for each in RECORDS])
async def test_a_recorded_session_goes_as_it_went(
    record: RecordedPlay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "FIRST_AFTER", 3600.0)  # no answer hangs on how busy we are
    difference = record.difference(await sessions.play(record, tmp_path))
    assert not difference, difference


def test_sessions_of_every_kind_are_recorded() -> None:
    assert {each.kind for each in RECORDS} == set(sessions.KINDS)
