"""Words for people are put together from names and facts."""

from __future__ import annotations

from engine.contract.texts import Name, text


def test_a_name_of_several_words_takes_the_article_of_the_whole() -> None:
    archer = Name("{people} archer", facts={"people": Name("orc", given=True)})
    assert str(text("{who:The} aims at {target:a}.", who=archer, target=archer)) == (
        "The orc archer aims at an orc archer."
    )
