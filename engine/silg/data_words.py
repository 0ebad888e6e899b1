"""The texts for people that Sil-G makes from its data and from the words of its commands, for
translators."""

from __future__ import annotations

from collections.abc import Iterator

from engine.common.help_topics import topic_words
from engine.contract.texts import Text
from engine.silg import verbs
from engine.silg.gm import corrections, gm_commands, monster_forms, world_commands
from engine.silg.rulings import HELP_FILE


def data_words() -> Iterator[Text]:
    """Yield every text, as play says them."""
    yield from topic_words(HELP_FILE)
    yield from map(world_commands.terrain_words, world_commands.TERRAIN)
    yield from map(gm_commands.figure_words, corrections.FIGURES)
    yield from map(monster_forms.method_words, monster_forms.METHODS)
    yield Text("depth")  # of the terms of morale, the one that does not read as words
    yield from verbs.data_words()
