"""Abilities have the figures of the rules' data, whatever they are."""

import re
import shutil

import pytest

from engine.sil.combat import archery, strikes
from engine.sil.data import bundle
from engine.sil.game.state import Skill, Slot, Stat
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived
from engine.sil.items import identification
from tests.engine.sil.arena import arena
from tests.engine.sil.stage import DATA, wear


@pytest.fixture(scope="module")
def changed(tmp_path_factory):
    """Return the data with every figure of an ability one higher, and other names."""
    folder = tmp_path_factory.mktemp("figures") / "sil"
    shutil.copytree(bundle.SHIPPED, folder)
    path = folder / "rules" / "abilities.txt"
    lines = path.read_text("utf-8").replace("resist_poison", "resist_fire").splitlines()
    for number, line in enumerate(lines):
        if line.startswith("  effects:"):
            line = re.sub(r"-?\d+", lambda found: str(int(found[0]) + 1), line)
            lines[number] = line.replace("knows staff; knows horn", "knows staff; knows potion", 1)
    text = "\n".join(lines).replace("; knows food; knows potion", "; knows food")
    path.write_text(text + "\n", "utf-8")
    return bundle.load(folder)


def figures(data, ref):
    """Return the figures of a hero who has one ability, in order: stats, melee, blows, criticals,
    what passes armour, properties, what is known at sight."""
    game = arena(abilities=(ref,), stats=(3, 3, 3, 3))
    game.data = data
    wear(game, Slot.WEAPON, "Longsword")
    derived.update(game)
    hero, kind = game.hero, data.monsters[11]
    return (
        *(hero.stat(stat) for stat in Stat),
        hero.skill(Skill.MELEE),
        hero.derived.melee_dice[1],
        strikes.crit_adjustment(data, hero),
        archery.harm_dice(game, kind, 0, 0, hail=False).puncture,
        hero.derived.counts["resist_poison"],
        hero.derived.counts["resist_fire"],
        identification._insight(game),
    )


@pytest.mark.parametrize("ref", DATA.rules.abilities, ids=lambda ref: f"{ref.skill}/{ref.number}")
def test_a_figure_that_is_changed_changes_the_hero(changed, ref):
    if ref in (ab.CHARGE, ab.TWO_WEAPON_FIGHTING):  # seen in blows that are planned
        assert ab.figure(changed, ref, "blow") == ab.figure(DATA, ref, "blow") + 1
        return
    assert figures(DATA, ref) != figures(changed, ref)


def test_every_point_of_a_stat_is_from_the_data(changed):
    plain = figures(DATA, ab.OATH)
    for ref, rules in DATA.rules.abilities.items():
        for effect in rules.effects:
            if effect.name == "stat":
                once, more = figures(DATA, ref), figures(changed, ref)
                gains = [a - b for a, b in zip(once[:4], plain[:4], strict=True)]
                assert [a - b for a, b in zip(more[:4], plain[:4], strict=True)] == [
                    2 * gain for gain in gains
                ]
                assert sorted(gains) == [0, 0, 0, 1]
