"""Plain rectangles and cross rooms (rules: dungeon 1.4, 1.5)."""

from __future__ import annotations

from engine.sil.dungeon.generation import population
from engine.sil.dungeon.generation.construction import Site
from engine.sil.game.state import Room


def plain(site: Site, y0: int, x0: int) -> bool:
    """Try to build a rectangle round a centre; whether it could be built."""
    dice = site.dice
    top, left = y0 - dice.die(3), x0 - dice.die(5)
    box = Room(top, left, y0 + dice.die(3), x0 + 1 + dice.die(4))
    if not site.fits(box, 1) or site.doubles_wall(box):
        return False
    site.add_room(y0, x0, box)
    _raise(site, box, lit=site.depth < dice.die(19) or site.depth < dice.die(19))
    if (box.right - left) % 2 == 0 and (box.bottom - top) % 2 == 0:
        if dice.one_in(20):
            _pillars(site, box)
        if dice.one_in(10):
            _colonnade(site, box)
    return True


def _raise(site: Site, *boxes: Room, lit: bool) -> None:
    """Overlapping rectangles as one room: all the walls first, then all the floor."""
    for box in boxes:
        site.claim(box, lit)
        site.wall_in(box)
    for box in boxes:
        site.lay_floor(box)


def _pillars(site: Site, box: Room) -> None:
    for y in range(box.top + 1, box.bottom + 1, 2):
        for x in range(box.left + 1, box.right + 1, 2):
            site.pillar(y, x)


def _colonnade(site: Site, box: Room) -> None:
    """Raise the pillars' lattice, but only along the ring one step inside the edge."""
    for y in range(box.top + 1, box.bottom + 1, 2):
        for x in range(box.left + 1, box.right + 1, 2):
            if y in (box.top + 1, box.bottom - 1) or x in (box.left + 1, box.right - 1):
                site.pillar(y, x)


def cross(site: Site, y0: int, x0: int) -> bool:
    """Try to build two crossing bars round a centre; whether they could be built."""
    dice = site.dice
    bar_half_width = dice.between(5, 7)
    half_height, half_width = dice.between(3, 6), dice.between(1, 2)
    across = Room(y0 - 1, x0 - bar_half_width, y0 + 1, x0 + bar_half_width)
    upright = Room(y0 - half_height, x0 - half_width, y0 + half_height, x0 + half_width)
    box = Room(upright.top, across.left, upright.bottom, across.right)
    if not site.fits(box, 1) or site.doubles_wall(box):
        return False
    site.add_room(y0, x0, box)
    _raise(site, across, upright, lit=site.depth < dice.die(20))
    _adorn(site, y0, x0, half_height, half_width)
    return True


def _adorn(site: Site, y0: int, x0: int, half_height: int, half_width: int) -> None:
    look = site.dice.die(7)
    if look == 1 and (half_width, half_height) == (2, 6):
        for y in range(y0 - 5, y0 + 6, 2):
            site.pillar(y, x0 - 1)
            site.pillar(y, x0 + 1)
        population.chest(site, y0, x0, site.depth)
    if half_width != 1:
        return
    if look in (2, 4):
        for dy, dx in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            site.pillar(y0 + dy, x0 + dx)
    if look == 2:
        site.pillar(y0, x0)
    if look == 3:
        for dy, dx in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            site.pillar(y0 + dy, x0 + dx)
