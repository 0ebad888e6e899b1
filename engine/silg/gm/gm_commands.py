"""The form of the Game Master's commands, and how their words are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from engine.common import slugs
from engine.contract.action import Action, IllegalAction, InvalidAction, Offer, OfferGroup, Option
from engine.sil.data.records import Monster
from engine.silg.levels import squares
from engine.silg.session import Session

Args = tuple[str, ...]
MOST_AT_ONCE = 40  # creatures of one command


class GmCommand(NamedTuple):
    """Something that the Game Master does: its words, what it does, when it is offered."""

    name: str
    summary: str
    do: Callable[[Session, Args], None]
    options: tuple[Option, ...] = ()
    offers: Callable[[Session], Iterable[Offer]] | None = None
    group: str = "monsters"

    def read(self, text: str) -> Action:
        """Return the action that the words after the command's name mean. Raises InvalidAction."""
        words = text.split(maxsplit=max(0, len(self.options) - 1))
        words = [" ".join(word.split()) for word in words]
        least = sum(option.required for option in self.options)
        if len(words) < least:
            missing = self.options[len(words)]
            raise InvalidAction(f"“{self.name}” needs {missing.name}: {missing.summary.lower()}.")
        if words and not self.options:
            raise InvalidAction(f"“{self.name}” takes no more words.")
        return Action(self.name, tuple(words))


class Shelf(NamedTuple):
    """Texts of the Game Master's that are kept by name. `called`: how one is called, as in
    "note at {}"; `most`: how many there may be."""

    kept: dict[str, str]
    called: str
    most: int

    def keep(self, session: Session, name: str, texts: Args) -> None:
        """Keep a text under a name; without one, drop what is there. Raises IllegalAction."""
        called = self.called.format(name)
        if not texts:
            self.kept.pop(name, None)
            session.tell_gm(f"The {called} is gone.")
            return
        if len(self.kept) >= self.most and name not in self.kept:
            raise IllegalAction(f"At most {self.most} of these are kept.")
        self.kept[name] = texts[0]
        session.tell_gm(f"{called[0].upper()}{called[1:]}: {texts[0]}")


def offer(
    name: str,
    *words: str,
    label: str,
    hint: str = "",
    group: OfferGroup = "act",
    free: bool = False,
    advised: bool = False,
) -> Offer:
    """Return an offer of a command, its words cut to what the contract allows."""
    action = Action(name, words)
    return Offer(action, label[:38], hint[:100], group, free=free, advised=advised)


def option(name: str, summary: str, *choices: str, required: bool = True) -> Option:
    """Return an option of a command."""
    return Option(name, summary, required, choices)


# ---------------------------------------------------------------- who and what is meant


def fighters(session: Session) -> list[str]:
    """Return the keys of all on the level: heroes, then creatures."""
    heroes = [f"h{seat}" for seat in session.heroes]
    return heroes + [f"c{c.slot}" for c in session.creatures]


def read_fighters(session: Session, word: str) -> list[str]:
    """Return those that a word means: one by its handle or square, a whole kind, "all" heroes,
    "monsters". Raises InvalidAction."""
    wanted = word.lower()
    if wanted in ("all", "heroes", "party"):
        return [f"h{seat}" for seat in session.heroes]
    if wanted == "monsters":
        return [f"c{c.slot}" for c in session.creatures]
    everybody = {session.handle(key): key for key in fighters(session)}
    if wanted in everybody:
        return [everybody[wanted]]
    if re.fullmatch(r"[a-z]{1,2}\d{1,3}", wanted):
        square = squares.read_square(session, wanted)
        place = session.state.sil.level.place(square)
        here = [key for key in everybody.values() if session.place(key) == place]
        if here:
            return here
        raise InvalidAction(f"Nobody stands on {word.upper()}.")
    kind = [key for handle, key in everybody.items() if re.split(r"[-.]\d+$", handle)[0] == wanted]
    if kind:
        return kind
    begun = [key for handle, key in everybody.items() if wanted and handle.startswith(wanted)]
    if len(begun) == 1:
        return begun
    raise InvalidAction(f"Nobody on the level is called “{word}”.")


def read_fighter(session: Session, word: str) -> str:
    """Return the one whom a word means. Raises InvalidAction."""
    found = read_fighters(session, word)
    if len(found) != 1:
        raise InvalidAction(f"“{word}” means {len(found)} of them; name one.")
    return found[0]


def read_seats(session: Session, word: str) -> list[int]:
    """Return the heroes that a word means, in any stage. Raises InvalidAction."""
    wanted = slugs.slug(word)
    players = session.state.players
    if wanted in ("all", "heroes", "party"):
        return list(range(len(players))) if session.state.stage == "setup" else session.heroes
    handles = [session.hero_handle(n) for n in range(len(players))]
    found = [n for n, handle in enumerate(handles) if handle == wanted]
    begun = [n for n, handle in enumerate(handles) if wanted and handle.startswith(wanted)]
    if found or len(begun) == 1:
        return found or begun
    raise InvalidAction(f"There is no hero “{word}”. There are: {', '.join(handles)}.")


def read_seat(session: Session, word: str) -> int:
    """Return the hero that a word means. Raises InvalidAction."""
    found = read_seats(session, word)
    if len(found) != 1:
        raise InvalidAction(f"Name one hero, not “{word}”.")
    return found[0]


def read_number(word: str, low: int, high: int) -> int:
    """Return a whole number between bounds. Raises InvalidAction."""
    if not re.fullmatch(r"[+-]?\d{1,6}", word) or not low <= int(word) <= high:
        raise InvalidAction(f"“{word}” is no number from {low} to {high:,}.")
    return int(word)


def read_race(session: Session, text: str) -> Monster:
    """Return a monster by its name, in the singular or plural. Raises InvalidAction."""
    wanted = slugs.slug(text)
    by_name = {slugs.slug(m.name): m for m in session.data.monsters.values() if _is_drawn(m)}
    for tried in (wanted, wanted.removesuffix("s"), wanted.replace("wolves", "wolf")):
        if tried in by_name:
            return by_name[tried]
    found = [m for name, m in by_name.items() if wanted and name.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        raise InvalidAction(f"“{text}” could be {', '.join(m.name for m in found[:8])}.")
    raise InvalidAction(f"There is no monster called “{text}”.")


def _is_drawn(race: Monster) -> bool:
    return race.health.number > 0 and bool(race.name)


def races(session: Session) -> list[Monster]:
    """Return the monsters that can be put on the level, those of one's own making first."""
    own = [m.serial for m in session.state.desk.monsters]
    found = [m for m in session.data.monsters.values() if _is_drawn(m)]
    return sorted(found, key=lambda m: (m.serial not in own, m.level, m.serial))


def person_offers(
    session: Session, name: str, *words: str, label: str = "{}", heroes: bool = False
) -> Iterable[Offer]:
    """Yield an offer of a command for each hero, or for everybody on the level."""
    keys = [f"h{n}" for n in session.heroes] if heroes else fighters(session)
    for key in keys:
        yield offer(name, session.handle(key), *words, label=label.format(session.name(key)))
