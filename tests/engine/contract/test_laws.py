"""The laws that every ruleset keeps, played at random over each of them and the toys."""

from hypothesis import given
from hypothesis import strategies as st

from engine.common.game_log import digest
from kit.cases import SEEDS, Case, encode
from kit.laws import *  # noqa: F403
from tests.rolled import dice_for
from tests.toys.guessing import Toy


def test_other_seeds_make_other_games(case: Case) -> None:
    assert digest(case.opened(SEEDS[0])) != digest(case.opened(SEEDS[1]))


@given(seed=st.binary(min_size=16, max_size=16), turns=st.integers(0, 20))
def test_in_the_toy_a_word_is_seen_by_its_own_seat_alone(seed: bytes, turns: int) -> None:
    toy = Toy()
    state = toy.new({"letters": "6"}, ("Ann", "Bob"), dice_for(seed))
    state.secrets = ["XQXQXQ", "ZWZWZW"]
    for _ in range(turns):
        (seat,) = toy.turn(state).waiting or (0,)
        if advice := toy.autoplay(state, seat):
            toy.apply(state, seat, advice.action, dice_for(toy.dump(state)))
    shown = {watcher: encode(toy.view(state, watcher)) for watcher in (None, 0, 1)}
    for seat, word in enumerate(state.secrets):
        for watcher, view in shown.items():
            assert (word.encode() in view) == (watcher == seat)
