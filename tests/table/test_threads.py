"""Threads that do something for the first time at the same time: in a process of its own, for the
fault that this looks for breaks the whole process."""

import subprocess
import sys
from pathlib import Path

from tests.rolled import dice_for
from tests.rulesets import RULESETS

ROOT = Path(__file__).parents[2]
TOGETHER = """
import sys, threading
barrier = threading.Barrier(8)
done = []

def run():
    barrier.wait()
    done.append(work())

sys.setswitchinterval(1e-5)
threads = [threading.Thread(target=run) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(done) == 8, done
"""


def run(script: str, *arguments: str) -> None:
    command = [sys.executable, "-c", script + TOGETHER, *arguments]
    subprocess.run(command, cwd=ROOT, check=True, timeout=120)


def test_states_are_woken_in_several_threads_at_once(tmp_path: Path) -> None:
    for name, rules in RULESETS.items():
        gm = rules.roles({}).gm == "required"
        options = {"hero": "quick"} if any(each.name == "hero" for each in rules.settings) else {}
        state = rules.new(options, ["Ann"], dice_for(bytes(16)), gm=gm)
        (tmp_path / name).write_bytes(rules.dump(state))
    script = """
import sys
from pathlib import Path
from tests.rulesets import RULESETS
packed = {path.name: path.read_bytes() for path in Path(sys.argv[1]).iterdir()}

def work():
    for name in packed:
        RULESETS[name].load(packed[name])
"""
    run(script, str(tmp_path))


def test_rows_are_read_in_several_threads_at_once() -> None:
    script = """
from types import SimpleNamespace
from table.store.records import read_log, read_state

game = dict(id=1, channel=2, guild=3, ruleset="sil", founder=4, mode="vote", phase="lobby",
    pause_reason="", options="{}", settings="{}", contest=None, header=None, seed_hash="",
    number=1, card=1, created=0.0, ended=None, head="",
    activity='{"game":{"id":0,"channel":0,"guild":0,"ruleset":"",'
    '"founder":0,"mode":""}}')
log = dict(number=1, entry='{"type":"founded"}', events="[]", reference=1, at=0.0)
due = dict(game=1, kind="turn", due=1.0, set_by=5)

def work():
    read_state(
        SimpleNamespace(**game), (), (), [SimpleNamespace(**due)], (), lost_seconds=0.0
    )
    read_log(SimpleNamespace(**log), abs)
"""
    run(script)
