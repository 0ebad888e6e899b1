"""The end of a game of several: whose story is told, and the figures of all."""

from __future__ import annotations

from engine.contract.texts import Listing, Name, Text, text
from engine.contract.view import Outcome
from engine.delve.rules.context import DelveContext
from engine.delve.state import DelveHero, DelveState
from engine.delve.view.outcome import outcome
from tests.engine.delve.stage import content, ruleset
from tests.rolled import dice_for
from tests.rows import for_each


def party(*deepest: int) -> tuple[DelveState, list[DelveHero]]:
    """Return a game of fighters that has been left, and its heroes, by how deep they came."""
    names = ["Ann", "Bea", "Cid"][: len(deepest)]
    state = ruleset().new({"class": "fighter"}, names, dice_for("end"))
    for hero, depth in zip(state.heroes, deepest, strict=True):
        hero.deepest = hero.depth = depth
        hero.turns, hero.experience = 100 * depth, 7 * depth
    state.ended = "left"
    return state, state.heroes


def told(state: DelveState) -> Outcome:
    return outcome(DelveContext(state, content()))


def test_the_figures_are_those_of_whoever_has_most() -> None:
    state, (_, last) = party(5, 3)
    last.turns, last.experience = 900, 60
    state.slain = {"rat": 2, "troll": 1}
    found = told(state)
    assert dict(found.facts) == {"levels": 5, "experience": 60, "kills": 3, "turns": 900}
    assert [number for _, number in found.figures] == [5, 60, 3, 900]
    ending = content().endings["left"]
    assert (str(found.title), found.ending, found.scene) == (
        ending.title, ending.outcome, "delve:left",
    )  # fmt: skip


@for_each(
    "row",
    [
        ((3, 5), (), 1),  # the deepest of those who live
        ((5, 5), (), 0),  # else by seat
        ((3, 5), (1,), 0),  # who lives before who fell
        ((3, 5), (0, 1), 1),
        ((2, 4, 4), (0, 1, 2), 1),
    ],
)
def test_the_story_is_that_of_who_lives_or_came_farthest(
    row: tuple[tuple[int, ...], tuple[int, ...], int],
) -> None:
    deepest, fallen, teller = row
    state, heroes = party(*deepest)
    for seat, hero in enumerate(heroes):
        hero.fallen = seat in fallen
        hero.killer_kind = ("rat", "troll", "ghoul")[seat]
    story = told(state)
    assert heroes[teller].name in str(story.story[0])
    assert story.killer == f"delve:monster/{('rat', 'troll', 'ghoul')[teller]}"


def test_each_hero_has_a_line_in_the_order_of_seats() -> None:
    state, (one, two, three) = party(2, 3, 4)
    one.fallen, one.killer, one.depth, one.level = True, "a rat", 1, 6
    two.escaped = True
    lines = [str(line) for line in told(state).story[-3:]]
    assert lines == [
        "Ann, fighter of level 6, was slain by a rat on level 1.",
        "Bea, fighter of level 0, came back from level 3.",
        "Cid, fighter of level 0, lived to tell it.",
    ]
    last = told(state).story[-1]
    assert isinstance(last, Text)
    assert last.facts["hero"] == Name(three.name, proper=True, given=True)


def test_who_died_of_no_monster_has_no_killer_to_show() -> None:
    state, (hero,) = party(2)
    hero.fallen, hero.killer, hero.killer_kind = True, "a fall", ""
    assert told(state).killer == ""


def test_the_greatest_of_the_slain_is_that_of_the_highest_level() -> None:
    state, _ = party(2)
    state.slain = {"rat": 1}
    assert "One monster fell: a rat." in map(str, told(state).story)
    state.slain = {"rat": 3, "troll": 1, "ghoul": 1}
    levels = {name: content().monsters[name].level for name in state.slain}
    greatest = max(levels, key=lambda name: levels[name])
    line = f"5 monsters fell, the greatest of them a {greatest}."
    assert line in map(str, told(state).story)


def test_fallen_lords_are_named_if_there_are_any() -> None:
    state, _ = party(2)
    themes = [each for each in content().themes.values() if each.lord]
    assert not any("Fallen lords" in str(line) for line in told(state).story)
    state.lords = [themes[0].name]
    lord = content().monsters[themes[0].lord]
    names = Listing((Name(lord.name, proper=True),))
    assert text("Fallen lords: {lords}.", lords=names) in told(state).story
