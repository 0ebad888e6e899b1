"""The parts of `make soak`, as tests name them: `@pytest.mark.soak(part="duels")`.

`python -m tests.soak_parts` lists them; with a text, such as a commit's hash, it prints the part
that this text chooses.
"""

import sys
import zlib

PARTS = {
    "autoplay": "whole games that the built-in heroes play",
    "duels": "every creature in fights, and the fights that the original measured",
    "hostile": "actions and values of strangers by the million",
    "journeys": "long evenings of the real bot against the sandbox",
    "kills": "the bot killed at every moment",
    "laws": "the contract's laws over longer games and more examples",
    "levels": "levels by the hundred",
    "pace": "games by their cards, and odds against the rolls they are of",
    "random": "random play of every ruleset",
    "votes": "votes by the ten thousand",
}


def choose(text: str) -> str:
    """Return the part that a text chooses: always the same, and each as often."""
    return sorted(PARTS)[zlib.crc32(text.encode()) % len(PARTS)]


def main(arguments: list[str]) -> None:
    """Print the part that an argument chooses, or all of them."""
    if arguments:
        print(choose(arguments[0]))
        return
    for name, contents in PARTS.items():
        print(f"{name:10} {contents}")


if __name__ == "__main__":
    main(sys.argv[1:])
