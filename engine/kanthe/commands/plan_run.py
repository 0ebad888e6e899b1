"""The parts that all plans share: their turns, what ends them, and the account of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.common.plans import LIMITS, Stop, Terms, Watch, account, weightiest
from engine.contract.facts import CreatureRef, PlanEnded
from engine.contract.texts import Text, Words, counted, text
from engine.contract.view import Caution
from engine.kanthe.encounters.finds import describe_hazard
from engine.kanthe.encounters.odds import health_of
from engine.kanthe.encounters.pools import opponents_of
from engine.kanthe.encounters.presence import hostile_at
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import creature_name, place_name
from engine.kanthe.state import Approach, FaceHazard, Opponent, ShareTreasure
from engine.kanthe.words import listing


class PlanRun:
    """A plan while it goes on: what it has cost, and what ends it."""

    def __init__(self, game: KantheContext, plan: str, terms: Terms) -> None:
        state = game.state
        self.game = game
        self.turns = 0
        self._plan, self._terms = plan, terms
        self._wounds = state.hero.wounds
        self._watch = Watch(terms.limits, (), health_of(state), state.hero.challenge + 1)

    def count(self, stops: Iterable[Stop]) -> Stop | None:
        """Count a turn, and return what ends the plan after it: one of these, or its most turns."""
        self.turns += 1
        longest = self.turns >= self._terms.turns
        late = [Stop("at most", text("as long as it was to take"))] if longest else []
        return weightiest([*stops, *late])

    def look(self, *more: Stop, facing: bool = False) -> Stop | None:
        """Count a turn, and return what ends the plan after it, if anything does. `facing`: the
        question that is open is the plan's own."""
        losses = self._watch.look((), health_of(self.game.state))
        return self.count([*more, *(() if facing else pressing(self.game)), *losses])

    def end(self, done: Text, counts: Sequence[Words], stop: Stop, **numbers: int) -> None:
        """Tell how the plan went. `numbers`: what it brought, for code."""
        suffered = self.game.state.hero.wounds - self._wounds
        told = [*counts, _taken(suffered)] if suffered > 0 else counts
        brought = {key: number for key, number in numbers.items() if number}
        if suffered:
            brought["health"] = -suffered
        fact = PlanEnded(self._plan, stop.reason, self.turns, stop.by, brought)
        self.game.tell(account(done, told, stop), "plan", fact)


def pressing(game: KantheContext) -> Iterator[Stop]:
    """Yield what the hero must deal with before anything else."""
    state, question = game.state, game.state.question
    if state.result:
        yield Stop("over", text("the delve is over"))
        return
    if state.conflict is not None:
        yield _met("attacked", opponents_of(game, state.conflict))
    if isinstance(question, Approach):
        stop = _met("saw", hostile_at(state, node=question.node))
        place = place_name(state.here.nodes[question.node])
        yield stop._replace(why=text("{who} in {place}", who=stop.why, place=place))
    elif isinstance(question, FaceHazard):
        hazard = game.hazard(question.hazard)
        told = describe_hazard(game, hazard)
        yield Stop(
            "question", text("{hazard}, strength {strength}", hazard=told, strength=hazard.strength)
        )
    elif isinstance(question, ShareTreasure):
        yield Stop("found", text("treasure"))
    elif question is not None:
        yield Stop("question", text("there is something to choose"))


def _met(reason: str, who: Sequence[Opponent]) -> Stop:
    by = CreatureRef(who[0].kind, who[0].id) if who else None
    words = text("{names}", names=listing([creature_name(one) for one in who], "a"))
    return Stop("attacked" if reason == "attacked" else "saw", words, by=by)


def _taken(number: int) -> Text:
    """Return how many wounds the hero took."""
    return counted(number, "{number} wound taken", "{number} wounds taken")


def moves(number: int) -> Text:
    """Return a number of moves."""
    return counted(number, "{number} move", "{number} moves")


def tries(number: int) -> Text:
    """Return a number of tries."""
    return counted(number, "{number} try", "{number} tries")


def throws(number: int) -> Text:
    """Return a number of throws."""
    return counted(number, "{number} throw", "{number} throws")


CAUTION_WORDS: dict[Caution, Text] = {
    "careful": text("careful"),
    "usual": text("usual"),
    "bold": text("bold"),
}


def caution_effect(caution: Caution) -> Text:
    """Return what a caution means: "Plans stop below 70 % of health, fights below 75 %"."""
    limits = LIMITS[caution]
    return text(
        "Plans stop below {plans} % of your health, fights below {fights} %.",
        plans=limits.least_health,
        fights=limits.fight_until,
    )
