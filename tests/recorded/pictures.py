"""Pictures that are recorded: of turns, levels, ends and halls, and turns in letters. They show
situations of each ruleset to anybody, in any theme, after some actions."""

from __future__ import annotations

import random
from pathlib import Path

import render
from cogs.ui.languages import say_all
from engine.contract.action import GM
from engine.contract.running_game import RunningGame
from engine.contract.view import Outcome, View
from render import HallName, Picture, Proposal, Window
from render.tile_library import namespace_of, own_tiles
from tests.recorded.digests import RecordedPlay, Steps, digest_of
from tests.recorded.games import act, seats
from tests.recorded.situations import CHANGES, SENSE, situation
from tests.render.test_pictures import colours
from tests.rulesets import RULESETS

FILE = Path(__file__).with_name("pictures.txt")
KINDS = tuple(CHANGES)
ENDINGS = ("won", "lost", "left")
NAMES = ("Ann", "Finrod Felagund of the House of Finarfin", "Éowyn", "B")
DEEPEST = 26


def play(record: RecordedPlay) -> Steps:
    """Draw after each of so many actions."""
    dice = random.Random(f"pictures {record.name}")
    game, window, steps = situation(record.kind, record.seed, dice), None, []
    for _ in range(record.steps):
        line, _ = act(game, dice, SENSE) if game.turn().waiting else ("nothing", b"")
        view = say_all(game.view(dice.choice((None, *seats(game), GM))))
        theme = dice.choice([*render.THEMES])
        turn = render.picture(
            view,
            window=window if dice.random() < 0.7 else None,
            theme=theme,
            proposals=_proposals(view, dice),
            log_line=dice.choice((None, "A line of its own")),
            letters=dice.random() < 0.3,
        )
        window = turn.window
        more = _more(game, view, window, theme, dice)
        steps.append((line, digest_of(_bytes(turn), more)))
    return steps


def _proposals(view: View, dice: random.Random) -> list[Proposal]:
    """Return some proposals of a vote, or none: of steps, shots and things that point nowhere."""
    board = view.map
    if board is None or board.focus is None or dice.random() < 0.6:
        return []
    y, x = board.focus
    places = [(each.y, each.x) for each in board.entities] or [(y, x)]
    found = []
    for letter in "ABCDE"[: dice.randint(1, 5)]:
        way = dice.choice(((), ((y, x), (y, x + 1)), ((y, x), (y + 1, x), (y + 2, x + 1))))
        at = dice.choice((None, *places))
        voters = tuple(dice.sample(range(4), dice.randint(0, 3)))
        shot, label = at is not None and dice.random() < 0.5, dice.choice(("", "Go", "Shoot him"))
        found.append(Proposal(letter, way, at, voters, shot, label, dice.randint(0, 3)))
    return found


def _more(
    game: RunningGame, view: View, window: Window | None, theme: str, dice: random.Random
) -> bytes:
    """Return something else that is drawn or written of a game."""
    match dice.choice(("overview", "overview", "letters", "end", "hall")):
        case "overview":
            return _bytes(render.overview(view, window=window, theme=theme)) if view.map else b""
        case "letters":
            return render.text(view, dice.choice((40, 60)), window=window).encode()
        case "end":
            outcome = _outcome(view, dice)
            told = render.morgue("A game", view, say_all(game.pages(0)), outcome)
            return _bytes(render.ending(view, outcome, theme=theme)) + told.encode()
        case _:
            levels = (dice.randint(0, DEEPEST) for _ in range(dice.choice((0, 3, 12, 60))))
            fallen = [HallName(dice.choice(NAMES), level) for level in levels]
            ruleset = dice.choice([*RULESETS])
            return _bytes(render.hall("Those who fell", fallen, ruleset, theme=theme))


def _outcome(view: View, dice: random.Random) -> Outcome:
    """Return an end with any scene of the ruleset's, or none."""
    namespace = namespace_of(view)
    scenes = [f"{namespace}:{name}" for name in own_tiles().tile_set(namespace).scenes]
    figures = (("turns", dice.randrange(100_000)), ("kills", dice.randrange(100)))
    story = ("Slain by somebody.", "It was dark.", "Nobody knows more.")
    return Outcome(
        dice.choice(NAMES),
        story[: dice.randrange(4)],
        dice.choice(ENDINGS),
        figures[: dice.randrange(3)],
        dice.choice(("", *scenes)),
    )


def _bytes(picture: Picture) -> bytes:
    return colours(picture.png).tobytes()
