"""Passing states of the hero: how they befall him, wear off and are cured (rules: world 3, 4)."""

from __future__ import annotations

from bisect import bisect_right

from engine.contract.facts import SeatRef, StatusBegan, StatusEnded
from engine.contract.texts import Text, Words, listed, text
from engine.sil.creatures import creature_names, skill_rolls
from engine.sil.data.rule_records import STAT_NAMES, HeroStatus
from engine.sil.data.timers import KNOCKED_OUT
from engine.sil.effects import injury
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.game.state import Creature, Stat
from engine.sil.hero import abilities, gear, singing
from engine.sil.items import identification
from engine.sil.level import terrain

GROWTH_SIZES = (10, 20)  # points from which poison and wounds grow worse in graver words
STUN_BLINDS = 2  # turns of blindness at least while knocked out
RESTORED = 3  # points of drain given back when a strengthened stat wears off


SILENCED = text("Your song falls silent.")


def inflict(
    game: SilContext, name: str, turns: int, source: Creature | None = None, save: bool = True
) -> bool:
    """Let a state befall the hero for more turns, unless his Will withstands it.

    `name` is a field of `Timers`. Returns whether it befell him (rules: world 3, 4.1).
    """
    timers, counts, kind = (
        game.hero.timers,
        game.hero.derived.counts,
        game.data.rules.statuses[name],
    )
    if turns <= 0 or (name == "afraid" and timers.rage):
        return False
    if name == "entranced" and (timers.entranced or game.hero.was_entranced):
        return False
    if save:
        identification.resisting(game, kind.resistance)
        if skill_rolls.will_save(game, source, counts.get(kind.resistance, 0)):
            return False
    before = timers.left(name)
    if name == "stun" and before > KNOCKED_OUT:
        return False
    if counts.get(kind.reduced_by, 0):
        identification.resisting(game, kind.reduced_by)
        turns = 1
    timers.set_left(name, min(before + turns, kind.most))
    _tell_onset(game, name, before)
    if name == "stun" and timers.stun > KNOCKED_OUT:
        timers.blind = max(timers.blind, STUN_BLINDS)
    if name == "afraid":
        _silence_challenge(game)
    _changed(game, name)
    return True


def _changed(game: SilContext, name: str) -> None:
    """Break off whatever the hero was at, since a state began or grew, or a good one ended; look
    anew. A wound that does not kill is one more hurt.

    Nobody is entranced again before his next turn begins (rules: world 4.4).
    """
    kind = game.data.rules.statuses[name]
    if game.hero.timers.left(name):
        hurts = kind.wound is not None and not turns_to_death(game)
        disturb(game, kind.word, "hurt" if hurts else "status")
    elif not kind.harmful:
        disturb(game, text("{word} is over", word=kind.word), "status")
    if name == "entranced" and not game.hero.timers.entranced:
        game.hero.was_entranced = True
    if name in ("hallucinating", "rage"):
        creature_names.meet_again(game)


def _tell_onset(game: SilContext, name: str, before: int) -> None:
    """Tell that a status began or grew worse; most do not tell of growing."""
    kind, now = game.data.rules.statuses[name], game.hero.timers.left(name)
    words = None if before else kind.begins
    if kind.growth:
        words = kind.growth[bisect_right(GROWTH_SIZES, now - before)]
    for grade in kind.grades:
        if before <= grade.above < now:
            words = grade.reached
    if words is not None:
        began = None if before else StatusBegan(SeatRef(game.hero.number), name, now)
        tell(game, words, "status", fact=began)


def _silence_challenge(game: SilContext) -> None:
    """Nobody sings the Song of Challenge in terror (rules: songs 8.1)."""
    if singing.is_singing(game.hero, abilities.SONG_OF_CHALLENGE):
        silence(game)


def silence(game: SilContext, words: Text = SILENCED) -> None:
    """End all singing, and say so in these words."""
    hero = game.hero
    if hero.song >= 0:
        hero.song = hero.theme = -1
        hero.song_turns = 0
        tell(game, words, "song")


def soothe(game: SilContext, name: str, amount: int) -> None:
    """Take turns off a state; more than a turn would is told of poison and wounds."""
    timers = game.hero.timers
    left, ebbs = timers.left(name), game.data.rules.statuses[name].ebbs
    if amount >= left:
        cure(game, name)
        return
    timers.set_left(name, left - amount)
    if ebbs is not None and amount > _fifth(left):
        tell(game, ebbs, "status")


def _fifth(points: int) -> int:
    """Return a fifth, rounded up."""
    return -(-points // 5)


def clear_eyes(game: SilContext) -> None:
    """Nobody who wears a thing that shows the invisible stays blind (rules: world 4.1)."""
    hero = game.hero
    if hero.timers.blind and any(
        gear.has(game.data, item, "SEE_INVIS") for item in hero.worn.values()
    ):
        cure(game, "blind")


def cure(game: SilContext, name: str) -> bool:
    """End a state at once; whether there was one."""
    if not game.hero.timers.left(name):
        return False
    game.hero.timers.set_left(name, 0)
    ended = StatusEnded(SeatRef(game.hero.number), name)
    tell(game, game.data.rules.statuses[name].ends, "status", fact=ended)
    _changed(game, name)
    return True


def helpless(game: SilContext) -> bool:
    """Return whether the hero loses this turn: entranced or knocked out (the singing stops then),
    or recovering his footing."""
    hero = game.hero
    if hero.timers.entranced or hero.timers.stun > KNOCKED_OUT:
        silence(game)
        return True
    if hero.skip_turn:
        hero.skip_turn = False
        return True
    return False


def cannot_see(game: SilContext) -> bool:
    """Blind, hallucinating, or standing in darkness: work with the hands is harder
    (rules: dungeon 2.4)."""
    hero, level = game.hero, game.level
    timers = hero.timers
    return bool(
        timers.blind or timers.hallucinating or game.knowledge.light[level.at(hero.y, hero.x)] <= 0
    )


def health_regenerates(game: SilContext) -> bool:
    """Not while starving, poisoned or bleeding (rules: world 1.5)."""
    return bool(game.hero.food) and not _wounds(game)


def _wounds(game: SilContext) -> list[HeroStatus]:
    return [kind for kind in game.under_way() if kind.wound]


def wounds(game: SilContext) -> None:
    """Poison works, blood flows: a fifth of each, rounded up, as damage."""
    for kind in _wounds(game):
        amount = game.hero.timers.left(kind.key)
        if kind.wound and amount and not game.state.ended:
            account = text("Each turn a fifth of {amount}, rounded up.", amount=amount)
            injury.hurt_hero(game, _fifth(amount), kind.wound, account, "status", means="status")


def wound_points(game: SilContext) -> int:
    """Return what poison and bleeding will take in all, if nothing ends them: a fifth of what is
    left each turn, which then is gone from it."""
    return sum(_wound_sizes(game))


def _wound_sizes(game: SilContext) -> list[int]:
    return [game.hero.timers.left(kind.key) for kind in _wounds(game)]


def turns_to_death(game: SilContext) -> int:
    """Return after how many turns poison and bleeding kill the hero, if nothing ends them; 0 when
    they do not."""
    health, left = game.hero.health, _wound_sizes(game)
    turns = 0
    while any(left):
        turns += 1
        health -= sum(map(_fifth, left))
        if health <= 0:
            return turns
        left = [points - _fifth(points) for points in left]
    return 0


def wound_words(game: SilContext) -> Words:
    """Return the wounds of the hero: "Poisoned, bleeding"."""
    return listed(kind.badge.word for kind in _wounds(game) if kind.badge)


def tick(game: SilContext) -> None:
    """Wear one turn off everything (rules: world 1.4 steps 10 and 11)."""
    timers = game.hero.timers
    out = timers.stun > KNOCKED_OUT
    for kind in game.under_way():
        if kind.wound:
            _lower(game, kind.key, _fifth(timers.left(kind.key)))
        else:
            _lower(game, kind.key, _freedom(game) if kind.key == "slow" else 1)
    if timers.stun > KNOCKED_OUT:
        timers.blind = max(timers.blind, STUN_BLINDS)
    elif out:
        tell(game, text("You come to."), "status")
        _lower(game, "blind", 1)


def _freedom(game: SilContext) -> int:
    """Return how much of slowness wears off: the Song of Freedom speeds it."""
    hero = game.hero
    return max(1, singing.strength(game.data, hero, abilities.SONG_OF_FREEDOM))


def _lower(game: SilContext, name: str, amount: int) -> None:
    timers = game.hero.timers
    left = timers.left(name)
    if not left:
        return
    timers.set_left(name, max(0, left - amount))
    if left > amount:
        return
    ended = StatusEnded(SeatRef(game.hero.number), name)
    tell(game, game.data.rules.statuses[name].ends, "status", fact=ended)
    _changed(game, name)
    if stat := game.data.rules.statuses[name].strengthens:
        restore(game, Stat(STAT_NAMES.index(stat)), RESTORED)


def drain(game: SilContext, stat: Stat, source: Creature | None = None) -> bool:
    """Drain a point of a stat unless Will and what sustains it withstand (rules: world 5)."""
    hero = game.hero
    sustained = hero.derived.counts[f"sustain_{STAT_NAMES[stat]}"]
    if skill_rolls.will_save(game, source, sustained):
        identification.resisting(game, f"sustain_{STAT_NAMES[stat]}")
        return False
    hero.stat_drain[stat] -= 1
    tell(game, text("Your {stat} ebbs away.", stat=_WORDS[stat]), "status")
    disturb(game, text("you were drained"), "status")
    return True


def restore(game: SilContext, stat: Stat, points: int) -> bool:
    """Give back up to so many drained points; whether any was."""
    hero = game.hero
    if not hero.stat_drain[stat]:
        return False
    hero.stat_drain[stat] = min(0, hero.stat_drain[stat] + points)
    tell(game, text("You feel your {stat} return.", stat=_WORDS[stat]), "status")
    return True


_WORDS = {
    Stat.STR: text("strength"),
    Stat.DEX: text("dexterity"),
    Stat.CON: text("constitution"),
    Stat.GRA: text("grace"),
}


def trapped_in(game: SilContext) -> str:
    """ "pit" or "web" when the hero is caught where he stands, else ""."""
    level, hero = game.level, game.hero
    i = level.at(hero.y, hero.x)
    if level.hidden[i] or hero.leaping:
        return ""
    feature = level.feature[i]
    if terrain.PITS[feature]:
        return "pit"
    return "web" if feature == terrain.WEB else ""
