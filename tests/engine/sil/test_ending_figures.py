"""A game that ended, as card and ladder tell it: deeds, kills, luck, figures, the picture."""

import pytest

from engine.contract.texts import text
from engine.sil import outcome
from engine.sil.game.messages import note
from engine.sil.game.state import RaceLore
from engine.sil.hero import derived
from tests.engine.sil.arena import arena
from tests.engine.sil.stage import NOLDOR, race


def ended(end="escaped", **hero):
    """Return a game that has just ended so."""
    game = arena(**hero)
    game.state.ended = end
    return game


def story(game):
    """Return what is told of it, as sentences."""
    return [str(sentence) for sentence in outcome.outcome(game).story]


def facts(game):
    return dict(outcome.outcome(game).facts)


def slew(game, **kills):
    """Let the hero have slain so many of each race; names with _ for spaces."""
    for name, number in kills.items():
        game.lore.races[race(name.replace("_", " "))] = RaceLore(kills=number)


def test_the_four_best_deeds_are_told_in_the_order_in_which_they_were_done():
    game = ended()
    for depth, (kind, words) in enumerate(
        (
            ("fell into", "Fell into a chasm"),
            ("found", "Found Ringil"),
            ("arrived", "Came to 150 ft"),
            ("slew", "Slew Boldog"),
            ("helped", "Helped an elf"),
            ("silmaril", "Cut a Silmaril free"),
        ),
        1,
    ):
        game.level.depth = depth
        note(game, kind, text(words))
    assert story(game)[1:] == [
        "Found Ringil at 100 ft.",
        "Slew Boldog at 200 ft.",
        "Helped an elf at 250 ft.",
        "Cut a Silmaril free at 300 ft.",
    ]


def test_what_happens_to_every_hero_is_no_deed():
    game = ended()
    for kind in ("arrived", "encountered", "learned", "made", "own", "other"):
        note(game, kind, text("Something happened"))
    assert story(game) == ["With empty hands."]


def test_the_foes_are_counted_and_the_commonest_kind_is_named():
    for kills, told in [
        ({"Wolf": 1}, "Slew 1 foe."),
        ({"Wolf": 1, "Orc_scout": 1}, "Slew 2 foes."),
        ({"Wolf": 2}, "Slew 2 foes; 2 were of one kind: wolf."),
        ({"Wolf": 2, "Orc_scout": 3}, "Slew 5 foes; 3 were of one kind: Orc scout."),
        ({"Boldog,_the_Merciless": 1}, "Slew 1 foe."),
    ]:
        game = ended()
        slew(game, **kills)
        assert story(game)[1].lower() == told.lower()
        assert facts(game)["kills"] == sum(kills.values())


def test_of_kinds_that_fell_as_often_the_first_in_the_list_of_monsters_is_named():
    first, second = sorted(("Wolf", "Orc scout"), key=race)
    game = ended()
    slew(game, **{second.replace(" ", "_"): 2, first.replace(" ", "_"): 2})
    assert story(game)[1].lower() == f"slew 4 foes; 2 were of one kind: {first}.".lower()


def test_who_slew_nobody_and_was_never_hurt_has_nothing_told_of_it():
    game = ended()
    slew(game, Wolf=0)
    assert story(game) == ["With empty hands."]


def test_a_game_for_practice_says_so_and_has_no_rank():
    game = ended()
    game.state.options["experience"] = "practice"
    assert story(game) == ["With empty hands.", "A game for practice: it has no score."]
    assert not outcome.outcome(game).ranked
    assert facts(game)["score"] == 0


@pytest.mark.parametrize(
    ("experience", "challenge"), [("earned", "none"), ("fixed", "fixed"), ("practice", "practice")]
)
def test_the_ladder_knows_how_experience_was_won(experience, challenge):
    game = ended()
    game.state.options["experience"] = experience
    assert facts(game)["challenge"] == challenge


def test_the_figures_are_named_in_one_or_many():
    game = ended("dead")
    hero = game.hero
    hero.deepest, hero.turns, hero.silmarils = 7, 1, 1
    slew(game, Wolf=1)
    figures = [(str(name), number) for name, number in outcome.outcome(game).figures]
    assert figures[1:] == [("feet deep", 350), ("kill", 1), ("turn", 1), ("Silmaril", 1)]
    hero.turns, hero.silmarils = 2, 0
    slew(game, Wolf=2)
    names = [str(name) for name, _ in outcome.outcome(game).figures]
    assert names == ["score", "feet deep", "kills", "turns", "Silmarils"]


def test_the_ladder_may_be_asked_for_who_it_was_and_how_far_he_came():
    game = ended("dead", race=NOLDOR, house=1)
    hero = game.hero
    hero.deepest, hero.stairs_taken, hero.experience, hero.turns = 12, 30, 7000, 99
    game.level.depth = 9
    told = facts(game)
    assert (told["race"], told["house"]) == ("noldor", game.data.houses[1].short_name.lower())
    assert (told["depth"], told["fell"], told["stairs"]) == (12, 9, 30)
    assert (told["experience"], told["turns"], told["silmarils"]) == (7000, 99, 0)
    assert (told["fate"], told["morgoth"], told["rules"]) == ("slain", "alive", "manual")


def test_who_came_out_fell_nowhere():
    game = ended()
    game.level.depth = 3
    assert (facts(game)["fell"], facts(game)["fate"]) == (0, "escaped")


def test_the_rules_of_the_game_are_a_fact_of_the_ladder():
    game = ended()
    game.state.options["rules"] = "game"
    assert facts(game)["rules"] == "game"


def test_an_oath_is_told_as_kept_or_broken():
    for oath, broken, told in [
        (0, [], "none"),
        (derived.MERCY, [], "mercy"),
        (derived.IRON, [derived.MERCY], "iron"),
        (derived.SILENCE, [derived.SILENCE], "broken"),
    ]:
        game = ended()
        game.hero.oath, game.hero.oaths_broken = oath, broken
        assert facts(game)["oath"] == told


def test_every_ending_has_its_picture():
    for end, jewels, scene in [
        ("dead", 0, "sil:death"),
        ("dead", 1, "sil:death-with-silmaril"),
        ("escaped", 0, "sil:empty-hands"),
        ("escaped", 1, "sil:escape"),
        ("escaped", 2, "sil:escape-with-two"),
        ("escaped", 3, "sil:escape-with-all"),
        ("escaped", 4, "sil:escape-with-all"),
    ]:
        game = ended(end)
        game.hero.silmarils = jewels
        assert outcome.outcome(game).scene == scene


@pytest.mark.parametrize("jewels", [0, 2])
def test_who_slew_morgoth_has_overthrown_him(jewels):
    game = ended()
    game.hero.silmarils = jewels
    game.world.dead_uniques.append(game.data.rules.creature_roles["morgoth"])
    told = outcome.outcome(game)
    assert str(told.title) == "Hero has overthrown Morgoth"
    assert told.scene == "sil:overthrown"
    assert dict(told.facts)["morgoth"] == "slain"
    assert story(game)[0] == ("With 2 Silmarils." if jewels else "With empty hands.")


def test_the_end_of_the_tutorial_is_a_lesson_learned():
    game = ended()
    game.state.tutorial = 12
    told = outcome.outcome(game)
    assert str(told.title) == "Hero knows how to play"
    assert str(told.story[0]) == "All rooms are done; the quest awaits."
    assert (told.scene, told.ending) == ("sil:escape", "won")


@pytest.mark.parametrize(
    ("blow", "escape", "told"),
    [
        ((0, 3, "a wolf"), (0, 4, 5), []),
        ((1, 3, "a wolf"), (0, 4, 5), ["Hardest blow: 1 to a wolf, on turn 3."]),
        ((0, 3, ""), (1, 4000, 0), ["Nearest escape: 1 health left, on turn 4,000 at the Gates."]),
    ],
)
def test_the_hardest_blow_and_the_nearest_escape_are_told_where_there_were_any(blow, escape, told):
    game = ended()
    game.hero.hardest_blow, game.hero.nearest_escape = blow, escape
    assert story(game)[1:] == told
