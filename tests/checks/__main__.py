"""`python -m tests.checks [FOLDER]`: print the findings, one a line; exit status 1 if any.

With `--count`, print the lines of code in `lines.FOLDERS` and in all of them.
"""

import argparse
import gc
import sys
from pathlib import Path

from tests.checks import lines, run
from tests.checks.project import ROOT, Project


def main(arguments: list[str]) -> int:
    """Check the project in this folder, or the one that this file belongs to."""
    parser = argparse.ArgumentParser(prog="python -m tests.checks")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT)
    parser.add_argument("--count", action="store_true", help="lines of code instead of findings")
    given = parser.parse_args(arguments)
    gc.disable()  # it would visit millions of nodes of syntax trees, again and again
    project = Project.read(given.folder)
    if given.count:
        counts = lines.count(project)
        for name, number in (*counts.items(), ("all", sum(counts.values()))):
            print(f"{name}: {number}")
        return 0
    findings = sorted(run(project))
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
