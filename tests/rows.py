"""One test over a table, where collecting a test a row would take longer than running them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import update_wrapper
from typing import Any


def for_each(
    parameter: str, rows: Iterable[Any], label: Callable[[Any], str] = str
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Make one test of a test that takes `parameter` and no fixtures: it is run with every row.

    Raises:
        ExceptionGroup: the failures of all rows, each with a note that names its row.
    """
    table = list(rows)

    def decorate(test: Callable[..., None]) -> Callable[[], None]:
        def run_all() -> None:
            failures = []
            for row in table:
                try:
                    test(**{parameter: row})
                except Exception as failure:
                    failure.add_note(f"{parameter}: {label(row)}")
                    failures.append(failure)
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(table)} rows fail", failures)

        whole = update_wrapper(run_all, test)
        vars(whole)["__signature__"] = inspect.Signature()  # pytest looks for fixtures there
        return whole

    return decorate
