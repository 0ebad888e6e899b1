"""Read the records of `data/delve/verbs.txt`: what players can do."""

from __future__ import annotations

from engine.common.data_files import Record
from engine.common.effects import Names, unknown
from engine.contract.action import Intent, OfferGroup
from engine.delve.data.declarations import OPTION_WORDS
from engine.delve.data.kinds import OptionKind, VerbKind


def _option(record: Record, part: str) -> OptionKind:
    """Return an option that is written as `name | summary | words`."""
    name, summary, words = [*map(str.strip, part.split("|")), "", ""][:3]
    if not summary or part.count("|") > 2:
        raise record.fault(f"“{part}” is not of the form “name | summary | words”", "options")
    if words and words not in OPTION_WORDS:
        raise record.fault(unknown(words, OPTION_WORDS), "options")
    return OptionKind(name, summary, words)


def read_verb(record: Record, names: Names) -> VerbKind:
    """Return something that players can do."""

    def template(key: str, *facts: str) -> str:
        return record.template(key, *facts) if record.has(key) else ""

    groups = record.words("command-group")
    record.known("command-group", groups, names["command-group"], "command group")
    menu, figures = template("menu"), ("cost", "health", "turns", "blows")
    return VerbKind(
        name=record.name,
        summary=record.text("summary"),
        options=tuple(_option(record, part) for part in record.parts("options")),
        command_group="".join(groups),
        command=record.is_yes("command", True),
        typed=record.words("typed"),
        lettered=record.is_yes("lettered"),
        group=record.choice("group", OfferGroup) or "act",
        intent=record.choice("intent", Intent) or "other",
        page=record.one_of("page", ("", "Pack", "Spells"), ""),
        irreversible=record.is_yes("irreversible"),
        free=record.is_yes("free"),
        while_asked=record.is_yes("while-asked"),
        at_enemies=record.is_yes("at-enemies"),
        menu=menu,
        asks=menu or template("asks"),
        menu_only=record.is_yes("menu-only"),
        own_button=record.is_yes("own-button"),
        held_open=record.is_yes("held-open"),
        plain=template("plain"),
        one=template("one", "thing"),
        two=template("two", "thing", "aim"),
        hint=template("hint", *figures),
        hint_of_all=template("hint-of-all", *figures),
    )
