"""`python -m tests.checks [FOLDER]`: print the findings, one a line; exit status 1 if any."""

import sys
from pathlib import Path

from tests.checks import run
from tests.checks.project import ROOT, Project


def main(arguments: list[str]) -> int:
    """Check the project in this folder, or the one that this file belongs to."""
    findings = sorted(run(Project.read(Path(arguments[0]) if arguments else ROOT)))
    for finding in findings:
        print(finding)
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
