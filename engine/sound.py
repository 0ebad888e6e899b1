"""How far noise goes (spec: dungeon 6.1)."""

from collections.abc import Sequence

from engine.grid import neighbours

# Classes of a noise layer.
CARRIES, SOLID, SHUT = 0, 1, 2  # open; rock and rubble; a closed door, the secret ones too

DOOR_EXTRA = 5  # what entering a closed door costs beyond the step
UNREACHED = 250

_OPEN, _CLOSED = 255, 254  # a grid without a distance yet; one that never gets any
_ENTERED = bytes(_CLOSED if kind == SOLID else _OPEN for kind in range(256))
_SHOWN = bytes(min(value, UNREACHED) for value in range(256))


def noise_flow(noise: Sequence[int], width: int, y: int, x: int) -> bytearray:
    """Sound distance from (y, x) of every grid, 0 to 249, or UNREACHED.

    `noise` holds CARRIES, SOLID or SHUT a grid, SOLID all along the border. A step to any of the
    eight neighbours costs 1, into a closed door 6.
    """
    value = bytearray(noise).translate(_ENTERED)
    here = y * width + x
    value[here] = 0
    steps = neighbours(width)
    front = [here]
    doors: dict[int, list[int]] = {}  # by the distance at which noise is through them
    for cost in range(1, UNREACHED):
        entered = []
        for grid in front:
            for step in steps:
                near = grid + step
                if value[near] == _OPEN:
                    if noise[near] == SHUT:
                        value[near] = min(cost + DOOR_EXTRA, UNREACHED)
                        doors.setdefault(cost + DOOR_EXTRA, []).append(near)
                    else:
                        value[near] = cost
                        entered.append(near)
        front = entered + doors.pop(cost, [])
        if not front and not doors:
            break
    return value.translate(_SHOWN)
