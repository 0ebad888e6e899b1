"""The whole log of a game as a text file, in its reader's language."""

from __future__ import annotations

import time
from collections.abc import Iterator

from cogs.ui.formatting import plain_text
from cogs.ui.languages import say, translate
from cogs.ui.log_text import record_text
from table.actor import GameActor
from table.history.entries import Acted
from table.history.history import WholeLog


def log_file(actor: GameActor, log: WholeLog) -> str:
    """Return a log as plain text, a line for each entry, below what proves it."""
    characters = {each.seat: each.character for each in actor.state.seats}
    people = {each.person: each.character for each in actor.state.seats if each.person is not None}
    words, lines = actor.ruleset.action_text, [*_head(actor, log)]
    for number, record in enumerate(log.records, 1):
        at = time.strftime("%Y-%m-%d %H:%M", time.gmtime(record.at))
        done = plain_text(record_text(record, characters, words), people)
        if isinstance(record.entry, Acted) and record.entry.seat in characters:
            done = f"{characters[record.entry.seat]}: {done}"
        lines.append(" ".join((f"{number}.", at, done, *(say(e.text) for e in record.events))))
    return "\n".join(lines) + "\n"


def _head(actor: GameActor, log: WholeLog) -> Iterator[str]:
    """Yield the game and its settings, its hashes, and its seeds if they may be told."""
    game, header = actor.game, actor.game.header
    yield translate("{game}, number {number}", game=actor.ruleset.title, number=game.id)
    if header is not None:
        yield translate(
            "Rules of version {version}, data {data}", version=header.version, data=header.data
        )
        yield from (f"{name}: {value}" for name, value in header.options.items())
        yield translate(
            "Characters: {names}", names=", ".join(each.character for each in actor.state.seats)
        )
        yield translate("Hash of the seed: {hash}", hash=header.seed_hash)
        if header.shared_hash:
            yield translate("Hash of the contest's seed: {hash}", hash=header.shared_hash)
    if log.head:
        yield translate("Hash of the log: {hash}", hash=log.head)
    if log.seed:
        yield translate("Seed: {seed}", seed=log.seed)
    if log.shared_seed:
        yield translate("Seed of the contest: {seed}", seed=log.shared_seed)
