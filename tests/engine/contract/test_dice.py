"""Chance that can be checked."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.dice import (
    SEED_BYTES,
    STILL_DICE,
    ActionDice,
    ActionKey,
    GameSecret,
    NotRolled,
    Stream,
    commitment,
    seed_from,
    trunc_div,
)

SEEDS = st.binary(min_size=SEED_BYTES, max_size=SEED_BYTES)
WHOLE = st.integers(-(10**9), 10**9)
NAMES = ("level", "play", "flavour", "hidden")


def dice_of(seed: bytes) -> ActionDice:
    """Return the dice of an action."""
    return GameSecret(seed).dice(ActionKey(1))


@given(WHOLE, WHOLE.filter(bool))
@pytest.mark.covers("spec-character-combat: 0. Conventions")
def test_division_is_cut_towards_nought(a: int, b: int) -> None:
    assert trunc_div(a, b) == int(a / b)
    assert abs(a - trunc_div(a, b) * b) < abs(b)


def test_words_are_the_slices_of_the_keyed_hash() -> None:
    stream = Stream(bytes(32))
    words = b"".join(stream.word().to_bytes(4, "little") for _ in range(40))
    blocks = (blake2b(n.to_bytes(8, "little"), key=bytes(32)).digest() for n in range(3))
    assert words == b"".join(blocks)[:160]
    assert stream.drawn == 40


@given(SEEDS, st.integers(-3, 2**32))
def test_a_number_below_n_is_below_n(seed: bytes, n: int) -> None:
    stream = dice_of(seed).play
    drawn = stream.below(n)
    assert 0 <= drawn < max(n, 1)
    assert (stream.drawn == 0) == (n <= 1)


def test_a_draw_is_at_most_32_bits_wide() -> None:
    with pytest.raises(ValueError, match="32 bits"):
        Stream(bytes(32)).below(2**32 + 1)
    with pytest.raises(ValueError, match="32 bits"):
        next(Stream(bytes(32)).draws(2**32 + 1))


@given(SEEDS, st.integers(2, 2**32), st.lists(st.integers(0, 20), max_size=60))
def test_many_draws_are_those_of_one_at_a_time(seed: bytes, n: int, others: list[int]) -> None:
    one, many = dice_of(seed).play, dice_of(seed).play
    draws = many.draws(n)
    for other in others:  # drawn in between
        assert next(draws) == one.below(n)
        assert many.below(other) == one.below(other)
        assert many.drawn == one.drawn


@given(SEEDS, st.integers(0, 40), st.integers(0, 40))
def test_a_roll_is_the_sum_of_its_dice(seed: bytes, dice: int, sides: int) -> None:
    one, many = dice_of(seed).play, dice_of(seed).play
    assert many.roll(dice, sides) == sum(one.die(sides) for _ in range(dice))
    assert many.drawn == one.drawn


def _chi_squared(counts: Counter[int], expected: dict[int, float]) -> float:
    return sum((counts[face] - much) ** 2 / much for face, much in expected.items())


def test_dice_are_fair() -> None:
    stream = Stream(bytes(32))
    rolls = 60_000
    die = Counter(stream.die(20) for _ in range(rolls))
    assert _chi_squared(die, dict.fromkeys(range(1, 21), rolls / 20)) < 50  # 19 degrees: p < 0.001
    two = Counter(stream.roll(2, 6) for _ in range(rolls))
    chances = {total: rolls * (6 - abs(total - 7)) / 36 for total in range(2, 13)}
    assert _chi_squared(two, chances) < 35  # 10 degrees
    weights = [0, 1, 5, 0, 4]
    picks = Counter(stream.weighted(weights) for _ in range(rolls))
    shares = {i: rolls * weight / 10 for i, weight in enumerate(weights) if weight}
    assert picks.keys() == shares.keys()
    assert _chi_squared(picks, shares) < 18  # 2 degrees


@given(SEEDS, st.integers(-5, 30), st.integers(-5, 30))
def test_rolls_lie_between_all_ones_and_all_sides(seed: bytes, dice: int, sides: int) -> None:
    total = dice_of(seed).play.roll(dice, sides)
    if dice <= 0 or sides <= 0:
        assert total == 0
    else:
        assert dice <= total <= dice * sides


def test_a_die_without_sides_shows_nought_and_draws_nothing() -> None:
    stream = Stream(bytes(32))
    assert (stream.die(0), stream.die(-1), stream.roll(3, 0), stream.one_in(1)) == (0, 0, 0, True)
    assert stream.drawn == 0


@given(SEEDS)
def test_chances_at_their_ends_are_certain(seed: bytes) -> None:
    stream = dice_of(seed).play
    assert not stream.percent(0)
    assert stream.percent(100)
    assert stream.one_in(0)
    assert stream.between(7, 7) == 7


def test_a_number_between_two_is_either_of_them_and_all_that_lie_between() -> None:
    stream = Stream(bytes(32))
    assert {stream.between(-2, 3) for _ in range(200)} == {-2, -1, 0, 1, 2, 3}


def test_weights_of_nothing_and_choices_among_none_are_refused() -> None:
    stream = Stream(bytes(32))
    with pytest.raises(ValueError, match="every weight is 0"):
        stream.weighted([0, 0])
    with pytest.raises(IndexError):
        stream.choose([])


@given(SEEDS, st.lists(st.integers()))
def test_a_shuffle_keeps_what_it_shuffles(seed: bytes, items: list[int]) -> None:
    shuffled = list(items)
    dice_of(seed).play.shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    stream = Stream(bytes(32))
    orders: Counter[int] = Counter()
    for _ in range(24_000):
        items = [1, 2, 3, 4]
        stream.shuffle(items)
        orders[int("".join(map(str, items)))] += 1
    assert len(orders) == 24
    assert _chi_squared(orders, dict.fromkeys(orders, 1000.0)) < 55  # 23 degrees


@given(SEEDS, st.sampled_from(NAMES), st.integers(1, 50))
def test_draws_in_one_stream_never_move_another(seed: bytes, name: str, draws: int) -> None:
    calm, busy = dice_of(seed), dice_of(seed)
    for _ in range(draws):
        getattr(busy, name).word()
    for other in set(NAMES) - {name}:
        assert getattr(calm, other).word() == getattr(busy, other).word()


@given(SEEDS, st.integers(1, 1 << 62), st.integers(1, 1 << 62))
def test_each_interaction_each_action_and_each_stream_has_dice_of_its_own(
    seed: bytes, asked: int, other: int
) -> None:
    keys = [ActionKey(1, asked), ActionKey(2, asked), ActionKey(1, asked + other), ActionKey(1)]
    drawn = [dice.play.key for dice in map(GameSecret(seed).dice, keys)]
    dice = GameSecret(seed).dice(keys[0])
    drawn += [dice.level.key, dice.flavour.key, dice.hidden.key]
    assert len(set(drawn)) == 7


@given(SEEDS, st.text(min_size=1), st.text(min_size=1), st.integers(1, 50))
def test_a_hidden_stream_of_a_name_moves_no_other(
    seed: bytes, name: str, other: str, draws: int
) -> None:
    calm, busy = dice_of(seed), dice_of(seed)
    busy.hidden.skip(draws, 2)
    if name != other:
        busy.apart(other).skip(draws, 2)
    assert calm.apart(name) == busy.apart(name) != calm.hidden
    assert busy.all_hidden(name).play is busy.all_hidden(name).hidden is busy.apart(name)
    assert busy.all_hidden().play is busy.hidden


@given(SEEDS)
def test_hidden_actions_count_for_hidden_dice_alone(seed: bytes) -> None:
    one, other = (GameSecret(seed).dice(ActionKey(3, 9, hidden=hidden)) for hidden in (0, 5))
    assert (one.play, one.level, one.flavour) == (other.play, other.level, other.flavour)
    assert one.hidden != other.hidden


def test_levels_are_shared_by_games_of_one_contest_and_all_else_is_their_own() -> None:
    shared = bytes(16)
    one, other = (GameSecret(bytes([n]) * 16, shared) for n in (1, 2))
    assert one.start_dice().play == other.start_dice().play
    mine, theirs = one.dice(ActionKey(1, 5)), other.dice(ActionKey(7, 8))
    assert mine.play != theirs.play
    for dice in (mine, theirs):
        dice.begin_level("3")
    assert mine.level == theirs.level
    mine.begin_level("4")
    assert mine.level != theirs.level


@pytest.mark.parametrize("shared", [None, bytes(16)])
def test_keys_of_a_past_action_give_its_dice_and_no_others(shared: bytes | None) -> None:
    secret = GameSecret(bytes(range(16)), shared)
    dice = secret.dice(ActionKey(4, 77))
    dice.begin_level("2")
    keys = secret.past_keys(ActionKey(4, 77, levels=tuple(dice.begun)))
    again = ActionDice(keys)
    again.begin_level("2")
    assert (again.level, again.play, again.hidden) == (dice.level, dice.play, dice.hidden)
    held = msgspec.msgpack.encode(keys)
    assert secret.seed not in held
    if shared is not None:
        assert shared not in held
        with pytest.raises(KeyError):
            again.begin_level("3")


@pytest.mark.parametrize("name", ["level", "play", "flavour", "hidden"])
def test_between_actions_nothing_can_be_rolled(name: str) -> None:
    stream = getattr(STILL_DICE, name)
    for draw in (stream.word, lambda: stream.below(2), lambda: next(stream.draws(6))):
        with pytest.raises(NotRolled):
            draw()
    assert stream.below(1) == 0
    with pytest.raises(NotRolled):
        STILL_DICE.apart("one").word()
    with pytest.raises(NotRolled):
        STILL_DICE.begin_level("1")


def test_dice_between_actions_have_one_stream_under_all_names_and_have_begun_no_level() -> None:
    still = type(STILL_DICE)()  # type: ignore[call-arg]
    assert {id(getattr(still, name)) for name in NAMES} == {id(still.apart("one"))}
    assert (still.play.drawn, still.begun) == (0, [])


@pytest.mark.parametrize("size", [0, 15, 17, 32])
def test_a_seed_has_128_bits(size: int) -> None:
    with pytest.raises(ValueError, match="16 bytes"):
        GameSecret(bytes(size)).start_dice()


@given(st.text(), st.text())
def test_typed_seeds_are_seeds_and_differ_when_the_words_do(a: str, b: str) -> None:
    assert len(seed_from(a)) == SEED_BYTES
    assert (seed_from(a) == seed_from(b)) == (a == b)


@given(SEEDS, SEEDS)
def test_a_commitment_tells_seeds_apart_and_does_not_show_them(a: bytes, b: bytes) -> None:
    assert (commitment(a) == commitment(b)) == (a == b)
    assert len(commitment(a)) == 64
    assert a.hex() not in commitment(a)
