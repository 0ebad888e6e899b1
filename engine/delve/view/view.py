"""The view of a seat, as the contract's plain data."""

from __future__ import annotations

from engine.common import compass
from engine.contract.texts import Listing, Name, Text, Value, Words, joined, listed, text
from engine.contract.view import (
    GM_ONLY,
    REMEMBERED,
    SEEN,
    Bar,
    CharacterStatus,
    Condition,
    Ending,
    Entity,
    Ground,
    MapBoard,
    MapItem,
    Mark,
    Phase,
    SheetBoard,
    SheetSection,
    TextPrompt,
    View,
)
from engine.delve import terrain
from engine.delve.actions import turn_order
from engine.delve.data.kinds import DelveData
from engine.delve.descriptions import encyclopaedia
from engine.delve.event_kinds import URGENCY
from engine.delve.hero import secret_class
from engine.delve.odds.fights import HEALTH_SEGMENTS, health_segments
from engine.delve.rules import formulas, inventory, words
from engine.delve.rules.context import DelveContext, gap
from engine.delve.rules.vision import visible, visible_enemies
from engine.delve.state import SIZE, WIDTH, DelveCreature, DelveHero, DelveMonster, Line, words_of
from engine.delve.view import chances, coach, offers

ALT_LINES, ALT_ENEMIES = 5, 8
ALT_PLACES = (
    terrain.STAIRS_DOWN, terrain.STAIRS_UP, terrain.SHAFT, terrain.ALTAR, terrain.BARS,
    *sorted(terrain.FIXTURES),
)  # fmt: skip
ALL_LINES = 8  # of a plan; of more the blows are left to the details
_BLOWS = frozenset({"hit", "miss"})
TORCH = 4


def view(game: DelveContext, hero: DelveHero, *, everything: bool = False) -> View:
    """Return what a hero's player sees (or, with `everything`, all there is around the hero)."""
    state = game.state
    phase, ending = phase_of(game, hero)
    board = None if phase == "setup" else _board(game, hero, everything)
    asks = not everything  # the Game Master is asked nothing
    enemies = [] if board is None or hero.fallen else visible_enemies(game, hero)
    told, *shorter = coach.lines(game, hero) if asks and phase != "over" else ("",)
    return View(
        title=_title(game, hero, phase),
        turn=state.round,
        characters=tuple(_character(game, each) for each in state.heroes),
        facts=_facts(game, hero, phase),
        lines=_lines(hero),
        details=tuple(words_of(line) for line in hero.lines),
        headline=_headline(game, hero, phase),
        alt=_alt(game, hero, enemies, phase),
        coach=told,
        coach_shorter=tuple(shorter),
        odds=() if board is None or hero.fallen else chances.opponents(game, hero),
        map=board,
        sheet=_classes(game) if phase == "setup" else None,
        question=_question(game, hero, phase) if asks else "",
        prompt=TextPrompt("class", text("a class, or a word"))
        if phase == "setup" and asks
        else None,
        phase=phase,
        ending=ending,
        caution=hero.caution if phase == "play" else "",
    )


def _lines(hero: DelveHero) -> tuple[Words, ...]:
    """Return what happened since the last action, without the blows of a long plan: these are in
    the details."""
    lines = hero.lines
    kinds = {line.kind for line in lines if isinstance(line, Line)}
    if kinds & {"plan", "hunted"} and len(lines) > ALL_LINES:
        lines = [each for each in lines if isinstance(each, str) or each.kind not in _BLOWS]
    return tuple(words_of(line) for line in lines)


def _classes(game: DelveContext) -> SheetBoard:
    """Return a sheet of the classes that can be chosen."""
    kinds = [game.content.classes[name] for name in game.content.open_classes]
    return SheetBoard(
        tuple(
            SheetSection(
                text("{role:The}", role=Name(kind.name, proper=True)),
                tuple(encyclopaedia.class_card(game.content, kind)),
                sprite=f"delve:hero/{kind.name}",
                colour=kind.colour,
            )
            for kind in kinds
        )
    )


def phase_of(game: DelveContext, hero: DelveHero) -> tuple[Phase, Ending]:
    """Return the phase of a hero's seat, and how it ended."""
    ended = game.state.ended
    if not hero.class_name and not ended:
        return "setup", ""
    if hero.fallen:
        return "over", "lost"
    if ended and game.content.endings[ended].outcome == "won":
        return "over", "won"
    if hero.escaped or ended:
        return "over", "left"
    return "play", ""


def _title(game: DelveContext, hero: DelveHero, phase: Phase) -> Words:
    if phase == "setup":
        return text("Delve")
    theme = Name(game.content.theme_of(hero.depth).title, proper=True)
    return text("Level {depth}, {theme}", depth=hero.depth, theme=theme)


def _facts(game: DelveContext, hero: DelveHero, phase: Phase) -> tuple[tuple[Words, Words], ...]:
    if phase == "setup":
        return ((text("Class"), text("not chosen")),)
    facts: list[tuple[Words, Words]] = [(text("Depth"), text("level {depth}", depth=hero.depth))]
    if hero.options.get("stats", "on") == "on":
        facts += [
            (text("Level"), str(hero.level)),
            (text("Food"), f"{hero.nourishment} ({hero.rating})"),
            (text("Turn"), str(hero.turns)),
        ]
    return (*facts, *_place(game, hero))


def _place(game: DelveContext, hero: DelveHero) -> tuple[tuple[Words, Words], ...]:
    """Return the place that a hero knows of on the level, and who is in its cage."""
    place = game.level(hero).place if hero.depth in game.state.levels else None
    if place is None or hero.seat not in place.seen:
        return ()
    told: Words = Name(game.content.places[place.name].title, proper=True)
    if place.captive:
        told = text("{place}, with {captive:a}", place=told, captive=Name(place.captive))
    return ((text("Place"), told),)


def _question(game: DelveContext, hero: DelveHero, phase: Phase) -> Words:
    if phase == "setup":
        classes = tuple(Name(name) for name in game.content.open_classes)
        return text(
            "Is {hero} {classes}?", hero=game.the(hero), classes=Listing(classes, "or", "a")
        )
    if phase == "over":
        return ""
    if hero.choices:
        return _choice(game, hero)
    if turn_order.wants_answer(game, hero):
        return secret_class.question(game)
    if hero.menu:
        return offers.menu_question(game, hero)
    return ""


def _choice(game: DelveContext, hero: DelveHero) -> Words:
    asked = text("{hero:The} has reached a fifth level. Choose what improves.", hero=game.the(hero))
    if not hero.choices[0]:
        return asked
    drawn = Listing(tuple(words.ability(game.content, name) for name in hero.choices[0]))
    return joined([asked, text("Abilities: {abilities}.", abilities=drawn)])


def _headline(game: DelveContext, hero: DelveHero, phase: Phase) -> Words:
    if phase == "setup":
        return text("{hero:The} is choosing a class", hero=game.the(hero))
    place = most_urgent(hero)
    told = hero.lines[place] if place is not None else None
    over = phase == "over" or (isinstance(told, Line) and told.kind == "death")
    begun = hero.depth in game.state.levels  # not while another hero still chooses a class
    if begun and not over and (danger := coach.threatening(game, hero)):
        return danger
    if told is not None:
        return words_of(told)
    return (begun and coach.sleeping(game, hero)) or text("All is quiet.")


def most_urgent(hero: DelveHero) -> int | None:
    """Return the place of the line that is the headline: the last of the most urgent kind."""
    kinds = [line.kind if isinstance(line, Line) else "note" for line in hero.lines]
    places = range(len(kinds))
    return max(places, key=lambda place: (URGENCY.get(kinds[place], 0), place), default=None)


def _alt(game: DelveContext, hero: DelveHero, enemies: list[DelveMonster], phase: Phase) -> Words:
    if phase == "setup":
        return text("{hero:The} is choosing a class.", hero=game.the(hero))
    parts = [
        text(
            "Level {depth}. {hero}, {role} of level {level}: health {health} of {full_health}, "
            "energy {energy} of {full_energy}, food {food}.",
            depth=hero.depth,
            hero=game.the(hero),
            role=Name(hero.class_name),
            level=hero.level,
            health=hero.health,
            full_health=hero.full_health,
            energy=hero.energy,
            full_energy=hero.full_energy,
            food=hero.nourishment,
        )
    ]
    if hero.statuses:
        statuses = listed(words.status(game.content, name) for name in hero.statuses)
        parts.append(text("Statuses: {statuses}.", statuses=statuses))
    if enemies:
        told = listed(_whereabouts(game, hero, each) for each in enemies[:ALT_ENEMIES])
        parts.append(text("In sight: {creatures}.", creatures=told))
    else:
        parts.append(text("No enemy in sight."))
    ground = game.memory(hero).ground
    known = [
        _placed(Name(game.content.terrain[code].title, proper=True), hero, at)
        for code in ALT_PLACES
        for at in [ground.find(code)]
        if at >= 0
    ]
    if known:
        parts.append(text("Known: {places}.", places=listed(known)))
    said = [words_of(line) for line in hero.lines[-ALT_LINES:]]
    parts += [line if isinstance(line, Text) else Text("{line}", {"line": line}) for line in said]
    return joined(parts)


def _whereabouts(game: DelveContext, hero: DelveHero, monster: DelveMonster) -> Text:
    name = text("{creature:the}", creature=game.the(monster))
    if monster.asleep:
        name = text("{creature:the} asleep", creature=game.the(monster))
    return _placed(name, hero, monster.at)


def _placed(what: Value, hero: DelveHero, at: int) -> Text:
    y, x = divmod(hero.at, WIDTH)
    way = compass.toward(y, x, *divmod(at, WIDTH))
    if not way:
        return text("{what} here", what=what)
    direction = compass.WORDS[way]
    return text(
        "{what} {squares} {direction}", what=what, squares=gap(hero.at, at), direction=direction
    )


# ------------------------------------------------------------------ the strip


def _character(game: DelveContext, hero: DelveHero) -> CharacterStatus:
    if not hero.class_name:
        return CharacterStatus(hero.seat, game.the(hero), to_act=True)
    acting = None if game.state.ended else turn_order.to_act(game)
    conditions = tuple(
        Condition(
            game.content.statuses[name].icon,
            words.status(game.content, name),
            points,
            note=chances.note(game, hero, name),
        )
        for name, points in hero.statuses.items()
    )
    if hero.nourishment < formulas.HUNGRY:
        word = text("starving" if hero.nourishment < formulas.STARVING else "hungry")
        conditions = (*conditions, Condition("hungry", word))
    return CharacterStatus(
        hero.seat,
        game.the(hero),
        f"delve:hero/{hero.class_name}",
        (
            Bar(text("health"), max(0, hero.health), hero.full_health, "red"),
            Bar(text("energy"), hero.energy, hero.full_energy, "blue"),
            _food(hero),
        ),
        conditions,
        to_act=acting is hero,
        figures=(Condition("level", text("level"), hero.level),),
    )


def _food(hero: DelveHero) -> Bar:
    """Return the bar of nourishment, with the hunger rating as its shaded part."""
    full = formulas.FULL_NOURISHMENT
    return Bar(text("food"), hero.nourishment, full, "gold", shaded=hero.rating)


# ------------------------------------------------------------------ the map


def legend(content: DelveData) -> tuple[Ground, ...]:
    """Return the legend: a ground for each terrain, by its code."""
    doors = (terrain.DOOR, terrain.OPEN_DOOR, terrain.LOCKED_DOOR)
    return tuple(
        Ground(
            f"delve:{kind.name.replace(' ', '-')}",
            kind.letter,
            kind.colour,
            Name(kind.title, proper=True),
            solid=kind.code in (terrain.ROCK, terrain.WALL, terrain.SECRET_DOOR),
            door=kind.code in doors,
        )
        for kind in content.terrain
    )


def _board(game: DelveContext, hero: DelveHero, everything: bool) -> MapBoard | None:
    if hero.depth not in game.state.levels:
        return None
    level, memory = game.level(hero), game.memory(hero)
    known = level.ground if everything else memory.ground
    squares = [at for at in range(SIZE) if known[at]]
    if not squares:
        return None
    top, bottom = squares[0] // WIDTH, squares[-1] // WIDTH
    columns = [at % WIDTH for at in squares]
    left, right = min(columns), max(columns)
    width = right - left + 1
    rows = range(top, bottom + 1)
    ground = b"".join(bytes(known[y * WIDTH + left : y * WIDTH + right + 1]) for y in rows)
    state, light, lighting = bytearray(SIZE), bytearray(SIZE), bytearray(SIZE)
    for at in squares:
        state[at] = REMEMBERED if memory.ground[at] else GM_ONLY
    if not hero.fallen:
        for at in hero.seen:
            state[at] = SEEN
            light[at] = max(1 if level.lit[at] else 0, TORCH + 1 - (gap(at, hero.at) + 1) // 2)
            lighting[at] = level.lit[at]
    state_cut, light_cut, lighting_cut = (
        b"".join(bytes(layer[y * WIDTH + left : y * WIDTH + right + 1]) for y in rows)
        for layer in (state, light, lighting)
    )
    return MapBoard(
        top=top,
        left=left,
        height=bottom - top + 1,
        width=width,
        legend=legend(game.content),
        ground=ground,
        state=state_cut,
        light=light_cut,
        lighting=lighting_cut,
        focus=divmod(hero.at, WIDTH),
        lightings=("", "room"),
        items=_items(game, hero, everything),
        entities=_entities(game, hero, everything),
        marks=_marks(hero),
        scenery=inventory.token(game.content.theme_of(hero.depth).name),
    )


def _items(game: DelveContext, hero: DelveHero, everything: bool) -> tuple[MapItem, ...]:
    seen = frozenset(hero.seen)
    known, visited = game.memory(hero).items, game.memory(hero).visited
    found = []
    for at, (name, kind) in sorted(known.items()):
        shown = text("{thing}, left here", thing=name) if at in visited else name
        found.append(_map_item(game, at, shown, kind, remembered=at not in seen))
    if everything:
        for at, things in sorted(game.level(hero).items.items()):
            if things and at not in known:
                name = inventory.title(game.content, things[-1])
                found.append(_map_item(game, at, name, things[-1].kind, hidden=True))
    return tuple(found)


def _map_item(
    game: DelveContext,
    at: int,
    name: Words,
    kind_name: str,
    *,
    remembered: bool = False,
    hidden: bool = False,
) -> MapItem:
    kind = game.content.items[kind_name]
    y, x = divmod(at, WIDTH)
    sprite = f"delve:item/{'heart' if kind.name == game.content.heart else kind.category}"
    return MapItem(
        y, x, sprite, kind.letter, kind.colour, name=name, remembered=remembered, hidden=hidden
    )


def _entities(game: DelveContext, hero: DelveHero, everything: bool) -> tuple[Entity, ...]:
    shown = [] if hero.fallen or hero.escaped else visible(game, hero)
    seen_uids = {each.uid for each in shown}
    found = [_monster(game, each, hidden=False) for each in shown]
    if everything:
        found += [
            _monster(game, each, hidden=True)
            for each in game.level(hero).monsters
            if each.uid not in seen_uids
        ]
    seen_at = {each.at for each in shown}
    for at, (kind_name, number) in game.memory(hero).rooted.items():
        if at not in seen_at and not everything:
            found.append(_remembered(game, at, kind_name, number))
    for other in game.heroes(hero.depth):
        if other is hero or everything or other.at in hero.seen:
            found.append(_hero(game, other))
    return tuple(found)


def _bars(who: DelveCreature) -> tuple[Bar, ...]:
    segments = health_segments(who)
    return () if segments is None else (Bar(text("health"), segments, HEALTH_SEGMENTS, "red"),)


def _monster(game: DelveContext, monster: DelveMonster, *, hidden: bool) -> Entity:
    kind = game.kind(monster)
    y, x = divmod(monster.at, WIDTH)
    told: list[Text] = []
    badges = []
    if kind.unique:
        badges.append("unique")
    if monster.asleep or "asleep" in monster.statuses:
        told.append(text("asleep"))
        badges.append("asleep")
    if monster.fled:
        told.append(text("fleeing"))
        badges.append("fleeing")
    if monster.side:
        told.append(text("friendly"))
    if monster.health < monster.full_health:
        told.append(text("hurt"))
    others = [name for name in monster.statuses if name != "asleep"]
    told += [text("{status}", status=words.status(game.content, name)) for name in others]
    return Entity(
        y,
        x,
        words.monster_sprite(kind.name),
        kind.letter,
        kind.colour,
        name=inventory.token(monster.name, monster.number),
        tag=monster.number if monster.number > 1 else 0,
        badges=tuple(badges[:3]),
        bars=_bars(monster),
        hidden=hidden,
        title=game.the(monster),
        description=listed(told) if told else "",
    )


def _remembered(game: DelveContext, at: int, kind_name: str, number: int) -> Entity:
    """Return a monster that cannot move, where it was seen last."""
    kind = game.content.monsters[kind_name]
    y, x = divmod(at, WIDTH)
    return Entity(
        y,
        x,
        words.monster_sprite(kind.name),
        kind.letter,
        kind.colour,
        name=inventory.token(kind.name, number),
        tag=number if number > 1 else 0,
        title=Name(kind.name, proper=kind.unique, number=number if number > 1 else 0),
        description=text("remembered"),
    )


def _hero(game: DelveContext, hero: DelveHero) -> Entity:
    y, x = divmod(hero.at, WIDTH)
    colour = game.content.classes[hero.class_name].colour
    return Entity(
        y,
        x,
        f"delve:hero/{hero.class_name}",
        "@",
        colour,
        name=inventory.token(hero.name),
        seat=hero.seat,
        bars=_bars(hero),
        title=game.the(hero),
        description=text("{role:The}", role=Name(hero.class_name, proper=True)),
    )


def _marks(hero: DelveHero) -> tuple[Mark, ...]:
    marks = []
    y, x = divmod(hero.at, WIDTH)
    if hero.hurt:
        marks.append(Mark("hurt", y, x, seat=hero.seat, amount=hero.hurt))
    if hero.broken_at >= 0:
        marks.append(Mark("notice", *divmod(hero.broken_at, WIDTH)))
    if hero.last_at >= 0 and hero.last_at != hero.at and gap(hero.last_at, hero.at) <= 2:
        ly, lx = divmod(hero.last_at, WIDTH)
        marks.append(Mark("step", ly, lx, "", hero.seat))
    return tuple(marks)
