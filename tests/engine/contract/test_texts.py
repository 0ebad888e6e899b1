"""Words for people are put together from names and facts."""

from __future__ import annotations

from engine.contract.texts import Name, cut_words, text


def test_a_name_of_several_words_takes_the_article_of_the_whole() -> None:
    archer = Name("{people} archer", facts={"people": Name("orc", given=True)})
    assert str(text("{who:The} aims at {target:a}.", who=archer, target=archer)) == (
        "The orc archer aims at an orc archer."
    )


def test_a_fact_is_cut_to_what_its_template_has_room_for() -> None:
    sword = text("{thing:a} of {place}", thing=Name("sword"), place=Name("Gondolin", proper=True))
    assert str(text("Wear {thing:A.10}", thing=sword)) == "Wear A sword o…"
    assert str(text("{who:the.8}", who=Name("wolf"))) == "the wolf"
    assert str(text("{thing:.{room}}", thing=Name("wolf"), room=2)) == "w…"


def test_words_that_are_too_long_end_in_dots_and_never_inside_a_bracket() -> None:
    sword = Name("Longsword (+1, 2d5) [+1]")
    said = [str(cut_words(text("Wield {it}", it=sword), most)) for most in range(15, 32)]
    assert [len(each) <= most for most, each in enumerate(said, 15)] == [True] * len(said)
    assert set(said) == {
        "Wield Longswor…",
        "Wield Longsword…",
        "Wield Longsword (+1, 2d5)…",
        "Wield Longsword (+1, 2d5) [+1]",
    }
    assert str(cut_words("(a note that fills the whole of it)", 12)) == "(a note tha…"
    assert str(cut_words("see (a [b] c", 12)) == "see (a [b] c"
    assert str(cut_words("Daggers (+0,1d5) {special}", 22)) == "Daggers (+0,1d5)…"
