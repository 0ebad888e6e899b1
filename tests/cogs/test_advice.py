"""Coach lines, odds, chances and limits of plans on cards and in panels."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cogs.ui import advice, cards, panels, phone, vote_cards
from cogs.ui.advice import UNBROKEN
from cogs.ui.card_buttons import CardButtons, offer_option
from cogs.ui.cards import FOOTER_ID, CardPicture
from cogs.ui.components import LABEL_LENGTH
from cogs.ui.custom_ids import CustomId
from cogs.ui.languages import speaking
from cogs.ui.phone import CardLine
from engine.contract.action import Action, Chance, Offer
from engine.contract.view import CharacterStatus, Condition, View
from table.state import Seat
from tests.cogs import samples
from tests.cogs.test_cards import add_motion, enabled, fits, labels, parts, words

HIT = Chance("hit", 68, "Hit 68 %, about 6 of its 14")
HURT = Chance("hurt", 41, "it hits you 41 %, about 4")
SHOOT = Offer(
    Action("shoot", ("wolf-1",)),
    "Shoot the wolf",
    group="target",
    advised=True,
    why="it is hurt and comes on",
    chances=(HIT, HURT),
)
COACH = "41 of 41, unarmed; a wolf, asleep, 5 north: “Explore” goes on past it"
ODDS = ("Wolf 2: hit it 68 %, about 6 of its 14; it hits you 41 %, about 4",) * 7


def fight(**more: object) -> View:
    """A view of a fight with advice."""
    return samples.view(coach=COACH, odds=ODDS, caution="usual", **more)  # type: ignore[arg-type]


ROOM = phone.CARD_POINTS - phone.FRAME_POINTS - phone.PICTURE_POINTS - 4 * phone.ROW_POINTS


def vote_card(view: View, vote: str, offers: list[Offer]) -> Any:
    lines = [CardLine(line, least=1) for line in vote.splitlines()]
    return vote_cards.vote_card(
        CardButtons(7, 9), view, offers, lines, [], CardPicture(b"", "t.png", "alt")
    )


# ---------------------------------------------------------------- chances


def test_a_button_shows_the_chance_that_matters_most_and_a_menu_all_of_them():
    label = f"Shoot the wolf ·{UNBROKEN}68{UNBROKEN}%"
    assert {label} <= enabled(samples.turn_card([SHOOT]))
    line = offer_option(SHOOT)
    assert line.label == "Shoot the wolf"
    assert line.description == (
        "Advised: it is hurt and comes on · Hit 68 %, about 6 of its 14; it hits you 41 %, about 4"
    )


@pytest.mark.parametrize(
    ("chance", "mark"),
    [
        (HIT, "68 %"),
        (Chance("open", 1, "Pick the lock 1 %"), "1 %"),
        (HURT, "hurt 41 %"),
        (Chance("lead", 97, "You deal more than they do 97 %"), "ahead 97 %"),
        (Chance("notice", 20, "Noticed 20 % a turn"), "noticed 20 %"),
        (Chance("end", 5, "The poison kills 5 %"), "death 5 %"),
    ],
)
def test_a_bare_percentage_is_the_chance_that_the_deed_succeeds(chance: Chance, mark: str):
    assert advice.chance_mark((chance, HIT)) == mark.replace(" ", UNBROKEN)


chances = st.lists(
    st.builds(
        Chance,
        st.sampled_from(["hit", "hurt", "lead", "notice", "open", "escape", "work", "end"]),
        st.integers(0, 100),
        st.text(max_size=60),
    ),
    max_size=4,
).map(tuple)
many_offers = st.lists(
    st.builds(
        lambda n, label, hint, why, found, group: Offer(
            Action("do", (str(n),)), label, hint, group, why=why, advised=bool(why), chances=found
        ),
        st.integers(0, 10**6),
        st.text("abc ", min_size=1, max_size=38).filter(str.strip),
        st.text(max_size=100),
        st.text(max_size=60),
        chances,
        st.sampled_from(["act", "target", "plan", "item"]),
    ),
    max_size=40,
    unique_by=lambda offer: offer.action,
)


@settings(max_examples=20)
@given(many_offers, st.text(max_size=250), st.lists(st.text(max_size=150), max_size=9))
def test_any_advice_fits_in_a_message(many: list[Offer], coach: str, odds: list[str]):
    shown = samples.view(
        ("L" * 400,) * 9, coach=coach, odds=tuple(odds), caution="bold", alt="A" * 1024
    )
    turn = samples.turn_card([*samples.moves("n", "e", "s", "w"), *many], shown)
    vote = vote_card(shown, "V" * 1200, many)
    for card in (turn, vote):
        add_motion(card.view)
        fits(card.view)
    fits(panels.actions_menu(1, 9, many or [SHOOT], "", 1, limits=True).view)
    fits(panels.own_view(CardButtons(1, 9, own=True), shown, many, "x" * 5000).view)
    for offer in many:
        assert len(offer_option(offer, limits=True).description or "") <= 100
        assert len(advice.label_with_chance(offer)) <= LABEL_LENGTH
        assert advice.label_with_chance(offer).endswith(advice.chance_mark(offer.chances))


def test_a_pad_shows_chances_only_where_a_phone_keeps_its_row_whole():
    def step(way: str) -> Offer:
        chance = (Chance("hit", 95, "Hit 95 %"),)
        move = Offer(Action("step", (way,)), way, group="move", intent="attack", at=(0, 1))
        return replace(move, chances=chance)

    one = labels(samples.turn_card([step("s")]))
    assert one[2] == ["SW", f"Hit S 95{UNBROKEN}%", "SE", "Describe"]
    three = labels(samples.turn_card([step("sw"), step("s"), step("se")]))
    assert three[2] == ["Hit SW", "Hit S", "Hit SE", "Describe"]


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_pad_fits_a_phone_with_enemies_anywhere_and_whatever_leads_out_of_it(language: str):
    chance = (Chance("hit", 95, "Hit 95 %"),)
    moves = samples.moves(*("nw", "n", "ne", "w", "e", "sw", "s", "se"))
    for hits in range(2 ** len(moves)):
        offers = [
            replace(each, intent="attack", chances=chance) if hits >> n & 1 else each
            for n, each in enumerate(moves)
        ]
        with speaking(language):
            rows = CardButtons(7, 9).play_rows(offers, fight(), why=True)
        pad = [[str(button.custom_id).split(":")[3] for button in row] for row in rows[:3]]
        assert all(row[:3].count("act") + row[:3].count("blocked") == 3 for row in pad)
        assert all(phone.fit_row([str(button.label) for button in row]) for row in rows)
        assert any("actions" in row for row in pad)


# ---------------------------------------------------------------- the coach line


def footer(card: Any) -> str:
    return next(str(p["content"]) for p in parts(card.view) if p.get("id") == FOOTER_ID)


def test_the_coach_line_and_odds_stand_above_whom_the_game_waits_for():
    lines = footer(samples.turn_card([SHOOT], fight(), due=9e8)).splitlines()
    assert lines[0] == f"> {COACH}"
    odds = lines[1:-1]
    assert odds == [f"-# {each}" for each in ODDS[: len(odds)]]
    assert odds
    assert lines[-1].startswith("-# Your move, by <t:")
    assert not footer(samples.turn_card([SHOOT], due=9e8)).startswith(">")


@pytest.mark.parametrize("proposals", range(4))
def test_on_a_phone_story_and_odds_give_way_to_the_vote_and_never_the_coach_line(proposals: int):
    vote = "\n".join(["**Vote**: 2 of 5 have voted"] + ["A ● **Step east**: 1 vote"] * proposals)
    told = tuple(f"The wolf bites you ({n})." for n in range(6))
    card = vote_card(fight(lines=told), vote, [SHOOT])
    shown = footer(card)
    assert shown.startswith("> 41 of 41, unarmed; a wolf")
    assert shown.endswith(vote)
    assert phone.text_points(f"{told[0]}\n{shown}") <= ROOM
    assert told[0] in words(card)  # the headline


def test_words_for_who_sees_no_picture_have_advice_odds_and_what_conditions_will_do():
    hero = CharacterStatus(0, "Ann", conditions=(Condition("p", "Poisoned", note="kills in 5"),))
    told = panels.description(replace(fight(), characters=(hero,)))
    for part in (COACH, *ODDS, "Poisoned: kills in 5"):
        assert part in told
    assert told.count("-# ") == len(ODDS)


# ---------------------------------------------------------------- plans


def test_who_plays_alone_without_a_deadline_is_told_of_nobody_to_wait_for():
    lines = footer(samples.turn_card([SHOOT], fight())).splitlines()
    assert not any("Beren" in line or "move" in line for line in lines)
    lent = samples.status(waiting_for=(6,))
    assert cards.waiting_text(lent) == "-# <@6> to move (**Beren**)"
    two = samples.status(seats=(Seat(0, "Beren", 5), Seat(1, "Luthien", 5)))
    assert cards.waiting_text(two) == "-# <@5> to move (**Beren**)"


def test_the_caution_in_force_takes_no_row_of_its_own_where_there_is_room_beside():
    many = [Offer(Action(f"v{n}", ()), f"Do {n}") for n in range(9)]
    assert "Plans…" not in enabled(samples.turn_card(many))
    told = fight(details=("You hit: 5 against 3.",), lines=("You hit the wolf, " * 4,))
    rows = labels(samples.turn_card(many, told, due=9e8))
    assert rows[0] == ["NW", "N", "NE", "More…", "Why?"]
    assert rows[-1] == [*(f"Do {n}" for n in range(3)), "Plans…"]
    assert labels(vote_card(told, "**Vote**", many))[-1][-2:] == ["Plans…", "Rules"]
    bold = labels(samples.turn_card(many, replace(told, caution="bold")))
    assert bold[-1][-1] == "Plans: bold"


def test_the_panel_of_caution_tells_limits_and_offers_the_others():
    offers = [
        Offer(Action("caution", (each,)), f"Plans: {each}", group="other", free=True)
        for each in ("careful", "bold")
    ]
    shown = parts(panels.caution_panel(7, 9, "usual", [SHOOT, *offers]).view)
    [told] = [part["content"] for part in shown if part["type"] == 10]
    assert "Plans end below 50 % health" in told
    pressed = [part["custom_id"] for part in shown if part["type"] == 2]
    assert pressed == ["v1:7:9:panel_act:caution careful", "v1:7:9:panel_act:caution bold"]


def test_a_plan_in_a_menu_tells_when_it_is_broken_off():
    bold = Offer(Action("explore", ("bold",)), "Explore", group="plan")
    assert offer_option(bold, limits=True).description == "Until below 30 % health"
    for group in ("answer", "target"):  # only of plans
        other = offer_option(replace(bold, group=group), limits=True)
        assert other.description == "explore bold"
    assert offer_option(bold).description == "explore bold"


# ---------------------------------------------------------------- Why?


def test_every_line_of_a_long_account_is_on_one_of_its_pages():
    lines = [f"- Blow {n}: {n} against 3." for n in range(200)]
    seen: list[str] = []
    pressed = CustomId(7, 9, "why")
    for _ in range(20):
        reply = panels.paged_panel(pressed, lines, ["-# In full"])
        shown = parts(reply.view)
        [told] = [part["content"] for part in shown if part["type"] == 10]
        assert len(told) <= 2000
        assert told.endswith("-# In full")
        seen += told.splitlines()[:-1]
        following = CustomId.parse(shown[-1]["custom_id"])
        assert following is not None
        pressed = following
        if pressed.arg == "0":
            break
    assert seen == lines
    assert len(parts(panels.paged_panel(CustomId(7, 9, "why"), lines[:3]).view)) == 1


def test_why_names_what_is_advised_and_for_which_reason():
    assert advice.reasons([SHOOT, replace(SHOOT, advised=False)]) == [
        "- Advised: **Shoot the wolf**: it is hurt and comes on; "
        "Hit 68 %, about 6 of its 14; it hits you 41 %, about 4"
    ]
    assert "Why?" in enabled(samples.turn_card([SHOOT]))
