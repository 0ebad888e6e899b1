"""Domains that a server keeps: what stays, and what is refused."""

from __future__ import annotations

import os
import random
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
import pytest

from engine.contract.action import ActionError
from engine.contract.placeholders import placeholder
from engine.contract.uploads import read_upload, write_upload
from engine.kanthe.map.level_plan import MOST_SECTIONS
from engine.kanthe.setup.kept_domains import KeptDomain, keep_domain
from engine.kanthe.state import (
    ArcaneEffect,
    Door,
    Feature,
    Hazard,
    KantheItem,
    KantheState,
    Opponent,
)
from tests.engine.kanthe.stage import RULES, act, begun, give, lines, new_game
from tests.rolled import dice_for
from tests.rows import for_each


def raided(moves: int = 25, seed: str = "3") -> KantheState:
    """Return a game that was played for some moves."""
    state = new_game(seed)
    for number in range(moves):
        if state.ended:
            break
        offer = RULES.legal(state, 0)[0]
        RULES.apply(state, 0, offer.action, dice_for(f"{seed} {number}"))
    return state


def visited(word: str) -> KantheState:
    """Return another game, whose hero has entered a kept domain."""
    state = new_game("another")
    act(state, f"visit {word}")
    return state


@pytest.mark.parametrize("moves", [1, 12, 40])
def test_bodies_words_and_maps_stay_for_the_heroes_of_another_game(moves: int) -> None:
    old = raided(moves)
    [(name, line)] = RULES.keepsakes(old).items()
    assert name == f"domain {old.domain.name}"
    new = new_game("another")
    act(new, *line)
    assert new.setup is None
    assert new.node == 0
    for kept in ("domain", "sheets", "arcane", "fallen"):
        assert getattr(new, kept) == getattr(old, kept)
    for level in (level for state in (old, new) for level in state.levels):
        for who in level.opponents:
            who.follows = False
    assert new.levels == old.levels
    assert lines(new)


def test_a_domain_can_be_played_on_kept_again_and_lists_who_raided_it() -> None:
    old = begun()
    act(old, "leave")
    new = visited(keep_domain(old))
    assert "Raider: Odda, came out alive, the ruins, 0 coins." in str(
        next(page.text for page in RULES.pages(new, 0) if page.name == "Chronicle")
    )
    for number in range(40):
        if new.result:
            break
        RULES.apply(new, 0, RULES.legal(new, 0)[0].action, dice_for(str(number)))
    assert RULES.keepsakes(new)


def test_a_kept_domain_names_nobody() -> None:
    name = placeholder(3)
    old = RULES.new({}, [name], dice_for("1"))
    act(old, "begin")
    act(old, "leave")
    new = visited(keep_domain(old))
    assert old.fallen[0].name == name
    assert new.fallen[0].name == "Somebody"


def test_there_is_nothing_to_keep_before_the_game_begins() -> None:
    assert RULES.keepsakes(new_game()) == {}


def test_a_domain_is_visited_before_the_game_begins_alone() -> None:
    with pytest.raises(ActionError, match="before the game begins"):
        act(begun(), f"visit {keep_domain(begun())}")


def _lose_a_node(kept: KeptDomain) -> None:
    kept.levels[0].nodes.pop()


def _number_two_nodes_alike(kept: KeptDomain) -> None:
    kept.levels[0].nodes[-1].id = 0


def _lead_nowhere(kept: KeptDomain) -> None:
    kept.levels[0].passages[0].b = 9999


def _lose_the_sheets(kept: KeptDomain) -> None:
    kept.sheets.pop()


def _know_eleven(kept: KeptDomain) -> None:
    kept.arcane.actions.firsts.append("Red")


def _house_a_stranger(kept: KeptDomain) -> None:
    kept.levels[0].opponents.append(Opponent(1, "dragon-1", "dragon", "dragon", 9))


def _have_no_top(kept: KeptDomain) -> None:
    kept.levels[0].number = 7


def _carry_a_row_eleven(kept: KeptDomain) -> None:
    state = begun()
    item = give(state, "wand", 11, 1)
    kept.levels[0].nodes[0].remains.append(item)


def _reach_far(kept: KeptDomain) -> None:
    kept.levels[0].nodes[-1].x = 10**9


def _go_deep(kept: KeptDomain) -> None:
    kept.domain.levels = 10**9


def _leave_riches(kept: KeptDomain) -> None:
    kept.levels[0].nodes[0].remains_coins = 10**9


def _throw_millions(kept: KeptDomain) -> None:
    kept.levels[0].nodes[0].doors = [Door(0, heavy=10**6)]


def _write_backwards(kept: KeptDomain) -> None:
    kept.domain.theme = "\u202eeveryone"


@pytest.mark.parametrize(
    "spoil",
    [
        _lose_a_node, _lead_nowhere, _lose_the_sheets, _know_eleven, _house_a_stranger,
        _have_no_top, _carry_a_row_eleven, _reach_far, _go_deep, _leave_riches, _throw_millions,
        _write_backwards, _number_two_nodes_alike,
    ],
)  # fmt: skip
def test_a_domain_that_is_not_whole_is_refused_and_changes_nothing(
    spoil: Callable[[KeptDomain], None],
) -> None:
    packed = zlib.decompress(read_upload(keep_domain(raided())))
    kept = msgspec.json.decode(packed, type=KeptDomain)
    spoil(kept)
    _is_refused(write_upload(zlib.compress(msgspec.json.encode(kept))))


def _opponent(**fields: Any) -> Callable[[KeptDomain], None]:
    """Return what puts a slave with these fields into the ruins."""

    def spoil(kept: KeptDomain) -> None:
        kept.levels[0].opponents.append(
            Opponent(1, "slave-9", "slave", "slave", **({"strength": 2} | fields))
        )

    return spoil


def _hazard(kind: str, strength: int, **fields: Any) -> Callable[[KeptDomain], None]:
    """Return what puts a hazard with these fields into the ruins."""

    def spoil(kept: KeptDomain) -> None:
        kept.levels[0].hazards.append(Hazard(1, "pit-9", kind, strength, **fields))

    return spoil


def _start(**fields: Any) -> Callable[[KeptDomain], None]:
    """Return what changes the starting room of the ruins."""
    return lambda kept: _change(kept.levels[0].nodes[0], fields)


def _way(**fields: Any) -> Callable[[KeptDomain], None]:
    """Return what changes the first corridor of the ruins."""
    return lambda kept: _change(kept.levels[0].passages[0], fields)


def _change(part: object, fields: dict[str, Any]) -> None:
    for name, value in fields.items():
        setattr(part, name, value)


Row = tuple[str, Callable[[KeptDomain], None], Callable[[KeptDomain], None]]
BOUNDS: list[Row] = [  # what is changed to what is taken, and to what is refused
    ("walls", _start(walls=[""] * 4), _start(walls=[""] * 5)),
    ("few walls", _start(walls=[""] * 4), _start(walls=[""] * 3)),
    ("walls searched", _start(searched=[0, 3]), _start(searched=[4])),
    ("coins", _start(remains_coins=9_999), _start(remains_coins=10_000)),
    ("place", _start(x=0), _start(x=-1)),
    ("doors", _start(doors=[Door(3, 20, [20])]), _start(doors=[Door(4)])),
    ("weight of a door", _start(doors=[Door(0, 20)]), _start(doors=[Door(0, 21)])),
    ("lock", _start(doors=[Door(0, 1, [20])]), _start(doors=[Door(0, 1, [21])])),
    ("locks", _start(doors=[Door(0, 1, [1] * 20)]), _start(doors=[Door(0, 1, [1] * 21)])),
    ("feature", _start(features=[Feature(9, 20)]), _start(features=[Feature(10, 2)])),
    ("its strength", _start(features=[Feature(0, 20)]), _start(features=[Feature(0, 21)])),
    ("kind of place", _start(kind="start"), _start(kind="room")),
    (
        "remains",
        _start(remains=[KantheItem(1, "Axe", 20)]),
        _start(remains=[KantheItem(1, "Axe", 21)]),
    ),
    (
        "an axe without a row",
        _start(remains=[KantheItem(1, "Axe")]),
        _start(remains=[KantheItem(1, "Axe", essence_row=1, action_row=1)]),
    ),
    (
        "kind of arcane thing",
        _start(remains=[KantheItem(1, "wand", 1, (), "wand", 0, 9)]),
        _start(remains=[KantheItem(1, "club", 1, (), "club", 0, 9)]),
    ),
    ("wall of a corridor", _way(wall_a=3, wall_b=-1), _way(wall_a=4)),
    ("its door", _way(door_wall=3, door_room=0), _way(door_wall=4)),
    ("room of its door", _way(door_room=-1), _way(door_room=999)),
    ("its number", _way(id=0), _way(id=1)),
    ("where it begins", _way(a=0), _way(a=999)),
    ("strength", _opponent(strength=20), _opponent(strength=21)),
    ("where somebody is", _opponent(node=-1, passage=-1), _opponent(node=999)),
    ("in which corridor", _opponent(passage=0), _opponent(passage=999)),
    (
        "what somebody carries",
        _opponent(things=[KantheItem(1, "Axe")]),
        _opponent(things=[KantheItem(1, "wand", 1, (), "wand", 10, 1)]),
    ),
    (
        "what somebody sells",
        _opponent(wares=[KantheItem(1, "Axe", 20)]),
        _opponent(wares=[KantheItem(1, "Axe", 21)]),
    ),
    ("kind of hazard", _hazard("pit", 20), _hazard("moat", 2)),
    ("strength of a hazard", _hazard("pit", 20), _hazard("pit", 21)),
    ("essence", _hazard("gust", 2, essence=9), _hazard("gust", 2, essence=10)),
    ("where a hazard is", _hazard("pit", 2, node=0), _hazard("pit", 2, node=999)),
    (
        "turned back from",
        lambda kept: kept.levels[0].left.append(0),
        lambda kept: kept.levels[0].left.append(999),
    ),
    (
        "from where one arrived",
        lambda kept: _change(kept.levels[0], {"arrived_from": 0}),
        lambda kept: _change(kept.levels[0], {"arrived_from": 999}),
    ),
    (
        "rooms of a level",
        lambda kept: _change(kept.sheets[0], {"rooms": 10}),
        lambda kept: _change(kept.sheets[0], {"rooms": 11}),
    ),
    (
        "levels",
        lambda kept: _change(kept.domain, {"levels": 9}),
        lambda kept: _change(kept.domain, {"levels": 10}),
    ),
    (
        "rooms of an area",
        lambda kept: _change(kept.domain, {"rooms": 10}),
        lambda kept: _change(kept.domain, {"rooms": 11}),
    ),
    (
        "sections",
        lambda kept: _change(kept.domain, {"sections": MOST_SECTIONS}),
        lambda kept: _change(kept.domain, {"sections": MOST_SECTIONS + 1}),
    ),
    ("every level once", lambda kept: None, lambda kept: kept.levels.append(kept.levels[0])),
    ("the highest level", lambda kept: None, lambda kept: kept.levels.clear()),
    (
        "a level with places",
        lambda kept: None,
        lambda kept: _change(kept.levels[0], {"nodes": [], "passages": []}),
    ),
    (
        "areas of the plan",
        _start(leads=(4 * MOST_SECTIONS - 1, -1)),
        _start(leads=(-1, 4 * MOST_SECTIONS)),
    ),
    (
        "next number",
        lambda kept: _change(kept, {"next_id": 9_999}),
        lambda kept: _change(kept, {"next_id": 0}),
    ),
    (
        "theme",
        lambda kept: _change(kept.domain, {"theme": "x" * 60}),
        lambda kept: _change(kept.domain, {"theme": "x" * 61}),
    ),
    (
        "modified beast",
        lambda kept: _change(kept.domain.modified[0], {"beast": 9, "change": 9}),
        lambda kept: _change(kept.domain.modified[0], {"change": 10}),
    ),
    (
        "arcane feature",
        lambda kept: kept.domain.arcane_features.__setitem__(0, ArcaneEffect(9, 9)),
        lambda kept: kept.domain.arcane_features.__setitem__(0, ArcaneEffect(10, 0)),
    ),
]


@for_each("row", BOUNDS, lambda row: row[0])
def test_a_kept_domain_is_taken_within_its_bounds(row: Row) -> None:
    _, within, _ = row
    assert visited(_changed(within)).setup is None


@for_each("row", BOUNDS, lambda row: row[0])
def test_a_kept_domain_is_refused_beyond_its_bounds(row: Row) -> None:
    _, _, beyond = row
    _is_refused(_changed(beyond))


def _changed(change: Callable[[KeptDomain], None]) -> str:
    """Return a kept domain after a change."""
    kept = msgspec.json.decode(_packed(), type=KeptDomain)
    change(kept)
    return write_upload(zlib.compress(msgspec.json.encode(kept)))


@cache
def _packed() -> bytes:
    return zlib.decompress(read_upload(keep_domain(begun())))


@pytest.mark.parametrize("word", ["sheets", "file:", "file:AAAA", write_upload(b"PK\x03\x04")])
def test_what_is_no_domain_is_refused_and_changes_nothing(word: str) -> None:
    _is_refused(word)


def _is_refused(word: str) -> None:
    state = new_game()
    before = RULES.dump(state)
    with pytest.raises(ActionError):
        act(state, f"visit {word}")
    assert RULES.dump(state) == before


# ---------------------------------------------------------------- forged ones

NUMBERS = (-9, -1, 0, 1, 2, 3, 9, 10, 19, 20, 36, 100, 999, 9_999, 10_000, 10**9, 1 << 62)
WORDS = ("", "goblin", "dead", "way", "door", "room", "end", "x" * 61, "\u202e", "@everyone", "\n")
FORGERIES = [12, pytest.param(4_000, marks=pytest.mark.soak(part="hostile"))]
FIRST_FORGERY = int(os.environ.get("FIRST_GAME", "0"))  # to go on where another run has ended
Place = tuple[Any, Any]  # a list or an object, and what is in it


def _places(whole: Any) -> Iterator[Place]:
    """Yield every place of what was read from JSON."""
    keys = whole if isinstance(whole, dict) else range(len(whole))
    for key in keys:
        yield whole, key
        if isinstance(whole[key], dict | list):
            yield from _places(whole[key])


def forge(domain: Any, chance: random.Random) -> None:
    """Change some numbers, texts and lists of a kept domain."""
    for _ in range(chance.choice((1, 1, 2, 5))):
        whole, key = chance.choice([*_places(domain)])
        value = whole[key]
        if isinstance(value, bool):
            whole[key] = not value
        elif isinstance(value, int):
            whole[key] = chance.choice(NUMBERS)
        elif isinstance(value, str):
            whole[key] = chance.choice(WORDS)
        elif isinstance(value, list):
            whole[key] = chance.choice(([], value * 2, value[::-1], value[:1]))


def play_forged(seed: int, kept: Sequence[bytes]) -> bool:
    """Visit a forged domain; return whether it was taken. Then it is played for some actions."""
    chance = random.Random(seed)
    domain = msgspec.json.decode(chance.choice(kept))
    forge(domain, chance)
    state = new_game()
    before = RULES.dump(state)
    try:
        act(state, f"visit {write_upload(zlib.compress(msgspec.json.encode(domain)))}")
    except ActionError:
        assert RULES.dump(state) == before
        return False
    for number in range(12):
        assert RULES.pages(state, 0)
        offers = RULES.legal(state, 0)
        if not offers:
            break
        RULES.apply(state, 0, chance.choice(offers).action, dice_for(f"{seed} {number}"))
    assert RULES.dump(RULES.load(RULES.dump(state))) == RULES.dump(state)
    return True


@pytest.mark.parametrize("forgeries", FORGERIES)
def test_a_forged_domain_is_refused_or_can_be_played(forgeries: int) -> None:
    kept = [
        zlib.decompress(read_upload(keep_domain(raided(*of))))
        for of in ((1, "1"), (12, "2"), (40, "3"))
    ]
    taken = [play_forged(FIRST_FORGERY + n, kept) for n in range(forgeries)]
    assert 0 < sum(taken) < forgeries
