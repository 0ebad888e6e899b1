"""Laws of games of all kinds: what stands on their cards, and what every command answers."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

import render
from cogs import interactions
from cogs.client import Leithian
from cogs.ui import render_worker
from cogs.ui.custom_ids import CustomId
from cogs.ui.history import can_undo
from cogs.ui.languages import translations
from cogs.ui.render_pool import RenderPool
from cogs.ui.replies import error_message
from table.actor import GameActor
from table.errors import Refusal
from table.limits import PersonLimits
from table.state import Person
from tests.cogs.offline_bot import OfflineBot, Said, member
from tests.cogs.test_cards import parts
from tests.sampled import sampled
from tests.table.kinds_of_games import KINDS, GameKind, game_of
from tests.table.world import ANN, BOB, EVE, TableWorld

PEOPLE = (ANN, BOB, EVE)
ZOE = Person(4, "Zoe", manager=True)  # is in no game
KEPT = "That would be done."
SOAK = pytest.mark.soak(part="votes")
LONG = ("film", "proof", "game export", "dice")  # in other processes, which take long to start
# Buttons that are the same whatever the seats may do, so that none tells of a wall, and the sheet,
# which the toys do not have.
NEUTRAL = ("direction", "sheet")
OF_RULESETS = ("toy", "mastered", "wandering", "sil", "silg", "kanthe", "delve", "gm")
OPENS_GAMES = ("game new", "game fork", "game import", "daily", "again")
FILLED_IN: dict[str, Any] = {
    "sure": False,
    "action": "step s",
    "what": "undo 1",
    "creature": "wolf",
    "letter": "A",
    "on": True,
    "member": member(BOB),
}


def always(_: GameKind) -> bool:
    return True


def begun(kind: GameKind) -> bool:
    return kind.phase != "lobby"


def goes_on(kind: GameKind) -> bool:
    return kind.phase != "over"


def has_characters(kind: GameKind) -> bool:
    return kind.phase in ("play", "paused")


def plays(kind: GameKind) -> bool:
    return kind.phase == "play"


def votes(kind: GameKind) -> bool:
    return plays(kind) and "vote" in kind.open


# In which games somebody gets what a command is for.
WORKS: dict[str, Callable[[GameKind], bool]] = {
    **dict.fromkeys(("admin", "help", "ladder", "log", "options", "privacy", "roll"), always),
    **dict.fromkeys(("game delete", "game list", "game settings", "game status"), always),
    **dict.fromkeys(("describe", "look", "lore", "map"), begun),
    **dict.fromkeys(("game leave", "vote leader"), goes_on),
    **dict.fromkeys(("seat autoplay", "seat give", "seat lend"), has_characters),
    **dict.fromkeys(("game pause", "vote delegate"), plays),
    **dict.fromkeys(("vote cast", "vote withdraw"), votes),
    "game begin": lambda kind: not begun(kind),
    "game resume": lambda kind: kind.phase == "paused",
    "game join": lambda kind: (
        goes_on(kind) and (not begun(kind) or kind.mode in ("first", "vote", "rota"))
    ),
    "seat master": lambda kind: kind.gm and goes_on(kind),
    "vote propose": lambda kind: plays(kind) and kind.mode == "vote",
    "vote status": lambda kind: kind.mode == "vote",
}


class KeepingBot(OfflineBot):
    """A bot of a game that takes commands and does none of them. `errors`: those of the last
    answer."""

    def __init__(self, world: TableWorld, client: Leithian) -> None:
        super().__init__(world.tables, client)
        self.world = world
        self.errors: list[Exception] = []

    def take_and_drop(self, actor: GameActor, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let the game save nothing from now on."""

        async def drop(*_: object) -> None:
            actor.memory.running = None
            raise Refusal(KEPT)

        monkeypatch.setattr(actor, "_commit", drop)

    def message_of(self, error: Exception) -> str:
        """Note an error that somebody is told of."""
        self.errors.append(error)
        return error_message(error)

    async def answer(self, who: Person, name: str, custom_id: str = "") -> Said:
        """Return the one answer to a command, or a button's, without faults of ours."""
        self.errors.clear()
        if custom_id:
            said = await self.press(who, custom_id, private=False)
        else:
            asked = {
                each.name: FILLED_IN[each.name]
                for each in self.commands[name].parameters
                if each.required
            }
            said = await self.type(who, name, **asked)
        assert said.words or said.files, (who.name, name)
        for error in self.errors:
            assert isinstance(error, Refusal), (who.name, name, error)
            assert said.words[:1].isupper() or said.words.startswith(("/", "`")), said.words
        return said


async def draw_here(_: RenderPool, work: Callable[..., Any], *args: object) -> Any:
    """Draw in this process: another one takes long to start."""
    return render_worker.in_words(translations(render.WORDS), work, *args)


@pytest.fixture
async def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[KeepingBot]:
    """A bot that is not connected, without a game."""
    monkeypatch.setattr(PersonLimits, "spend", lambda *_: None)
    world = await TableWorld(tmp_path / "games.db").open()
    for who in (*PEOPLE, ZOE):
        await world.tables.preferences.set(who.id, "view", "words")
    client = Leithian(world.tables, world.rulesets, tmp_path / "alive")
    await client.add_cogs()
    bot = KeepingBot(world, client)
    monkeypatch.setattr(interactions, "error_message", bot.message_of)
    monkeypatch.setattr(RenderPool, "run", draw_here)
    yield bot
    await world.close()


async def card_of(bot: KeepingBot, actor: GameActor) -> list[str]:
    """Return the custom ids of the buttons of the newest card that can be pressed."""
    card = await bot.client._services.card_builder.card(actor, actor.game.card)
    found = [part for part in parts(card.view) if part["type"] == 2 and "custom_id" in part]
    return [part["custom_id"] for part in found if not part.get("disabled")]


@pytest.mark.parametrize("kind", sampled(KINDS, 4, SOAK), ids=str)
async def test_each_button_of_the_card_does_something_for_somebody(
    bot: KeepingBot, kind: GameKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await game_of(bot.world, kind, cards="text")
    bot.take_and_drop(table.actor, monkeypatch)
    buttons = await card_of(bot, table.actor)
    assert buttons
    for button in buttons:
        pressed = CustomId.parse(button)
        assert pressed is not None
        if pressed.handler in (*LONG, *NEUTRAL, *OPENS_GAMES):
            continue
        told = {}
        for who in (*PEOPLE, ZOE):
            said = await bot.answer(who, button, button)
            if not bot.errors or said.words == KEPT:
                break
            told[who.name] = said.words
        else:
            pytest.fail(f"{button} of {kind} is refused: {told}")


@pytest.mark.parametrize("kind", sampled(KINDS, 2, SOAK), ids=str)
async def test_each_command_has_an_answer_for_everybody(
    bot: KeepingBot, kind: GameKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await game_of(bot.world, kind, cards="text")
    bot.take_and_drop(table.actor, monkeypatch)
    before, done = table.state, set()
    undoes = await can_undo(table.actor)
    names = [each for each in bot.commands if not each.startswith(OF_RULESETS)]
    for name in [each for each in names if each not in (*OPENS_GAMES, *LONG)]:
        for who in (ANN, EVE, ZOE):
            said = await bot.answer(who, name)
            if not bot.errors or said.words == KEPT:
                done.add(name)
    assert table.state == before
    for name, works in WORKS.items():
        assert (name in done) is works(kind), (name, kind)
    assert ("undo" in done) is (undoes and kind.phase == "play"), kind
