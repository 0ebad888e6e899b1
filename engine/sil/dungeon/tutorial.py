"""The tutorial: a task a room, and the gate that opens when it is done (rules: world 16)."""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from engine.contract.action import Offer
from engine.contract.texts import Text, Words, text
from engine.sil.data.tutorial_rooms import TutorialRoom, read_rooms
from engine.sil.dungeon.generation import tutorial_level
from engine.sil.effects import game_over
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived, gear
from engine.sil.level import terrain
from engine.sil.perception import vision

TRAINING = 2_000  # experience to learn with


def begin(game: SilContext) -> None:
    """Put the hero, who has no weapon yet, into the first room."""
    hero = game.hero
    hero.worn.pop(Slot.WEAPON, None)
    hero.experience += TRAINING
    hero.unspent += TRAINING
    hero.skill_base[Skill.SMITHING] = max(3, hero.skill_base[Skill.SMITHING])
    hero.bought.append(ab.WEAPONSMITH)
    derived.update(game)
    tutorial_level.make(game)
    game.state.tutorial = 1
    vision.update(game)
    tell(game, text("Each of twelve rooms has a task, which the card tells."), "arrive")
    disturb(game, text("a new task"), "choice")


def task(game: SilContext) -> Words:
    """Return the task of the room, as a sentence; "" outside the tutorial."""
    if not game.state.tutorial:
        return ""
    return Text(_room(game).task)


def lines(game: SilContext, offers: Sequence[Offer]) -> list[Words]:
    """Return the task of the room and, where it has no room, the button to press; none outside the
    tutorial."""
    if not game.state.tutorial:
        return []
    buttons = [o.label for o in offers if o.advised and o.action.verb != "step"]
    return [task(game), *(text("Press “{button}”.", button=label) for label in buttons)]


def advised(game: SilContext, offers: Sequence[Offer]) -> Sequence[Offer]:
    """Return the offers with the next step of the task as the only one that is advised, first; none
    where the hero can do nothing for the task now."""
    lines = {str(offer.action): offer for offer in offers}
    wanted = (line for pattern in _next_steps(game) for line in fnmatch.filter(lines, pattern))
    best = next((lines[line] for line in wanted if _is_meant(lines[line])), None)
    if best is None:
        return ()
    rest = [replace(offer, advised=False) for offer in offers if offer is not best]
    return [replace(best, advised=True), *rest]


def _is_meant(offer: Offer) -> bool:
    """Return whether an offer does what it says at once; a plan for the forge does not."""
    return offer.action.verb != "smith" or offer.group != "growth"


def _next_steps(game: SilContext) -> Iterator[str]:
    """Yield patterns of the actions that the task asks for, the first ones first: in the room what
    the room is for, else the way to it."""
    hero, middle = game.hero, tutorial_level.middle(game.level)
    inside = hero.x >= tutorial_level.columns(game.state.tutorial)[0]
    for pattern in _room(game).actions:
        if inside or game.state.question is not None:
            yield pattern.format_map(_Kinds(game))
    along = "e" if hero.x < _wanted_column(game) else "w" if hero.x > _wanted_column(game) else ""
    across = "s" if hero.y < middle else "n" if hero.y > middle else ""
    yield from (f"step {across}{along}", f"step {across}", f"step {along}")


def _wanted_column(game: SilContext) -> int:
    """Return the column of what lies or stands in the middle of the room, else of its gate."""
    level, columns = game.level, tutorial_level.columns(game.state.tutorial)
    middle = tutorial_level.middle(level)
    foes = {creature.x for creature in level.creatures if creature and creature.y == middle}
    for x in columns[:-1]:
        square = level.at(middle, x)
        feature = level.feature[square]
        place = terrain.FORGES[feature] or terrain.STAIR[feature]
        if level.floor.get(square) or place or x in foes:
            return x
    return columns[-1]


class _Kinds(dict[str, int]):
    """The numbers of kinds by name."""

    def __init__(self, game: SilContext) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, name: str) -> int:
        return tutorial_level.kind_of(self._game.data, name)


def _room(game: SilContext) -> TutorialRoom:
    return read_rooms()[game.state.tutorial - 1]


def watch(game: SilContext) -> None:
    """Open the gate and give the next task, if the task of this room is done."""
    if not game.state.tutorial or game.state.ended:
        return
    inside = game.hero.x >= tutorial_level.columns(game.state.tutorial)[0]
    if not inside or not _GOALS[_room(game).goal](game):
        return
    gate = game.level.at(
        tutorial_level.middle(game.level), tutorial_level.columns(game.state.tutorial)[-1]
    )
    vision.change_terrain(game, gate, terrain.CLOSED_DOOR)
    game.knowledge.mark[gate] = 1
    game.state.tutorial += 1
    tell(game, text("Well done!"), "arrive")
    disturb(game, text("a new task"), "choice")


def leave(game: SilContext) -> None:
    """End the tutorial at its stairs; whoever falls elsewhere climbs back into the room."""
    if game.state.tutorial == len(read_rooms()):
        tell(
            game,
            text("You have learned what a hero needs. The quest awaits you in a new game."),
            "won",
        )
        game_over.end(game, "escaped")
        return
    hero = game.hero
    hero.y = tutorial_level.middle(game.level)
    hero.x = tutorial_level.columns(game.state.tutorial)[0]
    hero.health = hero.derived.max_health
    tell(game, text("You climb back up, and are healed."), "note")
    vision.update(game)


# ---------------------------------------------------------------- goals


def _reached(game: SilContext) -> bool:
    return game.hero.x >= tutorial_level.columns(game.state.tutorial)[-2]


def _stealthy(game: SilContext) -> bool:
    return game.hero.stealth_mode and _reached(game)


def _held(game: SilContext) -> bool:
    wanted = {tutorial_level.kind_of(game.data, each.kind) for each in _room(game).things.values()}
    return any(item.kind in wanted for item in (*game.hero.pack, *game.hero.worn.values()))


def _armed(game: SilContext) -> bool:
    return gear.weapon(game.hero) is not None


def _has_bow(game: SilContext) -> bool:
    return Slot.BOW in game.hero.worn and Slot.QUIVER1 in game.hero.worn


def _slain(game: SilContext) -> bool:
    columns = tutorial_level.columns(game.state.tutorial)
    return not any(c is not None and c.x in columns for c in game.level.creatures)


def _learned(game: SilContext) -> bool:
    return any(ref.skill == Skill.SONG for ref in game.hero.bought)


def _sings(game: SilContext) -> bool:
    return game.hero.song >= 0


def _made(game: SilContext) -> bool:
    return any(note.kind == "made" for note in game.hero.notes)


def _never(game: SilContext) -> bool:
    """The stairs are taken: see `leave`."""
    del game
    return False


_GOALS: dict[str, Callable[[SilContext], bool]] = {
    "reach": _reached,
    "stealthy": _stealthy,
    "held": _held,
    "armed": _armed,
    "bow": _has_bow,
    "slain": _slain,
    "learned": _learned,
    "singing": _sings,
    "made": _made,
    "left": _never,
}
