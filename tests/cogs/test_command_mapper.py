"""A ruleset's verbs as slash commands, within Discord's limits."""

from collections.abc import Sequence
from types import SimpleNamespace

import discord
import pytest
from discord import app_commands
from hypothesis import given
from hypothesis import strategies as st

from cogs.ui.command_mapper import (
    DO,
    MAX_LETTERS,
    MAX_SUBCOMMANDS,
    CommandLimitError,
    Runs,
    Sources,
    Value,
    _count_letters,
    action_line,
    command_group,
    complete_action,
    complete_line,
    complete_option,
    gm_command,
    has_command,
    slash_path,
)
from engine.contract.action import Action, Offer, Option, Verb
from engine.contract.ruleset import AnyRuleset
from table.errors import Refusal
from tests.rulesets import RULESETS
from tests.toys.guessing import Toy


async def run(interaction: discord.Interaction, verb: Verb, values: Sequence[Value]) -> None:
    raise AssertionError("nobody called")


async def act(interaction: discord.Interaction, line: str) -> None:
    raise AssertionError("nobody called")


async def offers(interaction: discord.Interaction) -> Sequence[Offer]:
    return ()


async def no_completions(
    interaction: discord.Interaction, verb: Verb, option: Option
) -> Sequence[str]:
    return ()


def payload(ruleset: AnyRuleset) -> dict:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    return command_group(ruleset, Runs(run, act), Sources(offers, no_completions)).to_dict(tree)


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
    lambda n, summary, options, group: Verb(f"verb{n}", summary, options, group=group),
    st.integers(0, 999),
    st.text("abc ", min_size=1, max_size=160),
    st.lists(
        st.builds(
            Option,
            st.sampled_from(["what", "where", "whom"]),
            st.text("abc ", min_size=1, max_size=120),
            choices=st.lists(choice, unique=True, max_size=30).map(tuple),
        ),
        max_size=3,
        unique_by=lambda option: option.name,
    ).map(tuple),
    st.sampled_from(["", "", "doors", "item"]),
)


@given(st.lists(verbs, max_size=60, unique_by=lambda verb: verb.name))
def test_however_many_verbs_there_are_all_fit_or_one_is_named(many: list[Verb]):
    class Wordy(Toy):
        verbs = tuple(many)

    command, refused = payload_or_error(Wordy())
    if command is None:
        assert any(f"“{verb.name}”" in refused for verb in many)
        return
    assert names(command) == {verb.name for verb in many}
    assert letters(command) <= MAX_LETTERS
    for group in (command, *(sub for sub in command["options"] if sub["type"] == 2)):
        assert len(group["options"]) <= MAX_SUBCOMMANDS


def payload_or_error(ruleset: AnyRuleset) -> tuple[dict | None, str]:
    try:
        return payload(ruleset), ""
    except CommandLimitError as error:
        return None, str(error)


def names(command: dict) -> set[str]:
    subs = command["options"]
    inner = {each["name"] for sub in subs if sub["type"] == 2 for each in sub["options"]}
    return inner | {sub["name"] for sub in subs if sub["type"] == 1}


def busy(count: int, *, group: str = "", summary: str = "Do it.") -> type[Toy]:
    class Busy(Toy):
        verbs = tuple(
            Verb(f"verb{n}", summary, (Option("what", "What"),), group=group) for n in range(count)
        )

    return Busy


def test_no_verb_is_left_out_without_need():
    assert len(payload(busy(25)())["options"]) == 25


@pytest.mark.parametrize("group", ["", "doors"])
def test_a_verb_that_does_not_fit_is_named(group: str):
    with pytest.raises(CommandLimitError, match="toy: the verb “verb25” does not fit"):
        payload(busy(26, group=group)())


def test_too_many_letters_are_an_error():
    class Lengthy(Toy):
        verbs = tuple(Verb(f"verb{n}", "x" * 100, group=f"group{n // 20}") for n in range(80))

    with pytest.raises(CommandLimitError, match=r"the verb “verb7.” its command has 8... letters"):
        payload(Lengthy())


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_the_letters_of_a_command_are_counted_as_discord_counts_them(name: str):
    group = command_group(RULESETS[name], Runs(run, act), Sources(offers, no_completions))
    assert _count_letters(group) == letters(payload(RULESETS[name]))


def test_an_option_with_too_many_choices_is_an_error():
    class Choosy(Toy):
        verbs = (Verb("pick", "Pick.", (Option("what", "What", choices=(*map(str, range(26)),)),)),)

    with pytest.raises(CommandLimitError, match="“what” of the verb “pick” has 26 choices"):
        payload(Choosy())


def test_a_file_is_an_attachment():
    class Uploading(Toy):
        verbs = (
            Verb("show", "Show.", (Option("image", "A picture", upload="picture"),)),
            Verb("draw", "Draw.", (Option("file", "A text", False, upload="text"),)),
        )

    show, draw = payload(Uploading())["options"]
    [image], [file] = show["options"], draw["options"]
    assert (image["type"], image["required"]) == (11, True)
    assert (file["type"], file["required"]) == (11, False)
    assert not image.get("autocomplete")


def test_grouped_verbs_are_subcommands_of_their_group():
    class Grouped(Toy):
        verbs = (
            Verb("wait", "Wait."),
            Verb("open", "Open a door.", group="doors", group_summary="Doors and chests"),
            Verb("close", "Close a door.", group="doors"),
        )

    wait, doors = payload(Grouped())["options"]
    assert wait["name"] == "wait"
    assert (doors["name"], doors["description"]) == ("doors", "Doors and chests")
    assert [sub["name"] for sub in doors["options"]] == ["open", "close"]
    assert [slash_path(Grouped(), verb) for verb in Grouped.verbs] == [
        "/toy wait",
        "/toy doors open",
        "/toy doors close",
    ]


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
async def test_every_verb_of_every_ruleset_has_a_slash_command(ruleset: AnyRuleset):
    """One of its own, or its command's `do`, which completes it by its name."""
    typed = [verb for verb in ruleset.verbs if verb.command]
    own = {verb.name for verb in typed if has_command(ruleset, verb)}
    assert names(payload(ruleset)) | gm_names(ruleset) == own | {DO}
    assert names(payload(ruleset)) & gm_names(ruleset) <= {DO}
    assert set(ruleset.own_commands or ()) <= {verb.name for verb in typed}
    assert all(verb.name in own for verb in typed if any(o.upload for o in verb.options))
    for verb in typed:
        path = slash_path(ruleset, verb)
        assert path.startswith(("/gm ", f"/{ruleset.name} "))
        found = await completed(typed, verb.name)
        assert not verb.options or found[0] == verb.name


async def completed(verbs: Sequence[Verb], typed: str, *given: Offer) -> list[str]:
    async def mine(interaction: discord.Interaction) -> Sequence[Offer]:
        return given

    async def values(interaction: discord.Interaction, verb: Verb, option: Option) -> list[str]:
        return [] if option.choices else [f"{option.name}-value"]

    found = await complete_line(None, verbs, typed, Sources(mine, values))  # type: ignore[arg-type]
    return [choice.value for choice in found]


async def test_a_line_is_completed_word_by_word():
    note = Verb("note", "Write a line.", (Option("what", "What"), Option("text", "Text")))
    step = Verb("step", "Walk.", (Option("way", "Where", choices=("n", "e")),))
    both = [note, step]
    north = Offer(Action("step", ("n",)), "Step north")
    other = Offer(Action("fly", ("n",)), "Fly")
    assert await completed(both, "", north, other) == ["step n"]
    assert await completed(both, "no", north) == ["note", "step n"]
    assert await completed(both, "walk", north) == ["step"]
    assert await completed(both, "step ", north) == ["step n", "step e"]
    assert await completed(both, "note ") == ["note what-value"]
    assert await completed(both, "note sword te") == ["note sword text-value"]
    assert await completed(both, "note sword long gone") == []


def gm_payload(*rulesets: AnyRuleset) -> dict | None:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    command = gm_command(rulesets, Runs(run, act), Sources(offers, no_completions))
    return command.to_dict(tree) if command else None


def gm_names(*rulesets: AnyRuleset) -> set[str]:
    told = gm_payload(*rulesets)
    return names(told) if told else set()


class Screened(Toy):
    name = "screened"
    verbs = (
        Verb("peek", "Look at a word.", (Option("seat", "Whose"),), group="screen", roles=("gm",)),
        Verb("wait", "Wait."),
    )


class AlsoScreened(Screened):
    name = "also"


class OtherwiseScreened(Screened):
    name = "otherwise"
    verbs = (Verb("peek", "Look.", group="screen", roles=("gm",)),)


def test_what_the_game_master_alone_does_is_under_one_command():
    told = gm_payload(Toy(), Screened(), AlsoScreened())
    assert told is not None
    assert told["name"] == "gm"
    assert [(sub["name"], [s["name"] for s in sub["options"]]) for sub in told["options"]] == [
        ("screen", ["peek"])
    ]
    assert names(payload(Screened())) == {"wait"}
    assert [slash_path(Screened(), verb) for verb in Screened.verbs] == [
        "/gm screen peek",
        "/screened wait",
    ]
    assert gm_payload(Toy()) is None


def test_one_command_of_the_game_master_cannot_have_two_sets_of_options():
    with pytest.raises(CommandLimitError, match="otherwise: the verb “peek” needs /gm screen peek"):
        gm_payload(Screened(), OtherwiseScreened())


def test_all_rulesets_commands_of_the_game_master_fit_into_one():
    told = gm_payload(*RULESETS.values())
    assert told is not None
    assert letters(told) <= MAX_LETTERS
    assert len(told["options"]) <= MAX_SUBCOMMANDS


def test_a_line_is_the_verb_and_what_was_given():
    assert action_line("fire", ["wolf-3", None, "  "]) == "fire wolf-3"


FIRE = [
    Offer(Action("fire", ("wolf-3", "arrow")), "Fire an arrow at wolf-3"),
    Offer(Action("fire", ("wolf-3", "stone")), "Throw"),
    Offer(Action("fire", ("orc", "arrow")), "Fire an arrow at the orc"),
    Offer(Action("step", ("n",)), "North"),
]


def test_an_option_completes_from_the_legal_offers_given_the_ones_before():
    assert [c.value for c in complete_option(FIRE, "fire", [], "")] == ["wolf-3", "orc"]
    assert [c.value for c in complete_option(FIRE, "fire", ["wolf-3"], "st")] == ["stone"]
    assert complete_option(FIRE, "fire", ["bat"], "") == []
    assert [c.value for c in complete_option(FIRE, "fire", [None], "st")] == ["stone"]
    assert [c.value for c in complete_option(FIRE, "fire", [], "", ["bat", "orc"])] == [
        "wolf-3",
        "orc",
        "bat",
    ]


@given(st.lists(st.tuples(st.text("ab ", max_size=90), st.text("cd", max_size=60)), max_size=60))
def test_names_of_choices_are_unique_and_few(pairs: list[tuple[str, str]]):
    many = [Offer(Action("do", (value,)), label) for value, label in pairs]
    shown = complete_action(many, "")
    assert len(shown) <= 25
    assert all(len(choice.name) <= 100 for choice in shown)
    assert len({choice.name for choice in shown}) == len(shown)


def test_what_begins_as_typed_comes_first():
    assert complete_action(FIRE, "step")[0].value == "step n"
    assert [choice.value for choice in complete_action(FIRE, "ORC")] == ["fire orc arrow"]


# ------------------------------------------------------------ what a command does and suggests

OPTIONS = (Option("what", "What"), Option("where", "Where"), Option("how", "How", required=False))
PUT = Verb("put", "Put it.", OPTIONS)


class OneCommand(Toy):
    """A game of two verbs, of which one has a command of its own."""

    verbs = (PUT, Verb("nap", "Sleep a little."))
    own_commands = ("put",)


class Calls:
    """Notes what a command asks for. `refuses`: whether it may not be used here."""

    def __init__(self, *, refuses: bool = False) -> None:
        self.ran: list[tuple[str, list[Value]]] = []
        self.acted: list[str] = []
        self.asked: list[str] = []
        self._refuses = refuses

    async def run(self, _asked: object, verb: Verb, values: Sequence[Value]) -> None:
        """Note a verb with its values."""
        self.ran.append((verb.name, [*values]))

    async def act(self, _asked: object, line: str) -> None:
        """Note a line."""
        self.acted.append(line)

    async def offers(self, _asked: object) -> Sequence[Offer]:
        """Return two things to put in some places."""
        if self._refuses:
            raise Refusal("Not here.")
        words = (("cup", "shelf"), ("cup", "table"), ("key", "door"))
        return [Offer(Action("put", each), " ".join(each)) for each in words]

    async def completions(self, _asked: object, _verb: Verb, option: Option) -> Sequence[str]:
        """Return more words for an option."""
        self.asked.append(option.name)
        return ("chest",) if option.name == "where" else ()

    def group(self) -> app_commands.Group:
        """Return the commands of the game."""
        return command_group(
            OneCommand(), Runs(self.run, self.act), Sources(self.offers, self.completions)
        )


def command_of(calls: Calls, name: str) -> app_commands.Command:
    return next(each for each in calls.group().walk_commands() if each.name == name)


async def suggested(calls: Calls, command: str, option: str, typed: str, **given: str) -> list[str]:
    """Return what is suggested for an option after others were given."""
    complete = command_of(calls, command)._params[option].autocomplete
    asked = SimpleNamespace(namespace=SimpleNamespace(**given))
    return [each.value for each in await complete(asked, typed)]


async def test_a_command_runs_its_verb_with_the_values_in_their_order() -> None:
    calls = Calls()
    put = command_of(calls, "put")
    await put.callback(None, where="shelf", what="cup")
    assert calls.ran == [("put", ["cup", "shelf", None])]
    assert [each.required for each in put.parameters] == [True, True, False]


async def test_an_option_is_completed_by_what_goes_with_those_before_it() -> None:
    calls = Calls()
    assert await suggested(calls, "put", "what", "") == ["cup", "key"]
    assert await suggested(calls, "put", "where", "", what="cup") == ["shelf", "table", "chest"]
    assert await suggested(calls, "put", "where", "ta", what="cup") == ["table"]
    assert await suggested(calls, "put", "where", "", what="key") == ["door", "chest"]
    assert calls.asked == ["what", "where", "where", "where"]


async def test_where_a_command_would_be_refused_nothing_is_suggested() -> None:
    calls = Calls(refuses=True)
    assert await suggested(calls, "put", "what", "") == []
    assert await suggested(calls, DO, "action", "put") == []


async def test_any_line_of_a_game_can_be_typed_and_is_completed() -> None:
    calls = Calls()
    await command_of(calls, DO).callback(None, action="put cup shelf")
    assert calls.acted == ["put cup shelf"]
    (action,) = command_of(calls, DO).parameters
    assert str(action.description) == "What you do; the list shows what you can"
    found = await suggested(calls, DO, "action", "put k")
    assert "put key door" in found
