"""Recommendations of the expert: in situations with a known answer, and laws over random states."""

from __future__ import annotations

from random import Random

import pytest

from engine.common.distributions import as_percent
from engine.common.plans import CAUTIONS
from engine.contract.action import GM, Offer
from engine.contract.view import Caution
from engine.kanthe.encounters.conflict import end_delve
from engine.kanthe.encounters.odds import hazard_chances, hazard_outlook, search_outlook
from engine.kanthe.encounters.pools import hazards_at, opponents_of
from engine.kanthe.expert import coach
from engine.kanthe.expert.judgement import is_hurt
from engine.kanthe.expert.places import would_pass
from engine.kanthe.expert.ranking import recommendations
from engine.kanthe.state import Approach, Conflict, Door, FaceHazard, KantheState, Result
from tests.engine.kanthe.situations import SITUATIONS
from tests.engine.kanthe.stage import (
    RULES,
    act,
    add_hazard,
    add_opponent,
    begun,
    game_of,
    in_room,
    new_game,
    start_conflict,
)
from tests.rolled import dice_for

EXPECTED = {  # the first three that are advised, or as many as there are
    "the first page of the sheets": ("begin",),
    "the starting room": ("explore",),
    "a weak warrior in the next room": ("fight warrior-1", "persuade warrior-1", "sneak"),
    "a chieftain far too strong in the next room": ("turn-back", "sneak", "fight chieftain-1"),
    "two warriors and a sorcerer in the next room": ("turn-back", "sneak", "fight sorcerer-1"),
    "a strong warrior in the next room, the hero badly hurt": (
        "turn-back",
        "sneak",
        "fight warrior-1",
    ),
    "a fair fight begun": ("fight warrior-1", "persuade warrior-1", "flee"),
    "a fight that goes badly": ("flee", "fight warrior-1", "persuade warrior-1"),
    "a fight against two, one nearly overcome": ("hit pet-1", "hit warrior-1"),
    "a ghost, whom a sword does not hurt": ("fight ghost-1", "persuade ghost-1", "flee"),
    "vermin, on whom words are lost": ("fight vermin-1", "flee"),
    "a fight with wounds, and a wand that heals": (
        "use red-snakes-wand aim",
        "flee",
        "fight warrior-1",
    ),
    "a wound for the hero or a sound ally": ("wound slave-1", "wound me"),
    "a wound for the hero or an ally who would die": ("wound me", "wound slave-1"),
    "a wound that kills the hero": ("wound slave-1",),
    "a covered pit": ("evade", "endure"),
    "a trap that kills whom it hits": ("evade",),
    "a pit that one may walk away from, the hero badly hurt": ("turn-back", "evade"),
    "a way that can be forced": ("clear", "turn-back"),
    "a way that nobody can force at once": ("turn-back", "clear"),
    "treasure while the pool is small": (
        "arcane 3 7",
        "item 7 armour Shield",
        "item 3 armour Shield",
    ),
    "treasure when the pool is large": ("arcane 3 7", "coins always", "coins all"),
    "a priest who is a friend, the hero wounded": ("pray priest-1", "explore"),
    "an artisan who is a friend, with an axe to sell": ("buy artisan-1 2", "explore", "walk nw"),
    "a slave who is a friend": ("recruit slave-1", "explore"),
    "a slave who has not been spoken to": ("persuade slave-1", "explore"),
    "a body, the hero badly hurt and rich": ("loot warrior-1", "walk nw", "explore"),
    "a feature to be searched": ("try statue", "explore"),
    "a door with a lock": ("explore", "pick n", "smash n"),
    "wounds, and a wand that heals": ("use red-snakes-wand aim", "explore"),
    "an unknown wand": ("use red-snakes-wand aim", "explore"),
    "stairs down, and all explored": ("descend", "walk nw"),
    "after death": ("heir", "finish"),
}


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_first_recommendations_are_those_of_a_good_player(name: str) -> None:
    first = [str(offer.action) for offer in RULES.legal(SITUATIONS[name](), 0)]
    assert tuple(first[: len(EXPECTED[name])]) == EXPECTED[name]


@pytest.mark.parametrize("name", SITUATIONS)
def test_what_costs_more_than_it_gains_is_advised_only_where_nothing_is_better(name: str) -> None:
    state = SITUATIONS[name]()
    pays = {each.offer.action: each.pays for each in recommendations(game_of(state))}
    advised = [offer.action for offer in RULES.legal(state, 0) if offer.advised]
    assert advised
    assert all(pays[action] for action in advised[1:])


@pytest.mark.parametrize("kind", ["vermin", "slave", "pet", "warrior"])
@pytest.mark.parametrize("hurt", range(4))
def test_all_that_is_advised_stands_before_all_that_is_not(kind: str, hurt: int) -> None:
    state = begun()
    in_room(state)
    state.hero.wounds = hurt
    start_conflict(state, add_opponent(state, kind, 1), add_opponent(state, kind, 1))
    advised = [offer.advised for offer in RULES.legal(state, 0)]
    assert advised[0]
    assert advised == sorted(advised, reverse=True)


@pytest.mark.parametrize("seat", [1, GM])
def test_only_the_hero_is_advised(seat: int) -> None:
    state = begun()
    assert RULES.advise(state, 0) is not None
    assert RULES.advise(state, seat) is None


@pytest.mark.parametrize("kind", ["pit", "covered-pit", "gust", "trap", "vortex"])
@pytest.mark.parametrize(("strength", "hurt"), [(2, 0), (3, 2), (4, 4), (7, 0)])
def test_a_hazard_is_avoided_as_often_as_its_offer_says(
    kind: str, strength: int, hurt: int
) -> None:
    state = begun()
    state.hero.wounds = hurt
    hazard = add_hazard(state, kind, strength)
    game = game_of(state)
    outlook = hazard_outlook(game, hazard)
    (offered,) = (chance for chance in hazard_chances(game, hazard) if chance.of == "escape")
    assert outlook.success + outlook.death + outlook.broken_off == pytest.approx(1)
    if game.hazard_kind(hazard).has("repeats"):
        assert as_percent(outlook.success) >= offered.percent
    else:
        assert as_percent(outlook.success) == offered.percent


def test_what_was_too_dangerous_once_is_faced_the_second_time() -> None:
    state = SITUATIONS["a pit that one may walk away from, the hero badly hurt"]()
    question = state.question
    assert RULES.legal(state, 0)[0].action.verb == "turn-back"
    act(state, "turn-back")
    state.question = question
    assert RULES.legal(state, 0)[0].action.verb == "evade"


@pytest.mark.parametrize("kind", ["pit", "blocked", "flood", "trap-blocked"])
@pytest.mark.parametrize("strength", range(2, 9))
@pytest.mark.parametrize("hurt", [0, 3, 5])
def test_nobody_goes_to_a_hazard_only_to_turn_back(kind: str, strength: int, hurt: int) -> None:
    state = begun()
    state.hero.wounds = hurt
    hazard = add_hazard(state, kind, strength)
    goes = would_pass(game_of(state), hazard)
    state.question = FaceHazard(hazard.id, may_turn=True)
    assert not (goes and RULES.legal(state, 0)[0].action.verb == "turn-back")


@pytest.mark.parametrize("coins", [0, 9, 10, 50])
@pytest.mark.parametrize("sections", [0, 1, 2])
@pytest.mark.parametrize("wounds", range(6))
def test_a_hero_without_gains_has_nothing_to_keep(coins: int, sections: int, wounds: int) -> None:
    hero = (state := begun()).hero
    hero.coins, hero.sections, hero.wounds = coins, sections, wounds
    assert is_hurt(state) == (wounds >= 3 and coins + 5 * sections >= 10)


@pytest.mark.parametrize(
    ("result", "coins", "decisions", "best"),
    [
        ("dead", 9, 20, "heir"),
        ("left", 0, 20, "heir"),
        ("left", 9, 20, "finish"),
        ("dead", 0, 59, "heir"),
        ("dead", 0, 60, "finish"),
    ],
)
def test_another_hero_comes_while_nobody_has_won_and_there_is_time(
    result: Result, coins: int, decisions: int, best: str
) -> None:
    state = begun()
    state.hero.coins = coins
    end_delve(game_of(state), result)
    state.acts = decisions
    assert RULES.legal(state, 0)[0].action.verb == best


def test_who_bars_a_way_and_who_follows_is_slipped_past_others_are_fled_from() -> None:
    for passage, follows, verb in ((-1, False, "flee"), (0, False, "sneak"), (-1, True, "sneak")):
        state = begun()
        in_room(state)
        start_conflict(state, add_opponent(state, "warrior", 9, follows=follows))
        state.passage = passage
        advised = [o.action.verb for o in RULES.legal(state, 0) if o.advised]
        assert {"flee", "sneak"} & set(advised) == {verb}


def test_a_door_that_hardly_gives_is_not_forced_before_those_who_hold_its_room() -> None:
    for held in (False, True):
        state = begun()
        room = in_room(state)
        room.walls[0] = "door"
        room.doors.append(Door(0, 2, judged=True))
        state.unnoticed = held
        if held:
            add_opponent(state, "warrior", 2, attacks=True)
        offer = next(o for o in RULES.legal(state, 0) if o.action.verb == "force")
        assert 3 <= offer.chances[0].percent < 20
        assert offer.advised != held


@pytest.mark.parametrize("caution", CAUTIONS)
def test_the_coach_tells_of_a_fight_what_its_button_tells(caution: Caution) -> None:
    state = begun()
    state.hero.caution = caution
    in_room(state)
    start_conflict(state, add_opponent(state, "warrior", 2))
    best = RULES.legal(state, 0)[0]
    assert best.action.verb == "fight"
    assert str(best.why) == f"it is overcome {best.chances[0].percent} %"


@pytest.mark.parametrize("boost", [0, 2, 8])
def test_dice_for_the_next_throw_do_not_serve_a_search(boost: int) -> None:
    state = begun()
    in_room(state)
    who = add_opponent(state, "warrior", 2, attacks=True)
    plain = search_outlook(game_of(state), Conflict([who.id]))
    state.hero.boost = boost
    assert search_outlook(game_of(state), Conflict([who.id])) == plain


def check_card(state: KantheState) -> list[Offer]:
    """Assert what holds for the advice, the coach line and the odds of every card."""
    offers, view, advice = list(RULES.legal(state, 0)), RULES.view(state, 0), RULES.advise(state, 0)
    if not offers:
        assert advice is None
        return offers
    advised = [offer for offer in offers if offer.advised]
    assert advised == offers[: len(advised)]
    assert 1 <= len(advised) <= 5
    assert advice is not None
    assert (advice.action, advice.why) == (advised[0].action, advised[0].why)
    assert 1 <= len(str(view.coach)) <= 120
    assert all(len(str(line)) <= 100 for line in view.odds)
    opponents = [] if state.conflict is None else opponents_of(game_of(state), state.conflict)
    assert bool(view.odds) or not opponents
    for offer in offers:
        assert len(str(offer.why)) <= 60
        for chance in offer.chances:
            told = chance.of == "work" and offer.advised
            if told and offer.action.verb in ("fight", "persuade"):
                assert f" {chance.percent} %" in str(offer.why), "two chances of one fight"
            if chance.of == "escape" and str(offer.why).startswith("you avoid it"):
                assert f" {chance.percent} %" in str(offer.why), "two chances of one hazard"
            assert 0 <= chance.percent <= 100
            assert len(str(chance.words)) <= 60
            assert f"{chance.percent} %" in str(chance.words) or chance.percent == 0
    return offers


def check_cards(seed: int, games: int, presses: int) -> None:
    """Assert it for all cards of games that are played partly as advised, partly at random."""
    random = Random(seed)
    for _ in range(games):
        length = random.choice(["half-hour", "evening"])
        state = new_game(str(random.random()), length=length)
        for _ in range(presses):
            offers = check_card(state)
            if not offers:
                break
            chosen = offers[0] if random.random() < 0.7 else random.choice(offers)
            act(state, str(chosen.action))


def test_every_card_has_advice_and_a_coach_line_that_agree() -> None:
    check_cards(1, 3, 14)


@pytest.mark.soak(part="pace")
def test_every_card_of_many_games_has_advice_and_a_coach_line_that_agree() -> None:
    check_cards(2, 150, 120)


def test_the_coach_tells_how_many_dice_they_throw_first() -> None:
    """Also where the hero stands on bad ground before the place of the fight."""
    on_bad_ground = 0
    for seed in (4, 8, 9, 11):  # in which that comes about
        state = RULES.new({}, ("Ann",), dice_for(f"c{seed}"))
        for step in range(36):
            game, rolled = game_of(state), dice_for(f"{seed}.{step}")
            if isinstance(state.question, Approach):
                fight = next(o.action for o in RULES.legal(state, 0) if o.action.verb == "fight")
                tried = RULES.load(RULES.dump(state))
                RULES.apply(tried, 0, fight, rolled)
                thrown = next(t for t in tried.throws if t.side == "opposition")
                told = coach._threats(game)
                assert [str(each) for each in told] == [f"They throw {len(thrown.faces)}."]
                on_bad_ground += any(
                    game.hazard_kind(each).has("footing") for each in hazards_at(state)
                )
            advice = RULES.advise(state, 0)
            assert advice is not None
            RULES.apply(state, 0, advice.action, rolled)
    assert on_bad_ground >= 2
