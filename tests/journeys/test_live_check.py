"""`bot.py check-discord` says in plain lines what works and what is missing."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.sandbox_process import ROOT, SandboxClient, SandboxProcess, running_sandbox

OWN_BOT = "it only checks, and ends"

NAME = "leithian-check"
PRIVATE = 1 << 6


@pytest.fixture
def sandbox() -> Iterator[SandboxProcess]:
    with running_sandbox("--response-seconds", "20") as process:
        yield process
        assert process.client.violations() == []


def check(sandbox: SandboxProcess, folder: Path, channel: str, *more: str) -> tuple[int, str]:
    """Run the check; return its exit status and what it printed."""
    environment = {**sandbox.bot_environment, "LEITHIAN_DB": str(folder / "games.sqlite")}
    number = sandbox.client.channel(channel)
    command = [sys.executable, "bot.py", "check-discord", number, *more]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=900
    )
    return done.returncode, done.stdout + done.stderr[-3000:]


def answer_when_asked(sandbox: SandboxProcess) -> None:
    client: SandboxClient = sandbox.client
    client.until(lambda: sandbox.has_command(NAME), 120)
    answers = client.slash("Beren", "tavern", NAME)["messages"]
    time.sleep(1.5)  # as people do: after they were asked
    client.press("Beren", answers[-1], label="A button")


def test_everything_works_where_everything_is_allowed(sandbox: SandboxProcess, tmp_path: Path):
    with ThreadPoolExecutor(1) as pool:
        typed = pool.submit(answer_when_asked, sandbox)
        status, printed = check(sandbox, tmp_path, "tavern", "--wait", "600")
        typed.result()
    assert "FAILED" not in printed
    assert "MISSING" not in printed
    assert status == 0, printed
    assert "works   answer a slash command" in printed
    for way in ("a slash command", "a press with a new picture"):
        assert f"works   answer {way}" in printed
    assert printed.count("works ") == 13
    public = [m for m in sandbox.client.messages("Beren", "tavern") if not m["flags"] & PRIVATE]
    assert not any(m.get("components") for m in public)
    assert not sandbox.has_command(NAME)


def test_what_is_missing_is_named(sandbox: SandboxProcess, tmp_path: Path):
    tavern = sandbox.client.channel("tavern")
    sandbox.client.faults(deny=["attach_files", "create_public_threads"], channel=tavern)
    status, printed = check(sandbox, tmp_path, "tavern", "--wait", "0")
    assert status == 1
    assert "MISSING permission: Attach Files" in printed
    assert "MISSING permission: Create Public Threads" in printed
    assert "FAILED  post a card with a picture (403" in printed
    assert "works   ping the application's owner" in printed
    assert "not tried answer a slash command" in printed


@pytest.mark.soak(part="journeys")
def test_an_edit_with_a_new_picture_that_is_refused_is_told(
    sandbox: SandboxProcess, tmp_path: Path
):
    sandbox.client.faults(match="PATCH /channels/*/messages/*", status=400, times=1)
    status, printed = check(sandbox, tmp_path, "tavern", "--wait", "0")
    assert status == 1
    assert "FAILED  edit the card with a new picture (400" in printed
    assert "posted anew" in printed
    assert "works   take the buttons off the card and keep its picture" in printed
