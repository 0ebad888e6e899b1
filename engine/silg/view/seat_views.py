"""The views of Sil-G: a hero's, the party's, the Game Master's (rules: silg 6)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.contract.action import GM
from engine.contract.view import (
    Bar,
    CharacterStatus,
    Condition,
    Ending,
    Outcome,
    Phase,
    SheetBoard,
    SheetSection,
    View,
)
from engine.sil import message_order, pages
from engine.sil import view as sil_view
from engine.silg.clock import encounter_clock
from engine.silg.session import Session
from engine.silg.setup import character_creation
from engine.silg.view import boards, table_pages
from engine.silg.view.handouts import handouts

PLAYERS_NEXT = (
    "Make your hero: press My view. Quick start makes a good one at once.",
    "The Game Master prepares the level meanwhile, and begins the session.",
)
NOTE_KEY = (("alert", "+5 alertness"),)


def view(session: Session, seat: int | None, waiting: tuple[int, ...]) -> View:
    """Return what a seat may see; `waiting`: whom the game waits for."""
    shown = _board_view(session, seat, waiting)
    return replace(shown, handouts=handouts(session, seat, [str(line) for line in shown.lines]))


def _board_view(session: Session, seat: int | None, waiting: tuple[int, ...]) -> View:
    state = session.state
    if seat is not None and seat != GM and state.stage == "setup":
        player = session.player(seat)
        if not player.ready:
            shown = character_creation.view(session, seat)
            return replace(shown, turn=0, characters=_strip(session, seat, waiting))
    if state.stage == "setup":
        return _before_play(session, seat, waiting)
    if seat == GM:
        return _gm_view(session, waiting)
    if seat is None or seat not in session.heroes:
        return _party_view(session, seat, waiting)
    return _hero_view(session, seat, waiting)


def _where(session: Session) -> str:
    return sil_view.feet(session.state.sil.level.depth)


def _time(session: Session, *, gm: bool = False) -> str:
    """Return the time; players see that of their last declarations, or it would tell them when
    enemies are due."""
    state = session.state
    if state.stage in ("declare", "monsters"):
        return encounter_clock.seconds(state.clock if gm else state.shown_clock)
    return f"minute {state.minutes}"


def _phase(session: Session, seat: int | None) -> Phase:
    if session.state.stage == "over":
        return "over"
    if seat is not None and seat != GM and session.player(seat).ending:
        return "over"
    return "setup" if session.state.stage == "setup" else "play"


def _ending(session: Session, seat: int | None) -> Ending:
    if _phase(session, seat) != "over":
        return ""
    if seat is None or seat == GM:
        return session.state.ended
    return session.player(seat).ending or session.state.ended


# ---------------------------------------------------------------- characters


def _strip(
    session: Session, seat: int | None, waiting: tuple[int, ...]
) -> tuple[CharacterStatus, ...]:
    """Return the heroes: one's own exactly, of others the band of health (rules: silg 6)."""
    return tuple(
        _status(session, n, waiting, exact=seat in (n, GM))
        for n in range(len(session.state.players))
    )


def _status(
    session: Session, seat: int, waiting: tuple[int, ...], *, exact: bool
) -> CharacterStatus:
    player, hero = session.player(seat), session.hero(seat)
    in_play = session.state.stage != "setup"
    bars: tuple[Bar, ...] = ()
    conditions: tuple[Condition, ...] = ()
    sprite = ""
    if player.ready or in_play:
        own = sil_view.character_status(session.game(seat)) if seat in session.heroes else None
        sprite = own.sprite if own else ""
        bars = (boards.health_bar(session, seat, exact=exact),)
        if exact:
            bars += (Bar("Voice", hero.voice, hero.derived.max_voice, "blue"),)
            conditions = own.conditions if own else ()
    if player.secret:
        conditions = (*conditions, Condition("declared", "declared"))
    return CharacterStatus(seat, player.name, sprite, bars, conditions, to_act=seat in waiting)


# ---------------------------------------------------------------- before play


def _before_play(session: Session, seat: int | None, waiting: tuple[int, ...]) -> View:
    state = session.state
    gm = seat == GM
    party = str(table_pages.party_page(session).text)
    sections = [SheetSection("The party", tuple(party.split("\n")))]
    shown_pages = [table_pages.party_page(session), table_pages.rulings_page()]
    shown = None
    lines = state.desk.lines if gm else _lines_of(session, seat)
    lines = [*lines, *_who_is_ready(session)]
    if gm:
        shown_pages += table_pages.gm_pages(session)
        shown = boards.gm_board(session) if state.desk.start >= 0 else None
        sections.append(SheetSection("Next", _next_steps(session)))
    else:
        sections.append(SheetSection("Next", PLAYERS_NEXT))
    title = "Sil-G · before the session"
    head = message_order.cut(lines[-1] if lines else "")
    return View(
        title=title,
        turn=0,
        characters=_strip(session, seat, waiting),
        facts=(("Heroes", f"{sum(p.ready for p in state.players)} of {len(state.players)}"),),
        lines=tuple(lines),
        headline=head,
        alt=f"{title}. {party.replace(chr(10), '. ')}. {head}"[:1024],
        map=shown,
        sheet=None if shown else SheetBoard(tuple(sections)),
        phase="setup",
        pages=tuple(shown_pages),
        note_key=NOTE_KEY if shown else (),
    )


def _who_is_ready(session: Session) -> list[str]:
    """Return what the session waits for, in sentences."""
    players = session.state.players
    making_one = [p.name for p in players if not p.ready]
    unapproved = [p.name for p in players if p.ready and not p.approved]
    told = []
    if making_one:
        told.append(f"Still to be made: {', '.join(making_one)}. Press My view for your hero.")
    if unapproved:
        told.append(f"The Game Master has to approve: {', '.join(unapproved)}.")
    if not told:
        told.append("All heroes are made. The Game Master begins the session.")
    return told


def _next_steps(session: Session) -> tuple[str, ...]:
    if session.state.desk.start < 0:
        return ("Make a level: “level 150”, “draw”, or “usemap”.", "Players make heroes meanwhile.")
    return ("Put monsters down: “spawn 3 orc soldier at C7 asleep”.", "Then “begin”.")


def _lines_of(session: Session, seat: int | None) -> list[str]:
    return session.state.lines if seat is None else session.player(seat).lines


def _details_of(session: Session, seat: int | None) -> list[str]:
    return session.state.details if seat is None else session.player(seat).details


# ---------------------------------------------------------------- in play


def _party_view(session: Session, seat: int | None, waiting: tuple[int, ...]) -> View:
    state, lines = session.state, _lines_of(session, seat)
    shown = boards.party_board(session) if session.heroes else None
    title = f"Sil-G · {_where(session)} · {_time(session)}"
    party = str(table_pages.party_page(session).text)
    sheet = None if shown else SheetBoard((SheetSection("The party", tuple(party.split("\n"))),))
    head = message_order.cut(state.headline if seat is None else session.player(seat).headline)
    return View(
        title=title,
        turn=state.shown_turn,
        characters=_strip(session, None, waiting),
        facts=(("Depth", _where(session)), ("Time", _time(session))),
        lines=tuple(lines),
        headline=head,
        alt=table_pages.alt(title, shown, None, head),
        map=shown,
        sheet=sheet,
        phase=_phase(session, seat),
        ending=_ending(session, seat),
        details=tuple(_details_of(session, seat)),
        pages=(
            table_pages.party_page(session),
            table_pages.chronicle_page(session),
            table_pages.rulings_page(),
        ),
    )


def _hero_view(session: Session, seat: int, waiting: tuple[int, ...]) -> View:
    state, player, hero = session.state, session.player(seat), session.hero(seat)
    shown = boards.hero_board(session, seat)
    title = f"{player.name} · {_where(session)} · {_time(session)}"
    head = message_order.cut(player.headline)
    facts = [("Depth", _where(session)), ("Time", _time(session))]
    if state.stage == "minutes":
        facts.append(("Squares left", "ready" if player.ready else str(player.left)))
    if player.secret:
        facts.append(("Declared", player.secret))
    elif seat in waiting and state.stage == "declare":
        facts.append(("You are due", "declare your next action"))
    return View(
        title=title,
        turn=state.shown_turn,
        characters=_strip(session, seat, waiting),
        facts=tuple(facts),
        lines=tuple(player.lines),
        headline=head,
        alt=table_pages.alt(title, shown, (hero.y, hero.x), head),
        map=shown,
        question=player.question.text if player.question else "",
        prompt=sil_view.text_prompt(player.question),
        phase=_phase(session, seat),
        ending=_ending(session, seat),
        details=tuple(player.details),
        pages=(
            table_pages.own_page(session, seat),
            *pages.pages(session.game(seat)),
            table_pages.party_page(session),
            table_pages.chronicle_page(session),
            table_pages.rulings_page(),
        ),
    )


def _waited_for(session: Session, waiting: tuple[int, ...]) -> str:
    names = ["you" if seat == GM else session.player(seat).name for seat in waiting]
    return ", ".join(names) or "nobody"


def _gm_view(session: Session, waiting: tuple[int, ...]) -> View:
    state = session.state
    lines = state.desk.lines
    shown = boards.gm_board(session)
    title = f"Sil-G, behind the screen · {_where(session)} · {_time(session, gm=True)}"
    head = message_order.cut(state.desk.headline)
    return View(
        title=title,
        turn=state.shown_turn,
        characters=_strip(session, GM, waiting),
        facts=(
            ("Depth", _where(session)),
            ("Time", _time(session, gm=True)),
            ("Waiting for", _waited_for(session, waiting)),
        ),
        lines=tuple(lines),
        headline=head,
        alt=table_pages.alt(title, shown, None, head),
        map=shown,
        phase=_phase(session, GM),
        ending=_ending(session, GM),
        details=tuple(state.desk.details),
        pages=(
            *table_pages.gm_pages(session),
            table_pages.party_page(session),
            table_pages.chronicle_page(session),
            table_pages.rulings_page(),
        ),
        note_key=NOTE_KEY,
    )


def outcome(session: Session) -> Outcome | None:
    """Return how the campaign ended."""
    state = session.state
    if state.stage != "over":
        return None
    alive = [p.name for p in state.players if p.ending != "lost"]
    won = sum(hero.experience for hero in state.sil.heroes)
    title = {"won": "The campaign is won", "left": "The campaign ends"}.get(
        state.ended, "The party has fallen"
    )
    figures = (("heroes alive", len(alive)), ("experience", won), ("sessions", state.session))
    scene = "" if state.ended == "won" else "sil:death"
    return Outcome(title, tuple(state.chronicle[-8:]) or (title,), state.ended, figures, scene)
