"""Things for which there is no room, and stacks that do not join."""

import pytest

from engine.contract.action import IllegalAction
from engine.sil.items import item_names, pack, stacking
from engine.sil.level import terrain
from tests.engine.sil.arena import said
from tests.engine.sil.items.things import FOOD, STAFF, bearer, given, lying, thing
from tests.engine.sil.stage import item


def laden(stacks):
    """Return a hero with so many staffs, none of which join."""
    game = bearer()
    given(game, *(thing(STAFF, "Light", pval=n) for n in range(stacks)))
    return game


@pytest.mark.parametrize(("stacks", "falls"), [(22, False), (23, True)])
def test_what_finds_no_room_in_the_pack_falls(stacks, falls):
    game = laden(stacks)
    bread = thing(FOOD, "Piece of Dark Bread")
    pack.carry(game, bread)
    assert len(game.hero.pack) == 23
    last = game.level.floor.get(game.level.at(game.hero.y, game.hero.x), [])
    assert len(last) == falls
    assert any(line.startswith("There is no room for ") for line in said(game)) is falls
    assert (bread in [*game.hero.pack, *last]) is True
    if falls:
        lost = game.state.said[-1]
        assert lost.kind == "lost"
        assert str(lost.text).endswith(": it falls.")


def test_what_lies_on_the_floor_is_not_laid_down():
    game = bearer()
    sword = item("Longsword")
    lying(game, sword)
    with pytest.raises(IllegalAction, match=r"That lies on the floor already\."):
        pack.drop(game, sword)
    assert not game.state.energy_used


def walled_in(game):
    """Leave the hero no square but his own, on which something lies."""
    level, here = game.level, game.level.at(game.hero.y, game.hero.x)
    for i in range(len(level.feature)):
        if i != here:
            level.feature[i] = terrain.PERMANENT
    lying(game, item("Spear"))
    return here


def test_what_finds_no_room_on_the_floor_is_lost_and_told_as_lost():
    game = bearer()
    here = walled_in(game)
    sword = given(game, item("Longsword"))[0]
    pack.drop(game, sword)
    assert game.hero.pack == []
    assert [lying.kind for lying in game.level.floor[here]] == [item("Spear").kind]
    assert said(game)[-1] == "There is no room for it: it rolls away and is lost."
    assert game.state.said[-1].kind == "lost"


def test_a_known_thing_does_not_join_its_like_that_is_unknown():
    game = bearer()
    known, other, unknown = item("Dagger"), item("Dagger"), item("Dagger", known=False)
    assert stacking.are_alike(game, known, other)
    assert not stacking.are_alike(game, known, unknown)
    assert not stacking.are_alike(game, unknown, known)


def test_nothing_left_of_a_stack_is_told_as_no_more():
    game = bearer()
    arrows = [item_names.name(game, item("Arrow", count=n), article=True) for n in (0, 1, 2)]
    assert arrows[0].startswith("no more Arrows")
    assert arrows[1].startswith("an Arrow")
    assert arrows[2].startswith("2 Arrows")
