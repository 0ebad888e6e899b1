"""The effects that the rules' data may name: their arguments, their words on the page of a thing,
and what experts value in them.

What an effect does stands in a function beside the rules, which is registered under its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.common.effects import Argument, DiceTerm, NameOf, Number, OneOf, parse
from engine.contract.texts import Text, text
from engine.sil.data.records import Dice
from engine.sil.data.rule_records import (
    STAT_NAMES,
    Effect,
    EffectArgument,
    HeroStatus,
    HeroStatuses,
    Purpose,
)

REAL_HEALING = 50  # percent of health from which experts trust in it
_STAT_WORDS = {
    "strength": text("Strength"),
    "dexterity": text("Dexterity"),
    "constitution": text("Constitution"),
    "grace": text("Grace"),
}
_SWAYED = {
    "sleep": text("puts those in sight to sleep"),
    "fear": text("frightens those in sight"),
    "confusion": text("confuses those in sight"),
}

PERCENT, SKILL = Number(1, 100), Number(0, 100)
RADIUS, DEGREES = Number(1, 20), Number(1, 360)
STAT, POINTS = OneOf(STAT_NAMES), Number(1, 9)
FOOD = Number(-20_000, 20_000)
NOISE = Number(-99, 99)


@dataclass(frozen=True)
class Declaration:
    """An effect's arguments; its words and its purposes, given the arguments that it has. `aimed`:
    it goes some way that is asked for first; `target`: it works on a thing that is asked for."""

    arguments: tuple[Argument, ...] = ()
    words: Callable[..., Text] | None = None
    purposes: Callable[..., tuple[Purpose, ...]] | None = None
    aimed: bool = False
    target: bool = False


def _good_for(*purposes: Purpose) -> Callable[..., tuple[Purpose, ...]]:
    return lambda *_arguments: purposes


def _plain(words: Text) -> Callable[..., Text]:
    return lambda *_arguments: words


def _heal_purposes(percent: int) -> tuple[Purpose, ...]:
    return ("heal",) if percent >= REAL_HEALING else ()


def _on_pages(status: HeroStatus) -> Text:
    assert status.on_pages is not None, status.key
    return status.on_pages


def _feed_words(food: int) -> Text:
    if food < 0:
        return text("makes hungry")
    return text("feeds for {turns} turns", turns=food)


def _cone_purposes(element: str, *_: object) -> tuple[Purpose, ...]:
    return ("repel",) if element == "fear" else ("harm",)


BODY = {
    "heal": Declaration(
        (PERCENT,),
        lambda percent: text("gives back {percent} % of your health", percent=percent),
        _heal_purposes,
    ),
    "staunch": Declaration(words=_plain(text("halves bleeding"))),
    "voice": Declaration(
        (PERCENT,), lambda percent: text("gives back {percent} % of your voice", percent=percent)
    ),
    "cure": Declaration(
        (NameOf("status"),),
        lambda status: text("ends {state}", state=_on_pages(status)),
        lambda status: (status.cure,) if status.cure else (),
    ),
    "status": Declaration(
        (NameOf("status"), DiceTerm()),
        lambda status, dice: text(
            "gives {state} for {dice} turns", state=_on_pages(status), dice=str(dice)
        ),
        lambda status, _dice: (status.use,) if status.use else (),
    ),
    "inflict": Declaration(
        (NameOf("status"), DiceTerm(), OneOf(("once", "silently"), optional=True)),
        lambda status, dice, *_: text(
            "brings {state} for {dice} turns, unless your Will withstands it",
            state=_on_pages(status),
            dice=str(dice),
        ),
    ),
    "panic": Declaration(
        (DiceTerm(), DiceTerm()),
        lambda fear, speed: text(
            "brings fear for {fear} turns, and speed for {speed}", fear=str(fear), speed=str(speed)
        ),
    ),
    "fortify": Declaration(
        (STAT, DiceTerm(), POINTS),
        lambda stat, dice, _points: text(
            "raises {stat} for {dice} turns, or restores it where it is badly drained",
            stat=_STAT_WORDS[stat],
            dice=str(dice),
        ),
    ),
    "restore": Declaration(
        (STAT, POINTS),
        lambda stat, points: text(
            "restores {points} of {stat}", stat=_STAT_WORDS[stat], points=points
        ),
    ),
    "drain": Declaration((STAT,), lambda stat: text("drains {stat}", stat=_STAT_WORDS[stat])),
    "poison": Declaration((DiceTerm(),), lambda dice: text("poisons for {dice}", dice=str(dice))),
    "feed": Declaration((FOOD,), _feed_words, lambda food: ("feed",) if food > 0 else ()),
}
"""Effects on the body of whoever drinks or eats."""

MAGIC = {
    "lock-doors": Declaration(words=_plain(text("shuts and locks the doors in sight"))),
    "clear-ways": Declaration(
        (SKILL,),
        _plain(text("opens doors and locks, and clears rubble, traps and chasms in sight")),
        _good_for("reveal"),
    ),
    "light": Declaration(
        (DiceTerm(), RADIUS),
        lambda dice, radius: text("lights up {radius} squares about you", radius=radius),
    ),
    "lift-curses": Declaration(words=_plain(text("lifts the curses on what you wear"))),
    "understand": Declaration(words=_plain(text("identifies a thing")), target=True),
    "recharge": Declaration((Number(1, 20),), _plain(text("recharges another staff")), target=True),
    "map": Declaration(
        (Number(1, 60), Number(1, 100)),
        _plain(text("shows the lie of the land about you")),
        _good_for("reveal"),
    ),
    "sense-items": Declaration(
        words=_plain(text("shows where things lie on the level")), purposes=_good_for("reveal")
    ),
    "sense-creatures": Declaration(
        (Number(1, 20),),
        _plain(text("shows everybody on the level for a moment")),
        _good_for("reveal"),
    ),
    "sway": Declaration(
        (OneOf(tuple(_SWAYED)), SKILL, Number(1, 9)),
        lambda mood, *_: _SWAYED[mood],
        _good_for("repel"),
    ),
    "know-self": Declaration(words=_plain(text("shows you as you are"))),
    "ward": Declaration(
        words=_plain(text("draws a glyph of warding on the floor")), purposes=_good_for("repel")
    ),
    "summon": Declaration((DiceTerm(),), _plain(text("calls enemies"))),
    "darken": Declaration((RADIUS,), _plain(text("spreads darkness"))),
}
"""Effects of staffs."""

_CONES = {"fear": text("frightens"), "sound": text("stuns")}
HORNS = {
    "cone": Declaration(
        (OneOf(tuple(_CONES)), DEGREES, RADIUS, DiceTerm(optional=True)),
        lambda element, *_: text("{deed} those before you", deed=_CONES[element]),
        _cone_purposes,
        aimed=True,
    ),
    "hurl": Declaration(
        (SKILL, RADIUS), _plain(text("hurls back those before you")), _good_for("repel"), aimed=True
    ),
    "blast": Declaration(
        (DEGREES, RADIUS, DiceTerm()),
        _plain(text("blasts rock and those before you")),
        _good_for("repel"),
        aimed=True,
    ),
    "rouse": Declaration((Number(1, 99),), _plain(text("wakes the anger of all who hear it"))),
}
"""Effects of horns."""

UPRIGHT = {
    "break-ceiling": Declaration(
        (SKILL, DiceTerm(), RADIUS), _plain(text("may bring down the ceiling, blown upwards"))
    ),
    "break-floor": Declaration(
        (SKILL, Number(1, 20), Number(0, 99)), _plain(text("may break the floor, blown downwards"))
    ),
}
"""Effects of horns blown at the ceiling and at the floor."""

DRENCHING = {
    "haste": Declaration((DiceTerm(),), _plain(text("hastens whom it drenches"))),
    "reveal": Declaration((Number(1, 20),), _plain(text("shows the unseen whom it drenches"))),
    "slow": Declaration((SKILL,), _plain(text("may slow whom it drenches"))),
    "confuse": Declaration((SKILL,), _plain(text("may confuse whom it drenches"))),
}
"""Effects of a broken vessel on a creature."""

TRAPS = {
    "collapse": Declaration((Number(1, 20),)),
    "pit": Declaration((DiceTerm(),)),
    "spiked-pit": Declaration((DiceTerm(), DiceTerm())),
    "dart": Declaration((SKILL, Number(1, 99))),
    "gas": Declaration((DiceTerm(), DiceTerm(), SKILL)),
    "forget": Declaration(),
    "alarm": Declaration(),
    "flash": Declaration((DiceTerm(),)),
    "caltrops": Declaration((SKILL, DiceTerm(), DiceTerm())),
    "roost": Declaration((POINTS,)),
    "web": Declaration(),
    "deadfall": Declaration((SKILL, DiceTerm(), DiceTerm())),
    "acid": Declaration((DiceTerm(),)),
    "noise": Declaration((NOISE,)),
    "give-away": Declaration((Number(1, 99),)),
}
"""Effects of traps of the ground on whoever sets them off."""

CHEST_TRAPS = {
    "chest-gas": Declaration((DiceTerm(),)),
    "chest-smoke": Declaration((DiceTerm(), DiceTerm())),
    "chest-vapour": Declaration((DiceTerm(),)),
    "trance-needle": Declaration((DiceTerm(),)),
    "vision-needle": Declaration((DiceTerm(),)),
    "drain-needle": Declaration((STAT,)),
}
"""Effects of traps of chests."""

SONGS = {
    "frighten": Declaration((SKILL,), _plain(text("Frightens enemies that think"))),
    "embolden": Declaration(
        (Number(1, 200),), _plain(text("Makes enemies bold, so that they come to you"))
    ),
    "reveal-ground": Declaration(
        (Number(0, 40),), _plain(text("Shows the map around what you know"))
    ),
    "free-ways": Declaration(words=_plain(text("Clears traps, locks and rubble, keeps you free"))),
    "hush": Declaration(words=_plain(text("Hushes all noise"))),
    "stop-bleeding": Declaration((Number(1, 99),), _plain(text("Stops bleeding and heals"))),
    "ward-doors": Declaration(words=_plain(text("Wards the doors that you close"))),
    "shine": Declaration(words=_plain(text("Gives light"))),
    "slay": Declaration(words=_plain(text("Critical hits kill the wounded"))),
    "stay": Declaration((DiceTerm(),), _plain(text("Gives Will and protection"))),
    "lull": Declaration((SKILL,), _plain(text("Puts enemies to sleep"))),
    "master": Declaration(words=_plain(text("Makes enemies lose their turns"))),
}
"""Effects of songs. Those without a turn of their own change rules that ask for their strength."""

USES: Mapping[str, Declaration] = {**BODY, **MAGIC, **HORNS, **UPRIGHT}


KNOWN_AT_SIGHT = {"food": 80, "horn": 66, "potion": 75, "staff": 55}  # tvals
ABILITIES = {
    "blow": Declaration((Number(-9, 9),)),
    "critical": Declaration((Number(-50, 50),)),
    "knows": Declaration((OneOf(tuple(KNOWN_AT_SIGHT)),)),
    "property": Declaration((OneOf(("resist_cold", "resist_fire", "resist_poison")),)),
    "puncture": Declaration((Number(1, 30),)),
    "stat": Declaration((STAT, Number(-3, 3))),
}


def words(effect: Effect) -> Text:
    """Return what an effect does, in words, for the page of a thing."""
    say = _ALL[effect.name].words
    return text("") if say is None else say(*effect.args)


def purposes(effects: Iterable[Effect]) -> Iterator[Purpose]:
    """Yield what effects are good for."""
    for effect in effects:
        if (find := _ALL[effect.name].purposes) is not None:
            yield from find(*effect.args)


_ALL: Mapping[str, Declaration] = {**USES, **DRENCHING, **TRAPS, **CHEST_TRAPS, **SONGS}


def is_aimed(effects: Iterable[Effect]) -> bool:
    """Return whether one of these effects goes some way."""
    return any(_ALL[effect.name].aimed for effect in effects)


def read_effect(part: str, declared: Mapping[str, Declaration], statuses: HeroStatuses) -> Effect:
    """Return an effect of the data with typed arguments. Raises EffectError."""
    arguments = {name: declaration.arguments for name, declaration in declared.items()}
    effect = part.partition(" ")[0]
    named = [key for key, status in statuses.items() if effect in status.named_by]
    name, words = parse(part, arguments, {"status": named})
    typed = (
        _typed(kind, word, statuses) for kind, word in zip(arguments[name], words, strict=False)
    )
    return Effect(name, tuple(typed))


def _typed(kind: Argument, word: str, statuses: HeroStatuses) -> EffectArgument:
    if isinstance(kind, NameOf):
        return statuses[word]
    if isinstance(kind, Number):
        return int(word)
    if isinstance(kind, DiceTerm):
        number, _, sides = word.partition("d")
        return Dice(int(number), int(sides))
    return word
