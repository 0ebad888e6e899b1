"""Posts: messages that stay in the channel and tell what happened, moment by moment.

A moment is what all have heard between two decisions of the players; a session's recap is the most
important of its moments. Only what was told to all stands in a post.
"""

from __future__ import annotations

from engine.contract.action import GM, Event, Post
from engine.contract.facts import Attacked, SeatRef
from engine.contract.texts import Text, Words, joined, listed
from engine.silg.clock import encounter_clock
from engine.silg.context import SilGContext
from engine.silg.event_kinds import PASSING
from engine.silg.state import PastSession
from engine.silg.wording import text

MOST_LINES = 24  # of a moment: the latest
MOST_RECAPPED = 30  # lines of a session
MOST_NOTES = 30  # handouts and whispers of a person
MOST_SESSIONS = 20  # whose recaps are kept


def gather(game: SilGContext) -> None:
    """Add what an action has brought to the moment, and post what is complete."""
    state = game.state
    _file_notes(game)
    public = [each for each in game.events if each.audience is None]
    state.moment += [
        (each.text, each.detail)
        for each in public
        if each.post is None and each.kind not in PASSING and state.stage != "setup"
    ]
    state.recap += [each.text for each in public if _is_for_recap(game, each)]
    del state.recap[:-MOST_RECAPPED]
    ended = state.stage == "over" or state.session > _last(game) + 1
    decided = ended or state.shown_turn > state.posted_turn
    if decided:
        state.posted_turn = state.shown_turn
    if decided and state.moment:
        _post_moment(game)
    if state.session > _last(game) + 1 or (state.stage == "over" and state.recap):
        _post_recap(game)


def _file_notes(game: SilGContext) -> None:
    """Keep handouts and whispers for those who have got them."""
    players, desk = game.state.players, game.state.desk
    for event in game.events:
        if event.post is None or event.kind not in ("handout", "whisper"):
            continue
        readers = range(len(players)) if event.audience is None else event.audience
        for seat in readers:
            kept = desk.inbox if seat == GM else players[seat].journal
            kept.append(event.text)
            del kept[:-MOST_NOTES]


def _is_for_recap(game: SilGContext, event: Event) -> bool:
    """Return whether an event belongs into the recap: what is notable, and heavy wounds."""
    fact = event.fact
    if isinstance(fact, Attacked) and isinstance(fact.target, SeatRef):
        return 4 * fact.damage >= game.hero(fact.target.seat).derived.max_health
    return event.notable and event.kind != "end"


def _last(game: SilGContext) -> int:
    """Return the number of the last session that was posted."""
    past = game.state.sessions
    return past[-1].number if past else 0


def _post_moment(game: SilGContext) -> None:
    state = game.state
    lines, state.moment = state.moment[-MOST_LINES:], []
    title, below = _time(game), due_strip(game)
    words = text("{title}: {below}", title=title, below=below) if below else title
    post = Post(tuple(lines), title, below)
    game.tell(words, None, "moment", post=post)


def _time(game: SilGContext) -> Text:
    state = game.state
    if state.stage in ("declare", "monsters"):
        return text("On the clock: {time}", time=encounter_clock.seconds(state.shown_clock))
    if state.stage == "over":
        return text("The end")
    return text("Minute {number}", number=state.minutes)


def due_strip(game: SilGContext) -> Words:
    """Return who is due when, as far as players may know it: heroes, and what the enemies that
    they see are seen to do."""
    state = game.state
    if state.stage not in ("declare", "monsters"):
        return ""
    now = encounter_clock.due_players(game)
    heroes = sorted((f for f in state.fighters if f.key[0] == "h"), key=lambda each: each.due)
    dues = [
        text(
            "{hero} {time}",
            hero=game.name(each.key),
            time=text("now") if int(each.key[1:]) in now else encounter_clock.seconds(each.due),
        )
        for each in heroes
    ]
    seen = [
        each.deed.told
        for each in state.fighters
        if each.key[0] == "c" and each.deed and each.deed.announced and game.seers(each.key)
    ]
    return joined([text("Due: {heroes}.", heroes=listed(dues)), *seen])


def _post_recap(game: SilGContext) -> None:
    state = game.state
    number = _last(game) + 1 if state.stage == "over" else state.session - 1
    lines, state.recap = state.recap, []
    state.sessions = [*state.sessions, PastSession(number, lines)][-MOST_SESSIONS:]
    title = text("Session {number}: what happened", number=number)
    told = lines or [text("Nothing that is worth a line.")]
    game.tell(title, None, "recap", post=Post(tuple((line, "") for line in told), title))
