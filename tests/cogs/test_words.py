"""Words that players type lead to what they mean."""

from __future__ import annotations

import itertools
import random
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest

from cogs.help import HelpCog
from cogs.lookup import _find_topic
from cogs.ui import topics
from cogs.ui.command_mapper import Sources, complete_line
from cogs.ui.help_texts import TOPICS, WORDS
from cogs.ui.languages import say, speaking
from cogs.ui.typed_words import line_meant, means_one, meant
from engine.common import compass
from engine.contract.action import GM, Action, Intent, Offer, Verb
from engine.contract.ruleset import AnyRuleset
from engine.contract.view import Topic
from kit.offered import played
from table.errors import NoGame, Refusal
from tests.rulesets import RULESETS
from tests.toys.guessing import Toy

LINES = [
    line
    for line in Path(__file__).with_name("words.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
STATES = 8  # of each ruleset


def many_purposes() -> list[Offer]:
    """Return an offer of each purpose, and others that its letters are in."""
    labels = {
        "move": ("step e", "Step north"),
        "ascend": ("stairs up", "Take the stairs"),
        "descend": ("stairs down", "Take the stairs"),
        "cast": ("recall", "Light bolt"),
        "read": ("unroll a", "Scroll of wishes"),
    }
    purposes = get_args(Intent)
    lines = {each: labels.get(each, (f"do-{n}", "Hulk")) for n, each in enumerate(purposes)}
    steps = [Offer(Action("step", (w,)), f"Step {w}", intent="move") for w in compass.NAMES]
    decoys = [Offer(Action(word), "Hut", intent="other") for word in ("enter", "undo", "northern")]
    rest = [
        Offer(Action(*_action(line)), label, intent=each) for each, (line, label) in lines.items()
    ]
    return [*decoys, *rest, *steps]


def _action(line: str) -> tuple[str, tuple[str, ...]]:
    verb, *args = line.split()
    return verb, tuple(args)


class AllPurposes(Toy):
    """A game in which all purposes can be had at once."""

    verbs = tuple(Verb(name, "Do.") for name in {each.action.verb for each in many_purposes()})


@cache
def situations() -> list[tuple[AnyRuleset, list[Offer]]]:
    """Return what players may do in states of all games, and all that there could be at once."""
    found: list[tuple[AnyRuleset, list[Offer]]] = [(AllPurposes(), many_purposes())]
    for ruleset in RULESETS.values():
        for game, seats in itertools.islice(played(ruleset, random.Random(7), visits=20), STATES):
            seat = next(seat for seat in seats if seat != GM)
            found.append((ruleset, list(game.legal(seat))))
    return found


async def completed(verbs: tuple[Verb, ...], offers: list[Offer], typed: str) -> list[str]:
    async def mine(_: Any) -> list[Offer]:
        return offers

    async def nothing(*_: Any) -> tuple[()]:
        return ()

    found = await complete_line(None, verbs, typed, Sources(mine, nothing))  # type: ignore[arg-type]
    return [choice.value for choice in found]


class Alone(HelpCog):
    """Help in a channel without a game."""

    async def actor(self, interaction: Any) -> Any:
        raise NoGame("There is no game in this channel.")


def help_cog() -> Alone:
    services = SimpleNamespace(rulesets=RULESETS, project="")
    return Alone(SimpleNamespace(), services)  # type: ignore[arg-type]


async def helped(word: str) -> str:
    reply = await Alone.help.callback.__wrapped__(help_cog(), SimpleNamespace(), word)  # type: ignore[attr-defined]
    return reply if isinstance(reply, str) else str(reply.view.to_components())


def test_there_are_sixty_words_and_more():
    assert len(LINES) == len(set(LINES)) >= 60
    assert WORDS.keys() == TOPICS.keys()


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("help")])
async def test_help_finds_what_a_word_means(line: str):
    word, wanted = line.removeprefix("help ").split(" = ")
    with speaking("de" if word == "abstimmung" else "en"):
        offered = await Alone._complete_topic.__wrapped__(help_cog(), None, word)  # type: ignore[attr-defined]
        answer, found = await helped(word), topics.find(word)
    first = [choice.value for choice in offered][:3]
    listed = answer.split("`/help ")[1:4]
    page = found == [wanted] or f"**{wanted.partition(' ')[2]}**" in answer.lower()
    assert page or wanted in [each.partition("`")[0] for each in listed]
    assert not first or wanted in first or page


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("do")])
async def test_do_completes_what_a_word_means(line: str):
    word, intent = line.removeprefix("do ").split(" = ")
    met = 0
    for ruleset, offers in situations():
        purposes = {str(offer.action): offer.intent for offer in offers}
        mine = [offer for offer in meant(offers, word) if offer.intent == intent]
        if not mine:
            continue
        met += 1
        first = (await completed(ruleset.verbs, offers, word))[:3]
        assert intent in [purposes.get(each) for each in first], (ruleset.name, first)
    assert met


def test_a_way_is_the_step_that_goes_there_and_no_vote_for_something_else():
    steps = 0
    for ruleset, offers in situations():
        verbs = [verb.name for verb in ruleset.verbs]
        for way, name in compass.NAMES.items():
            for typed in (way, name, name.replace("-", " "), way.upper()):
                assert means_one(typed)
                line = line_meant(offers, typed, verbs)
                if line != typed:
                    steps += 1
                    assert line.split(" ")[-1] in (way, name)
                    assert line in [str(o.action) for o in offers if o.intent == "move"]
    assert steps > STATES


def test_a_way_is_no_door_that_lies_there_nor_a_move_without_a_way():
    door = Offer(Action("open", ("n",)), "Open the door", intent="open")
    moves = [Offer(Action("swim"), "Swim", intent="move"), Offer(Action("step", ("n",)), "N")]
    step = Offer(Action("step", ("n",)), "North", intent="move")
    assert meant([door, *moves, step], "north") == [step]


def test_what_is_typed_becomes_an_offer_or_stays():
    for ruleset, offers in situations():
        lines = {str(offer.action) for offer in offers}
        verbs = [verb.name for verb in ruleset.verbs]
        for offer in offers:
            for typed in (str(offer.action), say(offer.label), f"{offer.intent} {offer.target}"):
                assert line_meant(offers, typed, verbs) in {*lines, typed}
        assert all(line_meant(offers, line, verbs) == line for line in lines)


def test_words_of_other_languages_are_understood_too():
    offers = [
        Offer(Action("step", ("n",)), "North", intent="move"),
        Offer(Action("fight", ("orc",)), "Fight the orc", intent="attack"),
    ]
    with speaking("de"):
        assert line_meant(offers, "Norden", []) == "step n"
        assert line_meant(offers, "angreifen", []) == "fight orc"
    assert line_meant(offers, "hit orc", []) == "fight orc"
    assert line_meant(offers, "hit dragon", []) == "hit dragon"


async def test_a_word_without_help_is_refused():
    with pytest.raises(Refusal, match="no help"):
        await helped("xyzzyq")


KINDS = ("wolf", "white wolf", "orc scout", "orc soldier", "warg", "Gorgol, the Butcher", "rat")


@pytest.mark.parametrize("kind", ["sight", "lore"])
def test_a_creature_is_found_by_its_kind_its_number_and_its_beginning(kind: Any):
    dice = random.Random(3)
    for _ in range(100):
        names = [(name, n) for name in dice.sample(KINDS, 4) for n in range(1, dice.randint(2, 4))]
        known = [
            Topic(kind, f"{name.replace(' ', '-').lower()}-{n}", f"{name} {n}, to the west")
            for name, n in names
        ]
        for topic, (name, n) in zip(known, names, strict=True):
            for typed in (topic.name, f"{name} {n}", say(topic.title), topic.name.upper()):
                assert _find_topic(known, kind, typed) == topic
            found = _find_topic(known, kind, name)
            assert found is not None
            assert found.name.startswith(topic.name.rpartition("-")[0])
        assert _find_topic(known, kind, "dragon") is None
        assert _find_topic([], kind, names[0][0]) is None
    lone = [Topic(kind, "wolf", "Wolf")]
    assert _find_topic(lone, kind, "wolf 3") == lone[0]


class WrittenIn:
    """A channel with a game, what is written in it, and what the bot answers."""

    def __init__(self, *, plays: bool = True) -> None:
        self.answers: list[str] = []
        self.told: set[tuple[int, str]] = set()
        reader = SimpleNamespace(may_act=lambda person: (0,) if plays else ())
        self.game = SimpleNamespace(reader=reader, ruleset=RULESETS["sil"])
        self.cog = help_cog()
        self.cog.services = SimpleNamespace(tables=self, card_builder=self)  # type: ignore[assignment]
        self.preferences = self

    async def seen_from(self, channel: int) -> Any:
        return self.game

    async def tell_once(self, person: int, hint: str) -> bool:
        new = (person, hint) not in self.told
        self.told.add((person, hint))
        return new

    async def server_language(self, server: int) -> str:
        return "en"

    async def reply(self, text: str, *, mention_author: bool) -> None:
        self.answers.append(text)

    async def write(self, text: str, person: int = 1, *, bot: bool = False) -> int:
        """Return how many answers there are after a message."""
        author, place = SimpleNamespace(id=person, bot=bot), SimpleNamespace(id=9)
        message: Any = SimpleNamespace(
            content=text, author=author, guild=place, channel=place, reply=self.reply
        )
        await self.cog.on_message(message)
        return len(self.answers)


async def test_a_typed_action_gets_one_hint_a_person():
    channel = WrittenIn()
    for idle in ("", "well played!", "I think that we should explore the caves", "<@7>"):
        assert await channel.write(idle) == 0
    assert await channel.write("step e", bot=True) == 0
    assert await channel.write("<@7> step e") == 1
    assert "`/do action:step e`" in channel.answers[0]
    assert await channel.write("<@7> n") == 1
    assert await channel.write("<@!7> /attack wolf", person=2) == 2
    assert await WrittenIn(plays=False).write("<@7> n") == 0
