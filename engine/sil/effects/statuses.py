"""Passing states of the hero: how they befall him, wear off and are cured (rules: world 3, 4)."""

from __future__ import annotations

from typing import NamedTuple

from engine.contract.facts import SeatRef, StatusBegan, StatusEnded
from engine.contract.texts import Text, text
from engine.sil.creatures import creature_names, skill_rolls
from engine.sil.effects import injury
from engine.sil.game.context import Game
from engine.sil.game.messages import disturb, say
from engine.sil.game.state import Creature, Stat
from engine.sil.hero import abilities, gear, singing
from engine.sil.items import identification
from engine.sil.level import terrain

HEAVY = 50  # stun above this is called heavy, whatever the rules make of it
KNOCKED_OUT = 100  # stun above this
STUN_BLINDS = 2  # turns of blindness at least while knocked out
RESTORED = 3  # points of drain given back when a strengthened stat wears off


SILENCED = text("Your song falls silent.")


class State(NamedTuple):
    """A state: its words when it befalls and when it ends, what resists it, its cap."""

    word: Text  # how it is called where a rest or a plan breaks off for it
    begins: Text
    ends: Text
    resistance: str = ""
    most: int = 10_000
    good: bool = False


STATES = {
    "blind": State(
        text("blindness"),
        text("You can see nothing!"),
        text("You can see again."),
        "resist_blindness",
    ),
    "confused": State(
        text("confusion"),
        text("You are confused!"),
        text("Your mind is clear again."),
        "resist_confusion",
    ),
    "afraid": State(
        text("fear"), text("You are terrified!"), text("You feel bolder now."), "resist_fear"
    ),
    "entranced": State(
        text("a trance"),
        text("You fall into a trance!"),
        text("The trance is broken."),
        "free_action",
    ),
    "hallucinating": State(
        text("visions"),
        text("The world swims before your eyes."),
        text("You see things as they are."),
        "resist_hallucination",
    ),
    "slow": State(
        text("slowness"),
        text("Your limbs grow heavy."),
        text("Your limbs are light again."),
        "free_action",
    ),
    "fast": State(
        text("speed"),
        text("The world slows around you."),
        text("The world moves as before."),
        good=True,
    ),
    "rage": State(
        text("rage"), text("You burst into fury!"), text("The fury leaves you."), good=True
    ),
    "darkened": State(
        text("darkness"), text("Darkness clings to you."), text("The darkness lets go of you.")
    ),
    "see_invisible": State(
        text("keen eyes"), text("Your eyes grow keen."), text("Your eyes are as before."), good=True
    ),
    "strength": State(text("might"), text("You feel mighty."), text("Your might ebbs."), good=True),
    "dexterity": State(
        text("nimbleness"), text("You feel nimble."), text("Your nimbleness ebbs."), good=True
    ),
    "constitution": State(
        text("haleness"), text("You feel hale."), text("Your haleness ebbs."), good=True
    ),
    "grace": State(text("grace"), text("You feel blessed."), text("The blessing ebbs."), good=True),
    "perception": State(
        text("sharp senses"),
        text("Nothing escapes you."),
        text("Your senses are as before."),
        good=True,
    ),
    "resist_fire": State(
        text("fire"), text("Fire cannot daunt you."), text("Fire can daunt you again."), good=True
    ),
    "resist_cold": State(
        text("cold"), text("Cold cannot daunt you."), text("Cold can daunt you again."), good=True
    ),
    "resist_poison": State(
        text("venom"),
        text("Venom cannot daunt you."),
        text("Venom can daunt you again."),
        good=True,
    ),
    "stun": State(
        text("a stun"),
        text("You are stunned."),
        text("Your head is clear again."),
        "resist_stun",
        105,
    ),
    "poison": State(
        text("poison"), text("You are poisoned!"), text("You are free of poison."), most=100
    ),
    "cut": State(
        text("bleeding"), text("You are bleeding!"), text("The bleeding has stopped."), most=100
    ),
}
"""By field of `Timers`."""

# The order in which they tick at the end of a turn (rules: world 1.4 step 10).
_TICKING = (
    "hallucinating", "blind", "see_invisible", "entranced", "confused", "afraid", "darkened",
    "fast", "slow", "rage", "strength", "dexterity", "constitution", "grace", "perception",
    "resist_fire", "resist_cold", "resist_poison",
)  # fmt: skip
_STRENGTHENED = {
    "strength": Stat.STR,
    "dexterity": Stat.DEX,
    "constitution": Stat.CON,
    "grace": Stat.GRA,
}


def inflict(
    game: Game, name: str, turns: int, source: Creature | None = None, save: bool = True
) -> bool:
    """Let a state befall the hero for more turns, unless his Will withstands it.

    `name` is a field of `Timers`. Returns whether it befell him (rules: world 3, 4.1).
    """
    timers, counts, state = game.hero.timers, game.hero.derived.counts, STATES[name]
    if turns <= 0 or (name == "afraid" and timers.rage):
        return False
    if name == "entranced" and (timers.entranced or game.hero.was_entranced):
        return False
    if save:
        identification.resisting(game, state.resistance)
        if skill_rolls.will_save(game, source, counts.get(state.resistance, 0)):
            return False
    before = getattr(timers, name)
    if name == "stun" and before > KNOCKED_OUT:
        return False
    if name == "cut" and counts.get("resist_bleeding", 0):
        identification.resisting(game, "resist_bleeding")
        turns = 1
    setattr(timers, name, min(before + turns, state.most))
    now = getattr(timers, name)
    if name in _BY_SIZE:
        say(game, _BY_SIZE[name][2 if now - before >= 20 else 1 if now - before >= 10 else 0],
            "status")  # fmt: skip
    elif name == "stun":
        _stunned(game, before)
    elif not before:
        began = StatusBegan(SeatRef(game.hero.number), name, turns)
        say(game, state.begins, "status", fact=began)
    if name == "afraid":
        _silence_challenge(game)
    _changed(game, name)
    return True


def _changed(game: Game, name: str) -> None:
    """Break off whatever the hero was at, since a state began, grew or ended; look anew.

    Nobody is entranced again before his next turn begins (rules: world 4.4).
    """
    word = STATES[name].word
    over = not getattr(game.hero.timers, name)
    disturb(game, text("{word} is over", word=word) if over else word, "status")
    if name == "entranced" and not game.hero.timers.entranced:
        game.hero.was_entranced = True
    if name in ("hallucinating", "rage"):
        creature_names.meet_again(game)


_BY_SIZE = {
    "poison": (
        text("You are poisoned!"),
        text("You are badly poisoned!"),
        text("You are severely poisoned!"),
    ),
    "cut": (
        text("You are bleeding!"),
        text("You are bleeding from a deep wound!"),
        text("You bleed severely!"),
    ),
}
"""Messages about wounds by how much worse they became: less than 10, less than 20, more."""


def _stunned(game: Game, before: int) -> None:
    """Tell of a grade of stun that was reached; whoever is knocked out sees nothing either."""
    timers = game.hero.timers
    if before <= KNOCKED_OUT < timers.stun:
        say(game, text("You are knocked out!"), "status")
        timers.blind = max(timers.blind, STUN_BLINDS)
    elif before <= HEAVY < timers.stun:
        say(game, text("You are heavily stunned."), "status")
    elif not before:
        say(game, STATES["stun"].begins, "status")


def _silence_challenge(game: Game) -> None:
    """Nobody sings the Song of Challenge in terror (rules: songs 8.1)."""
    if singing.is_singing(game.hero, abilities.SONG_OF_CHALLENGE):
        silence(game)


def silence(game: Game, words: Text = SILENCED) -> None:
    """End all singing, and say so in these words."""
    hero = game.hero
    if hero.song >= 0:
        hero.song = hero.theme = -1
        hero.song_turns = 0
        say(game, words, "song")


def soothe(game: Game, name: str, amount: int) -> None:
    """Take turns off a state; more than a turn would is told of poison and wounds."""
    timers = game.hero.timers
    left = getattr(timers, name)
    if amount >= left:
        cure(game, name)
        return
    setattr(timers, name, left - amount)
    if name in _EBBING and amount > -(-left // 5):
        say(game, _EBBING[name], "status")


_EBBING = {"poison": text("The poison weakens."), "cut": text("The bleeding slows.")}


def clear_eyes(game: Game) -> None:
    """Nobody who wears a thing that shows the invisible stays blind (rules: world 4.1)."""
    hero = game.hero
    if hero.timers.blind and any(
        gear.has(game.data, item, "SEE_INVIS") for item in hero.worn.values()
    ):
        cure(game, "blind")


def cure(game: Game, name: str) -> bool:
    """End a state at once; whether there was one."""
    if not getattr(game.hero.timers, name):
        return False
    setattr(game.hero.timers, name, 0)
    ended = StatusEnded(SeatRef(game.hero.number), name)
    say(game, STATES[name].ends, "status", fact=ended)
    _changed(game, name)
    return True


def helpless(game: Game) -> bool:
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


def cannot_see(game: Game) -> bool:
    """Blind, hallucinating, or standing in darkness: work with the hands is harder
    (rules: dungeon 2.4)."""
    hero, level = game.hero, game.level
    timers = hero.timers
    return bool(
        timers.blind or timers.hallucinating or game.knowledge.light[level.at(hero.y, hero.x)] <= 0
    )


def health_regenerates(game: Game) -> bool:
    """Not while starving, poisoned or bleeding (rules: world 1.5)."""
    timers = game.hero.timers
    return bool(game.hero.food) and not timers.poison and not timers.cut


def wounds(game: Game) -> None:
    """Poison works, blood flows: a fifth of each, rounded up, as damage."""
    for name, by in (("poison", text("poison")), ("cut", text("a bleeding wound"))):
        amount = getattr(game.hero.timers, name)
        if amount and not game.state.ended:
            account = text("Each turn a fifth of {amount}, rounded up.", amount=amount)
            injury.hurt_hero(game, -(-amount // 5), by, account, "status")


def tick(game: Game) -> None:
    """Wear one turn off everything (rules: world 1.4 steps 10 and 11)."""
    hero = game.hero
    for name in _TICKING:
        _lower(game, name, _freedom(game) if name == "slow" else 1)
    timers = hero.timers
    out = timers.stun > KNOCKED_OUT
    _lower(game, "poison", -(-timers.poison // 5))
    _lower(game, "stun", 1)
    _lower(game, "cut", -(-timers.cut // 5))
    if timers.stun > KNOCKED_OUT:
        timers.blind = max(timers.blind, STUN_BLINDS)
    elif out:
        say(game, text("You come to."), "status")
        disturb(game, text("you come to"), "status")
        _lower(game, "blind", 1)


def _freedom(game: Game) -> int:
    """Return how much of slowness wears off: the Song of Freedom speeds it."""
    hero = game.hero
    return max(1, singing.strength(game.data, hero, abilities.SONG_OF_FREEDOM))


def _lower(game: Game, name: str, amount: int) -> None:
    timers = game.hero.timers
    left = getattr(timers, name)
    if not left or not amount:
        return
    setattr(timers, name, max(0, left - amount))
    if left > amount:
        return
    ended = StatusEnded(SeatRef(game.hero.number), name)
    say(game, STATES[name].ends, "status", fact=ended)
    _changed(game, name)
    if name in _STRENGTHENED:
        restore(game, _STRENGTHENED[name], RESTORED)


def drain(game: Game, stat: Stat, source: Creature | None = None) -> bool:
    """Drain a point of a stat unless Will and what sustains it withstand (rules: world 5)."""
    hero = game.hero
    sustained = hero.derived.counts.get(f"sustain_{_NAMES[stat]}", 0)
    if skill_rolls.will_save(game, source, sustained):
        identification.resisting(game, f"sustain_{_NAMES[stat]}")
        return False
    hero.stat_drain[stat] -= 1
    say(game, text("Your {stat} ebbs away.", stat=_WORDS[stat]), "status")
    disturb(game, text("you were drained"), "status")
    return True


def restore(game: Game, stat: Stat, points: int) -> bool:
    """Give back up to so many drained points; whether any was."""
    hero = game.hero
    if not hero.stat_drain[stat]:
        return False
    hero.stat_drain[stat] = min(0, hero.stat_drain[stat] + points)
    say(game, text("You feel your {stat} return.", stat=_WORDS[stat]), "status")
    return True


_NAMES = {
    Stat.STR: "strength",
    Stat.DEX: "dexterity",
    Stat.CON: "constitution",
    Stat.GRA: "grace",
}
_WORDS = {
    Stat.STR: text("strength"),
    Stat.DEX: text("dexterity"),
    Stat.CON: text("constitution"),
    Stat.GRA: text("grace"),
}


def trapped_in(game: Game) -> str:
    """ "pit" or "web" when the hero is caught where he stands, else ""."""
    level, hero = game.level, game.hero
    i = level.at(hero.y, hero.x)
    if level.hidden[i] or hero.leaping:
        return ""
    feature = level.feature[i]
    if terrain.PITS[feature]:
        return "pit"
    return "web" if feature == terrain.WEB else ""
