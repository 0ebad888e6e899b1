"""Rows of the outbox, and the messages that a table owes after a change, as plain text: cogs escape
and format them."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Literal

import msgspec

from engine.contract.action import GM, Event, Post
from engine.contract.texts import Text, counted
from table.outbox.delivery import Delivery
from table.schedule.quiet_hours import next_waking_time
from table.state import Decision, GameRecord, TableState
from table.voting.game_context import GameContext
from table.voting.modes import MODES

NONCE_BYTES = 12  # written as 24 letters: Discord takes 25

RowKind = Literal[
    "card", "redraw", "strip", "undone", "ping", "delete_ping", "notice", "post", "private",
    "desk", "check", "find",
]  # fmt: skip


class Content(msgspec.Struct, frozen=True, omit_defaults=True):
    """The content of a message: its text, whom it mentions, and when their turn ends.

    `look_first`: it may be in the channel already, as the answer to a press, or because a former
    run was killed before it could note that. `plain`: a card in words alone, because Discord has
    refused it with all its parts.
    """

    text: str | Text = ""
    people: tuple[int, ...] = ()
    until: float | None = None
    look_first: bool = False
    plain: bool = False
    post: Post | None = None


class OutboxDraft(msgspec.Struct, frozen=True):
    """A message to owe. Not sent before `not_before`. `name` makes its nonce, within the game."""

    kind: RowKind
    name: str | None = None
    card: int | None = None
    content: Content = Content()
    not_before: float = 0.0
    decision: Decision | None = None  # of a ping: the vote that it calls to


class OutboxRow(msgspec.Struct, frozen=True):
    """A message owed to Discord:

    - `card`: post the card `card` (lobby, turn or end, by the game's phase); with
      `content.look_first` look first whether it is there already;
    - `redraw`: draw the card `card` again in `message`;
    - `strip`: take the buttons off `message`, which shows the older card `card`;
    - `undone`: mark `message`, which shows the older card `card` or is a post, as undone, without
      buttons;
    - `ping`: post the text for `content.people`, and mention nobody else;
    - `delete_ping`: delete `message`;
    - `notice`: post the text without mentions;
    - `post`: post `content.post`, which stays;
    - `private`: post `content.post` in the private thread of the first of `content.people` with
      the Game Master, and mention the second;
    - `desk`: draw the Game Master's desk again in their private thread; with `content.people` post
      it anew and mention them;
    - `find`: look for the older card `card` in the channel;
    - `check`: see that `message` is still there.
    """

    id: int
    game: int
    channel: int
    kind: RowKind
    nonce: str = ""  # of posts; at most 25 letters: sent twice it makes one message
    card: int | None = None
    message: int | None = None
    content: Content = Content()
    attempts: int = 0  # how often it was tried before


def nonce_of(life: str, game: int, name: str) -> str:
    """Return the nonce of a message: no other message has it, not even one that was sent before
    the database was restored from a backup, when it had another `life`."""
    return blake2b(f"{life} {game} {name}".encode(), digest_size=NONCE_BYTES).hexdigest()


def card_draft(game: GameRecord, delivery: Delivery) -> OutboxDraft:
    """Return a draft that posts the game's newest card, if nobody else answers with it before."""
    answer = delivery.how == "answer"
    return OutboxDraft(
        "card",
        f"{game.card}-card",
        game.card,
        Content(look_first=answer),
        not_before=delivery.until if answer else 0.0,
    )


def redraw_draft(game: GameRecord) -> OutboxDraft:
    """Return a draft that draws the newest card again."""
    return OutboxDraft("redraw", None, game.card)


PingReason = Literal[
    "turn",
    "next",
    "reminder",
    "last",
    "late",
    "vote",
    "closing",
    "second",
    "motion",
    "motion_closing",
]
_PING_TEXTS: dict[PingReason, str] = {
    "turn": "Your move in {title}.",
    "next": "You are next in {title}.",
    "reminder": "{title} waits for you.",
    "last": "You are the last one that {title} waits for.",
    "late": "Your move in {title} is late.",
    "vote": "A vote in {title} needs you.",
    "motion": "A question in {title} needs your vote.",
    "motion_closing": "A question in {title} closes soon: you have not voted yet.",
    "closing": "A vote in {title} closes soon: you have not voted yet.",
    "second": "No proposal in {title} had enough votes. In the second vote the most votes win.",
}


def ping_drafts(
    context: GameContext, people: Iterable[int], title: str, reason: PingReason, until: float | None
) -> list[OutboxDraft]:
    """Return pings that tell people that it is their turn: one line, for a lock screen.

    A ping waits for the end of quiet hours; whoever wants no pings, is away or was pinged for the
    same vote gets none. `title` is the ruleset's, for when there is no view; `until`: when their
    turn ends.
    """
    decision = _decision(context, reason)
    pinged = context.state.pinged.get(decision, ()) if decision is not None else ()
    summary = context.state.summary
    public = summary.public if summary else None
    text = Text(_PING_TEXTS[reason], {"title": public.title if public else title})
    if public and public.headline:
        text = Text("{ping} {headline}", {"ping": text, "headline": public.headline})
    by_time: dict[float, list[int]] = {}
    for person in sorted(set(people) - set(pinged)):
        preferences = context.preferences_of(person)
        if preferences.pings and not context.is_away(person):
            awake = next_waking_time(preferences, context.now)
            by_time.setdefault(awake, []).append(person)
    return [
        OutboxDraft(
            "ping",
            f"{context.game.number}-{reason}{n or ''}",
            context.game.card,
            Content(text, tuple(group), until),
            not_before=time if time > context.now else 0.0,
            decision=decision,
        )
        for n, (time, group) in enumerate(sorted(by_time.items()))
    ]


def _decision(context: GameContext, reason: PingReason) -> Decision | None:
    """Return the vote that a ping calls to; None where nobody votes."""
    if reason in ("motion", "motion_closing"):
        return "motion"
    return "turn" if MODES[context.game.mode].votes else None


def post_drafts(game: GameRecord, events: Iterable[Event]) -> list[OutboxDraft]:
    """Return the posts that events bring for everybody."""
    posts = [each.post for each in events if each.post is not None and each.audience is None]
    return [
        OutboxDraft("post", f"{game.number}-post-{n}", game.card, Content(post=post))
        for n, post in enumerate(posts)
    ]


def private_drafts(context: GameContext, seat: int, events: Iterable[Event]) -> list[OutboxDraft]:
    """Return the posts that a seat's events bring for single seats, each to its holder.

    What the Game Master alone is told stands in the thread of whose seat it comes from.
    """
    holders = {each.seat: context.holder(each) for each in context.state.seats}
    master, drafts = context.game_master, list[OutboxDraft]()
    for event in events:
        if event.post is None or event.audience is None:
            continue
        readers = [(holders.get(to), holders.get(to)) for to in event.audience if to >= 0]
        if event.audience == (GM,):
            readers = [(holders.get(seat), master)]
        for thread, reader in readers:
            if thread is not None and reader is not None:
                name = f"{context.game.number}-private-{len(drafts)}"
                content = Content(post=event.post, people=(thread, reader))
                drafts.append(OutboxDraft("private", name, context.game.card, content))
    return drafts


def desk_draft(game: GameRecord, mentioned: Iterable[int]) -> OutboxDraft:
    """Return a draft that draws the Game Master's desk again, or posts it anew with a mention."""
    return OutboxDraft("desk", None, game.card, Content(people=tuple(mentioned)))


def name_of(state: TableState, person: int) -> str:
    """Return the name that somebody joined under."""
    found = (member.name for member in state.members if member.person == person)
    return next(found, "Somebody")


def span_text(seconds: float) -> Text:
    """Return a span of time in words: minutes up to two hours, then hours."""
    minutes = max(1, round(seconds / 60))
    if minutes >= 120:
        return Text("{number} hours", {"number": minutes // 60})
    return counted(minutes, "a minute", "{number} minutes")


def notice_draft(game: GameRecord, text: Text, name: str = "notice") -> OutboxDraft:
    """Return a draft that tells everybody something, once."""
    return OutboxDraft("notice", f"{game.number}-{name}", game.card, Content(text))
