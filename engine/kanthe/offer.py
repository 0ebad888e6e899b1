"""Making offers whose labels and hints fit."""

from __future__ import annotations

from engine.contract.action import Action, Offer, OfferGroup

LABEL, HINT = 38, 100  # letters


def make_offer(
    line: str,
    label: str,
    hint: str = "",
    group: OfferGroup = "act",
    *,
    free: bool = False,
    irreversible: bool = False,
    at: tuple[int, int] | None = None,
) -> Offer:
    """Return an offer of an action line whose words hold no spaces; labels are cut to fit."""
    verb, *args = line.split(" ")
    return Offer(
        Action(verb, tuple(args)),
        fit_text(label, LABEL),
        fit_text(hint, HINT),
        group,
        at=at,
        irreversible=irreversible,
        free=free,
    )


def text_offer(
    verb: str, args: tuple[str, ...], label: str, hint: str = "", *, free: bool = False
) -> Offer:
    """Return an offer that answers with a text of several words."""
    return Offer(
        Action(verb, args), fit_text(label, LABEL), fit_text(hint, HINT), "answer", free=free
    )


def fit_text(text: str, most: int) -> str:
    """Return a text cut to so many letters."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
