"""The bot with the tests' rulesets beside its own: `python -m tests.journeys.host START`.

Its secrets follow from the number of its start, so that a journey meets the same levels each time.
It is patient where a busy machine would change how a press is answered, and edits its cards sooner:
journeys would only wait for that.
"""

import sys

DEFER_AFTER = 6.0  # seconds; the bot's own is 1.5
PRESSER_SECONDS = 12.0  # the bot's own are 3
EDIT_EVERY = 0.5  # seconds; the bot's own are 5

if __name__ == "__main__":  # not in the processes that draw, which import this module as well
    import random
    from functools import partial

    import composition
    from cogs import interactions
    from table import change
    from table.outbox import outbox, outbox_store
    from table.tables import Tables
    from tests.deep import Deep
    from tests.doomed import Doomed
    from tests.forging import Forging
    from tests.toys.council.ruleset import Council
    from tests.toys.guessing import Toy
    from tests.toys.mastered import Mastered
    from tests.toys.wandering import Wandering

    interactions.DEFER_AFTER = DEFER_AFTER
    change.PRESSER_SECONDS = outbox.PRESSER_SECONDS = PRESSER_SECONDS
    outbox_store.EDIT_EVERY = EDIT_EVERY
    chance = random.Random(int(sys.argv.pop(1)))
    composition.Tables = partial(Tables, draw=chance.randbytes)  # type: ignore[misc]

    toys = [Toy(), Deep(), Doomed(), Forging(), Mastered(), Council(), Wandering()]
    sys.exit(composition.main(more=toys))
