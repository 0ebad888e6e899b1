"""The views of Sil-G: a hero's, the party's, the Game Master's (rules: silg 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.contract.action import GM, Offer
from engine.contract.texts import Text, Words, counted, cut_words, joined, listed, typed
from engine.contract.view import (
    ALT_LENGTH,
    Bar,
    CharacterStatus,
    Condition,
    Ending,
    Outcome,
    Page,
    Phase,
    SheetBoard,
    SheetSection,
    View,
)
from engine.sil import pages as hero_pages
from engine.sil import view as sil_view
from engine.sil.game import questions
from engine.silg.clock import encounter_clock, kept_plans
from engine.silg.combat import odds
from engine.silg.context import SilGContext
from engine.silg.setup import character_creation, entry
from engine.silg.state import SeatedPlayer
from engine.silg.view import boards, coach, table_pages
from engine.silg.view.handouts import handouts
from engine.silg.wording import line_in_words, text

MAKE_A_HERO = text("Make your hero: press My view. Quick start makes a good one at once.")
GAME_MASTERS_PART = text("The Game Master prepares the level, and begins the session.")
MAKE_A_LEVEL = text("Make a level: “level 150”, “draw”, or “usemap”.")
PLAYERS_PART = text("Players make heroes meanwhile.")
PUT_MONSTERS_DOWN = (
    text("Put monsters down: “spawn 3 orc soldier at C7 asleep”."),
    text("Then “begin”."),
)
NOTE_KEY = (("alert", text("+5 alertness")),)


def view(
    game: SilGContext, seat: int | None, waiting: tuple[int, ...], offers: Sequence[Offer]
) -> View:
    """Return what a seat may see; `waiting`: whom the game waits for; `offers`: the seat's."""
    shown = _board_view(game, seat, waiting)
    told, *shorter = coach.lines(game, seat, waiting, offers)
    return replace(shown, handouts=handouts(game, seat), coach=told, coach_shorter=tuple(shorter))


def _board_view(game: SilGContext, seat: int | None, waiting: tuple[int, ...]) -> View:
    if _is_being_made(game, seat):
        assert seat is not None
        shown = character_creation.view(game, seat)
        return replace(shown, turn=0, characters=_strip(game, seat, waiting))
    if game.state.stage == "setup":
        return _before_play(game, seat, waiting)
    if seat == GM:
        return _gm_view(game, waiting)
    if seat is None or seat not in game.heroes:
        return _party_view(game, seat, waiting)
    return _hero_view(game, seat, waiting)


def _is_being_made(game: SilGContext, seat: int | None) -> bool:
    """Return whether a seat's hero is being made."""
    if seat is None or seat == GM:
        return False
    made = game.state.stage != "setup" or game.player(seat).ready
    return not made or entry.is_remade(game, seat)


def pages(game: SilGContext, seat: int | None) -> tuple[Page, ...]:
    """Return the pages of what a seat may see."""
    if _is_being_made(game, seat):
        return ()
    party, rulings = table_pages.party_page(game), table_pages.rulings_page()
    if game.state.stage == "setup":
        return party, rulings, *(table_pages.gm_pages(game) if seat == GM else ())
    chronicle = table_pages.chronicle_page(game)
    if seat == GM:
        return *table_pages.gm_pages(game), party, chronicle, rulings
    if seat is None or seat not in game.heroes:
        return party, chronicle, rulings
    own = hero_pages.pages(game.hero_game(seat))
    return table_pages.own_page(game, seat), *own, party, chronicle


def _where(game: SilGContext) -> Words:
    return sil_view.feet(game.state.sil.level.depth)


def _time(game: SilGContext, *, gm: bool = False) -> Text:
    """Return the time; players see that of their last declarations, or it would tell them when
    enemies are due."""
    state = game.state
    if state.stage in ("declare", "monsters"):
        return encounter_clock.seconds(state.clock if gm else state.shown_clock)
    return text("minute {number}", number=state.minutes)


def _phase(game: SilGContext, seat: int | None) -> Phase:
    if game.state.stage == "over":
        return "over"
    if seat is not None and seat != GM and game.player(seat).ending:
        return "setup" if entry.is_remade(game, seat) else "over"
    return "setup" if game.state.stage == "setup" else "play"


def _ending(game: SilGContext, seat: int | None) -> Ending:
    if _phase(game, seat) != "over":
        return ""
    if seat is None or seat == GM:
        return game.state.ended
    return game.player(seat).ending or game.state.ended


# ---------------------------------------------------------------- characters


def _strip(
    game: SilGContext, seat: int | None, waiting: tuple[int, ...]
) -> tuple[CharacterStatus, ...]:
    """Return the heroes: one's own exactly, of others the band of health (rules: silg 6)."""
    return tuple(
        _status(game, n, waiting, exact=seat in (n, GM)) for n in range(len(game.state.players))
    )


def _status(
    game: SilGContext, seat: int, waiting: tuple[int, ...], *, exact: bool
) -> CharacterStatus:
    player, hero = game.player(seat), game.hero(seat)
    in_play = game.state.stage != "setup"
    bars: tuple[Bar, ...] = ()
    conditions: tuple[Condition, ...] = ()
    figures: tuple[Condition, ...] = ()
    sprite = ""
    if player.ending:
        conditions = (_out_of_play(player),)
    elif player.ready or in_play:
        own = sil_view.character_status(game.hero_game(seat)) if seat in game.heroes else None
        sprite = own.sprite if own else ""
        bars = (boards.health_bar(game, seat, exact=exact),)
        if exact:
            bars += (Bar(text("Voice"), hero.voice, hero.derived.max_voice, "blue"),)
            conditions, figures = (own.conditions, own.figures) if own else ((), ())
    if player.secret:
        conditions = (*conditions, Condition("", text("declared"), label=text("declared")))
    return CharacterStatus(
        seat,
        game.hero_name(seat),
        sprite,
        bars,
        conditions,
        to_act=seat in waiting,
        figures=figures,
    )


def _out_of_play(player: SeatedPlayer) -> Condition:
    """Return what a strip says of a player whose hero is out of play."""
    words = text("fallen") if player.ending == "lost" else text("out of play")
    if player.returns:
        words = text("being made")
    return Condition("", words, label=words)


# ---------------------------------------------------------------- before play


def _before_play(game: SilGContext, seat: int | None, waiting: tuple[int, ...]) -> View:
    state = game.state
    gm = seat == GM
    party = table_pages.party_lines(game)
    sections = (
        SheetSection(text("The party"), party),
        SheetSection(text("Next"), _to_be_done(game, seat)),
    )
    shown = None
    heard = state.desk if gm else state if seat is None else game.player(seat)
    lines = [*heard.lines, *_who_is_ready(game)]
    if gm:
        shown = boards.gm_board(game) if state.desk.start >= 0 else None
    title = text("Sil-G · before the session")
    head = lines[-1]
    made = sum(player.ready for player in state.players)
    parts = [text("{part}.", part=part) for part in (title, *party)]
    return View(
        title=title,
        turn=0,
        characters=_strip(game, seat, waiting),
        facts=((text("Heroes"), text("{number} of {most}", number=made, most=len(state.players))),),
        lines=tuple(lines),
        headline=head,
        alt=cut_words(joined((*parts, head)), ALT_LENGTH),
        map=shown,
        sheet=None if shown else SheetBoard(sections),
        phase="setup",
        note_key=NOTE_KEY if shown else (),
    )


def _to_be_done(game: SilGContext, seat: int | None) -> tuple[Text, ...]:
    """Return what is done next: by the Game Master, by the owner of a hero who is made, or by
    all."""
    unmade = not all(player.ready for player in game.state.players)
    if seat == GM:
        if game.state.desk.start >= 0:
            return PUT_MONSTERS_DOWN
        return (MAKE_A_LEVEL, PLAYERS_PART) if unmade else (MAKE_A_LEVEL,)
    if seat is None and unmade:
        return MAKE_A_HERO, GAME_MASTERS_PART
    return (GAME_MASTERS_PART,)


def _who_is_ready(game: SilGContext) -> list[Text]:
    """Return what the session waits for, in sentences."""
    players = game.state.players
    unmade = [typed(p.name) for p in players if not p.ready]
    unapproved = [typed(p.name) for p in players if p.ready and not p.approved]
    told = []
    if unmade:
        told.append(text("Still to be made: {names}.", names=listed(unmade)))
    if unapproved:
        told.append(text("The Game Master has to approve: {names}.", names=listed(unapproved)))
    return told or [text("All heroes are made. The Game Master begins the session.")]


# ---------------------------------------------------------------- in play


def _party_view(game: SilGContext, seat: int | None, waiting: tuple[int, ...]) -> View:
    state = game.state
    heard = state if seat is None else game.player(seat)
    shown = boards.party_board(game) if game.heroes else None
    title = text("Sil-G · {depth} · {time}", depth=_where(game), time=_time(game))
    party = SheetSection(text("The party"), table_pages.party_lines(game))
    return View(
        title=title,
        turn=state.shown_turn,
        characters=_strip(game, None, waiting),
        facts=_place_and_time(game),
        lines=tuple(heard.lines),
        headline=heard.headline,
        alt=table_pages.alt(title, shown, None, heard.headline),
        map=shown,
        sheet=None if shown else SheetBoard((party,)),
        phase=_phase(game, seat),
        ending=_ending(game, seat),
        details=tuple(heard.details),
    )


def _place_and_time(game: SilGContext, *, gm: bool = False) -> tuple[tuple[Words, Words], ...]:
    pins = (
        (text("{number}, {square}", number=number, square=square), typed(words))
        for number, (square, words) in enumerate(game.state.desk.pins.items(), 1)
    )
    depth, time = (text("Depth"), _where(game)), (text("Time"), _time(game, gm=gm))
    declared = coach.declared_names(game)
    told = ((text("Have declared"), listed(declared)),) if declared else ()
    return depth, time, *told, *pins


def _hero_view(game: SilGContext, seat: int, waiting: tuple[int, ...]) -> View:
    state, player, hero = game.state, game.player(seat), game.hero(seat)
    shown = boards.hero_board(game, seat)
    title = text(
        "{hero} · {depth} · {time}", hero=typed(player.name), depth=_where(game), time=_time(game)
    )
    facts = [*_place_and_time(game)]
    if state.stage == "minutes":
        left = text("ready") if player.ready else str(player.left)
        facts.append((text("Squares left"), left))
    if player.plan is not None:
        facts.append((text("Plan"), kept_plans.in_words(game, player.plan)))
    if player.secret:
        facts.append((text("Declared"), line_in_words(player.secret, game.data)))
    elif seat in waiting and state.stage == "declare":
        facts.append((text("You are due"), text("declare your next action")))
    return View(
        title=title,
        turn=state.shown_turn,
        characters=_strip(game, seat, waiting),
        facts=tuple(facts),
        lines=tuple(player.lines),
        headline=player.headline,
        alt=table_pages.alt(title, shown, (hero.y, hero.x), player.headline),
        map=shown,
        odds=odds.lines(game, seat),
        caution=hero.caution,
        question=questions.asked(player.question),
        prompt=player.question.prompt if player.question else None,
        phase=_phase(game, seat),
        ending=_ending(game, seat),
        details=tuple(player.details),
    )


def _waited_for(game: SilGContext, waiting: tuple[int, ...]) -> Text:
    names = [text("you") if seat == GM else game.hero_name(seat) for seat in waiting]
    return listed(names) if names else text("nobody")


def _gm_view(game: SilGContext, waiting: tuple[int, ...]) -> View:
    state, desk = game.state, game.state.desk
    shown = boards.gm_board(game)
    title = text(
        "Sil-G, behind the screen · {depth} · {time}", depth=_where(game), time=_time(game, gm=True)
    )
    return View(
        title=title,
        turn=state.shown_turn,
        characters=_strip(game, GM, waiting),
        facts=(
            *_place_and_time(game, gm=True),
            (text("Waiting for"), _waited_for(game, waiting)),
            *desk_facts(game),
        ),
        lines=tuple(desk.lines),
        headline=desk.headline,
        alt=table_pages.alt(title, shown, None, desk.headline, by_handle=True),
        map=shown,
        odds=odds.gm_lines(game),
        phase=_phase(game, GM),
        ending=_ending(game, GM),
        details=tuple(desk.details),
        note_key=NOTE_KEY,
    )


def desk_facts(game: SilGContext) -> Iterator[tuple[Words, Words]]:
    """Yield the clock with everybody on it, whose declaration it is, and the last whisper."""
    state = game.state
    if state.stage in ("declare", "monsters"):
        yield text("On the clock"), table_pages.clock_strip(game)
    creature = encounter_clock.pending(game)
    if creature is not None and not state.waits_to_go_on:
        yield text("You declare for"), table_pages.intention(game, creature)
    if state.desk.inbox:
        yield text("Last whisper"), state.desk.inbox[-1]
    for number, (square, words) in enumerate(state.desk.notes.items()):
        if number < MOST_PLATES:
            letter = boards.NOTE_LETTERS[number]
            yield text("Note {letter}, {square}", letter=letter, square=square), typed(words)


MOST_PLATES = 6  # notes that stand under the map in full
_TITLES = {
    "won": text("The campaign is won"),
    "left": text("The campaign ends"),
    "lost": text("The party has fallen"),
}


def outcome(game: SilGContext) -> Outcome | None:
    """Return how the campaign ended."""
    state = game.state
    if state.stage != "over":
        return None
    alive = [p.name for p in state.players if p.ending != "lost"]
    won = sum(hero.experience for hero in state.sil.heroes)
    title = _TITLES[state.ended]
    return Outcome(
        title,
        story=tuple(state.chronicle[-8:]) or (title,),
        ending=state.ended,
        figures=(
            (counted(len(alive), "hero alive", "heroes alive"), len(alive)),
            (text("experience"), won),
            (counted(state.session, "session", "sessions"), state.session),
        ),
        scene="" if state.ended == "won" else "sil:death",
        facts=(("alive", len(alive)), ("experience", won), ("sessions", state.session)),
    )
