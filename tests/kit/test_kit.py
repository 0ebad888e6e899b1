"""The kit for rulesets: the template passes its tests under any name, the laws find what is broken,
and rulesets of other packages are played."""

from __future__ import annotations

import itertools
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cogs.ui.catalogues import DATA, Catalogue, catalogue, is_translated
from engine import rulesets
from engine.contract.action import Action, Event, IllegalAction, InvalidAction, Offer
from engine.contract.data import InvalidData, data_folders
from engine.contract.view import View
from kit import laws
from kit.cases import Case
from kit.new_ruleset import renamed, write_ruleset
from kit.plugin import THIN, find_rulesets
from kit.template.nim import Nim, NimState
from render import TileLibrary
from tests.catalogues.sources import search
from tests.kit.packages import register

ROOT = Path(__file__).parents[2]
FACT = re.compile(r"\{(\w+)")


def run_bot(folder: Path, *arguments: str) -> tuple[int, str]:
    """Run the command line in a folder; return the exit status and all that was printed."""
    return run_python(folder, str(ROOT / "bot.py"), *arguments)


def run_python(folder: Path, *arguments: str) -> tuple[int, str]:
    """Run Python in a folder, which is on its path; return the exit status and all that was
    printed."""
    ended = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{folder}:{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, ended.stdout + ended.stderr


# Without the command line, which imports the bot, it takes half the time.
PLAY_THE_LAWS = "import sys; from kit.plugin import run_laws; sys.exit(run_laws(sys.argv[1]))"


@pytest.mark.parametrize(
    "command",
    [
        ("-c", PLAY_THE_LAWS),
        pytest.param((str(ROOT / "bot.py"), "test-ruleset"), marks=pytest.mark.soak(part="laws")),
    ],
)
def test_a_new_ruleset_passes_the_laws_and_its_own_tests(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    folder = write_ruleset("pebbles", tmp_path)
    assert "nim" not in " ".join(path.read_text() for path in folder.rglob("*") if path.is_file())
    status, told = run_python(folder, *command, "pebbles")
    assert status == 0, told
    assert "The laws with Pebbles" in told
    assert "WARNING" not in told


@pytest.mark.soak(part="laws")
def test_it_is_written_and_played_from_the_command_line(tmp_path: Path) -> None:
    assert run_bot(tmp_path, "new-ruleset", "pebbles")[0] == 0
    folder = tmp_path / "pebbles"
    register(folder, "pebbles", "pebbles:Pebbles")
    status, told = run_bot(folder, "play", "pebbles", "--autoplay", "20")
    assert status == 0, told
    assert "wins" in told


@pytest.mark.soak(part="laws")
@pytest.mark.parametrize("scale", [(), ("--thorough",)])
def test_the_example_keeps_the_laws(scale: tuple[str, ...]) -> None:
    status, told = run_bot(ROOT / "examples" / "lode", "test-ruleset", "lode", *scale)
    assert status == 0, told


def test_the_example_speaks_german_wholly() -> None:
    own = ROOT / "examples" / "lode" / "lode" / "data" / "lode" / "locale" / "de.po"
    german = Catalogue((DATA / "locale" / "de.po", own))
    said = [found.texts.items() for found in search(("examples/lode/lode",))]
    assert sum(map(len, said)) > 60
    for (context, english), text in itertools.chain(*said):
        assert german.holds(english, context, text.plural), english
    for english, theirs in Catalogue((own,)).texts.items():
        assert set(FACT.findall(theirs)) == set(FACT.findall(english)), theirs


@pytest.mark.parametrize("name", ["Nim", "n", "a-b", "random", "1st", "x" * 21, "../x"])
def test_a_name_that_will_not_do_is_refused_and_writes_nothing(name: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidAction):
        write_ruleset(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "nim").mkdir()
    with pytest.raises(InvalidAction, match="is there already"):
        write_ruleset("nim", tmp_path)
    assert not list((tmp_path / "nim").iterdir())


def test_only_the_name_is_replaced() -> None:
    assert renamed("nim Nim NimState minimum nim:Nim", "go") == "go Go GoState minimum go:Go"


@pytest.mark.parametrize(
    ("module", "why"),
    [("no_such_module", "cannot be imported"), ("json", "no ruleset"), ("kit:Nim", "no ruleset")],
)
def test_a_module_without_a_ruleset_is_told_in_a_sentence(module: str, why: str) -> None:
    with pytest.raises(InvalidAction, match=why):
        find_rulesets(module)


# ---------------------------------------------------------------- the laws find what is broken


class Refusing(Nim):
    def apply(self, state: NimState, seat: int, action: Action, dice: Any) -> list[Event]:
        if action.args[1] == "3":
            raise IllegalAction("Three are too many.")
        return super().apply(state, seat, action, dice)


class Idle(Nim):
    def apply(self, state: NimState, seat: int, action: Action, dice: Any) -> list[Event]:
        return [] if action.args[1] == "3" else super().apply(state, seat, action, dice)


class Unsteady(Nim):
    calls = 0

    def legal(self, state: NimState, seat: int) -> list[Offer]:
        self.calls += 1
        return super().legal(state, seat)[:: 1 if self.calls % 2 else -1]


class Changing(Nim):
    def view(self, state: NimState, seat: int | None) -> View:
        state.turn += 2
        return super().view(state, seat)


class Forgetful(Nim):
    def dump(self, state: NimState) -> bytes:
        return super().dump(NimState(state.names, {**state.heaps}, state.turn % 2, state.last))


class Credulous(Nim):
    def load(self, data: bytes) -> NimState:
        return NimState(("Ann", "Bob"), {"A": 3}) if len(data) < 9 else super().load(data)


class Loose(Nim):
    def apply(self, state: NimState, seat: int, action: Action, dice: Any) -> list[Event]:
        return super().apply(state, state.mover, action, dice)


class Talkative(Nim):
    def apply(self, state: NimState, seat: int, action: Action, dice: Any) -> list[Event]:
        return [
            Event(each.kind, each.text, (seat,))
            for each in super().apply(state, seat, action, dice)
        ]


class Crashing(Nim):
    def parse(self, line: str, state: NimState, seat: int) -> Action:
        return Action("take", (line.split()[1], "1"))


Law = Callable[..., None]
BROKEN: list[tuple[type[Nim], Law]] = [
    (Refusing, laws.test_every_offer_is_accepted),
    (Idle, laws.test_every_offer_changes_the_game_or_asks_a_question),
    (Unsteady, laws.test_offers_and_views_are_stable_and_change_nothing),
    (Changing, laws.test_offers_and_views_are_stable_and_change_nothing),
    (Forgetful, laws.test_offers_and_views_are_stable_and_change_nothing),
    (Credulous, laws.test_what_is_no_state_is_refused),
    (Loose, laws.test_a_player_who_is_not_waited_for_may_do_nothing),
    (Talkative, laws.test_no_view_holds_the_seed_or_what_others_alone_may_hear),
    (Crashing, laws.test_hostile_lines_change_nothing),
]


@pytest.mark.parametrize(("kind", "law"), BROKEN, ids=lambda each: each.__name__)
def test_a_law_finds_a_ruleset_that_breaks_it_and_passes_nim(kind: type[Nim], law: Law) -> None:
    def values(ruleset: Nim) -> dict[str, Any]:
        given = {
            "ruleset": ruleset,
            "whole_ruleset": ruleset,
            "case": Case(ruleset, gm=False),
            "beginning": "fresh",
            "scale": THIN,
        }
        names = law.__annotations__.keys() if not hasattr(law, "hypothesis") else {"ruleset"}
        return {name: given[name] for name in names if name in given}

    law(**values(Nim()))
    with pytest.raises(BaseException):  # noqa: B017, PT011 - a law fails in its own way
        law(**values(kind()))


# ---------------------------------------------------------------- rulesets of other packages


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of an installed package, words, which brings a ruleset."""
    folder = tmp_path / "words"
    folder.mkdir()
    (folder / "__init__.py").write_text("from kit.template.nim import Nim\n")
    register(tmp_path, "words", "words:Nim")
    monkeypatch.syspath_prepend(str(tmp_path))
    data_folders.cache_clear()
    yield folder
    data_folders.cache_clear()


def test_a_package_brings_its_tiles_and_translations(package: Path) -> None:
    tiles, words = package / "data" / "tiles" / "words", package / "data" / "words" / "locale"
    tiles.mkdir(parents=True)
    words.mkdir(parents=True)
    (tiles / "sprites.txt").write_text("sprite stone ring accent=yYW\n")
    (words / "de.po").write_text('msgid "{number} pebble"\nmsgstr "{number} Kiesel"\n')
    assert TileLibrary().tile_set("words").folder == tiles
    assert TileLibrary().tile_set("delve").folder != tiles
    assert is_translated("words", "de")
    german: Catalogue = catalogue.__wrapped__("de")
    assert german.template("{number} pebble") == "{number} Kiesel"


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("kit.template.nim:Nim", ""),
        ("kit.template.nim:NoSuch", "cannot be imported"),
        ("no_such_module:Nim", "cannot be imported"),
        ("kit.template.nim:HEAPS", "is no ruleset"),
        ("engine.delve.ruleset:Delve", "two rulesets with the name delve"),
    ],
)
def test_a_ruleset_is_found_by_its_entry_point_or_refused_in_a_sentence(
    value: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(tmp_path, "nim", value)
    monkeypatch.syspath_prepend(str(tmp_path))
    if why:
        with pytest.raises(InvalidData, match=why):
            rulesets.installed()
    else:
        assert rulesets.installed() == {"nim": Nim}
        assert rulesets.build(kinds={"nim": Nim})["nim"].title == "Nim"
