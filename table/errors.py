"""Errors that requests to a table end with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.contract.action import ActionError, AmbiguousAction
from engine.contract.texts import Text, joined
from table.shown_names import Names, fill_names


class Refusal(Exception):
    """A refused request: `text` is one sentence for the person. Nothing has changed.

    `facts` stand in the sentence's braces. `choices` are the action lines that an ambiguous text
    can mean.
    """

    def __init__(self, sentence: str | Text, /, choices: Sequence[str] = (), **facts: Any) -> None:
        self.text = sentence if isinstance(sentence, Text) else Text(sentence, facts)
        super().__init__(str(self.text))
        self.choices = tuple(choices)

    def fill_names(self, names: Names) -> None:
        """Put people's names in the place of placeholders."""
        self.text = fill_names(self.text, names)
        self.choices = fill_names(self.choices, names)
        self.args = (str(self.text),)


class NoGame(Refusal):
    """The channel has no game, or the game asked for does not exist."""


class StaleCard(Refusal):
    """The button belongs to an earlier card."""

    def __init__(self) -> None:
        super().__init__("That was an earlier turn; the game has moved on.")


class TableFault(Exception):
    """A fault of ours; the game is as it was last saved.

    The program's log has the details under `error_id`; `text` is one sentence for the person.
    """

    def __init__(self, error_id: str, reason: str = "Something went wrong.") -> None:
        self.text = Text(
            "{reason} Nothing has changed; please tell the host: error {error_id}.",
            {"reason": Text(reason), "error_id": error_id},
        )
        super().__init__(str(self.text))
        self.error_id = error_id


def refusal_of(error: ActionError) -> Refusal:
    """Return the refusal that an error of a ruleset is."""
    choices = error.choices if isinstance(error, AmbiguousAction) else ()
    return Refusal(joined([error.text]), choices)
