"""The songs of a hero who plays by himself: the Song of Elbereth, which frightens those who have
wits, if its lesson costs his people nothing; and the songs that are advised."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.contract.action import Offer
from engine.contract.texts import text
from engine.contract.view import Entity
from engine.sil.autoplay.moods import has_stayed
from engine.sil.autoplay.moves import AdvisedOffer, Moves, first_of
from engine.sil.autoplay.seat_facts import SeatFacts

WITTED = "o@HTW"  # letters of those whom Elbereth frightens
EARSHOT = 5  # squares within which they are worth a song


def lesson(facts: SeatFacts, offers: Sequence[Offer]) -> Offer | None:
    """Return the lesson in Elbereth, or the point of Song that it needs, for one of a people whom
    it costs nothing."""
    if not facts.may_have_elbereth or facts.sings_elbereth:
        return None
    wanted = (("learn", facts.elbereth), ("raise", "song"))
    steps = {(o.action.verb, *o.action.args): o for o in offers}
    return next((steps[step] for step in wanted if step in steps), None)


def has_wits(being: Entity) -> bool:
    """Return whether Elbereth frightens one, as far as a player knows."""
    return being.letter in WITTED


def elbereth(moves: Moves) -> Offer | None:
    """Return the song, if it is offered; none to one who has come nowhere by it."""
    if has_stayed(moves.facts):
        return None
    return first_of(o for o in moves.offered("sing") if moves.facts.elbereth_song in o.action.args)


STOP = "stop"  # the word that ends a song
LINGERS = 8  # turns for which a song goes on that helps no more: its use may come back


def helpful(moves: Moves) -> Iterator[AdvisedOffer]:
    """Yield the songs that help now, the most useful first."""
    uses = moves.facts.songs
    left = {STOP, *([moves.facts.elbereth_song] if has_stayed(moves.facts) else [])}
    found = [o for o in moves.offered("sing") if o.action.args[0] in uses.keys() - left]
    for offer in sorted(found, key=lambda o: -uses[o.action.args[0]]):
        yield AdvisedOffer(offer, text("it helps now"))


def hush(moves: Moves) -> Iterator[AdvisedOffer]:
    """Yield the end of a song that helps no more."""
    if STOP in moves.facts.songs and moves.facts.song_turns > LINGERS:
        stop = first_of(o for o in moves.offered("sing") if o.action.args[0] == STOP)
        if stop is not None:
            yield AdvisedOffer(stop, text("it helps no more"))
