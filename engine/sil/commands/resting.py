"""Resting and searching on the spot, or at the walls (rules: dungeon 7.8; world 11.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.common.plans import PlanLimits, Stop, StopReason, Terms, split_terms
from engine.contract.action import Chance, IllegalAction, InvalidAction, Offer
from engine.contract.texts import counted, text, typed
from engine.sil.clock import plan_runs
from engine.sil.clock.plan_runs import DONE
from engine.sil.commands import movement, plan_terms
from engine.sil.commands.base import Argument, Command, offer
from engine.sil.commands.travelling import Journey
from engine.sil.effects import statuses
from engine.sil.game.context import SilContext
from engine.sil.movement import exploring

SEARCH_TURNS = 10
FOUND = "found"  # for how long to search: until something is found
WALLS = "walls"  # what to search: where nothing is left to explore


def _rest(game: SilContext, args: tuple[str, ...]) -> None:
    args, terms = split_terms(args)
    plan_terms.refuse_in_danger(game, terms)
    words = [w for w in (args[0] if args else "").lower().split() if w not in ("until", "turns")]
    word = " ".join(words) or "needed"
    if word.isdecimal():
        _hold(game, "rest", terms, _passed(game, int(word)))
        return
    if word not in _ENOUGH:
        raise InvalidAction(
            text(
                "“{word}” is no rest: say needed, health, voice, healed, or a number of turns.",
                word=typed(word),
            )
        )
    enough = _ENOUGH[word]
    if enough(game):
        raise IllegalAction(text("You need no rest."))
    _hold(game, "rest", terms, lambda: enough(game))


def _passed(game: SilContext, turns: int) -> Callable[[], bool]:
    """Return a test of whether so many turns have passed from now on."""
    if turns < 1:
        raise InvalidAction(text("Say for how many turns."))
    last = game.hero.turns + turns
    return lambda: game.hero.turns >= last


def _hold(game: SilContext, plan: plan_runs.Plan, terms: Terms, enough: Callable[[], bool]) -> None:
    """Stand still until it is enough. Creeping ends, and so does singing."""
    begun = False

    def act() -> Stop | None:
        nonlocal begun
        if not begun:
            begun = True
            if plan == "rest":
                _settle_down(game)
        elif enough():
            return DONE
        movement.hold(game)
        return None

    bears: tuple[StopReason, ...] = ("found",) if plan == "rest" else ()
    plan_runs.carry_out(game, plan, act, terms, bears=bears, limits=_limits(game, terms))


def _limits(game: SilContext, terms: Terms) -> PlanLimits:
    """Return the limits of standing still: what poison and bleeding take is foreseen, unless it
    kills."""
    limits = terms.limits
    if not statuses.wound_points(game) or statuses.turns_to_death(game):
        return limits
    left = min(game.hero.health, game.hero.derived.max_health) - statuses.wound_points(game)
    least = 100 * left // max(1, game.hero.derived.max_health)
    return limits._replace(least_health=min(limits.least_health, least), most_loss=100)


def _settle_down(game: SilContext) -> None:
    game.hero.stealth_mode = game.hero.stop_stealth = False
    if game.state.options.get("rest_sings") != "yes":
        statuses.silence(game)


def _healthy(game: SilContext) -> bool:
    return game.hero.health >= game.hero.derived.max_health


def _voiced(game: SilContext) -> bool:
    return game.hero.voice >= game.hero.derived.max_voice


def _recovered(game: SilContext) -> bool:
    """Rules: dungeon 7.8, "As needed"."""
    singing = game.hero.song >= 0
    ails = any(kind.delays_rest for kind in game.under_way())
    return _healthy(game) and (_voiced(game) or singing) and not ails


_ENOUGH: dict[str, Callable[[SilContext], bool]] = {
    "needed": _recovered,
    "as needed": _recovered,
    "health": _healthy,
    "voice": _voiced,
    "healed": lambda game: _healthy(game) and _voiced(game),
}


def _rest_offers(game: SilContext) -> Iterable[Offer]:
    """Yield a rest as needed; one through poison or bleeding that kills is no plan for an expert,
    and not to be undone."""
    if _recovered(game) or plan_terms.in_danger(game):
        return
    turns = statuses.turns_to_death(game)
    if not turns:
        hint = text("Until health, voice and mind are whole, or something disturbs")
        yield offer("rest", label=text("Rest as needed"), hint=hint, group="plan")
        return
    kills = counted(turns, "It kills you in {number} turn", "It kills you in {number} turns")
    words = text("{what}: {kills}", what=statuses.wound_words(game), kills=kills)
    yield offer(
        "rest",
        label=text("Rest all the same"),
        hint=words,
        group="other",
        irreversible=True,
        chances=(Chance("end", 100, words),),
    )


def _search(game: SilContext, args: tuple[str, ...]) -> None:
    args, terms = split_terms(args)
    plan_terms.refuse_in_danger(game, terms)
    word = args[0].lower() if args else str(SEARCH_TURNS)
    if word == WALLS:
        _search_walls(game, terms)
    elif word == FOUND:
        _hold(game, "search", terms, lambda: False)
    elif word.isdecimal() and len(word) <= 5:
        _hold(game, "search", terms, _passed(game, int(word)))
    else:
        raise InvalidAction(
            text("“{word}” is no search: say walls, found, or a number of turns.", word=typed(word))
        )


def _search_walls(game: SilContext, terms: Terms) -> None:
    """Go from one dead end to the next, several times round, and search each for some turns: as
    often again as they were searched before, so that a search in vain is not asked for again and
    again."""
    plan_terms.clear_head(game)
    journey = Journey(game)
    searched = game.knowledge.searched
    left = 0
    first: int | None = None

    def choose() -> bool:
        """Choose where to search next; false when all places have had their turns."""
        nonlocal left, first
        journey.way, times = exploring.next_search(game)
        first, left = times if first is None else first, SEARCH_TURNS
        return times < first + max(first, exploring.SEARCHES)

    def act() -> Stop | None:
        nonlocal left
        if journey.way and not journey.is_clear:
            journey.way, left = [], 0
        if not left and not choose():
            return DONE
        if journey.way:
            return journey.go_on()
        movement.hold(game)
        left -= 1
        if not left:
            searched[_here(game)] = searched.get(_here(game), 0) + 1
        return None

    plan_runs.carry_out(game, "search", act, terms, bears=("blocked", "lying"))


def _here(game: SilContext) -> int:
    return game.level.at(game.hero.y, game.hero.x)


def _search_offers(game: SilContext) -> Iterable[Offer]:
    if plan_terms.in_danger(game):
        return
    hint = text("Ten turns of standing and looking, unless something disturbs")
    yield offer("search", label=text("Search for ten turns"), hint=hint, group="other")
    hint = text("Standing and looking, unless something disturbs")
    label = text("Search until something is found")
    yield offer("search", FOUND, label=label, hint=hint, group="other")


COMMANDS = (
    Command(
        "rest", "Rest until you need it no more", _rest, _rest_offers,
        (Argument("until", "text", "needed, health, voice, healed, or turns", required=False),),
        aliases=("sleep",), plan=True,
    ),
    Command(
        "search", "Stand and search for some turns", _search, _search_offers,
        (Argument("where", "text", "walls, found, or how many turns here", required=False),),
        plan=True,
    ),
)  # fmt: skip
