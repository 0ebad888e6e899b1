"""Verbs: whose they are and where they stand, how lines are read, and what they are in words."""

from __future__ import annotations

import pytest

from engine.contract.action import Action, InvalidAction
from engine.silg import verbs
from engine.silg.clock import declared_actions
from tests.engine.silg.stage import DATA, RULES

GM_ALONE = ("gm",)
PLAYER_ALONE = ("player",)


@pytest.mark.parametrize(
    ("name", "group", "roles", "options"),
    [
        ("step", "", PLAYER_ALONE, ("direction",)),
        ("search", "", PLAYER_ALONE, ("where", "caution")),
        ("quaff", "hero", PLAYER_ALONE, ("item",)),
        ("stealth", "hero", PLAYER_ALONE, ("mode",)),
        ("forge", "craft", PLAYER_ALONE, None),
        ("smith", "craft", PLAYER_ALONE, None),
        ("melt", "craft", PLAYER_ALONE, None),
        ("raise", "craft", PLAYER_ALONE, None),
        ("switch", "craft", PLAYER_ALONE, None),
        ("go", "", PLAYER_ALONE, ("square", "terms")),
        ("rest", "plans", PLAYER_ALONE, ("minutes", "terms")),
        ("fight", "plans", PLAYER_ALONE, ("target", "health", "terms")),
        ("caution", "plans", PLAYER_ALONE, ("how",)),
        ("whisper", "", PLAYER_ALONE, ("text",)),
        ("roll", "", ("player", "gm"), ("dice",)),
        ("clock", "time", GM_ALONE, None),
        ("spawn", "monsters", GM_ALONE, None),
        ("reveal", "world", GM_ALONE, None),
        ("pin", "world", GM_ALONE, None),
        ("hurt", "people", GM_ALONE, None),
        ("set", "people", GM_ALONE, None),
        ("level", "prepare", GM_ALONE, None),
        ("keepgroup", "prepare", GM_ALONE, None),
        ("chronicle", "after", GM_ALONE, None),
        ("line", "after", GM_ALONE, ("commands",)),
        ("use-macro", "after", GM_ALONE, ("name",)),
        ("meet", "after", GM_ALONE, ()),
    ],
)
def test_a_verb_is_for_its_side_and_stands_in_its_group(
    name: str, group: str, roles: tuple[str, ...], options: tuple[str, ...] | None
) -> None:
    [verb] = [verb for verb in verbs.verbs() if verb.name == name]
    assert (verb.group, verb.roles, verb.command) == (group, roles, True)
    assert verb.group_summary == (verbs.GROUPS[group] if group else "")
    assert verb.summary
    if options is not None:
        assert tuple(option.name for option in verb.options) == options


def test_answers_are_typed_only_where_they_are_offered() -> None:
    [answer] = [verb for verb in verbs.verbs() if verb.name == "answer"]
    assert (answer.command, answer.roles, answer.group) == (False, PLAYER_ALONE, "")


def test_every_verb_is_there_once() -> None:
    names = [verb.name for verb in verbs.verbs()]
    assert len(names) == len(set(names))
    assert {*declared_actions.TIMELY, *declared_actions.FREE, *verbs.GM_COMMANDS} <= set(names)


# ---------------------------------------------------------------- in words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("step ne", "Step north-east"),
        ("fight orc-scout-1", "Fight orc scout 1"),
        ("new-hero", "New hero"),
        ("plan", "Plan"),
        ("plan step ne", "Plan Step north-east"),
        ("plan fight orc-scout-1", "Plan Fight orc scout 1"),
        ("note C7 A lever", "Note C7 A lever"),
        ("note-to ann fight orc-scout-1", "Note to ann fight orc-scout-1"),
        ("finish", "Finish"),
        ("roll 3d6", "Roll 3d6"),
        ("use-macro step ne", "Use macro step ne"),
        ("say step ne", "Say step ne"),
        ("whisper I wait", "Whisper I wait"),
        ("pass-note bob step ne", "Pass note bob step ne"),
    ],
)
def test_behind_commands_and_talk_stands_what_was_typed(line: str, words: str) -> None:
    assert str(verbs.in_words(line, DATA)) == words


@pytest.mark.parametrize(
    ("line", "words"), [("", ""), ("  ", "  "), ("step ne", "Step north-east")]
)
def test_a_line_without_a_word_stays_as_it_is(line: str, words: str) -> None:
    assert str(RULES.action_text(line)) == words


# ---------------------------------------------------------------- lines of the Game Master


@pytest.mark.parametrize(
    ("written", "action"),
    [
        ("  SPAWN   wolf ", Action("spawn", ("wolf",))),
        ("min 3", Action("minute", ("3",))),
        ("ROLL 3d7+2", Action("roll", ("3d7+2",))),
        ("use-macro door", Action("use-macro", ("door",))),
        ("meet", Action("meet")),
        ("use-m door", Action("use-macro", ("door",))),
        ("hurt ann 3;  heal ann", Action("line", ("hurt ann 3; heal ann",))),
        ("note C7 a; b", Action("note", ("C7", "a; b"))),
        ("Tell all a; b", Action("tell", ("all a; b",))),
        ("line heal ann; heal bob", Action("line", ("heal ann; heal bob",))),
    ],
)
def test_a_line_of_the_game_masters_means_one_command_or_several(
    written: str, action: Action
) -> None:
    assert verbs.read_gm(written) == action


UNKNOWN = "“{word}” is no command of the Game Master's."


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("dance", UNKNOWN.format(word="dance")),
        ("d" * 41, UNKNOWN.format(word="d" * 40)),
        ("not here", UNKNOWN.format(word="not") + " Did you mean note-to, note?"),
        ("ro 3d6", UNKNOWN.format(word="ro") + " Did you mean room, rolltable, roll?"),
        ("use x", UNKNOWN.format(word="use") + " Did you mean usemap, use-macro?"),
        ("roll", "“roll” needs dice: Such as 3d7+2, or 1d20+5 vs 1d20+8."),
    ],
)
def test_an_unknown_command_is_refused_with_those_that_begin_so(written: str, why: str) -> None:
    with pytest.raises(InvalidAction) as refused:
        verbs.read_gm(written)
    assert str(refused.value) == why
