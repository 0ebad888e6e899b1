"""The Game Master's hand on time: the clock, minutes, declarations of monsters; and rolls."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.common import compass, slugs
from engine.contract.action import GM, IllegalAction, InvalidAction, Offer
from engine.contract.texts import Text, listed
from engine.sil.game.state import Creature
from engine.sil.hero import purchases
from engine.sil.level import terrain
from engine.silg.clock import (
    creature_ai,
    dice_rolls,
    encounter_clock,
    line_checks,
    monster_orders,
    off_clock_time,
)
from engine.silg.clock.dice_rolls import Openness
from engine.silg.combat import odds, standing_defence
from engine.silg.context import SilGContext
from engine.silg.gm.gm_commands import (
    Args,
    GmCommand,
    Shelf,
    offer,
    option,
    read_fighter,
    read_number,
    read_seat,
    read_seats,
)
from engine.silg.gm.hero_commands import check_in_play
from engine.silg.gm.monster_commands import creature_keys
from engine.silg.levels import squares
from engine.silg.wording import text

MOST_MINUTES = 60
MOST_ROLLS = 12
ON_THE_CLOCK = ("declare", "monsters")
_ANSWERS = {
    "resolve": "Its attack on {hero} counts now, and it declares again",
    "halve": "Its attack meets half the evasion of {hero}",
    "switch": "It turns its attack on {hero}",
    "leave": "It goes on as it was",
}
_ANSWER_WORDS = {
    "resolve": Text("resolve", context="shot"),
    "halve": Text("halve", context="shot"),
    "switch": Text("switch", context="shot"),
    "leave": Text("leave", context="shot"),
}
_OPENNESS_WORDS = {"open": Text("open", context="roll"), "secret": Text("secret", context="roll")}


def _check_heroes(game: SilGContext) -> None:
    """Raise IllegalAction before the session, and while there is no hero in play."""
    check_in_play(game)
    if not game.heroes:
        raise IllegalAction(text("No hero is in play."))


def _clock(game: SilGContext, words: Args) -> None:
    _check_heroes(game)
    running = game.state.stage in ON_THE_CLOCK
    if words[0] == "start" and not running and game.state.stage == "minutes":
        encounter_clock.start(game)
    elif words[0] == "stop" and running:
        encounter_clock.stop(game)
    else:
        raise IllegalAction(
            text("The clock runs already.") if running else text("The clock stands already.")
        )


def _clock_offers(game: SilGContext) -> Iterable[Offer]:
    if game.state.stage == "minutes" and game.heroes:
        alert = any(c.alertness >= 0 for c in game.creatures)
        hint = text("Somebody is alert") if alert else ""
        why = text("somebody is alert")
        label = text("Start the clock")
        yield offer("clock", "start", label=label, hint=hint, advised=alert, why=why)
    elif game.state.stage in ON_THE_CLOCK:
        alert = any(c.alertness >= 0 for c in game.creatures)
        why = text("nobody is alert any more")
        yield offer("clock", "stop", label=text("Stop the clock"), advised=not alert, why=why)


def _next(game: SilGContext, words: Args) -> None:
    del words
    if game.state.stage == "declare":
        _press_on(game)
    elif game.state.stage != "monsters":
        raise IllegalAction(text("The clock stands; say clock start, or minute."))
    elif game.state.provoked:
        _answer_as_suggested(game)
        encounter_clock.run(game)
    elif game.state.waits_to_go_on:
        encounter_clock.next_moment(game)
    else:
        _declare_as_suggested(game)


def _press_on(game: SilGContext) -> None:
    """Let those who have not declared wait: who has a standing order has declared by it."""
    for seat in encounter_clock.due_players(game):
        game.player(seat).secret = encounter_clock.WAIT
    encounter_clock.run(game)


def _answer_as_suggested(game: SilGContext) -> None:
    asked, game.state.provoked = game.state.provoked, []
    for key, seat in asked:
        fighter = game.fighter(key)
        if fighter is not None:
            encounter_clock.answer_shot(
                game, key, seat, encounter_clock.suggested_answer(fighter, seat)
            )


def _declare_as_suggested(game: SilGContext) -> None:
    """Let the Game Master's monsters do what they would by themselves, until heroes are due."""
    state = game.state
    turn = state.shown_turn
    while state.shown_turn == turn and (creature := _asked_for(game)) is not None:
        line = encounter_clock.suggestion(game, creature)
        line = line or creature_ai.suggest(game, creature)
        encounter_clock.declare_for(game, creature, line)
        encounter_clock.run(game)


def _next_offers(game: SilGContext) -> Iterable[Offer]:
    state, due = game.state, encounter_clock.due_players(game)
    all_declared = state.stage == "declare" and not due  # the last one to be asked has fallen
    if state.stage == "monsters" or all_declared:
        goes_on = state.waits_to_go_on or all_declared
        label = text("Next") if goes_on else text("All monsters as suggested")
        if state.provoked:
            label = text("All answer as suggested")
        monsters = not goes_on and not state.provoked
        hint = text("Until heroes are due") if monsters else encounter_clock.seconds(state.clock)
        why = text("the clock waits for you")
        yield offer("next", label=label, hint=hint, intent="wait", advised=True, why=why)
    elif state.stage == "declare":
        names = listed(map(game.hero_name, due))
        yield offer(
            "next",
            label=text("Go on without waiting"),
            hint=text("Not declared: {names}", names=names),
            intent="wait",
        )


def _minute(game: SilGContext, words: Args) -> None:
    _check_heroes(game)
    if game.state.stage != "minutes":
        raise IllegalAction(text("The clock runs; stop it first."))
    off_clock_time.minute(game, read_number(words[0], 1, MOST_MINUTES) if words else 1)


def _minute_offers(game: SilGContext) -> Iterable[Offer]:
    if game.state.stage == "minutes" and game.heroes:
        players = [game.player(n) for n in game.heroes]
        ready = all(player.ready for player in players)
        planned = ready and all(player.plan is not None for player in players)
        why = text("all have plans for longer") if planned else text("all are ready")
        for count, words in (("10", _MINUTES[True]), ("", _MINUTES[False])):
            hint = text("At most: until a plan ends or somebody is noticed") if count else ""
            yield offer(
                "minute",
                *filter(None, (count,)),
                label=words,
                hint=hint,
                intent="wait",
                advised=ready and bool(count) == planned,
                why=why,
            )


_MINUTES = {True: text("Ten minutes pass"), False: text("A minute passes")}


def check_on_the_clock(game: SilGContext) -> None:
    """Raise IllegalAction while the clock stands."""
    if game.state.stage not in ON_THE_CLOCK:
        raise IllegalAction(text("The clock stands."))


def _delay(game: SilGContext, words: Args) -> None:
    check_on_the_clock(game)
    try:
        halves = round(2 * float(words[1]))
    except (ValueError, OverflowError):  # the latter for infinity
        raise InvalidAction(text("“{word}” are no seconds.", word=words[1])) from None
    if not -40 <= halves <= 40:
        raise InvalidAction(text("At most 20 seconds sooner or later."))
    fighter = game.fighter(read_fighter(game, words[0]))
    creature = encounter_clock.pending(game)
    if fighter and creature and fighter.key == f"c{creature.slot}" and halves > 0:
        encounter_clock.put_off(game, creature, halves)
        return
    if fighter is None or fighter.due <= game.state.clock:
        raise IllegalAction(text("They have to declare first."))
    fighter.due = max(game.state.clock + 1, fighter.due + halves)
    name = game.name(fighter.key)
    game.tell_gm(
        text("{who:The} is due at {time}.", who=name, time=encounter_clock.seconds(fighter.due))
    )


def _delay_offers(game: SilGContext) -> Iterable[Offer]:
    creature = _asked_for(game)
    if creature is not None:
        key = f"c{creature.slot}"
        label = text("Delay {who:the} by 0.5 s", who=game.name(key))
        yield offer("delay", game.handle(key), "0.5", label=label)


def _asked_for(game: SilGContext) -> Creature | None:
    """Return the creature that the Game Master is to declare for."""
    state = game.state
    free = not state.waits_to_go_on and not state.provoked
    return encounter_clock.pending(game) if free else None


def _accept(game: SilGContext, words: Args) -> None:
    del words
    creature = _asked_for(game)
    line = encounter_clock.suggestion(game, creature) if creature else ""
    if creature is None or not line:
        raise IllegalAction(text("Nothing is suggested now."))
    encounter_clock.declare_for(game, creature, line)
    encounter_clock.run(game)


def _accept_offers(game: SilGContext) -> Iterable[Offer]:
    creature = _asked_for(game)
    line = encounter_clock.suggestion(game, creature) if creature else ""
    if creature is not None and line:
        deed = creature_ai.in_words(game, line)
        name = game.name(f"c{creature.slot}")
        yield offer(
            "accept",
            label=text("Accept: {deed}", deed=deed),
            hint=text("{who:The} would do that by itself", who=name),
            advised=True,
            why=text("{who:the} would do that by itself", who=name),
        )


def _insert(game: SilGContext, words: Args) -> None:
    """Put monsters on the clock that are not: an unwary patrol goes its way by the second."""
    check_on_the_clock(game)
    entered = []
    for key in creature_keys(game, words[0]):
        fighter = standing_defence.entered(game, key)
        if fighter.due < 0:
            fighter.due, fighter.done = game.state.clock + 1, False
            entered.append(game.name(key))
    if not entered:
        raise IllegalAction(text("They are on the clock already."))
    due = encounter_clock.seconds(game.state.clock + 1)
    game.tell_gm(
        text(
            "On the clock, due at {time}: {names}.",
            time=due,
            names=listed(text("{who:the}", who=each) for each in entered),
        )
    )


def _insert_offers(game: SilGContext) -> Iterable[Offer]:
    if game.state.stage not in ON_THE_CLOCK:
        return
    for fighter in game.state.fighters[:MOST_ROLLS]:
        if fighter.due < 0 and game.creature(fighter.key) is not None:
            name = game.name(fighter.key)
            handle = game.handle(fighter.key)
            yield offer("insert", handle, label=text("Put {who:the} on the clock", who=name))


def _undeclare(game: SilGContext, words: Args) -> None:
    check_on_the_clock(game)
    key = read_fighter(game, words[0])
    fighter, seat = game.fighter(key), game.seat_of(key)
    if seat is not None:
        game.player(seat).plan = None
    if seat is not None and game.player(seat).secret:
        game.player(seat).secret = ""
        game.state.turn += 1
    elif fighter is None or fighter.deed is None:
        raise IllegalAction(text("They have declared nothing."))
    game.tell(
        text("{who:The} may think again.", who=game.name(key)), game.audience_of(key), "clock"
    )
    encounter_clock.take_back(game, key)


def _declare(game: SilGContext, words: Args) -> None:
    check_on_the_clock(game)
    key = read_fighter(game, words[0])
    seat, creature = game.seat_of(key), game.creature(key)
    if seat is not None:
        if seat not in encounter_clock.due_players(game):
            raise IllegalAction(text("That hero is not asked to declare now."))
        line = line_checks.read_declaration(game, seat, words[1])
        encounter_clock.declare_in_secret(game, seat, line)
        return
    if creature is None or encounter_clock.pending(game) is not creature:
        raise IllegalAction(text("That one is not due now."))
    encounter_clock.declare_for(game, creature, creature_line(game, words[1]))
    encounter_clock.run(game)


def creature_line(game: SilGContext, written: str) -> str:
    """Return a creature's line with seats for heroes' names. Raises InvalidAction."""
    words = written.split()
    if words == ["wait"]:
        return "wait"
    if words[0] == "attack" and len(words) == 2:
        return f"attack {read_seat(game, words[1])}"
    if words[0] == "step" and len(words) == 2:
        square = squares.read_square(game, words[1])
        return f"step {squares.square_name(game, square)}"
    if words[0] == "power" and len(words) == 3:
        return f"power {words[1].upper()} {read_seat(game, words[2])}"
    raise InvalidAction(
        text("A monster's deed is attack HERO, step SQUARE, power NAME HERO or wait.")
    )


def _declare_offers(game: SilGContext) -> Iterable[Offer]:
    creature = _asked_for(game)
    if creature is None:
        return
    key = f"c{creature.slot}"
    handle, name = game.handle(key), game.name(key)
    for seat in game.heroes:
        hero = game.hero(seat)
        near = max(abs(hero.y - creature.y), abs(hero.x - creature.x)) == 1
        if near and game.data.monsters[creature.race].blows:
            whom = game.handle(f"h{seat}")
            label = text("{who:The} attacks {hero}", who=name, hero=game.hero_name(seat))
            found = offer("declare", handle, f"attack {whom}", label=label, intent="attack")
            yield replace(found, chances=odds.gm_chances(game, key, seat))
    for dy, dx in compass.DIRECTIONS.values():
        y, x = creature.y + dy, creature.x + dx
        if terrain.PASSABLE[game.state.sil.level.feature[game.state.sil.level.at(y, x)]]:
            square = compass.square(y, x)
            label = text("{who:The} steps to {square}", who=name, square=square)
            yield offer("declare", handle, f"step {square}", label=label, intent="move")
    for power in game.data.monsters[creature.race].spells:
        for seat in game.heroes:
            whom = game.handle(f"h{seat}")
            label = text("{power} at {hero}", power=power, hero=game.hero_name(seat))
            yield offer("declare", handle, f"power {power} {whom}", label=label, intent="cast")
    yield offer("declare", handle, "wait", label=text("{who:The} waits", who=name), intent="wait")


def _orders(game: SilGContext, words: Args) -> None:
    """Give monsters a standing order, or take it from them; the Game Master runs them then."""
    keys, desk = creature_keys(game, words[0]), game.state.desk
    if len(words) == 1:
        if not any(key in desk.orders for key in keys):
            raise IllegalAction(text("They have no standing order."))
        for key in keys:
            desk.orders.pop(key, None)
        game.tell_gm(text("You decide again for {word}.", word=words[0]))
        return
    order = creature_line(game, words[1])
    if order.split()[0] not in ("attack", "wait"):
        raise InvalidAction(text("A standing order is attack HERO, or wait."))
    for key in keys:
        desk.orders[key] = order
        if key not in desk.run_by_gm:
            desk.run_by_gm.append(key)
        told = monster_orders.in_words(game, order)
        game.tell_gm(text("{who:The}: {order}.", who=game.name(key), order=told))
    if game.state.stage == "monsters" and not game.state.waits_to_go_on:
        encounter_clock.run(game)


def _orders_offers(game: SilGContext) -> Iterable[Offer]:
    creature, orders = _asked_for(game), game.state.desk.orders
    if creature is not None:
        key = f"c{creature.slot}"
        chased = [n for n in game.heroes
                  if monster_orders.leads_on(game, creature, f"attack {n}")]  # fmt: skip
        for seat in chased:
            name, hero = game.name(key), game.hero_name(seat)
            label = text("{who:The} keeps after {hero}", who=name, hero=hero)
            whom = f"attack {game.hero_handle(seat)}"
            hint = text("It declares by itself until something changes")
            yield offer("orders", game.handle(key), whom, label=label, hint=hint)
    for key in [key for key in orders if game.creature(key) is not None][:MOST_ROLLS]:
        label = text("Decide for {who:the} again", who=game.name(key))
        standing = monster_orders.in_words(game, orders[key])
        yield offer("orders", game.handle(key), label=label, hint=standing)


def _answer(game: SilGContext, words: Args) -> None:
    key = creature_keys(game, words[0])[0]
    waiting = [(who, seat) for who, seat in game.state.provoked if who == key]
    if not waiting:
        raise IllegalAction(text("Nobody shoots beside that one."))
    if words[1] not in ("resolve", "halve", "switch", "leave"):
        raise InvalidAction(
            text("An enemy beside an archer may resolve, halve, switch or leave it.")
        )
    fighter, seat = game.fighter(key), waiting[0][1]
    targets = fighter is not None and fighter.deed and fighter.deed.target == f"h{seat}"
    if (words[1] == "switch") == bool(targets) and words[1] != "leave":
        raise IllegalAction(text("It may resolve or halve if it targets the archer, else switch."))
    game.state.provoked.remove(waiting[0])
    encounter_clock.answer_shot(game, key, seat, words[1])
    if not game.state.provoked:
        encounter_clock.run(game)


def _answer_offers(game: SilGContext) -> Iterable[Offer]:
    for key, seat in game.state.provoked:
        fighter = game.fighter(key)
        if fighter is None or fighter.deed is None or game.creature(key) is None:
            continue
        aimed = fighter.deed.target == f"h{seat}"
        likely = encounter_clock.suggested_answer(fighter, seat)
        for word in ("resolve", "halve", "leave") if aimed else ("switch", "leave"):
            label = text("{who:The}: {answer}", who=game.name(key), answer=_ANSWER_WORDS[word])
            hint = Text(_ANSWERS[word], {"hero": game.hero_name(seat)})
            found = offer("answer-shot", game.handle(key), word, label=label, hint=hint)
            yield replace(found, advised=word == likely)


def _shots(game: SilGContext, words: Args) -> None:
    game.state.desk.asked_of_shots = words[0] == "gm"
    game.tell_gm(
        text("You say how enemies answer shots.")
        if words[0] == "gm"
        else text("I say how enemies answer shots.")
    )


def _shots_offers(game: SilGContext) -> Iterable[Offer]:
    if game.creatures:
        mine = game.state.desk.asked_of_shots
        label = (
            text("I answer shots beside enemies")
            if mine
            else text("You answer shots beside enemies")
        )
        yield offer("shots", "bot" if mine else "gm", label=label)


# ---------------------------------------------------------------- rolls


def _secret(game: SilGContext, words: Args) -> None:
    dice_rolls.tell_roll(game, text("You roll {dice} in secret: {result}"), words[0], (GM,))


def _secret_offers(game: SilGContext) -> Iterable[Offer]:
    del game
    yield replace(offer("secret", "1d20", label=text("Roll 1d20 in secret")), free=True)


def _blind(game: SilGContext, words: Args) -> None:
    seat = read_seat(game, words[0])
    name = game.hero_name(seat)
    told = text("You roll {dice} blind for {hero}: {result}", hero=name)
    dice_rolls.tell_roll(game, told, words[1], (GM,))


def _check(game: SilGContext, words: Args) -> None:
    skill = dice_rolls.read_skill(words[1])
    difficulty = read_number(words[2], -20, 60)
    how: Openness = "open"
    if len(words) > 3:
        if words[3] not in ("open", "secret", "blind"):
            raise InvalidAction(text("A check is open, secret or blind."))
        how = "secret" if words[3] == "secret" else "blind" if words[3] == "blind" else "open"
    for seat in read_seats(game, words[0]):
        done = dice_rolls.check(game, seat, skill, difficulty, how)
        dice_rolls.tell_check(game, seat, done, how)


def _check_offers(game: SilGContext) -> Iterable[Offer]:
    if game.heroes:
        for skill, number in purchases.SKILL_WORDS.items():
            name = dice_rolls.SKILL_NAMES[number]
            for how, words in _OPENNESS_WORDS.items():
                label = text("All: {skill} against 10, {how}", skill=name, how=words)
                yield offer("check", "all", skill, "10", how, label=label)


def _ask(game: SilGContext, words: Args) -> None:
    skill = dice_rolls.read_skill(words[1])
    difficulty = read_number(words[2], -20, 60)
    name = list(purchases.SKILL_WORDS)[skill]
    for seat in read_seats(game, words[0]):
        game.player(seat).asked = f"{name} {difficulty}"
        who = game.hero_name(seat)
        game.tell(
            text("{hero} is asked to roll {skill}.", hero=who, skill=dice_rolls.SKILL_NAMES[skill]),
            None,
            "roll",
        )


def _ask_offers(game: SilGContext) -> Iterable[Offer]:
    if game.heroes:
        asked = {game.player(seat).asked for seat in game.heroes}
        for skill, number in purchases.SKILL_WORDS.items():
            if asked != {f"{skill} 10"}:
                label = text("Ask all to roll {skill}", skill=dice_rolls.SKILL_NAMES[number])
                yield offer("ask", "all", skill, "10", label=label)


def _standing(game: SilGContext, words: Args) -> None:
    if len(words) > 1:
        dice_rolls.roll_dice(words[1], game.streams.hidden)
    shelf = Shelf(game.state.desk.standing, "roll {name} of every minute", MOST_ROLLS)
    shelf.keep(game, slugs.slug(words[0]) or "roll", words[1:])


def _standing_offers(game: SilGContext) -> Iterable[Offer]:
    for name in game.state.desk.standing:
        yield offer("standing", name, label=text("Roll {name} no longer", name=name))


_WHO = option("who", "One by name or square")
_HERO = option("hero", "A hero, or all")
_DICE = option("dice", "Such as 3d7+2, or 1d20+5 vs 1d20+8")
_SKILL = option("skill", "Which", *purchases.SKILL_WORDS)
COMMANDS = (
    GmCommand("clock", "Start or stop the clock", _clock,
           (option("how", "Start or stop", "start", "stop"),), _clock_offers),
    GmCommand("next", "Let the clock go on: monsters as suggested, until heroes are due", _next,
           (), _next_offers),
    GmCommand("minute", "Let minutes pass", _minute,
           (option("count", "How many", required=False),), _minute_offers),
    GmCommand("accept", "Let the monster that is due do what it would", _accept, (),
           _accept_offers),
    GmCommand("delay", "Let somebody be due later, or sooner", _delay,
           (_WHO, option("seconds", "Such as 1.5 or -1")), _delay_offers),
    GmCommand("insert", "Put monsters on the clock that are not", _insert, (_WHO,), _insert_offers),
    GmCommand("undeclare", "Take back what somebody has declared", _undeclare, (_WHO,)),
    GmCommand("declare", "Declare for a monster, or for a hero who is away", _declare,
           (_WHO, option("deed", "Such as: attack hador")), _declare_offers),
    GmCommand("orders", "Let monsters do one thing until something changes", _orders,
           (_WHO, option("how", "attack HERO, or wait; nothing: no more", required=False)),
           _orders_offers),
    GmCommand("answer-shot", "An enemy beside an archer answers", _answer,
           (_WHO, option("how", "How", "resolve", "halve", "switch", "leave")), _answer_offers),
    GmCommand("shots", "Say who answers for enemies beside an archer", _shots,
           (option("by", "You or the bot", "gm", "bot"),), _shots_offers),
    GmCommand("secret", "Roll dice that only you see", _secret, (_DICE,),
           _secret_offers),
    GmCommand("blind", "Roll for a hero, who does not see it", _blind, (_HERO, _DICE)),
    GmCommand("check", "Roll a check of heroes", _check,
           (_HERO, _SKILL, option("difficulty", "A number"),
            option("how", "Who sees it", "open", "secret", "blind", required=False)),
           _check_offers),
    GmCommand("ask", "Ask heroes to roll a check", _ask,
           (_HERO, _SKILL, option("difficulty", "A number")), _ask_offers),
    GmCommand("standing", "Roll dice every minute, or no longer", _standing,
           (option("name", "Its name"), option("dice", "The dice", required=False)),
           _standing_offers),
)  # fmt: skip
