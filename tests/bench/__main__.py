"""`python -m tests.bench [NAME ...]`: run these benchmarks, or all, and print a JSON object a line.

The exit status is 1 when a given name is no benchmark.
"""

import json
import sys

from tests.bench import names, run


def main(asked: list[str]) -> int:
    """Run and print; return the exit status."""
    unknown = [name for name in asked if name not in names()]
    if unknown:
        print(f"no such benchmark: {', '.join(unknown)}; there are {', '.join(names())}")
        return 1
    for name in asked or names():
        for measure in run(name):
            print(json.dumps(measure), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
