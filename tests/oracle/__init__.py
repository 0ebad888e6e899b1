"""The measured answers of the original game, and what runs them: one module a file.

A module NAME.py here holds the check of the file NAME.json: one function,
`check(data: OracleFiles) -> Result`. It is found by its name; nothing lists it.
"""

import gzip
import os
import pkgutil
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import msgspec

OURS = Path(__file__).parent / "data"

T = TypeVar("T")


class OracleError(Exception):
    """A file or a check that was asked for is not there, or cannot be read."""


@dataclass(frozen=True)
class Result:
    """The number of a file's cases, and a line about each that came out wrong."""

    cases: int
    wrong: tuple[str, ...] = ()


def result(answers: Iterable[tuple[str, bool]]) -> Result:
    """Return the result of (line about the case, whether it came out right) pairs."""
    every = list(answers)
    return Result(len(every), tuple(line for line, right in every if not right))


@dataclass(frozen=True)
class OracleFiles:
    """A directory of measured cases, NAME.json or NAME.json.gz.

    `sparing` asks a check that takes long to do a fixed sample of its cases, as `make test` does.
    """

    directory: Path
    sparing: bool = False

    @classmethod
    def from_environment(cls, sparing: bool = False) -> "OracleFiles":
        """Return the directory that LEITHIAN_ORACLE names, or the project's own copy."""
        return cls(Path(os.environ.get("LEITHIAN_ORACLE") or OURS), sparing)

    def read(self, name: str) -> Any:
        """Return what one file holds; raises OracleError when it is absent or no JSON."""
        return _read(self.directory, name)

    def sample(self, cases: Sequence[T], most: int) -> Sequence[T]:
        """Return all cases; when sparing at most so many, evenly spread."""
        if not self.sparing or len(cases) <= most:
            return cases
        return [cases[i * len(cases) // most] for i in range(most)]


@lru_cache(maxsize=4)
def _read(directory: Path, name: str) -> Any:
    for path in (directory / f"{name}.json", directory / f"{name}.json.gz"):
        if not path.is_file():
            continue
        try:
            raw = path.read_bytes()
            return msgspec.json.decode(gzip.decompress(raw) if path.suffix == ".gz" else raw)
        except (msgspec.DecodeError, OSError, EOFError) as error:
            raise OracleError(f"{path} cannot be read: {error}") from error
    raise OracleError(f"{name}: there is neither {name}.json nor {name}.json.gz in {directory}")


def names() -> list[str]:
    """Return the files that have a check, in alphabetical order."""
    modules = (module.name for module in pkgutil.iter_modules(__path__))
    return sorted(name for name in modules if name != "__main__" and not name.startswith("test_"))


def run(name: str, data: OracleFiles) -> Result:
    """Run one file's check; raises OracleError when there is no such check or file."""
    if name not in names():
        raise OracleError(f"{name}: no check of that name; there are {', '.join(names())}")
    data.read(name)
    outcome: Result = import_module(f"{__name__}.{name}").check(data)
    return outcome
