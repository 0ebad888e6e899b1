"""The clock of an encounter: who is due when, and what happens at each moment (rules: silg 2).

At a moment, in this order: the round, the minute's contest, the players' results and new rolls,
their declarations, allies, enemies. Then the clock jumps to the next due time.
"""

from __future__ import annotations

from engine.common.plans import Stop
from engine.contract.action import GM, Action, ActionError, IllegalAction
from engine.contract.texts import Text, joined, typed
from engine.sil.creatures import combat_totals, creature_stats
from engine.sil.game.state import Creature
from engine.sil.hero import abilities
from engine.silg import party_sight
from engine.silg.clock import (
    creature_ai,
    declared_actions,
    dice_rolls,
    end_of_round,
    kept_plans,
    monster_orders,
    standing_orders,
    stealth_contest,
)
from engine.silg.clock.clock_lengths import length
from engine.silg.clock.minute_start import begin_minute
from engine.silg.combat import missiles, standing_defence
from engine.silg.context import SilGContext
from engine.silg.state import DeclaredAction, Fighter
from engine.silg.wording import line_in_words, text

MINUTE = 120  # half-seconds
OFF = -1  # the due time of who is not on the clock
MOST_MOMENTS = 400  # that pass without anybody's decision
WAIT = "wait"


def seconds(halves: int) -> Text:
    """Return a time on the clock as it is said: "3.5 s"."""
    whole, half = divmod(halves, 2)
    return text("{whole}.5 s", whole=whole) if half else text("{whole} s", whole=whole)


def speed_of(game: SilGContext, key: str) -> int:
    """Return a fighter's speed now."""
    seat = game.seat_of(key)
    if seat is not None:
        return game.hero(seat).derived.speed
    creature = game.creature(key)
    return creature.speed if creature else 2


# ---------------------------------------------------------------- an encounter


def start(game: SilGContext) -> None:
    """Begin an encounter: everybody rolls evasion and protection, the aware are due at 0."""
    state = game.state
    state.clock, state.fighters = 0, []
    state.enemy_known, state.enemies_at = 0, {}
    for seat in game.heroes:
        game.player(seat).question = game.player(seat).plan = None
        standing_defence.entered(game, f"h{seat}").due = 0
    for creature in in_order(game):
        fighter = standing_defence.entered(game, f"c{creature.slot}")
        fighter.due = 0 if creature.alertness >= 0 else OFF
        creature.skip_turn = False
    game.tell(text("The clock starts: declare what you do."), None, "encounter")
    moment(game)
    run(game)


def stop(game: SilGContext) -> None:
    """End the encounter; declared actions that have not fallen due are lost."""
    state = game.state
    state.fighters, state.provoked = [], []
    for seat in game.heroes:
        game.player(seat).plan = None
    begin_minute(game)
    begin_turn(game)
    game.tell(text("The clock stops."), None, "clock")


def begin_turn(game: SilGContext) -> None:
    """Let another decision be waited for."""
    game.state.waits_for_gm = False
    game.state.turn += 1
    game.state.shown_turn += 1
    game.state.shown_clock = game.state.clock


def in_order(game: SilGContext) -> list[Creature]:
    """Return the creatures as they act at one moment: allies first, then enemies in the Game
    Master's order."""
    listed = game.state.desk.order

    def place(creature: Creature) -> tuple[bool, int, int]:
        key = f"c{creature.slot}"
        at = listed.index(key) if key in listed else len(listed)
        return not game.is_ally(key), at, creature.slot

    return sorted(game.creatures, key=place)


def join(game: SilGContext) -> None:
    """Put on the clock who has become alert: due one standard action later (rules: silg 2); one
    that walked into a hero is due at once."""
    state = game.state
    for creature in in_order(game):
        fighter = standing_defence.entered(game, f"c{creature.slot}")
        if fighter.due == OFF and creature.alertness >= 0:
            late = length(creature.speed) if creature.skip_turn else 0
            fighter.due = state.clock + late
            fighter.done = False
            creature.skip_turn = False
        elif fighter.due != OFF and creature_stats.asleep(creature):
            fighter.due, fighter.deed = OFF, None


def enter(game: SilGContext, seat: int) -> None:
    """Put a hero on the clock who comes into play while it runs: due at once, or half a second
    later where this moment's heroes have declared."""
    state = game.state
    if state.stage in ("declare", "monsters"):
        fighter = standing_defence.entered(game, f"h{seat}")
        fighter.due, fighter.done = state.clock + (state.stage == "monsters"), False


# ---------------------------------------------------------------- one moment


def moment(game: SilGContext) -> None:
    """Play the moment that the clock stands at, up to the players' declarations."""
    state = game.state
    for fighter in state.fighters:
        fighter.done = False
    if state.clock and state.clock % end_of_round.ROUND == 0:
        end_of_round.round_passes(game)
    if state.clock and state.clock % MINUTE == 0:
        state.minutes += 1
        stealth_contest.minute(game)
        dice_rolls.roll_all(game)
    for seat in list(game.heroes):
        fighter = standing_defence.entered(game, f"h{seat}")
        if fighter.due == state.clock:
            _finish_turn_of(game, seat, fighter)
    party_sight.refresh(game)
    state.stage = "declare"
    if due_players(game):
        begin_turn(game)


def _finish_turn_of(game: SilGContext, seat: int, fighter: Fighter) -> None:
    """Execute what a hero has declared, and renew what stands."""
    hero = game.hero(seat)
    hero.ripostes = 0
    if combat_totals.is_helpless(game.hero_game(seat)):
        fighter.deed = None  # who can no longer act loses what they have declared
    declared_actions.execute(game, seat, fighter)
    if seat not in game.heroes:
        return
    _renew(game, fighter)
    if declared_actions.cannot_act(game, seat):
        fighter.due += length(speed_of(game, fighter.key))
        fighter.done = True
        game.tell(text("{hero} cannot act.", hero=game.hero_name(seat)), None, "status")


def _renew(game: SilGContext, fighter: Fighter) -> None:
    """Roll evasion and protection anew; a hero's are announced."""
    standing_defence.renew(game, fighter)
    told = text(
        "{who:The}: evasion die {die}, protection {protection}.",
        who=game.name(fighter.key),
        die=fighter.die,
        protection=standing_defence.standing(game, fighter),
    )
    game.tell(told, None if game.seat_of(fighter.key) is not None else (GM,), "defence")


def due_players(game: SilGContext) -> list[int]:
    """Return the seats that must still declare at this moment."""
    state = game.state
    if state.stage != "declare":
        return []
    return [
        seat
        for seat in game.heroes
        if (fighter := game.fighter(f"h{seat}"))
        and fighter.due == state.clock
        and not fighter.done
        and not game.player(seat).secret
    ]


def run(game: SilGContext) -> None:
    """Play on until somebody has to decide, or the encounter is over."""
    state = game.state
    for _ in range(MOST_MOMENTS):
        if state.stage == "declare" and not _declarations_are_in(game):
            return
        if state.stage == "monsters" and (state.provoked or not creatures_act(game)):
            wait_for_gm(game)
            return
        if not game.heroes:
            lose(game)
            return
        if state.players_declared and state.options.get("clock") == "gm":
            state.players_declared, state.waits_to_go_on = False, True
            wait_for_gm(game)
            return
        if not _advance(game):
            stop(game)
            return
    if not _end_plans(game):
        stop(game)
        return
    run(game)


def _end_plans(game: SilGContext) -> bool:
    """End the standing orders by which the clock has run for so long; return whether there were
    any."""
    following = [seat for seat in game.heroes if game.player(seat).plan is not None]
    for seat in following:
        kept_plans.end(game, seat, Stop("at most", text("the clock has run for long")))
    return bool(following)


def _declarations_are_in(game: SilGContext) -> bool:
    """Return whether nobody is asked any more; what was declared has taken effect then."""
    for seat in due_players(game):
        if line := standing_orders.declaration(game, seat):
            _keep_secret(game, seat, line)
    if due_players(game):
        return False
    take_declarations(game)
    game.state.stage = "monsters"
    return True


def _advance(game: SilGContext) -> bool:
    """Jump to the next due time or the next round, whichever is first; False if nobody is due any
    more, or the encounter is over for all that the party knows."""
    state = game.state
    party_sight.drop_gone(game)
    _note_enemies(game)
    if state.options.get("clock") == "bot" and state.clock - state.enemy_known >= MINUTE:
        return False
    dues = [f.due for f in state.fighters if f.due > state.clock]
    if not dues:
        return False
    state.clock = min(min(dues), _next_round(state.clock))
    moment(game)
    return True


def _note_enemies(game: SilGContext) -> None:
    """Note the time if the party sees an enemy stir, or is attacked. Whom nobody has noticed keeps
    no encounter going: its end would give them away."""
    state = game.state
    for seat in game.heroes:
        seen = {c.slot: (c.y, c.x) for c in kept_plans.enemies(game, seat)}
        stirs = any(state.enemies_at.get(slot) != place for slot, place in seen.items())
        state.enemies_at |= seen
        if stirs or game.hero(seat).was_attacked:
            state.enemy_known = state.clock


def _next_round(halves: int) -> int:
    return halves + end_of_round.ROUND - halves % end_of_round.ROUND


def declare_in_secret(game: SilGContext, seat: int, line: str) -> None:
    """Keep what a player declares until all who are due have declared."""
    _keep_secret(game, seat, line)
    if not due_players(game):
        run(game)


def keep_standing_order(game: SilGContext, seat: int, action: Action) -> None:
    """Let a hero follow a standing order from now on; who is due declares by it at once. Raises
    ActionError."""
    if game.state.stage not in ("declare", "monsters"):
        raise IllegalAction(text("The clock stands: that is for encounters."))
    due = seat in due_players(game)
    standing_orders.begin(game, seat, action)
    if due:
        run(game)


def _keep_secret(game: SilGContext, seat: int, line: str) -> None:
    player = game.player(seat)
    player.secret, told = line, line_in_words(line, game.data)
    game.tell_versions(
        [
            (text("{hero} declares: {line}.", hero=typed(player.name), line=told), (GM,)),
            (text("You declare: {line}.", line=told), (seat,)),
            (text("{hero} has declared.", hero=typed(player.name)), None),
        ],
        "declared",
    )


def take_declarations(game: SilGContext) -> None:
    """Let all that was declared take effect, in seat order: rolls are made, times are set."""
    state = game.state
    for seat in list(game.heroes):
        fighter = game.fighter(f"h{seat}")
        if fighter is None or fighter.due != state.clock or fighter.done:
            continue
        player = game.player(seat)
        line, player.secret = player.secret or WAIT, ""
        _take(game, seat, fighter, line)
        state.players_declared = True


def _take(game: SilGContext, seat: int, fighter: Fighter, line: str) -> None:
    try:
        deed = declared_actions.declare(game, seat, line)
    except ActionError as refusal:
        game.tell(
            text("That cannot be done any more: {refusal}", refusal=refusal.text), (seat,), "failed"
        )
        deed = DeclaredAction("wait", WAIT)
    game.overhear(seat)
    deed.declared = game.state.clock
    fighter.deed, fighter.done = deed, True
    fighter.due += length(speed_of(game, fighter.key))
    declared_actions.tell_declared(game, seat, deed)
    if deed.kind == "shot":
        provoke(game, seat, deed)


def take_back(game: SilGContext, key: str) -> None:
    """Let somebody declare anew, now: what they had declared is undone."""
    state, fighter = game.state, game.fighter(key)
    if fighter is None or fighter.deed is None:
        return
    deed, fighter.deed = fighter.deed, None
    fighter.due, fighter.done = state.clock, False
    state.waits_to_go_on = False
    seat = game.seat_of(key)
    if seat is not None:
        missiles.take_back(game, seat, deed)
        state.provoked = [pair for pair in state.provoked if pair[1] != seat]
        state.stage = "declare"
        state.turn += 1
        return
    fighter.ready = True  # its turn has begun: nothing is rolled anew
    if state.stage == "monsters":
        run(game)


# ---------------------------------------------------------------- shooting beside enemies


def provoke(game: SilGContext, seat: int, deed: DeclaredAction) -> None:
    """Let each enemy beside an archer answer once (A4): those run by the bot at once."""
    spares = game.hero(seat).active(abilities.POINT_BLANK_ARCHERY)
    for fighter in missiles.attackers_beside(game, seat):
        if spares and fighter.key == deed.target:
            continue
        desk = game.state.desk
        if desk.asked_of_shots or fighter.key in desk.run_by_gm:
            game.state.provoked.append((fighter.key, seat))
        else:
            answer_shot(game, fighter.key, seat, suggested_answer(fighter, seat))


def suggested_answer(fighter: Fighter, seat: int) -> str:
    """Return how an enemy beside an archer answers by itself; a bystander keeps its own target."""
    attack = fighter.deed
    if attack is None or attack.target != f"h{seat}":
        return "leave"
    return "resolve" if any(blow.hit for blow in attack.blows) else "halve"


def answer_shot(game: SilGContext, key: str, seat: int, answer: str) -> None:
    """Let an enemy beside an archer resolve its attack at once, halve the archer's evasion, or
    switch its target to the archer."""
    fighter, creature = game.fighter(key), game.creature(key)
    if fighter is None or creature is None or fighter.deed is None:
        return
    name, archer = game.name(key), game.hero_name(seat)
    if answer == "halve":
        missiles.halve_for(game, fighter, seat)
        game.tell_gm(text("{who:The} has an easier mark in {hero}.", who=name, hero=archer))
    elif answer == "switch":
        missiles.switch_to(game, fighter, seat)
        game.tell_gm(text("{who:The} turns on {hero}.", who=name, hero=archer))
    elif answer == "resolve":
        creature_ai.execute(game, creature, fighter)
        if game.creature(key) is creature:
            fighter.due = game.state.clock
            fighter.done = False


# ---------------------------------------------------------------- creatures


def creatures_act(game: SilGContext) -> bool:
    """Let the creatures that are due take their turns, one after another; False when one waits for
    the Game Master's word."""
    join(game)
    while (creature := _next_due(game)) is not None:
        key = f"c{creature.slot}"
        fighter = standing_defence.entered(game, key)
        if not fighter.ready:
            fighter.ready = True
            creature_ai.execute(game, creature, fighter)
            if not game.heroes:
                return True
            if game.creature(key) is not creature:
                party_sight.drop_gone(game)
                continue
            _renew(game, fighter)
            creature_ai.start_turn(game, creature)
        if key in game.state.desk.run_by_gm:
            line = monster_orders.declaration(game, creature)
            if not line:
                fighter.suggested = fighter.suggested or creature_ai.suggest(game, creature)
                return False
        else:
            line = creature_ai.suggest(game, creature)
        declare_for(game, creature, line)
        join(game)
    party_sight.refresh(game)
    return True


def _next_due(game: SilGContext) -> Creature | None:
    for creature in in_order(game):
        fighter = game.fighter(f"c{creature.slot}")
        if fighter and fighter.due == game.state.clock and not fighter.done:
            return creature
    return None


def pending(game: SilGContext) -> Creature | None:
    """Return the creature that the Game Master must declare for now."""
    return _next_due(game) if game.state.stage == "monsters" else None


def declare_for(game: SilGContext, creature: Creature, line: str) -> None:
    """Declare a creature's action. Raises ActionError."""
    fighter = standing_defence.entered(game, f"c{creature.slot}")
    deed = creature_ai.declare(game, creature, line)
    deed.declared = game.state.clock
    fighter.deed, fighter.done, fighter.ready = deed, True, False
    fighter.suggested = ""
    fighter.due = game.state.clock + length(creature.speed)
    key = fighter.key
    seen = game.audience_of(key)
    if deed.told and seen is None:
        deed.announced = True
        game.tell(deed.told, None, "declared")
    accounts = [blow.account for blow in deed.blows if blow.account]
    account = joined(accounts) if accounts else ""
    told = text(
        "{who:The} declares: {line}.", who=game.name(key), line=creature_ai.in_words(game, line)
    )
    game.tell_gm(told, "declared", account)


def suggestion(game: SilGContext, creature: Creature) -> str:
    """Return what a creature would declare that the Game Master runs, as a line; "": it cannot do
    that any more."""
    fighter = game.fighter(f"c{creature.slot}")
    line = fighter.suggested if fighter else ""
    return line if creature_ai.is_possible(game, creature, line) else ""


def put_off(game: SilGContext, creature: Creature, halves: int) -> None:
    """Let a creature that the Game Master declares for decide later, by so many half-seconds."""
    fighter = standing_defence.entered(game, f"c{creature.slot}")
    fighter.due, fighter.suggested = game.state.clock + halves, ""
    run(game)


def wait_for_gm(game: SilGContext) -> None:
    """Wait for the Game Master: nobody else has to act.

    It is one turn until players decide again: a new one would tell them of monsters out of sight.
    """
    game.state.stage = "monsters"
    party_sight.refresh(game)
    if not game.state.waits_for_gm:
        game.state.waits_for_gm = True
        game.state.turn += 1


def next_moment(game: SilGContext) -> None:
    """Let the clock run on, as the Game Master says."""
    game.state.waits_to_go_on = False
    if _advance(game):
        run(game)
    else:
        stop(game)


def lose(game: SilGContext) -> None:
    """End the game: no hero is left. While another is being made the clock stops instead."""
    state = game.state
    if state.stage == "over":
        return
    if any(player.returns for player in state.players):
        stop(game)
        game.tell(text("No hero is in play until another is made."), None, "clock")
        return
    state.stage, state.ended, state.fighters = "over", "lost", []
    begin_turn(game)
    game.tell(text("No hero is left. The tale ends here."), None, "end")
