"""Words of a card beside its story: the coach line, odds, chances, the limits of plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cogs.ui.components import LABEL_LENGTH
from cogs.ui.formatting import escape, truncate
from cogs.ui.languages import say, translate
from cogs.ui.phone import CardLine, Rank
from engine.common.plans import LIMITS, split_terms
from engine.contract.action import Chance, ChanceKind, Offer
from engine.contract.texts import Words
from engine.contract.view import Caution, View

COACH_LETTERS = 200  # other languages are longer than the contract's 120 in English
HINT_LETTERS = 100  # Discord: the description of a menu's line
UNBROKEN = "\N{NO-BREAK SPACE}"
MAX_ODDS = 4  # lines on a card; Describe has all

# A bare percentage is the chance that the deed succeeds.
_MARKS: Mapping[ChanceKind, str] = {
    "hurt": "hurt {percent} %",
    "lead": "ahead {percent} %",
    "notice": "noticed {percent} %",
    "end": "death {percent} %",
}
CAUTION_LABELS: Mapping[Caution, str] = {
    "careful": "Plans: careful",
    "usual": "Plans…",
    "bold": "Plans: bold",
}


# ---------------------------------------------------------------- chances


def chance_mark(chances: Sequence[Chance]) -> str:
    """Return the most important chance as a label shows it, "68 %", which no phone breaks in two;
    empty without one."""
    if not chances:
        return ""
    first = chances[0]
    mark = translate(_MARKS.get(first.of, "{percent} %"), percent=first.percent)
    return mark.replace(" ", UNBROKEN)


def label_with_chance(offer: Offer) -> str:
    """Return an offer's label with its most important chance, cut so that the chance stays."""
    mark = chance_mark(offer.chances)
    if not mark:
        return say(offer.label)
    return f"{truncate(offer.label, LABEL_LENGTH - len(mark) - 3)} ·{UNBROKEN}{mark}"


def chance_words(chances: Sequence[Chance]) -> str:
    """Return all chances in words."""
    return "; ".join(say(each.words) for each in chances)


def offer_hint(offer: Offer, *, limits: bool = False) -> str:
    """Return the description of an offer in a menu: why it is advised, its chances, its hint,
    as much of that as there is room for.

    `limits`: the seat's plans have limits, which are told of each.
    """
    why = translate("Advised: {why}", why=offer.why) if offer.why else ""
    parts = [why, chance_words(offer.chances), say(offer.hint)]
    if limits and offer.group == "plan":
        parts.append(_short_limits(offer))
    told = [part for part in parts if part] or [str(offer.action)]
    if offer.irreversible:
        told[0] = translate("Cannot be undone. {hint}", hint=told[0])
    hint = told[0]
    for part in told[1:]:
        if len(hint) + len(part) + 3 <= HINT_LETTERS:
            hint += f" · {part}"
    return truncate(hint, HINT_LETTERS)


def reasons(offers: Sequence[Offer]) -> list[str]:
    """Return what is advised with its chances and why, a line each; only what has a reason."""
    return [
        translate(
            "- Advised: **{label}**: {why}",
            label=escape(offer.label),
            why=escape("; ".join(filter(None, [say(offer.why), chance_words(offer.chances)]))),
        )
        for offer in offers
        if offer.advised and offer.why
    ]


# ---------------------------------------------------------------- plans


def _short_limits(offer: Offer) -> str:
    """Return when a plan is broken off, in a few words."""
    _, terms = split_terms(offer.action.args)
    return translate("Until below {percent} % health", percent=terms.limits.least_health)


def limits_text(caution: Caution) -> str:
    """Return what breaks off a plan of that caution."""
    limits = LIMITS[caution]
    return translate(
        "Plans end below {health} % health, when more than {loss} % is lost in a turn, or when an"
        " alert enemy is nearer than {near} turns.",
        health=limits.least_health,
        loss=limits.most_loss,
        near=limits.near,
    )


# ---------------------------------------------------------------- lines of a card


def coach_line(view: View) -> str:
    """Return the coach line as cards show it; empty where the view has none."""
    return _quoted(view.coach) if view.coach else ""


def _quoted(line: Words) -> str:
    return f"> {escape(truncate(line, COACH_LETTERS))}"


def odds_lines(view: View, most: int = MAX_ODDS) -> list[str]:
    """Return the odds against the opponents near, in small print."""
    return [f"-# {escape(line)}" for line in view.odds[:most]]


def advice_lines(view: View) -> list[CardLine]:
    """Return the coach line and odds as lines of a card."""
    shorter = tuple(_quoted(line) for line in view.coach_shorter)
    coach = CardLine(coach_line(view), order=1, least=2, shorter=shorter)
    return [coach, *(CardLine(odds, Rank.ODDS, n) for n, odds in enumerate(odds_lines(view)))]
