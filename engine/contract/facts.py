"""Facts about what happened: the vocabulary that every ruleset shares.

An `Event` has words for people and may have a fact for code. Headlines, stories, plans, advice,
autoplay, statistics and ladders read facts and kinds, never words. What no code asks about has
none. Subjects are references: whoever shows them gives them names.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec


class SeatRef(msgspec.Struct, frozen=True, tag="seat"):
    """The character of a seat."""

    seat: int


class CreatureRef(msgspec.Struct, frozen=True, omit_defaults=True, tag="creature"):
    """A creature of its ruleset: the key of its kind, and the ruleset's own number for it (0: no
    certain one)."""

    kind: str
    id: int = 0


class ThingRef(msgspec.Struct, frozen=True, omit_defaults=True, tag="thing"):
    """Something that lies, is worn or stands about: the key of its kind, and how many."""

    kind: str
    count: int = 1


Who = SeatRef | CreatureRef  # None in a fact: nobody, or somebody unseen

Means = Literal["blow", "shot", "throw", "spell", "power", "trap", "status", "hunger", "fall"]


class Attacked(msgspec.Struct, frozen=True, omit_defaults=True, tag="attacked"):
    """Somebody attacked somebody; `damage` in points of health, 0 for a miss or no harm."""

    by: Who | None
    target: Who | None
    hit: bool
    damage: int = 0
    means: Means = "blow"


class Hurt(msgspec.Struct, frozen=True, omit_defaults=True, tag="hurt"):
    """Somebody lost points of health otherwise than by an attack."""

    who: Who
    damage: int
    means: Means
    by: Who | None = None


class Healed(msgspec.Struct, frozen=True, omit_defaults=True, tag="healed"):
    """Somebody got points of health back."""

    who: Who
    amount: int


class Died(msgspec.Struct, frozen=True, omit_defaults=True, tag="died"):
    """Somebody died, or was destroyed."""

    who: Who
    by: Who | None = None
    means: Means = "blow"


class Seen(msgspec.Struct, frozen=True, omit_defaults=True, tag="seen"):
    """Somebody came into view; `new`: one who was never seen before."""

    who: Who
    new: bool = False


class Heard(msgspec.Struct, frozen=True, omit_defaults=True, tag="heard"):
    """A noise; `who` made it, if that is known."""

    who: Who | None = None


class Noticed(msgspec.Struct, frozen=True, omit_defaults=True, tag="noticed"):
    """Somebody became aware of enemies."""

    who: Who


class Fled(msgspec.Struct, frozen=True, omit_defaults=True, tag="fled"):
    """Somebody took to flight."""

    who: Who


class Arrived(msgspec.Struct, frozen=True, omit_defaults=True, tag="arrived"):
    """Somebody came to a level; `level` counts down from 1 (0: above)."""

    who: Who | None
    level: int


class Found(msgspec.Struct, frozen=True, omit_defaults=True, tag="found"):
    """Something hidden or unknown was found: a thing, or a feature of a place by its key."""

    what: ThingRef | str
    at: tuple[int, int] | None = None


class Took(msgspec.Struct, frozen=True, omit_defaults=True, tag="took"):
    """Somebody picked something up."""

    who: Who
    thing: ThingRef


class Lost(msgspec.Struct, frozen=True, omit_defaults=True, tag="lost"):
    """Something of somebody's was stolen, destroyed or left."""

    who: Who
    thing: ThingRef


class Used(msgspec.Struct, frozen=True, omit_defaults=True, tag="used"):
    """Somebody used something up, or set it off."""

    who: Who
    thing: ThingRef


class Blocked(msgspec.Struct, frozen=True, omit_defaults=True, tag="blocked"):
    """An attempt came to nothing; `by`: what stood in the way, by its key ("locked-door")."""

    who: Who
    by: str


class Learned(msgspec.Struct, frozen=True, omit_defaults=True, tag="learned"):
    """Somebody learned an ability or a spell, or came to know what a kind is, by its key."""

    who: Who
    what: str


class Grew(msgspec.Struct, frozen=True, omit_defaults=True, tag="grew"):
    """A value of a character rose for good, by its key ("level", "power")."""

    who: Who
    value: str
    by: int = 1


class StatusBegan(msgspec.Struct, frozen=True, omit_defaults=True, tag="status-began"):
    """A status took hold, by its key; `turns`: how long it lasts, 0 when that is not known."""

    who: Who
    status: str
    turns: int = 0


class StatusEnded(msgspec.Struct, frozen=True, omit_defaults=True, tag="status-ended"):
    """A status ended, by its key."""

    who: Who
    status: str


class PlanEnded(msgspec.Struct, frozen=True, omit_defaults=True, tag="plan-ended"):
    """An action of many turns ended. `reason`: a key of `engine.common.plans.WEIGHTS`; `by`: who
    broke it off; `counts`: what it brought and took ("rooms": 3, "health": -4)."""

    plan: str  # the verb
    reason: str
    turns: int
    by: Who | None = None
    counts: Mapping[str, int] = {}


class Spoke(msgspec.Struct, frozen=True, omit_defaults=True, tag="spoke"):
    """Somebody said something."""

    who: Who | None


class Own(msgspec.Struct, frozen=True, omit_defaults=True, tag="own"):
    """Something that only its ruleset knows, by a kind of that ruleset's closed list."""

    kind: str
    who: Who | None = None
    what: str = ""
    numbers: Mapping[str, int] = {}


AnyFact = (
    Attacked
    | Hurt
    | Healed
    | Died
    | Seen
    | Heard
    | Noticed
    | Fled
    | Arrived
    | Found
    | Took
    | Lost
    | Used
    | Blocked
    | Learned
    | Grew
    | StatusBegan
    | StatusEnded
    | PlanEnded
    | Spoke
    | Own
)
