"""A ruleset's verbs and settings fit into Discord, and its settings start games."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from engine.contract.action import InvalidAction
from engine.contract.ruleset import AnyRuleset
from engine.contract.texts import Words
from tests.engine.contract.cases import NAMES, every_ruleset
from tests.rolled import dice_for

MOST = 25  # subcommands of a command, of a group; choices of an option


@every_ruleset
def test_names_and_summaries_fit_into_discord(ruleset: AnyRuleset) -> None:
    assert ruleset.name.isidentifier()
    assert ruleset.name == ruleset.name.lower()
    for verb in ruleset.verbs:
        assert 1 <= len(verb.name) <= 32
        assert 1 <= len(verb.summary) <= 100
        for option in verb.options:
            assert option.name == option.name.lower()
            assert 1 <= len(option.name) <= 32
            assert 1 <= len(option.summary) <= 100
            assert len(option.choices) <= MOST
    for setting in ruleset.settings:
        assert setting.values
        assert len(setting.summary) <= 100
    assert len({verb.name for verb in ruleset.verbs}) == len(ruleset.verbs)
    assert int(ruleset.data_digest(), 16) >= 0


@every_ruleset
def test_every_verb_has_a_place_among_the_slash_commands(ruleset: AnyRuleset) -> None:
    commands = [verb for verb in ruleset.verbs if verb.command]
    groups = Counter(verb.group for verb in commands)
    top_level = groups.pop("", 0) + len(groups)
    assert top_level <= MOST
    assert all(count <= MOST for count in groups.values())
    assert all(re.fullmatch(r"[a-z_-]{1,32}", group) for group in groups)
    summaries = {verb.group: verb.group_summary for verb in reversed(commands) if verb.group}
    assert all(1 <= len(summary) <= 100 for summary in summaries.values())
    assert not groups.keys() & {verb.name for verb in commands if not verb.group}


@every_ruleset
def test_roles_name_a_number_of_players(ruleset: AnyRuleset) -> None:
    roles = ruleset.roles({})
    assert 1 <= roles.least_players <= roles.most_players
    assert roles.gm in ("absent", "optional", "required")


@every_ruleset
def test_every_value_of_a_setting_starts_a_game(ruleset: AnyRuleset) -> None:
    for setting in ruleset.settings:
        for value in setting.values:
            options = {setting.name: value}
            roles = ruleset.roles(options)
            names = NAMES[: roles.least_players]
            state = ruleset.new(options, names, dice_for(bytes(16)), gm=roles.gm == "required")
            assert ruleset.turn(state).waiting
            assert isinstance(ruleset.describe_rules(options), Words)


@every_ruleset
def test_a_setting_or_a_value_that_there_is_not_is_refused_in_a_sentence(
    ruleset: AnyRuleset,
) -> None:
    refused = {"shoe": "xqzzt"}, *({setting.name: "xqzzt"} for setting in ruleset.settings)
    for options in refused:
        roles = ruleset.roles({})
        names = NAMES[: roles.least_players]
        with pytest.raises(InvalidAction, match=r"no such setting|can be: ") as refusal:
            ruleset.new(options, names, dice_for(bytes(16)), gm=roles.gm == "required")
        assert "xqzzt" not in str(refusal.value)
