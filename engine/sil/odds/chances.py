"""Chances of offers (`Offer.chances`), by what their action lines say."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.common import compass, distributions
from engine.contract.action import Action, Chance
from engine.contract.texts import Words, text
from engine.sil.combat import archery, throwing
from engine.sil.creatures import creature_names, creature_stats
from engine.sil.effects import statuses
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Slot
from engine.sil.items import item_handles
from engine.sil.odds import deeds, fight_lines, powers, strikes
from engine.sil.odds.strikes import Strike, StrikeOdds

Chances = tuple[Chance, ...]


def of(game: SilContext, action: Action, at: tuple[int, int] | None = None) -> Chances:
    """Return the chances of an action that the hero may take, the most important first; none where
    he knows too little, or nothing is left to chance. `at`: the (y, x) that it points at."""
    if game.hero.timers.confused:
        return ()
    if action.verb in ("fire", "throw", "hurl", "shoot", "volley"):
        target = next((c for c in creature_names.visible(game) if (c.y, c.x) == at), None)
        return _missile(game, action, target) if target else ()
    find = _BY_VERB.get(action.verb)
    return find(game, action.args) if find else ()


def _missile(game: SilContext, action: Action, target: Creature) -> Chances:
    """Return the chances of a shot or throw at a creature in sight."""
    if action.verb in ("fire", "shoot"):
        return _fire(game, target, action.args[1:])
    held = item_handles.items(game).get(action.args[0]) if action.verb == "throw" else None
    best = None if held else throwing.best(game)
    item = best[1] if best else held
    return hit(game, target, strikes.throw(game, target, item)) if item else ()


def hit(game: SilContext, creature: Creature, missile: Strike | None) -> Chances:
    """Return the chance of a shot or throw at a creature, if it is known."""
    return _hit(game, creature, missile.odds() if missile else None)


def _hit(game: SilContext, creature: Creature, odds: StrikeOdds | None) -> Chances:
    if odds is None:
        return ()
    words = fight_lines.hit_words(odds, strikes.health_left(game, creature))
    return (Chance("hit", odds.percent, text("{odds:The}", odds=words)),)


def hurt(game: SilContext, creature: Creature, *, off_guard: bool = False) -> Chances:
    """Return the chance of a creature's attack on a hero who stands and fights, if it is known."""
    find = strikes.answer_odds if off_guard else strikes.hurt_odds
    odds = find(game, creature)
    return (Chance("hurt", odds.percent, fight_lines.hurt_words(odds)),) if odds else ()


def fight(game: SilContext, creature: Creature) -> Chances:
    """Return the chances of a blow at a creature, and of its own."""
    return (*_hit(game, creature, strikes.melee_odds(game, creature)), *hurt(game, creature))


def _step(game: SilContext, args: tuple[str, ...]) -> Chances:
    square = deeds.square_of(game, args[0])
    creature = game.level.creature_at(*game.level.place(square))
    if creature is not None and game.known(creature).visible:
        return fight(game, creature)
    if free := _escape(game, ()):
        return free
    if (percent := deeds.door_percent(game, square, bash=False)) is not None:
        return _lock(percent)
    return _noticed(game)


def _escape(game: SilContext, args: tuple[str, ...]) -> Chances:
    del args
    percent = deeds.escape_percent(game)
    if percent is None:
        return ()
    return (Chance("escape", percent, text("Get free {percent} %", percent=percent)),)


def _noticed(game: SilContext, *, waiting: bool = False) -> Chances:
    found = deeds.noticed_first(game)
    if found is None:
        return ()
    creature, chance = found
    if waiting:
        chance = deeds.notice_odds(game, creature, waiting=True) or 0.0
    percent = distributions.as_percent(chance)
    template = "{who:The.20} notices {percent} % a turn"
    if creature_stats.asleep(creature):
        template = "{who:The.20} stirs {percent} % a turn"
    who = creature_names.name(game, creature)
    return (Chance("notice", percent, text(template, who=who, percent=percent)),)


def _wait(game: SilContext, args: tuple[str, ...]) -> Chances:
    del args
    return (*_dies(game), *_noticed(game, waiting=True))


def _quiet(game: SilContext, args: tuple[str, ...]) -> Chances:
    del args
    return (*_dies(game), *_noticed(game))


def _dies(game: SilContext) -> Chances:
    """Return that poison or a wound kills, where it does."""
    turns = statuses.turns_to_death(game)
    if not turns:
        return ()
    words: Words = text("Poison {kills}", kills=fight_lines.death_words(turns))
    if not game.hero.timers.poison:
        words = text("The wound {kills}", kills=fight_lines.death_words(turns))
    return (Chance("end", 100, words),)


def _open(game: SilContext, args: tuple[str, ...]) -> Chances:
    for square in _squares(game, args):
        if (percent := deeds.door_percent(game, square, bash=False)) is not None:
            return _lock(percent)
    return ()


def _lock(percent: int) -> Chances:
    return (Chance("open", percent, text("Lock {percent} %", percent=percent)),)


def _bash(game: SilContext, args: tuple[str, ...]) -> Chances:
    for square in _squares(game, args):
        if (percent := deeds.door_percent(game, square, bash=True)) is not None:
            return (Chance("open", percent, text("Bash {percent} %", percent=percent)),)
    return ()


def _disarm(game: SilContext, args: tuple[str, ...]) -> Chances:
    here = deeds.square_of(game, "")
    for square in _squares(game, args):
        if square == here and statuses.trapped_in(game) == "web":
            percent = deeds.escape_percent(game)
        else:
            percent = deeds.disarm_percent(game, square)
        if percent is not None:
            return (Chance("open", percent, text("Disarm {percent} %", percent=percent)),)
    return ()


def _squares(game: SilContext, args: tuple[str, ...]) -> list[int]:
    """Return the square that is meant, or all that may be."""
    if args:
        return [deeds.square_of(game, args[0])]
    return [deeds.square_of(game, direction) for direction in ("", *compass.DIRECTIONS)]


def _fire(game: SilContext, target: Creature, quivers: tuple[str, ...]) -> Chances:
    first = Slot.QUIVER1 if Slot.QUIVER1 in game.hero.worn else Slot.QUIVER2
    quiver = archery.QUIVERS[quivers[0]] if quivers else first
    ours = hit(game, target, strikes.shot(game, target, quiver))
    for other in fight_lines.opponents(game):
        if creature_stats.adjacent(game.hero, other) and archery.is_provoked(game, other):
            return (*ours, *hurt(game, other, off_guard=True))
    return ours


def _fight(game: SilContext, args: tuple[str, ...]) -> Chances:
    return _against(game, args[0])


def _drink_fight(game: SilContext, args: tuple[str, ...]) -> Chances:
    return _against(game, args[1])


def _against(game: SilContext, handle: str) -> Chances:
    seen = creature_names.visible(game)
    enemy = next((c for c in seen if creature_names.handle(game, c) == handle), None)
    return fight(game, enemy) if enemy else ()


def _device(game: SilContext, args: tuple[str, ...]) -> Chances:
    held = item_handles.items(game).get(args[0])
    return _sways(game, powers.device(game, held)) if held else ()


def _sing(game: SilContext, args: tuple[str, ...]) -> Chances:
    return _sways(game, powers.song(game, args[0]))


def _sways(game: SilContext, odds: powers.PowerOdds | None) -> Chances:
    if odds is None:
        return ()
    percent = distributions.as_percent(odds.chance)
    who = creature_names.name(game, odds.creature)
    return (Chance("work", percent, text(odds.how, who=who, percent=percent)),)


def _repeat(game: SilContext, args: tuple[str, ...]) -> Chances:
    verb, *rest = args[1].split()
    return of(game, Action(verb, tuple(rest)))


_BY_VERB: Mapping[str, Callable[[SilContext, tuple[str, ...]], Chances]] = {
    "step": _step,
    "wait": _wait,
    "await": _wait,
    "rest": _wait,
    "search": _wait,
    "explore": _quiet,
    "struggle": _escape,
    "travel": _quiet,
    "descend": _quiet,
    "ascend": _quiet,
    "run": _quiet,
    "open": _open,
    "bash": _bash,
    "disarm": _disarm,
    "repeat": _repeat,
    "fight": _fight,
    "charge": _fight,
    "drink-fight": _drink_fight,
    "activate": _device,
    "play": _device,
    "sing": _sing,
}
