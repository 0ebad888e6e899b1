"""Offers of conflicts: before a room, in a conflict, before a hazard, with who is here."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common.plans import LIMITS
from engine.contract.action import Offer, OfferGroup
from engine.contract.texts import Text, counted, joined, text
from engine.kanthe.commands.conflict_plans import conflict_with
from engine.kanthe.commands.item_offers import use_offers
from engine.kanthe.data.content import PURPOSES
from engine.kanthe.encounters.conflict import possible_targets
from engine.kanthe.encounters.hazards import clears, force_pool
from engine.kanthe.encounters.odds import (
    clear_chances,
    duel_chances,
    flight_chances,
    hazard_chances,
    hiding_chances,
    throw_chances,
)
from engine.kanthe.encounters.pools import hero_pool, opponents_of, opposition_pool, tools, total
from engine.kanthe.encounters.presence import conflict_at, is_hostile
from engine.kanthe.magic.arcane_things import effect_of, item_dice
from engine.kanthe.map.level_plan import passages_at
from engine.kanthe.rules.context import KantheContext
from engine.kanthe.rules.names import creature_name, item_name, item_refs
from engine.kanthe.rules.offer_making import make_offer, plan_line
from engine.kanthe.state import (
    Approach,
    ChooseTarget,
    ChooseVictim,
    Conflict,
    FaceHazard,
    Opponent,
    Purpose,
)
from engine.kanthe.words import dice, wounds

MOST_AIMS = 4  # opponents of one conflict that plans are offered for


def approach_offers(game: KantheContext, question: Approach) -> Iterator[Offer]:
    """Yield what may be done before a room or a place that somebody holds."""
    turn_back = make_offer("turn-back", text("Turn back"), text("Stay where you are."), "answer")
    conflict = conflict_at(game.state, question.node)
    yield from _contest_offers(game, conflict)
    yield _evading_offer(game, "sneak", text("Sneak through"), conflict)
    yield _evading_offer(game, "hide", text("Hide in there"), conflict)
    yield turn_back
    yield from items_offer(game)


def conflict_offers(game: KantheContext, conflict: Conflict) -> Iterator[Offer]:
    """Yield what may be done in a conflict before a throw."""
    yield from _contest_offers(game, conflict)
    yield _evading_offer(game, "flee", text("Flee"), conflict)
    yield _evading_offer(game, "sneak", text("Slip past"), conflict)
    for tool in tools(game):
        if conflict.tool == tool.ref:
            label = text("Leave {tool:the} alone", tool=tool.name)
            yield make_offer("tool none", label, "", "item", free=True)
        elif tool.ref != conflict.barred:
            label = text("Use {tool:the}", tool=tool.name)
            hint = text(
                "{strength} dice more in a fight; it can be turned against you.",
                strength=tool.strength,
            )
            yield make_offer(f"tool {tool.ref}", label, hint, "item", free=True)
    yield from use_offers(game)
    yield from items_offer(game)


def meeting_offers(game: KantheContext) -> Iterator[Offer]:
    """Yield conflicts that the hero may begin with who is here and does not attack him."""
    state = game.state
    around = {passage.id for passage in passages_at(state.here, state.node)}
    for who in state.here.opponents:
        near = who.node == state.node or (who.passage in around and not is_hostile(who))
        if not near or not who.here:
            continue
        conflict = conflict_with(game, who)
        if not game.kind_of(who).has("mindless"):
            yield _plan_offer(game, "persuade", who, conflict)
        yield _plan_offer(game, "fight", who, conflict)


# ------------------------------------------------------------------ fights and words


def _contest_offers(game: KantheContext, conflict: Conflict) -> Iterator[Offer]:
    opponents = opponents_of(game, conflict)
    alone = len(opponents) == 1
    for who in opponents[:MOST_AIMS]:
        yield _plan_offer(game, "fight", who, conflict, names=not alone)
        if not game.kind_of(who).has("mindless"):
            yield _plan_offer(game, "persuade", who, conflict, names=not alone)
    yield _throw_offer(game, "fight", text("Fight one round"), conflict)
    if any(not game.kind_of(o).has("mindless") for o in opponents):
        yield _throw_offer(game, "persuade", text("Talk one round"), conflict)


def _plan_offer(
    game: KantheContext, verb: Purpose, who: Opponent, conflict: Conflict, *, names: bool = True
) -> Offer:
    """Return the offer of a contest to its end; `names`: its label says with whom."""
    percent = LIMITS[game.state.hero.caution].fight_until
    limit = least_words(percent)
    if verb == "fight":
        label = text("Fight on")
        hint = text("Until it is overcome, or {limit}.", limit=limit)
    else:
        label = text("Talk on")
        hint = text("Until it is a friend, or {limit}.", limit=limit)
    if names:
        label = text("{what}: {who:the}", what=label, who=creature_name(who))
    if game.state.hero.allies:
        hint = joined([hint, text("Allies take the wounds that they survive.")])
    chances = duel_chances(game, conflict, verb, percent)
    return make_offer(plan_line(game, verb, who.name), label, hint, "plan", chances=chances)


def least_words(percent: int) -> Text:
    """Return the limit of a fight: "your health is below 50 %"."""
    return text("your health is below {percent} %", percent=percent)


def _throw_offer(game: KantheContext, verb: Purpose, what: Text, conflict: Conflict) -> Offer:
    own = total(hero_pool(game, verb, conflict))
    against = total(opposition_pool(game, verb, conflict))
    chances = throw_chances(game, conflict, verb)
    return make_offer(verb, what, _against(own, against), "target", chances=chances)


def _evading_offer(game: KantheContext, verb: str, what: Text, conflict: Conflict) -> Offer:
    own = total(hero_pool(game, "evade", conflict))
    against = total(opposition_pool(game, "evade", conflict))
    dice_hint = _against(own, against)
    if verb == "hide":
        chances = hiding_chances(game, conflict)
        return make_offer(verb, what, dice_hint, "target", chances=chances)
    percent = LIMITS[game.state.hero.caution].fight_until
    limit = least_words(percent)
    hint = joined([dice_hint, text("Until you are away, or {limit}.", limit=limit)])
    chances = flight_chances(game, conflict, percent)
    return make_offer(plan_line(game, verb), what, hint, "plan", chances=chances)


def _against(own: int, against: int) -> Text:
    return text("{own} against {against}.", own=dice(own), against=against)


# ------------------------------------------------------------------ items


def items_offer(game: KantheContext, group: OfferGroup = "item") -> Iterator[Offer]:
    """Yield the way to the choice of items, if there is any to choose."""
    if list(tick_offers(game)):
        unused = sum(not item.ticked for item in item_refs(game).values())
        hint = text("All that fit are used.")
        if unused:
            hint = counted(unused, "{number} item left out.", "{number} items left out.")
        yield make_offer("items", text("Choose items…"), hint, group, free=True)


def tick_offers(game: KantheContext) -> Iterator[Offer]:
    """Yield the items that the next throws may use, or leave out."""
    for ref, item in item_refs(game).items():
        if any(item_dice(game, item, purpose) for purpose in PURPOSES):
            thing = item_name(game, item)
            label = text("Use: {thing}", thing=thing)
            if item.ticked:
                label = text("Do not use: {thing}", thing=thing)
            line = f"untick {ref}" if item.ticked else f"tick {ref}"
            yield make_offer(line, label, "", "item", free=True)


# ------------------------------------------------------------------ hazards


def hazard_offers(game: KantheContext, question: FaceHazard) -> Iterator[Offer]:
    """Yield what may be done about a hazard."""
    hazard = game.hazard(question.hazard)
    if game.hazard_kind(hazard).has("bars"):
        yield from _barred_way_offers(game, question)
    else:
        own = total(hero_pool(game, "evade"))
        against = total(opposition_pool(game, "evade", hazard=hazard))
        repeats = game.hazard_kind(hazard).has("repeats")
        hint = _against(own, against)
        if repeats:
            hint = joined([hint, text("Again and again, until it is past.")])
        yield make_offer(
            plan_line(game, "evade"),
            text("Evade"),
            hint,
            "plan" if repeats else "act",
            chances=hazard_chances(game, hazard),
        )
        if question.may_turn:
            yield make_offer("turn-back", text("Turn back"), "", "answer")
        yield from use_offers(game)
        hint = text("{wounds}.", wounds=wounds(hazard.strength))
        yield make_offer("endure", text("Let it come"), hint, "answer")
    yield from items_offer(game)


def _barred_way_offers(game: KantheContext, question: FaceHazard) -> Iterator[Offer]:
    hazard = game.hazard(question.hazard)
    clearing = [o for o in use_offers(game) if _would_clear(game, o, question)]
    yield from clearing
    hint = text(
        "{pool}: {number} equal ones open it, two weaken it. A try that fails is noise.",
        pool=dice(total(force_pool(game))),
        number=hazard.strength + 1,
    )
    yield make_offer(
        plan_line(game, "clear"),
        text("Force the way"),
        hint,
        "plan",
        chances=clear_chances(game, hazard),
    )
    yield make_offer("turn-back", text("Turn back"), text("The way stays barred."), "answer")
    yield from (o for o in use_offers(game) if o not in clearing)


def need_words(pool: int, degree: int) -> Text:
    """Return what it takes to force something with some dice, and how long it is tried."""
    return text(
        "{pool}, until {number} are equal. A try that fails is noise.",
        pool=dice(pool),
        number=degree + 1,
    )


def _would_clear(game: KantheContext, offer: Offer, question: FaceHazard) -> bool:
    effect = effect_of(game, item_refs(game)[offer.action.args[0]])
    return effect is not None and clears(game, effect, game.hazard(question.hazard))


# ------------------------------------------------------------------ after a throw


def target_offers(game: KantheContext, question: ChooseTarget) -> Iterator[Offer]:
    """Yield whom a match of the hero's can hit."""
    conflict = game.state.conflict
    assert conflict is not None
    talking = conflict.purpose == "persuade"

    def felt(target: Opponent) -> int:
        spirit = game.kind_of(target).has("spirit")
        return question.act.hero_arcane if spirit else question.act.hero

    limit = game.state.difficulty
    targets = possible_targets(game, conflict)
    targets.sort(key=lambda o: (felt(o) < 2, -(o.social if talking else o.wounds)))
    for target in targets:
        degree = felt(target)
        has = target.social if talking else target.wounds
        hint = text(
            "Degree {degree}; it has {has} of {limit}.",
            degree=degree if degree > 1 else 0,
            has=has,
            limit=limit + 1,
        )
        label = text("{who:The}", who=creature_name(target))
        yield make_offer(f"hit {target.name}", label, hint, "answer")


def victim_offers(game: KantheContext, question: ChooseVictim) -> Iterator[Offer]:
    """Yield who may take a wound."""
    hero = game.state.hero
    suffered = _of(hero.wounds + question.degree, hero.challenge + 1)
    yield make_offer("wound me", text("You"), suffered, "answer")
    limit = game.state.difficulty + 1
    for ally in hero.allies:
        yield make_offer(
            f"wound {ally.name}",
            text("Your ally: {who}", who=creature_name(ally)),
            _of(ally.wounds + question.degree, limit),
            "answer",
        )


def _of(number: int, limit: int) -> Text:
    return text("{number} of {limit}.", number=number, limit=limit)
