"""Tunnelling, and doing an action again and again (rules: world 11.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from engine.common import compass
from engine.common.plans import Stop, split_terms
from engine.contract.action import IllegalAction, InvalidAction, Offer
from engine.contract.texts import text, typed
from engine.sil.clock import plan_runs
from engine.sil.clock.plan_runs import DONE
from engine.sil.commands import action_words, doors, movement, plan_terms, travelling
from engine.sil.commands.base import Argument, Command, never, offer, read
from engine.sil.game.context import SilContext
from engine.sil.game.state import Stat
from engine.sil.level import terrain
from engine.sil.movement import digging

Find = Callable[[Sequence[str]], tuple[Command, Sequence[str]]]
THROUGH = Stop("other", text("you are through"))
REPEATABLE = frozenset(("step", "wait", "open", "close", "bash", "disarm", "dig", "interact"))
"""Commands that can be repeated: none that uses things up."""
MOST_TIMES = 99  # how often an offer repeats an action
ONCE = ("smith", "learn", "raise")  # not offered again
REPEATED = ("open", "bash", "disarm", "dig")  # offered to be repeated: what may fail


def _tunnel(game: SilContext, args: tuple[str, ...]) -> None:
    """Dig on in one direction until the rock is behind the hero."""
    args, terms = split_terms(args)
    plan_terms.clear_head(game)
    plan_terms.refuse_in_danger(game, terms)
    level, hero = game.level, game.hero
    dy, dx = compass.DIRECTIONS[args[0]]
    dug = False

    def act() -> Stop | None:
        nonlocal dug
        square = level.at(hero.y + dy, hero.x + dx)
        if digging.hardness(level.feature[square]) and not (dug and _unknown(square)):
            doors.dig(game, args)
            dug = True
            return None
        if not dug:
            raise IllegalAction(text("There is nothing to dig through there."))
        if level.feature[square] != terrain.FLOOR or not travelling.passes(game, square):
            return THROUGH
        beyond = level.at(hero.y + 2 * dy, hero.x + 2 * dx)
        movement.walk(game, args)
        return None if digging.hardness(level.feature[beyond]) else THROUGH

    def _unknown(square: int) -> bool:
        return not (game.knowledge.mark[square] or game.knowledge.seen[square])

    plan_runs.carry_out(game, "tunnel", act, terms)


def _tunnel_offers(game: SilContext) -> Iterable[Offer]:
    tool = digging.digger(game)
    if tool is None or game.hero.timers.confused or plan_terms.in_danger(game):
        return
    strength = min(tool.pval, game.hero.stat(Stat.STR))

    def soft(game: SilContext, i: int) -> bool:
        hard = digging.hardness(game.level.feature[i])
        return doors.diggable(game, i) and hard <= strength and hard < 3

    for direction, y, x in doors.places(game, soft):
        label = text("Tunnel {way}", way=compass.WORDS[direction])
        yield offer("tunnel", direction, label=label, group="plan", at=(y, x))


COMMANDS = (
    Command(
        "tunnel", "Dig on that way until you are through", _tunnel, _tunnel_offers,
        (movement.DIRECTION,), plan=True,
    ),
)  # fmt: skip


def repeat_command(find: Find) -> Command:
    """Return the command that repeats another; `find` reads the beginning of an action line."""

    def repeat(game: SilContext, args: tuple[str, ...]) -> None:
        args, terms = split_terms(args)
        plan_terms.refuse_in_danger(game, terms)
        command, rest = find(args[1].split())
        if command.name not in REPEATABLE:
            raise IllegalAction(
                text("“{command}” is not to be repeated.", command=typed(command.name))
            )
        times = int(args[0])
        if times < 1:
            raise InvalidAction(text("Say how often."))
        action = read(command, rest, game)

        last = game.hero.turns + times

        def act() -> Stop | None:
            if game.hero.turns >= last:
                return DONE
            command.do(game, action.args)
            return None if game.state.energy_used else DONE

        facts = {"action": action_words.in_words(str(action))}
        plan_runs.carry_out(game, "repeat", act, terms, facts=facts)

    return Command(
        "repeat",
        "Do an action so many times",
        repeat,
        never,
        (
            Argument("times", "number", "how often"),
            Argument("action", "text", "an action such as: bash e"),
        ),
        plan=True,
    )


def again_command(find: Find) -> Command:
    """Return the command that does the last action that took time once more."""

    def again(game: SilContext, args: tuple[str, ...]) -> None:
        del args
        if not game.hero.last_action:
            raise IllegalAction(text("You have done nothing yet that could be done again."))
        command, rest = find(game.hero.last_action.split())
        command.do(game, read(command, rest, game).args)

    return Command("again", "Do your last action once more", again, never, ())


def repeated_offers(game: SilContext, others: Sequence[Offer]) -> Iterator[Offer]:
    """Yield offers of `repeat` and `again`: of what else the hero may do, what may fail, till it
    works, and what was done last."""
    times, last = str(MOST_TIMES), game.hero.last_action
    for once in others:
        if once.action.verb in REPEATED and not plan_terms.in_danger(game):
            label = text("{label:.23}, till it works", label=once.label)
            hint = text("Again and again, unless something disturbs")
            yield offer(
                "repeat", times, str(once.action), label=label, hint=hint, group="other",
                intent=once.intent, at=once.at,
            )  # fmt: skip
    verb = last.partition(" ")[0]
    again = (o for o in others if o.action.verb == verb not in ONCE and str(o.action) == last)
    for once in islice(again, 1):
        yield offer(
            "again",
            label=text("Again: {label:.31}", label=once.label),
            hint=text("{last}, once more", last=typed(last)),
            group="other",
            at=once.at,
            irreversible=once.irreversible,
            target=once.target,
        )
