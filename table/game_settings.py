"""Settings of a game beside the ruleset's own options: pace, votes, undo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from engine.contract.action import Setting
from engine.contract.ruleset import AnyRuleset
from table.errors import Refusal
from table.voting.constitution import PRESETS, Constitution

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0  # seconds
PACES: dict[str, float | None] = {  # seconds that a turn may take
    "none": None,
    "blitz": 3 * MINUTE,
    "brisk": 20 * MINUTE,
    "hourly": HOUR,
    "daily": DAY,
    "slow": 3 * DAY,
}
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

    pace: str = "none"
    late: str = "wait"
    rota: str = "1 turn"
    cooldown: str = "0"
    undo: str = "auto"
    ladder: str = "off"
    constitution: str = "majority"
    clauses: Constitution = PRESETS["majority"]

    @property
    def turn_seconds(self) -> float | None:
        """Return how long a turn may take; None: no limit."""
        return PACES[self.pace]

    @property
    def undo_rule(self) -> str:
        """Return who may undo turns: "founder", "vote", or nobody ("off")."""
        if self.undo != "auto":
            return self.undo
        return "off" if self.ladder == "on" else "founder"


_OWN = (
    Setting("pace", "How long a turn may take", tuple(PACES)),
    Setting("late", "What happens when a turn takes longer", ("wait", "autoplay", "pass")),
    Setting("rota", "How long each player keeps the turn (way to play: rota)", tuple(ROTAS)),
    Setting(
        "cooldown",
        "Seconds between two actions of one person (way to play: first)",
        ("0", "30", "120", "600", "3600"),
    ),
    Setting("undo", "Who may undo turns", ("auto", "founder", "vote", "off")),
    Setting("ladder", "Count for the ladder: then no undo and no forks", ("off", "on")),
    Setting("constitution", "How votes work; sets all of the following", tuple(PRESETS)),
)
_CLAUSES = (
    Setting("voters", "Who may vote", ("members", "players")),
    Setting("method", "Vote for one proposal, or for all you like", ("single", "approval")),
    Setting("quorum", "Per cent of the voters who must vote", ("0", "25", "34", "50", "67", "100")),
    Setting(
        "threshold",
        "How many of the votes a proposal needs",
        ("most", "half", "two thirds", "three quarters", "all"),
    ),
    Setting(
        "irreversible",
        "How many it needs when it cannot be undone",
        ("two thirds", "most", "half", "three quarters", "all"),
    ),
    Setting("tie", "Who wins in a tie", ("leader", "first", "draw")),
    Setting("silence", "What no vote means", ("abstain", "leader", "autoplay")),
    Setting("early", "Close the vote once the missing votes cannot change it", ("on", "off")),
    Setting("counts", "Show the counts while the vote is open", ("open", "hidden")),
    Setting("veto", "Who may strike a proposal", ("none", "leader", "all")),
)
SETTINGS: tuple[Setting, ...] = (*_OWN, *_CLAUSES)
NAMES = frozenset(setting.name for setting in SETTINGS)
RESTARTS_TURN = frozenset({"pace", "late", "rota"})  # changing these starts the deadlines anew
FIXED_AT_START = frozenset({"ladder"})


def change_setting(settings: GameSettings, name: str, value: str) -> GameSettings:
    """Return the settings with one of `SETTINGS` at another value. Raises Refusal."""
    setting = next(setting for setting in SETTINGS if setting.name == name)
    if value not in setting.values:
        raise Refusal(f"The setting {name} can be: {', '.join(setting.values)}.")
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
    known = {setting.name: setting for setting in ruleset.settings}
    for name, value in options.items():
        if name not in known:
            have = ", ".join(known) or "none"
            raise Refusal(f"{ruleset.title} has no such setting; it has: {have}.")
        if value not in known[name].values:
            raise Refusal(f"The setting {name} can be: {', '.join(known[name].values)}.")
    return dict(options)
