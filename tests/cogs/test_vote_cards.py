"""The vote in words and buttons."""

from __future__ import annotations

import itertools

import pytest

from cogs.ui import phone, vote_cards
from cogs.ui.advice import advice_lines
from cogs.ui.card_buttons import CardButtons
from cogs.ui.cards import FOOTER_ID, STORY_ID, Card, CardPicture
from cogs.ui.components import LABEL_LENGTH
from cogs.ui.custom_ids import MAX_LENGTH
from engine.contract.action import Action, Offer
from table.errors import Refusal
from table.receipt import Status
from table.voting.constitution import PRESETS, Constitution, clauses
from table.voting.motions import UndoMotion
from table.voting.poll import Poll, PollProposal
from tests.cogs import samples
from tests.cogs.test_cards import card_points, moves, parts

CLOSES = 1_234_567_890  # a Unix time
WAYS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def line(letter: str = "A", votes: int | None = 1, **more: object) -> PollProposal:
    facts = {
        "letter": letter,
        "action": f"step {letter}",
        "label": f"Step {letter}",
        "by": 5,
        "irreversible": False,
        "votes": votes,
        "at": (1, 1),
        "path": ((0, 0), (1, 1)),
    }
    return PollProposal(**{**facts, **more})  # type: ignore[arg-type]


def poll(*lines: PollProposal, voted: int = 2, voters: int = 5, **more: object) -> Poll:
    facts = {"motion": None, "leader": 5, "missing": (6, 7, 8)}
    return Poll(proposals=lines, voted=voted, voters=voters, **{**facts, **more})  # type: ignore[arg-type]


def test_the_vote_tells_counts_voters_the_missing_and_its_rules():
    told = vote_cards.poll_text(poll(line("A", 2), line("B", 0)), {"A": ["Ann", "*Bob*"]}, 0)
    assert "**Vote**: 2 of 5; missing: <@6>, <@7>, <@8>" in told
    assert "A ● **Step A** · 2 (Ann, \\*Bob\\*)" in told
    assert "B ◆ **Step B** · 0" in told
    assert "\n-# Most votes win; <@5> breaks ties" in told
    assert len(told.split("\n")) == 4, "no line is empty"


def test_a_vote_in_words_of_1698_letters_is_told_whole_and_a_longer_one_without_its_end():
    def told(letters: int) -> str:
        """A vote with notes of the proposals, of which the last has so many letters."""
        notes = ("x" * 300, "x" * 300, "x" * 300, "x" * 300, "x" * letters)
        lines = [
            line(letter, note=note, label="Go there")
            for letter, note in zip("ABCDE", notes, strict=True)
        ]
        return vote_cards.poll_text(poll(*lines), {}, 0)

    most = 1 + 1698 - len(told(1))
    assert told(most).endswith("-# Most votes win; <@5> breaks ties")
    assert len(told(most)) == 1698
    assert told(most + 1).endswith("x\n…")


def test_where_room_is_short_who_is_winning_is_told_longer_than_the_rules():
    vote = vote_cards.poll_lines(poll(line("A", 2), line("B", 0), winner="A"), {}, CLOSES)
    told = ["\n".join(phone.fit(points, vote)[0]) for points in range(400)]
    wins, rules = (
        [points for points, text in enumerate(told) if part in text]
        for part in ("As it stands, **A ●** wins", "Most votes win")
    )
    assert {*rules} < {*wins}
    assert all("A ●" in text for text in told)


def test_where_room_is_short_the_coach_is_told_longer_than_who_is_missing_and_when_it_closes():
    advice = advice_lines(samples.view(coach="A wolf is near."))
    vote = vote_cards.poll_lines(poll(line("A", 2), line("B", 0)), {}, CLOSES)
    told = ["\n".join(itertools.chain(*phone.fit(points, advice, vote))) for points in range(400)]
    coach, voted, closes = (
        {points for points, text in enumerate(told) if part in text}
        for part in ("> A wolf", "**Vote**: 2 of 5", "The vote closes")
    )
    assert closes < voted < coach


@pytest.mark.parametrize(
    ("changes", "said", "unsaid"),
    [
        ({"quorum": 50}, "at least 50 % of them must vote", ""),
        ({"quorum": 0}, "", "at least 0 % of them must vote"),
        ({"voters": "players"}, "Everyone who plays a character may vote for one proposal", ""),
        ({"veto": "leader"}, "the leader may strike a proposal", ""),
        ({"veto": "none"}, "", "any voter may strike a proposal"),
        ({"counts": "hidden"}, "the counts show at the end", ""),
        ({"counts": "open"}, "", "the counts show at the end"),
        ({"tie": "draw"}, "a tie is decided by lot", "in a tie the earlier proposal wins"),
        ({"silence": "leader"}, "whoever does not vote follows the leader", ""),
        ({"early": False}, "the vote closes at the deadline", ""),
    ],
)
def test_the_rules_of_a_vote_say_what_holds_and_nothing_else(changes, said, unsaid):
    told = [str(each) for each in clauses(Constitution(**changes))]
    assert not said or said in told
    assert unsaid not in told


def test_what_cannot_be_undone_shows_its_higher_bar():
    grave = line(irreversible=True)
    told = vote_cards.poll_text(poll(grave), {}, 0)
    assert "needs two thirds of the votes because it cannot be undone" in told
    assert "Everything else: Most votes win" in told
    second = vote_cards.poll_text(poll(grave, second=True), {}, 0)
    assert "cannot be undone: beats what can only with two thirds of the votes" in second
    same = poll(grave, constitution=Constitution(threshold="all", irreversible="all"))
    assert "undone" not in vote_cards.poll_text(same, {}, 0)


@pytest.mark.parametrize("tie", ["leader", "first", "draw"])
@pytest.mark.parametrize("silence", ["abstain", "leader", "autoplay"])
@pytest.mark.parametrize("veto", ["none", "leader", "all"])
def test_the_leader_is_named_wherever_leading_counts(tie, silence, veto):
    rules = Constitution(tie=tie, silence=silence, veto=veto)
    told = vote_cards.rules_line(rules, 5)
    assert ("<@5>" in told) == ("leader" in (tie, silence, veto))
    assert told in vote_cards.poll_text(poll(line(), constitution=rules), {}, 0)
    assert told == vote_cards.empty_poll_lines(rules, 5, 0)[-1].text


def test_hidden_counts_show_neither_numbers_nor_names():
    hidden = poll(line(votes=None), line("B", None))
    told = vote_cards.poll_text(hidden, {}, 0)
    assert "A ● **Step A**\n" in told
    [a, b] = vote_cards.drawn_proposals(hidden, {"A": [0]})
    assert (a.voters, a.open) == ((), 5) == (b.voters, b.open)
    assert vote_cards.proposal_label(hidden.proposals[0]) == "A ● Step A"


def test_a_struck_proposal_stands_in_the_text_and_nowhere_else():
    struck = poll(line(struck_by=6), line("B"))
    assert "~~Step A~~ vetoed by <@6>" in vote_cards.poll_text(struck, {}, 0)
    assert [p.letter for p in vote_cards.drawn_proposals(struck, {})] == ["B"]
    assert len(vote_cards.proposal_buttons(1, 2, struck)) == 1


def test_a_long_label_keeps_its_count_and_a_long_order_fits_a_button():
    long = line(action="travel " + "x" * 390, label="Go to " + "the far end " * 5, votes=12)
    label = vote_cards.proposal_label(long)
    assert len(label) <= LABEL_LENGTH
    assert label.startswith("A ● Go to")
    assert label.endswith("… (12)")
    [button] = vote_cards.proposal_buttons(10**17, 10**8, poll(long))
    assert len(button.custom_id or "") <= MAX_LENGTH


def test_a_letter_that_was_given_anew_is_not_voted_for_by_the_old_button():
    old, new = line(action="step n"), line(action="descend")
    assert vote_cards.find_proposal(poll(old), vote_cards.proposal_argument(old)) == "A"
    with pytest.raises(Refusal, match="is gone"):
        vote_cards.find_proposal(poll(new), vote_cards.proposal_argument(old))
    with pytest.raises(Refusal, match="is gone"):
        vote_cards.find_proposal(None, "nonsense")


def _full_vote(constitution: str) -> list[dict]:
    c = PRESETS[constitution]
    lines = [
        line(x, 3, label="W" * 38, action="w" * 300, irreversible=True, by=10**18) for x in "ABCDE"
    ]
    missing = tuple(10**18 + n for n in range(30))
    full = poll(*lines, voted=9, voters=39, missing=missing, constitution=c)
    names = {x: ["N" * 32] * 9 for x in "ABCDE"}
    vote = vote_cards.poll_lines(full, names, CLOSES)
    view = samples.view(lines=("L" * 300,) * 9)
    acts = [Offer(Action("use", (str(n),)), "U" * 38) for n in range(9)]
    offers = [*samples.moves(*WAYS), *acts]
    status: Status = samples.status()
    card = vote_cards.vote_card(
        CardButtons(7, 10**8),
        view,
        offers,
        vote,
        vote_cards.proposal_buttons(7, 10**8, full),
        CardPicture(b"", "turn.png", view.alt),
    )
    motion = poll(line("A"), line("B"), motion=UndoMotion(3), missing=missing)
    words_of_it = vote_cards.motion_words(status, motion, "undo 3 moves")
    vote_cards.add_motion(card.view, status, 10**8, motion, words_of_it)
    return parts(card.view)


@pytest.mark.parametrize("most", [1, 2, 3, 5])
def test_a_pad_for_everybody_needs_three_rows(most: int):
    buttons = CardButtons(7, 9)
    rows = buttons.neutral_rows(samples.view(), most)
    has_pad = any(button.custom_id.endswith(":direction:n") for row in rows for button in row)
    assert samples.view().map is not None
    assert (has_pad, len(rows) <= most) == (most >= 3, True)


@pytest.mark.parametrize("constitution", [*PRESETS])
def test_the_fullest_vote_card_is_one_that_discord_takes(constitution: str):
    every = _full_vote(constitution)
    assert len(every) <= 40
    assert sum(len(part.get("content", "")) for part in every) <= 4000
    ids = [part["custom_id"] for part in every if "custom_id" in part]
    assert all(len(each) <= MAX_LENGTH for each in ids)


def _vote_card(lines: tuple[str, ...], proposals: int) -> list[dict]:
    """The parts of the card of a vote on so many proposals, after a headline and other lines."""
    labels = ["Go to a Hand Axe (-1,4d2), 4 E", "Go to the up staircase, 5 W", "Rest as needed"]
    open_poll = poll(*(line(x, label=labels[0]) for x in "ABC"[:proposals]), missing=(6,))
    names = {x: ["Luthien"] for x in "ABC"}
    view = samples.view(lines=lines)
    offers = [Offer(Action("do", (x,)), x, advised=True) for x in labels]
    card = vote_cards.vote_card(
        CardButtons(7, 9),
        view,
        [*samples.moves(*WAYS), *offers],
        vote_cards.poll_lines(open_poll, names, CLOSES),
        vote_cards.proposal_buttons(7, 9, open_poll),
        CardPicture(b"", "turn.png", view.alt),
    )
    return parts(card.view)


@pytest.mark.parametrize("proposals", [0, 1, 2, 3])
def test_a_long_story_gives_way_on_a_phone_but_for_what_matters(proposals: int):
    lines = ("The wolf bites you (9).", *(f"Then {n}." for n in range(5)))
    every = _vote_card(lines, proposals)
    labels = [part.get("label") for part in every]
    texts = {part.get("id"): part["content"] for part in every if part["type"] == 10}
    story, footer = texts[STORY_ID], texts[FOOTER_ID]
    assert "The wolf bites you (9)." in story
    assert footer.count("Go to a Hand Axe") == proposals
    assert "The vote closes" in footer
    assert ("Why?" in labels) == (len(story.splitlines()) < len(lines))


NAMES = ("Explore", "Go to the down staircase, 3 SE", "Answer Westernesse and then the others")
COACH = "41 of 41, unarmed. Wolf 1, asleep, 9 north and 3 more. Explore, 40 turns. Song +1 (100)."
STORIES = (
    ("A wolf howls.",),
    ("Explored 24 turns: 2 rooms, took a Pair of Boots; stopped: a wolf.",),
)


def _with_motion(
    names: tuple[str, ...], story: tuple[str, ...], question: str, asked: str
) -> tuple[Card, list[str]]:
    """A vote on proposals of these names, beside a motion unless nothing is asked; its letters."""
    lines = [line(x, label=name, note="Hm." * 9) for x, name in zip("ABCDE", names, strict=False)]
    open_poll = poll(*lines, missing=(6, 7, 8), voted=len(lines))
    motion = poll(line("A"), line("B"), motion=UndoMotion(3), missing=(6, 7))
    words = vote_cards.motion_words(samples.status(), motion, asked) if asked else ""
    offers = [Offer(Action("do", (x,)), x, advised=True) for x in NAMES]
    card = vote_cards.vote_card(
        CardButtons(7, 9),
        samples.view(story, question, coach=COACH),
        offers if question else [*moves(*WAYS), *offers],
        vote_cards.poll_lines(open_poll, {"A": ["Ann"]}, CLOSES),
        vote_cards.proposal_buttons(7, 9, open_poll),
        CardPicture(b"", "turn.png", "A wolf."),
        reserved=vote_cards.motion_points(words) if asked else 0,
    )
    if asked:
        vote_cards.add_motion(card.view, samples.status(), 9, motion, words)
    return card, [each.letter for each in lines]


@pytest.mark.parametrize("asked", ["", "undo 3 moves", "set “How long a turn may take” to daily"])
def test_a_phone_shows_any_vote_whole_with_each_proposal_and_a_motion(asked: str):
    named = [names for n in range(6) for names in itertools.product(NAMES, repeat=n)][::31]
    for names, story, question in itertools.product(named, STORIES, ("", "What do you do?")):
        card, letters = _with_motion(names, story, question, asked)
        assert card_points(card) <= phone.CARD_POINTS
        texts = [part["content"] for part in parts(card.view) if part["type"] == 10]
        told = [row for text in texts for row in text.splitlines() if row[2:3] in tuple("●◆■▲✚")]
        assert [each[0] for each in told] == letters
        labels = [part["label"] for part in parts(card.view) if part["type"] == 2]
        assert [each[0] for each in labels if each[2:3] in tuple("●◆■▲✚")] == letters
        assert ("Yes (1)" in labels) == bool(asked)
        assert question in "\n".join(texts)


def test_buttons_of_proposals_share_a_row_by_shorter_names():
    two = poll(line("A", label=NAMES[1]), line("B", label="Step e"))
    [first, second] = vote_cards.proposal_buttons(7, 9, two)
    assert str(first.label).startswith("A ● Go to")
    assert str(second.label) == "B ◆ Step e"
    assert phone.fit_row([str(first.label), str(second.label), vote_cards.MY_VOTE])
    [yes] = vote_cards.proposal_buttons(7, 9, poll(line("A", label="Yes")))
    assert str(yes.label) == "A ● Yes (1)"


def test_advised_offers_are_buttons_until_somebody_has_proposed():
    advised = "Go to a Hand Axe (-1,4d2), 4 E"
    long = ("A wolf howls far away, and another answers it. " * 2,)
    for proposals, shown in ((0, True), (3, False)):
        labels = [part.get("label") for part in _vote_card(long, proposals)]
        assert (advised in labels) is shown
        assert "More…" in labels
