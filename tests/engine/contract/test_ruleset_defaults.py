"""A ruleset that says nothing of forms, topics, words, pictures and plans has none."""

import pytest

from engine.contract.action import Action, InvalidAction
from engine.contract.view import Topic
from tests.rolled import dice_for
from tests.toys.guessing import Toy


def test_a_ruleset_that_declares_no_more_has_none(tmp_path):
    toy = Toy()
    state = toy.new({}, ("A", "B"), dice_for(bytes(16)))
    assert toy.form(state, 0, "guess", "") == ()
    assert toy.data_words() == ()
    assert toy.sprite_sheet(tmp_path) is None
    assert toy.shorten_plan(Action("rest"), 3) is None
    with pytest.raises(InvalidAction) as refusal:
        toy.explain(state, 0, Topic("lore", "dragons", "Dragons"))
    assert str(refusal.value.text) == "Nothing is known of that."
