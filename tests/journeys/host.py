"""The bot with the tests' rulesets beside its own: `python -m tests.journeys.host START SECONDS`.

Its secrets follow from the number of its start, so that a journey meets the same levels each time.
Where the sandbox waits more SECONDS than Discord for an answer, the bot is as much more patient: a
busy machine must not change how a press is answered. It then edits its cards as much sooner, for
which journeys would only wait. Few people may open the games of all journeys.
"""

import sys

DISCORDS_SECONDS = 3.0
MANY = 1000  # games in an hour

if __name__ == "__main__":  # not in the processes that draw, which import this module as well
    import random
    from functools import partial

    from msgspec.structs import replace

    from app import command_line, serving
    from cogs import interactions, pending
    from table import change
    from table.limits import LIMITS
    from table.outbox import outbox_store
    from table.outbox.delivery import PRESSER_SECONDS
    from table.tables import Tables
    from tests.deep import Deep
    from tests.doomed import Doomed
    from tests.forging import Forging
    from tests.toys.council.ruleset import Council
    from tests.toys.guessing import Toy
    from tests.toys.mastered import Mastered
    from tests.toys.waiting import Waiting
    from tests.toys.wandering import Wandering

    start, seconds = sys.argv[1:]
    del sys.argv[1:]
    patience = max(1.0, float(seconds) / DISCORDS_SECONDS)
    interactions.DEFER_AFTER *= patience
    pending.KEPT_SECONDS *= patience
    change.PRESSER_SECONDS = patience * PRESSER_SECONDS
    outbox_store.EDIT_EVERY /= patience
    LIMITS["game"] = replace(LIMITS["game"], person=MANY, server=MANY)
    chance = random.Random(int(start))
    serving.Tables = partial(Tables, draw=chance.randbytes)  # type: ignore[misc]

    toys = [Toy(), Deep(), Doomed(), Forging(), Mastered(), Council(), Waiting(), Wandering()]
    sys.exit(command_line.main(more=toys))
