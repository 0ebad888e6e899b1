"""The rooms of the tutorial, each by itself: beginning, goals, next steps, the gates, the end."""

import pytest

from engine.contract.action import Action, Offer
from engine.contract.texts import text
from engine.sil.data.tutorial_rooms import read_rooms
from engine.sil.dungeon import tutorial
from engine.sil.dungeon.generation import tutorial_level
from engine.sil.game.messages import note
from engine.sil.game.state import Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.level import terrain
from engine.sil.perception import vision
from tests.engine.sil.arena import arena, said
from tests.engine.sil.stage import item, kind, wear

ROOMS = read_rooms()
NUMBERS = {room.goal: number for number, room in reversed([*enumerate(ROOMS, 1)])}


def begun(**hero):
    """Return a hero in the first room."""
    game = arena(**hero)
    wear(game, Slot.WEAPON, "Longsword")
    game.hero.experience, game.hero.unspent = 300, 100
    tutorial.begin(game)
    return game


def inside(number, place=0):
    """Return a hero in a column of a room, in the row of the gates; others are unharmed."""
    game = begun()
    game.state.tutorial = number
    game.hero.y = tutorial_level.middle(game.level)
    game.hero.x = tutorial_level.columns(number)[place]
    vision.update(game)
    game.state.said.clear()
    return game


def gate(game, number):
    """Return the terrain of a room's gate."""
    column = tutorial_level.columns(number)[-1]
    return game.level.feature[game.level.at(tutorial_level.middle(game.level), column)]


def test_one_begins_unarmed_and_able_to_learn():
    game = begun()
    hero = game.hero
    assert Slot.WEAPON not in hero.worn
    assert (hero.experience, hero.unspent) == (2300, 2100)
    assert hero.skill_base[Skill.SMITHING] == 3
    assert hero.derived.skills[Skill.SMITHING] >= 3
    assert ab.WEAPONSMITH in hero.bought
    assert (game.state.tutorial, hero.x) == (1, 1)
    assert said(game)[-1] == "Each of twelve rooms has a task, which the card tells."
    assert [stop.reason for stop in game.state.disturbances][-1] == "choice"


def test_a_good_smith_stays_as_good():
    assert begun(skills=(0, 0, 0, 0, 0, 0, 5, 0)).hero.skill_base[Skill.SMITHING] == 5


def test_the_level_is_lit_closed_and_holds_what_the_rooms_say():
    game = begun()
    level = game.level
    assert (level.depth, level.height, level.arrivals_on) == (1, len(ROOMS[0].rows) + 2, False)
    assert level.width == sum(room.width for room in ROOMS) + 2
    assert all(level.glow)
    for number, room in enumerate(ROOMS, 1):
        columns = tutorial_level.columns(number)
        assert len(columns) == room.width
        assert gate(game, number) == terrain.PERMANENT
        wanted = {kind(each.kind): each.number for each in room.things.values()}
        lying = [
            each
            for square, heap in level.floor.items()
            if square % level.width in columns
            for each in heap
        ]
        assert {each.kind: each.count for each in lying} == wanted
        assert all(each.known for each in lying)
        standing = [c for c in level.creatures if c and c.x in columns]
        assert sorted((c.health, c.max_health, c.alertness) for c in standing) == sorted(
            (each.health, each.health, each.alertness) for each in room.creatures.values()
        )
    forges = [f for f in level.feature if terrain.FORGES[f]]
    assert forges == [terrain.FORGE + 5]
    for i, feature in enumerate(level.feature):
        assert level.room[i] or feature == terrain.PERMANENT


def test_outside_the_tutorial_there_is_no_task():
    game = arena()
    assert (tutorial.task(game), tutorial.lines(game, ())) == ("", [])
    tutorial.watch(game)
    assert game.state.tutorial == 0


def test_the_task_comes_with_the_button_to_press_unless_it_is_a_step():
    game = begun()
    step = Offer(Action("step", ("e",)), "E", advised=True)
    take = Offer(Action("get", ("floor-1",)), "Pick up Sword", advised=True)
    other = Offer(Action("get", ("floor-2",)), "Pick up Bow")
    assert [str(line) for line in tutorial.lines(game, (step, other))] == [ROOMS[0].task]
    assert [str(line) for line in tutorial.lines(game, (take, other))] == [
        ROOMS[0].task, "Press “Pick up Sword”.",
    ]  # fmt: skip


# ---------------------------------------------------------------- the next step


def advised(game, *lines, groups=None):
    """Return the actions that are offered, the advised one first; "" where none is."""
    offers = [
        Offer(Action(*_split(line)), line, group=(groups or {}).get(line, "act"), advised=True)
        for line in lines
    ]
    found = tutorial.advised(game, offers)
    assert [offer.advised for offer in found] == [True, *[False] * (len(found) - 1)][: len(found)]
    return [str(offer.action) for offer in found]


def _split(line):
    verb, *args = line.split()
    return verb, tuple(args)


@pytest.mark.parametrize(
    ("dy", "lines", "first"),
    [
        (0, ("step n", "step se", "step e"), "step e"),
        (-1, ("step n", "step se", "step e"), "step se"),
        (1, ("step n", "step ne", "step e"), "step ne"),
        (1, ("step n", "step e"), "step n"),
        (1, ("step w", "step e"), "step e"),
    ],
)
def test_the_way_leads_to_the_gate_and_the_middle_row(dy, lines, first):
    game = inside(1)
    game.hero.y += dy
    assert advised(game, *lines)[0] == first


def test_where_nothing_helps_nothing_is_advised():
    assert advised(inside(1), "wait", "step w") == []


def test_the_way_leads_to_what_lies_in_the_middle_of_the_room_and_back_to_it():
    number = NUMBERS["held"]
    column = next(
        x for x in tutorial_level.columns(number)
        if begun().level.floor.get(begun().level.at(tutorial_level.middle(begun().level), x))
    )  # fmt: skip
    game = inside(number)
    assert tutorial._wanted_column(game) == column
    game.hero.x = column + 1
    assert advised(game, "step e", "step w")[0] == "step w"
    game.hero.x = column
    assert advised(game, "step e", "step w", "get floor-1")[0] == "get floor-1"
    game.level.floor.clear()
    assert tutorial._wanted_column(game) == tutorial_level.columns(number)[-1]


def test_the_way_leads_to_foes_forges_and_stairs():
    for goal in ("slain", "made", "left"):
        number = NUMBERS[goal]
        game = inside(number)
        level, middle = game.level, tutorial_level.middle(game.level)
        x = tutorial._wanted_column(game)
        i = level.at(middle, x)
        there = level.creature_at(middle, x) is not None
        there |= bool(terrain.FORGES[level.feature[i]] or terrain.STAIR[level.feature[i]])
        there |= i in level.floor
        assert there
        assert x in tutorial_level.columns(number)[:-1]


def test_what_a_room_is_for_is_advised_in_the_room_alone():
    number = NUMBERS["held"]
    game = inside(number)
    assert advised(game, "get floor-1", "step e")[0] == "get floor-1"
    game.hero.x -= 1
    assert advised(game, "get floor-1", "step e")[0] == "step e"


def test_a_plan_for_the_forge_is_not_the_work_itself():
    game = inside(NUMBERS["made"])
    assert advised(game, "smith", "step e", groups={"smith": "growth"})[0] == "step e"


# ---------------------------------------------------------------- goals


def _moved(game, place):
    game.hero.x = tutorial_level.columns(game.state.tutorial)[place]


def _creeps(game):
    game.hero.stealth_mode = True


def _takes(game):
    room = ROOMS[game.state.tutorial - 1]
    game.hero.pack.append(item(next(iter(room.things.values())).kind))


def _wears(game):
    room = ROOMS[game.state.tutorial - 1]
    game.hero.worn[Slot.WEAPON] = item(next(iter(room.things.values())).kind)


def _arms(game):
    game.hero.worn[Slot.WEAPON] = item("Curved Sword")


def _shoots(game):
    game.hero.worn[Slot.BOW] = item("Shortbow")
    game.hero.worn[Slot.QUIVER1] = item("Arrow", count=9)


def _slays(game):
    columns = tutorial_level.columns(game.state.tutorial)
    game.level.creatures = [c for c in game.level.creatures if c is None or c.x not in columns]


def _learns(game):
    game.hero.bought.append(ab.SONG_OF_ELBERETH)


def _sings(game):
    game.hero.song = 0


def _makes(game):
    note(game, "made", text("Made a dagger"))


@pytest.mark.parametrize(
    ("goal", "deed", "place"),
    [
        ("reach", lambda game: _moved(game, -2), -3),
        ("stealthy", _creeps, -2),
        ("held", _takes, 0),
        ("held", _wears, 0),
        ("armed", _arms, 0),
        ("bow", _shoots, 0),
        ("slain", _slays, 0),
        ("learned", _learns, 0),
        ("singing", _sings, 0),
        ("made", _makes, 0),
    ],
)
def test_a_gate_opens_when_the_task_is_done_and_not_before(goal, deed, place):
    number = NUMBERS[goal]
    game = inside(number, place)
    game.hero.song = -1
    tutorial.watch(game)
    assert (game.state.tutorial, gate(game, number), said(game)) == (number, terrain.PERMANENT, [])
    deed(game)
    game.state.disturbances = []
    tutorial.watch(game)
    assert (game.state.tutorial, gate(game, number)) == (number + 1, terrain.CLOSED_DOOR)
    assert said(game) == ["Well done!"]
    assert [stop.reason for stop in game.state.disturbances] == ["choice"]
    middle, column = tutorial_level.middle(game.level), tutorial_level.columns(number)[-1]
    assert game.knowledge.mark[game.level.at(middle, column)]


def test_half_of_a_task_does_not_do():
    game = inside(NUMBERS["bow"])
    game.hero.worn[Slot.BOW] = item("Shortbow")
    tutorial.watch(game)
    assert game.state.tutorial == NUMBERS["bow"]
    game = inside(NUMBERS["stealthy"], -3)
    game.hero.stealth_mode = True
    tutorial.watch(game)
    assert game.state.tutorial == NUMBERS["stealthy"]


def test_a_task_is_done_in_its_room():
    number = NUMBERS["armed"]
    game = inside(number)
    _arms(game)
    game.hero.x -= 1
    tutorial.watch(game)
    assert game.state.tutorial == number


def test_the_last_room_is_left_by_its_stairs():
    game = inside(len(ROOMS))
    tutorial.watch(game)
    assert game.state.tutorial == len(ROOMS)
    tutorial.leave(game)
    assert game.state.ended == "escaped"
    line = "You have learned what a hero needs. The quest awaits you in a new game."
    assert line in said(game)


def test_who_leaves_another_room_climbs_back_to_its_beginning_and_is_healed():
    number = NUMBERS["held"]
    game = inside(number, 2)
    game.hero.y, game.hero.health = 1, 1
    tutorial.leave(game)
    assert game.state.ended == ""
    assert (game.hero.y, game.hero.x) == (
        tutorial_level.middle(game.level), tutorial_level.columns(number)[0],
    )  # fmt: skip
    assert game.hero.health == game.hero.derived.max_health
    assert said(game) == ["You climb back up, and are healed."]


def test_data_that_lack_a_thing_or_a_creature_are_found_out():
    data = begun().data
    assert tutorial_level.missing(data) == []
    things = {n: each for n, each in data.kinds.items() if "Arrow" not in each.name}
    races = {n: each for n, each in data.monsters.items() if each.name != "Tanglethorn"}
    poor = type(data)(**{f: getattr(data, f) for f in data.__struct_fields__} | {
        "kinds": things, "monsters": races,
    })  # fmt: skip
    assert set(tutorial_level.missing(poor)) == {"Arrow", "Tanglethorn"}
