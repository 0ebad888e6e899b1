"""Pages and texts of the table: the party, the clock, the desk, the chronicle, the rulings."""

from __future__ import annotations

from engine.common import compass
from engine.contract.texts import text
from engine.contract.view import Entity, MapBoard, Page
from engine.sil.game.state import Skill, Stat
from engine.sil.perception import noise
from engine.silg.clock import creature_ai, encounter_clock
from engine.silg.combat import skill_totals, standing_defence
from engine.silg.gm import monster_forms
from engine.silg.levels.squares import square_name
from engine.silg.session import Session

RULINGS = (
    "A step is a standard action, a diagonal one too; so is all that costs a turn in Sil.",
    "Free are talking, stealth mode at the start of your turn, and switching abilities.",
    "Declaring fixes rolls and comparisons; the world changes only when the action falls due.",
    "A hit stays a hit, though its target moves away; only its protection may change.",
    "Two into one square: the first takes it, the other's time is gone.",
    "A missed due moment is the standing order, else waiting.",
    "Outside of encounters time passes in minutes: 30 squares of walking at speed 2.",
    "Outside of encounters companions let each other by.",
    "A tie in a Will save lets the effect land.",
    "Experience is each hero's own; it is spent outside of encounters.",
)


def party_page(session: Session) -> Page:
    """Return who is in the party, as all may know it."""
    lines = []
    for seat, player in enumerate(session.state.players):
        lines.append(f"{player.name}: {_standing(session, seat)}")
    return Page("Party", text("Party"), "\n".join(lines))


def _standing(session: Session, seat: int) -> str:
    player, state = session.player(seat), session.state
    if player.ending:
        return {"lost": f"slain by {player.died_of}"}.get(player.ending, "out of play")
    if state.stage == "setup":
        waits = "" if player.approved else ", waits for approval"
        return ("ready" + waits) if player.ready else "in the making"
    if state.stage == "minutes":
        return "ready for the next minute" if player.ready else f"{player.left} squares left"
    fighter = session.fighter(f"h{seat}")
    due = f"due {encounter_clock.seconds(fighter.due)}" if fighter else "off the clock"
    if player.secret:
        return "has declared"
    return f"{due}, " + ("declares now" if seat in encounter_clock.due_players(session) else "acts")


def chronicle_page(session: Session) -> Page:
    """Return the chronicle of the campaign."""
    return Page(
        "Chronicle",
        text("Chronicle"),
        "\n".join(session.state.chronicle[-40:]) or "Nothing is written yet.",
    )


def rulings_page() -> Page:
    """Return how the table rules where the rulebook is silent."""
    return Page("Rulings", text("Rulings"), "\n".join(RULINGS))


def own_page(session: Session, seat: int) -> Page:
    """Return a player's own side of the table."""
    player = session.player(seat)
    fighter = session.fighter(f"h{seat}")
    lines = [f"Standing order: {player.order or 'none'}."]
    if player.secret:
        lines.append(f"Declared: {player.secret}.")
    elif fighter and fighter.deed:
        lines.append(f"Declared: {fighter.deed.line}, due {encounter_clock.seconds(fighter.due)}.")
    if fighter:
        kept = standing_defence.standing(session, fighter)
        lines.append(f"Standing evasion die {fighter.die}, protection {kept}.")
    hero = session.hero(seat)
    lines.append(
        f"Light on your square {skill_totals.light_at(session, seat)}, stealth "
        f"{hero.skill(Skill.STEALTH)}, open squares round you "
        f"{noise.open_squares(session.game(seat))}."
    )
    if player.asked:
        lines.append(f"Asked to roll {player.asked.split()[0]}.")
    return Page("Table", text("Table"), "\n".join(lines))


# ---------------------------------------------------------------- the Game Master's pages


def gm_pages(session: Session) -> tuple[Page, ...]:
    """Return the pages behind the screen."""
    return (
        Page("Clock", text("Clock"), _clock_page(session)),
        Page("Monsters", text("Monsters"), _monsters_page(session)),
        Page("Heroes", text("Heroes"), _heroes_page(session)),
        Page("Desk", text("Desk"), _desk_page(session)),
    )


def _clock_page(session: Session) -> str:
    state = session.state
    lines = [
        f"Clock {encounter_clock.seconds(state.clock)}, minute {state.minutes}, "
        f"stage {state.stage}."
    ]
    if state.waits_to_go_on:
        lines.append("It waits for you to go on.")
    for key, seat in state.provoked:
        lines.append(f"{session.name(key)} answers the shot of {session.player(seat).name}.")
    for fighter in sorted(state.fighters, key=lambda f: (f.due, f.key)):
        due = encounter_clock.seconds(fighter.due) if fighter.due >= 0 else "off the clock"
        deed = f", {creature_ai.in_words(session, fighter.deed.line)}" if fighter.deed else ""
        kept = standing_defence.standing(session, fighter)
        lines.append(
            f"{due}: {session.name(fighter.key)}, die {fighter.die}, protection {kept}{deed}"
        )
    for player in state.players:
        if player.secret:
            lines.append(f"{player.name} declares: {player.secret}.")
    return "\n".join(lines)


def _monsters_page(session: Session) -> str:
    lines = []
    for creature in session.creatures:
        key = f"c{creature.slot}"
        mood = f", {creature.stance}" if creature.stance else ""
        run = ", run by you" if key in session.state.desk.run_by_gm else ""
        side = ", with the heroes" if key in session.state.desk.allies else ""
        where = compass.square(creature.y, creature.x)
        lines.append(
            f"{session.handle(key)} ({session.name(key)}) at {where}: health {creature.health} "
            f"of {creature.max_health}, alertness {creature.alertness}{mood}{run}{side}"
        )
    return "\n".join(lines) or "No monster is on the level."


def _heroes_page(session: Session) -> str:
    lines = []
    for seat, player in enumerate(session.state.players):
        hero = session.hero(seat)
        stats = " ".join(f"{stat.name.title()} {hero.stat(stat)}" for stat in Stat)
        skills = " ".join(f"{skill.name.title()} {hero.skill(skill)}" for skill in Skill)
        where = compass.square(hero.y, hero.x)
        lines.append(
            f"{player.name} at {where}: health {hero.health} of {hero.derived.max_health}, voice "
            f"{hero.voice}, food {hero.food}, {hero.unspent:,} experience. {stats}. {skills}. "
            f"{player.left} squares left; order: {player.order or 'none'}; "
            f"asked: {player.asked or 'nothing'}; {player.ending or 'in play'}, "
            f"{'ready' if player.ready else 'not ready'}, "
            f"{'approved' if player.approved else 'not approved'}."
        )
    return "\n".join(lines)


def _desk_page(session: Session) -> str:
    desk = session.state.desk
    lines = [f"The party begins at {square_name(session, desk.start)}."] if desk.start >= 0 else []
    lines += [f"Note {name}: {text}" for name, text in desk.notes.items()]
    lines += [f"Map kept: {name}" for name in desk.maps]
    lines += [f"Macro {name}: {line}" for name, line in desk.macros.items()]
    lines += [f"Encounter {n}: {line}" for n, line in enumerate(desk.encounters, 1)]
    lines += [f"Every minute {name}: {dice}" for name, dice in desk.standing.items()]
    lines += [f"Your monster {m.name}: {monster_forms.describe(m)}" for m in desk.monsters]
    shown = sum(seat == -1 for seat, _ in desk.shown)
    lines.append(f"Reveals that can be taken back: {shown}.")
    lines += [f"Typed: {line}" for line in desk.history]
    return "\n".join(lines)


# ---------------------------------------------------------------- alt texts


def alt(title: str, board: MapBoard | None, place: tuple[int, int] | None, line: str) -> str:
    """Return a board in words: who, where, and what has just happened."""
    parts = [f"{title}."]
    if board is not None:
        heroes = [e for e in board.entities if e.seat is not None]
        others = [e for e in board.entities if e.seat is None]
        party = ", ".join(f"{e.name} at {compass.square(e.y, e.x)}" for e in heroes)
        parts.append(f"Heroes: {party or 'none'}.")
        seen = ", ".join(_seen(e, place) for e in others[:12])
        parts.append(f"In sight: {seen or 'no creature'}.")
    if line:
        parts.append(f"Just now: {line}")
    text = " ".join(parts)
    return text if len(text) <= 1024 else text[:1023] + "…"


def _seen(entity: Entity, place: tuple[int, int] | None) -> str:
    words = f" ({entity.description})" if entity.description else ""
    where = compass.square(entity.y, entity.x)
    if place is None:
        return f"{entity.name}{words} at {where}"
    steps = max(abs(entity.y - place[0]), abs(entity.x - place[1]))
    way = compass.toward(*place, entity.y, entity.x)
    return f"{entity.name}{words} {steps} {compass.NAMES.get(way, 'here')}"
