"""Floods of whole sets of squares, against the same flood square by square."""

import heapq

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.common import flood
from engine.common.grid import neighbours

WIDTH, HEIGHT = 9, 7
CLOSED = 9
INNER = [y * WIDTH + x for y in range(1, HEIGHT - 1) for x in range(1, WIDTH - 1)]
CENTRE = INNER[len(INNER) // 2]


@st.composite
def layers(draw):
    """Return what entering each square costs beyond the step; closed all along the border."""
    layer = bytearray([CLOSED]) * (WIDTH * HEIGHT)
    for i in INNER:
        layer[i] = draw(st.sampled_from((0, 0, 0, 1, 5, CLOSED)))
    return bytes(layer)


@given(layers())
def test_a_flood_finds_the_cheapest_way_to_every_square(layer):
    entries = {extra: flood.where(layer, extra) for extra in (0, 1, 5)}
    tide = flood.Flood(entries, WIDTH, CENTRE)
    while tide.rise():
        pass
    cheapest = {CENTRE: 0}
    waiting = [(0, CENTRE)]
    while waiting:
        cost, i = heapq.heappop(waiting)
        for step in neighbours(WIDTH):
            there = cost + 1 + layer[i + step]
            if layer[i + step] != CLOSED and there < cheapest.get(i + step, 999):
                cheapest[i + step] = there
                heapq.heappush(waiting, (there, i + step))
    found = flood.as_bytes(tide.layers, len(layer), 250)
    assert list(found) == [cheapest.get(i, 250) for i in range(len(layer))]


@given(layers())
def test_a_region_is_all_that_a_flood_reaches(layer):
    entries = {extra: flood.where(layer, extra) for extra in (0, 1, 5)}
    tide = flood.Flood(entries, WIDTH, CENTRE)
    while tide.rise():
        pass
    reached = among = 1 << CENTRE
    for squares in tide.layers:
        reached |= squares
    for squares in entries.values():
        among |= squares
    assert flood.region(among, WIDTH, CENTRE) == reached


@given(st.binary(min_size=1, max_size=200), st.integers(0, 255))
def test_a_layer_shows_the_squares_of_a_set_and_no_others(layer, value):
    squares = flood.where(layer, value)
    beyond = squares | 1 << len(layer)
    assert flood.layer_of(beyond, len(layer)) == bytes(byte == value for byte in layer)


@given(st.binary(min_size=1, max_size=200), st.integers(0, 255))
def test_squares_of_a_value_are_the_bits_of_one_number(layer, value):
    squares = flood.where(layer, value)
    assert [squares >> i & 1 for i in range(len(layer))] == [byte == value for byte in layer]
    assert flood.sets_of(layer) == {value: flood.where(layer, value) for value in set(layer)}


@settings(max_examples=20)
@given(st.sets(st.integers(0, 200)))
def test_the_squares_of_a_set_come_in_order(squares):
    assert [*flood.squares_of(sum(1 << i for i in squares))] == sorted(squares)


@settings(max_examples=20)
@given(layers(), st.integers(0, 12))
def test_a_flood_goes_on_from_where_another_had_risen_to(layer, costs):
    entries = {extra: flood.where(layer, extra) for extra in (0, 1, 5)}
    first, whole = (flood.Flood(entries, WIDTH, CENTRE) for _ in range(2))
    first.rise_to(costs)
    risen = first.finished()
    whole.rise_to(40)
    second = flood.Flood(entries, WIDTH, CENTRE).continued(risen)
    assert second.finished() == risen
    second.rise_to(40)
    assert second.finished() == whole.finished()
    assert first.finished() == risen
