"""The report on games that played themselves: each figure by hand, and its lines."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from engine.contract.action import Action, InvalidAction
from engine.delve.balance import fight_log, policies, report, self_play
from engine.delve.balance.report import Balance
from engine.delve.balance.self_play import GameFigures, LevelFigures
from tests.engine.delve.expert_situations import ExpertSituation
from tests.engine.delve.stage import Stage, content
from tests.rows import for_each

LOST = GameFigures("mage", "dead", False, False, 4, 4, 9, "a rat", {}, {}, {}, {}, 0, [])


def games(*deepest: int, **fields: object) -> Balance:
    return Balance([replace(LOST, deepest=depth, depth=depth, **fields) for depth in deepest])


# ------------------------------------------------------------------ levels


def test_the_levels_that_took_most_are_five_in_a_row_and_the_first_of_equal_ones() -> None:
    # Of ten four die on the first levels; of the six who come to the fifth, four on the ninth.
    found = Balance([*games(2, 2, 4, 4, 9, 9, 9, 9).games, *games(20, 20, killer="").games])
    assert found.worst_window() == (5, 4 / 6)
    assert games(3).worst_window() == (1, 1)
    assert games().worst_window() == (1, 0)


def test_levels_to_which_fewer_than_a_tenth_came_are_no_worst_levels() -> None:
    assert games(*[1] * 9, 26, killer="").worst_window() == (1, 0)
    tenth = games(*[1] * 9, 26)
    assert tenth.worst_window() == (22, 1)  # the one of ten who came so deep died there
    eleventh = games(*[1] * 10, 26)
    assert eleventh.worst_window() == (1, 10 / 11)


def test_who_bore_the_heart_is_no_death_of_a_level() -> None:
    assert games(3, 3, took_heart=True).worst_window() == (1, 0)
    assert len(games(3, took_heart=True).way_up().games) == 1
    assert len(games(3).way_up().games) == 0


def test_heroes_count_who_came_so_deep_or_deeper() -> None:
    found = games(3, 5, 5, 8)
    assert [found.came_to(depth) for depth in (3, 4, 5, 6, 8, 9)] == [4, 3, 3, 1, 1, 0]


# ------------------------------------------------------------------ single figures


def test_wins_and_games_given_up_are_counted() -> None:
    balance = Balance()
    for fields in ({"won": True}, {"ended": ""}, {}):
        balance.count(replace(LOST, **fields))  # type: ignore[arg-type]
    assert (balance.wins, balance.unfinished, len(balance.games)) == (1, 1, 3)
    assert len(balance.of_class("mage").games) == 3
    assert len(balance.of_class("monk").games) == 0


def test_arrivals_are_those_who_came_to_a_level() -> None:
    ways = [LevelFigures(depth, depth, 20, 5, 400, 70, 9, 9) for depth in (1, 2, 3)]
    balance = Balance([replace(LOST, levels=ways), replace(LOST, levels=ways[:1])])
    assert [len(balance.arrivals(depth)) for depth in (1, 2, 3, 4)] == [2, 1, 1, 0]
    assert [each.depth for each in balance.arrivals(2)] == [2]


def test_the_middle_hero_of_a_level_is_the_median_of_each_figure() -> None:
    ways = [LevelFigures(2, level, 20, 5, food, 7, turns, 9) for level, food, turns in (
        (1, 300, 50), (4, 100, 90), (2, 500, 10),
    )]  # fmt: skip
    assert report._levels(ways) == {
        "heroes": 3, "hero_level": 2, "nourishment": 300, "food": 7, "turns": 50,
    }  # fmt: skip
    assert report._levels([]) == {"heroes": 0}


def test_fights_are_usual_that_take_two_to_eight_attacks() -> None:
    found = report._fights(Counter({1: 1, 2: 1, 8: 1, 9: 1}))
    assert found == {"enemies": 4, "median": 5, "at once": 0.25, "usual": 0.5}
    assert report._fights(Counter()) == {"enemies": 0, "median": 0, "at once": 0, "usual": 0}


def test_attacks_of_all_games_are_added_up() -> None:
    balance = Balance([replace(LOST, fights={1: 2, 3: 1}), replace(LOST, fights={3: 4})])
    assert balance.fights() == {1: 2, 3: 5}


def test_powers_are_rare_that_act_in_less_than_a_third_of_ten_fights() -> None:
    powers = {"a: x": (9, 0), "b: y": (10, 3), "c: z": (12, 4), "d: w": (10, 0)}
    assert report._rare_powers(powers) == {"b: y": 0.3, "d: w": 0.0}


def test_the_share_that_winners_ate_is_by_nutrition() -> None:
    bread, apple = content().items["bread"].nutrition, content().items["apple"].nutrition
    won = replace(LOST, won=True, used={"item bread": 2, "item dagger": 3}, food_left=apple)
    lost = replace(LOST, used={"item apple": 90}, food_left=5000)
    share = Balance([won, lost]).eaten(content())
    assert share == pytest.approx(2 * bread / (2 * bread + apple))
    assert Balance([lost]).eaten(content()) == 0


def test_presses_are_counted_for_each_level_that_was_left() -> None:
    def way(depth: int, actions: int) -> LevelFigures:
        return LevelFigures(depth, 1, 20, 5, 400, 70, 9, actions)

    balance = Balance([
        replace(LOST, levels=[way(1, 1), way(2, 40), way(3, 60)]),
        replace(LOST, levels=[way(1, 1), way(2, 30)]),
        replace(LOST, levels=[way(1, 5)]),  # who never left the first
    ])  # fmt: skip
    assert report._presses(balance) == (60 + 30) / (2 + 1)
    assert report._presses(Balance()) == 0


def test_killers_are_told_the_worst_first_and_then_by_name() -> None:
    balance = Balance([
        replace(LOST, killer="a rat", depth=3),
        replace(LOST, killer="a lich", depth=9, class_name="monk"),
        replace(LOST, killer="an eel", depth=2),
        replace(LOST, killer="a lich", depth=4),
        replace(LOST, killer=""),
    ])  # fmt: skip
    found = report._killers(balance)
    assert found == {"a lich": ["mage 4", "monk 9"], "a rat": ["mage 3"], "an eel": ["mage 2"]}
    assert list(found) == ["a lich", "a rat", "an eel"]


def test_policies_are_compared_game_by_game_with_a_bound() -> None:
    played = {policies.WHOLE: games(10, 8, 12), "a": games(9, 8, 9), "b": games(11, 9, 13)}
    found = report.compare_policies(played)
    assert set(found) == {"a", "b"}
    assert found["a"]["lost"] == pytest.approx(4 / 3)
    deviation = (((1 - 4 / 3) ** 2 + (4 / 3) ** 2 + (3 - 4 / 3) ** 2) / 2) ** 0.5
    assert found["a"]["at least"] == pytest.approx(4 / 3 - 1.645 * deviation / 3**0.5)
    assert found["b"] == {"lost": -1, "at least": -1}
    single = report.compare_policies({policies.WHOLE: games(10), "a": games(7)})
    assert single == {"a": {"lost": 3, "at least": 3}}


def test_logs_of_fights_are_merged_by_power() -> None:
    logs = [{"a": (3, 1), "b": (2, 2)}, {"a": (1, 1)}]
    assert fight_log.merged(logs) == {"a": (4, 2), "b": (2, 2)}


def test_a_range_is_told_by_its_ends_with_a_digit_behind_the_point() -> None:
    assert report._range(iter((5.26, 9.04, 7.0, 3.14))) == [3.1, 9.0]


# ------------------------------------------------------------------ lines


def fortunes(**fields: object) -> report.Figures:
    return {
        "games": 20, "won": 0.25, "error": 0.1, "mean depth": 7.25,
        "came to": {"5": 0.5, "10": 0.1},
        "worst levels": {"first": 3, "share": 0.4}, "deaths": {"4": 2, "9": 1},
        "way up": {"heroes": 3, "won": 1 / 3, "deaths": {}},
    } | fields  # fmt: skip


def test_a_report_has_a_line_for_each_figure() -> None:
    figures = {
        "games": 20, "turns": 4000, "given up": 1, "all": fortunes(), "classes": {},
        "fights": {"enemies": 30, "median": 3.5, "at once": 0.1, "usual": 0.8},
        "rare powers": {"siren: pulls": 0.25}, "eaten": 0.7,
        "levels": {
            "5": {"heroes": 8, "hero_level": 6, "nourishment": 300, "food": 70.5, "turns": 900},
            "10": {"heroes": 0},
        },
        "presses a level": 41.25, "equal fights": {"falls in": [5.5, 9.0], "a to b": [1, 2, 3]},
        "killers": {f"killer {n}": ["mage 4", "monk 5"] for n in range(13)},
        "unused": {"spells": ["etch"], "items": []},
    }  # fmt: skip
    lines = list(report.format_report(figures))
    assert lines[:14] == [
        "20 games, 4000 turns, given up: 1",
        "all: won 25.0 % ± 10.0 % of 20, mean depth 7.2",
        "  came to level 5: 50.0 %, 10: 10.0 %",
        "  of those who came, levels 3 to 7 took 40.0 %",
        "  died on the way down: 4: 2, 9: 1",
        "  with the Heart: 3, won 33.3 %, died on the way up: nobody",
        "attacks until an enemy falls: median 3.5, one 10.0 %, 2 to 8 80.0 % (30 enemies)",
        "powers that act too seldom: siren: pulls 25.0 %",
        "eaten by winners: 70.0 % of their food",
        "left level 5 (8): level 6, turn 900, food 300 + 70.5 carried",
        "presses a level: 41.2",
        "falls in: 5.5 to 9.0; a to b: 1, 2, 3",
        "killers (class, level):",
        "  killer 0: mage 4, monk 5",
    ]
    assert lines[13:-2] == [f"  killer {n}: mage 4, monk 5" for n in range(12)]
    assert lines[-2:] == ["spells never used or slain: etch", "items never used or slain: none"]


def test_all_that_no_game_used_is_told_by_what_it_is() -> None:
    used = {"spell spark": 1, "item dagger": 2, "place treasury": 1, "ability shove": 1}
    powers = {"slime: splits": (3, 1), "siren: pulls": (2, 0)}
    unused = Balance([replace(LOST, used=used, slain={"rat": 4}, powers=powers)]).unused(content())
    active = {name for name, kind in content().abilities.items() if kind.active}
    assert set(unused) == {"spells", "items", "places", "abilities", "monsters", "powers"}
    for what, every, one in (
        ("spells", content().spells, "spark"),
        ("items", content().items, "dagger"),
        ("places", content().places, "treasury"),
        ("abilities", active, "shove"),
        ("monsters", content().monsters, "rat"),
    ):
        assert one in every
        assert set(unused[what]) == set(every) - {one}
    assert "slime: splits" not in unused["powers"]
    assert "cave bear: berserk" in unused["powers"]


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games end at once: all who ignore a system come to level 1, others to level 4."""

    def play_one(class_name: str, seed: str, most_actions: int, policy: str) -> GameFigures:
        deepest = 4 if policy == policies.WHOLE else 1
        killer = f"{policy} {seed}"
        return replace(
            LOST, class_name=class_name, killer=killer, turns=most_actions, deepest=deepest
        )

    monkeypatch.setattr(report, "_play_one", play_one)
    monkeypatch.setattr(report, "ProcessPoolExecutor", lambda most, _: ThreadPoolExecutor(most))


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize("processes", [1, 2])
def test_the_same_games_are_played_for_each_policy_by_all_classes_by_turns(processes: int) -> None:
    whole, other = report._played(5, processes, 7, 300, [policies.WHOLE, "never rests"])
    names = list(content().classes)
    assert [game.class_name for game in whole.games] == [*names, names[0]]
    assert [game.class_name for game in other.games] == [*names, names[0]]
    assert [game.killer for game in other.games] == [f"never rests 7-{n}" for n in range(5)]
    assert {game.turns for game in whole.games} == {300}


@pytest.mark.usefixtures("made_up")
def test_each_policy_is_told_with_the_levels_that_it_costs() -> None:
    ignored = [name for name in policies.POLICIES if name != policies.WHOLE]
    assert list(report.comparison(3, 1, 7)) == [
        f"{name}: 3.0 levels less deep, at least 3.0" for name in ignored
    ]
    [line] = report.comparison(3, 1, 7, as_json=True)
    assert json.loads(line) == {name: {"lost": 3, "at least": 3.0} for name in ignored}


@pytest.mark.usefixtures("made_up")
def test_a_report_tells_of_all_games_in_words_or_as_figures() -> None:
    assert next(iter(report.report(3, 1, 7, most_actions=20))) == "3 games, 60 turns, given up: 0"
    [line] = report.report(3, 1, 7, most_actions=20, as_json=True)
    assert json.loads(line)["turns"] == 60


@pytest.mark.parametrize("numbers", [(0, 1), (1, 0), (-1, 1)])
def test_less_than_one_game_or_process_is_refused(numbers: tuple[int, int]) -> None:
    for make in (report.report, report.comparison):
        with pytest.raises(InvalidAction, match="numbers from 1"):
            next(iter(make(*numbers, 1)))


# ------------------------------------------------------------------ policies


def forbidden(made: ExpertSituation, line: str) -> set[str]:
    """Return the policies that forbid an action line."""
    verb, *args = line.split()
    action = Action(verb, tuple(args))
    return {
        name for name, forbids in policies.POLICIES.items() if forbids(made.game, made.hero, action)
    }


@for_each(
    "row",
    [
        ("rest", {"never rests"}),
        ("throw dart n", {"never throws"}),
        ("volley rat", {"never throws"}),
        ("unbar", {"never throws"}),
        ("pray", {"no altars"}),
        ("upgrade spark", {"no altars"}),
        ("uncurse dagger", {"no altars"}),
        ("travel altar", {"no altars"}),
        ("travel stairs-down", set()),
        ("equip dagger", {"fists only"}),
        ("equip leather-cap", set()),
        ("remove dagger", set()),
        ("search", {"no secret doors"}),
        ("search-walls", {"no secret doors"}),
        ("move n", set()),
    ],
)
def test_a_policy_forbids_what_its_name_says(row: tuple[str, set[str]]) -> None:
    line, names = row
    made = ExpertSituation()
    for kind in ("dagger", "leather cap", "dart"):
        made.give(kind)
    assert forbidden(made, line) == names


def test_without_found_food_a_hero_eats_no_more_than_he_began_with() -> None:
    made = ExpertSituation()
    made.give("bread")
    begun = content().classes["fighter"].items
    foods = {kind.name for kind in content().items.values() if kind.category == "food"}
    count = sum(number for name, number in begun if name in foods)
    assert count > 0
    made.hero.used = {"item bread": count - 1, "item dagger": 9}
    assert forbidden(made, "eat bread") == set()
    made.hero.used["item apple"] = 1
    assert forbidden(made, "eat bread") == {"no food found"}
    assert forbidden(made, "drop bread") == set()


def test_a_policy_takes_the_best_that_it_allows() -> None:
    made = ExpertSituation()
    made.hero.health = 2
    assert policies.choose(made.game, made.hero, policies.WHOLE) == Action("rest")
    other = policies.choose(made.game, made.hero, "never rests")
    assert other.verb not in ("rest", "pause")


def test_fists_take_the_weapon_off_first_unless_it_is_cursed_or_a_question_is_open() -> None:
    made = ExpertSituation()
    sword = made.give("short sword", worn=True)
    assert str(policies.choose(made.game, made.hero, "fists only")) == "remove short-sword"
    assert policies.choose(made.game, made.hero, policies.WHOLE).verb != "remove"
    made.choose("marksman")
    assert policies.choose(made.game, made.hero, "fists only").verb == "choose"
    made.hero.choices = []
    sword.cursed = True
    assert policies.choose(made.game, made.hero, "fists only").verb != "remove"


# ------------------------------------------------------------------ games


def test_the_food_in_a_pack_counts_by_its_nutrition_and_number() -> None:
    made = Stage()
    made.give("bread", 2)
    made.give("dagger")
    bread = content().items["bread"].nutrition
    assert self_play.food_carried(content(), made.hero) == 2 * bread


def test_a_game_is_summed_up_by_its_state() -> None:
    made = Stage()
    made.give("bread")
    hero = made.hero
    hero.depth, hero.deepest, hero.turns, hero.killer = 3, 5, 77, "a rat"
    hero.used = {"spell spark": 2}
    made.state.slain = {"rat": 4}
    watch = self_play.GameWatch(content())
    going = self_play.summarise(made.state, watch)
    assert (going.ended, going.won, going.killer, going.took_heart) == ("", False, "", False)
    assert (going.class_name, going.depth, going.deepest, going.turns) == ("fighter", 3, 5, 77)
    assert (going.used, going.slain) == ({"spell spark": 2}, {"rat": 4})
    assert going.food_left == content().items["bread"].nutrition
    hero.fallen, made.state.ended = True, "dead"
    hero.used[f"item {content().heart}"] = 1
    over = self_play.summarise(made.state, watch)
    assert (over.ended, over.won, over.killer, over.took_heart) == ("dead", False, "a rat", True)
    made.state.ended = "escaped"
    assert self_play.summarise(made.state, watch).won


def test_the_secret_class_is_chosen_by_its_word() -> None:
    [secret] = [kind for kind in content().classes.values() if kind.secret]
    assert self_play.choice_of(content(), secret.name) == Action("class", (secret.secret,))
    assert self_play.choice_of(content(), "mage") == Action("class", ("mage",))
