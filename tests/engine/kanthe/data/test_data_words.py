"""Translators are given every name and text of Kanthe's data, as sentences have them."""

from __future__ import annotations

from engine.contract.texts import Name
from engine.kanthe.data.data_words import data_words
from tests.engine.kanthe.stage import CONTENT


def names(*, proper: bool) -> set[str]:
    words = data_words(CONTENT)
    return {word.word for word in words if isinstance(word, Name) and word.proper is proper}


def both_cases(words: list[str]) -> set[str]:
    """Return words as they stand on a sheet and as they stand within a sentence."""
    return {*words, *(word.casefold() for word in words)}


def test_every_text_is_given_once_it_is_in_the_data() -> None:
    given = {word.template for word in data_words(CONTENT) if not isinstance(word, Name)}
    rows = (*CONTENT.stationary, *CONTENT.mobile, *CONTENT.occupants)
    methods = CONTENT.methods.values()
    assert given == {
        *(line for lines in CONTENT.prose.values() for line in lines),
        *(row.text for row in rows),
        *(method.whom for method in methods),
        *(method.lasts for method in methods),
    }


def test_words_of_the_design_sheets_are_given_in_both_cases() -> None:
    nouns = [*CONTENT.words["creatures"], *CONTENT.words["essences"], *CONTENT.words["motifs"]]
    nouns += [creature for level in CONTENT.levels for creature in (level.main, level.alternate)]
    assert both_cases(nouns) - names(proper=False) == set()
    adjectives = [*CONTENT.words["colours"], *CONTENT.words["qualities"]]
    assert both_cases(adjectives) - names(proper=True) == set()
    assert both_cases(adjectives) & names(proper=False) <= both_cases(nouns)


def test_domains_and_themes_and_what_actions_are_called_need_no_article() -> None:
    methods = CONTENT.methods.values()
    whole = {
        *CONTENT.words["domains"],
        *CONTENT.words["themes"],
        *(level.theme for level in CONTENT.levels),
        *(action.name for action in CONTENT.actions),
        *CONTENT.manners,
        *(method.method for method in methods),
    }
    assert whole - names(proper=True) == set()


def test_kinds_of_hazards_creatures_and_things_take_an_article() -> None:
    kinds = (*CONTENT.hazards.values(), *CONTENT.creatures.values())
    rows = (*CONTENT.stationary, *CONTENT.mobile, *CONTENT.occupants)
    methods = CONTENT.methods.values()
    things = {
        *(kind.word for kind in kinds),
        *(row.name for row in rows),
        *(word for method in methods for word in (method.word, method.spell_word, method.form)),
        *(method.change_word for method in methods if not method.has("letters")),
        *CONTENT.wares,
    }
    assert things - names(proper=False) == set()
