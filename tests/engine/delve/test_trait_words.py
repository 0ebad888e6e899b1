"""Special abilities of monsters are told in words, with all of their figures."""

from __future__ import annotations

import re
from string import Formatter

import pytest

from engine.delve.data.declarations import TRAIT_FACTS, TRAITS
from engine.delve.descriptions.encyclopaedia import describe_kind
from tests.engine.delve.stage import content

TOLD_BY_KIND = {"shoots": {"second", "third"}}  # the missile is told by what is done


@pytest.mark.parametrize("name", TRAITS)
def test_the_words_for_a_trait_tell_its_figures(name: str) -> None:
    told = {field for _, field, _, _ in Formatter().parse(content().trait_words[name]) if field}
    needed = TRAIT_FACTS[: len(TRAITS[name])]
    assert told == TOLD_BY_KIND.get(name, set(needed))


@pytest.mark.parametrize("kind", content().monsters.values(), ids=lambda kind: kind.name)
def test_no_figure_of_a_page_stands_without_words(kind) -> None:
    told = "\n".join(map(str, describe_kind(content(), kind, {})))
    assert not re.search(r"\b(\w+-)*\w+ \d+ \d+", told), told
    assert "{" not in told
