"""Readers of each letter of each edit file (rules: edit-files 2).

A reader takes the record's fields so far and one line's text; small makers build the usual ones.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.sil.data import records as r
from engine.sil.data.edit_files import (
    DataError,
    Fields,
    Format,
    LineReader,
    Problem,
    atoi,
    directives,
    flags,
    glyph,
    in_range,
    next_serial,
    numbers,
    pairs,
    serial_and_name,
    words,
)
from engine.sil.data.flag_words import (
    BLOW_EFFECTS,
    BLOW_METHODS,
    ITEM_FLAGS,
    MONSTER_FLAGS,
    MONSTER_SPELLS,
    PEOPLE_FLAGS,
    VAULT_FLAGS,
)

ARTEFACT_NAME_LENGTH = 29
HOUSE_SERIALS = 15
VAULT_SIZES = {6: (33, 22), 7: (33, 22), 8: (66, 44), 9: None, 10: None}  # width, height

_EVASION = re.compile(r"\[ *([+-]?\d+)(,)?")
_BLOW = re.compile(r"([^:]*):([^:]*):\( *([+-]?\d+)(,)?")
_ACTIVATION = re.compile(r"[A-Z][A-Z0-9_]*:(.*)")
_SPELL_NUMBER = re.compile(r"(SPELL_PCT|POW)_(\d+)")


def _numbers(form: str, *names: str) -> LineReader:
    """Return a line of numbers, each kept under its name; a name of `_` is read and dropped."""

    def read(fields: Fields, text: str) -> None:
        for name, value in zip(names, numbers(text, form), strict=True):
            if name != "_":
                fields[name] = value

    return read


def _one_of_several(name: str, form: str, make: Callable[..., object], most: int) -> LineReader:
    """Return a line that may come up to `most` times in a record, each time with other figures."""

    def read(fields: Fields, text: str) -> None:
        rows = fields.setdefault(name, [])
        if len(rows) == most:
            raise Problem(f"parse error: a record has at most {most} such lines")
        row = make(*numbers(text, form))
        if row in rows:
            raise Problem("parse error: the same line stands twice")
        rows.append(row)

    return read


def _span(tval: int, lowest: int, highest: int) -> r.Span:
    if lowest > highest:
        raise Problem(f"parse error: {lowest} to {highest} is no span")
    return r.Span(tval, lowest, highest)


def _pairs(name: str, make: Callable[..., object], missing: int) -> LineReader:
    """Return a line of pairs, each of which begins with a number. `missing`: its second one where
    there is none."""

    def read(fields: Fields, text: str) -> None:
        if not all(entry.strip()[:1].isdigit() for entry in text.split(":")):
            raise Problem("parse error: an entry begins with no number")
        fields[name] = [make(*pair) for pair in pairs(text, missing)]

    return read


def _flags(known: Mapping[str, frozenset[str]]) -> LineReader:
    def read(fields: Fields, text: str) -> None:
        fields.setdefault("flags", set()).update(flags(text, known))

    return read


def _text(name: str) -> LineReader:
    def read(fields: Fields, text: str) -> None:
        fields[name] = fields.get(name, "") + text

    return read


def _words(name: str) -> LineReader:
    def read(fields: Fields, text: str) -> None:
        if not text:
            raise Problem("parse error: the line is empty")
        fields[name] = text

    return read


def _glyph(fields: Fields, text: str) -> None:
    fields["glyph"] = glyph(text)


def _stats(fields: Fields, text: str) -> None:
    fields["stats"] = r.Stats(*numbers(text, "h:h:h:h"))


_ITEM_COMBAT = _numbers("h:D:h:D", "attack", "damage", "evasion", "protection")


def _item_abilities(fields: Fields, text: str) -> None:
    """Read pairs; one of the original's files has words instead (rules: edit-files 1.6)."""
    fields["abilities"] = [r.AbilityRef(*pair) for pair in pairs(text, 0)]


_DESCRIPTION = _text("description")


# --- terrain.txt -------------------------------------------------------------------------------


def _open_terrain(text: str, last: int) -> Fields:
    fields = serial_and_name(text, last)
    return {**fields, "lookalike": fields["serial"]}


TERRAIN = Format(
    "terrain.txt",
    r.Terrain,
    {"G": _glyph, "M": _numbers("b", "lookalike")},
    _open_terrain,
    "terrain",
)

# --- object.txt, ability.txt -------------------------------------------------------------------

OBJECT = Format(
    "object.txt",
    r.Kind,
    {
        "G": _glyph,
        "I": _numbers("b:b:h", "tval", "sval", "pval"),
        "W": _numbers("b:x:h:i", "level", "_", "weight", "cost"),
        "A": _pairs("allocations", r.Allocation, 1),
        "P": _ITEM_COMBAT,
        "F": _flags(ITEM_FLAGS),
        "B": _item_abilities,
        "D": _DESCRIPTION,
    },
    serial_and_name,
    "kinds",
)


def _ability_numbers(fields: Fields, text: str) -> None:
    skill, fields["number"], fields["level"] = numbers(text, "b:b:b")
    fields["skill"] = in_range(skill, 0, 7)


ABILITY = Format(
    "ability.txt",
    r.Ability,
    {
        "I": _ability_numbers,
        "P": _pairs("prerequisites", r.AbilityRef, 0),
        "T": _one_of_several("fits", "b:b:b", _span, 5),
        "D": _DESCRIPTION,
    },
    serial_and_name,
    "abilities",
)

# --- artefact.txt, special.txt -----------------------------------------------------------------


def _open_artefact(text: str, last: int) -> Fields:
    fields = serial_and_name(text, last)
    fields["name"] = fields["name"][:ARTEFACT_NAME_LENGTH]
    return {**fields, "flags": set(ITEM_FLAGS["IGNORE_ALL"])}


def _activation(fields: Fields, text: str) -> None:
    """Checked and dropped: no activation has an effect in play."""
    match = _ACTIVATION.match(text)
    if not match:
        raise Problem("parse error: A: wants an upper-case word, a colon and two numbers")
    numbers(match[1], "h:h")


ARTEFACT = Format(
    "artefact.txt",
    r.Artefact,
    {
        "G": _glyph,
        "I": _numbers("b:b:h", "tval", "sval", "pval"),
        "W": _numbers("b:b:h:i", "level", "rarity", "weight", "cost"),
        "P": _ITEM_COMBAT,
        "F": _flags(ITEM_FLAGS),
        "A": _activation,
        "B": _item_abilities,
        "D": _DESCRIPTION,
    },
    _open_artefact,
    "artefacts",
)


def _special_bonuses(fields: Fields, text: str) -> None:
    attack, dice, sides, evasion, protection_dice, protection_sides, pval = numbers(
        text, "b:b:b:b:b:b:b"
    )
    fields.update(attack=attack, evasion=evasion, pval=pval)
    fields.update(damage=r.Dice(dice, sides), protection=r.Dice(protection_dice, protection_sides))


SPECIAL = Format(
    "special.txt",
    r.Special,
    {
        "W": _numbers("b:b:b:i", "level", "rarity", "deepest", "cost"),
        "T": _one_of_several("fits", "b:b:b", _span, 4),
        "C": _special_bonuses,
        "F": _flags(ITEM_FLAGS),
        "B": _item_abilities,
        "D": _DESCRIPTION,
    },
    serial_and_name,
    "specials",
)

# --- monster.txt -------------------------------------------------------------------------------


def _dice_after_comma(text: str, match: re.Match[str]) -> r.Dice:
    if match[match.re.groups] is None:
        return r.NO_DICE
    dice: r.Dice = numbers(text[match.end() :], "D")[0]
    return dice


def _monster_protection(fields: Fields, text: str) -> None:
    match = _EVASION.match(text)
    if not match:
        raise Problem("parse error: P: wants [evasion] or [evasion,XdY]")
    (fields["evasion"],) = numbers(match[1], "h")
    fields["protection"] = _dice_after_comma(text, match)


def _blow(fields: Fields, text: str) -> None:
    blows = fields.setdefault("blows", [])
    if len(blows) == 4:
        raise Problem("parse error: a monster has at most 4 blows")
    match = _BLOW.match(text)
    if not match:
        raise Problem("parse error: B: wants METHOD:EFFECT:(attack) or (attack,XdY)")
    method, effect = match[1], match[2]
    if method not in BLOW_METHODS:
        raise Problem(f"parse error: {method or 'nothing'} is not a method of attack")
    if effect not in BLOW_EFFECTS:
        raise Problem(f"parse error: {effect} is not an effect of attack")
    (attack,) = numbers(match[3], "h")
    blows.append(r.Blow(method, effect, attack, _dice_after_comma(text, match)))


def _spells(fields: Fields, text: str) -> None:
    for word in words(text):
        match = _SPELL_NUMBER.match(word)
        if match and match[1] == "SPELL_PCT" and "spell_percent" not in fields:
            percent = int(match[2])
            if not 1 <= percent <= 100:
                raise Problem(f"invalid spell frequency: {percent} is not from 1 to 100")
            fields["spell_percent"] = percent
        elif match and match[1] == "POW" and not fields.get("spell_power"):
            fields["spell_power"] = in_range(int(match[2]), 0, 255)
        else:
            fields.setdefault("spells", set()).update(flags(word, MONSTER_SPELLS))


MONSTER = Format(
    "monster.txt",
    r.Monster,
    {
        "W": _numbers("b:b", "level", "rarity"),
        "G": _glyph,
        "I": _numbers("b:D:h", "speed", "health", "light"),
        "A": _numbers("h:h:h:h", "sleepiness", "perception", "stealth", "will"),
        "P": _monster_protection,
        "B": _blow,
        "F": _flags(MONSTER_FLAGS),
        "S": _spells,
        "D": _DESCRIPTION,
    },
    serial_and_name,
    "monsters",
)

# --- vault.txt ---------------------------------------------------------------------------------


def _vault_type(fields: Fields, text: str) -> None:
    kind, depth, rarity = numbers(text, "b:b:b")
    if kind not in VAULT_SIZES:
        raise Problem(f"parse error: {kind} is not a type of vault (6 to 10)")
    fields.update(type=kind, depth=depth, rarity=rarity, rows=[])


def _vault_row(fields: Fields, text: str) -> None:
    if "type" not in fields:
        raise Problem("parse error: the map comes after the X: line")
    rows: list[str] = fields["rows"]
    if rows and len(rows[0]) != len(text):
        raise Problem(f"vault not rectangular: {len(text)} squares after rows of {len(rows[0])}")
    size = VAULT_SIZES[fields["type"]]
    if size and (len(text) > size[0] or len(rows) >= size[1]):
        raise Problem(f"vault too big: type {fields['type']} is at most {size[0]} x {size[1]}")
    rows.append(text)


VAULT = Format(
    "vault.txt",
    r.Vault,
    {"X": _vault_type, "F": _flags(VAULT_FLAGS), "D": _vault_row},
    serial_and_name,
    "vaults",
)

# --- race.txt, house.txt, history.txt ----------------------------------------------------------


def _race_houses(fields: Fields, text: str) -> None:
    houses = fields.setdefault("houses", set())
    for word in words(text):
        houses.add(in_range(atoi(word), 0, HOUSE_SERIALS - 1))


def _starting_item(tval: int, sval: int, least: int, most: int) -> r.StartingItem:
    if not (0 <= least <= 99 and 0 <= most <= 99):
        raise Problem(f"invalid number of items: {least} to {most} is not within 0 to 99")
    return r.StartingItem(tval, sval, least, most)


RACE = Format(
    "race.txt",
    r.Race,
    {
        "S": _stats,
        "I": _numbers("b:h:h", "history_chart", "youngest", "oldest"),
        "H": _numbers("b:b", "height", "height_deviation"),
        "W": _numbers("b:b", "weight", "weight_deviation"),
        "C": _race_houses,
        "F": _flags(PEOPLE_FLAGS),
        "E": _one_of_several("starting_items", "b:b:x:x", _starting_item, 4),
        "D": _DESCRIPTION,
    },
    serial_and_name,
    "races",
)

HOUSE = Format(
    "house.txt",
    r.House,
    {
        "A": _words("name_after_of"),
        "B": _words("short_name"),
        "S": _stats,
        "F": _flags(PEOPLE_FLAGS),
        "D": _DESCRIPTION,
    },
    serial_and_name,
    "houses",
)


def _open_history(text: str, last: int) -> Fields:
    chart, next_chart, roll, house = numbers(text, "b:b:b:b")
    return {
        "serial": last + 1,
        "chart": chart,
        "next_chart": next_chart,
        "roll": in_range(roll, 1, 100),
        "house": house,
    }


HISTORY = Format("history.txt", r.History, {"D": _text("text")}, _open_history, "history")

# --- flavor.txt --------------------------------------------------------------------------------


def _open_flavour(text: str, last: int) -> Fields:
    try:
        serial, tval, sval = numbers(text, "i:b:b")
    except Problem:
        serial, tval = numbers(text, "i:b")
        sval = None
    return {"serial": next_serial(serial, last), "tval": tval, "sval": sval}


FLAVOUR = Format(
    "flavor.txt", r.Flavour, {"G": _glyph, "D": _words("word")}, _open_flavour, "flavours"
)

# --- the two files without records -------------------------------------------------------------

_LIMIT_LETTERS = {
    "F": "terrain",
    "K": "kinds",
    "B": "abilities",
    "E": "specials",
    "R": "monsters",
    "V": "vaults",
    "P": "races",
    "C": "houses",
    "H": "history",
    "L": "flavours",
    "O": "level_objects",
    "N": "name_bytes",
    "T": "text_bytes",
    "G": None,  # read by the original, used by nothing in play
    "Q": None,
}
_ARTEFACT_LIMITS = (
    "special_artefacts",
    "normal_artefacts",
    "random_artefacts",
    "self_made_artefacts",
)
LIMITS_FILE = "limits.txt"
NAMES_FILE = "names.txt"


def read_limits(content: bytes) -> tuple[r.Limits | None, list[DataError]]:
    """limits.txt; None for the limits if any is missing or wrong."""
    errors: list[DataError] = []
    found: dict[str, Any] = {}
    number = 0
    for number, letter, text in directives(content, LIMITS_FILE, errors):
        try:
            if letter != "M" or text[1:2] != ":" or text[0] not in {"A", *_LIMIT_LETTERS}:
                raise Problem("undefined directive: a limit is M:, one of its letters and a number")
            if text[0] == "A":
                values = dict(zip(_ARTEFACT_LIMITS, numbers(text[2:], "i:i:i:i"), strict=True))
            else:
                name = _LIMIT_LETTERS[text[0]]
                (value,) = numbers(text[2:], "i")
                values = {name: value} if name else {}
            for value in values.values():
                in_range(value, 0, 1 << 20)
            found.update(values)
        except Problem as problem:
            errors.append(DataError(LIMITS_FILE, number, str(problem)))
    missing = [name for name in r.Limits.__struct_fields__ if name not in found]
    if missing and not errors:
        errors.append(DataError(LIMITS_FILE, number, f"no limit given for {', '.join(missing)}"))
    return (None if errors else r.Limits(**found)), errors


def read_names(content: bytes) -> tuple[tuple[str, ...], list[DataError]]:
    """names.txt: the words in lower case, letters only (rules: edit-files 2.12)."""
    errors: list[DataError] = []
    found = []
    for number, letter, text in directives(content, NAMES_FILE, errors):
        word = "".join(filter(str.isalpha, text)).lower()
        if letter != "N":
            problem = f"undefined directive: {letter}: is not a line of this file"
            errors.append(DataError(NAMES_FILE, number, problem))
        elif not word:
            errors.append(DataError(NAMES_FILE, number, "parse error: a name needs a letter"))
        else:
            found.append(word)
    return tuple(found), errors


FORMATS = {
    "terrain": TERRAIN,
    "kinds": OBJECT,
    "abilities": ABILITY,
    "artefacts": ARTEFACT,
    "specials": SPECIAL,
    "monsters": MONSTER,
    "vaults": VAULT,
    "history": HISTORY,
    "races": RACE,
    "houses": HOUSE,
    "flavours": FLAVOUR,
}
