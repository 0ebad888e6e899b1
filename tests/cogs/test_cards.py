"""Cards keep Discord's limits and say what they must, whatever a ruleset hands over."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cogs.ui import cards, panels, phone, vote_cards
from cogs.ui.card_buttons import CardButtons
from engine.contract.action import Action, Intent, Offer, Setting
from engine.contract.view import (
    Entity,
    Ground,
    MapBoard,
    Outcome,
    SheetBoard,
    SheetSection,
    TextPrompt,
    Turn,
)
from table.state import Member
from table.voting.motions import UndoMotion
from table.voting.poll import Poll, PollProposal
from tests.cogs.samples import BOARD, moves, status, turn_card, view
from tests.toys.guessing import Toy

ALL = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def parts(layout: Any) -> list[dict[str, Any]]:
    todo, found = layout.to_components(), []
    while todo:
        part = todo.pop(0)
        found.append(part)
        todo = [*part.get("components", ()), *todo]
    return found


def labels(card: Any) -> list[list[str]]:
    rows = [part for part in parts(card.view) if part["type"] == 1]
    return [[each.get("label", "menu") for each in row["components"]] for row in rows]


def enabled(card: Any) -> set[str]:
    return {p["label"] for p in parts(card.view) if p["type"] == 2 and not p.get("disabled")}


def words(card: Any) -> str:
    return "\n".join(part["content"] for part in parts(card.view) if part["type"] == 10)


def test_the_pad_is_three_by_three_with_words_and_the_way_that_is_shut_is_dark():
    card = turn_card([*moves("n", "e"), Offer(Action("hold"), "Hold", group="move")])
    rows = labels(card)
    assert [row[:3] for row in rows[:3]] == [
        ["NW", "N", "NE"],
        ["W", "Hold", "E"],
        ["SW", "S", "SE"],
    ]
    assert enabled(card) >= {"N", "E", "Hold", "Look", "My view", "More…", "Describe"}
    assert not enabled(card) & {"NW", "NE", "W", "SW", "S", "SE"}


def test_waiting_is_called_so_whatever_the_rules_call_it():
    offer = Offer(Action("pause"), "Wait a turn", group="move", intent="wait")
    assert "Wait" in enabled(turn_card([*moves("n"), offer]))


def test_a_table_with_secrets_shows_the_same_buttons_whatever_can_be_done():
    shown = turn_card(None)
    assert enabled(shown) >= {way.upper() for way in ALL}
    assert labels(shown) == labels(turn_card(None))


def test_the_pad_is_red_for_attacks_alone_and_names_a_swap():
    friend = Entity(0, -1, "toy:pawn", "@", "white", "Ann", seat=1)
    ways: list[tuple[str, Intent]] = [("e", "attack"), ("w", "swap"), ("n", "open")]
    offers = [
        Offer(Action("step", (way,)), way, group="move", at=(0, -1), intent=intent)
        for way, intent in ways
    ]
    card = turn_card(offers, view(map=replace(BOARD, entities=(friend,))))
    assert {"Hit E", "Swap W", "N"} <= enabled(card)
    red = [p["label"] for p in parts(card.view) if p.get("style") == 4]
    assert red == ["Hit E"]


@pytest.mark.parametrize(
    ("advised", "irreversible", "style"),
    [(True, True, 3), (True, False, 3), (False, True, 4), (False, False, 1)],
)
def test_what_is_advised_is_green_though_it_cannot_be_undone(
    advised: bool, irreversible: bool, style: int
):
    pray = Offer(Action("pray"), "Pray", advised=advised, irreversible=irreversible)
    answer = replace(pray, group="answer")
    for card in (turn_card([*moves("n"), pray]), turn_card([answer], view(question="Really?"))):
        [found] = [p for p in parts(card.view) if p.get("label") == "Pray"]
        assert found["style"] == style


def test_a_question_shows_its_answers_instead_of_the_pad():
    answers = [Offer(Action("yes"), "Yes", group="answer", irreversible=True)]
    card = turn_card(answers, view(question="Really?"))
    assert labels(card) == [["Yes"], ["My view", "Describe"]]
    assert "**Really?**" in words(card)


def test_a_paused_game_says_why_and_has_no_moves():
    card = turn_card(moves(*ALL), phase="paused")
    assert "Paused: Tea." in words(card)
    assert ".." not in words(card)
    assert labels(card) == [["Resume", "Describe"]]


def test_a_board_without_a_map_shows_its_offers():
    board = SheetBoard((SheetSection("Room", ("A door.",)),))
    card = turn_card([Offer(Action("roll"), "Roll")], view(map=None, sheet=board))
    assert labels(card) == [["Roll"], ["More…", "Look", "My view"], ["Describe", "Sheet"]]


@pytest.mark.parametrize("most", [3, 4, 6])
def test_without_a_map_offers_have_the_rows_that_the_everyday_buttons_leave(most: int):
    offers = [Offer(Action(f"deed{n}"), f"A long deed, of which {n}") for n in range(9)]
    rows = CardButtons(7, 9).play_rows(offers, view(map=None), most_rows=most)
    first = [[button.custom_id for button in row] for row in rows]
    everyday = {button.custom_id for button in CardButtons(7, 9).everyday(why=False)}
    assert len(first) == most
    assert [bool(everyday & {*row}) for row in first] == [False] * (most - 2) + [True] * 2


@pytest.mark.parametrize("shown", [view(), view(map=None)])
def test_where_actions_are_nobody_elses_business_ones_own_view_is_first(shown: Any):
    rows = CardButtons(7, 9).neutral_rows(shown, 6)
    buttons = {str(each.label): each.style.value for row in rows for each in row}
    everyday = [label for label in buttons if len(label) > 2]
    assert everyday == ["My view", "Why?", "Look", "More…", "Describe", "Sheet"]
    assert [label for label, style in buttons.items() if style == 1] == ["My view"]


def test_the_picture_has_a_new_name_and_its_words_on_every_card():
    card = turn_card()
    [gallery] = [part for part in parts(card.view) if part["type"] == 12]
    [item] = gallery["items"]
    [file] = card.files
    assert re.fullmatch(r"t0042-9-[0-9a-f]{8}\.png", file.filename)
    assert item["media"]["url"] == f"attachment://{file.filename}"
    assert item["description"] == file.description == "A dark room."


offers = st.builds(
    lambda n, word, label, group, hint: Offer(Action(f"verb{n}", (word,)), label, hint, group),
    st.integers(0, 10**6),
    st.text(min_size=1, max_size=150),
    st.text("abc ", min_size=1, max_size=38).filter(str.strip),
    st.sampled_from(["move", "act", "target", "item", "plan", "answer", "other"]),
    st.text(max_size=150),
)
some_lines = st.lists(st.text(max_size=400), max_size=30).map(tuple)


@settings(max_examples=20)
@given(
    st.lists(offers, max_size=80, unique_by=lambda offer: offer.action),
    some_lines,
    st.sampled_from(["", "Which one?"]),
    st.text(max_size=1024),
)
def test_any_turn_fits_in_a_message(many, lines, question, alt):
    shown = view(lines, question, alt=alt or "x")
    for made in (
        turn_card(many, shown),
        turn_card(None, shown),
        turn_card(many, shown, png=None),
        turn_card(many, shown, phase="paused", png=None),
    ):
        fits(made.view)
        add_motion(made.view)
        fits(made.view)
    fits(panels.actions_menu(1, 9, many or moves("n"), "", 1).view)
    fits(panels.own_view(CardButtons(1, 9, own=True), shown, many, "x" * 5000).view)


@given(st.integers(0, 12), st.integers(0, 12), st.sampled_from(["setup", "play"]))
def test_a_motion_joins_any_question(steppers: int, others: int, phase: str):
    many = [
        Offer(Action("raise", (str(n // 2),)), "+", group="answer", stepper=f"s{n // 2}")
        for n in range(2 * steppers)
    ]
    many += [Offer(Action("pick", (str(n),)), f"Pick {n}", group="answer") for n in range(others)]
    made = turn_card(many, view(("L" * 3000,), "Which?", phase=phase))
    add_motion(made.view)
    every = parts(made.view)
    assert len(every) <= 40
    assert made.view.content_length() <= 4000


def card_points(card: Any) -> int:
    """The height of a card in points, as the page of the sandbox measures it: on the narrowest
    phone, or where a picture makes it higher there, on the widest."""
    return max(points_on_a_phone(card), points_on_a_phone(card, widest=True))


def points_on_a_phone(card: Any, *, widest: bool = False) -> int:
    """The height of a card in points, on the narrowest phone or on the widest."""
    every = parts(card.view)
    title, *texts = [part["content"] for part in every if part["type"] == 10]
    high = phone.FRAME_POINTS + phone.title_points(title.removeprefix("### "))
    if any(part["type"] == 12 for part in every):
        high += phone.PICTURE_POINTS + phone.WIDER_PICTURE * widest
    high += sum(phone.text_points(text, widest=widest) for text in texts)
    high += phone.GAP_POINTS * any(
        part.get("id") in (cards.MOTION_ID, cards.MODES_ID) for part in every
    )
    for row in [part["components"] for part in every if part["type"] == 1]:
        menu = any(each["type"] == 3 for each in row)
        high += phone.ROW_POINTS * (1 if menu else phone.rows_of(each["label"] for each in row))
    return high


def add_motion(layout: Any) -> None:
    """Let a motion with the longest text join a card."""
    voters = tuple(10**18 + n for n in range(30))
    proposals = tuple(PollProposal(x, "", "", 10**18, False, 9, None, ()) for x in "AB")
    poll = Poll(UndoMotion(3), proposals, 9, 39, 5, voters)
    asked = vote_cards.motion_words(status(), poll, "undo 3 moves" * 40)
    vote_cards.add_motion(layout, status(), 10**8, poll, asked)


def test_a_turn_with_a_motion_fits_a_phone() -> None:
    voters = tuple(10**18 + n for n in range(4))
    proposals = tuple(PollProposal(x, "", "", 10**18, False, 9, None, ()) for x in "AB")
    poll = Poll(UndoMotion(3), proposals, 1, 5, 3, voters)
    asked = vote_cards.motion_words(status(), poll, "undo 3 moves")
    shown = view(lines=tuple(f"Something of some length happens, {n}." for n in range(6)))
    ways = ("nw", "n", "ne", "w", "e", "sw", "s", "se")
    card = cards.turn_card(
        status(),
        9,
        shown,
        moves(*ways),
        b"png",
        cards.CardExtras(reserved=vote_cards.motion_points(asked)),
    )
    vote_cards.add_motion(card.view, status(), 9, poll, asked)
    assert card_points(card) <= phone.CARD_POINTS


def test_a_headline_of_before_the_last_lines_stands_above_them() -> None:
    told = ("The wolf bites.", *(f"Line {n}" for n in range(cards.STORY_LINES)))
    assert [line.text for line in cards.story_lines(view(told))] == [*told]
    assert [line.text for line in cards.story_lines(view(told[1:]))] == [*told[1:]]


def test_a_card_in_words_tells_its_headline_once() -> None:
    shown = view(lines=("A wolf howls.",), alt="A dark room. A wolf howls.")
    assert words(turn_card([], shown, png=None)).count("A wolf howls.") == 1


def fits(layout: Any) -> None:
    every = parts(layout)
    assert len(every) <= 40
    assert layout.content_length() <= 4000
    ids = [part["custom_id"] for part in every if "custom_id" in part]
    assert len(ids) == len(set(ids))
    assert all(1 <= len(custom_id) <= 100 for custom_id in ids)
    for part in every:
        if part["type"] == 1:
            assert 1 <= len(part["components"]) <= 5
        if part["type"] == 2:
            assert len(part["label"]) <= 38
        if part["type"] == 3:
            assert 1 <= len(part["options"]) <= 25
            values = [option["value"] for option in part["options"]]
            assert len(values) == len(set(values))
            assert all(len(option["label"]) <= 100 for option in part["options"])


def test_the_lobby_says_who_is_in_and_how_it_will_be_played():
    gathered = status("lobby", members=(Member(5, "*Beren*"), Member(6, "@everyone")), seats=())
    chosen = replace(gathered, game=replace(gathered.game, options={"rules": "game"}))
    own = (Setting("rules", "Which", ("manual", "game")), Setting("long", "Long", ("no", "yes")))
    rules = Toy()
    rules.settings = own
    card = cards.lobby_card(chosen, 1, rules)
    assert labels(card) == [["Join", "Leave", "Begin", "Settings…"]]
    assert "\\*Beren\\*" in words(card)
    assert "@everyone" not in words(card)
    assert "Which: **game**" in words(card)
    assert "Long" not in words(card)
    assert "How you play: **One character each**" in words(card)


def test_the_last_card_tells_the_story_and_the_seed():
    outcome = Outcome("Slain by a wolf", ("It was dark.",), "lost", figures=(("Turns", 42),))
    ended = status("over", outcome=outcome, seed="ab12", turn=Turn(1, ()))
    card = cards.end_card(ended, 3, view(), b"png")
    for part in ("Slain by a wolf", "It was dark.", "Turns **42**", "Seed: `ab12`"):
        assert part in words(card)


def test_every_page_of_a_long_menu_is_reached_and_graves_are_marked():
    many = [Offer(Action("use", (str(n),)), f"Use {n}", irreversible=n == 0) for n in range(60)]
    seen: list[str] = []
    for page in range(3):
        every = parts(panels.actions_menu(1, 9, many, "", page).view)
        [select] = [part for part in every if part["type"] == 3]
        seen += [option["value"] for option in select["options"]]
        if page == 0:
            assert select["options"][0]["description"].startswith("Cannot be undone.")
    assert seen == [str(offer.action) for offer in many]


def counted(many: int) -> list[Offer]:
    """Answers that count something up and down, and three plain ones."""
    pairs = [
        Offer(
            Action("answer", (f"s{n}{sign}",)), f"S{n} {sign}1", stepper=f"s{n}", lowers=sign == "-"
        )
        for n in range(many)
        for sign in "+-"
        if (n, sign) != (0, "-")
    ]
    return [*pairs, *(Offer(Action("answer", (w,)), w) for w in ("done", "usual", "back"))]


def test_what_counts_up_and_down_stands_side_by_side_and_never_changes_its_place():
    card = turn_card(counted(2), view(question="Which?", prompt=TextPrompt("answer", "a word")))
    assert labels(card)[:3] == [
        ["−", "S0 +1"],
        ["S1 -1", "S1 +1"],
        ["done", "usual", "back", "Write a word"],
    ]
    assert "−" not in enabled(card)


@given(st.integers(0, 30))
def test_any_number_of_counters_fits_on_a_card(many: int):
    card = turn_card(counted(many), view(question="Which?", prompt=TextPrompt("answer", "a word")))
    assert len(parts(card.view)) <= 40


@pytest.mark.parametrize("number", [11, 20, 27, 30])
def test_of_many_answers_the_first_are_buttons_and_the_others_lines_of_a_menu(number: int):
    many = [Offer(Action("answer", (str(n),)), f"Answer {n}") for n in range(number)]
    card = turn_card(many, view(question="Which?"))
    [menu] = [part for part in parts(card.view) if part["type"] == 3]
    shown = [label for label in enabled(card) if label.startswith("Answer")]
    assert {"Answer 0", "Answer 1"} <= set(shown)
    assert len(shown) + len(menu["options"]) == number


def test_more_answers_than_buttons_and_a_menu_hold_are_behind_more():
    many = [Offer(Action("answer", (str(n),)), f"Answer {n}") for n in range(40)]
    card = turn_card(many, view(question="Which?"))
    [menu] = [part for part in parts(card.view) if part["type"] == 3]
    assert len(menu["options"]) == 25
    assert "More…" in enabled(card)


def test_growth_is_in_the_menu_and_not_on_the_card():
    offers = [Offer(Action("learn", (w,)), w, group="growth") for w in ("power", "charge")]
    offers.append(Offer(Action("fire", ("wolf-1",)), "Fire", group="target"))
    assert not enabled(turn_card(offers)) & {"power", "charge"}
    shown = parts(panels.actions_menu(1, 9, [*moves("n"), *offers]).view)
    assert [p["label"] for p in shown if p["type"] == 2] == [
        "Fight (1)",
        "Character (2)",
        "Steps (1)",
    ]
    [menu] = [part for part in shown if part["type"] == 3]
    assert [option["label"] for option in menu["options"]] == ["Fire"]


def test_what_is_advised_is_a_green_button_a_step_only_where_no_deed_is_advised_more():
    learn = Offer(Action("learn", ("dodging",)), "Learn Dodging", group="growth", advised=True)
    step = Offer(Action("step", ("n",)), "Step north", group="move", advised=True)
    rest = Offer(Action("rest"), "Rest", advised=True)
    for offers, expected in (
        ([learn, step], ["N", "Learn Dodging"]),
        ([rest, step], ["Rest"]),
        ([step, rest], ["N", "Rest"]),
    ):
        card = turn_card(offers).view
        assert [p["label"] for p in parts(card) if p.get("style") == 3] == expected


def test_a_card_with_more_to_tell_has_a_why():
    told = view(("You hit.",), details=("You hit: 5 against 3.",))
    assert "Why?" in enabled(turn_card((), told))
    assert "Why?" not in enabled(turn_card((), view(("You hit.",), details=("You hit.",))))


def test_a_character_created_in_private_shows_nobody_the_answers():
    card = cards.private_setup_card(status(), 9)
    assert labels(card) == [["Create your character", "Continue here"]]
    assert "**Beren** is being created." in words(card)


WAYS = {"north": (-1, 0), "north-east": (-1, 1), "east": (0, 1), "south-east": (1, 1)}
WAYS |= {"south": (1, 0), "south-west": (1, -1), "west": (0, -1), "north-west": (-1, -1)}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("away", [1, 2, 7])
def test_a_look_tells_who_is_where_and_what_they_do(way: str, away: int):
    down, right = WAYS[way]
    hero = Entity(20, 20, "toy:hero", "@", "white", "Beren", seat=0)
    wolf = Entity(
        20 + away * down,
        20 + away * right,
        "toy:wolf",
        "C",
        "white",
        "wolf-3",
        title="wolf 3",
        description="asleep",
    )
    far = replace(wolf, x=wolf.x + 30 * (right or 1), name="wolf-4", title="")
    board = replace(BOARD, entities=(hero, far, wolf))
    told = panels.look_text(view(map=board)).splitlines()[-3:]
    assert told[0].endswith("**Beren**")
    assert told[1].endswith(f": **wolf 3**, {away} {way}: asleep")
    assert "**wolf-4**" in told[2], "the nearest come first"
    party = replace(board, entities=(hero, wolf, replace(hero, y=0, x=0, name="Finrod", seat=1)))
    assert f", {away} {way} of Beren: asleep" in panels.look_text(view(map=party))


def test_one_square_is_looked_at_by_its_name():
    ground = (
        Ground("toy:unknown", " ", "black", "unknown"),
        Ground("toy:floor", ".", "white", "floor"),
    )
    board = MapBoard(0, 0, 1, 2, ground, bytes([0, 1]), bytes([0, 2]), b"\0\0", b"\0\0", None)
    assert panels.look_text(view(map=board), "a0").endswith("you do not know what is there")
    assert panels.look_text(view(map=board), "B0") == "- B0: floor, in sight"


def test_only_what_is_advised_is_green():
    def style(offers: list[Offer]) -> list[int]:
        card = turn_card(offers)
        return [p["style"] for p in parts(card.view) if p.get("label") in ("Eat", "Rest")]

    eat = Offer(Action("eat", ()), "Eat", group="item")
    rest = Offer(Action("rest", ()), "Rest", group="plan")
    assert style([eat, rest]) == [1, 1]
    assert style([replace(eat, advised=True), rest]) == [3]


# ---------------------------------------------------------------- the first and the last card


def test_the_last_card_tells_the_end_the_figures_the_dice_and_what_proves_them():
    outcome = Outcome(
        "*Beren* has won.",
        ("He came home.", "It rained."),
        ending="won",
        figures=(("Score", 1234),),
    )
    ended = status("over", outcome=outcome, seed="ab12", head="cd34", turn=Turn(1, ()))
    card = cards.end_card(ended, 9, view(), b"png", ["-# Dice: high."])
    assert words(card).split("\n") == [
        "### \\*Beren\\* has won.",
        "He came home.",
        "It rained.",
        "Score **1,234**",
        "-# Dice: high.",
        "-# Seed: `ab12`",
        "-# Hash of the log: `cd34`",
    ]
    assert parts(card.view)[0]["accent_color"] == cards.VICTORY_COLOUR
    assert [file.filename for file in card.files] == ["end-9.png"]
    assert labels(card)[1] == ["Character as a file", "New game"]
    lost = replace(ended, outcome=replace(outcome, ending="lost"))
    assert parts(cards.end_card(lost, 9, view(), None).view)[0]["accent_color"] == (
        cards.INACTIVE_COLOUR
    )
    of_a_contest = replace(ended, game=replace(ended.game, contest=3))
    assert labels(cards.end_card(of_a_contest, 9, view(), None))[1] == ["Character as a file"]


def test_a_game_that_was_ended_early_tells_its_last_lines():
    ended = status("over", turn=Turn(1, ()))
    card = cards.end_card(ended, 9, view(("One.", "Two.", "Three.", "Four.")), b"png")
    assert words(card).split("\n") == [
        "### Toy: ended",
        "Two.",
        "Three.",
        "Four.",
        "The game is over.",
    ]
    before = cards.end_card(ended, 9, None, None)
    assert words(before).split("\n") == ["### Toy: ended", "The game is over."]
    assert (labels(before), before.files) == ([], [])


def test_cards_have_small_titles_and_no_line_between_their_texts():
    waiting = status("lobby", members=(Member(5, "*Ann*"),))
    lobby = cards.lobby_card(waiting, 9, Toy())
    for card in (turn_card(), lobby, cards.closed_lobby_card(waiting, Toy())):
        assert words(card).startswith("### ")
        assert 14 not in [part["type"] for part in parts(card.view)]


def test_a_lobby_has_a_button_for_each_way_to_play_of_several():
    waiting = status("lobby", members=(Member(5, "*Ann*"),))
    one = cards.lobby_card(waiting, 9, Toy(), ["solo"])
    assert labels(one) == [["Join", "Leave", "Begin", "Settings…"]]
    assert "How do you want to play?" not in words(one)
    assert words(one).split("\n")[-1] == "-# <@5> presses Begin when all are here."
    assert "Here: **\\*Ann\\*** (<@5>)" in words(one).split("\n")
    two = cards.lobby_card(waiting, 9, Toy(), ["solo", "first"])
    [_, (own, other)] = [row["components"] for row in parts(two.view) if row["type"] == 1]
    assert [(each["custom_id"], each["style"]) for each in (own, other)] == [
        ("v1:7:9:mode:solo", 1),
        ("v1:7:9:mode:first", 2),
    ]
    assert words(two).split("\n")[-1] == "-# How do you want to play?"
    for people in range(40):
        full = replace(waiting, members=tuple(Member(n, f"Member {n}") for n in range(people)))
        assert card_points(cards.lobby_card(full, 9, Toy(), ["solo", "first"])) <= phone.CARD_POINTS
    shown = card_points(cards.lobby_card(full, 9, Toy(), ["solo", "first"]))
    assert shown > phone.CARD_POINTS - 60, "there is room for more members"
    closed = cards.closed_lobby_card(waiting, Toy())
    assert labels(closed) == []
    assert parts(closed.view)[0]["accent_color"] == cards.INACTIVE_COLOUR
