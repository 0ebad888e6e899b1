"""Rooms drawn by hand: which one comes, how it is turned, what its letters become."""

import shutil
from collections import Counter

import pytest

from engine.sil.data import bundle
from engine.sil.dungeon.generation import population, vaults
from engine.sil.dungeon.generation.construction import Unfit
from engine.sil.dungeon.generation.vaults import GREATER, INTERESTING, LESSER
from engine.sil.level import terrain
from tests.chance import upper_tail
from tests.engine.sil import stage
from tests.engine.sil.dungeon.generation.rock import site

ROCK = ["#" * 66] * 33
MAPS = """V:1.5.0

N:1:gates
X:10:0:1
D:$>$

N:10:plain
X:6:1:1
D:$$$$
D:$..$
D:$$$$

N:11:seldom
X:6:1:4
D:$$$$
D:$..$
D:$$$$

N:12:sunny
X:6:1:1
F:SURFACE | LIGHT
D:$$$$
D:$,.$
D:$$$$

N:13:smithy
X:6:5:1
D:$$$$
D:$0.$
D:$$$$

N:20:letters
X:7:2:1
D:$$$$$$$$$$$$$$
D:$ #%:;<>+s07,$
D:$1234*&~?SzH.$
D:$$$$$$$$$$$$$$

N:21:lopsided
X:7:8:1
D:$$$$
D:$..$
D:$.#$
D:$..$
D:$.;$
D:$$$$

N:22:fixed
X:7:8:1
F:NO_ROTATION
D:$$$$$
D:$.;.$
D:$$$$$

N:23:webs
X:7:9:1
F:WEBS
D:$$$$$$$$$$
D:$........$
D:$........$
D:$$$$$$$$$$

N:24:barrow
X:7:9:1
D:$$$
D:$W$
D:$$$

N:30:first
X:8:8:1
F:NO_ROTATION
D:$$$$$
D:$...$
D:$...$
D:$$$$$

N:31:second
X:8:10:1
D:$$$$
D:$..$
D:$$$$
"""


@pytest.fixture(scope="module")
def maps(tmp_path_factory):
    """Return the shipped content with these few maps instead of its own."""
    directory = tmp_path_factory.mktemp("content") / "sil"
    shutil.copytree(bundle.SHIPPED, directory)
    (directory / "vault.txt").write_text(MAPS)
    return bundle.load(directory)


@pytest.fixture(autouse=True)
def _in_use(maps, monkeypatch):
    monkeypatch.setattr(stage, "DATA", maps)


def chosen(kind, depth, times=600, forge=False):
    """Return how often each map comes, by its name."""
    made = site(ROCK, depth=depth)
    found = (vaults.choose(made, kind, forge) for _ in range(times))
    return Counter(vault.name if vault else "" for vault in found)


def likely(counts, weights):
    n, total = sum(counts.values()), sum(weights.values())
    assert counts.keys() <= weights.keys()
    expected = {name: n * weight / total for name, weight in weights.items()}
    chi_square = sum((counts[name] - e) ** 2 / e for name, e in expected.items())
    return upper_tail(chi_square, len(weights) - 1) > 1e-4


def built(serial, depth, seed=1, y=16, x=33):
    """Return a drawn level with just that map on it."""
    made = site(ROCK, depth=depth, seed=seed)
    record = stage.DATA.vaults[serial]
    while not made.centres:
        if vaults.choose(made, record.type) is record:
            top, left = y - record.height // 2, x - record.width // 2
            vaults.build_at(made, record, top, left)
            made.centres.append((y, x))
    return made


@pytest.mark.covers("spec-dungeon: 1.6 Template rooms (interesting rooms and vaults)")
def test_rarer_maps_come_less_often():
    assert likely(chosen(INTERESTING, 5), {"plain": 4, "seldom": 1, "sunny": 16, "smithy": 4})
    weights = {"plain": 1, "seldom": 1 / 4, "sunny": 1 / 65, "smithy": 1}
    assert likely(chosen(INTERESTING, 6, 2000), weights)


@pytest.mark.covers("spec-dungeon: 1.6 Template rooms (interesting rooms and vaults)")
def test_no_map_comes_above_its_depth():
    assert set(chosen(INTERESTING, 4)) == {"plain", "seldom", "sunny"}
    assert set(chosen(LESSER, 1)) == {""}
    assert set(chosen(LESSER, 2, 100)) == {"letters", ""}
    assert set(chosen(INTERESTING, 5, forge=True)) == {"smithy"}


@pytest.mark.covers("spec-dungeon: 1.6 Template rooms (interesting rooms and vaults)")
def test_the_search_for_a_greater_vault_is_given_up_now_and_then():
    n, chance = 1000, 0.865
    found = chosen(GREATER, 8, n)
    assert abs(found["first"] - n * chance) < 4.5 * (n * chance * (1 - chance)) ** 0.5
    assert found["first"] + found[""] == n


@pytest.mark.covers("spec-dungeon: 1.6 Template rooms (interesting rooms and vaults)")
def test_there_is_one_greater_vault_a_level_and_none_twice():
    made = site(ROCK, depth=10)
    while not vaults.build_any(made, GREATER, 10, 20):
        pass
    first = made.level.vault_name
    assert first in ("first", "second")
    assert not any(vaults.build_any(made, GREATER, 24, 50) for _ in range(50))
    other = site(ROCK, depth=10)
    other.game.world.vaults_used = made.game.world.vaults_used
    while not vaults.build_any(other, GREATER, 10, 20):
        pass
    assert {first, other.level.vault_name} == {"first", "second"}
    assert len(other.game.world.vaults_used) == 2


@pytest.mark.covers("spec-dungeon: 1.6 Template rooms (interesting rooms and vaults)")
def test_the_inside_of_a_greater_vault_is_marked():
    made = site(ROCK, depth=8)
    while not vaults.build_any(made, GREATER, 10, 20):
        pass
    inside = [made.level.place(i) for i, mark in enumerate(made.level.vault) if mark]
    assert inside == [(y, x) for y in (9, 10) for x in (19, 20, 21)]


@pytest.mark.covers("spec-dungeon: 1.6 Template rooms (interesting rooms and vaults)")
def test_the_last_eight_greater_vaults_are_remembered():
    made = site(ROCK, depth=8)
    made.game.world.vaults_used = list(range(101, 109))
    while not vaults.build_any(made, GREATER, 10, 20):
        pass
    assert made.game.world.vaults_used == [*range(102, 109), 30]


@pytest.mark.covers("spec-dungeon: 1.6 Template rooms (interesting rooms and vaults)")
def test_maps_are_turned_and_mirrored_every_way():
    looks, shapes = set(), Counter()
    for seed in range(300):
        made = site(ROCK, depth=8, seed=seed)
        while not vaults.build_any(made, LESSER, 16, 33):
            pass
        icky = [made.level.place(i) for i, mark in enumerate(made.level.icky) if mark]
        height = icky[-1][0] - icky[0][0] + 1
        if len(icky) == 24:  # the lopsided one
            shapes[height] += 1
            marks = (made.feature[made.level.at(*place)] for place in icky)
            looks.add(
                (height, *(f if f in (terrain.GLYPH, terrain.INNER_WALL) else 0 for f in marks))
            )
        elif len(icky) == 15:
            assert height == 3
    assert len(looks) == 8
    assert abs(shapes[4] - sum(shapes.values()) / 3) < 4.5 * (sum(shapes.values()) * 2 / 9) ** 0.5


@pytest.mark.covers("spec-dungeon: 1.6 Template rooms (interesting rooms and vaults)")
def test_barrows_lie_no_deeper_than_600_feet():
    for depth, comes in ((12, True), (13, False)):
        made = site(ROCK, depth=depth)
        for n in range(600):
            vaults.build_any(made, LESSER, 8 + 16 * (n % 2), 10 + n % 45)
        races = {stage.DATA.monsters[c.race].name for c in made.level.creatures if c}
        assert ("Barrow wight" in races) == comes


@pytest.mark.covers("spec-dungeon: 1.6 Template rooms (interesting rooms and vaults)")
def test_letters_of_terrain():
    made = built(20, 5)
    row = bytes(made.feature[made.level.at(15, x)] for x in range(26, 40))
    assert row[0] == row[13] == terrain.OUTER_WALL
    assert row[1] == terrain.GRANITE  # the blank: not part of the room
    assert not made.level.room[made.level.at(15, 27)]
    assert list(row[2:8]) == [
        terrain.INNER_WALL, terrain.QUARTZ, terrain.RUBBLE, terrain.GLYPH, terrain.UP_STAIR,
        terrain.DOWN_STAIR,
    ]  # fmt: skip
    assert terrain.KNOWN_DOOR[row[8]]
    assert row[9] == terrain.SECRET_DOOR
    assert row[10] - terrain.FORGE in (3, 4)
    assert list(row[11:13]) == [terrain.CHASM, terrain.SUNLIGHT]


@pytest.mark.covers("spec-dungeon: 1.6 Template rooms (interesting rooms and vaults)")
def test_letters_of_creatures_and_things():
    things, creatures = Counter(), Counter()
    for seed in range(60):
        made = built(20, 8, seed)
        start = made.level.at(16, 27)
        for n, letter in enumerate("1234*&~?SzH"):
            things[letter] += len(made.level.floor.get(start + n, ()))
            creatures[letter] += start + n in made.level.occupant
    assert things["*"] > 50
    assert things["&"] > 50
    assert things["~"] == 60
    assert 20 <= things["S"] <= 42
    assert 25 <= things["?"] <= 55
    assert creatures["z"] == creatures["H"] == 60
    assert all(creatures[letter] > 40 for letter in "1234")
    assert creatures["*"] < 30  # friends of others may stand there


def test_a_symbol_of_the_ground_puts_nobody_and_nothing_there():
    made = built(20, 8)
    before = made.dice.drawn, dict(made.level.occupant), dict(made.level.floor)
    free = made.feature.index(terrain.FLOOR)
    for symbol in sorted(vaults.GROUND):
        population.symbol(made, free, symbol)
        assert (made.dice.drawn, made.level.occupant, made.level.floor) == before, symbol


@pytest.mark.covers("spec-dungeon: 1.6 Template rooms (interesting rooms and vaults)")
def test_webs_hang_in_one_square_of_twenty_half_of_them_hidden():
    webs = hidden = squares = 0
    for seed in range(200):
        made = built(23, 9, seed)
        found = [i for i, f in enumerate(made.feature) if f == terrain.WEB]
        webs += len(found)
        hidden += sum(made.level.hidden[i] for i in found)
        squares += 16
    assert abs(webs - squares / 20) < 4.5 * (squares / 20) ** 0.5
    assert abs(hidden - webs / 2) < 4.5 * (webs / 4) ** 0.5


@pytest.mark.covers("spec-dungeon: 1.17 Forges", "spec-dungeon: 11. Worked checks")
def test_promised_forges_fall_due_at_their_depths():
    game = site(ROCK, depth=5).game
    found = []
    for depth in (5, 6, 7, 9, 10, 11, 12):
        made = site(ROCK, depth=depth)
        made.game.state.world = game.world
        while True:
            before = game.world.forges_made
            try:
                vaults.forced_forge(made)
            except Unfit:
                game.world.forges_made = before
                continue
            break
        if any(terrain.FORGES[f] for f in made.feature):
            found.append(depth)
    assert found == [5, 6, 10]
