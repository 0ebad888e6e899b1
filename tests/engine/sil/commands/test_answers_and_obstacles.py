"""Questions that are answered, and what is said of what bars a way."""

import pytest

from engine.contract.action import AmbiguousAction, InvalidAction
from engine.sil.commands import advancement, exploring
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, put, said
from tests.engine.sil.commands.test_item_commands import order
from tests.engine.sil.items.things import bearer, given
from tests.engine.sil.stage import item, wear


@pytest.mark.parametrize("word", ["no", "arm"])
def test_a_second_weapon_is_put_where_the_answer_says_or_nowhere(word):
    game = bearer(abilities=(ab.TWO_WEAPON_FIGHTING,))
    wear(game, Slot.WEAPON, "Longsword")
    dagger = given(game, item("Dagger"))[0]
    order(game, "wield dagger")
    words = [answer for answer, _ in game.state.question.answers]
    assert words[-1] == "no"
    order(game, f"answer {words[1] if word == 'arm' else 'no'}")
    assert game.state.question is None
    assert (game.hero.worn.get(Slot.ARM) is dagger) is (word == "arm")
    assert (game.state.energy_used == 100) is (word == "arm")


@pytest.mark.parametrize(("answer", "noted"), [("no", False), ("Beware of the bats", True)])
def test_a_note_is_written_as_it_is_answered(answer, noted):
    game = bearer()
    order(game, "note")
    assert game.state.question is not None
    order(game, f"answer {answer}")
    assert game.state.question is None
    assert said(game) == (["You note in your log: Beware of the bats"] if noted else [])


def test_no_oath_is_sworn_by_a_no():
    game = bearer()
    hero = game.hero
    hero.skill_base, hero.unspent = [20] * 8, 99_999
    order(game, "learn oath")
    assert game.state.question is not None
    order(game, "answer no")
    assert (hero.bought, hero.unspent, game.state.question) == ([], 99_999, None)


def test_an_ability_may_be_called_by_its_beginning():
    game = bearer()
    assert advancement._one(game.data, "knock") == ("knock-back", ab.KNOCK_BACK)
    with pytest.raises(AmbiguousAction):
        advancement._one(game.data, "song")
    with pytest.raises(InvalidAction):
        advancement._one(game.data, "zz")


def test_a_chasm_and_a_trap_say_what_can_be_done_about_them():
    game = arena("#######", "#@x...#", "#######", known=True)
    chasm = game.level.at(1, 2)
    assert str(exploring._obstacle(game, chasm)).startswith("Leap down: ")
    put(game, 1, 2, terrain.FALSE_FLOOR)
    assert str(exploring._obstacle(game, chasm)) == "Disarm it, or step into it"
    game.level.hidden[chasm] = 1
    assert exploring._obstacle(game, chasm) is None
