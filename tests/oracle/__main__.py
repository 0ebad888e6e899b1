"""`python -m tests.oracle [NAME ...]`: run these files' cases, or all files' when none is named.

Prints a line a file, `view: 50 cases, 0 wrong`. The exit status is 1 when a case is wrong or a file
that was asked for is absent.
"""

import sys

from tests.oracle import OracleError, OracleFiles, names, run

_SHOWN = 5  # wrong cases named a file


def main(asked: list[str]) -> int:
    """Run and report; the exit status."""
    data = OracleFiles.from_environment()
    status = 0
    for name in asked or names():
        try:
            outcome = run(name, data)
        except OracleError as error:
            print(error, file=sys.stderr)
            status = 1
            continue
        print(f"{name}: {outcome.cases} cases, {len(outcome.wrong)} wrong", flush=True)
        for line in outcome.wrong[:_SHOWN]:
            print(f"  {line}", file=sys.stderr)
        if outcome.wrong:
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
