"""How a game is played, shown and chosen: the panel of its settings, and what the lobby says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord import ButtonStyle, SelectOption
from discord.ui import ActionRow, TextDisplay

from cogs.ui.components import IdButton, IdSelect, StaticLayout
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import escape, truncate
from cogs.ui.replies import Reply
from engine.game import Ruleset, Setting
from table import terms
from table.ballot import PRESETS, sentence
from table.modes import MODES
from table.records import Game
from table.table import Table

MENUS = 6  # menus of a page
MODE = Setting("mode", "The way to play", (*MODES,))
_PACES = {
    "none": "as long as it likes",
    "blitz": "3 minutes a turn",
    "brisk": "20 minutes a turn",
    "hourly": "an hour a turn",
    "daily": "a day a turn",
    "slow": "three days a turn",
}
_HINTS: dict[str, Mapping[str, str]] = {
    "mode": {name: mode.summary for name, mode in MODES.items()},
    "pace": _PACES,
    "late": {
        "wait": "Nothing but a reminder",
        "autoplay": "The hero plays on alone",
        "pass": "The hero goes to the next (way to play: rota)",
    },
    "undo": {"auto": "The founder; nobody when it counts for the ladder"},
    "constitution": {
        "majority": "More than half of the votes; two thirds for what cannot be undone",
        "consensus": "Three quarters; all for what cannot be undone; any voter may strike",
        "leader": "The silent follow the leader, who may strike",
        "approval": "All that one approves of; the most votes win",
        "secret": "Counts show at the end; ties are drawn by lot",
    },
}
_OF_MODE = {"rota": "rota", "cooldown": "first"}  # settings of one way to play alone
_VOTES = ("constitution", "voters", "method", "quorum", "threshold", "grave")
_CLAUSES = ("tie", "silence", "early", "counts", "veto")


def settings(table: Table) -> tuple[Setting, ...]:
    """All that can be set now: the ruleset's own only before the game begins."""
    began = table.game.header is not None
    fixed = terms.FIXED if began else frozenset()
    own = () if began else table.ruleset.settings
    return (MODE, *(s for s in terms.SETTINGS if s.name not in fixed), *own)


def chosen(game: Game, ruleset: Ruleset) -> dict[str, str]:
    """Every setting as it stands."""
    own = {setting.name: setting.values[0] for setting in ruleset.settings}
    return {**own, **game.options, "mode": game.mode, **terms.current(game.terms)}


def _pages(table: Table) -> list[tuple[str, list[Setting]]]:
    """The panel's pages, titled. What another way to play alone asks for is left out."""
    game = table.game
    own = {setting.name for setting in table.ruleset.settings}
    unasked = {name for name, mode in _OF_MODE.items() if mode != game.mode}
    can = {s.name: s for s in settings(table) if s.name not in unasked}
    playing = [s for s in can.values() if s.name not in {*_VOTES, *_CLAUSES, *own}]
    pages = [
        ("Playing", playing),
        ("Votes", [can[name] for name in _VOTES]),
        ("Ties and silence", [can[name] for name in _CLAUSES]),
    ]
    rules = [can[s.name] for s in table.ruleset.settings if s.name in can]
    for start in range(0, len(rules), MENUS):
        number = f" {start // MENUS + 1}" if len(rules) > MENUS else ""
        pages.append((table.ruleset.title + number, rules[start : start + MENUS]))
    return pages[:5]


def panel(table: Table, page: int = 0, *, update: bool = False) -> Reply:
    """The settings of a game, a menu each, on pages."""
    pages, now = _pages(table), chosen(table.game, table.ruleset)
    page = min(page, len(pages) - 1)
    game = table.game
    view = StaticLayout()
    view.add_item(
        ActionRow(
            *(
                IdButton(
                    CustomId(game.id, game.card, "setup", str(number)),
                    name,
                    ButtonStyle.primary if number == page else ButtonStyle.secondary,
                )
                for number, (name, _) in enumerate(pages)
            )
        )
    )
    name, shown = pages[page]
    if name in ("Votes", "Ties and silence"):
        view.add_item(TextDisplay(f"-# {sentence(game.terms.clauses)}"))
    for setting in shown:
        view.add_item(TextDisplay(f"**{escape(setting.name)}**: {escape(setting.summary)}"))
        ref = CustomId(game.id, game.card, "set", f"{page} {setting.name}")
        view.add_item(ActionRow(IdSelect(ref, _options(setting, now[setting.name]))))
    return Reply(view=view, update=update)


def proposal(table: Table, name: str, value: str) -> Reply:
    """What somebody gets who may not settle a thing alone: they may put it to the vote."""
    game = table.game
    view = StaticLayout()
    view.add_item(
        TextDisplay(
            "Only the game's founder or a manager of the server may settle that alone. "
            f"You can ask all to set **{escape(name)}** to **{escape(value)}**."
        )
    )
    ref = CustomId(game.id, game.card, "put", truncate(f"{name} {value}", 60))
    view.add_item(ActionRow(IdButton(ref, "Put it to the vote", ButtonStyle.primary)))
    return Reply(view=view)


def _options(setting: Setting, now: str) -> list[SelectOption]:
    hints = _HINTS.get(setting.name, {})
    return [
        SelectOption(
            label=truncate(value, 100),
            value=value,
            description=truncate(hints[value], 100) if value in hints else None,
            default=value == now,
        )
        for value in setting.values[:25]
    ]


def summary(game: Game) -> Sequence[str]:
    """How a game is played, in lines for the lobby and for who asks."""
    mode, t = MODES[game.mode], game.terms
    lines = [f"Way to play: **{game.mode}**. {mode.summary}"]
    if game.mode == "rota":
        lines.append(f"The hero stays with each for {t.rota}.")
    if game.mode == "first" and t.cooldown != "0":
        lines.append(f"Between two moves of one person pass {t.cooldown} seconds.")
    if t.pace != "none":
        late = _HINTS["late"][t.late].lower()
        lines.append(f"Pace: **{t.pace}**, {_PACES[t.pace]}; when it is late: {late}.")
    if mode.votes:
        preset = "" if PRESETS[t.constitution] == t.clauses else ", amended"
        lines.append(f"Votes: **{t.constitution}**{preset}. {sentence(t.clauses)}")
    if t.ladder == "on":
        lines.append("It counts for the ladder: nothing is taken back or tried out.")
    return lines
