"""Chests: their locks, their traps and what they hold (rules: objects 8).

A chest's `pval` tells its state: above 0 locked and perhaps trapped, below 0 open to whoever
wants it, 0 empty. Its size is the level of what it holds.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.common.effects import EffectFunctions
from engine.contract.action import IllegalAction
from engine.contract.texts import listed, text
from engine.sil.creatures import skill_rolls
from engine.sil.data.bundle import Data
from engine.sil.data.records import Dice
from engine.sil.data.rule_records import STAT_NAMES, Effect, StatName
from engine.sil.dungeon.doors import BEST_ROLL, LOCK, handicap
from engine.sil.effects import elements, injury
from engine.sil.effects.statuses import drain, inflict
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Item, Skill, Stat
from engine.sil.hero import action_costs
from engine.sil.items import floor_items, item_choice, item_creation, item_handles

CHEST = 7
SLIP = -3
LARGE, PRESENT = 10, 4  # svals
_LARGE_HOLDS, _TRIES = 4, 100
_QUALITY = {2: 5, 12: 5, 3: 10, 13: 10, PRESENT: 20}  # by sval: steel, jewelled, the present
FINE, GREAT, BEST = 10, 15, 20  # qualities up to which contents are plain, good, great

EFFECTS = EffectFunctions[Callable[..., None]]()


def at(game: SilContext, i: int) -> Item | None:
    """Return the chest on a square that the hero knows of."""
    kinds = game.data.kinds
    for item in game.level.floor.get(i, ()):
        if kinds[item.kind].tval == CHEST and game.knows_of(item):
            return item
    return None


def is_trapped(data: Data, chest: Item) -> bool:
    """Return whether opening it would set something off."""
    return chest.pval > 0 and bool(_effects(data, chest))


def _effects(data: Data, chest: Item) -> list[Effect]:
    """Return what the traps of a chest of that level do."""
    traps = (trap for trap in data.rules.chest_traps if chest.pval in trap.levels)
    return [effect for trap in traps for effect in trap.effects]


def unlock(chest: Item) -> None:
    """Leave a chest without its lock and trap, and known for what it is."""
    chest.pval, chest.known = -abs(chest.pval), True


def difficulty(game: SilContext, chest: Item) -> int:
    """Return how hard its trap is to disarm; the lock is 5 harder."""
    return 1 + abs(chest.pval) // 4 + handicap(game)


def open_chest(game: SilContext, chest: Item, y: int, x: int) -> None:
    """Open a chest: the lock is picked, what is left of its trap goes off, its contents spill.

    Takes a turn. Raises IllegalAction when it is known to be empty.
    """
    if chest.pval == 0:
        raise IllegalAction(text("The chest is empty."))
    action_costs.spend(game)
    if chest.pval > 0:
        skill = game.hero.skill(Skill.PERCEPTION)
        hard = difficulty(game, chest) + LOCK
        if skill_rolls.hero_check(game, skill, hard) <= 0:
            if skill + BEST_ROLL <= hard:
                tell(
                    game,
                    text(
                        "You fail to pick the lock of the chest. It is beyond your Perception, you"
                        " have no chance."
                    ),
                )
                disturb(game, text("you have no chance to pick the lock"), "blocked")
            else:
                tell(game, text("You fail to pick the lock of the chest."))
            return
        tell(game, text("You pick the lock of the chest."), "found")
        _spring(game, chest)
        if game.state.ended:
            return
    _spill(game, chest, y, x)


def disarm_contest(game: SilContext, chest: Item) -> skill_rolls.SkillContest:
    """Return the hero's roll to disarm the trap of a chest."""
    perception = game.hero.skill(Skill.PERCEPTION)
    return skill_rolls.hero_contest(game, perception, difficulty(game, chest))


def disarm_chest(game: SilContext, chest: Item) -> bool:
    """Work on the known trap of a chest; whether it is worth going on. Takes a turn.

    Raises IllegalAction when no trap is known.
    """
    if not chest.known or not is_trapped(game.data, chest):
        raise IllegalAction(text("You know of no trap on the chest."))
    action_costs.spend(game)
    margin = disarm_contest(game, chest).roll(game.streams.play).margin
    if margin > 0:
        unlock(chest)
        tell(game, text("You have disarmed the chest."), "found")
        return False
    if margin > SLIP:
        tell(game, text("You fail to disarm the chest."))
        return True
    tell(game, text("You set off the trap of the chest!"), "hurt")
    _spring(game, chest)
    return False


def _spring(game: SilContext, chest: Item) -> None:
    for effect in _effects(game.data, chest):
        if game.state.ended:
            return
        disturb(game, text("you set off a trap"), "hurt")
        EFFECTS[effect.name](game, *effect.args)


def _needle(game: SilContext) -> bool:
    """Return whether a hidden needle pricks the hero."""
    if skill_rolls.foe_check(game, None, 2, 2 * game.hero.stat(Stat.DEX)) > 0:
        tell(game, text("A small needle has pricked you!"), "hurt")
        return True
    tell(game, text("You draw back in time from a small needle."))
    return False


@EFFECTS.effect("chest-gas")
def _gas(game: SilContext, dice: Dice) -> None:
    tell(game, text("A bewildering gas rises from the chest!"), "hurt")
    inflict(game, "confused", game.streams.play.roll(*dice))


@EFFECTS.effect("chest-smoke")
def _smoke(game: SilContext, dice: Dice, stun: Dice) -> None:
    tell(game, text("Acrid smoke pours out of the chest!"), "hurt")
    resisted = skill_rolls.will_save(game, None, game.hero.derived.counts["resist_stun"])
    if not resisted:
        injury.hurt_by_dice(game, *dice, text("acrid smoke"))
        if not game.state.ended:
            inflict(game, "stun", game.streams.play.roll(*stun), save=False)


@EFFECTS.effect("chest-vapour")
def _vapour(game: SilContext, dice: Dice) -> None:
    tell(game, text("A foul vapour rises from the chest!"), "hurt")
    elements.strike_hero(game, "poison", *dice, text("a foul vapour"))


@EFFECTS.effect("vision-needle")
def _visions(game: SilContext, dice: Dice) -> None:
    if _needle(game):
        inflict(game, "hallucinating", game.streams.play.roll(*dice))


@EFFECTS.effect("trance-needle")
def _trance(game: SilContext, dice: Dice) -> None:
    if _needle(game):
        inflict(game, "entranced", game.streams.play.roll(*dice))


@EFFECTS.effect("drain-needle")
def _drain(game: SilContext, stat: StatName) -> None:
    if _needle(game):
        drain(game, Stat(STAT_NAMES.index(stat)))


def _spill(game: SilContext, chest: Item, y: int, x: int) -> None:
    """Lay the contents about; the chest stays, empty (rules: objects 8.2)."""
    play = game.streams.play
    sval = game.data.kinds[chest.kind].sval
    level = max(1, abs(chest.pval))
    number = play.between(2, 3) if sval < LARGE else _LARGE_HOLDS
    if sval == PRESENT:
        number = 1
    theme = "" if sval == PRESENT else item_choice.THEMES[chest.extra]
    chest.pval, chest.known = 0, True
    found = []
    for _ in range(number):
        item = _contained(game, level, sval, theme)
        if item is not None:
            game.notice(item)
            found.append(item_handles.item_words(game, item))
            floor_items.drop(game, item, y, x)
    tell(
        game,
        text("The chest holds {found}.", found=listed(found))
        if found
        else text("The chest is empty."),
        "found",
    )


def _contained(
    game: SilContext, level: int, sval: int, theme: item_choice.ItemTheme
) -> Item | None:
    play = game.streams.play
    quality = play.die(level) + _QUALITY.get(sval, 0)
    for _ in range(_TRIES):
        item = item_creation.make_object(
            game,
            play,
            level,
            good=FINE < quality <= GREAT or quality > BEST,
            great=quality > GREAT,
            theme=theme,
            chests=False,
            reference=level,
        )
        if item is not None:
            return item
    return None
