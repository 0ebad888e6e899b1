"""Private panels: menus of offers, one's own view, what is looked at."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from cogs.ui import panels
from cogs.ui.card_buttons import CardButtons, moves_by_direction
from cogs.ui.cards import PLAY_COLOUR, QUESTION_COLOUR
from cogs.ui.components import IdButton, IdSelect
from cogs.ui.custom_ids import CustomId
from cogs.ui.replies import Reply
from engine.contract.action import GM, Action, Offer
from engine.contract.view import (
    Caution,
    CharacterStatus,
    Condition,
    Entity,
    Ground,
    Handout,
    MapBoard,
    MapItem,
    SheetBoard,
    SheetSection,
    SheetTable,
    TableCell,
    Turn,
    View,
)
from render import Picture
from table.errors import Refusal
from table.state import Seat
from tests.cogs.samples import moves, status, turn_card, view
from tests.cogs.test_cards import labels, parts, words

PRIMARY, SECONDARY, SUCCESS = 1, 2, 3  # styles of Discord's buttons


def buttons(reply: Reply) -> list[tuple[str, str, int]]:
    """Return a panel's buttons: label, custom id without the card, style."""
    return [
        (part["label"], part["custom_id"].removeprefix("v1:7:9:"), part["style"])
        for part in parts(reply.view)
        if part["type"] == 2
    ]


def options(reply: Reply) -> list[str]:
    """Return the lines of a panel's menu."""
    [menu] = [part for part in parts(reply.view) if part["type"] == 3]
    return [each["label"] for each in menu["options"]]


def many(verb: str, number: int, **more: Any) -> list[Offer]:
    """Offers of a verb."""
    return [Offer(Action(verb, (str(n),)), f"{verb} {n}", **more) for n in range(number)]


# ---------------------------------------------------------------- menus of offers


def test_offers_stand_under_headings_of_which_the_first_is_open() -> None:
    offers = [
        *moves("n"),
        *many("wait", 1),
        *many("fire", 2, group="target"),
        *many("dance", 1, group="act"),
        *many("say", 1, group="answer"),
    ]
    menu = panels.actions_menu(7, 9, offers)
    assert words(menu) == "What do you do? **Answers**"
    assert options(menu) == ["say 0"]
    assert buttons(menu) == [
        ("Answers (1)", "actions_page:Answers/0", PRIMARY),
        ("Fight (2)", "actions_page:Fight/0", SECONDARY),
        ("Other (2)", "actions_page:Other/0", SECONDARY),
        ("Steps (1)", "actions_page:Steps/0", SECONDARY),
    ]
    assert options(panels.actions_menu(7, 9, offers, "Fight")) == ["fire 0", "fire 1"]
    assert options(panels.actions_menu(7, 9, offers, "Plans")) == ["say 0"]


@pytest.mark.parametrize(
    ("page", "first", "length", "position", "following"),
    [
        (0, "fire 0", 25, " (1 of 3)", "actions_page:Fight/1"),
        (2, "fire 50", 3, " (3 of 3)", "actions_page:Fight/3"),
        (3, "fire 0", 25, " (1 of 3)", "actions_page:Fight/1"),
    ],
)
def test_many_offers_are_on_pages_that_go_round(
    page: int, first: str, length: int, position: str, following: str
) -> None:
    menu = panels.actions_menu(7, 9, many("fire", 53, group="target"), "Fight", page)
    assert words(menu) == f"What do you do? **Fight**{position}"
    assert (options(menu)[0], len(options(menu))) == (first, length)
    assert buttons(menu)[1:] == [("Next page", following, SECONDARY), ("Find…", "find:", SECONDARY)]


def test_a_full_page_needs_no_other() -> None:
    menu = panels.actions_menu(7, 9, many("fire", 25, group="target"))
    assert words(menu) == "What do you do? **Fight**"
    assert len(buttons(menu)) == 1


def test_verbs_with_groups_of_their_own_follow_and_large_ones_are_a_group() -> None:
    offers = [*many("spawn", 26), *many("heal", 2), *many("wait", 1)]
    groups = {"spawn": "monsters", "heal": "party"}
    assert [label for label, *_ in buttons(panels.actions_menu(7, 9, offers, groups=groups))] == [
        "Other (1)",
        "Spawn (26)",
        "Party (2)",
    ]
    fewer = panels.actions_menu(7, 9, offers[1:], groups=groups)
    assert ("Monsters (25)", "actions_page:Monsters/0", SECONDARY) in buttons(fewer)


def test_the_last_move_can_be_undone_from_a_menu() -> None:
    menu = panels.actions_menu(7, 9, many("wait", 1))
    panels.add_undo(menu, CustomId(7, 9, "actions"))
    assert buttons(menu)[-1] == ("Undo…", "undo:", SECONDARY)


def test_offers_are_found_by_their_words_the_likeliest_first() -> None:
    offers = [*many("watch", 2), *many("at", 1)]
    menu = panels.found_menu(7, 9, offers, "at")
    assert words(menu) == "Found: **at**"
    assert options(menu) == ["at 0", "watch 0", "watch 1"]
    assert len(options(panels.found_menu(7, 9, many("watch", 30), "watch"))) == 25
    assert words(panels.found_menu(7, 9, [Offer(Action("a*"), "a*")], "a*")) == "Found: **a\\***"
    with pytest.raises(Refusal, match="Nothing that you can do now has these words"):
        panels.found_menu(7, 9, offers, "dance")


# ---------------------------------------------------------------- one's own view


def own(shown: View, offers: list[Offer], board: Any = "map", **more: Any) -> Reply:
    """Return somebody's own view."""
    return panels.own_view(CardButtons(7, 9, own=True), shown, offers, board, **more)


def test_ones_own_view_has_its_title_the_map_what_happened_and_the_facts() -> None:
    hero = CharacterStatus(0, "Ann", conditions=(Condition("p", "Poisoned", note="kills in 5"),))
    shown = replace(view(("A *wolf* howls.", "It comes.")), characters=(hero,))
    shown = replace(shown, facts=(("Depth", "*50* ft"), ("Light", "2")))
    reply = own(shown, [], until=60)
    every = parts(reply.view)
    assert every[0]["accent_color"] == PLAY_COLOUR
    assert words(reply).split("\n") == [
        "### Sil-Q · 150 ft · turn 42 · your view",
        "```",
        "map",
        "```",
        "A \\*wolf\\* howls.",
        "It comes.",
        "Depth: **\\*50\\* ft** · Light: **2**",
        "Poisoned: kills in 5",
        "Time to decide: by <t:60:t> (<t:60:R>)",
    ]
    assert (reply.files, buttons(reply)) == ([], [])
    two = replace(shown, characters=(hero, replace(hero, name="*Bob*", conditions=hero.conditions)))
    assert panels.condition_notes(two) == [
        "Ann: Poisoned: kills in 5",
        "\\*Bob\\*: Poisoned: kills in 5",
    ]


def test_of_many_lines_ones_own_view_tells_the_last_eight() -> None:
    shown = view(tuple(f"Blow {n}." for n in range(1, 12)))
    assert words(own(shown, [])).split("\n")[4:] == [f"Blow {n}." for n in range(4, 12)]


def test_ones_own_picture_is_attached_with_its_words() -> None:
    reply = own(view(), [], Picture(b"png", 948, 605, None))
    [file] = reply.files
    assert (file.filename, file.description) == ("own-0042-9.png", "A dark room.")
    [gallery] = [part for part in parts(reply.view) if part["type"] == 12]
    assert gallery["items"][0]["media"]["url"] == "attachment://own-0042-9.png"


def test_ones_own_view_offers_what_is_best_and_the_rest_behind_more() -> None:
    step = Offer(Action("step", ("n",)), "Step north", group="move", advised=True)
    reply = own(view(), [step, *many("dance", 1)])
    assert buttons(reply) == [
        ("Step north", "own_act:step n", SUCCESS),
        ("More…", "actions:0", PRIMARY),
        ("Sheet", "sheet:", SECONDARY),
    ]


def test_a_question_to_oneself_stands_with_its_answers() -> None:
    asked = view(question="*Really?*")
    reply = own(asked, [Offer(Action("yes"), "Yes", group="answer")])
    assert parts(reply.view)[0]["accent_color"] == QUESTION_COLOUR
    assert words(reply).endswith("**\\*Really?\\***")
    assert buttons(reply) == [("Yes", "own_act:yes", PRIMARY)]


def test_a_desk_has_the_first_of_each_verb_and_its_forms() -> None:
    reply = own(view(), [*many("spawn", 3), *many("heal", 2)], desk=True)
    assert [label for label, *_ in buttons(reply)] == [
        "spawn 0",
        "heal 0",
        "Other…",
        "Find…",
        "Set…",
        "Sheet",
    ]


def test_a_game_master_who_plays_switches_between_the_screen_and_the_characters() -> None:
    at = status(
        seats=(Seat(0, "Beren", 5), Seat(1, "Luthien", 5)), turn=Turn(1, (1,)), waiting_for=(5,)
    )
    row = CardButtons(7, 9).seat_row((0, 1, GM), 0, at)
    shown = [(str(each.label), each.style.value, each.disabled) for each in row]
    assert shown == [
        ("Beren", SECONDARY, True),
        ("Luthien", SUCCESS, False),
        ("Screen", SECONDARY, False),
    ]
    assert CardButtons(7, 9).seat_row((0, 1), 0, at) == []
    assert CardButtons(7, 9).seat_row((GM,), GM, at) == []


def test_handouts_stand_below_ones_own_view() -> None:
    reply = own(replace(view(), handouts=(Handout("key", "A *key*", b"webp"),)), [])
    assert [(file.filename, file.description) for file in reply.files] == [
        ("key-9.webp", "A *key*")
    ]
    [gallery] = [part for part in parts(reply.view) if part["type"] == 12]
    assert gallery["items"][0]["media"]["url"] == "attachment://key-9.webp"


@pytest.mark.parametrize("caution", ["careful", "usual", "bold"])
def test_the_caution_of_plans_is_told_before_the_others(caution: Caution) -> None:
    labels_of = {"careful": "Plans: careful", "usual": "Plans…", "bold": "Plans: bold"}
    head, limits, *others = words(panels.caution_panel(7, 9, caution, [])).split("\n")
    assert head == f"**{labels_of.pop(caution)}**"
    assert limits.startswith("Plans end below ")
    assert [line.split(": Plans end below")[0] for line in others] == [
        f"-# {label}" for label in labels_of.values()
    ]


# ---------------------------------------------------------------- looking

GROUND = (
    Ground("toy:unknown", " ", "black", "unknown"),
    Ground("toy:floor", ".", "white", "a *floor*"),
)
HERO = Entity(1, 1, "toy:hero", "@", "white", "Beren", seat=0)
WOLF = Entity(1, 2, "toy:wolf", "C", "white", "wolf-3", title="wolf 3", description="asleep")
TORCH = MapItem(1, 0, "toy:torch", "~", "white", "Wooden Torch")
ROOM = MapBoard(
    *(1, 0, 2, 3),
    GROUND,
    bytes([1, 1, 1, 0, 1, 1]),
    bytes([2, 2, 1, 0, 2, 1]),
    bytes(6),
    bytes(6),
    None,
    items=(TORCH,),
    entities=(WOLF, HERO),
)
SHEET = SheetBoard(
    (
        SheetSection(
            "*Door*",
            ("It is shut.",),
            tables=(SheetTable(("No", "Colour"), ((TableCell("0"), TableCell("Red")),)),),
        ),
    )
)


@pytest.mark.parametrize(
    ("target", "answer"),
    [
        (
            "",
            "A dark room.\n- B1: **Beren**\n- C1: **wolf 3**, 1 east: asleep\n"
            "- A1: Wooden Torch, 1 west\n**\\*Door\\***\n- 0 Red\n- It is shut.",
        ),
        ("wolf", "- C1: **wolf 3**, 1 east: asleep"),
        ("WOLF-3", "- C1: **wolf 3**, 1 east: asleep"),
        ("torch", "- A1: Wooden Torch, 1 west"),
        ("shut", "- It is shut."),
        ("c1", "- C1: a \\*floor\\*, as you remember it\n- C1: **wolf 3**, 1 east: asleep"),
        ("B2", "- B2: a \\*floor\\*, in sight"),
        ("A2", "- A2: you do not know what is there"),
        ("d1", "You see nothing called d1."),
        ("*orc*", "You see nothing called \\*orc\\*."),
    ],
)
def test_a_look_tells_of_all_or_of_what_is_asked_for(target: str, answer: str) -> None:
    assert panels.look_text(view(map=ROOM, sheet=SHEET), target) == answer


def test_what_stands_where_the_character_is_has_no_bearing() -> None:
    here = replace(ROOM, items=(replace(TORCH, x=1),), entities=(HERO,))
    assert panels.look_text(view(map=here), "torch") == "- B1: Wooden Torch"
    nobody = replace(ROOM, entities=(WOLF,))
    assert panels.look_text(view(map=nobody), "wolf") == "- C1: **wolf 3**: asleep"


@pytest.mark.parametrize(
    ("down", "right", "way"),
    [
        (-2, 4, "north-east"),
        (-1, 3, "east"),
        (3, -1, "south"),
        (2, -1, "south-west"),
        (-1, -2, "north-west"),
        (1, -3, "west"),
    ],
)
def test_a_way_is_straight_where_it_is_nearly_so(down: int, right: int, way: str) -> None:
    wolf = replace(WOLF, y=20 + down, x=20 + right)
    board = replace(ROOM, items=(), entities=(replace(HERO, y=20, x=20), wolf))
    away = max(abs(down), abs(right))
    assert panels.look_text(view(map=board), "wolf").endswith(f", {away} {way}: asleep")


def test_among_several_characters_the_nearest_gives_the_bearing() -> None:
    party = replace(ROOM, entities=(HERO, replace(HERO, x=9, name="*Finrod*", seat=1), WOLF))
    assert "**wolf 3**, 1 east of Beren" in panels.look_text(view(map=party))
    far = replace(party, entities=(*party.entities[:2], replace(WOLF, x=8)))
    assert "**wolf 3**, 1 west of \\*Finrod\\*" in panels.look_text(view(map=far))


def test_a_view_in_words_has_the_picture_the_account_and_the_facts() -> None:
    shown = replace(view(("Short.",)), details=("A *long* account.",), facts=(("Depth", "*50*"),))
    assert panels.description(shown).split("\n") == [
        "A dark room.",
        "A \\*long\\* account.",
        "Depth: \\*50\\*",
    ]
    assert panels.description(replace(shown, details=())).split("\n")[1] == "Short."


# ---------------------------------------------------------------- longer texts


def test_a_longer_text_stands_below_its_heading() -> None:
    assert words(panels.text_panel("*Rules*", ["One.", "Two."])) == "**\\*Rules\\***\nOne.\nTwo."


def test_what_came_of_a_panel_stands_in_its_place() -> None:
    result = panels.result_panel("Undone.")
    assert (words(result), result.update) == ("Undone.", True)
    assert len(words(panels.result_panel("Undone. " * 999))) == panels.MAX_LETTERS


@pytest.mark.parametrize(
    ("page", "first", "label", "following"),
    [
        ("0", "0" * 900, "Page 1 of 3: next", "why:1"),
        ("1", "2" * 900, "Page 2 of 3: next", "why:2"),
        ("2", "4" * 900, "Page 3 of 3: next", "why:0"),
        ("3", "0" * 900, "Page 1 of 3: next", "why:1"),
        ("x", "0" * 900, "Page 1 of 3: next", "why:1"),
    ],
)
def test_a_text_of_several_pages_goes_round(
    page: str, first: str, label: str, following: str
) -> None:
    lines = [str(n) * 900 for n in range(5)]
    shown = panels.paged_panel(CustomId(7, 9, "why", page), lines, ["End"])
    assert words(shown).startswith(first)
    assert words(shown).endswith("\nEnd")
    assert buttons(shown) == [(label, following, SECONDARY)]


@pytest.mark.parametrize(("letters", "pages"), [(949, 1), (950, 2)])
def test_a_page_is_filled_to_its_last_letter(letters: int, pages: int) -> None:
    shown = panels.paged_panel(CustomId(7, 9, "why"), ["a" * 949, "b" * letters])
    assert len(buttons(shown)) == pages - 1


# ---------------------------------------------------------------- which offers are buttons


def card_buttons(offers: list[Offer]) -> list[str]:
    """Return the labels below the direction pad of a card, or all without one."""
    return labels(turn_card([*moves("n"), *offers]))[-1]


def test_no_verb_takes_more_than_two_buttons_and_no_two_are_alike() -> None:
    offers = [*many("fire", 3), Offer(Action("eat", ("a",)), "Eat"), Offer(Action("x"), "Eat")]
    assert card_buttons(offers) == ["fire 0", "fire 1", "Eat"]


@pytest.mark.parametrize("more", [{"group": "growth"}, {"group": "other"}, {"topic": "song"}])
def test_what_a_sheet_has_is_a_button_only_if_it_is_advised(more: dict[str, Any]) -> None:
    learn = Offer(Action("learn", ("song",)), "Learn", **more)
    assert "Learn" not in card_buttons([learn, *many("fire", 1)])
    assert "Learn" in card_buttons([replace(learn, advised=True), *many("fire", 1)])


def test_one_growth_and_one_deed_stand_first_in_the_order_of_advice() -> None:
    learn = Offer(Action("learn"), "Learn", group="growth", advised=True)
    grow = Offer(Action("raise"), "Raise", group="growth", advised=True)
    eat, rest = (Offer(Action(verb), verb.title(), advised=True) for verb in ("eat", "rest"))
    assert card_buttons([learn, eat]) == ["Learn", "Eat"]
    assert card_buttons([eat, learn]) == ["Eat", "Learn"]
    assert card_buttons([learn, grow, eat, rest]) == ["Learn", "Eat", "Rest", "Raise"]
    assert card_buttons([eat, rest, learn, grow]) == ["Eat", "Learn", "Rest", "Raise"]


def test_the_first_move_in_a_direction_is_the_one_of_the_pad() -> None:
    stay = Offer(Action("hold"), "Hold", group="move")
    swap = Offer(Action("swap", ("n",)), "Swap", group="move")
    far = Offer(Action("travel", ("K12",)), "Travel", group="move")
    run = Offer(Action("run", ("n", "2")), "Run", group="move")
    other = Offer(Action("push", ("e",)), "Push", group="act")
    [north] = moves("n")
    found = moves_by_direction([far, run, other, north, swap, stay])
    assert found == {"n": north, "": stay}


@pytest.mark.parametrize("again", [False, True])
def test_a_game_that_is_over_can_be_looked_back_at(again: bool) -> None:
    look, keep = CardButtons(7, 9).ending_rows(again=again)
    assert [each.label for each in look] == ["Film", "Sheet", "Describe", "Check the dice"]
    assert [each.label for each in keep] == ["Character as a file", *["New game"] * again]


@pytest.mark.parametrize("advised", [False, True])
def test_people_who_make_their_characters_choose_in_private(advised: bool) -> None:
    row = CardButtons(7, 9).choosing_row(is_advised=advised)
    suggested = ["Take what is suggested"] * advised
    assert [each.label for each in row] == ["Choose…", *suggested, "Describe"]


def test_a_value_is_lowered_and_raised_by_a_pair_of_which_one_may_be_shut() -> None:
    up = Offer(Action("raise", ("str",)), "Strength 3", group="answer", stepper="Strength")
    minus, plus = CardButtons(7, 9).stepper_row("Strength", [up])
    assert (minus.label, minus.disabled, plus.label) == ("−", True, "Strength 3")
    minus, plus = CardButtons(7, 9).stepper_row("Strength", [replace(up, lowers=True)])
    assert (minus.label, plus.label, plus.disabled) == ("Strength 3", "+", True)


def test_as_many_steps_as_a_menu_holds_are_in_one_above_the_other_answers() -> None:
    steps = [Offer(Action("more", (str(n),)), f"More {n}", stepper=f"{n}") for n in range(25)]
    asked = view(question="How much?")
    menu, row = CardButtons(7, 9).answer_rows([*steps, *many("done", 1)], asked, most_rows=3)
    [chosen] = menu
    assert isinstance(chosen, IdSelect)
    assert [option.label for option in chosen.options] == [f"More {n}" for n in range(25)]
    assert [str(button.label) for button in row if isinstance(button, IdButton)] == ["done 0"]
