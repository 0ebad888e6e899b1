"""Smithing at a table: plans at the workbench, and work by the minute (rules: silg T1)."""

from __future__ import annotations

from engine.contract.action import IllegalAction
from engine.contract.texts import typed
from engine.sil.commands import registry
from engine.sil.game.state import Question
from engine.sil.smithing import workbench
from engine.silg.clock import declared_actions, stealth_contest
from engine.silg.combat.attack_reports import tell_death
from engine.silg.context import SilGContext
from engine.silg.player_questions import at_the_sheet
from engine.silg.wording import text

VERBS = ("smith", "melt")  # off the clock alone


def plan(game: SilGContext, seat: int, args: tuple[str, ...]) -> None:
    """Open the workbench, or melt something: what the rules ask then is this player's question."""
    verb = "melt" if args and args[0] == "melt" else "smith"
    words = args[1:] if verb == "melt" else args
    with at_the_sheet(game, seat) as hero_game:
        registry.COMMANDS[verb].do(hero_game, words)
    game.tell(text("{hero} is busy at a forge.", hero=game.hero_name(seat)), None, "deed")


def sets_to_work(question: Question, word: str) -> bool:
    """Return whether an answer at the workbench begins the work, which takes the table's time."""
    at_bench = question.kind == "smith" and question.data["screen"] == workbench.BENCH
    return at_bench and word == workbench.MAKE


def begin(game: SilGContext, seat: int) -> None:
    """Leave the workbench and set to work on what lies on it. Raises IllegalAction."""
    game.player(seat).question = None
    work(game, seat, ())


def work(game: SilGContext, seat: int, args: tuple[str, ...]) -> None:
    """Work at a forge for the rest of the minute, a turn a round. Raises IllegalAction."""
    player = game.player(seat)
    if player.left <= 0:
        raise IllegalAction(text("Your minute is spent."))
    declared_actions.set_to_work(game, seat, args)
    stealth_contest.make_noise(game, seat, declared_actions.FORGE_NOISE)
    game.tell(text("{hero} works at the forge.", hero=typed(player.name)), None, "deed")
    while player.left > 0:
        player.spend()
        if not declared_actions.work_a_round(game, seat):
            break
    game.overhear(seat)
    tell_death(game, seat)
