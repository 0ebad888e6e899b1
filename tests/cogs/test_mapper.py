"""A ruleset's verbs as slash commands, within Discord's limits."""

from collections.abc import Sequence

import discord
from discord import app_commands
from hypothesis import given
from hypothesis import strategies as st

from cogs.ui.mapper import LETTERS, SUBCOMMANDS, completions, group, line_of, lines
from engine.game import Action, Offer, Option, Verb
from tests.toys.guessing import Toy


async def run(interaction: discord.Interaction, line: str) -> None:
    raise AssertionError("nobody called")


async def offers(interaction: discord.Interaction) -> Sequence[Offer]:
    return ()


def payload(ruleset: Toy) -> dict:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    return group(ruleset, run, offers).to_dict(tree)


def test_verbs_become_subcommands_with_their_options():
    toy = payload(Toy())
    assert toy["name"] == "toy"
    assert [sub["name"] for sub in toy["options"]] == ["step", "guess", "look"]
    step, guess, look = toy["options"]
    assert [choice["value"] for choice in step["options"][0]["choices"]] == ["n", "e", "s", "w"]
    assert guess["options"][0]["autocomplete"]
    assert guess["options"][0]["required"]
    assert look["options"] == []


def letters(part: object) -> int:
    if isinstance(part, dict):
        own = [part.get(key) for key in ("name", "description", "value")]
        inner = [part.get("options") or [], part.get("choices") or []]
        return sum(len(text) for text in own if isinstance(text, str)) + sum(map(letters, inner))
    return sum(map(letters, part)) if isinstance(part, list) else 0


choice = st.text("xyz", min_size=1, max_size=20)
verbs = st.builds(
    lambda n, summary, options: Verb(f"verb{n}", summary, options),
    st.integers(0, 999),
    st.text("abc ", min_size=1, max_size=160),
    st.lists(
        st.builds(
            Option,
            st.sampled_from(["what", "where", "whom"]),
            st.text("abc ", min_size=1, max_size=120),
            choices=st.lists(choice, unique=True, max_size=40).map(tuple),
        ),
        max_size=3,
        unique_by=lambda option: option.name,
    ).map(tuple),
)


@given(st.lists(verbs, max_size=60, unique_by=lambda verb: verb.name))
def test_however_many_verbs_there_are_the_command_fits(many: list[Verb]):
    class Wordy(Toy):
        verbs = tuple(many)

    command = payload(Wordy())
    assert len(command["options"]) <= SUBCOMMANDS
    assert letters(command) <= LETTERS


def test_no_verb_is_left_out_without_need():
    class Busy(Toy):
        verbs = tuple(Verb(f"verb{n}", "Do it.", (Option("what", "What"),)) for n in range(25))

    assert len(payload(Busy())["options"]) == 25


def test_a_line_is_the_verb_and_what_was_given():
    assert line_of("fire", ["wolf-3", None, "  "]) == "fire wolf-3"


FIRE = [
    Offer(Action("fire", ("wolf-3", "arrow")), "Fire an arrow at wolf-3"),
    Offer(Action("fire", ("wolf-3", "stone")), "Throw"),
    Offer(Action("fire", ("orc", "arrow")), "Fire an arrow at the orc"),
    Offer(Action("step", ("n",)), "North"),
]


def test_an_option_completes_from_the_legal_offers_given_the_ones_before():
    assert [c.value for c in completions(FIRE, "fire", [], "")] == ["wolf-3", "orc"]
    assert [c.value for c in completions(FIRE, "fire", ["wolf-3"], "st")] == ["stone"]
    assert completions(FIRE, "fire", ["bat"], "") == []


@given(st.lists(st.tuples(st.text("ab ", max_size=90), st.text("cd", max_size=60)), max_size=60))
def test_names_of_choices_are_unique_and_few(pairs: list[tuple[str, str]]):
    many = [Offer(Action("do", (value,)), label) for value, label in pairs]
    shown = lines(many, "")
    assert len(shown) <= 25
    assert all(len(choice.name) <= 100 for choice in shown)
    assert len({choice.name for choice in shown}) == len(shown)


def test_what_begins_as_typed_comes_first():
    assert lines(FIRE, "step")[0].value == "step n"
    assert [choice.value for choice in lines(FIRE, "ORC")] == ["fire orc arrow"]
