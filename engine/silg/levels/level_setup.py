"""Levels that a party plays on: generated, drawn, kept; and who stands where on them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.common import slugs
from engine.contract.action import IllegalAction, InvalidAction
from engine.contract.texts import listed, typed
from engine.sil.data.records import Vault
from engine.sil.dungeon.generation import level_creation, vaults
from engine.sil.dungeon.generation.construction import Site
from engine.sil.game.state import Level
from engine.sil.hero import experience
from engine.sil.level import terrain
from engine.silg.context import SilGContext
from engine.silg.levels import squares
from engine.silg.party_sight import refresh
from engine.silg.state import SavedMap
from engine.silg.wording import text

SYMBOLS = frozenset(" .#$%:;<>s7,+0^")
ROCK_ROUND = 2  # squares of rock round a drawn map


# ---------------------------------------------------------------- making a level


def generate(game: SilGContext, depth: int, arrive_by: int = 0) -> None:
    """Make a level of Sil's at a depth (in levels of 50 ft), with what lives there; the party
    begins on these stairs."""
    hero_game = game.hidden_game(0)
    while True:
        level_creation.make_level(hero_game, depth, arrive_by)
        start = game.state.sil.level.at(hero_game.hero.y, hero_game.hero.x)
        hero_game.hero.y = hero_game.hero.x = 0
        if squares.has_room(
            game, start, len(game.state.players)
        ):  # one hero fits anywhere, a party does not
            break
    settle_in(game, start)


def draw(game: SilGContext, rows: list[str], depth: int) -> None:
    """Make a level of rows of the vault file's symbols. Raises InvalidAction."""
    level = drawn(game, rows, depth)
    game.state.sil.begin_level(level)
    hero_game = game.hidden_game(0)
    hero_game.hero.y = hero_game.hero.x = 0
    drawing = tuple(_square(rows))
    vaults.build_at(Site(hero_game, level), Vault(0, "drawn", rows=drawing), *_CORNER)
    _clear_traps(level, drawing)
    floor = [i for i in range(len(level.feature)) if squares.is_free(game, i)]
    if not floor:
        raise InvalidAction(text("Nobody could stand anywhere on that map."))
    for i in range(len(level.feature)):
        level.glow[i] = level.room[i]
    settle_in(game, floor[0])


_CORNER = (ROCK_ROUND, ROCK_ROUND)


def _clear_traps(level: Level, rows: Sequence[str]) -> None:
    """Take off the traps that vaults have by chance: a drawing has those that were drawn."""
    for square, feature in enumerate(level.feature):
        y, x = (each - ROCK_ROUND for each in level.place(square))
        if terrain.TRAP[feature] and rows[y][x] != "^":
            level.feature[square], level.hidden[square] = terrain.FLOOR, 0


def _square(rows: list[str]) -> list[str]:
    width = max(map(len, rows))
    return [row.ljust(width) for row in rows]


def drawn(game: SilGContext, rows: list[str], depth: int) -> Level:
    """Return a level of rock for a drawing of these rows. Raises InvalidAction."""
    rows = [row for row in rows if row.strip()]
    if not rows:
        raise InvalidAction(text("Draw at least one row: # is rock, . is floor."))
    height, width = len(rows) + 2 * ROCK_ROUND, max(map(len, rows)) + 2 * ROCK_ROUND
    if height > squares.MOST_ROWS or width > squares.MOST_COLUMNS:
        raise InvalidAction(
            text(
                "A map has at most {columns} columns and {rows} rows.",
                columns=squares.MOST_COLUMNS,
                rows=squares.MOST_ROWS,
            )
        )
    for row in rows:
        for symbol in row:
            if symbol not in SYMBOLS and not symbol.isalnum() and symbol not in "*&@|~!?\\/":
                raise InvalidAction(text("“{symbol}” is no symbol of a map.", symbol=symbol))
    level = Level.blank(depth, height, width, terrain.GRANITE)
    edge = bytes((terrain.PERMANENT,))
    level.feature[:width] = level.feature[-width:] = edge * width
    level.feature[::width] = level.feature[width - 1 :: width] = edge * height
    del game
    return level


def place_vault(game: SilGContext, name: str, square: int) -> None:
    """Lay a room or vault of Sil's on the level, its middle on a square. Raises ActionError."""
    vault = find_vault(game, name)
    level = game.state.sil.level
    y, x = level.place(square)
    top, left = y - vault.height // 2, x - vault.width // 2
    if not (top > 0 and top + vault.height < level.height):
        raise IllegalAction(text("It does not fit there: the map ends above or below."))
    if not (left > 0 and left + vault.width < level.width):
        raise IllegalAction(text("It does not fit there: the map ends at its side."))
    box = [level.at(v, u) for v in range(top, top + vault.height)
           for u in range(left, left + vault.width)]  # fmt: skip
    if any(level.occupant.get(i) or game.level_game.hero_at(i) for i in box):
        raise IllegalAction(text("Somebody stands where it would lie."))
    vaults.build_at(Site(game.level_game, level), vault, top, left)


def find_vault(game: SilGContext, name: str) -> Vault:
    """Return a room or vault by its name. Raises InvalidAction."""
    wanted = slugs.slug(name)
    found = [v for v in game.data.vaults.values() if slugs.slug(v.name).startswith(wanted)]
    exact = [v for v in found if slugs.slug(v.name) == wanted]
    if not wanted or not (exact or found):
        raise InvalidAction(text("There is no room or vault called “{name}”.", name=name))
    return (exact or found)[0]


# ---------------------------------------------------------------- keeping and using again


def keep(game: SilGContext, name: str) -> None:
    """Keep the level under a name, as it is now, with its notes. Raises IllegalAction when the
    party would find no room there."""
    if not squares.has_room(game, game.state.desk.start, len(game.state.players)):
        raise IllegalAction(text("There is no room for the party on this level."))
    desk = game.state.desk
    level = msgspec.msgpack.decode(msgspec.msgpack.encode(game.state.sil.level), type=Level)
    desk.maps[name] = SavedMap(level, dict(desk.notes), desk.start)


def use(game: SilGContext, name: str) -> None:
    """Play on a kept level. Raises InvalidAction."""
    kept = game.state.desk.maps.get(name)
    if kept is None:
        kept_names = tuple(game.state.desk.maps)
        names = listed(map(typed, kept_names)) if kept_names else text("none yet")
        raise InvalidAction(
            text("No map is kept as “{name}”. Kept are: {names}.", name=name[:40], names=names)
        )
    level = msgspec.msgpack.decode(msgspec.msgpack.encode(kept.level), type=Level)
    game.state.sil.begin_level(level)
    settle_in(game, kept.start)
    game.state.desk.notes = dict(kept.notes)


def settle_in(game: SilGContext, start: int) -> None:
    """Let the party begin on a new level, at a square."""
    state = game.state
    state.tags, state.highest, state.seen_now = {}, {}, []
    for player in state.players:
        player.met, player.stirring, player.explored = {}, [], []
        player.plan, player.secret = None, ""
    state.fighters, state.provoked = [], []
    state.waits_to_go_on = False
    desk = state.desk
    desk.notes, desk.names, desk.orders = {}, {}, {}
    desk.run_by_gm, desk.allies, desk.order = [], [], []
    desk.shown, desk.start = [], start
    desk.pins, desk.ambience, desk.entered = {}, {}, []
    for hero in state.sil.heroes:
        hero.y = hero.x = 0
        hero.knowledge.lore.tags = {}
    if state.stage in ("declare", "monsters"):
        state.stage = "minutes"
    if state.stage == "minutes":
        gather(game)


def gather(game: SilGContext) -> None:
    """Put every hero in play on the level, as near to its start as there is room."""
    start = game.state.desk.start
    for seat in game.heroes:
        bring(game, seat, squares.near(game, start))
    refresh(game)


def bring(game: SilGContext, seat: int, square: int) -> None:
    """Put a hero on a square of the level, for the first time."""
    squares.stand(game, seat, square)
    hero_game = game.hero_game(seat)
    experience.reach(hero_game, game.state.sil.level.depth)
