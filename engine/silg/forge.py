"""Smithing at a table: plans at the workbench, and work by the minute (spec: T1)."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.sil.commands import registry
from engine.sil.level import terrain
from engine.sil.smithing import costs, designs, forging, workbench
from engine.silg import contest
from engine.silg.making import at_the_sheet
from engine.silg.reports import announce_wound
from engine.silg.session import Session

LOUDNESS = 10  # once a minute
VERBS = ("smith", "forge", "melt")


def plan(session: Session, seat: int, args: tuple[str, ...]) -> None:
    """Open the workbench, or melt something: what the rules ask then is this player's question."""
    verb = "melt" if args and args[0] == "melt" else "smith"
    words = args[1:] if verb == "melt" else args
    with at_the_sheet(session, seat) as game:
        registry.COMMANDS[verb].do(game, words)
    session.tell(f"{session.player(seat).name} is busy at a forge.", None, "deed")


def answer(session: Session, seat: int, word: str) -> None:
    """Take a player's answer to what the workbench asks. Raises ActionError."""
    if session.player(seat).question is None:
        raise IllegalAction("There is nothing to answer.")
    with at_the_sheet(session, seat) as game:
        registry.COMMANDS["answer"].do(game, (word,))
    session.overhear(seat)


def work(session: Session, seat: int, args: tuple[str, ...]) -> None:
    """Work at a forge for the rest of the minute, a turn a round. Raises IllegalAction."""
    game, player = session.game(seat), session.player(seat)
    hero = game.hero
    if player.left <= 0:
        raise IllegalAction("Your minute is spent.")
    if not terrain.forge_uses(costs.feature_here(game)):
        raise IllegalAction("You need a forge.")
    if args:
        name = workbench.plan_name(game, args[0])
        item = designs.copy(game.knowledge.designs[name])
    else:
        item = hero.work.item if hero.work is not None else workbench.design_of(game)
    forging.refuse(game, item)
    if hero.work is None or args:
        forging.begin(game, item)
    contest.make_noise(session, seat, LOUDNESS)
    while player.left > 0 and hero.work is not None:
        if why := forging.work_on(game):
            told = "is done at the forge" if why == "done" else f"stops work: {why}"
            session.tell(f"{player.name} {told}.", None, "deed")
            break
        player.left -= 1
    session.overhear(seat)
    announce_wound(session, seat)
    session.tell(f"{player.name} works at the forge.", None, "deed")
