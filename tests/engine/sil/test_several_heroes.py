"""Heroes who share a level: each perceives, remembers and learns on their own."""

import msgspec
import pytest

from engine.contract.action import IllegalAction
from engine.sil.commands import movement
from engine.sil.creatures import creature_names, placement, spawning
from engine.sil.creatures.situation import Situation
from engine.sil.game.state import Hero, SilState
from engine.sil.hero import derived
from engine.sil.items import floor_items, item_names
from engine.sil.level import terrain
from engine.sil.perception import noise, vision
from tests.engine.sil.arena import arena
from tests.engine.sil.stage import EDAIN, foe, item

TWO_HALLS = (
    "###################",
    "#@......#.........#",
    "#.......#.........#",
    "#.......#.........#",
    "###################",
)
SECOND = 2, 12  # where the other hero stands


def two_heroes():
    """Return the same game as each of two heroes plays it, a wall between them."""
    game = arena(*TWO_HALLS)
    y, x = SECOND
    other = Hero("Other", EDAIN, 9, y=y, x=x, stat_base=[0] * 4, skill_base=[0] * 8, number=1)
    game.state.heroes.append(other)
    other.knowledge.forget_level(len(game.level.feature))
    second = game.acting(other)
    other.turns = game.hero.turns
    for each in (game, second):
        derived.update(each)
        vision.update(each)
        noise.rebuild(each)
    return game, second


def test_view_memory_and_noise_are_each_heros_own():
    first, second = two_heroes()
    mine, theirs = first.level.at(1, 3), first.level.at(2, 14)
    assert first.knowledge.seen[mine]
    assert not first.knowledge.seen[theirs]
    assert second.knowledge.seen[theirs]
    assert not second.knowledge.seen[mine]
    assert first.knowledge.mark[mine]
    assert not second.knowledge.mark[mine]
    assert first.knowledge.noise[mine] < second.knowledge.noise[mine]
    assert second.knowledge.scent[theirs]
    assert not first.knowledge.scent[theirs]


def test_a_creature_is_seen_and_named_by_one_alone():
    first, second = two_heroes()
    wolf = foe(first, "Wolf", dx=2, visible=False)
    for each in (first, second):
        vision.update(each)
    assert first.known(wolf).visible
    assert not second.known(wolf).visible
    assert format(creature_names.name(first, wolf), "the") == "the wolf"
    assert format(creature_names.name(second, wolf), "the") == "something"
    assert first.known(wolf).encountered
    assert not second.known(wolf).encountered


def test_creatures_are_numbered_as_each_hero_meets_them():
    first, second = two_heroes()
    near = foe(first, "Wolf", dx=2, visible=False)
    vision.update(first)
    far = foe(second, "Wolf", dx=2, visible=False)
    vision.update(second)
    assert creature_names.handle(first, near) == "wolf-1"
    assert creature_names.handle(second, far) == "wolf-1"


def test_lore_is_each_heros_own_and_flavours_are_the_worlds():
    first, second = two_heroes()
    potion = next(k for k in first.data.kinds.values() if k.name == "Healing").serial
    first.world.flavours[potion] = 1
    first.lore.aware.append(potion)
    assert item_names.is_aware(first, potion)
    assert not item_names.is_aware(second, potion)


def test_what_lies_on_the_floor_is_known_to_who_saw_it():
    first, second = two_heroes()
    robe = item("Robe")
    floor_items.drop(first, robe, 1, 3)
    assert first.knows_of(robe)
    assert not second.knows_of(robe)
    second.notice(robe)
    first.forget(robe)
    assert second.knows_of(robe)
    assert not first.knows_of(robe)


def test_nobody_stands_where_a_hero_does():
    first, second = two_heroes()
    y, x = SECOND
    here = first.level.at(y, x)
    assert first.hero_at(here) is second.hero
    assert not terrain.is_empty(first, here)
    assert not spawning.can_stand(first, y, x)
    wolf = foe(second, "Wolf", dx=1)
    assert Situation(first, wolf).chance(here) == 0
    assert Situation(second, wolf).chance(here) == 100
    first.hero.y, first.hero.x = y, x - 1
    with pytest.raises(IllegalAction, match="Other stands there"):
        movement.walk(first, ("e",))


def test_a_creature_that_is_gone_is_forgotten_by_all():
    first, second = two_heroes()
    wolf = foe(first, "Wolf", dx=2)
    second.learn(wolf).heard = 5
    placement.remove(first, wolf)
    assert not first.known(wolf).visible
    assert not second.known(wolf).heard


def test_both_heroes_are_saved():
    first, _ = two_heroes()
    saved = msgspec.msgpack.encode(first.state)
    loaded = msgspec.msgpack.decode(saved, type=SilState)
    assert [hero.name for hero in loaded.heroes] == [hero.name for hero in first.state.heroes]
    assert loaded.heroes[1].knowledge == first.state.heroes[1].knowledge
