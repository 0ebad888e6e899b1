"""The words on the design sheets, before and after the game begins."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.contract.action import ActionError
from engine.kanthe.data.content import SLOTS, WORD_LISTS
from engine.kanthe.setup.design_sheets import export_sheets
from engine.kanthe.setup.wizard import current_page, pages
from engine.kanthe.state import ArcaneEffect, KantheState
from tests.engine.kanthe.stage import act, new_game

LETTERS = st.text("abcdeäøßéñ'- ABC", min_size=1, max_size=12).map(str.strip)
WORDS = LETTERS.filter(lambda word: any(letter.isalpha() for letter in word))
LISTS = st.lists(
    WORDS, min_size=10, max_size=10, unique_by=lambda word: " ".join(word.split()).casefold()
)
ROWS = st.integers(0, 9)
NUMBERS = ["levels", "sections", "rooms", "level-rooms"]
STEPS = st.one_of(
    st.sampled_from(["open level", "open hero", "open colours"]),
    st.just("next"),
    st.just("previous"),
    st.just("fill"),
    st.tuples(st.sampled_from(["domain", "theme", "hero"]), WORDS).map(
        lambda each: f"write {each[0]} {each[1]}"
    ),
    WORDS.map(lambda word: f"answer {word}"),
    st.tuples(st.sampled_from(["main", "alternate", "level-theme"]), WORDS).map(
        lambda each: f"open level|write {each[0]} {each[1]}"
    ),
    st.tuples(st.sampled_from(WORD_LISTS), LISTS).map(
        lambda each: f"write {each[0]} {','.join(each[1])}"
    ),
    st.tuples(st.sampled_from(WORD_LISTS), ROWS, WORDS).map(
        lambda each: f"open {each[0]}|fill|word {each[1]} {each[2]}"
    ),
    st.tuples(st.sampled_from(SLOTS), WORDS).map(
        lambda each: f"equip {each[0]} evade-force {each[1]}"
    ),
    st.tuples(ROWS, ROWS, ROWS).map(lambda each: f"arcane-feature {each[0]} {each[1]} {each[2]}"),
    st.tuples(st.sampled_from(NUMBERS), st.integers(1, 9)).map(
        lambda each: f"set {each[0]} {each[1]}"
    ),
    st.sampled_from(["yes", "no"]).map(lambda word: f"set ruins {word}"),
)  # fmt: skip
Read = Callable[[KantheState], object]


def written(state: KantheState, line: str) -> tuple[str, Read] | None:
    """Return what a line has written, and where; None for a line that writes nothing."""
    verb, *args = line.split(" ", 2)
    page = current_page(state)
    level = page.level
    if verb == "answer":
        verb, args = "write", [{"level": "main"}.get(page.key, page.key), " ".join(args)]
    readers: dict[str, Read] = {
        "domain": lambda g: g.domain.name,
        "theme": lambda g: g.domain.theme,
        "hero": lambda g: g.hero.name,
        "main": lambda g: g.sheets[level].main,
        "alternate": lambda g: g.sheets[level].alternate,
        "level-theme": lambda g: g.sheets[level].theme,
        **{key: lambda g, key=key: tuple(g.domain.words[key]) for key in WORD_LISTS},
    }
    if verb == "write":
        name = f"{args[0]} {level}" if args[0] in ("main", "alternate", "level-theme") else args[0]
        return name, readers[args[0]]
    if verb == "word":
        return page.key, readers[page.key]
    if verb == "equip":
        place = SLOTS.index(args[0])
        return (
            f"kit {place}",
            lambda g: g.hero.items[place].name if g.hero.items else g.kit[place].name,
        )
    if verb == "set":
        numbers: dict[str, Read] = {
            "levels": lambda g: g.domain.levels,
            "sections": lambda g: g.domain.sections,
            "rooms": lambda g: g.domain.rooms,
            "ruins": lambda g: str(g.domain.ruins),
            "level-rooms": lambda g: g.sheets[level].rooms,
        }
        name = f"level-rooms {level}" if args[0] == "level-rooms" else args[0]
        return name, numbers[args[0]]
    if verb == "arcane-feature":
        row = int(args[0])
        return f"feature {row}", lambda g: g.domain.arcane_features[row]
    return None


def open_page(state: KantheState, key: str) -> None:
    """Open a page of the wizard."""
    assert state.setup is not None
    state.setup.page = [page.key for page in pages(state)].index(key)


def pasted(state: KantheState) -> KantheState:
    """Return another game whose sheets are those of a game, pasted."""
    other = new_game("2")
    act(other, f"restore {export_sheets(state)}")
    return other


@example(["open level|write alternate A"], True)
@settings(max_examples=40, deadline=None)
@given(st.lists(STEPS, min_size=1, max_size=12), st.booleans())
def test_whatever_is_typed_before_begin_is_there_after_it(steps: list[str], pastes: bool) -> None:
    state = new_game()
    kept: dict[str, tuple[Read, object]] = {}
    for step in "|".join(steps).split("|"):
        if step == "fill":
            page = current_page(state)
            kept = {} if page.key != "level" else kept
        if step.startswith("open "):
            open_page(state, step.removeprefix("open "))
            continue
        try:
            act(state, step)
        except ActionError:
            continue
        found = written(state, step)
        if found is not None:
            name, read = found
            kept[name] = read, read(state)
    if pastes:
        state = pasted(state)
        on_sheets = {name for name in kept if name != "hero" and not name.startswith("kit")}
        kept = {name: kept[name] for name in on_sheets}
    act(state, "begin")
    for name, (read, value) in kept.items():
        assert value not in ("", None, ())
        assert read(state) == value, name


def test_an_effect_that_is_written_for_a_feature_stops_the_suggestion_of_others() -> None:
    state = new_game()
    act(state, "arcane-feature 3 1 2")
    act(state, "begin")
    effects = state.domain.arcane_features
    assert [row for row, effect in enumerate(effects) if effect] == [3]
    assert effects[3] == ArcaneEffect(1, 2)
