"""The form of the Game Master's commands, and how their words are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from engine.common import slugs
from engine.contract.action import (
    HINT_LENGTH,
    LABEL_LENGTH,
    Action,
    IllegalAction,
    Intent,
    InvalidAction,
    Offer,
    OfferGroup,
    Option,
)
from engine.contract.texts import Text, Words, cut_words, listed, typed
from engine.sil.creatures.creature_names import race_title
from engine.sil.data.records import Monster
from engine.silg.context import SilGContext
from engine.silg.levels import squares
from engine.silg.wording import text

Args = tuple[str, ...]
MOST_AT_ONCE = 40  # creatures of one command
LONGEST_NAME = 40  # letters, of what is kept


class GmCommand(NamedTuple):
    """Something that the Game Master does: its words, what it does, when it is offered."""

    name: str
    summary: str
    do: Callable[[SilGContext, Args], None]
    options: tuple[Option, ...] = ()
    offers: Callable[[SilGContext], Iterable[Offer]] | None = None

    def read(self, written: str) -> Action:
        """Return the action that the words after the command's name mean. Raises InvalidAction."""
        words = written.split(maxsplit=max(0, len(self.options) - 1))
        words = [" ".join(word.split()) for word in words]
        least = sum(option.required for option in self.options)
        if len(words) < least:
            missing = self.options[len(words)]
            raise InvalidAction(
                text(
                    "“{command}” needs {argument}: {summary}.",
                    command=self.name,
                    argument=missing.name,
                    summary=Text(missing.summary),
                )
            )
        if words and not self.options:
            raise InvalidAction(text("“{command}” takes no more words.", command=self.name))
        return Action(self.name, tuple(words))


class Shelf(NamedTuple):
    """Texts of the Game Master's that are kept by name. `what`: how one is called, with its {name};
    `most`: how many there may be."""

    kept: dict[str, str]
    what: str
    most: int

    def keep(self, game: SilGContext, name: str, texts: Args) -> None:
        """Keep a text under a name; without one, drop what is there. Raises IllegalAction."""
        what = text(self.what, name=name)
        if not texts:
            self.kept.pop(name, None)
            game.tell_gm(text("The {what} is gone.", what=what))
            return
        if len(self.kept) >= self.most and name not in self.kept:
            raise IllegalAction(text("At most {most} of these are kept.", most=self.most))
        self.kept[name] = texts[0]
        game.tell_gm(text("{what:The}: {words}", what=what, words=texts[0]))


def offer(
    name: str,
    *words: str,
    label: Words,
    hint: Words = "",
    group: OfferGroup = "act",
    intent: Intent = "arrange",
    advised: bool = False,
    why: Words = "",
) -> Offer:
    """Return an offer of a command, its target the first of its words, and what people read cut to
    what the contract allows. `why`: the reason if it is advised."""
    return Offer(
        Action(name, words),
        cut_words(label, LABEL_LENGTH),
        cut_words(hint, HINT_LENGTH),
        group,
        advised=advised,
        why=why if advised else "",
        intent=intent,
        target=words[0] if words else "",
    )


def figure_words(figure: str) -> Text:
    """Return what a figure or a state is called: "see invisible"."""
    return Text(figure.replace("_", " "), context="figure")


def option(name: str, summary: str, *choices: str, required: bool = True) -> Option:
    """Return an option of a command."""
    return Option(name, summary, required, choices)


# ---------------------------------------------------------------- who and what is meant


def fighters(game: SilGContext) -> list[str]:
    """Return the keys of all on the level: heroes, then creatures."""
    heroes = [f"h{seat}" for seat in game.heroes]
    return heroes + [f"c{c.slot}" for c in game.creatures]


def read_fighters(game: SilGContext, word: str) -> list[str]:
    """Return those that a word means: one by its handle or square, a whole kind, "all" heroes,
    "monsters". Raises InvalidAction."""
    wanted = word.lower()
    if wanted in ("all", "heroes", "party"):
        if not game.heroes:
            raise InvalidAction(text("There is no hero yet."))
        return [f"h{seat}" for seat in game.heroes]
    if wanted == "monsters":
        if not game.creatures:
            raise InvalidAction(text("There is no monster on the level."))
        return [f"c{c.slot}" for c in game.creatures]
    everybody = {game.handle(key): key for key in fighters(game)}
    if wanted in everybody:
        return [everybody[wanted]]
    if re.fullmatch(r"[a-z]{1,2}\d{1,3}", wanted):
        square = squares.read_square(game, wanted)
        place = game.state.sil.level.place(square)
        here = [key for key in everybody.values() if game.place(key) == place]
        if here:
            return here
        raise InvalidAction(text("Nobody stands on {square}.", square=word.upper()))
    kind = [key for handle, key in everybody.items() if re.split(r"[-.]\d+$", handle)[0] == wanted]
    if kind:
        return kind
    begun = [key for handle, key in everybody.items() if wanted and handle.startswith(wanted)]
    if len(begun) == 1:
        return begun
    raise InvalidAction(text("Nobody on the level is called “{word}”.", word=word))


def read_fighter(game: SilGContext, word: str) -> str:
    """Return the one whom a word means. Raises InvalidAction."""
    found = read_fighters(game, word)
    if len(found) != 1:
        raise InvalidAction(
            text("“{word}” means {number} of them; name one.", word=word, number=len(found))
        )
    return found[0]


def read_seats(game: SilGContext, word: str) -> list[int]:
    """Return the heroes that a word means, in any stage. Raises InvalidAction."""
    wanted = slugs.slug(word)
    players = game.state.players
    if wanted in ("all", "heroes", "party"):
        return list(range(len(players))) if game.state.stage == "setup" else game.heroes
    handles = [game.hero_handle(n) for n in range(len(players))]
    found = [n for n, handle in enumerate(handles) if handle == wanted]
    begun = [n for n, handle in enumerate(handles) if wanted and handle.startswith(wanted)]
    if found or len(begun) == 1:
        return found or begun
    raise InvalidAction(
        text(
            "There is no hero “{word}”. There are: {heroes}.",
            word=word,
            heroes=listed(map(typed, handles)),
        )
    )


def read_seat(game: SilGContext, word: str) -> int:
    """Return the hero that a word means. Raises InvalidAction."""
    found = read_seats(game, word)
    if len(found) != 1:
        raise InvalidAction(text("Name one hero, not “{word}”.", word=word))
    return found[0]


def read_name(word: str) -> str:
    """Return the name under which something is kept. Raises InvalidAction."""
    name = slugs.slug(word)
    if not name:
        raise InvalidAction(text("It needs a name of letters."))
    check_length(name)
    return name


def check_length(name: str) -> None:
    """Raise InvalidAction when the name of something that is kept is too long."""
    if len(name) > LONGEST_NAME:
        raise InvalidAction(text("A name has at most {longest} letters.", longest=LONGEST_NAME))


def read_number(word: str, low: int, high: int) -> int:
    """Return a whole number between bounds. Raises InvalidAction."""
    if not re.fullmatch(r"[+-]?\d{1,6}", word) or not low <= int(word) <= high:
        raise InvalidAction(
            text("“{word}” is no number from {low} to {high:,}.", word=word, low=low, high=high)
        )
    return int(word)


def read_race(game: SilGContext, written: str) -> Monster:
    """Return a monster by its name, in the singular or plural. Raises InvalidAction."""
    wanted = slugs.slug(written)
    by_name = {slugs.slug(m.name): m for m in game.data.monsters.values() if _is_drawn(m)}
    for tried in (wanted, wanted.removesuffix("s"), wanted.replace("wolves", "wolf")):
        if tried in by_name:
            return by_name[tried]
    found = [m for name, m in by_name.items() if wanted and name.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        raise InvalidAction(
            text(
                "“{written}” could be {races}.",
                written=written,
                races=listed(race_title(m) for m in found[:8]),
            )
        )
    raise InvalidAction(text("There is no monster called “{written}”.", written=written))


def _is_drawn(race: Monster) -> bool:
    return race.health.number > 0 and bool(race.name)


def races(game: SilGContext) -> list[Monster]:
    """Return the monsters that can be put on the level, those of one's own making first."""
    own = [m.serial for m in game.state.desk.monsters]
    found = [m for m in game.data.monsters.values() if _is_drawn(m)]
    return sorted(found, key=lambda m: (m.serial not in own, m.level, m.serial))


def each_offer(
    game: SilGContext,
    keys: Iterable[str],
    name: str,
    *words: str,
    label: str,
    intent: Intent = "arrange",
) -> Iterable[Offer]:
    """Yield an offer of a command for each of these fighters; `label` has its name as {who}."""
    for key in keys:
        named = Text(label, {"who": game.name(key)})
        yield offer(name, game.handle(key), *words, label=named, intent=intent)
