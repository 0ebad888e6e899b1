"""How a hero is played when nobody plays him: sensibly, and to an end."""

from __future__ import annotations

from engine.contract.action import Action, Offer
from engine.kanthe.offers import list_offers
from engine.kanthe.play import Play

PATIENCE = 4  # tries at something that may never give way, by the number of the turn
_RISKY = ("try", "smash", "abandon", "leave", "finish", "climb", "heir", "travel", "walk", "fight")


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
    hurt = game.hero.wounds >= game.hero.challenge - 1
    for verb in ("pray", "remains", "loot", "recruit", "use", "buy"):
        if verb in first:
            return first[verb]
    if hurt and (way := _way_out(play, first)):
        return way
    for verb in ("explore", "open", "descend"):
        if verb in first:
            return first[verb]
    if stairs := _way_to_stairs(play, offers):
        return stairs
    tired = game.acts % (2 * PATIENCE) >= PATIENCE
    for verb in ("search", *(() if tired else ("force", "pick", "try"))):
        if verb in first:
            return first[verb]
    return _way_out(play, first) or _wander(play, offers)


def _way_out(play: Play, first: dict[str, Action]) -> Action | None:
    """Return the way to daylight, as far as it is offered."""
    for verb in ("leave", "climb"):
        if verb in first:
            return first[verb]
    game = play.game
    start = Action("travel", ("start",))
    if any(offer.action == start for offer in list_offers(play)):
        return start
    for offer in list_offers(play):
        if offer.action.verb == "walk" and offer.label.endswith("the starting room"):
            return offer.action
    return None if game.acts % 7 else first.get("abandon")


def _way_to_stairs(play: Play, offers: list[Offer]) -> Action | None:
    from engine.kanthe.naming import node_ref

    refs = [node_ref(node) for node in play.game.here.nodes if node.stairs]
    for offer in offers:
        if offer.action.verb == "travel" and offer.action.args[0] in refs:
            return offer.action
    return None


def _wander(play: Play, offers: list[Offer]) -> Action:
    """Take one way after the other, so that nothing is tried for ever."""
    timely = [o for o in offers if not o.free and not o.irreversible]
    ways = [o for o in timely if o.action.verb in ("walk", "travel")] or timely or offers
    return ways[play.game.acts % len(ways)].action
