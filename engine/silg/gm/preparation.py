"""Preparing: levels, rooms, notes, monsters of one's own, tables of encounters, plans."""

from __future__ import annotations

from collections.abc import Iterable

from engine.common import slugs
from engine.contract.action import IllegalAction, InvalidAction, Offer, Option
from engine.contract.texts import listed, typed
from engine.contract.uploads import read_uploaded_text
from engine.sil.dungeon.generation import level_creation
from engine.sil.game.state import Level
from engine.sil.hero import experience
from engine.sil.level import terrain
from engine.silg.clock import off_clock_time, party_stairs
from engine.silg.context import SilGContext
from engine.silg.gm import monster_forms
from engine.silg.gm.gm_commands import (
    Args,
    GmCommand,
    Shelf,
    check_length,
    offer,
    option,
    read_number,
    read_seats,
)
from engine.silg.levels import level_setup, squares
from engine.silg.setup import character_creation, entry
from engine.silg.wording import text

FEET, LAST_DEPTH = party_stairs.FEET, level_creation.THRONE_DEPTH
_DEPTHS = (50, 100, 150, 200, 300, 400, 500, 600, 700, 800, 900, 950)


def has_level(game: SilGContext) -> bool:
    """Return whether there is a level to play on."""
    return game.state.desk.start >= 0


def check_level(game: SilGContext) -> None:
    """Raise IllegalAction when there is no level yet."""
    if not has_level(game):
        raise IllegalAction(text("There is no level yet: make one with level or draw."))


def _level(game: SilGContext, words: Args) -> None:
    feet = read_number(words[0], FEET, 1000)
    level_setup.generate(game, feet // FEET)
    game.tell_gm(text("You make a level at {feet} ft.", feet=feet // FEET * FEET))


def _level_offers(game: SilGContext) -> Iterable[Offer]:
    missing = game.state.stage == "setup" and not has_level(game)
    for feet in _DEPTHS:
        yield offer(
            "level",
            str(feet),
            label=text("Make a level at {feet} ft", feet=feet),
            advised=missing and feet == _DEPTHS[0],
            why=text("there is no level yet"),
        )


def _draw(game: SilGContext, words: Args) -> None:
    _draw_rows(game, words[0].split("/"))


def _draw_rows(game: SilGContext, rows: list[str]) -> None:
    level_setup.draw(game, rows, max(1, game.state.sil.level.depth))
    game.tell_gm(text("You draw a level."))


def _map(game: SilGContext, words: Args) -> None:
    if not words:
        raise InvalidAction(text("Upload the map or paste it: /gm prepare map."))
    _draw_rows(game, read_uploaded_text(words[0]).split("\n"))


def _draw_offers(game: SilGContext) -> Iterable[Offer]:
    del game
    rows = "#########/#.......#/#.......+/#.......#/#########"
    yield offer("draw", rows, label=text("Draw a small room"), hint=typed(rows))


def _depth(game: SilGContext, words: Args) -> None:
    check_level(game)
    game.state.sil.level.depth = read_number(words[0], FEET, 1000) // FEET
    for seat in game.heroes:
        experience.reach(game.hero_game(seat), game.state.sil.level.depth)
    game.tell_gm(text("The level lies {feet} ft deep.", feet=game.state.sil.level.depth * FEET))


def _depth_offers(game: SilGContext) -> Iterable[Offer]:
    if has_level(game):
        for feet in _DEPTHS:
            if feet // FEET != game.state.sil.level.depth:
                yield offer(
                    "depth", str(feet), label=text("The level lies at {feet} ft", feet=feet)
                )


def _room(game: SilGContext, words: Args) -> None:
    check_level(game)
    square = squares.read_square(game, words[0])
    level_setup.place_vault(game, words[1], square)
    game.tell_gm(
        text(
            "You lay out {vault} at {square}.",
            vault=typed(level_setup.find_vault(game, words[1]).name),
            square=words[0],
        )
    )


def _keep(game: SilGContext, words: Args) -> None:
    check_level(game)
    check_length(words[0])
    if len(game.state.desk.maps) >= MOST_MAPS and words[0] not in game.state.desk.maps:
        raise IllegalAction(text("At most {number} maps are kept.", number=MOST_MAPS))
    level_setup.keep(game, words[0])
    game.tell_gm(text("The level is kept as {name}.", name=words[0]))


MOST_MAPS = 12
MOST_NOTES = 60
OFFERED = 12  # squares on which the party may begin
MOST_LINES = 20


def _keep_offers(game: SilGContext) -> Iterable[Offer]:
    name = f"map-{len(game.state.desk.maps) + 1}"
    roomy = has_level(game) and squares.has_room(
        game, game.state.desk.start, len(game.state.players)
    )
    if roomy and len(game.state.desk.maps) < MOST_MAPS:
        yield offer("keepmap", name, label=text("Keep the level as {name}", name=name))


def _use(game: SilGContext, words: Args) -> None:
    level_setup.use(game, words[0])
    game.tell_gm(text("The level is {name} now.", name=words[0]))


def _use_offers(game: SilGContext) -> Iterable[Offer]:
    for name in game.state.desk.maps:
        yield offer("usemap", name, label=text("Play on {name}", name=name))


def _travel(game: SilGContext, words: Args) -> None:
    party_stairs.travel(game, words[0], *words[1:])


def _travel_offers(game: SilGContext) -> Iterable[Offer]:
    if game.state.stage != "minutes":
        return
    depth, agreed = game.state.sil.level.depth, party_stairs.agreed_way(game)
    for way, deeper in zip(party_stairs.WAYS, (1, -1), strict=True):
        if not 1 <= depth + deeper <= LAST_DEPTH:
            continue
        hint = text("A new level, {feet} ft deep", feet=(depth + deeper) * FEET)
        label = text("The party takes the stairs {way}", way=party_stairs.WAY_WORDS[way])
        yield offer("travel", way, label=label, hint=hint, intent="travel", advised=way == agreed)
        for name in game.state.desk.maps:
            yield offer(
                "travel",
                way,
                name,
                label=text("{way:The} to {name}", way=party_stairs.WAY_WORDS[way], name=name),
            )


def _start(game: SilGContext, words: Args) -> None:
    check_level(game)
    game.state.desk.start = squares.read_square(game, words[0])
    game.tell_gm(text("The party begins at {square}.", square=words[0].upper()))


def _start_offers(game: SilGContext) -> Iterable[Offer]:
    if not has_level(game):
        return
    level = game.state.sil.level
    heroes = [level.at(*game.place(f"h{seat}")) for seat in game.heroes]
    found = [*heroes, *(i for i, feature in enumerate(level.feature) if terrain.STAIR[feature])]
    for square in dict.fromkeys(found[:OFFERED]):
        if square != game.state.desk.start:
            name = squares.square_name(game, square)
            yield offer("start", name, label=text("The party begins at {name}", name=name))


def _note(game: SilGContext, words: Args) -> None:
    check_level(game)
    name = squares.square_name(game, squares.read_square(game, words[0]))
    shelf = Shelf(game.state.desk.notes, "note at {name}", MOST_NOTES)
    shelf.keep(game, name, words[1:])


def _note_offers(game: SilGContext) -> Iterable[Offer]:
    for name in game.state.desk.notes:
        yield offer("note", name, label=text("Take away the note at {name}", name=name))


def _monster(game: SilGContext, words: Args) -> None:
    made = monster_forms.read(game, words[0])
    own = game.state.desk.monsters
    if len(own) >= MOST_LINES:
        raise IllegalAction(text("At most {number} monsters of one's own.", number=MOST_LINES))
    own.append(made)
    game.state.desk.forms[slugs.slug(made.name)] = words[0]
    game.tell_gm(
        text("{name}: {figures}", name=typed(made.name), figures=monster_forms.describe(made))
    )


def _monster_offers(game: SilGContext) -> Iterable[Offer]:
    if not game.state.desk.monsters:
        form = monster_forms.EXAMPLE
        yield offer("monster", form, label=text("Make a monster of your own"), hint=typed(form))


def _encounter(game: SilGContext, words: Args) -> None:
    table = game.state.desk.encounters
    if len(table) >= MOST_LINES:
        raise IllegalAction(text("The table has {number} lines already.", number=MOST_LINES))
    if not words[0].startswith("spawn "):
        raise InvalidAction(
            text("A line of the table begins with spawn: “spawn 2 wolf near party”.")
        )
    table.append(words[0])
    game.tell_gm(text("Encounter {number}: {line}", number=len(table), line=words[0]))


def _encounter_offers(game: SilGContext) -> Iterable[Offer]:
    if len(game.state.desk.encounters) < MOST_LINES:
        line = "spawn 2 wolf near party unwary"
        yield offer(
            "encounter", line, label=text("Add wolves to your encounters"), hint=typed(line)
        )


def _begin(game: SilGContext, words: Args) -> None:
    del words
    if game.state.stage != "setup":
        raise IllegalAction(text("The game has begun."))
    check_level(game)
    for seat, player in enumerate(game.state.players):
        if not player.ready:
            character_creation.make_quickly(game, seat)
        player.approved = True
    game.state.stage = "minutes"
    level: Level = game.state.sil.level
    for hero in game.state.sil.heroes:
        hero.knowledge.forget_level(len(level.feature))
        hero.deepest = 1
    level_setup.gather(game)
    game.tell(text("The party sets out, {feet} ft deep.", feet=level.depth * FEET), None, "begun")
    game.state.chronicle.append(text("Session {session} began.", session=game.state.session))
    off_clock_time.begin(game)


def _begin_offers(game: SilGContext) -> Iterable[Offer]:
    if game.state.stage != "setup" or not has_level(game):
        return
    if squares.has_room(game, game.state.desk.start, len(game.state.players)):
        unready = [p.name for p in game.state.players if not p.ready]
        hint = (
            text("Made quickly: {names}", names=listed(map(typed, unready)))
            if unready
            else text("All heroes are made")
        )
        everybody = not unready
        yield offer("begin", label=text("Begin the session"), hint=hint, advised=everybody)


def _approve(game: SilGContext, words: Args) -> None:
    for seat in read_seats(game, words[0]):
        player = game.player(seat)
        if not player.ready:
            raise IllegalAction(text("{hero} is still being made.", hero=typed(player.name)))
        enters = bool(player.ending) and not player.approved
        player.approved = True
        game.tell(text("{hero} is approved.", hero=typed(player.name)), None, "ready")
        if enters:
            entry.enter_if_there_is_room(game, seat)


def _approve_offers(game: SilGContext) -> Iterable[Offer]:
    for seat, player in enumerate(game.state.players):
        if player.ready and not player.approved:
            yield offer(
                "approve",
                game.hero_handle(seat),
                label=text("Approve {hero}", hero=typed(player.name)),
                advised=True,
            )


def _return(game: SilGContext, words: Args) -> None:
    for seat in read_seats(game, words[0]):
        if game.state.stage != "setup":
            raise IllegalAction(text("Heroes are made before the session begins."))
        player = game.player(seat)
        player.ready = False
        character_creation.begin(game, seat)
        game.tell(text("{hero} is made anew.", hero=typed(player.name)), None, "ready")
        game.state.turn += 1


def _return_offers(game: SilGContext) -> Iterable[Offer]:
    if game.state.stage == "setup":
        for seat, player in enumerate(game.state.players):
            if player.ready:
                name = game.hero_handle(seat)
                yield offer(
                    "remake", name, label=text("Let {hero} be made anew", hero=typed(player.name))
                )


_SQUARE = option("square", "A square, such as C7")
_NAME = option("name", "A name")
COMMANDS = (
    GmCommand("level", "Make a level as Sil makes them", _level,
           (option("feet", "How deep, in feet"),), _level_offers),
    GmCommand("draw", "Draw a level in the vault file's symbols",
           _draw, (option("rows", "Rows of the map, / between them"),), _draw_offers),
    GmCommand("map", "Play on a map of your own", _map,
           (Option("file", "A text file of rows; leave it out to paste", False, upload="text"),)),
    GmCommand("depth", "Say how deep the level lies", _depth, (option("feet", "In feet"),),
           _depth_offers),
    GmCommand("room", "Lay out a room or vault of Sil's", _room,
           (_SQUARE, option("vault", "Its name"))),
    GmCommand("keepmap", "Keep the level, to use it again", _keep, (_NAME,), _keep_offers),
    GmCommand("usemap", "Play on a level that you kept", _use, (_NAME,), _use_offers),
    GmCommand("travel", "Take the party to the next level", _travel,
           (option("way", "Down or up", *party_stairs.WAYS),
            option("map", "One that you kept; none: a new level", required=False)),
           _travel_offers),
    GmCommand("start", "Say where the party begins", _start, (_SQUARE,), _start_offers),
    GmCommand("note", "Write a note on a square, or take it away", _note,
           (_SQUARE, option("text", "The note", required=False)), _note_offers),
    GmCommand("monster", "Make a monster of your own", _monster,
           (option("form", "Its form, or lines of an edit file"),), _monster_offers),
    GmCommand("encounter", "Add a line to your table of encounters", _encounter,
           (option("line", "A spawn line"),), _encounter_offers),
    GmCommand("begin", "Begin the session", _begin, (), _begin_offers),
    GmCommand("approve", "Approve a hero", _approve, (option("hero", "Whom"),), _approve_offers),
    GmCommand("remake", "Let a hero be made anew", _return, (option("hero", "Whom"),),
           _return_offers),
)  # fmt: skip
