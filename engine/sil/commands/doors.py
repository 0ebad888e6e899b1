"""Work with the hands beside the hero: doors, traps, chests, rock (rules: world 11.1, 11.5).

Each takes a direction; left out, it is found where only one thing will do. A confused hero's
hands go astray as his feet do (rules: dungeon 7.5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.common import compass
from engine.contract.action import IllegalAction, Offer
from engine.contract.texts import Text, listed, text, typed
from engine.sil.combat import melee
from engine.sil.commands import movement, smithing
from engine.sil.commands.base import Argument, Command, offer
from engine.sil.dungeon import chests, doors, skeletons, traps
from engine.sil.game.context import SilContext, kept
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Item, Skill
from engine.sil.hero import action_costs, derived
from engine.sil.item_use import pickup
from engine.sil.level import terrain
from engine.sil.movement import digging

DirectedSquare = tuple[str, int, int]  # direction, y, x; "" is the hero's own square
WAY = Argument("direction", "direction", "which way: n, ne, e, se, s, sw, w or nw", required=False)


def places(
    game: SilContext, fits: Callable[[SilContext, int], bool], *, own: bool = False
) -> list[DirectedSquare]:
    """Return the squares round the hero, and his own if asked for, on which something will do."""
    around = _around(game) if own else _around(game)[1:]
    return [place for place, i in around if fits(game, i)]


@kept
def _around(game: SilContext) -> Sequence[tuple[DirectedSquare, int]]:
    """Return the hero's own square and those round him, each with its index."""
    hero, level = game.hero, game.level
    found = []
    for direction, (dy, dx) in (("", (0, 0)), *compass.DIRECTIONS.items()):
        y, x = hero.y + dy, hero.x + dx
        if 0 <= y < level.height and 0 <= x < level.width:
            found.append(((direction, y, x), level.at(y, x)))
    return found


def _where(
    game: SilContext,
    args: tuple[str, ...],
    fits: Callable[[SilContext, int], bool],
    nothing: Text,
    own: bool,
) -> DirectedSquare:
    """Return the square that is meant; the hero's own one has no name and goes first. Raises
    IllegalAction when none will do, or several would."""
    found = places(game, fits, own=own)
    wanted = args[0] if args else ""
    named = [place for place in found if place[0] == wanted]
    if named:
        return named[0]
    if args or not found:
        raise IllegalAction(nothing)
    if len(found) > 1:
        raise IllegalAction(
            text("Say which way: {ways}.", ways=listed(typed(way) for way, _, _ in found))
        )
    return found[0]


def astray(game: SilContext, place: DirectedSquare) -> DirectedSquare | None:
    """Return where a confused hero's hands really go; None when they meet a creature, which he
    strikes."""
    direction, y, x = place
    if direction:
        dy, dx = compass.OFFSETS[movement.heading(game, direction)]
        y, x = game.hero.y + dy, game.hero.x + dx
    creature = game.level.creature_at(y, x)
    if direction and creature is not None:
        melee.attack(game, creature)
        return None
    return direction, y, x


def _work(
    game: SilContext,
    args: tuple[str, ...],
    fits: Callable[[SilContext, int], bool],
    nothing: Text,
    own: bool,
) -> DirectedSquare | None:
    """Return the square to work on; None when the turn went another way."""
    place = astray(game, _where(game, args, fits, nothing, own))
    if place is None or fits(game, game.level.at(place[1], place[2])):
        return place
    action_costs.spend(game)
    tell(game, text("Your hands find nothing there."))
    return None


# ------------------------------------------------------------------------------- what fits


def is_closed(game: SilContext, i: int) -> bool:
    """Return whether there is a closed door that the hero knows of."""
    return bool(terrain.KNOWN_DOOR[game.level.feature[i]] and game.knowledge.mark[i])


def is_open(game: SilContext, i: int) -> bool:
    """Return whether a door stands open there, whole or broken."""
    ways = (terrain.OPEN_DOOR, terrain.BROKEN_DOOR)
    return game.level.feature[i] in ways and bool(game.knowledge.mark[i])


def is_trapped_place(game: SilContext, i: int) -> bool:
    """Return whether there is a trap, or a chest's trap, that the hero knows of."""
    level = game.level
    if terrain.TRAP[level.feature[i]] and game.knowledge.mark[i] and not level.hidden[i]:
        return True
    chest = chests.at(game, i)
    return chest is not None and chest.known and chests.is_trapped(game.data, chest)


def is_full_chest(game: SilContext, i: int) -> bool:
    """Return whether there is a chest that is not known to be empty."""
    chest = chests.at(game, i)
    return chest is not None and chest.pval != 0


def is_openable(game: SilContext, i: int) -> bool:
    """Return whether there is a closed door or a chest."""
    return is_closed(game, i) or is_full_chest(game, i)


def diggable(game: SilContext, i: int) -> bool:
    """Rock that can be seen or is known, and is not permanent."""
    level = game.level
    return bool(
        digging.hardness(level.feature[i]) and (game.knowledge.mark[i] or game.knowledge.seen[i])
    )


def anything(game: SilContext, i: int) -> bool:
    """Any square at all."""
    return 0 <= i < len(game.level.feature)


# -------------------------------------------------------------------------------- commands


def _open(game: SilContext, args: tuple[str, ...]) -> None:
    place = _work(game, args, is_openable, text("There is nothing to open."), own=True)
    if place is None:
        return
    _, y, x = place
    chest = chests.at(game, game.level.at(y, x))
    if chest is not None:
        chests.open_chest(game, chest, y, x)
    else:
        doors.open_door(game, y, x)


def _close(game: SilContext, args: tuple[str, ...]) -> None:
    place = _where(game, args, is_open, text("There is no open door beside you."), own=False)
    level = game.level
    i = level.at(place[1], place[2])
    if level.feature[i] == terrain.BROKEN_DOOR:
        raise IllegalAction(text("The door appears to be broken."))
    if _visibly_occupied(game, i):
        raise IllegalAction(text("Something stands in the doorway."))
    found = _work(game, args, is_open, text("There is no open door beside you."), own=False)
    if found is not None:
        doors.close_door(game, found[1], found[2])


def _bash(game: SilContext, args: tuple[str, ...]) -> None:
    place = _work(game, args, is_closed, text("There is no closed door to bash."), own=False)
    if place is None:
        return
    bash(game, place[1], place[2])


def bash(game: SilContext, y: int, x: int) -> None:
    """Bash a door, and into the doorway if it gives way."""
    keypad = compass.keypad_of(y - game.hero.y, x - game.hero.x)
    if doors.bash_door(game, y, x) and not game.state.ended:
        movement.step_to(game, y, x, keypad)


def _disarm(game: SilContext, args: tuple[str, ...]) -> None:
    place = _work(game, args, is_trapped_place, text("You know of no trap beside you."), own=True)
    if place is None:
        return
    disarm(game, place[1], place[2])


def disarm(game: SilContext, y: int, x: int) -> bool:
    """Work on a known trap of the floor or of a chest; whether it is worth going on."""
    level = game.level
    i = level.at(y, x)
    if terrain.TRAP[level.feature[i]] and game.knowledge.mark[i] and not level.hidden[i]:
        return traps.disarm(game, y, x)
    chest = chests.at(game, i)
    if chest is None:
        raise IllegalAction(text("You know of no trap there."))
    return chests.disarm_chest(game, chest)


def dig(game: SilContext, args: tuple[str, ...]) -> None:
    """Dig one turn that way."""
    if game.hero.timers.confused:
        place = astray(
            game, _where(game, args, anything, text("There is nothing to dig."), own=False)
        )
        if place is not None:
            digging.tunnel(game, place[1], place[2])
        return
    _, y, x = _where(
        game, args, anything, text("There is nothing to dig through there."), own=False
    )
    digging.tunnel(game, y, x)


def _interact(game: SilContext, args: tuple[str, ...]) -> None:
    """Do whatever is to be done with that square (rules: world 11.5)."""
    if not args:
        _here(game)
        return
    place = astray(game, (args[0], *_beside(game, args[0])))
    if place is None:
        return
    _, y, x = place
    level = game.level
    i = level.at(y, x)
    if not game.knowledge.mark[i] and not game.knowledge.seen[i]:
        _grope(game, i)
    elif digging.hardness(level.feature[i]) or level.feature[i] == terrain.PERMANENT:
        digging.tunnel(game, y, x)
    elif is_closed(game, i):
        bash(game, y, x)
    elif is_trapped_place(game, i):
        disarm(game, y, x)
    elif is_full_chest(game, i):
        _open(game, args)
    elif remains := _remains(game, y, x):
        skeletons.search_skeleton(game, remains)
    elif level.feature[i] == terrain.OPEN_DOOR:
        doors.close_door(game, y, x)
    else:
        action_costs.spend(game)
        tell(game, text("You strike, but there is nothing there."))


def _beside(game: SilContext, direction: str) -> tuple[int, int]:
    dy, dx = compass.DIRECTIONS[direction]
    y, x = game.hero.y + dy, game.hero.x + dx
    if not (0 <= y < game.level.height and 0 <= x < game.level.width):
        raise IllegalAction(text("There is nothing beyond."))
    return y, x


def _grope(game: SilContext, i: int) -> None:
    """Strike where nothing is seen: a wall is found out."""
    action_costs.spend(game)
    if terrain.OPAQUE[game.level.feature[i]]:
        game.knowledge.mark[i] = 1
        tell(game, text("You hit something hard."), "found")
        disturb(game, text("something hard is in the way"), "blocked")
    else:
        tell(game, text("There is nothing there that you can feel."))


def _here(game: SilContext) -> None:
    """Do whatever is to be done where the hero stands."""
    level, hero = game.level, game.hero
    i = level.at(hero.y, hero.x)
    feature = level.feature[i]
    if is_trapped_place(game, i):
        disarm(game, hero.y, hero.x)
    elif is_full_chest(game, i):
        _open(game, ())
    elif remains := _remains(game, hero.y, hero.x):
        skeletons.search_skeleton(game, remains)
    elif is_open(game, i):
        raise IllegalAction(text("Step out of the doorway first."))
    elif terrain.STAIR[feature]:
        movement.take_stairs(game, ("up" if terrain.UPWARD[feature] else "down",))
    elif terrain.FORGES[feature]:
        smithing.open_workbench(game)
    elif things := [thing for thing in level.floor.get(i, ()) if game.knows_of(thing)]:
        pickup.pick_up(game, things[0])
    else:
        raise IllegalAction(text("There is nothing here to use."))


def _remains(game: SilContext, y: int, x: int) -> Item | None:
    """Bones on a square that are still to be searched."""
    return next((item for item, v, u in skeletons.near(game) if (v, u) == (y, x)), None)


def _stealth(game: SilContext, args: tuple[str, ...]) -> None:
    """Creep, or stop creeping; it takes no time."""
    hero = game.hero
    wanted = args[0] == "on" if args else not (hero.stealth_mode and not hero.stop_stealth)
    if not wanted and not hero.stealth_mode:
        raise IllegalAction(text("You are not creeping."))
    if wanted and hero.stealth_mode and not hero.stop_stealth:
        raise IllegalAction(text("You are creeping already."))
    if wanted:
        hero.stealth_mode, hero.stop_stealth = True, False
        tell(game, text("You creep on quiet feet."))
    else:
        hero.stop_stealth = True  # it goes on until the next turn begins
        tell(game, text("You stop creeping."))
    derived.update(game)
    hero.stealth_score = hero.skill(Skill.STEALTH)


# ---------------------------------------------------------------------------------- offers


def _each(
    game: SilContext,
    verb: str,
    template: str,
    fits: Callable[[SilContext, int], bool],
    *,
    own: bool = False,
) -> Sequence[Offer]:
    found = []
    for direction, y, x in places(game, fits, own=own):
        way = compass.WORDS[direction] if direction else text("here")
        args = (direction,) if direction else ()
        found.append(offer(verb, *args, label=text(template, way=way), at=(y, x)))
    return found


@kept
def _open_offers(game: SilContext) -> Sequence[Offer]:
    return _each(game, "open", "Open the chest {way}", is_full_chest, own=True)


@kept
def _close_offers(game: SilContext) -> Sequence[Offer]:
    def closable(game: SilContext, i: int) -> bool:
        whole = game.level.feature[i] == terrain.OPEN_DOOR and bool(game.knowledge.mark[i])
        return whole and not _visibly_occupied(game, i)

    return _each(game, "close", "Close the door {way}", closable)


def _visibly_occupied(game: SilContext, i: int) -> bool:
    creature = game.level.creatures[game.level.occupant.get(i, 0)]
    return creature is not None and game.known(creature).visible


@kept
def _bash_offers(game: SilContext) -> Sequence[Offer]:
    def worth(game: SilContext, i: int) -> bool:
        return is_closed(game, i) and doors.is_worth_bashing(game, i)

    return _each(game, "bash", "Bash the door {way}", worth)


@kept
def _disarm_offers(game: SilContext) -> Sequence[Offer]:
    def worth(game: SilContext, i: int) -> bool:
        level = game.level
        held = traps.can_disarm(game, level.feature[i]) or chests.at(game, i) is not None
        return held and is_trapped_place(game, i) and not _visibly_occupied(game, i)

    return _each(game, "disarm", "Disarm {way}", worth, own=True)


@kept
def _dig_offers(game: SilContext) -> Sequence[Offer]:
    tool = digging.digger(game)
    if tool is None or game.hero.timers.blind:
        return ()

    def soft(game: SilContext, i: int) -> bool:
        soft_rock = game.level.feature[i] in (terrain.RUBBLE, terrain.QUARTZ)
        useful = soft_rock or _beside_a_shut_door(game, i)
        return useful and diggable(game, i) and digging.can_dig(game, i)

    return _each(game, "dig", "Dig {way}", soft)


def _beside_a_shut_door(game: SilContext, i: int) -> bool:
    """Return whether digging through a wall leads round a door that the hero cannot open."""
    width = game.level.width
    return any(
        0 <= n < len(game.level.feature) and is_closed(game, n) and doors.stays_shut(game, n)
        for n in (i - width, i - 1, i + 1, i + width)
    )


def _interact_offers(game: SilContext) -> Iterable[Offer]:
    """Return an offer for every square beside the hero on which something suits."""
    suits = (_bash_offers, _disarm_offers, _open_offers, _close_offers, _dig_offers)
    found = {o.action.args[0]: o for offers in suits for o in offers(game) if o.action.args}
    for direction, other in found.items():
        yield offer(
            "interact",
            direction,
            label=text("Do what suits {way}", way=compass.WORDS[direction]),
            hint=other.label,
            group="other",
            at=other.at,
        )


def _stealth_offers(game: SilContext) -> Iterable[Offer]:
    hero = game.hero
    creeping = hero.stealth_mode and not hero.stop_stealth
    label = text("Stop creeping") if creeping else text("Creep (stealth mode)")
    hint = text("Slower by a step, five more Stealth")
    yield offer("stealth", "off" if creeping else "on", label=label, hint=hint, free=True)


COMMANDS = (
    Command("open", "Open a door or a chest, picking the lock", _open, _open_offers, (WAY,)),
    Command("close", "Close a door", _close, _close_offers, (WAY,), aliases=("shut",)),
    Command(
        "bash", "Throw yourself against a door", _bash, _bash_offers, (WAY,), aliases=("force",),
    ),
    Command("disarm", "Disarm a trap, or the trap of a chest", _disarm, _disarm_offers, (WAY,)),
    Command("dig", "Dig for a turn", dig, _dig_offers, (movement.DIRECTION,)),
    Command(
        "interact", "Do what suits a square: strike, dig, bash, disarm, open, close", _interact,
        _interact_offers, (WAY,), aliases=("use-square",),
    ),
    Command(
        "stealth", "Creep, or stop creeping", _stealth, _stealth_offers,
        (Argument("mode", "word", "on or off", ("on", "off"), required=False),),
        aliases=("creep", "sneak"),
    ),
)  # fmt: skip
