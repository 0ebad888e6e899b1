"""A refused action is told in a sentence, and where it can mean several things by those."""

from __future__ import annotations

from engine.contract.action import ActionError, AmbiguousAction
from engine.contract.texts import Text


def test_an_ambiguous_action_has_its_sentence_and_its_choices_in_order() -> None:
    sentence = Text("Which of them?")
    refused = AmbiguousAction(sentence, ["b 2", "a 1"])
    assert isinstance(refused, ActionError)
    assert (refused.text, refused.choices) == (sentence, ("b 2", "a 1"))
    assert str(refused) == "Which of them?"
