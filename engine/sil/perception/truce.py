"""The truce of the throne room, and how a hostile deed ends it (rules: monsters 12.4)."""

from __future__ import annotations

from engine.contract.texts import text
from engine.sil.creatures import creature_names, creature_stats
from engine.sil.game.context import SilContext
from engine.sil.game.messages import disturb, tell
from engine.sil.perception import noise

OUTCRY = -10


def hostile_deed(game: SilContext) -> None:
    """End the truce by a hostile deed, when an alert creature sees it and cries out."""
    level = game.level
    if not game.world.truce:
        return
    witnesses = [
        c
        for c in level.creatures
        if c is not None and c.alertness >= 0 and game.knowledge.view[level.at(c.y, c.x)]
    ]
    if not witnesses:
        return
    game.world.truce = False
    oldest = witnesses[0]
    tell(
        game,
        text("{who:The} cries out: the truce is broken!", who=creature_names.name(game, oldest)),
        "truce",
    )
    disturb(game, text("the truce is broken"), "danger", flagged=True)
    # Who cried out is where the noise comes from; the game takes the oldest creature's place.
    first = next(c for c in level.creatures if c is not None)
    source = oldest if game.rulings.monster_slips == "corrected" else first
    noise.noise(game, OUTCRY, source)


def watch(game: SilContext) -> None:
    """At the start of the hero's turn: Morgoth, alert and within reach, ends the truce himself
    (rules: world 1.4 step 6)."""
    if not game.world.truce:
        return
    for creature in game.level.creatures:
        if (
            creature is not None
            and creature.alertness >= 0
            and creature_stats.is_morgoth(game.data, creature.race)
            and creature_stats.adjacent(game.hero, creature)
        ):
            game.world.truce = False
            tell(game, text("Morgoth rises and challenges you: the truce is over!"), "truce")
            disturb(game, text("Morgoth challenges you"), "danger", flagged=True)
            return
