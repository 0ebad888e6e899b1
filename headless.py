"""A game without Discord: `python bot.py play`. One line of text an action in, events out, the
digest of the final state at the end. The same ruleset, seed and script print the same lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.common import game_log
from engine.common.dice import seed_from
from engine.common.game_log import ActionLine
from engine.contract import running_game
from engine.contract.action import ActionError, InvalidAction
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame


def play(
    ruleset: AnyRuleset,
    seed: str,
    script: Iterable[str],
    turns: int,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """Play the script's lines, then up to `turns` autoplayed actions, and yield the output.

    In a script, `#` starts a comment line and `1: step ne` names the seat (-1 is the Game Master,
    who takes part where the ruleset needs one); otherwise the first seat that the game waits for
    acts. A refused line is reported and skipped: it changes nothing. Raises ActionError when the
    game cannot be started.
    """
    game = _start(ruleset, seed, seats, options or {})
    for line in script:
        text = line.strip()
        if text and not text.startswith("#"):
            yield from _act(game, _parse_line(text, game.turn().waiting))
    yield from _autoplay(game, turns)
    if ended := game.outcome():
        yield f"* {ended.title}"
    yield f"digest {game_log.digest(game)}"


def _start(
    ruleset: AnyRuleset, seed: str, seats: int | None, options: Mapping[str, str]
) -> RunningGame:
    """Return a new game with these options. Raises InvalidAction for what it cannot have."""
    known = {setting.name: setting for setting in ruleset.settings}
    for name, value in options.items():
        if name not in known or value not in known[name].values:
            raise InvalidAction(f"{ruleset.title} has no option {name}={value}.")
    roles = ruleset.roles(options)
    count = roles.least_players if seats is None else seats
    if not roles.least_players <= count <= roles.most_players:
        raise InvalidAction(
            f"{ruleset.title} is for {roles.least_players} to {roles.most_players} players."
            if roles.least_players < roles.most_players
            else f"The number of players in {ruleset.title} is {roles.least_players}."
        )
    names = [f"Hero {n + 1}" for n in range(count)]
    return running_game.start(ruleset, options, names, seed_from(seed), gm=roles.gm == "required")


def _parse_line(text: str, waiting: tuple[int, ...]) -> ActionLine:
    head, colon, rest = text.partition(":")
    if colon and head.strip().removeprefix("-").isdigit():
        return ActionLine(int(head), rest.strip())
    return ActionLine(waiting[0] if waiting else 0, text)


def _act(game: RunningGame, line: ActionLine) -> Iterator[str]:
    yield f"> {line.seat}: {line.text}"
    try:
        events = game_log.play(game, line)
    except ActionError as error:
        yield f"! {error}"
        return
    for event in events:
        to = "" if event.audience is None else f" (to {', '.join(map(str, event.audience))})"
        yield f"  {event.text}{to}"


def _autoplay(game: RunningGame, turns: int) -> Iterator[str]:
    for _ in range(turns):
        waiting = game.turn().waiting
        action = game.autoplay(waiting[0], irreversible=True) if waiting else None
        if action is None:
            return
        yield from _act(game, ActionLine(waiting[0], str(action)))
