"""Deaths are told by what happened: the cause, the place, and what only this game had."""

import re
from itertools import product

import pytest

from engine.contract.texts import text
from engine.sil import death_story, outcome
from engine.sil.effects import injury
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, look
from tests.engine.sil.stage import foe, item, wear

DEPTHS = (2, 5, 9, 12, 16, 19)


def struck(game, *, means="blow", dx=1, wounded=0, visible=True):
    """Let an orc kill the hero."""
    orc = foe(game, "Orc soldier", 0, dx, health=20, visible=visible)
    orc.health -= wounded
    look(game)
    if not visible:
        game.learn(orc).visible = False
    injury.hurt_hero(game, 99, text("an orc soldier"), means=means, killer=orc)


CAUSES = {
    "blow": struck,
    "blow, unseen": lambda game: struck(game, visible=False),
    "blow, wounded": lambda game: struck(game, wounded=5),
    "blow, dying": lambda game: struck(game, wounded=18),
    "shot": lambda game: struck(game, means="shot", dx=2),
    "breath": lambda game: struck(game, means="power", dx=2),
    "trap": lambda game: injury.hurt_by_dice(game, 9, 90, text("a caltrop")),
    "poison": lambda game: injury.hurt_hero(game, 99, text("poison"), means="status"),
    "hunger": lambda game: injury.hurt_hero(game, 99, text("starvation"), means="hunger"),
    "fall": lambda game: injury.hurt_by_dice(game, 9, 90, text("a fall"), means="fall"),
}


def at_rest(game):
    game.hero.last_action = "rest needed"


def in_a_web(game):
    game.level.feature[game.level.at(game.hero.y, game.hero.x)] = terrain.WEB
    game.hero.timers.stun = game.hero.timers.slow = 5


def with_a_jewel(game):
    game.hero.silmarils = 1
    wear(game, Slot.WEAPON, "Longsword")


def with_potions_by_the_stairs(game):
    game.hero.pack = [item("Healing", count=2)]
    stairs = game.level.at(game.hero.y, game.hero.x - 2)
    game.level.feature[stairs] = terrain.UP_STAIR
    game.knowledge.mark[stairs] = 1


def in_flight(game):
    game.hero.last_action = "flee s"
    game.hero.timers.afraid = game.hero.timers.confused = 4
    foe(game, "Wolf", -1, 0)


def as_a_singer(game):
    game.hero.bought.append(ab.SONG_OF_ELBERETH)
    game.hero.last_action = "explore"
    game.hero.unspent, game.hero.voice = 5000, game.hero.derived.max_voice


SITUATIONS = (at_rest, in_a_web, with_a_jewel, with_potions_by_the_stairs, in_flight, as_a_singer)


def died(cause, situation, depth):
    """Return the story of a death, as sentences."""
    game = arena(depth=depth)
    game.hero.unspent = 0
    look(game)
    situation(game)
    look(game)
    CAUSES[cause](game)
    assert game.state.ended == "dead"
    return [str(sentence) for sentence in outcome.outcome(game).story]


def bare(story):
    """Return a story without its names and numbers."""
    return re.sub(r"(an|the) orc soldier( 2)?|a wolf|[\d,]+", "", " ".join(story))


def test_no_two_of_sixty_deaths_are_told_alike():
    told = {}
    for number, (cause, situation) in enumerate(product(CAUSES, SITUATIONS)):
        depth = DEPTHS[number % len(DEPTHS)]
        story = died(cause, situation, depth)
        assert f"at {50 * depth} ft" in story[0]
        assert len(story) >= 2
        assert told.setdefault(bare(story), (cause, situation)) == (cause, situation)
    assert len(told) == 60


@pytest.mark.parametrize(
    ("cause", "words"),
    [
        ("blow", "Struck down by an orc soldier at 250 ft"),
        ("shot", "Shot dead by an orc soldier at 250 ft"),
        ("shot", "The orc soldier stood 2 squares away."),
        ("blow, dying", "The orc soldier was almost dead as well."),
        ("blow, unseen", "You never saw who it was."),
        ("poison", "Died of poison at 250 ft"),
        ("fall", "Fell to death at 250 ft"),
    ],
)
def test_a_death_names_its_cause_and_the_killers_state(cause, words):
    assert any(words in sentence for sentence in died(cause, at_rest, 5))


@pytest.mark.parametrize("light", [-1, 0, 1])
def test_a_death_in_the_dark_is_told_as_one(light):
    game = arena()
    struck(game)
    game.knowledge.light[game.level.at(game.hero.y, game.hero.x)] = light
    told = " ".join(map(str, death_story.particulars(game)))
    assert ("in the dark" in told) == (light <= 0)
