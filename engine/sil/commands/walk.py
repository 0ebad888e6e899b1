"""Walking, waiting, stairs (spec: dungeon 7.3; world 11.2)."""

from __future__ import annotations

from collections.abc import Iterable

from engine import compass
from engine.game import IllegalAction, Mark, Offer
from engine.sil import data, naming, questions, terrain, vision
from engine.sil.combat import melee, movement
from engine.sil.commands.base import Argument, Command, offer
from engine.sil.hero import acts
from engine.sil.level import doors, search, stairs, traps
from engine.sil.state import Creature, Game
from engine.sil.tell import disturb, say

DIRECTION = Argument("direction", "direction", "which way: n, ne, e, se, s, sw, w or nw")


def heading(game: Game, direction: str) -> int:
    """The keypad direction a step really takes: a confused hero's is turned (spec: dungeon 7.5)."""
    keypad = compass.KEYPAD[direction]
    if not game.hero.timers.confused:
        return keypad
    play = game.fate.play
    if game.rulings.confusion_direction == "uniform":
        turned = compass.RING[play.below(8)]
    else:
        turned = compass.turned(keypad, play.roll(3, 2) - play.roll(3, 2))
    if turned != keypad:
        say(game, "Confused, you go astray.", "confused")
    return turned


def walk(game: Game, args: tuple[str, ...]) -> None:
    """Step, or do what a step into that square means: fight, open, feel a wall.

    Raises IllegalAction for what is refused without taking time.
    """
    hero, level = game.hero, game.level
    if hero.derived.burden > hero.derived.capacity * 3 // 2 and not _fights(game, args[0]):
        raise IllegalAction("The burden is too heavy to take a step.")
    confused = bool(hero.timers.confused)
    keypad = heading(game, args[0])
    dy, dx = compass.OFFSETS[keypad]
    y, x = hero.y + dy, hero.x + dx
    if not (0 <= y < level.height and 0 <= x < level.width):
        stairs.escape(game)
        return
    i = level.at(y, x)
    feature = level.feature[i]
    creature = level.creature_at(y, x)
    if creature is not None and creature.visible:
        melee.attack(game, creature)
    elif terrain.KNOWN_DOOR[feature] and level.mark[i]:
        doors.open_door(game, y, x)
    elif terrain.OPAQUE[feature]:
        _bump(game, i, feature, confused)
    elif not confused and not game.sure and (danger := _danger(game, i)):
        questions.sure(game, danger, f"step {args[0]}")
    elif creature is not None:
        melee.attack(game, creature)
    elif traps.break_free(game):
        step_to(game, y, x, keypad)


def _fights(game: Game, direction: str) -> bool:
    dy, dx = compass.DIRECTIONS[direction]
    creature = game.level.creature_at(game.hero.y + dy, game.hero.x + dx)
    return creature is not None and creature.visible


def _bump(game: Game, i: int, feature: int, confused: bool) -> None:
    level = game.level
    what = _wall_name(feature)
    if level.mark[i] and not confused:
        raise IllegalAction(f"There is {what} in the way.")
    if not level.mark[i]:
        level.mark[i] = 1
        say(game, f"You feel {what} blocking your way.", "found")
    else:
        say(game, f"You walk into {what}.")
    acts.spend(game)


def _wall_name(feature: int) -> str:
    if feature == terrain.RUBBLE:
        return "a heap of rubble"
    if feature == terrain.QUARTZ:
        return "a vein of quartz"
    return "a door" if terrain.KNOWN_DOOR[feature] else "a wall"


def _danger(game: Game, i: int) -> str:
    """What to ask before a step onto that square; "" when there is nothing to ask."""
    level = game.level
    feature = level.feature[i]
    if not level.mark[i] or level.hidden[i]:
        return ""
    if feature == terrain.CHASM:
        return "Step into the chasm?"
    if terrain.TRAP[feature]:
        return f"Step onto the {data.current().terrain[feature].name.strip()}?"
    return ""


def step_to(game: Game, y: int, x: int, keypad: int) -> None:
    """Move the hero one square, with all that a step brings about. Takes his turn."""
    hero, level = game.hero, game.level
    acts.spend(game, keypad)
    if not movement.before_step(game, keypad):
        return
    game.marks.append(Mark("step", hero.y, hero.x, seat=0))
    hero.y, hero.x = y, x
    level.walked[level.at(y, x)] = 1
    vision.update(game)
    arrive(game)


def arrive(game: Game) -> None:
    """What the hero finds on the square he has come to (spec: dungeon 7.3, last lines)."""
    hero, level = game.hero, game.level
    search.notice(game)
    i = level.at(hero.y, hero.x)
    feature = level.feature[i]
    if terrain.STAIR[feature] or terrain.FORGES[feature]:
        level.mark[i] = 1
    heap = level.floor.get(i)
    if heap:
        for item in heap:
            item.seen = True
        names = ", ".join(naming.item_name(game, item) for item in heap[:3])
        say(game, f"Here lies {names}.", "found")
        disturb(game, "something lies here")
    traps.enter(game)


def _step_offers(game: Game) -> Iterable[Offer]:
    hero, level = game.hero, game.level
    for direction, (dy, dx) in compass.DIRECTIONS.items():
        y, x = hero.y + dy, hero.x + dx
        if not (0 <= y < level.height and 0 <= x < level.width):
            continue
        i = level.at(y, x)
        creature = level.creature_at(y, x)
        known_wall = terrain.OPAQUE[level.feature[i]] and level.mark[i]
        if creature is not None and creature.visible:
            yield _attack_offer(creature, direction, y, x)
        elif known_wall and not terrain.KNOWN_DOOR[level.feature[i]]:
            continue
        else:
            word = "Open the door" if known_wall else "Step"
            yield offer(
                "step",
                direction,
                label=f"{word} {compass.NAMES[direction]}",
                group="move",
                at=(y, x),
            )


def _attack_offer(creature: Creature, direction: str, y: int, x: int) -> Offer:
    return offer(
        "step", direction, label=f"Attack {naming.handle(creature)}", group="move", at=(y, x)
    )


def _wait(game: Game, args: tuple[str, ...]) -> None:
    del args
    game.hero.focused = True
    acts.spend(game, acts.PASS)
    search.search(game)
    game.hero.stealth_score += 2 if game.hero.stealth_mode else 7


def _wait_offers(_game: Game) -> Iterable[Offer]:
    yield offer("wait", label="Wait and search", hint="One turn, watching and listening")


def _stairs(game: Game, args: tuple[str, ...]) -> None:
    stairs.take(game, args[0])


def _stairs_offers(game: Game) -> Iterable[Offer]:
    feature = game.level.feature[game.level.at(game.hero.y, game.hero.x)]
    if terrain.STAIR[feature]:
        way = "up" if terrain.UPWARD[feature] else "down"
        kind = "shaft" if terrain.SHAFT[feature] else "stairs"
        yield offer("stairs", way, label=f"Take the {kind} {way}", grave=True)


COMMANDS = (
    Command(
        "step",
        "Take a step, attack what stands there, or open a door",
        walk,
        _step_offers,
        (DIRECTION,),
        ("go", "walk", "move", "attack"),
    ),
    Command(
        "wait",
        "Wait one turn, watching and searching",
        _wait,
        _wait_offers,
        (),
        ("pass", "hold", "search"),
    ),
    Command(
        "stairs",
        "Take the stairs or the shaft you stand on",
        _stairs,
        _stairs_offers,
        (Argument("way", "word", "up or down", ("up", "down")),),
        ("climb", "descend", "ascend"),
    ),
)
