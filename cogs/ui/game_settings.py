"""A game's settings as players see them: the panel that changes them, lines for the lobby."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from discord import ButtonStyle, SelectOption
from discord.ui import ActionRow, TextDisplay
from msgspec.structs import replace

from cogs.ui.components import MENU_LINES, IdButton, IdSelect, StaticLayout
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import capitalise, escape, truncate
from cogs.ui.languages import translate
from cogs.ui.replies import Reply
from engine.contract.action import Setting
from engine.contract.ruleset import AnyRuleset
from engine.contract.view import Roles
from table.actor import GameActor
from table.game_settings import FIXED_AT_START, SETTINGS, USUAL_PACES, Pace, check_value, current
from table.outbox.rows import span_text
from table.state import GameRecord
from table.voting import constitution
from table.voting.constitution import CLAUSES, PRESETS, Constitution
from table.voting.modes import MODES, allowed_modes, shown_mode

MENUS_PER_PAGE = 6
MAX_PAGES = 5  # one row of buttons
MODE = Setting("mode", "How you play", (*MODES,))
_PACES = {
    "auto": "an hour for votes, a day for taking turns, else no limit",
    "none": "no limit; a vote closes after three days",
    "blitz": "3 minutes a turn",
    "brisk": "20 minutes a turn",
    "hourly": "an hour a turn",
    "daily": "a day a turn",
    "slow": "three days a turn",
}
_LATE = {
    "auto": "The next player takes over when you take turns, else only a reminder",
    "wait": "Only a reminder",
    "autoplay": "The character plays by itself",
    "pass": "The next player takes over (way to play: rota)",
}
_HINTS: dict[str, Mapping[str, str]] = {
    "mode": {name: mode.summary for name, mode in MODES.items()},
    "pace": _PACES,
    "late": _LATE,
    "cards": {"text": "What the picture shows, told in words; no file is sent"},
    "undo": {"auto": "Whoever started the game; nobody if the game counts for the ladder"},
    "constitution": {
        "majority": "The most votes win; two thirds for what cannot be undone",
        "consensus": "Three quarters; all for what cannot be undone; any voter may veto",
        "leader": "Who does not vote follows the leader, who may veto",
        "approval": "Vote for as many as you like; the most votes win",
        "secret": "Votes are shown at the end; ties are drawn by lot",
    },
}
_OF_ONE_MODE = {"rota": "rota", "cooldown": "first"}  # setting -> the only mode that reads it
_VOTE_SETTINGS = ("constitution", *(clause.name for clause in CLAUSES[: MENUS_PER_PAGE - 1]))
_CLAUSES = tuple(clause.name for clause in CLAUSES[MENUS_PER_PAGE - 1 :])


def changeable(actor: GameActor) -> tuple[Setting, ...]:
    """Return all settings that can be changed now: the ruleset's own only before the game
    begins."""
    game = actor.game
    began = game.header is not None
    mode = replace(MODE, values=allowed_modes(actor.ruleset, game.options))
    own = () if began else actor.ruleset.settings
    return (mode, *(s for s in SETTINGS if not began or s.name not in FIXED_AT_START), *own)


def current_values(game: GameRecord, ruleset: AnyRuleset) -> dict[str, str]:
    """Return the value of every setting."""
    own = {setting.name: setting.values[0] for setting in ruleset.settings}
    return {**own, **game.options, "mode": game.mode, **current(game.settings)}


def setting_title(name: str) -> str:
    """Return a setting of the table in words: what it decides."""
    found = next((setting for setting in (MODE, *SETTINGS) if setting.name == name), None)
    return translate(found.summary) if found else name


def value_text(name: str, value: str) -> str:
    """Return a setting's value as people read it."""
    return translate(MODES[value].label if name == MODE.name and value in MODES else value)


def describe(setting: Setting, value: str) -> str:
    """Return a setting and its value as a line."""
    shown = escape(value_text(setting.name, value))
    return f"{_summary_of(setting)}: **{shown}**"


def _summary_of(setting: Setting) -> str:
    return escape(translate(setting.summary).removesuffix("."))


def constitution_text(rules: Constitution) -> str:
    """Return the rules of a vote as a sentence."""
    return capitalise("; ".join(map(translate, constitution.clauses(rules)))) + "."


def _pages(actor: GameActor) -> list[tuple[str, list[Setting]]]:
    """Return the panel's pages with their titles, without what only another mode reads."""
    unused = {name for name, mode in _OF_ONE_MODE.items() if mode != actor.game.mode}
    settings = {s.name: s for s in changeable(actor) if s.name not in unused}
    own = [settings[s.name] for s in actor.ruleset.settings if s.name in settings]
    listed = {*_VOTE_SETTINGS, *_CLAUSES, *(setting.name for setting in own)}
    pages = [
        ("Playing", [setting for setting in settings.values() if setting.name not in listed]),
        ("Votes", [settings[name] for name in _VOTE_SETTINGS]),
        ("Ties and silence", [settings[name] for name in _CLAUSES]),
    ]
    for start in range(0, len(own), MENUS_PER_PAGE):
        number = f" {start // MENUS_PER_PAGE + 1}" if len(own) > MENUS_PER_PAGE else ""
        pages.append((actor.ruleset.title + number, own[start : start + MENUS_PER_PAGE]))
    return pages[:MAX_PAGES]


def settings_panel(actor: GameActor, page: int = 0, *, update: bool = False) -> Reply:
    """Return the settings of a game on pages, with a menu for each."""
    game = actor.game
    pages, values = _pages(actor), current_values(game, actor.ruleset)
    page = min(page, len(pages) - 1)
    tabs = [
        IdButton(
            CustomId(game.id, game.card, "settings", str(number)),
            title,
            ButtonStyle.primary if number == page else ButtonStyle.secondary,
        )
        for number, (title, _) in enumerate(pages)
    ]
    view = StaticLayout()
    view.add_item(ActionRow(*tabs))
    title, shown = pages[page]
    if title in ("Votes", "Ties and silence"):
        view.add_item(TextDisplay(f"-# {constitution_text(game.settings.clauses)}"))
    for setting in shown:
        view.add_item(TextDisplay(f"**{_summary_of(setting)}**"))
        custom_id = CustomId(game.id, game.card, "setting", f"{page} {setting.name}")
        view.add_item(ActionRow(IdSelect(custom_id, _options(setting, values[setting.name]))))
    return Reply(view=view, update=update)


def _options(setting: Setting, value: str) -> list[SelectOption]:
    hints = _HINTS.get(setting.name, {})
    return [
        SelectOption(
            label=truncate(translate(each), 100),
            value=each,
            description=truncate(translate(hints[each]), 100) if each in hints else None,
            default=each == value,
        )
        for each in setting.values[:MENU_LINES]
    ]


def ask_everybody(actor: GameActor, setting: Setting, value: str) -> Reply:
    """Return the offer to put a setting to the vote, for somebody who may not change it alone.
    Raises Refusal when it has no such value."""
    check_value(setting, value)
    game = actor.game
    view = StaticLayout()
    view.add_item(
        TextDisplay(
            translate(
                "Only the player who started the game or a manager of the server may change "
                "that alone. You can ask everybody to vote on it. {setting}.",
                setting=describe(setting, value),
            )
        )
    )
    custom_id = CustomId(game.id, game.card, "ask_setting", f"{setting.name} {value}")
    view.add_item(ActionRow(IdButton(custom_id, "Put it to the vote", ButtonStyle.primary)))
    return Reply(view=view)


class SummaryLine(NamedTuple):
    """A line on how a game is played; `short`: where there is little room."""

    full: str
    short: str


def _pace_line(game: GameRecord, pace: Pace) -> SummaryLine:
    """Return how long a turn or a vote takes at most."""
    least, most = translate(span_text(pace.least)), translate(span_text(pace.most))
    name = game.settings.pace
    name = USUAL_PACES.get(game.mode, name) if name == "auto" else name
    short = translate("Pace: **{name}**", name=translate(name))
    if MODES[game.mode].votes:
        full = translate(
            "Pace: **{name}**. A vote takes {least} at most, or {most} when somebody sleeps.",
            name=translate(name),
            least=least,
            most=most,
        )
        return SummaryLine(full, short)
    late = translate(_LATE[game.settings.late_rule(game.mode)])
    late = late.removesuffix(translate(" (way to play: rota)"))
    full = translate(
        "Pace: **{name}**, {least} a turn. When a turn is late: {late}.",
        name=translate(name),
        least=least,
        late=f"{late[0].lower()}{late[1:]}",
    )
    return SummaryLine(full, short)


def summary(game: GameRecord, roles: Roles | None = None) -> Sequence[SummaryLine]:
    """Return how a game is played, in lines for the lobby, which knows the rules' `roles`, and for
    whoever asks."""
    mode, settings = MODES[game.mode], game.settings
    if roles is not None:
        mode = shown_mode(game.mode, roles)
    label = translate(mode.label)
    full = translate(
        "How you play: **{label}**. {summary}", label=label, summary=translate(mode.summary)
    )
    lines = [SummaryLine(full, translate("How you play: **{label}**", label=label))]
    if game.mode == "rota":
        each = translate(
            "Each player acts for {rota}, then the next.", rota=translate(settings.rota)
        )
        lines.append(SummaryLine(each, each))
    if game.mode == "first" and settings.cooldown != "0":
        waits = translate(
            "Everybody waits {cooldown} seconds between two of their actions.",
            cooldown=settings.cooldown,
        )
        lines.append(SummaryLine(waits, waits))
    if (pace := settings.pace_of(game.mode)) is not None:
        lines.append(_pace_line(game, pace))
    if mode.votes:
        rules = f"{translate(_HINTS['constitution'][settings.constitution])}."
        amended = PRESETS[settings.constitution] != settings.clauses
        if amended:
            rules = translate("Changed: {clauses}", clauses=constitution_text(settings.clauses))
        constitution = translate(settings.constitution)
        full = translate(
            "Votes: **{constitution}**. {rules}", constitution=constitution, rules=rules
        )
        short = translate("Votes: **{constitution}**", constitution=constitution)
        lines.append(SummaryLine(full, short))
    if settings.ladder == "on":
        counts = translate("It counts for the ladder: no undo and no forks.")
        lines.append(SummaryLine(counts, counts))
    return lines
