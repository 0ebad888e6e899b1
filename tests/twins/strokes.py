"""Strokes of twins: what both do, and what only one of them does, hidden from the others."""

from __future__ import annotations

import random

from engine.contract.action import GM, Offer
from table.actor import GameActor
from table.commands.lobby import Begin, Join, NewGame
from table.commands.undo import Undo
from table.state import Person
from tests.table.world import ANN, BOB, CHANNEL, EVE, GUILD
from tests.twins.onlooker_bot import OnlookerBot

DAN, STRANGER, MANAGER = Person(4, "Dan"), Person(7, "Sam"), Person(9, "Max", manager=True)
MARKER = "zqxjk"
FOUNDING, SHARED, HIDDEN = 9_000, 10_000, 5_000_000  # interaction ids
LEFT_OUT = ("end", "leave", "retire", "quit", "abandon")
SECONDS = 7.0  # between two strokes

GM_LINES = (
    "secret 3d6",
    "blind {hero} 1d20",
    "check {hero} perception 12 secret",
    "note A1 {marker}-note",
    "macro {marker}m tell hello",
    "standing {marker}s 1d20",
    "encounter spawn 1 {marker}-five at start asleep",
    "keepmap {marker}k",
    "monster {marker} five; health 4d4; attack hit +3 1d5; letter o",
    "note-to {hero} {marker} wait for the horn",
    "handout {hero} {marker} the key",
)
HERO_LINES = ("whisper {marker} I do not trust them",)


async def founded(bot: OnlookerBot, ruleset: str, **fields: object) -> None:
    """Open a game of some people, and begin it. Ann founds it; where one is needed she is the Game
    Master."""
    game = NewGame(CHANNEL, GUILD, ruleset, **fields)  # type: ignore[arg-type]
    await bot.tables.found(ANN, game)
    roles = (await bot.actor()).ruleset.roles({})
    places = roles.most_players - (roles.gm != "required")
    people = (BOB, EVE, DAN)[: 3 if fields.get("mode") == "vote" else places]
    for person in people:
        await bot.run(person, Join())
    await bot.run(ANN, Begin())
    if ruleset == "silg":
        lines = [(person, "quick") for person in people]
        lines += [(ANN, line) for line in ("level 150", "begin", "spawn 2 wolf near party alert")]
        for number, (who, line) in enumerate(lines):
            await bot.type(who, "do", FOUNDING + number, action=line)
        actor = await bot.actor()
        assert actor.game.phase == "play"
        assert len(await actor.reader.completions(GM, "set", "who")) > len(people)


async def offered(actor: GameActor, chance: random.Random) -> tuple[Person, Offer] | None:
    """Return a stroke that somebody may do now: who, and what. Advised ones are taken
    more often, so that the game goes somewhere."""
    turn = await actor.reader.turn()
    people = {each.id: each for each in (ANN, BOB, EVE, DAN)}
    for seat in chance.sample(turn.waiting, len(turn.waiting)):
        offers = [o for o in await actor.reader.offers(seat) if o.action.verb not in LEFT_OUT]
        holders = [s.person for s in actor.state.seats if s.seat == seat]
        holder = ANN.id if seat == GM else holders[0] if holders else None
        if offers and holder in people:
            likely = [o for o in offers[:3] for _ in range(len(offers))]
            return people[holder], chance.choice([*offers, *likely])
    return None


async def hide_something(bot: OnlookerBot, chance: random.Random, number: int) -> str:
    """Let the Game Master, or a player who whispers to them, do something that nobody else may
    know of; sometimes it is taken back. Return what was done."""
    actor = await bot.actor()
    heroes = [seat.character.lower() for seat in actor.state.seats if seat.person == BOB.id]
    who, lines = chance.choice([(ANN, GM_LINES), (ANN, GM_LINES), (BOB, HERO_LINES)])
    before = actor.game.number
    for again in range(20):  # some are refused while others decide
        line = chance.choice(lines).format(hero=heroes[0], marker=MARKER)
        await bot.type(who, "do", HIDDEN + 100 * number + again, action=line)
        if actor.game.number > before:
            break
        who, lines = ANN, GM_LINES
    if chance.random() < 0.3:
        await bot.run(ANN, Undo(), HIDDEN + 100 * number + 99)
        return f"{line}, and back"
    return line
