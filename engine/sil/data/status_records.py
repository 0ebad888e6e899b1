"""Reading the statuses of heroes from `data/sil/rules/statuses.txt`."""

from __future__ import annotations

import re
from typing import cast, get_args

from engine.common.data_files import Record
from engine.common.effects import unknown
from engine.common.tile_names import tile_names
from engine.contract.texts import Text
from engine.sil.data.rule_records import (
    Badge,
    Grade,
    HeroStatus,
    Purpose,
    Resistance,
    StatName,
    StatusEffect,
)
from engine.sil.data.timers import Timers

GROWTHS = 3  # words for how much is added
MOST_TURNS = 10_000
_BADGE = re.compile(r"(\d{1,2}) (\S+) (\S.*)")
_GRADE = re.compile(r"([1-9]\d{0,3}) (\S[^|]*\S) \| (\S.*)")


def read_status(record: Record) -> HeroStatus:
    """Return a status of `statuses.txt`. Raises RecordError."""
    if record.name not in Timers.__struct_fields__:
        raise record.fault(unknown(record.name, Timers.__struct_fields__, "status"))
    growth = tuple(map(Text, record.parts("growth", "|")))
    if growth and len(growth) != GROWTHS:
        raise record.fault(f"“growth” has {GROWTHS} sentences", "growth")
    badge = record.matched("badge", _BADGE, "4 blind Blind")
    named_by = record.parts("named-by", ",")
    record.known("named-by", named_by, get_args(StatusEffect))
    if record.has("on-pages") != bool(named_by):
        where = "on-pages" if record.has("on-pages") else "named-by"
        raise record.fault("“on-pages” is for those that things name", where)
    if badge and badge[2] not in tile_names("sil").icons:
        raise record.fault(unknown(badge[2], tile_names("sil").icons, "icon"), "badge")
    return HeroStatus(
        key=record.name,
        word=Text(record.text("word")),
        begins=Text(record.text("begins")),
        ends=Text(record.text("ends")),
        growth=growth,
        grades=tuple(_grade(record, part) for part in record.parts("grades", ";")),
        ebbs=_text(record, "ebbs"),
        badge=Badge(int(badge[1]), badge[2], Text(badge[3])) if badge else None,
        on_pages=_text(record, "on-pages"),
        named_by=frozenset(cast("tuple[StatusEffect, ...]", named_by)),
        cure=record.choice("cure", Purpose),
        use=record.choice("use", Purpose),
        resistance=record.choice("resistance", Resistance) or "",
        reduced_by=record.choice("reduced-by", Resistance) or "",
        most=record.integer("most", MOST_TURNS, least=1, most=MOST_TURNS),
        wound=_text(record, "wound"),
        strengthens=record.choice("strengthens", StatName),
        harmful=record.is_yes("harmful"),
        delays_rest=record.is_yes("delays-rest"),
    )


def _grade(record: Record, part: str) -> Grade:
    match = _GRADE.fullmatch(part)
    if match is None:
        raise record.fault(f"“{part}” is not of the form “50 You reel. | Reeling”", "grades")
    return Grade(int(match[1]), Text(match[2]), Text(match[3]))


def _text(record: Record, key: str) -> Text | None:
    return Text(record.text(key)) if record.has(key) else None
