"""The vote in words and buttons."""

from __future__ import annotations

import pytest

from cogs.ui import durations, preferences, vote_cards
from cogs.ui.components import LABEL
from cogs.ui.custom_ids import LIMIT
from engine.game import Action, Offer
from table.ballot import PRESETS, Constitution, sentence
from table.errors import Refusal
from table.records import Entry, Status
from table.voting import Poll, PollLine
from tests.cogs import samples
from tests.cogs.test_cards import parts

C = Constitution()
WAYS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def line(letter: str = "A", votes: int | None = 1, **more: object) -> PollLine:
    facts = {
        "letter": letter,
        "text": f"step {letter}",
        "label": f"Step {letter}",
        "by": 5,
        "grave": False,
        "votes": votes,
        "vetoed": False,
        "at": (1, 1),
        "path": ((0, 0), (1, 1)),
    }
    return PollLine(**{**facts, **more})  # type: ignore[arg-type]


def poll(*lines: PollLine, voted: int = 2, voters: int = 5, **more: object) -> Poll:
    facts = {"what": "move", "sentence": sentence(C), "leader": 5, "missing": (6, 7, 8)}
    return Poll(proposals=lines, voted=voted, voters=voters, **{**facts, **more})  # type: ignore[arg-type]


def test_the_vote_tells_counts_voters_the_missing_and_its_rules():
    told = vote_cards.tally(poll(line("A", 2), line("B", 0)), C, {"A": ["Ann", "*Bob*"]}, "")
    assert "**Vote**: 2 of 5 have voted; waiting for <@6>, <@7>, <@8>" in told
    assert "A ● **Step A**: 2 votes (Ann, \\*Bob\\*)" in told
    assert "B ◆ **Step B**: 0 votes" in told
    assert f"-# {sentence(C)}" in told


def test_what_cannot_be_undone_shows_its_higher_bar():
    told = vote_cards.tally(poll(line(grave=True)), C, {}, "")
    assert "cannot be undone: needs two thirds" in told
    same = Constitution(threshold="all", grave="all")
    assert "cannot be undone" not in vote_cards.tally(poll(line(grave=True)), same, {}, "")


def test_hidden_counts_show_neither_numbers_nor_names():
    hidden = poll(line(votes=None), line("B", None))
    told = vote_cards.tally(hidden, C, {}, "")
    assert "A ● **Step A**\n" in told
    [a, b] = vote_cards.drawn(hidden, {"A": [0]})
    assert (a.voters, a.open) == ((), 5) == (b.voters, b.open)
    assert vote_cards.labelled(hidden.proposals[0]) == "A ● Step A"


def test_a_struck_proposal_stands_in_the_text_and_nowhere_else():
    struck = poll(line(vetoed=True), line("B"))
    assert "~~Step A~~ struck" in vote_cards.tally(struck, C, {}, "")
    assert [p.letter for p in vote_cards.drawn(struck, {})] == ["B"]
    assert len(vote_cards.letters(1, 2, struck)) == 1


def test_a_long_label_keeps_its_count_and_a_long_order_fits_a_button():
    long = line(text="travel " + "x" * 390, label="Go to " + "the far end " * 5, votes=12)
    label = vote_cards.labelled(long)
    assert len(label) <= LABEL
    assert label.startswith("A ● Go to")
    assert label.endswith("… (12)")
    [button] = vote_cards.letters(10**17, 10**8, poll(long))
    assert len(button.custom_id or "") <= LIMIT


def test_a_letter_that_was_given_anew_is_not_voted_for_by_the_old_button():
    old, new = line(text="step n"), line(text="descend")
    assert vote_cards.found(poll(old), vote_cards.named(old)) == "A"
    with pytest.raises(Refusal, match="does not stand"):
        vote_cards.found(poll(new), vote_cards.named(old))
    with pytest.raises(Refusal, match="does not stand"):
        vote_cards.found(None, "nonsense")


def _entry(text: str, kind: str = "table") -> Entry:
    return Entry(9, kind, None, text, None, 0.0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "decide B step ne (A 1, B 2; 3 of 4)",
            "Decided: B ◆ **step ne** (A 1, B 2; 3 of 4 took part)",
        ),
        (
            "decide A fire (wolf) (A 1, B 1; 2 of 4, tied A B)",
            "Decided: A ● **fire (wolf)** (A 1, B 1; 2 of 4 took part; a tie of A and B)",
        ),
        ("undecided: too few have voted", "Undecided: too few have voted"),
        ("carry set pace slow: 3 for, 1 against", "Carried: set pace slow: 3 for, 1 against"),
        ("reject undo to 4: 1 for, 3 against", "Lost: undo to 4: 1 for, 3 against"),
        ("vote A", ""),
    ],
)
def test_results_are_read_off_the_log(text: str, told: str):
    assert vote_cards.decided(_entry(text)) == told
    assert vote_cards.decided(_entry(text, "engine")) == ""


def _full_vote(constitution: str) -> list[dict]:
    c = PRESETS[constitution]
    lines = [line(x, 3, label="W" * 38, text="w" * 300, grave=True, by=10**18) for x in "ABCDE"]
    missing = tuple(10**18 + n for n in range(30))
    full = poll(*lines, voted=9, voters=39, missing=missing, sentence=sentence(c))
    names = {x: ["N" * 32] * 9 for x in "ABCDE"}
    closing = "; closes <t:1234567890:R> (<t:1234567890:f>)"
    vote = vote_cards.tally(full, c, names, closing)
    view = samples.view(lines=("L" * 300,) * 9)
    acts = [Offer(Action("use", (str(n),)), "U" * 38) for n in range(9)]
    offers = [*samples.moves(*WAYS), *acts]
    status: Status = samples.status()
    card = vote_cards.card(
        status, 10**8, view, offers, vote, vote_cards.letters(7, 10**8, full), b""
    )
    motion = poll(line("A"), line("B"), what="undo to 3", missing=missing)
    vote_cards.with_motion(
        card.view, *vote_cards.motion(status, 10**8, motion, "take back 3 moves")
    )
    return parts(card.view)


@pytest.mark.parametrize("constitution", [*PRESETS])
def test_the_fullest_vote_card_is_one_that_discord_takes(constitution: str):
    every = _full_vote(constitution)
    assert len(every) <= 40
    assert sum(len(part.get("content", "")) for part in every) <= 4000
    ids = [part["custom_id"] for part in every if "custom_id" in part]
    assert all(len(each) <= LIMIT for each in ids)
    texts = [part["content"] for part in every if part["type"] == 10]
    assert any(sentence(PRESETS[constitution]) in text for text in texts)


@pytest.mark.parametrize(
    ("text", "seconds"), [("3 days", 259200), ("12h", 43200), (" 2 W ", 1209600), ("90 min", 5400)]
)
def test_lengths_of_time_are_read(text: str, seconds: float):
    assert durations.seconds(text) == seconds


@pytest.mark.parametrize("text", ["", "soon", "0 days", "-3 days", "53 weeks", "3", "٣ days"])
def test_what_is_no_length_of_time_is_refused(text: str):
    with pytest.raises(Refusal, match="length of time"):
        durations.seconds(text)


def test_habits_are_kept_and_shown():
    away = preferences.habit("away")
    assert away is not None
    kept = preferences.kept("away", "1 day", 1000.0)
    assert kept == "87400"
    assert "until <t:87400:f>" in preferences.shown(away, {"away": kept}, 2000.0)
    assert "**no**" in preferences.shown(away, {"away": kept}, 90000.0)
    assert preferences.kept("quiet", "Off", 0.0) is None
    assert "Europe/Berlin" in preferences.zones()
