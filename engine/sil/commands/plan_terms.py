"""The terms of a hero's plans: their caution, what they pick up, and when they are refused."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common.plans import CAUTIONS, LIMITS, Terms
from engine.contract.action import IllegalAction, Offer
from engine.contract.texts import Text, text
from engine.contract.view import Caution
from engine.sil.clock import sightings
from engine.sil.commands.base import Argument, Command, offer
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.hero import derived

WORTH_IT, NOTHING = "worth", "nothing"


def clear_head(game: SilContext) -> None:
    """Refuse what needs a clear head."""
    if game.hero.timers.confused:
        raise IllegalAction(text("You are too confused for that."))


def can_walk(game: SilContext) -> bool:
    """Return whether he can take a way: neither confused nor weighed down."""
    return not game.hero.timers.confused and not derived.is_overburdened(game.hero)


def refuse_in_danger(game: SilContext, terms: Terms) -> None:
    """Refuse a plan that is no fight while an alert enemy could soon do harm."""
    creature = sightings.nearest_danger(game, terms.limits)
    if creature is not None:
        raise IllegalAction(text("Not with {who} so near.", who=sightings.in_words(game, creature)))


def in_danger(game: SilContext) -> bool:
    """Return whether `refuse_in_danger` would refuse a plan of the hero's caution."""
    return sightings.nearest_danger(game, LIMITS[game.hero.caution]) is not None


_LABELS: dict[Caution, Text] = {
    "careful": text("Plans: careful"),
    "usual": text("Plans: usual"),
    "bold": text("Plans: bold"),
}


def _set_caution(game: SilContext, args: tuple[str, ...]) -> None:
    caution = next(each for each in CAUTIONS if each == args[0])
    if caution == game.hero.caution:
        raise IllegalAction(text("Your plans are like that already."))
    game.hero.caution = caution
    tell(game, text("{setting}.", setting=_LABELS[caution]))


def _caution_offers(game: SilContext) -> Iterator[Offer]:
    for caution, label in _LABELS.items():
        if caution != game.hero.caution:
            limits = LIMITS[caution]
            hint = text(
                "They stop below {health} % of health, and with an alert enemy {turns} turns away",
                health=limits.least_health,
                turns=limits.near,
            )
            yield offer("caution", caution, label=label, hint=hint, group="other", free=True)


def _set_taking(game: SilContext, args: tuple[str, ...]) -> None:
    takes = args[0] == WORTH_IT
    if takes == game.hero.picks_up:
        raise IllegalAction(text("That is so already."))
    game.hero.picks_up = takes
    label = _TAKES_WORTH if takes else _TAKES_NOTHING
    tell(game, text("{setting}.", setting=label))


_TAKES_WORTH = text("Exploring takes what is worth it")
_TAKES_NOTHING = text("Exploring takes nothing")


def _taking_offers(game: SilContext) -> Iterator[Offer]:
    takes = game.hero.picks_up
    yield offer(
        "collect",
        NOTHING if takes else WORTH_IT,
        label=_TAKES_NOTHING if takes else _TAKES_WORTH,
        group="other",
        free=True,
    )


COMMANDS = (
    Command(
        "caution", "Say how daring your plans are", _set_caution, _caution_offers,
        (Argument("how", "word", "how daring: careful, usual or bold", CAUTIONS),),
    ),
    Command(
        "collect", "Say what you pick up while you explore", _set_taking, _taking_offers,
        (Argument("what", "word", "worth (what is worth it) or nothing", (WORTH_IT, NOTHING)),),
    ),
)  # fmt: skip
