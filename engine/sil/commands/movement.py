"""Walking, waiting, stairs (rules: dungeon 7.3; world 11.2)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.common import compass
from engine.contract.action import IllegalAction, Offer
from engine.contract.facts import Blocked, SeatRef
from engine.contract.texts import Name, Text, Words, text
from engine.contract.view import Mark
from engine.sil.combat import melee, step_attacks
from engine.sil.commands.base import Argument, Command, offer
from engine.sil.commands.base import creature as named
from engine.sil.creatures import creature_names, creature_stats
from engine.sil.dungeon import captives, doors, search, stairs, traps
from engine.sil.game import questions
from engine.sil.game.context import SilContext
from engine.sil.game.event_kinds import Risk
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Creature
from engine.sil.hero import abilities, action_costs, derived
from engine.sil.items import pack
from engine.sil.level import terrain
from engine.sil.movement import leaps, square_arrival
from engine.sil.perception import noise, vision

DIRECTION = Argument("direction", "direction", "which way: n, ne, e, se, s, sw, w or nw")


def heading(game: SilContext, direction: str) -> int:
    """Return the keypad direction a step really takes: a confused hero's is turned (rules: dungeon
    7.5)."""
    keypad = compass.KEYPAD[direction]
    if not game.hero.timers.confused:
        return keypad
    play = game.streams.play
    turned = compass.turned(keypad, play.roll(3, 2) - play.roll(3, 2))
    if turned != keypad:
        tell(game, text("Confused, you go astray."), "confused")
    return turned


def walk(game: SilContext, args: tuple[str, ...]) -> None:
    """Step, or do what a step into that square means: fight, open, feel a wall.

    Raises IllegalAction for what is refused without taking time.
    """
    hero, level = game.hero, game.level
    if derived.is_overburdened(hero) and _is_step(game, args[0]):
        raise IllegalAction(text("The burden is too heavy to take a step."))
    confused = bool(hero.timers.confused)
    keypad = heading(game, args[0])
    dy, dx = compass.OFFSETS[keypad]
    y, x = hero.y + dy, hero.x + dx
    if stairs.is_outside(level, y):
        stairs.escape(game)
        return
    i = level.at(y, x)
    if (friend := game.hero_at(i)) is not None:
        raise IllegalAction(text("{hero} stands there.", hero=friend.called))
    feature = level.feature[i]
    creature = level.creature_at(y, x)
    if (
        creature is not None
        and game.known(creature).visible
        and creature_stats.has(game, creature, "PEACEFUL")
    ):
        captives.meet(game, creature)
    elif creature is not None and game.known(creature).visible:
        if confused and (reason := melee.hindrance(game, creature)):
            _held_back(game, reason)
        else:
            melee.attack(game, creature)
    elif terrain.KNOWN_DOOR[feature] and game.knowledge.mark[i]:
        doors.open_door(game, y, x)
    elif terrain.OPAQUE[feature]:
        _bump(game, i, feature, confused)
    elif leaps.leaps(game, keypad):
        _leap(game, keypad, args[0])
    elif not confused and not game.state.sure and (hazard := _hazard(game, i)):
        question = text("Step into {hazard:the}?", hazard=terrain.words_of(game.data, hazard))
        questions.sure(game, question, f"step {args[0]}", _RISKS.get(hazard, "trap"))
    elif creature is not None and hero.timers.afraid:  # he finds it there only by going
        action_costs.spend(game)
        words = text("Something is in the way, and fear keeps you from attacking it.")
        tell(game, words, fact=Blocked(SeatRef(hero.number), "somebody"))
    elif creature is not None:
        melee.attack(game, creature)
    elif derived.is_overburdened(hero):  # where confusion turned him
        action_costs.spend(game)
        tell(game, text("The burden is too heavy to take a step."))
    elif traps.break_free(game):
        step_to(game, y, x, keypad)


def _held_back(game: SilContext, reason: Words) -> None:
    """Let confusion turn the hero at somebody whom he cannot attack: it takes no time."""
    tell(game, reason, fact=Blocked(SeatRef(game.hero.number), "somebody"))
    disturb(game, text("somebody is in the way"), "blocked")


def _is_step(game: SilContext, direction: str) -> bool:
    """Return whether going that way means a step: neither a blow, nor a door, nor a wall."""
    dy, dx = compass.DIRECTIONS[direction]
    y, x = game.hero.y + dy, game.hero.x + dx
    level = game.level
    if stairs.is_outside(level, y):
        return True
    creature = level.creature_at(y, x)
    fights = creature is not None and game.known(creature).visible
    return not fights and not terrain.OPAQUE[level.feature[level.at(y, x)]]


def _leap(game: SilContext, keypad: int, direction: str) -> None:
    """Leap, once the hero is sure of where he will land (rules: world 11.2)."""
    dy, dx = compass.OFFSETS[keypad]
    level = game.level
    y, x = game.hero.y + 2 * dy, game.hero.x + 2 * dx
    i = level.at(y, x)
    creature = level.creature_at(y, x)
    doubt: Text | None = None
    risk: Risk = ""
    if not (game.knowledge.mark[i] or game.knowledge.seen[i]):
        doubt = text("Leap into the unknown?")
    elif creature is not None and game.known(creature).visible:
        doubt = text("Somebody stands where you would land. Leap?")
    elif level.feature[i] == terrain.CHASM:
        doubt, risk = text("You would land in the chasm. Leap?"), "leap"
    if doubt and not game.state.sure:
        questions.sure(game, doubt, f"step {direction}", risk)
    else:
        leaps.leap(game, keypad)


def _bump(game: SilContext, i: int, feature: int, confused: bool) -> None:
    what = _wall_name(feature)
    if game.knowledge.mark[i] and not confused:
        raise IllegalAction(text("There is {what:a} in the way.", what=what))
    if not game.knowledge.mark[i]:
        game.knowledge.mark[i] = 1
        tell(game, text("You feel {what:a} blocking your way.", what=what), "found")
    else:
        tell(game, text("You walk into {what:a}.", what=what))
    disturb(game, text("{what:a} bars the way", what=what), "blocked")
    action_costs.spend(game)


def _wall_name(feature: int) -> Name:
    if feature == terrain.RUBBLE:
        return Name("heap of rubble")
    if feature == terrain.QUARTZ:
        return Name("vein of quartz")
    return Name("door") if terrain.KNOWN_DOOR[feature] else Name("wall")


_RISKS: dict[int, Risk] = {terrain.CHASM: "chasm", terrain.FALSE_FLOOR: "false floor"}


def _hazard(game: SilContext, i: int) -> int:
    """Return the chasm or the trap that the hero knows to be on a square, as a feature, or 0."""
    level = game.level
    feature = level.feature[i]
    if not game.knowledge.mark[i] or level.hidden[i]:
        return 0
    return feature if feature == terrain.CHASM or terrain.TRAP[feature] else 0


def step_to(game: SilContext, y: int, x: int, keypad: int) -> None:
    """Move the hero one square, with all that a step brings about. Takes his turn."""
    hero, level = game.hero, game.level
    action_costs.spend(game, keypad)
    if not step_attacks.before_step(game, keypad):
        return
    game.state.marks.append(Mark("step", hero.y, hero.x, seat=0))
    for item in pack.underfoot(game):
        game.leave(item)
    hero.y, hero.x = y, x
    game.knowledge.walked[level.at(y, x)] = 1
    vision.update(game)
    square_arrival.arrive(game)


def _step_offers(game: SilContext) -> Iterable[Offer]:
    hero, level = game.hero, game.level
    burdened = derived.is_overburdened(hero)
    for direction, (dy, dx) in compass.DIRECTIONS.items():
        y, x = hero.y + dy, hero.x + dx
        if stairs.is_outside(level, y):
            where = text("Leave Angband, {way}", way=compass.WORDS[direction])
            if not burdened:
                yield offer(
                    "step",
                    direction,
                    label=where,
                    group="move",
                    intent="leave",
                    at=(y, x),
                    irreversible=True,
                )
            continue
        i = level.at(y, x)
        if game.hero_at(i) is not None:
            continue
        creature = level.creature_at(y, x)
        known_wall = terrain.OPAQUE[level.feature[i]] and game.knowledge.mark[i]
        if creature is not None and game.known(creature).visible:
            if not hero.timers.afraid and not creature_names.seems(game, creature, "PEACEFUL"):
                yield _attack_offer(game, creature, direction, y, x)
        elif known_wall:
            if terrain.KNOWN_DOOR[level.feature[i]] and not doors.stays_shut(game, i):
                shut = text("Open the door {way}", way=compass.WORDS[direction])
                yield offer("step", direction, label=shut, group="move", intent="open", at=(y, x))
        elif not burdened and (label := _step_label(game, direction, i)):
            risk = _step_risk(game, direction, i)
            yield offer("step", direction, label=label, group="move", at=(y, x), target=risk)


def _step_risk(game: SilContext, direction: str, square: int) -> Risk:
    """Return what a step onto open ground dares, if it is no leap."""
    hazard = _hazard(game, square)
    if not hazard or leaps.form(game, compass.KEYPAD[direction]) == "leap":
        return ""
    return _RISKS.get(hazard, "trap")


def _step_label(game: SilContext, direction: str, square: int) -> Text | None:
    """Return what a step onto open ground is called: a leap is a leap, and a known hazard is
    named; None where it would be refused."""
    way = compass.WORDS[direction]
    match leaps.form(game, compass.KEYPAD[direction]):
        case "leap":
            return text("Leap {way}", way=way)
        case "step" if hazard := _hazard(game, square):
            name = terrain.words_of(game.data, hazard)
            return text("Step {way} into {hazard:the}", way=way, hazard=name)
        case "step":
            return text("Step {way}", way=way)
    return None


def _attack_offer(game: SilContext, creature: Creature, direction: str, y: int, x: int) -> Offer:
    return offer(
        "step",
        direction,
        label=text("Attack {who:the}", who=creature_names.name(game, creature)),
        group="move",
        intent="attack",
        at=(y, x),
        target=creature_names.handle(game, creature),
    )


def hold(game: SilContext) -> None:
    """Stand still for a turn: watchful, quiet, searching (rules: dungeon 3; world 2.1)."""
    game.hero.focused = True
    action_costs.spend(game, action_costs.PASS)
    search.search(game)
    game.hero.stealth_score += noise.stillness(game)


def _wait(game: SilContext, args: tuple[str, ...]) -> None:
    del args
    hold(game)


def _wait_offers(_game: SilContext) -> Iterable[Offer]:
    yield offer(
        "wait",
        label=text("Wait and search"),
        hint=text("One turn, watching and listening"),
        group="move",
    )


def take_stairs(game: SilContext, args: tuple[str, ...]) -> None:
    """Take the stairs underfoot, "up" or "down"."""
    stairs.take(game, args[0])


_STAIRS = {
    (False, "up"): text("Take the stairs up"),
    (False, "down"): text("Take the stairs down"),
    (True, "up"): text("Take the shaft up"),
    (True, "down"): text("Take the shaft down"),
}


def _stairs_offers(game: SilContext) -> Iterable[Offer]:
    feature = game.level.feature[game.level.at(game.hero.y, game.hero.x)]
    way = "up" if terrain.UPWARD[feature] else "down"
    if not stairs.hindrance(game, way):
        yield offer(
            "stairs",
            way,
            label=_STAIRS[bool(terrain.SHAFT[feature]), way],
            intent="ascend" if way == "up" else "descend",
            irreversible=True,
        )


def _exchange(game: SilContext, args: tuple[str, ...]) -> None:
    leaps.exchange(game, named(game, args[0]))


def _exchange_offers(game: SilContext) -> Iterable[Offer]:
    if not game.hero.active(abilities.EXCHANGE_PLACES):
        return
    for creature in creature_names.visible(game):
        if not leaps.hindrance(game, creature):
            name = creature_names.handle(game, creature)
            at = creature.y, creature.x
            yield offer(
                "exchange",
                name,
                label=text("Change places with {who:the}", who=creature_names.name(game, creature)),
                at=at,
                target=name,
            )


COMMANDS = (
    Command(
        "step", "Take a step, attack what stands there, or open a door", walk, _step_offers,
        (Argument("direction", "way", "which way, or who stands there"),),
        aliases=("go", "walk", "move", "attack", "hit", "kill"),
    ),
    Command(
        "wait", "Wait one turn, watching and searching", _wait, _wait_offers, (),
        aliases=("pass", "hold"),
    ),
    Command(
        "stairs", "Take the stairs or the shaft you stand on", take_stairs, _stairs_offers,
        (Argument("way", "word", "up or down", ("up", "down")),), aliases=("climb",),
    ),
    Command(
        "exchange", "Change places with a creature beside you", _exchange, _exchange_offers,
        (Argument("creature", "creature", "who: a name such as wolf-2"),),
    ),
)  # fmt: skip
