"""News that end an exploration, and what is said of what bars a way."""

from __future__ import annotations

import pytest

from engine.sil.combat import archery, throwing
from engine.sil.commands import exploring, fighting, missile_plans, songs
from engine.sil.commands.exploring import _News
from engine.sil.game.context import SilContext
from engine.sil.game.state import Slot
from engine.sil.hero import abilities as ab
from engine.sil.items import item_classes
from engine.sil.level import terrain
from tests.engine.sil.arena import arena, look, put
from tests.engine.sil.commands.test_fight_plans import fighter, wolf
from tests.engine.sil.items.things import given, thing
from tests.engine.sil.stage import foe, item, refresh, wear

ROOM = ("#########", "#.......#", "#.@...+.#", "#.......#", "#########")


def room(*marks: tuple[int, int, int]) -> SilContext:
    """Return a hero in a known room with a terrain on some squares."""
    game = arena(*ROOM, known=True)
    for y, x, feature in marks:
        game.level.feature[game.level.at(y, x)] = feature
    look(game)
    return game


def told(news: _News) -> list[tuple[str, str, tuple[int, int] | None]]:
    return [(stop.reason, str(stop.why), stop.at) for stop in news.look()]


def test_the_first_stairs_of_their_kind_and_a_forge_are_news_once() -> None:
    game = room((1, 1, terrain.UP_STAIR), (1, 3, terrain.UP_SHAFT), (1, 5, terrain.DOWN_STAIR),
                (3, 5, terrain.FORGE + 2))  # fmt: skip
    for x in range(1, 7):
        for y in (1, 3):
            game.knowledge.mark[game.level.at(y, x)] = 0
    game.knowledge.mark[game.level.at(1, 1)] = 1
    news = _News(game)
    assert told(news) == []
    for y, x in ((1, 3), (1, 5), (3, 5)):
        game.knowledge.mark[game.level.at(y, x)] = 1
    found = told(news)
    assert [(reason, at) for reason, _, at in found] == [("choice", (1, 5)), ("choice", (3, 5))]
    assert found[0][1] == "a down staircase"
    assert found[1][1].startswith("a forge")
    assert told(news) == []


def test_chests_and_bones_are_news_and_daggers_are_not() -> None:
    game = room()
    news = _News(game)
    chest = thing(item_classes.CHEST, "Small wooden chest", pval=5)
    bones = thing(item_classes.SKELETON, "Human Skeleton", pval=1)
    for x, made in ((3, chest), (4, bones), (5, item("Dagger"))):
        made.seen_by = 1
        game.level.floor[game.level.at(1, x)] = [made]
    unseen = thing(item_classes.CHEST, "Small wooden chest", pval=5)
    game.level.floor[game.level.at(3, 3)] = [unseen]
    found = told(news)
    assert [(reason, at) for reason, _, at in found] == [("found", (1, 3)), ("found", (1, 4))]
    assert "chest" in found[0][1]
    assert told(news) == []


def test_what_is_taken_is_news_when_it_is_unknown_or_better_than_what_is_worn() -> None:
    for made, aware, why in (
        (thing(item_classes.POTION, "Healing"), False, "something unknown"),
        (thing(item_classes.POTION, "Healing"), True, None),
        (item("Helm"), True, "something better to wear"),
        (item("Wooden Torch"), True, None),
    ):
        game = room()
        game.world.flavours[made.kind] = 1
        if aware:
            game.lore.aware.append(made.kind)
        news = _News(game)
        game.hero.pack.append(made)
        assert told(news) == ([("choice", why, None)] if why else []), made
        assert told(news) == []


def test_another_level_has_no_news() -> None:
    game = room()
    news = _News(game)
    other = arena(*ROOM, known=True)
    game.state.level = other.level
    game.hero.pack.append(item("Helm"))
    assert told(news) == []


def obstacle(game: SilContext, y: int, x: int) -> str | None:
    found = exploring._obstacle(game, game.level.at(y, x))
    return None if found is None else str(found)


def beyond(feature: int) -> SilContext:
    """Return a hero before a terrain in the only way to ground that he does not know."""
    game = arena("#########", "#.@.....#", "#########", known=True)
    game.level.feature[game.level.at(1, 4)] = feature
    for x in range(5, 9):
        for y in range(3):
            i = game.level.at(y, x)
            for layer in (game.knowledge.mark, game.knowledge.seen, game.knowledge.glimpsed):
                layer[i] = 0
    return game


@pytest.mark.parametrize(
    ("feature", "words"),
    [
        (terrain.CHASM, "Leap down: you fall two levels, and it hurts"),
        (terrain.PIT, "Disarm it, or step into it"),
        (terrain.FALSE_FLOOR, "Disarm it, or step into it"),
        (terrain.RUBBLE, None),
        (terrain.FLOOR, None),
        (terrain.GRANITE, None),
    ],
)
def test_what_can_be_done_about_what_bars_the_way(feature: int, words: str | None) -> None:
    game = beyond(feature)
    assert obstacle(game, 1, 4) == words
    game.level.hidden[game.level.at(1, 4)] = 1
    assert obstacle(game, 1, 4) is None
    game.level.hidden[game.level.at(1, 4)] = game.knowledge.mark[game.level.at(1, 4)] = 0
    assert obstacle(game, 1, 4) is None


def test_rubble_can_be_dug_through_with_a_tool() -> None:
    game = beyond(terrain.RUBBLE)
    wear(game, Slot.WEAPON, "Shovel")
    game.hero.stat_base[0] = 3
    refresh(game)
    assert obstacle(game, 1, 4) == "You can dig through it"


# ------------------------------------------------------------------ missiles, songs


def test_the_best_throw_is_in_reach_and_asks_nothing() -> None:
    game = fighter()
    enemy = wolf(game, dx=4)
    given(game, item("Spear"), item("Dagger"))
    spear, dagger = game.hero.pack
    if game.data.kinds[spear.kind].tval == item_classes.SWORD:
        spear, dagger = dagger, spear
    best = missile_plans._best_throw(game, enemy)
    assert best is not None
    means = [throwing.mean_damage(game, each) for each in (spear, dagger)]
    assert best[1] is (spear if means[0] >= means[1] else dagger)
    best[1].inscription = "!t"
    other = missile_plans._best_throw(game, enemy)
    assert other is not None
    assert other[1] is not best[1]
    other[1].inscription = "!t"
    assert missile_plans._best_throw(game, enemy) is None


def test_what_ends_shots_that_cannot_go_on() -> None:
    game = fighter()
    enemy = wolf(game, dx=4)
    opponent = missile_plans.Adversary.of(game, enemy)
    stop = missile_plans._missile_end(game, opponent)
    assert (stop.reason, str(stop.why)) == ("other", "nothing more can be sent at it")
    game.knowledge.fire[game.level.at(enemy.y, enemy.x)] = 0
    assert missile_plans._missile_end(game, opponent) == missile_plans.OUT_OF_REACH


def test_the_first_filled_quiver_is_meant_and_its_arrows_are_counted() -> None:
    game = fighter()
    assert missile_plans._quiver(game, ()) is None
    assert missile_plans._arrows(game) == 0
    wear(game, Slot.QUIVER2, "Arrow", count=7)
    assert missile_plans._quiver(game, ()) == Slot.QUIVER2
    assert missile_plans._quiver(game, ("1",)) is None
    assert missile_plans._arrows(game) == 7
    wear(game, Slot.QUIVER1, "Arrow", count=2)
    assert missile_plans._quiver(game, ()) == Slot.QUIVER1
    assert missile_plans._arrows(game) == 2


def test_an_aim_is_a_direction_a_square_a_name_or_the_nearest() -> None:
    game = fighter()
    wear(game, Slot.BOW, "Longbow")
    foe(game, "Wolf", 0, 5)
    enemy = wolf(game, dx=3)
    reach = archery.reach(game)
    assert fighting.aim(game, "n", reach) == 8
    assert fighting.aim(game, "B2", reach) == (2, 1)
    assert fighting.aim(game, "nearest", reach) is enemy
    assert fighting._gap(game.hero, enemy) == 6


def test_an_oath_of_silence_is_asked_about_before_a_song() -> None:
    game = fighter(abilities=(ab.SONG_OF_ELBERETH, ab.OATH))
    game.hero.oath, game.hero.voice = 2, 9
    songs._sing(game, ("elbereth",))
    question = game.state.question
    assert question is not None
    assert str(question.text) == "Break your oath of Silence and sing the Song of Elbereth?"
    assert (question.risk, question.data) == ("oath", {"action": "sing elbereth"})
    assert game.hero.song == -1
    game.state.sure = True
    songs._sing(game, ("elbereth",))
    assert game.hero.song == ab.SONG_OF_ELBERETH.number


def test_a_door_beside_the_way_is_no_obstacle_while_it_opens() -> None:
    game = room()
    door = put(game, 2, 6, terrain.CLOSED_DOOR)
    assert exploring._obstacle(game, door) is None
