"""The bot as it is, with the tests' rulesets beside its own: `python -m tests.journeys.host`."""

import sys

import bot
from engine.rulesets import RULESETS
from tests.deep import Deep
from tests.doomed import Doomed
from tests.toys.guessing import Toy
from tests.toys.mastered import Mastered

RULESETS.update({each.name: each() for each in (Toy, Deep, Doomed, Mastered)})

if __name__ == "__main__":
    sys.exit(bot.main())
