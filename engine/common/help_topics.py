"""The subjects of a ruleset's manual, from a data file: what /help says of its game.

    topic goal
      title: The goal
      words: start, aim
      rules: delve 15
      text: The Heart beats on level 26.

`words` are other names that lead to the subject, `rules` the page of docs/rules that says it in
full. `points` in place of `text` are lines, with bars between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.common.data_files import Record, RecordError, build, read_all
from engine.contract.data import DataReport
from engine.contract.texts import Text, Words, joined
from engine.contract.view import HelpTopic


@cache
def read_topics(path: Path) -> tuple[HelpTopic, ...]:
    """Return the subjects of a file, in its order. Raises RecordError with file and line of every
    fault."""
    faults: list[str] = []
    records = read_all(path.parent, {"topic": path.name}, faults)["topic"]
    topics = build(records, _topic, faults)
    if faults:
        raise RecordError(*faults)
    return tuple(topics.values())


def with_topics(report: DataReport, folder: Path) -> DataReport:
    """Return the report on a folder of data with the subjects of its `help.txt`, if it has one."""
    path = folder / "help.txt"
    if not path.exists():
        return report
    try:
        topics = read_topics(path)
    except RecordError as error:
        return DataReport(errors=(*report.errors, *error.faults))
    return report if report.errors else DataReport((*report.counts, (path.name, len(topics))))


def _topic(record: Record) -> HelpTopic:
    return HelpTopic(
        record.name,
        Text(record.text("title", record.name.capitalize())),
        joined(_points(record), "\n") if record.has("points") else Text(record.text("text")),
        record.parts("words", ","),
        record.text("rules", ""),
    )


def _points(record: Record) -> list[Text]:
    return [Text(point) for point in record.parts("points", "|")]


def topic_text(path: Path, name: str) -> Words:
    """Return what the manual in a file says of a subject."""
    return next(topic.text for topic in read_topics(path) if topic.name == name)


def topic_words(path: Path) -> Iterator[Text]:
    """Yield the titles and texts of the subjects of a file, for translators."""
    for topic in read_topics(path):
        for told in (topic.title, topic.text):
            if isinstance(told, Text):
                points = [each for each in told.facts.values() if isinstance(each, Text)]
                yield from points or [told]
