"""The bot as it is, with the tests' rulesets beside its own: `python -m tests.journeys.host`."""

import sys

import bot
from engine.rulesets import RULESETS
from tests.deep import Deep
from tests.doomed import Doomed
from tests.toy import Toy

RULESETS.update({Toy.name: Toy(), Deep.name: Deep(), Doomed.name: Doomed()})

if __name__ == "__main__":
    sys.exit(bot.main())
