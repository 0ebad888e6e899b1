"""First acts that are tried and valued, and figures of games that policies play."""

from __future__ import annotations

import pytest

from engine.contract.action import Action
from engine.kanthe.balance import first_acts, self_play
from engine.kanthe.balance.first_acts import KINDS, judge_situation
from engine.kanthe.balance.report import EVENING, format_report, measure
from engine.kanthe.balance.self_play import HeroFigures, PolicyFigures, count_known_words, play_game
from engine.kanthe.expert.recommendation import Recommendation
from engine.kanthe.state import KantheItem
from tests.engine.kanthe.situations import SITUATIONS
from tests.engine.kanthe.stage import RULES, begun, game_of

OPTIONS = {"length": "half-hour"}


# ---------------------------------------------------------------- what a game is worth


def test_a_hero_is_worth_life_coins_sections_words_and_things_less_wounds():
    state = begun()
    state.hero.items = []
    assert first_acts._value(state) == 20.0
    state.hero.coins, state.hero.sections, state.hero.wounds = 7, 2, 3
    assert first_acts._value(state) == pytest.approx(20 + 7 + 10 - 2.4)
    state.hero.items = [KantheItem(1, "Axe", 2), KantheItem(2, "Bow", 1)]
    state.arcane.essences.firsts[3], state.arcane.actions.letters[0] = "Red", "D"
    assert first_acts._value(state) == pytest.approx(34.6 + 4.5 + 2)
    state.result = "left"
    assert first_acts._value(state) == pytest.approx(41.1)
    state.result = "dead"
    assert first_acts._value(state) == 0.0


def test_words_are_counted_in_both_halves_of_the_sheet_but_no_letters_checked_off():
    state = begun()
    assert count_known_words(state) == 0
    essences, actions = state.arcane.essences, state.arcane.actions
    essences.letters[0], essences.firsts[1], essences.seconds[2] = "A", "Red", "horns"
    actions.letters[9], actions.firsts[8], actions.seconds[7] = "D", "foamy", "eyes"
    essences.checked[4] = actions.checked[4] = "BD"
    assert count_known_words(state) == 6


# ---------------------------------------------------------------- first acts


def test_of_each_kind_of_act_the_one_is_tried_that_the_expert_likes_best():
    game = game_of(SITUATIONS["a weak warrior in the next room"]())
    acts = {kind: action.verb for kind, action in first_acts._acts_by_kind(game).items()}
    assert acts == {"fight": "fight", "talk": "persuade", "sneak": "sneak"}
    flees = game_of(SITUATIONS["a fight that goes badly"]())
    assert first_acts._acts_by_kind(flees)["sneak"].verb == "flee"
    uses = game_of(SITUATIONS["a fight with wounds, and a wand that heals"]())
    assert first_acts._acts_by_kind(uses)["magic"].args[0] == "red-snakes-wand"


def test_situations_are_those_with_a_choice_between_kinds_of_acts(monkeypatch):
    monkeypatch.setattr(first_acts, "MOST_ACTIONS", 4)
    found = first_acts._situations(RULES, "4", OPTIONS)
    assert found
    for saved, acts in found:
        assert len(acts) > 1
        assert acts.keys() <= KINDS.keys()
        state = RULES.load(saved)
        assert not state.result
        offered = {str(offer.action) for offer in RULES.legal(state, 0)}
        assert all(action.verb in KINDS[kind] for kind, action in acts.items())
        assert any(str(action) in offered for action in acts.values())


def test_an_act_is_valued_by_what_the_game_is_worth_some_decisions_later(monkeypatch):
    decided: list[str] = []

    def other_caution(game):
        offers = RULES.legal(game.state, 0)
        found = next((each for each in offers if each.action.verb == "caution"), None)
        decided.append(str(found and found.action))
        return Recommendation(found) if found is not None else None

    monkeypatch.setattr(first_acts, "best_choice", other_caution)
    monkeypatch.setattr(first_acts, "DEPTH", 2)
    state = begun()
    state.hero.coins = 9
    saved, worth = RULES.dump(state), first_acts._value(state)
    assert first_acts._worth_after(RULES, saved, Action("caution", ("bold",)), "1") == worth
    assert len(decided) == 3  # the act, and two more; what would come then is not done
    assert first_acts._worth_after(RULES, saved, Action("leave"), "1") == worth
    assert len(decided) == 4  # he is alive with all that he carried, and decides no more
    assert RULES.dump(state) == saved


def test_a_situation_is_judged_for_each_act_and_not_at_all_without_a_choice(monkeypatch):
    choice = SITUATIONS["a weak warrior in the next room"]()
    saved, acts = RULES.dump(choice), first_acts._acts_by_kind(game_of(choice))
    monkeypatch.setattr(first_acts, "_situations", lambda *args: [(saved, acts)])
    monkeypatch.setattr(first_acts, "ROLLOUTS", 3)
    worth = {"fight": 3.0, "persuade": 5.0, "sneak": 1.0}
    tried = []

    def worth_after(ruleset, saved, act, seed):
        tried.append((act.verb, seed))
        return worth[act.verb] + int(seed.split()[1])

    monkeypatch.setattr(first_acts, "_worth_after", worth_after)
    judged = judge_situation(RULES, "talk", "x", OPTIONS)
    assert judged == {"fight": 4.0, "talk": 6.0, "sneak": 2.0}
    assert tried.count(("fight", "x 0")) == 1
    assert len(tried) == 9
    assert judge_situation(RULES, "magic", "x", OPTIONS) == {}


# ---------------------------------------------------------------- games that play themselves


def test_each_hero_of_a_game_is_counted_once_with_what_he_found(monkeypatch):
    def lose(game, policy):
        del policy
        offers = [offer.action for offer in RULES.legal(game.state, 0)]
        wanted = ("begin", "abandon", "finish")
        return next(action for verb in wanted for action in offers if action.verb == verb)

    monkeypatch.setattr(self_play, "choose", lose)
    figures = play_game(RULES, "fight", "1", OPTIONS)
    assert figures.policy == "fight"
    assert figures.delves == (HeroFigures("abandoned", 0, 0, 0),)
    assert figures.decisions == 3
    assert figures.words == 0


def test_a_game_whose_first_hero_has_an_heir_counts_both(monkeypatch):
    done: list[str] = []

    def two(game, policy):
        del policy
        state = game.state
        if state.setup is not None:
            return Action("begin")
        if not state.result:
            done.append("abandon")
            return Action("abandon")
        return Action("heir") if len(done) < 2 else Action("finish")

    monkeypatch.setattr(self_play, "choose", two)
    figures = play_game(RULES, "talk", "1", OPTIONS)
    assert [delve.result for delve in figures.delves] == ["abandoned", "abandoned"]


def test_sums_of_a_game_are_those_of_its_heroes():
    delves = (HeroFigures("dead", 4, 1, 2), HeroFigures("left", 9, 2, 3))
    figures = PolicyFigures("talk", delves, 80, 6)
    assert (figures.coins, figures.sections, figures.arcane, figures.worth) == (13, 3, 5, 19)


def test_the_mixed_policy_takes_its_turn_by_the_rooms_that_were_entered():
    state = SITUATIONS["a weak warrior in the next room"]()
    verbs = []
    for rooms in range(6):
        state.hero.rooms = rooms
        verbs.append(self_play.choose(game_of(state), "mixed").verb)
    assert verbs == ["fight", "persuade", "sneak"] * 2


# ---------------------------------------------------------------- the report


def played(policy: str, *ends: tuple[str, int], decisions: int = 80) -> list[PolicyFigures]:
    """Return games of a policy, each of one hero."""
    return [
        PolicyFigures(policy, (HeroFigures(result, coins, 0, 8),), decisions, 6)  # type: ignore[arg-type]
        for result, coins in ends
    ]


@pytest.mark.parametrize(("decisions", "share"), [(59, 0.0), (60, 1.0), (120, 1.0), (121, 0.0)])
def test_an_evening_is_sixty_to_a_hundred_and_twenty_decisions(decisions, share):
    figures = measure(played("fight", ("left", 3), decisions=decisions))
    assert figures["policies"]["fight"]["an evening"] == share
    assert (EVENING.start, EVENING.stop - 1) == (60, 120)


def test_shares_are_of_all_games_of_a_policy():
    games = played("fight", ("left", 8), ("dead", 4), ("dead", 2), ("", 6))
    figures = measure([*games, *played("talk", ("left", 3))])
    fight = figures["policies"]["fight"]
    assert (figures["games"], fight["games"]) == (5, 4)
    assert (fight["dead"], fight["given up"], fight["worth"]) == (0.5, 0.25, 2.0)
    assert (fight["coins"], fight["decisions"], fight["words"], fight["arcane"]) == (5, 80, 6, 8)
    assert figures["policies"]["talk"]["error"] == 0.0  # of one game
    assert figures["best to second"] == pytest.approx(1.5)
    told = list(format_report(figures))
    assert told[0] == "5 games, best to second: 1.50"
    assert told[1] == (
        "fight: worth 2.0 ± 2.0 of 4, dead 50 %, given up 25 %, 60 to 120 decisions 100 %"
    )
    assert told[2] == (
        "  median: coins 5, sections 0, decisions 80, words known 6, arcane things 8"
    )


def test_one_policy_alone_leads_nobody():
    assert measure(played("fight", ("left", 8)))["best to second"] == 0.0
    nothing = measure([*played("fight", ("left", 8)), *played("talk", ("dead", 3))])
    assert nothing["best to second"] == 0.0
