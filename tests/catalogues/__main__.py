"""`python -m tests.catalogues [SCOPE ...]`: bring catalogues up to date with code and data.

A scope is a ruleset or `table`; without one, all catalogues are only looked at. What is missing,
obsolete, fuzzy or wrong is printed with its places; the exit status is 1 when anything is.
A catalogue that a scope does not have yet is begun with `--language`.
"""

from __future__ import annotations

import argparse
import sys

from cogs.ui.catalogues import ENGLISH
from cogs.ui.languages import LANGUAGES
from tests.catalogues.catalogue_files import Report, report, update
from tests.catalogues.scopes import SCOPES, catalogue_file, texts_of, untranslatable
from tests.catalogues.sources import Key

OTHERS = [language for language in LANGUAGES if language != ENGLISH]


def main(arguments: list[str]) -> int:
    """Update and report; return 1 when something is left to do."""
    parser = argparse.ArgumentParser(prog="python -m tests.catalogues")
    parser.add_argument("scopes", nargs="*", choices=(*SCOPES, []), metavar="SCOPE")
    parser.add_argument("--language", choices=OTHERS, help="begin this one where it is missing")
    given = parser.parse_args(arguments)
    is_done = True
    for scope in given.scopes or SCOPES:
        for language in OTHERS:
            if not catalogue_file(scope, language).exists() and language != given.language:
                print(f"{scope} {language}: none; {len(texts_of(scope))} texts")
                continue
            if given.scopes:
                update(scope, language)
            found = report(scope, language)
            _print(scope, found)
            print(f"{scope} {language}: {found.counts()} of {len(texts_of(scope))}")
            is_done = is_done and found == Report()
        for line in untranslatable(scope) if given.scopes else ():
            print(f"not translatable: {line}")
    return int(not is_done)


def _print(scope: str, found: Report) -> None:
    for kind, keys in (("missing", found.missing), ("obsolete", found.obsolete)):
        for key in keys:
            print(f"{kind}: {_shown(scope, key)}")
    print(*found.faults, sep="\n")


def _shown(scope: str, key: Key) -> str:
    text = texts_of(scope).get(key)
    places = " ".join(f"{file}:{line}" for file, line in text.places) if text else ""
    context = f"[{key[0]}] " if key[0] else ""
    return f"{context}{key[1]!r} {places}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
