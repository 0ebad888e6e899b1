"""The world as heroes get to see it: fog lifted and laid again, light, terrain, handouts; and
what the Game Master may look up."""

from __future__ import annotations

import zlib
from collections.abc import Iterable

import msgspec

from engine.common import compass
from engine.common.grid import distance
from engine.contract.action import GM, IllegalAction, InvalidAction, Offer, Option, Post
from engine.contract.facts import Own
from engine.contract.texts import Text, listed, typed
from engine.contract.uploads import read_picture
from engine.sil.creatures import senses
from engine.sil.level import terrain
from engine.sil.perception import vision
from engine.silg.clock import stealth_contest
from engine.silg.context import SilGContext
from engine.silg.gm.gm_commands import (
    Args,
    GmCommand,
    fighters,
    offer,
    option,
    read_fighter,
    read_seat,
    read_seats,
)
from engine.silg.gm.hero_commands import check_in_play
from engine.silg.gm.preparation import check_level, has_level
from engine.silg.levels import squares
from engine.silg.state import GivenPicture
from engine.silg.wording import text

OFFERED = 12  # of whom every command is offered by name
KEPT = 6  # reveals that can be taken back
MOST_PICTURES = 4  # the older ones are put away
MAX_TITLE = 80  # letters
TERRAIN = {
    "floor": terrain.FLOOR, "rock": terrain.GRANITE, "wall": terrain.INNER_WALL,
    "door": terrain.CLOSED_DOOR, "open-door": terrain.OPEN_DOOR, "locked": terrain.LOCKED_DOOR + 3,
    "secret": terrain.SECRET_DOOR, "rubble": terrain.RUBBLE, "quartz": terrain.QUARTZ,
    "chasm": terrain.CHASM, "glyph": terrain.GLYPH, "sun": terrain.SUNLIGHT,
    "web": terrain.WEB, "pit": terrain.PIT, "spikes": terrain.SPIKED_PIT,
    "dart": terrain.DART_TRAP, "caltrops": terrain.CALTROPS, "alarm": terrain.ALARM_TRAP,
    "up": terrain.UP_STAIR, "down": terrain.DOWN_STAIR, "forge": terrain.FORGE + 3,
}  # fmt: skip
TRAPS = ("pit", "spikes", "dart", "caltrops", "alarm", "web")


def terrain_words(kind: str) -> Text:
    """Return what a kind of terrain is called: "open door"."""
    return Text(kind.replace("-", " "), context="terrain")


class _Memory(msgspec.Struct):
    """A hero's memory of a level before a reveal, and the squares whose things they learned of."""

    mark: bytes
    walked: bytes
    things: list[int]


def _remember_maps(game: SilGContext, box: list[int]) -> None:
    """Keep what heroes remember now, so that a reveal can be taken back."""
    shown, floor = game.state.desk.shown, game.state.sil.level.floor
    for seat in game.heroes:
        known, hero_game = game.hero(seat).knowledge, game.hero_game(seat)
        things = [i for i in box if any(not hero_game.knows_of(item) for item in floor.get(i, ()))]
        memory = _Memory(bytes(known.mark), bytes(known.walked), things)
        shown.append((seat, zlib.compress(msgspec.msgpack.encode(memory), 1)))
    shown.append((-1, b""))  # the end of one reveal
    marks = [n for n, (seat, _) in enumerate(shown) if seat == -1]
    if len(marks) > KEPT:
        del shown[: marks[-KEPT - 1] + 1]


def _shown_to(game: SilGContext, words: Args) -> tuple[list[int], list[int]]:
    """Return the squares and the seats that a command is about; what they know can be restored."""
    check_in_play(game)
    box = squares.read_box(game, words[0])
    seats = read_seats(game, words[1]) if len(words) > 1 else game.heroes
    _remember_maps(game, box)
    return box, seats


def _set_known(game: SilGContext, seats: list[int], box: list[int], *, known: bool) -> None:
    """Let heroes know squares and what lies there, or forget them."""
    for seat in seats:
        hero_game = game.hero_game(seat)
        for square in box:
            hero_game.knowledge.mark[square] = hero_game.knowledge.walked[square] = known
            for item in game.state.sil.level.floor.get(square, ()):
                (hero_game.notice if known else hero_game.forget)(item)


def _reveal(game: SilGContext, words: Args) -> None:
    box, seats = _shown_to(game, words)
    _set_known(game, seats, box, known=True)
    names = listed(map(game.hero_name, seats))
    game.tell_versions(
        [
            (text("You show {square} to {names}.", square=words[0].upper(), names=names), (GM,)),
            (text("You learn the lie of the land."), tuple(seats)),
        ],
        "reveal",
    )


def _reveal_offers(game: SilGContext) -> Iterable[Offer]:
    if game.state.stage == "setup" or not has_level(game):
        return
    level = game.state.sil.level
    for room in level.rooms[:40]:
        if room.top < 1 or room.bottom >= level.height - 1 or room.right >= level.width - 1:
            continue
        box = f"{compass.square(room.top, room.left)}:{compass.square(room.bottom, room.right)}"
        if not _is_known(game, squares.read_box(game, box)):
            yield offer("reveal", box, label=text("Show the room {box}", box=box))
    start = game.state.desk.start
    if not _is_known(game, [start]):
        name = squares.square_name(game, start)
        yield offer("reveal", name, label=text("Show {name}", name=name))


def _is_known(game: SilGContext, box: list[int]) -> bool:
    """Return whether all heroes know squares and all that lies there."""
    floor = game.state.sil.level.floor
    for seat in game.heroes:
        hero_game = game.hero_game(seat)
        for square in box:
            things = floor.get(square, ())
            if not hero_game.knowledge.mark[square] or not all(map(hero_game.knows_of, things)):
                return False
    return True


def _hide(game: SilGContext, words: Args) -> None:
    box, seats = _shown_to(game, words)
    _set_known(game, seats, box, known=False)
    game.tell_gm(text("You hide {square} again.", square=words[0].upper()))


def _hide_offers(game: SilGContext) -> Iterable[Offer]:
    if game.state.stage == "setup" or not has_level(game):
        return
    start = game.state.desk.start
    if any(game.hero(seat).knowledge.mark[start] for seat in game.heroes):
        name = squares.square_name(game, start)
        yield offer("hide", name, label=text("Hide {name} again", name=name))


def _unreveal(game: SilGContext, words: Args) -> None:
    del words
    shown = game.state.desk.shown
    if not shown:
        raise IllegalAction(text("Nothing has been shown on this level."))
    shown.pop()
    while shown and shown[-1][0] != -1:
        seat, packed = shown.pop()
        memory = msgspec.msgpack.decode(zlib.decompress(packed), type=_Memory)
        known = game.hero(seat).knowledge
        known.mark, known.walked = bytearray(memory.mark), bytearray(memory.walked)
        for square in memory.things:
            for item in game.state.sil.level.floor.get(square, ()):
                game.hero_game(seat).forget(item)
    game.tell_gm(text("What you showed last is hidden again."))


def _unreveal_offers(game: SilGContext) -> Iterable[Offer]:
    if game.state.desk.shown:
        yield offer("unreveal", label=text("Take back what you showed last"))


def _light(game: SilGContext, words: Args) -> None:
    set_light(game, words[0], words[1] if len(words) > 1 else "on")


def set_light(game: SilGContext, where: str, state: str) -> None:
    """Light squares ("on"), or let them lie in the dark ("off"). Raises ActionError."""
    check_level(game)
    if state not in ("on", "off"):
        raise InvalidAction(text("Light is on or off."))
    for square in squares.read_box(game, where):
        game.state.sil.level.glow[square] = state == "on"
    game.tell_gm(
        text("{square} is lit.", square=where.upper())
        if state == "on"
        else text("{square} is dark.", square=where.upper())
    )


def _light_offers(game: SilGContext) -> Iterable[Offer]:
    if has_level(game):
        start = squares.square_name(game, game.state.desk.start)
        word = "off" if game.state.sil.level.glow[game.state.desk.start] else "on"
        yield offer(
            "light",
            start,
            word,
            label=text("Light at {square}: {state}", square=start, state=Text(word)),
        )


def _terrain(game: SilGContext, words: Args) -> None:
    set_terrain(game, words[0], words[1], hidden=len(words) > 2)


def set_terrain(game: SilGContext, where: str, kind: str, *, hidden: bool = False) -> None:
    """Change the terrain of squares; `hidden`: traps nobody sees. Raises ActionError."""
    check_level(game)
    if kind not in TERRAIN:
        raise InvalidAction(text("Terrain is one of {kinds}.", kinds=listed(map(typed, TERRAIN))))
    level, feature = game.state.sil.level, TERRAIN[kind]
    for square in squares.read_box(game, where):
        taken = square in level.occupant or game.level_game.hero_at(square)
        if taken and terrain.OPAQUE[feature]:
            raise IllegalAction(text("Somebody stands there."))
        vision.change_terrain(game.level_game, square, feature)
        level.hidden[square] = kind in TRAPS and hidden
    game.tell_gm(text("{square}: {terrain}.", square=where.upper(), terrain=terrain_words(kind)))


def _terrain_offers(game: SilGContext) -> Iterable[Offer]:
    if has_level(game):
        free = squares.nearest(game, game.state.desk.start)
        square = game.state.desk.start if free is None else free
        start, now = squares.square_name(game, square), game.state.sil.level.feature[square]
        for word in TERRAIN if free is not None else ():
            if TERRAIN[word] == now:
                continue
            if not terrain.OPAQUE[TERRAIN[word]] or game.state.stage == "setup":
                yield offer(
                    "terrain",
                    start,
                    word,
                    label=text(
                        "{terrain:The} at {square}", terrain=terrain_words(word), square=start
                    ),
                )


def _handout(game: SilGContext, words: Args) -> None:
    seats = read_seats(game, words[0])
    everybody = words[0].lower() in ("all", "heroes", "party")
    audience = None if everybody else tuple(seats)
    told = text("Handout: {words}", words=words[1])
    game.tell(told, audience, "handout", post=Post(((told, ""),)))
    if not everybody:
        game.tell_gm(
            text("You hand out to {whom}: {words}", whom=words[0], words=words[1]), "handout"
        )


def _picture(game: SilGContext, words: Args) -> None:
    seats = read_seats(game, words[0])
    image = read_picture(words[1])
    title = typed(words[2][:MAX_TITLE]) if len(words) > 2 else text("A picture")
    everybody = words[0].lower() in ("all", "heroes", "party")
    given = _keep_picture(game, GivenPicture(title, image, [] if everybody else seats))
    told = text("A picture for you: {title}", title=title)
    audience = None if everybody else tuple(seats)
    post = Post(((told, ""),), picture=given.key)
    game.tell(told, audience, "handout", fact=Own("picture", what=given.key), post=post)
    if not everybody:
        game.tell_gm(text("You hand out to {whom}: {words}", whom=words[0], words=title), "handout")


def _keep_picture(game: SilGContext, given: GivenPicture) -> GivenPicture:
    pictures = game.state.desk.pictures
    pictures[:] = [*(each for each in pictures if each != given), given][-MOST_PICTURES:]
    return given


def _whisper(game: SilGContext, words: Args) -> None:
    for seat in read_seats(game, words[0]):
        told = text("The Game Master whispers: {words}", words=words[1])
        game.tell(told, (seat,), "whisper", post=Post(((told, ""),)))
        game.tell_gm(
            text("You whisper to {hero}: {words}", hero=game.hero_name(seat), words=words[1]),
            "whisper",
        )


def _narrate(game: SilGContext, words: Args) -> None:
    told = typed(words[0])
    game.tell(told, None, "story", post=Post(((told, ""),)))


def _scene(game: SilGContext, words: Args) -> None:
    image = read_picture(words[0])
    title = typed(words[1][:MAX_TITLE])
    given = _keep_picture(game, GivenPicture(title, image))
    told = typed(words[1])
    game.tell(
        told,
        None,
        "story",
        fact=Own("picture", what=given.key),
        post=Post(((told, ""),), picture=given.key),
    )


def _eyes(game: SilGContext, words: Args) -> None:
    check_in_play(game)
    seat = read_seat(game, words[0])
    if seat not in game.heroes:
        raise IllegalAction(text("That hero is not in play."))
    name = game.hero_name(seat)
    seen = [game.name(f"c{c.slot}") for c in game.creatures
            if seat in game.seers(f"c{c.slot}")]  # fmt: skip
    known = game.hero(seat).knowledge
    seen_squares = sum(known.seen)
    remembered = sum(map(bool, known.mark))
    told = text(
        "{hero} sees {number} squares, remembers {remembered}; in sight: {seen}.",
        hero=name,
        number=seen_squares,
        remembered=remembered,
        seen=listed(text("{who:the}", who=each) for each in seen) if seen else text("nobody"),
    )
    hears = [
        text(
            "{who:the} {number}",
            who=game.name(f"c{c.slot}"),
            number=senses.noise_cost(game.hero_game(seat), c),
        )
        for c in game.creatures
        if senses.noise_cost(game.hero_game(seat), c) < 250
    ]
    game.tell_gm(told)
    game.tell_gm(
        text(
            "Sound on its way from {hero} loses: {hears}.",
            hero=name,
            hears=listed(hears) if hears else text("nobody hears"),
        )
    )


def _eyes_offers(game: SilGContext) -> Iterable[Offer]:
    if game.state.stage != "setup":
        for seat in game.heroes:
            name = game.hero_name(seat)
            yield offer(
                "eyes",
                game.handle(f"h{seat}"),
                label=text("What {hero} sees and hears", hero=name),
                intent="look",
            )


def _stealth(game: SilGContext, words: Args) -> None:
    del words
    check_in_play(game)
    for seat in game.heroes:
        quiet = stealth_contest.quietness(game, seat, 0)
        game.tell_gm(
            text("{hero}: {terms}.", hero=game.hero_name(seat), terms=quiet.words()), "contest"
        )
    for creature in game.creatures[:OFFERED]:
        name = game.name(f"c{creature.slot}")
        for seat in game.heroes:
            keen = stealth_contest.keenness(game, creature, seat, 0)
            whom = game.hero_name(seat)
            told = text(
                "{who:The} ({alertness}) against {hero}: {terms}.",
                who=name,
                alertness=creature.alertness,
                hero=whom,
                terms=keen.words(),
            )
            game.tell_gm(told, "contest")


def _stealth_offers(game: SilGContext) -> Iterable[Offer]:
    if game.heroes:
        label = text("Who would notice whom, and why")
        yield offer("stealth-terms", label=label, intent="look")


def _measure(game: SilGContext, words: Args) -> None:
    check_in_play(game)
    first, second = (read_fighter(game, word) for word in words)
    away = distance(*game.place(first), *game.place(second))
    game.tell_gm(
        text(
            "{who:The} and {other:the}: {number} squares.",
            who=game.name(first),
            other=game.name(second),
            number=away,
        )
    )


def _measure_offers(game: SilGContext) -> Iterable[Offer]:
    if game.state.stage == "setup" or not game.heroes:
        return
    first = f"h{game.heroes[0]}"
    for key in fighters(game)[:OFFERED]:
        if key != first:
            words = game.handle(first), game.handle(key)
            yield offer(
                "measure",
                *words,
                label=text("How far {who:the} is", who=game.name(key)),
                intent="look",
            )


_BOX = option("squares", "C7; C7:F9 a box, C7-F9 a line, C7* its room; commas between")
_TO = option("hero", "For whom; all", required=False)
COMMANDS = (
    GmCommand("reveal", "Show squares to heroes", _reveal, (_BOX, _TO), _reveal_offers),
    GmCommand("hide", "Hide squares from heroes again", _hide, (_BOX, _TO), _hide_offers),
    GmCommand("unreveal", "Take back what you showed last", _unreveal, (), _unreveal_offers),
    GmCommand("light", "Light squares, or let them lie in the dark", _light,
           (_BOX, option("state", "On or off", "on", "off", required=False)), _light_offers),
    GmCommand("terrain", "Change terrain: doors, traps, rock", _terrain,
           (_BOX, option("kind", "Such as door or pit"),
            option("hidden", "A trap nobody sees", "hidden", required=False)),
           _terrain_offers),
    GmCommand("handout", "Give a text to one hero or to all", _handout,
           (option("hero", "To whom"), option("text", "The text"))),
    GmCommand("picture", "Give a picture to one hero or to all", _picture,
           (option("hero", "To whom"), Option("image", "The picture", upload="picture"),
            option("title", "What it shows, in words", required=False))),
    GmCommand("note-to", "Whisper to a player", _whisper,
           (option("hero", "To whom"), option("text", "What"))),
    GmCommand("tell", "Tell the story to all", _narrate, (option("text", "What happens"),)),
    GmCommand("scene", "Tell the story to all, with a picture", _scene,
           (Option("image", "The picture", upload="picture"), option("text", "What happens"))),
    GmCommand("eyes", "What a hero sees, and who hears them", _eyes, (option("hero", "Whose"),),
           _eyes_offers),
    GmCommand("stealth-terms", "Explain the minute's contest, term by term", _stealth, (),
           _stealth_offers),
    GmCommand("measure", "How far two are from each other", _measure,
           (option("one", "Who"), option("other", "Who")), _measure_offers),
)  # fmt: skip
