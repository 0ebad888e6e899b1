"""Words for people are put together from names and facts."""

from __future__ import annotations

from engine.contract.texts import Name, text


def test_a_name_of_several_words_takes_the_article_of_the_whole() -> None:
    archer = Name("{people} archer", facts={"people": Name("orc", given=True)})
    assert str(text("{who:The} aims at {target:a}.", who=archer, target=archer)) == (
        "The orc archer aims at an orc archer."
    )


def test_a_fact_is_cut_to_what_its_template_has_room_for() -> None:
    sword = text("{thing:a} of {place}", thing=Name("sword"), place=Name("Gondolin", proper=True))
    assert str(text("Wear {thing:A.10}", thing=sword)) == "Wear A sword of"
    assert str(text("{who:the.8}", who=Name("wolf"))) == "the wolf"
    assert str(text("{thing:.{room}}", thing=Name("wolf"), room=2)) == "wo"
