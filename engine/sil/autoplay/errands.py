"""Recommendations to a hero whom nobody hunts: to grow, to eat, to dress, to rest, to explore, to
go down."""

from __future__ import annotations

from engine.contract.action import Offer
from engine.contract.texts import Text, text
from engine.sil.autoplay import songs
from engine.sil.autoplay.dangers import FIT, LINGER, Recommendations, past_briars, put_on, recommend
from engine.sil.autoplay.moods import (
    SPELL,
    WHIMS,
    are_stairs_tired,
    by_turn,
    has_lingered,
    is_whimsical,
)
from engine.sil.autoplay.moves import LEFT_ALONE, AdvisedOffer, Moves, by_stairs, first_of
from engine.sil.autoplay.surroundings import DOWN, UP
from engine.sil.items import item_classes, item_values
from engine.sil.items.item_values import Thing

WHOLE = 95  # percent of health: rests until
IN_VOICE = 70  # percent of voice: rests until
CALMLY = 6  # health that he would have left of a fall that he need not take
DETOUR = 15  # steps that he goes for a thing
RETURN = 20  # turns on a level after which he leaves by stairs that he comes back to
KEEN = 200  # turns for which he goes to things
OF_LATE = 6  # actions: where he stood after them he does not hide again
PATIENCE = 250  # turns for which he looks for a way down before he takes one up
SKILLS = ("stealth", "evasion", "melee")
UNARMED_SKILLS = ("evasion", "stealth")
DEEPER = text("you are fit to go deeper")
BEHIND = text("there may be a way behind it")


def grow(moves: Moves) -> Recommendations:
    """Learn what keeps him alive, and spend experience evenly on skills that do: not while anybody
    hunts him, nor at a forge, where work may need it."""
    at_forge = any(offer.group != "growth" for offer in moves.offered("smith"))
    if moves.around.awake or moves.around.pursuers or at_forge:
        return
    why = text("you have experience to spend")
    lessons = (o for o in moves.offered("learn") if o.action.args[0] in moves.facts.lessons)
    yield from recommend(first_of(lessons), why)
    yield from recommend(songs.lesson(moves.facts, moves.offers), why)
    skills = [*(SKILLS if moves.is_armed else UNARMED_SKILLS)]
    if moves.facts.sings_elbereth:
        skills.append("song")
    costs = {o.action.args[0]: o for o in moves.offered("raise")}
    wanted = [costs[skill] for skill in skills if skill in costs]
    wanted.sort(key=lambda o: moves.facts.prices[o.action.args[0]])
    yield from recommend(first_of(wanted), why)


def eat(moves: Moves) -> Recommendations:
    """Eat when hungry, and feed the light before it goes out."""
    if moves.facts.hunger:
        for offer in moves.offered("eat"):
            if item_values.is_meal(moves.thing(offer)):
                yield AdvisedOffer(offer, text("you are hungry"))
    if moves.facts.dark or moves.facts.fading:
        for offer in moves.offered("refuel"):
            yield AdvisedOffer(offer, text("your light burns low"))


def dress(moves: Moves) -> Recommendations:
    """Pick up what is worth having, put on what is better than what is worn."""
    if moves.around.awake:
        return
    worn = moves.facts.worn
    yield from recommend(first_of(moves.offered("rummage")), text("there may be something on them"))
    yield from put_on(moves)
    for offer in moves.offered("get"):
        if item_values.is_wanted(moves.thing(offer), worn):
            yield AdvisedOffer(offer, text("it is of use"))
    if moves.facts.burdened:
        heavy = first_of(o for o in moves.offered("drop") if len(o.action.args) == 1)
        yield from recommend(heavy, text("you carry too much"))


def taste(moves: Moves) -> Recommendations:
    """Try what he does not know while he is whole and nobody is in sight: to learn what it is, and
    what will help in need. What showed nothing he does not try again."""
    if moves.around.foes or moves.around.lurkers:
        return
    if moves.health < WHOLE or moves.facts.ails:
        return
    why = text("nobody is near: learn what it does")
    for offer in moves.offered("quaff", "activate"):
        thing = moves.thing(offer)
        if not (thing.aware or thing.tried):
            yield AdvisedOffer(offer, why)


def rest(moves: Moves) -> Recommendations:
    """Rest until he is whole, upon near stairs if there are any; not beside those who are
    awake."""
    hunted = any("fleeing" not in b.badges for b in moves.around.awake)
    if hunted or moves.around.lurkers or (moves.health >= WHOLE and not _ails(moves)):
        return
    if moves.facts.hunger == "starving" or (moves.facts.hunger and moves.health >= FIT):
        return
    yield from withdraw(moves)
    if any(moves.around.away(b.y, b.x) <= LEFT_ALONE for b in moves.around.roused):
        return
    near = moves.near_stairs
    why = _why_rest(moves)
    if moves.around.here not in near and "confused" not in moves.states:
        yield from recommend(moves.travel(near), text("stairs are the place to rest"))
    for offer in moves.offered("rest"):
        if not offer.irreversible:
            yield AdvisedOffer(offer, why)


def withdraw(moves: Moves) -> Recommendations:
    """Go out of the sight of those who are near and awake, and have not noticed him: they would
    find him resting."""
    watchers = moves.around.roused
    if not watchers:
        return
    hidden = {place for place in moves.before(watchers) if not moves.around.is_seen(*place)}
    hidden.difference_update(moves.facts.trail[-OF_LATE:])  # there somebody saw him too
    yield from recommend(moves.travel(hidden), text("there nobody near would notice you resting"))


def _ails(moves: Moves) -> bool:
    """Return whether something passes with rest, or he would soon have to be silent in a fight."""
    facts = moves.facts
    hoarse = facts.sings_elbereth and 100 * facts.voice < IN_VOICE * facts.most_voice
    return hoarse or moves.facts.ails


def _why_rest(moves: Moves) -> Text:
    if moves.health < WHOLE:
        return text("health is at {percent} %", percent=moves.health)
    return text("it passes with rest")


def force(moves: Moves) -> Recommendations:
    """Break down the door that he has just found stuck."""
    if "stuck" in moves.facts.news:
        for offer in moves.offered("bash"):
            yield AdvisedOffer(offer, text("it is stuck"))


def stray(moves: Moves) -> Recommendations:
    """On a whim: to any new place, not the nearest. Without whims he would pace for ever between
    two places from each of which the other looks better."""
    if moves.around.awake or not is_whimsical(moves.facts):
        return
    if not has_lingered(moves.facts, PATIENCE) or moves.down is not None:
        return
    spell = moves.facts.turn // SPELL
    stairs = moves.around.stairs()
    leaves = spell // WHIMS % 2 and moves.around.known_squares() > _ENOUGH
    why = text("you have been long on this level")
    if leaves and moves.around.here in stairs:
        yield from recommend(moves.stairs, why)
    places = moves.ways.first
    goals = moves.unseen | stairs
    reached = sorted((goals & places.keys()) - {moves.around.here})
    if reached:
        goal = reached[spell * 7919 % len(reached)]
        yield from recommend(moves.travel({goal}), why)


def descend(moves: Moves) -> Recommendations:
    """Go down when he is fit and has seen something of the level; when he has looked for long, by
    way of stairs up, which come out at others that lead down. Without a weapon, go at once: the
    more places he comes to, the sooner he finds one."""
    if moves.health < FIT:
        return
    yield from recommend(moves.down or moves.fall(CALMLY), DEEPER)
    if is_back(moves):
        yield from recommend(moves.stairs, text("other stairs may lead down"))
    seen_enough = moves.around.known_squares() > _ENOUGH or has_lingered(moves.facts, LINGER)
    if moves.is_armed and moves.has_unknown and not seen_enough:
        return
    goals = moves.around.ground_of(DOWN) | moves.around.brinks(CALMLY)
    yield from recommend(by_stairs(moves, goals), DEEPER)
    if moves.has_unknown and not has_lingered(moves.facts, PATIENCE):
        return
    up = moves.stairs or by_stairs(moves, moves.around.ground_of(UP))
    yield from recommend(up, text("other stairs may lead down"))


def is_back(moves: Moves) -> bool:
    """Return whether he has looked about him near stairs, and may take them: he has come back to
    those that he stands on."""
    looked = bool(moves.anchors) and has_lingered(moves.facts, RETURN)
    return looked and not are_stairs_tired(moves.facts)


def walk(moves: Moves) -> Recommendations:
    """On to the nearest thing worth having, or into the unknown."""
    if not moves.around.awake and not has_lingered(moves.facts, KEEN):
        things = {
            at
            for at, thing in moves.facts.lying.items()
            if _is_worth_a_way(moves, thing) and moves.ways.steps.get(at, DETOUR) < DETOUR
        }
        yield from recommend(moves.travel(things), text("it may be worth having"))
    yield from recommend(moves.exploring, text("there is more to see"))


def _is_worth_a_way(moves: Moves, thing: Thing) -> bool:
    """Return whether he goes to a thing by himself: exploring takes what is worth taking, and
    leaves bones."""
    takes = moves.facts.picks_up and any(moves.offered("explore"))
    if takes and thing.tval != item_classes.SKELETON:
        return False
    return item_values.worth_a_way(thing, moves.facts.worn)


def seek(moves: Moves) -> Recommendations:
    """Nobody hunts him, and nothing is left to explore: go past the briars, open what is shut, go
    down or up, search walls, stray."""
    if moves.around.pursuers:
        return
    if moves.around.briars and moves.health >= FIT and (past := past_briars(moves)):
        yield AdvisedOffer(past, text("the way on leads past the thorns"))
    why = text("nothing else is left here")
    yield from barred_ways(moves)
    found = by_stairs(moves, moves.around.ground_of(DOWN)) or by_stairs(
        moves, moves.around.ground_of(UP)
    )
    yield from recommend(moves.stairs or found, why)
    for offer in moves.offered("travel"):
        if offer.path and offer.path[-1] not in (offer.at, *moves.worn_out):
            yield AdvisedOffer(offer, BEHIND)
    for offer in moves.offered("search"):
        if offer.action.args[:1] == ("walls",):
            yield AdvisedOffer(offer, why)
    for offer in moves.offered("travel"):
        if offer.at is not None and offer.at not in moves.worn_out:
            yield AdvisedOffer(offer, why)
    if moves.facts.trail[-3:] != (moves.here,) * 3:  # he has waited here already
        yield from recommend(first_of(moves.offered("search", "wait")), why)
    ways = [o for o in moves.safe_steps if not moves.is_to_and_fro(o)]
    if ways:
        yield AdvisedOffer(ways[by_turn(moves.facts, len(ways))], why)


def barred_ways(moves: Moves) -> Recommendations:
    """Yield what opens what is shut beside him, the likeliest first, or digs on; and, while he is
    fit, the step over a trap beyond which the way goes on."""
    ways = [o for o in moves.offered("step", "repeat", "open", "bash") if o.intent in _OPENING]
    ways += [o for o in moves.offered("disarm") if o.at in moves.facts.trapped_ways]
    for offer in sorted(ways, key=_chance, reverse=True):
        if _chance(offer):
            yield AdvisedOffer(offer, BEHIND)
    for offer in moves.offered("tunnel", "dig"):
        yield AdvisedOffer(offer, text("there is a way round"))
    for offer in moves.offered("step"):
        if offer.at in moves.facts.trapped_ways and moves.health >= FIT:
            yield AdvisedOffer(offer, BEHIND)


def _chance(offer: Offer) -> int:
    """Return the percentage at which an offer opens a way; 100 where nothing is left to chance."""
    return offer.chances[0].percent if offer.chances else 100


_OPENING = ("open", "force")
_ENOUGH = 40  # squares of a level to see before going down
