"""Sentences for people whose press or command came to an error."""

from __future__ import annotations

import logging

import pytest
from sqlalchemy.exc import OperationalError

from cogs.ui.replies import error_message
from table.errors import Refusal, TableFault


class LostConnection(Exception):
    """An error of PostgreSQL's driver that has no state, as when no server can be reached."""

    sqlstate = None


def test_a_database_that_cannot_be_reached_is_named_with_a_number_from_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    lost = OperationalError("SELECT 1", {}, LostConnection("session is read-only"))
    with caplog.at_level(logging.ERROR):
        told = error_message(lost)
    assert told.startswith("The database cannot be reached. Nothing has changed;")
    assert caplog.records[0].getMessage().split()[-1] == told.rstrip(".").split()[-1]


def test_any_other_error_is_not_told_but_its_number() -> None:
    told = error_message(ValueError("a secret of the game"))
    assert told.startswith("Something went wrong on our side.")
    assert "secret" not in told


def test_refusals_and_faults_of_tables_tell_themselves(caplog: pytest.LogCaptureFixture) -> None:
    assert error_message(Refusal("No.")) == "No."
    assert "error 5" in error_message(TableFault("5"))
    assert not caplog.records
