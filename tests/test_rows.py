"""A test over a table runs every row and names those that fail."""

import pytest

from tests.rows import for_each


def test_every_row_is_run_and_each_that_fails_is_named():
    met = []

    def check(number):
        met.append(number)
        assert number % 2

    with pytest.raises(ExceptionGroup, match="3 of 5 rows fail") as failed:
        for_each("number", range(5), "no. {}".format)(check)()
    assert met == [0, 1, 2, 3, 4]
    assert [each.__notes__ for each in failed.value.exceptions] == [
        ["number: no. 0"],
        ["number: no. 2"],
        ["number: no. 4"],
    ]
