"""The percentages of offers against what comes of taking them, with the dice that decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from engine.contract.action import Action, Chance, Event, Offer
from engine.contract.facts import Found, Healed, Own, PlanEnded
from engine.kanthe.commands.plan_lines import aim_of, shorten
from engine.kanthe.dice import find_matches
from engine.kanthe.magic.arcane_things import UNKNOWN, known_rows
from engine.kanthe.rules.names import item_refs
from engine.kanthe.state import ChooseWord, KantheState, ShareTreasure
from tests.engine.kanthe.stage import CONTENT, RULES, begun, game_of, give, in_room
from tests.engine.kanthe.test_pool_odds import MOST_Z, z_of
from tests.rolled import dice_for

ROUNDING = 0.006  # a percentage is rounded, and 0 and 100 are kept for what is certain
Result = tuple[KantheState, list[Event]]
Check = Callable[[Result], bool]


def _own(*kinds: str) -> Check:
    return lambda result: any(isinstance(e.fact, Own) and e.fact.kind in kinds for e in result[1])


def _plan_ended(reason: str) -> Check:
    def check(result: Result) -> bool:
        return any(isinstance(e.fact, PlanEnded) and e.fact.reason == reason for e in result[1])

    return check


def _throw(side: str) -> Check:
    """Return whether the first throw of a side has a match."""

    def check(result: Result) -> bool:
        throw = next((t for t in result[0].throws if t.side == side), None)
        return throw is not None and bool(find_matches(throw.faces))

    return check


def _is_learned(ref: str, state: KantheState, *, whole: bool) -> Check:
    """Return what tells whether a try has shown the words of a thing: all of them or `whole` is
    false and it is one at least."""
    item = item_refs(game_of(state))[ref]
    before = known_rows(game_of(state), item)
    unknown = before.count(UNKNOWN)

    def check(result: Result) -> bool:
        question = result[0].question
        if isinstance(question, ChooseWord):
            settled = unknown == 1 or all(UNKNOWN not in rows for rows in question.options)
            return settled or not whole
        now = known_rows(game_of(result[0]), item)
        new = [row >= 0 for row, old in zip(now, before, strict=True) if old == UNKNOWN]
        return all(new) if whole else any(new)

    return check


def _is_of_a_throw(offer: Offer) -> bool:
    """Return whether the chances of a fight, or of words, are those of its next throw."""
    return any(chance.of == "hit" for chance in offer.chances)


def _deals_more(result: Result) -> bool:
    """Return whether the first throw of the hero has more in matches than that against him."""
    sums = [sum(match.degree for match in find_matches(t.faces)) for t in result[0].throws[:2]]
    return sums[0] > sums[1]


def _meets_a_ghost(state: KantheState) -> bool:
    game = game_of(state)
    return any(game.kind_of(who).has("spirit") and who.here for who in state.here.opponents)


def check_of(state: KantheState, offer: Offer, chance: Chance) -> Check | None:
    """Return what tells whether the event of a chance happened; None where a throw has several
    ways to bring it about."""
    verb, whole = offer.action.verb, aim_of(offer.action) is not None
    if verb in ("fight", "persuade"):
        if _is_of_a_throw(offer):
            if chance.of != "hurt" and _meets_a_ghost(state):
                return None  # a match of mundane dice alone does not count
            if chance.of == "lead":
                return _deals_more
            return _throw("challenge" if chance.of == "hit" else "opposition")
        return _plan_ended("done" if chance.of == "work" else "over")
    if verb in ("flee", "sneak"):
        return _plan_ended("done" if chance.of == "escape" else "over")
    if verb == "evade" and chance.of == "escape":
        return _own("avoided")
    if chance.of == "open":
        return _own("lock-picked", "door-opened", "cleared")
    if verb == "loot" and chance.of != "work":
        return (lambda result: result[0].unnoticed) if chance.of == "escape" else None
    if verb == "loot":
        return lambda result: isinstance(result[0].question, ShareTreasure)
    if verb == "search" and not whole:
        return lambda result: any(e.fact == Found("secret-door") for e in result[1])
    if verb == "use" and offer.intent == "heal":
        return lambda result: any(isinstance(e.fact, Healed) for e in result[1])
    if verb == "use":
        return _is_learned(offer.action.args[0], state, whole=chance is offer.chances[-1])
    return None


def once(state: KantheState, offer: Offer) -> Action:
    """Return the action that a chance is of: of a plan of tries one try, of a fight and a flight
    all of it."""
    verb = offer.action.verb
    if verb in ("fight", "persuade") and not _is_of_a_throw(offer):
        return offer.action
    turned = state.conflict is not None and state.conflict.turned
    if verb in ("flee", "sneak") and not turned and not state.hero.allies:
        return offer.action
    return shorten(offer.action, 1) or offer.action


def situations(seed: int) -> Iterator[tuple[KantheState, Offer]]:
    """Yield states of games that play themselves with what each offers that has chances."""
    random = Random(seed)
    while True:
        state = RULES.new({}, ["Odda"], dice_for(str(random.random())))
        for _ in range(60):
            offers = RULES.legal(state, 0)
            if not offers:
                break
            with_chances = [offer for offer in offers if offer.chances]
            if with_chances and random.random() < 0.3:
                yield state, random.choice(with_chances)
            chosen = offers[0] if random.random() < 0.7 else random.choice(offers)
            RULES.apply(state, 0, chosen.action, dice_for(str(random.random())))


def check_offer(state: KantheState, offer: Offer, replays: int, seed: str) -> bool:
    """Compare an offer's percentages with the whole action, done again and again; return whether
    it has any that can be compared."""
    checks = [(each, check_of(state, offer, each)) for each in offer.chances]
    kept = [(each, check) for each, check in checks if check is not None]
    if not kept:
        return False
    before, action = RULES.dump(state), once(state, offer)
    hits = [0] * len(kept)
    for number in range(replays):
        copy = RULES.load(before)
        events = list(RULES.apply(copy, 0, action, dice_for(f"{seed} {number}")))
        for place, (_, check) in enumerate(kept):
            hits[place] += check((copy, events))
    for found, (each, _) in zip(hits, kept, strict=True):
        near = min(
            (max(0.0, min(1.0, each.percent / 100 + off)) for off in (-ROUNDING, 0, ROUNDING)),
            key=lambda chance: z_of(found, replays, chance),
        )
        share = found / replays
        inside = abs(share - each.percent / 100) <= ROUNDING or each.percent in (1, 99)
        assert inside or z_of(found, replays, near) <= MOST_Z, (str(offer.action), each, share)
    return True


def check_chances(seed: int, cases: int, replays: int) -> None:
    """Compare the percentages of so many offers with what comes of them."""
    checked = 0
    for state, offer in situations(seed):
        checked += check_offer(state, offer, replays, str(checked))
        if checked == cases:
            return


def check_words(kind: str, seed: int, replays: int) -> None:
    """Compare the chances to learn the words of an unknown thing, on a sheet that is partly
    filled."""
    random = Random(seed)
    state = begun()
    in_room(state)
    sheet = state.arcane
    for column in (sheet.essences.firsts, sheet.actions.firsts, sheet.actions.seconds):
        for row in random.sample(range(10), random.randint(0, 9)):
            column[row] = f"word {row}"
    letters = ("J", "D") if kind == "scroll" else ("", "")
    give(state, kind, random.randint(0, 9), random.randint(0, 9), letters)
    tried = [offer for offer in RULES.legal(state, 0) if offer.action.verb == "use"]
    for offer in tried:
        assert str(offer.label).startswith("Try ")
        assert all(0 < chance.percent < 100 for chance in offer.chances)
        assert check_offer(state, offer, replays, f"{kind} {seed}")


@pytest.mark.parametrize("kind", CONTENT.methods)
def test_a_thing_is_told_to_be_tried_for_its_words_which_are_learned_as_often(kind: str) -> None:
    check_words(kind, 3, 40)


@pytest.mark.soak(part="pace")
@pytest.mark.parametrize("kind", CONTENT.methods)
@pytest.mark.parametrize("seed", range(5))
def test_words_of_things_are_learned_as_often_on_many_sheets(kind: str, seed: int) -> None:
    check_words(kind, seed, 2000)


def test_what_offers_promise_comes_about_as_often() -> None:
    check_chances(5, 4, 60)


@pytest.mark.soak(part="pace")
@pytest.mark.parametrize("seed", range(100, 104))
def test_what_many_offers_promise_comes_about_as_often(seed: int) -> None:
    check_chances(seed, 20, 2000)
