"""Lords of themes: what their fall changes below, and who comes for the Heart."""

from __future__ import annotations

from collections.abc import Callable

from engine.common.effects import EffectFunctions
from engine.contract.texts import text
from engine.delve import terrain
from engine.delve.combat.damage import nearest_free, wake
from engine.delve.combat.melee_effects import add_monster
from engine.delve.data.kinds import ThemeKind
from engine.delve.rules.context import DelveContext, gap
from engine.delve.state import DelveHero, DelveLevel, DelveMonster

HUNTS = 60  # turns
BEATS_EVERY, BEAT_REACH = 20, 12  # turns, squares
Change = Callable[[DelveContext, DelveLevel], None]
CHANGES = EffectFunctions[Change]()  # of the levels of the theme that a fall names


def is_changed(game: DelveContext, depth: int, change: str) -> bool:
    """Return whether the fall of a lord has brought a change to a level."""
    theme = game.content.theme_of(depth).name
    fallen = (game.content.themes[name] for name in game.state.lords)
    return any(each.fall.name == change and each.fall.args == (theme,) for each in fallen)


def mark_fall(game: DelveContext, monster: DelveMonster) -> None:
    """Let the fall of a lord change what follows."""
    theme = next((each for each in game.content.themes.values() if each.lord == monster.kind), None)
    if theme is None or theme.name in game.state.lords:
        return
    game.state.lords.append(theme.name)
    game.tell(text(theme.mourning), None, "lord")
    for level in game.state.levels.values():
        change_level(game, level)


def change_level(game: DelveContext, level: DelveLevel) -> None:
    """Make the changes of a level that falls of lords have brought."""
    for name, change in CHANGES.items():
        if is_changed(game, level.depth, name):
            change(game, level)


@CHANGES.effect("quiet")
@CHANGES.effect("maps")
def _nothing(game: DelveContext, level: DelveLevel) -> None:
    """Change no ground: wanderers and arrivals ask by themselves."""


@CHANGES.effect("cools")
def _cool(game: DelveContext, level: DelveLevel) -> None:
    for at, code in enumerate(level.ground):
        if code in (terrain.LAVA, terrain.VENT):
            game.set_ground(level, at, terrain.FLOOR)


@CHANGES.effect("drowsy")
def _drowse(game: DelveContext, level: DelveLevel) -> None:
    for monster in level.monsters:
        unseen = not any(monster.uid in hero.in_view for hero in game.heroes(level.depth))
        if unseen and not game.kind(monster).unique:
            monster.asleep = True


@CHANGES.effect("unguarded")
def _dismiss(game: DelveContext, level: DelveLevel) -> None:
    for monster in [each for each in level.monsters if game.kind(each).has("guards")]:
        level.monsters.remove(monster)
        game.take_away(monster)


# ------------------------------------------------------------------ the way up


def come_for_heart(game: DelveContext, hero: DelveHero) -> None:
    """Let the living lord of a theme come to the level to which the Heart is carried."""
    level = game.level(hero)
    theme = game.content.theme_of(hero.depth)
    if not theme.lord or theme.name in game.state.lords:
        return
    lord = _take_from_home(game, theme, level)
    place = nearest_free(game, level, level.up[0])
    if lord is None and place is not None:
        lord = add_monster(game, level.depth, theme.lord, place)
    if lord is None or lord.depth != level.depth:
        return  # there is no room for it
    wake(lord)
    lord.goal, lord.hunting, lord.home = hero.at, HUNTS, hero.at
    game.tell(text("{lord:The} has come for the Heart.", lord=game.the(lord)), None, "lord")


def _take_from_home(game: DelveContext, theme: ThemeKind, level: DelveLevel) -> DelveMonster | None:
    """Bring the lord from where it is to the stairs of a level; None when nobody ever saw it."""
    for other in game.state.levels.values():
        for monster in other.monsters:
            if monster.kind != theme.lord:
                continue
            if other is not level:
                move_to_level(game, monster, level, level.up[0])
            return monster
    return None


def move_to_level(game: DelveContext, monster: DelveMonster, level: DelveLevel, at: int) -> None:
    """Move a monster from its level to another, as near to a square as there is room; without
    room it stays."""
    place = nearest_free(game, level, at)
    if place is None:
        return
    game.level(monster).monsters.remove(monster)
    game.take_away(monster)
    monster.depth, monster.at = level.depth, place
    level.monsters.append(monster)
    game.occupants(level.depth)[place] = monster


def beat(game: DelveContext, carrier: DelveHero) -> None:
    """Let the Heart, awake in a hero's hands, wake those who sleep near."""
    level = game.level(carrier)
    if level.turns % BEATS_EVERY:
        return
    sleepers = [each for each in level.monsters if each.asleep]
    woken = [each for each in sleepers if gap(each.at, carrier.at) <= BEAT_REACH]
    for monster in woken:
        wake(monster)
        monster.goal, monster.hunting = carrier.at, HUNTS
    if woken:
        game.tell(text("The Heart beats, and what slept near it wakes."), carrier, "heart")
