"""The part of migration 5 that SQL cannot do: people by reference, and logs as chains of hashes.

It reads and writes plain JSON: the program's own types may change later, what it migrates not.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
from collections.abc import Callable
from typing import Any

from engine.contract.placeholders import REFERENCES, placeholder
from table.history.chain import SALT_BYTES, Link, Written, extend

Naming = Callable[[int], int]


class _References(dict[int, int]):
    """The references of a game's people: a fresh random one for each that is asked for."""

    def __missing__(self, person: int) -> int:
        taken = set(self.values())
        while (reference := secrets.choice(REFERENCES)) in taken:
            pass
        self[person] = reference
        return reference


def reference_people(db: sqlite3.Connection) -> None:
    """Rewrite every game."""
    games = "SELECT id, founder, activity FROM games"
    for game, founder, activity in db.execute(games).fetchall():
        references = _References()
        naming = references.__getitem__
        found = naming(founder), _dump(_rename_activity(json.loads(activity), naming))
        db.execute("UPDATE games SET founder = ?, activity = ? WHERE id = ?", (*found, game))
        names = _rename_rows(db, game, naming)
        db.execute("UPDATE games SET head = ? WHERE id = ?", (_chain(db, game, naming), game))
        _rename_outbox(db, game, naming)
        people = [(game, ref, person, names.get(person, "")) for person, ref in references.items()]
        db.executemany("INSERT INTO people VALUES (?, ?, ?, ?)", people)


def _rename_rows(db: sqlite3.Connection, game: int, naming: Naming) -> dict[int, str]:
    """Rewrite members and seats; return the members' names."""
    members = "SELECT reference, name FROM members WHERE game = ? ORDER BY place"
    names = dict(db.execute(members, (game,)).fetchall())
    for person in names:
        fresh = naming(person), placeholder(naming(person))
        db.execute(  # a reference may be another person's old id: negative until all are done
            "UPDATE members SET reference = -?, name = ? WHERE game = ? AND reference = ?",
            (*fresh, game, person),
        )
    db.execute("UPDATE members SET reference = -reference WHERE game = ?", (game,))
    held = "SELECT seat, reference FROM seats WHERE game = ? AND reference IS NOT NULL"
    for seat, person in db.execute(held, (game,)).fetchall():
        db.execute(
            "UPDATE seats SET reference = ? WHERE game = ? AND seat = ?",
            (naming(person), game, seat),
        )
    return names


def _chain(db: sqlite3.Connection, game: int, naming: Naming) -> str:
    """Rewrite the log as a chain; return its head."""
    columns = "number, reference, at, request, kind, entry, events"
    rows = db.execute(f"SELECT {columns} FROM log WHERE game = ? ORDER BY number", (game,))
    head = ""
    for number, person, at, request, kind, text, events in rows.fetchall():
        author = None if person is None else naming(person)
        entry = json.loads(text)
        if entry.get("person") is not None:
            entry["person"] = naming(entry["person"])
        if kind == "joined" and author is not None:
            entry["name"] = placeholder(author)
        written = Written(
            number=number,
            reference=author,
            at=at,
            request=request,
            entry=_dump(entry),
            events=events,
        )
        link = Link(written, os.urandom(SALT_BYTES))
        head = extend(head, link)
        db.execute(
            "UPDATE log SET reference = ?, entry = ?, salt = ? WHERE game = ? AND number = ?",
            (author, written.entry, link.salt, game, number),
        )
    return head


def _rename_outbox(db: sqlite3.Connection, game: int, naming: Naming) -> None:
    rows = db.execute("SELECT id, content FROM outbox WHERE game = ?", (game,)).fetchall()
    for row, text in rows:
        content = json.loads(text)
        if "people" in content:
            content["people"] = list(map(naming, content["people"]))
            db.execute("UPDATE outbox SET content = ? WHERE id = ?", (_dump(content), row))


def _rename_activity(activity: dict[str, Any], naming: Naming) -> dict[str, Any]:
    for name in ("leader", "game_master", "rota_person"):
        if activity.get(name) is not None:
            activity[name] = naming(activity[name])
    for name in ("ballot", "motion"):
        if activity.get(name):
            ballot = activity[name]
            ballot["votes"] = _renamed(ballot.get("votes", {}), naming)
            for proposal in ballot.get("proposals", []):
                proposal["by"] = naming(proposal["by"])
    if activity.get("decided"):
        activity["decided"]["by"] = naming(activity["decided"]["by"])
    for name in ("delegations", "last_active"):
        activity[name] = _renamed(activity.get(name, {}), naming)
    for each in (*activity["delegations"].values(), *activity.get("loans", {}).values()):
        each["person"] = naming(each["person"])
    for offer in activity.get("offers", {}).values():
        offer["person"], offer["by"] = naming(offer["person"]), naming(offer["by"])
    activity["invited"] = [naming(person) for person in activity.get("invited", [])]
    return activity


def _renamed(mapping: dict[str, Any], naming: Naming) -> dict[str, Any]:
    return {str(naming(int(person))): value for person, value in mapping.items()}


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
