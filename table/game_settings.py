"""Settings of a game beside the ruleset's own options: pace, votes, undo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import asdict, replace

from engine.contract.action import InvalidAction, Setting
from engine.contract.ruleset import AnyRuleset, not_a_value
from table.errors import Refusal, refusal_of
from table.voting.constitution import CLAUSES, PRESETS, Constitution

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0  # seconds


class Pace(NamedTuple):
    """The time of a turn in seconds: everybody has `least` while they are awake, and the others
    wait no longer than `most` for somebody who sleeps."""

    least: float
    most: float


PACES: dict[str, Pace | None] = {
    "auto": None,  # the usual one of the way to play: `USUAL_PACES`
    "none": None,
    "blitz": Pace(3 * MINUTE, 10 * MINUTE),
    "brisk": Pace(20 * MINUTE, HOUR),
    "hourly": Pace(HOUR, 3 * HOUR),
    "daily": Pace(DAY, 2 * DAY),
    "slow": Pace(3 * DAY, 4 * DAY),
}
USUAL_PACES = {"vote": "hourly", "rota": "daily"}  # by way to play; of the others: none
LONGEST_VOTE = "slow"  # the pace of votes in a game without a pace: every vote ends by itself
ROTAS: dict[str, tuple[int, float | None]] = {  # so many turns, or so many seconds
    "1 turn": (1, None),
    "3 turns": (3, None),
    "10 turns": (10, None),
    "1 hour": (0, HOUR),
    "6 hours": (0, 6 * HOUR),
    "24 hours": (0, DAY),
}


class GameSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """The values of `SETTINGS`."""

    pace: str = "auto"
    late: str = "auto"
    rota: str = "1 turn"
    cooldown: str = "0"
    undo: str = "auto"
    ladder: str = "off"
    cards: str = "pictures"
    constitution: str = "majority"
    clauses: Constitution = PRESETS["majority"]

    def pace_of(self, mode: str) -> Pace | None:
        """Return how long a turn may take in a way to play; None: no limit."""
        pace = USUAL_PACES.get(mode, "none") if self.pace == "auto" else self.pace
        if mode == "vote" and pace == "none":
            pace = LONGEST_VOTE
        return PACES[pace]

    def late_rule(self, mode: str) -> str:
        """Return what happens to late turns in a way to play: "wait", "autoplay" or "pass"."""
        if self.late != "auto":
            return self.late
        return "pass" if mode == "rota" else "wait"

    @property
    def undo_rule(self) -> str:
        """Return who may undo turns: "founder", "vote", or nobody ("off")."""
        if self.undo != "auto":
            return self.undo
        return "off" if self.ladder == "on" else "founder"


_OWN = (
    Setting("pace", "How long a turn may take", tuple(PACES)),
    Setting("late", "What happens when a turn takes longer", ("auto", "wait", "autoplay", "pass")),
    Setting("rota", "How long each player keeps the turn (way to play: rota)", tuple(ROTAS)),
    Setting(
        "cooldown",
        "Seconds between two actions of one person (way to play: first)",
        ("0", "30", "120", "600", "3600"),
    ),
    Setting("undo", "Who may undo turns", ("auto", "founder", "vote", "off")),
    Setting("ladder", "Count for the ladder: then no undo and no forks", ("off", "on")),
    Setting("cards", "How cards show the game", ("pictures", "text")),
    Setting("constitution", "How votes work; sets all of the following", tuple(PRESETS)),
)
_CLAUSES = tuple(Setting(each.name, each.summary, tuple(each.words)) for each in CLAUSES)
SETTINGS: tuple[Setting, ...] = (*_OWN, *_CLAUSES)
NAMES = frozenset(setting.name for setting in SETTINGS)
RESTARTS_TURN = frozenset({"pace", "late", "rota"})  # changing these starts the deadlines anew
FIXED_AT_START = frozenset({"ladder"})


def change_setting(settings: GameSettings, name: str, value: str) -> GameSettings:
    """Return the settings with one of `SETTINGS` at another value. Raises Refusal."""
    setting = next(setting for setting in SETTINGS if setting.name == name)
    check_value(setting, value)
    fields: dict[str, Any]
    if name == "constitution":
        fields = {"constitution": value, "clauses": PRESETS[value]}
    elif setting in _CLAUSES:
        kind = type(asdict(settings.clauses)[name])
        typed = value == "on" if kind is bool else kind(value)
        fields = {"clauses": replace(settings.clauses, **{name: typed})}
    else:
        fields = {name: value}
    return replace(settings, **fields)


def check_value(setting: Setting, value: str) -> None:
    """Raise Refusal when a setting does not have a value."""
    if value not in setting.values:
        raise Refusal(not_a_value(setting))


def title(name: str) -> str:
    """Return what a setting of the table decides, in words."""
    found = next((setting for setting in SETTINGS if setting.name == name), None)
    return found.summary if found else "How you play" if name == "mode" else name


def current(settings: GameSettings) -> dict[str, str]:
    """Return each of `SETTINGS` with its value."""
    values = {**asdict(settings), **asdict(settings.clauses)}
    words = {True: "on", False: "off"}
    return {
        setting.name: words[value] if isinstance(value, bool) else str(value)
        for setting in SETTINGS
        for value in (values[setting.name],)
    }


def check_options(ruleset: AnyRuleset, options: Mapping[str, str]) -> dict[str, str]:
    """Return the options of a new game if the ruleset has them all. Raises Refusal."""
    try:
        ruleset.setting_values(options)
    except InvalidAction as error:
        raise refusal_of(error) from None
    return dict(options)
