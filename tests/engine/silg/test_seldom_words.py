"""Words of the table that are seldom read: of many who are waited for, of heroes not yet approved,
of what somebody sees who sees things."""

from __future__ import annotations

from engine.contract.action import GM
from engine.contract.view import Topic
from engine.sil.creatures import creature_names
from engine.silg.view import coach, lookup
from tests.engine.silg.stage import RULES, Evening, evening_on_a_map, foe, table


def test_of_many_who_are_waited_for_three_are_named() -> None:
    game = table("Ann", "Bob", "Cid", "Dan", "Eve")
    told = [
        str(coach._waited_for(game, waiting, None))
        for waiting in ((), (0, 1, 2), (0, 1, 2, 3), (GM, 0, 1, 2, 3))
    ]
    assert told == [
        "nobody is waited for",
        "the table waits for Ann, Bob, Cid",
        "the table waits for Ann, Bob, Cid and 1 more",
        "the table waits for the Game Master, Ann, Bob and 2 more",
    ]
    assert str(coach._waited_for(game, (0, 1), 1)) == "the table waits for you"


def test_before_the_session_all_read_who_is_not_made_and_who_not_approved() -> None:
    evening = Evening("Ann", "Bob", approval="asked")
    evening.say("quick", 0)
    lines = [str(line) for line in RULES.view(evening.state, GM).lines]
    whole = " ".join([*lines, *(str(v) for _, v in RULES.view(evening.state, GM).facts),
                      str(RULES.view(evening.state, GM).question)])  # fmt: skip
    assert "Still to be made: Bob." in whole
    assert "The Game Master has to approve: Ann." in whole


def test_who_sees_things_reads_only_what_they_seem() -> None:
    game = table("Ann")
    foe(game, "Orc scout", 4, 6)
    hero_game = game.hero_game(0)
    [seen] = creature_names.visible(hero_game)
    topic = Topic("sight", creature_names.handle(hero_game, seen), "")
    assert "or so it seems" not in str(lookup.explain(game, 0, topic))
    game.hero(0).timers.hallucinating = 9
    topic = Topic("sight", creature_names.handle(hero_game, seen), "")
    assert str(lookup.explain(game, 0, topic)).endswith(", or so it seems.")


def test_nobody_is_called_back_where_there_is_no_room() -> None:
    evening = evening_on_a_map()
    evening.say("leave bob")
    evening.say("draw #####/#.#.#/#####")
    assert len(evening.game.heroes) == 1
    evening.say("spawn wolf at F4")
    assert evening.refused("callback bob") == "There is no room left for another hero."
    evening.say("dismiss wolf")
    assert evening.say("callback bob")[:1] == ["Bob joins the party."]
