"""Domains that a server keeps: what stays, and what is refused."""

from __future__ import annotations

import zlib
from collections.abc import Callable

import msgspec
import pytest

from engine.contract.action import ActionError
from engine.contract.placeholders import placeholder
from engine.contract.uploads import read_upload, write_upload
from engine.kanthe.setup.kept_domains import KeptDomain, keep_domain
from engine.kanthe.state import KantheState, Opponent
from tests.engine.kanthe.stage import RULES, act, begun, give, lines, new_game
from tests.rolled import dice_for


def raided(moves: int = 25, seed: str = "3") -> KantheState:
    """Return a game that was played for some moves."""
    game = new_game(seed)
    for number in range(moves):
        if game.ended:
            break
        offer = RULES.legal(game, 0)[0]
        RULES.apply(game, 0, offer.action, dice_for(f"{seed} {number}"))
    return game


def visited(word: str) -> KantheState:
    """Return another game, whose hero has entered a kept domain."""
    game = new_game("another")
    act(game, f"visit {word}")
    return game


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
    for level in (level for game in (old, new) for level in game.levels):
        for who in level.opponents:
            who.follows = False
    assert new.levels == old.levels
    assert lines(new)


def test_a_domain_can_be_played_on_kept_again_and_lists_who_raided_it() -> None:
    old = begun()
    act(old, "leave")
    new = visited(keep_domain(old))
    assert "Raider: Odda, came out alive, the ruins, 0 coins." in str(
        next(page.text for page in RULES.view(new, 0).pages if page.name == "Chronicle")
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
    game = begun()
    item = give(game, "wand", 11, 1)
    kept.levels[0].nodes[0].remains.append(item)


@pytest.mark.parametrize(
    "spoil",
    [
        _lose_a_node, _lead_nowhere, _lose_the_sheets, _know_eleven, _house_a_stranger,
        _have_no_top, _carry_a_row_eleven,
    ],
)  # fmt: skip
def test_a_domain_that_is_not_whole_is_refused_and_changes_nothing(
    spoil: Callable[[KeptDomain], None],
) -> None:
    packed = zlib.decompress(read_upload(keep_domain(raided())))
    kept = msgspec.json.decode(packed, type=KeptDomain)
    spoil(kept)
    _is_refused(write_upload(zlib.compress(msgspec.json.encode(kept))))


@pytest.mark.parametrize("word", ["sheets", "file:", "file:AAAA", write_upload(b"PK\x03\x04")])
def test_what_is_no_domain_is_refused_and_changes_nothing(word: str) -> None:
    _is_refused(word)


def _is_refused(word: str) -> None:
    game = new_game()
    before = RULES.dump(game)
    with pytest.raises(ActionError):
        act(game, f"visit {word}")
    assert RULES.dump(game) == before
