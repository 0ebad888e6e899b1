"""Settings are checked at the start; every fault is one sentence, and secrets stay secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from settings import Secret, SettingsError, load
from table.store.database import backend_of


def at(tmp_path: Path, **environ: str):
    environ.setdefault("LEITHIAN_DB", str(tmp_path / "games.sqlite"))
    return load(environ, tmp_path / ".env")


def test_without_anything_the_sandbox_is_meant(tmp_path: Path):
    settings = at(tmp_path)
    assert settings.token is None
    assert settings.port == 8100
    assert settings.log_level == "INFO"


def test_the_environment_wins_over_the_file(tmp_path: Path):
    (tmp_path / ".env").write_text("# ours\nPORT=9000\nexport LOG_LEVEL='debug'\nDISCORD_TOKEN=\n")
    assert at(tmp_path).port == 9000
    assert at(tmp_path).log_level == "DEBUG"
    assert at(tmp_path).token is None
    assert at(tmp_path, PORT="9001").port == 9001


def test_a_token_is_never_shown(tmp_path: Path):
    settings = at(tmp_path, DISCORD_TOKEN="very.secret.token")
    assert settings.token is not None
    assert settings.token.reveal() == "very.secret.token"
    assert "secret.token" not in f"{settings!r} {settings} {settings.token!r} {settings.token}"


def test_the_password_of_a_database_is_never_shown(tmp_path: Path):
    address = "postgresql://leithian:very.secret@db.example/games"
    settings = at(tmp_path, LEITHIAN_DB=address, LEITHIAN_FOLDER=str(tmp_path / "new"))
    assert settings.folder == tmp_path / "new"
    assert isinstance(settings.database, Secret)
    shown = f"{settings!r} {backend_of(settings.database.reveal())}"
    assert "very.secret" not in shown
    assert "db.example/games" in shown


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "eighty"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("LOG_LEVEL", "loud"),
        ("LEITHIAN_SIL_DATA", "/nowhere/at/all"),
        ("LEITHIAN_TILES", "/nowhere/at/all"),
        ("LEITHIAN_DB", "/"),
        ("DISCORD_API_BASE", "discord.com"),
        ("DISCORD_GATEWAY", "http://discord.com"),
    ],
)
def test_a_fault_is_one_sentence_that_names_the_setting(tmp_path: Path, name: str, value: str):
    with pytest.raises(SettingsError) as caught:
        at(tmp_path, **{name: value})
    told = str(caught.value)
    assert told.startswith(name)
    assert told.endswith(".")
    assert "\n" not in told


def test_an_address_alone_is_not_enough(tmp_path: Path):
    with pytest.raises(SettingsError, match="go together"):
        at(tmp_path, DISCORD_API_BASE="http://127.0.0.1:1/api/v10")


def test_a_line_of_the_file_that_is_no_setting_is_named(tmp_path: Path):
    (tmp_path / ".env").write_text("PORT=1\nhello\n")
    with pytest.raises(SettingsError, match=r"\.env, line 2"):
        at(tmp_path)
