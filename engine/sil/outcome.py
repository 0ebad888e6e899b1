"""End of a game of Sil-Q: its title, its story in a few sentences, its figures."""

from __future__ import annotations

from engine.contract.texts import Text, counted, text
from engine.contract.view import Outcome
from engine.sil import death_story, view
from engine.sil.creatures import creature_names
from engine.sil.game.context import SilContext
from engine.sil.game.event_kinds import DEEDS
from engine.sil.hero import derived, experience
from engine.sil.hero.score import morgoth_is_slain, score

MOST_DEEDS = 4
_ESCAPES = ("sil:empty-hands", "sil:escape", "sil:escape-with-two", "sil:escape-with-all")


def outcome(game: SilContext) -> Outcome:
    """Return how the game ended, for the last card and the ladder."""
    hero = game.hero
    kills, points = sum(lore.kills for lore in game.lore.races.values()), score(game)
    figures = (
        (text("score"), points),
        (text("feet deep"), 50 * hero.deepest),
        (counted(kills, "kill", "kills"), kills),
        (counted(hero.turns, "turn", "turns"), hero.turns),
        (counted(hero.silmarils, "Silmaril", "Silmarils"), hero.silmarils),
    )
    title, fate = _fate(game)
    moments = tuple(death_story.particulars(game)) if game.state.ended == "dead" else ()
    practice = [_PRACTICE] if experience.is_practice(game) else []
    return Outcome(
        title=title,
        story=(fate, *moments, *practice, *_deeds(game), *_kills(game, kills), *_luck(game)),
        ending=view.ending(game),
        figures=figures,
        scene=_scene(game),
        facts=_facts(game, points, kills),
        ranked=not experience.is_practice(game),
    )


_PRACTICE = text("A game for practice: it has no score.")


def _fate(game: SilContext) -> tuple[Text, Text]:
    """Return the title of an ending, and how it came about."""
    hero, jewels = game.hero, game.hero.silmarils
    if game.state.ended == "dead":
        fate = death_story.fate(game, view.feet(game.level.depth))
        return text("{hero} has fallen", hero=hero.called), fate
    if game.state.tutorial:
        title = text("{hero} knows how to play", hero=hero.called)
        return title, text("All rooms are done; the quest awaits.")
    fate = text("With {jewels}.", jewels=_number(jewels)) if jewels else text("With empty hands.")
    if morgoth_is_slain(game):
        return text("{hero} has overthrown Morgoth", hero=hero.called), fate
    return text("{hero} came out of Angband", hero=hero.called), fate


def _challenge(game: SilContext) -> str:
    """Return how experience was won, in a word."""
    if experience.is_practice(game):
        return "practice"
    return "fixed" if experience.is_fixed(game) else "none"


def _scene(game: SilContext) -> str:
    """Return the name of the picture of this ending."""
    jewels = game.hero.silmarils
    if game.state.ended == "dead":
        return "sil:death-with-silmaril" if jewels else "sil:death"
    if morgoth_is_slain(game):
        return "sil:overthrown"
    if game.state.tutorial:
        return "sil:escape"
    return _ESCAPES[min(jewels, 3)]


def _facts(game: SilContext, points: int, kills: int) -> tuple[tuple[str, int | str], ...]:
    """Return what a ladder may be asked for."""
    hero, options = game.hero, game.state.options
    house = game.data.houses[hero.house]
    oath = derived.OATHS[hero.oath].word.lower() if hero.oath else "none"
    return (
        ("score", points),
        ("race", game.data.races[hero.race].name.lower()),
        ("house", (house.short_name or house.name).lower()),
        ("depth", hero.deepest),
        ("fell", game.level.depth if game.state.ended == "dead" else 0),
        ("silmarils", hero.silmarils),
        ("kills", kills),
        ("turns", hero.turns),
        ("stairs", hero.stairs_taken),
        ("experience", hero.experience),
        ("morgoth", "slain" if morgoth_is_slain(game) else "alive"),
        ("oath", oath if hero.oath not in hero.oaths_broken else "broken"),
        ("fate", "escaped" if game.state.ended == "escaped" else "slain"),
        ("rules", options.get("rules", "manual")),
        ("challenge", _challenge(game)),
    )


def _number(jewels: int) -> Text:
    return counted(jewels, "a Silmaril", "{number} Silmarils")


def _deeds(game: SilContext) -> list[Text]:
    """Return the deeds most worth telling, in the order in which they were done."""
    notes = game.hero.notes
    told = [(DEEDS.index(note.kind), n) for n, note in enumerate(notes) if note.kind in DEEDS]
    best = sorted(number for _, number in sorted(told)[:MOST_DEEDS])
    return [
        text("{deed} at {place}.", deed=notes[n].text, place=view.feet(notes[n].depth))
        for n in best
    ]


def _kills(game: SilContext, kills: int) -> list[Text]:
    """Return "Slew 12 foes; 7 were of one kind: wolf." as a sentence, if there were any."""
    if not kills:
        return []
    slain = {race: lore.kills for race, lore in game.lore.races.items() if lore.kills}
    race = max(slain, key=lambda race: (slain[race], -race))
    most, kind = slain[race], game.data.monsters[race]
    if "UNIQUE" in kind.flags or most < 2:
        return [counted(kills, "Slew {number} foe.", "Slew {number} foes.")]
    return [
        text(
            "Slew {kills} foes; {most} were of one kind: {who}.",
            kills=kills,
            most=most,
            who=creature_names.race_words(kind),
        )
    ]


def _luck(game: SilContext) -> list[Text]:
    """Return the hardest blow and the nearest escape."""
    hero, found = game.hero, []
    damage, turn, name = hero.hardest_blow
    if damage:
        found.append(
            text(
                "Hardest blow: {damage} to {target}, on turn {turn:,}.",
                damage=damage,
                target=name,
                turn=turn,
            )
        )
    health, turn, depth = hero.nearest_escape
    if health:
        found.append(
            text(
                "Nearest escape: {health} health left, on turn {turn:,} at {place}.",
                health=health,
                turn=turn,
                place=view.feet(depth),
            )
        )
    return found
