"""A host's document, image and container: each command is tried, each file is there."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCKER = "needs Docker"
FIRST_MINUTES = "tests/journeys/test_first_minutes.py"
COMMANDS = {  # of the document: the test that runs one, or why none can
    "git clone … leithian && cd leithian": FIRST_MINUTES,
    "cp .env.example .env": FIRST_MINUTES,
    "docker compose up -d": DOCKER,
    "make run": FIRST_MINUTES,
    "docker build --build-arg BASE=python:3.11-slim@sha256:… -t leithian .": DOCKER,
    "python bot.py check-discord CHANNEL": "tests/journeys/test_live_check.py",
    "docker compose cp leithian:/data/backups ./backups": DOCKER,
    "python bot.py restore --check FILE": "tests/test_operations.py"
    "::test_a_backup_is_tried_beside_a_running_bot_and_changes_nothing",
    "python bot.py restore FILE": "tests/test_operations.py"
    "::test_restore_is_a_command_that_checks_and_waits_for_the_bot_to_stop",
    "docker compose stop": DOCKER,
    "docker compose run --rm leithian python bot.py restore /data/backups/FILE": DOCKER,
    "git pull && docker compose up -d --build": DOCKER,
}


def test_each_command_of_the_document_is_tested_or_cannot_be() -> None:
    lines = re.findall(r"^ {4,}(\S.*)$", (ROOT / "docs" / "hosting.md").read_text(), re.MULTILINE)
    assert {line.split("  ")[0] for line in lines} == COMMANDS.keys()
    for tested in COMMANDS.values():
        if tested.startswith("tests/"):
            path, _, name = tested.partition("::")
            tree = ast.parse((ROOT / path).read_text())
            assert not name or name in {getattr(each, "name", "") for each in tree.body}


def test_the_example_names_settings_that_exist() -> None:
    names = re.findall(r"^#? ?([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    read = (ROOT / "settings.py").read_text()
    assert "DISCORD_TOKEN" in names
    assert not [name for name in names if name not in read]


def copied() -> list[tuple[str, str]]:
    """Return (source, place in the image) of all that the image copies from the project."""
    lines = re.findall(r"^COPY (?!--from)(.+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    pairs = [(line.split()[:-1], line.split()[-1]) for line in lines]
    return [(source, place) for sources, place in pairs for source in sources]


def test_the_image_is_built_of_files_that_are_sent_and_runs_on_them_alone(tmp_path: Path) -> None:
    sent = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text(), re.MULTILINE)
    image = tmp_path / "app"
    image.mkdir()
    for source, place in copied():
        assert any(fnmatch(source, each) for each in sent), source
        if place == "/app/":
            shutil.copy(ROOT / source, image)
        elif place.startswith("/app/"):
            (image / source).symlink_to(ROOT / source)
    assert (image / "LICENSE").exists()
    ended = subprocess.run(
        [sys.executable, "-P", "bot.py", "--help"],
        cwd=image,
        env={"PYTHONPATH": str(image)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr


def test_the_container_has_no_right_and_no_room_that_it_does_not_need() -> None:
    lines = {line.strip() for line in (ROOT / "compose.yaml").read_text().splitlines()}
    assert lines >= {
        "read_only: true",
        "cap_drop: [ALL]",
        'security_opt: ["no-new-privileges:true"]',
        "mem_limit: 1g",
        "pids_limit: 256",
        'options: {max-size: 10m, max-file: "3"}',
    }
