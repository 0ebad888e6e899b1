"""How a game ends: the last place of the fallen, and the mountains behind those who came home."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.game import REMEMBERED, SEEN, UNKNOWN, Being, Grid, Outcome, View
from render import ground, strips, votes
from render.canvas import WIDTH, Canvas, words_width
from render.source import TILE, Pixels
from render.tileset import TileSet
from render.turn import Picture, finished, theme_of
from render.window import Square, Window, centre

_CLOSE = 6  # scale of the close-up
_DEATH_SPLIT, _SKY_SPLIT = 543, 576
_GLOW = ((2, 2, 2), (2, 4, 2), (2, 2, 2))  # light left round the fallen


def _told(canvas: Canvas, outcome: Outcome, top: int, second: str) -> None:
    """The title and up to three lines under it, centred: the story's first line, the figures unless
    its last line tells them, and that last line."""
    tiles = canvas.tiles
    lines = [(outcome.title, 4, "W")]
    if outcome.story:
        lines.append((outcome.story[0], 3, second))
    figures = "   ".join(_counted(name, value) for name, value in outcome.figures[:4])
    told = outcome.story[-1] if len(outcome.story) > 1 else ""
    if figures and not any(_counted(name, value) in told for name, value in outcome.figures):
        lines.append((figures, 3, "w"))
    if told:
        lines.append((told, 3, "t"))
    y = top
    for words, scale, colour in lines:
        shown = strips.shortened(tiles, words, WIDTH - 40, scale)
        x = (WIDTH - words_width(tiles, shown, scale)) // 2
        canvas.words(shown, y, x, colour, scale)
        y += 42 if scale == 4 else 34


def _counted(name: str, value: int) -> str:
    """1 kill, 7 kills."""
    return f"{value:,} {name.removesuffix('s') if value == 1 else name}"


def death(
    view: View, outcome: Outcome, *, theme: str = "standard", tiles: TileSet | None = None
) -> Picture:
    """The last place in memory blue; only the fallen hero's own squares keep a dying glow."""
    look = theme_of(theme)
    canvas = Canvas(tiles or TileSet.own())
    if isinstance(view.board, Grid):
        _last_place(canvas, view.board, outcome)
    _told(canvas, outcome, _DEATH_SPLIT + 14, "Q")
    strips.frame(canvas, "m", _DEATH_SPLIT)
    return finished(canvas, look, view)


def _last_place(canvas: Canvas, grid: Grid, outcome: Outcome) -> None:
    hero = centre(grid)
    side = TILE * _CLOSE
    window = Window(hero[0] - 3, hero[1] - 6, 7, 13, _CLOSE)
    origin = (
        _DEATH_SPLIT // 2 - side // 2 - 3 * side,
        WIDTH // 2 - side // 2 - 6 * side,
    )
    canvas.clip = (3, 3, _DEATH_SPLIT, WIDTH - 3)
    canvas.fill(*canvas.clip, "void")
    tiles = canvas.tiles
    dying = _dying(grid, hero)
    small = ground.paint(ground.squares(dying, window, tiles), window, tiles)
    canvas.stamp(small.repeat(_CLOSE, 0).repeat(_CLOSE, 1), *origin)

    def stand(sprite: NDArray[np.uint8], square: Square) -> None:
        y = origin[0] + (square[0] - window.top) * side - _CLOSE
        x = origin[1] + (square[1] - window.left) * side - _CLOSE
        canvas.stamp(sprite.repeat(_CLOSE, 0).repeat(_CLOSE, 1), y, x)

    for thing in grid.things:
        sprite = tiles.thing(thing.ref, thing.letter, thing.colour)
        near = max(abs(thing.y - hero[0]), abs(thing.x - hero[1])) <= 1
        stand(sprite if near else tiles.remembered(sprite), (thing.y, thing.x))
    killer = _killer(grid, hero, outcome)
    for being in sorted(grid.beings, key=lambda b: (b.y, b.x)):
        if being.seat is not None and (being.y, being.x) == hero:
            continue
        sprite = tiles.being(being.ref, being.letter, being.colour, being.seat)
        stand(sprite if being == killer else tiles.remembered(sprite), (being.y, being.x))
    stand(tiles.named("bones"), hero)
    if killer is not None:
        votes.ring(canvas, (killer.y, killer.x), window, origin, "R", 12, 28, 6)
        if killer.unique:
            crown = tiles.badge("unique").repeat(_CLOSE, 0).repeat(_CLOSE, 1)
            y = origin[0] + (killer.y - window.top) * side - 3 * _CLOSE
            x = origin[1] + (killer.x - window.left) * side + (side - crown.shape[1]) // 2
            canvas.stamp(crown, y, x)
    canvas.clip = (0, 0, canvas.px.shape[0], WIDTH)


def _dying(grid: Grid, hero: Square) -> Grid:
    """The grid with all but the fallen hero's 3 x 3 squares turned to memory."""
    state = bytearray(REMEMBERED if known else UNKNOWN for known in grid.state)
    light, lit = bytearray(len(state)), bytearray(len(state))
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            y, x = hero[0] + dy - grid.top, hero[1] + dx - grid.left
            place = y * grid.width + x
            if 0 <= y < grid.height and 0 <= x < grid.width and state[place]:
                state[place] = SEEN
                light[place] = _GLOW[dy + 1][dx + 1]
    return Grid(
        grid.top, grid.left, grid.height, grid.width, grid.legend, grid.ground,
        bytes(state), bytes(light), bytes(lit), grid.focus,
    )  # fmt: skip


def _killer(grid: Grid, hero: Square, outcome: Outcome) -> Being | None:
    """Whom the story names, else the nearest creature, if it stands close."""
    told = " ".join((outcome.title, *outcome.story)).lower()
    foes = [b for b in grid.beings if b.seat is None]
    foes.sort(key=lambda b: (max(abs(b.y - hero[0]), abs(b.x - hero[1])), b.y, b.x))
    for foe in foes:
        if foe.name and foe.name.split("-")[0].lower() in told:
            return foe
    near = [b for b in foes if max(abs(b.y - hero[0]), abs(b.x - hero[1])) <= 1]
    return near[0] if near else None


# ---------------------------------------------------------------------- victory

_PIXEL = 4  # the sky is drawn at a quarter of its size
_BANDS = "0uuvVQOYY"
_BAYER = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]])
_PEAKS = (  # colour, rim, top (x, y), foot left, foot right: quarter pixels
    ("v", "V", (75, 34), 18, 128),
    ("v", "V", (203, 28), 140, 256),
    ("0", "v", (138, 12), 92, 222),
)


def victory(
    view: View, outcome: Outcome, *, theme: str = "standard", tiles: TileSet | None = None
) -> Picture:
    """Three peaks before a dawn; the hero small, with a star for each jewel brought home."""
    look = theme_of(theme)
    canvas = Canvas(tiles or TileSet.own(), "0")
    sky = _sky(canvas)
    canvas.px[3:483, :] = sky.repeat(_PIXEL, 0).repeat(_PIXEL, 1)[:480, :WIDTH]
    _homecomers(canvas, view, _jewels(outcome))
    _told(canvas, outcome, _SKY_SPLIT + 14, "Y")
    strips.frame(canvas, "Y", _SKY_SPLIT)
    return finished(canvas, look, view)


def _jewels(outcome: Outcome) -> int:
    return next((value for name, value in outcome.figures if "silmaril" in name.lower()), 0)


def _noise(count: int, seed: int) -> NDArray[np.int64]:
    """Numbers that look like chance and never change."""
    n = np.arange(count, dtype=np.int64) * 2654435761 + seed * 40503
    n ^= (n >> 13) & 0xFFFF
    mixed: NDArray[np.int64] = (n * 48271 % 65537) & 0xFFFF
    return mixed


def _sky(canvas: Canvas) -> NDArray[np.uint8]:
    height, width = 120, WIDTH // _PIXEL
    y, x = np.mgrid[0:height, 0:width]
    level = y / height * (len(_BANDS) - 1) + (_BAYER[y % 4, x % 4] - 7.5) / 15
    bands = np.array([canvas.colour(name) for name in _BANDS], dtype=np.uint8)
    sky: Pixels = bands[np.clip(np.rint(level), 0, len(_BANDS) - 1).astype(np.intp)]
    places = _noise(90, 3)
    for number, place in enumerate(places):
        sky[int(place) % 62 + number % 3, int(place) * 7 % width] = canvas.colour("WU"[number % 2])
    for number, (colour, rim, (px, py), left, right) in enumerate(_PEAKS):
        rough = np.cumsum(_noise(height, number + 7) % 3 - 1)
        for row in range(py, height):
            part = (row - py) / (height - py)
            start = round(px + (left - px) * part**1.1) + int(rough[row]) % 4
            end = round(px + (right - px) * part**1.2) - int(rough[-row]) % 4
            sky[row, max(0, start) : max(0, end)] = canvas.colour(colour)
            sky[row, max(0, start) : max(0, start + 2)] = canvas.colour(rim)
    _smoke(canvas, sky)
    return sky


def _smoke(canvas: Canvas, sky: NDArray[np.uint8]) -> None:
    """A plume from the highest peak, blown to the east."""
    y, x = np.mgrid[0 : sky.shape[0], 0 : sky.shape[1]]
    for step in range(14):
        cy, cx, size = 10 - step * 0.8, 137 + step * 3.2, 1.5 + step * 0.25
        puff = (y - cy) ** 2 + (x - cx) ** 2 <= size * size
        sky[puff] = canvas.colour("dm"[step % 3 == 0])


def _homecomers(canvas: Canvas, view: View, jewels: int) -> None:
    for number in range(min(jewels, 3)):
        _star(canvas, 330 - 54 * (number % 2), 752 - 92 * number)
    canvas.fill(481, 560, 485, 920, "O")
    grid = view.board
    beings = [b for b in grid.beings if b.seat is not None] if isinstance(grid, Grid) else []
    ref, letter, colour, seat = (
        (beings[0].ref, beings[0].letter, beings[0].colour, beings[0].seat)
        if beings
        else ("R:0", "@", "w", 0)
    )
    sprite = canvas.tiles.being(ref, letter, colour, seat).repeat(8, 0).repeat(8, 1)
    canvas.stamp(sprite, 482 - 16 * 8, 630)


def _star(canvas: Canvas, y: int, x: int) -> None:
    """A jewel and its rays."""
    for ray in range(24):
        angle = ray * np.pi / 12
        reach = 180 if ray % 6 == 0 else 120 if ray % 2 == 0 else 80
        for far in range(36, reach, 12):
            ry, rx = y + round(float(np.sin(angle)) * far), x + round(float(np.cos(angle)) * far)
            if ry < _SKY_SPLIT - 8:
                canvas.fill(ry - 2, rx - 2, ry + 2, rx + 2, "W" if far < 80 else "U")
    jewel = canvas.tiles.colours("mwW")[canvas.tiles.tiles["silmaril"]].repeat(4, 0).repeat(4, 1)
    canvas.stamp(jewel, y - 32, x - 32)
