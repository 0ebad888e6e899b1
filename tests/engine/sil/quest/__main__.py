"""Make the recorded games of the quest anew: `python -m tests.engine.sil.quest [SEED]`.

This is needed when the rules have changed so that a recorded game goes another way
(`tests/engine/sil/test_quest.py` fails). It searches for three games of one seed, with one, two and
three Silmarils, for some minutes to an hour, tells of every stage, and writes the files beside this
one. A seed that gets nowhere is given up by hand; try another.
"""

from __future__ import annotations

import sys

from tests.engine.sil.quest import recording
from tests.engine.sil.quest.hero import OPTIONS
from tests.engine.sil.quest.recording import Recording
from tests.engine.sil.quest.search import search

if __name__ == "__main__":
    seed = sys.argv[1] if len(sys.argv) > 1 else "301"
    for jewels, end in search(seed, lambda text: print(text, flush=True)):
        recording.save(jewels, Recording(seed, OPTIONS, end.lines))
