"""The expert's use of active abilities: when each serves better than a blow or a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.contract.action import Action, Advice
from engine.contract.texts import Text, text
from engine.delve import terrain
from engine.delve.actions import legal_actions
from engine.delve.actions.legal_actions import Args
from engine.delve.autoplay import estimates
from engine.delve.autoplay.fight_scene import FightScene
from engine.delve.hero.abilities import can_be_frightened
from engine.delve.monsters.monster_steps import direction_to
from engine.delve.movement import paths
from engine.delve.odds import fights
from engine.delve.rules import inventory
from engine.delve.rules.context import NEIGHBOURS, STEPS, DelveContext, gap
from engine.delve.state import DelveHero, DelveMonster

LONG_FIGHT = 3  # blows until an enemy falls, from which on it is worth disarming
LAY_HANDS: Args = ("lay-hands",)
OPENED = (terrain.RUBBLE, terrain.LOCKED_DOOR)
Found = Iterator[Advice]


def ready(game: DelveContext, hero: DelveHero) -> list[Args]:
    """Return the uses of abilities that a hero has the energy for."""
    able = {
        inventory.token(name)
        for name in hero.abilities
        if (ability := game.content.abilities[name]).active and ability.cost <= hero.energy
    }
    return [args for args in legal_actions.uses(game, hero) if args[0] in able] if able else []


def in_fight(scene: FightScene) -> Found:
    """Yield the abilities that serve in a fight, the best first."""
    able = ready(scene.game, scene.hero)
    for choose, why in _IN_FIGHT if able else ():
        for args in choose(scene, able):
            yield Advice(Action("use", args), why)


def while_it_comes(scene: FightScene) -> Found:
    """Yield what makes the first blow or spell better, while the nearest enemy is on its way."""
    game, hero = scene.game, scene.hero
    able = ready(game, hero)
    yield from _focus(game, hero, able)
    if ("feint",) in able and gap(scene.enemies[0].at, hero.at) == 2:
        yield Advice(Action("use", ("feint",)), text("your next blow cannot miss then"))


def _focus(game: DelveContext, hero: DelveHero, able: list[Args]) -> Found:
    if ("focus",) in able and estimates.lives_by_spells(game, hero):
        yield Advice(Action("use", ("focus",)), text("your next spell is stronger then"))


def meditation(game: DelveContext, hero: DelveHero) -> Found:
    """Yield a meditation, to a hero who lacks energy alone."""
    if ("meditate",) in ready(game, hero):
        yield Advice(Action("use", ("meditate",)), text("energy comes back sooner so"))


def openings(game: DelveContext, hero: DelveHero) -> Found:
    """Yield what a hero with energy to spare does before he goes on: clear what bars a way beside
    him, and make his next spell better."""
    if 2 * hero.energy < hero.full_energy:
        return
    ground, able = game.memory(hero).ground, ready(game, hero)
    if 4 * hero.energy >= 3 * hero.full_energy:
        yield from _focus(game, hero, able)
    for args in able:
        if args[0] == "dig" and ground[hero.at + STEPS[args[1]]] in OPENED:
            yield Advice(Action("use", args), text("it opens a way"))


# ------------------------------------------------------------------ in a fight

Uses = Iterator[Args]


def _bury(scene: FightScene, able: list[Args]) -> Uses:
    raisers = any(scene.game.kind(each).has("raises") for each in scene.enemies)
    yield from (args for args in able if args == ("bury",) and raisers)


def _cry(scene: FightScene, able: list[Args]) -> Uses:
    hero = scene.hero
    if ("war-cry",) not in able or (scene.can_win and 2 * hero.health > hero.full_health):
        return
    if any(
        can_be_frightened(scene.game, each) and "terrified" not in each.statuses
        for each in scene.beside
    ):
        yield ("war-cry",)


def _shove(scene: FightScene, able: list[Args]) -> Uses:
    """Yield a shove onto ground that harms, or of the worst of several who are too many."""
    ground = scene.game.memory(scene.hero).ground
    aimed = [pair for pair in _aimed(scene, able, "shove") if not _floats(scene, pair[1])]
    for args, enemy in aimed:
        if ground[enemy.at + STEPS[args[1]]] in terrain.HARMFUL:
            yield args
    if len(scene.beside) > 1 and not scene.can_win:
        aimed.sort(key=lambda pair: -estimates.suffered(scene.game, pair[1], scene.hero))
        yield from (args for args, _ in aimed[:1])


def _floats(scene: FightScene, enemy: DelveMonster) -> bool:
    kind = scene.game.kind(enemy)
    return kind.has("flies") or kind.has("lava-born")


def _disarm(scene: FightScene, able: list[Args]) -> Uses:
    """Yield the disarming of whoever loses more by it than the turn costs, once each."""
    game, hero = scene.game, scene.hero
    for args, enemy in _aimed(scene, able, "disarm"):
        left = fights.blows_needed(game, hero, enemy)
        lost = game.content.figure("disarm")
        fresh = enemy.power >= game.kind(enemy).power > lost
        if fresh and left >= LONG_FIGHT and lost * left > enemy.power - lost:
            yield args


def _tumble(scene: FightScene, able: list[Args]) -> Uses:
    """Yield a change of places with an enemy who stands better: on ground that does no harm, where
    fewer of those beside the hero can strike him, or on the way out of a fight that is lost."""
    hero, ground = scene.hero, scene.game.memory(scene.hero).ground
    for args, enemy in _aimed(scene, able, "tumble"):
        burns = ground[hero.at] in terrain.HARMFUL
        fewer = _strikers_beyond(scene, enemy) < len(scene.beside)
        if ground[enemy.at] not in terrain.HARMFUL and (burns or fewer or _bars(scene, enemy)):
            yield args


def _strikers_beyond(scene: FightScene, enemy: DelveMonster) -> int:
    """Return how many of those beside the hero would be no more than a step from striking him, had
    he changed places with one of them."""
    ground = scene.game.memory(scene.hero).ground
    sides = {enemy.at + step for step in NEIGHBOURS}
    taken = {scene.hero.at, *(each.at for each in scene.enemies)}
    free = [at for at in sides - taken if ground[at] not in terrain.SOLID]
    others = [each.at for each in scene.beside if each is not enemy]
    return 1 + sum(at in sides or any(gap(at, to) == 1 for to in free) for at in others)


def _bars(scene: FightScene, enemy: DelveMonster) -> bool:
    """Return whether an enemy who would win, and whom the hero outruns, bars his way to stairs."""
    if scene.can_win or not scene.is_outrun:
        return False
    ground = scene.game.memory(scene.hero).ground
    leaving = sum(1 << at for at, code in enumerate(ground) if code in terrain.STAIRS)
    ways = paths.known_ways(scene.game, scene.hero) | 1 << enemy.at
    return paths.first_steps(ways, scene.hero.at, leaving & ways)[:1] == [enemy.at]


def _aimed(scene: FightScene, able: list[Args], name: str) -> list[tuple[Args, DelveMonster]]:
    """Return the uses of a directed ability at those beside the hero, and at whom."""
    found: list[tuple[Args, DelveMonster]] = []
    for enemy in scene.beside:
        args = (name, direction_to(scene.game, scene.hero, enemy.at, 1))
        if args in able and not estimates.is_easy(scene.game, scene.hero, enemy):
            found.append((args, enemy))
    return found


_IN_FIGHT: tuple[tuple[Callable[[FightScene, list[Args]], Uses], Text], ...] = (
    (_bury, text("what died here will not rise again")),
    (_cry, text("the wounded run from it")),
    (_tumble, text("it stands where you would stand better")),
    (_shove, text("it is out of the way for a while")),
    (_disarm, text("it strikes less hard then")),
)
