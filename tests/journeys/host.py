"""The bot with the tests' rulesets beside its own: `python -m tests.journeys.host`."""

import sys

import bot
from tests.deep import Deep
from tests.doomed import Doomed
from tests.forging import Forging
from tests.toys.council.ruleset import Council
from tests.toys.guessing import Toy
from tests.toys.mastered import Mastered

if __name__ == "__main__":
    sys.exit(bot.main(more=[Toy(), Deep(), Doomed(), Forging(), Mastered(), Council()]))
