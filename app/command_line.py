"""The command line.

python bot.py                     join Discord; without DISCORD_TOKEN serve the sandbox, join that
python bot.py run                 join Discord
python bot.py play                serve the sandbox's page, a small Discord of its own; join that
python bot.py play RULESET …      a game without Discord, one line an action
python bot.py demo                the page, and a minute of each game that plays itself there
python bot.py arena [RULESET] …   fights by the hundred, counted
python bot.py balance RULESET …   autoplayed games: who wins, who dies where, what is never used
python bot.py check-data [RULESET] DIR   check a folder of data (else Sil-Q's edit files)
python bot.py new-ruleset NAME    write a folder with a small game, to be changed into another
python bot.py test-ruleset MODULE play the laws of the contract with a ruleset
python bot.py check-discord ID    try all that the bot does, in a test channel of your server
python bot.py restore FILE        check a backup and put it in the place of the database
                                  (--check: only check it)
python bot.py verify FILE         what a game's file proves, and what it only claims
python bot.py move-database FROM TO   copy all games into an empty database: a file or an address
                                  postgresql://…; once more: go on where it was interrupted
python bot.py worker              draw and replay for the bots that use the same PostgreSQL database
python bot.py health              is the running bot connected? (for a container's healthcheck)
"""

from __future__ import annotations

import gc

gc.disable()  # imports make what stays: collecting garbage meanwhile takes a quarter of the start

import argparse
import asyncio
import functools
import importlib
import importlib.util
import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import discord
import msgspec

from app import demo, headless, health
from app.film import FilmRecorder, can_record
from app.monitoring import JsonFormatter
from app.serving import BAD_TOKEN, Rulesets, serve, sprite_sheets, use_server
from cogs.live_check import LiveCheck
from cogs.ui.command_mapper import CommandLimitError
from engine import rulesets as known_rulesets
from engine.contract.action import ActionError, InvalidAction
from engine.contract.data import InvalidData
from engine.contract.ruleset import AnyRuleset
from engine.rulesets import Kinds
from kit.new_ruleset import write_ruleset
from render import SourceError
from settings import SECRETS, Secret, Settings, SettingsError, __version__, load
from table.errors import Refusal
from table.history.verification import verify
from table.store.database import backend_of
from table.store.faults import StoreError
from table.store.move import move_database
from table.store.restore import restore

gc.enable()
gc.freeze()  # nor look at all that again in every collection

AS_WRITTEN = argparse.RawDescriptionHelpFormatter
NO_TOKEN = "Set DISCORD_TOKEN to the token of your bot."

Commands = Any  # what argparse calls the place of subcommands has no public name
Build = Callable[[], Rulesets]  # reads the data of all rulesets; raises InvalidData
Command = Callable[[Settings, Build, argparse.Namespace], int]  # returns the exit status


def main(arguments: Sequence[str] | None = None, more: Iterable[AnyRuleset] = ()) -> int:
    """Run the command line; return the exit status. `more`: rulesets beside the known ones."""
    try:
        settings = load()
        for secret in SECRETS:  # not for the processes that we start
            os.environ.pop(secret, None)
        if isinstance(settings.database, Secret):
            os.environ.pop("LEITHIAN_DB", None)
        _set_up_logging(settings)
        kinds = known_rulesets.KINDS | known_rulesets.installed()
        others = {ruleset.name: ruleset for ruleset in more}
        given = command_parser(kinds, [*kinds, *others]).parse_args(arguments)
        return int(given.run(settings, functools.partial(_build, settings, kinds, others), given))
    except (SettingsError, SourceError, CommandLimitError, InvalidData, StoreError) as error:
        print(error, file=sys.stderr)
        return 2


def _build(settings: Settings, kinds: Kinds, others: Rulesets) -> Rulesets:
    return {**known_rulesets.build(settings.sil_data, kinds), **others}


def command_parser(kinds: Kinds, names: Iterable[str]) -> argparse.ArgumentParser:
    """Return the parser of the command line; `names`: of the rulesets that can be played."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=AS_WRITTEN)
    parser.add_argument("--version", action="version", version=f"Leithian {__version__}")
    parser.set_defaults(run=_serve)
    commands = parser.add_subparsers()
    commands.add_parser("run", help="join Discord").set_defaults(run=_join)
    play = commands.add_parser("play", help="the sandbox's page, or a game without Discord")
    play.add_argument("ruleset", choices=sorted(names), nargs="?", help="without it: the page")
    play.add_argument("--seed", default="1", help="a number or a word")
    play.add_argument("--script", default=os.devnull, help="a file of actions, - for stdin")
    play.add_argument("--autoplay", type=int, default=0, metavar="TURNS")
    play.add_argument("--seats", type=int, default=None)
    play.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="as in /game new"
    )
    play.set_defaults(run=_play)
    shown = commands.add_parser("demo", help="a minute of each game, played in the page")
    shown.add_argument("--pause", type=float, default=3.0, help="seconds between two acts")
    shown.add_argument("--film", type=Path, help="record it, into this folder")
    shown.set_defaults(run=_demo)
    arena = commands.add_parser("arena", help="fights by the hundred, counted")
    arena.add_argument(
        "sides", nargs="+", help='a ruleset (else sil), then who fights: "orc soldier x3"'
    )
    arena.add_argument("--hero", default="mid", help="weak, mid or strong")
    arena.add_argument("--fights", type=int, default=100)
    arena.add_argument("--seed", type=int, default=1)
    arena.set_defaults(run=_arena)
    balance = commands.add_parser("balance", help="autoplayed games: who wins, dies, uses what")
    balance.add_argument("ruleset", choices=sorted(known_rulesets.BALANCES))
    balance.add_argument("--games", type=int, default=60)
    balance.add_argument("--processes", type=int, default=2)
    balance.add_argument("--seed", type=int, default=1)
    balance.add_argument("--json", action="store_true", help="the figures as one line of JSON")
    balance.add_argument(
        "--compare", action="store_true", help="how far heroes come who ignore a part of the game"
    )
    balance.set_defaults(run=_balance)
    _add_ruleset_commands(commands, kinds)
    live = commands.add_parser("check-discord", help="try everything in a test channel")
    live.add_argument("channel", type=int, help="the channel's id")
    live.add_argument("--wait", type=float, default=60.0, help="seconds for the slash command")
    live.set_defaults(run=_check_discord)
    back = commands.add_parser("restore", help="put a backup in the place of the database")
    back.add_argument("file", type=Path)
    back.add_argument(
        "--check", action="store_true", help="only check it; the bot may run meanwhile"
    )
    back.set_defaults(run=_restore)
    move = commands.add_parser("move-database", help="copy all games into another database")
    move.add_argument("source", metavar="FROM", help="a file, or postgresql://…")
    move.add_argument("target", metavar="TO", help="a file, or postgresql://…")
    move.set_defaults(run=_move_database)
    proof = commands.add_parser("verify", help="check a game's file: its log, dice and words")
    proof.add_argument("file", type=Path)
    proof.set_defaults(run=_verify)
    commands.add_parser("worker", help="draw and replay for bots").set_defaults(run=_work)
    commands.add_parser("health", help="exit status 0: connected").set_defaults(run=_health)
    return parser


def _add_ruleset_commands(commands: Commands, kinds: Kinds) -> None:
    """Add what is for people who write rulesets or change their data."""
    check = commands.add_parser("check-data", help="check a folder of a ruleset's data")
    check.add_argument("ruleset", nargs="?", choices=sorted(kinds), default="sil")
    check.add_argument("folder", type=Path)
    check.set_defaults(run=_check_data, kinds=kinds)
    new = commands.add_parser("new-ruleset", help="write a folder with a small game, to change")
    new.add_argument("name", help="small letters and digits")
    new.set_defaults(run=_new_ruleset)
    laws = commands.add_parser("test-ruleset", help="play the laws of the contract with a ruleset")
    laws.add_argument("module", help="nim, or nim.rules:Nim")
    laws.add_argument("--thorough", action="store_true", help="long games, other ones each time")
    laws.set_defaults(run=_test_ruleset)


def _set_up_logging(settings: Settings) -> None:
    handler = logging.StreamHandler()
    if settings.log_format == "json":
        handler.setFormatter(JsonFormatter())
    else:
        handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=settings.log_level, handlers=[handler])
    # At DEBUG discord.py and aiosqlite print requests and rows, which hold secrets.
    for name in ("discord", "aiosqlite", "sqlalchemy", "asyncio"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))


def _script_lines(name: str) -> Iterable[str]:
    """Return the lines of a file; of standard input (-) each as it comes, to play by hand."""
    return sys.stdin if name == "-" else Path(name).read_text("utf-8").splitlines()


def _explains_failure(command: Command) -> Command:
    """Let a command that could not do what it was told to say why, and end with status 1."""

    @functools.wraps(command)
    def run(settings: Settings, build: Build, given: argparse.Namespace) -> int:
        try:
            return command(settings, build, given)
        except (ActionError, OSError, Refusal, StoreError) as error:
            print(error, file=sys.stderr)
            return 1

    return run


def _play(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    if given.ruleset is None:
        return serve(msgspec.structs.replace(settings, token=None), build())
    return _play_headless(settings, build, given)


@_explains_failure
def _play_headless(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    ruleset, script = build()[given.ruleset], _script_lines(given.script)
    options = dict(each.partition("=")[::2] for each in given.option)
    for line in headless.play(
        ruleset, given.seed, script, given.autoplay, seats=given.seats, options=options
    ):
        print(line, flush=True)
    return 0


def _demo(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    if given.film is not None:
        return _record(settings, build, given.film)

    async def pause(_scene: demo.DemoScene, _channel: str) -> None:
        await asyncio.sleep(given.pause)

    visit = functools.partial(demo.play_in_page, watch=pause)
    return serve(msgspec.structs.replace(settings, token=None), build(), visit)


def _record(settings: Settings, build: Build, folder: Path) -> int:
    """Record the demonstration, with a database and a page of its own."""
    if not can_record():
        print("To record takes chromium, and playwright of requirements-dev.txt.", file=sys.stderr)
        return 1
    recorder = FilmRecorder(folder)
    with tempfile.TemporaryDirectory() as own:
        alone = msgspec.structs.replace(
            settings, token=None, database=Path(own) / "film.sqlite", folder=Path(own), port=0
        )
        serve(alone, build(), recorder.record)
    return 0 if recorder.is_written else 1


@_explains_failure
def _arena(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    name, sides = "sil", given.sides
    if sides[0] in known_rulesets.ARENAS:
        name, *sides = sides
    for line in known_rulesets.ARENAS[name](sides, given.hero, given.fights, given.seed):
        print(line)
    return 0


@_explains_failure
def _balance(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    reports = known_rulesets.COMPARISONS if given.compare else known_rulesets.BALANCES
    if given.ruleset not in reports:
        raise InvalidAction(f"{given.ruleset} has no players that ignore a part of it.")
    found = reports[given.ruleset](given.games, given.processes, given.seed, as_json=given.json)
    print(*found, sep="\n")
    return 0


def _check_data(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    report = given.kinds[given.ruleset].check_data(given.folder)
    print(*report.lines, sep="\n")
    return 1 if report.errors else 0


@_explains_failure
def _new_ruleset(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    folder = write_ruleset(given.name, Path())
    print(f"{folder}/ has a game and its tests; {folder}/README.md says how to play it.")
    return 0


def _test_ruleset(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    if importlib.util.find_spec("pytest") is None or importlib.util.find_spec("hypothesis") is None:
        print("The tests need more: pip install 'leithian[kit]'.", file=sys.stderr)
        return 2
    try:
        plugin = importlib.import_module("kit.plugin")  # it needs pytest
        return int(plugin.run_laws(given.module, thorough=given.thorough))
    except ActionError as error:
        print(error, file=sys.stderr)
        return 2


def _check_discord(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    if settings.token is None:
        print(NO_TOKEN, file=sys.stderr)
        return 2
    use_server(settings.api_base, settings.gateway)
    check = LiveCheck(given.channel, given.wait, functools.partial(print, flush=True))
    try:
        failures = asyncio.run(check.run_check(settings.token.reveal()))
    except discord.LoginFailure:
        print(BAD_TOKEN, file=sys.stderr)
        return 1
    print("Everything works." if not failures else f"{failures} things do not work.")
    return 1 if failures else 0


@_explains_failure
def _restore(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    """Put a backup in the place of the database, unless a bot uses it; or only check it."""
    backend = backend_of(settings.database_address())
    if given.check:
        games = backend.check_backup(given.file)
        print(f"{given.file} can be restored: {games} games.")
        return 0
    with backend.lock():
        kept = restore(given.file, backend, time.time())
    print(f"Restored {given.file}." + (f" The database until now is {kept}." if kept else ""))
    return 0


@_explains_failure
def _move_database(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    """Copy all games into another database, and say what arrived."""
    source, target = backend_of(given.source), backend_of(given.target)
    games = move_database(source, target, functools.partial(print, flush=True))
    print(f"{games} games are in {target} now; set LEITHIAN_DB to it.")
    return 0


@_explains_failure
def _verify(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    """Say what a game's file proves, and what it only claims."""
    keys = settings.file_secrets().keys(time.time())
    found = verify(given.file.read_bytes(), keys, build())
    print("Proved:", *found.proved, sep="\n- ")
    print("Only claimed:", *found.claimed, sep="\n- ")
    return 0 if found.ok else 1


def _work(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    backend = backend_of(settings.database_address())
    worker = importlib.import_module("app.worker")  # it needs psycopg
    return int(worker.work(backend, sprite_sheets(settings, build())))


def _health(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    return health.main()


def _join(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    if settings.token is None:
        print(NO_TOKEN, file=sys.stderr)
        return 2
    return serve(settings, build())


def _serve(settings: Settings, build: Build, given: argparse.Namespace) -> int:
    return serve(settings, build())
