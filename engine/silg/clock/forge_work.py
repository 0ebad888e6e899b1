"""Smithing at a table: plans at the workbench, and work by the minute (rules: silg T1)."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.contract.texts import typed
from engine.sil.commands import registry
from engine.silg.clock import declared_actions, stealth_contest
from engine.silg.combat.attack_reports import announce_wound
from engine.silg.player_questions import at_the_sheet
from engine.silg.session import Session
from engine.silg.wording import text

VERBS = ("smith", "melt")  # off the clock alone


def plan(session: Session, seat: int, args: tuple[str, ...]) -> None:
    """Open the workbench, or melt something: what the rules ask then is this player's question."""
    verb = "melt" if args and args[0] == "melt" else "smith"
    words = args[1:] if verb == "melt" else args
    with at_the_sheet(session, seat) as game:
        registry.COMMANDS[verb].do(game, words)
    session.tell(text("{hero} is busy at a forge.", hero=session.hero_name(seat)), None, "deed")


def work(session: Session, seat: int, args: tuple[str, ...]) -> None:
    """Work at a forge for the rest of the minute, a turn a round. Raises IllegalAction."""
    player = session.player(seat)
    if player.left <= 0:
        raise IllegalAction(text("Your minute is spent."))
    declared_actions.set_to_work(session, seat, args)
    stealth_contest.make_noise(session, seat, declared_actions.FORGE_NOISE)
    while player.left > 0:
        player.left -= 1
        if not declared_actions.work_a_round(session, seat):
            break
    session.overhear(seat)
    announce_wound(session, seat)
    session.tell(text("{hero} works at the forge.", hero=typed(player.name)), None, "deed")
