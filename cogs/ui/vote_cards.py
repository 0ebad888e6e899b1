"""Votes as people see them: the card with its proposals, a voter's own slip, motions.

Letter, shape and colour of a proposal go together on the map, in the text and on the buttons.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from hashlib import blake2b

from discord import ButtonStyle
from discord.ui import ActionRow, Container, LayoutView, TextDisplay

import render
from cogs.ui.cards import ASKING, Buttons, Card, layout, title
from cogs.ui.components import LABEL, IdButton, StaticLayout
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import escape, join_lines, truncate
from cogs.ui.panels import done
from cogs.ui.replies import Reply
from engine.game import Grid, Offer, View
from table.ballot import Constitution
from table.errors import Refusal
from table.records import Entry, Receipt, Status
from table.table import Table
from table.voting import NO, YES, Poll, PollLine

SHAPES = dict(zip("ABCDE", "●◆■▲✚", strict=True))
MOTION = 104  # component id of the words of a motion
_BARS = {
    "most": "the most votes",
    "half": "more than half",
    "two thirds": "two thirds",
    "three quarters": "three quarters",
    "all": "every vote",
}
_DECIDED = re.compile(r"decide (?P<letter>[A-E]) (?P<order>.*) \((?P<counts>[^()]*)\)", re.DOTALL)
ROWS = 5  # of buttons in play: more would not fit beside pictures and words
ROOM = 24  # components for answers and for the buttons of the vote
RECENT = 60  # lines of the log among which the last decision is looked for


def sign(letter: str) -> str:
    """A proposal's letter and shape."""
    return f"{letter} {SHAPES[letter]}"


def name(line: PollLine) -> str:
    """A proposal in words."""
    return line.label or line.text


# ---------------------------------------------------------------- naming a proposal in a button


def named(line: PollLine) -> str:
    """A proposal as a button's argument: letters are given anew, so its text counts too."""
    return f"{line.letter}:{_hash(line.text)}"


def found(poll: Poll | None, arg: str) -> str:
    """The letter of a button's proposal. Raises Refusal when it does not stand any more."""
    letter, _, digest = arg.partition(":")
    for line in poll.proposals if poll else ():
        if line.letter == letter and _hash(line.text) == digest:
            return letter
    raise Refusal("That proposal does not stand any more.")


def _hash(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()


# ---------------------------------------------------------------- the public card


def card(
    status: Status,
    number: int,
    view: View,
    offers: Sequence[Offer] | None,
    vote: str,
    pressed: Sequence[IdButton],
    picture: bytes,
) -> Card:
    """The public card of a turn that is voted on: pad and menus propose. `vote`: the vote in
    words; `pressed`: its buttons."""
    game = status.game
    buttons = Buttons(game.id, number)
    story = [escape(line) for line in view.lines[-5:]]
    if view.question:
        story.append(f"**{escape(view.question)}**")
    if offers is None:
        rows = buttons.blind(isinstance(view.board, Grid))
    elif view.question:
        answers = buttons.answers(offers, view.blank, room=ROOM - len(pressed))
        rows = [*answers, [buttons.mine(), buttons.tell()]]
    else:
        rows = buttons.play(offers, view.board)
        rows = [*rows[: ROWS - 2], rows[-1]] if len(rows) >= ROWS else rows
    rows = [list(pressed), *rows]
    name = f"t{view.turn:04d}-{number}-{game.number}.png"
    heading, accent = title(view), ASKING
    return layout(accent, heading, join_lines(story, 1100), vote, rows, picture, view.alt, name)


def drawn(
    poll: Poll, voters: Mapping[str, Sequence[int]], shots: Collection[str] = ()
) -> tuple[render.Proposal, ...]:
    """The proposals for the picture. `voters`: the marks of whoever voted for each letter; while
    counts are hidden all voices are shown as open. `shots`: orders that end in a target ring."""
    shown = []
    for line in poll.proposals:
        if line.vetoed:
            continue
        hidden = line.votes is None
        missing = poll.voters if hidden else poll.voters - poll.voted
        shown.append(
            render.Proposal(
                line.letter,
                line.path,
                line.at,
                () if hidden else tuple(voters.get(line.letter, ())),
                shot=line.text in shots,
                label=name(line),
                open=missing,
            )
        )
    return tuple(shown)


def tally(poll: Poll, c: Constitution, by: Mapping[str, Sequence[str]], closing: str) -> str:
    """The vote in words: proposals and their votes, who is missing, when it closes, the rules.
    `by`: the names of whoever voted for each letter."""
    who = ", ".join(f"<@{person}>" for person in poll.missing[:8])
    if len(poll.missing) > 8:
        who += f" and {len(poll.missing) - 8} more"
    waits = f"; waiting for {who}" if poll.missing else ""
    head = f"**Vote**: {poll.voted} of {poll.voters} have voted{waits}{closing}"
    lines = [_line(line, c, by.get(line.letter, ())) for line in poll.proposals]
    return "\n".join([join_lines([head, *lines], 1300), rules(poll.sentence)])


def unopened(sentence: str, closing: str) -> str:
    """What stands on the card before anybody has proposed anything."""
    head = f"**Vote**: propose a move by the buttons or `/do`{closing}"
    return "\n".join([head, rules(sentence)])


def rules(sentence: str) -> str:
    """The constitution, in small letters."""
    return f"-# {truncate(sentence, 390)}"


def _line(line: PollLine, c: Constitution, voters: Sequence[str]) -> str:
    words = truncate(escape(name(line)), 100)
    if line.vetoed:
        return f"{sign(line.letter)} ~~{words}~~ struck"
    told = f"{sign(line.letter)} **{words}**"
    if line.votes is not None:
        plural = "vote" if line.votes == 1 else "votes"
        told += f": {line.votes} {plural}"
        told += f" ({truncate(', '.join(map(escape, voters)), 120)})" if voters else ""
    if line.grave and c.grave != c.threshold:
        told += f" · cannot be undone: needs {_BARS[c.grave]}"
    return told


def letters(game: int, card: int, poll: Poll) -> list[IdButton]:
    """A button a proposal that stands."""
    return [
        IdButton(
            CustomId(game, card, "vote", named(line)),
            labelled(line),
            ButtonStyle.danger if line.grave else ButtonStyle.success,
        )
        for line in poll.proposals
        if not line.vetoed
    ]


def labelled(line: PollLine) -> str:
    """`A ● Step north (2)`, cut so that the count stays."""
    count = "" if line.votes is None else f" ({line.votes})"
    room = LABEL - len(count) - len(sign(line.letter)) - 1
    return f"{sign(line.letter)} {truncate(name(line), room)}{count}"


def closing(status: Status, kind: str = "turn") -> str:
    """When a vote closes, for everybody's own clock."""
    due = next((int(d.due) for d in status.deadlines if d.kind == kind), None)
    return f"; closes <t:{due}:R> (<t:{due}:f>)" if due is not None else ""


def backers(table: Table, poll: Poll) -> dict[str, list[int]]:
    """The places (among those who joined) of whoever voted for each letter; empty while counts
    are hidden."""
    places = {member.person: place for place, member in enumerate(table.members)}
    by: dict[str, list[int]] = {}
    if any(line.votes is None for line in poll.proposals):
        return by
    for person, place in places.items():
        for letter in table.my_vote(person) or ():
            by.setdefault(letter, []).append(place)
    return by


async def decision(table: Table) -> str:
    """How the last vote went, as a line; empty when there was none lately."""
    after = max(0, table.game.number - RECENT)
    entries = await table.history(None, after=after, limit=RECENT)
    return next((told for e in reversed(entries) if (told := decided(e))), "")


def decided(entry: Entry) -> str:
    """What a line of the log says of a vote's result; empty for any other line."""
    if entry.kind != "table":
        return ""
    if match := _DECIDED.fullmatch(entry.text):
        votes, _, part = match["counts"].partition("; ")
        part, _, tied = part.partition(", tied ")
        tie = f"; a tie of {' and '.join(tied.split())}" if tied else ""
        told = f"{sign(match['letter'])} **{escape(match['order'])}**"
        return f"Decided: {told} ({votes}; {part} took part{tie})"
    for start, shown in (("undecided: ", "Undecided"), ("carry ", "Carried"), ("reject ", "Lost")):
        if entry.text.startswith(start):
            return f"{shown}: {escape(entry.text.removeprefix(start))}"
    return ""


# ---------------------------------------------------------------- a voter's own slip


def slip(table: Table, person: int, *, update: bool = False) -> Reply:
    """How somebody has voted, with all that they may still do about it, for them alone."""
    poll, game = table.poll(), table.game
    if poll is None:
        return Reply("Nothing is proposed now.")
    mine = table.my_vote(person)
    standing = [line for line in poll.proposals if not line.vetoed]
    chosen = [line for line in standing if line.letter in (mine or ())]
    if mine is None:
        told = "You have not voted."
    elif not chosen:
        told = "You abstain."
    else:
        told = f"You voted {', '.join(f'**{sign(x.letter)} {escape(name(x))}**' for x in chosen)}."
    approval = game.terms.clauses.method == "approval"
    rest = "Change:" if mine is not None else "Vote:"
    view = StaticLayout()
    view.add_item(TextDisplay(f"{told} {rest}"))
    offered = [
        IdButton(
            CustomId(game.id, game.card, "vote", named(line)),
            ("✓ " if line in chosen else "") + labelled(line),
            ButtonStyle.primary if line in chosen else ButtonStyle.secondary,
        )
        for line in standing
        if approval or line not in chosen
    ]
    rest_row = [IdButton(CustomId(game.id, game.card, "abstain"), "Abstain")] if mine != () else []
    if mine is not None:
        rest_row.append(IdButton(CustomId(game.id, game.card, "retract"), "Withdraw"))
    for row in (offered, rest_row, _vetoes(table, person, standing)):
        if row:
            view.add_item(ActionRow(*row))
    return Reply(view=view, update=update)


def _vetoes(table: Table, person: int, standing: Sequence[PollLine]) -> list[IdButton]:
    game, veto = table.game, table.game.terms.clauses.veto
    if veto == "none" or (veto == "leader" and person != table.leader()):
        return []
    return [
        IdButton(
            CustomId(game.id, game.card, "strike", named(line)),
            f"Strike {sign(line.letter)}",
            ButtonStyle.danger,
        )
        for line in standing
    ]


async def voted(table: Table, person: int, *, update: bool = False) -> Reply:
    """The answer to somebody who has voted or proposed: their slip, or what that decided."""
    if table.my_vote(person) is not None:
        return slip(table, person, update=update)
    told = await decision(table) or "The vote is over."
    return done(told) if update else Reply(told)


async def answered(
    table: Table, person: int, receipt: Receipt, *, update: bool = False
) -> Reply | None:
    """The answer to an order that was a proposal; None when it was done at once."""
    if receipt.seat is not None or not table.mode.votes:
        return None
    return await voted(table, person, update=update)


# ---------------------------------------------------------------- motions


async def moved(table: Table, poll: Poll) -> str:
    """What a motion would do, in words."""
    verb, _, rest = poll.what.partition(" ")
    if verb == "undo":
        target = int(rest.removeprefix("to "))
        moves = sum(number > target for number in await table.turns())
        return f"take back {moves} {'move' if moves == 1 else 'moves'}"
    setting, _, value = rest.partition(" ")
    return f"set {escape(setting)} to {escape(value)}"


def motion(status: Status, card: int, poll: Poll, what: str) -> tuple[str, list[IdButton]]:
    """A motion in words, and its buttons."""
    by = next((line.by for line in poll.proposals), status.game.founder)
    missing = ", ".join(f"<@{person}>" for person in poll.missing[:8])
    waits = f"; waiting for {missing}" if missing else ""
    c = status.game.terms.clauses
    told = (
        f"**<@{by}> moves to {what}.** {poll.voted} of {poll.voters} have voted{waits}"
        f"{closing(status, 'motion')}. To carry it needs {_BARS[c.grave]}."
    )
    buttons = []
    for line in poll.proposals:
        word = {YES: "Yes", NO: "No"}[line.letter]
        count = "" if line.votes is None else f" ({line.votes})"
        style = ButtonStyle.success if line.letter == YES else ButtonStyle.secondary
        buttons.append(
            IdButton(CustomId(status.game.id, card, "rule", word.lower()), f"{word}{count}", style)
        )
    return told, buttons


def with_motion(view: LayoutView, told: str, buttons: Sequence[IdButton]) -> None:
    """Put a motion at the end of a card that has not been sent yet."""
    box = next(part for part in view.children if isinstance(part, Container))
    box.add_item(TextDisplay(truncate(told, 600), id=MOTION))
    box.add_item(ActionRow(*buttons))
