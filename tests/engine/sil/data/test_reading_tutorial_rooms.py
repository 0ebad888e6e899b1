"""Rooms of the tutorial as their file gives them."""

import pytest

from engine.sil.data.tutorial_rooms import RoomCreature, RoomThings, TutorialRoom, read_rooms

LINES = """# comment

N:1:First: a room
T:Go east: quickly.
A:walk
A:run east
G:reach
D:.a.
D:o.b
K:a:Dagger:2
K:b:Arrow:9
M:o:Wolf:7:-12
N:2:Second
T:Stay.
G:left
D:..
"""
FIRST = TutorialRoom(
    "First: a room",
    "Go east: quickly.",
    "reach",
    (".a.", "o.b"),
    {"a": RoomThings("Dagger", 2), "b": RoomThings("Arrow", 9)},
    {"o": RoomCreature("Wolf", 7, -12)},
    ("walk", "run east"),
)


def read(folder, lines):
    path = folder / "rooms.txt"
    path.write_text(lines)
    return read_rooms.__wrapped__(path)


def test_every_line_says_something_of_the_newest_room(tmp_path):
    second = TutorialRoom("Second", "Stay.", "left", ("..",), {}, {})
    assert read(tmp_path, LINES) == (FIRST, second)
    assert (FIRST.width, second.width) == (3, 2)


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("X:1", 17),
        ("B:o:Wolf:7:1", 17),
        ("K:a:Dagger", 17),
        ("K:a:Dagger:x", 17),
        ("M:o:Wolf:7", 17),
        ("N:Third", 17),
    ],
)
def test_a_line_that_cannot_be_read_is_told_by_its_number(tmp_path, line, number):
    with pytest.raises(ValueError, match=rf"^rooms\.txt:{number}: this line cannot be read$"):
        read(tmp_path, f"{LINES}{line}\n")


@pytest.mark.parametrize("missing", ["T:Stay.\n", "G:left\n", "D:..\n"])
def test_a_room_without_task_goal_or_map_is_not_whole(tmp_path, missing):
    with pytest.raises(ValueError, match=r"^rooms\.txt: the room Second is not whole$"):
        read(tmp_path, LINES.replace(missing, ""))


@pytest.mark.parametrize("added", ["D:...\n", "G:nothing\n", "T:\n"])
def test_rows_of_two_widths_an_unknown_goal_and_an_empty_task_are_refused(tmp_path, added):
    with pytest.raises(ValueError, match=r"^rooms\.txt: the room Second is not whole$"):
        read(tmp_path, LINES + added)
