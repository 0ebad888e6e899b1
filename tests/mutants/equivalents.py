"""Read `equivalent.txt`: faults of which it is known that they change nothing, each with why.

A record is the path, the lines before with `-`, those after with `+`, and the reason; an empty line
ends it.
"""

from __future__ import annotations

from pathlib import Path

from tests.mutants.sample import Mutant

FILE = Path(__file__).with_name("equivalent.txt")

Key = tuple[str, tuple[str, ...]]


def key(mutant: Mutant) -> Key:
    """Return what a mutant is known by: its path and what is changed."""
    return mutant.path, mutant.change


def load(path: Path = FILE) -> dict[Key, str]:
    """Return the reasons by mutant.

    Raises:
        ValueError: A record has no change or no reason.
    """
    found: dict[Key, str] = {}
    for record in path.read_text("utf-8").strip().split("\n\n"):
        name, *lines = record.splitlines()
        changed = tuple(line for line in lines if line[:2] in ("- ", "+ "))
        reason = " ".join(line.strip() for line in lines[len(changed) :])
        if not changed or not reason:
            raise ValueError(f"{path.name}: {name} needs lines that change, then a reason")
        found[name, changed] = reason
    return found


def record(mutant: Mutant) -> str:
    """Return a mutant in the file's form, without a reason but with its line."""
    return "\n".join([f"{mutant.path}:{mutant.line}", *mutant.change])
