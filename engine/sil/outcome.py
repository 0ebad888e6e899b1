"""End of a game of Sil-Q: its title, its story in a few sentences, its figures."""

from __future__ import annotations

from engine.contract.view import Outcome
from engine.sil import view
from engine.sil.game.context import Game
from engine.sil.game.event_kinds import DEEDS
from engine.sil.hero import derived, experience
from engine.sil.hero.score import morgoth_is_slain, score

MOST_DEEDS = 4
_ESCAPES = ("sil:empty-hands", "sil:escape", "sil:escape-with-two", "sil:escape-with-all")


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
        carried = f", with {_number(hero.silmarils)} in hand" if hero.silmarils else ""
        fate = (
            f"Slain by {hero.killed_by} at {view.feet(game.level.depth)}, on turn {hero.turns:,}"
            f"{carried}."
        )
    else:
        title = f"{hero.name} came out of Angband"
        if morgoth_is_slain(game):
            title = f"{hero.name} has overthrown Morgoth"
        fate = _jewels(hero.silmarils)
    practice = ["A game for practice: it has no score."] if experience.is_practice(game) else []
    if game.state.tutorial:
        title, fate = _lesson(game, title, fate)
    story = (fate, *practice, *_deeds(game), *_kills(game, kills), *_luck(game))
    facts = _facts(game, dict(figures))
    ranked = not experience.is_practice(game)
    return Outcome(title, story, ending, figures, _scene(game), facts, ranked)


def _lesson(game: Game, title: str, fate: str) -> tuple[str, str]:
    """Return title and fate of a tutorial that came to its end, else those given."""
    if game.state.ended == "dead":
        return title, fate
    return f"{game.hero.name} knows how to play", "All rooms are done; the quest awaits."


def _challenge(game: Game) -> str:
    """Return how experience was won, in a word."""
    if experience.is_practice(game):
        return "practice"
    return "fixed" if experience.is_fixed(game) else "none"


def _scene(game: Game) -> str:
    """Return the name of the picture of this ending."""
    jewels = game.hero.silmarils
    if game.state.ended == "dead":
        return "sil:death-with-silmaril" if jewels else "sil:death"
    if morgoth_is_slain(game):
        return "sil:overthrown"
    if game.state.tutorial:
        return "sil:escape"
    return _ESCAPES[min(jewels, 3)]


def _facts(game: Game, figures: dict[str, int]) -> tuple[tuple[str, int | str], ...]:
    """Return what a ladder may be asked for."""
    hero, options = game.hero, game.state.options
    house = game.data.houses[hero.house]
    oath = derived.OATHS.get(hero.oath, "none").lower()
    return (
        ("score", figures["score"]),
        ("race", game.data.races[hero.race].name.lower()),
        ("house", (house.short_name or house.name).lower()),
        ("depth", hero.deepest),
        ("silmarils", hero.silmarils),
        ("kills", figures["kills"]),
        ("turns", hero.turns),
        ("stairs", hero.stairs_taken),
        ("experience", hero.experience),
        ("morgoth", "slain" if morgoth_is_slain(game) else "alive"),
        ("oath", oath if hero.oath not in hero.oaths_broken else "broken"),
        ("fate", "escaped" if game.state.ended == "escaped" else "slain"),
        ("rules", options.get("rules", "manual")),
        ("challenge", _challenge(game)),
    )


def _jewels(number: int) -> str:
    """Return with what the hero came home."""
    return f"With {_number(number)}." if number else "With empty hands."


def _number(jewels: int) -> str:
    return "a Silmaril" if jewels == 1 else f"{jewels} Silmarils"


def _deeds(game: Game) -> list[str]:
    """Return the deeds most worth telling, in the order in which they were done."""
    notes = game.hero.notes
    told = [(DEEDS.index(note.kind), n) for n, note in enumerate(notes) if note.kind in DEEDS]
    best = sorted(number for _, number in sorted(told)[:MOST_DEEDS])
    return [f"{notes[number].text} at {view.feet(notes[number].depth)}." for number in best]


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
