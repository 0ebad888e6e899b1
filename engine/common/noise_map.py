"""Distance maps of noise (rules: dungeon 6.1)."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

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
    return bytearray(_flow(bytes(noise), width, y * width + x))


@lru_cache(maxsize=32)  # asked turn after turn of one who stands still
def _flow(noise: bytes, width: int, centre: int) -> bytes:
    flow = flood.Flood(_entries(noise), width, centre)
    flow.rise_to(UNREACHED)
    return bytes(flood.as_bytes(flow.layers, len(noise), UNREACHED))


@lru_cache(maxsize=16)  # doors seldom change
def _entries(noise: bytes) -> Mapping[int, int]:
    return MappingProxyType({0: flood.where(noise, CARRIES), DOOR_EXTRA: flood.where(noise, SHUT)})
