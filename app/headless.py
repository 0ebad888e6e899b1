"""A game without Discord: `python bot.py play`. One line of text an action in, events out, the
digest of the final state at the end. The same ruleset, seed and script print the same lines.

Some words show something instead of acting, unless the ruleset has an action of that name: `look`,
`map`, `sheet`, `sheet PAGE`, `offers`, `help`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import render
from engine.common import game_log
from engine.common.game_log import ActionLine, SeededGame
from engine.contract import running_game
from engine.contract.action import ActionError, InvalidAction
from engine.contract.dice import GameSecret, seed_from
from engine.contract.ruleset import AnyRuleset
from engine.contract.running_game import RunningGame
from engine.contract.view import View
from render import square_name


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
    seeded = start(ruleset, seed, seats, options or {})
    game = seeded.running
    verbs = {verb.name for verb in ruleset.verbs}
    for line in script:
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        parsed = _parse_line(text, game.turn().waiting)
        word, _, rest = parsed.text.partition(" ")
        if word in _SHOWN and word not in verbs:
            yield from _SHOWN[word](game, parsed.seat, rest.strip())
        else:
            yield from _act(seeded, parsed)
    yield from _autoplay(seeded, turns)
    if ended := game.outcome():
        yield f"* {ended.title}"
    yield f"digest {game_log.digest(game)}"


def start(
    ruleset: AnyRuleset, seed: str, seats: int | None, options: Mapping[str, str]
) -> SeededGame:
    """Return a new game with these options. Raises InvalidAction for what it cannot have."""
    ruleset.setting_values(options)
    roles = ruleset.roles(options)
    count = roles.least_players if seats is None else seats
    if not roles.least_players <= count <= roles.most_players:
        raise InvalidAction(
            f"{ruleset.title} is for {roles.least_players} to {roles.most_players} players."
            if roles.least_players < roles.most_players
            else f"The number of players in {ruleset.title} is {roles.least_players}."
        )
    names = [f"Hero {n + 1}" for n in range(count)]
    secret, gm = GameSecret(seed_from(seed)), roles.gm == "required"
    return SeededGame(
        running_game.start(ruleset, options, names, secret.start_dice(), gm=gm), secret
    )


def _parse_line(text: str, waiting: tuple[int, ...]) -> ActionLine:
    head, colon, rest = text.partition(":")
    if colon and head.strip().removeprefix("-").isdigit():
        return ActionLine(int(head), rest.strip())
    return ActionLine(waiting[0] if waiting else 0, text)


def _look(game: RunningGame, seat: int, _: str) -> Iterator[str]:
    """Show the last lines, the state of the characters, the question asked and who is in sight."""
    view = game.view(seat)
    yield f"= {view.title}"
    yield from (f"  {line}" for line in view.lines)
    yield from _bars(view)
    yield from (f"  {name}: {value}" for name, value in view.facts)
    if view.map is not None:
        for entity in view.map.entities:
            described = f" ({entity.description})" if entity.description else ""
            yield f"  {entity.name} at {square_name(entity.y, entity.x)}{described}"
        for lying in view.map.items:
            yield f"  {lying.name} at {square_name(lying.y, lying.x)}"
    yield from _question(game, seat)


def _map(game: RunningGame, seat: int, _: str) -> Iterator[str]:
    """Show the map in letters."""
    yield from render.text(game.view(seat)).splitlines()


def _sheet(game: RunningGame, seat: int, page: str) -> Iterator[str]:
    """Show a page of the sheet by the beginning of its name, or all of them."""
    for shown in game.pages(seat):
        if shown.name.lower().startswith(page.lower()):
            yield f"= {shown.title}"
            yield from (f"  {line}" for line in str(shown.text).splitlines())


def _offers(game: RunningGame, seat: int, _: str) -> Iterator[str]:
    """Show what the seat may do, best first."""
    for offer in game.legal(seat):
        hint = f" ({offer.hint})" if offer.hint else ""
        yield f"  {offer.action}: {offer.label}{hint}"


def _help(game: RunningGame, seat: int, _: str) -> Iterator[str]:
    """Explain the words that show something."""
    yield f"= An action a line, such as: {next((str(o.action) for o in game.legal(seat)), 'none')}"
    for word, shown in _SHOWN.items():
        yield f"  {word}: {(shown.__doc__ or '').split('.')[0]}"


def _bars(view: View) -> Iterator[str]:
    for character in view.characters:
        bars = [f"{bar.name} {bar.value} of {bar.maximum}" for bar in character.bars]
        words = [str(condition.word) for condition in character.conditions]
        if bars or words:
            yield f"  {character.name}: {', '.join([*bars, *words])}"


def _question(game: RunningGame, seat: int) -> Iterator[str]:
    """Show what is asked of a seat, and the answers."""
    if question := game.view(seat).question:
        yield from (f"  ? {line}" for line in str(question).splitlines())
        yield from (f"    {offer.action}: {offer.label}" for offer in game.legal(seat))


Show = Callable[[RunningGame, int, str], Iterator[str]]
_SHOWN: dict[str, Show] = {
    "look": _look, "map": _map, "sheet": _sheet, "offers": _offers, "help": _help,
}  # fmt: skip


def _act(seeded: SeededGame, line: ActionLine) -> Iterator[str]:
    game = seeded.running
    yield f"> {line.seat}: {line.text}"
    before = list(_bars(game.view(line.seat)))
    try:
        events = seeded.play(line)
    except ActionError as error:
        yield f"! {error}"
        return
    for event in events:
        to = "" if event.audience is None else f" (to {', '.join(map(str, event.audience))})"
        yield f"  {event.text}{to}"
    yield from (text for text in _bars(game.view(line.seat)) if text not in before)
    yield from _question(game, line.seat)


def _autoplay(seeded: SeededGame, turns: int) -> Iterator[str]:
    game = seeded.running
    for _ in range(turns):
        waiting = game.turn().waiting
        advice = game.autoplay(waiting[0], irreversible=True) if waiting else None
        if advice is None:
            return
        yield from _act(seeded, ActionLine(waiting[0], str(advice.action)))
