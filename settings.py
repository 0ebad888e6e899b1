"""Every setting of the bot, in one typed place: the environment, then `.env`, then a default."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from dotenv import dotenv_values
from dotenv.parser import parse_stream

from table.history.file_secrets import FileSecrets, OldSecret

__version__ = "0.9.0"

T = TypeVar("T")

POSTGRESQL = ("postgresql://", "postgres://")
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class SettingsError(ValueError):
    """An invalid setting, in one sentence. It never holds a secret's value."""


class Secret:
    """A text that no repr, log line or traceback shows."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """Return the text."""
        return self._text

    def __repr__(self) -> str:
        return "Secret(…)"


class Settings(msgspec.Struct, frozen=True):
    """The settings of the bot."""

    token: Secret | None  # None: start the sandbox and join that
    api_base: str | None  # REST root of another server that speaks Discord's protocol
    gateway: str | None  # and its gateway
    database: Path | Secret  # a file of SQLite, or the address of a PostgreSQL database
    folder: Path  # of backups and of the sign of life: beside the file, or LEITHIAN_FOLDER
    secret: Secret | None  # encrypts the dice of exported games that are still running
    old_secrets: tuple[tuple[Secret, date], ...]  # former ones, and until when they open files
    sil_data: Path | None  # None: our own data/sil
    tiles: Path | None  # None: our own tiles
    project: str  # where the program's files can be read; "": no links to them
    backup_days: int  # that scheduled backups are kept; 0: none are made
    monitoring_host: str  # the address where health and metrics are served
    monitoring_port: int  # over HTTP; 0: none
    log_format: str
    workers: str  # where pictures are drawn and games replayed: here, or elsewhere if they can be
    port: int  # where the sandbox is served when there is no token
    log_level: str

    def database_address(self) -> Path | str:
        """Return where the database is."""
        return self.database.reveal() if isinstance(self.database, Secret) else self.database

    def file_secrets(self) -> FileSecrets:
        """Return what exported games are sealed with."""
        current = self.secret.reveal() if self.secret else None
        old = (OldSecret(each.reveal(), until) for each, until in self.old_secrets)
        return FileSecrets(current, tuple(old))


def _secret(text: str) -> Secret | None:
    return Secret(text) if text else None


def _old_secrets(text: str) -> tuple[tuple[Secret, date], ...]:
    found = []
    for each in filter(None, map(str.strip, text.split(","))):
        day, _, secret = each.partition(":")
        try:
            found.append((Secret(secret), date.fromisoformat(day)))
        except ValueError:
            raise ValueError(
                "must be DATE:SECRET, as 2027-01-31:xyz, with commas between"
            ) from None
        if not secret:
            raise ValueError("must have a secret behind each date")
    return tuple(found)


def _address(*schemes: str) -> Callable[[str], str | None]:
    def read(text: str) -> str | None:
        if not text:
            return None
        parts = urlsplit(text)
        if parts.scheme not in schemes or not parts.hostname:
            wanted = " or ".join(f"{scheme}://…" for scheme in schemes)
            raise ValueError(f"must be an address such as {wanted}, not {text!r}")
        return text.rstrip("/")

    return read


def _folder(text: str) -> Path | None:
    if not text:
        return None
    path = Path(text).expanduser()
    if not path.is_dir():
        raise ValueError(f"must be an existing folder, and {text!r} is not one")
    return path


def _database(text: str) -> Path | Secret:
    if text.startswith(POSTGRESQL):
        return Secret(text)  # it has a password
    path = Path(text).expanduser()
    if path.is_dir():
        raise ValueError(f"must be a file, and {text!r} is a folder")
    _writable_folder(str(path.parent))
    return path


def _writable_folder(text: str) -> Path:
    path = Path(text).expanduser()
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ValueError(f"cannot be created in {text!r}: {error.strerror}") from None
    if not os.access(path, os.W_OK):
        raise ValueError(f"is in {text!r}, which cannot be written to")
    return path


def _ip_address(text: str) -> str:
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise ValueError(f"must be an IP address such as 0.0.0.0, not {text!r}") from None


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 0 < int(text) < 65536:
        raise ValueError(f"must be a number from 1 to 65535, not {text!r}")
    return int(text)


def _number(most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) > most:
            raise ValueError(f"must be a number from 0 to {most}, not {text!r}")
        return int(text)

    return read


def _one_of(*values: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text not in values:
            raise ValueError(f"must be one of {', '.join(values)}, not {text!r}")
        return text

    return read


def _level(text: str) -> str:
    if text.upper() not in LEVELS:
        raise ValueError(f"must be one of {', '.join(LEVELS)}, not {text!r}")
    return text.upper()


def read_env_file(path: Path) -> dict[str, str]:
    """Return the values of a `.env` file; none when there is no such file. Raises SettingsError."""
    if not path.is_file():
        return {}
    with path.open(encoding="utf-8") as file:
        for binding in parse_stream(file):
            if binding.error or (binding.key is not None and binding.value is None):
                line = binding.original.line
                raise SettingsError(f"{path.name}, line {line}: expected NAME=value.")
    values = dotenv_values(path, interpolate=False, encoding="utf-8")
    return {name: value for name, value in values.items() if value is not None}


SECRETS = ("DISCORD_TOKEN", "LEITHIAN_SECRET", "LEITHIAN_OLD_SECRETS")


def load(environ: Mapping[str, str] = os.environ, env_file: Path = Path(".env")) -> Settings:
    """Read and check all settings. Raises SettingsError with the first fault."""
    values = {**read_env_file(env_file), **environ}

    def read(name: str, check: Callable[[str], T], default: str = "") -> T:
        try:
            return check(values.get(name, "").strip() or default)
        except ValueError as error:
            raise SettingsError(f"{name} {error}.") from None

    database = read("LEITHIAN_DB", _database, "var/leithian.sqlite")
    settings = Settings(
        token=read("DISCORD_TOKEN", _secret),
        api_base=read("DISCORD_API_BASE", _address("http", "https")),
        gateway=read("DISCORD_GATEWAY", _address("ws", "wss")),
        database=database,
        folder=(
            database.parent
            if isinstance(database, Path)
            else read("LEITHIAN_FOLDER", _writable_folder, "var")
        ),
        secret=read("LEITHIAN_SECRET", _secret),
        old_secrets=read("LEITHIAN_OLD_SECRETS", _old_secrets),
        sil_data=read("LEITHIAN_SIL_DATA", _folder),
        tiles=read("LEITHIAN_TILES", _folder),
        project=read("LEITHIAN_PROJECT", _address("http", "https")) or "",
        backup_days=read("LEITHIAN_BACKUP_DAYS", _number(3650), "14"),
        monitoring_host=read("LEITHIAN_MONITORING_HOST", _ip_address, "127.0.0.1"),
        monitoring_port=read("LEITHIAN_MONITORING_PORT", _number(65535), "0"),
        log_format=read("LEITHIAN_LOG_FORMAT", _one_of("text", "json"), "text"),
        workers=read("LEITHIAN_WORKERS", _one_of("here", "elsewhere"), "here"),
        port=read("PORT", _port, "8100"),
        log_level=read("LOG_LEVEL", _level, "INFO"),
    )
    if settings.workers == "elsewhere" and isinstance(database, Path):
        raise SettingsError(
            "LEITHIAN_WORKERS=elsewhere needs a PostgreSQL database in LEITHIAN_DB."
        )
    if (settings.api_base is None) != (settings.gateway is None):
        raise SettingsError("DISCORD_API_BASE and DISCORD_GATEWAY go together: set both or none.")
    return settings
