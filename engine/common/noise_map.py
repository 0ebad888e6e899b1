"""Distance maps of noise (spec: dungeon 6.1)."""

from engine.common import flood

# Classes of a noise layer.
CARRIES, SOLID, SHUT = 0, 1, 2  # open; rock and rubble; a closed door, the secret ones too

DOOR_EXTRA = 5  # what entering a closed door costs beyond the step
UNREACHED = 250


def noise_flow(noise: bytes | bytearray, width: int, y: int, x: int) -> bytearray:
    """Sound distance from (y, x) of every grid, 0 to 249, or UNREACHED.

    `noise` holds CARRIES, SOLID or SHUT a grid, SOLID all along the border. A step to any of the
    eight neighbours costs 1, into a closed door 6.
    """
    entries = {0: flood.where(noise, CARRIES), DOOR_EXTRA: flood.where(noise, SHUT)}
    flow = flood.Flood(entries, width, y * width + x)
    flow.rise_to(UNREACHED)
    return flood.as_bytes(flow.layers, len(noise), UNREACHED)
