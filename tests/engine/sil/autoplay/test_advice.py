"""Laws of advice and of the coach line, over states of games and recorded situations."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine.common.coach_lines import COACH_LENGTH
from engine.contract.action import Action, Offer
from engine.sil.autoplay import circumstances, expert, surroundings
from engine.sil.clock import sightings
from engine.sil.creatures import creature_names
from engine.sil.game.state import SilState
from engine.sil.items import item_classes
from engine.sil.perception import pursuit
from tests.engine.sil.arena import arena, look
from tests.engine.sil.autoplay.situations import SIL, SITUATIONS, RecordedSituation
from tests.engine.sil.stage import foe, wear
from tests.rolled import dice_for

STATES, MANY_STATES = 6, 1000
HORIZONS = (10, 30, 90)  # actions of a game
SENSE = 0.7  # part of the actions that are the expert's
MOST_ADVISED = 5


def states(seed: int, number: int) -> Iterator[SilState]:
    """Yield states in play of games that are played partly by the expert, partly at random."""
    dice, found = random.Random(seed), 0
    while True:
        rules = dice.choice(("game", "manual"))
        begin = dice.choice(("50 ft", "300 ft", "600 ft"))
        options = {"hero": "quick", "rules": rules, "begin": begin}
        state = SIL.new(options, ["Ann"], dice_for(dice.randbytes(16)))
        for turn in range(dice.choice(HORIZONS)):
            if state.ended:
                break
            offers = SIL.legal(state, 0)
            if turn % 4 == 3:
                found += 1
                yield state
                if found == number:
                    return
            sensible = [o for o in offers if o.advised][:1]
            chosen = sensible[0] if dice.random() < SENSE else dice.choice(offers)
            SIL.apply(state, 0, chosen.action, dice_for(dice.randbytes(16)))


def broken_laws(state: SilState) -> list[str]:
    """Return what does not hold of the advice and of the coach line in a state in play."""
    found = []
    offers = SIL.legal(state, 0)
    advised = [offer for offer in offers if offer.advised]
    advice, line = SIL.advise(state, 0), str(SIL.view(state, 0).coach)
    if advice is None or not advised or advice.action != advised[0].action:
        found.append(f"advice {advice} is not the first of {[str(o.action) for o in advised]}")
    elif advice.why != advised[0].why or not str(advice.why):
        found.append(f"no reason for {advice.action}")
    if state.question is None and (offers[: len(advised)] != tuple(advised)):
        found.append("what is advised does not come first")
    if len(advised) > MOST_ADVISED:
        found.append(f"{len(advised)} offers are advised")
    if not line or len(line) > COACH_LENGTH:
        found.append(f"{len(line)} letters: {line}")
    found += [f"advised against a friend: {o.action}" for o in advised if _hits_a_friend(state, o)]
    if _is_hunted(state):
        found += [f"{o.action} before hunters" for o in advised if _is_for_peace(o)]
    if advised and advised[0].action.verb in ("rest", "search") and _lurks(state):
        found.append(f"{advised[0].action} while somebody lurks")
    return found


def _lurks(state: SilState) -> bool:
    return bool(pursuit.lurking(SIL.game(state)))


def _is_hunted(state: SilState) -> bool:
    """Return whether an enemy in sight is after the hero, and can come."""
    game = SIL.game(state)
    return not game.hero.timers.hallucinating and any(
        sightings.is_alert(game, c) and not creature_names.seems(game, c, "NEVER_MOVE")
        for c in creature_names.visible(game)
        if circumstances.away(game, c) <= surroundings.IN_VIEW
    )


def _is_for_peace(offer: Offer) -> bool:
    return offer.group == "growth" or offer.action.verb == "search"


def _hits_a_friend(state: SilState, offer: Offer) -> bool:
    game = SIL.game(state)
    friends = {
        (c.y, c.x)
        for c in creature_names.visible(game)
        if creature_names.seems(game, c, "PEACEFUL")
    }
    return offer.intent in ("attack", "shoot", "throw") and offer.at in friends


def test_advice_is_the_first_of_the_advised_offers_and_the_coach_has_a_line():
    found = [broken for state in states(7, STATES) for broken in broken_laws(state)]
    assert not found, "\n".join(found)


@pytest.mark.soak(part="pace")
@pytest.mark.parametrize("seed", range(4))
def test_advice_is_the_first_of_the_advised_offers_in_many_states(seed):
    found = [broken for state in states(seed, MANY_STATES) for broken in broken_laws(state)]
    assert not found, "\n".join(found[:20])


def coached(**more: object) -> str:
    """Return the coach line of a situation."""
    game = RecordedSituation(**more).game()
    return str(SIL.view(game.state, 0).coach)


def test_the_coach_says_what_the_hero_is_what_threatens_and_what_is_sensible():
    line = coached(weapon="", foes=(("Wolf", -4, 0, -20),))
    assert line.startswith("20 of 20, unarmed. A wolf, asleep, 4 north. ")
    best = next(o for o in SIL.legal(sleeping_wolf().state, 0) if o.advised)
    assert str(best.label) in line


def sleeping_wolf():
    """Return an unarmed hero before a sleeping wolf."""
    return RecordedSituation(weapon="", foes=(("Wolf", -4, 0, -20),)).game()


@pytest.mark.parametrize(
    ("situation", "said"),
    [
        ({"torch": 50}, "Light for 50 turns"),
        ({"torch": 0, "lit": False}, "No light"),
        ({"unspent": 3200}, "3,200 experience to spend"),
        (
            {"timers": {"blind": 9, "confused": 9, "afraid": 9, "slow": 9, "stun": 9, "cut": 9}},
            "Slow",
        ),
    ],
)
def test_the_coach_names_what_the_picture_cannot_show(situation, said):
    assert said.lower() in coached(**situation).lower()


def test_an_archer_outside_the_picture_comes_before_a_wolf_in_it():
    rows = ("#" * 44, "#@" + "." * 41 + "#", "#" * 44)
    game = arena(*rows, known=True, lit=True)
    foe(game, "Wolf", 0, 3)
    foe(game, "Orc archer", 0, 18)
    look(game)
    assert "An orc archer, alert, 18 east and 1 more" in str(SIL.view(game.state, 0).coach)


@pytest.mark.parametrize(
    ("name", "far", "first"),
    [
        ("Tanglethorn", 3, "An orc scout, unwary, 4 east"),
        ("Tanglethorn", 1, "A tanglethorn, 1 east"),
        ("Silent watcher", 3, "A Silent watcher, alert, 3 east"),
    ],
)
def test_what_cannot_come_is_named_behind_who_can(name, far, first):
    game = arena("#" * 12, "#@" + "." * 9 + "#", "#" * 12, known=True, lit=True)
    foe(game, name, 0, far)
    foe(game, "Orc scout", 0, 4, alertness=-3)
    look(game)
    assert f"{first} and 1 more".lower() in str(SIL.view(game.state, 0).coach).lower()


def test_what_cannot_be_seen_changes_neither_advice_nor_coach():
    game = SITUATIONS["one wolf beside"].game()
    before = SIL.legal(game.state, 0), SIL.view(game.state, 0).coach
    hidden = foe(game, "Orc archer", 0, 5, visible=False)
    game.level.feature[game.level.at(hidden.y, hidden.x)] += 0
    assert (SIL.legal(game.state, 0), SIL.view(game.state, 0).coach) == before


def advised(name: str) -> list[Offer]:
    """Return what is advised in a recorded situation."""
    return [o for o in SIL.legal(SITUATIONS[name].game().state, 0) if o.advised]


def test_badly_hurt_the_cure_comes_before_food():
    draught = (item_classes.POTION, "Healing")
    bread = (item_classes.FOOD, "Piece of Dark Bread")
    situation = RecordedSituation(
        foes=(("Wolf", 0, 1),), health=30, food=900, pack=(bread, draught)
    )
    found = [o.action.verb for o in SIL.legal(situation.game().state, 0) if o.advised]
    assert found[0] == "quaff"
    assert "eat" not in found


def test_food_and_worn_things_are_never_thrown_on_advice():
    for name in SITUATIONS:
        game = SITUATIONS[name].game()
        for each in SIL.legal(game.state, 0):
            if each.advised and each.action.verb in ("throw", "hurl", "volley"):
                assert "Spear" in str(each.hint) + str(each.label), (name, str(each.action))


def test_a_hero_who_goes_to_and_fro_tries_something_else():
    game = SITUATIONS["whole and alone"].game()
    here, beside = (game.hero.y, game.hero.x), (game.hero.y, game.hero.x + 1)
    wear(game, 5, "Wooden Torch", timeout=3000)
    for place in [here, beside] * 6:
        game.knowledge.remember_place(game.level.at(*place))
    steps = [o for o in SIL.legal(game.state, 0) if o.advised and o.action.verb == "step"]
    assert beside not in {o.at for o in steps}


@pytest.mark.parametrize("way_out", ["leave", "back"])
def test_at_a_workbench_the_way_out_is_advised_and_the_choice_left_to_the_player(way_out):
    words = ("kinds/swords", way_out)
    offers = [Offer(Action("answer", (word,)), word) for word in words]
    swords, out = expert.advised_answers(arena(), offers)
    assert (swords.advised, out.advised) == (False, True)
    assert str(out.why) == "what to make is yours to choose"
