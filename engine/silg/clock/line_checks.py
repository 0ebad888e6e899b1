"""Checks of heroes' action lines: what can be seen to be impossible is refused at once."""

from __future__ import annotations

from engine.common import compass
from engine.contract.action import Action, IllegalAction, InvalidAction
from engine.sil.commands import registry
from engine.sil.commands.base import NEAREST, read
from engine.sil.hero import derived
from engine.sil.items import item_handles
from engine.sil.level import terrain
from engine.silg.clock import declared_actions, steps
from engine.silg.combat import blows, missiles
from engine.silg.context import SilGContext
from engine.silg.wording import text


def read_declaration(game: SilGContext, seat: int, line: str) -> str:
    """Return the canonical line of an action that a hero may declare now. Raises ActionError."""
    command, words = registry.find(line.split())
    if command.name not in declared_actions.TIMELY:
        raise IllegalAction(text("“{verb}” cannot be declared.", verb=command.name))
    action = read(command, words, game.hero_game(seat))
    check_line(game, seat, action)
    return str(action)


def check_line(game: SilGContext, seat: int, action: Action) -> None:
    """Refuse what can be seen now to be impossible. Raises ActionError."""
    hero_game, verb = game.hero_game(seat), action.verb
    if verb == "step":
        direction = compass.read(action.args[0]) if action.args else None
        if direction is None:
            raise InvalidAction(text("Step n, ne, e, se, s, sw, w or nw."))
        _check_step(game, seat, direction)
        return
    if verb in ("wait", "search"):
        return
    offered = {str(offer.action) for offer in registry.COMMANDS[verb].offers(hero_game)}
    if verb in ("fire", "throw"):
        if game.hero(seat).timers.afraid:
            raise IllegalAction(missiles.AFRAID[verb])
        if str(action) not in offered and not _could_fly(game, seat, action):
            raise IllegalAction(text("That cannot be reached from here."))
        return
    if str(action) not in offered:
        raise IllegalAction(text("That cannot be done here."))


def _check_step(game: SilGContext, seat: int, direction: str) -> None:
    """Refuse a step that a hero can see to lead nowhere, and a blow that they dare not strike."""
    hero_game, hero, level = game.hero_game(seat), game.hero(seat), game.state.sil.level
    dy, dx = compass.DIRECTIONS[direction]
    y, x = hero.y + dy, hero.x + dx
    square, creature = level.at(y, x), level.creature_at(y, x)
    if creature is not None and hero_game.known(creature).visible:
        if hero.timers.afraid:
            raise IllegalAction(blows.hindrance(game, seat, creature))
        return
    if terrain.OPAQUE[level.feature[square]] and hero_game.knowledge.mark[square]:
        if not terrain.KNOWN_DOOR[level.feature[square]]:
            raise IllegalAction(text("Something solid is in the way."))
        return
    if derived.is_overburdened(hero):
        raise IllegalAction(steps.OVERBURDENED)


def _could_fly(game: SilGContext, seat: int, action: Action) -> bool:
    """Return whether a shot or throw that is not offered may still be tried: at a square, in a
    direction, of anything at hand."""
    hero_game = game.hero_game(seat)
    if action.verb == "fire":
        target, possible = action.args[0], any(registry.COMMANDS["fire"].offers(hero_game))
    else:
        thing, target = action.args[:2]
        possible = thing in item_handles.items(hero_game)
    aimed = target == NEAREST or compass.read(target) or compass.read_square(target)
    return possible and bool(aimed)
