"""How a game is played, as its founder or a vote has settled it: the way to play, pace, votes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from engine.game import Ruleset, Setting
from table.ballot import PRESETS, Constitution
from table.errors import Refusal

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
PACES: dict[str, float | None] = {
    "none": None,
    "blitz": 3 * MINUTE,
    "brisk": 20 * MINUTE,
    "hourly": HOUR,
    "daily": DAY,
    "slow": 3 * DAY,
}
ROTAS: dict[str, tuple[int, float | None]] = {  # so many moves, or so many seconds
    "1 turn": (1, None),
    "3 turns": (3, None),
    "10 turns": (10, None),
    "1 hour": (0, HOUR),
    "6 hours": (0, 6 * HOUR),
    "24 hours": (0, DAY),
}


class Terms(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that can be settled beside the ruleset's own options. See `SETTINGS`."""

    pace: str = "none"
    late: str = "wait"
    rota: str = "1 turn"
    cooldown: str = "0"
    undo: str = "auto"
    ladder: str = "off"
    constitution: str = "majority"
    clauses: Constitution = PRESETS["majority"]

    @property
    def seconds(self) -> float | None:
        """How long a turn may take, None: as long as it likes."""
        return PACES[self.pace]

    @property
    def undoing(self) -> str:
        """Who may take moves back: `founder`, `vote`, or nobody (`off`)."""
        if self.undo != "auto":
            return self.undo
        return "off" if self.ladder == "on" else "founder"


_OWN = (
    Setting("pace", "How long a turn may take", tuple(PACES)),
    Setting("late", "What happens when a turn takes longer", ("wait", "autoplay", "pass")),
    Setting("rota", "How long the hero stays with each (way to play: rota)", tuple(ROTAS)),
    Setting(
        "cooldown",
        "Seconds between two moves of one person (way to play: first)",
        ("0", "30", "120", "600", "3600"),
    ),
    Setting("undo", "Who may take moves back", ("auto", "founder", "vote", "off")),
    Setting("ladder", "Whether it counts: then nothing is taken back or tried out", ("off", "on")),
    Setting("constitution", "How votes go; sets all the clauses below", tuple(PRESETS)),
)
_CLAUSES = (
    Setting("voters", "Who may vote", ("members", "heroes")),
    Setting("method", "One proposal each, or all that one approves of", ("single", "approval")),
    Setting("quorum", "How many in a hundred must take part", ("0", "25", "34", "50", "67", "100")),
    Setting(
        "threshold",
        "How much of the votes a proposal needs",
        ("most", "half", "two thirds", "three quarters", "all"),
    ),
    Setting(
        "grave",
        "How much when it cannot be undone",
        ("two thirds", "most", "half", "three quarters", "all"),
    ),
    Setting("tie", "What a tie means", ("leader", "first", "draw")),
    Setting("silence", "What silence means", ("abstain", "leader", "autoplay")),
    Setting("early", "Whether a vote ends once the rest cannot change it", ("on", "off")),
    Setting("counts", "Whether the counts show while votes come in", ("open", "hidden")),
    Setting("veto", "Who may strike a proposal", ("none", "leader", "all")),
)
SETTINGS: tuple[Setting, ...] = (*_OWN, *_CLAUSES)
NAMES = frozenset(setting.name for setting in SETTINGS)
TIMED = frozenset({"pace", "late", "rota"})  # a turn begins anew with these
FIXED = frozenset({"ladder"})  # settled for good when the game begins


def changed(terms: Terms, name: str, value: str) -> Terms:
    """The terms with one of `SETTINGS` at another value. Raises Refusal."""
    setting = next(setting for setting in SETTINGS if setting.name == name)
    if value not in setting.values:
        raise Refusal(f"The setting {name} can be: {', '.join(setting.values)}.")
    fields: dict[str, Any]
    if name == "constitution":
        fields = {"constitution": value, "clauses": PRESETS[value]}
    elif setting in _CLAUSES:
        kind = type(getattr(terms.clauses, name))
        typed = value == "on" if kind is bool else kind(value)
        fields = {"clauses": replace(terms.clauses, **{name: typed})}
    else:
        fields = {name: value}
    return replace(terms, **fields)


def current(terms: Terms) -> dict[str, str]:
    """Each of `SETTINGS` as it stands."""
    clauses = {
        name: {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
        for name, value in asdict(terms.clauses).items()
    }
    return {s.name: clauses.get(s.name) or str(getattr(terms, s.name)) for s in SETTINGS}


def checked_options(ruleset: Ruleset, options: Mapping[str, str]) -> dict[str, str]:
    """The options of a new game, if the ruleset has them all. Raises Refusal."""
    known = {setting.name: setting for setting in ruleset.settings}
    for name, value in options.items():
        if name not in known:
            have = ", ".join(known) or "none"
            raise Refusal(f"{ruleset.title} has no such setting; it has: {have}.")
        if value not in known[name].values:
            raise Refusal(f"The setting {name} can be: {', '.join(known[name].values)}.")
    return dict(options)
