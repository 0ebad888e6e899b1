"""Votes as people see them: the card with its proposals, a voter's own vote, motions.

A proposal's letter, shape and colour go together on the map, in the text and on the buttons.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from hashlib import blake2b

from discord import ButtonStyle
from discord.ui import ActionRow, Container, LayoutView, TextDisplay

import render
from cogs.ui import phone
from cogs.ui.advice import advice_lines
from cogs.ui.budget import MOTION_LETTERS
from cogs.ui.card_buttons import CardButtons
from cogs.ui.cards import (
    MOTION_ID,
    QUESTION_COLOUR,
    Card,
    CardPicture,
    due_time,
    has_reasons,
    play_layout,
)
from cogs.ui.components import LABEL_LENGTH, ROW_LENGTH, IdButton, Rows, StaticLayout
from cogs.ui.custom_ids import CustomId
from cogs.ui.formatting import escape, join_and, join_lines, truncate
from cogs.ui.languages import mention, say, translate
from cogs.ui.log_text import proposal_sign, result_text
from cogs.ui.panels import result_panel
from cogs.ui.phone import CardLine, Rank
from cogs.ui.replies import Reply
from engine.contract.action import Offer
from engine.contract.view import View
from table.actor import GameActor
from table.errors import Refusal
from table.history.entries import Decided, Proposed, TurnsUndone
from table.receipt import Receipt, Status
from table.voting.constitution import THRESHOLDS, TIE, Constitution
from table.voting.motions import NO, YES
from table.voting.poll import Poll, PollProposal

MAX_COMPONENTS = 23  # for answers and for the buttons of the vote
RECENT_ENTRIES = 60  # of the log, among which the last result is looked for
LEAST_NAME = 6  # letters of a proposal on a button: fewer say no more than its letter
MY_VOTE = "My vote"  # the button for all that one may do about one's vote


def proposal_name(proposal: PollProposal) -> str:
    """Return a proposal in words."""
    return say(proposal.label) or proposal.action


# ---------------------------------------------------------------- a proposal as an argument


def proposal_argument(proposal: PollProposal) -> str:
    """Return a proposal as a button's argument: letters are reused, so its action counts too."""
    return f"{proposal.letter}:{_hash(proposal)}"


def find_proposal(poll: Poll | None, argument: str) -> str:
    """Return the letter of a button's proposal. Raises Refusal when it is not there any more."""
    letter, _, digest = argument.partition(":")
    for proposal in poll.proposals if poll else ():
        if proposal.letter == letter and _hash(proposal) == digest:
            return letter
    raise Refusal("That proposal is gone.")


def _hash(proposal: PollProposal) -> str:
    text = "\n".join((proposal.action, *proposal.more))
    return blake2b(text.encode(), digest_size=6).hexdigest()


# ---------------------------------------------------------------- the public card


def vote_card(
    buttons: CardButtons,
    view: View,
    offers: Sequence[Offer] | None,
    vote: Sequence[CardLine],
    vote_buttons: Sequence[IdButton],
    picture: CardPicture | None,
    *,
    reserved: int = 0,
) -> Card:
    """Return the public card of a turn that is voted on: its buttons and menus propose.

    `vote`: the vote in words, with `vote_buttons`, which take the place of the advised offers where
    a phone has no room for both. `reserved`: points for what will be added below.
    """

    def rows(why: bool, most: int) -> Rows:
        return _rows(buttons, view, offers, vote_buttons, why=why, most=most)

    why = has_reasons(view, offers or ())
    footer = [*advice_lines(view), *vote]
    return play_layout(QUESTION_COLOUR, view, footer, rows, picture, why=why, reserved=reserved)


def _rows(
    buttons: CardButtons,
    view: View,
    offers: Sequence[Offer] | None,
    vote_buttons: Sequence[IdButton],
    *,
    why: bool,
    most: int,
) -> Rows:
    """Return the buttons of a vote's card, in at most so many rows of a phone."""
    own = IdButton(buttons.custom_id("my_vote"), MY_VOTE)
    vote_row, rules = [*vote_buttons], [own if vote_buttons else rules_button(buttons)]
    if 0 < len(vote_row) < ROW_LENGTH:  # the labels leave room for it
        vote_row, rules = [*vote_row, *rules], []
    left = most - bool(vote_row)
    if offers is None:
        return [vote_row, *buttons.neutral_rows(view, left), rules]
    if view.question:
        limit = MAX_COMPONENTS - len(vote_buttons)
        answers = buttons.answer_rows(offers, view, limit=limit, most_rows=left - 1)
        draft = [buttons.draft()] if view.phase == "setup" else []
        last = phone.first_of_row([*draft, buttons.own_view(), buttons.describe(), *rules])
        return [vote_row, *answers, *([last] if left > 1 else [])]
    rows = buttons.play_rows(offers, view, why=why, most_rows=left, last=rules)
    return [vote_row, *(rows if view.map is None else rows[:left])]


def drawn_proposals(
    poll: Poll, voters: Mapping[str, Sequence[int]], targeted: Collection[str] = ()
) -> tuple[render.Proposal, ...]:
    """Return the proposals for the picture.

    `voters`: the marks of whoever voted for each letter; while counts are hidden all votes are
    shown as open. `targeted`: actions that end in a target ring.
    """
    shown = []
    for proposal in poll.proposals:
        if proposal.struck_by is not None:
            continue
        hidden = proposal.votes is None
        shown.append(
            render.Proposal(
                proposal.letter,
                proposal.path,
                proposal.at,
                () if hidden else tuple(voters.get(proposal.letter, ())),
                shot=proposal.action in targeted,
                label=proposal_name(proposal),
                open=poll.voters if hidden else poll.voters - poll.voted,
            )
        )
    return tuple(shown)


def poll_text(poll: Poll, names: Mapping[str, Sequence[str]], due: int) -> str:
    """Return a vote in words. `names`: of whoever voted for each letter. `due`: when it closes, as
    a Unix time; 0: at no certain time."""
    return join_lines([line.text for line in poll_lines(poll, names, due)], 1700)


def poll_lines(poll: Poll, names: Mapping[str, Sequence[str]], due: int) -> list[CardLine]:
    """Return a vote as lines of a card: proposals and their votes, who is missing, who wins as
    things are, when it closes, the rules. Arguments as those of `poll_text`."""
    rules = poll.constitution
    title = translate("Second vote" if poll.second else "Vote")
    head, *shorter = (
        translate(
            "**{title}**: {voted} of {voters}{missing}",
            title=title,
            voted=poll.voted,
            voters=poll.voters,
            missing=_missing(poll, most),
        )
        for most in (8, 1, 0)
    )
    lines = [CardLine(head, order=2, least=2, shorter=tuple(shorter))]
    for order, each in enumerate(poll.proposals):
        lines.append(_proposal_line(each, poll, names.get(each.letter, ())))
        if each.note:
            lines.append(CardLine(f"-# {truncate(escape(each.note), 300)}", Rank.HELP, order))
    if forecast := forecast_text(poll):
        lines.append(CardLine(forecast, Rank.FORECAST))
    if delegates := _delegates_text(poll):
        lines.append(CardLine(delegates, Rank.HELP, len(poll.proposals)))
    exception = any(_needs_more(each, rules) for each in poll.proposals)
    shown = rules_line(rules, poll.leader, exception=exception)
    return [*lines, *_closing_lines(shown, due, _delay_text(poll))]


def empty_poll_lines(rules: Constitution, leader: int, due: int) -> list[CardLine]:
    """Return what stands on the card before anybody has proposed anything. `due`: when the vote
    closes, as a Unix time; 0: at no certain time."""
    head = translate("**Vote**: propose an action with the buttons or `/do`")
    return [CardLine(head, Rank.HELP), *_closing_lines(rules_line(rules, leader), due)]


def _closing_lines(rules: str, due: int, delay: str = "") -> list[CardLine]:
    """Return when a vote closes, in each reader's own time zone, and its rules."""
    shown = CardLine(rules, Rank.FORECAST)
    if not due:
        return [shown]
    text = translate("The vote closes <t:{due}:R> (<t:{due}:t>)", due=due)
    shorter = translate("The vote closes <t:{due}:R>", due=due)
    return [CardLine(f"-# {text}{delay}", order=3, shorter=(f"-# {shorter}",)), shown]


def rules_line(rules: Constitution, leader: int, *, exception: bool = False) -> str:
    """Return the rules of the vote in one line of small print, with who leads where that counts;
    the button Rules has all. `exception`: a proposal above says that it needs more votes."""
    tie = translate(TIE.short[rules.tie], leader=mention(leader))
    wins = translate(THRESHOLDS[rules.threshold].wins, tie=tie)
    if exception:
        wins = translate("Everything else: {rule}", rule=wins)
    if rules.tie != "leader" and "leader" in (rules.silence, rules.veto):
        wins += translate("; <@{leader}> leads", leader=leader)
    return f"-# {wins}"


def _needs_more(proposal: PollProposal, rules: Constitution) -> bool:
    """Return whether a proposal needs more votes than others because it cannot be undone."""
    return proposal.irreversible and rules.irreversible != rules.threshold


def rules_button(buttons: CardButtons) -> IdButton:
    """Return the button for all rules of the vote."""
    return IdButton(buttons.custom_id("vote_rules"), "Rules")


def forecast_text(poll: Poll) -> str:
    """Return who wins if nobody votes any more; empty while the counts are hidden."""
    if poll.winner is not None and poll.tied:
        return translate(
            "Tied: {poll}, so **{winner}**", poll=_tie_text(poll), winner=proposal_sign(poll.winner)
        )
    if poll.tied:
        return translate("Tied: a lot decides between {tied}", tied=join_and(poll.tied))
    if poll.winner is not None:
        return translate("As it stands, **{winner}** wins", winner=proposal_sign(poll.winner))
    if poll.reason is None or poll.reason == "votes":
        return ""
    if poll.constitution.silence == "autoplay":
        return translate("Nothing has enough votes yet: without a result your character acts alone")
    return translate("Nothing has enough votes yet: without a result a second vote follows")


def _tie_text(poll: Poll) -> str:
    """Return what decides a tie as things are."""
    if poll.tie_break == "leader":
        return translate("<@{leader}> breaks ties", leader=poll.leader)
    if poll.constitution.tie == "leader":
        return translate("until <@{leader}> votes for one the earlier wins", leader=poll.leader)
    return translate("the earlier one wins")


def _delay_text(poll: Poll) -> str:
    """Return why the vote closes later than usual."""
    if not poll.delayed_by:
        return ""
    who = join_and(list(map(mention, poll.delayed_by[:3])))
    return translate(", later because of the quiet hours of {who}", who=who)


def _delegates_text(poll: Poll) -> str:
    """Return who has voted for whom, in small print."""
    pairs = [
        translate("<@{delegate}> for <@{voter}>", delegate=delegate, voter=voter)
        for voter, delegate in poll.delegated.items()
    ]
    return (
        translate("-# Votes cast by others: {pairs}", pairs=", ".join(pairs[:6])) if pairs else ""
    )


def _missing(poll: Poll, most: int) -> str:
    """Return whose votes are missing, at most so many by name; empty for none of them."""
    missing = poll.missing
    if not missing or not most:
        return ""
    who = ", ".join(map(mention, missing[:most]))
    more = ""
    if len(missing) > most:
        more = translate(" and {missing} more", missing=len(missing) - most)
    return translate("; missing: {who}{more}", who=who, more=more)


def _proposal_line(proposal: PollProposal, poll: Poll, names: Sequence[str]) -> CardLine:
    """Return a proposal with its votes, `names` and what it needs, as much as there is room for:
    its count and its name."""
    name, rules = truncate(escape(proposal_name(proposal)), 100), poll.constitution
    sign = proposal_sign(proposal.letter)
    if proposal.struck_by is not None:
        who = mention(proposal.struck_by)
        vetoed = translate("{letter} ~~{name}~~ vetoed by {who}", letter=sign, name=name, who=who)
        return CardLine(vetoed, least=1)
    line, shorter = f"{sign} **{name}**", [f"{sign} {name}"]
    if proposal.votes is not None:
        line += f" · {proposal.votes}"
        shorter = [f"{sign} {name} · {proposal.votes}", f"{sign} {proposal.votes}: {name}"]
    shorter.insert(0, line)
    if proposal.votes is not None and names:
        line += f" ({truncate(', '.join(map(escape, names)), 120)})"
    if _needs_more(proposal, rules):
        text = " · needs {thresholds} because it cannot be undone"
        if poll.second:
            text = " · cannot be undone: beats what can only with {thresholds}"
        line += translate(text, thresholds=translate(THRESHOLDS[rules.irreversible].words))
    return CardLine(line, least=1, shorter=tuple(shorter))


def proposal_buttons(game: int, card: int, poll: Poll) -> list[IdButton]:
    """Return a button for each proposal that can be voted for: with as much of its name, and where
    there is room its count, as leaves all of them side by side on a phone; the card's text has the
    whole names."""
    standing = _standing(poll)
    longest = max((len(proposal_name(proposal)) for proposal in standing), default=0)
    lengths = range(max(longest, LEAST_NAME), LEAST_NAME - 1, -1)
    for letters, counted in itertools.product(lengths, (True, False)):
        labels = [proposal_label(each, letters, counted=counted) for each in standing]
        if phone.fit_row([*labels, translate(MY_VOTE)]):
            break
    else:
        labels = [proposal_sign(proposal.letter) for proposal in standing]
    return [
        IdButton(
            CustomId(game, card, "vote", proposal_argument(proposal)),
            label,
            ButtonStyle.danger if proposal.irreversible else ButtonStyle.success,
        )
        for proposal, label in zip(standing, labels, strict=True)
    ]


def proposal_label(
    proposal: PollProposal, letters: int = LABEL_LENGTH, *, counted: bool = True
) -> str:
    """Return `A ● Step north (2)`, cut so that the count stays; at most so many letters of the
    name. `counted`: with its votes, unless they are hidden."""
    sign = proposal_sign(proposal.letter)
    votes = f" ({proposal.votes})" if counted and proposal.votes is not None else ""
    limit = min(letters, LABEL_LENGTH - len(votes) - len(sign) - 1)
    return f"{sign} {truncate(proposal_name(proposal), limit)}{votes}"


def voters_by_letter(actor: GameActor, poll: Poll) -> dict[str, list[int]]:
    """Return the positions (among the members) of whoever voted for each letter; empty while
    counts are hidden."""
    by_letter: dict[str, list[int]] = {}
    if any(proposal.votes is None for proposal in poll.proposals):
        return by_letter
    for position, member in enumerate(actor.state.members):
        for letter in actor.reader.vote_of(member.person) or ():
            by_letter.setdefault(letter, []).append(position)
    return by_letter


def voter_names(actor: GameActor, voters: Mapping[str, Sequence[int]]) -> dict[str, list[str]]:
    """Return the names for the positions of `voters_by_letter`."""
    members = actor.state.members
    return {letter: [members[n].name for n in positions] for letter, positions in voters.items()}


def _standing(poll: Poll) -> list[PollProposal]:
    return [proposal for proposal in poll.proposals if proposal.struck_by is None]


async def result_on_card(actor: GameActor, card: int) -> str:
    """Return how the vote on an older card was decided, as a line; empty when none was."""
    for record in reversed(await actor.history.latest(None, RECENT_ENTRIES)):
        if isinstance(record.entry, Decided) and record.entry.card == card:
            return result_text(record.entry, actor.ruleset.action_text)
    return ""


async def last_result(actor: GameActor) -> str:
    """Return how the last vote went, as a line; empty when there was none lately."""
    words = actor.ruleset.action_text
    for record in reversed(await actor.history.latest(None, RECENT_ENTRIES)):
        if isinstance(record.entry, TurnsUndone):
            return translate("Moves were undone; new dice are rolled from here.")
        if text := result_text(record.entry, words):
            return text
    return ""


# ---------------------------------------------------------------- a voter's own vote


def own_vote(actor: GameActor, person: int, *, update: bool = False) -> Reply:
    """Return how somebody has voted, with all that they may still do about it."""
    poll, game = actor.reader.poll(), actor.game
    if poll is None:
        return Reply("There are no proposals now.")
    vote = actor.reader.vote_of(person)
    standing = _standing(poll)
    chosen = [proposal for proposal in standing if proposal.letter in (vote or ())]
    if vote is None:
        text = translate("You have not voted.")
    elif not chosen:
        text = translate("You abstain.")
    else:
        names = [f"**{proposal_sign(p.letter)} {escape(proposal_name(p))}**" for p in chosen]
        text = translate("You voted for {names}.", names=", ".join(names))
    approval = poll.constitution.method == "approval"
    choices = [
        IdButton(
            CustomId(game.id, game.card, "vote", proposal_argument(proposal)),
            ("✓ " if proposal in chosen else "") + proposal_label(proposal),
            ButtonStyle.primary if proposal in chosen else ButtonStyle.secondary,
        )
        for proposal in standing
        if approval or proposal not in chosen
    ]
    others = []
    if vote != ():
        others.append(IdButton(CustomId(game.id, game.card, "abstain"), "Abstain"))
    if vote is not None:
        others.append(IdButton(CustomId(game.id, game.card, "withdraw"), "Withdraw"))
    others.append(rules_button(CardButtons(game.id, game.card)))
    view = StaticLayout()
    view.add_item(TextDisplay(f"{text} {translate('Vote:' if vote is None else 'Change:')}"))
    veto = poll.constitution.veto
    for row in (choices, others, _veto_buttons(actor, person, veto, standing)):
        if row:
            view.add_item(ActionRow(*row))
    return Reply(view=view, update=update)


def _veto_buttons(
    actor: GameActor, person: int, veto: str, standing: Sequence[PollProposal]
) -> list[IdButton]:
    game = actor.game
    if veto == "none" or (veto == "leader" and person != actor.reader.leader()):
        return []
    return [
        IdButton(
            CustomId(game.id, game.card, "veto", proposal_argument(proposal)),
            translate("Veto {letter}", letter=proposal_sign(proposal.letter)),
            ButtonStyle.danger,
        )
        for proposal in standing
    ]


async def vote_reply(actor: GameActor, person: int, *, update: bool = False) -> Reply:
    """Return the reply to somebody who has voted or proposed: their vote, or what it decided."""
    if actor.reader.vote_of(person) is not None:
        return own_vote(actor, person, update=update)
    text = await last_result(actor) or translate("The vote is over.")
    return result_panel(text) if update else Reply(text)


async def proposal_reply(
    actor: GameActor, person: int, receipt: Receipt, *, update: bool = False
) -> Reply | None:
    """Return the reply to an action that was a proposal; None when it was done at once."""
    if not isinstance(receipt.entry, Proposed):
        return None
    return await vote_reply(actor, person, update=update)


# ---------------------------------------------------------------- motions


_MOTION_POINTS = 44  # of a motion's words on a phone


def motion_words(status: Status, poll: Poll, what: str) -> str:
    """Return a motion in words, as long as a phone has room for below a card: what it would do
    (`what`), and unless that is long, its vote in a row of small print."""
    by = next((proposal.by for proposal in poll.proposals), status.game.founder)
    asked = translate("<@{by}> asks: {what}?", by=by, what=what)
    asked = truncate(asked, MOTION_LETTERS // 2)
    due = due_time(status, "motion")
    stands, shorter = (
        translate(
            "{voted} of {voters}, {threshold} needed{closing}",
            voted=poll.voted,
            voters=poll.voters,
            threshold=translate(poll.constitution.irreversible),
            closing=closing,
        )
        for closing in (translate("; ends <t:{due}:R>", due=due) if due else "", "")
    )
    vote = f"-# {stands}"
    vote = phone.shortened(vote, phone.text_points(vote), 1, [f"-# {shorter}"])
    lines = [CardLine(f"**{asked}**", least=2, shorter=(asked,)), CardLine(vote, Rank.RESULT)]
    return "\n".join(*phone.fit(_MOTION_POINTS, lines))


def motion_points(words: str) -> int:
    """Return how many points a motion in these words and its buttons take below a card."""
    return phone.text_points(words) + phone.ROW_POINTS + phone.GAP_POINTS


def add_motion(view: LayoutView, status: Status, card: int, poll: Poll, words: str) -> None:
    """Add a motion in words, with its buttons, to the end of a card that has not been sent yet."""
    box = next(part for part in view.children if isinstance(part, Container))
    box.add_item(TextDisplay(words, id=MOTION_ID))
    buttons = []
    for proposal in poll.proposals:
        word = {YES: "Yes", NO: "No"}[proposal.letter]
        votes = "" if proposal.votes is None else f" ({proposal.votes})"
        style = ButtonStyle.success if proposal.letter == YES else ButtonStyle.secondary
        custom_id = CustomId(status.game.id, card, "motion", word.lower())
        buttons.append(IdButton(custom_id, f"{translate(word)}{votes}", style))
    box.add_item(ActionRow(*buttons))
