"""Doing an action of a player's or of the Game Master's."""

from __future__ import annotations

from engine.common import slugs
from engine.common.plans import CAUTIONS
from engine.contract.action import GM, Action, ActionError, IllegalAction, InvalidAction, Post
from engine.contract.texts import Text
from engine.contract.uploads import without_uploads
from engine.contract.view import Caution
from engine.sil.commands import registry
from engine.sil.hero import derived
from engine.silg import party_sight, verbs
from engine.silg.clock import (
    declared_actions,
    dice_rolls,
    encounter_clock,
    forge_work,
    kept_plans,
    line_checks,
    minute_plans,
    off_clock_time,
    party_stairs,
)
from engine.silg.context import SilGContext
from engine.silg.gm import gm_commands, places
from engine.silg.player_questions import at_the_sheet
from engine.silg.setup import character_creation, entry
from engine.silg.wording import text

MOST_COMMANDS = 20
MOST_NESTED = 3
HISTORY = 12
ENDS_SONG = ("sing", "stop")
GOES_ON = ("minute", "next", "accept", "delay", "declare", "answer-shot", "orders", "run")
"""Commands by which the Game Master lets things go on."""
_STEALTH = {True: "{hero} enters stealth mode.", False: "{hero} leaves stealth mode."}


def do_player(game: SilGContext, seat: int, action: Action) -> None:
    """Do a player's action. Raises ActionError."""
    state, verb = game.state, action.verb
    if state.stage == "over":
        raise IllegalAction(text("This tale has ended."))
    if verb in _TALK:
        _TALK[verb](game, seat, action.args)
    elif verb == "answer":
        _answer(game, seat, action.args[0])
    elif game.player(seat).question is not None:
        raise IllegalAction(text("First answer what you are asked."))
    elif verb == "new-hero":
        entry.make_another(game, seat)
    elif state.stage == "setup":
        raise IllegalAction(text("The session has not begun; make your hero first."))
    elif seat not in game.heroes:
        raise IllegalAction(text("Your hero is out of play."))
    elif verb == "caution":
        _set_caution(game, seat, action.args[0])
    elif verb in kept_plans.ON_THE_CLOCK:
        _keep_plan(game, seat, action)
    elif verb in declared_actions.FREE or verb in verbs.GROWTH or (verb, *action.args) == ENDS_SONG:
        _do_freely(game, seat, action)
    elif state.stage == "minutes":
        _in_a_minute(game, seat, action)
    else:
        _declare(game, seat, action)


def _answer(game: SilGContext, seat: int, word: str) -> None:
    if entry.is_remade(game, seat):
        character_creation.take(game, seat, word)
        if game.player(seat).ready and game.player(seat).approved:
            entry.enter_if_there_is_room(game, seat)
        return
    if game.state.stage != "setup":
        if seat not in game.heroes:
            raise IllegalAction(text("Your hero is out of play."))
        question = game.player(seat).question
        if question is not None and forge_work.sets_to_work(question, word):
            forge_work.begin(game, seat)
        else:
            declared_actions.answer(game, seat, word)
        if not game.heroes:
            encounter_clock.lose(game)
        return
    character_creation.take(game, seat, word)
    if all(player.ready for player in game.state.players):
        encounter_clock.begin_turn(game)


def _do_freely(game: SilGContext, seat: int, action: Action) -> None:
    """Do what takes no time: stealth mode, abilities switched; experience is spent only outside
    of encounters (X2). What the rules ask then is this player's question."""
    if action.verb in verbs.GROWTH and game.state.stage != "minutes":
        raise IllegalAction(text("Experience is spent outside of encounters."))
    if action.verb == "stealth":
        _switch_stealth_mode(game, seat, action.args)
        return
    hero = game.hero(seat)
    loud = hero.stealth_score
    with at_the_sheet(game, seat) as hero_game:
        registry.COMMANDS[action.verb].do(hero_game, action.args)
    hero.stealth_score = loud  # Sil works the whole score out anew
    game.overhear(seat)


def _switch_stealth_mode(game: SilGContext, seat: int, args: tuple[str, ...]) -> None:
    """Let a hero enter or leave stealth mode; at once, unlike in Sil-Q (rules: silg 2)."""
    on_the_clock = game.state.stage in ("declare", "monsters")
    if on_the_clock and seat not in encounter_clock.due_players(game):
        raise IllegalAction(text("Stealth mode is entered or left at the start of your turn."))
    hero = game.hero(seat)
    wanted = args[0] == "on" if args else not hero.stealth_mode
    if wanted == hero.stealth_mode:
        raise IllegalAction(
            text("You are creeping already.") if wanted else text("You are not creeping.")
        )
    hero.stealth_mode = wanted
    derived.update(game.hero_game(seat))
    game.tell(Text(_STEALTH[wanted], {"hero": game.hero_name(seat)}), None, "status")


def _in_a_minute(game: SilGContext, seat: int, action: Action) -> None:
    player = game.player(seat)
    if player.ready:
        raise IllegalAction(text("You are done with this minute."))
    if action.verb == "ready" and not action.args:
        minute_plans.be_ready(game, seat)
    elif action.verb in kept_plans.BY_MINUTES:
        minute_plans.begin(game, seat, action)
        if not game.heroes:
            encounter_clock.lose(game)
    elif action.verb == "stairs":
        party_stairs.wait_there(game, seat)
    elif action.verb == "forge":
        forge_work.work(game, seat, action.args)
    elif action.verb in forge_work.VERBS:
        forge_work.plan(
            game, seat, ("melt", *action.args) if action.verb == "melt" else action.args
        )
    elif action.verb in declared_actions.TIMELY:
        line_checks.check_line(game, seat, action)
        off_clock_time.act(game, seat, str(action))
        if not game.heroes:
            encounter_clock.lose(game)
    else:
        raise IllegalAction(text("That cannot be done now."))


def _declare(game: SilGContext, seat: int, action: Action) -> None:
    if action.verb not in declared_actions.TIMELY:
        raise IllegalAction(text("That is for outside of encounters."))
    if seat not in encounter_clock.due_players(game):
        raise IllegalAction(text("You are not due yet; say plan to leave a standing order."))
    line_checks.check_line(game, seat, action)
    encounter_clock.declare_in_secret(game, seat, str(action))


# ---------------------------------------------------------------- talking


def _whisper(game: SilGContext, seat: int, args: tuple[str, ...]) -> None:
    told = text("{hero} whispers: {words}", hero=game.hero_name(seat), words=args[0])
    game.tell_gm(told, "whisper", post=Post(((told, ""),)))
    game.tell(text("You whisper: {words}", words=args[0]), (seat,), "whisper")


def _pass_note(game: SilGContext, seat: int, args: tuple[str, ...]) -> None:
    other = gm_commands.read_seat(game, args[0])
    name, whom = game.hero_name(seat), game.hero_name(other)
    told = text("{hero} passes {other} a note: {words}", hero=name, other=whom, words=args[1])
    game.tell(told, (other,), "whisper", post=Post(((told, ""),)))
    game.tell(told, (seat, GM), "whisper")


def _say(game: SilGContext, seat: int, args: tuple[str, ...]) -> None:
    game.tell(text("{hero}: “{words}”", hero=game.hero_name(seat), words=args[0]), None, "speech")


def _roll(game: SilGContext, seat: int, args: tuple[str, ...]) -> None:
    who = text("the Game Master") if seat == GM else game.hero_name(seat)
    dice_rolls.tell_roll(game, text("{who:The} rolls {dice}: {result}", who=who), args[0], None)


def _check_roll(game: SilGContext, seat: int, args: tuple[str, ...]) -> None:
    del args
    player = game.player(seat)
    if not player.asked:
        raise IllegalAction(text("Nobody has asked you to roll."))
    word, difficulty = player.asked.split()
    player.asked = ""
    skill = dice_rolls.read_skill(word)
    done = dice_rolls.check(game, seat, skill, int(difficulty))
    dice_rolls.tell_check(game, seat, done, "open")


def _keep_plan(game: SilGContext, seat: int, action: Action) -> None:
    """Let a hero keep a standing order, or drop the plan that they have."""
    if kept_plans.is_plan(action):
        encounter_clock.keep_standing_order(game, seat, action)
        return
    if game.player(seat).plan is None:
        raise IllegalAction(text("You have no plan."))
    game.player(seat).plan = None
    game.tell(text("You drop your plan."), (seat,), "plan")


def _set_caution(game: SilGContext, seat: int, word: str) -> None:
    hero = game.hero(seat)
    found = next((each for each in CAUTIONS if each == word), None)
    if found is None:
        raise InvalidAction(text("Plans are careful, usual or bold."))
    if found == hero.caution:
        raise IllegalAction(text("Your plans are so already."))
    hero.caution = found
    game.tell(_CAUTION_WORDS[found], (seat,), "plan")


_CAUTION_WORDS: dict[Caution, Text] = {
    "careful": text("Your plans are careful from now on."),
    "usual": text("Your plans are as usual from now on."),
    "bold": text("Your plans are bold from now on."),
}


_TALK = {
    "whisper": _whisper,
    "pass-note": _pass_note,
    "say": _say,
    "roll": _roll,
    "check-roll": _check_roll,
}


# ---------------------------------------------------------------- the Game Master


def do_gm(game: SilGContext, action: Action, depth: int = 0) -> None:
    """Do a command of the Game Master's. Raises ActionError."""
    if game.state.stage == "over":
        raise IllegalAction(text("This tale has ended."))
    if action.verb == "roll":
        _roll(game, GM, action.args)
    elif action.verb == "line":
        _do_line(game, action.args[0], depth)
    elif action.verb == "use-macro":
        macro = game.state.desk.macros.get(slugs.slug(action.args[0]))
        if macro is None:
            raise InvalidAction(text("There is no macro “{name}”.", name=action.args[0]))
        _do_line(game, macro, depth)
    elif action.verb == "meet":
        _meet(game, depth)
    elif action.verb in verbs.GM_COMMANDS:
        verbs.GM_COMMANDS[action.verb].do(game, action.args)
    else:
        raise InvalidAction(text("“{word}” is no command of the Game Master's.", word=action.verb))
    if not depth:
        if action.verb not in GOES_ON:
            kept_plans.interrupt(game)
        history = game.state.desk.history
        history.append(without_uploads(str(action)))
        del history[:-HISTORY]


def _do_line(game: SilGContext, written: str, depth: int) -> None:
    parts = [part.strip() for part in written.split(";") if part.strip()]
    if not 1 <= len(parts) <= MOST_COMMANDS:
        raise InvalidAction(
            text("A line holds 1 to {number} commands, with ; between them.", number=MOST_COMMANDS)
        )
    if depth >= MOST_NESTED:
        raise IllegalAction(text("Macros are nested too deep."))
    for number, part in enumerate(parts, 1):
        try:
            do_gm(game, verbs.read_gm(part), depth + 1)
        except ActionError as error:
            raise IllegalAction(
                text(
                    "Command {number} (“{line}”): {error}",
                    number=number,
                    line=part[:40],
                    error=error.text,
                )
            ) from None


def _meet(game: SilGContext, depth: int) -> None:
    table = game.state.desk.encounters
    if not table:
        raise IllegalAction(text("Your table of encounters is empty; add lines with encounter."))
    line = table[game.streams.hidden.below(len(table))]
    game.tell_gm(text("The table says: {line}.", line=line))
    try:
        do_gm(game, verbs.read_gm(line), depth + 1)
    except ActionError as error:
        game.tell_gm(text("They cannot come: {error}", error=error.text))


def settle(game: SilGContext) -> None:
    """Bring what everybody sees up to date after an action, and note what each was told."""
    for seat in game.heroes:
        game.hero(seat).stop_stealth = False  # nothing but its player ends stealth mode here
    if game.state.stage in ("minutes", "declare", "monsters"):
        party_sight.drop_gone(game)
        party_sight.refresh(game)
        places.tell_entering(game)
