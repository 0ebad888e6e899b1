"""Bands and loners on their way through the dungeon (rules: monsters 11.1)."""

from __future__ import annotations

from engine.common.compass import SCAN
from engine.common.noise_map import UNREACHED
from engine.contract.dice import Stream
from engine.sil.creatures import bands, creature_stats
from engine.sil.creatures.alertness import UNWARY_FROM, set_alertness
from engine.sil.creatures.situation import Position, Situation, walker
from engine.sil.data.records import Monster
from engine.sil.game.context import SilContext
from engine.sil.game.state import Creature, Group
from engine.sil.level import terrain
from engine.sil.level.pathing import Walker

MOST_GROUPS = 100
THRONE = 20
PLACES_TRIED = 100
FAR = 50  # a goal farther than this is given up


def join(game: SilContext, creature: Creature, leader: Creature | None, stream: Stream) -> None:
    """Let a newcomer belong to its leader's band, or found one, and choose where that goes."""
    if not wanders(game.data.monsters[creature.race]):
        return
    if leader is None and game.level.depth == 0:
        leader = _adopted_by(game, creature, stream)
    groups = game.level.groups
    if leader is not None:
        creature.group = leader.group
    else:
        taken = {c.group for c in game.level.creatures if c is not None}
        creature.group = next((n for n in range(1, MOST_GROUPS + 1) if n not in taken), 0)
        if creature.group:
            groups[creature.group] = Group()
    if creature.group not in groups:
        return
    if "TERRITORIAL" in game.data.monsters[creature.race].flags:
        bands.send(game, creature, creature.home)
    else:
        choose_goal(game, creature, stream)


def wanders(race: Monster) -> bool:
    """Return whether a race forms bands that go places."""
    if race.flags & {"NEVER_MOVE", "HIDDEN_MOVE"}:
        return False
    return "SMART" in race.flags or "SHRIEK" in race.spells


def _adopted_by(game: SilContext, creature: Creature, stream: Stream) -> Creature | None:
    """At the Gates those of a race tend to gather."""
    leader = None
    for other in game.level.creatures:
        if other is None or other is creature or other.race != creature.race:
            continue
        if stream.one_in(2):
            leader = other
    return leader


def choose_goal(game: SilContext, creature: Creature, stream: Stream, goal: int = -1) -> None:
    """Give a creature's band a new place to go, the one asked for or one of its own choosing; the
    territorial keep theirs."""
    race = game.data.monsters[creature.race]
    if "TERRITORIAL" in race.flags:
        game.level.groups[creature.group].pause = 0
        return
    if goal < 0:
        goal = _random_goal(game, race, stream)
    if goal >= 0:
        bands.send(game, creature, goal)


def _random_goal(game: SilContext, race: Monster, stream: Stream) -> int:
    level = game.level
    here = level.at(game.hero.y, game.hero.x)
    if "SMART" in race.flags and level.depth != THRONE and stream.one_in(5):
        stairs = terrain.squares(level, terrain.STAIR)
        stairs = [i for i in stairs if i != here and not level.icky[i]]
        if stairs:
            return stream.choose(stairs)
    for _ in range(PLACES_TRIED):
        i = stream.below(len(level.feature))
        if level.feature[i] == terrain.FLOOR and level.room[i] and not level.icky[i]:
            return i
    return -1


# ---------------------------------------------------------------- a wandering turn


def step_for(s: Situation) -> Position | None:
    """Return where a creature that does not hunt the hero goes this turn; None for nowhere.

    A planner that has come to the stairs it was going to leaves the level ("leaving" is marked).
    """
    group = s.level.groups.get(s.creature.group)
    if group is None:
        if s.flags & {"NEVER_MOVE", "SHORT_SIGHTED", "HIDDEN_MOVE"}:
            return None
        return _drift(s)
    if s.level.depth == 0 or s.game.world.truce:
        return None
    return _with_band(s, group)


def _with_band(s: Situation, group: Group) -> Position | None:
    """Return where a member of a band goes: every step of the rule that applies has its say."""
    c, game, play = s.creature, s.game, s.play
    if group.destination >= 0 and play.one_in(10):
        bands.look_anew(game, c)
    band = bands.members(game, c.group)
    eldest = walker(game, band[0])
    away = UNREACHED
    if group.destination >= 0:
        away = bands.distances(game, group, eldest).cost(s.here)
    if away == 0 and "TERRITORIAL" in s.flags and any(f.startswith("DROP") for f in s.flags):
        if play.one_in(100) and "NO_SLEEP" not in s.flags:
            set_alertness(game, c, play.between(-20, -11))
        return None
    if away > FAR:
        choose_goal(game, c, play)
    drifts = _rests(s, group, away, len(band))
    if away >= c.strayed and play.one_in(20 * len(band)):
        choose_goal(game, c, play)
    furthest = max(member.strayed for member in band)
    waits = away < furthest - len(band) and play.percent(50)
    if c.alertness < 0 and (sleeper := _sleeper(band)) is not None:
        choose_goal(game, c, play, s.level.at(sleeper.y, sleeper.x))
        drifts |= play.percent(50)
    drifts |= "TERRITORIAL" not in s.flags and bool(s.level.icky[s.here])
    c.strayed = away
    if waits or group.destination < 0:
        return None
    return _drift(s) if drifts else _step(s, group, eldest, away)


def _rests(s: Situation, group: Group, away: int, size: int) -> bool:
    """Return whether a member rests this turn; count the turns of the pause at the goal."""
    if not group.pause and away == 0:
        group.pause = s.play.die(50) * size
    elif group.pause > 1:
        group.pause -= 1
        return True
    elif group.pause == 1:
        choose_goal(s.game, s.creature, s.play)
        group.pause = -1
    return False


def _step(s: Situation, group: Group, eldest: Walker, away: int) -> Position | None:
    """Return the next square toward the band's goal; a planner that is there leaves by stairs."""
    on_stairs = terrain.STAIR[s.level.feature[s.here]] and s.level.depth != THRONE
    if away == 0 and s.roams and on_stairs:
        creature_stats.mark(s.creature, "leaving")
        return None
    step = bands.distances(s.game, group, eldest).downhill(s.here)
    return None if step is None else s.place(step)


def _sleeper(band: list[Creature]) -> Creature | None:
    return next((c for c in band if c.alertness < UNWARY_FROM), None)


def _drift(s: Situation) -> Position | None:
    """Mostly stay, sometimes a step anywhere, but not out of a vault."""
    if s.play.below(4):
        return None
    dy, dx = s.play.choose(SCAN)
    y, x = s.creature.y + dy, s.creature.x + dx
    if s.level.icky[s.here] and not s.level.icky[s.level.at(y, x)]:
        return None
    return y, x
