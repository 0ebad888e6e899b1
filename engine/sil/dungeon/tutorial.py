"""The tutorial: a task a room, and the gate that opens when it is done (rules: world 16)."""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.contract.texts import Text, Words, text
from engine.sil.data.tutorial_rooms import TutorialRoom, read_rooms
from engine.sil.dungeon.generation import tutorial_level
from engine.sil.effects import game_over
from engine.sil.game.context import Game
from engine.sil.game.messages import disturb, say
from engine.sil.game.state import Skill, Slot
from engine.sil.hero import abilities as ab
from engine.sil.hero import derived, gear
from engine.sil.level import terrain
from engine.sil.perception import vision

TRAINING = 2_000  # experience to learn with
_KIND = re.compile(r"\{([^}]+)\}")


def begin(game: Game) -> None:
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
    say(game, task(game), "arrive")
    disturb(game, text("a new task"), "choice")


def task(game: Game) -> Words:
    """Return the task of the room, as a sentence; "" outside the tutorial."""
    if not game.state.tutorial:
        return ""
    told = _room(game).task
    kinds = {name: tutorial_level.kind_of(game.data, name) for name in _KIND.findall(told)}
    return Text(told, kinds)


def _room(game: Game) -> TutorialRoom:
    return read_rooms()[game.state.tutorial - 1]


def watch(game: Game) -> None:
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
    say(game, text("Well done! {task}", task=task(game)), "arrive")
    disturb(game, text("a new task"), "choice")


def leave(game: Game) -> None:
    """End the tutorial at its stairs; whoever falls elsewhere climbs back into the room."""
    if game.state.tutorial == len(read_rooms()):
        say(
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
    say(game, text("You climb back up, and are healed."), "note")
    vision.update(game)


# ---------------------------------------------------------------- goals


def _reached(game: Game) -> bool:
    return game.hero.x >= tutorial_level.columns(game.state.tutorial)[-2]


def _stealthy(game: Game) -> bool:
    return game.hero.stealth_mode and _reached(game)


def _held(game: Game) -> bool:
    wanted = {tutorial_level.kind_of(game.data, each.kind) for each in _room(game).things.values()}
    return any(item.kind in wanted for item in (*game.hero.pack, *game.hero.worn.values()))


def _armed(game: Game) -> bool:
    return gear.weapon(game.hero) is not None


def _has_bow(game: Game) -> bool:
    return Slot.BOW in game.hero.worn and Slot.QUIVER1 in game.hero.worn


def _slain(game: Game) -> bool:
    columns = tutorial_level.columns(game.state.tutorial)
    return not any(c is not None and c.x in columns for c in game.level.creatures)


def _learned(game: Game) -> bool:
    return any(ref.skill == Skill.SONG for ref in game.hero.bought)


def _sings(game: Game) -> bool:
    return game.hero.song >= 0


def _made(game: Game) -> bool:
    return any(note.kind == "made" for note in game.hero.notes)


def _never(game: Game) -> bool:
    """The stairs are taken: see `leave`."""
    del game
    return False


_GOALS: dict[str, Callable[[Game], bool]] = {
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
