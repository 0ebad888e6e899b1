"""The generators: one for the ground of each theme."""

from __future__ import annotations

from collections.abc import Callable

from engine.delve import terrain
from engine.delve.levels.canvas import LevelDraft, RoomPlan
from engine.delve.rules.context import NEIGHBOURS
from engine.delve.state import HEIGHT, SIZE, WIDTH

FLOOR, WALL, DEEP, SHALLOW = terrain.FLOOR, terrain.WALL, terrain.DEEP, terrain.SHALLOW


def cellars(canvas: LevelDraft) -> None:
    """Rooms and bent corridors, with doors."""
    dice = canvas.dice
    for _ in range(70):
        if len(canvas.rooms) == 11:
            break
        height, width = dice.between(3, 6), dice.between(4, 10)
        top, left = dice.between(1, HEIGHT - height - 1), dice.between(1, WIDTH - width - 1)
        room = RoomPlan(top, left, height, width)
        if all(room.is_clear_of(other) for other in canvas.rooms):
            canvas.rooms.append(room)
            canvas.fill(room)
            if dice.percent(60):
                canvas.light(room)
    for number, room in enumerate(canvas.rooms[1:], 1):
        canvas.tunnel(room.centre, canvas.rooms[number - 1].centre)
    for _ in range(2):
        canvas.tunnel(dice.choose(canvas.rooms).centre, dice.choose(canvas.rooms).centre)
    canvas.hang_doors(60)
    canvas.add_closets(2)
    scatter_patches(canvas, terrain.GRASS, 1, 8)


def warrens(canvas: LevelDraft) -> None:
    """Caves: random ground smoothed four times, with widened joints."""
    dice, ground = canvas.dice, canvas.ground
    for y in range(2, HEIGHT - 2):
        for x in range(2, WIDTH - 2):
            if dice.percent(57):
                ground[y * WIDTH + x] = FLOOR
    for _ in range(4):
        before = bytes(ground)
        for y in range(1, HEIGHT - 1):
            for x in range(1, WIDTH - 1):
                at = y * WIDTH + x
                walls = sum(before[at + step] != FLOOR for step in NEIGHBOURS)
                ground[at] = WALL if walls >= 5 else FLOOR if walls <= 3 else before[at]
    canvas.join()
    scatter_patches(canvas, terrain.GRASS, 4, 14)
    scatter_patches(canvas, terrain.WEB, 2, 4)
    for at in canvas.free():
        if canvas.is_narrow(at) and dice.percent(6):
            ground[at] = terrain.RUBBLE
    canvas.add_closets(1)


def halls(canvas: LevelDraft) -> None:
    """Great rooms with pillars, crossed by lanes of water and bridges."""
    dice = canvas.dice
    for row in range(2):
        for place in range(3):
            top, left = 2 + row * 14 + dice.below(5), 2 + place * 19 + dice.below(6)
            most_height, most_width = min(11, HEIGHT - 2 - top), min(16, WIDTH - 2 - left)
            height, width = dice.between(7, most_height), dice.between(10, most_width)
            room = RoomPlan(top, left, height, width)
            canvas.rooms.append(room)
            canvas.fill(room)
            if dice.percent(45):
                canvas.light(room)
            _pillars(canvas, room)
    for number, room in enumerate(canvas.rooms):
        if number % 3 < 2:
            _wide_way(canvas, room.centre, canvas.rooms[number + 1].centre)
        if number < 3:
            _wide_way(canvas, room.centre, canvas.rooms[number + 3].centre)
    for room in canvas.rooms:
        if dice.percent(70):
            _lane(canvas, room)
    canvas.join()
    canvas.hang_doors(15)
    canvas.add_closets(2)
    scatter_patches(canvas, terrain.ICE, 1, 9)
    scatter_patches(canvas, SHALLOW, 3, 10)


def _pillars(canvas: LevelDraft, room: RoomPlan) -> None:
    for y in range(room.top + 2, room.top + room.height - 2, 3):
        for x in range(room.left + 2, room.left + room.width - 2, 4):
            canvas.ground[y * WIDTH + x] = WALL


def _wide_way(canvas: LevelDraft, start: int, end: int) -> None:
    for at in canvas.tunnel(start, end):
        for step in (1, WIDTH):
            if canvas.is_inner(at + step):
                canvas.ground[at + step] = FLOOR


def _lane(canvas: LevelDraft, room: RoomPlan) -> None:
    """Lay a lane of deep water across a room, with shallow banks and two bridges."""
    dice, ground = canvas.dice, canvas.ground
    across = dice.one_in(2)
    length = room.width if across else room.height
    middle = (room.height if across else room.width) // 2 + dice.between(-1, 1)
    bridges = {dice.below(length), dice.below(length)}
    for along in range(length):
        for aside, code in ((-1, SHALLOW), (0, DEEP), (1, DEEP), (2, SHALLOW)):
            y, x = (middle + aside, along) if across else (along, middle + aside)
            at = (room.top + y) * WIDTH + room.left + x
            if canvas.is_inner(at) and ground[at] == FLOOR and along not in bridges:
                ground[at] = code


def foundry(canvas: LevelDraft) -> None:
    """Blocks of uneven length between crooked streets; canals of lava with bridges, and vents."""
    dice, ground = canvas.dice, canvas.ground
    canvas.fill(RoomPlan(1, 1, HEIGHT - 2, WIDTH - 2))
    canals = {dice.below(4), dice.below(4)}
    for row, top in enumerate(range(3, HEIGHT - 5, 7)):
        left = dice.between(3, 9)
        while left < WIDTH - 8:
            block = RoomPlan(top, left, 4, min(dice.between(5, 11), WIDTH - 3 - left))
            left += block.width + dice.between(2, 4)
            if dice.percent(70):
                canvas.fill(block, WALL)
                if dice.percent(60):
                    _workshop(canvas, block)
            else:
                canvas.rooms.append(block)
        if row in canals:
            _canal(canvas, top + 5)
    for _ in range(6):
        at = dice.choose(canvas.free())
        if canvas.open_around(at) == 8:
            ground[at] = terrain.VENT
    canvas.join()
    canvas.add_closets(2)
    for at in range(SIZE):
        if ground[at] in (terrain.LAVA, terrain.VENT):
            for step in (0, *NEIGHBOURS):
                canvas.lit[at + step] = 1


def _workshop(canvas: LevelDraft, block: RoomPlan) -> None:
    """Hollow out a block, and give it one door."""
    inner = RoomPlan(block.top + 1, block.left + 1, block.height - 2, block.width - 2)
    canvas.fill(inner)
    canvas.rooms.append(inner)
    canvas.light(inner)
    sides = [block.top * WIDTH + block.left + 2, (block.top + 3) * WIDTH + block.left + 3]
    canvas.ground[canvas.dice.choose(sides)] = terrain.DOOR


def _canal(canvas: LevelDraft, y: int) -> None:
    bridges = {canvas.dice.between(1, WIDTH - 2) for _ in range(5)}
    for x in range(1, WIDTH - 1):
        at = y * WIDTH + x
        if x not in bridges and canvas.ground[at] == FLOOR:
            canvas.ground[at] = terrain.LAVA


def ossuary(canvas: LevelDraft) -> None:
    """Long naves with cells on both sides, joined by cross passages."""
    dice = canvas.dice
    for top in (5, 14, 23):
        first, last = dice.between(2, 9), WIDTH - dice.between(3, 10)
        nave = RoomPlan(top, first, 3, last - first)
        canvas.fill(nave)
        canvas.rooms.append(nave)
        for x in range(first + 4, last - 4, 8):
            if dice.percent(60):
                canvas.ground[(top + 1) * WIDTH + x] = WALL
        for cell_top, door_y in ((top - 3, top - 1), (top + 4, top + 3)):
            for left in range(first + 1 + dice.below(5), last - 5, 6):
                if dice.percent(75):
                    _cell(canvas, RoomPlan(cell_top, left, 2, 4), door_y)
    for upper, lower in ((7, 14), (16, 23)):
        for _ in range(2):
            x = dice.between(3, WIDTH - 4)
            for y in range(upper, lower):
                at = y * WIDTH + x
                if canvas.ground[at] == WALL:
                    canvas.ground[at] = FLOOR
    canvas.join()
    scatter_patches(canvas, terrain.WEB, 2, 3)


def _cell(canvas: LevelDraft, room: RoomPlan, door_y: int) -> None:
    canvas.fill(room)
    dice = canvas.dice
    at = door_y * WIDTH + room.left + dice.below(room.width)
    drawn = dice.below(10)
    if drawn == 0:
        canvas.ground[at] = terrain.SECRET_DOOR
    elif drawn == 1:
        canvas.ground[at] = terrain.LOCKED_DOOR
    else:
        canvas.ground[at] = terrain.DOOR
    if drawn > 1:
        canvas.rooms.append(room)
    else:
        canvas.closets[room.centre] = at
        canvas.reserved.update([at, *room.squares()])


def heart(canvas: LevelDraft) -> None:
    """One round hall with four altars around its middle."""
    cy, cx, radius = HEIGHT // 2, WIDTH // 2, 13
    for y in range(1, HEIGHT - 1):
        for x in range(1, WIDTH - 1):
            if (y - cy) ** 2 + ((x - cx) * 2 // 3) ** 2 <= radius * radius:
                canvas.ground[y * WIDTH + x] = FLOOR
                canvas.lit[y * WIDTH + x] = 1
    for dy, dx in ((-4, -6), (-4, 6), (4, -6), (4, 6)):
        canvas.ground[(cy + dy) * WIDTH + cx + dx] = terrain.ALTAR
    for dy, dx in ((-8, 0), (8, 0), (0, -12), (0, 12), (-7, -9), (-7, 9), (7, -9), (7, 9)):
        canvas.ground[(cy + dy) * WIDTH + cx + dx] = WALL
    canvas.rooms.append(RoomPlan(cy - 5, cx - 8, 11, 17))


def scatter_patches(canvas: LevelDraft, code: int, patches: int, size: int) -> None:
    """Grow patches of a terrain on bare floor that is not a passage."""
    for _ in range(patches):
        free = [at for at in canvas.free() if canvas.open_around(at) >= 6]
        if not free:
            return
        patch = [canvas.dice.choose(free)]
        for _ in range(size * 3):
            if len(patch) >= size:
                break
            at = canvas.dice.choose(patch) + canvas.dice.choose(NEIGHBOURS)
            if canvas.ground[at] == FLOOR and at not in patch and canvas.open_around(at) >= 5:
                patch.append(at)
        for at in patch:
            canvas.ground[at] = code


GENERATORS: dict[str, Callable[[LevelDraft], None]] = {
    "cellars": cellars,
    "warrens": warrens,
    "halls": halls,
    "foundry": foundry,
    "ossuary": ossuary,
    "heart": heart,
}
