"""Smithing: the workbench, the work at a forge, melting mithril (rules: smithing 9)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.common.plans import MOST_TURNS, Stop, Terms, split_terms, with_terms
from engine.contract.action import ActionError, Offer, OfferGroup
from engine.contract.texts import Name, Text, text
from engine.sil.clock import plan_runs
from engine.sil.clock.plan_runs import DONE
from engine.sil.commands import answers
from engine.sil.commands.base import Argument, Command, item, offer
from engine.sil.game import questions
from engine.sil.game.context import SilContext
from engine.sil.game.state import Item, Question
from engine.sil.hero import derived
from engine.sil.items import item_handles
from engine.sil.level import terrain
from engine.sil.perception import vision
from engine.sil.smithing import costs, designs, forging, workbench

PLAN = Argument("plan", "text", "the name of a saved plan", required=False)
OFFERED = 4  # saved plans, and things to melt


def _ask(game: SilContext, screen: str) -> None:
    """Put a screen's question into the state."""
    asked = workbench.ask(game, screen)
    free = {"free": "yes"} if asked.prompt else {}
    questions.ask(game, "smith", asked, screen=screen, **free)


def _take(game: SilContext, question: Question, word: str) -> None:
    """Apply an answer at the workbench and ask on. When it will not do, the question stays."""
    try:
        following = workbench.take(game, question.data["screen"], word)
        if following == workbench.MAKE:
            _forge(game, ())
            return
    except ActionError:
        game.state.question = question
        raise
    if following:
        _ask(game, following)


def _smith(game: SilContext, args: tuple[str, ...]) -> None:
    """Open the workbench, with a saved plan on it when one is named."""
    if args:
        workbench.open_plan(game, args[0])
    open_workbench(game)


def open_workbench(game: SilContext) -> None:
    """Ask the first question of the workbench."""
    _ask(game, workbench.first(game))


def _smith_offers(game: SilContext) -> Iterable[Offer]:
    at_forge = costs.at_forge(game)
    uses = terrain.forge_uses(costs.feature_here(game))
    label = text("Work at the forge") if uses else text("Plan smithing")
    group: OfferGroup = "act" if at_forge else "growth"
    hint = workbench.smith_line(game)
    yield offer("smith", label=label, hint=hint, group=group, free=True, page="Smithing")


# ------------------------------------------------------------------------------------ work


def _forge(game: SilContext, args: tuple[str, ...]) -> None:
    """Go on with the work that was begun, or begin a saved plan or the design at hand."""
    hero = game.hero
    args, terms = split_terms(args)
    plan = workbench.plan_at_hand(game, args)
    forging.refuse(game, plan)
    if hero.work is None or hero.work.item != plan:
        if not game.state.sure and (question := _doubt(game, plan)):
            questions.sure(game, question, " ".join(("forge", *with_terms(args, terms))))
            return
        hero.design = designs.copy(plan)
        forging.begin(game, plan)
    _work(game, terms)


def _doubt(game: SilContext, plan: Item) -> Text | None:
    """Return what to ask before an item is begun; None when nothing is lost by it."""
    drain = costs.of_design(game, plan).drain
    lost = workbench.loss(game) if game.hero.work is not None else None
    if not drain:
        return lost
    price = text(
        "Make {plan}? You lose {drain} Smithing for good.",
        plan=designs.words(game, plan),
        drain=drain,
    )
    return text("{lost} {price}", lost=lost, price=price) if lost else price


def _work(game: SilContext, terms: Terms) -> None:
    """Work turn after turn until the item is done or something interrupts; it is loud, and the
    fire shines."""
    if game.hero.work is not None and terms.turns == MOST_TURNS:
        terms = terms._replace(turns=max(MOST_TURNS, game.hero.work.turns))
    game.state.forge = game.level.at(game.hero.y, game.hero.x)
    plan_runs.carry_out(game, "forge", lambda: _work_on(game), terms)
    game.state.forge = -1
    derived.update(game)
    vision.update(game)


def _work_on(game: SilContext) -> Stop | None:
    work = game.hero.work
    if work is None:
        return DONE
    if lack := forging.work_on(game, work):
        return Stop("blocked", lack)
    return DONE if work.turns <= 0 else None


def _forge_offers(game: SilContext) -> Iterable[Offer]:
    if not terrain.forge_uses(costs.feature_here(game)):
        return
    work = game.hero.work
    if work is not None and not costs.obstacles(game, work.item):
        yield offer(
            "forge",
            label=text("Go on with your work"),
            hint=text(
                "{item}: {turns} turns left", item=designs.words(game, work.item), turns=work.turns
            ),
            group="plan",
        )
    ready = [
        (name, plan)
        for name, plan in game.knowledge.designs.items()
        if not costs.obstacles(game, plan)
    ]
    for name, plan in ready[:OFFERED]:
        price = costs.of_design(game, plan)
        hint = text(
            "{turns} turns; {price}", turns=price.turns, price=workbench.costs_in_words(price)
        )
        yield offer(
            "forge",
            name,
            label=text("Make {plan:.33}", plan=Name(name, given=True)),
            hint=hint,
            group="plan",
        )


# --------------------------------------------------------------------------------- melting


def _melt(game: SilContext, args: tuple[str, ...]) -> None:
    thing = item(game, args[0])
    if not forging.can_melt(game, thing):
        forging.melt(game, thing)  # says why not
    if not game.state.sure:
        question = text(
            "Melt {item}? It gives {weight} mithril.",
            item=item_handles.item_words(game, thing),
            weight=thing.weight,
        )
        questions.sure(game, question, f"melt {args[0]}")
        return
    forging.melt(game, thing)


def _melt_offers(game: SilContext) -> Iterable[Offer]:
    if not costs.at_forge(game):
        return
    found = [pair for pair in item_handles.items(game).items() if forging.can_melt(game, pair[1])]
    for handle, thing in found[:OFFERED]:
        name = item_handles.item_words(game, thing)
        yield offer(
            "melt",
            handle,
            label=text("Melt {item:.33}", item=name),
            group="item",
            irreversible=True,
        )


COMMANDS = (
    Command(
        "forge", "Make a saved plan at a forge, or go on with your work", _forge, _forge_offers,
        (PLAN,), plan=True,
    ),
    Command(
        "smith", "Plan what to make at a forge", _smith, _smith_offers, (PLAN,), aliases=("0",),
    ),
    Command(
        "melt", "Melt something of mithril at a forge", _melt, _melt_offers,
        (Argument("item", "item", "its letter, place or name", (), True, fits=forging.can_melt),),
    ),
)  # fmt: skip

answers.TAKERS["smith"] = _take
