"""Declarations of heroes, and their execution when they fall due (rules: silg 2).

A player's line is Sil's own action line: "step ne", "fire wolf-2", "quaff healing". Attacks,
shots and throws are rolled when they are declared; everything else is done when it falls due.
"""

from __future__ import annotations

from engine.common import compass
from engine.contract.action import ActionError, IllegalAction
from engine.contract.texts import Text, joined, typed
from engine.sil.commands import registry
from engine.sil.commands.base import Command
from engine.sil.creatures import creature_stats
from engine.sil.effects import statuses
from engine.sil.hero import action_costs, derived
from engine.sil.level import terrain
from engine.sil.smithing import costs, forging, workbench
from engine.silg.clock import end_of_round, stealth_contest, steps
from engine.silg.clock.end_of_round import is_gorged
from engine.silg.combat import blows, missiles
from engine.silg.combat.attack_reports import announce_wound
from engine.silg.context import SilGContext
from engine.silg.player_questions import at_the_sheet
from engine.silg.state import DeclaredAction, Fighter
from engine.silg.wording import text

ATTACKS = ("step", "fire", "throw")
TIMELY = (
    *ATTACKS, "wait", "search", "get", "wear", "remove", "quaff", "eat", "activate", "play",
    "refuel", "use", "drop", "open", "close", "bash", "disarm", "dig", "give", "rummage", "sing",
    "forge",
)  # fmt: skip
"""Sil's verbs that a hero may declare; each is a standard action."""
FREE = ("switch", "examine", "inscribe", "stealth")
FORGE_NOISE = 10  # each round on the clock, once a minute off it
_DONE = {
    "get": "{hero} picks something up.",
    "wear": "{hero} puts something on.",
    "remove": "{hero} takes something off.",
    "quaff": "{hero} drinks a potion.",
    "eat": "{hero} eats something.",
    "activate": "{hero} uses a staff.",
    "play": "{hero} blows a horn.",
    "refuel": "{hero} tends a light.",
    "use": "{hero} uses something.",
    "drop": "{hero} puts something down.",
    "open": "{hero} works at a door or a chest.",
    "close": "{hero} closes a door.",
    "bash": "{hero} throws themselves against a door.",
    "disarm": "{hero} works at a trap.",
    "dig": "{hero} digs.",
    "give": "{hero} gives something away.",
    "rummage": "{hero} searches the bones.",
    "sing": "{hero} begins to sing.",
    "search": "{hero} searches.",
    "wait": "{hero} waits.",
}
_AIMED = {"fire": 1, "throw": 2}  # where their lines name whom they are at
_ASKED_BY = {"wear": "wear", "staff": "activate", "horn": "play", "gift": "give"}
"""The verbs of declared actions that ask something, by the kind of question."""


def declare(session: SilGContext, seat: int, line: str) -> DeclaredAction:
    """Return a hero's declared action with its rolls. Raises ActionError, and nothing changes."""
    line = astray(session, seat, line)
    verb, *args = line.split()
    if verb == "fire":
        return missiles.declare_shot(session, seat, line)
    if verb == "throw":
        return missiles.declare_throw(session, seat, line)
    if verb == "step":
        return _declare_step(session, seat, line, args[0])
    if verb in ("quaff", "eat", "use") and is_gorged(session, seat):
        raise IllegalAction(text("You are too full to eat or drink."))
    return DeclaredAction("wait" if verb == "wait" else "do", line)


def astray(session: SilGContext, seat: int, line: str) -> str:
    """Return a line whose direction or target a confused hero's d8 has chosen (A9)."""
    words = line.split()
    place = _AIMED.get(words[0], len(words) - 1)
    aims = words[0] in _AIMED or words[-1] in compass.DIRECTIONS
    if not session.hero(seat).timers.confused or not aims:
        return line
    session.tell(text("Confused, you cannot aim."), (seat,), "failed")
    words[place] = tuple(compass.DIRECTIONS)[session.streams.play.die(8) - 1]
    return " ".join(words)


def _declare_step(session: SilGContext, seat: int, line: str, direction: str) -> DeclaredAction:
    game, hero, level = session.game(seat), session.hero(seat), session.state.sil.level
    dy, dx = compass.DIRECTIONS[direction]
    y, x = hero.y + dy, hero.x + dx
    creature = level.creature_at(y, x)
    seen = creature is not None and game.known(creature).visible
    if creature is None or not seen or creature_stats.has(game, creature, "PEACEFUL"):
        return DeclaredAction("step", line, squares=[level.at(y, x)])
    if reason := blows.hindrance(session, seat, creature):
        raise IllegalAction(reason)
    key = f"c{creature.slot}"
    action_costs.spend(game)
    rolled = blows.roll_hero_blows(session, seat, creature)
    deed = DeclaredAction("attack", line, key, blows=rolled)
    deed.told = text(
        "{hero} swings at {who:the}.", hero=session.hero_name(seat), who=session.name(key)
    )
    return deed


def tell_declared(session: SilGContext, seat: int, deed: DeclaredAction) -> None:
    """Announce a declared action: its rolls to its own player, what it looks like to others."""
    hero, target = session.hero_name(seat), deed.target
    seen = bool(target) and bool(session.seers(target))
    if deed.kind == "shot":
        deed.told = text("{hero} shoots.", hero=hero)
        if seen:
            deed.told = text(
                "{hero} shoots at {target:the}.", hero=hero, target=session.name(target)
            )
    elif deed.kind == "throw":
        deed.told = text("{hero} throws something.", hero=hero)
        if seen:
            deed.told = text(
                "{hero} throws something at {target:the}.", hero=hero, target=session.name(target)
            )
    if not deed.blows:
        return
    told = deed.told or text("{hero} makes ready.", hero=hero)
    if not seen or seat not in session.seers(target):
        session.tell(told, None, "declared")
        return
    rolls = [_rolled(blow.score, blow.die, blow.against, blow.damage) for blow in deed.blows]
    session.tell_versions([(joined((told, *rolls)), (seat,)), (told, None)], "declared")


def _rolled(score: int, die: int, against: int, damage: int) -> Text:
    facts = {"score": score, "die": die, "total": score + die, "against": against}
    if score + die > against:
        return text(
            "{score} + {die} = {total} against {against}: a hit, damage {damage}.",
            **facts,
            damage=damage,
        )
    return text("{score} + {die} = {total} against {against}: a miss.", **facts)


# ---------------------------------------------------------------- what falls due


def execute(session: SilGContext, seat: int, fighter: Fighter) -> None:
    """Do what a hero has declared: its time has come."""
    deed, fighter.deed = fighter.deed, None
    if deed is None or seat not in session.heroes:
        return
    session.player(seat).question = None  # too late: it was about the action before
    hero = session.hero(seat)
    hero.actions = [0, *hero.actions[:5]]
    session.player(seat).passed = deed.kind == "wait"
    if deed.kind == "attack":
        hero.actions[0] = action_costs.OTHER
        blows.deal_hero_blows(session, seat, deed)
    elif deed.kind in ("shot", "throw"):
        hero.actions[0] = action_costs.ARCHERY if deed.kind == "shot" else action_costs.OTHER
        missiles.land(session, seat, deed)
    elif deed.kind == "step":
        steps.step_hero(session, seat, deed.line.split()[1])
    elif deed.kind == "wait":
        wait(session, seat)
    elif deed.line.split()[0] == "forge":
        _forge(session, seat, deed)
    else:
        do(session, seat, deed.line)
    if seat in session.heroes:
        session.overhear(seat, ("death",))


def wait(session: SilGContext, seat: int) -> None:
    """Let a hero pass a turn, quiet and watchful."""
    hero = session.hero(seat)
    hero.actions[0], hero.focused = action_costs.PASS, True


def do(session: SilGContext, seat: int, line: str) -> None:
    """Do anything else of Sil's: what is refused by now costs the time all the same."""
    game, sil, player = session.game(seat), session.state.sil, session.player(seat)
    verb, *args = line.split()
    if verb == "search":
        stealth_contest.notice(session, seat, searching=True)
        return
    command = registry.COMMANDS[verb]
    words = tuple(args) if len(args) <= len(command.arguments) else _joined(args, command)
    loud = game.hero.stealth_score
    sil.sure = True
    try:
        command.do(game, words)
    except ActionError as refusal:
        session.tell(text("That fails: {refusal}", refusal=refusal.text), (seat,), "failed")
    finally:
        sil.sure = False
    if verb == "sing":  # Sil works the whole score out anew
        game.hero.stealth_score = loud
    player.question, sil.question = sil.question, None
    _conclude(session, seat, "" if player.question else verb)


def answer(session: SilGContext, seat: int, word: str) -> None:
    """Take a player's answer to what the rules ask in play. Raises ActionError."""
    asked = session.player(seat).question
    if asked is None:
        raise IllegalAction(text("There is nothing to answer."))
    with at_the_sheet(session, seat) as game:
        registry.COMMANDS["answer"].do(game, (word,))
    _conclude(session, seat, _ASKED_BY.get(asked.kind, "") if word != "no" else "")


def _conclude(session: SilGContext, seat: int, verb: str) -> None:
    """Tell what a hero has done by a verb ("": nothing that others see) and what came of it."""
    sil, name = session.state.sil, session.hero_name(seat)
    fell = sil.leaving
    sil.leaving, sil.destination, sil.arrive_by = "", 0, 0
    derived.update(session.game(seat))
    session.overhear(seat, ("death",))
    if verb:
        session.tell(Text(_DONE.get(verb, "{hero} is busy."), {"hero": name}), None, "deed")
    announce_wound(session, seat)
    if fell and seat in session.heroes:
        session.tell_gm(
            text("{hero} leaves the level: make the next one, or hold them back.", hero=name)
        )


# ---------------------------------------------------------------- at a forge


def set_to_work(session: SilGContext, seat: int, args: tuple[str, ...]) -> None:
    """Let a hero begin a plan at a forge, or take up the work begun. Raises IllegalAction."""
    game, hero = session.game(seat), session.hero(seat)
    if not terrain.forge_uses(costs.feature_here(game)):
        raise IllegalAction(text("You need a forge."))
    item = workbench.plan_at_hand(game, args)
    forging.refuse(game, item)
    if hero.work is None or args:
        forging.begin(game, item)


def work_a_round(session: SilGContext, seat: int) -> bool:
    """Let a hero work at a forge for a round; return whether there is more to do."""
    work = session.hero(seat).work
    lack = forging.work_on(session.game(seat), work) if work is not None else None
    if work is not None and work.turns > 0 and not lack:
        return True
    hero = session.hero_name(seat)
    told = (
        text("{hero} stops work: {lack}.", hero=hero, lack=lack)
        if lack
        else text("{hero} is done at the forge.", hero=hero)
    )
    session.tell(told, None, "deed")
    return False


def _forge(session: SilGContext, seat: int, deed: DeclaredAction) -> None:
    """Work for as many rounds as the action took, each of them loud (T1)."""
    player = session.player(seat)
    try:
        set_to_work(session, seat, tuple(deed.line.split()[1:]))
    except ActionError as refusal:
        session.tell(text("That fails: {refusal}", refusal=refusal.text), (seat,), "failed")
        return
    player.worked += session.state.clock - deed.declared
    while player.worked >= end_of_round.ROUND:
        player.worked -= end_of_round.ROUND
        stealth_contest.make_noise(session, seat, FORGE_NOISE)
        if not work_a_round(session, seat):
            player.worked = 0
    session.tell(text("{hero} works at the forge.", hero=typed(player.name)), None, "deed")


def _joined(args: list[str], command: Command) -> tuple[str, ...]:
    """Return arguments with the last of them a name of several words."""
    most = max(1, len(command.arguments))
    return (*args[: most - 1], " ".join(args[most - 1 :]))


def cannot_act(session: SilGContext, seat: int) -> bool:
    """Return whether a hero loses this turn: entranced, knocked out, off their feet (K5)."""
    lost = statuses.helpless(session.game(seat))
    session.overhear(seat)
    return lost
