"""All that games say in German is written as German is: numbers, and sentences that were cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from cogs.ui.catalogues import is_translated
from cogs.ui.languages import say, say_all, say_number, speaking
from engine.contract import running_game
from engine.contract.dice import GameSecret, seed_from
from engine.contract.texts import text
from engine.kanthe.encounters.finds import describe_hazard
from engine.kanthe.rules.names import item_name
from tests.cogs import samples
from tests.cogs.test_cards import parts
from tests.cogs.test_cards_of_rulesets import turns
from tests.engine.kanthe.stage import add_hazard, begun, game_of, give
from tests.rulesets import RULESETS

GERMAN = [name for name in RULESETS if is_translated(name, "de")]
FAULTS = (
    r"\d\.\d(?!\d\d(?!\d))",  # 6.3, but not 1.234
    r"(?<![\d+-])\d{1,3},\d{3}(?!\d)",  # 1,234
    r"…\w|…[.;]|\.…|[^.]\.\.(?!\.)|,,|;;|\s[,;!?]|\(\)|\{|\}",
)
COPIED = "restore "  # a line of data, which is copied
# What is known of a thing stands in braces behind its name.
TAGS = re.compile(r"\{(?:besonders|leer|versucht|(?:nicht )?verflucht)\}")


def strings(told: Any) -> Iterator[str]:
    """Yield all that stands in what was said."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        for each in told.values():
            yield from strings(each)
    elif isinstance(told, list | tuple):
        for each in told:
            yield from strings(each)


def faults(said: str) -> list[str]:
    """Return what is not written as German is."""
    plain = TAGS.sub("", said)
    return [found[0] for fault in FAULTS for found in re.finditer(fault, plain)]


def faults_of_moments(name: str, presses: int) -> set[str]:
    """Return the lines with faults in a game's views, offers, cards and topics."""
    ruleset, found = RULESETS[name], set[str]()

    def look(told: Any) -> None:
        for said in strings(msgspec.to_builtins(told)):
            lines = (line for line in said.split("\n") if not line.startswith(COPIED))
            found.update(line for line in lines if faults(line))

    with speaking("de"):
        for number, (game, seat) in enumerate(turns(name, presses)):
            said, offers = say_all(game.view(seat)), game.legal(seat)
            look(say_all(game.pages(seat)))
            look([said.lines, said.coach, said.question, said.alt, said.facts])
            look([[each.label, each.hint] for each in say_all(offers)])
            if number % 5 == 0:
                look([part.get("content", part.get("label", "")) for part in card(offers, said)])
        roles = ruleset.roles({})
        people = ["Ann", "Bob", "Eve"][: max(1, roles.least_players)]
        dice = GameSecret(seed_from("words")).start_dice()
        game = running_game.start(ruleset, {}, people, dice, gm=roles.gm == "required")
        look(say_all(tuple(game.topics(0))))
    return found


def card(offers: Any, view: Any) -> list[dict[str, Any]]:
    """Return the components of a turn's card."""
    return [each for each in parts(samples.turn_card(offers, view).view) if isinstance(each, dict)]


@pytest.mark.parametrize("name", GERMAN)
def test_games_write_german_as_it_is_written(name: str):
    assert faults_of_moments(name, 30) == set()


@pytest.mark.soak(part="laws")
@pytest.mark.parametrize("name", GERMAN)
def test_long_games_write_german_as_it_is_written(name: str):
    assert faults_of_moments(name, 300) == set()


@pytest.mark.parametrize(
    ("kind", "by_change", "said"),
    [
        ("wand", False, "Du probierst den roten Zauberstab mit Schlangen aus."),
        ("wand", True, "Du probierst den Zauberstab mit Hörnern und Schlangen aus."),
        ("armour", False, "Du probierst die rote Rüstung mit Schlangen aus."),
        ("potion", False, "Du probierst den roten säuerlichen Trank aus."),
        ("boots", False, "Du probierst die roten Stiefel aus."),
    ],
)
def test_arcane_things_of_kanthe_are_named_by_their_words(kind: str, by_change: bool, said: str):
    state = begun()
    words = state.domain.words
    item = give(state, kind, words["colours"].index("Red"), words["motifs"].index("Snakes"))
    if kind == "potion":
        item.action_row = words["qualities"].index("Sour")
    if by_change:
        item.by_change, item.essence_row = True, words["changes"].index("Horns")
    tried = text("You try {thing:the}.", thing=item_name(game_of(state), item))
    with speaking("de"):
        assert say(tried) == said


def test_hazards_of_kanthe_stand_in_the_case_that_is_asked_for():
    state = begun()
    fire = state.domain.words["essences"].index("Fire")
    hazard = add_hazard(state, "vortex", 2, essence=fire)
    for known, said in ((False, "Suche bei einem"), (True, "Suche bei dem")):
        what = describe_hazard(game_of(state), hazard, known=known)
        with speaking("de"):
            assert say(text("Searching {what}", what=what)) == f"{said} Wirbel aus Feuer"


def test_numbers_have_the_signs_of_the_language():
    with speaking("de"):
        assert say_number(1234567) == "1.234.567"
        assert say_number(1234.5, ",.1f") == "1.234,5"
    assert say_number(1234.5, ",.1f") == "1,234.5"


@pytest.mark.parametrize(
    "said", ["6.3 Pfund", "1,234 Erfahrung", "Stoß (2 m….", "Ann , Bob", "{x}"]
)
def test_what_is_not_written_as_german_is_is_found(said: str):
    assert faults(said)
    assert not faults("6,3 Pfund (-1,2d5); 1.234 Züge … Ende. [1,2 km] Dolch {besonders} auf M21")
