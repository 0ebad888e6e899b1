"""Work at a forge that was begun: kept, given up, finished (rules: smithing 9.2, 9.7)."""

import pytest

from engine.sil.game.state import Skill
from engine.sil.hero import abilities as ab
from engine.sil.items import item_classes
from engine.sil.smithing import costs, forging
from tests.engine.sil.smithing.smithy import of_kind, press, say, smithy, special
from tests.engine.sil.stage import kind, refresh


def made(game):
    """Return the items in the pack that are no mithril."""
    return [i for i in game.hero.pack if game.data.kinds[i.kind].tval != item_classes.MITHRIL]


def test_work_is_kept_while_numbers_change_and_its_loss_is_asked_for():
    game = smithy(ab.WEAPONSMITH)
    forging.begin(game, of_kind(game, "Longsword"))
    game.hero.work.turns = 7
    press(game, "Work at the forge", "Attack +")
    assert game.hero.work.turns == 7
    press(game, "Make it")
    assert str(game.state.question.text).startswith("Give up your work on a Longsword")
    assert "which takes 7 turns more?" in str(game.state.question.text)
    press(game, "Back", "Attack -")
    assert str(game.state.question.answers[0][1]) == "Go on (7 turns)"
    press(game, "Attack +", "Make it", "Give it up")
    assert game.hero.work is None or game.hero.work.item.attack == 1
    assert game.hero.work or made(game)[0].attack == 1


def test_a_saved_plan_asks_before_other_work_is_lost():
    game = smithy(ab.WEAPONSMITH)
    forging.begin(game, of_kind(game, "Longsword"))
    game.hero.work.turns = 7
    game.knowledge.designs["spear"] = of_kind(game, "Spear")
    say(game, "forge spear")
    assert game.hero.work.turns == 7
    assert "Give up your work on a Longsword" in str(game.state.question.text)
    press(game, "Yes")
    assert all(i.kind == kind("Spear") for i in made(game))


def test_long_work_goes_on_to_its_end():
    game = smithy(ab.JEWELLER)
    forging.begin(game, of_kind(game, "Strength"))
    game.hero.work.turns, turns = 210, game.hero.turns
    game.hero.food = 4999
    say(game, "forge")
    assert game.hero.work is None
    assert game.hero.turns == turns + 210


@pytest.mark.ability("Masterpiece")
def test_masterpiece_says_how_much_smithing_is_really_lacking():
    for points in range(8):
        game = smithy(ab.WEAPONSMITH, ab.ENCHANTMENT, ab.MASTERPIECE)
        design = special(game, "Longsword", "of Gondolin")
        game.hero.skill_base[Skill.SMITHING] = points
        refresh(game)
        told = [str(each) for each in costs.obstacles(game, design)]
        lacking = [int(line.split()[0]) for line in told if line.endswith("more Smithing")]
        if not lacking:
            continue
        for more in (lacking[0] - 1, lacking[0]):
            game.hero.skill_base[Skill.SMITHING] = points + more
            refresh(game)
            too_difficult = costs.of_design(game, design).too_difficult
            assert too_difficult is (more < lacking[0])
