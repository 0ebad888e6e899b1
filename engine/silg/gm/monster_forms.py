"""Monsters of a table's own making: a form in one line, or lines of Sil's edit file.

The form: name; health 6d4; attack hit +5 2d7; evasion 3; protection 1d4; speed 2; perception 5;
will 3; flags SMART FRIEND; letter o; depth 150; light 1. Only the name must be there.
"""

from __future__ import annotations

import re

from engine.contract.action import InvalidAction
from engine.contract.texts import Text, listed, typed
from engine.sil.data import readers
from engine.sil.data.edit_files import Caps
from engine.sil.data.edit_files import read as read_edit_file
from engine.sil.data.records import FIRST_OWN_MONSTER, Blow, Dice, Glyph, Monster
from engine.silg.context import SilGContext
from engine.silg.gm.gm_commands import check_length
from engine.silg.wording import text

EXAMPLE = "Barrow guard; health 6d4; attack hit +6 2d7; evasion 4; protection 2d4; letter W"
METHODS = ("HIT", "TOUCH", "CLAW", "BITE", "PECK", "STING", "WHIP", "CRUSH", "ENGULF", "CRAWL",
           "THORN")  # fmt: skip
_NUMBERS = {"evasion": "evasion", "perception": "perception", "will": "will",
            "stealth": "stealth", "light": "light", "sleep": "sleepiness"}  # fmt: skip
_ATTACK = re.compile(r"(\w+) ([+-]?\d{1,2}) (\d{1,2}d\d{1,2})(?: (\w+))?")
_LETTER = "o"
_FEET = 50


def read(game: SilGContext, written: str) -> Monster:
    """Return the monster that a form or lines of an edit file describe. Raises InvalidAction."""
    serial = FIRST_OWN_MONSTER + len(game.state.desk.monsters)
    lines = [line.strip() for line in written.split("|") if line.strip()]
    if lines and re.match(r"N:", lines[0]):
        return _from_edit_file(game, lines, serial)
    return _from_form(game, written, serial)


def _from_edit_file(game: SilGContext, lines: list[str], serial: int) -> Monster:
    form = readers.FORMATS["monsters"]
    first = re.sub(r"^N:\s*\d*:?", "N:1:", lines[0])
    content = "\n".join(["V:1.5.0", first, *lines[1:]]).encode("latin-1", "replace")
    limits = game.data.limits
    table = read_edit_file(form, content, Caps(2, limits.name_bytes, limits.text_bytes))
    if table.errors:
        raise InvalidAction(
            text(
                "That is no monster of an edit file: {problem}.",
                problem=typed(table.errors[0].problem),
            )
        )
    made = next(iter(table.records.values()), None)
    if not isinstance(made, Monster) or not made.health.number:
        raise InvalidAction(text("An edit file's monster needs at least its N: and I: lines."))
    return _renumbered(game, made, serial)


def _renumbered(game: SilGContext, made: Monster, serial: int) -> Monster:
    fields = {name: getattr(made, name) for name in made.__struct_fields__}
    return _checked(game, Monster(**{**fields, "serial": serial}))


def _checked(game: SilGContext, made: Monster) -> Monster:
    check_length(made.name)
    names = {m.name.casefold() for m in game.data.monsters.values()}
    if made.name.casefold() in names:
        raise InvalidAction(
            text("There is a monster called {name} already.", name=typed(made.name))
        )
    return made


def _from_form(game: SilGContext, written: str, serial: int) -> Monster:
    name, *parts = [part.strip() for part in written.split(";")]
    if not re.fullmatch(r"[^\W\d_][\w' -]{1,29}", name):
        raise InvalidAction(
            text("A form begins with a name of 2 to 30 letters: “{example}”.", example=EXAMPLE)
        )
    values: dict[str, object] = {
        "health": Dice(4, 4), "speed": 2, "glyph": _glyph(game, _LETTER), "level": 1,
    }  # fmt: skip
    blows: list[Blow] = []
    for part in filter(None, parts):
        word, _, rest = part.partition(" ")
        if word == "attack":
            blows.append(_blow(rest))
        else:
            values |= _value(game, word.lower(), rest.strip())
    values["blows"] = tuple(blows[:2])
    return _checked(game, Monster(serial, name, **values))  # type: ignore[arg-type]


def _value(game: SilGContext, word: str, rest: str) -> dict[str, object]:
    if word == "health":
        return {"health": _dice(rest)}
    if word == "protection":
        return {"protection": _dice(rest)}
    if word == "speed":
        return {"speed": max(1, min(4, _number(rest)))}
    if word == "depth":
        return {"level": max(1, min(20, _number(rest) // _FEET))}
    if word == "letter":
        return {"glyph": _glyph(game, rest[:1])}
    if word == "flags":
        known = {flag for m in game.base.monsters.values() for flag in m.flags}
        flags = frozenset(rest.upper().split())
        if flags - known:
            raise InvalidAction(
                text("There is no flag {flags}.", flags=listed(map(typed, sorted(flags - known))))
            )
        return {"flags": flags}
    if word in _NUMBERS:
        return {_NUMBERS[word]: _number(rest)}
    raise InvalidAction(
        text("“{word}” is no part of a monster's form: “{example}”.", word=word, example=EXAMPLE)
    )


def _glyph(game: SilGContext, letter: str) -> Glyph:
    for monster in game.base.monsters.values():
        if monster.glyph.char == letter and monster.rarity:
            return monster.glyph
    raise InvalidAction(text("No monster of Sil's has the letter “{letter}”.", letter=letter))


def _number(written: str) -> int:
    if not re.fullmatch(r"[+-]?\d{1,4}", written):
        raise InvalidAction(text("“{written}” is no number.", written=written))
    return int(written)


def _dice(written: str) -> Dice:
    found = re.fullmatch(r"(\d{1,2})d(\d{1,2})", written)
    if found is None or not int(found[1]):
        raise InvalidAction(text("“{written}” are no dice: write 2d7.", written=written))
    return Dice(int(found[1]), int(found[2]))


def _blow(written: str) -> Blow:
    found = _ATTACK.fullmatch(written)
    if found is None or found[1].upper() not in METHODS:
        methods = listed(typed(method.lower()) for method in METHODS)
        raise InvalidAction(
            text(
                "Write an attack as “attack bite +5 2d7”; how is one of {methods}.", methods=methods
            )
        )
    effect = (found[4] or "HURT").upper()
    if effect not in ("HURT", "FIRE", "COLD", "POISON", "DARK", "WOUND", "BATTER"):
        raise InvalidAction(text("“{effect}” is no effect of an attack.", effect=found[4]))
    return Blow(found[1].upper(), effect, int(found[2]), _dice(found[3]))


def method_words(method: str) -> Text:
    """Return what a way to attack is called: "bite"."""
    return Text(method.lower(), context="attack")


def describe(monster: Monster) -> Text:
    """Return a monster's figures in a line."""
    blows = [
        text(
            "{method} ({attack:+d}, {damage})",
            method=method_words(blow.method),
            attack=blow.attack,
            damage=str(blow.damage),
        )
        for blow in monster.blows
    ]
    return text(
        "health {health}, {blows}, [{evasion:+d}, {protection}], speed {speed}, "
        "perception {perception}, will {will}",
        health=str(monster.health),
        blows=listed(blows) if blows else text("no attacks"),
        evasion=monster.evasion,
        protection=str(monster.protection),
        speed=monster.speed,
        perception=monster.perception,
        will=monster.will,
    )
