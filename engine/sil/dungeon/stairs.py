"""Stairs, shafts, falls, and the way out (rules: dungeon 5; endgame 13.2)."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.contract.texts import Words, text
from engine.sil.effects import game_over, injury, oaths
from engine.sil.game import questions
from engine.sil.game.context import SilContext
from engine.sil.game.event_kinds import NoteKind
from engine.sil.game.messages import disturb, note, tell
from engine.sil.game.state import Level
from engine.sil.hero import action_costs, derived
from engine.sil.level import terrain

THRONE = 20
LAST_SHAFT = 19  # from here on a shaft goes down one level only
WEARINESS = 1000
_BROUGHT = (
    text("Brought nothing back"),
    text("Brought back one Silmaril"),
    text("Brought back two Silmarils"),
    text("Brought back all three Silmarils"),
)

# What lies under the hero after each way of arriving.
_BACK = {
    terrain.UP_STAIR: terrain.DOWN_STAIR,
    terrain.UP_SHAFT: terrain.DOWN_SHAFT,
    terrain.DOWN_STAIR: terrain.UP_STAIR,
    terrain.DOWN_SHAFT: terrain.UP_SHAFT,
}


def min_depth(game: SilContext) -> int:
    """Return the shallowest level that can still be found (rules: dungeon 5.2)."""
    if game.hero.on_the_run:
        return 0
    if game.level.depth == THRONE:
        return THRONE
    return max(1, min(THRONE, game.hero.min_depth_counter // 100_000 + 1))


def crumble_chance(game: SilContext) -> int:
    """Return the percent chance that overused stairs give way (rules: dungeon 5.5)."""
    if game.hero.on_the_run:
        return 0
    return int((game.hero.stair_weariness // 100) ** 3 // 10_000)


def hindrance(game: SilContext, way: str) -> Words:
    """Return why the hero cannot take stairs "up" or "down" where he stands; "" when he can."""
    hero, level = game.hero, game.level
    fits = terrain.UPWARD if way == "up" else terrain.DOWNWARD
    if not fits[level.feature[level.at(hero.y, hero.x)]]:
        up = way == "up"
        return text("There is no up staircase here." if up else "There is no down staircase here.")
    return prohibition(game, way)


def prohibition(game: SilContext, way: str) -> Words:
    """Return what forbids the hero any stairs "up" or "down" of his level; "" for nothing."""
    hero, level = game.hero, game.level
    if way == "down" and level.depth == 0:
        return text("You have escaped from that darkness: never again.")
    if way == "up" and game.state.options.get("straight_down") == "yes" and not hero.silmarils:
        return text("You have sworn not to turn back without a Silmaril.")
    return ""


def take(game: SilContext, way: str) -> None:
    """Take the stairs or the shaft underfoot, "up" or "down". Takes a turn.

    Raises IllegalAction when there is none, or the quest forbids it.
    """
    if refusal := hindrance(game, way):
        raise IllegalAction(refusal)
    feature = game.level.feature[game.level.at(game.hero.y, game.hero.x)]
    if way == "up":
        _up(game, feature)
    else:
        _down(game, feature)


def _up(game: SilContext, feature: int) -> None:
    hero, level = game.hero, game.level
    if oaths.is_kept(hero, derived.IRON) and not hero.silmarils and not game.state.sure:
        questions.sure(game, text("Going up breaks your Oath of Iron. Do it?"), "stairs up", "oath")
        return
    action_costs.spend(game)
    if not hero.silmarils:
        oaths.break_oath(game, derived.IRON)
    if level.depth == THRONE and not hero.silmarils:
        tell(game, text("The stairs wind on and on, and bring you back to the throne."), "note")
        return
    target = level.depth - (2 if terrain.SHAFT[feature] else 1)
    arrive_by = _BACK[feature]
    if hero.silmarils:
        tell(game, text("The light of the holy jewel shows you the way."))
    if level.depth == THRONE:
        hero.on_the_run = True
        game.world.truce = False
        _leave(game, "up", max(target, 0), arrive_by)
        return
    crumbles = game.streams.play.percent(crumble_chance(game))
    least = min_depth(game)
    if target < least:
        if least == level.depth:
            tell(game, text("You lose your way on the stairs, and come out near where you began."))
        else:
            tell(game, text("You lose your way on the stairs, and come out deeper than ever."))
        arrive_by = feature
        target = least
    elif crumbles:
        target += 1
    if crumbles:
        _crumble(game)
        arrive_by = 0
    _leave(game, "up", max(target, 0), arrive_by)


def _down(game: SilContext, feature: int) -> None:
    hero, level = game.hero, game.level
    two = terrain.SHAFT[feature] and level.depth < LAST_SHAFT
    target = level.depth + (2 if two else 1)
    arrive_by = _BACK[feature]
    if target >= THRONE and not hero.on_the_run and not game.state.sure:
        questions.sure(
            game, text("These stairs end in Morgoth's own throne room. Go down?"), "stairs down"
        )
        return
    action_costs.spend(game)
    if hero.on_the_run and target >= THRONE:
        target, arrive_by = THRONE - 1, terrain.DOWN_STAIR
    elif game.streams.play.percent(crumble_chance(game)):
        _crumble(game)
        arrive_by = 0
    else:
        target = max(target, min_depth(game))
    _leave(game, "down", min(target, THRONE), arrive_by)


def _crumble(game: SilContext) -> None:
    tell(game, text("The stairs crumble under your feet, and you fall!"), "hurt")
    note(game, "fell through", text("Fell through crumbling stairs"))
    injury.hurt_by_dice(game, 3, 4, text("crumbling stairs"), means="fall")
    game.hero.stair_weariness = 0


def _leave(game: SilContext, way: str, target: int, arrive_by: int) -> None:
    hero = game.hero
    if game.state.ended:
        return
    tell(game, text("You go up.") if way == "up" else text("You go down."))
    hero.stairs_taken += 1
    if game.world.thrall_quest == "giver":
        game.world.thrall_quest = ""
    hero.stair_weariness += WEARINESS
    if game.state.options.get("disconnected_stairs") == "yes":
        arrive_by = 0
    game.state.leaving, game.state.destination, game.state.arrive_by = "stairs", target, arrive_by
    disturb(game, text("a new level"), "level")


def fall(game: SilContext, dice: int, levels: int, by: Words, kind: NoteKind, told: Words) -> None:
    """Fall through the floor: damage in d4s without armour, and levels deeper, at most to 950 ft.
    `told` is noted: "Fell into a chasm".

    Falls rest the stairs (rules: dungeon 2.7, 4, 5.5).
    """
    note(game, kind, told)
    injury.hurt_by_dice(game, dice, 4, by, injury.UNARMOURED, means="fall")
    game.hero.stair_weariness = 0
    if game.state.ended:
        return
    game.state.leaving, game.state.arrive_by = "fall", 0
    game.state.destination = min(game.level.depth + levels, THRONE - 1)
    disturb(game, text("a fall"), "level")


def is_outside(level: Level, y: int) -> bool:
    """Return whether a row lies beyond the edge of the world: south of the Gates."""
    return level.depth == 0 and y == level.height - 1


def escape(game: SilContext) -> None:
    """Walk off the edge of the world: only at the Gates (rules: dungeon 5.6)."""
    action_costs.spend(game)
    hero = game.hero
    count = hero.silmarils
    words = text("You come out under the sky, with empty hands.")
    if count:
        words = text("You come out under the sky with {count} of the Silmarils.", count=count)
    tell(game, words, "won")
    note(game, "came out", text("Came out of Angband"))
    note(game, "came out", _BROUGHT[count])
    if oaths.is_kept(hero, hero.oath):
        oath = derived.OATHS[hero.oath]
        note(game, "kept oath", text("Kept the oath of {oath}", oath=oath))
    game_over.end(game, "escaped")
