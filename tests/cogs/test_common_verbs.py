"""The verbs of all games, as slash commands: whatever they find is an offer."""

from __future__ import annotations

import itertools
import random

import pytest
from discord import app_commands

from cogs.ui.command_mapper import complete_action
from cogs.ui.common_verbs import COMMON_VERBS, common_commands, find_offer, offers_of
from cogs.ui.languages import say
from engine.contract.action import GM, Action, Offer
from kit.offered import played
from table.errors import Refusal
from tests.rulesets import RULESETS

BY_NAME = {verb.name: verb for verb in COMMON_VERBS}
OFFERS = (
    Offer(Action("step", ("n",)), "Step north", intent="move"),
    Offer(Action("step", ("ne",)), "Step north-east", intent="move"),
    Offer(Action("travel", ("BK27",)), "Go to the torch", intent="travel"),
    Offer(Action("fight", ("orc-1",)), "Fight the orc soldier", intent="attack"),
    Offer(Action("fight", ("orc-2",)), "Fight the orc scout", intent="attack", advised=True),
    Offer(Action("eat", ("b",)), "Eat bread", intent="eat"),
    Offer(Action("quaff", ("c",)), "Drink orcish liquor", intent="heal"),
)


@pytest.mark.parametrize(
    ("verb", "typed", "line"),
    [
        ("go", "n", "step n"),
        ("go", "north", "step n"),
        ("go", "north-east", "step ne"),
        ("go", "torch", "travel BK27"),
        ("attack", "soldier", "fight orc-1"),
        ("attack", "the orc soldier", "fight orc-1"),
        ("attack", "orc-2", "fight orc-2"),
        ("attack", "", "fight orc-2"),
        ("use", "bread", "eat b"),
        ("use", "eat", "eat b"),
        ("use", "liquor", "quaff c"),
        ("use", "food", "eat b"),
        ("use", "cure", "quaff c"),
    ],
)
def test_what_is_typed_finds_what_is_meant(verb: str, typed: str, line: str):
    assert str(find_offer(BY_NAME[verb], OFFERS, typed).action) == line


@pytest.mark.parametrize(
    ("verb", "typed", "choices"),
    [
        ("attack", "orc", ("fight orc-2", "fight orc-1")),
        ("attack", "dragon", ("fight orc-2", "fight orc-1")),
        ("attack", "kill", ("fight orc-2", "fight orc-1")),
        ("go", "orc", ("step n", "step ne", "travel BK27")),
        ("go", "nor", ("step n", "step ne")),
        ("go", "e", ("step n", "step ne", "travel BK27")),
        ("go", "north-west", ("step n", "step ne", "travel BK27")),
        ("cast", "fire", ()),
    ],
)
def test_what_is_not_clear_is_refused_with_what_there_is(
    verb: str, typed: str, choices: tuple[str, ...]
):
    with pytest.raises(Refusal) as refusal:
        find_offer(BY_NAME[verb], OFFERS, typed)
    assert sorted(refusal.value.choices) == sorted(choices)


@pytest.mark.parametrize("name", RULESETS)
def test_each_offer_of_a_verb_is_found_by_its_name_and_completed(name: str):
    found = 0
    for game, seats in itertools.islice(played(RULESETS[name], random.Random(4), visits=20), 40):
        offers = game.legal(next(seat for seat in seats if seat != GM))
        for verb in COMMON_VERBS:
            mine = offers_of(verb, offers)
            for offer in mine:
                assert find_offer(verb, offers, str(offer.action)) == offer
                lines = [choice.value for choice in complete_action(mine, say(offer.label))]
                assert str(offer.action) in lines or len(lines) == 25
            found += len(mine)
        if found > 30:
            return
    pytest.fail("too few offers")


def test_only_what_may_be_left_out_is_optional():
    async def nothing(*_: object) -> tuple[()]:
        return ()

    for command, verb in zip(common_commands(nothing, nothing), COMMON_VERBS, strict=True):  # type: ignore[arg-type]
        assert isinstance(command, app_commands.Command)
        assert [option.required for option in command.parameters] == [verb.needed]
        assert command.guild_only
