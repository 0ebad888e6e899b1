"""`python -m tests.pace RULESET [--games 10] [--presses 2000] [--first 0] [name=value ...]`: play
games by their cards and print how many decisions they asked for."""

from __future__ import annotations

import argparse

from tests.pace.card_player import PaceFigures, play
from tests.rulesets import RULESETS


def main() -> None:
    """Play the games that the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.pace")
    parser.add_argument("ruleset", choices=sorted(RULESETS))
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--presses", type=int, default=2000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("options", nargs="*", help="settings of the games: name=value")
    asked = parser.parse_args()
    options = dict(each.split("=", 1) for each in asked.options)
    total = PaceFigures()
    for number in range(asked.first, asked.first + asked.games):
        found = play(RULESETS[asked.ruleset], f"pace {number}", asked.presses, options)
        total.add(found)
        print(f"{number}: {found.cards} cards, level {found.depths[0]}", flush=True)
    print("\n".join(total.lines()))


main()
