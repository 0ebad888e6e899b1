"""Recommendations to a hero in danger, the gravest first: to heal, to run, to strike, to shoot.

Each function yields what speaks for its aim, best first; nothing where its case is not given.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from engine.contract.action import Offer
from engine.contract.texts import Text, text
from engine.contract.view import Entity
from engine.sil.autoplay import songs
from engine.sil.autoplay.moods import by_turn, has_lingered, is_bold, is_whimsical
from engine.sil.autoplay.moves import (
    A_DASH,
    LEFT_ALONE,
    NARROW,
    NERVE,
    SHORT_RUN,
    AdvisedOffer,
    Moves,
    by_stairs,
    first_of,
)
from engine.sil.autoplay.surroundings import BRIAR, DOWN, gap, health_of
from engine.sil.autoplay.ways import Place, apart
from engine.sil.items import item_values

WEAK, FIT = 40, 60  # percent of health: flees below, seeks fights from
CAUTION = 0.2  # of his health: a fight that may cost more he avoids by near stairs, or by a song
TRIFLE = 0.1  # of his health: whom he passes by
BLOWS = 0.3  # of what a fight would cost him: what he bears to get away, wherever to
NOOK_WITHIN = 60  # places to look at for one
STUCK = 600  # turns on a level after which he dares what he would run from
LINGER = 100  # turns for which he looks about him at each new depth
MANY = 3  # beside him: a horn or a potion is worth a turn
PRESSING = frozenset(("cure blind", "cure confused", "cure afraid"))  # cures that help in a fight

Recommendations = Iterator[AdvisedOffer]


def recommend(offer: Offer | None, why: Text) -> Recommendations:
    """Yield one recommendation, if there is an offer."""
    if offer is not None:
        yield AdvisedOffer(offer, why)


# ------------------------------------------------------------------ supplies in need


def drink(moves: Moves) -> Recommendations:
    """Badly hurt, and hunted: what heals or hastens, or else what he does not know."""
    if moves.health >= WEAK or not moves.around.awake:
        return
    draughts = [*moves.offered("quaff", "eat")]
    for offer in draughts:
        if "heal" in moves.thing(offer).purposes:
            yield AdvisedOffer(offer, text("it heals, and you are badly hurt"))
    for offer in draughts:
        if "hasten" in moves.thing(offer).purposes:
            yield AdvisedOffer(offer, text("faster, you can get away"))
    for offer in draughts:
        if offer.action.verb == "quaff" and not moves.thing(offer).aware:
            yield AdvisedOffer(offer, text("you are badly hurt, and it may help"))


def cure(moves: Moves) -> Recommendations:
    """Take off what ails him: in a fight only what keeps him from fighting."""
    cures = moves.facts.cures & PRESSING if moves.around.awake else moves.facts.cures
    for offer in moves.offered("quaff", "eat"):
        if cures & moves.thing(offer).purposes:
            yield AdvisedOffer(offer, text("it cures you"))


def repel(moves: Moves) -> Recommendations:
    """Beset by many, or badly hurt: blow a horn or use a staff that stops them."""
    beside = sum(moves.around.away(b.y, b.x) == 1 for b in moves.around.awake)
    pressed = beside >= MANY or (moves.around.beset and moves.health < WEAK)
    if not pressed and not (moves.is_outmatched and moves.around.awake):
        return
    for offer in moves.offered("play", "activate"):
        if moves.thing(offer).purposes & item_values.REPELLING:
            yield AdvisedOffer(offer, text("it stops those who come at you"))
    if beside >= MANY:
        for offer in moves.offered("quaff"):
            if moves.thing(offer).purposes & {"hasten", "shield"}:
                yield AdvisedOffer(offer, text("it helps against so many"))


def light(moves: Moves) -> Recommendations:
    """Put a burning light in the place of none, even in a fight."""
    if not moves.facts.dark:
        return
    for offer in moves.offered("wear"):
        if moves.thing(offer).fuelled:
            yield AdvisedOffer(offer, text("you have no light"))


def arm(moves: Moves) -> Recommendations:
    """Take up a first weapon: it is worth a turn at any time, and a way if nobody is at his throat;
    where nobody is awake he first puts on what he has with him."""
    if moves.is_armed:
        return
    blades = [o for o in moves.offered("wear") if item_values.place(moves.thing(o)) == "weapon"]
    for offer in sorted(blades, key=lambda o: -moves.thing(o).figures)[:2]:
        yield AdvisedOffer(offer, text("you have no weapon in hand"))
    if moves.around.beset:
        return
    if not moves.around.awake:
        yield from put_on(moves)
    lying = {at for at, thing in moves.facts.lying.items() if item_values.place(thing) == "weapon"}
    yield from recommend(moves.travel(lying), text("a weapon lies there"))


def put_on(moves: Moves) -> Recommendations:
    """Put on what is better than what is worn."""
    for offer in moves.offered("wear"):
        if item_values.better(moves.thing(offer), moves.facts.worn):
            yield AdvisedOffer(offer, _why_wear(moves, offer))


def _why_wear(moves: Moves, offer: Offer) -> Text:
    if item_values.place(moves.thing(offer)) in moves.facts.worn:
        return text("it is better than what you wear")
    return text("you wear nothing there")


# ------------------------------------------------------------------ getting away


def flinch(moves: Moves) -> Recommendations:
    """Within reach of briars: on, if he meant to come past them, or back."""
    if moves.around.here not in moves.around.briars or moves.around.beset:
        return
    dares = is_bold(moves.facts) or not moves.has_unknown or _has_stepped_into_briars(moves)
    if dares and moves.health >= WEAK and (past := past_briars(moves)):
        yield AdvisedOffer(past, text("the way on leads past the thorns"))
    away = (o for o in moves.safe_steps if o.at not in moves.around.briars)
    yield from recommend(first_of(away), text("thorns reach you here"))


def _has_stepped_into_briars(moves: Moves) -> bool:
    """Return whether he came within their reach step by step: he meant to, and goes on, or he would
    go to and fro between the two sides."""
    for at, before in pairwise(moves.facts.trail[::-1]):
        if before not in moves.around.briars:
            return apart(at, before) <= 1
    return False


def retreat(moves: Moves) -> Recommendations:
    """In danger: onto the stairs underfoot, into a chasm, or to those to which he comes for less
    health than a fight would cost."""
    if moves.risk <= CAUTION * moves.points or _is_stuck(moves):
        return
    why = _cost(moves, moves.risk)
    yield from recommend(moves.down or moves.stairs or moves.fall(1), why)
    if moves.around.pursuers:
        yield from recommend(_stealth(moves, "off"), text("they know of you, and it slows you"))
    yield from recommend(_flight(moves), why)


def _flight(moves: Moves) -> Offer | None:
    """Return the plan to run to stairs, or the way on which he is hurt least: before swift hunters
    the plan only where both begin alike. Who has run to and fro trusts the plan alone."""
    stairs, swift = moves.around.stairs(), moves.around.hunted_by_swift
    plan = first_of(o for o in moves.offered("flee") if o.at in stairs)
    if moves.worn_out or (plan is not None and not swift):
        return plan
    way = moves.way_to_havens
    if plan is None or way is None:
        return way
    return plan if (way.path[0] if way.path else way.at) == plan.path[0] else way


def _cost(moves: Moves, risk: float) -> Text:
    """Return what a fight might cost, as a reason to avoid it."""
    share = 100 * risk / max(1, moves.points)
    if share >= 100:
        return text("a fight could kill you")
    return text("a fight could cost {percent} % of your health", percent=5 * round(share / 5))


def shy(moves: Moves) -> Recommendations:
    """Go down when anybody comes in sight who is awake, and leave by stairs that are near for those
    who would cost him dear, though they know nothing of him yet."""
    roused = moves.around.roused
    if not roused:
        return
    yield from recommend(moves.down, text("down you leave them behind"))
    if not moves.is_too_much(roused, CAUTION):
        return
    why = _cost(moves, moves.around.cost(roused, at_once=True))
    yield from recommend(moves.stairs, why)
    near = moves.near_stairs.intersection(moves.before(roused))
    yield from recommend(by_stairs(moves, near), why)


def tiptoe(moves: Moves) -> Recommendations:
    """Without a weapon: farther from those who have not noticed him and had better not."""
    close = [
        b
        for b in moves.around.dozing
        if moves.around.away(b.y, b.x) <= LEFT_ALONE and moves.is_left_alone(b)
    ]
    if moves.is_armed or is_bold(moves.facts) or moves.around.pursuers or not close:
        return
    if moves.is_explored:  # or he would come back to them again and again
        return

    def room(at: Place) -> int:
        return min(gap(being, at) for being in close)

    ways = [(room(o.at), o) for o in moves.safe_steps if o.at and not moves.is_to_and_fro(o)]
    most, best = max(ways, key=lambda way: way[0], default=(0, None))
    if best and most > room(moves.around.here):
        yield AdvisedOffer(best, text("unarmed, you had better not wake anybody"))


def escape(moves: Moves) -> Recommendations:
    """Hurt or outmatched, and hunted: to any stairs; else, from those whom he can outrun, on into
    the unknown, or as far as he can, if he is not struck much on the way. Unhurt he does not
    run to and fro."""
    hurt = moves.health < WEAK and bool(moves.around.awake or moves.around.lurkers)
    if not hurt and (_is_stuck(moves) or not moves.is_outmatched):
        return
    why = text("you are badly hurt") if hurt else _cost(moves, moves.risk)
    if hurt:
        yield from recommend(moves.stairs or moves.fall(1), why)
    yield from recommend(_flight(moves), why)
    stands = moves.around.hunted_by_swift and moves.is_armed
    most = BLOWS * min(moves.risk, moves.points)
    if not stands:
        away = {place for place in moves.unseen if moves.around.away(*place) >= A_DASH}
        yield from recommend(moves.run(away, most) or moves.run(moves.unseen, most), why)
    if not moves.around.beset:
        several = len(moves.around.awake) > 1
        for offer in moves.offered(*(("fall-back", "hide") if several else ("hide",))):
            yield AdvisedOffer(offer, why)
    if not stands and (hurt or not moves.worn_out):
        yield from recommend(_run_anywhere(moves), why)


def stand(moves: Moves) -> Recommendations:
    """Hunted by several: down, or to a place where few can come at him."""
    if len(moves.around.awake) < 2 or moves.around.beset:
        return
    yield from recommend(moves.down, text("down you leave them behind"))
    if is_bold(moves.facts) or moves.gaps(*moves.around.here) <= NARROW:
        return
    down = moves.around.ground_of(DOWN)
    if down and (found := moves.path(down)) is not None and not _meets(moves, found):
        yield AdvisedOffer(found, text("down you leave them behind"))
    why = text("there only few can come at you")
    fall_backs = [*moves.offered("fall-back")]
    for offer in fall_backs:
        yield AdvisedOffer(offer, why)
    for n, (place, step) in enumerate(moves.ways.first.items()):
        if n > NOOK_WITHIN or fall_backs:
            return
        nearer = any(gap(b, step) <= 1 for b in moves.around.awake)
        narrow = moves.around.away(*place) > 0 and moves.gaps(*place) <= NARROW
        if narrow and not nearer and (found := moves.step(*step)) is not None:
            yield AdvisedOffer(found, why)
            return


def _meets(moves: Moves, step: Offer) -> bool:
    """Return whether a step brings him beside somebody awake."""
    at = step.at
    return at is not None and any(gap(b, at) <= 1 for b in moves.around.awake)


def grope(moves: Moves) -> Recommendations:
    """When something unseen is at him: leave by the stairs underfoot, drink to see again, run to
    stairs or on into the unknown, or to where few can come at him; else step about."""
    shot_at, struck = "shot" in moves.facts.news, "struck" in moves.facts.news
    if moves.around.awake or not (struck or shot_at):
        return
    why = text("something unseen is at you")
    yield from recommend(moves.stairs, why)
    if "blind" in moves.states:
        yield from recommend(first_of(moves.offered("quaff")), text("blind, you need a cure"))
    flights = [*moves.offered("flee", *(() if shot_at else ("fall-back",)))]
    for offer in flights:
        yield AdvisedOffer(offer, why)
    ways = moves.safe_steps
    if ways and not flights:
        yield AdvisedOffer(ways[by_turn(moves.facts, len(ways))], why)


def pass_by(moves: Moves) -> Recommendations:
    """Go on down before his hunters come, or past those who are not worth a thought."""
    if not moves.around.hunters or moves.around.beset:
        return
    down = _forestall(moves, moves.around.ground_of(DOWN))
    yield from recommend(down, text("down before they come"))
    if not moves.is_too_much(moves.around.hunters, TRIFLE):
        why = text("it is not worth a fight")
        for offer in moves.offered("explore"):
            yield AdvisedOffer(offer, why)
        if not moves.is_armed:
            yield from recommend(_forestall(moves, moves.unseen), why)


def _forestall(moves: Moves, goals: Container[Place]) -> Offer | None:
    """Return the flight to the nearest of some places that he reaches before his hunters: before
    swift ones he goes only a few steps."""
    far = len(moves.ways.steps)
    if moves.around.hunted_by_swift and moves.is_armed:
        far = SHORT_RUN if moves.is_outmatched else A_DASH
    for place in moves.before(moves.around.pursuers):
        if moves.ways.steps[place] > far:
            return None
        found = moves.flight(moves.ways.way_to(place)) if place in goals else None
        if found is not None:
            return found
    return None


def _run_anywhere(moves: Moves) -> Offer | None:
    """Return the flight to the place farthest away that he reaches before his hunters: those who
    run after him strike less, or never if they are no swifter."""
    away = reversed(moves.before(moves.around.pursuers))
    flights = (moves.flight(moves.ways.way_to(place)) for place in away)
    return next((found for found in flights if found is not None), None)


def past_briars(moves: Moves) -> Offer | None:
    """Return the way into the unknown of one who minds no briars, or, where they bar it, to
    them."""
    reckless = moves.reckless()
    if (found := reckless.frontier) is not None or not moves.is_armed:
        return found
    thorns = [b for b in moves.board.entities if b.letter == BRIAR]
    blows = (_blow(moves, b) for b in thorns if moves.around.away(b.y, b.x) == 1)
    return first_of(filter(None, blows)) or reckless.path({(b.y, b.x) for b in thorns})


# ------------------------------------------------------------------ fighting


def sing(moves: Moves) -> Recommendations:
    """Frighten those of his hunters who have wits, while any of them are about, unless they have
    come back again and again; sing what helps."""
    if "song" in moves.states:
        wakeful = (b for b in moves.around.foes if "asleep" not in b.badges)
        if any(map(songs.has_wits, wakeful)):
            return
    else:
        smart = [b for b in moves.around.hunters if songs.has_wits(b)]
        if smart and moves.around.away(smart[0].y, smart[0].x) <= songs.EARSHOT:
            costly = moves.around.cost(smart, at_once=True) > CAUTION * moves.points
            if costly and (found := songs.elbereth(moves)) is not None:
                yield AdvisedOffer(found, text("it frightens those who hunt you"))
    yield from songs.helpful(moves)


def strike(moves: Moves) -> Recommendations:
    """Hit what stands beside him, the most wounded first; rouse nobody who would be too much, and
    with bare hands nobody at all."""
    if "afraid" in moves.states:
        return
    prey = [b for b in moves.around.dozing if not moves.is_left_alone(b)]
    foes = [*moves.around.awake, *(prey if moves.is_armed else ())]
    beside = [b for b in foes if moves.around.away(b.y, b.x) == 1]
    for being in sorted(beside, key=lambda b: ("asleep" in b.badges, health_of(b))):
        yield from recommend(_blow(moves, being), _why_strike(being, len(beside)))


def _blow(moves: Moves, being: Entity) -> Offer | None:
    """Return the fight with one who stands beside him, as a plan where it is offered."""
    return _plan(moves, "fight", being) or moves.step(being.y, being.x)


def _why_strike(being: Entity, beside: int) -> Text:
    if "asleep" in being.badges:
        return text("asleep, it cannot defend itself")
    if "unwary" in being.badges:
        return text("it has not noticed you")
    if health_of(being) <= 1:
        return text("it is nearly dead")
    if health_of(being) < HEALTHY and beside > 1:
        return text("it is the weakest of them")
    if "fleeing" in being.badges:
        return text("it turns to flee")
    return text("it is at your throat")


HEALTHY = 4  # bands of an unhurt creature


def shoot(moves: Moves) -> Recommendations:
    """Shoot, or throw what is made for it, while nobody is beside him; but wake nobody whom he had
    better leave alone."""
    prey = [b for b in moves.around.dozing if moves.is_armed and not moves.is_left_alone(b)]
    foes = moves.around.hunters or prey
    if not foes or moves.around.away(foes[0].y, foes[0].x) < 2:
        return
    aimed = {(b.y, b.x): b for b in foes}
    for offer in moves.offered("shoot", "fire", "volley", "throw"):
        target = aimed.get(offer.at) if offer.at else None
        if target is None or offer.action.args[:1] == ("nearest",):
            continue
        if item_values.is_missile(offer.action.verb, moves.thing(offer)):
            yield AdvisedOffer(offer, _why_shoot(target))


def _why_shoot(being: Entity) -> Text:
    if "asleep" in being.badges or "unwary" in being.badges:
        return text("it has not noticed you")
    if "fleeing" in being.badges:
        return text("it runs, and may come back")
    return text("it is hurt and comes on") if health_of(being) < HEALTHY else text("it comes on")


def meet(moves: Moves) -> Recommendations:
    """Let the wakeful come for a while, unless they shoot, and those who lurk; go to those who know
    nothing of him; follow nobody who flees."""
    if moves.around.awake and moves.health >= WEAK:
        comers = [b for b in moves.around.awake if "fleeing" not in b.badges]
        if comers:
            yield from _await(moves, comers[0])
        return
    if moves.around.lurkers:
        for offer in moves.offered("await"):
            yield AdvisedOffer(offer, text("it is near, and who has to come loses the first blow"))
        return
    if moves.is_armed and not is_whimsical(moves.facts) and moves.health >= FIT:
        prey = [b for b in moves.around.dozing if not moves.is_left_alone(b)]
        near = [b for b in prey if moves.around.away(b.y, b.x) <= LEFT_ALONE]
        yield from recommend(_way_to(moves, near), text("it has not noticed you"))


def _await(moves: Moves, foe: Entity) -> Recommendations:
    """Wait for one who is awake and near, or go to meet it."""
    archer = moves.around.kind(foe).archer
    wait, why = first_of(moves.offered("wait")), text("who has to come loses the first blow")
    if moves.around.away(foe.y, foe.x) > 2 and not archer:
        if not is_bold(moves.facts) and not has_lingered(moves.facts, LINGER):
            yield from recommend(_plan(moves, "fight", foe), why)
            yield from recommend(wait, why)
        elif not moves.is_too_much([foe], NERVE):
            yield from recommend(_way_to(moves, [foe]), text("it does not come"))
        return
    if moves.around.here in moves.around.stairs() and not archer:
        yield from recommend(wait, text("on stairs you can leave at any time"))
        return
    for cover in moves.offered("hide") if archer else ():
        yield AdvisedOffer(cover, text("it shoots, and has to come close"))
    reason = text("it shoots: close with it") if archer else text("it is near, and you are fit")
    yield from recommend(_way_to(moves, [foe]), reason)


def _way_to(moves: Moves, beings: Sequence[Entity]) -> Offer | None:
    """Return the way to the nearest of some creatures, as a plan to fight it where one is
    offered."""
    charges = (_plan(moves, "charge", being) for being in beings)
    plan = next((found for found in charges if found is not None), None)
    return plan or moves.path({(being.y, being.x) for being in beings})


def _plan(moves: Moves, verb: str, being: Entity) -> Offer | None:
    """Return the first offered plan of a verb that is about a creature: none about one that flees
    and is not beside him, at which such plans end."""
    if "fleeing" in being.badges and moves.around.away(being.y, being.x) > 1:
        return None
    return first_of(o for o in moves.offered(verb) if o.target == being.name)


def _stealth(moves: Moves, word: str) -> Offer | None:
    return first_of(o for o in moves.offered("stealth") if o.action.args == (word,))


def creep(moves: Moves) -> Recommendations:
    """Without a weapon: go softly past those who know nothing of him."""
    if moves.is_armed or moves.around.pursuers or not moves.around.dozing:
        return
    yield from recommend(_stealth(moves, "on"), text("unarmed, you had better not be heard"))


def _is_stuck(moves: Moves) -> bool:
    """Return whether he has been so long on a level that he must dare something."""
    return has_lingered(moves.facts, STUCK) and is_bold(moves.facts)
