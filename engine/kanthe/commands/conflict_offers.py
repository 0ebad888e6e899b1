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


def approach_offers(play: KantheContext, question: Approach) -> Iterator[Offer]:
    """Yield what may be done before a room or a place that somebody holds."""
    turn_back = make_offer("turn-back", text("Turn back"), text("Stay where you are."), "answer")
    conflict = conflict_at(play.game, question.node)
    yield from _contest_offers(play, conflict)
    yield _evading_offer(play, "sneak", text("Sneak through"), conflict)
    yield _evading_offer(play, "hide", text("Hide in there"), conflict)
    yield turn_back
    yield from items_offer(play)


def conflict_offers(play: KantheContext, conflict: Conflict) -> Iterator[Offer]:
    """Yield what may be done in a conflict before a throw."""
    yield from _contest_offers(play, conflict)
    yield _evading_offer(play, "flee", text("Flee"), conflict)
    yield _evading_offer(play, "sneak", text("Slip past"), conflict)
    for tool in tools(play):
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
    yield from use_offers(play)
    yield from items_offer(play)


def meeting_offers(play: KantheContext) -> Iterator[Offer]:
    """Yield conflicts that the hero may begin with who is here and does not attack him."""
    game = play.game
    around = {passage.id for passage in passages_at(game.here, game.node)}
    for who in game.here.opponents:
        near = who.node == game.node or (who.passage in around and not is_hostile(who))
        if not near or not who.here:
            continue
        conflict = conflict_with(play, who)
        if not play.kind_of(who).has("mindless"):
            yield _plan_offer(play, "persuade", who, conflict)
        yield _plan_offer(play, "fight", who, conflict)


# ------------------------------------------------------------------ fights and words


def _contest_offers(play: KantheContext, conflict: Conflict) -> Iterator[Offer]:
    opponents = opponents_of(play, conflict)
    alone = len(opponents) == 1
    for who in opponents[:MOST_AIMS]:
        yield _plan_offer(play, "fight", who, conflict, names=not alone)
        if not play.kind_of(who).has("mindless"):
            yield _plan_offer(play, "persuade", who, conflict, names=not alone)
    yield _throw_offer(play, "fight", text("Fight one round"), conflict)
    if any(not play.kind_of(o).has("mindless") for o in opponents):
        yield _throw_offer(play, "persuade", text("Talk one round"), conflict)


def _plan_offer(
    play: KantheContext, verb: Purpose, who: Opponent, conflict: Conflict, *, names: bool = True
) -> Offer:
    """Return the offer of a contest to its end; `names`: its label says with whom."""
    percent = LIMITS[play.game.hero.caution].fight_until
    limit = least_words(percent)
    if verb == "fight":
        label = text("Fight on")
        hint = text("Until it is overcome, or {limit}.", limit=limit)
    else:
        label = text("Talk on")
        hint = text("Until it is a friend, or {limit}.", limit=limit)
    if names:
        label = text("{what}: {who:the}", what=label, who=creature_name(who))
    if play.game.hero.allies:
        hint = joined([hint, text("Allies take the wounds that they survive.")])
    chances = duel_chances(play, conflict, verb, percent)
    return make_offer(plan_line(play, verb, who.name), label, hint, "plan", chances=chances)


def least_words(percent: int) -> Text:
    """Return the limit of a fight: "your health is below 50 %"."""
    return text("your health is below {percent} %", percent=percent)


def _throw_offer(play: KantheContext, verb: Purpose, what: Text, conflict: Conflict) -> Offer:
    own = total(hero_pool(play, verb, conflict))
    against = total(opposition_pool(play, verb, conflict))
    chances = throw_chances(play, conflict, verb)
    return make_offer(verb, what, _against(own, against), "target", chances=chances)


def _evading_offer(play: KantheContext, verb: str, what: Text, conflict: Conflict) -> Offer:
    own = total(hero_pool(play, "evade", conflict))
    against = total(opposition_pool(play, "evade", conflict))
    dice_hint = _against(own, against)
    if verb == "hide":
        chances = hiding_chances(play, conflict)
        return make_offer(verb, what, dice_hint, "target", chances=chances)
    percent = LIMITS[play.game.hero.caution].fight_until
    limit = least_words(percent)
    hint = joined([dice_hint, text("Until you are away, or {limit}.", limit=limit)])
    chances = flight_chances(play, conflict, percent)
    return make_offer(plan_line(play, verb), what, hint, "plan", chances=chances)


def _against(own: int, against: int) -> Text:
    return text("{own} against {against}.", own=dice(own), against=against)


# ------------------------------------------------------------------ items


def items_offer(play: KantheContext, group: OfferGroup = "item") -> Iterator[Offer]:
    """Yield the way to the choice of items, if there is any to choose."""
    if list(tick_offers(play)):
        unused = sum(not item.ticked for item in item_refs(play).values())
        hint = text("All that fit are used.")
        if unused:
            hint = counted(unused, "{number} item left out.", "{number} items left out.")
        yield make_offer("items", text("Choose items…"), hint, group, free=True)


def tick_offers(play: KantheContext) -> Iterator[Offer]:
    """Yield the items that the next throws may use, or leave out."""
    for ref, item in item_refs(play).items():
        if any(item_dice(play, item, purpose) for purpose in PURPOSES):
            thing = item_name(play, item)
            label = text("Use: {thing}", thing=thing)
            if item.ticked:
                label = text("Do not use: {thing}", thing=thing)
            line = f"untick {ref}" if item.ticked else f"tick {ref}"
            yield make_offer(line, label, "", "item", free=True)


# ------------------------------------------------------------------ hazards


def hazard_offers(play: KantheContext, question: FaceHazard) -> Iterator[Offer]:
    """Yield what may be done about a hazard."""
    hazard = play.hazard(question.hazard)
    if play.hazard_kind(hazard).has("bars"):
        yield from _barred_way_offers(play, question)
    else:
        own = total(hero_pool(play, "evade"))
        against = total(opposition_pool(play, "evade", hazard=hazard))
        repeats = play.hazard_kind(hazard).has("repeats")
        hint = _against(own, against)
        if repeats:
            hint = joined([hint, text("Again and again, until it is past.")])
        yield make_offer(
            plan_line(play, "evade"),
            text("Evade"),
            hint,
            "plan" if repeats else "act",
            chances=hazard_chances(play, hazard),
        )
        if question.may_turn:
            yield make_offer("turn-back", text("Turn back"), "", "answer")
        yield from use_offers(play)
        hint = text("{wounds}.", wounds=wounds(hazard.strength))
        yield make_offer("endure", text("Let it come"), hint, "answer")
    yield from items_offer(play)


def _barred_way_offers(play: KantheContext, question: FaceHazard) -> Iterator[Offer]:
    hazard = play.hazard(question.hazard)
    clearing = [o for o in use_offers(play) if _would_clear(play, o, question)]
    yield from clearing
    hint = text(
        "{pool}: {number} equal ones open it, two weaken it. A try that fails is noise.",
        pool=dice(total(force_pool(play))),
        number=hazard.strength + 1,
    )
    yield make_offer(
        plan_line(play, "clear"),
        text("Force the way"),
        hint,
        "plan",
        chances=clear_chances(play, hazard),
    )
    yield make_offer("turn-back", text("Turn back"), text("The way stays barred."), "answer")
    yield from (o for o in use_offers(play) if o not in clearing)


def need_words(pool: int, degree: int) -> Text:
    """Return what it takes to force something with some dice, and how long it is tried."""
    return text(
        "{pool}, until {number} are equal. A try that fails is noise.",
        pool=dice(pool),
        number=degree + 1,
    )


def _would_clear(play: KantheContext, offer: Offer, question: FaceHazard) -> bool:
    effect = effect_of(play, item_refs(play)[offer.action.args[0]])
    return effect is not None and clears(play, effect, play.hazard(question.hazard))


# ------------------------------------------------------------------ after a throw


def target_offers(play: KantheContext, question: ChooseTarget) -> Iterator[Offer]:
    """Yield whom a match of the hero's can hit."""
    conflict = play.game.conflict
    assert conflict is not None
    talking = conflict.purpose == "persuade"

    def felt(target: Opponent) -> int:
        spirit = play.kind_of(target).has("spirit")
        return question.act.hero_arcane if spirit else question.act.hero

    limit = play.game.difficulty
    targets = possible_targets(play, conflict)
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


def victim_offers(play: KantheContext, question: ChooseVictim) -> Iterator[Offer]:
    """Yield who may take a wound."""
    hero = play.game.hero
    suffered = _of(hero.wounds + question.degree, hero.challenge + 1)
    yield make_offer("wound me", text("You"), suffered, "answer")
    limit = play.game.difficulty + 1
    for ally in hero.allies:
        yield make_offer(
            f"wound {ally.name}",
            text("Your ally: {who}", who=creature_name(ally)),
            _of(ally.wounds + question.degree, limit),
            "answer",
        )


def _of(number: int, limit: int) -> Text:
    return text("{number} of {limit}.", number=number, limit=limit)
