"""Getting out of the pit or web that holds the hero (rules: dungeon 7.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common import compass
from engine.common.plans import Stop, split_terms
from engine.contract.action import IllegalAction, Offer
from engine.contract.texts import text
from engine.sil.clock import plan_runs
from engine.sil.clock.plan_runs import DONE
from engine.sil.commands import movement, plan_terms
from engine.sil.commands.base import Command, offer
from engine.sil.effects import statuses
from engine.sil.game.context import SilContext
from engine.sil.level import terrain

_LABELS = {"pit": text("Climb out of the pit"), "web": text("Tear free of the web")}


def _struggle(game: SilContext, args: tuple[str, ...]) -> None:
    _, terms = split_terms(args)
    plan_terms.clear_head(game)
    plan_terms.refuse_in_danger(game, terms)
    if not statuses.trapped_in(game):
        raise IllegalAction(text("Nothing holds you."))
    here = game.hero.y, game.hero.x

    def act() -> Stop | None:
        way = _way(game)
        if way is None:
            raise IllegalAction(text("There is no free square beside you."))
        movement.walk(game, (way,))
        return DONE if (game.hero.y, game.hero.x) != here else None

    plan_runs.carry_out(game, "struggle", act, terms)


def _way(game: SilContext) -> str | None:
    """Return the direction in which the hero tries to get out: to where he has stood, else onto
    ground that he knows to be free, else onto what he does not know."""
    ranked = [(rank, way) for way in compass.DIRECTIONS if (rank := _rank(game, way)) is not None]
    return min(ranked, key=lambda each: each[0])[1] if ranked else None


def _rank(game: SilContext, way: str) -> int | None:
    """Return how well a square beside the hero suits him, the lower the better; None: not."""
    level, known = game.level, game.knowledge
    dy, dx = compass.DIRECTIONS[way]
    i = level.at(game.hero.y + dy, game.hero.x + dx)
    creature = level.creatures[level.occupant.get(i, 0)]
    if (creature is not None and game.known(creature).visible) or game.hero_at(i) is not None:
        return None
    if not (known.mark[i] or known.seen[i] or known.walked[i]):
        return 2
    feature = terrain.known_feature(level, known, i)
    if not terrain.PASSABLE[feature] or feature == terrain.CHASM or terrain.TRAP[feature]:
        return None
    return int(not known.walked[i])


def _offers(game: SilContext) -> Iterator[Offer]:
    held = statuses.trapped_in(game)
    if not held or not plan_terms.can_walk(game) or plan_terms.in_danger(game):
        return
    if _way(game) is not None:
        hint = text("Until you are free, or something comes up")
        yield offer("struggle", label=_LABELS[held], hint=hint, group="plan")


COMMANDS = (
    Command(
        "struggle", "Get out of the pit or web that holds you", _struggle, _offers, (), plan=True
    ),
)
