"""Deliveries: who shows a card, how, and what happens when that fails."""

from __future__ import annotations

from typing import Literal

import msgspec

PRESSER_SECONDS = 3.0  # that whoever pressed a button has for showing the card


class Press(msgspec.Struct, frozen=True):
    """A pressed button: the number of its card, the message that it stands in, and whether the
    presser alone sees that message. Without a message the outbox shows the next card."""

    card: int
    message: int | None = None
    private: bool = False

    @property
    def public(self) -> bool:
        """Return whether the press can be answered for all to see."""
        return self.message is not None and not self.private


class Delivery(msgspec.Struct, frozen=True):
    """A decision on how card `card` of a game is shown, and by whom.

    - `post`: as a new message, by the outbox.
    - `edit`: in the message that showed card `replaces`, which is the same one where it is only
      drawn again. When that is gone, or shows another card, the outbox posts a new card instead.
    - `answer`: as the answer to a press, for all to see. The outbox then sees first whether the
      card is there already.

    Whoever pressed (`by`) reports by `Tables.delivered`; the outbox stands in for them when they
    have not by `until`.
    """

    game: int
    card: int
    how: Literal["post", "edit", "answer"]
    by: Literal["outbox", "presser"] = "outbox"
    replaces: int = 0
    message: int | None = None  # for `edit`: the one that was pressed, None: whichever shows it
    until: float = 0.0
