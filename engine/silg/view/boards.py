"""Maps: the level as a hero knows it, as the party does, and as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.common import compass
from engine.contract.texts import Text
from engine.contract.view import SEEN, UNKNOWN, Bar, Entity, MapBoard, MapItem, Mark, Note
from engine.sil import view as sil_view
from engine.sil.creatures import bearing
from engine.silg.context import SilGContext
from engine.silg.wording import text

_SECRET_BADGES = ("asleep", "unwary", "alert", "fleeing", "aggressive")
NOTE_LETTERS = "abcdefghijklmnopqrstuvwxyz"  # plates of notes on squares, in their order
_HURT = {1: text("nearly dead"), 2: text("badly hurt"), 3: text("hurt")}
_BANDS = {**_HURT, sil_view.HEALTH_BANDS: text("unhurt")}
_OF_THE_PARTY = text("of the party")


def _drawn(game: SilGContext, seat: int, *, everything: bool = False) -> MapBoard:
    """Return Sil's map of a hero's, drawn once a call."""
    key = seat, everything
    if key not in game.drawn:
        game.drawn[key] = sil_view.draw_map(game.hero_game(seat), everything)
    return game.drawn[key]


def hero_board(game: SilGContext, seat: int) -> MapBoard:
    """Return the level as a hero knows it."""
    shown = _drawn(game, seat)
    others = [n for n in game.heroes if n != seat]
    entities = [_hero(game, seat, text("you")), *_creatures(shown)]
    entities += [e for n in others if _inside(shown, e := _hero(game, n))]
    return replace(shown, entities=tuple(entities), marks=pin_marks(game, shown))


def pin_marks(game: SilGContext, board: MapBoard) -> tuple[Mark, ...]:
    """Return a plate with a number for each pin that lies on a map."""
    marks = []
    for number, square in enumerate(game.state.desk.pins, 1):
        place = compass.read_square(square)
        if place is not None and _holds(board, *place):
            marks.append(Mark("letter", *place, text=str(number)))
    return tuple(marks)


def _creatures(shown: MapBoard) -> list[Entity]:
    return [_without_mind(e) for e in shown.entities if e.seat is None]


def _without_mind(entity: Entity) -> Entity:
    """Return a creature without what only the Game Master knows of its mind (rules: silg 6)."""
    badges = tuple(badge for badge in entity.badges if badge not in _SECRET_BADGES)
    hurt = _HURT.get(entity.bars[0].value, "") if entity.bars else ""
    return replace(entity, badges=badges, description=hurt)


def _hero(game: SilGContext, seat: int, description: Text = _OF_THE_PARTY) -> Entity:
    own = next(e for e in _drawn(game, seat).entities if e.seat is not None)
    return replace(
        own,
        seat=seat,
        name=game.player(seat).name,
        title=game.hero_name(seat),
        description=description,
    )


def _inside(board: MapBoard, entity: Entity) -> bool:
    return _holds(board, entity.y, entity.x)


def _holds(board: MapBoard, y: int, x: int) -> bool:
    return 0 <= y - board.top < board.height and 0 <= x - board.left < board.width


# ---------------------------------------------------------------- the party's map


def party_board(game: SilGContext) -> MapBoard:
    """Return what the party sees and remembers together; whoever hallucinates or is blind adds
    nothing false to it."""
    sound = [n for n in game.heroes if not game.hero(n).timers.hallucinating]
    boards = [hero_board(game, n) for n in sound or game.heroes]
    if not sound:
        boards = [replace(b, items=(), entities=()) for b in boards]
    merged = merge(boards) if len(boards) > 1 else replace(boards[0], focus=None)
    heroes = tuple(e for n in game.heroes if _inside(merged, e := _hero(game, n)))
    creatures = tuple(e for e in merged.entities if e.seat is None)
    first = heroes[0] if heroes else None
    focus = (first.y, first.x) if first else None
    marks = pin_marks(game, merged)
    return replace(merged, entities=(*heroes, *creatures), marks=marks, focus=focus)


def merge(boards: Sequence[MapBoard]) -> MapBoard:
    """Return the union of boards of one level: of each square the fullest knowledge."""
    top = min(b.top for b in boards)
    left = min(b.left for b in boards)
    height = max(b.top + b.height for b in boards) - top
    width = max(b.left + b.width for b in boards) - left
    size = height * width
    layers = {name: bytearray(size) for name in ("ground", "state", "light", "lighting")}
    overlay = bytearray(size)
    for board in boards:
        for y in range(board.height):
            for x in range(board.width):
                i = y * board.width + x
                at = (board.top - top + y) * width + board.left - left + x
                if board.state[i] == UNKNOWN or layers["state"][at] > board.state[i]:
                    continue
                dark = board.overlay[i] if board.overlay else 0
                brighter = board.light[i] >= layers["light"][at]
                if layers["state"][at] == board.state[i] == SEEN and not brighter:
                    continue
                for name, layer in layers.items():
                    layer[at] = getattr(board, name)[i]
                overlay[at] = dark
    entities: dict[tuple[int, int], Entity] = {}
    items: dict[tuple[int, int], MapItem] = {}
    for board in boards:
        for entity in board.entities:
            entities.setdefault((entity.y, entity.x), entity)
        for item in board.items:
            known = items.get((item.y, item.x))
            if known is None or (known.remembered and not item.remembered):
                items[item.y, item.x] = item
    return replace(
        boards[0],
        top=top,
        left=left,
        height=height,
        width=width,
        ground=bytes(layers["ground"]),
        state=bytes(layers["state"]),
        light=bytes(layers["light"]),
        lighting=bytes(layers["lighting"]),
        overlay=bytes(overlay) if any(overlay) else b"",
        items=tuple(items[at] for at in sorted(items)),
        entities=tuple(entities[at] for at in sorted(entities)),
        marks=(),
        focus=None,
    )


# ---------------------------------------------------------------- the Game Master's map


def gm_board(game: SilGContext) -> MapBoard:
    """Return the whole level with every hidden thing; a veil lies on what no hero knows."""
    seats = game.heroes or [0]
    boards = []
    for seat in seats:
        boards.append(_drawn(game, seat, everything=True))
    whole = merge(boards) if len(boards) > 1 else boards[0]
    creatures = [_for_gm(game, e) for e in whole.entities if e.seat is None]
    heroes = [_hero(game, n) for n in game.heroes]
    items = tuple(replace(i, hidden=i.hidden and not i.remembered) for i in whole.items)
    focus = (heroes[0].y, heroes[0].x) if heroes else _start(game)
    marks = (*pin_marks(game, whole), *_note_marks(game))
    return replace(whole, entities=(*heroes, *creatures), items=items, marks=marks, focus=focus)


def _note_marks(game: SilGContext) -> Iterator[Mark]:
    """Yield a plate with a letter for each note on a square."""
    for letter, square in zip(NOTE_LETTERS, game.state.desk.notes, strict=False):
        place = compass.read_square(square)
        if place is not None:
            yield Mark("letter", *place, text=letter)


def _start(game: SilGContext) -> tuple[int, int] | None:
    start = game.state.desk.start
    return game.state.sil.level.place(start) if start >= 0 else None


def _for_gm(game: SilGContext, entity: Entity) -> Entity:
    creature = game.state.sil.level.creature_at(entity.y, entity.x)
    assert creature is not None, "the Game Master sees who is there"
    key = f"c{creature.slot}"
    alert = Note(f"{creature.alertness:+d}", "alarm" if creature.alertness >= 0 else "calm")
    return replace(
        entity,
        name=game.handle(key),
        notes=(alert,),
        hidden=not game.seers(key),
        description=text("{words}; {who:the}", words=entity.description, who=game.name(key))
        if entity.description
        else text("{who:the}", who=game.name(key)),
    )


def health_bar(game: SilGContext, seat: int, *, exact: bool) -> Bar:
    """Return a hero's health: exact for who may know, else its band."""
    hero = game.hero(seat)
    if exact:
        return Bar(text("Health"), hero.health, hero.derived.max_health, "red")
    band = bearing.health_band(hero.health, hero.derived.max_health)
    return Bar(text("Health"), band, sil_view.HEALTH_BANDS, "red", _BANDS[band])
