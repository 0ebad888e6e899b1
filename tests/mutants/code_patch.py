"""Give functions that are already imported the code of a mutant.

A function keeps its identity: whoever imported it, decorated it or put it into a table calls the
new code.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterator
from types import CodeType, FunctionType

Functions = dict[tuple[str, CodeType], list[FunctionType]]


def living_functions() -> Functions:
    """Return all functions of the process by their file and code."""
    gc.unfreeze()  # what is frozen is not listed
    found: Functions = defaultdict(list)
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            found[thing.__code__.co_filename, thing.__code__].append(thing)
    gc.freeze()
    return found


def patch(functions: Functions, file: str, source: str, mutated: str) -> None:
    """Give the functions of a file the code of its mutant."""
    for old, new in _pairs(_compiled(source, file), _compiled(mutated, file)):
        for function in functions.get((file, old), ()):
            function.__code__ = new


def can_patch(source: str, mutated: str) -> bool:
    """Tell whether each function of the one has its like in the other, with the same closure."""
    codes = (_compiled(text, "") for text in (source, mutated))
    return all(_shape(old) == _shape(new) for old, new in _pairs(*codes))


def _compiled(source: str, file: str) -> CodeType:
    return compile(source, file, "exec", dont_inherit=True)


def _shape(code: CodeType) -> tuple[object, ...]:
    return (code.co_freevars, *(inner.co_name for inner in _inner(code)))


def _inner(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    yield old, new
    for pair in zip(_inner(old), _inner(new), strict=False):
        yield from _pairs(*pair)
