"""Errors that requests to a table end with."""

from __future__ import annotations

from collections.abc import Sequence


class Refusal(Exception):
    """A refused request: `str()` is one sentence for the person. Nothing has changed.

    `choices` are the action lines that an ambiguous text can mean.
    """

    def __init__(self, sentence: str, choices: Sequence[str] = ()) -> None:
        super().__init__(sentence)
        self.choices = tuple(choices)


class NoGame(Refusal):
    """The channel has no game, or the game asked for does not exist."""


class StaleCard(Refusal):
    """The button belongs to an earlier card."""

    def __init__(self) -> None:
        super().__init__("That was an earlier turn; the game has moved on.")


class TableFault(Exception):
    """A fault of ours; the game is as it was last saved.

    The program's log has the details under `error_id`; `str()` is one sentence for the person.
    """

    def __init__(self, error_id: str, reason: str = "Something went wrong.") -> None:
        super().__init__(f"{reason} Nothing has changed; please tell the host: error {error_id}.")
        self.error_id = error_id
