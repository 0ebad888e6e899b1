"""Tell people who come back after days what they missed: once, privately, after the answer to
whatever they press or type first. Discord does not tell bots that somebody opens a channel."""

from __future__ import annotations

from contextvars import ContextVar
from typing import NamedTuple

import discord

from cogs.ui.card_builder import CardBuilder
from cogs.ui.cards import CardPicture
from cogs.ui.history import recap
from cogs.ui.languages import say
from cogs.ui.progress import asker_of
from cogs.ui.replies import Reply
from table.actor import GameActor
from table.errors import Refusal


class Visit(NamedTuple):
    """A game as it was when an interaction came to it, before it changed anything.

    `last_active`: when each person had last done something; `length`: of the log; `now`: a Unix
    time.
    """

    builder: CardBuilder
    actor: GameActor
    last_active: dict[int, float]
    length: int
    now: float


_visits: ContextVar[list[Visit] | None] = ContextVar("visits", default=None)


def watch_visits() -> list[Visit]:
    """Return a list to which the visits of what begins from here on are added."""
    visits: list[Visit] = []
    _visits.set(visits)
    return visits


def note_visit(builder: CardBuilder, actor: GameActor, now: float) -> None:
    """Note that an interaction has come to a game."""
    visits = _visits.get()
    if visits is not None and not visits:
        state = actor.state
        visits.append(Visit(builder, actor, state.last_active, state.game.number, now))


async def recap_reply(interaction: discord.Interaction, visit: Visit) -> Reply | None:
    """Return what a visitor missed, with pictures of its moments unless they see words; None where
    they missed nothing, or were told of it within a day."""
    builder, actor, person = visit.builder, visit.actor, interaction.user.id
    key, last = (actor.game.id, person), visit.last_active.get(person)
    if last is None:
        return None
    since = max(last, builder.recaps_told.get(key, 0.0))
    missed = await recap(actor, person, since, visit.length, visit.now)
    if missed is None:
        return None
    builder.recaps_told[key] = visit.now
    if not await builder.sees_pictures(actor, person):
        return Reply(missed.words)
    seat = await builder.seat(actor, person)
    try:
        views = await actor.history.views_at(missed.entries, seat, asker_of(interaction))
    except Refusal:  # other rules than today's, or too much work
        return Reply(missed.words)
    drawn = [await builder.earlier_picture(view, person) for view in views]
    files = [
        CardPicture(picture.png, f"moment-{number:04d}.png", say(view.alt)).file()
        for number, (picture, view) in enumerate(zip(drawn, views, strict=True), 1)
    ]
    return Reply(missed.words, files=files)
