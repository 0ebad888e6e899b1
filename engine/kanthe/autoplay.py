"""Playing a hero whom nobody plays: sensibly, and to an end."""

from __future__ import annotations

from engine.contract.action import Action, Offer
from engine.kanthe.commands.offers import is_hurt, list_offers
from engine.kanthe.rules.context import Play
from engine.kanthe.rules.names import node_ref
from engine.kanthe.state import KantheGame

PATIENCE = 4  # turns of trying at what may never give way


def choose(play: Play) -> Action | None:
    """Return what the hero would do, or None when there is nothing."""
    offers = list_offers(play)
    if not offers:
        return None
    game = play.game
    if game.setup is not None or game.question is not None or game.conflict is not None:
        return _answer(play, offers)
    return _act_in_place(play, offers)


def _answer(play: Play, offers: list[Offer]) -> Action:
    """Take the best answer; leave what cannot be forced alone after some tries."""
    verbs = {offer.action.verb: offer.action for offer in reversed(offers)}
    tired = play.game.acts % (PATIENCE + 1) == PATIENCE
    if offers[0].action.verb == "clear" and tired and "turn-back" in verbs:
        return verbs["turn-back"]
    return offers[0].action


def _act_in_place(play: Play, offers: list[Offer]) -> Action:
    game = play.game
    first: dict[str, Action] = {}
    for offer in offers:
        first.setdefault(offer.action.verb, offer.action)
    for verb in ("pray", "remains", "loot", "recruit"):
        if verb in first:
            return first[verb]
    for offer in offers:  # changing what is worn could go on for ever
        if offer.action.verb == "use" and offer.intent != "arrange":
            return offer.action
    if is_hurt(play) and (way := _way_out(offers)):
        return way
    below = any(level.number == game.level + 1 for level in game.levels)
    for verb in ("buy", "explore", "open", *(() if below else ("descend",))):
        if verb in first:
            return first[verb]
    if not below and (way := _way_to_stairs(game, offers)):
        return way
    tired = game.acts % (2 * PATIENCE) >= PATIENCE
    for verb in ("search", *(() if tired else ("force", "pick"))):
        if verb in first:
            return first[verb]
    return _way_out(offers) or _wander(game, offers)


def _way_out(offers: list[Offer]) -> Action | None:
    """Return the way to daylight, as far as it is offered."""
    for offer in offers:
        verb = offer.action.verb
        if verb in ("leave", "climb") or (verb in ("walk", "travel") and offer.target == "start"):
            return offer.action
    return None


def _way_to_stairs(game: KantheGame, offers: list[Offer]) -> Action | None:
    """Return the way to a room with stairs down, as far as it is offered."""
    refs = {node_ref(node) for node in game.here.nodes if node.stairs}
    ways = (offer for offer in offers if offer.action.verb in ("walk", "travel"))
    return next((offer.action for offer in ways if offer.target in refs), None)


def _wander(game: KantheGame, offers: list[Offer]) -> Action:
    """Take one way after the other, so that nothing is tried for ever; give up in the end."""
    timely = [o for o in offers if not o.free and not o.irreversible]
    ways = [o for o in timely if o.action.verb in ("walk", "travel", "clear")]
    if game.acts % 50 == 0 or not timely:
        return offers[-1].action
    return (ways or timely)[game.acts % len(ways or timely)].action
