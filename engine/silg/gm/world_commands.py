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


class _Memory(msgspec.Struct):
    """A hero's memory of a level before a reveal, and the squares whose things they learned of."""

    mark: bytes
    walked: bytes
    things: list[int]


def _remember_maps(session: SilGContext, box: list[int]) -> None:
    """Keep what heroes remember now, so that a reveal can be taken back."""
    shown, floor = session.state.desk.shown, session.state.sil.level.floor
    for seat in session.heroes:
        known, game = session.hero(seat).knowledge, session.game(seat)
        things = [i for i in box if any(not game.knows_of(item) for item in floor.get(i, ()))]
        memory = _Memory(bytes(known.mark), bytes(known.walked), things)
        shown.append((seat, zlib.compress(msgspec.msgpack.encode(memory), 1)))
    shown.append((-1, b""))  # the end of one reveal
    marks = [n for n, (seat, _) in enumerate(shown) if seat == -1]
    if len(marks) > KEPT:
        del shown[: marks[-KEPT - 1] + 1]


def _shown_to(session: SilGContext, words: Args) -> tuple[list[int], list[int]]:
    """Return the squares and the seats that a command is about; what they know can be restored."""
    check_in_play(session)
    box = squares.read_box(session, words[0])
    seats = read_seats(session, words[1]) if len(words) > 1 else session.heroes
    _remember_maps(session, box)
    return box, seats


def _set_known(session: SilGContext, seats: list[int], box: list[int], *, known: bool) -> None:
    """Let heroes know squares and what lies there, or forget them."""
    for seat in seats:
        game = session.game(seat)
        for square in box:
            game.knowledge.mark[square] = game.knowledge.walked[square] = known
            for item in session.state.sil.level.floor.get(square, ()):
                (game.notice if known else game.forget)(item)


def _reveal(session: SilGContext, words: Args) -> None:
    box, seats = _shown_to(session, words)
    _set_known(session, seats, box, known=True)
    names = listed(map(session.hero_name, seats))
    session.tell_versions(
        [
            (text("You show {square} to {names}.", square=words[0].upper(), names=names), (GM,)),
            (text("You learn the lie of the land."), tuple(seats)),
        ],
        "reveal",
    )


def _reveal_offers(session: SilGContext) -> Iterable[Offer]:
    if session.state.stage == "setup" or not has_level(session):
        return
    level = session.state.sil.level
    for room in level.rooms[:40]:
        if room.top < 1 or room.bottom >= level.height - 1 or room.right >= level.width - 1:
            continue
        box = f"{compass.square(room.top, room.left)}:{compass.square(room.bottom, room.right)}"
        if not _is_known(session, squares.read_box(session, box)):
            yield offer("reveal", box, label=text("Show the room {box}", box=box))
    start = session.state.desk.start
    if not _is_known(session, [start]):
        name = squares.square_name(session, start)
        yield offer("reveal", name, label=text("Show {name}", name=name))


def _is_known(session: SilGContext, box: list[int]) -> bool:
    """Return whether all heroes know squares and all that lies there."""
    floor = session.state.sil.level.floor
    for seat in session.heroes:
        game = session.game(seat)
        for square in box:
            things = floor.get(square, ())
            if not game.knowledge.mark[square] or not all(map(game.knows_of, things)):
                return False
    return True


def _hide(session: SilGContext, words: Args) -> None:
    box, seats = _shown_to(session, words)
    _set_known(session, seats, box, known=False)
    session.tell_gm(text("You hide {square} again.", square=words[0].upper()))


def _hide_offers(session: SilGContext) -> Iterable[Offer]:
    if session.state.stage == "setup" or not has_level(session):
        return
    start = session.state.desk.start
    if any(session.hero(seat).knowledge.mark[start] for seat in session.heroes):
        name = squares.square_name(session, start)
        yield offer("hide", name, label=text("Hide {name} again", name=name))


def _unreveal(session: SilGContext, words: Args) -> None:
    del words
    shown = session.state.desk.shown
    if not shown:
        raise IllegalAction(text("Nothing has been shown on this level."))
    shown.pop()
    while shown and shown[-1][0] != -1:
        seat, packed = shown.pop()
        memory = msgspec.msgpack.decode(zlib.decompress(packed), type=_Memory)
        known = session.hero(seat).knowledge
        known.mark, known.walked = bytearray(memory.mark), bytearray(memory.walked)
        for square in memory.things:
            for item in session.state.sil.level.floor.get(square, ()):
                session.game(seat).forget(item)
    session.tell_gm(text("What you showed last is hidden again."))


def _unreveal_offers(session: SilGContext) -> Iterable[Offer]:
    if session.state.desk.shown:
        yield offer("unreveal", label=text("Take back what you showed last"))


def _light(session: SilGContext, words: Args) -> None:
    set_light(session, words[0], words[1] if len(words) > 1 else "on")


def set_light(session: SilGContext, where: str, state: str) -> None:
    """Light squares ("on"), or let them lie in the dark ("off"). Raises ActionError."""
    check_level(session)
    if state not in ("on", "off"):
        raise InvalidAction(text("Light is on or off."))
    for square in squares.read_box(session, where):
        session.state.sil.level.glow[square] = state == "on"
    session.tell_gm(
        text("{square} is lit.", square=where.upper())
        if state == "on"
        else text("{square} is dark.", square=where.upper())
    )


def _light_offers(session: SilGContext) -> Iterable[Offer]:
    if has_level(session):
        start = squares.square_name(session, session.state.desk.start)
        word = "off" if session.state.sil.level.glow[session.state.desk.start] else "on"
        yield offer(
            "light",
            start,
            word,
            label=text("Light at {square}: {state}", square=start, state=Text(word)),
        )


def _terrain(session: SilGContext, words: Args) -> None:
    set_terrain(session, words[0], words[1], hidden=len(words) > 2)


def set_terrain(session: SilGContext, where: str, kind: str, *, hidden: bool = False) -> None:
    """Change the terrain of squares; `hidden`: traps nobody sees. Raises ActionError."""
    check_level(session)
    if kind not in TERRAIN:
        raise InvalidAction(text("Terrain is one of {kinds}.", kinds=listed(map(typed, TERRAIN))))
    level, feature = session.state.sil.level, TERRAIN[kind]
    for square in squares.read_box(session, where):
        taken = square in level.occupant or session.level_game.hero_at(square)
        if taken and terrain.OPAQUE[feature]:
            raise IllegalAction(text("Somebody stands there."))
        vision.change_terrain(session.level_game, square, feature)
        level.hidden[square] = kind in TRAPS and hidden
    session.tell_gm(text("{square}: {terrain}.", square=where.upper(), terrain=Text(kind)))


def _terrain_offers(session: SilGContext) -> Iterable[Offer]:
    if has_level(session):
        free = squares.nearest(session, session.state.desk.start)
        square = session.state.desk.start if free is None else free
        start, now = squares.square_name(session, square), session.state.sil.level.feature[square]
        for word in TERRAIN if free is not None else ():
            if TERRAIN[word] == now:
                continue
            if not terrain.OPAQUE[TERRAIN[word]] or session.state.stage == "setup":
                yield offer(
                    "terrain",
                    start,
                    word,
                    label=text("{terrain:The} at {square}", terrain=Text(word), square=start),
                )


def _handout(session: SilGContext, words: Args) -> None:
    seats = read_seats(session, words[0])
    everybody = words[0].lower() in ("all", "heroes", "party")
    audience = None if everybody else tuple(seats)
    told = text("Handout: {words}", words=words[1])
    session.tell(told, audience, "handout", post=Post(((told, ""),)))
    if not everybody:
        session.tell_gm(
            text("You hand out to {whom}: {words}", whom=words[0], words=words[1]), "handout"
        )


def _picture(session: SilGContext, words: Args) -> None:
    seats = read_seats(session, words[0])
    image = read_picture(words[1])
    title = typed(words[2][:MAX_TITLE]) if len(words) > 2 else text("A picture")
    everybody = words[0].lower() in ("all", "heroes", "party")
    given = _keep_picture(session, GivenPicture(title, image, [] if everybody else seats))
    told = text("A picture for you: {title}", title=title)
    audience = None if everybody else tuple(seats)
    post = Post(((told, ""),), picture=given.key)
    session.tell(told, audience, "handout", fact=Own("picture", what=given.key), post=post)
    if not everybody:
        session.tell_gm(
            text("You hand out to {whom}: {words}", whom=words[0], words=title), "handout"
        )


def _keep_picture(session: SilGContext, given: GivenPicture) -> GivenPicture:
    pictures = session.state.desk.pictures
    pictures[:] = [*(each for each in pictures if each != given), given][-MOST_PICTURES:]
    return given


def _whisper(session: SilGContext, words: Args) -> None:
    for seat in read_seats(session, words[0]):
        told = text("The Game Master whispers: {words}", words=words[1])
        session.tell(told, (seat,), "whisper", post=Post(((told, ""),)))
        session.tell_gm(
            text("You whisper to {hero}: {words}", hero=session.hero_name(seat), words=words[1]),
            "whisper",
        )


def _narrate(session: SilGContext, words: Args) -> None:
    told = typed(words[0])
    session.tell(told, None, "story", post=Post(((told, ""),)))


def _scene(session: SilGContext, words: Args) -> None:
    image = read_picture(words[0])
    title = typed(words[1][:MAX_TITLE])
    given = _keep_picture(session, GivenPicture(title, image))
    told = typed(words[1])
    session.tell(
        told,
        None,
        "story",
        fact=Own("picture", what=given.key),
        post=Post(((told, ""),), picture=given.key),
    )


def _eyes(session: SilGContext, words: Args) -> None:
    check_in_play(session)
    seat = read_seat(session, words[0])
    if seat not in session.heroes:
        raise IllegalAction(text("That hero is not in play."))
    name = session.hero_name(seat)
    seen = [session.name(f"c{c.slot}") for c in session.creatures
            if seat in session.seers(f"c{c.slot}")]  # fmt: skip
    known = session.hero(seat).knowledge
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
            who=session.name(f"c{c.slot}"),
            number=senses.noise_cost(session.game(seat), c),
        )
        for c in session.creatures
        if senses.noise_cost(session.game(seat), c) < 250
    ]
    session.tell_gm(told)
    session.tell_gm(
        text(
            "Sound on its way from {hero} loses: {hears}.",
            hero=name,
            hears=listed(hears) if hears else text("nobody hears"),
        )
    )


def _eyes_offers(session: SilGContext) -> Iterable[Offer]:
    if session.state.stage != "setup":
        for seat in session.heroes:
            name = session.hero_name(seat)
            yield offer(
                "eyes",
                session.handle(f"h{seat}"),
                label=text("What {hero} sees and hears", hero=name),
                intent="look",
            )


def _stealth(session: SilGContext, words: Args) -> None:
    del words
    check_in_play(session)
    for seat in session.heroes:
        quiet = stealth_contest.quietness(session, seat, 0)
        session.tell_gm(
            text("{hero}: {terms}.", hero=session.hero_name(seat), terms=quiet.words()), "contest"
        )
    for creature in session.creatures[:OFFERED]:
        name = session.name(f"c{creature.slot}")
        for seat in session.heroes:
            keen = stealth_contest.keenness(session, creature, seat, 0)
            whom = session.hero_name(seat)
            told = text(
                "{who:The} ({alertness}) against {hero}: {terms}.",
                who=name,
                alertness=creature.alertness,
                hero=whom,
                terms=keen.words(),
            )
            session.tell_gm(told, "contest")


def _stealth_offers(session: SilGContext) -> Iterable[Offer]:
    if session.heroes:
        label = text("Who would notice whom, and why")
        yield offer("stealth-terms", label=label, intent="look")


def _measure(session: SilGContext, words: Args) -> None:
    check_in_play(session)
    first, second = (read_fighter(session, word) for word in words)
    away = distance(*session.place(first), *session.place(second))
    session.tell_gm(
        text(
            "{who:The} and {other:the}: {number} squares.",
            who=session.name(first),
            other=session.name(second),
            number=away,
        )
    )


def _measure_offers(session: SilGContext) -> Iterable[Offer]:
    if session.state.stage == "setup" or not session.heroes:
        return
    first = f"h{session.heroes[0]}"
    for key in fighters(session)[:OFFERED]:
        if key != first:
            words = session.handle(first), session.handle(key)
            yield offer(
                "measure",
                *words,
                label=text("How far {who:the} is", who=session.name(key)),
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
