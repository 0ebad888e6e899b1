"""Opening, closing and bashing doors (rules: dungeon 2.4)."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.contract.facts import Blocked, SeatRef
from engine.contract.texts import Text, text
from engine.contract.view import Mark
from engine.sil.creatures import skill_rolls
from engine.sil.effects.statuses import cannot_see, inflict
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Skill, Stat
from engine.sil.hero import abilities, action_costs, singing
from engine.sil.level import terrain
from engine.sil.perception import noise, vision

BASH_NOISE = -10
FAILED_BASH_NOISE = -5
BASH_STUN = 10
WARDING = 15  # how hard it is to ward a door by song
BLIND_PENALTY = CONFUSED_PENALTY = 5
LOCK = 5  # what a lock adds to its power
BEST_ROLL = 9  # what the luckiest dice of a skill check add to a skill
ANOTHER_WAY = text("look for another way, or dig round it")


def handicap(game: SilContext) -> int:
    """Return what darkness and confusion add to the difficulty of work with the hands."""
    return (BLIND_PENALTY if cannot_see(game) else 0) + (
        CONFUSED_PENALTY if game.hero.timers.confused else 0
    )


def can_pick(game: SilContext, i: int, penalty: int = 0) -> bool:
    """Return whether the hero has any chance to pick the lock of a door."""
    difficulty = terrain.door_power(game.level.feature[i]) + LOCK + penalty
    return game.hero.skill(Skill.PERCEPTION) + BEST_ROLL > difficulty


def lock_contest(game: SilContext, i: int) -> skill_rolls.SkillContest:
    """Return the hero's roll to pick the lock of a door."""
    difficulty = terrain.door_power(game.level.feature[i]) + LOCK + handicap(game)
    return skill_rolls.hero_contest(game, game.hero.skill(Skill.PERCEPTION), difficulty)


def bash_contest(game: SilContext, i: int) -> skill_rolls.SkillContest:
    """Return the hero's roll to bash a door."""
    power = terrain.door_power(game.level.feature[i])
    return skill_rolls.hero_contest(game, _bash_strength(game), power)


def can_bash(game: SilContext, i: int) -> bool:
    """Return whether the hero has any chance to bash a door."""
    return _bash_strength(game) + BEST_ROLL > terrain.door_power(game.level.feature[i])


def stays_shut(game: SilContext, i: int) -> bool:
    """Return whether the hero has found that a door is stuck, or its lock beyond his skill."""
    if i not in game.knowledge.stuck:
        return False
    feature = game.level.feature[i]
    return bool(terrain.JAMMED[feature] or (terrain.LOCKED[feature] and not can_pick(game, i)))


def is_worth_bashing(game: SilContext, i: int) -> bool:
    """Return whether the hero does not know a door to be too strong for him, or loosens even such
    a one."""
    return i not in game.knowledge.firm or can_bash(game, i) or _loosens(game)


def _loosens(game: SilContext) -> bool:
    """Return whether a bash that has no chance loosens the door (ruling `hopeless_bash`)."""
    return game.rulings.hopeless_bash == "loosens the door"


def _bash_strength(game: SilContext) -> int:
    return 2 * game.hero.stat(Stat.STR)


def _set(game: SilContext, i: int, feature: int) -> None:
    vision.change_terrain(game, i, feature)
    known = game.knowledge
    known.mark[i] = 1
    for doors in (known.stuck, known.firm, known.tried, known.held):
        if i in doors:
            doors.remove(i)
    game.state.marks.append(Mark("changed", *game.level.place(i)))
    vision.update(game)


def _known_door(game: SilContext, y: int, x: int) -> int:
    """Return the grid of a closed door that the hero knows of, or raise IllegalAction."""
    i = game.level.at(y, x)
    if not game.knowledge.mark[i] or not terrain.KNOWN_DOOR[game.level.feature[i]]:
        raise IllegalAction(text("There is no closed door there."))
    return i


def open_door(game: SilContext, y: int, x: int) -> None:
    """Open a closed door that the hero knows of; a locked one is picked, which may fail.

    Takes a turn. Raises IllegalAction when there is none.
    """
    i = _known_door(game, y, x)
    feature = game.level.feature[i]
    action_costs.spend(game)
    if terrain.JAMMED[feature]:
        blocked = Blocked(SeatRef(game.hero.number), "stuck-door")
        tell(game, text("The door appears to be stuck."), fact=blocked)
        disturb(game, text("the door is stuck"), "blocked")
        _remember(game.knowledge.stuck, i)
    elif terrain.LOCKED[feature]:
        _remember(game.knowledge.tried, i)
        if lock_contest(game, i).roll(game.streams.play).margin > 0:
            _set(game, i, terrain.OPEN_DOOR)
            tell(game, text("You pick the lock."), "found")
        else:
            tell(game, _failed_pick(game, i))
    else:
        _set(game, i, terrain.OPEN_DOOR)
        tell(game, text("You open the door."))


def _remember(doors: list[int], i: int) -> None:
    if i not in doors:
        doors.append(i)


def _failed_pick(game: SilContext, i: int) -> Text:
    """Return what is told of a lock that held; plans end at one out of the hero's reach."""
    if can_pick(game, i, handicap(game)):
        return text("You fail to pick the lock.")
    disturb(game, text("you have no chance to pick the lock"), "blocked")
    if can_pick(game, i):
        return text(
            "You fail to pick the lock. You have no chance until you can see and think clearly."
        )
    _remember(game.knowledge.stuck, i)
    if can_bash(game, i) or _loosens(game):
        return text(
            "You fail to pick the lock. It is beyond your Perception, you have no chance; but"
            " bashing the door may work."
        )
    _remember(game.knowledge.firm, i)
    return text(
        "You fail to pick the lock. It is beyond your Perception, and the door beyond your"
        " Strength: {another_way}.",
        another_way=ANOTHER_WAY,
    )


def _failed_bash(game: SilContext, i: int) -> Text:
    """Return what is told of a door that held; plans end at one that is too strong."""
    if can_bash(game, i):
        return text("The door holds firm.")
    if _loosens(game):
        _loosen(game, i)
        return text("The door holds firm, but it is looser now: the next try will be easier.")
    disturb(game, text("you have no chance to bash the door"), "blocked")
    _remember(game.knowledge.firm, i)
    feature = game.level.feature[i]
    if not terrain.JAMMED[feature] and (not terrain.LOCKED[feature] or can_pick(game, i)):
        return text(
            "The door holds firm. It is beyond your Strength, you have no chance; but opening it"
            " may work."
        )
    _remember(game.knowledge.stuck, i)
    return text(
        "The door holds firm. It is beyond your Strength, you have no chance: {another_way}.",
        another_way=ANOTHER_WAY,
    )


def _loosen(game: SilContext, i: int) -> None:
    """Make a locked or stuck door one weaker; one without power is neither any more."""
    feature = game.level.feature[i]
    game.level.feature[i] = feature - 1 if terrain.door_power(feature) else terrain.CLOSED_DOOR


def close_door(game: SilContext, y: int, x: int) -> None:
    """Close an open door. Takes a turn; raises IllegalAction when that cannot be."""
    level = game.level
    i = level.at(y, x)
    if level.feature[i] == terrain.BROKEN_DOOR and game.knowledge.mark[i]:
        raise IllegalAction(text("The door appears to be broken."))
    if level.feature[i] != terrain.OPEN_DOOR or not game.knowledge.mark[i]:
        raise IllegalAction(text("There is no open door there."))
    if i in level.occupant:
        raise IllegalAction(text("Something stands in the doorway."))
    action_costs.spend(game)
    ward = _ward(game)
    _set(game, i, ward or terrain.CLOSED_DOOR)
    tell(
        game,
        text("You close the door, and your song wards it.")
        if ward
        else text("You close the door."),
    )


def _ward(game: SilContext) -> int:
    """Return the ward that the Song of Thresholds lays on a door as it closes; 0 when it is not
    sung."""
    hero = game.hero
    if not singing.is_singing(hero, abilities.SONG_OF_THRESHOLDS):
        return 0
    strength = singing.strength(game.data, hero, abilities.SONG_OF_THRESHOLDS)
    margin = skill_rolls.hero_check(game, strength, WARDING)
    if margin > 9:
        return terrain.WARD_3
    return terrain.WARD_2 if margin > 0 else terrain.WARD_1


def bash_door(game: SilContext, y: int, x: int) -> bool:
    """Throw the hero at a closed door: twice Strength against its power. Takes a turn.

    Returns whether it gave way; then the hero is to step into the doorway. Raises IllegalAction
    when there is no closed door.
    """
    i = _known_door(game, y, x)
    action_costs.spend(game)
    _remember(game.knowledge.tried, i)
    if bash_contest(game, i).roll(game.streams.play).margin > 0:
        broken = game.streams.play.one_in(2)
        _set(game, i, terrain.BROKEN_DOOR if broken else terrain.OPEN_DOOR)
        tell(game, text("The door crashes open!"), "hit")
        noise.noise(game, BASH_NOISE)
        return True
    tell(game, _failed_bash(game, i))
    inflict(game, "stun", BASH_STUN)
    noise.noise(game, FAILED_BASH_NOISE)
    return False
