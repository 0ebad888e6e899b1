"""Rights: who may do what at a table and in a server, in one table and one function.

`docs/rights.md` shows the same table to people; a test compares both.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import msgspec

from engine.contract.texts import Text
from table.errors import Refusal
from table.state import Person, TableState

Role = Literal["founder", "manager", "player", "member", "opener", "anybody"]

ROLE_TEXTS: dict[Role, str] = {
    "founder": "the game's founder",
    "manager": "a manager of the server",
    "player": "the player of the character",
    "member": "people who play in the game",
    "opener": "people with the role that may open games",
    "anybody": "anybody who is not banned from the game",
}


class Right(msgspec.Struct, frozen=True):
    """Something that not everybody may do. `action` completes "may ..."."""

    action: str
    roles: tuple[Role, ...]


_IN_CHARGE: tuple[Role, ...] = ("founder", "manager")
RIGHTS: dict[str, Right] = {
    "open": Right("open a game or a contest, or import a file", ("opener", "manager")),
    "join": Right("join a game", ("anybody",)),
    "begin": Right("begin it", _IN_CHARGE),
    "change the settings of": Right("change the settings of it", _IN_CHARGE),
    "pause": Right("pause it", _IN_CHARGE),
    "resume": Right("resume it", _IN_CHARGE),
    "end": Right("end it", _IN_CHARGE),
    "delete": Right("delete it when it is over", _IN_CHARGE),
    "undo turns in": Right("undo turns in it", _IN_CHARGE),
    "fork": Right("fork it", _IN_CHARGE),
    "name the leader of": Right("name the leader of it", _IN_CHARGE),
    "name the Game Master of": Right("name the Game Master of it", _IN_CHARGE),
    "dispose of another's character in": Right("dispose of another's character in it", _IN_CHARGE),
    "give": Right("give, lend or offer a character", ("player", *_IN_CHARGE)),
    "remove people from": Right("remove people from it, and ban them", _IN_CHARGE),
    "invite people to": Right("invite people to it, and close it to others", _IN_CHARGE),
    "export": Right("export it", ("member", "manager")),
    "end a contest": Right("end a contest", _IN_CHARGE),
    "look after": Right("look after the bot here", ("manager",)),
    "choose who opens games": Right("choose which role may open games", ("manager",)),
}


def check_right(right: str, who: Person, held: Collection[Role | None] = ()) -> None:
    """Raise Refusal unless the person holds one of the right's roles.

    `held`: the roles that the person has where the right is asked for; being a manager of the
    server is known from the person.
    """
    roles = RIGHTS[right].roles
    if "anybody" in roles or not set(roles).isdisjoint(held):
        return
    if who.manager and "manager" in roles:
        return
    *others, last = (Text(ROLE_TEXTS[role]) for role in roles)
    names = last
    for other in reversed(others):
        names = Text("{one} or {other}", {"one": other, "other": names})
    raise Refusal("Only {names} may {action}.", names=names, action=Text(RIGHTS[right].action))


def roles_in(state: TableState, who: Person) -> tuple[Role, ...]:
    """Return the roles of a person in a game."""
    roles: list[Role] = []
    if who.id == state.game.founder:
        roles.append("founder")
    if who.id in state.people:
        roles.append("member")
    return tuple(roles)


def may(right: str, who: Person, state: TableState) -> bool:
    """Return whether a person holds a right in a game."""
    try:
        check_right(right, who, roles_in(state, who))
    except Refusal:
        return False
    return True
