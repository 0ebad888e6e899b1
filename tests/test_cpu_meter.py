"""A folder's tests are compared with twice their budget, by this machine's speed."""

from collections import Counter

from tests.checks.cpu_budgets import BUDGETS
from tests.cpu_meter import over_budget
from tests.soak_parts import PARTS, choose


def test_a_folder_may_take_twice_its_budget_and_more_on_a_slow_machine():
    folder, budget = "tests/table", BUDGETS["tests/table"]
    assert over_budget(Counter({folder: 1.9 * budget}), 1.0) == []
    assert over_budget(Counter({folder: 2.1 * budget}), 1.0) == [folder]
    assert over_budget(Counter({folder: 2.1 * budget}), 1.5) == []


def test_a_folder_without_a_budget_is_over_it():
    assert over_budget(Counter({"tests/nowhere": 0.1}), 1.0) == ["tests/nowhere"]


def test_a_commit_always_chooses_the_same_part_and_commits_choose_all():
    commits = [f"{number:040x}" for number in range(200)]
    chosen = [choose(commit) for commit in commits]
    assert chosen == [choose(commit) for commit in commits]
    assert set(chosen) == PARTS.keys()
