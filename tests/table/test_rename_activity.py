"""The migration to references puts one in the place of every person of a game's activity."""

from __future__ import annotations

from typing import Any

import pytest

from table.store.migrations.reference_people import _rename_activity

NONE = {"delegations": {}, "last_active": {}, "invited": []}  # is there in any case


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({}, {}),
        ({"leader": 1, "turn_card": 7}, {"leader": 101, "turn_card": 7}),
        ({"game_master": 2, "leader": None}, {"game_master": 102, "leader": None}),
        ({"rota_person": 0}, {"rota_person": 100}),
        (
            {"ballot": None, "motion": None, "decided": None},
            {"ballot": None, "motion": None, "decided": None},
        ),
        (
            {"ballot": {"opened": 4, "votes": {"1": ["A"], "3": []}}},
            {"ballot": {"opened": 4, "votes": {"101": ["A"], "103": []}}},
        ),
        (
            {"motion": {"opened": 4, "proposals": [{"letter": "A", "by": 2}, {"by": 1}]}},
            {
                "motion": {
                    "opened": 4,
                    "votes": {},
                    "proposals": [{"letter": "A", "by": 102}, {"by": 101}],
                }
            },
        ),
        ({"decided": {"letter": "B", "by": 3}}, {"decided": {"letter": "B", "by": 103}}),
        (
            {"delegations": {"1": {"person": 2, "until": 5}}, "last_active": {"2": 9.0}},
            {"delegations": {"101": {"person": 102, "until": 5}}, "last_active": {"102": 9.0}},
        ),
        (
            {"loans": {"0": {"person": 3, "until": 5.0}}},
            {"loans": {"0": {"person": 103, "until": 5.0}}},
        ),
        (
            {"offers": {"1": {"person": 3, "by": 1, "until": 5.0}}},
            {"offers": {"1": {"person": 103, "by": 101, "until": 5.0}}},
        ),
        ({"invited": [3, 1]}, {"invited": [103, 101]}),
    ],
)
def test_every_person_of_an_activity_is_renamed_and_nothing_else(
    before: dict[str, Any], after: dict[str, Any]
) -> None:
    assert _rename_activity(before, lambda person: person + 100) == {**NONE, **after}
