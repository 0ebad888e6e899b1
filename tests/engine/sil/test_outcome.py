"""The story of an ending: told in sentences that only this game could have."""

from engine.sil import outcome
from engine.sil.effects import injury
from engine.sil.messages import note
from tests.engine.sil.arena import arena, look
from tests.engine.sil.stage import foe


def test_the_end_tells_the_fate_the_deeds_the_hardest_blow_and_the_nearest_escape():
    game = arena()
    wolf = foe(game, "Wolf", health=30)
    look(game)
    injury.hurt_creature(game, wolf, 17)
    note(game, "Entered the Halls of Iron.")
    game.hero.turns = 40
    injury.hurt_hero(game, game.hero.health - 1, "a wolf")
    game.hero.turns = 41
    injury.hurt_hero(game, 9, "a wolf")
    told = outcome.outcome(game)
    assert told.title == "Hero has fallen"
    assert told.story == (
        "Slain by a wolf at 250 ft, on turn 41.",
        "Entered the Halls of Iron at 250 ft.",
        "Hardest blow: 17 to a wolf, on turn 10.",
        "Nearest escape: 1 health left, on turn 40 at 250 ft.",
    )
    assert dict(told.figures)["feet deep"] == 50


def test_who_only_walked_out_has_a_short_story():
    game = arena()
    game.state.ended = "escaped"
    told = outcome.outcome(game)
    assert (told.ending, told.story) == ("left", ("With empty hands.",))
