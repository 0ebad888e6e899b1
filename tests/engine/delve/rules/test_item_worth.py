"""The worth of things to a hero; curses, and what takes hold of whom."""

from __future__ import annotations

import pytest

from engine.delve import terrain
from engine.delve.combat import statuses
from engine.delve.combat.melee_effects import pull, split
from engine.delve.rules import inventory, item_worth
from engine.delve.state import DelveItem
from tests.engine.delve.stage import Stage, content


@pytest.mark.parametrize(
    ("figures", "points"),
    [
        ({"power": 3, "defence": 0}, 12),
        ({"power": None, "defence": 2}, 8),
        ({"power": None, "defence": 2, "resist": {"fire": 5, "ice": -2}}, 11),
        ({"power": 3, "defence": 0, "bonus": "blessed"}, 17),
    ],
)
def test_a_known_thing_is_worth_its_figures(figures: dict[str, object], points: int) -> None:
    made = Stage()
    plain: dict[str, object] = {"known": True, "resist": {}}
    thing = made.give("spade", **(plain | figures))
    assert item_worth.worth(made.game, thing) == points


def test_an_unknown_thing_is_worth_what_its_kind_is() -> None:
    made = Stage()
    kind = content().items["spade"]
    thing = made.give("spade", known=False, power=99, defence=99, bonus="blessed")
    assert item_worth.worth(made.game, thing) == 4 * (kind.power or 0) + 4 * kind.defence


@pytest.mark.parametrize(
    ("name", "figures", "wanted"),
    [
        ("bread", {}, True),
        ("scroll of light", {"cursed": True}, True),
        ("Heart of the Delve", {}, True),
        ("padded coat", {}, True),
        ("padded coat", {"cursed": True, "defence": 9}, False),
        ("padded coat", {"known": False, "defence": 9}, False),
        ("padded coat", {"defence": -1}, False),
        ("dart", {}, True),
        ("dart", {"cursed": True}, False),
        ("whetstone", {}, True),
        ("prayer book", {}, True),
    ],
)
def test_what_is_worth_carrying(name: str, figures: dict[str, object], wanted: bool) -> None:
    made = Stage()
    thing = made.give(name, **figures)
    made.hero.pack = []
    assert item_worth.is_wanted(made.game, made.hero, thing) is wanted


@pytest.mark.parametrize(("held", "wanted"), [(11, True), (12, False)])
def test_a_dozen_of_a_kind_are_enough(held: int, wanted: bool) -> None:
    made = Stage()
    thing = made.give("whetstone")
    made.hero.pack = []
    for _ in range(held):
        made.give("whetstone")
    kind = content().items["whetstone"]
    assert item_worth.is_wanted(made.game, made.hero, thing) is wanted
    assert item_worth.may_be_wanted(made.game, made.hero, kind) is wanted
    assert item_worth.may_be_wanted(made.game, made.hero, content().items["dart"])


def test_of_books_only_a_better_one_is_carried_and_a_cursed_one_counts_for_nothing() -> None:
    made = Stage("mage")
    first, second = made.give("book of embers", worn=True), made.give("book of embers")
    made.hero.pack = [first]
    assert not item_worth.is_wanted(made.game, made.hero, second)
    first.cursed = True
    assert item_worth.books(made.game, made.hero) == []
    assert item_worth.is_wanted(made.game, made.hero, second)
    first.known = False
    assert item_worth.books(made.game, made.hero) == [first]


def test_a_spell_that_is_known_counts_for_more_in_a_book_than_two_that_are_not() -> None:
    made = Stage("mage")
    known, *others = content().spells
    made.hero.spells = [known]

    def worth(*spells: str) -> int:
        book = made.give("prayer book", spells=list(spells))
        return item_worth.worth_on(made.game, made.hero, book, "spellbook")

    assert worth() < worth(others[0]) < worth(*others[:2]) < worth(known)
    assert worth(known) < worth(known, others[0])


@pytest.mark.parametrize(
    ("figures", "after"),
    [
        ({"power": 3, "defence": 2}, (-3, 2, {})),
        ({"power": 0, "defence": 2}, (0, -2, {})),
        ({"power": None, "defence": 0, "resist": {"fire": 4, "ice": -1}},
         (None, 0, {"fire": -4, "ice": -1})),
        ({"power": 0, "defence": 0}, (-2, 0, {})),
        ({"power": -5, "defence": 0}, (-5, 0, {})),
        ({"power": None, "defence": 0}, (None, -2, {})),
    ],
)  # fmt: skip
def test_a_curse_turns_a_figure_negative_and_shortens_the_range(
    figures: dict[str, object], after: tuple[int | None, int, dict[str, int]]
) -> None:
    plain: dict[str, object] = {"resist": {}, "range": 5}
    thing: DelveItem = Stage().give("dagger", **(plain | figures))
    inventory.curse(thing)
    assert (thing.power, thing.defence, thing.resist) == after
    assert (thing.range, thing.cursed) == (3, True)
    inventory.curse(thing)
    inventory.curse(thing)
    assert thing.range == 1


@pytest.mark.parametrize(
    ("kind", "status", "immune"),
    [
        ("rat", "asleep", False),
        ("skeleton knight", "poisoned", True),
        ("skeleton knight", "diseased", True),
        ("skeleton knight", "asleep", True),
        ("skeleton knight", "frozen", False),
        ("fire salamander", "on fire", True),
        ("rat", "on fire", False),
        ("iron hound", "terrified", True),
        ("iron hound", "confused", True),
        ("iron hound", "enervated", True),
        ("iron hound", "calm", True),
        ("iron hound", "frozen", False),
    ],
)
def test_some_monsters_have_nothing_for_a_status_to_take_hold_of(
    kind: str, status: str, immune: bool
) -> None:
    made = Stage()
    monster = made.put(kind, 0, 3)
    assert statuses.is_immune(made.game, monster, status) is immune
    assert statuses.add(made.game, monster, status, 3) is not immune
    assert (status in monster.statuses) is not immune


def test_of_two_shields_one_is_held_and_both_by_whoever_can() -> None:
    for abilities, held in (
        ([], {"ice shield"}), (["dual element"], {"fire shield", "ice shield"}),
    ):  # fmt: skip
        made = Stage()
        made.hero.abilities = abilities
        statuses.add(made.game, made.hero, "fire shield", 9)
        statuses.add(made.game, made.hero, "ice shield", 9)
        assert made.hero.statuses.keys() == held


def test_who_stands_rooted_is_not_drawn_nearer_nor_anybody_whom_walls_hold() -> None:
    made = Stage()
    victim = made.dummy(0, 4)
    assert pull(made.game, victim, made.hero.at)
    assert victim.at == made.at(0, 3)
    for dy in (-1, 0, 1):
        made.ground(dy, 2, terrain.WALL)
    assert not pull(made.game, victim, made.hero.at)
    made.hero.abilities = ["rooted stance"]
    assert not pull(made.game, made.hero, made.at(0, -4))


def test_halves_of_what_splits_share_its_health_where_there_is_room() -> None:
    made = Stage()
    slime = made.dummy(0, 4, health=31)
    assert split(made.game, slime)
    twin = made.level.monsters[-1]
    assert (slime.health, twin.health, twin.summoned) == (16, 15, True)
    for dy in (-1, 0, 1):
        for dx in (3, 4, 5):
            if made.at(dy, dx) not in (slime.at, twin.at):
                made.ground(dy, dx, terrain.WALL)
    assert not split(made.game, slime)
    assert len(made.level.monsters) == 2
