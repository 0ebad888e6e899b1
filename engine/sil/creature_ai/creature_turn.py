"""A creature's turn, from waking up to what it does (rules: monsters 5, 8, 11)."""

from __future__ import annotations

from engine.common.compass import SCAN
from engine.contract.texts import text
from engine.sil.combat import step_attacks
from engine.sil.creature_ai import allies, goals, powers, step_choice
from engine.sil.creatures import (
    creature_names,
    creature_stats,
    morale,
    placement,
    senses,
    skill_rolls,
    wandering,
)
from engine.sil.creatures.alertness import UNWARY_FROM
from engine.sil.creatures.situation import Situation
from engine.sil.effects import creature_upkeep, falling_creatures, summoning
from engine.sil.game.context import SilContext
from engine.sil.game.messages import tell
from engine.sil.game.state import Creature
from engine.sil.hero import abilities as ab
from engine.sil.hero import singing
from engine.sil.level import terrain
from engine.sil.perception import race_lore, vision
from engine.sil.songs import monster_songs

COST = 100
MASTERED = "mastered"  # the Song of Mastery took its turn: it will not strike out of turn either
NEAR_NOISE = 20  # noise that carries so far keeps a creature at the hunt
GATE_GUARDS = 17  # above this level nobody at the Gates is idle
MOST_TO_BREED = 250
KIN_TO_BREED = 3
ANGER_AT = {3: 2, 2: 3, 1: 4}  # band of health -> Morgoth's stage of anger


def act_all(game: SilContext, threshold: int) -> None:
    """Let every creature with at least so much energy act once, the newest first."""
    creatures = game.level.creatures
    # Nobody comes to so much energy by what another does.
    ready = [slot for slot, c in enumerate(creatures) if c is not None and c.energy >= threshold]
    for slot in reversed(ready):
        creature = creatures[slot] if slot < len(creatures) else None
        if creature is None or creature.energy < threshold:
            continue
        act(game, creature)
        if game.state.ended or game.state.leaving:
            return
    if game.state.view_due:
        vision.update(game)


def act(game: SilContext, creature: Creature) -> None:
    """Take one creature's turn, upkeep and all (rules: monsters 5)."""
    if not creature_upkeep.start_turn(game, creature):
        return
    creature.energy -= COST
    if game.known(creature).visible:
        race_lore.watch(game, creature)
    if creature.alertness < UNWARY_FROM:
        return
    if creature.skip_turn:
        creature.skip_turn = False
        creature.last_moves[0] = 0
        return
    take_turn(game, creature)


def take_turn(game: SilContext, creature: Creature) -> None:
    """Take the turn of an awake creature (rules: monsters 11)."""
    s = Situation(game, creature)
    _grow_angry(s)
    if MASTERED in creature.flags:
        creature.flags.remove(MASTERED)
    if is_mastered(s):
        creature.flags.append(MASTERED)
        return
    monster_songs.go_on(s)
    if game.state.ended:
        return
    creature.last_moves = [0, *creature.last_moves[:5]]
    if creature.alertness < 0:
        _wander(s)
        return
    goals.keep_ranges(s)
    active = _is_active(s)
    _resent(s)
    if s.play.percent(50):
        _warn(s)
    if not active:
        _wander(s)
        return
    _hunt(s)


def _hunt(s: Situation) -> None:
    """Take the turn of a creature that is after the hero."""
    if _breeds(s) or powers.attempt(s):
        return
    if _strays(s):
        return
    if falling_creatures.leaps(s):
        return
    goal, afraid = goals.choose(s)
    if goal == (s.creature.y, s.creature.x):
        _stay(s)
    elif goal is not None:
        step_choice.toward(s, goal, afraid)


def _stay(s: Situation) -> None:
    """A retreat that ends on its own square: leave by the stairs there, or try a power again
    (rules: monsters 11 step 17)."""
    c, game = s.creature, s.game
    if s.fleeing and s.roams and terrain.STAIR[s.level.feature[s.here]]:
        if step_attacks.foe_takes_stairs(game, c):
            leave(s)
    elif s.away > 1 and s.frequency:
        powers.attempt(s)


def leave(s: Situation) -> None:
    """It leaves the level by the stairs it stands on."""
    c = s.creature
    if s.game.known(c).visible:
        down = terrain.DOWNWARD[s.level.feature[s.here]]
        template = "{who:The} goes down the stairs." if down else "{who:The} goes up the stairs."
        tell(s.game, text(template, who=creature_names.name(s.game, c)), "stairs", at=(c.y, c.x))
    group = s.level.groups.get(c.group)
    if group is not None:
        group.pause = 0
    placement.remove(s.game, c)


def _wander(s: Situation) -> None:
    """Take the turn of a creature that is not after the hero."""
    c = s.creature
    if "SNG_PIERCING" in s.race.spells and c.alertness < 0:
        monster_songs.search(s)
    place = wandering.step_for(s)
    if "leaving" in c.flags:
        leave(s)
    elif place is not None:
        step_choice.toward(s, place)


# ---------------------------------------------------------------- what comes first


def _grow_angry(s: Situation) -> None:
    """Morgoth's anger rises with his wounds, a stage a turn (rules: monsters 15.2)."""
    if "QUESTOR" not in s.flags:
        return
    c, world = s.creature, s.game.world
    for band in (3, 2, 1):
        stage = ANGER_AT[band]
        if morale.band(c.health, c.max_health) <= band and world.morgoth_stage < stage:
            creature_stats.anger(s.game, stage)
            if s.game.known(c).visible:
                tell(
                    s.game,
                    text(
                        "{who:The} grows terrible in his wrath!", who=creature_names.name(s.game, c)
                    ),
                    "anger",
                )
            return


def is_mastered(s: Situation) -> bool:
    """Return whether the Song of Mastery robs it of its turn (ruling `mastery_contest`)."""
    hero, play = s.game.hero, s.play
    if not singing.is_singing(hero, ab.SONG_OF_MASTERY):
        return False
    song = singing.score(hero, ab.SONG_OF_MASTERY)
    against = creature_stats.will(s.game, s.creature) + senses.noise_cost(s.game, s.creature)
    if s.game.rulings.mastery_contest == "2d8 against 2d10":
        song += play.roll(2, 8)
        against += play.roll(2, 10)
    else:
        against += 5
    return skill_rolls.hero_check(s.game, song, against, s.creature) > 0


def _is_active(s: Situation) -> bool:
    """Return whether it hunts this turn; the mark that its allies set counts once."""
    c, game = s.creature, s.game
    roused = "active" in c.flags
    if roused:
        c.flags.remove("active")
    if roused or s.fleeing or (s.level.depth == 0 and s.race.level > GATE_GUARDS):
        return True
    if "SHORT_SIGHTED" in s.flags:
        return s.away <= 2
    if s.in_view or senses.noise_cost(game, c) < NEAR_NOISE:
        return True
    return senses.smells(game, s.race, s.here) or senses.sees_hero(game, c)


def _resent(s: Situation) -> None:
    """Hurt from afar by one it cannot reach, it grows reckless and rouses its kin."""
    c = s.creature
    shot = "hit by ranged" in c.flags and (
        not s.in_view or (c.range_best == 1 and not s.level.room[s.here])
    )
    struck = "hit by melee" in c.flags and s.away > 1 and "pushed" not in c.flags
    for mark in ("hit by ranged", "hit by melee", "pushed"):
        if mark in c.flags:
            c.flags.remove(mark)
    if not (shot or struck):
        return
    creature_stats.mark(c, "angered")
    if s.smart and allies.is_sociable(s.race):
        allies.warn(s.game, c, "angered")
    if s.frequency:
        creature_stats.mark(c, "always cast")


def _warn(s: Situation) -> None:
    """Shout, as a planner that sees the hero beside one of its kind that does not."""
    if not s.smart or not s.in_view or not allies.is_sociable(s.race):
        return
    races = s.game.data.monsters
    for other in s.level.creatures:
        if other is None or other.alertness >= 0 or other is s.creature:
            continue
        if races[other.race].glyph.char != s.race.glyph.char:
            continue
        if creature_stats.in_sight(s.game, s.creature, other):
            allies.warn(s.game, s.creature, "active")
            return


def _breeds(s: Situation) -> bool:
    """Bring forth another, perhaps, as a breeder with room about it; whether it did."""
    if "MULTIPLY" not in s.flags:
        return False
    near = sum(
        s.level.creature_at(s.creature.y + dy, s.creature.x + dx) is not None
        for dy, dx in (*SCAN, (0, 0))
    )
    if near > KIN_TO_BREED:
        return False
    living = sum(c is not None for c in s.level.creatures)
    if living >= MOST_TO_BREED or not s.play.one_in(8 * near):
        return False
    born = summoning.hatch(s.game, s.race.serial, s.creature.y, s.creature.x)
    if born is not None and s.game.known(born).visible and s.game.known(s.creature).visible:
        race_lore.learn(s.game, s.creature, "MULTIPLY")
    return born is not None


def _strays(s: Situation) -> bool:
    """Let an erratic creature go anywhere, perhaps; whether it did (rules: monsters 11 step 13)."""
    points = 25 * ("RAND_25" in s.flags) + 50 * ("RAND_50" in s.flags)
    if s.away > 1:
        points //= 2
    if not points:
        return False
    for flag in ("RAND_25", "RAND_50"):
        if flag in s.flags:
            race_lore.learn(s.game, s.creature, flag)
    if not s.play.percent(points):
        return False
    start = s.play.below(8)
    for n in range(8):
        dy, dx = SCAN[(start + n) % 8]
        i = s.here + dy * s.level.width + dx
        if s.chance(i) and (not s.rooted or i == s.hero):
            step_choice.toward(s, (s.creature.y + dy, s.creature.x + dx), s.keeps_away)
            return True
    return False
