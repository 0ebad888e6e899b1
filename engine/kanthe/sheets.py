"""The design sheets as one line of text, to keep them and use them in another game."""

from __future__ import annotations

from engine.contract.action import InvalidAction
from engine.contract.placeholders import is_placeholder
from engine.kanthe.content import WORD_LISTS
from engine.kanthe.dice import SIDES
from engine.kanthe.plan import MOST_SECTIONS
from engine.kanthe.state import ArcaneEffect, ArcaneRows, KantheGame, LevelSheet, Modified

LONGEST_WORD = 24
LONGEST_NAME = 40
LONGEST_SHEETS = 4000
MOST_LEVELS, MOST_ROOMS = 9, 10
_HEAD = "kanthe-sheets"
_COLUMNS = ("letters", "checked", "firsts", "seconds")


def check_words(text: str, what: str, most: int = LONGEST_WORD) -> str:
    """Return a word or name in its normal form.

    Raises InvalidAction when it is empty, too long, or holds other than letters, digits, spaces,
    apostrophes and hyphens.
    """
    name = " ".join(text.split()).replace("’", "'")
    if not name:
        raise InvalidAction(f"Write {what}: it cannot be empty.")
    if len(name) > most:
        raise InvalidAction(f"“{name[:most]}…” is too long: {what} has at most {most} letters.")
    letters = any(c.isalpha() or is_placeholder(c) for c in name)
    if not letters or not all(_is_letter(c) or c in " '-" for c in name):
        raise InvalidAction(f"“{name}” will not do: {what} is written in letters alone.")
    return name


def clean_name(text: str) -> str:
    """Return a name with only what `check_words` allows; "" if nothing is left of it."""
    kept = "".join(c if _is_letter(c) or c in "'-" else " " for c in text)
    name = " ".join(kept.split())[:LONGEST_NAME].strip()
    return name if any(c.isalpha() or is_placeholder(c) for c in name) else ""


def _is_letter(character: str) -> bool:
    return character.isalnum() or is_placeholder(character)


def check_list(text: str, what: str) -> list[str]:
    """Return ten different words, set apart by commas. Raises InvalidAction."""
    words = [check_words(word, f"each of the {what}") for word in text.split(",") if word.strip()]
    if len(words) != SIDES:
        raise InvalidAction(f"The list of {what} takes ten words with commas, not {len(words)}.")
    if len({word.casefold() for word in words}) != SIDES:
        raise InvalidAction(f"The ten {what} must all be different.")
    return words


def check_number(text: str, what: str, least: int, most: int) -> int:
    """Return a whole number. Raises InvalidAction when it is none, or out of bounds."""
    if not text.isdecimal() or not least <= int(text) <= most:
        raise InvalidAction(f"{what}: a number from {least} to {most}, not “{text[:20]}”.")
    return int(text)


# ------------------------------------------------------------------------- writing


def export_sheets(game: KantheGame) -> str:
    """Return all three design sheets as one line."""
    domain = game.domain
    fields = [
        ("name", domain.name),
        ("theme", domain.theme),
        ("ruins", "yes" if domain.ruins else "no"),
        ("levels", str(domain.levels)),
        ("sections", str(domain.sections)),
        ("rooms", str(domain.rooms)),
    ]
    fields += [(key, ",".join(domain.words[key])) for key in WORD_LISTS]
    fields.append(("modified", ",".join(_modified(beast) for beast in domain.modified)))
    if any(domain.arcane_features):
        fields.append(("arcane", ",".join(_effect(effect) for effect in domain.arcane_features)))
    for number, sheet in enumerate(game.sheets):
        if sheet.main or sheet.rooms:
            parts = (sheet.theme, sheet.main, sheet.alternate, str(sheet.rooms))
            fields.append((f"level{number}", "/".join(parts)))
    for prefix, rows in (("essence", game.arcane.essences), ("action", game.arcane.actions)):
        for column in _COLUMNS:
            values = _column(rows, column)
            if any(values):
                fields.append((f"{prefix}-{column}", ",".join(values)))
    if game.arcane.struck:
        fields.append(("struck", ",".join(game.arcane.struck)))
    return "; ".join([_HEAD, *(f"{key}={value}" for key, value in fields if value)])


def _modified(beast: Modified) -> str:
    return f"{beast.beast}{'+' if beast.added else '-'}{beast.change}"


def _effect(effect: ArcaneEffect | None) -> str:
    return f"{effect.action}:{effect.essence}" if effect else ""


def _column(rows: ArcaneRows, column: str) -> list[str]:
    return {
        "letters": rows.letters,
        "checked": rows.checked,
        "firsts": rows.firsts,
        "seconds": rows.seconds,
    }[column]


# ------------------------------------------------------------------------- reading


def import_sheets(game: KantheGame, text: str) -> None:
    """Fill the design sheets from a line that `export_sheets` wrote.

    Raises InvalidAction, and then nothing has changed.
    """
    pieces = [piece.strip() for piece in text.split(";")]
    if pieces[0] != _HEAD:
        raise InvalidAction(f"Sheets that were kept begin with “{_HEAD}”.")
    fields: dict[str, str] = {}
    for piece in pieces[1:]:
        key, equals, value = piece.partition("=")
        if piece and not equals:
            raise InvalidAction(f"“{piece[:30]}” is no part of the sheets.")
        fields[key.strip()] = value.strip()
    _Import(fields).fill(game)


class _Import:
    """The fields of kept sheets, checked as they are read."""

    def __init__(self, fields: dict[str, str]) -> None:
        self.fields = fields

    def fill(self, game: KantheGame) -> None:
        """Check everything, then write it on the game's sheets."""
        domain = game.domain
        name = check_words(self.fields.get("name", domain.name), "the domain's name", LONGEST_NAME)
        theme = check_words(self.fields.get("theme", domain.theme), "the theme", LONGEST_NAME)
        levels = self._number("levels", domain.levels, 1, MOST_LEVELS)
        sections = self._number("sections", domain.sections, 1, MOST_SECTIONS)
        rooms = self._number("rooms", domain.rooms, 1, MOST_ROOMS)
        words = {
            key: check_list(self.fields[key], key) for key in WORD_LISTS if self.fields.get(key)
        }
        modified = self._modified()
        arcane = self._effects()
        sheets = {n: self._sheet(f"level{n}") for n in range(len(game.sheets))}
        halves = [self._rows("essence"), self._rows("action")]
        struck = [check_words(w, "a phrase", 60) for w in self._list("struck")]

        domain.name, domain.theme = name, theme
        domain.ruins = self.fields.get("ruins", "yes") != "no"
        domain.levels, domain.sections, domain.rooms = levels, sections, rooms
        domain.words.update(words)
        domain.modified = modified or domain.modified
        domain.arcane_features = arcane or domain.arcane_features
        for number, sheet in sheets.items():
            if sheet is not None:
                game.sheets[number] = sheet
        game.arcane.essences, game.arcane.actions = halves
        game.arcane.struck = struck
        game.arcane.discovered = list(struck)

    def _number(self, key: str, now: int, least: int, most: int) -> int:
        return check_number(self.fields.get(key, str(now)), key.capitalize(), least, most)

    def _list(self, key: str) -> list[str]:
        value = self.fields.get(key, "")
        return [part.strip() for part in value.split(",")] if value else []

    def _ten(self, key: str) -> list[str]:
        values = self._list(key) or [""] * SIDES
        if len(values) != SIDES:
            raise InvalidAction(f"“{key}” has {len(values)} rows instead of ten.")
        return values

    def _modified(self) -> list[Modified]:
        beasts = []
        for text in self._list("modified"):
            if len(text) != 3 or text[1] not in "+-" or not (text[0] + text[2]).isdecimal():
                raise InvalidAction(f"“{text[:20]}” is no modified beast, such as “4+8”.")
            beasts.append(Modified(int(text[0]), int(text[2]), text[1] == "+"))
        if len(beasts) not in (0, SIDES):
            raise InvalidAction(f"There are ten modified beasts, not {len(beasts)}.")
        return beasts

    def _effects(self) -> list[ArcaneEffect | None]:
        effects: list[ArcaneEffect | None] = []
        for text in self._ten("arcane"):
            action, _, essence = text.partition(":")
            if text and not (len(text) == 3 and (action + essence).isdecimal()):
                raise InvalidAction(f"“{text[:20]}” is no effect, such as “1:3”.")
            effects.append(ArcaneEffect(int(action), int(essence)) if text else None)
        return effects

    def _sheet(self, key: str) -> LevelSheet | None:
        text = self.fields.get(key, "")
        if not text:
            return None
        parts = text.split("/")
        if len(parts) != 4:
            raise InvalidAction(f"“{key}” takes a theme, two creatures and a number of rooms.")
        theme, main, alternate = (part.strip() for part in parts[:3])
        return LevelSheet(
            check_words(theme, "a theme", LONGEST_NAME) if theme else "",
            check_words(main, "a creature") if main else "",
            check_words(alternate, "a creature") if alternate else "",
            check_number(parts[3].strip(), "Rooms", 0, MOST_ROOMS),
        )

    def _rows(self, prefix: str) -> ArcaneRows:
        columns = {column: self._ten(f"{prefix}-{column}") for column in _COLUMNS}
        for column in _COLUMNS:
            for value in columns[column]:
                if value:
                    check_words(value, "a cell of the arcane sheet")
        return ArcaneRows(**columns)
