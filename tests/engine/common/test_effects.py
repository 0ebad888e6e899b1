"""Effects as data: names and arguments, read against what each declares."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.common.effects import (
    Declarations,
    DiceTerm,
    EffectError,
    EffectFunctions,
    NameOf,
    Number,
    OneOf,
    parse,
)

DECLARED: Declarations = {
    "status": (NameOf("status"), Number(1, 99)),
    "shoots": (OneOf(("stone", "arrow")), Number(1, 9, optional=True)),
    "heal": (DiceTerm(),),
    "map": (),
    "opens": (NameOf("status", repeated=True),),
}
NAMES = {"status": {"on fire", "on", "frozen"}}


def test_names_may_have_spaces_and_optional_arguments_may_be_left_out() -> None:
    assert parse("status on fire 6", DECLARED, NAMES) == ("status", ("on fire", "6"))
    assert parse("shoots stone", DECLARED, NAMES) == ("shoots", ("stone",))
    assert parse("heal 10d4", DECLARED, NAMES) == ("heal", ("10d4",))
    assert parse("map", DECLARED, NAMES) == ("map", ())


def test_a_repeated_argument_takes_all_the_words_that_are_left() -> None:
    assert parse("opens on", DECLARED, NAMES) == ("opens", ("on",))
    assert parse("opens on fire frozen on", DECLARED, NAMES) == (
        "opens",
        ("on fire", "frozen", "on"),
    )


@pytest.mark.parametrize(
    ("part", "fault"),
    [
        ("stats frozen 3", "did you mean “status”"),
        ("", "there is no “”"),
        ("opens", "lacks an argument"),
        ("opens on frozn", "did you mean “frozen”"),
        ("status frozn 3", "did you mean “frozen”"),
        ("status frozen", "lacks an argument"),
        ("status frozen 100", "not between 1 and 99"),
        ("status frozen many", "not a whole number"),
        ("status frozen many 3", "“many” is not a whole number"),
        ("shoots stones 3", "did you mean “stone”"),
        ("heal 4", "no dice"),
        ("map 3", "too much"),
    ],
)
def test_what_is_unknown_missing_or_left_over_is_refused(part: str, fault: str) -> None:
    with pytest.raises(EffectError, match=fault):
        parse(part, DECLARED, NAMES)


def test_functions_of_effects_are_found_by_name() -> None:
    functions = EffectFunctions[Callable[[int], int]]()

    @functions.effect("double")
    @functions.effect("twice")
    def double(number: int) -> int:
        return 2 * number

    assert functions["double"](4) == functions["twice"](4) == 8
