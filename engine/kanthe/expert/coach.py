"""The coach line: what the hero is, what threatens, and what would be sensible."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common.coach_lines import short_enough
from engine.contract.texts import Text, Value, Words, joined, text
from engine.kanthe.encounters.odds import health_of
from engine.kanthe.encounters.pools import opposition_pool, total
from engine.kanthe.encounters.presence import conflict_at
from engine.kanthe.expert.judgement import fight_dice
from engine.kanthe.expert.ranking import best_choice
from engine.kanthe.map.level_plan import area_at
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.setup.wizard import current_page
from engine.kanthe.state import Approach, Conflict, FaceHazard, KantheState

_AFTER = text("This delve is over: end the game, or send another hero into the same domain.")


def coach_lines(game: KantheContext) -> tuple[Words, ...]:
    """Return the coach line, the fullest that is short enough first; "" when the game is over."""
    state = game.state
    if state.ended:
        return ("",)
    if state.setup is not None:
        return (current_page(state).purpose,)
    if state.result:
        return (_AFTER,)
    return short_enough(_lines(game))


def _lines(game: KantheContext) -> Iterator[Text]:
    """Yield the line in ever fewer words."""
    condition, threats = _condition(game), _threats(game)
    best = best_choice(game)
    if best is None:
        yield joined([condition, *threats])
        return
    label = best.offer.label
    short = text("Best: {label}.", label=label)
    if best.why:
        yield joined([condition, *threats, text("{label}: {why}.", label=label, why=best.why)])
    yield joined([condition, *threats, short])
    yield joined([*threats, short])
    yield short


def _condition(game: KantheContext) -> Text:
    state = game.state
    return text(
        "{health} of {full} health, {dice} dice in fights.",
        health=health_of(state),
        full=state.hero.challenge + 1,
        dice=fight_dice(game),
    )


def _threats(game: KantheContext) -> list[Value]:
    """Return what threatens, in a sentence; nothing where nothing does."""
    state, question = game.state, game.state.question
    against = _against(game)
    if against is not None:
        number = total(opposition_pool(game, "fight", against))
        return [text("They throw {number}.", number=number)]
    if isinstance(question, FaceHazard):
        strength = game.hazard(question.hazard).strength
        return [text("The hazard has strength {strength}.", strength=strength)]
    if state.unnoticed:
        return [text("They have not noticed you.")]
    area = area_at(state.here, state.area)
    if area is not None and area.circles:
        return [text("Something roams here: noise brings it.")]
    return []


def _against(game: KantheContext) -> Conflict | None:
    """Return the conflict that goes on, or that an approach would begin."""
    state: KantheState = game.state
    if state.conflict is not None:
        return state.conflict
    if isinstance(state.question, Approach):
        found = conflict_at(state, state.question.node)
        return found if found.opponents else None
    return None
