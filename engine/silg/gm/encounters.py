"""Encounters that are kept and put down with one stroke, and random tables of one's own.

A kept encounter is a text, so that it can be taken to another game, such as `EXAMPLE`: of each
creature its kind, how far it stands below and right of the middle, and its alertness.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from engine.common import slugs
from engine.contract.action import InvalidAction, Offer
from engine.contract.texts import typed
from engine.sil.creatures.alertness import LEAST, MOST
from engine.silg.context import SilGContext
from engine.silg.gm import monster_commands
from engine.silg.gm.gm_commands import (
    MOST_AT_ONCE,
    Args,
    GmCommand,
    Shelf,
    offer,
    option,
    read_name,
    read_number,
    read_race,
)
from engine.silg.gm.preparation import check_level
from engine.silg.levels import squares
from engine.silg.wording import text

MOST_KEPT = 20
EXAMPLE = "orc-scout 0 0 -15, wolf 1 2 5"
FARTHEST = 200  # squares from the middle
BETWEEN = "|"  # entries of a table

Kept = tuple[str, int, int, int]  # a creature: its kind's key, (dy, dx) from the middle, alertness


def _read(game: SilGContext, form: str) -> list[Kept]:
    """Return the creatures of a kept encounter. Raises InvalidAction."""
    found: list[Kept] = []
    for part in form.split(","):
        words = part.split()
        if len(words) != 4:
            raise InvalidAction(text("An encounter reads like “{example}”.", example=EXAMPLE))
        race = slugs.slug(read_race(game, words[0]).name)
        dy, dx = (read_number(word, -FARTHEST, FARTHEST) for word in words[1:3])
        found.append((race, dy, dx, read_number(words[3], LEAST, MOST)))
    if len(found) > MOST_AT_ONCE:
        raise InvalidAction(
            text("An encounter has at most {number} creatures.", number=MOST_AT_ONCE)
        )
    return found


def _form(game: SilGContext, who: str) -> str:
    """Return creatures of the level as a kept encounter: the first stands in the middle."""
    among = monster_commands.creatures_of(game, who)[:MOST_AT_ONCE]
    middle = among[0]
    return ", ".join(
        f"{slugs.slug(game.data.monsters[c.race].name)} {c.y - middle.y} {c.x - middle.x}"
        f" {max(LEAST, c.alertness)}"  # newcomers may sleep deeper
        for c in among
    )


def _keep(game: SilGContext, words: Args) -> None:
    shelf = Shelf(game.state.desk.groups, "encounter {name}", MOST_KEPT)
    form = words[1] if len(words) > 1 else _form(game, "monsters")
    if "," in form or len(form.split()) == 4:
        _read(game, form)
    else:
        form = _form(game, form)
    shelf.keep(game, read_name(words[0]), (form,))


def _keep_offers(game: SilGContext) -> Iterable[Offer]:
    kept = game.state.desk.groups
    if game.creatures and len(kept) < MOST_KEPT:
        name = next(f"group-{n}" for n in range(1, MOST_KEPT + 2) if f"group-{n}" not in kept)
        yield offer("keepgroup", name, label=text("Keep all monsters as {name}", name=name))


def _put(game: SilGContext, words: Args) -> None:
    check_level(game)
    name = read_name(words[0])
    if name not in game.state.desk.groups:
        raise InvalidAction(text("No encounter is kept as “{name}”.", name=words[0]))
    level = game.state.sil.level
    y, x = level.place(monster_commands.read_place(game, words[1]))
    put = _read(game, game.state.desk.groups[name])
    for race, dy, dx, alertness in put:
        wanted = y + dy, x + dx
        inside = 0 < wanted[0] < level.height - 1 and 0 < wanted[1] < level.width - 1
        found = squares.nearest(game, level.at(*wanted)) if inside else None
        square = squares.near(game, level.at(y, x)) if found is None else found
        monster_commands.put(game, read_race(game, race), square, alertness)
    game.tell_gm(text("{number} creatures of {name} are there.", number=len(put), name=typed(name)))


def _put_offers(game: SilGContext) -> Iterable[Offer]:
    if game.state.desk.start < 0:
        return
    where = "party" if game.heroes else "start"
    middle = monster_commands.read_place(game, where)
    for name, form in game.state.desk.groups.items():
        kept = _read(game, form)
        total = len(game.creatures) + len(kept)
        kinds = {race for race, *_ in kept}
        if (
            total <= monster_commands.MOST_CREATURES
            and all(monster_commands.may_come(game, read_race(game, k)) for k in kinds)
            and squares.has_room(game, middle, len(kept))
        ):
            yield offer("putgroup", name, where, label=text("Put {name} down", name=name))


# ---------------------------------------------------------------- random tables


def _table(game: SilGContext, words: Args) -> None:
    if len(words) > 1 and len(_entries(words[1])) < 2:
        raise InvalidAction(text("A table has two entries or more, with | between them."))
    Shelf(game.state.desk.tables, "table {name}", MOST_KEPT).keep(
        game, read_name(words[0]), words[1:]
    )


def _entries(written: str) -> list[str]:
    return [entry.strip() for entry in written.split(BETWEEN) if entry.strip()]


def _table_offers(game: SilGContext) -> Iterable[Offer]:
    for name in game.state.desk.tables:
        yield offer("table", name, label=text("Forget the table {name}", name=name))


def _roll(game: SilGContext, words: Args) -> None:
    name = read_name(words[0])
    if name not in game.state.desk.tables:
        raise InvalidAction(text("There is no table called “{name}”.", name=words[0]))
    how: Literal["open", "secret"] = "open" if words[1:] == ("open",) else "secret"
    dice = game.streams.play if how == "open" else game.streams.hidden
    entry = dice.choose(_entries(game.state.desk.tables[name]))
    told = text("{table}: {entry}.", table=name, entry=entry)
    if how == "open":
        game.tell(told, None, "roll")
    else:
        game.tell_gm(told, "roll")


def _roll_offers(game: SilGContext) -> Iterable[Offer]:
    for name in game.state.desk.tables:
        yield offer("rolltable", name, label=text("Roll on the table {name}", name=name))


_NAME = option("name", "A name")
COMMANDS = (
    GmCommand("keepgroup", "Keep monsters of the level as an encounter", _keep,
           (_NAME, option("who", "Which; all of them", required=False)), _keep_offers),
    GmCommand("putgroup", "Put a kept encounter down", _put,
           (_NAME, option("where", "A square, party or start")), _put_offers),
    GmCommand("table", "Keep a random table, or forget it", _table,
           (_NAME, option("entries", "Its entries; | between", required=False)), _table_offers),
    GmCommand("rolltable", "Roll on a table of yours", _roll,
           (_NAME, option("how", "Who sees it", "secret", "open", required=False)), _roll_offers),
)  # fmt: skip
