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
from engine.silg.combat.attack_reports import tell_death
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


def declare(game: SilGContext, seat: int, line: str) -> DeclaredAction:
    """Return a hero's declared action with its rolls. Raises ActionError, and nothing changes."""
    line = astray(game, seat, line)
    verb, *args = line.split()
    if verb == "fire":
        return missiles.declare_shot(game, seat, line)
    if verb == "throw":
        return missiles.declare_throw(game, seat, line)
    if verb == "step":
        return _declare_step(game, seat, line, args[0])
    if verb in ("quaff", "eat", "use") and is_gorged(game, seat):
        raise IllegalAction(text("You are too full to eat or drink."))
    return DeclaredAction("wait" if verb == "wait" else "do", line)


def astray(game: SilGContext, seat: int, line: str) -> str:
    """Return a line whose direction or target a confused hero's d8 has chosen (A9)."""
    words = line.split()
    place = _AIMED.get(words[0], len(words) - 1)
    aims = words[0] in _AIMED or words[-1] in compass.DIRECTIONS
    if not game.hero(seat).timers.confused or not aims:
        return line
    game.tell(text("Confused, you cannot aim."), (seat,), "failed")
    words[place] = tuple(compass.DIRECTIONS)[game.streams.play.die(8) - 1]
    return " ".join(words)


def _declare_step(game: SilGContext, seat: int, line: str, direction: str) -> DeclaredAction:
    hero_game, hero, level = game.hero_game(seat), game.hero(seat), game.state.sil.level
    dy, dx = compass.DIRECTIONS[direction]
    y, x = hero.y + dy, hero.x + dx
    creature = level.creature_at(y, x)
    seen = creature is not None and hero_game.known(creature).visible
    if creature is None or not seen or creature_stats.has(hero_game, creature, "PEACEFUL"):
        return DeclaredAction("step", line, squares=[level.at(y, x)])
    if reason := blows.hindrance(game, seat, creature):
        raise IllegalAction(reason)
    key = f"c{creature.slot}"
    action_costs.spend(hero_game)
    rolled = blows.roll_hero_blows(game, seat, creature)
    deed = DeclaredAction("attack", line, key, blows=rolled)
    deed.told = text("{hero} swings at {who:the}.", hero=game.hero_name(seat), who=game.name(key))
    return deed


def tell_declared(game: SilGContext, seat: int, deed: DeclaredAction) -> None:
    """Announce a declared action: its rolls to its own player, what it looks like to others."""
    hero, target = game.hero_name(seat), deed.target
    seen = bool(target) and bool(game.seers(target))
    if deed.kind == "shot":
        deed.told = text("{hero} shoots.", hero=hero)
        if seen:
            deed.told = text("{hero} shoots at {target:the}.", hero=hero, target=game.name(target))
    elif deed.kind == "throw":
        deed.told = text("{hero} throws something.", hero=hero)
        if seen:
            deed.told = text(
                "{hero} throws something at {target:the}.", hero=hero, target=game.name(target)
            )
    if not deed.blows:
        return
    told = deed.told or text("{hero} makes ready.", hero=hero)
    if not seen or seat not in game.seers(target):
        game.tell(told, None, "declared")
        return
    rolls = [_rolled(blow.score, blow.die, blow.against, blow.damage) for blow in deed.blows]
    game.tell_versions([(joined((told, *rolls)), (seat,)), (told, None)], "declared")


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


def execute(game: SilGContext, seat: int, fighter: Fighter) -> None:
    """Do what a hero has declared: its time has come."""
    deed, fighter.deed = fighter.deed, None
    if deed is None or seat not in game.heroes:
        return
    game.player(seat).question = None  # too late: it was about the action before
    hero = game.hero(seat)
    hero.actions = [0, *hero.actions[:5]]
    game.player(seat).passed = deed.kind == "wait"
    if deed.kind == "attack":
        hero.actions[0] = action_costs.OTHER
        blows.deal_hero_blows(game, seat, deed)
    elif deed.kind in ("shot", "throw"):
        hero.actions[0] = action_costs.ARCHERY if deed.kind == "shot" else action_costs.OTHER
        missiles.land(game, seat, deed)
    elif deed.kind == "step":
        steps.step_hero(game, seat, deed.line.split()[1])
    elif deed.kind == "wait":
        wait(game, seat)
    elif deed.line.split()[0] == "forge":
        _forge(game, seat, deed)
    else:
        do(game, seat, deed.line)
    if seat in game.heroes:
        game.overhear(seat, ("death",))


def wait(game: SilGContext, seat: int) -> None:
    """Let a hero pass a turn, quiet and watchful."""
    hero = game.hero(seat)
    hero.actions[0], hero.focused = action_costs.PASS, True


def do(game: SilGContext, seat: int, line: str) -> None:
    """Do anything else of Sil's: what is refused by now costs the time all the same."""
    hero_game, sil, player = game.hero_game(seat), game.state.sil, game.player(seat)
    verb, *args = line.split()
    if verb == "search":
        stealth_contest.notice(game, seat, searching=True)
        return
    command = registry.COMMANDS[verb]
    words = tuple(args) if len(args) <= len(command.arguments) else _joined(args, command)
    loud = hero_game.hero.stealth_score
    sil.sure = True
    try:
        command.do(hero_game, words)
    except ActionError as refusal:
        game.tell(text("That fails: {refusal}", refusal=refusal.text), (seat,), "failed")
    finally:
        sil.sure = False
    if verb == "sing":  # Sil works the whole score out anew
        hero_game.hero.stealth_score = loud
    player.question, sil.question = sil.question, None
    _conclude(game, seat, "" if player.question else verb)


def answer(game: SilGContext, seat: int, word: str) -> None:
    """Take a player's answer to what the rules ask in play. Raises ActionError."""
    asked = game.player(seat).question
    if asked is None:
        raise IllegalAction(text("There is nothing to answer."))
    with at_the_sheet(game, seat) as hero_game:
        registry.COMMANDS["answer"].do(hero_game, (word,))
    _conclude(game, seat, _ASKED_BY.get(asked.kind, "") if word != "no" else "")


def _conclude(game: SilGContext, seat: int, verb: str) -> None:
    """Tell what a hero has done by a verb ("": nothing that others see) and what came of it."""
    sil, name = game.state.sil, game.hero_name(seat)
    fell = sil.leaving
    sil.leaving, sil.destination, sil.arrive_by = "", 0, 0
    derived.update(game.hero_game(seat))
    game.overhear(seat, ("death",))
    if verb:
        game.tell(Text(_DONE.get(verb, "{hero} is busy."), {"hero": name}), None, "deed")
    tell_death(game, seat)
    if fell and seat in game.heroes:
        game.tell_gm(
            text("{hero} leaves the level: make the next one, or hold them back.", hero=name)
        )


# ---------------------------------------------------------------- at a forge


def set_to_work(game: SilGContext, seat: int, args: tuple[str, ...]) -> None:
    """Let a hero begin a plan at a forge, or take up the work begun. Raises IllegalAction."""
    hero_game, hero = game.hero_game(seat), game.hero(seat)
    if not terrain.forge_uses(costs.feature_here(hero_game)):
        raise IllegalAction(text("You need a forge."))
    item = workbench.plan_at_hand(hero_game, args)
    forging.refuse(hero_game, item)
    if hero.work is None or args:
        forging.begin(hero_game, item)


def work_a_round(game: SilGContext, seat: int) -> bool:
    """Let a hero work at a forge for a round; return whether there is more to do."""
    work = game.hero(seat).work
    lack = forging.work_on(game.hero_game(seat), work) if work is not None else None
    if work is not None and work.turns > 0 and not lack:
        return True
    hero = game.hero_name(seat)
    told = (
        text("{hero} stops work: {lack}.", hero=hero, lack=lack)
        if lack
        else text("{hero} is done at the forge.", hero=hero)
    )
    game.tell(told, None, "deed")
    return False


def _forge(game: SilGContext, seat: int, deed: DeclaredAction) -> None:
    """Work for as many rounds as the action took, each of them loud (T1)."""
    player = game.player(seat)
    try:
        set_to_work(game, seat, tuple(deed.line.split()[1:]))
    except ActionError as refusal:
        game.tell(text("That fails: {refusal}", refusal=refusal.text), (seat,), "failed")
        return
    game.tell(text("{hero} works at the forge.", hero=typed(player.name)), None, "deed")
    player.worked += game.state.clock - deed.declared
    while player.worked >= end_of_round.ROUND:
        player.worked -= end_of_round.ROUND
        stealth_contest.make_noise(game, seat, FORGE_NOISE)
        if not work_a_round(game, seat):
            player.worked = 0


def _joined(args: list[str], command: Command) -> tuple[str, ...]:
    """Return arguments with the last of them a name of several words."""
    most = max(1, len(command.arguments))
    return (*args[: most - 1], " ".join(args[most - 1 :]))


def cannot_act(game: SilGContext, seat: int) -> bool:
    """Return whether a hero loses this turn: entranced, knocked out, off their feet (K5)."""
    lost = statuses.helpless(game.hero_game(seat))
    game.overhear(seat)
    return lost
