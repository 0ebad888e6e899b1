"""Callbacks made of handlers keep their names and options, and suggest nothing where refused."""

from __future__ import annotations

import inspect
from typing import Any

import discord
import pytest

from cogs import interactions
from cogs.interactions import autocomplete_callback, slash_callback
from cogs.ui.common_verbs import COMMON_VERBS, common_commands
from engine.contract.action import Action, Offer
from table.errors import Refusal


class GreetingCog:
    """Handlers of a cog."""

    @slash_callback
    async def greet(self, interaction: discord.Interaction, name: str = "you") -> str:
        """Greet somebody."""
        return f"Hello {name}."

    @autocomplete_callback
    async def complete(self, interaction: discord.Interaction, typed: str) -> list[str]:
        """Complete a name."""
        if typed == "no":
            raise Refusal("No.")
        return [typed]


async def test_a_command_answers_what_its_handler_says(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[tuple[object, object]] = []

    async def answer(interaction: object, work: Any) -> None:
        said.append((interaction, await work))

    monkeypatch.setattr(interactions, "answer", answer)
    await GreetingCog().greet("asked", name="Bob")  # type: ignore[arg-type]
    await GreetingCog().greet("again")  # type: ignore[arg-type]
    assert said == [("asked", "Hello Bob."), ("again", "Hello you.")]
    for method, options in ((GreetingCog.greet, ["self", "interaction", "name"]),):
        signature = inspect.signature(method)
        assert [*signature.parameters] == options
        assert signature.parameters["name"].annotation is str
        assert (method.__name__, method.__doc__) == ("greet", "Greet somebody.")


async def test_a_suggestion_that_is_refused_is_none() -> None:
    asked: Any = None
    assert await GreetingCog().complete(asked, "bo") == ["bo"]
    assert await GreetingCog().complete(asked, "no") == []
    signature = inspect.signature(GreetingCog.complete)
    assert [*signature.parameters] == ["self", "interaction", "typed"]
    assert GreetingCog.complete.__name__ == "complete"


async def test_the_verbs_of_all_games_suggest_their_offers_and_nothing_where_refused() -> None:
    offers = (Offer(Action("eat", ("b",)), "Eat bread", intent="eat"),)
    taken: list[tuple[object, ...]] = []

    async def take(*what: object) -> None:
        taken.append(what)

    async def find(interaction: object) -> tuple[Offer, ...]:
        if interaction == "stranger":
            raise Refusal("You are not in this game.")
        return offers

    commands: dict[str, Any] = {each.name: each for each in common_commands(take, find)}  # type: ignore[arg-type]
    complete = commands["use"]._params["what"].autocomplete
    asked: Any = "ann"
    assert [choice.value for choice in await complete(asked, "bre")] == ["eat b"]
    assert await complete("stranger", "bre") == []
    verb = next(each for each in COMMON_VERBS if each.name == "use")
    await commands["use"].callback(asked, " bread ")
    assert taken == [("ann", verb, "bread")]
