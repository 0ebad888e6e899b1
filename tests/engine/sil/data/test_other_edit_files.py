"""Another set of edit files, as others would write them: it loads, makes every level, is played.

The set has the figures of the game, for the rules are made for them; but no comment, no prose of
ours, lines that end as on Windows or worse, letters of Latin-1, vaults that are mirrored, and none
of the files that only we have.
"""

import re
import shutil

import pytest

from engine.sil.data import bundle
from engine.sil.dungeon import level_arrival, stairs
from engine.sil.ruleset import SilQ
from tests.engine.sil.creature_ai.test_every_race import check, check_hero
from tests.rolled import dice_for
from tests.sampled import sampled

OURS_ALONE = ("help.txt", "tutorial.txt")
PROSE = ("ability", "artefact", "history", "house", "monster", "object", "race", "terrain")
BEGINNINGS = ("50 ft", "300 ft", "600 ft", "950 ft")
PLACEHOLDER = "Words of somebody else"


def rewritten(name, text):
    """Return an edit file as others would write it."""
    lines = []
    row = []
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        if name == "vault" and line.startswith("D:"):
            row.append(f"D:{line[2:][::-1]}")
            continue
        lines += row
        row = []
        if name in PROSE and line.startswith("D:"):
            if lines[-1] != f"D:{PLACEHOLDER}. ":
                lines.append(f"D:{PLACEHOLDER}. ")
            continue
        lines.append(re.sub(r"^(N:\d+:)Dagorhir", "\\1Dag\xf3rhir", line))
    end = "\r\r\n" if name in ("monster", "artefact") else "\r\n"
    return end.join([*lines, *row, ""]).encode("latin-1")


@pytest.fixture(scope="module")
def others(tmp_path_factory):
    """Return Sil-Q with the edit files of others."""
    folder = tmp_path_factory.mktemp("others") / "edit"
    shutil.copytree(bundle.SHIPPED, folder)
    for name in OURS_ALONE:
        (folder / name).unlink()
    shutil.rmtree(folder / "rules")
    for path in folder.glob("*.txt"):
        path.write_bytes(rewritten(path.stem, path.read_text("utf-8")))
    return SilQ(bundle.load(folder))


def played(rules, number, actions):
    """Let a hero play by himself; return the context of the game, of which all is in order."""
    options = {
        "hero": "quick",
        "rules": ("manual", "game")[number % 2],
        "begin": BEGINNINGS[number // 2 % len(BEGINNINGS)],
    }
    state = rules.new(options, ["Beren"], dice_for(f"others {number}"))
    game = rules.game(state)
    for _ in range(actions):
        advice = rules.autoplay(state, 0, irreversible=True)
        if advice is None:
            break
        rules.apply(
            state, 0, rules.parse(str(advice.action), state, 0), dice_for(rules.dump(state))
        )
        check(game)
        check_hero(game)
    assert rules.dump(rules.load(rules.dump(state))) == rules.dump(state)
    return game


def test_the_set_of_others_is_another_one(others):
    ours = SilQ().data
    assert others.data_digest() != SilQ().data_digest()
    wolf = next(each for each in others.data.monsters.values() if each.name == "Wolf")
    assert wolf.description.strip() == f"{PLACEHOLDER}."
    assert "Dagrhir, the Elfbane" in {  # such letters are passed over
        each.name for each in others.data.monsters.values()
    }
    gates, theirs = ours.vaults[1].rows, others.data.vaults[1].rows
    assert theirs != gates
    assert [row[::-1] for row in theirs] == list(gates)


@pytest.mark.covers("spec-edit-files: 1.1")
def test_it_makes_the_levels_of_every_depth(others):
    game = others.game(
        others.new({"hero": "quick"}, ["Beren"], dice_for("others")), dice_for("others")
    )
    for depth in range(stairs.THRONE, -1, -1):
        game.hero.on_the_run, game.hero.silmarils = depth == 0, int(depth == 0)
        level_arrival.enter(game, depth, 0)
        assert game.level.depth == depth
        assert others.view(game.state, 0).map is not None
        check(game)


@pytest.mark.parametrize("number", sampled(range(2), 1, pytest.mark.soak(part="random")))
def test_games_are_played_with_it(others, number):
    assert played(others, number, 60).hero.turns > 0


@pytest.mark.soak(part="random")
def test_a_hundred_games_are_played_with_it(others):
    turns = [played(others, number, 400).hero.turns for number in range(100)]
    assert min(turns) > 0
