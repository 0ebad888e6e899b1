"""The design sheets as one line of typed, to keep them and use them in another game."""

from __future__ import annotations

from engine.contract.action import InvalidAction
from engine.contract.placeholders import is_placeholder
from engine.contract.texts import Text, text
from engine.kanthe.data.content import WORD_LISTS
from engine.kanthe.dice import SIDES
from engine.kanthe.map.level_plan import MOST_SECTIONS
from engine.kanthe.state import ArcaneEffect, ArcaneRows, KantheState, LevelSheet, Modified

LONGEST_WORD = 24
LONGEST_NAME = 40
MOST_LEVELS, MOST_ROOMS = 9, 10
_HEAD = "kanthe-sheets"
_COLUMNS = ("letters", "checked", "firsts", "seconds")


def check_words(typed: str, what: Text, most: int = LONGEST_WORD) -> str:
    """Return a word or name in its normal form.

    Raises InvalidAction when it is empty, too long, or holds other than letters, digits, spaces,
    apostrophes and hyphens.
    """
    name = " ".join(typed.split()).replace("’", "'")
    if not name:
        raise InvalidAction(text("Write {what}: it cannot be empty.", what=what))
    if len(name) > most:
        raise InvalidAction(
            text(
                "“{name}…” is too long: {what} has at most {most} letters.",
                name=name[:most],
                what=what,
                most=most,
            )
        )
    letters = any(c.isalpha() or is_placeholder(c) for c in name)
    if not letters or not all(_is_letter(c) or c in " '-" for c in name):
        raise InvalidAction(
            text("“{name}” will not do: {what} is written in letters alone.", name=name, what=what)
        )
    return name


def clean_name(typed: str) -> str:
    """Return a name with only what `check_words` allows; "" if nothing is left of it."""
    kept = "".join(c if _is_letter(c) or c in "'-" else " " for c in typed)
    name = " ".join(kept.split())[:LONGEST_NAME].strip()
    return name if any(c.isalpha() or is_placeholder(c) for c in name) else ""


def _is_letter(character: str) -> bool:
    return character.isalnum() or is_placeholder(character)


LIST_NAMES = {
    "colours": text("colours"),
    "changes": text("changes"),
    "qualities": text("qualities"),
    "motifs": text("motifs"),
    "essences": text("essences"),
    "beasts": text("beasts"),
    "features": text("features"),
}
_SIZE_NAMES = {"levels": text("Levels"), "sections": text("Sections"), "rooms": text("Rooms")}


def check_ruins(typed: str) -> bool:
    """Return whether a domain has ruins. Raises InvalidAction."""
    if typed not in ("yes", "no"):
        raise InvalidAction(text("Ruins: yes or no."))
    return typed == "yes"


def check_list(typed: str, key: str) -> list[str]:
    """Return ten different words of a list, set apart by commas. Raises InvalidAction."""
    what = LIST_NAMES[key]
    each = text("each of the {list}", list=what)
    words = [check_words(word, each) for word in typed.split(",") if word.strip()]
    if len(words) != SIDES:
        raise InvalidAction(
            text(
                "The list of {what} takes ten words with commas, not {words}.",
                what=what,
                words=len(words),
            )
        )
    if len({word.casefold() for word in words}) != SIDES:
        raise InvalidAction(text("The ten {what} must all be different.", what=what))
    return words


def check_number(typed: str, what: Text, least: int, most: int) -> int:
    """Return a whole number. Raises InvalidAction when it is none, or out of bounds."""
    if not typed.isdecimal() or not least <= int(typed) <= most:
        raise InvalidAction(
            text(
                "{what}: a number from {least} to {most}, not “{word}”.",
                what=what,
                least=least,
                most=most,
                word=typed[:20],
            )
        )
    return int(typed)


# ------------------------------------------------------------------------- writing


def export_sheets(state: KantheState) -> str:
    """Return all three design sheets as one line."""
    domain = state.domain
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
    for number, sheet in enumerate(state.sheets):
        if sheet.theme or sheet.main or sheet.alternate or sheet.rooms:
            parts = (sheet.theme, sheet.main, sheet.alternate, str(sheet.rooms))
            fields.append((f"level{number}", "/".join(parts)))
    for prefix, rows in (("essence", state.arcane.essences), ("action", state.arcane.actions)):
        for column in _COLUMNS:
            values = _column(rows, column)
            if any(values):
                fields.append((f"{prefix}-{column}", ",".join(values)))
    if state.arcane.struck:
        fields.append(("struck", ",".join(state.arcane.struck)))
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


def import_sheets(state: KantheState, typed: str) -> None:
    """Fill the design sheets from a line that `export_sheets` wrote.

    Raises InvalidAction, and then nothing has changed.
    """
    pieces = [piece.strip() for piece in typed.split(";")]
    if pieces[0] != _HEAD:
        raise InvalidAction(text("Sheets that were kept begin with “{head}”.", head=_HEAD))
    fields: dict[str, str] = {}
    for piece in pieces[1:]:
        key, equals, value = piece.partition("=")
        if piece and not equals:
            raise InvalidAction(text("“{piece}” is no part of the sheets.", piece=piece[:30]))
        fields[key.strip()] = value.strip()
    _Import(fields).fill(state)


class _Import:
    """The fields of kept sheets, checked as they are read."""

    def __init__(self, fields: dict[str, str]) -> None:
        self.fields = fields

    def fill(self, state: KantheState) -> None:
        """Check everything, then write it on the game's sheets."""
        domain = state.domain
        name = check_words(
            self.fields.get("name", domain.name), text("the domain's name"), LONGEST_NAME
        )
        theme = check_words(self.fields.get("theme", domain.theme), text("the theme"), LONGEST_NAME)
        levels = self._number("levels", domain.levels, 1, MOST_LEVELS)
        sections = self._number("sections", domain.sections, 1, MOST_SECTIONS)
        rooms = self._number("rooms", domain.rooms, 1, MOST_ROOMS)
        words = {
            key: check_list(self.fields[key], key) for key in WORD_LISTS if self.fields.get(key)
        }
        modified = self._modified()
        ruins = check_ruins(self.fields["ruins"]) if "ruins" in self.fields else domain.ruins
        arcane = self._effects()
        sheets = {n: self._sheet(f"level{n}") for n in range(len(state.sheets))}
        halves = [self._rows("essence"), self._rows("action")]
        struck = [check_words(w, text("a phrase"), 60) for w in self._list("struck")]

        domain.name, domain.theme = name, theme
        domain.ruins = ruins
        domain.levels, domain.sections, domain.rooms = levels, sections, rooms
        domain.words.update(words)
        domain.modified = modified or domain.modified
        domain.arcane_features = arcane or domain.arcane_features
        for number, sheet in sheets.items():
            if sheet is not None:
                state.sheets[number] = sheet
        state.arcane.essences, state.arcane.actions = halves
        state.arcane.struck = struck
        state.arcane.discovered = list(struck)

    def _number(self, key: str, now: int, least: int, most: int) -> int:
        return check_number(self.fields.get(key, str(now)), _SIZE_NAMES[key], least, most)

    def _list(self, key: str) -> list[str]:
        value = self.fields.get(key, "")
        return [part.strip() for part in value.split(",")] if value else []

    def _ten(self, key: str) -> list[str]:
        values = self._list(key) or [""] * SIDES
        if len(values) != SIDES:
            raise InvalidAction(
                text("“{key}” has {values} rows instead of ten.", key=key, values=len(values))
            )
        return values

    def _modified(self) -> list[Modified]:
        beasts = []
        for typed in self._list("modified"):
            if len(typed) != 3 or typed[1] not in "+-" or not (typed[0] + typed[2]).isdecimal():
                raise InvalidAction(
                    text("“{word}” is no modified beast, such as “4+8”.", word=typed[:20])
                )
            beasts.append(Modified(int(typed[0]), int(typed[2]), typed[1] == "+"))
        if len(beasts) not in (0, SIDES):
            raise InvalidAction(
                text("There are ten modified beasts, not {beasts}.", beasts=len(beasts))
            )
        return beasts

    def _effects(self) -> list[ArcaneEffect | None]:
        effects: list[ArcaneEffect | None] = []
        for typed in self._ten("arcane"):
            action, _, essence = typed.partition(":")
            if typed and not (action.isdecimal() and essence.isdecimal() and len(typed) == 3):
                raise InvalidAction(text("“{word}” is no effect, such as “1:3”.", word=typed[:20]))
            effects.append(ArcaneEffect(int(action), int(essence)) if typed else None)
        return effects

    def _sheet(self, key: str) -> LevelSheet | None:
        typed = self.fields.get(key, "")
        if not typed:
            return None
        parts = typed.split("/")
        if len(parts) != 4:
            raise InvalidAction(
                text("“{key}” takes a theme, two creatures and a number of rooms.", key=key)
            )
        theme, main, alternate = (part.strip() for part in parts[:3])
        return LevelSheet(
            check_words(theme, text("a theme"), LONGEST_NAME) if theme else "",
            check_words(main, text("a creature")) if main else "",
            check_words(alternate, text("a creature")) if alternate else "",
            check_number(parts[3].strip(), text("Rooms"), 0, MOST_ROOMS),
        )

    def _rows(self, prefix: str) -> ArcaneRows:
        columns = {column: self._ten(f"{prefix}-{column}") for column in _COLUMNS}
        for column in _COLUMNS:
            for value in columns[column]:
                if value:
                    check_words(value, text("a cell of the arcane sheet"))
        return ArcaneRows(**columns)
