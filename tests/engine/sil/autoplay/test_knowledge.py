"""The absent hero's knowledge: songs and their use, who is about, news, risks of answers."""

from __future__ import annotations

from typing import Any

import pytest

from engine.contract.facts import Attacked, Blocked, SeatRef
from engine.sil.autoplay import dangers, expert, seat_facts, song_uses, songs
from engine.sil.autoplay.circumstances import circumstances
from engine.sil.autoplay.moves import Moves
from engine.sil.autoplay.seat_facts import facts_of
from engine.sil.autoplay.surroundings import NO_FLOOR
from engine.sil.game.messages import note, tell
from engine.sil.game.state import REMEMBERED_PLACES, Slot
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from tests.engine.sil.arena import look, put
from tests.engine.sil.autoplay.situations import SITUATIONS, RecordedSituation
from tests.engine.sil.autoplay.test_dangers import armed, player
from tests.engine.sil.autoplay.test_errands import offer
from tests.engine.sil.autoplay.test_moves import LONG
from tests.engine.sil.autoplay.test_pursuers import hunted
from tests.engine.sil.autoplay.test_thoughts import thoughts
from tests.engine.sil.stage import foe, item, refresh, wear


def singer(*names: str, far: int = 5, **facts: Any) -> Moves:
    """Return the moves of a hero who can sing of Elbereth before some foes."""
    game = armed(*LONG)
    for n, name in enumerate(names):
        foe(game, name, 0, far + n)
    look(game)
    song = {"elbereth_song": "elbereth", "health": 20, "most_health": 20}
    return player(game, offer("sing stop"), offer("sing elbereth"), **{**song, **facts})


SUNG = ["sing elbereth: it frightens those who hunt you"]


@pytest.mark.parametrize(
    ("names", "far", "facts", "expected"),
    [
        (("Orc soldier",), 5, {}, SUNG),
        (("Orc soldier",), 6, {}, []),
        (("Wolf",), 5, {}, []),
        (("Orc soldier",), 5, {"health": 9000}, []),
        (("Orc soldier",), 5, {"trail": ((1, 1),) * REMEMBERED_PLACES}, []),
        (("Orc soldier",), 5, {"states": frozenset(("song",))}, []),
        (("Wolf",), 5, {"songs": {"elbereth": 2}}, ["sing elbereth: it helps now"]),
        (("Wolf",), 5, {"songs": {"elbereth": 2}, "states": frozenset(("song",))},
         ["sing elbereth: it helps now"]),
        (("Orc soldier",), 5, {"songs": {"elbereth": 2}, "states": frozenset(("song",))}, []),
        (("Wolf",), 5, {"songs": {"stop": 2}}, []),
        (("Wolf",), 5, {"songs": {"elbereth": 2}, "trail": ((1, 1),) * REMEMBERED_PLACES}, []),
    ],
)  # fmt: skip
def test_whom_he_frightens_by_a_song(
    names: tuple[str, ...], far: int, facts: dict[str, Any], expected: list[str]
) -> None:
    assert thoughts(dangers.sing, singer(*names, far=far, **facts)) == expected


@pytest.mark.parametrize(("turns", "ends"), [(8, False), (9, True)])
def test_a_song_that_helps_no_more_lingers_eight_turns(turns: int, ends: bool) -> None:
    offers = [offer("sing elbereth"), offer("sing stop")]
    moves = player(armed(*LONG), *offers, songs={"stop": 1}, song_turns=turns)
    assert thoughts(songs.hush, moves) == ["sing stop: it helps no more"] * ends
    silent = player(armed(*LONG), *offers, songs={}, song_turns=turns)
    assert thoughts(songs.hush, silent) == []


def test_the_lesson_in_elbereth_comes_before_the_point_that_it_needs() -> None:
    facts = seat_facts.SeatFacts(may_have_elbereth=True, elbereth="song-of-elbereth")
    point, other = offer("raise song"), offer("learn song-of-staying")
    wanted = offer("learn song-of-elbereth")
    assert songs.lesson(facts, [point, other, wanted]) is wanted
    assert songs.lesson(facts, [other, point]) is point
    assert songs.lesson(facts, [other]) is None
    sings = seat_facts.SeatFacts(may_have_elbereth=True, sings_elbereth=True)
    assert songs.lesson(sings, [point]) is None
    assert songs.lesson(seat_facts.SeatFacts(), [point]) is None


EVERY_SONG = (
    ab.SONG_OF_ELBERETH, ab.SONG_OF_CHALLENGE, ab.SONG_OF_DELVINGS, ab.SONG_OF_FREEDOM,
    ab.SONG_OF_SILENCE, ab.SONG_OF_STAUNCHING, ab.SONG_OF_THRESHOLDS, ab.SONG_OF_THE_TREES,
    ab.SONG_OF_SLAYING, ab.SONG_OF_STAYING, ab.SONG_OF_LORIEN, ab.SONG_OF_MASTERY,
)  # fmt: skip
ORC, WOLF, TROLL = "Orc scout", "Wolf", "Cave troll"


@pytest.mark.parametrize(
    ("situation", "explores", "expected"),
    [
        ({}, False, {"delvings": 2}),
        ({}, True, {}),
        ({"torch": 0, "lit": False}, True, {"trees": 3}),
        ({"creeping": True}, True, {"silence": 2}),
        ({"foes": ((ORC, 0, 5, -20),)}, False, {"silence": 2}),
        ({"foes": ((ORC, 0, 5, -5),)}, True, {"silence": 2, "lorien": 3}),
        ({"foes": ((ORC, 0, 6),)}, True, {"staying": 3}),
        ({"foes": ((ORC, 0, 1),)}, True, {"slaying": 2, "staying": 3, "mastery": 2}),
        (
            {"foes": ((ORC, 0, 1), (ORC, 0, -1))},
            True,
            {"slaying": 2, "staying": 3, "mastery": 2},
        ),
        (
            {"foes": ((ORC, 0, 1), (ORC, 0, -1), (ORC, 1, 0))},
            True,
            {"elbereth": 4, "slaying": 2, "staying": 3, "lorien": 3, "mastery": 4},
        ),
        (
            {"foes": ((WOLF, 0, 1), (WOLF, 0, -1), (WOLF, 1, 0))},
            True,
            {"slaying": 2, "staying": 3, "lorien": 3, "mastery": 4},
        ),
        ({"health": 59}, True, {"staunching": 2}),
        ({"health": 60}, True, {}),
        ({"timers": {"cut": 3}}, True, {"staunching": 4}),
        ({"timers": {"slow": 3}}, True, {"freedom": 3}),
        ({"feature": terrain.WEB}, True, {"freedom": 3}),
        (
            {"foes": ((ORC, 0, 6),), "health": 50, "around": ((0, 1, terrain.OPEN_DOOR),)},
            True,
            {"elbereth": 4, "staunching": 2, "thresholds": 2, "staying": 3, "lorien": 3,
             "mastery": 4},
        ),
    ],
)  # fmt: skip
def test_what_songs_are_worth(
    situation: dict[str, Any], explores: bool, expected: dict[str, int]
) -> None:
    game = RecordedSituation(songs=EVERY_SONG, **situation).game()
    game.hero.voice = 4
    found = song_uses.useful(game, explores=explores)
    assert {key.removeprefix("the-"): use for key, use in found.items()} == expected
    game.hero.voice = 3
    assert song_uses.useful(game, explores=explores) == {}


@pytest.mark.parametrize(
    ("stance", "health", "timers", "use"),
    [
        ("fleeing", 60, {}, True),
        ("confident", 60, {}, False),
        ("fleeing", 59, {}, False),
        ("fleeing", 60, {"afraid": 3}, False),
        ("fleeing", 60, {"hallucinating": 3}, False),
    ],
)
def test_a_challenge_is_for_those_who_flee(
    stance: str, health: int, timers: dict[str, int], use: bool
) -> None:
    game = RecordedSituation(
        ((ORC, 0, 3),), health=health, timers=timers, songs=(ab.SONG_OF_CHALLENGE,)
    ).game()
    for creature in filter(None, game.level.creatures):
        creature.stance = stance
    game.hero.voice = 9
    look(game)
    assert song_uses.useful(game, explores=True) == ({"challenge": 2} if use else {})


def test_a_song_is_worth_changing_to_only_when_it_helps_more() -> None:
    game = RecordedSituation(
        ((ORC, 0, 1),), songs=EVERY_SONG, sings=ab.SONG_OF_SLAYING.number
    ).game()
    game.hero.voice = 9
    assert song_uses.useful(game, explores=True) == {"staying": 3}
    game.hero.song = ab.SONG_OF_STAYING.number
    assert song_uses.useful(game, explores=True) == {}
    game.hero.song = ab.SONG_OF_FREEDOM.number
    found = song_uses.useful(game, explores=True)
    assert found == {"stop": 1, "slaying": 2, "staying": 3, "mastery": 2}


# ------------------------------------------------------------------ what he knows


def test_what_stands_about_counts_as_a_fight_within_seven_squares() -> None:
    for name, far, near in (
        ("Wolf", 7, True), ("Wolf", 8, False), ("Tanglethorn", 1, True), ("Tanglethorn", 2, False),
    ):  # fmt: skip
        game = armed(*LONG)
        foe(game, name, 0, far)
        look(game)
        assert circumstances(game).fights is near, (name, far)
    for far, heeded in ((12, True), (13, False)):
        game = armed(*LONG)
        foe(game, "Wolf", 0, far, alertness=-20)
        look(game)
        assert bool(circumstances(game).sleepers) is heeded


@pytest.mark.parametrize(
    ("fuel", "dark", "fading"),
    [(0, True, False), (1, False, True), (99, False, True), (100, False, False)],
)
def test_a_light_fades_with_less_than_a_hundred_turns_of_fuel(
    fuel: int, dark: bool, fading: bool
) -> None:
    game = armed(*LONG)
    wear(game, Slot.LIGHT, "Wooden Torch", timeout=fuel)
    refresh(game)
    now = circumstances(game)
    assert (now.dark, now.fading) == (dark, fading)


def test_news_are_of_the_last_action_and_of_what_is_unseen() -> None:
    game = armed(*LONG)
    own = SeatRef(0)
    cases = [
        (Blocked(own, "stuck-door"), "stuck"), (Blocked(own, "somebody"), "struck"),
        (Blocked(own, "wall"), None), (Attacked(None, own, True, means="shot"), "shot"),
        (Attacked(None, own, True, means="blow"), "struck"),
        (Attacked(None, SeatRef(1), True, means="shot"), None),
        (Attacked(SeatRef(2), own, True, means="shot"), None),
    ]  # fmt: skip
    for fact, news in cases:
        game.state.said.clear()
        tell(game, "", fact=fact)
        assert facts_of(game).news == (frozenset((news,)) if news else frozenset()), fact
        game.state.acts += 1
        assert facts_of(game).news == frozenset()


def test_the_last_thirty_notes_tell_of_arrivals() -> None:
    game = armed(*LONG)
    note(game, "arrived", "Came to 50 ft")
    for _ in range(29):
        note(game, "own", "x")
    assert len(facts_of(game).arrivals) == 1
    note(game, "own", "x")
    assert facts_of(game).arrivals == ()


def test_known_traps_beside_him_that_bar_the_only_way_are_told_when_all_is_explored() -> None:
    game = armed("########", "#@p....#", "########")
    for square in range(len(game.knowledge.mark)):
        if square % 8 > 2:
            for layer in (game.knowledge.mark, game.knowledge.seen, game.knowledge.glimpsed):
                layer[square] = 0
    assert facts_of(game, explores=False).trapped_ways == {(1, 2)}
    assert facts_of(game, explores=True).trapped_ways == frozenset()
    game.level.hidden[game.level.at(1, 2)] = 1
    assert facts_of(game, explores=False).trapped_ways == frozenset()


def test_shut_doors_tried_in_vain_are_told_until_they_are_open() -> None:
    game = armed("########", "#@+.+..#", "########")
    game.knowledge.stuck.append(game.level.at(1, 2))
    game.knowledge.tried.append(game.level.at(1, 4))
    assert facts_of(game).held_doors == {(1, 2), (1, 4)}
    put(game, 1, 2, terrain.OPEN_DOOR)
    assert facts_of(game).held_doors == {(1, 4)}


@pytest.mark.parametrize(
    ("feature", "hidden", "on_map", "bare"),
    [
        (terrain.FLOOR, False, True, True), (terrain.PIT, False, True, False),
        (terrain.PIT, True, True, True), (terrain.PIT, False, False, True),
    ],
)  # fmt: skip
def test_where_he_trod_the_floor_is_as_he_knows_it(
    feature: int, hidden: bool, on_map: bool, bare: bool
) -> None:
    game = armed(*LONG)
    square = put(game, 1, 4, feature, hidden=hidden)
    known = game.knowledge
    known.walked[square] = known.glimpsed[square] = 1
    known.mark[square] = known.seen[square] = on_map
    found = expert.floor(game)
    assert (found.trodden[square], found.glimpsed[square]) == (bare, bare)
    assert found.visited[square]
    game.hero.timers.rage = 1
    assert expert.floor(game) is NO_FLOOR


def test_who_lurks_is_known_by_name_letter_and_place() -> None:
    [lurker] = facts_of(hunted("Wolf")).lurkers
    assert (lurker.name, lurker.letter, lurker.at) == ("wolf-1", "C", (1, 9))


# ------------------------------------------------------------------ the expert


def test_five_things_are_advised_at_most_each_once_and_something_always() -> None:
    found = expert.recommendations(player(SITUATIONS["three wolves on stairs"].game()))
    actions = [str(each.offer.action) for each in found]
    assert len(actions) == len(set(actions)) == 1 + expert.ALTERNATIVES
    alone = expert.recommendations(player(armed(*LONG), offer("note")))
    assert [(str(a.offer.action), str(a.why)) for a in alone] == [("note", "nothing else will do")]


@pytest.mark.parametrize(
    ("risk", "health", "dares", "word"),
    [
        ("", 1, False, "yes"),
        ("trap", 99, False, "no"),
        ("trap", 99, True, "yes"),
        ("chasm", 25, False, "yes"),
        ("chasm", 24, False, "no"),
        ("false floor", 13, False, "yes"),
        ("false floor", 12, False, "no"),
        ("oath", 99, False, "no"),
    ],
)
def test_danger_is_declined_unless_a_fall_leaves_him_alive(
    risk: str, health: int, dares: bool, word: str
) -> None:
    offers = [offer("answer yes", target=risk), offer("answer no", target=risk)]
    best = expert.answer(offers, health, in_play=True, dares=dares)
    assert best.action.args == (word,)


@pytest.mark.parametrize(
    ("words", "in_play", "best"),
    [
        (("a", "back", "leave"), True, "leave"),
        (("a", "back"), True, "back"),
        (("a", "back"), False, "a"),
        (("a", "leave"), False, "leave"),
        (("a", "quick"), False, "quick"),
        (("a", "no"), True, "a"),
    ],
)
def test_the_workbench_is_left_and_of_all_else_the_first_answer_will_do(
    words: tuple[str, ...], in_play: bool, best: str
) -> None:
    offers = [offer(f"answer {word}") for word in words]
    assert expert.answer(offers, 9, in_play=in_play).action.args == (best,)


def test_a_hero_in_rage_knows_only_of_things_that_he_sees() -> None:
    game = armed(*LONG)
    known, unknown, last = (item("Dagger", seen_by=n) for n in (1, 0, 1))
    hero, level = game.hero, game.level
    here, first, second = (level.at(hero.y, hero.x + n) for n in (0, 1, 2))
    level.floor = {first: [known], here: [unknown], second: [unknown, last]}
    places = [level.place(first), level.place(second)]
    assert list(seat_facts._lying(game)) == places
    hero.timers.rage = 5
    assert list(seat_facts._lying(game)) == places
    game.knowledge.seen[first] = 0
    assert list(seat_facts._lying(game)) == places[1:]
    hero.timers.rage = 0
    assert list(seat_facts._lying(game)) == places
