"""The manuals of the rulesets: finding a subject by its name, by other words, by its text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from cogs.ui.formatting import escape
from cogs.ui.languages import say, translate
from cogs.ui.matching import best_matches
from engine.contract.action import Event
from engine.contract.ruleset import AnyRuleset
from engine.contract.view import HelpTopic

MOST_HITS = 20
MOST_RULES = 3  # behind what happened in a turn
RULES = PurePosixPath("docs/rules")  # in the program's files


def names(rulesets: Mapping[str, AnyRuleset]) -> list[str]:
    """Return what can be asked for: the ruleset's name and a subject's."""
    return [
        f"{name} {topic.name}"
        for name, ruleset in rulesets.items()
        for topic in ruleset.help_topics()
    ]


def search(rulesets: Iterable[AnyRuleset], wanted: str, project: str = "") -> list[str]:
    """Return the lines that answer a word: the subject of that name, else the one whose other
    names hold it, with where other rulesets have one; else a list of all that speak of it; none:
    []. `project`: the address of the program's files, for links to its pages of rules."""
    found: list[tuple[AnyRuleset, HelpTopic]] = []
    named: list[tuple[AnyRuleset, HelpTopic]] = []
    for ruleset in rulesets:
        word = wanted.removeprefix(f"{ruleset.name} ").strip()
        topics = ruleset.help_topics()
        exact = [t for t in topics if word == t.name] or [t for t in topics if word in t.words]
        if exact:
            named.append((ruleset, exact[0]))
        found += [(ruleset, topic) for topic in _speaking_of(topics, word)]
    if named or len(found) == 1:
        first, *others = named or found
        return _told(*first, project) + [
            translate("-# Also: {command}", command=_command(*other)) for other in others
        ]
    lines = [f"- {_command(ruleset, topic)}" for ruleset, topic in found[:MOST_HITS]]
    return (
        [translate("**{wanted}** is spoken of here:", wanted=escape(wanted)), *lines]
        if lines
        else []
    )


def _command(ruleset: AnyRuleset, topic: HelpTopic) -> str:
    return f"`/help {ruleset.name} {topic.name}`"


def _speaking_of(topics: Sequence[HelpTopic], word: str) -> list[HelpTopic]:
    """Return the subjects with a name like a word, else those whose text has it."""
    if len(word) < 3:
        return []
    by_name = {name: topic for topic in topics for name in (topic.name, *topic.words)}
    close = list(dict.fromkeys(by_name[name].name for name in best_matches(by_name, word)))
    near = [by_name[name] for name in close]
    return near or [topic for topic in topics if word in say(topic.text).lower()]


def _told(ruleset: AnyRuleset, topic: HelpTopic, project: str) -> list[str]:
    lines = [f"**{escape(topic.title)}** ({escape(ruleset.title)})", escape(topic.text)]
    return lines + ([rules_link(topic.rules, project)] if topic.rules else [])


def rules_behind(ruleset: AnyRuleset, events: Iterable[Event], project: str = "") -> list[str]:
    """Return lines that lead to the rules behind what happened, the first ones."""
    rules = dict.fromkeys(ruleset.rule_pages.get(event.kind, "") for event in events)
    return [rules_link(each, project) for each in rules if each][:MOST_RULES]


def rules_link(rules: str, project: str) -> str:
    """Return a line that leads to a page of docs/rules and its sections: "combat 7.4, 7.5"."""
    page, _, sections = rules.partition(" ")
    file = (RULES / page).with_suffix(".md")
    shown = f"[{file}](<{project}/{file}>)" if project else f"`{file}`"
    return translate("-# In full: {page}, {section}", page=shown, section=sections)
