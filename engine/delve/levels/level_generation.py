"""A whole level: ground from its theme, stairs and features, monsters and things."""

from __future__ import annotations

from engine.common import field_of_view, flood
from engine.delve import terrain
from engine.delve.combat.melee_effects import add_monster
from engine.delve.data.kinds import MonsterKind, ThemeKind
from engine.delve.ground import gas
from engine.delve.levels import lords, place_sites
from engine.delve.levels.canvas import LevelDraft, bits
from engine.delve.levels.level_population import choose_item, choose_kind
from engine.delve.levels.themes import GENERATORS
from engine.delve.rules import inventory
from engine.delve.rules.context import NEIGHBOURS, DelveContext, gap
from engine.delve.state import DEEPEST, WIDTH, DelveItem, DelveLevel, DelveMonster

# What is behind which door, by category; "": of any.
CLOSET_THINGS = {
    terrain.LOCKED_DOOR: ("",),
    terrain.SECRET_DOOR: ("potion", ""),
    terrain.BARS: ("weapon", "armour"),
}
GRAVE_LEVELS = (4, 9, 15, 20)
FIRST_ALTAR = 3  # squares from the arrival


def make_level(game: DelveContext, depth: int) -> DelveLevel:
    """Make a level, put it into the game, and fill it."""
    game.streams.begin_level(str(depth))
    dice = game.streams.level
    theme = game.content.theme_of(depth)
    canvas = LevelDraft(dice, depth)
    GENERATORS[theme.generator](canvas)
    canvas.join()
    level = DelveLevel(depth, canvas.ground, bytearray(len(canvas.ground)), canvas.lit)
    game.state.levels[depth] = level
    site = place_sites.fit_in(game, canvas)
    barred = canvas.add_barred_closet() if _has_bars(game, depth) else None
    _place_stairs(level, canvas)
    _place_features(game, level, canvas, barred)
    level.opaque = bytearray(bytes(level.ground).translate(terrain.OPAQUE_TABLE))
    gas.lay(game, level)
    if site is not None:
        level.place = place_sites.furnish(game, level, site)
    _place_monsters(game, level, theme, frozenset(bits(canvas.closed())))
    _place_items(game, level, canvas)
    if depth == DEEPEST:
        _place_heart(game, level)
    lords.change_level(game, level)
    return level


# ------------------------------------------------------------------ features


def _spot(level: DelveLevel, canvas: LevelDraft, away_from: list[int], gap_wanted: int) -> int:
    """Return a bare square with room around it, far from others where that can be had."""
    free = [at for at in canvas.free() if canvas.open_around(at) >= 6] or canvas.free()
    for wanted in range(gap_wanted, -1, -4):
        far = [at for at in free if all(gap(at, other) >= wanted for other in away_from)]
        if far:
            return canvas.dice.choose(far)
    return canvas.dice.choose(free)


def _place_stairs(level: DelveLevel, canvas: LevelDraft) -> None:
    if level.depth == DEEPEST:
        up = next(at for at in canvas.free() if at // WIDTH == 15)
    else:
        up = _spot(level, canvas, [], 0)
    level.ground[up] = terrain.STAIRS_UP
    level.up, level.arrival = [up], up
    if level.depth < DEEPEST:
        for _ in range(2):
            down = _spot(level, canvas, [up, *level.down], 28)
            level.ground[down] = terrain.STAIRS_DOWN
            level.down.append(down)


def _has_bars(game: DelveContext, depth: int) -> bool:
    """Return whether a level has a closet behind bars."""
    figures = game.content.levels
    return depth < DEEPEST and depth % figures.bars_every == figures.first_bars


def _place_features(
    game: DelveContext, level: DelveLevel, canvas: LevelDraft, barred: int | None
) -> None:
    """Place what a level has: an altar that is not hidden stands in the closet behind bars, where
    there is one."""
    depth, dice = level.depth, canvas.dice
    taken = [*level.up, *level.down]
    features = []
    if depth % game.content.levels.altar_every == 0 and depth < DEEPEST:
        features.append(terrain.ALTAR)
    if depth in GRAVE_LEVELS:
        features.append(terrain.GRAVE)
    if depth < DEEPEST and dice.one_in(2):
        features.append(terrain.FOUNTAIN)
    if depth == 1:
        at = _beside_arrival(level, canvas)
        level.ground[at] = terrain.ALTAR
        taken.append(at)
    for code in features:
        hidden = code == terrain.ALTAR and depth % game.content.levels.hidden_altar_every == 0
        closet = _behind_secret_door(canvas) if hidden else barred
        at = (code == terrain.ALTAR and closet) or _spot(level, canvas, taken, 8)
        level.ground[at] = code
        taken.append(at)
    if depth == DEEPEST:
        return
    for _ in range(2 + depth // 5):
        at = _spot(level, canvas, taken, 6)
        level.ground[at] = dice.choose(sorted(terrain.TRAPS))
        level.hidden.append(at)
        taken.append(at)
    locked = (at for at, code in enumerate(level.ground) if code == terrain.LOCKED_DOOR)
    level.doors = dict.fromkeys(locked, game.content.ground.door)
    level.webs = {
        at: dice.roll(5, 6) for at, code in enumerate(level.ground) if code == terrain.WEB
    }


def _behind_secret_door(canvas: LevelDraft) -> int | None:
    """Return the square of a closet that is farthest from its secret door, where no things are
    laid; None where the level has no such closet."""
    for middle, door in canvas.closets.items():
        if canvas.ground[door] == terrain.SECRET_DOOR and canvas.closed() >> middle & 1:
            inside = bits(flood.region(canvas.passable(), WIDTH, middle))
            return max(inside, key=lambda at: gap(at, door))
    return None


def _beside_arrival(level: DelveLevel, canvas: LevelDraft) -> int:
    """Return an open square in sight of the arrival: the first altar is for all to find."""
    opaque = bytearray(bytes(level.ground).translate(terrain.OPAQUE_TABLE))
    seen = frozenset(field_of_view.view(opaque, WIDTH, *divmod(level.arrival, WIDTH)))
    free = [at for at in canvas.free() if at in seen]
    return min(
        free, key=lambda at: (canvas.is_narrow(at), abs(gap(at, level.arrival) - FIRST_ALTAR), at)
    )


# ------------------------------------------------------------------ monsters


def _place_monsters(
    game: DelveContext, level: DelveLevel, theme: ThemeKind, closed: frozenset[int]
) -> None:
    """Place those who are on a level from the beginning, none of them in a closed closet."""
    dice, depth, figures = game.streams.level, level.depth, game.content.levels
    unique = _unique_of(game, depth)
    if unique is not None:
        _put_group(game, level, unique, _lair(level, closed), asleep=True)
    count = 0
    wanted = figures.monsters + depth // figures.one_more_every - (depth <= figures.quiet_levels)
    if depth == DEEPEST:
        wanted = figures.guards_of_the_heart
    while count < wanted:
        kind = choose_kind(game, depth, theme.name)
        at = spawn_square(game, level, kind, closed)
        if at is None:
            return
        group = _put_group(game, level, kind, at, asleep=dice.percent(figures.percent_asleep))
        count += max(1, len(group))


def _unique_of(game: DelveContext, depth: int) -> MonsterKind | None:
    for kind in game.content.monsters.values():
        if kind.unique and kind.level == depth and kind.weight:
            return kind
    return None


def _home_ground(kind: MonsterKind) -> frozenset[int]:
    if kind.has("aquatic"):
        return terrain.WATER
    if kind.has("lava-born"):
        return frozenset({terrain.LAVA, terrain.FLOOR})
    return terrain.BARE


def spawn_square(
    game: DelveContext, level: DelveLevel, kind: MonsterKind, closed: frozenset[int] = frozenset()
) -> int | None:
    """Return a square for a new monster by chance: on its home ground, away from the arrival, none
    of the closed ones; None when there is none for it."""
    dice = game.streams.level
    home = _home_ground(kind)
    taken = game.occupants(level.depth).keys() | _squares_of_place(level) | closed
    for margin in (game.content.levels.clear_of_arrival, 3):
        free = [
            at
            for at, code in enumerate(level.ground)
            if code in home and at not in taken and gap(at, level.arrival) >= margin
        ]
        if free:
            return dice.choose(free)
    return None if kind.has("aquatic") else level.arrival


def _lair(level: DelveLevel, closed: frozenset[int]) -> int:
    """Return a free square as far from all stairs as there is, none of the closed ones."""
    stairs = (*level.up, *level.down)
    inside = _squares_of_place(level) | closed
    bare = [at for at, code in enumerate(level.ground) if code in terrain.BARE]
    free = [at for at in bare if at not in inside]
    return max(free, key=lambda at: (min(gap(at, other) for other in stairs), at))


def _squares_of_place(level: DelveLevel) -> frozenset[int]:
    """Return the squares of a level's place, whose inhabitants are its own."""
    return frozenset(level.place.squares) if level.place is not None else frozenset()


def _put_group(
    game: DelveContext, level: DelveLevel, kind: MonsterKind, at: int, *, asleep: bool
) -> list[DelveMonster]:
    """Put a monster, its pack and whom it leads on and around a square."""
    dice = game.streams.level
    wanted = [kind] * (kind.traits["pack"].number() if kind.has("pack") else 1)
    if kind.has("leads"):
        wanted.append(game.content.monsters[kind.traits["leads"].args[0]])
    group: list[DelveMonster] = []
    for place in (at, *(at + step for step in NEIGHBOURS)):
        if len(group) == len(wanted):
            break
        if place != at and level.ground[place] not in _home_ground(kind):
            continue
        if place in game.occupants(level.depth):
            continue
        each = wanted[len(group)]
        monster = add_monster(game, level.depth, each.name, place)
        monster.asleep = (asleep or each.has("sleeper")) and not each.has("rooted")
        for name, chance in each.carries:
            if dice.percent(chance):
                monster.pack.append(_carried(game, name, worn=not each.unique))
        group.append(monster)
    return group


def _carried(game: DelveContext, name: str, *, worn: bool) -> DelveItem:
    """Return a thing that a monster has; the unique ones only keep theirs."""
    item = inventory.fresh(game.content, name, game.new_uid())
    item.worn = worn and bool(inventory.slot_of(game.content.items[name]))
    return item


def turns_to_wanderer(game: DelveContext, level: DelveLevel) -> int:
    """Return the turns until the next wanderer comes: the fewer, the longer heroes have been on
    a level."""
    figures = game.content.levels
    return max(figures.soonest_wanderer, figures.first_wanderer - level.turns // 4)


def add_wanderer(game: DelveContext, level: DelveLevel) -> DelveMonster | None:
    """Let a new monster of a level come up or down a stair that no hero sees."""
    if lords.is_changed(game, level.depth, "quiet"):
        return None
    return add_hunter(game, level, level.depth)


def add_hunter(game: DelveContext, level: DelveLevel, native: int) -> DelveMonster | None:
    """Let a new monster that is native to some level come by a stair that no hero sees, and hunt
    the nearest hero."""
    seen = {at for hero in game.heroes(level.depth) for at in hero.seen}
    stairs = [at for at in (*level.up, *level.down) if at not in seen]
    free = [at for at in stairs if at not in game.occupants(level.depth)]
    if not free or len(level.monsters) > 40:
        return None
    kind = choose_kind(game, native, game.content.theme_of(native).name)
    if kind.has("rooted") or kind.has("aquatic"):
        return None
    place = game.streams.level.choose(free)
    group = _put_group(game, level, kind, place, asleep=False)
    hunts = game.content.levels.wanderer_hunts
    for each in group:
        each.asleep, each.goal, each.hunting = False, _prey(game, each), hunts
    return group[0]


def _prey(game: DelveContext, monster: DelveMonster) -> int:
    """Return where the nearest hero is; -1: there is none."""
    heroes = [hero.at for hero in game.heroes(monster.depth)]
    return min(heroes, key=lambda at: (gap(at, monster.at), at), default=-1)


# ------------------------------------------------------------------ things


def _place_items(game: DelveContext, level: DelveLevel, canvas: LevelDraft) -> None:
    dice = game.streams.level
    free = canvas.free()
    for _ in range(game.content.levels.things):
        _lay(game, level, dice.choose(free), choose_item(game, level.depth).name)
    if level.depth % game.content.levels.food_every == 0:
        _lay(game, level, dice.choose(free), choose_item(game, level.depth, "food").name)
    _fill_closets(game, level, canvas)
    for name, depth in game.state.remains.items():
        if depth == level.depth:
            _lay(game, level, dice.choose(free), name)


def _fill_closets(game: DelveContext, level: DelveLevel, canvas: LevelDraft) -> None:
    closed, figures = canvas.closed(), game.content.levels
    for at, door in canvas.closets.items():
        secret = level.ground[door] == terrain.SECRET_DOOR
        if secret and closed >> at & 1:
            if not level.secrets and level.depth % figures.larder_every == figures.first_larder:
                _lay(game, level, at, choose_item(game, level.depth, "food").name)
            level.secrets.append(door)
        barred = level.ground[door] == terrain.BARS
        more = figures.bars_deeper if barred else figures.closets_deeper
        deeper = min(DEEPEST, level.depth + more)
        for category in CLOSET_THINGS.get(level.ground[door], ("",)):
            _lay(game, level, at, choose_item(game, deeper, category).name)


def _lay(game: DelveContext, level: DelveLevel, at: int, name: str) -> None:
    item = inventory.found(game.content, name, game.new_uid(), game.streams.level)
    inventory.add(level.items.setdefault(at, []), item)


def _place_heart(game: DelveContext, level: DelveLevel) -> None:
    middle = 15 * WIDTH + WIDTH // 2
    if not game.state.heart_taken:
        _lay(game, level, middle, game.content.heart)
    if not game.state.warden_dead:
        warden = add_monster(game, level.depth, game.content.warden, middle + 2)
        warden.home = middle
