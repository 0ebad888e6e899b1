"""The bot with the tests' rulesets beside its own: `python -m tests.journeys.host`."""

import sys

if __name__ == "__main__":  # not in the processes that draw, which import this module as well
    import composition
    from tests.deep import Deep
    from tests.doomed import Doomed
    from tests.forging import Forging
    from tests.toys.council.ruleset import Council
    from tests.toys.guessing import Toy
    from tests.toys.mastered import Mastered
    from tests.toys.wandering import Wandering

    toys = [Toy(), Deep(), Doomed(), Forging(), Mastered(), Council(), Wandering()]
    sys.exit(composition.main(more=toys))
