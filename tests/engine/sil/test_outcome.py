"""The story of an ending: told in sentences that only this game could have."""

import pytest

from engine.sil import outcome
from engine.sil.effects import injury
from engine.sil.game.messages import note
from table.contest import GameResult, ranked
from tests.engine.sil.arena import arena, look
from tests.engine.sil.stage import foe
from tests.rolled import dice_for
from tests.rulesets import RULESETS


def test_the_end_tells_the_fate_the_deeds_the_hardest_blow_and_the_nearest_escape():
    game = arena()
    wolf = foe(game, "Wolf", health=30)
    look(game)
    injury.hurt_creature(game, wolf, 17)
    note(game, "entered vault", "Entered the Halls of Iron")
    game.hero.turns = 40
    injury.hurt_hero(game, game.hero.health - 1, "a wolf")
    game.hero.turns = 41
    injury.hurt_hero(game, 9, "a wolf")
    told = outcome.outcome(game)
    assert str(told.title) == "Hero has fallen"
    assert tuple(map(str, told.story)) == (
        "Killed by a wolf at 250 ft, on turn 41.",
        "At the end: in a corridor and with bare hands.",
        "1 more stood beside you.",
        "5,010 experience was never spent.",
        "Entered the Halls of Iron at 250 ft.",
        "Hardest blow: 17 to a wolf, on turn 10.",
        "Nearest escape: 1 health left, on turn 40 at 250 ft.",
    )
    assert dict(told.facts)["depth"] == 1


def test_who_only_walked_out_has_a_short_story():
    game = arena()
    game.state.ended = "escaped"
    told = outcome.outcome(game)
    assert (told.ending, tuple(map(str, told.story))) == ("left", ("With empty hands.",))


@pytest.mark.covers("spec-world: 14.3")
@pytest.mark.parametrize(
    ("end", "jewels", "title", "fate"),
    [
        ("dead", 0, "Hero has fallen", "Slain by a wolf at 250 ft, on turn 1,200."),
        (
            "dead",
            1,
            "Hero has fallen",
            "Slain by a wolf at 250 ft, on turn 1,200. A Silmaril went back into the dark.",
        ),
        (
            "dead",
            2,
            "Hero has fallen",
            "Slain by a wolf at 250 ft, on turn 1,200. 2 Silmarils went back into the dark.",
        ),
        ("escaped", 0, "Hero came out of Angband", "With empty hands."),
        ("escaped", 1, "Hero came out of Angband", "With a Silmaril."),
        ("escaped", 3, "Hero came out of Angband", "With 3 Silmarils."),
    ],
)
def test_the_fate_tells_the_end_and_what_was_carried(end, jewels, title, fate):
    game = arena()
    game.hero.turns, game.hero.silmarils = 1200, jewels
    game.state.ended, game.hero.killed_by = end, "a wolf"
    told = outcome.outcome(game)
    assert str(told.title) == title
    assert all(sentence in " ".join(map(str, told.story)) for sentence in fate.split(". "))


@pytest.mark.covers("spec-world: 14.3")
def test_the_ladder_has_the_most_points_first_and_only_ended_games_for_points():
    names = ("down early", "deep", "with one", "with three", "slain with three")
    ends = (
        *(("dead", 2, 0), ("dead", 12, 0)),
        *(("escaped", 20, 1), ("escaped", 20, 3), ("dead", 20, 3)),
    )
    results = []
    for name, (end, deepest, jewels) in zip(names, ends, strict=True):
        game = arena()
        game.hero.deepest, game.hero.silmarils = deepest, jewels
        game.level.depth = 0 if end == "escaped" else 1
        game.state.ended = end
        told = outcome.outcome(game)
        assert told.ranked
        results.append(
            GameResult(0, 1, 2, 3, name, told.title, told.won, 9, told.figures, told.facts)
        )
    board = ranked(results)
    assert [row.name for row in board] == [
        "with three", "with one", "slain with three", "deep", "down early",
    ]  # fmt: skip
    points = [dict(row.facts)["score"] for row in board]
    assert points == sorted(points, reverse=True)
    game.state.options["experience"] = "practice"
    assert not outcome.outcome(game).ranked
    running = RULESETS["sil"].new({"hero": "quick"}, ["Hero"], dice_for(bytes(16)))
    assert RULESETS["sil"].outcome(running) is None
