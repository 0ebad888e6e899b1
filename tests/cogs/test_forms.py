"""Forms: their title, their fields, and what stands in them."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.ui.components import FieldsModal, StaticLayout, TextModal
from cogs.ui.custom_ids import CustomId
from engine.contract.action import FormField

SENT = CustomId(7, 9, "typed", "name")
SHORT, PARAGRAPH = 1, 2  # styles of a text field, as Discord counts them


def sent(modal: TextModal | FieldsModal) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return a form as it is sent, and its fields under their labels."""
    form: dict[str, Any] = modal.to_dict()
    return form, form["components"]


def test_a_form_for_a_text_has_one_field_with_what_was_written_before() -> None:
    form, [field] = sent(TextModal(SENT, "Write a name", "the name", "Beren", 20))
    assert (form["title"], form["custom_id"]) == ("Write a name", str(SENT))
    text = field["component"]
    assert (field["label"], text["custom_id"]) == ("The name", "text")
    assert (text["value"], text["max_length"], text["required"]) == ("Beren", 20, True)


async def test_the_library_need_not_keep_forms_and_cards_in_memory() -> None:
    # Nobody tells when a form is closed, or a card not used any more.
    form = TextModal(SENT, "Write a name", "the name", "Beren", 20)
    assert form.is_finished()
    assert StaticLayout().is_finished()


def test_an_empty_field_has_no_value_and_a_long_one_is_cut() -> None:
    _, [field] = sent(TextModal(SENT, "Write", "text", "", 5))
    assert not field["component"].get("value")
    form, [field] = sent(TextModal(SENT, "t" * 46, "l" * 46, "Tinuviel", 5))
    assert field["component"]["value"] == "Tinuv"
    assert (len(form["title"]), len(field["label"])) == (45, 45)


@pytest.mark.parametrize(("letters", "style"), [(1, SHORT), (76, SHORT), (77, PARAGRAPH)])
def test_a_text_of_more_than_two_lines_has_a_large_field(letters: int, style: int) -> None:
    _, [field] = sent(TextModal(SENT, "Write", "text", "", letters))
    assert field["component"]["style"] == style


def test_a_form_for_a_verb_keeps_what_stands_in_it_and_needs_only_its_target() -> None:
    fields = (
        FormField("", "target", "wolf-1"),
        FormField("health", "health", "5"),
        FormField("mood", "mood", "calm", ("angry", "calm")),
    )
    form, shown = sent(FieldsModal(SENT, "wolf-1", fields))
    target, health, mood = (each["component"] for each in shown)
    assert (form["title"], form["custom_id"]) == ("wolf-1", str(SENT))
    assert [each["label"] for each in shown] == ["target", "health", "mood"]
    assert [each["custom_id"] for each in (target, health, mood)] == ["0", "1", "2"]
    assert [(each["value"], each["required"]) for each in (target, health)] == [
        ("wolf-1", True),
        ("5", False),
    ]
    assert [(each["value"], each["default"]) for each in mood["options"]] == [
        ("angry", False),
        ("calm", True),
    ]
    assert (mood["required"], mood["min_values"]) == (False, 0)
