"""Custom ids name what a button stands for, both ways, within Discord's 100 letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.ui.codec import CHOICE, CHOICES, LIMIT, PRESS, PRESSES, Ref, fit, unfit

refs = st.builds(
    Ref,
    st.integers(0, 10**12),
    st.integers(0, 10**8),
    st.sampled_from(PRESSES),
    st.text(max_size=60),
)


@given(refs)
def test_a_custom_id_reads_back_and_fits(ref: Ref):
    assert len(str(ref)) <= LIMIT
    match = PRESS.fullmatch(str(ref))
    assert match is not None
    assert Ref.of(match) == ref


@given(st.text(min_size=1))
def test_a_line_of_any_length_is_found_again_among_the_offers(line: str):
    assert len(fit(line)) <= 60
    assert unfit(fit(line), ["step n", line, "hold"]) == line


def test_a_hash_of_no_offer_stays_what_no_ruleset_reads():
    assert unfit(fit("x" * 99), ["step n"]).startswith("#")


def test_no_custom_id_is_both_a_button_and_a_menu():
    for verb in (*PRESSES, *CHOICES):
        text = str(Ref(1, 2, verb, "arg"))
        assert bool(PRESS.fullmatch(text)) != bool(CHOICE.fullmatch(text))


def test_an_argument_that_is_too_long_is_refused_at_once():
    with pytest.raises(ValueError, match="custom id of"):
        str(Ref(1, 1, "do", "x" * 100))
