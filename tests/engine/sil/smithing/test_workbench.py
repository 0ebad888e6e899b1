"""The screens of the workbench: what each asks, which answers it has, where they lead."""

import msgspec
import pytest

from engine.contract.action import IllegalAction, InvalidAction
from engine.contract.texts import Name
from engine.sil.game.state import Work
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.smithing import costs, designs, workbench
from engine.sil.smithing.workbench import BENCH, CLASSES, MAKE
from tests.engine.sil.smithing.smithy import CRAFTS, artefact, of_kind, smithy, special
from tests.engine.sil.stage import kind


def bench(*abilities, design="Longsword", **how):
    """Return a smith with a design on the workbench; a name is the plainest of that kind."""
    game = smithy(*(abilities or CRAFTS), **how)
    game.hero.design = of_kind(game, design) if isinstance(design, str) else design
    return game


def asked(game, screen):
    """Return the answers of a screen by their words, and the sentences with them."""
    found = workbench.ask(game, screen)
    sentences = [str(found.text), *map(str, found.details)]
    return {word: str(label) for word, label in found.answers}, sentences


def answers(game, screen):
    return asked(game, screen)[0]


# ---------------------------------------------------------------- classes and kinds


def test_one_begins_with_the_classes_or_the_design_or_the_work_at_hand():
    game = smithy(*CRAFTS)
    assert (workbench.first(game), game.hero.design) == (CLASSES, None)
    sword = of_kind(game, "Longsword")
    game.hero.work = Work(sword, 7)
    assert workbench.first(game) == BENCH
    assert game.hero.design == sword
    assert game.hero.design is not sword
    game.hero.design = of_kind(game, "Dagger")
    assert workbench.first(game) == BENCH
    assert game.hero.design.kind == kind("Dagger")


def test_the_first_screen_has_the_classes_the_plans_and_the_ways_out():
    game = smithy(*CRAFTS)
    classes = [each.word for each in designs.classes(game)]
    assert list(answers(game, CLASSES)) == [*classes, "leave"]
    game.knowledge.designs = {"One": of_kind(game, "Helm"), "Two": of_kind(game, "Helm")}
    game.hero.design = of_kind(game, "Dagger")
    found, sentences = asked(game, CLASSES)
    assert list(found) == [*classes, "plans", "back", "leave"]
    assert found["plans"] == "Saved plans (2)"
    assert sentences == ["What do you want to make?", str(workbench.smith_line(game))]


def test_where_the_answers_to_the_first_screen_lead():
    for word, following in [
        ("leave", ""),
        ("back", BENCH),
        ("plans", "plans"),
        ("swords", "kinds/swords"),
    ]:
        assert workbench.take(smithy(*CRAFTS), CLASSES, word) == following


def test_kinds_are_offered_with_their_difficulty():
    game = smithy(*CRAFTS)
    found, sentences = asked(game, "kinds/swords")
    assert found[str(kind("Longsword"))] == "Longsword (+0,2d5) [+1] · 2"
    assert list(found)[-1] == "back"
    assert sentences == ["Swords: which kind? After the dot: the difficulty it leads to."]
    assert answers(game, "kinds/arrows")[str(kind("Arrow"))] == "12 Arrows · 0"


def test_a_kind_that_is_chosen_lies_on_the_workbench_and_back_changes_nothing():
    game = smithy(*CRAFTS)
    assert workbench.take(game, "kinds/swords", "back") == CLASSES
    assert game.hero.design is None
    assert workbench.take(game, "kinds/swords", str(kind("Longsword"))) == BENCH
    assert game.hero.design == of_kind(game, "Longsword")


def test_without_a_design_there_is_nothing_to_work_on():
    with pytest.raises(IllegalAction, match="There is no design on the workbench"):
        workbench.ask(smithy(*CRAFTS), BENCH)


# ---------------------------------------------------------------- the bench


def test_the_bench_offers_what_can_be_done_with_a_design():
    game = bench()
    found, sentences = asked(game, BENCH)
    assert found == {
        "make": "Make it (20 turns)",
        "attack+": "Attack + · 5",
        "damage_sides+": "Damage sides + · 7",
        "weight+": "Weight + · 2",
        "weight-": "Weight - · 3",
        "enchant": "Enchant",
        "artifice": "Artifice",
        "save": "Save the plan",
        "base": "Another item",
        "leave": "Leave",
    }
    assert sentences == [
        "A Longsword (+0,2d5) [+1], 3.0 lb.",
        "Difficulty 2 of your 20; 20 turns. Costs 1 use of the forge.",
        "You have all that it takes. After the dot: the difficulty it leads to.",
    ]


def test_what_is_lacking_is_told_instead_of_an_offer_to_make_it():
    game = bench(ab.ENCHANTMENT, forge=terrain.FLOOR)
    found, sentences = asked(game, BENCH)
    assert "make" not in found
    assert sentences[-1].startswith(
        "You lack the ability Weaponsmith and a forge to stand on. After the dot"
    )


def test_enchanting_and_artifice_are_offered_where_they_apply():
    for design, enchant, artifice in [
        (lambda game: of_kind(game, "Terror"), False, False),
        (lambda game: of_kind(game, "Accuracy"), False, True),
        (lambda game: special(game, "Longsword", "of Gondolin"), True, False),
        (lambda game: artefact(game, "Longsword"), False, True),
    ]:
        game = smithy(*CRAFTS)
        game.hero.design = design(game)
        found = answers(game, BENCH)
        assert ("enchant" in found, "artifice" in found) == (enchant, artifice)


def test_of_the_last_artefacts_no_more_can_be_begun_but_one_at_hand_goes_on():
    game = bench()
    game.world.artefacts_forged = designs.MOST_OWN
    assert "artifice" not in answers(game, BENCH)
    game.hero.design.artefact = designs.OWN
    assert "artifice" in answers(game, BENCH)


def test_where_the_answers_at_the_bench_lead():
    for word, following in [
        ("leave", ""),
        ("base", CLASSES),
        ("make", MAKE),
        ("save", "save"),
        ("enchant", "enchant"),
        ("artifice", "artifice"),
    ]:
        assert workbench.take(bench(), BENCH, word) == following


def test_a_step_changes_the_number_of_a_new_design():
    game = bench()
    before = game.hero.design
    assert workbench.take(game, BENCH, "attack+") == BENCH
    assert (before.attack, game.hero.design.attack) == (0, 1)
    workbench.take(game, BENCH, "weight-")
    assert game.hero.design.weight == 25


def test_work_that_was_begun_goes_on_or_is_given_up_for_another():
    game = bench()
    game.hero.work = Work(of_kind(game, "Longsword"), 7)
    assert answers(game, BENCH)["make"] == "Go on (7 turns)"
    assert workbench.take(game, BENCH, "make") == MAKE
    game.hero.design = of_kind(game, "Longsword", attack=1)
    assert answers(game, BENCH)["make"] == "Make it (50 turns)"
    assert workbench.take(game, BENCH, "make") == "discard"


@pytest.mark.parametrize(("turns", "left"), [(1, "1 turn"), (7, "7 turns")])
def test_what_would_be_lost_is_told_with_the_turns_it_takes(turns, left):
    game = bench()
    game.hero.work = Work(of_kind(game, "Longsword"), turns)
    found, sentences = asked(game, "discard")
    assert found == {"discard": "Give it up", "back": "Back"}
    assert sentences == [
        f"Give up your work on a Longsword (+0,2d5) [+1], which takes {left} more?"
    ]
    assert workbench.take(game, "discard", "back") == BENCH
    assert game.hero.work is not None
    assert workbench.take(game, "discard", "discard") == MAKE
    assert game.hero.work is None


# ---------------------------------------------------------------- enchanting, artifice


def test_enchantments_are_offered_with_their_difficulty_and_can_be_taken_off():
    game = bench()
    found, sentences = asked(game, "enchant")
    gondolin = special(game, "Longsword", "of Gondolin").special
    assert found[str(gondolin)] == "of Gondolin · 8"
    assert "plain" not in found
    assert sentences[0].startswith("Which enchantment? Its numbers start afresh.")
    assert workbench.take(game, "enchant", str(gondolin)) == BENCH
    assert game.hero.design.special == gondolin
    assert answers(game, "enchant")["plain"] == "No enchantment"
    assert workbench.take(game, "enchant", "back") == BENCH
    assert game.hero.design.special == gondolin
    workbench.take(game, "enchant", "plain")
    assert game.hero.design == of_kind(game, "Longsword")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Longsword", "Make it an artefact? It takes 3 uses of one forge."),
        (
            "Accuracy",
            "Make it an artefact? It takes 3 uses of one forge. It starts from a plain jewel.",
        ),
    ],
)
def test_to_make_an_artefact_is_asked_first(name, sentence):
    game = bench(design=name)
    found, sentences = asked(game, "artifice")
    assert (found, sentences) == (
        {"artefact": "Make it an artefact", "back": "Back"}, [sentence],
    )  # fmt: skip
    assert workbench.take(game, "artifice", "artefact") == "artifice"
    assert game.hero.design.artefact == designs.OWN


def test_an_artefact_offers_its_groups_of_powers_its_name_and_the_way_back():
    game = smithy(*CRAFTS)
    game.hero.design = artefact(game, "Arrow")
    found, sentences = asked(game, "artifice")
    assert found == {
        "melee-powers": "Melee powers",
        "slays-and-brands": "Slays and brands",
        "name": "Name it (now of Hero)",
        "ordinary": "No artefact after all",
        "back": "Back",
    }
    assert sentences[0] == "The Arrow of Hero, 0.1 lb."
    assert sentences[-1] == "What do you add?"
    game.hero.design = artefact(game, "Pair of Boots")
    assert answers(game, "artifice")["skill-stealth"] == "Stealth abilities"


def test_where_the_answers_on_an_artefact_lead():
    for word, following in [
        ("back", BENCH),
        ("name", "name"),
        ("stats", "powers/stats"),
        ("ordinary", BENCH),
    ]:
        game = smithy(*CRAFTS)
        game.hero.design = artefact(game, "Longsword", "SLAY_ORC")
        assert workbench.take(game, "artifice", word) == following
        assert bool(game.hero.design.artefact) == (word != "ordinary")


def test_powers_are_added_and_taken_away_and_what_it_has_is_told():
    game = smithy(*CRAFTS)
    game.hero.design = artefact(game, "Longsword", "SLAY_ORC")
    found, sentences = asked(game, "powers/slays-and-brands")
    on = {word for word, label in found.items() if label.startswith("Without ")}
    assert {found[word] for word in on} == {"Without Slay orcs · 2"}
    assert "Add Slay trolls · 8" in found.values()
    assert sentences[-1].startswith("Slays and brands: which? It has Slay orcs. After")
    [orcs] = on
    assert workbench.take(game, "powers/slays-and-brands", orcs) == "powers/slays-and-brands"
    assert game.hero.design.flags == []
    _, sentences = asked(game, "powers/slays-and-brands")
    assert sentences[-1].startswith("Slays and brands: which? After")
    assert workbench.take(game, "powers/slays-and-brands", "back") == "artifice"


def test_with_four_abilities_only_those_it_has_are_offered():
    game = smithy(*CRAFTS)
    sword = artefact(game, "Longsword")
    refs = designs.grantable(game.data, sword, 0)
    game.hero.design = artefact(game, "Longsword", abilities=refs[:3])
    words = [f"{ref.skill}.{ref.number}" for ref in refs]
    assert list(answers(game, "powers/skill-melee")) == [*words, "back"]
    workbench.take(game, "powers/skill-melee", words[3])
    assert game.hero.design.abilities == refs[:4]
    found = answers(game, "powers/skill-melee")
    assert list(found) == [*words[:4], "back"]
    assert all(found[word].startswith("Without ") for word in words[:4])
    game.hero.design = artefact(game, "Longsword", abilities=refs[1:5])
    assert list(answers(game, "powers/skill-melee")) == [*words[1:5], "back"]
    assert any(label.startswith("Add ") for label in answers(game, "powers/stats").values())


# ---------------------------------------------------------------- names and plans


@pytest.mark.parametrize(
    ("typed", "longest", "name"),
    [("  Sure   Aim ", 8, "Sure Aim"), ("x" * 30, 30, "x" * 30), ("Ünwin", 5, "Ünwin")],
)
def test_a_typed_name_loses_its_idle_spaces(typed, longest, name):
    assert workbench.checked(typed, longest) == name


@pytest.mark.parametrize(
    ("typed", "fault"),
    [("   ", "Write a name"), ("a\x07b", "Write a name"), ("x" * 31, "at most 30 letters")],
)
def test_a_name_that_will_not_do_is_refused(typed, fault):
    with pytest.raises(InvalidAction, match=fault):
        workbench.checked(typed, 30)


def test_an_artefact_is_named_or_keeps_its_name():
    game = smithy(*CRAFTS)
    game.hero.design = before = artefact(game, "Longsword")
    found = workbench.ask(game, "name")
    assert str(found.text) == "The artefact is called “of Hero”. Keep it, or write another."
    assert (found.prompt.value, found.prompt.max_length) == ("of Hero", 19)
    assert workbench.take(game, "name", "keep") == "artifice"
    assert game.hero.design.title == "of Hero"
    assert workbench.take(game, "name", "'Orcbane'") == "artifice"
    assert (game.hero.design.title, before.title) == ("'Orcbane'", "of Hero")
    with pytest.raises(InvalidAction, match="at most 19 letters"):
        workbench.take(game, "name", "x" * 20)


def test_a_plan_is_saved_under_the_name_that_is_suggested_or_typed():
    game = bench(design="Longsword")
    found = workbench.ask(game, "save")
    assert [word for word, _ in found.answers] == ["keep", "back"]
    assert (found.prompt.value, found.prompt.max_length) == ("Longsword (+0,2d5) [+1]", 30)
    assert workbench.take(game, "save", "back") == BENCH
    assert game.knowledge.designs == {}
    assert workbench.take(game, "save", "keep") == BENCH
    assert list(game.knowledge.designs) == ["Longsword (+0,2d5) [+1]"]
    game.hero.design = of_kind(game, "Dagger")
    workbench.take(game, "save", "Blade")
    workbench.take(game, "save", "BLADE")
    assert list(game.knowledge.designs) == ["Longsword (+0,2d5) [+1]", "BLADE"]
    assert game.knowledge.designs["BLADE"] == game.hero.design
    assert game.knowledge.designs["BLADE"] is not game.hero.design


def test_a_suggested_name_is_cut():
    game = smithy(*CRAFTS)
    game.hero.design = special(game, "Mattock", "of the Longbeards")
    assert len(workbench.ask(game, "save").prompt.value) <= 30


def test_twenty_plans_are_the_most_and_one_of_them_may_be_replaced():
    game = bench()
    game.knowledge.designs = {f"Plan {n}": of_kind(game, "Helm") for n in range(19)}
    assert workbench.take(game, "save", "Twentieth") == BENCH
    assert workbench.take(game, "save", "Another") == "remove/for-another"
    assert "Another" not in game.knowledge.designs
    assert workbench.take(game, "save", "plan 3") == BENCH
    assert len(game.knowledge.designs) == 20
    found, sentences = asked(game, "remove/for-another")
    assert sentences == ["You can have 20 plans. Remove which one?"]
    assert len(found) == 21


def test_plans_are_opened_and_removed():
    game = smithy(*CRAFTS)
    game.knowledge.designs = {"Helm": of_kind(game, "Helm"), "Blade": of_kind(game, "Dagger")}
    found, sentences = asked(game, "plans")
    assert found == {
        "open helm": "Helm", "open blade": "Blade", "remove": "Remove one", "back": "Back",
    }  # fmt: skip
    assert sentences == ["Which plan?"]
    assert workbench.take(game, "plans", "back") == CLASSES
    assert workbench.take(game, "plans", "remove") == "remove"
    assert workbench.take(game, "plans", "open blade") == BENCH
    assert game.hero.design == of_kind(game, "Dagger")
    assert game.hero.design is not game.knowledge.designs["Blade"]
    assert asked(game, "remove")[1] == ["Remove which plan?"]
    assert workbench.take(game, "remove", "back") == "plans"
    assert workbench.take(game, "remove", "remove helm") == "plans"
    assert list(game.knowledge.designs) == ["Blade"]
    assert workbench.take(game, "remove", "remove blade") == CLASSES


def test_a_plan_removed_for_another_leads_back_to_saving():
    game = bench()
    game.knowledge.designs = {"Helm": of_kind(game, "Helm")}
    assert workbench.take(game, "remove/for-another", "back") == BENCH
    assert list(game.knowledge.designs) == ["Helm"]
    assert workbench.take(game, "remove/for-another", "remove helm") == "save"
    assert game.knowledge.designs == {}


def test_a_plan_is_found_by_its_name_or_by_how_it_begins():
    for typed, found in [
        ("blade", "Blade"),
        ("BLADE", "Blade"),
        ("bl", "Blade of Old"),
        ("blade of", "Blade of Old"),
    ]:
        game = smithy(*CRAFTS)
        names = ("Helm", "Blade of Old", "Blade")
        game.knowledge.designs = {name: of_kind(game, "Helm") for name in names}
        assert workbench.plan_name(game, typed) == found


def test_a_plan_that_there_is_not_is_refused_by_name():
    with pytest.raises(InvalidAction, match="You have no plan called “Crown”"):
        workbench.plan_name(smithy(*CRAFTS), "Crown")


@pytest.mark.parametrize(
    ("screen", "times"), [("artifice", 2), ("name", 1), ("plans", 1), ("remove", 1)]
)
def test_the_names_that_a_smith_gives_are_the_same_in_every_language(screen, times):
    game = smithy(*CRAFTS)
    game.hero.design = artefact(game, "Longsword", title="Orc scout")
    game.knowledge.designs = {"Orc scout": of_kind(game, "Helm")}
    found = workbench.ask(game, screen)
    told = msgspec.json.encode((found.text, found.answers))
    assert told.count(b'"word":"Orc scout"') == told.count(b'"given":true') == times
    with pytest.raises(InvalidAction) as refused:
        workbench.plan_name(smithy(), "Orc scout")
    assert refused.value.text.facts == {"plan": Name("Orc scout", given=True)}


def test_what_is_made_is_the_plan_that_is_named_else_the_work_else_the_design():
    game = bench(design="Dagger")
    game.knowledge.designs = {"Helm": of_kind(game, "Helm")}
    assert workbench.plan_at_hand(game, ()).kind == kind("Dagger")
    game.hero.work = Work(of_kind(game, "Longsword"), 7)
    assert workbench.plan_at_hand(game, ()).kind == kind("Longsword")
    named = workbench.plan_at_hand(game, ("helm",))
    assert named == game.knowledge.designs["Helm"]
    assert named is not game.knowledge.designs["Helm"]


def test_the_line_of_a_smith_names_his_crafts_in_order():
    game = smithy(ab.MASTERPIECE, ab.WEAPONSMITH, ab.ARTIFICE, skill=4)
    line = "Smithing 4. Abilities: Weaponsmith, Artifice, Masterpiece."
    assert str(workbench.smith_line(game)) == line
    assert costs.smith(game).base == 4


def test_a_design_without_any_difficulty_is_nothing_to_it():
    game = smithy(*CRAFTS)
    assert str(workbench.explain(game, of_kind(game, "Dagger"))) == "nothing to it"
    assert str(workbench.explain(game, of_kind(game, "Longsword", attack=1))) == (
        "Kind +2, Attack +3"
    )
