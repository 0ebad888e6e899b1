"""Topics to look up: what a seat sees, what its hero knows, and, for the Game Master, all."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract.action import GM
from engine.contract.texts import Text, Words, joined, typed
from engine.contract.view import Topic
from engine.sil import lookup as sil_lookup
from engine.sil.creatures import creature_names
from engine.sil.creatures.creature_names import race_title
from engine.sil.creatures.morale import band
from engine.silg.clock import creature_ai
from engine.silg.context import SilGContext
from engine.silg.gm import monster_forms
from engine.silg.wording import text

_HEALTH = {
    5: "{who:A}, unhurt.",
    4: "{who:A}, somewhat wounded.",
    3: "{who:A}, wounded.",
    2: "{who:A}, badly wounded.",
    1: "{who:A}, almost dead.",
}


def topics(game: SilGContext, seat: int | None) -> Iterator[Topic]:
    """Yield all that a seat can look up now."""
    if seat is None or game.state.stage == "setup":
        return
    if seat == GM:
        for creature in game.creatures:
            handle = game.handle(f"c{creature.slot}")
            yield Topic("sight", handle, text("{who}: all of it", who=handle))
    elif seat in game.heroes:
        yield from sil_lookup.topics(game.hero_game(seat))


def explain(game: SilGContext, seat: int | None, topic: Topic) -> Words:
    """Return what there is to say of one of `topics`. A creature's mind is the Game Master's."""
    if seat == GM:
        return _in_full(game, topic.name)
    assert seat is not None, "the public looks nothing up"
    if topic.kind != "sight":
        return sil_lookup.explain(game.hero_game(seat), topic)
    hero_game = game.hero_game(seat)
    seen = next(
        c
        for c in creature_names.visible(hero_game)
        if creature_names.handle(hero_game, c) == topic.name
    )
    name = creature_names.kind_name(hero_game, seen)
    if hero_game.hero.timers.hallucinating:
        return text("{who:A}, or so it seems.", who=name)
    return Text(_HEALTH[band(seen.health, seen.max_health)], {"who": name})


def _in_full(game: SilGContext, handle: str) -> Text:
    creature = next(c for c in game.creatures if game.handle(f"c{c.slot}") == handle)
    race = game.data.monsters[creature.race]
    flags, powers = (list(map(typed, sorted(each))) for each in (race.flags, race.spells))
    lines = [
        text("{race}: {figures}.", race=race_title(race), figures=monster_forms.describe(race)),
        text("Flags: {flags}.", flags=joined(flags) if flags else text("none")),
    ]
    if powers:
        lines.append(
            text(
                "Powers: {powers}, one turn in {number}.",
                powers=joined(powers),
                number=100 // max(1, race.spell_percent),
            )
        )
    lines.append(
        text(
            "Health {now} of {most}, alertness {alertness}.",
            now=creature.health,
            most=creature.max_health,
            alertness=creature.alertness,
        )
    )
    if (seat := creature_ai.concern(game, creature)) is not None:
        lines.append(text("It has to do with {hero}.", hero=game.hero_name(seat)))
    return joined(lines, "\n")
