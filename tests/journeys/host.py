"""The bot as it is, with the toy ruleset beside its own: `python -m tests.journeys.host`."""

import sys

import bot
from engine.rulesets import RULESETS
from tests.toy import Toy

RULESETS.setdefault(Toy.name, Toy())

if __name__ == "__main__":
    sys.exit(bot.main())
