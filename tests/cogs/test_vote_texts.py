"""Votes in words: what stands, who wins as things are, motions, and one's own vote."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import chain
from pathlib import Path
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from cogs.ui import vote_cards
from cogs.ui.card_buttons import CardButtons
from cogs.ui.cards import MOTION_ID
from cogs.ui.phone import CardLine
from cogs.ui.replies import Reply
from engine.contract.action import Action, Offer
from table.receipt import Receipt
from table.state import Deadline
from table.voting.constitution import Constitution
from table.voting.motions import UndoMotion
from tests.cogs import samples
from tests.cogs.test_cards import labels, parts
from tests.cogs.test_vote_cards import CLOSES, line, poll
from tests.table.driver import TableDriver
from tests.table.kinds_of_games import GameKind, game_of
from tests.table.world import ANN, BOB, EVE, TableWorld

TIED: dict[str, Any] = {"tied": ("A", "B"), "reason": "votes"}
NONE_YET = "Nothing has enough votes yet: without a result "
GREEN, RED, BLUE, GREY = 3, 4, 1, 2  # styles of Discord's buttons


def texts(lines: list[CardLine]) -> list[str]:
    """Return what lines of a card say."""
    return [each.text for each in lines if each.text]


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({}, ""),
        ({"reason": "votes"}, ""),
        ({"winner": "B"}, "As it stands, **B ◆** wins"),
        (TIED, "Tied: a lot decides between A and B"),
        ({**TIED, "winner": "A", "tie_break": "leader"}, "Tied: <@5> breaks ties, so **A ●**"),
        (
            {**TIED, "winner": "A", "tie_break": "first"},
            "Tied: until <@5> votes for one the earlier wins, so **A ●**",
        ),
        (
            {
                **TIED,
                "winner": "A",
                "tie_break": "first",
                "constitution": Constitution(tie="first"),
            },
            "Tied: the earlier one wins, so **A ●**",
        ),
        ({"reason": "quorum"}, f"{NONE_YET}a second vote follows"),
        (
            {"reason": "quorum", "constitution": Constitution(silence="autoplay")},
            f"{NONE_YET}your character acts alone",
        ),
        (
            {"reason": "quorum", "constitution": Constitution(silence="leader")},
            f"{NONE_YET}a second vote follows",
        ),
    ],
)
def test_a_vote_tells_who_wins_if_nobody_votes_any_more(facts: dict[str, Any], told: str) -> None:
    open_poll = poll(line("A"), line("B"), **facts)
    assert vote_cards.forecast_text(open_poll) == told
    assert (told in texts(vote_cards.poll_lines(open_poll, {}, 0))) == bool(told)


def test_each_line_of_a_vote_stands_in_its_place() -> None:
    full = poll(
        line("A", 2, note="A *long* way."),
        line("B", 0, struck_by=6),
        line("C", 1, label=""),
        second=True,
        winner="A",
        delegated={8: 5, 9: 6},
        delayed_by=(6, 7),
    )
    assert texts(vote_cards.poll_lines(full, {"A": ["Ann", "Bob"]}, CLOSES)) == [
        "**Second vote**: 2 of 5; missing: <@6>, <@7>, <@8>",
        "A ● **Step A** · 2 (Ann, Bob)",
        "-# A \\*long\\* way.",
        "B ◆ ~~Step B~~ vetoed by <@6>",
        "C ■ **step C** · 1",
        "As it stands, **A ●** wins",
        "-# Votes cast by others: <@5> for <@8>, <@6> for <@9>",
        f"-# The vote closes <t:{CLOSES}:R> (<t:{CLOSES}:t>), later because of the quiet hours of"
        " <@6> and <@7>",
        "-# Most votes win; <@5> breaks ties",
    ]


def test_a_vote_without_delay_or_end_says_nothing_of_them() -> None:
    assert texts(vote_cards.poll_lines(poll(line()), {}, CLOSES))[-2:] == [
        f"-# The vote closes <t:{CLOSES}:R> (<t:{CLOSES}:t>)",
        "-# Most votes win; <@5> breaks ties",
    ]
    assert "closes" not in vote_cards.poll_text(poll(line()), {}, 0)
    assert texts(vote_cards.empty_poll_lines(Constitution(), 5, CLOSES)) == [
        "**Vote**: propose an action with the buttons or `/do`",
        f"-# The vote closes <t:{CLOSES}:R> (<t:{CLOSES}:t>)",
        "-# Most votes win; <@5> breaks ties",
    ]


def test_at_most_three_sleepers_and_six_delegates_are_named() -> None:
    crowd = poll(line(), delayed_by=(6, 7, 8, 9), delegated=dict.fromkeys(range(11, 19), 5))
    told = vote_cards.poll_text(crowd, {}, CLOSES)
    assert "quiet hours of <@6>, <@7> and <@8>\n" in told
    assert "<@5> for <@16>\n" in told


def test_many_who_are_missing_are_named_as_far_as_there_is_room() -> None:
    crowd = poll(line(), missing=tuple(range(10, 20)))
    [head, *_] = vote_cards.poll_lines(crowd, {}, 0)
    eight = ", ".join(f"<@{n}>" for n in range(10, 18))
    assert head.text == f"**Vote**: 2 of 5; missing: {eight} and 2 more"
    assert head.shorter == ("**Vote**: 2 of 5; missing: <@10> and 9 more", "**Vote**: 2 of 5")
    [head, *_] = vote_cards.poll_lines(poll(line(), missing=()), {}, 0)
    assert head.text == "**Vote**: 2 of 5"


def test_where_room_is_short_a_proposal_keeps_its_sign_its_count_and_its_name() -> None:
    grave = poll(line("A", 2, irreversible=True), line("B", None, label="*Rest*"), line("C"))
    _, first, second, third, *_ = vote_cards.poll_lines(grave, {"A": ["Ann"], "B": ["Bob"]}, 0)
    bar = " · needs two thirds of the votes because it cannot be undone"
    assert first.text == f"A ● **Step A** · 2 (Ann){bar}"
    assert first.shorter == ("A ● **Step A** · 2", "A ● Step A · 2", "A ● 2: Step A")
    assert second.text == "B ◆ **\\*Rest\\***"
    assert second.shorter == (second.text, "B ◆ \\*Rest\\*")
    assert third.text == "C ■ **Step C** · 1"


@pytest.mark.parametrize(
    ("rules", "exception", "told"),
    [
        (Constitution(), False, "-# Most votes win; <@5> breaks ties"),
        (Constitution(threshold="half"), False, "-# More than half of the votes win; <@5> breaks"),
        (Constitution(tie="draw"), True, "-# Everything else: Most votes win; ties are drawn by"),
        (
            Constitution(tie="first", silence="leader"),
            False,
            "-# Most votes win; of equal ones the earlier proposal; <@5> leads",
        ),
        (Constitution(tie="draw", veto="leader"), False, "by lot; <@5> leads"),
    ],
)
def test_the_rules_of_a_vote_are_one_line(rules: Constitution, exception: bool, told: str) -> None:
    assert told in vote_cards.rules_line(rules, 5, exception=exception)


@pytest.mark.parametrize(
    ("letters", "counted", "votes", "label"),
    [
        (80, True, 2, "A ● Step north (2)"),
        (80, False, 2, "A ● Step north"),
        (80, True, None, "A ● Step north"),
        (10, True, 2, "A ● Step north (2)"),
        (9, True, 2, "A ● Step nor… (2)"),
    ],
)
def test_a_proposals_button_has_its_sign_its_name_and_its_votes(
    letters: int, counted: bool, votes: int | None, label: str
) -> None:
    north = line("A", votes, label="Step north")
    assert vote_cards.proposal_label(north, letters, counted=counted) == label


def test_a_button_for_what_cannot_be_undone_is_red() -> None:
    made = vote_cards.proposal_buttons(7, 9, poll(line("A"), line("B", irreversible=True)))
    assert [each.style for each in made] == [
        discord.ButtonStyle.success,
        discord.ButtonStyle.danger,
    ]
    assert [each.custom_id for each in made] == [
        f"v1:7:9:vote:{vote_cards.proposal_argument(each)}"
        for each in (line("A"), line("B", irreversible=True))
    ]


def test_on_the_map_each_proposal_has_its_voters_and_the_votes_that_are_open() -> None:
    drawn = vote_cards.drawn_proposals(
        poll(line("A"), line("B", label=""), voted=2, voters=5), {"A": [0, 3]}, {"step B"}
    )
    assert [(p.letter, p.label, [*p.voters], p.open, p.shot) for p in drawn] == [
        ("A", "Step A", [0, 3], 3, False),
        ("B", "step B", [], 3, True),
    ]
    assert (drawn[0].path, drawn[0].at) == (((0, 0), (1, 1)), (1, 1))


# ---------------------------------------------------------------- the buttons of the card


def card_labels(view: Any, offers: list[Offer] | None, proposals: str) -> list[list[str]]:
    """Return the labels of a vote's card, row by row."""
    open_poll = poll(*(line(x, label="Go") for x in proposals))
    buttons = vote_cards.proposal_buttons(7, 9, open_poll)
    return labels(vote_cards.vote_card(CardButtons(7, 9), view, offers, (), buttons, None))


ANSWERS = [Offer(Action("yes"), "Yes", group="answer"), Offer(Action("no"), "No", group="answer")]
VOTES = [f"{sign} Go (1)" for sign in ("A ●", "B ◆", "C ■", "D ▲", "E ✚")]


def test_a_question_that_is_voted_on_has_its_answers_below_the_vote() -> None:
    asked = samples.view(question="Really?")
    last = ["My view", "Describe"]
    assert card_labels(asked, ANSWERS, "") == [["Yes", "No"], [*last, "Rules"]]
    assert card_labels(asked, ANSWERS, "AB") == [[*VOTES[:2], "My vote"], ["Yes", "No"], last]


@pytest.mark.parametrize(
    ("proposals", "others", "last"),
    [("ABCDE", 8, 3), ("ABCDE", 9, 0), ("ABC", 10, 5), ("ABC", 11, 0), ("AB", 10, 5)],
)
def test_answers_that_take_too_many_components_beside_the_votes_end_in_a_menu(
    proposals: str, others: int, last: int
) -> None:
    offers = [
        Offer(Action("raise", (f"{name}{sign}",)), sign, stepper=name, lowers=sign == "-")
        for name in "abc"
        for sign in "+-"
    ]
    offers += [Offer(Action("answer", (str(n),)), f"{n}") for n in range(others)]
    rows = card_labels(samples.view(question="Really?", map=None), offers, proposals)
    # With its row each: 23 components at most for the buttons of the vote and the answers.
    assert rows[-2] == ([f"{n}" for n in range(5, 5 + last)] if last else ["menu"])


def test_characters_that_are_made_by_vote_may_be_drafted() -> None:
    made = samples.view(question="Who?", phase="setup")
    assert card_labels(made, ANSWERS, "")[-1][0] == "Draft in private"


def test_where_offers_are_secret_the_card_shows_the_same_buttons_for_all() -> None:
    rows = card_labels(samples.view(), None, "A")
    assert rows[0] == [*VOTES[:1], "My vote"]
    assert ["NW", "N", "NE"] in [row[:3] for row in rows]
    assert "Rules" not in {*chain(*rows)}
    assert "Rules" in {*chain(*card_labels(samples.view(), None, ""))}


def test_five_proposals_leave_no_room_beside_them() -> None:
    rows = card_labels(samples.view(), samples.moves("n"), "ABCDE")
    assert len(rows[0]) == 5
    assert "My vote" in {*chain(*rows[1:])}


# ---------------------------------------------------------------- motions

UNDO = UndoMotion(3)


def motion_words(due: float = 0, what: str = "end it", **facts: Any) -> str:
    """Return a motion in words, of person 8 unless it has no proposals yet."""
    deadlines = (Deadline(7, "motion", due, 5),) if due else ()
    proposals = facts.pop("proposals", (line("A", by=8), line("B", by=8)))
    asked = poll(*proposals, motion=UNDO, **facts)
    return vote_cards.motion_words(samples.status(deadlines=deadlines), asked, what)


def test_a_motion_tells_who_asks_what_and_how_its_vote_stands() -> None:
    assert motion_words() == "**<@8> asks: end it?**\n-# 2 of 5, two thirds needed"
    assert motion_words(proposals=()).startswith("**<@5> asks")


def test_a_motion_tells_when_its_vote_ends_where_its_one_row_has_room() -> None:
    rules = Constitution(irreversible="all")
    told = motion_words(CLOSES, constitution=rules, missing=(6, 7)).split("\n")[1]
    assert told == f"-# 2 of 5, all needed; ends <t:{CLOSES}:R>"
    assert motion_words(CLOSES) == motion_words()


def test_what_a_long_motion_asks_takes_the_row_of_its_vote() -> None:
    assert motion_words(what="undo 3 moves") == "**<@8> asks: undo 3 moves?**"
    told = motion_words(what="undo 3 moves of everybody who was here since then")
    assert told == "<@8> asks: undo 3 moves of everybody who was here…"


def test_a_motion_takes_the_points_of_its_words_its_buttons_and_the_gap() -> None:
    assert vote_cards.motion_points("Undo?\n-# 2 of 5") == 22 + 18 + 48 + 8


@pytest.mark.parametrize(("votes", "yes", "no"), [(2, "Yes (2)", "No (2)"), (None, "Yes", "No")])
def test_a_motion_is_answered_by_yes_and_no(votes: int | None, yes: str, no: str) -> None:
    card = samples.turn_card()
    asked = poll(line("A", votes), line("B", votes), motion=UNDO)
    vote_cards.add_motion(card.view, samples.status(), 9, asked, "Undo?")
    *_, text, row, first, second = parts(card.view)
    assert (text["id"], text["content"], row["type"]) == (MOTION_ID, "Undo?", 1)
    shown = [(each["label"], each["custom_id"], each["style"]) for each in (first, second)]
    assert shown == [(yes, "v1:7:9:motion:yes", GREEN), (no, "v1:7:9:motion:no", GREY)]


# ---------------------------------------------------------------- one's own vote


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[TableWorld]:
    world = await TableWorld(tmp_path / "world.sqlite").open()
    yield world
    await world.close()


async def voting(world: TableWorld, **settings: str) -> TableDriver:
    """A game of Ann, Bob and Eve in which Ann has proposed a step to the south; a vote ends when
    nobody is missing."""
    kind = GameKind("vote", "none", "play", "vote")
    return await game_of(world, kind, **{"early": "off", **settings})


def shown(reply: Reply) -> tuple[str, list[tuple[str, int]]]:
    """Return a private panel's words, and its buttons with their styles."""
    every = parts(reply.view)
    buttons = [(part["label"], part["style"]) for part in every if part["type"] == 2]
    return "\n".join(part["content"] for part in every if part["type"] == 10), buttons


async def test_ones_own_vote_can_be_changed_in_all_ways_that_are_left(world: TableWorld) -> None:
    table = await voting(world)
    await table.act(BOB, "step e")
    [first, second] = [
        vote_cards.proposal_label(each) for each in (table.reader.poll() or poll()).proposals
    ]
    rest = [("Abstain", GREY), ("Withdraw", GREY), ("Rules", GREY)]
    name = first.removeprefix("A ● ").removesuffix(" (1)")
    assert shown(vote_cards.own_vote(table.actor, ANN.id)) == (
        f"You voted for **A ● {name}**. Change:",
        [(second, GREY), *rest],
    )
    assert shown(vote_cards.own_vote(table.actor, EVE.id)) == (
        "You have not voted. Vote:",
        [(first, GREY), (second, GREY), rest[0], rest[2]],
    )
    await table.withdraw_vote(BOB)
    await table.vote(EVE, ())
    assert shown(vote_cards.own_vote(table.actor, EVE.id)) == (
        "You abstain. Change:",
        [(first, GREY), (second.replace("(1)", "(0)"), GREY), *rest[1:]],
    )


async def test_where_several_may_be_voted_for_ones_own_are_marked(world: TableWorld) -> None:
    table = await voting(world, method="approval")
    await table.act(BOB, "step e")
    await table.vote(BOB, ("A", "B"))
    _, buttons = shown(vote_cards.own_vote(table.actor, BOB.id))
    assert [(label[:5], style) for label, style in buttons[:2]] == [
        ("✓ A ●", BLUE),
        ("✓ B ◆", BLUE),
    ]
    _, buttons = shown(vote_cards.own_vote(table.actor, EVE.id))
    assert [(label[:3], style) for label, style in buttons[:2]] == [("A ●", GREY), ("B ◆", GREY)]


@pytest.mark.parametrize(
    ("veto", "ann", "bob"), [("none", [], []), ("leader", ["A ●"], []), ("all", ["A ●"], ["A ●"])]
)
async def test_whoever_may_veto_a_proposal_has_a_button_for_it(
    world: TableWorld, veto: str, ann: list[str], bob: list[str]
) -> None:
    table = await voting(world, veto=veto)
    for person, signs in ((ANN, ann), (BOB, bob)):
        _, buttons = shown(vote_cards.own_vote(table.actor, person.id))
        assert buttons[-1 - len(signs)] == ("Rules", GREY)
        assert [each for each in buttons if each[0].startswith("Veto")] == [
            (f"Veto {sign}", RED) for sign in signs
        ]


async def test_a_struck_proposal_is_not_voted_for_any_more(world: TableWorld) -> None:
    table = await voting(world, veto="all")
    await table.act(BOB, "step e")
    await table.veto(EVE, "B")
    text, buttons = shown(vote_cards.own_vote(table.actor, EVE.id))
    assert not any("B ◆" in label for label, _ in buttons)
    assert text == "You have not voted. Vote:"


async def test_each_vote_belongs_to_whoever_cast_it_and_hidden_ones_to_nobody(
    world: TableWorld,
) -> None:
    table = await voting(world)
    await table.act(BOB, "step e")
    opened = table.reader.poll()
    assert opened is not None
    voters = vote_cards.voters_by_letter(table.actor, opened)
    assert voters == {"A": [0], "B": [1]}
    assert vote_cards.voter_names(table.actor, voters) == {"A": ["Ann"], "B": ["Bob"]}
    hidden = replace(opened, proposals=(line("A", None), line("B", None)))
    assert vote_cards.voters_by_letter(table.actor, hidden) == {}


async def test_the_vote_that_decided_is_told_on_its_own_card_and_to_whoever_voted_last(
    world: TableWorld,
) -> None:
    table = await voting(world, early="on")
    card = table.game.card
    pending = await vote_cards.vote_reply(table.actor, ANN.id)
    assert pending.view is not None
    receipt = await table.vote(BOB, ("A",))
    result = await vote_cards.last_result(table.actor)
    assert result.startswith("Decided: A ● **")
    assert await vote_cards.result_on_card(table.actor, card) == result
    assert await vote_cards.result_on_card(table.actor, card + 9) == ""
    assert (await vote_cards.vote_reply(table.actor, BOB.id)).text == result
    told, _ = shown(await vote_cards.vote_reply(table.actor, BOB.id, update=True))
    assert told == result
    assert await vote_cards.proposal_reply(table.actor, BOB.id, receipt) is None
    assert vote_cards.own_vote(table.actor, BOB.id).text == "There are no proposals now."


async def test_moves_that_were_undone_are_the_newest_result(world: TableWorld) -> None:
    table = await game_of(world, GameKind("vote", "none", "play"))
    assert await vote_cards.last_result(table.actor) == ""
    assert (await vote_cards.vote_reply(table.actor, ANN.id)).text == "The vote is over."
    await table.act(ANN, "step s")
    await table.vote(BOB, ("A",))
    await table.move_to_undo(ANN, 1)
    await table.vote(BOB, ("A",), motion=True)
    told = await vote_cards.last_result(table.actor)
    assert told == "Moves were undone; new dice are rolled from here."


async def test_a_proposal_is_answered_with_ones_own_vote(world: TableWorld) -> None:
    table = await game_of(world, GameKind("vote", "none", "play"))
    receipt: Receipt = await table.act(ANN, "step s")
    reply = await vote_cards.proposal_reply(table.actor, ANN.id, receipt, update=True)
    assert reply is not None
    assert reply.update
    assert shown(reply)[0].startswith("You voted for **A ●")
