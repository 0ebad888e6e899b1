"""The view of a game of Sil-Q, as the contract's `View`.

Everything shown is worked out here from what the hero knows; the Game Master's view shows all.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from engine.common import compass
from engine.common.grid import distance, marked
from engine.contract.texts import Name, Text, Value, Words, joined, listed, text
from engine.contract.view import (
    GM_ONLY,
    REMEMBERED,
    SEEN,
    UNKNOWN,
    Bar,
    CharacterStatus,
    Condition,
    Ending,
    Entity,
    Ground,
    MapBoard,
    MapItem,
    Mark,
    Note,
    View,
)
from engine.sil import message_order
from engine.sil.creatures import bearing, creature_names
from engine.sil.data.bundle import Data
from engine.sil.data.records import Glyph
from engine.sil.data.sprites import armed
from engine.sil.dungeon import tutorial
from engine.sil.effects import hunger, statuses
from engine.sil.game import questions
from engine.sil.game.context import SilContext, kept
from engine.sil.game.state import Creature, Level, Message, Slot
from engine.sil.hero import abilities, gear, singing
from engine.sil.items import item_classes, item_handles
from engine.sil.level import terrain
from engine.sil.odds import fight_lines
from engine.sil.setup import creation_sheet

_COLOURS = "dwsorgbuDWvyRGBU"
_LINES = 6
HEALTH_BANDS = 4
_DOOR = terrain.table(
    (terrain.OPEN_DOOR, terrain.BROKEN_DOOR, terrain.CLOSED_DOOR, terrain.WARD_1, terrain.WARD_2,
     terrain.WARD_3)
)  # fmt: skip


def colour(glyph: Glyph) -> str:
    """Return Sil's letter for a glyph's colour, with its shade ("s1")."""
    shade, base = divmod(glyph.colour, 16)
    return _COLOURS[base] + (str(shade) if shade else "")


@lru_cache(maxsize=4)
def _legend(data: Data) -> tuple[Ground, ...]:
    content = data
    kinds, named = content.terrain, content.sprites.terrain
    nothing = Ground(named[0], " ", "d", text("unknown"))
    last = max(kinds)
    grounds = [nothing] * (last + 1)
    for serial, kind in kinds.items():
        looks = kinds[kind.lookalike]
        if serial:
            grounds[serial] = Ground(
                named[looks.serial],
                looks.glyph.char,
                colour(looks.glyph),
                Name(looks.name.strip(), proper=True),
                solid=bool(terrain.ROCK[serial]) and serial != terrain.RUBBLE,
                door=bool(_DOOR[looks.serial]),
            )
    return tuple(grounds)


@lru_cache(maxsize=4)
def _looks(data: Data) -> bytes:
    """Return by feature the one it is drawn as: a secret door's number must not be in a view."""
    kinds = data.terrain
    return bytes(kinds[f].lookalike if f in kinds else f for f in range(256))


@lru_cache(maxsize=4)
def _ways_out(data: Data) -> bytes:
    """Return by feature 1 for doors that look like one, for stairs and for forges."""
    legend = _legend(data)
    return terrain.table(f for f, g in enumerate(legend) if g.door or terrain.LANDMARK[f])


def feet(depth: int) -> Text:
    """Return a dungeon level as players say it: 3 is "150 ft"."""
    return text("{feet} ft", feet=depth * 50) if depth else text("the Gates")


def view(game: SilContext, *, everything: bool = False) -> View:
    """Return the view of who knows what the hero knows, or of one who may see everything."""
    if game.state.birth:
        return creation_sheet.view(game)
    with game.unchanged():
        return _view(game, everything)


def _lines(game: SilContext, now: list[Message]) -> tuple[Words, ...]:
    """Return what happened since the last action, what is to be read first before the rest; at the
    end of a game in the order in which it happened, up to the last."""
    if game.state.ended:
        return message_order.gathered([each.text for each in now])[-_LINES:]
    ordered = sorted(now, key=message_order.weight)
    return message_order.gathered([each.text for each in ordered])[:_LINES]


def _view(game: SilContext, everything: bool) -> View:
    board = draw_map(game, everything=True) if everything else known_map(game)
    now = message_order.told_once([s for s in game.state.said if s.turn == game.state.acts])
    lines = _lines(game, now)
    details = tuple(s.detail or s.text for s in now)[-_DETAILS:]
    headline = message_order.headline(now)
    hero = game.hero
    where = feet(game.level.depth)
    return View(
        title=text("{hero} · {place}", hero=hero.called, place=where),
        turn=hero.turns,
        caution=hero.caution,
        map=board,
        characters=(character_status(game),),
        facts=(
            (text("Depth"), where),
            *((text("Task"), task) for task in [tutorial.task(game)] if task),
        ),
        lines=lines,
        headline=headline,
        alt=_alt(game, board, headline),
        odds=() if everything else fight_lines.odds_lines(game),
        question=questions.asked(game.state.question),
        prompt=game.state.question.prompt if game.state.question else None,
        phase="over" if game.state.ended else "play",
        ending=ending(game),
        details=details,
        note_key=_NOTE_KEY if everything else (),
    )


_DETAILS = 40  # lines of the full account


_NOTE_KEY = (("alert", text("+ 9 alertness")),)


def ending(game: SilContext) -> Ending:
    """Return how the game ended, "" while it goes on."""
    if not game.state.ended:
        return ""
    if game.state.ended == "dead":
        return "lost"
    return "won" if game.hero.silmarils or game.state.tutorial else "left"


def _states(game: SilContext, everything: bool) -> bytearray:
    """Return the state of each square of the level. A raging hero sees only what is before him."""
    level = game.level
    if game.hero.timers.rage and not everything:
        return bytearray(SEEN if seen else UNKNOWN for seen in game.knowledge.seen)
    known = 0  # a byte a square, a bit for each way of knowing it; level-wide loops are slow
    for bit, layer in enumerate((game.knowledge.seen, game.knowledge.mark, game.knowledge.walked)):
        known |= int.from_bytes(layer.translate(_SET), "little") << bit
    told = known.to_bytes(len(level.feature), "little")
    states = bytearray(told.translate(_TOLD[everything]))
    if level.depth == 0:  # nothing is seen of what lies beyond the edge
        states[-level.width :] = bytes(level.width)
    return states


_SET = bytes(bool(value) for value in range(256))
_TOLD = tuple(
    bytes(SEEN if ways & 1 else REMEMBERED if ways else otherwise for ways in range(256))
    for otherwise in (UNKNOWN, GM_ONLY)
)


class _Box(NamedTuple):
    """A part of a level: from column `left` on so many columns of so many rows."""

    top: int
    left: int
    height: int
    width: int
    level_width: int

    @classmethod
    def around(cls, shown: bytearray, width: int) -> _Box:
        """Return the smallest that holds all squares of a layer that are 1."""
        top, bottom = shown.find(1) // width, shown.rfind(1) // width
        columns = 0
        for row in range(top * width, (bottom + 1) * width, width):
            columns |= int.from_bytes(shown[row : row + width], "little")
        across = columns.to_bytes(width, "little")
        left, right = across.find(1), across.rfind(1)
        return cls(top, left, bottom - top + 1, right - left + 1, width)

    def cut(self, layer: bytes | bytearray) -> bytes:
        """Return what a layer of the level holds there."""
        start = self.top * self.level_width + self.left
        rows = range(start, start + self.height * self.level_width, self.level_width)
        return b"".join(layer[i : i + self.width] for i in rows)


@kept
def known_map(game: SilContext) -> MapBoard:
    """Return the level as the hero knows it."""
    return draw_map(game)


def draw_map(game: SilContext, everything: bool = False) -> MapBoard:
    """Return the level as the hero knows it, or as it is."""
    level, hero = game.level, game.hero
    states = _states(game, everything)
    items, entities = _items(game, everything), _entities(game, everything)
    marks = (*game.state.marks, *_heard(game))
    dark = _darkness(game)
    # The box of what is known: nothing of the level's own size is told.
    known = marked(dark)
    known += [level.at(t.y, t.x) for t in items] + [level.at(e.y, e.x) for e in entities]
    known += [level.at(mark.y, mark.x) for mark in marks]
    shown = bytearray(states.translate(_SET))
    for i in known:
        shown[i] = 1
    box = _Box.around(shown, level.width)
    ground = _ground(game, states, everything)
    light = bytearray(len(states))
    for i in marked(states.translate(_IS_SEEN)):
        light[i] = max(0, min(15, game.knowledge.light[i]))
    return MapBoard(
        top=box.top,
        left=box.left,
        height=box.height,
        width=box.width,
        legend=_legend(game.data),
        ground=box.cut(ground),
        state=box.cut(states),
        light=box.cut(light),
        lighting=box.cut(_lighting(level, states, ground)),
        focus=(hero.y, hero.x),
        lightings=_LIGHTINGS,
        items=items,
        entities=entities,
        marks=marks,
        overlay=box.cut(dark) if 1 in dark else b"",
        overlays=_OVERLAYS,
    )


_LIGHTINGS = ("", "lit", "sun")
_OVERLAYS = ("", "magical-darkness")


def _ground(game: SilContext, states: bytearray, everything: bool) -> bytes:
    """Return the terrain of each square of the level, as far as it is known. What the hero has
    walked on and not kept on his map was floor, whatever it has become."""
    level, known = game.level, game.knowledge
    features = level.feature
    if not everything:
        looks = _looks(game.data)
        trodden = _both(known.walked, level.feature.translate(_NO_FLOOR))
        changed = [i for i in marked(trodden) if not known.mark[i] and not known.seen[i]]
        features = features.translate(looks)
        for i in (*marked(level.hidden), *changed):
            features[i] = looks[terrain.FLOOR]
    return _both(features, states.translate(_IS_KNOWN))


def _lighting(level: Level, states: bytearray, ground: bytes) -> bytes:
    """Return how squares are lit by themselves (indexes into `_LIGHTINGS`), as far as the eye or
    the Game Master sees."""
    lit = bytearray(level.glow)
    for i in marked(ground.translate(_SUNNY)):
        lit[i] = 2
    return _both(lit, states.translate(_IS_OPEN))


def _both(one: bytes | bytearray, other: bytes | bytearray) -> bytes:
    """Return the bits that two layers have in common."""
    common = int.from_bytes(one, "little") & int.from_bytes(other, "little")
    return common.to_bytes(len(one), "little")


_NO_FLOOR = bytes(feature != terrain.FLOOR for feature in range(256))
_IS_SEEN = bytes(state == SEEN for state in range(256))
_IS_KNOWN = bytes(255 * (state != UNKNOWN) for state in range(256))
_IS_OPEN = bytes(255 * (state in (SEEN, GM_ONLY)) for state in range(256))
_SUNNY = terrain.table((terrain.SUNLIGHT,))


def _darkness(game: SilContext) -> bytearray:
    """Return where the hero makes out magical darkness: open ground in view that is lit by itself
    or within reach of his own light, and yet dark. Elsewhere the dark looks like any other, or it
    would betray who brings it (rules: dungeon 8.6, 8.8)."""
    level, hero, light = game.level, game.hero, game.knowledge.light
    dark = bytearray(len(level.feature))
    if hero.timers.blind:
        return dark
    own = abs(hero.derived.light)
    for i in marked(game.knowledge.view):
        if light[i] <= 0 and not terrain.OPAQUE[level.feature[i]]:
            near = own and distance(hero.y, hero.x, *level.place(i)) <= own
            dark[i] = bool(level.glow[i] or near)
    return dark


def _heard(game: SilContext) -> list[Mark]:
    """Return marks where somebody unseen is heard (rules: monsters 9.3)."""
    creatures, now = game.level.creatures, game.hero.turns + 1
    heard = sorted(
        slot
        for slot, known in game.knowledge.creatures.items()
        if known.heard == now and not known.visible
    )
    return [Mark("heard", c.y, c.x) for slot in heard if (c := creatures[slot]) is not None]


def _items(game: SilContext, everything: bool) -> tuple[MapItem, ...]:
    level = game.level
    found = []
    for i, heap in sorted(level.floor.items()):
        if game.hero.timers.rage and not game.knowledge.seen[i] and not everything:
            continue
        known = [item for item in heap if game.knows_of(item) or everything]
        if not known:
            continue
        top = known[0]
        y, x = level.place(i)
        sprite, glyph = item_handles.picture(game, top)
        found.append(
            MapItem(
                y,
                x,
                sprite,
                glyph.char,
                colour(glyph),
                name=item_handles.item_words(game, top),
                more=len(known) > 1,
                badges=("artefact",) if top.artefact and top.known else (),
                remembered=not game.knowledge.seen[i] and game.knows_of(top),
                hidden=not game.knows_of(top),
            )
        )
    return tuple(found)


def _entities(game: SilContext, everything: bool) -> tuple[Entity, ...]:
    hero, level = game.hero, game.level
    sprite = _hero_sprite(game)
    bars = _bars(hero.health, hero.derived.max_health)
    character = Entity(
        hero.y,
        hero.x,
        sprite,
        "@",
        "w",
        name=hero.name,
        seat=0,
        bars=bars,
        title=hero.called,
        description=text("the hero"),
    )
    shown = (
        [c for c in level.creatures if c is not None]
        if everything
        else creature_names.visible(game)
    )
    creatures = (_entity(game, c, everything) for c in sorted(shown, key=lambda c: (c.y, c.x)))
    return (character, *creatures)


def _hero_sprite(game: SilContext) -> str:
    """Return the hero as drawn: of his people, with what he holds."""
    hero = game.hero
    return armed(game.data.sprites.heroes[hero.race], _arms(game))


def _arms(game: SilContext) -> str:
    """Return what the hero holds, as one of ARMS; "" when he is empty-handed."""
    held = gear.weapon(game.hero)
    if held is None:
        return "bow" if Slot.BOW in game.hero.worn else ""
    kind = item_classes.kind_of(game.data, held)
    if kind.tval == item_classes.POLEARM:
        return "axe" if "Axe" in kind.name else "spear"
    if kind.tval == item_classes.BLUNT and "staff" in kind.name.lower():
        return "staff"
    return "sword" if kind.tval == item_classes.SWORD else "hammer"


def _entity(game: SilContext, c: Creature, everything: bool) -> Entity:
    """Return a creature as it looks to the hero, or, for who sees everything, as it is."""
    timers = game.hero.timers
    dreamt = bool(timers.hallucinating) and not everything
    race = c.image if dreamt and c.image else c.race
    kind = game.data.monsters[race]
    raging = timers.rage and not everything
    return Entity(
        c.y,
        c.x,
        game.data.sprites.monsters[race],
        kind.glyph.char,
        "r" if raging else colour(kind.glyph),
        name=creature_names.handle(game, c),
        tag=creature_names.tag(game, c),
        badges=_badges(game, c, mindless="MINDLESS" in kind.flags, dreamt=dreamt),
        bars=() if dreamt else _bars(c.health, c.max_health),
        notes=(_note(c.alertness),) if everything else (),
        hidden=not game.known(c).visible,
        title=creature_names.looks(game, c),
        description=bearing.words(game, c, everything),
    )


def _badges(
    game: SilContext, creature: Creature, *, mindless: bool, dreamt: bool
) -> tuple[str, ...]:
    """Return the marks over a creature: of a dream only that it is unique can be told."""
    found = [] if dreamt or mindless else [bearing.alertness(creature)]
    if creature.stance in ("fleeing", "aggressive") and creature.alertness >= 0 and not dreamt:
        found.append(creature.stance)
    if creature_names.is_unique(game, creature):
        found.append("unique")
    return tuple(found)


def _bars(health: int, most: int) -> tuple[Bar, ...]:
    """Return health as a bar of its bands; none of the unhurt."""
    band = bearing.health_band(health, most)
    return (Bar(text("Health"), band, HEALTH_BANDS),) if band < HEALTH_BANDS else ()


def _note(alertness: int) -> Note:
    """Return exact alertness as a note for the Game Master."""
    tone: Literal["plain", "calm", "alarm"] = "alarm"
    if alertness < 0:
        tone = "calm" if alertness < -10 else "plain"
    return Note(f"{alertness:+d}" if alertness else "0", tone)


def character_status(game: SilContext) -> CharacterStatus:
    """Return the hero as the strip under the map shows them."""
    hero = game.hero
    bars = (
        Bar(text("Health"), hero.health, hero.derived.max_health, "red"),
        Bar(text("Voice"), hero.voice, hero.derived.max_voice, "blue"),
    )
    sprite = _hero_sprite(game)
    return CharacterStatus(
        0,
        hero.called,
        sprite,
        bars,
        _conditions(game),
        to_act=not game.state.ended,
        figures=tuple(_figures(game)),
    )


def _figures(game: SilContext) -> Iterator[Condition]:
    """Yield the turns of light that are left, and the experience to spend."""
    hero = game.hero
    lamp = hero.worn.get(Slot.LIGHT)
    if lamp is not None and item_classes.is_fuelled(game.data, lamp):
        yield Condition("torch", text("turns of light"), lamp.timeout)
    if hero.unspent:
        yield Condition("experience", text("experience to spend"), hero.unspent)


@kept
def _conditions(game: SilContext) -> tuple[Condition, ...]:
    hero = game.hero
    badged = [(kind.badge, kind) for kind in game.under_way() if kind.badge]
    found = []
    for badge, kind in sorted(badged, key=lambda row: row[0].place):
        points, note = hero.timers.left(kind.key), fight_lines.wound_note(game, kind)
        found.append(Condition(badge.icon, kind.grade_word(points), points, note=note))
    if level := hunger.level(game):
        found.append(Condition("full" if level == "full" else "hungry", hunger.WORDS[level]))
    held = statuses.trapped_in(game)
    if held:
        found.append(Condition(held, _HELD[held]))
    for theme in singing.themes(game.data, hero):
        song = abilities.words(game.data, theme.ref)
        minor = theme.ref.number == hero.theme
        word = text("{song} (minor theme)", song=song) if minor else song
        found.append(Condition("song", word, label=song))
    if hero.stealth_mode:
        found.append(Condition("stealth", text("Stealth")))
    return tuple(found)


_HELD = {"pit": text("In a pit"), "web": text("In a web")}


def _bearing(game: SilContext, y: int, x: int) -> Text:
    hero = game.hero
    steps = max(abs(y - hero.y), abs(x - hero.x))
    if not steps:
        return text("here")
    way = compass.WORDS[compass.toward(hero.y, hero.x, y, x)]
    return text("{steps} {way}", steps=steps, way=way)


def _alt(game: SilContext, board: MapBoard, headline: Words) -> Text:
    """Return who, where, dangers, exits and what changed in at most 1024 letters."""
    hero = game.hero
    who = text(
        "{hero} at {square}, {place}. Health {health} of {max_health}, voice {voice} of "
        "{max_voice}.",
        hero=hero.called,
        square=Name(compass.square(hero.y, hero.x), given=True),
        place=feet(game.level.depth),
        health=max(0, hero.health),
        max_health=hero.derived.max_health,
        voice=hero.voice,
        max_voice=hero.derived.max_voice,
    )
    parts: list[Value] = [who]
    if todo := tutorial.task(game):
        parts.append(text("Task: {task}", task=todo))
    if states := _conditions(game):
        parts.append(text("{states}.", states=listed(state.word for state in states)))
    dangers = [_danger(game, creature) for creature in creature_names.visible(game)]
    seen = joined(dangers, "; ") if dangers else text("no creature")
    parts.append(text("In sight: {creatures}.", creatures=seen))
    if lying := [_lying(game, thing) for thing in board.items if not thing.hidden]:
        parts.append(text("Lying about: {things}.", things=joined(lying[:6], "; ")))
    if ways := _exits(game, board):
        parts.append(text("Ways: {ways}.", ways=joined(ways[:8], "; ")))
    if headline:
        parts.append(headline)
    return text("{alt:.1024}", alt=joined(parts))


def _danger(game: SilContext, creature: Creature) -> Text:
    words = bearing.words(game, creature, brief=True)
    return text(
        "{who} ({state}) {bearing}" if words else "{who} {bearing}",
        who=_seen_name(game, creature),
        state=words,
        bearing=_bearing(game, creature.y, creature.x),
    )


def described(game: SilContext, creature: Creature) -> Text:
    """Return a creature in sight, what it is doing and where: "a wolf, asleep, 5 north"."""
    words = bearing.words(game, creature, brief=True)
    return text(
        "{who}, {state}, {bearing}" if words else "{who}, {bearing}",
        who=_seen_name(game, creature),
        state=words,
        bearing=_bearing(game, creature.y, creature.x),
    )


def _lying(game: SilContext, thing: MapItem) -> Text:
    template = "{thing} and more {bearing}" if thing.more else "{thing} {bearing}"
    return text(template, thing=thing.name, bearing=_bearing(game, thing.y, thing.x))


def _seen_name(game: SilContext, creature: Creature) -> Text:
    """Return "a wolf", or "wolf 2" where several were met."""
    if not creature_names.tag(game, creature):
        return creature_names.a(game, creature)
    return text("{who:the}", who=creature_names.name(game, creature))


def _exits(game: SilContext, board: MapBoard) -> list[Text]:
    """Return the doors, stairs and forges that are known, nearest first."""
    hero = game.hero
    found = []
    for n in marked(board.ground.translate(_ways_out(game.data))):
        y, x = board.top + n // board.width, board.left + n % board.width
        steps = max(abs(y - hero.y), abs(x - hero.x))
        name = board.legend[board.ground[n]].name
        found.append((steps, y, x, text("{way} {bearing}", way=name, bearing=_bearing(game, y, x))))
    return [told for _, _, _, told in sorted(found, key=lambda way: way[:3])]
