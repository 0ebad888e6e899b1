"""The bot with the tests' rulesets beside its own: `python -m tests.journeys.host`."""

import sys

import bot
from tests.deep import Deep
from tests.doomed import Doomed
from tests.forging import Forging
from tests.toys.council.ruleset import Council
from tests.toys.guessing import Toy
from tests.toys.mastered import Mastered
from tests.toys.wandering import Wandering

if __name__ == "__main__":
    toys = [Toy(), Deep(), Doomed(), Forging(), Mastered(), Council(), Wandering()]
    sys.exit(bot.main(more=toys))
