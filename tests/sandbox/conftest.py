"""A sandbox and a tiny discord.py bot beside it, each a process, shared by a module's tests."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.sandbox_process import ROOT, SandboxClient, SandboxProcess, running_sandbox, stop


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxProcess]:
    with running_sandbox("--response-seconds", "10") as process:
        yield process


@pytest.fixture(scope="module")
def client(sandbox: SandboxProcess) -> Iterator[SandboxClient]:
    """The JSON interface of a sandbox in which the tiny bot is ready."""
    command = [sys.executable, "-m", "tests.sandbox.tiny_bot"]
    bot = subprocess.Popen(command, cwd=ROOT, env=sandbox.bot_environment)
    try:
        sandbox.client.until(lambda: sandbox.has_command("game"))
        sandbox.client.until(
            lambda: sandbox.client.slash("Beren", "tavern", "game new", ruleset="x")["answered"]
        )
        yield sandbox.client
    finally:
        stop(bot)
