"""The truce of the throne room, and how a hostile deed ends it (spec: monsters 12.4)."""

from __future__ import annotations

from engine.sil import naming
from engine.sil.combat import foes
from engine.sil.monsters import noise
from engine.sil.state import Game
from engine.sil.tell import disturb, say

OUTCRY = -10


def hostile_deed(game: Game) -> None:
    """A hostile deed ends the truce when an alert creature sees it, and cries out."""
    level = game.level
    if not game.lore.truce:
        return
    witnesses = [
        c
        for c in level.creatures
        if c is not None and c.alertness >= 0 and level.view[level.at(c.y, c.x)]
    ]
    if not witnesses:
        return
    game.lore.truce = False
    oldest = witnesses[0]
    say(game, f"{naming.The(oldest)} cries out: the truce is broken!", "truce")
    disturb(game, "the truce is broken", flagged=True)
    # Who cried out is where the noise comes from; the game takes the oldest creature's place.
    first = next(c for c in level.creatures if c is not None)
    source = oldest if game.rulings.monster_slips == "corrected" else first
    noise.noise(game, OUTCRY, source)


def watch(game: Game) -> None:
    """At the start of the hero's turn: Morgoth, alert and within reach, ends the truce himself
    (spec: world 1.4, 6)."""
    if not game.lore.truce:
        return
    for creature in game.level.creatures:
        if (
            creature is not None
            and creature.alertness >= 0
            and foes.race(game, creature).name.startswith(foes.MORGOTH)
            and foes.adjacent(game.hero, creature)
        ):
            game.lore.truce = False
            say(game, "Morgoth rises and challenges you: the truce is over!", "truce")
            disturb(game, "Morgoth challenges you", flagged=True)
            return
