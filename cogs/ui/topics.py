"""Finding a topic of /help: by its name, in any language, by other words for it, by its text."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from cogs.ui.help_texts import TOPICS, WORDS
from cogs.ui.languages import translate

SHORTEST = 3  # letters of a word that is looked for in texts


def find(wanted: str) -> list[str]:
    """Return the topic of that name, else those that have it for another word."""
    named = [topic for topic in TOPICS if wanted in (topic, translate(topic).lower())]
    return named or [topic for topic in TOPICS if wanted in _words(topic)]


def _words(topic: str) -> list[str]:
    """Return other words for a topic, in English and in the reader's language."""
    return [*WORDS[topic].split(), *translate(WORDS[topic]).split()]


def begun(typed: str) -> list[str]:
    """Return the topics of which what was typed begins the name or another word."""
    start = typed.strip().lower()
    if not start:
        return [*TOPICS]
    names = {topic: (topic, translate(topic).lower(), *_words(topic)) for topic in TOPICS}
    found = [topic for topic in TOPICS if any(name.startswith(start) for name in names[topic])]
    exact = find(start)
    return [*exact, *(topic for topic in found if topic not in exact)]


def speaking_of(wanted: str) -> list[str]:
    """Return the topics whose text has a word, those first that have it more often."""
    if len(wanted) < SHORTEST:
        return []
    counts = {topic: translate(text).lower().count(wanted) for topic, text in TOPICS.items()}
    return sorted((topic for topic in TOPICS if counts[topic]), key=lambda topic: -counts[topic])


def closest(wanted: str, names: Iterable[str]) -> list[str]:
    """Return the names that are spelled almost like a word, the closest first."""
    words = {word: name for name in names for word in (name, name.rpartition(" ")[2])}
    return [words[word] for word in difflib.get_close_matches(wanted, words, 3, 0.75)]
