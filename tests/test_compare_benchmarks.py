"""Benchmarks of two checkouts are compared by their best rounds."""

import json
from importlib import import_module
from pathlib import Path

import pytest

from tests import bench
from tests.compare_benchmarks import compare, main


def checkout(folder: Path, *rounds: tuple[float, float]) -> Path:
    """Make a checkout whose benchmark takes these times and has these rates, round by round."""
    package = folder / "tests" / "bench"
    package.mkdir(parents=True)
    for number, (time, rate) in enumerate(rounds):
        measures = [
            {"unit": "ms", "value": time, "ratio": time / 2, "baseline": "usual"},
            {"unit": "turns/s", "value": rate, "ratio": rate / 3, "baseline": "usual"},
            {"unit": "s", "value": 0.0, "ratio": 0.0, "baseline": "what is allowed"},
        ]
        lines = [json.dumps({"name": one["unit"], **one}) for one in measures]
        (folder / f"round{number}").write_text("\n".join(lines))
    (package / "__main__.py").write_text(
        "from pathlib import Path\n"
        "first = min(Path().glob('round*'))\n"
        "print(first.read_text())\n"
        "first.unlink()\n"
    )
    return folder


def test_the_best_rounds_and_the_medians_of_the_ratios_are_compared(tmp_path: Path):
    old = checkout(tmp_path / "old", (10.0, 100.0), (8.0, 80.0), (9.0, 10.0))
    new = checkout(tmp_path / "new", (12.0, 50.0), (16.0, 20.0), (90.0, 40.0))
    time, rate = compare(old, new, "any", rounds=3)
    assert (time.old, time.new, time.slowdown) == (8.0, 12.0, 1.5)
    assert time.slowdown_of_ratio == round(16 / 9, 3)
    assert (rate.old, rate.new, rate.slowdown) == (100.0, 50.0, 2.0)
    assert rate.slowdown_of_ratio == 2.0
    assert time.is_slower
    assert rate.is_slower


def test_what_is_as_quick_by_one_of_both_is_not_slower(tmp_path: Path):
    old = checkout(tmp_path / "old", (10.0, 100.0), (10.0, 100.0), (10.0, 100.0))
    new = checkout(tmp_path / "new", (10.0, 50.0), (50.0, 100.0), (50.0, 50.0))
    assert not any(one.is_slower for one in compare(old, new, "any", rounds=3))


def test_ratios_to_different_baselines_are_not_compared(tmp_path: Path):
    old = checkout(tmp_path / "old", (10.0, 100.0))
    new = checkout(tmp_path / "new", (12.0, 50.0))
    first = new / "round0"
    first.write_text(first.read_text().replace("usual", "another").replace("6.0", "1.0"))
    time, rate = compare(old, new, "any", rounds=1)
    assert (time.slowdown, time.slowdown_of_ratio) == (1.2, 1.2)
    assert (rate.slowdown, rate.slowdown_of_ratio) == (2.0, 2.0)


def test_an_unknown_benchmark_is_refused(tmp_path: Path):
    with pytest.raises(SystemExit):
        main([str(tmp_path), "dragons"])


@pytest.mark.parametrize("name", bench.names())
def test_each_benchmark_can_be_started(name: str):
    assert callable(import_module(f"tests.bench.{name}").measure)
