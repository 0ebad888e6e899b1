"""Things: how found ones vary, what changes them, which make one stack, and their names."""

from __future__ import annotations

from engine.delve.rules import inventory
from engine.delve.state import DelveItem
from tests.engine.delve.stage import Rigged, Stage, content
from tests.rows import for_each


def thing(name: str = "short sword", **figures: object) -> DelveItem:
    item = inventory.fresh(content(), name, 1)
    for field, value in figures.items():
        setattr(item, field, value)
    return item


def drawn(*draws: int) -> Rigged:
    return Rigged(bytes(32), script=list(draws), rest="high")


# ------------------------------------------------------------------ found things


@for_each("row", [(0, -1), (1, 0), (3, 2)])
def test_the_power_of_a_found_weapon_is_one_less_to_two_more(row: tuple[int, int]) -> None:
    draw, by = row
    plain = content().items["short sword"]
    item = inventory.found(content(), "short sword", 1, drawn(draw))
    assert plain.power is not None
    assert (item.power, item.known, item.cursed, item.bonus) == (
        plain.power + by, False, False, "",
    )  # fmt: skip


def test_found_armour_varies_in_defence_and_a_ring_in_what_it_resists() -> None:
    armour = inventory.found(content(), "leather jerkin", 1, drawn(3))
    assert armour.defence == content().items["leather jerkin"].defence + 2
    ring = next(
        kind for kind in content().items.values()
        if kind.category == "ring" and kind.varies and kind.resist and not kind.defence
    )  # fmt: skip
    found = inventory.found(content(), ring.name, 1, drawn(3))
    assert found.resist == {element: figure + 2 for element, figure in ring.resist.items()}


def test_things_made_for_throwing_lie_in_heaps_of_two_to_five() -> None:
    for draw, count in ((0, 2), (3, 5)):
        assert inventory.found(content(), "dart", 1, drawn(draw)).count == count
    assert inventory.found(content(), "dagger", 1, drawn()).count == 1  # it is worn, too
    assert inventory.found(content(), "bread", 1, drawn()).known


def test_one_found_thing_in_eight_is_cursed_and_strong_with_one_negative_figure() -> None:
    kind = content().items["short sword"]
    assert kind.power is not None
    for worst in (1, 2, 3):
        item = inventory.found(content(), "short sword", 1, drawn(1, 0, worst - 1))
        assert item.cursed
        assert item.power == kind.power + 6 + kind.first // 6
        assert item.defence == kind.defence - worst
        assert item.range == max(1, kind.range - 2)


def test_one_of_the_others_in_ten_is_enchanted() -> None:
    elements = ("fire", "ice", "shock", "acid", "blessed")
    for place, bonus in enumerate(elements):
        item = inventory.found(content(), "short sword", 1, drawn(1, 7, 0, 0, place))
        assert (item.bonus, item.cursed) == (bonus, False)
    plain = content().items["short sword"].power
    assert plain is not None
    stronger = inventory.found(content(), "short sword", 1, drawn(1, 7, 0, 1))
    assert (stronger.power, stronger.bonus) == (plain + 1, "")


@for_each(
    "row",
    [
        ({"power": None, "defence": 3, "resist": {}}, (None, 9, {"ice": -2})),
        ({"power": None, "defence": 0, "resist": {}}, (None, 6, {"ice": -2})),
        ({"power": None, "defence": 0, "resist": {"fire": 2}}, (None, 0, {"fire": 6, "ice": -2})),
        ({"power": None, "defence": 0, "resist": {"fire": 9}}, (None, 0, {"fire": 9, "ice": -2})),
        ({"power": 4, "defence": 0, "resist": {}}, (10, -2, {})),
    ],
)
def test_a_tempting_thing_is_stronger_in_what_it_is_for(
    row: tuple[dict[str, object], tuple[int | None, int, dict[str, int]]],
) -> None:
    before, after = row
    item = thing(**before)
    inventory.tempt(item, drawn(1, 1), 6)
    assert (item.power, item.defence, item.resist) == after


# ------------------------------------------------------------------ curses, enchantments, rust


@for_each(
    "row",
    [
        ({"power": 4}, (-4, 0, {})),
        ({"power": 0, "defence": 3}, (0, -3, {})),
        ({"power": 0, "resist": {"fire": 2, "ice": -1}}, (0, 0, {"fire": -2, "ice": -1})),
        ({"power": 0}, (-2, 0, {})),
        ({"power": 0, "resist": {"ice": -1}}, (-2, 0, {"ice": -1})),
        ({"power": -5}, (-5, 0, {})),
        ({"power": None}, (None, -2, {})),
    ],
)
def test_a_curse_turns_the_first_good_figure_and_lifting_it_leaves_nothing_bad(
    row: tuple[dict[str, object], tuple[int | None, int, dict[str, int]]],
) -> None:
    before, after = row
    item = thing(**({"defence": 0, "resist": {}, "range": 4} | before))
    inventory.curse(item)
    assert (item.power, item.defence, item.resist) == after
    assert (item.cursed, item.range) == (True, 2)
    inventory.uncurse(item)
    assert (item.cursed, item.known, item.range) == (False, True, 4)
    assert (item.power or 0, item.defence) == (0, 0)
    assert not any(item.resist.values())


def test_a_shrunk_range_is_one_at_least_and_a_long_one_stays_long() -> None:
    item = thing(range=2)
    inventory.curse(item)
    assert item.range == 1
    item.range = 9
    inventory.uncurse(item)
    assert item.range == 9


@for_each(
    "row",
    [
        ({"power": 2, "defence": 1}, (1, 1), True),
        ({"power": -2, "defence": 1}, (-3, 1), True),
        ({"power": -3, "defence": 1}, (-3, 0), True),
        ({"power": -3, "defence": 0}, (-3, 0), False),
        ({"power": None, "defence": -2}, (None, -3), True),
        ({"power": None, "defence": -3}, (None, -3), False),
        ({"power": None, "defence": -9}, (None, -9), False),  # a curse can leave it worse
        ({"power": -9, "defence": 0}, (-9, 0), False),
        ({"power": None, "defence": 0}, (None, 0), False),
    ],
)
def test_rust_and_acid_take_one_down_to_minus_three(
    row: tuple[dict[str, object], tuple[int | None, int], bool],
) -> None:
    figures, left, lost = row
    item = thing(**figures)
    assert inventory.wear_down(item) is lost
    assert (item.power, item.defence) == left


@for_each(
    "row",
    [
        ({"power": 3, "defence": -1, "resist": {"ice": -2}, "range": 4}, 0),
        ({"power": None, "defence": 9, "resist": {"ice": 2}, "range": 2}, 9),
        ({"power": 5, "defence": 0, "resist": {}, "range": 6}, 7),
    ],
)
def test_a_curse_is_as_hard_to_lift_as_the_thing_is_good(
    row: tuple[dict[str, object], int],
) -> None:
    figures, difficulty = row
    assert inventory.difficulty(thing(**figures)) == difficulty


# ------------------------------------------------------------------ stacks


@for_each("figures",
    [
        {"kind": "dagger"}, {"worn": True}, {"power": 9}, {"defence": 9}, {"resist": {"ice": 1}},
        {"range": 9}, {"bonus": "fire"}, {"cursed": True}, {"known": False}, {"rust_proof": True},
        {"acid_proof": True}, {"spells": ["spark"]},
    ],
)  # fmt: skip
def test_things_that_differ_in_anything_make_no_stack(figures: dict[str, object]) -> None:
    one, other = thing(), thing(uid=2, **figures)
    assert not inventory.stacks_with(one, other)
    assert not inventory.stacks_with(other, one)
    things = [one]
    assert inventory.add(things, other) is other
    assert len(things) == 2
    like = thing(uid=3, count=4)
    assert inventory.add(things, like) is one
    assert (one.count, len(things)) == (5, 2)


def test_a_part_of_a_stack_is_a_thing_of_its_own() -> None:
    stack = thing("dart", count=5, resist={"ice": 1}, spells=["spark"])
    pack = [stack]
    part = inventory.take(pack, stack, 77, 2)
    assert (part.uid, part.count, stack.count, part.worn) == (77, 2, 3, False)
    part.resist["ice"] = 9
    part.spells.append("freeze")
    assert (stack.resist, stack.spells) == ({"ice": 1}, ["spark"])
    assert pack == [stack]
    stack.worn = True
    assert inventory.take(pack, stack, 78, 3) is stack
    assert (pack, stack.worn, stack.uid) == ([], False, 1)


def test_what_is_worn_is_found_by_its_slot() -> None:
    made = Stage()
    made.give("short sword")
    sword = made.give("dagger", worn=True)
    assert inventory.in_slot(content(), made.hero, "weapon") is sword
    assert inventory.in_slot(content(), made.hero, "shield") is None
    assert inventory.worn(made.hero) == [sword]


# ------------------------------------------------------------------ names


@for_each("row",
    [
        ("dagger", {"power": 3}, "dagger (power +3)", "a dagger (power +3)"),
        (
            "dagger",
            {"power": 3, "count": 2, "bonus": "fire", "cursed": True},
            "2 daggers (power +3, fire, cursed)",
            "2 daggers (power +3, fire, cursed)",
        ),
        ("dagger", {"known": False, "cursed": True}, "dagger (unproven)", "a dagger (unproven)"),
        ("iron helm", {"defence": 2, "resist": {"ice": -1, "fire": 0}},
         "iron helm (defence +2, ice -1)", "an iron helm (defence +2, ice -1)"),
        ("bread", {}, "bread", "some bread"),
        ("Heart of the Delve", {}, "Heart of the Delve", "the Heart of the Delve"),
    ],
)  # fmt: skip
def test_things_have_titles_for_lists_and_names_for_sentences(
    row: tuple[str, dict[str, object], str, str],
) -> None:
    name, figures, title, sentence = row
    item = thing(name, **figures)
    assert str(inventory.title(content(), item)) == title
    assert str(inventory.described(content(), item)) == sentence


def test_so_many_of_a_stack_are_named_as_asked() -> None:
    stack = thing("dart", count=5, power=None)
    assert str(inventory.title(content(), stack, 1)) == "dart"
    assert str(inventory.title(content(), stack, 3)) == "3 darts"
    assert str(inventory.described(content(), stack, 1)) == "a dart"


def test_action_lines_number_things_of_a_kind_from_the_second_on() -> None:
    things = [thing("dart"), thing("bread"), thing("dart", power=9), thing("dart", power=8)]
    assert list(inventory.tokens(things)) == ["dart", "bread", "dart-2", "dart-3"]
    assert inventory.tokens(things)["dart-2"] is things[2]
    assert inventory.token("Heart of the Delve") == "heart-of-the-delve"
    assert inventory.token("rat", 1) == "rat"
    assert inventory.token("rat", 2) == "rat-2"
