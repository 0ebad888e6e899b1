"""Uses of things, which effects of the data befall (rules: objects 7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.common.effects import EffectFunctions
from engine.sil.game.context import SilContext


class Use(NamedTuple):
    """A use of a thing: the serial of its kind, and the way in which it is pointed, if any."""

    game: SilContext
    kind: int
    way: str = ""


UseEffects = EffectFunctions[Callable[..., bool]]
"""Each takes the use and the arguments of the effect, and returns whether it was noticed."""
