"""Orders that spend experience, and those that shoot and throw: read, asked about, done."""

import pytest

from engine.contract.action import ActionError, AmbiguousAction, IllegalAction
from engine.sil.commands import registry
from engine.sil.commands.base import read
from engine.sil.game.state import RaceLore, Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero.stat_names import SKILL_NAMES
from tests.engine.sil.stage import foe, item, race, refresh, stage, wear


def order(game, line):
    command, words = registry.find(line.split())
    action = read(command, words, game)
    again, rest = registry.find(str(action).split())
    assert read(again, rest, game) == action
    command.do(game, action.args)


@pytest.mark.parametrize("skill", Skill)
@pytest.mark.parametrize("points", [1, 2, 9])
def test_a_skill_is_raised_at_once_and_told_with_what_changes(skill, points):
    game = stage()
    before = game.hero.unspent
    order(game, f"raise {skill.name.lower()} {points}")
    assert game.state.question is None
    assert game.hero.skill_base[skill] == points
    assert game.hero.unspent == before - 50 * points * (points + 1)
    told = game.state.said[-1]
    assert str(told.text) == f"You have grown in {SKILL_NAMES[skill]}."
    assert "→" in str(told.detail)
    with pytest.raises(IllegalAction):
        order(game, f"raise {skill.name.lower()} 40")
    assert game.hero.skill_base[skill] == points


def test_an_ability_is_learned_and_switched():
    game = stage(skills=(1, 0, 0, 0, 0, 0, 0, 0))
    order(game, "learn power")
    assert "Melee dice 1d1 → 1d2" in str(game.state.question.text)
    order(game, "answer yes")
    assert ab.POWER in game.hero.bought
    order(game, "switch power")
    assert not game.hero.active(ab.POWER)
    with pytest.raises(AmbiguousAction):
        order(game, "learn song")
    with pytest.raises(ActionError):
        order(game, "learn charge")


def test_a_bane_is_chosen_among_those_slain():
    game = stage(skills=(0, 0, 0, 0, 6, 0, 0, 0))
    with pytest.raises(IllegalAction):
        order(game, "learn bane")
    game.lore.races[race("Wolf")] = RaceLore(kills=4)
    order(game, "learn bane")
    assert [word for word, _ in game.state.question.answers] == ["wolf", "no"]
    order(game, "answer wolf")
    assert game.hero.bane == 2


def test_what_is_offered_can_be_ordered():
    game = stage(skills=(6,) * 8, abilities=(ab.EXCHANGE_PLACES, ab.FLETCHERY))
    game.lore.races[race("Wolf")] = RaceLore(kills=4)
    wear(game, Slot.BOW, "Longbow")
    wear(game, Slot.QUIVER1, "Arrow", count=9)
    game.hero.pack.append(item("Dagger", count=3))
    game.learn(foe(game, "Wolf", health=500)).tag = 1
    refresh(game)
    offers = [str(offer.action) for offer in registry.offers(game)]
    for line in ("fire wolf-1", "throw a wolf-1", "exchange wolf-1", "fletch quiver1"):
        assert line in offers
    for verb in ("raise", "learn", "switch"):
        assert any(line.startswith(verb) for line in offers)
    for line in offers:
        if line.split()[0] in ("fire", "throw", "exchange", "fletch", "raise", "learn", "switch"):
            game.state.question, game.state.energy_used = None, 0
            game.hero.health = 20
            if line in [str(offer.action) for offer in registry.offers(game)]:
                order(game, line)


@pytest.mark.covers("spec-dungeon: 9.5 Targets")
def test_targets_come_nearest_first_and_only_those_that_can_be_aimed_at():
    game = stage(abilities=(), size=31)
    wear(game, Slot.BOW, "Longbow")
    wear(game, Slot.QUIVER1, "Arrow", count=9)
    places = {(-4, -4): 1, (0, 5): 2, (5, 1): 3, (1, 3): 4, (2, 2): 5, (0, -14): 6}
    for (dy, dx), tag in places.items():
        game.learn(foe(game, "Wolf", dy, dx)).tag = tag
    hidden = foe(game, "Wolf", 3, 0, visible=False)
    behind = foe(game, "Wolf", -3, 0)
    game.learn(hidden).tag, game.learn(behind).tag = 7, 8
    game.knowledge.fire[game.level.at(behind.y, behind.x)] = 0

    def aims():
        offers = [str(offer.action).split() for offer in registry.offers(game)]
        return [words[1] for words in offers if words[0] == "fire"]

    # Twice the longer distance along an axis and the shorter: 6, 7, 10, 11, 12; 14 is too far.
    assert aims() == ["nearest", "wolf-5", "wolf-4", "wolf-2", "wolf-3", "wolf-1"]
    game.hero.timers.hallucinating = 5
    assert aims() == []


def test_arrows_fly_by_direction_square_and_name():
    for target in ("e", "wolf-1", "P10"):
        game = stage(skills=(0, 9, 0, 0, 0, 0, 0, 0))
        wear(game, Slot.BOW, "Longbow")
        wear(game, Slot.QUIVER1, "Arrow", count=9)
        game.learn(foe(game, "Wolf", 0, 5, health=500)).tag = 1
        order(game, f"fire {target}")
        assert len(game.state.combat_rolls) == 1
        assert game.state.energy_used == 100
