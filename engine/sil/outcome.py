"""End of a game of Sil-Q: its title, its story in a few sentences, its figures."""

from __future__ import annotations

from engine.contract.view import Outcome
from engine.sil import view
from engine.sil.game import Game
from engine.sil.hero.score import score

MOST_DEEDS = 4
_DEEDS = (  # beginnings of the hero's own notes, the most worth telling first
    "Freed a Silmaril", "Knocked the Iron Crown", "Fell under the curse", "Slew", "Cheated death",
    "Broke the oath", "Broke the", "Entered", "Found", "Swore the oath", "Helped",
    "Fell through",
)  # fmt: skip
_SCENES = {"lost": "sil:death", "won": "sil:escape", "left": "sil:empty-hands"}


def outcome(game: Game) -> Outcome:
    """Return how the game ended, for the last card and the ladder."""
    hero = game.hero
    kills = sum(lore.kills for lore in game.lore.races.values())
    figures = (
        ("score", score(game)),
        ("feet deep", 50 * hero.deepest),
        ("kills", kills),
        ("turns", hero.turns),
        ("silmarils", hero.silmarils),
    )
    ending = view.ending(game)
    if ending == "lost":
        title = f"{hero.name} has fallen"
        fate = (
            f"Slain by {hero.killed_by} at {view.feet(game.level.depth)}, on turn {hero.turns:,}."
        )
    else:
        title = f"{hero.name} came out of Angband"
        fate = _jewels(hero.silmarils)
    story = (fate, *_deeds(game), *_kills(game, kills), *_luck(game))
    return Outcome(title, story, ending, figures, _SCENES[ending])


def _jewels(number: int) -> str:
    """Return with what the hero came home."""
    if not number:
        return "With empty hands."
    return "With a Silmaril." if number == 1 else f"With {number} Silmarils."


def _deeds(game: Game) -> list[str]:
    """Return the deeds most worth telling, in the order in which they were done."""
    told = [
        (rank, number, depth, text)
        for number, (_, depth, text) in enumerate(game.hero.notes)
        for rank, words in enumerate(_DEEDS)
        if text.startswith(words)
    ]
    best = {number: (depth, text) for _, number, depth, text in sorted(told)[:MOST_DEEDS]}
    return [
        f"{text.rstrip('.')} at {view.feet(depth)}." for _, (depth, text) in sorted(best.items())
    ]


def _kills(game: Game, kills: int) -> list[str]:
    """Return "Slew 12 foes, 7 of them wolves." as a sentence, if there were any."""
    if not kills:
        return []
    slain = {race: lore.kills for race, lore in game.lore.races.items() if lore.kills}
    race = max(slain, key=lambda race: (slain[race], -race))
    most, name = slain[race], game.data.monsters[race].name.lower()
    if "UNIQUE" in game.data.monsters[race].flags or most < 2:
        return [f"Slew {kills} {'foe' if kills == 1 else 'foes'}."]
    return [f"Slew {kills} foes; {most} were of one kind: {name}."]


def _luck(game: Game) -> list[str]:
    """Return the hardest blow and the nearest escape."""
    hero, found = game.hero, []
    damage, turn, name = hero.hardest_blow
    if damage:
        found.append(f"Hardest blow: {damage} to {name}, on turn {turn:,}.")
    health, turn, depth = hero.nearest_escape
    if health:
        found.append(
            f"Nearest escape: {health} health left, on turn {turn:,} at {view.feet(depth)}."
        )
    return found
