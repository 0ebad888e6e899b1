"""Custom ids name what a button stands for, both ways, within Discord's 100 letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.ui.custom_ids import BUTTONS, MAX_LENGTH, MODALS, SELECTS, CustomId, restore, shorten

custom_ids = st.builds(
    CustomId,
    st.integers(0, 10**12),
    st.integers(0, 10**8),
    st.sampled_from((*BUTTONS, *SELECTS, *MODALS)),
    st.text(max_size=60),
)


@given(custom_ids)
def test_a_custom_id_reads_back_and_fits(custom_id: CustomId):
    assert len(str(custom_id)) <= MAX_LENGTH
    assert CustomId.parse(str(custom_id)) == custom_id


@given(st.text(min_size=1))
def test_a_line_of_any_length_is_found_again_among_the_offers(line: str):
    assert len(shorten(line)) <= 60
    assert restore(shorten(line), ["step n", line, "hold"]) == line


def test_a_hash_of_no_offer_stays_what_no_ruleset_reads():
    assert restore(shorten("x" * 99), ["step n"]).startswith("#")


@pytest.mark.parametrize(
    "other", ["", "go", "v1:1:2:dance:x", "v1:x:2:act:hold", "v2:1:2:act:hold"]
)
def test_what_is_no_custom_id_of_ours_names_nothing(other: str):
    assert CustomId.parse(other) is None


def test_every_handler_stands_in_one_list():
    handlers = (*BUTTONS, *SELECTS, *MODALS)
    assert len(set(handlers)) == len(handlers)


def test_an_argument_that_is_too_long_is_refused_at_once():
    assert len(str(CustomId(1, 1, "act", "x" * 89))) == 100
    with pytest.raises(ValueError, match="custom id of 101"):
        str(CustomId(1, 1, "act", "x" * 90))
