"""Reports of attacks: to whom they concern in full, to the others what they see (rules: silg 6)."""

from __future__ import annotations

from engine.contract.action import GM, Audience, Roll
from engine.contract.texts import text
from engine.contract.view import Mark
from engine.sil.game.messages import note
from engine.silg.session import Session
from engine.silg.state import RolledBlow

_VERBS = {
    "hit": "hits",
    "touch": "touches",
    "claw": "claws",
    "bite": "bites",
    "peck": "pecks",
    "sting": "stings",
    "whip": "whips",
    "crush": "crushes",
    "engulf": "engulfs",
    "crawl": "crawls on",
    "thorn": "tears at",
    "spore": "wraps in spores",
    "arrow": "shoots",
    "boulder": "hits with a boulder",
}


def capital(text: str) -> str:
    """Return a text with a capital at its head."""
    return text[:1].upper() + text[1:]


def called(session: Session, key: str) -> str:
    """Return somebody as the table names them: what nobody sees has no name."""
    return session.name(key) if session.seers(key) else "something"


def verb_of(key: str, blow: RolledBlow) -> str:
    """Return what an attack does to its target, as a verb."""
    return _VERBS.get(blow.name, "hits") if key[0] == "c" else "hits"


def announce(
    session: Session, attacker: str, target: str, blow: RolledBlow, kept: int, net: int
) -> None:
    """Tell of a hit that is reported, its rolls and what protection left of it."""
    verb = verb_of(attacker, blow)
    who, whom = capital(called(session, attacker)), called(session, target)
    harm = f"for {net}" if net else "and does no harm"
    text = f"{who} {verb} {whom} {harm}."
    _tell(session, attacker, target, text, _full(blow, kept, net), blow)
    if net:
        y, x = session.place(target)
        session.state.sil.marks.append(Mark("hurt", y, x, amount=net))


def announce_miss(session: Session, attacker: str, target: str, blow: RolledBlow) -> None:
    """Tell of an attack that has missed."""
    who, whom = capital(called(session, attacker)), called(session, target)
    _tell(session, attacker, target, f"{who} misses {whom}.", _full(blow, 0, 0), blow)


def _tell(
    session: Session, attacker: str, target: str, text: str, account: str, blow: RolledBlow
) -> None:
    audience: Audience = session.audience_of(attacker, target)
    seen = bool(session.seers(attacker)) and bool(session.seers(target))
    rolls = (Roll("attack", 20, (blow.die,)),) if seen else ()
    detail = account if seen else ""
    session.tell(text, audience, "blow", detail=detail, rolls=rolls)
    if not seen and audience is None:
        session.tell(account, (GM,), "blow")


def _full(blow: RolledBlow, kept: int, net: int) -> str:
    """Return the account of an attack in sentences."""
    how = f"{blow.score} + {blow.die} against {blow.against}"
    parts = [f"{how}: {'hits' if blow.hit else 'misses'} by {abs(blow.margin)}."]
    if blow.hit:
        crit = f" ({blow.crit} critical)" if blow.crit else ""
        parts.append(f"Damage {blow.dice}d{blow.sides}{crit}: {blow.damage}.")
        parts.append(f"Protection {kept}; {net} gets through.")
    return " ".join(parts)


def announce_wound(session: Session, seat: int) -> None:
    """Take a hero who has died out of play, and tell of it."""
    sil, player = session.state.sil, session.player(seat)
    if not sil.ended:
        return
    sil.ended = ""
    hero = session.hero(seat)
    player.ending, player.died_of = "lost", str(hero.killed_by)
    lie_down(session, seat)
    note(session.game(seat), "slain", text("Fell to {by}", by=hero.killed_by))
    session.tell(f"{player.name} is slain by {hero.killed_by}.", None, "death", notable=True)
    session.state.chronicle.append(f"{player.name} was slain by {hero.killed_by}.")


def lie_down(session: Session, seat: int, *, keeps: bool = False) -> None:
    """Take a hero off the level: their action is lost, their goods lie where they stood unless
    they keep them."""
    hero, level = session.hero(seat), session.state.sil.level
    square = level.at(hero.y, hero.x)
    left = [] if keeps else [*hero.worn.values(), *hero.pack]
    if left:
        level.floor[square] = [*left, *level.floor.get(square, [])]
        hero.worn, hero.pack = {}, []
    hero.y = hero.x = 0
    session.state.fighters = [f for f in session.state.fighters if f.key != f"h{seat}"]
